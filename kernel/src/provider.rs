//! Providers: who answers a task.
//!
//! A provider turns a [`Request`] into a [`Reply`] and knows nothing of debates. [`Corpus`] argues with what personas
//! have written, [`Replay`] repeats what a cache holds, [`Script`] says what a test tells it to; [`Cached`] stands in front
//! of any of them, and [`Budget`] before those that are paid. A [`Remote`] describes a server with language models; with
//! the feature `live`, `Live` asks it.

mod budget;
mod cached;
pub mod corpus;
#[cfg(feature = "live")]
mod live;
mod patience;
mod remote;
mod schema;
mod script;
mod stop;

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use budget::{Budget, Exceeded, Expense, Purse, Scope};
pub use cached::{Cached, Exchange, Replay};
pub use corpus::Corpus;
#[cfg(feature = "live")]
pub use live::Live;
pub use patience::{Patience, Retries, Wait};
pub use remote::{
    ConnectError, Dialect, Limits, OutputLimit, PlaceFault, Remote, Sampling, Structured,
    check_place,
};
pub use schema::Schema;
pub use script::{Script, ScriptError, ScriptedReply};
pub(crate) use stop::Gate;
pub use stop::Stop;

use crate::prompt::Message;
use crate::store::Hash;
use crate::store::canonical::Ready;
use crate::task::{Kind, Parameters};
use crate::text::estimated_tokens;
use crate::vocabulary::{PersonaId, Seed, Tokens, Volume};

/// A task, worded and addressed.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    /// Which question it is.
    pub task: Kind,
    /// The persona that is asked, if one is.
    pub persona: Option<PersonaId>,
    /// The task's inputs, for providers that read no prose; nothing for those that read nothing else.
    pub inputs: Value,
    /// The words for a model.
    pub messages: Vec<Message>,
    /// The JSON schema of the answer.
    pub schema: Cow<'static, Schema>,
    /// How it is to be answered.
    pub parameters: Parameters,
    /// The model that is to answer.
    pub model: String,
    /// The cell's seed.
    pub seed: Seed,
    /// The cell's replicate, from 1.
    pub replicate: u32,
    /// Tells repeated questions apart, from 0.
    pub sample: u32,
    /// How many requests of this task to this persona the debate has made before; no part of the key.
    pub ordinal: u32,
}

impl Request {
    /// The name of the reply in a cache.
    ///
    /// *Shape*: the hash of what decides the reply: the provider's identity, model, messages, schema, parameters, seed,
    /// replicate and sample.
    pub fn key(&self, identity: &str) -> Hash {
        let Self { messages, schema, parameters, model, seed, replicate, sample, .. } = self;
        let (parameters, seed, replicate, sample) = (*parameters, *seed, *replicate, *sample);
        let decisive = Decisive {
            provider: identity,
            model,
            messages,
            schema: schema.ready(),
            parameters,
            seed,
            replicate,
            sample,
        };
        Hash::of_value(&decisive).expect("a request has finite numbers and text keys only")
    }
}

/// What a request's key is the hash of.
#[derive(Serialize)]
struct Decisive<'a> {
    provider: &'a str,
    model: &'a str,
    messages: &'a [Message],
    schema: &'a Ready,
    parameters: Parameters,
    seed: Seed,
    replicate: u32,
    sample: u32,
}

/// Why a reply ends where it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Finish {
    /// The model was done.
    Stop,
    /// The output limit was reached.
    Length,
    /// The model refused.
    Refusal,
}

/// The tokens of one reply.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spent {
    /// Read, without those that the provider's prompt cache served.
    pub input: Tokens,
    /// Those of `input` that were written into the provider's prompt cache, which has a price of its own.
    #[serde(default, skip_serializing_if = "Tokens::is_none")]
    pub stored: Tokens,
    /// Read from the provider's prompt cache.
    pub cached: Tokens,
    /// Written.
    pub output: Tokens,
    /// Whether these are estimates, because the provider counts none.
    pub estimated: bool,
}

impl Spent {
    /// An estimate of what a reply to a request took, by the texts alone.
    pub fn estimated(request: &Request, reply: &str) -> Self {
        let input = tokens_of(&request.messages);
        let output = Tokens(estimated_tokens(reply));
        Self { input, output, estimated: true, ..Self::default() }
    }

    /// The tokens, as models charge them.
    pub fn volume(self) -> Volume {
        let Self { input, stored, cached, output, .. } = self;
        Volume { input, stored, cached, output }
    }
}

/// An estimate of the tokens of messages, by their texts alone.
pub(crate) fn tokens_of(messages: &[Message]) -> Tokens {
    Tokens(messages.iter().map(|message| estimated_tokens(&message.text)).sum())
}

/// What a model says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// Its words.
    pub text: String,
    /// The model that answered.
    pub model: String,
    /// Why it ends where it ends.
    pub finish: Finish,
    /// What it took.
    pub spent: Spent,
}

