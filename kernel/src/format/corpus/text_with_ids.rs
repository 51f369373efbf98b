//! A text as its author wrote it, for readers that are not bound to its tags, or to what was
//! inferred from it.

use crate::format::markdown::{Author, Block, Item};
use crate::format::statement_defaults::derived_id;
use crate::format::untagged::{Guess, ProseReason};
use crate::text::{folded, sentences};
use crate::vocabulary::{Note, Sentence, Statement, StatementId};

/// The fewest words of a sentence that has an id though it is not a statement, and of one with
/// which a statement may begin: a shorter one («No.») says nothing by itself.
const LEAST_WORDS: usize = 3;

/// A file without tags, or the prose of a file with tags, with an id before each of its author's
/// sentences.
pub(super) struct TextWithIds {
    /// The paragraphs, with ids in brackets: a statement before the sentence that it is, or with
    /// which it begins.
    pub(super) paragraphs: Vec<String>,
    /// The sentences that are not statements.
    pub(super) sentences: Vec<Sentence>,
}

impl TextWithIds {
    pub(super) fn new<'a>(
        blocks: impl IntoIterator<Item = &'a Block>,
        statements: &[Statement],
    ) -> Self {
        let unmarked = statements.iter().map(|own| (folded(&own.text), own.id.clone())).collect();
        let mut marker = Marker { unmarked, sentences: Vec::new() };
        let paragraph = |block: &Block| match block {
            Block::Heading { text, .. } => format!("### {text}"),
            Block::Prose { text, author: Author::Writer, .. } => marker.marked(text),
            Block::Prose { text, author: Author::Other, .. } => format!("> {text}"),
            Block::Item(item) => marker.item(item, "").trim_end().to_owned(),
        };
        let paragraphs = blocks.into_iter().map(paragraph).collect();
        Self { paragraphs, sentences: marker.sentences }
    }

    /// Notes which sentences are about an axis that does not say which answer they give.
    pub(super) fn with_unclear_sides(mut self, guesses: &[Guess]) -> Self {
        for guess in guesses {
            let Some(ProseReason::NoSide(found)) = guess.kind.prose_reason() else { continue };
            let said = folded(&guess.text);
            let is_it = |own: &&mut Sentence| folded(&own.text).contains(said.as_str());
            if let Some(own) = self.sentences.iter_mut().find(is_it) {
                own.about = Some(found.axis.clone());
            }
        }
        self
    }
}

/// Puts ids before sentences.
struct Marker {
    /// The statements that have not been met yet, by their words.
    unmarked: Vec<(String, StatementId)>,
    sentences: Vec<Sentence>,
}

impl Marker {
    fn marked(&mut self, text: &str) -> String {
        let sentences = sentences(text).into_iter().map(|sentence| {
            let words = folded(sentence);
            let is_said = |(said, _): &mut (String, StatementId)| {
                words.contains(said.as_str()) || begins(said, &words)
            };
            let mut ids: Vec<StatementId> =
                self.unmarked.extract_if(.., is_said).map(|(_, id)| id).collect();
            if ids.is_empty() && words.split(' ').count() >= LEAST_WORDS {
                let id = derived_id(sentence);
                if self.sentences.iter().all(|known| known.id != id) {
                    let (id, text) = (id.clone(), sentence.to_owned());
                    self.sentences.push(Sentence { id, text, about: None });
                }
                ids.push(id);
            }
            ids.into_iter().rev().fold(sentence.to_owned(), |text, id| Note::mark(&id) + &text)
        });
        sentences.collect::<Vec<_>>().join(" ")
    }

    /// A list item with the items below it.
    fn item(&mut self, item: &Item, indent: &str) -> String {
        let text = self.marked(&item.text);
        let deeper = format!("{indent}  ");
        let below: String = item.children.iter().map(|child| self.item(child, &deeper)).collect();
        format!("{indent}- {text}\n{below}")
    }
}

