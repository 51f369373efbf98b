//! `report bench`.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::project::{Outcome, Project, files};

/// An empty folder: the benchmark needs no project.
fn empty() -> Project {
    Project::of(&PathBuf::from("."), &[])
}

#[test]
fn planted_debates_are_run_and_scored_in_every_mode() {
    let project = empty();
    let Outcome { code, out, err } =
        project.report("bench cruxes --debates 3 --level none,loud --out results --keep --jobs 2");
    assert_eq!(code, Some(0), "{err}");
    for heading in ["none ", "loud ", "random ", "opposed tags ", "word overlap "] {
        assert!(out.lines().any(|line| line.starts_with(heading)), "{heading}: {out}");
    }
    let csv = project.text("results/cruxes.csv");
    let debates = project.text("results/debates.csv");
    assert_eq!(csv.lines().next(), Some("level,by,measure,value,low,high,debates"));
    for row in ["none,random,F1,", "none,graph,recall,", "loud,belief,calls,", "loud,single,F1,"] {
        assert!(csv.lines().any(|line| line.starts_with(row)), "{row}: {csv}");
    }
    // Two levels, three debates, three baselines and at least three modes.
    assert!(debates.lines().count() > 2 * 3 * 6, "{debates}");
    let checked = project.report("check --root results/none");
    assert_eq!(checked.code, Some(0), "{}", checked.err);

    let again = project.report("bench cruxes --debates 3 --level none,loud --out again --json");
    let rows: Vec<Value> = serde_json::from_str(&again.out).unwrap();
    assert_eq!(rows.len() + 1, csv.lines().count());
    assert_eq!(project.text("again/cruxes.csv"), csv, "the same seed gives the same results");
}

#[test]
fn modes_are_run_under_their_controls_and_every_control_can_be_repeated_from_the_store() {
    let project = empty();
    let bench =
        "bench cruxes --debates 8 --level none --modes graph,belief,single --controls --keep";
    let Outcome { code, out, err } = project.report(&format!("{bench} --out results"));
    assert_eq!(code, Some(0), "{err}");
    for control in
        ["graph (isolated)", "graph (shuffled)", "belief (isolated)", "belief (shuffled)"]
    {
        assert!(out.lines().any(|line| line.starts_with(control)), "{control}: {out}");
        let gains = project.text("results/gains.csv");
        assert!(gains.contains(&format!(",{control},")), "{control}: {gains}");
    }
    assert!(!out.contains("single ("), "no persona sees the others in this mode: {out}");
    let page = project.text("results/index.md");
    assert!(page.contains("## What the protocols add to their controls"), "{page}");

    let in_project = |command: &str| {
        let command =
            format!("{command} results/none/experiments/2-personas.toml --root results/none");
        let Outcome { code, out, err } = project.report(&command);
        assert_eq!(code, Some(0), "{command}: {out}{err}");
        out
    };
    in_project("verify");
    assert!(in_project("status").contains("graph (shuffled)"));
    in_project("render");
    let pages = files(&project.path("results/none/site/2-personas"));
    let pages = pages.iter().filter(|path| path.extension().is_some_and(|end| end == "html"));
    let texts: Vec<String> = pages.filter_map(|path| fs::read_to_string(path).ok()).collect();
    let has = |text: &str| texts.iter().filter(|page| page.contains(text)).count();
    assert!(has("A control: personas did not see each other.") > 0);
    assert!(has("A control: personas saw contributions of a debate on another topic") > 0);
}

