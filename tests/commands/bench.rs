//! `report bench`.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::project::{Outcome, Project};

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
    let checked = project.report("--root results/none check");
    assert_eq!(checked.code, Some(0), "{}", checked.err);

    let again = project.report("bench cruxes --debates 3 --level none,loud --out again --json");
    let rows: Vec<Value> = serde_json::from_str(&again.out).unwrap();
    assert_eq!(rows.len() + 1, csv.lines().count());
    assert_eq!(project.text("again/cruxes.csv"), csv, "the same seed gives the same results");
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
