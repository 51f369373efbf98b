//! The style sheet and the script.

use faultline::draw;

use super::Page;
use super::route::Route;

const STYLE: &str = include_str!("../../../templates/assets/style.css");
const SCRIPT: &str = include_str!("../../../templates/assets/site.js");

/// The files that all pages share.
pub(super) fn pages() -> Vec<Page> {
    vec![
        Page { path: Route::Style.path(), bytes: style().into_bytes() },
        Page { path: Route::Script.path(), bytes: SCRIPT.into() },
    ]
}

/// The rules of the pages and of the drawings on them.
fn style() -> String {
    // Nothing outside drawings has their classes, except the keys of their lines, which want the colours.
    let drawings = adopted(draw::STYLE).replace(".fl .", ".").replace(".fl text", "text");
    squeeze(&short(&format!("{STYLE}\n{drawings}")))
}

/// The names of the drawing layer for colours that the style sheet defines under the same names.
const SHARED: [&str; 11] =
    ["bg", "box", "text", "muted", "line", "link", "support", "attack", "undercut", "crux", "p"];

/// The names of variables that occur often, and what the pages call them; no name begins another that follows it.
const SHORT: [(&str, &str); 15] = [
    ("--attack", "--a"),
    ("--box", "--b"),
    ("--crux", "--c"),
    ("--edge", "--d"),
    ("--ink", "--i"),
    ("--link", "--k"),
    ("--line", "--l"),
    ("--muted", "--m"),
    ("--sans", "--f"),
    ("--serif", "--n"),
    ("--support", "--s"),
    ("--text", "--t"),
    ("--undercut", "--u"),
    ("--hair", "--h"),
    ("--bg", "--g"),
];

/// Gives variables the short names that they have on pages.
pub(super) fn short(rules: &str) -> String {
    SHORT.iter().fold(rules.to_owned(), |rules, (name, short)| rules.replace(name, short))
}

/// Makes rules of drawings use the style sheet's colours and type directly, without names and fallbacks of their own.
pub(super) fn adopted(rules: &str) -> String {
    let mut kept = String::with_capacity(rules.len());
    for rule in rules.split_inclusive('}') {
        // What gives hues their colour, and what gives them another in the dark, stands in the style sheet.
        let body = rule.split_once('{').map_or("", |(_, body)| body);
        let in_dark = rule.contains("@media (prefers-color-scheme:dark)");
        if !body.starts_with("--fl-p:") && !in_dark && rule.trim() != "}" {
            kept.push_str(rule);
        }
    }
    let mut declared = String::with_capacity(kept.len());
    for (index, part) in kept.split("--fl-").enumerate() {
        let define = |name: &&str| part.starts_with(&format!("{name}:var(--{name},"));
        match part.split_once(';') {
            Some((_, rest)) if SHARED.iter().any(define) => declared.push_str(rest),
            _ if index == 0 => declared.push_str(part),
            _ => declared.extend(["--fl-", part]),
        }
    }
    for name in SHARED {
        declared = declared.replace(&format!("var(--fl-{name})"), &format!("var(--{name})"));
    }
    declared = declared.replace("--fl-", "--");
    match declared.split_once("font-family:") {
        Some((before, rest)) => {
            let after = rest.split_once(';').map_or("", |(_, after)| after);
            format!("{before}font-family:var(--sans);{after}")
        }
        None => declared,
    }
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
    fn drawings_take_the_colours_of_the_page() {
        let adopted = adopted(draw::STYLE);
        assert!(adopted.contains(".fl .b{fill:var(--box);stroke:var(--edge)}"), "{adopted}");
        assert!(adopted.contains(".fl .k{fill:var(--p)}"), "{adopted}");
        for gone in ["#", "@media", "--fl-", "Helvetica"] {
            assert!(!adopted.contains(gone), "{gone}: {adopted}");
        }
        let (opened, closed) = (adopted.matches('{').count(), adopted.matches('}').count());
        assert_eq!(opened, closed);
        // Only what sets hues, a block for the dark and its rules may go.
        assert!(opened + 8 + 10 >= draw::STYLE.matches('{').count(), "{opened}");
    }

    #[test]
    fn what_browsers_do_not_read_goes_and_rules_stay() {
        assert_eq!(squeeze("/* a */\n.b {\n  color: red; /* why */\n}\n"), ".b {color: red}");
    }
}
