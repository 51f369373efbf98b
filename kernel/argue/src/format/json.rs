//! Bipolar frameworks as JSON: `n`, `tau`, `edges` and, optional, `weights`, `names` and what is asked.

mod keys;

use serde::Serialize;
use serde::de::IgnoredAny;

use self::keys::Keys;
use super::fault::{position, quoted};
use super::mentions::firsts;
use super::{
    Asked, Bearing, Bipolar, BipolarError, BipolarFile, Cause, FormatError, Influence, Names,
};
use crate::unit::Strength;

/// Reads a framework.
pub(super) fn read(text: &str) -> Result<BipolarFile, FormatError> {
    let keys: Keys = serde_json::from_str(text).map_err(|error| broken(text, &error))?;
    let (left_out, misspelt) = keys.left_out();
    if let Some((key, nearest)) = misspelt {
        let cause = Cause::UnknownKey { key: quoted(&key), nearest };
        return Err(Place { text, key: &key, entry: None }.fault(cause));
    }
    let n = keys.n.ok_or_else(|| missing(text, "n"))?;
    let reader = Reader { text, keys, n };
    let scores = reader.scores()?;
    let influences = reader.influences()?;
    let names = reader.names()?;
    let asked = reader.asked()?;
    let framework = Bipolar::new(&scores, influences.iter().copied())
        .map_err(|error| reader.misfit(&error, &names, &influences))?;
    Ok(BipolarFile { framework, influences, names, asked, left_out })
}

fn missing(text: &str, key: &'static str) -> FormatError {
    Cause::NoKey { key }.at_offset(text, 0)
}

/// Is a file whose keys are known, and whose values are being checked.
#[derive(Debug)]
struct Reader<'t> {
    text: &'t str,
    keys: Keys,
    n: usize,
}

