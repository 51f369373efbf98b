//! The notebook API over a store of real debates.
#![expect(clippy::unwrap_used, reason = "a failed setup fails the test")]

#[path = "notebook/dependence.rs"]
mod dependence;
#[path = "notebook/planted.rs"]
mod planted;
#[path = "notebook/sections.rs"]
mod sections;
#[path = "notebook/semantics.rs"]
mod semantics;
#[path = "notebook/what_if.rs"]
mod what_if;

use std::collections::BTreeSet;

use faultline::argue::Gradual;
use faultline::graph::NodeKind;
use faultline::notebook::{self, Debates, ReadDebates, Room, RoomError, Said};
use faultline::store::Store;
use faultline::vocabulary::Side;

include!("projects/store_of_lamps.rs");

/// The project `lamps` with a belief debate too.
fn with_belief(folder: &std::path::Path) -> std::path::PathBuf {
    let lamps = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/projects/lamps");
    let root = folder.join("lamps");
    for entry in walkdir::WalkDir::new(&lamps) {
        let entry = entry.unwrap();
        let to = root.join(entry.path().strip_prefix(&lamps).unwrap());
        if entry.file_type().is_dir() {
            std::fs::create_dir_all(to).unwrap();
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
    let manifest = root.join("experiments/lamps.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, text + "[modes.belief]\n").unwrap();
    store_of(&root, folder)
}

fn with_debates(check: impl FnOnce(Debates)) {
    let folder = tempfile::tempdir().unwrap();
    let store = notebook::open(with_belief(folder.path())).unwrap();
    check(store.debates("lamps").unwrap());
}

#[test]
fn a_run_is_found_by_the_beginning_of_its_name_and_lists_its_debates() {
    let folder = tempfile::tempdir().unwrap();
    let store = notebook::open(store_of_lamps(folder.path())).unwrap();
    {
        let runs = store.runs().unwrap();
        assert_eq!(runs.titles(), ["run", "debates", "done"]);
        let debates = store.debates("lamps").unwrap();
        assert_eq!(runs.rows()[0][2], debates.iter().len().to_string());
        let error = store.debates("trams").unwrap_err().to_string();
        assert!(
            error.starts_with("no run of this store starts with `trams`; its runs: lamps-"),
            "{error}"
        );
        let table = debates.table();
        assert_eq!(table.rows().len(), 4, "two groups in two modes:\n{table}");
    }
}

#[test]
fn of_several_runs_of_an_experiment_the_last_is_read_and_the_table_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let first = store_of_lamps(folder.path());
    let runs = || notebook::open(&first).unwrap().runs().unwrap().rows().to_vec();
    let old = runs()[0][0].clone();
    let second = with_belief(folder.path());
    assert_eq!(first, second, "one store");
    let store = notebook::open(&second).unwrap();
    let table = store.debates("lamps").unwrap().table();
    assert_eq!(table.rows().len(), 6, "three modes: {table}");
    assert!(table.to_string().contains("the last of 2 runs of lamps"), "{table}");
    let named = store.debates(&old).unwrap().table();
    assert!(named.rows().len() == 4 && !named.to_string().contains("the last of"), "{named}");
}

#[test]
fn modes_are_compared_with_intervals_and_tests() {
    with_debates(|debates| {
        let comparison = debates.comparison();
        let titles = comparison.titles();
        assert!(titles.contains(&"belief") && titles.contains(&"graph"), "{comparison}");
        assert_eq!(comparison.rows()[0], ["Debates", "2", "2", "2"], "{comparison}");
        let calls = comparison.rows().iter().find(|row| row[0] == "Calls").unwrap();
        let has_interval = |cell: &String| cell.contains(" [") && cell.contains(" to ");
        assert!(calls.iter().any(has_interval), "a mean with its interval: {comparison}");
        assert!(comparison.to_string().contains("n too small"), "{comparison}");
        let one = debates.mode("graph").comparison();
        assert_eq!(one.titles().len(), 2, "{one}");
    });
}

#[test]
fn a_reading_names_what_the_store_holds_of_each_finished_debate() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(store_of_lamps(folder.path())).unwrap();
    let run = store.runs().unwrap().pop().unwrap();
    let cells = store.run(&run).cells().unwrap();
    let reading = || ReadDebates::of(&store, &run).unwrap().debates().to_owned();
    let before = reading();
    assert_eq!(before.lines().count(), cells.len());
    for (line, cell) in before.lines().zip(&cells) {
        let done = store.run(&run).done(cell).unwrap().unwrap();
        let snapshots = done.snapshots.iter().map(|hash| format!(" {hash}"));
        assert_eq!(line, format!("{cell} {}{}", done.outcome, snapshots.collect::<String>()));
    }
    std::fs::remove_file(store.run(&run).done_path(&cells[0])).unwrap();
    assert_eq!(
        reading(),
        before.split_once('\n').unwrap().1,
        "a debate that is not done is not read"
    );
}

#[test]
fn one_debate_is_chosen_by_what_it_is() {
    with_debates(|debates| {
        let error = debates.clone().one().unwrap_err().to_string();
        assert!(error.contains("debates are left where one was wanted"), "{error}");
        let none = debates.mode("nonsense").one().unwrap_err().to_string();
        assert_eq!(none, "no debate has the mode `nonsense`; choose one of: belief, graph, single");
        let none = debates.mode("nonsense").persona("shopkeeper").one().unwrap_err().to_string();
        assert!(none.starts_with("no debate has the mode `nonsense`"), "{none}");
        let none = debates.rounds(1000..).one().unwrap_err().to_string();
        assert!(none.starts_with("no debate has the number of rounds `1000..`; choose"), "{none}");
        let named = debates.persona("Shopkeeper");
        assert_eq!(named.iter().len(), debates.persona("shopkeeper").iter().len());
        assert!(named.iter().len() > 0);
        let debate = debates.mode("graph").persona("shopkeeper").one().unwrap();
        assert!(debate.title().contains("graph"), "{}", debate.title());
        let error = debate.graph_after(99).unwrap_err().to_string();
        assert!(error.starts_with("the debate has no round 99; it has rounds 0 to "), "{error}");
        let error = debate.what_if().without("n999").unwrap_err().to_string();
        assert!(
            error.starts_with("the final graph has no node `n999`; it has nodes from n1 to "),
            "{error}"
        );
    });
}

#[test]
fn the_cruxes_of_several_debates_are_one_table_with_a_column_for_each() {
    with_debates(|debates| {
        let (grid, columns) = (debates.cruxes(), debates.iter().len() + 1);
        assert_eq!(grid.titles().len(), columns);
        for debate in debates.iter() {
            for crux in &debate.outcome().cruxes {
                assert!(grid.rows().iter().any(|row| row[0] == crux.question), "{}", crux.question);
            }
        }
        assert_eq!(grid.csv().lines().count(), grid.rows().len() + 1);
    });
}

#[test]
fn a_card_says_who_answers_what_and_why() {
    with_debates(|debates| {
        let debate = debates.mode("graph").persona("shopkeeper").one().unwrap();
        let cards = debate.cruxes().to_string();
        for crux in &debate.outcome().cruxes {
            assert!(cards.contains(&crux.question), "{cards}");
            for held in &crux.positions {
                assert!(cards.contains(held.text.trim_end_matches('.')), "{cards}");
            }
        }
        assert!(debate.transcript().to_string().contains("t1 "));
        assert!(debate.graph().svg().starts_with("<svg"));
    });
}

#[test]
fn removing_a_persona_s_answers_moves_what_they_attacked() {
    with_debates(|debates| {
        let debate = debates.mode("graph").persona("shopkeeper").one().unwrap();
        let crux = &debate.outcome().cruxes[0];
        let axis = crux.axis.as_ref().unwrap().as_str();
        let change = debate.what_if().without_answer(axis, Side::Yes).unwrap();
        let effect = change.effect().unwrap();
        let removed = effect.table().rows().iter().filter(|row| row[4] == "removed").count();
        assert!(removed > 0, "{effect}");
        let others =
            effect.table().rows().iter().filter(|row| row[3] != row[4] && row[4] != "removed");
        assert!(others.count() > 0, "the other answer is not attacked any more:\n{effect}");
        let error = debate.what_if().without_answer("nowhere", Side::No).unwrap_err().to_string();
        let known = "the debate has no question with the axis `nowhere`; its axes: ";
        assert!(error.starts_with(known) && error.contains(axis), "{error}");
        let without = debate.what_if().without_answer(axis, Side::Yes).unwrap();
        assert!(without.effect().is_ok(), "the axis of `dependence` names the question");
        let error = debate.what_if().score("n1", 0.5).unwrap_err().to_string();
        assert_eq!(error, "the nodes of this mode have no base scores");
    });
}

#[test]
fn debates_are_chosen_by_their_number_of_rounds() {
    with_debates(|debates| {
        let all = debates.iter().len();
        let rounds = |range: std::ops::RangeInclusive<u32>| debates.rounds(range);
        let without = rounds(0..=0);
        assert!(without.iter().len() > 0, "mode single has no round after the opening");
        assert_eq!(without.iter().len() + debates.rounds(1..).iter().len(), all);
        assert!(rounds(0..=0).table().rows().iter().all(|row| row[4] == "0"));
        assert_eq!(debates.rounds(1000..).iter().len(), 0);
    });
}

#[test]
fn the_outcome_of_a_debate_is_json_as_the_store_keeps_it() {
    with_debates(|debates| {
        let debate = debates.mode("graph").persona("shopkeeper").one().unwrap();
        let json = debate.json();
        assert_eq!(json.value()["mode"], "graph");
        assert_eq!(json.value()["personas"][1], "shopkeeper");
        let outcome = serde_json::from_value(json.value()["outcome"].clone()).unwrap();
        assert_eq!(debate.outcome(), &outcome);
    });
}

#[test]
fn a_base_score_moves_the_strength_of_what_it_supports() {
    with_debates(|debates| {
        let debate = debates.mode("belief").persona("shopkeeper").one().unwrap();
        let unchanged = debate.what_if().effect().unwrap();
        assert!(unchanged.table().rows().iter().all(|row| row[3] == row[4]), "{unchanged}");
        let graph = debate.final_graph();
        let thesis = graph.nodes().find(|node| graph.into_node(node.id).next().is_some()).unwrap();
        let below = graph.into_node(thesis.id).next().unwrap().from.to_string();
        let moved = debate.what_if().score(&below, 0.0).unwrap().by(Gradual::Qe);
        let effect = moved.effect().unwrap();
        assert!(
            effect.table().rows().iter().any(|row| row[0] == below && row[3] != row[4]),
            "{effect}"
        );
        let error = debate.what_if().score(&below, 1.5).unwrap_err().to_string();
        assert_eq!(error, "a base score is a number from 0 to 1");
    });
}

#[test]
fn a_thesis_says_what_it_rests_on_and_which_statements_move_it() {
    with_debates(|debates| {
        let debate = debates.mode("belief").persona("shopkeeper").one().unwrap();
        let grid = debate.dependence();
        let outcome = debate.outcome();
        let positions = outcome.cruxes.iter().map(|crux| crux.positions.len());
        let idle = outcome.idle_disputes.iter().map(|idle| idle.positions.len());
        assert_eq!(grid.rows().len(), positions.chain(idle).sum::<usize>(), "{grid}");
        let axis = outcome.cruxes[0].axis.as_ref().unwrap().as_str();
        assert_eq!((grid.titles()[1], grid.rows()[0][1].as_str()), ("axis", axis), "{grid}");
        assert_eq!(debate.theses().titles(), ["persona", "answer", "thesis", "yes"]);
        let by_removal = debate.attribution("shopkeeper", Gradual::DfQuad).unwrap();
        let [first, ..] = by_removal.rows() else { panic!("something moves the thesis") };
        let without = debate.what_if().without(&first[0]).unwrap().effect().unwrap();
        let thesis = without.table().rows().iter().find(|row| row[1] == "Shopkeeper").unwrap();
        assert_ne!(thesis[3], thesis[4], "the first statement moves the thesis:\n{without}");
        let by_name = debate.attribution("Shopkeeper", Gradual::DfQuad).unwrap();
        assert_eq!(by_name, by_removal);
        let error = debate.attribution("nobody", Gradual::DfQuad).unwrap_err().to_string();
        assert!(
            error.starts_with("the debate has no thesis of `nobody`; its personas: "),
            "{error}"
        );
        let graph = debates.mode("graph").persona("shopkeeper").one().unwrap();
        assert_eq!(graph.theses().titles(), ["persona", "answer", "thesis"]);
        let error = graph.attribution("shopkeeper", Gradual::DfQuad).unwrap_err().to_string();
        assert_eq!(error, "the nodes of this mode have no base scores");
    });
}

/// Lets the personas reply to each other on every issue on which they disagree, until one has no
/// reply.
fn issue_by_issue(room: &mut Room<'_>) -> Result<(), RoomError> {
    let opening = room.open()?;
    room.end_round("Opening");
    let personas = room.personas();
    for (axis, sides) in room.positions() {
        let is_disputed = sides.values().any(|side| *side != *sides.values().next().unwrap());
        let first = opening.iter().find(|said| said.axis.as_ref() == Some(&axis));
        let (true, Some(first)) = (is_disputed, first) else { continue };
        let mut last = first.clone();
        loop {
            let other = personas.iter().find(|id| **id != last.by).unwrap();
            let Some(reply) = room.reply(other, &last)?.pop() else { break };
            last = reply;
        }
        room.end_round(&axis);
    }
    Ok(())
}

fn lamps(folder: &std::path::Path) -> std::path::PathBuf {
    with_belief(folder);
    folder.join("lamps")
}

#[test]
fn a_run_from_a_notebook_uses_the_store_of_its_manifest() {
    let folder = tempfile::tempdir().unwrap();
    let root = lamps(folder.path());
    let manifest = root.join("experiments/lamps.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    std::fs::write(&manifest, format!("store = \"data/own\"\n{text}")).unwrap();
    let debates = notebook::run(&root, "experiments/lamps.toml").unwrap();
    let own = notebook::open(root.join("data/own")).unwrap().debates("lamps").unwrap();
    assert_eq!(own.iter().len(), debates.iter().len());
    assert!(!root.join("data/store").exists());
}

