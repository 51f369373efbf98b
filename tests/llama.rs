//! A real server with a real, tiny model on loopback: llama.cpp, as `.ci/run` installs it. What the
//! model says is noise; the grammar makes it fit. `cargo test` does not run it by default: it needs
//! a download of 130 MB.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use faultline::format::{Library, Manifest};
use faultline::mode::{self, Kind, ModeName, Passages, Values};
use faultline::pipeline::{
    self, Cancel, DoneCells, Offline, Options, Plan, Process, RetryFailed, Summary,
};
use faultline::prompt::{Message, Role};
use faultline::provider::{
    Dialect, Exchange, Finish, Limits, Live, Provider, ProviderFault, Remote, Reply, Request,
};
use faultline::question::{Parameters, Tier};
use faultline::store::{Name, Store};
use faultline::vocabulary::{Seed, Tariff, Tokens, Unlisted};
use serde_json::json;

/// The server, which ends with this.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start() -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let python = root.join("target/tools/llama/bin/python");
        let mut process = Command::new(&python)
            .arg(root.join("tests/live/llama.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("{}: {error}; .ci/run installs it", python.display()));
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        assert!(url.starts_with("http://127.0.0.1:"), "the server does not start: {url:?}");
        Self { process, url: url.trim().to_owned() }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn ask(url: &str, words: &str, most: u64) -> Result<Reply, ProviderFault> {
    let mut remote = Remote::at(Dialect::OpenAi, url);
    remote.limits = Limits { timeout: Duration::from_mins(10), retries: 0, ..Limits::default() };
    let request = Request {
        question: None,
        name: "decompose",
        persona: None,
        messages: vec![Message { role: Role::User, text: words.to_owned() }],
        schema: std::borrow::Cow::Borrowed(mode::question("decompose").unwrap().schema()),
        parameters: Parameters { tier: Tier::Fast, temperature: 0.3, max_output: Tokens(most) },
        model: "tiny".to_owned(),
        seed: Seed(1),
        replicate: 1,
        sample: 0,
        ordinal: 0,
    };
    let live = Live::new(remote).unwrap();
    pollster::block_on(live.complete(&request, &request.key(&live.identity(&request))))
}

/// A project whose personas have written nothing, and the shortest debates of one mode in it.
fn run(url: &str, mode: ModeName, replicates: u32) -> (tempfile::TempDir, Store, Plan, Summary) {
    let folder = tempfile::tempdir().unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli/project");
    for path in
        ["data/topics/jobs.toml", "personas/bear/persona.toml", "personas/bull/persona.toml"]
    {
        let target = folder.path().join(path);
        fs::create_dir_all(target.parent().unwrap()).unwrap();
        fs::copy(source.join(path), target).unwrap();
    }
    if mode.with_defaults().passages() != Passages::None {
        let topic = folder.path().join("data/topics/jobs.toml");
        let text = fs::read_to_string(&topic).unwrap();
        let passages = "passages = [\"data/passages/jobs.md\"]\n\n[[axes]]";
        fs::write(topic, text.replacen("[[axes]]", passages, 1)).unwrap();
        fs::create_dir(folder.path().join("data/passages")).unwrap();
        fs::write(
            folder.path().join("data/passages/jobs.md"),
            "# The mill\n\n## The loom {#loom}\n\nThe mill bought a loom, and two weavers left.\n",
        )
        .unwrap();
    }
    let manifest = json!({
        "title": "A tiny model", "replicates": replicates, "topics": ["jobs"], "personas": [["bear", "bull"]],
        "provider": {"kind": "openai", "base_url": url, "timeout_seconds": 900, "concurrency": 1},
        "models": {"strong": "tiny", "fast": "tiny"}, "modes": {mode.name(): shortest(mode)},
    });
    fs::create_dir(folder.path().join("experiments")).unwrap();
    let path = Path::new("experiments/tiny.toml");
    fs::write(folder.path().join(path), toml::to_string(&manifest).unwrap()).unwrap();
    let manifest = Manifest::open(folder.path(), path).unwrap();
    let (library, faults) = Library::for_manifest(folder.path(), &manifest);
    assert!(!faults.has_errors(), "{faults}");
    let plan = Plan::new(folder.path(), manifest, &library).unwrap();
    let store = Store::open_or_create(folder.path().join("data/store")).unwrap();
    let process = Process { host: Name::nearest("host"), pid: 1 };
    let options = Options {
        offline: Offline::No,
        retry_failed: RetryFailed::No,
        only: vec![],
        jobs: NonZeroUsize::MIN,
        tariff: Tariff { own: BTreeMap::new(), list: None, unlisted: Unlisted::Free },
        cancel: Cancel::default(),
    };
    let summary = pipeline::run(&plan, &store, &options, &process, &mut |_| ()).unwrap();
    (folder, store, plan, summary)
}

#[test]
fn a_real_server_is_asked_and_understood() {
    let server = Server::start();
    let url = format!("{}/v1", server.url);

    let cut_off = ask(&url, "Name two propositions about trams.", 8).unwrap();
    assert_eq!(cut_off.finish, Finish::Length);
    assert_eq!((cut_off.spent.output, cut_off.spent.estimated), (Tokens(8), false));
    assert!(cut_off.spent.input.0 > 5 && !cut_off.model.contains('/'), "{cut_off:?}");

    let too_long = ask(&url, &"word ".repeat(12_000), 8).unwrap_err();
    assert!(
        matches!(&too_long, ProviderFault::NoAnswer(why) if why.contains("context size")),
        "{too_long}"
    );
    let elsewhere = ask(&format!("{}/nowhere", server.url), "Well?", 8).unwrap_err();
    assert!(
        elsewhere.to_string().contains("the model or the address does not exist (404)"),
        "{elsewhere}"
    );
}

/// Every number of a debate at its least: one round takes minutes on one thread.
fn shortest(mode: ModeName) -> serde_json::Value {
    if mode.about().kind == Kind::Baseline {
        return json!({});
    }
    let numbers = mode.about().parameters.iter().filter_map(|parameter| match parameter.values {
        Values::Number(least, _) | Values::Odd(least, _) => {
            Some((parameter.key.to_owned(), json!(least)))
        }
        Values::Name(_) => None,
    });
    numbers.collect::<serde_json::Map<_, _>>().into()
}

/// The modes that a variable names, separated by commas; `all` names every mode.
#[expect(clippy::disallowed_methods, reason = "the caller chooses the modes")]
fn modes() -> Vec<ModeName> {
    let names = std::env::var("FAULTLINE_LLAMA_MODES").unwrap_or_else(|_| "single".to_owned());
    if names == "all" {
        return ModeName::ALL.to_vec();
    }
    let mode =
        |name| ModeName::from_name(name).unwrap_or_else(|| panic!("no mode is called {name}"));
    names.split(',').map(mode).collect()
}

#[test]
fn a_tiny_model_finishes_a_debate_or_the_fault_names_the_question() {
    let server = Server::start();
    let url = format!("{}/v1", server.url);
    for mode in modes() {
        let start = Instant::now();
        let (_folder, store, plan, summary) = run(&url, mode, 1);
        let seconds = start.elapsed().as_secs();
        println!("{}: {} done after {seconds} s, {:?}", mode.name(), summary.ran, summary.missed);
        assert_eq!(summary.ran + summary.missed.len(), 1, "{}", mode.name());
        for missed in &summary.missed {
            let named = mode::question_names().into_iter().any(|name| missed.error.contains(name));
            assert!(named, "the fault names no question: {}", missed.error);
        }
        let done = DoneCells::open(&plan, &store).unwrap();
        for cell in &plan.cells {
            let Some(done) = done.find(cell).unwrap() else { continue };
            let stored = pipeline::read_debate(&store, &done).unwrap();
            let usage = stored.outcome.usage;
            assert!(
                usage.input.0 + usage.cached.0 > 100 && usage.output.0 > 20 && !usage.estimated,
                "{usage:?}"
            );
            // In other modes an answer that cannot be used is silence, and the debate goes on
            // without it.
            if mode == ModeName::Single {
                let call = &stored.snapshots[0].calls[0];
                let key = call.requests.last().unwrap().parse().unwrap();
                let Exchange { reply, .. } = store.reply(&key).unwrap().unwrap();
                assert!(call.fault.is_none() && !reply.text.is_empty(), "{call:?}");
            }
        }
    }
}
