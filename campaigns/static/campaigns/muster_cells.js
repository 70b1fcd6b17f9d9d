/* The order of battle as a table that is written in: arrows go from value to value; Enter, a press, a letter typed or pasted changes it, Delete
   empties it for that; Enter goes down then, Tab to the right, Escape leaves it as it was. Each value is sent by itself, at once; one that is refused
   stays in its cell, with what is wrong, until it is changed or Escape is pressed. Without this file a press on the name opens all values of a thing. */
"use strict";
(function () {
  const muster = window.muster;
  if (!muster) { return; }
  const box = muster.part("order"), LONG = 4;
  const ENDS = { Home: 0, End: -1 }, WAYS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  let at = null, pending = null, wrongs = 0;

  const table = () => box.querySelector("#muster-table");
  const rows = () => [...table().querySelectorAll("tr[data-thing]")];
  const stop_of = (cell) => (cell && cell.matches("td") ? cell : cell && cell.querySelector("a"));
  const named = (thing, key) => { const row = table() && rows().find((one) => one.dataset.thing === thing); return row && row.querySelector("[data-k=\"" + key + "\"]"); };

  function made_ready() {
    if (!table()) { return; }
    table().setAttribute("role", "grid");
    table().setAttribute("aria-labelledby", "h-oob");
    for (const cell of table().querySelectorAll("td[data-k]")) { cell.tabIndex = -1; }
    const first = at && named(at.thing, at.key) || table().querySelector("td[data-k]");
    if (first && first.matches("td")) { first.tabIndex = 0; }
    const again = pending || [];
    pending = null;
    for (const one of again) { const cell = named(one.thing, one.key); if (cell) { edit(cell, one.value, one.wrong, !one.focused); } }
  }
  function go(cell) {
    const stop = stop_of(cell);
    if (!stop) { return; }
    at = { thing: cell.closest("tr").dataset.thing, key: cell.dataset.k };
    for (const one of table().querySelectorAll("td[tabindex=\"0\"]")) { one.tabIndex = -1; }
    if (cell.matches("td")) { cell.tabIndex = 0; }
    stop.focus({ preventScroll: true });
    muster.bring(stop);
  }
  function next(cell, [down, right]) {
    const all = rows(), row = all.indexOf(cell.closest("tr")), of = (one) => [...one.querySelectorAll("[data-k]")], place = [...cell.parentElement.children].indexOf(cell);
    if (right) { return of(all[row])[of(all[row]).indexOf(cell) + right]; }
    for (let to = row + down; all[to]; to += down) { if (all[to].children[place] && all[to].children[place].matches("[data-k]")) { return all[to].children[place]; } }
    return null;
  }

  /* -- one value ----------------------------------------------------------------------------------------- */

  const value_of = (cell) => ("v" in cell.dataset ? cell.dataset.v : cell.textContent.trim());
  /* typed: what stands in it at first; wrong: why that was refused; still: the focus stays where it is. */
  function edit(cell, typed, wrong, still) {
    const there = cell.querySelector(".cell");
    if (there) { if (!still) { there.focus({ preventScroll: true }); muster.bring(there); } return; } // what was refused is gone on with
    const was = value_of(cell), list = cell.dataset.list && document.getElementById(cell.dataset.list), field = document.createElement(list ? "select" : "input");
    const head = [...table().querySelectorAll("thead th")][[...cell.parentElement.children].indexOf(cell)], kept = [...cell.childNodes];
    field.className = was.length > LONG && !cell.matches("th") || list ? "cell long" : "cell";
    field.setAttribute("aria-label", head.textContent + ", " + cell.closest("tr").querySelector("th").textContent);
    if (list) { field.append(...[...list.options].map((one) => new Option(one.textContent, one.value))); } else { field.maxLength = 80; field.autocomplete = "off"; }
    field.value = typed === undefined ? was : typed;
    cell.replaceChildren(field);
    if (wrong) { tell_wrong(field, wrong); }
    if (!still) { field.focus({ preventScroll: true }); muster.bring(field); if (field.select) { field.select(); } }
    let over = false, keyed = false; // by keys a list is gone through, and saved when it is left
    const leave = () => { over = true; cell.replaceChildren(...kept); };
    const keep = function (below) {
      const value = field.value.trim();
      if (over || wrong && value === typed) { return; } // what was refused stays, until it is changed
      leave();
      if (value === was) { if (wrong) { given_up(); } return; }
      send(cell.closest("tr").dataset.thing, cell.dataset.k, value, below && below.closest("tr").dataset.thing);
    };
    field.addEventListener("blur", () => { if (!pending) { keep(); } });
    field.addEventListener("pointerdown", () => { keyed = false; });
    field.addEventListener("change", () => { if (list && !keyed) { keep(); go(cell); } });
    field.addEventListener("keydown", function (event) {
      keyed = true;
      if (event.key === "Enter") { const below = next(cell, [1, 0]); keep(below); if (over) { go(below || cell); } }
      else if (event.key === "Escape") { leave(); given_up(); go(cell); }
      else if (event.key === "Tab") { const to = next(cell, [0, event.shiftKey ? -1 : 1]); keep(); if (!to) { return; } go(to); }
      else { event.stopPropagation(); return; }
      event.preventDefault();
      event.stopPropagation();
    });
  }
  /* It stands in its cell at once; what is refused is written on there, with what is wrong. below: of which thing the focus has gone down to. */
  function send(thing, key, value, below) {
    const cell = named(thing, key), old = [...cell.childNodes], shows = cell.matches("td") && !cell.dataset.list;
    const back = () => { if (shows && cell.isConnected && !cell.querySelector(".cell")) { cell.replaceChildren(...old); } };
    if (shows) { cell.textContent = value; }
    return muster.send([["act", "save"], ["things", thing], [key, value]], { wrong(said) {
      back();
      const now = named(thing, key), here = now && (now.contains(document.activeElement) || [document.body, below && stop_of(named(below, key))].includes(document.activeElement));
      if (now) { edit(now, value, said, !here); }
    } }).then((done) => { if (!done) { back(); } });
  }
  function tell_wrong(field, said) {
    const line = document.createElement("span");
    line.className = "cellwrong";
    line.id = "cell-wrong-" + (wrongs += 1);
    line.setAttribute("role", "alert");
    line.textContent = said;
    field.after(line);
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", line.id);
  }
  /* Nothing that was refused is left: what stands here is what is saved. */
  function given_up() { if (!muster.waits()) { muster.saved(gettext("Saved")); } }
  /* The table is replaced while values are typed: they go on in the new one. */
  muster.holding = function () {
    pending = [...box.querySelectorAll(".cell")].map(function (field) {
      const cell = field.closest("[data-k]"), wrong = field.nextElementSibling;
      return { thing: cell.closest("tr").dataset.thing, key: cell.dataset.k, value: field.value, wrong: wrong && wrong.textContent, focused: field === document.activeElement };
    });
  };

  /* -- what is pasted: from the cell on, to the right and downwards, as far as there are values --------------- */

  /* A value as it is sent: of a list that which has this title. */
  function meant(cell, typed) {
    const text = typed.trim(), list = cell.dataset.list && document.getElementById(cell.dataset.list);
    return list ? ([...list.options].find((one) => [one.value, one.textContent.trim()].includes(text)) || { value: text }).value : text;
  }
  function paste(cell, text) {
    const lines = text.replace(/\r?\n$/, "").split(/\r?\n/).map((line) => line.split("\t"));
    if (lines.length === 1 && lines[0].length === 1) { edit(cell, meant(cell, text)); return; }
    const all = rows(), first = all.indexOf(cell.closest("tr")), place = [...cell.parentElement.children].indexOf(cell);
    const block = lines.flatMap((line, down) => line.flatMap(function (typed, right) {
      const row = all[first + down], to = row && row.children[place + right], value = to && to.matches("[data-k]") ? meant(to, typed) : "";
      return value && value !== value_of(to) ? [[row.dataset.thing, to.dataset.k, value]] : [];
    }));
    const each = () => block.forEach((one) => send(...one)); // so that what is refused stays in its own cell
    if (block.length < 2) { each(); return; } // all in one step, if nothing of it is refused
    muster.send([["act", "cells"], ...block.flatMap(([thing, key, value]) => [["things", thing], ["field", key], ["value", value]])], { tries: each });
  }

  box.addEventListener("click", function (event) {
    const cell = event.target.closest("td[data-k]");
    if (cell && !event.target.closest(".cell")) { at = { thing: cell.closest("tr").dataset.thing, key: cell.dataset.k }; edit(cell); }
  });
  box.addEventListener("dblclick", function (event) { const cell = event.target.closest("th[data-k]"); if (cell) { event.preventDefault(); edit(cell); } });
  box.addEventListener("keydown", function (event) {
    const cell = event.target.closest("[data-k]"), way = WAYS[event.key];
    if (event.key === "Enter" && event.target.matches("[type=checkbox]")) { event.preventDefault(); return; }
    if (!cell || event.target.closest(".cell") || event.ctrlKey !== event.altKey || event.metaKey) { return; }
    if (way) { go(next(cell, way) || cell); }
    else if (event.key in ENDS) { go([...cell.parentElement.querySelectorAll("[data-k]")].at(ENDS[event.key])); }
    else if (event.key === "Escape" && cell.querySelector(".cell")) { cell.querySelector(".cell").dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })); }
    else if (event.key === "F2" || event.key === "Enter" && cell.matches("td")) { edit(cell); }
    else if (event.key === "Delete" || event.key === "Backspace") { edit(cell, cell.dataset.list ? undefined : ""); }
    else if (event.key.length === 1 && event.key !== " ") { edit(cell); return; } // the letter comes into the field, instead of what is marked there
    else { return; }
    event.preventDefault();
  });
  box.addEventListener("paste", function (event) {
    const cell = event.target.closest("[data-k]"), text = event.clipboardData.getData("text/plain");
    if (!cell || !text || event.target.closest(".cell") && !/[\t\n]/.test(text.trim())) { return; }
    event.preventDefault();
    const field = event.target.closest(".cell"); // it is closed, so that what stands in it is not saved over what is pasted
    if (field) { field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" })); }
    paste(cell, text);
  });
  box.addEventListener("live:put", made_ready);
  made_ready();
})();
