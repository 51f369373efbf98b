//! `report solve`: answers a question about a Dung framework, with the interface of the ICCMA
//! competitions.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use faultline::argue::format::{DungFile, Format, Problem, Task};
use faultline::argue::{Extension, Skeptical, count, credulous, extension, extensions, skeptical};

use super::framework_input;
use super::{CommandError, Exit, terminal};

/// How long found extensions may stay in the buffer.
const FLUSH_INTERVAL: Duration = Duration::from_millis(10);

/// Answer a question about a Dung framework, with the interface of the ICCMA competitions
///
/// The task is SE (find one extension), EE (list all extensions), CE (count them), DC (is an
/// argument in some extension?) or DS (is it in every extension?). The semantics is CF
/// (conflict-free), NA (naive), AD (admissible), CO (complete), GR (grounded), PR (preferred), ST
/// (stable), SST (semi-stable), STG (stage), ID (ideal) or EA (eager).
///
/// An extension is printed as a line `w` followed by the names of its members. After YES, DC prints
/// an extension with the argument; after NO, DS prints one without it. If there is no extension, SE
/// prints NO and EE prints nothing.
#[derive(Debug, Clone, Args)]
pub struct Arguments {
    /// Task and semantics, such as SE-PR
    #[arg(short, value_name = "PROBLEM")]
    problem: Problem,
    /// The framework: ICCMA'23 (.af), ASPARTIX (.apx) or trivial graph format (.tgf); `-` is
    /// standard input
    #[arg(short, value_name = "FILE")]
    file: PathBuf,
    /// The argument that DC and DS ask about
    #[arg(short, value_name = "ARGUMENT", allow_hyphen_values = true)]
    argument: Option<String>,
    /// The maximum number of extensions that EE lists [default: all]
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    limit: Option<usize>,
    /// The format of the file [default: by file extension and content]
    #[arg(long, value_name = "FORMAT", value_parser = framework_input::formats(&Format::DUNG))]
    format: Option<Format>,
}

/// Prints the answer to standard output.
///
/// # Errors
/// [`CommandError`] where the framework or an option is invalid.
pub fn run(arguments: &Arguments) -> Result<Exit, CommandError> {
    let Problem { task, semantics } = arguments.problem;
    check(arguments, task)?;
    let input = framework_input::read_dung_file(&arguments.file, arguments.format)?;
    let DungFile { framework, names, .. } = &input;
    let argument = || {
        let named = arguments.argument.as_deref();
        framework_input::argument(names, "-a", named.expect("`check` requires it"))
    };
    let out = &mut io::stdout().lock();
    match task {
        Task::Some => match extension(framework, semantics) {
            Some(extension) => print_extension(out, &extension, |a| names.name(a))?,
            None => writeln!(out, "NO")?,
        },
        Task::Every => list_extensions(out, &input, arguments)?,
        Task::Count => writeln!(out, "{}", count(framework, semantics))?,
        Task::Credulous => match credulous(framework, semantics, argument()?) {
            Some(witness) => {
                writeln!(out, "YES")?;
                print_extension(out, &witness, |a| names.name(a))?;
            }
            None => writeln!(out, "NO")?,
        },
        Task::Skeptical => match skeptical(framework, semantics, argument()?) {
            Skeptical::Holds => writeln!(out, "YES")?,
            Skeptical::Fails { counterexample } => {
                writeln!(out, "NO")?;
                print_extension(out, &counterexample, |a| names.name(a))?;
            }
        },
    }
    Ok(Exit::Done)
}

/// Rejects options that the task does not use, and a missing argument.
fn check(arguments: &Arguments, task: Task) -> Result<(), CommandError> {
    let asks_about_one = match task {
        Task::Some | Task::Every | Task::Count => false,
        Task::Credulous | Task::Skeptical => true,
    };
    let name = task.abbreviation();
    if arguments.limit.is_some() && task != Task::Every {
        let message = format!("{name} lists nothing, so `--limit` has no effect");
        return Err(CommandError::usage(message, "leave `--limit` out, or choose task EE"));
    }
    match (asks_about_one, &arguments.argument) {
        (true, None) => Err(CommandError::usage(
            format!("{name} asks about one argument, but no argument is given"),
            "name the argument with `-a`",
        )),
        (false, Some(_)) => Err(CommandError::usage(
            format!("{name} does not ask about an argument, but one is given"),
            "leave `-a` out, or choose task DC or DS",
        )),
        (true, Some(_)) | (false, None) => Ok(()),
    }
}

/// Lists extensions as they are found: the first immediately, and those in quick succession in
/// batches.
fn list_extensions(
    out: &mut impl Write,
    input: &DungFile,
    arguments: &Arguments,
) -> io::Result<()> {
    let out = &mut BufWriter::new(out);
    let mut flushed: Option<Instant> = None;
    let mut found = extensions(&input.framework, arguments.problem.semantics);
    let names: Vec<_> = input.names.iter().collect();
    let mut listed = 0;
    while arguments.limit.is_none_or(|limit| listed < limit) {
        let Some(extension) = found.next() else {
            if listed == 0 {
                terminal::warn("there is no extension");
            }
            return out.flush();
        };
        print_extension(out, &extension, |a| &names[a])?;
        listed += 1;
        if flushed.is_none_or(|flushed| flushed.elapsed() > FLUSH_INTERVAL) {
            out.flush()?;
            flushed = Some(Instant::now());
        }
    }
    out.flush()?;
    terminal::warn(&format!("stopped after {listed}, the `--limit`; there may be more"));
    Ok(())
}

/// Prints an extension with the names of its members.
fn print_extension<N: AsRef<str>>(
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
