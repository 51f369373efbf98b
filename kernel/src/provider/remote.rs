//! A server with language models as a manifest describes it: its interface, its address, its
//! limits.
//!
//! Verifying and rendering need only its identity: no network, no key and not the feature `live`.

use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Capabilities, Efforts, Provider, ProviderFault, ReasoningEffort, Reply, Request};
use crate::store::Hash;
use crate::vocabulary::Tokens;

/// The version of the request bodies; to be increased when they change.
const WIRE: u32 = 2;

/// The room for thinking at the servers of the dialects' makers, whose current models think before
/// they answer.
pub const THINKING: Tokens = Tokens(8000);

/// The maximum number of pages that a search of the web finds.
pub(crate) const MOST_RESULTS: usize = 4;

/// The interface that a server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Chat completions, by OpenAI and by every compatible server.
    OpenAi,
    /// Messages, by Anthropic.
    Anthropic,
    /// Searches of the web, by Tavily. No provider of models has it.
    Tavily,
}

impl Dialect {
    /// The name in manifests.
    pub fn word(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
            Self::Tavily => "tavily",
        }
    }

    /// The environment variable of the key, unless the manifest names another.
    pub fn key_variable(self) -> &'static str {
        match self {
            Self::OpenAi => "OPENAI_API_KEY",
            Self::Anthropic => "ANTHROPIC_API_KEY",
            Self::Tavily => "TAVILY_API_KEY",
        }
    }

    /// The environment variable of the base URL, unless the manifest has one.
    pub fn base_url_variable(self) -> &'static str {
        match self {
            Self::OpenAi => "OPENAI_BASE_URL",
            Self::Anthropic => "ANTHROPIC_BASE_URL",
            Self::Tavily => "TAVILY_BASE_URL",
        }
    }

    /// The base URL of its makers' servers.
    pub fn default_base_url(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com",
            Self::Tavily => "https://api.tavily.com",
        }
    }

    /// The efforts that the interface has, the least first. A model may accept only some of them.
    pub fn efforts(self) -> &'static [ReasoningEffort] {
        match self {
            Self::OpenAi => &ReasoningEffort::ALL,
            Self::Anthropic => &ReasoningEffort::ALL[2..],
            Self::Tavily => &[],
        }
    }

    /// The ways in which a server of this interface learns the form of an answer.
    pub fn structured(self) -> &'static [Structured] {
        match self {
            Self::OpenAi => &[Structured::JsonSchema, Structured::JsonObject, Structured::None],
            Self::Anthropic => &[Structured::JsonSchema, Structured::None],
            Self::Tavily => &[],
        }
    }
}

/// How a server learns the form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Structured {
    /// From a JSON schema, which the server enforces.
    JsonSchema,
    /// The server enforces JSON; the schema is in the prompt.
    JsonObject,
    /// Only from the schema in the prompt.
    None,
}

impl Structured {
    /// The word in manifests.
    pub fn word(self) -> &'static str {
        match self {
            Self::JsonSchema => "json_schema",
            Self::JsonObject => "json_object",
            Self::None => "none",
        }
    }
}

/// What determines temperature and seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampling {
    /// The question and the cell.
    Question,
    /// The server: neither is sent, because current models of OpenAI and Anthropic refuse a
    /// temperature.
    Server,
}

/// How specific the schema of a request is. Both lead to the same keys: what a server cannot
/// enforce is checked when the answer is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schemas {
    /// One schema for every use of a question, which a prompt cache needs.
    Question,
    /// A schema for each request, with the ids that exist and the counts that are wanted.
    Call,
}

/// The field that limits the length of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputLimit {
    /// The name at older and most compatible servers.
    MaxTokens,
    /// The name at OpenAI.
    MaxCompletionTokens,
}

impl OutputLimit {
    /// The field's name.
    pub fn word(self) -> &'static str {
        match self {
            Self::MaxTokens => "max_tokens",
            Self::MaxCompletionTokens => "max_completion_tokens",
        }
    }
}

/// Limits of requests to a server. They are not part of its identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of requests within any minute, if there is a limit.
    pub requests_per_minute: Option<u64>,
    /// The maximum number of tokens, read and written, within any minute, if there is a limit.
    pub tokens_per_minute: Option<u64>,
    /// The maximum number of parallel requests. *Range*: from 1.
    pub concurrency: u32,
    /// The maximum time of one attempt.
    pub timeout: Duration,
    /// The maximum number of retries of a request.
    pub retries: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            requests_per_minute: None,
            tokens_per_minute: None,
            concurrency: 8,
            timeout: Duration::from_mins(5),
            retries: 5,
        }
    }
}

