//! Removes secrets from everything that a server sends, in each form in which servers repeat them.
//!
//! A server may repeat a key in an error, in the address of a redirect, or in an answer. The raw
//! response is searched, so that nothing which is read from it can contain a secret: each character
//! may be plain, escaped as in JSON (`\u0063`, `\/`, at any depth, because answers are JSON in a
//! JSON text), percent-encoded as in URLs, or an HTML entity. Base64 is searched as well, because
//! gateways repeat the header of basic authentication in that form.

use std::fmt;

const SHOWN: &str = "[key]";

/// The minimum length of a secret. *Units*: bytes.
///
/// A shorter value is a placeholder for servers that need no key, such as `none` or `ollama`, or a
/// common segment of a path. It is not secret, and may be a word of a debate.
const MIN_LENGTH: usize = 16;

/// The secrets of a connection.
#[derive(Clone, Default)]
pub(super) struct Redaction {
    secrets: Vec<Vec<u8>>,
    /// What is the same in the base64 form of a secret, whatever is before and after it.
    base64: Vec<String>,
}

impl fmt::Debug for Redaction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Redaction")
    }
}

impl Redaction {
    /// The key of a server and the long segments of its address, which may be keys as well.
    pub(super) fn of(key: Option<&str>, base_url: &str) -> Self {
        let path = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
        let segments = path.split('/').skip(1).map(decoded);
        let secrets = key.map(|key| key.as_bytes().to_vec()).into_iter().chain(segments);
        let mut secrets: Vec<Vec<u8>> =
            secrets.filter(|secret| secret.len() >= MIN_LENGTH).collect();
        // A longer secret may contain a shorter one.
        secrets.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        let base64 = secrets.iter().flat_map(|secret| base64_forms(secret)).collect();
        Self { secrets, base64 }
    }

    /// The text with every secret replaced.
    pub(super) fn redact(&self, text: String) -> String {
        let mut text = text;
        for form in &self.base64 {
            if text.contains(form) {
                text = text.replace(form, SHOWN);
            }
        }
        for secret in &self.secrets {
            text = without(text, secret);
        }
        text
    }
}

fn without(text: String, secret: &[u8]) -> String {
    let bytes = text.as_bytes();
    let may_start = |byte: u8| byte == secret[0] || matches!(byte, b'\\' | b'%' | b'&');
    let (mut shown, mut copied, mut place) = (String::new(), 0, 0);
    while place < bytes.len() {
        let end = if may_start(bytes[place]) { matched(&bytes[place..], secret) } else { None };
        let Some(length) = end else {
            place += 1;
            continue;
        };
        shown.push_str(&text[copied..place]);
        shown.push_str(SHOWN);
        place += length;
        copied = place;
    }
    if copied == 0 {
        return text;
    }
    shown.push_str(&text[copied..]);
    shown
}

/// The length of the secret at the beginning of a text, if it is there.
fn matched(text: &[u8], secret: &[u8]) -> Option<usize> {
    let mut rest = text;
    for wanted in secret {
        rest = &rest[character(rest, *wanted)?..];
    }
    Some(text.len() - rest.len())
}

/// The length of a character at the beginning of a text, in any of its forms.
fn character(text: &[u8], wanted: u8) -> Option<usize> {
    let first = *text.first()?;
    if first == wanted && wanted != b'\\' && wanted != b'%' && wanted != b'&' {
        return Some(1);
    }
    let number =
        |digits: &[u8], radix| u32::from_str_radix(std::str::from_utf8(digits).ok()?, radix).ok();
    let is_wanted = |code: Option<u32>| code == Some(u32::from(wanted));
    match first {
        b'\\' => {
            let slashes = text.iter().take_while(|byte| **byte == b'\\').count();
            let rest = &text[slashes..];
            match rest.first() {
                Some(b'u') if is_wanted(rest.get(1..5).and_then(|code| number(code, 16))) => {
                    Some(slashes + 5)
                }
                Some(next) if *next == wanted && matches!(wanted, b'/' | b'"') => Some(slashes + 1),
                _ => (wanted == b'\\').then_some(slashes),
            }
        }
        b'%' => {
            // A percent sign that is encoded itself: `%2563`.
            let signs = text[1..].chunks(2).take_while(|pair| *pair == b"25").count();
            let encoded = |signs: usize| {
                let start = 1 + 2 * signs;
                let code = text.get(start..start + 2).and_then(|code| number(code, 16));
                is_wanted(code).then_some(start + 2)
            };
            encoded(signs).or_else(|| encoded(0)).or((wanted == b'%').then_some(1))
        }
        b'&' => {
            let end = text.iter().take(10).position(|byte| *byte == b';');
            let entity = end.and_then(|end| text[..end].strip_prefix(b"&#"));
            let code = entity.and_then(|entity| match entity {
                [b'x' | b'X', digits @ ..] => number(digits, 16),
                digits => number(digits, 10),
            });
            let whole = end.filter(|_| is_wanted(code)).map(|end| end + 1);
            whole.or((wanted == b'&').then_some(1))
        }
        _ => None,
    }
}

