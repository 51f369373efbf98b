use std::collections::BTreeMap;

use super::bits::BitSet;
use super::components::strong;
use super::path::Path;
use super::search::{Goal, Search};
use super::{Count, Framework};

/// How often a component that comes apart under attacks from before is decomposed again, rather than searched whole.
///
/// It bounds the call stack; the answers do not depend on it.
const DEEPEST: usize = 8;

/// Holds all extensions of a framework as the paths through a layered graph.
///
/// There is a layer for each strongly connected component, attackers first. A node is what the arguments still to come
/// need to know of those already labelled; an edge is one choice of accepted arguments within the component. Partial
/// extensions that mean the same for the rest meet in one node, so counting, acceptance and the best extension take one
/// pass over the edges, however many paths there are. Every edge lies on a path to the end.
///
/// The number of nodes in a layer is in the worst case exponential in the number of arguments attacked across that cut;
/// the number of edges of a node is the number of extensions of one component, listed by [`Search`].
///
/// # Source
/// Baroni, Giacomin and Guida 2005, Definition 20 (SCC-recursive semantics), doi:10.1016/j.artint.2005.05.006: a
/// [`Mark::Defeated`] argument is in their set D, a [`Mark::Doubtful`] one in P. Sharing nodes is added here.
#[derive(Debug, Clone)]
pub(super) struct Diagram {
    arguments: usize,
    /// By layer and node, the edges out of it; the first layer has one node, and so has the end behind the last layer.
    layers: Vec<Vec<Vec<Edge>>>,
    /// Accepted arguments, ascending, as edges name them.
    choices: Vec<Vec<usize>>,
}

#[derive(Debug, Clone, Copy)]
struct Edge {
    choice: usize,
    /// A node of the next layer.
    next: usize,
}

/// What the labelled part does to an argument still to come, by force.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    /// An undecided argument attacks it.
    Doubtful,
    /// An accepted argument attacks it.
    Defeated,
}

type Marks = BTreeMap<usize, Mark>;

/// One labelling of a component: the choice of accepted arguments and what it does to arguments of later ones.
#[derive(Debug)]
struct Outcome {
    choice: usize,
    marks: Marks,
}

impl Diagram {
    /// Draws the diagram of all extensions of `framework`, of which `goal` says the kind.
    pub(super) fn new(framework: &Framework, goal: Goal) -> Self {
        Self::of_parts(framework, &BitSet::full(framework.len()), goal, &strong(framework), 0)
    }

    fn of_parts(
        framework: &Framework,
        allowed: &BitSet,
        goal: Goal,
        parts: &[Vec<usize>],
        depth: usize,
    ) -> Self {
        let mut diagram =
            Self { arguments: framework.len(), layers: Vec::new(), choices: Vec::new() };
        let mut states = vec![Marks::new()];
        for part in parts {
            let part = Part { framework, allowed, goal, members: part, depth };
            states = diagram.add_layer(&part, states);
        }
        diagram.drop_dead_ends(states.len());
        diagram
    }

    /// Adds the layer of one component, with a node for each of `states`; gives the states behind it.
    fn add_layer(&mut self, part: &Part<'_>, states: Vec<Marks>) -> Vec<Marks> {
        let mut outcomes: BTreeMap<Marks, Vec<Outcome>> = BTreeMap::new();
        let mut nodes = Vec::with_capacity(states.len());
        let mut behind: BTreeMap<Marks, usize> = BTreeMap::new();
        for state in states {
            let (here, later): (Marks, Marks) =
                state.into_iter().partition(|(a, _)| part.members.binary_search(a).is_ok());
            let outcomes = outcomes
                .entry(here)
                .or_insert_with_key(|here| part.outcomes(here, &mut self.choices));
            let mut edges = Vec::with_capacity(outcomes.len());
            for outcome in outcomes {
                let mut marks = later.clone();
                for (&a, &mark) in &outcome.marks {
                    put(&mut marks, a, mark);
                }
                let fresh = behind.len();
                let next = *behind.entry(marks).or_insert(fresh);
                edges.push(Edge { choice: outcome.choice, next });
            }
            nodes.push(edges);
        }
        self.layers.push(nodes);
        let mut states = vec![Marks::new(); behind.len()];
        for (marks, node) in behind {
            states[node] = marks;
        }
        states
    }

    /// Drops the edges that lead nowhere: stable labellings of a part may have no continuation.
    fn drop_dead_ends(&mut self, ends: usize) {
        let mut is_alive = vec![true; ends];
        for layer in self.layers.iter_mut().rev() {
            for edges in &mut *layer {
                edges.retain(|edge| is_alive[edge.next]);
            }
            is_alive = layer.iter().map(|edges| !edges.is_empty()).collect();
        }
    }

