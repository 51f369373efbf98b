//! `cruxes`: the disputed axes (rule 3) on which the cases of both sides rest (rule 16), heaviest
//! first; then those of which too little is linked to say; the points that several personas name
//! (rule 4), and the propositions of axes that all who answer them assert.
//!
//! The weight of a crux is the mean load of its positions. A dispute of which too little is linked
//! has none.
//!
//! Disputes on which nothing of one side's cases rests are named apart, as idle; so is an axis that
//! the holders of a shared point answer in opposite ways with it: they differ only in words.
//!
//! Left out: cruxes beyond the number asked for.

use crate::question::ByCorpus;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use super::{CruxDraft, Cruxes, CruxesAnswer, HolderDraft, IdleDraft, PointDraft, PositionDraft};
use crate::corpus::{Dispute, Position, SharedPoint, Silence, Voice, Voices, sortable};
use crate::dependence::IssueStatus;
use crate::vocabulary::{Axis, AxisId, AxisSide, PersonaId, Side, Statement};

impl ByCorpus for Cruxes {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<CruxesAnswer, Silence> {
        let personas: Vec<PersonaId> =
            self.briefs.iter().map(|brief| brief.persona.clone()).collect();
        if voices.topic().axes.is_empty() {
            return Err(Silence::without_axes(&voices.topic().id));
        }
        let disputes = voices.disputes(&personas);
        let disputed: BTreeSet<&AxisId> = disputes.iter().map(|dispute| &dispute.axis.id).collect();
        let (idle, mut disputes): (Vec<Dispute<'_>>, Vec<Dispute<'_>>) =
            disputes.into_iter().partition(|dispute| dispute.status == IssueStatus::Idle);
        disputes.sort_by_key(|dispute| {
            let (load, weight) = (sortable(dispute.load()), sortable(dispute.weight()));
            (dispute.status, Reverse(load), Reverse(weight))
        });
        let crux = |dispute: &Dispute<'_>| CruxDraft {
            question: dispute.axis.question.clone(),
            kind: dispute.axis.kind,
            axis: Some(dispute.axis.id.to_string()),
            weight: (dispute.status == IssueStatus::Crux).then(|| dispute.load()),
            positions: dispute.positions.iter().map(position).collect(),
            settling_question: dispute.axis.question.clone(),
        };
        let shared = voices.shared_points(&personas);
        let (mut in_words, mut points) = (BTreeMap::new(), Vec::new());
        for point in &shared {
            match verbal(point)
                .filter(|idle| !disputed.iter().any(|axis| axis.as_str() == idle.axis))
            {
                Some(idle) => drop(in_words.entry(idle.axis.clone()).or_insert(idle)),
                None => points.push(agreed(point)),
            }
        }
        let questions = self.topic.axes.iter().filter(|axis| !disputed.contains(&axis.id));
        let questions = questions.filter_map(|axis| answered_alike(axis, voices, &personas));
        Ok(CruxesAnswer {
            cruxes: disputes.iter().take(self.most).map(crux).collect(),
            idle_disputes: idle.iter().map(idle_dispute).chain(in_words.into_values()).collect(),
            common_ground: points.into_iter().chain(questions).collect(),
        })
    }
}

fn idle_dispute(dispute: &Dispute<'_>) -> IdleDraft {
    IdleDraft {
        axis: dispute.axis.id.to_string(),
        verbal: false,
        positions: dispute.positions.iter().map(position).collect(),
    }
}

/// The answers to an axis that the holders of a point give with it, where they are opposite: they
/// differ only in words there.
fn verbal(point: &SharedPoint<'_>) -> Option<IdleDraft> {
    let mut answers: BTreeSet<AxisSide> = BTreeSet::new();
    let mut positions = Vec::new();
    for (persona, statements) in &point.holders {
        let own = statements.iter().find(|own| own.inferred.is_none())?;
        let answer = own.answers_axis()?;
        positions.push(PositionDraft {
            persona: persona.to_string(),
            side: answer.side,
            reason: own.text.clone(),
            excerpts: vec![own.id.to_string()],
        });
        answers.insert(answer);
    }
    let answers: Vec<AxisSide> = answers.into_iter().collect();
    let [one, other] = answers.as_slice() else { return None };
    let draft = IdleDraft { axis: one.axis.to_string(), verbal: true, positions };
    one.opposes(other).then_some(draft)
}

