//! What a protocol acts on: it asks, changes the graph, ends rounds; everything it does is recorded here.

use std::borrow::Cow;
use std::collections::BTreeMap;

use futures_util::future::join_all;
use serde_json::Value;

use super::Interrupted;
use crate::graph::{Cause, Change, Graph, Operation};
use crate::prompt;
use crate::provider::{Finish, Provider, Reads, Request, Schema, Spent};
use crate::record::{Act, Call, CallFault, Event, Fate, Semantics, Snapshot, Turn, Usage};
use crate::reply;
use crate::task::{Kind, Models, Task};
use crate::vocabulary::{CallId, EdgeId, NodeId, Persona, PersonaId, Seed, Topic, TurnId};

/// What a debate starts from.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The topic.
    pub topic: &'a Topic,
    /// Who debates, in seat order.
    pub personas: &'a [Persona],
    /// Who answers tasks.
    pub provider: &'a dyn Provider,
    /// By which models.
    pub models: &'a Models,
    /// The only source of chance.
    pub seed: Seed,
    /// Which replicate it is, from 1.
    pub replicate: u32,
}

/// An answer and the call that brought it.
#[derive(Debug, Clone)]
pub(super) struct Answered<A> {
    pub(super) answer: A,
    pub(super) call: CallId,
}

/// A call that brought no usable answer.
#[derive(Debug, Clone)]
pub(super) struct Unanswered {
    pub(super) fault: CallFault,
    pub(super) call: CallId,
}

/// A debate under way.
pub(super) struct Debate<'a> {
    pub(super) setting: Setting<'a>,
    listener: &'a mut dyn FnMut(&Event),
    graph: Graph,
    round: u32,
    /// Rounds after the opening that are over.
    played: u32,
    changes: Vec<Change>,
    turns: Vec<Turn>,
    calls: Vec<Call>,
    snapshots: Vec<Snapshot>,
    usage: Usage,
    last_turn: u32,
    last_call: u32,
    /// Requests made so far, by task and persona.
    asked: BTreeMap<(Kind, Option<PersonaId>), u32>,
    interrupted: Option<Interrupted>,
}

/// One question with its repair, before it is recorded.
struct Exchanged<A> {
    answer: Result<A, CallFault>,
    requests: Vec<String>,
    repaired: Vec<String>,
    usage: Usage,
    interrupted: Option<Interrupted>,
}

impl<'a> Debate<'a> {
    pub(super) fn new(setting: Setting<'a>, listener: &'a mut dyn FnMut(&Event)) -> Self {
        Self {
            setting,
            listener,
            graph: Graph::default(),
            round: 0,
            played: 0,
            changes: Vec::new(),
            turns: Vec::new(),
            calls: Vec::new(),
            snapshots: Vec::new(),
            usage: Usage::default(),
            last_turn: 0,
            last_call: 0,
            asked: BTreeMap::new(),
            interrupted: None,
        }
    }

    pub(super) fn graph(&self) -> &Graph {
        &self.graph
    }

    pub(super) fn round(&self) -> u32 {
        self.round
    }

    /// How many rounds after the opening are over.
    pub(super) fn played(&self) -> u32 {
        self.played
    }

    pub(super) fn snapshots(&self) -> &[Snapshot] {
        &self.snapshots
    }

    /// Whether nobody's call has failed in this round.
    pub(super) fn heard_everybody(&self) -> bool {
        self.turns.iter().all(|turn| turn.act != Act::Silence)
    }

    pub(super) fn emit(&mut self, event: &Event) {
        (self.listener)(event);
    }

    /// Puts one question.
    pub(super) async fn ask<T: Task>(
        &mut self,
        task: &T,
    ) -> Result<Answered<T::Answer>, Unanswered> {
        let exchanged = self.exchange(task).await;
        self.record(task, exchanged)
    }

