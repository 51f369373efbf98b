//! The course of a whole debate: openings, exchange, search for the crux, resolution.

use super::course::{Conversation, Next};
use super::crystallizer::{Changed, Crystallizer};
use crate::graph::Node;
use crate::mode::conversation::Plan;
use crate::mode::conversation::events::{EngineComplete, EngineError, EngineStart};
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::judged_pairs::{ComparisonTime, JudgedPairs};
use crate::mode::shared::{decomposition, stop_rules};
use crate::mode::{DebateSize, ProtocolFailure};
use crate::record::{Outcome, Stop};

/// Runs a conversation in which `graph` enters what was said, and reports how it begins and ends.
///
/// # Errors
/// Where no persona opens, or every call of the exchange fails.
pub(in crate::mode) async fn run(
    context: &mut DebateContext<'_>,
    plan: Plan,
    max_propositions: u32,
    graph: impl Crystallizer,
) -> Result<Outcome, ProtocolFailure> {
    let personas = context.setting.personas.iter().map(|persona| persona.id.clone()).collect();
    context.report(&EngineStart { personas, max_turns: plan.max_turns });
    let result = run_rounds(context, plan, max_propositions, graph).await;
    match &result {
        Ok(Outcome { stop: Stop { reason, rule, .. }, .. }) => {
            context.report(&EngineComplete { stop: *reason, rule: rule.clone() });
        }
        Err(ProtocolFailure(fault)) => context.report(&EngineError { fault: fault.clone() }),
    }
    result
}

async fn run_rounds<C: Crystallizer>(
    context: &mut DebateContext<'_>,
    plan: Plan,
    max_propositions: u32,
    mut graph: C,
) -> Result<Outcome, ProtocolFailure> {
    let (topic, claims) = decomposition::issues(context, max_propositions as usize).await?;
    let size = DebateSize::new(&topic, context.setting.personas.len());
    let [at_opening, at_end] = plan.comparisons(size);
    let mut talk = Conversation::open(context, &topic, C::TONE, plan.max_turns).await?;
    let mut changed = enter(context, &mut talk, &mut graph).await.unwrap_or_default();
    let mut judged = JudgedPairs::default();
    judged.compare(context, ComparisonTime::Before, at_opening, |_| true).await;
    changed.attacks += graph.discover(context, &topic).await;
    let state = graph.state(context);
    talk.update(context, "The opening speeches were given.", changed, state);
    let stop = if context.is_isolated() {
        stop_rules::isolated()
    } else {
        let stop = exchange(context, &mut talk, &mut graph).await?;
        talk.resolve(context).await;
        let changed = enter(context, &mut talk, &mut graph).await.unwrap_or_default();
        let compared = graph.compared_at_end(context);
        let counts = |node: &Node| compared.contains(&node.id);
        judged.compare(context, ComparisonTime::AtEnd, at_end, counts).await;
        let state = graph.state(context);
        talk.update(context, "The debate ended.", changed, state);
        Stop { rounds: context.rounds_played(), ..stop }
    };
    Ok(Outcome { claims, ..graph.outcome(context, &topic, stop, &judged) })
}

/// Takes turns and updates the graph until a rule ends the exchange.
async fn exchange(
    context: &mut DebateContext<'_>,
    talk: &mut Conversation,
    graph: &mut impl Crystallizer,
) -> Result<Stop, ProtocolFailure> {
    loop {
        match talk.run_until_update(context).await? {
            Next::Resolve(stop) => return Ok(stop),
            Next::Update(due) => match enter(context, talk, graph).await {
                Some(changed) => {
                    let state = graph.state(context);
                    talk.update(context, due, changed, state);
                }
                None => talk.postpone_update(),
            },
        }
    }
}

/// Asks what the turns since the last update change, and changes it. Nothing where the call failed:
/// the turns are entered with later ones.
async fn enter(
    context: &mut DebateContext<'_>,
    talk: &mut Conversation,
    graph: &mut impl Crystallizer,
) -> Option<Changed> {
    let said = talk.turns_to_enter();
    if said.shown().is_empty() {
        return Some(Changed::default());
    }
    let question = graph.question(context, &said);
    let answered = context.ask(&question).await.ok()?;
    let changed = graph.apply(context, &said, answered);
    talk.mark_entered();
    Some(changed)
}
