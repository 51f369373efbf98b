//! What this kernel needs on the machine: cargo, rustc, the sources of the standard library, a
//! linker.

use std::path::PathBuf;
use std::process::Command;

/// The oldest compiler with which evcxr works.
const OLDEST_RUSTC: (u32, u32) = (1, 95);
/// The variable that names another folder with the sources of the standard library.
pub(crate) const RUST_SRC_PATH: &str = "RUST_SRC_PATH";

/// The variable that names another compiler.
pub(crate) const RUSTC: &str = "RUSTC";

/// Something that is missing, with what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Missing {
    #[error(
        "the program `{0}` was not found: install Rust from https://rustup.rs, or put its folder on the path"
    )]
    Program(&'static str),
    #[error("`{program}` ends with an error: {message}")]
    Broken { program: &'static str, message: String },
    #[error("rustc is {found}, and the kernel needs {}.{} or newer: run `rustup update`", OLDEST_RUSTC.0, OLDEST_RUSTC.1)]
    NewerRustc { found: String },
    #[error(
        "the sources of the standard library are missing in {}: run `rustup component add rust-src`. Without them the kernel cannot tell \
         the types of variables. If they are elsewhere, set RUST_SRC_PATH to the folder that contains `core` and `std`",
        .0.display()
    )]
    RustSrc(PathBuf),
    #[error("RUST_SRC_PATH is {}, which has no folder `core`: set it to the folder `library` of Rust's sources, or unset it", .0.display())]
    RustSrcPath(PathBuf),
    #[error(
        "no linker: the program `cc` was not found. Install a C compiler, such as the package gcc or build-essential, or clang"
    )]
    Linker,
}

/// The toolchain that compiles the cells in the current folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Toolchain {
    /// All lines of `rustc -vV`.
    pub(crate) version: String,
    pub(crate) sysroot: PathBuf,
    /// The folder with the shared library of the standard library.
    pub(crate) libraries: PathBuf,
}

impl Toolchain {
    /// Asks the programs on the path.
    ///
    /// # Errors
    /// Where a program is missing or too old.
    pub(crate) fn find() -> Result<Self, Missing> {
        output("cargo", &["--version"])?;
        let version = output("rustc", &["-vV"])?;
        let release = release(&version);
        if !is_new_enough(release) {
            return Err(Missing::NewerRustc { found: release.to_owned() });
        }
        let folders = output("rustc", &["--print", "sysroot", "--print", "target-libdir"])?;
        let broken = || Missing::Broken { program: "rustc", message: folders.clone() };
        let (sysroot, libraries) = folders.trim().split_once('\n').ok_or_else(broken)?;
        Ok(Self { version, sysroot: sysroot.into(), libraries: libraries.into() })
    }

    /// The compiler itself, which starts sooner than the program on the path, where that is one of
    /// rustup.
    pub(crate) fn rustc(&self) -> Option<PathBuf> {
        Some(self.sysroot.join("bin/rustc")).filter(|path| path.is_file())
    }

    /// The sources of the standard library that came with the toolchain, unless the user has chosen
    /// others.
    pub(crate) fn own_rust_src(&self) -> Option<PathBuf> {
        std::env::var_os(RUST_SRC_PATH).is_none().then(|| self.rust_src().ok()).flatten()
    }

    /// The folder with the sources of the standard library.
    ///
    /// # Errors
    /// Where there are none.
    pub(crate) fn rust_src(&self) -> Result<PathBuf, Missing> {
        if let Some(path) = std::env::var_os(RUST_SRC_PATH) {
            let path = PathBuf::from(path);
            let has_core = path.is_absolute() && path.join("core").is_dir();
            return if has_core { Ok(path) } else { Err(Missing::RustSrcPath(path)) };
        }
        let path = self.sysroot.join("lib/rustlib/src/rust/library");
        if path.join("core").is_dir() {
            Ok(path)
        } else {
            Err(Missing::RustSrc(self.sysroot.clone()))
        }
    }
}

/// The version of the compiler, such as `1.95.0`.
///
/// # Errors
/// Where there is none.
pub(crate) fn rustc_release() -> Result<String, Missing> {
    Ok(release(&output("rustc", &["-vV"])?).to_owned())
}

fn release(version: &str) -> &str {
    version.lines().find_map(|line| line.strip_prefix("release: ")).unwrap_or_default()
}

/// The linker that rustc calls where nothing else is configured.
///
/// # Errors
/// Where it is not on the path.
pub(crate) fn linker() -> Result<PathBuf, Missing> {
    on_path("cc").ok_or(Missing::Linker)
}

/// A program on the path.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&folders).map(|folder| folder.join(program));
    found.find(|path| path.is_file())
}

fn output(program: &'static str, arguments: &[&str]) -> Result<String, Missing> {
    let output =
        Command::new(program).args(arguments).output().map_err(|_| Missing::Program(program))?;
    if !output.status.success() {
        let message = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(Missing::Broken { program, message });
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

fn is_new_enough(release: &str) -> bool {
    let mut numbers = release.split(['.', '-']).map(|number| number.parse::<u32>().ok());
    let version = (numbers.next().flatten(), numbers.next().flatten());
    matches!(version, (Some(major), Some(minor)) if (major, minor) >= OLDEST_RUSTC)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        for release in ["1.95.0", "1.100.0-nightly", "2.0.0"] {
            assert!(is_new_enough(release), "{release}");
        }
        for release in ["1.94.1", "1.9.0", "", "new"] {
            assert!(!is_new_enough(release), "{release}");
        }
    }

    #[test]
    fn a_program_that_is_missing_is_named_with_its_remedy() {
        let error = output("faultline-no-such-program", &[]).unwrap_err().to_string();
        assert!(
            error
                .starts_with("the program `faultline-no-such-program` was not found: install Rust"),
            "{error}"
        );
        let sysroot = PathBuf::from("nowhere");
        let toolchain = Toolchain { version: String::new(), sysroot, libraries: PathBuf::new() };
        if std::env::var_os(RUST_SRC_PATH).is_none() {
            let error = toolchain.rust_src().unwrap_err().to_string();
            assert!(error.contains("rustup component add rust-src"), "{error}");
        }
    }
}
