//! Boxes: border, author's bar, caption, claim, verdicts, meter and chips.

use super::canvas::{Canvas, View, add_classes};
use super::markup::{Markup, number};
use crate::box_size::Pill;
use crate::box_size::{BADGE, CAPTION_BASE, INSET, LEADING, OUTSET, PILL, TEXT_BASE, badge_width};
use crate::diagram::{Diagram, Node, State};
use crate::layout::Placed;
use crate::relation::Status;

const BAR: f64 = 4.0;

pub(super) fn draw(
    out: &mut Markup,
    canvas: Canvas<'_>,
    diagram: &Diagram,
    node: &Node,
    placed: &Placed,
) {
    let place = format!("translate({} {})", number(placed.at.x), number(placed.at.y));
    let (width, height) = (number(placed.width), number(placed.height));
    let frame =
        [("class", "b"), ("width", width.as_str()), ("height", height.as_str()), ("rx", "3")];
    if !canvas.shows(node.span) {
        out.open("g", &[("class", "n ghost"), ("transform", &place), ("aria-hidden", "true")]);
        out.empty("rect", &frame);
        out.close("g");
        return;
    }
    let id = canvas.id(&node.key);
    let own = format!("#{id}");
    let href = if node.href.is_empty() { &own } else { &node.href };
    out.open("g", &[("class", &classes(canvas, node)), ("transform", &place), ("id", &id)]);
    out.open("a", &[("href", href), ("aria-label", &spoken(node))]);
    out.empty("rect", &frame);
    hatching(out, canvas, node, placed);
    bars(out, node, placed);
    if node.classes.iter().any(|class| class == "crux") {
        let corner = format!("M{} 0H{width}V13Z", number(placed.width - 13.0));
        out.open("path", &[("class", "corner"), ("d", &corner)]);
        out.element("title", &[], "A crux depends on it");
        out.close("path");
    }
    text(out, node, placed);
    if node.states.iter().any(|state| state.strength.is_some()) {
        meter(out, placed, "m", 1.0);
    }
    for state in shown(canvas, node) {
        verdict(out, canvas, node, state, placed);
    }
    out.close("a");
    for pill in &placed.pills {
        chip(out, canvas, diagram, node, pill);
    }
    out.close("g");
}

fn classes(canvas: Canvas<'_>, node: &Node) -> String {
    let mut classes = String::from("n");
    add_classes(&mut classes, &node.classes);
    let round = canvas.round();
    if let Some(status) = node.state(round).and_then(|state| state.status) {
        classes.push(' ');
        classes.push_str(status.class());
    }
    match canvas.view {
        View::Whole => {
            canvas.add_rounds(&mut classes, 'r', |round| node.span.contains(round));
            canvas.add_rounds(&mut classes, 'f', |round| {
                round == node.span.first && round > canvas.first
            });
            canvas.add_rounds(&mut classes, 'o', |round| {
                node.state(round).is_some_and(|state| state.status == Some(Status::Out))
            });
        }
        View::Round(round) if round == node.span.first && round > canvas.first => {
            classes.push_str(" new");
        }
        View::Round(_) => {}
    }
    classes
}

fn spoken(node: &Node) -> String {
    if node.spoken.is_empty() {
        let parts = [&node.title, &node.caption, &node.text];
        parts.into_iter().filter(|part| !part.is_empty()).cloned().collect::<Vec<_>>().join(", ")
    } else {
        node.spoken.clone()
    }
}

/// The states that this view can show.
fn shown<'a>(canvas: Canvas<'_>, node: &'a Node) -> impl Iterator<Item = &'a State> {
    let now = node.state(canvas.round());
    node.states.iter().filter(move |&state| canvas.view == View::Whole || now == Some(state))
}

/// Opens a group that is shown in the rounds of `state`.
fn open_state(out: &mut Markup, canvas: Canvas<'_>, node: &Node, state: &State) {
    let mut classes = String::from("s");
    if let Some(status) = state.status {
        classes.push(' ');
        classes.push_str(status.class());
    }
    canvas.add_rounds(&mut classes, 'r', |round| {
        node.state(round) == Some(state) && node.span.contains(round)
    });
    if node.state(canvas.round()) == Some(state) {
        out.open("g", &[("class", &classes)]);
    } else {
        out.open("g", &[("class", &classes), ("display", "none")]);
    }
}

/// A hatched strip beside the author's bar while the claim is undecided.
fn hatching(out: &mut Markup, canvas: Canvas<'_>, node: &Node, placed: &Placed) {
    let fill = format!("url(#{})", canvas.id("hatch"));
    for state in shown(canvas, node).filter(|state| state.status == Some(Status::Undecided)) {
        let attributes = [
            ("x", "4"),
            ("y", "0.5"),
            ("width", "8"),
            ("height", &*number(placed.height - 1.0)),
            ("fill", &*fill),
        ];
        open_state(out, canvas, node, state);
        out.empty("rect", &attributes);
        out.close("g");
    }
}

