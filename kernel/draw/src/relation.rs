//! The appearance and the names of lines and verdicts.

use serde::Serialize;

/// The relation of a claim to the claim that it answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Relation {
    /// It gives a reason for the claim.
    Support,
    /// It attacks the claim, without a more specific target.
    Attack,
    /// It denies the conclusion.
    Rebut,
    /// It denies a premise.
    Undermine,
    /// It denies the step from premise to conclusion.
    Undercut,
    /// Any other relation, such as a question and its answer.
    Tie,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Stroke {
    /// Unbroken.
    Solid,
    /// Long dashes.
    Dashed,
    /// Dots.
    Dotted,
}

/// The arrowhead of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum Head {
    /// A filled triangle.
    Triangle,
    /// A bar across the line.
    Bar,
    /// A filled diamond.
    Diamond,
    /// An open arrow.
    Open,
}

/// The verdict on a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Status {
    /// Accepted.
    In,
    /// Defeated.
    Out,
    /// Neither.
    Undecided,
}

impl Relation {
    /// Every relation.
    pub const ALL: [Self; 6] =
        [Self::Support, Self::Attack, Self::Rebut, Self::Undermine, Self::Undercut, Self::Tie];

    /// Returns how its lines are drawn.
    pub fn stroke(self) -> Stroke {
        match self {
            Self::Support | Self::Tie => Stroke::Solid,
            Self::Attack | Self::Rebut | Self::Undermine => Stroke::Dashed,
            Self::Undercut => Stroke::Dotted,
        }
    }

    /// Returns the arrowhead of its lines.
    pub fn head(self) -> Head {
        match self {
            Self::Support => Head::Triangle,
            Self::Attack | Self::Rebut | Self::Undermine => Head::Bar,
            Self::Undercut => Head::Diamond,
            Self::Tie => Head::Open,
        }
    }

    /// Returns the CSS class of its lines: `support`, `attack`, `undercut` or `tie`.
    pub fn class(self) -> &'static str {
        match self {
            Self::Support => "support",
            Self::Attack | Self::Rebut | Self::Undermine => "attack",
            Self::Undercut => "undercut",
            Self::Tie => "tie",
        }
    }

    /// Returns the verb beside its lines.
    pub fn verb(self) -> &'static str {
        match self {
            Self::Support => "supports",
            Self::Attack => "attacks",
            Self::Rebut => "rebuts",
            Self::Undermine => "undermines",
            Self::Undercut => "undercuts",
            Self::Tie => "",
        }
    }
}

impl Status {
    /// Returns the CSS class of a box: `in`, `out` or `undec`.
    pub fn class(self) -> &'static str {
        match self {
            Self::In => "in",
            Self::Out => "out",
            Self::Undecided => "undec",
        }
    }

    /// Returns what the word in the corner of a box means.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::In => "accepted, because every attacker is defeated",
            Self::Out => "defeated by an accepted argument",
            Self::Undecided => "neither accepted nor defeated",
        }
    }

    /// Returns the word in the corner of a box.
    pub fn badge(self) -> &'static str {
        match self {
            Self::In => "IN",
            Self::Out => "OUT",
            Self::Undecided => "UNDEC",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_that_differ_in_colour_differ_in_head_and_stroke_too() {
        for a in Relation::ALL {
            for b in Relation::ALL {
                let same = a.class() == b.class();
                assert_eq!(same, a.head() == b.head());
                assert!(!same || a.stroke() == b.stroke());
            }
        }
    }
}
