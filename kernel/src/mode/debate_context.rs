//! What a protocol acts on: it asks questions, changes the graph and ends rounds. The context
//! records everything.

mod contributions;
mod exchange;
mod visibility;

use std::collections::{BTreeMap, BTreeSet};

use futures_util::future::join_all;

pub(super) use self::contributions::Contributions;
use self::exchange::{Exchanged, Ordinals, Sample, exchange};
pub use self::exchange::{Resampling, Setting};
use super::events::Report;
use super::{Interrupted, ProtocolFailure};
use crate::graph::{Cause, Change, Graph, Operation};
use crate::question::{Brief, ByCorpus, Question, Spec};
use crate::record::{Act, Call, CallFault, Event, Fate, Semantics, Snapshot, Turn, Usage};
use crate::text::folded;
use crate::vocabulary::{CallId, EdgeId, Flip, NodeId, Persona, PersonaId, TurnId};

/// An answer and the call that brought it.
#[derive(Debug, Clone)]
pub(crate) struct Answered<A> {
    pub(crate) answer: A,
    pub(crate) call: CallId,
}

impl<A> Answered<A> {
    /// Every element of a list in the answer, with the call that brought it.
    pub(crate) fn each<'a, T: 'a>(
        &'a self,
        list: impl FnOnce(&'a A) -> &'a [T],
    ) -> impl Iterator<Item = Answered<&'a T>> {
        list(&self.answer).iter().map(|answer| Answered { answer, call: self.call })
    }
}

/// A call without a usable answer.
#[derive(Debug, Clone)]
pub(crate) struct Unanswered {
    /// The name of the question.
    pub(crate) question: &'static str,
    pub(crate) fault: CallFault,
    pub(crate) call: CallId,
}

impl ProtocolFailure {
    /// Says what could not be done without the answer, and which question failed.
    pub(super) fn of(what: &str, unanswered: &Unanswered) -> Self {
        let Unanswered { question, fault, .. } = unanswered;
        Self(format!("{what}: `{question}` failed: {fault}"))
    }
}

/// A debate in progress.
pub(crate) struct DebateContext<'a> {
    pub(crate) setting: Setting<'a>,
    contributions: Contributions,
    listener: &'a mut dyn FnMut(&Event),
    graph: Graph,
    round: u32,
    /// The number of finished rounds after the opening.
    rounds_played: u32,
    changes: Vec<Change>,
    turns: Vec<Turn>,
    calls: Vec<Call>,
    snapshots: Vec<Snapshot>,
    usage: Usage,
    /// The highest ids so far, those of removed nodes and edges included.
    last_node: u32,
    last_edge: u32,
    last_turn: u32,
    last_call: u32,
    /// The statements that personas accepted in so many words.
    granted: BTreeSet<(NodeId, PersonaId)>,
    /// The number of requests so far, by question and persona.
    asked: BTreeMap<(&'static str, Option<PersonaId>), u32>,
    interrupted: Option<Interrupted>,
}

impl<'a> DebateContext<'a> {
    pub(super) fn new(
        setting: Setting<'a>,
        contributions: Contributions,
        listener: &'a mut dyn FnMut(&Event),
    ) -> Self {
        Self {
            setting,
            contributions,
            listener,
            graph: Graph::default(),
            round: 0,
            rounds_played: 0,
            changes: Vec::new(),
            turns: Vec::new(),
            calls: Vec::new(),
            snapshots: Vec::new(),
            usage: Usage::default(),
            last_node: 0,
            last_edge: 0,
            last_turn: 0,
            last_call: 0,
            granted: BTreeSet::new(),
            asked: BTreeMap::new(),
            interrupted: None,
        }
    }

    /// The graph as it is. [`DebateContext::seen_by`] is what a persona sees of it.
    pub(crate) fn graph(&self) -> &Graph {
        &self.graph
    }

