//! Dung's argumentation frameworks.

use thiserror::Error;

/// A finite directed graph: arguments `0..len()` and attacks between them.
///
/// Arguments are plain indices; the caller keeps the table from index to meaning. Self-attacks are
/// allowed; giving the same attack twice is an error. Attacks are stored twice, by attacker and by
/// attacked argument, in compressed rows, so that both directions are read without search.
///
/// # Source
/// Dung 1995, «On the acceptability of arguments», Definition 2, doi:10.1016/0004-3702(94)00041-X;
/// finite frameworks only.
///
/// # Examples
/// ```
/// use faultline_argue::Framework;
///
/// let framework = Framework::new(3, [(0, 1), (1, 2), (2, 2)])?;
/// assert_eq!(framework.attackers(2), [1, 2]);
/// assert_eq!(framework.attacked(0), [1]);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Framework {
    attacked: Rows,
    attackers: Rows,
}

/// Errors of [`Framework::new`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FrameworkError {
    /// An end of the attack is not an argument.
    #[error("attack {attacker} -> {attacked}: the framework has only the arguments 0..{len}")]
    OutOfRange {
        /// The attacker as given.
        attacker: usize,
        /// The attacked argument as given.
        attacked: usize,
        /// The number of arguments of the framework.
        len: usize,
    },
    /// The same attack was given before.
    #[error("attack {attacker} -> {attacked} is given twice: remove one of them")]
    Duplicate {
        /// The attacking argument.
        attacker: usize,
        /// The attacked argument.
        attacked: usize,
    },
}

impl Framework {
    /// Builds the framework with `n` arguments and the given attacks, each a pair (attacker,
    /// attacked).
    ///
    /// The order of the attacks does not matter. Takes time O(n + m log m) for m attacks.
    ///
    /// # Errors
    /// [`FrameworkError::OutOfRange`] for the first attack with an end outside `0..n`; otherwise
    /// [`FrameworkError::Duplicate`] for the smallest attack that is given more than once.
    ///
    /// # Examples
    /// ```
    /// use faultline_argue::{Framework, FrameworkError};
    ///
    /// let twice = Framework::new(2, [(0, 1), (0, 1)]);
    /// assert_eq!(twice, Err(FrameworkError::Duplicate { attacker: 0, attacked: 1 }));
    /// ```
    pub fn new(
        n: usize,
        attacks: impl IntoIterator<Item = (usize, usize)>,
    ) -> Result<Self, FrameworkError> {
        let mut pairs: Vec<(usize, usize)> = attacks.into_iter().collect();
        if let Some(&(attacker, attacked)) = pairs.iter().find(|&&(a, b)| a >= n || b >= n) {
            return Err(FrameworkError::OutOfRange { attacker, attacked, len: n });
        }
        pairs.sort_unstable();
        if let Some(twin) = pairs.windows(2).find(|twin| twin[0] == twin[1]) {
            let (attacker, attacked) = twin[0];
            return Err(FrameworkError::Duplicate { attacker, attacked });
        }
        Ok(Self::from_sorted(n, &pairs))
    }

    /// Builds the framework from distinct pairs within range, sorted by attacker and then by
    /// attacked argument.
    fn from_sorted(n: usize, pairs: &[(usize, usize)]) -> Self {
        Self {
            attacked: Rows::new(n, pairs.iter().copied()),
            attackers: Rows::new(n, pairs.iter().map(|&(a, b)| (b, a))),
        }
    }

    /// Returns the number of arguments.
    pub fn len(&self) -> usize {
        self.attacked.starts.len() - 1
    }

    /// Returns whether there are no arguments.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the arguments that attack `a`, ascending.
    pub fn attackers(&self, a: usize) -> &[usize] {
        self.attackers.row(a)
    }

    /// Returns the arguments that `a` attacks, ascending.
    pub fn attacked(&self, a: usize) -> &[usize] {
        self.attacked.row(a)
    }

