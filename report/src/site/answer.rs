//! The answer of an experiment to a topic's question, as one paragraph of computed facts.

use std::collections::BTreeMap;

use faultline::record::{Crux, Regime};
use faultline::vocabulary::Topic;

use super::debate::crux_link;
use super::input::{Debate, Finished};
use super::route::{Link, Route};
use super::{filters, prose};

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) text: String,
    pub(super) link: Option<Link>,
}

/// How many questions the paragraph names.
const NAMED: usize = 3;

/// A question that some mode names as a crux.
struct Named<'a> {
    question: String,
    first: (&'a Debate, &'a Crux),
    modes: Vec<&'a str>,
    rank: u32,
}

fn plain(text: impl Into<String>) -> Part {
    Part { text: text.into(), link: None }
}

/// Composes the paragraph; `debates` are those of the topic.
pub(super) fn paragraph(topic: &Topic, debates: &[&Debate], from: &Route) -> Vec<Part> {
    let finished: Vec<(&Debate, &Finished)> = debates
        .iter()
        .filter_map(|debate| Some((*debate, debate.result.as_ref().ok()?)))
        .collect();
    if finished.is_empty() {
        return vec![plain("No debate on this question has come to its end yet.")];
    }
    let mut modes: Vec<&str> = Vec::new();
    for (debate, _) in &finished {
        if !modes.contains(&debate.label.as_str()) {
            modes.push(&debate.label);
        }
    }
    let named = named(topic, &finished);
    let mut parts = cruxes(&finished, &modes, &named, from);
    parts.push(plain(format!(" {}", regimes(&finished))));
    parts.push(plain(format!(" {}", ground(&finished))));
    let failed = debates.len() - finished.len();
    if failed > 0 {
        let sentence = filters::count(failed, "debate failed", "debates failed");
        parts.push(plain(format!(" {} and counts for nothing here.", prose::capital(&sentence))));
    }
    parts
}

/// The questions that modes name, those named by most modes and highest first. Cruxes on one axis are one question.
fn named<'a>(topic: &Topic, finished: &[(&'a Debate, &'a Finished)]) -> Vec<Named<'a>> {
    let mut named: BTreeMap<String, Named<'a>> = BTreeMap::new();
    for (debate, finished) in finished {
        for crux in &finished.outcome.cruxes {
            let axis = crux.axis.as_ref().and_then(|id| topic.axis(id));
            let question = axis.map_or_else(|| crux.statement.clone(), |axis| axis.question.clone());
            let rank = crux.id.number();
            let entry = named.entry(question.clone()).or_insert_with(|| Named {
                question,
                first: (debate, crux),
                modes: Vec::new(),
                rank,
            });
            entry.rank = entry.rank.min(rank);
            if !entry.modes.contains(&debate.label.as_str()) {
                entry.modes.push(&debate.label);
            }
        }
    }
    let mut named: Vec<Named<'a>> = named.into_values().collect();
    named.sort_by_key(|crux| (usize::MAX - crux.modes.len(), crux.rank));
    named
}

