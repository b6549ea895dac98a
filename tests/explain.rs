//! Every diagnostic code has a page, and what the pages show and cite is so.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use assert_cmd::cargo::cargo_bin_cmd;
use matombo::diagnostic::{Code, Severity};
use matombo::notation::{Source, read};
use matombo::record::{JsonRecord, Judge, Judged};
use pretty_assertions::assert_eq;

/// The codes that no text in a page can show: they need other bytes, or too many.
const NOT_SHOWN: [Code; 4] = [Code::NotUtf8, Code::Utf16, Code::ControlCharacter, Code::RecordTooLarge];

/// The longest line of a page, in characters.
const LONGEST_LINE: usize = 80;

/// A record shown in a page.
struct Example {
    json: bool,
    text: String,
}

/// Returns the records under the headings `Wrong:` or `Right:`.
fn examples(code: Code, heading: &str) -> Vec<Example> {
    let mut found = Vec::new();
    let mut lines = code.page().lines().peekable();
    while let Some(line) = lines.next() {
        let json = line == format!("{heading}, in JSON:");
        if !json && line != format!("{heading}:") {
            continue;
        }
        let mut text = String::new();
        while let Some(line) = lines.next_if(|line| line.is_empty() || line.starts_with("    ")) {
            text.push_str(line.strip_prefix("    ").unwrap_or(line));
            text.push('\n');
        }
        found.push(Example { json, text: format!("{}\n", text.trim_matches('\n')) });
    }
    found
}

fn judge(example: &Example) -> Judged {
    let source = Source::from_text(&example.text);
    if example.json {
        JsonRecord::read(&source).judge(&Judge::new())
    } else {
        Judge::new().judge(source.text(), &read(&source))
    }
}

fn reported(judged: &Judged) -> Vec<(Code, &str)> {
    judged.diagnostics.iter().map(|fault| (fault.code, fault.message.as_str())).collect()
}

/// Returns the last paragraph of a page, its lines joined.
fn sources(code: Code) -> String {
    let page = code.page().trim_end();
    page.rsplit("\n\n").next().unwrap_or(page).replace('\n', " ")
}

/// Tells whether a word names a rule or a worked position, such as `T5`.
fn is_rule(word: &str) -> bool {
    let digits = word.strip_prefix(|c: char| c.is_ascii_uppercase());
    digits.is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reads a file named from the root of the repository.
fn repository_file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name)
}

#[test]
fn every_page_has_a_code() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/diagnostic/pages");
    let names = fs::read_dir(folder).expect("the folder of the pages");
    let names = names.map(|entry| entry.expect("a page").file_name().into_string().expect("a name in UTF-8"));
    let pages: BTreeSet<String> = names.filter(|name| name != "README.md").collect();
    let codes: BTreeSet<String> = Code::ALL.iter().map(|code| format!("{code}.md")).collect();
    assert_eq!(pages, codes);
}

#[test]
fn pages_begin_with_the_registry_and_fit_a_terminal() {
    for code in Code::ALL {
        let start = format!("{code} {} ({})\n\n{}\n\n", code.slug(), code.severity().name(), code.headline());
        let page = code.page();
        assert!(page.starts_with(&start), "{code} begins with\n{start}");
        assert!(page.ends_with('\n') && !page.ends_with("\n\n"), "{code} ends in one line end");
        for line in page.lines() {
            assert!(line.chars().count() <= LONGEST_LINE, "{code}: {line}");
            assert!(!line.ends_with(' ') && !line.contains(|c: char| c.is_control()), "{code}: {line:?}");
        }
    }
}

#[test]
fn wrong_records_give_their_code_and_no_other() {
    for code in Code::ALL {
        let shown = examples(*code, "Wrong");
        assert_eq!(shown.is_empty(), NOT_SHOWN.contains(code), "{code} shows a wrong record");
        for example in shown {
            let judged = judge(&example);
            let codes: Vec<Code> = judged.diagnostics.iter().map(|fault| fault.code).collect();
            if *code == Code::ExtDropped {
                // Only a conversion to the notation says so.
                assert_eq!(codes, [], "{code}");
                assert!(judged.ext.is_some(), "{code}");
            } else {
                assert_eq!(codes, [*code], "{code}: {:?}\n{}", reported(&judged), example.text);
            }
            assert_eq!(judged.is_valid(), code.severity() == Severity::Warning, "{code}");
        }
    }
}

#[test]
fn right_records_are_valid_and_free_of_warnings() {
    for code in Code::ALL {
        let shown = examples(*code, "Right");
        assert_eq!(shown.is_empty(), NOT_SHOWN.contains(code), "{code} shows a right record");
        for example in shown {
            let judged = judge(&example);
            assert_eq!(reported(&judged), [], "{code}\n{}", example.text);
            assert!(judged.is_valid() && judged.header.is_some(), "{code}\n{}", example.text);
            assert!(*code != Code::ExtDropped || judged.ext.is_none(), "{code}\n{}", example.text);
        }
    }
}

#[test]
fn pages_without_records_say_why_and_what_to_do() {
    for code in NOT_SHOWN {
        for part in ["\nNo record is shown here, since ", "\nRepair: "] {
            assert!(code.page().contains(part), "{code} has{part}");
        }
    }
}

