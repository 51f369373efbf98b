//! Coherence: conditions under which preferred labellings leave no argument of a component
//! undecided.

use super::Framework;
use super::bit_set::{BitSet, Marks};
use super::components::ComponentFinder;
use super::propagation::{Domains, UNDEC};

/// The arguments that may be undecided, grouped by the strongly connected components of the
/// framework restricted to them.
#[derive(Debug)]
pub(super) struct UndecidableGroups {
    undecidable: Marks,
    finder: ComponentFinder,
}

/// Returns whether the attacks prove that all preferred extensions are stable.
pub(super) fn is_coherent(framework: &Framework) -> bool {
    let everything: Vec<usize> = (0..framework.len()).collect();
    let domains = Domains::new(framework, BitSet::full(framework.len()));
    let mut groups = UndecidableGroups::new(framework.len());
    groups.group(framework, &domains, &everything);
    groups.decided_by_coherence(framework, &domains).len() == framework.len()
}

impl UndecidableGroups {
    pub(super) fn new(arguments: usize) -> Self {
        Self { undecidable: Marks::empty(arguments), finder: ComponentFinder::new(arguments) }
    }

    /// Removes the label `undecided` from members for which coherence rules it out, propagates, and
    /// groups again. Returns `false` if an argument has no possible label.
    pub(super) fn apply_coherence(
        &mut self,
        framework: &Framework,
        domains: &mut Domains,
        members: &[usize],
    ) -> bool {
        self.group(framework, domains, members);
        let decided = self.decided_by_coherence(framework, domains);
        let holds = decided.iter().all(|&a| domains.exclude(framework, a, UNDEC));
        if holds && !decided.is_empty() {
            self.group(framework, domains, members);
        }
        holds
    }

    fn group(&mut self, framework: &Framework, domains: &Domains, members: &[usize]) {
        let may_be_undecided = |&a: &usize| domains.open(a) & UNDEC != 0;
        self.undecidable.fill(members.iter().copied().filter(may_be_undecided));
        self.finder.run(framework, members, |a| self.undecidable.contains(a));
    }

    /// Returns the index of the group of `a`, or `None` if it cannot be undecided.
    pub(super) fn group_of(&self, a: usize) -> Option<usize> {
        self.finder.component(a)
    }

    /// Lists the groups, attackers first.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[usize]> {
        self.finder.components()
    }

    /// Lists the members that no preferred labelling within `domains` leaves undecided.
    ///
    /// A group is decided if its attacks contain no odd cycle or are symmetric without
    /// self-attacks, and if all other attackers that may be undecided belong to groups that are
    /// decided. The reason: if some members stayed undecided, they would form a framework with the
    /// same property. That framework has a non-empty admissible set, which could be accepted in
    /// addition.
    ///
    /// # Source
    /// Dung 1995, Theorem 33 (without odd cycles a framework is coherent),
    /// doi:10.1016/0004-3702(94)00041-X; Coste-Marquis, Devred and Marquis 2005, Proposition 5
    /// (symmetric frameworks are), doi:10.1007/11518655_28. Applying the theorems component by
    /// component is an addition.
    fn decided_by_coherence(&self, framework: &Framework, domains: &Domains) -> Vec<usize> {
        let mut is_decided: Vec<bool> = Vec::new();
        let mut decided = Vec::new();
        for (group, members) in self.groups().enumerate() {
            let is_safe = |&a: &usize| {
                let is_answered = |&b: &usize| match self.group_of(b) {
                    Some(other) => other == group || is_decided[other],
                    None => domains.open(b) & UNDEC == 0,
                };
                domains.can_be_in(framework, a) && framework.attackers(a).iter().all(is_answered)
            };
            let is_coherent =
                members.iter().all(is_safe) && self.is_coherent(framework, group, members);
            is_decided.push(is_coherent);
            if is_coherent {
                decided.extend(members);
            }
        }
        decided
    }

    /// Returns whether a group without self-attacks is symmetric, or has no odd cycle, that is,
    /// consists of two sides without attacks within a side.
    fn is_coherent(&self, framework: &Framework, group: usize, members: &[usize]) -> bool {
        let attacks = || {
            members.iter().flat_map(|&a| {
                let inside =
                    framework.attacked(a).iter().filter(|&&b| self.group_of(b) == Some(group));
                inside.map(move |&b| (a, b))
            })
        };
        attacks().all(|(a, b)| self.finder.are_odd(a, b))
            || attacks().all(|(a, b)| framework.has_attack(b, a))
    }
}
