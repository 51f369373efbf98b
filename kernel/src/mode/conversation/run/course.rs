//! The course of a conversation: its opening, its turns, its resolution.

use super::convergence::{Updated, signals};
use super::crystallizer::{Changed, GraphState, TurnsToEnter};
use super::moves::{Move, is_pass};
use super::open_questions::{OpenQuestions, about};
use super::phases::{Progress, transition};
use super::proposals::{are_welcome, has_proposed, open_for};
use super::steering::{Hint, Steering, owed_nothing};
use super::tone::ConversationTone;
use super::{speakers, updates};
use crate::graph::Graph;
use crate::mode::ProtocolFailure;
use crate::mode::conversation::events::{
    ConvergenceCheck, CruxProposed, Crystallization, DialogueTurn, HintGiven, PhaseStart,
    PhaseTransition,
};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::questions::opening::{Opening, OpeningSpeech};
use crate::mode::conversation::questions::resolution::Resolution;
use crate::mode::conversation::questions::take_turn::{TakeTurn, TakenTurn};
use crate::mode::debate_context::{Answered, DebateContext, Unanswered};
use crate::mode::shared::events::InitialStance;
use crate::question::Brief;
use crate::record::{Act, Fate, Phase, ProposedCrux, Speech, Stop, Turn};
use crate::vocabulary::{Persona, PersonaId, StatementId, Topic};

/// A conversation in progress.
#[derive(Debug)]
pub(crate) struct Conversation {
    personas: Vec<PersonaId>,
    topic: Topic,
    tone: ConversationTone,
    max_turns: usize,
    phase: Phase,
    /// All turns of the personas so far, failed ones included.
    turns: Vec<Turn>,
    /// The number of turns that are in the graph.
    entered: usize,
    updates: Vec<Updated>,
    /// The number of turns at the last attempt to update the graph.
    attempted: usize,
    /// The numbers of turns and of updates before the phase.
    before: (usize, usize),
    /// The last call of an exchange in which no call has succeeded.
    unanswered: Option<Unanswered>,
}

/// What the mode has to do next.
#[derive(Debug)]
pub(crate) enum Next {
    /// What was said enters the graph; why it is due.
    Update(&'static str),
    /// The personas sum the debate up; why it ends, and the reason.
    Resolve(Stop),
}

fn report_turn(context: &mut DebateContext<'_>, turn: &Turn) {
    let Some(persona) = turn.speaker.clone() else { return };
    context.report(&DialogueTurn { turn: turn.id, persona, act: turn.act });
}

impl Conversation {
    /// Asks every persona for its opening speech, its thesis, what it grants and its answers to the
    /// other questions.
    ///
    /// # Errors
    /// Where no persona opens.
    pub(crate) async fn open(
        context: &mut DebateContext<'_>,
        topic: &Topic,
        tone: ConversationTone,
        max_turns: u32,
    ) -> Result<Self, ProtocolFailure> {
        let answers_all = false;
        let turns = opening_speeches(context, topic, tone, answers_all).await?;
        Ok(Self {
            personas: context.setting.personas.iter().map(|persona| persona.id.clone()).collect(),
            topic: topic.clone(),
            tone,
            max_turns: max_turns as usize,
            phase: Phase::Opening,
            turns,
            entered: 0,
            updates: Vec::new(),
            attempted: 0,
            before: (0, 0),
            unanswered: None,
        })
    }

    /// What is to enter the graph.
    pub(crate) fn turns_to_enter(&self) -> TurnsToEnter<'_> {
        let (earlier, new) = self.turns.split_at(self.entered);
        TurnsToEnter { topic: &self.topic, earlier, new, is_last: self.phase == Phase::Resolution }
    }

    /// Takes note that all turns so far are in the graph.
    pub(crate) fn mark_entered(&mut self) {
        self.entered = self.turns.len();
    }

    /// Waits for the next reason to update the graph, where the call that should have updated it
    /// failed.
    pub(crate) fn postpone_update(&mut self) {
        self.attempted = self.turns.len();
    }

