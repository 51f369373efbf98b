//! The steps of a debate at a blackboard: opening, answers, state, outcome.

use std::collections::BTreeSet;

use super::convergence::Convergence;
use super::messages::{RoundAnswers, propose, take};
use super::opening;
use super::opening::says_something;
use super::outcome::{LastRound, is_given_up};
use super::shown_board::{ShownBoard, ShownMessage};
use crate::graph::{Node, NodeKind};
use crate::mode::ProtocolFailure;
use crate::mode::blackboard::candidates::candidates;
use crate::mode::blackboard::detail::{ActionPlan, FloorTurn, TriggeredFlip};
use crate::mode::blackboard::events::{
    FloorGiven, PersonaStance, StanceConvergence, StancesUpdate,
};
use crate::mode::blackboard::questions::respond::Respond;
use crate::mode::blackboard::stance::{has_opposite_stances, stances};
use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::debate_context::DebateContext;
use crate::mode::shared::decomposition;
use crate::mode::shared::judged_pairs::{ComparisonTime, JudgedPairs};
use crate::record::{Act, Event, Outcome, Stop};
use crate::view::number;
use crate::vocabulary::{AxisId, Claim, NodeId, Persona, Topic};

/// A debate at a blackboard.
pub(in crate::mode) struct Session {
    /// The topic with the claims as its axes.
    topic: Topic,
    /// The propositions that a topic without axes was split into.
    claims: Vec<Claim>,
    judged: JudgedPairs,
    flips: Vec<TriggeredFlip>,
    floor: Vec<FloorTurn>,
}

/// What a persona sees and may say when it speaks.
#[derive(Debug, Clone, Copy)]
pub(in crate::mode) struct Scope {
    /// How many of the latest rounds it sees.
    pub(in crate::mode) rounds: u32,
    /// On how many claims it may say something where it has the floor alone; `None` if all speak,
    /// on all claims.
    pub(in crate::mode) claims: Option<usize>,
}

/// The state after a round.
pub(in crate::mode) struct RoundState {
    pub(in crate::mode) convergence: Convergence,
    /// The number of crux candidates that were new in the round.
    pub(in crate::mode) new_candidates: usize,
}

impl Session {
    /// The opening: the claims, and the thesis and the first stances of every persona. Ends round
    /// 0.
    pub(in crate::mode) async fn open(
        context: &mut DebateContext<'_>,
        most_claims: u32,
        most: MostComparisons,
    ) -> Result<Self, ProtocolFailure> {
        let (topic, claims) = decomposition::issues(context, most_claims as usize).await?;
        opening::stances(context, &topic).await?;
        let mut judged = JudgedPairs::default();
        judged.compare(context, ComparisonTime::Before, most, says_something).await;
        let session = Self { topic, claims, judged, flips: Vec::new(), floor: Vec::new() };
        let state = session.state(context, 0);
        session.report(context, &state, None);
        context.end_round("Opening", None);
        Ok(session)
    }

    /// What a persona is asked in this round; `None` if personas do not see each other.
    pub(in crate::mode) fn question(
        &self,
        context: &DebateContext<'_>,
        persona: &Persona,
        scope: Scope,
    ) -> Option<Respond> {
        let seen = context.seen_by(&persona.id)?;
        let round = context.round();
        let conceded = context.turns().filter(|turn| turn.act == Act::Concede);
        let conceded = conceded.filter_map(|turn| seen.node(turn.node?));
        // Who changes its stance concedes that, and may support a message without granting it.
        let granting = conceded.filter(|node| node.kind != NodeKind::Position);
        let granting = granting.map(|node| node.id).collect();
        let everything = ShownBoard::all(&seen, &granting);
        let is_own = |said: &ShownMessage| said.author == persona.id;
        let mut brief = context.brief(persona);
        // A condition is met once.
        let met = self.flips.iter().filter(|met| met.persona == persona.id);
        let met: BTreeSet<&str> = met.map(|met| met.when.as_str()).collect();
        brief.contract.flips.retain(|flip| !met.contains(flip.when.as_str()));
        Some(Respond {
            brief,
            topic: self.topic.clone(),
            round,
            most: scope.claims.unwrap_or(usize::MAX).min(self.topic.axes.len()),
            has_floor: scope.claims.is_some(),
            intent: None,
            board: ShownBoard::of(&seen, &self.topic, round, scope.rounds, &granting),
            said: everything.into_iter().filter(is_own).collect(),
        })
    }

    /// Asks these personas in parallel for their messages, and puts them on the blackboard. A
    /// persona whose call fails is silent.
    ///
    /// # Errors
    /// Where every call fails.
    pub(in crate::mode) async fn answers(
        &mut self,
        context: &mut DebateContext<'_>,
        personas: &[&Persona],
        scope: Scope,
    ) -> Result<RoundState, ProtocolFailure> {
        let questions =
            personas.iter().filter_map(|persona| self.question(context, persona, scope));
        self.asked(context, questions.collect()).await
    }

