//! A connection to a server: sends requests within its limits, and repeats them where that may
//! help.

use std::pin::pin;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::future::{Either, select};
use reqwest::Client;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::Value;

use super::classify::{Extent, NoReply, Problem, Received, UnexpectedAnswer, classify};
use super::concurrency::{Concurrency, Permit};
use super::endpoint::Endpoint;
use super::rate_limit::{Admission, RateLimit};
use super::retry::{self, Jitter};
use super::{anthropic, openai, schema, tavily};
use crate::provider::{
    Backoff, ConnectError, Dialect, ProviderFault, Remote, Reply, Request, Schemas, Wait,
};
use crate::text::estimated_tokens;
use crate::vocabulary::Tokens;

/// The maximum size of an answer of a model. *Units*: bytes.
const MAX_BODY: usize = 16 << 20;
/// The maximum size of the answer to a search. *Units*: bytes.
const MAX_FOUND: usize = 1 << 20;
/// The maximum time to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(15);
/// More characters than a token has on average in any text, at any tokenizer.
const LONGEST_TOKENS: u64 = 6;
/// The length from which on a prompt is checked for a cut. *Units*: characters.
const LONG_PROMPT: usize = 8000;
/// The retries after a failed connection to a server of one's own.
const OWN_SERVER_RETRIES: u32 = 2;
/// How often a wait checks whether it was cancelled.
const CANCEL_CHECK: Duration = Duration::from_millis(100);
const USER_AGENT: &str = concat!("faultline/", env!("CARGO_PKG_VERSION"));

/// The state that all tasks on the runtime share.
#[derive(Debug)]
pub(super) struct Connection {
    pub(super) remote: Remote,
    pub(super) endpoint: Endpoint,
    client: Client,
    requests: Option<RateLimit>,
    tokens: Option<RateLimit>,
    concurrency: Concurrency,
    /// Why no further request is sent.
    closed: OnceLock<ProviderFault>,
}

impl Connection {
    /// Prepares a connection; nothing is sent yet.
    pub(super) fn new(remote: Remote) -> Result<Self, ConnectError> {
        let endpoint = endpoint(&remote)?;
        let client =
            client(&remote, &endpoint).map_err(|error| ConnectError::Client(with_causes(error)))?;
        let limits = remote.limits;
        Ok(Self {
            requests: limits.requests_per_minute.map(RateLimit::new),
            tokens: limits.tokens_per_minute.map(RateLimit::new),
            concurrency: Concurrency::new(limits.concurrency),
            closed: OnceLock::new(),
            remote,
            endpoint,
            client,
        })
    }

    /// The schema that is sent with a request.
    ///
    /// A hosted server gets the same schema with every use of a question, because a changed schema
    /// loses its prompt cache. A server of one's own compiles a grammar for each request, and gets
    /// what exactly this use of the question accepts.
    pub(super) fn schema(&self, request: &Request<'_>) -> Value {
        let default = if self.endpoint.is_private { Schemas::Call } else { Schemas::Question };
        match (self.remote.schemas.unwrap_or(default), request.question) {
            (Schemas::Call, Some(question)) => schema::grammar(&question.narrowed_schema()),
            (Schemas::Call, None) => schema::grammar(&request.schema),
            (Schemas::Question, _) => schema::strict(&request.schema),
        }
    }

    /// Sends a request until there is a reply, or no further attempt can succeed.
    pub(super) async fn ask(
        self: Arc<Self>,
        request: Request<'static>,
        schema: Value,
        backoff: Backoff,
    ) -> Result<Reply, ProviderFault> {
        let body = match self.remote.dialect {
            Dialect::OpenAi => openai::body(&self.remote, &request, &schema),
            Dialect::Anthropic => anthropic::body(&self.remote, &request, &schema),
            Dialect::Tavily => tavily::body(&self.remote, &request),
        };
        let body = Value::Object(body).to_string();
        let answer = request.parameters.max_output.0 + self.remote.thinking.0;
        let expected = estimated_tokens(&body) + answer;
        let mut failed = 0;
        loop {
            let (problem, after) = match self.attempt(&request, &body, expected, &backoff).await? {
                Ok(reply) => return Ok(reply),
                Err(NoReply::NoAnswer(why)) => return Err(ProviderFault::NoAnswer(why)),
                // What is wrong with one search belongs to the debate, which goes on without its
                // pages.
                Err(NoReply::GiveUp(Problem { cause, extent: Extent::Request, .. }))
                    if request.is_search() =>
                {
                    return Err(ProviderFault::NoAnswer(cause));
                }
                Err(NoReply::GiveUp(problem)) => return Err(self.give_up(&problem, 1)),
                Err(NoReply::Retry { problem, after, .. }) => (problem, after),
            };
            failed += 1;
            if failed > self.retries_after(&problem) {
                return Err(self.give_up(&problem, failed));
            }
            if let Some(after) = after.filter(|after| *after > retry::MAX_ASKED) {
                let cause =
                    format!("{}; the server asks to wait {} s", problem.cause, after.as_secs());
                return Err(self.give_up(&Problem { cause, ..problem }, failed));
            }
            let time = retry::wait(failed, after, Jitter::random());
            let cause = match after {
                Some(_) => format!("the server asks for it, because {}", problem.cause),
                None => problem.cause,
            };
            backoff.begin(Wait { time, cause });
            unless_cancelled(&backoff, tokio::time::sleep(time)).await?;
            backoff.count(time);
        }
    }

