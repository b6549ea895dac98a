//! The grammar of the language, rule by rule and name by name as in `notation/select.md`.

use nom::bytes::complete::{take_while, take_while1};
use nom::combinator::{cut, map, recognize};
use nom::error::{ErrorKind, ParseError};
use nom::multi::{many0_count, separated_list1};
use nom::sequence::preceded;
use nom::{Err, IResult, Parser};

use super::comparison::{Comparison, Equality, Operator, TextTest};
use super::condition::Condition;
use super::count::{Amount, Count};
use super::expression::Expression;
use super::opening::Opening;
use super::target::{Extent, Target};
use super::word::{TagName, likely_option, likely_word, options, seat};
use super::{Query, QueryError, QueryErrorKind};
use crate::diagnostic::Code;
use crate::engine::{Game, Ruleset, Setting};
use crate::notation::{GameResult, Period, read_board};
use crate::record::Termination;
use crate::text::nearest;

/// Says where a rule stopped, how many bytes there are at fault, and why.
struct Miss<'a> {
    rest: &'a str,
    length: usize,
    kind: QueryErrorKind,
}

impl<'a> ParseError<&'a str> for Miss<'a> {
    fn from_error_kind(rest: &'a str, _: ErrorKind) -> Self {
        Self::expected(rest, "")
    }

    fn append(_: &'a str, _: ErrorKind, other: Self) -> Self {
        other
    }
}

impl<'a> Miss<'a> {
    /// Something else is expected than what stands here: a word, or a character.
    fn expected(rest: &'a str, expected: &'static str) -> Self {
        let word = rest.find(|c: char| !is_bare(c)).unwrap_or(rest.len());
        let length = if word > 0 { word } else { rest.chars().next().map_or(0, char::len_utf8) };
        Self { rest, length, kind: QueryErrorKind::Expected { expected, found: rest[..length].to_owned() } }
    }
}

type Reading<'a, T> = IResult<&'a str, T, Miss<'a>>;

/// A part of the text with what it says.
struct Word<'a, T> {
    /// The text from its start on.
    rest: &'a str,
    /// How many bytes of it.
    length: usize,
    value: T,
}

impl<'a, T> Word<'a, T> {
    fn new(rest: &'a str, after: &'a str, value: T) -> Self {
        Self { rest, length: rest.len() - after.len(), value }
    }

    fn fault<U>(&self, kind: QueryErrorKind) -> Result<U, Err<Miss<'a>>> {
        Err(Err::Failure(Miss { rest: self.rest, length: self.length, kind }))
    }
}

/// `query`, the whole of the text.
pub(super) fn query(text: &str) -> Result<Expression, QueryError> {
    if text.len() > Query::LONGEST {
        let start = text.floor_char_boundary(Query::LONGEST);
        return Err(QueryError { range: start..start, kind: QueryErrorKind::TooLong });
    }
    let whole = |input| {
        let (rest, expression) = preceded(blank, cut(|rest| Grammar { depth: 0 }.any(rest))).parse(input)?;
        match rest {
            "" => Ok((rest, expression)),
            _ => Err(Err::Failure(Miss::expected(rest, "`and`, `or` or the end"))),
        }
    };
    let read: Reading<'_, Expression> = whole(text);
    read.map(|(_, expression)| expression).map_err(|error| match error {
        Err::Error(miss) | Err::Failure(miss) => {
            let start = text.len() - miss.rest.len();
            QueryError { range: start..start + miss.length, kind: miss.kind }
        }
        Err::Incomplete(_) => QueryError { range: text.len()..text.len(), kind: QueryErrorKind::UnclosedText },
    })
}

/// The rules that nest. Every rule reads the blanks behind it.
#[derive(Clone, Copy)]
struct Grammar {
    /// How many parentheses are open.
    depth: usize,
}

