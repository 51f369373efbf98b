//! Those that may stay undecided, and who of them does not in any preferred labelling.

use super::Framework;
use super::bits::{BitSet, Marks};
use super::components::Walk;
use super::domains::{Domains, UNDEC};

/// Groups members able to be undecided: by the strongly connected components of the framework restricted to them.
#[derive(Debug)]
pub(super) struct Doubt {
    doubtful: Marks,
    walk: Walk,
}

/// Tells whether preferred extensions are known to be stable, from what attacks there are.
pub(super) fn is_coherent(framework: &Framework) -> bool {
    let everything: Vec<usize> = (0..framework.len()).collect();
    let domains = Domains::new(framework, BitSet::full(framework.len()));
    let mut doubt = Doubt::new(framework.len());
    doubt.group(framework, &domains, &everything);
    doubt.decided_by_coherence(framework, &domains).len() == framework.len()
}

impl Doubt {
    pub(super) fn new(arguments: usize) -> Self {
        Self { doubtful: Marks::empty(arguments), walk: Walk::new(arguments) }
    }

    /// Groups anew, after striking `undecided` out where coherence rules it out among `members`, and what follows from
    /// that; gives `false` where nothing is left for some argument.
    pub(super) fn strike_by_coherence(
        &mut self,
        framework: &Framework,
        domains: &mut Domains,
        members: &[usize],
    ) -> bool {
        self.group(framework, domains, members);
        let told = self.decided_by_coherence(framework, domains);
        let holds = told.iter().all(|&a| domains.exclude(framework, a, UNDEC));
        if holds && !told.is_empty() {
            self.group(framework, domains, members);
        }
        holds
    }

    fn group(&mut self, framework: &Framework, domains: &Domains, members: &[usize]) {
        let can_doubt = |&a: &usize| domains.open(a) & UNDEC != 0;
        self.doubtful.fill(members.iter().copied().filter(can_doubt));
        self.walk.run(framework, members, |a| self.doubtful.contains(a));
    }

    /// Gives the place of the group of `a` among the groups; `None` where it cannot be undecided.
    pub(super) fn group_of(&self, a: usize) -> Option<usize> {
        self.walk.part(a)
    }

    /// Lists the groups, attackers first.
    pub(super) fn groups(&self) -> impl Iterator<Item = &[usize]> {
        self.walk.parts()
    }

    /// Lists the members that no preferred labelling within `domains` leaves undecided.
    ///
    /// A group is told where its attacks contain no odd cycle or are symmetric without self-attacks, and whoever else
    /// can be undecided and attacks it belongs to a group told before. For if some of the group stayed undecided, they
    /// would form a framework with the same property, which has an admissible set that is not empty and that could be
    /// accepted on top.
    ///
    /// # Source
    /// Dung 1995, Theorem 33 (without odd cycles a framework is coherent),
    /// doi:10.1016/0004-3702(94)00041-X; Coste-Marquis, Devred and Marquis 2005, Proposition 5 (symmetric frameworks
    /// are), doi:10.1007/11518655_28. Applying it by component is added here.
    fn decided_by_coherence(&self, framework: &Framework, domains: &Domains) -> Vec<usize> {
        let mut is_told: Vec<bool> = Vec::new();
        let mut told = Vec::new();
        for (group, members) in self.groups().enumerate() {
            let is_safe = |&a: &usize| {
                let is_answered = |&b: &usize| match self.group_of(b) {
                    Some(other) => other == group || is_told[other],
                    None => domains.open(b) & UNDEC == 0,
                };
                domains.can_be_in(framework, a) && framework.attackers(a).iter().all(is_answered)
            };
            let is_coherent =
                members.iter().all(is_safe) && self.is_coherent(framework, group, members);
            is_told.push(is_coherent);
            if is_coherent {
                told.extend(members);
            }
        }
        told
    }

    /// Tells whether a group without self-attacks is symmetric, or has no odd cycle: falls into two sides without attacks
    /// within.
    fn is_coherent(&self, framework: &Framework, group: usize, members: &[usize]) -> bool {
        let attacks = || {
            members.iter().flat_map(|&a| {
                let inside =
                    framework.attacked(a).iter().filter(|&&b| self.group_of(b) == Some(group));
                inside.map(move |&b| (a, b))
            })
        };
        attacks().all(|(a, b)| self.walk.are_odd(a, b))
            || attacks().all(|(a, b)| framework.has_attack(b, a))
    }
}