    /// Asks these questions in parallel, and puts the messages on the blackboard.
    async fn asked(
        &mut self,
        context: &mut DebateContext<'_>,
        questions: Vec<Respond>,
    ) -> Result<RoundState, ProtocolFailure> {
        let mut brought = RoundAnswers::default();
        let what = "no persona said anything";
        context
            .ask_personas(&questions, what, |context, question, answered| {
                take(context, question, answered, &mut brought);
            })
            .await?;
        let RoundAnswers { proposals, flips } = brought;
        self.flips.extend(flips);
        let new_candidates = propose(context, &self.topic, proposals).await;
        Ok(self.state(context, new_candidates))
    }

    /// Asks the persona that has the floor for its messages, of which it knows what it meant to
    /// say. If its call fails, the turn is silent.
    pub(in crate::mode) async fn turn(
        &mut self,
        context: &mut DebateContext<'_>,
        speaker: &Persona,
        intent: String,
        scope: Scope,
    ) -> RoundState {
        let intent = Some(intent).filter(|intent| !intent.trim().is_empty());
        let question = self.question(context, speaker, scope);
        let question = question.map(|question| Respond { intent, ..question });
        match self.asked(context, question.into_iter().collect()).await {
            Ok(state) => state,
            // The failed call is recorded as silence, and other personas can speak in the next
            // turn.
            Err(_) => self.state(context, 0),
        }
    }

    /// Gives a persona the floor, or no one if all listen.
    pub(in crate::mode) fn give_floor(
        &mut self,
        context: &mut DebateContext<'_>,
        speaker: Option<&Persona>,
        plans: Vec<ActionPlan>,
    ) {
        let (round, persona) = (context.round(), speaker.map(|persona| persona.id.clone()));
        context.report(&FloorGiven { round, persona: persona.clone(), plans: plans.clone() });
        self.floor.push(FloorTurn { round, speaker: persona, plans });
    }

    /// The state of the blackboard.
    pub(in crate::mode) fn state(
        &self,
        context: &DebateContext<'_>,
        new_candidates: usize,
    ) -> RoundState {
        let held = stances(context.graph());
        let found = candidates(context.graph(), &held);
        RoundState {
            convergence: Convergence::of(&held, &self.claim_ids(), &found),
            new_candidates,
        }
    }

    fn claim_ids(&self) -> Vec<AxisId> {
        self.topic.axes.iter().map(|axis| axis.id.clone()).collect()
    }

    /// Reports the stances and how far they have come together.
    pub(in crate::mode) fn report(
        &self,
        context: &mut DebateContext<'_>,
        state: &RoundState,
        stop: Option<&Stop>,
    ) {
        let round = context.round();
        let held = stances(context.graph());
        let stances = self.topic.axes.iter().flat_map(|axis| {
            let on_axis = held.get(&axis.id).into_iter().flatten();
            on_axis.map(|(persona, held)| PersonaStance {
                persona: persona.clone(),
                axis: axis.id.clone(),
                side: held.stance.side(),
                confidence: held.confidence,
            })
        });
        let stances = stances.collect();
        context.report(&StancesUpdate { round, stances });
        let Convergence { entropy, split, distance, settled, claims, unresolved } =
            state.convergence;
        let stop = stop.map(|stop| stop.reason);
        context.report(&StanceConvergence {
            round,
            entropy,
            split,
            distance,
            settled,
            claims,
            unresolved,
            stop,
        });
        let disputed =
            self.topic.axes.iter().filter(|axis| has_opposite_stances(&held, &axis.id)).count();
        let candidates =
            number::count(unresolved, "unresolved crux candidate", "unresolved crux candidates");
        let claims = number::count(claims, "claim", "claims");
        let summary = format!("{claims}: {settled} settled, {disputed} disputed; {candidates}.");
        context.emit(&Event::BlackboardUpdate { round, summary });
    }

    /// Compares what the rounds have added with everything else. The calls count as part of the
    /// last round.
    pub(in crate::mode) async fn compare(
        &mut self,
        context: &mut DebateContext<'_>,
        most: MostComparisons,
    ) {
        let snapshots = context.snapshots();
        let nodes = context.graph().nodes();
        let given_up: BTreeSet<NodeId> =
            nodes.filter(|node| is_given_up(snapshots, node)).map(|node| node.id).collect();
        let counts = |node: &Node| says_something(node) && !given_up.contains(&node.id);
        self.judged.compare(context, ComparisonTime::AtEnd, most, counts).await;
    }

    /// The outcome.
    pub(in crate::mode) async fn outcome(
        self,
        context: &mut DebateContext<'_>,
        stop: Stop,
    ) -> Outcome {
        let Self { topic, claims, judged, flips, floor } = self;
        let finished = LastRound { topic: &topic, judged: &judged, flips, floor };
        Outcome { claims, ..finished.outcome(context, stop).await }
    }
}
