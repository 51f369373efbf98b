// Adds to pages that are complete without it: arrow keys on a drawing for the rounds of a graph, the round in the address,
// folds that open when a link leads into them, and open folds in print.
(function () {
  "use strict";

  function hashRound() {
    var match = /^#r=(\d+)$/.exec(location.hash);
    return match ? match[1] : null;
  }

  function scrubber(set) {
    var radios = Array.prototype.slice.call(set.querySelectorAll("input[type=radio]"));

    function shown() {
      return radios.findIndex(function (radio) { return radio.checked; });
    }
    function show(index, remember) {
      var radio = radios[Math.max(0, Math.min(radios.length - 1, index))];
      radio.checked = true;
      if (remember) {
        try { history.replaceState(null, "", "#r=" + radio.value); } catch (refused) { location.hash = "r=" + radio.value; }
      }
    }
    function fromAddress() {
      var round = hashRound();
      var index = radios.findIndex(function (radio) { return radio.value === round; });
      if (index >= 0) {
        show(index, false);
        set.scrollIntoView();
      }
    }

    radios.forEach(function (radio, index) {
      radio.addEventListener("change", function () { show(index, true); });
    });
    var drawing = set.parentElement.querySelector(".drawing");
    if (drawing) {
      drawing.addEventListener("keydown", function (event) {
        if (event.altKey || event.ctrlKey || event.metaKey || drawing.scrollWidth > drawing.clientWidth) { return; }
        var step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (step) {
          event.preventDefault();
          show(shown() + step, true);
        }
      });
    }
    fromAddress();
    window.addEventListener("hashchange", fromAddress);
  }

  // Opens the folds around the place that the address names, so that a link never leads to something hidden.
  function reveal() {
    var target = location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) { return; }
    var opened = false;
    for (var place = target; place; place = place.parentElement) {
      if (place.tagName === "DETAILS" && !place.open) {
        place.open = true;
        opened = true;
      }
    }
    if (opened) { target.scrollIntoView(); }
  }

  var closed = [];
  window.addEventListener("beforeprint", function () {
    closed = Array.prototype.slice.call(document.querySelectorAll("details:not([open])"));
    closed.forEach(function (fold) { fold.open = true; });
  });
  window.addEventListener("afterprint", function () {
    closed.forEach(function (fold) { fold.open = false; });
  });

  document.querySelectorAll(".scrub").forEach(scrubber);
  window.addEventListener("hashchange", reveal);
  reveal();
})();
