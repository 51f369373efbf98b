//! ICCMA'23: a line `p af N`, then an attack `a b` a line; arguments are numbered from 1, lines that begin with `#` are
//! comments.

use std::fmt::Write as _;

use super::fault::{found, offset, quoted};
use super::line::lines;
use super::names::digits;
use super::{Cause, DungFile, FormatError, Framework, Names, Unwritable, gathered};

const HEADER: &str = "a line `p af N`, with the number of arguments for N";

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
            let found = found(word);
            return Err(Cause::Expected { wanted: "the end of the line", found }.at(text, word));
        }
        attacks.push((attacker, attacked));
    }
    let (framework, left_out) = gathered(n, attacks);
    Ok(DungFile { framework, names: Names::numbered(1, n), left_out })
}

/// The number of arguments that the header announces.
fn arguments(text: &str, header: &str) -> Result<usize, FormatError> {
    let mut words = header.split_ascii_whitespace();
    for wanted in ["p", "af"] {
        let word = words.next().unwrap_or(header);
        if word != wanted {
            return Err(Cause::Expected { wanted: HEADER, found: found(header) }.at(text, header));
        }
    }
    let count = words.next().unwrap_or(&header[header.len()..]);
    if count.is_empty() || !count.bytes().all(|byte| byte.is_ascii_digit()) {
        let wanted = "the number of arguments";
        return Err(
            Cause::Expected { wanted, found: found(&text[offset(text, count)..]) }.at(text, count)
        );
    }
    if let Some(word) = words.next() {
        let wanted = "the end of the line: attacks are not counted";
        return Err(Cause::Expected { wanted, found: found(word) }.at(text, word));
    }
    let room = digits(count).and_then(|n| usize::try_from(n).ok()).filter(|&n| has_room(n));
    room.ok_or_else(|| Cause::TooMany { count: quoted(count) }.at(text, count))
}

/// Tells whether there is memory for a framework of so many arguments, which a short file may announce.
///
/// A framework takes four words an argument and one more while it is built, besides what its attacks take; a solver's
/// tables take about as much again. Where the system promises more memory than it has, so does this.
fn has_room(n: usize) -> bool {
    Vec::<[usize; 10]>::new().try_reserve_exact(n).is_ok()
}

/// The index of the argument that a number stands for.
fn argument(text: &str, number: &str, n: usize) -> Result<usize, FormatError> {
    let index = digits(number).and_then(|number| usize::try_from(number).ok()?.checked_sub(1));
    index.filter(|&index| index < n).ok_or_else(|| {
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let cause = if !is_number {
            let found = found(&text[offset(text, number)..]);
            Cause::Expected { wanted: "the number of an argument", found }
        } else if n == 0 {
            Cause::NoArguments { number: quoted(number) }
        } else {
            Cause::OutsideRange { number: quoted(number), first: 1, last: n }
        };
        cause.at(text, number)
    })
}

/// Writes a framework, its attacks in ascending order.
pub(super) fn write(framework: &Framework, names: &Names) -> Result<String, Unwritable> {
    if !names.is_empty() && names.first_number() != Some(1) {
        return Err(Unwritable::Named);
    }
    let mut text = format!("p af {}\n", framework.len());
    for (attacker, attacked) in framework.attacks() {
        writeln!(text, "{} {}", attacker + 1, attacked + 1)
            .expect("a text takes all that is written");
    }
    Ok(text)
}
