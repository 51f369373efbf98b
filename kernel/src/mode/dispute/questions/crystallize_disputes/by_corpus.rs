//! `crystallize_disputes`: an axis becomes a dispute where statements of the shown turns take both
//! sides of it, those of the new turns first; where there is room, also one on which only one side
//! is taken yet. The first statement of a speaker for its side is its stance, and the reasons of
//! this statement are the reasons for the stance; every further statement is a reason too. A stance
//! rests on what all these statements rest on, because one of them backs another up; those without
//! a reason do so only where none has one. A further statement attacks the reasons that it answers
//! (rule 8), and the stance where it answers the claim or the inference. What a concession grants
//! restricts the stance of its speaker (rule 9).
//!
//! Shared points are neither stances nor reasons. Nothing is removed and nothing called settled: a
//! corpus gives no statement up.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::{
    CrystallizeDisputes, CrystallizeDisputesAnswer, MOST_CRITERIA, NewDisputeDraft, NewReasonDraft,
    Polarity, ShownDispute, ShownTurn, StanceDraft,
};
use crate::corpus::{Heard, Silence, Untagged, Voice, Voices, arguing, premises, sortable};
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::shared::questions::thesis::ReasonDraft as RestsOn;
use crate::question::{ByCorpus, Cited};
use crate::text::to_sentence;
use crate::vocabulary::{
    Axis, AxisId, Component, MOST_ASSUMPTIONS, MOST_CITATIONS, PersonaId, Side, Statement,
    StatementId,
};

impl ByCorpus for CrystallizeDisputes {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<CrystallizeDisputesAnswer, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &CrystallizeDisputes, voices: &Voices<'_>) -> CrystallizeDisputesAnswer {
    let said: Vec<SaidStatement<'_, '_>> =
        question.shown().flat_map(|turn| said(question, turn, voices)).collect();
    let opened = opened(question, &said);
    let known = question.disputes.iter().filter_map(DraftedDispute::of_known);
    let new = (1..).zip(&opened).map(|(number, axis)| DraftedDispute::new(number, axis));
    let mut drafted: Vec<DraftedDispute> = known.chain(new).collect();
    let mut answer = CrystallizeDisputesAnswer {
        new_disputes: opened.iter().filter_map(|axis| new_dispute(axis, &said)).collect(),
        ..CrystallizeDisputesAnswer::default()
    };
    let mut further: Vec<(usize, usize, &SaidStatement<'_, '_>)> = Vec::new();
    for said in said.iter().filter(|said| said.voice.is_position(said.statement)) {
        let at =
            drafted.iter().position(|dispute| Some(&dispute.axis) == said.statement.axis.as_ref());
        let Some(at) = at.filter(|&at| drafted[at].is_new || said.is_new) else { continue };
        let reason = drafted[at].enter(said, &mut answer.new_reasons);
        further.extend(reason.map(|reason| (at, reason, said)));
    }
    // Only now is everything entered that a statement may answer: what it answers may be said after
    // it.
    for (at, reason, said) in further {
        drafted[at].attack(said, voices, &mut answer.new_reasons[reason]);
    }
    for said in said.iter().filter(|said| said.is_new && said.turn.label == MoveLabel::Concede) {
        let dispute =
            drafted.iter_mut().find(|dispute| Some(&dispute.axis) == said.statement.axis.as_ref());
        if let (Some(dispute), Some(granted)) = (dispute, granted(said, voices)) {
            dispute.restrict(said, granted);
        }
    }
    answer.upsert_stances = drafted.into_iter().flat_map(DraftedDispute::changed).collect();
    answer
}

/// A statement that a turn says or is based on.
struct SaidStatement<'q, 'v> {
    turn: &'q ShownTurn,
    is_new: bool,
    voice: Rc<Voice<'v>>,
    statement: &'v Statement,
}

