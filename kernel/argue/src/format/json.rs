//! Bipolar frameworks as JSON: `n`, `tau`, `edges`, and the optional `weights`, `names` and
//! revision request.

mod keys;

use serde::Serialize;
use serde::de::IgnoredAny;

use self::keys::Keys;
use super::content::{BipolarFile, Request};
use super::error::{Cause, FormatError, position, quoted};
use super::name_resolution::firsts;
use super::names::Names;
use crate::{Bipolar, BipolarError, Influence, InfluenceKind, Strength};

/// Reads a framework.
pub(super) fn read(text: &str) -> Result<BipolarFile, FormatError> {
    let keys: Keys = serde_json::from_str(text).map_err(|error| syntax_error(text, &error))?;
    let (ignored, misspelled) = keys.ignored();
    if let Some((key, nearest)) = misspelled {
        let cause = Cause::UnknownKey { key: quoted(&key), nearest };
        return Err(Location { text, key: &key, entry: None }.error(cause));
    }
    let n = keys.n.ok_or_else(|| missing(text, "n"))?;
    let reader = Reader { text, keys, n };
    let scores = reader.scores()?;
    let influences = reader.influences()?;
    let names = reader.names()?;
    let request = reader.request()?;
    let framework = Bipolar::new(&scores, influences.iter().copied())
        .map_err(|error| reader.located(&error, &names, &influences))?;
    Ok(BipolarFile { framework, influences, names, request, ignored })
}

fn missing(text: &str, key: &'static str) -> FormatError {
    Cause::NoKey { key }.at_offset(text, 0)
}

/// A file whose keys are parsed and whose values are not checked yet.
#[derive(Debug)]
struct Reader<'t> {
    text: &'t str,
    keys: Keys,
    n: usize,
}

impl<'t> Reader<'t> {
    fn location(&self, key: &'t str, entry: impl Into<Option<usize>>) -> Location<'t> {
        Location { text: self.text, key, entry: entry.into() }
    }

    fn length(
        &self,
        key: &'static str,
        found: usize,
        wanted: usize,
        each: &'static str,
    ) -> Result<(), FormatError> {
        let wrong = Cause::Length { key, found, wanted, each };
        if found == wanted { Ok(()) } else { Err(self.location(key, None).error(wrong)) }
    }

    fn argument(&self, index: u64, location: Location) -> Result<usize, FormatError> {
        let known = usize::try_from(index).ok().filter(|&index| index < self.n);
        known.ok_or_else(|| {
            let number = index.to_string();
            location.error(match self.n.checked_sub(1) {
                None => Cause::NoArguments { number },
                Some(last) => Cause::OutsideRange { number, first: 0, last },
            })
        })
    }

    fn scores(&self) -> Result<Vec<Strength>, FormatError> {
        let tau = self.keys.tau.as_ref().ok_or_else(|| missing(self.text, "tau"))?;
        self.length("tau", tau.len(), self.n, "argument")?;
        let unit = |(i, &score)| self.location("tau", i).unit(score, "the base score");
        tau.iter().enumerate().map(unit).collect()
    }

    fn influences(&self) -> Result<Vec<Influence>, FormatError> {
        let edges = self.keys.edges.as_ref().ok_or_else(|| missing(self.text, "edges"))?;
        let weights = self.keys.weights.as_ref();
        self.length("weights", weights.map_or(edges.len(), Vec::len), edges.len(), "edge")?;
        let mut influences = Vec::with_capacity(edges.len());
        for (i, &(source, target, sign)) in edges.iter().enumerate() {
            let location = self.location("edges", i);
            let make = match sign {
                1 => Influence::support,
                -1 => Influence::attack,
                _ => {
                    let (wanted, found) = ("the sign of an edge", format!("`{sign}`"));
                    let remedy = "write 1 for support or -1 for attack";
                    return Err(location.error(Cause::Expected { wanted, found, remedy }));
                }
            };
            let influence =
                make(self.argument(source, location)?, self.argument(target, location)?);
            influences.push(match weights {
                None => influence,
                Some(weights) => {
                    influence.weighted(self.location("weights", i).unit(weights[i], "the weight")?)
                }
            });
        }
        Ok(influences)
    }

    /// Returns the names of the arguments, or the numbers from 0 if the file has no names.
    fn names(&self) -> Result<Names, FormatError> {
        let Some(names) = &self.keys.names else { return Ok(Names::numbered(0, self.n)) };
        self.length("names", names.len(), self.n, "argument")?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let firsts = firsts(&names);
        if let Some(again) = (0..self.n).find(|&argument| firsts[argument] < argument) {
            let line = self.location("names", firsts[again]).line();
            let twice = Cause::NameTwice { name: quoted(names[again]), line };
            return Err(self.location("names", again).error(twice));
        }
        Ok(Names::listed(names))
    }

    /// Reads the revision request.
    fn request(&self) -> Result<Request, FormatError> {
        let Keys { root, root_key, target, frozen, costs, .. } = &self.keys;
        let mut request = Request::default();
        if let Some(root) = *root {
            request.root = Some(self.argument(root, self.location(root_key, None))?);
        }
        if let Some(target) = *target {
            request.target = Some(self.location("target", None).unit(target, "the target")?);
        }
        for (i, &frozen) in frozen.iter().enumerate() {
            request.frozen.insert(self.argument(frozen, self.location("frozen", i))?);
        }
        if let Some(costs) = costs {
            self.length("costs", costs.len(), self.n, "argument")?;
            for (i, &cost) in costs.iter().enumerate() {
                if !(cost > 0.0 && cost.is_finite()) {
                    let wrong = Cause::Cost { value: cost.to_string() };
                    return Err(self.location("costs", i).error(wrong));
                }
                // The default cost is 1.
                if cost.total_cmp(&1.0).is_ne() {
                    request.costs.insert(i, cost);
                }
            }
        }
        Ok(request)
    }

    /// Converts an error of the framework to an error with a position in the file.
    fn located(
        &self,
        error: &BipolarError,
        names: &Names,
        influences: &[Influence],
    ) -> FormatError {
        let (from, to) = match *error {
            BipolarError::Duplicate { from, to } | BipolarError::Contradictory { from, to } => {
                (from, to)
            }
            BipolarError::TooLarge { count } => {
                let count = count.to_string();
                return self.location("edges", None).error(Cause::TooMany { count });
            }
            BipolarError::UnknownArgument { .. } => unreachable!("every end was checked"),
        };
        let mut same = (0..influences.len())
            .filter(|&i| (influences[i].source, influences[i].target) == (from, to));
        let [first, second] =
            [same.next(), same.next()].map(|i| i.expect("the pair was given twice"));
        let line = self.location("edges", first).line();
        let twice = Cause::twice(names, &influences[first], &influences[second], line);
        self.location("edges", second).error(twice)
    }
}

/// The location of the value of a key, or of an entry of that value, in a JSON object.
#[derive(Debug, Clone, Copy)]
struct Location<'t> {
    text: &'t str,
    key: &'t str,
    entry: Option<usize>,
}

