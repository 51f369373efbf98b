//! Cancels a run without losing anything that was paid for.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::{Middleware, Provider, ProviderFault, Reply, Request};
use crate::store::Hash;

/// A flag, shared by its clones, that asks for nothing new to be started.
#[derive(Debug, Clone, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Requests cancellation. This cannot be undone.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether cancellation was requested.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Passes requests to a provider until a flag is set. Requests in flight are completed.
///
/// A reply that could not be stored sets a flag as well: further replies would be lost too.
pub(crate) struct Cancellable<'a> {
    inner: &'a dyn Provider,
    cancel: &'a Cancel,
    store_failed: &'a Cancel,
    before_request: &'a (dyn Fn() + Send + Sync),
}

impl fmt::Debug for Cancellable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inner, cancel, store_failed, before_request: _ } = self;
        f.debug_struct("Cancellable")
            .field("inner", inner)
            .field("cancel", cancel)
            .field("store_failed", store_failed)
            .finish_non_exhaustive()
    }
}

impl<'a> Cancellable<'a> {
    /// Wraps a provider. `store_failed` is set if a reply cannot be stored; `before_request` is
    /// called before each request, which may take time.
    pub(crate) fn new(
        inner: &'a dyn Provider,
        cancel: &'a Cancel,
        store_failed: &'a Cancel,
        before_request: &'a (dyn Fn() + Send + Sync),
    ) -> Self {
        Self { inner, cancel, store_failed, before_request }
    }
}

impl Middleware for Cancellable<'_> {
    fn inner(&self) -> &dyn Provider {
        self.inner
    }

    async fn answer(&self, request: &Request<'_>, key: &Hash) -> Result<Reply, ProviderFault> {
        if self.cancel.is_requested() || self.store_failed.is_requested() {
            return Err(ProviderFault::Cancelled);
        }
        (self.before_request)();
        let reply = self.inner.complete(request, key).await;
        if let Err(ProviderFault::NotStored(_)) = reply {
            self.store_failed.request();
        }
        reply
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::{answering, ask, reply};
    use super::*;

    #[test]
    fn a_cancelled_request_in_flight_is_answered_and_no_other_starts() {
        let (cancel, store_failed) = (Cancel::default(), Cancel::default());
        let slow = answering(|request, _| {
            cancel.request();
            Ok(reply(request, "late"))
        });
        let provider = Cancellable::new(&slow, &cancel, &store_failed, &|| ());
        assert_eq!(ask(&provider, "Well?"), Ok("late".to_owned()));
        assert_eq!(ask(&provider, "Well?"), Err(ProviderFault::Cancelled));
        assert!(!store_failed.is_requested());
    }

    #[test]
    fn no_request_starts_after_a_reply_that_could_not_be_stored() {
        let (cancel, store_failed) = (Cancel::default(), Cancel::default());
        let full = ProviderFault::NotStored("disk full".to_owned());
        let slow = answering(|_, _| Err(full.clone()));
        let provider = Cancellable::new(&slow, &cancel, &store_failed, &|| ());
        assert_eq!(ask(&provider, "Well?"), Err(full.clone()));
        assert_eq!(ask(&provider, "Well?"), Err(ProviderFault::Cancelled));
        assert!(store_failed.is_requested() && !cancel.is_requested());
    }
}
