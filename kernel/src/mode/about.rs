//! Facts about a mode, as plain data: the manifest reader, `report new`, the pages and the book
//! read them here.

use super::{Control, Parameter};
use crate::record::{AimRange, Metric};

/// Whether a mode is a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A protocol by which personas debate.
    Protocol,
    /// No debate: what protocols are compared with.
    Baseline,
}

/// Describes a mode to readers and to the code that runs it.
#[derive(Debug, Clone, Copy)]
pub struct About {
    /// The name as headings write it.
    pub title: &'static str,
    /// Whether it is a debate.
    pub kind: Kind,
    /// What the mode is, in one sentence.
    pub summary: &'static str,
    /// What the protocol does, in Markdown: paragraphs for readers who have never seen it.
    pub protocol: &'static str,
    /// The version of the protocol, raised with every change that can change an outcome. A test
    /// pins it to transcripts.
    pub version: u32,
    /// The parameters that a manifest may set.
    pub parameters: &'static [Parameter],
    /// The controls that a manifest may set: none for a mode in which no persona sees what others
    /// say.
    pub controls: &'static [ControlEffect],
    /// The numbers that the mode reports about each debate.
    pub measures: &'static [Measure],
}

/// A control that a mode takes.
#[derive(Debug, Clone, Copy)]
pub struct ControlEffect {
    /// The control.
    pub control: Control,
    /// What it changes in this mode and what it leaves unchanged, as sentences.
    pub effect: &'static str,
}

impl About {
    /// What a control changes in this mode; none if the mode does not take it.
    pub fn effect(&self, control: Control) -> Option<&'static str> {
        let found = self.controls.iter().find(|effect| effect.control == control)?;
        Some(found.effect)
    }
}

/// Makes the JSON schema of data that a mode stores.
#[cfg(feature = "run")]
pub type MakeSchema = fn() -> serde_json::Value;

/// Describes a number that a mode reports about each debate.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measure {
    /// Its name.
    pub name: &'static str,
    /// What it counts or measures, as a clause.
    pub meaning: &'static str,
    /// The values that suggest a good debate, where they can be named: a guide and not a verdict.
    pub range: Option<AimRange>,
    /// What such values mean, as a clause; without a range, what low and high values mean.
    pub aim: Option<&'static str>,
    /// What a value below the range and one above it mean, as clauses; `None` if it is no
    /// shortcoming.
    pub missed: Option<[&'static str; 2]>,
}

impl Measure {
    /// A measure without an aim.
    pub(super) const fn new(name: &'static str, meaning: &'static str) -> Self {
        Self { name, meaning, range: None, aim: None, missed: None }
    }

    /// The same measure with the values that suggest a good debate.
    pub(super) const fn aims_at(self, range: AimRange, aim: &'static str) -> Self {
        Self { range: Some(range), aim: Some(aim), ..self }
    }

    /// The same measure with what a value below its range and one above it mean.
    pub(super) const fn missed(self, below: &'static str, above: &'static str) -> Self {
        Self { missed: Some([below, above]), ..self }
    }

    /// Whether a metric is this measure, of the debate or of a persona.
    pub fn is(self, metric: &Metric) -> bool {
        let of_persona = metric.name.strip_prefix(self.name);
        of_persona.is_some_and(|rest| rest.is_empty() || rest.starts_with(", "))
    }

    /// What it means that this value is outside the range, as a clause.
    pub fn miss(self, value: f64) -> Option<&'static str> {
        let [below, above] = self.missed?;
        let range = self.range.filter(|range| !range.contains(value))?;
        Some(if range.is_above(value) { below } else { above })
    }

    /// The range with its meaning, as a clause.
    pub fn aim(self) -> Option<String> {
        let aim = self.aim?;
        Some(self.range.map_or_else(|| aim.to_owned(), |range| format!("{range}: {aim}")))
    }

    /// Its value for one debate; `None` if it is not defined there.
    pub(super) fn of(self, value: Option<f64>) -> Metric {
        Metric {
            name: self.name.to_owned(),
            value,
            meaning: self.meaning.to_owned(),
            aim: self.aim(),
            range: self.range,
        }
    }

    /// Its value for one persona.
    pub(super) fn of_persona(self, name: &str, value: Option<f64>) -> Metric {
        let named = self.of(value);
        Metric { name: format!("{}, {name}", self.name), ..named }
    }
}
