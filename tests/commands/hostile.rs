//! Careless and hostile arguments, files and streams.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use crate::project::Project;
use crate::transcript::golden;

const MANIFEST: &str = "experiments/lamps.toml";

#[test]
fn unknown_names_are_reported_with_the_known_ones() {
    let project = Project::lamps();
    project.write("stray.txt", "");
    fs::create_dir(project.path("experiments/folder.toml")).unwrap();
    fs::create_dir(project.path("drafts")).unwrap();
    let result = project.transcript(&[
        "biuld experiments/lamps.toml",
        "run experiments/lamps.toml --ofline",
        "run experiments/lamps.toml --jobs 0",
        "run experiments/lamps.toml --jobs many",
        "plan experiments/lamp.toml",
        "status lampz",
        "plan experiments/folder.toml",
        "plan ''",
        "check drafts",
        "check experiments/folder.toml",
        "check stray.txt",
        "check personas/enginer",
        "check --root experiments/lamps.toml",
    ]);
    golden("hostile-words", &result);
    assert!(!project.path("data/store").exists());
}

#[test]
fn folders_and_broken_links_in_place_of_files_are_reported() {
    let project = Project::lamps();
    for folder in ["data/topics/house-light.toml", "personas/engineer/corpus/dark.md"] {
        fs::create_dir(project.path(folder)).unwrap();
    }
    fs::remove_file(project.path("personas/engineer/persona.toml")).unwrap();
    fs::create_dir(project.path("personas/engineer/persona.toml")).unwrap();
    fs::create_dir(project.path("personas/nobody")).unwrap();
    project.write("personas/stray.toml", "");
    #[cfg(unix)]
    for (target, link) in
        [("loop", "personas/loop"), ("gone.md", "personas/shopkeeper/corpus/gone.md")]
    {
        std::os::unix::fs::symlink(target, project.path(link)).unwrap();
    }
    golden("hostile-places", &project.transcript(&["check", "plan experiments/lamps.toml"]));
}

#[test]
fn no_argument_or_file_can_control_the_terminal() {
    let project = Project::lamps();
    let sly = "a\u{1b}[2J\u{9b}1m\u{202e}b";
    let script = r#"[{"question": "cruxes", "fault": "no\u001b[2J\u202e"}]"#;
    project.write("fails.json", script);
    project.write("broken.json", "[{\"question\": \"a\u{1b}\"}]");
    project.write(&format!("experiments/{sly}.toml"), "");
    project.write(&format!("personas/engineer/corpus/{sly}.md"), "");
    let single = "debate street-light --personas engineer,shopkeeper --mode single";
    for line in [
        format!("check 'experiments/{sly}.toml'"),
        "check".to_owned(),
        format!("plan '{sly}'"),
        format!("plan {MANIFEST} --root '{sly}'"),
        format!("plan {MANIFEST} --provider '{sly}'"),
        format!("run {MANIFEST} --only 'mode={sly}'"),
        format!("run {MANIFEST} --events '/nowhere/{sly}'"),
        format!("build {MANIFEST} --out 'experiments/{sly}'"),
        format!("new topic '{sly}'"),
        format!("new persona owl --topic street-light --stance yes --from '{sly}'"),
        format!("gc '{sly}'"),
        format!("debate '{sly}' --personas '{sly},engineer' --mode '{sly}' --set '{sly}=1'"),
    ] {
        let result = project.report(&line);
        assert_eq!(result.code, Some(2), "{line:?}: {}", result.err);
        assert_inert(&result.out, &line);
        assert_inert(&result.err, &line);
    }
    fs::remove_file(project.path(&format!("personas/engineer/corpus/{sly}.md"))).unwrap();
    for (script, code) in [("fails", 1), ("broken", 2)] {
        let line = format!("{single} --provider script:{script}.json");
        let result = project.report(&line);
        assert_eq!(result.code, Some(code), "{line}: {}", result.err);
        assert_inert(&result.out, &line);
        assert_inert(&result.err, &line);
    }
}

fn assert_inert(result: &str, line: &str) {
    let obeyed = |c: char| (c.is_control() && c != '\n') || c == '\u{202e}';
    assert!(!result.contains(obeyed), "{line:?}: {result:?}");
}

