//! What modes with a blackboard show: the stances over the rounds, the blackboard at the end, and
//! what was said in each round.

mod messages;

use super::candidates::candidates;
use super::detail::{
    ActionPlan, FaultLine, FloorTurn, OutcomeDetail, PlannedAction, TriggeredFlip,
};
use super::stance::{ClaimStance, HeldStance, Stances, has_opposite_stances, held_on, stances};
use super::stance_masses::{StanceMasses, distance};
use crate::record::{DetailFault, FoundBy};
use crate::view::{Block, Column, History, Inline, Section, Table, Text};
use crate::vocabulary::{AxisId, PersonaId};

/// The sections of a debate.
///
/// # Errors
/// [`DetailFault`] where the outcome lacks its detail, as that of a failed debate does.
pub(in crate::mode) fn view(history: &History<'_>) -> Result<Vec<Section>, DetailFault> {
    let detail = OutcomeDetail::of(history.outcome())?;
    let mut sections = vec![matrix(history, &detail), claims(history, &detail)];
    sections.extend(crux_candidates(history));
    sections.extend(fault_lines(&detail.fault_lines));
    sections.extend(flips(&detail.flips));
    sections.extend(floor(&detail.floor));
    sections.push(sentences(history));
    sections.extend(messages::sections(history, &detail.personas));
    Ok(sections)
}

/// The stances of every persona on every claim, with every change.
fn matrix(history: &History<'_>, detail: &OutcomeDetail) -> Section {
    let lead = "What each persona answers to each question at the opening, and the confidence of its surest statement for this answer, from 0 to 1. Every later change follows, with \
        its round. A dash means that it takes no stance there. Shared points do not count as stances.";
    let personas = detail.personas.iter();
    let columns = std::iter::once(Column::words("Question"));
    let columns = columns.chain(personas.map(Column::words)).collect();
    let after: Vec<(u32, Stances)> = history
        .snapshots()
        .iter()
        .map(|snapshot| (snapshot.round, stances(&snapshot.graph)))
        .collect();
    let row = |axis: &AxisId| {
        let cell = |persona: &PersonaId| {
            let held =
                after.iter().map(|(round, held)| Some((*round, held.get(axis)?.get(persona)?)));
            changes(held.flatten())
        };
        let question = Inline::Axis(axis.clone()).into();
        std::iter::once(question).chain(detail.personas.iter().map(cell)).collect()
    };
    let caption = "The stances and how they changed.".into();
    let table = Table { caption, columns, rows: detail.claims.iter().map(row).collect() };
    Section::new("stances", "The stances and how they changed", lead.into())
        .with(Block::Table(table))
}

/// The stance of the opening and every later change: «no 0.72; round 3: 0.61».
fn changes<'h>(held: impl Iterator<Item = (u32, &'h HeldStance)>) -> Text {
    let mut last: Option<&HeldStance> = None;
    let mut changes: Vec<Text> = Vec::new();
    for (round, held) in held {
        let known = last.replace(held);
        let same_answer = known.is_some_and(|known| known.stance == held.stance);
        if same_answer && known.is_some_and(|known| known.confidence == held.confidence) {
            continue;
        }
        let sure: Text = Inline::Score(held.confidence.value()).into();
        let answer =
            if same_answer { sure } else { Text::of("{} {}", [held.stance.answer().into(), sure]) };
        changes.push(match round {
            0 => answer,
            round => Text::of("round {}: {}", [round.to_string().into(), answer]),
        });
    }
    if changes.is_empty() { "–".into() } else { Text::joined(changes, "; ") }
}

