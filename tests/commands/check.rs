//! `report check` on what rests on what.

use crate::project::Project;
use crate::transcript::golden;

const CASE: &str = "---\ntopic: street-light\nstance: yes\n---\n\n## In short {side=yes}\n\n\
    - The town should light its streets with electric lamps. {#case}\n\
    \x20 - because: a town should look its best {axis=safety side=yes}\n\
    \x20   - because: visitors judge a town by its streets\n\
    \x20 - because: electric light costs the town less over twenty years\n";

#[test]
fn check_shows_what_each_case_rests_on_and_which_cases_are_missing() {
    let project = Project::lamps();
    project.write("personas/engineer/corpus/in-short.md", CASE);
    golden("check-cases", &project.transcript(&["check", "check personas/engineer"]));
}

#[test]
fn check_proposes_the_tags_of_links_by_words() {
    let project = Project::lamps();
    let cost = "electric light costs the town less over twenty years";
    let words = CASE.replace(cost, "over twenty years the town has less cost with electric light");
    project.write("personas/engineer/corpus/in-short.md", &words);
    let light = project.text("personas/engineer/corpus/light.md");
    let tagged = light.replace("makes horses shy", "makes horses shy {axis=cost side=yes}");
    project.write("personas/engineer/corpus/light.md", &tagged);
    golden("check-links", &project.transcript(&["check personas/engineer --links"]));
}

#[test]
fn a_file_that_check_proposes_states_the_case() {
    let project = Project::lamps();
    let before = project.report("check personas/shopkeeper").out;
    let proposed = before.lines().skip_while(|line| !line.contains("to state it")).skip(1);
    let proposed = proposed.take_while(|line| line.is_empty() || line.starts_with("    "));
    let file: Vec<&str> = proposed.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    project.write("personas/shopkeeper/corpus/in-short-street-light.md", &file.join("\n"));
    let after = project.report("check personas/shopkeeper");
    assert_eq!((after.code, after.err.as_str()), (Some(0), ""), "{}", after.out);
    assert!(after.out.contains("1 of the 2 reasons of its case in short linked"), "{}", after.out);
}

#[test]
fn check_warns_of_tags_that_contradict_each_other_and_of_circles() {
    let project = Project::lamps();
    let both = CASE.replace("over twenty years\n", "over twenty years {axis=safety side=no}\n");
    project.write("personas/engineer/corpus/in-short.md", &both);
    let denies = "---\ntopic: street-light\nstance: yes\n---\n\n## Safety {axis=safety side=yes}\n\n\
        - The lanes are lit. {#lit point=lit}\n\
        \x20 - because: it is cheap {axis=cost side=yes}\n\
        - The lanes are not lit. {#dark denies=lit}\n\n\
        ## Cost {axis=cost side=yes}\n\n\
        - It is cheap. {#cheap}\n\
        \x20 - because: the lanes are lit {axis=safety side=yes}\n";
    project.write("personas/engineer/corpus/light.md", denies);
    let checked = project.report("check personas/engineer").out;
    for warning in [
        "`case`: the case in short asserts both axis=safety side=yes and axis=safety side=no",
        "`dark` denies the point `lit`, which another statement asserts for the same answer",
        "rest on each other in a circle",
    ] {
        assert!(checked.contains(warning), "{warning}\n{checked}");
    }
}
