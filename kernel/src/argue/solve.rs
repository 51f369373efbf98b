use std::collections::BTreeSet;
use std::fmt;

use super::naive::{is_naive, naive_with, naive_without};
use super::reading::Reading;
use super::reduct::is_preferred;
use super::{
    Count, Extension, Framework, Label, Labelling, Semantics, grounded, is_admissible, is_complete,
    is_conflict_free,
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
    extensions(framework, semantics).next()
}

/// Streams all extensions: the first ones come before the others are searched for.
pub fn extensions(framework: &Framework, semantics: Semantics) -> Extensions {
    match semantics {
        Semantics::ConflictFree => Extensions::new(Reading::conflict_free(framework).stream()),
        Semantics::Naive => Extensions::new(Reading::naive(framework).stream()),
        Semantics::Admissible => Extensions::new(Reading::admissible(framework).stream()),
        Semantics::Complete => Extensions::new(Reading::complete(framework).stream()),
        Semantics::Grounded => Extensions::new(std::iter::once(least(framework))),
        Semantics::Preferred => Extensions::new(Reading::preferred(framework).stream()),
        Semantics::Stable => Extensions::new(Reading::stable(framework).stream()),
        Semantics::SemiStable | Semantics::Stage | Semantics::Ideal | Semantics::Eager => todo!(),
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
        Semantics::SemiStable | Semantics::Stage => todo!(),
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
    let with = |a: usize| !framework.has_attack(a, a);
    match semantics {
        Semantics::ConflictFree => with(argument).then(|| vec![argument]),
        Semantics::Naive => with(argument).then(|| naive_with(framework, argument)),
        // A set that is admissible or complete is within a preferred one, which is both.
        Semantics::Admissible | Semantics::Complete => {
            credulous(framework, Semantics::Preferred, argument)
        }
        Semantics::Grounded => Some(least(framework)).filter(|set| has(set, argument)),
        Semantics::Preferred
        | Semantics::Stable
        | Semantics::SemiStable
        | Semantics::Stage
        | Semantics::Ideal
        | Semantics::Eager => extensions(framework, semantics).find(|set| has(set, argument)),
    }
}

/// Tells whether `argument` is in every extension, and if not gives one without it.
pub fn skeptical(framework: &Framework, semantics: Semantics, argument: usize) -> Skeptical {
    let lacking = match semantics {
        // The empty set is both.
        Semantics::ConflictFree | Semantics::Admissible => Some(Vec::new()),
        Semantics::Naive => naive_without(framework, argument),
        // The grounded extension is the least complete one.
        Semantics::Complete | Semantics::Grounded => {
            Some(least(framework)).filter(|set| !has(set, argument))
        }
        Semantics::Preferred
        | Semantics::Stable
        | Semantics::SemiStable
        | Semantics::Stage
        | Semantics::Ideal
        | Semantics::Eager => extensions(framework, semantics).find(|set| !has(set, argument)),
    };
    lacking.map_or(Skeptical::Holds, |counterexample| Skeptical::Fails { counterexample })
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
        Semantics::Admissible => Accepted {
            credulous: accepted(framework, Semantics::Preferred).credulous,
            skeptical: Vec::new(),
        },
        Semantics::Complete => Accepted {
            credulous: accepted(framework, Semantics::Preferred).credulous,
            skeptical: least(framework),
        },
        Semantics::Grounded => {
            Accepted { credulous: least(framework), skeptical: least(framework) }
        }
        Semantics::Preferred => Reading::preferred(framework).diagram().accepted(),
        Semantics::Stable => Reading::stable(framework).diagram().accepted(),
        Semantics::SemiStable | Semantics::Stage | Semantics::Ideal | Semantics::Eager => todo!(),
    }
}

/// Tells whether `set` is an extension. The order of its members does not matter.
pub fn is_extension(framework: &Framework, semantics: Semantics, set: &[usize]) -> bool {
    match semantics {
        Semantics::ConflictFree => is_conflict_free(framework, set),
        Semantics::Naive => is_naive(framework, set),
        Semantics::Admissible => is_admissible(framework, set),
        Semantics::Complete => is_complete(framework, set),
        Semantics::Grounded => {
            is_complete(framework, set) && {
                least(framework).iter().collect::<BTreeSet<_>>() == set.iter().collect()
            }
        }
        Semantics::Preferred => is_preferred(framework, set),
        Semantics::Stable => {
            let labelling = Labelling::from_extension(framework, set);
            is_conflict_free(framework, set) && labelling.labelled(Label::Undec).is_empty()
        }
        Semantics::SemiStable | Semantics::Stage | Semantics::Ideal | Semantics::Eager => todo!(),
    }
}

fn least(framework: &Framework) -> Extension {
    grounded(framework).labelled(Label::In)
}

fn has(set: &[usize], argument: usize) -> bool {
    set.binary_search(&argument).is_ok()
}
