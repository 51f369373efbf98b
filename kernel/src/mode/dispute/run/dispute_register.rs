//! What is kept of disputes beside the graph: horizons, criteria, retirement, concessions.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Graph;
use crate::mode::dispute::detail::{DisputeDetail, OutcomeDetail, Retired, Why};
use crate::mode::dispute::disputes::{Dispute, Division, disputes};
use crate::mode::dispute::events::DisputeState;
use crate::mode::dispute::questions::crystallize_disputes::UpdatedDispute;
use crate::record::Concession;
use crate::vocabulary::{NodeId, Side};

/// A dispute is retired after this many updates that do not touch it.
const RETIRED_AFTER: u32 = 3;

/// What is kept of one dispute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct DisputeRecord {
    pub(super) horizon: Option<String>,
    pub(super) criteria: Vec<String>,
    /// The number of updates since the last one that touched it.
    pub(super) untouched: u32,
    pub(super) retired: Option<Retired>,
}

impl DisputeRecord {
    /// What is kept of a new dispute.
    pub(super) fn new(horizon: Option<String>, criteria: Vec<String>) -> Self {
        Self { horizon, criteria, ..Self::default() }
    }

    /// Takes the horizon and the criteria that an update names. Returns whether it changes any.
    pub(super) fn update(&mut self, update: &UpdatedDispute) -> bool {
        let before = self.clone();
        self.horizon = update.horizon.clone().or(self.horizon.take());
        if !update.criteria.is_empty() {
            self.criteria.clone_from(&update.criteria);
        }
        *self != before
    }
}

/// What is kept of all disputes.
#[derive(Debug, Default)]
pub(super) struct DisputeRegister {
    pub(super) records: BTreeMap<NodeId, DisputeRecord>,
    pub(super) concessions: Vec<Concession>,
    /// The number of disputes that were left out because an update may open two.
    pub(super) beyond_limit: usize,
}

impl DisputeRegister {
    pub(super) fn is_active(&self, dispute: NodeId) -> bool {
        self.records.get(&dispute).is_none_or(|record| record.retired.is_none())
    }

    pub(super) fn record(&self, dispute: &Dispute<'_>) -> DisputeRecord {
        self.records.get(&dispute.node.id).cloned().unwrap_or_default()
    }

    /// A dispute that an update touches is discussed again, and one that is called settled is not.
    pub(super) fn update_status(
        &mut self,
        round: u32,
        touched: &BTreeSet<NodeId>,
        settled: &BTreeSet<NodeId>,
    ) {
        for (dispute, record) in &mut self.records {
            if touched.contains(dispute) {
                (record.untouched, record.retired) = (0, None);
            }
            if settled.contains(dispute) {
                record.retired = Some(Retired { round, why: Why::Settled });
            }
        }
    }

    /// Retires the disputes that were not touched for long.
    pub(super) fn retire(&mut self, round: u32, touched: &BTreeSet<NodeId>) {
        let others = self.records.iter_mut().filter(|(dispute, _)| !touched.contains(dispute));
        for (_, record) in others {
            record.untouched += 1;
            if record.untouched >= RETIRED_AFTER && record.retired.is_none() {
                record.retired = Some(Retired { round, why: Why::Untouched });
            }
        }
    }

    /// Whether personas take opposite sides on a dispute that is not retired.
    pub(super) fn is_contested(&self, dispute: &Dispute<'_>) -> bool {
        self.is_active(dispute.node.id) && dispute.division() == Division::Live
    }

    /// The stances of live disputes: what is contested.
    pub(super) fn contested(&self, graph: &Graph) -> BTreeSet<NodeId> {
        let live = disputes(graph).into_iter().filter(|dispute| self.is_contested(dispute));
        live.flat_map(|dispute| dispute.stances).map(|stance| stance.id).collect()
    }

    /// The state of every dispute, as events report it.
    pub(super) fn states(&self, graph: &Graph) -> Vec<DisputeState> {
        let state = |dispute: &Dispute<'_>| {
            let record = self.record(dispute);
            DisputeState {
                node: dispute.node.id,
                question: dispute.node.text.clone(),
                axis: dispute.node.axis.clone(),
                horizon: record.horizon,
                criteria: record.criteria,
                active: record.retired.is_none(),
                yes: dispute.speakers(Side::Yes),
                no: dispute.speakers(Side::No),
                score: dispute.evenness(),
            }
        };
        disputes(graph).iter().map(state).collect()
    }

    /// The detail of the outcome.
    pub(super) fn detail(&self, graph: &Graph) -> OutcomeDetail {
        let detail = |dispute: Dispute<'_>| {
            let record = self.record(&dispute);
            DisputeDetail {
                node: dispute.node.id,
                horizon: record.horizon,
                criteria: record.criteria,
                retired: record.retired,
                score: dispute.evenness(),
            }
        };
        let disputes = disputes(graph).into_iter().map(detail).collect();
        OutcomeDetail { disputes, beyond_limit: self.beyond_limit }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn register() -> DisputeRegister {
        DisputeRegister {
            records: [(NodeId::new(1), DisputeRecord::default())].into(),
            ..DisputeRegister::default()
        }
    }

    fn why(register: &DisputeRegister) -> Option<Why> {
        register.records[&NodeId::new(1)].retired.map(|retired| retired.why)
    }

    #[test]
    fn dispute_rule_7_a_dispute_is_retired_after_three_updates_that_do_not_touch_it() {
        let (none, touched) = (BTreeSet::new(), BTreeSet::from([NodeId::new(1)]));
        let mut register = register();
        let mut update = |round, touched: &BTreeSet<NodeId>| {
            register.update_status(round, touched, &none);
            register.retire(round, touched);
            (why(&register), register.is_active(NodeId::new(1)))
        };
        assert_eq!(update(0, &touched), (None, true));
        assert_eq!(update(1, &none), (None, true));
        assert_eq!(update(2, &none), (None, true));
        assert_eq!(update(3, &none), (Some(Why::Untouched), false));
        assert_eq!(update(4, &touched), (None, true), "the debate returned to it");
        assert_eq!(register.records.len(), 1, "it stays on record");
    }

    #[test]
    fn dispute_rule_7_a_dispute_that_is_called_settled_is_retired_at_once() {
        let (none, one) = (BTreeSet::new(), BTreeSet::from([NodeId::new(1)]));
        let mut register = register();
        register.update_status(1, &one, &one);
        for round in 1..5 {
            register.retire(round, &none);
        }
        let retired = register.records[&NodeId::new(1)].retired;
        assert_eq!(retired, Some(Retired { round: 1, why: Why::Settled }));
    }

    #[test]
    fn dispute_rule_7_an_update_that_changes_nothing_does_not_touch_a_dispute() {
        let update = |horizon: Option<&str>, criteria: &[&str]| UpdatedDispute {
            dispute: NodeId::new(1),
            horizon: horizon.map(str::to_owned),
            criteria: criteria.iter().map(|text| (*text).to_owned()).collect(),
            is_settled: false,
        };
        let mut record = DisputeRecord::default();
        assert!(!record.update(&update(None, &[])));
        assert!(record.update(&update(Some("in May"), &["a count"])));
        assert!(!record.update(&update(Some("in May"), &["a count"])), "it is known");
        assert!(!record.update(&update(None, &[])), "it stays");
        assert_eq!(record.horizon.as_deref(), Some("in May"));
    }
}
