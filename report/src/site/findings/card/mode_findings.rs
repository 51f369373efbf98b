//! What the debates of each mode found about a question.

use std::collections::BTreeSet;

use faultline::vocabulary::AxisId;

use super::question::{Naming, Question};
use super::stances::divides;
use crate::site::comparison;
use crate::site::findings::source::Source;
use crate::site::index::{DebateSummary, IndexedDebate};
use crate::site::interval;
use crate::site::route::{Link, Route};
use crate::site::stance::Stance;

/// What the debates of one mode found about the question.
#[derive(Debug)]
pub(in crate::site::findings) struct ModeFinding {
    pub(in crate::site::findings) mode: String,
    pub(in crate::site::findings) text: String,
    /// Whether its one debate names the question, so that a link says enough.
    pub(in crate::site::findings) is_plain: bool,
    pub(in crate::site::findings) link: Option<Link>,
}

impl Question<'_> {
    /// What each mode found about it.
    pub(super) fn mode_findings(
        &self,
        source: &Source<'_>,
        stances: &[Stance],
    ) -> Vec<ModeFinding> {
        let mut labels = BTreeSet::new();
        let firsts = source.finished.iter().filter(|(debate, _)| labels.insert(&debate.label));
        firsts.map(|(debate, _)| self.mode_finding(source, stances, debate)).collect()
    }

    fn mode_finding(
        &self,
        source: &Source<'_>,
        stances: &[Stance],
        debate: &IndexedDebate,
    ) -> ModeFinding {
        let of_mode = |other: &IndexedDebate| other.label == debate.label;
        let run: Vec<&(&IndexedDebate, &DebateSummary)> =
            source.finished.iter().filter(|(other, _)| of_mode(other)).collect();
        let named: Vec<&Naming<'_>> =
            self.namings.iter().filter(|naming| of_mode(naming.debate)).collect();
        let outcomes = || run.iter().map(|(_, summary)| &summary.outcome);
        let is_this = |axis: &AxisId, question: &str| source.key(Some(axis), question) == self.text;
        let idle = outcomes().flat_map(|outcome| &outcome.idle_disputes);
        let mut idle = idle.filter(|idle| is_this(&idle.axis, &idle.question));
        let settled = outcomes().flat_map(|outcome| &outcome.settled);
        let settled = settled.filter(|found| is_this(&found.axis, &found.question)).count();
        let text = match (named.first(), run.len()) {
            (Some(_), 1) => "named as a crux".to_owned(),
            (None, 1) if settled > 0 => "settled in the debate".to_owned(),
            (None, 1) => match idle.next() {
                Some(idle) if idle.is_verbal => "answered differently only in words".to_owned(),
                Some(_) => "disputed, but not both theses rest on it".to_owned(),
                None => "not named".to_owned(),
            },
            (_, runs) => {
                let named: BTreeSet<&str> =
                    named.iter().map(|naming| naming.debate.cell.as_str()).collect();
                let are_same = |pair: &[&(&IndexedDebate, &DebateSummary)]| {
                    pair[0].0.personas == pair[1].0.personas
                };
                // Debates of other personas are not draws of one debate.
                if run.windows(2).all(are_same) {
                    format!("named in {}", interval::of_draws(named.len(), runs))
                } else {
                    let divided = run.iter().filter(|(other, _)| divides(stances, other)).count();
                    let possible = divided.max(named.len());
                    format!("named in {} of {possible} debates", named.len())
                }
            }
        };
        let link = named.first().map(|n| Route::crux(n.debate, n.crux.id, source.here));
        let is_plain = link.is_some() && run.len() == 1;
        ModeFinding { mode: comparison::title(debate), text, is_plain, link }
    }
}