/// A server with language models, or one that searches the web.
///
/// A model is identified by its name in the manifest, not by its address: the address may come from
/// the environment, and differ between the users of one store.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Remote {
    /// Its interface.
    #[serde(rename = "kind")]
    pub dialect: Dialect,
    /// How it learns the form of an answer.
    pub structured: Structured,
    /// What determines temperature and seed.
    pub sampling: Sampling,
    /// The field that limits the length of an answer.
    pub output_limit: OutputLimit,
    /// How much the models think.
    pub effort: Efforts,
    /// The room for thinking, in addition to the room for the answer: servers count both against
    /// one limit.
    pub thinking: Tokens,
    /// How specific schemas are; by default by request at servers in a private network, by question
    /// elsewhere.
    #[serde(skip)]
    pub schemas: Option<Schemas>,
    /// Additional fields of every request.
    pub body: Map<String, Value>,
    /// Its base URL; by default that of the environment, else that of the dialect's makers.
    #[serde(skip)]
    pub base_url: Option<String>,
    /// The environment variable of the key. If the manifest has a `base_url`, no key is sent
    /// without it.
    #[serde(skip)]
    pub key_env: Option<String>,
    /// Its limits.
    #[serde(skip)]
    pub limits: Limits,
}

impl Remote {
    /// The server of a dialect's makers, with settings that their current models accept.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            structured: Structured::JsonSchema,
            sampling: Sampling::Server,
            effort: Efforts::default(),
            thinking: THINKING,
            output_limit: match dialect {
                Dialect::OpenAi => OutputLimit::MaxCompletionTokens,
                Dialect::Anthropic | Dialect::Tavily => OutputLimit::MaxTokens,
            },
            schemas: None,
            body: Map::new(),
            base_url: None,
            key_env: None,
            limits: Limits::default(),
        }
    }

    /// The search service. What its answers depend on is in the body of every request, and thereby
    /// in its identity.
    pub fn tavily() -> Self {
        let body = [
            ("search_depth", Value::from("basic")),
            ("max_results", Value::from(MOST_RESULTS)),
            ("include_answer", Value::from(false)),
        ];
        let body = body.map(|(name, value)| (name.to_owned(), value)).into_iter().collect();
        Self { body, thinking: Tokens(0), ..Self::new(Dialect::Tavily) }
    }

    /// A compatible server at another address. It may know neither the newer name of the limit nor
    /// thinking, and it takes a temperature.
    pub fn at(dialect: Dialect, base_url: impl Into<String>) -> Self {
        let remote = Self { base_url: Some(base_url.into()), ..Self::new(dialect) };
        if remote.is_at_makers() {
            return remote;
        }
        Self {
            sampling: Sampling::Question,
            thinking: Tokens(0),
            output_limit: OutputLimit::MaxTokens,
            ..remote
        }
    }

    /// Whether it is a server of the dialect's makers, as far as the manifest says.
    pub fn is_at_makers(&self) -> bool {
        self.host() == host(self.dialect.default_base_url())
    }

    /// The host and the port of its address.
    pub fn host(&self) -> &str {
        host(self.base_url.as_deref().unwrap_or_else(|| self.dialect.default_base_url()))
    }

    /// Everything besides the request that its replies depend on: all settings that change request
    /// bodies.
    pub fn identity_hash(&self) -> String {
        let Self { structured, sampling, output_limit, effort, thinking, body, .. } = self;
        let form = Hash::of_value(&(structured, sampling, output_limit, effort, thinking, body));
        let form = form.expect("a manifest has only numbers that JSON can hold");
        format!("{}:{WIRE}:{}", self.dialect.word(), form.short())
    }
}

/// Without a connection it answers nothing; behind a cache it leaves the replies that are stored.
impl Provider for Remote {
    fn identity(&self, _: &Request<'_>) -> String {
        self.identity_hash()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities {
            asks_models: true,
            thinking: self.thinking,
            enforces_schemas: self.structured == Structured::JsonSchema,
            ..Capabilities::default()
        }
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        _: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        std::future::ready(Err(ProviderFault::NotRecorded(request.name))).boxed()
    }
}

/// The host and the port of a base URL.
fn host(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('/').next().unwrap_or_default()
}

/// What is wrong with a base URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum BaseUrlFault {
    /// It is not the address of a web server.
    #[error("it is not a URL like `https://host/path`")]
    NotAUrl,
    /// It contains a user name or a password.
    #[error("it contains credentials")]
    Credentials,
    /// It has a query or a fragment.
    #[error("it has a query or a fragment")]
    Query,
}

impl BaseUrlFault {
    /// How to correct it.
    pub fn help(self) -> &'static str {
        match self {
            Self::NotAUrl => "write it like http://127.0.0.1:8080/v1 or https://api.example.org/v1",
            Self::Credentials => {
                "remove them: keys come from the environment variable that `key_env` names"
            }
            Self::Query => "end it with the path; the paths of the interface are appended to it",
        }
    }
}

