//! Shows faults with the lines in which they are.

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

use self::excerpt::Lines;
use self::shorten::shortened;
use super::terminal::inert;

/// Nobody reads more at once.
const MOST_DRAWN: usize = 100;

/// How faults are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// Without colour, 100 columns wide.
    Plain,
    /// As standard error can show it: with colour on a terminal unless `NO_COLOR` is set.
    Terminal,
}

impl Look {
    /// The look that suits standard error.
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

/// All faults in the order of their places, then one line that counts them; nothing where there are none.
///
/// `prefix` leads from the current folder to the project.
pub fn render(faults: &Faults, prefix: &Path, look: Look) -> String {
    let mut shown = drawn(faults, prefix, look);
    if !faults.is_empty() {
        shown.push_str(&count(faults));
        shown.push('\n');
    }
    shown
}

/// Shows all faults on standard error; nothing can be told where that is closed.
pub(super) fn show(faults: &Faults, prefix: &Path) {
    let _ = write!(io::stderr(), "{}", render(faults, prefix, Look::of_stderr()));
}

/// The faults as [`render`] draws them, uncounted: errors come first where there are too many to draw.
pub(super) fn drawn(faults: &Faults, prefix: &Path, look: Look) -> String {
    let mut shown = String::new();
    let handler = look.handler();
    let mut all = faults.sorted();
    let more = all.len().saturating_sub(MOST_DRAWN);
    if more > 0 {
        all.sort_by_key(|fault| fault.severity);
    }
    for fault in all.iter().take(MOST_DRAWN) {
        let report = Report::new(fault, faults, prefix);
        shown.push_str(Drawn { handler: &handler, report: &report }.to_string().trim_end());
        shown.push_str("\n\n");
    }
    if more > 0 {
        shown.push_str(&more.to_string());
        shown.push_str(" more are not shown: mend these first\n");
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
    format!("{number} {noun}{}", if number == 1 { "" } else { ending })
}

/// The path without the turns that a manifest beside the project brings.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        let turns = component == Component::ParentDir;
        if turns && matches!(plain.components().next_back(), Some(Component::Normal(_))) {
            plain.pop();
        } else {
            plain.push(component);
        }
    }
    plain
}

/// One fault as miette wants it.
#[derive(Debug)]
struct Report {
    message: String,
    help: Option<String>,
    severity: miette::Severity,
    labels: Vec<LabeledSpan>,
    source: Option<Lines>,
}

impl Report {
    fn new(fault: &Fault, faults: &Faults, prefix: &Path) -> Self {
        let shown = |path: &Path| {
            inert(&plain(&prefix.join(path)).display().to_string()).replace('\n', "?")
        };
        let source = faults.source(&fault.path).filter(|_| fault.span.is_some());
        // Lines of Markdown are long paragraphs: their neighbours would drown the fault.
        let markdown = fault.path.extension().is_some_and(|extension| extension == "md");
        let context = usize::from(!markdown);
        let mut help: Vec<String> = fault.help.iter().map(|help| inert(help)).collect();
        let mut spans: Vec<Range<usize>> = fault.span.iter().cloned().collect();
        let mut texts: Vec<Option<String>> = spans.iter().map(|_| None).collect();
        for place in &fault.related {
            if place.path == fault.path {
                spans.push(place.span.clone());
                texts.push(Some(inert(&place.text)));
            } else if let Some((line, column)) = faults.position(&place.path, place.span.start) {
                help.push(format!(
                    "{}: {}:{line}:{column}",
                    inert(&place.text),
                    shown(&place.path)
                ));
            }
        }
        let source =
            source.map(|text| Lines::new(shown(&fault.path), inert(text).into(), &spans, context));
        let label = |(span, text): (&Range<usize>, Option<String>)| {
            let span = source.as_ref().map_or(span.clone(), |source| source.place(span));
            match text {
                None => LabeledSpan::new_primary_with_span(None, span),
                text => LabeledSpan::new_with_span(text, span),
            }
        };
        let labels = spans.iter().zip(texts).map(label).collect();
        Self {
            message: match &source {
                Some(_) => shortened(&inert(&fault.message)),
                None => format!("{}: {}", shown(&fault.path), shortened(&inert(&fault.message))),
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

struct Drawn<'d> {
    handler: &'d MietteHandler,
    report: &'d Report,
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.handler.debug(self.report, f)
    }
}
