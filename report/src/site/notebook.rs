//! The pages of notebooks: their cells and outputs as the files hold them. Nothing is run.

mod escaped;
mod fence;
mod image;
mod links;
mod markup;
mod output;
mod prose;
mod rust_code;

use std::collections::BTreeMap;

use self::links::Links;
use self::output::{OutputContext, OutputForm, OutputNote, ShownOutput};
use self::prose::{Outline, Prose, prose};
use super::frame::Frame;
use super::input::{Experiment, NotebookFile};
use super::log_pages::size;
use super::route::{Anchor, Link, Route};
use super::sentence::sentence;
use super::{Fault, Page, assets, escape};
use crate::notebook::{Cell, Change, Code, Language, Notebook, State};

/// How much a page shows, besides its frame. *Units*: bytes of HTML or of Markdown, whichever are
/// more.
const PAGE: usize = 1_700_000;
/// The most characters of a title, which is on several pages.
const LONGEST_TITLE: usize = 200;
/// The markup around a cell. *Units*: bytes.
const CELL: usize = 400;

/// A piece of a notebook.
#[derive(Debug)]
enum CellView {
    Prose(Prose),
    Raw(String),
    Code(CodeView),
}

/// A code cell.
#[derive(Debug)]
struct CodeView {
    id: String,
    /// The number that it got when it was last run.
    number: Option<u64>,
    html: String,
    md: String,
    outputs: Vec<ShownOutput>,
}

#[derive(Debug)]
struct View {
    path: String,
    style: String,
    /// The command that runs the notebook, and the same as a block.
    execute: String,
    execute_block: String,
    /// Another language than Rust, which that command does not run.
    language: Option<String>,
    content: Result<Content, Unshown>,
}

/// Why there are no cells to show.
#[derive(Debug)]
struct Unshown {
    reason: String,
    help: String,
}

#[derive(Debug)]
struct Content {
    state: State,
    /// The place of the code cell that failed.
    failed: Option<Link>,
    version: String,
    /// The runs that were read.
    runs: Vec<String>,
    /// The sections, each with its place.
    sections: Vec<(Link, String)>,
    pieces: Vec<CellView>,
    /// The number of cells for which the page has no room.
    left_out: usize,
}

templates!(View, "pages/notebook.html", "pages/notebook.md");

/// A notebook in the list on the front page.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) title: String,
    pub(super) path: String,
    pub(super) link: Link,
    pub(super) state: Result<State, ()>,
}

/// The notebooks of an experiment for its front page.
pub(super) fn entries(experiment: &Experiment, here: &Route) -> Vec<Entry> {
    let entry = |file: &NotebookFile| Entry {
        title: title(experiment, file),
        path: file.path.clone(),
        link: route(file).link(here),
        state: file.content.as_ref().map(|(_, state)| state.clone()).map_err(|_| ()),
    };
    experiment.notebooks.iter().map(entry).collect()
}

/// The style sheet of all notebooks, if there are any.
pub(super) fn style(experiment: &Experiment) -> Option<Page> {
    (!experiment.notebooks.is_empty()).then(assets::notebook)
}

/// Builds the page of a notebook and its twin.
pub(super) fn pages(experiment: &Experiment, file: &NotebookFile) -> Result<Vec<Page>, Fault> {
    let here = route(file);
    let execute = file.execute();
    let language = match &file.content {
        Ok((Notebook { language: Language::Other(name), .. }, _)) => Some(name.clone()),
        Ok((Notebook { language: Language::Rust, .. }, _)) | Err(_) => None,
    };
    let view = View {
        path: file.path.clone(),
        style: Route::NotebookStyle.asset(&here),
        execute_block: escape::code_block(&execute),
        execute,
        language,
        content: match &file.content {
            Ok((notebook, state)) => Ok(content(experiment, file, notebook, state)),
            Err(unreadable) => Err(Unshown {
                reason: sentence(&unreadable.reason),
                help: sentence(&unreadable.help.replace("FILE", &file.path)),
            }),
        },
    };
    let frame = Frame::new(experiment, &here, title(experiment, file), &[]);
    render(&here, &frame, &view)
}

fn route(file: &NotebookFile) -> Route {
    Route::of_notebook(file.stem())
}

fn links(experiment: &Experiment, file: &NotebookFile) -> Links {
    let name = |other: &NotebookFile| {
        (other.path.rsplit('/').next().unwrap_or(&other.path).to_owned(), route(other))
    };
    let notebooks: BTreeMap<String, Route> = experiment.notebooks.iter().map(name).collect();
    Links { here: route(file), notebooks }
}

