//! Ideal and eager semantics.

use super::sat::Kind;
use super::{Extension, Framework, sat_queries};

/// Finds the ideal extension: the greatest admissible set within all preferred extensions.
///
/// An admissible set is within all preferred extensions exactly if no admissible set attacks it. So
/// the algorithm takes all credulously accepted arguments, leaves out those that another one of
/// them attacks, and removes undefended arguments in linear time.
///
/// # Source
/// Dung, Mancarella and Toni 2007, Theorem 3.3, doi:10.1016/j.artint.2007.05.003; Dunne 2009, «The
/// computational complexity of ideal semantics», doi:10.1016/j.artint.2009.09.001.
pub(super) fn ideal(framework: &Framework) -> Extension {
    let mut unopposed = sat_queries::accepted(framework, Kind::Admissible).credulous;
    let mut is_attacked = vec![false; framework.len()];
    for &b in unopposed.iter().flat_map(|&a| framework.attacked(a)) {
        is_attacked[b] = true;
    }
    unopposed.retain(|&a| !is_attacked[a]);
    greatest_admissible(framework, unopposed)
}

/// Finds the eager extension: the greatest admissible set within all semi-stable extensions.
///
/// # Source
/// Caminada 2007, «Comparing two unique extension semantics for formal argumentation: ideal and
/// eager», BNAIC 2007. Computed from the skeptically accepted arguments: Dunne, Dvořák and Woltran
/// 2013, «Parametric properties of ideal semantics», Artificial Intelligence 202, Theorem 2.
pub(super) fn eager(framework: &Framework) -> Extension {
    let skeptical = sat_queries::accepted(framework, Kind::SemiStable).skeptical;
    greatest_admissible(framework, skeptical)
}

/// Finds the greatest admissible subset of a conflict-free set, in time linear in the framework.
fn greatest_admissible(framework: &Framework, set: Extension) -> Extension {
    let n = framework.len();
    let mut is_member = vec![false; n];
    let mut attackers_inside = vec![0_usize; n];
    for &a in &set {
        is_member[a] = true;
        framework.attacked(a).iter().for_each(|&b| attackers_inside[b] += 1);
    }
    let mut undefeated: Vec<usize> = (0..n).filter(|&b| attackers_inside[b] == 0).collect();
    while let Some(b) = undefeated.pop() {
        for &a in framework.attacked(b) {
            if std::mem::replace(&mut is_member[a], false) {
                for &c in framework.attacked(a) {
                    attackers_inside[c] -= 1;
                    if attackers_inside[c] == 0 {
                        undefeated.push(c);
                    }
                }
            }
        }
    }
    set.into_iter().filter(|&a| is_member[a]).collect()
}
