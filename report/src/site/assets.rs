//! The style sheets and the scripts.

use faultline::draw;

use super::Page;
use super::route::Route;

const STYLE: &str = include_str!("../../../templates/assets/style.css");
const VIEWS: &str = include_str!("../../../templates/assets/views.css");
const NOTEBOOK: &str = include_str!("../../../templates/assets/notebook.css");
const SCRIPT: &str = include_str!("../../../templates/assets/site.js");
const SEARCH: &str = include_str!("../../../templates/assets/search.js");

/// The files that all pages share.
pub(super) fn pages() -> Vec<Page> {
    vec![
        Page { path: Route::Style.path(), bytes: style().into_bytes() },
        Page { path: Route::Views.path(), bytes: squeeze(VIEWS).into_bytes() },
        Page { path: Route::Script.path(), bytes: SCRIPT.into() },
        Page { path: Route::SearchScript.path(), bytes: SEARCH.into() },
    ]
}

/// The style sheet of notebooks.
pub(super) fn notebook() -> Page {
    Page { path: Route::NotebookStyle.path(), bytes: squeeze(NOTEBOOK).into_bytes() }
}

/// The rules of the pages and of the drawings on them.
pub(crate) fn style() -> String {
    squeeze(&[STYLE, draw::RULES].concat())
}

/// Leaves out comments, indentation, line ends, and semicolons before braces.
fn squeeze(style: &str) -> String {
    let mut rest = style;
    let mut kept = String::with_capacity(style.len());
    while let Some((before, after)) = rest.split_once("/*") {
        kept.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    kept.push_str(rest);
    let lines: Vec<&str> = kept.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    lines.concat().replace(";}", "}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_squeezed_style_sheet_has_no_comments_or_line_ends() {
        assert_eq!(squeeze("/* a */\n.b {\n  color: red; /* why */\n}\n"), ".b {color: red}");
    }
}
