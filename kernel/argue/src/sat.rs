use std::collections::BTreeMap;
use std::iter::once;

use batsat::{Callbacks, Lit, Solver, SolverInterface, SolverOpts, lbool};

use super::bits::BitSet;
use super::gain::{Keep, by_exchange, by_joining, defence};
use super::{Extension, Framework};

/// Says which sets a [`Sat`] looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The admissible sets.
    Admissible,
    /// The maximal admissible sets.
    Preferred,
    /// The conflict-free sets that attack all that they leave out.
    Stable,
    /// The admissible sets of maximal range.
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
#[derive(Debug, Clone)]
pub(super) struct Goal {
    literal: Lit,
}

/// Asks a SAT solver for sets of arguments of one kind; nobody else knows of literals and clauses.
///
/// Kinds that are maximal, by what they hold or by their range, are reached by growing: a larger set than the one
/// found is asked for as long as there is one that meets the wish. Only then is the outcome compared with the sets that
/// do not meet the wish. Where one of these is larger still, the search goes on outside of it, and among complete sets:
/// these lack only what they leave an attacker of.
///
/// Each larger set that comes up also shows a [`Gain`](super::gain::Gain), and no set of the kind lets any be made. That
/// is local: where an argument could be gained independently of the rest, it is learnt once, not for each way the rest
/// may turn out.
///
/// # Source
/// Clauses with a variable for each argument and one for each that is attacked: Besnard and Doutre 2004, «Checking the
/// acceptability of a set of arguments», in the linear form of Cerutti, Dunne, Giacomin and Vallati 2013, «Computing
/// preferred extensions in abstract argumentation: a SAT-based approach», doi:10.1007/978-3-642-54373-9_12. Growing:
/// Dvořák, Järvisalo, Wallner and Woltran 2014, doi:10.1016/j.artint.2013.10.001. It deviates in taking one procedure for
/// all maximal kinds and for wishes about many arguments at once, and in learning from all that was gained, not only
/// what was asked about.
pub(super) struct Sat {
    framework: Framework,
    kind: Kind,
    solver: Solver<Silent>,
    /// For each argument, that the set holds it.
    held: Vec<Lit>,
    /// For each argument, that it counts for the size of the set; nothing where any set of the kind will do.
    measured: Vec<Lit>,
    /// For each argument, that an admissible set attacks it; nothing once the set is known to be complete.
    beaten: Vec<Lit>,
    /// For some arguments, that a set of the kind lacks them.
    lacked: BTreeMap<usize, Lit>,
}

/// Hears nothing of what the solver tells of its progress, and lets it go on.
struct Silent;

impl Callbacks for Silent {}

/// Is a set found, and its size.
struct Found {
    set: Extension,
    /// What counts for its size, ascending.
    reached: Vec<usize>,
    /// What would make it larger, ascending.
    missing: Vec<usize>,
}

impl Sat {
    pub(super) fn new(framework: &Framework, kind: Kind) -> Self {
        // Restarts that come ever later answered the hardest two of the reference frameworks twice as fast or more;
        // together with forgetting early, another 1.3 to 1.7 times.
        let options = SolverOpts {
            luby_restart: false,
            restart_inc: 1.3,
            learntsize_factor: 0.1,
            ..SolverOpts::default()
        };
        let mut solver = Solver::new(options, Silent);
        // Holding is tried first: what is found so is nearly as large as can be.
        let mut hold = |_| Lit::new(solver.new_var(lbool::TRUE, true), true);
        let held: Vec<Lit> = (0..framework.len()).map(&mut hold).collect();
        let (measured, beaten, lacked) = (Vec::new(), Vec::new(), BTreeMap::new());
        let framework = framework.clone();
        let mut sat = Self { framework, kind, solver, held, measured, beaten, lacked };
        sat.state_conflict_free();
        match kind {
            Kind::Stable => (0..sat.held.len()).for_each(|a| sat.state_in_range(a, None)),
            Kind::Admissible => sat.state_admissible(),
            Kind::Preferred => {
                sat.state_admissible();
                sat.measured.clone_from(&sat.held);
            }
            Kind::SemiStable => {
                sat.state_admissible();
                sat.measure_range();
            }
            Kind::Stage => sat.measure_range(),
        }
        sat
    }

    pub(super) fn framework(&self) -> &Framework {
        &self.framework
    }

    /// Tells the solver what is wished for, on top of what is wished for already.
    pub(super) fn goal(&mut self, wish: Wish<'_>, within: Option<&Goal>) -> Goal {
        let literal = self.variable();
        if let Some(wider) = within {
            self.clause([!literal, wider.literal]);
        }
        let clause: Vec<Lit> = match wish {
            Wish::Any => return Goal { literal },
            Wish::SomeOf(set) => set.iter().map(|&a| self.held[a]).collect(),
            Wish::NotAllOf(set) => set.iter().map(|&a| self.lack(a)).collect(),
        };
        self.clause(once(!literal).chain(clause));
        Goal { literal }
    }

    /// Finds a set of the kind that meets the goal.
    pub(super) fn find(&mut self, goal: &Goal) -> Option<Extension> {
        loop {
            let met = self.solve(&[goal.literal])?;
            let met = self.grow(met, &[goal.literal]);
            let Some(larger) = self.larger(&met, &[]) else { return Some(met.set) };
            self.state_complete();
            let larger = self.grow(larger, &[]);
            self.demand(goal, &larger.missing);
        }
    }

