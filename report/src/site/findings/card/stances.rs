//! The answers of the personas to the question of a card, each with its reason.

use std::collections::BTreeSet;

use faultline::corpus::relevance;
use faultline::record::{Found, Position};
use faultline::text::to_sentence;
use faultline::vocabulary::{AxisSide, Corpus, PersonaId, Side, StatementId};

use super::{Question, Stance};
use crate::site::findings::Source;
use crate::site::findings::thesis::Thesis;
use crate::site::flip::Flip;
use crate::site::glossary;
use crate::site::index::{Brief, IndexedDebate};
use crate::site::load::{Load, in_case};
use crate::site::sentence::{full_stop, with_ground};

impl Question<'_> {
    /// The answer of each persona, in the order of the theses.
    pub(super) fn stances(
        &self,
        source: &Source<'_>,
        theses: &[Thesis],
        granted: &BTreeSet<&str>,
    ) -> Vec<Stance> {
        let mut personas: Vec<&PersonaId> = Vec::new();
        let of_cruxes = self.namings.iter().flat_map(|naming| &naming.crux.positions);
        for held in of_cruxes.chain(self.elsewhere(source).map(|(_, _, held)| held)) {
            if !personas.contains(&&held.persona) {
                personas.push(&held.persona);
            }
        }
        let seat = |persona: &&PersonaId| theses.iter().position(|thesis| thesis.id == **persona);
        personas.sort_by_key(|persona| seat(persona).unwrap_or(theses.len()));
        personas.into_iter().map(|persona| self.stance(source, persona, granted)).collect()
    }

    /// The positions on its axis in the debates that dispute it without calling it a crux.
    fn elsewhere<'a>(
        &'a self,
        source: &'a Source<'_>,
    ) -> impl Iterator<Item = (&'a IndexedDebate, &'a Brief, &'a Position)> {
        source.finished.iter().flat_map(move |&(debate, brief)| {
            let disputes = brief.outcome.idle_disputes.iter();
            let same = disputes.filter(|other| self.axis.is_some_and(|axis| axis.id == other.axis));
            same.flat_map(|other| &other.positions).map(move |held| (debate, brief, held))
        })
    }

    /// The positions of a persona in the debates that name the crux; where it takes part in none of them, in those that dispute it.
    fn positions_of<'a>(
        &'a self,
        source: &'a Source<'_>,
        persona: &PersonaId,
    ) -> Vec<(&'a IndexedDebate, &'a Brief, &'a Position)> {
        let of_cruxes = self.namings.iter().flat_map(|naming| {
            let positions = naming.crux.positions.iter();
            positions.map(|held| (naming.debate, naming.brief, held))
        });
        let is_own = |(_, _, held): &(&IndexedDebate, &Brief, &Position)| held.persona == *persona;
        let of_cruxes: Vec<_> = of_cruxes.filter(is_own).collect();
        if of_cruxes.is_empty() {
            self.elsewhere(source).filter(is_own).collect()
        } else {
            of_cruxes
        }
    }

    fn stance(&self, source: &Source<'_>, persona: &PersonaId, granted: &BTreeSet<&str>) -> Stance {
        let held = self.positions_of(source, persona);
        let held: Vec<(&Position, &Brief)> =
            held.into_iter().map(|(_, brief, position)| (position, brief)).collect();
        let count = |side| held.iter().filter(|(position, _)| position.side == Some(side)).count();
        let side = match (count(Side::Yes), count(Side::No)) {
            (0, 0) => None,
            (yes, no) if yes == no => held.iter().find_map(|(position, _)| position.side),
            (yes, no) => Some(if yes > no { Side::Yes } else { Side::No }),
        };
        let is_own = |(position, brief): &&(&Position, &Brief)| {
            position.side == side
                && !position.text.is_empty()
                && !granted.contains(full_stop(&position.text).as_str())
                && position.node.is_none_or(|node| !brief.is_shared(node))
        };
        let recorded = held.iter().find_map(|(position, _)| Flip::of(position));
        let declared = self.contract(source, persona);
        let is_declared = |recorded: &Flip| {
            declared.as_ref().is_some_and(|declared| declared.when == recorded.when)
        };
        let relevance = |position: &Position| match (self.axis, side) {
            (Some(axis), Some(side)) => relevance(axis, side, &position.text),
            (None, _) | (_, None) => 0.0,
        };
        // Of several modes' arguments those that their author wrote about the question first, of these those with a ground, of these the
        // one that answers best, among equals the first. Replicates repeat their texts.
        let mut texts = BTreeSet::new();
        let mut own: Vec<&Position> = held.iter().filter(is_own).map(|(held, _)| *held).collect();
        own.retain(|position| texts.insert(position.text.as_str()));
        let is_tagged = |own: &Position| {
            held.iter().any(|(position, brief)| {
                position.text == own.text && self.is_tagged(source, persona, brief, position)
            })
        };
        let ground = |own: &Position| {
            let mut same = held.iter().filter(|(position, _)| position.text == own.text);
            same.find_map(|(position, brief)| brief.ground(position.node?))
        };
        let own = own.into_iter().rev().max_by(|one, other| {
            let by_tag = is_tagged(one).cmp(&is_tagged(other));
            let by_ground = || ground(one).is_some().cmp(&ground(other).is_some());
            by_tag.then_with(by_ground).then_with(|| relevance(one).total_cmp(&relevance(other)))
        });
        let ground = own.and_then(ground);
        let is_inferred = |own: &Position| {
            held.iter().any(|(position, brief)| {
                position.text == own.text && self.is_inferred(source, persona, brief, position)
            })
        };
        let mut on_side = held.iter().filter(|(position, _)| position.side == side);
        let reason = on_side.find_map(|(position, _)| position.thesis_reason.as_deref());
        Stance {
            id: persona.clone(),
            persona: source.index.personas.tag(persona, source.here),
            side: side.map_or("", glossary::side),
            text: own
                .map(|own| own.text.as_str())
                .or(reason)
                .map_or_else(String::new, |text| with_ground(text, ground)),
            in_case: in_case(
                self.load_of(source, persona).as_ref(),
                reason
                    .filter(|reason| own.is_some_and(|own| own.text != **reason))
                    .map(full_stop)
                    .as_deref(),
            ),
            flips: recorded.filter(|flip| !is_declared(flip)).or_else(|| declared.clone()),
            unless: side.map_or_else(Vec::new, |side| self.unless(source, persona, side)),
            is_inferred: own.is_some_and(is_inferred),
            opposite: side.map_or(0, |side| count(side.opposite())),
        }
    }

    /// The conditions beside the persona's statements on a side of the axis.
    fn unless(&self, source: &Source<'_>, persona: &PersonaId, side: Side) -> Vec<String> {
        let Some(axis) = self.axis else { return Vec::new() };
        let answer = AxisSide { axis: axis.id.clone(), side };
        let corpus = source.corpus(persona).into_iter();
        let own = corpus
            .flat_map(Corpus::statements)
            .filter(|own| own.answers_axis() == Some(answer.clone()));
        own.flat_map(|own| &own.unless).map(|condition| to_sentence(condition)).collect()
    }

    /// Whether a position quotes only statements without a tag.
    fn is_inferred(
        &self,
        source: &Source<'_>,
        persona: &PersonaId,
        brief: &Brief,
        position: &Position,
    ) -> bool {
        let node = position.node.and_then(|node| brief.node(node));
        let excerpts = node.map_or(&[][..], |node| &node.detail.excerpts);
        let corpus = source.corpus(persona);
        let is_untagged = |id: &StatementId| {
            let mut own = corpus.into_iter().flat_map(Corpus::statements);
            own.any(|own| own.id == *id && (own.inferred.is_some() || own.axis.is_none()))
        };
        !excerpts.is_empty() && excerpts.iter().all(is_untagged)
    }

    /// Whether a position quotes a statement that its author wrote about the question.
    fn is_tagged(
        &self,
        source: &Source<'_>,
        persona: &PersonaId,
        brief: &Brief,
        position: &Position,
    ) -> bool {
        let (Some(axis), Some(node)) = (self.axis, position.node.and_then(|node| brief.node(node)))
        else {
            return false;
        };
        source
            .corpus(persona)
            .is_some_and(|corpus| corpus.is_written_about(&axis.id, &node.detail.excerpts))
    }

    /// The smallest and the largest of the mean loads of the modes.
    fn load_of(&self, source: &Source<'_>, persona: &PersonaId) -> Option<Load> {
        let mut modes: Vec<(&str, Vec<f64>)> = Vec::new();
        for (debate, _, held) in self.positions_of(source, persona) {
            let Some(load) = held.load else { continue };
            let mode = debate.label.as_str();
            match modes.iter_mut().find(|(known, _)| *known == mode) {
                Some((_, loads)) => loads.push(load.value()),
                None => modes.push((mode, vec![load.value()])),
            }
        }
        let mean = |(_, loads): &(&str, Vec<f64>)| loads.iter().sum::<f64>() / loads.len() as f64;
        let was_looked_for = self.has(Found::Load) || self.has(Found::LoadUnknown);
        let mut known = self.namings.iter().filter(|naming| naming.crux.found == Found::Load);
        let reasons = known.find_map(|n| n.brief.reasons(persona));
        let loads = modes.iter().map(mean).collect();
        Load::of(loads, reasons).or(was_looked_for.then_some(Load::Unknown))
    }

    /// What would change the persona's mind on the axis, as its contract declares.
    fn contract(&self, source: &Source<'_>, persona: &PersonaId) -> Option<Flip> {
        let axis = self.axis?;
        let persona = source.persona(persona)?;
        let mut flips = persona.contract.flips.iter();
        flips.find(|flip| flip.axis.as_ref() == Some(&axis.id)).map(Flip::declared)
    }
}
