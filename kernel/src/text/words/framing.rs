//! How a clause presents the sentence that it contains: as true, as false, or as what others say.

use super::denial::is_negation;
use super::stems::{all_words, normalised};

/// How a clause presents the sentence after its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Frame {
    /// As true: «There is no doubt that …», «I think that …».
    Affirmed,
    /// As false: «It is a myth that …», «I doubt that …».
    Denied,
    /// As what others say or as a question: «They claim that …», «It depends on whether …».
    Reported,
}

/// The most words before “that” or “whether”.
const MOST_WORDS: usize = 10;
/// Words that deny what follows unless they are negated themselves: «no doubt».
const DOUBTS: &str =
    "doubt|doubts|doubted|deny|denies|denied|denying|dispute|disputes|disputed|question";
/// Words that say that what follows is false.
const FALSE: &str = "false|untrue|myth|wrong|mistaken|mistake|fiction|nonsense|illusion|fallacy|tale|naive|incorrect";
/// Words that say that what follows is true.
const TRUE: &str = "true|evidence|proof|reason|fact|sign|obvious|known";
/// Words with which an author who negates them leaves open what follows: «I am not sure that …».
const SURE: &str = "sure|certain|clear|plain|evident|convinced|confident";
/// Verbs of those who hold what follows.
const HOLDS: &str = "believe|believes|believed|think|thinks|thought|hold|holds|held|say|says|said|claim|claims|claimed|\
    argue|argues|argued|write|writes|wrote|insist|insists|maintain|maintains|warn|warns|warned|\
    fear|fears|afraid|worry|worries|hope|hopes|pretend|pretends|assume|assumes|promise|promises|imagine";
/// Nouns for what is held, which a clause may reject after it: «The claim that … is wrong.»
const CLAIMS: &str = "claim|idea|belief|notion|view|argument|assertion|story";
/// Words that begin a clause about all who hold what follows: «Whoever says that … is mistaken.»
const WHOEVER: &str = "whoever|anyone|anybody|those";
/// Subjects that hold nothing: «Few people still believe that …»
const FEW: &str = "few|hardly|little";
/// What rejects a claim after it.
const REJECTS: [&str; 9] = [
    " is wrong", " is false", " is mistaken", " is untrue", " is a myth", " is nonsense",
    " is not true", " are mistaken", " are wrong",
];
/// Words before «whether» with which the sentence after it is a question.
const ASKS: &str = "on|is|know|knows|ask|asks|doubt|see|sure|wonder|decide|clear|of|question";
/// Beginnings that affirm what follows without «that».
const AFFIRMS: [&str; 9] = [
    "without question ", "without a doubt ", "without doubt ", "without any doubt ", "no doubt ",
    "undoubtedly ", "beyond doubt ", "beyond question ", "beyond dispute ",
];

/// The words before «that».
struct Beginning(Vec<String>);

/// How a clause presents what follows its beginning, and what follows; `None` if its beginning
/// does not show it.
pub(super) fn framed(clause: &str) -> Option<(Frame, &str)> {
    let lower = clause.to_lowercase();
    if let Some(begin) = AFFIRMS.iter().find(|begin| lower.starts_with(**begin)) {
        return Some((Frame::Affirmed, clause.get(begin.len()..)?));
    }
    if let Some((begin, rest)) = split(clause, " whether ")
        && begin.0.last().is_some_and(|last| is_listed(ASKS, last))
    {
        return Some((Frame::Reported, rest));
    }
    let (begin, rest) = split(clause, " that ")?;
    if let Some(claim) = begin.is_about_holders().then(|| without_rejection(rest)).flatten() {
        return Some((Frame::Denied, claim));
    }
    Some((begin.frame()?, rest))
}

/// A text without the beginning that presents it.
pub fn unframed(text: &str) -> &str {
    framed(text).map_or(text, |(_, rest)| unframed(rest))
}

/// The words before the first occurrence of a conjunction, and the text after it.
fn split<'t>(clause: &'t str, conjunction: &str) -> Option<(Beginning, &'t str)> {
    let (begin, rest) = clause.split_once(conjunction)?;
    let words: Vec<String> = all_words(&normalised(begin)).map(str::to_owned).collect();
    (!words.is_empty() && words.len() <= MOST_WORDS).then_some((Beginning(words), rest))
}

/// What a clause rejects at its end: «… is wrong».
fn without_rejection(rest: &str) -> Option<&str> {
    let rest = rest.trim_end_matches(['.', '!', ' ']);
    REJECTS.iter().find_map(|end| rest.strip_suffix(end))
}

/// Whether a list, with entries separated by `|`, contains a word.
pub fn is_listed(list: &str, word: &str) -> bool {
    list.split('|').any(|entry| entry == word)
}

