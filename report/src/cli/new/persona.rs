//! `report new persona`: somebody's way to think, and what they have said, to be filled in.

use std::fs;
use std::path::{Path, PathBuf};

use askama::Template;
use clap::Args;
use faultline::format::{Library, remedy};
use faultline::vocabulary::{PersonaId, Topic, TopicId};

use super::super::check::Checked;
use super::super::diagnose;
use super::super::project_root::Root;
use super::super::spoken::{Spoken, text};
use super::notes::Notes;
use super::{Consent, Draft, Failure, Fault, Preview, free, title};
use crate::write;

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
    /// Notes of its own, Markdown files in a folder and the folders in it: they are copied, and shown before anything is
    /// written
    #[arg(long, value_name = "FOLDER", requires = "topic")]
    from: Option<PathBuf>,
    /// Write what was made of the notes without asking
    #[arg(long, requires = "from")]
    yes: bool,
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
    let check = format!("check {}", root.prefix.join(&folder).display());
    let mut draft = Draft {
        files: vec![(folder.join("persona.toml"), contract.render()? + "\n")],
        next: vec![(check, "tells what is still to be filled in")],
        ..Draft::default()
    };
    let Some(name) = &arguments.topic else {
        let corpus = root.prefix.join(folder).join("corpus");
        draft.notes.push(format!("what it has said goes to {}/*.md", corpus.display()));
        return Ok(draft);
    };
    let topic = topic(root, &id, name)?;
    let corpus = folder.join("corpus");
    if let Some(from) = &arguments.from {
        let notes = Notes::read(from, &topic.id, arguments.stance.as_deref())?;
        let texts = notes.copies.iter().map(|(name, note)| (corpus.join(name), note.text.clone()));
        draft.files.extend(texts);
        let consent = if arguments.yes { Consent::Given } else { Consent::ToBeAsked };
        draft.preview = Some(Preview { text: preview(root, &corpus, &notes, &draft)?, consent });
    } else {
        let stance = arguments.stance.as_deref().unwrap_or_default();
        let text = Corpus { topic: &topic, stance }.render()? + "\n";
        draft.files.push((corpus.join(format!("{}.md", topic.id)), text));
    }
    let debate = format!("debate {} --personas {id},OTHER --mode graph", topic.id);
    draft.next.push((debate, "has it debate another persona"));
    Ok(draft)
}

/// What is copied, and what the reader of corpora makes of it, found out in a folder that is thrown away.
fn preview(root: &Root, corpus: &Path, notes: &Notes, draft: &Draft) -> Result<String, Failure> {
    let mut told: Vec<String> = Vec::new();
    for (name, note) in &notes.copies {
        let changes = match note.changes.as_slice() {
            [] => String::new(),
            changes => format!(": {}", changes.join(", ")),
        };
        told.extend([note.from.display().to_string(), format!(" → {name}{changes}\n")]);
    }
    told.extend(notes.left_out.iter().map(|path| format!("{} is left out\n", path.display())));
    let stage = tempfile::tempdir()?;
    let mut files = draft.files.clone();
    for folder in ["data/topics", "data/evidence"] {
        for entry in fs::read_dir(root.folder.join(folder)).into_iter().flatten().flatten() {
            // What is no text is told by `check`.
            if let Ok(text) = fs::read_to_string(entry.path()) {
                files.push((Path::new(folder).join(entry.file_name()), text));
            }
        }
    }
    write::create(stage.path(), &files)?;
    let checked = Checked::of(stage.path(), &[corpus.to_owned()]);
    diagnose::show(&checked.faults, &root.prefix);
    Ok(format!("{}\n{}{}\n", told.concat(), checked.corpora(), checked.inferred()))
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
    Err(spoken.refusal())
}
