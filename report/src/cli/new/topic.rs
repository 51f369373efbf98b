//! `report new topic`: a question and its axes, to be filled in.

use std::path::Path;

use askama::Template;
use clap::Args;
use faultline::vocabulary::{Disagreement, TopicId};

use super::super::project_root::Root;
use super::super::spoken::text;
use super::{Draft, Failure, Fault, free, title};
use crate::site::glossary;

/// A topic: a question with its axes
#[derive(Debug, Clone, Args)]
pub(super) struct Arguments {
    /// Its name: the file is data/topics/NAME.toml
    name: String,
    /// The question, to be answered yes or no
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

pub(super) fn draft(root: &Root, arguments: &Arguments) -> Result<Draft, Failure> {
    let id = TopicId::new(arguments.name.as_str()).map_err(Fault::Name)?;
    let path = free(root, Path::new("data/topics").join(format!("{id}.toml")))?;
    let skeleton = Skeleton {
        name: id.as_str(),
        title: text(&title(id.as_str())),
        question: text(arguments.question.as_deref().unwrap_or_default()),
        kinds: Disagreement::ALL.map(|kind| (kind.word(), glossary::kind(kind).gloss)).into(),
    };
    let check = format!("check {}", root.prefix.join(&path).display());
    Ok(Draft {
        files: vec![(path, skeleton.render()? + "\n")],
        notes: Vec::new(),
        preview: None,
        next: vec![
            (check, "tells what is still to be filled in"),
            (format!("new persona NAME --topic {id}"), "makes somebody who has a view on it"),
        ],
    })
}
