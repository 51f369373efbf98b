//! The course of the debate: openings, exchange, search for the crux, resolution.

use super::crystallizer::Crystallizer;
use super::outcome::Finished;
use super::questions;
use crate::mode::calls::MostComparisons;
use crate::mode::conversation::{Conversation, Manner, Next, course};
use crate::mode::shared::decomposition;
use crate::mode::shared::judged_pairs::{JudgedPairs, compare};
use crate::mode::shared::stop_rules;
use crate::mode::table::Table;
use crate::mode::{DebateSize, Dispute, Failure, Run};
use crate::question::QuestionInfo;
use crate::record::{Outcome, Stop};
use crate::vocabulary::Topic;

impl Run for Dispute {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const DETAILS: &'static [(&'static str, crate::mode::MakeSchema)] =
        &[("outcome", || schemars::schema_for!(super::detail::OutcomeDetail).to_value())];

    /// Runs the conversation, and reports how it begins and ends.
    async fn run(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
        course::start(table, self.max_turns);
        let result = self.converse(table).await;
        course::end(table, &result);
        result
    }
}

impl Dispute {
    /// Runs the conversation, and reads the outcome off the final graph.
    async fn converse(&self, table: &mut Table<'_>) -> Result<Outcome, Failure> {
        let (topic, claims) = decomposition::issues(table, self.max_propositions as usize).await?;
        let size = DebateSize::new(&topic, table.setting.personas.len());
        let [at_opening, at_end] = self.comparisons(size.personas);
        let mut talk =
            Conversation::open(table, &topic, Manner::Adversarial, self.max_turns).await?;
        let mut graph = Crystallizer::default();
        let changed = graph.enter(table, &topic, &talk).await.unwrap_or_default();
        let mut compared = compare(table, at_opening, |_| true).await;
        talk.update(table, "The opening speeches were given.", changed, graph.state(table));
        let stop = if table.is_isolated() {
            stop_rules::isolated()
        } else {
            let stop = converse(table, &topic, &mut talk, &mut graph).await?;
            resolve(table, &topic, &mut talk, &mut graph, at_end, &mut compared).await;
            Stop { rounds: table.rounds_played(), ..stop }
        };
        let finished = Finished { topic: &topic, book: graph.book, judged: &compared };
        Ok(Outcome { claims, ..finished.outcome(table, stop) })
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
                Some(changed) => talk.update(table, due, changed, graph.state(table)),
                None => talk.postpone_update(),
            },
        }
    }
}

/// Hears the closing speeches, updates the graph for the last time, and compares what is new by meaning.
async fn resolve(
    table: &mut Table<'_>,
    topic: &Topic,
    talk: &mut Conversation,
    graph: &mut Crystallizer,
    at_end: MostComparisons,
    compared: &mut JudgedPairs,
) {
    talk.resolve(table).await;
    let changed = graph.enter(table, topic, talk).await.unwrap_or_default();
    compared.extend(compare(table, at_end, |_| true).await);
    talk.update(table, "The debate ended.", changed, graph.state(table));
}
