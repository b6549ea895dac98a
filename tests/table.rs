//! Tables of records: the CSV and what it says, the Parquet and that it says the same, the page of the columns.
#![cfg(feature = "parquet")]

mod common;

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use common::{RULESETS, Ran, judge, printed, random_document, ruleset, run_in};
use matombo::archive::Facts;
use matombo::archive::table::{
    ColumnHead, ColumnKind, ColumnRows, CsvRows, Entry, ParquetFile, RowGroupLimit, Table, Value,
};
use matombo::board::Seat;
use matombo::engine::Game;
use matombo::record::Judged;
use parquet::basic::{Compression, LogicalType};
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use parquet::record::Field;
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

/// A table as lines of cells, the names of the columns first.
type Lines = Vec<Vec<String>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Compares with a file of the repository, which `MATOMBO_BLESS=1` writes anew.
fn compare(file: &Path, made: &str) {
    if std::env::var_os("MATOMBO_BLESS").is_some() {
        fs::create_dir_all(file.parent().expect("a folder")).expect("writable");
        fs::write(file, made).expect("writable");
    }
    let kept = fs::read_to_string(file).unwrap_or_default();
    assert_eq!(kept, made, "{}; MATOMBO_BLESS=1 writes it anew", file.display());
}

fn lines_of_csv(text: &[u8]) -> Lines {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text);
    reader.records().map(|line| line.expect("as long as the others").iter().map(str::to_owned).collect()).collect()
}

fn reader(bytes: &[u8]) -> SerializedFileReader<File> {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(bytes).expect("writable");
    SerializedFileReader::new(file).expect("Parquet")
}

fn lines_of_parquet(bytes: &[u8]) -> Lines {
    let reader = reader(bytes);
    let names = reader.metadata().file_metadata().schema().get_fields().iter().map(|field| field.name().to_owned());
    let mut lines = vec![names.collect()];
    for row in reader.get_row_iter(None).expect("rows") {
        lines.push(row.expect("a row").get_column_iter().map(|(_, field)| cell(field)).collect());
    }
    lines
}

/// A cell as CSV writes it.
fn cell(field: &Field) -> String {
    match field {
        Field::Null => String::new(),
        Field::Str(text) => text.clone(),
        Field::Date(days) => iso(*days),
        other => other.to_string(),
    }
}

/// The slow way to name a day.
fn iso(days: i32) -> String {
    let (mut year, mut rest) = (1970, days);
    let length = |year: i32| if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) { 366 } else { 365 };
    while rest < 0 {
        year -= 1;
        rest += length(year);
    }
    while rest >= length(year) {
        rest -= length(year);
        year += 1;
    }
    let months = [31, length(year) - 337, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let mut month = 0;
    while rest >= months[month] {
        rest -= months[month];
        month += 1;
    }
    format!("{year:04}-{:02}-{:02}", month + 1, rest + 1)
}

fn csv(table: Table, judged: &[Judged]) -> Vec<u8> {
    let mut text = CsvRows::header(table).into_bytes();
    let mut rows = CsvRows::new();
    for (record, judged) in (1..).zip(judged) {
        table.write(Entry { file: "a.mgn", record, judged }, &mut rows);
    }
    text.extend(rows.into_bytes());
    text
}

/// Makes a Parquet file of records that come a few at a time.
fn parquet(table: Table, judged: &[Judged], at_once: usize, limit: RowGroupLimit) -> Vec<u8> {
    let mut file = ParquetFile::new(table, limit).expect("a file");
    let mut bytes = Vec::new();
    let mut record = 0;
    for some in judged.chunks(at_once) {
        let mut rows = ColumnRows::new(table);
        for judged in some {
            record += 1;
            table.write(Entry { file: "a.mgn", record, judged }, &mut rows);
        }
        bytes.extend(file.add(rows).expect("small cells"));
    }
    bytes.extend(file.finish().expect("small cells"));
    bytes
}

fn random_records(seed: u64, count: usize) -> Vec<Judged> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let rules = (0..count).map(|index| ruleset(RULESETS[(seed as usize + index) % RULESETS.len()]));
    rules.map(|rules| judge(&printed(&random_document(rules, &mut random, 12)))).collect()
}

/// The numbers in a column, by its name.
fn numbers(lines: &Lines, name: &str) -> Vec<u64> {
    let column = lines[0].iter().position(|column| column == name).unwrap_or_else(|| panic!("no column {name}"));
    lines[1..].iter().map(|line| line[column].parse().unwrap_or(0)).collect()
}

#[test]
fn tables_of_the_teaching_records_are_what_they_were() {
    for game in Game::ALL {
        for (table, option) in [(Table::Records, &[][..]), (Table::Plies, &["--plies"])] {
            let folder = format!("records/{}", game.key());
            let told = run_in(root(), &[&["convert", "--to", "csv", &folder], option].concat(), "");
            assert_eq!((told.code, told.err.as_str()), (0, ""));
            let file = root().join(format!("tests/golden/tables/{}-{}.csv", game.key(), table.name()));
            compare(&file, &told.out);
        }
    }
}

