//! Diagrams as SVG strings.

mod canvas;
mod edge;
mod markup;
mod node;

use super::diagram::Diagram;
use super::layout::Layout;
use super::style::{PALETTE, RULES};
use canvas::Canvas;
pub use canvas::View;
use markup::{Markup, number};

/// Where the CSS rules of a drawing come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// The drawing contains [`PALETTE`] and [`RULES`], for notebooks and separate files.
    #[default]
    Embedded,
    /// The page has its own colours and includes [`RULES`] once for all its drawings.
    Page,
}

/// Options of [`svg`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The prefix of every id, so that several drawings can be in one page. Only letters, digits,
    /// `-` and `_` are kept.
    pub prefix: String,
    /// The rounds to show.
    pub view: View,
    /// The source of the CSS rules.
    pub style: Style,
}

impl Default for Options {
    fn default() -> Self {
        Self { prefix: "fl".into(), view: View::default(), style: Style::default() }
    }
}

/// Writes a diagram as one `svg` element; `layout` must be the layout of this diagram.
///
/// The element is a group with title and description; every box is a link and every line an image,
/// both with labels for screen readers. Colours come only from CSS. Boxes and lines have the same
/// positions in every view.
pub fn svg(diagram: &Diagram, layout: &Layout, options: &Options) -> String {
    let prefix: String = options
        .prefix
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    let last = diagram.last_round();
    let first = diagram.nodes.iter().map(|node| node.span.first).min().unwrap_or(0);
    let canvas = Canvas { prefix: &prefix, view: options.view, first, last };
    let mut out = Markup::default();
    let (title, description) = (canvas.id("title"), canvas.id("desc"));
    out.open(
        "svg",
        &[
            ("xmlns", "http://www.w3.org/2000/svg"),
            ("class", "fl"),
            ("role", "group"),
            ("aria-labelledby", &format!("{title} {description}")),
            ("viewBox", &format!("0 0 {} {}", number(layout.width), number(layout.height))),
            ("width", &number(layout.width)),
            ("height", &number(layout.height)),
            ("data-last", &last.to_string()),
        ],
    );
    out.element("title", &[("id", &title)], &diagram.title);
    out.element("desc", &[("id", &description)], &describe(diagram));
    if options.style == Style::Embedded {
        out.raw("<style>");
        out.raw(PALETTE);
        out.raw(RULES);
        out.raw("</style>");
    }
    let hatch = canvas.id("hatch");
    out.open("defs", &[]);
    let pattern = [
        ("id", hatch.as_str()),
        ("width", "6"),
        ("height", "6"),
        ("patternUnits", "userSpaceOnUse"),
    ];
    out.open("pattern", &pattern);
    out.empty("path", &[("class", "hatch"), ("d", "M-1 7 7-1M-1 1 1-1M5 7 7 5")]);
    out.close("pattern");
    out.close("defs");
    // Boxes come first for the reading order. No line runs under a box, so the order hides nothing.
    for (node, placed) in diagram.nodes.iter().zip(&layout.nodes) {
        node::draw(&mut out, canvas, diagram, node, placed);
    }
    for (edge, line) in diagram.edges.iter().zip(&layout.edges) {
        edge::draw(&mut out, canvas, edge, line);
    }
    out.close("svg");
    out.into_string()
}

