//! Installs and removes the kernel.

use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::ExitCode;

use super::{Error, FolderArgs, library};
use crate::kernelspec::{self, KernelspecError, Place};
use crate::requirements::{Toolchain, linker};
use crate::session_folder;

/// Writes the files for Jupyter and compiles the library in advance.
pub(super) fn install(
    place: &Place,
    folders: &FolderArgs,
    features: &[String],
) -> Result<ExitCode, Error> {
    let toolchain = Toolchain::find()?;
    toolchain.rust_src()?;
    linker()?;
    let faultline = folders.faultline()?;
    let program = std::env::current_exe()?;
    let mut arguments = vec!["--faultline".to_owned(), faultline.display().to_string()];
    if let Some(cache) = &folders.cache {
        arguments.extend(["--cache".to_owned(), std::path::absolute(cache)?.display().to_string()]);
    }
    let session_folders = folders.folders(&toolchain)?;
    let Some(prebuilt) = session_folders.prebuilt()? else {
        return Err("another process is installing the kernel: wait until it is done".into());
    };
    let library = library(&session_folders, &prebuilt, &toolchain);
    println!("compiling the library for notebooks; this takes several minutes the first time");
    let mut prebuild = prebuilt.command(&program, library.as_ref());
    prebuild.arg("prebuild").args(&arguments);
    if !features.is_empty() {
        prebuild.arg("--features").arg(features.join(","));
    }
    session_folders.begin_prebuilt()?;
    let status = prebuild.status()?;
    if !status.success() {
        return Err("the library cannot be compiled for notebooks: see the message above".into());
    }
    session_folders.finish_prebuilt()?;
    let folder = place.folder()?;
    kernelspec::write(&folder, &program, &arguments)?;
    println!("installed in {}", folder.display());
    println!("start it with `jupyter lab` and choose «{}»", crate::notebook_file::DISPLAY_NAME);
    Ok(ExitCode::SUCCESS)
}

/// Removes the files for Jupyter, and what was compiled where `cache` says so: in the folder that it
/// names, or where it names none in that of the installation.
pub(super) fn uninstall(place: &Place, cache: Option<&OsStr>) -> Result<ExitCode, Error> {
    let folder = place.folder()?;
    let chosen = cache.filter(|cache| !cache.is_empty()).map(PathBuf::from);
    let chosen = chosen.or_else(|| kernelspec::cache(&folder));
    match kernelspec::remove(&folder) {
        Ok(()) => println!("removed {}", folder.display()),
        Err(KernelspecError::NotInstalled(_)) if cache.is_some() => {}
        Err(error) => return Err(error.into()),
    }
    let compiled = session_folder::cache(chosen.as_deref())?;
    if cache.is_some() {
        let removed = session_folder::remove_compiled(&compiled)?;
        println!("removed what was compiled in {}: folders: {removed}", compiled.display());
    } else if compiled.is_dir() {
        let folder = chosen.map(|chosen| format!(" {}", chosen.display())).unwrap_or_default();
        println!("{} keeps what was compiled for cells", compiled.display());
        println!("remove that too with `faultline-kernel uninstall --cache{folder}`");
    }
    Ok(ExitCode::SUCCESS)
}