    /// Iterates over all attacks as pairs (attacker, attacked), ascending.
    pub fn attacks(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.len()).flat_map(|a| self.attacked(a).iter().map(move |&b| (a, b)))
    }

    /// Returns whether `a` attacks `b`, in time logarithmic in the number of arguments that `a`
    /// attacks.
    pub fn has_attack(&self, a: usize, b: usize) -> bool {
        self.attacked(a).binary_search(&b).is_ok()
    }

    /// Builds the restriction to `members`: argument `i` of the result is `members[i]`.
    ///
    /// `members` must be ascending and without repetition.
    ///
    /// # Source
    /// Baroni, Giacomin and Guida 2005, the restriction AF↓S, doi:10.1016/j.artint.2005.05.006.
    ///
    /// # Examples
    /// ```
    /// use faultline_argue::Framework;
    ///
    /// let chain = Framework::new(4, [(0, 1), (1, 2), (2, 3)])?;
    /// assert_eq!(chain.restricted(&[1, 2]), Framework::new(2, [(0, 1)])?);
    /// # Ok::<(), faultline_argue::FrameworkError>(())
    /// ```
    #[must_use]
    pub fn restricted(&self, members: &[usize]) -> Self {
        debug_assert!(members.is_sorted_by(|a, b| a < b), "members ascend");
        if members.len() * 8 < self.len() {
            let place = |a: usize| members.binary_search(&a).ok();
            return self.renumbered(members, place);
        }
        let mut places = vec![None; self.len()];
        for (i, &a) in members.iter().enumerate() {
            places[a] = Some(i);
        }
        self.renumbered(members, |a| places[a])
    }

    fn renumbered(&self, members: &[usize], place: impl Fn(usize) -> Option<usize>) -> Self {
        Self {
            attacked: self.attacked.renumbered(members, &place),
            attackers: self.attackers.renumbered(members, &place),
        }
    }
}

/// Compressed rows: the entries of row `a` are `entries[starts[a]..starts[a + 1]]`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Rows {
    starts: Vec<usize>,
    entries: Vec<usize>,
}

impl Rows {
    /// Builds the rows from pairs (row, entry) by counting sort; the entries of a row keep their
    /// order.
    fn new(n: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0; n + 1];
        for (row, _) in pairs.clone() {
            starts[row + 1] += 1;
        }
        for row in 0..n {
            starts[row + 1] += starts[row];
        }
        let mut next = starts.clone();
        let mut entries = vec![0; starts[n]];
        for (row, entry) in pairs {
            entries[next[row]] = entry;
            next[row] += 1;
        }
        Self { starts, entries }
    }

    /// Keeps the rows of `members`, and in them the entries with a new index; new indices ascend
    /// like members.
    fn renumbered(&self, members: &[usize], place: impl Fn(usize) -> Option<usize>) -> Self {
        let mut starts = Vec::with_capacity(members.len() + 1);
        let mut entries = Vec::new();
        starts.push(0);
        for &a in members {
            for &b in self.row(a) {
                if let Some(j) = place(b) {
                    entries.push(j);
                }
            }
            starts.push(entries.len());
        }
        Self { starts, entries }
    }

    fn row(&self, row: usize) -> &[usize] {
        &self.entries[self.starts[row]..self.starts[row + 1]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_directions_hold_the_same_attacks() {
        let framework = Framework::new(4, [(3, 0), (0, 1), (2, 2), (0, 3), (1, 0)]).unwrap();
        let forward: Vec<_> = framework.attacks().collect();
        assert_eq!(forward, [(0, 1), (0, 3), (1, 0), (2, 2), (3, 0)]);
        let mut backward: Vec<_> =
            (0..4).flat_map(|b| framework.attackers(b).iter().map(move |&a| (a, b))).collect();
        backward.sort_unstable();
        assert_eq!(backward, forward);
        assert!(framework.has_attack(2, 2) && !framework.has_attack(3, 1));
    }

    #[test]
    fn invalid_attacks_are_errors() {
        let far = Framework::new(2, [(0, 1), (1, 2)]).unwrap_err();
        assert_eq!(far, FrameworkError::OutOfRange { attacker: 1, attacked: 2, len: 2 });
        assert_eq!(far.to_string(), "attack 1 -> 2: the framework has only the arguments 0..2");
        let twice = Framework::new(3, [(2, 2), (0, 1), (2, 2)]).unwrap_err();
        assert_eq!(twice.to_string(), "attack 2 -> 2 is given twice: remove one of them");
        assert!(Framework::new(0, []).unwrap().is_empty());
    }

    #[test]
    fn restriction_keeps_the_attacks_inside() {
        let framework = Framework::new(5, [(0, 1), (1, 2), (2, 4), (4, 1), (3, 3)]).unwrap();
        let inside = framework.restricted(&[1, 3, 4]);
        assert_eq!(inside.attacks().collect::<Vec<_>>(), [(1, 1), (2, 0)]);
    }
}
