//! Prints faults of files together with the lines that contain them.

mod excerpt;
mod shorten;

use std::fmt;
use std::io::{self, IsTerminal as _, Write as _};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use faultline::format::{Fault, Faults, Severity};
use miette::{
    Diagnostic, LabeledSpan, MietteHandler, MietteHandlerOpts, ReportHandler, SourceCode,
};

use self::excerpt::Excerpt;
use self::shorten::shorten_message;
use super::terminal::escape_control;

/// How many faults are printed; more would bury the first ones.
const MOST_PRINTED: usize = 100;

/// How faults are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Without colour, 100 columns wide.
    Plain,
    /// For a terminal: with colour unless `NO_COLOR` is set, and as wide as the terminal.
    Terminal,
}

impl Look {
    /// The look for standard error.
    pub fn of_stderr() -> Self {
        if io::stderr().is_terminal() { Self::Terminal } else { Self::Plain }
    }

    fn handler(self) -> MietteHandler {
        let options = MietteHandlerOpts::new()
            .force_graphical(true)
            .terminal_links(false)
            .without_syntax_highlighting();
        match self {
            Self::Plain => options.color(false).unicode(true).width(100).build(),
            Self::Terminal => options.build(),
        }
    }
}

/// All faults in the order of their places, then one line that counts them; nothing if there are no faults.
///
/// `prefix` is the path from the current folder to the project.
pub fn render(faults: &Faults, prefix: &Path, look: Look) -> String {
    let mut shown = render_each(faults, prefix, look);
    if !faults.is_empty() {
        shown.push_str(&count(faults));
        shown.push('\n');
    }
    shown
}

/// Prints all faults to standard error; if that is closed, they are lost.
pub(super) fn show(faults: &Faults, prefix: &Path) {
    let _ = write!(io::stderr(), "{}", render(faults, prefix, Look::of_stderr()));
}

/// All faults without the line that counts them; if there are too many to print, errors come first.
pub(super) fn render_each(faults: &Faults, prefix: &Path, look: Look) -> String {
    let mut shown = String::new();
    let handler = look.handler();
    let mut all = faults.sorted();
    let more = all.len().saturating_sub(MOST_PRINTED);
    if more > 0 {
        all.sort_by_key(|fault| fault.severity);
    }
    for fault in all.iter().take(MOST_PRINTED) {
        let report = Report::new(fault, faults, prefix);
        shown.push_str(Rendered { handler: &handler, report: &report }.to_string().trim_end());
        shown.push_str("\n\n");
    }
    if more > 0 {
        shown.push_str(&more.to_string());
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
    plural_of(number, noun, &format!("{noun}{ending}"))
}

/// A number with one of two nouns: `1 reply`, `2 replies`.
pub(super) fn plural_of(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
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

/// One fault as miette reads it.
#[derive(Debug)]
struct Report {
    message: String,
    help: Option<String>,
    severity: miette::Severity,
    labels: Vec<LabeledSpan>,
    source: Option<Excerpt>,
}

impl Report {
    fn new(fault: &Fault, faults: &Faults, prefix: &Path) -> Self {
        let shown = |path: &Path| {
            escape_control(&normalized(&prefix.join(path)).display().to_string()).replace('\n', "?")
        };
        let source = faults.source(&fault.path).filter(|_| fault.span.is_some());
        // A line of Markdown can be a long paragraph, and its neighbours would hide the fault.
        let markdown = fault.path.extension().is_some_and(|extension| extension == "md");
        let context = usize::from(!markdown);
        let mut help: Vec<String> = fault.help.iter().map(|help| escape_control(help)).collect();
        let mut spans: Vec<Range<usize>> = fault.span.iter().cloned().collect();
        let mut texts: Vec<Option<String>> = spans.iter().map(|_| None).collect();
        for place in &fault.related {
            if place.path == fault.path {
                spans.push(place.span.clone());
                texts.push(Some(escape_control(&place.text)));
            } else if let Some((line, column)) = faults.position(&place.path, place.span.start) {
                help.push(format!(
                    "{}: {}:{line}:{column}",
                    escape_control(&place.text),
                    shown(&place.path)
                ));
            }
        }
        let source = source.map(|text| {
            Excerpt::new(shown(&fault.path), escape_control(text).into(), &spans, context)
        });
        let label = |(span, text): (&Range<usize>, Option<String>)| {
            let span = source.as_ref().map_or(span.clone(), |source| source.locate(span));
            match text {
                None => LabeledSpan::new_primary_with_span(None, span),
                text => LabeledSpan::new_with_span(text, span),
            }
        };
        let labels = spans.iter().zip(texts).map(label).collect();
        Self {
            message: match &source {
                Some(_) => shorten_message(&escape_control(&fault.message)),
                None => format!(
                    "{}: {}",
                    shown(&fault.path),
                    shorten_message(&escape_control(&fault.message))
                ),
            },
            help: (!help.is_empty()).then(|| help.join("\n")),
            severity: match fault.severity {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            },
            labels,
            source,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.source.as_ref().map(|source| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.source.as_ref()?;
        Some(Box::new(self.labels.iter().cloned()))
    }
}

struct Rendered<'d> {
    handler: &'d MietteHandler,
    report: &'d Report,
}

impl fmt::Display for Rendered<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handler.debug(self.report, f)
    }
}
