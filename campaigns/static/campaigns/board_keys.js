/* The board by keyboard: it is one stop of the tabulator. Arrows go from block to block, to the nearest in that direction, Enter presses
   the block, Escape goes back; what is visited has a ring, and is read out by its title. Where a press on the map fills a field, a cross
   is moved to the place. */
"use strict";
(function () {
  const board = window.board = window.board || { parts: {}, views: new Map() };
  const ASIDE = 2.2; // how much a step aside counts more than one ahead
  const FOOT = 12, SHOWN = 6000, WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

  /* A cross that is moved on a map by the arrow keys: what each page does with it is its own. */
  board.cross = {
    /* How far a key moves it, in inches east and north: a foot, with Shift an inch; nothing for any key but an arrow. */
    step: (event) => WAYS[event.key] && WAYS[event.key].map((one) => one * (event.shiftKey ? 1 : FOOT)),
    /* Drawn at a place in inches; without a place it goes. */
    draw(map, place, name) {
      let mark = map.svg.querySelector("." + name);
      if (!place) { if (mark) { mark.remove(); } return; }
      if (!mark) { mark = board.node("g", { class: name, "aria-hidden": "true" }, map.svg); board.node("path", { d: "M-18 0H18M0 -18V18" }, mark); }
      mark.setAttribute("transform", "translate(" + map.units(place).map((one) => one.toFixed(1)).join(" ") + ")scale(" + map.size_kept().toFixed(3) + ")");
    },
    said: ([east, north]) => interpolate(gettext("%(east)s in. east, %(north)s in. north. Enter: here. Escape: nothing."), { east, north }, true),
  };

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
      const block = event.target.closest("[data-marks] [data-thing], .spread [data-thing]");
      if (!block) { return; } // a link on the map, such as a bridge: the tabulator leads back to the board
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
      } else if (event.key === "Escape" && (map.shut() || on && visited)) { // of a block that was pressed by mouse there is nothing to leave
        if (on && svg.contains(document.activeElement) && !on.closest(".spread")) { pan.tabIndex = 0; pan.focus({ preventScroll: true }); }
        event.preventDefault();
      }
    });
    map.drawers.push(({ anew }) => { if (anew) { made_ready(); } });
    made_ready();
  };

  /* Where a field of the page takes a place (`data-at`): m, or Enter on the map, puts a cross there, arrows move it, Enter presses the map
     under it, Escape leaves it. What is done is told aloud and shown; `map.chosen_at` tells it of any press. */
  board.parts.cross = function (figure, map) {
    const says = document.createElement("p"), wanted = () => !("mode" in figure.dataset) && document.querySelector("input[data-at]");
    let cross = null, hinted = false;
    says.className = "crosssays";
    says.setAttribute("role", "status");
    map.pan.append(says);
    const say = (text) => { says.textContent = text; };
    map.chosen_at = function ([east, north]) {
      const text = interpolate(gettext("Chosen: %(east)s in. east, %(north)s in. north."), { east, north }, true);
      say(text);
      setTimeout(() => { if (says.textContent === text) { say(""); } }, SHOWN);
    };

    const draw = () => board.cross.draw(map, cross, "mapcross");
    function move(place) {
      cross = map.on_sheet(place).map(Math.round);
      draw();
      map.into_view(map.units(cross));
      say(board.cross.said(cross));
    }
    function leave() { cross = null; draw(); say(""); }
    function press() {
      const [x, y] = cross;
      leave();
      map.chosen_at([x, y]);
      map.event("spot", { x, y, shift: false });
    }
    /* It begins at the block that is visited, else where the place is by now, else in the middle of the window. */
    const begun = () => {
      const thing = map.visited && map.visited(), spot = map.svg.querySelector("[data-spot] [transform]");
      return thing ? map.at(thing) : spot ? map.place_of(spot).split(/[ ,]+/).map(Number) : map.seen().middle;
    };
    map.pan.addEventListener("keydown", function (event) {
      if (event.ctrlKey || event.metaKey || event.altKey || !wanted()) { return; }
      const by = board.cross.step(event);
      if (!cross && (event.key === "m" || event.key === "Enter" && event.target === map.pan)) { move(map.inches(begun())); }
      else if (cross && by) { move(cross.map((one, axis) => one + by[axis])); }
      else if (cross && event.key === "Enter") { press(); }
      else if (cross && event.key === "Escape") { leave(); }
      else { return; }
      event.preventDefault();
      event.stopImmediatePropagation();
    }, true);
    map.pan.addEventListener("focusin", function (event) {
      if (!cross && !hinted && wanted() && event.target === map.pan && map.pan.matches(":focus-visible")) {
        hinted = true;
        say(gettext("m puts a cross on the map: arrows move it by 12 in., with Shift by 1 in., and Enter chooses the place."));
      }
    });
    map.pan.addEventListener("focusout", (event) => { if (!map.pan.contains(event.relatedTarget)) { leave(); } });
    figure.addEventListener("map:moved", draw);
  };
})();
