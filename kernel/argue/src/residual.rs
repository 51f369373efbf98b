//! What is left of a framework after some decisions, taken apart.

use super::Framework;
use super::bits::{BitSet, Marks};
use super::domains::{Domains, IN, Labels, OUT, UNDEC};
use super::doubt::Doubt;
use super::reduct::leaves_something_acceptable;
use super::search::{Goal, Search};

/// Marks in a key an argument that somebody undecided attacks from outside.
const DOUBT: usize = 8;

/// Names the labellings of what is left of a component: the members, and all that they need to know of each other and
/// of the rest. Equal keys have equal labellings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// First, so that long keys are seldom compared to the end.
    hash: u64,
    entries: Box<[usize]>,
}

impl Key {
    fn new(entries: Box<[usize]>) -> Self {
        // Fowler, Noll and Vo's FNV-1a, word by word.
        let mix =
            |hash: u64, &entry: &usize| (hash ^ entry as u64).wrapping_mul(0x0000_0100_0000_01b3);
        Self { hash: entries.iter().fold(0xcbf2_9ce4_8422_2325, mix), entries }
    }

    /// Names the labellings of `0..arguments` of which nothing is known.
    pub(super) fn whole(arguments: usize) -> Self {
        Self::new((0..arguments).map(|a| a << 4 | usize::from(IN | OUT | UNDEC)).collect())
    }

    /// Tells how many members the component has.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Lists the members of the component, ascending.
    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        self.entries.iter().map(|entry| entry >> 4)
    }

    /// Searches the labellings of the component, which are all that the key tells.
    pub(super) fn search(&self, framework: &Framework, goal: Goal) -> Search {
        let members: Vec<usize> = self.members().collect();
        let free = (0..members.len()).filter(|&i| self.entries[i] & DOUBT == 0);
        let labels = self.entries.iter().map(|entry| (entry & 7) as Labels).collect();
        let allowed = BitSet::from_indices(members.len(), free);
        Search::among(framework.restricted(&members), allowed, goal, labels)
    }
}

/// Takes what is left of a framework apart after a decision, in time linear in the members looked at and their attacks.
#[derive(Debug)]
pub(super) struct Residual<'a> {
    framework: &'a Framework,
    goal: Goal,
    doubt: Doubt,
    /// Groups of which all is undecided and nobody open attacks them.
    is_settled: Vec<bool>,
    left: Marks,
    reached: Marks,
}

impl<'a> Residual<'a> {
    pub(super) fn new(framework: &'a Framework, goal: Goal) -> Self {
        let n = framework.len();
        Self {
            framework,
            goal,
            doubt: Doubt::new(n),
            is_settled: Vec::new(),
            left: Marks::empty(n),
            reached: Marks::empty(n),
        }
    }

    /// Takes what is left of `members`, which ascend, apart into components that do not bear on each other; `None` where
    /// no labelling of the kind wanted is left.
    ///
    /// A member is left where its label is open or decided but not explained: out without an accepted attacker, undecided
    /// without an undecided one. An attack from an open argument joins two that are left, unless the attacked one is out
    /// and the other cannot be in. What a labelling must fulfil then speaks of one component at a time, so the labellings
    /// of the whole are all combinations of those of the components; and what an argument needs to know of others is the
    /// labels left to the members, and whether some undecided one outside attacks it.
    ///
    /// A complete labelling is preferred just if no admissible set among its undecided arguments U is without conflict with
    /// them but empty (see [`Search`](super::search::Search)). This too comes apart. Let P be the members able to be
    /// undecided, and K a strongly connected component of P; undecided members of one K are joined as well. K is settled
    /// once all of it is undecided and nobody open attacks it. At that time it is looked for an admissible set within K of
    /// arguments that nobody undecided outside K attacks, and K is left no longer. Where there is such a set it is
    /// admissible in U. Conversely let S be admissible in U and not empty. Of several K that attack each other in a cycle,
    /// the first one settled would have contained them all; so there is an order of those that make up U, attackers
    /// first. The part of S in the first K that it meets is attacked from no other K, for S would have to attack back from
    /// one still earlier; so it is admissible within K and was found.
    ///
    /// # Source
    /// For clauses: Bayardo and Pehoushek 2000, «Counting models using connected components», AAAI 2000; Sang, Bacchus,
    /// Beame, Kautz and Pitassi 2004, «Combining component caching and clause learning for effective model counting», SAT
    /// 2004. The proof for labellings is added here. Directionality: Baroni, Giacomin and Guida 2005,
    /// doi:10.1016/j.artint.2005.05.006.
    pub(super) fn take_apart(
        &mut self,
        domains: &mut Domains,
        members: &[usize],
    ) -> Option<Vec<Key>> {
        if self.goal == Goal::Preferred && !self.settle(domains, members) {
            return None;
        }
        let left: Vec<usize> =
            members.iter().copied().filter(|&a| self.is_left(domains, a)).collect();
        self.left.fill(left.iter().copied());
        self.reached.clear();
        let mut keys = Vec::new();
        for &a in &left {
            if !self.reached.contains(a) {
                let component = self.joined_with(domains, a);
                keys.push(Key::new(component.iter().map(|&a| self.entry(domains, a)).collect()));
            }
        }
        Some(keys)
    }

