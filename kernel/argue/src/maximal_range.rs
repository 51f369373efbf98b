//! Enumeration and counting of semi-stable and stage extensions, whose range is maximal.
//!
//! A SAT solver finds the maximal ranges one by one. The extensions with one range are the stable
//! extensions of the framework within that range, and are enumerated and counted as such.
//!
//! Within a connected component, the time to list or count all grows with the number of maximal
//! ranges, which may be exponential in the number of arguments: stage extensions of many connected
//! odd cycles have one range for each choice of the arguments that the cycles leave out. Acceptance
//! queries need no such list.

use super::bit_set::BitSet;
use super::decomposition::Subframework;
use super::sat::{Condition, Kind, Query, Sat};
use super::{Count, Extension, Extensions, Framework, Label, Labelling, sat_queries, stable};

/// Enumerates the extensions; in each component, range by range.
pub(super) fn extensions(framework: &Framework, kind: Kind) -> Extensions {
    let decomposition = sat_queries::decompose(framework, kind);
    let mut wheels: Vec<Wheel> = decomposition
        .components
        .iter()
        .map(|component| Wheel::new(Ranges::new(&component.framework, kind)))
        .collect();
    let mut current: Option<Vec<Extension>> = wheels.iter_mut().map(Wheel::step).collect();
    Extensions::new(std::iter::from_fn(move || {
        let sets = current.as_mut()?;
        let extension = decomposition.join(sets);
        if !turn(&mut wheels, sets) {
            current = None;
        }
        Some(extension)
    }))
}

/// Counts the extensions: in each component, the sum over its ranges.
pub(super) fn count(framework: &Framework, kind: Kind) -> Count {
    let components = sat_queries::decompose(framework, kind).components;
    let of_component = |component: &Subframework| {
        let mut sum = Count::zero();
        for range in Ranges::new(&component.framework, kind) {
            sum += &stable::count(&range.framework);
        }
        sum
    };
    components.iter().map(of_component).fold(Count::from(1), |product, count| &product * &count)
}

/// Steps like an odometer, the last wheel fastest; `false` after the last combination.
fn turn(wheels: &mut [Wheel], sets: &mut [Extension]) -> bool {
    for (wheel, set) in wheels.iter_mut().zip(sets).rev() {
        if let Some(next) = wheel.step() {
            *set = next;
            return true;
        }
        wheel.rewind();
        *set = wheel.step().expect("there is a maximal range, and a set with it");
    }
    false
}

/// Enumerates the sets of one component, range by range, and again from the start after a rewind.
/// Stores the ranges, not the sets.
struct Wheel {
    ranges: Ranges,
    found: Vec<Subframework>,
    /// The index of the current range.
    at: usize,
    sets: Option<Extensions>,
}

impl Wheel {
    fn new(ranges: Ranges) -> Self {
        Self { ranges, found: Vec::new(), at: 0, sets: None }
    }

    fn rewind(&mut self) {
        (self.at, self.sets) = (0, None);
    }

    fn step(&mut self) -> Option<Extension> {
        loop {
            if self.at == self.found.len() {
                self.found.push(self.ranges.next()?);
            }
            let Subframework { members, framework } = &self.found[self.at];
            let sets = self.sets.get_or_insert_with(|| stable::extensions(framework));
            if let Some(set) = sets.next() {
                return Some(set.into_iter().map(|i| members[i]).collect());
            }
            self.at += 1;
            self.sets = None;
        }
    }
}

/// Enumerates the maximal ranges of a component, each as the framework whose stable sets are the
/// sets with that range.
struct Ranges {
    kind: Kind,
    sat: Sat,
    query: Query,
}

impl Ranges {
    fn new(framework: &Framework, kind: Kind) -> Self {
        let mut sat = sat_queries::solver(framework, kind);
        let query = sat.query(Condition::Any, None);
        Self { kind, sat, query }
    }
}

impl Iterator for Ranges {
    type Item = Subframework;

    fn next(&mut self) -> Option<Subframework> {
        let set = self.sat.find(&self.query)?;
        let labelling = Labelling::from_extension(self.sat.framework(), &set);
        let outside = labelling.labelled(Label::Undec);
        self.sat.demand(&self.query, &outside);
        Some(within(self.sat.framework(), self.kind, &labelling, &outside))
    }
}

/// Restricts a framework to a maximal range: arguments within it are in the set or attacked by it,
/// arguments outside are neither.
///
/// So no member attacks an argument outside, and the set is stable within the range; no member of
/// an admissible set is attacked from outside either. An argument that cannot be a member for this
/// reason gets a self-attack in the restriction, so that no stable set contains it and every stable
/// set attacks it. An admissible set found this way is complete because its range is maximal.
fn within(
    framework: &Framework,
    kind: Kind,
    labelling: &Labelling,
    outside: &[usize],
) -> Subframework {
    let attackers = outside.iter().flat_map(|&a| framework.attackers(a));
    let attacked = outside.iter().filter(|_| kind != Kind::Stage);
    let attacked = attacked.flat_map(|&a| framework.attacked(a));
    let excluded = BitSet::from_indices(framework.len(), attackers.chain(attacked).copied());
    let is_inside = |&a: &usize| labelling.label(a) != Label::Undec;
    let members: Vec<usize> = (0..framework.len()).filter(is_inside).collect();
    let inside = framework.restricted(&members);
    let newly = |&i: &usize| excluded.contains(members[i]) && !inside.has_attack(i, i);
    let selves = (0..members.len()).filter(newly).map(|i| (i, i));
    let attacks = inside.attacks().chain(selves);
    let framework =
        Framework::new(members.len(), attacks).expect("the new self-attacks are distinct");
    Subframework { members, framework }
}
