//! Layered drawings of argument graphs as SVG strings, for pages, notebooks and files.
//!
//! ```
//! use faultline_draw::{Diagram, Direction, Edge, Node, Options, Relation, layout, svg};
//!
//! let nodes = vec![Node::new("a1", "Tests find defects early."), Node::new("b1", "They find only the expected ones.")];
//! let edges = vec![Edge::new("b1", "a1", Relation::Undercut)];
//! let diagram = Diagram::new("Do tests pay?", Direction::Fit, nodes, edges)?;
//! let drawing = svg(&diagram, &layout(&diagram), &Options::default());
//! assert!(drawing.starts_with("<svg"));
//! # Ok::<(), faultline_draw::DiagramError>(())
//! ```
//!
//! # Contents
//!
//! | to do this | use |
//! | --- | --- |
//! | describe boxes, lines and rounds | [`Diagram`], [`Node`], [`Edge`], [`Span`], [`State`] |
//! | choose stroke, arrowhead and verdict | [`Relation`], [`Status`] |
//! | compute positions | [`layout()`], [`columns()`] for a question with two answers, [`indented()`] for a tree |
//! | write SVG | [`svg()`], [`Options`] |
//! | show one round at a time on a page | [`round_rules`], [`RULES`], [`PALETTE`] |
//! | simplify a large diagram | [`Diagram::readable`], [`Diagram::reduced`], [`Diagram::around`] |
//! | measure and wrap text | [`text_width()`], [`wrap`] |
//!
//! # Steps
//!
//! ```text
//!  Diagram ─► box sizes ─► cycle removal ─► layers ─► crossing reduction ─► coordinates ─► routing ─► packing ─► Layout ─► SVG
//!  (checked)               (these steps handle one connected component at a time)
//! ```
//!
//! The crate knows nothing of debates: a [`Diagram`] consists of boxes with text and lines with a
//! relation. All rounds have one layout, so a box never moves; a round only determines what is
//! shown. [`svg()`] draws either one [`View::Round`], which needs no script and no page style, or
//! [`View::Whole`], where every group has classes for the rounds in which it exists, and
//! [`round_rules`] switches between rounds.
//!
//! A line leads from the answering claim to the answered one. The answered claim is above
//! ([`Direction::Down`]) or to the left ([`Direction::Right`]), so a drawing starts with the topic
//! of the debate.
//!
//! The pages of Faultline draw a question with two answers in [`columns()`] and a tree of reasons
//! as an [`indented()`] list. The layered [`layout()`] is for whole graphs: in notebooks, in
//! programs, and in the example `graph`.
//!
//! Lengths are CSS pixels. Text is measured by a built-in table and coordinates are rounded to a
//! tenth, so the same diagram gives the same bytes on every machine.
//!
//! # CSS classes
//!
//! The root is `svg.fl`. [`RULES`] style all classes with the colours of the page; [`PALETTE`]
//! defines colours for drawings outside of a page.
//!
//! | class | meaning |
//! | --- | --- |
//! | `n` | a box, with the classes of its [`Node`], its verdict `in`, `out` or `undec`, and `new` in its first round |
//! | `b` `k` `c` `t` `x` `corner` | its border, author's bar, caption, title, claim, mark of a crux |
//! | `s` `g` `w` `m` `full` | content of some rounds: badge, its word, meter and its filled portion |
//! | `ghost` | the outline of a box that does not exist in this round |
//! | `e` | a line, with `support`, `attack`, `undercut` or `tie`, and `solid`, `dashed` or `dotted` |
//! | `l` `h` `open` `v` | its path, arrowheads, arrowheads that are strokes, verb |
//! | `chip` | the number of a line that is not drawn |
//! | `r3` `f3` `o3` | in [`View::Whole`]: exists in round 3, is new in it, is out in it |
//!
//! # Source
//!
//! Sugiyama, Tagawa, Toda 1981, doi:10.1109/TSMC.1981.4308636 (the phases); each module names its
//! own sources.

mod diagram;
mod relation;

mod box_size;
mod line_breaking;
mod text_width;

mod coordinate_assignment;
mod coordinate_refinement;
mod crossing_reduction;
mod cycle_removal;
mod layer_assignment;
mod network_simplex;
mod tree_layout;

mod columns;
mod indented;

mod component;
mod component_drawing;
mod edge_routing;
mod layered;
mod layout;
mod packing;
mod path;

mod simplify;
mod style;
mod svg;

pub use box_size::Pill;
pub use columns::columns;
pub use diagram::{Chip, Diagram, DiagramError, Direction, Edge, Heads, Node, Span, State};
pub use indented::indented;
pub use layout::{Layout, Placed, layout};
pub use line_breaking::wrap;
pub use path::{Label, Line, Path, Piece, Point};
pub use relation::{Head, Relation, Status, Stroke};
pub use style::{PALETTE, RULES, round_rules};
pub use svg::{Options, Style, View, svg};
pub use text_width::{Weight, text_width};

/// Compiles the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