fn said<'q, 'v>(
    question: &'q CrystallizeDisputes,
    turn: &'q ShownTurn,
    voices: &Voices<'v>,
) -> Vec<SaidStatement<'q, 'v>> {
    let Ok(voice) = voices.voice(&turn.speaker).map(Rc::new) else { return Vec::new() };
    let is_new = question.turns.iter().any(|new| new.id == turn.id);
    let statements = turn.excerpts.iter().filter_map(|id| voice.statement(id));
    statements
        .map(|statement| SaidStatement { turn, is_new, voice: Rc::clone(&voice), statement })
        .collect()
}

/// The axes that become disputes: those with statements on both sides before those with one,
/// otherwise as the new turns and then the earlier ones name them.
fn opened<'q>(question: &'q CrystallizeDisputes, said: &[SaidStatement<'_, '_>]) -> Vec<&'q Axis> {
    let positions = || said.iter().filter(|said| said.voice.is_position(said.statement));
    let is_open =
        |axis: &AxisId| question.disputes.iter().any(|known| known.axis.as_ref() == Some(axis));
    let new = positions().filter(|said| said.is_new);
    let in_order = new.chain(positions().filter(|said| !said.is_new));
    let mut axes: Vec<&AxisId> = Vec::new();
    for axis in in_order.filter_map(|said| said.statement.axis.as_ref()) {
        if !is_open(axis) && !axes.contains(&axis) {
            axes.push(axis);
        }
    }
    let is_one_sided = |axis: &&AxisId| {
        let on_axis = positions().filter(|said| said.statement.axis.as_ref() == Some(*axis));
        on_axis.filter_map(|said| said.statement.side).collect::<BTreeSet<Side>>().len() < 2
    };
    axes.sort_by_key(is_one_sided);
    let known = axes.into_iter().filter_map(|axis| question.topic.axis(axis));
    known.take(question.most_new).collect()
}

/// A dispute about an axis. It is settled by what settles the axis, or by what would change the
/// minds of the speakers.
fn new_dispute(axis: &Axis, said: &[SaidStatement<'_, '_>]) -> Option<NewDisputeDraft> {
    let on_axis = || said.iter().filter(|said| said.statement.axis.as_ref() == Some(&axis.id));
    let mut criteria = vec![axis.settles.clone()];
    if axis.settles.is_empty() {
        let unless = on_axis().flat_map(|said| &said.statement.unless);
        criteria = unless.map(|text| to_sentence(text)).take(MOST_CRITERIA).collect();
    }
    if criteria.is_empty() {
        criteria.push(axis.yes.clone());
    }
    Some(NewDisputeDraft {
        turn: on_axis().next()?.turn.id.to_string(),
        question: axis.question.clone(),
        axis: Some(axis.id.to_string()),
        horizon: None,
        criteria,
    })
}

/// A stance on a dispute with the statements on which it is based.
struct DraftedStance {
    author: PersonaId,
    side: Side,
    /// The statement that it is, then those that are reasons for it.
    statements: Vec<StatementId>,
    draft: Option<StanceDraft>,
}

/// A reason that may be attacked: a statement or a clause of one.
struct KnownReason {
    name: String,
    claim: String,
    statement: StatementId,
}

/// A dispute with its stances and reasons.
struct DraftedDispute {
    name: String,
    axis: AxisId,
    is_new: bool,
    held: Vec<DraftedStance>,
    reasons: Vec<KnownReason>,
}

impl DraftedDispute {
    fn new(number: usize, axis: &Axis) -> Self {
        let (name, axis) = (format!("d{number}"), axis.id.clone());
        Self { name, axis, is_new: true, held: vec![], reasons: vec![] }
    }

    fn of_known(known: &ShownDispute) -> Option<Self> {
        let reasons = known.reasons.iter().filter_map(|reason| {
            Some(KnownReason {
                name: reason.id.to_string(),
                claim: reason.claim.clone(),
                statement: reason.excerpts.first()?.clone(),
            })
        });
        let reasons: Vec<KnownReason> = reasons.collect();
        let held = known.stances.iter().filter(|stance| !stance.excerpts.is_empty());
        let held = held.map(|stance| {
            let own = known.reasons.iter().filter(|reason| reason.author == stance.author);
            let of_reasons = own.filter_map(|reason| reason.excerpts.first().cloned());
            let mut statements: Vec<StatementId> = Vec::new();
            for id in stance.excerpts.iter().cloned().chain(of_reasons) {
                if !statements.contains(&id) {
                    statements.push(id);
                }
            }
            let (author, side) = (stance.author.clone(), stance.side);
            DraftedStance { author, side, statements, draft: None }
        });
        let held = held.collect();
        let (name, axis) = (known.id.to_string(), known.axis.clone()?);
        Some(Self { name, axis, is_new: false, held, reasons })
    }

