//! Trivial graph format: an argument a line, a line `#`, then an attack `a b` a line.

use super::fault::{found, offset, position, quoted};
use super::line::lines;
use super::names::{Symbols, is_nameable};
use super::{
    Cause, DungFile, Format, FormatError, Framework, LeftOut, Names, Unwritable, gathered,
};

/// Reads a framework; labels behind the names are counted, not kept.
pub(super) fn read(text: &str) -> Result<DungFile, FormatError> {
    let mut symbols = Symbols::of(text);
    let mut lines = lines(text);
    let mut labels = 0;
    loop {
        let Some(line) = lines.next() else {
            return Err(Cause::NoSeparator.at_offset(text, text.len()));
        };
        if line == "#" {
            break;
        }
        let (name, label) = line.split_once([' ', '\t']).unwrap_or((line, ""));
        check(text, name)?;
        labels += usize::from(!label.is_empty());
        symbols.declare(name).map_err(|first| {
            // Without the line that parts them, attacks look like arguments with labels.
            if !lines.any(|line| line == "#") {
                return Cause::NoSeparator.at_offset(text, text.len());
            }
            let (line, _) = position(text, offset(text, first));
            Cause::NameTwice { name: quoted(name), line }.at(text, name)
        })?;
    }
    let names = Names::listed(symbols.declared().iter().copied());
    let mut attacks = Vec::new();
    for line in lines {
        let (attacker, rest) = line.split_once([' ', '\t']).unwrap_or((line, &line[line.len()..]));
        let rest = rest.trim_ascii_start();
        let (attacked, label) = rest.split_once([' ', '\t']).unwrap_or((rest, ""));
        labels += usize::from(!label.is_empty());
        let argument = |name: &str| {
            symbols.argument(name).ok_or_else(|| {
                if name.is_empty() {
                    let found = found(&text[offset(text, name)..]);
                    let wanted = "the name of an argument";
                    let remedy = "write an attack as two names, such as `a b`";
                    return Cause::Expected { wanted, found, remedy }.at(text, name);
                }
                Cause::UnknownName { name: quoted(name), nearest: names.nearest(name) }
                    .at(text, name)
            })
        };
        attacks.push((argument(attacker)?, argument(attacked)?));
    }
    let (framework, left_out) = gathered(names.len(), attacks);
    Ok(DungFile { framework, names, left_out: LeftOut { labels, ..left_out } })
}

fn check(text: &str, name: &str) -> Result<(), FormatError> {
    if let Some((at, character)) = name.char_indices().find(|&(_, c)| !is_nameable(c)) {
        return Err(Cause::Unseen { character: character.into() }.at(text, &name[at..]));
    }
    if name.starts_with('#') {
        let wanted = "a name or a line with `#` alone";
        let remedy = "put `#` alone on its line; this format has no comments";
        return Err(Cause::Expected { wanted, found: found(name), remedy }.at(text, name));
    }
    Ok(())
}

/// Writes a framework, its attacks in ascending order.
pub(super) fn write(framework: &Framework, names: &Names) -> Result<String, Unwritable> {
    let mut text = String::new();
    for name in names.iter() {
        if name.is_empty() || name.starts_with('#') || !name.chars().all(is_nameable) {
            return Err(Unwritable::Name { name: name.into_owned(), format: Format::Tgf });
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
