//! What a conversation shows: its turns, the cruxes that personas propose, and the concessions that
//! changed its graph.

use std::collections::BTreeMap;

use super::{
    Block, ChatLine, ChatMessage, Column, History, Inline, Section, Subject, Table, Text, action,
};
use crate::record::{
    Act, ConcessionEffect, ConcessionKind, ConcessionSource, Fate, NotFollowed, Phase,
    ProposedCrux, Snapshot, Speech, Turn,
};
use crate::vocabulary::{CruxId, PersonaId, StatementId};

/// The turns of a round that belong to the conversation.
fn spoken(snapshot: &Snapshot) -> impl Iterator<Item = &Turn> {
    let failed = |turn: &Turn| turn.act == Act::Silence && matches!(turn.fate, Fate::Failed(_));
    snapshot.turns.iter().filter(move |turn| turn.speech.is_some() || failed(turn))
}

/// Every turn with its move, phase by phase. `mark` says what the update after a round did to the
/// graph.
pub(crate) fn conversation(history: &History<'_>, mark: impl Fn(&Snapshot) -> Text) -> Section {
    let lead = "Every turn with its move and the turn that it answers. A hint is what the protocol asked of the speaker. Where the graph is \
        updated, the drawing below can show it as it was then.";
    let mut lines = Vec::new();
    let mut phase = None;
    for snapshot in history.snapshots() {
        for turn in spoken(snapshot) {
            let speech = turn.speech.as_deref();
            let of_turn = speech.map(|speech| speech.phase).or(phase);
            if let Some(of_turn) = of_turn.filter(|_| of_turn != phase) {
                phase = Some(of_turn);
                lines.push(ChatLine::Mark(of_turn.to_string().into()));
            }
            lines.extend(line(turn, speech, points(snapshot, turn)));
        }
        lines.push(ChatLine::Mark(mark(snapshot)));
    }
    Section::new("conversation", "The conversation", lead.into()).with(Block::Chat(lines))
}

/// The points of a speaker that are on the record with its opening, although the opening does not
/// say them.
fn points<'s>(snapshot: &'s Snapshot, opening: &'s Turn) -> impl Iterator<Item = &'s Turn> {
    let opens = opening.is_opening();
    snapshot.turns.iter().filter(move |turn| {
        let is_point = turn.speech.is_none() && turn.act == Act::Assert;
        opens && is_point && turn.speaker == opening.speaker && !opening.text.contains(&turn.text)
    })
}

fn line<'s>(
    turn: &Turn,
    speech: Option<&Speech>,
    points: impl Iterator<Item = &'s Turn>,
) -> Option<ChatLine> {
    let persona = turn.speaker.clone()?;
    let answered = speech.and_then(|speech| speech.replies_to);
    let source = match answered {
        Some(to) => Text::of("{} to {}", [Inline::Turn(turn.id).into(), Inline::Turn(to).into()]),
        None => Inline::Turn(turn.id).into(),
    };
    let on_record = |point: &Turn| {
        let text = point.text.clone().into();
        Text::of("Stated with the opening ({}): {}", [Inline::Turn(point.id).into(), text])
    };
    let mut notes: Vec<Text> = points.map(on_record).collect();
    if let Fate::Failed(why) = &turn.fate {
        notes.push(Text::of("The call failed: {}", [why.clone().into()]));
    }
    if let Some(speech) = speech {
        notes.extend(speech.hint.as_ref().map(|hint| format!("Hint: {hint}").into()));
        notes.extend(speech.not_followed.as_ref().map(not_followed));
        notes.extend(speech.acknowledges.map(|proposal| {
            Text::of("Agrees that {} names the crux.", [Inline::Turn(proposal).into()])
        }));
        notes.extend(speech.agreed.iter().map(|point| format!("Agreed: {point}").into()));
        notes.extend(speech.disputed.iter().map(|point| format!("Still disputed: {point}").into()));
        let statement = |id: &StatementId| Inline::Statement(persona.clone(), id.clone()).into();
        let from = Text::joined(speech.excerpts.iter().map(statement), ", ");
        // A case rests on more statements than its opening speech says.
        let is_opening = speech.phase == Phase::Opening;
        let label =
            if is_opening { "Its case, from its corpus: {}" } else { "From its corpus: {}" };
        if !from.is_empty() {
            notes.push(Text::of(label, [from]));
        }
    }
    let badge = badge(turn, speech);
    let text = turn.text.clone().into();
    Some(ChatLine::Said(ChatMessage { persona, badge, source, text, notes }))
}

