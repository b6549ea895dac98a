//! The grammar of the notation, rule by rule and name by name as in `notation/SPEC.md`.
//!
//! A rule reads from the start of its input and tells what it expected where it stopped. `end` is not tested here
//! unless a rule says so: the reader cuts words at it.

use nom::branch::alt;
use nom::bytes::complete::{tag, take_while, take_while_m_n};
use nom::character::complete::{char, satisfy};
use nom::combinator::{cut, eof, map, not, opt, peek, recognize, value as returning};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{fold_many0, separated_list1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{Err, IResult, Parser};

use crate::board::{BySeat, Pit, Row, Seat};

use super::{GameResult, MoveNumber, Span, Spanned, TurnBody, WrittenGain, WrittenRefill, WrittenStep};

pub(super) const A_TURN: &str = "a turn, a move number, a comment or a result";
pub(super) const A_PIT: &str = "a pit";
pub(super) const A_COLUMN: &str = "a column, a number from 1 without leading zeros";

/// Says where a rule stopped and what it would have read there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Miss<'a> {
    pub(super) rest: &'a str,
    pub(super) expected: &'static str,
}

impl<'a> ParseError<&'a str> for Miss<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Self { rest, expected: "" }
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

pub(super) type Reading<'a, T> = IResult<&'a str, T, Miss<'a>>;

/// A parser of this grammar.
pub(super) trait Rule<'a, T>: Parser<&'a str, Output = T, Error = Miss<'a>> {}
impl<'a, T, P: Parser<&'a str, Output = T, Error = Miss<'a>>> Rule<'a, T> for P {}

/// Runs a rule and gives the miss out of nom's wrapping.
pub(super) fn run<'a, T>(mut rule: impl Rule<'a, T>, input: &'a str) -> Result<(&'a str, T), Miss<'a>> {
    rule.parse(input).map_err(|error| match error {
        Err::Error(miss) | Err::Failure(miss) => miss,
        Err::Incomplete(_) => Miss { rest: input, expected: "" },
    })
}

/// Names what a rule expects where it begins.
fn expect<'a, T>(expected: &'static str, mut rule: impl Rule<'a, T>) -> impl Rule<'a, T> {
    move |input: &'a str| match rule.parse(input) {
        Err(Err::Error(_)) => Err(Err::Error(Miss { rest: input, expected })),
        result => result,
    }
}

fn nz(input: &str) -> Reading<'_, char> {
    satisfy(|c| matches!(c, '1'..='9')).parse(input)
}

fn digit(input: &str) -> Reading<'_, char> {
    satisfy(|c| c.is_ascii_digit()).parse(input)
}

pub(super) fn hs(input: &str) -> Reading<'_, &str> {
    take_while(|c| matches!(c, ' ' | '\t')).parse(input)
}

/// `nz *mDIGIT` as a number. `most` digits must fit `u32`.
fn counting<'a>(most: usize) -> impl Rule<'a, u32> {
    map(recognize((nz, take_while_m_n(0, most - 1, |c: char| c.is_ascii_digit()))), |digits: &str| {
        digits.parse().unwrap_or(u32::MAX)
    })
}

/// Returns whether a byte is an `end`: nothing, a blank or a delimiter.
pub(super) const fn is_end(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'{' | b'}' | b'(' | b')' | b';' | b'[')
}

/// Returns the length of the word that a text begins with, up to its `end`.
pub(super) fn word_length(text: &str) -> usize {
    text.bytes().position(is_end).unwrap_or(text.len())
}

// --- tags and comments ----------------------------------------------------------------------------------------------

pub(super) fn head(input: &str) -> Reading<'_, &str> {
    delimited((char('['), hs), name, (hs, char('"'))).parse(input)
}

pub(super) fn name(input: &str) -> Reading<'_, &str> {
    expect(
        "a name",
        recognize((
            satisfy(|c| c.is_ascii_alphabetic()),
            take_while(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-'),
        )),
    )
    .parse(input)
}