fn position(position: &Position<'_>) -> PositionDraft {
    PositionDraft {
        persona: position.persona.to_string(),
        side: position.side,
        reason: position.text.to_owned(),
        excerpts: vec![position.statement.id.to_string()],
    }
}

/// The proposition of an axis that all personas with a position on it assert, each in its own
/// words. A side that only follows from the persona's answer to the topic's question is not
/// agreement. A persona that concedes the proposition word for word agrees as well.
fn answered_alike(axis: &Axis, voices: &Voices<'_>, personas: &[PersonaId]) -> Option<PointDraft> {
    let on_axis = |own: &Statement| own.axis.as_ref() == Some(&axis.id);
    let voices: Vec<Voice<'_>> =
        personas.iter().filter_map(|persona| voices.voice(persona).ok()).collect();
    let positions: Vec<Option<&Statement>> = voices
        .iter()
        .map(|voice| voice.surest(|own| on_axis(own) && voice.is_position(own)))
        .collect();
    let sides: BTreeSet<Side> = positions.iter().flatten().filter_map(|own| own.side).collect();
    let side = *sides.first().filter(|_| sides.len() == 1)?;
    let answer = AxisSide { axis: axis.id.clone(), side };
    let holder = |(voice, position): (&Voice<'_>, Option<&Statement>)| {
        let conceded = || voice.conceded().into_iter().find(|(_, asserts)| **asserts == answer);
        let own = position
            .filter(|own| !voice.is_side_unsaid(axis, own))
            .or_else(|| conceded().map(|(own, _)| own))?;
        Some(HolderDraft {
            persona: voice.persona().to_string(),
            excerpts: vec![own.id.to_string()],
        })
    };
    let holders: Vec<HolderDraft> = voices.iter().zip(positions).filter_map(holder).collect();
    let statement = axis.proposition(side).to_owned();
    (holders.len() >= 2).then_some(PointDraft { statement, holders })
}