    /// The maximum number of retries after a problem. A server of the user's own is started by
    /// hand, so a long wait is useless if it does not run; a few retries are enough while it starts.
    fn retries_after(&self, problem: &Problem) -> u32 {
        let most = self.remote.limits.retries;
        match problem.extent {
            Extent::Server if self.endpoint.is_private => most.min(OWN_SERVER_RETRIES),
            Extent::Server | Extent::Request => most,
        }
    }

    /// One attempt, as soon as the limits allow it. The outer fault means that no further request
    /// is sent.
    async fn attempt(
        &self,
        request: &Request<'_>,
        body: &str,
        expected: u64,
        backoff: &Backoff,
    ) -> Result<Result<Reply, NoReply>, ProviderFault> {
        let (permit, admission) = unless_cancelled(backoff, self.turn(expected)).await?;
        if let Some(fault) = self.closed.get() {
            return Err(fault.clone());
        }
        let sent = self.send(body).await;
        let may_be_charged = match &sent {
            Ok(received) => matches!(received.status, 200..300 | 504 | 524),
            Err(verdict) => !verdict.concerns_server(),
        };
        let answer = sent.and_then(|received| {
            let value = classify(&received)?;
            let reply = match self.remote.dialect {
                Dialect::OpenAi => openai::read(request, value),
                Dialect::Anthropic => anthropic::read(value),
                Dialect::Tavily => tavily::read(request, value),
            };
            let reply = reply.map_err(|unexpected| NoReply::GiveUp(unexpected.problem()))?;
            match cut_prompt(request, &reply) {
                Some(problem) => Err(NoReply::GiveUp(problem)),
                None => Ok(reply),
            }
        });
        if may_be_charged && answer.is_err() {
            backoff.lost(request, self.remote.thinking)?;
        }
        match &answer {
            Ok(reply) => {
                permit.succeeded();
                if let (Some(tokens), Some(admission)) = (&self.tokens, admission) {
                    let spent = reply.spent;
                    tokens.correct(admission, (spent.input + spent.cached + spent.output).0);
                }
            }
            Err(NoReply::Retry { after, overloaded: true, .. }) => {
                permit.overloaded(after.filter(|after| *after <= retry::MAX_ASKED));
            }
            Err(NoReply::Retry { .. } | NoReply::NoAnswer(_) | NoReply::GiveUp(_)) => {}
        }
        Ok(answer)
    }

    /// Waits until the limits allow a request.
    async fn turn(&self, expected: u64) -> (Permit<'_>, Option<Admission>) {
        let permit = self.concurrency.acquire().await;
        if let Some(requests) = &self.requests {
            requests.admit(1).await;
        }
        let admission = match &self.tokens {
            Some(tokens) => Some(tokens.admit(expected).await),
            None => None,
        };
        (permit, admission)
    }

    /// Sends a request and reads the response, from which secrets are removed.
    async fn send(&self, body: &str) -> Result<Received, NoReply> {
        let request = self.client.post(self.endpoint.url.clone()).body(body.to_owned());
        let failed = |error| self.connection_failed(error);
        let mut response = request.send().await.map_err(failed)?;
        let header = |name: &str| -> Option<String> {
            let value = response.headers().get(name)?.to_str().ok()?;
            Some(self.endpoint.redaction.redact(value.to_owned()))
        };
        let mut received = Received {
            status: response.status().as_u16(),
            retry_after: header("retry-after"),
            retry_after_ms: header("retry-after-ms"),
            date: header("date"),
            content_type: header("content-type"),
            location: header("location"),
            body: String::new(),
        };
        let most = match self.remote.dialect {
            Dialect::OpenAi | Dialect::Anthropic => MAX_BODY,
            Dialect::Tavily => MAX_FOUND,
        };
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(failed)? {
            if bytes.len() + chunk.len() > most {
                let endless = UnexpectedAnswer(format!("it exceeds {} MiB", most >> 20));
                return Err(NoReply::GiveUp(endless.problem()));
            }
            bytes.extend_from_slice(&chunk);
        }
        received.body =
            self.endpoint.redaction.redact(String::from_utf8_lossy(&bytes).into_owned());
        Ok(received)
    }

