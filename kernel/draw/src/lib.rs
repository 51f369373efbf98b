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
//! # Classes
//!
//! The root is `svg.fl`; [`RULES`] cover everything below in the colours of the page, [`PALETTE`] brings colours
//! where there is no page.
//!
//! | class | what |
//! | --- | --- |
//! | `n` | a box, with the classes of its [`Node`], its verdict `in`, `out` or `undec`, and `new` in its first round |
//! | `b` `k` `c` `t` `x` `corner` | its border, author's bar, caption, title, claim, mark of a crux |
//! | `s` `g` `w` `m` `full` | what holds for some rounds: badge, its word, meter and its filled part |
//! | `ghost` | the outline of a box that does not stand in this round |
//! | `e` | a line, with `support`, `attack`, `undercut` or `tie`, and `solid`, `dashed` or `dotted` |
//! | `l` `h` `open` `v` | its course, heads, heads that are strokes, verb |
//! | `chip` | the number of a line that is not drawn |
//! | `r3` `f3` `o3` | in [`View::Whole`]: stands in round 3, is new in it, is out in it |
//!
//! # Examples
//!
//! ```
//! use faultline_draw::{Diagram, Direction, Edge, Node, Options, Relation, View, layout, svg};
//!
//! let nodes = vec![Node::new("a1", "Tests find defects early."), Node::new("b1", "They find only the expected ones.")];
//! let edges = vec![Edge::new("b1", "a1", Relation::Undercut)];
//! let diagram = Diagram::new("Do tests pay?", Direction::Fit, nodes, edges)?;
//! let layout = layout(&diagram);
//! let drawing = svg(&diagram, &layout, &Options { prefix: "d1".into(), view: View::Whole, ..Options::default() });
//! assert!(drawing.starts_with("<svg"));
//! # Ok::<(), faultline_draw::DiagramError>(())
//! ```
//!
//! # Source
//!
//! Sugiyama, Tagawa, Toda 1981, doi:10.1109/TSMC.1981.4308636 (the phases); each child module names its own.

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
pub use diagram::{Chip, Diagram, DiagramError, Direction, Edge, Heads, Node, Span, State};
pub use layout::{Layout, Placed, layout};
pub use line_breaking::wrap;
pub use path::{Label, Line, Path, Piece, Point};
pub use relation::{Head, Relation, Status, Stroke};
pub use style::{PALETTE, RULES, round_rules};
pub use svg::{Options, Style, View, svg};
pub use text_width::{Weight, text_width};
