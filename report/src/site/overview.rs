//! The answers to the cruxes of a page at a glance: a row for each question, a column for each
//! persona.

use super::persona_tag::Tag;
use crate::unique::unique;

/// The answers at a glance.
#[derive(Debug)]
pub(super) struct Overview {
    personas: Vec<Tag>,
    rows: Vec<Row>,
}

/// One question.
#[derive(Debug)]
pub(super) struct Row {
    /// The id of its card on the page.
    pub(super) card: String,
    pub(super) question: String,
    pub(super) answers: Vec<(Tag, &'static str)>,
}

impl Row {
    fn answer(&self, persona: &Tag) -> &'static str {
        let own = self.answers.iter().find(|(tag, _)| tag == persona);
        own.map_or("", |(_, side)| side)
    }
}

impl Overview {
    pub(super) fn new(rows: impl Iterator<Item = Row>) -> Self {
        let rows: Vec<Row> = rows.collect();
        let answers = rows.iter().flat_map(|row| &row.answers);
        let personas = unique(answers.map(|(tag, _)| tag.clone()));
        Self { personas, rows }
    }

    /// The overview as a table; empty where one card is enough.
    pub(super) fn html(&self) -> Html<'_> {
        Html { overview: self }
    }

    /// The same in Markdown.
    pub(super) fn md(&self) -> Markdown<'_> {
        Markdown { overview: self }
    }

    /// Whether there are coalitions to see: more than two personas answer.
    pub(super) fn has_coalitions(&self) -> bool {
        self.personas.len() > 2
    }

    /// How often each two personas give the same answer, those that agree most first; empty where
    /// there are two personas.
    fn coalitions(&self) -> Vec<String> {
        let mut pairs: Vec<(usize, usize, String)> = Vec::new();
        for (at, one) in self.personas.iter().enumerate().filter(|_| self.has_coalitions()) {
            for other in &self.personas[at + 1..] {
                let answers = self.rows.iter().map(|row| (row.answer(one), row.answer(other)));
                let both: Vec<_> =
                    answers.filter(|(one, other)| !one.is_empty() && !other.is_empty()).collect();
                let same = both.iter().filter(|(one, other)| one == other).count();
                if !both.is_empty() {
                    let (all, names) = (both.len(), format!("{} and {}", one.name, other.name));
                    pairs.push((same, all, format!("{names} {same} of {all}")));
                }
            }
        }
        pairs.sort_by(|(same, all, _), (other, whole, _)| (other * all).cmp(&(same * whole)));
        pairs.into_iter().map(|(.., pair)| pair).collect()
    }
}

#[derive(askama::Template)]
#[template(path = "parts/overview.md")]
pub(super) struct Markdown<'o> {
    overview: &'o Overview,
}

#[derive(askama::Template)]
#[template(path = "parts/overview.html")]
pub(super) struct Html<'o> {
    overview: &'o Overview,
}
