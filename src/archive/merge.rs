use std::collections::{HashMap, HashSet};

use super::Digest;
use crate::notation::{DEEPEST_VARIATION, GameResult};
use crate::record::{Checks, Judged, JudgedLine, JudgedPly, Termination, refill_text};

/// Where all lines begin.
const START: usize = 0;

/// What a turn takes in a text besides its word: blanks, numbers, parentheses.
const AROUND: usize = 4;

/// Makes one record with variations of records of the same game, rules and start.
///
/// The first record gives the main line and the result; every other line that is played in any of the records becomes a
/// variation where it leaves the others. Comments and glyphs are kept, the same one at a place once. Tags stay that all
/// records have alike; what the others say is told in a comment where the line of their record ends.
///
/// All records must be valid and judged with [`Keep::Turns`](crate::record::Keep::Turns) or more.
///
/// ```
/// use matombo::archive::Merger;
/// use matombo::notation::{WIDTH, print, read_text};
/// use matombo::record::{Checks, Judge, Keep};
/// let judge = |text: &str| Judge::new().keep(Keep::Turns).judge(text, &read_text(text));
/// let mut merger = Merger::new(judge("[Game \"Bosh\"]\n\n1. A5 a5 *\n"));
/// merger.add(judge("[Game \"Bosh\"]\n\n1. A5 a4 *\n"));
/// let mut text = String::new();
/// print(&merger.finish()?.document(Checks::None).ok_or("its game is known")?, WIDTH, &mut text)?;
/// assert!(text.ends_with("\n1. A5xa1 a5 (1... a4 {*}) *\n\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Merger {
    /// The record that gives the main line, without its turns.
    main: Judged,
    /// The turns, each once for all lines that share what was played up to it. The first one only stands for the start.
    nodes: Vec<Node>,
    /// The node that a turn leads to.
    index: HashMap<(usize, String), usize>,
    /// The nodes of the main line.
    path: Vec<usize>,
    ends: Vec<End>,
    /// What was said where: the same is kept once.
    said: HashSet<(Place, Digest)>,
    size: usize,
    other_ext: bool,
}

/// A turn with the turns that follow it.
#[derive(Debug, Default)]
struct Node {
    ply: Option<JudgedPly>,
    /// The comments before it, where it begins a variation.
    before: Vec<String>,
    children: Vec<usize>,
}

/// Where something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Place {
    /// In the comments of a turn; of the record at the start.
    After(usize),
    /// In the comments of the variation that a turn begins.
    Before(usize),
    /// In what a record says of itself, where its line ends.
    End(usize),
}

/// Where the line of a record ends, and what the record says of itself.
#[derive(Debug)]
struct End {
    node: usize,
    tags: Vec<(String, String)>,
    result: GameResult,
    termination: Option<Termination>,
}

/// Says why the lines of records cannot stand in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// They branch so often that variations would nest too deep.
    #[error("the variations would nest {depth} deep, and {DEEPEST_VARIATION} is the limit")]
    TooDeep {
        /// How deep they would nest.
        depth: usize,
    },
    /// The main line has no turn to which variations could belong.
    #[error("the record that gives the main line has no turns, and others have")]
    NoMainLine,
}

impl Merger {
    /// Begins with the record that gives the main line.
    #[must_use]
    pub fn new(main: Judged) -> Self {
        let mut merger = Self {
            main: Judged {
                header: main.header.clone(),
                comments: Vec::new(),
                turns: Vec::new(),
                ext: main.ext.clone(),
                unread_tags: Vec::new(),
                diagnostics: Vec::new(),
                ..main
            },
            nodes: vec![Node::default()],
            index: HashMap::new(),
            path: Vec::new(),
            ends: Vec::new(),
            said: HashSet::new(),
            size: 0,
            other_ext: false,
        };
        merger.path = merger.read(main);
        merger
    }

    /// Adds a record.
    pub fn add(&mut self, record: Judged) {
        self.other_ext |= record.ext != self.main.ext;
        self.read(record);
    }

    /// Adds all that a record holds. Returns the nodes of its main line.
    fn read(&mut self, mut record: Judged) -> Vec<usize> {
        self.say(Place::After(START), std::mem::take(&mut record.comments));
        let (path, variations) = self.line(START, std::mem::take(&mut record.turns));
        self.variations(variations);
        let end = End::of(path.last().copied().unwrap_or(START), record);
        if self.said.insert((Place::End(end.node), end.digest())) {
            self.size += AROUND + self.ends.first().map_or(0, |main| end.differs(main));
            self.ends.push(end);
        }
        path
    }

    /// Adds comments that are not there yet.
    fn say(&mut self, place: Place, comments: Vec<String>) {
        for comment in comments {
            if !self.said.insert((place, Digest::of([comment.as_bytes()]))) {
                continue;
            }
            self.size += comment.len() + AROUND;
            match place {
                Place::Before(node) => self.nodes[node].before.push(comment),
                Place::After(node) | Place::End(node) => match &mut self.nodes[node].ply {
                    Some(ply) => ply.comments.push(comment),
                    None => self.main.comments.push(comment),
                },
            }
        }
    }

