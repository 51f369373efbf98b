//! Trivial graph format: one argument a line, a line `#`, then one attack `a b` a line.

use super::content::{DungFile, Ignored, gathered};
use super::error::{Cause, FormatError, found, offset};
use super::kind::Format;
use super::lines::lines;
use super::name_resolution::NameResolution;
use super::names::{Names, is_nameable};
use super::write_error::WriteError;
use crate::Framework;

/// Reads a framework; labels after the names are counted, not kept.
pub(super) fn read(text: &str) -> Result<DungFile, FormatError> {
    let mut mentions = NameResolution::default();
    let mut labels = 0;
    let ended = match mention(text, &mut mentions, &mut labels) {
        // Without the separator, attacks look like arguments with labels, and their names are
        // declared twice.
        Err(error) if error.cause == Cause::NoSeparator => return Err(error),
        ended => ended,
    };
    // All arguments are declared before the first attack.
    let (attacks, names) = mentions.resolved(text, Ok(()))?;
    ended?;
    let (framework, ignored) = gathered(names.len(), attacks);
    Ok(DungFile { framework, names, ignored: Ignored { labels, ..ignored } })
}

fn mention<'t>(
    text: &'t str,
    mentions: &mut NameResolution<'t>,
    labels: &mut usize,
) -> Result<(), FormatError> {
    let mut lines = lines(text);
    loop {
        let Some(line) = lines.next() else {
            return Err(Cause::NoSeparator.at_offset(text, text.len()));
        };
        if line == "#" {
            break;
        }
        let (name, label) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        check(text, name)?;
        *labels += usize::from(!label.is_empty());
        mentions.declare(name);
    }
    for line in lines {
        let (attacker, rest) = line.split_once([' ', '\t']).unwrap_or((line, &line[line.len()..]));
        let rest = rest.trim_ascii_start();
        let (attacked, label) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        *labels += usize::from(!label.is_empty());
        mentions.mean(attacker);
        if attacked.is_empty() {
            let found = found(&text[offset(text, attacked)..]);
            let wanted = "the name of an argument";
            let remedy = "write an attack as two names, such as `a b`";
            return Err(Cause::Expected { wanted, found, remedy }.at(text, attacked));
        }
        mentions.mean(attacked);
    }
    Ok(())
}

fn check(text: &str, name: &str) -> Result<(), FormatError> {
    if let Some((at, character)) = name.char_indices().find(|&(_, c)| !is_nameable(c)) {
        return Err(Cause::InvisibleCharacter { character: character.into() }.at(text, &name[at..]));
    }
    if name.starts_with('#') {
        let wanted = "a name or a line with only `#`";
        let remedy = "write `#` alone on its line; this format has no comments";
        return Err(Cause::Expected { wanted, found: found(name), remedy }.at(text, name));
    }
    Ok(())
}

/// Writes a framework, its attacks in ascending order.
pub(super) fn write(framework: &Framework, names: &Names) -> Result<String, WriteError> {
    let mut text = String::new();
    for name in names.iter() {
        if name.is_empty() || name.starts_with('#') || !name.chars().all(is_nameable) {
            return Err(WriteError::Name { name: name.into_owned(), format: Format::Tgf });
        }
        text.push_str(&name);
        text.push('\n');
    }
    text.push_str("#\n");
    for (attacker, attacked) in framework.attacks() {
        names.push(&mut text, attacker);
        text.push(' ');
        names.push(&mut text, attacked);
        text.push('\n');
    }
    Ok(text)
}
