//! The reduct of the undecided arguments, which shows whether a labelling is preferred.

use super::Framework;
use super::bit_set::BitSet;
use super::propagation::{Domains, OUT};

/// Returns the framework of the arguments in `undecided`, all of which stay undecided, and those of
/// them that might be accepted in addition to the accepted arguments, whatever becomes of the open
/// arguments; `None` if there are no such arguments. `undecided` ascends.
///
/// Their attackers are out, or undecided and listed: an attacker that is open, or undecided and not
/// listed, prevents acceptance.
pub(super) fn reduct(
    framework: &Framework,
    domains: &Domains,
    undecided: &[usize],
) -> Option<(Framework, BitSet)> {
    let rest = framework.restricted(undecided);
    let is_free = |&i: &usize| {
        let a = undecided[i];
        let attackers = framework.attackers(a);
        let out = attackers.iter().filter(|&&b| domains.open(b) == OUT).count();
        domains.can_be_in(framework, a) && out + rest.attackers(i).len() == attackers.len()
    };
    let free = BitSet::from_indices(rest.len(), (0..rest.len()).filter(is_free));
    let candidates = defensible(&rest, free);
    (!candidates.is_empty()).then_some((rest, candidates))
}

/// Keeps the members of `free` that may belong to an admissible set within it, ignoring conflicts:
/// their attackers are attacked by a member that is kept.
fn defensible(framework: &Framework, free: BitSet) -> BitSet {
    let mut candidates = free;
    let mut defenders: Vec<usize> = vec![0; framework.len()];
    for a in candidates.iter() {
        framework.attacked(a).iter().for_each(|&b| defenders[b] += 1);
    }
    let mut undefeated: Vec<usize> = (0..framework.len()).filter(|&a| defenders[a] == 0).collect();
    while let Some(a) = undefeated.pop() {
        for &b in framework.attacked(a) {
            if !candidates.contains(b) {
                continue;
            }
            candidates.remove(b);
            for &c in framework.attacked(b) {
                defenders[c] -= 1;
                if defenders[c] == 0 {
                    undefeated.push(c);
                }
            }
        }
    }
    candidates
}
