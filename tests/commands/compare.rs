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
    // Two cruxes in two groups and two modes.
    assert_eq!(tables("crux"), 8);
    for row in rows.iter().filter(|row| row[column("table")] == "crux") {
        assert_eq!(["value", "count", "n"].map(|name| row[column(name)]), ["1", "1", "1"]);
    }
    // Without replicates there is no similarity to compare, and two blocks are too few for the
    // other figures.
    assert_eq!(tables("test"), 5);
    for row in rows.iter().filter(|row| row[column("table")] == "test") {
        let expected = ["2", "", "", "n too small"];
        assert_eq!(
            ["blocks", "p", "adjusted_p", "verdict"].map(|name| row[column(name)]),
            expected
        );
    }
    let json = project.report(&format!("compare {LAMPS} --json"));
    let json: Value = serde_json::from_str(&json.exits(0).out).unwrap();
    let modes = json["modes"].as_array().unwrap();
    assert_eq!(modes.len(), 2);
    for mode in modes {
        for (figure, found) in mode["figures"].as_object().unwrap() {
            let Some(value) = found["value"].as_f64() else { continue };
            let of_figure = rows.iter().find(|row| {
                let is_figure = row[column("table")] == "figure";
                is_figure
                    && row[column("mode")] == mode["mode"]
                    && row[column("item")] == figure.as_str()
            });
            let row = of_figure.unwrap_or_else(|| panic!("no line of {figure}: {}", csv.out));
            let written: f64 = row[column("value")].parse().unwrap();
            assert!((written - value).abs() < 1e-5, "{figure}: {written}, {value}");
            assert_eq!(row[column("blocks")], found["blocks"].to_string(), "{figure}");
        }
    }
}

#[test]
fn modes_with_different_blocks_show_their_number_and_are_to_be_compared_by_the_tests() {
    let project = compared();
    let sentence = "Not every mode has a finished debate in every block";
    let has_row = |out: &str| out.lines().any(|line| line.starts_with("Blocks "));
    let same = project.report(&format!("compare {LAMPS}"));
    assert!(!same.out.contains(sentence) && !has_row(&same.out), "{}", same.out);

    let partly = Project::lamps();
    partly.report(&format!("run {LAMPS} --only mode=graph --only persona=shopkeeper")).exits(0);
    let different = partly.report(&format!("compare {LAMPS}"));
    assert!(different.out.contains(sentence) && has_row(&different.out), "{}", different.out);
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
