//! What is left of a framework after some decisions, taken apart.

use std::cmp::Reverse;

use super::Framework;
use super::bits::BitSet;
use super::components::{connected, strong};
use super::domains::{Domains, IN, Labels, OUT, UNDEC};
use super::reduct::{leaves_something_acceptable, strike_by_coherence};
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
/// Bayardo and Pehoushek 2000 (counting by connected components) and Sang et al. 2004 (caching them), for clauses; the
/// proof for labellings is added here. Directionality: Baroni, Giacomin and Guida 2005,
/// doi:10.1016/j.artint.2005.05.006.
pub(super) fn take_apart(
    framework: &Framework,
    domains: &mut Domains,
    goal: Goal,
    members: &[usize],
) -> Option<Vec<Key>> {
    if goal == Goal::Preferred {
        // Coherence first: a component that it settles is to be looked at as well.
        if !strike_by_coherence(framework, domains, members) {
            return None;
        }
        let is_undecided = |&a: &usize| domains.open(a) == UNDEC;
        let undecided: Vec<usize> = members.iter().copied().filter(is_undecided).collect();
        if leaves_something_acceptable(framework, domains, &undecided) {
            return None;
        }
    }
    let question = Question::new(framework, domains, goal, members);
    let is_left = |&a: &usize| question.is_left(a);
    let left: Vec<usize> = members.iter().copied().filter(is_left).collect();
    let to_key = |component: Vec<usize>| {
        Key::new(component.into_iter().map(|i| question.entry(left[i])).collect())
    };
    Some(question.joined(&left).into_iter().map(to_key).collect())
}

/// Looks at members of a component after a decision.
struct Question<'a> {
    framework: &'a Framework,
    domains: &'a Domains,
    /// Those able to be undecided, ascending, and the strongly connected component of each; none where it does not
    /// matter.
    doubtful: Vec<usize>,
    group: Vec<usize>,
    is_settled: Vec<bool>,
    goal: Goal,
}

impl<'a> Question<'a> {
    fn new(framework: &'a Framework, domains: &'a Domains, goal: Goal, members: &[usize]) -> Self {
        let mut question = Self {
            framework,
            domains,
            doubtful: Vec::new(),
            group: Vec::new(),
            is_settled: Vec::new(),
            goal,
        };
        if goal == Goal::Preferred {
            let can_stay = |&a: &usize| domains.open(a) & UNDEC != 0;
            question.doubtful = members.iter().copied().filter(can_stay).collect();
            question.group = vec![0; question.doubtful.len()];
            for part in strong(&framework.restricted(&question.doubtful)) {
                let is_settled = part.iter().all(|&i| {
                    let a = question.doubtful[i];
                    let mut attackers = framework.attackers(a).iter();
                    domains.is_decided(a) && attackers.all(|&b| domains.is_decided(b))
                });
                for i in part {
                    question.group[i] = question.is_settled.len();
                }
                question.is_settled.push(is_settled);
            }
        }
        question
    }

    fn group(&self, a: usize) -> Option<usize> {
        self.doubtful.binary_search(&a).ok().map(|i| self.group[i])
    }

    fn is_left(&self, a: usize) -> bool {
        match self.domains.open(a) {
            IN => false,
            OUT => self.domains.is_unbeaten(a),
            UNDEC if self.goal == Goal::Preferred => {
                self.group(a).is_none_or(|group| !self.is_settled[group])
            }
            UNDEC => !self.is_doubted(a),
            _ => true,
        }
    }

    /// Tells whether somebody undecided attacks `a` from outside its group.
    fn is_doubted(&self, a: usize) -> bool {
        let is_outside = |b: usize| self.group(b).is_none() || self.group(b) != self.group(a);
        let mut attackers = self.framework.attackers(a).iter();
        !self.domains.is_allowed(a)
            || attackers.any(|&b| self.domains.open(b) == UNDEC && is_outside(b))
    }

    fn entry(&self, a: usize) -> usize {
        let open = self.domains.open(a);
        let doubt = if open != OUT && self.is_doubted(a) { DOUBT } else { 0 };
        a << 4 | doubt | usize::from(open)
    }

