//! The answers of the personas to the question of a card, each with its reason.

use std::collections::BTreeSet;

use faultline::corpus::representativeness;
use faultline::record::{FoundBy, Position};
use faultline::view::load::{Chain, Load};
use faultline::view::sentence::with_ground;
use faultline::view::{CruxStance, Flip};
use faultline::vocabulary::{AxisSide, Corpus, PersonaId, Reach, Side, Statement, StatementId};

use super::question::Question;
use crate::site::blocks::RichText;
use crate::site::findings::source::Source;
use crate::site::findings::thesis::Thesis;
use crate::site::index::{DebateSummary, IndexedDebate};
use crate::site::sentence::full_stop;
use crate::site::stance::{Stance, is_nearly};
use crate::unique::unique;

/// Whether personas take part in a debate who answer the question differently.
pub(super) fn divides(stances: &[Stance], debate: &IndexedDebate) -> bool {
    let present = stances.iter().filter(|held| debate.personas.contains(&held.of.persona));
    present.map(|held| held.of.side).collect::<BTreeSet<_>>().len() > 1
}

impl Question<'_> {
    /// The answer of each persona, in the order of the theses.
    pub(super) fn stances(
        &self,
        source: &Source<'_>,
        theses: &[Thesis],
        granted: &BTreeSet<&str>,
    ) -> Vec<Stance> {
        let of_cruxes = self.namings.iter().flat_map(|naming| &naming.crux.positions);
        let held = of_cruxes.chain(self.elsewhere(source).map(|(_, _, held)| held));
        let mut personas = unique(held.map(|held| &held.persona));
        let seat = |persona: &&PersonaId| theses.iter().position(|thesis| thesis.id == **persona);
        personas.sort_by_key(|persona| seat(persona).unwrap_or(theses.len()));
        personas.into_iter().map(|persona| self.stance(source, persona, granted)).collect()
    }

    /// The positions on its axis in the debates that dispute it without calling it a crux.
    fn elsewhere<'a>(
        &'a self,
        source: &'a Source<'_>,
    ) -> impl Iterator<Item = (&'a IndexedDebate, &'a DebateSummary, &'a Position)> {
        source.finished.iter().flat_map(move |&(debate, summary)| {
            let disputes = summary.outcome.idle_disputes.iter();
            let same = disputes.filter(|other| self.axis.is_some_and(|axis| axis.id == other.axis));
            same.flat_map(|other| &other.positions).map(move |held| (debate, summary, held))
        })
    }

    /// The positions of a persona in the debates that name the crux; where it takes part in none of
    /// them, in those that dispute it.
    fn positions_of<'a>(
        &'a self,
        source: &'a Source<'_>,
        persona: &PersonaId,
    ) -> Vec<(&'a IndexedDebate, &'a DebateSummary, &'a Position)> {
        let of_cruxes = self.namings.iter().flat_map(|naming| {
            let positions = naming.crux.positions.iter();
            positions.map(|held| (naming.debate, naming.summary, held))
        });
        let is_own =
            |(_, _, held): &(&IndexedDebate, &DebateSummary, &Position)| held.persona == *persona;
        let of_cruxes: Vec<_> = of_cruxes.filter(is_own).collect();
        if of_cruxes.is_empty() {
            self.elsewhere(source).filter(is_own).collect()
        } else {
            of_cruxes
        }
    }

    fn stance(&self, source: &Source<'_>, persona: &PersonaId, granted: &BTreeSet<&str>) -> Stance {
        let held: Vec<HeldPosition<'_>> = self
            .positions_of(source, persona)
            .into_iter()
            .map(|(_, summary, position)| HeldPosition { position, summary })
            .collect();
        let side = side(&held);
        let mut on_side = held.iter().filter(|held| held.position.side == side);
        let reason = on_side.find_map(|held| held.position.thesis_reason.as_deref());
        let mut loaded = held.iter().filter(|held| held.position.load.is_some());
        let chain = loaded.next().map_or_else(Chain::default, |held| {
            Chain::of(&held.summary.outcome, held.position, &self.text)
        });
        let is_guessed = |held: &HeldPosition<'_>| {
            self.axis.is_some_and(|axis| source.is_guessed(axis, held.summary, held.position))
        };
        let best = self.best_argument(source, persona, &held, side, granted);
        // What its author gives as a reason for the whole answer is surer to be meant than a
        // sentence whose side is a guess.
        let own = best.filter(|own| reason.is_none() || !is_guessed(own));
        let text = own.map(|own| own.position.text.as_str());
        let same = || held.iter().filter(|held| Some(held.position.text.as_str()) == text);
        let axis = self.axis.map(|axis| &axis.id);
        let flips = self.flips(source, persona, &held);
        let excerpts: BTreeSet<&StatementId> = same().flat_map(HeldPosition::excerpts).collect();
        let quotes = |statement: &Statement| excerpts.contains(&statement.id);
        let mut unless = conditions(source, persona, quotes);
        // What changes the whole answer is shown with that consequence, here or below the cards.
        let contract = source.persona(persona).into_iter().flat_map(|known| &known.contract.flips);
        let of_answer = contract.filter(|flip| flip.changes == Reach::Answer).map(Flip::declared);
        let declared: Vec<Flip> = flips.iter().cloned().chain(of_answer).collect();
        unless.retain(|text| !declared.iter().any(|flip| is_nearly(flip, text)));
        let of = CruxStance {
            persona: persona.clone(),
            side,
            reason: reason.filter(|reason| text != Some(*reason)).map(full_stop),
            text: text.map_or_else(String::new, |text| {
                with_ground(text, same().find_map(HeldPosition::ground))
            }),
            node: None,
            refuted_by: None,
            is_guessed: match own {
                Some(_) => same().any(is_guessed),
                None => best.is_some_and(is_guessed),
            },
            load: source.inferred().load(persona, axis, self.load_of(source, persona)),
            chain,
            flip: flips,
        };
        let opposite = side.map_or(0, |side| count(&held, side.opposite()));
        let opposite = (opposite > 0)
            .then(|| format!("Debates in which it answers the opposite: {opposite}."));
        Stance {
            of,
            persona: source.index.personas.tag(persona, source.here),
            node: None,
            remarks: opposite.into_iter().map(RichText::plain).collect(),
            also: side.and_then(|side| self.also(source, persona, side, granted)),
            unless,
        }
    }

    /// The position with an argument of the persona's own that a card shows. Of several modes'
    /// arguments those that their author wrote about the question come first, of these the one of
    /// which its author is surest, then the one that answers the question best, among equals the
    /// first.
    fn best_argument<'h>(
        &self,
        source: &Source<'_>,
        persona: &PersonaId,
        held: &'h [HeldPosition<'h>],
        side: Option<Side>,
        granted: &BTreeSet<&str>,
    ) -> Option<&'h HeldPosition<'h>> {
        let is_own = |held: &&HeldPosition<'_>| {
            let position = held.position;
            position.side == side
                && !position.text.is_empty()
                && !granted.contains(full_stop(&position.text).as_str())
                && position.node.is_none_or(|node| !held.summary.is_shared(node))
        };
        let same = |own: &HeldPosition<'h>| {
            let text = own.position.text.as_str();
            held.iter().filter(move |held| held.position.text == text)
        };
        let rank = |own: &HeldPosition<'h>| {
            let is_tagged = same(own).any(|held| self.is_tagged(source, persona, held));
            let worth = self.axis.zip(side).map(|(axis, side)| {
                representativeness(axis, side, &own.position.text, own.confidence())
            });
            (is_tagged, worth)
        };
        let mut texts = BTreeSet::new();
        let mut own: Vec<&HeldPosition<'h>> = held.iter().filter(is_own).collect();
        own.retain(|own| texts.insert(own.position.text.as_str()));
        own.into_iter().rev().max_by_key(|own| rank(own))
    }

    /// What would change the persona's mind: as a debate records it, or as its contract declares.
    fn flips(
        &self,
        source: &Source<'_>,
        persona: &PersonaId,
        held: &[HeldPosition<'_>],
    ) -> Option<Flip> {
        let recorded = held.iter().find_map(|held| held.position.flip.as_ref().map(Flip::declared));
        recorded.or_else(|| self.contract(source, persona))
    }

    /// The persona's statements on a side of the axis.
    fn statements<'a>(
        &self,
        source: &Source<'a>,
        persona: &PersonaId,
        side: Side,
    ) -> impl Iterator<Item = &'a Statement> {
        let answer = self.axis.map(|axis| AxisSide { axis: axis.id.clone(), side });
        let own = source.corpus(persona).into_iter().flat_map(Corpus::statements);
        own.filter(move |own| answer.is_some() && own.answers_axis() == answer)
    }

    /// The surest of the persona's statements on the other side that is not among the points that
    /// both sides grant.
    fn also(
        &self,
        source: &Source<'_>,
        persona: &PersonaId,
        side: Side,
        granted: &BTreeSet<&str>,
    ) -> Option<String> {
        let other = self.statements(source, persona, side.opposite());
        let other = other
            .filter(|own| source.is_read(own))
            .filter(|own| !granted.contains(full_stop(&own.text).as_str()));
        let surest = other.max_by(|a, b| a.confidence.value().total_cmp(&b.confidence.value()))?;
        Some(full_stop(&surest.text))
    }

    /// Whether a position quotes a statement that its author wrote about the question.
    fn is_tagged(&self, source: &Source<'_>, persona: &PersonaId, held: &HeldPosition<'_>) -> bool {
        let corpus = self.axis.zip(source.corpus(persona));
        corpus.is_some_and(|(axis, corpus)| corpus.is_written_about(&axis.id, held.excerpts()))
    }

    /// How much of the persona's case rests on the question, as the modes that name it compute it.
    fn load_of(&self, source: &Source<'_>, persona: &PersonaId) -> Option<Load> {
        let was_looked_for = self.has(FoundBy::Load) || self.has(FoundBy::LoadUnknown);
        let mut known = self.namings.iter().filter(|naming| naming.crux.found == FoundBy::Load);
        let reasons = known.find_map(|n| n.summary.reasons(persona));
        if self.is_decisive(source, persona) {
            return Some(Load::Decisive);
        }
        let loads = self.mean_loads(source, persona);
        Load::of(loads, reasons).or(was_looked_for.then_some(Load::Unknown))
    }

    /// Whether each debate that knows a load for the persona has it from the persona's own words:
    /// its whole case depends on the question.
    pub(super) fn is_decisive(&self, source: &Source<'_>, persona: &PersonaId) -> bool {
        let held = self.positions_of(source, persona).into_iter().map(|(_, _, held)| held);
        let mut known = held.filter(|held| held.load.is_some()).peekable();
        known.peek().is_some() && known.all(|held| held.is_decisive)
    }

    /// The mean load of the question for a persona in each mode that computes one.
    pub(super) fn mean_loads(&self, source: &Source<'_>, persona: &PersonaId) -> Vec<f64> {
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
        modes.iter().map(mean).collect()
    }

    /// What would change the persona's mind on the axis, as its contract declares.
    fn contract(&self, source: &Source<'_>, persona: &PersonaId) -> Option<Flip> {
        let axis = self.axis?;
        let persona = source.persona(persona)?;
        let mut flips = persona.contract.flips.iter();
        flips.find(|flip| flip.axis.as_ref() == Some(&axis.id)).map(Flip::declared)
    }
}