impl Grammar {
    /// `any = all *( "or" all )`
    fn any(self, input: &str) -> Reading<'_, Expression> {
        map(separated_list1(keyword("or"), cut(|rest| self.all(rest))), Expression::any).parse(input)
    }

    /// `all = not *( "and" not )`
    fn all(self, input: &str) -> Reading<'_, Expression> {
        map(separated_list1(keyword("and"), cut(|rest| self.not(rest))), Expression::all).parse(input)
    }

    /// `not = *"not" one`; two of them say nothing.
    fn not(self, input: &str) -> Reading<'_, Expression> {
        let (rest, count) = many0_count(keyword("not")).parse(input)?;
        let (rest, one) = self.one(rest)?;
        Ok((rest, if count % 2 == 0 { one } else { Expression::not(one) }))
    }

    /// `one = "(" any ")" / condition`
    fn one(self, input: &str) -> Reading<'_, Expression> {
        let Some(inner) = input.strip_prefix('(') else {
            return map(condition, |condition| Expression::One(Box::new(condition))).parse(input);
        };
        if self.depth == Query::DEEPEST {
            return Err(Err::Failure(Miss { rest: input, length: 1, kind: QueryErrorKind::TooDeep }));
        }
        let (rest, any) = preceded(blank, |rest| Self { depth: self.depth + 1 }.any(rest)).parse(inner)?;
        match rest.strip_prefix(')') {
            Some(rest) => Ok((blank(rest)?.0, any)),
            None => Err(Err::Failure(Miss::expected(rest, "`and`, `or` or `)`"))),
        }
    }
}

// --- words ----------------------------------------------------------------------------------------------------------

/// `blank`: spaces, tabs, line ends, and from a `#` to the line's end.
fn blank(input: &str) -> Reading<'_, ()> {
    let mut rest = input.trim_start_matches([' ', '\t', '\n', '\r']);
    while rest.starts_with('#') {
        let line = rest.find('\n').unwrap_or(rest.len());
        rest = rest[line..].trim_start_matches([' ', '\t', '\n', '\r']);
    }
    Ok((rest, ()))
}

/// `name`, without the blanks behind it.
fn name(input: &str) -> Reading<'_, &str> {
    let first = take_while1(|c: char| c.is_ascii_alphabetic());
    recognize((first, take_while(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-'))).parse(input)
}

/// A word of the language, in any case, and the blanks behind it.
fn keyword<'a>(word: &'static str) -> impl Parser<&'a str, Output = (), Error = Miss<'a>> {
    move |input: &'a str| match name(input) {
        Ok((rest, found)) if found.eq_ignore_ascii_case(word) => blank(rest),
        _ => Err(Err::Error(Miss::expected(input, word))),
    }
}

/// Whether a character can stand in a value without quotes.
fn is_bare(c: char) -> bool {
    !c.is_whitespace() && !c.is_control() && !"()\"'=<>!~#".contains(c)
}

/// `value = text / 1*bare`
fn value(input: &str) -> Reading<'_, Word<'_, String>> {
    if input.starts_with(['"', '\'']) {
        return text(input);
    }
    let bare = take_while1::<_, _, Miss<'_>>(is_bare).parse(input);
    let Ok((after, bare)) = bare else { return Err(Err::Failure(Miss::expected(input, "a value"))) };
    Ok((blank(after)?.0, Word::new(input, after, bare.to_owned())))
}

/// `text`: in quotes of either kind; `\` makes a quote or another `\` plain.
fn text(input: &str) -> Reading<'_, Word<'_, String>> {
    let Some(quote) = input.chars().next().filter(|quote| matches!(quote, '"' | '\'')) else {
        return Err(Err::Failure(Miss::expected(input, "a text in quotes")));
    };
    let mut value = String::new();
    let mut chars = input[1..].char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        match (c, chars.peek()) {
            (c, _) if c == quote => {
                let after = &input[1 + at + 1..];
                return Ok((blank(after)?.0, Word::new(input, after, value)));
            }
            ('\\', Some((_, next))) if *next == quote || *next == '\\' => {
                value.push(*next);
                chars.next();
            }
            (c, _) => value.push(c),
        }
    }
    Err(Err::Failure(Miss { rest: input, length: 1, kind: QueryErrorKind::UnclosedText }))
}

/// `operator`
fn operator(input: &str) -> Reading<'_, Word<'_, Operator>> {
    let found = Operator::ALL.into_iter().find_map(|operator| Some((operator, input.strip_prefix(operator.sign())?)));
    let Some((operator, after)) = found else {
        let expected = "`=`, `!=`, `<`, `<=`, `>`, `>=`, `~` or `!~`";
        return Err(Err::Failure(Miss::expected(input, expected)));
    };
    Ok((blank(after)?.0, Word::new(input, after, operator)))
}

// --- conditions -----------------------------------------------------------------------------------------------------

