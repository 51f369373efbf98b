//! The answer of an experiment to a topic's question, in computed facts.

use faultline::view::number;
use std::collections::{BTreeMap, BTreeSet};

use faultline::record::{Crux, Regime};
use faultline::vocabulary::Topic;

use super::debate::crux_link;
use super::input::{Absent, Debate, Finished};
use super::route::{Link, Route};
use super::{home, prose};

/// What an experiment says of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    /// A paragraph on what divides the personas.
    pub(super) cruxes: Vec<Part>,
    /// A paragraph on how the debates ended; nothing where none did.
    pub(super) endings: String,
}

/// A piece of a paragraph.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Part {
    /// Whether a space parts it from the piece before.
    pub(super) apart: bool,
    pub(super) text: String,
    pub(super) link: Option<Link>,
}

/// How many questions are named.
const NAMED: usize = 3;

/// A question that some mode names as a crux.
struct Named<'a> {
    question: String,
    /// The axis in a word or two, or the question again.
    name: String,
    first: (&'a Debate, &'a Crux),
    /// What each mode that names it ranks highest of it.
    modes: BTreeMap<&'a str, (&'a Debate, &'a Crux)>,
    /// The cells of the debates that name it.
    debates: BTreeSet<&'a str>,
    rank: u32,
}

fn plain(text: impl Into<String>) -> Part {
    Part { apart: false, text: text.into(), link: None }
}

/// Composes the answer; `debates` are those of the topic.
pub(super) fn compose(topic: &Topic, debates: &[&Debate], from: &Route) -> Answer {
    let finished: Vec<(&Debate, &Finished)> =
        debates.iter().filter_map(|debate| Some((*debate, debate.result.as_ref().ok()?))).collect();
    if finished.is_empty() {
        let cruxes = vec![plain("No debate on this question has come to its end yet.")];
        return Answer { cruxes, endings: String::new() };
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
    let cruxes = if finished.len() > modes.len() {
        recurring(&modes, &named, finished.len(), &title, from)
    } else {
        cruxes(&modes, &named, &title, from)
    };
    let mut endings = vec![regimes(&finished, &modes, &title), ground(&finished)];
    let absent = || debates.iter().filter_map(|debate| debate.result.as_ref().err());
    let failed = absent().filter(|absent| matches!(absent, Absent::Failed(_))).count();
    if failed > 0 {
        let sentence = number::count(failed, "debate failed", "debates failed");
        endings.push(format!("{} and counts for nothing here.", prose::capital(&sentence)));
    }
    let missing = absent().count() - failed;
    if missing > 0 {
        let sentence = number::count(missing, "debate has", "debates have");
        endings.push(format!("{} not been run yet.", prose::capital(&sentence)));
    }
    Answer { cruxes: spaced(cruxes), endings: endings.join(" ") }
}

/// Moves the spaces at the ends of pieces between them, since text that is set loses those at its ends.
fn spaced(parts: Vec<Part>) -> Vec<Part> {
    let mut open = false;
    parts
        .into_iter()
        .map(|part| {
            let apart = open || part.text.starts_with(' ');
            open = part.text.ends_with(' ');
            Part { apart, text: part.text.trim().to_owned(), link: part.link }
        })
        .filter(|part| !part.text.is_empty())
        .collect()
}

/// The questions that modes name, those named by most modes, in most debates and highest first. Cruxes on one axis are one question.
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
                modes: BTreeMap::new(),
                debates: BTreeSet::new(),
                rank,
            });
            entry.rank = entry.rank.min(rank);
            entry.debates.insert(&debate.cell);
            let highest = entry.modes.entry(&debate.label).or_insert((debate, crux));
            if rank < highest.1.id.number() {
                *highest = (debate, crux);
            }
        }
    }
    let mut named: Vec<Named<'a>> = named.into_values().collect();
    named.sort_by_key(|crux| {
        (usize::MAX - crux.modes.len(), usize::MAX - crux.debates.len(), crux.rank)
    });
    named
}

