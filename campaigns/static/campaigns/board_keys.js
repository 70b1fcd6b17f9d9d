/* The board by keyboard: it is one stop of the tabulator. Arrows go from block to block, to the nearest in that direction, Enter presses
   the block, Escape goes back; what is visited has a ring, and is read out by its title. */
"use strict";
(function () {
  const board = window.board = window.board || { parts: {}, views: new Map() };
  const ASIDE = 2.2; // how much a step aside counts more than one ahead

  board.parts.keys = function (figure, map) {
    const { svg, pan } = map;
    let visited = null;
    map.visited = () => visited;

    function made_ready() {
      const all = [...svg.querySelectorAll("[data-marks] [data-thing]")];
      if (all.length) { svg.setAttribute("role", "group"); }
      for (const one of all) {
        one.setAttribute("tabindex", "-1");
        if (one.matches("use")) { one.setAttribute("role", "img"); }
      }
    }
    const all_of = () => { const spread = map.is_spread && map.is_spread(); return spread ? [...spread.querySelectorAll("[tabindex]")] : map.blocks(); };
    const middle_of = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; };
    /* The nearest block in a direction; from outside, the chosen one, or the one nearest to the middle of the window. */
    function next_to(from, way) {
      let best = null, least = Infinity;
      const [x, y] = middle_of(from);
      for (const one of all_of()) {
        if (one === from) { continue; }
        const [ox, oy] = middle_of(one), ahead = (ox - x) * way[0] + (oy - y) * way[1], aside = Math.abs((ox - x) * way[1]) + Math.abs((oy - y) * way[0]);
        const far = ahead + aside * ASIDE;
        if (ahead > 0.5 && far < least) { best = one; least = far; }
      }
      return best;
    }
    function first() {
      const chosen = map.chosen() && map.block(map.chosen()), { middle } = map.seen(), own = map.blocks().filter((one) => one.closest(".own"));
      const far = (one) => Math.hypot(...map.at(one).map((each, axis) => each - middle[axis]));
      return chosen || (own.length ? own : map.blocks()).reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
    }
    map.step = function (way) {
      const on = svg.contains(document.activeElement) && document.activeElement.closest("[data-thing]"), to = on ? next_to(on, way) : first();
      if (to) { to.focus({ preventScroll: true }); }
      return Boolean(on || to);
    };
    pan.addEventListener("focusin", function (event) {
      if (event.target === pan) { return; }
      visited = event.target.matches(":focus-visible") ? event.target.closest("[data-marks] [data-thing]") : null;
      pan.tabIndex = -1; // from a block the tabulator leads on, and back past the board
      map.rings_laid();
    });
    pan.addEventListener("focusout", function (event) {
      if (event.target === pan) { return; }
      visited = null;
      pan.tabIndex = 0;
      map.rings_laid();
    });
    pan.addEventListener("keydown", function (event) {
      const on = event.target.closest && event.target.closest("[data-thing]");
      if (event.ctrlKey || event.metaKey || event.altKey || map.pointing()) { return; }
      if ((event.key === "Enter" || event.key === " ") && on) {
        event.preventDefault();
        on.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, shiftKey: event.shiftKey, view: window }));
      } else if (event.key === "Escape" && (map.shut() || on)) {
        if (on && svg.contains(document.activeElement) && !on.closest(".spread")) { pan.tabIndex = 0; pan.focus({ preventScroll: true }); }
        event.preventDefault();
      }
    });
    map.drawers.push(({ anew }) => { if (anew) { made_ready(); } });
    made_ready();
  };
})();
