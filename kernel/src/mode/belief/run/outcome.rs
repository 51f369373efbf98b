//! The outcome: graphs are merged by meaning, every persona scores what it has not scored, and the
//! rest is computed.

use std::collections::{BTreeMap, BTreeSet};

use super::cruxes::{CruxInputs, FoundByStrength};
use super::ledger::{self, FinalGraphs, is_strong};
use super::merged_graph::Merged;
use super::metrics::{self, FinishedDebate};
use super::persona_views::{BaseScores, PersonaScores, Views};
use super::trees::{Trees, is_asserted};
use crate::argue::Gradual;
use crate::dependence::IssueStatus;
use crate::graph::{Graph, Node, NodeKind};
use crate::mode::belief::detail::{Community, OutcomeDetail, Shared};
use crate::mode::belief::events::CommunityMerged;
use crate::mode::belief::questions::nodes::ShownNode;
use crate::mode::belief::questions::scores::Scores;
use crate::mode::debate_context::{Answered, DebateContext};
use crate::mode::issues::{DisputedIssue, IssuePosition};
use crate::mode::shared::common_ground;
use crate::mode::shared::judged_pairs::{JudgedPairs, ordered};
use crate::mode::shared::ledger::LedgerRules;
use crate::mode::shared::outcome::{IssueFindings, OutcomeBuilder};
use crate::mode::shared::questions::settle::{Disputed, Reply, Settle};
use crate::mode::shared::regime::theses;
use crate::question::Question;
use crate::record::{AgreedQuestion, CommonGround, FoundBy, ModeDetail, Outcome, Stop};
use crate::vocabulary::{AxisId, NodeId, PersonaId, Topic};

/// Reads the outcome off the final graphs.
pub(super) async fn outcome(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    semantics: Gradual,
    judged: &JudgedPairs,
    stop: Stop,
) -> Outcome {
    let merged = Merged::of(context.graph(), &judged.same);
    let shared = merged.members.values().filter(|members| members.len() > 1).count();
    let nodes = merged.graph.nodes().len();
    context.report(&CommunityMerged { nodes, merged: shared });
    context.stay_in_last_round();
    let seats = seats(context, topic, &merged).await;
    let views = Views { merged: &merged, semantics, seats };
    let questions = settle(context, topic, semantics).await;
    compute(context, topic, &views, judged, &questions, stop)
}

/// Everything that follows without further calls.
fn compute(
    context: &DebateContext<'_>,
    topic: &Topic,
    views: &Views<'_>,
    judged: &JudgedPairs,
    questions: &BTreeMap<AxisId, String>,
    stop: Stop,
) -> Outcome {
    let (graph, snapshots, personas) =
        (context.graph(), context.snapshots(), context.setting.personas);
    let community = views.community();
    let inputs = CruxInputs::new(graph, views.semantics, topic, personas);
    let FoundByStrength { found, details, sensitivity } = inputs.find(questions);
    let IssueFindings { cruxes, idle, agreed, without_support } = found;
    let accepted = accepted(&community, graph);
    let opposed = opposed_in(views.merged, judged);
    let fake = common_ground::fake_consensus(&community.graph, &accepted, &opposed, topic);
    let common_ground = common_ground(context, &community, &accepted, agreed, views.merged);
    let roots = metrics::roots(snapshots, graph, personas);
    let measured = FinishedDebate {
        snapshots,
        graph,
        roots: &roots,
        personas,
        community: &community,
        cruxes: cruxes.iter().filter(|crux| crux.found != FoundBy::LoadUnknown).count(),
        disputed: cruxes.len() + idle.len(),
        sensitivity,
        stop: &stop,
    };
    let metrics = measured.metrics();
    let last = FinalGraphs(graph);
    let builder = OutcomeBuilder {
        context,
        topic,
        theses: theses(graph, personas, |node| node.strength.map(f64::from)),
        without_support,
        cruxes,
        idle_disputes: idle,
        common_ground,
        fake_consensus: fake,
        concessions: ledger::concessions(snapshots),
    }
    .with_verbal(judged);
    Outcome {
        ledgers: last.ledgers(personas),
        flips: last.flips(personas),
        metrics,
        detail: Some(ModeDetail::new(&OutcomeDetail {
            semantics: views.semantics.name().to_owned(),
            roots,
            inferences: views.inferences(graph),
            community,
            cruxes: details,
        })),
        ..builder.outcome(stop)
    }
}