    fn changed(self) -> impl Iterator<Item = StanceDraft> {
        self.held.into_iter().filter_map(|held| held.draft)
    }

    /// Enters a statement: as the stance of its speaker, or as another reason for it, whose
    /// position among the reasons it returns.
    fn enter(
        &mut self,
        said: &SaidStatement<'_, '_>,
        reasons: &mut Vec<NewReasonDraft>,
    ) -> Option<usize> {
        let (statement, speaker) = (said.statement, &said.turn.speaker);
        let side = statement.side?;
        let Some(at) = self.held.iter().position(|held| held.author == *speaker) else {
            let draft = self.stance(said, std::slice::from_ref(&statement.id), side);
            let statements = vec![statement.id.clone()];
            let (author, draft) = (speaker.clone(), Some(draft));
            self.held.push(DraftedStance { author, side, statements, draft });
            self.give_clauses(said, reasons);
            return None;
        };
        if self.held[at].statements.contains(&statement.id) {
            return None;
        }
        let before = rests_on(&said.voice, &self.held[at].statements);
        self.held[at].statements.push(statement.id.clone());
        let statements = self.held[at].statements.clone();
        if self.held[at].draft.is_some() || rests_on(&said.voice, &statements) != before {
            let draft = self.stance(said, &statements, side);
            let turn = self.held[at].draft.take().map(|known| known.turn);
            self.held[at].draft =
                Some(StanceDraft { turn: turn.unwrap_or(draft.turn.clone()), ..draft });
        }
        let assumptions = statement.assumptions.iter().map(|assumed| assumed.text.clone());
        let evidence = statement.citations().take(MOST_CITATIONS).map(Cited::from);
        let mut draft = self.reason(said, statement.text.clone());
        draft.assumptions = assumptions.take(MOST_ASSUMPTIONS).collect();
        draft.evidence = evidence.collect();
        self.give(draft, said, reasons);
        Some(reasons.len() - 1)
    }

    /// Aims the reason that a statement became at what the statement answers.
    fn attack(
        &self,
        said: &SaidStatement<'_, '_>,
        voices: &Voices<'_>,
        reason: &mut NewReasonDraft,
    ) {
        let Some(side) = said.statement.side else { return };
        let answered = self.answered(said, side, voices);
        reason.attacks = answered.reasons;
        if let Some(author) = answered.stance {
            (reason.stance_of, reason.polarity) = (author.to_string(), Polarity::Attack);
        }
    }

    /// The reasons of the statement that is the stance. What it assumes is a reason of its own:
    /// denying the assumption does not affect the other reasons.
    fn give_clauses(&mut self, said: &SaidStatement<'_, '_>, reasons: &mut Vec<NewReasonDraft>) {
        let statement = said.statement;
        let all = statement.all_reasons();
        for (place, clause) in premises(statement).enumerate() {
            let mut draft = self.reason(said, to_sentence(clause));
            let cited = all.get(place).into_iter().flat_map(|reason| &reason.evidence);
            draft.evidence = cited.take(MOST_CITATIONS).map(Cited::from).collect();
            self.give(draft, said, reasons);
        }
        for assumed in statement.assumptions.iter().take(MOST_ASSUMPTIONS) {
            self.give(self.reason(said, to_sentence(&assumed.text)), said, reasons);
        }
    }

    fn reason(&self, said: &SaidStatement<'_, '_>, claim: String) -> NewReasonDraft {
        NewReasonDraft {
            turn: said.turn.id.to_string(),
            dispute: self.name.clone(),
            stance_of: said.turn.speaker.to_string(),
            polarity: Polarity::Support,
            claim,
            assumptions: vec![],
            evidence: vec![],
            attacks: vec![],
            confidence: said.statement.confidence.value(),
            excerpts: vec![said.statement.id.to_string()],
        }
    }

