//! One round of attacks: submitted, judged, deduplicated, entered.

use std::collections::BTreeMap;

use super::opening::{argument, citation, silence};
use crate::graph::{Cause, Edge, Operation, Provenance, Relation};
use crate::mode::Failure;
use crate::mode::debate::Debate;
use crate::record::{Act, Claim, Event, Fate, Turn};
use crate::task::{AttackDraft, Attacks, Brief, Draft, Judged, Shown, Standing, Validate, Verdict};
use crate::vocabulary::{
    CallId, Component, EdgeId, NodeId, PersonaId, Probability, StatementId, Strength, TurnId,
};

/// An attack that may still enter the graph.
pub(super) struct Attack {
    turn: TurnId,
    call: CallId,
    attacker: PersonaId,
    target: NodeId,
    component: Component,
    relation: Relation,
    draft: AttackDraft,
    strength: Option<Strength>,
    fate: Fate,
    judged_by: Option<CallId>,
}

/// Asks everybody for attacks. What cannot be used is dropped, told and counted.
pub(super) async fn submit(
    debate: &mut Debate<'_>,
    claims: &[Claim],
) -> Result<Vec<Attack>, Failure> {
    let tasks = tasks(debate, claims);
    let answers = debate.ask_all(&tasks).await;
    if let (true, Some(Err(unanswered))) = (answers.iter().all(Result::is_err), answers.first()) {
        return Err(debate.fail("nobody could attack", unanswered));
    }
    let mut attacks = Vec::new();
    let mut dropped = 0;
    for (task, answer) in tasks.iter().zip(answers) {
        let persona = &task.brief.persona;
        match answer {
            Err(unanswered) => silence(debate, persona, &unanswered),
            Ok(answered) => {
                for draft in answered.answer.attacks {
                    match usable(debate, persona, &draft) {
                        Ok((target, component)) => {
                            attacks.push(Attack {
                                turn: debate.next_turn(),
                                call: answered.call,
                                attacker: persona.clone(),
                                target,
                                component,
                                relation: draft.relation,
                                draft,
                                strength: None,
                                fate: Fate::Kept,
                                judged_by: None,
                            });
                        }
                        Err(reason) => {
                            dropped += 1;
                            drop_draft(debate, persona, &draft, reason, answered.call);
                        }
                    }
                }
            }
        }
    }
    let round = debate.round();
    debate.emit(&Event::AttacksGenerated { round, attacks: attacks.len(), dropped });
    Ok(attacks)
}

fn tasks(debate: &Debate<'_>, claims: &[Claim]) -> Vec<Attacks> {
    let setting = debate.setting;
    let own = debate.graph().edges().filter(|edge| edge.mirrors.is_none());
    let standing = own.filter_map(|edge| {
        Some(Standing {
            from: edge.from,
            to: edge.to,
            relation: edge.relation,
            component: edge.component?,
        })
    });
    let standing: Vec<Standing> = standing.collect();
    let arguments: Vec<Shown> = debate.graph().nodes().filter_map(Shown::of).collect();
    let task = |persona| Attacks {
        brief: Brief::new(persona, setting.topic),
        topic: setting.topic.clone(),
        claims: claims.to_vec(),
        round: debate.round(),
        arguments: arguments.clone(),
        standing: standing.clone(),
    };
    setting.personas.iter().map(task).collect()
}

/// The target and its part, or why the attack cannot be used.
fn usable(
    debate: &Debate<'_>,
    persona: &PersonaId,
    draft: &AttackDraft,
) -> Result<(NodeId, Component), String> {
    let unknown = || format!("there is no argument `{}`", draft.target);
    let target: NodeId = draft.target.parse().map_err(|_| unknown())?;
    let node = debate.graph().node(target).ok_or_else(unknown)?;
    if node.author.as_ref() == Some(persona) {
        return Err(format!("{target} is the attacker's own argument"));
    }
    let component =
        draft.part.at(draft.number).ok_or("the parts of an argument are numbered from 1")?;
    Ok((target, component))
}

