//! Prints faults of files together with the lines that contain them.

mod excerpt;
mod mask;
mod shorten;

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use faultline::format::{Fault, Faults, Severity};
use faultline::view::number;
use miette::{LabeledSpan, MietteDiagnostic, MietteHandler, MietteHandlerOpts, ReportHandler};

use self::excerpt::Excerpt;
use self::mask::mask_keys;
use self::shorten::shorten_message;
use super::terminal::escape_control;

/// How many faults are printed; more would bury the first ones.
const MOST_PRINTED: usize = 100;

/// How faults are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportStyle {
    /// Without colour, 100 columns wide.
    Plain,
    /// For a terminal: with colour unless `NO_COLOR` is set, and as wide as the terminal.
    Terminal,
}

impl ReportStyle {
    /// The look for standard error.
    pub fn of_stderr() -> Self {
        if io::stderr().is_terminal() { Self::Terminal } else { Self::Plain }
    }

    fn handler(self) -> MietteHandler {
        let options = MietteHandlerOpts::new()
            .force_graphical(true)
            .terminal_links(false)
            // Names and paths remain whole, so that they can be copied.
            .break_words(false)
            .word_separator(textwrap::WordSeparator::AsciiSpace)
            .word_splitter(textwrap::WordSplitter::NoHyphenation)
            .without_syntax_highlighting();
        match self {
            Self::Plain => options.color(false).unicode(true).width(100).build(),
            Self::Terminal => options.build(),
        }
    }
}

/// All faults in the order of their places, then one line that counts them; nothing if there are no
/// faults.
///
/// `prefix` is the path from the current folder to the project.
pub fn render(faults: &Faults, prefix: &Path, look: ReportStyle) -> String {
    let mut shown = render_each(faults, prefix, look);
    if !faults.is_empty() {
        shown.push_str(&count(faults));
        shown.push('\n');
    }
    shown
}

/// Prints all faults to standard error; if that is closed, they are lost.
pub(super) fn show(faults: &Faults, prefix: &Path) {
    let _ = write!(io::stderr(), "{}", render(faults, prefix, ReportStyle::of_stderr()));
}

/// Says on standard error which files are not read, a line each, since debates lack what is in
/// them.
pub(super) fn mention_unread(faults: &Faults, prefix: &Path) {
    for fault in faults.sorted().into_iter().filter(|fault| fault.is_unread) {
        let path = escape_control(&prefix.join(&fault.path).display().to_string());
        let message = escape_control(&fault.message);
        let _ = writeln!(io::stderr(), "⚠ {path}: {message}; `report check` says why");
    }
}

/// All faults without the line that counts them; if there are too many to print, errors come first.
pub(super) fn render_each(faults: &Faults, prefix: &Path, look: ReportStyle) -> String {
    let mut shown = String::new();
    let handler = look.handler();
    let mut all = faults.sorted();
    let more = all.len().saturating_sub(MOST_PRINTED);
    if more > 0 {
        all.sort_by_key(|fault| fault.severity);
    }
    for fault in all.iter().take(MOST_PRINTED) {
        let report = report(fault, faults, prefix);
        let rendered = fmt::from_fn(|f| handler.debug(report.as_ref(), f)).to_string();
        shown.push_str(rendered.trim_end());
        shown.push_str("\n\n");
    }
    if more > 0 {
        shown.push_str(&number::integer(more as u64));
        shown.push_str(" more are not shown; fix these first\n");
    }
    shown
}

/// How many faults there are in how many files.
pub fn count(faults: &Faults) -> String {
    let mut paths: Vec<&Path> = faults.sorted().iter().map(|fault| fault.path.as_path()).collect();
    paths.dedup();
    let counts = [(Severity::Error, "error"), (Severity::Warning, "warning")];
    let counts: Vec<String> = counts
        .into_iter()
        .map(|(severity, noun)| (faults.count(severity), noun))
        .filter(|(number, _)| *number > 0)
        .map(|(number, noun)| plural(number, noun))
        .collect();
    format!("{} in {}", counts.join(" and "), plural(paths.len(), "file"))
}

/// A number with its noun: `1 file`, `2 files`.
pub(super) fn plural(number: usize, noun: &str) -> String {
    let ending = if noun.ends_with('x') { "es" } else { "s" };
    number::count(number, noun, &format!("{noun}{ending}"))
}

/// The path with `..` resolved, as far as it can be without the file system.
fn normalized(path: &Path) -> PathBuf {
    let mut normalized = PathBuf::new();
    for component in path.components() {
        let is_parent = component == Component::ParentDir;
        if is_parent && matches!(normalized.components().next_back(), Some(Component::Normal(_))) {
            normalized.pop();
        } else {
            normalized.push(component);
        }
    }
    normalized
}

/// A fault as miette prints it.
fn report(fault: &Fault, faults: &Faults, prefix: &Path) -> miette::Report {
    let shown = |path: &Path| {
        let path = normalized(&prefix.join(path)).display().to_string();
        escape_control(&path).replace('\n', "?")
    };
    let mut help: Vec<String> = fault.help.iter().map(|help| escape_control(help)).collect();
    let mut spans: Vec<Range<usize>> = fault.span.iter().cloned().collect();
    let mut texts: Vec<Option<String>> = spans.iter().map(|_| None).collect();
    for place in &fault.related {
        let text = escape_control(&place.text);
        if place.path == fault.path {
            spans.push(place.span.clone());
            texts.push(Some(text));
        } else if let Some((line, column)) = faults.position(&place.path, place.span.start) {
            help.push(format!("{text}: {}:{line}:{column}", shown(&place.path)));
        }
    }
    let message = shorten_message(&escape_control(&fault.message));
    let severity = match fault.severity {
        Severity::Error => miette::Severity::Error,
        Severity::Warning => miette::Severity::Warning,
    };
    let diagnostic = |message: String| {
        let diagnostic = MietteDiagnostic::new(message).with_severity(severity);
        if help.is_empty() { diagnostic } else { diagnostic.with_help(help.join("\n")) }
    };
    let Some(text) = faults.source(&fault.path).filter(|_| fault.span.is_some()) else {
        return diagnostic(format!("{}: {message}", shown(&fault.path))).into();
    };
    // A line of Markdown can be a long paragraph, and its neighbours would hide the fault.
    let is_markdown = fault.path.extension().is_some_and(|extension| extension == "md");
    let text = escape_control(text);
    let text = if is_markdown { text } else { mask_keys(&text) }.into();
    let excerpt = Excerpt::new(shown(&fault.path), text, &spans, usize::from(!is_markdown));
    let labels = spans.iter().zip(texts).map(|(span, text)| match text {
        None => LabeledSpan::new_primary_with_span(None, excerpt.locate(span)),
        text => LabeledSpan::new_with_span(text, excerpt.locate(span)),
    });
    let labels: Vec<LabeledSpan> = labels.collect();
    miette::Report::new(diagnostic(message).with_labels(labels)).with_source_code(excerpt)
}
