//! Names for what debates leave, in batches: all files of a batch are written, then synced together, then named.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::pending::Pending;
use super::publish::{Published, Temporary, to_bytes};
use super::{Done, Error, Hash, Name, Remembered, Result, Run, Store, cache, canonical, file};

/// A file with its final name.
type Target = (PathBuf, Arc<[u8]>);

/// A value to be kept as an object.
#[derive(Debug, Clone)]
pub struct Object {
    hash: Hash,
    bytes: Arc<[u8]>,
}

impl Object {
    /// Puts a value into the form in which it is kept.
    ///
    /// # Errors
    ///
    /// The value has no canonical form.
    pub fn of<T: Serialize + ?Sized>(value: &T) -> std::result::Result<Self, canonical::Error> {
        let bytes = canonical::to_vec(value)?;
        Ok(Self { hash: Hash::of(&bytes), bytes: bytes.into() })
    }
}

/// What a debate that is over leaves.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The objects left by each round, in order.
    pub snapshots: Vec<Object>,
    /// The object the protocol came to.
    pub outcome: Object,
    /// The requests whose replies had no name when they were used.
    pub replies: Vec<Hash>,
}

impl Outcome {
    fn done(&self) -> Done {
        let snapshots = self.snapshots.iter().map(|object| object.hash).collect();
        Done { snapshots, outcome: self.outcome.hash }
    }

    fn objects(&self) -> impl Iterator<Item = &Object> {
        self.snapshots.iter().chain([&self.outcome])
    }
}

/// A debate to be committed.
#[derive(Debug, Clone, Copy)]
pub struct Debate<'a> {
    /// Its run.
    pub run: &'a Run,
    /// Its cell.
    pub cell: &'a Name,
    /// What it left.
    pub outcome: &'a Outcome,
}

/// The replies of a store, and those that are on their way into it.
///
/// A reply is safe from a kill once it is remembered: it stands in a file under `pending/`, and has its name after the
/// next [`commit`](Self::commit), or, where that does not come, after the next [`Store::adopt`].
#[derive(Debug)]
pub struct Replies {
    store: Store,
    unnamed: Mutex<Unnamed>,
}

#[derive(Debug, Default)]
struct Unnamed {
    /// In their frames.
    replies: BTreeMap<Hash, Arc<[u8]>>,
    /// The files that hold them; the last one takes more.
    files: Vec<Pending>,
    /// Requests that another process had answered otherwise when their replies were to be named.
    overtaken: BTreeSet<Hash>,
}

impl Replies {
    /// Turns to the replies of a store. Nothing is written before one is remembered.
    pub fn new(store: Store) -> Self {
        Self { store, unnamed: Mutex::default() }
    }

    fn unnamed(&self) -> MutexGuard<'_, Unnamed> {
        self.unnamed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks for the reply to the request with this key; tells as well whether it has its name.
    ///
    /// # Errors
    ///
    /// As [`Store::cached`].
    pub fn cached<T: DeserializeOwned>(&self, key: &Hash) -> Result<Option<(T, Named)>> {
        let unnamed = self.unnamed().replies.get(key).cloned();
        let Some(framed) = unnamed else {
            return Ok(self.store.cached(key)?.map(|reply| (reply, Named::Yes)));
        };
        let path = self.store.sharded("cache", key);
        let reply = file::parse(&path, cache::unframe(&path, key, &framed)?)?;
        Ok(Some((reply, Named::NotYet)))
    }

    /// Keeps the reply to the request with this key, unless there is one by now.
    ///
    /// # Errors
    ///
    /// The reply has no canonical form, or cannot be written.
    pub fn remember<T: Serialize + ?Sized>(&self, key: &Hash, reply: &T) -> Result<Remembered> {
        let path = self.store.sharded("cache", key);
        let framed = cache::frame(&path, key, reply)?;
        let mut unnamed = self.unnamed();
        if unnamed.replies.contains_key(key) || file::exists(&path)? {
            return Ok(Remembered::AlreadyThere);
        }
        if unnamed.files.is_empty() {
            unnamed.files.push(Pending::begin(&self.store)?);
        }
        unnamed.files.last_mut().expect("one was begun").append(&framed)?;
        unnamed.replies.insert(*key, framed.into());
        Ok(Remembered::Stored)
    }

