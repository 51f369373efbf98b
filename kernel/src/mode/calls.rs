//! The maximum number of calls in a debate: one value that is both the number and the formula.

use std::fmt;

/// A sum of calls. [`Calls::total`] is the number, [`fmt::Display`] the formula.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Calls(Vec<Term>);

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    /// So many calls of one sort.
    Calls(u32, &'static str),
    /// A sum that is repeated: so many times, once for each of what.
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
}
