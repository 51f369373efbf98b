//! `report new topic`: a question and its axes.

use std::path::Path;

use askama::Template;
use clap::Args;
use faultline::vocabulary::{Disagreement, TopicId};

use super::super::command_line::shell_word;
use super::super::project_root::ProjectRoot;
use super::draft::{Draft, parse_name, parse_question, quoted, title, unused};
use crate::cli::CommandError;
use faultline::view::glossary;

/// Write a topic: a question with narrower questions, its axes
#[derive(Debug, Clone, Args)]
pub(super) struct Arguments {
    /// Its name: the file is data/topics/NAME.toml
    name: String,
    /// The question, which can be answered yes or no
    #[arg(long)]
    question: Option<String>,
}

#[derive(Template)]
#[template(path = "new/topic.toml", escape = "none")]
struct Skeleton<'s> {
    name: &'s str,
    title: String,
    question: String,
    kinds: Vec<(&'static str, &'static str)>,
}

pub(super) fn draft(root: &ProjectRoot, arguments: &Arguments) -> Result<Draft, CommandError> {
    let id: TopicId = parse_name(&arguments.name)?;
    let path = unused(root, Path::new("data/topics").join(format!("{id}.toml")))?;
    let question = arguments.question.as_deref().map(parse_question).transpose()?;
    let skeleton = Skeleton {
        name: id.as_str(),
        title: quoted(&title(id.as_str())),
        question: quoted(question.unwrap_or_default()),
        kinds: Disagreement::ALL.map(|kind| (kind.word(), glossary::kind(kind).gloss)).into(),
    };
    let check = format!("check {}", shell_word(root.prefix.join(&path).display()));
    Ok(Draft {
        files: vec![(path, skeleton.render()? + "\n")],
        next: vec![
            (check, "lists what is still missing"),
            (
                format!("new persona NAME --topic {id}{}", root.option()),
                "creates a persona with a view on it",
            ),
        ],
        ..Draft::default()
    })
}
