//! Finds the axis that a sentence is about, and the side that its author takes on it.

use super::guess::{AxisMatch, ProseReason};
use super::topic_answer::TopicAnswers;
use crate::corpus::side_said;
use crate::format::corpus::case_in_short::gives_answer;
use crate::text::{self, Index, Lexicon, SentenceMatch, content_stems};
use crate::vocabulary::{Axis, AxisId, Probability, Side, Statement, Topic};

/// The weight of the words of the paragraph, relative to the words of the sentence.
///
/// Authors write several sentences about an axis, and most of these sentences do not name it. In
/// the tagged corpora on `ai-jobs`, read without their tags, the right axis matches best for about
/// 57% of the statements by the words of the sentence alone, and for about 87% with the weights
/// here.
const PARAGRAPH: f64 = 1.0;
/// The weight of the words of each neighbouring paragraph under the same heading.
const NEIGHBOUR: f64 = 0.5;
/// How many paragraphs before and after are neighbours.
const REACH: usize = 2;
/// The least lead of the best axis over the second-best.
///
/// On the tagged corpora, sentence by sentence, the best axis is right in less than one of three
/// cases below this lead and in three of four cases above it.
const MARGIN: f64 = 0.03;
/// The least ratio of the score of a paragraph's axis to that of the second-best one.
///
/// In fourteen essays whose sentences were labelled before any run, 85% of the statements with an
/// axis are about it if paragraphs need the lead of sentences, and 73% of those that this lead
/// adds. Between 1.05 and 1.15 little changes.
const PARAGRAPH_LEAD: f64 = 1.1;
/// The fewest sentences of a paragraph that shows its axis by that lead.
const FEWEST_SENTENCES: usize = 4;
/// The fewest content words with which a sentence can match an axis.
const FEWEST_WORDS: usize = 3;

/// A search index over the axes of a topic.
#[derive(Debug)]
pub(super) struct AxisMatcher<'t> {
    topic: &'t Topic,
    lexicon: Lexicon,
    index: Index,
    topic_answers: TopicAnswers,
}

/// The score of each axis for a text.
pub(super) type Scores = Vec<f64>;

/// What the text around a sentence says about its axis.
#[derive(Debug)]
pub(super) struct Surroundings {
    /// The axis, by its position in the topic, that the heading above the sentence names.
    pub(super) headed: Option<usize>,
    /// The scores of the paragraph and of its neighbours.
    pub(super) scores: Scores,
    /// The axis that the paragraph matches if it is read as one sentence.
    pub(super) paragraph: Option<AxisMatch>,
}

/// Returns the position of the axis that a heading names: its id, or the words of its title or
/// question and no others.
pub(in crate::format) fn headed(topic: &Topic, heading: &str) -> Option<usize> {
    let words = content_stems(heading);
    let names = |axis: &Axis| {
        let same = |text: &str| !words.is_empty() && content_stems(text) == words;
        axis.id.as_str() == heading.trim() || same(&axis.title) || same(&axis.question)
    };
    let mut named = (0..topic.axes.len()).filter(|&at| names(&topic.axes[at]));
    named.next().filter(|_| named.next().is_none())
}

impl<'t> AxisMatcher<'t> {
    pub(super) fn new(topic: &'t Topic) -> Self {
        let words: Vec<String> = topic.axes.iter().map(Axis::words).collect();
        let lexicon = Lexicon::new(&words);
        let bags: Vec<_> = words.iter().map(|text| lexicon.bag(text)).collect();
        let index = Index::new(bags.iter().map(AsRef::as_ref));
        drop(bags);
        Self { topic, lexicon, index, topic_answers: TopicAnswers::new(topic) }
    }

    pub(super) fn scores(&self, text: &str) -> Scores {
        self.index.scores(&self.lexicon.bag(text))
    }

    /// Returns the score of an axis for a text.
    pub(super) fn score(&self, axis: &AxisId, text: &str) -> f64 {
        let at = self.topic.axes.iter().position(|known| known.id == *axis);
        at.map_or(0.0, |at| self.scores(text)[at])
    }

