//! Statistics: numbers that can be counted by hand, and what holds for any records.

mod common;

use std::fs;
use std::path::Path;

use common::{RULESETS, printed, random_document, ruleset};
use matombo::archive::stats::{Plots, Report, Results, Statistics, Summary};
use matombo::archive::{Counts, Facts};
use matombo::board::Seat;
use matombo::engine::Game;
use matombo::notation::{GameResult, read_text};
use matombo::record::{Judge, Judged, Keep, Termination};
use matombo::render::Palette;
use pretty_assertions::assert_eq;
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

fn judged(text: &str) -> Judged {
    Judge::new().keep(Keep::Turns).judge(text, &read_text(text))
}

fn valid(text: &str) -> Judged {
    let judged = judged(text);
    assert!(judged.is_valid(), "{:?}", judged.diagnostics);
    judged
}

fn statistics<'a>(records: impl IntoIterator<Item = &'a Judged>) -> Statistics {
    let mut statistics = Statistics::new(3);
    records.into_iter().for_each(|record| statistics.add(record));
    statistics
}

fn summary(game: Game, texts: &[&str]) -> Summary {
    let records: Vec<Judged> = texts.iter().map(|text| valid(text)).collect();
    statistics(&records).game(game)
}

fn teaching(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("records").join(name)).expect("readable")
}

#[test]
fn tsoro_counts_heads_and_bonus_pits() {
    let all = summary(Game::Tsoro, &["[Game \"Tsoro\"]\n\n1. B18.B20 b18/b20 *\n", &teaching("tsoro/03-bonus.mgn")]);
    assert_eq!((all.by_seat.south.head_stops, all.by_seat.north.go_ons), (1, 1));
    let taken: u64 = all.bonus_pits.pits().map(|(_, taken)| taken.times).sum();
    assert_eq!((all.bonus_pits.times(), all.both().bonus_pits), (taken, taken));
    assert!(taken > 0);
}

#[test]
fn nsolo_counts_strips() {
    let all = summary(Game::Nsolo, &["[Game \"Nsolo\"]\n\n1. B7xa1+a6:1,b2:1 b5xA8+0 *\n"]);
    let south = Counts { turns: 1, laps: 1, captures: 1, captured: 4, ..Counts::default() };
    let strips = Counts { strips: 1, strip_pits: 2, stripped: 2, ..south };
    assert_eq!(Counts { laps: 1, ..all.by_seat.south }, strips);
    assert_eq!((all.by_seat.north.captures, all.by_seat.north.waived_strips, all.by_seat.north.strips), (1, 1, 0));
    let pits: Vec<_> = all.strip_pits.pits().map(|(pit, taken)| (pit.to_string(), taken.times, taken.stones)).collect();
    assert_eq!(pits, [("a6".to_owned(), 1, 1), ("b2".to_owned(), 1, 1)]);
}

#[test]
fn igisoro_counts_passes_retreats_and_clockwise_captures() {
    let turns = "1. B4 b4 2. B6xa5 b6xA3 3. B8 b2 4. B1~xa5~xa7xa3-a8^ *";
    let all = summary(Game::Igisoro, &[&format!("[Game \"Igisoro\"]\n\n{turns}\n")]);
    let (south, north) = (all.by_seat.south, all.by_seat.north);
    assert_eq!((south.turns, south.captures, south.clockwise_captures, south.passes, south.retreats), (4, 4, 2, 1, 1));
    assert_eq!((north.turns, north.captures, north.clockwise_captures, north.passes), (3, 1, 0, 0));
    // Six seeds at a5, then two, ten and six; five at A3.
    assert_eq!((south.captured, north.captured), (24, 5));
    let captures: Vec<_> = all.captures.buckets().map(|bar| (bar.least, bar.count)).collect();
    assert_eq!(captures, [(0, 4), (1, 2), (3, 1)]);
}

#[test]
fn bosh_counts_rounds() {
    let all = summary(Game::Bosh, &[&teaching("bosh/02-a-match.mgn"), "[Game \"Bosh\"]\n\n1. A5xa1 *\n"]);
    assert_eq!((all.rounds.count(), all.rounds.sum(), all.rounds.most()), (2, 4, Some(3)));
    assert_eq!(all.captured.buckets().filter(|bar| bar.least == 5).map(|bar| bar.count).sum::<u64>(), 2);
    let results = all.all_results();
    assert_eq!(GameResult::ALL.map(|result| results[result]), [1, 0, 0, 1]);
    assert_eq!(all.terminations[Termination::Normal as usize], 1);
    assert_eq!(all.terminations[Termination::Unterminated as usize], 1);
}

#[test]
fn kimasai_counts_captures() {
    let all = summary(
        Game::Kimasai,
        &["[Game \"Kimasai\"]\n\n1. A2xa12 a2xA12 2. A3xa11 a3xA11 3. B10 a4xA10 4. B11 b10 *\n"],
    );
    assert_eq!((all.by_seat.south.captures, all.by_seat.north.captures), (2, 3));
    assert_eq!((all.lengths.sum(), all.both().turns), (8, 8));
    assert_eq!((all.captures.count(), all.captures.sum()), (8, 5));
}

