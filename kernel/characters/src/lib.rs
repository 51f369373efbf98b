//! Characters that are hidden in text.
//!
//! A reader does not see these characters, but they change what a terminal does, in which order a
//! page shows its text, or what a language model reads. Files that contain them are refused; pages,
//! terminals, diagrams and prompts leave them out.
//!
//! ```
//! use faultline_characters::is_hidden;
//!
//! let label = "safe\u{202e}gpj.exe";
//! let shown: String = label.chars().filter(|&c| !is_hidden(c)).collect();
//! assert_eq!(shown, "safegpj.exe");
//! ```

/// Whether a character is hidden in text.
///
/// Hidden characters are
/// - control characters (general category Cc), except the tab and the line feed;
/// - the characters with the property `Bidi_Control`, which reorder the text around them;
/// - spaces without width (U+200B, U+FEFF), the word joiner and the invisible operators
///   (U+2060–2064), and the deprecated format characters (U+206A–206F);
/// - tag characters (U+E0000–E007F), with which a text can carry a second one that only programs
///   read.
///
/// The joiners U+200C and U+200D, the soft hyphen and variation selectors are not hidden in this
/// sense: Persian, the scripts of India and emoji are written with them.
///
/// # Source
/// UAX #9, Unicode Bidirectional Algorithm, section 2 (`Bidi_Control`); UTS #39, Unicode Security
/// Mechanisms, sections 3.1 and 5.4; UAX #44, `Default_Ignorable_Code_Point`; Boucher and Anderson
/// 2023, Trojan Source (arXiv:2111.00169).
pub fn is_hidden(character: char) -> bool {
    let control = character.is_control() && !matches!(character, '\t' | '\n');
    let reorders = matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let zero_width = matches!(character, '\u{200b}' | '\u{2060}'..='\u{2064}' | '\u{206a}'..='\u{206f}' | '\u{feff}');
    let tag = matches!(character, '\u{e0000}'..='\u{e007f}');
    control || reorders || zero_width || tag
}

#[cfg(test)]
mod tests {
    use super::is_hidden;

    #[track_caller]
    fn assert_hidden(characters: impl IntoIterator<Item = char>) {
        for character in characters {
            assert!(is_hidden(character), "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn control_characters_are_hidden_except_tab_and_line_feed() {
        let control = ('\0'..='\u{1f}').chain('\u{7f}'..='\u{9f}');
        assert_hidden(control.filter(|c| !matches!(c, '\t' | '\n')));
        assert!(!is_hidden('\t') && !is_hidden('\n') && is_hidden('\r'));
    }

    #[test]
    fn every_bidi_control_character_is_hidden() {
        assert_hidden(['\u{61c}', '\u{200e}', '\u{200f}']);
        assert_hidden(['\u{202a}', '\u{202b}', '\u{202c}', '\u{202d}', '\u{202e}']);
        assert_hidden(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}']);
    }

    #[test]
    fn zero_width_spaces_and_the_byte_order_mark_are_hidden() {
        assert_hidden(['\u{200b}', '\u{feff}']);
    }

    #[test]
    fn word_joiner_invisible_operators_and_deprecated_format_characters_are_hidden() {
        assert_hidden('\u{2060}'..='\u{2064}');
        assert_hidden('\u{206a}'..='\u{206f}');
    }

    #[test]
    fn tag_characters_are_hidden() {
        assert_hidden('\u{e0000}'..='\u{e007f}');
    }

    #[test]
    fn letters_marks_spaces_and_joiners_are_not_hidden() {
        let shown = [
            ' ', 'a', 'é', '語', '\u{a0}', '\u{ad}', '\u{200c}', '\u{200d}', '\u{2009}',
            '\u{2010}', '\u{2028}', '\u{2029}', '\u{202f}', '\u{fe0f}', '\u{fffd}', '😀',
        ];
        for character in shown {
            assert!(!is_hidden(character), "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn exactly_these_characters_are_hidden() {
        let all = (0..=0x0010_ffff).filter_map(char::from_u32);
        // 63 control characters, 12 with Bidi_Control, 2 spaces, 5 and 6 around them, 128 tags.
        assert_eq!(all.filter(|&character| is_hidden(character)).count(), 63 + 12 + 2 + 11 + 128);
    }
}
