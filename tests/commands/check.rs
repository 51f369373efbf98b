//! `report check` on what rests on what.

use crate::project::{Outcome, Project};
use crate::transcript::golden;

const CASE: &str = "---\ntopic: street-light\nstance: yes\n---\n\n## In short {side=yes}\n\n\
    - The town should light its streets with electric lamps. {#case}\n\
    \x20 - because: a town should look its best {axis=safety side=yes}\n\
    \x20   - because: visitors judge a town by its streets\n\
    \x20 - because: electric light costs the town less over twenty years\n";

/// Asserts that standard error contains a text, wherever its lines break.
#[track_caller]
pub(crate) fn assert_warns(checked: &Outcome, text: &str) {
    let err = checked.err.replace("\n  │ ", " ").replace("\n        ", " ");
    assert!(err.contains(text), "standard error lacks «{text}»:\n{err}");
}

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
    let proposed =
        before.lines().skip_while(|line| !line.contains("to state the case in short")).skip(1);
    let proposed = proposed.take_while(|line| line.is_empty() || line.starts_with("    "));
    let file: Vec<&str> = proposed.map(|line| line.strip_prefix("    ").unwrap_or(line)).collect();
    project.write("personas/shopkeeper/corpus/in-short-street-light.md", &file.join("\n"));
    let after = project.report("check personas/shopkeeper");
    assert_eq!((after.code, after.err.as_str()), (Some(0), ""), "{}", after.out);
    after.prints(
        "shopkeeper on street-light: reasons of the case in short that assert an axis: 1 of 2",
    );
}

#[test]
fn check_prints_a_note_for_each_text_without_tags_whose_dispute_has_an_unknown_weight() {
    let project = Project::lamps();
    for (persona, stance, text) in [
        (
            "engineer",
            "yes",
            "The town should replace its gas lamps with electric light.\n\nStreets are safer under electric light.",
        ),
        (
            "lamplighter",
            "no",
            "The town should keep its gas lamps.\n\nStreets are no safer under electric light.",
        ),
    ] {
        let text = format!("---\ntopic: street-light\nstance: {stance}\n---\n\n{text}\n");
        project.write(&format!("personas/{persona}/corpus/light.md"), &text);
    }
    let checked = project.report("check");
    for persona in ["engineer", "lamplighter"] {
        checked.prints(&format!("to state the case in short of {persona}, write a file such as"));
    }
}

#[test]
fn check_warns_of_tags_that_contradict_each_other_and_of_cycles() {
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
    let checked = project.report("check personas/engineer");
    for (file, warning) in [
        (
            "in-short",
            "`case`: the case in short asserts both `axis=safety side=yes` and `axis=safety side=no`",
        ),
        (
            "light",
            "`dark` denies the point `lit`, which another statement asserts for the same answer",
        ),
        ("light", "the arguments of engineer for `safety`, `cost` rest on each other in a cycle"),
    ] {
        assert_warns(&checked, &format!("personas/engineer/corpus/{file}.md: {warning}"));
    }
}

#[test]
fn pasting_the_proposed_tags_turns_every_link_by_words_into_a_tag() {
    let project = Project::lamps();
    let cost = "electric light costs the town less over twenty years";
    let words = "over twenty years the town has less cost with electric light";
    let nested = "  - because: visitors judge a town by its streets\n";
    let below = format!("{nested}\x20     - because: {words}\n");
    let case = CASE.replace(cost, words).replace(nested, &below);
    let path = "personas/engineer/corpus/in-short.md";
    project.write(path, &case);
    let before = project.report("check personas/engineer").out;
    let (_, proposed) = before.split_once("copy the tags that are right:\n").unwrap();
    let proposed: Vec<&str> =
        proposed.lines().take_while(|line| line.trim_start().starts_with("- because")).collect();
    assert!(!proposed.is_empty(), "{before}");
    let mut tagged = case;
    for line in proposed {
        let line = line.trim_start();
        let (text, _) = line.split_once(". {axis=").unwrap();
        let written = text.to_lowercase();
        assert!(tagged.to_lowercase().contains(&written), "{written}");
        tagged = tagged
            .lines()
            .map(|old| {
                let indent = &old[..old.len() - old.trim_start().len()];
                let is_written = old.trim().to_lowercase() == written;
                if is_written { format!("{indent}{line}\n") } else { format!("{old}\n") }
            })
            .collect();
    }
    project.write(path, &tagged);
    let after = project.report("check personas/engineer");
    assert_eq!((after.code, after.err.as_str()), (Some(0), ""), "{}", after.out);
    assert!(!after.out.contains("words"), "{}", after.out);
    let share = |out: &str| {
        let line = out.lines().find(|line| line.contains("reasons of the case in short"));
        line.unwrap().to_owned()
    };
    assert_eq!(share(&before), share(&after.out));
}