impl Location<'_> {
    fn error(self, cause: Cause) -> FormatError {
        cause.at_offset(self.text, self.find().unwrap_or(0))
    }

    /// Converts the number at this location to the unit interval.
    fn unit(self, value: f64, what: &'static str) -> Result<Strength, FormatError> {
        let wrong = Cause::OutsideUnit { what, value: value.to_string() };
        Strength::new(value).map_err(|_| self.error(wrong))
    }

    fn line(self) -> usize {
        position(self.text, self.find().unwrap_or(0)).0
    }

    /// Returns where the value begins. *Units*: bytes.
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

/// Returns the length of the JSON value at the start of a text.
fn value_len(text: &str) -> Option<usize> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    values.next()?.ok()?;
    Some(values.byte_offset())
}

/// Converts an error of the JSON parser to an error with a position.
fn syntax_error(text: &str, error: &serde_json::Error) -> FormatError {
    let (line, bytes) = (error.line(), error.column());
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    let whole = text.split('\n').nth(line.saturating_sub(1)).unwrap_or("");
    // The column counts the bytes read; the last of them is wrong.
    let before = whole.floor_char_boundary(bytes.saturating_sub(1));
    let column = whole[..before].chars().count() + 1;
    FormatError {
        line: line.max(1),
        column,
        cause: Cause::Json { message: shortened(plain(message)) },
    }
}

/// Replaces technical terms in a message of the JSON parser.
fn plain(message: &str) -> String {
    const PLAIN: [(&str, &str); 6] = [
        ("EOF while parsing a value", "the file ends where a value is expected"),
        ("EOF while parsing", "the file ends in the middle of"),
        ("expected usize", "expected a whole number from 0"),
        ("expected u64", "expected a whole number from 0"),
        ("expected i64", "expected a whole number"),
        ("expected f64", "expected a number"),
    ];
    PLAIN
        .into_iter()
        .fold(message.to_owned(), |message, (word, plain)| message.replace(word, plain))
}

/// Shortens a message of the JSON parser, which may quote a long text of the file.
fn shortened(mut message: String) -> String {
    const LONGEST: usize = 200;
    if message.len() > LONGEST {
        message.truncate(message.floor_char_boundary(LONGEST));
        message.push('…');
    }
    message
}

/// A file as it is written.
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
    let BipolarFile { framework, influences, names, request, .. } = file;
    let n = framework.len();
    let edge = |i: &Influence| {
        let sign = match i.kind {
            InfluenceKind::Attack => -1,
            InfluenceKind::Support => 1,
        };
        (i.source, i.target, sign)
    };
    let is_weighted = influences.iter().any(|i| i.weight.value() < 1.0);
    let has_costs = !request.costs.is_empty();
    let is_named = names.first_number() != Some(0);
    let written = Written {
        n,
        tau: (0..n).map(|a| framework.base_score(a).value()).collect(),
        edges: influences.iter().map(edge).collect(),
        weights: is_weighted.then(|| influences.iter().map(|i| i.weight.value()).collect()),
        names: is_named.then(|| names.iter().map(Into::into).collect()),
        root: request.root,
        target: request.target,
        frozen: request.frozen.iter().copied().collect(),
        costs: has_costs
            .then(|| (0..n).map(|a| request.costs.get(&a).copied().unwrap_or(1.0)).collect()),
    };
    serde_json::to_string(&written).expect("numbers and strings can be written as JSON") + "\n"
}
