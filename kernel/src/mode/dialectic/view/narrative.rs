//! The narrative: every debate as a chapter, with its relations in both directions and its turns.

use crate::graph::{Edge, Relation};
use crate::mode::dialectic::detail::{Reading, TurnDetail, of_turn};
use crate::record::{Act, DetailFault, Fate, Turn};
use crate::view::{
    Block, Chapter, ChatLine, ChatMessage, Fact, History, Inline, Related, Section, Text, action,
    number,
};

pub(super) fn narrative(
    history: &History<'_>,
    ordered: &[&Reading],
) -> Result<Section, DetailFault> {
    let lead = "All debates that left a reading, each after what it branches from and what it requires. The passages themselves are on the page of \
        the topic. A chapter says what came of its debate, what was claimed in it (a claim is contested where another persona challenges it or answers its question in the opposite way), \
        and how it depends on other chapters: what it requires, applies, elaborates or contradicts, with how sure the answer is that says so. \
        It ends with the turns of its debate.";
    // Every round after the opening is a debate, which leaves one reading at most.
    let left_out = match history.snapshots().len().saturating_sub(1 + ordered.len()) {
        0 => String::new(),
        without => format!(
            " {} left no reading, because too little was said or a call failed; the turns are in the log.",
            number::count(without, "more debate", "more debates")
        ),
    };
    let lead = format!("{lead}{left_out}");
    let chapters = ordered.iter().map(|reading| chapter(history, ordered, reading));
    let chapters = chapters.collect::<Result<Vec<_>, _>>()?;
    let section = Section::new("narrative", "The narrative", lead.into());
    Ok(section.with(Block::Chapters(chapters)))
}

/// The heading of a chapter: one question may be debated at several passages.
fn title(reading: &Reading) -> String {
    let kind = reading.kind.word();
    match reading.question {
        Some(_) => format!("{} ({}, {kind})", reading.topic, reading.passage_title),
        None => format!("{} ({kind})", reading.topic),
    }
}

fn chapter(
    history: &History<'_>,
    ordered: &[&Reading],
    reading: &Reading,
) -> Result<Chapter, DetailFault> {
    let fact = |name: &str, value: String, meaning: &str| Fact {
        name: name.to_owned(),
        value: value.into(),
        meaning: meaning.to_owned(),
    };
    let facts = vec![
        fact("passage", reading.passage_title.clone(), ""),
        fact("ended as", reading.kind.word().to_owned(), &reading.rule),
        fact("length", number::count(reading.turns.len(), "turn", "turns"), ""),
    ];
    let claims = reading.claims.iter().map(|claim| {
        let contested = if claim.holds { "" } else { " (contested)" };
        let claimed = [(&claim.speaker).into(), Inline::Quote(claim.text.clone()).into()];
        let from = Text::of("{}: {}", claimed);
        Text::joined([from, contested.trim().into()], " ")
    });
    Ok(Chapter {
        node: reading.node,
        title: title(reading),
        facts,
        text: reading.resolution.clone().into(),
        points: claims.collect(),
        relations: relations(history, ordered, reading),
        lines: transcript(history, reading)?,
    })
}

/// The relations of a reading in both directions.
fn relations(history: &History<'_>, ordered: &[&Reading], reading: &Reading) -> Vec<Related> {
    let Some(last) = history.snapshots().last() else { return Vec::new() };
    let related = |edge: &Edge| {
        let is_from = edge.from == reading.node;
        let other = if is_from { edge.to } else { edge.from };
        let other = ordered.iter().find(|known| known.node == other)?;
        let words = if is_from { edge.relation.verb() } else { passive(edge.relation) };
        let words = match edge.confidence {
            Some(sure) => format!("{words} (confidence {:.2})", sure.value()),
            None => words.to_owned(),
        };
        Some(Related { words, node: other.node, title: title(other) })
    };
    let own = last.graph.out_of_node(reading.node).chain(last.graph.into_node(reading.node));
    own.filter_map(related).collect()
}

/// A relation as seen from its target.
fn passive(relation: Relation) -> &'static str {
    match relation {
        Relation::BranchesFrom => "raised the question of",
        Relation::Contradicts => "is contradicted by",
        Relation::Elaborates => "is elaborated by",
        Relation::Requires => "is required by",
        Relation::AppliesTo => "is applied in",
        Relation::Analogy => "is analogous to",
        Relation::Support => "is supported by",
        Relation::Attack | Relation::Rebut | Relation::Undermine | Relation::Undercut => {
            "is attacked by"
        }
    }
}

/// The turns of a debate, and what observers raised between them.
fn transcript(history: &History<'_>, reading: &Reading) -> Result<Vec<ChatLine>, DetailFault> {
    let mut lines = Vec::new();
    let mut round = 0;
    let is_own = |turn: &Turn| reading.turns.contains(&turn.id);
    for turn in history.snapshots().iter().flat_map(|snapshot| &snapshot.turns) {
        match of_turn(turn)? {
            Some(TurnDetail::Said(said)) if is_own(turn) => {
                if said.round != round {
                    round = said.round;
                    lines.push(ChatLine::Mark(format!("Round {round}").into()));
                }
                lines.extend(line(turn));
            }
            Some(TurnDetail::Flag(flag))
                if turn.fate == Fate::Kept
                    && reading.question.is_none()
                    && flag.passage == reading.passage =>
            {
                let asks = format!("{} asks: {}", flag.observer_name, flag.question);
                lines.push(ChatLine::Mark(asks.into()));
            }
            Some(TurnDetail::Said(_) | TurnDetail::Flag(_) | TurnDetail::Reading(_)) | None => {}
        }
    }
    Ok(lines)
}

fn line(turn: &Turn) -> Option<ChatLine> {
    let persona = turn.speaker.clone()?;
    let speech = turn.speech.as_deref()?;
    let source = match speech.replies_to {
        Some(to) => Text::of("{} to {}", [Inline::Turn(turn.id).into(), Inline::Turn(to).into()]),
        None => Inline::Turn(turn.id).into(),
    };
    let badge = if turn.act == Act::Silence { "passes".to_owned() } else { action(turn) };
    let statements = speech.excerpts.iter();
    let statements = statements.map(|id| Inline::Statement(persona.clone(), id.clone()).into());
    let from = Text::joined(statements, ", ");
    let notes = if from.is_empty() { vec![] } else { vec![Text::of("From {}", [from])] };
    Some(ChatLine::Said(ChatMessage {
        persona,
        badge,
        source,
        text: turn.text.clone().into(),
        notes,
    }))
}