/// The claims at the end: how the confidence is divided, and what follows.
fn claims(history: &History<'_>, detail: &OutcomeDetail) -> Section {
    let lead = "The questions at the end of the debate. A question is settled if one answer has at least 80% of the confidence, \
        disputed if one persona says yes and another says no, and open otherwise. A question that only one persona \
        answers stays open. A point that several grant needs no answer.";
    let caption = "The sum of the confidences for each answer; how evenly they are split between yes and no (0 to 1); their entropy \
        (0 to 1); and how far two personas are apart on average (0 to 1).";
    let columns = vec![
        Column::words("Question"),
        Column::words("State"),
        Column::numbers("Yes"),
        Column::numbers("No"),
        Column::numbers("Uncertain"),
        Column::numbers("Split"),
        Column::numbers("Entropy"),
        Column::numbers("Distance"),
    ];
    let held = last(history);
    let row = |axis: &AxisId| {
        let mass = StanceMasses::of(held_on(&held, axis));
        let numbers = [
            mass.pro,
            mass.con,
            mass.uncertain,
            mass.split(),
            mass.entropy(),
            distance(held_on(&held, axis)),
        ];
        let numbers = numbers.into_iter().map(|number| Inline::Score(number).into());
        let names = [Inline::Axis(axis.clone()).into(), state(history, &held, axis).into()];
        names.into_iter().chain(numbers).collect()
    };
    let rows = detail.claims.iter().map(row).collect();
    let table = Table { caption: caption.into(), columns, rows };
    Section::new("blackboard", "The blackboard at the end", lead.into()).with(Block::Table(table))
}

