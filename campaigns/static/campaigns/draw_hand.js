/* Drawing by hand in the map editor: whatever is drawn is dragged with the mouse, the pen or a finger, and the site leaves the points that
   it needs. A press without a drag sets one point, as the keys do. It counts when the finger is lifted: a browser that has just followed
   a drag now and then makes no click of a tap. */
"use strict";
(function () {
  const STILL = 5, CLOSES = 18, FINE = 0.25, MOST = 900; // pixels of a press that is no drag; inches within which a ring closes, and between two points that are taken; points that are sent

  /* svg: the sheet. given: at: where an event is in the country, in inches, to the sixteenth; begins: whether anything is drawn now;
     trail: shows what is drawn so far; ends: is given the line, when it ends; presses: the event, where it was no drag. */
  function follow(svg, { at, begins, trail, ends, presses }) {
    let hand = null, swallow = false;
    /* With a second finger the sheet is moved instead. */
    const fingers = new Map(), pan = svg.closest(".pan");
    function moved_by(event) {
      const before = fingers.get(event.pointerId);
      if (!before) { return false; }
      fingers.set(event.pointerId, [event.clientX, event.clientY]);
      if (fingers.size < 2) { return false; }
      pan.scrollBy((before[0] - event.clientX) / fingers.size, 0);
      scrollBy(0, (before[1] - event.clientY) / fingers.size);
      return true;
    }
    for (const name of ["pointerup", "pointercancel"]) { document.addEventListener(name, (event) => fingers.delete(event.pointerId), true); }
    svg.addEventListener("pointerdown", function (event) {
      if (event.pointerType === "touch" && begins()) { fingers.set(event.pointerId, [event.clientX, event.clientY]); }
      if (fingers.size > 1) { hand = null; trail([]); swallow = true; return; }
      swallow = false;
      if (event.button || hand || !begins()) { return; }
      hand = { id: event.pointerId, from: [event.clientX, event.clientY], line: [at(event)], moved: false };
    });
    svg.addEventListener("pointermove", function (event) {
      if (moved_by(event) || !hand || event.pointerId !== hand.id) { return; }
      if (!hand.moved && Math.hypot(event.clientX - hand.from[0], event.clientY - hand.from[1]) < STILL) { return; }
      if (!hand.moved) { hand.moved = true; svg.setPointerCapture(hand.id); }
      for (const one of event.getCoalescedEvents ? [...event.getCoalescedEvents(), event] : [event]) {
        const here = at(one), before = hand.line[hand.line.length - 1];
        if (Math.hypot(here[0] - before[0], here[1] - before[1]) >= FINE) { hand.line.push(here); }
      }
      trail(hand.line);
    });
    function released(event) {
      if (!hand || event.pointerId !== hand.id) { return; }
      const { line, moved } = hand;
      hand = null;
      trail([]);
      if (event.type === "pointercancel") { return; }
      swallow = true;
      if (moved) { ends(fewer(line)); } else { presses(event); }
    }
    for (const name of ["pointerup", "pointercancel"]) { svg.addEventListener(name, released); }
    /* What the press was for is done: no click follows, and none takes the focus from where it was put. */
    svg.addEventListener("touchend", (event) => { if (swallow && event.cancelable) { event.preventDefault(); } });
    svg.addEventListener("click", function (event) { if (swallow && event.detail) { swallow = false; event.stopImmediatePropagation(); } }, true);
  }
  function fewer(line) {
    const each = Math.ceil(line.length / MOST);
    return line.filter((_, i) => i % each === 0 || i === line.length - 1);
  }
  /* Whether a line comes back to where it began. */
  function comesBack(line) {
    const [[ax, ay], [bx, by]] = [line[0], line[line.length - 1]];
    let long = 0;
    line.slice(1).forEach(([x, y], i) => { long += Math.hypot(x - line[i][0], y - line[i][1]); });
    return line.length > 3 && Math.hypot(bx - ax, by - ay) <= Math.min(CLOSES, long / 4);
  }
  /* A line whose ends, where they are near an edge of the country, lie on it. */
  function toEdges(line, size, near) {
    const end = ([x, y]) => {
      const off = [[x, 0, 0], [size[0] - x, 0, size[0]], [y, 1, 0], [size[1] - y, 1, size[1]]].sort((a, b) => a[0] - b[0])[0];
      return off[0] > near ? [x, y] : off[1] ? [x, off[2]] : [off[2], y];
    };
    return [end(line[0]), ...line.slice(1, -1), end(line[line.length - 1])];
  }
  window.hand = { follow, comesBack, toEdges };
})();
