//! The process in which the cells run: this program again, started by evcxr.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::os::fd::{AsFd, AsRawFd as _};
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::Command;

use rustix::io::FdFlags;

use crate::cell_output::Pipes;
use crate::output_parser;
use crate::requirements::{RUST_SRC_PATH, RUSTC, Toolchain};
use crate::standard_library::SessionLibrary;

/// Set by evcxr for the process in which the cells run.
const IS_USER_PROCESS: &str = "EVCXR_IS_RUNTIME";
/// The numbers of the inherited pipes: standard output, standard error, lines for evcxr.
const PIPES: &str = "FAULTLINE_KERNEL_PIPES";

/// Where the system looks for shared libraries.
const LIBRARIES: &str =
    if cfg!(target_os = "macos") { "DYLD_LIBRARY_PATH" } else { "LD_LIBRARY_PATH" };

/// Makes the pipes, and the command with which evcxr starts the process as often as it has to.
///
/// # Errors
/// Where the system refuses a pipe, or does not say where this program is.
pub(crate) fn command(toolchain: &Toolchain) -> io::Result<(Command, Pipes)> {
    let (stdout, to_stdout) = io::pipe()?;
    let (stderr, to_stderr) = io::pipe()?;
    let (lines, control) = io::pipe()?;
    inherited(&to_stdout)?;
    inherited(&to_stderr)?;
    inherited(&lines)?;
    let numbers = [to_stdout.as_raw_fd(), to_stderr.as_raw_fd(), lines.as_raw_fd()];
    let mut command = Command::new(std::env::current_exe()?);
    // A group of its own: an interrupt ends the programs that a cell started, too. A cell finds the
    // standard library by a path relative to the folder in which it was linked. evcxr moves it to
    // another folder, where that path is wrong if the toolchain is below the same folder, such as
    // that of the user.
    let own = std::env::var_os(LIBRARIES);
    let folders = own.iter().flat_map(std::env::split_paths);
    let folders = std::iter::once(toolchain.libraries.clone()).chain(folders);
    command.env(LIBRARIES, std::env::join_paths(folders).map_err(io::Error::other)?);
    // What the kernel has set for itself is not for the programs that a cell starts.
    if SessionLibrary::of_this_process().is_some() {
        command.env_remove(RUST_SRC_PATH);
    }
    if toolchain.rustc().is_some()
        && std::env::var_os(RUSTC).map(PathBuf::from) == toolchain.rustc()
    {
        command.env_remove(RUSTC);
    }
    command.env(PIPES, numbers.map(|number| number.to_string()).join(",")).process_group(0);
    // The end from which the process reads stays open here, because a process that evcxr starts
    // again inherits it.
    std::mem::forget(lines);
    Ok((command, Pipes { stdout, stderr, control, to_stdout, to_stderr }))
}

fn inherited(pipe: impl AsFd) -> io::Result<()> {
    Ok(rustix::io::fcntl_setfd(pipe, FdFlags::empty())?)
}

/// Connects standard output and standard error with the pipes, if this is the process in which the
/// cells run.
///
/// # Errors
/// Where the pipes of the parent do not exist.
pub(crate) fn connect() -> io::Result<()> {
    if std::env::var_os(IS_USER_PROCESS).is_none() {
        return Ok(());
    }
    let numbers = std::env::var_os(PIPES).ok_or_else(|| {
        io::Error::other("only the kernel can start this process: the variable FAULTLINE_KERNEL_PIPES is not set")
    })?;
    let numbers = numbers.to_string_lossy().into_owned();
    let paths: Vec<String> = numbers.split(',').map(|number| format!("/dev/fd/{number}")).collect();
    let [stdout, stderr, lines] = paths.as_slice() else {
        return Err(io::Error::other(format!(
            "FAULTLINE_KERNEL_PIPES is «{numbers}» and not three numbers"
        )));
    };
    // Without this, the process would go on with an endless cell when the kernel is killed.
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))?;
    // evcxr sends its commands here: a program that a cell starts must not read them.
    rustix::io::fcntl_setfd(io::stdin(), FdFlags::CLOEXEC)?;
    let mut evcxr = File::from(io::stdout().as_fd().try_clone_to_owned()?);
    let open = |path: &String| File::options().write(true).open(path);
    rustix::stdio::dup2_stdout(open(stdout)?)?;
    rustix::stdio::dup2_stderr(open(stderr)?)?;
    let lines = BufReader::new(File::open(lines)?);
    let number = std::process::id();
    io::stdout().write_all(format!("{}{number}\n", output_parser::PROCESS).as_bytes())?;
    std::thread::spawn(move || {
        let own = format!("{number} ");
        for line in lines.lines() {
            let Ok(line) = line else { break };
            let Some(line) = line.strip_prefix(&own) else { continue };
            if evcxr.write_all(format!("{line}\n").as_bytes()).is_err() {
                break;
            }
        }
        // The kernel is gone: so are the programs that a cell started.
        let _ = rustix::process::kill_current_process_group(rustix::process::Signal::KILL);
    });
    Ok(())
}
