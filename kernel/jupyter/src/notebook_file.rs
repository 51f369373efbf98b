//! Notebook files in the format 4.5.
//!
//! # Source
//! <https://nbformat.readthedocs.io/en/latest/format_description.html>

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::requirements::rustc_release;

/// The name and the display name of this kernel.
pub(crate) const KERNEL_NAME: &str = "faultline";
pub(crate) const DISPLAY_NAME: &str = "Faultline (Rust)";
/// A cell with this tag may fail, and the next cells run all the same; other programs use the same
/// tag.
const MAY_FAIL: &str = "raises-exception";
/// The field of the metadata with the key of the outputs.
const KEY: &str = "faultline";
/// The version of a compiler that does not say its version.
pub(crate) const UNKNOWN: &str = "unknown";
/// The newest minor version of format 4 that this program knows.
const MINOR: u64 = 5;

/// Why a file is not a notebook that this program can run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotebookFileError {
    #[error("{} cannot be read: {error}", .path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("{} cannot be written: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("{} is not JSON, and so no notebook: {error}", .path.display())]
    Json { path: PathBuf, error: serde_json::Error },
    #[error(
        "{} has format {format} of notebooks, and this program reads format 4: convert it with `jupyter nbconvert --to notebook --nbformat 4 --inplace {}`",
        .path.display(), .path.display()
    )]
    Older { path: PathBuf, format: u64 },
    #[error("{} has format {format} of notebooks, and this program reads format 4: save it in format 4", .path.display())]
    Format { path: PathBuf, format: String },
    #[error("{} has format 4.{minor} of notebooks, and this program knows versions up to 4.{MINOR}: save it in an older format", .path.display())]
    Newer { path: PathBuf, minor: u64 },
    #[error("{} is not a notebook: {what}", .path.display())]
    Shape { path: PathBuf, what: String },
    #[error("{} is for the kernel `{kernel}`, and this program runs notebooks in Rust", .path.display())]
    OtherKernel { path: PathBuf, kernel: String },
}

/// A notebook of format 4.5.
#[derive(Debug, Clone)]
pub(crate) struct NotebookFile {
    path: PathBuf,
    value: Map<String, Value>,
    /// How many cells had the id of an earlier cell, and got another.
    pub(crate) repaired_ids: usize,
}

/// A code cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CodeCell {
    /// Its place among all cells, from 0.
    pub(crate) index: usize,
    pub(crate) source: String,
    pub(crate) may_fail: bool,
}

impl NotebookFile {
    /// Reads a notebook. One of the formats 4.0 to 4.4 becomes one of 4.5: its cells get ids.
    ///
    /// # Errors
    /// Where the file is not a notebook of format 4 in Rust.
    pub(crate) fn read(path: &Path) -> Result<Self, NotebookFileError> {
        let read = |error| NotebookFileError::Read { path: path.to_owned(), error };
        let text = std::fs::read_to_string(path).map_err(read)?;
        // Some editors begin a file with a mark of its encoding.
        Self::parse(path, text.strip_prefix('\u{feff}').unwrap_or(&text))
    }

    fn parse(path: &Path, text: &str) -> Result<Self, NotebookFileError> {
        let path = path.to_owned();
        let json = |error| NotebookFileError::Json { path: path.clone(), error };
        let shape =
            |what: &str| NotebookFileError::Shape { path: path.clone(), what: what.to_owned() };
        let Value::Object(mut value) = serde_json::from_str(text).map_err(json)? else {
            return Err(shape("it is not a JSON object"));
        };
        match &value.get("nbformat") {
            None => return Err(shape("it has no field `nbformat`")),
            Some(format) => match format.as_u64() {
                Some(4) => {}
                Some(format @ ..4) => {
                    return Err(NotebookFileError::Older { path: path.clone(), format });
                }
                Some(_) | None => {
                    let format = format.to_string();
                    return Err(NotebookFileError::Format { path: path.clone(), format });
                }
            },
        }
        let minor = value.get("nbformat_minor").and_then(Value::as_u64);
        let minor = minor.ok_or_else(|| shape("its field `nbformat_minor` is not a number"))?;
        if minor > MINOR {
            return Err(NotebookFileError::Newer { path: path.clone(), minor });
        }
        let kernel = value.get("metadata").and_then(|metadata| metadata.get("kernelspec"));
        let language = kernel.and_then(|spec| spec.get("language")).and_then(Value::as_str);
        let name = kernel.and_then(|spec| spec.get("name")).and_then(Value::as_str);
        if let (Some(language), Some(name)) = (language.or(name), name)
            && !language.eq_ignore_ascii_case("rust")
            && name != KERNEL_NAME
        {
            return Err(NotebookFileError::OtherKernel { path, kernel: name.to_owned() });
        }
        let cells = value.get_mut("cells").and_then(Value::as_array_mut);
        let cells = cells.ok_or_else(|| shape("its field `cells` is not a list"))?;
        for (index, cell) in cells.iter().enumerate() {
            let has_type = cell["cell_type"]
                .as_str()
                .is_some_and(|kind| ["code", "markdown", "raw"].contains(&kind));
            if !has_type || source(cell).is_none() {
                let what = format!(
                    "cell {} has no source, or is of a type other than code, markdown and raw",
                    index + 1
                );
                return Err(shape(&what));
            }
        }
        let repaired_ids = add_ids(cells);
        value.insert("nbformat_minor".to_owned(), MINOR.into());
        let metadata = value.entry("metadata").or_insert_with(|| json!({}));
        let metadata =
            metadata.as_object_mut().ok_or_else(|| shape("`metadata` is not an object"))?;
        let kernel = json!({"display_name": DISPLAY_NAME, "language": "rust", "name": KERNEL_NAME});
        metadata.insert("kernelspec".to_owned(), kernel);
        let version = rustc_release().unwrap_or_else(|_| UNKNOWN.to_owned());
        metadata.insert("language_info".to_owned(), language_info(&version));
        Ok(Self { path, value, repaired_ids })
    }

