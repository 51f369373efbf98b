//! How much of a list is printed.

/// How many remarks of a kind the short form prints.
const SHOWN: usize = 5;

/// How much is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli::check) enum Extent {
    /// What needs attention, and the first remarks of each kind.
    Short,
    /// Everything.
    Full,
}

impl Extent {
    pub(super) fn shown(self, all: usize) -> usize {
        match self {
            Self::Short => SHOWN.min(all),
            Self::Full => all,
        }
    }
}

/// Says how many lines are not shown.
pub(super) fn more(all: usize, shown: usize) -> Option<String> {
    (all > shown)
        .then(|| format!("    … and {} more; `report check --pairs` lists them", all - shown))
}
