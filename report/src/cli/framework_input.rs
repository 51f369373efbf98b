//! Reads the argumentation framework that a command works on, and its arguments as options name them.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use faultline::argue::format::{
    BipolarFile, DetectError, DungFile, Format, FormatError, Ignored, Names, read_bipolar,
    read_dung,
};
use faultline::argue::{AttributionError, CyclicError, Dynamics, Gradual, RevisionError, Solver};
use miette::Diagnostic;

use super::terminal;

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

/// Says why a framework cannot be read, or why it does not allow what was asked.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum FrameworkError {
    /// The file does not exist.
    #[error("{file} does not exist")]
    #[diagnostic(help("name a file, or `-` for standard input"))]
    NotFound {
        /// The file.
        file: String,
    },
    /// The file is a folder.
    #[error("{file} is a folder, not a file")]
    #[diagnostic(help("name a file, or `-` for standard input"))]
    IsFolder {
        /// The folder.
        file: String,
    },
    /// The file cannot be read.
    #[error("{file} cannot be read: {cause}")]
    #[diagnostic(help("name a file that you may read, or `-` for standard input"))]
    Unreadable {
        /// The file.
        file: String,
        /// Why not.
        cause: io::Error,
    },
    /// The file is empty.
    #[error("{file}: {}", DetectError::Empty)]
    #[diagnostic(help("{}", DetectError::Empty.help()))]
    Empty {
        /// The file.
        file: String,
    },
    /// The format cannot be recognized.
    #[error("{file}: {cause}")]
    #[diagnostic(help("{}, with `--format`", cause.help()))]
    UnclearFormat {
        /// The file.
        file: String,
        /// Why not.
        cause: DetectError,
    },
    /// The content does not follow the format.
    #[error("{file}, {cause}")]
    #[diagnostic(help("{}", cause.cause.help()))]
    Malformed {
        /// The file.
        file: String,
        /// What is wrong, and where.
        cause: FormatError,
    },
    /// The task needs an argument.
    #[error("{task} asks about one argument, but no argument is given")]
    #[diagnostic(help("name the argument with `-a`"))]
    MissingArgument {
        /// The task.
        task: &'static str,
    },
    /// The task takes no argument.
    #[error("{task} does not ask about an argument, but one is given")]
    #[diagnostic(help("leave `-a` out, or choose task DC or DS"))]
    UnusedArgument {
        /// The task.
        task: &'static str,
    },
    /// Only a list can be limited.
    #[error("{task} lists nothing, so `--limit` has no effect")]
    #[diagnostic(help("leave `--limit` out, or choose task EE"))]
    UnusedLimit {
        /// The task.
        task: &'static str,
    },
    /// An option names an argument that the framework does not have.
    #[error("`{option} {name}`: no argument has this name")]
    #[diagnostic(help("{remedy}"))]
    UnknownArgument {
        /// The option.
        option: &'static str,
        /// The name.
        name: String,
        /// The nearest name, or how arguments are named.
        remedy: String,
    },
    /// Neither file nor command line names the argument in question.
    #[error("no argument is chosen")]
    #[diagnostic(help("choose one with `--topic`, or with `topic` in the file"))]
    NoTopic,
    /// Neither file nor command line states the target strength.
    #[error("no target strength is given")]
    #[diagnostic(help("give it with `--target`, or with `target` in the file"))]
    NoTarget,
    /// A number in an option is out of its range.
    #[error("`{option} {value}`: {wanted}")]
    #[diagnostic(help("correct the number"))]
    InvalidNumber {
        /// The option.
        option: &'static str,
        /// What was written.
        value: String,
        /// What is allowed.
        wanted: &'static str,
    },
    /// The framework has a cycle, and no solver was chosen.
    #[error("the framework has a cycle: {cycle}")]
    #[diagnostic(help(
        "choose `--solver synchronous` or `--solver continuous`; on cycles their results may differ"
    ))]
    Cyclic {
        /// The arguments of one cycle.
        cycle: String,
    },
    /// The framework has a cycle, and revision needs the continuous solver.
    #[error("the framework has a cycle: {cycle}")]
    #[diagnostic(help(
        "choose `--solver continuous`, the only one that can revise a framework with cycles"
    ))]
    CyclicRevision {
        /// The arguments of one cycle.
        cycle: String,
    },
    /// A revision cannot be computed as asked.
    #[error(transparent)]
    #[diagnostic(help("correct the options or the file"))]
    Revision(RevisionError),
    /// The strengths do not converge.
    #[error("the strengths do not converge: {diagnosis}")]
    #[diagnostic(help("see `report strengths`; another `--solver` may converge"))]
    NotConverged {
        /// What they do instead.
        diagnosis: String,
    },
    /// An attribution cannot be computed as asked.
    #[error(transparent)]
    #[diagnostic(help("correct the options or the file"))]
    Attribution(AttributionError),
}

impl FrameworkError {
    fn unreadable(file: String, cause: io::Error) -> Self {
        if cause.kind() == io::ErrorKind::NotFound {
            Self::NotFound { file }
        } else if cause.kind() == io::ErrorKind::IsADirectory {
            Self::IsFolder { file }
        } else {
            Self::Unreadable { file, cause }
        }
    }

