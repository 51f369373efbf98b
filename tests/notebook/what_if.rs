//! What a change of a graph does to cruxes.

use faultline::graph::NodeKind;
use faultline::notebook::{self, Debates};
use faultline::vocabulary::Side;

use crate::{with_belief, with_debates};

/// The project `lamps` with these modes too.
fn with_modes(modes: &[&str], check: impl FnOnce(Debates)) {
    let folder = tempfile::tempdir().unwrap();
    with_belief(folder.path());
    let root = folder.path().join("lamps");
    let manifest = root.join("experiments/lamps.toml");
    let mut text = std::fs::read_to_string(&manifest).unwrap();
    for mode in modes {
        text.push_str(&["[modes.", mode, "]\n"].concat());
    }
    std::fs::write(&manifest, text).unwrap();
    check(notebook::run(&root, "experiments/lamps.toml").unwrap());
}

#[test]
fn a_change_of_nothing_leaves_every_crux_as_the_debate_found_it() {
    let modes = ["dialogue", "dispute", "procon", "blitz", "classical"];
    with_modes(&modes, |debates| {
        let computed = debates.iter().filter(|debate| !debate.title().contains("single"));
        for debate in computed {
            let effect = debate.what_if().effect().unwrap();
            let (title, cruxes) = (debate.title(), effect.cruxes().unwrap());
            assert_eq!(cruxes.rows().len(), debate.outcome().cruxes.len(), "{title}");
            for (row, crux) in cruxes.rows().iter().zip(&debate.outcome().cruxes) {
                assert_eq!((&row[0], row[1].as_str()), (&crux.question, "remains"), "{title}");
                assert!(row[2] == row[3] && row.iter().all(|cell| !cell.contains('→')), "{title}");
            }
        }
    });
}

#[test]
fn a_crux_vanishes_where_a_persona_gives_the_answer_of_the_others() {
    with_debates(|debates| {
        for mode in ["graph", "belief"] {
            let debate = debates.mode(mode).persona("shopkeeper").one().unwrap();
            let crux = &debate.outcome().cruxes[0];
            let axis = crux.axis.as_ref().unwrap().as_str();
            let held = crux.positions.iter().find(|held| held.persona.as_str() == "shopkeeper");
            let side = held.unwrap().side.unwrap();
            let change = debate.what_if().answers("shopkeeper", axis, side.opposite()).unwrap();
            let effect = change.effect().unwrap();
            let cruxes = effect.cruxes().unwrap();
            assert_eq!(cruxes.rows()[0][0], crux.question, "{effect}");
            assert_eq!(
                cruxes.rows()[0][1],
                "vanishes: no persona answers it differently",
                "{effect}"
            );
            let removed = effect.table().rows().iter().filter(|row| row[4] == "removed");
            assert!(removed.clone().count() > 0, "its arguments for the old answer go:\n{effect}");
            assert!(removed.clone().all(|row| row[1] == "Shopkeeper"), "{effect}");
            assert!(effect.to_string().contains("1 vanishes."), "{effect}");
            let again = debate.what_if().answers("shopkeeper", axis, side).unwrap_err().to_string();
            assert_eq!(again, "the persona gives this answer already");
        }
        let debate = debates.mode("graph").persona("shopkeeper").one().unwrap();
        let error = |persona: &str, axis: &str| {
            debate.what_if().answers(persona, axis, Side::Yes).unwrap_err().to_string()
        };
        let axis = debate.outcome().cruxes[0].axis.as_ref().unwrap().as_str();
        let known = "the debate has no persona `eve`; its personas: engineer, shopkeeper";
        assert_eq!(error("eve", axis), known);
        let unknown = error("shopkeeper", "nowhere");
        let known = "the debate has no question with the axis `nowhere`; its axes: ";
        assert!(unknown.starts_with(known) && unknown.contains(axis), "{unknown}");
        let by_name = debate.what_if().answers("Shopkeeper", axis, Side::Yes);
        let by_id = debate.what_if().answers("shopkeeper", axis, Side::Yes);
        let text = |change: Result<notebook::WhatIf<'_>, notebook::NotebookError>| {
            change.map_or_else(|error| error.to_string(), |change| change.to_string())
        };
        assert_eq!(text(by_name), text(by_id));
    });
}

