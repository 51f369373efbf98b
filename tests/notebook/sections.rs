//! What only the mode of a debate shows, in a notebook.

use faultline::notebook;

use crate::{issue_by_issue, lamps, with_debates};

#[test]
fn a_section_is_chosen_by_its_id_and_the_table_lists_the_ids() {
    with_debates(|debates| {
        for debate in debates.iter() {
            let (title, all) = (debate.title(), debate.sections().unwrap());
            let table = all.table();
            assert_eq!(table.titles(), ["section", "heading"]);
            assert!(!table.rows().is_empty(), "{title}");
            for [id, heading] in table.rows().iter().map(|row| [&row[0], &row[1]]) {
                let one = debate.section(id).unwrap();
                assert!(one.table().rows().iter().all(|row| row[0] == *id), "{title}: {id}");
                let text = one.to_string();
                assert!(text.contains(heading.as_str()), "{title}: {text}");
                let first = text.lines().next().unwrap();
                assert!(all.to_string().contains(first), "{title}: {first}");
            }
            let error = debate.section("weather").unwrap_err().to_string();
            let start = "the mode of this debate shows no section `weather`; its sections: ";
            assert!(error.starts_with(start) && error.contains(&table.rows()[0][0]), "{error}");
        }
    });
}

#[test]
fn sections_name_personas_and_questions_and_not_their_ids() {
    with_debates(|debates| {
        let debate = debates.mode("graph").persona("shopkeeper").one().unwrap();
        let text = debate.section("drawing").unwrap().to_string();
        for crux in &debate.outcome().cruxes {
            assert!(text.contains(&crux.question), "{text}");
        }
        assert!(text.contains("Shopkeeper"), "{text}");
    });
}

#[test]
fn a_protocol_of_a_notebook_shows_what_the_mode_shows_whose_steps_it_takes() {
    let folder = tempfile::tempdir().unwrap();
    let root = lamps(folder.path());
    let manifest = "experiments/lamps.toml";
    let own = notebook::run_protocol(&root, manifest, "issue by issue", issue_by_issue).unwrap();
    let stored = notebook::run(&root, manifest).unwrap().mode("graph");
    for (own, stored) in own.iter().zip(stored.iter()) {
        let ids = |debate: &notebook::Debate| debate.sections().unwrap().table().rows()[1].clone();
        assert_eq!(ids(own), ids(stored));
    }
}