/// The common ground of the merged graph. In the closing, personas revise their scores and add
/// nothing.
fn common_ground(
    context: &DebateContext<'_>,
    community: &Community,
    accepted: &BTreeSet<NodeId>,
    questions: Vec<AgreedQuestion>,
    merged: &Merged,
) -> CommonGround {
    let (snapshots, personas) = (context.snapshots(), context.setting.personas);
    let rounds = &snapshots[..snapshots.len().saturating_sub(1)];
    let attackable = |node: &Node| common_ground::could_be_attacked(node, personas, rounds);
    let mut ground =
        common_ground::common_ground(&community.graph, accepted, questions, attackable);
    name_wordings(&mut ground, context.graph(), merged);
    ground
}

/// Names each agreed point by the nodes that assert it: a merged node holds them and the grants of
/// it.
fn name_wordings(ground: &mut CommonGround, graph: &Graph, merged: &Merged) {
    for agreement in &mut ground.agreed {
        let asserts = |id: &NodeId| graph.node(*id).is_some_and(|node| is_asserted(graph, node));
        let mut wordings = merged.members[&agreement.node].iter().copied().filter(asserts);
        agreement.node = wordings.next().unwrap_or(agreement.node);
        agreement.other_wordings = wordings.collect();
    }
}

/// The asserted points whose strength is at least 0.5 in the view of every persona, and those that
/// are common ground: what personas assert together is agreed, however sure they are of it. A
/// thesis is not a point.
fn accepted(community: &Community, graph: &Graph) -> BTreeSet<NodeId> {
    let is_point = |node: &&Shared| {
        let mut members = node.members.iter().filter_map(|id| graph.node(*id));
        members.any(|member| member.kind != NodeKind::Thesis && is_asserted(graph, member))
    };
    let shared = community.graph.shared();
    let is_common = |node: &Shared| {
        let endorsers = community.graph.node(node.node).map_or(0, |node| node.endorsers().len());
        shared.contains(&node.node) && endorsers >= 2
    };
    let is_accepted =
        |node: &&Shared| is_common(node) || node.views.iter().all(|view| is_strong(view.strength));
    let nodes = community.nodes.iter().filter(is_point);
    nodes.filter(is_accepted).map(|node| node.node).collect()
}

/// The merged nodes that were judged to contradict each other.
fn opposed_in(merged: &Merged, judged: &JudgedPairs) -> JudgedPairs {
    let cluster = |id: NodeId| {
        let found = merged.members.iter().find(|(_, members)| members.contains(&id));
        found.map_or(id, |(cluster, _)| *cluster)
    };
    let pairs = judged.opposed.iter().map(|&(one, other)| ordered(cluster(one), cluster(other)));
    let opposed = pairs.filter(|(one, other)| one != other).collect();
    JudgedPairs { opposed, ..JudgedPairs::default() }
}

/// Each persona with its scores: its own, and those of the other nodes, for which it is asked now.
/// A persona that does not see the others, or whose call fails, has the scores that these nodes had
/// in the debate.
async fn seats(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    merged: &Merged,
) -> Vec<PersonaScores> {
    let setting = context.setting;
    let mut seats: Vec<PersonaScores> = Vec::new();
    let mut questions: Vec<Scores> = Vec::new();
    for persona in setting.personas {
        let mut scores = own_scores(context, merged, &persona.id);
        let lacks =
            |node: NodeId| merged.members.contains_key(&node) && !scores.contains_key(&node);
        if let Some(graph) = context.seen_by(&persona.id) {
            let mut nodes: Vec<ShownNode> = Trees::of(&graph).shown(&graph);
            nodes.retain(|node| lacks(node.id));
            let brief = Some(context.brief(persona));
            questions.push(Scores { brief, topic: topic.clone(), nodes });
        }
        let lacking = context.graph().nodes().filter(|node| lacks(node.id));
        let in_debate: BaseScores =
            lacking.filter_map(|node| Some((node.id, node.base_score?))).collect();
        scores.extend(in_debate);
        seats.push(PersonaScores { persona: persona.id.clone(), scores });
    }
    let take = |_: &mut DebateContext<'_>, question: &Scores, answered: Answered<BaseScores>| {
        let by = |seat: &&mut PersonaScores| Some(&seat.persona) == question.persona();
        let seat = seats.iter_mut().find(by).expect("every persona that is asked has a seat");
        seat.scores.extend(answered.answer);
    };
    // Even if all of these calls fail, the rounds have an outcome: the failures are on record as
    // silence.
    let _ = context.ask_personas(&questions, "no persona scored the others", take).await;
    seats
}

/// The persona's own scores, of the nodes that have a member by this persona.
fn own_scores(context: &DebateContext<'_>, merged: &Merged, persona: &PersonaId) -> BaseScores {
    let score = |id: &NodeId| {
        let node = context.graph().node(*id)?;
        node.base_score.filter(|_| node.is_by(persona))
    };
    let own = |(cluster, members): (&NodeId, &Vec<NodeId>)| {
        Some((*cluster, members.iter().find_map(score)?))
    };
    merged.members.iter().filter_map(own).collect()
}

