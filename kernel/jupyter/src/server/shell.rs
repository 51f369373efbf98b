//! The requests that are answered one after another: cells, completions, documentation, history.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use jupyter_zmq_client::RouterSendConnection;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc::UnboundedReceiver;

use super::iopub::Iopub;
use super::jobs::Jobs;
use super::wire::{Request, byte_offset, characters};
use crate::cell_error::CellError;
use crate::cell_output::{Emit, Output};
use crate::cell_syntax::{CellSyntax, Completeness};
use crate::evaluator::Interrupts;
use crate::history::History;

/// Answers the requests of a session.
pub(crate) struct Shell {
    pub(crate) replies: RouterSendConnection,
    pub(crate) requests: UnboundedReceiver<Request>,
    /// Requests that arrived before a cell failed.
    pub(crate) waiting: VecDeque<Request>,
    pub(crate) iopub: Iopub,
    pub(crate) jobs: Jobs,
    pub(crate) interrupts: Interrupts,
    /// The reply to `kernel_info_request`.
    pub(crate) info: Value,
    pub(crate) history: History,
    pub(crate) count: u32,
}

impl Shell {
    /// Answers requests until there are none any more.
    pub(crate) async fn run(mut self) {
        loop {
            let next = match self.waiting.pop_front() {
                Some(request) => Some(request),
                None => self.requests.recv().await,
            };
            let Some(request) = next else { return };
            if self.answer(&request).await && request.is_set("stop_on_error", true) {
                let waiting = std::mem::take(&mut self.waiting);
                let (cells, others): (VecDeque<_>, VecDeque<_>) =
                    waiting.into_iter().partition(|request| request.kind == "execute_request");
                self.waiting = others;
                for cell in cells {
                    self.answer_with(&cell, json!({"status": "aborted"})).await;
                }
            }
        }
    }

    async fn status(&self, request: &Request, state: &str) {
        self.iopub.send(request.publication("status", json!({ "execution_state": state }))).await;
    }

    async fn answer_with(&mut self, request: &Request, content: Value) {
        self.status(request, "busy").await;
        self.reply(request, content).await;
        self.status(request, "idle").await;
    }

    async fn reply(&mut self, request: &Request, content: Value) {
        self.iopub.flush().await;
        // A client that left does not need it.
        let _ = self.replies.send(request.reply(content)).await;
    }

    /// Answers a request; says whether it was a cell that failed.
    async fn answer(&mut self, request: &Request) -> bool {
        self.status(request, "busy").await;
        let (content, is_failed) = match request.kind.as_str() {
            "execute_request" => self.execute(request).await,
            "kernel_info_request" => (Some(self.info.clone()), false),
            "complete_request" => (Some(self.complete(request).await), false),
            "inspect_request" => (Some(self.inspect(request).await), false),
            "is_complete_request" => (Some(is_complete(request)), false),
            "history_request" => (
                Some(json!({"status": "ok", "history": self.history.answer(&request.content)})),
                false,
            ),
            "comm_info_request" => (Some(json!({"status": "ok", "comms": {}})), false),
            "comm_open" => {
                // The answer to a widget: this kernel has none.
                let close = json!({"comm_id": request.content["comm_id"], "data": {}});
                self.iopub.send(request.publication("comm_close", close)).await;
                (None, false)
            }
            // The protocol wants unknown messages to be ignored.
            _ => (None, false),
        };
        // A cell that the front end sends after it has learned of the failure is not one of those
        // that wait.
        while is_failed && let Ok(request) = self.requests.try_recv() {
            self.waiting.push_back(request);
        }
        if let Some(content) = content {
            self.reply(request, content).await;
        }
        self.status(request, "idle").await;
        is_failed
    }

    async fn execute(&mut self, request: &Request) -> (Option<Value>, bool) {
        let code = request.text("code").to_owned();
        let silent = request.is_set("silent", false);
        let stored = request.is_set("store_history", true) && !silent;
        if code.trim().is_empty() {
            return (Some(executed(self.count, &[])), false);
        }
        if stored {
            self.count += 1;
        }
        let count = self.count;
        self.interrupts.announce();
        if !silent {
            let input = json!({"code": code, "execution_count": count});
            self.iopub.send(request.publication("execute_input", input)).await;
        }
        if let Some(name) = code.trim().strip_prefix('?') {
            self.interrupts.end();
            return self.help(name.trim(), count).await;
        }
        let value = Arc::new(Mutex::new(None));
        let emit = self.emit(request, silent, count, Arc::clone(&value));
        let evaluation = self.jobs.evaluate(code.clone(), emit).await;
        self.interrupts.end();
        let output = evaluation.command_output.filter(|_| !silent);
        if let Some((kind, content)) = output.and_then(|output| published(output, count)) {
            self.iopub.send(request.publication(kind, content)).await;
        }
        if stored {
            let value = value.lock().unwrap_or_else(PoisonError::into_inner).take();
            self.history.push(count, &code, value);
        }
        match evaluation.result {
            Ok(()) => (Some(executed(count, &[])), false),
            Err(error) => {
                if !silent {
                    self.iopub.send(request.publication("error", fields(&error))).await;
                }
                let mut content = fields(&error);
                content["status"] = "error".into();
                content["execution_count"] = count.into();
                (Some(content), true)
            }
        }
    }

