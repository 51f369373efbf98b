//! `report new experiment`: a manifest that is ready to run.

mod unfilled;

use std::path::Path;

use askama::Template;
use clap::Args;
use faultline::format::{Argument, DebateArguments, Library, Manifest, ProviderChoice};
use faultline::mode::{ModeName, Passages};
use faultline::vocabulary::{AxisId, Corpus, ExperimentId, PersonaId, Side, Topic, TopicId};

use super::super::command_line::CommandLine;
use super::super::project_root::ProjectRoot;
use super::draft::{Draft, parse_name, quoted, title, unused};
use crate::cli::CommandError;

/// Write a manifest: topics, groups of personas and modes
#[derive(Debug, Clone, Args)]
pub(super) struct Arguments {
    /// Its name: the file is experiments/NAME.toml
    name: String,
    /// The topic [default: the one named NAME, or else the one on which two personas disagree most]
    #[arg(long)]
    topic: Option<String>,
    /// The personas, separated by commas [default: the two that disagree most on the topic]
    #[arg(long, value_name = "A,B")]
    personas: Option<String>,
}

#[derive(Template)]
#[template(path = "new/experiment.toml", escape = "none")]
struct Skeleton<'s> {
    name: &'s str,
    title: String,
    topics: Vec<&'s str>,
    topic: String,
    writers: Vec<String>,
    group: String,
    defaults: &'s Manifest,
    recall: f64,
    /// The modes that can debate the topic.
    modes: Vec<ModeName>,
}

pub(super) fn draft(root: &ProjectRoot, arguments: &Arguments) -> Result<Draft, CommandError> {
    let id: ExperimentId = parse_name(&arguments.name)?;
    let path = unused(root, Path::new("experiments").join(format!("{id}.toml")))?;
    let (library, _) = Library::open(&root.folder);
    let defaults = &manifest(root, &id, &library, arguments)?;
    let (topic, group) = (&defaults.topics[0], &defaults.personas[0]);
    let ProviderChoice::Corpus { recall } = defaults.provider else {
        unreachable!("the manifest of a debate has the provider `corpus`")
    };
    let known = library.topics.get(topic);
    let can_debate = |mode: &ModeName| match mode.with_defaults().passages() {
        Passages::None => true,
        passages @ (Passages::All | Passages::First(_)) => {
            known.is_some_and(|topic| passages.check(topic).is_ok())
        }
    };
    let quoted_group: Vec<String> = group.iter().map(|id| quoted(id.as_str())).collect();
    let skeleton = Skeleton {
        name: id.as_str(),
        title: quoted(&title(id.as_str())),
        topics: library.topics.keys().map(TopicId::as_str).collect(),
        topic: quoted(topic.as_str()),
        writers: writers(&library, topic)
            .map(|(id, side)| format!("{id} ({})", side.word()))
            .collect(),
        group: format!("[{}]", quoted_group.join(", ")),
        defaults,
        recall: recall.value(),
        modes: ModeName::ALL.into_iter().filter(can_debate).collect(),
    };
    let group: Vec<&str> = group.iter().map(PersonaId::as_str).collect();
    let mut notes = vec![format!("it has {} debate {topic}", group.join(" and "))];
    let is_filled = |name: &&str| writers(&library, topic).any(|(id, _)| id.as_str() == *name);
    if !library.topics.contains_key(topic) || !group.iter().all(is_filled) {
        notes.push("some of the files that it names are not filled in yet".to_owned());
    }
    let shown = root.experiment_argument(id.as_str());
    Ok(Draft {
        files: vec![(path, skeleton.render()? + "\n")],
        notes,
        preview: None,
        next: vec![
            (format!("check {shown}"), "lists errors, and shows what the debate will be about"),
            (format!("build {shown}"), "runs the debates and writes the report"),
        ],
    })
}

/// No debate can be chosen, on the named topic and between the named personas where these are
/// named.
fn no_pair(topic: Option<&str>, personas: Option<&str>) -> CommandError {
    let message = match (topic, personas) {
        (Some(topic), Some(_)) => {
            format!("not all of these personas have a corpus on a topic `{topic}`")
        }
        (Some(topic), None) => {
            format!("there are no two personas with different answers to a topic `{topic}`")
        }
        (None, Some(_)) => "there is no topic on which all these personas have a corpus".to_owned(),
        (None, None) => "no topic has two personas with different answers".to_owned(),
    };
    CommandError::usage(
        message,
        "name them with --topic T --personas A,B, or create them: `report new topic NAME`, then `report new persona NAME \
         --topic T --stance yes`",
    )
}

