//! Connected and strongly connected components.

use super::Framework;
use std::cmp::Reverse;

/// Lists the connected components, ignoring the direction of attacks: each ascending, ordered by
/// their smallest argument.
pub(super) fn connected(framework: &Framework) -> Vec<Vec<usize>> {
    let mut seen = vec![false; framework.len()];
    let mut components = Vec::new();
    for start in 0..framework.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let mut component = vec![start];
        let mut visited = 0;
        while let Some(&a) = component.get(visited) {
            visited += 1;
            for &b in framework.attacked(a).iter().chain(framework.attackers(a)) {
                if !seen[b] {
                    seen[b] = true;
                    component.push(b);
                }
            }
        }
        component.sort_unstable();
        components.push(component);
    }
    components
}

/// Lists the strongly connected components, each ascending, attackers before what they attack.
///
/// The order is a post-order: directly before a component come its ancestors that were not listed
/// earlier. So few components are open at any time.
pub(super) fn strong(framework: &Framework) -> Vec<Vec<usize>> {
    let everything: Vec<usize> = (0..framework.len()).collect();
    let mut finder = ComponentFinder::new(framework.len());
    finder.run(framework, &everything, |_| true);
    let ascending = |component: &[usize]| {
        let mut component = component.to_vec();
        component.sort_unstable();
        component
    };
    finder.components().map(ascending).collect()
}

/// Lists the strongly connected components, attackers first, in an order that keeps few of them
/// open: of several components that attack the same one, the one that needs most space comes first.
///
/// If the components form a tree towards its root, as in a debate, at most about log2 of their
/// number are open at the same time.
///
/// # Source
/// The register allocation of Sethi and Ullman 1970, doi:10.1145/321607.321620.
pub(super) fn strong_with_few_open(framework: &Framework) -> Vec<Vec<usize>> {
    let mut components = strong(framework);
    let mut component_of = vec![0; framework.len()];
    for (i, component) in components.iter().enumerate() {
        for &a in component {
            component_of[a] = i;
        }
    }
    let mut is_sink = vec![true; components.len()];
    let mut demand = vec![0; components.len()];
    let mut attackers = Vec::with_capacity(components.len());
    for (i, component) in components.iter().enumerate() {
        let arguments = component.iter().flat_map(|&a| framework.attackers(a));
        let mut before: Vec<usize> =
            arguments.map(|&b| component_of[b]).filter(|&j| j != i).collect();
        before.sort_unstable();
        before.dedup();
        before.sort_by_key(|&j| Reverse(demand[j]));
        for &j in &before {
            is_sink[j] = false;
        }
        // While one component is processed, those before it stay open.
        demand[i] = before.iter().enumerate().map(|(open, &j)| open + demand[j]).max().unwrap_or(1);
        attackers.push(before);
    }
    let mut is_met = vec![false; components.len()];
    let mut ordered = Vec::with_capacity(components.len());
    for sink in (0..components.len()).filter(|&i| is_sink[i]) {
        let mut calls = vec![(sink, 0)];
        while let Some((i, next)) = calls.last_mut() {
            if let Some(&j) = attackers[*i].get(*next) {
                *next += 1;
                if !std::mem::replace(&mut is_met[j], true) {
                    calls.push((j, 0));
                }
            } else {
                ordered.push(std::mem::take(&mut components[*i]));
                calls.pop();
            }
        }
    }
    ordered
}

/// Finds strongly connected components repeatedly, each time within a subset of the arguments, in
/// time linear in the subset and its attacks.
///
/// # Source
/// Tarjan 1972, doi:10.1137/0201010, against the direction of attacks, so that attackers are closed
/// first, and with an explicit stack: chains may be as long as memory allows.
#[derive(Debug)]
pub(super) struct ComponentFinder {
    /// When each argument was last visited. The clock never goes back, so visits of earlier runs
    /// need no reset.
    met: Vec<usize>,
    clock: usize,
    /// The clock at the start of this run.
    began: usize,
    /// The earliest visit among the arguments of the open stack that each argument is known to
    /// reach.
    low: Vec<usize>,
    /// Whether each argument is an odd number of attacks away from the first visited argument of
    /// its component.
    is_odd: Vec<bool>,
    /// The component of each argument, or [`OPEN`] until it is closed.
    component: Vec<usize>,
    /// Arguments that were visited and are not yet in a closed component.
    open: Vec<usize>,
    calls: Vec<(usize, usize)>,
    closed: Vec<usize>,
    /// The end of each component in `closed`.
    ends: Vec<usize>,
}

const OPEN: usize = usize::MAX;

impl ComponentFinder {
    pub(super) fn new(n: usize) -> Self {
        Self {
            met: vec![0; n],
            clock: 0,
            began: 0,
            low: vec![0; n],
            is_odd: vec![false; n],
            component: vec![OPEN; n],
            open: Vec::new(),
            calls: Vec::new(),
            closed: Vec::new(),
            ends: Vec::new(),
        }
    }

    /// Finds the components of the framework restricted to the arguments with `is_among`, all of
    /// which are in `members`.
    pub(super) fn run(
        &mut self,
        framework: &Framework,
        members: &[usize],
        is_among: impl Fn(usize) -> bool,
    ) {
        self.began = self.clock;
        self.closed.clear();
        self.ends.clear();
        for &start in members {
            if is_among(start) && !self.is_met(start) {
                self.explore(framework, start, &is_among);
            }
        }
    }

