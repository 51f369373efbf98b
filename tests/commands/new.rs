//! `report new`.

use std::fmt::Write as _;
use std::path::Path;

use faultline::format::Manifest;

use crate::project::{Outcome, Project, files};
use crate::transcript::golden;

#[test]
fn a_new_debate_runs_as_it_is() {
    let project = Project::lamps();
    let made = project.transcript(&["new debate main-street", "check main-street"]);
    golden("new-debate", &made);
    project.report("build main-street").exits(0);
    let home = project.text("site/main-street/index.md");
    for wanted in [
        "# Should our town close its main street to cars?",
        "### [Would the shops on the street lose customers?]",
        "### [Would the cars move to the streets around it?]",
        "Double crux.",
        "The street as it is now is loud and unpleasant to walk along.",
        "- Could everyone who depends on a car still reach the centre?",
        "  - Town-centre resident: Yes. Holders of a disabled badge can still drive to the door.",
    ] {
        assert!(home.contains(wanted), "the home page lacks «{wanted}»:\n{home}");
    }
}

#[test]
fn a_new_debate_about_another_question_says_where_the_example_has_to_be_replaced() {
    let project = Project::lamps();
    let made = project.report("new debate trams --question ' Should \"night\" trams run? '");
    made.exits(0).prints("replace what is marked EXAMPLE");
    for path in [
        "data/topics/trams.toml",
        "personas/trams-yes/persona.toml",
        "personas/trams-no/persona.toml",
        "personas/trams-yes/corpus/trams.md",
        "personas/trams-no/corpus/trams.md",
    ] {
        assert!(project.text(path).contains("EXAMPLE: "), "{path}");
    }
    let topic = project.text("data/topics/trams.toml");
    assert!(topic.contains(r#"question = 'Should "night" trams run?'"#), "{topic}");
    let checked = project.report("check trams");
    let checked = checked.exits(0);
    for warning in [
        "14 of the 14 sentences of this topic belong to the example",
        "trams-yes/corpus/trams.md: 12 of the 12 statements belong to the example",
        "trams-no/corpus/trams.md: 12 of the 12 statements belong to the example",
    ] {
        checked.reports(warning);
    }
    project.report("build trams").exits(0);
    let page = project.text("site/trams/topics/trams.md");
    assert!(page.contains("do not answer the question above"), "{page}");
    let before = project.files("");
    for line in ["new debate trams", "new debate owl --question ''", "new debate Owl"] {
        project.report(line).exits(2);
    }
    std::fs::create_dir_all(project.path("personas/owl-no/corpus")).unwrap();
    project.write("personas/owl-no/corpus/notes.md", "Mine.");
    let taken = project.report("new debate owl");
    taken.exits(2).reports("`personas/owl-no` exists already; nothing is overwritten");
    assert_eq!(project.files("").len(), before.len() + 1);
}

#[test]
fn every_skeleton_can_be_written_while_its_neighbours_are_not_filled_in() {
    let project = Project::lamps();
    let made = project.transcript(&[
        "new topic trams",
        "new persona owl --topic trams --stance yes",
        "new persona bat --topic trams",
        "new experiment trams",
        "new experiment other --topic trams --personas bat,owl",
        "new experiment third --personas owl,bat",
    ]);
    golden("new-unfilled", &made);
    project.report("check trams").exits(2);
}

#[test]
fn every_command_finds_an_experiment_by_its_name() {
    let project = Project::lamps();
    project.report("new debate trams").exits(0);
    for line in ["check", "plan", "build", "run", "status", "render", "verify", "compare", "gc"] {
        let yes = if line == "gc" { " --yes" } else { "" };
        project.report(&format!("{line} trams{yes}")).exits(0);
    }
    project
        .report("build tram")
        .exits(2)
        .reports("experiments/tram.toml")
        .reports("did you mean `trams.toml`?");
}

#[test]
fn a_new_experiment_can_be_built_without_edits() {
    let project = Project::lamps();
    let made = project.transcript(&[
        "new experiment first --topic street-light --personas engineer,shopkeeper",
        "check experiments/first.toml",
    ]);
    golden("new-experiment", &format!("{made}{}", project.text("experiments/first.toml")));
    project.report("build experiments/first.toml --only mode=graph").exits(0);
}

#[test]
fn spaces_beside_the_commas_of_a_list_of_personas_do_not_count() {
    let project = Project::lamps();
    let mut command = project.command();
    command.args(["new", "experiment", "spaced", "--personas", "engineer, shopkeeper"]);
    Outcome::of(&mut command).exits(0);
    assert!(project.text("experiments/spaced.toml").contains("[\"engineer\", \"shopkeeper\"]"));
}

#[test]
fn topic_and_personas_are_chosen_if_they_are_not_named() {
    let project = Project::jobs();
    project.report("new experiment first").exits(0);
    let text = project.text("experiments/first.toml");
    let built = project.report("build experiments/first.toml");
    assert_eq!(built.code, Some(0), "{text}\n{}", built.err);
    let named =
        project.report("new experiment second --personas displacement-bear,institutional-macro");
    named.exits(0);
    assert!(project.text("experiments/second.toml").contains("topics = [\"ai-jobs\"]"));
}

#[test]
fn the_commented_values_are_the_defaults() {
    let project = Project::lamps();
    project.report("new experiment first");
    let read = || {
        let root = project.path("");
        let (manifest, faults) = Manifest::read(&root, Path::new("experiments/first.toml"));
        manifest.unwrap_or_else(|| panic!("{faults}"))
    };
    let short = read();
    let is_entry = |line: &str| match line.split_once(" = ") {
        Some((key, _)) => !key.contains(' '),
        None => line.starts_with('['),
    };
    let text = project.text("experiments/first.toml");
    let spoken = text.lines().map(|line| match line.strip_prefix("# ") {
        Some(entry) if is_entry(entry) => entry,
        Some(_) | None => line,
    });
    let spoken: Vec<&str> = spoken.collect();
    project.write("experiments/first.toml", &spoken.join("\n"));
    let mut long = read();
    assert!(long.modes.remove("another").is_some() && long.description.take().is_some());
    assert_eq!(long, short);
    assert!(spoken.join("\n").matches("max_rounds = 6").count() == 1);
}

#[test]
fn report_check_guides_through_a_new_topic() {
    let project = Project::lamps();
    let made = project.transcript(&[
        "new topic night-trams --question 'Should the city run its \"night\" trams?'",
        "check data/topics/night-trams.toml",
    ]);
    let path = "data/topics/night-trams.toml";
    let text = project.text(path);
    golden("new-topic", &format!("{text}\n{made}"));
    let filled = text
        .replace("id = \"\"", "id = \"cost\"")
        .replace("kind = \"\"", "kind = \"values\"")
        .replace("\"\"\"\n\"\"\"", "\"Neutral.\"")
        .replace("no = \"\"", "no = \"Other words.\"")
        .replace(" \"\"", " \"Words.\"")
        .replace("[\"\"]", "[\"words\"]");
    project.write(path, &filled);
    let checked = project.report(&format!("check {path}"));
    assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""));
    project.report("new persona owl --topic night-trams --stance no").exits(0);
}