/// A manifest with the chosen topic and personas, and defaults for everything else.
fn manifest(
    root: &ProjectRoot,
    id: &ExperimentId,
    library: &Library,
    arguments: &Arguments,
) -> Result<Manifest, CommandError> {
    let namesake = root.folder.join(format!("data/topics/{id}.toml")).is_file();
    let topic = arguments.topic.as_deref().or(namesake.then_some(id.as_str()));
    let personas = arguments.personas.as_deref();
    let (default_topic, default_group) = match choose(library, topic, personas) {
        Some((topic, group)) => {
            (topic.to_string(), group.into_iter().map(ToString::to_string).collect())
        }
        None => unfilled::choose(&root.folder, topic, personas)
            .ok_or_else(|| no_pair(topic, personas))?,
    };
    let default_group = default_group.join(",");
    let mut line = CommandLine::new("report new experiment");
    line.push(&arguments.name);
    let mut option = |name, given, default| match given {
        Some(value) => line.option(name, value),
        None => Argument { text: default, span: 0..0 },
    };
    let debate = DebateArguments {
        topic: option("--topic", topic, &default_topic),
        personas: option("--personas", personas, &default_group),
        mode: Argument { text: ModeName::ALL[0].name(), span: 0..0 },
        parameters: Vec::new(),
        seed: None,
        replicate: None,
    };
    line.manifest(&root.folder, id.clone(), &debate)
}

/// The topic and the group to debate it: a named topic, else one on which all named personas have
/// statements, else the one on which two personas disagree most.
fn choose<'l>(
    library: &'l Library,
    topic: Option<&str>,
    personas: Option<&str>,
) -> Option<(&'l TopicId, Vec<&'l PersonaId>)> {
    let named = |other: &&Topic| topic.is_none_or(|name| name == other.id.as_str());
    let topics = library.topics.values().filter(named);
    if let Some(personas) = personas {
        let has_written = |topic: &&Topic| {
            let has = |name| writers(library, &topic.id).any(|(id, _)| id.as_str() == name);
            personas.split(',').map(str::trim).all(has)
        };
        return topics.into_iter().find(has_written).map(|topic| (&topic.id, Vec::new()));
    }
    let pairs = topics.flat_map(|topic| {
        let ids: Vec<&PersonaId> = writers(library, &topic.id).map(|(id, _)| id).collect();
        let pairs = ids.iter().enumerate().flat_map(|(at, first)| {
            ids[at + 1..].iter().map(|second| (*first, *second)).collect::<Vec<_>>()
        });
        pairs.map(|(first, second)| (topic, first, second)).collect::<Vec<_>>()
    });
    let mut most = 0.0;
    let mut chosen = None;
    for (topic, first, second) in pairs {
        let disagreement = disagreement(library, topic, first, second);
        if disagreement > most {
            most = disagreement;
            chosen = Some((&topic.id, vec![first, second]));
        }
    }
    chosen
}

/// The personas with statements on a topic, and their answers.
fn writers<'l>(
    library: &'l Library,
    topic: &'l TopicId,
) -> impl Iterator<Item = (&'l PersonaId, Side)> {
    let stance = |id| library.corpus(id, topic).map(|corpus| (id, corpus.stance));
    library.personas.keys().filter_map(stance)
}

/// How much two personas disagree on a topic: on each axis where they take opposite sides, the
/// smaller of their summed confidences. It is 0 if these are fewer than the two axes that a debate
/// needs.
fn disagreement(library: &Library, topic: &Topic, first: &PersonaId, second: &PersonaId) -> f64 {
    let leaning = |persona, axis: &AxisId| -> f64 {
        let statements =
            library.corpus(persona, &topic.id).into_iter().flat_map(Corpus::statements);
        let statements = statements.filter(|statement| statement.axis.as_ref() == Some(axis));
        let confidences = statements.filter_map(|statement| match statement.side? {
            Side::Yes => Some(statement.confidence.value()),
            Side::No => Some(-statement.confidence.value()),
        });
        confidences.sum()
    };
    let axes = topic.axes.iter().filter_map(|axis| {
        let (one, other) = (leaning(first, &axis.id), leaning(second, &axis.id));
        (one * other < 0.0).then(|| one.abs().min(other.abs()))
    });
    let axes: Vec<f64> = axes.collect();
    if axes.len() < 2 { 0.0 } else { axes.iter().sum() }
}
