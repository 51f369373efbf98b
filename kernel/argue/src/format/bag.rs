//! Bipolar frameworks as Uncertainpy reads them: `arg(a, 0.5).`, `att(a, b).` and `sup(a, b).`, in any order.
//!
//! The full stop may be missing at the end of a line.

use std::fmt::Write as _;

use super::facts::{Fact, Facts, Stop, check};
use super::fault::{offset, position, quoted};
use super::mentions::Mentions;
use super::{
    Asked, Bearing, Bipolar, BipolarError, BipolarFile, Cause, Format, FormatError, Influence,
    LeftOut, Names, Unwritable,
};
use crate::unit::Strength;

/// Reads a framework; its arguments come in the order in which they are declared.
pub(super) fn read(text: &str) -> Result<BipolarFile, FormatError> {
    let mut told = Told::default();
    let ended = Facts::new(text, Stop::Optional).try_for_each(|fact| told.take(text, &fact?));
    let Told { mentions, scores, bearings } = told;
    let (pairs, names) = mentions.resolved(text, ended)?;
    let influence = |((source, target), (bearing, _)): (_, &(Bearing, usize))| Influence {
        bearing: *bearing,
        ..Influence::attack(source, target)
    };
    let influences: Vec<Influence> = pairs.into_iter().zip(&bearings).map(influence).collect();
    let framework = Bipolar::new(&scores, influences.iter().copied())
        .map_err(|error| misfit(&error, text, &names, &influences, &bearings))?;
    let (asked, left_out) = (Asked::default(), LeftOut::default());
    Ok(BipolarFile { framework, influences, names, asked, left_out })
}

/// What the statements of a text tell.
#[derive(Debug, Default)]
struct Told<'t> {
    mentions: Mentions<'t>,
    scores: Vec<Strength>,
    /// The bearing of each influence and where the text tells it. *Units*: bytes.
    bearings: Vec<(Bearing, usize)>,
}

impl<'t> Told<'t> {
    fn take(&mut self, text: &str, fact: &Fact<'t>) -> Result<(), FormatError> {
        let bearing = match fact.word {
            "arg" => {
                self.mentions.declare(fact.first);
                self.scores.push(score(text, fact)?);
                return Ok(());
            }
            "att" => Bearing::Attack,
            "sup" => Bearing::Support,
            _ => {
                let known = "`arg`, `att` and `sup`";
                return Err(fact.unknown(text, &["arg", "att", "sup"], known));
            }
        };
        let remedy = "name who bears, then who is borne upon: `sup(a, b).`";
        let (source, target) = fact.pair(text, remedy)?;
        self.mentions.mean(source);
        self.mentions.mean(target);
        self.bearings.push((bearing, offset(text, fact.word)));
        Ok(())
    }
}

fn score(text: &str, fact: &Fact) -> Result<Strength, FormatError> {
    let (_, score) = fact.pair(text, "give the argument a score: `arg(a, 0.5).`")?;
    let strength = score.parse().ok().and_then(|score: f64| Strength::new(score).ok());
    strength.ok_or_else(|| {
        Cause::OutsideUnit { what: "the score", value: quoted(score) }.at(text, score)
    })
}

/// Brings what is wrong with the framework to its place in the file.
fn misfit(
    error: &BipolarError,
    text: &str,
    names: &Names,
    influences: &[Influence],
    bearings: &[(Bearing, usize)],
) -> FormatError {
    let (from, to) = match *error {
        BipolarError::Duplicate { from, to } | BipolarError::Contradictory { from, to } => {
            (from, to)
        }
        BipolarError::TooLarge { count } => {
            return Cause::TooMany { count: count.to_string() }.at_offset(text, 0);
        }
        BipolarError::UnknownArgument { .. } => unreachable!("every name is an argument's"),
    };
    let mut same = (0..influences.len())
        .filter(|&i| (influences[i].source, influences[i].target) == (from, to));
    let [first, second] = [same.next(), same.next()].map(|i| i.expect("the pair was given twice"));
    Cause::twice(
        names,
        &influences[first],
        &influences[second],
        position(text, bearings[first].1).0,
    )
    .at_offset(text, bearings[second].1)
}

/// Writes a framework, its influences in the order in which they were read.
pub(super) fn write(file: &BipolarFile) -> Result<String, Unwritable> {
    let BipolarFile { framework, influences, names, asked, .. } = file;
    check(names, Format::Bag)?;
    if *asked != Asked::default() {
        return Err(Unwritable::Asked);
    }
    let mut text = String::new();
    for a in 0..framework.len() {
        text.push_str("arg(");
        names.push(&mut text, a);
        writeln!(text, ", {}).", framework.base_score(a).value())
            .expect("a text takes all that is written");
    }
    for &Influence { source, target, bearing, weight } in influences {
        if weight.value() < 1.0 {
            return Err(Unwritable::Weighted);
        }
        text.push_str(match bearing {
            Bearing::Attack => "att(",
            Bearing::Support => "sup(",
        });
        names.push(&mut text, source);
        text.push_str(", ");
        names.push(&mut text, target);
        text.push_str(").\n");
    }
    Ok(text)
}
