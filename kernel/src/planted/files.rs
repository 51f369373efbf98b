//! Writes planted debates as the files of a project, in the formats that authors write.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use self::passages::ObserverTable;
use super::level::Level;
use super::structure::{PERSONAS, PlantedDebate};
use super::subject::{Answer, Issue};

mod corpus;
mod passages;

/// How often a debate is repeated where personas forget: one draw would say little.
const DRAWS: u32 = 3;

/// A mode of the manifests, with at most one of its controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlantedMode {
    /// The name of the mode.
    pub name: &'static str,
    /// The key of the control, if it is run under one.
    pub control: Option<&'static str>,
    /// The least number of topics that a manifest needs to run it.
    pub least_topics: usize,
}

impl PlantedMode {
    /// A mode without a control.
    pub fn new(name: &'static str) -> Self {
        Self { name, control: None, least_topics: 1 }
    }
}

/// Every file, by path from the root of the project.
pub(super) fn project(
    debates: &[PlantedDebate],
    level: &Level,
    modes: &[PlantedMode],
) -> Vec<(PathBuf, String)> {
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    let mut topics: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for debate in debates {
        let topic = &debate.topic;
        topics.entry(debate.personas()).or_default().push(topic);
        files.push((format!("data/topics/{topic}.toml").into(), self::topic(debate)));
        files.push((passages::path(topic).into(), passages::passages(debate)));
        let corpora = corpus::corpora(debate, level).into_iter().zip(PERSONAS);
        files.extend(
            corpora.map(|(text, persona)| {
                (format!("personas/{persona}/corpus/{topic}.md").into(), text)
            }),
        );
    }
    let most = topics.keys().copied().max().unwrap_or_default();
    for persona in &PERSONAS[..most] {
        files.push((format!("personas/{persona}/persona.toml").into(), self::persona(persona)));
    }
    for (personas, topics) in topics {
        let path = format!("experiments/{personas}-personas.toml");
        files.push((path.into(), manifest(&topics, personas, level, modes)));
    }
    files
}

#[derive(Serialize)]
struct TopicFile<'a> {
    title: &'a str,
    question: &'a str,
    yes: &'a str,
    no: &'a str,
    background: &'a str,
    passages: [String; 1],
    axes: Vec<AxisTable<'a>>,
    observers: [ObserverTable; 1],
}

#[derive(Serialize)]
struct AxisTable<'a> {
    id: &'a str,
    title: &'a str,
    question: &'a str,
    yes: &'a str,
    no: &'a str,
    kind: &'a str,
    favours: Answer,
    keywords: &'a [String],
    settles: &'a str,
}

impl<'a> AxisTable<'a> {
    fn of(issue: &'a Issue) -> Self {
        Self {
            id: &issue.id,
            title: &issue.title,
            question: &issue.question,
            yes: &issue.sentence(Answer::Yes)[0],
            no: &issue.sentence(Answer::No)[0],
            kind: &issue.kind,
            favours: issue.favours,
            keywords: &issue.keywords,
            settles: &issue.settles,
        }
    }
}

fn topic(debate: &PlantedDebate) -> String {
    let subject = debate.subject;
    let file = TopicFile {
        title: &subject.title,
        question: &subject.question,
        yes: &subject.yes,
        no: &subject.no,
        background: &subject.background,
        passages: [passages::path(&debate.topic)],
        axes: debate.issues.iter().map(|planted| AxisTable::of(planted.issue)).collect(),
        observers: [passages::OBSERVER],
    };
    toml::to_string(&file).expect("texts and lists are valid TOML")
}

fn persona(name: &str) -> String {
    let name = name[..1].to_uppercase() + &name[1..];
    format!(
        r#"name = "{name}"
summary = "Takes part in many debates and says what it thinks."
identity = "I have followed the question for years."
thinking = "I ask what a conclusion rests on."
epistemology = "I believe what I can trace to a reason."
horizon = "The next ten years."
evidence_policy = "I name my reasons."
voice = "Short sentences."

[stakes]
text = "Nothing but my word."
level = 0.5

[openness]
text = "A reason that I had not thought of."
level = 0.5
"#
    )
}

fn manifest(topics: &[&str], personas: usize, level: &Level, modes: &[PlantedMode]) -> String {
    let mut text = format!(
        "title = \"Debates of {personas} personas\"\ntopics = {topics:?}\npersonas = [{:?}]\n",
        &PERSONAS[..personas]
    );
    if level.recall < 1.0 {
        let _ = writeln!(text, "replicates = {DRAWS}");
    }
    let _ = writeln!(text, "\n[provider]\nkind = \"corpus\"\nrecall = {:?}", level.recall);
    for mode in modes.iter().filter(|mode| mode.least_topics <= topics.len()) {
        let PlantedMode { name, control, .. } = mode;
        let _ = match control {
            None => writeln!(text, "\n[modes.{name}]"),
            Some(control) => {
                writeln!(text, "\n[modes.{name}-{control}]\nmode = {name:?}\n{control} = true")
            }
        };
    }
    text
}
