//! Addresses of pages of the web.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The maximum length of an address. *Units*: bytes.
const LONGEST: usize = 2000;

/// The address of a page of the web: `http` or `https`, with a host and without credentials, and
/// nothing in it that ends or begins markup.
#[cfg_attr(feature = "run", derive(schemars::JsonSchema), schemars(with = "String"))]
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct WebAddress(String);

/// A text is no [`WebAddress`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("it is not the address of a page of the web")]
pub struct WebAddressError;

impl WebAddress {
    /// The address.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for WebAddress {
    type Error = WebAddressError;

    fn try_from(address: String) -> Result<Self, WebAddressError> {
        let rest = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"));
        let host = rest.and_then(|rest| rest.split(['/', '?', '#']).next());
        let has_host = host.is_some_and(|host| !host.is_empty() && !host.contains('@'));
        let is_plain = |c: char| {
            !(c.is_whitespace() || faultline_characters::is_hidden(c) || "\"<>\\^`{|}".contains(c))
        };
        let is_whole = address.len() <= LONGEST && address.chars().all(is_plain);
        if has_host && is_whole { Ok(Self(address)) } else { Err(WebAddressError) }
    }
}

impl FromStr for WebAddress {
    type Err = WebAddressError;

    fn from_str(address: &str) -> Result<Self, WebAddressError> {
        address.to_owned().try_into()
    }
}

impl From<WebAddress> for String {
    fn from(WebAddress(address): WebAddress) -> Self {
        address
    }
}

impl fmt::Display for WebAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_addresses_of_the_web_without_credentials_and_markup_are_taken() {
        for address in
            ["https://a.org", "http://a.org:8080/b?c=d&e=f#g", "https://a.org/Ünïcode_(b)*"]
        {
            assert_eq!(address.parse::<WebAddress>().map(String::from), Ok(address.to_owned()));
        }
        let long = format!("https://a.org/{}", "a".repeat(LONGEST));
        for address in [
            "",
            "a.org",
            "javascript:alert(1)",
            "JAVASCRIPT:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd",
            "https://",
            "https:///path",
            "https://me:secret@a.org",
            "https://a.org/ b",
            "https://a.org/\"onclick=x",
            "https://a.org/<b>",
            "https://a.org/a|b",
            "https://a.org/\u{202e}x",
            long.as_str(),
        ] {
            assert!(address.parse::<WebAddress>().is_err(), "{address}");
        }
        assert!(serde_json::from_str::<WebAddress>("\"javascript:alert(1)\"").is_err());
    }
}