#[test]
fn a_topic_that_corpora_cannot_debate_is_a_warning_with_its_file() {
    let project = Project::lamps();
    let topic = project.text("data/topics/street-light.toml");
    let (head, axes) = topic.split_once("[[axes]]").unwrap();
    project.write("data/topics/street-light.toml", &format!("{head}[[axes]]{axes}\n[[axes]]\nid = \"moon\"\ntitle = \"Moon\"\nquestion = \"Does the moon give enough light?\"\nyes = \"The moon gives enough light.\"\nno = \"The moon gives too little light.\"\nkind = \"claim\"\nkeywords = [\"moon\"]\nsettles = \"Measure it.\"\n"));
    assert_warns(
        &project.report("check"),
        "data/topics/street-light.toml: axes on which no persona has a statement: `moon`",
    );
    project.write("data/topics/street-light.toml", head);
    let corpora = ["engineer", "lamplighter", "shopkeeper"];
    for persona in corpora {
        for path in project.files(&format!("personas/{persona}/corpus")) {
            std::fs::remove_file(path).unwrap();
        }
        let text = "---\ntopic: street-light\nstance: yes\n---\n\n## Notes {side=yes}\n- Light them.\n  - because: lanes are dark\n";
        project.write(&format!("personas/{persona}/corpus/notes.md"), text);
    }
    let checked = project.report("check data personas");
    assert_warns(&checked, "data/topics/street-light.toml: the topic lists no axes");
    assert_warns(&checked, "add `[[axes]]`: a yes-or-no question and a sentence for each answer");
    for persona in corpora {
        let path = format!("personas/{persona}/persona.toml");
        let of_no_axis = |line: &&str| !line.starts_with("axis = ");
        let text = project.text(&path).lines().filter(of_no_axis).collect::<Vec<_>>().join("\n");
        project.write(&path, &text);
    }
    let built = project.report("build experiments/lamps.toml");
    let refusal = "the topic street-light lists no axes, and the provider `corpus` finds disputes only on axes";
    assert!(built.code != Some(0) && built.err.contains(refusal), "{}", built.err);
}

#[test]
fn a_persona_without_reasons_or_without_a_case_is_a_warning_with_its_file() {
    let project = Project::lamps();
    for path in project.files("personas/shopkeeper/corpus") {
        std::fs::remove_file(path).unwrap();
    }
    let head = "---\ntopic: street-light\nstance: yes\n---\n\n";
    let path = "personas/shopkeeper/corpus/notes.md";
    let statement = "## Safety {axis=safety side=yes}\n- Customers come after dark. {#dark}\n";
    let case = "## In short {side=yes}\n- Light them. {#case}\n  - because: lanes are dark {axis=safety side=yes}\n\n";
    for (text, warnings) in [
        (
            statement.to_owned(),
            vec![
                "no statement of shopkeeper answers the question of `street-light` itself",
                "no statement of shopkeeper on `street-light` has a reason, so it takes part with its answer alone",
            ],
        ),
        (
            case.to_owned(),
            vec!["shopkeeper has no statements on `street-light` besides its case in short"],
        ),
        (
            format!("{case}{statement}"),
            vec![
                "no statement of shopkeeper on `street-light` has a reason, so it takes part with its case in short alone",
            ],
        ),
    ] {
        project.write(path, &format!("{head}{text}"));
        let checked = project.report("check personas/shopkeeper");
        for warning in &warnings {
            assert_warns(&checked, &format!("{path}: {warning}"));
        }
        checked.exits(0);
    }
}

#[test]
fn check_shows_what_each_pair_of_an_experiment_will_debate() {
    let project = Project::lamps();
    golden("check-pairs", &project.transcript(&["check lamps", "check lamps --pairs"]));
}

#[test]
fn check_finds_what_a_debate_cannot_use() {
    let project = Project::lamps();
    project.report("new debate street").exits(0);
    let corpus = |who: &str| format!("personas/street-{who}/corpus/street.md");
    let (yes, no) = (corpus("yes"), corpus("no"));
    let clean = project.report("check street");
    clean.exits(0).prints("11 `answers`; each matches a sentence of the other side");
    assert!(!clean.out.contains("to look at"), "{}", clean.out);

    let quoted = "a town needs one place where children can run ahead of their parents";
    project.replace(&no, quoted, "zebras graze");
    project.replace(&no, "point=loud", "point=lout");
    project.replace(&yes, "{#ring-road conf", "{#ring-road side=yes conf");
    let checked = project.report("check street");
    for wanted in [
        "11 `answers` entries; 1 matches no sentence of the other side",
        "street-no after-six: answers claim: Zebras graze.\n      matches no sentence",
        "street-yes `resident-loud` names the point `loud`, which no one else names or denies",
        "street-no `owner-loud` names the point `lout`, which no one else names or denies",
        "street-yes `ring-road` says yes on `traffic`, but street-yes says no overall",
        "1 shared point\n",
    ] {
        checked.exits(0).prints(wanted);
    }

    let text = project
        .text(&no)
        .replace("stance: no", "stance: yes")
        .replace("short {side=no}", "short {side=yes}");
    project.write(&no, &text);
    let checked = project.report("check street");
    checked.exits(0).prints("both answer yes: give one of them the other `stance`");
    checked.prints("street-no answers yes, but takes the side that favours no on 4 of 4 axes");

    let json = project.report("check street --json");
    let json: serde_json::Value = serde_json::from_str(&json.exits(0).out).unwrap();
    assert_eq!(json["errors"], 0);
    let debate = &json["debates"][0];
    assert_eq!(debate["stances"][1], "yes");
    assert_eq!(debate["disputes"][0]["axis"], "trade");
    assert_eq!(debate["answers"].as_array().unwrap().len(), 11);

    project.replace(&no, "axis=life", "axis=live");
    let broken = project.report("check street");
    broken.exits(2).prints("fix the errors to see what the debates will be about");
    let json = project.report("check street --json");
    let json: serde_json::Value = serde_json::from_str(&json.exits(2).out).unwrap();
    assert!(json["faults"][0]["line"].as_u64().unwrap() > 1);
    assert_eq!(json["faults"][0]["severity"], "error");
}
