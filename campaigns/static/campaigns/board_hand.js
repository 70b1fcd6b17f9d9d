/* A tool in hand on a commander's board: an order that draws a line or marks a place, as a trench or a mine.  While it is in hand a press
   on the map draws, whatever lies there; the panel says of what is drawn how many points it has, what the next press does and how to end.
   `boardHand(map, form)` gives the means; form: of the panel. */
"use strict";
window.boardHand = function (map, form) {
  let rests = false;
  const fields = () => window.wayFields(form());
  /* What the chosen order draws: a line, a spot, or nothing of its own, as a march, whose way is that of the body. */
  function tool() {
    const row = form() && fields().choice(), way = row && row.dataset.gesture === "way" && fields().area();
    return way && ["line", "spot"].includes(way.dataset.way) ? way.dataset.way : "";
  }
  /* A body that is only looked at may have a trench: that is no tool in hand, and the next body can be pressed. */
  const held = () => (rests ? "" : tool());
  function rest(on) { rests = on; }

  function of_a_line(number) {
    if (!number) { return gettext("The line has no point yet. The next press on the map puts the first one, on a body too. Close ends the line."); }
    if (number < 2) { return gettext("The line has 1 point; it needs a second one. The next press puts it, on a body too. Undo takes the last point back; Close ends the line."); }
    return interpolate(gettext("The line has %(number)s points. The next press adds one, on a body too. Undo takes the last point back; Close ends the line."), { number }, true);
  }
  const of_a_spot = (number) => number
    ? gettext("The place is marked. The next press marks another instead, on a body too. Close ends it.")
    : gettext("No place is marked yet. The next press on the map marks it, on a body too. Close ends it.");
  function say() {
    const hint = form() && form().querySelector("[data-hand-says]"), sort = held();
    if (!hint) { return; }
    const words = !sort ? "" : sort === "line" ? of_a_line(fields().points().length) : of_a_spot(fields().points().length);
    if (hint.textContent !== words) { hint.textContent = words; }
  }
  /* The same for the small label on the map; empty where nothing is drawn by a tool. */
  function label() {
    const sort = held(), number = sort ? fields().points().length : 0;
    if (!number) { return ""; }
    return sort === "line" ? interpolate(ngettext("A line of %(number)s point", "A line of %(number)s points", number), { number }, true) : gettext("Marked here");
  }
  /* The points that are drawn, numbered. */
  function dots() {
    const old = map().svg.querySelector(".handdots"), spots = held() ? fields().points() : [];
    if (old) { old.remove(); }
    if (!spots.length) { return; }
    const layer = window.board.node("g", { class: "picked handdots", "aria-hidden": "true" }, map().svg);
    if (spots.length > 1) { window.board.node("path", { class: "way", d: window.boardGhosts.path_of(map(), spots) }, layer); }
    spots.forEach(function (one, place) {
      const [x, y] = map().units(one), dot = window.board.node("g", { transform: "translate(" + x.toFixed(1) + " " + y.toFixed(1) + ")scale(" + map().size_kept().toFixed(3) + ")" }, layer);
      window.board.node("circle", { r: 10 }, dot);
      window.board.node("text", { y: 4 }, dot).textContent = place + 1;
    });
  }
  /* All that shows what is in hand. */
  function show() {
    say();
    if (!map()) { return; }
    map().svg.closest("figure").toggleAttribute("data-draws", Boolean(held()));
    dots();
  }
  return { tool, held, rest, show, dots, label };
};
