//! `report export`: writes the debates of an experiment in formats that other programs read.

mod graphml;
mod tables;

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use faultline::argue::format::{self as framework_format, BipolarFile, Format, Names};
use faultline::graph::{Graph, Node};
use faultline::pipeline::Cell;
use faultline::record::Outcome;
use faultline::view::number;
use faultline::vocabulary::{PersonaId, TopicId};
use serde::Serialize;

use self::tables::Tables;
use super::diagnose::plural;
use super::project::{ExperimentArguments, Project};
use super::render::stored_debates::{Damage, StoredDebates};
use super::run_debates::DebateFilter;
use super::terminal::warn;
use super::{CommandError, Exit};
use crate::site::{Debate, Finished};
use crate::write::replace;

/// Write the debates of an experiment for spreadsheets, graph tools and argumentation solvers
///
/// Reads the store; calls no provider and runs no debate. A graph is the one at the end of its
/// debate.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    #[command(flatten)]
    experiment: ExperimentArguments,
    /// The format
    #[arg(long, value_enum)]
    format: ExportFormat,
    /// The folder for the files [default: export/EXPERIMENT in the project]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    filter: DebateFilter,
}

/// What is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ExportFormat {
    /// Tables of all debates: debates, nodes, edges, cruxes, disputes, agreed and conditions, each
    /// as a file that ends in .csv
    Csv,
    /// A graph for each debate, for Gephi, yEd, Cytoscape and networkx
    Graphml,
    /// The graph and the outcome of each debate as in the store
    Json,
    /// A Dung framework for each debate, in the format of ICCMA'23
    Af,
    /// A Dung framework for each debate, in the format of ASPARTIX
    Apx,
    /// A Dung framework for each debate, in the trivial graph format
    Tgf,
    /// A bipolar framework with weights for each debate whose arguments have base scores, for
    /// `report strengths`
    Qbaf,
}

impl ExportFormat {
    fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Graphml => "graphml",
            Self::Json => "json",
            Self::Af => "af",
            Self::Apx => "apx",
            Self::Tgf => "tgf",
            Self::Qbaf => "qbaf.json",
        }
    }

    /// The file of a debate; `None` if the format cannot hold it. Tables hold all debates.
    fn text(self, debate: &Debate, graph: &Graph, finished: &Finished) -> Option<String> {
        match self {
            Self::Csv => None,
            Self::Graphml => Some(graphml::graphml(graph)),
            Self::Json => Some(json(debate, graph, finished)),
            Self::Af => Some(dung(graph, Format::Af)),
            Self::Apx => Some(dung(graph, Format::Apx)),
            Self::Tgf => Some(dung(graph, Format::Tgf)),
            Self::Qbaf => bipolar(graph),
        }
    }
}

/// Writes the files; prints what was written to standard output.
///
/// # Errors
/// [`CommandError`] where the experiment or its store cannot be read, or a file cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let project = Project::open(root, &arguments.experiment)?;
    let only = arguments.filter.conditions(&project.plan.manifest)?;
    let store = project.open_store()?;
    let debates = StoredDebates::open(&project, &store)?;
    let name = project.plan.manifest.name.as_str();
    let default = || project.root.prefix.join("export").join(name);
    let out = arguments.out.clone().unwrap_or_else(default);
    let mut export = Export::new(arguments.format, out);
    let mut damage = Damage::default();
    for (_, cell) in project.plan.chosen(&only) {
        let (debate, _) = debates.debate(cell, &mut damage);
        match &debate.result {
            Ok(finished) => export.add(cell, &debate, finished)?,
            Err(_) => export.absent += 1,
        }
    }
    export.finish()?;
    for (cell, error) in &damage.debates {
        warn(&format!("error: debate {cell} cannot be read: {error}"));
    }
    writeln!(io::stdout(), "{}", export.summary())?;
    let again = project.arguments().unwrap_or_else(|| name.to_owned());
    if export.absent > damage.debates.len() {
        let missing = plural(export.absent - damage.debates.len(), "debate");
        warn(&format!(
            "warning: {missing} not done and not exported\n  help: `report run {again}` runs what is missing"
        ));
    }
    Ok(if damage.debates.is_empty() { Exit::Done } else { Exit::Failed })
}

/// Files that are being written.
struct Export {
    format: ExportFormat,
    out: PathBuf,
    /// In the format CSV.
    tables: Option<Tables>,
    debates: usize,
    files: usize,
    /// The debates without an outcome.
    absent: usize,
    /// The debates that the format cannot hold.
    left_out: usize,
}