impl<'t> Reader<'t> {
    fn place(&self, key: &'t str, entry: impl Into<Option<usize>>) -> Place<'t> {
        Place { text: self.text, key, entry: entry.into() }
    }

    fn length(
        &self,
        key: &'static str,
        found: usize,
        wanted: usize,
        each: &'static str,
    ) -> Result<(), FormatError> {
        let wrong = Cause::Length { key, found, wanted, each };
        if found == wanted { Ok(()) } else { Err(self.place(key, None).fault(wrong)) }
    }

    fn argument(&self, index: u64, place: Place) -> Result<usize, FormatError> {
        let known = usize::try_from(index).ok().filter(|&index| index < self.n);
        known.ok_or_else(|| {
            let number = index.to_string();
            place.fault(match self.n.checked_sub(1) {
                None => Cause::NoArguments { number },
                Some(last) => Cause::OutsideRange { number, first: 0, last },
            })
        })
    }

    fn scores(&self) -> Result<Vec<Strength>, FormatError> {
        let tau = self.keys.tau.as_ref().ok_or_else(|| missing(self.text, "tau"))?;
        self.length("tau", tau.len(), self.n, "argument")?;
        let unit = |(i, &score)| self.place("tau", i).unit(score, "the score");
        tau.iter().enumerate().map(unit).collect()
    }

    fn influences(&self) -> Result<Vec<Influence>, FormatError> {
        let edges = self.keys.edges.as_ref().ok_or_else(|| missing(self.text, "edges"))?;
        let weights = self.keys.weights.as_ref();
        self.length("weights", weights.map_or(edges.len(), Vec::len), edges.len(), "edge")?;
        let mut influences = Vec::with_capacity(edges.len());
        for (i, &(source, target, sign)) in edges.iter().enumerate() {
            let place = self.place("edges", i);
            let make = match sign {
                1 => Influence::support,
                -1 => Influence::attack,
                _ => {
                    let (wanted, found) = ("the sign of an edge", format!("`{sign}`"));
                    let remedy = "write 1 for support or -1 for attack";
                    return Err(place.fault(Cause::Expected { wanted, found, remedy }));
                }
            };
            let influence = make(self.argument(source, place)?, self.argument(target, place)?);
            influences.push(match weights {
                None => influence,
                Some(weights) => {
                    influence.weighted(self.place("weights", i).unit(weights[i], "the weight")?)
                }
            });
        }
        Ok(influences)
    }

    /// Gives the names of the arguments, which are the numbers from 0 where the file has none.
    fn names(&self) -> Result<Names, FormatError> {
        let Some(names) = &self.keys.names else { return Ok(Names::numbered(0, self.n)) };
        self.length("names", names.len(), self.n, "argument")?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let firsts = firsts(&names);
        if let Some(again) = (0..self.n).find(|&argument| firsts[argument] < argument) {
            let line = self.place("names", firsts[again]).line();
            let twice = Cause::NameTwice { name: quoted(names[again]), line };
            return Err(self.place("names", again).fault(twice));
        }
        Ok(Names::listed(names))
    }

    /// Gives what the file asks for besides its framework.
    fn asked(&self) -> Result<Asked, FormatError> {
        let Keys { root, root_key, target, frozen, costs, .. } = &self.keys;
        let mut asked = Asked::default();
        if let Some(root) = *root {
            asked.root = Some(self.argument(root, self.place(root_key, None))?);
        }
        if let Some(target) = *target {
            asked.target = Some(self.place("target", None).unit(target, "the target")?);
        }
        for (i, &frozen) in frozen.iter().enumerate() {
            asked.frozen.insert(self.argument(frozen, self.place("frozen", i))?);
        }
        if let Some(costs) = costs {
            self.length("costs", costs.len(), self.n, "argument")?;
            for (i, &cost) in costs.iter().enumerate() {
                if !(cost > 0.0 && cost.is_finite()) {
                    let wrong = Cause::Cost { value: cost.to_string() };
                    return Err(self.place("costs", i).fault(wrong));
                }
                // What is not named costs 1.
                if cost.total_cmp(&1.0).is_ne() {
                    asked.costs.insert(i, cost);
                }
            }
        }
        Ok(asked)
    }

    /// Brings what is wrong with the framework to its place in the file.
    fn misfit(&self, error: &BipolarError, names: &Names, influences: &[Influence]) -> FormatError {
        let (from, to) = match *error {
            BipolarError::Duplicate { from, to } | BipolarError::Contradictory { from, to } => {
                (from, to)
            }
            BipolarError::TooLarge { count } => {
                let count = count.to_string();
                return self.place("edges", None).fault(Cause::TooMany { count });
            }
            BipolarError::UnknownArgument { .. } => unreachable!("every end was found"),
        };
        let mut same = (0..influences.len())
            .filter(|&i| (influences[i].source, influences[i].target) == (from, to));
        let [first, second] =
            [same.next(), same.next()].map(|i| i.expect("the pair is there twice"));
        let line = self.place("edges", first).line();
        let twice = Cause::twice(names, &influences[first], &influences[second], line);
        self.place("edges", second).fault(twice)
    }
}

/// Is where the value of a key stands, or an entry of it, in a text that is a JSON object.
#[derive(Debug, Clone, Copy)]
struct Place<'t> {
    text: &'t str,
    key: &'t str,
    entry: Option<usize>,
}