    /// Moves through the phases and takes turns until the graph is to be updated or the debate
    /// ends.
    ///
    /// # Errors
    /// Where every call of the exchange failed.
    pub(crate) async fn run_until_update(
        &mut self,
        context: &mut DebateContext<'_>,
    ) -> Result<Next, ProtocolFailure> {
        loop {
            if let Some(stop) = self.change_phase(context) {
                let has_exchange = self.turns.len() > self.personas.len();
                return match &self.unanswered {
                    Some(unanswered) if has_exchange => {
                        Err(ProtocolFailure::of("no persona could take a turn", unanswered))
                    }
                    _ => Ok(Next::Resolve(stop)),
                };
            }
            if let Some(why) = updates::due(&self.turns[self.attempted..]) {
                return Ok(Next::Update(why));
            }
            self.take_turn(context).await;
        }
    }

    /// Takes note of the turns that are new, and reports them.
    fn take_new_turns(&mut self, context: &mut DebateContext<'_>) {
        let known = std::mem::replace(&mut self.turns, spoken(context)).len();
        self.turns[known..].iter().for_each(|turn| report_turn(context, turn));
    }

    /// Changes the phase as long as a rule says so. Why the debate ends, where it does.
    fn change_phase(&mut self, context: &mut DebateContext<'_>) -> Option<Stop> {
        loop {
            let progress = Progress {
                personas: &self.personas,
                max_turns: self.max_turns,
                turns: &self.turns,
                turns_before: self.before.0,
                updates: &self.updates,
                updates_before: self.before.1,
            };
            let next = transition(self.phase, progress)?;
            let (from, to, rule) = (self.phase, next.to, next.rule.clone());
            context.report(&PhaseTransition { from, to, rule });
            context.report(&PhaseStart { phase: to });
            self.phase = to;
            self.before = (self.turns.len(), self.updates.len());
            if to == Phase::Resolution {
                return Some(Stop { reason: next.reason, rule: next.rule, rounds: 0 });
            }
        }
    }

    /// Asks the next speaker for its turn. A failed call is recorded and uses a turn up.
    async fn take_turn(&mut self, context: &mut DebateContext<'_>) {
        let speaker = speakers::next(&self.turns, &self.personas);
        let question = self.question(context, &speaker);
        let hint = question.hint.clone();
        if let Some(hint) = &hint {
            context.report(&HintGiven { persona: speaker.clone(), hint: hint.sentence() });
        }
        match context.ask_once(&question).await {
            Ok(answered) => {
                self.unanswered = None;
                self.record(context, &speaker, hint.as_ref(), answered);
            }
            Err(unanswered) => {
                context.record_silence(Some(&speaker), &unanswered);
                let has_answer = self.turns.iter().any(|turn| {
                    turn.fate.is_kept()
                        && turn.speech.as_ref().is_some_and(|s| s.phase != Phase::Opening)
                });
                self.unanswered = (!has_answer).then_some(unanswered);
            }
        }
        self.take_new_turns(context);
    }

    fn question(&self, context: &DebateContext<'_>, speaker: &PersonaId) -> TakeTurn {
        let heard = context.heard_by(speaker, &self.turns);
        let proposed = open_for(&heard, speaker);
        let may_propose = are_welcome(self.phase);
        let shown = |id| ShownTurn::all(&heard).into_iter().find(|turn| turn.id == id);
        let side = |persona: &PersonaId| context.graph().thesis(persona)?.side;
        let is_ally = |other: &&PersonaId| {
            *other != speaker && side(other).is_some_and(|own| side(speaker) == Some(own))
        };
        let allies: Vec<PersonaId> = self.personas.iter().filter(is_ally).cloned().collect();
        let persona = context.setting.persona(speaker);
        let owed_nothing = owed_nothing(&context.setting, context.graph(), persona, &heard);
        let open = OpenQuestions::of(&context.setting, context.graph(), &self.topic, &self.turns);
        let steering = Steering {
            phase: self.phase,
            tone: self.tone,
            heard: &heard,
            updates: &self.updates,
            speaker,
            allies: &allies,
            owed_nothing: &owed_nothing,
            open_question: open.next(&self.turns, speaker),
        };
        let brief = context.brief(persona);
        let own = heard.iter().filter(|turn| turn.speaker.as_ref() == Some(speaker));
        let conceded = own.clone().filter(|turn| turn.act == Act::Concede);
        TakeTurn {
            said: own.flat_map(|turn| said_in(turn, &brief)).collect(),
            conceded: conceded.map(|turn| turn.text.clone()).collect(),
            brief,
            topic: self.topic.clone(),
            tone: self.tone,
            turns: ShownTurn::openings_and_latest(&heard),
            may_propose,
            proposal: proposed.filter(|_| may_propose).and_then(|crux| shown(crux.turn)),
            has_proposed: has_proposed(&heard, speaker),
            hint: steering.hint(),
        }
    }