    /// Publishes the outputs of a cell as they come, and keeps its value as text for the history.
    fn emit(
        &self,
        request: &Request,
        silent: bool,
        count: u32,
        value: Arc<Mutex<Option<String>>>,
    ) -> Emit {
        let (iopub, request) = (self.iopub.clone(), request.clone());
        Box::new(move |output| {
            if let Output::Result(display) = &output {
                let text =
                    display.data.get("text/plain").and_then(Value::as_str).map(str::to_owned);
                *value.lock().unwrap_or_else(PoisonError::into_inner) = text;
            }
            if !silent && let Some((kind, content)) = published(output, count) {
                iopub.send_blocking(request.publication(kind, content));
            }
        })
    }

    /// A cell `?name` opens the documentation of a name beside the notebook.
    async fn help(&mut self, name: &str, count: u32) -> (Option<Value>, bool) {
        let found = self.jobs.inspect(name.to_owned(), name.len()).await;
        let data = match found {
            Ok(Some(display)) => display.data,
            Ok(None) => plain(&format!("No documentation of `{name}` was found.")),
            Err(error) => plain(&error.text()),
        };
        (Some(executed(count, &[json!({"source": "page", "data": data, "start": 0})])), false)
    }

    async fn complete(&mut self, request: &Request) -> Value {
        let code = request.text("code");
        let position = position(request, code);
        let found = self.jobs.complete(code.to_owned(), byte_offset(code, position)).await;
        // A place at which the analysis fails has no completions; the cell itself will say what is
        // wrong with it.
        let found = found.unwrap_or_default();
        let (start, end) = if found.texts.is_empty() {
            (position, position)
        } else {
            (characters(code, found.replaced.0), characters(code, found.replaced.1))
        };
        let types = found
            .texts
            .iter()
            .map(|(text, kind)| json!({"text": text, "type": kind, "start": start, "end": end}));
        let types: Vec<Value> = types.collect();
        let matches: Vec<&String> = found.texts.iter().map(|(text, _)| text).collect();
        json!({
            "status": "ok", "matches": matches, "cursor_start": start, "cursor_end": end,
            "metadata": {"_jupyter_types_experimental": types}
        })
    }

    async fn inspect(&mut self, request: &Request) -> Value {
        let code = request.text("code");
        let offset = byte_offset(code, position(request, code));
        let found = self.jobs.inspect(code.to_owned(), end_of_name(code, offset)).await;
        match found {
            Ok(Some(display)) => {
                json!({"status": "ok", "found": true, "data": display.data, "metadata": {}})
            }
            Ok(None) | Err(_) => {
                json!({"status": "ok", "found": false, "data": {}, "metadata": {}})
            }
        }
    }
}

fn position(request: &Request, code: &str) -> usize {
    let all = code.chars().count();
    let position =
        request.content["cursor_pos"].as_u64().and_then(|position| usize::try_from(position).ok());
    position.map_or(all, |position| position.min(all))
}

/// Where the name at a byte offset ends.
fn end_of_name(code: &str, offset: usize) -> usize {
    let rest = &code[offset..];
    offset + rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len())
}

fn plain(text: &str) -> Map<String, Value> {
    [("text/plain".to_owned(), Value::from(text))].into_iter().collect()
}

fn executed(count: u32, payload: &[Value]) -> Value {
    json!({"status": "ok", "execution_count": count, "payload": payload, "user_expressions": {}})
}

fn fields(error: &CellError) -> Value {
    let CellError { name, value, traceback } = error;
    json!({"ename": name, "evalue": value, "traceback": traceback})
}

fn is_complete(request: &Request) -> Value {
    match CellSyntax::new(request.text("code")).completeness() {
        Completeness::Complete => json!({"status": "complete"}),
        Completeness::Incomplete { indent } => json!({"status": "incomplete", "indent": indent}),
        Completeness::Invalid => json!({"status": "invalid"}),
    }
}

/// An output as a message: its type and its content. What a cell has read is not an output for
/// front ends.
fn published(output: Output, count: u32) -> Option<(&'static str, Value)> {
    Some(match output {
        Output::Reading(_) => return None,
        Output::Stdout(text) => ("stream", json!({"name": "stdout", "text": text})),
        Output::Stderr(text) => ("stream", json!({"name": "stderr", "text": text})),
        Output::Clear { wait } => ("clear_output", json!({ "wait": wait })),
        Output::Result(display) => (
            "execute_result",
            json!({"execution_count": count, "data": display.data, "metadata": {}}),
        ),
        Output::Display(display) => {
            let kind = if display.is_update { "update_display_data" } else { "display_data" };
            let transient = display.id.map_or_else(|| json!({}), |id| json!({ "display_id": id }));
            (kind, json!({"data": display.data, "metadata": {}, "transient": transient}))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::display::Display;

    #[test]
    fn a_name_ends_after_its_last_letter() {
        assert_eq!(end_of_name("let store = open(1)", 5), 9);
        assert_eq!(end_of_name("a.b", 1), 1);
        assert_eq!(end_of_name("größe", 1), "größe".len());
    }

    #[test]
    fn an_update_of_a_display_carries_its_id() {
        let display =
            Display { id: Some("bar".to_owned()), is_update: true, ..Display::plain("1") };
        let (kind, content) = published(Output::Display(display), 1).unwrap();
        assert_eq!(kind, "update_display_data");
        assert_eq!(content["transient"]["display_id"], "bar");
    }
}
