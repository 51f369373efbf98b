//! Cases that rest on much, on nothing, or on two axes that are one question.

use crate::village::{Village, case, every_load_is_known, idle, loads, section};

#[test]
fn a_case_with_seven_pillars_has_seven_cruxes_with_a_load_each() {
    let axes: Vec<String> = (0..7).map(|number| format!("pillar{number}")).collect();
    let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
    let village = Village::disputed(&axes, &axes);
    for (mode, outcome) in village.outcomes_with_load() {
        assert_eq!(outcome.cruxes.len(), 7, "{mode}");
        assert!(every_load_is_known(&outcome) && idle(&outcome).is_empty(), "{mode}");
        let loads: Vec<f64> =
            loads(&outcome).into_iter().flat_map(|(_, loads)| loads).flatten().collect();
        assert_eq!(loads.len(), 14, "{mode}");
        assert!(loads.iter().all(|load| *load > 0.0), "{mode}: {loads:?}");
        if mode.name() == "graph" {
            assert!(loads.iter().all(|load| (load - 1.0 / 7.0).abs() < 1e-9), "{loads:?}");
        }
    }
}

#[test]
fn thirty_issues_that_both_cases_rest_on_are_thirty_cruxes() {
    let axes: Vec<String> = (0..30).map(|number| format!("fact{number}")).collect();
    let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
    for (mode, outcome) in Village::disputed(&axes, &axes).outcomes_with_load() {
        assert_eq!(outcome.cruxes.len(), 30, "{mode}");
        assert!(every_load_is_known(&outcome) && idle(&outcome).is_empty(), "{mode}");
    }
}

#[test]
fn one_statement_that_rests_on_every_issue_falls_with_each_of_them() {
    let rests = |side: &str, number| {
        let reason = |axis: &str| format!("  - because: so it is {{axis={axis} side={side}}}\n");
        case(side, &[&format!("w {{axis=water side={side}}}")])
            + &format!("## Water {{axis=water side={side}}}\n- The one remark is {side}.\n")
            + &format!("{}{}\n", reason("price"), reason("old"))
            + &section("price", side, number)
            + &section("old", side, number)
    };
    let village = Village::new(&["water", "price", "old"])
        .persona("ann", "yes", &rests("yes", 1))
        .persona("bob", "no", &rests("no", 2));
    village.every_mode("polarized; cruxes old price water");
    for (mode, outcome) in village.outcomes_with_load() {
        let all = loads(&outcome).into_iter().flat_map(|(_, loads)| loads);
        assert!(all.flatten().all(|load| load > 0.99), "{mode}: {:?}", loads(&outcome));
    }
}

#[test]
fn a_reason_rests_on_the_reasons_below_it_in_every_mode() {
    let nested = "## In short {side=yes}\n- Dig.\n  - because: everything speaks for it\n    \
                  - because: there is water {axis=water side=yes}\n    \
                  - because: we can pay {axis=price side=yes}\n    \
                  - because: the old one fails {axis=old side=yes}\n\n";
    let sections = |side: &str, number| {
        ["water", "price", "old"].map(|axis| section(axis, side, number)).concat()
    };
    let other = case("no", &["there is none {axis=water side=no}"]);
    let village = Village::new(&["water", "price", "old"])
        .persona("ann", "yes", &(nested.to_owned() + &sections("yes", 1)))
        .persona("bob", "no", &(other + &sections("no", 2)));
    village.every_mode("polarized; cruxes water");
    for (mode, outcome) in village.outcomes_with_load() {
        assert!(every_load_is_known(&outcome), "{mode}");
        let mut idle = idle(&outcome);
        idle.sort_unstable();
        assert_eq!(idle, ["old", "price"], "{mode}");
    }
}

#[test]
fn a_chain_through_common_ground_carries_the_load_to_its_end() {
    // Ann's case rests on `old`, which both answer with yes; for her it rests on `water`, which Bob
    // denies.
    let chain = "## Old {axis=old side=yes}\n- The old well fails.\n  \
                 - because: the water has moved {axis=water side=yes}\n\n";
    let granted = "## Old {axis=old side=yes}\n- The old well is beyond repair.\n  \
                   - because: its lining is cracked\n\n";
    let village = Village::new(&["water", "old"])
        .persona(
            "ann",
            "yes",
            &(case("yes", &["the old well fails {axis=old side=yes}"])
                + chain
                + &section("water", "yes", 1)),
        )
        .persona(
            "bob",
            "no",
            &(case("no", &["there is none {axis=water side=no}"])
                + granted
                + &section("water", "no", 2)),
        );
    village.every_mode("partial; cruxes water; agrees old=yes");
    for (mode, outcome) in village.outcomes_with_load() {
        assert!(every_load_is_known(&outcome), "{mode}: {:?}", loads(&outcome));
    }
}