    fn record(
        &self,
        context: &mut DebateContext<'_>,
        speaker: &PersonaId,
        hint: Option<&Hint>,
        answered: Answered<TakenTurn>,
    ) {
        let TakenTurn { chosen, replies_to, text, axis, acknowledges, excerpts } = answered.answer;
        let axis = axis.filter(|_| chosen == Move::ProposeCrux);
        let about = about(&context.setting, speaker, &excerpts);
        let not_followed = |hint: &Hint| hint.not_followed_by(chosen.act(), replies_to, &about);
        let speech = Speech {
            replies_to,
            hint: hint.map(Hint::sentence),
            not_followed: hint.and_then(not_followed),
            excerpts,
            axis: axis.clone(),
            acknowledges,
            ..Speech::new(self.phase)
        };
        let turn = context.next_turn();
        let spoken = Turn::new(turn, context.round(), chosen.act(), text, answered.call);
        context.record_turn(spoken.spoken_by(speaker, speech));
        let proposed = |turn, axis, acknowledged| CruxProposed {
            turn,
            persona: speaker.clone(),
            axis,
            acknowledged,
        };
        if chosen == Move::ProposeCrux {
            context.report(&proposed(turn, axis, false));
        }
        if let Some(open) = acknowledges {
            let of = self.turns.iter().find(|turn| turn.id == open);
            let axis = of.and_then(|turn| turn.speech.as_ref()?.axis.clone());
            context.report(&proposed(open, axis, true));
        }
    }

    /// Records an update of the graph, and ends the round.
    pub(crate) fn update(
        &mut self,
        context: &mut DebateContext<'_>,
        due: &str,
        changed: Changed,
        state: GraphState,
    ) {
        let round = context.round();
        let Changed { added, updated, removed, attacks, attacks_removed } = changed;
        context.report(&Crystallization {
            round,
            due: due.to_owned(),
            added,
            updated,
            removed,
            attacks,
            attacks_removed,
        });
        for event in &state.events {
            context.emit(event);
        }
        self.attempted = self.turns.len();
        self.updates.push(Updated {
            turns: self.turns.len(),
            frontier: state.contested,
            arguments: arguments(context.graph()),
            has_new: added > 0,
            has_changed: changed.is_any(),
        });
        let signals = signals(&self.turns, &self.updates);
        context.report(&ConvergenceCheck { round, signals });
        let title = match (round, self.phase) {
            (0, _) => "Opening".to_owned(),
            (_, Phase::Resolution) => "Resolution".to_owned(),
            (_, Phase::Opening | Phase::Exchange | Phase::CruxSeeking) => {
                format!("After {} turns", self.turns.len())
            }
        };
        context.end_round(title, state.semantics);
    }

    /// Asks every persona what is agreed and what is disputed. A failed call is recorded.
    pub(crate) async fn resolve(&mut self, context: &mut DebateContext<'_>) {
        let setting = context.setting;
        let question = |persona: &Persona| {
            let heard = context.heard_by(&persona.id, &self.turns);
            let cruxes = ProposedCrux::all(&heard);
            let mut proposed = ShownTurn::all(&heard);
            proposed.retain(|turn| cruxes.iter().any(|crux| crux.turn == turn.id));
            Resolution {
                brief: context.brief(persona),
                topic: self.topic.clone(),
                tone: self.tone,
                turns: ShownTurn::openings_and_latest(&heard),
                cruxes: proposed,
            }
        };
        let questions: Vec<Resolution> = setting.personas.iter().map(question).collect();
        let answers = context.ask_all(&questions).await;
        for (question, answer) in questions.iter().zip(answers) {
            let persona = &question.brief.persona;
            match answer {
                Err(unanswered) => context.record_silence(Some(persona), &unanswered),
                Ok(Answered { answer, call }) => {
                    let speech = Speech {
                        axis: answer.axis,
                        agreed: answer.agreed,
                        disputed: answer.disputed,
                        ..Speech::new(Phase::Resolution)
                    };
                    let id = context.next_turn();
                    let turn = Turn::new(id, context.round(), Act::Assert, answer.core, call);
                    context.record_turn(turn.spoken_by(persona, speech));
                }
            }
        }
        self.take_new_turns(context);
    }
}