    /// Gives their names to all replies remembered so far, then to what these debates left: objects before each
    /// `done.json`.
    ///
    /// Returns for each debate whether it is done. One whose reply was overtaken by that of another process is not, for it
    /// rests on a reply that is not on record: it has to be had again.
    ///
    /// # Errors
    ///
    /// A file cannot be written, or a reply cannot be named: no debate is done, and the replies go with the next batch.
    pub fn commit(&self, debates: &[Debate<'_>]) -> Result<Vec<Result<()>>> {
        let (replies, files) = {
            let mut unnamed = self.unnamed();
            if debates.is_empty() && unnamed.replies.is_empty() {
                return Ok(Vec::new());
            }
            (unnamed.replies.clone(), std::mem::take(&mut unnamed.files))
        };
        let named = Batch::new(&self.store, &replies, debates).and_then(|mut batch| {
            let overtaken = batch.name_replies()?;
            Ok((batch, overtaken))
        });
        let mut unnamed = self.unnamed();
        let (mut batch, overtaken) = match named {
            Ok(named) => named,
            Err(error) => {
                // Those that were begun meanwhile come last.
                unnamed.files.splice(..0, files);
                return Err(error);
            }
        };
        unnamed.replies.retain(|key, _| !replies.contains_key(key));
        unnamed.overtaken.extend(overtaken);
        files.into_iter().for_each(Pending::remove);
        let overtaken = unnamed.overtaken.clone();
        drop(unnamed);
        Ok(debates.iter().map(|debate| batch.name_debate(debate, &overtaken)).collect())
    }
}

/// Whether a reply has its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// It will not change any more.
    Yes,
    /// Another process may be faster: then that one's reply counts.
    NotYet,
}

/// Files that are written and synced, in the order in which they get their names.
struct Batch {
    /// The replies first.
    keys: std::vec::IntoIter<Hash>,
    files: std::vec::IntoIter<(Target, Temporary)>,
}

