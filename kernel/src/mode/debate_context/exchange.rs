//! Asks a question. An answer with faults is sent back once; a question without a usable answer may
//! be asked again. Nothing is recorded here.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::graph::Graph;
use crate::mode::Interrupted;
use crate::prompt;
use crate::provider::{Finish, Provider, Request, Spent};
use crate::question::{Brief, ByCorpus, Models, Parsed, Spec, WhichAnswer, schema};
use crate::record::{CallFault, Usage};
use crate::reply;
use crate::vocabulary::{Evidence, Persona, PersonaId, Seed, Topic};

/// What to do about a server that ignores schemas.
const SCHEMA_IGNORED: &str = "the server seems not to enforce the schema of answers: write `structured = \"none\"` in [provider], so \
                              that every prompt shows it";

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
    /// The final graph of a debate on another topic: what the personas of a shuffled debate see
    /// instead of each other's contributions.
    pub foreign: Option<&'a Graph>,
    /// What was collected about the topic, for the modes that check facts.
    pub evidence: &'a Evidence,
    /// How often a question without a usable answer is asked again.
    pub resampling: Resampling<'a>,
}

impl<'a> Setting<'a> {
    /// The first replicate, without evidence and without a debate on another topic. A question
    /// without a usable answer is not asked again.
    pub fn new(
        topic: &'a Topic,
        personas: &'a [Persona],
        provider: &'a dyn Provider,
        models: &'a Models,
        seed: Seed,
    ) -> Self {
        let (evidence, resampling) = (Evidence::none(), Resampling::NEVER);
        Self {
            topic,
            personas,
            provider,
            models,
            seed,
            replicate: 1,
            foreign: None,
            evidence,
            resampling,
        }
    }

    /// What is known of each persona.
    pub(crate) fn briefs(&self) -> Vec<Brief> {
        self.personas.iter().map(|persona| Brief::new(persona, self.topic)).collect()
    }

    /// A persona of the debate.
    pub(crate) fn persona(&self, id: &PersonaId) -> &'a Persona {
        let known = self.personas.iter().find(|persona| persona.id == *id);
        known.expect("only personas of the debate have ids in it")
    }
}

/// How often a question is asked again whose reply was refused, cut off, empty or unusable, each
/// time under the next sample index.
#[derive(Debug, Clone, Copy)]
pub enum Resampling<'a> {
    /// At most this often.
    UpTo(u32),
    /// As long as the next request is one of these, by their keys: the requests of a finished
    /// debate.
    Recorded(&'a BTreeSet<String>),
}

impl Resampling<'_> {
    /// No question is asked again.
    pub const NEVER: Self = Self::UpTo(0);

    /// Whether the request of this key, by which a question is asked again for the `times`-th time,
    /// is made: `retries` times in any case.
    fn allows(&self, key: &str, times: u32, retries: u32) -> bool {
        match self {
            Self::UpTo(most) => times <= most + retries,
            Self::Recorded(requests) => requests.contains(key),
        }
    }
}

/// Which one of several independent calls of one question this is.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// Its number, from 0.
    pub(super) number: u32,
    /// The number of these calls. A call that is repeated takes every `of`-th sample index, so no
    /// two calls share one.
    pub(super) of: u32,
}

impl Sample {
    /// The only call.
    pub(super) const ONLY: Self = Self { number: 0, of: 1 };
}

/// Which requests of a question to its persona these are, as a script counts them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ordinals {
    /// The number of requests before the first one.
    pub(super) first: u32,
    /// The distance to the next one: the number of such questions that are asked at the same time.
    pub(super) step: u32,
}

/// A question with its answer and what it took to get it.
pub(super) struct Exchanged<A> {
    pub(super) answer: Result<A, CallFault>,
    /// The keys of the requests.
    pub(super) requests: Vec<String>,
    /// The faults of the first answer, if it was sent back.
    pub(super) repaired: Vec<String>,
    /// Why the repair gave no usable answer, if the first answer is used in its place.
    pub(super) repair_fault: Option<CallFault>,
    /// Why earlier answers were not usable, each of which was asked for again.
    pub(super) replaced: Vec<CallFault>,
    /// Why each part was dropped from the answer.
    pub(super) dropped: Vec<String>,
    /// What the reply gave before the answer.
    pub(super) drafts: Vec<String>,
    pub(super) usage: Usage,
    pub(super) interrupted: Option<Interrupted>,
}

impl<A> Exchanged<A> {
    fn take(&mut self, parsed: Parsed<A>) -> A {
        self.usage.dropped = u32::try_from(parsed.dropped.len()).unwrap_or(u32::MAX);
        self.dropped = parsed.dropped;
        self.drafts = parsed.drafts;
        parsed.answer
    }
}

/// Asks a question, and up to `retries` times more while the answer is not usable. Nothing is sent
/// if the debate is `interrupted` already.
pub(super) async fn exchange<Q: ByCorpus>(
    setting: &Setting<'_>,
    question: &Q,
    ordinals: Ordinals,
    sample: Sample,
    retries: u32,
    interrupted: Option<&Interrupted>,
) -> Exchanged<Q::Answer> {
    let mut exchanged = Exchanged {
        answer: Err(CallFault::Unusable(vec![])),
        requests: vec![],
        repaired: vec![],
        repair_fault: None,
        replaced: vec![],
        dropped: vec![],
        drafts: vec![],
        usage: Usage::default(),
        interrupted: None,
    };
    exchanged.answer = match (interrupted, setting.request(question, ordinals, sample)) {
        (Some(interrupted), Ok(_)) => Err(CallFault::Provider(interrupted.to_string())),
        (None, Ok(request)) => {
            let numbers = (sample, ordinals);
            setting.sampled(question, request, numbers, retries, &mut exchanged).await
        }
        (_, Err(interrupted)) => {
            let fault = CallFault::Provider(interrupted.to_string());
            exchanged.interrupted = Some(interrupted);
            Err(fault)
        }
    };
    exchanged
}

