//! `report debate`: one debate without a manifest, told as it goes on, then its page.

mod outcome;
mod transcript;

use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use faultline::format::{Fault, Library, Manifest, ProviderChoice};
use faultline::pipeline::{self, Cell, DoneCells, Offline, Options, Progress};
use faultline::store::Store;
use faultline::vocabulary::{Persona, Tariff};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use self::transcript::Live;
use super::confirm_cost::{self, License};
use super::project::{Origin, Project, clock};
use super::project_root::{Root, here};
use super::spoken::{Spoken, Word};
use super::terminal::{Setter, warn};
use super::{Exit, Failure, ctrl_c, render};
use crate::site::route::Route;

/// Have one debate without a manifest, and watch it
///
/// A debate that the store holds already is told again from there, and nobody is asked.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    /// What is debated: a file data/topics/TOPIC.toml
    topic: String,
    /// Who debates, in seat order: folders of `personas`, parted by commas
    #[arg(long, value_name = "A,B")]
    personas: String,
    /// By which protocol
    #[arg(long)]
    mode: String,
    /// A parameter of the mode, such as max_rounds=2; may be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// The only source of chance [default: 1]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    seed: Option<String>,
    /// Which repetition of the debate it is: each draws by a seed of its own [default: 1]
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true)]
    replicate: Option<String>,
    /// Who answers: corpus, anthropic:MODEL, openai:MODEL, or script:FILE [default: corpus]
    #[arg(long, value_name = "KIND[:…]")]
    provider: Option<String>,
    /// Pay for what is missing without asking
    #[arg(long)]
    yes: bool,
    /// Where the site goes [default: site/debate-TOPIC-MODE-…, with the head of the debate's hash]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Has the debate and tells it on standard output, with the path of its page at the end.
///
/// # Errors
/// [`Failure`] where what the words name cannot be read or run, or the site cannot be written.
pub fn run(root: Option<&Path>, arguments: &Arguments) -> Result<Exit, Failure> {
    let here = here()?;
    let root = Root::find(root, Path::new(""), &here)?;
    let project = project(root, arguments)?;
    let folder = project.out(arguments.out.as_deref())?;
    let store = project.store()?;
    let cell = project.plan.cells.first().expect("one topic, group and mode make one debate");
    let tariff = project.tariff()?;
    let license = License::of(&project.plan.manifest, arguments.yes);
    confirm_cost::obtain(&project.plan, &store, &[], &tariff, license)?;
    let exit = tell(&project, &store, cell, tariff)?;
    if exit == Exit::Retry {
        return Ok(exit);
    }
    render::site(&project, &store, &folder)?;
    let page = Route::of_cell(&cell.topic, &cell.label, cell.id.as_str()).path();
    writeln!(io::stdout(), "\npage: {}", folder.join(page).display())?;
    Ok(exit)
}