#[test]
fn of_invalid_records_only_the_number_counts() {
    let records = [
        "[Game \"Bosh\"]\n\n1. A5xa1 *\n",
        "[Game \"Bosh\"]\n\n1. A5xa1 a5 2. A9 *\n",
        "[Game \"Chess\"]\n\n1. A5 *\n",
        "[Game \"Bosh\"]\n[Rules \"stall=7\"]\n\n1. A5xa1 *\n",
    ]
    .map(judged);
    let all = statistics(&records);
    assert_eq!((all.valid(), all.invalid(), all.unknown()), (1, 3, 2));
    let bosh = all.game(Game::Bosh);
    assert_eq!((bosh.records(), bosh.invalid, bosh.both().turns, bosh.lengths.count()), (2, 1, 1, 1));
    assert_eq!(all.openings(Game::Bosh, "", 9).results.records(), 1);
}

#[test]
fn variations_do_not_count() {
    let all = summary(Game::Bosh, &["[Game \"Bosh\"]\n\n1. A5xa1 (1. A4xA5) *\n"]);
    assert_eq!((all.both().turns, all.by_seat.north.turns, all.captures.count()), (1, 0, 1));
}

#[test]
fn rulesets_are_told_apart_and_added_up() {
    let records = ["", "[Rules \"fill=right\"]\n", "[Rules \"fill=left\"]\n"]
        .map(|rules| valid(&format!("[Game \"Bosh\"]\n{rules}\n1. A5xa1 *\n")));
    let all = statistics(&records);
    let rulesets: Vec<_> = all.rulesets(Game::Bosh).map(|(rules, summary)| (rules, summary.valid())).collect();
    assert_eq!(rulesets, [("", 2), ("fill=right", 1)]);
    assert_eq!(all.game(Game::Bosh).valid(), 3);
    assert_eq!(all.games().collect::<Vec<_>>(), [Game::Bosh]);
}

#[test]
fn openings_have_results_and_only_those_from_the_start_of_the_game() {
    let records = [
        "[Game \"Bosh\"]\n[Termination \"resignation\"]\n\n1. A5xa1 a4 1-0\n",
        "[Game \"Bosh\"]\n[Termination \"resignation\"]\n\n1. A5xa1 a4 0-1\n",
        "[Game \"Bosh\"]\n\n1. A4xA5 *\n",
        "[Game \"Bosh\"]\n[Position \"5*4/5*4 N 0,0 1N\"]\n\n1... a4 *\n",
    ]
    .map(valid);
    let opening = statistics(&records).openings(Game::Bosh, "", 9);
    let count = |results: Results| GameResult::ALL.map(|result| results[result]);
    assert_eq!(count(opening.results), [1, 1, 0, 1]);
    let first: Vec<_> = opening.next.iter().map(|next| (next.turn.as_str(), count(next.results))).collect();
    assert_eq!(first, [("A5xa1", [1, 1, 0, 0]), ("A4xA5", [0, 0, 0, 1])]);
    assert_eq!((opening.next[0].next[0].turn.as_str(), opening.next[0].next.len()), ("a4", 1));
    let by_first = statistics(&records).game(Game::Bosh).results;
    assert_eq!((by_first.south.records(), by_first.north.records()), (3, 1));
}

