//! The example with which `report new debate` fills the files of a debate, and how much of it is
//! left in a file.

use std::path::{Path, PathBuf};

use faultline::vocabulary::{Statement, Topic, TopicId};

/// The topic of the example. The names of its personas begin with it.
const NAME: &str = "main-street";
/// The question of the example.
pub(super) const QUESTION: &str = "Should our town close its main street to cars?";

macro_rules! file {
    ($path:literal) => {
        ($path, include_str!(concat!("../../../templates/new/example/", $path)))
    };
}

const TOPIC: (&str, &str) = file!("data/topics/main-street.toml");
const MANIFEST: (&str, &str) = file!("experiments/main-street.toml");
const CONTRACTS: [(&str, &str); 2] =
    [file!("personas/main-street-yes/persona.toml"), file!("personas/main-street-no/persona.toml")];
const CORPORA: [(&str, &str); 2] = [
    file!("personas/main-street-yes/corpus/main-street.md"),
    file!("personas/main-street-no/corpus/main-street.md"),
];

/// What the background of a topic says while the topic has the answers of the example and another
/// question.
const OTHER_BACKGROUND: &str = "The answers, axes and statements below are still those of an example, which asks whether a town should \
    close its main street to cars. They do not answer the question above. Replace them, and this text.";

/// The files of a debate about a question, filled with the example. `title` is the title of topic
/// and report.
pub(super) fn files(name: &TopicId, title: &str, question: Option<&str>) -> Vec<(PathBuf, String)> {
    let quoted = |text: &str| toml::Value::from(text).to_string();
    let renamed = |(path, text): (&str, &str)| {
        (PathBuf::from(path.replace(NAME, name.as_str())), text.replace(NAME, name.as_str()))
    };
    let with_title = |text: String| {
        text.replace("title = \"Main street\"", &format!("title = {}", quoted(title)))
    };
    let (path, topic) = renamed(TOPIC);
    let mut topic = with_title(topic);
    if let Some(question) = question.filter(|question| *question != QUESTION) {
        topic = topic.replace(&quoted(QUESTION), &quoted(question));
        let (before, background) = topic.split_once("\nbackground = \"\"\"\n").expect("it has one");
        let (_, after) = background.split_once("\"\"\"\n").expect("it ends");
        topic = format!("{before}\nbackground = {}\n{after}", quoted(OTHER_BACKGROUND));
    }
    let (manifest_path, manifest) = renamed(MANIFEST);
    let personas = CONTRACTS.into_iter().chain(CORPORA).map(renamed);
    [(path, topic), (manifest_path, with_title(manifest))].into_iter().chain(personas).collect()
}

/// Whether the answers of the example fit the question of a topic.
fn is_about(topic: &Topic) -> bool {
    topic.question == QUESTION
}

/// How many of the sentences of a topic, its answers and its axes, are those of the example
/// although its question is not, and how many sentences it has.
pub(super) fn left_in_topic(topic: &Topic) -> Option<(usize, usize)> {
    let axes = topic.axes.iter().flat_map(|axis| [&axis.question, &axis.yes, &axis.no]);
    let sentences: Vec<&String> = [&topic.yes, &topic.no].into_iter().chain(axes).collect();
    let left = sentences.iter().filter(|sentence| is_value(TOPIC.1, sentence)).count();
    (left > 0 && !is_about(topic)).then_some((left, sentences.len()))
}

/// How many of these statements on a topic are those of the example although the topic's question
/// is not.
pub(super) fn left_in_corpus<'s>(
    topic: &Topic,
    statements: impl Iterator<Item = &'s Statement>,
) -> Option<usize> {
    let is_left = |statement: &&Statement| {
        CORPORA.iter().any(|(_, text)| text.contains(&format!("\n- {} {{#", statement.text)))
    };
    let left = statements.filter(is_left).count();
    (left > 0 && !is_about(topic)).then_some(left)
}

/// Whether a text of the example has this value for a key.
fn is_value(text: &str, value: &str) -> bool {
    text.contains(&format!(" = {}\n", toml::Value::from(value)))
}

/// The names of the two personas: their answers, after the name of the debate.
pub(super) fn personas(name: &TopicId) -> [String; 2] {
    ["yes", "no"].map(|answer| format!("{name}-{answer}"))
}

/// The folders of personas and the files that the debate is written to.
pub(super) fn places(name: &TopicId) -> Vec<PathBuf> {
    let personas = personas(name).map(|persona| Path::new("personas").join(persona));
    let (topic, manifest) =
        (format!("data/topics/{name}.toml"), format!("experiments/{name}.toml"));
    [topic, manifest].into_iter().map(PathBuf::from).chain(personas).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text_of(question: Option<&str>) -> String {
        let files = files(&TopicId::new("wolves").unwrap(), "Wolves", question);
        assert_eq!(files.len(), 6);
        let texts: Vec<String> =
            files.into_iter().map(|(path, text)| format!("{}\n{text}", path.display())).collect();
        texts.concat()
    }

    #[test]
    fn the_files_bear_the_name_and_the_question_of_the_debate() {
        let text = text_of(Some("Should \"wolves\" return?"));
        assert!(!text.contains("main-street") && !text.contains(QUESTION));
        assert!(text.contains(r#"question = 'Should "wolves" return?'"#), "{text}");
        assert_eq!(text.matches("title = \"Wolves\"").count(), 2);
        assert!(text.contains("do not answer the question above"));
    }

    #[test]
    fn the_example_keeps_its_question_where_no_other_is_given() {
        assert_eq!(text_of(None), text_of(Some(QUESTION)));
        assert!(text_of(None).contains(QUESTION));
        assert!(!text_of(None).contains("do not answer the question above"));
    }
}
