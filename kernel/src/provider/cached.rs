//! Stands between a debate and a provider, and keeps every reply.

use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::{Provider, ProviderFault, Reply, Request};
use crate::prompt::Message;
use crate::store::Store;

/// What the cache holds under a request's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// What was asked.
    pub messages: Vec<Message>,
    /// What was answered.
    pub reply: Reply,
}

/// A provider whose replies are kept in a store, so that none is asked for twice.
#[derive(Debug)]
pub struct Cached {
    inner: Box<dyn Provider>,
    store: Store,
    hits: AtomicU64,
    misses: AtomicU64,
}

impl Cached {
    /// Puts a store in front of a provider.
    pub fn new(inner: Box<dyn Provider>, store: Store) -> Self {
        Self { inner, store, hits: AtomicU64::new(0), misses: AtomicU64::new(0) }
    }

    /// Replies that the store served, and replies that it had to ask for.
    pub fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    async fn answer(&self, request: &Request) -> Result<Reply, ProviderFault> {
        let fault =
            |error: crate::store::Error| ProviderFault::Cache(format!("{error}; {}", error.help()));
        let key = request.key(&self.inner.identity(request));
        if let Some(Exchange { reply, .. }) = self.store.cached(&key).map_err(fault)? {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Ok(reply);
        }
        let reply = self.inner.complete(request).await?;
        self.misses.fetch_add(1, Ordering::Relaxed);
        let exchange = Exchange { messages: request.messages.clone(), reply: reply.clone() };
        self.store.remember(&key, &exchange).map_err(fault)?;
        Ok(reply)
    }
}

impl Provider for Cached {
    fn identity(&self, request: &Request) -> String {
        self.inner.identity(request)
    }

    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        self.answer(request).boxed()
    }
}

/// A provider that has nothing of its own: behind [`Cached`] it repeats what another provider said, and nothing else.
#[derive(Debug)]
pub struct Replay {
    recorded: Box<dyn Provider>,
}

impl Replay {
    /// Repeats what `recorded` once said, without asking it again.
    pub fn new(recorded: Box<dyn Provider>) -> Self {
        Self { recorded }
    }
}

impl Provider for Replay {
    fn identity(&self, request: &Request) -> String {
        self.recorded.identity(request)
    }

    fn complete<'a>(&'a self, request: &'a Request) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        let fault = format!("the store holds no reply for this request of task {}", request.task);
        std::future::ready(Err(ProviderFault::NoAnswer(fault))).boxed()
    }
}
