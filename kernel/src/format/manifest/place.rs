//! `out` and `store` of a manifest: folders that a run may write to and sweep.

use std::ops::Range;
use std::path::{Component, Path, PathBuf};

use crate::format::fault::Faults;
use crate::format::table::Table;
use crate::vocabulary::ExperimentId;

/// What people write stays theirs: no site or store is put in there.
const WRITTEN: [&str; 6] =
    ["personas", "experiments", "data/topics", "data/evidence", "data/passages", "templates"];

/// Reads both folders; they must not hold each other nor what people have written.
pub(super) fn read(
    table: &mut Table<'_>,
    name: Option<&ExperimentId>,
    faults: &mut Faults,
) -> (PathBuf, PathBuf) {
    let site = Path::new("site").join(name.map_or("", ExperimentId::as_str));
    let (out, out_span) = folder(table, "out", site, faults);
    let (store, store_span) = folder(table, "store", PathBuf::from("data/store"), faults);
    if let Some(span) = out_span.or(store_span)
        && (out.starts_with(&store) || store.starts_with(&out))
    {
        let message = format!(
            "the site `{}` and the store `{}` lie within each other",
            out.display(),
            store.display()
        );
        let help = "pages that are no longer made are swept away: keep the two apart";
        faults.push(table.source().error(span, message).with_help(help));
    }
    (out, store)
}

fn folder(
    table: &mut Table<'_>,
    key: &'static str,
    default: PathBuf,
    faults: &mut Faults,
) -> (PathBuf, Option<Range<usize>>) {
    let Some(written) = table.optional_text(key, faults) else { return (default, None) };
    let span = written.span();
    let path: PathBuf = Path::new(written.get_ref())
        .components()
        .filter(|component| *component != Component::CurDir)
        .collect();
    let fault = if path.components().any(|component| component == Component::ParentDir) {
        Some((
            "leaves its place by `..`".to_owned(),
            "write a folder of the project, or an absolute path",
        ))
    } else {
        let held = WRITTEN
            .iter()
            .find(|held| path.starts_with(held) || Path::new(held).starts_with(&path));
        let message = held.map(|held| format!("would write over `{held}`"));
        message.map(|message| {
            (message, "give it a folder of its own, such as `site/…` or `data/store`")
        })
    };
    if let Some((what, help)) = fault {
        let message = format!("`{key}` {what}");
        faults.push(table.source().error(span.clone(), message).with_help(help));
    }
    (path, Some(span))
}
