use std::fmt;

use super::grounded::completed;
use super::naive::{is_naive, naive_with, naive_without};
use super::reading::Reading;
use super::reduct::is_preferred;
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

/// Finds one extension; `None` where there is none, as there may be under [`Semantics::Stable`] alone.
pub fn extension(framework: &Framework, semantics: Semantics) -> Option<Extension> {
    match semantics {
        Semantics::ConflictFree | Semantics::Naive | Semantics::Admissible => {
            extensions(framework, semantics).next()
        }
        Semantics::Complete | Semantics::Grounded => Some(grounded(framework).labelled(Label::In)),
        Semantics::Preferred => decide::extension(framework, Kind::Preferred),
        Semantics::Stable => decide::extension(framework, Kind::Stable),
        Semantics::SemiStable => decide::extension(framework, Kind::SemiStable),
        Semantics::Stage => decide::extension(framework, Kind::Stage),
        Semantics::Ideal => Some(ideal::ideal(framework)),
        Semantics::Eager => Some(ideal::eager(framework)),
    }
}

/// Streams all extensions: the first ones come before the others are searched for.
pub fn extensions(framework: &Framework, semantics: Semantics) -> Extensions {
    match semantics {
        Semantics::ConflictFree => Extensions::new(Reading::conflict_free(framework).stream()),
        Semantics::Naive => Extensions::new(Reading::naive(framework).stream()),
        Semantics::Admissible => Extensions::new(Reading::admissible(framework).stream()),
        Semantics::Complete => Extensions::new(Reading::complete(framework).stream()),
        Semantics::Preferred => Extensions::new(Reading::preferred(framework).stream()),
        Semantics::Stable => Extensions::new(Reading::stable(framework).stream()),
        Semantics::SemiStable => range::extensions(framework, Kind::SemiStable),
        Semantics::Stage => range::extensions(framework, Kind::Stage),
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            Extensions::new(extension(framework, semantics).into_iter())
        }
    }
}

/// Tells how many extensions there are, without listing them where the framework falls into parts.
pub fn count(framework: &Framework, semantics: Semantics) -> Count {
    match semantics {
        Semantics::ConflictFree => Reading::conflict_free(framework).diagram().count(),
        Semantics::Naive => Reading::naive(framework).diagram().count(),
        Semantics::Admissible => Reading::admissible(framework).diagram().count(),
        Semantics::Complete => Reading::complete(framework).diagram().count(),
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => Count::from(1),
        Semantics::Preferred => Reading::preferred(framework).diagram().count(),
        Semantics::Stable => Reading::stable(framework).diagram().count(),
        Semantics::SemiStable => range::count(framework, Kind::SemiStable),
        Semantics::Stage => range::count(framework, Kind::Stage),
    }
}

/// Finds an extension with `argument`; `None` where it is in none.
///
/// Panics where `argument` is no argument of the framework, as do its siblings.
pub fn credulous(
    framework: &Framework,
    semantics: Semantics,
    argument: usize,
) -> Option<Extension> {
    assert!(argument < framework.len(), "{argument} is no argument");
    let with = |a: usize| !framework.has_attack(a, a);
    match semantics {
        Semantics::ConflictFree => with(argument).then(|| vec![argument]),
        Semantics::Naive => with(argument).then(|| naive_with(framework, argument)),
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            extension(framework, semantics).filter(|set| has(set, argument))
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

/// Tells whether `argument` is in every extension, and if not gives one without it.
pub fn skeptical(framework: &Framework, semantics: Semantics, argument: usize) -> Skeptical {
    assert!(argument < framework.len(), "{argument} is no argument");
    let counterexample = match semantics {
        // The empty set is both; the grounded one is the least of its kind.
        Semantics::ConflictFree | Semantics::Admissible => Some(Extension::new()),
        Semantics::Naive => naive_without(framework, argument),
        Semantics::Complete | Semantics::Grounded | Semantics::Ideal | Semantics::Eager => {
            extension(framework, semantics).filter(|set| !has(set, argument))
        }
        Semantics::Preferred => decide::skeptical(framework, Kind::Preferred, argument),
        Semantics::Stable => decide::skeptical(framework, Kind::Stable, argument),
        Semantics::SemiStable => decide::skeptical(framework, Kind::SemiStable, argument),
        Semantics::Stage => decide::skeptical(framework, Kind::Stage, argument),
    };
    counterexample.map_or(Skeptical::Holds, |counterexample| Skeptical::Fails { counterexample })
}

/// Lists the arguments of some extension and those of every extension, without listing the extensions.
pub fn accepted(framework: &Framework, semantics: Semantics) -> Accepted {
    let arguments = 0..framework.len();
    let standing = |a: &usize| !framework.has_attack(*a, *a);
    match semantics {
        Semantics::ConflictFree => {
            Accepted { credulous: arguments.filter(standing).collect(), skeptical: Vec::new() }
        }
        Semantics::Naive => Accepted {
            credulous: arguments.clone().filter(standing).collect(),
            skeptical: arguments.filter(|&a| naive_without(framework, a).is_none()).collect(),
        },
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

/// Tells whether `set` is an extension. The order of its members does not matter.
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
        Semantics::Preferred => is_preferred(framework, set),
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

fn has(set: &[usize], argument: usize) -> bool {
    set.binary_search(&argument).is_ok()
}
