//! The answer of an experiment to a topic's question, as one paragraph of computed facts.

use std::collections::BTreeMap;

use faultline::record::{Crux, Regime};
use faultline::vocabulary::Topic;

use super::debate::crux_link;
use super::input::{Debate, Finished};
use super::route::{Link, Route};
use super::{filters, home, prose};

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
    /// The axis in a word or two, or the question again.
    name: String,
    first: (&'a Debate, &'a Crux),
    modes: Vec<&'a str>,
    rank: u32,
}

fn plain(text: impl Into<String>) -> Part {
    Part { text: text.into(), link: None }
}

/// Composes the paragraph; `debates` are those of the topic.
pub(super) fn paragraph(topic: &Topic, debates: &[&Debate], from: &Route) -> Vec<Part> {
    let finished: Vec<(&Debate, &Finished)> =
        debates.iter().filter_map(|debate| Some((*debate, debate.result.as_ref().ok()?))).collect();
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
    let title = |label: &str| {
        let debate = finished.iter().find(|(debate, _)| debate.label == label);
        debate.map_or_else(|| label.to_owned(), |(debate, _)| home::title(debate))
    };
    let mut parts = cruxes(&modes, &named, &title, from);
    parts.push(plain(format!(" {}", regimes(&finished, &modes, &title))));
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
            let question =
                axis.map_or_else(|| crux.statement.clone(), |axis| axis.question.clone());
            let rank = crux.id.number();
            let entry = named.entry(question.clone()).or_insert_with(|| Named {
                question,
                name: axis
                    .map_or_else(|| format!("“{}”", crux.statement), |axis| axis.title.clone()),
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
    modes: &[&str],
    named: &[Named<'_>],
    title: &dyn Fn(&str) -> String,
    from: &Route,
) -> Vec<Part> {
    let shared: Vec<&Named<'_>> =
        named.iter().filter(|crux| crux.modes.len() == modes.len()).collect();
    if named.is_empty() {
        return vec![plain("No question came out as the one that divides them.")];
    }
    if modes.len() == 1 {
        let all: Vec<&Named<'_>> = named.iter().collect();
        let lead = format!("{} traces the disagreement to", prose::capital(&title(modes[0])));
        return asked(&lead, "question", "questions", &all, from);
    }
    let every = if modes.len() == 2 {
        "Both modes".to_owned()
    } else {
        format!("All {} modes", filters::spelled(modes.len()))
    };
    if !shared.is_empty() {
        let lead = format!("{every} come down to the same");
        let mut parts = asked(&lead, "question", "questions", &shared, from);
        parts.extend(alone(modes, named, &title, from));
        return parts;
    }
    let mut parts = vec![plain(format!(
        "The {} modes do not place the split in one spot.",
        filters::spelled(modes.len())
    ))];
    for mode in modes {
        let own: Vec<&Named<'_>> =
            named.iter().filter(|crux| crux.modes.contains(mode)).take(1).collect();
        if own.is_empty() {
            parts.push(plain(format!(" {} names none.", prose::capital(&title(mode)))));
        } else {
            let lead = format!(" {} puts first the", prose::capital(&title(mode)));
            parts.extend(asked(&lead, "question", "question", &own, from));
        }
    }
    parts
}

/// «Beyond that, A adds x and y, and B adds z.», with x, y and z as links.
fn alone(
    modes: &[&str],
    named: &[Named<'_>],
    title: &dyn Fn(&str) -> String,
    from: &Route,
) -> Vec<Part> {
    let of = |mode: &str| named.iter().filter(move |crux| crux.modes == [mode]).collect::<Vec<_>>();
    let adding: Vec<&str> = modes.iter().copied().filter(|mode| !of(mode).is_empty()).collect();
    let mut parts = Vec::new();
    for (index, mode) in adding.iter().enumerate() {
        let lead = match index {
            0 => " Beyond that,".to_owned(),
            _ if index + 1 == adding.len() => ", and".to_owned(),
            _ => ",".to_owned(),
        };
        parts.push(plain(format!("{lead} {} adds ", title(mode))));
        let cruxes = of(mode);
        for (place, crux) in cruxes.iter().enumerate() {
            if place > 0 {
                parts.push(plain(if place + 1 == cruxes.len() { " and " } else { ", " }));
            }
            let link = crux_link(crux.first.0, crux.first.1, from);
            parts.push(Part { text: crux.name.clone(), link: Some(link) });
        }
    }
    if !adding.is_empty() {
        parts.push(plain("."));
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
        parts.push(plain(format!(
            " The {} that score highest are named here.",
            filters::spelled(NAMED)
        )));
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

/// How the debates end, mode by mode where they differ.
fn regimes(
    finished: &[(&Debate, &Finished)],
    modes: &[&str],
    title: &dyn Fn(&str) -> String,
) -> String {
    let of = |mode: Option<&str>| {
        let own =
            finished.iter().filter(|(debate, _)| mode.is_none_or(|mode| debate.label == mode));
        tallied(own.map(|(_, finished)| ending(finished.outcome.regime)))
    };
    let number = finished.len();
    match (of(None).as_slice(), number) {
        ([(word, _)], 1) => return format!("The debate ends {word}."),
        ([(word, _)], 2) => return format!("Both debates end {word}."),
        ([(word, _)], _) => return format!("All {} debates end {word}.", filters::spelled(number)),
        _ => {}
    }
    let clauses: Vec<String> = modes
        .iter()
        .map(|mode| match of(Some(mode)).as_slice() {
            [(word, _)] => format!("{} ends {word}", title(mode)),
            several => {
                let parts: Vec<String> = several
                    .iter()
                    .map(|(word, number)| format!("{word} {}", times(*number)))
                    .collect();
                format!("{} ends {}", title(mode), prose::list(&parts))
            }
        })
        .collect();
    format!("{}.", clauses.join("; "))
}

fn tallied(words: impl Iterator<Item = &'static str>) -> Vec<(&'static str, usize)> {
    let mut counted: Vec<(&'static str, usize)> = Vec::new();
    for word in words {
        match counted.iter_mut().find(|(other, _)| *other == word) {
            Some((_, number)) => *number += 1,
            None => counted.push((word, 1)),
        }
    }
    counted
}

fn times(number: usize) -> String {
    match number {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        _ => format!("{} times", filters::spelled(number)),
    }
}

fn ground(finished: &[(&Debate, &Finished)]) -> String {
    let agreed: usize = finished.iter().map(|(_, f)| f.outcome.common_ground.agreed.len()).sum();
    let clashes: usize = finished.iter().map(|(_, f)| f.outcome.fake_consensus.len()).sum();
    let shared = filters::count(agreed, "accepted statement", "accepted statements");
    let over = if finished.len() == 1 { "They share" } else { "Over all debates they share" };
    if clashes == 0 {
        return format!("{over} {shared}.");
    }
    let pairs = prose::capital(&filters::count(clashes, "pair", "pairs"));
    format!(
        "{over} {shared}. {pairs} of accepted statements contradict each other, so what looks like agreement there is none."
    )
}
