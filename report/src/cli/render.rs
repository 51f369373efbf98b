//! `report render`: writes the site of an experiment from its store.

pub(super) mod experiment;
mod failed_debate;
pub(super) mod notebooks;
mod page_inputs;
pub(super) mod stored_debates;

use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::Args;
use faultline::store::Store;
use faultline::view::number;

use self::experiment::experiment;
use self::page_inputs::PageInputs;
use self::stored_debates::{Damage, StoredDebates};
use super::diagnose::plural;
use super::project::{ExperimentArguments, Project};
use super::terminal::warn;
use super::{CommandError, Exit};
use crate::site::Site;
use crate::write;

/// Render the site of an experiment from its store
///
/// Calls no provider and runs no debate. The pages say which debates are not done yet.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    /// The folder for the site [default: the manifest's `out`, or site/EXPERIMENT]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Renders; prints what was written to standard output.
///
/// # Errors
/// [`CommandError`] where the experiment or its store cannot be read, or the site cannot be
/// written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let project = Project::open(root, &arguments.experiment)?;
    let out = project.out(arguments.out.as_deref())?;
    let store = project.open_store()?;
    let site = write_site(&project, &store, &out)?;
    writeln!(io::stdout(), "{site}")?;
    Ok(if site.unreadable == 0 { Exit::Done } else { Exit::Failed })
}

/// The number of damaged or missing replies that are listed.
const LISTED: usize = 5;

/// A site that was written.
pub(super) struct WrittenSite {
    index: PathBuf,
    published: write::Published,
    /// The number of its notebooks in each state, as text; empty if it has none.
    notebooks: String,
    /// Debates in the store that could not be read.
    pub(super) unreadable: usize,
}

impl WrittenSite {
    /// Its front page.
    pub(super) fn index(&self) -> &Path {
        &self.index
    }
}

impl fmt::Display for WrittenSite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write::Published { written, unchanged, removed } = self.published;
        write!(
            f,
            "site: {} ({written} files written, {unchanged} unchanged, {removed} removed)",
            self.index.display()
        )?;
        if !self.notebooks.is_empty() {
            write!(f, "; notebooks: {}", self.notebooks)?;
        }
        match self.unreadable {
            0 => Ok(()),
            unreadable => write!(f, "; {} could not be read", plural(unreadable, "debate")),
        }
    }
}

/// Writes the site of the debates that the store contains.
pub(super) fn write_site(
    project: &Project,
    store: &Store,
    out: &Path,
) -> Result<WrittenSite, CommandError> {
    let debates = StoredDebates::open(project, store)?;
    let mut experiment = experiment(project, &debates)?;
    experiment.notebooks = notebooks::notebooks(project, store);
    let mut damage = Damage::default();
    let mut publication = write::Publication::begin(out, project.plan.manifest.name.as_str())?;
    let inputs = PageInputs::new(&experiment);
    let mut site = Site::new(&experiment);
    for cell in &project.plan.cells {
        let (debate, record) = debates.debate(cell, &mut damage);
        match inputs.of_debate(&debate, record.as_ref()) {
            Some(inputs) if publication.keep(inputs)? => {}
            inputs => publication.add_all(&site.debate(&debate)?, inputs)?,
        }
        site.add(debate);
    }
    site.others(|page| publication.add(&page).map_err(CommandError::from))?;
    let published = publication.finish()?;
    let verify = project.arguments().map_or(String::new(), |arguments| {
        format!("; `report verify {arguments}` lists everything that is damaged")
    });
    for error in damage.replies.values().take(LISTED) {
        warn(&format!(
            "warning: {error}; the pages omit this reply\n  help: {}{verify}",
            error.help(),
        ));
    }
    if let Some(more) = damage.replies.len().checked_sub(LISTED).filter(|more| *more > 0) {
        let more = number::count(
            more,
            "more reply is damaged or missing",
            "more replies are damaged or missing",
        );
        warn(&format!("warning: {more}{verify}"));
    }
    for (cell, error) in &damage.debates {
        warn(&format!(
            "error: debate {cell} cannot be read: {error}\n  help: its page says so; all other pages are complete{verify}",
        ));
    }
    for warning in experiment.notebooks.iter().filter_map(notebooks::warning) {
        warn(&warning);
    }
    Ok(WrittenSite {
        index: out.join("index.html"),
        published,
        notebooks: notebooks::summary(&experiment.notebooks),
        unreadable: damage.debates.len(),
    })
}