    fn give(
        &mut self,
        draft: NewReasonDraft,
        said: &SaidStatement<'_, '_>,
        reasons: &mut Vec<NewReasonDraft>,
    ) {
        self.reasons.push(KnownReason {
            name: format!("r{}", reasons.len() + 1),
            claim: draft.claim.clone(),
            statement: said.statement.id.clone(),
        });
        reasons.push(draft);
    }

    /// The stance that a speaker's first statement is; `statements` are all that it has said on the
    /// dispute.
    fn stance(
        &self,
        said: &SaidStatement<'_, '_>,
        statements: &[StatementId],
        side: Side,
    ) -> StanceDraft {
        let voice = &said.voice;
        let first = statements.iter().find_map(|id| voice.statement(id));
        let first = first.unwrap_or(said.statement);
        let rests = rests_on(voice, statements);
        let argued = argued(voice, statements).first().copied().unwrap_or(first);
        let mut linked = RestsOn::linked_of(voice, argued);
        linked.retain(|reason| {
            reason.axis.as_ref().is_some_and(|on| rests.iter().any(|axis| axis.as_str() == on))
        });
        StanceDraft {
            turn: said.turn.id.to_string(),
            dispute: self.name.clone(),
            side,
            statement: first.text.clone(),
            qualifier: None,
            confidence: first.confidence.value(),
            rests_on: linked,
            rests_on_no_more: true,
            evidence: first.evidence.iter().take(MOST_CITATIONS).map(Cited::from).collect(),
            excerpts: vec![first.id.to_string()],
        }
    }

    /// Restricts the stance of a speaker by what a concession grants.
    fn restrict(&mut self, said: &SaidStatement<'_, '_>, granted: String) {
        let Some(at) = self.held.iter().position(|held| held.author == said.turn.speaker) else {
            return;
        };
        let DraftedStance { side, statements, draft, .. } = &self.held[at];
        let mut stance = match draft {
            Some(draft) => draft.clone(),
            None => self.stance(said, statements, *side),
        };
        stance.turn = said.turn.id.to_string();
        stance.qualifier = Some(granted);
        self.held[at].draft = Some(stance);
    }

    /// What a statement answers in the dispute: the best match in each statement of the other side.
    fn answered(&self, said: &SaidStatement<'_, '_>, side: Side, voices: &Voices<'_>) -> Targets {
        let others = self.held.iter().filter(|held| held.side != side);
        let of = |held: &DraftedStance| {
            let voice = voices.voice(&held.author).ok();
            let found = held.statements.iter().filter_map(|id| voice.as_ref()?.statement(id));
            found.map(|statement| (held.author.clone(), statement)).collect::<Vec<_>>()
        };
        let targets: Vec<(PersonaId, &Statement)> = others.flat_map(of).collect();
        let heard: Vec<Heard<'_>> =
            targets.iter().map(|(author, own)| Heard::of_statement(author, own)).collect();
        let replies = said.voice.replies(&heard, Untagged::BySide, |_, _| true);
        let replies = replies.iter().filter(|reply| reply.statement.id == said.statement.id);
        let mut answered = Targets::default();
        for (place, (author, target)) in targets.iter().enumerate() {
            let to = replies.clone().filter(|reply| reply.heard == place);
            let Some(best) = to.max_by_key(|reply| sortable(reply.rank())) else { continue };
            match self.reason_at(target, best.component) {
                Some(reason) => answered.reasons.push(reason),
                None => answered.stance = Some(author.clone()),
            }
        }
        answered
    }

    /// The reason that a component of a statement is; `None` if it is the stance.
    fn reason_at(&self, target: &Statement, component: Component) -> Option<String> {
        let mut known = self.reasons.iter().filter(|reason| reason.statement == target.id);
        let clause = match component {
            Component::Premise(at) => premises(target).nth(at).map(to_sentence),
            Component::Assumption(at) => {
                target.assumptions.get(at).map(|assumed| to_sentence(&assumed.text))
            }
            Component::Claim | Component::Inference => None,
        };
        let is_it = |reason: &&KnownReason| {
            reason.claim == target.text || clause.as_ref() == Some(&reason.claim)
        };
        known.find(is_it).map(|reason| reason.name.clone())
    }
}

