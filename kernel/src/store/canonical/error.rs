//! What has no canonical form.

/// The deepest nesting of lists and tables. serde_json reads 127 levels; this leaves room to wrap a
/// value.
pub const MAX_DEPTH: u8 = 100;

/// The largest integer that JSON readers agree on: 2^53 − 1.
pub const MAX_INTEGER: i128 = (1 << 53) - 1;

/// Says why a value has no canonical form, and where in the value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("at `{pointer}`: {fault}")]
pub struct Error {
    /// A JSON pointer (RFC 6901) into the value; `/` for the value itself.
    pub pointer: String,
    /// What is wrong there.
    pub fault: Fault,
}

/// What a canonical value cannot hold.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A NaN or an infinity.
    #[error("JSON has no number {0}")]
    NotFinite(String),
    /// An integer that a double-precision reader would round.
    #[error("JSON readers would round the integer {0}: write it as text")]
    TooLarge(String),
    /// A map key that is neither text nor an integer nor a boolean.
    #[error("a key must be text, an integer or a boolean")]
    Key,
    /// Two keys of one map with the same text.
    #[error("the key `{0}` occurs twice")]
    DuplicateKey(String),
    /// More than [`MAX_DEPTH`] levels.
    #[error("lists and tables are nested deeper than {MAX_DEPTH} levels")]
    TooDeep,
    /// A serde_json type that hides text from the serializer (features `arbitrary_precision` and
    /// `raw_value`).
    #[error("the type `{0}` has no canonical form")]
    UnsupportedType(&'static str),
    /// An error from the value's own `Serialize`.
    #[error("{0}")]
    Custom(String),
}

impl Error {
    pub(super) fn new(fault: Fault) -> Self {
        Self { pointer: "/".to_owned(), fault }
    }

    /// The same error, seen from the list or table that holds the value under `key`.
    pub(super) fn within(mut self, key: &str) -> Self {
        let key = key.replace('~', "~0").replace('/', "~1");
        let rest = if self.pointer == "/" { "" } else { &self.pointer };
        self.pointer = format!("/{key}{rest}");
        self
    }
}

impl serde::ser::Error for Error {
    fn custom<T: std::fmt::Display>(message: T) -> Self {
        Self::new(Fault::Custom(message.to_string()))
    }
}
