//! Debates on real data, with held-back statements whose labels say what the debate should find.

/// What a held-back statement is to the personas of a debate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// It divides them.
    Crux,
    /// They all hold it, or all reject it.
    CommonGround,
    /// Neither.
    Other,
}

impl Label {
    /// Every label.
    pub const ALL: [Self; 3] = [Self::Crux, Self::CommonGround, Self::Other];

    /// The name, as `labels.csv` writes it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Crux => "crux",
            Self::CommonGround => "common_ground",
            Self::Other => "other",
        }
    }
}
