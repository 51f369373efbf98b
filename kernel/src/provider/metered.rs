//! Counts what a provider is asked.

use std::sync::{Mutex, PoisonError};

use super::{Middleware, Provider, ProviderFault, Reply, Request};
use crate::store::Hash;
use crate::vocabulary::Volumes;

/// What a provider was asked.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Used {
    /// The number of replies, searches included.
    pub replies: u64,
    /// The number of searches of the web.
    pub searches: u64,
    /// The tokens by the model that was asked.
    pub volumes: Volumes,
}

/// A provider whose replies and tokens are counted.
#[derive(Debug)]
pub struct Metered {
    inner: Box<dyn Provider>,
    used: Mutex<Used>,
}

impl Metered {
    /// Wraps a provider.
    pub fn new(inner: Box<dyn Provider>) -> Self {
        Self { inner, used: Mutex::default() }
    }

    /// What it was asked so far.
    pub fn used(&self) -> Used {
        self.used.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Middleware for Metered {
    fn inner(&self) -> &dyn Provider {
        &*self.inner
    }

    async fn answer(&self, request: &Request<'_>, key: &Hash) -> Result<Reply, ProviderFault> {
        let reply = self.inner.complete(request, key).await?;
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        used.replies += 1;
        if request.is_search() {
            used.searches += 1;
        } else {
            used.volumes.extend([(request.model.clone(), reply.spent.volume())]);
        }
        Ok(reply)
    }
}
