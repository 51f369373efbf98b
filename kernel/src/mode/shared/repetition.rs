//! Whether turns repeat what was said before them.

use std::collections::BTreeSet;

use crate::record::Turn;
use crate::text::{content_stems, overlap};

/// The overlap of the content words of the latest turns with those of as many before: |A ∩ B| /
/// min(|A|, |B|). `None` if fewer than twice as many were spoken.
///
/// *Range*: [0, 1].
pub(crate) fn repetition(spoken: &[&Turn], window: usize) -> Option<f64> {
    let earlier = spoken.len().checked_sub(2 * window)?;
    let words = |turns: &[&Turn]| -> BTreeSet<String> {
        turns.iter().flat_map(|turn| content_stems(&turn.text)).collect()
    };
    let (before, latest) = spoken[earlier..].split_at(window);
    Some(overlap(&words(before), &words(latest)))
}
