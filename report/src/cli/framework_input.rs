//! The framework that a command is given, and what is wrong with it.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use faultline::argue::format::{
    BipolarFile, DungFile, Format, FormatError, FormatUnclear, LeftOut, Names, read_bipolar,
    read_dung,
};
use faultline::argue::{AttributionError, CyclicError, Dynamics, Gradual, RevisionError, Solver};

use super::terminal;

/// So many arguments of a cycle are named.
const MOST_NAMED: usize = 8;

/// Where a bipolar framework is and what its strengths are.
#[derive(Debug, Clone, Args)]
pub struct Bipolar {
    /// The framework: JSON or .bag; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The format of the file [default: as its ending and its content say]
    #[arg(long, value_name = "FORMAT", value_parser = formats(&Format::BIPOLAR))]
    format: Option<Format>,
    /// How base scores become strengths
    #[arg(long, value_name = "SEMANTICS", value_parser = semantics())]
    pub semantics: Gradual,
    /// How strengths are looked for where arguments bear on each other in circles
    #[arg(long, value_name = "HOW", value_parser = dynamics())]
    solver: Option<Dynamics>,
}

/// Takes the name of one of `formats`.
pub(super) fn formats(formats: &[Format]) -> impl TypedValueParser<Value = Format> + use<> {
    PossibleValuesParser::new(formats.iter().map(|format| format.name()))
        .map(|name| Format::from_name(&name).expect("only names of formats are possible"))
}

fn semantics() -> impl TypedValueParser<Value = Gradual> {
    let value = |semantics: Gradual| PossibleValue::new(semantics.name()).help(semantics.title());
    PossibleValuesParser::new(Gradual::ALL.map(value))
        .map(|name| Gradual::from_name(&name).expect("only names of semantics are possible"))
}

fn dynamics() -> impl TypedValueParser<Value = Dynamics> {
    PossibleValuesParser::new(Dynamics::ALL.map(Dynamics::name))
        .map(|name| Dynamics::from_name(&name).expect("only names of dynamics are possible"))
}

/// Says why a framework is not read, or why nothing can be done with it.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There are no bytes.
    #[error("{file} {}", unread(.cause))]
    Unread {
        /// The file as it was named.
        file: String,
        /// Why not.
        cause: io::Error,
    },
    /// The format is not known.
    #[error("{file}: {cause}")]
    Unclear {
        /// The file as it was named.
        file: String,
        /// Why not.
        cause: FormatUnclear,
    },
    /// The format is broken.
    #[error("{file}, {cause}")]
    Broken {
        /// The file as it was named.
        file: String,
        /// What is wrong, and where.
        cause: FormatError,
    },
    /// The task needs an argument.
    #[error("{task} asks about an argument, and none is named")]
    NoArgument {
        /// The task.
        task: &'static str,
    },
    /// The task needs no argument.
    #[error("{task} asks about no argument, and one is named")]
    StrayArgument {
        /// The task.
        task: &'static str,
    },
    /// Only a listing can be cut off.
    #[error("{task} lists nothing that `--limit` could cut off")]
    StrayLimit {
        /// The task.
        task: &'static str,
    },
    /// An option names an argument that the file does not have.
    #[error("`{option} {name}`: no argument is named so")]
    Unknown {
        /// The option.
        option: &'static str,
        /// What was written.
        name: String,
        /// The name that it resembles.
        nearest: Option<String>,
    },
    /// Nobody says which argument matters.
    #[error("nothing says which argument is meant")]
    NoTopic,
    /// Nobody says what strength it shall have.
    #[error("nothing says what strength the argument shall have")]
    NoTarget,
    /// A number in an option is out of its range.
    #[error("`{option} {value}`: {wanted}")]
    Number {
        /// The option.
        option: &'static str,
        /// What was written.
        value: String,
        /// What would be right.
        wanted: &'static str,
    },
    /// Strengths depend on how they are looked for.
    #[error("arguments bear on each other in a circle: {circle}")]
    Cyclic {
        /// The arguments of one circle.
        circle: String,
    },
    /// Strengths to revise are looked for in one way only.
    #[error("arguments bear on each other in a circle: {circle}")]
    Unrevised {
        /// The arguments of one circle.
        circle: String,
    },
    /// What is asked of a revision makes no sense.
    #[error(transparent)]
    Revision(RevisionError),
    /// There is no strength to begin with.
    #[error("the strengths come to no rest: {told}")]
    Open {
        /// What happens instead of rest.
        told: String,
    },
    /// There is nothing to attribute.
    #[error(transparent)]
    Attribution(AttributionError),
}

