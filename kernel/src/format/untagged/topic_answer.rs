//! Whether a sentence says, in its author's own words, what should be done about the topic: «I want
//! the street closed to cars», «The board advises against a new well», «Leave the centre open.»

use std::collections::BTreeSet;

use super::cue_matching::{commands, words};
use super::cue_words;
use crate::text::{content_stems, negations};
use crate::vocabulary::{Side, Topic};

/// What may be done with the thing that a topic is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Act {
    Forbid,
    End,
    Allow,
    Keep,
    Start,
    Wait,
}

/// The verbs of each act, and the adjectives for its result.
const ACTS: [(Act, &str); 6] = [
    (Act::Forbid, "ban|forbid|prohibit|outlaw|bar|illegal|unlawful"),
    (Act::End, "end|stop|abolish|scrap|close|shut|remove|drop|cease|discontinue|withdraw"),
    (Act::Allow, "allow|permit|legal|lawful|legalise|legalize|tolerate"),
    (Act::Keep, "keep|retain|preserve|remain|stay|continue|leave|open"),
    (Act::Start, "introduce|adopt|build|start|create|establish|launch|install|require"),
    (Act::Wait, "wait|postpone|delay|defer"),
];

impl Act {
    /// Whether who does the one does not do the other.
    fn excludes(self, other: Self) -> bool {
        let is_pair = |one, other| {
            matches!(
                (one, other),
                (Self::Forbid | Self::End, Self::Allow | Self::Keep | Self::Start)
                    | (Self::Start, Self::Keep | Self::Wait)
            )
        };
        is_pair(self, other) || is_pair(other, self)
    }
}

/// The least share of the words that both answers to the topic's question have in common, the thing
/// that the topic is about, that a sentence must have.
const LEAST_SHARE: f64 = 0.5;
/// The maximum number of words before the verb with which an author or a body takes a position.
const MOST_WORDS_OF_SUBJECT: usize = 3;

/// What the two answers to the topic's question say.
#[derive(Debug)]
pub(super) struct TopicAnswers {
    /// The stems of the words that both answers share: the thing that the topic is about.
    thing: BTreeSet<String>,
    /// The stems of the words that only one answer has, for yes and no.
    own: [BTreeSet<String>; 2],
    /// The acts that each answer names.
    acts: [Vec<Act>; 2],
    /// The stems of the words for each act.
    stems: Vec<(Act, BTreeSet<String>)>,
}

impl TopicAnswers {
    pub(super) fn new(topic: &Topic) -> Self {
        let stems: Vec<_> = ACTS
            .iter()
            .map(|(act, verbs)| (*act, content_stems(&verbs.replace('|', " "))))
            .collect();
        let [yes, no] = [Side::Yes, Side::No].map(|side| content_stems(topic.answer(side)));
        let is_act = |word: &&String| stems.iter().any(|(_, verbs)| verbs.contains(*word));
        let thing = yes.intersection(&no).filter(|word| !is_act(word)).cloned().collect();
        let own = [yes.difference(&no).cloned().collect(), no.difference(&yes).cloned().collect()];
        let named = |answer: &BTreeSet<String>| {
            let named = stems.iter().filter(|(_, verbs)| !verbs.is_disjoint(answer));
            named.map(|(act, _)| *act).collect::<Vec<_>>()
        };
        let acts = if own.iter().all(BTreeSet::is_empty) {
            // «We should not dig» names the act that it rejects.
            [named(&yes), Vec::new()]
        } else {
            [named(&own[0]), named(&own[1])]
        };
        Self { thing, own, acts, stems }
    }

    /// Returns the answer for which a sentence pleads; `None` if it takes no position on the thing
    /// that the topic is about, or where its words do not show which.
    pub(super) fn side(&self, sentence: &str) -> Option<Side> {
        let said = content_stems(sentence);
        let common = self.thing.intersection(&said).count();
        if common == 0 || (common as f64) < LEAST_SHARE * self.thing.len() as f64 {
            return None;
        }
        let words: Vec<String> = words(sentence).collect();
        let opposes = words.iter().filter(|word| cue_words::has(cue_words::OPPOSES, word)).count();
        if !takes_position(&words) && !commands(sentence) {
            return None;
        }
        let is_denied = (opposes + negations(sentence)) % 2 == 1;
        let mut sides = said.iter().filter_map(|word| self.side_of_word(word));
        let side = match sides.next() {
            Some(side) => sides.all(|other| other == side).then_some(side)?,
            // Who opposes the thing itself wants it ended, and who says that it is needed wants it.
            None if opposes > 0 || needs_it(&words) => {
                let ends = |act| matches!(act, Act::Forbid | Act::End);
                if self.acts[0].iter().copied().any(ends) { Side::No } else { Side::Yes }
            }
            None => return None,
        };
        Some(if is_denied { side.opposite() } else { side })
    }