fn drop_draft(
    debate: &mut Debate<'_>,
    persona: &PersonaId,
    draft: &AttackDraft,
    reason: String,
    call: CallId,
) {
    let turn = Turn {
        id: debate.next_turn(),
        round: debate.round(),
        speaker: Some(persona.clone()),
        text: draft.argument.claim.clone(),
        act: Act::Misfire {
            target: draft.target.clone(),
            counter: draft.counter_proposition.clone(),
        },
        fate: Fate::Dropped(reason),
        call,
    };
    debate.tell(turn);
}

fn act(draft: &AttackDraft, target: NodeId, relation: Relation, component: Component) -> Act {
    Act::Attack {
        target,
        relation,
        component,
        counter: draft.counter_proposition.clone(),
        rationale: draft.rationale.clone(),
        evidence: draft.evidence.iter().map(citation).collect(),
        confidence: Probability::new(draft.confidence).expect("the check has seen the confidence"),
        strength: None,
        node: None,
        edge: None,
    }
}

/// Has all attacks of the round judged in one call, and applies the judge's corrections.
pub(super) async fn judge(
    debate: &mut Debate<'_>,
    mut attacks: Vec<Attack>,
) -> Result<Vec<Attack>, Failure> {
    if attacks.is_empty() {
        return Ok(attacks);
    }
    let task = Validate {
        topic: debate.setting.topic.clone(),
        attacks: attacks.iter().map(|a| judged(debate, a)).collect(),
    };
    let answered = match debate.ask(&task).await {
        Ok(answered) => answered,
        Err(unanswered) => {
            let failure = debate
                .fail("the attacks could not be judged, and nothing enters unseen", &unanswered);
            for mut attack in attacks {
                attack.fate = Fate::Failed(unanswered.fault.to_string());
                attack.tell(debate, None);
            }
            return Err(failure);
        }
    };
    for (attack, shown) in attacks.iter_mut().zip(&task.attacks) {
        let name = attack.turn.to_string();
        let verdict = answered.answer.verdicts.iter().find(|verdict| verdict.attack == name);
        attack.take(
            verdict.expect("the check has seen one verdict for each attack"),
            shown,
            answered.call,
        );
    }
    Ok(attacks)
}

fn judged(debate: &Debate<'_>, attack: &Attack) -> Judged {
    let target = debate.graph().node(attack.target).and_then(Shown::of);
    Judged {
        attack: attack.turn,
        attacker: attack.attacker.clone(),
        target: target.expect("the target was found when the attack was submitted"),
        component: attack.component,
        relation: attack.relation,
        counter_proposition: attack.draft.counter_proposition.clone(),
        rationale: attack.draft.rationale.clone(),
        confidence: attack.draft.confidence,
        excerpts: excerpts(&attack.draft.argument),
    }
}

fn excerpts(draft: &Draft) -> Vec<StatementId> {
    draft.excerpts.iter().filter_map(|id| StatementId::new(id.as_str()).ok()).collect()
}

impl Attack {
    fn take(&mut self, verdict: &Verdict, shown: &Judged, call: CallId) {
        self.judged_by = Some(call);
        self.strength = Strength::new(verdict.strength).ok();
        if !verdict.valid {
            self.fate = Fate::Rejected(verdict.reason.clone());
            return;
        }
        let (relation, component) =
            verdict.settled(shown).expect("the check has seen the corrected part");
        if (relation, component) != (self.relation, self.component) {
            let was = format!("{} its {}", self.relation.verb(), self.component);
            let is = format!("{} its {}", relation.verb(), component);
            self.fate = Fate::Corrected(format!(
                "submitted as «{was}», judged to be «{is}»: {}",
                verdict.reason
            ));
            (self.relation, self.component) = (relation, component);
        }
    }

    fn confidence(&self) -> f64 {
        self.draft.confidence
    }

