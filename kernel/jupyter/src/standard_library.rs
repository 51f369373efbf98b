//! The sources of the standard library that rust-analyzer reads: links to those that a cell needs,
//! in a folder of their own.
//!
//! rust-analyzer finds the types of variables in these sources. It reads every file of the folder
//! that `RUST_SRC_PATH` names, and all crates that the manifests in it name. Most of the files
//! describe instructions of processors.
//!
//! A session begins without any source. evcxr evaluates a first cell of its own, which needs no
//! type, and after it rust-analyzer drops most syntax trees; the next cell, which loads the crate
//! `faultline`, would have to parse the library again.

use std::fs;
use std::io;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use crate::requirements::RUST_SRC_PATH;

/// Names the folder with the links for a process whose session begins without them.
const LATER: &str = "FAULTLINE_KERNEL_LIBRARY";

/// The crates of the library and those on which they depend. Their sources are linked, except those
/// of `hashbrown`, which is not part of Rust's sources.
const CRATES: [(&str, &[&str]); 6] = [
    ("alloc", &["core"]),
    ("core", &[]),
    (HASHBROWN, &["core"]),
    ("proc_macro", &["core", "std"]),
    ("std", &["alloc", "core", HASHBROWN, "std_detect"]),
    ("std_detect", &["alloc", "core"]),
];
const HASHBROWN: &str = "hashbrown";

/// Sources that are not linked. Two modules of `core` stay empty: the instructions of all
/// processors, and vectors that only a nightly compiler accepts.
const WRITTEN: [(&str, &str); 3] = [
    ("hashbrown/src/lib.rs", include_str!("standard_library/hashbrown.rs")),
    ("stdarch/crates/core_arch/src/mod.rs", "pub mod arch {}\n"),
    ("portable-simd/crates/core_simd/src/mod.rs", "pub mod simd {}\n"),
];

/// The smaller library cannot be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum LibraryError {
    #[error("{} has no sources of the crate `{name}`", .sources.display())]
    NoCrate { sources: PathBuf, name: &'static str },
    #[error("{} cannot be written: {error}", .path.display())]
    Write { path: PathBuf, error: io::Error },
}

/// Makes the folder `library`, or corrects what differs in it.
///
/// # Errors
/// Where a crate is missing in the sources, or the folder cannot be written.
pub(crate) fn link(sources: &Path, library: &Path) -> Result<(), LibraryError> {
    let write = |place: &str, text: &str| {
        let path = library.join(place);
        write(&path, text).map_err(|error| LibraryError::Write { path, error })
    };
    for (name, dependencies) in CRATES {
        write(&format!("{name}/Cargo.toml"), &manifest(name, dependencies))?;
        if name == HASHBROWN {
            continue;
        }
        let target = sources.join(name).join("src");
        if !target.is_dir() {
            return Err(LibraryError::NoCrate { sources: sources.to_owned(), name });
        }
        let path = library.join(name).join("src");
        link_to(&target, &path).map_err(|error| LibraryError::Write { path, error })?;
    }
    for (place, text) in WRITTEN {
        write(place, text)?;
    }
    let members = CRATES.map(|(name, _)| format!("\"{name}\"")).join(", ");
    write("Cargo.toml", &format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n"))?;
    write("Cargo.lock", &lock_file())
}

fn manifest(name: &str, dependencies: &[&str]) -> String {
    let package =
        format!("[package]\nname = \"{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n");
    let path = |name: &&str| format!("{name} = {{ path = \"../{name}\" }}\n");
    format!("{package}\n[dependencies]\n{}", dependencies.iter().map(path).collect::<String>())
}

/// rust-analyzer asks cargo for the crates without letting it write this file.
fn lock_file() -> String {
    let package = |(name, dependencies): (&str, &[&str])| {
        let package = format!("\n[[package]]\nname = \"{name}\"\nversion = \"0.0.0\"\n");
        let lines = dependencies.iter().map(|name| format!(" \"{name}\",\n"));
        match lines.collect::<String>().as_str() {
            "" => package,
            lines => format!("{package}dependencies = [\n{lines}]\n"),
        }
    };
    format!("version = 4\n{}", CRATES.map(package).concat())
}

/// The sources that one session reads.
#[derive(Debug, Clone)]
pub(crate) struct SessionLibrary {
    /// A link to a folder without sources, and later to `library`.
    link: PathBuf,
    library: PathBuf,
}

impl SessionLibrary {
    /// A session that begins without sources; `none` becomes a folder that rust-analyzer takes for
    /// a library, and is empty.
    ///
    /// # Errors
    /// Where the folder or the link cannot be written.
    pub(crate) fn new(library: PathBuf, none: &Path, link: PathBuf) -> Result<Self, LibraryError> {
        let made = fs::create_dir_all(none.join("core")).and_then(|()| link_to(none, &link));
        match made {
            Ok(()) => Ok(Self { link, library }),
            Err(error) => Err(LibraryError::Write { path: link, error }),
        }
    }

    /// The variables for the process of the session.
    pub(crate) fn environment(&self) -> [(&'static str, &Path); 2] {
        [(RUST_SRC_PATH, &self.link), (LATER, &self.library)]
    }

    /// The session of this process, if it begins without sources.
    pub(crate) fn of_this_process() -> Option<Self> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from);
        Some(Self { link: variable(RUST_SRC_PATH)?, library: variable(LATER)? })
    }

    /// Lets rust-analyzer find the sources when it next loads the session.
    ///
    /// # Errors
    /// Where the link cannot be changed.
    pub(crate) fn appear(&self) -> Result<(), LibraryError> {
        link_to(&self.library, &self.link)
            .map_err(|error| LibraryError::Write { path: self.link.clone(), error })
    }
}

