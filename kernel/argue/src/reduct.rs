//! What the arguments that may stay undecided mean for the preferred extensions.

use super::Framework;
use super::bits::BitSet;
use super::domains::{Domains, OUT};
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