/// That a turn does not do what its hint asks for.
pub fn not_followed(asked: &NotFollowed) -> Text {
    match asked {
        NotFollowed::Answer(turn) => {
            Text::of("Leaves {} unanswered.", [Inline::Turn(*turn).into()])
        }
        NotFollowed::Question(_) => "Says nothing about this question.".into(),
        NotFollowed::Concession => "Concedes nothing.".into(),
    }
}

/// The move of a turn, as a badge.
fn badge(turn: &Turn, speech: Option<&Speech>) -> String {
    match (turn.act, speech.map(|speech| speech.phase), &turn.fate) {
        (_, Some(Phase::Opening), _) => "opens".to_owned(),
        (_, Some(Phase::Resolution), _) => "names the core question".to_owned(),
        (Act::Propose, ..) => "proposes a crux".to_owned(),
        (Act::Silence, _, Fate::Kept) => "passes".to_owned(),
        _ => action(turn),
    }
}

fn turns<'h>(history: &'h History<'_>) -> impl Iterator<Item = &'h Turn> {
    history.snapshots().iter().flat_map(|snapshot| &snapshot.turns)
}

fn proposed(history: &History<'_>) -> Vec<ProposedCrux> {
    ProposedCrux::all(&turns(history).collect::<Vec<_>>())
}

/// Whether another persona had a turn after a proposal, before the closing speeches.
fn could_be_answered(proposal: &ProposedCrux, history: &History<'_>) -> bool {
    turns(history).any(|turn| {
        let speech = turn.speech.as_ref();
        turn.id > proposal.turn
            && turn.speaker.as_ref() != Some(&proposal.persona)
            && speech.is_some_and(|speech| speech.phase != Phase::Resolution)
    })
}

/// The others whose closing speeches, of these turns, name the question of a proposal.
fn named_at_the_end<'t>(
    proposal: &ProposedCrux,
    turns: impl Iterator<Item = &'t Turn>,
) -> Vec<&'t PersonaId> {
    let names_it = |turn: &&Turn| {
        let speech = turn.speech.as_ref().filter(|speech| speech.phase == Phase::Resolution);
        let axis = speech.and_then(|speech| speech.axis.as_ref());
        turn.id > proposal.turn && axis.is_some() && axis == proposal.axis.as_ref()
    };
    let closing = turns.filter(names_it).filter_map(|turn| turn.speaker.as_ref());
    let is_new = |persona: &&PersonaId| {
        **persona != proposal.persona && !proposal.acknowledged_by.contains(persona)
    };
    closing.filter(is_new).collect()
}

/// Who agreed to a proposal; `None` if no other persona had a turn to answer it.
fn agreed(proposal: &ProposedCrux, history: &History<'_>) -> Option<Text> {
    let agreed = proposal.acknowledged_by.iter().map(Into::into);
    let at_the_end = named_at_the_end(proposal, turns(history)).into_iter();
    let at_the_end = at_the_end.map(|persona| Text::of("{} (at the end)", [Text::from(persona)]));
    let all: Vec<Text> = agreed.chain(at_the_end).collect();
    if all.is_empty() {
        return could_be_answered(proposal, history).then(|| "no other persona".into());
    }
    Some(Text::joined(all, ", "))
}

/// What is said of a proposal to which no other persona had a turn to answer.
const NOT_ANSWERED: &str = "not answered before the end";

/// The crux of the outcome about the issue that a persona proposed.
fn computed(proposal: &ProposedCrux, history: &History<'_>) -> Option<CruxId> {
    let axis = proposal.axis.as_ref()?;
    let mut cruxes = history.outcome().cruxes.iter();
    cruxes.find(|crux| crux.axis.as_ref() == Some(axis)).map(|crux| crux.id)
}

