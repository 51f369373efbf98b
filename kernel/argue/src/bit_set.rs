//! Sets of small indices.

/// A set of small indices, one bit each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct BitSet {
    words: Vec<u64>,
}

impl BitSet {
    /// Makes the empty set with room for `0..len`.
    pub(super) fn empty(len: usize) -> Self {
        Self { words: vec![0; len.div_ceil(64)] }
    }

    /// Makes the set `0..len`.
    pub(super) fn full(len: usize) -> Self {
        Self::from_indices(len, 0..len)
    }

    pub(super) fn from_indices(len: usize, indices: impl IntoIterator<Item = usize>) -> Self {
        let mut set = Self::empty(len);
        for index in indices {
            set.insert(index);
        }
        set
    }

    pub(super) fn insert(&mut self, index: usize) {
        self.words[index / 64] |= 1 << (index % 64);
    }

    pub(super) fn remove(&mut self, index: usize) {
        self.words[index / 64] &= !(1 << (index % 64));
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.words[index / 64] >> (index % 64) & 1 == 1
    }

    pub(super) fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// Lists the members, ascending.
    pub(super) fn iter(&self) -> impl Iterator<Item = usize> {
        self.words.iter().enumerate().flat_map(|(i, &word)| {
            let rests = std::iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            rests
                .take_while(|&rest| rest != 0)
                .map(move |rest| 64 * i + rest.trailing_zeros() as usize)
        })
    }

    /// Lists the members, ascending, in a vector without spare capacity.
    pub(super) fn to_vec(&self) -> Vec<usize> {
        let len = self.words.iter().map(|word| word.count_ones() as usize).sum();
        let mut members = Vec::with_capacity(len);
        members.extend(self.iter());
        members
    }

    /// Returns whether the smallest index in exactly one of the two sets is in `self`; `false` for
    /// equal sets.
    pub(super) fn precedes(&self, other: &Self) -> bool {
        let differing = self.words.iter().zip(&other.words).find(|(a, b)| a != b);
        differing.is_some_and(|(a, b)| a >> (a ^ b).trailing_zeros() & 1 == 1)
    }
}

/// A set of small indices that is cleared in constant time, for repeated use.
#[derive(Debug)]
pub(super) struct Marks {
    /// The generation in which each index was last inserted.
    generations: Vec<usize>,
    current: usize,
}

impl Marks {
    /// Makes the empty set with room for `0..len`.
    pub(super) fn empty(len: usize) -> Self {
        Self { generations: vec![0; len], current: 1 }
    }

    pub(super) fn clear(&mut self) {
        self.current += 1;
    }

    /// Replaces the members by `indices`.
    pub(super) fn fill(&mut self, indices: impl IntoIterator<Item = usize>) {
        self.clear();
        for index in indices {
            self.insert(index);
        }
    }

    pub(super) fn insert(&mut self, index: usize) {
        self.generations[index] = self.current;
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.generations[index] == self.current
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_listed_across_words() {
        let mut set = BitSet::from_indices(200, [199, 0, 64, 63, 128]);
        set.remove(64);
        assert_eq!(set.iter().collect::<Vec<_>>(), [0, 63, 128, 199]);
        assert!(set.contains(63) && !set.contains(64));
        assert_eq!(BitSet::full(65).iter().count(), 65);
    }

    #[test]
    fn the_smallest_difference_decides() {
        let set = |members: &[usize]| BitSet::from_indices(130, members.iter().copied());
        assert!(set(&[1, 129]).precedes(&set(&[2, 3, 4])));
        assert!(!set(&[2, 3, 4]).precedes(&set(&[1, 129])));
        assert!(set(&[5, 70]).precedes(&set(&[5, 71])));
        assert!(!set(&[5]).precedes(&set(&[5])));
    }
}
