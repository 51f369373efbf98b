//! A server with language models, as a manifest describes it: what is said to it, where it is, how much it may be asked.
//!
//! Everything below the store's line knows it by its identity alone, without network, key or the feature `live`.

use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::Serialize;
use serde_json::{Map, Value};

use super::{Provider, ProviderFault, Reads, Reply, Request};
use crate::store::Hash;

/// Changes whenever requests are put into other bodies than before.
const WIRE: u32 = 1;

/// The interface that a server offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// Chat completions, by OpenAI and by every compatible server.
    OpenAi,
    /// Messages, by Anthropic.
    Anthropic,
}

impl Dialect {
    /// The name in manifests.
    pub fn word(self) -> &'static str {
        match self {
            Self::OpenAi => "openai",
            Self::Anthropic => "anthropic",
        }
    }

    /// The environment variable that holds the key, unless a manifest names another.
    pub fn key_variable(self) -> &'static str {
        match self {
            Self::OpenAi => "OPENAI_API_KEY",
            Self::Anthropic => "ANTHROPIC_API_KEY",
        }
    }

    /// The environment variable that holds the base URL, unless a manifest has one.
    pub fn place_variable(self) -> &'static str {
        match self {
            Self::OpenAi => "OPENAI_BASE_URL",
            Self::Anthropic => "ANTHROPIC_BASE_URL",
        }
    }

    /// Where its makers serve it.
    pub fn home(self) -> &'static str {
        match self {
            Self::OpenAi => "https://api.openai.com/v1",
            Self::Anthropic => "https://api.anthropic.com",
        }
    }
}

/// How a server is told the form of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Structured {
    /// By its JSON schema, which the server enforces.
    JsonSchema,
    /// That it is JSON, which the server enforces; the schema stands in the words.
    JsonObject,
    /// By the schema in the words alone.
    None,
}

/// Who chooses temperature and seed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sampling {
    /// The task and the cell.
    Task,
    /// The server: neither is sent, for models that refuse them.
    Server,
}

/// The field that limits an answer's length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutputLimit {
    /// As older and most compatible servers have it.
    MaxTokens,
    /// As OpenAI has it.
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

/// How much a server may be asked, and how patiently. No part of any identity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The most requests within any minute, if there is a limit.
    pub requests_per_minute: Option<u64>,
    /// The most tokens, read and written, within any minute, if there is a limit.
    pub tokens_per_minute: Option<u64>,
    /// The most requests at a time. *Range*: from 1.
    pub concurrency: u32,
    /// The longest time for one try.
    pub timeout: Duration,
    /// How often a request is tried again.
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

/// A server with language models.
///
/// A model is known by the name that the manifest gives it, not by where it is served: the address may differ from reader
/// to reader of one store, and comes from the environment of one of them.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Remote {
    /// Its interface.
    #[serde(rename = "kind")]
    pub dialect: Dialect,
    /// How it is told the form of an answer.
    pub structured: Structured,
    /// Who chooses temperature and seed.
    pub sampling: Sampling,
    /// The field that limits an answer's length.
    pub output_limit: OutputLimit,
    /// Further fields of every request.
    pub body: Map<String, Value>,
    /// Its base URL; else the environment has it, else it is that of the dialect's makers.
    #[serde(skip)]
    pub base_url: Option<String>,
    /// The environment variable that holds the key. A server that a manifest gives an address gets no key without it.
    #[serde(skip)]
    pub key_env: Option<String>,
    /// How much it may be asked.
    #[serde(skip)]
    pub limits: Limits,
}

impl Remote {
    /// A server of a dialect, at home, with nothing special.
    pub fn new(dialect: Dialect) -> Self {
        Self {
            dialect,
            structured: Structured::JsonSchema,
            sampling: Sampling::Task,
            output_limit: match dialect {
                Dialect::OpenAi => OutputLimit::MaxCompletionTokens,
                Dialect::Anthropic => OutputLimit::MaxTokens,
            },
            body: Map::new(),
            base_url: None,
            key_env: None,
            limits: Limits::default(),
        }
    }

    /// What besides the request decides its replies: whatever changes the bodies that are sent.
    pub fn decisive(&self) -> String {
        let form = Hash::of_value(&(self.structured, self.sampling, self.output_limit, &self.body));
        let form = form.expect("a manifest has finite numbers only");
        format!("{}:{WIRE}:{}", self.dialect.word(), form.short())
    }
}

/// On its own it is connected to nothing: it stands behind a cache for readers who ask nobody.
impl Provider for Remote {
    fn identity(&self, _: &Request) -> String {
        self.decisive()
    }

    fn reads(&self) -> Reads {
        Reads::Words
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        _: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        std::future::ready(Err(ProviderFault::NotRecorded(request.task))).boxed()
    }
}

