//! What is wrong with a file, where, and what would put it right.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How much a fault weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file cannot be used.
    Error,
    /// The file can be used, but probably does not say what was meant.
    Warning,
}

impl Severity {
    /// The severity as a lower-case word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A second place that explains a fault.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RelatedSpan {
    /// The file, from the project root.
    pub path: PathBuf,
    /// *Units*: bytes of the source text that [`Faults::source`] returns.
    pub span: Range<usize>,
    /// What is there.
    pub text: String,
}

/// One thing that is wrong with a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The file, from the project root where it lies within.
    pub path: PathBuf,
    /// The place; none where the file as a whole is meant. *Units*: as in [`RelatedSpan::span`].
    pub span: Option<Range<usize>>,
    /// What is wrong, as a lower-case fragment.
    pub message: String,
    /// The remedy: the allowed values, the nearest name.
    pub help: Option<String>,
    /// Other places that explain it.
    pub related: Vec<RelatedSpan>,
    /// How much it weighs.
    pub severity: Severity,
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
        }
    }

    /// Weighs it as a warning.
    #[must_use]
    pub fn as_warning(self) -> Self {
        Self { severity: Severity::Warning, ..self }
    }

    /// Adds the remedy.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    /// Adds a place that explains it.
    #[must_use]
    pub fn with_related(mut self, place: RelatedSpan) -> Self {
        self.related.push(place);
        self
    }
}

/// Everything that is wrong, with the texts in which it is wrong.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    sources: BTreeMap<PathBuf, Arc<str>>,
    /// By file and the start of their place.
    faults: BTreeMap<(PathBuf, Option<usize>), Vec<Fault>>,
}

impl Faults {
    /// Records a fault; the same fault is recorded once.
    pub fn push(&mut self, fault: Fault) {
        let start = fault.span.as_ref().map(|span| span.start);
        let here = self.faults.entry((fault.path.clone(), start)).or_default();
        if !here.contains(&fault) {
            here.push(fault);
        }
    }

    /// Keeps the text of a file, so that a renderer can show its lines.
    pub fn add_source(&mut self, path: &Path, text: Arc<str>) {
        self.sources.insert(path.to_owned(), text);
    }

    /// Takes over the faults and texts of another collection.
    pub fn extend(&mut self, other: Self) {
        self.sources.extend(other.sources);
        for fault in other.faults.into_values().flatten() {
            self.push(fault);
        }
    }

    /// The faults by file, in the order of their places.
    pub fn sorted(&self) -> Vec<&Fault> {
        self.faults.values().flatten().collect()
    }

    /// The text of a file as its spans count it: without byte order mark, with `\n` line ends.
    pub fn source(&self, path: &Path) -> Option<&Arc<str>> {
        self.sources.get(path)
    }

    /// Keeps only the faults that `wanted` holds for.
    pub fn retain(&mut self, mut wanted: impl FnMut(&Fault) -> bool) {
        for here in self.faults.values_mut() {
            here.retain(&mut wanted);
        }
    }

    /// How many faults weigh so.
    pub fn count(&self, severity: Severity) -> usize {
        self.faults.values().flatten().filter(|fault| fault.severity == severity).count()
    }

    /// Says whether some file cannot be used.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Says whether nothing is wrong at all.
    pub fn is_empty(&self) -> bool {
        self.faults.values().all(Vec::is_empty)
    }

    /// Line and column of a place in a file, both counted from 1; columns count characters.
    pub fn position(&self, path: &Path, offset: usize) -> Option<(usize, usize)> {
        let before = self.source(path)?.get(..offset)?;
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        Some((line, before[line_start..].chars().count() + 1))
    }

    fn write_place(
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

/// Prints one line a fault: `path:line:column: error: message`, its help and related places below.
impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in self.sorted() {
            self.write_place(f, &fault.path, fault.span.as_ref())?;
            writeln!(f, ": {}: {}", fault.severity.word(), fault.message)?;
            for place in &fault.related {
                f.write_str("    ")?;
                self.write_place(f, &place.path, Some(&place.span))?;
                writeln!(f, ": {}", place.text)?;
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
    fn prints_by_place_with_lines_and_columns_counted_in_characters() {
        let path = Path::new("a.md");
        let mut faults = Faults::default();
        faults.add_source(path, "eins\nzwölf é x\n".into());
        faults.push(Fault::error(path, Some(15..16), "late").with_help("mend it"));
        faults.push(Fault::error(path, Some(0..4), "early").as_warning().with_related(
            RelatedSpan { path: path.to_owned(), span: 5..6, text: "first seen here".to_owned() },
        ));
        faults.push(Fault::error(path, Some(15..16), "late").with_help("mend it"));
        let shown = faults.to_string();
        assert_eq!(
            shown,
            "a.md:1:1: warning: early\n    a.md:2:1: first seen here\na.md:2:9: error: late\n    help: mend it\n"
        );
    }
}
