//! The answers of the reasoning tasks.

use std::fmt;

use super::Extension;

/// Enumerates the extensions of a framework, each once, with ascending arguments.
///
/// The order depends on the framework only.
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

/// Whether an argument is in every extension.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Skeptical {
    /// It is, possibly because there is no extension.
    Holds,
    /// It is not.
    Fails {
        /// An extension without it.
        counterexample: Extension,
    },
}

/// The credulously and the skeptically accepted arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// In at least one extension, ascending.
    pub credulous: Vec<usize>,
    /// In all extensions, ascending: all arguments if there is no extension.
    pub skeptical: Vec<usize>,
}

impl Accepted {
    /// Lists the arguments of some but not all extensions, ascending.
    pub fn disputed(&self) -> Vec<usize> {
        let is_disputed = |a: &usize| self.skeptical.binary_search(a).is_err();
        self.credulous.iter().copied().filter(is_disputed).collect()
    }
}
