//! Layered drawings of argument graphs as SVG strings, for pages and notebooks.
//!
//! ```text
//!  Diagram ─► boxes ─► cycle ─► rank ─► order ─► place ─► route ─► pack ─► Layout ─► svg
//!  (checked)  (wrap)   (one component at a time)
//! ```
//!
//! The layer knows nothing of debates: a [`Diagram`] is boxes with text and lines with a relation. The union of all
//! rounds is laid out once, so a box never moves; a round decides only what is shown. [`svg`] draws either one
//! [`View::Round`], which needs no script and no page style, or [`View::Whole`], where every group carries the rounds
//! it belongs to as classes and [`round_rules`] switches between them.
//!
//! A line leads from the answering claim to the answered one. The answered claim stands above ([`Direction::Down`])
//! or to the left ([`Direction::Right`]), so a drawing opens with what the debate is about.
//!
//! Lengths are CSS pixels. Text is measured by a built-in table and coordinates are rounded to a tenth, so the same
//! diagram gives the same bytes on every machine.
//!
//! # Examples
//!
//! ```
//! use faultline::draw::{Diagram, Direction, Edge, Node, Options, Relation, View, layout, svg};
//!
//! let nodes = vec![Node::new("a1", "Tests find defects early."), Node::new("b1", "They find only the expected ones.")];
//! let edges = vec![Edge::new("b1", "a1", Relation::Undercut)];
//! let diagram = Diagram::new("Do tests pay?", Direction::Fit, nodes, edges)?;
//! let layout = layout(&diagram);
//! let drawing = svg(&diagram, &layout, &Options { prefix: "d1".into(), view: View::Whole, ..Options::default() });
//! assert!(drawing.starts_with("<svg"));
//! # Ok::<(), faultline::draw::Fault>(())
//! ```
//!
//! # Source
//!
//! Sugiyama, Tagawa, Toda 1981, doi:10.1109/TSMC.1981.4308636 (the phases); each child module names its own.

mod diagram;

mod boxes;
mod width;
mod wrap;

mod cycle;
mod order;
mod place;
mod rank;
mod relax;
mod simplex;
mod tidy;

mod component;
mod layered;
mod layout;
mod pack;
mod part;
mod route;

mod reduce;
mod style;
mod svg;

pub use diagram::{
    Chip, Diagram, Direction, Edge, Fault, Head, Heads, Node, Relation, Span, State, Status, Stroke,
};
pub use layout::{Label, Layout, Line, Path, Piece, Pill, Placed, Point, layout};
pub use style::{STYLE, round_rules};
pub use svg::{Options, Style, View, svg};
pub use width::{Weight, text_width};
pub use wrap::wrap;
