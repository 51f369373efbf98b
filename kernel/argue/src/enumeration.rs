//! Lazy enumeration of extensions along strongly connected components.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::backtracking::{Goal, Search};
use super::bit_set::BitSet;
use super::components::{connected, strong_with_few_open};
use super::{Extension, Framework, Label, grounded};

/// Enumerates all extensions of a framework of the kind `goal`, each once.
///
/// The arguments that the grounded labelling decides have the same label in every extension. The
/// rest is split into connected components, the largest first, and these, except for stable
/// extensions, into strongly connected components, attackers first. The components work like the
/// wheels of an odometer, the last one fastest: the labels of earlier components determine the
/// possible labellings of a later one, and these are searched only as far as needed. Labellings are
/// kept for later turns, except those of the first component, which never turns back. So memory
/// grows with the sum of the labellings of the components, not with their product.
///
/// A complete or preferred labelling of the first components always extends to the next. A stable
/// one may not; so stable extensions are searched by connected components, in which the search
/// propagates the needs of later arguments.
///
/// # Source
/// Baroni, Giacomin and Guida 2005, Definition 20 (SCC-recursive semantics),
/// doi:10.1016/j.artint.2005.05.006: a [`Outside::ByAccepted`] argument is in their set D, a
/// [`Outside::ByUndecided`] one in P.
#[derive(Debug)]
pub(super) struct Enumeration {
    /// The argument of each index of `rest`, ascending.
    undecided: Vec<usize>,
    rest: Framework,
    goal: Goal,
    components: Vec<Component>,
    /// The component of each index of `rest`.
    component_of: Vec<usize>,
    /// The current labelling of each of the first components.
    turns: Vec<Turn>,
    /// The labels of the first components.
    labels: Vec<Label>,
    /// The grounded extension, and the accepted arguments of the first components.
    accepted: BitSet,
    is_started: bool,
}

#[derive(Debug)]
struct Component {
    members: Vec<usize>,
    /// Its labellings in each state of its members met so far, and the index of each state.
    labellings: Vec<Labellings>,
    states: BTreeMap<Vec<Outside>, usize>,
}

/// How earlier components affect an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outside {
    Unattacked,
    /// An undecided argument attacks it.
    ByUndecided,
    /// An accepted argument attacks it.
    ByAccepted,
}

#[derive(Debug)]
struct Turn {
    state: usize,
    at: usize,
}

/// The accepted sets of a component in one state, as far as they were searched.
#[derive(Debug)]
struct Labellings {
    /// The argument of each index of the search: the members that are not defeated.
    survivors: Vec<usize>,
    search: Option<Search>,
    found: Vec<Vec<usize>>,
}

impl Enumeration {
    pub(super) fn new(framework: &Framework, goal: Goal) -> Self {
        let labelling = grounded(framework);
        let undecided = labelling.labelled(Label::Undec);
        let rest = framework.restricted(&undecided);
        let mut components = connected(&rest);
        components.sort_by_key(|component| Reverse(component.len()));
        let components: Vec<Component> = match goal {
            Goal::Stable => components.into_iter().map(Component::new).collect(),
            Goal::Complete | Goal::Preferred => {
                let within = |members: Vec<usize>| {
                    let strong = strong_with_few_open(&rest.restricted(&members)).into_iter();
                    let name = move |part: Vec<usize>| part.iter().map(|&i| members[i]).collect();
                    strong.map(name).map(Component::new).collect::<Vec<Component>>()
                };
                components.into_iter().flat_map(within).collect()
            }
        };
        let mut component_of = vec![0; rest.len()];
        for (place, component) in components.iter().enumerate() {
            for &a in &component.members {
                component_of[a] = place;
            }
        }
        Self {
            accepted: BitSet::from_indices(framework.len(), labelling.labelled(Label::In)),
            undecided,
            goal,
            turns: Vec::with_capacity(components.len()),
            labels: vec![Label::Undec; rest.len()],
            rest,
            components,
            component_of,
            is_started: false,
        }
    }