    /// What prompts say about a persona now: its contract, and the conditions that its opening
    /// named.
    pub(crate) fn brief(&self, persona: &Persona) -> Brief {
        let mut brief = Brief::new(persona, self.setting.topic);
        let thesis = self.graph.thesis(&persona.id);
        let said = thesis.into_iter().flat_map(|thesis| &thesis.detail.declared.flips);
        let known = &persona.contract.flips;
        let is_new = |said: &&Flip| known.iter().all(|own| folded(&own.when) != folded(&said.when));
        brief.contract.flips.extend(said.filter(is_new).cloned());
        brief
    }

    /// The number of the current round; the opening is round 0.
    pub(crate) fn round(&self) -> u32 {
        self.round
    }

    /// The number of finished rounds after the opening.
    pub(crate) fn rounds_played(&self) -> u32 {
        self.rounds_played
    }

    pub(crate) fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// All turns so far, in the order in which they were recorded.
    pub(crate) fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.snapshots.iter().flat_map(|snapshot| &snapshot.turns).chain(&self.turns)
    }

    /// Whether no turn of this round is lost because a call failed: that of a persona, or that of a
    /// judge.
    pub(crate) fn is_round_complete(&self) -> bool {
        self.turns.iter().all(|turn| !matches!(turn.fate, Fate::Failed(_)))
    }

    pub(crate) fn emit(&mut self, event: &Event) {
        (self.listener)(event);
    }

    /// Reports an event of a mode.
    pub(crate) fn report(&mut self, event: &impl Report) {
        self.emit(&event.to_event());
    }

    /// Asks one question, and once more if the answer is not usable: for a judge, since without its
    /// answer the round is lost.
    pub(crate) async fn ask<Q: ByCorpus>(
        &mut self,
        question: &Q,
    ) -> Result<Answered<Q::Answer>, Unanswered> {
        let exchanged = self.exchange(question, Sample::ONLY, 1).await;
        self.record(question, exchanged)
    }

    /// Asks one question without which the debate goes on: it is not asked again if the answer is
    /// not usable.
    pub(crate) async fn ask_once<Q: ByCorpus>(
        &mut self,
        question: &Q,
    ) -> Result<Answered<Q::Answer>, Unanswered> {
        let exchanged = self.exchange(question, Sample::ONLY, 0).await;
        self.record(question, exchanged)
    }

    /// Asks one of `of` independent calls about the same matter, and once more if the answer is not
    /// usable. Each has a sample index of its own, so that no answer is taken for another, although
    /// two of them may have the same prompt.
    pub(crate) async fn ask_sample<Q: ByCorpus>(
        &mut self,
        question: &Q,
        number: u32,
        of: u32,
    ) -> Result<Answered<Q::Answer>, Unanswered> {
        let (sample, interrupted) = (Sample { number, of }, self.interrupted.as_ref());
        let ordinals = Ordinals { first: number, step: of };
        let exchanged = exchange(&self.setting, question, ordinals, sample, 1, interrupted).await;
        self.record(question, exchanged)
    }

    /// Asks a question that the debate cannot do without; `what` says what could not be done.
    pub(crate) async fn require<Q: ByCorpus>(
        &mut self,
        question: &Q,
        what: &str,
    ) -> Result<Answered<Q::Answer>, ProtocolFailure> {
        self.ask_once(question).await.map_err(|unanswered| ProtocolFailure::of(what, &unanswered))
    }

    /// Asks several questions in parallel. The answers are in the order of the questions.
    pub(crate) async fn ask_all<Q: ByCorpus>(
        &mut self,
        questions: &[Q],
    ) -> Vec<Result<Answered<Q::Answer>, Unanswered>> {
        let asking = |(place, question)| {
            // A script answers each with lines of its own.
            let same = |questions: &[Q]| {
                let is_same = |other: &&Q| other.persona() == Question::persona(question);
                u32::try_from(questions.iter().filter(is_same).count()).unwrap_or(u32::MAX)
            };
            let first = self.asked_before(question) + same(&questions[..place]);
            let ordinals = Ordinals { first, step: same(questions) };
            let interrupted = self.interrupted.as_ref();
            exchange(&self.setting, question, ordinals, Sample::ONLY, 0, interrupted)
        };
        let exchanged = join_all(questions.iter().enumerate().map(asking)).await;
        let questions = questions.iter();
        questions
            .zip(exchanged)
            .map(|(question, exchanged)| self.record(question, exchanged))
            .collect()
    }

    /// Asks several personas in parallel and takes their answers in the order of the questions. A
    /// persona whose call fails is silent in this round; that is recorded.
    ///
    /// # Errors
    /// Where every call fails; `what` says what could not be done.
    pub(crate) async fn ask_personas<Q: ByCorpus>(
        &mut self,
        questions: &[Q],
        what: &str,
        mut take: impl FnMut(&mut Self, &Q, Answered<Q::Answer>),
    ) -> Result<(), ProtocolFailure> {
        let answers = self.ask_all(questions).await;
        self.take_answers(questions.iter().zip(answers), what, &mut take)
    }

    /// Asks one question `count` times in parallel. Each call has a sample index of its own, so
    /// that no answer depends on another and none is taken for another. A call that fails is
    /// recorded as silence and left out.
    ///
    /// # Errors
    /// Where every call fails; `what` says what could not be done.
    pub(crate) async fn ask_samples<Q: ByCorpus>(
        &mut self,
        question: &Q,
        count: u32,
        what: &str,
    ) -> Result<Vec<Answered<Q::Answer>>, ProtocolFailure> {
        let samples = (0..count).map(|number| Sample { number, of: count });
        let exchanged = samples.map(|sample| self.exchange(question, sample, 0));
        let exchanged = join_all(exchanged).await.into_iter();
        let answers: Vec<_> =
            exchanged.map(|exchanged| (question, self.record(question, exchanged))).collect();
        let mut taken = Vec::new();
        self.take_answers(answers, what, &mut |_, _, answered| taken.push(answered))?;
        Ok(taken)
    }

    /// Takes the answers to some questions in their order, and records silence where a call failed.
    fn take_answers<'q, Q: ByCorpus + 'q>(
        &mut self,
        answers: impl IntoIterator<Item = (&'q Q, Result<Answered<Q::Answer>, Unanswered>)>,
        what: &str,
        take: &mut impl FnMut(&mut Self, &Q, Answered<Q::Answer>),
    ) -> Result<(), ProtocolFailure> {
        let (mut any_answered, mut first_fault) = (false, None);
        for (question, answer) in answers {
            match answer {
                Ok(answered) => {
                    any_answered = true;
                    take(self, question, answered);
                }
                Err(unanswered) => {
                    self.record_silence(question.persona(), &unanswered);
                    first_fault.get_or_insert(unanswered);
                }
            }
        }
        match first_fault {
            Some(unanswered) if !any_answered => Err(ProtocolFailure::of(what, &unanswered)),
            Some(_) | None => Ok(()),
        }
    }

    /// Asks several personas in parallel and needs all of their answers.
    ///
    /// # Errors
    /// Where a call fails; `what` says what its persona could not do.
    pub(crate) async fn require_all<Q: ByCorpus>(
        &mut self,
        questions: &[Q],
        what: &str,
    ) -> Result<Vec<Answered<Q::Answer>>, ProtocolFailure> {
        let answers = self.ask_all(questions).await;
        let failed = |question: &Q, unanswered: &Unanswered| {
            let persona = question.persona().map_or_else(String::new, ToString::to_string);
            ProtocolFailure::of(&format!("{persona} {what}"), unanswered)
        };
        let answers = questions.iter().zip(answers);
        answers.map(|(question, answer)| answer.map_err(|fault| failed(question, &fault))).collect()
    }

    /// Changes the graph.
    ///
    /// # Panics
    /// If the operation does not fit: a protocol checks ids before it uses them.
    pub(crate) fn apply(&mut self, operation: Operation, cause: Cause) {
        if let Operation::AddNode(node) = &operation {
            self.last_node = self.last_node.max(node.id.number());
        }
        if let Operation::AddEdge(edge) = &operation {
            self.last_edge = self.last_edge.max(edge.id.number());
        }
        self.graph.apply(&operation).expect("a protocol only makes operations that fit");
        let change = Change { operation, cause };
        self.emit(&Event::GraphChanged { change: Box::new(change.clone()) });
        self.changes.push(change);
    }

    /// An id that no node of the debate has or had.
    pub(crate) fn next_node(&self) -> NodeId {
        NodeId::new(self.last_node + 1)
    }

    /// Notes that a persona accepts a statement of another in so many words.
    pub(crate) fn note_grant(&mut self, node: NodeId, persona: &PersonaId) {
        self.granted.insert((node, persona.clone()));
    }

    /// Whether a persona accepted a statement of another in so many words, and did not only say the
    /// same.
    pub(crate) fn has_granted(&self, node: NodeId, persona: &PersonaId) -> bool {
        self.granted.contains(&(node, persona.clone()))
    }

    /// An id that no edge of the debate has or had.
    pub(crate) fn next_edge(&self) -> EdgeId {
        EdgeId::new(self.last_edge + 1)
    }

    /// The next free id of a turn.
    pub(crate) fn next_turn(&mut self) -> TurnId {
        self.last_turn += 1;
        TurnId::new(self.last_turn)
    }

    /// Records a turn. Its changes of the graph come first, so that a listener can already see
    /// them.
    pub(crate) fn record_turn(&mut self, turn: Turn) {
        self.usage.dropped += u32::from(matches!(turn.fate, Fate::Dropped(_)));
        self.emit(&Event::TurnTaken { turn: Box::new(turn.clone()) });
        self.turns.push(turn);
    }

    /// Records that a persona is silent because its call failed.
    pub(crate) fn record_silence(&mut self, persona: Option<&PersonaId>, unanswered: &Unanswered) {
        let turn = Turn {
            speaker: persona.cloned(),
            fate: Fate::Failed(unanswered.fault.to_string()),
            ..Turn::new(self.next_turn(), self.round, Act::Silence, "", unanswered.call)
        };
        self.record_turn(turn);
    }

    /// Counts pairs of statements that should have been judged by meaning and were not.
    pub(crate) fn count_not_judged(&mut self, pairs: usize) {
        self.usage.not_judged += u32::try_from(pairs).unwrap_or(u32::MAX);
    }

    /// Takes a snapshot and starts the next round.
    pub(crate) fn end_round(&mut self, title: impl Into<String>, semantics: Option<Semantics>) {
        self.rounds_played = self.round;
        self.take_snapshot(title, semantics);
    }

    /// Takes a snapshot that is not the end of a round.
    pub(crate) fn take_snapshot(&mut self, title: impl Into<String>, semantics: Option<Semantics>) {
        // Dropped turns are recorded before judged ones; a snapshot lists them in their original
        // order.
        self.turns.sort_by_key(|turn| turn.id);
        self.snapshots.push(Snapshot {
            round: self.round,
            title: title.into(),
            graph: self.graph.clone(),
            semantics,
            changes: std::mem::take(&mut self.changes),
            turns: std::mem::take(&mut self.turns),
            calls: std::mem::take(&mut self.calls),
        });
        self.round += 1;
    }

    /// Counts everything that follows as part of the last round.
    pub(crate) fn stay_in_last_round(&mut self) {
        self.round = self.snapshots.last().map_or(self.round, |last| last.round);
    }

    /// # Errors
    /// [`Interrupted`] if a question could not be asked.
    pub(crate) fn check_interrupted(&self) -> Result<(), Interrupted> {
        self.interrupted.clone().map_or(Ok(()), Err)
    }

    /// Ends the debate. Calls and changes after the last round belong to the last snapshot.
    ///
    /// # Errors
    /// [`Interrupted`] if a question could not be asked.
    pub(super) fn finish(mut self) -> Result<(Vec<Snapshot>, Usage), Interrupted> {
        self.check_interrupted()?;
        if let Some(last) = self.snapshots.last_mut() {
            last.changes.append(&mut self.changes);
            last.turns.append(&mut self.turns);
            last.calls.append(&mut self.calls);
            last.graph = self.graph;
        }
        Ok((self.snapshots, self.usage))
    }

    /// Asks a question without recording it, and up to `retries` times more while the answer is not
    /// usable.
    async fn exchange<Q: ByCorpus>(
        &self,
        question: &Q,
        sample: Sample,
        retries: u32,
    ) -> Exchanged<Q::Answer> {
        let first = self.asked_before(question) + sample.number;
        let ordinals = Ordinals { first, step: sample.of };
        exchange(&self.setting, question, ordinals, sample, retries, self.interrupted.as_ref())
            .await
    }

    /// How many requests of a question to its persona were made so far.
    fn asked_before<Q: ByCorpus>(&self, question: &Q) -> u32 {
        let asked = (Q::SPEC.name, question.persona().cloned());
        self.asked.get(&asked).copied().unwrap_or(0)
    }

    fn record<Q: ByCorpus>(
        &mut self,
        question: &Q,
        exchanged: Exchanged<Q::Answer>,
    ) -> Result<Answered<Q::Answer>, Unanswered> {
        let Spec { name, parameters, .. } = Q::SPEC;
        let persona = question.persona();
        self.last_call += 1;
        let call = CallId::new(self.last_call);
        let Exchanged {
            answer,
            requests,
            repaired,
            repair_fault,
            replaced,
            dropped,
            drafts,
            mut usage,
            interrupted,
        } = exchanged;
        self.interrupted = self.interrupted.take().or(interrupted);
        *self.asked.entry((name, persona.cloned())).or_insert(0) += usage.calls;
        usage.failed = u32::from(answer.is_err());
        self.usage += usage;
        let recorded = Call {
            id: call,
            question: name.to_owned(),
            persona: persona.cloned(),
            model: self.setting.models.of(parameters.tier, persona).to_owned(),
            requests,
            usage,
            repaired,
            repair_fault,
            replaced,
            dropped,
            drafts,
            fault: answer.as_ref().err().cloned(),
        };
        self.report_call(&recorded);
        self.calls.push(recorded);
        match answer {
            Ok(answer) => Ok(Answered { answer, call }),
            Err(fault) => Err(Unanswered { question: name, fault, call }),
        }
    }

    /// Reports what was unusual about a call. A fault that interrupts the debate is reported where
    /// the debate ends.
    fn report_call(&mut self, of: &Call) {
        let (call, question) = (of.id, || of.question.clone());
        for fault in &of.replaced {
            let fault = fault.to_string();
            self.emit(&Event::CallReplaced { call, question: question(), fault });
        }
        if !of.repaired.is_empty() {
            let faults = of.repaired.clone();
            self.emit(&Event::CallRepaired { call, question: question(), faults });
        }
        if !of.dropped.is_empty() {
            let reasons = of.dropped.clone();
            self.emit(&Event::PartsDropped { call, question: question(), reasons });
        }
        if !of.drafts.is_empty() {
            let drafts = of.drafts.clone();
            self.emit(&Event::AnswerDrafted { call, question: question(), drafts });
        }
        if let Some(fault) = of.fault.as_ref().filter(|_| self.interrupted.is_none()) {
            let fault = fault.to_string();
            self.emit(&Event::CallFailed { call, question: question(), fault });
        }
    }
}
