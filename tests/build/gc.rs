//! `report gc`: what is dropped, what stays, and that what stays is whole.

use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use faultline::store::{Hash, Store};
use serde_json::Value;

use super::project::{Project, files};

const LAMPS: &str = "experiments/lamps.toml";

/// Makes everything in the store two hours older than it is.
#[expect(clippy::disallowed_methods, reason = "ages depend on the clock")]
fn age(project: &Project) {
    let then = SystemTime::now() - Duration::from_hours(2);
    for path in files(&project.path("data/store")) {
        File::options().append(true).open(path).unwrap().set_modified(then).unwrap();
    }
}

/// What would be dropped or is: the number of items of each kind, in the order temporary, journal,
/// run, object, reply.
fn swept(project: &Project, more: &[&str]) -> [u64; 5] {
    let swept = project.report(&[&["gc", "--json"][..], more].concat());
    swept.exits(0);
    let printed: Value = serde_json::from_str(&swept.out).unwrap();
    ["temporary", "journal", "run", "object", "reply"].map(|garbage| {
        let kind =
            printed["kinds"].as_array().unwrap().iter().find(|kind| kind["garbage"] == garbage);
        kind.map_or(0, |kind| kind["number"].as_u64().unwrap())
    })
}

fn runs(project: &Project) -> usize {
    fs::read_dir(project.path("data/store/runs")).unwrap().count()
}

/// A store with a former run, whose two debates of mode `graph` no manifest needs any more.
fn with_former_run() -> Project {
    let project = Project::lamps();
    project.build().exits(0);
    project.replace(LAMPS, "[modes.graph]", "[modes.graph]\nmax_rounds = 1");
    project.build().exits(0);
    project
}

#[test]
fn gc_deletes_what_it_lists_only_with_yes_and_keeps_the_rest_intact() {
    let project = with_former_run();
    age(&project);
    let before = project.seen("data/store", |path| fs::read(path).unwrap());
    let shown = project.report(&["gc"]);
    shown.exits(0).prints("1 run of an earlier version of its manifest");
    assert!(
        shown.out.ends_with("nothing was deleted; use `--yes` to delete it\n"),
        "{}",
        shown.out
    );
    assert_eq!(project.seen("data/store", |path| fs::read(path).unwrap()), before);

    let [temporary, journal, run, object, reply] = swept(&project, &["--yes"]);
    assert_eq!((temporary, journal, run), (0, 0, 1));
    assert!(object > 0, "{object} objects");
    assert_eq!(reply, 0, "replies of free providers are not stored");
    assert_eq!(runs(&project), 1);
    assert_eq!(swept(&project, &["--yes"]), [0; 5], "nothing is left to delete");
    let verified = project.report(&["verify", LAMPS]);
    assert_eq!((verified.code, verified.err.as_str()), (Some(0), ""));
    verified.prints("4 of 4 debates re-run, 4 match the stored result");
    project.build().prints("4 done before, 0 done now");
    project.replace(LAMPS, "[modes.graph]\nmax_rounds = 1", "[modes.graph]");
    project.build().prints("2 done before, 2 done now, 0 failed");
    let objects = project.seen("data/store/objects", |path| fs::read(path).unwrap());
    let again = |path: &std::path::PathBuf| {
        before.contains_key(&std::path::Path::new("objects").join(path))
    };
    assert!(objects.keys().all(again), "what was dropped comes back as it was");
}

#[test]
fn gc_keeps_recent_files() {
    let project = with_former_run();
    project.report(&["gc", "--yes"]).prints("nothing can be deleted\nkept: 1 run or file younger");
    assert_eq!(runs(&project), 2);
}

#[test]
fn nothing_is_dropped_while_a_run_goes_on() {
    let project = with_former_run();
    age(&project);
    let run = fs::read_dir(project.path("data/store/runs")).unwrap().next().unwrap().unwrap();
    let host = fs::read_dir(run.path().join("journal")).unwrap().next().unwrap().unwrap();
    let host = host.file_name().into_string().unwrap().rsplitn(3, '-').last().unwrap().to_owned();
    let journal = |pid: u32| run.path().join(format!("journal/{host}-{pid}-1.jsonl"));
    fs::write(journal(std::process::id()), "").unwrap();
    project.report(&["gc", "--yes"]).exits(75).reports("a run is in progress in this store");
    assert_eq!(runs(&project), 2);
    fs::remove_file(journal(std::process::id())).unwrap();
    // No process has this number.
    fs::write(journal(u32::MAX), "{\"progress\":").unwrap();
    let half = project.path("data/store/tmp/0123456789ab-1-0");
    fs::write(&half, "{\"half").unwrap();
    if cfg!(target_os = "linux") {
        age(&project);
        let [temporary, journals, run, ..] = swept(&project, &["--yes"]);
        assert_eq!((temporary, run), (1, 1));
        assert!(journals <= 1, "it is deleted alone, or with the former run");
        assert!(!half.exists() && !journal(u32::MAX).exists());
    }
}

