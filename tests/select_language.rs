//! The language of `matombo select`: what every condition says of records, what is no query, and how it is printed.

mod common;

use std::fs;
use std::path::Path;

use matombo::archive::{Query, QueryErrorKind};
use matombo::notation::read_text;
use matombo::record::{Judge, Keep};
use matombo::render::Palette;
use pretty_assertions::assert_eq;
use proptest::prelude::*;

const TSORO: &str = r#"[Game "Fuva"]
[Rules "columns=8 heads=right1 bonus=3"]
[Event "Village match"]
[Date "1964-05"]
[Round "2"]
[South "East side"]
[North "West \"side\""]
[Result "*"]
[Board "07"]
[annotator ""]

{Fine.} 1. B3.B8 b6/b8 {on} 2. B8 (2. B4 {or}) b7xA6+B7,A8,A5 3. B4 b1 *
"#;
const WAIVED: &str = "[Game \"Tsoro\"]\n[Rules \"columns=8\"]\n[Termination \"resignation\"]\n\n\
                      1. B7 b4 2. B8 b2 3. B5 b1/b7 4. B2.B7 b4.b8 5. B7 a8xA5+B3,A7 6. B6 b5xA7+A8 7. B8xa2+0 1-0\n";
const NSOLO: &str = "[Game \"Nsolo\"]\n\n1. B7xa1:2+b2:1,a6:1 b5xA8+0 *\n";
const IGISORO: &str = "[Game \"Igisoro\"]\n\n1. B4 b4 2. B6xa5 b6xA3 3. B8 b2 4. B1~xa5~xa7xa3-a8^ b8-A5 *\n";
const BOSH: &str = "[Game \"Bosh\"]\n[Position \"5*0/1,4*0 S 20,19 1S\"]\n\n1. A1 @A1-5/a1-4 1... a1 *\n";
const DRAW: &str = "[Game \"Kimasai\"]\n[Termination \"agreement\"]\n\n1. A2xa12 a2xA12 1/2-1/2\n";
const WRONG: &str = "[Game \"Bosh\"]\n[South \"Amina\"]\n\n1. A5xa2 a1 *\n";
const BAD_TAGS: &str = "[Game \"Nchombwa\"]\n[Rules \"columns=99\"]\n[South \"Amina\"]\n[Date \"1913\"]\n\n1. B7 *\n";

/// What a query says of a record; the same as what its parts, its print and less of the record say of it.
fn says(text: &str, query: &str) -> bool {
    let parsed = Query::parse(query).unwrap_or_else(|error| panic!("{query}: {error}"));
    assert_eq!(Query::parse(&parsed.to_string()).as_ref(), Ok(&parsed), "{query} is printed as {parsed}");
    let answer =
        |query: &Query, keep: Keep| query.matches(&Judge::new().keep(keep).judge(text, &read_text(text)), keep);
    let said = answer(&parsed, parsed.needs()).unwrap_or_else(|| panic!("{query} needs more than it says"));
    for keep in [Keep::Tags, Keep::Verdict, Keep::Turns, Keep::Positions] {
        match answer(&parsed, keep) {
            Some(other) => assert_eq!(other, said, "{query} with {keep:?}"),
            None => assert!(keep < parsed.needs(), "{query} with {keep:?}"),
        }
    }
    let not = Query::parse(&format!("not ({query}\n)")).expect("a query");
    assert_eq!(answer(&not, not.needs()), Some(!said), "{query}");
    said
}

/// Holds that some queries hold of a record, and others do not.
fn holds(text: &str, yes: &[&str], no: &[&str]) {
    for query in yes {
        assert!(says(text, query), "{query} should hold");
    }
    for query in no {
        assert!(!says(text, query), "{query} should not hold");
    }
}

