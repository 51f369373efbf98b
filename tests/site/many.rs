//! Pages about thousands of debates: their size is bounded, and every debate is listed on one of
//! them.

use std::collections::BTreeMap;

use faultline_report::site::route::Route;
use faultline_report::site::{Fault, NoOutcome, Site};

use super::{fixture, markup};

/// The maximum size of a page. *Units*: bytes.
const PAGE: usize = 2_000_000;
const REPLICATES: u32 = 1_500;

#[test]
fn pages_about_3000_debates_stay_below_2_mb_and_the_pages_of_the_modes_list_each_of_them() {
    let whole = fixture::experiment();
    let mut site = Site::new(&whole.experiment);
    let mut links = Vec::new();
    for replicate in 1..=REPLICATES {
        for (mode, debate) in whole.debates[..2].iter().enumerate() {
            let mut debate = debate.clone();
            debate.replicate = replicate;
            debate.cell = format!("{replicate:05}{mode}cell");
            if replicate % 7 == 0 {
                debate.result = Err(NoOutcome::Failed("No reply. ".repeat(40).into()));
            }
            links.push(Route::of_debate(&debate).path());
            site.add(debate);
        }
    }
    let mut pages: BTreeMap<String, String> = BTreeMap::new();
    site.others(|page| {
        // A table of values is not a page.
        if !page.path.contains(".csv") {
            let kept = pages.insert(page.path, String::from_utf8(page.bytes).unwrap());
            assert_eq!(kept, None, "two pages with one path");
        }
        Ok::<_, Fault>(())
    })
    .unwrap();
    for (path, text) in &pages {
        assert!(text.len() < PAGE, "{path} has {} bytes", text.len());
    }
    let of_modes = |path: &&String| path.starts_with("modes/") && path.contains(".html");
    let of_modes: Vec<&String> = pages.keys().filter(of_modes).collect();
    assert_eq!(of_modes.len(), 6, "500 debates on a page: {of_modes:?}");
    let mut listed: Vec<String> = of_modes
        .iter()
        .flat_map(|path| markup::attributes(&pages[*path], "href"))
        .filter_map(|link| Some(link.strip_prefix("../")?.to_owned()))
        .filter(|link| link.starts_with("debates/"))
        .collect();
    listed.sort();
    links.sort();
    assert_eq!(listed, links, "each debate once");
    let about = &pages["about.html"];
    assert!(about.contains("378 more; the pages of the modes mark them."), "{about}");
    assert!(about.contains("1480 more replicates are listed on the page of the mode"), "{about}");
    assert!(pages["index.html"].contains("1480 more</a>"));
    assert!(pages["topics/ai-jobs.html"].contains("1480 more replicates are listed"));
}