/// Valid and invalid records of all rulesets.
fn some_records(seed: u64, count: usize) -> Vec<Judged> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let records = (0..count).map(|index| {
        let rules = ruleset(RULESETS[(index * 7 + seed as usize) % RULESETS.len()]);
        let text = printed(&random_document(rules, &mut random, 12));
        judged(if index % 5 == 3 { text.replace("1. ", "1. B99 ") } else { text }.as_str())
    });
    records.collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn parts_add_up_to_the_whole_however_they_are_split(
        seed in 0_u64..1000,
        cuts in (0_usize..=30, 0_usize..=30),
    ) {
        let records = some_records(seed, 30);
        let (first, second) = (cuts.0.min(cuts.1), cuts.0.max(cuts.1));
        let [a, b, c] = [&records[..first], &records[first..second], &records[second..]].map(statistics);
        let mut left = a.clone();
        left.merge(b.clone());
        left.merge(c.clone());
        let mut right = b;
        right.merge(c);
        let mut all = a;
        all.merge(right);
        prop_assert_eq!(&all, &left);
        prop_assert_eq!(&all, &statistics(&records));
    }

    #[test]
    fn totals_are_those_of_the_facts_of_valid_records(seed in 0_u64..1000) {
        let records = some_records(seed, 20);
        let all = statistics(&records);
        for game in Game::ALL {
            let of_game = |record: &&Judged| record.header.as_ref().is_some_and(|header| header.rules.game() == game);
            let facts: Vec<Facts> =
                records.iter().filter(of_game).filter(|record| record.is_valid()).map(Facts::of).collect();
            let summary = all.game(game);
            for seat in Seat::BOTH {
                let mut sum = Counts::default();
                facts.iter().for_each(|facts| sum += facts.by_seat[seat]);
                prop_assert_eq!(summary.by_seat[seat], sum);
            }
            let rounds: u64 = facts.iter().filter_map(|facts| facts.rounds).map(u64::from).sum();
            prop_assert_eq!(summary.rounds.sum(), rounds);
            prop_assert_eq!(summary.valid(), facts.len() as u64);
            prop_assert_eq!(summary.captures.sum(), summary.both().captures);
            prop_assert_eq!(summary.captured.sum(), summary.both().captured);
            prop_assert_eq!(summary.laps.sum(), summary.both().laps);
            prop_assert_eq!(summary.strip_pits.times(), summary.both().strip_pits);
        }
    }

    #[test]
    fn every_form_tells_the_same_totals(seed in 0_u64..1000) {
        let all = statistics(&some_records(seed, 20));
        let json = all.to_json(5);
        let csv = String::from_utf8(all.to_csv(5)).expect("text");
        for game in json["games"].as_array().expect("games") {
            let name = game["game"].as_str().expect("a name");
            for total in ["records", "valid", "invalid", "turns", "laps", "captures", "captured", "stripped"] {
                let row = format!("\n{name},*,{total},,,{}\n", game[total]);
                prop_assert!(csv.contains(&row), "{row}");
            }
            let rulesets = game["rulesets"].as_array().expect("rulesets");
            let sum: u64 = rulesets.iter().map(|rules| rules["turns"].as_u64().expect("a number")).sum();
            prop_assert_eq!(&game["turns"], &json!(sum));
        }
    }

    #[test]
    fn no_line_of_the_report_is_wider_than_asked(seed in 0_u64..1000, width in 60_usize..120) {
        let all = statistics(&some_records(seed, 20));
        let report = Report { statistics: &all, top: 4, width, unicode: seed % 2 == 0, palette: Palette::plain() };
        let mut text = String::new();
        report.write(&mut text).expect("a text takes all");
        // Rules are told whole where they are a heading.
        let heading = |line: &&str| line.contains('=') && !line.contains('%');
        for line in text.lines().filter(|line| !heading(line)) {
            prop_assert!(matombo::text::display_width(line) <= width, "{line}");
        }
    }
}

#[test]
fn json_has_the_totals_that_tables_of_records_have() {
    let records = [valid("[Game \"Nsolo\"]\n\n1. B7xa1+a6:1,b2:1 b5xA8+0 *\n")];
    let json = statistics(&records).to_json(5);
    let game = json["games"][0].as_object().expect("an object");
    let totals: Vec<(&str, &Value)> = game.iter().map(|(key, value)| (key.as_str(), value)).collect();
    let expected = json!({
        "game": "nsolo", "records": 1, "valid": 1, "invalid": 0,
        "results": { "1-0": 0, "0-1": 0, "1/2-1/2": 0, "*": 1 },
        "turns": 2, "captures": 2, "clockwise_captures": 0, "head_stops": 0, "bonus_pits": 0, "waived_bonuses": 0,
        "stripped": 2, "retreats": 0, "rounds": null,
    });
    for (key, value) in expected.as_object().expect("an object") {
        assert!(totals.contains(&(key, value)), "{key}: {value} is not in {totals:?}");
    }
}

#[test]
fn plots_are_well_formed_and_show_only_what_there_is() {
    let records = some_records(1, 60);
    let all = statistics(&records);
    let svg = Plots { statistics: &all, top: 5 }.to_svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let root = document.root_element();
    let texts: Vec<&str> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    for game in all.games() {
        let heading = format!("{game}: ");
        assert!(texts.iter().any(|text| text.trim().starts_with(&heading)), "{game}");
    }
    let child = |name| root.children().find(|node| node.has_tag_name(name)).and_then(|node| node.text());
    assert_eq!(child("title"), root.attribute("aria-label"));
    assert!(child("desc").is_some_and(|words| words.starts_with("Tsoro: ")));
    assert_eq!(root.attribute("role"), Some("img"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    // Nothing is drawn outside of the picture.
    let number = |node: &roxmltree::Node<'_, '_>, name| node.attribute(name).and_then(|text| text.parse::<i64>().ok());
    let (width, height) = (number(&root, "width").expect("a width"), number(&root, "height").expect("a height"));
    for node in document.descendants().filter(|node| node.has_tag_name("rect")) {
        let part = |name| number(&node, name).expect("a number");
        assert!(part("x") >= 0 && part("y") >= 0 && part("width") >= 0 && part("height") >= 0);
        assert!(part("x") + part("width") <= width && part("y") + part("height") <= height);
    }
}

#[test]
fn plots_of_nothing_are_a_heading() {
    let svg = Plots { statistics: &statistics([]), top: 5 }.to_svg();
    let document = roxmltree::Document::parse(&svg).expect("well-formed");
    let texts: Vec<_> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    assert_eq!(texts.iter().map(|text| text.trim()).collect::<Vec<_>>(), ["0 records, 0 valid, 0 invalid"]);
}
