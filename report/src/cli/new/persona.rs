//! `report new persona`: somebody's way to think, and what they have said, to be filled in.

use std::path::Path;

use askama::Template;
use clap::Args;
use faultline::format::{Library, remedy};
use faultline::vocabulary::{PersonaId, Topic, TopicId};

use super::super::root::Root;
use super::super::spoken::{Spoken, text};
use super::{Draft, Failure, Fault, free, title};

/// A persona: how somebody thinks, and what they have said
#[derive(Debug, Clone, Args)]
pub(super) struct Arguments {
    /// Its name: the folder is personas/NAME
    name: String,
    /// The topic that it has something to say on: its corpus gets a file for that
    #[arg(long)]
    topic: Option<String>,
    /// Its answer to the topic's question
    #[arg(long, value_parser = ["yes", "no"], requires = "topic")]
    stance: Option<String>,
}

#[derive(Template)]
#[template(path = "new/persona.toml", escape = "none")]
struct Contract<'s> {
    id: &'s str,
    name: String,
}

#[derive(Template)]
#[template(path = "new/corpus.md", escape = "none")]
struct Corpus<'s> {
    topic: &'s Topic,
    stance: &'s str,
}

pub(super) fn draft(root: &Root, arguments: &Arguments) -> Result<Draft, Failure> {
    let id = PersonaId::new(arguments.name.as_str()).map_err(Fault::Name)?;
    let folder = free(root, Path::new("personas").join(id.as_str()))?;
    let contract = Contract { id: id.as_str(), name: text(&title(id.as_str())) };
    let mut files = vec![(folder.join("persona.toml"), contract.render()? + "\n")];
    let check = format!("check {}", root.prefix.join(&folder).display());
    let mut next = vec![(check, "tells what is still to be filled in")];
    if let Some(name) = &arguments.topic {
        let topic = topic(root, &id, name)?;
        let stance = arguments.stance.as_deref().unwrap_or_default();
        let path = folder.join("corpus").join(format!("{}.md", topic.id));
        files.push((path, Corpus { topic: &topic, stance }.render()? + "\n"));
        let debate = format!("debate {} --personas {id},OTHER --mode graph", topic.id);
        next.push((debate, "has it debate another persona"));
    }
    let notes = match arguments.topic {
        Some(_) => Vec::new(),
        None => vec![format!("what it has said goes to {}/corpus/*.md", folder.display())],
    };
    Ok(Draft { files, notes, next })
}

/// The topic of that name, if there is one and it can be read.
fn topic(root: &Root, persona: &PersonaId, name: &str) -> Result<Topic, Failure> {
    let (mut library, _) = Library::open(&root.folder);
    let found = TopicId::new(name).ok().and_then(|id| library.topics.remove(&id));
    if let Some(topic) = found {
        return Ok(topic);
    }
    let mut spoken = Spoken::new(&format!("report new persona {persona} --topic"));
    let word = spoken.say(name);
    let file = Path::new("data/topics").join(format!("{name}.toml"));
    if root.folder.join(&file).is_file() {
        let check = format!("`report check {}` tells them", root.prefix.join(file).display());
        spoken.fault(&word, format!("the topic `{name}` has errors"), check);
    } else {
        let names: Vec<&str> = library.topics.keys().map(TopicId::as_str).collect();
        let remedy = remedy(name, "topics", &names);
        spoken.fault(&word, format!("no topic is named `{name}`"), remedy);
    }
    Err(spoken.refusal()?)
}
