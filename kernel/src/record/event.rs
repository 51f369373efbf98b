//! The events that a debate reports while it runs.

use serde::{Deserialize, Serialize};

use super::{Act, Concession, Phase, ReadingKind, Signals, StopReason, Turn};
use crate::graph::Change;
use crate::vocabulary::{
    AxisId, CallId, Claim, NodeId, ObserverId, PassageId, PersonaId, Probability, Side, Strength,
    TurnId,
};

/// How strong a persona's thesis is.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ThesisStrength {
    /// The persona.
    pub persona: PersonaId,
    /// The strength of its thesis.
    pub strength: Strength,
}

/// What a persona says to a claim.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PersonaStance {
    /// The persona.
    pub persona: PersonaId,
    /// The issue that the claim answers with yes.
    pub axis: AxisId,
    /// Its answer; absent where it is uncertain.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// How sure it is.
    pub confidence: Probability,
}

/// What a persona wants to do in the next turn.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "run", schemars(description = "What you want to do in the next turn."))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlannedAction {
    /// It wants to speak.
    Speak,
    /// It wants to speak next, in answer to what was said last.
    Interrupt,
    /// It wants to listen.
    Listen,
}

/// The plan of a persona for the next turn.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ActionPlan {
    /// The persona.
    pub persona: PersonaId,
    /// What it wants to do.
    pub action: PlannedAction,
    /// How urgent that is to it.
    pub urgency: Probability,
    /// What it means to say, in a sentence; may be empty.
    pub intent: String,
}

/// A dispute: a question with the personas that answer it.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct DisputeState {
    /// Its node.
    pub node: NodeId,
    /// The question.
    pub question: String,
    /// The axis that it is about, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub axis: Option<AxisId>,
    /// By when its answer will be known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub horizon: Option<String>,
    /// The observations that would settle it.
    pub criteria: Vec<String>,
    /// Whether it is discussed.
    pub active: bool,
    /// The personas that answer yes.
    pub yes: Vec<PersonaId>,
    /// The personas that answer no.
    pub no: Vec<PersonaId>,
    /// How evenly the exchange about it is divided.
    pub score: Probability,
}

