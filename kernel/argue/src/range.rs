//! The extensions of maximal range, semi-stable and stage, listed and counted.
//!
//! The maximal ranges are found one by one with a SAT solver. The sets of one range are the stable extensions of the
//! framework within that range, so they are listed and counted as stable extensions are.
//!
//! Within a connected part, time to list or count all grows with the number of maximal ranges, which may be exponential
//! in the number of arguments: stage extensions of many linked odd cycles have one for each choice of what every cycle
//! leaves out. What is accepted takes no such list.

use super::bits::BitSet;
use super::parts::Part;
use super::sat::{Goal, Kind, Sat, Wish};
use super::solve::{self, Extensions};
use super::{Count, Extension, Framework, Label, Labelling, Semantics, decide};

/// Streams the extensions; in each part, range by range.
pub(super) fn extensions(framework: &Framework, kind: Kind) -> Extensions {
    let parts = decide::cut(framework, kind);
    let mut wheels: Vec<Wheel> =
        parts.parts.iter().map(|part| Wheel::new(Ranges::new(&part.framework, kind))).collect();
    let mut current: Option<Vec<Extension>> = wheels.iter_mut().map(Wheel::step).collect();
    Extensions::new(std::iter::from_fn(move || {
        let sets = current.as_mut()?;
        let extension = parts.join(sets);
        if !turn(&mut wheels, sets) {
            current = None;
        }
        Some(extension)
    }))
}

/// Tells how many extensions there are: for each part as many as its ranges have together.
pub(super) fn count(framework: &Framework, kind: Kind) -> Count {
    let parts = decide::cut(framework, kind).parts;
    let of_part = |part: &Part| {
        let mut sum = Count::zero();
        for range in Ranges::new(&part.framework, kind) {
            sum += &solve::count(&range.framework, Semantics::Stable);
        }
        sum
    };
    parts.iter().map(of_part).fold(Count::from(1), |product, count| &product * &count)
}

/// Steps like an odometer, the last wheel fastest; `false` after the last combination.
fn turn(wheels: &mut [Wheel], sets: &mut [Extension]) -> bool {
    for (wheel, set) in wheels.iter_mut().zip(sets).rev() {
        if let Some(next) = wheel.step() {
            *set = next;
            return true;
        }
        wheel.rewind();
        *set = wheel.step().expect("there is a maximal range, and a set that has it");
    }
    false
}

/// Lists the sets of one part, range by range, and again from the start when rewound. Keeps the ranges, not the sets.
struct Wheel {
    ranges: Ranges,
    found: Vec<Part>,
    /// The range whose sets are being listed.
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
            let Part { members, framework } = &self.found[self.at];
            let sets =
                self.sets.get_or_insert_with(|| solve::extensions(framework, Semantics::Stable));
            if let Some(set) = sets.next() {
                return Some(set.into_iter().map(|i| members[i]).collect());
            }
            self.at += 1;
            self.sets = None;
        }
    }
}

/// Lists the maximal ranges of a part, each as the framework whose stable sets are those with that range.
struct Ranges {
    kind: Kind,
    sat: Sat,
    goal: Goal,
}

impl Ranges {
    fn new(framework: &Framework, kind: Kind) -> Self {
        let mut sat = decide::solver(framework, kind);
        let goal = sat.goal(Wish::Any, None);
        Self { kind, sat, goal }
    }
}

impl Iterator for Ranges {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let set = self.sat.find(&self.goal)?;
        let labelling = Labelling::from_extension(self.sat.framework(), &set);
        let outside = labelling.labelled(Label::Undec);
        self.sat.demand(&self.goal, &outside);
        Some(within(self.sat.framework(), self.kind, &labelling, &outside))
    }
}

/// Restricts to a maximal range: what lies within it is held or attacked by the set, what lies outside is neither.
///
/// So no member attacks anything outside, and the set is stable within; an admissible set has no member attacked from
/// outside either. An argument that may not be a member for this reason attacks itself in the restriction: no stable
/// set holds it, and each must attack it. That an admissible set so found is complete follows from the range being
/// maximal.
fn within(framework: &Framework, kind: Kind, labelling: &Labelling, outside: &[usize]) -> Part {
    let attackers = outside.iter().flat_map(|&a| framework.attackers(a));
    let attacked = outside.iter().filter(|_| kind != Kind::Stage);
    let attacked = attacked.flat_map(|&a| framework.attacked(a));
    let barred = BitSet::from_indices(framework.len(), attackers.chain(attacked).copied());
    let is_inside = |&a: &usize| labelling.label(a) != Label::Undec;
    let members: Vec<usize> = (0..framework.len()).filter(is_inside).collect();
    let inside = framework.restricted(&members);
    let newly = |&i: &usize| barred.contains(members[i]) && !inside.has_attack(i, i);
    let selves = (0..members.len()).filter(newly).map(|i| (i, i));
    let attacks = inside.attacks().chain(selves);
    let framework = Framework::new(members.len(), attacks).expect("no attack is given twice");
    Part { members, framework }
}
