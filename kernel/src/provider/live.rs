//! Sends requests to language models over the network.
//!
//! The rest of the kernel has no async runtime: a debate waits for a task on the runtime of this
//! provider. The children contain the code without side effects: request and response bodies
//! ([`openai`], [`anthropic`], [`tavily`], [`schema`]), the meaning of a response ([`classify`]),
//! the wait before a retry ([`retry`]), and the limits ([`rate_limit`], [`concurrency`]).

mod anthropic;
mod classify;
mod concurrency;
mod connection;
mod counted;
mod endpoint;
mod key;
mod merge;
mod openai;
mod rate_limit;
mod redaction;
mod refused_parameter;
mod retry;
mod schema;
mod shown_schema;
mod tavily;

use std::fmt;
use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinSet;

use self::connection::Connection;
use super::{Backoff, Capabilities, ConnectError, Provider, ProviderFault, Remote, Reply, Request};
use crate::store::Hash;

/// A connected [`Remote`]. All debates of a run share one connection, because limits belong to an
/// account and not to a debate.
pub struct Live {
    connection: Arc<Connection>,
    runtime: Arc<BackgroundRuntime>,
    backoff: Backoff,
}

/// The runtime, until the last user drops it.
#[derive(Debug)]
struct BackgroundRuntime(Option<Runtime>);

impl Live {
    /// Checks that the configuration is complete: the key exists and the address is valid.
    ///
    /// # Errors
    /// As [`Live::new`].
    pub fn check(remote: &Remote) -> Result<(), ConnectError> {
        connection::endpoint(remote).map(drop)
    }

    /// Prepares a connection to a server; nothing is sent yet. Key and address may come from the
    /// environment.
    ///
    /// # Errors
    /// [`ConnectError`] if a key is missing, or the address cannot be used.
    pub fn new(remote: Remote) -> Result<Self, ConnectError> {
        let connection = Connection::new(remote)?;
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build();
        let runtime = runtime.map_err(|error| ConnectError::Client(error.to_string()))?;
        let runtime = BackgroundRuntime(Some(runtime));
        Ok(Self {
            connection: Arc::new(connection),
            runtime: Arc::new(runtime),
            backoff: Backoff::default(),
        })
    }

    /// The same connection with another handling of waits.
    #[must_use]
    pub fn with(&self, backoff: Backoff) -> Self {
        let Self { connection, runtime, .. } = self;
        Self { connection: Arc::clone(connection), runtime: Arc::clone(runtime), backoff }
    }
}

impl fmt::Debug for Live {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live")
            .field("endpoint", &self.connection.endpoint.shown)
            .finish_non_exhaustive()
    }
}

impl Drop for BackgroundRuntime {
    fn drop(&mut self) {
        // The current thread may belong to another runtime, which must not block.
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

impl Provider for Live {
    fn identity(&self, request: &Request<'_>) -> String {
        self.connection.remote.identity(request)
    }

    fn capabilities(&self) -> Capabilities {
        self.connection.remote.capabilities()
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        _: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        let runtime = self.runtime.0.as_ref().expect("the runtime exists until the drop");
        let schema = self.connection.schema(request);
        let asked =
            Arc::clone(&self.connection).ask(request.detached(), schema, self.backoff.clone());
        // A set of one task, because a task outside a set would not be aborted when this future is
        // dropped.
        let mut task = JoinSet::new();
        task.spawn_on(asked, runtime.handle());
        async move {
            let answer = task.join_next().await.expect("the set has a task");
            answer.unwrap_or_else(|error| {
                let cause =
                    if error.is_panic() { "the request panicked" } else { "the runtime ended" };
                Err(self.connection.fault(cause, "please report this as a defect"))
            })
        }
        .boxed()
    }
}