/// `condition`
fn condition(input: &str) -> Reading<'_, Condition> {
    let Ok((after, found)) = name(input) else {
        return Err(Err::Failure(Miss::expected(input, "a condition")));
    };
    if let Some(rest) = after.strip_prefix('.') {
        return qualified(input, found, rest);
    }
    let (rest, ()) = blank(after)?;
    match found.to_ascii_lowercase().as_str() {
        "and" | "or" | "not" => Err(Err::Failure(Miss::expected(input, "a condition"))),
        "has" => map(tag_name, Condition::HasTag).parse(rest),
        "valid" => Ok((rest, Condition::Valid(true))),
        "invalid" => Ok((rest, Condition::Valid(false))),
        "invalid-turn" => Ok((rest, Condition::InvalidTurn)),
        "game" => game(rest),
        "rules" => rules(rest),
        "result" => result(rest),
        "termination" => termination(rest),
        "code" => code(rest),
        "reaches" => reaches(rest),
        "opens" => opens(rest),
        "date" => date(rest),
        _ => named(Word::new(input, after, found), rest),
    }
}

/// A condition that begins with a name and a dot.
fn qualified<'a>(input: &'a str, before: &'a str, rest: &'a str) -> Reading<'a, Condition> {
    let Ok((after, found)) = name(rest) else {
        return Err(Err::Failure(Miss::expected(rest, "a name")));
    };
    let word = Word::new(rest, after, found);
    let (rest, ()) = blank(after)?;
    match (before.to_ascii_lowercase().as_str(), seat(before), Count::from_name(found)) {
        (_, Some(seat), Some(Count::Played(_, played))) => counted(Count::Played(Some(seat), played), rest),
        (_, Some(_), Some(Count::Whole(_))) => word.fault(QueryErrorKind::NoSeat { name: found.to_owned() }),
        (_, Some(_), None) => Err(Err::Failure(Miss::expected(word.rest, "something to count, such as `captures`"))),
        ("rules", ..) => option(&word, rest),
        ("tag", ..) if found.eq_ignore_ascii_case("Date") => date(rest),
        ("tag", ..) => tag(TagName::new(found), rest),
        _ => {
            let before = Word::new(input, &input[before.len()..], ());
            before.fault(QueryErrorKind::Expected {
                expected: "`south.`, `north.`, `rules.` or `tag.`",
                found: input[..before.length + 1].to_owned(),
            })
        }
    }
}

/// A condition that begins with a count or a tag.
fn named<'a>(word: Word<'a, &'a str>, rest: &'a str) -> Reading<'a, Condition> {
    match (TagName::plain(word.value), Count::from_name(word.value)) {
        (Some(name), _) => tag(name, rest),
        (None, Some(count)) => counted(count, rest),
        (None, None) => {
            let kind = QueryErrorKind::UnknownName { name: word.value.to_owned(), meant: likely_word(word.value) };
            word.fault(kind)
        }
    }
}

/// `tag-name = [ "tag." ] name`, where nothing else can stand.
fn tag_name(input: &str) -> Reading<'_, TagName> {
    let told = input.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("tag."));
    let rest = if told { &input[4..] } else { input };
    let Ok((after, found)) = name(rest) else {
        return Err(Err::Failure(Miss::expected(rest, "the name of a tag")));
    };
    Ok((blank(after)?.0, TagName::new(found)))
}

/// `tag-name operator value`
fn tag(name: TagName, input: &str) -> Reading<'_, Condition> {
    let (rest, operator) = operator(input)?;
    let (rest, value) = value(rest)?;
    let test = match operator.value {
        Operator::Contains { negated } => TextTest::contains(negated, &value.value),
        Operator::Compare(comparison) => match comparison.equality() {
            Some(equality) => TextTest::Is(equality, value.value),
            None => {
                let number = whole_number(&value)?;
                return Ok((rest, Condition::TagNumber(name, comparison, number)));
            }
        },
    };
    Ok((rest, Condition::TagText(name, test)))
}

fn whole_number<'a, T: std::str::FromStr>(word: &Word<'a, String>) -> Result<T, Err<Miss<'a>>> {
    let plain = !word.value.starts_with('+');
    let digits = word.value.bytes().all(|byte| byte.is_ascii_digit());
    let allowed = if digits { "this has too many digits" } else { "only digits are" };
    word.value.parse().ok().filter(|_| plain).map_or_else(
        || {
            word.fault(QueryErrorKind::Value {
                found: word.value.clone(),
                wanted: "whole number",
                meant: None,
                allowed: allowed.to_owned(),
            })
        },
        Ok,
    )
}

/// A whole number, or another count.
fn amount<'a>(word: &Word<'a, String>) -> Result<Amount, Err<Miss<'a>>> {
    if let Some(count) = Count::read(&word.value) {
        return Ok(Amount::Count(count));
    }
    whole_number(word).map(Amount::Number)
}

