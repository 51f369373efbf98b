//! Asks a persona for its attacks of a round.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Brief, Cited, Draft, Faults, Kind, Parameters, Task, Tier};
use crate::argue::Label;
use crate::graph::{Node, Relation};
use crate::vocabulary::{
    AxisId, Claim, Component, NodeId, PersonaId, Side, StatementId, Tokens, Topic,
};

/// An argument as the debaters see it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Shown {
    /// Its id.
    pub id: NodeId,
    /// Whose it is.
    pub author: PersonaId,
    /// Its label, where one was computed.
    pub label: Option<Label>,
    /// Its conclusion.
    pub claim: String,
    /// Its premises, numbered from 1 in prompts.
    pub premises: Vec<String>,
    /// Its assumptions, numbered from 1 in prompts.
    pub assumptions: Vec<String>,
    /// The axis it speaks to, where known.
    pub axis: Option<AxisId>,
    /// The side it takes there.
    pub side: Option<Side>,
    /// The statements of its author's corpus that it rests on.
    pub excerpts: Vec<StatementId>,
}

impl Shown {
    /// Shows a node; none for a node that nobody wrote.
    pub fn of(node: &Node) -> Option<Self> {
        Some(Self {
            id: node.id,
            author: node.author.clone()?,
            label: node.label,
            claim: node.text.clone(),
            premises: node.detail.premises.clone(),
            assumptions: node.detail.assumptions.clone(),
            axis: node.axis.clone(),
            side: node.side,
            excerpts: node.detail.excerpts.clone(),
        })
    }

    /// The text of one part; the claim stands for the inference. None where there is no such part.
    pub fn component(&self, component: Component) -> Option<&str> {
        match component {
            Component::Claim | Component::Inference => Some(&self.claim),
            Component::Premise(index) => self.premises.get(index).map(String::as_str),
            Component::Assumption(index) => self.assumptions.get(index).map(String::as_str),
        }
    }
}

/// The part of an argument, as a model names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// The conclusion.
    Claim,
    /// A premise; its number stands beside it.
    Premise,
    /// An assumption; its number stands beside it.
    Assumption,
    /// The step from premises to conclusion.
    Inference,
}

impl Part {
    /// The component it names with a number that counts from 1; the number of a claim or an inference is 0.
    pub fn at(self, number: usize) -> Option<Component> {
        match self {
            Self::Claim => Some(Component::Claim),
            Self::Inference => Some(Component::Inference),
            Self::Premise => number.checked_sub(1).map(Component::Premise),
            Self::Assumption => number.checked_sub(1).map(Component::Assumption),
        }
    }

    /// Names a component: the part and its number.
    pub fn of(component: Component) -> (Self, usize) {
        match component {
            Component::Claim => (Self::Claim, 0),
            Component::Inference => (Self::Inference, 0),
            Component::Premise(index) => (Self::Premise, index + 1),
            Component::Assumption(index) => (Self::Assumption, index + 1),
        }
    }
}

/// An attack that stands already.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Standing {
    /// The argument that attacks.
    pub from: NodeId,
    /// The argument attacked.
    pub to: NodeId,
    /// How.
    pub relation: Relation,
    /// Which part of it.
    pub component: Component,
}

/// Asks a persona what it holds against the others' arguments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attacks {
    /// Who is asked.
    pub brief: Brief,
    /// The topic.
    pub topic: Topic,
    /// The propositions it turns on.
    pub claims: Vec<Claim>,
    /// The round, from 1.
    pub round: u32,
    /// All arguments so far.
    pub arguments: Vec<Shown>,
    /// The attacks that stand, without mirrored ones.
    pub standing: Vec<Standing>,
}

/// An attack as a model writes it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttackDraft {
    /// The id of the argument attacked, such as `n3`.
    pub target: String,
    /// Which part of it.
    pub part: Part,
    /// The number of the premise or assumption, from 1; 0 for a claim or an inference.
    pub number: usize,
    /// How: rebut a claim, undermine a premise or an assumption, undercut an inference.
    pub relation: Relation,
    /// What is held against it, as a sentence.
    pub counter_proposition: String,
    /// Why that tells against the target, as a sentence.
    pub rationale: String,
    /// At most two pieces of evidence.
    pub evidence: Vec<Cited>,
    /// How sure the persona is, in [0, 1].
    pub confidence: f64,
    /// The counter-argument in full.
    pub argument: Draft,
}

/// A persona's attacks of a round.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct AttacksAnswer {
    /// None to four of them.
    pub attacks: Vec<AttackDraft>,
}