/// Lets every persona open, and reports the turns in which they do. With `answers_all` they also
/// say what those answers rest on from which their theses follow directly.
///
/// # Errors
/// Where no persona opens.
pub(crate) async fn opening_speeches(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    tone: ConversationTone,
    answers_all: bool,
) -> Result<Vec<Turn>, ProtocolFailure> {
    let setting = context.setting;
    context.report(&PhaseStart { phase: Phase::Opening });
    let question = |persona| {
        let brief = Brief::new(persona, setting.topic);
        Opening { brief, topic: topic.clone(), tone, answers_all }
    };
    let questions: Vec<Opening> = setting.personas.iter().map(question).collect();
    context.ask_personas(&questions, "no persona opened the debate", open).await?;
    let turns = spoken(context);
    for turn in &turns {
        report_turn(context, turn);
    }
    Ok(turns)
}

fn open(context: &mut DebateContext<'_>, question: &Opening, answered: Answered<OpeningSpeech>) {
    let persona = &question.brief.persona;
    let OpeningSpeech { speech: text, excerpts, case } = answered.answer;
    let speech = Speech { excerpts, ..Speech::new(Phase::Opening) };
    let id = context.next_turn();
    let turn = Turn::new(id, context.round(), Act::Assert, text, answered.call);
    context.record_turn(turn.spoken_by(persona, speech));
    let nodes = context.open_case(persona, case, answered.call);
    context.report(&InitialStance { persona: persona.clone(), nodes });
}

/// The turns of the conversation: those with a speech, and those whose call failed.
fn spoken(context: &DebateContext<'_>) -> Vec<Turn> {
    let failed = |turn: &Turn| turn.act == Act::Silence && matches!(turn.fate, Fate::Failed(_));
    let of_conversation = |turn: &&Turn| turn.speech.is_some() || failed(turn);
    context.turns().filter(of_conversation).cloned().collect()
}

/// The persona's own statements that a turn says.
fn said_in(turn: &Turn, brief: &Brief) -> Vec<StatementId> {
    let excerpts = turn.speech.iter().flat_map(|speech| &speech.excerpts);
    let is_said = |id: &&StatementId| {
        let mut known = brief.excerpts.iter();
        // A long statement may have been cut to the length of a turn.
        let says = |text: &str| turn.text.contains(text) || text.starts_with(&turn.text);
        known.any(|known| known.id == **id && says(&known.text))
    };
    let is_kept = !is_pass(turn);
    excerpts.filter(|id| is_kept && is_said(id)).cloned().collect()
}

fn arguments(graph: &Graph) -> usize {
    graph.nodes().filter(|node| node.kind != crate::graph::NodeKind::Thesis).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::Brief;
    use crate::question::samples::topic;
    use crate::vocabulary::samples::{persona, statement};
    use crate::vocabulary::{CallId, Side, TurnId};

    #[test]
    fn a_turn_says_the_statements_that_it_names_where_their_words_are_in_it_in_full_or_cut() {
        let own = [("drivers", "Half of my takings come from drivers."), ("rain", "It rains.")];
        let own = own.map(|(id, text)| statement(id, text, "trade", Side::Yes));
        let keeper = persona("keeper", Side::No, own.into());
        let brief = Brief::new(&keeper, &topic());
        let said = |act, text: &str| {
            let excerpts = vec![StatementId::new("drivers").unwrap()];
            let speech = Speech { excerpts, ..Speech::new(Phase::Exchange) };
            let turn = Turn::new(TurnId::new(1), 0, act, text, CallId::new(1));
            said_in(&turn.spoken_by(&keeper.id, speech), &brief).len()
        };
        assert_eq!(said(Act::Assert, "Half of my takings come from drivers. So there."), 1);
        assert_eq!(said(Act::Assert, "Half of my takings come"), 1, "it was cut");
        assert_eq!(said(Act::Assert, "It is so."), 0, "in other words");
        assert_eq!(said(Act::Assert, "It rains."), 0, "that is a statement that it does not name");
        assert_eq!(said(Act::Silence, ""), 0, "a pass says nothing");
    }
}