    /// Lists the components that the last run found, attackers first.
    pub(super) fn components(&self) -> impl Iterator<Item = &[usize]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.closed[start..end])
    }

    /// Returns the index of the component of `a` in their list, or `None` if the last run did not
    /// visit it.
    pub(super) fn component(&self, a: usize) -> Option<usize> {
        self.is_met(a).then(|| self.component[a])
    }

    /// Returns whether two members of one component are an odd number of attacks apart, on some
    /// path within it.
    pub(super) fn are_odd(&self, a: usize, b: usize) -> bool {
        self.is_odd[a] != self.is_odd[b]
    }

    fn is_met(&self, a: usize) -> bool {
        self.met[a] > self.began
    }

    fn explore(&mut self, framework: &Framework, start: usize, is_among: impl Fn(usize) -> bool) {
        self.meet(start, false);
        self.calls.push((start, 0));
        while let Some((a, next)) = self.calls.last_mut() {
            let a = *a;
            if let Some(&b) = framework.attackers(a).get(*next) {
                *next += 1;
                if !self.is_met(b) {
                    if is_among(b) {
                        self.meet(b, !self.is_odd[a]);
                        self.calls.push((b, 0));
                    }
                } else if self.component[b] == OPEN {
                    self.low[a] = self.low[a].min(self.met[b]);
                }
            } else {
                self.calls.pop();
                if let Some(&(caller, _)) = self.calls.last() {
                    self.low[caller] = self.low[caller].min(self.low[a]);
                }
                if self.met[a] == self.low[a] {
                    self.close(a);
                }
            }
        }
    }

    fn meet(&mut self, a: usize, is_odd: bool) {
        self.clock += 1;
        self.met[a] = self.clock;
        self.low[a] = self.clock;
        self.is_odd[a] = is_odd;
        self.component[a] = OPEN;
        self.open.push(a);
    }

    fn close(&mut self, root: usize) {
        let at =
            self.open.iter().rposition(|&a| a == root).expect("the root of a component is open");
        for a in self.open.drain(at..) {
            self.component[a] = self.ends.len();
            self.closed.push(a);
        }
        self.ends.push(self.closed.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::Dice;

    #[test]
    fn components_of_a_small_framework() {
        // {0, 1, 2} is a cycle that attacks {4, 5}; 3 attacks itself, 6 attacks 0, 7 and 8 attack
        // each other.
        let attacks =
            [(0, 1), (1, 2), (2, 0), (2, 4), (4, 5), (5, 4), (3, 3), (6, 0), (7, 8), (8, 7)];
        let framework = Framework::new(9, attacks).unwrap();
        assert_eq!(connected(&framework), [vec![0, 1, 2, 4, 5, 6], vec![3], vec![7, 8]]);
        let strong = strong(&framework);
        let place =
            |component: &[usize]| strong.iter().position(|other| other == component).unwrap();
        assert_eq!(strong.len(), 5);
        assert!(place(&[6]) < place(&[0, 1, 2]) && place(&[0, 1, 2]) < place(&[4, 5]));
        assert!(strong.contains(&vec![3]) && strong.contains(&vec![7, 8]));
    }

    #[test]
    fn strong_components_agree_with_reachability_and_come_attackers_first() {
        let mut dice = Dice::new(14);
        for _ in 0..500 {
            let framework = dice.framework(12);
            let n = framework.len();
            let mut reaches: Vec<Vec<bool>> = (0..n)
                .map(|a| (0..n).map(|b| a == b || framework.has_attack(a, b)).collect())
                .collect();
            for via in 0..n {
                for a in 0..n {
                    for b in 0..n {
                        reaches[a][b] |= reaches[a][via] && reaches[via][b];
                    }
                }
            }
            let components = strong(&framework);
            assert_eq!(components.iter().map(Vec::len).sum::<usize>(), n, "{framework:?}");
            for (i, component) in components.iter().enumerate() {
                assert!(component.is_sorted());
                let here = (0..n).filter(|&b| reaches[component[0]][b] && reaches[b][component[0]]);
                assert_eq!(here.collect::<Vec<_>>(), *component, "{framework:?}");
                let mut later = components[i + 1..].iter().flatten();
                assert!(later.all(|&b| !reaches[b][component[0]]), "{framework:?}: {components:?}");
            }
        }
    }

    #[test]
    fn the_attackers_that_need_most_space_come_first() {
        // 0 is attacked by 1 and by 2; a chain leads to 1, two arguments attack 2.
        let attacks = [(1, 0), (2, 0), (3, 1), (4, 3), (5, 2), (6, 2)];
        let components = strong_with_few_open(&Framework::new(7, attacks).unwrap());
        assert_eq!(components.concat()[2..], [2, 4, 3, 1, 0]);
    }

    #[test]
    fn long_chains_do_not_overflow_the_stack() {
        let n = 100_000;
        let chain = Framework::new(n, (1..n).map(|b| (b - 1, b))).unwrap();
        let components = strong(&chain);
        assert!(components.iter().enumerate().all(|(i, component)| component == &[i]));
        assert_eq!(components.len(), n);
        let ring = Framework::new(n, (0..n).map(|a| (a, (a + 1) % n))).unwrap();
        assert_eq!(strong(&ring), [(0..n).collect::<Vec<_>>()]);
    }
}
