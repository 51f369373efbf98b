//! Reads the argumentation framework that a command works on, and its arguments as options name
//! them.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::{CommandError, terminal};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use faultline::argue::format::{
    BipolarFile, DetectError, DungFile, Format, FormatError, Ignored, Names, read_bipolar,
    read_dung,
};
use faultline::argue::{
    AttributionError, CyclicError, Diagnosis, Dynamics, Gradual, RevisionError, Solver,
};

/// How many arguments of a cycle an error names.
const NAMED_AT_MOST: usize = 8;

/// Which bipolar framework a command reads and how it computes strengths.
#[derive(Debug, Clone, Args)]
pub struct BipolarInput {
    /// The framework: JSON or .bag; `-` reads standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format of the file [default: by file extension and content]
    #[arg(long, value_name = "FORMAT", value_parser = formats(&Format::BIPOLAR))]
    format: Option<Format>,
    /// How strengths follow from base scores
    #[arg(long, value_name = "SEMANTICS", value_parser = semantics())]
    pub semantics: Gradual,
    /// How strengths are computed in a framework with cycles
    #[arg(long, value_name = "SOLVER", value_parser = dynamics())]
    solver: Option<Dynamics>,
}

/// Accepts the name of one of `formats`.
pub(super) fn formats(formats: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
    PossibleValuesParser::new(formats.iter().map(|format| format.name()))
        .map(|name| Format::from_name(&name).expect("only names of formats are accepted"))
}

fn semantics() -> impl TypedValueParser<Value = Gradual> {
    let value = |semantics: Gradual| PossibleValue::new(semantics.name()).help(semantics.title());
    PossibleValuesParser::new(Gradual::ALL.map(value))
        .map(|name| Gradual::from_name(&name).expect("only names of semantics are accepted"))
}

fn dynamics() -> impl TypedValueParser<Value = Dynamics> {
    PossibleValuesParser::new(Dynamics::ALL.map(Dynamics::name))
        .map(|name| Dynamics::from_name(&name).expect("only names of solvers are accepted"))
}

/// The error of a revision, with the names of the arguments.
pub(super) fn revision_error(error: &RevisionError, names: &Names) -> CommandError {
    match error {
        RevisionError::NotConverged(diagnosis) => not_converged(diagnosis, names),
        RevisionError::UnknownArgument { .. }
        | RevisionError::Cost { .. }
        | RevisionError::OutOfBounds { .. } => {
            CommandError::usage(error, "correct the options or the file")
        }
    }
}

/// The error of an attribution, with the names of the arguments.
pub(super) fn attribution_error(error: &AttributionError, names: &Names) -> CommandError {
    match error {
        AttributionError::NotConverged(diagnosis) => not_converged(diagnosis, names),
        AttributionError::UnknownArgument { .. } | AttributionError::TooFew { .. } => {
            CommandError::usage(error, "correct the options or the file")
        }
    }
}

fn not_converged(diagnosis: &Diagnosis, names: &Names) -> CommandError {
    CommandError::usage(
        format!("the strengths do not converge: {}", diagnosis.describe(list_names(names))),
        "see `report strengths`; another `--solver` may converge",
    )
}

fn unreadable(file: &str, cause: &io::Error) -> CommandError {
    let problem = if cause.kind() == io::ErrorKind::NotFound {
        "does not exist".to_owned()
    } else if cause.kind() == io::ErrorKind::IsADirectory {
        "is a folder, not a file".to_owned()
    } else {
        format!("cannot be read: {cause}")
    };
    CommandError::usage(
        format!("{file} {problem}"),
        "name a file that you may read, or `-` for standard input",
    )
}

fn unclear_format(file: &str, cause: &DetectError) -> CommandError {
    let help = match cause {
        DetectError::Empty => cause.help().to_owned(),
        DetectError::Unknown | DetectError::Contradictory { .. } => {
            format!("{}, with `--format`", cause.help())
        }
    };
    CommandError::usage(format!("{file}: {cause}"), help)
}

fn cyclic(error: &CyclicError, names: &Names, help: &str) -> CommandError {
    CommandError::usage(format!("the framework has a cycle: {}", cycle_names(error, names)), help)
}

/// The names of some arguments; of many only the first, and how many follow.
fn first_names(arguments: &[usize], names: &Names) -> Vec<String> {
    let first = arguments.iter().take(NAMED_AT_MOST);
    let mut first: Vec<String> = first.map(|&a| names.name(a).into_owned()).collect();
    if arguments.len() > first.len() {
        first.push(format!("… ({} more)", arguments.len() - first.len()));
    }
    first
}

/// Writes arguments by their names, separated by commas.
pub(super) fn list_names(names: &Names) -> impl Fn(&[usize]) -> String {
    move |arguments| first_names(arguments, names).join(", ")
}

