//! The drafts of speeches, with their turns, and the grounds of the verdicts on their claims.

use crate::mode::procon::detail::{Checked, Draft, Passage, draft};
use crate::record::{DetailFault, Turn};
use crate::view::{History, Inline, Text};

/// A draft with its turn.
pub(super) type Drafted<'h> = (&'h Turn, Draft);

/// Every draft, in the order of the debate.
pub(super) fn drafts<'h>(history: &History<'h>) -> Result<Vec<Drafted<'h>>, DetailFault> {
    let turns = history.snapshots().iter().flat_map(|snapshot| &snapshot.turns);
    let drafts = turns.map(|turn| Ok(draft(turn)?.map(|draft| (turn, draft))));
    drafts.filter_map(Result::transpose).collect()
}

/// The reason for a verdict, with the passages on which it rests.
pub(super) fn verdict_reason(check: &Checked) -> Text {
    let passage = |passage: &Passage| {
        let limits =
            passage.caveats.iter().map(|caveat| Text::of("Limit: {}", [caveat.clone().into()]));
        let named = match passage.page.clone() {
            Some(page) => Inline::Web(passage.source.clone(), page).into(),
            None => passage.source.clone().into(),
        };
        let source = Text::of("{}: {}", [named, passage.text.clone().into()]);
        Text::joined(std::iter::once(source).chain(limits), " ")
    };
    let passages = check.passages.iter().map(passage);
    Text::joined(std::iter::once(check.reason.clone().into()).chain(passages), " ")
}
