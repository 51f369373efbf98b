//! The attacks of one round, submitted and judged.

use crate::graph::{Node, NodeKind, Relation};
use crate::mode::ProtocolFailure;
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::graph::events::AttacksGenerated;
use crate::mode::graph::questions::attacks::{Attacks, UncheckedAttack};
use crate::mode::graph::questions::validate::{AttackVerdict, SubmittedAttack, Validate};
use crate::mode::shared::questions::argument::{ShownArgument, ShownAttack};
use crate::mode::shared::target;
use crate::record::{Act, Fate, Target, Turn};
use crate::vocabulary::{
    CallId, Component, EdgeId, NodeId, Persona, PersonaId, Strength, Topic, TurnId,
};

/// An attack that may still enter the graph.
pub(in crate::mode::graph) struct Attack {
    pub(in crate::mode::graph) turn: TurnId,
    pub(in crate::mode::graph) call: CallId,
    pub(in crate::mode::graph) attacker: PersonaId,
    pub(in crate::mode::graph) target: NodeId,
    pub(in crate::mode::graph) component: Component,
    pub(in crate::mode::graph) relation: Relation,
    pub(in crate::mode::graph) submitted: UncheckedAttack,
    pub(in crate::mode::graph) strength: Option<Strength>,
    pub(in crate::mode::graph) fate: Fate,
    pub(in crate::mode::graph) judged_by: Option<CallId>,
}

/// Asks every persona for attacks on all arguments.
pub(in crate::mode::graph) async fn submit(
    context: &mut DebateContext<'_>,
    topic: &Topic,
) -> Result<Vec<Attack>, ProtocolFailure> {
    let personas = context.setting.personas.iter();
    let questions = personas.filter_map(|persona| question(context, topic, persona, |_| true));
    let questions: Vec<Attacks> = questions.collect();
    ask(context, &questions).await
}

/// Asks for attacks. Those that cannot be used are dropped and counted.
pub(in crate::mode::graph) async fn ask(
    context: &mut DebateContext<'_>,
    questions: &[Attacks],
) -> Result<Vec<Attack>, ProtocolFailure> {
    let mut attacks = Vec::new();
    let mut dropped = 0;
    let take = |context: &mut DebateContext<'_>, question: &Attacks, answered: Answered<Vec<_>>| {
        for submitted in answered.answer {
            match check(context, &question.brief.persona, submitted, answered.call) {
                Some(attack) => attacks.push(attack),
                None => dropped += 1,
            }
        }
    };
    context.ask_personas(questions, "no persona could attack", take).await?;
    let round = context.round();
    context.report(&AttacksGenerated { round, attacks: attacks.len(), dropped });
    Ok(attacks)
}

/// The question to a persona that hears these arguments of the others; `None` if personas do not
/// see each other.
pub(in crate::mode::graph) fn question(
    context: &DebateContext<'_>,
    topic: &Topic,
    persona: &Persona,
    hears: impl Fn(NodeId) -> bool,
) -> Option<Attacks> {
    let submitted = context.graph().edges().filter(|edge| edge.mirrors.is_none());
    let graph = context.seen_by(&persona.id)?;
    let (theses, mut arguments): (Vec<&Node>, Vec<&Node>) =
        graph.nodes().partition(|node| node.kind == NodeKind::Thesis);
    arguments.retain(|node| node.is_by(&persona.id) || hears(node.id));
    let shown = |nodes: Vec<&Node>| nodes.into_iter().filter_map(ShownArgument::of).collect();
    Some(Attacks {
        brief: context.brief(persona),
        topic: topic.clone(),
        theses: shown(theses),
        round: context.round(),
        arguments: shown(arguments),
        existing: submitted.filter_map(ShownAttack::of).collect(),
    })
}

/// The target and its component, or why the attack cannot be used.
fn target(
    context: &DebateContext<'_>,
    persona: &PersonaId,
    attack: &UncheckedAttack,
) -> Result<(NodeId, Component), String> {
    let words = target::TargetWording { noun: "argument", own: "the attacker's own argument" };
    let target = target::check(context.graph(), persona, &attack.target, words)?;
    if target.kind == NodeKind::Thesis {
        return Err(format!("{} is a thesis: attack the arguments that it rests on", target.id));
    }
    if target.endorsed_by.contains(persona) {
        return Err(format!("the attacker says the same as {}", target.id));
    }
    let component = attack
        .component
        .at(attack.number)
        .ok_or("the components of an argument are numbered from 1")?;
    Ok((target.id, component))
}