/// An event of a debate.
///
/// The recorder, progress displays and tests read events; a running mode has no other output.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema))]
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The topic was split into propositions.
    ClaimsDecomposed {
        /// The propositions.
        claims: Vec<Claim>,
    },
    /// A persona gave its opening arguments.
    InitialStance {
        /// The persona.
        persona: PersonaId,
        /// Its arguments.
        nodes: Vec<NodeId>,
    },
    /// All opening arguments have been given.
    ArgumentsSubmitted {
        /// Their number.
        arguments: usize,
    },
    /// All attacks of a round have been submitted.
    AttacksGenerated {
        /// The round.
        round: u32,
        /// Their number.
        attacks: usize,
        /// The number of unusable attacks.
        dropped: usize,
    },
    /// The attacks of a round have been judged.
    ValidationComplete {
        /// The round.
        round: u32,
        /// The number of valid attacks.
        valid: usize,
        /// The number of invalid attacks.
        rejected: usize,
        /// The number of corrected attacks.
        corrected: usize,
        /// The number of attacks that repeat another one.
        duplicates: usize,
    },
    /// The graph was updated.
    GraphUpdate {
        /// The round.
        round: u32,
        /// Its nodes.
        nodes: usize,
        /// Its edges.
        edges: usize,
        /// The numbers of arguments that are IN, OUT and UNDEC.
        labels: [usize; 3],
        /// The number of preferred extensions.
        preferred: String,
    },
    /// A stop rule was checked.
    GraphConvergence {
        /// The round.
        round: u32,
        /// Whether the labels of all earlier arguments are unchanged.
        unchanged: bool,
        /// The reason why the debate stops, if it does.
        stop: Option<StopReason>,
    },
    /// A turn was kept.
    AgentTurn {
        /// The turn.
        turn: TurnId,
        /// The persona.
        persona: PersonaId,
        /// The text of the turn.
        text: String,
    },
    /// The convergence of the debate.
    ConvergenceUpdate {
        /// The round.
        round: u32,
        /// The share of undecided arguments in [0, 1].
        undecided: f64,
    },
    /// The state in a sentence.
    BlackboardUpdate {
        /// The round.
        round: u32,
        /// The sentence.
        summary: String,
    },
    /// The stances of the personas on the claims after a round.
    StancesUpdate {
        /// The round.
        round: u32,
        /// The stances, claim by claim.
        stances: Vec<PersonaStance>,
    },
    /// A persona has the floor, or all of them listen.
    FloorGiven {
        /// The round.
        round: u32,
        /// The persona that speaks; absent where none wants to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        persona: Option<PersonaId>,
        /// The plans of all personas that gave one.
        plans: Vec<ActionPlan>,
    },
    /// How far the stances have come together.
    StanceConvergence {
        /// The round.
        round: u32,
        /// The mean entropy of the stances on a claim, in [0, 1].
        entropy: f64,
        /// The mean split between yes and no on a claim, in [0, 1].
        split: f64,
        /// The mean distance between two personas on a claim, in [0, 1].
        distance: f64,
        /// The number of settled claims.
        settled: usize,
        /// The number of claims.
        claims: usize,
        /// The number of crux candidates whose claims are not settled.
        unresolved: usize,
        /// The reason why the debate stops, if it does.
        stop: Option<StopReason>,
    },
    /// A persona named a question as a crux.
    CruxCandidate {
        /// The round.
        round: u32,
        /// The persona.
        persona: PersonaId,
        /// The question.
        node: NodeId,
        /// The question in words.
        question: String,
        /// Whether no persona had named it before.
        is_new: bool,
    },
    /// A persona says that a condition is met under which it would change its mind.
    FlipTriggered {
        /// The round.
        round: u32,
        /// The persona.
        persona: PersonaId,
        /// The condition.
        when: String,
        /// Why it is met.
        because: String,
    },
    /// A persona revised its own base scores.
    BeliefRevised {
        /// The round.
        round: u32,
        /// The persona.
        persona: PersonaId,
        /// The strength of its thesis before.
        before: Strength,
        /// The strength that it stated as its target.
        target: Strength,
        /// The strength of its thesis after the revision.
        after: Strength,
    },
    /// The strengths were computed again.
    StrengthsUpdate {
        /// The round.
        round: u32,
        /// The thesis of each persona.
        roots: Vec<ThesisStrength>,
        /// The largest change of a thesis in the round.
        moved: f64,
    },
    /// The graphs were merged into one.
    CommunityMerged {
        /// Its nodes.
        nodes: usize,
        /// The number of nodes that several personas hold.
        merged: usize,
    },
    /// A conversation begins.
    EngineStart {
        /// The personas, in seat order.
        personas: Vec<PersonaId>,
        /// The maximum number of turns.
        max_turns: u32,
    },
    /// A persona took a turn of a conversation.
    DialogueTurn {
        /// The turn.
        turn: TurnId,
        /// The persona.
        persona: PersonaId,
        /// Its move.
        act: Act,
    },
    /// The graph of a conversation after an update.
    GraphUpdated {
        /// The round that the update ends.
        round: u32,
        /// The number of nodes.
        nodes: usize,
        /// The number of edges.
        edges: usize,
        /// How many nodes are IN, OUT and UNDEC.
        labels: [usize; 3],
        /// The number of preferred extensions, in decimal digits.
        preferred: String,
    },
    /// A conversation came to its end.
    EngineComplete {
        /// Why it ended.
        stop: StopReason,
        /// The rule that ended it.
        rule: String,
    },
    /// A conversation could not go on.
    EngineError {
        /// What failed.
        fault: String,
    },
    /// A conversation entered a phase.
    PhaseStart {
        /// The phase.
        phase: Phase,
    },
    /// A conversation left a phase.
    PhaseTransition {
        /// The phase that it left.
        from: Phase,
        /// The phase that follows.
        to: Phase,
        /// The rule that was met, as a sentence.
        rule: String,
    },
    /// The protocol gives the next speaker a hint.
    Steering {
        /// The speaker.
        persona: PersonaId,
        /// The hint.
        hint: String,
    },
    /// What was said since the last update was entered in the graph.
    Crystallization {
        /// The round.
        round: u32,
        /// Why it was due.
        due: String,
        /// The number of new arguments.
        added: usize,
        /// The number of changed arguments.
        updated: usize,
        /// The number of removed arguments.
        removed: usize,
        /// The number of new attacks, without mirrored ones.
        attacks: usize,
        /// The number of removed attacks.
        attacks_removed: usize,
    },
    /// The disputes after an update of the graph.
    DcgUpdate {
        /// The round.
        round: u32,
        /// Every dispute, in the order in which they were opened.
        disputes: Vec<DisputeState>,
    },
    /// A concession changed the graph.
    #[serde(rename = "concession", alias = "concession_made")]
    ConcessionMade {
        /// The concession.
        concession: Concession,
    },
    /// A persona proposed a crux, or agreed with a proposal.
    CruxProposed {
        /// The turn of the proposal.
        turn: TurnId,
        /// The persona that proposes or agrees.
        persona: PersonaId,
        /// The issue, where the proposal names one.
        axis: Option<AxisId>,
        /// Whether the persona agrees with the proposal of another.
        acknowledged: bool,
    },
    /// The signals of convergence after an update of the graph.
    ConvergenceCheck {
        /// The round.
        round: u32,
        /// The signals.
        signals: Signals,
    },
    /// The personas were assigned to the sides of a motion.
    SidesAssigned {
        /// Those who argue for yes, in the order in which they speak.
        pro: Vec<PersonaId>,
        /// Those who argue for no.
        con: Vec<PersonaId>,
        /// Those who argue against their own answer, or have none.
        assigned: Vec<PersonaId>,
    },
    /// A moderator announced a round of speeches.
    RoundAnnounced {
        /// The round.
        round: u32,
        /// Its name.
        title: String,
    },
    /// A draft of a speech has to be written again.
    DraftRejected {
        /// The speaker.
        persona: PersonaId,
        /// The number of the draft within the turn, from 1.
        number: u32,
        /// Why, as a sentence.
        why: String,
    },
    /// The claims of a speech were checked.
    FactCheck {
        /// The turn.
        turn: TurnId,
        /// The number of claims found true.
        confirmed: usize,
        /// The number of claims found false.
        refuted: usize,
        /// The number of claims that the passages do not decide.
        unverifiable: usize,
    },
    /// A judge decided who won the debate.
    DebateJudged {
        /// The side that the judge read first.
        first: Side,
        /// The side that wins; none for a tie.
        winner: Option<Side>,
    },
    /// The personas begin to read a passage, or to debate a question that an observer raised.
    ReadingStart {
        /// The passage.
        passage: PassageId,
        /// The title of the passage, or the question.
        title: String,
        /// The earlier readings that they are reminded of.
        context: Vec<NodeId>,
    },
    /// An observer pointed out a tension.
    TensionFlagged {
        /// The observer.
        observer: ObserverId,
        /// The turn in which the observer heard it.
        turn: TurnId,
        /// The question that it raises.
        question: String,
        /// How much the question presses.
        urgency: Probability,
        /// Whether it is urgent enough to be kept.
        kept: bool,
    },
    /// The questions were chosen that are debated now.
    BranchesSelected {
        /// The passage.
        passage: PassageId,
        /// The chosen questions, in the order in which they are debated.
        chosen: Vec<String>,
        /// The questions that are kept for later passages.
        left: Vec<String>,
    },
    /// It was checked whether a debate is complete.
    CompletionCheck {
        /// The number of its turns.
        turns: usize,
        /// What it came to; absent where it goes on.
        kind: Option<ReadingKind>,
        /// The rule that was met, as a sentence.
        rule: String,
    },
    /// A debate became a node.
    ReadingAdded {
        /// The node.
        node: NodeId,
        /// What the debate came to.
        kind: ReadingKind,
    },
    /// The relations between readings were found.
    RelationsFound {
        /// The passage whose readings were related.
        passage: PassageId,
        /// The number of new relations, without branches.
        added: usize,
        /// Why other relations were refused.
        refused: Vec<String>,
    },
    /// A turn was recorded, whether it was kept or not.
    TurnTaken {
        /// The turn.
        turn: Box<Turn>,
    },
    /// The graph changed. Every operation is reported, so that a listener can rebuild the graph.
    GraphChanged {
        /// The change.
        change: Box<Change>,
    },
    /// A call produced no usable answer.
    CallFailed {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// The fault.
        fault: String,
    },
    /// An answer was sent back once.
    CallRepaired {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// What was wrong with it.
        faults: Vec<String>,
    },
    /// A question without a usable answer was asked anew, under the next sample index.
    CallReplaced {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// Why the earlier answer was not usable.
        fault: String,
    },
    /// Parts of an answer were wrong and dropped, because it could do without them.
    PartsDropped {
        /// The call.
        call: CallId,
        /// Its question.
        question: String,
        /// Why each part was dropped.
        reasons: Vec<String>,
    },
    /// The debate ended.
    DebateComplete {
        /// The reason.
        stop: StopReason,
        /// The number of cruxes that it found.
        cruxes: usize,
    },
}
