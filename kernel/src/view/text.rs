//! Text with references to what it is about.

use crate::argue::Label;
use crate::vocabulary::{
    AxisId, CruxId, NodeId, PersonaId, StatementId, Strength, TurnId, WebAddress,
};

/// A piece of text.
#[derive(Debug, Clone, PartialEq)]
pub enum Inline {
    /// Plain words, including the spaces around references.
    Plain(String),
    /// Words that someone else wrote.
    Quote(String),
    /// A node of the debate's graph.
    Node(NodeId),
    /// A node of a merged graph, named by its first member.
    Merged(NodeId),
    /// A persona, by its name.
    Persona(PersonaId),
    /// A turn.
    Turn(TurnId),
    /// A crux.
    Crux(CruxId),
    /// An axis of the topic, by its question.
    Axis(AxisId),
    /// A round, by the name that the page gives it.
    Round(u32),
    /// A statement of a persona's corpus on the topic.
    Statement(PersonaId, StatementId),
    /// A page of the web: its title and its address.
    Web(String, WebAddress),
    /// A label of the grounded semantics.
    Label(Label),
    /// A whole number.
    Integer(u64),
    /// A whole number of any length, as decimal digits.
    Digits(String),
    /// A number from 0 to 1.
    Score(f64),
    /// A number from −1 to 1, shown with its sign.
    Signed(f64),
    /// The shares of a whole, as a bar. Text renderers write nothing for it.
    Bar(Vec<u64>),
}

/// Words and references, in reading order.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Text(Vec<Inline>);

impl Text {
    /// Fills a whole sentence: each `{}` is replaced by the next of `fields`.
    ///
    /// # Panics
    /// Panics where the number of fields is not the number of `{}`.
    pub fn of(sentence: &str, fields: impl IntoIterator<Item = Text>) -> Self {
        let mut fields = fields.into_iter();
        let mut pieces = sentence.split("{}");
        let mut text = Self::from(pieces.next().unwrap_or_default());
        for piece in pieces {
            text.0.extend(fields.next().expect("each {} has a field").0);
            text.0.extend(Self::from(piece).0);
        }
        assert!(fields.next().is_none(), "`{sentence}` has fewer {{}} than fields");
        text
    }

    /// Joins texts with a separator between them; leaves out empty ones.
    pub fn joined(texts: impl IntoIterator<Item = Text>, separator: &str) -> Self {
        let mut joined = Self::default();
        for text in texts.into_iter().filter(|text| !text.is_empty()) {
            if !joined.is_empty() {
                joined.0.extend(Self::from(separator).0);
            }
            joined.0.extend(text.0);
        }
        joined
    }

    /// Joins texts as in “A, B and C”.
    pub fn listed(mut texts: Vec<Text>) -> Self {
        let last = texts.pop().unwrap_or_default();
        Self::joined([Self::joined(texts, ", "), last], " and ")
    }

    /// A base score τ and the strength σ that follows from it; empty where the node has neither.
    pub fn scores(base_score: Option<Strength>, strength: Option<Strength>) -> Self {
        match (base_score, strength) {
            (Some(base), Some(strength)) => Self::of("τ {} → σ {}", [base.into(), strength.into()]),
            (Some(base), None) => Self::of("τ {}", [base.into()]),
            (None, Some(strength)) => Self::of("strength {}", [strength.into()]),
            (None, None) => Self::default(),
        }
    }

    /// Whether there is nothing to show.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Its pieces, in reading order.
    pub fn pieces(&self) -> &[Inline] {
        &self.0
    }
}

impl From<Inline> for Text {
    fn from(inline: Inline) -> Self {
        Self(vec![inline])
    }
}

impl From<&str> for Text {
    fn from(words: &str) -> Self {
        Self::from(words.to_owned())
    }
}

impl From<String> for Text {
    fn from(words: String) -> Self {
        if words.is_empty() { Self::default() } else { Self(vec![Inline::Plain(words)]) }
    }
}

impl From<NodeId> for Text {
    fn from(node: NodeId) -> Self {
        Inline::Node(node).into()
    }
}

impl From<TurnId> for Text {
    fn from(turn: TurnId) -> Self {
        Inline::Turn(turn).into()
    }
}

impl From<CruxId> for Text {
    fn from(crux: CruxId) -> Self {
        Inline::Crux(crux).into()
    }
}

impl From<&PersonaId> for Text {
    fn from(persona: &PersonaId) -> Self {
        Inline::Persona(persona.clone()).into()
    }
}

impl From<Strength> for Text {
    fn from(strength: Strength) -> Self {
        Inline::Score(strength.value()).into()
    }
}

impl From<usize> for Text {
    fn from(number: usize) -> Self {
        Inline::Integer(number as u64).into()
    }
}

impl FromIterator<Inline> for Text {
    fn from_iter<I: IntoIterator<Item = Inline>>(pieces: I) -> Self {
        Self(pieces.into_iter().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_placeholder_of_a_sentence_becomes_the_next_field() {
        let text = Text::of("{} supports {}.", [NodeId::new(1).into(), NodeId::new(2).into()]);
        let expected = [
            Inline::Node(NodeId::new(1)),
            Inline::Plain(" supports ".into()),
            Inline::Node(NodeId::new(2)),
            Inline::Plain(".".into()),
        ];
        assert_eq!(text.pieces(), expected);
    }

    #[test]
    #[should_panic(expected = "fewer {} than fields")]
    fn a_field_without_a_placeholder_is_refused() {
        let _ = Text::of("no place", [NodeId::new(1).into()]);
    }
}