/// What a statement answers in a dispute.
#[derive(Default)]
struct Targets {
    /// The names of reasons.
    reasons: Vec<String>,
    /// The author of a stance.
    stance: Option<PersonaId>,
}

/// The issues on which each of some statements rests.
fn rests_on(voice: &Voice<'_>, statements: &[StatementId]) -> BTreeSet<AxisId> {
    let all = argued(voice, statements).into_iter().map(|own| voice.rests_on(own));
    all.reduce(|one, other| one.intersection(&other).cloned().collect()).unwrap_or_default()
}

/// Those of some statements that argue for what they say.
fn argued<'v>(voice: &Voice<'v>, statements: &[StatementId]) -> Vec<&'v Statement> {
    arguing(statements.iter().filter_map(|id| voice.statement(id)).collect())
}

/// What a concession grants against the speaker’s own side: a clause of its statement, or a point
/// that it shares.
fn granted(said: &SaidStatement<'_, '_>, voices: &Voices<'_>) -> Option<String> {
    let mut clauses = said.statement.concedes.iter().map(|text| to_sentence(text));
    let is_said = |clause: &String| said.turn.text.contains(clause.as_str());
    let own_side = said.statement.axis.as_ref().and_then(|axis| said.voice.stance(axis));
    let is_against = own_side.is_some_and(|own| Some(own.side) != said.statement.side);
    let shared = voices.is_shared(said.statement) && is_against;
    clauses.find(is_said).or_else(|| shared.then(|| said.statement.text.clone()))
}

#[cfg(test)]
mod tests {
    use super::super::ShownStance;
    use super::*;
    use crate::corpus::samples::{everything, pair, personas_with};
    use crate::mode::conversation::run::samples::shown_turn;
    use crate::vocabulary::samples::topic;
    use crate::vocabulary::{AxisSide, NodeId, Persona, Reason, Seed};

    /// A turn that says a statement.
    fn says(personas: &[Persona], number: u32, by: usize, label: MoveLabel, id: &str) -> ShownTurn {
        let id = StatementId::new(id).unwrap();
        let text = personas[by].corpora[&topic().id].statement(&id).unwrap().text.clone();
        let turn = shown_turn(number, personas[by].id.as_str(), label, None);
        ShownTurn { text, excerpts: vec![id], ..turn }
    }

    fn update(personas: &[Persona], question: &CrystallizeDisputes) -> CrystallizeDisputesAnswer {
        answer(question, &everything(personas).voices(Seed(1)))
    }

    fn question(turns: Vec<ShownTurn>) -> CrystallizeDisputes {
        let (disputes, earlier, briefs) = (vec![], vec![], vec![]);
        CrystallizeDisputes { topic: topic(), disputes, earlier, turns, most_new: 2, briefs }
    }

    /// Turns that claim these statements, each with the place of its speaker.
    fn claims(personas: &[Persona], said: &[(usize, &str)]) -> Vec<ShownTurn> {
        let claim = |(&(by, id), number): (&(usize, &str), u32)| {
            says(personas, number, by, MoveLabel::Claim, id)
        };
        said.iter().zip(1..).map(claim).collect()
    }

