//! `report new experiment`: who debates what, ready to run.

use std::path::Path;

use askama::Template;
use clap::Args;
use faultline::format::{Library, Manifest, ProviderChoice};
use faultline::mode::ModeName;
use faultline::vocabulary::{AxisId, Corpus, ExperimentId, PersonaId, Side, Topic, TopicId};

use super::super::project::{Origin, Project};
use super::super::project_root::Root;
use super::super::spoken::{Spoken, text};
use super::{Draft, Failure, Fault, free, title};

/// An experiment: who debates what, in which modes
#[derive(Debug, Clone, Args)]
pub(super) struct Arguments {
    /// Its name: the file is experiments/NAME.toml
    name: String,
    /// What is debated [default: a topic on which two personas part]
    #[arg(long)]
    topic: Option<String>,
    /// Who debates, parted by commas [default: two who part on the topic]
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
    least: &'s Manifest,
    recall: f64,
    modes: [ModeName; ModeName::ALL.len()],
    another: ModeName,
}

/// Who is to debate what, as far as the project has it.
struct Choice {
    topic: Option<TopicId>,
    group: Vec<PersonaId>,
}

pub(super) fn draft(root: &Root, arguments: &Arguments) -> Result<Draft, Failure> {
    let id = ExperimentId::new(arguments.name.as_str()).map_err(Fault::Name)?;
    let path = free(root, Path::new("experiments").join(format!("{id}.toml")))?;
    let (all, _) = Library::open(&root.folder);
    let choice = Choice::of(&all, arguments);
    let mut spoken = choice.spoken(arguments);
    let manifest = spoken.manifest(&root.folder, id.as_str())?.ok_or(Fault::NoPair)?;
    let project = Project::of(
        root.clone(),
        Origin::Manifest { path: path.clone(), provider: None },
        manifest,
    )?;
    let least = &project.plan.manifest;
    let (topic, group) = (&least.topics[0], &least.personas[0]);
    let ProviderChoice::Corpus { recall } = least.provider else {
        unreachable!("the manifest was made with the provider `corpus`")
    };
    let quoted: Vec<String> = group.iter().map(|persona| text(persona.as_str())).collect();
    let skeleton = Skeleton {
        name: id.as_str(),
        title: text(&title(id.as_str())),
        topics: all.topics.keys().map(TopicId::as_str).collect(),
        topic: text(topic.as_str()),
        writers: writers(&all, &all.topics[topic])
            .map(|(id, side)| format!("{id} ({})", side.word()))
            .collect(),
        group: format!("[{}]", quoted.join(", ")),
        least,
        recall: recall.value(),
        modes: ModeName::ALL,
        another: ModeName::Graph,
    };
    let group: Vec<&str> = group.iter().map(PersonaId::as_str).collect();
    let shown = root.prefix.join(&path).display().to_string();
    Ok(Draft {
        files: vec![(path, skeleton.render()? + "\n")],
        notes: vec![format!("in it {} debate {topic}", group.join(" and "))],
        preview: None,
        next: vec![
            (format!("check {shown}"), "tells every fault"),
            (format!("build {shown}"), "has the debates and writes the report"),
        ],
    })
}

impl Choice {
    /// Takes what was named; for the rest the topic and the two who have most to say against each other, or the first topic on which
    /// all who were named have written.
    fn of(all: &Library, arguments: &Arguments) -> Self {
        let asked =
            |topic: &&Topic| arguments.topic.as_ref().is_none_or(|name| name == topic.id.as_str());
        let topics = all.topics.values().filter(asked);
        if let Some(personas) = &arguments.personas {
            let heard = |topic: &&Topic| {
                let wrote = |name| writers(all, topic).any(|(id, _)| id.as_str() == name);
                personas.split(',').all(wrote)
            };
            let topic = topics.into_iter().find(heard).map(|topic| topic.id.clone());
            return Self { topic, group: Vec::new() };
        }
        let mut choice = Self { topic: None, group: Vec::new() };
        let mut most = 0.0;
        for topic in topics {
            for (first, _) in writers(all, topic) {
                for (second, _) in writers(all, topic).filter(|(second, _)| *second > first) {
                    let parted = parted(all, topic, first, second);
                    if parted > most {
                        most = parted;
                        let group = vec![first.clone(), second.clone()];
                        choice = Self { topic: Some(topic.id.clone()), group };
                    }
                }
            }
        }
        choice
    }

    fn spoken(&self, arguments: &Arguments) -> Spoken {
        let mut spoken = Spoken::new(&format!("report new experiment {}", arguments.name));
        spoken.write("title = \"An experiment\"\ntopics = [");
        if let Some(topic) = &arguments.topic {
            spoken.say("--topic");
            let word = spoken.say(topic);
            spoken.text(&word);
        } else if let Some(topic) = &self.topic {
            spoken.write(&text(topic.as_str()));
        }
        spoken.write("]\npersonas = [");
        if let Some(personas) = &arguments.personas {
            spoken.say("--personas");
            let word = spoken.say(personas);
            spoken.texts(&word);
        } else if !self.group.is_empty() {
            let group: Vec<String> = self.group.iter().map(|id| text(id.as_str())).collect();
            spoken.write(&format!("[{}]", group.join(", ")));
        }
        spoken.write("]\n[provider]\nkind = \"corpus\"\n[modes.graph]\n");
        spoken
    }
}

/// Who has written on a topic, with their answers.
fn writers<'l>(all: &'l Library, topic: &'l Topic) -> impl Iterator<Item = (&'l PersonaId, Side)> {
    let stance = |id| all.corpus(id, &topic.id).map(|corpus| (id, corpus.stance));
    all.personas.keys().filter_map(stance)
}

/// How much two personas have to say on the axes of a topic on which they take opposite sides: on each, what the one with
/// less to say is sure of. Nothing where these are fewer than a debate needs.
fn parted(all: &Library, topic: &Topic, first: &PersonaId, second: &PersonaId) -> f64 {
    let leaning = |persona, axis: &AxisId| -> f64 {
        let said = all.corpus(persona, &topic.id).into_iter().flat_map(Corpus::statements);
        let said = said.filter(|statement| statement.axis.as_ref() == Some(axis));
        let sure = said.filter_map(|statement| match statement.side? {
            Side::Yes => Some(statement.confidence.value()),
            Side::No => Some(-statement.confidence.value()),
        });
        sure.sum()
    };
    let parted = topic.axes.iter().filter_map(|axis| {
        let (one, other) = (leaning(first, &axis.id), leaning(second, &axis.id));
        (one * other < 0.0).then(|| one.abs().min(other.abs()))
    });
    let parted: Vec<f64> = parted.collect();
    if parted.len() < 2 { 0.0 } else { parted.iter().sum() }
}