#[test]
fn pages_cite_paragraphs_that_exist() {
    let spec = repository_file("notation/SPEC.md");
    for code in Code::ALL {
        let sources = sources(*code);
        let (paragraphs, _) = sources.split_once(';').unwrap_or((&sources, ""));
        let paragraphs = paragraphs.strip_prefix("See SPEC ").unwrap_or_else(|| panic!("{code} cites SPEC: {sources}"));
        let cited = paragraphs.split([' ', ',']).map(|word| word.trim_end_matches('.'));
        let cited: Vec<&str> = cited.filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).collect();
        assert!(!cited.is_empty(), "{code} cites a paragraph: {sources}");
        for paragraph in cited {
            assert!(spec.contains(&format!("\n**{paragraph}** ")), "{code} cites SPEC {paragraph}");
        }
    }
}

#[test]
fn pages_cite_rules_that_exist() {
    for code in Code::ALL {
        let sources = sources(*code);
        let mut rules = Vec::new();
        for word in sources.split([' ', ',', ';']).map(|word| word.trim_end_matches('.')) {
            if word.starts_with("notation/rulings/") {
                let rulings = repository_file(word);
                assert!(!rules.is_empty(), "{code} names rules of {word}");
                for rule in rules.drain(..) {
                    let headed = rulings.contains(&format!("\n## {rule} "));
                    assert!(headed || rulings.contains(&format!("\n- **{rule}** ")), "{code} cites {rule} of {word}");
                }
            } else if is_rule(word) {
                rules.push(word);
            }
        }
        assert_eq!(rules, [] as [&str; 0], "{code} says where its rules stand");
    }
}

#[test]
fn explain_shows_a_page() {
    cargo_bin_cmd!("matombo").args(["explain", "E0502"]).assert().success().stderr("").stdout(
        "E0502 head-undecided (error)\n\
         \n\
         A lap ends in a head and the turn does not say whether it goes on.\n\
         \n\
         In Tsoro a player whose lap ends in an own head that holds stones has a\n\
         choice: go on, with the stones of the head, or stop, which ends the turn. The\n\
         rules do not decide it, so the record must: `/B20` goes on through the head\n\
         `B20`, `.B20` stops in it. The choice comes anew every time a lap ends in an\n\
         occupied head, also in the head where the turn began.\n\
         \n\
         The heads are the two rightmost pits of each back row, unless the option\n\
         `heads` names other ones or none.\n\
         \n\
         Usual slips: only where the turn began was written down; the choice was\n\
         written for the first head and not for the second; the game was played without\n\
         heads, and the option `heads=none` is missing. The message asks for the turn\n\
         with the choice written, and names an option with which the whole record is\n\
         legal, if there is one.\n\
         \n\
         From the start the two stones of `B18` end in `B20`. Here South went on:\n\
         \n\
         Wrong:\n\
         \n\
         \x20   [Game \"Tsoro\"]\n\
         \n\
         \x20   1. B18 *\n\
         \n\
         Right:\n\
         \n\
         \x20   [Game \"Tsoro\"]\n\
         \n\
         \x20   1. B18/B20 *\n\
         \n\
         See SPEC 5.12 and 5.15; T2 and T5 in notation/rulings/tsoro.md.\n",
    );
}

#[test]
fn explain_takes_several_codes_in_any_case_and_in_words() {
    let pages = [Code::HeadUndecided, Code::NoHead, Code::NoTermination].map(Code::page).join("\n");
    let mut command = cargo_bin_cmd!("matombo");
    command.args(["explain", "e0502", "No-Head", "w0905"]).assert().success().stderr("").stdout(pages);
}

#[test]
fn explain_asks_what_an_unknown_code_was_meant_to_be() {
    let cases = [
        ("E502", "unknown code `E502`: did you mean `E0502`? `matombo explain --list` shows all codes"),
        (
            "head-undecide",
            "unknown code `head-undecide`: did you mean `head-undecided`? `matombo explain --list` shows all codes",
        ),
        ("chess", "unknown code `chess`: `matombo explain --list` shows all codes"),
        ("\u{1b}[31m", "unknown code `\\u{1b}[31m`: `matombo explain --list` shows all codes"),
    ];
    for (name, expected) in cases {
        let ran = cargo_bin_cmd!("matombo").args(["explain", "E0101", name]).assert();
        ran.code(2).stdout("").stderr(format!("matombo: {expected}\n"));
    }
}

#[test]
fn the_list_is_the_registry() {
    let ran = cargo_bin_cmd!("matombo").args(["explain", "--list"]).assert().success().stderr("");
    let list = String::from_utf8(ran.get_output().stdout.clone()).expect("a list in UTF-8");
    assert_eq!(list.lines().count(), Code::ALL.len());
    for (line, code) in list.lines().zip(Code::ALL) {
        let (words, headline) = line.split_at(line.find(code.headline()).unwrap_or(0));
        let words: Vec<&str> = words.split_whitespace().collect();
        assert_eq!((words, headline), (vec![code.code(), code.severity().name(), code.slug()], code.headline()));
    }
    let first = "E0101  error    not-utf8             The text is not UTF-8.\n";
    assert!(list.starts_with(first), "{list}");
}

#[test]
fn explain_wants_a_code_or_the_list() {
    for args in [&["explain"][..], &["explain", "--list", "E0502"]] {
        cargo_bin_cmd!("matombo").args(args).assert().code(2).stdout("");
    }
}
