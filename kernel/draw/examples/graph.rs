//! Draws a small argument graph and prints it as SVG.
//!
//! ```text
//! cargo run -p faultline-draw --example graph > graph.svg
//! ```
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use faultline_draw::{
    Diagram, DiagramError, Direction, Edge, Node, Options, Relation, Span, State, Status, layout,
    svg,
};

fn main() -> Result<(), DiagramError> {
    let claim = |key: &str, text: &str, status| Node {
        states: vec![State { from: 0, status: Some(status), strength: None }],
        ..Node::new(key, text)
    };
    let nodes = vec![
        claim("a1", "Remote work raises productivity.", Status::Out),
        claim("b1", "Studies of call centres do not apply to research.", Status::Out),
        claim("c1", "Collaboration across teams declines.", Status::In),
        claim("d1", "A large survey of engineers found the same effect.", Status::In),
    ];
    let edges = vec![
        Edge::new("b1", "a1", Relation::Undermine),
        Edge::new("c1", "a1", Relation::Rebut),
        Edge::new("d1", "b1", Relation::Undercut),
        Edge { span: Span::ALWAYS, ..Edge::new("d1", "a1", Relation::Support) },
    ];
    let diagram = Diagram::new("Does remote work pay?", Direction::Down, nodes, edges)?;
    let layout = layout(&diagram);
    println!("{}", svg(&diagram, &layout, &Options::default()));
    Ok(())
}