    /// Tells whether there is no extension, not even the empty one.
    pub(super) fn is_barren(&self) -> bool {
        self.layers.first().is_some_and(|nodes| nodes[0].is_empty())
    }

    pub(super) fn count(&self) -> Count {
        let mut behind = vec![Count::from(1)];
        for layer in self.layers.iter().rev() {
            behind = layer
                .iter()
                .map(|edges| edges.iter().map(|edge| &behind[edge.next]).sum())
                .collect();
        }
        behind.swap_remove(0)
    }

    /// Lists every extension, its arguments ascending.
    fn extensions(&self) -> Vec<Vec<usize>> {
        let mut extensions = Vec::new();
        let mut path = Path::first(self);
        while let Some(current) = &mut path {
            let mut extension: Vec<usize> = current.accepted(self).collect();
            extension.sort_unstable();
            extensions.push(extension);
            if !current.step(self) {
                break;
            }
        }
        extensions
    }

    /// Tells how many components there are, that is edges on each path.
    pub(super) fn depth(&self) -> usize {
        self.layers.len()
    }

    /// Tells how many edges leave the node.
    pub(super) fn width(&self, layer: usize, node: usize) -> usize {
        self.layers[layer][node].len()
    }

    /// Gives the arguments that the edge accepts and the node that it leads to.
    pub(super) fn edge(&self, layer: usize, node: usize, edge: usize) -> (&[usize], usize) {
        let Edge { choice, next } = self.layers[layer][node][edge];
        (&self.choices[choice], next)
    }

    /// Collects the arguments of some extension.
    pub(super) fn credulous(&self) -> BitSet {
        let edges = self.layers.iter().flatten().flatten();
        BitSet::from_indices(
            self.arguments,
            edges.flat_map(|edge| self.choices[edge.choice].iter().copied()),
        )
    }

    /// Collects the arguments of all extensions: those in every choice of their layer; none where there is no
    /// extension.
    pub(super) fn skeptical(&self) -> BitSet {
        let mut skeptical = BitSet::empty(self.arguments);
        let mut chosen = vec![0; self.arguments];
        for layer in &self.layers {
            let edges = layer.iter().map(Vec::len).sum::<usize>();
            for edge in layer.iter().flatten() {
                for &a in &self.choices[edge.choice] {
                    chosen[a] += 1;
                    if chosen[a] == edges {
                        skeptical.insert(a);
                    }
                }
            }
        }
        skeptical
    }

    /// Finds the extension of greatest weight; among equals the one that has the smallest argument they differ on.
    pub(super) fn best(&self, weight: impl Fn(usize) -> u64) -> Option<BitSet> {
        let weights: Vec<u128> = self
            .choices
            .iter()
            .map(|choice| choice.iter().map(|&a| u128::from(weight(a))).sum())
            .collect();
        let mut behind = vec![Some((0, BitSet::empty(self.arguments)))];
        for layer in self.layers.iter().rev() {
            let best_from = |edges: &Vec<Edge>| {
                let ways = edges.iter().filter_map(|edge| {
                    let (rest, set) = behind[edge.next].as_ref()?;
                    let mut set = set.clone();
                    self.choices[edge.choice].iter().for_each(|&a| set.insert(a));
                    Some((rest + weights[edge.choice], set))
                });
                ways.reduce(|best, way| if beats(&way, &best) { way } else { best })
            };
            behind = layer.iter().map(best_from).collect();
        }
        behind.swap_remove(0).map(|(_, set)| set)
    }
}

fn beats(way: &(u128, BitSet), best: &(u128, BitSet)) -> bool {
    way.0 > best.0 || way.0 == best.0 && way.1.precedes(&best.1)
}

fn put(marks: &mut Marks, a: usize, mark: Mark) {
    let strongest = marks.entry(a).or_insert(mark);
    *strongest = mark.max(*strongest);
}

/// A strongly connected component to be labelled.
struct Part<'a> {
    framework: &'a Framework,
    allowed: &'a BitSet,
    goal: Goal,
    members: &'a [usize],
    depth: usize,
}

