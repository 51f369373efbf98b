//! Providers answer questions.
//!
//! A provider turns a [`Request`] into a [`Reply`] and knows nothing of debates. [`Corpus`] argues
//! with statements that personas have written, [`Script`] gives the replies of a file, and a
//! [`Remote`] describes a server with language models, which `Live` asks (feature `live`). The
//! other providers are middleware: [`Cached`] stores replies and [`Replay`] uses only stored ones,
//! [`Budgeted`] keeps expenses within limits, [`Metered`] counts them, [`Searching`] sends searches
//! of the web elsewhere.

mod backoff;
mod budget;
mod cached;
mod cancel;
pub mod corpus;
mod effort;
#[cfg(feature = "live")]
mod live;
mod metered;
mod recorder;
mod remote;
mod replay;
mod script;
mod searching;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

pub use backoff::{Backoff, Retries, Wait};
pub use budget::{
    Account, Budget, Budgeted, Exceeded, Expense, Ledger, Scope, expense, unsettled_calls,
    used_by_cell,
};
pub use cached::{Cached, Exchange};
pub use cancel::Cancel;
pub(crate) use cancel::Cancellable;
pub use corpus::Corpus;
pub use effort::{Efforts, ReasoningEffort};
#[cfg(feature = "live")]
pub use live::Live;
pub use metered::{Metered, Used};
pub(crate) use recorder::{Recorded, Recorder};
pub(crate) use remote::MOST_RESULTS;
pub use remote::{
    BaseUrlFault, ConnectError, Dialect, Limits, OutputLimit, Remote, Sampling, Schemas,
    Structured, THINKING, check_base_url,
};
pub use replay::Replay;
pub use script::{Script, ScriptError, ScriptedReply};
pub use searching::Searching;

use crate::prompt::Message;
use crate::question::{AnyQuestion, Parameters, Schema, Tier};
use crate::store::Hash;
use crate::text::estimated_tokens;
use crate::vocabulary::{PersonaId, Seed, Tokens, Volume};

/// A question with its prompt, addressed to a model.
#[derive(Debug, Clone)]
pub struct Request<'q> {
    /// The question itself, for providers that do not read prompts. `None` for a request that
    /// consists of a prompt alone.
    pub question: Option<&'q dyn AnyQuestion>,
    /// The name of the question.
    pub name: &'static str,
    /// The persona that is asked, if any.
    pub persona: Option<PersonaId>,
    /// The prompt.
    pub messages: Vec<Message>,
    /// The JSON schema of the answer.
    pub schema: Cow<'static, Schema>,
    /// Temperature, length limit and tier.
    pub parameters: Parameters,
    /// The model that is asked.
    pub model: String,
    /// The cell's seed.
    pub seed: Seed,
    /// The cell's replicate, from 1.
    pub replicate: u32,
    /// Distinguishes repeated questions, from 0.
    pub sample: u32,
    /// How many requests of this question to this persona the debate has made before; not part of
    /// the key.
    pub ordinal: u32,
}

impl Request<'_> {
    /// The request without its question, for providers that keep it for longer than the question
    /// lives.
    pub fn detached(&self) -> Request<'static> {
        Request {
            question: None,
            name: self.name,
            persona: self.persona.clone(),
            messages: self.messages.clone(),
            schema: self.schema.clone(),
            parameters: self.parameters,
            model: self.model.clone(),
            seed: self.seed,
            replicate: self.replicate,
            sample: self.sample,
            ordinal: self.ordinal,
        }
    }

    /// Whether it is a search of the web, which no model answers and which has no tokens.
    pub(crate) fn is_search(&self) -> bool {
        self.parameters.tier == Tier::Search
    }

    /// The key under which its reply is stored.
    ///
    /// *Shape*: the hash of everything the reply depends on: the provider's identity, model,
    /// messages, the hash of the schema, parameters, seed, replicate and sample.
    pub fn key(&self, identity: &str) -> Hash {
        let Self { messages, schema, parameters, model, seed, replicate, sample, .. } = self;
        let (parameters, seed, replicate, sample) = (*parameters, *seed, *replicate, *sample);
        let inputs = RequestKeyInputs {
            provider: identity,
            model,
            messages,
            schema: schema.hash(),
            parameters,
            seed,
            replicate,
            sample,
        };
        Hash::of_value(&inputs).expect("a request has finite numbers and text keys only")
    }
}

/// Everything that the key of a request is the hash of.
#[derive(Serialize)]
struct RequestKeyInputs<'a> {
    provider: &'a str,
    model: &'a str,
    messages: &'a [Message],
    schema: &'a Hash,
    parameters: Parameters,
    seed: Seed,
    replicate: u32,
    sample: u32,
}

/// Why a reply ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The model completed it.
    Stop,
    /// The output limit was reached.
    Length,
    /// The model refused.
    Refusal,
}

