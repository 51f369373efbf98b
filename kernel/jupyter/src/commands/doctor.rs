//! Says what is missing on this machine.

use std::process::ExitCode;

use super::{FolderArgs, without_library};
use crate::kernelspec::Place;
use crate::requirements::{Toolchain, linker, on_path};

/// The program with which JupyterLab is started.
fn jupyter(place: &Place) -> Result<String, String> {
    let own = match place {
        Place::User => None,
        Place::Prefix(prefix) => Some(prefix.join("bin/jupyter")).filter(|path| path.is_file()),
    };
    let found = own.or_else(|| on_path("jupyter")).map(|path| path.display().to_string());
    found.ok_or_else(|| {
        "the program `jupyter` is not on the path: run `pip install jupyterlab`. `faultline-kernel execute` needs no Jupyter".to_owned()
    })
}

/// Prints a line for everything that the kernel needs.
pub(super) fn doctor(place: &Place, folders: &FolderArgs) -> ExitCode {
    let mut is_all_there = true;
    let mut say = |what: &str, found: Result<String, String>| match found {
        Ok(found) => println!("ok       {what}: {found}"),
        Err(missing) => {
            is_all_there = false;
            println!("missing  {what}: {missing}");
        }
    };
    let toolchain = Toolchain::find();
    let version =
        |toolchain: &Toolchain| toolchain.version.lines().next().unwrap_or_default().to_owned();
    say("cargo and rustc", toolchain.as_ref().map(version).map_err(ToString::to_string));
    if let Ok(toolchain) = &toolchain {
        let sources = toolchain.rust_src();
        say(
            "rust-src",
            sources.map(|path| path.display().to_string()).map_err(|error| error.to_string()),
        );
    }
    say(
        "linker",
        linker().map(|path| path.display().to_string()).map_err(|error| error.to_string()),
    );
    let faultline = folders.faultline();
    let is_found = faultline.is_ok();
    say(
        "faultline",
        faultline.map(|path| path.display().to_string()).map_err(|error| error.to_string()),
    );
    if let (Ok(toolchain), true) = (toolchain, is_found) {
        let folders = folders.folders(&toolchain).map_err(|error| error.to_string());
        let prebuilt = folders.as_ref().map_err(ToString::to_string).and_then(|folders| {
            let run_install = "not compiled in advance: run `faultline-kernel install`";
            if folders.is_prebuilt() {
                Ok("compiled in advance".to_owned())
            } else {
                Err(run_install.to_owned())
            }
        });
        say("library for notebooks", prebuilt);
        if let (Ok(folders), Some(sources)) = (folders, toolchain.own_rust_src()) {
            let library = folders.library(&sources).map(|path| path.display().to_string());
            say("smaller standard library", library.map_err(|error| without_library(&error)));
        }
    }
    let installed = place.folder().map_err(|error| error.to_string()).and_then(|folder| {
        if folder.join("kernel.json").is_file() {
            Ok(folder.display().to_string())
        } else {
            Err(format!("not in {}: run `faultline-kernel install`", folder.display()))
        }
    });
    say("kernel of Jupyter", installed);
    say("Jupyter", jupyter(place));
    if is_all_there { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
