//! Asks the language models of a server over the network.
//!
//! The rest of the kernel knows no runtime: a debate waits for a task that runs on the runtime of this provider. All that
//! is pure lies in the children: what is sent and read ([`openai`], [`anthropic`], [`schema`]), what an answer means
//! ([`classify`]), when to try again ([`retry`]), and how much is asked ([`pace`], [`gate`]).

mod anthropic;
mod classify;
mod concurrency;
mod endpoint;
mod key;
mod openai;
mod rate_limit;
mod retry;
mod schema;

use std::fmt;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll};
use std::time::Duration;

use futures_util::FutureExt;
use futures_util::future::{BoxFuture, Either, select};
use reqwest::Client;
use reqwest::header::{CONTENT_TYPE, HeaderMap, HeaderValue};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use self::classify::{Extent, Received, Trouble, Verdict, classify};
use self::concurrency::{Gate, Pass};
use self::endpoint::Place;
use self::rate_limit::{Pace, Ticket};
use self::retry::Jitter;
use super::{
    Backoff, ConnectError, Dialect, Provider, ProviderFault, Reads, Remote, Reply, Request, Wait,
};
use crate::store::Hash;
use crate::text::estimated_tokens;

/// The longest answer that is read. *Units*: bytes.
const LONGEST_BODY: usize = 16 << 20;
/// The longest time for a connection to be made.
const CONNECT: Duration = Duration::from_secs(15);
/// How often whoever waits looks whether that is to end.
const GLANCE: Duration = Duration::from_millis(100);
/// Who says that it asks.
const AGENT: &str = concat!("faultline/", env!("CARGO_PKG_VERSION"));

/// A connected [`Remote`]. One connection serves all debates of a run, since limits are an account's and not a debate's;
/// each debate waits by itself.
pub struct Live {
    line: Arc<Line>,
    machine: Arc<Machine>,
    backoff: Backoff,
}

/// The runtime, until nobody needs it any more.
#[derive(Debug)]
struct Machine(Option<Runtime>);

/// What the tasks on the runtime share.
#[derive(Debug)]
struct Line {
    remote: Remote,
    place: Place,
    client: Client,
    requests: Option<Pace>,
    tokens: Option<Pace>,
    gate: Gate,
    /// Why nothing more is asked.
    closed: OnceLock<ProviderFault>,
}

/// Says that a success holds no answer of its interface.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Strange(String);

impl Live {
    /// Tells whether a connection has all that it needs of this machine: its key, and an address that is one.
    ///
    /// # Errors
    /// As [`Live::new`].
    pub fn check(remote: &Remote) -> Result<(), ConnectError> {
        place(remote).map(drop)
    }

    /// Connects to a server, without asking it anything yet. Key and address may come from the environment.
    ///
    /// # Errors
    /// [`ConnectError`] where a key is missing, or the address cannot be used.
    pub fn new(remote: Remote) -> Result<Self, ConnectError> {
        let place = place(&remote)?;
        let machinery = |error: &dyn fmt::Display| ConnectError::Machinery(error.to_string());
        let client = client(&remote, &place).map_err(|error| machinery(&chain(error)))?;
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let limits = remote.limits;
        let line = Line {
            requests: limits.requests_per_minute.map(Pace::new),
            tokens: limits.tokens_per_minute.map(Pace::new),
            gate: Gate::new(limits.concurrency),
            closed: OnceLock::new(),
            remote,
            place,
            client,
        };
        let machine = Machine(Some(runtime.map_err(|error| machinery(&error))?));
        Ok(Self { line: Arc::new(line), machine: Arc::new(machine), backoff: Backoff::default() })
    }

    /// The same connection for somebody who waits in a way of their own.
    #[must_use]
    pub fn with(&self, backoff: Backoff) -> Self {
        let Self { line, machine, .. } = self;
        Self { line: Arc::clone(line), machine: Arc::clone(machine), backoff }
    }
}

