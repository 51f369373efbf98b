//! `attacks`: replies to the others' arguments (rule 8), never to a point that the persona shares
//! (rule 9).
//!
//! Accepted arguments come first, then the best replies: their rank, plus 0.1 for a premise, an
//! assumption or an inference, because only a claim can return the attack. No new statement and no
//! target is used twice in a round. A target that the persona has attacked is attacked again only
//! where that attack failed, and at another component. Then the statements that are in the debate
//! already, and undefeated, attack what their author wrote them to answer.
//!
//! Left out: replies after the eighth.

use crate::question::ByCorpus;
use std::cmp::Reverse;

use super::{AttackDraft, Attacks, AttacksAnswer};
use crate::argue::Label;
use crate::corpus::{Heard, Reply, Silence, Untagged, Voice, Voices, one_each, sortable};
use crate::graph::Relation;
use crate::mode::graph::MOST_ATTACKS;
use crate::mode::shared::questions::argument::{
    ArgumentDraft, ComponentKind, ShownArgument, relation,
};
use crate::vocabulary::{Component, Statement};

/// What a reply to anything but a claim ranks higher: the target cannot return the attack.
const CANNOT_BE_RETURNED: f64 = 0.1;

impl ByCorpus for Attacks {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<AttacksAnswer, Silence> {
        let voice = voices.voice(&self.brief.persona)?;
        let (own, others): (Vec<&ShownArgument>, Vec<&ShownArgument>) =
            self.arguments.iter().partition(|shown| shown.author == self.brief.persona);
        let is_target = |shown: &&ShownArgument| {
            let is_shared = shown.endorsed_by.contains(&self.brief.persona);
            shown.label != Some(Label::Out) && !is_shared && !voice.shares(&shown.heard())
        };
        let targets: Vec<&ShownArgument> = others.into_iter().filter(is_target).collect();
        let heard: Vec<Heard<'_>> = targets.iter().map(|shown| shown.heard()).collect();
        let said = |own_statement: &Statement| {
            own.iter().find(|shown| shown.excerpts.contains(&own_statement.id)).copied()
        };
        let new = voice.replies(&heard, Untagged::BySide, |target, component| {
            is_free(self, &own, targets[target], component)
        });
        let mut new = ranked(new, &targets);
        new.retain(|reply| said(reply.statement).is_none());
        let most = MOST_ATTACKS as usize;
        let mut chosen = one_each(new, most, |reply| (reply.statement, reply.heard));
        for reply in ranked(voice.replies(&heard, Untagged::BySide, |_, _| true), &targets) {
            let is_same = |other: &Reply<'_>| {
                let has_same_target = other.component == reply.component;
                other.heard == reply.heard
                    && (has_same_target || other.statement.id == reply.statement.id)
            };
            // A point that is granted has no premises and attacks nothing, nor does a point that
            // another persona says too.
            let may_be_used = |shown: &&ShownArgument| {
                let is_shared = !shown.endorsed_by.is_empty();
                shown.label != Some(Label::Out) && !is_shared && !shown.premises.is_empty()
            };
            let stated = said(reply.statement).filter(may_be_used);
            let may_attack = stated.is_some_and(|shown| {
                reply.is_written() && !is_in_graph(self, shown, targets[reply.heard])
            });
            if may_attack && !chosen.iter().any(is_same) {
                chosen.push(reply);
            }
        }
        chosen.truncate(most);
        let attacks = chosen.iter().map(|reply| attack(reply, targets[reply.heard], &voice));
        Ok(AttacksAnswer { attacks: attacks.collect() })
    }
}

/// The replies that are arguments: those to accepted arguments first, then the best.
fn ranked<'a>(mut replies: Vec<Reply<'a>>, targets: &[&ShownArgument]) -> Vec<Reply<'a>> {
    replies.retain(|reply| reply.statement.can_argue());
    replies.sort_by_key(|reply| {
        let is_accepted = targets[reply.heard].label == Some(Label::In);
        (Reverse(is_accepted), Reverse(rank(reply)), &reply.statement.id, reply.heard)
    });
    replies
}

/// Whether one of two arguments attacks the other.
fn is_in_graph(question: &Attacks, one: &ShownArgument, other: &ShownArgument) -> bool {
    let mut attacks = question.existing.iter();
    attacks.any(|attack| {
        // A rebuttal is one of the other claim too.
        let is_returned = (attack.from, attack.to) == (other.id, one.id);
        (attack.from, attack.to) == (one.id, other.id)
            || is_returned && attack.relation == Relation::Rebut
    })
}

