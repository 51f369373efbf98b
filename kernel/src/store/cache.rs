//! Cached replies: one file for each request, so that nothing is paid twice.
//!
//! A file is one line of a fixed frame, `{"key":"<64hex>","reply":<canonical
//! JSON>,"reply_hash":"<64hex>"}`. It is checked by that frame, byte for byte, because a reply
//! cannot be rebuilt and must not change unseen.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::{Error, Hash, Result, Store, file};

/// Says what became of a reply given to [`Store::remember`].
#[cfg(feature = "run")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remembered {
    /// It was stored.
    Stored,
    /// The same reply was there; nothing was touched.
    Same,
    /// Another reply to the same request was there and is kept; read it with [`Store::cached`] and
    /// go on with that one.
    AlreadyThere,
}

impl Store {
    /// Looks for the reply to the request with this key.
    ///
    /// # Errors
    ///
    /// The file is there but is damaged, holds the reply to another request, or is not of this
    /// type. It is never taken for a miss: that would pay for the reply again. The hash of the
    /// reply is checked with feature `run`.
    pub fn cached<T: DeserializeOwned>(&self, key: &Hash) -> Result<Option<T>> {
        let path = self.sharded("cache", key);
        let Some(bytes) = file::read(&path)? else { return Ok(None) };
        file::parse(&path, unframe(&path, key, &bytes)?).map(Some)
    }
}

/// Puts a reply into its frame.
#[cfg(feature = "run")]
pub(super) fn frame<T: serde::Serialize + ?Sized>(
    path: &Path,
    key: &Hash,
    reply: &T,
) -> Result<Vec<u8>> {
    let mut reply = super::publish::to_bytes(path, reply)?;
    reply.pop();
    let hash = Hash::of(&reply);
    let mut bytes = format!("{{\"key\":\"{key}\",\"reply\":").into_bytes();
    bytes.append(&mut reply);
    bytes.extend_from_slice(format!(",\"reply_hash\":\"{hash}\"}}\n").as_bytes());
    Ok(bytes)
}

/// Takes the reply out of its frame.
pub(super) fn unframe<'a>(path: &Path, key: &Hash, bytes: &'a [u8]) -> Result<&'a [u8]> {
    let damaged = |reason| Error::DamagedReply { path: path.to_owned(), reason };
    let broken = || damaged("it is not in the form it was written in");
    let rest = bytes.strip_prefix(b"{\"key\":\"").ok_or_else(broken)?;
    let rest = rest.strip_suffix(b"\"}\n").ok_or_else(broken)?;
    let (recorded, rest) = rest.split_at_checked(64).ok_or_else(broken)?;
    let (rest, hash) = rest.split_at_checked(rest.len().saturating_sub(64)).ok_or_else(broken)?;
    let reply = rest
        .strip_prefix(b"\",\"reply\":")
        .and_then(|rest| rest.strip_suffix(b",\"reply_hash\":\""));
    let reply = reply.ok_or_else(broken)?;
    if recorded != key.to_string().as_bytes() {
        return Err(damaged("it answers a request with another key"));
    }
    #[cfg(feature = "run")]
    if hash != Hash::of(reply).to_string().as_bytes() {
        return Err(damaged("the reply is not the one whose hash it records"));
    }
    #[cfg(not(feature = "run"))]
    let _ = hash;
    Ok(reply)
}

/// The key of a whole frame; `None` where it is torn or damaged.
#[cfg(feature = "run")]
pub(super) fn key(framed: &[u8]) -> Option<Hash> {
    let digits = framed.strip_prefix(b"{\"key\":\"")?.get(..64)?;
    let key = std::str::from_utf8(digits).ok()?.parse().ok()?;
    unframe(Path::new(""), &key, framed).is_ok().then_some(key)
}

#[cfg(feature = "run")]
impl Store {
    /// Keeps the reply to the request with this key, unless there is one. Whoever calls has looked for it and found none,
    /// so the file is written first.
    ///
    /// # Errors
    ///
    /// The reply has no canonical form, the file that is there is damaged, or the file cannot be
    /// written.
    pub fn remember<T: serde::Serialize + ?Sized>(
        &self,
        key: &Hash,
        reply: &T,
    ) -> Result<Remembered> {
        use super::publish::Published;

        let path = self.sharded("cache", key);
        match self.publish_new(&path, &frame(&path, key, reply)?)? {
            Published::Created => Ok(Remembered::Stored),
            Published::Same => Ok(Remembered::Same),
            Published::Other(found) => {
                unframe(&path, key, &found).map(|_| Remembered::AlreadyThere)
            }
        }
    }
}

