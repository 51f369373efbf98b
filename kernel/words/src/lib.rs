//! How alike the meanings of English words are.
//!
//! Words are given as stems of Snowball English, in lower case. The vectors are those of GloVe for
//! the 20,000 most frequent stems, in four bits a component; `make.py` beside this library makes
//! them.
//!
//! ```
//! use faultline_words::cosine;
//!
//! assert!(cosine("tenant", "landlord") > 0.7);
//! assert!(cosine("tenant", "bee") < 0.2);
//! ```
//!
//! # Source
//! Pennington, Socher and Manning 2014, *GloVe: Global Vectors for Word Representation*
//! (doi:10.3115/v1/D14-1162): the vectors `glove.6B.100d` of Wikipedia 2014 and Gigaword 5,
//! published under the Public Domain Dedication and License 1.0. Without their mean and their two
//! main directions, which hold how frequent words are: Mu and Viswanath 2018, *All-but-the-Top:
//! Simple and Effective Postprocessing for Word Representations* (arXiv:1702.01417).

mod related;
mod vector;

pub use self::related::Related;
pub use self::vector::cosine;