impl Export {
    fn new(format: ExportFormat, out: PathBuf) -> Self {
        let tables = (format == ExportFormat::Csv).then(Tables::new);
        Self { format, out, tables, debates: 0, files: 0, absent: 0, left_out: 0 }
    }

    fn add(
        &mut self,
        cell: &Cell,
        debate: &Debate,
        finished: &Finished,
    ) -> Result<(), CommandError> {
        let graph = finished.snapshots.last().map(|last| &last.graph);
        if let (Some(tables), Some(graph)) = (&mut self.tables, graph) {
            tables.add(debate, graph, &finished.outcome);
            self.debates += 1;
            return Ok(());
        }
        let Some(text) = graph.and_then(|graph| self.format.text(debate, graph, finished)) else {
            self.left_out += 1;
            return Ok(());
        };
        self.debates += 1;
        self.write(&format!("{}.{}", file_name(cell), self.format.extension()), &text)
    }

    /// Writes the tables, which grow with each debate.
    fn finish(&mut self) -> Result<(), CommandError> {
        for (name, text) in self.tables.take().into_iter().flat_map(Tables::finish) {
            self.write(name, &text)?;
        }
        Ok(())
    }

    fn write(&mut self, name: &str, text: &str) -> Result<(), CommandError> {
        replace(&self.out.join(name), text.as_bytes())
            .map_err(|cause| CommandError::out(&self.out, &cause))?;
        self.files += 1;
        Ok(())
    }

    fn summary(&self) -> String {
        let (debates, files) = (plural(self.debates, "debate"), plural(self.files, "file"));
        let written = format!("exported {debates}: {files} in {}", self.out.display());
        match self.left_out {
            0 => written,
            count => {
                let without = number::count(
                    count,
                    "debate that is not a bipolar framework with base scores",
                    "debates that are not bipolar frameworks with base scores",
                );
                format!("{written}; left out: {without}")
            }
        }
    }
}

/// A name that tells a reader which debate it is: topic, mode, personas and replicate. Each differs
/// from all others of its experiment.
fn file_name(cell: &Cell) -> String {
    let personas: Vec<&str> = cell.personas.iter().map(PersonaId::as_str).collect();
    let replicate = cell.replicate;
    format!("{}--{}--{}--{replicate}", cell.topic, cell.label, personas.join("+"))
}

/// A debate as JSON.
#[derive(Debug, Serialize)]
struct Record<'a> {
    cell: &'a str,
    topic: &'a TopicId,
    personas: &'a [PersonaId],
    label: &'a str,
    replicate: u32,
    graph: &'a Graph,
    outcome: &'a Outcome,
}

fn json(debate: &Debate, graph: &Graph, finished: &Finished) -> String {
    let Debate { cell, topic, personas, label, replicate, .. } = debate;
    let outcome = &finished.outcome;
    let record = Record { cell, topic, personas, label, replicate: *replicate, graph, outcome };
    serde_json::to_string_pretty(&record).expect("a record can be written as JSON") + "\n"
}

/// The framework of which the extensions of a debate's graph are computed, with its contraries.
fn dung(graph: &Graph, format: Format) -> String {
    let projection = graph.to_framework();
    let ids: Vec<String> = projection.nodes.iter().map(ToString::to_string).collect();
    let names = match format {
        Format::Af => Names::numbered(1, ids.len()),
        Format::Apx | Format::Tgf | Format::Bag | Format::Json => {
            Names::listed(ids.iter().map(String::as_str))
        }
    };
    let text = framework_format::write_dung(&projection.framework, &names, format)
        .expect("ids are names in each format");
    if format != Format::Af {
        return text;
    }
    // The format knows only numbers.
    let comments = ids.iter().zip(1..).map(|(id, number)| format!("# {number} is {id}\n"));
    let (head, body) = text.split_once('\n').expect("the file has a head");
    format!("{head}\n{}{body}", comments.collect::<String>())
}

/// The framework of which the strengths are computed; `None` if not all arguments have a base
/// score, or if two relations join the same arguments.
fn bipolar(graph: &Graph) -> Option<String> {
    let scored = |node: &Node| node.base_score.expect("each node has a base score");
    if graph.nodes().any(|node| node.base_score.is_none()) {
        return None;
    }
    let framework = graph.to_bipolar(scored, |_| true).ok()?;
    let ids: Vec<String> = graph.nodes().map(|node| node.id.to_string()).collect();
    let file = BipolarFile {
        influences: framework.influences().collect(),
        names: Names::listed(ids.iter().map(String::as_str)),
        request: framework_format::Request::default(),
        ignored: framework_format::Ignored::default(),
        framework,
    };
    Some(framework_format::write_bipolar(&file, Format::Json).expect("JSON holds weights"))
}
