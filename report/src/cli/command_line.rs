//! The command as a user would type it, and the errors in its arguments.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::Path;

use faultline::format::{Argument, DebateArguments, Fault, Faults, Manifest};
use faultline::vocabulary::ExperimentId;

use super::CommandError;
use super::diagnose::{self, ReportStyle};

/// What errors name in place of a file.
const COMMAND_LINE: &str = "command line";

/// A word of a command, in quotes where a shell needs them.
pub(super) fn shell_word(word: impl Display) -> String {
    let word = word.to_string();
    let is_bare = |c: char| c.is_alphanumeric() || "-_=,./:+".contains(c);
    if word.is_empty() || !word.chars().all(is_bare) {
        format!("'{}'", word.replace('\'', "'\\''"))
    } else {
        word
    }
}

/// A command line that is put together from parsed arguments, so that errors can point into it.
#[derive(Debug, Clone)]
pub(super) struct CommandLine {
    text: String,
    faults: Faults,
}

impl CommandLine {
    /// Starts with a command.
    pub(super) fn new(command: &str) -> Self {
        Self { text: command.to_owned(), faults: Faults::default() }
    }

    /// Adds an argument, in quotes where a shell needs them.
    pub(super) fn push<'a>(&mut self, text: &'a str) -> Argument<'a> {
        let word = shell_word(text);
        let quote = usize::from(word.starts_with('\''));
        self.text.push(' ');
        let start = self.text.len() + quote;
        self.text.push_str(&word);
        Argument { text, span: start..self.text.len() - quote }
    }

    /// Adds an option and returns its value.
    pub(super) fn option<'a>(&mut self, name: &str, value: &'a str) -> Argument<'a> {
        self.push(name);
        self.push(value)
    }

    /// The line as it is typed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Makes the manifest of one debate.
    ///
    /// # Errors
    /// [`CommandError::InvalidInput`] after printing what is wrong with the arguments.
    pub(super) fn manifest(
        &mut self,
        root: &Path,
        name: ExperimentId,
        debate: &DebateArguments<'_>,
    ) -> Result<Manifest, CommandError> {
        let (manifest, faults) =
            Manifest::of_debate(root, name, debate, Path::new(COMMAND_LINE), &self.text);
        self.faults.extend(faults);
        manifest.ok_or_else(|| self.reject())
    }

    /// Records an error in an argument.
    pub(super) fn error(
        &mut self,
        argument: &Argument<'_>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        let span = Some(argument.span.clone());
        let fault = Fault::error(Path::new(COMMAND_LINE), span, message);
        self.faults.push(fault.with_help(help));
    }

    /// Prints the errors to standard error.
    pub(super) fn reject(&mut self) -> CommandError {
        self.faults.add_source(Path::new(COMMAND_LINE), self.text.as_str().into());
        let errors = diagnose::render_each(&self.faults, Path::new(""), ReportStyle::of_stderr());
        // Where standard error is closed, no one can read them.
        let _ = write!(io::stderr(), "{errors}");
        CommandError::InvalidInput
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_quoted_for_a_shell() {
        let mut line = CommandLine::new("report debate");
        assert_eq!(line.push("ai-jobs").span, 14..21);
        assert_eq!(line.option("--personas", "ann, bob").span, 34..42);
        line.push("it's");
        line.push("");
        assert_eq!(line.text(), "report debate ai-jobs --personas 'ann, bob' 'it'\\''s' ''");
    }

    #[test]
    fn a_path_with_a_space_is_one_word_of_a_command() {
        assert_eq!(
            shell_word(Path::new("experiments/ai-jobs.toml").display()),
            "experiments/ai-jobs.toml"
        );
        assert_eq!(
            shell_word(Path::new("My debates/jobs.toml").display()),
            "'My debates/jobs.toml'"
        );
    }
}
