//! Bad and unusual topics and corpora: what the modes report about them is true, and the same in
//! every mode.

#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

#[path = "bad_input/cases.rs"]
mod cases;
#[path = "bad_input/village.rs"]
mod village;

use faultline::vocabulary::Probability;
use village::{Village, case, section};

#[test]
fn a_topic_without_axes_fails_every_mode_with_the_file_and_the_remedy() {
    let corpus = |side, reason| case(side, &[reason]) + "## Well\n- We have talked about it.\n";
    let village = Village::new(&[])
        .persona("ann", "yes", &corpus("yes", "springs rise there"))
        .persona("bob", "no", &corpus("no", "boreholes were dry"));
    for (mode, outcome) in village.outcomes() {
        let rule = &outcome.stop.rule;
        assert!(rule.contains("the topic t lists no axes"), "{mode}: {rule}");
        assert!(rule.contains("add `[[axes]]` to data/topics/t.toml"), "{mode}: {rule}");
    }
}

#[test]
fn an_axis_about_which_no_persona_writes_is_mentioned_by_no_mode() {
    let village = Village::disputed(&["water", "price", "old"], &["water", "price"]);
    village.every_mode("polarized; cruxes price water");
    for (mode, outcome) in village.outcomes() {
        let text = serde_json::to_string(&outcome).unwrap();
        assert!(!text.contains("Is the old well failing?"), "{mode}: {text}");
    }
}

#[test]
fn without_a_statement_on_any_axis_every_mode_finds_nothing_and_no_agreement() {
    let corpus = |text: &str| format!("## Notes\n- {text}. {{#a}}\n  - because: {text} twice\n");
    Village::new(&["moon"])
        .persona("ann", "yes", &corpus("Springs rise there"))
        .persona("bob", "no", &corpus("Boreholes stayed empty"))
        .every_mode("undetermined");
}

#[test]
fn personas_on_one_side_agree_unless_a_question_divides_them() {
    let first = case("yes", &["there is water {axis=water side=yes}"]);
    let second = case("yes", &["the rain will fill it {axis=water side=no}"]);
    let price = |number| section("price", "yes", number);
    let with = |second: &str, side: &str| {
        Village::new(&["water", "price"])
            .persona("ann", "yes", &(first.clone() + &section("water", "yes", 1) + &price(1)))
            .persona("bob", "yes", &(second.to_owned() + &section("water", side, 2) + &price(2)))
    };
    with(&first, "yes").every_mode("consensus; agrees price=yes water=yes");
    with(&second, "no").every_mode("partial; cruxes water; agrees price=yes");
}

#[test]
fn corpora_that_agree_on_every_axis_are_not_a_consensus_while_the_theses_oppose_each_other() {
    let reasons = ["there is water {axis=water side=yes}", "we can pay {axis=price side=yes}"];
    let sections = |number| section("water", "yes", number) + &section("price", "yes", number);
    let with = |number| {
        Village::new(&["water", "price"])
            .persona("ann", "yes", &(case("yes", &reasons) + &sections(1)))
            .persona("bob", "no", &(case("no", &reasons) + &sections(number)))
    };
    with(2).every_mode("undetermined; agrees price=yes water=yes");
    // Sentences that both corpora contain are shared points, not answers in words of their own.
    let village = with(1);
    village.every_mode("undetermined");
    for (mode, outcome) in village.outcomes() {
        let agreed: Vec<&str> =
            outcome.common_ground.agreed.iter().map(|agreed| agreed.text.as_str()).collect();
        let text = "The first remark on water is yes.";
        assert!(agreed.contains(&text), "{mode}: {agreed:?}");
    }
}

#[test]
fn a_persona_without_a_case_in_short_has_an_unknown_load_in_every_mode() {
    let both =
        |side: &str, number| section("water", side, number) + &section("price", side, number);
    let tagged = ["there is none {axis=water side=no}", "we cannot pay {axis=price side=no}"];
    let village = Village::new(&["water", "price"]).persona("ann", "yes", &both("yes", 1)).persona(
        "bob",
        "no",
        &(case("no", &tagged) + &both("no", 2)),
    );
    village.every_mode("polarized; cruxes price water");
    for (mode, outcome) in village.outcomes_with_load() {
        for crux in &outcome.cruxes {
            let known: Vec<bool> = crux.positions.iter().map(|one| one.load.is_some()).collect();
            assert_eq!(known, [false, true], "{mode}: {}", crux.question);
        }
    }
}

#[test]
fn arguments_in_a_cycle_carry_the_load_of_all_and_end_the_debate() {
    let cycle = |side: &str| {
        let on = |axis: &str, below: &str| {
            format!(
                "## {axis} {{axis={axis} side={side}}}\n- The remark on {axis} is {side}.\n  \
                 - because: the other shows it {{axis={below} side={side}}}\n\n"
            )
        };
        let tag = format!("w {{axis=water side={side}}}");
        case(side, &[&tag]) + &on("water", "price") + &on("price", "old") + &on("old", "water")
    };
    let village = Village::new(&["water", "price", "old"])
        .persona("ann", "yes", &cycle("yes"))
        .persona("bob", "no", &cycle("no"));
    village.every_mode("polarized; cruxes old price water");
    for (mode, outcome) in village.outcomes_with_load() {
        for held in outcome.cruxes.iter().flat_map(|crux| &crux.positions) {
            assert_eq!(held.load.map(Probability::value), Some(1.0), "{mode}: {}", held.text);
        }
    }
}

