//! The invariants of the disputes: what breaks one is refused.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    CrystallizeDisputes, CrystallizeDisputesAnswer, Crystallized, MOST_CRITERIA, NewDispute,
    NewDisputeDraft, NewReason, NewReasonDraft, NewStance, NodeTarget, Polarity, Reasons,
    ShownReason, ShownTurn, StanceDraft, UpdatedDispute, UpdatedDisputeDraft,
};
use crate::mode::conversation::run::moves::MoveLabel;
use crate::question::{Accept, Brief};
use crate::text::folded;
use crate::vocabulary::{AxisId, MOST_ASSUMPTIONS, NodeId, PersonaId, Side};

/// The side that each persona takes on each dispute.
type Sides = BTreeMap<(NodeTarget, PersonaId), Side>;

impl CrystallizeDisputes {
    /// What an answer changes, without what breaks an invariant.
    pub(super) fn checked(
        &self,
        raw: CrystallizeDisputesAnswer,
        accept: &mut Accept,
    ) -> Crystallized {
        let known = self.disputes.iter().flat_map(|dispute| {
            let of = |stance: &super::ShownStance| {
                ((NodeTarget::Node(dispute.id), stance.author.clone()), stance.side)
            };
            dispute.stances.iter().map(of)
        });
        let mut check = Check { question: self, opened: Vec::new(), sides: known.collect() };
        let beyond_limit = raw.new_disputes.len().saturating_sub(self.most_new);
        let mut new_disputes = Vec::new();
        for (place, draft) in raw.new_disputes.into_iter().enumerate() {
            let is_within = accept.keep(place < self.most_new, || {
                let most = self.most_new;
                format!("new dispute “{}”: at most {most} are opened", draft.question)
            });
            let new = is_within
                .then(|| accept.item(|accept| check.dispute(draft, &new_disputes, accept)))
                .flatten();
            check.opened.push(new.is_some().then_some(new_disputes.len()));
            new_disputes.extend(new);
        }
        let stances = check.stances(raw.upsert_stances, accept);
        let removed_reasons =
            accept.each(&raw.removed_reasons, |id, accept| check.removal(id, accept));
        let removed: BTreeSet<NodeId> =
            removed_reasons.iter().copied().chain(check.given_up(&stances)).collect();
        let new_reasons = check.reasons(raw.new_reasons, &removed, accept);
        let updated_disputes =
            accept.each(raw.updated_disputes, |draft, accept| check.update(draft, accept));
        Crystallized {
            new_disputes,
            beyond_limit,
            updated_disputes,
            stances,
            new_reasons,
            removed_reasons,
        }
    }
}

struct Check<'q> {
    question: &'q CrystallizeDisputes,
    /// For each new dispute that the answer names, its place among those that are opened.
    opened: Vec<Option<usize>>,
    /// The sides after the stances of the answer.
    sides: Sides,
}