    /// Groups those left, as indices, that bear on each other.
    fn joined(&self, left: &[usize]) -> Vec<Vec<usize>> {
        let mut pairs = Vec::new();
        for (i, &a) in left.iter().enumerate() {
            let here = self.framework.attacked(a).iter().filter_map(|b| {
                let j = left.binary_search(b).ok()?;
                self.joins(a, *b).then_some((i, j))
            });
            pairs.extend(here);
        }
        connected(&Framework::new(left.len(), pairs).expect("attacks of a framework, renumbered"))
    }

    /// Tells whether the attack `a -> b` lets what becomes of one bear on the other.
    fn joins(&self, a: usize, b: usize) -> bool {
        let (from, to) = (self.domains.open(a), self.domains.open(b));
        let is_open = !self.domains.is_decided(a);
        let in_one_group = || self.group(a).is_some() && self.group(a) == self.group(b);
        is_open && (to != OUT || from & IN != 0) || from == UNDEC && in_one_group()
    }
}

/// Picks the member to decide first: where one must be out and nothing in attacks it yet, one that could; else one of
/// few that part the others; else the one with most attacks. `rest` is the framework of the members.
pub(super) fn pivot(rest: &Framework, domains: &Domains, members: &[usize]) -> usize {
    let is_open = |i: usize| !domains.is_decided(members[i]);
    let degree = |i: usize| rest.attackers(i).len() + rest.attacked(i).len();
    let busiest = |those: Vec<usize>| {
        let open = those.into_iter().filter(|&i| is_open(i));
        open.max_by_key(|&i| (degree(i), Reverse(i)))
    };
    let is_unbeaten = |&i: &usize| domains.is_unbeaten(members[i]);
    let tightest = (0..rest.len()).filter(is_unbeaten).min_by_key(|&i| domains.beaters(members[i]));
    let can_beat = |&j: &usize| domains.open(members[j]) & IN != 0;
    let beaters = tightest.map(|i| rest.attackers(i).iter().copied().filter(can_beat).collect());
    let found = busiest(beaters.unwrap_or_default())
        .or_else(|| busiest(separator(rest, is_open)))
        .or_else(|| busiest((0..rest.len()).collect()));
    members[found.expect("somebody is open in what is left")]
}

/// Finds arguments that part a connected framework into two halves, few of them open for the size of the halves: a
/// level of the breadth-first tree out of an argument far from others. Empty where each has too many.
fn separator(framework: &Framework, is_open: impl Fn(usize) -> bool) -> Vec<usize> {
    let far = levels(framework, 0).pop().and_then(|level| level.last().copied());
    let mut levels = levels(framework, far.unwrap_or(0));
    let weights: Vec<usize> =
        levels.iter().map(|level| level.iter().filter(|&&i| is_open(i)).count()).collect();
    let total: usize = weights.iter().sum();
    let mut before = 0;
    let mut best: Option<(usize, usize, usize)> = None;
    for (place, &weight) in weights.iter().enumerate() {
        let smaller = before.min(total - before - weight);
        before += weight;
        if weight == 0 || 2 * weight > smaller {
            continue;
        }
        if best.is_none_or(|(w, s, _)| weight * s < w * smaller) {
            best = Some((weight, smaller, place));
        }
    }
    best.map(|(_, _, place)| levels.swap_remove(place)).unwrap_or_default()
}

/// Lists the arguments by their distance from one, attacks read without direction.
fn levels(framework: &Framework, start: usize) -> Vec<Vec<usize>> {
    let mut is_met = vec![false; framework.len()];
    is_met[start] = true;
    let mut levels = vec![vec![start]];
    while let Some(last) = levels.last() {
        let mut next = Vec::new();
        for &a in last {
            for &b in framework.attacked(a).iter().chain(framework.attackers(a)) {
                if !std::mem::replace(&mut is_met[b], true) {
                    next.push(b);
                }
            }
        }
        if next.is_empty() {
            break;
        }
        levels.push(next);
    }
    levels
}
