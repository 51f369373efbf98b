//! Elements, attributes and escaping.

use faultline_characters::is_hidden;

/// Writes a tree of elements.
#[derive(Debug, Default)]
pub(super) struct Markup {
    text: String,
}

impl Markup {
    pub(super) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push('>');
    }

    pub(super) fn empty(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.start(name, attributes);
        self.text.push_str("/>");
    }

    pub(super) fn element(&mut self, name: &str, attributes: &[(&str, &str)], content: &str) {
        self.open(name, attributes);
        escape(&mut self.text, content);
        self.close(name);
    }

    pub(super) fn content(&mut self, content: &str) {
        escape(&mut self.text, content);
    }

    pub(super) fn close(&mut self, name: &str) {
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
    }

    /// Appends markup without escaping.
    pub(super) fn raw(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    pub(super) fn into_string(self) -> String {
        self.text
    }

    fn start(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.text.push('<');
        self.text.push_str(name);
        for (attribute, value) in attributes {
            self.text.push(' ');
            self.text.push_str(attribute);
            self.text.push_str("=\"");
            escape(&mut self.text, value);
            self.text.push('"');
        }
    }
}

/// Appends `text` as XML character data: markup is escaped, white space becomes a space, other
/// control characters and characters that XML forbids are dropped.
fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            // XML does not allow the first two.
            '\u{fffe}' | '\u{ffff}' => {}
            c if is_hidden(c) => {}
            c => out.push(c),
        }
    }
}

/// Writes a length with at most one decimal place.
pub(super) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() / 10.0;
    if tenths == 0.0 { "0".into() } else { format!("{tenths}") }
}

/// Converts a key to a part of an id: letters, digits, `-`, `_` and `.` are kept, others become `~`
/// and a number.
pub(super) fn fragment(key: &str) -> String {
    let keep = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    key.chars().map(|c| if keep(c) { c.to_string() } else { format!("~{:x}.", c as u32) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_control_characters_are_escaped() {
        let mut out = String::new();
        escape(&mut out, "<a href=\"x\" title='y'>&\u{0}\u{1b}[0m\n\u{202e}\u{ffff}</a>");
        assert_eq!(out, "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;[0m &lt;/a&gt;");
    }

    #[test]
    fn lengths_are_short() {
        assert_eq!(
            [12.0, 0.04, -0.04, 3.25, 10.0 / 3.0].map(number),
            ["12", "0", "0", "3.3", "3.3"]
        );
    }

    #[test]
    fn different_keys_have_different_fragments() {
        assert_ne!(fragment("a b"), fragment("a_b"));
        assert_eq!(fragment("b-2.1"), "b-2.1");
    }
}
