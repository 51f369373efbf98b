//! Lines over the rounds of a debate, as SVG.

use super::super::display::escaped;
use crate::view::Plot;
use crate::vocabulary::PersonaId;

/// Writes a chart. `rules` is the style that comes with it; `hue` is the class of a persona's
/// colour.
pub(super) fn svg(
    prefix: &str,
    title: &str,
    rules: &str,
    plot: &Plot,
    hue: impl Fn(&PersonaId) -> String,
) -> String {
    let Plot { width, height, label_start, description, stage_line, .. } = plot;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fl\" role=\"img\" aria-labelledby=\"{prefix}-svg {prefix}-desc\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\"><title id=\"{prefix}-svg\">{}</title><desc id=\"{prefix}-desc\">{}</desc>{rules}",
        escaped(title),
        escaped(description)
    );
    let grid = plot.grid.iter().map(|tick| {
        let (at, text) = (&tick.at, escaped(&tick.text));
        format!(
            "<rect class=\"m\" x=\"34\" y=\"{at}\" width=\"430\" height=\"1\"/>\
             <text class=\"c\" x=\"26\" y=\"{at}\" dy=\"4\" text-anchor=\"end\">{text}</text>"
        )
    });
    let stages = plot.stages.iter().map(|tick| {
        let (at, text) = (&tick.at, escaped(&tick.text));
        format!(
            "<text class=\"c\" x=\"{at}\" y=\"{stage_line}\" text-anchor=\"middle\">{text}</text>"
        )
    });
    let lines = plot.lines.iter().map(|line| {
        let (hue, path, dashes, marks) = (hue(&line.persona), &line.path, line.dashes, &line.marks);
        let (at, text) = (&line.label.at, escaped(&line.label.text));
        // A page that shows the notebook leaves colours out. The class `tie` has one that is left.
        format!(
            "<g class=\"tie{hue}\" style=\"--e:var(--p,var(--text))\"><path class=\"l\" d=\"{path}\" stroke-dasharray=\"{dashes}\"/>\
             <path class=\"h\" d=\"{marks}\"/><text class=\"v\" x=\"{label_start}\" y=\"{at}\">{text}</text></g>"
        )
    });
    svg.extend(grid.chain(stages).chain(lines));
    svg + "</svg>"
}