    /// The error of a revision, with the names of the arguments.
    pub(super) fn of_revision(error: RevisionError, names: &Names) -> Self {
        match error {
            RevisionError::NotConverged(diagnosis) => {
                Self::NotConverged { diagnosis: diagnosis.describe(list_names(names)) }
            }
            RevisionError::UnknownArgument { .. }
            | RevisionError::Cost { .. }
            | RevisionError::OutOfBounds { .. } => Self::Revision(error),
        }
    }

    /// The error of an attribution, with the names of the arguments.
    pub(super) fn of_attribution(error: AttributionError, names: &Names) -> Self {
        match error {
            AttributionError::NotConverged(diagnosis) => {
                Self::NotConverged { diagnosis: diagnosis.describe(list_names(names)) }
            }
            AttributionError::UnknownArgument { .. } | AttributionError::TooFew { .. } => {
                Self::Attribution(error)
            }
        }
    }
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

/// Reads a file as `read` does and warns of everything in it that was ignored.
fn read_file<F>(
    file: &Path,
    format: Option<Format>,
    read: impl Fn(&[u8], Format) -> Result<F, FormatError>,
    ignored: impl Fn(&F) -> &Ignored,
) -> Result<F, FrameworkError> {
    let is_stdin = file == Path::new("-");
    let shown = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
    let bytes = if is_stdin {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(file)
    };
    let bytes = bytes.map_err(|cause| FrameworkError::unreadable(shown.clone(), cause))?;
    let extension = file.extension().and_then(OsStr::to_str);
    let format = format.map_or_else(|| Format::detect(extension, &bytes), Ok);
    let format = format.map_err(|cause| match cause {
        DetectError::Empty => FrameworkError::Empty { file: shown.clone() },
        DetectError::Unknown | DetectError::Contradictory { .. } => {
            FrameworkError::UnclearFormat { file: shown.clone(), cause }
        }
    })?;
    let framework = read(&bytes, format)
        .map_err(|cause| FrameworkError::Malformed { file: shown.clone(), cause })?;
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
/// [`FrameworkError`] where it cannot be read.
pub(super) fn read_dung_file(
    file: &Path,
    format: Option<Format>,
) -> Result<DungFile, FrameworkError> {
    read_file(file, format, read_dung, |file| &file.ignored)
}

impl BipolarInput {
    /// Reads the framework; warns of what is ignored.
    ///
    /// # Errors
    /// [`FrameworkError`] where it cannot be read.
    pub(super) fn read(&self) -> Result<BipolarFile, FrameworkError> {
        read_file(&self.file, self.format, read_bipolar, |file| &file.ignored)
    }

    /// The chosen solver; a framework without cycles needs no choice.
    ///
    /// # Errors
    /// [`FrameworkError::Cyclic`] where a cycle needs a choice and none was made.
    pub(super) fn solver(&self, input: &BipolarFile) -> Result<Solver, FrameworkError> {
        match (self.solver, input.framework.acyclic()) {
            (Some(Dynamics::Synchronous), _) => Ok(Solver::synchronous()),
            (Some(Dynamics::Continuous), _) | (None, Ok(())) => Ok(Solver::continuous()),
            (None, Err(error)) => {
                Err(FrameworkError::Cyclic { cycle: cycle_names(&error, &input.names) })
            }
        }
    }

    /// Checks that the continuous solver is chosen where the framework has cycles.
    ///
    /// # Errors
    /// [`FrameworkError::CyclicRevision`] where it is not.
    pub(super) fn require_continuous(&self, input: &BipolarFile) -> Result<(), FrameworkError> {
        match (self.solver, input.framework.acyclic()) {
            (Some(Dynamics::Continuous), _) | (_, Ok(())) => Ok(()),
            (Some(Dynamics::Synchronous) | None, Err(error)) => {
                Err(FrameworkError::CyclicRevision { cycle: cycle_names(&error, &input.names) })
            }
        }
    }
}

/// Finds the argument that an option names.
///
/// # Errors
/// [`FrameworkError::UnknownArgument`] where no argument has the name.
pub(super) fn argument(
    names: &Names,
    option: &'static str,
    name: &str,
) -> Result<usize, FrameworkError> {
    names.index(name).ok_or_else(|| FrameworkError::UnknownArgument {
        option,
        name: name.to_owned(),
        remedy: names.nearest(name).map_or_else(
            || "use the names in the file, or the numbers if it has no names".to_owned(),
            |nearest| format!("did you mean `{nearest}`?"),
        ),
    })
}

/// Finds the argument in question: the one that `--topic` names, else the file's.
///
/// # Errors
/// [`FrameworkError`] where neither names one, or no argument has the name.
pub(super) fn topic(input: &BipolarFile, named: Option<&str>) -> Result<usize, FrameworkError> {
    match named {
        Some(name) => argument(&input.names, "--topic", name),
        None => input.request.root.ok_or(FrameworkError::NoTopic),
    }
}

/// The names of the arguments, unless they are the numbers from 0 that results use anyway.
pub(super) fn names(input: &BipolarFile) -> Option<Vec<String>> {
    let names = &input.names;
    (*names != Names::numbered(0, names.len())).then(|| names.iter().map(Into::into).collect())
}
