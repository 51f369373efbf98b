//! Hides what may be a key in the address of a server, where the lines of a file are printed.

/// A shorter segment of a path is not a key. *Units*: bytes.
const SHORTEST: usize = 16;

/// Replaces what may be a key in a URL by as many bytes, so that offsets stay valid.
pub(super) fn mask_keys(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(place) = rest.find("://") {
        let (before, url) = rest.split_at(place + 3);
        let is_end = |c: char| c.is_whitespace() || matches!(c, '"' | '\'');
        let (url, after) = url.split_at(url.find(is_end).unwrap_or(url.len()));
        shown.push_str(before);
        shown.push_str(&masked(url));
        rest = after;
    }
    shown.push_str(rest);
    shown
}

/// A URL from its host on: without user and password, long segments of the path, and whatever comes
/// after the path.
fn masked(url: &str) -> String {
    let stars = |text: &str| "*".repeat(text.len());
    let (user, url) = url.split_at(url.rfind('@').unwrap_or(0));
    let (path, query) = url.split_at(url.find(['?', '#']).unwrap_or(url.len()));
    let segment = |(place, segment): (usize, &str)| {
        if place > 0 && segment.len() >= SHORTEST { stars(segment) } else { segment.to_owned() }
    };
    let path: Vec<String> = path.split('/').enumerate().map(segment).collect();
    format!("{}{}{}", stars(user), path.join("/"), stars(query))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_be_a_key_is_hidden_and_every_offset_stays() {
        for (text, shown) in [
            ("base_url = \"http://127.0.0.1:8080/v1\"", "base_url = \"http://127.0.0.1:8080/v1\""),
            (
                "u = 'https://h/sk-0123456789abcd/v1' # a",
                "u = 'https://h/*****************/v1' # a",
            ),
            ("https://me:pa/ss@h/v1?key=x y", "https://********@h/v1****** y"),
            ("no address", "no address"),
        ] {
            assert_eq!(mask_keys(text), shown);
            assert_eq!(mask_keys(text).len(), text.len());
        }
    }
}