#[test]
fn an_answer_that_no_persona_gives_any_more_is_on_no_side_of_a_crux() {
    with_modes(&["dialogue", "dispute", "procon", "blitz", "classical"], |debates| {
        for debate in debates.iter().filter(|debate| !debate.outcome().cruxes.is_empty()) {
            for side in [Side::Yes, Side::No] {
                let crux = &debate.outcome().cruxes[0];
                let axis = crux.axis.as_ref().unwrap().as_str();
                let change = debate.what_if().without_answer(axis, side);
                let Ok(effect) = change.unwrap().effect() else { continue };
                let first = &effect.cruxes().unwrap().rows()[0];
                let title = debate.title();
                assert_eq!(first[0], crux.question, "{title}");
                assert!(first[1].starts_with("vanishes: no persona"), "{title}: {first:?}");
            }
        }
    });
}

#[test]
fn without_a_thesis_no_crux_is_computed() {
    with_modes(&["dialogue", "dispute", "procon", "blitz", "classical"], |debates| {
        for debate in debates.iter().filter(|debate| !debate.title().contains("single")) {
            let title = debate.title();
            let theses = debate.final_graph().nodes().filter(|it| it.kind == NodeKind::Thesis);
            for thesis in theses.map(|node| node.id.to_string()) {
                let effect = debate.what_if().without(&thesis).unwrap().effect().unwrap();
                let error = effect.cruxes().unwrap_err().to_string();
                let start = "without a thesis nothing is known to depend";
                assert!(error.starts_with(start), "{title}: {error}");
                assert!(error.contains("`answers` and `without_answer`"), "{title}: {error}");
                let removed = effect.table().rows().iter().find(|row| row[0] == thesis).unwrap();
                assert_eq!(removed[4], "removed", "{title}");
            }
        }
    });
}

#[test]
fn no_removal_makes_a_known_load_unknown() {
    with_modes(&["dialogue", "dispute", "procon", "blitz", "classical"], |debates| {
        for debate in debates.iter().filter(|debate| !debate.title().contains("single")) {
            for node in debate.final_graph().nodes() {
                let change = debate.what_if().without(&node.id.to_string()).unwrap();
                let effect = change.effect().unwrap();
                let Ok(cruxes) = effect.cruxes() else { continue };
                let changed = cruxes.rows().iter().flatten().filter(|cell| cell.contains('→'));
                let unknown: Vec<_> = changed.filter(|cell| cell.ends_with('?')).collect();
                assert!(unknown.is_empty(), "{} without {}: {cruxes}", debate.title(), node.id);
            }
        }
    });
}

#[test]
fn removing_an_argument_moves_cruxes() {
    let modes = ["graph", "belief"];
    let bench = notebook::benchmark(&modes, &["none"], 3, 1).unwrap();
    let debates = bench.debates("none").unwrap();
    for debate in debates.iter() {
        let nodes = debate.final_graph().nodes().filter(|node| node.kind != NodeKind::Thesis);
        let moves = |id: &String| {
            let effect = debate.what_if().without(id).unwrap().effect().unwrap();
            effect.cruxes().unwrap().rows().iter().any(|row| row[2] != row[3])
        };
        let ids: Vec<String> = nodes.map(|node| node.id.to_string()).collect();
        let moving = ids.iter().filter(|id| moves(id)).count();
        assert!(0 < moving && moving < ids.len(), "{}: {moving} of {}", debate.title(), ids.len());
    }
}

#[test]
fn the_cruxes_of_a_mode_in_which_an_answer_names_them_do_not_follow_from_a_graph() {
    let bench = notebook::benchmark(&["single"], &["none"], 1, 1).unwrap();
    let debate = bench.debates("none").unwrap().iter().next().unwrap().clone();
    let error = debate.what_if().effect().unwrap_err().to_string();
    assert!(error.starts_with("this mode computes neither labels nor strengths"), "{error}");
}
