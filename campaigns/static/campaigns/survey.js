/* The window on the sketch of a survey: dragged, it writes its south-western corner into the form; typed, it moves.
   Of another scale or size it keeps its middle. */
"use strict";
(function () {
  const svg = document.querySelector("[data-sketch]");
  if (!svg) { return; }
  const frame = svg.querySelector("[data-window]"), told = document.querySelector("[data-ground]");
  const known = Object.fromEntries(["west", "north", "across", "along", "unit", "digits"].map((key) => [key, Number(svg.dataset[key])]));
  const field = (name) => document.getElementById("f-" + name);
  const typed = (name) => { const found = window.figure(field(name).value); return Number.isNaN(found) ? null : found; };
  const set = (name, value) => frame.setAttribute(name, value.toFixed(1));
  let from = null;

  function lay() {
    const [scale, wide, deep, east, north] = ["scale", "wide", "deep", "east", "north"].map(typed);
    if (!(scale > 0 && wide > 0 && deep > 0)) { return; }
    const high = deep * 12 * scale, before = ["x", "y", "width", "height"].map((name) => Number(frame.getAttribute(name)));
    set("width", wide * 12 * scale * known.unit);
    set("height", high * known.unit);
    told.textContent = Math.round(wide * 12 * scale) + " × " + Math.round(high) + " m";
    if (this && this.id !== "f-east" && this.id !== "f-north") { // the middle stays, and the corner is derived anew
      set("x", before[0] + (before[2] - wide * 12 * scale * known.unit) / 2);
      set("y", before[1] + (before[3] - high * known.unit) / 2);
      write();
      return;
    }
    if (east === null || north === null) { return; }
    set("x", (east - known.west) * known.across);
    set("y", (known.north - north) * known.along - high * known.unit);
  }
  function write() {
    const [x, y, high] = ["x", "y", "height"].map((name) => Number(frame.getAttribute(name)));
    field("east").value = (known.west + x / known.across).toFixed(known.digits);
    field("north").value = (known.north - (y + high) / known.along).toFixed(known.digits);
  }
  function at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
  frame.addEventListener("pointerdown", (event) => {
    const [x, y] = at(event);
    from = [Number(frame.getAttribute("x")) - x, Number(frame.getAttribute("y")) - y];
    frame.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  frame.addEventListener("pointermove", (event) => {
    if (!from) { return; }
    const [x, y] = at(event);
    set("x", x + from[0]);
    set("y", y + from[1]);
    write();
  });
  ["pointerup", "pointercancel"].forEach((name) => frame.addEventListener(name, () => { from = null; }));
  ["scale", "wide", "deep", "east", "north"].forEach((name) => field(name).addEventListener("input", lay));
  frame.classList.add("grips");
  document.querySelector("[data-by-hand]").hidden = false;
})();