#[test]
fn a_reply_cannot_inject_markup_into_a_page() {
    let project = Project::lamps();
    let sly = r#"<script>alert(1)</script> [x](javascript:alert(2)) \"onload='y' --> ]]> \u001b[31m \u202e `</code>` | a"#;
    let stand = |persona: &str, side: &str| {
        format!(
            r#"{{"persona": "{persona}", "side": "{side}", "reason": "{sly}", "excerpts": []}}"#
        )
    };
    let script = format!(
        r#"[{{"question": "cruxes", "answer": {{"common_ground": [], "idle_disputes": [], "cruxes": [{{"question": "{sly}?", "kind": "horizon",
            "axis": null, "weight": 0.8, "positions": [{}, {}], "settling_question": "{sly}?"}}]}}}}]"#,
        stand("engineer", "yes"),
        stand("lamplighter", "no"),
    );
    project.write("replies.json", &script);
    let manifest = "title = \"Lamps\"\ntopics = [\"street-light\"]\npersonas = [[\"engineer\", \"lamplighter\"]]\n\
                    [provider]\nkind = \"script\"\nscript = \"replies.json\"\n[modes.single]\n";
    project.write("experiments/sly.toml", manifest);
    project.report("build experiments/sly.toml").exits(0).prints("1 done now, 0 failed");
    let mut shown = 0;
    for path in project.files("site") {
        let text = || fs::read_to_string(&path).unwrap();
        let (page, link) = match path.extension().and_then(|kind| kind.to_str()) {
            Some("html") => (text(), "=\"javascript"),
            // Indented lines are shown as they are, and so is a character after a backslash.
            Some("md") => {
                let lines: String =
                    text().lines().filter(|line| !line.starts_with("    ")).collect();
                (lines.replace("\\<script", "").replace("\\](", ""), "](javascript")
            }
            _ => continue,
        };
        shown += usize::from(page.contains("alert(1)"));
        for broken in ["<script>alert", link, "\u{1b}", "\u{202e}"] {
            assert!(!page.contains(broken), "{broken:?} in {}", path.display());
        }
    }
    assert!(shown >= 4, "the reply is shown on {shown} pages");
}

#[test]
fn more_than_100_faults_are_counted() {
    let project = Project::lamps();
    let keys: Vec<String> = (0..20_000).map(|n| format!("key{n} = 1\n")).collect();
    let keys = keys.concat();
    project.write("experiments/keys.toml", &keys);
    let result = project.report("check experiments/keys.toml");
    result.exits(2);
    assert_eq!(result.err.matches("unknown key").count(), 99);
    result.reports("\n19,901 more are not shown; fix these first\n");
    assert!(result.err.ends_with("\n20,001 errors in 1 file\n"));
}

#[test]
fn a_folder_in_place_of_a_page_is_kept_and_reported() {
    let project = Project::lamps();
    let build = format!("build {MANIFEST} --only mode=single");
    fs::create_dir_all(project.path("site/lamps/index.html")).unwrap();
    let result = project.report(&build);
    result.exits(1).reports("`site/lamps/index.html` is in the way").reports("help: move it away");
    fs::remove_dir(project.path("site/lamps/index.html")).unwrap();
    let result = project.report(&build);
    assert!(result.code == Some(0) && result.out.contains("2 done before"), "{}", result.out);
}

/// How a command ends whose streams go where they are told to.
fn ends(project: &Project, arguments: &[&str], out: Stdio, err: Stdio) -> Option<i32> {
    let mut command = project.command();
    command.args(arguments).stdout(out).stderr(err).env_clear().status().unwrap().code()
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_or_closed_stream_changes_the_exit_code_only_if_a_result_is_lost() {
    let project = Project::lamps();
    let full = || Stdio::from(File::options().write(true).open("/dev/full").unwrap());
    let closed = || {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        Stdio::from(writer)
    };
    let runs = ["run", MANIFEST, "--only", "mode=single"];
    for (arguments, sound) in [(&["check"] as &[&str], 0), (&runs, 0), (&["plan", "gone.toml"], 2)]
    {
        for err in [full(), closed()] {
            assert_eq!(ends(&project, arguments, Stdio::null(), err), Some(sound), "{arguments:?}");
        }
    }
    for arguments in [&["check"] as &[&str], &runs, &["plan", MANIFEST], &["status", MANIFEST]] {
        assert_eq!(ends(&project, arguments, full(), Stdio::null()), Some(1), "{arguments:?}");
        assert_eq!(ends(&project, arguments, closed(), Stdio::null()), Some(0), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_deleted_current_folder_is_reported() {
    let report = env!("CARGO_BIN_EXE_report");
    let folder = tempfile::tempdir().unwrap();
    let gone = folder.path().join("gone");
    fs::create_dir(&gone).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", "rmdir \"$PWD\"; exec \"$0\" check", report]).current_dir(&gone);
    let result = shell.output().unwrap();
    assert_eq!(result.status.code(), Some(2));
    let result = String::from_utf8(result.stderr).unwrap();
    assert!(result.starts_with("error: the current folder cannot be read: "), "{result}");
}
