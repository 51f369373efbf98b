//! Images as part of a page.

use std::fmt::Write as _;

/// The kinds of images that are kept in base 64.
const KINDS: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

/// The address of an image in base 64 that contains the image; `None` for another MIME type or text
/// that is not in base 64.
pub(super) fn source(mime: &str, data: &str) -> Option<String> {
    let kind = KINDS.into_iter().find(|kind| *kind == mime)?;
    let data: String = data.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    let is_base64 = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '=');
    (!data.is_empty() && data.chars().all(is_base64)).then(|| format!("data:{kind};base64,{data}"))
}

/// The same for an address that contains an image already.
pub(super) fn of_address(address: &str) -> Option<String> {
    let (mime, data) = address.strip_prefix("data:")?.split_once(";base64,")?;
    source(mime, data)
}

/// The address of an SVG image that contains the image. An image runs no script and loads no file.
pub(super) fn of_svg(svg: &str) -> String {
    let mut address = String::from("data:image/svg+xml,");
    for &byte in svg.as_bytes() {
        let is_plain = byte.is_ascii_alphanumeric() || b" -_.:;,/=()+*!".contains(&byte);
        if is_plain {
            address.push(char::from(byte));
        } else {
            write!(address, "%{byte:02X}").expect("memory can be written");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_images_in_base_64_become_part_of_a_page() {
        assert_eq!(source("image/png", "AA+/\n==").unwrap(), "data:image/png;base64,AA+/==");
        for (mime, data) in [
            ("image/png", "\" onerror=x"),
            ("image/png", ""),
            ("text/html", "AA"),
            ("image/svg+xml", "AA"),
        ] {
            assert_eq!(source(mime, data), None, "{mime} {data}");
        }
        assert_eq!(of_address("data:image/gif;base64,AA").unwrap(), "data:image/gif;base64,AA");
        for address in ["data:text/html;base64,AA", "data:image/png,AA", "https://a/b.png", "x.png"]
        {
            assert_eq!(of_address(address), None, "{address}");
        }
    }

    #[test]
    fn an_svg_image_cannot_end_its_address() {
        assert_eq!(of_svg("<a b=\"c'é\">"), "data:image/svg+xml,%3Ca b=%22c%27%C3%A9%22%3E");
    }
}