#[test]
fn the_page_of_the_columns_is_up_to_date() {
    let file = root().join("notation/tables.md");
    let mut page = fs::read_to_string(&file).expect("the page");
    for table in Table::ALL {
        let (start, end) = (format!("<!-- {} -->\n", table.name()), "<!-- end -->");
        let from = page.find(&start).expect("the mark") + start.len();
        let to = from + page[from..].find(end).expect("the end");
        page.replace_range(from..to, &columns(table));
    }
    compare(&file, &page);
}

fn columns(table: Table) -> String {
    let mut text = "| column | type | meaning | null |\n| --- | --- | --- | --- |\n".to_owned();
    for ColumnHead { name, kind, required, meaning } in table.columns() {
        let kind = match kind {
            ColumnKind::Text => "text",
            ColumnKind::Boolean => "boolean",
            ColumnKind::Int32 => "int32",
            ColumnKind::Int64 => "int64",
            ColumnKind::Date => "date",
        };
        let null = if required { "never" } else { "" };
        text.push_str(&format!("| `{name}` | {kind} | {meaning} | {null} |\n"));
    }
    text
}

#[test]
fn every_column_has_a_name_of_its_own() {
    for table in Table::ALL {
        let mut names: Vec<_> = table.columns().iter().map(|column| column.name).collect();
        assert!(
            names.iter().all(|name| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_'))
        );
        let all = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all);
    }
}

#[test]
fn columns_of_parquet_have_the_types_that_the_page_says() {
    for table in Table::ALL {
        let reader = reader(&parquet(table, &[], 1, RowGroupLimit::default()));
        let about = reader.metadata().file_metadata();
        assert_eq!(about.created_by(), Some(concat!("matombo version ", env!("CARGO_PKG_VERSION"))));
        let keys: Vec<_> = about.key_value_metadata().into_iter().flatten().collect();
        assert_eq!((keys[0].key.as_str(), keys[0].value.as_deref()), ("matombo.table", Some(table.name())));
        assert_eq!((keys[1].key.as_str(), keys[1].value.as_deref()), ("matombo.table_version", Some("1")));
        let fields = about.schema().get_fields();
        assert_eq!(fields.len(), table.columns().len());
        for (field, head) in fields.iter().zip(table.columns()) {
            assert_eq!((field.name(), field.is_optional()), (head.name, !head.required));
            let logical = match head.kind {
                ColumnKind::Text => Some(LogicalType::String),
                ColumnKind::Boolean => None,
                ColumnKind::Int32 => Some(LogicalType::integer(32, true)),
                ColumnKind::Int64 => Some(LogicalType::integer(64, true)),
                ColumnKind::Date => Some(LogicalType::Date),
            };
            assert_eq!(field.get_basic_info().logical_type_ref(), logical.as_ref(), "{}", head.name);
        }
    }
}

#[test]
fn row_groups_are_bounded_and_have_statistics() {
    let records = random_records(1, 30);
    for (limit, groups) in [
        (RowGroupLimit { rows: 1, bytes: usize::MAX }, 10),
        (RowGroupLimit { rows: 7, bytes: usize::MAX }, 4),
        (RowGroupLimit { rows: usize::MAX, bytes: 1 }, 10),
        (RowGroupLimit::default(), 1),
    ] {
        let bytes = parquet(Table::Records, &records, 3, limit);
        let reader = reader(&bytes);
        assert_eq!(reader.num_row_groups(), groups, "{limit:?}");
        let column = reader.metadata().row_group(0).column(1);
        assert!(matches!(column.compression(), Compression::ZSTD(_)));
        assert_eq!(column.statistics().expect("statistics").min_bytes_opt(), Some(&1_u64.to_le_bytes()[..]));
    }
}

