/* The map is zoomed and moved: by wheel, two fingers, dragging, buttons and keys. Only the window on the drawing changes,
   never the order. Blocks and names keep their size; without this file the whole sheet is there, and scrolls.
   Other files add to it (`board.parts`: layers, labels, keys), or draw on it through `figure.map`. While somebody draws they
   hear map:press, map:drag, map:release, map:leave and map:key, always map:moved. What is seen of a map stays when it is replaced. */
"use strict";
(function () {
  const NEAREST = 48, CLOSE = 10, STILL = 5, BEYOND = 1.6, REST = 140, NAMES_FROM = 0.5, READ_FROM = 0.62, MARGIN = 70, EDGE = 30, NARROW = 600, SCALE = 32, MARKS = "[data-marks] > g > *";
  const KEPT = MARKS + ", .ground > text, .gridno[transform], [data-stacks] > g, .aims > g, [data-faults] > a, [data-coming] > g, .trace > [transform]";
  const board = window.board = window.board || { parts: {}, views: new Map() };
  const place_of = (node) => node.getAttribute("transform").match(/translate\(([^)]*)\)/)[1];
  const figures = () => [...document.querySelectorAll("figure.plan[data-map]")];

  /* What htmx has just put has the classes of what it replaces, and loses what it gets meanwhile: its map waits until it has settled. */
  const settles = (figure) => figure.closest(".htmx-settling");
  function unfold_all() {
    figures().forEach((figure) => { if (!figure.map && !settles(figure)) { unfold(figure); } });
    if (!document.querySelector(".plan.full, .boardpage.full")) { cover(null); }
  }
  /* What lies behind a map over the whole window takes no part: the keyboard would go there unseen.  frame: what covers it, or null. */
  function cover(frame) {
    document.querySelectorAll("[data-behind]").forEach((one) => { one.inert = false; delete one.dataset.behind; });
    for (let one = frame; one && one !== document.body; one = one.parentElement) {
      for (const other of one.parentElement.children) { if (other !== one && !other.inert) { other.inert = true; other.dataset.behind = ""; } }
    }
  }
  if (!board.listens) { listen(); }
  function listen() {
    board.listens = true;
    for (const name of ["htmx:load", "htmx:afterSettle"]) { document.addEventListener(name, () => board.unfold()); } // a map that came later, with a new request
    document.addEventListener("live:put", function (event) { // or by itself, with news (live.js), or only a layer of it
      const figure = event.target.closest("[data-layer]") && event.target.closest("figure.plan");
      if (figure && figure.map) { figure.map.laid(); }
      board.unfold();
    });
    addEventListener("beforeprint", () => figures().forEach((figure) => { if (figure.map) { figure.map.print(true); } }));
    addEventListener("afterprint", () => figures().forEach((figure) => { if (figure.map) { figure.map.print(false); } }));
    document.addEventListener("keydown", function (event) {
      const full = event.key === "Escape" && !event.defaultPrevented && figures().find((one) => one.map && one.map.is_full());
      if (full) { full.map.full(false); event.preventDefault(); }
    });
  }
  board.unfold = unfold_all;

  function unfold(figure) {
    const pan = figure.querySelector(".pan"), svg = pan.querySelector("svg"), bar = figure.querySelector("[data-map-bar]");
    const [left, top, wide, sheet_high] = svg.getAttribute("viewBox").split(/\s+/).map(Number);
    const high = svg.dataset.high ? Number(svg.dataset.high) + 52 : sheet_high; // the scale beneath the sheet is for paper
    const unit = Number(svg.dataset.unit), west = Number(svg.dataset.west), north = Number(svg.dataset.north);
    const columns = svg.querySelector("[data-columns]"), rows = svg.querySelector("[data-rows]");
    const fingers = new Map(), sheet = [west, north, unit, wide, high].join(" ");
    let kept = kept_in_size(svg), size = { w: 1, h: 1 }, fit = 1, scale = 1, middle = [left + wide / 2, top + high / 2], drawn = 0, waiting = false, held = null, apart = 0;
    let laid = { middle, scale: 1 }, over = [0, 0], resting = 0, paper = null, settled = 0;
    const view = board.views.get(figure.id) || {}, drawers = [], grabs = [], pressed = [];
    board.views.set(figure.id, view);
    if (view.sheet !== sheet) { for (const key of Object.keys(view)) { delete view[key]; } }

    // -- the window on the drawing

    const fills = () => getComputedStyle(pan).getPropertyValue("--fills").trim() === "1";
    function measured() {
      const across = pan.clientWidth, most = Math.max(320, innerHeight * 0.76);
      pan.style.height = fills() ? "" : Math.min(most, Math.max(across * sheet_high / wide, Math.min(across * 1.3, innerHeight * 0.6))) + "px";
      size = { w: pan.clientWidth || 1, h: pan.clientHeight || 1 };
      over = laid_over();
      fit = Math.min(size.w / wide, Math.max(1, size.h - over[0] - over[1]) / high); // a window of no height, as while the page is folded, shows nothing
    }
    /* How much of a small window the bar covers above and the scale below: the sheet can be moved out from under them. */
    function laid_over() {
      if (size.w >= NARROW || getComputedStyle(bar).position !== "absolute") { return [0, 0]; }
      return [Math.max(0, bar.getBoundingClientRect().bottom - pan.getBoundingClientRect().top), SCALE];
    }
    function within(value, first, length, seen) {
      return seen >= length ? first + length / 2 : Math.min(Math.max(value, first + seen / 2), first + length - seen / 2);
    }
    const limited = (closer) => Math.min(Math.max(closer, fit), Math.max(NEAREST / unit, fit));
    /* moving: during a drag the present picture is only shifted, which costs almost nothing; it is drawn again
       when the drag pauses, or reaches the edge of what was drawn beyond the window. */
    function look(at, closer, moving) {
      scale = limited(closer);
      middle = [within(at[0], left, wide, size.w / scale), within(at[1], top - over[0] / scale, high + (over[0] + over[1]) / scale, size.h / scale)];
      Object.assign(view, { sheet, middle, scale, whole: scale <= fit * 1.01 });
      clearTimeout(resting);
      if (moving) { resting = setTimeout(() => show(), REST); }
      if (!waiting) { waiting = true; requestAnimationFrame(moving ? shift : () => show()); } else if (!moving) { show(); }
    }
    function shift() {
      waiting = false;
      const by = scale / laid.scale, [dx, dy] = [0, 1].map((axis) => (laid.middle[axis] - middle[axis]) * scale);
      const spare = (length) => length * (BEYOND * by - 1) / 2;
      if (by > 2.2 || Math.abs(dx) > spare(size.w) || Math.abs(dy) > spare(size.h)) { return show(true); }
      svg.style.transform = "translate(-18.75%, -18.75%) translate(" + dx.toFixed(1) + "px," + dy.toFixed(1) + "px) scale(" + by.toFixed(4) + ")";
      drawers.forEach((draw) => draw({ shifted: true }));
    }
    function box(beyond) {
      const w = size.w / scale * beyond, h = size.h / scale * beyond;
      return [middle[0] - w / 2, middle[1] - h / 2, w, h].map((one) => one.toFixed(2)).join(" ");
    }
    /* hasty: in the midst of a movement; what costs more, such as the places of names, waits until it rests. */
    function show(hasty) {
      waiting = false;
      if (hasty !== true) { clearTimeout(resting); }
      if (paper) { return; }
      laid = { middle, scale };
      svg.style.transform = "";
      svg.setAttribute("viewBox", box(BEYOND));
      const x = middle[0] - size.w / scale / 2, y = middle[1] - size.h / scale / 2, grow = size_kept(), zoomed = settled !== scale;
      // What is at the edge of the sheet stays at the edge of the window.
      if (columns) { columns.setAttribute("transform", "translate(0 " + Math.max(0, y + 7 + 20 * grow).toFixed(1) + ")"); }
      if (rows) { rows.setAttribute("transform", "translate(" + Math.max(0, x + 5 + 28 * grow).toFixed(1) + " 0)"); }
      if (drawn !== scale) {
        kept.forEach((one) => put(one, grow));
        svg.classList.toggle("far", scale < NAMES_FROM);
        pan.classList.toggle("nearer", scale > fit * 1.01);
        drawn = scale;
      }
      drawers.forEach((draw) => draw({ grow, zoomed, hasty: hasty === true }));
      if (hasty !== true) { settled = scale; }
      figure.dispatchEvent(new CustomEvent("map:moved", { detail: { grow } }));
    }
    function put(one, grow) { one.node.setAttribute("transform", "translate(" + one.place + ")scale(" + grow.toFixed(3) + ")" + one.fan + one.turn); }
    function size_kept() { return Math.pow(Math.max(0.7, Math.min(fit, 1)) / scale, 0.85); }
    /* A layer has come, or gone: what keeps its size is gathered anew, and everything is drawn. */
    function laid_anew() {
      kept = kept_in_size(svg);
      drawn = settled = 0;
      drawers.forEach((draw) => draw({ anew: true }));
      show();
    }

    // -- places

    function spot(event) {
      const seen = pan.getBoundingClientRect();
      return [middle[0] + (event.clientX - seen.left - size.w / 2) / scale, middle[1] + (event.clientY - seen.top - size.h / 2) / scale];
    }
    const inches = ([x, y]) => [x / unit + west, north - y / unit];
    const units = ([x, y]) => [(x - west) * unit, (north - y) * unit];
    /* The nearest place that is on the sheet. */
    const [east, south] = inches([left + wide + left, (svg.dataset.high ? Number(svg.dataset.high) : sheet_high + 2 * top)]);
    const on_sheet = ([x, y]) => [Math.min(Math.max(x, west), east), Math.min(Math.max(y, south), north)];
    /* Where a point of the drawing is in the window, in pixels. */
    const pixels = ([x, y]) => [(x - middle[0]) * scale + size.w / 2, (y - middle[1]) * scale + size.h / 2];
    function nearer(by, at, moving) {
      const to = limited(scale * by), held_at = at || middle;
      look([held_at[0] + (middle[0] - held_at[0]) * scale / to, held_at[1] + (middle[1] - held_at[1]) * scale / to], to, moving);
    }
    /* A place comes into the window, a twelfth of it from its edges and from the bar that lies over it. */
    function into_view([x, y]) {
      const w = size.w / scale / 2.4, half = size.h / scale / 2, low = over[0] / scale, edge = (2 * half - low) / 12;
      look([Math.min(Math.max(middle[0], x - w), x + w), Math.min(Math.max(middle[1], y - half + edge), y + half - low - edge)], scale);
    }
    /* Whether a place is in the window, and not under the bar. */
    function in_window(at) {
      const [x, y] = pixels(at);
      return x >= 0 && x <= size.w && y >= over[0] && y <= size.h;
    }
    /* The window round some points of the drawing. */
    function round(points) {
      if (!points.length) { return; }
      const [xs, ys] = [0, 1].map((axis) => points.map((one) => one[axis]));
      const [w, e, n, s] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const room = Math.min((size.w - 2 * Math.min(MARGIN, size.w / 5)) / Math.max(e - w, 1), (size.h - 2 * Math.min(MARGIN, size.h / 5)) / Math.max(n === s ? 1 : s - n, 1));
      look([(w + e) / 2, (n + s) / 2], Math.min(room, Math.max(CLOSE / unit, fit)));
    }

    // -- fingers, mouse and wheel

    const pointing = () => figure.dataset.mode === "point";
    function tell(name, event) {
      const [x, y] = inches(spot(event));
      figure.dispatchEvent(new CustomEvent("map:" + name, { detail: { x, y, on: held && held.on, moved: Boolean(held && held.moved) } }));
    }
    function leave() {
      if (held && pointing()) { figure.dispatchEvent(new CustomEvent("map:leave")); }
      if (held && held.grab && held.moved) { held.grab.leave(); }
    }
    svg.addEventListener("pointerdown", function (event) {
      if (event.button) { return; }
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) { leave(); apart = spread(); held = null; return; }
      held = { from: [event.clientX, event.clientY], middle, on: event.target, moved: false, grab: null };
      if (pointing()) { tell("press", event); return; }
      for (const grab of grabs) { held.grab = held.grab || grab(event, spot(event)); }
    });
    svg.addEventListener("pointermove", function (event) {
      if (!fingers.has(event.pointerId)) { return; }
      const before = centre();
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) { return pinch(before); }
      if (!held) { return; }
      const [dx, dy] = [event.clientX - held.from[0], event.clientY - held.from[1]];
      if (!held.moved && Math.hypot(dx, dy) < STILL) { return; }
      if (!held.moved) {
        held.moved = true;
        try { svg.setPointerCapture(event.pointerId); } catch { return; }
        if (held.grab && held.grab.start) { held.grab.start(); }
      }
      if (pointing()) { tell("drag", event); }
      else if (held.grab) { held.grab.move(spot(event)); }
      else { look([held.middle[0] - dx / scale, held.middle[1] - dy / scale], scale, true); }
    });
    for (const name of ["pointerup", "pointercancel"]) {
      svg.addEventListener(name, function (event) {
        if (!fingers.delete(event.pointerId)) { return; }
        if (name === "pointercancel") { leave(); }
        else if (held && pointing()) { tell("release", event); }
        else if (held && held.grab && held.moved) { held.grab.drop(spot(event)); }
        if (held && held.moved) { swallow(); }
        held = null;
      });
    }
    function swallow() { // A drag that ends on a block is no click on it.
      const stop = (event) => { event.preventDefault(); event.stopPropagation(); };
      svg.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => svg.removeEventListener("click", stop, { capture: true }), 60);
    }
    svg.addEventListener("dragstart", (event) => event.preventDefault());
    window.surePress(svg);
    svg.addEventListener("click", function (event) {
      if (pointing()) { event.preventDefault(); return; }
      const by_key = !event.detail && event.target.closest("[data-thing][transform]"); // a press by key has no place of its own: it is that of the block
      const where = by_key ? place_of(by_key).split(" ").map(Number) : spot(event);
      for (const press of pressed) { if (press(event, where)) { return; } }
    });
    function spread() { const [a, b] = [...fingers.values()]; return Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1; }
    function centre() {
      const all = [...fingers.values()];
      return { clientX: all.reduce((sum, one) => sum + one.clientX, 0) / all.length, clientY: all.reduce((sum, one) => sum + one.clientY, 0) / all.length };
    }
    function pinch(before) {
      const now = spread(), after = centre();
      middle = [middle[0] - (after.clientX - before.clientX) / scale, middle[1] - (after.clientY - before.clientY) / scale];
      nearer(now / apart, spot(after), true);
      apart = now;
    }
    pan.addEventListener("wheel", function (event) {
      if (!event.deltaY || (event.deltaY > 0 && scale <= fit * 1.001 && !fills())) { return; } // fully zoomed out: the page scrolls
      event.preventDefault();
      nearer(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), spot(event), true);
    }, { passive: false });

    // -- buttons and keys

    const whole = () => look([left + wide / 2, top + high / 2], fit);
    const of_own = () => [...svg.querySelectorAll("[data-marks] > .own > [data-thing]")].map((one) => place_of(one).split(" ").map(Number));
    const own = () => round(of_own());
    const frame = () => figure.closest(".boardpage") || figure;
    const is_full = () => frame().classList.contains("full");
    function filled(on) {
      frame().classList.toggle("full", on);
      cover(on ? frame() : null);
      view.full = on;
      const button = bar.querySelector("[data-map-do=full]");
      if (button) { button.setAttribute("aria-pressed", String(on)); }
    }
    function full(on) { filled(on); resized(); }
    function resized() {
      const was_whole = scale <= fit * 1.01;
      measured();
      look(middle, was_whole ? fit : scale);
    }
    const deeds = { nearer: () => figure.map.zoom(1.5), farther: () => figure.map.zoom(1 / 1.5), whole, own, full: () => full(!is_full()) };
    const keys = { "+": "nearer", "=": "nearer", "-": "farther", "_": "farther", "0": "whole", Home: "whole" };
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    bar.addEventListener("click", function (event) {
      const button = event.target.closest("[data-map-do]");
      if (button && deeds[button.dataset.mapDo]) { deeds[button.dataset.mapDo](); }
    });
    pan.addEventListener("keydown", function (event) {
      if (event.ctrlKey || event.metaKey || event.altKey) { return; }
      const way = ways[event.key], draws = pointing() && event.target === pan;
      const key = draws && new CustomEvent("map:key", { cancelable: true, detail: { key: event.key, shift: event.shiftKey, way } });
      if (key && !figure.dispatchEvent(key)) { event.preventDefault(); return; }
      if (keys[event.key]) { deeds[keys[event.key]](); event.preventDefault(); }
      else if (draws) { return; }
      else if (way && (event.shiftKey || !figure.map.step || !figure.map.step(way))) {
        look([middle[0] + way[0] * size.w / scale / 6, middle[1] + way[1] * size.h / scale / 6], scale);
        event.preventDefault();
      } else if (way) { event.preventDefault(); }
    });
    // Listeners of the focus are on the window: an SVG that has one is itself a stop of the tabulator in Chromium, an invisible one.
    pan.addEventListener("focusin", function (event) { // scrolls to each block when they are visited by key
      const mark = event.target.matches(":focus-visible") && event.target.closest(MARKS);
      if (mark) { into_view(place_of(mark).split(" ").map(Number)); }
    });

    /* The whole map is printed, and afterwards the window is restored. */
    function print(begins) {
      if (begins && !paper) {
        const seen = { middle, scale };
        middle = [left + wide / 2, top + high / 2];
        scale = fit;
        show();
        svg.setAttribute("viewBox", [left, top, wide, sheet_high].join(" "));
        paper = seen;
      } else if (!begins && paper) {
        ({ middle, scale } = paper);
        paper = null;
        show();
      }
    }

    // -- the first view

    function first_look() {
      const from = (svg.dataset.from || "").split(",").map(Number), one = from.length === 2 ? units(from) : null, near = [size.w, size.h].map((each) => each / Math.max(fit, READ_FROM) / 2 - EDGE), on = one || most_together(of_own(), near);
      if (view.sheet) { look(view.whole ? middle : view.middle, view.whole ? fit : view.scale); return; }
      look(middle, fit);
      if (size.w >= NARROW || !on) { return; }
      if (!one) { own(); }
      if (one || scale < READ_FROM) { look(on, Math.max(fit, READ_FROM)); }
    }
    function begin() {
      bar.hidden = false;
      figure.classList.add("moves");
      if (view.full) { filled(true); }
      measured();
      first_look();
      new ResizeObserver(() => { if (pan.isConnected) { resized(); } }).observe(pan);
    }
    const seen = () => ({ middle, scale, fit, size, over });
    figure.map = {
      unit, units, inches, on_sheet, into_view, in_window, size_kept, inch: () => unit * scale, svg, bar, pan, view, seen, pixels, look, zoom: nearer, round, own, whole, full, is_full, print, pointing,
      drawers, grabs, pressed, put, kept: () => kept, keep: (node, place) => { kept.push(keeping(node, place)); return kept[kept.length - 1]; }, laid: laid_anew, place_of,
    };
    for (const part of Object.values(board.parts)) { part(figure, figure.map); }
    begin();
    figure.dispatchEvent(new CustomEvent("map:ready", { bubbles: true }));
  }

  function kept_in_size(svg) { return [...svg.querySelectorAll(KEPT)].map((node) => keeping(node, place_of(node))); }
  /* What keeps its size, with its place, its shift in a stack and its rotation. */
  function keeping(node, place) {
    const turn = ((node.getAttribute("transform") || "").match(/rotate\([^)]*\)/) || [""])[0];
    return { node, place, turn, fan: "" };
  }
  /* Of some places that which has most of the others so near it, and so the middle of those: where the small window of a phone begins. */
  function most_together(places, near) {
    const round = (one) => places.filter((other) => [0, 1].every((axis) => Math.abs(other[axis] - one[axis]) <= near[axis]));
    const most = places.map(round).reduce((best, those) => (those.length > best.length ? those : best), []);
    return most.length ? [0, 1].map((axis) => { const along = most.map((one) => one[axis]); return (Math.min(...along) + Math.max(...along)) / 2; }) : null;
  }

  unfold_all();
})();
