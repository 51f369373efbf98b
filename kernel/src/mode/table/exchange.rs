//! Asks a question and, if its answer has faults, asks once more. Nothing is recorded here.

use std::borrow::Cow;

use crate::graph::Graph;
use crate::mode::Interrupted;
use crate::prompt;
use crate::provider::{Finish, Provider, Request, Spent};
use crate::question::{Models, Parsed, Question, Reading, Spec, schema};
use crate::record::{CallFault, Usage};
use crate::reply;
use crate::vocabulary::{Persona, Seed, Topic};

/// The inputs of a debate.
#[derive(Debug, Clone, Copy)]
pub struct Setting<'a> {
    /// The topic.
    pub topic: &'a Topic,
    /// The personas, in seat order.
    pub personas: &'a [Persona],
    /// Answers the questions.
    pub provider: &'a dyn Provider,
    /// The models that the provider uses.
    pub models: &'a Models,
    /// The only source of randomness.
    pub seed: Seed,
    /// The number of the replicate, from 1.
    pub replicate: u32,
    /// The final graph of a debate on another topic: what the personas of a shuffled debate see instead of each other's
    /// contributions.
    pub foreign: Option<&'a Graph>,
}

/// A question with its answer and what it took to get it.
pub(super) struct Exchanged<A> {
    pub(super) answer: Result<A, CallFault>,
    /// The keys of the requests.
    pub(super) requests: Vec<String>,
    /// The faults of the first answer, if it was sent back.
    pub(super) repaired: Vec<String>,
    /// Why each part was dropped from the answer.
    pub(super) dropped: Vec<String>,
    pub(super) usage: Usage,
    pub(super) interrupted: Option<Interrupted>,
}

impl<A> Exchanged<A> {
    fn take(&mut self, parsed: Parsed<A>) -> A {
        self.usage.dropped = u32::try_from(parsed.dropped.len()).unwrap_or(u32::MAX);
        self.dropped = parsed.dropped;
        parsed.answer
    }
}

/// Asks a question, which was asked `asked` times before. Nothing is sent if the debate is `interrupted` already.
pub(super) async fn exchange<Q: Question>(
    setting: &Setting<'_>,
    question: &Q,
    asked: u32,
    interrupted: Option<&Interrupted>,
) -> Exchanged<Q::Answer> {
    let mut exchanged = Exchanged {
        answer: Err(CallFault::Unusable(vec![])),
        requests: vec![],
        repaired: vec![],
        dropped: vec![],
        usage: Usage::default(),
        interrupted: None,
    };
    exchanged.answer = match (interrupted, setting.request(question, asked)) {
        (Some(interrupted), Ok(_)) => Err(CallFault::Provider(interrupted.to_string())),
        (None, Ok(request)) => setting.answer(question, request, &mut exchanged).await,
        (_, Err(interrupted)) => {
            let fault = CallFault::Provider(interrupted.to_string());
            exchanged.interrupted = Some(interrupted);
            Err(fault)
        }
    };
    exchanged
}

impl Setting<'_> {
    fn request<'q, Q: Question>(
        &self,
        question: &'q Q,
        asked: u32,
    ) -> Result<Request<'q>, Interrupted> {
        let Spec { name, form, .. } = Q::SPEC;
        let messages = form
            .template()
            .render(question)
            .map_err(|error| Interrupted::NoPrompt { question: name, cause: error.to_string() })?;
        let parameters = question.parameters();
        Ok(Request {
            question: Some(question),
            name,
            persona: question.persona().cloned(),
            messages,
            schema: Cow::Borrowed(schema::<Q>()),
            parameters,
            model: self.models.of(parameters.tier, question.persona()).to_owned(),
            seed: self.seed,
            replicate: self.replicate,
            sample: 0,
            ordinal: asked,
        })
    }

    /// Sends a request. If the answer has faults, it is sent back once with all of them. If what comes back cannot be used
    /// either, the first answer is used without its wrong items, where it is an answer without them.
    async fn answer<Q: Question>(
        &self,
        question: &Q,
        mut request: Request<'_>,
        exchanged: &mut Exchanged<Q::Answer>,
    ) -> Result<Q::Answer, CallFault> {
        let first = self.send(&request, exchanged).await?;
        let faults = match reply::read(question, &first, Reading::First) {
            Ok(parsed) => return Ok(exchanged.take(parsed)),
            Err(faults) => faults,
        };
        request.messages.extend(prompt::repair(&first, &faults));
        request.ordinal += 1;
        exchanged.repaired = faults;
        exchanged.usage.repairs = 1;
        let last =
            |text: &str| reply::read(question, text, Reading::Last).map_err(CallFault::Unusable);
        let second = self.send(&request, exchanged).await.and_then(|text| last(&text));
        let parsed = second.or_else(|fault| last(&first).map_err(|_| fault))?;
        Ok(exchanged.take(parsed))
    }

    async fn send<A>(
        &self,
        request: &Request<'_>,
        exchanged: &mut Exchanged<A>,
    ) -> Result<String, CallFault> {
        let key = request.key(&self.provider.identity(request));
        exchanged.requests.push(key.to_string());
        exchanged.usage.calls += 1;
        let reply = self.provider.complete(request, &key).await.map_err(|fault| {
            let call_fault = CallFault::Provider(fault.to_string());
            if fault.interrupts() {
                exchanged.interrupted = Some(fault.into());
            }
            call_fault
        })?;
        let Spent { input, stored, cached, output, estimated } = reply.spent;
        exchanged.usage += Usage { input, stored, cached, output, estimated, ..Usage::default() };
        match reply.finish {
            Finish::Stop => Ok(reply.text),
            Finish::Length => Err(CallFault::Incomplete("the output limit was reached".to_owned())),
            Finish::Refusal => Err(CallFault::Incomplete("the model refused".to_owned())),
        }
    }
}
