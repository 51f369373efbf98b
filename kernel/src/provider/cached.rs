//! Stands between a debate and a provider, and keeps every reply.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};

use super::{Provider, ProviderFault, Reads, Reply, Request};
use crate::prompt::Message;
use crate::store::{self, Hash, Named, Remembered, Replies};
use crate::vocabulary::Volumes;

/// What the cache holds under a request's key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// What was asked.
    pub messages: Vec<Message>,
    /// What was answered.
    pub reply: Reply,
}

/// An [`Exchange`] on its way into the cache.
#[derive(Serialize)]
struct Kept<'a> {
    messages: &'a [Message],
    reply: &'a Reply,
}

/// A provider whose replies are kept in a store, so that none is asked for twice.
#[derive(Debug)]
pub struct Cached<'a> {
    inner: Box<dyn Provider>,
    replies: &'a Replies,
    hits: AtomicU64,
    misses: AtomicU64,
    spent: Mutex<Volumes>,
    unnamed: Mutex<Vec<Hash>>,
}

impl<'a> Cached<'a> {
    /// Puts the replies of a store in front of a provider.
    pub fn new(inner: Box<dyn Provider>, replies: &'a Replies) -> Self {
        Self {
            inner,
            replies,
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
            spent: Mutex::default(),
            unnamed: Mutex::default(),
        }
    }

    /// The requests whose replies had no name in the store when they were used, for [`Outcome`](crate::store::Outcome).
    pub fn unnamed(&self) -> Vec<Hash> {
        self.unnamed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn kept(&self, key: &Hash) -> Result<Option<Reply>, ProviderFault> {
        let fault = |error: store::Error| ProviderFault::Cache(error.told());
        let kept = self.replies.cached(key).map_err(fault)?;
        Ok(kept.map(|(Exchange { reply, .. }, named)| {
            if named == Named::NotYet {
                self.unnamed.lock().unwrap_or_else(PoisonError::into_inner).push(*key);
            }
            reply
        }))
    }

    /// The tokens of the replies that it had to ask for, by the model that was asked.
    pub fn spent(&self) -> Volumes {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn pay(&self, request: &Request, reply: &Reply) {
        self.misses.fetch_add(1, Ordering::Relaxed);
        let mut spent = self.spent.lock().unwrap_or_else(PoisonError::into_inner);
        spent.extend([(request.model.clone(), reply.spent.volume())]);
    }

    /// Replies that the store served, and replies that it had to ask for.
    pub fn hits_and_misses(&self) -> (u64, u64) {
        (self.hits.load(Ordering::Relaxed), self.misses.load(Ordering::Relaxed))
    }

    async fn answer(&self, request: &Request, key: &Hash) -> Result<Reply, ProviderFault> {
        if let Some(reply) = self.kept(key)? {
            self.hits.fetch_add(1, Ordering::Relaxed);
            return Ok(reply);
        }
        let reply = self.inner.complete(request, key).await?;
        self.pay(request, &reply);
        let exchange = Kept { messages: &request.messages, reply: &reply };
        let lost = |error: store::Error| ProviderFault::NotKept(error.told());
        match self.replies.remember(key, &exchange).map_err(lost)? {
            Remembered::Stored | Remembered::Same => {
                self.unnamed.lock().unwrap_or_else(PoisonError::into_inner).push(*key);
                Ok(reply)
            }
            // Another debate asked at the same time; both go on with the reply that was kept.
            Remembered::AlreadyThere => Ok(self.kept(key)?.unwrap_or(reply)),
        }
    }
}

impl Provider for Cached<'_> {
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

/// A provider that has nothing of its own: behind [`Cached`] it repeats what another provider said, and nothing else.
#[derive(Debug)]
pub struct Replay {
    recorded: Box<dyn Provider>,
    faults: BTreeMap<Hash, String>,
}

impl Replay {
    /// Repeats what `recorded` once said, without asking it again.
    pub fn new(recorded: Box<dyn Provider>) -> Self {
        Self { recorded, faults: BTreeMap::new() }
    }

    /// Repeats as well that it once did not answer some requests, by their keys.
    #[must_use]
    pub fn with_faults(self, faults: BTreeMap<Hash, String>) -> Self {
        Self { faults, ..self }
    }
}

impl Provider for Replay {
    fn identity(&self, request: &Request) -> String {
        self.recorded.identity(request)
    }

    fn reads(&self) -> Reads {
        self.recorded.reads()
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request,
        key: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        let fault = match self.faults.get(key) {
            Some(fault) => ProviderFault::NoAnswer(fault.clone()),
            None => ProviderFault::NotRecorded(request.task),
        };
        std::future::ready(Err(fault)).boxed()
    }
}

#[cfg(test)]
mod tests {
    use super::super::samples::request;
    use super::super::{Finish, Spent};
    use super::*;
    use crate::store::Store;
    use crate::task::Kind;

    /// Numbers its replies.
    #[derive(Debug, Default)]
    struct Counting {
        asked: AtomicU64,
        fails: bool,
    }

    impl Provider for Counting {
        fn identity(&self, _: &Request) -> String {
            "counting".to_owned()
        }

        fn complete<'a>(
            &'a self,
            request: &'a Request,
            _: &'a Hash,
        ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
            let number = self.asked.fetch_add(1, Ordering::Relaxed) + 1;
            let reply = Reply {
                text: number.to_string(),
                model: request.model.clone(),
                finish: Finish::Stop,
                spent: Spent::default(),
            };
            let fault = ProviderFault::NoAnswer("no connection".to_owned());
            std::future::ready(if self.fails { Err(fault) } else { Ok(reply) }).boxed()
        }
    }

    /// While it answers, another process keeps another answer to the same request.
    #[derive(Debug)]
    struct Overtaken(Store);

    impl Provider for Overtaken {
        fn identity(&self, _: &Request) -> String {
            "overtaken".to_owned()
        }

        fn complete<'a>(
            &'a self,
            request: &'a Request,
            key: &'a Hash,
        ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
            let reply = |text: &str| Reply {
                text: text.to_owned(),
                model: request.model.clone(),
                finish: Finish::Stop,
                spent: Spent::default(),
            };
            let other = Exchange { messages: request.messages.clone(), reply: reply("theirs") };
            self.0.remember(key, &other).unwrap();
            std::future::ready(Ok(reply("ours"))).boxed()
        }
    }