#[test]
fn verify_counts_what_killed_processes_left_and_a_damaged_record_of_spending_is_a_fault() {
    let project = Project::paid();
    project.build().exits(0);
    let verify = || project.report(&["verify", LAMPS]);
    let clean = verify();
    clean.exits(0);
    assert!(!clean.out.contains("left by"), "{}", clean.out);
    project.write("data/store/tmp/1-0", "{\"half");
    let spending = files(&project.path("data/store/runs"));
    let spending = spending.iter().find(|path| path.ends_with("spending.jsonl")).unwrap();
    let whole = fs::read_to_string(spending).unwrap();
    // Without its last line, the last call has begun and not ended; then a process was killed while
    // it wrote.
    let mut lines: Vec<&str> = whole.lines().collect();
    let last = lines.pop().unwrap();
    fs::write(spending, format!("{}\n{}", lines.join("\n"), &last[..last.len() / 2])).unwrap();
    verify()
        .exits(0)
        .prints(
            "left by a killed process: 1 temporary file, which `report gc` deletes after an hour",
        )
        .prints("left by a killed process: 1 line that is cut off")
        .prints("left by a killed process: 1 call of unknown cost");
    fs::write(spending, whole.replacen("\"output\":4", "\"output\":5", 1)).unwrap();
    verify().exits(1).reports("spending.jsonl is damaged in line 1").reports("delete the line");
}

#[test]
fn a_former_run_stays_until_its_debates_are_taken_over() {
    let project = Project::lamps();
    project.build();
    project.replace(LAMPS, "[modes.graph]", "[modes.graph]\nmax_rounds = 1");
    age(&project);
    project.report(&["gc", "--yes"]).prints("until `report run` has copied");
    project.build().prints("2 done before, 2 done now");
    age(&project);
    assert_eq!(swept(&project, &["--yes"])[2], 1);
    project.report(&["verify", LAMPS]).exits(0);
}

#[test]
fn paid_replies_and_runs_without_a_manifest_are_deleted_only_on_request() {
    let project = Project::lamps();
    let script = r#"[{"question": "cruxes", "answer": {"cruxes": [], "common_ground": [], "idle_disputes": []}}]"#;
    fs::write(project.path("replies.json"), script).unwrap();
    let scripted = "kind = \"script\"\nscript = \"replies.json\"\n[models]\nstrong = \"big\"\n\
                    [prices]\nbig = { input = 1, output = 1 }\n[budget]\nrun_usd = 1000";
    project.replace(LAMPS, "kind = \"corpus\"\nrecall = 1.0", scripted);
    project.build().prints("2 done now, 2 failed");
    project.replace(LAMPS, "strong = \"big\"", "strong = \"bigger\"");
    project.build();
    age(&project);
    let kept = project.report(&["gc"]).out;
    assert!(kept.contains("kept: 2 replies, "), "{kept}");
    assert_eq!(swept(&project, &[])[4], 0);
    assert_eq!(swept(&project, &["--paid"])[4], 2);
    fs::rename(project.path(LAMPS), project.path("experiments/other.toml")).unwrap();
    let orphans = project.report(&["gc"]).out;
    assert!(orphans.contains("kept: the runs of lamps, which have no manifest here"), "{orphans}");
    assert_eq!(swept(&project, &[])[2], 0);
    assert_eq!(swept(&project, &["--orphans"])[2], 1, "`other` needs the debates of the second");
}

#[test]
fn a_run_with_another_provider_is_current_too() {
    let project = Project::lamps();
    project.build();
    project.write("replies.json", "[]");
    project.report(&["run", LAMPS, "--provider", "script:replies.json"]);
    age(&project);
    assert_eq!(swept(&project, &[])[2], 0);
    project.replace(LAMPS, "[modes.graph]", "[modes.graph]\nmax_rounds = 1");
    project.build();
    age(&project);
    assert_eq!(swept(&project, &[])[2], 2, "now both are of former times");
}

#[test]
fn a_faulty_manifest_keeps_everything() {
    let project = with_former_run();
    age(&project);
    project.write("experiments/broken.toml", "title = 3\n");
    project.report(&["gc", LAMPS, "--yes"]).exits(2).reports("experiments/broken.toml");
    assert_eq!(runs(&project), 2);
}

#[test]
fn a_folder_of_experiments_that_cannot_be_listed_keeps_everything() {
    let project = with_former_run();
    age(&project);
    fs::rename(project.path("experiments"), project.path("elsewhere")).unwrap();
    project.write("experiments", "no folder");
    for more in [&["gc", "--yes"][..], &["gc", "elsewhere/lamps.toml", "--orphans", "--yes"]] {
        project.report(more).exits(2).reports("experiments: the folder cannot be listed");
    }
    project.report(&["check"]).exits(2).reports("the folder cannot be listed");
    assert_eq!(runs(&project), 2);
}

#[test]
fn a_debate_in_a_form_of_an_earlier_version_is_kept_with_its_replies() {
    let project = Project::paid();
    project.build().exits(0);
    let runs = files(&project.path("data/store/runs"));
    let done = runs.iter().find(|path| path.ends_with("done.json")).unwrap();
    let text = fs::read_to_string(done).unwrap();
    let record: Value = serde_json::from_str(&text).unwrap();
    let hash = record["snapshots"][0].as_str().unwrap();
    let store = Store::open(project.path("data/store")).unwrap();
    let mut snapshot: Value = store.object(&hash.parse::<Hash>().unwrap()).unwrap();
    snapshot["title"] = serde_json::json!({"round": "Opening"});
    let earlier = store.put(&snapshot).unwrap().to_string();
    fs::write(done, text.replace(hash, &earlier)).unwrap();
    age(&project);
    assert_eq!(swept(&project, &["--paid"]), [0, 0, 0, 1, 0], "the object that was replaced");
}

#[test]
fn a_store_that_cannot_be_read_keeps_everything_in_all_stores() {
    let project = with_former_run();
    let manifest = project.text(LAMPS);
    project.write("experiments/other.toml", &format!("store = \"data/store-two\"\n{manifest}"));
    fs::create_dir(project.path("data/store-two")).unwrap();
    project.write("data/store-two/a-file", "no store");
    age(&project);
    project.report(&["gc", "--yes"]).exits(1).reports("data/store-two is not a store");
    assert_eq!(runs(&project), 2);
}