/// A position with its debate.
struct HeldPosition<'a> {
    position: &'a Position,
    summary: &'a DebateSummary,
}

impl<'a> HeldPosition<'a> {
    /// What is given for its argument.
    fn ground(&self) -> Option<&'a str> {
        self.summary.ground(self.position.node?)
    }

    /// How sure its author is of its argument.
    fn confidence(&self) -> f64 {
        self.summary.confidence(self.position)
    }

    /// The statements that its argument rests on.
    fn excerpts(&self) -> &'a [StatementId] {
        self.summary.excerpts(self.position)
    }
}

/// The conditions beside those of the persona's statements that a card quotes.
fn conditions(
    source: &Source<'_>,
    persona: &PersonaId,
    quotes: impl Fn(&Statement) -> bool,
) -> Vec<String> {
    let statements = source.corpus(persona).into_iter().flat_map(Corpus::statements);
    let mut known = BTreeSet::new();
    let quoted = statements.filter(|own| quotes(own) && source.is_read(own));
    let conditions = quoted.flat_map(|own| &own.unless);
    conditions.filter(|condition| known.insert(*condition)).cloned().collect()
}

fn count(held: &[HeldPosition<'_>], side: Side) -> usize {
    held.iter().filter(|held| held.position.side == Some(side)).count()
}

/// The side that most positions take, or else the first.
fn side(held: &[HeldPosition<'_>]) -> Option<Side> {
    match (count(held, Side::Yes), count(held, Side::No)) {
        (0, 0) => None,
        (yes, no) if yes == no => held.iter().find_map(|held| held.position.side),
        (yes, no) => Some(if yes > no { Side::Yes } else { Side::No }),
    }
}
