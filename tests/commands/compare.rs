//! `report compare`: the modes of an experiment side by side.

use serde_json::Value;

use crate::project::Project;
use crate::transcript::golden;

const LAMPS: &str = "experiments/lamps.toml";

/// The small project with finished debates: one topic, two groups, two modes, one replicate.
fn compared() -> Project {
    let project = Project::lamps();
    project.report(&format!("run {LAMPS}")).exits(0);
    project
}

#[test]
fn cruxes_figures_and_tests_are_tables_and_too_few_blocks_give_no_verdict() {
    let project = compared();
    golden("compare", &project.transcript(&[&format!("compare {LAMPS}")]));
}

#[test]
fn the_csv_has_one_value_a_line_and_the_numbers_of_the_json() {
    let project = compared();
    let csv = project.report(&format!("compare {LAMPS} --csv"));
    let mut rows = csv.exits(0).out.lines().map(|line| line.split(',').collect::<Vec<_>>());
    let head = rows.next().unwrap();
    let column = |name: &str| head.iter().position(|one| *one == name).unwrap();
    let rows: Vec<Vec<&str>> = rows.collect();
    let tables = |name: &str| rows.iter().filter(|row| row[column("table")] == name).count();
    // Two cruxes in two groups and two modes; a figure of each mode.
    assert_eq!(tables("crux"), 8);
    let json = project.report(&format!("compare {LAMPS} --json"));
    let json: Value = serde_json::from_str(&json.exits(0).out).unwrap();
    let modes = json["modes"].as_array().unwrap();
    assert_eq!(modes.len(), 2);
    for mode in modes {
        for (figure, found) in mode["figures"].as_object().unwrap() {
            let Some(value) = found["value"].as_f64() else { continue };
            let of_figure = rows.iter().find(|row| {
                row[column("mode")] == mode["mode"] && row[column("item")] == figure.as_str()
            });
            let row = of_figure.unwrap_or_else(|| panic!("no line of {figure}: {}", csv.out));
            let written: f64 = row[column("value")].parse().unwrap();
            assert!((written - value).abs() < 1e-5, "{figure}: {written}, {value}");
        }
    }
}

#[test]
fn a_topic_that_the_experiment_lacks_and_two_formats_are_refused() {
    let project = compared();
    let missing = project.report(&format!("compare {LAMPS} --topic nowhere"));
    missing.exits(2).reports("the experiment has no topic `nowhere`");
    missing.reports("its topics are street-light");
    assert_eq!(missing.out, "");
    project.report(&format!("compare {LAMPS} --json --csv")).exits(2);
    project.report(&format!("compare {LAMPS} --topic street-light")).exits(0);
}

#[test]
fn before_the_first_debate_there_is_nothing_to_compare() {
    let project = Project::lamps();
    let early = project.report(&format!("compare {LAMPS}"));
    early.exits(1).reports("there is no store at");
    early.reports("run the experiment first");
    project.report(&format!("run {LAMPS} --only mode=graph")).exits(0);
    let partly = project.report(&format!("compare {LAMPS}"));
    partly.exits(0).reports("the cruxes of the topic street-light are not matched");
    partly.reports("run `report run experiments/lamps.toml`");
}
