//! Text for a terminal: wrapped to its width, and coloured only where the colour has a meaning.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use console::{Style, Term, measure_text_width};
use faultline::vocabulary::is_hidden;
use serde::Serialize;

/// Longer lines are hard to read, however wide the terminal is.
const WIDEST: usize = 100;
const NARROWEST: usize = 40;
/// The width of text that goes to a file or a pipe.
const PIPE_WIDTH: usize = 80;
/// A longer line of a message is broken. *Units*: characters.
const LONGEST: usize = 400;

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

    /// The layout for standard output: without colours in a pipe or a file, or where `NO_COLOR` is
    /// set.
    pub(super) fn of_stdout() -> Self {
        let terminal = Term::stdout();
        if !terminal.is_term() {
            return Self::new(PIPE_WIDTH, Colours::Off);
        }
        let width = usize::from(terminal.size().1).clamp(NARROWEST, WIDEST);
        Self::new(width, if console::colors_enabled() { Colours::On } else { Colours::Off })
    }

    /// A heading, with an empty line above and below.
    pub(super) fn heading(&self, title: &str) -> String {
        let rule = "─".repeat(self.width.saturating_sub(measure_text_width(title) + 4));
        let faint = |text: &str| self.render(&Styled::toned(Tone::Faint, text));
        let title = self.render(&Styled::toned(Tone::Strong, title));
        format!("\n{} {title} {}\n\n", faint("──"), faint(&rule))
    }

    /// A wrapped text whose first line starts with `first`, and every other line with `rest`.
    pub(super) fn prefixed(
        &self,
        first: &Styled,
        rest: &Styled,
        text: impl Into<Styled>,
    ) -> String {
        let prefixes = [first, rest].map(|prefix| self.render(prefix));
        let widest = prefixes.iter().map(|prefix| measure_text_width(prefix)).max().unwrap_or(0);
        let text = self.render(&text.into());
        let lines = textwrap::wrap(&text, self.room(widest));
        let prefixes = [&prefixes[0]].into_iter().chain(std::iter::repeat(&prefixes[1]));
        prefixes
            .zip(lines)
            .flat_map(|(prefix, line)| [prefix.as_str().into(), line, "\n".into()])
            .collect()
    }

    /// A wrapped text that starts in column `indent` on every line, with `label` to the left of the
    /// first line.
    pub(super) fn labelled(
        &self,
        indent: usize,
        label: impl Into<Styled>,
        text: impl Into<Styled>,
    ) -> String {
        let (label, margin) = (label.into(), Styled::from(" ".repeat(indent)));
        let width = measure_text_width(&label.to_plain());
        if width >= indent && width > 0 {
            return self.line(0, label) + &self.prefixed(&margin, &margin, text);
        }
        let first = label.then(" ".repeat(indent - width));
        self.prefixed(&first, &margin, text)
    }

    /// A wrapped text that starts in column `indent` on every line.
    pub(super) fn indented(&self, indent: usize, text: impl Into<Styled>) -> String {
        self.labelled(indent, "", text)
    }

    /// A line that starts in column `indent` and is not wrapped.
    pub(super) fn line(&self, indent: usize, text: impl Into<Styled>) -> String {
        format!("{}{}\n", " ".repeat(indent), self.render(&text.into()))
    }

    /// How many columns are left from column `indent`.
    pub(super) fn room(&self, indent: usize) -> usize {
        self.width.saturating_sub(indent).max(1)
    }

    /// Colours each word separately, so that a text can be wrapped between any two words.
    pub(super) fn render(&self, text: &Styled) -> String {
        let mut rendered = String::new();
        for (tone, text) in &text.0 {
            match tone.filter(|_| self.colours == Colours::On) {
                None => rendered.push_str(text),
                Some(tone) => {
                    for word in text.split_inclusive(' ') {
                        let bare = word.trim_end_matches(' ');
                        let coloured = tone.style().force_styling(true).apply_to(bare);
                        let coloured =
                            if bare.is_empty() { String::new() } else { coloured.to_string() };
                        rendered.push_str(&coloured);
                        rendered.push_str(&word[bare.len()..]);
                    }
                }
            }
        }
        rendered
    }
}

impl Tone {
    fn style(self) -> Style {
        match self {
            Self::Strong => Style::new().bold(),
            Self::Faint => Style::new().dim(),
            Self::Good => Style::new().green(),
            Self::Bad => Style::new().red(),
            Self::Open => Style::new().yellow(),
            Self::Speaker(seat) => match seat % 4 {
                0 => Style::new().cyan().bold(),
                1 => Style::new().magenta().bold(),
                2 => Style::new().blue().bold(),
                _ => Style::new().bold().underlined(),
            },
        }
    }
}

/// Text in several tones. Hidden characters are replaced when text is added, so that tones are the
/// only control sequences that reach the terminal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Styled(Vec<(Option<Tone>, String)>);

impl Styled {
    /// A text in one tone.
    pub(super) fn toned(tone: Tone, text: &str) -> Self {
        Self(vec![(Some(tone), escape_control(text))])
    }

