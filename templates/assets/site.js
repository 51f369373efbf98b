// Adds to pages that are complete without it: a slider and arrow keys on a drawing for the rounds of a graph, the round in the
// address, tables in another order, folds that open when a link leads into them, and open folds in print.
(function () {
  "use strict";

  function hashRound() {
    var match = /^#r=(\d+)$/.exec(location.hash);
    return match ? match[1] : null;
  }

  function scrubber(set) {
    var radios = Array.prototype.slice.call(set.querySelectorAll("input[type=radio]"));
    var slider = document.createElement("input");

    function shown() {
      return radios.findIndex(function (radio) { return radio.checked; });
    }
    function show(index, remember) {
      var radio = radios[Math.max(0, Math.min(radios.length - 1, index))];
      radio.checked = true;
      slider.value = shown();
      slider.setAttribute("aria-valuetext", radio.labels[0].textContent);
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
    slider.type = "range";
    slider.className = "rounds";
    slider.max = radios.length - 1;
    slider.setAttribute("aria-label", set.querySelector("legend").textContent);
    slider.addEventListener("input", function () { show(Number(slider.value), true); });
    set.appendChild(slider);
    show(shown(), false);
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

  // The number that a cell begins with; a cell without one comes last.
  function amount(cell) {
    var number = parseFloat(cell.textContent.trim().replace(/,/g, "").replace(/^−/, "-"));
    return isNaN(number) ? -Infinity : number;
  }

  // A head that puts the rows or the columns of a table into the order of its numbers: first the largest above, then below.
  function sorter(heads, head, order) {
    var button = document.createElement("button");
    button.type = "button";
    while (head.firstChild && head.firstChild.className !== "gloss") {
      button.appendChild(head.firstChild);
    }
    head.insertBefore(button, head.firstChild);
    button.addEventListener("click", function () {
      var up = head.getAttribute("aria-sort") === "descending";
      heads.forEach(function (other) { other.removeAttribute("aria-sort"); });
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      order(up ? 1 : -1);
    });
  }

  function sortableRows(table) {
    var heads = table.querySelectorAll("thead th.num");
    var body = table.tBodies[0];
    heads.forEach(function (head) {
      sorter(heads, head, function (sign) {
        var rows = Array.prototype.slice.call(body.rows);
        var at = head.cellIndex;
        rows.sort(function (a, b) { return sign * (amount(a.cells[at]) - amount(b.cells[at])) || 0; });
        rows.forEach(function (row) { body.appendChild(row); });
      });
    });
  }

  // The modes are columns here, so a figure puts these in order.
  function sortableColumns(table) {
    var rows = Array.prototype.slice.call(table.rows);
    var numbers = rows.slice(1).filter(function (row) { return !row.querySelector(".word"); });
    var heads = numbers.map(function (row) { return row.cells[0]; });
    heads.forEach(function (head) {
      sorter(heads, head, function (sign) {
        var own = Array.prototype.slice.call(head.parentElement.cells, 1);
        var order = own.map(function (cell, at) { return [amount(cell), at]; });
        order.sort(function (a, b) { return sign * (a[0] - b[0]) || a[1] - b[1]; });
        rows.forEach(function (row) {
          var cells = Array.prototype.slice.call(row.cells, 1);
          order.forEach(function (place) { row.appendChild(cells[place[1]]); });
        });
      });
    });
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
  document.querySelectorAll("table.sortable").forEach(sortableRows);
  document.querySelectorAll("table.across").forEach(sortableColumns);
  window.addEventListener("hashchange", reveal);
  reveal();
})();
