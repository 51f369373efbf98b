use super::components::connected;
use super::{Extension, Framework, Label, grounded};

/// Is a framework cut into parts whose extensions combine freely.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    /// What is in every extension, ascending.
    pub(super) certain: Vec<usize>,
    /// The connected components of the rest, in the order of their smallest argument.
    pub(super) parts: Vec<Part>,
}

/// Is one of the parts, as a framework of its own.
#[derive(Debug, Clone)]
pub(super) struct Part {
    /// The argument behind each index, ascending.
    pub(super) members: Vec<usize>,
    pub(super) framework: Framework,
}

impl Parts {
    /// Takes away what the grounded labelling decides, then cuts into connected components.
    ///
    /// Sound for whatever is defined by complete labellings: complete, preferred, stable, semi-stable, ideal, eager.
    ///
    /// # Source
    /// Baroni, Giacomin and Guida 2005, doi:10.1016/j.artint.2005.05.006: a complete labelling agrees with the grounded
    /// one where that decides, and on the rest is any complete labelling of it.
    pub(super) fn undecided(framework: &Framework) -> Self {
        let labelling = grounded(framework);
        let undecided = labelling.labelled(Label::Undec);
        Self { certain: labelling.labelled(Label::In), parts: parts(framework, &undecided) }
    }

    /// Cuts into connected components; sound for every semantics.
    pub(super) fn whole(framework: &Framework) -> Self {
        let all: Vec<usize> = (0..framework.len()).collect();
        Self { certain: Vec::new(), parts: parts(framework, &all) }
    }

    /// Finds an argument that is part of the rest: the index of its part, and its index there.
    pub(super) fn place(&self, argument: usize) -> Option<(usize, usize)> {
        let places = self.parts.iter().map(|part| part.members.binary_search(&argument));
        places.enumerate().find_map(|(part, place)| Some((part, place.ok()?)))
    }

    /// Joins one set of each part with what is certain.
    pub(super) fn join(&self, sets: &[impl AsRef<[usize]>]) -> Extension {
        let mut joined = self.certain.clone();
        for (part, set) in self.parts.iter().zip(sets) {
            joined.extend(set.as_ref().iter().map(|&i| part.members[i]));
        }
        joined.sort_unstable();
        joined
    }
}

fn parts(framework: &Framework, among: &[usize]) -> Vec<Part> {
    let rest = framework.restricted(among);
    let to_part = |component: Vec<usize>| Part {
        framework: rest.restricted(&component),
        members: component.into_iter().map(|i| among[i]).collect(),
    };
    connected(&rest).into_iter().map(to_part).collect()
}