/// Checks the target of an attack. An attack that cannot be used is dropped and recorded.
fn check(
    context: &mut DebateContext<'_>,
    attacker: &PersonaId,
    submitted: UncheckedAttack,
    call: CallId,
) -> Option<Attack> {
    let turn = context.next_turn();
    let attacker = attacker.clone();
    match target(context, &attacker, &submitted) {
        Ok((target, component)) => Some(Attack {
            turn,
            call,
            attacker,
            target,
            component,
            relation: submitted.relation,
            submitted,
            strength: None,
            fate: Fate::Kept,
            judged_by: None,
        }),
        Err(reason) => {
            let target = target::of(context.graph(), submitted.target.clone());
            let turn = Turn::new(turn, context.round(), Act::Attack, "", call);
            let turn = complete(turn, attacker, target, submitted);
            context.record_turn(Turn { fate: Fate::Dropped(reason), ..turn });
            None
        }
    }
}

/// Asks the judge about all attacks in one call. If that call fails, the attacks are recorded as
/// lost and none of them enters the graph: the round ends without them.
pub(in crate::mode::graph) async fn judge(
    context: &mut DebateContext<'_>,
    mut attacks: Vec<Attack>,
) -> Vec<Attack> {
    if attacks.is_empty() {
        return attacks;
    }
    let submitted = attacks.iter().map(|attack| submitted(context, attack)).collect();
    let question = Validate { topic: context.setting.topic.clone(), attacks: submitted };
    let answered = match context.ask(&question).await {
        Ok(answered) => answered,
        Err(unanswered) => {
            for mut attack in attacks {
                attack.fate = Fate::Failed(format!("it could not be judged: {}", unanswered.fault));
                attack.record(context, None);
            }
            return Vec::new();
        }
    };
    for (attack, verdict) in attacks.iter_mut().zip(answered.answer) {
        attack.take(verdict, answered.call);
    }
    attacks
}

fn submitted(context: &DebateContext<'_>, attack: &Attack) -> SubmittedAttack {
    let target = context.graph().node(attack.target).and_then(ShownArgument::of);
    SubmittedAttack {
        attack: attack.turn,
        attacker: attack.attacker.clone(),
        target: target.expect("the target was checked when the attack was submitted"),
        component: attack.component,
        relation: attack.relation,
        counter_proposition: attack.submitted.counter_proposition.clone(),
        claim: attack.submitted.argument.claim.clone(),
        rationale: attack.submitted.rationale.clone(),
        confidence: attack.submitted.confidence,
        excerpts: attack.submitted.argument.excerpts.clone(),
    }
}

impl Attack {
    /// Takes the judge's verdict on the attack.
    pub(in crate::mode::graph) fn take(&mut self, verdict: AttackVerdict, call: CallId) {
        self.judged_by = Some(call);
        self.strength = Some(verdict.strength);
        let Some((relation, component)) = verdict.valid else {
            self.fate = Fate::Rejected(verdict.reason);
            return;
        };
        if (relation, component) != (self.relation, self.component) {
            let was = format!("{} its {}", self.relation.verb(), self.component);
            let is = format!("{} its {}", relation.verb(), component);
            self.fate = Fate::Corrected(format!(
                "submitted as “{was}”, judged to be “{is}”: {}",
                verdict.reason
            ));
            (self.relation, self.component) = (relation, component);
        }
    }

    /// Records the attack as a turn, with its node and edge if it entered the graph.
    pub(in crate::mode::graph) fn record(
        self,
        context: &mut DebateContext<'_>,
        entered: Option<(NodeId, EdgeId)>,
    ) {
        let (node, edge) = entered.unzip();
        let turn = Turn::new(self.turn, context.round(), Act::Attack, "", self.call);
        let target = Target::Node(self.target);
        context.record_turn(Turn {
            component: Some(self.component),
            relation: Some(self.relation),
            weight: self.strength.filter(|_| self.fate.is_kept()),
            node,
            edge,
            fate: self.fate,
            ..complete(turn, self.attacker, target, self.submitted)
        });
    }
}

/// Completes the turn of an attack with what its attacker submitted.
fn complete(turn: Turn, attacker: PersonaId, target: Target, attack: UncheckedAttack) -> Turn {
    Turn {
        speaker: Some(attacker),
        text: attack.argument.claim,
        target: Some(target),
        component: attack.component.at(attack.number),
        relation: Some(attack.relation),
        counter: Some(attack.counter_proposition),
        reasons: vec![attack.rationale],
        evidence: attack.evidence,
        confidence: Some(attack.confidence),
        ..turn
    }
}