#[test]
fn two_axes_that_are_each_others_negation_are_one_crux_once_the_tags_name_one_of_them() {
    let ann = |axis: &str, side: &str| {
        case("yes", &[&format!("it is wet below {{axis={axis} side={side}}}")])
            + &section(axis, side, 1)
    };
    let bob = |axis: &str, side: &str| {
        case("no", &[&format!("three holes stayed empty {{axis={axis} side={side}}}")])
            + &section(axis, side, 2)
    };
    Village::new(&["water", "dry"])
        .persona("ann", "yes", &ann("water", "yes"))
        .persona("bob", "no", &bob("dry", "yes"))
        .every_mode("undetermined");
    Village::new(&["water"])
        .persona("ann", "yes", &ann("water", "yes"))
        .persona("bob", "no", &bob("water", "no"))
        .every_mode("polarized; cruxes water");
    // Both are about both axes: no axis is counted for a persona that does not write about it.
    Village::new(&["water", "dry"])
        .persona("ann", "yes", &(ann("water", "yes") + &section("dry", "no", 3)))
        .persona("bob", "no", &bob("dry", "yes"))
        .outcomes_with_load()
        .iter()
        .for_each(|(mode, outcome)| {
            assert!(outcome.cruxes.is_empty(), "{mode}");
            assert_eq!(idle(outcome), ["dry"], "{mode}");
        });
}

#[test]
fn a_persona_with_nothing_but_front_matter_leaves_every_mode_undetermined() {
    let ann = case("yes", &["there is water {axis=water side=yes}"]) + &section("water", "yes", 1);
    Village::new(&["water"])
        .persona("ann", "yes", &ann)
        .persona("bob", "no", "")
        .every_mode("undetermined");
}

#[test]
fn two_cases_without_other_statements_are_a_debate_in_every_mode() {
    let reasons = |side: &str| {
        let tag = |axis| format!("the answer on {axis} is {side} {{axis={axis} side={side}}}");
        let (water, price) = (tag("water"), tag("price"));
        case(side, &[&water, &price])
    };
    Village::new(&["water", "price"])
        .persona("ann", "yes", &reasons("yes"))
        .persona("bob", "no", &reasons("no"))
        .every_mode("polarized; cruxes price water");
}

#[test]
fn a_persona_without_reasons_takes_part_with_its_case_in_every_mode() {
    let tag = |side: &str| case(side, &[&format!("by any law {{axis=water side={side}}}")]);
    Village::new(&["water"])
        .persona("ann", "yes", &(tag("yes") + "## Water {axis=water side=yes}\n- It is wet.\n"))
        .persona("bob", "no", &(tag("no") + &section("water", "no", 2)))
        .every_mode("polarized; cruxes water");
}

#[test]
fn a_declared_shared_point_is_common_ground_at_any_confidence() {
    let shared = |text: &str| {
        format!(
            "## Price {{axis=price side=yes}}\n- {text} {{point=fund conf=0.4}}\n  - because: the books say so\n\n"
        )
    };
    let village = Village::new(&["water", "price"])
        .persona(
            "ann",
            "yes",
            &(case("yes", &["w {axis=water side=yes}"])
                + &section("water", "yes", 1)
                + &shared("The fund holds forty thousand.")),
        )
        .persona(
            "bob",
            "no",
            &(case("no", &["w {axis=water side=no}"])
                + &section("water", "no", 2)
                + &shared("Forty thousand are in the fund.")),
        );
    for (mode, outcome) in village.outcomes() {
        assert_eq!(outcome.common_ground.agreed.len(), 1, "{mode}");
        assert_eq!(crate::village::summary(&outcome)[..7], *"partial", "{mode}");
    }
}

#[test]
fn every_dispute_without_load_is_listed_however_many_there_are() {
    let axes: Vec<String> = (0..30).map(|number| format!("fact{number}")).collect();
    let axes: Vec<&str> = axes.iter().map(String::as_str).collect();
    let corpus = |side: &str, number| {
        let sections: String = axes.iter().map(|axis| section(axis, side, number)).collect();
        case(side, &[&format!("it follows {{axis=fact0 side={side}}}")]) + &sections
    };
    let village = Village::new(&axes).persona("ann", "yes", &corpus("yes", 1)).persona(
        "bob",
        "no",
        &corpus("no", 2),
    );
    village.every_mode("polarized; cruxes fact0");
    for (mode, outcome) in village.outcomes_with_load() {
        let mut listed = idle(&outcome);
        listed.sort_by_key(|axis| axes.iter().position(|one| one == axis));
        assert_eq!(listed, axes[1..], "{mode}");
    }
}

#[test]
fn a_reason_of_the_case_decides_the_position_where_the_statements_cancel_out() {
    let both = "## Water {axis=water side=no}\n- Chalk drains. {conf=0.6}\n  - because: the pond says so\n\
                - Clay holds. {side=yes conf=0.6}\n  - because: the ditch says so\n\n";
    Village::new(&["water"])
        .persona(
            "ann",
            "yes",
            &(case("yes", &["w {axis=water side=yes}"]) + &section("water", "yes", 1)),
        )
        .persona("bob", "no", &(case("no", &["w {axis=water side=no}"]) + both))
        .every_mode("polarized; cruxes water");
}

#[test]
fn a_reason_and_the_reason_below_it_both_carry_load_in_every_mode() {
    let nested = "## In short {side=yes}\n- Dig.\n  - because: we can pay {axis=price side=yes}\n    \
                  - because: the water is shallow {axis=water side=yes}\n\n";
    let tagged = ["none is there {axis=water side=no}", "we cannot pay {axis=price side=no}"];
    let both =
        |side: &str, number| section("water", side, number) + &section("price", side, number);
    let village = Village::new(&["water", "price"])
        .persona("ann", "yes", &(nested.to_owned() + &both("yes", 1)))
        .persona("bob", "no", &(case("no", &tagged) + &both("no", 2)));
    village.every_mode("polarized; cruxes price water");
}
