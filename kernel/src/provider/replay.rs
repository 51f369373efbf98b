//! Repeats recorded silences and asks nothing.

use std::collections::BTreeMap;

use super::{Middleware, Provider, ProviderFault, Reply, Request};
use crate::store::Hash;

/// A provider that asks nothing: behind [`Cached`](super::Cached) it leaves only the replies that
/// are stored.
#[derive(Debug)]
pub struct Replay {
    recorded: Box<dyn Provider>,
    faults: BTreeMap<Hash, String>,
}

impl Replay {
    /// Takes the identity of `recorded`, the provider that once gave the replies.
    pub fn new(recorded: Box<dyn Provider>) -> Self {
        Self { recorded, faults: BTreeMap::new() }
    }

    /// Repeats the faults of requests, by their keys, that the provider once did not answer.
    #[must_use]
    pub fn with_faults(self, faults: BTreeMap<Hash, String>) -> Self {
        Self { faults, ..self }
    }
}

impl Middleware for Replay {
    fn inner(&self) -> &dyn Provider {
        &*self.recorded
    }

    async fn answer(&self, request: &Request<'_>, key: &Hash) -> Result<Reply, ProviderFault> {
        Err(match self.faults.get(key) {
            Some(fault) => ProviderFault::NoAnswer(fault.clone()),
            None => ProviderFault::NotRecorded(request.name),
        })
    }
}
