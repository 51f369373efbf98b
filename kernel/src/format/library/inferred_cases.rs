//! What the untagged texts of a persona say in passing about what its answer rests on.

use crate::vocabulary::{Corpus, Reason, Statement};

/// Adds the reasons of a case in short that another text of the persona repeats.
pub(super) fn add_reasons(corpus: &mut Corpus, again: Statement) {
    let mut known = corpus.notes.iter_mut().flat_map(|note| &mut note.statements);
    let Some(case) = known.find(|known| known.id == again.id) else { return };
    for reason in again.reasons {
        let is_known = |known: &Reason| {
            known.text == reason.text || known.asserts.is_some() && known.asserts == reason.asserts
        };
        if !case.reasons.iter().any(is_known) {
            case.reasons.push(reason);
        }
    }
}

/// Leaves what an answer rests on to the case in short that its author tagged, where there is one:
/// it is meant to be complete.
pub(super) fn yield_to_tagged(corpus: &mut Corpus) {
    let is_tagged = |own: &Statement| own.is_case() && own.inferred.is_none();
    if !corpus.statements().any(is_tagged) {
        return;
    }
    for note in &mut corpus.notes {
        note.idle.clear();
        note.statements.retain_mut(|own| {
            if !own.is_case() || own.inferred.is_none() {
                return true;
            }
            let all = own.reasons.len();
            own.reasons.retain(|reason| reason.asserts.is_none());
            own.reasons.len() == all || !own.reasons.is_empty()
        });
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::format::Untagged;
    use crate::question::samples::topic;
    use crate::vocabulary::{Note, Side};

    fn note(text: &str) -> Note {
        let topic = topic();
        let read = Untagged::read(&topic, Side::Yes, Path::new("note.md"), text).0;
        let title = "Note".to_owned();
        Note {
            title,
            date: None,
            paragraphs: Vec::new(),
            sentences: Vec::new(),
            statements: read.statements,
            idle: read.idle,
        }
    }

    fn corpus(notes: Vec<Note>) -> Corpus {
        Corpus { topic: topic().id, stance: Side::Yes, notes }
    }

    /// The axes of which the cases in short of a corpus say that the answer rests on them.
    fn rests_on(corpus: &Corpus) -> Vec<&str> {
        let cases = corpus.statements().filter(|own| own.is_case());
        let reasons = cases.flat_map(|case| &case.reasons);
        reasons.filter_map(|reason| Some(reason.asserts.as_ref()?.axis.as_str())).collect()
    }

    fn texts() -> [String; 2] {
        let topic = topic();
        [&topic.axes[0].no, &topic.axes[1].yes]
            .map(|answer| format!("{answer} For me this settles the matter."))
    }

    #[test]
    fn two_texts_that_nowhere_say_their_answer_state_one_case() {
        let [first, second] = texts().map(|text| note(&text));
        let again = second.statements[0].clone();
        assert_eq!(first.statements[0].id, again.id);
        let mut corpus = corpus(vec![first]);
        add_reasons(&mut corpus, again);
        assert_eq!(rests_on(&corpus), ["trade", "air"]);
    }

    #[test]
    fn a_tagged_case_alone_says_what_the_answer_rests_on() {
        let [text, _] = texts();
        let mut inferred = corpus(vec![note(&text)]);
        yield_to_tagged(&mut inferred);
        assert_eq!(rests_on(&inferred), ["trade"]);
        let mut tagged = note(&topic().yes);
        tagged.statements[0].inferred = None;
        let mut both = corpus(vec![note(&text), tagged]);
        yield_to_tagged(&mut both);
        assert_eq!(rests_on(&both), [""; 0]);
        assert_eq!(both.statements().filter(|own| own.is_case()).count(), 1);
    }
}
