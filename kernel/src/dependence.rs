//! What a persona's thesis rests on, issue by issue.
//!
//! An issue is a binary question: an axis of the topic. A thesis rests on the issues that its
//! reasons assert, and an issue rests on the issues that the arguments for it assert. What an issue
//! carries is measured by intervention: if it were answered against the persona, its arguments on
//! the issue would go, and with them all that rests on them. Several arguments for one answer back
//! each other up, so an issue is lost only where all of them are lost.

mod issue_status;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

pub use issue_status::{IssueStatus, mean_load};

use crate::vocabulary::{AxisId, Probability};

/// The least share of the reasons of a thesis that has to be linked before the absence of a load
/// says something. It is about half of them, since the smaller half of a case says little about the
/// rest: a little less than half, because a link by words is never quite certain, and more than
/// four ninths.
const ENOUGH_LINKED: f64 = 0.45;

/// The dependence graph of one persona: thesis, issues, issues below them.
///
/// Only the persona's own sides are recorded: an argument that asserts the side of an issue that
/// its author does not take is no dependence.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Dependence {
    /// The reasons of the thesis.
    reasons: Vec<ThesisReason>,
    /// For each issue the arguments for the persona's side, each with the issues that it asserts.
    arguments: BTreeMap<AxisId, Vec<BTreeSet<AxisId>>>,
    /// The issues on each of which the whole thesis depends, as its author says.
    decisive: BTreeSet<AxisId>,
    /// The issues on which the thesis does not depend, as its author says.
    idle: BTreeSet<AxisId>,
}

/// A reason of a thesis.
#[derive(Debug, Clone, PartialEq)]
struct ThesisReason {
    /// The issues that it asserts.
    issues: BTreeSet<AxisId>,
    /// How much more probable it is that it asserts them than that it does not; 0 where it asserts
    /// none.
    margin: f64,
}

impl Dependence {
    /// Adds a reason of the thesis with the issues that it asserts: none, one, or several of which
    /// it needs each. Each issue has the probability that the reason asserts it.
    ///
    /// A reason that asserts what an earlier one asserts is the same reason in other words, so that
    /// saying it twice raises no load; the surer of them counts.
    pub fn add_reason(&mut self, issues: impl IntoIterator<Item = (AxisId, Probability)>) {
        let issues: BTreeMap<AxisId, Probability> = issues.into_iter().collect();
        let margins = issues.values().map(|certainty| 2.0 * certainty.value() - 1.0);
        let margin = margins.fold(0.0, f64::max);
        let issues: BTreeSet<AxisId> = issues.into_keys().collect();
        let mut earlier = self.reasons.iter_mut();
        match earlier.find(|earlier| !issues.is_empty() && earlier.issues == issues) {
            Some(earlier) => earlier.margin = earlier.margin.max(margin),
            None => self.reasons.push(ThesisReason { issues, margin }),
        }
    }

    /// Adds an argument for the persona's side of `issue`, with the issues that its premises and
    /// assumptions assert.
    pub fn add_argument(&mut self, issue: AxisId, rests_on: impl IntoIterator<Item = AxisId>) {
        let below = rests_on.into_iter().filter(|below| *below != issue).collect();
        self.arguments.entry(issue).or_default().push(below);
    }

    /// Records that the author of the thesis would give it up if the issue were answered against
    /// it.
    pub fn declare_decisive(&mut self, issue: AxisId) {
        self.decisive.insert(issue);
    }

    /// Records that the thesis does not depend on an issue, as its author says.
    pub fn declare_idle(&mut self, issue: AxisId) {
        self.idle.insert(issue);
    }

    /// Whether the author of the thesis says that it does not depend on the issue.
    pub fn is_declared_idle(&self, issue: &AxisId) -> bool {
        self.idle.contains(issue)
    }

    /// Whether the whole thesis depends on the issue, as its author says of it or of an answer that
    /// is lost with it.
    pub fn is_decisive(&self, issue: &AxisId) -> bool {
        self.lost_with(issue).into_iter().any(|lost| self.decisive.contains(lost))
    }