impl Batch {
    fn new(
        store: &Store,
        replies: &BTreeMap<Hash, Arc<[u8]>>,
        debates: &[Debate<'_>],
    ) -> Result<Self> {
        let mut targets: Vec<Target> = Vec::new();
        for (key, framed) in replies {
            targets.push((store.sharded("cache", key), Arc::clone(framed)));
        }
        for Debate { run, cell, outcome } in debates {
            for Object { hash, bytes } in outcome.objects() {
                targets.push((store.sharded("objects", hash), Arc::clone(bytes)));
            }
            let path = run.done_path(cell);
            let bytes = to_bytes(&path, &outcome.done())?;
            targets.push((path, bytes.into()));
        }
        let temporaries = store.temporaries(&targets)?;
        let files: Vec<_> = targets.into_iter().zip(temporaries).collect();
        let keys: Vec<_> = replies.keys().copied().collect();
        Ok(Self { keys: keys.into_iter(), files: files.into_iter() })
    }

    fn next(&mut self) -> (Target, Temporary) {
        self.files.next().expect("every file is named once")
    }

    /// Names the replies; returns the requests that another process has answered otherwise.
    fn name_replies(&mut self) -> Result<BTreeSet<Hash>> {
        let mut overtaken = BTreeSet::new();
        while let Some(key) = self.keys.next() {
            let ((path, bytes), temporary) = self.next();
            match temporary.publish(&path, &bytes)? {
                Published::Created | Published::Same => {}
                Published::Other(found) => {
                    cache::unframe(&path, &key, &found)?;
                    overtaken.insert(key);
                }
            }
        }
        Ok(overtaken)
    }

    /// Names what one debate left.
    fn name_debate(&mut self, debate: &Debate<'_>, overtaken: &BTreeSet<Hash>) -> Result<()> {
        let Debate { run, cell, outcome } = debate;
        let count = outcome.snapshots.len() + 2;
        let mut files: Vec<_> = self.files.by_ref().take(count).collect();
        let ((path, bytes), temporary) = files.pop().expect("the last file is the done.json");
        if let Some(&key) = outcome.replies.iter().find(|key| overtaken.contains(key)) {
            return Err(Error::Overtaken { path, key });
        }
        for ((path, bytes), temporary) in files {
            match temporary.publish(&path, &bytes)? {
                Published::Created | Published::Same => {}
                Published::Other(found) => {
                    return Err(Error::DamagedObject { path, found: Hash::of(&found) });
                }
            }
        }
        let published = temporary.publish(&path, &bytes)?;
        run.settle(cell, &bytes, published)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::store::{pending, verify};

    fn key(request: usize) -> Hash {
        Hash::of(&request.to_le_bytes())
    }

    fn outcome(text: &str, replies: Vec<Hash>) -> Outcome {
        let snapshots = vec![Object::of("shared").unwrap(), Object::of(&[text]).unwrap()];
        Outcome { snapshots, outcome: Object::of(text).unwrap(), replies }
    }

    fn run(store: &Store) -> (Run, Name) {
        let run = store.run(&"trial-0123456789ab".parse().unwrap());
        run.freeze("manifest").unwrap();
        (run, "cell".parse().unwrap())
    }

    fn pending(store: &Store) -> Vec<PathBuf> {
        let folder = pending::folder(store);
        file::list(&folder).unwrap().into_iter().map(|name| folder.join(name)).collect()
    }

    /// Leaves what a process leaves that is killed: it removes nothing, and holds no lock.
    fn kill(replies: Replies) {
        drop(replies);
    }

    #[test]
    fn a_batch_is_named_in_order_and_leaves_nothing_behind() {
        for count in [1, 100] {
            let (_folder, store) = Store::scratch();
            let (run, cell) = run(&store);
            let replies = Replies::new(store.clone());
            for request in 0..count {
                assert_eq!(replies.remember(&key(request), "yes").unwrap(), Remembered::Stored);
                assert_eq!(
                    replies.remember(&key(request), "no").unwrap(),
                    Remembered::AlreadyThere
                );
                let read = replies.cached::<String>(&key(request)).unwrap();
                assert_eq!(read, Some(("yes".to_owned(), Named::NotYet)));
            }
            assert_eq!(store.cached::<String>(&key(0)).unwrap(), None);
            let outcome = outcome("done", (0..count).map(key).collect());
            let debate = Debate { run: &run, cell: &cell, outcome: &outcome };
            assert!(replies.commit(&[debate, debate]).unwrap().iter().all(Result::is_ok));
            assert_eq!(run.done(&cell).unwrap(), Some(outcome.done()));
            let read = replies.cached::<String>(&key(0)).unwrap();
            assert_eq!(read, Some(("yes".to_owned(), Named::Yes)));
            assert_eq!(pending(&store), Vec::<PathBuf>::new());
            let report = verify(&store);
            assert_eq!((report.replies, report.objects, report.cells), (count as u64, 3, 1));
            assert!(report.faults.is_empty() && report.temporaries.is_empty(), "{report:?}");
        }
    }

    /// Killed after any number of its steps, a batch leaves a sound store in which the next process finds every reply.
    #[test]
    fn killed_between_any_two_steps_it_loses_no_reply_and_leaves_no_half_outcome() {
        const REPLIES: usize = 3;
        for steps in 0..=REPLIES + 4 {
            let (_folder, store) = Store::scratch();
            let (run, cell) = run(&store);
            let replies = Replies::new(store.clone());
            for request in 0..REPLIES {
                replies.remember(&key(request), &request).unwrap();
            }
            let outcome = outcome("done", vec![]);
            let debate = Debate { run: &run, cell: &cell, outcome: &outcome };
            let framed = replies.unnamed().replies.clone();
            let mut batch = Batch::new(&store, &framed, &[debate]).unwrap();
            for _ in 0..steps {
                let ((path, bytes), temporary) = batch.next();
                temporary.publish(&path, &bytes).unwrap();
            }
            batch.files.for_each(|(_, temporary)| std::mem::forget(temporary));
            kill(replies);

            let done = steps == REPLIES + 4;
            assert_eq!(run.done(&cell).unwrap().is_some(), done, "after {steps} steps");
            let report = verify(&store);
            assert!(report.faults.is_empty(), "after {steps} steps: {report:?}");
            assert_eq!(store.adopt().unwrap(), REPLIES.saturating_sub(steps));
            for request in 0..REPLIES {
                assert_eq!(store.cached(&key(request)).unwrap(), Some(request));
            }
            assert_eq!((pending(&store).len(), store.adopt().unwrap()), (0, 0));
        }
    }

    #[test]
    fn a_torn_or_damaged_reply_is_never_adopted() {
        let (_folder, store) = Store::scratch();
        let replies = Replies::new(store.clone());
        replies.remember(&key(0), "yes").unwrap();
        replies.remember(&key(1), "no").unwrap();
        kill(replies);
        let [path] = &pending(&store)[..] else { panic!("one file") };
        let whole = fs::read(path).unwrap();
        let first = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
        for length in 0..whole.len() {
            let found = pending::whole(&whole[..length]);
            assert_eq!(found.len(), usize::from(length >= first), "cut at {length}");
        }
        let damaged = String::from_utf8(whole.clone()).unwrap().replace("\"yes\"", "\"yea\"");
        fs::write(path, damaged).unwrap();
        assert_eq!(store.adopt().unwrap(), 1);
        assert_eq!(store.cached::<String>(&key(0)).unwrap(), None);
        assert_eq!(store.cached::<String>(&key(1)).unwrap().as_deref(), Some("no"));
    }

    #[test]
    fn what_a_process_at_work_holds_is_named_for_it_and_left_to_it() {
        let (_folder, store) = Store::scratch();
        let replies = Replies::new(store.clone());
        replies.remember(&key(0), "yes").unwrap();
        assert_eq!(store.adopt().unwrap(), 1);
        replies.remember(&key(1), "no").unwrap();
        assert_eq!((store.adopt().unwrap(), pending(&store).len()), (1, 1));
        assert!(replies.commit(&[]).unwrap().is_empty());
        assert_eq!(pending(&store).len(), 0);
    }

    #[test]
    fn a_debate_that_was_overtaken_is_refused_until_it_rests_on_the_reply_that_is_kept() {
        let (_folder, store) = Store::scratch();
        let (run, cell) = run(&store);
        let replies = Replies::new(store.clone());
        replies.remember(&key(0), "ours").unwrap();
        store.remember(&key(0), "theirs").unwrap();
        let ours = outcome("ours", vec![key(0)]);
        let other = outcome("another", vec![key(1)]);
        let other_cell = "other".parse().unwrap();
        let debates = [
            Debate { run: &run, cell: &cell, outcome: &ours },
            Debate { run: &run, cell: &other_cell, outcome: &other },
        ];
        let results = replies.commit(&debates).unwrap();
        assert!(matches!(&results[0], Err(Error::Overtaken { key: at, .. }) if *at == key(0)));
        assert!(results[1].is_ok(), "a debate beside it goes on");
        assert_eq!(run.done(&cell).unwrap(), None);
        let kept = replies.cached::<String>(&key(0)).unwrap();
        assert_eq!(kept, Some(("theirs".to_owned(), Named::Yes)));
        let theirs = outcome("theirs", vec![]);
        let again = Debate { run: &run, cell: &cell, outcome: &theirs };
        assert!(replies.commit(&[again]).unwrap()[0].is_ok());
    }

    #[test]
    fn a_batch_that_cannot_be_written_keeps_what_is_named_and_its_replies_for_the_next() {
        let (_folder, store) = Store::scratch();
        let (run, cell) = run(&store);
        let replies = Replies::new(store.clone());
        replies.remember(&key(0), "first").unwrap();
        replies.commit(&[]).unwrap();
        replies.remember(&key(1), "second").unwrap();
        let tmp = store.root().join("tmp");
        fs::remove_dir_all(&tmp).unwrap();
        fs::write(&tmp, "in the way").unwrap();
        let outcome = outcome("done", vec![key(1)]);
        let debate = Debate { run: &run, cell: &cell, outcome: &outcome };
        let error = replies.commit(&[debate]).unwrap_err();
        assert!(matches!(&error, Error::Io { path, .. } if path.starts_with(&tmp)), "{error}");
        assert_eq!(store.cached::<String>(&key(0)).unwrap().as_deref(), Some("first"));
        assert_eq!((run.done(&cell).unwrap(), pending(&store).len()), (None, 1));
        fs::remove_file(&tmp).unwrap();
        assert!(replies.commit(&[debate]).unwrap()[0].is_ok());
        assert_eq!(store.cached::<String>(&key(1)).unwrap().as_deref(), Some("second"));
        assert_eq!(pending(&store).len(), 0);
    }

    #[test]
    fn of_racing_processes_every_debate_rests_on_the_replies_that_are_kept() {
        let (_folder, store) = Store::scratch();
        let (run, _) = run(&store);
        std::thread::scope(|scope| {
            for process in 0..4 {
                let (store, run) = (&store, &run);
                scope.spawn(move || {
                    let replies = Replies::new(store.clone());
                    for request in 0..40 {
                        let cell = format!("cell-{request}").parse().unwrap();
                        // Each would answer otherwise; the outcome says what it rests on.
                        loop {
                            let kept = replies.cached::<usize>(&key(request)).unwrap();
                            let (reply, unnamed) = match kept {
                                Some((reply, Named::Yes)) => (reply, vec![]),
                                Some((reply, Named::NotYet)) => (reply, vec![key(request)]),
                                None => {
                                    replies.remember(&key(request), &process).unwrap();
                                    continue;
                                }
                            };
                            let outcome = outcome(&reply.to_string(), unnamed);
                            let debate = Debate { run, cell: &cell, outcome: &outcome };
                            match replies.commit(&[debate]).unwrap().remove(0) {
                                Ok(()) => break,
                                Err(Error::Overtaken { .. }) => {}
                                Err(error) => panic!("{error}"),
                            }
                        }
                    }
                });
            }
        });
        for request in 0..40 {
            let kept: usize = store.cached(&key(request)).unwrap().unwrap();
            let cell = format!("cell-{request}").parse().unwrap();
            let done = run.done(&cell).unwrap().unwrap();
            assert_eq!(store.object::<String>(&done.outcome).unwrap(), kept.to_string());
        }
        assert!(verify(&store).faults.is_empty());
    }
}
