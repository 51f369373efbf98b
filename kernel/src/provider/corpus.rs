//! Answers questions from what personas have written: offline, deterministic, instant.
//!
//! What a persona can say is decided by the rules of [`crate::corpus`]. Each question applies them
//! in its own [`ByCorpus::by_corpus`](crate::question::ByCorpus::by_corpus): beside each question
//! is a file `by_corpus.rs`, whose documentation lists the rules that it uses and what an answer
//! leaves out. What is left out is not recorded anywhere: a provider does not take part in the
//! debate.

use futures_util::FutureExt;
use futures_util::future::BoxFuture;

use super::{Capabilities, Finish, Provider, ProviderFault, Reply, Request, Spent};
use crate::corpus::{Corpora, Silence};
use crate::store::Hash;
use crate::vocabulary::{Persona, Probability, Topic};

/// A provider that knows the corpora of some personas on one topic.
#[derive(Debug)]
pub struct Corpus {
    corpora: Corpora,
    identity: String,
}

impl Corpus {
    /// Makes a provider that answers for these personas; `recall` is the share of statements that a
    /// persona recalls.
    ///
    /// # Errors
    /// [`ProviderFault::NoAnswer`] where a persona has no corpus on the topic.
    pub fn new(
        topic: &Topic,
        personas: &[Persona],
        recall: Probability,
    ) -> Result<Self, ProviderFault> {
        let corpora = Corpora::new(topic, personas, recall)?;
        let identity = format!("corpus:{}", identity(topic, &corpora));
        Ok(Self { corpora, identity })
    }

    fn answer(&self, request: &Request<'_>) -> Result<String, ProviderFault> {
        let Some(question) = request.question else {
            let cause = format!("the request of the question {} has no inputs", request.name);
            return Err(ProviderFault::NoAnswer(cause));
        };
        Ok(question.answer_by_corpus(&self.corpora.voices(request.seed))?)
    }
}

/// A hash of everything that the rules read: the corpora, the recall share, and the topic without
/// titles.
fn identity(topic: &Topic, corpora: &Corpora) -> Hash {
    let by_persona: Vec<_> = corpora.by_persona().collect();
    let known = serde_json::to_vec(&(topic.without_titles(), by_persona, corpora.recall()))
        .expect("a corpus has text keys and finite numbers only");
    Hash::of(&known)
}

impl From<Silence> for ProviderFault {
    fn from(silence: Silence) -> Self {
        Self::NoAnswer(silence.0)
    }
}

impl Provider for Corpus {
    fn identity(&self, _: &Request<'_>) -> String {
        self.identity.clone()
    }

    fn complete<'a>(
        &'a self,
        request: &'a Request<'_>,
        _: &'a Hash,
    ) -> BoxFuture<'a, Result<Reply, ProviderFault>> {
        let reply = self.answer(request).map(|text| Reply {
            spent: Spent::estimated(request, &text),
            text,
            model: request.model.clone(),
            finish: Finish::Stop,
        });
        std::future::ready(reply).boxed()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { runs_out_of_moves: true, ..Capabilities::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::samples::{pair, personas_with};
    use crate::provider::samples::request;
    use crate::vocabulary::samples::topic;

    fn provider(topic: &Topic, personas: &[Persona]) -> Corpus {
        Corpus::new(topic, personas, Probability::ONE).unwrap()
    }

    #[test]
    fn the_identity_covers_everything_that_the_rules_read_and_no_words_of_a_prompt() {
        let of = |personas: &[Persona], request: &Request<'_>| {
            provider(&topic(), personas).identity(request)
        };
        let plain = of(&pair(), &request("Well?"));
        assert_eq!(of(&pair(), &request("In other words?")), plain);
        let edited = personas_with(1, |statements| statements[0].text.push('!'));
        assert_ne!(of(&edited, &request("Well?")), plain, "a statement");
        let of_topic = |edit: &dyn Fn(&mut Topic)| {
            let mut topic = topic();
            edit(&mut topic);
            provider(&topic, &pair()).identity(&request("Well?"))
        };
        assert_ne!(of_topic(&|topic| topic.axes[0].keywords.clear()), plain, "an axis");
        assert_eq!(of_topic(&|topic| topic.axes[0].title.push('!')), plain, "a title");
    }

    #[test]
    fn a_persona_without_a_corpus_is_refused() {
        let mut personas = pair();
        personas[0].corpora.clear();
        let fault = Corpus::new(&topic(), &personas, Probability::ONE).unwrap_err();
        assert_eq!(fault.to_string(), "keeper has no corpus on the topic street");
    }
}
