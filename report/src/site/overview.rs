//! The answers to the cruxes of a page at a glance: a row for each question, a column for each persona.

use super::persona_tag::Tag;

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
        let mut personas: Vec<Tag> = Vec::new();
        for (tag, _) in rows.iter().flat_map(|row| &row.answers) {
            if !personas.contains(tag) {
                personas.push(tag.clone());
            }
        }
        Self { personas, rows }
    }

    /// The overview as a table; empty where one card is enough.
    pub(super) fn html(&self) -> Html<'_> {
        Html { overview: self }
    }
}

#[derive(askama::Template)]
#[template(path = "parts/overview.html")]
pub(super) struct Html<'o> {
    overview: &'o Overview,
}
