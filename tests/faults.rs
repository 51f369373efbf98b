//! Invalid files and their faults. Each file `tests/cli/faults/<kind>-<case>` is added to the small
//! project in `tests/cli/project` and checked; the snapshot next to it contains the printed faults.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

#[expect(dead_code, reason = "other tests need more of it")]
mod project;

use std::fs;
use std::path::{Path, PathBuf};

use faultline_report::cli::check::Checked;
use faultline_report::cli::diagnose::{ReportStyle, render};

use project::{Outcome, Project};

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/cli")
}

/// A copy of the small project.
fn project() -> Project {
    Project::of(&tests().join("project"), &[""])
}

/// Returns the path of a case in the project, by its name: `corpus-html.md` is a file in the corpus
/// of the bear.
fn path_of(case: &str) -> String {
    let (kind, name) = case.split_once('-').unwrap();
    match kind {
        "manifest" => format!("experiments/{name}"),
        "topic" => format!("data/topics/{name}"),
        "evidence" => format!("data/evidence/{name}"),
        "persona" => "personas/bear/persona.toml".to_owned(),
        "prices" => "data/prices.toml".to_owned(),
        "corpus" => format!("personas/bear/corpus/{name}"),
        other => panic!("no path for a case of kind `{other}`"),
    }
}

/// Snapshots are next to the cases.
fn settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(tests().join("faults").canonicalize().unwrap());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings
}

#[test]
fn every_fault_has_a_place_a_cause_and_a_remedy() {
    let folder = tests().join("faults");
    let mut cases: Vec<String> = fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| !name.contains(".snap"))
        .collect();
    cases.sort();
    assert!(cases.len() > 20, "cases are missing: {cases:?}");
    let mut settings = settings();
    for case in cases {
        let project = project();
        let path = PathBuf::from(path_of(&case));
        fs::copy(folder.join(&case), project.path("").join(&path)).unwrap();
        let checked = Checked::of(&project.path(""), &[path]);
        let shown =
            render(&checked.faults, Path::new(""), ReportStyle::Plain) + "\n" + &checked.summary();
        settings.set_description(format!("report check {}", path_of(&case)));
        settings.bind(|| insta::assert_snapshot!(case.clone(), shown));
    }
}

#[test]
fn inferred_clauses_are_listed_with_their_scores() {
    let project = project();
    let path = PathBuf::from("personas/bear/corpus/untagged.md");
    fs::copy(tests().join("faults/corpus-untagged.md"), project.path("").join(&path)).unwrap();
    let shown = Checked::of(&project.path(""), &[path]).inferred();
    settings().bind(|| insta::assert_snapshot!("inferred", shown));
}

#[test]
fn a_long_untagged_text_is_read_completely() {
    let project = project();
    let paragraphs =
        (0..500).map(|n| format!("Adoption number {n} is quicker than machines were before.\n\n"));
    let sentence = "which is quicker than the machines before and ".repeat(2_000);
    let text = format!(
        "---\ntopic: jobs\nstance: yes\n---\n{}Adoption, {sentence}so on.\n",
        paragraphs.collect::<String>()
    );
    let path = PathBuf::from("personas/bear/corpus/long.md");
    fs::write(project.path("").join(&path), text).unwrap();
    let checked = Checked::of(&project.path(""), &[path]);
    assert!(checked.faults.is_empty(), "{}", checked.faults);
    assert!(
        checked
            .summary()
            .contains("501 statements; 0 clauses that belong to statements; 0 fragments not used")
    );
    assert!(checked.inferred().lines().all(|line| line.chars().count() < 300));
}

#[test]
fn a_line_of_100_kilobytes_is_shortened() {
    let project = project();
    let words = "many words ".repeat(9_000);
    let statements = format!(
        "---\ntopic: jobs\nstance: yes\n---\n- {words}come first. {{#late conf=2}}\n  - because: {words}\n\
         - {{#early conf=3}} {words}\n"
    );
    let manifest = format!("title = \"x\"\ntopics = [\"jobs\", \"{words}\"]\n");
    let paths = ["personas/bear/corpus/long.md", "experiments/long.toml"];
    for (path, text) in paths.iter().zip([statements, manifest]) {
        project.write(path, &text);
    }
    let checked = Checked::of(&project.path(""), &paths.map(PathBuf::from));
    let shown = render(&checked.faults, Path::new(""), ReportStyle::Plain);
    settings().bind(|| insta::assert_snapshot!("long-lines", shown));
}

fn check(project: &Project, line: &[&str]) -> (Option<i32>, String, String) {
    let Outcome { code, out, err } = Outcome::of(project.command().arg("check").args(line));
    (code, out, err)
}

