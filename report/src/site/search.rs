//! The search: a page, and its index as script files, which a browser loads from a folder as well
//! as from a server.

mod entries;

use std::fmt::Write as _;

use super::comparison::{self, Column};
use super::frame::Frame;
use super::index::{Index, IndexedDebate};
use super::notebook;
use super::persona_tag::Tag;
use super::route::{Link, Route};
use super::{Fault, Page};

use entries::{Entry, Group};

/// The number of entries in one file of the index. An entry has about 200 bytes.
const ENTRIES: usize = 500;

/// A part of the index, as a choice of the reader.
#[derive(Debug)]
struct IndexPart {
    title: &'static str,
    /// The number of its entries.
    size: usize,
    /// The addresses of its files.
    files: Vec<String>,
}

#[derive(Debug)]
struct View {
    parts: Vec<IndexPart>,
    topics: Vec<(String, Link)>,
    personas: Vec<Tag>,
    modes: Vec<Column>,
    notebooks: Vec<notebook::Entry>,
}

templates!(View, "pages/search.html", "pages/search.md");

/// Builds the page, its twin, and the index.
pub(super) fn pages(index: &Index<'_>) -> Result<Vec<Page>, Fault> {
    let (experiment, here) = (index.experiment, Route::Search);
    let groups = entries::groups(index);
    let debates: Vec<&IndexedDebate> = index.debates.iter().collect();
    let topics = experiment.topics.iter();
    let view = View {
        parts: groups.iter().map(|group| part(group, &here)).collect(),
        topics: topics
            .map(|topic| (topic.question.clone(), Route::Topic(topic.id.clone()).link(&here)))
            .collect(),
        personas: experiment
            .personas
            .iter()
            .map(|persona| index.personas.tag(&persona.id, &here))
            .collect(),
        modes: comparison::columns(&debates, &here),
        notebooks: notebook::entries(experiment, &here),
    };
    let frame = Frame {
        script: Route::SearchScript.asset(&here),
        ..Frame::new(experiment, &here, "Search", &[])
    };
    let mut pages = render(&here, &frame, &view)?;
    pages.extend(groups.iter().flat_map(files));
    Ok(pages)
}

fn route(group: &Group, number: usize) -> Route {
    Route::SearchIndex { part: group.name, page: number }
}

fn part(group: &Group, here: &Route) -> IndexPart {
    let numbers = 0..group.entries.chunks(ENTRIES).len();
    IndexPart {
        title: group.title,
        size: group.entries.len(),
        files: numbers.map(|number| route(group, number).asset(here)).collect(),
    }
}

/// The files of a part: each hands its entries to the script of the page, with its own address.
fn files(group: &Group) -> Vec<Page> {
    let file = |(number, entries): (usize, &[Entry])| {
        let path = route(group, number).path();
        let mut text = format!("faultlineEntries({path:?}, [\n");
        for Entry { text: said, note, href } in entries {
            let row = serde_json::json!([said, note, href]);
            writeln!(text, "{row},").expect("a string takes all");
        }
        text.push_str("]);\n");
        Page { path, bytes: text.into_bytes() }
    };
    group.entries.chunks(ENTRIES).enumerate().map(file).collect()
}
