//! The maximum number of calls in a debate: one value that is both the number and the formula.

use std::fmt;

use super::comparison_blocks::MostComparisons;
use crate::vocabulary::Topic;

/// The number of cruxes for which an answer has room on every topic.
pub(super) const USUAL_CRUXES: u32 = 5;

/// How large a debate is, as far as it is known before it is run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DebateSize {
    /// The number of personas.
    pub personas: u32,
    /// The number of axes of the topic.
    pub axes: u32,
    /// The number of passages of the topic.
    pub passages: u32,
    /// The number of observers of the topic.
    pub observers: u32,
}

impl DebateSize {
    /// The size of a debate on a topic between `personas` personas.
    ///
    /// # Panics
    /// If there are more than four billion of anything.
    pub fn new(topic: &Topic, personas: usize) -> Self {
        let Topic { axes, passages, observers, .. } = topic;
        let [personas, axes, passages, observers] =
            [personas, axes.len(), passages.len(), observers.len()]
                .map(|count| u32::try_from(count).expect("a debate is small"));
        Self { personas, axes, passages, observers }
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
    /// The call that splits a topic without axes into propositions.
    pub(super) fn decomposition(axes: u32) -> Self {
        if axes == 0 { Self::default().plus(1, "decomposition") } else { Self::default() }
    }

    /// Adds `count` calls; `what` names one of them in the singular.
    #[must_use]
    pub(super) fn plus(mut self, count: u32, what: &'static str) -> Self {
        self.0.push(Term::Calls(count, what));
        self
    }

    /// Adds `calls` for each of `count` rounds, personas and so on; `what` names one of them in the
    /// singular.
    #[must_use]
    pub(super) fn plus_for_each(mut self, count: u32, what: &'static str, calls: Self) -> Self {
        self.0.push(Term::Repeated(count, what, calls));
        self
    }

    /// Adds the calls of a comparison.
    #[must_use]
    pub(super) fn plus_comparison(self, most: MostComparisons) -> Self {
        self.plus(most.0, "comparison")
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
            let ending = match count {
                1 => "",
                _ if what.ends_with("ch") => "es",
                _ => "s",
            };
            write!(f, "{count} {what}{ending}")?;
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
}