    /// Moves to the next combination; `false` after the last.
    fn step(&mut self) -> bool {
        if std::mem::replace(&mut self.is_started, true) {
            loop {
                let Some(Turn { state, at }) = self.turns.pop() else { return false };
                if self.turn(state, at + 1) {
                    break;
                }
            }
        }
        while self.turns.len() < self.components.len() {
            let state = self.state();
            if !self.turn(state, 0) {
                // Only a connected component can have no labelling, and then there is no extension.
                self.turns.clear();
                return false;
            }
        }
        true
    }

    /// Sets the next component to its labelling number `at` in a state; `false` if there are fewer.
    fn turn(&mut self, state: usize, mut at: usize) -> bool {
        let place = self.turns.len();
        let Component { members, labellings, .. } = &mut self.components[place];
        let labellings = &mut labellings[state];
        if place == 0 {
            labellings.found.clear();
            at = 0;
        }
        if !labellings.reach(at) {
            return false;
        }
        for &a in members.iter() {
            self.labels[a] = Label::Out;
            self.accepted.remove(self.undecided[a]);
        }
        for &a in &labellings.survivors {
            self.labels[a] = Label::Undec;
        }
        for &a in &labellings.found[at] {
            self.labels[a] = Label::In;
            self.accepted.insert(self.undecided[a]);
            for &b in self.rest.attacked(a) {
                if self.component_of[b] == place {
                    self.labels[b] = Label::Out;
                }
            }
        }
        self.turns.push(Turn { state, at });
        true
    }

    /// Returns the state of the next component that the labels of the earlier ones determine.
    fn state(&mut self) -> usize {
        let place = self.turns.len();
        let status = |&a: &usize| {
            let earlier = self.rest.attackers(a).iter().filter(|b| self.component_of[**b] != place);
            let does = |&b: &usize| match self.labels[b] {
                Label::In => Outside::ByAccepted,
                Label::Undec => Outside::ByUndecided,
                Label::Out => Outside::Unattacked,
            };
            earlier.map(does).max().unwrap_or(Outside::Unattacked)
        };
        let Component { members, labellings, states } = &mut self.components[place];
        let outside: Vec<Outside> = members.iter().map(status).collect();
        if let Some(&state) = states.get(&outside) {
            return state;
        }
        labellings.push(Labellings::new(&self.rest, self.goal, members, &outside));
        states.insert(outside, labellings.len() - 1);
        labellings.len() - 1
    }
}

impl Component {
    fn new(members: Vec<usize>) -> Self {
        Self { members, labellings: Vec::new(), states: BTreeMap::new() }
    }
}

impl Labellings {
    fn new(rest: &Framework, goal: Goal, component: &[usize], outside: &[Outside]) -> Self {
        let undefeated =
            || component.iter().zip(outside).filter(|(_, status)| **status != Outside::ByAccepted);
        let survivors: Vec<usize> = undefeated().map(|(&a, _)| a).collect();
        let free =
            undefeated().enumerate().filter(|(_, (_, status))| **status == Outside::Unattacked);
        let allowed = BitSet::from_indices(survivors.len(), free.map(|(i, _)| i));
        let search = Search::new(rest.restricted(&survivors), allowed, goal);
        Self { survivors, search: Some(search), found: Vec::new() }
    }

    /// Continues the search until labelling number `at` is found; `false` if there are fewer.
    fn reach(&mut self, at: usize) -> bool {
        while self.found.len() <= at {
            let Some(set) = self.search.as_mut().and_then(Iterator::next) else {
                self.search = None;
                return false;
            };
            self.found.push(set.iter().map(|i| self.survivors[i]).collect());
        }
        true
    }
}

impl Iterator for Enumeration {
    type Item = Extension;

    fn next(&mut self) -> Option<Extension> {
        self.step().then(|| self.accepted.to_vec())
    }
}
