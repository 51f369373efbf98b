//! ASPARTIX: `arg(a).` for each argument, `att(a,b).` for each attack, in any order.

use super::facts::{Facts, Stop, check, resolved};
use super::fault::found;
use super::names::Symbols;
use super::{Cause, DungFile, Format, FormatError, Framework, Names, Unwritable, gathered};

const KNOWN: &str = "`arg` and `att`; a framework with supports is a .bag file";

/// Reads a framework; its arguments come in the order in which they are declared.
pub(super) fn read(text: &str) -> Result<DungFile, FormatError> {
    let mut symbols = Symbols::of(text);
    let mut attacks = Vec::new();
    for fact in Facts::new(text, Stop::Needed) {
        let fact = fact?;
        match fact.word {
            "arg" if fact.second.is_empty() => fact.declare(text, &mut symbols)?,
            "arg" => {
                let (wanted, found) = ("`)`", found(fact.second));
                let remedy = "write the name alone; a framework with scores is a .bag file";
                return Err(Cause::Expected { wanted, found, remedy }.at(text, fact.second));
            }
            "att" => {
                let (attacker, attacked) =
                    fact.pair(text, "name who attacks, then who is attacked: `att(a,b).`")?;
                attacks.push((symbols.number(attacker), symbols.number(attacked)));
            }
            _ => return Err(fact.unknown(text, &["arg", "att"], KNOWN)),
        }
    }
    let (arguments, names) = resolved(text, &symbols)?;
    drop(symbols);
    for (attacker, attacked) in &mut attacks {
        (*attacker, *attacked) = (arguments[*attacker], arguments[*attacked]);
    }
    let (framework, left_out) = gathered(names.len(), attacks);
    Ok(DungFile { framework, names, left_out })
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