#[test]
fn a_reason_that_repeats_its_own_axis_adds_no_load() {
    let itself = "## Water {axis=water side=yes}\n- There is water because there is.\n  \
                  - because: there is water {axis=water side=yes}\n";
    let tagged = ["there is water {axis=water side=yes}", "we can pay {axis=price side=yes}"];
    let opposed = ["there is none {axis=water side=no}", "we cannot pay {axis=price side=no}"];
    let sections = section("water", "no", 2) + &section("price", "no", 2);
    let village = Village::new(&["water", "price"])
        .persona("ann", "yes", &(case("yes", &tagged) + itself + &section("price", "yes", 1)))
        .persona("bob", "no", &(case("no", &opposed) + &sections));
    village.every_mode("polarized; cruxes price water");
    let (_, graph) = &village.outcomes_with_load()[0];
    let loads = graph.cruxes.iter().map(|crux| crux.score.value.value());
    assert_eq!(loads.collect::<Vec<_>>(), [0.5, 0.5]);
}

#[test]
fn replicates_that_would_be_equal_and_a_recall_of_nothing_are_refused() {
    let village = Village::disputed(&["water"], &["water"]);
    let refused = village.manifest_faults("replicates = 3\n[provider]\nkind = \"corpus\"\n");
    assert!(refused.contains("all replicates would be equal"), "{refused}");
    assert!(refused.contains("`recall` below 1 in [provider]"), "{refused}");
    let refused = village.manifest_faults("[provider]\nkind = \"corpus\"\nrecall = 0\n");
    assert!(refused.contains("`recall` is 0, so that nothing is left"), "{refused}");
}

#[test]
fn a_case_in_short_without_a_tag_is_recognized_by_its_heading_and_by_its_words() {
    let reason = |side: &str| format!("  - because: so it is {{axis=water side={side}}}\n\n");
    let of_all = |yes: &str, no: &str| {
        let yes = format!("{yes}{}{}", reason("yes"), section("water", "yes", 1));
        let no = format!("{no}{}{}", reason("no"), section("water", "no", 2));
        Village::new(&["water"]).persona("ann", "yes", &yes).persona("bob", "no", &no)
    };
    for (yes, no) in [
        ("## In short\n- Go ahead.\n", "## My case in short\n- Leave it.\n"),
        ("- The village should dig a new well.\n", "- The village should not dig a new well.\n"),
        ("- We should dig a new well.\n", "- We should not dig a new well.\n"),
        ("- In short, dig the well.\n", "- Do not dig a new well.\n"),
    ] {
        let village = of_all(yes, no);
        village.every_mode("polarized; cruxes water");
        for (mode, outcome) in village.outcomes_with_load() {
            assert!(village::every_load_is_known(&outcome), "{mode}: {yes}");
        }
    }
}

#[test]
fn a_concession_in_the_words_of_the_axis_is_common_ground_in_every_mode() {
    let conceded = "## Water {axis=water side=no}\n- Three dry boreholes are three dry boreholes.\n  \
                    - because: they were drilled in 1988\n  \
                    - concedes: there is water below the green {side=yes}\n\n";
    let tags = |side: &str| {
        [format!("w {{axis=water side={side}}}"), format!("p {{axis=price side={side}}}")]
    };
    let corpus = |side: &str, water: &str, number| {
        let [first, second] = tags(side);
        case(side, &[&first, &second]) + water + &section("price", side, number)
    };
    Village::new(&["water", "price"])
        .persona("ann", "yes", &corpus("yes", &section("water", "yes", 1), 1))
        .persona("bob", "no", &corpus("no", conceded, 2))
        .every_mode("partial; cruxes price; agrees water=yes");
}

/// Personas, for yes and for no in turn, whose cases rest on every axis and who have four
/// statements on each.
fn disputing_all_axes(axes: usize, personas: &[&'static str]) -> Village {
    let axes: Vec<String> = (0..axes).map(|number| format!("fact{number}")).collect();
    let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
    let mut village = Village::new(&axes);
    for (seat, persona) in personas.iter().enumerate() {
        let side = if seat % 2 == 0 { "yes" } else { "no" };
        let tags = axes.iter().map(|axis| format!("so it is {{axis={axis} side={side}}}"));
        let tags: Vec<String> = tags.collect();
        let tags: Vec<&str> = tags.iter().map(String::as_str).collect();
        let on_axis = |axis: &&str| {
            section(axis, side, 1 + seat % 3) + &section(axis, side, 1 + (seat + 1) % 3)
        };
        let corpus = case(side, &tags) + &axes.iter().map(on_axis).collect::<String>();
        village = village.persona(persona, side, &corpus);
    }
    village
}

#[test]
fn no_mode_makes_more_calls_than_its_formula_allows_on_large_topics_and_with_many_personas() {
    disputing_all_axes(30, &["ann", "bob"]).calls_follow_the_formulas();
    disputing_all_axes(8, &["ann", "bob", "cat", "dan"]).calls_follow_the_formulas();
}
