//! What an edit runs again: exactly the debates that depend on it.

use serde_json::Value;

use super::project::Project;

/// The numbers of debates done before and done now.
fn run(project: &Project) -> [u64; 2] {
    let printed = project.report(&["run", "experiments/all.toml", "--json"]);
    printed.exits(0);
    let printed: Value = serde_json::from_str(&printed.out).unwrap();
    ["done_before", "done_now"].map(|key| printed[key].as_u64().unwrap())
}

#[test]
fn each_edit_runs_again_exactly_what_depends_on_it() {
    let project = Project::of_24();
    assert_eq!(run(&project), [0, 24]);
    assert_eq!(run(&project), [24, 0]);
    let manifest = "experiments/all.toml";
    let shopkeeper = "personas/shopkeeper/corpus/light.md";
    let engineer = "personas/engineer/corpus/house.md";
    let topic = "data/topics/house-light.toml";
    for (what, path, from, to, again) in [
        ("a statement of one group on one topic", shopkeeper, "at five per cent", "at six", 6),
        ("a statement of both groups on one topic", engineer, "of two men", "of three men", 12),
        (
            "a parameter of one of two labels of a mode",
            manifest,
            "max_rounds = 1",
            "max_rounds = 2",
            8,
        ),
        ("the question of one topic", topic, "Should the town", "Ought the town to", 12),
        (
            "a trait of one persona",
            "personas/shopkeeper/persona.toml",
            "voice = \"",
            "voice = \"Dry. ",
            12,
        ),
        ("another replicate", manifest, "replicates = 2", "replicates = 3", 12),
        ("a title of the manifest", manifest, "All of it", "Everything", 0),
        ("a title of a topic", topic, "title = \"Cost\"", "title = \"Money\"", 0),
        ("a place", manifest, "title", "out = \"pages\"\ntitle", 0),
        ("a label", manifest, "[modes.short]", "[modes.brief]", 0),
        (
            "a selection",
            manifest,
            "[modes.single]",
            "[modes.single]\n[[exclude]]\npersona = \"shopkeeper\"\n",
            0,
        ),
    ] {
        project.replace(path, from, to);
        let [before, now] = run(&project);
        assert_eq!(now, again, "{what}: {before} done before");
    }
    assert_eq!(run(&project), [18, 0], "2 topics, 1 group, 3 labels, 3 replicates");
}