    /// What an error of the connection means.
    fn connection_failed(&self, error: reqwest::Error) -> NoReply {
        let timeout = self.remote.limits.timeout.as_secs();
        let (is_connect, is_timeout) = (error.is_connect(), error.is_timeout());
        let problem = if is_connect {
            Problem {
                cause: format!("no connection: {}", with_causes(error)),
                remedy: "check that the server runs and that `base_url` is its address",
                extent: Extent::Server,
            }
        } else if is_timeout {
            Problem {
                cause: format!("no complete answer within {timeout} s"),
                remedy: "raise `timeout_seconds`, or lower `concurrency` if the server answers one request at a time",
                extent: Extent::Request,
            }
        } else {
            Problem {
                cause: format!("the connection broke: {}", with_causes(error)),
                remedy: "run the same command again; stored replies are kept",
                extent: Extent::Request,
            }
        };
        NoReply::Retry { problem, after: None, overloaded: false }
    }

    /// The fault for a problem; if it affects the whole server, all later requests get the same
    /// fault.
    fn give_up(&self, problem: &Problem, tries: u32) -> ProviderFault {
        let cause = match tries {
            1 => problem.cause.clone(),
            tries => format!("{} ({tries} tries)", problem.cause),
        };
        let fault = self.fault(&cause, problem.remedy);
        match problem.extent {
            Extent::Request => fault,
            Extent::Server => self.closed.get_or_init(|| fault).clone(),
        }
    }

    /// A fault of this server.
    pub(super) fn fault(&self, cause: &str, remedy: &str) -> ProviderFault {
        let shown = &self.endpoint.shown;
        let server = match self.remote.dialect {
            Dialect::OpenAi | Dialect::Anthropic => shown.clone(),
            Dialect::Tavily => format!("the question web_search to {shown}"),
        };
        ProviderFault::Unavailable { server, cause: cause.to_owned(), remedy: remedy.to_owned() }
    }
}

/// The problem of a server that read only the end of a long prompt and did not say so. A search has
/// no tokens.
///
/// Its tokens would have more than [`LONGEST_TOKENS`] characters on average, and no tokenizer's
/// have.
fn cut_prompt(request: &Request<'_>, reply: &Reply) -> Option<Problem> {
    let sent: usize = request.messages.iter().map(|message| message.text.chars().count()).sum();
    let Tokens(read) = reply.spent.input + reply.spent.cached;
    let is_cut = !request.is_search()
        && !reply.spent.estimated
        && sent >= LONG_PROMPT
        && read.saturating_mul(LONGEST_TOKENS) < sent as u64;
    is_cut.then(|| Problem {
        cause: format!("the server read only {read} tokens of a prompt of {sent} characters"),
        remedy: "give the server a larger context (Ollama: OLLAMA_CONTEXT_LENGTH, llama.cpp: --ctx-size, vLLM: --max-model-len)",
        extent: Extent::Server,
    })
}

/// Waits for something unless the run is cancelled. Requests in flight are not cancelled: they are
/// paid for.
async fn unless_cancelled<T>(
    backoff: &Backoff,
    awaited: impl Future<Output = T>,
) -> Result<T, ProviderFault> {
    let cancelled = async {
        while !backoff.is_cancelled() {
            tokio::time::sleep(CANCEL_CHECK).await;
        }
    };
    match select(pin!(cancelled), pin!(awaited)).await {
        Either::Left(_) => Err(ProviderFault::Cancelled),
        Either::Right((done, _)) => Ok(done),
    }
}

/// The address and key of a server.
pub(super) fn endpoint(remote: &Remote) -> Result<Endpoint, ConnectError> {
    let path = match remote.dialect {
        Dialect::OpenAi => openai::PATH,
        Dialect::Anthropic => anthropic::PATH,
        Dialect::Tavily => tavily::PATH,
    };
    Endpoint::find(remote, path)
}

/// A client that follows no redirects, retries nothing, and sends the key in one header.
fn client(remote: &Remote, endpoint: &Endpoint) -> reqwest::Result<Client> {
    // An error means that another crate has installed a provider before, which is then used.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if remote.dialect == Dialect::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static(anthropic::VERSION));
    }
    if let Some(key) = &endpoint.key {
        let (name, value) = key.header(remote.dialect);
        headers.insert(name, value);
    }
    let client = Client::builder()
        .user_agent(USER_AGENT)
        .default_headers(headers)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT_TIMEOUT)
        .timeout(remote.limits.timeout);
    // A server on this machine is not reached through a proxy.
    if endpoint.is_local { client.no_proxy().build() } else { client.build() }
}

/// An error of the client with its causes, without URLs.
fn with_causes(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut report = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        let text = inner.to_string();
        if !report.contains(&text) {
            report = format!("{report}: {text}");
        }
        cause = inner.source();
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::samples::{reply, request};
    use crate::question::Parameters;

    #[test]
    fn a_long_search_of_the_web_is_not_a_prompt_that_was_cut() {
        let asked = request(&"word ".repeat(2000));
        assert!(cut_prompt(&asked, &reply(&asked, "")).is_some(), "no token of it was read");
        let search = Request { parameters: Parameters::SEARCH, ..asked };
        assert!(cut_prompt(&search, &reply(&search, "")).is_none());
    }
}
