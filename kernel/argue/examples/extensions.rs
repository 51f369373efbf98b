//! Prints the preferred extensions and the disputed arguments of a Dung framework.
//!
//! ```text
//! cargo run -p faultline-argue --example extensions -- FILE
//! ```
//!
//! The file may be in ICCMA'23 (`.af`), ASPARTIX (`.apx`) or trivial graph format (`.tgf`). Without
//! a file, a built-in framework is used.
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;
use std::{env, fs};

use faultline_argue::format::{Format, Names, read_dung};
use faultline_argue::{Preferred, Semantics, extensions};

/// The Nixon diamond with two more arguments.
const NIXON: &str = "arg(quaker). arg(republican). arg(hawk). arg(votes).
att(quaker,republican). att(republican,quaker).
att(quaker,hawk). att(republican,hawk). att(hawk,votes).
";

/// The most extensions to print.
const MOST: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let (bytes, extension) = match env::args().nth(1) {
        Some(path) => (fs::read(&path)?, path.rsplit_once('.').map(|(_, end)| end.to_owned())),
        None => (NIXON.into(), None),
    };
    let format = Format::detect(extension.as_deref(), &bytes)?;
    let file = read_dung(&bytes, format)?;
    println!("{} arguments", file.framework.len());

    let preferred = Preferred::of(&file.framework);
    println!("{} preferred extensions", preferred.count());
    for extension in extensions(&file.framework, Semantics::Preferred).take(MOST) {
        println!("  {}", list(&file.names, &extension));
    }
    let accepted = preferred.accepted();
    println!("in all of them: {}", list(&file.names, &accepted.skeptical));
    println!("disputed: {}", list(&file.names, &accepted.disputed()));
    Ok(())
}

fn list(names: &Names, arguments: &[usize]) -> String {
    let names: Vec<_> = arguments.iter().map(|&a| names.name(a)).collect();
    format!("{{{}}}", names.join(", "))
}
