/* Where a small label on the map hides least: beside the place of which it speaks, on the side with most room; in a narrow window along its
   upper edge. One's own blocks and the bar over the map are never covered where there is any room besides. */
"use strict";
(function () {
  const board = window.board = window.board || { parts: {}, views: new Map() };
  const GAP = 26, EDGE = 4, STEP = 22, BLOCK = 20, NARROW = 600;
  const DEAR = { own: 100, bar: 100, pressed: 30, other: 1 };

  const square = ([x, y], half, dear) => ({ left: x - half, right: x + half, top: y - half, bottom: y + half, dear });
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

  /* What a label would hide, in pixels of the window, with how much that counts. */
  function hidden_by(map, spot) {
    const { scale, size } = map.seen(), pan = map.pan.getBoundingClientRect(), bar = map.bar.getBoundingClientRect(), half = BLOCK * map.size_kept() * scale;
    const blocks = map.blocks().map(function (mark) {
      const [x, y] = map.pixels(map.at(mark)), [dx, dy] = map.half(mark), grow = half / BLOCK;
      return square([x + dx * grow, y + dy * grow], half, mark.closest(".own") ? DEAR.own : DEAR.other);
    });
    const over = { left: bar.left - pan.left, right: bar.right - pan.left, top: bar.top - pan.top, bottom: bar.bottom - pan.top, dear: DEAR.bar, bar: true };
    const window_of_it = { left: 0, right: size.w, top: 0, bottom: size.h };
    return [...blocks, over, square(spot, GAP - 4, DEAR.pressed)].filter((one) => meet(one, window_of_it));
  }
  function beside([x, y], w, h, size) {
    const sides = [[size.w - x, x + GAP, y - h / 2], [x, x - GAP - w, y - h / 2], [y, x - w / 2, y - GAP - h], [size.h - y, x - w / 2, y + GAP]];
    return sides.sort((a, b) => b[0] - a[0]).map(([, left, top]) => [left, top]);
  }
  function anywhere(w, h, size) {
    const found = [];
    for (let top = EDGE; top <= size.h - h - EDGE; top += STEP) {
      for (let left = EDGE; left < size.w - w - EDGE + STEP; left += STEP) { found.push([left, top]); }
    }
    return found;
  }
  /* The upper left corner of a label of this size that speaks of a place, in pixels of the window. */
  board.roomFor = function (map, where, w, h) {
    const spot = map.pixels(map.units([where.x, where.y])), { size } = map.seen(), all = hidden_by(map, spot);
    const within = ([left, top]) => [Math.max(EDGE, Math.min(left, size.w - w - EDGE)), Math.max(EDGE, Math.min(top, size.h - h - EDGE))];
    const cost = ([left, top]) => all.reduce((sum, one) => sum + (meet(one, { left, right: left + w, top, bottom: top + h }) ? one.dear : 0), 0);
    const bar = all.find((one) => one.bar && one.top > 0 && one.bottom < size.h / 2), upper = [[spot[0] - w / 2, EDGE], [spot[0] - w / 2, (bar ? bar.bottom : 0) + EDGE]];
    const wanted = [...(size.w < NARROW ? upper : []), ...beside(spot, w, h, size)];
    let best = null, least = Infinity;
    for (const one of [...wanted, ...anywhere(w, h, size)].map(within)) {
      const dear = cost(one);
      if (dear < least) { best = one; least = dear; }
      if (!least) { break; }
    }
    return best || [EDGE, EDGE];
  };
})();