impl Part<'_> {
    /// Lists the labellings of the component under what earlier ones do to it.
    fn outcomes(&self, marks: &Marks, choices: &mut Vec<Vec<usize>>) -> Vec<Outcome> {
        let standing = |a: &usize| marks.get(a) != Some(&Mark::Defeated);
        let survivors: Vec<usize> = self.members.iter().copied().filter(standing).collect();
        let is_free =
            |&i: &usize| self.allowed.contains(survivors[i]) && !marks.contains_key(&survivors[i]);
        let allowed = BitSet::from_indices(survivors.len(), (0..survivors.len()).filter(is_free));
        let solutions = self.solve(&self.framework.restricted(&survivors), &allowed);
        let to_outcome = |places: Vec<usize>| {
            let chosen: Vec<usize> = places.into_iter().map(|i| survivors[i]).collect();
            let marks = self.marks_of(&survivors, &chosen);
            choices.push(chosen);
            Outcome { choice: choices.len() - 1, marks }
        };
        solutions.into_iter().map(to_outcome).collect()
    }

    fn solve(&self, rest: &Framework, allowed: &BitSet) -> Vec<Vec<usize>> {
        let parts = if self.depth < DEEPEST { strong(rest) } else { Vec::new() };
        if parts.len() > 1 {
            let diagram = Diagram::of_parts(rest, allowed, self.goal, &parts, self.depth + 1);
            diagram.extensions()
        } else {
            Search::new(rest, allowed, self.goal).map(|set| set.iter().collect()).collect()
        }
    }

    /// Tells what accepting `chosen` of the arguments not defeated before does to arguments outside the component.
    fn marks_of(&self, survivors: &[usize], chosen: &[usize]) -> Marks {
        let is_outside = |b: &usize| self.members.binary_search(b).is_err();
        let mut marks = Marks::new();
        for &a in survivors {
            let is_chosen = |b: &usize| chosen.binary_search(b).is_ok();
            let mark = if is_chosen(&a) {
                Mark::Defeated
            } else if self.framework.attackers(a).iter().any(is_chosen) {
                continue;
            } else {
                Mark::Doubtful
            };
            self.framework
                .attacked(a)
                .iter()
                .copied()
                .filter(is_outside)
                .for_each(|b| put(&mut marks, b, mark));
        }
        marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::argue::oracle::{Dice, Oracle, masks};

    #[test]
    fn searching_parts_whole_changes_nothing() {
        let mut dice = Dice::new(5);
        for _ in 0..1000 {
            let framework = dice.framework(12);
            let (everything, parts) = (BitSet::full(framework.len()), strong(&framework));
            for goal in [Goal::Complete, Goal::Preferred, Goal::Stable] {
                let listed = |depth| {
                    let diagram = Diagram::of_parts(&framework, &everything, goal, &parts, depth);
                    masks(diagram.extensions())
                };
                assert_eq!(listed(0), listed(DEEPEST), "{framework:?} {goal:?}");
            }
        }
    }

    #[test]
    fn complete_sets_decompose_too() {
        let mut dice = Dice::new(6);
        for _ in 0..1000 {
            let framework = dice.framework(9);
            let diagram = Diagram::new(&framework, Goal::Complete);
            assert_eq!(
                masks(diagram.extensions()),
                Oracle::new(&framework).complete(),
                "{framework:?}"
            );
        }
    }

    #[test]
    fn labellings_that_mean_the_same_share_a_node() {
        // Thirty mutual attacks, each with both sides on the next pair's first side.
        let pairs = (0..30).flat_map(|i| [(2 * i, 2 * i + 1), (2 * i + 1, 2 * i)]);
        let links = (0..29).flat_map(|i| [(2 * i, 2 * i + 2), (2 * i + 1, 2 * i + 2)]);
        let framework = Framework::new(60, pairs.chain(links)).unwrap();
        let diagram = Diagram::new(&framework, Goal::Preferred);
        assert!(diagram.layers.iter().all(|nodes| nodes.len() <= 2));
        assert_eq!(diagram.count(), 2, "only the first pair is free");
    }

    #[test]
    fn a_debate_stays_narrow() {
        // Two hundred mutual attacks, each pair with an attack on an earlier one, as replies have.
        let mut dice = Dice::new(15);
        let mut attacks = vec![(0, 1), (1, 0)];
        for i in 1..200 {
            let (reply, target) = (2 * i + dice.below(2), 2 * dice.below(i) + dice.below(2));
            attacks.extend([(2 * i, 2 * i + 1), (2 * i + 1, 2 * i), (reply, target)]);
        }
        let diagram = Diagram::new(&Framework::new(400, attacks).unwrap(), Goal::Preferred);
        assert!(diagram.layers.iter().all(|nodes| nodes.len() <= 64));
        assert!(diagram.count().to_string().len() > 30);
    }
}
