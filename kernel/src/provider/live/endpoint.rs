//! The address of a server and its key: the only file of the kernel that reads the environment.

use std::net::IpAddr;

use reqwest::Url;

use super::key::Key;
use super::redaction::Redaction;
use crate::provider::{BaseUrlFault, ConnectError, Dialect, Remote, check_base_url};

/// A server's address and key.
#[derive(Debug)]
pub(super) struct Endpoint {
    /// The URL of requests.
    pub(super) url: Url,
    /// The base URL for messages, without its secrets.
    pub(super) shown: String,
    /// Removes the key, and what may be a key in the base URL.
    pub(super) redaction: Redaction,
    /// The key, if the server gets one.
    pub(super) key: Option<Key>,
    /// Whether the server runs on this machine.
    pub(super) is_local: bool,
    /// Whether the server runs on this machine or in its own network.
    pub(super) is_private: bool,
}

impl Endpoint {
    /// Finds the endpoint of a server; the environment may supply address and key.
    pub(super) fn find(remote: &Remote, path: &str) -> Result<Self, ConnectError> {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the one place that reads the environment"
        )]
        let variable = |name: &str| std::env::var(name).ok();
        Self::find_with(remote, path, &variable)
    }

    /// A manifest that names an address sends a key there only if it names the key as well, so no
    /// key goes to a server that it is not for. Without an address the key is that of the dialect;
    /// the servers of its makers require it.
    fn find_with(
        remote: &Remote,
        path: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConnectError> {
        let dialect = remote.dialect;
        let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let override_url = set(dialect.base_url_variable());
        let (base, origin) = match (&remote.base_url, &override_url) {
            (Some(base), _) => (base.as_str(), "the manifest"),
            (None, Some(base)) => (base.trim(), dialect.base_url_variable()),
            (None, None) => (dialect.default_base_url(), "the program"),
        };
        let fault = |fault| ConnectError::BaseUrl { origin: origin.to_owned(), fault };
        check_base_url(base).map_err(fault)?;
        let base = base.trim_end_matches('/');
        let url =
            Url::parse(&format!("{base}/{path}")).map_err(|_| fault(BaseUrlFault::NotAUrl))?;
        let (name, required) = match (&remote.key_env, &remote.base_url) {
            (Some(name), _) => (Some(name.as_str()), true),
            (None, Some(_)) => (None, false),
            (None, None) => (Some(dialect.key_variable()), override_url.is_none()),
        };
        let key = match name.map(|name| (name, set(name))) {
            Some((name, Some(secret))) => Some((name, Key::new(dialect, &secret, name)?)),
            Some((name, None)) if required => {
                return Err(match dialect {
                    Dialect::OpenAi | Dialect::Anthropic => {
                        ConnectError::KeyMissing(name.to_owned())
                    }
                    Dialect::Tavily => ConnectError::SearchKeyMissing(name.to_owned()),
                });
            }
            Some((_, None)) | None => None,
        };
        let redaction = Redaction::of(key.as_ref().map(|(_, key)| key.secret()), base);
        let shown = redaction.redact(base.to_owned());
        let is_local = is_local(&url);
        if let Some((variable, _)) = key.as_ref().filter(|_| url.scheme() == "http" && !is_local) {
            let variable = (*variable).to_owned();
            return Err(ConnectError::Unencrypted { server: shown, variable });
        }
        let key = key.map(|(_, key)| key);
        let is_private = is_local || is_private(&url);
        Ok(Self { url, shown, redaction, key, is_local, is_private })
    }
}

fn is_local(url: &Url) -> bool {
    url.host_str() == Some("localhost") || address(url).is_some_and(|host| host.is_loopback())
}

/// The address of a URL whose host is not a name.
fn address(url: &Url) -> Option<IpAddr> {
    url.host_str()?.trim_start_matches('[').trim_end_matches(']').parse().ok()
}

