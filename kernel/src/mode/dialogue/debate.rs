//! The course of the debate: openings, exchange, search for the crux, resolution.

use super::crystallizer::{self, Crystallizer};
use super::{measures, questions};
use crate::graph::Node;
use crate::mode::calls::MostComparisons;
use crate::mode::conversation::course::{self, GraphState};
use crate::mode::conversation::{Conversation, Manner, Next};
use crate::mode::shared::decomposition;
use crate::mode::shared::dung::{Evaluated, evaluate, outcome};
use crate::mode::shared::judged_pairs::{JudgedPairs, compare};
use crate::mode::shared::stop_rules;
use crate::mode::table::Table;
use crate::mode::{DebateSize, Dialogue, Failure, Run};
use crate::question::QuestionInfo;
use crate::record::{Outcome, Stop};
use crate::vocabulary::Topic;

impl Run for Dialogue {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;

    /// Runs the conversation, and reports how it begins and ends.
    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
        course::start(table, self.max_turns);
        let result = self.converse(table).await;
        course::end(table, &result);
        result
    }
}

impl Dialogue {
    /// Runs the conversation, and reads the outcome off the final graph.
    async fn converse(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
        let (topic, claims) = decomposition::issues(table, self.max_propositions as usize).await?;
        let size = DebateSize::new(&topic, table.setting.personas.len());
        let [at_opening, at_end] = self.comparisons(size);
        let mut talk = Conversation::open(table, &topic, Manner::Open, self.max_turns).await?;
        let mut graph = Crystallizer::default();
        let mut changed = graph.enter(table, &topic, &talk).await.unwrap_or_default();
        let mut compared = compare(table, at_opening, |_| true).await;
        changed.attacks += crystallizer::discover(table, &topic).await;
        let mut evaluated = evaluate(table);
        let state = GraphState::of_framework(table, evaluated.semantics.clone());
        talk.update(table, "The opening speeches were given.", changed, state);
        let stop = if table.is_isolated() {
            stop_rules::isolated()
        } else {
            let stop = converse(table, &topic, &mut talk, &mut graph).await?;
            evaluated = resolve(table, &topic, &mut talk, &mut graph, at_end, &mut compared).await;
            Stop { rounds: table.rounds_played(), ..stop }
        };
        let metrics = measures::metrics(&evaluated, table.snapshots(), &graph.concessions);
        let conceded = graph.concessions;
        let outcome = outcome::outcome(table, &topic, stop, &evaluated, &compared, conceded);
        Ok(Outcome { claims, metrics, ..outcome })
    }
}

/// Takes turns and updates the graph until a rule ends the conversation.
async fn converse(
    table: &mut Table<'_>,
    topic: &Topic,
    talk: &mut Conversation,
    graph: &mut Crystallizer,
) -> Result<Stop, Failure> {
    loop {
        match talk.go_on(table).await? {
            Next::Resolve(stop) => return Ok(stop),
            Next::Update(due) => match graph.enter(table, topic, talk).await {
                Some(changed) => {
                    let evaluated = evaluate(table);
                    let state = GraphState::of_framework(table, evaluated.semantics);
                    talk.update(table, due, changed, state);
                }
                None => talk.postpone_update(),
            },
        }
    }
}

/// Hears the closing speeches, updates the graph for the last time, and compares what is accepted by meaning.
async fn resolve(
    table: &mut Table<'_>,
    topic: &Topic,
    talk: &mut Conversation,
    graph: &mut Crystallizer,
    at_end: MostComparisons,
    compared: &mut JudgedPairs,
) -> Evaluated {
    talk.resolve(table).await;
    let changed = graph.enter(table, topic, talk).await.unwrap_or_default();
    let accepted = evaluate(table).accepted();
    let is_accepted = |node: &Node| accepted.contains(&node.id);
    compared.extend(compare(table, at_end, is_accepted).await);
    let evaluated = evaluate(table);
    let state = GraphState::of_framework(table, evaluated.semantics.clone());
    talk.update(table, "The debate ended.", changed, state);
    evaluated
}
