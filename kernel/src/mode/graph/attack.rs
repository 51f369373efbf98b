//! The attacks of one round, submitted and judged.

use crate::graph::Relation;
use crate::mode::Failure;
use crate::mode::checked::{citation, statements};
use crate::mode::debate::Debate;
use crate::record::{Act, Event, Fate, Turn};
use crate::task::{AttackDraft, Attacks, Brief, Judged, Shown, Standing, Validate, Verdict};
use crate::vocabulary::{
    CallId, Claim, Component, EdgeId, NodeId, PersonaId, Probability, Strength, TurnId,
};

/// An attack that may still enter the graph.
pub(super) struct Attack {
    pub(super) turn: TurnId,
    pub(super) call: CallId,
    pub(super) attacker: PersonaId,
    pub(super) target: NodeId,
    pub(super) component: Component,
    pub(super) relation: Relation,
    pub(super) draft: AttackDraft,
    pub(super) strength: Option<Strength>,
    pub(super) fate: Fate,
    pub(super) judged_by: Option<CallId>,
}

/// Asks everybody for attacks. What cannot be used is dropped, told and counted; who cannot be heard is silent.
pub(super) async fn submit(
    debate: &mut Debate<'_>,
    claims: &[Claim],
) -> Result<Vec<Attack>, Failure> {
    let tasks = tasks(debate, claims);
    let answers = debate.ask_all(&tasks).await;
    let mut attacks = Vec::new();
    let (mut heard, mut dropped) = (0, 0);
    let mut fault = None;
    for (task, answer) in tasks.iter().zip(answers) {
        let persona = &task.brief.persona;
        match answer {
            Err(unanswered) => {
                debate.silence(persona, &unanswered);
                fault.get_or_insert(unanswered);
            }
            Ok(answered) => {
                heard += 1;
                for draft in answered.answer.attacks {
                    match aim(debate, persona, draft, answered.call) {
                        Some(attack) => attacks.push(attack),
                        None => dropped += 1,
                    }
                }
            }
        }
    }
    match fault {
        Some(unanswered) if heard == 0 => Err(Failure::of("nobody could attack", &unanswered)),
        _ => {
            let round = debate.round();
            debate.emit(&Event::AttacksGenerated { round, attacks: attacks.len(), dropped });
            Ok(attacks)
        }
    }
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

/// Takes an attack as submitted; one that cannot be used is dropped and told.
fn aim(
    debate: &mut Debate<'_>,
    attacker: &PersonaId,
    draft: AttackDraft,
    call: CallId,
) -> Option<Attack> {
    let turn = debate.next_turn();
    let attacker = attacker.clone();
    match usable(debate, &attacker, &draft) {
        Ok((target, component)) => Some(Attack {
            turn,
            call,
            attacker,
            target,
            component,
            relation: draft.relation,
            draft,
            strength: None,
            fate: Fate::Kept,
            judged_by: None,
        }),
        Err(reason) => {
            debate.tell(Turn {
                id: turn,
                round: debate.round(),
                speaker: Some(attacker),
                text: draft.argument.claim,
                act: Act::Misfire { target: draft.target, counter: draft.counter_proposition },
                fate: Fate::Dropped(reason),
                call,
            });
            None
        }
    }
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
            for mut attack in attacks {
                attack.fate = Fate::Failed(unanswered.fault.to_string());
                attack.tell(debate, None);
            }
            let what = "the attacks could not be judged, and nothing enters unseen";
            return Err(Failure::of(what, &unanswered));
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
        excerpts: statements(&attack.draft.argument.excerpts),
    }
}

impl Attack {
    fn take(&mut self, verdict: &Verdict, shown: &Judged, call: CallId) {
        self.judged_by = Some(call);
        let strength = Strength::new(verdict.strength).expect("the check has seen the strength");
        self.strength = Some(strength);
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

    /// Puts the attack on record, with its node and edge where it entered the graph.
    pub(super) fn tell(self, debate: &mut Debate<'_>, entered: Option<(NodeId, EdgeId)>) {
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