#[test]
fn many_rows_that_come_at_once_are_cut_into_row_groups() {
    let mut file = ParquetFile::new(Table::Plies, RowGroupLimit { rows: 1000, bytes: usize::MAX }).expect("a file");
    let records = random_records(2, 300);
    let mut rows = ColumnRows::new(Table::Plies);
    for (record, judged) in (1..).zip(&records) {
        Table::Plies.write(Entry { file: "a.mgn", record, judged }, &mut rows);
    }
    let mut bytes = file.add(rows).expect("small cells");
    assert!(!bytes.is_empty(), "what is ready is handed out");
    bytes.extend(file.finish().expect("small cells"));
    let reader = reader(&bytes);
    assert!(reader.num_row_groups() > 1);
    assert_eq!(lines_of_parquet(&bytes), lines_of_csv(&csv(Table::Plies, &records)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn parquet_says_what_csv_says(seed in any::<u64>(), at_once in 1..5_usize, rows in 1..40_usize) {
        let records = random_records(seed, 8);
        for table in Table::ALL {
            let bytes = parquet(table, &records, at_once, RowGroupLimit { rows, bytes: usize::MAX });
            prop_assert_eq!(&bytes, &parquet(table, &records, at_once, RowGroupLimit { rows, bytes: usize::MAX }));
            prop_assert_eq!(lines_of_parquet(&bytes), lines_of_csv(&csv(table, &records)));
        }
    }

    #[test]
    fn plies_add_up_to_records(seed in any::<u64>()) {
        let records = random_records(seed, 3);
        for judged in records {
            let facts = Facts::of(&judged);
            let one = [judged];
            let (records, plies) = (lines_of_csv(&csv(Table::Records, &one)), lines_of_csv(&csv(Table::Plies, &one)));
            let seats = plies[0].iter().position(|name| name == "seat").expect("a column");
            for seat in [Seat::South, Seat::North] {
                let of_seat = |name: &str| {
                    let all = numbers(&plies, name).into_iter().zip(&plies[1..]);
                    all.filter(|(_, line)| line[seats] == seat.name()).map(|(number, _)| number).sum::<u64>()
                };
                for name in ["laps", "captures", "captured", "bonus_pits", "stripped", "head_stops", "retreats"] {
                    prop_assert_eq!(numbers(&records, &format!("{}_{name}", seat.name())), [of_seat(name)]);
                }
                prop_assert_eq!(numbers(&records, &format!("{}_turns", seat.name())), [facts.by_seat[seat].turns]);
                prop_assert_eq!(of_seat("captured"), facts.by_seat[seat].captured);
            }
        }
    }
}

#[test]
fn an_empty_cell_is_empty_in_every_kind() {
    for value in [Value::Text(None), Value::Boolean(None), Value::Int32(None), Value::Int64(None), Value::Date(None)] {
        assert!(value.is_empty());
    }
    assert!(!Value::Text(Some("".into())).is_empty());
}

const GOOD: &str =
    "[Game \"Bosh\"]\n[Date \"1964-02\"]\n[South \"=1+1, \\\"x\\\"\"]\n[Annotator \"N\"]\n\n1. A5xa1 {a\nb} *\n\n";
const BAD: &str = "[Game \"Bosh\"]\n\n1. A5xa2 a1 *\n\n";
const CHESS: &str = "[Game \"Chess\"]\n\n1. e4 *\n\n";

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("good.mgn", GOOD), ("bad.mgn", BAD), ("chess.mgn", CHESS), ("empty.mgn", "")] {
        fs::write(folder.path().join(name), text).expect("writable");
    }
    folder
}

fn convert(folder: &TempDir, args: &[&str]) -> Ran {
    run_in(folder.path(), &[&["convert"], args].concat(), "")
}

/// The cells of some columns, a line a row.
fn picked(csv: &str, names: &[&str]) -> Vec<String> {
    let lines = lines_of_csv(csv.as_bytes());
    let columns: Vec<_> = names.iter().map(|name| lines[0].iter().position(|column| column == name)).collect();
    let pick = |line: &Vec<String>| {
        let cells = columns.iter().map(|column| line[column.expect("a column")].as_str());
        cells.collect::<Vec<_>>().join("|")
    };
    lines[1..].iter().map(pick).collect()
}

