/* The chosen block is turned by a handle before its front: dragged round it by mouse or finger, to the nearest degree. Where that is out of
   the window it is behind. The keys and the field of the front do the same. */
"use strict";
(function () {
  const muster = window.muster;
  if (!muster) { return; }
  const { page, part, map } = muster, FAR = 48, HIT = 23, GRIP = 8, EDGE = 12, ROUND = 360;
  let held = null;

  /* What is in hand, if it has a front and a block of its own: its place on the drawing and its front in degrees. */
  function in_hand() {
    const panel = part("chosen").querySelector("[data-front]"), mark = panel && map() && map().block(panel.dataset.thing);
    return mark && mark.dataset.thing === panel.dataset.thing ? { thing: panel.dataset.thing, front: Number(panel.dataset.front), mark, at: map().at(mark) } : null;
  }
  const way = (degrees) => [Math.sin(degrees * Math.PI / 180), -Math.cos(degrees * Math.PI / 180)];
  /* Whether the handle would be in the window, and not under the bar that lies over it on a phone. */
  function is_seen(one, degrees) {
    const { size } = map().seen(), to = way(degrees), [x, y] = map().pixels(one.at).map((each, axis) => each + to[axis] * FAR);
    const bar = map().bar.getBoundingClientRect(), box = map().pan.getBoundingClientRect();
    const under = box.left + x > bar.left - EDGE && box.top + y < bar.bottom + EDGE;
    return x >= EDGE && y >= EDGE && x <= size.w - EDGE && y <= size.h - EDGE && !under;
  }
  function draw() {
    const figure = muster.figure(), one = held || in_hand();
    if (!held && figure) { figure.querySelectorAll(".musterturner").forEach((old) => old.remove()); }
    if (!one) { return; }
    if (!held) { one.behind = is_seen(one, one.front) ? 0 : 180; }
    const svg = map().svg, made = held ? svg.querySelector(".musterturner") : put_in(svg), front = held ? held.to : one.front;
    const [x, y] = way(front + one.behind).map((each) => each * FAR), [path, hit, grip, text] = made.querySelectorAll("path, circle, text");
    made.setAttribute("transform", "translate(" + one.at.map((each) => each.toFixed(1)).join(" ") + ")scale(" + (1 / map().seen().scale).toFixed(4) + ")");
    path.setAttribute("d", "M" + (x / 5).toFixed(1) + " " + (y / 5).toFixed(1) + "L" + x.toFixed(1) + " " + y.toFixed(1));
    for (const circle of [hit, grip]) { circle.setAttribute("cx", x.toFixed(1)); circle.setAttribute("cy", y.toFixed(1)); }
    text.setAttribute("x", (x * 1.5).toFixed(1));
    text.setAttribute("y", (y * 1.5 + 5).toFixed(1));
    text.textContent = held ? front + "°" : "";
  }
  function put_in(svg) {
    const made = window.board.node("g", { class: "musterturner", "aria-hidden": "true" }, svg);
    window.board.node("path", {}, made);
    window.board.node("title", {}, window.board.node("circle", { class: "hit", r: HIT }, made)).textContent = gettext("Drag round the block to turn it");
    window.board.node("circle", { class: "grip", r: GRIP }, made);
    window.board.node("text", {}, made);
    return made;
  }
  /* The block itself is turned while the handle is dragged, and stays so until the page has an answer. */
  function turn_block(one, front) {
    const kept = map().kept().find((each) => each.node === one.mark);
    if (kept) { kept.turn = "rotate(" + front + ")"; map().put(kept, map().size_kept()); }
  }
  function grab(event) {
    const one = event.target.closest(".musterturner") && in_hand();
    if (!one) { return null; }
    one.behind = is_seen(one, one.front) ? 0 : 180;
    const over = (front) => { held = null; turn_block(one, front); draw(); };
    return {
      start() { held = { ...one, to: one.front }; muster.figure().querySelector(".musterturner").classList.add("held"); },
      move(spot) {
        const [east, south] = [0, 1].map((axis) => spot[axis] - one.at[axis]);
        held.to = (Math.round(Math.atan2(east, -south) * 180 / Math.PI) + one.behind + ROUND) % ROUND;
        turn_block(one, held.to);
        draw();
      },
      drop(spot) {
        this.move(spot);
        const { to } = held, by = (to - one.front + ROUND * 1.5) % ROUND - ROUND / 2;
        over(to);
        if (by) { muster.act("turn", one.thing, [["by", String(by)]]).then((done) => { if (!done) { over(in_hand() ? in_hand().front : one.front); } }); }
      },
      leave() { over(one.front); },
    };
  }
  function ready() {
    const one = map();
    if (!one || one.turns) { return; }
    one.turns = true;
    one.grabs.unshift(grab);
    one.pressed.unshift((event) => Boolean(event.target.closest(".musterturner")));
    one.drawers.push(({ shifted }) => { if (!shifted) { draw(); } });
    draw();
  }
  page.addEventListener("map:ready", ready);
  part("chosen").addEventListener("live:put", draw);
  ready();
})();
