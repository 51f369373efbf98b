//! Sets of arguments found by a SAT solver.

use std::collections::BTreeMap;
use std::iter::once;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::bit_set::BitSet;
use super::clause_learning::{Property, by_exchange, by_joining, defence};
use super::{Extension, Framework};

/// Which sets a [`Sat`] searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Admissible sets.
    Admissible,
    /// Maximal admissible sets.
    Preferred,
    /// Conflict-free sets that attack all other arguments.
    Stable,
    /// Admissible sets of maximal range.
    SemiStable,
    /// Conflict-free sets of maximal range.
    Stage,
}

/// A condition on a set besides its kind.
#[derive(Debug, Clone, Copy)]
pub(super) enum Condition<'a> {
    /// No condition.
    Any,
    /// The set contains at least one of the arguments.
    SomeOf(&'a [usize]),
    /// The set lacks at least one of the arguments.
    NotAllOf(&'a [usize]),
}

/// A condition that a [`Sat`] knows as a literal.
#[derive(Debug, Clone)]
pub(super) struct Query {
    literal: Lit,
}

/// Searches sets of arguments of one kind with a SAT solver. No other module knows of literals and
/// clauses.
///
/// Sets of maximal kinds, by inclusion or by range, are found by growing: as long as there is one,
/// a larger set that meets the condition is requested. Then the result is compared with sets that
/// do not meet the condition. If one of these is larger, the search continues outside of it, and
/// among complete sets: these lack an argument only if they leave one of its attackers unattacked.
///
/// Each larger set also gives a [learned clause](super::clause_learning), which excludes similar
/// sets. This is local: if an argument can be added independently of the rest, that is learned
/// once, not for each combination of the rest.
///
/// # Source
/// Clauses with a variable for each argument and one for each that is attacked: Besnard and Doutre
/// 2004, «Checking the acceptability of a set of arguments», in the linear form of Cerutti, Dunne,
/// Giacomin and Vallati 2013, «Computing preferred extensions in abstract argumentation: a
/// SAT-based approach», doi:10.1007/978-3-642-54373-9_12. Growing: Dvořák, Järvisalo, Wallner and
/// Woltran 2014, doi:10.1016/j.artint.2013.10.001. This implementation uses one procedure for all
/// maximal kinds and for conditions on many arguments, and learns from every enlargement, not only
/// from the arguments of the query.
pub(super) struct Sat {
    framework: Framework,
    kind: Kind,
    solver: Solver<Silent>,
    /// For each argument, that the set contains it.
    held: Vec<Lit>,
    /// For each argument, that it counts for the size of the set; empty if every set of the kind is
    /// accepted.
    measured: Vec<Lit>,
    /// For each argument, that an admissible set attacks it; empty once the set is known to be
    /// complete.
    attacked: Vec<Lit>,
    /// For some arguments, that the set lacks them.
    lacked: BTreeMap<usize, Lit>,
}

/// Ignores progress callbacks and never stops the solver.
struct Silent;

impl Callbacks for Silent {}

/// A set that was found, and its size.
struct Found {
    set: Extension,
    /// The arguments that count for its size, ascending.
    reached: Vec<usize>,
    /// The other arguments, ascending.
    missing: Vec<usize>,
}

impl Sat {
    pub(super) fn new(framework: &Framework, kind: Kind) -> Self {
        // Slowly growing restart intervals solved the two hardest reference frameworks at least
        // twice as fast; together with forgetting clauses early, another 1.3 to 1.7 times.
        let options = SolverOpts {
            luby_restart: false,
            restart_inc: 1.3,
            learntsize_factor: 0.1,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, Silent);
        // Prefers true, so that the sets found are nearly maximal.
        let mut hold = |_| Lit::new(solver.new_var(lbool::TRUE, true), true);
        let held: Vec<Lit> = (0..framework.len()).map(&mut hold).collect();
        let (measured, attacked, lacked) = (Vec::new(), Vec::new(), BTreeMap::new());
        let framework = framework.clone();
        let mut sat = Self { framework, kind, solver, held, measured, attacked, lacked };
        sat.add_conflict_free();
        match kind {
            Kind::Stable => (0..sat.held.len()).for_each(|a| sat.add_in_range(a, None)),
            Kind::Admissible => sat.add_admissible(),
            Kind::Preferred => {
                sat.add_admissible();
                sat.measured.clone_from(&sat.held);
            }
            Kind::SemiStable => {
                sat.add_admissible();
                sat.measure_range();
            }
            Kind::Stage => sat.measure_range(),
        }
        sat
    }

    pub(super) fn framework(&self) -> &Framework {
        &self.framework
    }

    /// Adds a condition to those of a query.
    pub(super) fn query(&mut self, condition: Condition<'_>, within: Option<&Query>) -> Query {
        let literal = self.variable();
        if let Some(wider) = within {
            self.add_clause([!literal, wider.literal]);
        }
        let clause: Vec<Lit> = match condition {
            Condition::Any => return Query { literal },
            Condition::SomeOf(set) => set.iter().map(|&a| self.held[a]).collect(),
            Condition::NotAllOf(set) => set.iter().map(|&a| self.lack(a)).collect(),
        };
        self.add_clause(once(!literal).chain(clause));
        Query { literal }
    }

    /// Finds a set of the kind that meets the conditions of the query.
    pub(super) fn find(&mut self, query: &Query) -> Option<Extension> {
        loop {
            let met = self.solve(&[query.literal])?;
            let met = self.grow(met, &[query.literal]);
            let Some(larger) = self.larger(&met, &[]) else { return Some(met.set) };
            self.add_complete();
            let larger = self.grow(larger, &[]);
            self.demand(query, &larger.missing);
        }
    }

    /// Requires, under this query and goals derived from it, that some argument of `outside`
    /// counts.
    pub(super) fn demand(&mut self, query: &Query, outside: &[usize]) {
        let clause: Vec<Lit> = outside.iter().map(|&a| self.measured[a]).collect();
        self.add_clause(once(!query.literal).chain(clause));
    }

    /// Returns whether some set is larger than `set`, whose members may be in any order.
    pub(super) fn exceeds(&mut self, set: Extension) -> bool {
        let found = self.measure(set);
        self.larger(&found, &[]).is_some()
    }

    fn grow(&mut self, mut found: Found, query: &[Lit]) -> Found {
        while let Some(larger) = self.larger(&found, query) {
            found = larger;
        }
        found
    }

    /// Finds a proper superset, by the measure of the kind.
    fn larger(&mut self, found: &Found, query: &[Lit]) -> Option<Found> {
        if found.missing.is_empty() {
            return None;
        }
        let measured = |&a: &usize| self.measured[a];
        let missing: Vec<Lit> = found.missing.iter().map(measured).collect();
        let reached: Vec<Lit> = found.reached.iter().map(measured).collect();
        let more = self.variable();
        self.add_clause(once(!more).chain(missing));
        let assumptions: Vec<Lit> = query.iter().copied().chain([more]).chain(reached).collect();
        let larger = self.solve(&assumptions);
        self.add_clause([!more]);
        if let Some(larger) = &larger {
            self.learn(found, larger);
        }
        larger
    }

    fn solve(&mut self, assumptions: &[Lit]) -> Option<Found> {
        if self.solver.solve_limited(assumptions) != lbool::TRUE {
            return None;
        }
        let is_held = |&a: &usize| self.solver.value_lit(self.held[a]) == lbool::TRUE;
        let set = (0..self.held.len()).filter(is_held).collect();
        Some(self.measure(set))
    }

    fn measure(&self, set: Extension) -> Found {
        let mut counted = BitSet::from_indices(self.held.len(), set.iter().copied());
        if matches!(self.kind, Kind::SemiStable | Kind::Stage) {
            for &b in set.iter().flat_map(|&a| self.framework.attacked(a)) {
                counted.insert(b);
            }
        }
        let (reached, missing) = (0..self.measured.len()).partition(|&a| counted.contains(a));
        Found { set, reached, missing }
    }

    /// Learns a clause from each argument that the larger set gained.
    ///
    /// Arguments in the defence of an earlier one are skipped: in a large cycle, each would give
    /// the same clause.
    fn learn(&mut self, found: &Found, larger: &Found) {
        let gained = found.missing.iter().filter(|a| larger.reached.binary_search(a).is_ok());
        let mut covered = BitSet::empty(self.held.len());
        for &a in gained {
            if covered.contains(a) {
                continue;
            }
            let framework = &self.framework;
            let exchange = |property| by_exchange(framework, property, a, &found.set, &larger.set);
            let clause = match self.kind {
                // These kinds have no larger sets.
                Kind::Admissible | Kind::Stable => return,
                Kind::Preferred => {
                    let defence = defence(framework, a, &larger.set);
                    for &b in &defence {
                        covered.insert(b);
                    }
                    by_joining(framework, &defence)
                }
                Kind::SemiStable => exchange(Property::Admissible),
                Kind::Stage => exchange(Property::ConflictFree),
            };
            let held = clause.holds.iter().map(|&b| !self.held[b]);
            let clause: Vec<Lit> = held.chain(clause.lacks.iter().map(|&b| self.held[b])).collect();
            self.add_clause(clause);
        }
    }

    /// Returns the literal for a set without the argument.
    fn lack(&mut self, a: usize) -> Lit {
        if let Some(&literal) = self.lacked.get(&a) {
            return literal;
        }
        let literal = self.variable();
        self.lacked.insert(a, literal);
        self.add_clause([!literal, !self.held[a]]);
        literal
    }

    fn add_conflict_free(&mut self) {
        let attacks: Vec<(usize, usize)> = self.framework.attacks().collect();
        for (a, b) in attacks {
            self.add_clause([!self.held[a], !self.held[b]]);
        }
    }

    /// Adds the clauses for admissibility, with a variable for each argument that must be attacked.
    fn add_admissible(&mut self) {
        self.attacked = (0..self.held.len()).map(|_| self.variable()).collect();
        for b in 0..self.held.len() {
            let attacked = self.attacked[b];
            let attackers: Vec<Lit> =
                self.framework.attackers(b).iter().map(|&a| self.held[a]).collect();
            self.add_clause(once(!attacked).chain(attackers));
            for i in 0..self.framework.attacked(b).len() {
                let a = self.framework.attacked(b)[i];
                self.add_clause([!self.held[a], attacked]);
            }
        }
    }

    /// Adds, once, the clauses for completeness of an admissible set.
    ///
    /// Adding them from the start made finding a preferred set more than ten times slower on a hard
    /// reference framework.
    fn add_complete(&mut self) {
        let attacked = std::mem::take(&mut self.attacked);
        for (b, &attacked) in attacked.iter().enumerate() {
            for i in 0..self.framework.attackers(b).len() {
                let a = self.framework.attackers(b)[i];
                self.add_clause([!self.held[a], attacked]);
            }
        }
        for a in 0..attacked.len() {
            let not_attacked = self.framework.attackers(a).iter().map(|&b| !attacked[b]);
            let clause: Vec<Lit> = once(self.held[a]).chain(not_attacked).collect();
            self.add_clause(clause);
        }
    }

    /// Measures sets by their range.
    fn measure_range(&mut self) {
        self.measured = (0..self.held.len()).map(|_| self.variable()).collect();
        for a in 0..self.held.len() {
            self.add_in_range(a, Some(!self.measured[a]));
        }
    }

    /// Adds the clause that the set contains or attacks the argument, unless the exception holds.
    fn add_in_range(&mut self, a: usize, exception: Option<Lit>) {
        let attackers = self.framework.attackers(a).iter().map(|&b| self.held[b]);
        let clause: Vec<Lit> =
            exception.into_iter().chain([self.held[a]]).chain(attackers).collect();
        self.add_clause(clause);
    }

    fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// Adds a clause. A contradiction needs no special treatment: the solver then finds no sets.
    fn add_clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.solver.add_clause_reuse(&mut literals.into_iter().collect());
    }
}
