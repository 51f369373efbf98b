//! Crux cards.

use std::fmt;

use super::debate::Debate;
use super::display::{escaped, name, shown};
use super::sections::{Piece, Pieces};
use crate::view::{CruxCard, CruxStance, glossary};

/// The cruxes of a debate as cards: the question, who answers what and why, and what would settle
/// it.
#[derive(Debug, Clone)]
pub struct Cards {
    cards: Vec<Card>,
}

#[derive(Debug, Clone)]
struct Card {
    question: String,
    stances: Vec<Stance>,
    /// What else the card says.
    facts: Vec<Piece>,
}

/// A persona with its answer, its reason, and what else is known of its answer.
#[derive(Debug, Clone)]
struct Stance {
    head: String,
    text: String,
    notes: Vec<String>,
}

impl Debate {
    /// The cruxes as cards.
    pub fn cruxes(&self) -> Cards {
        let history = self.history();
        let pieces = Pieces::of(&history, &self.planned.personas, self.cell());
        let cruxes = history.outcome().cruxes.iter();
        let cards = cruxes.map(|crux| Card::of(&pieces, CruxCard::of(&history, crux)));
        Cards { cards: cards.collect() }
    }
}

impl Cards {
    /// The number of cards.
    pub fn len(&self) -> usize {
        self.cards.len()
    }

    /// Whether there is no card.
    pub fn is_empty(&self) -> bool {
        self.cards.is_empty()
    }

    pub(super) fn html(&self) -> String {
        if self.cards.is_empty() {
            return "<p>The debate found no crux.</p>".to_owned();
        }
        let note =
            |text: &String| format!("<br><span style=\"opacity:.75\">{}</span>", escaped(text));
        let stance = |stance: &Stance| {
            format!(
                "<div style=\"flex:1 1 16em;border-left:2px solid;padding-left:.6em\"><b>{}</b><br>{}{}</div>",
                escaped(&stance.head),
                escaped(&stance.text),
                stance.notes.iter().map(note).collect::<String>()
            )
        };
        let card = |card: &Card| {
            format!(
                "<div style=\"margin:0 0 1.2em;max-width:60em\"><p style=\"margin:.2em 0;font-size:1.15em\"><b>{}</b></p>\
                 <div style=\"display:flex;flex-wrap:wrap;gap:1em\">{}</div>{}</div>\n",
                escaped(&card.question),
                card.stances.iter().map(stance).collect::<String>(),
                card.facts.iter().map(Piece::html).collect::<String>()
            )
        };
        self.cards.iter().map(card).collect()
    }
}

impl Card {
    fn of(pieces: &Pieces<'_>, card: CruxCard) -> Self {
        let stance = |held: &CruxStance| Stance {
            head: format!("{} {}", name(held.persona.as_str()), glossary::says(held.side)),
            text: held.reasons(),
            notes: held.notes().iter().map(|note| pieces.words(note)).collect(),
        };
        Self {
            stances: card.stances.iter().map(stance).collect(),
            facts: card.lines().iter().map(|fact| pieces.fact(fact)).collect(),
            question: card.question,
        }
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cards.is_empty() {
            return writeln!(f, "The debate found no crux.");
        }
        for (number, card) in (1..).zip(&self.cards) {
            writeln!(f, "{number}. {}", card.question)?;
            for Stance { head, text, notes } in &card.stances {
                writeln!(f, "  {head}: {text}")?;
                notes.iter().try_for_each(|note| writeln!(f, "    {note}"))?;
            }
            card.facts.iter().try_for_each(|fact| write!(f, "{fact}"))?;
        }
        Ok(())
    }
}

shown!(Cards);
