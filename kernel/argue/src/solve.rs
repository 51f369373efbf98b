use std::fmt;

use super::grounded::completed;
use super::naive::{is_naive, naive, naive_with, naive_without};
use super::reading::Reading;
use super::sat::Kind;
use super::{
    Count, Extension, Framework, Label, Labelling, Semantics, decide, grounded, ideal,
    is_admissible, is_complete, is_conflict_free, range,
};

/// Streams the extensions of a framework, each once, its arguments ascending.
///
/// The order depends on the framework alone.
pub struct Extensions {
    rest: Box<dyn Iterator<Item = Extension> + Send>,
}

impl Extensions {
    pub(super) fn new(rest: impl Iterator<Item = Extension> + Send + 'static) -> Self {
        Self { rest: Box::new(rest) }
    }
}

impl Iterator for Extensions {
    type Item = Extension;

    fn next(&mut self) -> Option<Extension> {
        self.rest.next()
    }
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Extensions").finish_non_exhaustive()
    }
}

/// Tells whether an argument is in every extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Skeptical {
    /// It is, be it because there is no extension.
    Holds,
    /// It is not.
    Fails {
        /// An extension without it.
        counterexample: Extension,
    },
}

/// Lists the arguments of some extension and those of every extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// In at least one extension, ascending.
    pub credulous: Vec<usize>,
    /// In all extensions, ascending: all arguments where there is no extension.
    pub skeptical: Vec<usize>,
}

impl Accepted {
    /// Lists the arguments of some but not all extensions, ascending.
    pub fn disputed(&self) -> Vec<usize> {
        let is_disputed = |a: &usize| self.skeptical.binary_search(a).is_err();
        self.credulous.iter().copied().filter(is_disputed).collect()
    }
}

/// Finds one extension (SE); `None` where there is none, as there may be under [`Semantics::Stable`] alone.
///
/// Which one is found depends on the framework alone.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, extension};
///
/// let odd_cycle = Framework::new(3, [(0, 1), (1, 2), (2, 0)])?;
/// assert_eq!(extension(&odd_cycle, Semantics::Preferred), Some(vec![]));
/// assert_eq!(extension(&odd_cycle, Semantics::Stable), None);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn extension(framework: &Framework, semantics: Semantics) -> Option<Extension> {
    match semantics {
        Semantics::ConflictFree | Semantics::Naive => Some(naive(framework)),
        Semantics::Admissible | Semantics::Complete | Semantics::Grounded => {
            Some(grounded(framework).labelled(Label::In))
        }
        Semantics::Preferred => decide::extension(framework, Kind::Preferred),
        Semantics::Stable => decide::extension(framework, Kind::Stable),
        Semantics::SemiStable => decide::extension(framework, Kind::SemiStable),
        Semantics::Stage => decide::extension(framework, Kind::Stage),
        Semantics::Ideal => Some(ideal::ideal(framework)),
        Semantics::Eager => Some(ideal::eager(framework)),
    }
}

/// Streams all extensions (EE): the first ones come before the others are searched for.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, extensions};
///
/// // A thousand pairs that attack each other: 2 to the power of 1000 preferred extensions.
/// let attacks = (0..2000).map(|a| (a, if a % 2 == 0 { a + 1 } else { a - 1 }));
/// let framework = Framework::new(2000, attacks)?;
/// let three: Vec<_> = extensions(&framework, Semantics::Preferred).take(3).collect();
/// assert!(three.iter().all(|extension| extension.len() == 1000));
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn extensions(framework: &Framework, semantics: Semantics) -> Extensions {
    match semantics {
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            Extensions::new(extension(framework, semantics).into_iter())
        }
        Semantics::SemiStable => range::extensions(framework, Kind::SemiStable),
        Semantics::Stage => range::extensions(framework, Kind::Stage),
        Semantics::ConflictFree => Extensions::new(Reading::conflict_free(framework).stream()),
        Semantics::Naive => Extensions::new(Reading::naive(framework).stream()),
        Semantics::Admissible => Extensions::new(Reading::admissible(framework).stream()),
        Semantics::Complete => Extensions::new(Reading::complete(framework).stream()),
        Semantics::Preferred => Extensions::new(Reading::preferred(framework).stream()),
        Semantics::Stable => {
            // That there is none can be much harder to see by search.
            let exists = decide::extension(framework, Kind::Stable).is_some();
            let stream = exists.then(|| Reading::stable(framework).stream());
            Extensions::new(stream.into_iter().flatten())
        }
    }
}

