//! Debates whose replies are wrong in every way that a model can be: none of them stops the
//! program, hangs, or differs when it is run again.
//!
//! `FAULTLINE_DEBATES=1000 cargo test --release -p faultline --features run --test hostile_debates
//! -- --nocapture` runs a thousand debates and shows the table; without the variable it runs a few
//! in each mode.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use fastrand::Rng;
use faultline::format::{Library, Manifest};
use faultline::mode::{ModeName, Passages};
use faultline::pipeline::{self, Offline, Options, Plan, Process, RetryFailed, Summary};
use faultline::provider::Cancel;
use faultline::record::Call;
use faultline::store::Store;
use faultline::vocabulary::{Tariff, Unlisted};
use serde_json::{Value, json};

/// The shares of replies that are wrong. *Units*: percent.
const SHARES: [u32; 4] = [0, 10, 20, 30];
/// A debate that takes longer hangs. It takes milliseconds.
const LONGEST: Duration = Duration::from_secs(20);
const MANIFEST: &str = "experiments/lamps.toml";

/// What happened to the debates with one share of wrong replies.
#[derive(Debug, Default)]
struct Row {
    debates: usize,
    done: usize,
    failed: usize,
    panics: usize,
    hangs: usize,
    /// Debates that differ when they are run again from their replies.
    different: usize,
    wrong_replies: usize,
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy(&path, &target);
        } else {
            fs::copy(&path, target).unwrap();
        }
    }
}

fn write_manifest(root: &Path, mode: ModeName, provider: &str) {
    let text = format!(
        "title = \"Lamps\"\ntopics = [\"street-light\"]\npersonas = [[\"engineer\", \"lamplighter\"]]\n\
         [provider]\n{provider}\n[modes.{mode}]\n"
    );
    fs::write(root.join(MANIFEST), text).unwrap();
}

/// Runs the debate of the manifest and then verifies it; returns the number of differences.
fn run(root: &Path, store: &Store) -> (Plan, Summary, usize) {
    let manifest = Manifest::open(root, Path::new(MANIFEST)).unwrap();
    let (library, _) = Library::for_manifest(root, &manifest);
    let plan = Plan::new(root, manifest, &library).unwrap();
    let options = Options {
        offline: Offline::No,
        only: Vec::new(),
        retry_failed: RetryFailed::No,
        jobs: NonZeroUsize::MIN,
        tariff: Tariff { own: BTreeMap::new(), list: None, unlisted: Unlisted::Free },
        cancel: Cancel::default(),
    };
    let process = Process { host: "host".parse().unwrap(), pid: std::process::id() };
    let summary = pipeline::run(&plan, store, &options, &process, &mut |_| {}).unwrap();
    let verified = pipeline::verify(&plan, store).unwrap();
    (plan, summary, verified.differences.len())
}

/// The replies of the corpora in a mode, as a script.
fn replies(root: &Path, store: &Store, mode: ModeName) -> Vec<Value> {
    write_manifest(root, mode, "kind = \"corpus\"");
    let (plan, summary, _) = run(root, store);
    assert_eq!(summary.ran, 1, "{mode}: {:?}", summary.missed);
    let cell = &plan.cells[0];
    let done = store.run(&plan.run).done(&cell.id).unwrap().unwrap();
    let stored = pipeline::read_debate(store, &done).unwrap();
    let exchanges = pipeline::exchanges(&plan, store, cell, &done, &stored).unwrap();
    let line = |call: &Call, key: &String| {
        let answer = &exchanges.by_request[&key.parse().unwrap()].reply.text;
        json!({"question": call.question, "persona": call.persona, "answer": answer})
    };
    let calls = stored.snapshots.iter().flat_map(|snapshot| &snapshot.calls);
    calls.flat_map(|call| call.requests.iter().map(|key| line(call, key))).collect()
}