/// Asks for questions that would settle the cruxes, if there are any. If the call fails, there are
/// none.
async fn settle(
    context: &mut DebateContext<'_>,
    topic: &Topic,
    semantics: Gradual,
) -> BTreeMap<AxisId, String> {
    let (graph, personas) = (context.graph(), context.setting.personas);
    let reply = |held: &IssuePosition| {
        let strongest = held.nodes.iter().filter_map(|node| graph.node(*node));
        let strength = |node: &Node| node.strength.map_or(0.0, f64::from);
        let strongest = strongest.max_by(|one, other| strength(one).total_cmp(&strength(other)));
        Reply {
            persona: held.persona.clone(),
            side: held.side,
            because: strongest.map(|node| node.text.clone()),
            excerpts: strongest.map(|node| node.detail.excerpts.clone()).unwrap_or_default(),
        }
    };
    let disputed = |issue: &DisputedIssue<'_>| Disputed {
        issue: issue.axis.id.clone(),
        question: issue.axis.question.clone(),
        replies: issue.positions.iter().map(reply).collect(),
    };
    let issues = CruxInputs::new(graph, semantics, topic, personas).disputed();
    let cruxes = issues.iter().filter(|issue| issue.status != IssueStatus::Idle);
    let cruxes: Vec<Disputed> = cruxes.map(disputed).collect();
    if cruxes.is_empty() {
        return BTreeMap::new();
    }
    let axes: Vec<AxisId> = cruxes.iter().map(|crux| crux.issue.clone()).collect();
    let question = Settle { topic: topic.clone(), cruxes };
    let questions =
        context.ask(&question).await.map(|answered| answered.answer).unwrap_or_default();
    axes.into_iter().zip(questions).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Operation;
    use crate::mode::belief::detail::View;
    use crate::mode::belief::samples::{ANN, BOB, graph, node, persona, strength};
    use crate::vocabulary::Probability;

    /// Where a node lies: below the thesis of its author, or beside it.
    #[derive(Clone, Copy)]
    enum Place {
        Below,
        Beside,
    }

    /// Whether a node of Ann, edited, is accepted among the graphs of so many personas, where it
    /// has these strengths in the views of Ann and of Bob.
    fn is_accepted(
        personas: usize,
        place: Place,
        edit: &dyn Fn(&mut Node),
        strengths: [f64; 2],
    ) -> bool {
        let edges: &[(u32, u32, bool)] = match place {
            Place::Below => &[(2, 1, true)],
            Place::Beside => &[],
        };
        let nodes = [(1, ANN, 0.5), (2, ANN, 0.5), (3, BOB, 0.5), (4, "cat", 0.5)];
        let mut graph = graph(&nodes[..=personas], edges);
        let mut own = graph.node(node(2)).unwrap().clone();
        edit(&mut own);
        graph.apply(&Operation::UpdateNode(Box::new(own))).unwrap();
        let view = |(id, strong): (&str, f64)| View {
            persona: persona(id),
            base_score: strength(0.5),
            strength: strength(strong),
        };
        let shared = Shared {
            node: node(2),
            members: vec![node(2)],
            views: [ANN, BOB].into_iter().zip(strengths).map(view).collect(),
            spread: Probability::share(0, 1),
        };
        let community = Community {
            graph: graph.clone(),
            nodes: vec![shared],
            edges: vec![],
            unmerged: vec![],
            refused: vec![],
        };
        accepted(&community, &graph).contains(&node(2))
    }

    #[test]
    fn belief_outcome_a_point_is_accepted_that_is_strong_for_all_or_that_all_assert_together() {
        use Place::{Below, Beside};
        type Edit<'e> = &'e dyn Fn(&mut Node);
        let plain: Edit<'_> = &|_| ();
        let by_bob: Edit<'_> = &|node| node.endorsed_by = [persona(BOB)].into();
        let granted: Edit<'_> = &|node| (node.kind, node.side) = (NodeKind::Point, None);
        let (weak, strong) = ([0.2, 0.2], [0.5, 0.6]);
        for (case, personas, place, edit, strengths, wanted) in [
            ("strong for both", 2, Below, plain, strong, true),
            ("strong for one", 2, Below, plain, [0.9, 0.4], false),
            ("both assert it", 2, Below, by_bob, weak, true),
            ("two of three assert it", 3, Below, by_bob, weak, false),
            ("its author grants it alone", 2, Beside, granted, weak, false),
            ("it is granted, and both find it strong", 2, Beside, granted, strong, true),
            ("its author raises it as an objection", 2, Below, granted, strong, false),
            ("a thesis is no point", 2, Beside, plain, strong, false),
        ] {
            assert_eq!(is_accepted(personas, place, edit, strengths), wanted, "{case}");
        }
    }
}