fn rank(reply: &Reply<'_>) -> u64 {
    let is_claim = reply.component == Component::Claim;
    sortable(reply.rank() + if is_claim { 0.0 } else { CANNOT_BE_RETURNED })
}

/// Whether every attack of the persona's on the target has failed, and none was aimed at this
/// component.
fn is_free(
    question: &Attacks,
    own: &[&ShownArgument],
    target: &ShownArgument,
    component: Component,
) -> bool {
    let mut attacks = question.existing.iter().filter(|attack| attack.to == target.id);
    attacks.all(|attack| {
        let from = own.iter().find(|shown| shown.id == attack.from);
        from.is_none_or(|from| from.label == Some(Label::Out) && attack.component != component)
    })
}

fn attack(reply: &Reply<'_>, target: &ShownArgument, voice: &Voice<'_>) -> AttackDraft {
    let argument = ArgumentDraft::from_statement(reply.statement, voice.links(reply.statement));
    let (part, number) = ComponentKind::of(reply.component);
    AttackDraft {
        target: target.id.to_string(),
        part,
        number,
        relation: relation(reply.component),
        counter_proposition: argument.claim.clone(),
        rationale: argument.premises[0].clone(),
        evidence: argument.evidence.clone(),
        confidence: argument.confidence,
        argument,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::Links;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::mode::shared::questions::argument::ShownAttack;
    use crate::question::Brief;
    use crate::question::samples::complaints;
    use crate::vocabulary::samples::{answer, statement, topic};
    use crate::vocabulary::{NodeId, Persona, Seed, Side, StatementId};

    /// The argument that a statement makes.
    fn shown(number: u32, personas: &[Persona], author: usize, statement: &str) -> ShownArgument {
        let persona = &personas[author];
        let statements = &persona.corpora[&topic().id];
        let statement = statements.statement(&StatementId::new(statement).unwrap()).unwrap();
        let draft = ArgumentDraft::from_statement(statement, &Links::default());
        ShownArgument {
            id: NodeId::new(number),
            author: persona.id.clone(),
            label: Some(Label::In),
            claim: draft.claim,
            premises: draft.premises,
            assumptions: draft.assumptions,
            axis: statement.axis.clone(),
            side: statement.side,
            excerpts: vec![statement.id.clone()],
            endorsed_by: [].into(),
        }
    }

    fn attacked(
        personas: &[Persona],
        by: usize,
        arguments: Vec<ShownArgument>,
    ) -> Vec<AttackDraft> {
        attacked_again(personas, by, arguments, vec![])
    }

    fn attacked_again(
        personas: &[Persona],
        by: usize,
        arguments: Vec<ShownArgument>,
        earlier: Vec<ShownAttack>,
    ) -> Vec<AttackDraft> {
        let question = Attacks {
            brief: Brief::new(&personas[by], &topic()),
            topic: topic(),
            theses: vec![],
            round: 1,
            arguments,
            existing: earlier,
        };
        let corpora = everything(personas);
        let answer = question.by_corpus(&corpora.voices(Seed(1))).unwrap();
        assert_eq!(complaints(&question, answer.clone()), [""; 0]);
        answer.attacks
    }

    #[test]
    fn an_attack_is_aimed_at_the_component_its_statement_was_written_for() {
        let personas = pair();
        let found = attacked(&personas, 1, vec![shown(1, &personas, 0, "takings")]);
        let [attack] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(attack.argument.excerpts, ["park"]);
        assert_eq!((attack.part, attack.number), (ComponentKind::Assumption, 1));
        assert_eq!(attack.relation, Relation::Undermine);
        let found = attacked(&personas, 0, vec![shown(1, &personas, 1, "stroll")]);
        let [attack] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((attack.part, attack.relation), (ComponentKind::Claim, Relation::Rebut));
    }

    #[test]
    fn own_and_defeated_arguments_are_not_attacked() {
        let personas = pair();
        assert_eq!(attacked(&personas, 0, vec![shown(1, &personas, 0, "takings")]), []);
        let defeated =
            ShownArgument { label: Some(Label::Out), ..shown(1, &personas, 0, "takings") };
        assert_eq!(attacked(&personas, 1, vec![defeated]), []);
    }

    #[test]
    fn a_stated_argument_attacks_once_what_it_was_written_to_answer_and_no_target_is_attacked_twice()
     {
        let personas = pair();
        let (target, stated) = (shown(1, &personas, 0, "takings"), shown(2, &personas, 1, "park"));
        let found = attacked(&personas, 1, vec![target.clone(), stated.clone()]);
        let [written] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!(written.argument.excerpts, ["park"]);
        let own = ShownAttack {
            from: stated.id,
            to: target.id,
            relation: Relation::Undermine,
            component: Component::Assumption(0),
        };
        let both = || vec![target.clone(), stated.clone()];
        assert_eq!(attacked_again(&personas, 1, both(), vec![own]), []);
        let fallen = ShownArgument { label: Some(Label::Out), ..stated.clone() };
        assert_eq!(attacked(&personas, 1, vec![target.clone(), fallen]), []);
        let endorsed_by = [personas[0].id.clone()].into();
        let shared = ShownArgument { endorsed_by, ..stated.clone() };
        assert_eq!(attacked(&personas, 1, vec![target.clone(), shared]), [], "both say it");
        let rebutted = ShownAttack {
            from: target.id,
            to: stated.id,
            relation: Relation::Rebut,
            component: Component::Claim,
        };
        assert_eq!(attacked_again(&personas, 1, both(), vec![rebutted]), [], "it is mirrored");
        let other = ShownArgument { excerpts: vec![], ..stated };
        let earlier = ShownAttack {
            from: other.id,
            to: target.id,
            relation: Relation::Undermine,
            component: Component::Assumption(0),
        };
        assert_eq!(attacked_again(&personas, 1, vec![target, other], vec![earlier]), []);
    }

    #[test]
    fn a_target_is_attacked_again_at_another_component_once_the_first_attack_failed() {
        let personas = pair();
        let target = shown(1, &personas, 0, "takings");
        let defeated = ShownArgument {
            label: Some(Label::Out),
            excerpts: vec![],
            ..shown(2, &personas, 1, "lungs")
        };
        let attacked = |component| {
            let (from, to) = (defeated.id, target.id);
            let earlier = ShownAttack { from, to, relation: relation(component), component };
            let arguments = vec![target.clone(), defeated.clone()];
            attacked_again(&personas, 1, arguments, vec![earlier]).len()
        };
        assert_eq!(attacked(Component::Claim), 1);
        assert_eq!(attacked(Component::Assumption(0)), 0, "the same component");
    }

    #[test]
    fn a_persona_never_attacks_a_point_that_it_shares() {
        let quiet_on_the_other_side = |statements: &mut Vec<crate::vocabulary::Statement>| {
            statements[4].side = Some(Side::No);
            statements[4].text = "The street is not too loud.".into();
        };
        let personas = personas_with(1, quiet_on_the_other_side);
        let noise = |personas: &[Persona]| vec![shown(1, personas, 0, "noise")];
        assert_eq!(attacked(&personas, 1, noise(&personas)), []);
        let personas = personas_with(1, |statements| {
            quiet_on_the_other_side(statements);
            statements[3].point = None;
        });
        assert_eq!(attacked(&personas, 1, noise(&personas)).len(), 1, "now it does not share it");
    }

    #[test]
    fn two_stated_arguments_attack_one_target_at_different_components_only() {
        let attacked = |component: Component| {
            let personas = personas_with(1, |statements| {
                let thought = if component == Component::Claim {
                    "shops lose the custom of drivers"
                } else {
                    "drivers will not walk from a car park"
                };
                let stalls = statement("stalls", "Stalls sell as much.", "trade", Side::No);
                let written = answer(component, thought);
                statements.push(Statement { answers: vec![written], ..stalls });
            });
            let arguments = [(0, "takings"), (1, "park"), (1, "stalls")];
            let arguments = arguments.into_iter().zip(1..);
            let shown = arguments.map(|((by, id), number)| shown(number, &personas, by, id));
            let found = attacked(&personas, 1, shown.collect());
            let mut found: Vec<String> =
                found.iter().map(|it| it.argument.excerpts[0].clone()).collect();
            found.sort();
            found
        };
        assert_eq!(attacked(Component::Claim), ["park", "stalls"]);
        assert_eq!(attacked(Component::Assumption(0)).len(), 1, "both deny the assumption");
    }
}
