//! Encodings of several semantics as complete, preferred or stable semantics of a derived
//! framework.

use super::and_or_graph::AndOrGraph;
use super::backtracking::Goal;
use super::dominated::without_dominated;
use super::enumeration::Enumeration;
use super::{Count, Extension, Framework};

/// A semantics, encoded for the backtracking search: a framework, and the kind of labellings to
/// search.
///
/// The conflict-free, naive and admissible sets of a framework are the stable extensions of a
/// derived framework without its additional arguments, which have the highest indices.
#[derive(Debug)]
pub(super) struct Encoding {
    framework: Framework,
    goal: Goal,
    /// The number of arguments of the original framework.
    own: usize,
}

impl Encoding {
    pub(super) fn complete(framework: &Framework) -> Self {
        Self::as_it_is(framework, Goal::Complete)
    }

    pub(super) fn preferred(framework: &Framework) -> Self {
        Self::as_it_is(framework, Goal::Preferred)
    }

    pub(super) fn stable(framework: &Framework) -> Self {
        Self::as_it_is(framework, Goal::Stable)
    }

    fn as_it_is(framework: &Framework, goal: Goal) -> Self {
        Self { framework: framework.clone(), goal, own: framework.len() }
    }

    /// Encodes conflict-free sets: each argument gets a twin that represents its exclusion, and
    /// each attack goes both ways.
    ///
    /// A twin is attacked by its argument only, so it is in exactly if the argument is not, and
    /// then attacks it. So every conflict-free set S, with the twins of all other arguments, is
    /// stable; and every stable set has this form.
    pub(super) fn conflict_free(framework: &Framework) -> Self {
        let n = framework.len();
        let twins = (0..n).flat_map(|a| [(a, n + a), (n + a, a)]);
        let self_attackers = (0..n).filter(|&a| framework.has_attack(a, a)).map(|a| (a, a));
        Self::derived(
            framework,
            2 * n,
            symmetric_attacks(framework).chain(twins).chain(self_attackers),
        )
    }

    /// Encodes naive sets: each attack goes both ways, and one additional argument attacks all
    /// self-attackers.
    ///
    /// A conflict-free set is maximal exactly if each other argument attacks itself or is in
    /// conflict with a member, that is, is attacked by a member where attacks go both ways.
    pub(super) fn naive(framework: &Framework) -> Self {
        let n = framework.len();
        let self_attackers = (0..n).filter(|&a| framework.has_attack(a, a)).map(|a| (n, a));
        Self::derived(framework, n + 1, symmetric_attacks(framework).chain(self_attackers))
    }

    /// Encodes admissible sets: each argument a gets a twin that represents its exclusion, and a
    /// threat that represents «no member attacks a» and attacks the arguments that a attacks.
    ///
    /// A threat is attacked by the attackers of its argument, so it is in exactly if no member
    /// attacks that argument. Members of a stable extension are attacked by no threat that is in: a
    /// member attacks each of their attackers. Arguments that are not members are attacked by their
    /// twins. So the stable extensions are the admissible sets, each with its twins and threats.
    pub(super) fn admissible(framework: &Framework) -> Self {
        let n = framework.len();
        let twins = (0..n).flat_map(|a| [(a, n + a), (n + a, a)]);
        let threats = framework.attacks().flat_map(|(a, b)| [(2 * n + a, b), (a, 2 * n + b)]);
        Self::derived(framework, 3 * n, framework.attacks().chain(twins).chain(threats))
    }

    fn derived(
        framework: &Framework,
        arguments: usize,
        attacks: impl Iterator<Item = (usize, usize)>,
    ) -> Self {
        let derived = Framework::new(arguments, attacks).expect("distinct attacks within range");
        Self { framework: derived, goal: Goal::Stable, own: framework.len() }
    }

    pub(super) fn count(&self) -> Count {
        AndOrGraph::new(&without_dominated(&self.framework), self.goal).count()
    }

    pub(super) fn enumeration(&self) -> impl Iterator<Item = Extension> + use<> {
        let own = self.own;
        Enumeration::new(&self.framework, self.goal).map(move |mut extension| {
            extension.truncate(extension.partition_point(|&a| a < own));
            extension
        })
    }
}

/// Lists the attacks between different arguments and their reverses, each once.
fn symmetric_attacks(framework: &Framework) -> impl Iterator<Item = (usize, usize)> {
    framework.attacks().filter(|(a, b)| a != b).flat_map(|(a, b)| {
        let back = (!framework.has_attack(b, a)).then_some((b, a));
        [(a, b)].into_iter().chain(back)
    })
}