/// Reads everything that the words name.
fn project(root: Root, arguments: &Arguments) -> Result<Project, Failure> {
    let mut spoken = Spoken::new("report debate");
    let Words { personas, provider } = speak(&mut spoken, arguments);
    let manifest = spoken.manifest(&root.folder, "debate")?;
    let mut manifest = manifest.expect("words say all that a manifest needs");
    if let (Some(word), Some(named)) = (provider, &arguments.provider) {
        manifest = match manifest.with_provider(&root.folder, named) {
            Ok(manifest) => manifest,
            Err(cause) => {
                spoken.fault(&word, cause.to_string(), cause.help());
                return Err(spoken.refusal());
            }
        };
    }
    refuse_silent(&root, &manifest, &mut spoken, &personas)?;
    let line = spoken.line().trim_start_matches("report ").to_owned();
    let mut project = Project::of(root, Origin::Line(line), manifest)?;
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

/// Points at personas that have nothing to argue with.
fn refuse_silent(
    root: &Root,
    manifest: &Manifest,
    spoken: &mut Spoken,
    personas: &Word,
) -> Result<(), Failure> {
    let ProviderChoice::Corpus { .. } = manifest.provider else { return Ok(()) };
    let (library, faults) = Library::for_manifest(&root.folder, manifest);
    let topic = &manifest.topics[0];
    let mut refused = false;
    for (word, id) in personas.listed().iter().zip(&manifest.personas[0]) {
        let folder = Path::new("personas").join(id.as_str()).join("corpus");
        // What is in a file that has errors is told with the file.
        let broken = |fault: &&Fault| fault.path.starts_with(&folder) && fault.path != folder;
        let known = library.personas.contains_key(id) && library.corpus(id, topic).is_none();
        if known && !faults.sorted().iter().any(broken) {
            let folder = root.prefix.join(folder);
            let help = format!(
                "write what it has said into {}/*.md, with the line `topic: {topic}` in front",
                folder.display()
            );
            spoken.fault(word, format!("`{id}` has said nothing on the topic `{topic}`"), help);
            refused = true;
        }
    }
    if refused { Err(spoken.refusal()) } else { Ok(()) }
}

/// Words of the command that may yet be found at fault.
struct Words {
    personas: Word,
    provider: Option<Word>,
}

/// Says the command and makes a manifest of it; what it names as provider is for the caller to put in.
fn speak(spoken: &mut Spoken, arguments: &Arguments) -> Words {
    let topic = spoken.say(&arguments.topic);
    let personas = spoken.option("--personas", &arguments.personas);
    let mode = spoken.option("--mode", &arguments.mode);
    let set: Vec<Word> = arguments.set.iter().map(|set| spoken.option("--set", set)).collect();
    spoken.write("title = \"A debate\"\ntopics = [");
    spoken.text(&topic);
    spoken.write("]\npersonas = [");
    spoken.texts(&personas);
    spoken.write("]\n");
    if let Some(seed) = &arguments.seed {
        let word = spoken.option("--seed", seed);
        spoken.entry("seed", &word);
    }
    let replicate = arguments.replicate.as_ref();
    let replicate = replicate.map(|number| spoken.option("--replicate", number));
    if let Some(word) = &replicate {
        spoken.entry("replicates", word);
    }
    spoken.write("[provider]\nkind = \"corpus\"\n[modes.");
    spoken.text(&mode);
    spoken.write("]\n");
    spoken.parameters(&set);
    if let Some(word) = &replicate {
        // What is wrong with the word is told where it stands for the number of repetitions.
        spoken.write(&format!("[[include]]\nreplicate = {}\n", word.value()));
    }
    let provider = arguments.provider.as_ref();
    Words { personas, provider: provider.map(|named| spoken.option("--provider", named)) }
}

/// Tells the debate from its beginning to what it comes to.
fn tell(project: &Project, store: &Store, cell: &Cell, tariff: Tariff) -> Result<Exit, Failure> {
    let personas: Vec<Persona> = project.plan.personas(cell);
    let mut out = io::stdout().lock();
    let mut live = Live::new(Setter::of_stdout(), &personas);
    let seed = project.plan.manifest.seed.0;
    let chance = match cell.replicate {
        1 => format!("seed {seed}"),
        other => format!("seed {seed}, replicate {other}"),
    };
    write!(out, "{}", live.title(&project.library.topics[&cell.topic], &cell.mode, &chance))?;
    let mut broken = None;
    let waiting = waiting();
    let mut say = |text: String| {
        let written = waiting.suspend(|| write!(out, "{text}").and_then(|()| out.flush()));
        if let Err(error) = written {
            broken.get_or_insert(error);
        }
    };
    let options = Options {
        offline: Offline::No,
        only: Vec::new(),
        jobs: NonZeroUsize::MIN,
        tariff,
        cancel: ctrl_c::cancel()?,
    };
    let summary =
        pipeline::run(&project.plan, store, &options, &clock(), &mut |progress| match progress {
            Progress::Debate { event, .. } => say(live.tell(event)),
            Progress::Waiting { seconds, cause, .. } => waiting.suspend(|| {
                warn(&format!("waiting {seconds} s: {cause}"));
            }),
            Progress::Started { .. }
            | Progress::CellStarted { .. }
            | Progress::CellDone { .. }
            | Progress::CellFailed { .. }
            | Progress::CellCancelled { .. }
            | Progress::Finished { .. } => {}
        })?;
    waiting.finish_and_clear();
    if let Some(fault) = &summary.unrecorded {
        warn(&format!("warning: the journal of this debate has gaps: {fault}"));
    }
    if let Some(missed) = summary.missed.first() {
        warn(&format!("error: the debate could not be had: {}", missed.error));
        return Ok(if missed.interrupted { Exit::Retry } else { Exit::Failed });
    }
    if summary.cancelled > 0 {
        warn(
            "stopped\n  help: run the same command again to go on; nothing stored is asked for twice",
        );
        return Ok(Exit::Retry);
    }
    let done = DoneCells::open(&project.plan, store)?.find(cell)?;
    let done = done.expect("a debate that was not missed is in the store");
    if summary.found > 0 {
        let again = pipeline::replay(&project.plan, store, cell, &done, &mut |event| {
            say(live.tell(event));
        })?;
        if let Some(difference) = again {
            let what = &difference.what;
            warn(&format!("warning: the stored debate cannot be told again: {what}"));
        }
    }
    say(live.ending(&pipeline::read(store, &done)?.outcome));
    if let Some(error) = broken {
        return Err(error.into());
    }
    Ok(Exit::Done)
}

/// A clock on standard error while answers are waited for; nothing where it is no terminal.
fn waiting() -> ProgressBar {
    let clock = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    clock.set_style(
        ProgressStyle::with_template("  {spinner} waiting for answers, {elapsed}")
            .expect("the template is one that indicatif knows"),
    );
    clock.enable_steady_tick(Duration::from_millis(250));
    clock
}
