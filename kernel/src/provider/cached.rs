//! Stores every reply of a provider, so that no request is paid twice.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::{Deserialize, Serialize};

use super::{Middleware, Provider, ProviderFault, Reply, Request};
use crate::prompt::Message;
use crate::store::{self, Hash, ReplyStored, Store};

/// What the store holds under a request's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The prompt.
    pub messages: Vec<Message>,
    /// The reply.
    pub reply: Reply,
}

/// A borrowed [`Exchange`].
#[derive(Serialize)]
struct ExchangeRef<'a> {
    messages: &'a [Message],
    reply: &'a Reply,
}

/// A provider whose replies are stored, each before it is used.
#[derive(Debug)]
pub struct Cached<'a> {
    inner: &'a dyn Provider,
    store: &'a Store,
    reused: AtomicU64,
}

impl<'a> Cached<'a> {
    /// Puts the replies of a store in front of a provider.
    pub fn new(inner: &'a dyn Provider, store: &'a Store) -> Self {
        Self { inner, store, reused: AtomicU64::new(0) }
    }

    /// The number of replies that the store already held.
    pub fn reused(&self) -> u64 {
        self.reused.load(Ordering::Relaxed)
    }

    fn stored(&self, key: &Hash) -> Result<Option<Reply>, ProviderFault> {
        let unreadable = |error: store::Error| ProviderFault::Cache(error.report());
        let stored = self.store.reply(key).map_err(unreadable)?;
        Ok(stored.map(|Exchange { reply, .. }| reply))
    }
}

impl Middleware for Cached<'_> {
    fn inner(&self) -> &dyn Provider {
        self.inner
    }

    async fn answer(&self, request: &Request<'_>, key: &Hash) -> Result<Reply, ProviderFault> {
        if let Some(reply) = self.stored(key)? {
            self.reused.fetch_add(1, Ordering::Relaxed);
            return Ok(reply);
        }
        let reply = self.inner.complete(request, key).await?;
        let exchange = ExchangeRef { messages: &request.messages, reply: &reply };
        let lost = |error: store::Error| ProviderFault::NotStored(error.report());
        match self.store.put_reply(key, &exchange).map_err(lost)? {
            ReplyStored::New | ReplyStored::Same => Ok(reply),
            // Another debate asked at the same time; both continue with the reply that is kept.
            ReplyStored::Other => Ok(self.stored(key)?.unwrap_or(reply)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::samples::{answering, ask, reply, request};
    use super::super::{Metered, Replay};
    use super::*;

    /// A provider that numbers its replies.
    fn counting(asked: &AtomicU64) -> impl Provider {
        answering(|request, _| {
            let number = asked.fetch_add(1, Ordering::Relaxed) + 1;
            Ok(reply(request, &number.to_string()))
        })
    }

    fn no_connection() -> ProviderFault {
        ProviderFault::NoAnswer("no connection".to_owned())
    }

    #[test]
    fn of_two_racing_replies_the_stored_one_is_used() {
        let (_folder, store) = Store::scratch();
        let shared = store.clone();
        // While it answers, another process stores another reply to the same request.
        let raced = answering(move |request, key| {
            let other = reply(request, "theirs");
            let other = Exchange { messages: request.messages.clone(), reply: other };
            shared.put_reply(key, &other).unwrap();
            Ok(reply(request, "ours"))
        });
        let metered = Metered::new(Box::new(raced));
        let cached = Cached::new(&metered, &store);
        assert_eq!(ask(&cached, "First?"), Ok("theirs".to_owned()));
        assert_eq!((cached.reused(), metered.used().replies), (0, 1), "ours was paid for as well");
    }

    #[test]
    fn no_request_is_asked_twice_and_hits_are_counted() {
        let (_folder, store) = Store::scratch();
        let (asked, asked_later) = (AtomicU64::new(0), AtomicU64::new(0));
        let counting = counting(&asked);
        let cached = Cached::new(&counting, &store);
        assert_eq!(ask(&cached, "First?"), Ok("1".to_owned()));
        assert_eq!(ask(&cached, "Second?"), Ok("2".to_owned()));
        assert_eq!(ask(&cached, "First?"), Ok("1".to_owned()));
        assert_eq!((cached.reused(), asked.load(Ordering::Relaxed)), (1, 2));
        let other = self::counting(&asked_later);
        let later = Cached::new(&other, &store);
        assert_eq!(ask(&later, "Second?"), Ok("2".to_owned()), "the store outlives the provider");
        assert_eq!((later.reused(), asked_later.load(Ordering::Relaxed)), (1, 0));
    }

    #[test]
    fn a_reply_is_stored_before_the_debate_gets_it() {
        let (_folder, store) = Store::scratch();
        let inner = answering(|request, _| Ok(reply(request, "Yes.")));
        let cached = Cached::new(&inner, &store);
        let request = request("First?");
        let key = request.key(&inner.identity(&request));
        let reply = pollster::block_on(cached.complete(&request, &key)).unwrap();
        let stored: Exchange = store.reply(&key).unwrap().expect("it is stored");
        assert_eq!(stored, Exchange { messages: request.messages, reply });
    }

    #[test]
    fn a_fault_is_not_stored() {
        let (_folder, store) = Store::scratch();
        let failing = answering(|_, _| Err(no_connection()));
        let cached = Cached::new(&failing, &store);
        assert_eq!(ask(&cached, "First?"), Err(no_connection()));
        assert_eq!(cached.reused(), 0);
        let working = answering(|request, _| Ok(reply(request, "Yes.")));
        assert_eq!(ask(&Cached::new(&working, &store), "First?"), Ok("Yes.".to_owned()));
    }

    #[test]
    fn a_replay_gives_stored_replies_only() {
        let (_folder, store) = Store::scratch();
        let provider = || answering(|request, _| Ok(reply(request, "Yes.")));
        ask(&Cached::new(&provider(), &store), "First?").unwrap();
        let replay = Replay::new(Box::new(provider()));
        let replay = Cached::new(&replay, &store);
        assert_eq!(ask(&replay, "First?"), Ok("Yes.".to_owned()));
        assert_eq!(ask(&replay, "Second?"), Err(ProviderFault::NotRecorded("decompose")));
    }

    #[test]
    fn a_replay_repeats_recorded_faults() {
        let (_folder, store) = Store::scratch();
        let provider = answering(|request, _| Ok(reply(request, "Yes.")));
        let key = request("First?").key(&provider.identity(&request("First?")));
        let faults = BTreeMap::from([(key, "no connection".to_owned())]);
        let replay = Replay::new(Box::new(provider)).with_faults(faults);
        assert_eq!(ask(&Cached::new(&replay, &store), "First?"), Err(no_connection()));
    }
}
