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

  /* A train goes along its rails: a place is the nearest on its line, and the field has how far that is.  far: inches along the line. */
  const rails = (way) => way.dataset.line.trim().split(" ").map((one) => one.split(",").map(Number));
  const turn = (way) => choice().querySelector("[name$='-" + way.dataset.turn + "']");
  function legs(way) {
    const line = rails(way);
    let before = 0;
    return line.slice(1).map(function (to, place) {
      const from = line[place], long = Math.hypot(to[0] - from[0], to[1] - from[1]), leg = { from, to, long, before };
      before += long;
      return leg;
    });
  }
  function along(way, [x, y]) {
    const found = legs(way).map(function ({ from, to, long, before }) {
      const part = Math.min(1, Math.max(0, long ? ((x - from[0]) * (to[0] - from[0]) + (y - from[1]) * (to[1] - from[1])) / long ** 2 : 0));
      return { far: before + part * long, off: Math.hypot(from[0] + part * (to[0] - from[0]) - x, from[1] + part * (to[1] - from[1]) - y) };
    });
    return found.sort((one, other) => one.off - other.off)[0].far;
  }
  function at_along(way, far) {
    const leg = legs(way).findLast((one) => one.before <= far) || legs(way)[0], part = leg.long ? Math.min(1, Math.max(0, (far - leg.before) / leg.long)) : 0;
    return [0, 1].map((axis) => sixteenth(leg.from[axis] + part * (leg.to[axis] - leg.from[axis])));
  }
  const run = (way, spot) => sixteenth(along(way, spot)) - Number(way.dataset.at);
  const ahead = (far) => far < 0 ? "back" : "forward";
  /* A place of the map as the order takes it. */
  function on_way(spot) { const way = area(); return way && way.dataset.way === "rails" && spot ? at_along(way, along(way, spot)) : spot; }

  function points() {
    const way = area();
    if (!way || way.dataset.way === "angle") { return []; }
    if (way.dataset.way === "rails") {
      const far = Number(box(way).value);
      return far > 0 ? [at_along(way, Number(way.dataset.at) + (turn(way).value === "back" ? -far : far))] : [];
    }
    return box(way).value.split(/[;\n]+/).map((one) => one.split(/[,\s]+/).filter(Boolean).map(Number)).filter((one) => one.length === 2 && one.every(Number.isFinite));
  }
  /* A path is given once: what is typed, or clicked, replaces the earlier value. */
  function write(all) {
    const way = area();
    if (!way) { return; }
    if (way.dataset.way === "rails") {
      const far = all.length ? run(way, all[all.length - 1]) : 0;
      box(way).value = all.length ? Math.abs(far) : "";
      if (all.length) { turn(way).value = ahead(far); }
      box(way).dispatchEvent(new Event("input", { bubbles: true }));
      return;
    }
    const folded = way.querySelector("details"), spots = way.dataset.way === "spot" ? all.slice(-1) : all.slice(0, MOST);
    if (folded && spots.length) { folded.open = true; }
    box(way).value = written(spots);
    if (spots.length) { steps(way).forEach((one) => { one.value = ""; }); }
    box(way).dispatchEvent(new Event("input", { bubbles: true }));
  }
  /* A bearing from a place to another, in whole degrees. */
  const bearing = (from, to) => (Math.round(Math.atan2(to[0] - from[0], to[1] - from[1]) * 180 / Math.PI) + 360) % 360;
  const written = (spots) => spots.map(([x, y]) => sixteenth(x) + ", " + sixteenth(y)).filter((one, place, all) => one !== all[place - 1]).join("\n");
  /* What would be sent with a point more, or with another last one; nothing is changed.  body: what is sent now. */
  function tried(body, spot, start, last) {
    const way = area(), before = points();
    if (!way) { return null; }
    if (way.dataset.way === "angle") { if (start) { body.set(box(way).name, bearing(start, spot)); } return body; }
    if (way.dataset.way === "rails") { body.set(box(way).name, Math.abs(run(way, spot))); body.set(turn(way).name, ahead(run(way, spot))); return body; }
    body.set(box(way).name, written(way.dataset.way === "spot" ? [spot] : [...(last ? before.slice(0, -1) : before), spot]));
    steps(way).forEach((one) => body.delete(one.name));
    return body;
  }
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
  return { choice, area, box, steps, points, write, put, tried, on_way, name, sixteenth };
};
/* A gun is aimed at a body or at a spot: the last choice clears the other. */
window.wayFields.oneAim = function (field) {
  const both = field.value && field.closest("[data-aim]");
  if (both) { both.querySelectorAll("select, input").forEach((one) => { if (one !== field) { one.value = ""; } }); }
};