    /// Returns the axis that matches a sentence best, or the reason why none does. A heading that
    /// names an axis decides, as a tag would. A sentence that matches no axis or two is about the
    /// axis of its paragraph, unless its own words lead to the better of the two and have nothing
    /// of the paragraph's axis.
    pub(super) fn best_axis(
        &self,
        sentence: &str,
        around: &Surroundings,
    ) -> Result<AxisMatch, ProseReason> {
        match (self.own_axis(sentence, around), &around.paragraph) {
            (Err(ProseReason::TwoAxes(found)), Some(paragraph))
                if self.own_words(sentence).as_ref() == Some(&found.axis)
                    && self.score(&paragraph.axis, sentence) < MARGIN =>
            {
                Ok(found)
            }
            (Err(ProseReason::NoAxis | ProseReason::TwoAxes(_)), Some(found)) => Ok(found.clone()),
            (own, _) => own,
        }
    }

    /// Returns the axis that matches a whole paragraph best, or `None` if the second-best matches
    /// about equally well. With its many words a paragraph shows its axis by a smaller lead than a
    /// sentence does.
    pub(super) fn paragraph_axis(
        &self,
        paragraph: &str,
        around: &Surroundings,
    ) -> Option<AxisMatch> {
        match self.best_axis(paragraph, around) {
            Ok(found) => Some(found),
            Err(ProseReason::TwoAxes(found)) => {
                let second = found.runner_up.as_ref().map_or(0.0, |(_, score)| score.value());
                let leads = found.score.value() >= PARAGRAPH_LEAD * second;
                let is_long = text::sentences(paragraph).len() >= FEWEST_SENTENCES;
                (leads && is_long).then_some(found)
            }
            Err(_) => None,
        }
    }

    /// Returns the axis that matches a sentence best by its own words alone.
    pub(super) fn own_words(&self, sentence: &str) -> Option<AxisId> {
        let scores = vec![0.0; self.topic.axes.len()];
        let alone = Surroundings { headed: None, scores, paragraph: None };
        self.own_axis(sentence, &alone).ok().map(|found| found.axis)
    }

    fn own_axis(&self, sentence: &str, around: &Surroundings) -> Result<AxisMatch, ProseReason> {
        if self.lexicon.bag(sentence).distinct() < FEWEST_WORDS {
            return Err(ProseReason::TooShort);
        }
        if let Some(headed) = around.headed {
            let axis = self.topic.axes[headed].id.clone();
            return Ok(AxisMatch { axis, score: Probability::share(1, 1), runner_up: None });
        }
        let own = self.scores(sentence);
        let weights = 1.0 + PARAGRAPH + 2.0 * NEIGHBOUR;
        // An empty sum of floats is −0, which would be displayed.
        let total: Scores = own
            .iter()
            .zip(&around.scores)
            .map(|(own, around)| ((0.0 + own + around) / weights).min(1.0))
            .collect();
        let mut order: Vec<usize> = (0..total.len()).collect();
        order.sort_by(|&a, &b| total[b].total_cmp(&total[a]));
        let scored = |at: usize| {
            (self.topic.axes[at].id.clone(), Probability::new(total[at]).expect("a mean of shares"))
        };
        let Some((&best, rest)) = order.split_first() else { return Err(ProseReason::NoAxis) };
        let (axis, score) = scored(best);
        let found = AxisMatch { axis, score, runner_up: rest.first().map(|&next| scored(next)) };
        if own[best] <= 0.0 {
            return Err(ProseReason::NoAxis);
        }
        if found.margin() < MARGIN { Err(ProseReason::TwoAxes(found)) } else { Ok(found) }
    }