    /// Puts several questions at once; answers come in the order of the questions.
    pub(super) async fn ask_all<T: Task>(
        &mut self,
        tasks: &[T],
    ) -> Vec<Result<Answered<T::Answer>, Unanswered>> {
        let exchanged = join_all(tasks.iter().map(|task| self.exchange(task))).await;
        tasks.iter().zip(exchanged).map(|(task, exchanged)| self.record(task, exchanged)).collect()
    }

    /// Changes the graph.
    ///
    /// # Panics
    /// Where the operation does not fit: a protocol checks names before it acts on them.
    pub(super) fn apply(&mut self, operation: Operation, cause: Cause) {
        self.graph.apply(&operation).expect("a protocol only makes operations that fit");
        let change = Change { operation, cause };
        self.emit(&Event::GraphChanged { change: Box::new(change.clone()) });
        self.changes.push(change);
    }

    /// The next free number of a node.
    pub(super) fn next_node(&self) -> NodeId {
        NodeId::new(self.graph.nodes().last().map_or(0, |node| node.id.number()) + 1)
    }

    /// The next free number of an edge.
    pub(super) fn next_edge(&self) -> EdgeId {
        EdgeId::new(self.graph.edges().last().map_or(0, |edge| edge.id.number()) + 1)
    }

    /// The next free number of a turn.
    pub(super) fn next_turn(&mut self) -> TurnId {
        self.last_turn += 1;
        TurnId::new(self.last_turn)
    }

    /// Puts a turn on record, once what it changed in the graph is there for whoever listens.
    pub(super) fn tell(&mut self, turn: Turn) {
        self.usage.dropped += u32::from(matches!(turn.fate, Fate::Dropped(_)));
        self.emit(&Event::TurnTaken { turn: Box::new(turn.clone()) });
        self.turns.push(turn);
    }

    /// Puts on record that somebody said nothing, since its call failed.
    pub(super) fn silence(&mut self, persona: &PersonaId, unanswered: &Unanswered) {
        let turn = Turn {
            id: self.next_turn(),
            round: self.round,
            speaker: Some(persona.clone()),
            text: String::new(),
            act: Act::Silence,
            fate: Fate::Failed(unanswered.fault.to_string()),
            call: unanswered.call,
        };
        self.tell(turn);
    }

    /// Takes a snapshot and begins the next round.
    pub(super) fn end_round(&mut self, title: impl Into<String>, semantics: Option<Semantics>) {
        self.played = self.round;
        self.keep(title, semantics);
    }

