/* Labels and stacks, laid out anew at each zoom: a label never lies over a block, over a loss, over another label or over the numbers
   at the edge, and over a house, a wall, a work or a line only where there is no other room; the chosen body's comes first, then those
   of one's own; one that is not beside its block is led to it by a line, which crosses no label. In a narrow window the line is short,
   and of the whole map the others have a label only beside their block. Blocks that cover one another are fanned, with their number; a
   press spreads them, so that each can be pressed. */
"use strict";
(function () {
  const board = window.board = window.board || { parts: {}, views: new Map() };
  const LETTER = 4.3, NEAR = 4, REACH = 20, FAN = [5, -4], CELL = 64, ROW = 34, SIGN = 8, BESIDE = 66, MIDDLE = 9, SPARES_FROM = 1.25, STEP = 7, MANY = 150, FAR = 99, NARROW = 600, SHORT = 12;

  /* The occupied boxes of the window, found by place. */
  function room() {
    const cells = new Map();
    const each = ([l, t, r, b], deed) => {
      for (let x = Math.floor(l / CELL); x <= Math.floor(r / CELL); x += 1) {
        for (let y = Math.floor(t / CELL); y <= Math.floor(b / CELL); y += 1) { if (deed(x + " " + y)) { return true; } }
      }
      return false;
    };
    const occupy = (box) => each(box, (cell) => { if (!cells.has(cell)) { cells.set(cell, []); } cells.get(cell).push(box); return false; });
    const over = (box) => each(box, (cell) => (cells.get(cell) || []).some((one) => box[0] <= one[2] && one[0] <= box[2] && box[1] <= one[3] && one[1] <= box[3]));
    return { occupy, is_free: (box) => !over(box) };
  }
  /* What is drawn as a line, as its points in units of the drawing, one list for each of its parts. */
  function parts_of(path) {
    return (path.getAttribute("d") || "").split("M").slice(1).map((part) => {
      const points = part.replace(/[Zz]/g, "").split("L").map((one) => one.trim().split(/[\s,]+/).map(Number)).filter((one) => one.length === 2 && one.every(Number.isFinite));
      if (/[Zz]/.test(part) && points.length) { points.push(points[0]); }
      return points;
    });
  }
  /* Occupies a line in steps, as far as it is in the window. */
  function occupy_line(taken, points, size) {
    for (let i = 1; i < points.length; i += 1) {
      const [ax, ay] = points[i - 1], [bx, by] = points[i], steps = Math.ceil(Math.hypot(bx - ax, by - ay) / STEP) || 1;
      if (Math.max(ax, bx) < 0 || Math.min(ax, bx) > size.w || Math.max(ay, by) < 0 || Math.min(ay, by) > size.h) { continue; }
      for (let step = 0; step <= steps; step += 1) {
        const x = ax + (bx - ax) * step / steps, y = ay + (by - ay) * step / steps;
        if (x >= 0 && y >= 0 && x <= size.w && y <= size.h) { taken.occupy([x - 1.5, y - 1.5, x + 1.5, y + 1.5]); }
      }
    }
  }
  function tried(half) {
    const beside = half + 26;
    return [[0, 42], [0, -16], [beside, 14], [-beside, 14], [0, 60], [0, -34], [beside, 32], [-beside, 32], [beside, -6], [-beside, -6], [0, 78], [0, -52], [beside + 40, 14], [-beside - 40, 14], [0, 96]];
  }
  const box_of = ([x, y], [right, down], half, by) => [x + (right - half) * by, y + (down - 15) * by, x + (right + half) * by, y + (down + 4) * by];

  board.parts.labels = function (figure, map) {
    const svg = map.svg, names = svg.querySelector("[data-names]"), badges = svg.querySelector("[data-stacks]"), leaders = svg.querySelector("[data-leaders]"), node = board.node;
    const losses = board.losses(svg, map);
    let stacks = [], stack_of = new Map(), spread = null, entries = [], texts = new Map(), houses = [], walls = [], runs = [];

    /* What is on the map: each block with its kept entry, its place, its middle, its label if there is one. */
    function gather() {
      const kept = new Map(map.kept().map((one) => [one.node, one]));
      const by_place = new Map();
      losses.gather();
      houses = [...svg.querySelectorAll(".ground .house")].flatMap(parts_of);
      walls = [...svg.querySelectorAll(".ground :is(.wall, .bridge), .trace .is-work")].flatMap(parts_of);
      runs = [...svg.querySelectorAll(".trace > path:not(.round, .hatching, .is-work, .is-figure)")].flatMap(parts_of).slice(0, MANY);
      for (const text of names.children) { const place = map.place_of(text); by_place.set(place, [...(by_place.get(place) || []), text]); }
      texts = new Map();
      entries = map.blocks().filter((mark) => kept.has(mark)).map(function (mark) {
        const entry = kept.get(mark), one = { mark, entry, at: map.at(mark), half: map.half(mark), deep: depth(mark), own: Boolean(mark.closest(".own")), side: mark.parentNode.getAttribute("class") };
        const text = (by_place.get(entry.place) || []).find((each) => each.textContent.startsWith(called(one)));
        if (text) { texts.set(one, text); one.here = one.here || text.classList.contains("chosen") && !text.dataset.chosen; }
        return one;
      });
    }
    /* How far back from its front a block reaches with what is drawn behind it: its formation, a trail. */
    const depths = new Map();
    function depth(mark) {
      const use = mark.matches("use") ? mark : mark.querySelector("use"), sign = use.getAttribute("href");
      if (!depths.has(sign)) { const box = use.getBBox(); depths.set(sign, Math.max(1, box.y + box.height)); }
      return depths.get(sign);
    }
    function called(one) { const title = one.mark.querySelector("title"); return title ? title.textContent.split(/[,:]/)[0] : ""; }
    function text_of(one) {
      if (!texts.has(one)) {
        const text = node("text", { class: "spare" }, names);
        text.textContent = called(one);
        texts.set(one, text);
      }
      return texts.get(one);
    }

    // -- stacks

    function find_stacks(grow) {
      const near = REACH * grow, cells = new Map(), found = new Map();
      entries.forEach(function (one) {
        const x = one.at[0] + one.half[0] * grow, y = one.at[1] + one.half[1] * grow, column = Math.floor(x / near), row = Math.floor(y / near);
        let lowest = null;
        for (let right = -1; right <= 1; right += 1) {
          for (let down = -1; down <= 1; down += 1) {
            for (const other of cells.get((column + right) + " " + (row + down)) || []) {
              if (Math.hypot(other.x - x, other.y - y) < near && (!lowest || other.rank < lowest.rank)) { lowest = other; }
            }
          }
        }
        if (lowest) { lowest.those.push(one); return; }
        const first = { x, y, rank: found.size, those: [one] }, key = column + " " + row;
        cells.set(key, [...(cells.get(key) || []), first]);
        found.set(one, first);
      });
      stacks = [...found.values()].map((one) => one.those).filter((those) => those.length > 1);
      stack_of = new Map(stacks.flatMap((those) => those.map((one) => [one.mark, those])));
    }
    function fan(grow) {
      for (const one of entries) {
        const those = stack_of.get(one.mark), above = those ? those.indexOf(one) : 0, shift = above ? "translate(" + FAN[0] * above + " " + FAN[1] * above + ")" : "";
        one.above = above;
        if (one.entry.fan !== shift) { one.entry.fan = shift; map.put(one.entry, grow); }
      }
      badges.replaceChildren();
      for (const those of stacks) {
        const badge = node("g", { transform: "translate(" + those[0].entry.place + ")scale(" + grow.toFixed(3) + ")" }, badges), top = those.length - 1;
        node("circle", { cx: 22 + FAN[0] * top, cy: -12 + FAN[1] * top, r: 10 }, badge);
        node("text", { x: 22 + FAN[0] * top, y: -7 + FAN[1] * top }, badge).textContent = those.length;
      }
    }

    // -- labels

    function block_box(one, by) {
      const [x, y] = map.pixels(one.at), above = one.above || 0, [right, down] = [one.half[0] + FAN[0] * above, one.half[1] + FAN[1] * above];
      const along = Math.abs(one.half[1]) / MIDDLE, across = Math.abs(one.half[0]) / MIDDLE, w = 20 * along + 14 * across, h = 14 * along + 20 * across;
      const [aside, behind] = one.half.map((each) => each / MIDDLE * one.deep), back = [-17, 17].map((each) => [aside + each * behind / one.deep, behind - each * aside / one.deep]);
      const [xs, ys] = [0, 1].map((axis) => back.map((corner) => corner[axis] + FAN[axis] * above));
      return [x + Math.min(right - w, ...xs) * by, y + Math.min(down - h, ...ys) * by, x + Math.max(right + w, ...xs) * by, y + Math.max(down + h, ...ys) * by];
    }
    function occupied(by, size) {
      const taken = room();
      for (const one of entries) { if (one.seen) { taken.occupy(block_box(one, by)); } }
      for (const those of stacks) { const [x, y] = map.pixels(those[0].at), top = those.length - 1; taken.occupy([x + (12 + 5 * top) * by, y + (-22 - 4 * top) * by, x + (32 + 5 * top) * by, y + (-2 - 4 * top) * by]); }
      for (const one of svg.querySelectorAll(".trace > .no")) { const [x, y] = map.pixels(map.at(one)); taken.occupy([x - 11 * by, y - 11 * by, x + 11 * by, y + 11 * by]); }
      for (const one of svg.querySelectorAll(".trace > :is([href^='#t-ghost'], [href^='#t-head'], [href^='#t-open'], [href^='#t-heavy'])")) { const [x, y] = map.pixels(map.at(one)); taken.occupy([x - 12 * by, y - 4 * by, x + 12 * by, y + 14 * by]); }
      numbers(taken, by, boxes_over(size));
      for (const box of boxes_over(size)) { taken.occupy(box); }
      return taken;
    }
    let over_it = null;
    /* What lies over the map: its scale, and its bar and its name, if they do; measured once for a size of the window and a scale. */
    function boxes_over(size) {
      const key = [size.w, size.h, map.seen().scale].join(" ");
      if (!over_it || over_it.key !== key) {
        const pan = map.pan.getBoundingClientRect(), those = [map.bar, ...map.pan.querySelectorAll(".scalebar"), ...figure.parentNode.querySelectorAll(":scope > .overmap")].filter((one) => getComputedStyle(one).position === "absolute");
        over_it = { key, boxes: those.map((one) => one.getBoundingClientRect()).map((one) => [one.left - pan.left, one.top - pan.top, one.right - pan.left, one.bottom - pan.top]) };
      }
      return over_it.boxes;
    }
    /* What a label lies over only where there is no other room, with how many of the nearest places are tried: beside its block it
       keeps off lines too, then farther off of houses, walls and works. */
    function avoided(size) {
      const lines = room(), works = room();
      for (const points of houses) {
        const [xs, ys] = [0, 1].map((axis) => points.map((one) => map.pixels(one)[axis])), box = [Math.max(Math.min(...xs), 0), Math.max(Math.min(...ys), 0), Math.min(Math.max(...xs), size.w), Math.min(Math.max(...ys), size.h)];
        if (box[0] < box[2] && box[1] < box[3]) { works.occupy(box); }
      }
      for (const points of walls) { occupy_line(works, points.map(map.pixels), size); }
      for (const points of runs) { occupy_line(lines, points.map(map.pixels), size); }
      return [[NEAR, [works, lines]], [FAR, [works]], [FAR, []]];
    }
    /* The numbers at the edge, as they stand in the window; those over which something lies, as the scale does, are not shown. */
    function numbers(taken, by, over) {
      for (const [name, left, right, top, bottom] of [["columns", -16, 16, -18, 5], ["rows", -32, 3, -11, 11]]) {
        const group = svg.querySelector("[data-" + name + "]"), moved = group && (group.getAttribute("transform") || "").match(/translate\(([^)]*)\)/), [dx, dy] = moved ? moved[1].split(" ").map(Number) : [0, 0];
        for (const text of group ? group.children : []) {
          const place = map.at(text), [x, y] = map.pixels([place[0] + dx, place[1] + dy]);
          const [l, t, r, b] = [x + left * by, y + top * by, x + right * by, y + bottom * by];
          text.classList.toggle("out", over.some((one) => l <= one[2] && one[0] <= r && t <= one[3] && one[1] <= b));
          taken.occupy([l, t, r, b]);
        }
      }
    }
    function lay(grow) {
      const { scale, size, fit } = map.seen(), by = grow * scale, chosen = map.chosen(), lines = [], led = { boxes: room(), lines: room() };
      for (const one of entries) { const [x, y] = map.pixels(one.at); one.seen = x > -40 && y > -40 && x < size.w + 40 && y < size.h + 40; one.inside = x >= 0 && y >= 0 && x <= size.w && y <= size.h; }
      const is_spare = (one) => !texts.has(one) || texts.get(one).matches(".spare"), spares_too = scale > fit * SPARES_FROM;
      const taken = occupied(by, size), rank = (one) => one.mark.dataset.thing === chosen || one.here ? 0 : one.own ? 1 : is_spare(one) ? 3 : 2;
      const gently = avoided(size), small = size.w < NARROW, most = (one) => (!small ? FAR : spares_too || rank(one) < 2 ? SHORT : NEAR);
      losses.lay(taken, gently, by, grow);
      for (const text of texts.values()) { text.classList.add("out"); }
      const shown = entries.filter((one) => one.inside && !(one.above > 0) && !(spread && spread.those.includes(one)) && (spares_too || rank(one) === 0 || !is_spare(one)));
      shown.sort((a, b) => rank(a) - rank(b)).forEach((one) => label(one, { taken, gently, by, size, grow, lines, chosen, led, most: most(one) }));
      leaders.setAttribute("d", lines.join(""));
      for (const text of svg.querySelectorAll(".ground > text")) { // names of the country have what is left
        const at = map.pixels(map.at(text)), half = text.textContent.length * 3.7;
        text.classList.toggle("out", !taken.is_free([at[0] - half * by, at[1] - 11 * by, at[0] + half * by, at[1] + 3 * by]));
      }
    }
    /* The line that leads from a block to its label, in the window: from the middle of the block to the nearest edge of the label. */
    function lead(one, [right, down], half, by) {
      const [x, y] = map.pixels(one.at), near = [Math.min(Math.max(0, right - half), right + half), down - 15 > 0 ? down - 15 : Math.min(down + 4, MIDDLE)];
      return [one.half, near].map((each) => [x + each[0] * by, y + each[1] * by]);
    }
    function steps_of([[ax, ay], [bx, by]]) {
      const steps = Math.ceil(Math.hypot(bx - ax, by - ay) / STEP) || 1;
      return Array.from({ length: steps }, (_, step) => [ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps]).map(([x, y]) => [x - 1, y - 1, x + 1, y + 1]);
    }
    /* taken: what no label lies over; gently: see `avoided`; led: the labels and lines that are there; most: how many places are tried. */
    function label(one, { taken, gently, by, size, grow, lines, chosen, led, most: tries }) {
      const words = texts.has(one) ? texts.get(one).textContent : called(one), half = words.length * LETTER + 3, at = map.pixels(one.at), all = tried(half);
      if (!words) { return; }
      const fits = (index, rooms) => {
        const box = box_of(at, all[index], half, by);
        return box[0] >= 0 && box[2] <= size.w && box[1] >= 0 && box[3] <= size.h && taken.is_free(box) && led.lines.is_free(box) && rooms.every((each) => each.is_free(box))
          && (index < NEAR || steps_of(lead(one, all[index], half, by)).every((step) => led.boxes.is_free(step)));
      };
      let shift = -1;
      for (const [most, rooms] of gently) {
        const it = (index) => index < Math.min(most, tries) && fits(index, rooms), had = one.shift && it(one.shift), near = (index) => index < NEAR && it(index);
        if (shift < 0 && had && one.shift < NEAR) { shift = one.shift; } // where it was it stays, unless there is room nearer to its block
        if (shift < 0) { shift = all.findIndex((_, index) => near(index)); }
        if (shift < 0) { shift = had ? one.shift : all.findIndex((_, index) => it(index)); }
      }
      one.shift = shift > 0 ? shift : 0;
      if (shift < 0) { return; }
      const text = text_of(one), [right, down] = all[shift], box = box_of(at, all[shift], half, by);
      taken.occupy(box);
      led.boxes.occupy(box);
      text.classList.remove("out");
      const is_chosen = one.mark.dataset.thing === chosen;
      text.classList.toggle("chosen", is_chosen || Boolean(one.here));
      text.toggleAttribute("data-chosen", is_chosen && !one.here);
      text.setAttribute("transform", "translate(" + one.entry.place + ")scale(" + grow.toFixed(3) + ")");
      text.setAttribute("x", (right - Math.sign(right) * half).toFixed(1)); // it begins or ends at its gap, however wide its letters are
      text.setAttribute("text-anchor", right > 0 ? "start" : right ? "end" : "middle");
      text.setAttribute("y", down);
      if (shift >= NEAR) {
        const line = lead(one, [right, down], half, by), scale = by / grow;
        for (const step of steps_of(line)) { led.lines.occupy(step); }
        lines.push("M" + line.map((spot) => spot.map((each, axis) => (one.at[axis] + (each - at[axis]) / scale).toFixed(1)).join(" ")).join("L"));
      }
    }

    /* While the map moves names only keep their size. */
    function in_haste(grow) {
      leaders.setAttribute("d", "");
      losses.in_haste();
      for (const [one, text] of texts) { if (!text.classList.contains("out")) { text.setAttribute("transform", "translate(" + one.entry.place + ")scale(" + grow.toFixed(3) + ")"); } }
    }

    // -- a stack that is spread

    /* In rows beside its place, each block with its name, and a line to where it really stands. Each row can be pressed, however small the map is drawn. */
    function open(those, by_key) {
      shut();
      const grow = map.size_kept(), { size, over: [over] } = map.seen(), place = map.pixels(those[0].at), by = grow * map.seen().scale, row = Math.max(ROW, board.PRESSED / by);
      const most = Math.max(2, Math.floor(size.h * 0.8 / (row * by))), columns = Math.ceil(those.length / most), high = Math.min(those.length, most);
      const named = those.map((one) => texts.has(one) ? texts.get(one).textContent : called(one)), column = Math.max(...named.map((name) => name.length)) * SIGN + BESIDE;
      const wide = columns * column, [left, top] = losses.plate_at(place, wide, high * row, by, size, over, 46);
      const group = node("g", { class: "spread", transform: "translate(" + those[0].entry.place + ")scale(" + grow.toFixed(3) + ")" }, svg);
      node("rect", { class: "plate", x: left.toFixed(1), y: top.toFixed(1), width: wide, height: high * row }, group);
      const lines = node("path", { class: "leader" }, group);
      let drawn = "";
      those.forEach(function (one, index) {
        const dx = left + 26 + Math.floor(index / most) * column, dy = top + (index % most) * row + row / 2 - 8, [ax, ay] = one.at.map((each, axis) => (each - those[0].at[axis]) / grow + one.half[axis]);
        const turn = one.entry.turn, copy = one.mark.cloneNode(true), holder = node("g", { class: one.side }, group);
        drawn += "M" + ax.toFixed(1) + " " + ay.toFixed(1) + "L" + (left + wide / 2 < 0 ? left + wide : left).toFixed(1) + " " + (dy + 9).toFixed(1);
        node("rect", { class: "row", x: (dx - 26).toFixed(1), y: dy + 8 - row / 2, width: column, height: row, "data-thing": one.mark.dataset.thing }, holder);
        copy.setAttribute("transform", "translate(" + dx.toFixed(1) + " " + (dy + 8) + ")" + turn + "translate(0 -8)");
        copy.setAttribute("tabindex", "-1");
        holder.append(copy);
        const text = node("text", { x: (dx + 28).toFixed(1), y: dy + 14 }, holder);
        text.textContent = named[index];
      });
      lines.setAttribute("d", drawn);
      spread = { those, group, scale: map.seen().scale };
      if (by_key) { group.querySelector("[tabindex]").focus({ preventScroll: true }); }
    }
    function shut() {
      if (!spread) { return false; }
      const had = spread.group.contains(document.activeElement), first = spread.those[0].mark || spread.those[0];
      spread.group.remove();
      spread = null;
      if (had && first.isConnected) { first.focus({ preventScroll: true }); }
      return true;
    }
    /* A press: on a stack it spreads, elsewhere it closes what is spread. */
    map.spreads = function (mark, event) {
      const in_spread = event.target.closest(".spread"), summed = !in_spread && losses.summed(event.target);
      if (summed && !(spread && spread.those === summed)) {
        shut();
        spread = { those: summed, group: losses.spread(summed), scale: map.seen().scale };
        return true;
      }
      const those = !in_spread && mark && stack_of.get(mark), again = spread && spread.those === those;
      if (in_spread && (mark || event.target.closest(".trace"))) { setTimeout(shut); return false; }
      const closed = shut();
      if (those && !again) { open(those, !event.detail); return true; }
      return closed && !mark;
    };
    /* The lowest block of a stack whose number was pressed, which may lie over another body. */
    function counted(target) {
      const badge = target.closest("[data-stacks] > g");
      return badge && stacks[[...badges.children].indexOf(badge)][0].mark;
    }
    Object.assign(map, { counted, is_spread: () => spread && spread.group, shut, stacks: () => stacks.map((those) => those.map((one) => one.mark.dataset.thing)), labels_laid: () => lay(map.size_kept()) });

    gather();
    map.drawers.push(function ({ grow, zoomed, shifted, anew, hasty }) {
      if (shifted) { return; }
      if (hasty) { in_haste(grow); return; }
      if (anew) { shut(); gather(); return; }
      if (spread && spread.scale !== map.seen().scale) { shut(); }
      if (zoomed) { find_stacks(grow); fan(grow); }
      lay(grow);
    });
  };
})();
