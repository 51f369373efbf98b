//! What the reader of untagged texts infers from each clause.

use crate::vocabulary::{AxisId, Inferred, Probability, Side, StatementId};

/// The axis that matches a sentence best.
#[derive(Debug, Clone, PartialEq)]
pub struct AxisMatch {
    /// The axis.
    pub axis: AxisId,
    /// The BM25 score of the axis for the sentence, its paragraph and the paragraphs around it; 1
    /// if the heading above names the axis, or the sentence says or denies one of its propositions
    /// almost word for word.
    pub score: Probability,
    /// The axis with the second-best score, and its score.
    pub runner_up: Option<(AxisId, Probability)>,
}

impl AxisMatch {
    /// How the axis of a statement was inferred.
    pub(super) fn inferred(&self) -> Inferred {
        Inferred { score: self.score, runner_up: self.runner_up.clone() }
    }

    /// Returns the lead of the axis over the second-best axis. *Range*: [0, 1].
    pub fn margin(&self) -> f64 {
        self.score.value() - self.runner_up.as_ref().map_or(0.0, |(_, score)| score.value())
    }
}

/// Why a clause stays prose.
#[derive(Debug, Clone, PartialEq)]
pub enum ProseReason {
    /// The sentence is a question.
    Question,
    /// The sentence is an exclamation, of which only the answers to an axis are read.
    Exclamation,
    /// The sentence starts with a word such as «perhaps».
    Hedged(&'static str),
    /// The sentence is about its author, or asks the reader for something.
    Personal,
    /// The sentence has too few words to match an axis, or the clause to say anything without the
    /// sentence before.
    TooShort,
    /// The sentence shares no word with the axis that matches its surroundings best.
    NoAxis,
    /// Two axes match about equally well.
    TwoAxes(AxisMatch),
    /// The axis is clear, but it does not say which answer it favours.
    NoSide(AxisMatch),
    /// The first word refers to an earlier sentence with which this one cannot be joined.
    RefersBack(&'static str),
    /// The clause belongs to a statement, and there is no statement next to it.
    NoStatement,
    /// The statement already has as many clauses of this kind as an argument can have.
    Full,
    /// The text says the same twice.
    Repeated,
    /// A quotation, a table, code or HTML, which is not the position of the author.
    Quoted,
}

impl ProseReason {
    /// Returns the reason in a few words, for a list of counts.
    pub fn words(&self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Exclamation => "exclamation",
            Self::Hedged(_) => "hedged",
            Self::Personal => "about the author or to the reader",
            Self::TooShort => "too short",
            Self::NoAxis => "no matching axis",
            Self::TwoAxes(_) => "two matching axes",
            Self::NoSide(_) => "axis favours no answer",
            Self::RefersBack(_) => "refers to the sentence before",
            Self::NoStatement => "no statement next to it",
            Self::Full => "more than an argument can hold",
            Self::Repeated => "repeated",
            Self::Quoted => "quotation, table, code or HTML",
        }
    }
}

/// What a clause is: a statement, or its role in one.
#[derive(Debug, Clone, PartialEq)]
pub enum ClauseKind {
    /// A statement of its own.
    Statement,
    /// A reason for a statement.
    Because,
    /// Evidence that a statement cites.
    Evidence,
    /// An assumption of a statement.
    Assumes,
    /// What would change the author's mind.
    Unless,
    /// What the author concedes to the other side.
    Concedes,
    /// An objection that a statement answers.
    Answers,
    /// None of these: the clause stays prose, as context.
    Prose(ProseReason),
}

impl ClauseKind {
    /// Returns the kind as a lower-case word.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Statement => "statement",
            Self::Because => "because",
            Self::Evidence => "evidence",
            Self::Assumes => "assumes",
            Self::Unless => "unless",
            Self::Concedes => "concedes",
            Self::Answers => "answers",
            Self::Prose(_) => "prose",
        }
    }

    /// Whether a sentence that stays prose can be understood by itself, and is one that its author
    /// asserts.
    pub(super) fn may_be_joined(&self) -> bool {
        match self.prose_reason() {
            Some(ProseReason::NoAxis | ProseReason::TwoAxes(_) | ProseReason::TooShort) => true,
            Some(
                ProseReason::Question
                | ProseReason::Exclamation
                | ProseReason::Hedged(_)
                | ProseReason::Personal
                | ProseReason::NoSide(_)
                | ProseReason::RefersBack(_)
                | ProseReason::NoStatement
                | ProseReason::Full
                | ProseReason::Repeated
                | ProseReason::Quoted,
            )
            | None => false,
        }
    }

    /// Returns why the clause stays prose, if it does.
    pub fn prose_reason(&self) -> Option<&ProseReason> {
        match self {
            Self::Prose(reason) => Some(reason),
            Self::Statement
            | Self::Because
            | Self::Evidence
            | Self::Assumes
            | Self::Unless
            | Self::Concedes
            | Self::Answers => None,
        }
    }
}

/// What was inferred from one clause, and from what.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// The text of the clause.
    pub text: String,
    /// The line on which the paragraph starts, counted from 1.
    pub line: usize,
    /// The inferred kind.
    pub kind: ClauseKind,
    /// The cue words that decided the kind, if any.
    pub cue: Option<&'static str>,
    /// The axis that matches best, if the match decided.
    pub axis: Option<AxisMatch>,
    /// The side of the statement to which the clause belongs.
    pub side: Option<Side>,
    /// The statement to which the clause belongs.
    pub statement: Option<StatementId>,
}
