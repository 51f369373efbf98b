//! Drawings that are images in HTML.

use std::borrow::Cow;

/// How the address of an image begins that contains a drawing as text.
const BEGINNING: &str = "src=\"data:image/svg+xml,";

/// The same HTML with drawings in place of the images that contain them, which is how the crate
/// `faultline` shows drawings in a notebook. In the page they have its colours, their text can be
/// found, and lines lead from one drawing to another.
pub(super) fn inlined(html: &str) -> Cow<'_, str> {
    if !html.contains(BEGINNING) {
        return Cow::Borrowed(html);
    }
    let mut pieces = html.split("<img ");
    let mut inlined = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let drawing = piece.split_once('>').and_then(|(tag, rest)| Some((drawing(tag)?, rest)));
        match drawing {
            Some((drawing, rest)) => inlined.extend([drawing.as_str(), rest]),
            None => inlined.extend(["<img ", piece]),
        }
    }
    Cow::Owned(inlined)
}

/// The drawing in the address of an image, given the attributes of the image.
fn drawing(tag: &str) -> Option<String> {
    let (_, address) = tag.split_once(BEGINNING)?;
    let drawing = decoded(address.split_once('"')?.0)?;
    drawing.starts_with("<svg").then_some(drawing)
}

/// A text without its percent-encoding.
fn decoded(text: &str) -> Option<String> {
    let mut pieces = text.split('%');
    let mut bytes = pieces.next()?.as_bytes().to_vec();
    for piece in pieces {
        let (digits, rest) = piece.split_at_checked(2)?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        bytes.extend(rest.as_bytes());
    }
    String::from_utf8(bytes).ok()
}
