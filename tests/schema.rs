//! The schema of the JSON form: it is that of the types, fits all that is written, and refuses what is broken.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use common::{RULESETS, judge, notation_files, printed, random_document, ruleset};
use jsonschema::Validator;
use matombo::notation::{RecordReader, read};
use matombo::record::{JsonRecord, Judge, Judged, Keep, json_schema, json_text, minimal_json_text};
use pretty_assertions::assert_eq;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn validator() -> Validator {
    jsonschema::draft202012::new(&json_schema()).expect("a schema")
}

#[test]
fn the_file_is_up_to_date() {
    let file = root().join("notation/record.schema.json");
    let made = format!("{:#}\n", json_schema());
    if std::env::var_os("MATOMBO_BLESS").is_some() {
        fs::write(&file, &made).expect("the schema can be written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == made, "notation/record.schema.json is not that of the types; MATOMBO_BLESS=1 writes it anew");
}

#[test]
fn it_is_a_schema_of_2020_12() {
    let schema = json_schema();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    assert!(jsonschema::draft202012::meta::is_valid(&schema), "{schema:#}");
}

fn assert_fits(validator: &Validator, text: &str) {
    let value: Value = serde_json::from_str(text).expect("JSON");
    let faults: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert_eq!(faults, Vec::<String>::new(), "{text}");
}

/// The texts in which a record is written, none if nobody knows what is played.
fn written(judged: &Judged) -> impl Iterator<Item = String> {
    [json_text(judged), minimal_json_text(judged)].into_iter().flatten()
}

#[test]
fn it_fits_random_records_with_comments_and_variations() {
    let validator = validator();
    for (index, rules) in RULESETS.iter().enumerate() {
        for seed in 0..5 {
            let mut random = ChaCha8Rng::seed_from_u64(100 * index as u64 + seed);
            let plies = random.random_range(0..30);
            let text = printed(&random_document(ruleset(*rules), &mut random, plies));
            let forms: Vec<String> = written(&judge(&text)).collect();
            assert_eq!(forms.len(), 2, "{text}");
            forms.iter().for_each(|form| assert_fits(&validator, form));
        }
    }
}

#[test]
fn it_fits_all_records_here_however_invalid() {
    let validator = validator();
    let mut fitted = 0;
    for file in ["records", "notation/conformance", "tests/corpus"].into_iter().flat_map(notation_files) {
        for source in RecordReader::new(fs::File::open(&file).expect("a file")) {
            let source = source.expect("readable");
            let judged = Judge::new().keep(Keep::Positions).judge(source.text(), &read(&source));
            for form in written(&judged) {
                assert_fits(&validator, &form);
                fitted += 1;
            }
        }
    }
    assert!(fitted > 400, "only {fitted} were written");
}

/// A record that has everything: a capture with a bonus, a variation, a comment, a glyph.
const TSORO: &str = "[Game \"Tsoro\"]\n[Rules \"columns=8\"]\n[South \"Rudo\"]\n\n\
                     1. B5.B7 $1 {a stop} (1. B6.B8 {or this}) 1... b5.b7 *\n";
/// A record with a refill.
const BOSH: &str = include_str!("../records/bosh/02-a-match.mgn");

fn full(text: &str) -> Value {
    let judged = judge(text);
    assert!(judged.is_valid(), "{:?}", judged.diagnostics);
    serde_json::from_str(&json_text(&judged).expect("a known game")).expect("JSON")
}

/// What is broken: a name, the value that takes the place of what the pointer names (`null` takes it away), and where the
/// schema finds the fault. A new key stands at the end of a pointer.
type Broken = (&'static str, &'static str, Value, &'static str);

fn broken() -> Vec<Broken> {
    vec![
        ("a version of the notation to come", "/format", json!(2), "/format"),
        ("no version", "/format", Value::Null, ""),
        ("a game that nobody knows", "/game", json!("oware"), "/game"),
        ("no game", "/game", Value::Null, ""),
        ("no turns", "/turns", Value::Null, ""),
        ("no result", "/result", Value::Null, ""),
        ("a result that is none", "/result", json!("2-0"), "/result"),
        ("an option of another game", "/rules/fill", json!("left"), "/rules"),
        ("an option out of its range", "/rules/columns", json!(5), "/rules/columns"),
        ("a number as a text", "/rules/columns", json!("8"), "/rules/columns"),
        ("a tag that is no text", "/tags/South", json!(1), "/tags/South"),
        ("a name that no tag can have", "/tags/South player", json!("Rudo"), "/tags"),
        ("a position without a seat to move", "/start", json!("8*2/8*0/8*0/8*2 0,0"), "/start"),
        ("a comment that is no text", "/comments", json!([1]), "/comments/0"),
        ("a list that is one text", "/comments", json!("a comment"), "/comments"),
        ("turns by number", "/turns", json!({"1": {"text": "B5"}}), "/turns"),
        ("a turn that is only a text", "/turns/0", json!("B5.B7"), "/turns/0"),
        ("a turn without text", "/turns/0/text", Value::Null, "/turns/0"),
        ("a ply before the first", "/turns/0/ply", json!(0), "/turns/0/ply"),
        ("a seat that is none", "/turns/0/seat", json!("east"), "/turns/0/seat"),
        ("a pit of a third row", "/turns/0/origin", json!("C5"), "/turns/0/origin"),
        ("a word for a truth", "/turns/0/clockwise", json!("no"), "/turns/0/clockwise"),
        ("a step that nobody takes", "/turns/0/steps/0/kind", json!("jump"), "/turns/0/steps/0"),
        ("a step without a pit", "/turns/0/steps/0/pit", Value::Null, "/turns/0/steps/0"),
        ("stones that are half", "/turns/0/captured", json!(0.5), "/turns/0/captured"),
        ("a glyph above 255", "/turns/0/glyphs/0", json!(256), "/turns/0/glyphs/0"),
        ("a key that no turn has", "/turns/0/think", json!("long"), "/turns/0"),
        ("a variation without turns", "/turns/0/variations/0/turns", json!([]), "/turns/0/variations/0/turns"),
        ("a termination that is none", "/termination", json!("boredom"), "/termination"),
        ("a key that no record has", "/author", json!("Rudo"), ""),
        ("an `ext` that is a list", "/ext", json!([]), "/ext"),
    ]
}

/// Puts a value where a pointer says, or takes away what is there.
fn put(record: &mut Value, pointer: &str, value: Value) {
    let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
    match record.pointer_mut(parent).expect("what the pointer leads to") {
        Value::Object(object) if value.is_null() => assert!(object.shift_remove(key).is_some(), "{pointer}"),
        Value::Object(object) => drop(object.insert(key.to_owned(), value)),
        Value::Array(list) => list[key.parse::<usize>().expect("an index")] = value,
        other => panic!("{pointer}: {other}"),
    }
}

fn assert_refused(record: &Value, name: &str, place: &str) {
    let places: BTreeSet<String> =
        validator().iter_errors(record).map(|error| error.instance_path().to_string()).collect();
    assert_eq!(places, BTreeSet::from([place.to_owned()]), "{name}: {record:#}");
}

#[test]
fn broken_records_are_refused_where_they_are_broken() {
    let whole = full(TSORO);
    assert_fits(&validator(), &whole.to_string());
    for (name, pointer, value, place) in broken() {
        let mut record = whole.clone();
        put(&mut record, pointer, value);
        assert_refused(&record, name, place);
    }
    assert_refused(&json!([whole]), "a list of records", "");
}

#[test]
fn broken_refills_are_refused() {
    let whole = full(BOSH);
    assert_fits(&validator(), &whole.to_string());
    let turns = whole["turns"].as_array().expect("turns");
    let index = turns.iter().position(|turn| turn.get("refill").is_some()).expect("a refill");
    let cases = [
        ("a sixth column", "south", json!([1, 6]), "/south/1"),
        ("the same column twice", "north", json!([2, 2]), "/north"),
        ("no column at all", "north", json!([]), "/north"),
        ("one reserve", "reserve", json!([3]), "/reserve"),
        ("a reserve that is less than nothing", "reserve", json!([3, -1]), "/reserve/1"),
    ];
    for (name, key, value, place) in cases {
        let mut record = whole.clone();
        put(&mut record, &format!("/turns/{index}/refill/{key}"), value);
        assert_refused(&record, name, &format!("/turns/{index}/refill{place}"));
    }
}

/// What the reader forgives, since it has one meaning, and what belongs to somebody else.
const FORGIVEN: [&str; 5] =
    ["no version", "no result", "a number as a text", "a step without a pit", "a key that no record has"];

#[test]
fn the_reader_tells_of_broken_records_where_they_are_broken() {
    for (name, pointer, value, _) in broken() {
        let mut record = full(TSORO);
        put(&mut record, pointer, value);
        let source = matombo::notation::Source::from_text(&record.to_string());
        let judged = JsonRecord::read(&source).judge(&Judge::new());
        if FORGIVEN.contains(&name) {
            assert!(judged.is_valid(), "{name}: {:?}", judged.diagnostics);
            continue;
        }
        let told: Vec<&str> = judged.diagnostics.iter().filter_map(|told| told.pointer.as_deref()).collect();
        let near = |told: &&str| pointer.starts_with(*told) || told.starts_with(pointer);
        assert!(told.iter().any(near), "{name}: {pointer}: {:?}", judged.diagnostics);
    }
}

#[test]
fn whole_numbers_may_have_a_point_as_the_schema_has_it() {
    let text = full(TSORO).to_string();
    let pointed = text.replace(r#""format":1,"#, r#""format":1.0,"#).replace(r#""columns":8,"#, r#""columns":8.0,"#);
    let pointed = pointed.replace(r#""glyphs":[1]"#, r#""glyphs":[1.0]"#).replace(r#""ply":1,"#, r#""ply":1.0,"#);
    assert_eq!(pointed.matches(".0").count(), 5, "{pointed}");
    assert_fits(&validator(), &pointed);
    let source = matombo::notation::Source::from_text(&pointed);
    let judged = JsonRecord::read(&source).judge(&Judge::new().keep(Keep::Positions));
    assert!(judged.is_valid(), "{:?}", judged.diagnostics);
    assert_eq!(json_text(&judged).as_deref(), Some(text.as_str()));
}

#[test]
fn the_specification_tells_of_every_key_why_it_exists() {
    let schema = json_schema();
    let specification = fs::read_to_string(root().join("notation/SPEC.md")).expect("the specification");
    let keys =
        |of: &Value| -> Vec<String> { of["properties"].as_object().expect("properties").keys().cloned().collect() };
    let tables = [
        ("The record:", keys(&schema)),
        ("A turn:", keys(&schema["$defs"]["Turn"])),
        ("A variation:", keys(&schema["$defs"]["Variation"])),
        ("A refill:", keys(&schema["$defs"]["Refill"])),
    ];
    for (heading, keys) in tables {
        let rows = rows_below(&specification, heading);
        let told: Vec<String> = rows.iter().map(|row| row[0].trim_matches('`').to_owned()).collect();
        assert_eq!(told, keys, "{heading}");
        assert!(rows.iter().all(|row| row.len() == 5 && row.iter().all(|cell| !cell.is_empty())), "{heading}");
    }
    let steps = schema["$defs"]["Step"]["oneOf"].as_array().expect("kinds of steps");
    let kinds: BTreeSet<&str> =
        steps.iter().map(|step| step["properties"]["kind"]["const"].as_str().expect("a kind")).collect();
    let rows = rows_below(&specification, "A step has a `kind` and what belongs to it:");
    let told: BTreeSet<&str> =
        rows.iter().flat_map(|row| row[0].split(", ")).map(|kind| kind.trim_matches('`')).collect();
    assert_eq!(told.into_iter().filter(|kind| !kind.is_empty()).collect::<BTreeSet<_>>(), kinds);
}

/// The cells of the table below a line.
fn rows_below<'a>(text: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
    let (_, below) = text.split_once(&format!("\n{heading}\n\n")).expect("the heading");
    let table = below.lines().take_while(|line| line.starts_with('|')).skip(2);
    table.map(|row| row.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}
