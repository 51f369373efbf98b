//! The session: openings, then passage after passage, each with its branches and the relations of
//! its readings.

pub(super) mod completion;
pub(super) mod contested;
pub(super) mod debate;
pub(super) mod metrics;
pub(super) mod outcome;
pub(super) mod relations;
pub(super) mod selection;
pub(super) mod session;
pub(super) mod shared_point;

use std::collections::BTreeSet;

use self::completion::Completed;
use self::contested::ContestedClaims;
use self::debate::{Debate, names};
use self::session::Session;
use super::detail::{Flag, OutcomeDetail, Reading, Stub, StubState, TurnDetail};
use super::questions::answered::{IsAnswered, Verdict};
use super::questions::summarize::Summarize;
use super::{Dialectic, ROUNDS, questions};
use crate::graph::{Cause, Edge, Node, NodeKind, Provenance, Relation};
use crate::mode::comparison_blocks::MostComparisons;
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::{ConversationTone, opening_speeches};
use crate::mode::debate_context::{DebateContext, Unanswered};
use crate::mode::dialectic::events::{
    self, BranchesSelected, CompletionCheck, ReadingAdded, ReadingStart,
};
use crate::mode::events::EventInfo;
use crate::mode::shared::judged_pairs::{ComparisonTime, JudgedPairs};
use crate::mode::shared::{decomposition, stop_rules};
use crate::mode::{self, MakeSchema, Protocol, ProtocolFailure, Run};
use crate::question::QuestionInfo;
use crate::record::{Act, ModeDetail, Outcome, Stop, StopReason, Turn};
use crate::text::{content_stems, overlap};
use crate::vocabulary::{NodeId, Passage};

/// How many earlier readings the personas are reminded of.
const REMINDERS: usize = 3;

/// What a judge said of a branch since its last words.
#[derive(Debug, Clone, Copy)]
enum Judged {
    NotAsked,
    /// The verdict; `None` if the call failed.
    Asked(Option<Verdict>),
}

impl Run for Dialectic {
    const QUESTIONS: &'static [QuestionInfo] = questions::ALL;
    const EVENTS: &'static [&'static [EventInfo]] =
        &[mode::shared::events::ALL, mode::conversation::events::ALL, events::ALL];
    const DETAILS: &'static [(&'static str, MakeSchema)] = &[
        ("turn", || schemars::schema_for!(TurnDetail).to_value()),
        ("outcome", || schemars::schema_for!(OutcomeDetail).to_value()),
    ];

    /// Reads every passage, and reads the outcome off the final graph.
    async fn run(&self, context: &mut DebateContext<'_>) -> Result<Outcome, ProtocolFailure> {
        let setting = context.setting;
        let cannot = |error| ProtocolFailure(format!("{error}"));
        Protocol::passages(self).check(setting.topic).map_err(cannot)?;
        let (topic, claims) =
            decomposition::issues(context, self.max_propositions as usize).await?;
        let passages = &setting.topic.passages[..Protocol::passages(self).count(setting.topic)];
        // No debate of a passage may come to a question that all answer alike.
        let answers_all = true;
        opening_speeches(context, &topic, ConversationTone::Open, answers_all).await?;
        let mut judged = JudgedPairs::default();
        judged.compare(context, ComparisonTime::Before, MostComparisons::ONE, |_| true).await;
        context.end_round("Opening", None);
        let mut session = Session {
            mode: self,
            topic,
            readings: Vec::new(),
            detail: OutcomeDetail::default(),
            judged,
            concessions: Vec::new(),
            unanswered: None,
        };
        for (place, passage) in passages.iter().enumerate() {
            session.read(context, passage, place + 1 == passages.len()).await;
        }
        if session.readings.is_empty() {
            let what = "no passage left a reading";
            let silent = || ProtocolFailure(format!("{what}: no persona claimed anything"));
            let of_call = |unanswered: &Unanswered| ProtocolFailure::of(what, unanswered);
            return Err(session.unanswered.as_ref().map_or_else(silent, of_call));
        }
        let stop = if context.is_isolated() {
            stop_rules::isolated()
        } else {
            let rule = passages_read(passages.len(), setting.topic.passages.len(), &session.detail);
            Stop { reason: StopReason::MaxRounds, rule, rounds: context.rounds_played() }
        };
        Ok(Outcome { claims, ..outcome::outcome(context, &session, stop) })
    }
}

