//! Keys, which must appear only in the header that carries them.

use std::fmt;

use reqwest::header::HeaderValue;

use crate::provider::{ConnectError, Dialect};

/// A secret that only the server sees.
///
/// Its memory is not wiped, since the environment, the header and the buffers of the connection
/// hold copies anyway. Instead, core dumps are forbidden, which would write memory to disk.
#[derive(Clone)]
pub(super) struct Key {
    secret: String,
    header: HeaderValue,
}

impl Key {
    /// Creates a key from the value of an environment variable, and forbids core dumps of this
    /// process.
    pub(super) fn new(
        dialect: Dialect,
        secret: &str,
        variable: &str,
    ) -> Result<Self, ConnectError> {
        forbid_core_dumps();
        let secret = secret.trim();
        let written = match dialect {
            Dialect::OpenAi | Dialect::Tavily => format!("Bearer {secret}"),
            Dialect::Anthropic => secret.to_owned(),
        };
        let malformed = |_| ConnectError::KeyMalformed(variable.to_owned());
        let mut header = HeaderValue::from_str(&written).map_err(malformed)?;
        header.set_sensitive(true);
        Ok(Self { secret: secret.to_owned(), header })
    }

    /// The header's name and value.
    pub(super) fn header(&self, dialect: Dialect) -> (&'static str, HeaderValue) {
        let name = match dialect {
            Dialect::OpenAi | Dialect::Tavily => "authorization",
            Dialect::Anthropic => "x-api-key",
        };
        (name, self.header.clone())
    }

    /// The key itself, to find it in what the server sends.
    pub(super) fn secret(&self) -> &str {
        &self.secret
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

/// A core dump would contain the key. Errors are ignored, since not every system allows this
/// setting.
fn forbid_core_dumps() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
    #[cfg(unix)]
    let _ = rustix::process::setrlimit(
        rustix::process::Resource::Core,
        rustix::process::Rlimit { current: Some(0), maximum: Some(0) },
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_never_shown() {
        let key = Key::new(Dialect::OpenAi, " canary-key-0123456789\n", "KEY").unwrap();
        assert_eq!(
            format!("{key:?} {:?}", key.header(Dialect::OpenAi)),
            r#"Key ("authorization", Sensitive)"#
        );
        assert_eq!(key.header.as_bytes(), b"Bearer canary-key-0123456789");
        let fault = Key::new(Dialect::Anthropic, "canary\nkey", "KEY").unwrap_err();
        assert!(!format!("{fault} {fault:?}").contains("canary"));
    }

    #[cfg(unix)]
    #[test]
    fn a_process_with_a_key_leaves_no_core_dump() {
        Key::new(Dialect::OpenAi, "canary-key-0123456789", "KEY").unwrap();
        let limit = rustix::process::getrlimit(rustix::process::Resource::Core);
        assert_eq!(limit.maximum, Some(0));
        #[cfg(target_os = "linux")]
        assert_eq!(
            rustix::process::dumpable_behavior().unwrap(),
            rustix::process::DumpableBehavior::NotDumpable
        );
    }
}
