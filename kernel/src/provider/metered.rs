//! Counts what a provider is asked.

use std::sync::{Mutex, PoisonError};

use super::{Middleware, Provider, ProviderFault, Reply, Request};
use crate::store::Hash;
use crate::vocabulary::Volumes;

/// A provider whose replies and tokens are counted.
#[derive(Debug)]
pub struct Metered {
    inner: Box<dyn Provider>,
    used: Mutex<(u64, Volumes)>,
}

impl Metered {
    /// Wraps a provider.
    pub fn new(inner: Box<dyn Provider>) -> Self {
        Self { inner, used: Mutex::default() }
    }

    /// The number of replies, and their tokens by the model that was asked.
    pub fn used(&self) -> (u64, Volumes) {
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
        used.0 += 1;
        used.1.extend([(request.model.clone(), reply.spent.volume())]);
        Ok(reply)
    }
}
