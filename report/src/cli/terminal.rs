//! Text for a terminal: wrapped to its width, and coloured only where the colour has a meaning.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use console::{Style, Term, measure_text_width};
use faultline::vocabulary::is_hidden;

/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 100;
const NARROWEST: usize = 40;
/// The width of text that goes to a file or a pipe.
const PIPE_WIDTH: usize = 80;

/// What a colour means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// A heading.
    Strong,
    /// A detail that readers may skip.
    Faint,
    /// Something is accepted.
    Good,
    /// Something is rejected or failed.
    Bad,
    /// Something is undecided.
    Open,
    /// A persona, by seat.
    Speaker(usize),
}

/// Whether text is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Colours {
    /// Text alone.
    Off,
    /// Text with colours.
    On,
}

/// Wraps and colours text for one terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    width: usize,
    colours: Colours,
}

impl Layout {
    /// Lays text out in `width` columns.
    pub(super) fn new(width: usize, colours: Colours) -> Self {
        Self { width, colours }
    }

    /// The layout for standard output: without colours in a pipe or a file, or where `NO_COLOR` is set.
    pub(super) fn of_stdout() -> Self {
        let terminal = Term::stdout();
        if !terminal.is_term() {
            return Self::new(PIPE_WIDTH, Colours::Off);
        }
        let width = usize::from(terminal.size().1).clamp(NARROWEST, WIDEST);
        Self::new(width, if console::colors_enabled() { Colours::On } else { Colours::Off })
    }

    /// Colours a text.
    pub(super) fn paint(&self, tone: Tone, text: &str) -> String {
        if self.colours == Colours::Off {
            return text.to_owned();
        }
        let style = match tone {
            Tone::Strong => Style::new().bold(),
            Tone::Faint => Style::new().dim(),
            Tone::Good => Style::new().green(),
            Tone::Bad => Style::new().red(),
            Tone::Open => Style::new().yellow(),
            Tone::Speaker(seat) => match seat % 4 {
                0 => Style::new().cyan().bold(),
                1 => Style::new().magenta().bold(),
                2 => Style::new().blue().bold(),
                _ => Style::new().bold().underlined(),
            },
        };
        style.force_styling(true).apply_to(text).to_string()
    }

    /// A heading, with an empty line above and below.
    pub(super) fn heading(&self, title: &str) -> String {
        let line = "─".repeat(self.width.saturating_sub(measure_text_width(title) + 4));
        let (left, line) = (self.paint(Tone::Faint, "──"), self.paint(Tone::Faint, &line));
        format!("\n{left} {} {line}\n\n", self.paint(Tone::Strong, title))
    }

    /// A wrapped text that starts in column `indent` on every line, with `label` to the left of the first line.
    pub(super) fn labelled(&self, indent: usize, label: &str, text: &str) -> String {
        self.labelled_in(indent, label, text, None)
    }

    /// A text as by [`Layout::labelled`], in one colour.
    pub(super) fn labelled_in(
        &self,
        indent: usize,
        label: &str,
        text: &str,
        tone: impl Into<Option<Tone>>,
    ) -> String {
        let tone = tone.into();
        let gap = indent.saturating_sub(measure_text_width(label));
        let mut lines = format!("{label}{}", " ".repeat(gap));
        if gap == 0 && !label.is_empty() {
            lines = format!("{label}\n{}", " ".repeat(indent));
        }
        let columns = self.width.saturating_sub(indent).max(1);
        for (index, line) in textwrap::wrap(&escape_control(text), columns).iter().enumerate() {
            if index > 0 {
                lines.push_str(&" ".repeat(indent));
            }
            lines.push_str(&tone.map_or_else(|| line.to_string(), |tone| self.paint(tone, line)));
            lines.push('\n');
        }
        lines
    }
}

/// Replaces every hidden character, such as one that controls a terminal or reorders text.
///
/// Each replacement has the same length in UTF-8, so that byte offsets stay valid.
pub(super) fn escape_control(text: &str) -> String {
    let escape = |character: char| match character.len_utf8() {
        _ if !is_hidden(character) => character,
        1 => '?',
        2 => '¿',
        3 => '\u{fffd}',
        _ => '\u{1fbc4}',
    };
    text.chars().map(escape).collect()
}

/// Prints a line to standard error; if that is closed, the line is lost.
pub(super) fn warn(line: &str) {
    let _ = writeln!(io::stderr(), "{}", escape_control(line));
}

/// Asks a yes-or-no question on the terminal; nothing where there is no terminal.
///
/// # Errors
/// The terminal cannot be written or read.
pub(super) fn confirm(question: &str) -> io::Result<Option<bool>> {
    if !io::stdin().is_terminal() || !io::stderr().is_terminal() {
        return Ok(None);
    }
    write!(io::stderr(), "{} [y/N] ", escape_control(question))?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(Some(is_yes(&answer)))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapped_text_stays_in_its_column_beside_a_coloured_label() {
        let plain = Layout::new(20, Colours::Off);
        assert_eq!(plain.labelled(4, "n1", "one two three four"), "n1  one two three\n    four\n");
        let coloured = Layout::new(20, Colours::On);
        let label = coloured.paint(Tone::Good, "n1");
        assert_eq!(label, "\u{1b}[32mn1\u{1b}[0m");
        let lines = coloured.labelled(4, &label, "one two three four");
        assert_eq!(
            console::strip_ansi_codes(&lines),
            plain.labelled(4, "n1", "one two three four")
        );
    }

    #[test]
    fn control_characters_are_replaced_by_others_of_the_same_length() {
        let text = "a\u{1b}[2J\rb\u{7f}\u{9b}1m\u{202e}c\td\né";
        let escaped = escape_control(text);
        assert_eq!(escaped, "a?[2J?b?¿1m\u{fffd}c\td\né");
        assert_eq!(escaped.len(), text.len());
        assert_eq!(Layout::new(20, Colours::Off).labelled(2, "", "x\u{1b}[2Jy"), "  x?[2Jy\n");
    }

    #[test]
    fn a_label_that_fills_the_indent_gets_its_own_line() {
        let plain = Layout::new(20, Colours::Off);
        assert_eq!(plain.labelled(4, "n1000", "one"), "n1000\n    one\n");
    }

    #[test]
    fn only_y_and_yes_confirm() {
        assert!(["y\n", "Yes\r\n", " YES "].into_iter().all(is_yes));
        assert!(!["", "\n", "n\n", "yep\n", "no, yes"].into_iter().any(is_yes));
    }
}
