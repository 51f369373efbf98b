//! How the sentences of untagged texts were classified: in short, or each with its score.

use std::collections::BTreeMap;
use std::path::Path;

use faultline::format::{ClauseKind, Guess, ProseReason};
use faultline::vocabulary::Side;

use super::super::diagnose::plural;

/// How many of the least certain statements the short form shows.
const LEAST_CERTAIN: usize = 3;
/// How much of a sentence is shown. *Units*: characters.
const SHOWN: usize = 72;

/// How many sentences of a file were classified as what, and its least certain statements.
pub(super) fn brief(path: &Path, guesses: &[Guess]) -> Vec<String> {
    let stated = guesses.iter().filter(|guess| guess.kind == ClauseKind::Statement);
    let mut stated: Vec<&Guess> = stated.collect();
    let prose: Vec<&ProseReason> =
        guesses.iter().filter_map(|guess| guess.kind.prose_reason()).collect();
    let hanging = guesses.len() - stated.len() - prose.len();
    let mut lines = vec![format!(
        "{}: untagged text: {}; {} that belong to statements; {} not used",
        path.display(),
        plural(stated.len(), "statement"),
        plural(hanging, "clause"),
        plural(prose.len(), "fragment"),
    )];
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for why in prose {
        *reasons.entry(why.words()).or_default() += 1;
    }
    let reasons: Vec<String> =
        reasons.iter().map(|(why, number)| format!("{number} {why}")).collect();
    if !reasons.is_empty() {
        lines.push(format!("  not used: {}", reasons.join("; ")));
    }
    // The case in short is about no axis.
    stated.retain(|guess| guess.axis.is_some());
    stated.sort_by(|a, b| margin(a).total_cmp(&margin(b)));
    let least = stated
        .into_iter()
        .take(LEAST_CERTAIN)
        .map(|guess| format!("  least certain: {}", row(guess)));
    lines.extend(least);
    lines
}

/// Every sentence of a file and how it was classified.
pub(super) fn table(path: &Path, guesses: &[Guess]) -> Vec<String> {
    let head = format!(
        "{}: line, kind, axis and side, score, lead over the second-best axis, text",
        path.display()
    );
    std::iter::once(head).chain(guesses.iter().map(|guess| format!("  {}", row(guess)))).collect()
}

fn row(guess: &Guess) -> String {
    let mut cells = vec![format!("{:>4}", guess.line), guess.kind.word().to_owned()];
    if let (None, ClauseKind::Statement) = (&guess.axis, &guess.kind) {
        cells.push(format!("case in short, {}", guess.side.map_or("side not clear", Side::word)));
    }
    if let Some(found) = &guess.axis {
        let side = guess.side.map_or("side not clear", Side::word);
        let next = found.runner_up.as_ref().map_or_else(
            || {
                if found.score.value() < 1.0 {
                    "no other axis"
                } else {
                    "by its heading or word for word"
                }
                .to_owned()
            },
            |(axis, score)| {
                format!(
                    "{:.2} ahead of {axis} {score}",
                    (found.score.value() - score.value()).max(0.0)
                )
            },
        );
        cells.push(format!("{}={side} {}, {next}", found.axis, found.score));
    }
    if let Some(cue) = guess.cue {
        cells.push(format!("cue “{cue}”"));
    }
    if let Some(why) = guess.kind.prose_reason() {
        cells.push(format!("({})", why.words()));
    }
    if let Some(id) = guess.statement.as_ref().filter(|_| guess.kind != ClauseKind::Statement) {
        cells.push(format!("attached to {id}"));
    }
    format!("{} | {}", cells.join("  "), shortened(&guess.text))
}

/// As much of a sentence as is shown.
pub(super) fn shortened(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}

fn margin(guess: &Guess) -> f64 {
    guess.axis.as_ref().map_or(0.0, faultline::format::AxisMatch::margin)
}
