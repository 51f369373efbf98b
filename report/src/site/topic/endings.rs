//! How each debate of a topic ended, and what it accepts that contradicts itself.

use faultline::view::number;
use faultline::vocabulary::Topic;

use crate::site::comparison::title;
use crate::site::contradictions;
use crate::site::index::{DebateSummary, IndexedDebate};
use crate::site::input::NoOutcome;
use crate::site::replicates::LISTED;
use crate::site::route::{Anchor, Link, Route};
use crate::site::sentence::sentence;
use faultline::view::glossary::{self, Term};

/// The name of a debate among those of its topic.
#[derive(Debug)]
pub(super) struct Name {
    pub(super) mode: String,
    /// «, replicate 2» where the mode has several debates.
    pub(super) replicate: String,
}

/// How one debate ended.
#[derive(Debug)]
pub(super) struct Ending {
    pub(super) name: Name,
    pub(super) link: Link,
    pub(super) regime: Result<Term, NoOutcome>,
    pub(super) sentence: String,
}

/// A question with accepted statements for both answers.
#[derive(Debug)]
pub(super) struct Warning {
    pub(super) matter: String,
    /// The first debates with such statements, each with the number of pairs.
    pub(super) places: Vec<(Name, String, Link)>,
    /// The number of the other debates with such statements.
    pub(super) more: usize,
}

fn name(debates: &[&IndexedDebate], debate: &IndexedDebate) -> Name {
    let several = debates.iter().filter(|other| other.label == debate.label).count() > 1;
    let replicate =
        if several { format!(", replicate {}", debate.replicate) } else { String::new() };
    Name { mode: title(debate), replicate }
}

/// How the listed debates among these ended.
pub(super) fn endings(
    debates: &[&IndexedDebate],
    listed: &[&IndexedDebate],
    here: &Route,
) -> Vec<Ending> {
    let ending = |debate: &&IndexedDebate| {
        let (regime, text) = match &debate.result {
            Ok(DebateSummary { outcome, .. }) => {
                (Ok(glossary::regime(outcome.regime)), outcome.regime_sentence.as_str())
            }
            Err(absent) => (Err(absent.clone()), absent.reason()),
        };
        Ending {
            name: name(debates, debate),
            link: Route::of_debate(debate).link(here),
            regime,
            sentence: sentence(text),
        }
    };
    listed.iter().map(ending).collect()
}

/// The contradictions by question, in the order of their first appearance.
pub(super) fn warnings(topic: &Topic, debates: &[&IndexedDebate], here: &Route) -> Vec<Warning> {
    let mut warnings: Vec<Warning> = Vec::new();
    for debate in debates {
        let Ok(summary) = &debate.result else { continue };
        let link = Route::of_debate(debate).link_to(here, &Anchor::Section("ground"));
        for matter in contradictions::matters(topic, &summary.outcome, |id| summary.node(id)) {
            let pairs = number::count(matter.pairs.len(), "pair", "pairs");
            let place = (name(debates, debate), pairs, link.clone());
            match warnings.iter_mut().find(|warning| warning.matter == matter.title) {
                Some(warning) if warning.places.len() < LISTED => warning.places.push(place),
                Some(warning) => warning.more += 1,
                None => {
                    warnings.push(Warning { matter: matter.title, places: vec![place], more: 0 });
                }
            }
        }
    }
    warnings
}
