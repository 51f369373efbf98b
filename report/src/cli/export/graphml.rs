//! A debate's graph as GraphML.

use std::fmt::Write as _;

use faultline::graph::{Edge, Graph, Node};

use super::tables::{EDGE, NODE, edge_fields, node_fields};

/// The graph with all fields of its nodes and edges as attributes. Those without a value are left
/// out.
///
/// # Source
/// GraphML (Brandes, Eiglsperger, Herman, Himsolt and Marshall 2002, doi:10.1007/3-540-45848-4_59).
pub(super) fn graphml(graph: &Graph) -> String {
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n",
    );
    // Ids, sources and targets are attributes of the elements themselves.
    for (of, names) in [("node", &NODE[1..]), ("edge", &EDGE[3..])] {
        for name in names {
            let kind = if NUMBERS.contains(name) { "double" } else { "string" };
            line(
                &mut text,
                format_args!(
                    "  <key id=\"{of}-{name}\" for=\"{of}\" attr.name=\"{name}\" attr.type=\"{kind}\"/>"
                ),
            );
        }
    }
    text.push_str("  <graph edgedefault=\"directed\">\n");
    for node in graph.nodes() {
        line(&mut text, format_args!("    <node id=\"{}\">{}</node>", node.id, of_node(node)));
    }
    for edge in graph.edges() {
        let Edge { id, from, to, .. } = edge;
        let data = of_edge(edge);
        line(
            &mut text,
            format_args!("    <edge id=\"{id}\" source=\"{from}\" target=\"{to}\">{data}</edge>"),
        );
    }
    text + "  </graph>\n</graphml>\n"
}

/// The fields whose values are numbers.
const NUMBERS: [&str; 5] = ["round", "base_score", "strength", "weight", "confidence"];

fn of_node(node: &Node) -> String {
    data("node", NODE.iter().zip(node_fields(node)).skip(1))
}

fn of_edge(edge: &Edge) -> String {
    data("edge", EDGE.iter().zip(edge_fields(edge)).skip(3))
}

fn data<'f>(of: &str, fields: impl Iterator<Item = (&'f &'f str, String)>) -> String {
    let known = fields.filter(|(_, value)| !value.is_empty());
    known.fold(String::new(), |mut text, (name, value)| {
        let value = escaped(&value);
        write!(text, "<data key=\"{of}-{name}\">{value}</data>").expect("memory can be written");
        text
    })
}

/// Text between tags. Other control characters are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' | '\t' => escaped.push(letter),
            letter if letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}') => {
                escaped.push('\u{fffd}');
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    writeln!(text, "{line}").expect("memory can be written");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a < b & c > d\u{0}\n"), "a &lt; b &amp; c &gt; d\u{fffd}\n");
    }
}
