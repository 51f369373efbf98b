//! Reads `data/topics/<id>.toml`: a question with two theses and the axes on which they may
//! disagree.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use toml::Spanned;

use super::attribute_value::parsed;
use super::definitions::Definitions;
use super::fault::Faults;
use super::passages;
use super::source::Source;
use super::toml_document::TomlDocument;
use super::toml_table::Table;
use crate::text::folded;
use crate::vocabulary::{Axis, AxisId, Disagreement, Observer, ObserverId, Side, Topic, TopicId};

/// What an empty file should contain.
pub(super) const NEEDS: &str = "a topic needs `title`, `question`, `yes`, `no` and `[[axes]]`";

/// A topic, and the files with its passages.
#[derive(Debug, Default)]
pub(super) struct ParsedTopic {
    /// The topic; `None` if a required value is missing or has a fault, also in the files that the
    /// topic names.
    pub(super) topic: Option<Topic>,
    /// The files that exist, relative to the root.
    pub(super) files: Vec<PathBuf>,
}

/// Reads a topic of the project at `root`.
pub(super) fn read(id: TopicId, root: &Path, source: &Source, faults: &mut Faults) -> ParsedTopic {
    let document = TomlDocument::parse(source);
    let (mut found, mut files) = (Faults::default(), Vec::new());
    let topic = topic(id, root, &document, &mut files, &mut found);
    document.report(found, faults);
    ParsedTopic { topic, files }
}

fn topic(
    id: TopicId,
    root: &Path,
    document: &TomlDocument<'_>,
    files: &mut Vec<PathBuf>,
    faults: &mut Faults,
) -> Option<Topic> {
    let mut table = document.table();
    let mut text = |key| table.text(key, faults).map(Spanned::into_inner);
    let (title, question) = (text("title"), text("question"));
    let (yes, no) = (text("yes"), text("no"));
    let background = table.description("background", "background", faults);
    let mut axes = Vec::new();
    let mut ids = Definitions::default();
    let mut propositions = Propositions::default();
    let mut are_complete = true;
    for mut entry in table.tables("axes", faults) {
        let axis = axis(&mut entry, &mut ids, &mut propositions, faults);
        are_complete &= axis.is_some();
        axes.extend(axis);
        entry.finish("in this axis", faults);
    }
    let passages = table.optional_texts("passages", faults);
    let passages = passages.map(|paths| {
        if paths.get_ref().is_empty() {
            let fault = document.source().error(paths.span(), "`passages` is empty");
            faults.push(fault.with_help("name a file with passages, or remove the key"));
        }
        passages::read(root, document.source(), paths.get_ref(), files, faults)
    });
    let observers = observers(&mut table, faults);
    table.finish("in the topic", faults);
    // Corpora may name an axis that cannot be read, so that only its own faults are reported.
    if !are_complete {
        return None;
    }
    Some(Topic {
        id,
        title: title?,
        question: question?,
        yes: yes?,
        no: no?,
        background: background?,
        axes,
        passages: passages.unwrap_or_else(|| Some(Vec::new()))?,
        observers: observers?,
    })
}

/// Reads the observers. Returns `None` if one of them has a fault.
fn observers(table: &mut Table<'_>, faults: &mut Faults) -> Option<Vec<Observer>> {
    let mut ids: Definitions<ObserverId> = Definitions::default();
    let tables = table.tables("observers", faults);
    let wanted = tables.len();
    let mut observers = Vec::new();
    for mut entry in tables {
        let source = entry.source();
        let id = entry.text("id", faults).and_then(|word| {
            let id: ObserverId = parsed(source, &word, faults)?;
            let name = format!("the observer `{id}`");
            ids.add(id.clone(), &name, (source, word.span()), "rename one of them", faults);
            Some(id)
        });
        let mut text = |key| entry.text(key, faults).map(Spanned::into_inner);
        let (name, bias, focus) = (text("name"), text("bias"), text("focus"));
        let blind_spots = text("blind_spots");
        entry.finish("in this observer", faults);
        let observer = || {
            let (id, name, bias) = (id?, name?, bias?);
            Some(Observer { id, name, bias, focus: focus?, blind_spots: blind_spots? })
        };
        observers.extend(observer());
    }
    (observers.len() == wanted).then_some(observers)
}

