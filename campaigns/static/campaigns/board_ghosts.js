/* Where the bodies that are chosen will stand, drawn while their way is drawn, before the server has answered: a line from each, and a
   block at its end. Of several the one that has the ring comes to the place that is pressed; the others keep their places to it. */
"use strict";
window.boardGhosts = (function () {
  const MOMENT = 5000;
  const plus = ([x, y], [dx, dy], sign = 1) => [x + sign * dx, y + sign * dy];
  function layer_of(map) {
    const found = map.svg.querySelector(".ghosts");
    return found || window.board.node("g", { class: "ghosts", "aria-hidden": "true" }, map.svg);
  }
  const clear = (map) => layer_of(map).replaceChildren();
  const path_of = (map, points) => "M" + points.map((one) => map.units(one).map((part) => part.toFixed(1)).join(" ")).join("L");
  /* points: the way of the first of the bodies; each of the others goes the same way from where it stands.
     tool: it is no way, but a line that begins at its first point, and nobody goes there; for a spot nothing is drawn. */
  function draw(map, things, points, tool) {
    if (tool) { layer_of(map).replaceChildren(...(tool === "line" && points.length > 1 ? [window.board.node("path", { class: "way", d: path_of(map, points) })] : [])); return; }
    const node = window.board.node, made = [], lines = [], first = map.place(things[0]);
    if (!first || !points.length) { clear(map); return; }
    for (const thing of things) {
      const at = map.place(thing);
      if (!at) { continue; }
      const way = [at, ...points.map((one) => plus(at, plus(one, first, -1)))].map(map.units), [from, to] = way.slice(-2);
      const turn = Math.round(Math.atan2(to[0] - from[0], from[1] - to[1]) * 180 / Math.PI), side = side_of(map.block(thing));
      lines.push("M" + way.map((one) => one.map((part) => part.toFixed(1)).join(" ")).join("L"));
      const place = "translate(" + to.map((part) => part.toFixed(1)).join(" ") + ")scale(" + map.size_kept().toFixed(3) + ")rotate(" + turn + ")";
      made.push(node("use", { class: side, transform: place, href: "#t-ghost-head-" + (side === "side-blue" ? "cut" : "square") }));
    }
    layer_of(map).replaceChildren(node("path", { class: "way", d: lines.join("") }), ...made);
  }
  /* The last leg of a way that was refused, with a cross at its end, for a moment; points: of the first of the bodies.  tool: as above. */
  function refuse(map, things, points, tool) {
    const first = map.place(things[0]), lines = [];
    if (!first || !points.length) { return; }
    for (const at of tool ? [first] : things.map((one) => map.place(one)).filter(Boolean)) {
      const [from, to] = (tool ? [points[0], ...points] : [first, ...points]).slice(-2).map((one) => map.units(plus(at, plus(one, first, -1)))), arm = 9 * map.size_kept(), [x, y] = to;
      lines.push("M" + from.join(" ") + "L" + to.join(" ") + "M" + (x - arm) + " " + (y - arm) + "l" + 2 * arm + " " + 2 * arm + "m0 " + -2 * arm + "l" + -2 * arm + " " + 2 * arm);
    }
    unrefuse(map);
    const made = window.board.node("path", { class: "refusedway", "aria-hidden": "true", d: lines.join("") }, map.svg);
    setTimeout(() => made.remove(), MOMENT);
  }
  const unrefuse = (map) => map.svg.querySelectorAll(".refusedway").forEach((one) => one.remove());
  const side_of = (mark) => [...(mark.closest("[class*=side-]") || mark).classList].find((name) => name.startsWith("side-")) || "";
  return { draw, clear, path_of, refuse, unrefuse, plus };
})();
