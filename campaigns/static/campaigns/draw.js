/* The map editor. The drawing is written into the field of data, which is all that is sent; without this file the data
   can be typed there. Lengths are inches, x to the east and y to the north of the south-western corner. */
"use strict";
(function () {
  const board = document.getElementById("board");
  if (!board) { return; }
  const data = document.getElementById("d-data"), drawing = board.querySelector("[data-drawing]");
  const svg = board.querySelector("[data-canvas]"), tools = board.querySelector("[data-tools]");
  const says = board.querySelector("[data-says]"), where = board.querySelector("[data-where]"), spoken = board.querySelector("[data-spoken]");
  const chosenBox = board.querySelector("[data-chosen]"), list = board.querySelector("[data-list]"), grid = board.querySelector("[data-grid]");
  const space = "http://www.w3.org/2000/svg";

  /* shape: line (open), ring (a line that may close), area, box (two corners), span (two ends), spot. least: points needed. */
  const TOOLS = {
    choose: { key: "v", word: gettext("Choose"), says: gettext("Choose something on the map to name, change or delete it.") },
    contour: { key: "c", word: gettext("Contour"), group: "contours", shape: "ring", least: 2, says: gettext("Draw a contour, or set its points. To make a hill, end where it began; otherwise begin and end at the edges.") },
    water: { key: "w", word: gettext("Water"), group: "water", shape: "area", least: 3, says: gettext("Draw a river or pond all the way round, or set its corners.") },
    ford: { key: "o", word: gettext("Ford"), group: "fords", shape: "line", least: 2, most: 2, says: gettext("Set the two ends of a ford, both on dry land, or drag it.") },
    road: { key: "r", word: gettext("Road"), group: "roads", shape: "line", least: 2, says: gettext("Draw a road along its middle, or set its points and finish.") },
    rail: { key: "l", word: gettext("Railway"), group: "rails", shape: "line", least: 2, says: gettext("Draw the line, or set its points and finish. Trains are measured from its first point.") },
    bridge: { key: "b", word: gettext("Bridge"), group: "bridges", shape: "span", least: 2, most: 2, says: gettext("Set the two ends of a bridge, from bank to bank, or drag it.") },
    house: { key: "h", word: gettext("House"), group: "houses", shape: "box", least: 1, most: 2, says: gettext("Press where a house stands, or drag it from corner to corner. By keys: Enter twice, or at two corners.") },
    row: { key: "s", word: gettext("Row of houses"), group: "houses", shape: "row", least: 2, most: 2, says: gettext("Set the two ends of a row of houses, or drag it.") },
    river: { key: "i", word: gettext("River"), group: "water", shape: "line", least: 2, sketch: "river", says: gettext("Draw a river along its middle, or set its points and finish. The banks are drawn by its width.") },
    wall: { key: "a", word: gettext("Wall"), group: "walls", shape: "line", least: 2, says: gettext("Draw a wall or hedge, or set its points and finish.") },
    wood: { key: "d", word: gettext("Wood"), group: "woods", shape: "area", least: 3, says: gettext("Draw a wood all the way round, or set its corners.") },
    steep: { key: "t", word: gettext("Steep"), group: "steep", shape: "area", least: 3, says: gettext("Mark ground that is too steep for wheels, all the way round.") },
    red: { key: "1", word: gettext("Red’s back line"), back: "red", shape: "spot", least: 1, most: 1, says: gettext("Click near the edge that is Red’s back line.") },
    blue: { key: "2", word: gettext("Blue’s back line"), back: "blue", shape: "spot", least: 1, most: 1, says: gettext("Click near the edge that is Blue’s back line.") },
    name: { key: "n", word: gettext("Name"), group: "names", shape: "spot", least: 1, most: 1, says: gettext("Click where a name is to stand on the map. It changes nothing else.") },
    depot: { key: "p", word: gettext("Depot"), group: "depots", shape: "spot", least: 1, most: 1, says: gettext("Click on the place of a depot.") },
  };
  const NAMES = { contours: "contour", water: "water", fords: "ford", roads: "road", rails: "rail", bridges: "bridge", houses: "house", walls: "wall", woods: "wood", steep: "steep", unknown: "unknown", depots: "depot", names: "name" };
  const TITLES = { contours: gettext("Contours"), water: gettext("Water"), fords: gettext("Fords"), roads: gettext("Roads"), rails: gettext("Railways"), bridges: gettext("Bridges"), houses: gettext("Houses"), walls: gettext("Walls"), woods: gettext("Woods"), steep: gettext("Steep"), unknown: gettext("Not known"), depots: gettext("Depots"), names: gettext("Names on the map") };

  const SIDES = { red: gettext("Red"), blue: gettext("Blue") };
  const EDGES = { north: gettext("the north edge"), south: gettext("the south edge"), west: gettext("the west edge"), east: gettext("the east edge") };

  const STORES = { food: gettext("Food"), forage: gettext("Forage"), ammunition: gettext("Ammunition") }, USUAL_STORE = { food: 40, forage: 40, ammunition: 20 }; // packets, as the palette of the muster has them
  const STEP = 6, LETTER = 8, NEAR_AN_EDGE = 2, BY_HAND = 6; // inches from a contour to the next; units of the drawing that a letter is wide at most; inches from an edge within which a contour ends at it, and a line that is drawn by hand is led to it

  const past = [];
  let country, coming = [], tool = "choose", points = [], chosen = null, cursor = [12, 12], unit = 1, dirty = board.dataset.dirty === "1";

  function read() {
    try {
      const given = JSON.parse(data.value || "{}");
      if (!given || typeof given !== "object" || Array.isArray(given)) { return null; }
      const size = given.size;
      if (!Array.isArray(size) || size.length !== 2 || !size.every((one) => Number.isFinite(one) && one > 0 && one < 20000)) { given.size = [288, 192]; }
      const well = Object.keys(NAMES).every((group) => given[group] === undefined || (given[group] && typeof given[group] === "object"));
      return well ? given : null;
    } catch { return null; }
  }
  const node = (name, given) => { const one = document.createElementNS(space, name); Object.entries(given || {}).forEach(([key, value]) => one.setAttribute(key, value)); return one; };
  const element = (name, given, text) => { const one = document.createElement(name); Object.entries(given || {}).forEach(([key, value]) => one.setAttribute(key, value)); if (text !== undefined) { one.textContent = text; } return one; };
  const at = ([x, y]) => [x * unit, (country.size[1] - y) * unit];
  const lineOf = (one) => one.line || one.outline || one.span || (one.at ? [one.at] : []);
  const path = (line, closed) => "M" + line.map((one) => at(one).map((part) => part.toFixed(1)).join(" ")).join("L") + (closed ? "Z" : "");
  const same = (a, b) => a[0] === b[0] && a[1] === b[1];
  function feet(length) {
    const gaps = { feet: Math.floor(length / 12), inches: Math.round((length % 12) * 16) / 16 };
    return gaps.inches ? interpolate(gettext("%(feet)s ft %(inches)s in."), gaps, true) : interpolate(gettext("%(feet)s ft"), gaps, true);
  }
  const place = ([x, y]) => interpolate(gettext("%(x)s east, %(y)s north"), { x: feet(x), y: feet(y) }, true);
  const say = (text) => { spoken.textContent = text; };
  /* What went wrong: shown where the tool's words are, and said. */
  function warn(text) { says.textContent = text; says.toggleAttribute("data-refused", true); say(text); }
  board.addEventListener("draw:warn", (event) => warn(event.detail));

  function snapped(x, y) {
    const step = Number(grid.value), round = (value, most) => Math.min(most, Math.max(0, Math.round(Math.round(value / step) * step * 16) / 16));
    return [round(x, country.size[0]), round(y, country.size[1])];
  }

  /* -- undo and redo -------------------------------------------------------------------------------- */

  /* beside: in a field of the selection, which stays as it is, with the keyboard in it. */
  function keep(change, beside) {
    past.push(JSON.stringify(country));
    if (past.length > 200) { past.shift(); }
    coming = [];
    change();
    dirty = true;
    if (window.drawn) { window.drawn.send("keep", JSON.stringify(country)); }
    show(beside);
  }
  /* What was drawn before the page was opened is with the site. */
  async function back(from, to) {
    const act = to === coming ? "undo" : "redo", here = from.length > 0;
    if (!here && !(window.drawn && window.drawn.can(act))) { return; }
    const told = window.drawn && window.drawn.send(act), given = here ? JSON.parse(from.pop()) : ((await told) || {}).data;
    if (!given) { return; }
    to.push(JSON.stringify(country));
    country = given;
    if (chosen && !(country[chosen.group] || {})[chosen.id]) { chosen = null; }
    dirty = true;
    show();
    say(to === coming ? gettext("Undone.") : gettext("Done again."));
  }
  function newId(group) {
    for (let i = 1; ; i += 1) {
      const id = NAMES[group] + "-" + i;
      if (Object.keys(NAMES).every((one) => !(country[one] || {})[id])) { return id; }
    }
  }

  /* -- drawing ------------------------------------------------------------------------------------------ */

  function add(group, thing) {
    const id = newId(group);
    keep(() => { country[group] = { ...country[group], [id]: thing }; chosen = { group, id }; });
    say(interpolate(gettext("%(kind)s: %(thing)s added."), { kind: TITLES[group], thing: id }, true));
    const name = group === "names" && chosenBox.querySelector("input");
    if (name) { name.focus({ preventScroll: true }); name.select(); } // it is written at once; Enter leads back to the map
  }
  /* Several at once, in one step of undo. */
  function addAll(features) {
    const made = [];
    keep(() => features.forEach(({ group, thing }) => { const id = newId(group); country[group] = { ...country[group], [id]: thing }; made.push({ group, id }); }));
    chosen = made[0] || null;
    show();
    say(interpolate(ngettext("%(number)s feature added.", "%(number)s features added.", made.length), { number: made.length }, true));
  }
  function finish() {
    const kind = TOOLS[tool], line = points.slice();
    if (!kind.shape || line.length < kind.least) { if (line.length) { warn(interpolate(gettext("Set at least %(number)s points."), { number: kind.least }, true)); } return; }
    points = [];
    if (kind.back) { backLine(kind.back, line[0]); return; }
    if (sketched(kind, line)) { show(); return; }
    put(kind, line);
  }
  /* Something was dragged: its two ends or corners, or a line by hand, of which the site leaves the points that it needs. */
  function handDrawn(line) {
    const kind = TOOLS[tool], begun = points, both = [snapped(...line[0]), snapped(...line[line.length - 1])];
    points = [];
    cursor = both[1];
    if (kind.shape === "spot") { finishWith([both[1]]); return; }
    if (kind.shape === "box" || kind.most === 2) { finishWith(both); return; }
    const whole = [...begun, ...line], ring = kind.shape === "ring" && window.hand.comesBack(whole), closed = kind.shape === "area" || ring;
    const smooth = board.querySelector("[data-smooth]").checked, fineness = Number(board.querySelector("[data-fineness]").value), failed = () => { points = begun; show(); };
    const asked = { size: country.size, points: closed ? whole : window.hand.toEdges(whole, country.size, BY_HAND), closed, smooth, fineness, tolerance: Number(board.querySelector("[data-tolerance]").value) };
    show();
    if (kind.sketch) { window.sketch.ask({ ...asked, sort: kind.sketch, width: Number(board.querySelector("[data-river]").value) }, addAll, failed); return; }
    window.sketch.ask({ ...asked, sort: smooth ? "curve" : "line" }, (features) => {
      const curve = features[0].thing.line;
      if (closed && curve.length < 3) { failed(); warn(interpolate(gettext("Set at least %(number)s points."), { number: 3 }, true)); return; }
      put(kind, ring ? [...curve, curve[0]] : curve);
    }, failed);
  }
  function finishWith(line) {
    const kind = TOOLS[tool];
    if (kind.back) { backLine(kind.back, line[0]); } else if (!sketched(kind, line)) { put(kind, line); }
  }
  /* What is computed elsewhere (draw_sketch.js): the banks of a river, and smooth curves. Where it is refused the points come back. */
  function sketched(kind, line) {
    const smooth = board.querySelector("[data-smooth]").checked && line.length > 2 && ["line", "ring", "area"].includes(kind.shape) && kind.most === undefined;
    if (!window.sketch || (!kind.sketch && !smooth && kind.shape !== "row")) { return false; }
    const fineness = Number(board.querySelector("[data-fineness]").value), failed = () => { points = line; show(); };
    if (kind.shape === "row") {
      window.sketch.ask({ sort: "row", size: country.size, points: line, house: houseSize() }, addAll, failed);
      return true;
    }
    if (kind.sketch) {
      window.sketch.ask({ sort: kind.sketch, size: country.size, points: line, width: Number(board.querySelector("[data-river]").value), smooth, fineness }, addAll, failed);
      return true;
    }
    const closed = kind.shape === "area" || same(line[0], line[line.length - 1]), ring = closed && same(line[0], line[line.length - 1]);
    window.sketch.ask({ sort: "curve", size: country.size, points: ring ? line.slice(0, -1) : line, closed, fineness }, (features) => {
      const curve = features[0].thing.line;
      put(kind, ring ? [...curve, curve[0]] : curve);
    }, failed);
    return true;
  }
  function put(kind, line) {
    if (kind.shape === "area") { if (same(line[0], line[line.length - 1])) { line.pop(); } add(kind.group, { outline: line }); return; }
    if (kind.shape === "box") {
      const [[ax, ay], [bx, by]] = line.length > 1 ? line : houseAt(line[0]);
      if (ax === bx || ay === by) { again(line[0], gettext("A house needs two corners that are not in one line.")); return; }
      add(kind.group, { outline: [[ax, ay], [bx, ay], [bx, by], [ax, by]] });
    } else if (kind.shape === "span") { bridge(line[0], line[1]); }
    else if (kind.group === "names") { add(kind.group, { name: gettext("Name"), at: line[0] }); }
    else if (kind.shape === "spot") { add(kind.group, { side: sideOf(line[0]), at: line[0], packets: { ...USUAL_STORE } }); }
    else if (kind.group === "contours") {
      const closes = same(line[0], line[line.length - 1]);
      add(kind.group, { line, height: closes ? heightUnder(line[0]) + STEP : heightNear(), higher: closes ? "inside" : "left" });
      if (!closes && ![line[0], line[line.length - 1]].every(atAnEdge)) { warn(gettext("The contour is open: end on its first point, or begin and end at the edges.")); }
    } else { add(kind.group, { line }); }
  }
  /* The side whose back line is the nearer. */
  function sideOf([x, y]) {
    const far = (side) => ({ south: y, north: country.size[1] - y, west: x, east: country.size[0] - x })[(country.back_lines || {})[side]];
    return far("blue") < (far("red") ?? Infinity) ? "blue" : "red";
  }
  function atAnEdge([x, y]) { return Math.min(x, y, country.size[0] - x, country.size[1] - y) <= NEAR_AN_EDGE; }
  /* The usual size of a house, in inches along its front and deep; and one about a place, whole within the country. */
  function houseSize() { return [...board.querySelectorAll("[data-house]")].map((one) => Number(one.value) || 1); }
  function houseAt(about) {
    const begins = houseSize().map((long, axis) => Math.round(Math.max(0, Math.min(country.size[axis] - long, about[axis] - long / 2)) * 16) / 16);
    return [begins, begins.map((one, axis) => Math.min(country.size[axis], one + houseSize()[axis]))];
  }
  /* The second point would not do: the first stays. */
  function again(first, why) { points = [first]; show(); warn(why); }
  function heightNear() { return chosen && chosen.group === "contours" ? country.contours[chosen.id].height || STEP : STEP; }
  /* The height of the highest hill on which a place lies; 0 on the plain. */
  function heightUnder(here) {
    const hills = Object.values(country.contours || {}).filter((one) => one.line && same(one.line[0], one.line[one.line.length - 1]) && (one.higher || "inside") === "inside" && within(here, one.line));
    return Math.max(0, ...hills.map((one) => one.height || 0));
  }
  function within([x, y], line) {
    let found = false;
    line.forEach(([ax, ay], i) => { const [bx, by] = line[(i || line.length) - 1]; if ((ay > y) !== (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax) { found = !found; } });
    return found;
  }
  const between = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];
  /* Where a name stands: in the middle of an area, of a river in the middle of its water; of a line in the middle of its longest part. */
  function middle(group, line) {
    if (group === "contours" || line.length === 1) { return line[Math.floor(line.length / 2)]; }
    if (!closedGroup(group)) {
      const legs = line.slice(1).map((one, i) => [line[i], one]), long = ([[ax, ay], [bx, by]]) => Math.hypot(bx - ax, by - ay);
      return between(...legs.reduce((best, leg) => (long(leg) > long(best) ? leg : best)));
    }
    const [xs, ys] = [0, 1].map((axis) => line.map((one) => one[axis])), box = between([Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)]);
    const quarter = Math.floor(line.length / 4);
    return within(box, line) ? box : between(line[quarter], line[line.length - 1 - quarter]);
  }
  /* A name or a height, whole within the map. */
  function titled(group, words, line) {
    const [x, y] = at(middle(group, line)), half = words.length * LETTER / 2, [most, high] = [1000, country.size[1] * unit];
    const inside = (value, least, greatest) => Math.max(least, Math.min(greatest, value));
    const text = node("text", { class: group === "contours" ? "high" : group === "water" ? "watername" : "placename", x: inside(x, half, most - half), y: inside(y + 4, 12, high - 4), "text-anchor": "middle" });
    text.textContent = words;
    return text;
  }
  function bridge(a, b) {
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]), half = 2, fine = (value) => Math.round(value * 16) / 16;
    if (!long) { again(a, gettext("A bridge needs two ends.")); return; }
    const off = [-(b[1] - a[1]) / long * half, (b[0] - a[0]) / long * half];
    const corner = (end, sign) => [Math.min(country.size[0], Math.max(0, fine(end[0] + sign * off[0]))), Math.min(country.size[1], Math.max(0, fine(end[1] + sign * off[1])))];
    add("bridges", { kind: "road-bridge", at: [fine((a[0] + b[0]) / 2), fine((a[1] + b[1]) / 2)], span: [corner(a, 1), corner(a, -1), corner(b, -1), corner(b, 1)] });
  }
  function backLine(side, [x, y]) {
    const [wide, deep] = country.size, off = { south: y, north: deep - y, west: x, east: wide - x };
    const nearest = Object.keys(off).sort((a, b) => off[a] - off[b])[0];
    keep(() => { country.back_lines = { ...country.back_lines, [side]: nearest }; });
    say(interpolate(gettext("Back line of %(side)s"), { side: SIDES[side] }, true) + ": " + EDGES[nearest]);
  }
  function set(point) {
    const kind = TOOLS[tool];
    if (!kind.shape) { return; }
    if (points.length && same(points[points.length - 1], point)) { finish(); return; }
    const closes = points.length > 2 && same(points[0], point);
    points.push(point);
    say(interpolate(gettext("Point %(number)s: %(place)s"), { number: points.length, place: place(point) }, true));
    if (points.length === kind.most || (closes && (kind.shape === "ring" || kind.shape === "area"))) { finish(); } else { show(); }
  }
  function choose(group, id) { chosen = id ? { group, id } : null; show(); }
  function erase() {
    if (!chosen) { return; }
    const { group, id } = chosen;
    keep(() => { const left = { ...country[group] }; delete left[id]; if (Object.keys(left).length) { country[group] = left; } else { delete country[group]; } chosen = null; });
    say(interpolate(gettext("%(thing)s deleted."), { thing: id }, true));
    svg.focus();
  }

  /* -- the sheet ---------------------------------------------------------------------------------------- */

  const ORDER = ["unknown", "woods", "steep", "water", "contours", "roads", "bridges", "rails", "fords", "walls", "houses", "depots", "names"];
  const INK = { unknown: "unknown", woods: "wood", steep: "steep", roads: "road", bridges: "bridge", rails: "rail", fords: "ford", walls: "wall", houses: "house", depots: "house" };
  const closedGroup = (group) => ["unknown", "woods", "steep", "water", "houses", "bridges"].includes(group);

  function ticks(one) {
    const line = one.line.map(at), ring = same(one.line[0], one.line[one.line.length - 1]);
    let twice = 0;
    for (let i = 1; i < one.line.length; i += 1) { twice += one.line[i - 1][0] * one.line[i][1] - one.line[i][0] * one.line[i - 1][1]; }
    const higher = one.higher || "inside", down = ring ? ((twice > 0) === (higher === "inside") ? 1 : -1) : (higher === "left" ? 1 : -1);
    let strokes = "", wait = 23;
    for (let i = 1; i < line.length; i += 1) {
      const [[ax, ay], [bx, by]] = [line[i - 1], line[i]], long = Math.hypot(bx - ax, by - ay);
      if (!long) { continue; }
      for (; wait <= long; wait += 46) { strokes += "M" + (ax + (bx - ax) * wait / long) + " " + (ay + (by - ay) * wait / long) + "l" + (-(by - ay) / long * 5 * down) + " " + ((bx - ax) / long * 5 * down); }
      wait -= long;
    }
    return strokes;
  }
  function draw(group, id, one) {
    const line = lineOf(one), mark = chosen && chosen.group === group && chosen.id === id;
    if (!line.length) { return []; }
    const found = [], shape = line.length === 1 ? null : path(line, closedGroup(group));
    if (!shape && group !== "names") { const [x, y] = at(line[0]); found.push(node("rect", { class: "house", x: x - 7, y: y - 7, width: 14, height: 14 })); }
    else if (group === "names") { /* its name is all that is drawn */ }
    else if (group === "contours") { found.push(node("path", { class: "contour" + ((one.height || 0) % 18 ? "" : " heavy"), d: shape }), node("path", { class: "tick", d: ticks(one) })); }
    else if (group === "roads") { const width = Math.max((one.width || 2) * unit, 5); found.push(node("path", { class: "casing", d: shape, "stroke-width": width + 2.4 }), node("path", { class: "road", d: shape, "stroke-width": width })); }
    else { found.push(node("path", { class: group === "water" ? (one.fordable ? "shallow" : "water") : INK[group], d: shape })); }
    if (group === "rails") { found.push(node("path", { class: "sleepers", d: shape })); }
    const words = group === "contours" ? String(one.height || 0) : one.name;
    if (words) { found.push(titled(group, words, line)); }
    const reach = node("path", { class: "reach" + (mark ? " chosen" : ""), d: shape || path([line[0], line[0]]) + "h.1" });
    reach.addEventListener("click", (event) => { if (tool === "choose") { event.stopPropagation(); choose(group, id); } });
    return [...found, reach];
  }
  function edge(name) {
    if (Array.isArray(name)) { return name; }
    const [wide, deep] = country.size;
    return { south: [[0, 0], [wide, 0]], north: [[0, deep], [wide, deep]], west: [[0, 0], [0, deep]], east: [[wide, 0], [wide, deep]] }[name] || [];
  }
  /* The picture beneath, made once: only its place changes with the size of the country. */
  const under = svg.dataset.picture && node("g", { class: "underlay", "aria-hidden": "true" });
  if (under) {
    const shown = svg.dataset.shown.split(" "), clip = node("clipPath", { id: "draw-shown" });
    clip.append(node("rect", { x: shown[0], y: shown[1], width: shown[2], height: shown[3] }));
    under.append(clip, node("image", { href: svg.dataset.picture, width: svg.dataset.wide, height: svg.dataset.high, preserveAspectRatio: "none", opacity: svg.dataset.opacity, "clip-path": "url(#draw-shown)" }));
  }
  function beneath() {
    if (!under || !board.querySelector("[data-under]").checked) { return []; }
    const [a, b, c, d, e, f] = svg.dataset.matrix.split(" ").map(Number), high = country.size[1];
    const on = [a * unit, -b * unit, c * unit, -d * unit, e * unit, (high - f) * unit].map((one) => one.toFixed(6));
    under.querySelector("image").setAttribute("transform", "matrix(" + on.join(" ") + ")");
    return [under];
  }
  function sheet() {
    const [wide, deep] = country.size;
    unit = 1000 / wide;
    svg.setAttribute("viewBox", "-26 -26 1052 " + (deep * unit + 52).toFixed(0));
    svg.classList.toggle("picking", tool !== "choose");
    svg.replaceChildren(...beneath());
    const feetApart = [1, 2, 4, 6, 12, 24].find((one) => wide / 12 / one <= 13) || 48;
    for (let foot = 0; foot * 12 <= wide; foot += feetApart) { const x = foot * 12 * unit; svg.append(node("path", { class: "grid", d: "M" + x + " 0V" + deep * unit })); const text = node("text", { class: "gridno", x, y: -7, "text-anchor": "middle" }); text.textContent = foot; svg.append(text); }
    for (let foot = 0; foot * 12 <= deep; foot += feetApart) { const y = (deep - foot * 12) * unit; svg.append(node("path", { class: "grid", d: "M0 " + y + "H1000" })); const text = node("text", { class: "gridno", x: -5, y, dy: ".32em", "text-anchor": "end" }); text.textContent = foot; svg.append(text); }
    const ground = node("g", { class: "ground" });
    ORDER.forEach((group) => Object.entries(country[group] || {}).forEach(([id, one]) => ground.append(...draw(group, id, one))));
    Object.entries(country.back_lines || {}).forEach(([side, name]) => { const line = edge(name); if (line.length) { ground.append(node("path", { class: "back " + side, d: path(line) })); } });
    svg.append(ground);
    if (points.length) { svg.append(node("path", { class: "picked", d: path(points) + (points.length === 1 ? "h.1" : "") })); points.forEach((one) => { const [cx, cy] = at(one); svg.append(node("circle", { class: "pin", cx, cy, r: 5 })); }); }
    const [cx, cy] = at(cursor);
    svg.append(node("path", { class: "cross", d: "M" + (cx - 11) + " " + cy + "h22M" + cx + " " + (cy - 11) + "v22" }));
    where.textContent = place(cursor) + (points.length ? " · " + interpolate(ngettext("%(number)s point set", "%(number)s points set", points.length), { number: points.length }, true) : "");
  }

  /* -- the lists beside the drawing ------------------------------------------------------------------- */

  function field(label, input) {
    const box = element("div", { class: "field" }), id = "d-" + label.toLowerCase().replace(/[^a-zäöüß]+/g, "-");
    input.id = id;
    box.append(element("label", { for: id }, label), input);
    return box;
  }
  function typed(one, key, label, kind) {
    const input = element("input", { value: one[key] === undefined ? "" : one[key], maxlength: 120 });
    if (kind === "number") { input.inputMode = "decimal"; }
    input.addEventListener("change", () => {
      const value = kind === "number" ? window.figure(input.value) : input.value.trim();
      if (kind === "number" && (!input.value.trim() || !Number.isFinite(value))) { input.setAttribute("aria-invalid", "true"); warn(interpolate(gettext("%(label)s: give a number, for example 1200 or 1.25."), { label }, true)); return; }
      input.removeAttribute("aria-invalid");
      if (value === (one[key] === undefined ? "" : one[key])) { return; }
      keep(() => { if (value === "") { delete one[key]; } else { one[key] = value; } }, true);
    });
    return field(label, input);
  }
  /* How many packets of a kind a depot holds. */
  function packets(one, kind, label) {
    const input = element("input", { value: (one.packets || {})[kind] || 0, maxlength: 5, inputmode: "numeric" });
    input.addEventListener("change", () => {
      const value = window.figure(input.value, true);
      if (!Number.isInteger(value) || value < 0 || value > 10000) { input.setAttribute("aria-invalid", "true"); warn(interpolate(gettext("%(label)s: give a number, for example 1200 or 1.25."), { label }, true)); return; }
      input.removeAttribute("aria-invalid");
      keep(() => { one.packets = { ...one.packets, [kind]: value }; }, true);
    });
    return field(label, input);
  }
  function picked(one, key, label, values) {
    const select = element("select");
    values.forEach(([value, word]) => { const option = element("option", { value }, word); option.selected = (one[key] === undefined ? values[0][0] : one[key]) === value; select.append(option); });
    select.addEventListener("change", () => keep(() => { one[key] = select.value; }, true));
    return field(label, select);
  }
  function ticked(one, key, label) {
    const box = element("label", { class: "tick" }), input = element("input", { type: "checkbox" });
    input.checked = Boolean(one[key]);
    input.addEventListener("change", () => keep(() => { if (input.checked) { one[key] = true; } else { delete one[key]; } }, true));
    box.append(input, document.createTextNode(label));
    return box;
  }
  function placed(one) {
    const key = one.line ? "line" : one.outline ? "outline" : one.span ? "span" : "at", line = lineOf(one);
    const area = element("textarea", { rows: Math.min(8, line.length + 1), spellcheck: "false" });
    area.value = line.map((point) => point.join(", ")).join("\n");
    area.addEventListener("change", () => {
      const rows = area.value.split("\n").map((row) => row.trim()).filter(Boolean).map((row) => row.split(/[,\s]+/).map(Number));
      if (!rows.length || rows.some((row) => row.length !== 2 || !row.every(Number.isFinite))) { area.setAttribute("aria-invalid", "true"); warn(gettext("Points: give two numbers in each line, inches east and inches north.")); return; }
      area.removeAttribute("aria-invalid");
      keep(() => { one[key] = key === "at" ? rows[0] : rows; }, true);
      if (chosen.group === "contours") { setTimeout(show); } // it may be a ring now; the keyboard has gone on by then
    });
    return field(gettext("Points, in inches east and north"), area);
  }
  function showChosen() {
    chosenBox.replaceChildren();
    const one = chosen && (country[chosen.group] || {})[chosen.id];
    if (!one) { chosenBox.append(element("p", { class: "quiet" }, gettext("Nothing is selected. Choose something on the map or in the list."))); return; }
    chosenBox.append(element("p", {}, TITLES[chosen.group] + ": " + chosen.id));
    if (board.dataset.thing === chosen.id && board.dataset.group === chosen.group) { const told = document.querySelector(".refusal p"); if (told) { chosenBox.append(element("p", { class: "error" }, told.textContent)); } }
    if (!["contours", "steep", "unknown"].includes(chosen.group)) { chosenBox.append(typed(one, "name", gettext("Name"))); }
    if (chosen.group === "contours") {
      chosenBox.append(typed(one, "height", gettext("Height of the upper side, inches"), "number"));
      const ring = one.line && same(one.line[0], one.line[one.line.length - 1]);
      chosenBox.append(picked(one, "higher", gettext("Higher"), ring ? [["inside", gettext("inside: a hill")], ["outside", gettext("outside: a hollow")]] : [["left", gettext("to the left, as it was drawn")], ["right", gettext("to the right")]]));
    }
    if (chosen.group === "contours" && window.sketch) { chosenBox.append(...window.sketch.slopes({ country, id: chosen.id, element, field, addAll })); }
    if (chosen.group === "water") { chosenBox.append(ticked(one, "fordable", gettext("May be waded anywhere"))); }
    if (chosen.group === "bridges") { chosenBox.append(picked(one, "kind", gettext("Sort"), [["road-bridge", gettext("road bridge")], ["railway-bridge", gettext("railway bridge")], ["culvert", gettext("railway culvert")]])); }
    if (chosen.group === "depots") { chosenBox.append(picked(one, "side", gettext("Side"), Object.entries(SIDES)), ...Object.entries(STORES).map(([kind, word]) => packets(one, kind, word))); }
    if (["roads", "rails"].includes(chosen.group)) { chosenBox.append(typed(one, "width", gettext("Width, inches"), "number")); }
    if (["houses", "walls", "woods"].includes(chosen.group)) { chosenBox.append(typed(one, "height", gettext("Height, inches"), "number")); }
    chosenBox.append(placed(one));
    const button = element("button", { type: "button", id: "d-delete" }, gettext("Delete"));
    button.addEventListener("click", erase);
    chosenBox.append(button);
  }
  function showList() {
    list.replaceChildren();
    Object.keys(TITLES).filter((group) => Object.keys(country[group] || {}).length).forEach((group) => {
      const rows = element("ul", { class: "plainlist" });
      Object.entries(country[group]).forEach(([id, one]) => {
        const here = chosen && chosen.group === group && chosen.id === id;
        const button = element("button", { type: "button", class: "plain", ...(here ? { "aria-current": "true" } : {}) }, group === "contours" ? interpolate(gettext("%(height)s in., %(thing)s"), { height: one.height || 0, thing: id }, true) : one.name || id);
        button.addEventListener("click", () => { tool = "choose"; choose(group, id); });
        const row = element("li"); row.append(button); rows.append(row);
      });
      const box = element("details", chosen && chosen.group === group ? { open: "" } : {});
      box.append(element("summary", {}, TITLES[group] + " " + Object.keys(country[group]).length), rows);
      list.append(box);
    });
    Object.entries(country.back_lines || {}).forEach(([side, name]) => {
      const button = element("button", { type: "button", class: "plain" }, gettext("remove"));
      button.addEventListener("click", () => keep(() => { const left = { ...country.back_lines }; delete left[side]; if (Object.keys(left).length) { country.back_lines = left; } else { delete country.back_lines; } }));
      const row = element("p", { class: "small" }, interpolate(gettext("Back line of %(side)s"), { side: SIDES[side] }, true) + ": " + (EDGES[name] || gettext("a line")) + " ");
      row.append(button); list.append(row);
    });
    if (!list.children.length) { list.append(element("p", { class: "quiet" }, gettext("Nothing yet. Choose a tool and set points."))); }
  }
  /* The keyboard is where it was, though that was drawn anew; else in the selection, or on the map. */
  function held(box, on) {
    const anew = on.id && document.getElementById(on.id);
    (anew || box.querySelector("[aria-current], input, select, textarea") || svg).focus({ preventScroll: true });
  }
  function show(beside) {
    const on = document.activeElement, box = [chosenBox, list].find((one) => one.contains(on));
    data.value = JSON.stringify(country);
    says.textContent = TOOLS[tool].says;
    says.toggleAttribute("data-refused", false);
    tools.querySelectorAll("button").forEach((one) => one.setAttribute("aria-pressed", String(one.dataset.tool === tool)));
    board.querySelectorAll("[data-size]").forEach((one) => { if (document.activeElement !== one) { one.value = country.size[Number(one.dataset.size)] / 12; } });
    board.querySelector("[data-river]").closest("label").hidden = TOOLS[tool].sketch !== "river";
    board.querySelector("[data-do=finish]").disabled = points.length < (TOOLS[tool].least || 1);
    const with_site = (act) => Boolean(window.drawn) && window.drawn.can(act);
    board.querySelector("[data-do=undo]").disabled = !past.length && !points.length && !with_site("undo");
    board.querySelector("[data-do=redo]").disabled = !coming.length && !with_site("redo");
    board.querySelectorAll("[data-house]").forEach((one) => { one.closest("label").hidden = !["house", "row"].includes(tool); });
    sheet();
    if (beside !== true) { showChosen(); }
    showList();
    if (box && !on.isConnected) { held(box, on); }
  }
  function take(name) { tool = name; points = []; show(); say(TOOLS[name].word + ". " + TOOLS[name].says); }
  function undo() {
    if (!points.length) { back(past, coming); return; }
    points.pop();
    show();
    say(interpolate(ngettext("The last point is removed; %(number)s is left.", "The last point is removed; %(number)s are left.", points.length), { number: points.length }, true));
  }

  /* -- mouse, touch and keys -------------------------------------------------------------------------- */

  function exact(event) {
    const found = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return [found.x / unit, country.size[1] - found.y / unit].map((one, axis) => Math.min(country.size[axis], Math.max(0, Math.round(one * 16) / 16)));
  }
  const spot = (event) => snapped(...exact(event));
  const trail = node("path", { class: "picked trail" });
  function drawTrail(line) { if (line.length) { trail.setAttribute("d", path(line)); svg.append(trail); } else { trail.remove(); } }
  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  function pressed(event) {
    if (event.ctrlKey || event.metaKey) {
      if (event.key.toLowerCase() === "z") { event.preventDefault(); if (event.shiftKey) { back(coming, past); } else { undo(); } }
      return;
    }
    if (event.altKey) { return; }
    const way = ARROWS[event.key];
    if (way) { const far = event.shiftKey ? Number(grid.value) : Math.max(12, Number(grid.value)); cursor = snapped(cursor[0] + way[0] * far, cursor[1] + way[1] * far); say(place(cursor)); sheet(); }
    else if (event.key === "Enter" || event.key === " ") { set(cursor); }
    else if (event.key.toLowerCase() === "f") { finish(); }
    else if (event.key === "Backspace") { undo(); }
    else if (event.key === "Escape") { points = []; take("choose"); }
    else if (event.key === "Delete") { erase(); }
    else { const name = Object.keys(TOOLS).find((one) => TOOLS[one].key === event.key.toLowerCase()); if (!name) { return; } take(name); }
    event.preventDefault();
  }

  country = read();
  if (!country) { return; }
  Object.entries(TOOLS).forEach(([name, one]) => {
    const button = element("button", { type: "button", "data-tool": name, "aria-pressed": "false", title: interpolate(gettext("key %(key)s"), { key: one.key.toUpperCase() }, true) }, one.word);
    button.addEventListener("click", () => { take(name); });
    tools.append(button);
  });
  /* The tools are one stop of the tabulator; arrows go from one to the next. */
  const each = [...tools.children], TURNS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -Infinity, End: Infinity };
  const stop = (button) => each.forEach((one) => { one.tabIndex = one === button ? 0 : -1; });
  tools.addEventListener("focusin", (event) => stop(event.target));
  tools.addEventListener("keydown", (event) => {
    const turn = TURNS[event.key];
    if (!turn || event.ctrlKey || event.metaKey || event.altKey) { return; }
    each[Math.min(each.length - 1, Math.max(0, each.indexOf(event.target) + turn))].focus();
    event.preventDefault();
  });
  stop(each[0]);
  /* Enter in a field of the selection takes what is typed there; it does not save the country. */
  chosenBox.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !event.target.matches("input:not([type=checkbox])")) { return; }
    event.preventDefault();
    event.target.dispatchEvent(new Event("change"));
    if (chosen && chosen.group === "names") { svg.focus({ preventScroll: true }); }
  });
  function laid(event) {
    cursor = spot(event);
    if (tool === "choose") { choose(null, null); } else if (TOOLS[tool].shape === "box" && !points.length) { finishWith([cursor]); } else { set(cursor); }
  }
  if (window.hand) { window.hand.follow(svg, { at: exact, begins: () => Boolean(TOOLS[tool].shape), trail: drawTrail, ends: handDrawn, presses: laid }); }
  window.surePress(svg, () => tool === "choose"); // else the hand has it
  svg.addEventListener("click", laid);
  svg.addEventListener("pointermove", (event) => { if (points.length || tool !== "choose") { where.textContent = place(spot(event)); } });
  svg.addEventListener("keydown", pressed);
  board.querySelector("[data-do=finish]").addEventListener("click", finish);
  board.querySelector("[data-do=undo]").addEventListener("click", undo);
  board.querySelector("[data-do=redo]").addEventListener("click", () => back(coming, past));
  board.querySelectorAll("[data-size]").forEach((one) => one.addEventListener("change", () => {
    const length = window.figure(one.value) * 12;
    if (!Number.isFinite(length) || length < 24 || length > 1440) { one.setAttribute("aria-invalid", "true"); warn(gettext("Give 2 to 120 feet.")); return; }
    one.removeAttribute("aria-invalid");
    keep(() => { country.size = country.size.slice(); country.size[Number(one.dataset.size)] = Math.round(length * 16) / 16; });
  }));
  if (under) { board.querySelector("[data-under]").addEventListener("change", sheet); }
  data.addEventListener("change", () => { const given = read(); data.setAttribute("aria-invalid", String(!given)); if (given) { keep(() => { country = given; }); } else { warn(gettext("This map cannot be read.")); } });
  board.addEventListener("submit", () => { dirty = false; });
  board.querySelector("[name=name]").addEventListener("change", () => { if (window.drawn && country) { window.drawn.send("keep", JSON.stringify(country)); } });
  window.addEventListener("beforeunload", (event) => { if (dirty && !(window.drawn && window.drawn.safe())) { event.preventDefault(); } });
  drawing.hidden = false;
  if (board.dataset.group && (country[board.dataset.group] || {})[board.dataset.thing]) { chosen = { group: board.dataset.group, id: board.dataset.thing }; }
  show();
})();
