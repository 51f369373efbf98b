//! Resolution of names to arguments.

use std::collections::BTreeMap;

use super::error::{Cause, FormatError, offset, position, quoted};
use super::names::{Names, nearest};

/// The names in a text, collected first and resolved when the text is complete.
#[derive(Debug, Default)]
pub(super) struct NameResolution<'t> {
    /// The declared names, in order.
    declared: Vec<&'t str>,
    /// The names that attacks and supports refer to, declared or not.
    used: Vec<&'t str>,
}

impl<'t> NameResolution<'t> {
    /// Declares the next argument.
    pub(super) fn declare(&mut self, name: &'t str) {
        self.declared.push(name);
    }

    /// Refers to the argument with this name.
    pub(super) fn mean(&mut self, name: &'t str) {
        self.used.push(name);
    }

    /// Returns the pairs of arguments referred to, and the names of all arguments.
    ///
    /// # Errors
    /// The second of two declarations of a name; otherwise the error with which reading the text
    /// `ended`; otherwise the first name that was never declared.
    pub(super) fn resolved(
        mut self,
        text: &str,
        ended: Result<(), FormatError>,
    ) -> Result<(Vec<(usize, usize)>, Names), FormatError> {
        let mut all = self.declared;
        let count = all.len();
        all.append(&mut self.used);
        let firsts = firsts(&all);
        if let Some(again) = (0..count).find(|&argument| firsts[argument] < argument) {
            let (first, again) = (all[firsts[again]], all[again]);
            let (line, _) = position(text, offset(text, first));
            return Err(Cause::NameTwice { name: quoted(again), line }.at(text, again));
        }
        ended?;
        let (declared, used) = all.split_at(count);
        let meant = &firsts[count..];
        if let Some(unknown) = meant.iter().position(|&argument| argument >= count) {
            let name = used[unknown];
            let nearest = nearest(name, declared).map(|&near| near.to_owned());
            return Err(Cause::UnknownName { name: quoted(name), nearest }.at(text, name));
        }
        let pairs = meant.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        Ok((pairs, Names::listed(declared.iter().copied())))
    }
}

/// Returns for each name the index of its first occurrence.
///
/// Sorting is several times faster than one table lookup per name, which would wait for memory each
/// time.
pub(super) fn firsts(names: &[&str]) -> Vec<usize> {
    firsts_by(names, hash)
}

fn firsts_by(names: &[&str], hash: impl Fn(&str) -> u64) -> Vec<usize> {
    // A key is the low bits of a hash, followed by the index.
    let bits = usize::BITS - names.len().leading_zeros();
    let keyed = (0_u64..).zip(names).map(|(place, name)| hash(name) << bits | place);
    let mut keys: Vec<u64> = keyed.collect();
    keys.sort_unstable();
    let place = |key: u64| (key & !(u64::MAX << bits)) as usize;
    let mut firsts = vec![0; names.len()];
    for alike in keys.chunk_by(|one, other| one >> bits == other >> bits) {
        for &key in alike {
            firsts[place(key)] = place(alike[0]);
        }
    }
    let mut others = BTreeMap::new();
    for (place, (first, &name)) in firsts.iter_mut().zip(names).enumerate() {
        if names[*first] != name {
            // The names differ and only their hashes are equal.
            *first = *others.entry(name).or_insert(place);
        }
    }
    firsts
}

/// The hash function FNV-1a of Fowler, Noll and Vo.
fn hash(name: &str) -> u64 {
    let mixed = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, mixed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_may_be_used_before_their_declaration() {
        let mut mentions = NameResolution::default();
        for name in ["b", "a"] {
            mentions.mean(name);
        }
        mentions.declare("a");
        mentions.declare("b");
        let (pairs, names) = mentions.resolved("", Ok(())).unwrap();
        assert_eq!((pairs, names), (vec![(1, 0)], Names::listed(["a", "b"])));
    }

    #[test]
    fn first_occurrences_are_found_despite_hash_collisions() {
        assert!(firsts(&[]).is_empty());
        let names: Vec<String> = (0..2_000).map(|i: u64| (i * i % 509).to_string()).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).chain(["", "a", "é", ""]).collect();
        let first = |name| names.iter().position(|other| other == name).unwrap();
        let expected: Vec<usize> = names.iter().map(first).collect();
        assert_eq!(firsts(&names), expected);
        assert_eq!(firsts_by(&names, |_| 7), expected);
        assert_eq!(firsts_by(&names, |name| name.len() as u64), expected);
    }
}