#[test]
fn an_id_that_is_defined_twice_is_an_error_wherever_it_is_and_nothing_is_analysed_with_it() {
    let line = "[personas/bear/corpus/again.md:10:";
    let project = project();
    let again = "- The bear thinks again. {#view-of-exposure axis=exposure side=yes}\n  - because: it looked\n";
    let text = format!(
        "---\ntopic: jobs\nstance: yes\n---\n\n{again}  - because: it has more reasons here\n\n{again}"
    );
    project.write("personas/bear/corpus/again.md", &text);
    for path in [&["experiments/whole.toml"][..], &["personas/bear"], &["personas"], &[]] {
        let (code, stdout, stderr) = check(&project, path);
        assert_eq!(code, Some(2), "{path:?}: {stderr}");
        for wanted in [line, "the statement `view-of-exposure` is defined twice", "rename one"] {
            assert!(stderr.contains(wanted), "{path:?}: {stderr}");
        }
        assert!(!stdout.contains("view-of-exposure"), "{path:?}: {stdout}");
    }
    // Other experiments only read what their personas have written.
    let (code, _, stderr) = check(&project, &["personas/bull"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_valid_project_exits_with_code_0_and_prints_its_counts() {
    let (code, stdout, stderr) = check(&project(), &[]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.starts_with("read 1 manifest, 1 topic, 2 personas, 4 statements, 1 fact\n"));
    assert!(stdout.ends_with("no errors\n"), "{stdout}");
}

#[test]
fn errors_exit_with_code_2_and_are_printed_to_standard_error_without_colour() {
    let project = project();
    project.write("personas/bull/persona.toml", "name = 3\nvoice = 3\n");
    let (code, stdout, stderr) = check(&project, &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("[personas/bull/persona.toml:1:8]"), "{stderr}");
    assert!(stderr.ends_with("2 errors in 1 file\n"), "{stderr}");
    assert!(!stderr.contains('\u{1b}') && !stdout.contains("no errors"));
}

#[test]
fn faults_in_other_files_are_counted_but_do_not_fail_the_check() {
    let project = project();
    project.write("personas/bull/persona.toml", "name = 3\nvoice = 3\n");
    let (code, stdout, stderr) = check(&project, &["personas/bear"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    assert!(stdout.contains("2 faults in other files"), "{stdout}");
}

#[test]
fn only_faults_in_files_that_a_manifest_names_fail_its_check() {
    let project = project();
    fs::create_dir(project.path("personas/unused")).unwrap();
    project.write("personas/unused/persona.toml", "");
    let other = "---\ntopic: weather\nstance: yes\n---\n- x {#}\n";
    project.write("data/topics/weather.toml", "");
    project.write("personas/bear/corpus/weather.md", other);
    let (code, _, stderr) = check(&project, &["experiments/whole.toml"]);
    assert_eq!((code, stderr.as_str()), (Some(0), ""));
    fs::remove_file(project.path("personas/bull/corpus/pace.md")).unwrap();
    let (code, _, stderr) = check(&project, &["experiments/whole.toml"]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("the persona `bull` has no corpus on the topic `jobs`"), "{stderr}");
}

#[test]
fn outside_a_project_the_help_names_the_option_root() {
    let nowhere = Project::of(&tests(), &[]);
    let (code, _, stderr) = check(&nowhere, &[]);
    assert_eq!(code, Some(2));
    assert!(stderr.contains("--root DIR"), "{stderr}");
}

#[test]
fn a_manifest_outside_the_project_is_shown_with_its_relative_path() {
    let outer = Project::of(&tests(), &["project"]);
    fs::create_dir(outer.path("beside")).unwrap();
    outer.write("beside/first.toml", "title = 3\n");
    let mut inside = outer.command();
    inside
        .current_dir(outer.path("project"))
        .args(["check", "--root", ".", "../beside/first.toml"]);
    Outcome::of(&mut inside).exits(2).reports("[../beside/first.toml:1:9]");
    let (_, _, stderr) = check(&outer, &["--root", "project", "beside/first.toml"]);
    assert!(stderr.contains("[beside/first.toml:1:9]"), "{stderr}");
}

#[test]
fn two_manifests_with_the_same_site_folder_are_a_fault() {
    let project = project();
    let whole = project.text("experiments/whole.toml");
    project.write("experiments/again.toml", &format!("out = \"site/whole\"\n{whole}"));
    let (code, _, stderr) = check(&project, &[]);
    assert_eq!(code, Some(0), "{stderr}");
    let warning = "experiments/whole.toml: writes its site to `site/whole`, like";
    assert!(stderr.contains(warning) && stderr.contains("experiments/again.toml"), "{stderr}");
}
