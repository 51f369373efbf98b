use std::fmt;

use super::{
    Count, Extension, Framework, Label, Preferred, Semantics, Stable, grounded, is_admissible,
    is_complete, is_conflict_free,
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
        Semantics::Grounded => {
            Extensions::new(std::iter::once(grounded(framework).labelled(Label::In)))
        }
        Semantics::Preferred => {
            Extensions::new(Preferred::of(framework).extensions().collect::<Vec<_>>().into_iter())
        }
        Semantics::Stable => {
            Extensions::new(Stable::of(framework).extensions().collect::<Vec<_>>().into_iter())
        }
        Semantics::ConflictFree
        | Semantics::Naive
        | Semantics::Admissible
        | Semantics::Complete => todo!(),
        Semantics::SemiStable | Semantics::Stage | Semantics::Ideal | Semantics::Eager => todo!(),
    }
}

/// Tells how many extensions there are, without listing them where the framework falls into parts.
pub fn count(framework: &Framework, semantics: Semantics) -> Count {
    match semantics {
        Semantics::Grounded | Semantics::Ideal | Semantics::Eager => Count::from(1),
        Semantics::Preferred => Preferred::of(framework).count(),
        Semantics::Stable => Stable::of(framework).count(),
        Semantics::ConflictFree
        | Semantics::Naive
        | Semantics::Admissible
        | Semantics::Complete => todo!(),
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
    assert!(argument < framework.len(), "{argument} is no argument");
    extensions(framework, semantics).find(|extension| extension.binary_search(&argument).is_ok())
}

/// Tells whether `argument` is in every extension, and if not gives one without it.
pub fn skeptical(framework: &Framework, semantics: Semantics, argument: usize) -> Skeptical {
    assert!(argument < framework.len(), "{argument} is no argument");
    let lacks = |extension: &Extension| extension.binary_search(&argument).is_err();
    extensions(framework, semantics)
        .find(lacks)
        .map_or(Skeptical::Holds, |counterexample| Skeptical::Fails { counterexample })
}

/// Lists the arguments of some extension and those of every extension, without listing the extensions.
pub fn accepted(framework: &Framework, semantics: Semantics) -> Accepted {
    match semantics {
        Semantics::Grounded => {
            let extension = grounded(framework).labelled(Label::In);
            Accepted { credulous: extension.clone(), skeptical: extension }
        }
        Semantics::Preferred => {
            let preferred = Preferred::of(framework);
            Accepted { credulous: preferred.credulous(), skeptical: preferred.skeptical() }
        }
        Semantics::Stable => {
            let stable = Stable::of(framework);
            Accepted { credulous: stable.credulous(), skeptical: stable.skeptical() }
        }
        Semantics::ConflictFree
        | Semantics::Naive
        | Semantics::Admissible
        | Semantics::Complete => todo!(),
        Semantics::SemiStable | Semantics::Stage | Semantics::Ideal | Semantics::Eager => todo!(),
    }
}

/// Tells whether `set` is an extension. The order of its members does not matter.
pub fn is_extension(framework: &Framework, semantics: Semantics, set: &[usize]) -> bool {
    match semantics {
        Semantics::ConflictFree => is_conflict_free(framework, set),
        Semantics::Admissible => is_admissible(framework, set),
        Semantics::Complete => is_complete(framework, set),
        Semantics::Grounded => {
            is_complete(framework, set)
                && set.len() == grounded(framework).labelled(Label::In).len()
        }
        Semantics::Naive | Semantics::Preferred | Semantics::Stable => todo!(),
        Semantics::SemiStable | Semantics::Stage | Semantics::Ideal | Semantics::Eager => todo!(),
    }
}
