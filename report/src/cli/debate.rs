//! `report debate`: runs one debate without a manifest, prints it as it proceeds, and writes its
//! page.

mod outcome;
mod stances;
mod transcript;

use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use faultline::format::{
    Argument, DebateArguments, Fault, Faults, Library, Manifest, ProviderChoice,
};
use faultline::pipeline::{
    self, Cell, DoneCells, FailureCause, Offline, Options, Plan, Progress, RetryFailed, Summary,
};
use faultline::record::Event;
use faultline::store::Store;
use faultline::vocabulary::{ExperimentId, Tariff};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::transcript::Transcript;
use super::command_line::CommandLine;
use super::confirm_cost::{Approval, confirm_cost};
use super::project::{Origin, Project, this_process};
use super::project_root::{ProjectRoot, current_folder};
use super::run_debates::retry_failed;
use super::terminal::{Layout, warn};
use super::{CommandError, Exit, ctrl_c, render};
use crate::site::inferred::Inferred;
use crate::site::route::Route;

/// Run one debate without a manifest, and watch it
///
/// If the debate is already in the store, it is printed from there; no provider is called.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    /// The topic: a file data/topics/TOPIC.toml
    topic: String,
    /// The personas in seat order, separated by commas: folders of `personas`
    #[arg(long, value_name = "A,B")]
    personas: String,
    /// The mode: the protocol of the debate
    #[arg(long)]
    mode: String,
    /// A parameter of the mode, such as max_rounds=2; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The seed of all random choices [default: 1]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    seed: Option<String>,
    /// The number of the replicate; each replicate draws different random numbers from the seed
    /// [default: 1]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    replicate: Option<String>,
    /// The provider: corpus, anthropic:MODEL, openai:MODEL, openrouter:MODEL, ollama:MODEL,
    /// llamacpp, vllm:MODEL, lmstudio:MODEL or script:FILE [default: corpus]
    #[arg(long, value_name = "KIND[:…]")]
    provider: Option<String>,
    /// If the debate has failed, repeat the questions without a usable answer, and keep all other
    /// replies
    #[arg(long)]
    retry_failed: bool,
    /// Pay for the debate without asking
    #[arg(long)]
    yes: bool,
    /// The folder for the site [default: site/debate-TOPIC-MODE-HASH]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Runs the debate and prints it to standard output, with the path of its page at the end.
///
/// # Errors
/// [`CommandError`] where an argument or a file is invalid, or the site cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, CommandError> {
    let root = ProjectRoot::find(root, Path::new(""), &current_folder()?)?;
    let project = project(root, arguments)?;
    let folder = project.out(arguments.out.as_deref())?;
    let store = project.open_or_create_store()?;
    let cell = project.plan.cells.first().expect("one topic, group and mode make one debate");
    let tariff = project.tariff()?;
    let approval = Approval::of(&project.plan.manifest, arguments.yes);
    let retry_failed = retry_failed(arguments.retry_failed);
    confirm_cost(&project.plan, &store, &[], retry_failed, &tariff, approval)?;
    let exit = run_debate(&project, &store, cell, retry_failed, tariff)?;
    if exit == Exit::Retry {
        return Ok(exit);
    }
    render::write_site(&project, &store, &folder)?;
    let page = Route::of_cell(&cell.topic, &cell.label, cell.id.as_str()).path();
    writeln!(io::stdout(), "\npage: {}", folder.join(page).display())?;
    Ok(exit)
}

/// Reads the files that the arguments name, and plans the debate.
fn project(root: ProjectRoot, arguments: &Arguments) -> Result<Project, CommandError> {
    let mut line = CommandLine::new("report debate");
    let debate = DebateArguments {
        topic: line.push(&arguments.topic),
        personas: line.option("--personas", &arguments.personas),
        mode: line.option("--mode", &arguments.mode),
        parameters: arguments.set.iter().map(|set| line.option("--set", set)).collect(),
        seed: arguments.seed.as_ref().map(|seed| line.option("--seed", seed)),
        replicate: arguments.replicate.as_ref().map(|number| line.option("--replicate", number)),
    };
    let provider = arguments.provider.as_ref().map(|named| line.option("--provider", named));
    let name = ExperimentId::new("debate").expect("`debate` is a name");
    let mut manifest = line.manifest(&root.folder, name, &debate)?;
    if let Some(provider) = provider {
        manifest = manifest.with_provider(&root.folder, provider.text).map_err(|error| {
            line.error(&provider, error.to_string(), error.help());
            line.reject()
        })?;
    }
    if let (Some(replicate), Err(error)) = (&debate.replicate, manifest.check_replicates()) {
        line.error(replicate, error.to_string(), "leave out `--replicate`");
        return Err(line.reject());
    }
    let (library, faults) = Library::for_manifest(&root.folder, &manifest);
    let read = (&library, &faults);
    reject_personas_without_statements(&root, &manifest, read, &mut line, &debate.personas)?;
    let origin = Origin::CommandLine(line.text().trim_start_matches("report ").to_owned());
    let mut project = Project::with_library(root, origin, manifest, library, faults)?;
    let cell = &project.plan.cells[0];
    let name = |id| project.library.personas[id].contract.name.as_str();
    let names: Vec<&str> = cell.personas.iter().map(name).collect();
    let title = format!("{}: {}", project.library.topics[&cell.topic].title, names.join(" and "));
    let (id, mode) = (cell.id.as_str(), cell.mode.name());
    let out = format!("site/debate-{}-{mode}-{}", cell.topic, &id[..8]);
    project.plan.manifest.title = title;
    project.plan.manifest.out = PathBuf::from(out);
    Ok(project)
}

