//! Installs and removes the kernel.

use std::process::ExitCode;

use super::{Error, FolderArgs, library};
use crate::kernelspec::{self, Place};
use crate::requirements::{Toolchain, linker};

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
    println!("compiling the library for notebooks; this takes a minute the first time");
    let mut prebuild = prebuilt.command(&program, library.as_ref());
    prebuild.arg("prebuild").args(&arguments);
    if !features.is_empty() {
        prebuild.arg("--features").arg(features.join(","));
    }
    let status = prebuild.status()?;
    if !status.success() {
        return Err("the library cannot be compiled for notebooks: see the message above".into());
    }
    let folder = place.folder()?;
    kernelspec::write(&folder, &program, &arguments)?;
    println!("installed in {}", folder.display());
    println!("start it with `jupyter lab` and choose «{}»", crate::notebook_file::DISPLAY_NAME);
    Ok(ExitCode::SUCCESS)
}

/// Removes the files for Jupyter.
pub(super) fn uninstall(place: &Place) -> Result<ExitCode, Error> {
    let folder = place.folder()?;
    kernelspec::remove(&folder)?;
    println!("removed {}", folder.display());
    Ok(ExitCode::SUCCESS)
}