/// `value`: the text with its escapes undone. Stops before the quote, or at the line's end where the quote is missing.
pub(super) fn value(input: &str) -> Reading<'_, String> {
    let mut text = String::new();
    let mut rest = input;
    loop {
        let plain = rest.bytes().position(|b| matches!(b, b'"' | b'\\' | b'\n' | b'\r')).unwrap_or(rest.len());
        text.push_str(&rest[..plain]);
        rest = &rest[plain..];
        let mut bytes = rest.bytes();
        match (bytes.next(), bytes.next()) {
            (Some(b'\\'), Some(escaped @ (b'"' | b'\\'))) => {
                text.push(char::from(escaped));
                rest = &rest[2..];
            }
            (Some(b'\\'), _) => {
                text.push('\\');
                rest = &rest[1..];
            }
            _ => return Ok((rest, text)),
        }
    }
}

/// What stands between the braces of a comment.
#[derive(Debug)]
pub(super) struct Braced<'a> {
    /// The text with its escapes undone.
    pub(super) text: String,
    /// What follows the first `{` inside.
    pub(super) inner_brace: Option<&'a str>,
    /// Whether the closing brace is there.
    pub(super) closed: bool,
}

/// `comment` in braces. Without its closing brace it ends at the next head at a line start, or at the end of the text.
pub(super) fn braced_comment(input: &str) -> Reading<'_, Braced<'_>> {
    let (mut rest, _) = char('{').parse(input)?;
    let mut braced = Braced { text: String::new(), inner_brace: None, closed: false };
    loop {
        let plain = rest.bytes().position(|b| matches!(b, b'}' | b'{' | b'\\' | b'\n' | b'\r')).unwrap_or(rest.len());
        braced.text.push_str(&rest[..plain]);
        rest = &rest[plain..];
        let mut bytes = rest.bytes();
        match (bytes.next(), bytes.next()) {
            (None, _) => return Ok((rest, braced)),
            (Some(b'}'), _) => {
                braced.closed = true;
                return Ok((&rest[1..], braced));
            }
            (Some(b'{'), _) => {
                rest = &rest[1..];
                braced.inner_brace.get_or_insert(rest);
                braced.text.push('{');
            }
            (Some(b'\\'), Some(escaped @ (b'}' | b'\\' | b'['))) => {
                braced.text.push(char::from(escaped));
                rest = &rest[2..];
            }
            (Some(b'\\'), _) => {
                braced.text.push('\\');
                rest = &rest[1..];
            }
            (Some(first), second) => {
                let length = if (first, second) == (b'\r', Some(b'\n')) { 2 } else { 1 };
                braced.text.push('\n');
                rest = rest[length..].trim_start_matches('\u{feff}');
                let bracket = rest.trim_start_matches([' ', '\t']);
                if bracket.starts_with('[') && head(bracket).is_ok() {
                    return Ok((bracket, braced));
                }
            }
        }
    }
}

/// `;` comment: the text without blanks at its ends.
pub(super) fn line_comment(input: &str) -> Reading<'_, &str> {
    map(preceded(char(';'), take_while(|c| !matches!(c, '\n' | '\r'))), |text: &str| text.trim_matches([' ', '\t']))
        .parse(input)
}

// --- small words ----------------------------------------------------------------------------------------------------

pub(super) fn number(input: &str) -> Reading<'_, MoveNumber> {
    let dots = alt((returning(Seat::North, tag("...")), returning(Seat::South, terminated(char('.'), not(char('.'))))));
    map((counting(8), dots), |(number, seat)| MoveNumber { number, seat }).parse(input)
}

/// `result`, the whole of a word.
pub(super) fn result(word: &str) -> Reading<'_, GameResult> {
    let half = || tag("1/2");
    terminated(
        alt((
            returning(GameResult::SouthWon, (char('1'), dash, char('0'))),
            returning(GameResult::NorthWon, (char('0'), dash, char('1'))),
            returning(GameResult::Drawn, (half(), dash, half())),
            returning(GameResult::Unfinished, char('*')),
        )),
        eof,
    )
    .parse(word)
}

fn dash(input: &str) -> Reading<'_, char> {
    satisfy(|c| matches!(c, '-' | '\u{2013}' | '\u{2212}')).parse(input)
}