    /// Returns the axis of which a sentence says one answer or denies it, almost word for word, and
    /// the side that it takes there.
    pub(super) fn said(&self, sentence: &str) -> Option<(AxisMatch, Side)> {
        let said = |axis: &'t Axis| {
            let said = text::sentence_said(sentence, [&axis.yes, &axis.no])?;
            said.is_nearly_literal.then(|| (axis, side_of(said)))
        };
        let mut found = self.topic.axes.iter().filter_map(said);
        let (axis, side) = found.next().filter(|_| found.next().is_none())?;
        let score = Probability::share(1, 1);
        Some((AxisMatch { axis: axis.id.clone(), score, runner_up: None }, side))
    }

    /// Returns the side that a sentence on an axis says in its words, or else the one that its
    /// author's stance suggests.
    pub(super) fn side_of(&self, axis: &AxisId, sentence: &str, stance: Side) -> Option<Side> {
        let known = self.topic.axis(axis)?;
        side_said(known, sentence).or_else(|| self.side(axis, stance))
    }

    /// Returns the side that an author with this stance takes on an axis: `yes` if the axis favours
    /// the stance, `no` if it favours the other answer, `None` if it favours neither.
    ///
    /// The words of the sentence do not count here ([`Self::side_of`]). A comparison with the two
    /// propositions of the axis, negations included, found only 10 of 21 sides, because a sentence
    /// that denies a proposition shares its words.
    pub(super) fn side(&self, axis: &AxisId, stance: Side) -> Option<Side> {
        self.topic.axis(axis)?.side_favouring(stance)
    }

    /// Whether an answer to an axis may be a reason for this answer to the topic's question: the
    /// axis favours it, or neither.
    pub(super) fn may_support(&self, axis: &AxisId, side: Side, stance: Side) -> bool {
        self.side(axis, stance).is_none_or(|own| own == side)
    }

    /// Whether a statement takes the side that its author's answer to the topic's question
    /// suggests; true where the axis favours none.
    pub(super) fn takes_own_side(&self, statement: &Statement, stance: Side) -> bool {
        let own = statement.axis.as_ref().and_then(|axis| self.side(axis, stance));
        own.is_none_or(|own| statement.side == Some(own))
    }

    /// Whether a statement says an answer to its axis, or denies one, in its own words.
    pub(super) fn says_side(&self, statement: &Statement) -> bool {
        statement.axis.as_ref().is_some_and(|axis| self.side_said(axis, &statement.text).is_some())
    }

    /// The side of an axis that a text says or denies in its own words.
    pub(super) fn side_said(&self, axis: &AxisId, text: &str) -> Option<Side> {
        side_said(self.topic.axis(axis)?, text)
    }

    /// Whether a sentence begins as the sentence of the other side of the axis does.
    pub(super) fn says_other(&self, axis: &AxisId, side: Side, sentence: &str) -> bool {
        self.topic.axis(axis).is_some_and(|axis| {
            text::says_other(sentence, axis.proposition(side), axis.proposition(side.opposite()))
        })
    }

    /// Returns the sentence that answers the question of the topic with this stance.
    pub(super) fn answer(&self, stance: Side) -> &str {
        self.topic.answer(stance)
    }

    /// Whether a sentence answers the question of the topic with this stance, in the words of the
    /// topic or of its author. A sentence that says an answer to an axis does not.
    pub(super) fn gives_answer(&self, stance: Side, sentence: &str) -> bool {
        let answers = [stance, stance.opposite()].map(|side| self.topic.answer(side));
        gives_answer(answers, sentence)
            || self.topic_answers.side(sentence) == Some(stance) && self.said(sentence).is_none()
    }
}

/// The answer to an axis that a text says.
fn side_of(said: SentenceMatch) -> Side {
    [Side::Yes, Side::No][said.which]
}

