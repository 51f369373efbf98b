//! The words of the pages for what the kernel names by enums, each with its gloss.

use faultline::argue::Label;
use faultline::graph::NodeKind;
use faultline::record::{Class, Found, Parting, Polarity, Regime, StopReason};
use faultline::vocabulary::{Disagreement, Side};

/// A word with what it means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Term {
    /// As shown.
    pub(crate) word: &'static str,
    /// What it means, as a clause.
    pub(crate) gloss: &'static str,
    /// As a class of the style sheet.
    pub(crate) class: &'static str,
}

const fn term(word: &'static str, gloss: &'static str, class: &'static str) -> Term {
    Term { word, gloss, class }
}

pub(crate) fn regime(regime: Regime) -> Term {
    match regime {
        Regime::Consensus => term("consensus", "they agree", "consensus"),
        Regime::OneSided => {
            term("one-sided", "one of them has no argument left standing", "one-sided")
        }
        Regime::Partial => {
            term("partial", "they agree on some things and part on others", "partial")
        }
        Regime::Polarized => {
            term("polarized", "they part and hardly agree on anything", "polarized")
        }
        Regime::Undetermined => {
            term("undetermined", "nothing was found either way", "undetermined")
        }
    }
}

pub(crate) fn kind(kind: Disagreement) -> Term {
    match kind {
        Disagreement::Horizon => {
            term("time horizon", "they speak of different spans of time", "horizon")
        }
        Disagreement::Evidence => {
            term("evidence", "they weigh or trust the same observations differently", "evidence")
        }
        Disagreement::Values => term("values", "they want different things", "values"),
        Disagreement::Definition => term("definition", "they use a word differently", "definition"),
        Disagreement::Claim => {
            term("claim", "they contradict each other on the matter itself", "claim")
        }
        Disagreement::Premise => term("premise", "they start from different premises", "premise"),
    }
}

pub(crate) fn found(found: Found) -> Term {
    match found {
        Found::SymmetricDifference => term(
            "by comparing worldviews",
            "some coherent worldviews keep what rests on it, others do not",
            "symmetric-difference",
        ),
        Found::Undecided => term(
            "among what is undecided",
            "what rests on it is undecided, though the coherent worldviews do not part over it",
            "undecided",
        ),
        Found::MostAttacked => term(
            "as what is attacked most",
            "nothing is undecided, and it is attacked more than anything else",
            "most-attacked",
        ),
        Found::Counterfactual => term(
            "by counterfactual",
            "other scores on it would change how strong a thesis comes out",
            "counterfactual",
        ),
        Found::Dispute => term("as a live dispute", "both sides of it are held", "dispute"),
        Found::Proposed => {
            term("by being named", "a participant or a model put it forward", "proposed")
        }
        Found::Faultline => {
            term("as a fault line", "the summary of the debate names it", "faultline")
        }
        Found::Impasse => {
            term("by impasse", "the exchange about it ended without movement", "impasse")
        }
    }
}

pub(crate) fn stop(reason: StopReason) -> Term {
    match reason {
        StopReason::Converged => term("converged", "nothing moved any more", "converged"),
        StopReason::MaxRounds => {
            term("last round reached", "the protocol allows no more rounds", "max-rounds")
        }
        StopReason::NoMoves => term("no moves left", "nobody had a valid move left", "no-moves"),
        StopReason::Failed => {
            term("failed", "something failed that the mode cannot do without", "failed")
        }
    }
}

pub(crate) fn label(label: Label) -> Term {
    match label {
        Label::In => term("IN", "accepted: every attack on it is answered", "in"),
        Label::Out => term("OUT", "defeated: an accepted argument attacks it", "out"),
        Label::Undec => term("UNDEC", "undecided: neither accepted nor defeated", "undec"),
    }
}

pub(crate) fn class(class: Class) -> Term {
    match class {
        Class::Thesis => term("thesis", "what somebody holds on the whole question", "thesis"),
        Class::Crux => term(
            "crux",
            "scored more than 0.3 apart, opposed to another statement, or contested in how it bears",
            "is-crux",
        ),
        Class::Consensus => term("consensus", "scored less than 0.1 apart", "consensus"),
        Class::Neutral => term("neutral", "neither far apart nor close", "neutral"),
    }
}

pub(crate) fn parting(parting: Parting) -> Term {
    match parting {
        Parting::BaseScore => {
            term("in how plausible it is", "their base scores differ", "base-score")
        }
        Parting::EdgeStructure => {
            term("in what follows from it", "their graphs differ around it", "edge-structure")
        }
        Parting::Both => term(
            "in how plausible it is and in what follows from it",
            "both their base scores and their graphs differ",
            "both",
        ),
    }
}

pub(crate) fn polarity(polarity: Polarity) -> &'static str {
    match polarity {
        Polarity::Positive => "works for the thesis",
        Polarity::Negative => "works against the thesis",
        Polarity::Unknown => "works both for and against the thesis",
        Polarity::Neutral => "does not bear on the thesis",
    }
}

pub(crate) fn node_kind(kind: NodeKind) -> &'static str {
    match kind {
        NodeKind::Argument => "argument",
        NodeKind::Question => "question",
        NodeKind::Position => "position",
        NodeKind::Claim => "claim",
        NodeKind::Thesis => "thesis",
    }
}

pub(crate) fn says(side: Side) -> &'static str {
    match side {
        Side::Yes => "says yes",
        Side::No => "says no",
    }
}

pub(crate) fn side(side: Side) -> &'static str {
    match side {
        Side::Yes => "Yes",
        Side::No => "No",
    }
}