/// `glyph`, the whole of a word.
pub(super) fn glyph(word: &str) -> Reading<'_, u8> {
    let (rest, number) = delimited(char('$'), alt((returning(0, char('0')), counting(3))), eof).parse(word)?;
    match u8::try_from(number) {
        Ok(number) => Ok((rest, number)),
        Err(_) => Err(Err::Error(Miss { rest: word, expected: "a number up to 255" })),
    }
}

fn suffix(input: &str) -> Reading<'_, u8> {
    alt((
        returning(3, tag("!!")),
        returning(4, tag("??")),
        returning(5, tag("!?")),
        returning(6, tag("?!")),
        returning(1, char('!')),
        returning(2, char('?')),
    ))
    .parse(input)
}

fn letter(input: &str) -> Reading<'_, (Seat, Row)> {
    let (rest, letter) = satisfy(|c| Pit::from_letter(c).is_some()).parse(input)?;
    // The letter has just been tested.
    let owner = Pit::from_letter(letter).unwrap_or((Seat::South, Row::Front));
    Ok((rest, owner))
}

// --- turns and refills ----------------------------------------------------------------------------------------------

/// The rules whose results carry spans.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grammar {
    /// Offset, in the record, of the end of the word that is read.
    pub(super) end: usize,
}

/// A turn token and the glyph that touches it.
#[derive(Debug)]
pub(super) struct TurnWord {
    pub(super) body: TurnBody,
    pub(super) suffix: Option<Spanned<u8>>,
}

impl Grammar {
    fn offset(self, rest: &str) -> u32 {
        (self.end - rest.len()) as u32
    }

    fn spanned<'a, T>(self, mut rule: impl Rule<'a, T>) -> impl Rule<'a, Spanned<T>> {
        move |input: &'a str| {
            let (rest, value) = rule.parse(input)?;
            Ok((rest, Spanned::new(value, Span::new(self.offset(input), self.offset(rest)))))
        }
    }

    fn spanned_char<'a>(self, character: char) -> impl Rule<'a, Span> {
        map(self.spanned(char(character)), |found: Spanned<char>| found.span)
    }

    fn pit<'a>(self) -> impl Rule<'a, Spanned<Pit>> {
        let column = terminated(expect(A_COLUMN, counting(2)), expect("a column of at most two digits", not(digit)));
        self.spanned(map((expect(A_PIT, letter), cut(column)), |((seat, row), column)| {
            Pit::new(seat, row, column.min(99) as u8)
        }))
    }

    fn cw<'a>(self) -> impl Rule<'a, Span> {
        terminated(self.spanned_char('~'), not(letter))
    }

    fn check<'a>(self) -> impl Rule<'a, Spanned<u32>> {
        preceded(
            char(':'),
            cut(self.spanned(terminated(
                expect("a number from 1 without leading zeros", counting(4)),
                expect("a number of at most four digits", not(digit)),
            ))),
        )
    }

    fn step<'a>(self) -> impl Rule<'a, Spanned<WrittenStep>> {
        let go = map(preceded(satisfy(|c| matches!(c, '/' | '>')), cut(self.pit())), WrittenStep::GoOn);
        let stop = map(preceded(satisfy(|c| matches!(c, '.' | '|')), cut(self.pit())), WrittenStep::Stop);
        let take = map(
            preceded(satisfy(|c| matches!(c, 'x' | 'X' | '×')), (cut(self.pit()), opt(self.check()), opt(self.cw()))),
            |(pit, count, clockwise)| WrittenStep::Capture { pit, count, clockwise },
        );
        let pass = map(preceded(dash, (cut(self.pit()), opt(self.spanned_char('^')))), |(pit, retreat)| {
            WrittenStep::Pass { pit, retreat }
        });
        let reverse = map(preceded(char('~'), cut(self.pit())), WrittenStep::Reverse);
        let gains = alt((
            returning(WrittenStep::Waive, char('0')),
            map(gain_list(self), WrittenStep::Gain),
            // Nothing fits: say both that would have.
            expect("a pit or `0`", returning(WrittenStep::Waive, char('0'))),
        ));
        self.spanned(alt((go, stop, take, pass, reverse, preceded(char('+'), cut(gains)))))
    }

    fn gain<'a>(self) -> impl Rule<'a, Spanned<WrittenGain>> {
        self.spanned(map((self.pit(), opt(self.check())), |(pit, count)| WrittenGain { pit, count }))
    }

    /// `turn`, the whole of a word.
    pub(super) fn turn(self, word: &str) -> Reading<'_, TurnWord> {
        let (rest, (origin, clockwise, steps)) = (self.pit(), opt(self.cw()), list0(self.step())).parse(word)?;
        let (rest, (landing, ends_game, suffix)) =
            (opt(preceded(char('='), cut(self.pit()))), opt(self.spanned_char('#')), opt(self.spanned(suffix)))
                .parse(rest)?;
        let expected = match (landing, ends_game, suffix) {
            (None, None, None) => "a step, `=`, `#` or the end of the turn",
            (Some(_), None, None) => "`#` or the end of the turn",
            _ => "the end of the turn",
        };
        let (rest, _) = expect(expected, eof).parse(rest)?;
        Ok((rest, TurnWord { body: TurnBody { origin, clockwise, steps, landing, ends_game }, suffix }))
    }

    /// `refill`, the whole of a word.
    pub(super) fn refill(self, word: &str) -> Reading<'_, WrittenRefill> {
        let seat = || (self.spanned(set), opt(self.keep()));
        map(
            (
                preceded(expect("`@A`", tag("@A")), cut(seat())),
                preceded(expect("`-`, `,`, `:` or `/a`", tag("/a")), cut(seat())),
                expect("`-`, `,`, `:` or the end of the refill", eof),
            ),
            |((south, south_keep), (north, north_keep), _)| WrittenRefill {
                columns: BySeat::new(south, north),
                keep: BySeat::new(south_keep, north_keep),
            },
        )
        .parse(word)
    }

    fn keep<'a>(self) -> impl Rule<'a, Spanned<u32>> {
        let number = terminated(alt((returning(0, char('0')), counting(2))), not(digit));
        preceded(char(':'), cut(self.spanned(expect("a number up to 99 without leading zeros", number))))
    }
}

