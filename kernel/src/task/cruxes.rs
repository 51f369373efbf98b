//! Asks for the cruxes of a topic in one go.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Brief, Faults, Kind, Parameters, Task, Tier};
use crate::vocabulary::{Disagreement, PersonaId, Side, Tokens, Topic};

/// Asks what divides some personas on a topic, without any debate.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cruxes {
    /// The personas.
    pub briefs: Vec<Brief>,
    /// The topic.
    pub topic: Topic,
    /// The most cruxes. *Range*: 1–10.
    pub most: usize,
}

/// Where a persona stands, as a model sees it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// The persona's id.
    pub persona: String,
    /// Its answer to the question.
    pub side: Side,
    /// Its strongest reason, as a sentence.
    pub reason: String,
    /// The ids of the excerpts that show it.
    pub excerpts: Vec<String>,
}

/// A crux as a model names it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CruxDraft {
    /// A question that can be answered yes or no.
    pub question: String,
    /// What sort of disagreement it is.
    pub kind: Disagreement,
    /// The id of the topic's axis it stands for, or null.
    pub axis: Option<String>,
    /// How much hangs on it, in [0, 1].
    pub weight: f64,
    /// Where each persona stands.
    pub positions: Vec<Stand>,
    /// A question about something that can be observed, whose answer would settle it.
    pub settling_question: String,
}

/// Something that personas agree on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AgreedPoint {
    /// What is agreed, as a sentence.
    pub statement: String,
    /// Who holds it, and by which excerpts.
    pub holders: Vec<Holder>,
}

/// Somebody who holds an agreed point.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Holder {
    /// The persona's id.
    pub persona: String,
    /// The ids of the excerpts that show it.
    pub excerpts: Vec<String>,
}

/// The cruxes and what is agreed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CruxesAnswer {
    /// The cruxes, the weightiest first.
    pub cruxes: Vec<CruxDraft>,
    /// None to five points of agreement.
    pub common_ground: Vec<AgreedPoint>,
}

impl Cruxes {
    fn brief(&self, persona: &str) -> Option<&Brief> {
        self.briefs.iter().find(|brief| brief.persona.as_str() == persona)
    }

    fn check_crux(&self, crux: &CruxDraft, faults: &mut Faults) {
        let of = |what: &str| format!("crux «{}»: {what}", crux.question);
        faults.text("crux", &crux.question);
        faults.text(&of("settling question"), &crux.settling_question);
        faults.unit(&of("weight"), crux.weight);
        faults.count(&of("positions"), crux.positions.len(), 2..=self.briefs.len());
        let sides = |side| crux.positions.iter().filter(|stand| stand.side == side).count();
        faults.unless(sides(Side::Yes) > 0 && sides(Side::No) > 0, || {
            of("all personas stand on one side")
        });
        let mut seen = BTreeSet::new();
        for stand in &crux.positions {
            faults.unless(seen.insert(&stand.persona), || {
                of(&format!("`{}` stands twice", stand.persona))
            });
            faults.text(&of(&format!("reason of `{}`", stand.persona)), &stand.reason);
            self.check_reference(&stand.persona, &stand.excerpts, faults);
        }
        if let Some(axis) = &crux.axis {
            let known = self.topic.axes.iter().any(|known| known.id.as_str() == axis);
            faults.unless(known, || of(&format!("the topic has no axis `{axis}`")));
        }
    }

    fn check_point(&self, point: &AgreedPoint, faults: &mut Faults) {
        faults.text("common ground", &point.statement);
        faults.count(
            &format!("holders of «{}»", point.statement),
            point.holders.len(),
            2..=self.briefs.len(),
        );
        let mut seen = BTreeSet::new();
        for holder in &point.holders {
            faults.unless(seen.insert(&holder.persona), || {
                format!("`{}` holds «{}» twice", holder.persona, point.statement)
            });
            self.check_reference(&holder.persona, &holder.excerpts, faults);
        }
    }

    fn check_reference(&self, persona: &str, excerpts: &[String], faults: &mut Faults) {
        let Some(brief) = self.brief(persona) else {
            return faults.0.push(format!("there is no persona `{persona}`"));
        };
        for excerpt in excerpts {
            faults.unless(brief.excerpt(excerpt).is_some(), || {
                format!("{persona} has no excerpt `{excerpt}`")
            });
        }
    }
}

