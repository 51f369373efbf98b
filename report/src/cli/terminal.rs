//! Text for people at a terminal: wrapped to its width, with colour only where it means something.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use console::{Style, Term, measure_text_width};
use faultline::vocabulary::is_hidden;

/// Wider lines are hard to read, however wide the terminal is.
const MOST_COLUMNS: usize = 100;
const LEAST_COLUMNS: usize = 40;
/// What a text is set to that goes to a file or a pipe.
const PLAIN_COLUMNS: usize = 80;

/// What a colour stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tone {
    /// A heading.
    Strong,
    /// What may be passed over.
    Faint,
    /// Something stands.
    Good,
    /// Something fell.
    Bad,
    /// Something is open.
    Open,
    /// Somebody speaks, by seat.
    Speaker(usize),
}

/// Whether colours are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    /// Text alone.
    Plain,
    /// Text with colours.
    Colour,
}

/// Sets text for one terminal.
#[derive(Debug, Clone, Copy)]
pub(super) struct Setter {
    width: usize,
    ink: Ink,
}

impl Setter {
    /// Sets text of `width` columns.
    pub(super) fn new(width: usize, ink: Ink) -> Self {
        Self { width, ink }
    }

    /// Suits standard output: a pipe or a file gets plain text, and so does whoever sets `NO_COLOR`.
    pub(super) fn of_stdout() -> Self {
        let terminal = Term::stdout();
        if !terminal.is_term() {
            return Self::new(PLAIN_COLUMNS, Ink::Plain);
        }
        let width = usize::from(terminal.size().1).clamp(LEAST_COLUMNS, MOST_COLUMNS);
        Self::new(width, if console::colors_enabled() { Ink::Colour } else { Ink::Plain })
    }

    /// Gives a text its colour.
    pub(super) fn paint(&self, tone: Tone, text: &str) -> String {
        if self.ink == Ink::Plain {
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

    /// A heading over a new part, with an empty line above and below.
    pub(super) fn heading(&self, title: &str) -> String {
        let line = "─".repeat(self.width.saturating_sub(measure_text_width(title) + 4));
        let (left, line) = (self.paint(Tone::Faint, "──"), self.paint(Tone::Faint, &line));
        format!("\n{left} {} {line}\n\n", self.paint(Tone::Strong, title))
    }

    /// A text beside its head: it begins in the column `indent`, also where it goes on in another line.
    pub(super) fn beside(&self, indent: usize, head: &str, text: &str) -> String {
        self.toned(indent, head, text, None)
    }

    /// A text as [`Setter::beside`] sets it, in one colour.
    pub(super) fn toned(
        &self,
        indent: usize,
        head: &str,
        text: &str,
        tone: impl Into<Option<Tone>>,
    ) -> String {
        let tone = tone.into();
        let room = indent.saturating_sub(measure_text_width(head));
        let mut set = format!("{head}{}", " ".repeat(room));
        if room == 0 && !head.is_empty() {
            set = format!("{head}\n{}", " ".repeat(indent));
        }
        let columns = self.width.saturating_sub(indent).max(1);
        for (index, line) in textwrap::wrap(&inert(text), columns).iter().enumerate() {
            if index > 0 {
                set.push_str(&" ".repeat(indent));
            }
            set.push_str(&tone.map_or_else(|| line.to_string(), |tone| self.paint(tone, line)));
            set.push('\n');
        }
        set
    }
}

/// The text with nothing in it that a terminal obeys, or that changes the order in which it is read: each such character
/// is replaced by one as long in UTF-8, so that places in the text stay. Breaks of lines and tabs are kept.
pub(super) fn inert(text: &str) -> String {
    let replaced = |character: char| match character.len_utf8() {
        _ if !is_hidden(character) => character,
        1 => '?',
        2 => '¿',
        3 => '\u{fffd}',
        _ => '\u{1fbc4}',
    };
    text.chars().map(replaced).collect()
}

/// Tells a line on standard error, with nothing in it that a terminal obeys; nothing can be told where that is closed.
pub(super) fn warn(told: &str) {
    let _ = writeln!(io::stderr(), "{}", inert(told));
}

/// Asks on a terminal; elsewhere nobody can say yes or no.
///
/// # Errors
/// The terminal cannot be written or read.
pub(super) fn confirmed(question: &str) -> io::Result<Option<bool>> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Ok(None);
    }
    write!(io::stdout(), "{question} [y/N] ")?;
    io::stdout().flush()?;
    answered_yes().map(Some)
}

/// Whether the next line of standard input says yes.
///
/// # Errors
/// Standard input cannot be read.
pub(super) fn answered_yes() -> io::Result<bool> {
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer)?;
    Ok(is_yes(&answer))
}

fn is_yes(answer: &str) -> bool {
    matches!(answer.trim().to_lowercase().as_str(), "y" | "yes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_in_its_column_whatever_colours_its_head_has() {
        let plain = Setter::new(20, Ink::Plain);
        assert_eq!(plain.beside(4, "n1", "one two three four"), "n1  one two three\n    four\n");
        let colour = Setter::new(20, Ink::Colour);
        let head = colour.paint(Tone::Good, "n1");
        assert_eq!(head, "\u{1b}[32mn1\u{1b}[0m");
        let set = colour.beside(4, &head, "one two three four");
        assert_eq!(console::strip_ansi_codes(&set), plain.beside(4, "n1", "one two three four"));
    }

    #[test]
    fn what_a_terminal_obeys_is_replaced_by_something_as_long() {
        let text = "a\u{1b}[2J\rb\u{7f}\u{9b}1m\u{202e}c\td\né";
        let shown = inert(text);
        assert_eq!(shown, "a?[2J?b?¿1m\u{fffd}c\td\né");
        assert_eq!(shown.len(), text.len());
        assert_eq!(Setter::new(20, Ink::Plain).beside(2, "", "x\u{1b}[2Jy"), "  x?[2Jy\n");
    }

    #[test]
    fn a_head_that_leaves_no_room_has_a_line_of_its_own() {
        let plain = Setter::new(20, Ink::Plain);
        assert_eq!(plain.beside(4, "n1000", "one"), "n1000\n    one\n");
    }

    #[test]
    fn only_a_yes_is_a_yes() {
        assert!(["y\n", "Yes\r\n", " YES "].into_iter().all(is_yes));
        assert!(!["", "\n", "n\n", "yep\n", "no, yes"].into_iter().any(is_yes));
    }
}
