//! ASPARTIX: `arg(a).` for each argument, `att(a,b).` for each attack, in any order.

use super::content::{DungFile, gathered};
use super::error::{Cause, FormatError, found};
use super::facts::{Fact, Facts, FullStop, check};
use super::kind::Format;
use super::name_resolution::NameResolution;
use super::names::Names;
use super::write_error::WriteError;
use crate::Framework;

const KNOWN: &str = "`arg` and `att`; a file with supports is a .bag file";

/// Reads a framework; its arguments are in the order of their declarations.
pub(super) fn read(text: &str) -> Result<DungFile, FormatError> {
    let mut mentions = NameResolution::default();
    let ended = Facts::new(text, FullStop::Required)
        .try_for_each(|fact| mention(text, &fact?, &mut mentions));
    let (attacks, names) = mentions.resolved(text, ended)?;
    let (framework, ignored) = gathered(names.len(), attacks);
    Ok(DungFile { framework, names, ignored })
}

fn mention<'t>(
    text: &str,
    fact: &Fact<'t>,
    mentions: &mut NameResolution<'t>,
) -> Result<(), FormatError> {
    match fact.word {
        "arg" if fact.second.is_empty() => mentions.declare(fact.first),
        "arg" => {
            let (wanted, found) = ("`)`", found(fact.second));
            let remedy = "write only the name; a file with base scores is a .bag file";
            return Err(Cause::Expected { wanted, found, remedy }.at(text, fact.second));
        }
        "att" => {
            let remedy = "write the attacker and the attacked argument: `att(a,b).`";
            let (attacker, attacked) = fact.pair(text, remedy)?;
            mentions.mean(attacker);
            mentions.mean(attacked);
        }
        _ => return Err(fact.unknown(text, &["arg", "att"], KNOWN)),
    }
    Ok(())
}

/// Writes a framework, its attacks in ascending order.
pub(super) fn write(framework: &Framework, names: &Names) -> Result<String, WriteError> {
    check(names, Format::Apx)?;
    let mut text = String::new();
    for a in 0..names.len() {
        text.push_str("arg(");
        names.push(&mut text, a);
        text.push_str(").\n");
    }
    for (attacker, attacked) in framework.attacks() {
        text.push_str("att(");
        names.push(&mut text, attacker);
        text.push(',');
        names.push(&mut text, attacked);
        text.push_str(").\n");
    }
    Ok(text)
}
