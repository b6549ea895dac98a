use std::fmt;

/// Tells how grave a diagnostic is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The record says what it means, but not as it should.
    Warning,
    /// The record is not valid.
    Error,
}

impl Severity {
    /// Returns the word that messages use.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

macro_rules! codes {
    ($($name:ident $code:literal $slug:literal $severity:ident $headline:literal;)*) => {
        /// Names a kind of fault. Codes are stable: none changes its meaning, none is used again.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = $headline] $name,)*
        }

        impl Code {
            /// All codes, in the order of their numbers.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// Returns the code as messages show it, such as `E0501`.
            #[must_use]
            pub const fn code(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// Returns the code's name in words, such as `head-undecided`.
            #[must_use]
            pub const fn slug(self) -> &'static str {
                match self { $(Self::$name => $slug,)* }
            }

            /// Returns how grave it is.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Self::$name => Severity::$severity,)* }
            }

            /// Returns what the code means, in one line.
            #[must_use]
            pub const fn headline(self) -> &'static str {
                match self { $(Self::$name => $headline,)* }
            }

            /// Returns the page that teaches it: plain text of lines up to 80 characters.
            ///
            /// The pages are the files of `src/diagnostic/pages/`; their form is told in the README beside them.
            #[must_use]
            pub const fn page(self) -> &'static str {
                match self { $(Self::$name => include_str!(concat!("pages/", $code, ".md")),)* }
            }
        }
    };
}

