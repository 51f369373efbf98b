use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::bits::BitSet;
use super::components::{connected, strong_tightly};
use super::search::{Goal, Search};
use super::{Extension, Framework, Label, grounded};

/// Streams all extensions of a framework, of which `goal` says the kind, each once.
///
/// What the grounded labelling decides is the same in every extension. The rest falls into connected components, the
/// largest first, and these, but for stable extensions, into strongly connected ones, attackers first. The parts are
/// the wheels of an odometer, the last the fastest: what an earlier part does to a later one says which labellings the
/// later has, and these are searched no further than they are asked for. Those found are kept for when they come again,
/// save for the first part, which does not turn back. So memory grows with what the parts have, not with their product.
///
/// A complete or preferred labelling of the first parts always goes on into the next. A stable one may not; that is why
/// these are searched by connected components, where the search sees at once what a later argument needs.
///
/// # Source
/// Baroni, Giacomin and Guida 2005, Definition 20 (SCC-recursive semantics), doi:10.1016/j.artint.2005.05.006: a
/// [`Mark::Defeated`] argument is in their set D, a [`Mark::Doubtful`] one in P.
#[derive(Debug)]
pub(super) struct Stream {
    /// The argument behind each index of `rest`, ascending.
    undecided: Vec<usize>,
    rest: Framework,
    goal: Goal,
    parts: Vec<Part>,
    /// The part of each index of `rest`.
    part_of: Vec<usize>,
    /// The labelling that each of the first parts has now.
    turns: Vec<Turn>,
    /// The labels of the first parts.
    labels: Vec<Label>,
    /// The grounded extension, and what the first parts accept.
    accepted: BitSet,
    is_started: bool,
}

#[derive(Debug)]
struct Part {
    members: Vec<usize>,
    /// Its labellings under each state of its members met, and where they are.
    labellings: Vec<Labellings>,
    states: BTreeMap<Vec<Mark>, usize>,
}

/// What earlier parts do to an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Mark {
    Untouched,
    /// An undecided argument attacks it.
    Doubtful,
    /// An accepted argument attacks it.
    Defeated,
}

#[derive(Debug)]
struct Turn {
    state: usize,
    at: usize,
}

/// The accepted sets of a part under one state, as far as searched.
#[derive(Debug)]
struct Labellings {
    /// The argument behind each index of the search: the members not defeated.
    survivors: Vec<usize>,
    search: Option<Search>,
    found: Vec<Vec<usize>>,
}

impl Stream {
    pub(super) fn new(framework: &Framework, goal: Goal) -> Self {
        let labelling = grounded(framework);
        let undecided = labelling.labelled(Label::Undec);
        let rest = framework.restricted(&undecided);
        let mut components = connected(&rest);
        components.sort_by_key(|component| Reverse(component.len()));
        let parts: Vec<Part> = match goal {
            Goal::Stable => components.into_iter().map(Part::new).collect(),
            Goal::Complete | Goal::Preferred => {
                let within = |component: Vec<usize>| {
                    let parts = strong_tightly(&rest.restricted(&component)).into_iter();
                    let name = move |part: Vec<usize>| part.iter().map(|&i| component[i]).collect();
                    parts.map(name).map(Part::new).collect::<Vec<Part>>()
                };
                components.into_iter().flat_map(within).collect()
            }
        };
        let mut part_of = vec![0; rest.len()];
        for (place, part) in parts.iter().enumerate() {
            for &a in &part.members {
                part_of[a] = place;
            }
        }
        Self {
            accepted: BitSet::from_indices(framework.len(), labelling.labelled(Label::In)),
            undecided,
            goal,
            turns: Vec::with_capacity(parts.len()),
            labels: vec![Label::Undec; rest.len()],
            rest,
            parts,
            part_of,
            is_started: false,
        }
    }

    /// Goes to the next combination; `false` after the last.
    fn step(&mut self) -> bool {
        if std::mem::replace(&mut self.is_started, true) {
            loop {
                let Some(Turn { state, at }) = self.turns.pop() else { return false };
                if self.turn(state, at + 1) {
                    break;
                }
            }
        }
        while self.turns.len() < self.parts.len() {
            let state = self.state();
            if !self.turn(state, 0) {
                // Only a connected component can have none, and then nothing has any.
                self.turns.clear();
                return false;
            }
        }
        true
    }

    /// Gives the next part its labelling number `at` in a state; `false` where there are not so many.
    fn turn(&mut self, state: usize, mut at: usize) -> bool {
        let place = self.turns.len();
        let Part { members, labellings, .. } = &mut self.parts[place];
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
                if self.part_of[b] == place {
                    self.labels[b] = Label::Out;
                }
            }
        }
        self.turns.push(Turn { state, at });
        true
    }

    /// Finds the state in which the parts before put the next one.
    fn state(&mut self) -> usize {
        let place = self.turns.len();
        let mark = |&a: &usize| {
            let earlier = self.rest.attackers(a).iter().filter(|b| self.part_of[**b] != place);
            let does = |&b: &usize| match self.labels[b] {
                Label::In => Mark::Defeated,
                Label::Undec => Mark::Doubtful,
                Label::Out => Mark::Untouched,
            };
            earlier.map(does).max().unwrap_or(Mark::Untouched)
        };
        let Part { members, labellings, states } = &mut self.parts[place];
        let marks: Vec<Mark> = members.iter().map(mark).collect();
        if let Some(&state) = states.get(&marks) {
            return state;
        }
        labellings.push(Labellings::new(&self.rest, self.goal, members, &marks));
        states.insert(marks, labellings.len() - 1);
        labellings.len() - 1
    }
}

impl Part {
    fn new(members: Vec<usize>) -> Self {
        Self { members, labellings: Vec::new(), states: BTreeMap::new() }
    }
}

impl Labellings {
    fn new(rest: &Framework, goal: Goal, part: &[usize], marks: &[Mark]) -> Self {
        let standing = || part.iter().zip(marks).filter(|(_, mark)| **mark != Mark::Defeated);
        let survivors: Vec<usize> = standing().map(|(&a, _)| a).collect();
        let free = standing().enumerate().filter(|(_, (_, mark))| **mark == Mark::Untouched);
        let allowed = BitSet::from_indices(survivors.len(), free.map(|(i, _)| i));
        let search = Search::new(rest.restricted(&survivors), allowed, goal);
        Self { survivors, search: Some(search), found: Vec::new() }
    }

    /// Searches on until number `at` is found; `false` where there are not so many.
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

impl Iterator for Stream {
    type Item = Extension;

    fn next(&mut self) -> Option<Extension> {
        self.step().then(|| self.accepted.to_vec())
    }
}
