//! The colours and the frame of a chart: plotters writes fixed colours, pages have their own.

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// plotters has whole numbers as coordinates; four of them are one pixel of the finished chart.
pub(super) const FINE: i32 = 4;
/// The size of the text, in pixels.
pub(super) const TYPE: f64 = 11.0;

/// Pixels of the finished chart in units of plotters.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a chart has fewer pixels than an i32 can count"
)]
pub(super) fn fine(pixels: f64) -> i32 {
    (pixels * f64::from(FINE)).round() as i32
}

/// The area that a chart is drawn on.
pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// What a mark is drawn with. plotters gets a colour that represents it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ink {
    Grid,
    Muted,
    Palette(usize),
}

/// The variables of the palette of the page, with the value outside of a page.
const PALETTE: [(&str, &str); 8] = [
    ("--link", "#00568a"),
    ("--attack", "#a33c00"),
    ("--support", "#00664b"),
    ("--undercut", "#8a3f6c"),
    ("--crux", "#7a4f00"),
    ("--p6", "#2f5db3"),
    ("--p2", "#5a680f"),
    ("--p5", "#4b5b6b"),
];

impl Ink {
    pub(super) fn stroke(self, pixels: f64) -> ShapeStyle {
        self.colour().stroke_width(fine(pixels).unsigned_abs())
    }

    pub(super) fn fill(self) -> ShapeStyle {
        self.colour().filled()
    }

    pub(super) fn text(self, across: HPos, along: VPos) -> TextStyle<'static> {
        // plotters divides the size by 1.24 when it writes SVG.
        let font = ("sans-serif", TYPE * f64::from(FINE) * 1.24).into_font();
        let color = self.colour().to_backend_color();
        TextStyle { pos: Pos::new(across, along), color, ..TextStyle::from(font) }
    }

    fn colour(self) -> RGBColor {
        RGBColor(0, 0, self.number())
    }

    fn number(self) -> u8 {
        match self {
            Self::Grid => 1,
            Self::Muted => 2,
            Self::Palette(number) => 3 + u8::try_from(number % PALETTE.len()).unwrap_or(0),
        }
    }

    fn variable(self) -> (&'static str, &'static str) {
        match self {
            Self::Grid => ("--line", "#d8d8d1"),
            Self::Muted => ("--muted", "#555e68"),
            Self::Palette(number) => PALETTE[number % PALETTE.len()],
        }
    }
}

/// Replaces the colours and fonts that plotters wrote by those of the page, and gives the drawing
/// its size, its title and its description.
pub(super) fn recolour(
    drawn: &str,
    title: &str,
    description: &str,
    [width, height]: [u32; 2],
) -> String {
    let mut body = match drawn.split_once('\n') {
        Some((_, body)) => body.to_owned(),
        None => String::new(),
    };
    let palette = (0..PALETTE.len()).map(Ink::Palette);
    for ink in [Ink::Grid, Ink::Muted].into_iter().chain(palette) {
        let (name, value) = ink.variable();
        let written = format!("\"#0000{:02X}\"", ink.number());
        body = body.replace(&written, &format!("\"var({name},{value})\""));
    }
    let sans = "font-family=\"Inter,system-ui,sans-serif\"";
    body = body.replace("font-family=\"sans-serif\"", sans).replace(" opacity=\"1\"", "");
    // Text covers the lines behind it.
    let halo = "<text paint-order=\"stroke\" stroke=\"var(--bg,#fdfdfb)\" stroke-width=\"14\" ";
    body = body.replace("<text ", halo);
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let (title, description) = (escape(title), escape(description.trim_end()));
    let [wide, high] = [width, height].map(|pixels| pixels * FINE.unsigned_abs());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {wide} {high}\">\n<title>{title}</title>\n<desc>{description}</desc>\n{body}"
    )
}