/// `*rule`. Most turns have no step or one, so nothing is allocated before it is needed.
fn list0<'a, T>(rule: impl Rule<'a, T>) -> impl Rule<'a, Vec<T>> {
    fold_many0(rule, Vec::new, |mut list, item| {
        if list.is_empty() {
            list.reserve_exact(1);
        }
        list.push(item);
        list
    })
}

/// `gain *( "," gain )`, told apart from `0` by its first letter.
fn gain_list<'a>(grammar: Grammar) -> impl Rule<'a, Vec<Spanned<WrittenGain>>> {
    let rest = list0(preceded(char(','), cut(grammar.gain())));
    map((preceded(peek(letter), grammar.gain()), rest), |(first, rest): (Spanned<WrittenGain>, Vec<_>)| {
        let mut gains = vec![first];
        gains.extend(rest);
        gains
    })
}

/// `set`: the columns, rising.
fn set(input: &str) -> Reading<'_, Vec<u8>> {
    const EXPECTED: &str = "a column from 1 to 5, higher than the one before";
    let mut columns: Vec<u8> = Vec::new();
    let mut rest = input;
    loop {
        let after = columns.last().copied().unwrap_or(0);
        let (next, first) = expect(EXPECTED, column_above(after)).parse(rest)?;
        let (next, last) = opt(preceded(char('-'), cut(expect(EXPECTED, column_above(first))))).parse(next)?;
        columns.extend(first..=last.unwrap_or(first));
        match separator(next)? {
            (next, true) => rest = next,
            (next, false) => return Ok((next, columns)),
        }
    }
}

fn separator(input: &str) -> Reading<'_, bool> {
    map(opt(char(',')), |comma| comma.is_some()).parse(input)
}

/// One of the columns of Bosh.
fn column_above<'a>(after: u8) -> impl Rule<'a, u8> {
    map(satisfy(move |c| matches!(c, '1'..='5') && c as u8 - b'0' > after), |c| c as u8 - b'0')
}