/// Whether a host belongs to a private network: by its address, or by a name that no public host
/// has.
fn is_private(url: &Url) -> bool {
    match (address(url), url.host_str()) {
        (Some(IpAddr::V4(address)), _) => address.is_private() || address.is_link_local(),
        (Some(IpAddr::V6(address)), _) => {
            address.is_unique_local() || address.is_unicast_link_local()
        }
        (None, Some(name)) => match name.rsplit_once('.') {
            Some((_, end)) => matches!(end, "local" | "internal"),
            None => true,
        },
        (None, None) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The URL of requests and whether they carry a key, in an environment.
    fn found(
        base_url: Option<&str>,
        key_env: Option<&str>,
        environment: &[(&str, &str)],
    ) -> Result<(String, bool), String> {
        let mut remote = Remote::new(Dialect::OpenAi);
        remote.base_url = base_url.map(String::from);
        remote.key_env = key_env.map(String::from);
        let variable = |name: &str| {
            environment
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| (*value).to_owned())
        };
        let endpoint = Endpoint::find_with(&remote, "chat/completions", &variable);
        endpoint
            .map(|endpoint| (endpoint.url.to_string(), endpoint.key.is_some()))
            .map_err(|error| error.to_string())
    }

    const KEY: (&str, &str) = ("OPENAI_API_KEY", "canary");

    #[test]
    fn a_key_is_sent_only_to_the_server_it_is_for() {
        let home = "https://api.openai.com/v1/chat/completions".to_owned();
        assert_eq!(found(None, None, &[KEY]), Ok((home, true)));
        let missing = "the environment variable OPENAI_API_KEY is not set".to_owned();
        assert_eq!(found(None, None, &[]), Err(missing.clone()));
        assert_eq!(found(None, None, &[("OPENAI_API_KEY", " ")]), Err(missing));
        let local = "http://127.0.0.1:8080/v1/chat/completions".to_owned();
        let base = Some("http://127.0.0.1:8080/v1/");
        assert_eq!(
            found(base, None, &[KEY]),
            Ok((local.clone(), false)),
            "the manifest does not name the key"
        );
        assert_eq!(found(base, Some("OPENAI_API_KEY"), &[KEY]), Ok((local.clone(), true)));
        assert!(found(base, Some("OTHER_KEY"), &[KEY]).is_err());
        let override_url = ("OPENAI_BASE_URL", "http://127.0.0.1:8080/v1");
        assert_eq!(found(None, None, &[override_url]), Ok((local.clone(), false)));
        assert_eq!(found(None, None, &[override_url, KEY]), Ok((local, true)));
    }

    #[test]
    fn a_key_is_sent_unencrypted_only_to_this_machine() {
        for base in
            ["http://example.org/v1", "http://127.0.0.1.example.org", "http://192.168.0.4:8080"]
        {
            let refused = found(Some(base), Some(KEY.0), &[KEY]).unwrap_err();
            let sent = format!("the key in OPENAI_API_KEY would be sent to {base} unencrypted");
            assert_eq!(refused, sent);
            assert!(found(Some(base), None, &[KEY]).is_ok());
            let from_environment = found(None, None, &[KEY, ("OPENAI_BASE_URL", base)]);
            assert_eq!(from_environment, Err(sent), "the manifest has no `key_env` to remove");
        }
        for base in
            ["http://localhost:1/v1", "http://[::1]:1", "http://127.0.0.1:1", "https://example.org"]
        {
            assert!(found(Some(base), Some(KEY.0), &[KEY]).is_ok(), "{base}");
        }
    }

    #[test]
    fn errors_about_an_address_do_not_show_its_credentials() {
        for bad in [
            "me:secret@host", "https://me:secret@host/v1", "https://host?key=secret", "https://h[/",
        ] {
            let error = found(None, None, &[KEY, ("OPENAI_BASE_URL", bad)]).unwrap_err();
            assert!(
                error.starts_with("the base URL from OPENAI_BASE_URL cannot be used"),
                "{error}"
            );
            assert!(!error.contains("secret"), "{error}");
        }
    }
}