    fn cells(&self) -> &[Value] {
        self.value.get("cells").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// The code cells that are not empty, in order.
    pub(crate) fn code_cells(&self) -> Vec<CodeCell> {
        let cells = self.cells().iter().enumerate().filter(|(_, cell)| cell["cell_type"] == "code");
        let cells = cells.map(|(index, cell)| {
            let tags = cell["metadata"]["tags"].as_array();
            let may_fail = tags.is_some_and(|tags| tags.iter().any(|tag| tag == MAY_FAIL));
            CodeCell { index, source: source(cell).unwrap_or_default(), may_fail }
        });
        cells.filter(|cell| !cell.source.trim().is_empty()).collect()
    }

    /// Keeps what the outputs were computed from: the cells, the crate `faultline`, the debates of
    /// each run, and the rules by which cells ran debates; all but the second by their hashes.
    /// `report` compares it with what it finds, in `report/src/notebook/key.rs`.
    pub(crate) fn freeze(
        &mut self,
        version: &str,
        readings: &BTreeMap<String, String>,
        rules: Option<&str>,
    ) {
        let sources: Vec<String> = self.code_cells().into_iter().map(|cell| cell.source).collect();
        let sources = Value::from(sources).to_string();
        let hash = |text: &str| blake3::hash(text.as_bytes()).to_hex().to_string();
        let runs: BTreeMap<&String, String> =
            readings.iter().map(|(run, debates)| (run, hash(debates))).collect();
        if let Some(metadata) = self.value.get_mut("metadata") {
            metadata[KEY] = json!({"cells": hash(&sources), "runs": runs, "version": version});
            if let Some(rules) = rules {
                metadata[KEY]["rules"] = Value::from(hash(rules));
            }
        }
    }

    /// Removes the outputs and the numbers of all code cells, and the key of the outputs.
    pub(crate) fn clear(&mut self) {
        if let Some(metadata) = self.value.get_mut("metadata").and_then(Value::as_object_mut) {
            metadata.remove(KEY);
        }
        let indices: Vec<usize> = (0..self.cells().len()).collect();
        for index in indices {
            if self.cells()[index]["cell_type"] == "code" {
                self.set(index, None, Vec::new());
            }
        }
    }

    /// Sets the number and the outputs of a code cell.
    pub(crate) fn set(&mut self, index: usize, count: Option<u32>, outputs: Vec<Value>) {
        let cells = self.value.get_mut("cells").and_then(Value::as_array_mut);
        if let Some(cell) = cells.and_then(|cells| cells.get_mut(index)) {
            cell["execution_count"] = count.into();
            cell["outputs"] = outputs.into();
        }
    }

    /// The file as bytes: with sorted fields, texts as lists of lines, one space for each level.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut value = Value::Object(self.value.clone());
        if let Some(cells) = value["cells"].as_array_mut() {
            for cell in cells {
                cell["source"] = lines(source(cell).unwrap_or_default());
                if cell["metadata"].is_null() {
                    cell["metadata"] = json!({});
                }
            }
        }
        let mut bytes = Vec::new();
        let formatter = serde_json::ser::PrettyFormatter::with_indent(b" ");
        let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
        serde::Serialize::serialize(&sorted(value), &mut serializer)
            .expect("JSON in memory can be written");
        bytes.push(b'\n');
        bytes
    }

