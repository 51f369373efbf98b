//! What a persona has written on a topic: statements with their reasons.

use serde::{Deserialize, Serialize};

use super::argument::{Citation, Component};
use super::date::Date;
use super::id::{AxisId, PassageId, PointId, StatementId, TopicId};
use super::topic::{AxisSide, Side};
use super::unit::Probability;

/// A reason for a statement, with reasons of its own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reason {
    /// The premise as a sentence.
    pub text: String,
    /// The side of an axis that the premise asserts, if its author tagged it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asserts: Option<AxisSide>,
    /// Whether its author says that it asserts none: `{axis=none}`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_off_axes: bool,
    /// Reasons to believe the premise.
    pub reasons: Vec<Reason>,
    /// Evidence for the premise.
    pub evidence: Vec<Citation>,
}

impl Reason {
    /// A reason without a tag, without reasons of its own and without evidence.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            asserts: None,
            is_off_axes: false,
            reasons: Vec::new(),
            evidence: Vec::new(),
        }
    }
}

/// Something that a statement takes for granted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// The assumption as a sentence.
    pub text: String,
    /// The side of an axis that it asserts, if its author tagged it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asserts: Option<AxisSide>,
    /// Whether its author says that it asserts none: `{axis=none}`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_off_axes: bool,
}

impl Assumption {
    /// An assumption without a tag.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), asserts: None, is_off_axes: false }
    }
}

/// An objection that a statement answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Objection {
    /// The component of the other side's argument that the statement disputes. An index is always
    /// 0: the author does not know the order of the other side's premises.
    pub component: Component,
    /// The objection in the persona's own words.
    pub text: String,
}

/// How the axis of a statement in an untagged text was inferred.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Inferred {
    /// How well the axis matches the statement and the paragraphs around it.
    pub score: Probability,
    /// The axis with the second-best match, and its score.
    pub runner_up: Option<(AxisId, Probability)>,
}

impl Inferred {
    /// The axis is known for certain.
    pub fn certain() -> Self {
        Self { score: Probability::share(1, 1), runner_up: None }
    }
}

/// One view of a persona, with its reasons, evidence and concessions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Statement {
    /// The id, unique within the persona.
    pub id: StatementId,
    /// One or two sentences that a reader understands without context.
    pub text: String,
    /// The axis that the statement is about, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// The side that the statement takes on its axis; without an axis, its answer to the topic's
    /// question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Whether its author says that it is about none of the topic's axes, so that none is inferred
    /// for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_off_axes: bool,
    /// The passage that the statement reads, if its author tagged it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub passage: Option<PassageId>,
    /// How confident the persona is.
    pub confidence: Probability,
    /// Whether the author stated no confidence, so that it is the default.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_confidence_assumed: bool,
    /// When the persona said it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The source, as the persona cites it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// The proposition that the statement asserts. Two statements with the same point say the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub point: Option<PointId>,
    /// The proposition that the statement denies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub denies: Option<PointId>,
    /// The reasons for the statement (`because`).
    pub reasons: Vec<Reason>,
    /// What the statement assumes (`assumes`).
    pub assumptions: Vec<Assumption>,
    /// The evidence that the statement cites (`evidence`).
    pub evidence: Vec<Citation>,
    /// What would change the persona's mind (`unless`), as clauses in lower case without a full
    /// stop.
    pub unless: Vec<String>,
    /// What the statement concedes to the other side (`concedes`).
    pub concedes: Vec<String>,
    /// The objections that the statement answers (`answers`).
    pub answers: Vec<Objection>,
    /// How the axis was inferred, if the author did not tag the statement.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub inferred: Option<Inferred>,
}

impl Statement {
    /// A statement that says its text and nothing else.
    pub fn new(id: StatementId, text: String, confidence: Probability) -> Self {
        Self {
            id,
            text,
            axis: None,
            side: None,
            is_off_axes: false,
            passage: None,
            confidence,
            is_confidence_assumed: false,
            date: None,
            source: None,
            point: None,
            denies: None,
            reasons: Vec::new(),
            assumptions: Vec::new(),
            evidence: Vec::new(),
            unless: Vec::new(),
            concedes: Vec::new(),
            answers: Vec::new(),
            inferred: None,
        }
    }

    /// Whether the statement answers the topic's own question: the persona's case in short. Its
    /// reasons are what the persona's thesis rests on.
    pub fn is_case(&self) -> bool {
        self.axis.is_none() && self.side.is_some()
    }

    /// Every sentence of the statement: its text, its reasons, assumptions and concessions.
    pub fn sentences(&self) -> impl Iterator<Item = &str> {
        let reasons = self.all_reasons().into_iter().map(|reason| reason.text.as_str());
        let assumed = self.assumptions.iter().map(|assumed| assumed.text.as_str());
        let conceded = self.concedes.iter().map(String::as_str);
        std::iter::once(self.text.as_str()).chain(reasons).chain(assumed).chain(conceded)
    }

    /// The axis and the side that the statement takes on it, where it has both.
    pub fn answers_axis(&self) -> Option<AxisSide> {
        let (axis, side) = (self.axis.clone()?, self.side?);
        Some(AxisSide { axis, side })
    }

    /// Whether it can be an argument of its own: it has a reason, or it was inferred from a text
    /// without tags, where few reasons are marked as such.
    pub fn can_argue(&self) -> bool {
        !self.reasons.is_empty() || self.inferred.is_some()
    }