    /// Returns about how many bytes the turns and comments have so far.
    #[must_use]
    pub const fn size(&self) -> usize {
        self.size
    }

    /// Returns whether a record has another `ext` than the first: only that is kept.
    #[must_use]
    pub const fn loses_ext(&self) -> bool {
        self.other_ext
    }

    /// Adds the turns of a line. Returns their nodes, and the variations with the nodes from which they are played.
    fn line(&mut self, start: usize, turns: Vec<JudgedPly>) -> (Vec<usize>, Vec<(usize, JudgedLine)>) {
        let mut path = Vec::with_capacity(turns.len());
        let mut variations = Vec::new();
        let mut at = start;
        for mut ply in turns {
            variations.extend(std::mem::take(&mut ply.variations).into_iter().map(|line| (at, line)));
            at = self.step(at, ply);
            path.push(at);
        }
        (path, variations)
    }

    /// Adds variations, after the line that they belong to: what follows a turn first goes on first.
    ///
    /// Recursion follows the nesting of variations, which the reader limits.
    fn variations(&mut self, variations: Vec<(usize, JudgedLine)>) {
        for (start, line) in variations {
            let (path, inner) = self.line(start, line.turns);
            if let Some(first) = path.first() {
                self.say(Place::Before(*first), line.comments);
            }
            self.variations(inner);
        }
    }

    /// Goes a turn on, to a new node if nobody did so before.
    fn step(&mut self, at: usize, mut ply: JudgedPly) -> usize {
        let refill = ply.refill.map(|refill| refill_text(&refill, Checks::None)).unwrap_or_default();
        let text = format!("{} {refill}", ply.text(Checks::None));
        let comments = std::mem::take(&mut ply.comments);
        let glyphs = std::mem::take(&mut ply.glyphs);
        let fresh = self.nodes.len();
        let length = text.len() + AROUND;
        let node = *self.index.entry((at, text)).or_insert(fresh);
        if node == fresh {
            self.size += length;
            self.nodes.push(Node { ply: Some(ply), ..Node::default() });
            self.nodes[at].children.push(node);
        }
        self.say(Place::After(node), comments);
        if let Some(known) = &mut self.nodes[node].ply {
            for glyph in glyphs {
                if !known.glyphs.contains(&glyph) {
                    known.glyphs.push(glyph);
                }
            }
        }
        node
    }

    /// Returns the record.
    ///
    /// # Errors
    ///
    /// If the variations would nest deeper than the notation allows, or if only the first record has no turns.
    pub fn finish(mut self) -> Result<Judged, MergeError> {
        if self.path.is_empty() && self.nodes.len() > 1 {
            return Err(MergeError::NoMainLine);
        }
        self.tell_ends();
        let next = self.continuations()?;
        let mut forest = Forest { nodes: self.nodes, next };
        let mut turns = Vec::with_capacity(self.path.len());
        let mut at = START;
        for (index, node) in self.path.iter().enumerate() {
            // A line that goes on behind the end of the main one repeats its last turn (`SPEC 4.10`).
            let last = index + 1 == self.path.len();
            let repeated = last.then(|| forest.repeated(*node)).flatten();
            let mut ply = forest.turn(at, *node);
            ply.variations.extend(repeated);
            turns.push(ply);
            at = *node;
        }
        Ok(Judged { turns, ..self.main })
    }

    /// Keeps the tags that all records have alike, and tells the others where the lines end.
    fn tell_ends(&mut self) {
        let ends = std::mem::take(&mut self.ends);
        let Some(header) = &mut self.main.header else { return };
        for end in &ends {
            let tags: HashSet<&(String, String)> = end.tags.iter().collect();
            header.tags.retain(|tag| tags.contains(tag));
        }
        let common: HashSet<(String, String)> = header.tags.iter().cloned().collect();
        for end in &ends {
            // The result of the main line stands behind it.
            let told = ends.first().is_some_and(|main| end.ends_like(main));
            self.say(Place::After(end.node), end.label(&common, told).into_iter().collect());
        }
    }

    /// Chooses for every node the turn that goes on its line: that which came first, or, where variations would nest
    /// too deep, that below which they nest deepest.
    ///
    /// The second way makes two lines of one depth out of what is one deeper, so that the depth is at most the
    /// logarithm of the number of lines.
    fn continuations(&self) -> Result<Vec<Option<usize>>, MergeError> {
        let (first, depth) = self.choose(|_| 0);
        if depth <= DEEPEST_VARIATION {
            return Ok(first);
        }
        let (deepest, depth) = self.choose(|depths| {
            let deepest = depths.iter().max();
            depths.iter().position(|depth| Some(depth) == deepest).unwrap_or(0)
        });
        if depth <= DEEPEST_VARIATION { Ok(deepest) } else { Err(MergeError::TooDeep { depth }) }
    }

