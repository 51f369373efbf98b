//! How the lines of a chart are drawn.

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stroke {
    /// A result, in the n-th colour of the palette and with the n-th marker. Eight colours are
    /// distinct; the ninth repeats the first.
    Result(usize),
    /// Something to compare results with: grey, dashed, without intervals.
    Reference,
}

impl Stroke {
    pub(super) fn is_result(self) -> bool {
        matches!(self, Self::Result(_))
    }
}
