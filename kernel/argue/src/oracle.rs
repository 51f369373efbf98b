//! An independent implementation of the definitions over all subsets, as bit masks, and random
//! frameworks; for tests only.

use std::cell::OnceCell;
use std::cmp::Reverse;

use super::{Framework, Semantics};

/// Lists the extensions of a small framework by testing every subset. Shares no code with the
/// implementation under test.
pub(super) struct Oracle {
    n: usize,
    attacks: Vec<(usize, usize)>,
    /// The arguments that each subset attacks.
    attacked_by: Vec<u32>,
    conflict_free: OnceCell<Vec<u32>>,
    admissible: OnceCell<Vec<u32>>,
    preferred: OnceCell<Vec<u32>>,
    semi_stable: OnceCell<Vec<u32>>,
}

impl Oracle {
    pub(super) fn new(framework: &Framework) -> Self {
        let n = framework.len();
        let attacks: Vec<(usize, usize)> = framework.attacks().collect();
        let mut attacked_by = vec![0; 1 << n];
        for &(a, b) in &attacks {
            for set in (0..1 << n).filter(|set| set >> a & 1 == 1) {
                attacked_by[set] |= 1 << b;
            }
        }
        Self {
            n,
            attacks,
            attacked_by,
            conflict_free: OnceCell::new(),
            admissible: OnceCell::new(),
            preferred: OnceCell::new(),
            semi_stable: OnceCell::new(),
        }
    }

    /// Lists the extensions, ascending as numbers.
    pub(super) fn extensions(&self, semantics: Semantics) -> Vec<u32> {
        match semantics {
            Semantics::ConflictFree => self.conflict_free().to_vec(),
            Semantics::Naive => self.naive(),
            Semantics::Admissible => self.admissible().to_vec(),
            Semantics::Complete => self.complete(),
            Semantics::Grounded => vec![self.grounded()],
            Semantics::Preferred => self.preferred().to_vec(),
            Semantics::Stable => self.stable(),
            Semantics::SemiStable => self.semi_stable().to_vec(),
            Semantics::Stage => self.of_maximal_range(self.conflict_free()),
            Semantics::Ideal => vec![self.greatest_admissible_within(self.preferred())],
            Semantics::Eager => vec![self.greatest_admissible_within(self.semi_stable())],
        }
    }

    fn of_maximal_range(&self, sets: &[u32]) -> Vec<u32> {
        let range = |set: u32| set | self.attacked_by(set);
        let mut ranges: Vec<u32> = sets.iter().map(|&set| range(set)).collect();
        ranges.sort_unstable();
        ranges.dedup();
        let maximal = maximal(&ranges);
        sets.iter().copied().filter(|&set| maximal.binary_search(&range(set)).is_ok()).collect()
    }

    /// The greatest admissible set within all of `sets`.
    fn greatest_admissible_within(&self, sets: &[u32]) -> u32 {
        let common = sets.iter().fold(!0, |common, set| common & set);
        let within = |set: &u32| set & !common == 0;
        let inside: Vec<u32> = self.admissible().iter().copied().filter(within).collect();
        let greatest = maximal(&inside);
        assert_eq!(greatest.len(), 1, "the union of such sets is one of them");
        greatest[0]
    }

    fn subsets(&self) -> impl Iterator<Item = u32> + use<> {
        0..1_u32 << self.n
    }

    fn attacked_by(&self, set: u32) -> u32 {
        self.attacked_by[set as usize]
    }

    /// Dung's characteristic function: the arguments that the set defends.
    fn defended_by(&self, set: u32) -> u32 {
        let beaten = self.attacked_by(set);
        let all = (1 << self.n) - 1;
        let unbeaten = self.attacks.iter().filter(|(b, _)| beaten >> b & 1 == 0);
        unbeaten.fold(all, |defended, (_, a)| defended & !(1 << a))
    }

    pub(super) fn conflict_free(&self) -> &[u32] {
        let is_conflict_free = |&set: &u32| self.attacked_by(set) & set == 0;
        self.conflict_free.get_or_init(|| self.subsets().filter(is_conflict_free).collect())
    }

