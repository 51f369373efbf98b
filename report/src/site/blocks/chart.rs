//! Lines over the rounds of a debate, as a drawing and as a table.

use faultline::view::{self, Plot, PlottedLine};

use super::table::Table;
use crate::site::persona_tag::Tag;
use crate::site::references::References;

/// A chart.
#[derive(Debug)]
pub(in crate::site) struct Chart {
    pub(in crate::site) id: &'static str,
    pub(in crate::site) title: String,
    pub(in crate::site) plot: Plot,
    /// Its values.
    pub(in crate::site) table: Table,
    /// The personas of its lines.
    tags: Vec<Tag>,
}

impl Chart {
    pub(super) fn new(references: &References<'_>, id: &'static str, chart: &view::Chart) -> Self {
        Self {
            id,
            title: chart.title.clone(),
            plot: Plot::of(chart, |persona| references.tag(persona).name),
            table: Table::new(references, &chart.title, &chart.table()),
            tags: chart.series.iter().map(|series| references.tag(&series.persona)).collect(),
        }
    }

    /// The lines, each with its persona.
    pub(in crate::site) fn lines(&self) -> impl Iterator<Item = (&PlottedLine, &Tag)> {
        self.plot.lines.iter().zip(&self.tags)
    }
}