impl Task for Cruxes {
    const KIND: Kind = Kind::Cruxes;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Strong, temperature: 0.7, max_output: Tokens(3000) };
    type Answer = CruxesAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        None
    }

    fn check(&self, answer: &CruxesAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        faults.count("cruxes", answer.cruxes.len(), 0..=self.most);
        faults.count("points of common ground", answer.common_ground.len(), 0..=5);
        for crux in &answer.cruxes {
            self.check_crux(crux, &mut faults);
        }
        for point in &answer.common_ground {
            self.check_point(point, &mut faults);
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{brief, persona, topic};
    use super::*;

    fn task() -> Cruxes {
        let walker = Brief::new(&persona("walker", Side::Yes, vec![]), &topic());
        Cruxes { briefs: vec![brief(), walker], topic: topic(), most: 1 }
    }

    fn good() -> CruxesAnswer {
        let stand = |persona: &str, side| Stand {
            persona: persona.into(),
            side,
            reason: "A reason.".into(),
            excerpts: vec![],
        };
        let holder = |persona: &str| Holder { persona: persona.into(), excerpts: vec![] };
        let crux = CruxDraft {
            question: "Will it?".into(),
            kind: Disagreement::Claim,
            axis: Some("trade".into()),
            weight: 0.5,
            positions: vec![stand("keeper", Side::Yes), stand("walker", Side::No)],
            settling_question: "What is counted?".into(),
        };
        let point = AgreedPoint {
            statement: "It is loud.".into(),
            holders: vec![holder("keeper"), holder("walker")],
        };
        CruxesAnswer { cruxes: vec![crux], common_ground: vec![point] }
    }

    fn fault(spoil: impl FnOnce(&mut CruxesAnswer)) -> String {
        let mut answer = good();
        spoil(&mut answer);
        task().check(&answer).join("|")
    }

    #[test]
    fn a_crux_has_a_weight_an_axis_of_the_topic_and_two_sides() {
        assert_eq!(fault(|_| ()), "");
        let crux = |spoil: &dyn Fn(&mut CruxDraft)| fault(|answer| spoil(&mut answer.cruxes[0]));
        assert_eq!(fault(|a| a.cruxes.push(a.cruxes[0].clone())), "cruxes: 2 given, 0 to 1 wanted");
        assert_eq!(crux(&|c| c.weight = 1.5), "crux «Will it?»: weight: 1.5 is not in [0, 1]");
        assert_eq!(
            crux(&|c| c.axis = Some("noise".into())),
            "crux «Will it?»: the topic has no axis `noise`"
        );
        assert_eq!(
            crux(&|c| c.settling_question.clear()),
            "crux «Will it?»: settling question: the text is empty"
        );
        assert_eq!(crux(&|c| c.question.clear()), "crux: the text is empty");
        assert_eq!(
            crux(&|c| c.positions[1].side = Side::Yes),
            "crux «Will it?»: all personas stand on one side"
        );
        assert!(crux(&|c| drop(c.positions.pop())).contains("positions: 1 given, 2 to 2 wanted"));
    }

    #[test]
    fn a_position_is_held_once_with_a_reason_and_known_excerpts() {
        let stand =
            |spoil: &dyn Fn(&mut Stand)| fault(|answer| spoil(&mut answer.cruxes[0].positions[1]));
        assert_eq!(
            stand(&|s| s.persona = "keeper".into()),
            "crux «Will it?»: `keeper` stands twice"
        );
        assert_eq!(stand(&|s| s.persona = "eve".into()), "there is no persona `eve`");
        assert_eq!(
            stand(&|s| s.excerpts.push("drivers".into())),
            "walker has no excerpt `drivers`"
        );
        assert_eq!(
            stand(&|s| s.reason.clear()),
            "crux «Will it?»: reason of `walker`: the text is empty"
        );
    }

    #[test]
    fn a_shared_point_has_two_holders() {
        let point =
            |spoil: &dyn Fn(&mut AgreedPoint)| fault(|answer| spoil(&mut answer.common_ground[0]));
        assert_eq!(
            point(&|p| drop(p.holders.pop())),
            "holders of «It is loud.»: 1 given, 2 to 2 wanted"
        );
        assert_eq!(
            point(&|p| p.holders[1] = p.holders[0].clone()),
            "`keeper` holds «It is loud.» twice"
        );
        assert_eq!(point(&|p| p.statement.clear()), "common ground: the text is empty");
        assert_eq!(
            point(&|p| p.holders[0].excerpts.push("walkers".into())),
            "keeper has no excerpt `walkers`"
        );
        assert!(
            fault(|a| a.common_ground = vec![a.common_ground[0].clone(); 6])
                .contains("points of common ground: 6 given, 0 to 5 wanted")
        );
    }
}