/// Says what is wrong with a base URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PlaceFault {
    /// It is no address of a web server.
    #[error("it is no URL of the kind `https://host/path`")]
    NoUrl,
    /// It has a user name or a password in it.
    #[error("it has credentials in it")]
    Credentials,
    /// Something follows its path.
    #[error("it has a query or a fragment")]
    Query,
}

impl PlaceFault {
    /// What would put it right.
    pub fn help(self) -> &'static str {
        match self {
            Self::NoUrl => "write it like http://127.0.0.1:8080/v1 or https://api.example.org/v1",
            Self::Credentials => {
                "take them out: keys come from the environment, by the variable that `key_env` names"
            }
            Self::Query => "end it with the path to which the interface's own paths are added",
        }
    }
}

/// Looks a base URL over, without what a whole parser would know.
///
/// # Errors
/// [`PlaceFault`] for what is certainly wrong.
pub fn check_place(url: &str) -> Result<(), PlaceFault> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let rest = rest.ok_or(PlaceFault::NoUrl)?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(PlaceFault::Credentials);
    }
    let (host, port) = match authority.rsplit_once(':') {
        Some((host, port)) if !port.ends_with(']') => (host, port),
        Some(_) | None => (authority, "80"),
    };
    let blank = url.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\');
    if host.is_empty() || blank || port.parse::<u16>().is_err() {
        return Err(PlaceFault::NoUrl);
    }
    if rest.contains(['?', '#']) { Err(PlaceFault::Query) } else { Ok(()) }
}

/// Says why a server cannot be asked at all, before anything is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// This build has no network in it.
    #[error("the provider `{}` asks models over the network, and this program was built without that", .0.word())]
    NotBuilt(Dialect),
    /// The key is not there.
    #[error("the environment variable {0} holds no key")]
    KeyMissing(String),
    /// What is there is no key.
    #[error("what the environment variable {0} holds is no key: it has characters that no key has")]
    KeyMalformed(String),
    /// The base URL cannot be used.
    #[error("the base URL from {origin} cannot be used: {fault}")]
    Place {
        /// Where it comes from.
        origin: String,
        /// What is wrong with it.
        fault: PlaceFault,
    },
    /// The key would be readable on its way.
    #[error("a key would go to {0} unencrypted")]
    Unencrypted(String),
    /// The machinery for connections is not to be had.
    #[error("connections cannot be made: {0}")]
    Machinery(String),
}

impl ConnectError {
    /// What may help.
    pub fn help(&self) -> String {
        match self {
            Self::NotBuilt(_) => "build it with `--features live`; what the store holds can be rendered and \
                                  verified without"
                .to_owned(),
            Self::KeyMissing(variable) => format!(
                "set {variable}, or name another variable as `key_env`; a server that needs no key is given a \
                 `base_url` and no `key_env`"
            ),
            Self::KeyMalformed(variable) => {
                format!("look for a line break or a stray character at the ends of {variable}")
            }
            Self::Place { fault, .. } => fault.help().to_owned(),
            Self::Unencrypted(_) => {
                "use https, or a server on this machine, or leave `key_env` out".to_owned()
            }
            Self::Machinery(_) => {
                "see that the certificates of this machine are installed (ca-certificates) and that threads may be \
                 started"
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
    fn whatever_changes_a_body_is_part_of_the_identity_and_nothing_else() {
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
            |r| r.sampling = Sampling::Server,
            |r| r.output_limit = OutputLimit::MaxTokens,
            |r| drop(r.body.insert("top_k".to_owned(), Value::from(1))),
        ] {
            assert_ne!(identity(&change), same);
        }
        for change in [
            (|r| r.base_url = Some("http://127.0.0.1:1".to_owned())) as fn(&mut Remote),
            |r| r.key_env = Some("KEY".to_owned()),
            |r| r.limits.retries = 0,
        ] {
            assert_eq!(identity(&change), same);
        }
    }

    #[test]
    fn what_is_no_base_url_is_told_apart() {
        for good in [
            "http://localhost:8080/v1",
            "https://api.example.org",
            "http://[::1]:11434/v1/",
            "http://[::1]/v1",
        ] {
            assert_eq!(check_place(good), Ok(()), "{good}");
        }
        for bad in [
            "",
            "localhost:8080",
            "ftp://example.org",
            "https://",
            "https:///v1",
            "http://a b/",
            "http://host:port/v1",
            "http://host:/v1",
            "http://host:99999",
            "HTTP//host",
        ] {
            assert_eq!(check_place(bad), Err(PlaceFault::NoUrl), "{bad}");
        }
        assert_eq!(check_place("https://me:secret@host/v1"), Err(PlaceFault::Credentials));
        assert_eq!(check_place("https://host/v1?key=secret"), Err(PlaceFault::Query));
        assert_eq!(check_place("https://host/v1#top"), Err(PlaceFault::Query));
    }
}