/// The tokens of one reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Tokens read that the provider's prompt cache did not serve.
    pub input: Tokens,
    /// Those of `input` that were written to the provider's prompt cache, which has its own price.
    #[serde(default, skip_serializing_if = "Tokens::is_zero")]
    pub stored: Tokens,
    /// Tokens read from the provider's prompt cache.
    pub cached: Tokens,
    /// Tokens written.
    pub output: Tokens,
    /// Whether these are estimates, because the provider does not count tokens.
    pub estimated: bool,
}

impl Spent {
    /// Estimates the tokens of a reply from the texts.
    pub fn estimated(request: &Request<'_>, reply: &str) -> Self {
        let input = tokens_of(&request.messages);
        let output = Tokens(estimated_tokens(reply));
        Self { input, output, estimated: true, ..Self::default() }
    }

    /// The tokens as prices distinguish them.
    pub fn volume(self) -> Volume {
        let Self { input, stored, cached, output, .. } = self;
        Volume { input, stored, cached, output }
    }
}

/// Estimates the tokens of messages from their texts.
pub(crate) fn tokens_of(messages: &[Message]) -> Tokens {
    Tokens(messages.iter().map(|message| estimated_tokens(&message.text)).sum())
}

/// The reply of a model.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// The text.
    pub text: String,
    /// The model that answered.
    pub model: String,
    /// Why it ended.
    pub finish: Finish,
    /// The tokens it used.
    pub spent: Spent,
}

/// Why there is no reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderFault {
    /// The model did not answer: this belongs to the debate, like any silence.
    #[error("{0}")]
    NoAnswer(String),
    /// The server could not be reached, or its answer is not a model's: the debate has to wait.
    #[error("{server}: {cause}; {remedy}")]
    Unavailable {
        /// The address of the server, without credentials.
        server: String,
        /// What went wrong.
        cause: String,
        /// What the user can do.
        remedy: String,
    },
    /// No provider may be called, and no reply is stored: the debate has to wait.
    #[error("the store holds no reply for this request of the question {0}")]
    NotRecorded(&'static str),
    /// The stored reply to the request cannot be read: the debate has to wait.
    #[error("a stored reply cannot be read: {0}")]
    Cache(String),
    /// The call may cost more than the budget allows: the debate has to wait.
    #[error("{0}")]
    Budget(Box<Exceeded>),
    /// The budget limits dollars, but the price of the model is unknown: the debate has to wait.
    #[error(
        "the budget limits dollars, but the price of the model {0} is unknown: add it to [prices] of the manifest, or limit \
         tokens instead"
    )]
    Unpriced(String),
    /// There was a reply, but it could not be stored: no further request may be made.
    #[error("a reply could not be stored: {0}")]
    NotStored(String),
    /// The run was cancelled before the request was made: the debate has to wait.
    #[error("the run was cancelled before this debate was over")]
    Cancelled,
}

impl ProviderFault {
    /// Whether the fault says nothing about the model, so that the debate must stop instead of
    /// treating it as silence.
    pub fn interrupts(&self) -> bool {
        match self {
            Self::NoAnswer(_) => false,
            Self::Unavailable { .. }
            | Self::NotRecorded(_)
            | Self::Cache(_)
            | Self::Budget(_)
            | Self::Unpriced(_)
            | Self::NotStored(_)
            | Self::Cancelled => true,
        }
    }
}

impl ProviderFault {
    /// Whether the same request may succeed later, without another command or manifest. A limit of
    /// the budget counts as such: it can be raised.
    pub fn may_pass(&self) -> bool {
        match self {
            Self::Unavailable { .. }
            | Self::Cache(_)
            | Self::Budget(_)
            | Self::NotStored(_)
            | Self::Cancelled => true,
            Self::NoAnswer(_) | Self::NotRecorded(_) | Self::Unpriced(_) => false,
        }
    }
}

impl From<Box<Exceeded>> for ProviderFault {
    fn from(exceeded: Box<Exceeded>) -> Self {
        Self::Budget(exceeded)
    }
}

/// Something that answers requests.
pub trait Provider: fmt::Debug + Send + Sync {
    /// Everything besides the request that the reply depends on: the kind of provider and its
    /// settings.
    fn identity(&self, request: &Request<'_>) -> String;

    /// Answers a request; `key` is the request's key under this provider's identity, passed so that
    /// it is computed once.
    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>>;

    /// What modes and middleware need to know about it.
    fn capabilities(&self) -> Capabilities {
        Capabilities::default()
    }
}

/// What modes and middleware need to know about a provider.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Capabilities {
    /// Whether its personas run out of moves, as they do where a corpus answers, and never where a
    /// language model does. The rules by which debates end depend on it: a debate that runs out of
    /// moves goes on until none is left, even if its graph is stable for some rounds.
    pub runs_out_of_moves: bool,
    /// Whether language models answer. An empty answer of theirs is a fault where one is due; a
    /// corpus or a script may hold nothing.
    pub asks_models: bool,
    /// How much a model may think before each answer, beside the limit of the answer itself.
    pub thinking: Tokens,
    /// Whether a server is asked to enforce the schema of each answer, so that an answer of another
    /// form shows that it does not.
    pub enforces_schemas: bool,
}

