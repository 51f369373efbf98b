use super::bits::BitSet;
use super::components::connected;
use super::diagram::Diagram;
use super::path::Path;
use super::search::Goal;
use super::{Count, Extension, Framework, Label, grounded};

/// Holds all extensions of a framework as a product over independent parts.
///
/// What the grounded labelling decides is the same in every extension; the rest falls into connected components, and an
/// extension is any combination of one extension for each.
#[derive(Debug, Clone)]
pub(super) struct Product {
    arguments: usize,
    /// The grounded extension.
    certain: Vec<usize>,
    factors: Vec<Factor>,
}

#[derive(Debug, Clone)]
struct Factor {
    /// The argument behind each index of the diagram, ascending.
    members: Vec<usize>,
    diagram: Diagram,
}

impl Product {
    pub(super) fn new(framework: &Framework, goal: Goal) -> Self {
        let labelling = grounded(framework);
        let undecided = labelling.labelled(Label::Undec);
        let rest = framework.restricted(&undecided);
        let to_factor = |component: Vec<usize>| Factor {
            diagram: Diagram::new(&rest.restricted(&component), goal),
            members: component.into_iter().map(|i| undecided[i]).collect(),
        };
        let factors = connected(&rest).into_iter().map(to_factor).collect();
        Self { arguments: framework.len(), certain: labelling.labelled(Label::In), factors }
    }

    pub(super) fn components(&self) -> impl Iterator<Item = &[usize]> {
        self.factors.iter().map(|factor| factor.members.as_slice())
    }

    /// Tells whether there is no extension, not even the empty one.
    pub(super) fn is_barren(&self) -> bool {
        self.factors.iter().any(|factor| factor.diagram.is_barren())
    }

    pub(super) fn count(&self) -> Count {
        let counts = self.factors.iter().map(|factor| factor.diagram.count());
        counts.fold(Count::from(1), |product, count| &product * &count)
    }

    pub(super) fn credulous(&self) -> Extension {
        if self.is_barren() {
            return Vec::new();
        }
        self.gather(Diagram::credulous)
    }

    /// Collects the arguments of every extension: all arguments where there is no extension.
    pub(super) fn skeptical(&self) -> Extension {
        if self.is_barren() {
            return (0..self.arguments).collect();
        }
        self.gather(Diagram::skeptical)
    }

    pub(super) fn disputed(&self) -> Extension {
        let skeptical = self.skeptical();
        let is_disputed = |a: &usize| skeptical.binary_search(a).is_err();
        self.credulous().into_iter().filter(is_disputed).collect()
    }

    pub(super) fn best(&self, weight: impl Fn(usize) -> u64) -> Option<Extension> {
        let mut best = self.certain.clone();
        for Factor { members, diagram } in &self.factors {
            let part = diagram.best(|i| weight(members[i]))?;
            best.extend(part.iter().map(|i| members[i]));
        }
        best.sort_unstable();
        Some(best)
    }

    pub(super) fn extensions(&self) -> impl Iterator<Item = Extension> {
        let mut paths: Option<Vec<Path>> =
            self.factors.iter().map(|factor| Path::first(&factor.diagram)).collect();
        std::iter::from_fn(move || {
            let current = paths.as_mut()?;
            let extension = self.combine(current);
            if !self.step(current) {
                paths = None;
            }
            Some(extension)
        })
    }

    /// Steps like an odometer, the last part fastest; `false` after the last combination.
    fn step(&self, paths: &mut [Path]) -> bool {
        let mut wheels = self.factors.iter().zip(paths).rev();
        wheels.any(|(factor, path)| path.step(&factor.diagram))
    }

    fn combine(&self, paths: &[Path]) -> Extension {
        let mut extension = self.certain.clone();
        for (Factor { members, diagram }, path) in self.factors.iter().zip(paths) {
            extension.extend(path.accepted(diagram).map(|i| members[i]));
        }
        extension.sort_unstable();
        extension
    }

    /// Joins what each part contributes to what is certain.
    fn gather(&self, of: impl Fn(&Diagram) -> BitSet) -> Extension {
        let mut gathered = self.certain.clone();
        for Factor { members, diagram } in &self.factors {
            gathered.extend(of(diagram).iter().map(|i| members[i]));
        }
        gathered.sort_unstable();
        gathered
    }
}
