//! What `report check` says about the pairs and the groups of an experiment.

use crate::check::assert_warns;
use crate::project::{Outcome, Project};

const ENGINEER: &str = "personas/engineer/corpus/light.md";
const LAMPLIGHTER: &str = "personas/lamplighter/corpus/light.md";
const MANIFEST: &str = "experiments/lamps.toml";
const TOPIC: &str = "data/topics/street-light.toml";

/// Writes a case in short with these reasons.
fn write_case(project: &Project, persona: &str, side: &str, reasons: &[&str]) {
    let reasons = reasons.join("\n  - because: ");
    let case =
        format!("## In short {{side={side}}}\n\n- So I say. {{#case}}\n  - because: {reasons}\n");
    let text = format!("---\ntopic: street-light\nstance: {side}\n---\n\n{case}");
    project.write(&format!("personas/{persona}/corpus/in-short.md"), &text);
}

/// What is printed about the debate between these.
fn about<'c>(checked: &'c Outcome, debate: &str) -> &'c str {
    let all = checked.out.split("\n\n").find(|part| part.starts_with(debate));
    all.unwrap_or_else(|| panic!("nothing about {debate}: {}", checked.out))
}

#[test]
fn an_answer_to_a_reason_of_a_case_in_short_is_a_hit() {
    let project = Project::lamps();
    let quoted = "a dynamo lights a whole quarter for the wages of two men";
    project.replace(LAMPLIGHTER, quoted, "gas belongs to yesterday");
    let one_missed = "7 `answers` entries; 1 matches no sentence of the other side";
    project.report("check lamps").prints(one_missed);
    write_case(&project, "engineer", "yes", &["gas belongs to yesterday {axis=cost side=yes}"]);
    let checked = project.report("check lamps --pairs");
    checked.prints("7 `answers`; each matches a sentence of the other side");
    checked.prints("finds case, 1.00: Gas belongs to yesterday.");
}

#[test]
fn an_answer_that_hits_nothing_is_listed_with_the_least_likeness_and_a_remedy() {
    let project = Project::lamps();
    let quoted = "a dynamo lights a whole quarter for the wages of two men";
    project.replace(LAMPLIGHTER, quoted, "machines make workers needless and light costs nothing");
    let checked = project.report("check lamps");
    checked.prints("7 `answers` entries; 1 matches no").prints("matches no sentence; nearest is");
    checked.prints(
        "a match needs a likeness of 0.25: repeat the words of a statement after `answers claim`",
    );
}

#[test]
fn an_answer_that_is_nearer_to_a_third_persona_is_listed_where_that_persona_debates() {
    let project = Project::lamps();
    let quoted = "the cables and the engine house eat up every saving";
    project.replace(
        ENGINEER,
        quoted,
        "one endless spending spree devours every conceivable saving",
    );
    let checked = project.report("check lamps");
    let missed = "engineer coal: answers claim: One endless spending spree devours";
    let lamplighter = about(&checked, "street-light: engineer (yes) against lamplighter (no)");
    assert!(lamplighter.contains(missed), "{lamplighter}");
    let shopkeeper = about(&checked, "street-light: engineer (yes) against shopkeeper (no)");
    assert!(!shopkeeper.contains("matches no sentence"), "{shopkeeper}");
    assert!(
        shopkeeper.contains("3 more `answers`, nearest to what personas outside this pair say"),
        "{shopkeeper}"
    );
}

#[test]
fn a_dispute_is_not_known_to_be_idle_where_a_reason_of_the_case_has_no_axis() {
    let project = Project::lamps();
    let safety = |side| format!("it is so {{axis=safety side={side}}}");
    let cost = "it is cheap {axis=cost side=yes}";
    write_case(&project, "engineer", "yes", &[&safety("yes"), cost]);
    let checked = |reasons: &[&str]| {
        write_case(&project, "lamplighter", "no", reasons);
        let checked = project.report("check lamps");
        about(&checked, "street-light: engineer (yes) against lamplighter").to_owned()
    };
    let linked = checked(&[&safety("no")]);
    assert!(linked.contains("1 other dispute: at most one case in short rests"), "{linked}");
    assert!(linked.contains("the case of lamplighter does not mention it"), "{linked}");
    let unlinked = checked(&[&safety("no"), "my father did it"]);
    assert!(unlinked.contains("1 other dispute: not known whether both cases"), "{unlinked}");
    assert!(unlinked.contains("yes / no  unknown for lamplighter"), "{unlinked}");
}

#[test]
fn a_pair_with_one_answer_is_a_mistake_only_where_no_group_has_both_answers() {
    let project = Project::lamps();
    let groups = "[[\"engineer\", \"lamplighter\"], [\"engineer\", \"shopkeeper\"]]";
    let pair = "street-light: lamplighter (no) against shopkeeper (no)";
    let of = |with: &str| {
        project.replace(MANIFEST, groups, with);
        let checked = project.report("check lamps");
        project.replace(MANIFEST, with, groups);
        about(&checked, pair).to_owned()
    };
    let alone = of("[[\"lamplighter\", \"shopkeeper\"]]");
    assert!(alone.contains("both answer no: give one of them the other `stance`"), "{alone}");
    let below = "both answer no: their debate can only show on which axes they differ";
    let beside = of("[[\"engineer\", \"lamplighter\"], [\"lamplighter\", \"shopkeeper\"]]");
    assert!(beside.contains(below) && !beside.contains("give one of them"), "{beside}");
    let three = "[\"engineer\", \"lamplighter\", \"shopkeeper\"]";
    let and_three = of(&format!("[{three}, [\"lamplighter\", \"shopkeeper\"]]"));
    assert!(and_three.contains(below), "{and_three}");
    let together = of(&format!("[{three}]"));
    assert!(!together.contains("both answer no"), "{together}");
}