/// Whether a statement begins with a sentence.
fn begins(statement: &str, sentence: &str) -> bool {
    let rest = statement.strip_prefix(sentence);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        && sentence.split(' ').count() >= LEAST_WORDS
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;
    use crate::format::fault::Faults;
    use crate::format::markdown::outline;
    use crate::format::source::Source;
    use crate::format::untagged::Untagged;
    use crate::question::Brief;
    use crate::question::samples::topic;
    use crate::vocabulary::samples::persona;
    use crate::vocabulary::{Corpus, Persona, Side, Topic};

    #[test]
    fn a_statement_begins_with_whole_words() {
        assert!(begins("no car may enter the street", "no car may"));
        assert!(!begins("no car may enter the street", "no"), "too short");
        assert!(!begins("no car may enter the street", "no car may ent"), "half a word");
    }

    fn axes_with_sides() -> Topic {
        let mut topic = topic();
        topic.axes[0].favours = Some(Side::No);
        topic.axes[1].favours = Some(Side::Yes);
        topic
    }

    /// A text without tags by an author who answers no.
    fn read(topic: &Topic, text: &str) -> (Vec<Block>, Untagged) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("note.md"), text.as_bytes(), "", &mut faults);
        let source = source.unwrap();
        let blocks = outline(&source, 0, &mut faults);
        let read = Untagged::from_blocks(topic, Side::No, &source, &blocks);
        (blocks, read)
    }

    #[test]
    fn a_sentence_about_an_axis_whose_answer_is_not_clear_is_marked_as_about_it() {
        let topic = topic();
        assert_eq!(topic.axes[0].favours, None);
        let text = "Every shop counts its custom on the street. It rained.";
        let (blocks, read) = read(&topic, text);
        let text = TextWithIds::new(&blocks, &read.statements);
        let text = text.with_unclear_sides(&read.guesses);
        let about: Vec<_> = text.sentences.iter().filter_map(|own| own.about.as_ref()).collect();
        assert_eq!(about, [&topic.axes[0].id], "{read:?}");
    }

    #[test]
    fn a_corpus_as_written_has_no_statement_that_its_author_did_not_tag() {
        let topic = axes_with_sides();
        let text = "I have a shop. The shops lose custom, because drivers stay away. Even if the air gets cleaner, I would vote no.";
        let (blocks, read) = read(&topic, text);
        let TextWithIds { paragraphs, sentences } = TextWithIds::new(&blocks, &read.statements);
        let statements = read.statements;
        assert!(!statements.is_empty());
        let (title, idle) = (String::new(), vec![]);
        let note = Note { title, date: None, paragraphs, sentences, statements, idle };
        let corpus = Corpus { topic: topic.id, stance: Side::No, notes: vec![note] };
        let ids = |corpus: &Corpus| -> BTreeSet<StatementId> {
            let [note] = corpus.notes.as_slice() else { unreachable!() };
            let in_text = note.statements.iter().filter(|own| note.is_in_text(own));
            let statements = in_text.map(|own| own.id.clone());
            statements.chain(note.sentences.iter().map(|own| own.id.clone())).collect()
        };
        let written = corpus.as_written();
        assert_eq!(written.statements().count(), 0);
        assert_eq!(ids(&written), ids(&corpus), "every sentence can be cited as before");
        assert_eq!(written.notes[0].paragraphs, corpus.notes[0].paragraphs);
    }

    #[test]
    fn the_corpus_provider_can_cite_a_case_that_rules_read_between_the_lines() {
        let topic = axes_with_sides();
        let text = format!("{} For me this settles the matter.", topic.axes[0].no);
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("note.md"), text.as_bytes(), "", &mut faults);
        let source = source.unwrap();
        let blocks = outline(&source, 0, &mut faults);
        let read = Untagged::from_blocks(&topic, Side::Yes, &source, &blocks);
        let TextWithIds { paragraphs, sentences } = TextWithIds::new(&blocks, &read.statements);
        let case = read.statements.iter().find(|own| own.is_case()).unwrap().id.clone();
        let (title, statements, idle) = (String::new(), read.statements, read.idle);
        let note = Note { title, date: None, paragraphs, sentences, statements, idle };
        let mut ada = persona("ada", Side::Yes, vec![]);
        ada.corpora.get_mut(&topic.id).unwrap().notes = vec![note];
        let cites =
            |persona: &Persona| Brief::new(persona, &topic).excerpt(case.as_str()).is_some();
        assert!(cites(&ada));
        assert!(!cites(&ada.as_written()), "a language model is not shown what it has not written");
    }

    #[test]
    fn nothing_of_a_text_is_lost_and_each_sentence_has_an_id() {
        let topic = axes_with_sides();
        let text = "# The street\n\nI have a shop. The shops lose custom, because drivers stay away. If they did not, I would close it \
                    tomorrow.\n\n> The air gets cleaner.\n\n- The air stays as it is\n  - After all, cars drive round\n";
        let (blocks, read) = read(&topic, text);
        assert!(!read.statements.is_empty());
        let TextWithIds { paragraphs, sentences } = TextWithIds::new(&blocks, &read.statements);
        let shown = paragraphs.join("\n");
        let statements = read.statements.iter().map(|own| &own.id);
        let ids: Vec<&StatementId> =
            statements.chain(sentences.iter().map(|own| &own.id)).collect();
        for id in &ids {
            assert_eq!(shown.matches(&Note::mark(id)).count(), 1, "{shown}");
        }
        let others = sentences.iter().map(|own| own.text.as_str());
        assert_eq!(
            others.collect::<Vec<_>>(),
            [
                "I have a shop.",
                "If they did not, I would close it tomorrow.",
                "The air stays as it is",
                "After all, cars drive round"
            ]
        );
        let plain = ids.iter().fold(shown, |text, id| text.replace(&Note::mark(id), ""));
        assert_eq!(
            plain,
            "### The street\nI have a shop. The shops lose custom, because drivers stay away. If they did not, I would \
                          close it tomorrow.\n> The air gets cleaner.\n- The air stays as it is\n  - After all, cars drive round"
        );
    }
}
