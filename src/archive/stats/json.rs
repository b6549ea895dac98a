use serde_json::{Map, Value, json};

use super::{Histogram, Opening, PitCounts, Results, Statistics, Summary};
use crate::archive::{Counts, Measure};
use crate::board::Seat;
use crate::engine::Game;
use crate::notation::GameResult;
use crate::record::Termination;

impl Statistics {
    /// Returns all of it as one JSON object, with no more than `top` turns after every opening. `docs/statistics.md`
    /// describes it.
    #[must_use]
    pub fn to_json(&self, top: usize) -> Value {
        let games: Vec<Value> = self.games().map(|game| self.game_json(game, top)).collect();
        json!({
            "records": self.valid() + self.invalid(),
            "valid": self.valid(),
            "invalid": self.invalid(),
            "unknown_game": self.unknown(),
            "openings_complete": !self.openings_are_cut(),
            "games": games,
        })
    }

    fn game_json(&self, game: Game, top: usize) -> Value {
        let mut object = Map::from_iter([("game".to_owned(), json!(game.key()))]);
        self.game(game).add_to(&mut object);
        let rulesets = self.rulesets(game).map(|(rules, summary)| {
            let mut object = Map::from_iter([("rules".to_owned(), json!(rules))]);
            summary.add_to(&mut object);
            object.insert("bonus_pits_taken".to_owned(), pits(&summary.bonus_pits));
            object.insert("pits_stripped".to_owned(), pits(&summary.strip_pits));
            object.insert("openings".to_owned(), opening(&self.openings(game, rules, top)));
            Value::Object(object)
        });
        object.insert("rulesets".to_owned(), rulesets.collect());
        Value::Object(object)
    }
}

impl Summary {
    fn add_to(&self, object: &mut Map<String, Value>) {
        let mut put = |key: &str, value: Value| object.insert(key.to_owned(), value);
        put("records", json!(self.records()));
        put("valid", json!(self.valid()));
        put("invalid", json!(self.invalid));
        put("results", results(self.all_results()));
        put("results_by_first_seat", by_seat(|seat| results(self.results[seat])));
        let named = |termination: Termination| (termination.name().to_owned(), self.terminations[termination as usize]);
        put("terminations", Termination::ALL.into_iter().map(named).collect());
        for (name, total) in totals(&self.both()) {
            put(&name, total);
        }
        put("rounds", if self.rounds.count() == 0 { Value::Null } else { json!(self.rounds.sum()) });
        put("by_seat", by_seat(|seat| Value::Object(totals(&self.by_seat[seat]).collect())));
        for (name, histogram) in self.histograms() {
            put(name, distribution(histogram));
        }
    }

    /// Returns the distributions by the names that they have in tables and JSON.
    pub(super) fn histograms(&self) -> [(&'static str, &Histogram); 5] {
        [
            ("plies_of_records", &self.lengths),
            ("rounds_of_records", &self.rounds),
            ("laps_of_turns", &self.laps),
            ("captures_of_turns", &self.captures),
            ("captured_of_capturing_turns", &self.captured),
        ]
    }
}

fn totals(counts: &Counts) -> impl Iterator<Item = (String, Value)> {
    Measure::ALL.iter().map(|measure| (measure.name.to_owned(), json!(measure.of(counts))))
}

fn by_seat(value: impl Fn(Seat) -> Value) -> Value {
    Seat::BOTH.into_iter().map(|seat| (seat.name().to_owned(), value(seat))).collect()
}

fn results(results: Results) -> Value {
    GameResult::ALL.into_iter().map(|result| (result.token().to_owned(), results[result])).collect()
}

fn distribution(histogram: &Histogram) -> Value {
    let bucket = |bar: super::Bar| json!({ "least": bar.least, "most": bar.most, "count": bar.count });
    json!({
        "count": histogram.count(),
        "sum": histogram.sum(),
        "least": histogram.least(),
        "lower_quartile": histogram.quantile(1, 4),
        "median": histogram.quantile(1, 2),
        "upper_quartile": histogram.quantile(3, 4),
        "most": histogram.most(),
        "buckets": histogram.buckets().map(bucket).collect::<Value>(),
    })
}

fn pits(pits: &PitCounts) -> Value {
    let one = |(pit, taken): (crate::board::Pit, super::Taken)| {
        (pit.to_string(), json!({ "times": taken.times, "stones": taken.stones }))
    };
    pits.pits().map(one).collect()
}

/// It goes no deeper than openings are counted.
fn opening(opening: &Opening) -> Value {
    json!({
        "turn": opening.turn,
        "records": opening.results.records(),
        "results": results(opening.results),
        "next": opening.next.iter().map(self::opening).collect::<Value>(),
        "more": opening.more,
    })
}
