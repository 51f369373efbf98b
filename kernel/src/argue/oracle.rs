//! The definitions read out over all subsets, as masks, and random frameworks to try them on; for tests alone.

use super::{Framework, Semantics};

/// Lists the extensions of a small framework by looking at every set; shares no code with what it checks.
pub(super) struct Oracle {
    n: usize,
    attacked: Vec<u32>,
}

impl Oracle {
    pub(super) fn new(framework: &Framework) -> Self {
        let mut attacked = vec![0; framework.len()];
        for (a, b) in framework.attacks() {
            attacked[a] |= 1 << b;
        }
        Self { n: framework.len(), attacked }
    }

    /// Lists the extensions, ascending as numbers.
    pub(super) fn extensions(&self, semantics: Semantics) -> Vec<u32> {
        match semantics {
            Semantics::ConflictFree => self.conflict_free(),
            Semantics::Naive => self.naive(),
            Semantics::Admissible => self.admissible(),
            Semantics::Complete => self.complete(),
            Semantics::Grounded => vec![self.grounded()],
            Semantics::Preferred => self.preferred(),
            Semantics::Stable => self.stable(),
            Semantics::SemiStable => self.of_maximal_range(&self.admissible()),
            Semantics::Stage => self.of_maximal_range(&self.conflict_free()),
            Semantics::Ideal => vec![self.greatest_admissible_within(&self.preferred())],
            Semantics::Eager => {
                let semi_stable = self.of_maximal_range(&self.admissible());
                vec![self.greatest_admissible_within(&semi_stable)]
            }
        }
    }

    fn of_maximal_range(&self, sets: &[u32]) -> Vec<u32> {
        let range = |set: u32| set | self.attacked_by(set);
        let mut ranges: Vec<u32> = sets.iter().map(|&set| range(set)).collect();
        ranges.sort_unstable();
        ranges.dedup();
        let maximal = Self::maximal(&ranges);
        sets.iter().copied().filter(|&set| maximal.contains(&range(set))).collect()
    }

    /// The largest admissible set that all of `sets` hold.
    fn greatest_admissible_within(&self, sets: &[u32]) -> u32 {
        let common = sets.iter().fold(!0, |common, set| common & set);
        let within = |&set: &u32| set & !common == 0;
        let inside: Vec<u32> = self.admissible().into_iter().filter(within).collect();
        let greatest = Self::maximal(&inside);
        assert_eq!(greatest.len(), 1, "the union of such sets is one of them");
        greatest[0]
    }

    fn subsets(&self) -> impl Iterator<Item = u32> {
        0..1_u32 << self.n
    }

    fn attacked_by(&self, set: u32) -> u32 {
        members(set).fold(0, |attacked, a| attacked | self.attacked[a])
    }

    /// Dung's characteristic function: what the set defends.
    fn defended_by(&self, set: u32) -> u32 {
        let beaten = self.attacked_by(set);
        let attacks = |b: usize, a: usize| self.attacked[b] >> a & 1 == 1;
        let is_defended = |&a: &usize| (0..self.n).all(|b| !attacks(b, a) || beaten >> b & 1 == 1);
        (0..self.n).filter(is_defended).map(|a| 1 << a).sum()
    }

    fn is_conflict_free(&self, set: u32) -> bool {
        self.attacked_by(set) & set == 0
    }

    fn maximal(sets: &[u32]) -> Vec<u32> {
        let is_maximal = |&set: &u32| !sets.iter().any(|&other| other != set && other & set == set);
        sets.iter().copied().filter(is_maximal).collect()
    }

    pub(super) fn conflict_free(&self) -> Vec<u32> {
        self.subsets().filter(|&set| self.is_conflict_free(set)).collect()
    }

    pub(super) fn naive(&self) -> Vec<u32> {
        Self::maximal(&self.conflict_free())
    }

    pub(super) fn admissible(&self) -> Vec<u32> {
        let is_admissible =
            |&set: &u32| self.is_conflict_free(set) && self.defended_by(set) & set == set;
        self.subsets().filter(is_admissible).collect()
    }

    pub(super) fn complete(&self) -> Vec<u32> {
        let is_complete = |&set: &u32| self.is_conflict_free(set) && self.defended_by(set) == set;
        self.subsets().filter(is_complete).collect()
    }

    pub(super) fn preferred(&self) -> Vec<u32> {
        Self::maximal(&self.admissible())
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

/// Lists the members of a mask, ascending.
pub(super) fn members(set: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |a| set >> a & 1 == 1)
}

/// Writes extensions as ascending masks; fails where one appears twice.
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

/// Throws the same numbers in every run (SplitMix64).
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

    /// Draws a framework of at most `most` arguments, rather more than fewer: of any density, with no,
    /// some or many self-attacks, a third of them symmetric.
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
