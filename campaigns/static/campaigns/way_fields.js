/* The fields of an order that a map edits: where points are written, and how they are read.  `wayFields(form)` gives them for the
   order that is chosen in a form; the field is the order, the map is another way to edit it. */
"use strict";
window.wayFields = function (form) {
  const MOST = 40;
  const sixteenth = (inches) => Math.round(inches * 16) / 16;
  const choice = () => { const found = form && form.querySelector(".choice > label.head input:checked"); return found ? found.closest(".choice") : null; };
  const area = () => { const one = choice(); return one ? one.querySelector("[data-way]") : null; };
  const box = (way) => way.querySelector("textarea, input[data-points]");
  const steps = (way) => way.querySelectorAll("[data-bearing], [data-inches]");

  function points() {
    const way = area();
    if (!way || way.dataset.way === "angle") { return []; }
    return box(way).value.split(/[;\n]+/).map((one) => one.split(/[,\s]+/).filter(Boolean).map(Number)).filter((one) => one.length === 2 && one.every(Number.isFinite));
  }
  /* A path is given once: what is typed, or clicked, replaces the earlier value. */
  function write(all) {
    const way = area();
    if (!way) { return; }
    const folded = way.querySelector("details"), spots = way.dataset.way === "spot" ? all.slice(-1) : all.slice(0, MOST);
    if (folded && spots.length) { folded.open = true; }
    const lines = spots.map(([x, y]) => sixteenth(x) + ", " + sixteenth(y));
    box(way).value = lines.filter((one, place) => one !== lines[place - 1]).join("\n");
    if (lines.length) { steps(way).forEach((one) => { one.value = ""; }); }
    box(way).dispatchEvent(new Event("input", { bubbles: true }));
  }
  /* A bearing from a place to another, in whole degrees. */
  const bearing = (from, to) => (Math.round(Math.atan2(to[0] - from[0], to[1] - from[1]) * 180 / Math.PI) + 360) % 360;
  /* A point more; of an angle, the bearing of the point from where the body stands. */
  function put(spot, start) {
    const way = area();
    if (!way) { return false; }
    if (way.dataset.way !== "angle") { write([...points(), spot]); return true; }
    if (start) { box(way).value = bearing(start, spot); }
    box(way).dispatchEvent(new Event("input", { bubbles: true }));
    return true;
  }
  /* A press on a block that the order may name chooses it. */
  function name(thing) {
    const one = choice();
    if (!one || !thing) { return false; }
    const option = [...one.querySelectorAll("select option")].find((each) => each.value === thing);
    const tick = [...one.querySelectorAll("input[type=checkbox]")].find((each) => each.value === thing);
    if (option) { option.selected = true; option.parentElement.dispatchEvent(new Event("change", { bubbles: true })); }
    if (tick) { tick.click(); }
    return Boolean(option || tick);
  }
  return { choice, area, box, steps, points, write, put, name, sixteenth };
};
/* A gun is aimed at a body or at a spot: the last choice clears the other. */
window.wayFields.oneAim = function (field) {
  const both = field.value && field.closest("[data-aim]");
  if (both) { both.querySelectorAll("select, input").forEach((one) => { if (one !== field) { one.value = ""; } }); }
};
