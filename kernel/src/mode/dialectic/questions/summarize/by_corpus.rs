//! `summarize`: only what was said and what follows from it by the kind of the debate.
//!
//! - Topic and label: the question of a branch and the id of its axis; of a passage its title.
//! - Key claims: the statements that turns claim, each once; where there are more than six, those
//!   that other turns answer come first.
//! - Themes: the axes of these claims, the most frequent first, the passage, then the keywords of
//!   the topic and the words that most turns have.
//! - What came of it: the first axis with claims on both sides, with the first claim on each,
//!   otherwise the first claims; then a sentence for the kind. For a synthesis and a clarification
//!   that is the turn that says so.

use crate::question::ByCorpus;
use std::collections::{BTreeMap, BTreeSet};

use super::{ClaimDraft, MOST_CLAIMS, Summarize, SummaryDraft};
use crate::corpus::{Silence, Voices};
use crate::mode::conversation::questions::ShownTurn;
use crate::mode::conversation::run::moves::MoveLabel;
use crate::mode::dialectic::questions::turns::{claimed, name};
use crate::record::ReadingKind;
use crate::text::content_stems;
use crate::vocabulary::{Axis, AxisId, Side, Statement};

/// The number of themes.
const TAGS: usize = 5;
/// A shorter word is not a theme.
const SHORTEST: usize = 4;

/// A turn with the statement that it claims.
type Claimed<'q, 'v> = (&'q ShownTurn, &'v Statement);

impl ByCorpus for Summarize {
    fn by_corpus(&self, voices: &Voices<'_>) -> Result<SummaryDraft, Silence> {
        Ok(answer(self, voices))
    }
}

fn answer(question: &Summarize, voices: &Voices<'_>) -> SummaryDraft {
    let claimed = question.turns.iter().filter_map(|turn| Some((turn, claimed(voices, turn)?.1)));
    let mut claims: Vec<Claimed<'_, '_>> = Vec::new();
    for (turn, statement) in claimed {
        if !claims.iter().any(|(_, known)| known.id == statement.id) {
            claims.push((turn, statement));
        }
    }
    let axes = axes(&claims);
    let disputed = axes.iter().find_map(|id| dispute(question, &claims, id));
    let label = match (&question.question, axes.first().and_then(|id| question.topic.axis(id))) {
        (Some(_), Some(axis)) => to_title(&axis.id),
        (Some(asked), None) => asked.clone(),
        (None, _) => question.passage.title.clone(),
    };
    let topic = question.question.clone().unwrap_or_else(|| question.passage.title.clone());
    SummaryDraft {
        topic,
        label,
        resolution: resolution(question, &claims, disputed),
        tags: tags(question, &axes),
        claims: key_claims(question, &claims),
    }
}

