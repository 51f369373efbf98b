//! Line breaking.

use faultline_characters::is_hidden;

use super::text_width::{Weight, text_width};

/// Breaks `text` into at most `most` lines no wider than `width` px at the font size `size` px.
///
/// Lines break at white space, after hyphens and slashes, and between East Asian characters; a word
/// wider than a line is broken where the line is full. An ellipsis replaces text that does not fit.
/// If the last line would be short, all lines become narrower, as long as their number stays the
/// same.
pub fn wrap(text: &str, width: f64, size: f64, most: usize) -> Vec<String> {
    let atoms = atoms(text);
    let greedy = fill(&atoms, width, size);
    if greedy.len() > most {
        return cut(greedy, most, width, size);
    }
    // The narrowest column with the same number of lines is the most even one.
    let (mut low, mut high, mut best) = (width * 0.5, width, greedy.clone());
    for _ in 0..6 {
        let middle = f64::midpoint(low, high);
        let lines = fill(&atoms, middle, size);
        if lines.len() > greedy.len() {
            low = middle;
        } else {
            (high, best) = (middle, lines);
        }
    }
    if ragged(&greedy, size) { best } else { greedy }
}

/// Returns whether the last line is less than half as long as the longest.
fn ragged(lines: &[String], size: f64) -> bool {
    let widths: Vec<f64> =
        lines.iter().map(|line| text_width(line, size, Weight::Regular)).collect();
    let longest = widths.iter().copied().fold(0.0, f64::max);
    widths.len() > 1 && widths.last().is_some_and(|&last| last < longest / 2.0)
}

/// A piece of text without break opportunities, and whether a space precedes it.
struct Atom {
    text: String,
    spaced: bool,
}

fn atoms(text: &str) -> Vec<Atom> {
    let mut atoms = Vec::new();
    for word in text.split_whitespace() {
        let mut spaced = true;
        let mut piece = String::new();
        for c in word.chars().filter(|c| !is_hidden(*c)) {
            let wide = is_wide(c);
            if wide && !piece.is_empty() && !is_closing(c) {
                atoms.push(Atom { text: std::mem::take(&mut piece), spaced });
                spaced = false;
            }
            piece.push(c);
            if matches!(c, '-' | '/' | '–' | '—') && piece.chars().count() > 1 {
                atoms.push(Atom { text: std::mem::take(&mut piece), spaced });
                spaced = false;
            }
        }
        if !piece.is_empty() {
            atoms.push(Atom { text: piece, spaced });
        }
    }
    atoms
}

fn is_wide(c: char) -> bool {
    matches!(c as u32, 0x2e80..=0xa4cf | 0xac00..=0xd7a3 | 0xf900..=0xfaff | 0xff01..=0xff60 | 0x20000..=0x3ffff)
}

/// Punctuation that must not start a line.
fn is_closing(c: char) -> bool {
    matches!(c, '、' | '。' | '，' | '．' | '）' | '」' | '』' | '！' | '？' | '：' | '；' | '】')
}

fn fill(atoms: &[Atom], width: f64, size: f64) -> Vec<String> {
    let measure = |text: &str| text_width(text, size, Weight::Regular);
    let space = measure(" ");
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0.0;
    for atom in atoms {
        let gap = if atom.spaced && !line.is_empty() { space } else { 0.0 };
        let wide = measure(&atom.text);
        if used + gap + wide <= width {
            if gap > 0.0 {
                line.push(' ');
            }
            line.push_str(&atom.text);
            used += gap + wide;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        used = 0.0;
        for c in atom.text.chars() {
            let wide = measure(c.encode_utf8(&mut [0; 4]));
            if used + wide > width && !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                used = 0.0;
            }
            line.push(c);
            used += wide;
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

fn cut(mut lines: Vec<String>, most: usize, width: f64, size: f64) -> Vec<String> {
    lines.truncate(most);
    if let Some(last) = lines.last_mut() {
        while text_width(last, size, Weight::Regular) + size > width && last.pop().is_some() {}
        let end = last.trim_end_matches([' ', ',', '.', ';', ':']).len();
        last.truncate(end);
        last.push('…');
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn widest(lines: &[String], size: f64) -> f64 {
        lines.iter().map(|line| text_width(line, size, Weight::Regular)).fold(0.0, f64::max)
    }

    #[test]
    fn words_are_not_broken() {
        let text =
            "Remote work widens the pool of people a firm can hire from without moving anybody.";
        let lines = wrap(text, 200.0, 13.5, 8);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), text);
        assert!(widest(&lines, 13.5) <= 200.0);
    }

    #[test]
    fn a_long_word_is_broken_where_the_line_is_full() {
        let word =
            "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
        let lines = wrap(word, 150.0, 13.5, 9);
        assert_eq!(lines.concat(), word);
        assert!(widest(&lines, 13.5) <= 150.0);
    }

    #[test]
    fn east_asian_text_breaks_anywhere_but_not_before_a_full_stop() {
        let text = "学校は朝の始業時刻を遅らせるべきである。睡眠は学習に不可欠だからである。";
        let lines = wrap(text, 90.0, 13.5, 20);
        assert_eq!(lines.concat(), text);
        assert!(lines.len() > 3 && lines.iter().all(|line| !line.starts_with('。')));
    }

    #[test]
    fn right_to_left_and_accented_text_is_unchanged() {
        for text in [
            "يجب أن تبدأ المدارس في وقت متأخر من الصباح",
            "Μια μεγάλη πρόταση στα ελληνικά",
            "décidément où",
        ] {
            assert_eq!(wrap(text, 100.0, 13.5, 9).join(" "), text);
        }
    }

    #[test]
    fn text_that_does_not_fit_becomes_an_ellipsis() {
        let lines = wrap(&"word ".repeat(100), 100.0, 13.5, 3);
        assert_eq!(lines.len(), 3);
        assert!(lines[2].ends_with('…') && widest(&lines, 13.5) <= 100.0);
    }

    #[test]
    fn empty_text_has_no_lines() {
        assert!(wrap(" \n\t ", 100.0, 13.5, 3).is_empty());
    }
}