    /// The share of the thesis's reasons that are known to assert an issue. A link that is as
    /// probable as not says nothing and counts 0, a certain one counts 1, and one between them in
    /// proportion. `None` if the thesis has no reason.
    pub fn linked(&self) -> Option<Probability> {
        let linked: f64 = self.reasons.iter().map(|reason| reason.margin).sum();
        let share = linked / self.reasons.len().max(1) as f64;
        (!self.reasons.is_empty())
            .then(|| Probability::new(share).expect("a mean of probabilities is one"))
    }

    /// Whether the load of an issue is known: the thesis rests on the issue, or enough of the case
    /// is linked for the absence of a load to count, or the author says that the thesis does not
    /// depend on it.
    pub fn knows_load(&self, issue: &AxisId) -> bool {
        self.linked().is_some_and(|share| share.value() >= ENOUGH_LINKED)
            || self.is_declared_idle(issue)
            || self.load(issue).is_some_and(|load| load.value() > 0.0)
    }

    /// Whether a reason of the thesis may rest on any issue: it is unknown which one it asserts,
    /// and the author does not say that nothing depends on this one.
    pub fn may_rest_on(&self, issue: &AxisId) -> bool {
        let has_unlinked_reason = self.reasons.iter().any(|reason| reason.issues.is_empty());
        has_unlinked_reason && !self.is_declared_idle(issue)
    }

    /// The issues that the thesis rests on, directly or through others, nearest first.
    pub fn issues(&self) -> Vec<&AxisId> {
        let mut found: Vec<&AxisId> = Vec::new();
        let mut waiting: VecDeque<&AxisId> =
            self.reasons.iter().flat_map(|reason| &reason.issues).chain(&self.decisive).collect();
        while let Some(issue) = waiting.pop_front() {
            if !found.contains(&issue) {
                found.push(issue);
                waiting.extend(self.arguments.get(issue).into_iter().flatten().flatten());
            }
        }
        found
    }

    /// The issues that are lost if `issue` is answered against the persona, itself included.
    pub fn lost_with<'a>(&'a self, issue: &'a AxisId) -> BTreeSet<&'a AxisId> {
        let mut lost = BTreeSet::from([issue]);
        loop {
            let falls = |(next, arguments): (&'a AxisId, &'a Vec<BTreeSet<AxisId>>)| {
                let rests_on_lost =
                    |below: &BTreeSet<AxisId>| below.iter().any(|b| lost.contains(b));
                (!lost.contains(next) && arguments.iter().all(rests_on_lost)).then_some(next)
            };
            let falling: Vec<&AxisId> = self.arguments.iter().filter_map(falls).collect();
            if falling.is_empty() {
                return lost;
            }
            lost.extend(falling);
        }
    }

    /// The issues by way of which the thesis rests on `issue`: those that its reasons assert and
    /// that are lost with `issue`, nearest first. Empty if a reason asserts `issue` itself, or
    /// its author says that it is decisive.
    pub fn by_way_of(&self, issue: &AxisId) -> Vec<&AxisId> {
        let is_asserted = |asked: &AxisId| {
            self.decisive.contains(asked)
                || self.reasons.iter().any(|reason| reason.issues.contains(asked))
        };
        if is_asserted(issue) {
            return Vec::new();
        }
        let lost = self.lost_with(issue);
        let mut asserted = self.issues();
        asserted.retain(|asked| is_asserted(asked) && lost.contains(asked));
        asserted
    }

    /// The load of an issue by the structure of the case alone: the share of the thesis's reasons
    /// that are lost if the issue is answered against the persona. Without a reason it is 0 where
    /// the author says that the thesis does not depend on the issue, and otherwise none.
    pub fn load(&self, issue: &AxisId) -> Option<Probability> {
        let lost = self.lost_with(issue);
        let share = self.lost_reasons(|issue| !lost.contains(issue));
        share.or_else(|| self.is_declared_idle(issue).then(|| Probability::share(0, 1)))
    }