impl<'q> Check<'q> {
    fn turn(
        &self,
        of: impl Fn(&str) -> String,
        id: &str,
        accept: &mut Accept,
    ) -> Option<&'q ShownTurn> {
        let turn = self.question.shown().find(|turn| turn.id.to_string() == id);
        accept.required(turn, || of(&format!("there is no turn `{id}`")))
    }

    fn is_new(&self, turn: &ShownTurn) -> bool {
        self.question.turns.iter().any(|new| new.id == turn.id)
    }

    fn concedes(&self, persona: &PersonaId) -> bool {
        let turns = &self.question.turns;
        turns.iter().any(|turn| turn.speaker == *persona && turn.label == MoveLabel::Concede)
    }

    fn brief(&self, persona: &PersonaId) -> Option<&'q Brief> {
        self.question.briefs.iter().find(|brief| brief.persona == *persona)
    }

    /// A dispute that exists or that is opened.
    fn at(
        &self,
        of: impl Fn(&str) -> String,
        name: &str,
        accept: &mut Accept,
    ) -> Option<NodeTarget> {
        let place = name.strip_prefix('d').and_then(|number| number.parse::<usize>().ok());
        if let Some(opened) = place.and_then(|place| self.opened.get(place.checked_sub(1)?)) {
            let opened = opened.map(NodeTarget::New);
            return accept.kept(opened, || of(&format!("its dispute `{name}` is left out")));
        }
        let mut known = self.question.disputes.iter().map(|dispute| dispute.id);
        let known = known.find(|dispute| dispute.to_string() == name).map(NodeTarget::Node);
        accept.required(known, || of(&format!("there is no dispute `{name}`")))
    }

    fn dispute(
        &self,
        draft: NewDisputeDraft,
        opened: &[NewDispute],
        accept: &mut Accept,
    ) -> Option<NewDispute> {
        let NewDisputeDraft { turn, question, axis, horizon, criteria } = draft;
        let of = |what: &str| format!("new dispute “{question}”: {what}");
        accept.text("new dispute", &question);
        let axis = accept.axis(of, axis.as_deref(), &self.question.topic);
        let words = folded(&question);
        let known = self.question.disputes.iter().map(|known| (&known.axis, &known.question));
        let known = known.chain(opened.iter().map(|known| (&known.axis, &known.question)));
        let asks_the_same = |(on, text): (&Option<AxisId>, &String)| {
            on.is_some() && *on == axis || folded(text) == words
        };
        let is_open = known.clone().any(asks_the_same);
        accept.require(!is_open, || of("the map has it already"));
        let criteria = checked(criteria, of, accept);
        accept.require(!criteria.is_empty(), || of("name an observation that would settle it"));
        let turn = self.turn(of, &turn, accept)?.id;
        let asked = axis.as_ref().and_then(|axis| self.question.topic.axis(axis));
        // A question of the topic is put in the words of the topic, so that all modes mean the same
        // by yes and no.
        let question = asked.map_or(question, |axis| axis.question.clone());
        Some(NewDispute { turn, question, axis, horizon, criteria })
    }

    fn stances(&mut self, drafts: Vec<StanceDraft>, accept: &mut Accept) -> Vec<NewStance> {
        let mut given: BTreeSet<(NodeTarget, PersonaId)> = BTreeSet::new();
        let mut stances = Vec::new();
        for draft in drafts {
            let Some(stance) = accept.item(|accept| self.stance(draft, accept)) else {
                continue;
            };
            let place = (stance.dispute, stance.author.clone());
            let is_first = accept.keep(given.insert(place.clone()), || {
                format!("stance “{}”: its author has another one on the dispute", stance.statement)
            });
            if is_first {
                self.sides.insert(place, stance.side);
                stances.push(stance);
            }
        }
        stances
    }

    fn stance(&self, draft: StanceDraft, accept: &mut Accept) -> Option<NewStance> {
        let statement = draft.statement;
        let of = |what: &str| format!("stance “{statement}”: {what}");
        accept.text("stance", &statement);
        let turn = self.turn(of, &draft.turn, accept)?;
        let brief = self.brief(&turn.speaker)?;
        let dispute = self.at(of, &draft.dispute, accept)?;
        let before = self.sides.get(&(dispute, turn.speaker.clone()));
        accept.require(before.is_none() || self.is_new(turn), || {
            of("only a new turn changes a stance")
        });
        accept.require(
            before.is_none_or(|side| *side == draft.side) || self.concedes(&turn.speaker),
            || of("only a concession of its author turns a stance to the other side"),
        );
        let qualifier = draft.qualifier.filter(|text| !text.trim().is_empty());
        let stays = draft.rests_on.is_empty() && !draft.rests_on_no_more;
        let rests_on = Reasons::accept(draft.rests_on, of, &self.question.topic, accept);
        let evidence = accept.evidence(of, draft.evidence, brief);
        let excerpts = accept.excerpts(of, &draft.excerpts, brief);
        let confidence = accept.probability(&of("confidence"), draft.confidence)?;
        Some(NewStance {
            turn: turn.id,
            author: turn.speaker.clone(),
            dispute,
            side: draft.side,
            statement,
            qualifier,
            confidence,
            rests_on: (!stays).then_some(rests_on),
            evidence,
            excerpts,
        })
    }

    /// The reasons that authors who turn their stances give up with their old answers.
    fn given_up(&self, stances: &[NewStance]) -> Vec<NodeId> {
        let reasons = self.question.disputes.iter().flat_map(|dispute| {
            dispute.reasons.iter().map(move |reason| (NodeTarget::Node(dispute.id), reason))
        });
        let is_given_up = |(dispute, reason): &(NodeTarget, &ShownReason)| {
            stances.iter().any(|stance| {
                stance.dispute == *dispute
                    && stance.author == reason.author
                    && stance.side != reason.side
            })
        };
        reasons.filter(is_given_up).map(|(_, reason)| reason.id).collect()
    }

    fn removal(&self, id: &str, accept: &mut Accept) -> Option<NodeId> {
        let mut reasons = self.question.disputes.iter().flat_map(|dispute| &dispute.reasons);
        let known = reasons.find(|reason| reason.id.to_string() == id);
        let reason = accept.required(known, || format!("there is no reason `{id}`"))?;
        let has_new_turn = self.question.turns.iter().any(|turn| turn.speaker == reason.author);
        accept.require(has_new_turn, || format!("{id}: its author has said nothing new"));
        Some(reason.id)
    }

    fn reasons(
        &self,
        drafts: Vec<NewReasonDraft>,
        removed: &BTreeSet<NodeId>,
        accept: &mut Accept,
    ) -> Vec<NewReason> {
        let mut said: BTreeSet<(String, String, String)> = BTreeSet::new();
        let (mut places, mut reasons, mut attacks) = (Vec::new(), Vec::new(), Vec::new());
        for draft in drafts {
            let words = (draft.turn.clone(), draft.dispute.clone(), folded(&draft.claim));
            let is_new = accept.keep(said.insert(words), || {
                format!("new reason “{}”: it is given twice", draft.claim)
            });
            let wanted = draft.attacks.clone();
            let reason = is_new.then(|| accept.item(|accept| self.reason(draft, accept)));
            let reason = reason.flatten();
            places.push(reason.is_some().then_some(reasons.len()));
            attacks.extend(reason.is_some().then_some(wanted));
            reasons.extend(reason);
        }
        for place in 0..reasons.len() {
            let wanted = std::mem::take(&mut attacks[place]);
            let mut aimed = accept.each(&wanted, |name, accept| {
                self.target(name, place, &reasons, &places, removed, accept)
            });
            aimed.sort();
            aimed.dedup();
            reasons[place].attacks = aimed;
        }
        reasons
    }

    fn reason(&self, draft: NewReasonDraft, accept: &mut Accept) -> Option<NewReason> {
        let claim = draft.claim;
        let of = |what: &str| format!("new reason “{claim}”: {what}");
        accept.text("new reason", &claim);
        let turn = self.turn(of, &draft.turn, accept)?;
        let brief = self.brief(&turn.speaker)?;
        let dispute = self.at(of, &draft.dispute, accept)?;
        let side_of = |persona: &PersonaId| self.sides.get(&(dispute, persona.clone())).copied();
        let persona = self.question.briefs.iter().map(|brief| &brief.persona);
        let stance_of = persona.clone().find(|known| known.as_str() == draft.stance_of);
        let stance = stance_of.and_then(side_of);
        accept.require(stance.is_some(), || {
            of(&format!("`{}` has no stance on the dispute", draft.stance_of))
        });
        let (stance_of, stance) = (stance_of?.clone(), stance?);
        let side = match draft.polarity {
            Polarity::Support => stance,
            Polarity::Attack => stance.opposite(),
        };
        accept.require(side_of(&turn.speaker).is_none_or(|own| own == side), || {
            of("its author takes the other side")
        });
        let words = folded(&claim);
        let repeats = |known: &ShownReason| {
            known.author == turn.speaker && known.side == side && folded(&known.claim) == words
        };
        let known =
            self.question.disputes.iter().find(|known| NodeTarget::Node(known.id) == dispute);
        let is_known = known.is_some_and(|known| known.reasons.iter().any(repeats));
        accept.require(!is_known, || of("the map has it already"));
        let assumptions = accept.at_most(&of("assumptions"), MOST_ASSUMPTIONS, draft.assumptions);
        for text in &assumptions {
            accept.text(&of("assumption"), text);
        }
        let evidence = accept.evidence(of, draft.evidence, brief);
        let excerpts = accept.excerpts(of, &draft.excerpts, brief);
        let confidence = accept.probability(&of("confidence"), draft.confidence)?;
        Some(NewReason {
            turn: turn.id,
            author: turn.speaker.clone(),
            dispute,
            stance_of,
            polarity: draft.polarity,
            side,
            claim,
            assumptions,
            evidence,
            attacks: vec![],
            confidence,
            excerpts,
        })
    }

    /// A reason of another persona for the other answer to the same dispute.
    fn target(
        &self,
        name: &str,
        from: usize,
        reasons: &[NewReason],
        places: &[Option<usize>],
        removed: &BTreeSet<NodeId>,
        accept: &mut Accept,
    ) -> Option<NodeTarget> {
        let own = &reasons[from];
        let of = |what: &str| format!("new reason “{}”: {what}", own.claim);
        let number = name.strip_prefix('r').and_then(|number| number.parse::<usize>().ok());
        let new = number.and_then(|number| places.get(number.checked_sub(1)?)).copied().flatten();
        let known = self.question.disputes.iter().flat_map(|dispute| {
            dispute.reasons.iter().map(move |reason| (NodeTarget::Node(dispute.id), reason))
        });
        let known = known.filter(|(_, reason)| !removed.contains(&reason.id));
        let target = match new {
            Some(place) => {
                let reason = &reasons[place];
                Some((NodeTarget::New(place), reason.dispute, &reason.author, reason.side))
            }
            None => known
                .map(|(at, reason)| (NodeTarget::Node(reason.id), at, &reason.author, reason.side))
                .find(|(at, ..)| matches!(at, NodeTarget::Node(id) if id.to_string() == name)),
        };
        let missing = || of(&format!("there is no reason `{name}`"));
        let (at, dispute, author, side) = accept.required(target, missing)?;
        accept.require(dispute == own.dispute && side != own.side && *author != own.author, || {
            of(&format!("`{name}` is not a reason of another persona for the other answer"))
        });
        Some(at)
    }

    fn update(&self, draft: UpdatedDisputeDraft, accept: &mut Accept) -> Option<UpdatedDispute> {
        let of = |what: &str| format!("{}: {what}", draft.dispute);
        let NodeTarget::Node(dispute) = self.at(of, &draft.dispute, accept)? else {
            accept.fault(of("it is new"));
            return None;
        };
        let criteria = checked(draft.criteria, of, accept);
        let speakers: BTreeSet<&str> =
            self.question.turns.iter().map(|turn| turn.speaker.as_str()).collect();
        for persona in &draft.settled_by {
            accept.require(speakers.contains(persona.as_str()), || {
                of(&format!("`{persona}` has said nothing new"))
            });
        }
        let on = self.sides.iter().filter(|((at, _), _)| *at == NodeTarget::Node(dispute));
        let sides: BTreeSet<Side> = on.clone().map(|(_, side)| *side).collect();
        accept.require(draft.settled_by.is_empty() || sides.len() < 2, || {
            of("the stances on it still oppose each other, so that it is not settled")
        });
        let calls = |((_, persona), _): (&(NodeTarget, PersonaId), &Side)| {
            draft.settled_by.iter().any(|by| by == persona.as_str())
        };
        let is_settled = !draft.settled_by.is_empty() && on.clone().all(calls);
        let horizon = draft.horizon.filter(|text| !text.trim().is_empty());
        Some(UpdatedDispute { dispute, horizon, criteria, is_settled })
    }
}

/// The texts that are not empty, at most three.
fn checked(criteria: Vec<String>, of: impl Fn(&str) -> String, accept: &mut Accept) -> Vec<String> {
    let mut criteria = accept.at_most(&of("criteria"), MOST_CRITERIA, criteria);
    criteria.retain(|text| accept.keep(!text.trim().is_empty(), || of("a criterion is empty")));
    criteria
}