/// Rejects personas that the provider `corpus` could not speak for.
fn reject_personas_without_statements(
    root: &ProjectRoot,
    manifest: &Manifest,
    (library, faults): (&Library, &Faults),
    line: &mut CommandLine,
    personas: &Argument<'_>,
) -> Result<(), CommandError> {
    let ProviderChoice::Corpus { .. } = manifest.provider else { return Ok(()) };
    let topic = &manifest.topics[0];
    let mut rejected = false;
    for (argument, id) in personas.items().iter().zip(&manifest.personas[0]) {
        let folder = Path::new("personas").join(id.as_str()).join("corpus");
        // Errors in a corpus file are printed with the file.
        let is_broken = |fault: &&Fault| fault.path.starts_with(&folder) && fault.path != folder;
        let is_silent = library.personas.contains_key(id) && library.corpus(id, topic).is_none();
        if is_silent && !faults.sorted().iter().any(is_broken) {
            let folder = root.prefix.join(folder);
            let help = format!(
                "write its statements to {}/*.md, with the line `topic: {topic}` in the front matter",
                folder.display()
            );
            line.error(argument, format!("`{id}` has no statements on the topic `{topic}`"), help);
            rejected = true;
        }
    }
    if rejected { Err(line.reject()) } else { Ok(()) }
}

/// Prints a debate while a spinner turns on standard error. After an error nothing more is printed.
struct Printer {
    out: io::StdoutLock<'static>,
    spinner: ProgressBar,
    result: io::Result<()>,
}

impl Printer {
    fn print(&mut self, text: &str) {
        let Self { out, spinner, result } = self;
        if result.is_ok() {
            *result = spinner.suspend(|| out.write_all(text.as_bytes()).and_then(|()| out.flush()));
        }
    }
}

/// Runs the debate, or reads it from the store, and prints it.
fn run_debate(
    project: &Project,
    store: &Store,
    cell: &Cell,
    retry_failed: RetryFailed,
    tariff: Tariff,
) -> Result<Exit, CommandError> {
    let (plan, personas) = (&project.plan, project.plan.personas(cell));
    let topic = &project.library.topics[&cell.topic];
    let layout = Layout::of_stdout();
    let mut transcript = Transcript::new(layout, &cell.mode, personas);
    let mut printer = Printer { out: io::stdout().lock(), spinner: spinner(), result: Ok(()) };
    printer.print(&transcript.title(topic));
    let options = Options {
        offline: Offline::No,
        retry_failed,
        only: Vec::new(),
        jobs: NonZeroUsize::MIN,
        tariff,
        cancel: ctrl_c::cancel_on_signal()?,
    };
    let summary = pipeline::run(plan, store, &options, &this_process(), &mut |progress| {
        if let Progress::Debate { event, .. } = progress {
            printer.print(&transcript.event(event));
        } else if let Progress::Waiting { seconds, cause, .. } = progress {
            printer.spinner.suspend(|| warn(&format!("waiting {seconds} s: {cause}")));
        }
    })?;
    printer.spinner.finish_and_clear();
    if let Some(exit) = incomplete(&summary, plan) {
        return Ok(exit);
    }
    let done = DoneCells::open(plan, store)?.find(cell)?;
    let done = done.expect("a debate that did not fail is in the store");
    if summary.found > 0 {
        let mut print = |event: &Event| printer.print(&transcript.event(event));
        if let Some(difference) = pipeline::replay(plan, store, cell, &done, &mut print)? {
            let what = &difference.what;
            warn(&format!("warning: the rounds of the stored debate cannot be shown: {what}"));
        }
    }
    let stored = pipeline::read_debate(store, &done)?;
    let is_used = matches!(plan.manifest.provider, ProviderChoice::Corpus { .. });
    let inferred = Inferred { personas, topic: &cell.topic, is_used };
    printer.print(&outcome::render(
        layout,
        inferred,
        &topic.axes,
        &cell.mode,
        &seed(project, cell),
        &stored,
    )?);
    printer.result?;
    Ok(Exit::Done)
}

/// The seed and the replicate of a debate, as its settings show them.
fn seed(project: &Project, cell: &Cell) -> String {
    let seed = project.plan.manifest.seed.0;
    match cell.replicate {
        1 => format!("seed {seed}"),
        other => format!("seed {seed}, replicate {other}"),
    }
}

/// How the command ends if the debate did not finish; reports why.
fn incomplete(summary: &Summary, plan: &Plan) -> Option<Exit> {
    if let Some(error) = &summary.unrecorded {
        warn(&format!("warning: the journal of this debate is incomplete: {error}"));
    }
    if let Some(missed) = summary.missed.first() {
        let help = if plan.is_computed() || missed.cause.interrupts() {
            ""
        } else {
            "\n  help: add `--retry-failed` to repeat the questions without a usable answer; all other replies are kept"
        };
        warn(&format!("error: the debate failed: {}{help}", missed.error));
        let may_pass = missed.cause == FailureCause::Passing;
        return Some(if may_pass { Exit::Retry } else { Exit::Failed });
    }
    (summary.cancelled > 0).then(|| {
        warn(
            "stopped\n  help: run the same command again to continue; stored replies are not requested again",
        );
        Exit::Retry
    })
}

/// A spinner on standard error for as long as the debate waits for answers; invisible if that is
/// not a terminal.
fn spinner() -> ProgressBar {
    let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    spinner.set_style(
        ProgressStyle::with_template("  {spinner} waiting for answers, {elapsed}")
            .expect("the template is valid"),
    );
    spinner.enable_steady_tick(Duration::from_millis(250));
    spinner
}
