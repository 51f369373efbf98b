//! Counts of what a corpus or evidence file contains.

use crate::vocabulary::Statement;

/// Counts of the statements of a file, and of what their author did not write.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// All statements.
    pub statements: usize,
    /// Statements without an id. Their ids are made from their text.
    pub without_id: usize,
    /// Statements without a confidence. They get the default confidence.
    pub without_confidence: usize,
    /// Statements without a reason. They can only support other statements.
    pub without_reasons: usize,
    /// Statements without an axis.
    pub without_axis: usize,
    /// Statements whose axis and side were inferred: their file has no tags, or a heading names the
    /// axis.
    pub inferred: usize,
    /// Paragraphs of files with tags beside their lists. No persona says them.
    pub prose: usize,
    /// Items of the evidence store.
    pub evidence: usize,
}

impl Tally {
    /// Counts a statement, and what its author did not write of it. Whether it has an id is not
    /// known here.
    pub(super) fn add(&mut self, statement: &Statement) {
        let Statement { axis, side, is_off_axes, .. } = statement;
        let has_no_tag = axis.is_none() && side.is_none() && !is_off_axes;
        self.statements += 1;
        self.without_confidence += usize::from(statement.is_confidence_assumed);
        self.without_reasons += usize::from(statement.reasons.is_empty());
        self.without_axis += usize::from(has_no_tag);
    }
}

impl std::ops::AddAssign for Tally {
    fn add_assign(&mut self, other: Self) {
        self.statements += other.statements;
        self.without_id += other.without_id;
        self.without_confidence += other.without_confidence;
        self.without_reasons += other.without_reasons;
        self.without_axis += other.without_axis;
        self.inferred += other.inferred;
        self.prose += other.prose;
        self.evidence += other.evidence;
    }
}
