//! `[modes.<label>]` of a manifest: which protocols are run, with which parameters.

use std::collections::BTreeMap;

use toml::Spanned;

use crate::format::fault::Faults;
use crate::format::suggestion;
use crate::format::toml_table::Table;
use crate::format::topic::name;
use crate::mode::{Belief, Gradual, Graph, Mode, ModeName, Single};
use crate::vocabulary::ExperimentId;

/// Reads all modes; nothing where one of them is at fault.
///
/// A label is the name of its mode, unless the key `mode` says which mode a label of the writer's choice stands for.
pub(super) fn read(table: &mut Table<'_>, faults: &mut Faults) -> Option<BTreeMap<String, Mode>> {
    let header = table.table("modes", faults)?;
    let entries = header.named_tables(faults);
    if header.is_empty() && !header.has_syntax_errors() {
        let fault = header.source().whole("the manifest names no mode");
        let names = suggestion::listed(&ModeName::ALL.map(ModeName::name));
        faults
            .push(fault.with_help(format!("add a table such as `[modes.graph]`; modes: {names}")));
    }
    let wanted = entries.len();
    let mut modes: BTreeMap<String, Mode> = BTreeMap::new();
    for (label, entry) in entries {
        let Some((name, mode)) = mode(&label, entry, faults) else { continue };
        if let Some((same, _)) = modes.iter().find(|(_, other)| **other == mode) {
            let message =
                format!("`{same}` and `{name}` are the same mode with the same parameters");
            let help = "they are one debate under two labels: change a parameter, or take one out; `replicates` repeats debates";
            let fault = header.source().error(label.span(), message).as_warning();
            faults.push(fault.with_help(help));
        }
        modes.insert(name, mode);
    }
    (wanted > 0 && modes.len() == wanted).then_some(modes)
}

fn mode(
    label: &Spanned<String>,
    mut table: Table<'_>,
    faults: &mut Faults,
) -> Option<(String, Mode)> {
    let sound = name::<ExperimentId>(table.source(), label, faults);
    let written = table.optional_text("mode", faults);
    let named = written.as_ref().unwrap_or(label);
    let Some(mode) = ModeName::from_name(named.get_ref()) else {
        let names = ModeName::ALL.map(ModeName::name);
        let message = format!("no mode is named `{}`", named.get_ref());
        let remedy = suggestion::remedy(named.get_ref(), "modes", &names);
        faults.push(table.source().error(named.span(), message).with_help(remedy));
        return None;
    };
    let mode = match mode {
        ModeName::Single => single(&mut table, faults),
        ModeName::Graph => graph(&mut table, faults),
        ModeName::Belief => belief(&mut table, faults),
    };
    table.finish(&format!("in [modes.{}]", label.get_ref()), faults);
    sound.map(|_| (label.get_ref().clone(), mode))
}

fn single(table: &mut Table<'_>, faults: &mut Faults) -> Mode {
    let default = Single::default();
    Mode::Single(Single { cruxes: count(table, "cruxes", 1, 10, default.cruxes, faults) })
}

fn graph(table: &mut Table<'_>, faults: &mut Faults) -> Mode {
    let default = Graph::default();
    let rounds = table.number("max_rounds", 1..=10, u64::from(default.max_rounds), faults);
    Mode::Graph(Graph {
        max_rounds: u32::try_from(rounds).expect("the range ends at 10"),
        max_claims: count(table, "max_claims", 2, 4, default.max_claims, faults),
    })
}

fn belief(table: &mut Table<'_>, faults: &mut Faults) -> Mode {
    let default = Belief::default();
    let rounds = table.number("max_rounds", 1..=5, u64::from(default.max_rounds), faults);
    let named = Gradual::ALL.map(|semantics| (semantics.name(), semantics));
    Mode::Belief(Belief {
        max_rounds: u32::try_from(rounds).expect("the range ends at 5"),
        semantics: table.optional_choice("semantics", &named, faults).unwrap_or(default.semantics),
    })
}

fn count(
    table: &mut Table<'_>,
    key: &'static str,
    from: u64,
    to: u64,
    default: usize,
    faults: &mut Faults,
) -> usize {
    let number = table.number(key, from..=to, default as u64, faults);
    usize::try_from(number).expect("a small range fits every machine")
}