    pub(super) fn naive(&self) -> Vec<u32> {
        maximal(self.conflict_free())
    }

    pub(super) fn admissible(&self) -> &[u32] {
        let defends_itself = |&set: &u32| self.defended_by(set) & set == set;
        self.admissible
            .get_or_init(|| self.conflict_free().iter().copied().filter(defends_itself).collect())
    }

    pub(super) fn complete(&self) -> Vec<u32> {
        let holds_what_it_defends = |&set: &u32| self.defended_by(set) == set;
        self.conflict_free().iter().copied().filter(holds_what_it_defends).collect()
    }

    pub(super) fn preferred(&self) -> &[u32] {
        self.preferred.get_or_init(|| maximal(self.admissible()))
    }

    fn semi_stable(&self) -> &[u32] {
        self.semi_stable.get_or_init(|| self.of_maximal_range(self.admissible()))
    }

    pub(super) fn stable(&self) -> Vec<u32> {
        let all = (1 << self.n) - 1;
        let is_stable = |&set: &u32| self.attacked_by(set) == all & !set;
        self.subsets().filter(is_stable).collect()
    }

    /// The least fixed point of the characteristic function.
    pub(super) fn grounded(&self) -> u32 {
        let fixed = |&set: &u32| self.defended_by(set) == set;
        self.subsets()
            .filter(fixed)
            .reduce(|a, b| if a & b == a { a } else { b })
            .expect("a monotone function has one")
    }
}

/// Keeps the sets that are not contained in another one, ascending as numbers.
fn maximal(sets: &[u32]) -> Vec<u32> {
    let mut largest_first = sets.to_vec();
    largest_first.sort_unstable_by_key(|set| Reverse(set.count_ones()));
    let mut maximal: Vec<u32> = Vec::new();
    for set in largest_first {
        // A set contained in another one is smaller, and contained in a maximal one, which came
        // earlier.
        if maximal.iter().all(|other| other & set != set) {
            maximal.push(set);
        }
    }
    maximal.sort_unstable();
    maximal
}

/// Lists the members of a mask, ascending.
pub(super) fn members(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |a| set >> a & 1 == 1)
}

/// Converts extensions to ascending masks; fails if one appears twice.
pub(super) fn masks(extensions: impl IntoIterator<Item = Vec<usize>>) -> Vec<u32> {
    let to_mask = |extension: Vec<usize>| {
        assert!(extension.is_sorted_by(|a, b| a < b), "{extension:?} does not ascend");
        extension.iter().map(|a| 1 << a).sum()
    };
    let mut masks: Vec<u32> = extensions.into_iter().map(to_mask).collect();
    masks.sort_unstable();
    assert!(masks.is_sorted_by(|a, b| a < b), "an extension is listed twice");
    masks
}

/// A pseudorandom number generator with the same numbers in every run (SplitMix64).
pub(super) struct Dice {
    state: u64,
}

impl Dice {
    pub(super) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    pub(super) fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound as u64) as usize
    }

    /// Draws a framework of at most `most` arguments, with a bias to larger ones: of varying
    /// density, with no, some or many self-attacks; a third of the frameworks are symmetric.
    pub(super) fn framework(&mut self, most: usize) -> Framework {
        let n = self.below(most + 1).max(self.below(most + 1));
        let density = [3, 8, 15, 25, 50][self.below(5)];
        let self_density = [0, density / 3, 30][self.below(3)];
        let is_symmetric = self.below(3) == 0;
        let mut attacks = std::collections::BTreeSet::new();
        for a in 0..n {
            for b in 0..n {
                let chance = if a == b { self_density } else { density };
                if self.below(100) < chance {
                    attacks.insert((a, b));
                    if is_symmetric {
                        attacks.insert((b, a));
                    }
                }
            }
        }
        Framework::new(n, attacks).expect("distinct attacks within range")
    }

    /// Draws an order of `0..n`.
    pub(super) fn shuffle(&mut self, n: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }
}
