//! Topological order of the arguments, with strongly connected components where there are cycles.

use std::ops::Range;

use super::rows::Rows;

/// An order in which every argument comes after its attackers and supporters; the arguments of a
/// strongly connected component are adjacent.
///
/// Arguments without attackers and supporters come first, and the sources of one argument are
/// mostly adjacent. So a pass that computes strengths reads memory nearly in order, rarely waits
/// for a strength that it has just computed, and has no unpredictable branch for arguments without
/// sources.
pub(super) struct Order {
    pub(super) arguments: Vec<u32>,
    /// The ranges of that order that are cycles.
    pub(super) cyclic: Vec<Range<u32>>,
    /// The first cycle found.
    pub(super) cycle: Option<Vec<usize>>,
}

/// An argument that was not visited. Visited arguments that are not yet ordered are numbered from
/// 1.
const NEW: u32 = 0;

/// An argument that is ordered.
const DONE: u32 = u32::MAX;

/// Orders all arguments, sources first.
pub(super) fn sources_first(rows: &Rows) -> Order {
    let arguments = by_levels(rows);
    if arguments.len() < rows.len() {
        return by_components(rows);
    }
    let (moved, mut arguments): (Vec<u32>, Vec<u32>) =
        arguments.into_iter().rev().partition(|&a| !rows.sources(a as usize).is_empty());
    arguments.extend(moved);
    Order { arguments, cyclic: Vec::new(), cycle: None }
}

/// Orders arguments, targets first. Arguments on cycles and their ancestors are left out.
///
/// Breadth first, so that the memory accesses of many arguments overlap; a depth-first walk would
/// wait for each one.
///
/// # Source
/// Kahn 1962, «Topological sorting of large networks», doi:10.1145/368996.369025, against the
/// influences.
fn by_levels(rows: &Rows) -> Vec<u32> {
    let mut missing = vec![0_u32; rows.len()];
    for &source in rows.all_sources() {
        missing[source as usize] += 1;
    }
    let mut arguments = Vec::with_capacity(rows.len());
    arguments.extend((0..rows.len() as u32).filter(|&a| missing[a as usize] == 0));
    let mut next = 0;
    while let Some(&target) = arguments.get(next) {
        next += 1;
        for &source in rows.sources(target as usize) {
            let missing = &mut missing[source as usize];
            *missing -= 1;
            if *missing == 0 {
                arguments.push(source);
            }
        }
    }
    arguments
}

/// Orders all arguments of a framework with cycles.
///
/// # Source
/// Tarjan 1972, «Depth-first search and linear graph algorithms», doi:10.1137/0201010, against the
/// influences and without recursion.
fn by_components(rows: &Rows) -> Order {
    let len = rows.len();
    let mut order = Order { arguments: Vec::with_capacity(len), cyclic: Vec::new(), cycle: None };
    let mut found = vec![NEW; len];
    let mut clock = NEW;
    let mut open: Vec<u32> = Vec::new();
    let mut path: Vec<Step> = Vec::new();
    let mut unmoved = Vec::new();
    for start in 0..len as u32 {
        if found[start as usize] == NEW {
            path.push(Step::meet(start, &mut clock, &mut found, &mut open));
        }
        while let Some(step) = path.last_mut() {
            let Some(&source) = rows.sources(step.target as usize).get(step.next) else {
                let step = path.pop().expect("it was looked at");
                if step.next == 0 {
                    found[step.target as usize] = DONE;
                    open.pop();
                    unmoved.push(step.target);
                } else {
                    step.close(&mut found, &mut open, &mut order);
                }
                if let Some(above) = path.last_mut() {
                    above.low = above.low.min(step.low);
                }
                continue;
            };
            step.next += 1;
            match found[source as usize] {
                NEW => path.push(Step::meet(source, &mut clock, &mut found, &mut open)),
                DONE => {}
                number => {
                    step.low = step.low.min(number);
                    step.is_own_source |= source == step.target;
                    order.cycle.get_or_insert_with(|| {
                        let open = path.iter().rev().map(|step| step.target);
                        let inner = open.take_while(|&argument| argument != source);
                        std::iter::once(source).chain(inner).map(|a| a as usize).collect()
                    });
                }
            }
        }
    }
    let shift = unmoved.len() as u32;
    for component in &mut order.cyclic {
        *component = component.start + shift..component.end + shift;
    }
    unmoved.append(&mut order.arguments);
    Order { arguments: unmoved, ..order }
}

/// An argument on the current path of the depth-first search.
struct Step {
    target: u32,
    /// The next of its sources to look at.
    next: usize,
    /// The smallest number of an unordered argument that is known to reach it.
    low: u32,
    is_own_source: bool,
}

impl Step {
    fn meet(target: u32, clock: &mut u32, found: &mut [u32], open: &mut Vec<u32>) -> Self {
        *clock += 1;
        found[target as usize] = *clock;
        open.push(target);
        Self { target, next: 0, low: *clock, is_own_source: false }
    }

    /// Orders the component whose first visited argument this is, if it is one.
    fn close(&self, found: &mut [u32], open: &mut Vec<u32>, order: &mut Order) {
        if found[self.target as usize] != self.low {
            return;
        }
        let from = order.arguments.len() as u32;
        while let Some(member) = open.pop() {
            found[member as usize] = DONE;
            order.arguments.push(member);
            if member == self.target {
                break;
            }
        }
        let to = order.arguments.len() as u32;
        if to - from > 1 || self.is_own_source {
            order.cyclic.push(from..to);
        }
    }
}