/// A bar at the left, divided among the authors.
fn bars(out: &mut Markup, node: &Node, placed: &Placed) {
    let is_author = |class: &&String| {
        class.len() == 2 && class.starts_with('p') && matches!(class.as_bytes()[1], b'0'..=b'7')
    };
    let authors: Vec<&String> = node.classes.iter().filter(is_author).collect();
    let each = placed.height / authors.len().max(1) as f64;
    for (at, author) in authors.iter().enumerate() {
        let attributes = [
            ("class", &*format!("k {author}")),
            ("y", &*number(each * at as f64)),
            ("width", &*number(BAR)),
            ("height", &*number(each)),
        ];
        out.empty("rect", &attributes);
    }
}

fn text(out: &mut Markup, node: &Node, placed: &Placed) {
    let inset = number(INSET);
    out.open("text", &[("class", "c"), ("x", &inset), ("y", &number(CAPTION_BASE))]);
    out.element("tspan", &[("class", "t")], &node.title);
    if !placed.caption.is_empty() {
        out.content(" · ");
        out.content(&placed.caption);
    }
    out.close("text");
    if placed.lines.is_empty() {
        return;
    }
    out.open("text", &[("class", "x"), ("y", &number(TEXT_BASE))]);
    for (at, line) in placed.lines.iter().enumerate() {
        let drop = if at == 0 { "0".to_owned() } else { number(LEADING) };
        out.element("tspan", &[("x", &inset), ("dy", &drop)], line);
    }
    if placed.lines.last().is_some_and(|line| line.ends_with('…')) {
        out.element("title", &[], &node.text);
    }
    out.close("text");
}

fn verdict(out: &mut Markup, canvas: Canvas<'_>, node: &Node, state: &State, placed: &Placed) {
    open_state(out, canvas, node, state);
    if let Some(status) = state.status {
        out.element("title", &[], &format!("{}: {}", status.badge(), status.meaning()));
        let width = badge_width(status.badge());
        let x = placed.width - OUTSET - width;
        let frame = [
            ("class", "g"),
            ("x", &*number(x)),
            ("y", "8.5"),
            ("width", &*number(width)),
            ("height", "15"),
        ];
        out.empty("rect", &[&frame[..], &[("rx", "3")]].concat());
        let place = [("x", &*number(x + width / 2.0)), ("y", &*number(16.0 + BADGE * 0.36))];
        out.element("text", &[&[("class", "w")], &place[..]].concat(), status.badge());
    }
    if let Some(strength) = state.strength {
        meter(out, placed, "m full", strength);
    }
    out.close("g");
}

/// A bar at the bottom of the box, with the length `share` of its width.
fn meter(out: &mut Markup, placed: &Placed, class: &str, share: f64) {
    let attributes = [
        ("class", class),
        ("x", &*number(INSET)),
        ("y", &*number(placed.height - 10.0)),
        ("width", &*number((placed.width - INSET - OUTSET) * share.clamp(0.0, 1.0))),
        ("height", "3"),
    ];
    out.empty("rect", &attributes);
}

fn chip(out: &mut Markup, canvas: Canvas<'_>, diagram: &Diagram, node: &Node, pill: &Pill) {
    let Some(chip) = diagram.chips.get(pill.chip) else { return };
    if !canvas.shows(chip.edge.span) {
        return;
    }
    let other = if chip.edge.from == node.key { &chip.edge.to } else { &chip.edge.from };
    let mut classes = format!("chip {}", chip.edge.relation.class());
    canvas.add_rounds(&mut classes, 'r', |round| chip.edge.span.contains(round));
    let spoken = if chip.edge.spoken.is_empty() {
        format!("{}: {} {} {}", chip.number, chip.edge.from, chip.edge.label, chip.edge.to)
    } else {
        format!("{}: {}", chip.number, chip.edge.spoken)
    };
    let own = format!("#{}", canvas.id(other));
    let href = if chip.href.is_empty() { &own } else { &chip.href };
    out.open("a", &[("class", &classes), ("href", href), ("aria-label", &spoken)]);
    let (x, y, width) = (number(pill.x), number(pill.y), number(pill.width));
    out.empty(
        "rect",
        &[("x", &x), ("y", &y), ("width", &width), ("height", &number(PILL)), ("rx", "9")],
    );
    let place =
        [("x", &*number(pill.x + pill.width / 2.0)), ("y", &*number(pill.y + PILL / 2.0 + 3.8))];
    out.element("text", &place, &pill.text);
    out.close("a");
}
