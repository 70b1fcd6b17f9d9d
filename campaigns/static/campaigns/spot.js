/* A press on the map is written into the field of a place that was used last, and marked there.  Without this file it is typed. */
"use strict";
(function () {
  const SVG = "http://www.w3.org/2000/svg";
  const fields = [...document.querySelectorAll("[data-at]")];
  let field = fields[0];
  if (!field) { return; }
  const half = (inches) => Math.round(inches * 2) / 2; // what a person reads
  const node = (name, own, into) => { const one = document.createElementNS(SVG, name); Object.entries(own).forEach(([key, value]) => one.setAttribute(key, value)); into.append(one); return one; };

  function mark() {
    const figure = document.querySelector("figure.plan"), map = figure && figure.map;
    if (!map) { return; }
    map.svg.querySelector("[data-spot]")?.remove();
    const [x, y] = (field.value.match(/-?\d+(\.\d+)?/g) || []).map(Number);
    if (Number.isFinite(x) && Number.isFinite(y)) {
      const spot = node("g", { transform: "translate(" + map.units([x, y]).join(" ") + ")" }, node("g", { class: "aims spot", "data-spot": "" }, map.svg));
      node("circle", { r: 12 }, spot);
      node("path", { d: "M-20 0H20M0-20V20" }, spot);
    }
    map.laid();
  }
  function place(event) {
    const { x, y } = event.detail, map = event.target.map;
    if (event.cancelable) { event.preventDefault(); }
    if (!Number.isFinite(x) || !Number.isFinite(y)) { return; }
    const at = map.on_sheet([x, y]).map(half); // beside the edge is at the edge
    field.value = at.join(", ");
    map.chosen_at(at);
    const radio = field.closest(".given-when .field, fieldset")?.querySelector("[type=radio]");
    if (radio) { radio.checked = true; }
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  for (const one of fields) {
    one.addEventListener("focus", () => { if (field !== one) { field = one; mark(); } });
    one.addEventListener("input", mark);
  }
  for (const name of ["map:spot", "map:thing", "map:trace"]) { document.addEventListener(name, place); }
  document.addEventListener("map:ready", mark);
  document.addEventListener("change", mark); // what was typed earlier has been put back
  mark();
})();
