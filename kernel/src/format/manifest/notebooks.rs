//! Reads `notebooks` of a manifest: the notebooks whose outputs the site shows.

use std::path::{Component, Path, PathBuf};

use crate::format::fault::Faults;
use crate::format::project_files::{files, stem};
use crate::format::suggestion;
use crate::format::toml_table::Table;

/// The ending of a notebook.
const EXTENSION: &str = "ipynb";

/// Reads the notebooks, relative to the project root. The manifest at `manifest` names them
/// relative to its own folder.
pub(super) fn read(
    table: &mut Table<'_>,
    root: &Path,
    manifest: &Path,
    faults: &mut Faults,
) -> Vec<PathBuf> {
    let Some(written) = table.optional_texts("notebooks", faults) else { return Vec::new() };
    let source = table.source();
    let folder = manifest.parent().unwrap_or(Path::new(""));
    let mut notebooks: Vec<PathBuf> = Vec::new();
    for text in written.get_ref() {
        let mut fault = |message: String, help: String| {
            faults.push(source.error(text.span(), message).with_help(help));
        };
        let name = text.get_ref();
        let path = folder.join(name);
        if path.extension().is_none_or(|extension| extension != EXTENSION) {
            let help = format!("name a file with the ending `.{EXTENSION}`");
            fault(format!("`{name}` is not a notebook"), help);
        } else if !root.join(&path).is_file() {
            let existing = files(root, &folder.to_string_lossy(), EXTENSION);
            let existing: Vec<&str> =
                existing.iter().filter_map(|path| path.file_name()?.to_str()).collect();
            let known = suggestion::remedy(name, "notebooks beside the manifest", &existing);
            let help = format!("write its path from the folder of the manifest; {known}");
            fault(format!("the notebook `{name}` does not exist"), help);
        } else if let Some(other) =
            notebooks.iter().find(|other| page_name(other) == page_name(&path))
        {
            let message = format!("`{name}` has the same page as `{}`", other.display());
            fault(
                message,
                "list each notebook once, and rename one of two with the same name".to_owned(),
            );
        } else {
            notebooks.push(without_dots(&path));
        }
    }
    notebooks
}

/// What the page of a notebook is named after, as far as file names of pages tell names apart.
fn page_name(path: &Path) -> String {
    let name = stem(path).to_lowercase();
    let words = name.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join("-")
}

/// The path without `.`; `a/../b` is kept, because `a` may be a link.
fn without_dots(path: &Path) -> PathBuf {
    path.components().filter(|component| *component != Component::CurDir).collect()
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::super::Manifest;
    use super::super::tests::MINIMAL;
    use std::path::Path;

    fn notebooks(written: &str) -> Result<Vec<PathBuf>, String> {
        let root = tempfile::tempdir().unwrap();
        for folder in ["personas/bear", "personas/bull", "data/topics", "experiments/more"] {
            std::fs::create_dir_all(root.path().join(folder)).unwrap();
        }
        for file in [
            "data/topics/jobs.toml", "experiments/first.ipynb", "experiments/second.ipynb",
            "experiments/more/First.ipynb",
        ] {
            std::fs::write(root.path().join(file), "").unwrap();
        }
        let text = format!("notebooks = {written}\n{MINIMAL}");
        std::fs::write(root.path().join("experiments/x.toml"), text).unwrap();
        Manifest::open(root.path(), Path::new("experiments/x.toml"))
            .map(|manifest| manifest.notebooks)
            .map_err(|faults| faults.to_string())
    }

    #[test]
    fn notebooks_are_named_from_the_folder_of_the_manifest() {
        let found = notebooks("[\"second.ipynb\", \"./first.ipynb\"]").unwrap();
        assert_eq!(
            found,
            ["experiments/second.ipynb", "experiments/first.ipynb"].map(PathBuf::from)
        );
        assert_eq!(notebooks("[]").unwrap(), [] as [PathBuf; 0]);
    }

    #[test]
    fn a_notebook_that_cannot_have_a_page_is_refused_with_a_remedy() {
        for (written, message, help) in [
            (
                "[\"firsts.ipynb\"]",
                "the notebook `firsts.ipynb` does not exist",
                "did you mean `first.ipynb`?",
            ),
            ("[\"first.toml\"]", "`first.toml` is not a notebook", "with the ending `.ipynb`"),
            (
                "[\"first.ipynb\", \"first.ipynb\"]",
                "has the same page as",
                "list each notebook once",
            ),
            (
                "[\"first.ipynb\", \"more/First.ipynb\"]",
                "has the same page as",
                "rename one of two",
            ),
        ] {
            let fault = notebooks(written).unwrap_err();
            assert!(fault.contains("experiments/x.toml:1:"), "{fault}");
            assert!(fault.contains(message) && fault.contains(help), "{fault}");
        }
    }
}
