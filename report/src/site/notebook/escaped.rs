//! Text within HTML.

use std::fmt;

use faultline::vocabulary::is_hidden;

/// A text, written so that HTML shows its characters and nothing else, also within an attribute.
/// Hidden characters are left out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Escaped<'t>(pub(super) &'t str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => out.write_str("&amp;")?,
                '<' => out.write_str("&lt;")?,
                '>' => out.write_str("&gt;")?,
                '"' => out.write_str("&#34;")?,
                '\'' => out.write_str("&#39;")?,
                '\n' | '\t' => fmt::Write::write_char(out, c)?,
                c if is_hidden(c) => {}
                c => fmt::Write::write_char(out, c)?,
            }
        }
        Ok(())
    }
}
