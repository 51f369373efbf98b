//! The pages of an experiment made by hand: links, ids, twins, budgets, and what foreign text may not do.

#[path = "site/duel.rs"]
mod duel;
#[path = "site/fixture.rs"]
mod fixture;

use std::path::Path;

use faultline_report::{site, write};

#[test]
fn the_site_is_published() {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("site");
    let pages = site::pages(&fixture::experiment()).unwrap();
    write::publish(&dir, &pages).unwrap();
}