/// Kernels that start at the same time make the same links, so that each may find those of another.
fn link_to(target: &Path, path: &Path) -> io::Result<()> {
    let is_done = || fs::read_link(path).is_ok_and(|now| now == target);
    if is_done() {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    // The sources were elsewhere before.
    let removed = fs::remove_file(path);
    symlink(target, path).or_else(|error| if is_done() { Ok(()) } else { removed.and(Err(error)) })
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|now| now == text) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    fs::write(path, text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sources with a file of every crate, and one in the folder of `core_arch`.
    fn sources() -> tempfile::TempDir {
        let sources = tempfile::tempdir().unwrap();
        for (name, _) in CRATES {
            write(&sources.path().join(name).join("src/lib.rs"), name).unwrap();
        }
        write(&sources.path().join("stdarch/crates/core_arch/src/x86.rs"), "").unwrap();
        sources
    }

    #[test]
    fn the_crates_are_linked_and_the_instructions_of_processors_are_not() {
        let (sources, cache) = (sources(), tempfile::tempdir().unwrap());
        let library = cache.path().join("library");
        link(sources.path(), &library).unwrap();
        assert_eq!(fs::read_to_string(library.join("std/src/lib.rs")).unwrap(), "std");
        let files = walkdir::WalkDir::new(&library).follow_links(true).into_iter();
        let is_source = |file: &walkdir::DirEntry| file.path().extension() == Some("rs".as_ref());
        let files = files.filter_map(Result::ok).filter(is_source);
        assert_eq!(files.count(), CRATES.len() - 1 + WRITTEN.len());
    }

    #[test]
    fn cargo_accepts_the_manifests_without_changing_the_lock_file() {
        let (sources, cache) = (sources(), tempfile::tempdir().unwrap());
        link(sources.path(), cache.path()).unwrap();
        let mut cargo = std::process::Command::new("cargo");
        cargo.args(["metadata", "--format-version=1", "--locked", "--offline"]);
        let output = cargo.current_dir(cache.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    #[test]
    fn the_links_follow_when_the_sources_are_elsewhere() {
        let (before, now) = (sources(), sources());
        let cache = tempfile::tempdir().unwrap();
        link(before.path(), cache.path()).unwrap();
        link(now.path(), cache.path()).unwrap();
        let target = fs::read_link(cache.path().join("core/src")).unwrap();
        assert_eq!(target, now.path().join("core/src"));
        fs::remove_dir_all(now.path().join("alloc")).unwrap();
        let error = link(now.path(), cache.path()).unwrap_err().to_string();
        assert!(error.ends_with("has no sources of the crate `alloc`"), "{error}");
    }

    #[test]
    fn a_session_begins_without_sources_and_finds_them_later() {
        let (sources, cache) = (sources(), tempfile::tempdir().unwrap());
        let path = |name: &str| cache.path().join(name);
        link(sources.path(), &path("library")).unwrap();
        for _ in 0..2 {
            let session =
                SessionLibrary::new(path("library"), &path("none"), path("session")).unwrap();
            assert!(path("session/core").is_dir(), "the folder is one that rust-analyzer accepts");
            assert!(!path("session/core/src").exists());
            session.appear().unwrap();
            assert!(path("session/core/src/lib.rs").is_file());
        }
    }
}