fn unread(cause: &io::Error) -> String {
    if cause.kind() == io::ErrorKind::NotFound {
        "is no file".to_owned()
    } else if cause.kind() == io::ErrorKind::IsADirectory {
        "is a folder and no file".to_owned()
    } else {
        format!("cannot be read: {cause}")
    }
}

impl Fault {
    /// Tells what would help.
    pub fn help(&self) -> String {
        match self {
            Self::Unread { .. } => {
                "name a file that you may read, or `-` for standard input".to_owned()
            }
            Self::Unclear { cause: FormatUnclear::Empty, .. } => {
                FormatUnclear::Empty.help().to_owned()
            }
            Self::Unclear { cause, .. } => format!("{}, with `--format`", cause.help()),
            Self::Broken { cause, .. } => cause.cause.help(),
            Self::NoArgument { .. } => "name it with `-a`".to_owned(),
            Self::StrayArgument { .. } => "leave `-a` out, or ask DC or DS".to_owned(),
            Self::StrayLimit { .. } => "leave it out, or ask EE".to_owned(),
            Self::Unknown { nearest: Some(nearest), .. } => format!("did you mean `{nearest}`?"),
            Self::Unknown { nearest: None, .. } => {
                "arguments are called as in the file; without names, by their number".to_owned()
            }
            Self::NoTopic => "name it with `--topic`, or in the file as `topic`".to_owned(),
            Self::NoTarget => "say it with `--target`, or in the file as `target`".to_owned(),
            Self::Number { .. } => "mend the number".to_owned(),
            Self::Cyclic { .. } => {
                "choose `--solver synchronous` or `--solver continuous`: what they find may differ"
                    .to_owned()
            }
            Self::Unrevised { .. } => {
                "choose `--solver continuous`: in circles base scores are revised by no other"
                    .to_owned()
            }
            Self::Open { .. } => {
                "see `report strengths`; another `--solver` may find some to explain".to_owned()
            }
            Self::Revision(_) | Self::Attribution(_) => "mend what is asked for".to_owned(),
        }
    }

    /// Names the arguments of a circle, the first of them where it is long.
    fn circle(error: &CyclicError, names: &Names) -> String {
        let mut circle = few(&error.cycle, names);
        if error.cycle.len() <= MOST_NAMED {
            circle.extend(circle.first().cloned());
        }
        circle.join(" -> ")
    }

    /// Says why nothing is revised.
    pub(super) fn unrevised(error: RevisionError, names: &Names) -> Self {
        match error {
            RevisionError::Open(diagnosis) => Self::Open { told: diagnosis.told(listed(names)) },
            RevisionError::UnknownArgument { .. }
            | RevisionError::Cost { .. }
            | RevisionError::OutOfBounds { .. } => Self::Revision(error),
        }
    }

    /// Says why nothing is attributed.
    pub(super) fn unattributed(error: AttributionError, names: &Names) -> Self {
        match error {
            AttributionError::Open(diagnosis) => Self::Open { told: diagnosis.told(listed(names)) },
            AttributionError::UnknownArgument { .. } | AttributionError::TooFew { .. } => {
                Self::Attribution(error)
            }
        }
    }
}

/// The names of some arguments, the first of them where they are many, and how many more there are.
fn few(arguments: &[usize], names: &Names) -> Vec<String> {
    let first = arguments.iter().take(MOST_NAMED).map(|&a| names.name(a).into_owned());
    let mut few: Vec<String> = first.collect();
    if arguments.len() > few.len() {
        few.push(format!("… ({} more)", arguments.len() - few.len()));
    }
    few
}

/// The names of some arguments in a row.
pub(super) fn listed(names: &Names) -> impl Fn(&[usize]) -> String {
    move |arguments| few(arguments, names).join(", ")
}

/// The bytes of a file and the format they are in.
#[derive(Debug)]
struct Given {
    shown: String,
    bytes: Vec<u8>,
    format: Format,
}

