//! How many calls compare the statements of a debate by meaning, and which statements each of them
//! compares.

use std::ops::Range;

/// The maximum number of statements that one call compares with each other.
pub(super) const MOST_STATEMENTS_PER_CALL: usize = 80;
/// The maximum number of pairs of statements that one call judges.
#[cfg(feature = "run")]
pub const MOST_PAIRS_PER_CALL: usize = 30;

/// The maximum number of calls that compare statements at one time of a debate. A provider that
/// makes more statements than a debate has room for gets no more calls: the pairs that remain are
/// not judged, and they are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MostComparisons(pub(super) u32);

impl MostComparisons {
    /// One call.
    pub(super) const ONE: Self = Self(1);

    /// As many calls as it takes to compare `newer` statements with each other and with `earlier`
    /// statements.
    ///
    /// # Panics
    /// If the statements need more than four billion calls.
    pub(super) fn of(earlier: u32, newer: u32) -> Self {
        let count = blocks(earlier as usize, newer as usize).len();
        Self(u32::try_from(count).expect("a debate has few statements"))
    }

    /// The number of calls.
    pub(super) fn calls(self) -> usize {
        self.0 as usize
    }
}

/// Positions of statements that one call compares with each other.
pub(super) type Block = Vec<Range<usize>>;

/// The calls that compare statements by meaning, each with at most [`MOST_STATEMENTS_PER_CALL`] of
/// them. The first `earlier` positions were compared with each other before. Every `newer`
/// statement shares a block with every other statement.
///
/// The number of blocks never falls when there are more statements, so it is a maximum for fewer
/// ones.
pub(super) fn blocks(earlier: usize, newer: usize) -> Vec<Block> {
    let (newest, all) = (earlier..earlier + newer, earlier + newer);
    if all <= MOST_STATEMENTS_PER_CALL {
        return vec![vec![0..all]];
    }
    // Either each call has all newer statements and some of the earlier ones, or it has two groups
    // of half the size.
    let in_halves = in_halves(&newest);
    if newer < MOST_STATEMENTS_PER_CALL {
        let earlier = chunks(0..earlier, MOST_STATEMENTS_PER_CALL - newer);
        if earlier.len() <= in_halves.len() {
            return earlier.into_iter().map(|earlier| vec![earlier, newest.clone()]).collect();
        }
    }
    in_halves
}

/// Pairs of groups: each group of newer statements with each later one and with each group of the
/// earlier statements.
fn in_halves(newer: &Range<usize>) -> Vec<Block> {
    let half = MOST_STATEMENTS_PER_CALL / 2;
    let (earlier, newer) = (chunks(0..newer.start, half), chunks(newer.clone(), half));
    let mut blocks = Vec::new();
    for (index, group) in newer.iter().enumerate() {
        let others = newer[index + 1..].iter().chain(&earlier);
        blocks.extend(others.map(|other| vec![other.clone(), group.clone()]));
    }
    blocks
}

/// The range in as few chunks of at most `most` positions as possible, all of about one size.
fn chunks(range: Range<usize>, most: usize) -> Vec<Range<usize>> {
    let size = range.len().div_ceil(range.len().div_ceil(most).max(1)).max(1);
    range.clone().step_by(size).map(|start| start..(start + size).min(range.end)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::mode::Calls;

    /// The statements of a block.
    fn members(block: &Block) -> Vec<usize> {
        block.iter().flat_map(Clone::clone).collect()
    }

    #[test]
    fn every_newer_statement_shares_a_block_with_every_other_statement_and_no_block_is_too_large() {
        for earlier in (0..300).step_by(13) {
            for newer in (1..200).step_by(11) {
                let blocks = blocks(earlier, newer);
                let count = earlier + newer;
                let mut is_compared = vec![false; count * count];
                for members in blocks.iter().map(members) {
                    assert!(members.len() <= MOST_STATEMENTS_PER_CALL, "{earlier} and {newer}");
                    assert_eq!(BTreeSet::from_iter(&members).len(), members.len(), "one each");
                    for one in &members {
                        for other in &members {
                            is_compared[one * count + other] = true;
                        }
                    }
                }
                for one in earlier..count {
                    for other in 0..count {
                        assert!(is_compared[one * count + other], "{one} and {other}");
                    }
                }
            }
        }
    }

    #[test]
    fn more_statements_never_take_fewer_comparisons() {
        let count = |earlier, newer| blocks(earlier, newer).len();
        for earlier in 0..250 {
            for newer in 1..150 {
                let now = count(earlier, newer);
                assert!(now <= count(earlier + 1, newer), "{earlier} and {newer}");
                assert!(now <= count(earlier, newer + 1), "{earlier} and {newer}");
            }
        }
    }

    #[test]
    fn eighty_statements_take_one_comparison_and_twenty_newer_ones_take_one_for_sixty_earlier_ones()
    {
        let calls = |earlier, newer| {
            Calls::default().plus_comparison(MostComparisons::of(earlier, newer)).total()
        };
        assert_eq!([calls(0, 80), calls(60, 20), calls(80, 0)], [1, 1, 1]);
        assert_eq!([calls(0, 81), calls(61, 20), calls(120, 20), calls(121, 20)], [3, 2, 2, 3]);
        assert_eq!(calls(160, 120), 3 + 3 * 4, "three groups of newer and four of earlier ones");
    }
}
