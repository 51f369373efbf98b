//! Damage in a store is reported with its file and a remedy, affects nothing else, and is never
//! repaired silently.

use std::fs;
use std::path::{Path, PathBuf};

use crate::project::{Outcome, Project, files};

fn render(project: &Project) -> Outcome {
    project.report(&["render", "experiments/lamps.toml"])
}

/// The first file of the store whose path ends so and that says so.
fn file(project: &Project, ending: &str, says: &str) -> PathBuf {
    let mut files = files(&project.path("data/store"));
    files.sort();
    let wanted = |path: &PathBuf| {
        path.to_str().unwrap().ends_with(ending) && fs::read_to_string(path).unwrap().contains(says)
    };
    files.into_iter().find(wanted).unwrap()
}

fn cut(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    fs::write(path, &text[..text.len() / 2]).unwrap();
    text
}

/// How many pages say that a debate cannot be read.
fn unreadable(project: &Project) -> usize {
    let says = |path: &Path| fs::read_to_string(path).unwrap().contains("it cannot be read");
    let root = project.path("site/lamps/debates");
    files(&root)
        .iter()
        .filter(|path| path.extension().is_some_and(|e| e == "html") && says(path))
        .count()
}

#[test]
fn a_damaged_snapshot_affects_only_the_page_of_its_debate() {
    let project = Project::lamps();
    project.build();
    let whole = project.seen("site", |path| fs::read(path).unwrap());
    let object = file(&project, ".json", "\"turns\":[{");
    let text = cut(&object);
    let rendered = render(&project);
    rendered.exits(1).prints("; 1 debate could not be read");
    let name = object.file_name().unwrap().to_str().unwrap();
    rendered.reports(name).reports("delete the object");
    assert_eq!(unreadable(&project), 1);
    let place = project.path("data");
    let printed = project.seen("site", |path| fs::read_to_string(path).unwrap_or_default());
    assert!(
        printed.values().all(|page| !page.contains(place.to_str().unwrap())),
        "no page contains the path of the store"
    );

    fs::write(&object, text).unwrap();
    render(&project).exits(0);
    assert_eq!(project.seen("site", |path| fs::read(path).unwrap()), whole);
}

#[test]
fn a_file_that_is_not_the_store_s_is_named_and_is_not_damage() {
    let project = Project::lamps();
    project.build();
    project.write("data/store/objects/notes.txt", "mine");
    project
        .report(&["verify", "experiments/lamps.toml"])
        .exits(0)
        .reports("objects/notes.txt: this file does not belong to a store")
        .reports("help: move it out of the store, or delete it");
}

#[test]
fn a_missing_object_is_rebuilt_as_the_error_says() {
    let project = Project::paid();
    project.build();
    let before = project.seen("data/store/objects", |path| fs::read(path).unwrap());
    let done = file(&project, "done.json", "outcome");
    let outcome = fs::read_to_string(&done).unwrap();
    let digits = outcome.split_once("\"outcome\":\"").unwrap().1;
    let object = format!("data/store/objects/{}/{}.json", &digits[..2], &digits[2..64]);
    fs::remove_file(project.path(&object)).unwrap();
    project
        .build()
        .exits(75)
        .reports("which is missing")
        .reports("done.json")
        .prints("3 done before, 0 done now, 1 failed");
    fs::remove_file(done).unwrap();
    project.build().exits(0).prints("1 done now, 0 failed; 0 replies requested");
    assert_eq!(project.seen("data/store/objects", |path| fs::read(path).unwrap()), before);
}

#[test]
fn a_damaged_done_json_is_reported_by_every_command_and_not_changed() {
    let project = Project::lamps();
    project.build();
    let done = file(&project, "done.json", "outcome");
    cut(&done);
    let half = fs::read(&done).unwrap();
    for (command, code) in [("build", 75), ("render", 1)] {
        project
            .report(&[command, "experiments/lamps.toml"])
            .exits(code)
            .reports("done.json")
            .reports("or delete it");
        assert_eq!(unreadable(&project), 1);
        assert_eq!(fs::read(&done).unwrap(), half);
    }
    project.report(&["verify", "experiments/lamps.toml"]).exits(1).reports("done.json");
    fs::remove_file(done).unwrap();
    project.build().exits(0);
}

#[test]
fn a_damaged_reply_fails_its_debate_and_is_not_asked_for_again() {
    let project = Project::paid();
    project.build();
    fs::remove_dir_all(project.path("data/store/runs")).unwrap();
    let reply = file(&project, ".json", "\\\"attacks\\\":");
    cut(&reply);
    let half = fs::read(&reply).unwrap();
    let built = project.build();
    built.exits(75).prints("3 done now, 1 failed; 0 replies requested");
    let name = reply.file_name().unwrap().to_str().unwrap();
    built.reports(name).reports("or delete it");
    assert_eq!(fs::read(&reply).unwrap(), half);
    fs::remove_file(&reply).unwrap();
    project.build().exits(0).prints("1 done now, 0 failed; 1 reply requested");
}

#[test]
fn a_store_of_another_layout_is_refused_and_not_changed() {
    let project = Project::lamps();
    project.build();
    project.replace("data/store/VERSION", "\"layout\":1", "\"layout\":2");
    let before = project.seen("", |path| fs::read(path).unwrap());
    for command in ["build", "render", "verify"] {
        project
            .report(&[command, "experiments/lamps.toml"])
            .exits(1)
            .reports("has layout 2; this version of Faultline reads layout 1")
            .reports("help: use the version of Faultline that wrote the store");
    }
    assert_eq!(project.seen("", |path| fs::read(path).unwrap()), before);
}

#[test]
fn a_store_of_another_json_form_is_refused_and_not_changed() {
    let project = Project::lamps();
    project.build();
    project.replace("data/store/VERSION", "\"json\":\"rfc8785\"", "\"json\":\"other\"");
    let before = project.seen("", |path| fs::read(path).unwrap());
    for command in ["build", "render", "verify"] {
        project
            .report(&[command, "experiments/lamps.toml"])
            .exits(1)
            .reports("uses the JSON form `other`")
            .reports("help: use the version of Faultline");
    }
    assert_eq!(project.seen("", |path| fs::read(path).unwrap()), before);
}
