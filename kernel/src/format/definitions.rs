//! Ids that a file or project can define only once.

use std::collections::BTreeMap;
use std::ops::Range;

use super::fault::Faults;
use super::source::Source;

/// The ids defined so far, each with the span of its definition.
#[derive(Debug)]
pub(super) struct Definitions<K>(BTreeMap<K, (Source, Range<usize>)>);

impl<K> Default for Definitions<K> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<K: Ord> Definitions<K> {
    /// Adds a definition and returns whether it is the first one of this id. Every further one is a
    /// fault.
    ///
    /// `name` says what is defined, such as ``the axis `a` ``.
    pub(super) fn add(
        &mut self,
        id: K,
        name: &str,
        (source, span): (&Source, Range<usize>),
        help: &str,
        faults: &mut Faults,
    ) -> bool {
        let Some((first, first_span)) = self.0.get(&id) else {
            self.0.insert(id, (source.clone(), span));
            return true;
        };
        let fault = source.error(span, format!("{name} is defined twice"));
        let first = first.related(first_span.clone(), "first defined here");
        faults.push(fault.with_related(first).with_help(help));
        false
    }
}