    /// The share of the thesis's reasons that are lost by an intervention, after which the answers
    /// that `is_left` names remain. `None` if the thesis has no reason.
    ///
    /// *Range*: [0, 1]. A reason that asserts no issue is never lost. All are lost where the author
    /// says that the thesis depends on an answer that is lost.
    pub fn lost_reasons(&self, is_left: impl Fn(&AxisId) -> bool) -> Option<Probability> {
        if self.decisive.iter().any(|issue| !is_left(issue)) {
            return Some(Probability::share(1, 1));
        }
        let lost = self.reasons.iter().filter(|reason| !reason.issues.iter().all(&is_left)).count();
        (!self.reasons.is_empty()).then(|| Probability::share(lost, self.reasons.len()))
    }

    /// Whether the thesis has a reason that asserts only answers which the persona holds.
    pub fn has_reason(&self, holds: impl Fn(&AxisId) -> bool) -> bool {
        self.reasons.iter().any(|reason| reason.issues.iter().all(&holds))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn issue(name: &str) -> AxisId {
        AxisId::new(name).unwrap()
    }

    /// A thesis with reasons («-» asserts no issue, «a+b» two) and arguments written «issue: issues
    /// below».
    fn dependence(reasons: &[&str], arguments: &[&str]) -> Dependence {
        let mut built = Dependence::default();
        for reason in reasons {
            let issues = reason.split('+').filter(|name| *name != "-");
            built.add_reason(issues.map(|name| (issue(name), Probability::share(1, 1))));
        }
        for argument in arguments {
            let (on, below) = argument.split_once(':').unwrap();
            built.add_argument(issue(on), below.split_whitespace().map(issue));
        }
        built
    }

    #[test]
    fn the_load_of_an_issue_is_the_share_of_reasons_lost_with_it() {
        /// The reasons, the arguments, the issue that is lost, its load.
        type Case<'a> = (&'a [&'a str], &'a [&'a str], &'a str, Option<(usize, usize)>);
        let cases: &[Case<'_>] = &[
            (&["a", "b"], &["a:", "b:"], "a", Some((1, 2))),
            (&["a", "-"], &["a:"], "a", Some((1, 2))),
            // The same reason in other words; of two that assert nothing it is not known whether
            // they are the same.
            (&["a", "a", "b"], &["a:", "b:"], "a", Some((1, 2))),
            (&["a", "-", "-"], &["a:"], "a", Some((1, 3))),
            (&["a+b", "-"], &["a:"], "b", Some((1, 2))),
            (&["a", "b"], &["a: c", "b:"], "c", Some((1, 2))),
            (&["a", "b"], &["a: c", "b: c"], "c", Some((2, 2))),
            // A second argument that does not rest on the lost issue backs the first one up.
            (&["a", "b"], &["a: c", "a:", "b:"], "c", Some((0, 2))),
            (&["a", "b"], &["a: c", "a: d c", "b:"], "c", Some((1, 2))),
            // Through a chain, and through an issue on which nothing was argued.
            (&["a"], &["a: b", "b: c"], "c", Some((1, 1))),
            (&["a"], &["c:"], "a", Some((1, 1))),
            (&["a"], &["a:", "c:"], "c", Some((0, 1))),
            (&[], &["a:"], "a", None),
            // Reasons in a cycle fall together.
            (&["a", "d"], &["a: b", "b: a", "d:"], "b", Some((1, 2))),
        ];
        for (reasons, arguments, on, wanted) in cases {
            let load = dependence(reasons, arguments).load(&issue(on));
            let wanted = wanted.map(|(part, whole)| Probability::share(part, whole));
            assert_eq!(load, wanted, "{reasons:?} {arguments:?} without {on}");
        }
    }

    #[test]
    fn a_thesis_rests_on_an_issue_by_way_of_those_that_its_reasons_assert() {
        let built = dependence(&["a", "b", "d"], &["a: c", "c: e", "b:", "b: e", "d: a"]);
        let between = |on: &str| {
            let on = issue(on);
            built.by_way_of(&on).into_iter().map(AxisId::to_string).collect::<Vec<_>>()
        };
        assert_eq!(between("a"), Vec::<String>::new(), "a reason asserts it");
        assert_eq!(between("c"), ["a", "d"]);
        assert_eq!(between("e"), ["a", "d"], "“b” has another argument");
        assert_eq!(between("f"), Vec::<String>::new(), "nothing rests on it");
    }

    #[test]
    fn a_thesis_has_a_reason_as_long_as_all_that_one_of_them_asserts_is_held() {
        let built = dependence(&["a+b", "c"], &[]);
        let held = |held: &[&str]| built.has_reason(|issue| held.contains(&issue.as_str()));
        assert!(held(&["c"]) && held(&["a", "b"]));
        assert!(!held(&["a"]) && !held(&[]));
        assert!(
            dependence(&["-"], &[]).has_reason(|_| false),
            "it asserts nothing that can be lost"
        );
    }

    #[test]
    fn a_link_counts_towards_the_linked_share_as_far_as_it_is_more_certain_than_not() {
        let linked = |certainties: &[f64]| {
            let mut built = Dependence::default();
            for (at, &certainty) in certainties.iter().enumerate() {
                let certain = (certainty > 0.0).then(|| Probability::new(certainty).unwrap());
                built.add_reason(certain.map(|certainty| (issue(&format!("i{at}")), certainty)));
            }
            built.linked().map(Probability::value)
        };
        assert_eq!(linked(&[]), None);
        assert_eq!(linked(&[1.0, 0.0]), Some(0.5));
        assert_eq!(linked(&[0.5, 0.75, 1.0, 0.25]), Some(0.375));
    }

    #[test]
    fn the_load_of_an_issue_is_known_from_nine_linked_reasons_of_twenty() {
        let is_known = |linked: usize| {
            let mut reasons: Vec<String> = (0..linked).map(|at| format!("i{at}")).collect();
            reasons.resize(20, "-".to_owned());
            let reasons: Vec<&str> = reasons.iter().map(String::as_str).collect();
            dependence(&reasons, &[]).knows_load(&issue("b"))
        };
        assert!(is_known(9));
        assert!(!is_known(8));
    }

    #[test]
    fn issues_are_found_from_the_thesis_down_nearest_first() {
        let built = dependence(&["a", "-", "b"], &["a: c", "c: d a", "e: a"]);
        let found: Vec<&str> = built.issues().into_iter().map(AxisId::as_str).collect();
        assert_eq!(found, ["a", "b", "c", "d"]);
        assert_eq!(built.linked(), Some(Probability::share(2, 3)));
        assert_eq!(dependence(&[], &["a:"]).linked(), None);
    }

    proptest! {
        /// Saying the same once more changes nothing, and what is lost with an issue contains what
        /// is lost with those it loses.
        #[test]
        fn repetition_changes_no_load_and_loss_is_transitive(
            reasons in prop::collection::vec(prop::option::of(0_u8..5), 0..5),
            arguments in prop::collection::vec((0_u8..5, prop::collection::btree_set(0_u8..5, 0..3)), 0..8),
            again in any::<prop::sample::Index>(),
        ) {
            let name = |n: u8| issue(&format!("i{n}"));
            let mut once = Dependence::default();
            for reason in &reasons {
                once.add_reason(reason.map(|reason| (name(reason), Probability::share(1, 1))));
            }
            for (on, below) in &arguments {
                once.add_argument(name(*on), below.iter().copied().map(name));
            }
            let mut twice = once.clone();
            if let Some(reason) = reasons.iter().flatten().next() {
                twice.add_reason([(name(*reason), Probability::share(1, 1))]);
            }
            if !arguments.is_empty() {
                let (on, below) = again.get(&arguments);
                twice.add_argument(name(*on), below.iter().copied().map(name));
            }
            for on in (0..5).map(name) {
                prop_assert_eq!(once.load(&on), twice.load(&on));
                let lost = once.lost_with(&on);
                for below in &lost {
                    prop_assert!(once.lost_with(below).is_subset(&lost));
                }
            }
        }
    }
}
