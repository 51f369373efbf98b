//! A Jupyter kernel for Rust with the library `faultline` loaded.
//!
//! The data flows from the front end to the cell and back:
//!
//! ```text
//! front end ──► server ──► evaluator ──► evcxr: compiles the cell ──► user_process: runs it
//!     ▲                                                                   │ two pipes
//!     └──── server, or headless ◄── cell_output ◄── output_parser ◄───────┘
//! ```
//!
//! This program runs in three roles: as the kernel, as the process in which the cells run, and as
//! the compiler that evcxr wraps.

mod cell_error;
mod cell_output;
mod cell_syntax;
mod display;
mod output_parser;

mod processes;
mod user_process;

mod evaluator;
mod requirements;

mod faultline_crate;
mod session_folder;
mod standard_library;

mod headless;
mod kept_output;
mod notebook_file;

mod history;
mod server;

mod commands;
mod kernelspec;

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Err(error) = user_process::connect() {
        return commands::failed(&error.into());
    }
    // Does not return where evcxr started this process.
    evcxr::runtime_hook();
    commands::main()
}
