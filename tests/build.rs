//! Commands on an experiment as a user calls them, on a small project of its own.
#![expect(clippy::unwrap_used, reason = "a test stops at what it did not expect")]

#[path = "build/crash.rs"]
mod crash;
#[path = "build/damage_table.rs"]
mod damage_table;
#[path = "build/damaged_store.rs"]
mod damaged_store;
#[path = "build/edits.rs"]
mod edits;
#[path = "build/gc.rs"]
mod gc;
#[path = "build/lamps.rs"]
mod lamps;
#[path = "build/money.rs"]
mod money;
mod project;
#[path = "build/run.rs"]
mod run;
#[path = "build/status.rs"]
mod status;

use std::fs;
use std::path::Path;
use std::time::SystemTime;

use lamps::{arguments, line};
use project::{Project, files};

fn changed(path: &Path) -> SystemTime {
    fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn a_second_build_sends_no_request_and_changes_no_file() {
    let project = Project::lamps();
    project.build().exits(0).prints("4 debates: 0 done before, 4 done now, 0 failed");
    let before = project.seen("", changed);
    project
        .build()
        .exits(0)
        .prints("4 done before, 0 done now, 0 failed; 0 replies requested")
        .prints("(0 files written,");
    assert_eq!(project.seen("", changed), before);
}

#[test]
fn two_folders_hold_the_same_bytes() {
    let (one, two) = (Project::paid(), Project::paid());
    assert_eq!((one.build().code, two.build().code), (Some(0), Some(0)));
    for folder in ["data/store/objects", "data/store/cache", "site"] {
        let bytes = |project: &Project| project.seen(folder, |path| fs::read(path).unwrap());
        assert!(!bytes(&one).is_empty(), "{folder} is empty");
        assert_eq!(bytes(&one), bytes(&two), "{folder} differs");
    }
}

#[test]
fn an_edit_runs_again_what_depends_on_it_and_nothing_else() {
    let project = Project::lamps();
    project.build();
    project.replace("personas/shopkeeper/corpus/light.md", "at five per cent", "at six per cent");
    let statement = project.build();
    assert!(
        statement.out.contains("2 done before, 2 done now"),
        "two debates have the shopkeeper: {}",
        statement.out
    );
    project.replace("experiments/lamps.toml", "[modes.graph]", "[modes.graph]\nmax_rounds = 1");
    let parameter = project.build();
    assert!(
        parameter.out.contains("2 done before, 2 done now"),
        "two debates are graphs: {}",
        parameter.out
    );
    project.replace("experiments/lamps.toml", "The lamps of a small town", "Lamps");
    let title = project.build();
    assert!(
        title.out.contains("4 done before, 0 done now"),
        "no debate depends on a title: {}",
        title.out
    );
}

#[test]
fn verify_reruns_every_debate_and_finds_damage() {
    let project = Project::lamps();
    project.build();
    let verify = || project.report(&["verify", "experiments/lamps.toml"]);
    verify().exits(0).prints("4 of 4 debates re-run, 4 match the stored result");

    let object = files(&project.path("data/store/objects")).into_iter().max().unwrap();
    let text = fs::read_to_string(&object).unwrap();
    fs::write(&object, text.replacen("round", "rounb", 1)).unwrap();
    let damaged = verify();
    damaged.exits(1);
    let name = object.file_name().unwrap().to_str().unwrap();
    damaged.reports(name).reports("help:");
}

#[test]
fn replies_of_free_providers_are_not_stored_and_their_pages_say_that_no_model_read_the_prompts() {
    let (free, paid) = (Project::lamps(), Project::paid());
    assert_eq!((free.build().code, paid.build().code), (Some(0), Some(0)));
    assert!(!free.path("data/store/cache").exists());
    assert!(paid.path("data/store/cache").exists());
    let page = fs::read_to_string(log_page(&free)).unwrap();
    let sentence =
        "No model read the prompts of these calls, so neither prompts nor replies are shown.";
    assert!(page.contains(sentence) && !page.contains("not available"), "{page}");
    let offline = Project::lamps();
    let built = offline.report(&["build", "--offline", "experiments/lamps.toml"]);
    assert_eq!(built.code, Some(0), "computing a reply needs no server: {}", built.err);
}

/// The log of some debate.
fn log_page(project: &Project) -> std::path::PathBuf {
    let pages = files(&project.path("site/lamps/logs")).into_iter();
    pages.filter(|path| path.extension().is_some_and(|end| end == "html")).min().unwrap()
}

#[test]
fn offline_names_missing_replies_and_works_when_none_is_missing() {
    let project = Project::paid();
    let offline = || project.report(&["build", "--offline", "experiments/lamps.toml"]);
    offline().exits(1).reports("the store holds no reply").prints("0 done now, 4 failed");
    project.build();
    offline().exits(0);
}

#[test]
fn a_missing_reply_interrupts_a_debate_and_never_counts_as_silence() {
    let project = Project::paid();
    project.build();
    let replies = project.seen("data/store/cache", |path| fs::read_to_string(path).unwrap());
    let attack = replies.iter().find(|(_, text)| text.contains("\\\"attacks\\\":")).unwrap().0;
    let attack = project.path("data/store/cache").join(attack);
    let kept = fs::read(&attack).unwrap();
    fs::remove_file(&attack).unwrap();
    fs::remove_dir_all(project.path("data/store/runs")).unwrap();
    project
        .report(&["build", "--offline", "experiments/lamps.toml"])
        .exits(1)
        .prints("3 done now, 1 failed");

    fs::write(&attack, &kept[..kept.len() / 2]).unwrap();
    let damaged = project.build();
    assert_eq!(damaged.code, Some(75), "a damaged reply is not silence either: {}", damaged.err);
    fs::write(&attack, kept).unwrap();
    project.build().exits(0).prints("3 done before, 1 done now");
    project.report(&["verify", "experiments/lamps.toml"]).exits(0);
}

#[test]
fn a_recorded_silence_is_replayed_as_silence() {
    let project = Project::lamps();
    let (engineer, lamplighter) = (Some("engineer"), Some("lamplighter"));
    let no_attacks = r#"{"attacks": []}"#;
    let lines = [
        line("arguments", engineer, &arguments("yes", "Dynamos hum.", "Cables last."), 0),
        line("arguments", lamplighter, &arguments("no", "Gas glows.", "Rain falls."), 0),
        r#"{"question": "attacks", "persona": "engineer", "fault": "no connection"}"#.to_owned(),
        line("attacks", lamplighter, no_attacks, 0),
        line("attacks", engineer, no_attacks, 0),
        line("attacks", lamplighter, no_attacks, 0),
    ];
    fs::write(project.path("replies.json"), format!("[{}]", lines.join(","))).unwrap();
    fs::write(
        project.path("experiments/lamps.toml"),
        r#"title = "A silence"
           topics = ["street-light"]
           personas = [["engineer", "lamplighter"]]
           [provider]
           kind = "script"
           script = "replies.json"
           [modes.graph]"#,
    )
    .unwrap();
    project.build().exits(0).reports("no connection");
    project.report(&["verify", "experiments/lamps.toml"]).exits(0);
}

#[test]
fn text_that_is_only_displayed_changes_no_debate() {
    let project = Project::lamps();
    project.build();
    let verify = || project.report(&["verify", "experiments/lamps.toml"]);
    project.replace("data/topics/street-light.toml", "Electric street light", "Gas or electricity");
    project.replace("data/topics/street-light.toml", "title = \"Cost\"", "title = \"Money\"");
    project.replace("experiments/lamps.toml", "The lamps of a small town", "Lamps");
    verify().prints("4 of 4 debates re-run, 4 match the stored result");
    project.build().prints("4 done before, 0 done now");
    let page = project.text("site/lamps/index.html");
    assert!(page.contains("Lamps"), "the new title is shown");
    project.replace("data/topics/street-light.toml", "over twenty years?", "over ten years?");
    project.build().prints("0 done before, 4 done now");
}

#[test]
fn a_damaged_run_in_the_store_does_not_stop_other_runs() {
    let project = Project::lamps();
    project.build();
    fs::remove_dir_all(project.path("data/store/objects")).unwrap();
    project.replace("experiments/lamps.toml", "[modes.graph]", "[modes.graph]\nmax_rounds = 2");
    project.build().exits(0).prints("0 done before, 4 done now");
}

#[test]
fn two_runs_with_different_outcomes_are_reported_and_have_a_page() {
    let project = Project::lamps();
    project.build();
    project.replace("experiments/lamps.toml", "[modes.graph]", "[modes.graph]\nmax_rounds = 2");
    project.build();
    // The two runs share the debates of mode single; one of these gets another outcome in the
    // second run.
    let done = project.seen("data/store/runs", |path| fs::read_to_string(path).unwrap());
    let done: Vec<_> = done.iter().filter(|(path, _)| path.ends_with("done.json")).collect();
    let cell = |path: &Path| path.parent().unwrap().file_name().unwrap().to_owned();
    let twin =
        |path: &&Path| done.iter().filter(|(other, _)| cell(other) == cell(path)).count() == 2;
    let shared: Vec<&Path> = done.iter().map(|(path, _)| path.as_path()).filter(twin).collect();
    let (first, other) =
        (shared[0], shared.iter().find(|path| cell(path) != cell(shared[0])).unwrap());
    let runs = project.path("data/store/runs");
    fs::copy(runs.join(other), runs.join(first)).unwrap();
    project.replace("experiments/lamps.toml", "max_rounds = 2", "max_rounds = 1");
    project
        .build()
        .exits(1)
        .reports("has different outcomes in the runs")
        .prints("1 done before, 2 done now, 1 failed");
    let pages = project.seen("site", |path| fs::read(path).unwrap());
    let says = |bytes: &Vec<u8>| {
        String::from_utf8_lossy(bytes).contains("has different outcomes in the runs")
    };
    assert!(pages.values().any(says), "the page of the debate says why it is not there");
}

#[test]
fn verifying_nothing_is_not_a_success() {
    let project = Project::lamps();
    project.build();
    fs::remove_dir_all(project.path("data/store/runs")).unwrap();
    project
        .report(&["verify", "experiments/lamps.toml"])
        .exits(1)
        .reports("run `report build experiments/lamps.toml` first");
}

#[test]
fn a_failing_debate_stops_no_other_and_has_its_page() {
    let project = Project::lamps();
    fs::write(
        project.path("replies.json"),
        r#"[{"question": "cruxes", "answer": {"cruxes": [], "common_ground": [], "idle_disputes": []}}]"#,
    )
    .unwrap();
    project.replace(
        "experiments/lamps.toml",
        "kind = \"corpus\"\nrecall = 1.0",
        "kind = \"script\"\nscript = \"replies.json\"",
    );
    project.build().exits(1).prints("4 debates: 0 done before, 2 done now, 2 failed");
    let pages = project.seen("site", |path| fs::read(path).unwrap());
    let says = |bytes: &[u8]| {
        String::from_utf8_lossy(bytes)
            .contains("the script has no more lines for question arguments")
    };
    let printed = pages
        .iter()
        .filter(|(path, bytes)| path.extension().is_some_and(|e| e == "html") && says(bytes));
    assert!(printed.count() >= 2, "each failed debate has a page that says why");
}

#[test]
fn a_manifest_with_errors_is_reported_and_nothing_is_written() {
    let project = Project::lamps();
    project.replace(
        "experiments/lamps.toml", "\"engineer\", \"shopkeeper\"", "\"engineer\", \"shopkeper\"",
    );
    project.build().exits(2).reports("did you mean `shopkeeper`");
    assert!(!project.path("data/store").exists() && !project.path("site").exists());
}

#[test]
fn a_site_is_not_put_over_sources_or_the_store() {
    let project = Project::lamps();
    let absolute = project.path("personas");
    for (out, cause) in [
        ("personas", "would overwrite `personas`"),
        (absolute.to_str().unwrap(), "would overwrite `personas`"),
        ("data/store/site", "overlap"),
    ] {
        let built = project.report(&["build", "experiments/lamps.toml", "--out", out]);
        built.exits(2);
        let printed = format!("error: `--out {out}`: ");
        built.reports(&printed).reports(cause).reports("\n  help: ");
    }
    assert!(!project.path("data/store").exists() && !project.path("personas/index.html").exists());
    let store = project.path("site/lamps");
    let written = format!("title = \"x\"\nstore = {store:?}\n");
    project.replace("experiments/lamps.toml", "title = ", &format!("{written}# "));
    project.build().exits(2).reports("overlap");
}

#[test]
fn a_script_with_errors_is_reported_before_anything_is_stored() {
    let project = Project::lamps();
    project.write("replies.json", "[\n  {\"question\": \"cruxs\"}\n]\n");
    project.replace(
        "experiments/lamps.toml",
        "kind = \"corpus\"\nrecall = 1.0",
        "kind = \"script\"\nscript = \"replies.json\"",
    );
    for command in ["check", "build"] {
        project
            .report(&[command, "experiments/lamps.toml"])
            .exits(2)
            .reports("answers a question that no mode asks: `cruxs`")
            .reports("[replies.json:2:16]")
            .reports("a script is a JSON list");
    }
    assert!(!project.path("data/store").exists());
    project.write("replies.json", "[");
    let check = || project.report(&["check", "experiments/lamps.toml"]);
    check().reports("EOF").reports("[replies.json:1:1]");
    project.write("replies.json", r#"[{"task": "cruxes"}]"#);
    check().exits(2).reports("unknown field `task`").reports("[replies.json:1:8]");
}

#[test]
fn pages_name_the_path_of_the_manifest() {
    let project = Project::lamps();
    fs::create_dir(project.path("more")).unwrap();
    fs::rename(project.path("experiments/lamps.toml"), project.path("more/lamps.toml")).unwrap();
    project.report(&["build", "more/lamps.toml"]).exits(0);
    let page = project.text("site/lamps/about.md");
    assert!(page.contains("Command: report build more/lamps.toml"), "{page}");
}

/// Prints the files whose bytes Python would write differently.
const RECOMPUTE: &str = r#"
import json, pathlib, sys
for path in pathlib.Path(sys.argv[1]).rglob("*.json"):
    stored = path.read_bytes()
    value = json.loads(stored)
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    if text.encode() != stored:
        print(path)
"#;

#[test]
fn python_recomputes_the_bytes_of_every_object() {
    let project = Project::lamps();
    project.build();
    let objects = project.path("data/store/objects");
    assert!(!files(&objects).is_empty());
    let python =
        std::process::Command::new("python3").args(["-c", RECOMPUTE]).arg(&objects).output();
    let Ok(output) = python else {
        eprintln!("NOT CHECKED: canonical JSON with Python, because there is no python3 here");
        return;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "files that Python writes differently");
}
