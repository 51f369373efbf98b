//! Stores every reply of a provider, so that no request is paid twice.

use std::sync::atomic::{AtomicU64, Ordering};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::{Provider, ProviderFault, Reply, Request};
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
    hits: AtomicU64,
}

impl<'a> Cached<'a> {
    /// Puts the replies of a store in front of a provider.
    pub fn new(inner: &'a dyn Provider, store: &'a Store) -> Self {
        Self { inner, store, hits: AtomicU64::new(0) }
    }

    /// The number of replies that the store already held.
    pub fn hits(&self) -> u64 {
        self.hits.load(Ordering::Relaxed)
    }

    fn stored(&self, key: &Hash) -> Result<Option<Reply>, ProviderFault> {
        let unreadable = |error: store::Error| ProviderFault::Cache(error.report());
        let stored = self.store.reply(key).map_err(unreadable)?;
        Ok(stored.map(|Exchange { reply, .. }| reply))
    }

    async fn answer(&self, request: &Request<'_>, key: &Hash) -> Result<Reply, ProviderFault> {
        if let Some(reply) = self.stored(key)? {
            self.hits.fetch_add(1, Ordering::Relaxed);
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

impl Provider for Cached<'_> {
    fn identity(&self, request: &Request<'_>) -> String {
        self.inner.identity(request)
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        self.answer(request, key).boxed()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::super::samples::request;
    use super::super::{Finish, Metered, Replay, Spent};
    use super::*;

    /// Numbers its replies.
    #[derive(Debug, Default)]
    struct Counting {
        asked: AtomicU64,
        fails: bool,
    }

    impl Provider for Counting {
        fn identity(&self, _: &Request<'_>) -> String {
            "counting".to_owned()
        }

        fn complete<'a>(
            &'a self,
            request: &'a Request<'_>,
            _: &'a Hash,
        ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
            let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
            let reply = reply(request, &number.to_string());
            let fault = ProviderFault::NoAnswer("no connection".to_owned());
            std::future::ready(if self.fails { Err(fault) } else { Ok(reply) }).boxed()
        }
    }

    /// While it answers, another process stores another reply to the same request.
    #[derive(Debug)]
    struct Raced(Store);

    impl Provider for Raced {
        fn identity(&self, _: &Request<'_>) -> String {
            "raced".to_owned()
        }

        fn complete<'a>(
            &'a self,
            request: &'a Request<'_>,
            key: &'a Hash,
        ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
            let other = reply(request, "theirs");
            let other = Exchange { messages: request.messages.clone(), reply: other };
            self.0.put_reply(key, &other).unwrap();
            std::future::ready(Ok(reply(request, "ours"))).boxed()
        }
    }

    fn reply(request: &Request<'_>, text: &str) -> Reply {
        Reply {
            text: text.to_owned(),
            model: request.model.clone(),
            finish: Finish::Stop,
            spent: Spent::default(),
        }
    }

    fn ask(provider: &dyn Provider, question: &str) -> Result<String, ProviderFault> {
        let request = request(question);
        let key = request.key(&provider.identity(&request));
        pollster::block_on(provider.complete(&request, &key)).map(|reply| reply.text)
    }

    #[test]
    fn of_two_racing_replies_the_stored_one_is_used() {
        let (_folder, store) = Store::scratch();
        let metered = Metered::new(Box::new(Raced(store.clone())));
        let cached = Cached::new(&metered, &store);
        assert_eq!(ask(&cached, "First?"), Ok("theirs".to_owned()));
        assert_eq!((cached.hits(), metered.used().0), (0, 1), "ours was paid for as well");
    }

    #[test]
    fn no_request_is_asked_twice_and_hits_are_counted() {
        let (_folder, store) = Store::scratch();
        let counting = Counting::default();
        let cached = Cached::new(&counting, &store);
        assert_eq!(ask(&cached, "First?"), Ok("1".to_owned()));
        assert_eq!(ask(&cached, "Second?"), Ok("2".to_owned()));
        assert_eq!(ask(&cached, "First?"), Ok("1".to_owned()));
        assert_eq!((cached.hits(), counting.asked.load(Ordering::Relaxed)), (1, 2));
        let other = Counting::default();
        let later = Cached::new(&other, &store);
        assert_eq!(ask(&later, "Second?"), Ok("2".to_owned()), "the store outlives the provider");
        assert_eq!((later.hits(), other.asked.load(Ordering::Relaxed)), (1, 0));
    }

    #[test]
    fn a_reply_is_stored_before_the_debate_gets_it() {
        let (_folder, store) = Store::scratch();
        let counting = Counting::default();
        let cached = Cached::new(&counting, &store);
        let request = request("First?");
        let key = request.key("counting");
        let reply = pollster::block_on(cached.complete(&request, &key)).unwrap();
        let stored: Exchange = store.reply(&key).unwrap().expect("it is stored");
        assert_eq!(stored, Exchange { messages: request.messages, reply });
    }

    #[test]
    fn a_fault_is_not_stored() {
        let (_folder, store) = Store::scratch();
        let failing = Counting { fails: true, ..Counting::default() };
        let cached = Cached::new(&failing, &store);
        assert!(ask(&cached, "First?").is_err());
        assert_eq!(cached.hits(), 0);
        let counting = Counting::default();
        assert_eq!(ask(&Cached::new(&counting, &store), "First?"), Ok("1".to_owned()));
    }

    #[test]
    fn a_replay_gives_stored_replies_only() {
        let (_folder, store) = Store::scratch();
        ask(&Cached::new(&Counting::default(), &store), "First?").unwrap();
        let replay = Replay::new(Box::new(Counting::default()));
        let replay = Cached::new(&replay, &store);
        assert_eq!(ask(&replay, "First?"), Ok("1".to_owned()));
        assert_eq!(ask(&replay, "Second?"), Err(ProviderFault::NotRecorded("decompose")));
    }

    #[test]
    fn a_replay_repeats_recorded_faults() {
        let (_folder, store) = Store::scratch();
        let key = request("First?").key("counting");
        let faults = BTreeMap::from([(key, "no connection".to_owned())]);
        let replay = Replay::new(Box::new(Counting::default())).with_faults(faults);
        assert_eq!(
            ask(&Cached::new(&replay, &store), "First?"),
            Err(ProviderFault::NoAnswer("no connection".to_owned()))
        );
    }
}
