//! The reasoning tasks, each a function of a framework and a semantics.

use super::encoding::Encoding;
use super::grounded::completed;
use super::naive::{is_naive, naive, naive_with, naive_without};
use super::sat::Kind;
use super::{
    Accepted, Count, Extension, Extensions, Framework, Label, Labelling, Semantics, Skeptical,
    grounded, ideal, is_admissible, is_complete, is_conflict_free, maximal_range, sat_queries,
    stable,
};

/// Finds one extension (SE); `None` if there is none, which is possible only under
/// [`Semantics::Stable`].
///
/// The choice depends on the framework only.
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
        Semantics::Preferred => sat_queries::extension(framework, Kind::Preferred),
        Semantics::Stable => sat_queries::extension(framework, Kind::Stable),
        Semantics::SemiStable => sat_queries::extension(framework, Kind::SemiStable),
        Semantics::Stage => sat_queries::extension(framework, Kind::Stage),
        Semantics::Ideal => Some(ideal::ideal(framework)),
        Semantics::Eager => Some(ideal::eager(framework)),
    }
}

/// Enumerates all extensions (EE), lazily: the first ones are returned before the others are
/// searched for.
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
        Semantics::SemiStable => maximal_range::extensions(framework, Kind::SemiStable),
        Semantics::Stage => maximal_range::extensions(framework, Kind::Stage),
        Semantics::ConflictFree => {
            Extensions::new(Encoding::conflict_free(framework).enumeration())
        }
        Semantics::Naive => Extensions::new(Encoding::naive(framework).enumeration()),
        Semantics::Admissible => Extensions::new(Encoding::admissible(framework).enumeration()),
        Semantics::Complete => Extensions::new(Encoding::complete(framework).enumeration()),
        Semantics::Preferred => Extensions::new(Encoding::preferred(framework).enumeration()),
        Semantics::Stable => stable::extensions(framework),
    }
}

/// Counts the extensions (CE), without listing them where the framework splits into components.
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
        Semantics::ConflictFree => Encoding::conflict_free(framework).count(),
        Semantics::Naive => Encoding::naive(framework).count(),
        Semantics::Admissible => Encoding::admissible(framework).count(),
        Semantics::Complete => Encoding::complete(framework).count(),
        Semantics::Preferred => Encoding::preferred(framework).count(),
        Semantics::Stable => stable::count(framework),
        Semantics::SemiStable => maximal_range::count(framework, Kind::SemiStable),
        Semantics::Stage => maximal_range::count(framework, Kind::Stage),
    }
}

/// Finds an extension that contains `argument` (DC); `None` if there is none.
///
/// Panics if `argument` is not an argument of the framework, as does [`skeptical`].
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
    assert!(argument < framework.len(), "there is no argument {argument}");
    let holds = |extension: &Extension| extension.binary_search(&argument).is_ok();
    match semantics {
        Semantics::ConflictFree | Semantics::Naive => {
            (!framework.has_attack(argument, argument)).then(|| naive_with(framework, argument))
        }
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            extension(framework, semantics).filter(holds)
        }
        Semantics::Admissible | Semantics::Complete => {
            let admissible = sat_queries::credulous(framework, Kind::Admissible, argument)?;
            Some(completed(framework, &admissible).labelled(Label::In))
        }
        Semantics::Preferred => sat_queries::credulous(framework, Kind::Preferred, argument),
        Semantics::Stable => sat_queries::credulous(framework, Kind::Stable, argument),
        Semantics::SemiStable => sat_queries::credulous(framework, Kind::SemiStable, argument),
        Semantics::Stage => sat_queries::credulous(framework, Kind::Stage, argument),
    }
}

/// Decides whether `argument` is in every extension (DS), and finds a counterexample if not.
///
/// If there is no extension, the argument is in all of them.
///
/// # Examples
/// ```
/// use faultline_argue::{Framework, Semantics, Skeptical, skeptical};
///
/// // 0 and 1 exclude each other, and both attack 2.
/// let framework = Framework::new(4, [(0, 1), (1, 0), (0, 2), (1, 2), (2, 3)])?;
/// assert_eq!(skeptical(&framework, Semantics::Preferred, 3), Skeptical::Holds);
/// let fails = Skeptical::Fails { counterexample: vec![] };
/// assert_eq!(skeptical(&framework, Semantics::Complete, 3), fails);
/// # Ok::<(), faultline_argue::FrameworkError>(())
/// ```
pub fn skeptical(framework: &Framework, semantics: Semantics, argument: usize) -> Skeptical {
    assert!(argument < framework.len(), "there is no argument {argument}");
    let lacks = |extension: &Extension| extension.binary_search(&argument).is_err();
    let counterexample = match semantics {
        Semantics::Naive => naive_without(framework, argument),
        // The empty set and the grounded extension are the least of their kind.
        Semantics::ConflictFree | Semantics::Admissible => Some(Extension::new()),
        Semantics::Complete | Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            extension(framework, semantics).filter(lacks)
        }
        Semantics::Preferred => sat_queries::skeptical(framework, Kind::Preferred, argument),
        Semantics::Stable => sat_queries::skeptical(framework, Kind::Stable, argument),
        Semantics::SemiStable => sat_queries::skeptical(framework, Kind::SemiStable, argument),
        Semantics::Stage => sat_queries::skeptical(framework, Kind::Stage, argument),
    };
    counterexample.map_or(Skeptical::Holds, |counterexample| Skeptical::Fails { counterexample })
}

/// Lists the credulously and the skeptically accepted arguments, without listing the extensions.
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
            let credulous = sat_queries::accepted(framework, Kind::Admissible).credulous;
            Accepted { credulous, skeptical: Vec::new() }
        }
        Semantics::Complete => {
            let credulous = sat_queries::accepted(framework, Kind::Admissible).credulous;
            Accepted { credulous, skeptical: grounded(framework).labelled(Label::In) }
        }
        Semantics::Preferred => sat_queries::accepted(framework, Kind::Preferred),
        Semantics::Stable => sat_queries::accepted(framework, Kind::Stable),
        Semantics::SemiStable => sat_queries::accepted(framework, Kind::SemiStable),
        Semantics::Stage => sat_queries::accepted(framework, Kind::Stage),
    }
}

/// Returns whether `set` is an extension.
///
/// The order of its members does not matter; they must be distinct.
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
            is_complete(framework, set) && sat_queries::is_maximal(framework, Kind::Preferred, set)
        }
        Semantics::Stable => {
            let labelling = Labelling::from_extension(framework, set);
            is_conflict_free(framework, set) && labelling.labelled(Label::Undec).is_empty()
        }
        Semantics::SemiStable => {
            is_complete(framework, set) && sat_queries::is_maximal(framework, Kind::SemiStable, set)
        }
        Semantics::Stage => {
            is_conflict_free(framework, set) && sat_queries::is_maximal(framework, Kind::Stage, set)
        }
    }
}
