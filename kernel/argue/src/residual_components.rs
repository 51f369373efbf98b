//! The components that remain undecided after some decisions, and their cache keys.

use super::Framework;
use super::backtracking::{Goal, Search, can_accept_more};
use super::bit_set::{BitSet, Marks};
use super::coherence::UndecidableGroups;
use super::propagation::{Domains, IN, Labels, OUT, UNDEC};

/// Marks an argument with an undecided attacker outside the component.
const ATTACKED_BY_UNDECIDED: usize = 8;

/// A cache key of a residual component: its members, and all that determines their labellings.
/// Components with equal keys have equal labellings.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// First, so that long keys are rarely compared to the end.
    hash: u64,
    entries: Box<[usize]>,
}

impl Key {
    fn new(entries: Box<[usize]>) -> Self {
        // FNV-1a by Fowler, Noll and Vo, word by word.
        let mix =
            |hash: u64, &entry: &usize| (hash ^ entry as u64).wrapping_mul(0x0000_0100_0000_01b3);
        Self { hash: entries.iter().fold(0xcbf2_9ce4_8422_2325, mix), entries }
    }

    /// The key of the framework `0..arguments` before any decision.
    pub(super) fn whole(arguments: usize) -> Self {
        Self::new((0..arguments).map(|a| a << 4 | usize::from(IN | OUT | UNDEC)).collect())
    }

    /// Returns the number of members.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Lists the members, ascending.
    pub(super) fn members(&self) -> impl Iterator<Item = usize> {
        self.entries.iter().map(|entry| entry >> 4)
    }

    /// Searches the labellings of the component, which the key determines.
    pub(super) fn search(&self, framework: &Framework, goal: Goal) -> Search {
        let members: Vec<usize> = self.members().collect();
        let free = (0..members.len()).filter(|&i| self.entries[i] & ATTACKED_BY_UNDECIDED == 0);
        let labels = self.entries.iter().map(|entry| (entry & 7) as Labels).collect();
        let allowed = BitSet::from_indices(members.len(), free);
        Search::among(framework.restricted(&members), allowed, goal, labels)
    }
}

/// Splits the undecided rest of a framework into components, in time linear in the members and
/// their attacks.
#[derive(Debug)]
pub(super) struct Residual<'a> {
    framework: &'a Framework,
    goal: Goal,
    groups: UndecidableGroups,
    /// The groups that are undecided as a whole and have no open attackers.
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
            groups: UndecidableGroups::new(n),
            is_settled: Vec::new(),
            left: Marks::empty(n),
            reached: Marks::empty(n),
        }
    }

    /// Splits what is left of `members`, which ascend, into components that do not influence each
    /// other; `None` if no labelling of the wanted kind is left.
    ///
    /// A member is left if its label is open, or decided but not explained: out without an accepted
    /// attacker, or undecided without an undecided one. An attack by an open argument connects two
    /// such members, unless the attacked one is out and the other cannot be in. Each constraint on
    /// labellings then concerns one component, so the labellings of the whole are all combinations
    /// of labellings of the components. All that the members need to know of other arguments is
    /// which labels are left to them, and whether an undecided argument outside attacks them.
    ///
    /// A complete labelling is preferred exactly if the only admissible set among its undecided
    /// arguments U that is without conflict with them is the empty one (see
    /// [`Search`](super::backtracking::Search)). This condition also splits into components. Let P
    /// be the members that may be undecided, and K a strongly connected component of P; undecided
    /// members of one K are connected as well. K is settled once all its members are undecided and
    /// have no open attackers. Then the reduct is searched for an admissible set within K of
    /// arguments without undecided attackers outside K, and K is not left any more. If there is
    /// such a set, it is admissible in U. Conversely, let S be admissible in U and not empty. If
    /// several K attacked each other in a cycle, the first one settled would have contained them
    /// all; so the K that make up U can be ordered, attackers first. The part of S in the first K
    /// that it meets is attacked from no other K, because S would have to attack back from an
    /// earlier one; so it is admissible within K and was found.
    /// # Source
    /// For clauses: Bayardo and Pehoushek 2000, «Counting models using connected components», AAAI
    /// 2000; Sang, Bacchus, Beame, Kautz and Pitassi 2004, «Combining component caching and clause
    /// learning for effective model counting», SAT
    /// 2004. The proof for labellings is an addition. Directionality: Baroni, Giacomin and Guida
    ///       2005,
    /// doi:10.1016/j.artint.2005.05.006.
    pub(super) fn split(&mut self, domains: &mut Domains, members: &[usize]) -> Option<Vec<Key>> {
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

    /// Determines which groups are settled; returns `false` if no preferred labelling is left.
    fn settle(&mut self, domains: &mut Domains, members: &[usize]) -> bool {
        // Coherence first, because it may settle components.
        if !self.groups.apply_coherence(self.framework, domains, members) {
            return false;
        }
        let is_undecided = |&a: &usize| domains.open(a) == UNDEC;
        let undecided: Vec<usize> = members.iter().copied().filter(is_undecided).collect();
        if can_accept_more(self.framework, domains, &undecided) {
            return false;
        }
        let is_decided = |&a: &usize| domains.is_decided(a);
        let is_settled = |group: &[usize]| {
            let mut attackers = group.iter().flat_map(|&a| self.framework.attackers(a));
            group.iter().all(is_decided) && attackers.all(is_decided)
        };
        self.is_settled = self.groups.groups().map(is_settled).collect();
        true
    }

    /// Returns the group of `a`, if the goal depends on groups.
    fn group(&self, a: usize) -> Option<usize> {
        if self.goal == Goal::Preferred { self.groups.group_of(a) } else { None }
    }

    fn is_left(&self, domains: &Domains, a: usize) -> bool {
        match domains.open(a) {
            IN => false,
            OUT => domains.lacks_in_attacker(a),
            UNDEC if self.goal == Goal::Preferred => {
                self.group(a).is_none_or(|group| !self.is_settled[group])
            }
            UNDEC => !self.is_attacked_by_undecided(domains, a),
            _ => true,
        }
    }

    /// Returns whether an undecided argument outside the group of `a` attacks it.
    fn is_attacked_by_undecided(&self, domains: &Domains, a: usize) -> bool {
        let is_outside = |b: usize| self.group(b).is_none() || self.group(b) != self.group(a);
        let mut attackers = self.framework.attackers(a).iter();
        attackers.any(|&b| domains.open(b) == UNDEC && is_outside(b))
    }

    fn entry(&self, domains: &Domains, a: usize) -> usize {
        let open = domains.open(a);
        let doubt = if open != OUT && self.is_attacked_by_undecided(domains, a) {
            ATTACKED_BY_UNDECIDED
        } else {
            0
        };
        a << 4 | doubt | usize::from(open)
    }

    /// Lists the members that are connected to `a`, ascending.
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

    /// Returns whether the attack `a -> b` connects the labels of both.
    fn joins(&self, domains: &Domains, a: usize, b: usize) -> bool {
        let (from, to) = (domains.open(a), domains.open(b));
        let is_open = !domains.is_decided(a);
        let in_one_group = || self.group(a).is_some() && self.group(a) == self.group(b);
        is_open && (to != OUT || from & IN != 0) || from == UNDEC && in_one_group()
    }
}
