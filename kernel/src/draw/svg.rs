//! A drawing as a string of SVG.

mod edge;
mod markup;
mod node;

use super::diagram::{Diagram, Span};
use super::layout::Layout;
use super::style::STYLE;
use markup::{Markup, number};

/// Which rounds a drawing shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// All of them in one drawing: everything that ever stood, with the last states; groups carry `r0`, `r1`, … for
    /// the rounds they belong to, so that [`super::round_rules`] can show one round at a time.
    #[default]
    Whole,
    /// One round for good, without script or page style; boxes of other rounds are empty outlines.
    Round(u32),
}

/// Where the rules of a drawing come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// The drawing brings [`STYLE`] along, for notebooks and files of its own.
    #[default]
    Embedded,
    /// The page includes [`STYLE`] once for all its drawings.
    Page,
}

/// How a diagram is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// Begins every id, so that several drawings can stand in one page. Letters, digits, `-` and `_` are kept.
    pub prefix: String,
    /// What is shown.
    pub view: View,
    /// Where the rules come from.
    pub style: Style,
}

impl Default for Options {
    fn default() -> Self {
        Self { prefix: "fl".into(), view: View::default(), style: Style::default() }
    }
}

/// Writes a diagram as one `svg` element; `layout` must be the diagram's own.
///
/// The element is a group with title and description; every box is a link with a spoken label, every line an image
/// with one. Colours come from CSS classes only. Boxes and lines keep their places in every view.
pub fn svg(diagram: &Diagram, layout: &Layout, options: &Options) -> String {
    let prefix: String = options
        .prefix
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect();
    let last = diagram.last_round();
    let canvas = Canvas { prefix: &prefix, view: options.view, last };
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
        out.raw(STYLE);
        out.raw("</style>");
    }
    let hatch = canvas.id("hatch");
    out.open("defs", &[]);
    let pattern = [
        ("id", hatch.as_str()),
        ("width", "7"),
        ("height", "7"),
        ("patternUnits", "userSpaceOnUse"),
    ];
    out.open("pattern", &pattern);
    out.empty("path", &[("class", "hatch"), ("d", "M-1 8 8-1M-1 1 1-1M6 8 8 6")]);
    out.close("pattern");
    out.close("defs");
    for (edge, line) in diagram.edges.iter().zip(&layout.edges) {
        edge::draw(&mut out, canvas, edge, line);
    }
    for (node, placed) in diagram.nodes.iter().zip(&layout.nodes) {
        node::draw(&mut out, canvas, diagram, node, placed);
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

/// What every group needs to know of its drawing.
#[derive(Debug, Clone, Copy)]
struct Canvas<'a> {
    prefix: &'a str,
    view: View,
    last: u32,
}

impl Canvas<'_> {
    fn id(&self, name: &str) -> String {
        format!("{}-{}", self.prefix, markup::fragment(name))
    }

    /// Says whether a span shows at all in this view.
    fn shows(&self, span: Span) -> bool {
        match self.view {
            View::Whole => true,
            View::Round(round) => span.contains(round),
        }
    }

    /// The round whose states are shown unless a rule says otherwise.
    fn round(&self) -> u32 {
        match self.view {
            View::Whole => self.last,
            View::Round(round) => round,
        }
    }

    /// Adds one class for each round that `holds`; none in a view of one round.
    fn add_rounds(&self, classes: &mut String, letter: char, holds: impl Fn(u32) -> bool) {
        if self.view == View::Whole {
            for round in (0..=self.last).filter(|&round| holds(round)) {
                classes.push(' ');
                classes.push(letter);
                classes.push_str(&round.to_string());
            }
        }
    }
}

/// Appends the classes a diagram brings along, each reduced to letters, digits, `-` and `_`.
fn add_classes(classes: &mut String, given: &[String]) {
    for class in given {
        let class: String =
            class.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
        if !class.is_empty() {
            classes.push(' ');
            classes.push_str(&class);
        }
    }
}
