//! Decomposition of a framework into independent components.

use super::components::connected;
use super::{Extension, Framework, Label, grounded};

/// A framework decomposed into components whose extensions can be combined freely.
#[derive(Debug, Clone)]
pub(super) struct Decomposition {
    /// The arguments of every extension, ascending.
    pub(super) certain: Vec<usize>,
    /// The connected components of the rest, ordered by their smallest argument.
    pub(super) components: Vec<Subframework>,
}

/// A subframework.
#[derive(Debug, Clone)]
pub(super) struct Subframework {
    /// The argument of each index, ascending.
    pub(super) members: Vec<usize>,
    pub(super) framework: Framework,
}

impl Decomposition {
    /// Removes the arguments that the grounded labelling decides, then splits the rest into
    /// connected components.
    ///
    /// Sound for every semantics defined by complete labellings: complete, preferred, stable,
    /// semi-stable, ideal, eager.
    ///
    /// # Source
    /// Baroni, Giacomin and Guida 2005, doi:10.1016/j.artint.2005.05.006: complete labellings agree
    /// with the grounded labelling where it decides, and are the complete labellings of the rest
    /// elsewhere.
    pub(super) fn undecided(framework: &Framework) -> Self {
        let labelling = grounded(framework);
        let undecided = labelling.labelled(Label::Undec);
        Self { certain: labelling.labelled(Label::In), components: split(framework, &undecided) }
    }

    /// Splits into connected components; sound for every semantics.
    pub(super) fn whole(framework: &Framework) -> Self {
        let all: Vec<usize> = (0..framework.len()).collect();
        Self { certain: Vec::new(), components: split(framework, &all) }
    }

    /// Finds an argument among the components: the index of its component, and its index there.
    pub(super) fn place(&self, argument: usize) -> Option<(usize, usize)> {
        let places =
            self.components.iter().map(|component| component.members.binary_search(&argument));
        places.enumerate().find_map(|(component, place)| Some((component, place.ok()?)))
    }

    /// Joins one set of each component with the certain arguments.
    pub(super) fn join(&self, sets: &[impl AsRef<[usize]>]) -> Extension {
        let mut joined = self.certain.clone();
        for (component, set) in self.components.iter().zip(sets) {
            joined.extend(set.as_ref().iter().map(|&i| component.members[i]));
        }
        joined.sort_unstable();
        joined
    }
}

fn split(framework: &Framework, among: &[usize]) -> Vec<Subframework> {
    let rest = framework.restricted(among);
    let to_subframework = |component: Vec<usize>| Subframework {
        framework: rest.restricted(&component),
        members: component.into_iter().map(|i| among[i]).collect(),
    };
    connected(&rest).into_iter().map(to_subframework).collect()
}