    /// Asks, under this goal and narrower ones, for sets that measure some argument of `outside`.
    pub(super) fn demand(&mut self, goal: &Goal, outside: &[usize]) {
        let clause: Vec<Lit> = outside.iter().map(|&a| self.measured[a]).collect();
        self.clause(once(!goal.literal).chain(clause));
    }

    /// Tells whether some set is larger than `set`, whose members may be given in any order.
    pub(super) fn exceeds(&mut self, set: Extension) -> bool {
        let found = self.weigh(set);
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
        let measured = |&a: &usize| self.measured[a];
        let missing: Vec<Lit> = found.missing.iter().map(measured).collect();
        let reached: Vec<Lit> = found.reached.iter().map(measured).collect();
        let more = self.variable();
        self.clause(once(!more).chain(missing));
        let assumptions: Vec<Lit> = goal.iter().copied().chain([more]).chain(reached).collect();
        let larger = self.solve(&assumptions);
        self.clause([!more]);
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
        Some(self.weigh(set))
    }

    fn weigh(&self, set: Extension) -> Found {
        let mut counted = BitSet::from_indices(self.held.len(), set.iter().copied());
        if matches!(self.kind, Kind::SemiStable | Kind::Stage) {
            for &b in set.iter().flat_map(|&a| self.framework.attacked(a)) {
                counted.insert(b);
            }
        }
        let (reached, missing) = (0..self.measured.len()).partition(|&a| counted.contains(a));
        Found { set, reached, missing }
    }

    /// Demands of the sets of the kind that they can gain nothing in the way that the larger set gains it.
    ///
    /// What is gained as part of a defence that was told is not told by itself: all of a large cycle would tell of all of it.
    fn learn(&mut self, found: &Found, larger: &Found) {
        let gained = found.missing.iter().filter(|a| larger.reached.binary_search(a).is_ok());
        let mut told = BitSet::empty(self.held.len());
        for &a in gained {
            if told.contains(a) {
                continue;
            }
            let framework = &self.framework;
            let exchange = |keep| by_exchange(framework, keep, a, &found.set, &larger.set);
            let gain = match self.kind {
                // Nothing is larger.
                Kind::Admissible | Kind::Stable => return,
                Kind::Preferred => {
                    let defence = defence(framework, a, &larger.set);
                    for &b in &defence {
                        told.insert(b);
                    }
                    by_joining(framework, &defence)
                }
                Kind::SemiStable => exchange(Keep::Admissible),
                Kind::Stage => exchange(Keep::ConflictFree),
            };
            let held = gain.holds.iter().map(|&b| !self.held[b]);
            let clause: Vec<Lit> = held.chain(gain.lacks.iter().map(|&b| self.held[b])).collect();
            self.clause(clause);
        }
    }

    /// Gives the literal for a set that lacks the argument.
    fn lack(&mut self, a: usize) -> Lit {
        if let Some(&literal) = self.lacked.get(&a) {
            return literal;
        }
        let literal = self.variable();
        self.lacked.insert(a, literal);
        self.clause([!literal, !self.held[a]]);
        literal
    }

    fn state_conflict_free(&mut self) {
        let attacks: Vec<(usize, usize)> = self.framework.attacks().collect();
        for (a, b) in attacks {
            self.clause([!self.held[a], !self.held[b]]);
        }
    }

    /// Says that the set attacks whatever attacks a member, with a variable for each argument that it must attack.
    fn state_admissible(&mut self) {
        self.beaten = (0..self.held.len()).map(|_| self.variable()).collect();
        for b in 0..self.held.len() {
            let beaten = self.beaten[b];
            let attackers: Vec<Lit> =
                self.framework.attackers(b).iter().map(|&a| self.held[a]).collect();
            self.clause(once(!beaten).chain(attackers));
            for i in 0..self.framework.attacked(b).len() {
                let a = self.framework.attacked(b)[i];
                self.clause([!self.held[a], beaten]);
            }
        }
    }

    /// Says, the first time, that an admissible set holds whatever it attacks all attackers of.
    ///
    /// Said from the start it would only cost: finding any preferred set took over ten times as long on a hard
    /// reference framework.
    fn state_complete(&mut self) {
        let beaten = std::mem::take(&mut self.beaten);
        for (b, &beaten) in beaten.iter().enumerate() {
            for i in 0..self.framework.attackers(b).len() {
                let a = self.framework.attackers(b)[i];
                self.clause([!self.held[a], beaten]);
            }
        }
        for a in 0..beaten.len() {
            let unbeaten = self.framework.attackers(a).iter().map(|&b| !beaten[b]);
            let clause: Vec<Lit> = once(self.held[a]).chain(unbeaten).collect();
            self.clause(clause);
        }
    }

    /// Makes the range what is measured.
    fn measure_range(&mut self) {
        self.measured = (0..self.held.len()).map(|_| self.variable()).collect();
        for a in 0..self.held.len() {
            self.state_in_range(a, Some(!self.measured[a]));
        }
    }

    /// Says that the set holds or attacks the argument, unless the exception is true.
    fn state_in_range(&mut self, a: usize, exception: Option<Lit>) {
        let attackers = self.framework.attackers(a).iter().map(|&b| self.held[b]);
        let clause: Vec<Lit> =
            exception.into_iter().chain([self.held[a]]).chain(attackers).collect();
        self.clause(clause);
    }

    fn variable(&mut self) -> Lit {
        Lit::new(self.solver.new_var_default(), true)
    }

    /// Adds a clause. A contradiction among those added needs no notice: it leaves nothing to find.
    fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.solver.add_clause_reuse(&mut literals.into_iter().collect());
    }
}
