//! How values show themselves: HTML for notebooks, text for everything else.

use std::io::{self, Write};

use crate::view::sentence::capital;

/// Escapes text for HTML, attributes included.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(c),
        }
    }
    safe
}

/// The name of a persona as it reads in a sentence: «displacement-bear» is «Displacement bear».
pub(super) fn name(id: &str) -> String {
    capital(&id.replace('-', " "))
}

/// Whether a persona is meant: by its id, or by its name as it reads in a sentence.
pub(super) fn is_named(id: &str, wanted: &str) -> bool {
    id == wanted || name(id) == wanted
}

/// Prints a value for evcxr, in both forms at once.
///
/// # Source
/// The protocol of evcxr: content between two marker lines on standard output. A marker within the
/// content is broken up.
pub(super) fn print(html: &str, text: &str) {
    print_blocks(&(block("text/html", html) + &block("text/plain", text)));
}

/// Prints a value for evcxr as JSON and as text.
pub(super) fn print_json(value: &serde_json::Value, text: &str) {
    print_blocks(&(block("application/json", &value.to_string()) + &block("text/plain", text)));
}

fn block(kind: &str, content: &str) -> String {
    let content = content.replace("EVCXR_", "EVCXR-");
    format!("EVCXR_BEGIN_CONTENT {kind}\n{content}\nEVCXR_END_CONTENT\n")
}

fn print_blocks(blocks: &str) {
    // A notebook that closes the stream sees nothing any more.
    let _ = io::stdout().lock().write_all(blocks.as_bytes());
}

/// Prints what the kernel `faultline-kernel` reads: the name of the display that follows, or that
/// the output is cleared.
///
/// Front ends leave out content of a type that they do not know, so that nothing of it is seen with
/// other kernels.
pub(super) fn print_mark(kind: &str, fields: &serde_json::Value) {
    print_blocks(&format!(
        "EVCXR_BEGIN_CONTENT application/vnd.faultline.{kind}+json\n{fields}\nEVCXR_END_CONTENT\n"
    ));
}

/// Shows a type in notebooks: it has the methods `html` and [`Display`](std::fmt::Display).
macro_rules! shown {
    ($($name:ident),+) => {$(
        impl $name {
            /// Shows the value in a notebook; evcxr calls this for the last value of a cell.
            pub fn evcxr_display(&self) {
                $crate::notebook::display::print(&self.html(), &self.to_string());
            }
        }
    )+};
}
pub(super) use shown;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(
            escaped("<b title=\"x\">A&B's</b>"),
            "&lt;b title=&quot;x&quot;&gt;A&amp;B&#39;s&lt;/b&gt;"
        );
    }

    #[test]
    fn a_persona_is_named_as_in_a_sentence() {
        assert_eq!(name("displacement-bear"), "Displacement bear");
        assert_eq!(name(""), "");
        assert!(is_named("displacement-bear", "Displacement bear"));
        assert!(is_named("displacement-bear", "displacement-bear"));
        assert!(!is_named("displacement-bear", "Displacement"));
    }
}