    /// Sees which groups are settled; gives `false` where no preferred labelling is left.
    fn settle(&mut self, domains: &mut Domains, members: &[usize]) -> bool {
        // Coherence first: a component that it settles is to be looked at as well.
        if !self.doubt.strike_by_coherence(self.framework, domains, members) {
            return false;
        }
        let is_undecided = |&a: &usize| domains.open(a) == UNDEC;
        let undecided: Vec<usize> = members.iter().copied().filter(is_undecided).collect();
        if leaves_something_acceptable(self.framework, domains, &undecided) {
            return false;
        }
        let is_decided = |&a: &usize| domains.is_decided(a);
        let is_settled = |group: &[usize]| {
            let mut attackers = group.iter().flat_map(|&a| self.framework.attackers(a));
            group.iter().all(is_decided) && attackers.all(is_decided)
        };
        self.is_settled = self.doubt.groups().map(is_settled).collect();
        true
    }

    /// Gives the group of `a`, where that matters.
    fn group(&self, a: usize) -> Option<usize> {
        if self.goal == Goal::Preferred { self.doubt.group_of(a) } else { None }
    }

    fn is_left(&self, domains: &Domains, a: usize) -> bool {
        match domains.open(a) {
            IN => false,
            OUT => domains.is_unbeaten(a),
            UNDEC if self.goal == Goal::Preferred => {
                self.group(a).is_none_or(|group| !self.is_settled[group])
            }
            UNDEC => !self.is_doubted(domains, a),
            _ => true,
        }
    }

    /// Tells whether somebody undecided attacks `a` from outside its group.
    fn is_doubted(&self, domains: &Domains, a: usize) -> bool {
        let is_outside = |b: usize| self.group(b).is_none() || self.group(b) != self.group(a);
        let mut attackers = self.framework.attackers(a).iter();
        attackers.any(|&b| domains.open(b) == UNDEC && is_outside(b))
    }

    fn entry(&self, domains: &Domains, a: usize) -> usize {
        let open = domains.open(a);
        let doubt = if open != OUT && self.is_doubted(domains, a) { DOUBT } else { 0 };
        a << 4 | doubt | usize::from(open)
    }

    /// Lists those left that bear on each other and on `a`, ascending.
    fn joined_with(&mut self, domains: &Domains, a: usize) -> Vec<usize> {
        self.reached.insert(a);
        let mut joined = vec![a];
        let mut seen = 0;
        while let Some(&a) = joined.get(seen) {
            seen += 1;
            let attacks = self.framework.attacked(a).iter().map(|&b| (b, (a, b)));
            let attacked = self.framework.attackers(a).iter().map(|&b| (b, (b, a)));
            for (b, (from, to)) in attacks.chain(attacked) {
                let is_new = self.left.contains(b) && !self.reached.contains(b);
                if is_new && self.joins(domains, from, to) {
                    self.reached.insert(b);
                    joined.push(b);
                }
            }
        }
        joined.sort_unstable();
        joined
    }

    /// Tells whether the attack `a -> b` lets what becomes of one bear on the other.
    fn joins(&self, domains: &Domains, a: usize, b: usize) -> bool {
        let (from, to) = (domains.open(a), domains.open(b));
        let is_open = !domains.is_decided(a);
        let in_one_group = || self.group(a).is_some() && self.group(a) == self.group(b);
        is_open && (to != OUT || from & IN != 0) || from == UNDEC && in_one_group()
    }
}