#[test]
fn a_protocol_of_a_notebook_is_an_ordinary_debate_with_the_cruxes_of_the_shared_computation() {
    let folder = tempfile::tempdir().unwrap();
    let root = lamps(folder.path());
    let manifest = "experiments/lamps.toml";
    let own = notebook::run_protocol(&root, manifest, "issue by issue", issue_by_issue).unwrap();
    let all = notebook::run(&root, manifest).unwrap().mode("graph");
    assert_eq!(own.iter().len(), all.iter().len(), "one for each group");
    for (own, graph) in own.iter().zip(all.iter()) {
        assert!(own.title().contains("issue by issue"), "{}", own.title());
        let questions = |debate: &notebook::Debate| -> BTreeSet<String> {
            debate.outcome().cruxes.iter().map(|crux| crux.question.clone()).collect()
        };
        assert!(!own.cruxes().is_empty());
        assert!(questions(own).is_subset(&questions(graph)), "{}", own.cruxes());
        let rounds: Vec<&str> = own.snapshots().iter().map(|s| s.title.as_str()).collect();
        assert_eq!(rounds[0], "Opening");
        assert!(own.graph_after(0).unwrap().svg().starts_with("<svg"));
        assert!(
            own.outcome().usage.calls > 2 && own.outcome().stop.rounds as usize + 1 == rounds.len()
        );
        let last = own.snapshots().last().unwrap();
        assert!(
            last.graph.nodes().filter(|n| n.kind != NodeKind::Question).all(|n| n.label.is_some())
        );
    }
    let both = all.with(&own);
    let metrics = both.metrics();
    assert!(metrics.rows().iter().any(|row| row[0] == "arguments" && row.len() == 5), "{metrics}");
    assert!(
        both.cruxes().titles().contains(&"issue by issue, engineer and lamplighter"),
        "{}",
        both.cruxes()
    );
}

