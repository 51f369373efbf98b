use std::collections::BTreeSet;
use std::iter::once;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::{Extension, Framework};

/// Says which sets a [`Sat`] looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The complete sets.
    Complete,
    /// The maximal complete sets.
    Preferred,
    /// The conflict-free sets that attack all that they leave out.
    Stable,
    /// The complete sets of maximal range.
    SemiStable,
    /// The conflict-free sets of maximal range.
    Stage,
}

/// Says what is asked of a set beyond its kind.
#[derive(Debug, Clone, Copy)]
pub(super) enum Wish<'a> {
    /// Nothing.
    Any,
    /// To hold at least one of the arguments.
    SomeOf(&'a [usize]),
    /// To lack at least one of the arguments.
    NotAllOf(&'a [usize]),
}

/// Is a wish told to a [`Sat`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Goal(Lit);

/// Asks a SAT solver for sets of arguments of one kind; nobody else knows of literals and clauses.
///
/// Kinds that are maximal, by what they accept or by their range, are reached by growing: of a set found, as long as
/// there is one, a larger set is asked for. Only then is the outcome compared with the sets that do not meet the wish;
/// where one of these is larger still, nothing within it can be what was wished for, and the search goes on outside
/// of it.
///
/// # Source
/// One variable for «in» and one for «out», after Besnard and Doutre 2004, «Checking the acceptability of a set of
/// arguments», and Cerutti, Giacomin and Vallati 2014, doi:10.1007/978-3-319-07302-6_18; one variable for an argument
/// where the kind is stable. Growing: Dvořák, Järvisalo, Wallner and Woltran 2014, «Complexity-sensitive decision
/// procedures for abstract argumentation», doi:10.1016/j.artint.2013.10.001. It deviates in taking one procedure for
/// all maximal kinds and for all wishes.
pub(super) struct Sat {
    solver: Solver<Silent>,
    /// For each argument, that the set holds it.
    accepted: Vec<Lit>,
    /// For each argument, that it counts for the size of the set; nothing where any set of the kind will do.
    measured: Vec<Lit>,
}

/// Hears nothing of what the solver tells of its progress, and lets it go on.
struct Silent;

impl Callbacks for Silent {}

/// Is a set found, and its size.
struct Found {
    set: Extension,
    reached: Vec<Lit>,
    missing: Vec<Lit>,
}

impl Sat {
    pub(super) fn new(framework: &Framework, kind: Kind) -> Self {
        let solver = Solver::new(SolverOpts::default(), Silent);
        let mut sat = Self { solver, accepted: Vec::new(), measured: Vec::new() };
        sat.accepted = sat.variables(framework.len());
        match kind {
            Kind::Stable => sat.state_stable(framework),
            Kind::Complete | Kind::Preferred | Kind::SemiStable => {
                let beaten = sat.state_conflict_free(framework);
                sat.state_complete(framework, &beaten);
                match kind {
                    Kind::Preferred => sat.measured.clone_from(&sat.accepted),
                    Kind::SemiStable => sat.measured = sat.range(&beaten),
                    Kind::Complete | Kind::Stable | Kind::Stage => {}
                }
            }
            Kind::Stage => {
                let beaten = sat.state_conflict_free(framework);
                sat.measured = sat.range(&beaten);
            }
        }
        sat
    }

    /// Tells the solver what is wished for, on top of what is wished for already.
    pub(super) fn goal(&mut self, wish: Wish<'_>, within: Option<Goal>) -> Goal {
        let goal = self.variable();
        if let Some(Goal(wider)) = within {
            self.clause([!goal, wider]);
        }
        let accepted = |&a: &usize| self.accepted[a];
        let clause: Vec<Lit> = match wish {
            Wish::Any => return Goal(goal),
            Wish::SomeOf(set) => set.iter().map(accepted).collect(),
            Wish::NotAllOf(set) => set.iter().map(accepted).map(|literal| !literal).collect(),
        };
        self.clause(once(!goal).chain(clause));
        Goal(goal)
    }

    /// Finds a set of the kind that meets the goal.
    pub(super) fn find(&mut self, goal: Goal) -> Option<Extension> {
        loop {
            let met = self.solve(&[goal.0])?;
            let met = self.grow(met, &[goal.0]);
            let Some(larger) = self.larger(&met, &[]) else { return Some(met.set) };
            let larger = self.grow(larger, &[]);
            self.clause(once(!goal.0).chain(larger.missing));
        }
    }

    /// Leaves out, under this goal and narrower ones, all sets that measure no argument of `outside`.
    pub(super) fn demand(&mut self, goal: Goal, outside: &[usize]) {
        let clause: Vec<Lit> = outside.iter().map(|&a| self.measured[a]).collect();
        self.clause(once(!goal.0).chain(clause));
    }

    /// Tells whether some set measures all arguments of `inside` and more; to be maximal or not is not asked of it.
    pub(super) fn exceeds(&mut self, inside: &BTreeSet<usize>) -> bool {
        let found = self.weigh(Extension::new(), |a| inside.contains(&a));
        self.larger(&found, &[]).is_some()
    }

    fn grow(&mut self, mut found: Found, goal: &[Lit]) -> Found {
        while let Some(larger) = self.larger(&found, goal) {
            found = larger;
        }
        found
    }

    /// Finds a set larger than the one found, by inclusion.
    fn larger(&mut self, found: &Found, goal: &[Lit]) -> Option<Found> {
        if found.missing.is_empty() {
            return None;
        }
        let more = self.variable();
        self.clause(once(!more).chain(found.missing.iter().copied()));
        let assumptions: Vec<Lit> =
            goal.iter().chain(once(&more)).chain(&found.reached).copied().collect();
        let larger = self.solve(&assumptions);
        self.clause([!more]);
        larger
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Option<Found> {
        if self.solver.solve_limited(assumptions) != lbool::TRUE {
            return None;
        }
        let holds = |literal: Lit| self.solver.value_lit(literal) == lbool::TRUE;
        let set = (0..self.accepted.len()).filter(|&a| holds(self.accepted[a])).collect();
        Some(self.weigh(set, |a| holds(self.measured[a])))
    }

    fn weigh(&self, set: Extension, is_reached: impl Fn(usize) -> bool) -> Found {
        let mut found = Found { set, reached: Vec::new(), missing: Vec::new() };
        for (a, &literal) in self.measured.iter().enumerate() {
            let side = if is_reached(a) { &mut found.reached } else { &mut found.missing };
            side.push(literal);
        }
        found
    }

    /// Says that the set is stable: of an argument and its attackers one is in, and not two that attack each other.
    fn state_stable(&mut self, framework: &Framework) {
        let accepted = self.accepted.clone();
        for (a, b) in framework.attacks() {
            self.clause([!accepted[a], !accepted[b]]);
        }
        for a in 0..framework.len() {
            let attackers = framework.attackers(a).iter().map(|&b| accepted[b]);
            self.clause(once(accepted[a]).chain(attackers));
        }
    }

    /// Says that the set is conflict-free; gives for each argument that the set attacks it.
    fn state_conflict_free(&mut self, framework: &Framework) -> Vec<Lit> {
        let accepted = self.accepted.clone();
        let beaten = self.variables(framework.len());
        for a in 0..framework.len() {
            self.clause([!accepted[a], !beaten[a]]);
            let attackers = framework.attackers(a);
            self.clause(once(!beaten[a]).chain(attackers.iter().map(|&b| accepted[b])));
            for &b in attackers {
                self.clause([!accepted[b], beaten[a]]);
            }
        }
        beaten
    }

    /// Says that an argument is in the set just if the set attacks all its attackers.
    fn state_complete(&mut self, framework: &Framework, beaten: &[Lit]) {
        let accepted = self.accepted.clone();
        for (a, &accepted) in accepted.iter().enumerate() {
            let attackers = framework.attackers(a);
            self.clause(once(accepted).chain(attackers.iter().map(|&b| !beaten[b])));
            for &b in attackers {
                self.clause([!accepted, beaten[b]]);
            }
        }
    }

    /// Gives for each argument that it is in the set or the set attacks it.
    fn range(&mut self, beaten: &[Lit]) -> Vec<Lit> {
        let accepted = self.accepted.clone();
        let range = self.variables(beaten.len());
        for ((&within, &accepted), &beaten) in range.iter().zip(&accepted).zip(beaten) {
            self.clause([!within, accepted, beaten]);
            self.clause([within, !accepted]);
            self.clause([within, !beaten]);
        }
        range
    }

    fn variables(&mut self, n: usize) -> Vec<Lit> {
        (0..n).map(|_| self.variable()).collect()
    }

    fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// Adds a clause. A contradiction among those added needs no notice: it leaves nothing to find.
    fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.solver.add_clause_reuse(&mut literals.into_iter().collect());
    }
}
