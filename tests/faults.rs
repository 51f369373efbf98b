//! Bad files and what is said about them: each `tests/cli/faults/<kind>-<case>` is put into the small project
//! `tests/cli/project` and checked; the drawn faults are the snapshot beside it.

#![expect(clippy::unwrap_used, reason = "what a test cannot set up fails the test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use faultline_report::cli::check::Checked;
use faultline_report::cli::diagnose::{Look, render};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli")
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The small project in a folder of its own.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    copy(&tests().join("project"), folder.path());
    folder
}

/// Where a case belongs, from its name: `corpus-html.md` is a file of the bear's corpus.
fn place(case: &str) -> String {
    let (kind, name) = case.split_once('-').unwrap();
    match kind {
        "manifest" => format!("experiments/{name}"),
        "topic" => format!("data/topics/{name}"),
        "evidence" => format!("data/evidence/{name}"),
        "persona" => "personas/bear/persona.toml".to_owned(),
        "prices" => "data/prices.toml".to_owned(),
        "corpus" => format!("personas/bear/corpus/{name}"),
        other => panic!("no place for a case of kind `{other}`"),
    }
}

/// Snapshots lie beside the cases.
fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(tests().join("faults").canonicalize().unwrap());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn every_fault_is_told_with_place_cause_and_remedy() {
    let folder = tests().join("faults");
    let mut cases: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.contains(".snap"))
        .collect();
    cases.sort();
    assert!(cases.len() > 20, "the cases are gone: {cases:?}");
    let mut settings = settings();
    for case in cases {
        let project = project();
        let path = PathBuf::from(place(&case));
        fs::copy(folder.join(&case), project.path().join(&path)).unwrap();
        let checked = Checked::of(project.path(), &[path]);
        let shown = render(&checked.faults, Path::new(""), Look::Plain) + "\n" + &checked.summary();
        settings.set_description(format!("report check {}", place(&case)));
        settings.bind(|| insta::assert_snapshot!(case.clone(), shown));
    }
}

#[test]
fn what_was_worked_out_is_shown_with_its_score() {
    let project = project();
    let path = PathBuf::from("personas/bear/corpus/untagged.md");
    fs::copy(tests().join("faults/corpus-untagged.md"), project.path().join(&path)).unwrap();
    let shown = Checked::of(project.path(), &[path]).inferred();
    settings().bind(|| insta::assert_snapshot!("inferred", shown));
}

#[test]
fn a_long_text_without_tags_is_read_to_its_end() {
    let project = project();
    let paragraphs = (0..4_000)
        .map(|n| format!("Adoption number {n} is quicker than machines were before.\n\n"));
    let sentence = "which is quicker than the machines before and ".repeat(2_000);
    let text = format!(
        "---\ntopic: jobs\nstance: yes\n---\n{}Adoption, {sentence}so on.\n",
        paragraphs.collect::<String>()
    );
    let path = PathBuf::from("personas/bear/corpus/long.md");
    fs::write(project.path().join(&path), text).unwrap();
    let checked = Checked::of(project.path(), &[path]);
    assert!(checked.faults.is_empty(), "{}", checked.faults);
    assert!(
        checked
            .summary()
            .contains("4001 statements, 0 clauses attached to them, 0 fragments not used")
    );
    assert!(checked.inferred().lines().all(|line| line.chars().count() < 300));
}

#[test]
fn a_line_of_100_kilobytes_does_not_flood_the_terminal() {
    let project = project();
    let words = "many words ".repeat(9_000);
    let statements = format!(
        "---\ntopic: jobs\nstance: yes\n---\n- {words}come first. {{#late conf=2}}\n  - because: {words}\n\
         - {{#early conf=3}} {words}\n"
    );
    let manifest = format!("title = \"x\"\ntopics = [\"jobs\", \"{words}\"]\n");
    let paths = ["personas/bear/corpus/long.md", "experiments/long.toml"];
    for (path, text) in paths.iter().zip([statements, manifest]) {
        fs::write(project.path().join(path), text).unwrap();
    }
    let checked = Checked::of(project.path(), &paths.map(PathBuf::from));
    let shown = render(&checked.faults, Path::new(""), Look::Plain);
    settings().bind(|| insta::assert_snapshot!("long-lines", shown));
}