/// The cruxes that personas proposed; nothing where none did.
pub(crate) fn proposals(history: &History<'_>) -> Option<Section> {
    let proposed = proposed(history);
    let lead = "What the personas themselves named as the crux. A proposal does not decide which questions are cruxes: these are the disputed \
        questions on which the theses depend.";
    let columns = ["Turn", "Persona", "Proposed crux", "Agreed by", "Computed crux"];
    let columns = columns.map(Column::words).into();
    let row = |proposal: &ProposedCrux| {
        let crux = computed(proposal, history).map_or_else(|| "none".into(), Into::into);
        vec![
            Inline::Turn(proposal.turn).into(),
            (&proposal.persona).into(),
            proposal.text.clone().into(),
            agreed(proposal, history).unwrap_or_else(|| NOT_ANSWERED.into()),
            crux,
        ]
    };
    let rows = proposed.iter().map(row).collect();
    let table = Table { caption: Text::default(), columns, rows };
    let section = Section::new("proposals", "Proposed cruxes", lead.into());
    section.with_rows(table)
}

/// On the card of a crux: that it was proposed, and whether another persona agreed.
pub(crate) fn on_cards(history: &History<'_>) -> Vec<Section> {
    let on_card = |proposal: &ProposedCrux| {
        let crux = computed(proposal, history)?;
        let turn = Inline::Turn(proposal.turn).into();
        let persona = (&proposal.persona).into();
        let text = match agreed(proposal, history) {
            Some(agreed) => {
                Text::of("Proposed as the crux by {} in {}; agreed by {}.", [persona, turn, agreed])
            }
            None => Text::of(
                "Proposed as the crux by {} in {}; {}.",
                [persona, turn, NOT_ANSWERED.into()],
            ),
        };
        Some((crux, text))
    };
    let mut by_crux: BTreeMap<CruxId, Vec<Block>> = BTreeMap::new();
    for (crux, text) in proposed(history).iter().filter_map(on_card) {
        by_crux.entry(crux).or_default().push(Block::Prose(text));
    }
    let section = |(crux, blocks)| Section::about(Subject::Crux(crux), "proposed", blocks);
    by_crux.into_iter().map(section).collect()
}

/// What an argument says after a concession.
fn now(effect: &ConcessionEffect) -> Text {
    match effect.kind {
        ConcessionKind::Full => "removed".into(),
        ConcessionKind::ScopeNarrowing => "the same answer, with this point granted".into(),
        ConcessionKind::Partial | ConcessionKind::Shared => effect.now.clone().into(),
    }
}

/// The concessions that changed the graph; nothing where none did.
pub(crate) fn concessions(history: &History<'_>) -> Option<Section> {
    let lead = "Every concession that changed the graph, with the turn in which it was made.";
    let columns = ["Turn", "Persona", "What it does", "Argument", "Conceded", "Now"];
    let columns = columns.map(Column::words).into();
    let rows: Vec<Vec<Text>> = history
        .outcome()
        .concessions
        .iter()
        .filter_map(|concession| {
            let effect = concession.effect.as_ref()?;
            let ConcessionSource::Turn(turn) = &concession.source else { return None };
            Some(vec![
                Inline::Turn(*turn).into(),
                (&concession.persona).into(),
                effect.verb().into(),
                effect.node.into(),
                concession.text.clone().into(),
                now(effect),
            ])
        })
        .collect();
    let table = Table { caption: Text::default(), columns, rows };
    let section = Section::new("concessions", "The trail of concessions", lead.into());
    section.with_rows(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocabulary::{AxisId, CallId, TurnId};

    #[test]
    fn a_closing_speech_that_names_the_question_of_a_proposal_answers_it() {
        let persona = |name| PersonaId::new(name).unwrap();
        let axis = |name| Some(AxisId::new(name).unwrap());
        let closing = |id, name, on| Turn {
            speaker: Some(persona(name)),
            speech: Some(Box::new(Speech { axis: axis(on), ..Speech::new(Phase::Resolution) })),
            ..Turn::new(TurnId::new(id), 3, Act::Assert, "The road.", CallId::new(id))
        };
        let proposal = ProposedCrux {
            turn: TurnId::new(5),
            persona: persona("ada"),
            text: "It is the road.".into(),
            axis: axis("road"),
            acknowledged_by: vec![],
        };
        let turns =
            [closing(6, "ada", "road"), closing(7, "ben", "road"), closing(8, "cleo", "team")];
        assert_eq!(named_at_the_end(&proposal, turns.iter()), [&persona("ben")]);
    }
}
