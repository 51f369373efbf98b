//! `report new persona`: how a persona thinks, and its statements.

use std::fs;
use std::path::{Path, PathBuf};

use askama::Template;
use clap::Args;
use faultline::format::{Library, remedy};
use faultline::vocabulary::{PersonaId, TopicId};

use super::super::check::Checked;
use super::super::command_line::{CommandLine, shell_word};
use super::super::diagnose;
use super::super::project_root::ProjectRoot;
use super::draft::{Confirmation, Draft, Preview, parse_name, quoted, title, unused};
use super::notes::Notes;
use crate::cli::CommandError;
use crate::write;

/// Write a persona: how it thinks, and its statements
#[derive(Debug, Clone, Args)]
pub(super) struct Arguments {
    /// Its name: the folder is personas/NAME
    name: String,
    /// A topic it has a view on: its corpus gets a file for this topic
    #[arg(long)]
    topic: Option<String>,
    /// Its answer to the topic's question
    #[arg(long, value_parser = ["yes", "no"], requires = "topic")]
    stance: Option<String>,
    /// Copy the Markdown files of a folder and its subfolders into the corpus; shows a preview
    /// first
    #[arg(long, value_name = "FOLDER", requires = "topic")]
    from: Option<PathBuf>,
    /// Write the copies without asking
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
    topic: &'s str,
    question: String,
    /// The id, the title and the question of each axis.
    axes: Vec<[String; 3]>,
    stance: &'s str,
}

pub(super) fn draft(root: &ProjectRoot, arguments: &Arguments) -> Result<Draft, CommandError> {
    let id: PersonaId = parse_name(&arguments.name)?;
    let folder = unused(root, Path::new("personas").join(id.as_str()))?;
    let contract = Contract { id: id.as_str(), name: quoted(&title(id.as_str())) };
    let check = format!("check {}", shell_word(root.prefix.join(&folder).display()));
    let mut draft = Draft {
        files: vec![(folder.join("persona.toml"), contract.render()? + "\n")],
        next: vec![(check, "lists what is still missing")],
        ..Draft::default()
    };
    let Some(name) = &arguments.topic else {
        let corpus = root.prefix.join(folder).join("corpus");
        draft.notes.push(format!("write its statements to {}/*.md", corpus.display()));
        return Ok(draft);
    };
    let id_of_topic = topic(root, &id, name)?;
    let corpus = folder.join("corpus");
    if let Some(from) = &arguments.from {
        let notes = Notes::read(from, &id_of_topic, arguments.stance.as_deref())?;
        let copies = notes.copies.iter().map(|(name, note)| (corpus.join(name), note.text.clone()));
        draft.files.extend(copies);
        let confirmation = if arguments.yes { Confirmation::Given } else { Confirmation::Needed };
        draft.preview =
            Some(Preview { text: preview(root, &corpus, &notes, &draft)?, confirmation });
    } else {
        let stance = arguments.stance.as_deref().unwrap_or_default();
        let (question, axes) = filled_in(root, &id_of_topic);
        if axes.is_empty() {
            let file = root.prefix.join(topic_file(&id_of_topic));
            let note = format!(
                "`{}` has no axes yet; when it has, write a heading such as `## Title {{axis=its-id side=yes}}` for each",
                file.display()
            );
            draft.notes.push(note);
        }
        let topic = id_of_topic.as_str();
        let text = Corpus { topic, question, axes, stance }.render()? + "\n";
        draft.files.push((corpus.join(format!("{topic}.md")), text));
    }
    let debate = format!("debate {id_of_topic} --personas {id},OTHER --mode MODE{}", root.option());
    draft.next.push((debate, "runs a debate with another persona"));
    Ok(draft)
}

/// Which files are copied, and how the corpus reader reads the copies, found out in a temporary
/// folder.
fn preview(
    root: &ProjectRoot,
    corpus: &Path,
    notes: &Notes,
    draft: &Draft,
) -> Result<String, CommandError> {
    let mut lines: Vec<String> = Vec::new();
    for (name, note) in &notes.copies {
        let changes = match note.changes.as_slice() {
            [] => String::new(),
            changes => format!(": {}", changes.join(", ")),
        };
        lines.push(format!("{} → {name}{changes}\n", note.from.display()));
    }
    lines.extend(notes.skipped.iter().map(|path| format!("{} is not copied\n", path.display())));
    let stage = tempfile::tempdir().map_err(CommandError::Temporary)?;
    let mut files = draft.files.clone();
    for folder in ["data/topics", "data/passages", "data/evidence"] {
        for entry in fs::read_dir(root.folder.join(folder)).into_iter().flatten().flatten() {
            // `report check` reports files that are not text.
            if let Ok(text) = fs::read_to_string(entry.path()) {
                files.push((Path::new(folder).join(entry.file_name()), text));
            }
        }
    }
    write::create(stage.path(), &files)?;
    let checked = Checked::of(stage.path(), &[corpus.to_owned()]);
    diagnose::show(&checked.faults, &root.prefix);
    Ok(format!("{}\n{}{}\n", lines.concat(), checked.corpora(), checked.inferred()))
}

fn topic_file(topic: &TopicId) -> PathBuf {
    Path::new("data/topics").join(format!("{topic}.toml"))
}

/// The topic with this name, which need not be filled in yet.
fn topic(root: &ProjectRoot, persona: &PersonaId, name: &str) -> Result<TopicId, CommandError> {
    let id = TopicId::new(name).ok();
    if let Some(id) = id.filter(|id| root.folder.join(topic_file(id)).is_file()) {
        return Ok(id);
    }
    let mut line = CommandLine::new(&format!("report new persona {persona}"));
    let argument = line.option("--topic", name);
    let (library, _) = Library::open(&root.folder);
    let names: Vec<&str> = library.topics.keys().map(TopicId::as_str).collect();
    let message = format!("no topic is named `{name}`");
    let help = if names.is_empty() {
        format!("create it with `report new topic {name}`")
    } else {
        remedy(name, "topics", &names)
    };
    line.error(&argument, message, help);
    Err(line.reject())
}

/// The question of a topic, and the id, the title and the question of each axis that has an id:
/// what is filled in already.
fn filled_in(root: &ProjectRoot, topic: &TopicId) -> (String, Vec<[String; 3]>) {
    let text = fs::read_to_string(root.folder.join(topic_file(topic))).unwrap_or_default();
    let table: toml::Table = text.parse().unwrap_or_default();
    let value = |table: &toml::Table, key: &str| {
        table.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_owned()
    };
    let axes = table.get("axes").and_then(toml::Value::as_array).into_iter().flatten();
    let axes = axes.filter_map(toml::Value::as_table);
    let axes = axes.map(|axis| ["id", "title", "question"].map(|key| value(axis, key)));
    (value(&table, "question"), axes.filter(|[id, ..]| !id.is_empty()).collect())
}