/// How many passages were read, as a sentence.
fn passages_read(read: usize, of_topic: usize, detail: &OutcomeDetail) -> String {
    let read = match (read, of_topic) {
        (1, 1) => "The passage was read".to_owned(),
        (read, of_topic) if read == of_topic => format!("All {read} passages were read"),
        (read, of_topic) => format!("{read} of {of_topic} passages were read"),
    };
    match detail.unread.len() {
        0 => format!("{read}."),
        count => format!("{read}; {count} left no reading."),
    }
}

impl Session<'_> {
    /// Reads one passage: its debate, the branches, the relations of all readings that they left.
    async fn read(&mut self, context: &mut DebateContext<'_>, passage: &Passage, is_last: bool) {
        let first = self.readings.len();
        let mut debate = self.debate(passage, None, &content_stems(&passage.text), &[]);
        start(context, &debate, &passage.title);
        let rounds = if context.is_isolated() { 1 } else { ROUNDS };
        for _ in 0..rounds {
            if !debate.take_round(context, &mut self.concessions).await {
                break;
            }
        }
        let completed = debate.ended(context.graph(), &self.concessions);
        report(context, &debate, Some(&completed), &completed.rule);
        let main = self.sum_up(context, &debate, completed, None).await;
        if main.is_none() {
            self.detail.unread.push(passage.id.clone());
        }
        for flag in debate.flags() {
            let known = selection::debated(&self.detail.stubs, flag);
            let state = known.map_or(StubState::Stub, StubState::Superseded);
            self.detail.stubs.push(Stub { flag: flag.clone(), origin: main, state });
        }
        let mut title = passage.title.clone();
        for place in self.choose(context, &debate) {
            context.end_round(std::mem::take(&mut title), None);
            let Stub { flag, origin, .. } = self.detail.stubs[place].clone();
            title.clone_from(&flag.question);
            match self.branch(context, &debate, &flag, origin.or(main)).await {
                Some(node) => selection::explored(&mut self.detail.stubs, place, node),
                None => self.detail.stubs[place].state = StubState::WithoutReading,
            }
        }
        relations::relate(context, self, first, passage).await;
        if is_last && !self.readings.is_empty() {
            // Claims were compared passage by passage. What they rest on is compared once.
            self.judged
                .compare(context, ComparisonTime::AtEnd, MostComparisons::ONE, |_| false)
                .await;
        }
        context.end_round(title, None);
    }

    /// The questions that are debated after a passage.
    fn choose(&mut self, context: &mut DebateContext<'_>, debate: &Debate<'_>) -> Vec<usize> {
        if context.is_isolated() {
            return Vec::new();
        }
        let stubs = &self.detail.stubs;
        let candidates = selection::candidates(stubs, &debate.heard(context.graph()));
        let most = self.mode.branches as usize;
        let settled = selection::settled(context.graph(), &self.topic, context.setting.personas);
        let is_settled = |place: usize| {
            stubs[place].flag.axis.as_ref().is_some_and(|axis| settled.contains(axis))
        };
        let chosen = selection::choose(self.mode.selection, stubs, &candidates, most, is_settled);
        let question = |place: &usize| stubs[*place].flag.question.clone();
        let is_left = |place: &&usize| {
            let mut chosen = chosen.iter().map(|&chosen| &stubs[chosen].flag);
            !chosen.any(|chosen| selection::is_same(chosen, &stubs[**place].flag))
        };
        let left = candidates.iter().filter(is_left);
        context.report(&BranchesSelected {
            passage: debate.passage.id.clone(),
            chosen: chosen.iter().map(question).collect(),
            left: left.map(question).collect(),
        });
        chosen
    }

    /// Debates a question after the debate of a passage. The node, where the debate left one.
    async fn branch(
        &mut self,
        context: &mut DebateContext<'_>,
        main: &Debate<'_>,
        flag: &Flag,
        parent: Option<NodeId>,
    ) -> Option<NodeId> {
        let passage = main.passage;
        let of_main = main.turns_about(context.graph(), flag.axis.as_ref());
        let is_about_it =
            |turn: &&Turn| flag.turns.contains(&turn.id) || of_main.contains(&turn.id);
        let tension: Vec<Turn> = context.turns().filter(is_about_it).cloned().collect();
        let said: Vec<&str> = tension.iter().map(|turn| turn.text.as_str()).collect();
        let words =
            content_stems(&format!("{} {} {}", passage.text, flag.question, said.join(" ")));
        let mut debate = self.debate(passage, Some(flag), &words, &tension);
        start(context, &debate, &flag.question);
        let (mut completed, mut judged) = (None, Judged::NotAsked);
        for _ in 0..ROUNDS {
            if !debate.take_round(context, &mut self.concessions).await {
                break;
            }
            (completed, judged) = self.check(context, &debate, flag).await;
            if completed.is_some() {
                break;
            }
        }
        let completed = match completed {
            Some(completed) => completed,
            None => self.exhausted(context, &debate, flag, judged).await,
        };
        self.sum_up(context, &debate, completed, parent).await
    }

    /// Checks after a round of a branch whether its debate is complete. The judge is asked where
    /// the turns do not say it themselves; what it said is returned as well, where it was asked.
    async fn check(
        &self,
        context: &mut DebateContext<'_>,
        debate: &Debate<'_>,
        flag: &Flag,
    ) -> (Option<Completed>, Judged) {
        let spoken = debate.spoken();
        let (mut completed, mut judged) = (None, Judged::NotAsked);
        if completion::is_long_enough(&spoken) {
            completed = completion::by_state(&spoken);
            if completed.is_none() {
                let verdict = self.judge(context, debate, flag).await;
                judged = Judged::Asked(verdict);
                completed = if verdict == Some(Verdict::Answered) {
                    Some(Completed::answered())
                } else {
                    completion::by_course(&spoken)
                };
            }
            if completed.is_none() && spoken.len() >= completion::MOST {
                completed = Some(Completed::long(spoken.len()));
            }
        }
        let rule = completed.as_ref().map_or("The debate goes on.", |ended| ended.rule.as_str());
        report(context, debate, completed.as_ref(), rule);
        (completed, judged)
    }

    /// The result of the debate of a branch that no check has ended. The judge is asked unless it
    /// was since the last words.
    async fn exhausted(
        &self,
        context: &mut DebateContext<'_>,
        debate: &Debate<'_>,
        flag: &Flag,
        judged: Judged,
    ) -> Completed {
        let verdict = match judged {
            Judged::NotAsked if debate.has_claims() => self.judge(context, debate, flag).await,
            Judged::NotAsked => None,
            Judged::Asked(verdict) => verdict,
        };
        let completed = if verdict == Some(Verdict::Answered) {
            Completed::answered()
        } else {
            debate.exhausted(verdict == Some(Verdict::Opposed))
        };
        report(context, debate, Some(&completed), &completed.rule);
        completed
    }

    /// What a judge says of the question of a branch; nothing where the call fails.
    async fn judge(
        &self,
        context: &mut DebateContext<'_>,
        debate: &Debate<'_>,
        flag: &Flag,
    ) -> Option<Verdict> {
        let question = IsAnswered {
            topic: self.topic.clone(),
            question: flag.question.clone(),
            axis: flag.axis.clone(),
            before: ShownTurn::all(debate.tension()),
            turns: ShownTurn::all(debate.turns()),
        };
        context.ask(&question).await.ok().map(|judged| judged.answer)
    }

    /// A debate, with the earlier readings that these words recall.
    fn debate<'p>(
        &self,
        passage: &'p Passage,
        branch: Option<&Flag>,
        words: &BTreeSet<String>,
        tension: &[Turn],
    ) -> Debate<'p> {
        let mut known: Vec<(f64, &Reading)> =
            self.readings.iter().map(|known| (overlap(&known.words(), words), known)).collect();
        known.retain(|(share, _)| *share >= selection::COMES_TO_MIND);
        known.sort_by(|(one, _), (other, _)| other.total_cmp(one));
        known.truncate(REMINDERS);
        let context = known.into_iter().map(|(_, reading)| reading.clone()).collect();
        let debated = self.detail.stubs.iter().filter(|stub| stub.state.reading().is_some());
        let debated = debated.map(|stub| stub.flag.question.clone()).collect();
        let (topic, branch) = (self.topic.clone(), branch.cloned());
        Debate::new(passage, topic, branch, context, tension.to_vec(), debated)
    }

    /// Asks what came of a debate, and adds it as a node below `parent`. Nothing where no persona
    /// claimed anything, or where the call failed.
    async fn sum_up(
        &mut self,
        context: &mut DebateContext<'_>,
        debate: &Debate<'_>,
        completed: Completed,
        parent: Option<NodeId>,
    ) -> Option<NodeId> {
        let question = Summarize {
            topic: self.topic.clone(),
            passage: debate.passage.clone(),
            question: debate.branch().map(|flag| flag.question.clone()),
            kind: completed.kind,
            rule: completed.rule.clone(),
            turns: ShownTurn::all(debate.turns()),
            names: names(context),
        };
        if !debate.has_claims() {
            if let Some(unheard) = debate.unheard() {
                self.unanswered = Some(unheard.clone());
            }
            return None;
        }
        let answered = match context.ask(&question).await {
            Ok(answered) => answered,
            Err(unanswered) => {
                self.unanswered = Some(unanswered);
                return None;
            }
        };
        let id = context.next_node();
        let (turn, call) = (context.next_turn(), answered.call);
        let contested = ContestedClaims::of(context.graph(), debate.turns(), &self.concessions);
        let reading = debate.reading(&contested, id, completed, answered.answer);
        let made_by = Provenance::of(turn, call);
        let node = Node::new(id, NodeKind::Reading, reading.label.as_str());
        context.add_node(node, &made_by, Cause::Turn(turn));
        if let Some(parent) = parent {
            let edge = Edge::unnumbered(id, parent, Relation::BranchesFrom);
            context.add_edge(edge, &made_by, Cause::Turn(turn));
        }
        let kind = reading.kind;
        let taken = Turn::new(turn, context.round(), Act::Judge, reading.resolution.as_str(), call);
        let detail = ModeDetail::new(&TurnDetail::Reading(Box::new(reading.clone())));
        context.record_turn(Turn { node: Some(id), detail: Some(detail), ..taken });
        context.report(&ReadingAdded { node: id, kind });
        self.readings.push(reading);
        Some(id)
    }
}

fn report(
    context: &mut DebateContext<'_>,
    debate: &Debate<'_>,
    completed: Option<&Completed>,
    rule: &str,
) {
    context.report(&CompletionCheck {
        turns: debate.spoken().len(),
        kind: completed.map(|completed| completed.kind),
        rule: rule.to_owned(),
    });
}

fn start(context: &mut DebateContext<'_>, debate: &Debate<'_>, title: &str) {
    context.report(&ReadingStart {
        passage: debate.passage.id.clone(),
        title: title.to_owned(),
        context: debate.context(),
    });
}