    /// Chooses continuations by the depths of the children, and returns how deep variations nest then.
    fn choose(&self, choose: impl Fn(&[usize]) -> usize) -> (Vec<Option<usize>>, usize) {
        let mut next = vec![None; self.nodes.len()];
        let mut depths = vec![0; self.nodes.len()];
        // Nodes come after those from which they are reached.
        for (at, node) in self.nodes.iter().enumerate().rev().filter(|(_, node)| !node.children.is_empty()) {
            let below: Vec<usize> = node.children.iter().map(|child| depths[*child]).collect();
            let chosen = choose(&below);
            next[at] = Some(node.children[chosen]);
            let deeper = |(index, depth): (usize, &usize)| depth + usize::from(index != chosen);
            depths[at] = below.iter().enumerate().map(deeper).max().unwrap_or(0);
        }
        let beside = |(from, to): (&usize, &usize)| {
            let others = self.nodes[*from].children.iter().filter(|child| *child != to);
            others.map(|child| depths[*child] + 1).max()
        };
        let behind = self.path.last().filter(|last| next[**last].is_some()).map(|last| depths[*last] + 1);
        let from = std::iter::once(&START).chain(&self.path);
        let depth = from.zip(&self.path).filter_map(beside).chain(behind).max().unwrap_or(0);
        (next, depth)
    }
}

impl End {
    fn of(node: usize, judged: Judged) -> Self {
        let tags = judged.header.map(|header| header.tags).unwrap_or_default();
        // A decided end, and one that is open, need no word.
        let plain = judged.outcome.is_some() || judged.termination == Some(Termination::Unterminated);
        Self { node, tags, result: judged.result, termination: judged.termination.filter(|_| !plain) }
    }

    fn digest(&self) -> Digest {
        let termination = self.termination.map_or("", Termination::name);
        let tags = self.tags.iter().flat_map(|(name, value)| [name.as_str(), value]);
        Digest::of([self.result.token(), termination].into_iter().chain(tags).map(str::as_bytes))
    }

    /// Returns about how many bytes it takes to tell what it does not share with another.
    fn differs(&self, other: &Self) -> usize {
        let tags: HashSet<&(String, String)> = other.tags.iter().collect();
        let own = self.tags.iter().filter(|tag| !tags.contains(tag));
        own.map(|(_, value)| value.len() + AROUND).sum()
    }

    fn ends_like(&self, main: &Self) -> bool {
        let end = |end: &Self| (end.node, end.result, end.termination);
        end(self) == end(main)
    }

    /// Names the record by what it does not share with the others, and its result unless that is told.
    fn label(&self, common: &HashSet<(String, String)>, told: bool) -> Option<String> {
        let own: Vec<&(String, String)> = self.tags.iter().filter(|tag| !common.contains(tag)).collect();
        let value = |name: &str| own.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str());
        let mut parts = Vec::new();
        if let (south, north) = (value("South"), value("North"))
            && (south.is_some() || north.is_some())
        {
            parts.push(format!("{} against {}", south.unwrap_or("South"), north.unwrap_or("North")));
        }
        let others = own.iter().filter(|(name, _)| !matches!(name.as_str(), "South" | "North"));
        parts.extend(others.map(|(name, value)| format!("{name} {value}")));
        if !told {
            let how = self.termination.map(|how| format!(" ({how})")).unwrap_or_default();
            parts.push(format!("{}{how}", self.result));
        }
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// The turns of all lines, while they are taken apart.
struct Forest {
    nodes: Vec<Node>,
    /// The turn that goes on the line after each.
    next: Vec<Option<usize>>,
}

impl Forest {
    /// Takes a turn with the lines that leave where it is played.
    ///
    /// Recursion follows the nesting of variations, which was limited.
    fn turn(&mut self, from: usize, node: usize) -> JudgedPly {
        let mut ply = self.take(node);
        // Its line goes on with it, so what was said before it is said of it.
        let mut before = std::mem::take(&mut self.nodes[node].before);
        if !before.is_empty() {
            let said: HashSet<&String> = ply.comments.iter().collect();
            before.retain(|comment| !said.contains(comment));
            ply.comments.splice(..0, before);
        }
        for child in std::mem::take(&mut self.nodes[from].children) {
            if child != node {
                let comments = std::mem::take(&mut self.nodes[child].before);
                let mut turns = vec![self.take(child)];
                self.follow(child, &mut turns);
                ply.variations.push(JudgedLine { comments, turns });
            }
        }
        ply
    }

    /// Takes the turns that go on a line.
    fn follow(&mut self, mut at: usize, turns: &mut Vec<JudgedPly>) {
        while let Some(next) = self.next[at] {
            turns.push(self.turn(at, next));
            at = next;
        }
    }

    /// Makes a variation that repeats a turn and goes on behind it, if any line does.
    fn repeated(&mut self, node: usize) -> Option<JudgedLine> {
        self.next[node]?;
        let ply = self.nodes[node].ply.clone()?;
        let mut turns = vec![JudgedPly { comments: Vec::new(), glyphs: Vec::new(), ..ply }];
        self.follow(node, &mut turns);
        Some(JudgedLine { comments: Vec::new(), turns })
    }

    fn take(&mut self, node: usize) -> JudgedPly {
        self.nodes[node].ply.take().expect("every node but the first has a turn, and is taken once")
    }
}