#[test]
fn report_check_guides_through_a_new_persona() {
    let project = Project::lamps();
    let made = project.transcript(&[
        "new persona night-watch --topic street-light --stance no",
        "check personas/night-watch",
        "new persona owl",
    ]);
    let path = "personas/night-watch/persona.toml";
    let corpus = "personas/night-watch/corpus/street-light.md";
    let (contract, notes) = (project.text(path), project.text(corpus));
    golden("new-persona", &format!("{contract}\n{notes}\n{made}"));
    project
        .write(path, &contract.replace("\"\"\"\n\"\"\"", "\"Words.\"").replace("\"\"", "\"A.\""));
    let axis = notes.lines().find(|line| line.contains("{axis=cost}")).unwrap();
    let spoken = axis.replace('}', " side=no}")
        + "\n\n- Gas is enough. {#enough conf=0.9}\n  - because: so it is\n";
    let case = "## In short {side=no}";
    let stated = format!(
        "{case}\n\n- Keep the gas. {{#case}}\n  - because: it is cheap {{axis=cost side=no}}\n"
    );
    project.write(corpus, &notes.replace(axis, &spoken).replace(case, &stated));
    let checked = project.report("check personas/night-watch");
    assert_eq!((checked.code, checked.err.as_str()), (Some(0), ""), "{}", checked.out);
    checked.prints("reasons of the case in short that assert an axis: 1 of 1");
}

#[test]
fn nothing_is_overwritten_and_no_name_leaves_its_folder() {
    let project = Project::lamps();
    let before = project.files("");
    let result = project.transcript(&[
        "new experiment lamps",
        "new topic street-light",
        "new persona engineer",
        "new persona 'The Owl'",
        "new topic ../escape",
        "new experiment ''",
        "new experiment two --topic street-lihgt --personas engineer,shopkeper",
        "new experiment two --personas engineer",
        "new persona owl --topic street-lihgt",
    ]);
    golden("new-faults", &result);
    assert_eq!(project.files(""), before);
    std::fs::remove_dir_all(project.path("personas/engineer")).unwrap();
    std::fs::remove_dir_all(project.path("personas/shopkeeper")).unwrap();
    golden("new-no-pair", &project.transcript(&["new experiment two"]));
}

const NOTES: &str = "---\ntags: [lamps]\n---\n# By the harbour\n\nProse.\n\n## Cost {axis=cost side=no}\n\n- Gas is paid for. {#paid}\n  - because: the works stand\n";

