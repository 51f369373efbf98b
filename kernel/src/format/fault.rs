//! Faults of a file: what is wrong, where, and how to fix it.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How serious a fault is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but probably does not mean what its author intended.
    Warning,
}

impl Severity {
    /// Returns the severity as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// Another span that explains a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedSpan {
    /// The path of the file, relative to the project root.
    pub path: PathBuf,
    /// The span. *Units*: bytes of the text that [`Faults::source`] returns.
    pub span: Range<usize>,
    /// What the span contains.
    pub text: String,
}

/// One error or warning about a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The path of the file, relative to the project root if the file is inside the project.
    pub path: PathBuf,
    /// The span, or `None` if the fault concerns the whole file. *Units*: as in
    /// [`RelatedSpan::span`].
    pub span: Option<Range<usize>>,
    /// What is wrong, as a lower-case fragment.
    pub message: String,
    /// How to fix the fault: the allowed values, the nearest name.
    pub help: Option<String>,
    /// Other spans that explain the fault.
    pub related: Vec<RelatedSpan>,
    /// How serious the fault is.
    pub severity: Severity,
    /// Whether it says that something in the project is not read.
    pub is_unread: bool,
}

impl Fault {
    /// Makes an error without help.
    pub fn error(path: &Path, span: Option<Range<usize>>, message: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            span,
            message: message.into(),
            help: None,
            related: Vec::new(),
            severity: Severity::Error,
            is_unread: false,
        }
    }

    /// Makes a warning that a file or a folder of the project is not read.
    pub fn unread(path: &Path, message: impl Into<String>) -> Self {
        Self { is_unread: true, ..Self::error(path, None, message).as_warning() }
    }

    /// Turns the fault into a warning.
    #[must_use]
    pub fn as_warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// Adds how to fix the fault.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Adds a span that explains the fault.
    #[must_use]
    pub fn with_related(mut self, related: RelatedSpan) -> Self {
        self.related.push(related);
        self
    }
}

/// A collection of faults, with the texts of the files in which they are.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    sources: BTreeMap<PathBuf, Arc<str>>,
    /// The faults by file and start of their span.
    faults: BTreeMap<(PathBuf, Option<usize>), Vec<Fault>>,
}

impl Faults {
    /// Adds a fault unless it is already in the collection.
    pub fn push(&mut self, fault: Fault) {
        let start = fault.span.as_ref().map(|span| span.start);
        let here = self.faults.entry((fault.path.clone(), start)).or_default();
        if !here.contains(&fault) {
            here.push(fault);
        }
    }

    /// Adds the text of a file, so that a renderer can show its lines.
    pub fn add_source(&mut self, path: &Path, text: Arc<str>) {
        self.sources.insert(path.to_owned(), text);
    }

    /// Adds the faults and texts of another collection.
    pub fn extend(&mut self, other: Self) {
        self.sources.extend(other.sources);
        for fault in other.faults.into_values().flatten() {
            self.push(fault);
        }
    }

    /// Returns the faults, sorted by file and start of their span.
    pub fn sorted(&self) -> Vec<&Fault> {
        self.faults.values().flatten().collect()
    }

    /// Returns the text of a file to which its spans refer: without a byte order mark, with `\n`
    /// line ends.
    pub fn source(&self, path: &Path) -> Option<&Arc<str>> {
        self.sources.get(path)
    }

    /// Keeps only the faults for which `wanted` returns true.
    pub fn retain(&mut self, mut wanted: impl FnMut(&Fault) -> bool) {
        for here in self.faults.values_mut() {
            here.retain(&mut wanted);
        }
    }

    /// Returns how many faults have this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.faults.values().flatten().filter(|fault| fault.severity == severity).count()
    }

    /// Whether at least one fault is an error.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Whether there are no faults.
    pub fn is_empty(&self) -> bool {
        self.faults.values().all(Vec::is_empty)
    }

    /// Returns line and column of an offset in a file, both counted from 1. Columns count
    /// characters.
    pub fn position(&self, path: &Path, offset: usize) -> Option<(usize, usize)> {
        let before = self.source(path)?.get(..offset)?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        Some((line, before[line_start..].chars().count() + 1))
    }

    fn write_position(
        &self,
        f: &mut fmt::Formatter<'_>,
        path: &Path,
        span: Option<&Range<usize>>,
    ) -> fmt::Result {
        write!(f, "{}", path.display())?;
        match span.and_then(|span| self.position(path, span.start)) {
            Some((line, column)) => write!(f, ":{line}:{column}"),
            None => Ok(()),
        }
    }
}

/// Displays each fault on one line, `path:line:column: error: message`, followed by its related
/// spans and its help.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in self.sorted() {
            self.write_position(f, &fault.path, fault.span.as_ref())?;
            writeln!(f, ": {}: {}", fault.severity.word(), fault.message)?;
            for related in &fault.related {
                f.write_str("    ")?;
                self.write_position(f, &related.path, Some(&related.span))?;
                writeln!(f, ": {}", related.text)?;
            }
            if let Some(help) = &fault.help {
                writeln!(f, "    help: {help}")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_displayed_once_in_order_with_columns_in_characters() {
        let path = Path::new("a.md");
        let mut faults = Faults::default();
        faults.add_source(path, "ones\nzwölf é x\n".into());
        faults.push(Fault::error(path, Some(15..16), "late").with_help("fix it"));
        faults.push(Fault::error(path, Some(0..4), "early").as_warning().with_related(
            RelatedSpan { path: path.to_owned(), span: 5..6, text: "first seen here".to_owned() },
        ));
        faults.push(Fault::error(path, Some(15..16), "late").with_help("fix it"));
        let shown = faults.to_string();
        assert_eq!(
            shown,
            "a.md:1:1: warning: early\n    a.md:2:1: first seen here\na.md:2:9: error: late\n    help: fix it\n"
        );
    }
}
