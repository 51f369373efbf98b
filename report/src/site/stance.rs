//! The answer of a persona to the question of a card, on the page of a debate or on one that joins
//! debates.

use faultline::text::{content_stems, overlap};
use faultline::view::{CruxStance, Flip, glossary};

use super::blocks::RichText;
use super::overview::Row;
use super::persona_tag::Tag;
use super::references::{NodeRef, References};
use super::sentence::any_of;

/// The overlap of words from which a condition says nearly the same as a declared one. In the
/// corpora of this repository 70 conditions stand on the axis of a declared one: the 41 that say
/// the same overlap by 0.67 or more, and the others by 0.57 or less, but for one with 0.78 that
/// differs in its date.
const NEARLY_THE_SAME: f64 = 0.6;

/// An answer with what a page adds to it.
#[derive(Debug)]
pub(super) struct Stance {
    pub(super) of: CruxStance,
    pub(super) persona: Tag,
    /// The node of its argument, on the page of its debate.
    pub(super) node: Option<NodeRef>,
    /// What a reader must know of the answer.
    pub(super) remarks: Vec<RichText>,
    /// Where debates are joined: the surest statement of the persona's own for the other answer,
    /// where it has one.
    pub(super) also: Option<String>,
    /// Where debates are joined: what would change its mind, as it says beside the statements that
    /// the card quotes, in clauses.
    pub(super) unless: Vec<String>,
}

impl Stance {
    /// The answer in one debate.
    pub(super) fn of_debate(references: &References<'_>, of: CruxStance) -> Self {
        let remarks = of.remarks();
        Self {
            persona: references.tag(&of.persona),
            node: of.node.map(|id| references.node(id)),
            remarks: remarks.iter().map(|text| RichText::new(references, text)).collect(),
            also: None,
            unless: Vec::new(),
            of,
        }
    }

    /// The answer as a word; empty where it takes no side, or where no word of its text shows
    /// which.
    pub(super) fn side(&self) -> &'static str {
        let side = self.of.side.filter(|_| !self.of.is_guessed);
        side.map_or("", glossary::side)
    }

    /// What would change its mind, as a sentence.
    pub(super) fn conditions(&self) -> String {
        any_of(&self.unless)
    }
}

/// The row of a card in the overview.
pub(super) fn row(card: &str, question: &str, stances: &[Stance]) -> Row {
    let answers = stances.iter().map(|held| (held.persona.clone(), held.side()));
    Row { card: card.to_owned(), question: question.to_owned(), answers: answers.collect() }
}

/// Whether another condition says nearly the same.
pub(super) fn is_nearly(flip: &Flip, condition: &str) -> bool {
    overlap(&content_stems(condition), &content_stems(&flip.when)) >= NEARLY_THE_SAME
}

/// Whether another condition has all words of this one, so that it says as much.
pub(super) fn is_said_by(flip: &Flip, condition: &str) -> bool {
    content_stems(&flip.when).is_subset(&content_stems(condition))
}
