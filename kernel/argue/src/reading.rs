use super::diagram::Diagram;
use super::search::Goal;
use super::stream::Stream;
use super::{Extension, Framework};

/// Puts a semantics as a question to the one search: which labellings of which framework.
///
/// The conflict-free, the naive and the admissible sets of a framework are the stable extensions of another one, less
/// the arguments added to it. These have the indices behind the framework's own.
#[derive(Debug)]
pub(super) struct Reading {
    framework: Framework,
    goal: Goal,
    /// The number of the framework's own arguments.
    own: usize,
}

impl Reading {
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

    /// Reads conflict-free sets: each argument gets a twin that says «left out», and each attack goes both ways.
    ///
    /// A twin is attacked by its argument alone, so it is in just if the argument is not, and then attacks it. So any
    /// set S without conflict, with the twins of the others, is stable; and what is stable is such a set.
    pub(super) fn conflict_free(framework: &Framework) -> Self {
        let n = framework.len();
        let twins = (0..n).flat_map(|a| [(a, n + a), (n + a, a)]);
        let selfish = (0..n).filter(|&a| framework.has_attack(a, a)).map(|a| (a, a));
        Self::derived(framework, 2 * n, both_ways(framework).chain(twins).chain(selfish))
    }

    /// Reads naive sets: each attack goes both ways, and one argument more defeats whoever attacks itself.
    ///
    /// A set without conflict is maximal just if each other argument attacks itself or is in conflict with a member,
    /// that is, where attacks go both ways, attacked by it.
    pub(super) fn naive(framework: &Framework) -> Self {
        let n = framework.len();
        let selfish = (0..n).filter(|&a| framework.has_attack(a, a)).map(|a| (n, a));
        Self::derived(framework, n + 1, both_ways(framework).chain(selfish))
    }

    /// Reads admissible sets: each argument a gets a twin that says «left out», and a threat that says «no member
    /// attacks a» and attacks whatever a attacks.
    ///
    /// A threat is attacked by just those that attack its argument, so it is in just if no member does. A member of a
    /// stable extension is attacked by none of them: what attacks it is attacked by a member. What is not a member has
    /// its twin against it. So the stable extensions are the admissible sets, each with its twins and threats.
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

    pub(super) fn diagram(&self) -> Diagram {
        Diagram::new(&self.framework, self.goal)
    }

    pub(super) fn stream(&self) -> impl Iterator<Item = Extension> + use<> {
        let own = self.own;
        Stream::new(&self.framework, self.goal).map(move |mut extension| {
            extension.truncate(extension.partition_point(|&a| a < own));
            extension
        })
    }
}

/// Lists the attacks between different arguments and their reverses, each once.
fn both_ways(framework: &Framework) -> impl Iterator<Item = (usize, usize)> {
    framework.attacks().filter(|(a, b)| a != b).flat_map(|(a, b)| {
        let back = (!framework.has_attack(b, a)).then_some((b, a));
        [(a, b)].into_iter().chain(back)
    })
}
