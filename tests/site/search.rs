//! The index of the search is complete, and every entry leads to a place that exists.

use super::{belief_debate, ending, files, fixture, markup};

/// Text, note and address of the entries of a file.
fn entries(file: &str, script: &str) -> Vec<[String; 3]> {
    let start = format!("faultlineEntries(\"{file}\", [\n");
    let rows = script.strip_prefix(&start).unwrap().strip_suffix("]);\n").unwrap();
    rows.lines().map(|row| serde_json::from_str(row.strip_suffix(',').unwrap()).unwrap()).collect()
}

#[test]
fn every_entry_of_the_search_leads_to_a_place_that_exists() {
    for files in [files(&fixture::experiment()), files(&belief_debate::experiment())] {
        let mut found = 0;
        for (file, script) in ending(&files, ".js").filter(|(path, _)| path.starts_with("search/"))
        {
            assert!(files["search.html"].contains(file), "the page does not load {file}");
            for [text, note, href] in entries(file, script) {
                assert!(!text.is_empty() && !note.is_empty(), "{file}: {href}");
                let (page, place) = markup::resolve("search.html", &href);
                let html = files.get(&page).unwrap_or_else(|| panic!("{file}: no page {href}"));
                let is_there = |place: String| markup::ids(html).contains(&place);
                assert!(place.is_none_or(is_there), "{file}: no place {href}");
                found += 1;
            }
        }
        assert!(found > 20, "only {found} entries");
    }
}

#[test]
fn the_search_finds_each_crux_thesis_statement_and_page_once() {
    let experiment = fixture::experiment();
    let files = files(&experiment);
    let of = |part: &str| {
        let file = format!("search/{part}-1.js");
        entries(&file, &files[&file])
    };
    let outcomes = experiment.debates.iter().filter_map(|debate| debate.result.as_ref().ok());
    for crux in outcomes.flat_map(|finished| &finished.outcome.cruxes) {
        let same = of("cruxes").iter().filter(|entry| entry[0] == crux.question).count();
        assert_eq!(same, 1, "{}", crux.question);
    }
    let pages: Vec<String> = of("pages").into_iter().map(|[_, _, href]| href).collect();
    for (page, _) in ending(&files, ".html") {
        let times = pages.iter().filter(|href| *href == page).count();
        let expected = usize::from(!page.starts_with("logs/") && page != "search.html");
        assert_eq!(times, expected, "{page}");
    }
    let tagged = experiment.personas.iter().flat_map(|persona| persona.corpora.values());
    let tagged = tagged.flat_map(faultline::vocabulary::Corpus::statements);
    let tagged = tagged.filter(|statement| statement.inferred.is_none()).count();
    assert_eq!(of("statements").len(), tagged);
}