#[test]
fn tags_are_compared_as_texts() {
    holds(
        TSORO,
        &[
            r#"South ~ "east""#,
            "south~EAST",
            r#"SOUTH = "East side""#,
            r#"South != "east side""#,
            r#"South !~ "west""#,
            r#"North = "West \"side\"""#,
            r#"North = 'West "side"'"#,
            "Board = 07",
            "BOARD = '07'",
            r#"tag.annotator = """#,
            "tag.Event ~ match",
            r#"tag.Game = "Tsoro""#,
            r#"tag.Result = "*""#,
            r#"tag.Termination = "unterminated""#,
            r#"tag.Rules ~ "bonus=3""#,
        ],
        &[r#"South ~ "west""#, "South = East", r#"South != "East side""#, "South !~ EAST", "Board = 7", "Site = x"],
    );
}

#[test]
fn a_tag_that_is_not_there_compares_in_no_way() {
    holds(
        TSORO,
        &["has South", "has board", "has tag.Annotator", "not has Site", "has Rules", "has Game", "has Date"],
        &[
            "has Site",
            "has Position",
            r#"Site = "x""#,
            r#"Site != "x""#,
            "Site ~ x",
            "Site !~ x",
            "Site < 3",
            "Elo >= 0",
        ],
    );
}

#[test]
fn tags_that_are_whole_numbers_have_an_order() {
    holds(
        TSORO,
        &["Round >= 2", "Round < 3", "Round > -1", "Board < 8", "Board >= 7", "Board <= 07"],
        &["Round > 2", "Round < 2", "South > 0", "South <= 0", "Event >= 0"],
    );
}

#[test]
fn dates_compare_for_every_day_they_can_mean() {
    let cases = [
        // The tag, what holds of it, and what does not.
        (
            "1964",
            "= 1964, >= 1964, <= 1964, != 1965, > 1963, < 1965, >= 1964-01",
            ">= 1964-02, = 1964-05, != 1964-05, < 1964",
        ),
        (
            "1964-05",
            "= 1964, = 1964-05, >= 1964-05-01, <= 1964-05-31, > 1964-04, < 1964-06",
            "= 1964-05-03, != 1964-05-03, > 1964, > 1964-05-01",
        ),
        (
            "1964-05-03",
            "= 1964, = 1964-05, = 1964-05-03, >= 1964-05, <= 1964, != 1964-05-04, > 1964-05-02",
            "!= 1964, > 1964-05, < 1964-05",
        ),
        ("1964.02.??", "= 1964-02, <= 1964-02-29, < 1964-03-01", "<= 1964-02-28"),
        ("1963-02", "<= 1963-02-28", "<= 1963-02-27"),
        ("?", "= ?, = ????, = '????.??.??'", "!= ?, = 1964, != 1964, >= 0000"),
        ("????.??.??", "= ?", "!= ?"),
        ("1964-13", "~ 1964, != ?", "= 1964, != 1964, >= 0000, <= 9999, = ?"),
        ("long ago", "~ AGO, !~ 1964", "= 1964, < 9999"),
    ];
    for (date, yes, no) in cases {
        let text = format!("[Game \"Bosh\"]\n[Date \"{date}\"]\n\n*\n");
        for (comparisons, expected) in [(yes, true), (no, false)] {
            for comparison in comparisons.split(", ") {
                assert_eq!(says(&text, &format!("Date {comparison}")), expected, "{date} {comparison}");
                assert_eq!(says(&text, &format!("tag.date {comparison}")), expected, "{date} {comparison}");
            }
        }
    }
    holds("[Game \"Bosh\"]\n\n*\n", &["not has date"], &["Date = ?", "Date != ?", "Date >= 1964", "Date < 1964"]);
}

#[test]
fn games_and_rules() {
    holds(
        TSORO,
        &[
            "game = tsoro",
            "game = Imbwe",
            r#"game != "bao la kimasai""#,
            "rules.columns = 8",
            "rules.columns > 7",
            "RULES.Bonus-Duty = may",
            "rules.heads != left1",
            "rules.stones = exact",
            r#"rules = "columns=8 heads=right1 bonus=3""#,
            r#"rules ~ "BONUS=3""#,
            "rules !~ safe",
        ],
        &[
            "game = bosh",
            "game != tsoro",
            "rules.columns < 8",
            "rules.stall = 3",
            "rules.stall != 3",
            "rules.heads > 1",
            r#"rules = """#,
            "rules ~ safe",
        ],
    );
    holds(
        DRAW,
        &["game = kimasai", "rules.repetition = 2", "rules.repetition != off", r#"rules = """#],
        &["game = fuva"],
    );
    let off = "[Game \"Nsolo\"]\n[Rules \"repetition=off\"]\n\n*\n";
    holds(off, &["rules.repetition = off"], &["rules.repetition >= 2", "rules.repetition < 2"]);
}

#[test]
fn results_and_terminations() {
    holds(
        DRAW,
        &["result = 1/2-1/2", r#"Result != "1-0""#, "termination = Agreement", "termination != normal"],
        &["result = *", "result != 1/2-1/2", r#"termination = "time forfeit""#],
    );
    holds(TSORO, &["result = *", "termination = unterminated"], &["result = 0-1", "termination != unterminated"]);
    holds(WAIVED, &["result = 1-0", "termination = resignation"], &[]);
    // Nobody knows how it ended.
    let untold = "[Game \"Bosh\"]\n\n1. A5xa1 1-0\n";
    holds(untold, &["warning", "code W0905"], &["termination = normal", "termination != normal", "has Termination"]);
}

#[test]
fn validity_and_faults() {
    holds(TSORO, &["valid", "not warning", "errors = 0"], &["invalid", "invalid-turn", "warnings > 0", "code E0502"]);
    holds(
        WRONG,
        &["invalid", "invalid-turn", "errors = 1", "code e0506", "code wrong-capture"],
        &["valid", "code E0502"],
    );
    // A bad tag is no bad turn, and a wrong check leaves a turn legal.
    holds(BAD_TAGS, &["invalid", "code bad-rules"], &["invalid-turn", "valid"]);
    let check = "[Game \"Bosh\"]\n\n1. A5xa1:4 *\n";
    holds(check, &["invalid", "code wrong-count", "capture"], &["invalid-turn"]);
    for turn in ["A9x", "A5\u{2044}A4", "A4~a5", "A1 (1. a1)", "A5xa1 A4"] {
        let text = format!("[Game \"Bosh\"]\n\n1. {turn} *\n");
        assert!(says(&text, "invalid-turn"), "{turn}");
    }
    // The turn is not to blame for what stands behind it.
    let refill = BOSH.replace("@A1-5/a1-4", "@A1-4/a1-4");
    holds(&refill, &["invalid", "code wrong-refill"], &["invalid-turn"]);
}

#[test]
fn records_without_a_header_are_known_by_their_tags() {
    holds(
        BAD_TAGS,
        &["south = Amina", "game = nsolo", "Date = 1913", "has Rules", "tag.Rules ~ 99", "plies = 1"],
        &["has North", "rules ~ 99", "rules !~ 99", "rules.columns >= 8", "captures = 1", "opens 'B7'"],
    );
    holds("1. A5 *\n", &["invalid"], &["game = bosh", "game != bosh", "has South", "reaches board '5*4/5*4'"]);
}

#[test]
fn counts_of_tsoro() {
    holds(
        TSORO,
        &[
            "plies = 6",
            "head-stop",
            "head-stops = 1",
            "south.head-stop",
            "go-on",
            "north.go-ons = 1",
            "capture",
            "north.captures = 1",
            "captured = 9",
            "bonus-pits = 3",
            "comments = 3",
            "comment",
            "variation",
            "variations = 1",
            "laps > 6",
            "lap >= 1",
            "waived-bonuses = 0",
            "north.captures > south.captures",
            "comments = bonus-pits",
            "plies<north.Captured and plies != LAPS",
            "PLY",
        ],
        &[
            "plies > 6",
            "plies != 6",
            "north.head-stop",
            "south.capture",
            "south.captured > 0",
            "waived-bonus",
            "rounds = 1",
            "rounds",
        ],
    );
    holds(
        WAIVED,
        &["waived-bonus", "south.waived-bonuses = 1", "bonus-pit"],
        &["north.waived-bonus", "waived-strip", "comment", "variations > 0"],
    );
}

#[test]
fn counts_of_the_other_games() {
    holds(
        NSOLO,
        &["stripped = 2", "south.stripped = 2", "waived-strip", "north.waived-strips = 1"],
        &["south.waived-strip", "waived-bonus"],
    );
    holds(
        IGISORO,
        &[
            "pass",
            "passes = 2",
            "south.passes = 1",
            "retreat",
            "north.retreat",
            "retreats = 1",
            "clockwise-capture",
            "south.clockwise-captures = 2",
        ],
        &["south.retreat", "north.clockwise-capture", "head-stop", "go-on"],
    );
    holds(BOSH, &["rounds = 2", "rounds > 1"], &["rounds = 1", "rounds > 2"]);
}

#[test]
fn records_are_looked_at_up_to_their_fault() {
    let text = "[Game \"Bosh\"]\n\n1. A5xa1 A1 2. A5 a3 *\n";
    holds(
        text,
        &["capture", "captures = 1", "plies = 4", "reaches board '0,3*5,0/4*5,0'", "opens 'A5'"],
        &["captures = 2", "opens 'A5 A1'"],
    );
}

#[test]
fn reaches_compares_positions() {
    let start = "3,7*2/8*0/8*0/7*2,3";
    holds(
        TSORO,
        &[
            "reaches '3,7*2/8*0/8*0/7*2,3 S 0,0'",
            "reaches '3,2,2,2,2,2,2,2/4*0,4*0/8*0/7*2,3  S  0,0'",
            "reaches '1,2*0,5*2/2,0,2,0,2*1,2*0/6*0,1,0/2*2,0,3,4*0 S 0,9'",
            "reaches '1,0,1,2*3,0,3,0/2,0,2,0,2*1,2*0/6*0,1,0/2*2,2*0,3*1,0 S 0,9'",
            &format!("reaches board '{start}'"),
            "reaches board '3,7*2/8*0/8*0/2*2,0,3,0,2*3,4'",
        ],
        &[
            "reaches '3,7*2/8*0/8*0/7*2,3 N 0,0'",
            "reaches '3,7*2/8*0/8*0/7*2,3 S 0,1'",
            "reaches board '7*2,3/8*0/8*0/3,7*2'",
            "reaches board '5*4/5*4'",
            "reaches '5*4/5*4 S 0,0 1S'",
            "reaches board '21*2/21*0/21*0/21*2'",
            // Only in the variation.
            "reaches board '0,3,0,5*2/4*1,4*0/5*0,3*1/2*2,2*0,1,4,0,5'",
        ],
    );
}

#[test]
fn reaches_from_either_seat_turns_the_board() {
    // North stands as South does in the record, with what South has taken, and is to move.
    holds(
        TSORO,
        &[
            "reaches '4,2*3,0,3,0,2*2/8*0/8*0/7*2,3 S 0,0' from either seat",
            "reaches '3,7*2/8*0/8*0/7*2,3 N 0,0' from either seat",
            "reaches '3,7*2/8*0/8*0/7*2,3 S 0,0' FROM EITHER SEAT",
            "reaches '4*0,3,0,2*2/0,1,6*0/2*0,2*1,0,2,0,2/5*2,2*0,1 N 9,0' from either seat",
            "reaches board '4*0,3,0,2*2/0,1,6*0/2*0,2*1,0,2,0,2/5*2,2*0,1' from either seat",
        ],
        &[
            "reaches '4,2*3,0,3,0,2*2/8*0/8*0/7*2,3 S 0,0'",
            "reaches '4,2*3,0,3,0,2*2/8*0/8*0/7*2,3 N 0,0' from either seat",
            "reaches '4*0,3,0,2*2/0,1,6*0/2*0,2*1,0,2,0,2/5*2,2*0,1 N 0,9' from either seat",
            "reaches board '4*0,3,0,2*2/0,1,6*0/2*0,2*1,0,2,0,2/5*2,2*0,1'",
        ],
    );
    // The seat that began the round is exchanged too.
    holds(
        BOSH,
        &["reaches '5*0/1,4*0 S 20,19 1S'", "reaches '4*0,1/5*0 N 19,20 1N' from either seat"],
        &["reaches '4*0,1/5*0 N 19,20 1S' from either seat", "reaches '5*0/1,4*0 S 20,19 2S'"],
    );
}

#[test]
fn opens_compares_what_was_decided() {
    holds(
        TSORO,
        &[
            "opens 'B3.B8'",
            "opens 'B3.B8 b6/b8'",
            "opens '1. B3.B8 1... b6/b8 2.B8'",
            "opens 'B3|B8! b6>b8 {a remark} B8 (B4) b7xA6:4+A5,A8,B7'",
            "opens 'B3.B8=B8 b6/b8 B8 b7+A8:1,B7,A5 B4 b1 *'",
        ],
        &[
            "opens 'B3/B8'",
            // Whether it goes on is not said, so it is no turn.
            "opens 'B3'",
            "opens 'B4'",
            "opens 'b6/b8'",
            "opens 'B3.B8=B7'",
            "opens 'B3.B8#'",
            "opens 'B3.B8 b6/b8 B4'",
            "opens 'B3.B8 b6/b8 B8 b7xA6+B7,A8'",
            "opens 'B3.B8 b6/b8 B8 b7xA6:3+B7,A8,A5'",
            "opens 'B3.B8 b6/b8 B8 b7xA6+B7,A8,A5 B4 b1 B5'",
            "opens 'A99'",
        ],
    );
    holds(NSOLO, &["opens 'B7+a6:1,b2:1 b5+0'"], &["opens 'B7+a6:2'", "opens 'B7'"]);
    let clockwise = "B4 b4 B6xa5 b6xA3 B8 b2 B1~xa5~xa7xa3-a8^ b8-A5";
    holds(IGISORO, &[&format!("opens '{clockwise}'")], &[&format!("opens '{}'", clockwise.replace('^', ""))]);
}

#[test]
fn opens_compares_refills_where_they_are_written() {
    holds(
        BOSH,
        &["opens 'A1 a1'", "opens 'A1 @A1-5/a1-4 a1'", "opens 'A1 @A1-5:1/a1-4:3'"],
        &["opens 'A1 @A1-4/a1-4'", "opens 'A1 a1 @A1-5/a1-4'", "opens 'A1 @A1-5:0/a1-4:3'"],
    );
}

#[test]
fn and_binds_more_than_or_and_not_most() {
    holds(
        TSORO,
        &[
            "valid or invalid and invalid",
            "(valid or invalid) and valid",
            "not invalid and valid",
            "not (invalid and valid)",
            "not not valid",
            "NOT invalid OR invalid",
            "valid and # a remark ( \"\n  plies = 6\t# the end",
            "((valid))",
        ],
        &["(valid or invalid) and invalid", "not valid or invalid", "not not not valid", "not (valid or invalid)"],
    );
}

#[test]
fn no_more_is_kept_than_a_query_needs() {
    let needs = |query: &str| {
        let query = Query::parse(query).expect("a query");
        (query.may_need(), query.needs())
    };
    assert_eq!(needs("Date >= 1964 and game = bosh or result = * or plies > 3"), (Keep::Tags, Keep::Tags));
    assert_eq!(needs("valid and code E0502"), (Keep::Verdict, Keep::Verdict));
    assert_eq!(needs("South ~ east and head-stop"), (Keep::Tags, Keep::Turns));
    assert_eq!(needs("comment or opens 'B5'"), (Keep::Turns, Keep::Positions));
    // What is known settles it if it can.
    let query = Query::parse("game = bosh and reaches board '5*4/5*4' or plies > 0").expect("a query");
    let tags = |text: &str| query.matches(&Judge::new().keep(Keep::Tags).judge(text, &read_text(text)), Keep::Tags);
    assert_eq!(tags(WRONG), Some(true));
    assert_eq!(tags("[Game \"Bosh\"]\n\n*\n"), None);
    assert_eq!(tags("[Game \"Nsolo\"]\n\n*\n"), Some(false));
}

#[test]
fn queries_are_printed_in_one_way() {
    for (query, printed) in [
        ("SOUTH~East AND (capture OR not not has site)", r#"South ~ "east" and (captures >= 1 or has Site)"#),
        ("(valid and invalid) or (valid)", "valid and invalid or valid"),
        ("not (valid or invalid)", "not (valid or invalid)"),
        ("not (not valid)", "valid"),
        ("Date=1964.05.??", "Date = 1964-05"),
        ("game = Nchombwa and tag.game = x", r#"game = nsolo and tag.Game = "x""#),
        ("termination = 'Time Forfeit'", r#"termination = "time forfeit""#),
        (r#"Event = 'a"\\b'"#, r#"Event = "a\"\\b""#),
        ("code head-undecided", "code E0502"),
        ("tag.lower = 1 and tag.Upper = 2 and tag.Plies = 3", r#"tag.lower = "1" and Upper = "2" and tag.Plies = "3""#),
        ("reaches '2,2,2/0,0,0 N 1,2 3S'", r#"reaches "3*2/3*0 N 1,2 3S""#),
        ("reaches board '2,2,2/0,0,0' from either seat", r#"reaches board "3*2/3*0" from either seat"#),
        ("south.retreat>2 and rules.heads=left1", "south.retreats > 2 and rules.heads = left1"),
    ] {
        assert_eq!(Query::parse(query).expect(query).to_string(), printed);
    }
}

#[test]
fn nesting_and_length_have_limits() {
    let nested = |depth: usize| format!("{}valid{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Query::parse(&nested(Query::DEEPEST)).is_ok());
    let error = Query::parse(&nested(Query::DEEPEST + 1)).expect_err("too deep");
    assert_eq!((error.range, error.kind), (Query::DEEPEST..Query::DEEPEST + 1, QueryErrorKind::TooDeep));
    let nots = format!("{}valid", "not ".repeat(10_000));
    assert_eq!(Query::parse(&nots).map(|query| query.to_string()), Ok("valid".to_owned()));
    let many = vec!["valid"; 6_000].join(" or ");
    assert_eq!(Query::parse(&many).map(|query| query.to_string()), Ok(many));
    let long = "é".repeat(Query::LONGEST / 2 + 1);
    assert_eq!(Query::parse(&long).map_err(|error| error.kind), Err(QueryErrorKind::TooLong));
}

/// What is no query, a case a paragraph in the golden.
const WRONG_QUERIES: &[&str] = &[
    "",
    "   # nothing",
    "and valid",
    "valid and",
    "valid invalid",
    "(valid",
    "valid)",
    "plise > 10",
    "resluts = 1-0",
    "annotator ~ x",
    "plies > ten",
    "plies > +1",
    "plies ~ 1",
    "plies >",
    "plies > south.plies",
    "plies == 3",
    "south.plies > 1",
    "south.east",
    "south.",
    "foo.captures",
    "South",
    "South \"east\"",
    "South = \"east",
    "South < east",
    "game = bsoh",
    "game ~ bosh",
    "result = won",
    "result > 1-0",
    "termination = resigned",
    "rules.colums = 8",
    "rules.columns = 50",
    "rules.heads = 7",
    "rules.columns ~ 8",
    "rules.columns > many",
    "rules > 3",
    "code E9999",
    "code had-undecided",
    "Date >= 1964-13",
    "Date < ?",
    "has 7",
    "reaches 5*4",
    "reaches \"5*4/5*4\"",
    "reaches \"5*4/5*4 S 0,0 1\"",
    "reaches \"5*4/99999 S 0,0\"",
    "reaches board \"5*4/5*4 S 0,0 1S\"",
    "reaches board \"5*4\"",
    "reaches board \"5*4/5*4\" from North",
    "reaches \"\\\"5*4\"",
    "opens \"\"",
    "opens \"1. \"",
    "opens \"B5 zz b3\"",
    "opens \"B5 [Game b3\"",
    "opens \"B5 (b3\"",
    "opens \"B5 \u{2044} b3\"",
    "South ~ \"\u{1b}[31m\" plise",
    "South = \"加加\" and plise",
    "\u{201c}South\u{201d}",
    "résumé = 1",
    "valid and\n  plise > 3 and\n  captures",
];

#[test]
fn what_is_no_query_is_told_with_its_place() {
    let mut told = String::new();
    for query in WRONG_QUERIES {
        let error = Query::parse(query).expect_err(query);
        error.write_human(&mut told, "query", query, Palette::plain()).expect("a String");
        told.push('\n');
    }
    assert!(!told.chars().any(|c| c.is_control() && c != '\n'));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/select-errors.txt");
    if std::env::var_os("MATOMBO_BLESS").is_some() {
        fs::write(&file, &told).expect("writable");
    }
    assert_eq!(fs::read_to_string(&file).unwrap_or_default(), told, "MATOMBO_BLESS=1 writes it anew");
}

/// A condition, as it may be written.
fn condition() -> impl Strategy<Value = String> {
    let comparison = || proptest::sample::select(vec!["=", "!=", "<", "<=", ">", ">="]);
    let equality = || proptest::sample::select(vec!["=", "!=", "~", "!~"]);
    let count =
        proptest::sample::select(vec!["plies", "laps", "south.captures", "NORTH.retreat", "head-stops", "errors"]);
    let text = "[a-zA-Z \\\\\"'#()~é加\t\n]{0,8}"
        .prop_map(|text: String| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")));
    let name =
        proptest::sample::select(vec!["South", "event", "tag.x", "tag.plies", "Board", "tag.Date2", "tag.Result"]);
    prop_oneof![
        (count, comparison(), 0_u64..500)
            .prop_map(|(count, comparison, number)| format!("{count} {comparison}{number}")),
        (name.clone(), equality(), text).prop_map(|(name, equality, text)| format!("{name}{equality}{text}")),
        (name.clone(), -9_i64..99).prop_map(|(name, number)| format!("{name} >= {number}")),
        name.prop_map(|name| format!("has {name}")),
        (comparison(), 0_u32..9999, 1_u32..13).prop_map(|(by, year, month)| format!("Date {by} {year:04}-{month:02}")),
        proptest::sample::select(vec![
            "valid",
            "invalid",
            "invalid-turn",
            "game = tsoro",
            "result != 1/2-1/2",
            "termination = \"time forfeit\"",
            "rules.columns = 8",
            "rules.repetition = off",
            "rules.columns >= 8",
            "rules ~ 'columns'",
            "code W0906",
            "reaches '5*4/5*4 S 0,0 1S' from either seat",
            "reaches board '2,2/1,0'",
            "opens '1. B5 b19 {x}'",
            "capture",
        ])
        .prop_map(str::to_owned),
    ]
}

fn expression() -> impl Strategy<Value = String> {
    condition().prop_recursive(5, 40, 4, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 1..4).prop_map(|terms| format!("({})", terms.join(" or "))),
            proptest::collection::vec(inner.clone(), 1..4).prop_map(|terms| terms.join(" AND ")),
            inner.prop_map(|term| format!("not ({term})")),
        ]
    })
}

proptest! {
    #[test]
    fn what_is_printed_reads_as_the_same_query(text in expression()) {
        let query = Query::parse(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let printed = query.to_string();
        let again = Query::parse(&printed).unwrap_or_else(|error| panic!("{printed}: {error}"));
        prop_assert_eq!(again.to_string(), printed);
        prop_assert_eq!(again, query);
        for record in [TSORO, NSOLO, BOSH, BAD_TAGS] {
            says(record, &text);
        }
    }

    #[test]
    fn any_text_is_a_query_or_told_to_be_none(
        text in prop_oneof![
            "\\PC{0,40}",
            "([a-z]{1,6}| |=|~|>|\"|'|\\(|\\)|\\.|#|\\\\|not |and |tag\\.|reaches |opens |Date|\u{1b}|\n|é|加){0,24}",
        ]
    ) {
        if let Err(error) = Query::parse(&text) {
            prop_assert!(text.get(error.range.clone()).is_some(), "{:?}", error);
            let mut told = String::new();
            error.write_human(&mut told, "query", &text, Palette::plain()).expect("a String");
            prop_assert!(!told.chars().any(|c| c.is_control() && c != '\n'), "{:?}", told);
        }
    }
}