/// `count [ comparison amount ]`; without them, at least one.
fn counted(count: Count, input: &str) -> Reading<'_, Condition> {
    if !input.starts_with(['=', '!', '<', '>', '~']) {
        return Ok((input, Condition::Count(count, Comparison::AtLeast, Amount::Number(1))));
    }
    let (rest, operator) = operator(input)?;
    let Operator::Compare(comparison) = operator.value else {
        let allowed = "`=`, `!=`, `<`, `<=`, `>` or `>=`";
        return wrong_operator(&operator, count.to_string(), allowed);
    };
    let (rest, value) = value(rest)?;
    Ok((rest, Condition::Count(count, comparison, amount(&value)?)))
}

fn wrong_operator<'a, T>(
    operator: &Word<'a, Operator>,
    name: String,
    allowed: &'static str,
) -> Result<T, Err<Miss<'a>>> {
    operator.fault(QueryErrorKind::Operator { name, allowed, found: operator.value.sign() })
}

/// `( "=" / "!=" ) value`
fn equality<'a>(name: &str, input: &'a str) -> Reading<'a, (Equality, Word<'a, String>)> {
    let (rest, operator) = operator(input)?;
    let equality = match operator.value {
        Operator::Compare(comparison) => comparison.equality(),
        Operator::Contains { .. } => None,
    };
    let Some(equality) = equality else { return wrong_operator(&operator, name.to_owned(), "`=` or `!=`") };
    let (rest, value) = value(rest)?;
    Ok((rest, (equality, value)))
}

/// Reads what a value must be one of.
fn one_of<'a, T>(
    word: &Word<'a, String>,
    wanted: &'static str,
    found: Option<T>,
    names: &[&'static str],
) -> Result<T, Err<Miss<'a>>> {
    found.map_or_else(
        || {
            let allowed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
            word.fault(QueryErrorKind::Value {
                found: word.value.clone(),
                wanted,
                meant: nearest(&word.value, names.iter().copied()),
                allowed: format!("there are {allowed}"),
            })
        },
        Ok,
    )
}

fn game(input: &str) -> Reading<'_, Condition> {
    let (rest, (equality, value)) = equality("game", input)?;
    let game = one_of(&value, "game", Game::from_name(&value.value), &Game::ALL.map(Game::key))?;
    Ok((rest, Condition::Game(equality, game)))
}

fn result(input: &str) -> Reading<'_, Condition> {
    let (rest, (equality, value)) = equality("result", input)?;
    let result = GameResult::ALL.into_iter().find(|result| result.token() == value.value);
    let result = one_of(&value, "result", result, &GameResult::ALL.map(GameResult::token))?;
    Ok((rest, Condition::Result(equality, result)))
}

fn termination(input: &str) -> Reading<'_, Condition> {
    let (rest, (equality, value)) = equality("termination", input)?;
    let found = Termination::from_name(&value.value);
    let termination = one_of(&value, "termination", found, &Termination::ALL.map(Termination::name))?;
    Ok((rest, Condition::Termination(equality, termination)))
}

/// `rules`: the options as a text.
fn rules(input: &str) -> Reading<'_, Condition> {
    let (rest, operator) = operator(input)?;
    let test = match operator.value {
        Operator::Contains { negated } => Some((None, negated)),
        Operator::Compare(comparison) => comparison.equality().map(|equality| (Some(equality), false)),
    };
    let Some((equality, negated)) = test else {
        return wrong_operator(&operator, "rules".to_owned(), "`=`, `!=`, `~` or `!~`");
    };
    let (rest, value) = value(rest)?;
    let test = match equality {
        Some(equality) => TextTest::Is(equality, value.value),
        None => TextTest::contains(negated, &value.value),
    };
    Ok((rest, Condition::Rules(test)))
}

/// `"rules." option operator value`
fn option<'a>(name: &Word<'a, &'a str>, input: &'a str) -> Reading<'a, Condition> {
    let Some((_, spec)) = options(name.value).next() else {
        let kind = QueryErrorKind::UnknownOption { name: name.value.to_owned(), meant: likely_option(name.value) };
        return name.fault(kind);
    };
    let (rest, operator) = operator(input)?;
    let Operator::Compare(comparison) = operator.value else {
        return wrong_operator(&operator, format!("rules.{}", spec.name), "`=`, `!=`, `<`, `<=`, `>` or `>=`");
    };
    let (rest, value) = value(rest)?;
    let Some(equality) = comparison.equality() else {
        return Ok((rest, Condition::OptionNumber(spec.name, comparison, whole_number(&value)?)));
    };
    let setting = setting(spec.name, &value)?;
    Ok((rest, Condition::Option(spec.name, equality, setting)))
}

