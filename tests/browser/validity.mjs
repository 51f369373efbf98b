// What html-validate checks in the pages of a site. A rule is off only with its reason beside it.
export default {
  root: true,
  extends: ["html-validate:recommended"],
  rules: {
    // Browsers read `<!doctype html>` in any case.
    "doctype-style": "off",
    // A title is the question and the personas; to cut it would make tabs and bookmarks alike.
    "long-title": "off",
    // A chart sets its own width and colours, and the output of a notebook is its author's.
    "no-inline-style": "off",
    // A wide table scrolls within a region, which is named for the keyboard but is not a section of the page.
    "prefer-native-element": ["error", { exclude: ["region"] }],
  },
};