/// The names along a cycle; a short cycle ends with the name it starts with.
fn cycle_names(error: &CyclicError, names: &Names) -> String {
    let mut cycle = first_names(&error.cycle, names);
    if error.cycle.len() <= NAMED_AT_MOST {
        cycle.extend(cycle.first().cloned());
    }
    cycle.join(" -> ")
}

/// Reads a file as `read` does and warns of everything in it that is ignored.
fn read_file<F>(
    file: &Path,
    format: Option<Format>,
    read: impl Fn(&[u8], Format) -> Result<F, FormatError>,
    ignored: impl Fn(&F) -> &Ignored,
) -> Result<F, CommandError> {
    let is_stdin = file == Path::new("-");
    let shown = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
    let bytes = if is_stdin {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.map_err(|cause| unreadable(&shown, &cause))?;
    let extension = file.extension().and_then(OsStr::to_str);
    let format = format.map_or_else(|| Format::detect(extension, &bytes), Ok);
    let format = format.map_err(|cause| unclear_format(&shown, &cause))?;
    let framework = read(&bytes, format)
        .map_err(|cause| CommandError::usage(format!("{shown}, {cause}"), cause.cause.help()))?;
    let Ignored { repeated, labels, keys } = ignored(&framework);
    if *repeated > 0 {
        terminal::warn(&format!("{shown}: repeated attacks, counted once: {repeated}"));
    }
    if *labels > 0 {
        terminal::warn(&format!("{shown}: labels ignored: {labels}"));
    }
    if !keys.is_empty() {
        terminal::warn(&format!("{shown}: keys ignored: {}", keys.join(", ")));
    }
    Ok(framework)
}

/// Reads a Dung framework; warns of what is ignored.
///
/// # Errors
/// [`CommandError`] where it cannot be read.
pub(super) fn read_dung_file(
    file: &Path,
    format: Option<Format>,
) -> Result<DungFile, CommandError> {
    read_file(file, format, read_dung, |file| &file.ignored)
}

impl BipolarInput {
    /// Reads the framework; warns of what is ignored.
    ///
    /// # Errors
    /// [`CommandError`] where it cannot be read.
    pub(super) fn read(&self) -> Result<BipolarFile, CommandError> {
        read_file(&self.file, self.format, read_bipolar, |file| &file.ignored)
    }

    /// The chosen solver; a framework without cycles needs no choice.
    ///
    /// # Errors
    /// [`CommandError::Usage`] where a cycle needs a choice and none was made.
    pub(super) fn solver(&self, input: &BipolarFile) -> Result<Solver, CommandError> {
        match (self.solver, input.framework.acyclic()) {
            (Some(Dynamics::Synchronous), _) => Ok(Solver::synchronous()),
            (Some(Dynamics::Continuous), _) | (None, Ok(())) => Ok(Solver::continuous()),
            (None, Err(error)) => {
                let help = "choose `--solver synchronous` or `--solver continuous`; on cycles their results may differ";
                Err(cyclic(&error, &input.names, help))
            }
        }
    }

    /// Checks that the continuous solver is chosen where the framework has cycles.
    ///
    /// # Errors
    /// [`CommandError::Usage`] where it is not.
    pub(super) fn require_continuous(&self, input: &BipolarFile) -> Result<(), CommandError> {
        match (self.solver, input.framework.acyclic()) {
            (Some(Dynamics::Continuous), _) | (_, Ok(())) => Ok(()),
            (Some(Dynamics::Synchronous) | None, Err(error)) => {
                let help = "choose `--solver continuous`, the only one that can revise a framework with cycles";
                Err(cyclic(&error, &input.names, help))
            }
        }
    }
}

/// Finds the argument that an option names.
///
/// # Errors
/// [`CommandError::Usage`] where no argument has the name.
pub(super) fn argument(
    names: &Names,
    option: &'static str,
    name: &str,
) -> Result<usize, CommandError> {
    names.index(name).ok_or_else(|| {
        let help = names.nearest(name).map_or_else(
            || "use the names in the file, or the numbers if it has no names".to_owned(),
            |nearest| format!("did you mean `{nearest}`?"),
        );
        CommandError::usage(format!("`{option} {name}`: no argument has this name"), help)
    })
}

/// Finds the argument in question: the one that `--topic` names, else the file's.
///
/// # Errors
/// [`CommandError`] where neither names one, or no argument has the name.
pub(super) fn topic(input: &BipolarFile, named: Option<&str>) -> Result<usize, CommandError> {
    match named {
        Some(name) => argument(&input.names, "--topic", name),
        None => input.request.root.ok_or_else(|| {
            let help = "choose one with `--topic`, or with `topic` in the file";
            CommandError::usage("no argument is chosen", help)
        }),
    }
}

/// The names of the arguments, unless they are the numbers from 0 that results use anyway.
pub(super) fn names(input: &BipolarFile) -> Option<Vec<String>> {
    let names = &input.names;
    (*names != Names::numbered(0, names.len())).then(|| names.iter().map(Into::into).collect())
}