// --- inside tag values ----------------------------------------------------------------------------------------------

/// `option`: name and value.
pub(super) fn option(input: &str) -> Reading<'_, (&str, &str)> {
    let name = recognize((
        satisfy(|c| c.is_ascii_lowercase() || c == '-'),
        take_while(|c: char| c.is_ascii_lowercase() || c == '-'),
    ));
    let value = recognize((
        satisfy(|c| c.is_ascii_lowercase() || c.is_ascii_digit()),
        take_while(|c: char| c.is_ascii_lowercase() || c.is_ascii_digit()),
    ));
    (
        expect("the name of an option, lower-case letters and `-`", name),
        preceded(cut(expect("`=`", char('='))), cut(expect("a value, lower-case letters and digits", value))),
    )
        .parse(input)
}

/// `1*SP`
pub(super) fn spaces(input: &str) -> Reading<'_, &str> {
    recognize((char(' '), take_while(|c| c == ' '))).parse(input)
}

/// What a position line says, its runs not yet expanded.
#[derive(Debug)]
pub(super) struct PositionLine<'a> {
    /// The cells of each row.
    pub(super) rows: Vec<Vec<CellRun<'a>>>,
    pub(super) to_move: Seat,
    pub(super) taken: (u32, u32),
    pub(super) round: Option<(u32, Seat)>,
}

/// `cell`: how many pits, and the stones of each, or `None` for closed ones.
#[derive(Debug)]
pub(super) struct CellRun<'a> {
    pub(super) text: &'a str,
    /// Saturates; a row of so many pits is refused anyway.
    pub(super) pits: usize,
    pub(super) stones: Option<u32>,
}

/// `position`, the whole of the text.
pub(super) fn position(input: &str) -> Reading<'_, PositionLine<'_>> {
    let (rest, rows) = rows(input)?;
    let (rest, to_move) = preceded(expect("`*`, `,`, `/` or a space", spaces), seat).parse(rest)?;
    let (rest, south) = preceded(expect("a space", spaces), n).parse(rest)?;
    let (rest, north) = preceded(expect("`,`", char(',')), n).parse(rest)?;
    let number = terminated(expect("the round's number", counting(8)), not(digit));
    let (rest, round) = opt(preceded(spaces, cut((number, seat)))).parse(rest)?;
    let (rest, _) = expect("the end of the position", eof).parse(rest)?;
    Ok((rest, PositionLine { rows, to_move, taken: (south, north), round }))
}

/// The rows that a position begins with, as the whole of the text.
pub(super) fn board(input: &str) -> Reading<'_, Vec<Vec<CellRun<'_>>>> {
    terminated(rows, expect("`*`, `,`, `/` or the end of the board", eof)).parse(input)
}

fn rows(input: &str) -> Reading<'_, Vec<Vec<CellRun<'_>>>> {
    separated_list1(char('/'), cut(row)).parse(input)
}

fn seat(input: &str) -> Reading<'_, Seat> {
    expect("`S` or `N`", alt((returning(Seat::South, char('S')), returning(Seat::North, char('N'))))).parse(input)
}

fn row(input: &str) -> Reading<'_, Vec<CellRun<'_>>> {
    separated_list1(char(','), cut(cell)).parse(input)
}

fn cell(input: &str) -> Reading<'_, CellRun<'_>> {
    let run = terminated(recognize((nz, take_while(|c: char| c.is_ascii_digit()))), char('*'));
    let stones = alt((returning(None, char('-')), map(n, Some)));
    let (rest, (pits, stones)) =
        (opt(run), expect("a number of stones without leading zeros, or `-`", stones)).parse(input)?;
    let pits = pits.map_or(1, |digits: &str| digits.parse().unwrap_or(usize::MAX));
    Ok((rest, CellRun { text: &input[..input.len() - rest.len()], pits, stones }))
}

fn n(input: &str) -> Reading<'_, u32> {
    expect(
        "a number up to 9999 without leading zeros",
        terminated(alt((returning(0, char('0')), counting(4))), not(digit)),
    )
    .parse(input)
}
