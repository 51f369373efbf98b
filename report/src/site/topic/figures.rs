//! The figures, cruxes and contradictions of each debate of a topic.

use faultline::view::number;
use faultline::vocabulary::Topic;

use super::recurrence::spread;
use crate::site::comparison::{Column, finished, title};
use crate::site::contradictions;
use crate::site::glossary::{self, Term};
use crate::site::input::{Absent, Debate, Finished};
use crate::site::route::{Anchor, Link, Route};
use crate::site::sentence::{capital, full_stop};

/// One figure for every mode.
#[derive(Debug)]
pub(super) struct FigureRow {
    pub(super) name: &'static str,
    pub(super) gloss: &'static str,
    /// One for each mode, with the values of its replicates.
    pub(super) values: Vec<String>,
    pub(super) is_number: bool,
}

/// How one debate ended.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) title: String,
    pub(super) link: Link,
    pub(super) regime: Result<Term, Absent>,
    pub(super) sentence: String,
}

/// A question with accepted statements for both answers.
#[derive(Debug)]
pub(super) struct Warning {
    pub(super) matter: String,
    /// The debates with such statements, each with the number of pairs.
    pub(super) places: Vec<(String, String, Link)>,
}

/// Why a mode has no finished debate: a failed debate says more than one that has not been run.
fn absence(debates: &[&Debate], label: &str) -> &'static str {
    let own = debates.iter().filter(|debate| debate.label == label);
    let absent = own.filter_map(|debate| debate.result.as_ref().err());
    let failed = absent.clone().find(|absent| matches!(absent, Absent::Failed(_)));
    failed.or(absent.clone().next()).map_or("", Absent::word)
}

/// The finished debates of a mode.
type Done<'a> = [(&'a Debate, &'a Finished)];

/// Up to this many replicates, every value is shown; above it, mean and range.
const SIDE_BY_SIDE: usize = 5;

pub(super) fn figures(debates: &[&Debate], columns: &[Column]) -> Vec<FigureRow> {
    let of_columns = |write: &dyn Fn(&Done<'_>) -> String| {
        let of_column = |column: &Column| {
            let finished = finished(debates, &column.label);
            if finished.is_empty() {
                absence(debates, &column.label).to_owned()
            } else {
                write(&finished)
            }
        };
        columns.iter().map(of_column).collect()
    };
    let word = |name, gloss, of: &dyn Fn(&Finished) -> &'static str| FigureRow {
        name,
        gloss,
        is_number: false,
        values: of_columns(&|own| tallied(own.iter().map(|(_, finished)| of(finished)))),
    };
    let number = |name, gloss, of: &dyn Fn(&Finished) -> u64| FigureRow {
        name,
        gloss,
        is_number: true,
        values: of_columns(&|own| numbers(own.iter().map(|(_, finished)| of(finished)).collect())),
    };
    vec![
        word("Regime", "how far the personas agree in the end", &|f| {
            glossary::regime(f.outcome.regime).word
        }),
        number("Cruxes", "questions that decide the disagreement", &|f| {
            f.outcome.cruxes.len() as u64
        }),
        number("Agreed", "shared points, and questions that are answered alike", &|f| {
            f.outcome.common_ground.agreements() as u64
        }),
        number("Unchallenged", "accepted, could be attacked, was not", &|f| {
            f.outcome.common_ground.unchallenged.len() as u64
        }),
        number("Defended", "attacked, but accepted", &|f| {
            f.outcome.common_ground.defended.len() as u64
        }),
        number("Untested", "accepted too late for an objection", &|f| {
            f.outcome.common_ground.untested.len() as u64
        }),
        number("Contradictions", "pairs of accepted statements that contradict each other", &|f| {
            f.outcome.fake_consensus.len() as u64
        }),
        number("Rounds", "after the opening", &|f| u64::from(f.outcome.stop.rounds)),
        word("Stop", "why the debate ended", &|f| glossary::stop(f.outcome.stop.reason).word),
        number("Calls", "questions to the provider", &|f| u64::from(f.outcome.usage.calls)),
        number("Tokens read", "prompts, cached or not", &|f| {
            f.outcome.usage.input.0 + f.outcome.usage.cached.0
        }),
        number("Tokens written", "replies", &|f| f.outcome.usage.output.0),
        number("Repairs", "answers sent back for correction", &|f| {
            u64::from(f.outcome.usage.repairs)
        }),
    ]
}

fn numbers(values: Vec<u64>) -> String {
    if values.len() > SIDE_BY_SIDE {
        let values: Vec<f64> = values.into_iter().map(|value| value as f64).collect();
        return spread(&values, number::measure);
    }
    values.into_iter().map(number::integer).collect::<Vec<_>>().join(" · ")
}

/// «partial», or «partial 2, polarized 1».
fn tallied(words: impl Iterator<Item = &'static str>) -> String {
    let mut counted: Vec<(&str, u64)> = Vec::new();
    for word in words {
        match counted.iter_mut().find(|(other, _)| *other == word) {
            Some((_, number)) => *number += 1,
            None => counted.push((word, 1)),
        }
    }
    match counted.as_slice() {
        [(word, _)] => (*word).to_owned(),
        several => {
            let parts: Vec<String> =
                several.iter().map(|(word, n)| format!("{word} {}", number::integer(*n))).collect();
            parts.join(", ")
        }
    }
}

/// The mode of a debate, with the replicate where the mode has several debates.
fn name(debates: &[&Debate], debate: &Debate) -> String {
    if debates.iter().filter(|other| other.label == debate.label).count() > 1 {
        format!("{}, replicate {}", title(debate), debate.replicate)
    } else {
        title(debate)
    }
}

pub(super) fn endings(debates: &[&Debate], here: &Route) -> Vec<Ending> {
    let ending = |debate: &&Debate| {
        let (regime, sentence) = match &debate.result {
            Ok(Finished { outcome, .. }) => {
                (Ok(glossary::regime(outcome.regime)), outcome.regime_sentence.as_str())
            }
            Err(absent) => (Err(absent.clone()), absent.reason()),
        };
        Ending {
            title: name(debates, debate),
            link: Route::of_debate(debate).link(here),
            regime,
            sentence: full_stop(&capital(sentence)),
        }
    };
    debates.iter().map(ending).collect()
}

/// The contradictions by question, in the order of their first appearance.
pub(super) fn warnings(topic: &Topic, debates: &[&Debate], here: &Route) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    for debate in debates {
        let Ok(finished) = &debate.result else { continue };
        let link = Route::of_debate(debate).link_to(here, &Anchor::Section("ground"));
        for matter in contradictions::matters(topic, finished) {
            let pairs = number::count(matter.pairs.len(), "pair", "pairs");
            let place = (name(debates, debate), pairs, link.clone());
            match warnings.iter_mut().find(|warning| warning.matter == matter.title) {
                Some(warning) => warning.places.push(place),
                None => warnings.push(Warning { matter: matter.title, places: vec![place] }),
            }
        }
    }
    warnings
}