/// The id of an axis as a title.
fn to_title(axis: &AxisId) -> String {
    let words = axis.as_str().replace('-', " ");
    let mut letters = words.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The axes of the claims, the most frequent first.
fn axes(claims: &[Claimed<'_, '_>]) -> Vec<AxisId> {
    let mut counts: BTreeMap<&AxisId, usize> = BTreeMap::new();
    for axis in claims.iter().filter_map(|(_, statement)| statement.axis.as_ref()) {
        *counts.entry(axis).or_default() += 1;
    }
    let mut axes: Vec<&AxisId> = counts.keys().copied().collect();
    axes.sort_by_key(|axis| std::cmp::Reverse(counts[axis]));
    axes.into_iter().cloned().collect()
}

/// An axis with the first claim for yes and the first for no.
type Dispute<'q, 'v> = (&'q Axis, Claimed<'q, 'v>, Claimed<'q, 'v>);

fn dispute<'q, 'v>(
    question: &'q Summarize,
    claims: &[Claimed<'q, 'v>],
    axis: &AxisId,
) -> Option<Dispute<'q, 'v>> {
    let on = |side| {
        let mut on = claims.iter().filter(|(_, own)| own.axis.as_ref() == Some(axis));
        on.find(|(_, own)| own.side == Some(side)).copied()
    };
    Some((question.topic.axis(axis)?, on(Side::Yes)?, on(Side::No)?))
}

fn resolution(
    question: &Summarize,
    claims: &[Claimed<'_, '_>],
    disputed: Option<Dispute<'_, '_>>,
) -> String {
    let by = |turn: &ShownTurn| name(&question.names, &turn.speaker).to_owned();
    let says = |(turn, statement): &Claimed<'_, '_>| format!("{}: {}", by(turn), statement.text);
    let found = match disputed {
        Some((axis, yes, no)) => {
            format!("{} Yes, says {} No, says {}", axis.question, says(&yes), says(&no))
        }
        None => claims.iter().take(2).map(says).collect::<Vec<_>>().join(" "),
    };
    let last = |label: MoveLabel| {
        let turn = question.turns.iter().rev().find(|turn| turn.label == label);
        turn.or(question.turns.last()).map(|turn| format!("{}: {}", by(turn), turn.text))
    };
    let ended = match question.kind {
        ReadingKind::Impasse => "Neither side gave way.".to_owned(),
        ReadingKind::Synthesis => last(MoveLabel::Concede).unwrap_or_default(),
        ReadingKind::Clarification => last(MoveLabel::Clarify).unwrap_or_default(),
        ReadingKind::Question => {
            let conceded =
                question.turns.iter().rev().find(|turn| turn.label == MoveLabel::Concede);
            conceded.map_or_else(
                || "All who spoke give the same answer.".to_owned(),
                |turn| format!("It was answered when {} conceded: {}", by(turn), turn.text),
            )
        }
        ReadingKind::Lemma => question.rule.clone(),
        ReadingKind::Exploration => "It stayed open.".to_owned(),
    };
    [found, ended].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The axes of the claims and the passage, then the keywords of the topic that most turns have,
/// then other words.
fn tags(question: &Summarize, axes: &[AxisId]) -> Vec<String> {
    let mut tags: Vec<String> = axes.iter().take(2).map(ToString::to_string).collect();
    tags.push(question.passage.id.to_string());
    let texts: Vec<&str> = question.turns.iter().map(|turn| turn.text.as_str()).collect();
    let stems: Vec<BTreeSet<String>> = texts.iter().map(|text| content_stems(text)).collect();
    let keywords = question.topic.axes.iter().flat_map(|axis| &axis.keywords).cloned();
    let mut known: BTreeSet<String> = tags.iter().flat_map(|tag| content_stems(tag)).collect();
    for candidates in [keywords.collect(), words(&texts, &question.passage.text)] {
        let mut counted: Vec<(usize, String)> = Vec::new();
        for word in candidates {
            let own = content_stems(&word);
            let count = stems.iter().filter(|stems| own.is_subset(stems)).count();
            if count > 0 && !own.is_empty() {
                counted.push((count, word.to_lowercase()));
            }
        }
        counted.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        for (_, word) in counted {
            let own = content_stems(&word);
            if tags.len() < TAGS && own.is_disjoint(&known) {
                known.extend(own);
                tags.push(word);
            }
        }
    }
    tags
}

/// The words of some texts, each in its first form.
fn words(texts: &[&str], passage: &str) -> Vec<String> {
    let all = texts.iter().copied().chain([passage]).flat_map(str::split_whitespace);
    let trimmed = all.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase());
    let mut words: Vec<String> = Vec::new();
    for word in trimmed.filter(|word| word.chars().count() >= SHORTEST) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

fn key_claims(question: &Summarize, claims: &[Claimed<'_, '_>]) -> Vec<ClaimDraft> {
    let is_answered =
        |turn: &ShownTurn| question.turns.iter().any(|later| later.replies_to == Some(turn.id));
    let mut chosen: Vec<&Claimed<'_, '_>> = claims.iter().collect();
    chosen.sort_by_key(|(turn, _)| !is_answered(turn));
    chosen.truncate(MOST_CLAIMS);
    chosen.sort_by_key(|(turn, _)| turn.id);
    let draft = |(turn, statement): &Claimed<'_, '_>| ClaimDraft {
        turn: turn.id.to_string(),
        text: statement.text.clone(),
    };
    chosen.into_iter().map(draft).collect()
}
