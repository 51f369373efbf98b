//! Keys, and what keeps them out of everything but the header that carries them.

use std::fmt;

use reqwest::header::HeaderValue;

use crate::provider::{ConnectError, Dialect};

/// The least length of a key. *Units*: bytes.
const SHORTEST: usize = 16;

/// A secret that shows itself to nobody but the server.
///
/// Its memory is not wiped: the environment, the header and the buffers of the connection hold copies all the same. What
/// would carry memory out of the process is forbidden instead.
#[derive(Clone)]
pub(super) struct Key {
    secret: String,
    header: HeaderValue,
}

impl Key {
    /// Takes a key from the environment, and sees to it that this process leaves no core dump.
    pub(super) fn new(
        dialect: Dialect,
        secret: &str,
        variable: &str,
    ) -> Result<Self, ConnectError> {
        forbid_core_dumps();
        let secret = secret.trim();
        let written = match dialect {
            Dialect::OpenAi => format!("Bearer {secret}"),
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
            Dialect::OpenAi => "authorization",
            Dialect::Anthropic => "x-api-key",
        };
        (name, self.header.clone())
    }

    /// The text without the key, should whoever wrote it have put the key there.
    ///
    /// What is shorter than any key stands for one at servers that need none, like `none` or `ollama`; it is no secret, and
    /// may be a word of a debate.
    pub(super) fn cover(&self, text: String) -> String {
        let is_secret = self.secret.len() >= SHORTEST;
        if is_secret && text.contains(&self.secret) {
            text.replace(&self.secret, "[key]")
        } else {
            text
        }
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key")
    }
}

/// A dump would hold the key. Where the system does not let itself be asked for this, it is left as it is.
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
    fn a_key_is_shown_to_nobody() {
        let key = Key::new(Dialect::OpenAi, " canary-key-0123456789\n", "KEY").unwrap();
        assert_eq!(
            format!("{key:?} {:?}", key.header(Dialect::OpenAi)),
            r#"Key ("authorization", Sensitive)"#
        );
        assert_eq!(key.header.as_bytes(), b"Bearer canary-key-0123456789");
        assert_eq!(key.cover("you sent canary-key-0123456789!".to_owned()), "you sent [key]!");
        let placeholder = Key::new(Dialect::OpenAi, "none", "KEY").unwrap();
        assert_eq!(placeholder.cover("none of it".to_owned()), "none of it");
        let fault = Key::new(Dialect::Anthropic, "canary\nkey", "KEY").unwrap_err();
        assert!(!format!("{fault} {fault:?}").contains("canary"));
    }

    #[cfg(unix)]
    #[test]
    fn whoever_holds_a_key_leaves_no_core_dump() {
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
