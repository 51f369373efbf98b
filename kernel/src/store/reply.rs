//! Stored replies: one file for each request, so that no request is paid twice.
//!
//! A file has the fixed form `{"key":"<64hex>","reply":<canonical JSON>,"reply_hash":"<64hex>"}`,
//! which is canonical JSON itself. It is checked byte by byte when it is read, because a reply
//! cannot be rebuilt and must not change unnoticed.

use std::path::Path;

use serde::de::DeserializeOwned;

use super::{Error, Hash, Result, Store, file};

/// What [`Store::put_reply`] did.
#[cfg(feature = "run")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReplyStored {
    /// The reply is stored and synced.
    New,
    /// The same reply was there; nothing was touched.
    Same,
    /// Another reply to the same request was there and is kept: read it with [`Store::reply`] and
    /// continue with that one.
    Other,
}

impl Store {
    /// Looks up the reply to the request with this key.
    ///
    /// # Errors
    ///
    /// The file is there but is damaged, answers another request, or is not of this type. A damaged
    /// reply never counts as missing: that would pay for it again. The hash of the reply is checked
    /// with feature `run`.
    pub fn reply<T: DeserializeOwned>(&self, key: &Hash) -> Result<Option<T>> {
        let path = self.reply_path(key);
        let Some(bytes) = file::read(&path)? else { return Ok(None) };
        file::parse(&path, content(&path, key, &bytes)?).map(Some)
    }

    /// The path of the reply to the request with this key.
    pub fn reply_path(&self, key: &Hash) -> std::path::PathBuf {
        self.sharded("cache", key)
    }
}

/// Takes the reply out of the content of its file.
pub(super) fn content<'a>(path: &Path, key: &Hash, bytes: &'a [u8]) -> Result<&'a [u8]> {
    let damaged = |reason| Error::DamagedReply { path: path.to_owned(), reason };
    let malformed = || damaged("it is not in the form in which replies are stored");
    let rest = bytes.strip_prefix(b"{\"key\":\"").ok_or_else(malformed)?;
    let rest = rest.strip_suffix(b"\"}").ok_or_else(malformed)?;
    let (recorded, rest) = rest.split_at_checked(64).ok_or_else(malformed)?;
    let (rest, hash) =
        rest.split_at_checked(rest.len().saturating_sub(64)).ok_or_else(malformed)?;
    let reply = rest
        .strip_prefix(b"\",\"reply\":")
        .and_then(|rest| rest.strip_suffix(b",\"reply_hash\":\""));
    let reply = reply.ok_or_else(malformed)?;
    if recorded != key.to_string().as_bytes() {
        return Err(damaged("it answers a request with another key"));
    }
    #[cfg(feature = "run")]
    if hash != Hash::of(reply).to_string().as_bytes() {
        return Err(damaged("its content does not have the hash that it records"));
    }
    #[cfg(not(feature = "run"))]
    let _ = hash;
    Ok(reply)
}

#[cfg(feature = "run")]
impl Store {
    /// Stores the reply to the request with this key, unless there is one. The reply is on disk
    /// when this returns.
    ///
    /// The caller has looked for a reply and found none, so the file is written without looking
    /// again.
    ///
    /// # Errors
    ///
    /// The reply has no canonical form, the file that is there is damaged, or the file cannot be
    /// written.
    pub fn put_reply<T: serde::Serialize + ?Sized>(
        &self,
        key: &Hash,
        reply: &T,
    ) -> Result<ReplyStored> {
        use super::publish::{Published, to_bytes};

        let path = self.reply_path(key);
        let reply = to_bytes(&path, reply)?;
        let hash = Hash::of(&reply);
        let mut bytes = format!("{{\"key\":\"{key}\",\"reply\":").into_bytes();
        bytes.extend_from_slice(&reply);
        bytes.extend_from_slice(format!(",\"reply_hash\":\"{hash}\"}}").as_bytes());
        match self.publish_new(&path, &bytes)? {
            Published::Created => Ok(ReplyStored::New),
            Published::Same => Ok(ReplyStored::Same),
            Published::Other(found) => content(&path, key, &found).map(|_| ReplyStored::Other),
        }
    }
}

