//! Ends a run early without losing anything that was asked for.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::{Provider, ProviderFault, Reads, Reply, Request};
use crate::store::Hash;

/// A flag that asks whoever holds a copy of it to begin nothing new.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Asks to stop. It cannot be taken back.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was asked to stop.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Lets requests through to a provider until it is asked to stop; what is under way then is answered.
///
/// A reply that could not be kept is itself a reason to stop: the next one would be lost as well.
pub(crate) struct Gate<'a> {
    inner: &'a dyn Provider,
    asked: &'a Stop,
    broken: &'a Stop,
    before: &'a (dyn Fn() + Send + Sync),
}

impl fmt::Debug for Gate<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inner, asked, broken, before: _ } = self;
        f.debug_struct("Gate")
            .field("inner", inner)
            .field("asked", asked)
            .field("broken", broken)
            .finish_non_exhaustive()
    }
}

impl<'a> Gate<'a> {
    /// Stands before a provider; `broken` is set where a reply could not be kept, and `before` is done before each request,
    /// which may take its time.
    pub(crate) fn new(
        inner: &'a dyn Provider,
        asked: &'a Stop,
        broken: &'a Stop,
        before: &'a (dyn Fn() + Send + Sync),
    ) -> Self {
        Self { inner, asked, broken, before }
    }

    async fn answer(&self, request: &Request, key: &Hash) -> Result<Reply, ProviderFault> {
        if self.asked.is_asked() || self.broken.is_asked() {
            return Err(ProviderFault::Stopped);
        }
        (self.before)();
        let reply = self.inner.complete(request, key).await;
        if let Err(ProviderFault::NotKept(_)) = reply {
            self.broken.ask();
        }
        reply
    }
}

impl Provider for Gate<'_> {
    fn identity(&self, request: &Request) -> String {
        self.inner.identity(request)
    }

    fn reads(&self) -> Reads {
        self.inner.reads()
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        self.answer(request, key).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::request;
    use super::super::{Finish, Spent};
    use super::*;

    /// Answers, or says that the answer was lost; is asked to stop while it does.
    #[derive(Debug)]
    struct Slow {
        stop: Stop,
        lost: bool,
    }

    impl Provider for Slow {
        fn identity(&self, _: &Request) -> String {
            "slow".to_owned()
        }

        fn complete<'a>(
            &'a self,
            request: &'a Request,
            _: &'a Hash,
        ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
            let reply = async move {
                self.stop.ask();
                if self.lost {
                    return Err(ProviderFault::NotKept("disk full".to_owned()));
                }
                let text = "late".to_owned();
                let model = request.model.clone();
                Ok(Reply { text, model, finish: Finish::Stop, spent: Spent::default() })
            };
            reply.boxed()
        }
    }

    fn ask(gate: &Gate<'_>) -> Result<String, ProviderFault> {
        let request = request("Well?");
        let reply = pollster::block_on(gate.complete(&request, &request.key("slow")));
        reply.map(|reply| reply.text)
    }

    #[test]
    fn what_is_under_way_is_answered_and_nothing_new_begins() {
        let (stop, broken) = (Stop::default(), Stop::default());
        let slow = Slow { stop: stop.clone(), lost: false };
        let gate = Gate::new(&slow, &stop, &broken, &|| ());
        assert_eq!(ask(&gate), Ok("late".to_owned()));
        assert_eq!(ask(&gate), Err(ProviderFault::Stopped));
        assert!(!broken.is_asked());
    }

    #[test]
    fn a_reply_that_was_lost_is_the_last_one_to_be_asked_for() {
        let (stop, broken) = (Stop::default(), Stop::default());
        let slow = Slow { stop: Stop::default(), lost: true };
        let gate = Gate::new(&slow, &stop, &broken, &|| ());
        assert_eq!(ask(&gate), Err(ProviderFault::NotKept("disk full".to_owned())));
        assert_eq!(ask(&gate), Err(ProviderFault::Stopped));
        assert!(broken.is_asked() && !stop.is_asked());
    }
}