    #[test]
    fn whoever_is_overtaken_goes_on_with_the_reply_that_is_kept() {
        let (_folder, store) = Store::scratch();
        let replies = Replies::new(store.clone());
        let cached = Cached::new(Box::new(Overtaken(store)), &replies);
        assert_eq!(ask(&cached, "First?"), Ok("theirs".to_owned()));
        assert_eq!(cached.hits_and_misses(), (0, 1), "ours was paid for all the same");
    }

    fn ask(provider: &dyn Provider, question: &str) -> Result<String, ProviderFault> {
        let request = request(question);
        let key = request.key(&provider.identity(&request));
        pollster::block_on(provider.complete(&request, &key)).map(|reply| reply.text)
    }

    #[test]
    fn nothing_is_asked_twice_and_hits_and_misses_are_counted() {
        let (_folder, store) = Store::scratch();
        let replies = Replies::new(store.clone());
        let cached = Cached::new(Box::new(Counting::default()), &replies);
        assert_eq!(ask(&cached, "First?"), Ok("1".to_owned()));
        assert_eq!(ask(&cached, "Second?"), Ok("2".to_owned()));
        assert_eq!(ask(&cached, "First?"), Ok("1".to_owned()));
        assert_eq!(cached.hits_and_misses(), (1, 2));
        assert_eq!(cached.unnamed().len(), 3);
        replies.commit(&[]).unwrap();
        let replies = Replies::new(store);
        let later = Cached::new(Box::new(Counting::default()), &replies);
        assert_eq!(ask(&later, "Second?"), Ok("2".to_owned()), "the store outlives the provider");
        assert_eq!(later.hits_and_misses(), (1, 0));
        assert_eq!(later.unnamed(), []);
    }

    #[test]
    fn a_fault_is_neither_kept_nor_counted() {
        let (_folder, store) = Store::scratch();
        let failing = Counting { fails: true, ..Counting::default() };
        let replies = Replies::new(store);
        let cached = Cached::new(Box::new(failing), &replies);
        assert!(ask(&cached, "First?").is_err());
        assert_eq!(cached.hits_and_misses(), (0, 0));
        let cached = Cached::new(Box::new(Counting::default()), &replies);
        assert_eq!(ask(&cached, "First?"), Ok("1".to_owned()));
    }

    #[test]
    fn a_replay_repeats_what_is_kept_and_nothing_else() {
        let (_folder, store) = Store::scratch();
        let replies = Replies::new(store);
        let recorded = Cached::new(Box::new(Counting::default()), &replies);
        ask(&recorded, "First?").unwrap();
        let replay = Cached::new(Box::new(Replay::new(Box::new(Counting::default()))), &replies);
        assert_eq!(ask(&replay, "First?"), Ok("1".to_owned()));
        assert_eq!(ask(&replay, "Second?"), Err(ProviderFault::NotRecorded(Kind::Decompose)));
    }

    #[test]
    fn a_replay_is_silent_where_silence_is_on_record() {
        let (_folder, store) = Store::scratch();
        let key = request("First?").key("counting");
        let replay = Replay::new(Box::new(Counting::default()))
            .with_faults(BTreeMap::from([(key, "no connection".to_owned())]));
        let replies = Replies::new(store);
        let replay = Cached::new(Box::new(replay), &replies);
        assert_eq!(
            ask(&replay, "First?"),
            Err(ProviderFault::NoAnswer("no connection".to_owned()))
        );
    }
}