impl Given {
    fn open(file: &Path, format: Option<Format>) -> Result<Self, Fault> {
        let is_stdin = file == Path::new("-");
        let shown = if is_stdin { "standard input".to_owned() } else { file.display().to_string() };
        let bytes = if is_stdin {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            fs::read(file)
        };
        let bytes = bytes.map_err(|cause| Fault::Unread { file: shown.clone(), cause })?;
        let ending = file.extension().and_then(OsStr::to_str);
        let format = format.map_or_else(|| Format::of(ending, &bytes), Ok);
        let format = format.map_err(|cause| Fault::Unclear { file: shown.clone(), cause })?;
        Ok(Self { shown, bytes, format })
    }

    fn read<F>(
        self,
        read: impl Fn(&[u8], Format) -> Result<F, FormatError>,
        left_out: impl Fn(&F) -> &LeftOut,
    ) -> Result<F, Fault> {
        let read = read(&self.bytes, self.format)
            .map_err(|cause| Fault::Broken { file: self.shown.clone(), cause })?;
        for told in told(left_out(&read)) {
            terminal::warn(&format!("{}: {told}", self.shown));
        }
        Ok(read)
    }
}

/// What a file says that was not kept.
fn told(left_out: &LeftOut) -> Vec<String> {
    let LeftOut { repeated, labels, keys } = left_out;
    let counts = [("attacks given again, counted once", repeated), ("labels not kept", labels)];
    let counts = counts.into_iter().filter(|(_, number)| **number > 0);
    let mut told: Vec<String> = counts.map(|(what, number)| format!("{what}: {number}")).collect();
    if !keys.is_empty() {
        told.push(format!("keys not read: {}", keys.join(", ")));
    }
    told
}

/// Reads a Dung framework; what of the file is not kept is told on standard error.
///
/// # Errors
/// [`Fault`] where there is no such framework.
pub(super) fn dung(file: &Path, format: Option<Format>) -> Result<DungFile, Fault> {
    Given::open(file, format)?.read(read_dung, |file| &file.left_out)
}

impl Bipolar {
    /// Reads the framework; what of the file is not kept is told on standard error.
    ///
    /// # Errors
    /// [`Fault`] where there is no such framework.
    pub(super) fn read(&self) -> Result<BipolarFile, Fault> {
        Given::open(&self.file, self.format)?.read(read_bipolar, |file| &file.left_out)
    }

    /// The solver that was chosen. Where there is no circle, there is nothing to choose.
    ///
    /// # Errors
    /// [`Fault::Cyclic`] where there is one, and no solver was chosen.
    pub(super) fn solver(&self, given: &BipolarFile) -> Result<Solver, Fault> {
        match (self.solver, given.framework.acyclic()) {
            (Some(Dynamics::Synchronous), _) => Ok(Solver::synchronous()),
            (Some(Dynamics::Continuous), _) | (None, Ok(())) => Ok(Solver::continuous()),
            (None, Err(error)) => {
                Err(Fault::Cyclic { circle: Fault::circle(&error, &given.names) })
            }
        }
    }

    /// Checks that the continuous solver was chosen, where there is something to choose.
    ///
    /// # Errors
    /// [`Fault::Unrevised`] where there is a circle, and it was not.
    pub(super) fn continuous(&self, given: &BipolarFile) -> Result<(), Fault> {
        match (self.solver, given.framework.acyclic()) {
            (Some(Dynamics::Continuous), _) | (_, Ok(())) => Ok(()),
            (Some(Dynamics::Synchronous) | None, Err(error)) => {
                Err(Fault::Unrevised { circle: Fault::circle(&error, &given.names) })
            }
        }
    }
}

/// The argument that an option names.
///
/// # Errors
/// [`Fault::Unknown`] where there is none.
pub(super) fn argument(names: &Names, option: &'static str, name: &str) -> Result<usize, Fault> {
    names.index(name).ok_or_else(|| Fault::Unknown {
        option,
        name: name.to_owned(),
        nearest: names.nearest(name),
    })
}

/// The argument that matters: the one that the option names, else the file's.
///
/// # Errors
/// [`Fault`] where neither names one, or the option one that is not there.
pub(super) fn topic(given: &BipolarFile, named: Option<&str>) -> Result<usize, Fault> {
    match named {
        Some(name) => argument(&given.names, "--topic", name),
        None => given.asked.root.ok_or(Fault::NoTopic),
    }
}

/// The names of arguments that are not called by the numbers from 0, which answers name them by.
pub(super) fn names(given: &BipolarFile) -> Option<Vec<String>> {
    let names = &given.names;
    (*names != Names::numbered(0, names.len())).then(|| names.iter().map(Into::into).collect())
}
