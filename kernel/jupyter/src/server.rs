//! The kernel's side of the connection with Jupyter.

mod iopub;
mod jobs;
mod shell;
mod wire;

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jupyter_protocol::ConnectionInfo;
use jupyter_zmq_client::{
    KernelControlConnection, RouterRecvConnection, RuntimeError, create_kernel_control_connection,
    create_kernel_heartbeat_connection, create_kernel_iopub_xpub_connection,
    create_kernel_shell_connection, create_kernel_stdin_connection,
};
use serde_json::{Value, json};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc;

use crate::evaluator::Interrupts;
use crate::history::History;
use crate::notebook_file::{UNKNOWN, language_info};
use crate::requirements::rustc_release;
use iopub::Iopub;
use jobs::Jobs;
use shell::Shell;
use wire::{Request, WireError, publication};

/// Set by Jupyter for kernels that must not outlive it.
const PARENT: &str = "JPY_PARENT_PID";
/// How often the kernel looks whether Jupyter still runs.
const LOOK: Duration = Duration::from_secs(1);
/// How long the last messages may take to leave.
const LAST_MESSAGES: Duration = Duration::from_millis(100);

/// Why the kernel cannot serve a front end.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ServerError {
    #[error("the connection file {} cannot be read: {error}. Jupyter writes it and starts the kernel with it", .path.display())]
    Read { path: PathBuf, error: std::io::Error },
    #[error("{} is not a connection file of Jupyter: {error}", .path.display())]
    Parse { path: PathBuf, error: serde_json::Error },
    #[error("the ports of the connection file cannot be opened: {0}")]
    Ports(#[from] RuntimeError),
    #[error("the kernel cannot wait for signals or messages: {0}")]
    Runtime(#[from] std::io::Error),
}

/// Serves a front end until it shuts the kernel down.
///
/// # Errors
/// Where the connection cannot be made.
pub(crate) fn run(connection_file: &Path, faultline: PathBuf) -> Result<(), ServerError> {
    let read = |error| ServerError::Read { path: connection_file.to_owned(), error };
    let text = std::fs::read_to_string(connection_file).map_err(read)?;
    let parse = |error| ServerError::Parse { path: connection_file.to_owned(), error };
    let connection: ConnectionInfo = serde_json::from_str(&text).map_err(parse)?;
    let interrupts = Interrupts::default();
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let served = runtime.block_on(serve(&connection, faultline, &interrupts));
    interrupts.end_all();
    runtime.shutdown_background();
    served
}

async fn serve(
    connection: &ConnectionInfo,
    faultline: PathBuf,
    interrupts: &Interrupts,
) -> Result<(), ServerError> {
    let session = format!("faultline-{}", std::process::id());
    let mut heartbeat = create_kernel_heartbeat_connection(connection).await?;
    let control = create_kernel_control_connection(connection, &session).await?;
    let (replies, requests) = create_kernel_shell_connection(connection, &session).await?.split();
    // Front ends connect to it; no cell can use it.
    let _stdin = create_kernel_stdin_connection(connection, &session).await?;
    let iopub = Iopub::start(create_kernel_iopub_xpub_connection(connection, &session).await?);
    tokio::spawn(async move { while heartbeat.single_heartbeat().await.is_ok() {} });
    iopub.send(publication("status", json!({"execution_state": "starting"}))).await;
    let jobs = Jobs::start(faultline, interrupts.clone());
    let (sender, received) = mpsc::unbounded_channel();
    tokio::spawn(receive(requests, sender));
    let shell = Shell {
        interrupts: interrupts.clone(),
        requests: received,
        waiting: VecDeque::new(),
        replies,
        iopub: iopub.clone(),
        jobs,
        info: info(),
        history: History::default(),
        count: 0,
    };
    tokio::spawn(shell.run());
    let mut terminated = signal(SignalKind::terminate())?;
    let mut interrupted = signal(SignalKind::interrupt())?;
    let control = obey(control, iopub.clone(), interrupts.clone());
    let orphaned = orphaned();
    tokio::pin!(control, orphaned);
    loop {
        tokio::select! {
            () = &mut control => break,
            () = &mut orphaned => break,
            _ = terminated.recv() => break,
            _ = interrupted.recv() => interrupt(interrupts).await,
        }
    }
    iopub.flush().await;
    tokio::time::sleep(LAST_MESSAGES).await;
    Ok(())
}

async fn receive(mut requests: RouterRecvConnection, sender: mpsc::UnboundedSender<Request>) {
    loop {
        match Request::read(&mut requests).await {
            Ok(request) => {
                if sender.send(request).is_err() {
                    return;
                }
            }
            Err(error) => skip(&error).await,
        }
    }
}

/// A message that is not signed correctly gets no answer, as the protocol demands.
async fn skip(error: &WireError) {
    if matches!(error, WireError::Socket(_)) {
        // A connection that keeps failing must not take all of the processor.
        tokio::time::sleep(LAST_MESSAGES).await;
    }
}

async fn interrupt(interrupts: &Interrupts) {
    let interrupts = interrupts.clone();
    // It may wait for a compiler to appear.
    let _ = tokio::task::spawn_blocking(move || interrupts.interrupt()).await;
}

/// Answers the requests that must not wait for a cell, until the front end shuts the kernel down.
async fn obey(mut control: KernelControlConnection, iopub: Iopub, interrupts: Interrupts) {
    loop {
        let request = match Request::read(&mut control).await {
            Ok(request) => request,
            Err(error) => {
                skip(&error).await;
                continue;
            }
        };
        let state =
            |state: &str| request.publication("status", json!({ "execution_state": state }));
        iopub.send(state("busy")).await;
        let content = match request.kind.as_str() {
            "kernel_info_request" => Some(info()),
            "interrupt_request" => {
                interrupt(&interrupts).await;
                Some(json!({"status": "ok"}))
            }
            "shutdown_request" => {
                Some(json!({"status": "ok", "restart": request.is_set("restart", false)}))
            }
            _ => None,
        };
        if let Some(content) = content.clone() {
            // A client that left does not need it.
            let _ = control.send(request.reply(content)).await;
        }
        if let Some(content) = content.filter(|_| request.kind == "shutdown_request") {
            iopub.send(request.publication("shutdown_reply", content)).await;
            iopub.send(state("idle")).await;
            return;
        }
        iopub.send(state("idle")).await;
    }
}

/// Waits until Jupyter is gone, where Jupyter has asked for that.
async fn orphaned() {
    if std::env::var_os(PARENT).is_none() {
        return std::future::pending().await;
    }
    let parent = rustix::process::getppid();
    while rustix::process::getppid() == parent {
        tokio::time::sleep(LOOK).await;
    }
}

fn info() -> Value {
    let version = rustc_release().unwrap_or_else(|_| UNKNOWN.to_owned());
    json!({
        "status": "ok",
        "protocol_version": "5.3",
        "implementation": "faultline-kernel",
        "implementation_version": env!("CARGO_PKG_VERSION"),
        "language_info": language_info(&version),
        "banner": "Faultline in Rust. `notebook::open(\"data/store\")?` opens a store; `?notebook::open` shows documentation.",
        "help_links": [{"text": "evcxr", "url": "https://github.com/evcxr/evcxr/blob/main/COMMON.md"}],
        "debugger": false
    })
}