/// Whether a claim is settled, disputed or open, where several personas answer it; otherwise who
/// does.
fn state(history: &History<'_>, held: &Stances, axis: &AxisId) -> &'static str {
    let taken: Vec<ClaimStance> = held_on(held, axis)
        .map(|held| held.stance)
        .filter(|stance| *stance != ClaimStance::Uncertain)
        .collect();
    let agreed = history.outcome().common_ground.agreed.iter();
    let mut agreed = agreed.filter_map(|point| history.node(point.node)?.axis.as_ref());
    match (taken.as_slice(), StanceMasses::of(held_on(held, axis)).settled()) {
        ([], _) if agreed.any(|known| known == axis) => "a shared point",
        ([ClaimStance::Pro], _) => "one answer: yes",
        ([ClaimStance::Con], _) => "one answer: no",
        (_, Some(ClaimStance::Pro)) => "settled: yes",
        (_, Some(ClaimStance::Con)) => "settled: no",
        (_, Some(ClaimStance::Uncertain) | None) if has_opposite_stances(held, axis) => "disputed",
        (_, Some(ClaimStance::Uncertain) | None) => "open",
    }
}

fn last(history: &History<'_>) -> Stances {
    history.snapshots().last().map(|last| stances(&last.graph)).unwrap_or_default()
}

/// The questions that personas named as cruxes.
fn crux_candidates(history: &History<'_>) -> Option<Section> {
    let graph = &history.snapshots().last()?.graph;
    let held = stances(graph);
    let found = candidates(graph, &held);
    let lead = "The questions that the personas themselves say divide them. A question counts as a crux only if both sides rest part of \
        their case on its answer, which is computed. The weight is the number of personas that name it, plus one while its question is disputed.";
    let columns = vec![
        Column::words("Question"),
        Column::words("Named by"),
        Column::numbers("Weight"),
        Column::words("Is it a crux?"),
    ];
    let crux = |axis: Option<&AxisId>| {
        let cruxes = history.outcome().cruxes.iter();
        let crux = cruxes.into_iter().find(|crux| axis.is_some() && crux.axis.as_ref() == axis);
        match (crux, axis) {
            (Some(crux), _) if crux.found == FoundBy::LoadUnknown => {
                Text::of("not known: {}", [crux.id.into()])
            }
            (Some(crux), _) => Text::of("yes: {}", [crux.id.into()]),
            (None, Some(axis)) => Text::of("no: {}", [state(history, &held, axis).into()]),
            (None, None) => "it is not about a question of the debate".into(),
        }
    };
    let rows = found.iter().map(|candidate| {
        let named = candidate.named_by.iter().map(Text::from);
        vec![
            candidate.node.text.clone().into(),
            Text::joined(named, ", "),
            candidate.weight.into(),
            crux(candidate.claim),
        ]
    });
    let rows = rows.collect();
    let caption = "The questions that were named as cruxes.".into();
    let section = Section::new("candidates", "Questions that were named as cruxes", lead.into());
    section.with_rows(Table { caption, columns, rows })
}

/// What lies behind the cruxes.
fn fault_lines(lines: &[FaultLine]) -> Option<Section> {
    let lead = "One call’s explanation of what lies behind the cruxes. The call does not decide which questions are cruxes.";
    let columns =
        vec![Column::words("About"), Column::words("What separates them"), Column::words("Cruxes")];
    let row = |line: &FaultLine| {
        let cruxes = line.cruxes.iter().map(|&crux| crux.into());
        vec![line.kind.word().into(), line.text.clone().into(), Text::joined(cruxes, ", ")]
    };
    let rows = lines.iter().map(row).collect();
    let caption = "The fault lines.".into();
    let section = Section::new("fault-lines", "Fault lines", lead.into());
    section.with_rows(Table { caption, columns, rows })
}

/// The declared conditions that personas said are met.
fn flips(flips: &[TriggeredFlip]) -> Option<Section> {
    let lead = "Conditions for a change of mind that a persona declared before, and that it called met in the debate.";
    let columns = vec![
        Column::words("Persona"),
        Column::words("Round"),
        Column::words("Condition"),
        Column::words("What follows"),
        Column::words("Why it is met"),
    ];
    let row = |flip: &TriggeredFlip| {
        let texts = [&flip.when, &flip.then, &flip.because];
        let texts = texts.map(|text| Inline::Quote(text.clone()).into());
        let who: [Text; 2] = [(&flip.persona).into(), Inline::Round(flip.round).into()];
        who.into_iter().chain(texts).collect()
    };
    let rows = flips.iter().map(row).collect();
    let caption = "The conditions that are met.".into();
    let section = Section::new("conditions", "Conditions that are met", lead.into());
    section.with_rows(Table { caption, columns, rows })
}

/// Who spoke in each turn, and what all personas had planned.
fn floor(turns: &[FloorTurn]) -> Option<Section> {
    let lead = "Before each turn every persona says what it wants to do and how urgent that is, from 0 to 1. The most urgent one speaks; of equally urgent ones, one that interrupts; then the one with the fewest turns; then the first in the list.";
    let columns = vec![Column::words("Turn"), Column::words("Speaks"), Column::words("Plans")];
    let wanting = || {
        let plans = turns.iter().flat_map(|turn| &turn.plans);
        plans.filter(|plan| plan.action != PlannedAction::Listen).map(|plan| plan.urgency)
    };
    // Where all are equally urgent, the number says nothing.
    let differ = wanting().any(|urgency| Some(urgency) != wanting().next());
    let plan = |plan: &ActionPlan| {
        let action = match plan.action {
            PlannedAction::Speak => "wants to speak",
            PlannedAction::Interrupt => "wants to interrupt",
            PlannedAction::Listen => "listens",
        };
        let urgency = match plan.action {
            PlannedAction::Listen => Text::default(),
            _ if !differ => Text::default(),
            PlannedAction::Speak | PlannedAction::Interrupt => {
                Text::of("({})", [Inline::Score(plan.urgency.value()).into()])
            }
        };
        Text::joined([(&plan.persona).into(), action.into(), urgency], " ")
    };
    let row = |turn: &FloorTurn| {
        let speaker = turn.speaker.as_ref().map_or_else(|| "silence".into(), Text::from);
        let plans = Text::joined(turn.plans.iter().map(plan), "; ");
        vec![(turn.round as usize).into(), speaker, plans]
    };
    let rows = turns.iter().map(row).collect();
    let caption = "The turns with the plans of all personas.".into();
    let section = Section::new("floor", "Who speaks", lead.into());
    section.with_rows(Table { caption, columns, rows })
}

fn sentences(history: &History<'_>) -> Section {
    let lead = "Each sentence appears once, below a sentence that it answers.";
    Section::new("outline", "Everything that was said", lead.into())
        .with(Block::Outline(history.outline(Text::default())))
}