#[test]
fn a_group_of_three_is_described_by_who_is_on_which_side_of_each_axis() {
    let project = Project::lamps();
    let groups = "[[\"engineer\", \"lamplighter\"], [\"engineer\", \"shopkeeper\"]]";
    project.replace(MANIFEST, groups, "[[\"engineer\", \"lamplighter\", \"shopkeeper\"]]");
    let name = "street-light: engineer (yes), lamplighter (no), shopkeeper (no) together";
    let checked = project.report("check lamps");
    assert_eq!(
        about(&checked, name).lines().skip(1).collect::<Vec<_>>(),
        [
            "  2 disputed axes: a crux is one on which cases in short of both sides rest",
            "    cost    possible crux  yes: engineer  no: lamplighter, shopkeeper",
            "    safety  possible crux  yes: engineer  no: lamplighter, shopkeeper",
            "  no axis on which all take the same side",
        ]
    );
    project.replace(ENGINEER, "axis=safety side=yes", "axis=safety side=no");
    let checked = project.report("check lamps");
    let agreed = "  1 axis on which all take the same side\n    safety  Are streets under electric light safer?  no";
    assert!(about(&checked, name).contains(agreed), "{}", checked.out);
    let json = project.report("check lamps --json");
    let json: serde_json::Value = serde_json::from_str(&json.out).unwrap();
    let group = &json["groups"][0];
    assert_eq!(group["disputes"][0]["no"], serde_json::json!(["lamplighter", "shopkeeper"]));
    assert_eq!(group["agreed"][0]["axis"], "safety");
}

#[test]
fn a_side_that_favours_the_other_answer_is_a_hint() {
    let project = Project::lamps();
    let axes = project.text(TOPIC).replace("keywords =", "favours = \"yes\"\nkeywords =");
    project.write(TOPIC, &axes);
    let checked = project.report("check lamps");
    assert!(!checked.out.contains("favours"), "{}", checked.out);
    project.replace(ENGINEER, "axis=safety side=yes", "axis=safety side=no");
    let hint = "engineer answers yes, but takes the side that favours no on `safety`: correct the side if that is not meant";
    project.report("check lamps").exits(0).prints(hint);
    project.replace(ENGINEER, "axis=cost side=yes", "axis=cost side=no");
    let checked = project.report("check lamps");
    checked.prints("engineer answers yes, but takes the side that favours no on 2 of 2 axes");
    assert!(!checked.out.contains("if that is not meant"), "{}", checked.out);
}

#[test]
fn two_personas_of_an_experiment_with_one_name_are_a_warning() {
    let project = Project::lamps();
    let shopkeeper = "personas/shopkeeper/persona.toml";
    project.replace(shopkeeper, "name = \"Shopkeeper\"", "name = \"engineer\"");
    let checked = project.report("check lamps");
    assert_warns(
        checked.exits(0),
        "personas/shopkeeper/persona.toml: the name “engineer” is also that of the persona `engineer`",
    );
    assert_warns(&checked, "give each persona a `name` of its own");
}

#[test]
fn a_denied_point_that_no_statement_makes_is_a_warning_for_an_experiment_too() {
    let project = Project::lamps();
    project.replace(LAMPLIGHTER, "{#glare", "{#glare denies=bright");
    let shopkeeper = "personas/shopkeeper/corpus/light.md";
    let only_two = "[[\"engineer\", \"lamplighter\"]]";
    project.replace(
        MANIFEST,
        "[[\"engineer\", \"lamplighter\"], [\"engineer\", \"shopkeeper\"]]",
        only_two,
    );
    assert_warns(
        &project.report("check lamps"),
        "no statement on `street-light` makes the point `bright`",
    );
    // A persona of another experiment makes it.
    project.replace(shopkeeper, "{#look", "{#look point=bright");
    let checked = project.report("check lamps");
    assert!(!checked.err.contains("makes the point"), "{}", checked.err);
}

#[test]
fn an_unless_that_begins_with_if_is_a_warning() {
    let project = Project::lamps();
    let path = ENGINEER;
    let reason = "  - because: a flickering lamp makes horses shy\n";
    let with = |unless: &str| format!("{reason}  - unless: {unless}\n");
    project.replace(path, reason, &with("if horses shy at arc lamps"));
    let checked = project.report("check lamps");
    assert_warns(checked.exits(0), "the observation begins with “if”, so that pages say it twice");
    assert_warns(&checked, "write the observation itself: `horses shy at arc lamps`");
    project.replace(path, "unless: if horses", "unless: horses");
    let checked = project.report("check lamps");
    assert!(!checked.err.contains("observation"), "{}", checked.err);
}

#[test]
fn a_plan_names_the_groups_where_a_mode_has_several_formulas() {
    let project = Project::lamps();
    let plan = project.report("plan lamps");
    assert!(!plan.exits(0).out.contains("    for "), "{}", plan.out);
    let groups = "[\"engineer\", \"shopkeeper\"]]";
    let three = "[\"engineer\", \"lamplighter\", \"shopkeeper\"]]";
    project.replace(MANIFEST, groups, &format!("[\"engineer\", \"shopkeeper\"], {three}"));
    let plan = project.report("plan lamps");
    for (end, groups) in [
        ("= 27", "street-light: engineer, lamplighter; street-light: engineer, shopkeeper"),
        ("= 42", "street-light: engineer, lamplighter, shopkeeper"),
    ] {
        plan.exits(0).prints(&format!("{end}\n    for {groups}\n"));
    }
    plan.prints("  single: 1 question = 1\nCacheable");
}
