//! Where the crate `faultline` is that notebooks use.

use std::path::{Path, PathBuf};

/// The crate in the project from which this program was built.
const OF_THIS_BUILD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// There is no crate `faultline`.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NoFaultline {
    #[error("{} is not the crate faultline: it has no Cargo.toml with `name = \"faultline\"`. Give the folder `kernel` of the project with --faultline PATH", .0.display())]
    NotThere(PathBuf),
    #[error(
        "the crate faultline was not found above the current folder: give the folder `kernel` of the project with --faultline PATH"
    )]
    Nowhere,
    #[error("{}/Cargo.toml states no version, and neither does that of the folder around it: write `version = \"…\"` into one of them", .0.display())]
    NoVersion(PathBuf),
}

/// The crate: `given`, or the folder `kernel` of the project around the current folder, or that of
/// the project from which this program was built.
///
/// # Errors
/// Where the crate is not at the given place, or at none of these.
pub(crate) fn find(given: Option<&Path>, current: &Path) -> Result<PathBuf, NoFaultline> {
    if let Some(given) = given {
        let path = current.join(given);
        return if is_faultline(&path) {
            Ok(resolved(&path))
        } else {
            Err(NoFaultline::NotThere(path))
        };
    }
    let around = current.ancestors().map(|folder| folder.join("kernel"));
    let mut places = around.chain([PathBuf::from(OF_THIS_BUILD)]);
    places.find(|path| is_faultline(path)).map(|path| resolved(&path)).ok_or(NoFaultline::Nowhere)
}

/// The version of the crate: that in its `Cargo.toml`, or in the one of the workspace around it.
///
/// # Errors
/// Where neither states a version.
pub(crate) fn version(faultline: &Path) -> Result<String, NoFaultline> {
    let stated = |folder: &Path| {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
        manifest.lines().find_map(|line| {
            let value = line.replace(' ', "");
            Some(value.strip_prefix("version=\"")?.strip_suffix('"')?.to_owned())
        })
    };
    let version = stated(faultline).or_else(|| stated(faultline.parent()?));
    version.ok_or_else(|| NoFaultline::NoVersion(faultline.to_owned()))
}

fn resolved(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

fn is_faultline(folder: &Path) -> bool {
    let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).unwrap_or_default();
    manifest.lines().any(|line| line.replace(' ', "") == "name=\"faultline\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "two copies of the project may share what is compiled, so the folder is asked for at run time"
    )]
    fn the_crate_is_found_from_any_folder_of_the_project() {
        let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap();
        let project = Path::new(&folder).join("../..").canonicalize().unwrap();
        let found = find(None, &project.join("experiments")).unwrap();
        assert_eq!(found, project.join("kernel"));
        assert_eq!(find(Some(Path::new("kernel")), &project).unwrap(), found);
        assert_eq!(version(&found).unwrap(), env!("CARGO_PKG_VERSION"));
        let error = find(Some(Path::new("report")), &project).unwrap_err().to_string();
        assert!(error.contains("--faultline PATH"), "{error}");
    }
}