impl Place<'_> {
    fn fault(self, cause: Cause) -> FormatError {
        cause.at_offset(self.text, self.find().unwrap_or(0))
    }

    /// Takes the number here for one of the unit interval.
    fn unit(self, value: f64, what: &'static str) -> Result<Strength, FormatError> {
        let wrong = Cause::OutsideUnit { what, value: value.to_string() };
        Strength::new(value).map_err(|_| self.fault(wrong))
    }

    fn line(self) -> usize {
        position(self.text, self.find().unwrap_or(0)).0
    }

    /// Where it begins. *Units*: bytes.
    fn find(self) -> Option<usize> {
        let Self { text, key, entry } = self;
        let past = |at: usize, sign: char| Some(at + text.get(at..)?.find(sign)? + 1);
        let mut at = past(0, '{')?;
        loop {
            let mut names = serde_json::Deserializer::from_str(&text[at..]).into_iter::<String>();
            let name = names.next()?.ok()?;
            at = past(at + names.byte_offset(), ':')?;
            if name == key {
                break;
            }
            at = past(at + value_len(&text[at..])?, ',')?;
        }
        if let Some(entry) = entry {
            at = past(at, '[')?;
            for _ in 0..entry {
                at = past(at + value_len(&text[at..])?, ',')?;
            }
        }
        Some(at + text[at..].len() - text[at..].trim_ascii_start().len())
    }
}

/// How far it is to the end of the value with which a text begins.
fn value_len(text: &str) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

/// Brings what the JSON reader says to its place.
fn broken(text: &str, error: &serde_json::Error) -> FormatError {
    let (line, bytes) = (error.line(), error.column());
    let told = error.to_string();
    let told = told.rsplit_once(" at line ").map_or(told.as_str(), |(told, _)| told);
    let whole = text.split('\n').nth(line.saturating_sub(1)).unwrap_or("");
    // Its columns count bytes read, of which the last is at fault.
    let before = whole.floor_char_boundary(bytes.saturating_sub(1));
    let column = whole[..before].chars().count() + 1;
    FormatError { line: line.max(1), column, cause: Cause::Json { told: shortened(plain(told)) } }
}

/// A message of the JSON reader without the words of programmers.
fn plain(told: &str) -> String {
    const PLAIN: [(&str, &str); 6] = [
        ("EOF while parsing a value", "the file ends where a value has to stand"),
        ("EOF while parsing", "the file ends within"),
        ("expected usize", "expected a whole number from 0"),
        ("expected u64", "expected a whole number from 0"),
        ("expected i64", "expected a whole number"),
        ("expected f64", "expected a number"),
    ];
    PLAIN.into_iter().fold(told.to_owned(), |told, (word, plain)| told.replace(word, plain))
}

/// A message of the JSON reader, which may quote a text of the file.
fn shortened(mut told: String) -> String {
    const LONGEST: usize = 200;
    if told.len() > LONGEST {
        told.truncate(told.floor_char_boundary(LONGEST));
        told.push('…');
    }
    told
}

/// Is a file as it is written.
#[derive(Debug, Serialize)]
struct Written {
    n: usize,
    tau: Vec<f64>,
    edges: Vec<(usize, usize, i8)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<Vec<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    names: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    root: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<Strength>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    frozen: Vec<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    costs: Option<Vec<f64>>,
}

/// Writes a framework on one line, its influences in the order in which they were read.
pub(super) fn write(file: &BipolarFile) -> String {
    let BipolarFile { framework, influences, names, asked, .. } = file;
    let n = framework.len();
    let edge = |i: &Influence| {
        let sign = match i.bearing {
            Bearing::Attack => -1,
            Bearing::Support => 1,
        };
        (i.source, i.target, sign)
    };
    let is_weighted = influences.iter().any(|i| i.weight.value() < 1.0);
    let has_costs = !asked.costs.is_empty();
    let is_named = names.first_number() != Some(0);
    let written = Written {
        n,
        tau: (0..n).map(|a| framework.base_score(a).value()).collect(),
        edges: influences.iter().map(edge).collect(),
        weights: is_weighted.then(|| influences.iter().map(|i| i.weight.value()).collect()),
        names: is_named.then(|| names.iter().map(Into::into).collect()),
        root: asked.root,
        target: asked.target,
        frozen: asked.frozen.iter().copied().collect(),
        costs: has_costs
            .then(|| (0..n).map(|a| asked.costs.get(&a).copied().unwrap_or(1.0)).collect()),
    };
    serde_json::to_string(&written).expect("numbers and texts can be written as JSON") + "\n"
}
