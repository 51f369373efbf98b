//! Bipolar frameworks as Uncertainpy reads them: `arg(a, 0.5).`, `att(a, b).` and `sup(a, b).`, in
//! any order.
//!
//! The full stop is optional at the end of a line.

use std::fmt::Write as _;

use super::content::{BipolarFile, Ignored, Request};
use super::error::{Cause, FormatError, offset, position, quoted};
use super::facts::{Fact, Facts, FullStop, check};
use super::kind::Format;
use super::name_resolution::NameResolution;
use super::names::Names;
use super::write_error::WriteError;
use crate::{Bipolar, BipolarError, Influence, InfluenceKind, Strength};

/// Reads a framework; its arguments are in the order of their declarations.
pub(super) fn read(text: &str) -> Result<BipolarFile, FormatError> {
    let mut content = Content::default();
    let ended =
        Facts::new(text, FullStop::Optional).try_for_each(|fact| content.take(text, &fact?));
    let Content { mentions, scores, kinds } = content;
    let (pairs, names) = mentions.resolved(text, ended)?;
    let influence = |((source, target), (kind, _)): (_, &(InfluenceKind, usize))| Influence {
        kind: *kind,
        ..Influence::attack(source, target)
    };
    let influences: Vec<Influence> = pairs.into_iter().zip(&kinds).map(influence).collect();
    let framework = Bipolar::new(&scores, influences.iter().copied())
        .map_err(|error| located(&error, text, &names, &influences, &kinds))?;
    let (request, ignored) = (Request::default(), Ignored::default());
    Ok(BipolarFile { framework, influences, names, request, ignored })
}

/// The content of the statements read so far.
#[derive(Debug, Default)]
struct Content<'t> {
    mentions: NameResolution<'t>,
    scores: Vec<Strength>,
    /// The kind of each influence and the position of its statement. *Units*: bytes.
    kinds: Vec<(InfluenceKind, usize)>,
}

impl<'t> Content<'t> {
    fn take(&mut self, text: &str, fact: &Fact<'t>) -> Result<(), FormatError> {
        let kind = match fact.word {
            "arg" => {
                self.mentions.declare(fact.first);
                self.scores.push(score(text, fact)?);
                return Ok(());
            }
            "att" => InfluenceKind::Attack,
            "sup" => InfluenceKind::Support,
            _ => {
                let known = "`arg`, `att` and `sup`";
                return Err(fact.unknown(text, &["arg", "att", "sup"], known));
            }
        };
        let remedy = "write the source and the target of the influence: `sup(b, a).`";
        let (source, target) = fact.pair(text, remedy)?;
        self.mentions.mean(source);
        self.mentions.mean(target);
        self.kinds.push((kind, offset(text, fact.word)));
        Ok(())
    }
}

fn score(text: &str, fact: &Fact) -> Result<Strength, FormatError> {
    let (_, score) = fact.pair(text, "write the base score after the name: `arg(a, 0.5).`")?;
    let strength = score.parse().ok().and_then(|score: f64| Strength::new(score).ok());
    strength.ok_or_else(|| {
        Cause::OutsideUnit { what: "the base score", value: quoted(score) }.at(text, score)
    })
}

/// Converts an error of the framework to an error with a position in the file.
fn located(
    error: &BipolarError,
    text: &str,
    names: &Names,
    influences: &[Influence],
    kinds: &[(InfluenceKind, usize)],
) -> FormatError {
    let (from, to) = match *error {
        BipolarError::Duplicate { from, to } | BipolarError::Contradictory { from, to } => {
            (from, to)
        }
        BipolarError::TooLarge { count } => {
            return Cause::TooMany { count: count.to_string() }.at_offset(text, 0);
        }
        BipolarError::UnknownArgument { .. } => unreachable!("every name was resolved"),
    };
    let mut same = (0..influences.len())
        .filter(|&i| (influences[i].source, influences[i].target) == (from, to));
    let [first, second] = [same.next(), same.next()].map(|i| i.expect("the pair was given twice"));
    Cause::twice(names, &influences[first], &influences[second], position(text, kinds[first].1).0)
        .at_offset(text, kinds[second].1)
}

/// Writes a framework, its influences in the order in which they were read.
pub(super) fn write(file: &BipolarFile) -> Result<String, WriteError> {
    let BipolarFile { framework, influences, names, request, .. } = file;
    check(names, Format::Bag)?;
    if *request != Request::default() {
        return Err(WriteError::Request);
    }
    let mut text = String::new();
    for a in 0..framework.len() {
        text.push_str("arg(");
        names.push(&mut text, a);
        writeln!(text, ", {}).", framework.base_score(a).value())
            .expect("writing to a string succeeds");
    }
    for &Influence { source, target, kind, weight } in influences {
        if weight.value() < 1.0 {
            return Err(WriteError::Weighted);
        }
        text.push_str(match kind {
            InfluenceKind::Attack => "att(",
            InfluenceKind::Support => "sup(",
        });
        names.push(&mut text, source);
        text.push_str(", ");
        names.push(&mut text, target);
        text.push_str(").\n");
    }
    Ok(text)
}
