//! `report solve`: answers a question about a Dung framework as the solvers of the field do.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use faultline::argue::format::{DungFile, Format, Problem, Task};
use faultline::argue::{Extension, Skeptical, count, credulous, extension, extensions, skeptical};

use super::framework_input::{self, Fault};
use super::{Exit, Failure, terminal};

/// How long an extension that was found may wait to be written until the next one is found.
const MOMENT: Duration = Duration::from_millis(10);

/// Answer a question about a Dung framework as solvers at the ICCMA competitions do
///
/// The task is SE (some extension), EE (every extension), CE (how many), DC (whether an argument is in some extension) or
/// DS (whether it is in every one). The semantics is CF (conflict-free), NA (naive), AD (admissible), CO (complete), GR
/// (grounded), PR (preferred), ST (stable), SST (semi-stable), STG (stage), ID (ideal) or EA (eager).
///
/// An extension is a line `w` with its members by their names in the file. One with the argument follows YES of DC, one
/// without it NO of DS. Where there is none, SE says NO and EE has no line.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    /// Task and semantics, such as SE-PR
    #[arg(short, value_name = "PROBLEM")]
    problem: Problem,
    /// The framework: ICCMA'23 (.af), ASPARTIX (.apx) or trivial graph format (.tgf); `-` is standard input
    #[arg(short, value_name = "FILE")]
    file: PathBuf,
    /// The argument that DC and DS ask about
    #[arg(short, value_name = "ARGUMENT", allow_hyphen_values = true)]
    argument: Option<String>,
    /// The most extensions that EE lists [default: all of them]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    limit: Option<usize>,
    /// The format of the file [default: as its ending and its content say]
    #[arg(long, value_name = "FORMAT", value_parser = framework_input::formats(&Format::DUNG))]
    format: Option<Format>,
}

/// Answers on standard output.
///
/// # Errors
/// [`Failure`] where there is no such framework, or the question makes no sense.
pub fn run(arguments: &Arguments) -> Result<Exit, Failure> {
    let Problem { task, semantics } = arguments.problem;
    check(arguments, task)?;
    let given = framework_input::dung(&arguments.file, arguments.format)?;
    let DungFile { framework, names, .. } = &given;
    let argument = || {
        let named = arguments.argument.as_deref();
        let named = named.ok_or(Fault::NoArgument { task: task.abbreviation() })?;
        framework_input::argument(names, "-a", named)
    };
    let out = &mut io::stdout().lock();
    match task {
        Task::Some => match extension(framework, semantics) {
            Some(extension) => tell(out, &extension, |a| names.name(a))?,
            None => writeln!(out, "NO")?,
        },
        Task::Every => every(out, &given, arguments)?,
        Task::Count => writeln!(out, "{}", count(framework, semantics))?,
        Task::Credulous => match credulous(framework, semantics, argument()?) {
            Some(witness) => {
                writeln!(out, "YES")?;
                tell(out, &witness, |a| names.name(a))?;
            }
            None => writeln!(out, "NO")?,
        },
        Task::Skeptical => match skeptical(framework, semantics, argument()?) {
            Skeptical::Holds => writeln!(out, "YES")?,
            Skeptical::Fails { counterexample } => {
                writeln!(out, "NO")?;
                tell(out, &counterexample, |a| names.name(a))?;
            }
        },
    }
    Ok(Exit::Done)
}

/// Refuses options that the task has no use for, and a question without its argument.
fn check(arguments: &Arguments, task: Task) -> Result<(), Fault> {
    let asks_about_one = match task {
        Task::Some | Task::Every | Task::Count => false,
        Task::Credulous | Task::Skeptical => true,
    };
    let task_name = task.abbreviation();
    if arguments.limit.is_some() && task != Task::Every {
        return Err(Fault::StrayLimit { task: task_name });
    }
    match (asks_about_one, &arguments.argument) {
        (true, None) => Err(Fault::NoArgument { task: task_name }),
        (false, Some(_)) => Err(Fault::StrayArgument { task: task_name }),
        (true, Some(_)) | (false, None) => Ok(()),
    }
}

/// Lists extensions as they are found: the first at once, and those that come fast many at a time.
fn every(out: &mut impl Write, given: &DungFile, arguments: &Arguments) -> io::Result<()> {
    let out = &mut BufWriter::new(out);
    let mut told: Option<Instant> = None;
    let mut found = extensions(&given.framework, arguments.problem.semantics);
    let names: Vec<_> = given.names.iter().collect();
    let mut listed = 0;
    while arguments.limit.is_none_or(|limit| listed < limit) {
        let Some(extension) = found.next() else {
            if listed == 0 {
                terminal::warn("there is no extension");
            }
            return out.flush();
        };
        tell(out, &extension, |a| &names[a])?;
        listed += 1;
        if told.is_none_or(|told| told.elapsed() > MOMENT) {
            out.flush()?;
            told = Some(Instant::now());
        }
    }
    out.flush()?;
    terminal::warn(&format!("stopped after {listed}, as `--limit` says: there may be more"));
    Ok(())
}

/// Tells an extension, its members by their names.
fn tell<N: AsRef<str>>(
    out: &mut impl Write,
    extension: &Extension,
    name: impl Fn(usize) -> N,
) -> io::Result<()> {
    out.write_all(b"w")?;
    for &argument in extension {
        out.write_all(b" ")?;
        out.write_all(name(argument).as_ref().as_bytes())?;
    }
    out.write_all(b"\n")
}
