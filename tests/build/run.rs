//! `report run`: which debates run, and what the command prints.

use std::fs;

use serde_json::Value;

use super::project::Project;

#[test]
fn only_selected_debates_run_and_the_others_keep_their_state() {
    let project = Project::of_24();
    let all = "experiments/all.toml";
    let first = project.report(&["run", all, "--only", "mode=single,replicate=1"]);
    first.exits(0);
    let printed = "24 debates, 4 selected: 0 done before, 4 done now, 0 failed";
    assert!(first.out.starts_with(printed), "{}", first.out);
    assert!(!project.path("site").exists(), "`run` makes no site");
    let two = [
        "build",
        all,
        "--only",
        "mode=single",
        "--only",
        "persona=shopkeeper,mode=graph,topic=house-light",
    ];
    let second = project.report(&two);
    assert!(
        second.out.starts_with("24 debates, 10 selected: 4 done before, 6 done now"),
        "{}",
        second.out
    );
    let runs = fs::read_dir(project.path("data/store/runs")).unwrap().count();
    assert_eq!(runs, 1, "a choice does not make another run");
    let home = project.text("site/all/index.md");
    assert_eq!(home.matches("[not run](").count(), 14, "{home}");
    for not_run in ["Debates not run yet: 8.", "Debates not run yet: 6."] {
        assert!(home.contains(not_run), "{home}");
    }
    let about = project.text("site/all/about.md");
    assert!(about.contains("No debate failed."), "{about}");
    let pages = project.seen("site/all/debates", |path| fs::read_to_string(path).unwrap());
    let not_run = pages.values().filter(|page| page.contains("his debate has not been run yet."));
    assert_eq!(not_run.count(), 2 * 14, "each has a page and its twin");
    let rest = project.report(&["build", all]);
    assert!(rest.out.starts_with("24 debates: 10 done before, 14 done now"), "{}", rest.out);
}

#[test]
fn excluded_debates_are_counted_and_have_no_place() {
    let project = Project::of_24();
    let exclude = "[modes.single]\n[[exclude]]\ntopic = \"house-light\"\n[[exclude]]\npersona = \"shopkeeper\"\n";
    project.replace("experiments/all.toml", "[modes.single]", exclude);
    let built = project.report(&["build", "experiments/all.toml"]);
    assert!(
        built.out.starts_with("6 debates (18 excluded): 0 done before, 6 done now"),
        "{}",
        built.out
    );
    let pages = project.seen("site/all", |_| ());
    let named = |name: &str| pages.keys().any(|path| path.to_str().unwrap().contains(name));
    assert!(named("engineer") && !named("shopkeeper") && !named("house-light"), "{pages:?}");
    let home = project.text("site/all/index.md");
    assert!(home.contains("Debates and baselines: 6, and 18 excluded by the manifest"), "{home}");
}

#[test]
fn events_are_a_stream_of_objects_and_the_summary_leaves_it_alone() {
    let project = Project::lamps();
    let run = |more: &[&str]| project.report(&[&["run", "experiments/lamps.toml"], more].concat());
    let streamed = run(&["--events", "-", "--jobs", "1", "--only", "mode=single"]);
    streamed.exits(0);
    let events: Vec<Value> =
        streamed.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events[0]["progress"], "started");
    assert_eq!(events.last().unwrap()["progress"], "finished");
    streamed.reports("4 debates, 2 selected: 0 done before, 2 done now");
    let filed = run(&["--events", "events.jsonl", "--json"]);
    let printed: Value = serde_json::from_str(&filed.out).unwrap();
    assert_eq!(
        (&printed["debates"], &printed["done_before"], &printed["done_now"]),
        (&4.into(), &2.into(), &2.into())
    );
    let written = project.text("events.jsonl");
    assert_eq!(written.matches("\"progress\":\"cell_done\"").count(), 2);
    run(&["--events", "nowhere/events.jsonl"]).exits(2);
}

#[test]
fn another_provider_is_another_run_and_pages_say_how_to_get_there() {
    let project = Project::lamps();
    project.write("replies.json", "[]");
    let scripted = ["experiments/lamps.toml", "--provider", "script:replies.json"];
    project.report(&[&["build"][..], &scripted].concat()).exits(1).prints("0 done now, 4 failed");
    let about = project.text("site/lamps/about.md");
    assert!(
        about.contains("build experiments/lamps.toml --provider script:replies.json"),
        "{about}"
    );
    project.build().prints("0 done before, 4 done now");
    let verified = project.report(&[&["verify", "--json"][..], &scripted].concat());
    assert_eq!(verified.code, Some(1), "the script's run has no debate: {}", verified.err);
    let verified = project.report(&["verify", "--json", "experiments/lamps.toml"]);
    let printed: Value = serde_json::from_str(&verified.out).unwrap();
    assert_eq!(
        (&printed["rerun"], &printed["matching"]),
        (&4.into(), &4.into()),
        "{}",
        verified.err
    );
}

#[test]
fn selectors_that_match_nothing_are_reported_and_nothing_is_written() {
    let project = Project::lamps();
    for (arguments, printed) in [
        (
            ["--only", "mode=grpah"],
            "error: `--only mode=grpah`: no mode of this manifest is named `grpah`\n  help: did you mean `graph`? modes: `graph`, `single`\n",
        ),
        (
            ["--only", "personas=engineer"],
            "error: `--only personas=engineer`: unknown key `personas`\n  help: did you mean `persona`? keys: `mode`, `topic`, `persona`, `replicate`\n",
        ),
        (
            ["--provider", "corpse"],
            "error: `--provider corpse`: no provider is named `corpse`\n  help: did you mean `corpus`?\n",
        ),
        (
            ["--provider", "corpus:big"],
            "error: `--provider corpus:big`: the provider `corpus` asks no model, but `big` is given\n  help: write `corpus`\n",
        ),
    ] {
        let run = project.report(&[&["run", "experiments/lamps.toml"][..], &arguments].concat());
        assert_eq!((run.code, run.err.as_str()), (Some(2), printed));
    }
    assert!(!project.path("data/store/runs").exists());
}