/// A segment of a path without its percent-encoding.
fn decoded(segment: &str) -> Vec<u8> {
    let (mut rest, mut bytes) = (segment.as_bytes(), Vec::new());
    while let Some(first) = rest.first() {
        let digits = rest.get(1..3).filter(|_| *first == b'%');
        let code = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        let byte = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(byte.unwrap_or(*first));
        rest = &rest[if byte.is_some() { 3 } else { 1 }..];
    }
    bytes
}

/// What base64 makes of the secret in any text around it: three positions in the groups of three
/// bytes, two alphabets.
fn base64_forms(secret: &[u8]) -> impl Iterator<Item = String> {
    const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let form = |before: usize| {
        let bits = secret.len() * 8;
        // The characters whose six bits all belong to the secret.
        let first = (before * 8).div_ceil(6);
        let last = (before * 8 + bits) / 6;
        let bit = |place: usize| {
            let place = place - before * 8;
            usize::from(secret[place / 8] >> (7 - place % 8) & 1)
        };
        let sextet = |place: usize| (0..6).fold(0, |sum, next| sum << 1 | bit(place * 6 + next));
        (first..last).map(|place| STANDARD[sextet(place)] as char).collect::<String>()
    };
    let forms: Vec<String> = (0..3).map(form).collect();
    let url_safe: Vec<String> =
        forms.iter().map(|form| form.replace('+', "-").replace('/', "_")).collect();
    forms.into_iter().chain(url_safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "canary/7f3a9c52+e1d04b68";

    fn escaped(form: impl Fn(char) -> String) -> String {
        KEY.chars().map(form).collect()
    }

    #[test]
    fn a_key_is_removed_in_every_form_in_which_servers_repeat_it() {
        let redaction = Redaction::of(Some(KEY), "https://example.org/v1");
        for (name, form) in [
            ("plain", KEY.to_owned()),
            ("JSON", escaped(|c| format!("\\u{:04x}", u32::from(c)))),
            ("JSON, upper case", escaped(|c| format!("\\u{:04X}", u32::from(c)))),
            ("JSON in JSON", escaped(|c| format!("\\\\u{:04x}", u32::from(c)))),
            ("one escape", KEY.replacen('7', "\\u0037", 1)),
            ("slash", KEY.replace('/', "\\/")),
            ("slash in JSON in JSON", KEY.replace('/', "\\\\\\/")),
            ("URL", escaped(|c| format!("%{:02x}", u32::from(c)))),
            ("URL, where needed", KEY.replace('/', "%2F").replace('+', "%2B")),
            ("URL twice", KEY.replace('/', "%252F").replace('+', "%252B")),
            ("HTML", escaped(|c| format!("&#{};", u32::from(c)))),
            ("HTML, hexadecimal", escaped(|c| format!("&#x{:X};", u32::from(c)))),
        ] {
            let shown = redaction.redact(format!("a \\n“{form}” z"));
            assert_eq!(shown, "a \\n“[key]” z", "{name}");
        }
    }

    #[test]
    fn a_key_is_removed_from_base64_at_every_position() {
        let redaction = Redaction::of(Some("canary-7f3a9c52e1d04b68"), "https://example.org");
        for encoded in [
            "Y2FuYXJ5LTdmM2E5YzUyZTFkMDRiNjg=",
            "OmNhbmFyeS03ZjNhOWM1MmUxZDA0YjY4",
            "dTpjYW5hcnktN2YzYTljNTJlMWQwNGI2OA==",
        ] {
            let shown = redaction.redact(format!("Basic {encoded}"));
            assert!(shown.contains(SHOWN) && shown.len() < 20, "{encoded}: {shown}");
        }
    }

    #[test]
    fn long_segments_of_an_address_are_secret_and_short_values_are_not() {
        let address = "https://example.org/tenant%2D0123456789abcdef/v1";
        let redaction = Redaction::of(Some("none"), address);
        assert_eq!(redaction.redact(address.to_owned()), "https://example.org/[key]/v1");
        let echoed = "none of it: /tenant-0123456789abcdef/v1".to_owned();
        assert_eq!(redaction.redact(echoed), "none of it: /[key]/v1");
    }

    #[test]
    fn a_text_that_only_begins_like_a_key_is_kept() {
        let redaction = Redaction::of(Some(KEY), "https://example.org");
        for text in [
            "", "canary", "\\u006", "\\", "%", "%6", "&#", "&#x6", "canary/7f3a9c52+e1d04b6",
            "\\\\\\",
        ] {
            assert_eq!(redaction.redact(text.to_owned()), text);
        }
    }
}
