//! Computes, revises and explains the strengths of a bipolar framework (QBAF).
//!
//! ```text
//! cargo run -p faultline-argue --example strengths
//! ```
#![expect(clippy::print_stdout, reason = "an example prints its results")]

use std::error::Error;

use faultline_argue::{
    Bipolar, Gradual, Influence, Revision, Sampling, Solver, Strength, attribute, gradient, revise,
    strengths,
};

const NAMES: [&str; 4] = ["thesis", "objection", "evidence", "rebuttal"];

fn main() -> Result<(), Box<dyn Error>> {
    let scores =
        [0.5, 0.6, 0.4, 0.7].into_iter().map(Strength::new).collect::<Result<Vec<_>, _>>()?;
    let influences = [
        Influence::attack(1, 0),  // the objection attacks the thesis
        Influence::support(2, 0), // the evidence supports the thesis
        Influence::attack(3, 1),  // the rebuttal attacks the objection
    ];
    let bipolar = Bipolar::new(&scores, influences)?;

    for gradual in Gradual::ALL {
        let strengths = strengths(&bipolar, gradual)?;
        let values: Vec<String> =
            NAMES.iter().zip(strengths.values()).map(|(name, s)| format!("{name} {s}")).collect();
        println!("{:18} {}", gradual.title(), values.join(", "));
    }

    let semantics = Gradual::DfQuad;
    println!("\nDerivative of the strength of the thesis, {}:", semantics.title());
    for (name, slope) in NAMES.iter().zip(gradient(&bipolar, semantics, 0)?) {
        println!("  {name:10} {slope:+.3}");
    }

    // Which change of the other base scores gives the thesis a strength of 0.8?
    let request = Revision::new(0, Strength::new(0.8)?).freeze([0]);
    let revised = revise(&bipolar, semantics, &request)?;
    println!("\nThe strength of the thesis rises from {} to {}:", revised.before, revised.after);
    for change in &revised.changes {
        println!("  {:10} {} -> {}", NAMES[change.argument], change.before, change.after);
    }

    let sampling = Sampling { permutations: 1_000, seed: 1 };
    let attribution = attribute(&bipolar, semantics, 0, sampling, Solver::continuous())?;
    println!("\nShapley values for the strength of the thesis:");
    for (name, effect) in NAMES.iter().zip(&attribution.arguments.shapley).skip(1) {
        println!("  {name:10} {:+.3}", effect.value().unwrap_or_default());
    }
    for counterfactual in attribution.counterfactuals() {
        println!("{counterfactual}");
    }
    Ok(())
}
