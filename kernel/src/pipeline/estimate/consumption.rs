//! What debates and matchings use: calls, tokens, and how much of the input a prompt cache may
//! serve.

use serde::Serialize;

use crate::prompt::{self, Message};
use crate::provider::{Recorded, tokens_of};
use crate::question::SEARCH;
use crate::vocabulary::{Probability, Tokens, Volume, Volumes};

/// The basis of an estimate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Basis {
    /// The mean of finished debates of the same mode and provider.
    Record {
        /// How many.
        debates: usize,
    },
    /// A rehearsal: the same questions, answered by the provider `corpus`.
    Rehearsal,
    /// None: the rehearsal failed.
    Unknown {
        /// Why.
        why: String,
    },
}

/// What a debate uses.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Consumption {
    /// Calls, repairs included.
    pub calls: u64,
    /// Those of `calls` that are searches of the web, which their service counts and prices.
    pub searches: u64,
    /// Tokens by model.
    pub volumes: Volumes,
    /// The same if every answer were as long as its question allows; `None` if that is not known.
    pub longest: Option<Volumes>,
    /// How much of the input repeats the beginning of an earlier call of the debate.
    pub prefix: Prefix,
}

/// How much of the input of a debate a provider's prompt cache may serve.
///
/// A request counts with its beginning, up to where providers are asked to cache
/// ([`prompt::head`]), if an earlier request of the same debate to the same model began with the
/// same messages. Tokens are estimated from the text. Providers may serve less: their caches expire
/// within minutes, and most ignore beginnings of less than about 1,000 tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Prefix {
    /// Tokens of repeated beginnings.
    pub repeated: Tokens,
    /// All tokens sent.
    pub sent: Tokens,
}

impl Prefix {
    /// The share of repeated tokens.
    pub fn share(self) -> Probability {
        let count = |tokens: Tokens| usize::try_from(tokens.0).expect("texts fit the memory");
        Probability::share(count(self.repeated), count(self.sent))
    }

    fn of(requests: &[&Counted]) -> Self {
        let mut prefix = Self::default();
        for (place, request) in requests.iter().enumerate() {
            let head = prompt::head(&request.messages);
            let same = |earlier: &&Counted| {
                earlier.model == request.model && prompt::head(&earlier.messages) == head
            };
            prefix.sent += tokens_of(&request.messages);
            if requests[..place].iter().any(same) {
                prefix.repeated += tokens_of(head);
            }
        }
        prefix
    }
}

/// A request with the tokens that it used.
#[derive(Debug)]
pub(super) struct Counted {
    pub(super) model: String,
    pub(super) messages: Vec<Message>,
    pub(super) used: Volume,
    /// The limit of the answer's length, if it is known.
    pub(super) max_output: Option<Tokens>,
}

impl Counted {
    /// A request of a rehearsal. A model that thinks may use the room for it as well.
    fn rehearsed(request: Recorded, thinking: Tokens) -> Self {
        let Recorded { model, exchange, max_output, .. } = request;
        Self {
            model,
            used: exchange.reply.spent.volume(),
            messages: exchange.messages,
            max_output: Some(max_output + thinking),
        }
    }
}

impl Consumption {
    /// What a rehearsal uses, if models may use `thinking` tokens for each answer.
    pub(super) fn rehearsed(requests: Vec<Recorded>, thinking: Tokens) -> Self {
        let counted = |request| Counted::rehearsed(request, thinking);
        Self::of(&requests.into_iter().map(counted).collect::<Vec<_>>())
    }

    pub(super) fn of(requests: &[Counted]) -> Self {
        let calls = requests.len() as u64;
        let is_of_model = |request: &&Counted| request.model != SEARCH;
        let requests: Vec<&Counted> = requests.iter().filter(is_of_model).collect();
        let used = |request: &Counted| (request.model.clone(), request.used);
        let longest = |request: &Counted| {
            let longest = Volume { output: request.max_output?, ..request.used };
            Some((request.model.clone(), longest))
        };
        Self {
            calls,
            searches: calls - requests.len() as u64,
            volumes: requests.iter().copied().map(used).collect(),
            longest: requests.iter().copied().map(longest).collect(),
            prefix: Prefix::of(&requests),
        }
    }

    /// The mean of several, rounded up.
    pub(super) fn mean(finished: &[&Self]) -> Self {
        let count = finished.len() as u64;
        let mean = |sum: u64| sum.div_ceil(count);
        let mut sum = Self::default();
        for used in finished {
            sum.calls += used.calls;
            sum.searches += used.searches;
            sum.prefix.repeated += used.prefix.repeated;
            sum.prefix.sent += used.prefix.sent;
            sum.volumes.extend(used.volumes.clone());
        }
        let of = |tokens: Tokens| Tokens(mean(tokens.0));
        let Self { calls, searches, volumes, longest, prefix: Prefix { repeated, sent } } = sum;
        let prefix = Prefix { repeated: of(repeated), sent: of(sent) };
        let (calls, searches) = (mean(calls), mean(searches));
        Self { calls, searches, volumes: volumes.map(mean), longest, prefix }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prompt::Role;

    fn request(model: &str, system: &str, user: &str) -> Counted {
        let message = |role, text: &str| Message { role, text: text.to_owned() };
        let used = Volume { input: Tokens(30), output: Tokens(5), ..Volume::default() };
        Counted {
            model: model.to_owned(),
            messages: vec![message(Role::System, system), message(Role::User, user)],
            used,
            max_output: Some(Tokens(50)),
        }
    }

    #[test]
    fn a_repeated_beginning_counts_from_its_second_use_by_the_same_model() {
        let (bear, bull) = ("b".repeat(40), "c".repeat(40));
        let requests = [
            request("m", &bear, "one"),
            request("m", &bull, "one"),
            request("m", &bear, "two"),
            request("n", &bear, "two"),
            request("m", &bear, "one"),
        ];
        let prefix = Prefix::of(&requests.iter().collect::<Vec<_>>());
        assert_eq!(prefix, Prefix { repeated: Tokens(20), sent: Tokens(55) });
    }

    #[test]
    fn a_search_counts_as_a_call_without_tokens() {
        let used = Consumption::of(&[request("m", "s", "u"), request(SEARCH, "s", "u")]);
        assert_eq!((used.calls, used.searches), (2, 1));
        assert_eq!(used.volumes.iter().map(|(model, _)| model).collect::<Vec<_>>(), ["m"]);
    }

    #[test]
    fn the_longest_answers_use_the_limit_and_the_mean_is_rounded_up() {
        let one = Consumption::of(&[
            request("m", "s", "u"),
            request("n", "s", "u"),
            request("m", "s", "u"),
        ]);
        let output = |volumes: &Volumes, model: &str| {
            volumes.iter().find(|(name, _)| *name == model).unwrap().1.output
        };
        assert_eq!((one.calls, output(&one.volumes, "m")), (3, Tokens(10)));
        assert_eq!(one.longest.as_ref().map(|it| output(it, "m")), Some(Tokens(100)));
        let other = Consumption::of(&[Counted { max_output: None, ..request("m", "s", "u") }]);
        assert_eq!(other.longest, None);
        let mean = Consumption::mean(&[&one, &other]);
        assert_eq!((mean.calls, output(&mean.volumes, "m")), (2, Tokens(8)));
        assert_eq!(output(&mean.volumes, "n"), Tokens(3), "5 in two debates");
        assert_eq!((one.prefix.sent, other.prefix.sent), (Tokens(6), Tokens(2)));
        assert_eq!(mean.prefix.sent, Tokens(4));
    }
}
