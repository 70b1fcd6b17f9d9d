/* Losses on the map: what one body lost at one place is one figure, which grows while what happened is played; a press on it shows the
   losses one by one, each with what is told of it, and each leads to its line. Figures have their room before the labels: none lies over a block or another. */
"use strict";
(function () {
  const board = window.board = window.board || { parts: {}, views: new Map() };
  const LETTER = 5.7, BESIDE = 24, NEAR = 6, WIDE = 430, WORDS = 66, LINE = 21, MOST_LINES = 3, HIGH = 17, LOW = 4;
  board.PRESSED = window.matchMedia("(pointer: coarse)").matches ? 40 : 25; // pixels that a row of what is spread has at least, so that it can be pressed by a finger, or a mouse
  const SIGN = 8.4; // the width of a letter of what is told

  /* What figures of one body at one place have in common. */
  board.losses_of = (text) => [text.getAttribute("transform").match(/translate\(([^)]*)\)/)[1], board.thing_of(text.parentNode)].join("|");

  /* The places at which a figure is tried, the nearest first. */
  function tried(half) {
    const b = BESIDE + half, found = [[b, 2], [b, 20], [-b, 2], [-b, 20], [0, -12], [0, 46]];
    for (let away = 1; away < 5; away += 1) {
      const up = -12 - 21 * away, down = 46 + 21 * away, out = b + 30 * away;
      found.push([b, 2 - 19 * away], [-b, 2 - 19 * away], [b, 20 + 19 * away], [-b, 20 + 19 * away], [0, up], [0, down], [out, 10], [-out, 10]);
    }
    return found;
  }

  /* What is told of a loss, on so many lines at most; where it is longer, its beginning. */
  function lines_of(words, most, wide) {
    const lines = [""];
    for (const word of words.split(/\s+/).filter(Boolean)) {
      const last = lines[lines.length - 1];
      if (!last || (last.length + word.length + 1) * SIGN < wide) { lines[lines.length - 1] = (last + " " + word).trim(); } else { lines.push(word); }
    }
    return lines.length > most ? [...lines.slice(0, most - 1), lines[most - 1] + " …"] : lines;
  }

  board.losses = function (svg, map) {
    const node = board.node, leaders = node("path", { class: "leader oflosses", "aria-hidden": "true" });
    let groups = [];
    svg.querySelector("[data-leaders]").after(leaders);

    function gather() {
      const found = new Map();
      for (const text of svg.querySelectorAll("[data-layer]:not(.spread) > .trace > .figure")) {
        const key = board.losses_of(text) + "|" + text.parentNode.parentNode.dataset.layer;
        if (!text.dataset.own) { text.dataset.own = text.textContent; }
        if (!found.has(key)) { found.set(key, []); }
        found.get(key).push(text);
      }
      groups = [...found.values()];
      for (const texts of groups) {
        let sum = 0;
        texts.forEach(function (text, index) {
          sum += Number(text.dataset.own.slice(1)) || 0;
          text.textContent = texts.length > 1 ? text.dataset.own[0] + sum : text.dataset.own;
          text.parentNode.classList.toggle("part", index < texts.length - 1);
        });
      }
    }

    /* gently: what they lie over only where there is no other room, list after list (board_labels.js). */
    function lay(taken, gently, by, grow) {
      const lines = [];
      for (const texts of groups) {
        const last = texts[texts.length - 1], at = map.at(last), [x, y] = map.pixels(at), half = last.textContent.length * LETTER + 2, all = tried(half);
        const box = ([dx, dy]) => [x + (dx - half) * by, y + (dy - HIGH) * by, x + (dx + half) * by, y + (dy + LOW) * by];
        let free = -1;
        for (const [, rooms] of gently) { free = free < 0 ? all.findIndex((shift) => taken.is_free(box(shift)) && rooms.every((one) => one.is_free(box(shift)))) : free; }
        const [dx, dy] = all[Math.max(free, 0)];
        taken.occupy(box([dx, dy]));
        for (const text of texts) { text.setAttribute("x", dx.toFixed(1)); text.setAttribute("y", dy); }
        if (free >= NEAR) {
          const near = [Math.min(Math.max(0, dx - half), dx + half), dy < 0 ? dy + LOW : dy - HIGH];
          lines.push("M" + at[0].toFixed(1) + " " + at[1].toFixed(1) + "L" + (at[0] + near[0] * grow).toFixed(1) + " " + (at[1] + near[1] * grow).toFixed(1));
        }
      }
      leaders.setAttribute("d", lines.join(""));
    }
    function in_haste() { leaders.setAttribute("d", ""); }

    /* The figures that are summed in the one that was pressed, if it is a sum. */
    function summed(target) {
      const text = target.closest(".trace > .figure"), texts = text && groups.find((one) => one.includes(text));
      return texts && texts.length > 1 ? texts : null;
    }

    /* Where a plate stands: so far beside a place, or as near to it as the window has room, in units of what keeps its size. */
    function plate_at([x, y], wide, high, by, size, over, aside) {
      const within = (value, least, most) => Math.max(least, Math.min(value, most));
      const left = x + (aside + wide) * by > size.w && x > size.w / 2 ? -aside - wide : aside;
      return [within(left, (6 - x) / by, (size.w - 6 - x) / by - wide), within(-high / 2, (6 + over - y) / by, (size.h - 6 - y) / by - high)];
    }
    /* A plate with each of them, and what is told of it. The more there are, the fewer lines of it. */
    function spread(texts) {
      const grow = map.size_kept(), { size, scale, over: [over] } = map.seen(), by = grow * scale, height = (size.h - over - 12) / by, room = height / texts.length, wide = Math.min(WIDE, (size.w - 12) / by);
      const told = texts.map((text) => { const title = text.parentNode.querySelector("title"); return title ? title.textContent : ""; });
      const least = Math.max(1, Math.min(MOST_LINES, Math.floor((room - 14) / LINE))), rows = told.map((words) => lines_of(words, least, wide - WORDS));
      const row_high = Math.max(Math.max(...rows.map((lines) => lines.length)) * LINE + 14, board.PRESSED / by), most = Math.max(2, Math.floor(height / row_high));
      const columns = Math.ceil(texts.length / most), high = Math.min(texts.length, most) * row_high, [left, top] = plate_at(map.pixels(map.at(texts[0])), columns * wide, high, by, size, over, 30);
      const group = node("g", { class: "spread", "data-layer": texts[0].parentNode.parentNode.dataset.layer, transform: "translate(" + map.place_of(texts[0]) + ")scale(" + grow.toFixed(3) + ")" }, svg);
      node("rect", { class: "plate", x: left.toFixed(1), y: top.toFixed(1), width: (columns * wide).toFixed(1), height: high }, group);
      texts.forEach(function (text, index) {
        const dx = left + Math.floor(index / most) * wide, dy = top + (index % most) * row_high, row = row_of(text, rows[index], dx, dy + row_high / 2);
        row.prepend(node("rect", { class: "row", x: dx.toFixed(1), y: dy.toFixed(1), width: wide.toFixed(1), height: row_high }));
        if (told[index]) { row.prepend(text.parentNode.querySelector("title").cloneNode(true)); }
        group.append(row);
      });
      return group;
    }
    /* The figure of a loss and what is told of it, round the middle of a row. */
    function row_of(text, lines, x, middle) {
      const row = text.parentNode.cloneNode(false);
      row.classList.remove("part", "told", "now");
      node("text", { class: "figure", x: (x + WORDS / 2).toFixed(1), y: (middle + 7).toFixed(1) }, row).textContent = text.dataset.own;
      lines.forEach(function (words, index) {
        node("text", { class: "said", x: (x + WORDS).toFixed(1), y: (middle + 6 + (index - (lines.length - 1) / 2) * LINE).toFixed(1) }, row).textContent = words;
      });
      return row;
    }
    return { gather, lay, in_haste, summed, spread, plate_at };
  };
})();