codes! {
    NotUtf8 "E0101" "not-utf8" Error "The text is not UTF-8.";
    Utf16 "E0102" "utf-16" Error "The text is UTF-16.";
    ControlCharacter "E0103" "control-character" Error "A control character stands in the text.";
    RecordTooLarge "E0104" "record-too-large" Error "The record is larger than the limit.";
    LookAlike "E0105" "look-alike" Error "A character only looks like one of the notation.";
    NoTags "E0106" "no-tags" Error "The record has no tags.";
    BadTag "E0107" "bad-tag" Error "A tag cannot be read.";
    TagInMovetext "E0108" "tag-in-movetext" Error "A tag stands among the turns.";
    StrayBracket "E0109" "stray-bracket" Error "A bracket stands among the turns.";
    UnclosedComment "E0110" "unclosed-comment" Error "A comment is never closed.";
    NestedComment "E0111" "nested-comment" Error "A comment stands inside a comment.";
    StrayBrace "E0112" "stray-brace" Error "A closing brace closes no comment.";
    UnclosedVariation "E0113" "unclosed-variation" Error "A variation is never closed.";
    StrayParenthesis "E0114" "stray-parenthesis" Error "A closing parenthesis closes no variation.";
    EmptyVariation "E0115" "empty-variation" Error "A variation has no turn.";
    VariationTooDeep "E0116" "variation-too-deep" Error "Variations nest too deep.";
    NothingToAnnotate "E0117" "nothing-to-annotate" Error "A glyph, refill or variation has no turn before it.";
    SecondRefill "E0118" "second-refill" Error "A turn has two refills.";
    NumberWithoutDot "E0119" "number-without-dot" Error "A number has no dot.";
    BadNumber "E0120" "bad-number" Error "A move number cannot be read.";
    BadTurn "E0121" "bad-turn" Error "A turn cannot be read.";
    BadGlyph "E0122" "bad-glyph" Error "A glyph cannot be read.";
    BadRefill "E0123" "bad-refill" Error "A refill cannot be read.";
    BadResult "E0124" "bad-result" Error "A result cannot be read.";
    ResultInVariation "E0125" "result-in-variation" Error "A result stands in a variation.";
    TextAfterResult "E0126" "text-after-result" Error "Text follows the result.";
    NumberWithoutTurn "W0127" "number-without-turn" Warning "A move number has no turn after it.";
    MissingResult "W0128" "missing-result" Warning "The record has no result.";

    DuplicateTag "E0201" "duplicate-tag" Error "A tag is given twice.";
    MissingGame "E0202" "missing-game" Error "The record does not name its game.";
    UnknownGame "E0203" "unknown-game" Error "The game is not known.";
    BadRules "E0204" "bad-rules" Error "The rules name no ruleset of the game.";
    UnknownFormat "E0205" "unknown-format" Error "The version of the notation is not known.";
    BadDate "W0206" "bad-date" Warning "The date is not one.";
    IdleOption "W0207" "idle-option" Warning "An option has no effect.";
    BadResultTag "E0208" "bad-result-tag" Error "The Result tag is no result.";
    BadTermination "E0209" "bad-termination" Error "The termination is not known.";

    BadPosition "E0301" "bad-position" Error "The position line cannot be read.";
    ImpossiblePosition "E0302" "impossible-position" Error "The game cannot be in the position.";
    SetupConflict "E0303" "setup-conflict" Error "The set-up and the position contradict each other.";

    WrongSeat "E0401" "wrong-seat" Error "The turn begins in a pit of the seat that is not to move.";
    OffBoard "E0402" "off-board" Error "The board has no such pit.";
    EmptyPit "E0403" "empty-pit" Error "The turn begins in an empty pit.";
    ClosedPit "E0404" "closed-pit" Error "The turn begins in a closed pit.";
    SingleStone "E0405" "single-stone" Error "The turn begins with a single stone where that is not allowed.";
    BlockedStep "E0406" "blocked-step" Error "A stone steps to an occupied pit.";

    ForeignStep "E0501" "foreign-step" Error "The game has no such step.";
    HeadUndecided "E0502" "head-undecided" Error "A lap ends in a head and the turn does not say whether it goes on.";
    NoHead "E0503" "no-head" Error "The turn goes on or stops where it cannot.";
    CaptureUndecided "E0504" "capture-undecided" Error "The turn does not say whether it captures.";
    NoCapture "E0505" "no-capture" Error "Nothing is captured here.";
    WrongCapture "E0506" "wrong-capture" Error "Another pit is captured.";
    NoPass "E0507" "no-pass" Error "There is no capture to pass.";
    NotClockwise "E0508" "not-clockwise" Error "The lap cannot go clockwise.";
    WrongCase "E0509" "wrong-case" Error "The pit is on the wrong side.";
    StepAfterEnd "E0510" "step-after-end" Error "The turn is over before this step.";
    WrongCount "E0511" "wrong-count" Error "The number of stones is wrong.";
    WrongLanding "E0512" "wrong-landing" Error "The last stone falls elsewhere.";
    WrongEndMark "E0513" "wrong-end-mark" Error "The turn does not end the game.";

    GainMissing "E0601" "gain-missing" Error "The bonus or strip is missing.";
    NothingToGain "E0602" "nothing-to-gain" Error "There is no bonus or strip to take.";
    BadGain "E0603" "bad-gain" Error "The pit cannot be taken.";
    TooMuchGain "E0604" "too-much-gain" Error "More is taken than the capture earned.";
    TooLittleGain "E0605" "too-little-gain" Error "Less is taken than the rules ask.";
    PitTwice "E0606" "pit-twice" Error "A pit is named twice.";
    CountMissing "E0607" "count-missing" Error "A strip does not say how many stones.";
    GainNotLast "E0608" "gain-not-last" Error "A step follows the bonus or strip.";

    RefillNotDue "E0701" "refill-not-due" Error "No refill is due.";
    WrongRefill "E0702" "wrong-refill" Error "The rules fill other pits.";
    RefillMissing "E0703" "refill-missing" Error "The pits to fill are not named.";
    WrongReserve "E0704" "wrong-reserve" Error "Another number of stones stays in reserve.";

    EndlessSowing "E0801" "endless-sowing" Error "The sowing never ends.";
    Undecided "E0802" "undecided" Error "The sowing was not decided within the work budget.";

    TurnAfterEnd "E0901" "turn-after-end" Error "The game is over before this turn.";
    WrongResult "E0902" "wrong-result" Error "The result contradicts the position.";
    ResultTagDiffers "E0903" "result-tag-differs" Error "The Result tag and the movetext differ.";
    WrongTermination "E0904" "wrong-termination" Error "The termination contradicts the record.";
    NoTermination "W0905" "no-termination" Warning "The record does not say how it ended.";
    WrongNumber "W0906" "wrong-number" Warning "The move number is wrong.";

    BadJson "E1001" "bad-json" Error "The JSON cannot be read.";
    WrongKey "E1002" "wrong-key" Error "A key is missing or has the wrong type.";
    Disagrees "E1003" "disagrees" Error "A worked-out value disagrees with the record.";
    UnknownKey "W1004" "unknown-key" Warning "A key inside a turn is not known and is dropped.";
    ExtTooDeep "E1005" "ext-too-deep" Error "The ext value nests too deep.";
    ExtDropped "W1006" "ext-dropped" Warning "The notation cannot carry ext.";
}

impl Code {
    /// Finds a code by its number or its name in words; case does not matter.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let named = |code: &Self| code.code().eq_ignore_ascii_case(name) || code.slug().eq_ignore_ascii_case(name);
        Self::ALL.iter().copied().find(named)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}