/// Checks a base URL for common mistakes, without a complete parser.
///
/// # Errors
/// [`BaseUrlFault`] if it is certainly wrong.
pub fn check_base_url(url: &str) -> Result<(), BaseUrlFault> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let rest = rest.ok_or(BaseUrlFault::NotAUrl)?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(BaseUrlFault::Credentials);
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        Some(_) | None => (authority, "80"),
    };
    let blank = url.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\');
    if host.is_empty() || blank || port.parse::<u16>().is_err() {
        return Err(BaseUrlFault::NotAUrl);
    }
    if rest.contains(['?', '#']) { Err(BaseUrlFault::Query) } else { Ok(()) }
}

/// Why a server cannot be used, found before any request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// This build has no network support.
    #[error("the provider `{}` needs the network, but this program was built without network support", .0.word())]
    NotBuilt(Dialect),
    /// The key is missing.
    #[error("the environment variable {0} is not set")]
    KeyMissing(String),
    /// The key for searches of the web is missing.
    #[error(
        "a mode of this experiment searches the web, and the environment variable {0} is not set"
    )]
    SearchKeyMissing(String),
    /// The key contains characters that no key has.
    #[error(
        "the environment variable {0} does not contain a valid key: it has characters that no key has"
    )]
    KeyMalformed(String),
    /// The base URL cannot be used.
    #[error("the base URL from {origin} cannot be used: {fault}")]
    BaseUrl {
        /// Where it comes from.
        origin: String,
        /// What is wrong with it.
        fault: BaseUrlFault,
    },
    /// The key would be readable on the network.
    #[error("the key in {variable} would be sent to {server} unencrypted")]
    Unencrypted {
        /// The address of the server, without credentials.
        server: String,
        /// The environment variable with the key.
        variable: String,
    },
    /// The HTTP client or its threads cannot be set up.
    #[error("no connection can be set up: {0}")]
    Client(String),
}

impl ConnectError {
    /// What the user can do.
    pub fn help(&self) -> String {
        match self {
            Self::NotBuilt(_) => "build it with the feature `live` of the crate `faultline`; stored debates can be read and \
                                  verified without that feature"
                .to_owned(),
            Self::KeyMissing(variable) => format!(
                "set {variable}, or name another variable in `key_env`; for a server that needs no key, give a `base_url` and \
                 no `key_env`"
            ),
            Self::SearchKeyMissing(variable) => format!(
                "set {variable} to a key of Tavily, name another variable in `key_env` of [search], or write `evidence = \"files\"` \
                 in the table of the mode"
            ),
            Self::KeyMalformed(variable) => {
                format!("remove line breaks and other stray characters from {variable}")
            }
            Self::BaseUrl { fault, .. } => fault.help().to_owned(),
            Self::Unencrypted { variable, .. } => format!(
                "use https or a server on this machine; to send no key, unset {variable}, and remove `key_env` if the manifest has it"
            ),
            Self::Client(_) => {
                "check that the certificates of this machine are installed (ca-certificates) and that the process may start \
                 threads"
                    .to_owned()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::request;
    use super::*;

    #[test]
    fn the_identity_covers_exactly_the_settings_that_change_request_bodies() {
        let plain = Remote::new(Dialect::OpenAi);
        let identity = |change: &dyn Fn(&mut Remote)| {
            let mut remote = plain.clone();
            change(&mut remote);
            remote.identity(&request("Well?"))
        };
        let same = identity(&|_| ());
        for change in [
            (|r| r.dialect = Dialect::Anthropic) as fn(&mut Remote),
            |r| r.structured = Structured::JsonObject,
            |r| r.sampling = Sampling::Question,
            |r| r.effort.fast = Some(ReasoningEffort::Low),
            |r| r.thinking = Tokens(1),
            |r| r.output_limit = OutputLimit::MaxTokens,
            |r| drop(r.body.insert("top_k".to_owned(), Value::from(1))),
        ] {
            assert_ne!(identity(&change), same);
        }
        for change in [
            (|r| r.base_url = Some("http://127.0.0.1:1".to_owned())) as fn(&mut Remote),
            |r| r.key_env = Some("KEY".to_owned()),
            |r| r.limits.retries = 0,
            |r| r.schemas = Some(Schemas::Call),
        ] {
            assert_eq!(identity(&change), same);
        }
    }

    #[test]
    fn wrong_base_urls_are_refused() {
        for good in [
            "http://localhost:8080/v1", "https://api.example.org", "http://[::1]:11434/v1/",
            "http://[::1]/v1",
        ] {
            assert_eq!(check_base_url(good), Ok(()), "{good}");
        }
        for bad in [
            "", "localhost:8080", "ftp://example.org", "https://", "https:///v1", "http://a b/",
            "http://host:port/v1", "http://host:/v1", "http://host:99999", "HTTP//host",
        ] {
            assert_eq!(check_base_url(bad), Err(BaseUrlFault::NotAUrl), "{bad}");
        }
        assert_eq!(check_base_url("https://me:secret@host/v1"), Err(BaseUrlFault::Credentials));
        assert_eq!(check_base_url("https://host/v1?key=secret"), Err(BaseUrlFault::Query));
        assert_eq!(check_base_url("https://host/v1#top"), Err(BaseUrlFault::Query));
    }
}
