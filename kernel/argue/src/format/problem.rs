//! Problems of the ICCMA competitions, such as `DS-PR`.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::{Semantics, SemanticsError};

/// A reasoning task on a Dung framework.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Task {
    /// SE: some extension.
    Some,
    /// EE: every extension.
    Every,
    /// CE: how many extensions.
    Count,
    /// DC: whether an argument is in some extension.
    Credulous,
    /// DS: whether an argument is in every extension.
    Skeptical,
}

/// A task under a semantics, written as in the competitions: `SE-PR`, `DC-ST`.
///
/// # Source
/// The International Competition on Computational Models of Argumentation: SE, DC and DS as in
/// iccma2023.github.io/rules.html, EE and CE as in earlier ones.
///
/// # Examples
/// ```
/// use faultline_argue::Semantics;
/// use faultline_argue::format::{Problem, Task};
///
/// let problem: Problem = "DS-SST".parse()?;
/// assert_eq!((problem.task, problem.semantics), (Task::Skeptical, Semantics::SemiStable));
/// assert!("DX-SST".parse::<Problem>().is_err());
/// # Ok::<(), faultline_argue::format::ProblemError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// The task.
    pub task: Task,
    /// The semantics.
    pub semantics: Semantics,
}

/// Errors of parsing a [`Problem`].
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ProblemError {
    /// The text has no hyphen.
    #[error("a problem consists of a task and a semantics, such as `SE-PR`")]
    NoPair,
    /// The part before the hyphen is not a task.
    #[error("`{given}` is not a task: use SE, EE, CE, DC or DS")]
    Task {
        /// The text as given.
        given: String,
    },
    /// The part after the hyphen is not a semantics.
    #[error(transparent)]
    Semantics(#[from] SemanticsError),
}

impl Task {
    /// Every task.
    pub const ALL: [Self; 5] =
        [Self::Some, Self::Every, Self::Count, Self::Credulous, Self::Skeptical];

    /// Returns the two letters that the competitions use.
    pub fn abbreviation(self) -> &'static str {
        match self {
            Self::Some => "SE",
            Self::Every => "EE",
            Self::Count => "CE",
            Self::Credulous => "DC",
            Self::Skeptical => "DS",
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.task.abbreviation(), self.semantics.abbreviation())
    }
}

/// Reads tasks and semantics in upper or lower case.
impl FromStr for Problem {
    type Err = ProblemError;

    fn from_str(text: &str) -> Result<Self, ProblemError> {
        let (given, semantics) = text.split_once('-').ok_or(ProblemError::NoPair)?;
        let is_meant = |task: &Task| task.abbreviation().eq_ignore_ascii_case(given);
        let task = Task::ALL.into_iter().find(is_meant);
        let task = task.ok_or_else(|| ProblemError::Task { given: given.to_owned() })?;
        Ok(Self { task, semantics: semantics.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_reads_back() {
        for task in Task::ALL {
            for semantics in Semantics::ALL {
                let problem = Problem { task, semantics };
                assert_eq!(problem.to_string().parse(), Ok(problem));
            }
        }
        assert_eq!("ee-pr".parse::<Problem>().map(|p| p.to_string()), Ok("EE-PR".to_owned()));
        assert_eq!("SE".parse::<Problem>(), Err(ProblemError::NoPair));
        let message = "SE-PX".parse::<Problem>().unwrap_err().to_string();
        assert!(message.starts_with("`PX` is not a semantics: use CF"), "{message}");
    }
}
