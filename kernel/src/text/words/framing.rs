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

/// The most words before «that» or «whether».
const MOST_WORDS: usize = 10;
/// Words that deny what follows unless they are negated themselves: «no doubt».
const DOUBTS: [&str; 11] = [
    "doubt", "doubts", "doubted", "deny", "denies", "denied", "denying", "dispute", "disputes",
    "disputed", "question",
];
/// Words that say that what follows is false.
const FALSE: [&str; 13] = [
    "false", "untrue", "myth", "wrong", "mistaken", "mistake", "fiction", "nonsense", "illusion",
    "fallacy", "tale", "naive", "incorrect",
];
/// Words that say that what follows is true.
const TRUE: [&str; 8] = ["true", "evidence", "proof", "reason", "fact", "sign", "obvious", "known"];
/// Words with which an author who negates them leaves open what follows: «I am not sure that …».
const SURE: [&str; 7] = ["sure", "certain", "clear", "plain", "evident", "convinced", "confident"];
/// Verbs of those who hold what follows.
const HOLDS: [&str; 42] = [
    "believe", "believes", "believed", "think", "thinks", "thought", "hold", "holds", "held",
    "say", "says", "said", "claim", "claims", "claimed", "argue", "argues", "argued", "write",
    "writes", "wrote", "insist", "insists", "maintain", "maintains", "warn", "warns", "warned",
    "fear", "fears", "afraid", "worry", "worries", "hope", "hopes", "pretend", "pretends",
    "assume", "assumes", "promise", "promises", "imagine",
];
/// Nouns for what is held, which a clause may reject after it: «The claim that … is wrong.»
const CLAIMS: [&str; 8] =
    ["claim", "idea", "belief", "notion", "view", "argument", "assertion", "story"];
/// Words that begin a clause about all who hold what follows: «Whoever says that … is mistaken.»
const WHOEVER: [&str; 4] = ["whoever", "anyone", "anybody", "those"];
/// Subjects that hold nothing: «Few people still believe that …»
const FEW: [&str; 3] = ["few", "hardly", "little"];
/// What rejects a claim after it.
const REJECTS: [&str; 9] = [
    " is wrong", " is false", " is mistaken", " is untrue", " is a myth", " is nonsense",
    " is not true", " are mistaken", " are wrong",
];
/// Words before «whether» with which the sentence after it is a question.
const ASKS: [&str; 14] = [
    "on", "is", "know", "knows", "ask", "asks", "doubt", "see", "sure", "wonder", "decide",
    "clear", "of", "question",
];
/// Beginnings that affirm what follows without «that».
const AFFIRMS: [&str; 9] = [
    "without question ", "without a doubt ", "without doubt ", "without any doubt ", "no doubt ",
    "undoubtedly ", "beyond doubt ", "beyond question ", "beyond dispute ",
];

/// How a clause presents what follows its beginning, and what follows; none where its beginning does not show it.
pub(super) fn framed(clause: &str) -> Option<(Frame, &str)> {
    let lower = clause.to_lowercase();
    if let Some(begin) = AFFIRMS.iter().find(|begin| lower.starts_with(**begin)) {
        return Some((Frame::Affirmed, clause.get(begin.len()..)?));
    }
    let (begin, rest) = split(clause, " whether ")
        .filter(|(begin, _)| begin.last().is_some_and(|last| ASKS.contains(&last.as_str())))
        .map(|(_, rest)| (None, rest))
        .or_else(|| split(clause, " that ").map(|(begin, rest)| (Some(begin), rest)))?;
    let Some(begin) = begin else { return Some((Frame::Reported, rest)) };
    let rejected = REJECTS.iter().find_map(|end| {
        let rest = rest.trim_end_matches(['.', '!', ' ']);
        rest.strip_suffix(end)
    });
    let has = |words: &[&str]| begin.iter().any(|word| words.contains(&word.as_str()));
    let is_about_holders =
        has(&CLAIMS) || begin.first().is_some_and(|w| WHOEVER.contains(&w.as_str()));
    match rejected.filter(|_| is_about_holders) {
        Some(rest) => Some((Frame::Denied, rest)),
        None => Some((frame(&begin)?, rest)),
    }
}

/// A text without the beginning that presents it.
pub fn unframed(text: &str) -> &str {
    framed(text).map_or(text, |(_, rest)| unframed(rest))
}

/// The words before the first occurrence of a conjunction, and the text after it.
fn split<'t>(clause: &'t str, conjunction: &str) -> Option<(Vec<String>, &'t str)> {
    let (begin, rest) = clause.split_once(conjunction)?;
    let words: Vec<String> = all_words(&normalised(begin)).map(str::to_owned).collect();
    (!words.is_empty() && words.len() <= MOST_WORDS).then_some((words, rest))
}

/// How the words before «that» present what follows.
fn frame(begin: &[String]) -> Option<Frame> {
    let has = |words: &[&str]| begin.iter().any(|word| words.contains(&word.as_str()));
    let is_negated = begin.iter().any(|word| is_negation(word)) || has(&["refuse", "beyond"]);
    let denied_unless = |flag: bool| Some(if flag { Frame::Affirmed } else { Frame::Denied });
    let first = begin.first().map(String::as_str).unwrap_or_default();
    let is_own = has(&["i", "we"]) && !has(&["us", "me"]);
    let is_impersonal =
        ["it", "there", "nobody", "no", "this", "without", "beyond", "few", "and", "but"]
            .contains(&first);
    if begin.join(" ").contains("turns out") || begin.join(" ").contains("no secret") {
        return Some(Frame::Affirmed);
    }
    if has(&DOUBTS) {
        return if is_own || is_impersonal {
            denied_unless(is_negated)
        } else {
            Some(Frame::Reported)
        };
    }
    if has(&FALSE) {
        return denied_unless(is_negated);
    }
    if has(&SURE) {
        let sure = if is_negated { Frame::Reported } else { Frame::Affirmed };
        return (is_own || is_impersonal).then_some(sure);
    }
    if has(&TRUE) || begin.ends_with(&["the".to_owned(), "case".to_owned()]) {
        return (is_own || is_impersonal || first == "the").then_some(if is_negated {
            Frame::Denied
        } else {
            Frame::Affirmed
        });
    }
    if !has(&HOLDS) {
        return None;
    }
    match (is_own, is_negated || has(&FEW)) {
        (true, true) => Some(Frame::Denied),
        (true, false) => Some(Frame::Affirmed),
        (false, true) if is_impersonal || has(&FEW) => Some(Frame::Denied),
        (false, _) => Some(Frame::Reported),
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