#[cfg(test)]
mod reading {
    use super::*;

    /// Without feature `run` only the form is checked, with it the hash of `"yes"` as well.
    #[test]
    fn a_reply_is_read_under_its_own_key_only() {
        let (path, key) = (Path::new("reply.json"), Hash::from_bytes([7; 32]));
        let hash = "cbd817722bf8e3df3f4756eab6b8db353832ba350926d73b0f0a46a68ed04e6f";
        let file = format!("{{\"key\":\"{key}\",\"reply\":\"yes\",\"reply_hash\":\"{hash}\"}}");
        assert_eq!(content(path, &key, file.as_bytes()).unwrap(), b"\"yes\"");
        let other = Hash::from_bytes([8; 32]);
        let error = content(path, &other, file.as_bytes()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "reply.json is damaged: it answers a request with another key"
        );
        for length in 0..file.len() {
            let error = content(path, &key, &file.as_bytes()[..length]).unwrap_err();
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
    fn the_first_reply_to_a_request_is_kept_as_valid_json() {
        let (_folder, store) = Store::scratch();
        let key = Hash::of(b"request");
        assert_eq!(store.reply::<String>(&key).unwrap(), None);
        assert_eq!(store.put_reply(&key, "yes").unwrap(), ReplyStored::New);
        assert_eq!(store.put_reply(&key, "yes").unwrap(), ReplyStored::Same);
        assert_eq!(store.put_reply(&key, "no").unwrap(), ReplyStored::Other);
        assert_eq!(store.reply::<String>(&key).unwrap().as_deref(), Some("yes"));
        let file: serde_json::Value = file::json(&store.reply_path(&key)).unwrap().unwrap();
        let hash = Hash::of(b"\"yes\"").to_string();
        assert_eq!(file, serde_json::json!({"key": key, "reply": "yes", "reply_hash": hash}));
        let written = fs::read(store.reply_path(&key)).unwrap();
        assert_eq!(crate::store::canonical::to_vec(&file).unwrap(), written);
    }

    #[test]
    fn racing_threads_that_pay_for_one_request_all_get_the_same_reply() {
        let (_folder, store) = Store::scratch();
        let key = Hash::of(b"request");
        let read = std::thread::scope(|scope| {
            let ask = |reply: usize| {
                let stored = store.put_reply(&key, &reply).unwrap();
                (stored, store.reply::<usize>(&key).unwrap().unwrap())
            };
            let threads: Vec<_> = (0..8).map(|reply| scope.spawn(move || ask(reply))).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect::<Vec<_>>()
        });
        assert_eq!(read.iter().filter(|(stored, _)| *stored == ReplyStored::New).count(), 1);
        assert!(read.iter().all(|(_, reply)| *reply == read[0].1), "{read:?}");
    }

    #[test]
    fn a_damaged_reply_is_an_error_and_never_counts_as_missing() {
        let (_folder, store) = Store::scratch();
        let key = Hash::of(b"request");
        store.put_reply(&key, "yes").unwrap();
        let path = store.reply_path(&key);
        let whole = fs::read_to_string(&path).unwrap();
        let other = whole.replace(&key.to_string(), &Hash::of(b"other").to_string());
        let cut = &whole[..whole.len() / 2];
        let longer = format!("{whole}\n");
        for damaged in [cut, "", "{}", &longer, &whole.replace("yes", "no!"), &other] {
            fs::write(&path, damaged).unwrap();
            let read = store.reply::<String>(&key).unwrap_err();
            let written = store.put_reply(&key, "yes").unwrap_err();
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
            matches!(store.reply::<u8>(&key), Err(Error::Malformed { .. })),
            "undamaged, but of another type"
        );
    }
}