impl Beginning {
    fn has(&self, list: &str) -> bool {
        self.0.iter().any(|word| is_listed(list, word))
    }

    fn starts_with(&self, list: &str) -> bool {
        self.0.first().is_some_and(|first| is_listed(list, first))
    }

    fn is_about_holders(&self) -> bool {
        self.has(CLAIMS) || self.starts_with(WHOEVER)
    }

    /// Whether its author speaks: «I think», but not «they tell me».
    fn is_own(&self) -> bool {
        self.has("i|we") && !self.has("us|me")
    }

    fn is_impersonal(&self) -> bool {
        self.starts_with("it|there|nobody|no|this|without|beyond|few|and|but")
    }

    /// How it presents what follows.
    fn frame(&self) -> Option<Frame> {
        let is_negated = self.0.iter().any(|word| is_negation(word)) || self.has("refuse|beyond");
        let is_stated = self.is_own() || self.is_impersonal();
        let affirmed = |is_true| if is_true { Frame::Affirmed } else { Frame::Denied };
        let words = self.0.join(" ");
        if words.contains("turns out") || words.contains("no secret") {
            Some(Frame::Affirmed)
        } else if self.has(DOUBTS) {
            Some(if is_stated { affirmed(is_negated) } else { Frame::Reported })
        } else if self.has(FALSE) {
            Some(affirmed(is_negated))
        } else if self.has(SURE) {
            is_stated.then_some(if is_negated { Frame::Reported } else { Frame::Affirmed })
        } else if self.has(TRUE) || words.ends_with("the case") {
            (is_stated || self.starts_with("the")).then_some(affirmed(!is_negated))
        } else if self.has(HOLDS) {
            let denies = is_negated || self.has(FEW);
            Some(match (self.is_own(), denies) {
                (true, _) => affirmed(!denies),
                (false, true) if self.is_impersonal() || self.has(FEW) => Frame::Denied,
                (false, _) => Frame::Reported,
            })
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(begins: &[&str]) -> Vec<Option<Frame>> {
        let of = |begin: &&str| {
            framed(&format!("{begin} it rains")).map(|(frame, rest)| {
                assert_eq!(rest, "it rains", "{begin}");
                frame
            })
        };
        begins.iter().map(of).collect()
    }

    #[test]
    fn a_negation_before_a_doubt_affirms() {
        let begins = [
            "There is no doubt that",
            "Nobody can deny that",
            "It is not in question that",
            "I have no doubt that",
            "It is no secret that",
            "It cannot be denied that",
            "Without question",
            "Nobody disputes that",
            "Not for the first time it turns out that",
            "I am sure that",
            "I believe that",
            "It is clear that",
            "It is a fact that",
            "It is not wrong to say that",
            "There is evidence that",
            "We can’t deny that",
        ];
        assert!(
            frames(&begins).iter().all(|frame| *frame == Some(Frame::Affirmed)),
            "{:?}",
            frames(&begins)
        );
    }

    #[test]
    fn what_is_called_false_or_doubted_is_denied() {
        let begins = [
            "It is false that",
            "It is not true that",
            "It is untrue that",
            "It is a myth that",
            "It is wrong to say that",
            "I doubt that",
            "We deny that",
            "I refuse to believe that",
            "Few people still believe that",
            "It would be naive to think that",
            "It is not the case that",
            "Nobody believes that",
            "There is no evidence that",
            "I do not think that",
            "It is a fairy tale that",
            "There is no reason to believe that",
        ];
        assert!(
            frames(&begins).iter().all(|frame| *frame == Some(Frame::Denied)),
            "{:?}",
            frames(&begins)
        );
        for text in ["The claim that it rains is wrong.", "Whoever says that it rains is mistaken."]
        {
            assert_eq!(framed(text), Some((Frame::Denied, "it rains")), "{text}");
        }
    }

    #[test]
    fn what_others_say_and_what_is_asked_is_reported() {
        let begins = [
            "My colleague writes that",
            "The firm would love us to believe that",
            "The trustees are afraid that",
            "Everything depends on whether",
            "I do not know whether",
            "I am not sure that",
            "My colleague doubts that",
            "They say that",
        ];
        assert!(
            frames(&begins).iter().all(|frame| *frame == Some(Frame::Reported)),
            "{:?}",
            frames(&begins)
        );
    }

    #[test]
    fn other_beginnings_are_parts_of_the_sentence() {
        for text in [
            "The noise that cars make keeps people away.",
            "Data have to be cleaned whether we buy or build.",
            "It rains.",
        ] {
            assert_eq!(framed(text), None, "{text}");
        }
        assert_eq!(unframed("I am sure that it is not true that it rains."), "it rains.");
    }
}