/// Says why there is no reply.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderFault {
    /// Whoever was asked did not answer: part of the debate, like any silence.
    #[error("{0}")]
    NoAnswer(String),
    /// The server could not be asked, or answers as no model does: it says nothing of the model, so the debate has to wait.
    #[error("{place}: {cause}; {remedy}")]
    Unavailable {
        /// The server, without credentials.
        place: String,
        /// What is wrong with it.
        cause: String,
        /// What may help.
        remedy: String,
    },
    /// Nobody was asked, and no reply is on record: the debate has to wait.
    #[error("the store holds no reply for this request of task {0}")]
    NotRecorded(Kind),
    /// What the store holds of the request cannot be read: the debate has to wait.
    #[error("the cache failed: {0}")]
    Cache(String),
    /// The call may take more than may be spent: the debate has to wait.
    #[error("{0}")]
    Budget(Box<Exceeded>),
    /// Money is limited, and nobody knows what the model charges: the debate has to wait.
    #[error(
        "the budget limits dollars, and no price is known for the model {0}: give it one in [prices] of the manifest, or \
         limit tokens instead"
    )]
    Unpriced(String),
    /// There was a reply, but it could not be stored: nothing more may be asked.
    #[error("a reply could not be kept: {0}")]
    NotKept(String),
    /// Nobody was asked, because the run is to end: the debate has to wait.
    #[error("the run was stopped before this debate was over")]
    Stopped,
}

impl ProviderFault {
    /// Whether the fault says nothing of whoever was to be asked, so that a debate must not go on as if it did.
    pub fn interrupts(&self) -> bool {
        match self {
            Self::NoAnswer(_) => false,
            Self::Unavailable { .. }
            | Self::NotRecorded(_)
            | Self::Cache(_)
            | Self::Budget(_)
            | Self::Unpriced(_)
            | Self::NotKept(_)
            | Self::Stopped => true,
        }
    }
}

impl From<Box<Exceeded>> for ProviderFault {
    fn from(exceeded: Box<Exceeded>) -> Self {
        Self::Budget(exceeded)
    }
}

/// What of a request a provider goes by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reads {
    /// Its words; its inputs may be left out.
    Words,
    /// Its inputs too.
    Inputs,
}

/// Who answers requests.
pub trait Provider: fmt::Debug + Send + Sync {
    /// What besides the request decides the reply: the kind of provider and whatever it knows.
    fn identity(&self, request: &Request) -> String;

    /// What of a request it goes by: everything, unless it says otherwise.
    fn reads(&self) -> Reads {
        Reads::Inputs
    }

    /// Answers a request; `key` is the request's under this provider's identity, so that nobody makes it twice.
    fn complete<'a>(
        &'a self,
        request: &'a Request,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>>;
}

/// Several debates may ask one provider.
impl<P: Provider + ?Sized> Provider for Arc<P> {
    fn identity(&self, request: &Request) -> String {
        (**self).identity(request)
    }

    fn reads(&self) -> Reads {
        (**self).reads()
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        (**self).complete(request, key)
    }
}

#[cfg(test)]
pub(crate) mod samples {
    use super::*;
    use crate::prompt::Role;
    use crate::task::Tier;

    /// A schema that no task has.
    pub(crate) fn schema(value: Value) -> Cow<'static, Schema> {
        Cow::Owned(Schema::new(value).unwrap())
    }

    /// A request that asks `question` and nothing else.
    pub(crate) fn request(question: &str) -> Request {
        Request {
            task: Kind::Decompose,
            persona: None,
            inputs: Value::Null,
            messages: vec![Message { role: Role::User, text: question.to_owned() }],
            schema: schema(serde_json::json!({"type": "object"})),
            parameters: Parameters { tier: Tier::Fast, temperature: 0.3, max_output: Tokens(500) },
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
    fn a_schema_enters_a_key_as_what_it_is() {
        let request = samples::request("Well?");
        let Request { messages, schema, parameters, model, seed, replicate, sample, .. } = &request;
        let decisive = serde_json::json!({
            "provider": "provider", "model": model, "messages": messages, "schema": &***schema,
            "parameters": parameters, "seed": seed, "replicate": replicate, "sample": sample,
        });
        assert_eq!(request.key("provider"), Hash::of_value(&decisive).unwrap());
    }

    #[test]
    fn whatever_decides_a_reply_changes_its_key() {
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
            key(&|r| r.schema = samples::schema(Value::Null)),
            key(&|r| r.model = "n".to_owned()),
            key(&|r| r.messages[0].text.push('!')),
            key(&|r| r.parameters.temperature = 0.4),
            samples::request("Well?").key("another provider").to_string(),
        ];
        assert_eq!(key(&|_| ()), keys[0]);
        assert_eq!(key(&|r| r.inputs = Value::Bool(true)), keys[0], "a model sees words only");
        let all = keys.len();
        keys.sort();
        keys.dedup();
        assert_eq!(keys.len(), all);
    }
}
