//! One debate: about a passage, or about a question that an observer raised.

use std::collections::{BTreeMap, BTreeSet};

use super::completion::{self, Completed};
use super::contested::ContestedClaims;
use super::selection::{self, Heard};
use super::shared_point::share_point;
use crate::graph::{Cause, Edge, Graph, Node, NodeKind, Provenance, Relation};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::{Move, has_words};
use crate::mode::debate_context::{Answered, DebateContext, Unanswered};
use crate::mode::dialectic::detail::{Flag, KeyClaim, Reading, SpokenTurn, TurnDetail};
use crate::mode::dialectic::events::TensionFlagged;
use crate::mode::dialectic::questions::discuss_passage::{DiscussPassage, DiscussionTurn};
use crate::mode::dialectic::questions::observe::{Observe, Raised};
use crate::mode::dialectic::questions::shown_reading::ShownReading;
use crate::mode::dialectic::questions::summarize::Summary;
use crate::mode::shared::concessions::report;
use crate::mode::shared::contribution::stated_argument;
use crate::record::{Act, Concession, Fate, ModeDetail, Phase, Speech, Turn};
use crate::text::content_stems;
use crate::vocabulary::{
    AxisId, CallId, Component, NodeId, Passage, Persona, PersonaId, StatementId, Topic, TurnId,
};

/// Questions of less urgency are not kept.
const LEAST_URGENT: f64 = 0.4;

/// A debate in progress.
#[derive(Debug)]
pub(super) struct Debate<'p> {
    pub(super) passage: &'p Passage,
    topic: Topic,
    /// The question, of a branch.
    branch: Option<Flag>,
    /// The earlier readings of which the personas are reminded.
    context: Vec<Reading>,
    /// What was said about the question before, of a branch: the turns between which it arose, and
    /// those of the passage's debate.
    tension: Vec<Turn>,
    /// The questions that earlier debates were about.
    debated: Vec<String>,
    /// The turns so far whose calls succeeded.
    turns: Vec<Turn>,
    /// The number of the current round, from 1.
    round: u32,
    /// The last call of the current round that failed, so that a persona was not heard.
    unheard: Option<Unanswered>,
    flags: Vec<Flag>,
}

impl<'p> Debate<'p> {
    pub(super) fn new(
        passage: &'p Passage,
        topic: Topic,
        branch: Option<Flag>,
        context: Vec<Reading>,
        tension: Vec<Turn>,
        debated: Vec<String>,
    ) -> Self {
        let (turns, flags) = (Vec::new(), Vec::new());
        let (round, unheard) = (0, None);
        Self { passage, topic, branch, context, tension, debated, turns, round, unheard, flags }
    }

    pub(super) fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// What was said about the question of a branch before.
    pub(super) fn tension(&self) -> &[Turn] {
        &self.tension
    }

    /// The turns in which something was said.
    pub(super) fn spoken(&self) -> Vec<&Turn> {
        self.turns.iter().filter(|turn| has_words(turn)).collect()
    }

    pub(super) fn branch(&self) -> Option<&Flag> {
        self.branch.as_ref()
    }

    pub(super) fn context(&self) -> Vec<NodeId> {
        self.context.iter().map(|known| known.node).collect()
    }

    /// The questions that observers raised, each once.
    pub(super) fn flags(&self) -> &[Flag] {
        &self.flags
    }