impl Setting<'_> {
    fn request<'q, Q: ByCorpus>(
        &self,
        question: &'q Q,
        ordinals: Ordinals,
        sample: Sample,
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
            sample: sample.number,
            ordinal: ordinals.first,
        })
    }

    /// Sends a request, and repeats it under the next sample index while there is no usable answer
    /// and another one is allowed.
    async fn sampled<Q: ByCorpus>(
        &self,
        question: &Q,
        mut request: Request<'_>,
        (sample, ordinals): (Sample, Ordinals),
        retries: u32,
        exchanged: &mut Exchanged<Q::Answer>,
    ) -> Result<Q::Answer, CallFault> {
        loop {
            request.ordinal = ordinals.first + ordinals.step * exchanged.usage.calls;
            let fault = match self.answer(question, &request, ordinals.step, exchanged).await {
                Err(fault @ (CallFault::Incomplete(_) | CallFault::Unusable(_))) => fault,
                end @ (Ok(_) | Err(CallFault::Provider(_))) => return end,
            };
            request.sample += sample.of;
            let key = request.key(&self.provider.identity(&request)).to_string();
            let times =
                u32::try_from(exchanged.replaced.len()).unwrap_or(u32::MAX).saturating_add(1);
            if !self.resampling.allows(&key, times, retries) {
                return Err(fault);
            }
            exchanged.replaced.push(fault);
            exchanged.repaired.clear();
        }
    }

    /// Sends a request. If the answer has faults, it is sent back once with all of them. If what
    /// comes back cannot be used either, the first answer is used without its wrong items, where it
    /// is an answer without them.
    async fn answer<Q: ByCorpus>(
        &self,
        question: &Q,
        request: &Request<'_>,
        step: u32,
        exchanged: &mut Exchanged<Q::Answer>,
    ) -> Result<Q::Answer, CallFault> {
        let first = self.send(request, exchanged).await?;
        let faults = match self.read(question, &first, WhichAnswer::First) {
            Ok(parsed) => return Ok(exchanged.take(parsed)),
            Err(faults) => faults,
        };
        let mut repair = request.clone();
        repair.messages.extend(prompt::repair(&first, &faults));
        repair.ordinal += step;
        exchanged.repaired = faults;
        exchanged.usage.repairs += 1;
        let last =
            |text: &str| self.read(question, text, WhichAnswer::Last).map_err(CallFault::Unusable);
        let second = self.send(&repair, exchanged).await.and_then(|text| last(&text));
        let parsed = match second {
            Ok(parsed) => parsed,
            Err(fault) => {
                let Ok(parsed) = last(&first) else {
                    return Err(self.with_remedy::<Q>(fault, &first));
                };
                exchanged.repair_fault = Some(fault);
                parsed
            }
        };
        Ok(exchanged.take(parsed))
    }

    /// Adds the remedy to the faults of answers whose form no server enforced although it was asked
    /// to: the model never saw the schema that it had to follow.
    fn with_remedy<Q: ByCorpus>(&self, mut fault: CallFault, first: &str) -> CallFault {
        let is_ignored = || serde_json::from_str::<Q::Raw>(first).is_err();
        if let CallFault::Unusable(faults) = &mut fault
            && self.provider.capabilities().enforces_schemas
            && is_ignored()
        {
            faults.push(SCHEMA_IGNORED.to_owned());
        }
        fault
    }

    /// Reads an answer. Where an answer is due, an empty one of a model is a fault.
    fn read<Q: ByCorpus>(
        &self,
        question: &Q,
        text: &str,
        which: WhichAnswer,
    ) -> Result<Parsed<Q::Answer>, Vec<String>> {
        let parsed = reply::read(question, text, which)?;
        match question.emptiness(&parsed.answer) {
            Some(fault) if self.provider.capabilities().asks_models => Err(vec![fault.to_owned()]),
            Some(_) | None => Ok(parsed),
        }
    }

    async fn send<A>(
        &self,
        request: &Request<'_>,
        exchanged: &mut Exchanged<A>,
    ) -> Result<String, CallFault> {
        let key = request.key(&self.provider.identity(request));
        exchanged.requests.push(key.to_string());
        exchanged.usage.calls += 1;
        exchanged.usage.searches += u32::from(request.is_search());
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
            // Some servers refuse to read an empty message again, so it is not sent back.
            Finish::Stop if reply.text.trim().is_empty() => {
                Err(CallFault::Incomplete("it is empty".to_owned()))
            }
            Finish::Stop => Ok(reply.text),
            Finish::Length => Err(CallFault::Incomplete(format!(
                "the output limit was reached: an answer has room for {} tokens, and thinking only for what `thinking_tokens` \
                 in [provider] adds to that; write a larger `thinking_tokens`",
                request.parameters.max_output.0
            ))),
            Finish::Refusal => Err(CallFault::Incomplete("the model refused".to_owned())),
        }
    }
}
