// Searches the index of the site, whose files it loads as scripts once the reader types: a folder answers no other request.
(function () {
  "use strict";

  var form = document.getElementById("search");
  var input = form.querySelector("input");
  var part = form.querySelector("select");
  var status = form.querySelector("output");
  var list = document.getElementById("found");
  var most = 50;
  // The entries of each file, by its address; false while it is being loaded.
  var loaded = {};

  function plain(text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }

  window.faultlineEntries = function (file, rows) {
    loaded[file] = rows.map(function (row) { return { row: row, words: plain(row[0] + " " + row[1]) }; });
  };

  function files() {
    var chosen = Array.prototype.slice.call(part.selectedOptions[0].value ? part.selectedOptions : part.options);
    return chosen.map(function (option) { return option.value.split(" "); }).flat().filter(Boolean);
  }

  function load(file) {
    var script = document.createElement("script");
    loaded[file] = false;
    script.src = file;
    script.onload = search;
    script.onerror = function () {
      loaded[file] = [];
      status.textContent = "A file of the index is missing: " + file;
    };
    document.head.appendChild(script);
  }

  function shown(entry) {
    var item = document.createElement("li");
    var link = document.createElement("a");
    var note = document.createElement("span");
    link.href = entry.row[2];
    link.textContent = entry.row[0];
    note.className = "meta";
    note.textContent = entry.row[1];
    item.append(link, " ", note);
    return item;
  }

  function search() {
    var words = plain(input.value).split(/\s+/).filter(Boolean);
    var all = files();
    list.textContent = "";
    status.textContent = "";
    if (words.length === 0) { return; }
    all.filter(function (file) { return !(file in loaded); }).forEach(load);
    if (all.some(function (file) { return !loaded[file]; })) {
      status.textContent = "Loading the index …";
      return;
    }
    var found = all.map(function (file) { return loaded[file]; }).flat().filter(function (entry) {
      return words.every(function (word) { return entry.words.includes(word); });
    });
    status.textContent = found.length === 1 ? "1 result" : found.length + " results";
    if (found.length > most) { status.textContent += "; the first " + most + " are shown. Another word leaves fewer."; }
    found.slice(0, most).forEach(function (entry) { list.appendChild(shown(entry)); });
  }

  function remember() {
    try { history.replaceState(null, "", "#q=" + encodeURIComponent(input.value)); } catch (refused) { return; }
  }

  function fromAddress() {
    var match = /^#q=(.*)$/.exec(location.hash);
    if (match) {
      input.value = decodeURIComponent(match[1]);
      search();
    }
  }

  form.hidden = false;
  form.addEventListener("submit", function (event) { event.preventDefault(); search(); });
  input.addEventListener("input", function () { remember(); search(); });
  part.addEventListener("change", search);
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
})();
