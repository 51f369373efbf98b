//! CSS rules of drawings.

use std::ops::RangeInclusive;

/// Rules for every drawing; a page includes them once.
///
/// The colours and the font come from custom properties of the page: `--bg`, `--box`, `--text`,
/// `--muted`, `--line`, `--link`, `--support`, `--attack`, `--undercut`, `--crux`, the authors'
/// `--p0` to `--p7`, and `--sans`. All rules are scoped to `.fl`, except that `p0` to `p7` and the
/// classes of relations set `--p` and `--e` anywhere, so that names and legends of the page can use
/// the same colours.
pub const RULES: &str = include_str!("rules.css");

/// The custom properties that [`RULES`] use, in light and dark, for a drawing outside of a page.
///
/// They are set on `.fl` only, so they do not affect the page of a notebook. In JupyterLab they
/// follow its theme, elsewhere the system.
pub const PALETTE: &str = include_str!("palette.css");

/// Writes the rules that show one round of a [`super::View::Whole`] at a time.
///
/// `scope` returns the selector of an ancestor that matches while its round is shown, such as
/// `.at-3` or `figure:has(#r3:checked)`. If none matches, everything is shown with its last state.
/// Boxes of other rounds become empty outlines and cannot be focused.
///
/// # Examples
///
/// ```
/// let rules = faultline_draw::round_rules(0..=2, |round| format!(".at-{round}"));
/// assert!(rules.contains(".at-2 .fl .s.r2{display:inline}"));
/// ```
pub fn round_rules(rounds: RangeInclusive<u32>, scope: impl Fn(u32) -> String) -> String {
    let rule = |round| {
        let here = format!("{} .fl", scope(round));
        let gone = format!("{here} .n:not(.r{round})");
        let border =
            "visibility:visible;fill:none;stroke-width:1;stroke:var(--line);stroke-dasharray:2 4";
        [
            format!("{gone}{{visibility:hidden}}{gone} .b{{{border}}}"),
            format!(
                "{here} .e:not(.r{round}),{here} .chip:not(.r{round}),{here} .s{{display:none}}"
            ),
            format!("{here} .s.r{round}{{display:inline}}"),
            format!("{here} .n{{--ink:var(--text)}}{here} .n.r{round} .b{{fill:var(--box)}}"),
            format!("{here} .n.o{round}{{--ink:var(--muted)}}{here} .n.o{round} .b{{fill:none}}\n"),
        ]
        .concat()
    };
    rounds.map(rule).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The custom properties that `css` defines.
    fn defined(css: &str) -> BTreeSet<&str> {
        let declarations = css.split(['{', '}', ';']).filter_map(|part| part.split_once(':'));
        declarations.map(|(name, _)| name.trim()).filter(|name| name.starts_with("--")).collect()
    }

    /// The custom properties that `css` uses without a fallback.
    fn needed(css: &str) -> BTreeSet<&str> {
        let used = css.split("var(").skip(1).map(|used| used.split(')').next().unwrap());
        used.filter(|used| !used.contains(',')).collect()
    }

    #[test]
    fn the_palette_defines_exactly_the_properties_that_the_rules_use() {
        let rules = RULES.to_owned() + &round_rules(0..=1, |round| format!(".at-{round}"));
        let own = defined(RULES);
        let needed: BTreeSet<&str> =
            needed(&rules).into_iter().filter(|name| !own.contains(name)).collect();
        assert_eq!(defined(PALETTE), needed);
        let (light, dark) = PALETTE.split_once("@media").unwrap();
        assert_eq!(defined(light).difference(&defined(dark)).collect::<Vec<_>>(), [&"--sans"]);
    }

    #[test]
    fn a_theme_of_jupyterlab_has_the_colours_of_the_scheme() {
        let blocks = PALETTE.split(".fl{").skip(1).map(|block| block.split('}').next().unwrap());
        let colours =
            blocks.map(|block| block.split("--sans").next().unwrap().trim_end_matches(['\n', ';']));
        let [light, dark, theme_light, theme_dark] = colours.collect::<Vec<_>>()[..] else {
            panic!("four blocks")
        };
        assert_eq!((light, dark), (theme_light, theme_dark));
    }

    #[test]
    fn only_the_palette_has_colours() {
        assert!(!RULES.contains('#'));
        for rule in PALETTE.split_inclusive('{').filter_map(|part| part.strip_suffix('{')) {
            let selector = rule.rsplit(['}', '{']).next().unwrap().trim();
            let is_scoped = selector == ".fl" || selector.ends_with(" .fl");
            assert!(is_scoped || selector.starts_with("@media"), "{selector}");
        }
    }

    #[test]
    fn rules_are_valid_xml_text() {
        assert!(!RULES.contains(['&', '<']) && !PALETTE.contains(['&', '<']));
    }
}
