/* Points pressed on the picture and on the map beside it are written into the fields of the form, which are all that is sent;
   without this file they are typed there. The point that is being set goes on by itself: picture, map, the next one. */
"use strict";
(function () {
  const form = document.getElementById("layform");
  if (!form) { return; }
  const figure = form.querySelector("[data-lay-picture]"), svg = figure.querySelector("svg"), plan = form.querySelector("figure.plan");
  const says = form.querySelector("[data-lay-says]"), rows = [...form.querySelectorAll("[data-lay-row]")];
  const wide = Number(form.dataset.wide), high = Number(form.dataset.high), space = "http://www.w3.org/2000/svg";
  const NEAR = 8, ground = form.dataset.ground.split(" ").map(Number); // pixels of the screen; inches
  const how = () => form.querySelector("[name=how]:checked").value;
  const field = (row, key) => form.elements[key + row.dataset.layRow];
  const pixel = (row) => [field(row, "px").value, field(row, "py").value], place = (row) => [field(row, "x").value, field(row, "y").value];
  const has = (pair) => pair.every((one) => one.trim() !== "");
  const offered = () => rows.slice(0, how() === "three" ? 3 : 2);
  /* The scale bar of the picture: its ends as they are pressed, and how long it is; both give the pixels to the inch. */
  const scale = form.querySelector("[data-lay-scale]"), long = scale.querySelector("input");
  let ends = null;
  let here = offered().find((row) => !has(pixel(row)) || !has(place(row))) || rows[0], cursor = [Math.round(wide / 2), Math.round(high / 2)], zoom = 1, by_key = false;

  function node(name, given, inside) {
    const made = document.createElementNS(space, name);
    Object.entries(given).forEach(([key, value]) => made.setAttribute(key, value));
    if (inside) { inside.append(made); }
    return made;
  }
  function dot(x, y, grow, name, inside) {
    const one = node("g", { class: "laydot", transform: "translate(" + x + " " + y + ")scale(" + grow + ")" }, inside);
    node("circle", { r: 11 }, one);
    node("path", { d: "M-17 0H17M0-17V17" }, one);
    if (name) { node("text", { x: 13, y: -9 }, one).textContent = name; }
  }
  const on_picture = node("g", {}, svg);
  function on_map() {
    const map = plan && plan.map;
    if (!map) { return null; }
    return map.svg.querySelector("[data-lay-dots]") || node("g", { "data-lay-dots": "" }, map.svg);
  }
  const inches = (text) => window.figure(text);
  function show() {
    on_picture.replaceChildren();
    const grow = wide / Math.max(1, svg.clientWidth), dots = on_map(), used = how() === "scale" ? [] : offered();
    if (dots) { dots.replaceChildren(); }
    for (const row of used) {
      const [px, py] = pixel(row).map((text) => window.figure(text, true)), [x, y] = place(row).map(inches);
      if (has(pixel(row)) && Number.isFinite(px + py)) { dot(px, py, grow, row.dataset.layRow, on_picture); }
      if (dots && has(place(row)) && Number.isFinite(x + y)) { const [ux, uy] = plan.map.units([x, y]); dot(ux, uy, plan.map.size_kept(), row.dataset.layRow, dots); }
    }
    for (const end of ends || []) { dot(end[0], end[1], grow, "", on_picture); }
    if (by_key) { dot(cursor[0], cursor[1], grow * 0.7, "", on_picture); }
    rows.forEach((row) => row.querySelector("[data-lay-set]").setAttribute("aria-pressed", String(row === here && used.includes(row))));
  }
  function ask() {
    if (ends && ends.length < 2) { says.textContent = gettext("Press both ends of the scale bar on the picture."); return; }
    if (how() === "scale") { says.textContent = gettext("Give the scale and the corner below, or choose to lay it by points."); return; }
    if (offered().every((row) => has(pixel(row)) && has(place(row)))) { says.textContent = gettext("All points are set. Preview it, or lay the picture."); return; }
    if (!offered().includes(here)) { here = offered().find((row) => !has(pixel(row)) || !has(place(row))); }
    const gap = { number: here.dataset.layRow };
    if (!has(pixel(here))) { says.textContent = interpolate(gettext("Point %(number)s: press it on the picture."), gap, true); return; }
    if (!has(place(here))) { says.textContent = interpolate(gettext("Point %(number)s: now press the same place on the map."), gap, true); return; }
  }
  function points_wanted() {
    if (how() !== "scale") { return; }
    form.querySelector("[name=how][value=two]").checked = true;
  }
  function set(keys, values) {
    points_wanted();
    if (!offered().includes(here)) { here = rows[0]; }
    keys.forEach((key, index) => { field(here, key).value = String(values[index]); });
    if (has(pixel(here)) && has(place(here))) { here = offered().find((row) => !has(pixel(row)) || !has(place(row))) || here; }
    show(); ask();
  }
  function measure() {
    const inches_long = inches(long.value) * 12, apart = ends && ends.length === 2 ? Math.hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]) : 0;
    if (!(inches_long > 0) || !apart) { return; }
    form.querySelector("[name=how][value=scale]").checked = true;
    form.elements.pixels.value = String(Number((apart / inches_long).toFixed(4)));
    form.elements.pixels.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function set_end(x, y) {
    ends.push([x, y]);
    measure();
    if (ends.length === 2 && !long.value.trim()) { long.focus(); }
    show(); ask();
  }
  scale.hidden = false;
  scale.querySelector("button").addEventListener("click", function () { ends = []; show(); ask(); svg.focus({ preventScroll: true }); svg.scrollIntoView({ block: "center" }); });
  long.addEventListener("input", measure);
  function set_pixel(x, y) { if (ends && ends.length < 2) { set_end(x, y); return; } set(["px", "py"], [Math.min(wide, Math.max(0, Math.round(x))), Math.min(high, Math.max(0, Math.round(y)))]); }
  /* What is pressed near an edge is meant to lie on it, and near two on the corner.  near: how far off that may be. */
  const on_edge = (value, edge, near) => Math.abs(value) <= near ? 0 : Math.abs(value - edge) <= near ? edge : value;

  svg.setAttribute("tabindex", "0"); svg.setAttribute("role", "application");
  window.surePress(svg);
  svg.addEventListener("click", function (event) {
    const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    by_key = false;
    const near = NEAR * wide / Math.max(1, svg.clientWidth);
    set_pixel(on_edge(found.x, wide, near), on_edge(found.y, high, near));
  });
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  svg.addEventListener("keydown", function (event) {
    const way = ARROWS[event.key];
    if (way) {
      const far = event.shiftKey ? 1 : Math.max(1, Math.round(Math.max(wide, high) / 100));
      by_key = true;
      cursor = [Math.min(wide, Math.max(0, cursor[0] + way[0] * far)), Math.min(high, Math.max(0, cursor[1] + way[1] * far))];
      says.textContent = cursor.join(", ");
      show();
    } else if (event.key === "Enter" || event.key === " ") { set_pixel(...cursor); } else { return; }
    event.preventDefault();
  });
  for (const name of ["map:spot", "map:thing", "map:trace"]) {
    plan.addEventListener(name, function (event) { 
      event.preventDefault();
      const near = NEAR / plan.map.inch(), at = [event.detail.x, event.detail.y];
      set(["x", "y"], at.map((one, index) => on_edge(one, ground[index], near)));
    });
  }
  plan.addEventListener("map:moved", show);
  rows.forEach(function (row) {
    const button = row.querySelector("[data-lay-set]");
    button.hidden = false;
    row.querySelector("[data-lay-name]").hidden = true;
    button.addEventListener("click", function () {
      here = row;
      for (const key of ["px", "py", "x", "y"]) { field(row, key).value = ""; }
      show(); ask();
    });
  });
  form.addEventListener("input", function () { show(); ask(); });
  figure.querySelector("[data-lay-bar]").hidden = false;
  figure.querySelectorAll("[data-lay-do]").forEach((button) => button.addEventListener("click", function () {
    zoom = Math.min(8, Math.max(1, button.dataset.layDo === "nearer" ? zoom * 2 : zoom / 2));
    svg.style.width = zoom * 100 + "%";
    show();
  }));
  says.hidden = false;
  addEventListener("load", show);
  show(); ask();
})();