    /// Adds a text at the end.
    #[must_use]
    pub(super) fn then(mut self, next: impl Into<Self>) -> Self {
        self.0.extend(next.into().0);
        self
    }

    /// The text alone.
    pub(super) fn to_plain(&self) -> String {
        self.0.iter().map(|(_, text)| text.as_str()).collect()
    }
}

impl From<&str> for Styled {
    fn from(text: &str) -> Self {
        Self(vec![(None, escape_control(text))])
    }
}

impl From<&String> for Styled {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Styled {
    fn from(text: String) -> Self {
        text.as_str().into()
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

/// Prints a value to standard output, as one line of JSON.
///
/// # Errors
/// Standard output cannot be written.
pub(super) fn print_json(value: &impl Serialize) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    serde_json::to_writer(&mut out, value)?;
    out.write_all(b"\n")?;
    out.flush()
}

/// Prints a line to standard error; if that is closed, the line is lost.
pub(super) fn warn(line: &str) {
    let _ = writeln!(io::stderr(), "{}", break_long_lines(&escape_control(line)));
}

/// Breaks lines that are very long, such as those with the message of a server. Others stay whole,
/// and so does a path or an address, so that they can be copied.
pub(super) fn break_long_lines(text: &str) -> String {
    let terminal = Term::stderr();
    let width = if terminal.is_term() { usize::from(terminal.size().1) } else { PIPE_WIDTH };
    let options = textwrap::Options::new(width.clamp(NARROWEST, WIDEST))
        .subsequent_indent("    ")
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    let is_long = |text: &str| text.chars().count() > LONGEST;
    let lines = text.split('\n').map(|line| {
        let options = options.clone().break_words(line.split(' ').any(is_long));
        if is_long(line) { textwrap::fill(line, options) } else { line.to_owned() }
    });
    lines.collect::<Vec<_>>().join("\n")
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
    fn wrapped_text_stays_in_its_column_whatever_its_colours() {
        let plain = Layout::new(20, Colours::Off);
        let (label, text) = (Styled::toned(Tone::Good, "n1"), "one two three four");
        assert_eq!(plain.labelled(4, label.clone(), text), "n1  one two three\n    four\n");
        let coloured = Layout::new(20, Colours::On);
        let lines = coloured.labelled(
            4,
            label,
            Styled::from("one ").then(Styled::toned(Tone::Faint, "two three four")),
        );
        assert!(lines.starts_with("\u{1b}[32mn1\u{1b}[0m  one \u{1b}[2mtwo\u{1b}[0m"), "{lines:?}");
        assert_eq!(console::strip_ansi_codes(&lines), plain.labelled(4, "n1", text));
    }

    #[test]
    fn a_coloured_text_still_has_its_hidden_characters_replaced() {
        let coloured = Layout::new(40, Colours::On);
        let lines = coloured.indented(0, Styled::toned(Tone::Bad, "x\u{1b}[2Jy"));
        assert_eq!(lines, "\u{1b}[31mx?[2Jy\u{1b}[0m\n");
    }

    #[test]
    fn hidden_characters_are_replaced_by_others_of_the_same_length() {
        let text = "a\u{1b}[2J\rb\u{7f}\u{9b}1m\u{202e}c\td\né";
        let escaped = escape_control(text);
        assert_eq!(escaped, "a?[2J?b?¿1m\u{fffd}c\td\né");
        assert_eq!(escaped.len(), text.len());
        assert_eq!(Layout::new(20, Colours::Off).indented(2, "x\u{1b}[2Jy"), "  x?[2Jy\n");
    }

    #[test]
    fn a_label_that_fills_the_indent_gets_its_own_line() {
        let plain = Layout::new(20, Colours::Off);
        assert_eq!(plain.labelled(4, "n1000", "one"), "n1000\n    one\n");
    }

    #[test]
    fn a_very_long_line_is_broken_between_words_and_others_stay_whole() {
        let short = format!("help: add `--retry-failed`\n  {}", "word ".repeat(70));
        assert_eq!(break_long_lines(&short), short);
        let long = format!("error: {}\n  help: again", "--a-word ".repeat(150).trim());
        let broken = break_long_lines(&long);
        assert!(broken.lines().all(|line| line.chars().count() <= WIDEST), "{broken}");
        assert!(broken.ends_with("\n  help: again"), "{broken}");
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&broken), words(&long));
        let path = format!("{}/{}.json: cannot be read", "folder".repeat(20), "a1".repeat(32));
        let kept = break_long_lines(&format!("error: {} {path}", "word ".repeat(80)));
        assert!(kept.contains(&path[..path.find(':').unwrap()]), "{kept}");
        let unbroken = break_long_lines(&"x".repeat(5000));
        assert!(unbroken.lines().all(|line| line.chars().count() <= WIDEST));
    }

    #[test]
    fn only_y_and_yes_confirm() {
        assert!(["y\n", "Yes\r\n", " YES "].into_iter().all(is_yes));
        assert!(!["", "\n", "n\n", "yep\n", "no, yes"].into_iter().any(is_yes));
    }
}
