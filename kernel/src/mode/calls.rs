//! The maximum number of calls in a debate: one value that is both the number and the formula.

use std::fmt;

use crate::vocabulary::Topic;

/// The maximum number of statements that one call compares with each other.
pub(super) const STATEMENTS_AT_ONCE: usize = 40;
/// The maximum number of pairs of statements that one call judges.
pub(super) const PAIRS_AT_ONCE: usize = 30;

/// How large a debate is, as far as it is known before it is run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DebateSize {
    /// The number of personas.
    pub personas: u32,
    /// The number of axes of the topic.
    pub axes: u32,
}

impl DebateSize {
    /// The size of a debate on a topic between `personas` personas.
    ///
    /// # Panics
    /// If there are more than four billion personas or axes.
    pub fn new(topic: &Topic, personas: usize) -> Self {
        let [personas, axes] = [personas, topic.axes.len()]
            .map(|count| u32::try_from(count).expect("a debate has few personas and axes"));
        Self { personas, axes }
    }
}

/// A sum of calls. [`Calls::total`] is the number, [`fmt::Display`] the formula.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calls(Vec<Term>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    /// The number of calls of one sort, and what one of them is.
    Calls(u32, &'static str),
    /// How often a sum of calls is repeated, what it is repeated for, and the sum.
    Repeated(u32, &'static str, Calls),
}

impl Calls {
    /// Adds `count` calls; `what` names one of them in the singular.
    #[must_use]
    pub(super) fn plus(mut self, count: u32, what: &'static str) -> Self {
        self.0.push(Term::Calls(count, what));
        self
    }

    /// Adds `calls` for each of `count` rounds, personas and so on; `what` names one of them in the singular.
    #[must_use]
    pub(super) fn plus_for_each(mut self, count: u32, what: &'static str, calls: Self) -> Self {
        self.0.push(Term::Repeated(count, what, calls));
        self
    }

    /// Adds the calls that compare `statements` statements of each persona by meaning: one call for up to
    /// [`STATEMENTS_AT_ONCE`] statements in all; for more, as many as all pairs of statements of two personas may need.
    #[must_use]
    pub(super) fn plus_comparisons(self, personas: u32, statements: u32) -> Self {
        let count = if personas * statements <= STATEMENTS_AT_ONCE as u32 {
            1
        } else {
            let pairs = personas * personas.saturating_sub(1) / 2 * statements * statements;
            pairs.div_ceil(PAIRS_AT_ONCE as u32)
        };
        self.plus(count, "comparison")
    }

    /// The number of calls.
    pub fn total(&self) -> u32 {
        let calls = |term: &Term| match term {
            Term::Calls(count, _) => *count,
            Term::Repeated(count, _, calls) => count * calls.total(),
        };
        self.0.iter().map(calls).sum()
    }
}

impl fmt::Display for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, term) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str(" + ")?;
            }
            let (Term::Calls(count, what) | Term::Repeated(count, what, _)) = term;
            write!(f, "{count} {what}{}", if *count == 1 { "" } else { "s" })?;
            if let Term::Repeated(_, _, calls) = term {
                write!(f, " × ({calls})")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_is_the_value_of_the_displayed_formula() {
        let round = Calls::default().plus(3, "attacker").plus(1, "judge");
        let calls = Calls::default().plus(1, "question").plus_for_each(2, "round", round);
        assert_eq!(calls.total(), 9);
        assert_eq!(calls.to_string(), "1 question + 2 rounds × (3 attackers + 1 judge)");
    }

    #[test]
    fn comparisons_take_one_call_up_to_40_statements_and_one_for_30_pairs_above() {
        let calls =
            |personas, statements| Calls::default().plus_comparisons(personas, statements).total();
        assert_eq!([calls(2, 20), calls(4, 10), calls(2, 0)], [1, 1, 1]);
        assert_eq!(calls(2, 21), 441_u32.div_ceil(30));
        assert_eq!(calls(4, 11), (6_u32 * 121).div_ceil(30));
    }
}
