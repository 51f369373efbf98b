//! `report status`: what is done, failed, missing, damaged or excluded.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use super::project::{Project, files};

const LAMPS: &str = "experiments/lamps.toml";

/// Without the times at which attempts ended, which differ from run to run, and the run's id, from
/// version to version.
fn lasting(text: &str) -> String {
    let lasting = |line: &str| match (line.find("the last "), line.find(" UTC")) {
        (Some(start), Some(end)) => format!("{}the last …{}", &line[..start], &line[end..]),
        _ if line.starts_with("run lamps-") => "run lamps-…".to_owned(),
        _ => line.to_owned(),
    };
    text.lines().map(lasting).collect::<Vec<_>>().join("\n")
}

#[test]
fn status_shows_the_state_of_every_debate_and_the_next_step() {
    let project = Project::lamps();
    let status = || project.report(&["status", LAMPS]);
    let fresh = status();
    assert_eq!((fresh.code, fresh.err.as_str()), (Some(0), ""));
    fresh.prints("4 missing");
    assert!(!project.path("data/store").exists(), "looking makes no store");

    let more = "[modes.graph]\n[modes.short]\nmode = \"graph\"\nmax_rounds = 1\n\
                [[exclude]]\nmode = \"short\"\npersona = \"shopkeeper\"\n";
    project.replace(LAMPS, "[modes.graph]", more);
    let script = r#"[{"question": "cruxes", "answer": {"cruxes": [], "common_ground": [], "idle_disputes": []}}]"#;
    fs::write(project.path("replies.json"), script).unwrap();
    let scripted = |command: &str, more: &[&str]| {
        let provider = ["--provider", "script:replies.json"];
        project.report(&[&[command, LAMPS][..], &provider, more].concat())
    };
    scripted("run", &["--only", "mode=single"]);
    scripted("run", &["--only", "mode=graph,persona=shopkeeper"]);
    scripted("run", &["--only", "mode=graph,persona=shopkeeper"]);
    insta::assert_snapshot!(lasting(&scripted("status", &[]).out), @r"
    state     topic         personas                mode
    missing   street-light  engineer + lamplighter  graph
    missing   street-light  engineer + lamplighter  short
    done      street-light  engineer + lamplighter  single
    failed    street-light  engineer + shopkeeper   graph
              2 attempts, the last … UTC: no persona put forward an argument: `arguments` failed: the provider did not reply: the script has no more lines for question arguments for engineer
    excluded  street-light  engineer + shopkeeper   short
    done      street-light  engineer + shopkeeper   single

    matching of the cruxes of street-light: missing
    5 debates: 2 done, 1 failed, 2 missing, 1 excluded
    next: `report run experiments/lamps.toml --provider script:replies.json` runs the debates that are not done
    run lamps-…
    ");
    let some: Value =
        serde_json::from_str(&scripted("status", &["--json", "--only", "persona=shopkeeper"]).out)
            .unwrap();
    let states: Vec<&str> = some["debates"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["state"].as_str().unwrap())
        .collect();
    assert_eq!(states, ["failed", "excluded", "done"]);
    assert_eq!((&some["failed"], &some["missing"]), (&1.into(), &0.into()));
    assert_eq!(some["debates"][0]["trouble"]["attempts"], 2);
}

#[test]
fn debates_done_in_other_runs_count_and_damaged_ones_are_reported() {
    let project = Project::lamps();
    project.build();
    let status = || project.report(&["status", LAMPS]).out;
    assert!(
        status().contains("4 done\nnext: `report render experiments/lamps.toml`"),
        "{}",
        status()
    );
    project.replace(LAMPS, "[modes.graph]", "[modes.graph]\nmax_rounds = 1");
    assert!(status().contains("2 done, 2 missing"), "another run has the debates of mode single");
    project.replace(LAMPS, "max_rounds = 1", "max_rounds = 6");
    for object in files(&project.path("data/store/objects")) {
        fs::remove_file(object).unwrap();
    }
    let damaged = status();
    assert!(damaged.contains("4 damaged") && damaged.contains("there is no object"), "{damaged}");
    assert!(damaged.contains("next: `report verify experiments/lamps.toml`"), "{damaged}");
}

#[test]
fn an_interrupted_debate_is_not_failed_and_missing_in_the_plan() {
    let project = Project::paid();
    project.report(&["run", "--offline", LAMPS]).exits(1);
    project
        .report(&["status", LAMPS])
        .prints("interrupted  street-light")
        .prints(": 4 interrupted\n");
    project.report(&["plan", LAMPS]).prints("4 debates: 0 done, 4 missing");
}

#[test]
fn a_missing_reply_is_reported_with_every_done_json_that_keeps_its_debate_done() {
    let project = Project::paid();
    project.build();
    project.replace(LAMPS, "[modes.single]", "");
    let replies = files(&project.path("data/store/cache"));
    let is_attack =
        |path: &&PathBuf| fs::read_to_string(path).unwrap().contains("\\\"attacks\\\":");
    fs::remove_file(replies.iter().find(is_attack).unwrap()).unwrap();
    let named = || {
        let status = project.report(&["status", "--json", LAMPS]).out;
        let status: Value = serde_json::from_str(&status).unwrap();
        let debates = status["debates"].as_array().unwrap().iter();
        let errors = debates.filter_map(|debate| debate["trouble"]["error"].as_str());
        let paths = |error: &str| {
            let (_, paths) =
                error.split_once(", which is needed for ").expect("a reply is missing");
            let (paths, _) = paths.split_once("; ").unwrap();
            paths.split(" and ").map(|path| project.path(path)).collect::<Vec<_>>()
        };
        errors.flat_map(paths).collect::<Vec<_>>()
    };
    assert_eq!(named().len(), 1, "the debate is done in the first run");
    assert!(named()[0].ends_with("done.json") && named()[0].exists());
    project.build();
    assert_eq!(named().len(), 2, "now it is done in the second run as well");
    for path in named() {
        fs::remove_file(path).unwrap();
    }
    project.build().exits(0).prints("1 done before, 1 done now");
    assert!(named().is_empty(), "the reply was asked for again");
}