    /// Puts the attack on record, with its node and edge where it entered the graph.
    fn tell(self, debate: &mut Debate<'_>, entered: Option<(NodeId, EdgeId)>) {
        let mut told = act(&self.draft, self.target, self.relation, self.component);
        if let Act::Attack { strength, node, edge, .. } = &mut told {
            *strength = self.strength.filter(|_| self.fate.stands());
            (*node, *edge) = entered.unzip();
        }
        let turn = Turn {
            id: self.turn,
            round: debate.round(),
            speaker: Some(self.attacker),
            text: self.draft.argument.claim,
            act: told,
            fate: self.fate,
            call: self.call,
        };
        debate.tell(turn);
    }
}

/// Among attacks of one type on one part of one argument, lets the surest stand; among equals, the first.
pub(super) fn deduplicate(mut attacks: Vec<Attack>) -> Vec<Attack> {
    let mut surest: BTreeMap<(NodeId, Component, Relation), usize> = BTreeMap::new();
    for (index, attack) in attacks.iter().enumerate().filter(|(_, attack)| attack.fate.stands()) {
        let best =
            surest.entry((attack.target, attack.component, attack.relation)).or_insert(index);
        if attack.confidence() > attacks[*best].confidence() {
            *best = index;
        }
    }
    for index in 0..attacks.len() {
        let attack = &attacks[index];
        let best = surest.get(&(attack.target, attack.component, attack.relation)).copied();
        if let Some(best) = best.filter(|&best| best != index && attack.fate.stands()) {
            attacks[index].fate = Fate::Duplicate(attacks[best].turn);
        }
    }
    attacks
}

/// Puts what stands into the graph and everything on record. Returns how many attacks entered.
pub(super) fn enter(debate: &mut Debate<'_>, attacks: Vec<Attack>) -> usize {
    let count =
        |fate: fn(&Fate) -> bool| attacks.iter().filter(|attack| fate(&attack.fate)).count();
    let event = Event::ValidationComplete {
        round: debate.round(),
        valid: count(|fate| !matches!(fate, Fate::Rejected(_))),
        rejected: count(|fate| matches!(fate, Fate::Rejected(_))),
        corrected: count(|fate| matches!(fate, Fate::Corrected(_))),
        duplicates: count(|fate| matches!(fate, Fate::Duplicate(_))),
    };
    debate.emit(&event);
    let mut entered = 0;
    for attack in attacks {
        if attack.fate.stands() {
            entered += 1;
            let placed = place(debate, &attack);
            let turn = Event::AgentTurn {
                turn: attack.turn,
                persona: attack.attacker.clone(),
                text: attack.draft.counter_proposition.clone(),
            };
            debate.emit(&turn);
            attack.tell(debate, Some(placed));
        } else {
            attack.tell(debate, None);
        }
    }
    entered
}

/// Adds the counter-argument and its attack; a rebuttal of a claim is mirrored.
fn place(debate: &mut Debate<'_>, attack: &Attack) -> (NodeId, EdgeId) {
    let node = argument(debate, &attack.attacker, &attack.draft.argument, attack.turn, attack.call);
    let judged_by = attack.judged_by.expect("only judged attacks enter the graph");
    let provenance = Provenance { turns: vec![attack.turn], calls: vec![attack.call, judged_by] };
    let edge = Edge {
        component: Some(attack.component),
        weight: attack.strength,
        confidence: Probability::new(attack.draft.confidence).ok(),
        provenance: provenance.clone(),
        ..Edge::new(debate.next_edge(), node, attack.target, attack.relation)
    };
    let id = edge.id;
    let weight = edge.weight;
    debate.apply(Operation::AddEdge(edge), Cause::Validation(judged_by));
    if attack.relation == Relation::Rebut {
        let mirror = Edge {
            component: Some(Component::Claim),
            weight,
            mirrors: Some(id),
            provenance,
            ..Edge::new(debate.next_edge(), attack.target, node, Relation::Rebut)
        };
        debate.apply(Operation::AddEdge(mirror), Cause::Validation(judged_by));
    }
    (node, id)
}
