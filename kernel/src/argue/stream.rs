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
    /// The grounded extension.
    certain: Vec<usize>,
    /// The argument behind each index of `rest`, ascending.
    undecided: Vec<usize>,
    rest: Framework,
    goal: Goal,
    parts: Vec<Vec<usize>>,
    /// By part, the labellings under each state of its members.
    labellings: Vec<BTreeMap<Vec<Mark>, Labellings>>,
    /// The labelling that each of the first parts has now.
    turns: Vec<Turn>,
    /// The labels of the first parts.
    labels: Vec<Label>,
    is_started: bool,
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
    marks: Vec<Mark>,
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
        let parts = match goal {
            Goal::Stable => components,
            Goal::Complete | Goal::Preferred => {
                let within = |component: Vec<usize>| {
                    let parts = strong_tightly(&rest.restricted(&component)).into_iter();
                    let name = move |part: Vec<usize>| part.iter().map(|&i| component[i]).collect();
                    parts.map(name).collect::<Vec<Vec<usize>>>()
                };
                components.into_iter().flat_map(within).collect()
            }
        };
        Self {
            certain: labelling.labelled(Label::In),
            undecided,
            goal,
            labellings: parts.iter().map(|_| BTreeMap::new()).collect(),
            turns: Vec::with_capacity(parts.len()),
            labels: vec![Label::Undec; rest.len()],
            rest,
            parts,
            is_started: false,
        }
    }

    /// Goes to the next combination; `false` after the last.
    fn step(&mut self) -> bool {
        if std::mem::replace(&mut self.is_started, true) {
            loop {
                let Some(Turn { marks, at }) = self.turns.pop() else { return false };
                if self.turn(marks, at + 1) {
                    break;
                }
            }
        }
        while self.turns.len() < self.parts.len() {
            let marks = self.marks(&self.parts[self.turns.len()]);
            if !self.turn(marks, 0) {
                // Only a connected component can have none, and then nothing has any.
                self.turns.clear();
                return false;
            }
        }
        true
    }

    /// Gives the next part its labelling number `at` under `marks`; `false` where there are not so many.
    fn turn(&mut self, marks: Vec<Mark>, mut at: usize) -> bool {
        let place = self.turns.len();
        let part = &self.parts[place];
        let labellings = self.labellings[place]
            .entry(marks.clone())
            .or_insert_with_key(|marks| Labellings::new(&self.rest, self.goal, part, marks));
        if place == 0 {
            labellings.found.clear();
            at = 0;
        }
        let Some(accepted) = labellings.get(at) else { return false };
        for (&a, mark) in part.iter().zip(&marks) {
            self.labels[a] = if *mark == Mark::Defeated { Label::Out } else { Label::Undec };
        }
        for &a in accepted {
            self.labels[a] = Label::In;
            for &b in self.rest.attacked(a) {
                if part.binary_search(&b).is_ok() {
                    self.labels[b] = Label::Out;
                }
            }
        }
        self.turns.push(Turn { marks, at });
        true
    }

    /// Tells what the parts before do to the members of the next one.
    fn marks(&self, part: &[usize]) -> Vec<Mark> {
        let mark = |&a: &usize| {
            let earlier = self.rest.attackers(a).iter().filter(|b| part.binary_search(b).is_err());
            let does = |&b: &usize| match self.labels[b] {
                Label::In => Mark::Defeated,
                Label::Undec => Mark::Doubtful,
                Label::Out => Mark::Untouched,
            };
            earlier.map(does).max().unwrap_or(Mark::Untouched)
        };
        part.iter().map(mark).collect()
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

    fn get(&mut self, at: usize) -> Option<&[usize]> {
        while self.found.len() <= at {
            let Some(set) = self.search.as_mut()?.next() else {
                self.search = None;
                return None;
            };
            self.found.push(set.iter().map(|i| self.survivors[i]).collect());
        }
        Some(&self.found[at])
    }
}

impl Iterator for Stream {
    type Item = Extension;

    fn next(&mut self) -> Option<Extension> {
        self.step().then(|| {
            let accepted = (0..self.rest.len()).filter(|&i| self.labels[i] == Label::In);
            let mut extension = self.certain.clone();
            extension.extend(accepted.map(|i| self.undecided[i]));
            extension.sort_unstable();
            extension
        })
    }
}