fn cruxes(
    finished: &[(&Debate, &Finished)],
    modes: &[&str],
    named: &[Named<'_>],
    from: &Route,
) -> Vec<Part> {
    let title = |label: &str| {
        let debate = finished.iter().find(|(debate, _)| debate.label == label);
        debate.map_or_else(|| label.to_owned(), |(debate, _)| debate.mode.title.clone())
    };
    let shared: Vec<&Named<'_>> = named.iter().filter(|crux| crux.modes.len() == modes.len()).collect();
    if named.is_empty() {
        return vec![plain("No question came out as the one that divides them.")];
    }
    if modes.len() == 1 {
        let all: Vec<&Named<'_>> = named.iter().collect();
        let lead = format!("{} traces the disagreement to", prose::capital(&title(modes[0])));
        return asked(&lead, "question", "questions", &all, from);
    }
    let every = if modes.len() == 2 { "Both modes".to_owned() } else { format!("All {} modes", filters::spelled(modes.len())) };
    if !shared.is_empty() {
        let lead = format!("{every} come down to the same");
        let mut parts = asked(&lead, "question", "questions", &shared, from);
        for mode in modes {
            let alone = named.iter().filter(|crux| crux.modes == [*mode]).count();
            if alone > 0 {
                let more = filters::count(alone, "question", "questions");
                parts.push(plain(format!(" {} adds {more} that no other mode names.", prose::capital(&title(mode)))));
            }
        }
        return parts;
    }
    let mut parts = vec![plain(format!("The {} modes do not place the split in one spot.", filters::spelled(modes.len())))];
    for mode in modes {
        let own: Vec<&Named<'_>> = named.iter().filter(|crux| crux.modes.contains(mode)).take(1).collect();
        if own.is_empty() {
            parts.push(plain(format!(" {} names none.", prose::capital(&title(mode)))));
        } else {
            let lead = format!(" {} puts first the", prose::capital(&title(mode)));
            parts.extend(asked(&lead, "question", "question", &own, from));
        }
    }
    parts
}

/// «lead question: Q1?», «lead two questions: Q1? Q2?».
fn asked(lead: &str, one: &str, many: &str, cruxes: &[&Named<'_>], from: &Route) -> Vec<Part> {
    let number = cruxes.len();
    let head = match number {
        1 => format!("{lead} {}{one}: ", if lead.ends_with(" to") { "one " } else { "" }),
        _ => format!("{lead} {} {many}: ", filters::spelled(number)),
    };
    let mut parts = vec![plain(head)];
    for (index, crux) in cruxes.iter().take(NAMED).enumerate() {
        if index > 0 {
            parts.push(plain(" "));
        }
        let link = crux_link(crux.first.0, crux.first.1, from);
        parts.push(Part { text: prose::sentence(&crux.question), link: Some(link) });
    }
    if number > NAMED {
        parts.push(plain(format!(" The {} that score highest are named here.", filters::spelled(NAMED))));
    }
    parts
}

fn ending(regime: Regime) -> &'static str {
    match regime {
        Regime::Consensus => "in agreement",
        Regime::OneSided => "with one side left without an argument",
        Regime::Partial => "in part agreement",
        Regime::Polarized => "polarized, with hardly anything agreed",
        Regime::Undetermined => "undetermined",
    }
}

fn regimes(finished: &[(&Debate, &Finished)]) -> String {
    let mut counted: Vec<(&'static str, usize)> = Vec::new();
    for (_, finished) in finished {
        let word = ending(finished.outcome.regime);
        match counted.iter_mut().find(|(other, _)| *other == word) {
            Some((_, number)) => *number += 1,
            None => counted.push((word, 1)),
        }
    }
    let number = finished.len();
    match counted.as_slice() {
        [(word, 1)] => format!("The debate ends {word}."),
        [(word, 2)] => format!("Both debates end {word}."),
        [(word, _)] => format!("All {} debates end {word}.", filters::spelled(number)),
        parts => {
            let parts: Vec<String> = parts
                .iter()
                .enumerate()
                .map(|(index, (word, number))| {
                    let verb = match (index, number) {
                        (0, 1) => " ends",
                        (0, _) => " end",
                        _ => "",
                    };
                    format!("{}{verb} {word}", filters::spelled(*number))
                })
                .collect();
            format!("Of {}, {}.", filters::count(number, "debate", "debates"), prose::list(&parts))
        }
    }
}

fn ground(finished: &[(&Debate, &Finished)]) -> String {
    let agreed: usize = finished.iter().map(|(_, f)| f.outcome.common_ground.agreed.len()).sum();
    let clashes: usize = finished.iter().map(|(_, f)| f.outcome.fake_consensus.len()).sum();
    let mut text = match agreed {
        0 => "Nothing was accepted that more than one of them stands behind.".to_owned(),
        1 => "One accepted statement has more than one of them behind it.".to_owned(),
        _ => format!("{} accepted statements have more than one of them behind them.", prose::capital(&filters::spelled(agreed))),
    };
    if clashes > 0 {
        let pairs = filters::count(clashes, "pair", "pairs");
        text.push_str(&format!(" {} of accepted statements contradict each other, so what looks like agreement there is none.", prose::capital(&pairs)));
    }
    text
}