#[test]
fn notes_are_copied_only_after_confirmation() {
    let project = Project::lamps();
    for folder in ["notes/harbour", "notes/.trash"] {
        std::fs::create_dir_all(project.path(folder)).unwrap();
    }
    project.write("notes/harbour/gas.md", NOTES);
    project.write("notes/dark.md", "\u{feff}Nobody sees.\r\n\r\n- It is dark {axis=}\r\n");
    project.write("notes/lamp.jpg", "");
    project.write("notes/.trash/old.md", "Old.");
    let before = project.files("");
    let line = "new persona owl --from notes --topic street-light";
    let shown = project.transcript(&[
        line,
        &format!("{line} --stance no"),
        "new persona owl --from nowhere --topic street-light",
        "new persona owl --from data --topic street-light",
    ]);
    assert_eq!(project.files(""), before, "nothing is written without confirmation");
    let written = project.transcript(&[&format!("{line} --stance no --yes")]);
    let copies = ["dark.md", "harbour-gas.md"]
        .map(|name| project.text(&format!("personas/owl/corpus/{name}")))
        .join("\n=====\n");
    golden("new-notes", &format!("{shown}{written}{copies}"));
    assert_eq!(project.text("notes/harbour/gas.md"), NOTES);
}

#[test]
fn report_new_refuses_a_place_that_holds_other_files_and_writes_nothing() {
    let project = Project::lamps();
    for path in [
        "personas/street-yes/notes.txt",
        "personas/ann/corpus/street.md",
        "data/topics/trams.toml",
        "experiments/buses.toml",
    ] {
        std::fs::create_dir_all(project.path(path).parent().unwrap()).unwrap();
        project.write(path, "mine\n");
    }
    let all = || {
        let paths = files(&project.path("")).into_iter();
        paths.map(|path| (std::fs::read(&path).unwrap(), path)).collect::<Vec<_>>()
    };
    let before = all();
    for (command, place) in [
        ("new debate street", "personas/street-yes"),
        ("new debate trams", "data/topics/trams.toml"),
        ("new topic trams", "data/topics/trams.toml"),
        ("new debate buses", "experiments/buses.toml"),
        ("new persona ann", "personas/ann"),
    ] {
        let refused = format!("`{place}` exists already; nothing is overwritten");
        project.report(command).exits(2).reports(&refused);
        assert!(all() == before, "{command}");
    }
}

#[test]
fn each_mistake_of_a_newcomer_has_an_error_with_its_place_and_a_remedy() {
    let project = Project::lamps();
    project.report("new debate street").exits(0);
    let (topic, manifest) = ("data/topics/street.toml", "experiments/street.toml");
    let (contract, corpus) =
        ("personas/street-yes/persona.toml", "personas/street-yes/corpus/street.md");
    let mut result = project.transcript(&[
        "build stret",
        "new debate 'My Street'",
        "new debate a/b",
        "new debate ''",
        "new debate straße",
        "new debate street",
        &format!("new debate {}", "a".repeat(62)),
        "new debate trams --question ' '",
        "check nowhere",
    ]);
    let edits = [
        (corpus, "## Trade {axis=trade side=no}", "## Trade {axis=trad side=no}"),
        (corpus, "conf=0.6}", "conf=60}"),
        (corpus, "side=yes point=loud", "sidee=yes point=loud"),
        (corpus, "stance: yes", "stance: maybe"),
        (corpus, "topic: street", "topic: strett"),
        (contract, "axis = \"trade\"", "axis = \"trad\""),
        (contract, "name = \"Town-centre resident\"\n", ""),
        (manifest, "topics = [\"street\"]", "topics = [\"street\""),
        (manifest, "\"street-yes\", \"street-no\"", "\"street-yes\", \"street-yes\""),
        (manifest, "\"street-no\"", "\"street-nope\""),
        (manifest, "[modes.graph]", "[modes.graf]"),
        (manifest, "topics =", "topic ="),
        (topic, "kind = \"values\"", "kind = \"value\""),
        (topic, "question = \"Should", "questions = \"Should"),
    ];
    for (path, from, to) in edits {
        let before = project.text(path);
        project.write(path, &before.replacen(from, to, 1));
        assert_ne!(project.text(path), before, "{path} does not contain {from}");
        let printed = project.transcript(&["build street"]);
        write!(result, "{path}: {from} becomes {to}\n{printed}").unwrap();
        project.write(path, &before);
    }
    let statements = project.text(corpus);
    let (front, _) = statements.split_once("\n<!--").unwrap();
    for (name, text) in [("without statements", front), ("empty", "")] {
        project.write(corpus, text);
        let printed = project.transcript(&["build street"]);
        write!(result, "{corpus} is {name}\n{printed}").unwrap();
    }
    project.write(corpus, &statements);
    for path in [corpus, topic, contract] {
        let text = project.text(path);
        std::fs::remove_file(project.path(path)).unwrap();
        let printed = project.transcript(&["build street"]);
        write!(result, "{path} is missing\n{printed}").unwrap();
        project.write(path, &text);
    }
    golden("newcomer-mistakes", &result);
    project.report("build street").exits(0);
    let outside = Project::of(&project.path("data"), &[]);
    outside.report("build street").exits(2).reports("change to the folder of a project");
}