    /// Checks that a file can be written, before it takes a long time to compute what.
    ///
    /// # Errors
    /// Where it cannot.
    pub(crate) fn check_writable(path: &Path) -> Result<(), NotebookFileError> {
        let write = |error| NotebookFileError::Write { path: path.to_owned(), error };
        if path.is_dir() {
            return Err(write(io::ErrorKind::IsADirectory.into()));
        }
        tempfile::NamedTempFile::new_in(folder_of(path)).map(drop).map_err(write)
    }

    /// Writes the file, whole or not at all.
    ///
    /// # Errors
    /// Where the file cannot be written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), NotebookFileError> {
        let write = |error| NotebookFileError::Write { path: path.to_owned(), error };
        let mut file = tempfile::NamedTempFile::new_in(folder_of(path)).map_err(write)?;
        file.write_all(&self.bytes()).map_err(write)?;
        let permissions = std::fs::metadata(path).or_else(|_| std::fs::metadata(&self.path));
        if let Ok(permissions) = permissions {
            file.as_file().set_permissions(permissions.permissions()).map_err(write)?;
        }
        file.persist(path).map_err(|error| write(error.error))?;
        Ok(())
    }
}

/// What front ends need to know of the language. JupyterLab writes what the kernel answers into a
/// notebook, and the file changes unless it says the same.
pub(crate) fn language_info(version: &str) -> Value {
    json!({
        "codemirror_mode": "rust", "file_extension": ".rs", "mimetype": "text/rust", "name": "rust",
        "pygments_lexer": "rust", "version": version
    })
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The text of a cell, which is a string or a list of strings.
fn source(cell: &Value) -> Option<String> {
    match &cell["source"] {
        Value::String(text) => Some(text.clone()),
        Value::Array(lines) => lines.iter().map(Value::as_str).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => None,
    }
}

/// A text as a list of lines with their line feeds.
pub(crate) fn lines(text: impl AsRef<str>) -> Value {
    text.as_ref().split_inclusive('\n').map(Value::from).collect()
}

/// Gives every cell without an id, or with the id of an earlier cell, the id `cell-N`, N being its
/// number, or the next that is free. Says how many cells had the id of an earlier one.
fn add_ids(cells: &mut [Value]) -> usize {
    let mut ids: BTreeSet<String> =
        cells.iter().filter_map(|cell| Some(cell["id"].as_str()?.to_owned())).collect();
    let (mut seen, mut repaired) = (BTreeSet::new(), 0);
    for (number, cell) in (1..).zip(cells) {
        if let Some(id) = cell["id"].as_str() {
            if seen.insert(id.to_owned()) {
                continue;
            }
            repaired += 1;
        }
        // As many ids as there are cells cannot all be taken.
        let mut candidates = (number..=number + ids.len()).map(|number| format!("cell-{number}"));
        let id = candidates.find(|id| !ids.contains(id)).unwrap_or_default();
        cell["id"] = id.clone().into();
        ids.insert(id);
    }
    repaired
}

fn sorted(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(String, Value)> = fields.into_iter().collect();
            fields.sort_by(|a, b| a.0.cmp(&b.0));
            fields.into_iter().map(|(name, value)| (name, sorted(value))).collect()
        }
        Value::Array(items) => items.into_iter().map(sorted).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<NotebookFile, NotebookFileError> {
        NotebookFile::parse(Path::new("a.ipynb"), text)
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn a_file_that_is_not_a_notebook_says_why() {
        assert!(error("{").starts_with("a.ipynb is not JSON, and so no notebook: "));
        assert_eq!(error("[]"), "a.ipynb is not a notebook: it is not a JSON object");
        assert_eq!(error("{}"), "a.ipynb is not a notebook: it has no field `nbformat`");
        let third = error(r#"{"nbformat": 3, "worksheets": []}"#);
        assert!(third.contains("has format 3 of notebooks"), "{third}");
        assert!(third.contains("jupyter nbconvert --to notebook --nbformat 4"), "{third}");
        assert!(
            error(r#"{"nbformat": 4, "nbformat_minor": 6, "cells": []}"#).contains("format 4.6")
        );
        assert!(error(r#"{"nbformat": 4, "nbformat_minor": 5}"#).contains("`cells`"));
        let cell =
            error(r#"{"nbformat": 4, "nbformat_minor": 5, "cells": [{"cell_type": "code"}]}"#);
        assert!(cell.contains("cell 1 has no source"), "{cell}");
        let python = error(
            r#"{"nbformat": 4, "nbformat_minor": 5, "cells": [], "metadata": {"kernelspec": {"name": "python3", "language": "python"}}}"#,
        );
        assert!(python.contains("is for the kernel `python3`"), "{python}");
    }

    #[test]
    fn a_cell_with_the_id_of_an_earlier_one_gets_another() {
        let cell = json!({"cell_type": "raw", "id": "cell-2", "metadata": {}, "source": ""});
        let text = json!({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [cell, cell, cell]});
        let notebook = parse(&text.to_string()).unwrap();
        let ids: Vec<_> =
            notebook.cells().iter().map(|cell| cell["id"].as_str().unwrap()).collect();
        assert_eq!(
            (ids.as_slice(), notebook.repaired_ids),
            (&["cell-2", "cell-3", "cell-4"][..], 2)
        );
    }

    #[test]
    fn a_file_that_cannot_be_written_is_refused_beforehand() {
        let folder = tempfile::tempdir().unwrap();
        NotebookFile::check_writable(&folder.path().join("a.ipynb")).unwrap();
        let error = |path: &Path| NotebookFile::check_writable(path).unwrap_err().to_string();
        let missing = error(&folder.path().join("nowhere/a.ipynb"));
        assert!(missing.contains("a.ipynb cannot be written: "), "{missing}");
        assert!(error(folder.path()).contains("cannot be written: is a directory"));
    }

    #[test]
    fn a_mark_of_the_encoding_is_no_part_of_a_notebook() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.ipynb");
        std::fs::write(&path, "\u{feff}{\"nbformat\": 4, \"nbformat_minor\": 5, \"cells\": []}")
            .unwrap();
        let notebook = NotebookFile::read(&path).unwrap();
        assert_eq!(notebook.bytes()[0], b'{');
        let language = &notebook.value["metadata"]["language_info"];
        assert_eq!(language["codemirror_mode"], "rust");
        assert_ne!(language["version"], Value::Null);
    }

    const OLD: &str = r#"{"nbformat": 4, "nbformat_minor": 0, "metadata": {}, "cells": [
        {"cell_type": "markdown", "metadata": {}, "source": "a\nb"},
        {"cell_type": "code", "id": "cell-1", "metadata": {"tags": ["raises-exception"]}, "source": ["x\n", "y"],
         "outputs": [{"output_type": "stream"}], "execution_count": 7},
        {"cell_type": "code", "metadata": {}, "source": " ", "outputs": [], "execution_count": null}]}"#;

    #[test]
    fn an_older_notebook_gets_ids_that_stay_the_same() {
        let mut notebook = parse(OLD).unwrap();
        notebook.clear();
        let bytes = notebook.bytes();
        let value: Value = serde_json::from_slice(&bytes).unwrap();
        assert_eq!(value["nbformat_minor"], 5);
        let ids: Vec<&str> = value["cells"]
            .as_array()
            .unwrap()
            .iter()
            .map(|cell| cell["id"].as_str().unwrap())
            .collect();
        assert_eq!(ids, ["cell-2", "cell-1", "cell-3"]);
        assert_eq!(value["cells"][0]["source"], json!(["a\n", "b"]));
        assert_eq!(value["cells"][1]["outputs"], json!([]));
        let again = parse(std::str::from_utf8(&bytes).unwrap()).unwrap();
        assert_eq!(again.bytes(), bytes, "a notebook that is read and written stays the same");
    }

    #[test]
    fn the_key_names_cells_version_and_debates_until_the_outputs_are_cleared() {
        let mut notebook = parse(OLD).unwrap();
        let debates = "0f 1 2\n".to_owned();
        let readings = BTreeMap::from([("a-0123456789ab".to_owned(), debates)]);
        notebook.freeze("0.1.0", &readings, None);
        let metadata = |notebook: &NotebookFile| notebook.value["metadata"]["faultline"].clone();
        // The same hashes as in `report/src/notebook/key.rs`.
        let cells = "d94f6cf85f539d150e2826f95264ddf7894080dce0d97956a6d76b46695ebba5";
        let run = "42fa14afb8dd04c52fc9730ed1a0ff846a3e5730cceed2369451fc6c2de3f6a7";
        let key = json!({"cells": cells, "runs": {"a-0123456789ab": run}, "version": "0.1.0"});
        assert_eq!(metadata(&notebook), key);
        notebook.freeze("0.1.0", &readings, Some("0f 1 2\n"));
        assert_eq!(metadata(&notebook)["rules"], run);
        notebook.clear();
        assert_eq!(metadata(&notebook), Value::Null);
    }

    #[test]
    fn only_code_cells_with_code_are_run() {
        let cell = CodeCell { index: 1, source: "x\ny".to_owned(), may_fail: true };
        assert_eq!(parse(OLD).unwrap().code_cells(), [cell]);
    }
}
