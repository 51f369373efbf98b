//! Notebooks of an experiment, from the manifest to the page.

use faultline_report::notebook;

use crate::project::{Outcome, Project};

const EXECUTED: &str = r##"{"nbformat": 4, "nbformat_minor": 5, "metadata": {KEY}, "cells": [
    {"cell_type": "markdown", "id": "a", "metadata": {}, "source": "# Lamps"},
    {"cell_type": "code", "id": "b", "metadata": {}, "source": "1 + 1", "execution_count": 1, "outputs": [
        {"output_type": "execute_result", "data": {"text/plain": "2"}, "metadata": {}, "execution_count": 1}]}]}"##;

fn project(notebook: &str) -> Project {
    let project = Project::lamps();
    project.replace("experiments/lamps.toml", "topics =", "notebooks = [\"look.ipynb\"]\ntopics =");
    project.write("experiments/look.ipynb", notebook);
    project
}

fn run(project: &Project, command: &str) -> Outcome {
    Outcome::of(project.command().args([command, "experiments/lamps.toml"]))
}

#[test]
fn the_summary_counts_notebooks_and_a_warning_says_what_to_run() {
    let hash = notebook::read(&EXECUTED.replace("KEY", "")).unwrap().hash_of_cells();
    let hash = hash.as_str();
    let key = |cells: &str, runs: &str| {
        EXECUTED.replace(
            "KEY",
            &format!(
                r#""faultline": {{"cells": "{cells}", "runs": {{{runs}}}, "version": "0.1.0"}}"#
            ),
        )
    };
    let other = "00".repeat(32);
    let of_run = format!(r#""lamps-0123456789ab": "{other}""#);
    let elsewhere = format!(r#""rivers-0123456789ab": "{other}""#);
    for (notebook, count, warning) in [
        (key(hash, ""), "notebooks: 1 current", ""),
        (key(&other, ""), "notebooks: 1 out of date", "code cells were edited"),
        (
            key(hash, &of_run),
            "notebooks: 1 out of date",
            "they show the debates of lamps-0123456789ab and not of lamps-",
        ),
        (
            key(hash, &elsewhere),
            "notebooks: 1 out of date",
            "the run rivers-0123456789ab is not in the store",
        ),
        (
            EXECUTED.replace("KEY", ""),
            "notebooks: 1 of unknown date",
            "does not say what its outputs were computed from",
        ),
        (
            "{\"nbformat\": 3}".to_owned(),
            "notebooks: 1 not readable",
            "--inplace experiments/look.ipynb",
        ),
        (String::new(), "notebooks: 1 not readable", "it is not JSON"),
    ] {
        let project = project(&notebook);
        run(&project, "build").exits(0).prints(count).reports(warning);
        let again = run(&project, "render");
        again.exits(0).prints(count).prints("(0 files written").reports(warning);
        assert_eq!(
            again.err.contains("warning: the notebook"),
            !warning.is_empty(),
            "{}",
            again.err
        );
        assert!(project.path("site/lamps/notebooks/look.html").is_file());
    }
}

#[test]
fn a_manifest_with_notebooks_has_the_same_run() {
    let runs = |project: &Project| {
        run(project, "build").exits(0);
        let runs = std::fs::read_dir(project.path("data/store/runs")).unwrap();
        runs.map(|run| run.unwrap().file_name()).collect::<Vec<_>>()
    };
    assert_eq!(runs(&Project::lamps()), runs(&project(&EXECUTED.replace("KEY", ""))));
}

#[test]
fn a_check_finds_notebooks_that_are_missing_or_not_worth_showing() {
    let missing = project("{}");
    missing.replace("experiments/lamps.toml", "look.ipynb", "looks.ipynb");
    for command in ["check", "build"] {
        let outcome = run(&missing, command);
        outcome
            .exits(2)
            .reports("the notebook `looks.ipynb` does not exist")
            .reports("did you mean `look.ipynb`?");
    }
    let unrecorded = EXECUTED.replace("KEY", "");
    let not_run = unrecorded.replace("\"execution_count\": 1", "\"execution_count\": null");
    let not_run = not_run.replace(
        r#"{"output_type": "execute_result", "data": {"text/plain": "2"}, "metadata": {}, "execution_count": null}"#,
        "",
    );
    for (notebook, warning) in [
        ("{\"nbformat\": 3}", "it has format 3 of notebooks"),
        (unrecorded.as_str(), "does not say what its outputs were computed from"),
        (not_run.as_str(), "no cell of it has been run"),
    ] {
        run(&project(notebook), "check")
            .exits(0)
            .reports("experiments/look.ipynb")
            .reports(warning);
    }
}
