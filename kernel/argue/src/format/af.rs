//! ICCMA'23: a line `p af N`, then one attack `a b` a line. Arguments are numbered from 1, and
//! lines that begin with `#` are comments.

use std::fmt::Write as _;

use super::content::{DungFile, gathered};
use super::error::{Cause, FormatError, found, offset, quoted};
use super::lines::lines;
use super::names::{Names, digits};
use super::write_error::WriteError;
use crate::Framework;

/// Reads a framework.
pub(super) fn read(text: &str) -> Result<DungFile, FormatError> {
    let mut lines = lines(text).filter(|line| !line.starts_with('#'));
    let header = lines.next().unwrap_or(&text[text.len()..]);
    let n = arguments(text, header)?;
    let mut attacks = Vec::new();
    for line in lines {
        let mut words = line.split_ascii_whitespace();
        let attacker = words.next().unwrap_or(line);
        let attacker = argument(text, attacker, n)?;
        let attacked = words.next().unwrap_or(&line[line.len()..]);
        let attacked = argument(text, attacked, n)?;
        if let Some(word) = words.next() {
            let remedy = "write one attack a line, and put comments on lines of their own";
            return Err(expected("the end of the line", text, word, remedy));
        }
        attacks.push((attacker, attacked));
    }
    let (framework, ignored) = gathered(n, attacks);
    Ok(DungFile { framework, names: Names::numbered(1, n), ignored })
}

/// Reads the number of arguments from the header.
fn arguments(text: &str, header: &str) -> Result<usize, FormatError> {
    let mut words = header.split_ascii_whitespace();
    if (words.next(), words.next()) != (Some("p"), Some("af")) {
        let remedy =
            "begin the file with a line such as `p af 3`, where 3 is the number of arguments";
        return Err(expected("a line `p af` with a number", text, header, remedy));
    }
    let count = words.next().unwrap_or(&header[header.len()..]);
    if !is_number(count) {
        return Err(expected(
            "the number of arguments",
            text,
            count,
            "write the number of arguments after `p af`",
        ));
    }
    if let Some(word) = words.next() {
        let remedy = "remove everything after the number of arguments";
        return Err(expected("the end of the line", text, word, remedy));
    }
    let room = digits(count).and_then(|n| usize::try_from(n).ok()).filter(|&n| has_room(n));
    room.ok_or_else(|| Cause::TooMany { count: quoted(count) }.at(text, count))
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reports that `word` is not what is expected there; an empty word means that something is
/// missing.
fn expected(wanted: &'static str, text: &str, word: &str, remedy: &'static str) -> FormatError {
    let found = match word {
        "" => found(&text[offset(text, word)..]),
        word => format!("`{}`", quoted(word)),
    };
    Cause::Expected { wanted, found, remedy }.at(text, word)
}

/// Returns whether there is memory for a framework of `n` arguments, a number that even a short
/// file may announce.
///
/// A framework takes four words an argument, and one more while it is built, besides its attacks; a
/// solver takes about as much again. If the operating system promises more memory than it has, so
/// does this function.
fn has_room(n: usize) -> bool {
    Vec::<[usize; 10]>::new().try_reserve_exact(n).is_ok()
}

/// Converts the number of an argument to its index.
fn argument(text: &str, number: &str, n: usize) -> Result<usize, FormatError> {
    let index = digits(number).and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
    index.filter(|&index| index < n).ok_or_else(|| {
        if !is_number(number) {
            let remedy = "write an attack as two numbers, such as `1 2`";
            return expected("the number of an argument", text, number, remedy);
        }
        let number_found = quoted(number);
        let cause = match n {
            0 => Cause::NoArguments { number: number_found },
            last => Cause::OutsideRange { number: number_found, first: 1, last },
        };
        cause.at(text, number)
    })
}

/// Writes a framework, its attacks in ascending order.
pub(super) fn write(framework: &Framework, names: &Names) -> Result<String, WriteError> {
    if !names.is_empty() && names.first_number() != Some(1) {
        return Err(WriteError::Named);
    }
    let mut text = format!("p af {}\n", framework.len());
    for (attacker, attacked) in framework.attacks() {
        writeln!(text, "{} {}", attacker + 1, attacked + 1).expect("writing to a string succeeds");
    }
    Ok(text)
}
