//! Where a server is and which key it gets: the one place of the kernel that reads the environment.

use reqwest::Url;

use super::key::Key;
use crate::provider::{ConnectError, PlaceFault, Remote, check_place};

/// A server's address and key.
#[derive(Debug)]
pub(super) struct Place {
    /// Where requests are sent.
    pub(super) endpoint: Url,
    /// The base URL as people are told it; it has no credentials.
    pub(super) shown: String,
    /// The key, if it gets one.
    pub(super) key: Option<Key>,
    /// Whether it is on this machine.
    pub(super) near: bool,
}

impl Place {
    /// Finds a server with the help of the process's environment.
    pub(super) fn find(remote: &Remote, path: &str) -> Result<Self, ConnectError> {
        #[expect(
            clippy::disallowed_methods,
            reason = "this is the one place that reads the environment"
        )]
        let variable = |name: &str| std::env::var(name).ok();
        Self::find_with(remote, path, &variable)
    }

    /// A manifest that names an address sends a key there only if it names the key as well: nobody's key goes to a server
    /// that it is not for. Without an address the key is that of the dialect; it is required where its makers serve it.
    fn find_with(
        remote: &Remote,
        path: &str,
        variable: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, ConnectError> {
        let dialect = remote.dialect;
        let set = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let moved = set(dialect.place_variable());
        let (base, origin) = match (&remote.base_url, &moved) {
            (Some(base), _) => (base.as_str(), "the manifest"),
            (None, Some(base)) => (base.trim(), dialect.place_variable()),
            (None, None) => (dialect.home(), "the program"),
        };
        let fault = |fault| ConnectError::Place { origin: origin.to_owned(), fault };
        check_place(base).map_err(fault)?;
        let shown = base.trim_end_matches('/').to_owned();
        let endpoint =
            Url::parse(&format!("{shown}/{path}")).map_err(|_| fault(PlaceFault::NoUrl))?;
        let (name, required) = match (&remote.key_env, &remote.base_url) {
            (Some(name), _) => (Some(name.as_str()), true),
            (None, Some(_)) => (None, false),
            (None, None) => (Some(dialect.key_variable()), moved.is_none()),
        };
        let key = match name.map(|name| (name, set(name))) {
            Some((name, Some(secret))) => Some(Key::new(dialect, &secret, name)?),
            Some((name, None)) if required => {
                return Err(ConnectError::KeyMissing(name.to_owned()));
            }
            Some((_, None)) | None => None,
        };
        let near = is_near(&endpoint);
        if key.is_some() && endpoint.scheme() == "http" && !near {
            return Err(ConnectError::Unencrypted(shown));
        }
        Ok(Self { endpoint, shown, key, near })
    }
}

fn is_near(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let address = host.trim_start_matches('[').trim_end_matches(']').parse();
    host == "localhost" || address.is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::provider::Dialect;

    /// Where requests go and whether with a key, in an environment.
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
        let place = Place::find_with(&remote, "chat/completions", &variable);
        place
            .map(|place| (place.endpoint.to_string(), place.key.is_some()))
            .map_err(|error| error.to_string())
    }

    const KEY: (&str, &str) = ("OPENAI_API_KEY", "canary");

    #[test]
    fn a_key_goes_only_where_it_is_meant_to_go() {
        let home = "https://api.openai.com/v1/chat/completions".to_owned();
        assert_eq!(found(None, None, &[KEY]), Ok((home, true)));
        let missing = "the environment variable OPENAI_API_KEY holds no key".to_owned();
        assert_eq!(found(None, None, &[]), Err(missing.clone()));
        assert_eq!(found(None, None, &[("OPENAI_API_KEY", " ")]), Err(missing));
        let local = "http://127.0.0.1:8080/v1/chat/completions".to_owned();
        let base = Some("http://127.0.0.1:8080/v1/");
        assert_eq!(found(base, None, &[KEY]), Ok((local.clone(), false)), "not named");
        assert_eq!(found(base, Some("OPENAI_API_KEY"), &[KEY]), Ok((local.clone(), true)));
        assert!(found(base, Some("OTHER_KEY"), &[KEY]).is_err());
        let moved = ("OPENAI_BASE_URL", "http://127.0.0.1:8080/v1");
        assert_eq!(found(None, None, &[moved]), Ok((local.clone(), false)));
        assert_eq!(found(None, None, &[moved, KEY]), Ok((local, true)));
    }

    #[test]
    fn a_key_is_not_sent_unencrypted_but_to_this_machine() {
        for base in
            ["http://example.org/v1", "http://127.0.0.1.example.org", "http://192.168.0.4:8080"]
        {
            let refused = found(Some(base), Some(KEY.0), &[KEY]).unwrap_err();
            assert_eq!(refused, format!("a key would go to {base} unencrypted"));
            assert!(found(Some(base), None, &[KEY]).is_ok());
        }
        for base in
            ["http://localhost:1/v1", "http://[::1]:1", "http://127.0.0.1:1", "https://example.org"]
        {
            assert!(found(Some(base), Some(KEY.0), &[KEY]).is_ok(), "{base}");
        }
    }

    #[test]
    fn what_is_wrong_with_an_address_is_told_without_showing_it() {
        for bad in [
            "me:secret@host",
            "https://me:secret@host/v1",
            "https://host?key=secret",
            "https://h[/",
        ] {
            let told = found(None, None, &[KEY, ("OPENAI_BASE_URL", bad)]).unwrap_err();
            assert!(told.starts_with("the base URL from OPENAI_BASE_URL cannot be used"), "{told}");
            assert!(!told.contains("secret"), "{told}");
        }
    }
}
