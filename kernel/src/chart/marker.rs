//! The marks at the points of a line: lines differ in shape, and not only in colour.

use plotters::prelude::*;

use super::ink::{Area, Ink, fine};
use super::stroke::Stroke;

/// A mark at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marker {
    /// A small dot, for lines that results are compared with.
    Dot,
    /// A disc.
    Disc,
    /// A square.
    Square,
    /// A triangle that points upwards.
    Triangle,
    /// A square that is turned by 45 degrees.
    Diamond,
}

impl Marker {
    pub(super) fn of(stroke: Stroke) -> Self {
        match stroke {
            Stroke::Reference => Self::Dot,
            Stroke::Result(number) => {
                [Self::Disc, Self::Square, Self::Triangle, Self::Diamond][number % 4]
            }
        }
    }

    /// Draws the marker around a pixel.
    pub(super) fn draw(
        self,
        root: &Area<'_>,
        (x, y): (i32, i32),
        ink: Ink,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let around = |corners: &[(f64, f64)]| {
            let corners = corners.iter().map(|(dx, dy)| (x + fine(*dx), y + fine(*dy)));
            Polygon::new(corners.collect::<Vec<_>>(), ink.fill())
        };
        let disc = |radius: f64| Circle::new((x, y), fine(radius), ink.fill());
        match self {
            Self::Dot => root.draw(&disc(1.5))?,
            Self::Disc => root.draw(&disc(2.75))?,
            Self::Square => {
                root.draw(&around(&[(-2.4, -2.4), (2.4, -2.4), (2.4, 2.4), (-2.4, 2.4)]))?;
            }
            Self::Triangle => root.draw(&around(&[(0.0, -3.4), (3.3, 2.4), (-3.3, 2.4)]))?,
            Self::Diamond => {
                root.draw(&around(&[(0.0, -3.5), (3.5, 0.0), (0.0, 3.5), (-3.5, 0.0)]))?;
            }
        }
        Ok(())
    }
}