    /// What may bring earlier questions to mind.
    pub(super) fn heard(&self, graph: &Graph) -> Heard<'_> {
        let said = self.turns.iter().flat_map(|turn| content_stems(&turn.text));
        Heard {
            raised: &self.flags,
            answered: self.turns.iter().filter_map(|turn| answered(graph, turn)).cloned().collect(),
            words: content_stems(&self.passage.text).into_iter().chain(said).collect(),
        }
    }

    /// The turns whose claims answer an issue, and those that explain such a claim.
    pub(super) fn turns_about(&self, graph: &Graph, axis: Option<&AxisId>) -> BTreeSet<TurnId> {
        let mut about = BTreeSet::new();
        for turn in self.turns.iter().filter(|_| axis.is_some()) {
            let replies_to = turn.speech.as_ref().and_then(|speech| speech.replies_to);
            let explains = turn.node.is_none() && replies_to.is_some_and(|to| about.contains(&to));
            if answered(graph, turn) == axis || explains {
                about.insert(turn.id);
            }
        }
        about
    }

    /// The result of the debate of a passage after its last round. Nothing asks a judge there,
    /// because there is no question.
    pub(super) fn ended(&self, graph: &Graph, concessions: &[Concession]) -> Completed {
        let spoken = self.spoken();
        let by_rules = || completion::by_state(&spoken).or_else(|| completion::by_course(&spoken));
        let complete = if completion::is_long_enough(&spoken) { by_rules() } else { None };
        let contested = ContestedClaims::of(graph, &self.turns, concessions);
        complete.unwrap_or_else(|| self.exhausted(!contested.disputed().is_empty()))
    }

    /// How a debate ends that no other rule ends. `is_opposed` says whether its answers are
    /// opposed.
    pub(super) fn exhausted(&self, is_opposed: bool) -> Completed {
        let last = self.turns.iter().rev().take_while(|turn| round_of(turn) == Some(self.round));
        let is_silent = !last.into_iter().any(has_words);
        match (is_silent, is_opposed) {
            (true, _) if self.unheard.is_some() => Completed::unheard(),
            (true, true) if completion::is_long_enough(&self.turns) => Completed::stuck(),
            (true, _) => Completed::silent(),
            (false, _) => Completed::exhausted(),
        }
    }

    /// Whether the debate leaves a reading: some claim was made.
    pub(super) fn has_claims(&self) -> bool {
        self.turns.iter().any(|turn| turn.node.is_some())
    }

    /// Asks every persona for a turn: in the first round of a passage in parallel, later one after
    /// the other. Whether anything was said.
    pub(super) async fn take_round(
        &mut self,
        context: &mut DebateContext<'_>,
        concessions: &mut Vec<Concession>,
    ) -> bool {
        self.round += 1;
        self.unheard = None;
        let personas = context.setting.personas;
        let before = self.spoken().len();
        if self.round == 1 && self.branch.is_none() {
            let questions: Vec<DiscussPassage> = personas
                .iter()
                .map(|persona| self.question(context, persona, concessions))
                .collect();
            let answers = context.ask_all(&questions).await;
            for (persona, answer) in personas.iter().zip(answers) {
                match answer {
                    Ok(answered) => self.record(context, persona, answered, concessions),
                    Err(unanswered) => self.miss(context, persona, unanswered),
                }
            }
            for count in before..self.turns.len() {
                self.observe(context, count + 1).await;
            }
        } else {
            for persona in personas {
                let question = self.question(context, persona, concessions);
                match context.ask_once(&question).await {
                    Ok(answered) => {
                        self.record(context, persona, answered, concessions);
                        self.observe(context, self.turns.len()).await;
                    }
                    Err(unanswered) => self.miss(context, persona, unanswered),
                }
            }
        }
        self.spoken().len() > before
    }

    fn miss(&mut self, context: &mut DebateContext<'_>, persona: &Persona, unanswered: Unanswered) {
        context.record_silence(Some(&persona.id), &unanswered);
        self.unheard = Some(unanswered);
    }

    /// Why a persona was not heard in the last round, if one was not.
    pub(super) fn unheard(&self) -> Option<&Unanswered> {
        self.unheard.as_ref()
    }

    fn question(
        &self,
        context: &DebateContext<'_>,
        persona: &Persona,
        concessions: &[Concession],
    ) -> DiscussPassage {
        let said = self.turns.iter().filter(|turn| round_of(turn).is_some());
        let turns: Vec<Turn> = self.tension.iter().chain(said).cloned().collect();
        let heard = context.heard_by(&persona.id, &turns);
        let turns = ShownTurn::all(&heard);
        let is_before = |turn: &&ShownTurn| self.tension.iter().any(|known| known.id == turn.id);
        let brief = context.brief(persona);
        let own = context.turns().filter(|turn| turn.is_by(&persona.id));
        let own: Vec<&Turn> = own.filter(|turn| round_of(turn).is_some()).collect();
        let is_said = |turn: &Turn, id: &StatementId| {
            brief.excerpts.iter().any(|own| own.id == *id && turn.text.contains(&own.text))
        };
        let said = own.iter().flat_map(|turn| {
            let excerpts = turn.speech.iter().flat_map(|speech| &speech.excerpts);
            excerpts.filter(|id| is_said(turn, id)).cloned()
        });
        let conceded = concessions.iter().filter(|conceded| conceded.persona == persona.id);
        DiscussPassage {
            said: said.collect(),
            conceded: conceded.map(|conceded| conceded.text.clone()).collect(),
            brief,
            topic: self.topic.clone(),
            passage: self.passage.clone(),
            question: self.branch.as_ref().map(|flag| flag.question.clone()),
            axis: self.branch.as_ref().and_then(|flag| flag.axis.clone()),
            context: self.reminders(context),
            before: turns.iter().filter(is_before).count(),
            turns,
        }
    }

    /// The earlier readings of which a persona is reminded. They repeat what others said, so that a
    /// control shows none.
    fn reminders(&self, context: &DebateContext<'_>) -> Vec<ShownReading> {
        let known = self.context.iter().filter(|_| context.shows_true_contributions());
        known.map(|known| ShownReading::of(known, context.graph())).collect()
    }

    /// Records a turn with its node and edges.
    fn record(
        &mut self,
        context: &mut DebateContext<'_>,
        persona: &Persona,
        answered: Answered<DiscussionTurn>,
        concessions: &mut Vec<Concession>,
    ) {
        let Answered { answer: spoken, call } = answered;
        let id = context.next_turn();
        let node = self.add_node(context, &persona.id, &spoken, id, call);
        let said = SpokenTurn {
            passage: self.passage.id.clone(),
            round: self.round,
            builds_on: spoken.builds_on.clone(),
            state: spoken.state,
            even_if: spoken.even_if,
        };
        let speech = Speech {
            replies_to: spoken.replies_to,
            excerpts: spoken.excerpts,
            ..Speech::new(Phase::Exchange)
        };
        let detail = Some(ModeDetail::new(&TurnDetail::Said(said)));
        let turn = Turn::new(id, context.round(), spoken.chosen.act(), spoken.text.as_str(), call);
        let turn = Turn { node, detail, ..turn.spoken_by(&persona.id, speech) };
        if let Some(text) = spoken.conceded {
            // Who hears other texts concedes nothing of the turn that it answers.
            let is_of_turn = !spoken.is_beside && context.shows_true_contributions();
            let of = spoken.replies_to.filter(|_| is_of_turn).and_then(|to| self.known_turn(to));
            let made_by = Provenance::of(id, call);
            let effect = of.and_then(|of| share_point(context, &persona.id, &text, of, &made_by));
            concessions.push(report(context, id, persona.id.clone(), text, effect));
        }
        context.record_turn(turn.clone());
        self.turns.push(turn);
    }

    fn known_turn(&self, id: TurnId) -> Option<&Turn> {
        self.tension.iter().chain(&self.turns).find(|turn| turn.id == id)
    }

    /// The node of what a turn claims: the one that the persona has with the same words, or a new
    /// one.
    fn add_node(
        &self,
        context: &mut DebateContext<'_>,
        author: &PersonaId,
        spoken: &DiscussionTurn,
        turn: TurnId,
        call: CallId,
    ) -> Option<NodeId> {
        let claim = spoken.claim.as_ref()?;
        let made_by = Provenance::of(turn, call);
        let known = stated_argument(context.graph(), author, claim);
        let id = known.unwrap_or_else(|| {
            let mut node = Node::new(context.next_node(), NodeKind::Argument, claim.as_str());
            node.author = Some(author.clone());
            if let Some(answer) = &spoken.answers {
                (node.axis, node.side) = (Some(answer.axis.clone()), Some(answer.side));
            }
            node.detail = spoken.reasons.clone().detail(vec![], spoken.excerpts.clone());
            context.add_node(node, &made_by, Cause::Turn(turn))
        });
        let challenged = spoken.replies_to.filter(|_| spoken.chosen == Move::Challenge);
        let node_of = |turn: TurnId| self.known_turn(turn).and_then(|turn| turn.node);
        let attacked = challenged.and_then(node_of);
        let attack = attacked.map(|other| {
            if spoken.even_if {
                let undercut = Edge::unnumbered(id, other, Relation::Undercut);
                Edge { component: Some(Component::Inference), ..undercut }
            } else {
                Edge::unnumbered(id, other, Relation::Attack)
            }
        });
        let relied_on = spoken.builds_on.iter().filter_map(|&turn| node_of(turn));
        let supports = relied_on.map(|other| Edge::unnumbered(other, id, Relation::Support));
        for edge in attack.into_iter().chain(supports) {
            if edge.from != edge.to && context.graph().twin(&edge).is_none() {
                context.add_edge(edge, &made_by, Cause::Turn(turn));
            }
        }
        Some(id)
    }

    /// Asks the observers what they heard in the last of the first `count` turns, once another
    /// persona has spoken. There are no observers of branches, and none where personas do not hear
    /// each other.
    async fn observe(&mut self, context: &mut DebateContext<'_>, count: usize) {
        let observers = &context.setting.topic.observers;
        let turn = &self.turns[count - 1];
        let is_observed = self.branch.is_none() && !context.is_isolated() && has_words(turn);
        let is_by_another = |earlier: &Turn| has_words(earlier) && earlier.speaker != turn.speaker;
        let may_differ = self.turns[..count].iter().any(is_by_another);
        if observers.is_empty() || !is_observed || !may_differ {
            return;
        }
        let at = turn.id;
        let question = Observe {
            topic: self.topic.clone(),
            passage: self.passage.clone(),
            observers: observers.clone(),
            turns: ShownTurn::all(&self.turns[..count]),
            names: names(context),
            raised: self.raised(),
        };
        let Ok(Answered { answer: raised, call }) = context.ask_once(&question).await else {
            return;
        };
        for raised in raised {
            self.raise(context, raised, at, call);
        }
    }

    /// The questions that observers need not raise again.
    fn raised(&self) -> Vec<String> {
        let own = self.flags.iter().map(|flag| &flag.question);
        self.debated.iter().chain(own).cloned().collect()
    }

    /// Records a question that an observer raised. One that was raised before keeps the higher
    /// urgency.
    fn raise(&mut self, context: &mut DebateContext<'_>, raised: Raised, at: TurnId, call: CallId) {
        let Raised { observer, question, axis, turns, rationale, significance, urgency, is_meta } =
            raised;
        let passage = self.passage.id.clone();
        let observers = context.setting.topic.observers.iter();
        let name = observers.filter(|known| known.id == observer).map(|known| known.name.clone());
        let flag = Flag {
            observer_name: name.collect(),
            observer,
            question,
            axis,
            rationale,
            significance,
            urgency,
            is_meta,
            turns: if turns.is_empty() { vec![at] } else { turns },
            passage,
        };
        let known = self.flags.iter().position(|known| selection::is_same(known, &flag));
        let kept = urgency.value() >= LEAST_URGENT;
        let fate = match (kept, known) {
            (false, _) => Fate::Rejected(format!("Its urgency is below {LEAST_URGENT}.")),
            (true, Some(_)) => Fate::Rejected("The question was raised before.".to_owned()),
            (true, None) => Fate::Kept,
        };
        context.report(&TensionFlagged {
            observer: flag.observer.clone(),
            turn: at,
            question: flag.question.clone(),
            urgency,
            kept: fate.is_kept(),
        });
        let id = context.next_turn();
        context.record_turn(Turn {
            reasons: vec![flag.rationale.clone(), flag.significance.clone()],
            confidence: Some(urgency),
            detail: Some(ModeDetail::new(&TurnDetail::Flag(flag.clone()))),
            fate,
            ..Turn::new(id, context.round(), Act::Ask, flag.question.as_str(), call)
        });
        match known.filter(|_| kept) {
            None if kept => self.flags.push(flag),
            Some(place) if self.flags[place].urgency.value() < urgency.value() => {
                self.flags[place].urgency = urgency;
            }
            Some(_) | None => {}
        }
    }

    /// The reading that the debate resulted in.
    pub(super) fn reading(
        &self,
        contested: &ContestedClaims<'_>,
        node: NodeId,
        completed: Completed,
        summary: Summary,
    ) -> Reading {
        let Summary { topic, resolution, label, tags, claims } = summary;
        let key_claim = |(turn, text): (TurnId, String)| {
            let turn = self.turns.iter().find(|known| known.id == turn)?;
            let holds = contested.holds(turn, &text);
            let speaker = turn.speaker.clone()?;
            Some(KeyClaim { speaker, text, turn: turn.id, node: turn.node, holds })
        };
        let claims = claims.into_iter().filter_map(key_claim).collect();
        Reading {
            node,
            kind: completed.kind,
            rule: completed.rule,
            passage: self.passage.id.clone(),
            passage_title: self.passage.title.clone(),
            question: self.branch.as_ref().map(|flag| flag.question.clone()),
            topic,
            label,
            resolution,
            tags: tags.into_iter().collect(),
            claims,
            turns: self.turns.iter().map(|turn| turn.id).collect(),
            disputed: contested.disputed().into_iter().collect(),
            context: self.context(),
        }
    }
}

/// The issue that the claim of a turn answers.
fn answered<'g>(graph: &'g Graph, turn: &Turn) -> Option<&'g AxisId> {
    turn.node.and_then(|node| graph.node(node)).and_then(|node| node.axis.as_ref())
}

/// The names of the personas.
pub(super) fn names(context: &DebateContext<'_>) -> BTreeMap<PersonaId, String> {
    let personas = context.setting.personas.iter();
    personas.map(|persona| (persona.id.clone(), persona.contract.name.clone())).collect()
}

/// The round of its debate in which a turn was made; none for turns of the opening and of the
/// protocol.
fn round_of(turn: &Turn) -> Option<u32> {
    match crate::mode::dialectic::detail::of_turn(turn) {
        Ok(Some(TurnDetail::Said(said))) => Some(said.round),
        Ok(Some(TurnDetail::Flag(_) | TurnDetail::Reading(_)) | None) | Err(_) => None,
    }
}

#[cfg(test)]
mod tests;