#[cfg(test)]
mod reading {
    use super::*;

    /// Without feature `run` the frame alone is checked, and with it the hash of `"yes"` too.
    #[test]
    fn the_frame_gives_the_reply_of_its_key_only() {
        let (path, key) = (Path::new("reply.json"), Hash::from_bytes([7; 32]));
        let hash = "cbd817722bf8e3df3f4756eab6b8db353832ba350926d73b0f0a46a68ed04e6f";
        let file = format!("{{\"key\":\"{key}\",\"reply\":\"yes\",\"reply_hash\":\"{hash}\"}}\n");
        assert_eq!(unframe(path, &key, file.as_bytes()).unwrap(), b"\"yes\"");
        let other = Hash::from_bytes([8; 32]);
        let error = unframe(path, &other, file.as_bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "reply.json is damaged: it answers a request with another key"
        );
        for length in 0..file.len() {
            let error = unframe(path, &key, &file.as_bytes()[..length]).unwrap_err();
            assert!(matches!(error, Error::DamagedReply { .. }), "cut at {length}");
        }
    }
}

#[cfg(test)]
#[cfg(feature = "run")]
mod writing {
    use std::fs;

    use super::*;

    #[test]
    fn the_first_reply_is_kept_and_is_valid_json() {
        let (_folder, store) = Store::scratch();
        let key = Hash::of(b"request");
        assert_eq!(store.cached::<String>(&key).unwrap(), None);
        assert_eq!(store.remember(&key, "yes").unwrap(), Remembered::Stored);
        assert_eq!(store.remember(&key, "yes").unwrap(), Remembered::Same);
        assert_eq!(store.remember(&key, "no").unwrap(), Remembered::AlreadyThere);
        assert_eq!(store.cached::<String>(&key).unwrap().as_deref(), Some("yes"));
        let file: serde_json::Value = file::json(&store.sharded("cache", &key)).unwrap().unwrap();
        let hash = Hash::of(b"\"yes\"").to_string();
        assert_eq!(file, serde_json::json!({"key": key, "reply": "yes", "reply_hash": hash}));
    }

    #[test]
    fn two_that_pay_for_the_same_request_go_on_with_the_same_reply() {
        let (_folder, store) = Store::scratch();
        let key = Hash::of(b"request");
        let read = std::thread::scope(|scope| {
            let ask = |reply: usize| {
                let remembered = store.remember(&key, &reply).unwrap();
                (remembered, store.cached::<usize>(&key).unwrap().unwrap())
            };
            let threads: Vec<_> = (0..8).map(|reply| scope.spawn(move || ask(reply))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(
            read.iter().filter(|(remembered, _)| *remembered == Remembered::Stored).count(),
            1
        );
        assert!(read.iter().all(|(_, reply)| *reply == read[0].1), "{read:?}");
    }

    #[test]
    fn a_damaged_entry_is_an_error_and_not_a_miss() {
        let (_folder, store) = Store::scratch();
        let key = Hash::of(b"request");
        store.remember(&key, "yes").unwrap();
        let path = store.sharded("cache", &key);
        let whole = fs::read_to_string(&path).unwrap();
        let other = whole.replace(&key.to_string(), &Hash::of(b"other").to_string());
        let cut = &whole[..whole.len() / 2];
        for damaged in [cut, "", "{}\n", whole.trim_end(), &whole.replace("yes", "no!"), &other] {
            fs::write(&path, damaged).unwrap();
            let read = store.cached::<String>(&key).unwrap_err();
            let written = store.remember(&key, "yes").unwrap_err();
            for error in [read, written] {
                assert!(
                    matches!(&error, Error::DamagedReply { path: at, .. } if *at == path),
                    "{damaged}: {error}"
                );
                assert!(error.help().contains("pays again"));
            }
            assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
        }
        fs::write(&path, &whole).unwrap();
        assert!(
            matches!(store.cached::<u8>(&key), Err(Error::Malformed { .. })),
            "whole, but of another type"
        );
    }
}