/// Makes a reply wrong in one of many ways.
fn spoil(line: &mut Value, others: &[Value], random: &mut Rng) {
    let text = line["answer"].as_str().unwrap_or_default().to_owned();
    let other = &others[random.usize(..others.len())]["answer"];
    let wrong = match random.u8(..12) {
        0 => {
            let fields = line.as_object_mut().unwrap();
            fields.remove("answer");
            fields.insert("fault".to_owned(), json!("the server is on fire"));
            return;
        }
        1 => json!(""),
        2 => json!("null"),
        3 => json!("[".repeat(100_000)),
        4 => json!("{\"a\":".repeat(20_000)),
        5 => json!(text[..text.floor_char_boundary(random.usize(..=text.len()))].to_owned()),
        6 => json!(format!("{text}{text}")),
        // The answer to another question, or of another persona.
        7 => other.clone(),
        8 => json!(text.replace('0', "-9e999").replace("yes", "no")),
        9 => json!("I will not answer that. \u{202e}\u{0}\u{1b}[2J"),
        10 | 11 => match serde_json::from_str(&text) {
            Ok(mut value) => {
                spoil_value(&mut value, random);
                json!(value.to_string())
            }
            Err(_) => json!("{}"),
        },
        _ => unreachable!("a number below 12"),
    };
    // A line may be made wrong several times.
    line.as_object_mut().unwrap().remove("fault");
    line["answer"] = wrong;
}

/// Replaces values at random.
fn spoil_value(value: &mut Value, random: &mut Rng) {
    if random.u8(..6) == 0 {
        *value = match random.u8(..8) {
            0 => Value::Null,
            1 => json!(-1),
            2 => json!(1e308),
            3 => json!("n999999"),
            4 => json!(""),
            5 => json!("x".repeat(100_000)),
            6 => json!([]),
            _ => json!({"surprise": [[[]]]}),
        };
        return;
    }
    match value {
        Value::Array(items) => {
            for item in items.iter_mut() {
                spoil_value(item, random);
            }
            if random.bool() {
                items.extend(items.first().cloned());
            }
        }
        Value::Object(fields) => {
            for field in fields.values_mut() {
                spoil_value(field, random);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "the variable asks for more debates")]
fn hostile_replies_cause_neither_panics_nor_hangs_nor_debates_that_cannot_be_repeated() {
    let wanted = std::env::var("FAULTLINE_DEBATES").ok().map(|number| number.parse().unwrap());
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path();
    copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps"), root);
    let store = Store::open_or_create(root.join("data/store")).unwrap();
    // The topic has no passages.
    let reads_none = |mode: &ModeName| mode.with_defaults().passages() == Passages::None;
    let modes: Vec<ModeName> = ModeName::ALL.into_iter().filter(reads_none).collect();
    let scripts: Vec<_> = modes.iter().map(|&mode| replies(root, &store, mode)).collect();
    let every: Vec<Value> = scripts.iter().flatten().cloned().collect();
    let debates = wanted.unwrap_or(3 * SHARES.len() * modes.len());
    let mut rows = SHARES.map(|_| Row::default());
    for number in 0..debates {
        let (share, mode) = (number % SHARES.len(), number / SHARES.len() % modes.len());
        let mut random = Rng::with_seed(number as u64);
        let mut script = scripts[mode].clone();
        let row = &mut rows[share];
        for line in &mut script {
            if random.u32(..100) < SHARES[share] {
                spoil(line, &every, &mut random);
                row.wrong_replies += 1;
            }
        }
        // Each debate has a script and therefore a run of its own.
        script.push(json!({"question": script[0]["question"], "answer": number}));
        fs::write(root.join("replies.json"), Value::from(script).to_string()).unwrap();
        write_manifest(root, modes[mode], "kind = \"script\"\nscript = \"replies.json\"");
        let began = Instant::now();
        let ended = catch_unwind(AssertUnwindSafe(|| run(root, &store)));
        row.debates += 1;
        row.hangs += usize::from(began.elapsed() > LONGEST);
        match ended {
            Ok((_, summary, different)) => {
                row.done += summary.ran;
                row.failed += summary.missed.len();
                row.different += different;
            }
            Err(_) => row.panics += 1,
        }
    }
    let mut table =
        "| wrong replies | debates | done | failed | panics | hangs | differ when verified |\n"
            .to_owned();
    for (share, row) in SHARES.iter().zip(&rows) {
        let Row { debates, done, failed, panics, hangs, different, wrong_replies } = row;
        let wrong = format!("{share}% ({wrong_replies})");
        writeln!(
            table,
            "| {wrong} | {debates} | {done} | {failed} | {panics} | {hangs} | {different} |"
        )
        .unwrap();
    }
    eprintln!("{table}");
    for row in &rows {
        assert_eq!((row.panics, row.hangs, row.different), (0, 0, 0), "{table}");
        assert_eq!(row.done + row.failed, row.debates, "{table}");
    }
    assert_eq!(rows[0].failed, 0, "without wrong replies every debate ends: {table}");
}
