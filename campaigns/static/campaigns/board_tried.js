/* The plate of the cross that the keyboard moves on a commander's board: where it is, what lies there, and what the order would cost
   with it, or why it is not lawful, before Enter.  `boardTried(map, ask)` gives the means; the server keeps nothing of it. */
"use strict";
window.boardTried = function (map, ask) {
  const WAIT = 200, LATE = 400, NEAR_THE_MIDDLE = 0.1;
  let waiting = 0, asked = 0;
  const plate = () => map() && map().pan.querySelector(".crosssays");
  /* A place in inches east and north. */
  const place = ([east, north]) => interpolate(gettext("%(east)s in. east, %(north)s in. north."), { east, north }, true);
  function write(words, more) {
    if (plate()) { plate().replaceChildren(words, ...(more ? [" ", ...more.childNodes] : [])); }
  }
  function hush() {
    clearTimeout(waiting);
    asked += 1;
    write("");
  }
  /* body: gives the form as it would be sent with that place. */
  function at(spot, body) {
    hush();
    write(place(spot));
    const mine = asked;
    waiting = setTimeout(async function () {
      const sent = body();
      if (!sent) { return; }
      sent.set("act", "try");
      sent.set("spot", spot.join(", "));
      const late = setTimeout(() => { if (mine === asked) { write(place(spot) + " " + gettext("Checking…")); } }, LATE);
      const found = await ask(sent).catch(() => null), told = found && found.getElementById("board-tried");
      clearTimeout(late);
      if (mine === asked) { write(place(spot)); }
      if (told && mine === asked) { write(place(spot), document.importNode(told, true)); }
    }, WAIT);
  }
  /* The plate is in the other half of the window.  part: of the height of the window, above the cross. */
  function away_from(part) {
    if (plate() && Math.abs(part - 0.5) > NEAR_THE_MIDDLE) { plate().toggleAttribute("data-above", part > 0.5); }
  }
  return { at, hush, away_from };
};
