use super::bits::BitSet;
use super::components::connected;
use super::search::{Goal, Search};
use super::{Extension, Framework, Label, grounded};

/// Streams all extensions of a framework, of which `goal` says the kind, each once.
///
/// What the grounded labelling decides is the same in every extension; the rest falls into connected components, and
/// an extension is any combination of one extension for each. The combinations are run through like the figures of an
/// odometer, with the largest component as the slowest wheel. That one is searched as the stream goes and nothing of
/// it is kept; of the others the extensions already seen are, since each comes again.
#[derive(Debug)]
pub(super) struct Stream {
    /// The grounded extension.
    certain: Vec<usize>,
    /// The slowest first.
    wheels: Vec<Wheel>,
    is_started: bool,
}

#[derive(Debug)]
struct Wheel {
    /// The argument behind each index of the search, ascending.
    members: Vec<usize>,
    search: Search,
    is_searched: bool,
    seen: Vec<BitSet>,
    at: usize,
}

impl Stream {
    pub(super) fn new(framework: &Framework, goal: Goal) -> Self {
        let labelling = grounded(framework);
        let undecided = labelling.labelled(Label::Undec);
        let rest = framework.restricted(&undecided);
        let to_wheel = |component: Vec<usize>| {
            let everything = BitSet::full(component.len());
            Wheel {
                search: Search::new(rest.restricted(&component), everything, goal),
                members: component.into_iter().map(|i| undecided[i]).collect(),
                is_searched: false,
                seen: Vec::new(),
                at: 0,
            }
        };
        let mut wheels: Vec<Wheel> = connected(&rest).into_iter().map(to_wheel).collect();
        wheels.sort_by_key(|wheel| std::cmp::Reverse(wheel.members.len()));
        Self { certain: labelling.labelled(Label::In), wheels, is_started: false }
    }

    /// Goes to the next combination; `false` after the last, or where a component has no extension.
    fn step(&mut self) -> bool {
        if !self.is_started {
            self.is_started = true;
            // The quickest to search comes first: one that has no extension ends it all.
            return self.wheels.iter_mut().rev().all(Wheel::find);
        }
        for (place, wheel) in self.wheels.iter_mut().enumerate().rev() {
            if place == 0 {
                wheel.seen.clear();
                wheel.at = 0;
                return wheel.find();
            }
            if wheel.turn() {
                return true;
            }
        }
        false
    }
}

impl Wheel {
    /// Finds one more extension.
    fn find(&mut self) -> bool {
        let found = self.search.next();
        self.is_searched = found.is_none();
        self.seen.extend(found);
        !self.is_searched
    }

    /// Goes to the next extension; after the last it comes back to the first and gives `false`.
    fn turn(&mut self) -> bool {
        let is_further = self.at + 1 < self.seen.len() || !self.is_searched && self.find();
        self.at = if is_further { self.at + 1 } else { 0 };
        is_further
    }
}

impl Iterator for Stream {
    type Item = Extension;

    fn next(&mut self) -> Option<Extension> {
        self.step().then(|| {
            let mut extension = self.certain.clone();
            for Wheel { members, seen, at, .. } in &self.wheels {
                extension.extend(seen[*at].iter().map(|i| members[i]));
            }
            extension.sort_unstable();
            extension
        })
    }
}