/// The sentences of the axes that were read, without case and punctuation, each with its axis.
type Propositions = BTreeMap<String, String>;

/// Warns if one of the sentences of an axis is a sentence of an earlier axis: they are one
/// question, or each other's negation.
fn warn_of_repetition<'s>(
    source: &Source,
    axis: &str,
    sentences: impl Iterator<Item = &'s Spanned<String>>,
    known: &mut Propositions,
    faults: &mut Faults,
) {
    let mut is_reported = false;
    for sentence in sentences {
        let earlier =
            known.entry(folded(sentence.get_ref())).or_insert_with(|| axis.to_owned()).as_str();
        if earlier == axis || is_reported {
            continue;
        }
        is_reported = true;
        let message = format!(
            "the axes `{earlier}` and `{axis}` have the same proposition, so that a dispute about it is missed where the personas \
             name different axes"
        );
        let help = format!(
            "remove `{axis}`, and tag its statements with `{earlier}` and the side whose sentence they assert"
        );
        faults.push(source.error(sentence.span(), message).as_warning().with_help(help));
    }
}

fn axis(
    table: &mut Table<'_>,
    ids: &mut Definitions<AxisId>,
    propositions: &mut Propositions,
    faults: &mut Faults,
) -> Option<Axis> {
    let source = table.source();
    let id = table.text("id", faults).and_then(|word| {
        let id: AxisId = parsed(source, &word, faults)?;
        let name = format!("the axis `{id}`");
        ids.add(id.clone(), &name, (source, word.span()), "rename one of them", faults);
        Some(id)
    });
    let (yes, no) = (table.text("yes", faults), table.text("no", faults));
    if let Some(id) = &id {
        warn_of_repetition(source, id.as_str(), yes.iter().chain(&no), propositions, faults);
    }
    if let (Some(yes), Some(no)) = (&yes, &no)
        && folded(yes.get_ref()) == folded(no.get_ref())
    {
        let message = "`yes` and `no` say the same, so that no persona can differ on this axis";
        let help = "write for each answer the sentence that asserts it";
        faults.push(source.error(no.span(), message.to_owned()).with_help(help.to_owned()));
    }
    let (yes, no) = (yes.map(Spanned::into_inner), no.map(Spanned::into_inner));
    let mut text = |key| table.text(key, faults).map(Spanned::into_inner);
    let (title, question) = (text("title"), text("question"));
    let kinds = Disagreement::ALL.map(|kind| (kind.word(), kind));
    let kind = table.choice("kind", &kinds, faults);
    let keywords = table.optional_texts("keywords", faults).map(Spanned::into_inner);
    let settles = table.text("settles", faults).map(Spanned::into_inner);
    let sides = [Side::Yes, Side::No].map(|side| (side.word(), side));
    let favours = table.optional_choice("favours", &sides, faults);
    Some(Axis {
        id: id?,
        title: title?,
        question: question?,
        yes: yes?,
        no: no?,
        kind: kind?,
        keywords: keywords.unwrap_or_default().into_iter().map(Spanned::into_inner).collect(),
        settles: settles?,
        favours,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str) -> (Option<Topic>, Faults) {
        let mut faults = Faults::default();
        let source = Source::from_bytes(Path::new("t.toml"), text.as_bytes(), NEEDS, &mut faults)
            .expect("the text has no hidden characters");
        let id = TopicId::new("t").unwrap();
        let topic = read(id, Path::new("no-project"), &source, &mut faults).topic;
        (topic, faults)
    }

    const HEAD: &str = "title = \"T\"\nquestion = \"Q?\"\nyes = \"Y.\"\nno = \"N.\"\n";
    const AXIS: &str = "id = \"a\"\ntitle = \"A\"\nquestion = \"A?\"\nyes = \"AY.\"\nno = \"AN.\"\n\
                        kind = \"values\"\nkeywords = [\"k\"]\nsettles = \"S.\"\n";

    #[test]
    fn axes_keep_their_order() {
        let second = AXIS.replace("\"a\"", "\"b\"").replace("values", "claim");
        let second = second.replace("AY.", "BY.").replace("AN.", "BN.");
        let text = format!("{HEAD}background = \" B. \"\n[[axes]]\n{second}[[axes]]\n{AXIS}");
        let (topic, faults) = read_text(&text);
        let topic = topic.expect("the topic is complete");
        assert!(faults.is_empty(), "{faults}");
        assert_eq!(topic.background, "B.");
        let kinds: Vec<_> = topic.axes.iter().map(|axis| (axis.id.as_str(), axis.kind)).collect();
        assert_eq!(kinds, [("b", Disagreement::Claim), ("a", Disagreement::Values)]);
    }

    #[test]
    fn every_fault_of_every_axis_is_reported_and_a_misspelled_key_only_once() {
        let bad = AXIS.replace("settles", "setles").replace("\"values\"", "\"value\"");
        let text = format!("{HEAD}background = 3\n[[axes]]\n{AXIS}[[axes]]\n{AXIS}[[axes]]\n{bad}");
        let (topic, faults) = read_text(&text);
        assert_eq!(topic, None);
        let messages: Vec<_> = faults.sorted().iter().map(|fault| fault.message.clone()).collect();
        assert_eq!(
            messages,
            [
                "`background` must be a string, but it is a whole number",
                "the axis `a` is defined twice",
                "the axis `a` is defined twice",
                "`value` is not an allowed value of `kind`",
                "unknown key `setles`",
            ]
        );
    }

    #[test]
    fn observers_are_complete_and_their_ids_are_unique() {
        let observer = |id: &str| {
            format!(
                "[[observers]]\nid = \"{id}\"\nname = \"O\"\nbias = \"B.\"\nfocus = \"F.\"\nblind_spots = \"S.\"\n"
            )
        };
        let two = observer("a") + &observer("b");
        let (topic, faults) = read_text(&format!("{HEAD}background = \"B.\"\n{two}"));
        assert!(faults.is_empty(), "{faults}");
        let topic = topic.expect("the topic is complete");
        assert_eq!(topic.observers[1].id.as_str(), "b");
        assert_eq!(topic.observers[1].blind_spots, "S.");
        let same = observer("a") + &observer("a").replace("focus = \"F.\"\n", "");
        let (topic, faults) = read_text(&format!("{HEAD}background = \"B.\"\n{same}"));
        assert_eq!(topic, None);
        let shown = faults.to_string();
        assert!(shown.contains("the observer `a` is defined twice"), "{shown}");
        assert!(shown.contains("`focus` is missing in this observer"), "{shown}");
    }

    #[test]
    fn the_two_answers_of_an_axis_must_differ() {
        let same = AXIS.replace("AN.", "ay!");
        let (_, faults) = read_text(&format!("{HEAD}background = \"B.\"\n[[axes]]\n{same}"));
        let shown = faults.to_string();
        assert!(faults.has_errors() && shown.contains("`yes` and `no` say the same"), "{shown}");
    }

    #[test]
    fn two_axes_with_the_same_proposition_are_a_warning_at_the_second_one() {
        let second = AXIS.replace("id = \"a\"", "id = \"b\"");
        let read = |second: &str| {
            let text = format!("{HEAD}background = \"B.\"\n[[axes]]\n{AXIS}[[axes]]\n{second}");
            let (topic, faults) = read_text(&text);
            assert!(topic.is_some() && !faults.has_errors());
            faults.sorted().iter().map(|fault| fault.message.clone()).collect::<Vec<_>>()
        };
        let negation = second.replace("AY.", "x").replace("AN.", "AY.").replace("\"x\"", "\"an\"");
        let same = "the axes `a` and `b` have the same proposition";
        for axis in [&second, &negation] {
            let faults = read(axis);
            assert_eq!(faults.len(), 1, "{faults:?}");
            assert!(faults[0].starts_with(same), "{faults:?}");
        }
        let other = second.replace("AY.", "BY.").replace("AN.", "BN.");
        assert_eq!(read(&other), Vec::<String>::new());
    }
}
