//! Axis and side of a section, which the statements of the section inherit.

use toml::Spanned;

use crate::format::attribute_value;
use crate::format::attributes::Attributes;
use crate::format::fault::Faults;
use crate::format::source::Source;
use crate::vocabulary::{AxisId, Side, Topic};

/// The axis and side that the headings above a statement give. A side without an axis is an answer to the topic's question.
#[derive(Debug, Clone, Default)]
pub(super) struct Section {
    level: u8,
    pub(super) axis: Option<AxisId>,
    pub(super) side: Option<Side>,
    /// Whether its statements are about none of the topic's axes: `axis=none`.
    pub(super) is_off_axes: bool,
}

/// The value of `axis` that says so.
const NONE: &str = "none";

impl Section {
    /// Opens the section of a heading: closes sections of the same or a deeper level and adds a section with the attributes
    /// of the heading.
    pub(super) fn open(
        sections: &mut Vec<Self>,
        level: u8,
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
        sections.push(Self { level, ..section });
    }

    /// Whether a statement below it may be the author's case in short.
    pub(super) fn may_answer(&self) -> bool {
        self.axis.is_none() && !self.is_off_axes
    }

    /// Returns the section with the given axis and side in place of its own. Another axis without a side has no side. Neither has an
    /// axis that does not exist, since a side without an axis would answer the topic's question.
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
            return Self { level: self.level, axis: None, side: None, is_off_axes: true };
        }
        let axis = attribute_value::axis(source, word, topic, faults);
        let same = axis == self.axis;
        let side = written.or(self.side.filter(|_| same)).filter(|_| axis.is_some());
        Self { level: self.level, axis, side, is_off_axes: false }
    }
}