    /// The answer that a word of a sentence expresses, if the sentence does not deny it.
    fn side_of_word(&self, word: &str) -> Option<Side> {
        if let Some(side) = [Side::Yes, Side::No]
            .into_iter()
            .zip(&self.own)
            .find_map(|(side, own)| own.contains(word).then_some(side))
        {
            return Some(side);
        }
        let (act, _) = self.stems.iter().find(|(_, verbs)| verbs.contains(word))?;
        let [yes, no] = &self.acts;
        let excludes = |acts: &[Act]| acts.iter().any(|named| act.excludes(*named));
        match (yes.contains(act) || excludes(no), no.contains(act) || excludes(yes)) {
            (true, false) => Some(Side::Yes),
            (false, true) => Some(Side::No),
            (true, true) | (false, false) => None,
        }
    }
}

/// Whether a sentence says that something is needed: «Our city needs a cap.»
fn needs_it(words: &[String]) -> bool {
    let needs = |two: &[String]| {
        cue_words::has("need|needs", &two[0]) && cue_words::has("a|an|the|this|that|such", &two[1])
    };
    words.windows(2).any(needs)
        && !words.iter().any(|word| cue_words::has("doubt|doubts|deny|denies", word))
}

/// Whether a sentence says what ought to be done by a modal verb, or by a verb of will or advice
/// near its beginning.
fn takes_position(words: &[String]) -> bool {
    let Some(first) = words.first() else { return false };
    if cue_words::has(cue_words::NOT_ASSERTED, first) {
        return false;
    }
    let is_modal = words.iter().enumerate().any(|(at, word)| {
        cue_words::has(cue_words::MODALS, word)
            || ["has", "have", "needs", "need"].contains(&word.as_str())
                && words.get(at + 1).is_some_and(|next| next == "to")
    });
    let mut near = words.iter().take(MOST_WORDS_OF_SUBJECT + 1).skip(1);
    let wants = cue_words::has(cue_words::SPEAKERS, first)
        && near.any(|word| cue_words::has(cue_words::WANTS, word));
    is_modal || wants || needs_it(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::question::samples::topic;

    fn side([yes, no]: [&str; 2], sentence: &str) -> Option<Side> {
        let topic = Topic { yes: yes.to_owned(), no: no.to_owned(), ..topic() };
        TopicAnswers::new(&topic).side(sentence)
    }

    #[test]
    fn a_sentence_that_says_what_should_be_done_with_the_thing_pleads_for_an_answer() {
        let bicycles = ["Rented bicycles should be banned.", "Rented bicycles should stay legal."];
        for (sentence, expected) in [
            ("I want rented bicycles forbidden.", Side::Yes),
            ("We should outlaw the rented bicycle.", Side::Yes),
            ("I am against rented bicycles.", Side::Yes),
            ("Rented bicycles must remain lawful.", Side::No),
            ("The board advises against a ban on rented bicycles.", Side::No),
            ("I do not want rented bicycles forbidden.", Side::No),
            ("Keep the rented bicycles.", Side::No),
            ("Don't ban rented bicycles.", Side::No),
        ] {
            assert_eq!(side(bicycles, sentence), Some(expected), "{sentence}");
        }
        let well = ["The village should dig a new well.", "The village should not dig a new well."];
        for (sentence, expected) in [
            ("I am against the new well in our village.", Side::No),
            ("The board rejects the new well for our village.", Side::No),
            ("Our village needs a new well.", Side::Yes),
            ("It is not true that our village needs a new well.", Side::No),
        ] {
            assert_eq!(side(well, sentence), Some(expected), "{sentence}");
        }
    }

    #[test]
    fn a_sentence_without_a_position_on_the_thing_or_with_two_pleads_for_none() {
        let bicycles = ["Rented bicycles should be banned.", "Rented bicycles should stay legal."];
        for sentence in [
            "Rented bicycles were banned in three towns.",
            "If rented bicycles should be banned, shops would close.",
            "I want scooters forbidden.",
            "We should count the rented bicycles first.",
            "We should keep rented bicycles and ban cars.",
            "Nobody rides rented bicycles at night.",
            "I doubt that the town needs the rented bicycles.",
        ] {
            assert_eq!(side(bicycles, sentence), None, "{sentence}");
        }
    }
}
