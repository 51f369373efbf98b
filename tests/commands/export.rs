//! `report export`: debates for other programs.

use std::fs;

use crate::project::{Outcome, Project};

const LAMPS: &str = "experiments/lamps.toml";

/// The small project with finished debates: one topic, two groups, the modes `graph` and `single`.
fn run() -> Project {
    let project = Project::lamps();
    project.report(&format!("run {LAMPS}")).exits(0);
    project
}

/// The rows of a table, each as its fields by column.
fn table(project: &Project, name: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let text = fs::read_to_string(project.path(&format!("out/{name}.csv"))).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().unwrap().iter().map(str::to_owned).collect();
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
    (header, rows.collect())
}

#[test]
fn tables_have_every_debate_node_edge_and_position_and_join_by_the_debate() {
    let project = run();
    let done = project.report(&format!("export {LAMPS} --format csv --out out"));
    done.exits(0);
    assert_eq!(done.out, "exported 4 debates: 7 files in out\n");
    let (header, debates) = table(&project, "debates");
    assert_eq!(debates.len(), 4);
    let ids: Vec<&String> = debates.iter().map(|row| &row[0]).collect();
    let cruxes_at = header.iter().position(|column| column == "cruxes").unwrap();
    let (_, nodes) = table(&project, "nodes");
    let (_, edges) = table(&project, "edges");
    let (_, cruxes) = table(&project, "cruxes");
    let (_, agreed) = table(&project, "agreed");
    for row in nodes.iter().chain(&edges).chain(&cruxes).chain(&agreed) {
        assert!(ids.contains(&&row[0]), "{row:?}");
    }
    for row in &edges {
        let joins = |id: &String| nodes.iter().any(|node| node[0] == row[0] && node[1] == *id);
        assert!(joins(&row[2]) && joins(&row[3]), "{row:?}");
    }
    for debate in &debates {
        let of_debate = cruxes.iter().filter(|row| row[0] == debate[0]);
        let ranks: std::collections::BTreeSet<&String> = of_debate.map(|row| &row[1]).collect();
        assert_eq!(ranks.len().to_string(), debate[cruxes_at]);
    }
}

#[test]
fn a_framework_can_be_solved_and_a_graph_names_every_node() {
    let project = run();
    let only = "--only mode=graph";
    for format in ["af", "apx", "tgf"] {
        let out = format!("export {LAMPS} --format {format} {only} --out {format}");
        project.report(&out).exits(0);
        for entry in fs::read_dir(project.path(format)).unwrap() {
            let file = entry.unwrap().file_name().into_string().unwrap();
            assert!(file.starts_with("street-light--graph--"), "{file}");
            let solved = project.report(&format!("solve -p SE-GR -f {format}/{file}"));
            solved.exits(0);
            assert!(solved.out.starts_with('w'), "{}", solved.out);
        }
    }
    project.report(&format!("export {LAMPS} --format graphml {only} --out out")).exits(0);
    project.report(&format!("export {LAMPS} --format json {only} --out out")).exits(0);
    for entry in fs::read_dir(project.path("out")).unwrap() {
        let path = entry.unwrap().path();
        let Some(stem) = path.to_str().unwrap().strip_suffix(".json") else { continue };
        let record: serde_json::Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let xml = fs::read_to_string(format!("{stem}.graphml")).unwrap();
        let nodes = record["graph"]["nodes"].as_array().map_or(0, Vec::len);
        assert_eq!(xml.matches("<node id=").count(), nodes, "{stem}");
        assert!(nodes > 0);
    }
}

#[test]
fn files_are_written_below_the_project_wherever_the_command_is_called() {
    let project = run();
    let mut command = project.command();
    command.current_dir(project.path("personas")).args(["export", "lamps", "--format", "csv"]);
    let done = Outcome::of(&mut command);
    assert_eq!(done.exits(0).out, "exported 4 debates: 7 files in ../export/lamps\n");
    assert!(project.path("export/lamps/debates.csv").is_file());
}

#[test]
fn what_is_missing_or_does_not_fit_the_format_is_said() {
    let project = Project::lamps();
    project.report(&format!("export {LAMPS} --format csv")).exits(1).reports("run the experiment");
    project.report(&format!("run {LAMPS} --only mode=graph")).exits(0);
    let partly = project.report(&format!("export {LAMPS} --format qbaf"));
    partly.exits(0).reports("2 debates not done and not exported");
    partly.reports("`report run experiments/lamps.toml` runs what is missing");
    let left_out = "exported 0 debates: 0 files in export/lamps; left out: 2 debates that are not bipolar frameworks with base scores\n";
    assert_eq!(partly.out, left_out);
    project.report(&format!("export {LAMPS} --format xml")).exits(2).reports("possible values");
    project.report(&format!("export {LAMPS}")).exits(2).reports("--format");
    fs::write(project.path("taken"), "a file").unwrap();
    let taken = project.report(&format!("export {LAMPS} --format csv --out taken"));
    taken.exits(2).reports("`--out taken`").reports("name a folder that you may write to");
}