    /// The reasons in the author's order, then the reasons for these reasons, level by level.
    pub fn all_reasons(&self) -> Vec<&Reason> {
        let mut all: Vec<&Reason> = self.reasons.iter().collect();
        let mut next = 0;
        while let Some(&reason) = all.get(next) {
            all.extend(&reason.reasons);
            next += 1;
        }
        all
    }

    /// The statement's own citations, then those of its reasons in the order of
    /// [`Statement::all_reasons`].
    pub fn citations(&self) -> impl Iterator<Item = &Citation> {
        self.evidence.iter().chain(self.all_reasons().into_iter().flat_map(|r| &r.evidence))
    }
}

/// A sentence of a text without tags that is not a statement. A language model that reads the text
/// can cite it; nothing else is computed from it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sentence {
    /// Its id, made from its words.
    pub id: StatementId,
    /// The sentence as its author wrote it.
    pub text: String,
    /// The axis that it is about, where only its answer is not clear. Pages show it; no debate uses
    /// it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<AxisId>,
}

/// One file of a corpus.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The title.
    pub title: String,
    /// When the file was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The paragraphs of a file without tags, or of the prose of a file with tags, as their author
    /// wrote them: the id of each sentence is in brackets before it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paragraphs: Vec<String>,
    /// The sentences of these paragraphs that are not statements.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<Sentence>,
    /// The statements in the order of the file.
    pub statements: Vec<Statement>,
    /// The axes of which a text without tags says that its author's answer to the topic's question
    /// does not depend on them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub idle: Vec<AxisId>,
}

impl Note {
    /// What precedes a sentence in the paragraphs: its id in brackets.
    pub fn mark(id: &StatementId) -> String {
        format!("[{id}] ")
    }

    /// Whether a statement is a sentence of the paragraphs.
    pub fn is_in_text(&self, statement: &Statement) -> bool {
        let mark = Self::mark(&statement.id);
        self.paragraphs.iter().any(|paragraph| paragraph.contains(&mark))
    }

    /// Whether rules made a statement from a text without tags, which a language model reads
    /// itself: a sentence of the text, or what the text says in passing about its author's case.
    pub fn is_inferred_from_text(&self, statement: &Statement) -> bool {
        let is_inferred_case = statement.is_case() && statement.inferred.is_some();
        is_inferred_case || self.is_in_text(statement)
    }

    /// Whether it is a text without tags: it has paragraphs, and rules made all its statements.
    pub fn is_untagged(&self) -> bool {
        !self.paragraphs.is_empty()
            && self.statements.iter().all(|own| self.is_inferred_from_text(own))
    }

    /// The file as its author wrote it, without what rules infer from its words: what they take
    /// from a text without tags are sentences, and a statement without a tag has neither axis nor
    /// side.
    #[must_use]
    pub fn as_written(&self) -> Self {
        let mut written = Self { idle: Vec::new(), ..self.clone() };
        let from_text = written.statements.extract_if(.., |own| self.is_inferred_from_text(own));
        let from_text: Vec<Statement> = from_text.filter(|own| self.is_in_text(own)).collect();
        let sentence = |own: Statement| Sentence { id: own.id, text: own.text, about: None };
        for own in &mut written.sentences {
            own.about = None;
        }
        written.sentences.extend(from_text.into_iter().map(sentence));
        for own in &mut written.statements {
            if own.inferred.take().is_some() {
                (own.axis, own.side) = (None, None);
            }
        }
        written
    }
}

/// Everything that a persona has written on one topic.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Corpus {
    /// The topic.
    pub topic: TopicId,
    /// The persona's answer to the topic's question.
    pub stance: Side,
    /// The files, in the order of their names.
    pub notes: Vec<Note>,
}

impl Corpus {
    /// The axes of which a text says that its author's answer does not depend on them.
    pub fn idle(&self) -> impl Iterator<Item = &AxisId> {
        self.notes.iter().flat_map(|note| &note.idle)
    }

    /// Whether one of its files is a text without tags.
    pub fn has_untagged_text(&self) -> bool {
        self.notes.iter().any(Note::is_untagged)
    }

    /// Returns all statements, in the order of files and lines.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.notes.iter().flat_map(|note| &note.statements)
    }

    /// The corpus as its author wrote it, without what rules infer from its words.
    #[must_use]
    pub fn as_written(&self) -> Self {
        let notes = self.notes.iter().map(Note::as_written).collect();
        Self { topic: self.topic.clone(), stance: self.stance, notes }
    }

    /// Returns the statement with this id.
    pub fn statement(&self, id: &StatementId) -> Option<&Statement> {
        self.statements().find(|statement| statement.id == *id)
    }

    /// Whether a text without tags seems to say in passing that its author's answer depends on an
    /// axis. Such words do not always mean it.
    pub fn seems_to_rest_on(&self, axis: &AxisId) -> bool {
        let is_on =
            |reason: &Reason| reason.asserts.as_ref().is_some_and(|asserts| asserts.axis == *axis);
        let mut inferred = self.statements().filter(|own| own.is_case() && own.inferred.is_some());
        inferred.any(|case| case.reasons.iter().any(is_on))
    }

    /// Whether the author wrote one of these statements about an axis. What is about it by its
    /// words alone may be about something else.
    pub fn is_written_about(&self, axis: &AxisId, statements: &[StatementId]) -> bool {
        let mut named = statements.iter().filter_map(|id| self.statement(id));
        named.any(|own| own.inferred.is_none() && own.axis.as_ref() == Some(axis))
    }
}
