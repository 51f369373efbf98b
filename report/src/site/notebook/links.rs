//! Where the links of a notebook lead.

use std::collections::BTreeMap;

use pulldown_cmark::LinkType;

use super::markup::allowed::address;
use crate::site::route::{Link, Route};

/// Where links of a notebook lead: to the pages of the other notebooks, by their names in the file
/// system, or out of the site.
#[derive(Debug)]
pub(super) struct Links {
    pub(super) here: Route,
    pub(super) notebooks: BTreeMap<String, Route>,
}

/// Where a link leads.
pub(super) enum Target {
    Page(Link),
    Address(String),
}

impl Links {
    pub(super) fn target(&self, kind: LinkType, written: &str) -> Option<Target> {
        if kind == LinkType::Email {
            return Some(Target::Address(format!("mailto:{written}")))
                .filter(|_| address(&format!("mailto:{written}")));
        }
        if address(written) {
            return Some(Target::Address(written.to_owned()));
        }
        let name = written.split('#').next().unwrap_or_default();
        let route = self.notebooks.get(name.strip_prefix("./").unwrap_or(name))?;
        Some(Target::Page(route.link(&self.here)))
    }
}
