//! Which elements, attributes and styles of foreign HTML a page shows.

/// Where an element is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkupContext {
    Html,
    Svg,
    /// In the title or the description of a drawing, which have only text.
    Label,
}

const HTML: [&str; 51] = [
    "a", "abbr", "b", "blockquote", "br", "caption", "cite", "code", "col", "colgroup", "dd",
    "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure", "hr", "i", "ins",
    "kbd", "li", "mark", "ol", "p", "pre", "q", "s", "samp", "small", "span", "strong", "sub",
    "summary", "sup", "svg", "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "u",
    "ul", "var", "wbr",
];

/// Headings become paragraphs: the page has an outline of its own.
const HEADINGS: [&str; 6] = ["h1", "h2", "h3", "h4", "h5", "h6"];

const SVG: [&str; 24] = [
    "a", "circle", "clipPath", "defs", "desc", "ellipse", "g", "line", "linearGradient", "marker",
    "mask", "path", "pattern", "polygon", "polyline", "radialGradient", "rect", "stop", "svg",
    "symbol", "text", "textPath", "title", "tspan",
];

const EVERYWHERE: [&str; 9] = [
    "aria-describedby", "aria-hidden", "aria-label", "aria-labelledby", "dir", "id", "role",
    "style", "title",
];

const SVG_ATTRIBUTES: [&str; 59] = [
    "class", "clip-path", "clip-rule", "cx", "cy", "d", "display", "dominant-baseline", "dx", "dy",
    "fill", "fill-opacity", "fill-rule", "font-family", "font-size", "font-style", "font-weight",
    "gradientTransform", "gradientUnits", "height", "letter-spacing", "marker-end", "marker-mid",
    "marker-start", "markerHeight", "markerUnits", "markerWidth", "mask", "offset", "opacity",
    "orient", "patternTransform", "patternUnits", "points", "preserveAspectRatio", "r", "refX",
    "refY", "rx", "ry", "stop-color", "stop-opacity", "stroke", "stroke-dasharray",
    "stroke-linecap", "stroke-linejoin", "stroke-opacity", "stroke-width", "text-anchor",
    "transform", "viewBox", "visibility", "width", "x", "x1", "x2", "y", "y1", "y2",
];

const STYLES: [&str; 43] = [
    "border", "border-bottom", "border-collapse", "border-left", "border-radius", "border-right",
    "border-spacing", "border-top", "display", "flex", "flex-direction", "flex-wrap",
    "font-family", "font-size", "font-style", "font-weight", "gap", "line-height", "list-style",
    "margin", "margin-bottom", "margin-left", "margin-right", "margin-top", "max-width", "opacity",
    "padding", "padding-bottom", "padding-left", "padding-right", "padding-top",
    "stroke-dasharray", "stroke-width", "text-align", "text-decoration", "text-indent",
    "text-transform", "vertical-align", "white-space", "width", "fill-opacity", "stroke-opacity",
    "--w",
];

/// Whether an element is a heading, which is written as a paragraph.
pub(super) fn is_heading(name: &str) -> bool {
    HEADINGS.contains(&name.to_ascii_lowercase().as_str())
}

/// The name under which an element is written; `None` if pages do not show it there. A heading
/// becomes a paragraph.
pub(super) fn element(name: &str, place: MarkupContext) -> Option<&'static str> {
    let known =
        |list: &[&'static str], name: &str| list.iter().find(|known| **known == name).copied();
    match place {
        MarkupContext::Html => {
            let lower = name.to_ascii_lowercase();
            known(&HTML, &lower).or_else(|| known(&HEADINGS, &lower).map(|_| "p"))
        }
        MarkupContext::Svg => known(&SVG, name),
        MarkupContext::Label => None,
    }
}

/// Whether an element has no content and no end.
pub(super) fn is_void(name: &str) -> bool {
    matches!(name, "br" | "col" | "hr" | "wbr")
}

/// The name of an attribute as it is written; `None` if pages leave it out.
pub(super) fn attribute(element: &str, name: &str, is_svg: bool) -> Option<&'static str> {
    let known = |list: &[&'static str]| list.iter().find(|known| **known == name).copied();
    let of_element = || match element {
        "a" => known(&["href"]),
        "td" | "th" => known(&["colspan", "rowspan", "scope"]),
        "col" | "colgroup" => known(&["span"]),
        "ol" => known(&["start"]),
        "details" => known(&["open"]),
        _ => None,
    };
    let of_svg = || if is_svg { known(&SVG_ATTRIBUTES) } else { None };
    known(&EVERYWHERE).or_else(of_element).or_else(of_svg)
}

/// Whether a link to an address outside of the site is shown. Only addresses that open a page or a
/// message are.
pub(in crate::site::notebook) fn address(address: &str) -> bool {
    let lower = address.to_ascii_lowercase();
    let is_known =
        ["https://", "http://", "mailto:"].iter().any(|scheme| lower.starts_with(scheme));
    is_known && !address.chars().any(|c| c.is_whitespace() || c.is_control())
}

/// The declarations of a style that change only how the element itself looks. Colours are left out:
/// they fit a light page or a dark one, and the page is both.
pub(super) fn style(style: &str) -> String {
    let kept = style.split(';').filter_map(|declaration| {
        let (name, value) = declaration.split_once(':')?;
        let (name, value) = (name.trim().to_ascii_lowercase(), value.trim());
        let is_plain =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '%' | ',' | '-');
        // Nothing moves over its neighbours.
        let is_negative = value.starts_with('-') || value.contains(" -");
        let is_known = STYLES.contains(&name.as_str());
        (is_known
            && !value.is_empty()
            && value.len() < 80
            && value.chars().all(is_plain)
            && !is_negative)
            .then(|| format!("{name}:{value}"))
    });
    kept.collect::<Vec<_>>().join(";")
}
