//! The choices that a manifest makes by name.

use crate::mode::parameters::choice;

choice! {
    /// Whether claims are checked, and whether a false claim rejects a speech.
    FactCheck {
        /// No claim is checked.
        Off = "off", "off";
        /// Every claim is checked, and the verdicts are shown with the speech.
        Standard = "standard", "standard";
        /// As [`Self::Standard`], and a false claim or reason rejects the speech.
        Strict = "strict", "strict";
    }
}

choice! {
    /// Where the fact checker looks for passages.
    EvidenceSource {
        /// In the evidence that the project holds on the topic.
        Files = "files", "files of the project";
        /// On the web, with a search for each claim.
        Tavily = "tavily", "the web, searched by Tavily";
    }
}

choice! {
    /// Which side a persona argues for.
    Sides {
        /// That of its own answer to the topic's question.
        Fixed = "fixed", "fixed";
        /// One that the seed draws.
        Drawn = "drawn", "drawn";
    }
}
