/// Names a set of colours of pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark lines on a light ground, for print.
    #[default]
    Light,
    /// Light lines on a dark ground.
    Dark,
    /// What the reader's system prefers; where that is not known, light.
    Auto,
}

/// The colours of a theme, by what they are for.
struct Colours {
    paper: &'static str,
    board: &'static str,
    edge: &'static str,
    bowl: &'static str,
    sown: &'static str,
    rim: &'static str,
    stone: &'static str,
    ink: &'static str,
    quiet: &'static str,
    lifted: &'static str,
    way: &'static str,
    landing: &'static str,
    captured: &'static str,
    gained: &'static str,
}

const LIGHT: Colours = Colours {
    paper: "#ffffff",
    board: "#f1e7d6",
    edge: "#b9a27f",
    bowl: "#fdfaf4",
    sown: "#e0ecf6",
    rim: "#8d7854",
    stone: "#4a3a28",
    ink: "#231a10",
    quiet: "#6b5f4e",
    lifted: "#1c5fa8",
    way: "#2a78c2",
    landing: "#1b7a3d",
    captured: "#c0261c",
    gained: "#8a2f9e",
};

const DARK: Colours = Colours {
    paper: "#16130f",
    board: "#2d261d",
    edge: "#5c4d38",
    bowl: "#1b1712",
    sown: "#1a2b3c",
    rim: "#927c59",
    stone: "#e6d5b8",
    ink: "#f2e9da",
    quiet: "#b5a68f",
    lifted: "#7db7f0",
    way: "#5fa5e8",
    landing: "#63cf89",
    captured: "#ff7a6e",
    gained: "#d58be6",
};

/// The fonts that look best, most wanted first. Pictures made here use the first, which comes with the program.
pub(super) const FONTS: &str = "DejaVu Sans, Verdana, Helvetica, Arial, sans-serif";

/// How many steps lead from one colour of a palette to another; 256 colours must be enough for all.
const STEPS: u16 = 6;

/// Reads a colour that is written as `#rrggbb`.
fn bytes(colour: &str) -> [u8; 3] {
    let number = u32::from_str_radix(colour.trim_start_matches('#'), 16).unwrap_or(0);
    let [_, red, green, blue] = number.to_be_bytes();
    [red, green, blue]
}

/// The colour that is so many steps away from one to another.
fn blend(from: [u8; 3], to: [u8; 3], step: u16) -> [u8; 3] {
    std::array::from_fn(|part| {
        let mixed = (u16::from(from[part]) * (STEPS - step) + u16::from(to[part]) * step) / STEPS;
        u8::try_from(mixed).unwrap_or(u8::MAX)
    })
}

impl Theme {
    /// Returns the colours that pictures of this theme are made of, at most 256.
    pub(in crate::render) fn palette(self) -> Vec<[u8; 3]> {
        match self {
            Self::Light | Self::Auto => LIGHT.palette(),
            Self::Dark => DARK.palette(),
        }
    }

    /// Returns the style sheet of a picture. The rules are for what is inside `scope`, a selector that may be empty; but
    /// what a picture uses by name is a world of its own, in which no selector sees what is around it.
    pub(in crate::render) fn style_sheet(self, scope: &str) -> String {
        match self {
            Self::Light => LIGHT.rules(scope),
            Self::Dark => DARK.rules(scope),
            Self::Auto => {
                format!("{}@media (prefers-color-scheme:dark){{{}}}", LIGHT.rules(scope), DARK.rules(scope))
            }
        }
    }
}

impl Colours {
    /// The colours as such, and what the smooth edges of one on another look like.
    fn palette(&self) -> Vec<[u8; 3]> {
        let grounds = [self.paper, self.board, self.bowl, self.sown].map(bytes);
        let drawn = [self.edge, self.rim, self.stone, self.ink, self.quiet, self.lifted, self.way, self.landing];
        let drawn: Vec<[u8; 3]> = drawn.into_iter().chain([self.captured, self.gained]).map(bytes).collect();
        let mut palette: Vec<[u8; 3]> = grounds.into_iter().chain(drawn.iter().copied()).collect();
        for ground in grounds {
            for colour in &drawn {
                palette.extend((1..STEPS).map(|step| blend(ground, *colour, step)));
            }
        }
        palette
    }

    fn rules(&self, scope: &str) -> String {
        let Self { paper, board, edge, bowl, sown, rim, stone, ink, quiet, lifted, way, landing, captured, gained } =
            self;
        let rules = [
            (".paper", format!("fill:{paper}")),
            (".board", format!("fill:{board};stroke:{edge};stroke-width:1.5")),
            (".middle", format!("stroke:{edge};stroke-width:1.5")),
            (".bowl", format!("fill:{bowl};stroke:{rim};stroke-width:1.2")),
            (".ring", format!("fill:none;stroke:{rim};stroke-width:1.4")),
            (".turning", "stroke-dasharray:4 3".to_owned()),
            (".closed .bowl", format!("fill:{edge};stroke:none")),
            (".sown .bowl", format!("fill:{sown}")),
            (".origin .bowl", format!("fill:{sown};stroke:{lifted};stroke-width:2.4;stroke-dasharray:5 3")),
            (".relayed .bowl", format!("fill:{sown};stroke:{lifted};stroke-width:1.8;stroke-dasharray:1.5 2")),
            (".landing .bowl", format!("fill:{sown};stroke:{landing};stroke-width:3")),
            (".captured .bowl", format!("stroke:{captured};stroke-width:1.8")),
            (".bonus .bowl,.stripped .bowl", format!("stroke:{gained};stroke-width:1.8")),
            (".retreat .bowl", format!("stroke:{gained};stroke-width:2.4;stroke-dasharray:6 2")),
            (".meant .bowl", format!("stroke:{captured};stroke-width:3")),
            (".way", format!("fill:none;stroke:{way};stroke-width:1.6;stroke-linejoin:round")),
            (".tip", format!("fill:{way}")),
            (".back.way", format!("stroke:{gained};stroke-width:2.2")),
            (".back.tip", format!("fill:{gained}")),
            (".plate", format!("fill:{bowl}")),
            ("text", format!("fill:{ink};font-size:12px")),
            (".heading", "font-size:14px;font-weight:bold".to_owned()),
            (".seat", "font-size:13px;font-weight:bold".to_owned()),
            (".letter", "font-size:14px;font-weight:bold".to_owned()),
            (".quiet", format!("fill:{quiet};font-size:11px")),
            (".count", "font-size:15px".to_owned()),
            (".long", "font-size:10px".to_owned()),
            (".longest", "font-size:6px".to_owned()),
            (".lost", format!("fill:{captured};font-size:12px")),
            (".gain", format!("fill:{gained};font-size:12px")),
        ];
        let used = format!(
            ".stone{{fill:{stone}}}.cross,.slash{{fill:none;stroke:{captured};stroke-width:2.2;stroke-linecap:round}}\
             .slash{{stroke:{gained}}}"
        );
        let scoped = |selector: &str| {
            let one = |part: &str| if scope.is_empty() { part.to_owned() } else { format!("{scope} {part}") };
            selector.split(',').map(one).collect::<Vec<_>>().join(",")
        };
        let rules = rules.iter().map(|(selector, look)| format!("{}{{{look}}}", scoped(selector)));
        std::iter::once(used).chain(rules).collect()
    }
}
