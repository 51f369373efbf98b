//! Ways to name cruxes without a debate.

use std::collections::BTreeSet;

use fastrand::Rng;

use super::named::{Named, NamedBy, NamedCrux};
use crate::planted::truth::IssueTruth;
use crate::vocabulary::{Axis, Corpus, Side, Topic};

/// A way to name cruxes without a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Baseline {
    /// As many issues as there are true cruxes, chosen at random. It alone sees the truth: its
    /// number.
    Random,
    /// Every issue on which the statements of two personas have opposite tags. Where many
    /// statements do, the score is higher.
    OpposedTags,
    /// Every issue whose two sentences occur in the words of two different personas. The more of
    /// the words, the higher is the score. It reads no tags.
    WordOverlap,
}

/// The share of the words of an answer that a sentence needs to count as the answer in
/// [`Baseline::WordOverlap`].
const LEAST_OVERLAP: f64 = 0.6;

impl Baseline {
    /// Every baseline, in the order of tables.
    pub const ALL: [Self; 3] = [Self::Random, Self::OpposedTags, Self::WordOverlap];

    /// The name, as tables write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::OpposedTags => "opposed tags",
            Self::WordOverlap => "word overlap",
        }
    }

    /// Names the cruxes of a debate, the highest score first.
    pub(super) fn name_cruxes(
        self,
        topic: &Topic,
        corpora: &[&Corpus],
        truth: &[IssueTruth],
        seed: u64,
    ) -> Named {
        let mut cruxes: Vec<NamedCrux> = match self {
            Self::Random => {
                let mut axes: Vec<&str> = truth.iter().map(|issue| issue.axis).collect();
                let name = topic.id.as_str().bytes();
                let own =
                    name.fold(seed, |seed, byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
                // Neighbouring seeds would make similar streams; a draw from each separates them.
                Rng::with_seed(Rng::with_seed(own).u64(..)).shuffle(&mut axes);
                axes.truncate(truth.iter().filter(|issue| issue.is_crux()).count());
                let crux = |(axis, rank): (&str, usize)| named(axis, 1.0 / rank as f64);
                axes.into_iter().zip(1..).map(crux).collect()
            }
            Self::OpposedTags => score_axes(topic, |axis| {
                weaker_side(corpora, |corpus, side| {
                    let tagged = corpus.statements().filter(|statement| {
                        statement.axis.as_ref() == Some(&axis.id) && statement.side == Some(side)
                    });
                    tagged.count() as f64
                })
            }),
            Self::WordOverlap => score_axes(topic, |axis| {
                weaker_side(corpora, |corpus, side| {
                    let (yes, no) = (words(&axis.yes), words(&axis.no));
                    let (own, other) = if side == Side::Yes { (yes, no) } else { (no, yes) };
                    let sentences = sentences(corpus).map(words);
                    let meant = sentences
                        .filter(|sentence| share(&own, sentence) > share(&other, sentence));
                    let shares = meant.map(|sentence| share(&own, &sentence));
                    shares.filter(|share| *share >= LEAST_OVERLAP).fold(0.0, f64::max)
                })
            }),
        };
        cruxes.sort_by(|a, b| b.score.total_cmp(&a.score));
        Named { cruxes, by: NamedBy::Baseline }
    }
}

fn named(axis: &str, score: f64) -> NamedCrux {
    NamedCrux { axis: Some(axis.to_owned()), score }
}

/// The axes with a score above 0.
fn score_axes(topic: &Topic, score: impl Fn(&Axis) -> f64) -> Vec<NamedCrux> {
    let cruxes = topic.axes.iter().map(|axis| named(axis.id.as_str(), score(axis)));
    cruxes.filter(|crux| crux.score > 0.0).collect()
}

/// The highest score, over all pairs of different personas, of the one that speaks more weakly for
/// its side.
fn weaker_side(corpora: &[&Corpus], score: impl Fn(&Corpus, Side) -> f64) -> f64 {
    let mut best: f64 = 0.0;
    for (seat, yes) in corpora.iter().enumerate() {
        for (other, no) in corpora.iter().enumerate() {
            if seat != other {
                best = best.max(score(yes, Side::Yes).min(score(no, Side::No)));
            }
        }
    }
    best
}

fn sentences(corpus: &Corpus) -> impl Iterator<Item = &str> {
    corpus.statements().flat_map(|statement| {
        let reasons = statement.all_reasons().into_iter().map(|reason| reason.text.as_str());
        std::iter::once(statement.text.as_str()).chain(reasons)
    })
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The share of the words of an answer that a sentence has.
fn share(answer: &BTreeSet<String>, sentence: &BTreeSet<String>) -> f64 {
    answer.intersection(sentence).count() as f64 / answer.len() as f64
}
