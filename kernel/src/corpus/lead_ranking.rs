//! Rule 5: how well each statement leads.

use std::collections::BTreeMap;

use super::sortable;
use crate::text::{Bag, Lexicon, content_stems};
use crate::vocabulary::{Axis, AxisId, Side, Statement, Topic};

/// How much an overlap of 1 with the words of the axis raises the rank of a statement.
const TO_THE_POINT: f64 = 0.5;
/// How much each opposing claim that a statement answers lowers its rank: a reply needs something
/// to reply to.
const IS_REPLY: f64 = 0.1;

/// Ranks statements by how well they lead.
pub(super) struct LeadRanking<'a> {
    lexicon: &'a Lexicon,
    axes: BTreeMap<&'a AxisId, Bag>,
}

impl<'a> LeadRanking<'a> {
    pub(super) fn new(topic: &'a Topic, lexicon: &'a Lexicon) -> Self {
        let words = |axis: &Axis| {
            let texts = [axis.yes.as_str(), axis.no.as_str()];
            let keywords = axis.keywords.iter().map(String::as_str);
            lexicon.joined(&texts.into_iter().chain(keywords).collect::<Vec<_>>())
        };
        Self { lexicon, axes: topic.axes.iter().map(|axis| (&axis.id, words(axis))).collect() }
    }

    /// The rank of a statement as an integer that sorts like it.
    pub(super) fn of(&self, statement: &Statement) -> u64 {
        let reasons = statement.reasons.iter().map(|reason| reason.text.as_str());
        let texts: Vec<&str> = std::iter::once(statement.text.as_str()).chain(reasons).collect();
        let axis = statement.axis.as_ref().and_then(|axis| self.axes.get(axis));
        let overlap = axis.map_or(0.0, |axis| self.lexicon.joined(&texts).overlap(axis));
        let replies = IS_REPLY * statement.answers.len() as f64;
        let rank = (statement.confidence.value() + TO_THE_POINT * overlap - replies).max(0.0);
        // Where words alone say that it is about the axis, it ranks as much lower as that is
        // unsure.
        let certainty = statement.inferred.as_ref().map_or(1.0, |known| known.score.value());
        sortable(rank * certainty)
    }
}

/// How far a text answers the question of an axis on this side: the cosine |A ∩ B| / √(|A| · |B|)
/// of its content words and those of the question, of the side's sentence and of the keywords. The
/// overlap coefficient would prefer a sentence of two words that has one of them.
///
/// *Range*: [0, 1]; 0 for a text without content words.
///
/// # Source
/// Ochiai 1957.
fn relevance(axis: &Axis, side: Side, text: &str) -> f64 {
    let texts = [axis.question.as_str(), axis.proposition(side)];
    let about = texts.into_iter().chain(axis.keywords.iter().map(String::as_str));
    let (words, about) = (content_stems(text), content_stems(&about.collect::<Vec<_>>().join(" ")));
    let common = words.intersection(&about).count() as f64;
    let size = (words.len() as f64 * about.len() as f64).sqrt();
    if size > 0.0 { common / size } else { 0.0 }
}

/// How well a text represents the answer of its author, as a value that sorts like it: one that has
/// a word of the question before one that has none, which a reader cannot relate to the question;
/// then the one of which its author is surer; then the one that answers the question better.
/// Authors of texts without tags state no confidence, so that there the question decides.
pub fn representativeness(
    axis: &Axis,
    side: Side,
    text: &str,
    confidence: f64,
) -> (bool, u64, u64) {
    let relevance = relevance(axis, side, text);
    (relevance > 0.0, sortable(confidence), sortable(relevance))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::samples::topic;

    #[test]
    fn a_text_in_the_words_of_the_axis_is_more_relevant_than_one_beside_the_question() {
        let axis = Axis {
            question: "Will takings rise?".into(),
            yes: "Takings rise when a street is closed.".into(),
            keywords: vec!["customers".into()],
            ..topic().axes.remove(0)
        };
        let of = |text| relevance(&axis, Side::Yes, text);
        assert!(of("Customers raise the takings.") > of("A sixty-year lease outlasts a tenant."));
        assert!(of("Nothing else matters.") < f64::EPSILON);
        assert!(of(&axis.yes) > of("Takings fell."), "a short text is not relevant by its length");
        assert!((0.0..=1.0).contains(&of(&axis.yes)) && of("").abs() < f64::EPSILON);
    }

    #[test]
    fn a_text_stands_for_an_answer_if_it_has_a_word_of_the_question_then_by_confidence() {
        let axis = Axis { question: "Will takings rise?".into(), ..topic().axes.remove(0) };
        let of = |text, confidence| representativeness(&axis, Side::Yes, text, confidence);
        assert!(of("Takings will double.", 0.4) > of("A lease outlasts a tenant.", 0.9));
        assert!(of("Takings will double.", 0.5) > of("Takings rise.", 0.4), "the surer one");
        assert!(of("Takings rise.", 0.4) > of("Takings will double by spring.", 0.4));
    }
}
