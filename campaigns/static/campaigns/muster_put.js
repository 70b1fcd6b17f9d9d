/* Something of the palette is put down: pressed and then the map pressed, or dragged to the map, or by the keys with a cross, which Enter
   brings where no place is typed; and a block is moved by the keys in the same way. A name that was typed goes on in its series. */
"use strict";
(function () {
  const muster = window.muster;
  if (!muster) { return; }
  const { page, part, map, field } = muster, form = part("put"), hint = part("hint"), idle = hint.firstElementChild.textContent;
  const STILL = 6;
  const palette = part("palette"); // with the tray of what has no place yet, whose choices belong to the same form
  const chosen = () => palette.querySelector("[name=template]:checked");
  const title = (one) => one.closest("label").querySelector(".mustername").textContent;
  let cross = null;

  function armed() { return Boolean(chosen()); }
  function tell(text) { hint.firstElementChild.textContent = text || idle; hint.classList.toggle("idle", !text); }
  function shown() {
    const one = chosen();
    page.toggleAttribute("data-armed", Boolean(one));
    const how = matchMedia("(hover: none)").matches ? gettext("%(what)s: press the map where it shall stand. Press it in the list again: nothing.") : gettext("%(what)s: press the map where it shall stand, or Enter for a cross. Escape: nothing.");
    tell(one ? interpolate(how, { what: title(one) }, true) : "");
  }
  function disarm() {
    const one = chosen();
    if (one) { one.checked = false; }
    uncross();
    shown();
  }
  function put(spot, template) {
    const given = [...new FormData(form)].filter(([key]) => key !== "at" && key !== "template"), at = muster.spot(spot), shown_there = pending(at.split(" ").map(Number));
    return muster.send([...given, ["act", "put"], ["template", template || chosen().value], ["at", at]]).then(function (done) {
      if (!done) { shown_there.remove(); }
      cleared(done);
      return done;
    });
  }
  /* It is on the map at once, pale, until the map comes on which it stands, or the reason why it is refused. */
  function pending(spot) {
    const node = window.board.node, mark = node("g", { class: "pending side-" + field("side").value, transform: "translate(" + map().units(spot).map((one) => one.toFixed(1)).join(" ") + ")" }, map().svg);
    node("rect", { x: -9, y: -9, width: 18, height: 18 }, mark);
    const kept = map().keep(mark, map().units(spot).map((one) => one.toFixed(1)).join(" "));
    map().put(kept, map().size_kept());
    return mark;
  }
  /* done: what was put down; the next has the next name of its series. */
  function cleared(done) { if (done) { field("name").value = done.next; field("at").value = ""; } }
  palette.addEventListener("change", function (event) { if (event.target.name === "template") { shown(); } });
  let before = null;
  palette.addEventListener("pointerdown", function (event) { const label = event.target.closest(".musterkind > label"); before = label && label.querySelector(":checked"); });
  palette.addEventListener("click", function (event) { // pressed again: it is laid aside
    const input = event.target.closest("input[name=template]");
    if (input && before === input && input.checked) { before = null; disarm(); }
  });

  /* Without a place it is put down with the cross, in the middle of what is seen: the focus goes to the map. */
  palette.addEventListener("keydown", function (event) {
    if (event.key === "Enter" && event.target.matches("[name=template]") && !event.target.checked) { event.target.checked = true; shown(); }
  });
  form.addEventListener("submit", function (event) {
    const one = chosen();
    if (!map() || !one || !("stands" in one.dataset) || field("at").value.trim()) { return; }
    event.preventDefault();
    const spot = centre();
    cross = { ...spot, thing: "" };
    map().pan.focus({ preventScroll: true });
    cross_at(spot, gettext("%(what)s: arrow keys move the cross by a foot, with Shift by an inch. Enter puts it down, Escape does not."), { what: title(one) });
  });

  /* -- dragged to the map -------------------------------------------------------------------------------- */

  let drag = null;
  palette.addEventListener("pointerdown", function (event) {
    const label = event.target.closest(".musterkind > label");
    if (!label || event.button) { return; }
    drag = { label, id: event.pointerId, from: [event.clientX, event.clientY], ghost: null };
  });
  document.addEventListener("pointermove", function (event) {
    if (!drag || event.pointerId !== drag.id) { return; }
    if (!drag.ghost && Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) < STILL) { return; }
    if (!drag.ghost) {
      drag.ghost = document.createElement("div");
      drag.ghost.className = "musterghost";
      drag.ghost.textContent = drag.label.querySelector(".mustername").textContent;
      document.body.append(drag.ghost);
    }
    drag.ghost.style.transform = "translate(" + (event.clientX + 8) + "px," + (event.clientY + 8) + "px)";
    event.preventDefault();
  });
  for (const name of ["pointerup", "pointercancel"]) {
    document.addEventListener(name, function (event) {
      if (!drag || event.pointerId !== drag.id) { return; }
      const { ghost, label } = drag;
      drag = null;
      if (!ghost) { return; }
      ghost.remove();
      const swallow = (click) => { click.preventDefault(); click.stopPropagation(); };
      document.addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => document.removeEventListener("click", swallow, { capture: true }), 60);
      const spot = name === "pointerup" && place_of(event);
      if (spot) { put(spot, label.querySelector("input").value); }
    });
  }
  palette.addEventListener("dragstart", (event) => event.preventDefault());
  /* Where on the country a pointer is, in steps of a sixteenth of an inch; none beside the map. */
  function place_of(event) {
    if (!map()) { return null; }
    const box = map().pan.getBoundingClientRect(), { middle, scale, size } = map().seen();
    if (event.clientX < box.left || event.clientX > box.right || event.clientY < box.top || event.clientY > box.bottom) { return null; }
    return rounded(map().inches([middle[0] + (event.clientX - box.left - size.w / 2) / scale, middle[1] + (event.clientY - box.top - size.h / 2) / scale]));
  }
  function rounded([x, y]) { return { x: Math.round(x * 16) / 16, y: Math.round(y * 16) / 16 }; }

  /* The middle of what is seen, on a whole inch. */
  function centre() { const [x, y] = map().inches(map().seen().middle); return { x: Math.round(x), y: Math.round(y) }; }

  /* -- the cross ----------------------------------------------------------------------------------------- */

  function uncross() {
    cross = null;
    draw();
  }
  function draw() { if (map()) { window.board.cross.draw(map(), cross && [cross.x, cross.y], "mustercross"); } }
  /* first: what is said before the place where the cross is, with its arguments. */
  function cross_at(spot, first, given) {
    cross = { ...spot, thing: cross ? cross.thing : "" };
    draw();
    map().into_view(map().units([cross.x, cross.y]));
    const where = window.board.cross.said([cross.x, cross.y]);
    tell(first ? interpolate(first, given, true) + " " + where : where);
  }
  async function put_there(x, y) {
    const what = title(chosen()), once = "tray" in chosen().dataset, done = await put({ x, y });
    if (done && once) { uncross(); } else if (done && cross) { tell(interpolate(gettext("%(what)s: put down. Move the cross for the next one. Escape ends it."), { what }, true)); }
  }
  page.addEventListener("map:moved", draw, true);
  document.addEventListener("keydown", function (event) {
    const pan = event.target.closest && event.target.closest(".musterpage .pan");
    if (!pan || !map() || event.ctrlKey || event.metaKey || event.altKey) { return; }
    const by = window.board.cross.step(event), on = event.target.closest("[data-thing]"), thing = on ? on.dataset.thing : muster.shown();
    if (event.key === "m" && thing && map().place(thing)) {
      disarm();
      cross = { x: 0, y: 0, thing };
      cross_at(rounded(map().place(thing)));
    } else if (by && (cross || armed())) {
      const from = cross || centre();
      cross_at({ x: Math.max(0, cross ? from.x + by[0] : from.x), y: Math.max(0, cross ? from.y + by[1] : from.y) });
    } else if (event.key === "Enter" && cross) {
      const { thing: moved, x, y } = cross;
      if (moved) { muster.move(moved, { x, y }); disarm(); } else { put_there(x, y); }
    } else if (event.key === "Escape" && (cross || armed())) { disarm(); } else { return; }
    event.preventDefault();
    event.stopPropagation();
  }, true);

  page.addEventListener("live:put", function (event) { if (event.target === part("tray")) { shown(); } });
  Object.assign(muster, { armed, disarm, put, cleared });
  shown();
})();
