//! The one call, and what it becomes.

use super::Echo;
use crate::graph::{Node, NodeKind};
use crate::mode::Failure;
use crate::mode::shared::questions::decompose::Decompose;
use crate::mode::table::Table;
use crate::question::QuestionInfo;
use crate::record::{Crux, Found, Outcome, Regime, Score, Stop, StopReason};
use crate::vocabulary::{CallId, Claim, CruxId, Disagreement, Probability};

pub(super) const QUESTIONS: &[QuestionInfo] = &[QuestionInfo::of::<Decompose>()];

pub(super) async fn run(echo: &Echo, table: &mut Table<'_>) -> Result<Outcome, Failure> {
    let personas = table.setting.personas.iter().map(|persona| persona.id.clone()).collect();
    let topic = table.setting.topic.clone();
    let question = Decompose { topic, personas, most: echo.most as usize };
    let answered = table.require(&question, "there are no propositions").await?;
    let claims = answered.answer.iter().zip(1..);
    let cruxes = claims.map(|(claim, rank)| crux(table, claim, CruxId::new(rank), answered.call));
    let cruxes: Vec<Crux> = cruxes.collect();
    table.end_round("Echo", None);
    let rule = "Every proposition has been repeated.".to_owned();
    let stop = Stop { reason: StopReason::Converged, rule, rounds: 0 };
    let sentence = "The personas were not asked.".to_owned();
    Ok(Outcome { cruxes, ..Outcome::new(stop, Regime::Undetermined, sentence) })
}

/// Adds a proposition to the graph and repeats it.
fn crux(table: &mut Table<'_>, claim: &Claim, id: CruxId, call: CallId) -> Crux {
    let axis = claim.axis.clone();
    let question = Node::new(table.next_node(), NodeKind::Question, &claim.text);
    let node = table.state(Node { axis, ..question }, [], call, None);
    Crux {
        id,
        statement: claim.text.clone(),
        found: Found::Proposed,
        kind: Disagreement::Claim,
        axis: claim.axis.clone(),
        score: Score {
            value: Probability::new(1.0).unwrap(),
            rule: "every proposition counts the same".to_owned(),
        },
        positions: Vec::new(),
        depends_on: vec![node],
        settling_question: table.setting.topic.question.clone(),
        counterfactual: None,
        provenance: table.graph().node(node).unwrap().provenance.clone(),
    }
}