#[cfg(unix)]
#[test]
fn a_stopped_benchmark_leaves_the_results_of_the_one_before() {
    let project = empty();
    let bench = "bench cruxes --level none,loud --modes graph --jobs 1 --out results";
    project.report(&format!("{bench} --debates 3")).exits(0);
    let results = || {
        ["cruxes.csv", "debates.csv", "index.html"]
            .map(|name| project.text(&format!("results/{name}")))
    };
    let before = results();
    let mut command = project.command();
    command.args(bench.split(' ')).args(["--debates", "60"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    // The first table has been printed, so the debates of the second level are running.
    let mut printed = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut printed).unwrap();
    assert!(printed.starts_with("none "), "{printed}");
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    assert_eq!(child.wait().unwrap().code(), Some(75));
    assert_eq!(results(), before);
}

#[test]
fn statements_of_a_project_with_errors_are_not_compared_without_their_authors() {
    let project = Project::lamps();
    project.write("pairs.jsonl", "{\"first\": \"A.\", \"second\": \"B.\", \"label\": \"same\"}\n");
    project.report("bench compare pairs.jsonl --out results").exits(0);
    project.write("data/topics/street-light.toml", "title = 3\n");
    let refused = project.report("bench compare pairs.jsonl --out results");
    refused.exits(2).reports("data/topics/street-light.toml");
}

#[test]
fn invalid_arguments_of_the_benchmark_are_reported_with_a_remedy() {
    let project = empty();
    fs::write(project.path("file"), "").unwrap();
    for (arguments, message, remedy) in [
        ("--level nonne", "`--level`: there is no `nonne`", "did you mean `none`?"),
        ("--modes grpah", "`--modes`: there is no `grpah`", "did you mean `graph`?"),
        ("--debates 0", "invalid value '0' for '--debates <N>'", "write a whole number from 1"),
        ("--out file/results", "`--out file/results`", "name a folder that you may write to"),
    ] {
        let Outcome { code, out, err } = project.report(&format!("bench cruxes {arguments}"));
        assert_eq!(code, Some(2), "{arguments}: {err}");
        assert!(out.is_empty() && err.contains(message) && err.contains(remedy), "{err}");
    }
}

/// The pairs of this repository, labelled by a reader.
const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/labelled/shipped-pairs.jsonl");

/// The value of a figure in `compare.csv`.
fn figure(csv: &str, row: &str) -> f64 {
    let line =
        csv.lines().find(|line| line.starts_with(row)).unwrap_or_else(|| panic!("{row}: {csv}"));
    line[row.len()..].split(',').next().unwrap().parse().unwrap()
}

#[test]
fn the_filter_lets_through_nearly_every_labelled_pair_that_says_the_same() {
    let project = Project::jobs();
    let Outcome { code, out, err } =
        project.report(&format!("bench compare {SHIPPED} --provider corpus --out results"));
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("100 labelled pairs") && out.contains("not judged"), "{out}");
    let csv = project.text("results/compare.csv");
    assert!(figure(&csv, "all,same,filter recall,") >= 0.95, "{csv}");
    assert!(figure(&csv, "all,different,filter recall,") < 0.5, "not every pair is judged: {csv}");
    assert!(figure(&csv, "corpora,same,precision,") > 0.8, "{csv}");
    let pairs = project.text("results/pairs.csv");
    assert_eq!(pairs.lines().count(), 101);
    assert!(project.text("results/compare.html").contains("macro-F1"));
    let again = project.report(&format!("bench compare {SHIPPED} --provider corpus --out again"));
    assert_eq!(
        again.out,
        out.replace("results", "again"),
        "the same seed gives the same intervals"
    );
}

#[test]
fn a_provider_is_scored_by_its_judgements_and_a_missing_one_counts_as_wrong() {
    let project = empty();
    let pair = |first: &str, second: &str, label: &str| {
        format!("{{\"first\": \"{first}\", \"second\": \"{second}\", \"label\": \"{label}\"}}\n")
    };
    let lines = [
        pair("It is loud.", "There is noise.", "same"),
        pair("It is loud.", "It is quiet.", "opposed"),
        pair("It is loud.", "<b>Bread</b> is dear.", "different"),
    ];
    project.write("pairs.jsonl", &lines.concat());
    let judgement = |second: &str, likeness: &str| {
        format!("{{\"first\": \"i1\", \"second\": \"{second}\", \"likeness\": \"{likeness}\"}}")
    };
    let answer = [judgement("i2", "same"), judgement("i3", "same")].join(",");
    let script = format!(
        "[{{\"question\": \"compare_pairs\", \"answer\": {{\"judgements\": [{answer}]}}}}]"
    );
    project.write("replies.json", &script);
    let line = "bench compare pairs.jsonl --provider script:replies.json --out results --json";
    let Outcome { code, out, err } = project.report(line);
    assert_eq!(code, Some(0), "{err}");
    let rows: Vec<Value> = serde_json::from_str(&out).unwrap();
    let csv = project.text("results/compare.csv");
    assert_eq!(rows.len() + 1, csv.lines().count());
    assert!((figure(&csv, "all,same,precision,") - 0.5).abs() < 1e-9);
    assert!((figure(&csv, "all,same,recall,") - 1.0).abs() < 1e-9);
    assert!(figure(&csv, "all,opposed,recall,").abs() < 1e-9);
    assert!(figure(&csv, "all,different,recall,").abs() < 1e-9, "it was not judged");
    let pairs = |figure: &str| {
        let start = format!("all,same,{figure},");
        let line = csv.lines().find(|line| line.starts_with(&start)).unwrap();
        line.rsplit(',').next().unwrap()
    };
    let covered = ["precision", "recall", "F1"].map(pairs);
    assert_eq!(covered, ["2", "1", "2"], "judged so, labelled so, either of them");
    let page = project.text("results/compare.html");
    assert!(page.contains("2 of 3 pairs judged in 1 call"), "{page}");
}

