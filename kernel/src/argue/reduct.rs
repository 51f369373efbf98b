//! What the arguments that may stay undecided mean for the preferred extensions.

use super::Framework;
use super::bits::BitSet;
use super::components::strong;
use super::domains::{Domains, OUT, UNDEC};
use super::search::{Goal, Search};

/// Tells whether some of `undecided`, all of them undecided for good, could be accepted together on top of what is
/// accepted, whatever the open arguments become. `undecided` ascends.
///
/// A labelling that leaves such a set is not preferred. Those that attack a member are out, or undecided and listed: one
/// that is open, or undecided and not listed, keeps what it attacks from being accepted.
pub(super) fn leaves_something_acceptable(
    framework: &Framework,
    domains: &Domains,
    undecided: &[usize],
) -> bool {
    if undecided.is_empty() {
        return false;
    }
    let rest = framework.restricted(undecided);
    let is_free = |&i: &usize| {
        let a = undecided[i];
        let attackers = framework.attackers(a);
        let out = attackers.iter().filter(|&&b| domains.open(b) == OUT).count();
        domains.can_be_in(framework, a) && out + rest.attackers(i).len() == attackers.len()
    };
    let free = BitSet::from_indices(rest.len(), (0..rest.len()).filter(is_free));
    let hopeful = hopeful(&rest, free);
    !hopeful.is_empty()
        && Search::new(rest, hopeful, Goal::Complete).any(|accepted| !accepted.is_empty())
}

/// Keeps of `free` those that may belong to an admissible set within it, conflicts ignored: whoever attacks them is
/// attacked by one that is kept.
fn hopeful(framework: &Framework, free: BitSet) -> BitSet {
    let mut hopeful = free;
    let mut strikers: Vec<usize> = vec![0; framework.len()];
    for a in hopeful.iter() {
        framework.attacked(a).iter().for_each(|&b| strikers[b] += 1);
    }
    let mut invincible: Vec<usize> = (0..framework.len()).filter(|&a| strikers[a] == 0).collect();
    while let Some(a) = invincible.pop() {
        for &b in framework.attacked(a) {
            if !hopeful.contains(b) {
                continue;
            }
            hopeful.remove(b);
            for &c in framework.attacked(b) {
                strikers[c] -= 1;
                if strikers[c] == 0 {
                    invincible.push(c);
                }
            }
        }
    }
    hopeful
}

/// Strikes `undecided` out where coherence rules it out among `members`, which ascend, and what follows from it; gives
/// `false` where nothing is left for some argument.
pub(super) fn strike_by_coherence(
    framework: &Framework,
    domains: &mut Domains,
    members: &[usize],
) -> bool {
    let told = decided_by_coherence(framework, domains, members);
    told.into_iter().all(|a| domains.exclude(framework, a, UNDEC))
}

/// Lists those of `members` that no preferred labelling within `domains` leaves undecided. `members` ascends.
///
/// Let P be the members able to be undecided. A strongly connected component of P is told where its attacks contain no
/// odd cycle or are symmetric without self-attacks, and whoever else can be undecided and attacks it belongs to a
/// component told before. For if some of the component stayed undecided, they would form a framework with the same
/// property, which has an admissible set that is not empty and that could be accepted on top.
///
/// # Source
/// Dung 1995, Theorem 33 and Corollary 36 (without odd cycles a framework is coherent),
/// doi:10.1016/0004-3702(94)00041-X; Coste-Marquis, Devred and Marquis 2005, Proposition 5 (symmetric frameworks are),
/// doi:10.1007/11518655_28. Applying it by component is added here.
fn decided_by_coherence(framework: &Framework, domains: &Domains, members: &[usize]) -> Vec<usize> {
    let can_stay = |&a: &usize| domains.open(a) & UNDEC != 0;
    let doubtful: Vec<usize> = members.iter().copied().filter(can_stay).collect();
    let rest = framework.restricted(&doubtful);
    let mut is_told = vec![false; rest.len()];
    for part in strong(&rest) {
        let is_inside = |j: &usize| part.binary_search(j).is_ok();
        let is_safe = |&i: &usize| {
            let from = framework.attackers(doubtful[i]).iter().filter(|&b| can_stay(b)).count();
            let mut attackers = rest.attackers(i).iter();
            domains.can_be_in(framework, doubtful[i])
                && from == rest.attackers(i).len()
                && attackers.all(|j| is_told[*j] || is_inside(j))
        };
        if part.iter().all(is_safe) && is_coherent(&rest.restricted(&part)) {
            part.iter().for_each(|&i| is_told[i] = true);
        }
    }
    (0..rest.len()).filter(|&i| is_told[i]).map(|i| doubtful[i]).collect()
}

/// Tells whether a strongly connected framework is symmetric, or has no odd cycle; in neither does anybody attack
/// itself.
fn is_coherent(framework: &Framework) -> bool {
    let is_symmetric = framework.attacks().all(|(a, b)| a != b && framework.has_attack(b, a));
    is_symmetric || is_bipartite(framework)
}

/// Tells whether the arguments of a strongly connected framework fall into two sides without attacks within: just
/// then it has no odd cycle.
fn is_bipartite(framework: &Framework) -> bool {
    let mut side: Vec<Option<bool>> = vec![None; framework.len()];
    side[0] = Some(true);
    let mut reached = vec![0];
    while let Some(a) = reached.pop() {
        for &b in framework.attacked(a) {
            match side[b] {
                None => {
                    side[b] = side[a].map(|side| !side);
                    reached.push(b);
                }
                met if met == side[a] => return false,
                Some(_) => {}
            }
        }
    }
    true
}