#[test]
fn cells_hold_exactly_what_the_records_say() {
    let told = convert(&folder(), &["--to", "csv", "good.mgn", "good.mgn"]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let columns = ["file", "record", "south", "north", "date_first", "date_last", "tags", "comments"];
    let line = "good.mgn|1|=1+1, \"x\"||1964-02-01|1964-02-29|{\"Annotator\":\"N\"}|1";
    assert_eq!(picked(&told.out, &columns), [line, line]);
    assert!(told.out.contains(",\"=1+1, \"\"x\"\"\","), "{}", told.out);
    let told = convert(&folder(), &["--to", "csv", "--plies", "good.mgn"]);
    assert_eq!(picked(&told.out, &["comment", "captured", "landing"]), ["a\nb|5|A4"]);
}

#[test]
fn invalid_records_have_rows_on_demand() {
    let folder = folder();
    let told = convert(&folder, &["--to", "csv", "bad.mgn", "chess.mgn", "good.mgn"]);
    assert_eq!((told.code, picked(&told.out, &["file"])), (1, vec!["good.mgn".to_owned()]));
    let told = convert(&folder, &["--to", "csv", "--keep-invalid", "bad.mgn", "chess.mgn", "good.mgn"]);
    assert_eq!(told.code, 1);
    let columns = ["file", "valid", "game", "plies", "errors", "first_error", "south_turns", "final_position"];
    assert_eq!(
        picked(&told.out, &columns),
        [
            "bad.mgn|false|bosh|2|1|E0506|0|5*4/5*4 S 0,0 1S",
            "chess.mgn|false||1|1|E0203||",
            "good.mgn|true|bosh|1|0||1|0,3*5,0/4*5,0 N 5,0 1S",
        ]
    );
    let told = convert(&folder, &["--to", "csv", "--plies", "--keep-invalid", "bad.mgn", "chess.mgn"]);
    assert_eq!(picked(&told.out, &["turn", "origin", "laps", "position"]), ["A5xa2|||", "a1|||"]);
}

#[test]
fn a_table_of_nothing_has_a_header() {
    for (option, columns) in [(&[][..], Table::Records.columns()), (&["--plies"], Table::Plies.columns())] {
        let told = convert(&folder(), &[&["--to", "csv", "empty.mgn"], option].concat());
        let names: Vec<_> = columns.iter().map(|column| column.name).collect();
        assert_eq!(told, Ran { code: 0, out: names.join(",") + "\n", err: String::new() });
    }
}

#[test]
fn the_command_writes_the_same_parquet_for_any_number_of_jobs() {
    let folder = folder();
    let corpus = ["bosh", "igisoro-front-lap", "kimasai", "nsolo", "tsoro-8col-bonus3-right1"];
    let corpus = corpus.map(|name| root().join(format!("tests/corpus/{name}.mgn")).display().to_string());
    let corpus: Vec<&str> = corpus.iter().map(String::as_str).collect();
    for plies in [&[][..], &["--plies"]] {
        let text = convert(&folder, &[&["--to", "csv"], plies, &corpus].concat());
        assert_eq!((text.code, text.err.as_str()), (0, ""));
        assert_eq!(convert(&folder, &[&["--to", "csv", "--jobs", "1"], plies, &corpus].concat()), text);
        let made = ["1", "3"].map(|jobs| {
            let args = [&["--to", "parquet", "--jobs", jobs, "-o", "new.parquet"], plies, &corpus].concat();
            assert_eq!(convert(&folder, &args), Ran { code: 0, out: String::new(), err: String::new() });
            fs::read(folder.path().join("new.parquet")).expect("written")
        });
        assert!(made[0] == made[1]);
        assert!(lines_of_parquet(&made[0]) == lines_of_csv(text.out.as_bytes()));
    }
}

#[test]
fn records_are_not_replaced_by_a_table() {
    let folder = folder();
    for form in ["csv", "parquet", "markdown"] {
        let told = convert(&folder, &["--to", form, "good.mgn", "-o", "good.mgn"]);
        let err = "matombo: nothing was written: the records would be lost from the file\n";
        assert_eq!(told, Ran { code: 2, out: String::new(), err: err.to_owned() });
        assert_eq!(fs::read_to_string(folder.path().join("good.mgn")).expect("there"), GOOD);
    }
}

#[test]
fn plies_are_for_tables_only() {
    for form in ["mgn", "jsonl", "html", "markdown"] {
        let told = convert(&folder(), &["--to", form, "--plies", "good.mgn"]);
        let err = "matombo: --plies is only for --to csv and parquet\n";
        assert_eq!(told, Ran { code: 2, out: String::new(), err: err.to_owned() });
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_device_is_told() {
    let full = || File::options().write(true).open("/dev/full").expect("a device");
    for form in ["csv", "parquet", "markdown"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_matombo"));
        command.args(["convert", "--to", form, "records/bosh"]).current_dir(root()).stdout(full());
        let output = command.output().expect("the command starts");
        let err = "matombo: cannot write standard output: No space left on device (os error 28)\n";
        assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(2), err), "{form}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_terminal_gets_no_parquet() {
    let script = std::process::Command::new("script")
        .args(["-qec", &format!("{} convert --to parquet", env!("CARGO_BIN_EXE_matombo")), "/dev/null"])
        .stdin(std::process::Stdio::null())
        .output()
        .expect("`script` is on every Linux");
    let said = String::from_utf8_lossy(&script.stdout).replace('\r', "");
    let err =
        "matombo: a Parquet file is not written to a terminal: name a file with --output, or redirect the output\n";
    assert_eq!((said.as_str(), script.status.code()), (err, Some(2)));
}

#[cfg(unix)]
#[test]
fn parquet_can_be_piped() {
    let script = format!("{} convert --to parquet records/bosh | cat", env!("CARGO_BIN_EXE_matombo"));
    let output = std::process::Command::new("sh").args(["-c", &script]).current_dir(root()).output().expect("a shell");
    let golden: PathBuf = root().join("tests/golden/tables/bosh-records.csv");
    assert_eq!(lines_of_parquet(&output.stdout), lines_of_csv(&fs::read(golden).expect("the golden")));
}