fn describe(diagram: &Diagram) -> String {
    if !diagram.description.is_empty() {
        return diagram.description.clone();
    }
    let count =
        |number: usize, one: &str| format!("{number} {one}{}", if number == 1 { "" } else { "s" });
    format!(
        "{}, {}",
        count(diagram.nodes.len(), "claim"),
        count(diagram.edges.len() + diagram.chips.len(), "relation")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::{Direction, Edge, Heads, Node, Span, State};
    use crate::layout::layout;
    use crate::relation::{Relation, Status};

    /// A claim attacked in round 1, the attack undercut in round 2, which reinstates the claim.
    fn small() -> Diagram {
        let state = |from, status| State { from, status: Some(status), strength: Some(0.6) };
        let mut claim = Node::new("a1", "Tests pay for themselves within a year.");
        claim.caption = "Ada".into();
        claim.classes = vec!["p0".into(), "crux".into()];
        claim.href = "#turn-1".into();
        claim.states =
            vec![state(0, Status::Undecided), state(1, Status::Out), state(2, Status::In)];
        let mut attack = Node::new(
            "b1",
            "Most defects are found by users & never by tests, whatever <people> say.",
        );
        attack.classes = vec!["p1".into()];
        attack.span = Span { first: 1, ..Span::ALWAYS };
        let mut reply = Node::new("a2", "Users find what tests let through.");
        reply.span = Span { first: 2, ..Span::ALWAYS };
        let mut mutual = Edge::new("b1", "a1", Relation::Rebut);
        mutual.heads = Heads::Both;
        mutual.span = attack.span;
        let mut undercut = Edge::new("a2", "b1", Relation::Undercut);
        undercut.span = reply.span;
        let edges = vec![mutual, undercut];
        Diagram::new("Do tests pay?", Direction::Down, vec![claim, attack, reply], edges).unwrap()
    }

    fn drawn(diagram: &Diagram, view: View, style: Style) -> String {
        svg(diagram, &layout(diagram), &Options { prefix: "d1".into(), view, style })
    }

    /// Checks that elements nest and attributes are quoted; gives the element names in order.
    fn elements(svg: &str) -> Vec<String> {
        let (mut open, mut names) = (Vec::new(), Vec::new());
        for tag in svg.split('<').skip(1) {
            let (tag, text) = tag.split_once('>').expect("a tag ends");
            assert!(!text.contains('>') || tag.starts_with("style"), "{text}");
            assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
            let name: String = tag.chars().take_while(char::is_ascii_alphanumeric).collect();
            if let Some(closed) = tag.strip_prefix('/') {
                assert_eq!(open.pop().as_deref(), Some(closed));
            } else if tag.ends_with('/') {
                names.push(name);
            } else {
                open.push(name.clone());
                names.push(name);
            }
        }
        assert!(open.is_empty());
        names
    }

    #[test]
    fn one_small_drawing() {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/draw"));
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| {
            let whole = drawn(&small(), View::Whole, Style::Page).replace("><", ">\n<");
            insta::assert_snapshot!("whole", whole);
        });
    }

    #[test]
    fn every_view_is_well_formed() {
        for view in [View::Whole, View::Round(0), View::Round(1), View::Round(2)] {
            let names = elements(&drawn(&small(), view, Style::Page));
            assert_eq!(names[0], "svg");
        }
    }

    #[test]
    fn places_are_the_same_in_every_view() {
        let places = |view| {
            let svg = drawn(&small(), view, Style::Page);
            let parts = svg.split("translate(").skip(1);
            parts.map(|part| part.split(')').next().unwrap().to_owned()).collect::<Vec<_>>()
        };
        let whole = places(View::Whole);
        assert_eq!(whole.len(), 3);
        assert!((0..4).all(|round| places(View::Round(round)) == whole));
    }

    #[test]
    fn a_drawing_of_a_round_shows_what_exists_in_it() {
        let round = |round| drawn(&small(), View::Round(round), Style::Page);
        let counts = |svg: &str| {
            (
                svg.matches("<a ").count(),
                svg.matches("ghost").count(),
                svg.matches("class=\"e ").count(),
            )
        };
        assert_eq!(counts(&round(0)), (1, 2, 0));
        assert_eq!(counts(&round(1)), (2, 1, 1));
        assert_eq!(counts(&round(2)), (3, 0, 2));
        assert!(
            round(0).contains("UNDEC") && round(1).contains("OUT") && round(2).contains(">IN<")
        );
    }

    #[test]
    fn a_mutual_rebuttal_is_one_line_with_a_bar_at_each_end() {
        let svg = drawn(&small(), View::Round(1), Style::Page);
        assert_eq!(svg.matches("class=\"l\"").count(), 1);
        let head = svg.split("class=\"h open\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        assert_eq!(head.matches('M').count(), 2);
    }

    #[test]
    fn hostile_text_stays_text() {
        let mut node = Node::new("k\"><script>", "</text><script>alert(1)</script>\u{0}\u{8}");
        node.title = "<b>".into();
        node.classes = vec!["p0\" onload=\"x".into()];
        node.href = "x\" onclick=\"y".into();
        let mut edge = Edge::new("k\"><script>", "k\"><script>", Relation::Support);
        edge.label = "<i>".into();
        let diagram = Diagram::new("<title>", Direction::Down, vec![node], vec![edge]).unwrap();
        let options =
            Options { prefix: "\"><script>".into(), view: View::Whole, style: Style::Page };
        let svg = svg(&diagram, &layout(&diagram), &options);
        elements(&svg);
        assert!(
            !svg.contains("<script")
                && !svg.contains("\" on")
                && !svg.chars().any(char::is_control)
        );
    }

    #[test]
    fn ids_begin_with_the_prefix() {
        let svg = drawn(&small(), View::Whole, Style::Embedded);
        let ids: Vec<&str> =
            svg.split(" id=\"").skip(1).map(|part| part.split('"').next().unwrap()).collect();
        assert!(ids.len() == 6 && ids.iter().all(|id| id.starts_with("d1-")), "{ids:?}");
    }

    #[test]
    fn each_box_is_a_link_that_speaks() {
        let svg = drawn(&small(), View::Whole, Style::Page);
        assert!(svg.contains(
            "<a href=\"#turn-1\" aria-label=\"a1, Ada, Tests pay for themselves within a year.\">"
        ));
        assert!(svg.contains("<a href=\"#d1-b1\""));
        assert!(svg.contains("aria-label=\"a2 undercuts b1\""));
    }
}
