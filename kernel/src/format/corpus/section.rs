//! Axis and side of a section, which the statements of the section inherit.

use toml::Spanned;

use crate::corpus::{guessed_side, side_said};
use crate::format::attribute_value;
use crate::format::attributes::Attributes;
use crate::format::fault::Faults;
use crate::format::source::Source;
use crate::format::untagged::headed;
use crate::vocabulary::{AxisId, Inferred, Side, Statement, Topic};

/// The axis and side that the headings above a statement give. A side without an axis is an answer
/// to the topic's question.
#[derive(Debug, Clone, Default)]
pub(super) struct Section {
    level: u8,
    pub(super) axis: Option<AxisId>,
    pub(super) side: Option<Side>,
    /// Whether its statements are about none of the topic's axes: `axis=none`.
    pub(super) is_off_axes: bool,
    /// The axis whose title, question or id is the text of the heading, where no heading above a
    /// statement has a tag.
    pub(super) named: Option<AxisId>,
}

/// The value of `axis` that says so.
pub(super) const NONE: &str = "none";

impl Section {
    /// Opens the section of a heading: closes sections of the same or a deeper level and adds a
    /// section with the attributes of the heading.
    pub(super) fn open(
        sections: &mut Vec<Self>,
        (level, heading): (u8, &str),
        mut attributes: Attributes,
        source: &Source,
        topic: Option<&Topic>,
        faults: &mut Faults,
    ) {
        while sections.last().is_some_and(|section| section.level >= level) {
            sections.pop();
        }
        let outer = sections.last().cloned().unwrap_or_default();
        let (axis, side) = (attributes.take("axis"), attributes.take("side"));
        attributes.finish(source, "a heading", &["axis", "side"], faults);
        let section = outer.narrowed(source, axis.as_ref(), side.as_ref(), topic, faults);
        let of_text = topic.and_then(|topic| Some(topic.axes[headed(topic, heading)?].id.clone()));
        let named = of_text.or(section.named).filter(|_| axis.is_none() && side.is_none());
        sections.push(Self { level, named, ..section });
    }

    /// Gives a statement without a tag the axis that the heading above it names. Its side is what
    /// its words say, or else a guess from its author's answer to the topic's question. Returns
    /// whether it did.
    pub(super) fn name_axis(&self, topic: &Topic, stance: Side, statement: &mut Statement) -> bool {
        let has_tag = statement.axis.is_some() || statement.side.is_some() || statement.is_off_axes;
        let named = self.named.as_ref().filter(|_| !has_tag).and_then(|axis| topic.axis(axis));
        let Some(axis) = named else { return false };
        let said = side_said(axis, &statement.text);
        let guessed = || guessed_side(axis, stance, &statement.text);
        let Some(side) = said.or_else(guessed) else { return false };
        statement.axis = Some(axis.id.clone());
        statement.side = Some(side);
        statement.inferred = Some(Inferred::certain());
        true
    }

    /// Whether a statement below it may be the author's case in short.
    pub(super) fn may_answer(&self) -> bool {
        self.axis.is_none() && !self.is_off_axes
    }

    /// Returns the section with the given axis and side in place of its own. Another axis without a
    /// side has no side. Neither has an axis that does not exist, since a side without an axis
    /// would answer the topic's question.
    pub(super) fn narrowed(
        &self,
        source: &Source,
        axis: Option<&Spanned<String>>,
        side: Option<&Spanned<String>>,
        topic: Option<&Topic>,
        faults: &mut Faults,
    ) -> Self {
        let is_off_axes = axis.map_or(self.is_off_axes, |word| word.as_ref() == NONE);
        if let Some(side) = side.filter(|_| is_off_axes) {
            let fault = source.error(side.span(), "a statement with `axis=none` takes no side");
            faults.push(fault.with_help("remove `side`, or name the axis"));
        }
        let written = side.and_then(|word| attribute_value::side(source, word, "side", faults));
        let written = written.filter(|_| !is_off_axes);
        let Some(word) = axis else { return Self { side: written.or(self.side), ..self.clone() } };
        if is_off_axes {
            return Self { axis: None, side: None, is_off_axes: true, ..self.clone() };
        }
        let axis = attribute_value::axis(source, word, topic, faults);
        let same = axis == self.axis;
        let side = written.or(self.side.filter(|_| same)).filter(|_| axis.is_some());
        Self { axis, side, is_off_axes: false, ..self.clone() }
    }
}
