//! The words of pages, terminal and notebooks for the library's enums, each with its meaning.

use crate::argue::Label;
use crate::record::{FoundBy, IdleDispute, Position, Regime, StopReason};
use crate::vocabulary::{Disagreement, Side};

/// A word with what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// As shown.
    pub word: &'static str,
    /// What it means, as a clause.
    pub gloss: &'static str,
    /// As a class of the style sheet.
    pub class: &'static str,
}

/// What is said of a text about a question where no tag and no word shows which answer it gives.
/// `suggested` is the one that follows from its author's answer to the topic's question.
pub fn unclear_side(suggested: Option<Side>) -> &'static str {
    match suggested {
        Some(Side::Yes) => {
            "The program cannot tell which answer this text gives. The persona’s main answer suggests yes."
        }
        Some(Side::No) => {
            "The program cannot tell which answer this text gives. The persona’s main answer suggests no."
        }
        None => "The program cannot tell which answer this text gives.",
    }
}

/// The title of questions about which personas write, and on which the words of none show an
/// answer.
pub const UNCLEAR: &str =
    "They write about the same questions, and which answers they give is not clear";

/// What is said of a text without tags that is quoted beside a question.
pub const INFERRED_QUOTE: &str =
    "The text has no tags: only its words show that this sentence is about the question.";

/// What pages say above these questions.
pub const ABOUT_UNCLEAR: &str = "No word of these texts shows which answer they give, so they may agree. Only the personas’ main answers suggest that they disagree. A tag with the answer would show it.";

/// What “a guess” means beside a side in a list.
pub const A_GUESS: &str = "“A guess” means that the program could not tell which answer the persona’s text gives. The persona’s main answer suggests this one.";

/// What pages say above the questions that only one text was found to answer.
pub const ANSWERED_ALONE: &str = "A case rests on each of these answers. In texts without tags the program can miss an answer, so another persona may answer differently.";

const fn term(word: &'static str, gloss: &'static str, class: &'static str) -> Term {
    Term { word, gloss, class }
}

/// How far the personas agree.
pub fn regime(regime: Regime) -> Term {
    match regime {
        Regime::Consensus => term("consensus", "they agree", "consensus"),
        Regime::OneSided => {
            term("one-sided", "the theses of one side have lost all their support", "one-sided")
        }
        Regime::Partial => term(
            "disagreement with common ground",
            "they answer some questions differently, and there are points that they share",
            "partial",
        ),
        Regime::Polarized => term(
            "polarized",
            "they disagree, and no point was found on which both sides agree",
            "polarized",
        ),
        Regime::Undetermined => {
            term("undetermined", "the debate does not show whether they agree", "undetermined")
        }
    }
}

/// A kind of disagreement.
pub fn kind(kind: Disagreement) -> Term {
    match kind {
        Disagreement::Horizon => {
            term("time horizon", "a dispute about which span of time counts", "horizon")
        }
        Disagreement::Evidence => {
            term("evidence", "a dispute about what the evidence shows", "evidence")
        }
        Disagreement::Values => term("values", "a dispute about what matters more", "values"),
        Disagreement::Definition => term(
            "definition",
            "a dispute about what a word means or how to measure it",
            "definition",
        ),
        Disagreement::Claim => term("claim", "a dispute about a fact or a forecast", "claim"),
        Disagreement::Premise => {
            term("premise", "a dispute about what an argument takes as given", "premise")
        }
    }
}

/// What the card of a question is called, before its number.
pub fn named_as(is_load_unknown: bool) -> &'static str {
    if is_load_unknown { "Question" } else { "Crux" }
}

/// How a crux was found, to follow “found”.
pub fn found(found: FoundBy) -> Term {
    match found {
        FoundBy::Load => term(
            "by its load",
            "they answer it in opposite ways, and personas on both sides rest part of their case on it",
            "load",
        ),
        FoundBy::LoadUnknown => term(
            "as a dispute of unknown importance",
            "they answer it in opposite ways, and too little is known of what their theses rest on",
            "load-unknown",
        ),
        FoundBy::Proposed => term(
            "because it was proposed",
            "it was named in answer to a question for the cruxes",
            "proposed",
        ),
    }
}

/// Why a debate ended.
pub fn stop(reason: StopReason) -> Term {
    match reason {
        StopReason::Converged => {
            let gloss =
                "the rule was met by which the mode ends a debate; the personas may still disagree";
            term("rule met", gloss, "converged")
        }
        StopReason::MaxRounds => {
            term("last round", "all rounds of the debate were held", "max-rounds")
        }
        StopReason::NoMoves => {
            term("no moves left", "no persona had a valid move left", "no-moves")
        }
        StopReason::Failed => term("failed", "a step failed that the mode needs", "failed"),
    }
}

/// A label of the grounded semantics.
pub fn label(label: Label) -> Term {
    match label {
        Label::In => term("IN", "accepted: all its attackers are defeated", "in"),
        Label::Out => term("OUT", "defeated: an accepted argument attacks it", "out"),
        Label::Undec => term("UNDEC", "undecided: neither accepted nor defeated", "undec"),
    }
}

/// An answer as a word with a capital letter.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Yes => "Yes",
        Side::No => "No",
    }
}

/// The answer of a position, and whether a thesis depends on it; `None` if it takes no side.
pub fn answer_with_load(position: &Position) -> Option<&'static str> {
    let carries = position.load.is_some_and(|load| load.value() > 0.0);
    Some(match (position.side?, carries) {
        (Side::Yes, true) => "Yes (part of its case rests on this)",
        (Side::No, true) => "No (part of its case rests on this)",
        (Side::Yes, false) if position.is_declared_idle => {
            "Yes (and it says that it would keep its thesis either way)"
        }
        (Side::No, false) if position.is_declared_idle => {
            "No (and it says that it would keep its thesis either way)"
        }
        (answer, false) => side(answer),
    })
}

/// What sets a dispute apart from others that are not cruxes.
pub fn note(dispute: &IdleDispute) -> Option<&'static str> {
    match (dispute.is_verbal, dispute.is_load_unknown) {
        (true, _) => Some("they differ only in words"),
        (false, true) => Some("it is not known whether both sides rest part of their case on this"),
        (false, false) => None,
    }
}

/// An answer as a predicate.
pub fn says(side: Option<Side>) -> &'static str {
    match side {
        Some(Side::Yes) => "says yes",
        Some(Side::No) => "says no",
        None => "takes no side",
    }
}

/// What becomes of an argument with this label, as a word.
pub fn status(label: Label) -> &'static str {
    match label {
        Label::In => "accepted",
        Label::Out => "defeated",
        Label::Undec => "undecided",
    }
}
