//! A server on loopback that answers each request with the next act of its script.

use std::collections::{BTreeMap, VecDeque};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde_json::Value;

/// What the server does with one request.
#[derive(Debug, Clone)]
pub(crate) enum Act {
    /// Answers.
    Answer(Answer),
    /// Answers after a while.
    Late(Duration, Answer),
    /// Sends the body in pieces with a pause before each.
    Slow(Duration, Answer),
    /// Goes away without a word.
    Drop,
    /// Goes away in the middle of the body.
    Break(Answer),
}

/// An answer over HTTP.
#[derive(Debug, Clone)]
pub(crate) struct Answer {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: String,
}

impl Answer {
    pub(crate) fn json(status: u16, body: &Value) -> Self {
        Self::text(status, "application/json", &body.to_string())
    }

    pub(crate) fn text(status: u16, content_type: &str, body: &str) -> Self {
        let headers = vec![("content-type", content_type.to_owned())];
        Self { status, headers, body: body.to_owned() }
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    fn head(&self) -> String {
        let headers = self.headers.iter().map(|(name, value)| format!("{name}: {value}\r\n"));
        let length = self.body.len();
        format!(
            "HTTP/1.1 {} Status\r\n{}content-length: {length}\r\nconnection: close\r\n\r\n",
            self.status,
            headers.collect::<String>()
        )
    }
}

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Asked {
    pub(crate) line: String,
    pub(crate) headers: BTreeMap<String, String>,
    pub(crate) body: Value,
    pub(crate) at: Instant,
}

#[derive(Debug, Default)]
struct Seen {
    asked: Vec<Asked>,
    running: usize,
    most: usize,
}

/// The server; it lasts as long as the process.
#[derive(Debug, Clone)]
pub(crate) struct Stub {
    url: String,
    seen: Arc<Mutex<Seen>>,
}

impl Stub {
    /// Starts a server that follows the script; the last act is repeated.
    pub(crate) fn start(script: impl IntoIterator<Item = Act>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let seen = Arc::<Mutex<Seen>>::default();
        let script = Arc::new(Mutex::new(script.into_iter().collect::<VecDeque<_>>()));
        let shared = Arc::clone(&seen);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let (script, seen) = (Arc::clone(&script), Arc::clone(&shared));
                std::thread::spawn(move || serve(stream.unwrap(), &script, &seen));
            }
        });
        Self { url, seen }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }

    pub(crate) fn asked(&self) -> Vec<Asked> {
        self.seen.lock().unwrap().asked.clone()
    }

    /// The most requests that waited for their answer at a time.
    pub(crate) fn most(&self) -> usize {
        self.seen.lock().unwrap().most
    }
}

fn serve(mut stream: TcpStream, script: &Mutex<VecDeque<Act>>, seen: &Mutex<Seen>) {
    let Some(asked) = read(&mut stream) else { return };
    let act = {
        let mut seen = seen.lock().unwrap();
        seen.asked.push(asked);
        seen.running += 1;
        seen.most = seen.most.max(seen.running);
        let mut script = script.lock().unwrap();
        if script.len() > 1 { script.pop_front() } else { script.front().cloned() }
    };
    let act = act.expect("a script has an act");
    if let Act::Late(wait, _) = &act {
        sleep(*wait);
    }
    // Before the answer is sent: the client may send its next request immediately after it.
    seen.lock().unwrap().running -= 1;
    play(&mut stream, &act);
}

/// The client may disconnect before the end; the server ignores that.
fn play(stream: &mut TcpStream, act: &Act) {
    let mut send = |bytes: &[u8]| drop(stream.write_all(bytes).and_then(|()| stream.flush()));
    match act {
        Act::Drop => {}
        Act::Answer(answer) | Act::Late(_, answer) => {
            send((answer.head() + &answer.body).as_bytes());
        }
        Act::Slow(pause, answer) => {
            send(answer.head().as_bytes());
            for piece in answer.body.as_bytes().chunks(answer.body.len() / 4 + 1) {
                sleep(*pause);
                send(piece);
            }
        }
        Act::Break(answer) => {
            send(answer.head().as_bytes());
            send(&answer.body.as_bytes()[..answer.body.len() / 2]);
        }
    }
}

fn read(stream: &mut TcpStream) -> Option<Asked> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if let Some((head, body)) = text.split_once("\r\n\r\n") {
            let mut lines = head.lines();
            let line = lines.next()?.to_owned();
            let headers: BTreeMap<String, String> = lines
                .filter_map(|line| line.split_once(": "))
                .map(|(name, value)| (name.to_lowercase(), value.to_owned()))
                .collect();
            if body.len() >= headers.get("content-length")?.parse().ok()? {
                let body = serde_json::from_str(body).ok()?;
                return Some(Asked { line, headers, body, at: Instant::now() });
            }
        }
        let read = stream.read(&mut piece).ok()?;
        if read == 0 {
            return None;
        }
        bytes.extend_from_slice(&piece[..read]);
    }
}