/// Reads the value of an option, which must be one in some game.
fn setting<'a>(name: &'static str, word: &Word<'a, String>) -> Result<Setting, Err<Miss<'a>>> {
    let set = options(name).find_map(|(game, _)| {
        let mut rules = Ruleset::new(game);
        rules.set(name, &word.value).ok()?;
        rules.settings().find(|(spec, _)| spec.name == name).map(|(_, setting)| setting)
    });
    set.map_or_else(
        || {
            let allowed = options(name).map(|(game, spec)| format!("in {game} it is {}", spec.values));
            word.fault(QueryErrorKind::Value {
                found: word.value.clone(),
                wanted: "value of this option",
                meant: None,
                allowed: allowed.collect::<Vec<_>>().join(", "),
            })
        },
        Ok,
    )
}

fn code(input: &str) -> Reading<'_, Condition> {
    let (rest, value) = value(input)?;
    let Some(code) = Code::from_name(&value.value) else {
        return value.fault(QueryErrorKind::Value {
            found: value.value.clone(),
            wanted: "code",
            meant: nearest(&value.value, Code::ALL.iter().flat_map(|code| [code.code(), code.slug()])),
            allowed: "`matombo explain --list` lists them".to_owned(),
        });
    };
    Ok((rest, Condition::Code(code)))
}

/// `"Date" operator value`
fn date(input: &str) -> Reading<'_, Condition> {
    let (rest, operator) = operator(input)?;
    let (rest, value) = value(rest)?;
    let comparison = match operator.value {
        Operator::Compare(comparison) => comparison,
        Operator::Contains { negated } => {
            let test = TextTest::contains(negated, &value.value);
            return Ok((rest, Condition::TagText(TagName::new("Date"), test)));
        }
    };
    let unknown = matches!(value.value.as_str(), "?" | "????" | "????.??.??");
    if let Some(equality) = comparison.equality().filter(|_| unknown) {
        return Ok((rest, Condition::DateUnknown(equality)));
    }
    let Some(period) = Period::read(&value.value) else {
        return value.fault(QueryErrorKind::Value {
            found: value.value.clone(),
            wanted: "date",
            meant: None,
            allowed: "one is written `1964`, `1964-05` or `1964-05-03`".to_owned(),
        });
    };
    Ok((rest, Condition::Date(comparison, period)))
}

/// `"reaches" [ "board" ] text [ "from" "either" "seat" ]`
fn reaches(input: &str) -> Reading<'_, Condition> {
    let (rest, extent) = match keyword("board").parse(input) {
        Ok((rest, ())) => (rest, Extent::Board),
        Err(_) => (input, Extent::Position),
    };
    let (rest, line) = text(rest)?;
    let (rest, either) = match keyword("from").parse(rest) {
        Ok((rest, ())) => (words(rest, ["either", "seat"], "`either seat`")?.0, true),
        Err(_) => (rest, false),
    };
    let target = Target::read(&line.value, extent, either).or_else(|error| {
        if extent == Extent::Position && read_board(&line.value).is_ok() {
            return line.fault(QueryErrorKind::BoardAlone);
        }
        inside(&line, error.range.clone(), QueryErrorKind::Position(error))
    })?;
    Ok((rest, Condition::Reaches(target)))
}

fn words<'a>(input: &'a str, words: [&'static str; 2], expected: &'static str) -> Reading<'a, ()> {
    let read = (keyword(words[0]), keyword(words[1])).parse(input);
    match read {
        Ok((rest, _)) => Ok((rest, ())),
        Err(_) => Err(Err::Failure(Miss::expected(input, expected))),
    }
}

/// `"opens" text`
fn opens(input: &str) -> Reading<'_, Condition> {
    let (rest, turns) = text(input)?;
    let opening = Opening::read(&turns.value)
        .or_else(|error| inside(&turns, error.range, QueryErrorKind::Opening(error.message)))?;
    Ok((rest, Condition::Opens(opening)))
}

/// Points at a part of a text in quotes; at all of it, if it is not written as it is.
fn inside<'a, T>(
    word: &Word<'a, String>,
    range: std::ops::Range<usize>,
    kind: QueryErrorKind,
) -> Result<T, Err<Miss<'a>>> {
    if word.length != word.value.len() + 2 {
        return word.fault(kind);
    }
    let place = Word { rest: &word.rest[1 + range.start..], length: range.len(), value: () };
    place.fault(kind)
}
