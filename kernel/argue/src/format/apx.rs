//! ASPARTIX: `arg(a).` for each argument, `att(a,b).` for each attack, in any order.

use super::facts::{Fact, Facts, Stop, check};
use super::fault::found;
use super::mentions::Mentions;
use super::{Cause, DungFile, Format, FormatError, Framework, Names, Unwritable, gathered};

const KNOWN: &str = "`arg` and `att`; a framework with supports is a .bag file";

/// Reads a framework; its arguments come in the order in which they are declared.
pub(super) fn read(text: &str) -> Result<DungFile, FormatError> {
    let mut mentions = Mentions::default();
    let ended =
        Facts::new(text, Stop::Needed).try_for_each(|fact| mention(text, &fact?, &mut mentions));
    let (attacks, names) = mentions.resolved(text, ended)?;
    let (framework, left_out) = gathered(names.len(), attacks);
    Ok(DungFile { framework, names, left_out })
}

fn mention<'t>(
    text: &str,
    fact: &Fact<'t>,
    mentions: &mut Mentions<'t>,
) -> Result<(), FormatError> {
    match fact.word {
        "arg" if fact.second.is_empty() => mentions.declare(fact.first),
        "arg" => {
            let (wanted, found) = ("`)`", found(fact.second));
            let remedy = "write the name alone; a framework with scores is a .bag file";
            return Err(Cause::Expected { wanted, found, remedy }.at(text, fact.second));
        }
        "att" => {
            let remedy = "name who attacks, then who is attacked: `att(a,b).`";
            let (attacker, attacked) = fact.pair(text, remedy)?;
            mentions.mean(attacker);
            mentions.mean(attacked);
        }
        _ => return Err(fact.unknown(text, &["arg", "att"], KNOWN)),
    }
    Ok(())
}

/// Writes a framework, its attacks in ascending order.
pub(super) fn write(framework: &Framework, names: &Names) -> Result<String, Unwritable> {
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
