//! The argument that a statement of a corpus makes.

use std::collections::BTreeSet;

use super::{ArgumentDraft, ComponentKind, RestsOnDraft};
use crate::corpus::{LeadAxes, Link, Links, Voice, Voices};
use crate::question::Cited;
use crate::text::to_sentence;
use crate::vocabulary::{
    Axis, AxisId, MOST_ASSUMPTIONS, MOST_CITATIONS, MOST_PREMISES, Probability, Reason, Side,
    Statement, Topic,
};

/// The statements with which a persona opens: the pillars of its case, then the one that leads best
/// on each other axis (rule 5); where no statement on an axis has reasons, the surest one without.
/// Shared points and statements for the side that the persona does not take are left out.
pub(crate) fn opening_statements<'a>(
    voice: &Voice<'a>,
    voices: &Voices<'a>,
    topic: &Topic,
    least: usize,
) -> Vec<&'a Statement> {
    let axes: Vec<&AxisId> = topic.axes.iter().map(|axis| &axis.id).collect();
    let mut chosen = voice.pillars().to_vec();
    let covered = |chosen: &[&Statement], axis: &AxisId| {
        chosen.iter().any(|statement| statement.axis.as_ref() == Some(axis))
    };
    let open: Vec<&AxisId> = axes.iter().copied().filter(|axis| !covered(&chosen, axis)).collect();
    // It argues for the other side only where all that it says for its own is common ground.
    let says_only_common = |axis: &Option<AxisId>| {
        let on_axis = || voice.statements().iter().filter(|own| own.axis == *axis);
        on_axis().any(|own| !voice.grants(own)) && !on_axis().any(|own| voice.is_position(own))
    };
    let may_lead = |own: &Statement| {
        !voices.is_shared(own) && (!voice.grants(own) || says_only_common(&own.axis))
    };
    for lead in voice.lead(LeadAxes::Named(&open), least, may_lead) {
        if chosen.iter().all(|other| other.id != lead.id) {
            chosen.push(lead);
        }
    }
    for &axis in &open {
        if !covered(&chosen, axis) {
            let takes = |own: &Statement| own.axis.as_ref() == Some(axis);
            chosen.extend(voice.surest(|own| takes(own) && voice.is_position(own)));
        }
    }
    chosen
}

impl ArgumentDraft {
    /// The argument that a statement makes: the reasons that assert an axis, and others until there
    /// are three, level by level; of its assumptions in the same way until there are two; of its
    /// citations the first two, its own before those of its reasons. A statement without reasons is
    /// its own premise: what ASPIC+ calls an atomic argument.
    pub(crate) fn from_statement(statement: &Statement, links: &Links) -> Self {
        let reasons = statement.all_reasons();
        let reasons = reasons.iter().map(|reason| reason.text.as_str());
        let assumed = statement.assumptions.iter().map(|assumed| assumed.text.as_str());
        let premises = linked_first(reasons, &links.reasons, MOST_PREMISES);
        let assumptions = linked_first(assumed, &links.assumptions, MOST_ASSUMPTIONS);
        let rests_on = |part, clauses: &[Clause<'_>]| -> Vec<RestsOnDraft> {
            let linked = clauses.iter().zip(1..).filter_map(|((_, link), number)| {
                let link = (*link)?;
                let (axis, side) = (link.asserts.axis.to_string(), link.asserts.side);
                let certainty = link.certainty_by_words().map(Probability::value);
                Some(RestsOnDraft { part, number, axis, side, certainty })
            });
            linked.collect()
        };
        let mut rests = rests_on(ComponentKind::Premise, &premises);
        rests.extend(rests_on(ComponentKind::Assumption, &assumptions));
        Self {
            claim: statement.text.clone(),
            premises: if premises.is_empty() {
                vec![statement.text.clone()]
            } else {
                texts(&premises)
            },
            assumptions: texts(&assumptions),
            rests_on: rests,
            evidence: statement.citations().map(Cited::from).take(MOST_CITATIONS).collect(),
            excerpts: vec![statement.id.to_string()],
            axis: statement.axis.as_ref().map(ToString::to_string),
            side: statement.side,
            confidence: statement.confidence.value(),
        }
    }

    /// The same reasons and assumptions for the claim of another argument, which cites what that
    /// one cites.
    pub(crate) fn in_words_of(self, other: Self) -> Self {
        let Self { premises, assumptions, rests_on, .. } = self;
        Self { premises, assumptions, rests_on, ..other }
    }

