//! Crux cards.

use std::fmt;

use super::display::{escaped, name, shown, stopped};
use crate::graph::Graph;
use crate::record::{Crux, FoundBy, Outcome, Position};
use crate::view::number;
use crate::vocabulary::Side;

/// The cruxes of a debate as cards: the question, who answers what and why, and what would settle it.
#[derive(Debug, Clone)]
pub struct Cards {
    cards: Vec<Card>,
}

#[derive(Debug, Clone)]
struct Card {
    question: String,
    marks: String,
    /// The persona, its answer, and its reason.
    positions: Vec<(String, &'static str, String)>,
    /// Further lines, each with its name.
    lines: Vec<(&'static str, String)>,
}

impl Cards {
    pub(super) fn of(outcome: &Outcome, graph: &Graph) -> Self {
        let cruxes = outcome.cruxes.iter();
        Self { cards: cruxes.map(|crux| Card::of(graph, crux)).collect() }
    }

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
        let line = |(title, text): &(&str, String)| {
            format!("<p style=\"margin:.2em 0\"><b>{title}:</b> {}</p>", escaped(text))
        };
        let position = |(persona, answer, text): &(String, &str, String)| {
            format!(
                "<div style=\"flex:1 1 16em;border-left:2px solid;padding-left:.6em\"><b>{} {answer}</b><br>{}</div>",
                escaped(persona),
                escaped(text)
            )
        };
        let card = |card: &Card| {
            format!(
                "<div style=\"margin:0 0 1.2em;max-width:60em\"><p style=\"margin:.2em 0;font-size:1.15em\"><b>{}</b> \
                 <span style=\"opacity:.75\">{}</span></p><div style=\"display:flex;flex-wrap:wrap;gap:1em\">{}</div>{}</div>\n",
                escaped(&card.question),
                escaped(&card.marks),
                card.positions.iter().map(position).collect::<String>(),
                card.lines.iter().map(line).collect::<String>()
            )
        };
        self.cards.iter().map(card).collect()
    }
}

impl Card {
    fn of(graph: &Graph, crux: &Crux) -> Self {
        let ground = |held: &Position| {
            let ground = held.node.and_then(|node| graph.ground(node));
            ground.filter(|ground| *ground != held.text).map(stopped)
        };
        let position = |held: &Position| {
            let answer = held.side.map_or("", Side::word);
            let of_thesis = held.thesis_reason.as_deref().map(stopped);
            let reason = [of_thesis, Some(stopped(&held.text)), ground(held)].into_iter().flatten();
            let reason: Vec<String> = reason.collect();
            (name(held.persona.as_str()), answer, reason.join(" "))
        };
        let score = number::score(crux.score.value.value());
        let mut marks = match crux.found {
            FoundBy::Load => format!("load {score}"),
            FoundBy::LoadUnknown => "load unknown".to_owned(),
            FoundBy::Proposed => format!("score {score}, an estimate"),
        };
        if crux.is_declared() {
            marks += ", double crux";
        }
        let mut lines = Vec::new();
        for held in &crux.positions {
            if let Some(flip) = &held.flip {
                lines.push((
                    "Would change this answer",
                    format!("{}: {}", name(held.persona.as_str()), stopped(&flip.when)),
                ));
            }
        }
        for held in &crux.positions {
            if let Some(by) = held.refuted_by {
                let text = format!(
                    "the answer of {}, by {by}; no reply to it holds, and the position was not given up",
                    name(held.persona.as_str())
                );
                lines.push(("Answered", text));
            }
        }
        let hinge = crux.turns_on.as_ref().map(|hinge| stopped(&hinge.text));
        lines.extend(hinge.map(|text| ("Most attacked in the exchange", text)));
        lines.extend(crux.counterfactual.clone().map(|text| ("What a change would do", text)));
        if crux.settling_question != crux.question {
            lines.push(("Question to settle", crux.settling_question.clone()));
        }
        Self {
            question: crux.question.clone(),
            marks,
            positions: crux.positions.iter().map(position).collect(),
            lines,
        }
    }
}

impl fmt::Display for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.cards.is_empty() {
            return writeln!(f, "The debate found no crux.");
        }
        for (number, card) in (1..).zip(&self.cards) {
            writeln!(f, "{number}. {} ({})", card.question, card.marks)?;
            for (persona, answer, text) in &card.positions {
                writeln!(f, "   {persona}: {answer}. {text}")?;
            }
            for (title, text) in &card.lines {
                writeln!(f, "   {title}: {text}")?;
            }
        }
        Ok(())
    }
}

shown!(Cards);
