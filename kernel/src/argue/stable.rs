use super::product::Product;
use super::search::Goal;
use super::{Count, Extension, Framework};

/// Holds all stable extensions of a framework: the conflict-free sets that attack whatever they leave out.
///
/// There may be none, which is an answer like any other. They are kept as those of [`Preferred`](super::Preferred) are.
///
/// # Source
/// Dung 1995, Definition 13, doi:10.1016/0004-3702(94)00041-X. Decomposition: Baroni, Giacomin and Guida 2005,
/// Definition 20, doi:10.1016/j.artint.2005.05.006.
///
/// # Examples
/// ```
/// use faultline::argue::{Framework, Stable};
///
/// let odd = Stable::of(&Framework::new(3, [(0, 1), (1, 2), (2, 0)])?);
/// assert!(!odd.exists());
/// assert_eq!(odd.count(), 0);
/// let even = Stable::of(&Framework::new(4, [(0, 1), (1, 2), (2, 3), (3, 0)])?);
/// assert_eq!(even.extensions().collect::<Vec<_>>(), [[0, 2], [1, 3]]);
/// # Ok::<(), faultline::argue::FrameworkError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Stable {
    product: Product,
}

impl Stable {
    /// Finds all stable extensions.
    ///
    /// What is exponential is as for [`Preferred::of`](super::Preferred::of). Whether one exists takes no less.
    pub fn of(framework: &Framework) -> Self {
        Self { product: Product::new(framework, Goal::Stable) }
    }

    /// Tells whether there is any; takes time linear in the number of components.
    pub fn exists(&self) -> bool {
        !self.product.is_barren()
    }

    /// Tells how many there are; takes time linear in what [`of`](Self::of) built.
    pub fn count(&self) -> Count {
        self.product.count()
    }

    /// Lists the arguments of at least one extension, ascending; linear like [`count`](Self::count).
    pub fn credulous(&self) -> Vec<usize> {
        self.product.credulous()
    }

    /// Lists the arguments of all extensions, ascending: all arguments where there is no extension.
    pub fn skeptical(&self) -> Vec<usize> {
        self.product.skeptical()
    }

    /// Finds the extension whose members weigh most together, ties broken as for
    /// [`Preferred::best`](super::Preferred::best); `None` where there is no extension.
    pub fn best(&self, weight: impl Fn(usize) -> u64) -> Option<Extension> {
        self.product.best(weight)
    }

    /// Streams the extensions, each once, in an order as for [`Preferred::extensions`](super::Preferred::extensions).
    pub fn extensions(&self) -> impl Iterator<Item = Extension> {
        self.product.extensions()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argue::oracle::{Dice, Oracle, masks, members};

    #[test]
    fn agrees_with_the_definitions() {
        let mut dice = Dice::new(12);
        let mut barren = 0;
        for _ in 0..3000 {
            let framework = dice.framework(10);
            let expected = Oracle::new(&framework).stable();
            let stable = Stable::of(&framework);
            assert_eq!(masks(stable.extensions()), expected, "{framework:?}");
            assert_eq!(stable.count(), expected.len() as u64, "{framework:?}");
            assert_eq!(stable.exists(), !expected.is_empty(), "{framework:?}");
            let all = (1 << framework.len()) - 1;
            let (union, intersection) =
                expected.iter().fold((0, all), |(u, i), set| (u | set, i & set));
            let list = |set: u32| members(set).collect::<Vec<_>>();
            assert_eq!(stable.credulous(), list(union), "{framework:?}");
            assert_eq!(stable.skeptical(), list(intersection), "{framework:?}");
            barren += usize::from(expected.is_empty());
        }
        assert!((400..2600).contains(&barren), "both kinds are tried: {barren} have none");
    }

    #[test]
    fn the_best_weighs_most_and_comes_first() {
        let mut dice = Dice::new(13);
        for _ in 0..2000 {
            let framework = dice.framework(10);
            let weights: Vec<u64> = (0..framework.len()).map(|_| dice.below(3) as u64).collect();
            let all = Oracle::new(&framework)
                .stable()
                .into_iter()
                .map(|set| members(set).collect::<Vec<_>>());
            let weigh = |set: &Vec<usize>| set.iter().map(|&a| weights[a]).sum::<u64>();
            let expected = all.min_by_key(|set| (std::cmp::Reverse(weigh(set)), set.clone()));
            assert_eq!(
                Stable::of(&framework).best(|a| weights[a]),
                expected,
                "{framework:?} {weights:?}"
            );
        }
    }

    #[test]
    fn one_part_without_any_leaves_none_to_the_whole() {
        // An even cycle beside an odd one, and a part that dies only after an earlier choice.
        let beside = [(0, 1), (1, 0), (2, 3), (3, 4), (4, 2)];
        let stable = Stable::of(&Framework::new(5, beside).unwrap());
        assert_eq!((stable.count(), stable.best(|_| 1)), (Count::zero(), None));
        assert_eq!(stable.skeptical(), [0, 1, 2, 3, 4], "each is in all of no extensions");
        // The odd cycle is broken just if 1 is accepted.
        let broken = beside.into_iter().chain([(1, 2)]);
        let stable = Stable::of(&Framework::new(5, broken).unwrap());
        assert_eq!(stable.extensions().collect::<Vec<_>>(), [[1, 3]]);
    }
}