/// Tells how many extensions there are (CE), without listing them where the framework falls into parts.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, count};
///
/// let pairs = Framework::new(4, [(0, 1), (1, 0), (2, 3), (3, 2)])?;
/// assert_eq!(count(&pairs, Semantics::Preferred), 4);
/// assert_eq!(count(&pairs, Semantics::Complete), 9);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn count(framework: &Framework, semantics: Semantics) -> Count {
    match semantics {
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => Count::from(1),
        Semantics::ConflictFree => Reading::conflict_free(framework).diagram().count(),
        Semantics::Naive => Reading::naive(framework).diagram().count(),
        Semantics::Admissible => Reading::admissible(framework).diagram().count(),
        Semantics::Complete => Reading::complete(framework).diagram().count(),
        Semantics::Preferred => Reading::preferred(framework).diagram().count(),
        Semantics::Stable => Reading::stable(framework).diagram().count(),
        Semantics::SemiStable => range::count(framework, Kind::SemiStable),
        Semantics::Stage => range::count(framework, Kind::Stage),
    }
}

/// Finds an extension with `argument` (DC); `None` where it is in none.
///
/// Panics where `argument` is no argument of the framework, as [`skeptical`] does.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, credulous};
///
/// let framework = Framework::new(3, [(0, 1), (1, 0), (1, 2)])?;
/// assert_eq!(credulous(&framework, Semantics::Preferred, 2), Some(vec![0, 2]));
/// assert_eq!(credulous(&framework, Semantics::Grounded, 2), None);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn credulous(
    framework: &Framework,
    semantics: Semantics,
    argument: usize,
) -> Option<Extension> {
    assert!(argument < framework.len(), "{argument} is no argument");
    let holds = |extension: &Extension| extension.binary_search(&argument).is_ok();
    match semantics {
        Semantics::ConflictFree | Semantics::Naive => {
            (!framework.has_attack(argument, argument)).then(|| naive_with(framework, argument))
        }
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            extension(framework, semantics).filter(holds)
        }
        Semantics::Admissible | Semantics::Complete => {
            let admissible = decide::credulous(framework, Kind::Admissible, argument)?;
            Some(completed(framework, &admissible).labelled(Label::In))
        }
        Semantics::Preferred => decide::credulous(framework, Kind::Preferred, argument),
        Semantics::Stable => decide::credulous(framework, Kind::Stable, argument),
        Semantics::SemiStable => decide::credulous(framework, Kind::SemiStable, argument),
        Semantics::Stage => decide::credulous(framework, Kind::Stage, argument),
    }
}

/// Tells whether `argument` is in every extension (DS), and if not gives one without it.
///
/// Where there is no extension, it is in all of them.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, Skeptical, skeptical};
///
/// // Whichever of 0 and 1 stands, 2 falls.
/// let framework = Framework::new(4, [(0, 1), (1, 0), (0, 2), (1, 2), (2, 3)])?;
/// assert_eq!(skeptical(&framework, Semantics::Preferred, 3), Skeptical::Holds);
/// let fails = Skeptical::Fails { counterexample: vec![] };
/// assert_eq!(skeptical(&framework, Semantics::Complete, 3), fails);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn skeptical(framework: &Framework, semantics: Semantics, argument: usize) -> Skeptical {
    assert!(argument < framework.len(), "{argument} is no argument");
    let lacks = |extension: &Extension| extension.binary_search(&argument).is_err();
    let counterexample = match semantics {
        Semantics::Naive => naive_without(framework, argument),
        // The empty set and the grounded one are the least of their kind.
        Semantics::ConflictFree | Semantics::Admissible => Some(Extension::new()),
        Semantics::Complete | Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            extension(framework, semantics).filter(lacks)
        }
        Semantics::Preferred => decide::skeptical(framework, Kind::Preferred, argument),
        Semantics::Stable => decide::skeptical(framework, Kind::Stable, argument),
        Semantics::SemiStable => decide::skeptical(framework, Kind::SemiStable, argument),
        Semantics::Stage => decide::skeptical(framework, Kind::Stage, argument),
    };
    counterexample.map_or(Skeptical::Holds, |counterexample| Skeptical::Fails { counterexample })
}