/// The heading with which a notebook begins, else the name of its file.
fn title(experiment: &Experiment, file: &NotebookFile) -> String {
    let first = file.content.as_ref().ok().and_then(|(notebook, _)| notebook.cells.first());
    let mut outline = Outline::default();
    if let Some(Cell::Markdown { source, .. }) = first {
        prose(source, &BTreeMap::new(), &mut outline, &links(experiment, file));
    }
    let Some(title) = outline.title else { return file.stem().to_owned() };
    match title.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", &title[..end]),
        None => title,
    }
}

fn content(
    experiment: &Experiment,
    file: &NotebookFile,
    notebook: &Notebook,
    state: &State,
) -> Content {
    let links = links(experiment, file);
    let mut builder = Builder {
        links: &links,
        language: &notebook.language,
        outline: Outline::default(),
        room: PAGE,
        place: 0,
        outputs: 0,
    };
    let mut pieces = Vec::new();
    let fitting = notebook.cells.iter().map_while(|cell| builder.piece(cell));
    pieces.extend(fitting);
    let here = &links.here;
    let section =
        |(name, text): (String, String)| (here.link_to(here, &Anchor::Heading(name)), text);
    Content {
        state: state.clone(),
        failed: match state {
            State::Failed { cell, .. } => Some(here.link_to(here, &Anchor::CodeCell(*cell))),
            State::Current | State::Outdated(_) | State::Unrecorded | State::NotRun => None,
        },
        version: notebook.key.as_ref().map(|key| key.version.clone()).unwrap_or_default(),
        runs: notebook.key.iter().flat_map(|key| key.runs.keys().cloned()).collect(),
        left_out: notebook.cells.len() - pieces.len(),
        sections: builder.outline.sections.into_iter().map(section).collect(),
        pieces,
    }
}

/// Makes the pieces of a page, as long as it has room.
struct Builder<'b> {
    links: &'b Links,
    language: &'b Language,
    outline: Outline,
    room: usize,
    /// The number of code cells so far, without blank ones.
    place: usize,
    /// The number of outputs so far.
    outputs: usize,
}

impl Builder<'_> {
    /// Takes room; `None` if there is not enough.
    fn take(&mut self, size: usize) -> Option<()> {
        self.room = self.room.checked_sub(size)?;
        Some(())
    }

    /// A cell; `None` if there is no room for it.
    fn piece(&mut self, cell: &Cell) -> Option<CellView> {
        match cell {
            // What is surely too long is not rendered first.
            Cell::Markdown { source, .. } | Cell::Raw(source) if source.len() > self.room => None,
            Cell::Markdown { source, attachments } => {
                let before = self.outline.sections.len();
                let prose = prose(source, attachments, &mut self.outline, self.links);
                let sections = self.outline.sections[before..].iter();
                let sections: usize = sections.map(|(_, text)| 2 * size(text) + 100).sum();
                self.take(CELL + sections + prose.html.len().max(prose.md.len()))?;
                Some(CellView::Prose(prose))
            }
            Cell::Raw(source) => {
                let source = escape::visible(source);
                self.take(CELL + size(&source))?;
                Some(CellView::Raw(source))
            }
            Cell::Code(code) if code.source.len() > self.room => None,
            Cell::Code(code) => self.code(code).map(CellView::Code),
        }
    }

    fn code(&mut self, code: &Code) -> Option<CodeView> {
        let source = code.source.trim_end();
        let (html, name) = match self.language {
            Language::Rust => (rust_code::html(source), "rust"),
            Language::Other(_) => (escaped::Escaped(source).to_string(), ""),
        };
        let md = fence::fenced(source, name);
        self.take(CELL + html.len().max(md.len()))?;
        self.place += usize::from(!code.is_blank());
        let place = self.place;
        let id = if code.is_blank() { String::new() } else { Anchor::CodeCell(place).id() };
        let mut outputs = Vec::new();
        for (number, output) in (1..).zip(&code.outputs) {
            self.outputs += 1;
            let label = format!("Output {number} of code cell {place}");
            let prefix = format!("o{}-", self.outputs);
            let setting = OutputContext {
                label: label.clone(),
                prefix,
                outline: &mut self.outline,
                links: self.links,
            };
            let shown = ShownOutput::of(output, setting);
            if self.take(shown.size()).is_some() {
                outputs.push(shown);
            } else {
                outputs.push(ShownOutput::without_room(label));
                // The rest of the outputs is as little as this one.
                break;
            }
        }
        Some(CodeView { id, number: code.number, html, md, outputs })
    }
}