    /// The argument that a reason of a case in short makes: what is below it are its premises;
    /// without any it is its own.
    pub(crate) fn from_reason(case: &Statement, reason: &Reason, axis: &Axis, side: Side) -> Self {
        let claim = to_sentence(&reason.text);
        let below: Vec<String> =
            reason.reasons.iter().take(MOST_PREMISES).map(|below| below.text.clone()).collect();
        Self {
            premises: if below.is_empty() { vec![claim.clone()] } else { below },
            claim,
            assumptions: Vec::new(),
            rests_on: Vec::new(),
            evidence: reason.evidence.iter().map(Cited::from).take(MOST_CITATIONS).collect(),
            excerpts: vec![case.id.to_string()],
            axis: Some(axis.id.to_string()),
            side: Some(side),
            confidence: case.confidence.value(),
        }
    }
}

/// A reason or an assumption, with what it asserts.
type Clause<'a> = (&'a str, Option<&'a Link>);

fn texts(clauses: &[Clause<'_>]) -> Vec<String> {
    clauses.iter().map(|(text, _)| (*text).to_owned()).collect()
}

/// The clauses that assert an axis, each axis once, and then others until there are `most`: those
/// that assert an axis again before those that assert none, otherwise in their order.
fn linked_first<'a>(
    texts: impl Iterator<Item = &'a str>,
    links: &'a [Option<Link>],
    most: usize,
) -> Vec<Clause<'a>> {
    let links = links.iter().map(Option::as_ref).chain(std::iter::repeat(None));
    let mut named = BTreeSet::new();
    let ranked = texts.zip(links).map(|(text, link)| {
        let rank = match link {
            Some(link) if named.insert(&link.asserts.axis) => 0,
            Some(_) => 1,
            None => 2,
        };
        (rank, (text, link))
    });
    let mut ranked: Vec<(u8, Clause<'a>)> = ranked.collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    let clauses = ranked.into_iter().map(|(_, clause)| clause);
    clauses.take(most.max(named.len())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::LinkedBy;
    use crate::corpus::samples::{everything, personas_with};
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{AxisSide, Seed};

    #[test]
    fn an_argument_says_how_certain_it_is_what_the_words_of_its_reasons_assert() {
        let own = Statement {
            reasons: vec![reason("The exhaust stays."), reason("Rents fall.")],
            ..statement("own", "Keep it open.", "trade", Side::Yes)
        };
        let link = |axis: &str, by| {
            let asserts = AxisSide { axis: AxisId::new(axis).unwrap(), side: Side::No };
            Some(Link { asserts, by, certainty: Probability::share(3, 4) })
        };
        let reasons = vec![link("air", LinkedBy::Words), link("rents", LinkedBy::Tag)];
        let draft = ArgumentDraft::from_statement(&own, &Links { reasons, assumptions: vec![] });
        let certainties = draft.rests_on.iter().map(|rests| rests.certainty);
        assert_eq!(certainties.collect::<Vec<_>>(), [Some(0.75), None]);
    }

    #[test]
    fn what_a_persona_grants_opens_only_where_all_that_it_says_for_its_own_answer_is_shared() {
        let opens = |own: &[(&str, &str, Side)]| {
            let own = own.iter().map(|(id, axis, side)| Statement {
                confidence: Probability::share(3, 10),
                ..statement(id, &format!("It is so with {id}."), axis, *side)
            });
            // «noise» for the cleaner air is a shared point, with a confidence of 0.7.
            let personas = personas_with(0, |statements| {
                statements.retain(|own| own.id.as_str() == "noise");
                statements.extend(own);
            });
            let corpora = everything(&personas);
            let voices = corpora.voices(Seed(1));
            let voice = voices.voice(&personas[0].id).unwrap();
            let opened = opening_statements(&voice, &voices, &topic(), 1);
            opened.iter().map(|own| own.id.to_string()).collect::<Vec<_>>()
        };
        let drone = ("drone", "air", Side::No);
        assert_eq!(opens(&[drone]), ["drone"]);
        assert_eq!(opens(&[drone, ("breath", "air", Side::Yes)]), ["breath"]);
        let till = ("till", "trade", Side::Yes);
        assert_eq!(opens(&[drone, till]), ["till", "drone"], "another question does not count");
    }
}
