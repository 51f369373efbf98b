//! The rules of all drawings.

use std::ops::RangeInclusive;

/// Rules for every drawing, scoped to `.fl`; a page includes them once.
///
/// Colours are taken from the page's variables `--bg`, `--box`, `--text`, `--muted`, `--line`, `--link`, `--support`,
/// `--attack`, `--undercut`, `--crux` and `--p0` to `--p7`, each with a fallback for light and dark.
pub const STYLE: &str = include_str!("style.css");

/// Writes the rules that show one round of a [`super::View::Whole`] at a time.
///
/// `scope` gives the selector of an ancestor that holds while its round is to be shown, such as `.at-3` or
/// `figure:has(#r3:checked)`; while none holds, everything shows with its last state. Boxes of other rounds become
/// empty outlines and leave the order of the keyboard.
///
/// # Examples
///
/// ```
/// let rules = faultline::draw::round_rules(0..=2, |round| format!(".at-{round}"));
/// assert!(rules.contains(".at-2 .fl .s.r2{display:inline}"));
/// ```
pub fn round_rules(rounds: RangeInclusive<u32>, scope: impl Fn(u32) -> String) -> String {
    let rule = |round| {
        let here = format!("{} .fl", scope(round));
        let gone = format!("{here} .n:not(.r{round})");
        let border = "visibility:visible;fill:none;stroke-width:1;stroke:var(--fl-line);stroke-dasharray:2 4";
        [
            format!("{gone}{{visibility:hidden}}{gone} .b{{{border}}}"),
            format!(
                "{here} .e:not(.r{round}),{here} .chip:not(.r{round}),{here} .s{{display:none}}"
            ),
            format!("{here} .s.r{round}{{display:inline}}"),
            format!(
                "{here} .n{{--fl-ink:var(--fl-text)}}{here} .n.r{round} .b{{fill:var(--fl-box)}}"
            ),
            format!(
                "{here} .n.o{round}{{--fl-ink:var(--fl-muted)}}{here} .n.o{round} .b{{fill:none}}\n"
            ),
        ]
        .concat()
    };
    rounds.map(rule).collect()
}