/// Several debates may share one provider.
impl<P: Provider + ?Sized> Provider for Arc<P> {
    fn identity(&self, request: &Request<'_>) -> String {
        (**self).identity(request)
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        (**self).complete(request, key)
    }

    fn capabilities(&self) -> Capabilities {
        (**self).capabilities()
    }
}

/// A provider in front of another one, under the same identity.
trait Middleware: fmt::Debug + Send + Sync {
    /// The other provider.
    fn inner(&self) -> &dyn Provider;

    /// Answers a request, usually with the reply of the other provider.
    fn answer(
        &self,
        request: &Request<'_>,
        key: &Hash,
    ) -> impl Future<Output = Result<Reply, ProviderFault>> + Send;
}

impl<M: Middleware> Provider for M {
    fn identity(&self, request: &Request<'_>) -> String {
        self.inner().identity(request)
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        self.answer(request, key).boxed()
    }

    fn capabilities(&self) -> Capabilities {
        self.inner().capabilities()
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
    use crate::prompt::Role;

    struct Answering<F>(F);

    impl<F> fmt::Debug for Answering<F> {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("Answering")
        }
    }

    impl<F> Provider for Answering<F>
    where
        F: Fn(&Request<'_>, &Hash) -> Result<Reply, ProviderFault> + Send + Sync,
    {
        fn identity(&self, _: &Request<'_>) -> String {
            "answering".to_owned()
        }

        fn complete<'a>(
            &'a self,
            request: &'a Request<'_>,
            key: &'a Hash,
        ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
            std::future::ready(self.0(request, key)).boxed()
        }
    }

    /// A provider that answers with a function.
    pub(crate) fn answering(
        answer: impl Fn(&Request<'_>, &Hash) -> Result<Reply, ProviderFault> + Send + Sync,
    ) -> impl Provider {
        Answering(answer)
    }

    /// Asks a question.
    pub(crate) fn ask(provider: &dyn Provider, question: &str) -> Result<String, ProviderFault> {
        let request = request(question);
        let key = request.key(&provider.identity(&request));
        pollster::block_on(provider.complete(&request, &key)).map(|reply| reply.text)
    }

    /// A reply that costs nothing.
    pub(crate) fn reply(request: &Request<'_>, text: &str) -> Reply {
        let (text, model) = (text.to_owned(), request.model.clone());
        Reply { text, model, finish: Finish::Stop, spent: Spent::default() }
    }

    /// A schema that no question has.
    pub(crate) fn schema(value: serde_json::Value) -> Cow<'static, Schema> {
        Cow::Owned(Schema::new(value).unwrap())
    }

    /// A request that asks `question` and nothing else.
    pub(crate) fn request(question: &str) -> Request<'static> {
        Request {
            question: None,
            name: "decompose",
            persona: None,
            messages: vec![Message { role: Role::User, text: question.to_owned() }],
            schema: schema(serde_json::json!({"type": "object"})),
            parameters: Parameters::fast(0.3, 500),
            model: "m".to_owned(),
            seed: Seed(1),
            replicate: 1,
            sample: 0,
            ordinal: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_the_hash_of_canonical_json_with_the_hash_of_the_schema() {
        let request = samples::request("Well?");
        let Request { messages, schema, parameters, model, seed, replicate, sample, .. } = &request;
        let json = serde_json::json!({
            "provider": "provider", "model": model, "messages": messages, "schema": schema.hash(),
            "parameters": parameters, "seed": seed, "replicate": replicate, "sample": sample,
        });
        assert_eq!(request.key("provider"), Hash::of_value(&json).unwrap());
    }

    #[test]
    fn everything_a_reply_depends_on_changes_its_key() {
        let key = |change: &dyn Fn(&mut Request)| {
            let mut request = samples::request("Well?");
            change(&mut request);
            request.key("provider").to_string()
        };
        let mut keys = vec![
            key(&|_| ()),
            key(&|r| r.seed = Seed(2)),
            key(&|r| r.replicate = 2),
            key(&|r| r.sample = 1),
            key(&|r| r.schema = samples::schema(serde_json::Value::Null)),
            key(&|r| r.model = "n".to_owned()),
            key(&|r| r.messages[0].text.push('!')),
            key(&|r| r.parameters.temperature = 0.4),
            samples::request("Well?").key("another provider").to_string(),
        ];
        assert_eq!(key(&|_| ()), keys[0]);
        assert_eq!(key(&|r| r.name = "another"), keys[0], "a model sees the prompt only");
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}