#[test]
fn pairs_without_a_source_are_listed_beside_the_sources() {
    let project = empty();
    let pair = |second: &str, source: &str| {
        format!(
            "{{\"first\": \"It is loud.\", \"second\": \"{second}\", \"label\": \"same\"{source}}}\n"
        )
    };
    let named = pair("There is noise.", ", \"source\": \"mine\"");
    let unnamed = pair("One hears much.", "") + &pair("It booms.", "");
    let sources = |text: &str| -> Vec<String> {
        project.write("pairs.jsonl", text);
        project.report("bench compare pairs.jsonl --out results").exits(0);
        let csv = project.text("results/compare.csv");
        let rows = csv.lines().filter(|line| line.contains(",filter recall,"));
        let field = |row: &str, place| row.split(',').nth(place).unwrap().to_owned();
        rows.map(|row| format!("{}: {}", field(row, 0), field(row, 6))).collect()
    };
    assert_eq!(sources(&(named + &unnamed)), ["all: 3", "mine: 1", "no source: 2"]);
    assert_eq!(sources(&unnamed), ["all: 2"], "no pair has a source");
}

#[test]
fn bad_lines_and_arguments_of_labelled_pairs_are_reported_with_place_cause_and_remedy() {
    let project = empty();
    project
        .write("bad.jsonl", "{\"first\": \"A.\", \"second\": \"B.\", \"label\": \"alike\"}\n{}\n");
    project.write("good.jsonl", "{\"first\": \"A.\", \"second\": \"B.\", \"label\": \"same\"}\n");
    let on = |topic: &str, second: &str| {
        format!(
            "{{\"first\": \"A.\", \"second\": \"{second}\", \"label\": \"same\", \"topic\": \"{topic}\"}}\n"
        )
    };
    project.write("topics.jsonl", &[on("a", "B."), on("a", "C."), on("b", "B.")].concat());
    project.write("latin", "");
    fs::write(project.path("latin"), b"\xe9").unwrap();
    for (arguments, message, remedy) in [
        ("bad.jsonl", "unknown variant `alike`", "a label is same, opposed, related or"),
        ("bad.jsonl", "[bad.jsonl:2:1]", "missing field `first`"),
        ("none.jsonl", "`none.jsonl` cannot be read", "name a file of UTF-8 text"),
        ("latin", "`latin` cannot be read", "name a file of UTF-8 text"),
        ("good.jsonl --provider corpse", "no provider is named `corpse`", "did you mean `corpus`?"),
        (
            "good.jsonl --out good.jsonl/x",
            "`--out good.jsonl/x`",
            "name a folder that you may write",
        ),
        (
            "good.jsonl --provider openai:some-model",
            "nothing was run: judging 1 pair needs 1 call to some-model and may cost money",
            "add `--yes`",
        ),
        (
            "topics.jsonl --provider openai:some-model",
            "judging 3 pairs needs 2 calls to some-model",
            "add `--yes`",
        ),
    ] {
        let Outcome { code, out, err } = project.report(&format!("bench compare {arguments}"));
        assert_eq!(code, Some(2), "{arguments}: {err}");
        assert!(out.is_empty() && err.contains(message) && err.contains(remedy), "{err}");
    }
}

#[test]
fn no_mode_reports_agreement_over_a_planted_crux_where_nothing_is_hidden() {
    let project = empty();
    let bench = "bench cruxes --debates 30 --level none --modes dispute,dialogue,graph,procon";
    project.report(&format!("{bench} --out results --jobs 2")).exits(0);
    let csv = project.text("results/cruxes.csv");
    for mode in ["dispute", "dialogue", "graph", "procon"] {
        let row = format!("none,{mode},false consensus,0.0000,0.0000,0.0000,30");
        assert!(csv.lines().any(|line| line == row), "{row}: {csv}");
    }
}
