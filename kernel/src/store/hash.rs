//! The 32-byte content hash that names objects, replies and cells.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// The BLAKE3 hash of some bytes, which names them.
///
/// *Shape*: 32 bytes, written everywhere as 64 lower-case hexadecimal digits. Upper case is
/// refused, so that a hash has one spelling and a file one name.
///
/// # Examples
///
/// ```
/// use faultline::store::Hash;
///
/// let hash: Hash = "00ff".repeat(16).parse()?;
/// assert_eq!(hash.short(), "00ff00ff00ff");
/// # Ok::<(), faultline::store::NotAHash>(())
/// ```
///
/// # Source
///
/// O'Connor, Aumasson, Neves, Wilcox-O'Hearn, *BLAKE3: one function, fast everywhere* (2020).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hash([u8; 32]);

/// A text that is not a hash.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a hash: a hash is 64 digits of 0-9 and a-f")]
pub struct NotAHash(String);

impl Hash {
    /// Creates a hash from its bytes.
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// The 32 bytes.
    pub const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The first 12 hexadecimal digits, for display and for the names of run folders.
    pub fn short(&self) -> String {
        let mut text = self.to_string();
        text.truncate(12);
        text
    }

    /// Writes the 64 digits.
    fn digits<'a>(&self, buffer: &'a mut [u8; 64]) -> &'a str {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        for (pair, byte) in buffer.as_chunks_mut::<2>().0.iter_mut().zip(self.0) {
            *pair = [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
        }
        str::from_utf8(buffer).expect("digits are text")
    }

    /// Hashes bytes.
    #[cfg(feature = "run")]
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// Hashes the [canonical](super::canonical) form of a value: the name that
    /// [`Store::put`](super::Store::put) would give it.
    ///
    /// # Errors
    ///
    /// The value has no canonical form, see [`canonical::to_vec`](super::canonical::to_vec).
    #[cfg(feature = "run")]
    pub fn of_value<T: Serialize + ?Sized>(value: &T) -> Result<Self, super::canonical::Error> {
        super::canonical::to_vec(value).map(|bytes| Self::of(&bytes))
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.digits(&mut [0; 64]))
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Hash({self})")
    }
}

impl FromStr for Hash {
    type Err = NotAHash;

    fn from_str(text: &str) -> Result<Self, NotAHash> {
        let refused = || NotAHash(text.to_owned());
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        let pairs: &[[u8; 2]; 32] = pairs.try_into().map_err(|_| refused())?;
        if !rest.is_empty() {
            return Err(refused());
        }
        let mut bytes = [0; 32];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = digit(*high)
                .zip(digit(*low))
                .map(|(high, low)| high << 4 | low)
                .ok_or_else(refused)?;
        }
        Ok(Self(bytes))
    }
}

const fn digit(character: u8) -> Option<u8> {
    match character {
        b'0'..=b'9' => Some(character - b'0'),
        b'a'..=b'f' => Some(character - b'a' + 10),
        _ => None,
    }
}

impl Serialize for Hash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.digits(&mut [0; 64]))
    }
}

impl<'de> Deserialize<'de> for Hash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_survives_a_round_trip_through_text_and_json() {
        let hash = Hash::from_bytes(std::array::from_fn(|place| place as u8 * 7));
        assert_eq!(hash.to_string().len(), 64);
        assert_eq!(format!("{hash:?}"), format!("Hash({hash})"));
        assert_eq!(hash.to_string().parse(), Ok(hash));
        let json = serde_json::to_string(&hash).unwrap();
        assert_eq!(json, format!("\"{hash}\""));
        assert_eq!(serde_json::from_str::<Hash>(&json).unwrap(), hash);
    }

    #[test]
    fn other_spellings_of_a_hash_are_refused() {
        for text in [
            "",
            "ab",
            &"AB".repeat(32),
            &"0".repeat(63),
            &"0".repeat(65),
            &"g0".repeat(32),
            &"é".repeat(32),
        ] {
            assert_eq!(text.parse::<Hash>(), Err(NotAHash(text.to_owned())));
        }
    }

    #[cfg(feature = "run")]
    #[test]
    fn the_hash_of_nothing_is_that_of_the_blake3_paper() {
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(Hash::of(b"").to_string(), empty);
    }
}