fn check(project: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_report"))
        .arg("check")
        .args(arguments)
        .current_dir(project)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_sound_project_ends_with_code_0_and_its_counts() {
    let (code, stdout, stderr) = check(project().path(), &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.starts_with("read 1 manifest, 1 topic, 2 personas, 2 statements, 1 fact\n"));
    assert!(stdout.ends_with("no errors\n"), "{stdout}");
}

#[test]
fn errors_end_with_code_2_and_go_to_standard_error_without_colour() {
    let project = project();
    let broken = project.path().join("personas/bull/persona.toml");
    fs::write(&broken, "name = 3\n").unwrap();
    let (code, stdout, stderr) = check(project.path(), &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("[personas/bull/persona.toml:1:8]"), "{stderr}");
    assert!(stderr.ends_with("2 errors in 1 file\n"), "{stderr}");
    assert!(!stderr.contains('\u{1b}') && !stdout.contains("no errors"));
}

#[test]
fn faults_elsewhere_do_not_fail_what_was_asked_for_but_are_mentioned() {
    let project = project();
    fs::write(project.path().join("personas/bull/persona.toml"), "name = 3\n").unwrap();
    let (code, stdout, stderr) = check(project.path(), &["personas/bear"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.contains("2 faults in other files"), "{stdout}");
}

#[test]
fn a_manifest_is_blocked_by_what_it_names_and_by_nothing_else() {
    let project = project();
    let stranger = project.path().join("personas/stranger");
    fs::create_dir(&stranger).unwrap();
    fs::write(stranger.join("persona.toml"), "").unwrap();
    let other = "---\ntopic: weather\nstance: yes\n---\n- x {#}\n";
    fs::write(project.path().join("data/topics/weather.toml"), "").unwrap();
    fs::write(project.path().join("personas/bear/corpus/weather.md"), other).unwrap();
    let (code, _, stderr) = check(project.path(), &["experiments/whole.toml"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    fs::remove_file(project.path().join("personas/bull/corpus/pace.md")).unwrap();
    let (code, _, stderr) = check(project.path(), &["experiments/whole.toml"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("`bull` has said nothing on the topic `jobs`"), "{stderr}");
}

#[test]
fn without_a_project_the_way_out_is_told() {
    let nowhere = tempfile::tempdir().unwrap();
    let (code, _, stderr) = check(nowhere.path(), &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("--root DIR"), "{stderr}");
}

#[test]
fn a_manifest_beside_the_project_is_shown_by_the_way_to_it() {
    let outer = tempfile::tempdir().unwrap();
    let root = outer.path().join("project");
    copy(&tests().join("project"), &root);
    fs::create_dir(outer.path().join("beside")).unwrap();
    fs::write(outer.path().join("beside/first.toml"), "title = 3\n").unwrap();
    let (code, _, stderr) = check(&root, &["--root", ".", "../beside/first.toml"]);
    assert_eq!(code, Some(2), "{stderr}");
    assert!(stderr.contains("[../beside/first.toml:1:9]"), "{stderr}");
    let (_, _, stderr) = check(outer.path(), &["--root", "project", "beside/first.toml"]);
    assert!(stderr.contains("[beside/first.toml:1:9]"), "{stderr}");
}

#[test]
fn two_manifests_with_one_place_for_their_sites_are_told() {
    let project = project();
    let whole = fs::read_to_string(project.path().join("experiments/whole.toml")).unwrap();
    let shared = format!("out = \"site/whole\"\n{whole}");
    fs::write(project.path().join("experiments/again.toml"), shared).unwrap();
    let (code, _, stderr) = check(project.path(), &[]);
    assert_eq!(code, Some(0), "{stderr}");
    let told = "experiments/whole.toml: writes its site to `site/whole`, like";
    assert!(stderr.contains(told) && stderr.contains("experiments/again.toml"), "{stderr}");
}