    #[test]
    fn a_further_statement_attacks_the_reason_or_the_stance_that_it_answers() {
        let personas = pair();
        let said = [(0, "takings"), (1, "stroll"), (1, "park"), (0, "rain")];
        let found = update(&personas, &question(claims(&personas, &said)));
        let opened: Vec<_> = found.new_disputes.iter().map(|it| it.axis.as_deref()).collect();
        assert_eq!(opened, [Some("trade")]);
        let stances: Vec<_> =
            found.upsert_stances.iter().map(|it| (it.side, it.statement.as_str())).collect();
        let yes = (Side::Yes, "Shops lose the custom of drivers.");
        let no = (Side::No, "People on foot stop more often and spend more.");
        assert_eq!(stances, [yes, no]);
        let shown = found
            .new_reasons
            .iter()
            .map(|it| format!("{} {} {:?} {:?}", it.claim, it.stance_of, it.polarity, it.attacks));
        let expected = [
            "The reason of takings. keeper Support []",
            "Drivers will not walk from a car park. keeper Support []",
            "One. walker Support []",
            "Two. walker Support []",
            "Three. walker Support []",
            r#"There is a car park at each end. walker Support ["r2"]"#,
            "People on foot stay at home in the rain. walker Attack []",
        ];
        assert_eq!(shown.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_question_with_statements_on_both_sides_comes_before_one_that_was_named_first() {
        let personas = pair();
        let said = [(0, "corner"), (0, "takings"), (1, "stroll")];
        let found = update(&personas, &question(claims(&personas, &said)));
        let opened: Vec<_> = found.new_disputes.iter().map(|it| it.axis.as_deref()).collect();
        assert_eq!(opened, [Some("trade"), Some("air")]);
        let mut asked = question(vec![says(&personas, 4, 1, MoveLabel::Claim, "lungs")]);
        asked.earlier = vec![says(&personas, 1, 0, MoveLabel::Claim, "takings")];
        let found = update(&personas, &asked);
        let opened: Vec<_> = found.new_disputes.iter().map(|it| it.axis.as_deref()).collect();
        assert_eq!(opened, [Some("air"), Some("trade")], "earlier turns come last");
    }

    #[test]
    fn a_shared_point_restricts_the_stance_that_it_speaks_against_and_no_other() {
        let personas = pair();
        let said = [
            (0, MoveLabel::Claim, "corner"),
            (1, MoveLabel::Claim, "lungs"),
            (0, MoveLabel::Concede, "noise"),
            (1, MoveLabel::Concede, "din"),
        ];
        let turns = said
            .into_iter()
            .zip(1..)
            .map(|((by, label, id), number)| says(&personas, number, by, label, id));
        let found = update(&personas, &question(turns.collect()));
        let qualifiers: Vec<_> =
            found.upsert_stances.iter().map(|it| (it.side, it.qualifier.as_deref())).collect();
        assert_eq!(qualifiers, [(Side::No, Some("The street is too loud.")), (Side::Yes, None)]);
    }

    #[test]
    fn a_known_stance_is_stated_again_where_another_statement_changes_what_it_rests_on() {
        let on_air = AxisSide { axis: AxisId::new("air").unwrap(), side: Side::No };
        let personas = personas_with(0, |statements| {
            let tagged = Reason { asserts: Some(on_air), ..Reason::new("The exhaust stays.") };
            statements[0].reasons = vec![tagged];
        });
        let stance = ShownStance {
            author: personas[0].id.clone(),
            side: Side::Yes,
            statement: "Shops lose the custom of drivers.".into(),
            qualifiers: vec![],
            rests_on: vec![],
            excerpts: vec![StatementId::new("takings").unwrap()],
        };
        let known = ShownDispute {
            id: NodeId::new(3),
            question: "Will the shops lose custom?".into(),
            axis: AxisId::new("trade").ok(),
            horizon: None,
            criteria: vec![],
            is_retired: false,
            stances: vec![stance],
            reasons: vec![],
        };
        let again = |id| {
            let turns = vec![says(&personas, 5, 0, MoveLabel::Claim, id)];
            let asked = CrystallizeDisputes { disputes: vec![known.clone()], ..question(turns) };
            let found = update(&personas, &asked);
            assert_eq!(found.new_disputes, [], "the question has a dispute");
            found.upsert_stances.len()
        };
        assert_eq!(again("rain"), 1, "it rests on the air no more");
        assert_eq!(again("takings"), 0, "it is the stance");
        let turns = vec![says(&personas, 5, 0, MoveLabel::Claim, "takings")];
        let stances = update(&personas, &question(turns)).upsert_stances;
        let rests: Vec<_> = stances[0].rests_on.iter().map(|it| it.axis.as_deref()).collect();
        assert_eq!(rests, [Some("air")]);
    }
}