/// Returns the scores of the surroundings of each paragraph. `sections` says which paragraphs share
/// a heading.
pub(super) fn surroundings(paragraphs: &[Scores], sections: &[usize]) -> Vec<Scores> {
    let around = |at: usize| {
        let mut sum: Scores = paragraphs[at].iter().map(|score| PARAGRAPH * score).collect();
        let neighbours = at.saturating_sub(REACH)..(at + REACH + 1).min(paragraphs.len());
        for other in neighbours.filter(|&other| other != at && sections[other] == sections[at]) {
            let weight = NEIGHBOUR / at.abs_diff(other) as f64;
            sum.iter_mut().zip(&paragraphs[other]).for_each(|(sum, score)| *sum += weight * score);
        }
        sum
    };
    (0..paragraphs.len()).map(around).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::topic;

    fn best_axis(text: &str, around: &str) -> Result<AxisMatch, ProseReason> {
        let topic = topic();
        let matcher = AxisMatcher::new(&topic);
        matcher.best_axis(
            text,
            &Surroundings { headed: None, scores: matcher.scores(around), paragraph: None },
        )
    }

    #[test]
    fn the_axis_that_shares_words_with_a_sentence_matches_best() {
        let found = best_axis("Every shop on the street will lose custom.", "").unwrap();
        assert_eq!(found.axis.as_str(), "trade");
        assert_eq!(found.runner_up.as_ref().map(|(axis, _)| axis.as_str()), Some("air"));
        assert!(found.margin() >= MARGIN && found.margin() <= found.score.value(), "{found:?}");
    }

    #[test]
    fn short_sentences_no_match_and_two_matches_are_different_reasons() {
        assert_eq!(best_axis("It will.", ""), Err(ProseReason::TooShort));
        assert_eq!(best_axis("Nobody reads poems aloud any more.", ""), Err(ProseReason::NoAxis));
        assert_eq!(
            best_axis("Nobody reads poems aloud any more.", "Shops lose custom."),
            Err(ProseReason::NoAxis)
        );
        let two = best_axis("Shops and air both matter to people here.", "");
        assert!(matches!(two, Err(ProseReason::TwoAxes(_))), "{two:?}");
    }

    #[test]
    fn a_sentence_that_matches_no_axis_or_two_is_about_the_axis_of_its_paragraph() {
        let topic = topic();
        let matcher = AxisMatcher::new(&topic);
        let around = |paragraph| Surroundings { headed: None, scores: vec![0.0; 2], paragraph };
        let paragraph = matcher.best_axis("Shops will lose much custom.", &around(None)).unwrap();
        let within = around(Some(paragraph.clone()));
        for text in ["Nobody reads poems aloud any more.", "Shops and air both matter to people."] {
            assert_eq!(matcher.best_axis(text, &within), Ok(paragraph.clone()), "{text}");
        }
        let own = matcher.best_axis("The air will get much cleaner.", &within).unwrap();
        assert_ne!(own.axis, paragraph.axis, "a sentence that matches an axis is about that axis");
        assert_eq!(matcher.best_axis("It will.", &within), Err(ProseReason::TooShort));
    }

    #[test]
    fn a_paragraph_does_not_decide_about_a_sentence_whose_words_lead_to_another_axis() {
        let topic = topic();
        let matcher = AxisMatcher::new(&topic);
        let nothing = Surroundings { headed: None, scores: vec![0.0; 2], paragraph: None };
        let paragraph = matcher.best_axis("The air will get much cleaner.", &nothing).ok();
        let shops = "Every shop on the street will lose custom.";
        let own = matcher.scores(shops);
        // The paragraph is about the air almost as much as the sentence is about the shops.
        let scores = vec![0.0, own[0] - own[1] - MARGIN];
        let around = Surroundings { headed: None, scores, paragraph };
        let found = matcher.best_axis(shops, &around).unwrap();
        assert_eq!(found.axis, topic.axes[0].id);
        assert!(found.margin() < MARGIN, "{found:?}");
        let both = "Shops and air both matter to people here.";
        assert_eq!(matcher.best_axis(both, &around).unwrap().axis, topic.axes[1].id);
    }

    #[test]
    fn a_heading_that_names_an_axis_decides_for_every_sentence_below_it() {
        let topic = topic();
        let matcher = AxisMatcher::new(&topic);
        let axis = &topic.axes[1];
        for heading in [axis.title.to_uppercase(), axis.question.clone(), axis.id.to_string()] {
            assert_eq!(headed(&topic, &heading), Some(1), "{heading}");
        }
        for heading in ["", "The", "What else?", &format!("{} and poems", axis.title)] {
            assert_eq!(headed(&topic, heading), None, "{heading}");
        }
        let scores = || matcher.scores("Shops lose custom.");
        let below = |headed| Surroundings { headed, scores: scores(), paragraph: None };
        let sentence = "Every shop on the street will lose custom.";
        let found = matcher.best_axis(sentence, &below(Some(1))).unwrap();
        assert_eq!((&found.axis, found.score.value()), (&axis.id, 1.0));
        assert_eq!(found.runner_up, None);
        assert_ne!(matcher.best_axis(sentence, &below(None)).unwrap().axis, axis.id);
        assert_eq!(matcher.best_axis("It will.", &below(Some(1))), Err(ProseReason::TooShort));
    }

    #[test]
    fn only_paragraphs_under_the_same_heading_are_neighbours() {
        let topic = topic();
        let matcher = AxisMatcher::new(&topic);
        let scores = ["Cars.", "Shops lose custom.", "Cars."].map(|text| matcher.scores(text));
        let around = surroundings(&scores, &[0, 1, 1]);
        assert_eq!(around[0], scores[0]);
        assert_eq!(around[2], scores[1].iter().map(|score| NEIGHBOUR * score).collect::<Scores>());
    }

    #[test]
    fn the_side_follows_from_the_stance_and_the_answer_that_the_axis_favours() {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        let matcher = AxisMatcher::new(&topic);
        let side = |axis: usize, stance| matcher.side(&topic.axes[axis].id, stance);
        assert_eq!(side(0, Side::No), Some(Side::Yes));
        assert_eq!(side(0, Side::Yes), Some(Side::No));
        assert_eq!(side(1, Side::Yes), None);
    }
}