fn place(remote: &Remote) -> Result<Place, ConnectError> {
    let path = match remote.dialect {
        Dialect::OpenAi => openai::PATH,
        Dialect::Anthropic => anthropic::PATH,
    };
    Place::find(remote, path)
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("place", &self.line.place.shown).finish_non_exhaustive()
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        // Whoever drops it may stand on a runtime of their own, which must not block.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Provider for Live {
    fn identity(&self, request: &Request) -> String {
        self.line.remote.identity(request)
    }

    fn reads(&self) -> Reads {
        Reads::Words
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        _: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        let runtime = self.machine.0.as_ref().expect("it is there until the drop");
        let asked = Arc::clone(&self.line).ask(request.clone(), self.backoff.clone());
        let task = Task(runtime.spawn(asked));
        async move {
            task.await.unwrap_or_else(|error| {
                let cause =
                    if error.is_panic() { "the request broke down" } else { "the runtime ended" };
                Err(self.line.fault(cause, "report this as a defect"))
            })
        }
        .boxed()
    }
}

/// A task that ends with whoever waits for it.
struct Task<T>(JoinHandle<T>);

impl<T> Future for Task<T> {
    type Output = Result<T, tokio::task::JoinError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context)
    }
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl Line {
    /// Asks until there is an answer, or no further try would bring one.
    async fn ask(
        self: Arc<Self>,
        request: Request,
        backoff: Backoff,
    ) -> Result<Reply, ProviderFault> {
        let body = match self.remote.dialect {
            Dialect::OpenAi => openai::body(&self.remote, &request),
            Dialect::Anthropic => anthropic::body(&self.remote, &request),
        };
        let body = Value::Object(body).to_string();
        let expected = estimated_tokens(&body) + request.parameters.max_output.0;
        let mut failed = 0;
        loop {
            let (trouble, after) = match self.attempt(&request, &body, expected, &backoff).await? {
                Ok(reply) => return Ok(reply),
                Err(Verdict::NoAnswer(why)) => return Err(ProviderFault::NoAnswer(why)),
                Err(Verdict::Stop(trouble)) => return Err(self.give_up(&trouble, 1)),
                Err(Verdict::Again { trouble, after, .. }) => (trouble, after),
            };
            failed += 1;
            if failed > self.remote.limits.retries {
                return Err(self.give_up(&trouble, failed));
            }
            if let Some(after) = after.filter(|after| *after > retry::LONGEST) {
                let cause = format!(
                    "{}; it wants to be left alone for {} s",
                    trouble.cause,
                    after.as_secs()
                );
                return Err(self.give_up(&Trouble { cause, ..trouble }, failed));
            }
            let time = retry::wait(failed, after, Jitter::random());
            let cause = match after {
                Some(_) => format!("the server asks for it, since {}", trouble.cause),
                None => trouble.cause,
            };
            backoff.begin(Wait { time, cause });
            unless_over(&backoff, tokio::time::sleep(time)).await?;
            backoff.count(time);
        }
    }

    /// One try, when it is its turn. The outer fault says that there are none any more.
    async fn attempt(
        &self,
        request: &Request,
        body: &str,
        expected: u64,
        backoff: &Backoff,
    ) -> Result<Result<Reply, Verdict>, ProviderFault> {
        let (pass, ticket) = unless_over(backoff, self.turn(expected)).await?;
        if let Some(fault) = self.closed.get() {
            return Err(fault.clone());
        }
        let answer = self.send(body).await.and_then(|received| {
            let value = classify(&received)?;
            let reply = match self.remote.dialect {
                Dialect::OpenAi => openai::read(request, value),
                Dialect::Anthropic => anthropic::read(value),
            };
            reply.map_err(|strange| Verdict::Stop(strange.trouble()))
        });
        match &answer {
            Ok(reply) => {
                pass.answered();
                if let (Some(tokens), Some(ticket)) = (&self.tokens, ticket) {
                    let spent = reply.spent;
                    tokens.settle(ticket, spent.input.0 + spent.output.0);
                }
            }
            Err(Verdict::Again { after, crowded: true, .. }) => {
                pass.crowded(after.filter(|after| *after <= retry::LONGEST));
            }
            Err(Verdict::Again { .. } | Verdict::NoAnswer(_) | Verdict::Stop(_)) => {}
        }
        Ok(answer)
    }

    /// Waits until a request may be sent.
    async fn turn(&self, expected: u64) -> (Pass<'_>, Option<Ticket>) {
        let pass = self.gate.enter().await;
        if let Some(requests) = &self.requests {
            requests.admit(1).await;
        }
        let ticket = match &self.tokens {
            Some(tokens) => Some(tokens.admit(expected).await),
            None => None,
        };
        (pass, ticket)
    }

    /// Sends a request and reads what comes, the key taken out of it.
    async fn send(&self, body: &str) -> Result<Received, Verdict> {
        let request = self.client.post(self.place.endpoint.clone()).body(body.to_owned());
        let broken = |error| self.broken(error);
        let mut response = request.send().await.map_err(broken)?;
        let header = |name: &str| -> Option<String> {
            let value = response.headers().get(name)?.to_str().ok()?;
            Some(self.covered(value.to_owned()))
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
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(broken)? {
            if bytes.len() + chunk.len() > LONGEST_BODY {
                return Err(Verdict::Stop(Strange("it does not end".to_owned()).trouble()));
            }
            bytes.extend_from_slice(&chunk);
        }
        received.body = self.covered(String::from_utf8_lossy(&bytes).into_owned());
        Ok(received)
    }

    fn covered(&self, text: String) -> String {
        match &self.place.key {
            Some(key) => key.cover(text),
            None => text,
        }
    }

    /// What a fault of the connection means.
    fn broken(&self, error: reqwest::Error) -> Verdict {
        let timeout = self.remote.limits.timeout.as_secs();
        let (is_connect, is_timeout) = (error.is_connect(), error.is_timeout());
        let trouble = if is_connect {
            Trouble {
                cause: format!("no connection: {}", chain(error)),
                remedy: "see that the server runs and that `base_url` is its address",
                extent: Extent::Server,
            }
        } else if is_timeout {
            Trouble {
                cause: format!("no whole answer within {timeout} s"),
                remedy: "raise `timeout_seconds`, or lower `concurrency` if the server answers one after the other",
                extent: Extent::Request,
            }
        } else {
            Trouble {
                cause: format!("the connection broke: {}", chain(error)),
                remedy: "run the same command again; what is answered by then is kept",
                extent: Extent::Request,
            }
        };
        Verdict::Again { trouble, after: None, crowded: false }
    }

    /// The fault that tells a trouble; where it reaches further than this request, all that follow get the same.
    fn give_up(&self, trouble: &Trouble, tries: u32) -> ProviderFault {
        let cause = match tries {
            1 => trouble.cause.clone(),
            tries => format!("{} ({tries} tries)", trouble.cause),
        };
        let fault = self.fault(&cause, trouble.remedy);
        match trouble.extent {
            Extent::Request => fault,
            Extent::Server => self.closed.get_or_init(|| fault).clone(),
        }
    }

    fn fault(&self, cause: &str, remedy: &str) -> ProviderFault {
        ProviderFault::Unavailable {
            server: self.place.shown.clone(),
            cause: cause.to_owned(),
            remedy: remedy.to_owned(),
        }
    }
}

/// Waits for something until there is to be no more waiting. What is under way is never cut off by it: it is paid for.
async fn unless_over<T>(
    backoff: &Backoff,
    awaited: impl Future<Output = T>,
) -> Result<T, ProviderFault> {
    let over = async {
        while !backoff.is_cancelled() {
            tokio::time::sleep(GLANCE).await;
        }
    };
    match select(pin!(over), pin!(awaited)).await {
        Either::Left(_) => Err(ProviderFault::Cancelled),
        Either::Right((done, _)) => Ok(done),
    }
}

impl Strange {
    fn trouble(&self) -> Trouble {
        Trouble {
            cause: format!("its answer is none of this interface: {}", self.0),
            remedy: "check `kind` and `base_url`",
            extent: Extent::Request,
        }
    }
}

/// A client that follows nobody, tries nothing twice by itself, and carries the key in one header.
fn client(remote: &Remote, place: &Place) -> reqwest::Result<Client> {
    // Whoever has chosen another one before is heard.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if remote.dialect == Dialect::Anthropic {
        headers.insert("anthropic-version", HeaderValue::from_static(anthropic::VERSION));
    }
    if let Some(key) = &place.key {
        let (name, value) = key.header(remote.dialect);
        headers.insert(name, value);
    }
    let client = Client::builder()
        .user_agent(AGENT)
        .default_headers(headers)
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(CONNECT)
        .timeout(remote.limits.timeout);
    // What is on this machine is not reached through another one.
    if place.near { client.no_proxy().build() } else { client.build() }
}

/// An error of the client with its causes, without addresses.
fn chain(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut told = error.to_string();
    let mut cause = std::error::Error::source(&error);
    while let Some(inner) = cause {
        let text = inner.to_string();
        if !told.contains(&text) {
            told = format!("{told}: {text}");
        }
        cause = inner.source();
    }
    told
}