/// Lists the arguments of some extension and those of every extension, without listing the extensions.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, accepted};
///
/// let framework = Framework::new(4, [(0, 1), (1, 0), (0, 2), (1, 2), (2, 3)])?;
/// let accepted = accepted(&framework, Semantics::Preferred);
/// assert_eq!((accepted.credulous, accepted.skeptical), (vec![0, 1, 3], vec![3]));
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn accepted(framework: &Framework, semantics: Semantics) -> Accepted {
    match semantics {
        Semantics::ConflictFree | Semantics::Naive => {
            let stands = |&a: &usize| !framework.has_attack(a, a);
            let is_everywhere =
                |&a: &usize| semantics == Semantics::Naive && naive_without(framework, a).is_none();
            Accepted {
                credulous: (0..framework.len()).filter(stands).collect(),
                skeptical: (0..framework.len()).filter(is_everywhere).collect(),
            }
        }
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            let extension = extension(framework, semantics).unwrap_or_default();
            Accepted { credulous: extension.clone(), skeptical: extension }
        }
        Semantics::Admissible => {
            let credulous = decide::accepted(framework, Kind::Admissible).credulous;
            Accepted { credulous, skeptical: Vec::new() }
        }
        Semantics::Complete => {
            let credulous = decide::accepted(framework, Kind::Admissible).credulous;
            Accepted { credulous, skeptical: grounded(framework).labelled(Label::In) }
        }
        Semantics::Preferred => decide::accepted(framework, Kind::Preferred),
        Semantics::Stable => decide::accepted(framework, Kind::Stable),
        Semantics::SemiStable => decide::accepted(framework, Kind::SemiStable),
        Semantics::Stage => decide::accepted(framework, Kind::Stage),
    }
}

/// Tells whether `set` is an extension.
///
/// The order of its members does not matter; none may stand twice.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, is_extension};
///
/// let framework = Framework::new(3, [(0, 1), (1, 0), (1, 2)])?;
/// assert!(is_extension(&framework, Semantics::Preferred, &[2, 0]));
/// assert!(!is_extension(&framework, Semantics::Preferred, &[0]));
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn is_extension(framework: &Framework, semantics: Semantics, set: &[usize]) -> bool {
    match semantics {
        Semantics::ConflictFree => is_conflict_free(framework, set),
        Semantics::Naive => is_naive(framework, set),
        Semantics::Admissible => is_admissible(framework, set),
        Semantics::Complete => is_complete(framework, set),
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            let mut set = set.to_vec();
            set.sort_unstable();
            extension(framework, semantics) == Some(set)
        }
        Semantics::Preferred => {
            is_complete(framework, set) && decide::is_maximal(framework, Kind::Preferred, set)
        }
        Semantics::Stable => {
            let labelling = Labelling::from_extension(framework, set);
            is_conflict_free(framework, set) && labelling.labelled(Label::Undec).is_empty()
        }
        Semantics::SemiStable => {
            is_complete(framework, set) && decide::is_maximal(framework, Kind::SemiStable, set)
        }
        Semantics::Stage => {
            is_conflict_free(framework, set) && decide::is_maximal(framework, Kind::Stage, set)
        }
    }
}
