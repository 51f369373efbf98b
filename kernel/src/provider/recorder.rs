//! Records the requests and replies of a provider.

use std::sync::{Mutex, PoisonError};

use super::{Exchange, Middleware, Provider, ProviderFault, Reply, Request};
use crate::store::Hash;
use crate::vocabulary::Tokens;

/// One request and its reply.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    /// The key of the request.
    pub(crate) key: Hash,
    /// The model that was asked.
    pub(crate) model: String,
    /// The limit of the reply's length.
    pub(crate) max_output: Tokens,
    /// The prompt and the reply.
    pub(crate) exchange: Exchange,
}

/// A provider whose requests and replies are recorded in memory.
#[derive(Debug)]
pub(crate) struct Recorder {
    inner: Box<dyn Provider>,
    recorded: Mutex<Vec<Recorded>>,
}

impl Recorder {
    /// Wraps a provider.
    pub(crate) fn new(inner: Box<dyn Provider>) -> Self {
        Self { inner, recorded: Mutex::default() }
    }

    /// What was recorded, in order.
    pub(crate) fn recorded(self) -> Vec<Recorded> {
        self.recorded.into_inner().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Middleware for Recorder {
    fn inner(&self) -> &dyn Provider {
        &*self.inner
    }

    async fn answer(&self, request: &Request<'_>, key: &Hash) -> Result<Reply, ProviderFault> {
        let reply = self.inner.complete(request, key).await?;
        let recorded = Recorded {
            key: *key,
            model: request.model.clone(),
            max_output: request.parameters.max_output,
            exchange: Exchange { messages: request.messages.clone(), reply: reply.clone() },
        };
        self.recorded.lock().unwrap_or_else(PoisonError::into_inner).push(recorded);
        Ok(reply)
    }
}
