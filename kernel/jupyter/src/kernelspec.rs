//! The files by which Jupyter finds this kernel.
//!
//! # Source
//! <https://jupyter-client.readthedocs.io/en/stable/kernels.html#kernel-specs>

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};

use crate::notebook_file::{DISPLAY_NAME, KERNEL_NAME};
use crate::requirements::RUST_SRC_PATH;

const LOGO: &str = include_str!("../logo.svg");

/// Where the kernel is installed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// For the current user.
    User,
    /// In an environment, such as that of `python -m venv`.
    Prefix(PathBuf),
}

/// The kernel cannot be installed or removed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum KernelspecError {
    #[error(
        "the folder of the user's Jupyter files is not known: {0}. Give another with --prefix DIR"
    )]
    NoUserFolder(jupyter_zmq_client::RuntimeError),
    #[error("{} cannot be written: {error}. Choose another place with --prefix DIR", .path.display())]
    Write { path: PathBuf, error: io::Error },
    #[error("there is no kernel in {}: nothing to remove", .0.display())]
    NotInstalled(PathBuf),
}

impl Place {
    /// The folder of the kernel.
    ///
    /// # Errors
    /// Where the system does not say where the user's files are.
    pub(crate) fn folder(&self) -> Result<PathBuf, KernelspecError> {
        let data = match self {
            Self::User => {
                jupyter_zmq_client::user_data_dir().map_err(KernelspecError::NoUserFolder)?
            }
            Self::Prefix(prefix) => prefix.join("share/jupyter"),
        };
        Ok(data.join("kernels").join(KERNEL_NAME))
    }
}

/// Writes the files.
///
/// # Errors
/// Where they cannot be written.
pub(crate) fn write(
    folder: &Path,
    program: &Path,
    arguments: &[String],
) -> Result<(), KernelspecError> {
    let write = |error| KernelspecError::Write { path: folder.to_owned(), error };
    fs::create_dir_all(folder).map_err(write)?;
    let mut environment = Map::new();
    if let Some(path) = std::env::var_os(RUST_SRC_PATH) {
        environment.insert(RUST_SRC_PATH.to_owned(), path.to_string_lossy().into());
    }
    let text = serde_json::to_string_pretty(&spec(program, arguments, &environment));
    let text = text.expect("JSON in memory can be written") + "\n";
    fs::write(folder.join("kernel.json"), text).map_err(write)?;
    fs::write(folder.join("logo-svg.svg"), LOGO).map_err(write)
}

fn spec(program: &Path, arguments: &[String], environment: &Map<String, Value>) -> Value {
    let mut command = vec![program.to_string_lossy().into_owned(), "run".to_owned()];
    command.extend_from_slice(arguments);
    command.extend(["-f".to_owned(), "{connection_file}".to_owned()]);
    // An interrupt is a message: the kernel decides whether to end the compiler or the cell.
    json!({
        "argv": command, "display_name": DISPLAY_NAME, "language": "rust", "interrupt_mode": "message",
        "env": environment
    })
}

/// The folder in which an installed kernel compiles, where another than the user's was chosen.
pub(crate) fn cache(folder: &Path) -> Option<PathBuf> {
    let spec: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("kernel.json")).ok()?).ok()?;
    let mut arguments = spec["argv"].as_array()?.iter().filter_map(Value::as_str);
    arguments.find(|argument| *argument == "--cache")?;
    arguments.next().map(PathBuf::from)
}

/// Removes the files.
///
/// # Errors
/// Where there are none, or they cannot be removed.
pub(crate) fn remove(folder: &Path) -> Result<(), KernelspecError> {
    if !folder.join("kernel.json").is_file() {
        return Err(KernelspecError::NotInstalled(folder.to_owned()));
    }
    fs::remove_dir_all(folder)
        .map_err(|error| KernelspecError::Write { path: folder.to_owned(), error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kernel_is_installed_and_removed() {
        let prefix = tempfile::tempdir().unwrap();
        let folder = Place::Prefix(prefix.path().to_owned()).folder().unwrap();
        assert!(folder.ends_with("share/jupyter/kernels/faultline"));
        write(
            &folder,
            Path::new("/bin/faultline-kernel"),
            &["--faultline", "a b", "--cache", "/c d"].map(str::to_owned),
        )
        .unwrap();
        let spec: Value =
            serde_json::from_str(&fs::read_to_string(folder.join("kernel.json")).unwrap()).unwrap();
        let expected =
            "/bin/faultline-kernel|run|--faultline|a b|--cache|/c d|-f|{connection_file}"
                .split('|')
                .collect::<Vec<_>>();
        assert_eq!(spec["argv"], json!(expected));
        assert_eq!(spec["interrupt_mode"], "message");
        assert_eq!(cache(&folder), Some(PathBuf::from("/c d")));
        remove(&folder).unwrap();
        assert_eq!(cache(&folder), None);
        let error = remove(&folder).unwrap_err().to_string();
        assert!(error.ends_with("nothing to remove"), "{error}");
    }
}
