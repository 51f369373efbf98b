//! Naive semantics.

use super::{Extension, Framework, Label, Labelling, is_conflict_free};

/// Finds a maximal conflict-free set.
pub(super) fn naive(framework: &Framework) -> Extension {
    completed(framework, None)
}

/// Extends the set of `argument`, which does not attack itself, to a maximal conflict-free set.
pub(super) fn naive_with(framework: &Framework, argument: usize) -> Extension {
    completed(framework, Some(argument))
}

/// Finds a maximal conflict-free set without `argument`; `None` if all contain it.
///
/// A self-attacker is in none of them. Otherwise, a set without the argument is maximal only if it
/// contains an argument in conflict with it that does not attack itself, and every argument that
/// does not attack itself is in some maximal set. So all sets contain the argument exactly if all
/// arguments in conflict with it attack themselves. No search is needed.
pub(super) fn naive_without(framework: &Framework, argument: usize) -> Option<Extension> {
    if framework.has_attack(argument, argument) {
        return Some(naive(framework));
    }
    let rival = conflicting(framework, argument).find(|&b| !framework.has_attack(b, b));
    rival.map(|b| naive_with(framework, b))
}

/// Returns whether `set` is a maximal conflict-free set.
pub(super) fn is_naive(framework: &Framework, set: &[usize]) -> bool {
    let labelling = Labelling::from_extension(framework, set);
    let is_in = |a: usize| labelling.label(a) == Label::In;
    let is_excluded = |a| framework.has_attack(a, a) || conflicting(framework, a).any(is_in);
    is_conflict_free(framework, set) && (0..framework.len()).all(|a| is_in(a) || is_excluded(a))
}

fn conflicting(framework: &Framework, a: usize) -> impl Iterator<Item = usize> {
    framework.attackers(a).iter().chain(framework.attacked(a)).copied()
}

fn completed(framework: &Framework, first: Option<usize>) -> Extension {
    let mut is_in = vec![false; framework.len()];
    for a in first.into_iter().chain(0..framework.len()) {
        is_in[a] |= !framework.has_attack(a, a) && !conflicting(framework, a).any(|b| is_in[b]);
    }
    (0..framework.len()).filter(|&a| is_in[a]).collect()
}