/// What comes up how often, where modes have several debates.
fn recurring(
    modes: &[&str],
    named: &[Named<'_>],
    debates: usize,
    title: &dyn Fn(&str) -> String,
    from: &Route,
) -> Vec<Part> {
    let all = if debates == 2 {
        "both".to_owned()
    } else {
        format!("all {}", number::integer(debates as u64))
    };
    let always: Vec<&Named<'_>> =
        named.iter().filter(|crux| crux.debates.len() == debates).collect();
    let Some(first) = named.iter().min_by_key(|crux| debates - crux.debates.len()) else {
        return vec![plain("No question came out as the one that divides them.")];
    };
    let mut parts = if always.is_empty() {
        vec![plain(format!("No question is a crux in {all} debates."))]
    } else {
        let lead = format!("{} debates come down to the same", prose::capital(&all));
        asked(&lead, "question", "questions", &always, from)
    };
    let sometimes: Vec<&Named<'_>> = named
        .iter()
        .filter(|crux| crux.modes.len() == modes.len() && crux.debates.len() < debates)
        .collect();
    if modes.len() > 1 && !sometimes.is_empty() {
        let each = match modes.len() {
            2 => "Both modes name".to_owned(),
            number => format!("Each of the {} modes names", number::integer(number as u64)),
        };
        let what = match (sometimes.len(), always.is_empty()) {
            (1, true) => "one question",
            (1, false) => "one more question",
            (_, true) => "these questions",
            (_, false) => "these questions, too,",
        };
        parts.push(plain(format!(" {each} {what} at least once: ")));
        parts.extend(counted(&sometimes, debates, from));
    } else if always.is_empty() {
        parts.push(plain(" The one named most often: "));
        parts.extend(counted(&[first], debates, from));
    }
    if modes.len() > 1 {
        parts.extend(alone([" Only", ", and only", "names"], modes, named, title, from));
    }
    parts
}

/// «Q1? (five of nine debates); Q2? (two).»
fn counted(cruxes: &[&Named<'_>], debates: usize, from: &Route) -> Vec<Part> {
    let mut parts = Vec::new();
    for (index, crux) in cruxes.iter().take(NAMED).enumerate() {
        let link = crux_link(crux.first.0, crux.first.1, from);
        parts.push(Part { apart: false, text: prose::sentence(&crux.question), link: Some(link) });
        let number = number::integer(crux.debates.len() as u64);
        let times = match index {
            0 => format!(" ({number} of {} debates)", number::integer(debates as u64)),
            _ => format!(" ({number})"),
        };
        let last = index + 1 == cruxes.len().min(NAMED);
        parts.push(plain(format!("{times}{}", if last { "." } else { "; " })));
    }
    let left = cruxes.len().saturating_sub(NAMED);
    if left > 0 {
        let others = prose::capital(&number::count(left, "other comes", "others come"));
        parts.push(plain(format!(" {others} up in no more debates than these.")));
    }
    parts
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
        format!("All {} modes", number::integer(modes.len() as u64))
    };
    if !shared.is_empty() {
        let lead = format!("{every} come down to the same");
        let mut parts = asked(&lead, "question", "questions", &shared, from);
        parts.extend(alone([" Beyond that,", ", and", "adds"], modes, named, &title, from));
        return parts;
    }
    let mut parts = vec![plain(format!(
        "The {} modes do not place the split in one spot.",
        number::integer(modes.len() as u64)
    ))];
    for mode in modes {
        let own = named.iter().filter_map(|crux| Some((crux, *crux.modes.get(mode)?)));
        let title = prose::capital(&title(mode));
        let Some((first, (debate, crux))) = own.min_by_key(|(_, (_, crux))| crux.id.number())
        else {
            parts.push(plain(format!(" {title} names none.")));
            continue;
        };
        parts.push(plain(format!(" {title} puts first the question: ")));
        let link = Some(crux_link(debate, crux, from));
        parts.push(Part { apart: false, text: prose::sentence(&first.question), link });
    }
    let several: Vec<&Named<'_>> = named.iter().filter(|crux| crux.modes.len() > 1).collect();
    if !several.is_empty() {
        parts.push(plain(" More than one of them names "));
        parts.extend(listed(&several, from));
        parts.push(plain("."));
    }
    parts
}

/// «x, y and z», each a link.
fn listed(cruxes: &[&Named<'_>], from: &Route) -> Vec<Part> {
    let mut parts = Vec::new();
    for (place, crux) in cruxes.iter().enumerate() {
        if place > 0 {
            parts.push(plain(if place + 1 == cruxes.len() { " and " } else { ", " }));
        }
        let link = crux_link(crux.first.0, crux.first.1, from);
        parts.push(Part { text: crux.name.clone(), link: Some(link), apart: false });
    }
    parts
}

/// What single modes name: «Beyond that, A adds x and y, and B adds z.», with x, y and z as links.
fn alone(
    [lead, then, verb]: [&str; 3],
    modes: &[&str],
    named: &[Named<'_>],
    title: &dyn Fn(&str) -> String,
    from: &Route,
) -> Vec<Part> {
    let only =
        |crux: &Named<'_>, mode: &str| crux.modes.len() == 1 && crux.modes.contains_key(mode);
    let of = |mode: &str| named.iter().filter(|crux| only(crux, mode)).collect::<Vec<_>>();
    let adding: Vec<&str> = modes.iter().copied().filter(|mode| !of(mode).is_empty()).collect();
    let mut parts = Vec::new();
    for (index, mode) in adding.iter().enumerate() {
        let lead = if index == 0 { lead } else { then };
        parts.push(plain(format!("{lead} {} {verb} ", title(mode))));
        parts.extend(listed(&of(mode), from));
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
        _ => format!("{lead} {} {many}: ", number::integer(number as u64)),
    };
    let mut parts = vec![plain(head)];
    for (index, crux) in cruxes.iter().take(NAMED).enumerate() {
        if index > 0 {
            parts.push(plain(" "));
        }
        let link = crux_link(crux.first.0, crux.first.1, from);
        parts.push(Part { text: prose::sentence(&crux.question), link: Some(link), apart: false });
    }
    if number > NAMED {
        parts.push(plain(format!(
            " The {} that score highest are named here.",
            number::integer(NAMED as u64)
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
        ([(word, _)], _) => {
            return format!("All {} debates end {word}.", number::integer(number as u64));
        }
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
        _ => format!("{} times", number::integer(number as u64)),
    }
}

/// What they share, counting a statement once however many debates accept it.
fn ground(finished: &[(&Debate, &Finished)]) -> String {
    let agreed: BTreeSet<&str> = finished
        .iter()
        .flat_map(|(_, finished)| &finished.outcome.common_ground.agreed)
        .map(|agreement| agreement.text.as_str())
        .collect();
    let shared = number::count(agreed.len(), "accepted statement", "accepted statements");
    let clashes = |finished: &Finished| finished.outcome.fake_consensus.len();
    if let [(_, only)] = finished {
        let pairs = prose::capital(&number::count(clashes(only), "pair", "pairs"));
        let verb = if clashes(only) == 1 { "is" } else { "are" };
        return match clashes(only) {
            0 => format!("They share {shared}."),
            _ => format!(
                "They share {shared}. {pairs} of accepted statements {verb} contradictory, so what looks like agreement \
                 there is none."
            ),
        };
    }
    let clashing = finished.iter().filter(|(_, finished)| clashes(finished) > 0).count();
    let place = match (clashing, finished.len()) {
        (0, _) => return format!("Over all debates they share {shared}."),
        (2, 2) => "both debates".to_owned(),
        (all, number) if all == number => format!("all {} debates", number::integer(all as u64)),
        (some, number) => {
            format!(
                "{} of {} debates",
                number::integer(some as u64),
                number::integer(number as u64)
            )
        }
    };
    format!(
        "Over all debates they share {shared}. In {place}, accepted statements contradict each other, so what looks like \
         agreement there is none."
    )
}