fn agreed(point: &SharedPoint<'_>) -> PointDraft {
    let holders = point.holders.iter().map(|(persona, statements)| HolderDraft {
        persona: persona.to_string(),
        excerpts: statements.iter().map(|statement| statement.id.to_string()).collect(),
    });
    PointDraft { statement: point.text.to_owned(), holders: holders.collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::{reason, statement, topic};
    use crate::vocabulary::{Persona, Probability, Reason, Seed};

    fn answered(personas: &[Persona]) -> CruxesAnswer {
        let briefs = personas.iter().map(|persona| Brief::new(persona, &topic())).collect();
        let question = Cruxes { briefs, topic: topic(), most: 5 };
        let corpora = everything(personas);
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        assert_eq!(complaints(&question, answer.clone()), [""; 0]);
        answer
    }

    #[test]
    fn cruxes_are_the_disputed_axes_and_common_ground_the_shared_points() {
        let answer = answered(&pair());
        let axes: Vec<_> = answer.cruxes.iter().filter_map(|crux| crux.axis.as_deref()).collect();
        assert_eq!(axes, ["trade", "air"]);
        let [point] = answer.common_ground.as_slice() else { panic!("{answer:?}") };
        assert_eq!(point.statement, "The street is too loud.");
        assert_eq!(point.holders.len(), 2);
    }

    #[test]
    fn the_proposition_of_an_axis_that_both_answer_alike_is_common_ground() {
        let personas = personas_with(0, |statements| {
            for statement in statements.iter_mut().filter(|own| own.axis.is_some()) {
                statement.side = statement.side.map(Side::opposite);
            }
        });
        let answer = answered(&personas);
        assert_eq!(answer.cruxes, []);
        let points: Vec<&str> =
            answer.common_ground.iter().map(|point| point.statement.as_str()).collect();
        let axes = &topic().axes;
        assert!(
            axes.iter()
                .any(|axis| points.contains(&axis.yes.as_str())
                    || points.contains(&axis.no.as_str())),
            "{points:?}"
        );
    }

    #[test]
    fn each_holder_of_a_proposition_is_shown_by_its_surest_statement_on_that_question() {
        let personas = personas_with(1, |statements| {
            for own in statements
                .iter_mut()
                .filter(|own| own.axis.as_ref().is_some_and(|on| on.as_str() == "trade"))
            {
                own.side = Some(Side::Yes);
            }
        });
        let ground = answered(&personas).common_ground;
        let yes = &topic().axes[0].yes;
        let point = ground.iter().find(|point| point.statement == *yes).unwrap();
        let cited: Vec<&str> = point.holders.iter().map(|held| held.excerpts[0].as_str()).collect();
        assert_eq!(cited, ["rain", "park"], "though the keeper is surer of the air");
    }

    /// The keeper and the walker, each with the axes that the reasons of its case assert; «-»
    /// asserts none.
    fn with_cases(keeper: &str, walker: &str) -> Vec<String> {
        let shown =
            |crux: &CruxDraft| format!("{} {:.2?}", crux.axis.as_ref().unwrap(), crux.weight);
        answered_with_cases(keeper, walker).cruxes.iter().map(shown).collect()
    }

    fn answered_with_cases(keeper: &str, walker: &str) -> CruxesAnswer {
        let mut personas = pair();
        for (persona, axes) in personas.iter_mut().zip([keeper, walker]) {
            let corpus = persona.corpora.get_mut(&topic().id).unwrap();
            let is_walker = corpus.stance == Side::Yes;
            let reason = |axis: &str| {
                // Both personas take opposite sides on both axes.
                let side = if (axis == "air") == is_walker { Side::Yes } else { Side::No };
                let asserts = AxisId::new(axis).ok().map(|axis| AxisSide { axis, side });
                Reason { asserts, ..reason("Because.") }
            };
            let reasons = axes.split_whitespace().map(reason).collect();
            let case = statement("case", "So I say.", "trade", corpus.stance);
            corpus.notes[0].statements.push(Statement { axis: None, reasons, ..case });
        }
        answered(&personas)
    }

    #[test]
    fn disputes_on_which_nothing_rests_on_one_side_are_idle() {
        let idle = |keeper, walker| -> Vec<String> {
            let answer = answered_with_cases(keeper, walker);
            answer.idle_disputes.into_iter().map(|idle| idle.axis).collect()
        };
        assert_eq!(idle("trade", "trade"), ["air"]);
        assert_eq!(idle("trade", "air"), ["trade", "air"]);
        assert_eq!(idle("trade air", "air trade"), [""; 0]);
        assert_eq!(idle("", ""), [""; 0], "their load is unknown");
    }

    #[test]
    fn cruxes_are_what_the_cases_of_both_sides_rest_on_by_mean_load() {
        assert_eq!(with_cases("trade", "trade"), ["trade Some(1.00)"], "nothing rests on the air");
        assert_eq!(with_cases("trade air", "air"), ["air Some(0.75)"]);
        assert_eq!(with_cases("trade air", "air trade"), ["trade Some(0.50)", "air Some(0.50)"]);
        assert_eq!(with_cases("trade", "air"), [""; 0]);
    }

    #[test]
    fn disputes_whose_load_is_unknown_follow_the_cruxes() {
        assert_eq!(with_cases("air - -", "air - -"), ["air Some(0.33)", "trade None"]);
        assert_eq!(
            with_cases("air - -", "air"),
            ["air Some(0.67)"],
            "the other side does not rest on trade"
        );
        assert_eq!(with_cases("- -", "-"), ["trade None", "air None"]);
        assert_eq!(with_cases("", ""), ["trade None", "air None"]);
    }

    #[test]
    fn an_axis_on_which_a_persona_is_evenly_split_is_not_a_crux() {
        let personas = personas_with(0, |statements| {
            for statement in statements.iter_mut() {
                statement.axis = AxisId::new("air").ok();
                statement.confidence = Probability::new(0.7).unwrap();
            }
            statements[0].side = Some(Side::Yes);
            statements[1].side = Some(Side::No);
            statements.truncate(2);
        });
        assert_eq!(answered(&personas).cruxes, []);
    }
}
