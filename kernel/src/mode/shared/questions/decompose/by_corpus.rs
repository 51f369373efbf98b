//! `decompose`: the disputed axes (rule 3), as many as asked for, in the topic's order.
//!
//! Left out: the axes on which the weaker side has least to say.

use crate::question::ByCorpus;
use std::cmp::Reverse;

use super::{Decompose, DecomposeAnswer, LEAST_CLAIMS, Proposition};
use crate::corpus::{Dispute, Silence, Voices, sortable};

impl ByCorpus for Decompose {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<DecomposeAnswer, Silence> {
        if voices.topic().axes.is_empty() {
            return Err(Silence::without_axes(&voices.topic().id));
        }
        let disputes = voices.disputes(&self.personas);
        if disputes.len() < LEAST_CLAIMS {
            return Err(Silence(format!(
                "the corpora of these personas disagree on too few axes of the topic {}: {} of the {LEAST_CLAIMS} that a debate needs",
                self.topic.id,
                disputes.len(),
            )));
        }
        let mut heaviest: Vec<(usize, &Dispute<'_>)> = disputes.iter().enumerate().collect();
        heaviest.sort_by_key(|(index, dispute)| (Reverse(sortable(dispute.weight())), *index));
        heaviest.truncate(self.most);
        heaviest.sort_by_key(|(index, _)| *index);
        let claim = |(_, dispute): (usize, &Dispute<'_>)| Proposition {
            claim: dispute.axis.yes.clone(),
            axis: Some(dispute.axis.id.to_string()),
        };
        Ok(DecomposeAnswer { claims: heaviest.into_iter().map(claim).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Corpora;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::{statement, topic};
    use crate::vocabulary::{Axis, AxisId, Persona, Probability, Seed, Side, Topic};

    fn answered(
        corpora: &Corpora,
        topic: Topic,
        personas: &[Persona],
        most: usize,
    ) -> Result<Vec<String>, String> {
        let personas = personas.iter().map(|persona| persona.id.clone()).collect();
        let question = Decompose { topic, personas, most };
        let answer = question.by_corpus(&corpora.voices(Seed(1))).map_err(|why| why.to_string())?;
        assert_eq!(complaints(&question, answer.clone()), [""; 0]);
        Ok(answer.claims.into_iter().filter_map(|claim| claim.axis).collect())
    }

    #[test]
    fn a_topic_is_decomposed_into_the_disputed_axes() {
        let personas = pair();
        let axes = answered(&everything(&personas), topic(), &personas, 4).unwrap();
        assert_eq!(axes, ["trade", "air"]);
    }

    #[test]
    fn as_many_propositions_are_given_as_are_asked_for() {
        let mut topic = topic();
        let mut personas = pair();
        for axis in ["noise", "parking"] {
            let id = AxisId::new(axis).unwrap();
            topic.axes.push(Axis { id, ..topic.axes[0].clone() });
            for (persona, side) in personas.iter_mut().zip([Side::Yes, Side::No]) {
                let written = statement(&format!("on-{axis}"), "It is so.", axis, side);
                persona.corpora.get_mut(&topic.id).unwrap().notes[0].statements.push(written);
            }
        }
        let whole = Probability::ONE;
        let corpora = Corpora::new(&topic, &personas, whole).unwrap();
        let given = |most| answered(&corpora, topic.clone(), &personas, most).unwrap();
        assert_eq!([2, 3, 4].map(|most| given(most).len()), [2, 3, 4]);
        assert_eq!(given(3), ["trade", "noise", "parking"], "the lightest is left out");
    }

    #[test]
    fn a_debate_needs_two_disputed_axes() {
        let personas = personas_with(1, |statements| {
            for statement in statements {
                if statement.axis.as_ref().is_some_and(|axis| axis.as_str() == "air") {
                    statement.side = Some(Side::No);
                }
            }
        });
        assert_eq!(
            answered(&everything(&personas), topic(), &personas, 4).unwrap_err(),
            "the corpora of these personas disagree on too few axes of the topic street: 1 of the 2 that a debate needs"
        );
    }
}