    /// Takes a snapshot of what came to pass outside of rounds.
    pub(super) fn keep(&mut self, title: impl Into<String>, semantics: Option<Semantics>) {
        // What is dropped is told before what is judged; on record they stand as they were said.
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

    /// Ends the debate. What was asked and changed after the last round, to read the outcome off it, goes with that round.
    pub(super) fn close(mut self) -> Result<(Vec<Snapshot>, Usage), Interrupted> {
        if let Some(interrupted) = self.interrupted {
            return Err(interrupted);
        }
        if let Some(last) = self.snapshots.last_mut() {
            last.changes.append(&mut self.changes);
            last.turns.append(&mut self.turns);
            last.calls.append(&mut self.calls);
            last.graph = self.graph;
        }
        Ok((self.snapshots, self.usage))
    }

    fn request<T: Task>(&self, task: &T) -> Result<Request, Interrupted> {
        let fault = |error: &dyn std::error::Error| Interrupted::Unworded {
            task: T::KIND,
            cause: error.to_string(),
        };
        let messages = prompt::render(task).map_err(|error| fault(&error))?;
        let inputs = match self.setting.provider.reads() {
            Reads::Words => Value::Null,
            Reads::Inputs => serde_json::to_value(task).map_err(|error| fault(&error))?,
        };
        let persona = task.persona().cloned();
        Ok(Request {
            task: T::KIND,
            inputs,
            messages,
            schema: Cow::Borrowed(Schema::of(T::KIND)),
            parameters: task.parameters(),
            model: self.setting.models.of(T::PARAMETERS.tier, task.persona()).to_owned(),
            seed: self.setting.seed,
            replicate: self.setting.replicate,
            sample: 0,
            ordinal: self.asked.get(&(T::KIND, persona.clone())).copied().unwrap_or(0),
            persona,
        })
    }

    async fn exchange<T: Task>(&self, task: &T) -> Exchanged<T::Answer> {
        let mut exchanged = Exchanged {
            answer: Err(CallFault::Unusable(vec![])),
            requests: vec![],
            repaired: vec![],
            usage: Usage::default(),
            interrupted: None,
        };
        exchanged.answer = match self.request(task) {
            Ok(request) => self.question(task, request, &mut exchanged).await,
            Err(interrupted) => {
                let fault = CallFault::Provider(interrupted.to_string());
                exchanged.interrupted = Some(interrupted);
                Err(fault)
            }
        };
        exchanged
    }

    /// Asks, and asks once more with the faults named where the answer fails its check.
    async fn question<T: Task>(
        &self,
        task: &T,
        mut request: Request,
        exchanged: &mut Exchanged<T::Answer>,
    ) -> Result<T::Answer, CallFault> {
        let text = self.send(&request, exchanged).await?;
        let faults = match reply::read(task, &text) {
            Ok(answer) => return Ok(answer),
            Err(faults) => faults,
        };
        request.messages.extend(prompt::repair(&text, &faults));
        request.ordinal += 1;
        exchanged.repaired = faults;
        exchanged.usage.repairs = 1;
        let text = self.send(&request, exchanged).await?;
        reply::read(task, &text).map_err(CallFault::Unusable)
    }

    async fn send<A>(
        &self,
        request: &Request,
        exchanged: &mut Exchanged<A>,
    ) -> Result<String, CallFault> {
        if let Some(interrupted) = &self.interrupted {
            return Err(CallFault::Provider(interrupted.to_string()));
        }
        let provider = self.setting.provider;
        let key = request.key(&provider.identity(request));
        exchanged.requests.push(key.to_string());
        exchanged.usage.calls += 1;
        let reply = provider.complete(request, &key).await.map_err(|fault| {
            let told = CallFault::Provider(fault.to_string());
            if fault.interrupts() {
                exchanged.interrupted = Some(fault.into());
            }
            told
        })?;
        let Spent { input, stored, cached, output, estimated } = reply.spent;
        exchanged.usage += Usage { input, stored, cached, output, estimated, ..Usage::default() };
        match reply.finish {
            Finish::Stop => Ok(reply.text),
            Finish::Length => Err(CallFault::Incomplete("the output limit was reached".to_owned())),
            Finish::Refusal => Err(CallFault::Incomplete("the model refused".to_owned())),
        }
    }

    fn record<T: Task>(
        &mut self,
        task: &T,
        exchanged: Exchanged<T::Answer>,
    ) -> Result<Answered<T::Answer>, Unanswered> {
        self.last_call += 1;
        let call = CallId::new(self.last_call);
        let Exchanged { answer, requests, repaired, mut usage, interrupted } = exchanged;
        self.interrupted = self.interrupted.take().or(interrupted);
        *self.asked.entry((T::KIND, task.persona().cloned())).or_insert(0) += usage.calls;
        let name = T::KIND.name().to_owned();
        if !repaired.is_empty() {
            self.emit(&Event::CallRepaired { call, task: name.clone(), faults: repaired.clone() });
        }
        if let Err(fault) = &answer {
            usage.failed = 1;
            // What interrupts the debate is told where the debate ends, in its own words.
            if self.interrupted.is_none() {
                self.emit(&Event::CallFailed {
                    call,
                    task: name.clone(),
                    fault: fault.to_string(),
                });
            }
        }
        self.usage += usage;
        self.calls.push(Call {
            id: call,
            task: name,
            persona: task.persona().cloned(),
            model: self.setting.models.of(T::PARAMETERS.tier, task.persona()).to_owned(),
            requests,
            usage,
            repaired,
            fault: answer.as_ref().err().cloned(),
        });
        match answer {
            Ok(answer) => Ok(Answered { answer, call }),
            Err(fault) => Err(Unanswered { fault, call }),
        }
    }
}
