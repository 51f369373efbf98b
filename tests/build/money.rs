//! What debates cost: planned, agreed to, kept within a budget.

use std::fs;

use super::project::{Outcome, Project, golden};

const MANIFEST: &str = "experiments/lamps.toml";

/// One debate, in which a script answers badly, and then well when the answer is sent back.
const SCRIPTED: &str = r#"
title = "Lamps, scripted"
topics = ["street-light"]
personas = [["engineer", "lamplighter"]]

[provider]
kind = "script"
script = "script.json"

[models]
strong = "big"

[modes.single]
"#;

const SCRIPT: &str = r#"[
  {"question": "cruxes", "answer": "I would rather not."},
  {"question": "cruxes", "answer": {
    "cruxes": [],
    "idle_disputes": [],
    "common_ground": [{
      "statement": "The lamps should be counted.",
      "holders": [
        {"persona": "engineer", "excerpts": ["dynamo"]},
        {"persona": "lamplighter", "excerpts": ["cables"]}
      ]
    }]
  }}
]"#;

const PRICED: &str = "[prices]\nbig = { input = 1, output = 2 }\n";

fn scripted() -> Project {
    let project = Project::lamps();
    project.write("script.json", SCRIPT);
    project.write(MANIFEST, SCRIPTED);
    project
}

/// Adds to the manifest.
fn add(project: &Project, text: &str) {
    project.write(MANIFEST, &format!("{}\n{text}", project.text(MANIFEST)));
}

fn report(project: &Project, command: &str) -> Outcome {
    project.report(&[command, MANIFEST])
}

/// The commit points of all debates, by their files.
fn outcomes(project: &Project) -> Vec<(String, String)> {
    let files = project.seen("data/store/runs", |path| fs::read_to_string(path).unwrap());
    let files = files.into_iter().map(|(path, text)| (path.display().to_string(), text));
    files.filter(|(path, _)| path.ends_with("done.json")).collect()
}

/// The tokens of all attempts on record.
fn spent(project: &Project) -> u64 {
    let files = project.seen("data/store/runs", |path| fs::read_to_string(path).unwrap());
    let attempts =
        files.iter().filter(|(path, _)| path.display().to_string().contains("attempts/"));
    let tokens = attempts.flat_map(|(_, text)| text.lines()).map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let models = line["attempt"]["spent"].as_object().into_iter().flatten();
        let of = |model: &serde_json::Value, part: &str| model[part].as_u64().unwrap();
        models.map(|(_, model)| of(model, "input") + of(model, "output")).sum::<u64>()
    });
    tokens.sum()
}

#[test]
fn a_debate_stops_before_a_repair_that_it_cannot_pay_and_goes_on_when_it_can() {
    let undisturbed = scripted();
    report(&undisturbed, "run").exits(0);
    assert_eq!(outcomes(&undisturbed).len(), 1);

    let project = scripted();
    add(&project, &format!("{PRICED}[budget]\ncell_usd = 0.011\n"));
    for replies in [
        "1 reply requested, 0 from the store; $0.0011 spent",
        "0 replies requested, 1 from the store",
    ] {
        let stopped = report(&project, "run");
        stopped.exits(75).prints(replies);
        let printed = "failed: the next call may cost up to $0.0104, but this debate has spent $0.0011 of the $0.0110 that `cell_usd` \
                    allows; raise `cell_usd` in [budget] and run again to continue the debate where it stopped";
        stopped.reports(printed);
        assert!(outcomes(&project).is_empty(), "a debate that waits has no outcome");
    }
    project.replace(MANIFEST, "cell_usd = 0.011", "cell_usd = 0.012");
    report(&project, "run").exits(0).prints("1 reply requested, 1 from the store");
    assert_eq!(outcomes(&project), outcomes(&undisturbed));
    assert_eq!(spent(&project), spent(&undisturbed), "nothing was paid twice");
}

#[test]
fn what_a_run_spends_is_counted_over_all_its_attempts() {
    // Several replicates, because half of the cost must pay for at least one call of the largest
    // size.
    let repeated = || {
        let project = Project::paid();
        project.replace(MANIFEST, "topics = ", "replicates = 4\ntopics = ");
        project
    };
    let undisturbed = repeated();
    report(&undisturbed, "run").exits(0);
    let whole = spent(&undisturbed);

    let project = repeated();
    let part = whole / 2;
    project.replace(MANIFEST, "[budget]", &format!("[budget]\nrun_tokens = {part}"));
    for attempt in 1..=2 {
        report(&project, "run").exits(75).reports("raise `run_tokens` in [budget]");
        let so_far = spent(&project);
        assert!((1..=part).contains(&so_far), "{so_far} of {part} in attempt {attempt}");
    }
    project.replace(MANIFEST, &format!("run_tokens = {part}"), "run_tokens = 1_000_000_000");
    report(&project, "run").exits(0);
    assert_eq!(outcomes(&project), outcomes(&undisturbed));
    assert_eq!(spent(&project), whole, "nothing was asked twice");
}

#[test]
fn without_a_terminal_money_is_spent_only_with_permission() {
    let project = scripted();
    add(&project, PRICED);
    let refused = report(&project, "build");
    assert_eq!((refused.code, refused.out.as_str()), (Some(2), ""));
    golden("cli/money", "refused", &refused.err);
    assert!(!project.path("site").exists() && !project.path("data/store/runs").exists());
    assert_eq!(project.report(&["run", "--offline", MANIFEST]).code, Some(1), "offline is free");
    let agreed = project.report(&["run", "--yes", MANIFEST]);
    agreed.exits(0);
    assert!(agreed.err.starts_with("1 missing debate, about "), "{}", agreed.err);
    let again = report(&project, "run");
    assert_eq!((again.code, again.err.as_str()), (Some(0), ""), "what is done costs nothing");

    let limited = scripted();
    add(&limited, &format!("{PRICED}[budget]\nrun_usd = 1\n"));
    assert_eq!(report(&limited, "run").code, Some(0), "a budget is leave enough");
}

#[test]
fn a_plan_says_what_there_is_to_do_and_touches_nothing() {
    let project = Project::lamps();
    let plan = |name: &str| {
        let before = project.seen("", |path| fs::read(path).unwrap());
        let planned = report(&project, "plan");
        assert_eq!((planned.code, planned.err.as_str()), (Some(0), ""));
        golden("cli/money", name, &planned.out);
        assert_eq!(project.seen("", |path| fs::read(path).unwrap()), before);
    };
    plan("plan-new");
    project.report(&["run", "--only", "mode=graph,persona=shopkeeper", MANIFEST]).exits(0);
    plan("plan-begun");
    report(&project, "run").exits(0);
    plan("plan-done");
}

#[test]
fn a_plan_shows_costs_budget_and_spending() {
    let project = scripted();
    add(&project, &format!("{PRICED}[budget]\nrun_usd = 0.5\ncell_usd = 0.010\n"));
    report(&project, "run").exits(75);
    golden("cli/money", "plan-priced", &report(&project, "plan").out);
    let json = project.report(&["plan", "--json", MANIFEST]);
    golden("cli/money", "plan-json", &json.out);
}