#[test]
fn a_protocol_that_takes_no_step_or_an_impossible_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let root = lamps(folder.path());
    let error = |name: &str, protocol: fn(&mut Room<'_>) -> Result<(), RoomError>| {
        let held = notebook::run_protocol(&root, "experiments/lamps.toml", name, protocol);
        held.unwrap_err().to_string()
    };
    let taken = "`graph` is a mode of the project: give the protocol another name";
    assert_eq!(error("graph", |_| Ok(())), taken);
    let closed = "the personas have not stated their cases: call `open` first";
    assert_eq!(error("own", |_| Ok(())), closed);
    let twice = error("own", |room| room.open().and_then(|_| room.open()).map(drop));
    assert_eq!(twice, "the personas have stated their cases already: call `open` once");
    let nobody = error("own", |room| {
        let first = room.open()?.swap_remove(0);
        room.reply("eve", &first).map(drop)
    });
    assert!(nobody.starts_with("the debate has no persona `eve`; its personas: "), "{nobody}");
    let own = error("own", |room| {
        let first = room.open()?.swap_remove(0);
        room.reply(&first.by, &first).map(drop)
    });
    assert!(own.ends_with("is a statement of the same persona: let another one reply"), "{own}");
    let unknown = error("own", |room| {
        let first = Said { id: "n999".into(), ..room.open()?.swap_remove(0) };
        let personas = room.personas();
        room.reply(&personas[1], &first).map(drop)
    });
    assert!(unknown.starts_with("the debate has no statement `n999`"), "{unknown}");
}

#[test]
fn an_experiment_is_run_from_a_notebook_once() {
    let folder = tempfile::tempdir().unwrap();
    with_belief(folder.path());
    let (root, manifest) = (folder.path().join("lamps"), "experiments/lamps.toml");
    let debates = notebook::run(&root, manifest).unwrap();
    assert_eq!(debates.iter().len(), 6, "two groups in three modes");
    let again = notebook::run(&root, manifest).unwrap();
    assert_eq!(again.table().to_string(), debates.table().to_string());
    let error = notebook::run(&root, "experiments/none.toml").unwrap_err().to_string();
    assert!(error.contains("none.toml"), "{error}");
    let path = root.join(manifest);
    let text = std::fs::read_to_string(&path).unwrap();
    let models = "kind = \"openai\"\n[models]\nstrong = \"m\"\nfast = \"m\"";
    let paid = text.replace("kind = \"corpus\"\nrecall = 1.0", models);
    std::fs::write(&path, paid).unwrap();
    let error = notebook::run(&root, manifest).unwrap_err().to_string();
    assert!(error.contains("asks language models"), "{error}");
}