impl Task for Attacks {
    const KIND: Kind = Kind::Attacks;
    const PARAMETERS: Parameters =
        Parameters { tier: Tier::Strong, temperature: 0.7, max_output: Tokens(3000) };
    type Answer = AttacksAnswer;

    fn persona(&self) -> Option<&PersonaId> {
        Some(&self.brief.persona)
    }

    fn check(&self, answer: &AttacksAnswer) -> Vec<String> {
        let mut faults = Faults::default();
        faults.count("attacks", answer.attacks.len(), 0..=4);
        for attack in &answer.attacks {
            let of = |what: &str| format!("attack on {}: {what}", attack.target);
            faults.text(&of("counter-proposition"), &attack.counter_proposition);
            faults.text(&of("rationale"), &attack.rationale);
            match attack.relation {
                Relation::Support => faults.0.push(of("`support` is not an attack")),
                Relation::Attack => {
                    faults.0.push(of("say how: `rebut`, `undermine` or `undercut`"));
                }
                Relation::Rebut | Relation::Undermine | Relation::Undercut => {}
            }
            faults.count(&of("evidence"), attack.evidence.len(), 0..=2);
            for cited in &attack.evidence {
                cited.check(of, &self.brief, &mut faults);
            }
            faults.unit(&of("confidence"), attack.confidence);
            attack.argument.check(&self.brief, &self.topic, &mut faults);
        }
        faults.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{brief, draft, topic};
    use super::*;

    fn attack() -> AttackDraft {
        AttackDraft {
            target: "n3".into(),
            part: Part::Premise,
            number: 1,
            relation: Relation::Undermine,
            counter_proposition: "They come on foot.".into(),
            rationale: "So the premise is false.".into(),
            evidence: vec![],
            confidence: 0.6,
            argument: draft(),
        }
    }

    fn faults(attacks: Vec<AttackDraft>) -> Vec<String> {
        let task = Attacks {
            brief: brief(),
            topic: topic(),
            claims: vec![],
            round: 1,
            arguments: vec![],
            standing: vec![],
        };
        task.check(&AttacksAnswer { attacks })
    }

    #[test]
    fn none_to_four_sound_attacks_pass() {
        assert_eq!(faults(vec![]), [""; 0]);
        assert_eq!(faults(vec![attack(); 4]), [""; 0]);
        assert_eq!(faults(vec![attack(); 5]), ["attacks: 5 given, 0 to 4 wanted"]);
    }

    #[test]
    fn each_part_of_an_attack_is_checked() {
        let fault = |spoil: &dyn Fn(&mut AttackDraft)| {
            let mut spoilt = attack();
            spoil(&mut spoilt);
            faults(vec![spoilt]).join("|")
        };
        let cited = || Cited { text: "A count.".into(), reference: None };
        assert_eq!(
            fault(&|a| a.counter_proposition.clear()),
            "attack on n3: counter-proposition: the text is empty"
        );
        assert_eq!(
            fault(&|a| a.rationale = " ".into()),
            "attack on n3: rationale: the text is empty"
        );
        let unknown = || Cited { reference: Some("census".into()), ..cited() };
        assert_eq!(
            fault(&|a| a.evidence = vec![unknown()]),
            "attack on n3: no excerpt cites evidence `census`"
        );
        assert_eq!(
            fault(&|a| a.evidence = vec![Cited { text: String::new(), reference: None }]),
            "attack on n3: evidence: the text is empty"
        );
        assert_eq!(
            fault(&|a| a.relation = Relation::Support),
            "attack on n3: `support` is not an attack"
        );
        assert_eq!(
            fault(&|a| a.evidence = vec![cited(), cited(), cited()]),
            "attack on n3: evidence: 3 given, 0 to 2 wanted"
        );
        assert_eq!(
            fault(&|a| a.confidence = -0.1),
            "attack on n3: confidence: -0.1 is not in [0, 1]"
        );
        assert!(fault(&|a| a.argument.premises.clear()).contains("premises: 0 given"));
    }

    #[test]
    fn parts_count_from_one_and_lead_back_to_their_component() {
        assert_eq!(Part::Premise.at(2), Some(Component::Premise(1)));
        assert_eq!(Part::Assumption.at(0), None);
        assert_eq!(Part::Claim.at(7), Some(Component::Claim), "a claim needs no number");
        for component in [Component::Claim, Component::Inference, Component::Assumption(3)] {
            let (part, number) = Part::of(component);
            assert_eq!(part.at(number), Some(component));
        }
    }
}
