/* The map is zoomed and moved: by wheel, two fingers, dragging, buttons and keys. Only the window on the drawing changes,
   never the order. Blocks and names keep their size; without this file the whole sheet is there, and scrolls.
   Others draw on it through `figure.map` and hear map:press, map:drag, map:release, map:leave, map:key and map:moved. */
"use strict";
(function () {
  const NEAREST = 48, NAMES_FROM = 0.5, ALL_NAMES_FROM = 1.9, STILL = 5, BEYOND = 1.6, REST = 140, BENEATH = 42, MARKS = "[data-marks] > g > *";
  const place_of = (node) => node.getAttribute("transform").match(/translate\(([^)]*)\)/)[1];

  const unfold_all = () => document.querySelectorAll("figure.plan[data-map]").forEach((figure) => { if (!figure.map) { unfold(figure); } });
  document.addEventListener("htmx:load", unfold_all); // a map that came later, with a new request
  document.addEventListener("live:put", unfold_all); // or by itself, with news (live.js)

  function unfold(figure) {
    const pan = figure.querySelector(".pan"), svg = pan.querySelector("svg"), bar = figure.querySelector("[data-map-bar]");
    const [left, top, wide, high] = svg.getAttribute("viewBox").split(/\s+/).map(Number);
    const unit = Number(svg.dataset.unit), west = Number(svg.dataset.west), north = Number(svg.dataset.north);
    const kept = kept_in_size(svg), columns = svg.querySelector("[data-columns]"), rows = svg.querySelector("[data-rows]");
    const fingers = new Map();
    let size = { w: 1, h: 1 }, fit = 1, scale = 1, middle = [left + wide / 2, top + high / 2], drawn = 0, waiting = false, held = null, apart = 0;
    let laid = { middle, scale: 1 }, resting = 0, paper = null;

    // -- the window on the drawing

    function measured() {
      const across = pan.clientWidth, most = Math.max(320, innerHeight * 0.76);
      pan.style.height = Math.min(most, Math.max(across * high / wide, Math.min(across * 1.3, innerHeight * 0.6))) + "px";
      size = { w: pan.clientWidth || 1, h: pan.clientHeight || 1 };
      fit = Math.min(size.w / wide, size.h / high);
    }
    function within(value, first, length, seen) {
      return seen >= length ? first + length / 2 : Math.min(Math.max(value, first + seen / 2), first + length - seen / 2);
    }
    /* moving: during a drag the present picture is only shifted, which costs almost nothing; it is drawn again
       when the drag pauses, or reaches the edge of what was drawn beyond the window. */
    function look(at, closer, moving) {
      scale = Math.min(Math.max(closer, fit), Math.max(NEAREST / unit, fit));
      middle = [within(at[0], left, wide, size.w / scale), within(at[1], top, high, size.h / scale)];
      clearTimeout(resting);
      if (moving) { resting = setTimeout(show, REST); }
      if (!waiting) { waiting = true; requestAnimationFrame(moving ? shift : show); } else if (!moving) { show(); }
    }
    function shift() {
      waiting = false;
      const by = scale / laid.scale, [dx, dy] = [0, 1].map((axis) => (laid.middle[axis] - middle[axis]) * scale);
      const spare = (length) => length * (BEYOND * by - 1) / 2;
      if (by > 2.2 || Math.abs(dx) > spare(size.w) || Math.abs(dy) > spare(size.h)) { return show(); }
      svg.style.transform = "translate(" + dx.toFixed(1) + "px," + dy.toFixed(1) + "px) scale(" + by.toFixed(4) + ")";
    }
    function box(beyond) {
      const w = size.w / scale * beyond, h = size.h / scale * beyond;
      return [middle[0] - w / 2, middle[1] - h / 2, w, h].map((one) => one.toFixed(2)).join(" ");
    }
    function show() {
      waiting = false;
      clearTimeout(resting);
      if (paper) { return; }
      laid = { middle, scale };
      svg.style.transform = "";
      svg.setAttribute("viewBox", box(BEYOND));
      const x = middle[0] - size.w / scale / 2, y = middle[1] - size.h / scale / 2;
      // What is at the edge of the sheet stays at the edge of the window.
      const grow = size_kept();
      if (columns) { columns.setAttribute("transform", "translate(0 " + Math.max(0, y + 7 + 20 * grow).toFixed(1) + ")"); }
      if (rows) { rows.setAttribute("transform", "translate(" + Math.max(0, x + 5 + 28 * grow).toFixed(1) + " 0)"); }
      if (drawn !== scale) {
        for (const one of kept) { one.node.setAttribute("transform", "translate(" + one.place + ")scale(" + grow.toFixed(3) + ")" + one.turn); }
        svg.classList.toggle("far", scale < NAMES_FROM);
        if (scale >= ALL_NAMES_FROM) { name_all(); }
        svg.classList.toggle("close", scale >= ALL_NAMES_FROM);
        pan.classList.toggle("nearer", scale > fit * 1.01);
        drawn = scale;
      }
      names_within(grow);
      figure.dispatchEvent(new CustomEvent("map:moved", { detail: { grow } }));
    }
    function size_kept() { return Math.pow(Math.max(0.7, Math.min(fit, 1)) / scale, 0.85); }

    /* No name is cut by the edge of the window: it goes beneath its block instead, shifted as far as necessary, and is left
       out where the block is not in the window. */
    function names_within(grow) {
      const half = { w: size.w / scale / 2, h: size.h / scale / 2 };
      for (const { node, place, room, at } of kept) {
        if (!room) { continue; }
        const [dx, dy] = place.split(" ").map((one, axis) => one - middle[axis]), cut = Math.abs(dx + at[0] * grow) + room * grow > half.w;
        const along = Math.max(Math.abs(dx) + room * grow - half.w, 0) / grow;
        node.classList.toggle("out", Math.abs(dx) > half.w || Math.abs(dy) > half.h);
        node.setAttribute("x", cut ? -Math.sign(dx) * along : at[0]);
        node.setAttribute("y", cut && at[0] ? BENEATH : at[1]);
      }
    }
    /* Names without room on the whole sheet have room when zoomed in; they are made then. */
    let named = false;
    function name_all() {
      if (named) { return; }
      named = true;
      const names = svg.querySelector("[data-names]"), there = new Set([...names.children].map(place_of));
      for (const one of svg.querySelectorAll(MARKS)) {
        const place = place_of(one), title = one.querySelector("title");
        if (there.has(place) || !title) { continue; }
        const text = document.createElementNS(svg.namespaceURI, "text");
        text.textContent = title.textContent.split(/[,:]/)[0];
        text.setAttribute("class", "spare"); text.setAttribute("y", BENEATH);
        names.append(text);
        kept.push(keeping(text, place));
        text.setAttribute("transform", "translate(" + place + ")scale(" + size_kept().toFixed(3) + ")");
      }
    }

    // -- places

    function spot(event) {
      const seen = pan.getBoundingClientRect();
      return [middle[0] + (event.clientX - seen.left - size.w / 2) / scale, middle[1] + (event.clientY - seen.top - size.h / 2) / scale];
    }
    const inches = ([x, y]) => [x / unit + west, north - y / unit];
    const units = ([x, y]) => [(x - west) * unit, (north - y) * unit];
    function nearer(by, at, moving) {
      const to = Math.min(Math.max(scale * by, fit), Math.max(NEAREST / unit, fit)), held_at = at || middle;
      look([held_at[0] + (middle[0] - held_at[0]) * scale / to, held_at[1] + (middle[1] - held_at[1]) * scale / to], to, moving);
    }

    // -- fingers, mouse and wheel

    const pointing = () => figure.dataset.mode === "point";
    function tell(name, event) {
      const [x, y] = inches(spot(event));
      figure.dispatchEvent(new CustomEvent("map:" + name, { detail: { x, y, on: held && held.on, moved: Boolean(held && held.moved) } }));
    }
    svg.addEventListener("pointerdown", function (event) {
      if (event.button) { return; }
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) { if (held && pointing()) { figure.dispatchEvent(new CustomEvent("map:leave")); } apart = spread(); held = null; return; }
      held = { from: [event.clientX, event.clientY], middle, on: event.target, moved: false };
      if (pointing()) { tell("press", event); }
    });
    svg.addEventListener("pointermove", function (event) {
      if (!fingers.has(event.pointerId)) { return; }
      const before = centre();
      fingers.set(event.pointerId, event);
      if (fingers.size === 2) { return pinch(before); }
      if (!held) { return; }
      const [dx, dy] = [event.clientX - held.from[0], event.clientY - held.from[1]];
      if (!held.moved && Math.hypot(dx, dy) < STILL) { return; }
      if (!held.moved) { held.moved = true; try { svg.setPointerCapture(event.pointerId); } catch { return; } }
      if (pointing()) { tell("drag", event); } else { look([held.middle[0] - dx / scale, held.middle[1] - dy / scale], scale, true); }
    });
    for (const name of ["pointerup", "pointercancel"]) {
      svg.addEventListener(name, function (event) {
        if (!fingers.delete(event.pointerId)) { return; }
        if (held && pointing()) { if (name === "pointerup") { tell("release", event); } else { figure.dispatchEvent(new CustomEvent("map:leave")); } }
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
    svg.addEventListener("click", (event) => { if (pointing()) { event.preventDefault(); } });
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
      if (!event.deltaY || (event.deltaY > 0 && scale <= fit * 1.001)) { return; } // fully zoomed out: the page scrolls
      event.preventDefault();
      nearer(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016)), spot(event), true);
    }, { passive: false });

    // -- buttons and keys

    const deeds = { nearer: () => nearer(1.5), farther: () => nearer(1 / 1.5), whole: () => look([left + wide / 2, top + high / 2], fit) };
    const keys = { "+": "nearer", "=": "nearer", "-": "farther", "_": "farther", "0": "whole", Home: "whole" };
    const ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    bar.addEventListener("click", function (event) {
      const button = event.target.closest("[data-map-do]");
      if (button && deeds[button.dataset.mapDo]) { deeds[button.dataset.mapDo](); }
    });
    pan.addEventListener("keydown", function (event) {
      if (event.ctrlKey || event.metaKey || event.altKey) { return; }
      if (keys[event.key]) { deeds[keys[event.key]](); event.preventDefault(); return; }
      if (event.target !== pan) { return; }
      if (pointing()) {
        const key = new CustomEvent("map:key", { cancelable: true, detail: { key: event.key, shift: event.shiftKey, way: ways[event.key] } });
        if (!figure.dispatchEvent(key)) { event.preventDefault(); }
      } else if (ways[event.key]) {
        look([middle[0] + ways[event.key][0] * size.w / scale / 6, middle[1] + ways[event.key][1] * size.h / scale / 6], scale);
        event.preventDefault();
      }
    });
    svg.addEventListener("focusin", function (event) { // scrolls to each block when they are visited by key
      const mark = event.target.closest(MARKS);
      if (mark) { into_view(place_of(mark).split(" ").map(Number)); }
    });
    function into_view([x, y]) {
      const w = size.w / scale / 2.4, h = size.h / scale / 2.4;
      look([Math.min(Math.max(middle[0], x - w), x + w), Math.min(Math.max(middle[1], y - h), y + h)], scale);
    }

    // -- the first view

    function begin() {
      bar.hidden = false;
      figure.classList.add("moves");
      measured();
      const from = (svg.dataset.from || "").split(",").map(Number), on = from.length === 2 ? units(from) : own(svg);
      if (size.w < 600 && on) { look(on, Math.max(fit, 0.62)); } else { look(middle, fit); }
      addEventListener("beforeprint", () => { // the whole map is printed, and afterwards the window is restored
        const seen = { middle, scale };
        middle = [left + wide / 2, top + high / 2];
        scale = fit;
        show();
        svg.setAttribute("viewBox", [left, top, wide, high].join(" "));
        paper = seen;
      });
      addEventListener("afterprint", () => { if (paper) { ({ middle, scale } = paper); paper = null; show(); } });
      new ResizeObserver(() => { const whole = scale <= fit * 1.01; measured(); look(middle, whole ? fit : scale); }).observe(pan);
    }
    figure.map = { unit, units, inches, into_view, size_kept, inch: () => unit * scale, svg, bar };
    begin();
    figure.dispatchEvent(new CustomEvent("map:ready", { bubbles: true }));
  }

  function kept_in_size(svg) {
    const nodes = svg.querySelectorAll(MARKS + ", [data-names] > text, .ground > text, .gridno[transform]");
    return [...nodes].map((node) => keeping(node, place_of(node)));
  }
  /* What keeps its size, with its rotation; of a name half its length and its offset from its place. */
  function keeping(node, place) {
    const turn = ((node.getAttribute("transform") || "").match(/rotate\(.*\)/) || [""])[0], named = node.parentNode.matches("[data-names]");
    return { node, place, turn, room: named && node.textContent.length * 4.4 + 4, at: ["x", "y"].map((one) => Number(node.getAttribute(one))) };
  }
  /* The middle of the blocks that can be ordered, where the small window of a phone begins. */
  function own(svg) {
    const places = [...svg.querySelectorAll("[data-marks] a")].map((one) => place_of(one).split(" ").map(Number));
    if (!places.length) { return null; }
    return [0, 1].map((axis) => places.map((one) => one[axis]).sort((a, b) => a - b)[places.length >> 1]);
  }

  unfold_all();
})();
