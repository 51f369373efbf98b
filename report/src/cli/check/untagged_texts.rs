//! What of the personas' texts counts before a debate: a language model reads texts without tags
//! itself, so that what rules infer from their words says nothing about its debates.

use faultline::corpus::{Dispute, Voices};
use faultline::format::Manifest;
use faultline::vocabulary::{Persona, PersonaId, Topic};

/// The personas with what counts of their texts, and how many sentences are left out: also items of
/// a list whose axis only a heading names, since their side may be a guess.
pub(super) fn without_untagged(
    manifest: &Manifest,
    topic: &Topic,
    mut personas: Vec<Persona>,
) -> (Vec<Persona>, usize) {
    let mut left_out = 0;
    if manifest.provider.asks_models() {
        let corpora = personas.iter_mut().filter_map(|own| own.corpora.get_mut(&topic.id));
        for note in corpora.flat_map(|corpus| &mut corpus.notes) {
            let all = note.statements.len();
            note.statements.retain(|statement| statement.inferred.is_none());
            left_out += all - note.statements.len();
        }
    }
    (personas, left_out)
}

/// The disputes of these personas; where a language model speaks for them, only those between
/// statements with tags.
pub(super) fn disputes<'a>(
    manifest: &Manifest,
    voices: &Voices<'a>,
    personas: &[PersonaId],
) -> Vec<Dispute<'a>> {
    let mut disputes = voices.disputes(personas);
    if manifest.provider.asks_models() {
        disputes.retain(|dispute| {
            dispute.positions.iter().all(|held| held.statement.inferred.is_none())
        });
    }
    disputes
}

/// That sentences are left out; nothing where none are.
pub(super) fn left_out(sentences: usize) -> Option<String> {
    (sentences > 0).then(|| {
        format!(
            "  {sentences} sentences of texts without tags are left out: a language model reads them itself, and what `check` infers from \
             their words serves the provider `corpus` only"
        )
    })
}

/// Whether nothing is left out.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
pub(super) fn is_none(count: &usize) -> bool {
    *count == 0
}
