//! Values shown in the middle of a cell.

use super::cards::Cards;
use super::debate::Debate;
use super::display::{escaped, print, print_mark};
use super::drawing::Drawing;
use super::grid::Grid;
use super::json::Json;
use super::sections::Sections;
use super::store::Debates;
use super::transcript::Transcript;
use super::what_if::{Effect, WhatIf};

/// A value that shows itself in a notebook. The last value of a cell is shown without being asked.
pub trait Show {
    /// Shows the value at this point of the cell.
    fn show(&self);

    /// Shows the value under a name, with which [`update`](Show::update) replaces it.
    fn show_as(&self, name: &str) {
        print_mark("display", &serde_json::json!({ "display_id": name }));
        self.show();
    }

    /// Replaces everything that is shown under a name, in this and in earlier cells. The kernel
    /// `faultline-kernel` can do so; in another kernel the value is shown again.
    fn update(&self, name: &str) {
        print_mark("display", &serde_json::json!({ "display_id": name, "update": true }));
        self.show();
    }
}

macro_rules! shows {
    ($($name:ty),+) => {$(
        impl Show for $name {
            fn show(&self) {
                self.evcxr_display();
            }
        }
    )+};
}

shows!(Cards, Debate, Debates, Drawing, Effect, Grid, Json, Sections, Transcript, WhatIf<'_>);

#[cfg(feature = "run")]
shows!(super::benchmark::Benchmark);

impl Show for str {
    fn show(&self) {
        print(&format!("<pre>{}</pre>", escaped(self)), self);
    }
}

impl Show for String {
    fn show(&self) {
        self.as_str().show();
    }
}

/// Clears what the cell has shown so far, when it shows something again. The kernel
/// `faultline-kernel` can do so.
pub fn clear() {
    print_mark("clear", &serde_json::json!({ "wait": true }));
}
