/* What the board tells and shows: presses on blocks, arrows and open ground, the ends of arrows and blocks that are dragged, a frame
   round several; which are chosen; a small label; a scale that follows. Events and methods are described in docs/engineer/map.md. */
"use strict";
(function () {
  const board = window.board = window.board || { parts: {}, views: new Map() };
  const REACH = 24, SMALL = 0.08, NEAR = 40, SEEN = 0.36, ALL = 0.48, NARROW = 600, EDGE = 34, NEIGHBOURS = 3, BAR = 130, LENGTHS = [1, 2, 3, 6, 12, 24, 48, 72, 120, 240, 480];
  const whole = ([x, y]) => [Math.round(x * 16) / 16, Math.round(y * 16) / 16];

  /* Most arrows are called by their thing and the place of the order among its orders. */
  board.thing_of = (trace) => trace.dataset.thing || trace.dataset.of.split(/[:/]/)[0];

  function node(name, given, inside) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(given || {})) { made.setAttribute(key, value); }
    if (inside) { inside.append(made); }
    return made;
  }
  board.node = node;

  board.parts.layers = function (figure, map) {
    const svg = map.svg, pan = map.pan, view = map.view, marks = svg.querySelector("[data-marks]");
    const hits = node("g", { class: "hits" }), rings = node("g", { class: "rings", "aria-hidden": "true" }), drag = node("g", { class: "dragged", "aria-hidden": "true" });
    marks.before(hits, rings);
    svg.append(drag);
    const blocks = () => [...marks.querySelectorAll("[data-thing]")];
    const tell = (name, detail) => figure.dispatchEvent(new CustomEvent("map:" + name, { bubbles: true, cancelable: true, detail }));
    /* The block of a thing: its own, or the one that is shown for it, as a gun for its crew. */
    const block = (thing) => blocks().find((one) => one.dataset.thing === thing) || blocks().find((one) => thing && one.dataset.for === thing);
    const at = (mark) => map.place_of(mark).split(" ").map(Number);
    const half = (mark) => { // the middle of a block lies behind the middle of its front
      const turn = Number((mark.getAttribute("transform").match(/rotate\((-?[\d.]+)/) || [0, 0])[1]) * Math.PI / 180;
      return [-9 * Math.sin(turn), 9 * Math.cos(turn)];
    };
    Object.assign(map, { block, blocks, at, half, event: tell });

    // -- arrows that can be pressed, and their ends that can be dragged

    const traces = new WeakMap();
    function hits_laid() {
      hits.replaceChildren();
      for (const trace of svg.querySelectorAll(".trace")) {
        const layer = trace.closest("[data-layer]").dataset.layer, run = trace.querySelector("path");
        if (trace.tagName === "a") { trace.setAttribute("tabindex", "-1"); }
        if (!run) { continue; }
        const path = node("path", { class: "hit", d: run.getAttribute("d") }, hits);
        traces.set(path, trace);
        const said = trace.querySelector("title");
        if (said) { node("title", {}, path).textContent = said.textContent; }
        const head = trace.querySelector("use");
        if (head && !run.matches(".round") && layer !== "happened" && figure.dataset.ends !== "off") {
          const end = node("circle", { class: "end", r: 16, transform: "translate(" + map.place_of(head) + ")" }, hits);
          traces.set(end, trace);
        }
      }
      hits.querySelectorAll(".end").forEach((one) => map.keep(one, map.place_of(one)));
    }
    const trace_of = (target) => traces.get(target) || target.closest(".trace");
    const named = (trace) => ({ of: trace.dataset.of, thing: board.thing_of(trace), layer: trace.closest("[data-layer]").dataset.layer });

    function grab_end(event, first) {
      const trace = event.target.matches(".end") && traces.get(event.target);
      if (!trace) { return null; }
      const run = trace.querySelector("path"), before = run.getAttribute("d").replace(/L[^L]*$/, ""), ghost = trace.querySelector("use");
      const rubber = node("path", { class: "rubber" }), copy = ghost.cloneNode(true);
      const say = (spot, phase) => { const [x, y] = whole(map.inches(spot)); tell("end", { ...named(trace), x, y, phase }); };
      return {
        start() { drag.replaceChildren(rubber, side_of(trace, copy)); trace.classList.add("held"); say(first, "start"); },
        move(spot) { rubber.setAttribute("d", before + "L" + spot.map((one) => one.toFixed(1)).join(" ")); put(copy, spot); say(spot, "move"); },
        drop(spot) { this.leave(); say(spot, "drop"); },
        leave() { drag.replaceChildren(); trace.classList.remove("held"); },
      };
    }
    function side_of(one, copy) {
      const group = node("g", { class: [...(one.closest("[class*=side-]") || one).classList].find((name) => name.startsWith("side-")) || "" });
      group.append(copy);
      return group;
    }
    function put(copy, spot) {
      const turn = (copy.getAttribute("transform") || "").match(/rotate\([^)]*\)/);
      copy.setAttribute("transform", "translate(" + spot.map((one) => one.toFixed(1)).join(" ") + ")scale(" + map.size_kept().toFixed(3) + ")" + (turn ? turn[0] : ""));
    }

    // -- a block that is dragged, while the page rules; a frame round several

    function grab_thing(event) {
      const mark = figure.dataset.drag === "things" && event.target.closest("[data-marks] [data-thing], .spread [data-thing]");
      if (!mark || event.shiftKey) { return null; }
      const use = mark.matches("use") ? mark : mark.querySelector("use"), thing = mark.dataset.thing, copy = node("use", { href: use.getAttribute("href") });
      const true_one = block(thing) || mark, turn = true_one.getAttribute("transform").match(/rotate\([^)]*\)/);
      copy.setAttribute("transform", turn ? turn[0] : "");
      const from = node("path", { class: "rubber" }), start = at(true_one);
      const say = (spot, phase) => { const [x, y] = whole(map.inches(spot)); tell("dragthing", { thing, x, y, phase }); };
      return {
        start() { drag.replaceChildren(from, side_of(mark, copy)); say(start, "start"); },
        move(spot) { from.setAttribute("d", "M" + start.join(" ") + "L" + spot.map((one) => one.toFixed(1)).join(" ")); put(copy, spot); say(spot, "move"); },
        drop(spot) { say(spot, "drop"); }, // it stays where it was dropped until the page has an answer
        leave() { drag.replaceChildren(); },
      };
    }
    function grab_frame(event, first) {
      if (!event.shiftKey && figure.dataset.drag !== "frame") { return null; }
      const frame = node("rect", { class: "frame" });
      let last = first;
      const within = (mark) => at(mark).every((one, axis) => one >= Math.min(first[axis], last[axis]) && one <= Math.max(first[axis], last[axis]));
      return {
        start() { drag.replaceChildren(frame); },
        move(spot) {
          last = spot;
          const [x, y] = [0, 1].map((axis) => Math.min(first[axis], last[axis])), [w, h] = [0, 1].map((axis) => Math.abs(first[axis] - last[axis]));
          for (const [key, value] of Object.entries({ x, y, width: w, height: h })) { frame.setAttribute(key, value.toFixed(1)); }
        },
        drop(spot) { last = spot; drag.replaceChildren(); tell("frame", { things: blocks().filter(within).map((one) => one.dataset.thing) }); },
        leave() { drag.replaceChildren(); },
      };
    }
    map.grabs.push(grab_end, grab_thing, grab_frame);
    map.undrag = () => drag.replaceChildren();

    // -- presses

    const follow = (link) => { if (link && link.getAttribute("href") && link.matches("a")) { location.assign(link.getAttribute("href")); } };
    /* A browser moves the press of a finger onto a link that is near: it counts where the finger came down. */
    let finger = null;
    svg.addEventListener("touchstart", (event) => { const [one, more] = event.touches; finger = one && !more ? [one.clientX, one.clientY] : null; }, { passive: true });
    function really(event, spot) {
      const near = finger && event.detail && Math.hypot(event.clientX - finger[0], event.clientY - finger[1]) < NEAR, under = near && document.elementFromPoint(...finger);
      if (!under || !svg.contains(under)) { return [event.target, spot]; }
      const on = new DOMPoint(...finger).matrixTransform(svg.getScreenCTM().inverse());
      return [under, [on.x, on.y]];
    }
    map.pressed.push(function (event, given) {
      if (event.ctrlKey || event.metaKey) { return true; } // a new tab
      const [target, spot] = view.chosen ? really(event, given) : [event.target, given];
      finger = null;
      const mark = (map.counted && map.counted(target)) || target.closest("[data-marks] [data-thing], .spread [data-thing]"), trace = !mark && trace_of(target), crossing = !mark && !trace && target.closest("[data-crossing]"), shift = event.shiftKey;
      if (target !== event.target) { event.preventDefault(); }
      const [x, y] = whole(map.inches(spot));
      if (map.draws && map.draws() && !shift) { // a tool is in hand: what lies there is not pressed
        event.preventDefault();
        if (map.shut) { map.shut(); }
        tell("spot", { x, y, shift });
        return true;
      }
      if (map.spreads && map.spreads(mark, event)) { event.preventDefault(); return true; }
      drag.replaceChildren();
      if (mark) {
        const goes_on = tell("thing", { thing: mark.dataset.thing, x, y, shift, mark: block(mark.dataset.thing) || mark });
        if (!goes_on || shift) { event.preventDefault(); } else if (!target.closest("a")) { follow(block(mark.dataset.thing)); }
      } else if (crossing) {
        if (!tell("thing", { thing: crossing.dataset.crossing, x, y, shift, mark: crossing })) { event.preventDefault(); } else if (target !== event.target) { follow(crossing); }
      } else if (trace) {
        if (!tell("trace", { ...named(trace), x, y })) { event.preventDefault(); } else if (!target.closest(".trace")) { follow(trace); }
      } else {
        tell("spot", { x, y, shift });
      }
      return true;
    });

    // -- which are chosen

    function ring(mark, sort) {
      const place = map.place_of(mark), [right, down] = half(mark), grow = map.size_kept();
      const one = node("g", { class: "ring " + sort, transform: "translate(" + place + ")scale(" + grow.toFixed(3) + ")" }, rings);
      node("circle", { cx: right.toFixed(1), cy: down.toFixed(1), r: sort === "visited" ? 29 : 25 }, one);
    }
    function rings_laid() {
      rings.replaceChildren();
      for (const thing of view.marked || []) { const mark = thing !== view.chosen && block(thing); if (mark) { ring(mark, "marked"); } }
      const chosen = view.chosen && block(view.chosen), visited = map.visited && map.visited();
      if (chosen) { ring(chosen, "chosen"); }
      if (visited) { ring(visited, "visited"); }
      svg.querySelectorAll(".trace").forEach((one) => one.classList.toggle("of-chosen", Boolean(view.chosen) && board.thing_of(one) === view.chosen));
    }
    /* From one body to another the map is never zoomed in, and zoomed out or scrolled by as little as it must: so it cannot jump to and fro.
       Only the first that is chosen is brought near, if it is too small to be seen.
       still: it is not zoomed at all.  reach: in inches, to be seen round it; else what is shown of its reach, else so many.
       next: what is likely to be chosen after it; on a phone the nearest of them come into the window. */
    function choose(thing, reach, still, next) {
      const mark = thing ? block(thing) : null, first = !view.chosen, other = view.chosen !== (thing || null);
      view.chosen = thing || null;
      rings_laid();
      if (map.labels_laid) { map.labels_laid(); }
      if (!mark) { return; }
      const { scale, size } = map.seen(), place = at(mark), far = (reach || reach_of(place)) * map.unit, least = Math.min(size.w, size.h);
      if (still || !(other || reach)) { map.into_view(place); return; }
      const phone = size.w < NARROW, near = phone || first ? nearest(place, next) : [];
      if (first && far * scale < SMALL * least) {
        const [box, closer] = round_both(place, far, near, SEEN * least / far, SMALL * least / far);
        map.look(near.length ? middle_of(box, closer) : place, closer);
        return;
      }
      // On a phone the whole reach is in the window where that fits only farther off, else half of it each way: what may be ordered can be pressed.
      const large = phone && far * scale > least / 2, about = large ? far : phone ? Math.max(0, far / 2 - EDGE / scale) : 0;
      bring(...round_both(place, about, near, large ? ALL * least / far : scale, (large ? SEEN : SMALL) * least / far));
    }
    /* A box comes into the window, which is scrolled by as little as it must; what is wider than the window is in its middle. */
    function bring(box, closer) {
      const { middle, scale, size } = map.seen(), best = middle_of(box, closer), from = [EDGE, top_edge()], room = [size.w - EDGE, size.h - EDGE].map((to, axis) => to - from[axis]);
      const spare = box.map(([low, high], axis) => Math.max(0, room[axis] / closer - (high - low)) / 2);
      const to = middle.map((one, axis) => Math.min(Math.max(one, best[axis] - spare[axis]), best[axis] + spare[axis]));
      if (closer !== scale || to.some((one, axis) => one !== middle[axis])) { map.look(to, closer); }
    }
    /* The middle of the window that has a box in the middle of what of it can be pressed. */
    function middle_of(box, closer) {
      const [x, y] = box.map(([from, to]) => (from + to) / 2);
      return [x, y - (top_edge() - EDGE) / 2 / closer];
    }
    /* The places of the nearest of some things, the nearest first. */
    function nearest(place, things) {
      const places = (things || []).map(block).filter(Boolean).map(at), far = (one) => Math.hypot(one[0] - place[0], one[1] - place[1]);
      return places.sort((a, b) => far(a) - far(b)).slice(0, NEIGHBOURS);
    }
    /* What of the height of the window can be pressed begins below the bar that lies over the map. */
    function top_edge() {
      const bar = map.bar.getBoundingClientRect(), over = getComputedStyle(map.bar).position === "absolute";
      return EDGE + (over ? Math.max(0, bar.bottom - pan.getBoundingClientRect().top) : 0);
    }
    function is_seen(spot) {
      const [x, y] = map.pixels(spot), { size } = map.seen();
      return x >= EDGE && y >= top_edge() && x <= size.w - EDGE && y <= size.h - EDGE;
    }
    /* A window round a place, so far about it, and as many of its neighbours as it holds: what is in it, and how near it is seen.
       most: how near at most; least: how near at least, even if a neighbour is lost. With the second it is twice that. */
    function round_both(place, far, near, most, least) {
      const { size } = map.seen(), room = [size.w - 2 * EDGE, size.h - EDGE - top_edge()];
      let box = [0, 1].map((axis) => [place[axis] - far, place[axis] + far]), closer = most;
      near.forEach(function (one, index) {
        const wider = box.map(([from, to], axis) => [Math.min(from, one[axis]), Math.max(to, one[axis])]);
        const fits = Math.min(...wider.map(([from, to], axis) => room[axis] / (to - from)));
        if (fits >= Math.min(most, least * (index ? 2 : 1))) { box = wider; closer = Math.min(closer, fits); }
      });
      return [box, closer];
    }
    /* Places come into the window: it is moved, and widened where it must.  The first two at any rate; of the others as many as it
       holds without being twice as wide as it must be, or all of them. */
    function hold(places, all) {
      if (!places.length || places.every(is_seen)) { return; }
      const { scale, fit } = map.seen(), [first, ...others] = places;
      bring(...round_both(first, 0, others, scale, all ? 0 : fit / 2));
    }
    /* By button or key about the middle of the window; what is in hand stays in it, and several things that it cannot hold are about its middle. */
    const nearer = map.zoom;
    map.zoom = function (by) {
      const in_window = (spot) => map.pixels(spot).every((one, axis) => one >= 0 && one <= [map.seen().size.w, map.seen().size.h][axis]);
      const hand = [view.chosen, ...(view.marked || [])].map(block).filter(Boolean).map(at).filter(in_window);
      nearer(by);
      if (hand.length) { bring([0, 1].map((axis) => hand.map((one) => one[axis])).map((those) => [Math.min(...those), Math.max(...those)]), map.seen().scale); }
    };
    function reach_of(place) {
      let most = 0;
      const march = svg.querySelectorAll("[data-layer=reach] .lay-march path");
      for (const path of march.length ? march : svg.querySelectorAll("[data-layer=reach] path")) {
        const box = path.getBBox(), within = place[0] >= box.x && place[0] <= box.x + box.width && place[1] >= box.y && place[1] <= box.y + box.height;
        if (within) { most = Math.max(most, box.width, box.height); }
      }
      return most ? most / 2 / map.unit : REACH;
    }
    function mark_all(things) { view.marked = [...(things || [])]; rings_laid(); }
    function fit_to(things) {
      const found = (things || []).map(block).filter(Boolean).map(at);
      map.round(found);
    }

    // -- a layer in place of another

    function swap(layer, markup) {
      const old = svg.querySelector("[data-layer=\"" + layer + "\"]"), box = document.createElement("template");
      if (!old) { return; }
      box.innerHTML = "<svg>" + markup + "</svg>";
      const come = box.content.querySelector("svg"), whole_layer = come.querySelector("[data-layer=\"" + layer + "\"]");
      if (whole_layer) { old.replaceWith(document.importNode(whole_layer, true)); } else { old.replaceChildren(...document.importNode(come, true).childNodes); }
      map.laid();
    }

    // -- a small label at a place, and the scale

    const label = document.createElement("div"), scale_bar = document.createElement("div");
    label.className = "maptell"; label.hidden = true; label.setAttribute("role", "status");
    scale_bar.className = "scalebar"; scale_bar.setAttribute("aria-hidden", "true");
    scale_bar.append(document.createElement("i"), document.createElement("span"));
    pan.append(label, scale_bar);
    function say_there(html, where) {
      view.told = html ? { html, where } : null;
      label.hidden = !html;
      if (html) { label.innerHTML = html; label_laid(); }
    }
    function label_laid() {
      if (!view.told) { return; }
      const [left, top] = window.board.roomFor(map, view.told.where, label.offsetWidth, label.offsetHeight);
      label.style.transform = "translate(" + left.toFixed(0) + "px," + top.toFixed(0) + "px)";
    }
    function scale_laid() {
      const inch = map.inch(), long = LENGTHS.findLast((one) => one * inch <= BAR) || LENGTHS[0];
      scale_bar.firstChild.style.width = (long * inch).toFixed(0) + "px";
      scale_bar.lastChild.textContent = long < 12 ? interpolate(gettext("%(inches)s in."), { inches: long }, true) : interpolate(gettext("%(feet)s ft"), { feet: long / 12 }, true);
    }

    map.drawers.push(function ({ shifted, zoomed, anew }) {
      if (anew) { hits_laid(); return; }
      if (shifted) { label_laid(); return; }
      if (zoomed) { rings_laid(); scale_laid(); } // a few nodes: in haste too
      label_laid();
    });
    Object.assign(map, {
      choose, chosen: () => view.chosen || null, hold, nearest: (thing, others) => block(thing) ? nearest(at(block(thing)), others) : [], mark: mark_all, marked: () => [...(view.marked || [])], fit: fit_to, swap, tell: say_there, rings_laid,
      place: (thing) => { const mark = block(thing); return mark ? map.inches(at(mark)) : null; },
    });
    hits_laid();
    for (const key of ["drag", "ends"]) { if (view[key] && !(key in figure.dataset)) { figure.dataset[key] = view[key]; } }
    new MutationObserver(() => { view.drag = figure.dataset.drag; view.ends = figure.dataset.ends; }).observe(figure, { attributes: true, attributeFilter: ["data-drag", "data-ends"] });
    if (view.told) { const { html, where } = view.told; say_there(html, where); }
  };
})();
