/* Where the keyboard is on a page with a board. What a press replaces does not take it away: it goes on to the same control, else to the
   heading of what opened, and when a panel shuts, back to where that came from. `boardFocus(page)` gives the means. */
"use strict";
(function () {
  const root = document.documentElement;
  /* The page knows whether the last press was of a key: then it says how a place on the map is chosen by keys. */
  document.addEventListener("keydown", (event) => { if (!["Control", "Shift", "Alt", "Meta"].includes(event.key)) { root.dataset.byKeys = ""; } }, true);
  document.addEventListener("click", (event) => { if (event.detail) { delete root.dataset.byKeys; } }); // not sooner: what is under a press must not move

  window.boardFocus = function (page) {
    const panel = () => document.getElementById("panel-body");
    const in_panel = () => panel().contains(document.activeElement);
    const lost = () => document.activeElement === document.body || !document.activeElement;
    const words = (one) => one.id || [...one.attributes].filter((each) => each.name.startsWith("data-board")).map((each) => each.name + each.value).join() || one.textContent;
    function to(one) {
      if (!one) { return false; }
      if (one.tabIndex < 0) { one.tabIndex = -1; }
      one.focus({ preventScroll: true });
      return document.activeElement === one;
    }
    /* What has the keyboard and lies in a part that may be replaced. */
    function held() {
      const on = document.activeElement, part = on && on.closest && on.closest("#panel-body, #board-troops, #board-foot, #panel-said");
      return part && page.contains(on) ? { on, part: part.closest("#panel-body") ? "panel-body" : part.id } : null;
    }
    function again(had) {
      if (!had || had.on.isConnected || !lost()) { return; }
      const part = document.getElementById(had.part), those = part ? [...part.querySelectorAll("a, button, summary, input, select, textarea, [tabindex]")] : [];
      const same = those.find((one) => one.tagName === had.on.tagName && words(one) === words(had.on));
      if (same && to(same)) { caret(had.on, same); } else if (had.part === "board-foot" && to(part && part.querySelector("[data-board-send]"))) { return; } else { head(); }
    }
    function caret(was, now) {
      if (!now.matches("textarea, input:not([type])")) { return; }
      const end = Math.min(was.selectionEnd === null ? now.value.length : was.selectionEnd, now.value.length);
      now.setSelectionRange(end, end);
    }
    /* To a control of what opened, else to its heading; the page is scrolled to the board if that is not in the window. */
    function head(control) {
      if (!to(control) && !to(panel().querySelector("h2")) && !to(document.querySelector("#board-troops h2"))) { return; }
      const box = document.activeElement.getBoundingClientRect();
      if (box.top < page.querySelector(".boardpanel").getBoundingClientRect().top - 1 || box.top < 0 || box.bottom > innerHeight) { document.activeElement.scrollIntoView({ block: "nearest" }); }
      if (page.getBoundingClientRect().top < 0) { page.scrollIntoView({ block: "start" }); }
    }
    /* Back to the row of the list that a panel came from, or to what folds it away; without one, to what checks all. */
    function back(row) {
      const link = row && row.querySelector("a"), folded = row && row.closest("details:not([open])");
      if (folded ? to(folded.querySelector("summary")) : to(link)) { document.activeElement.scrollIntoView({ block: "nearest" }); return; }
      if (!to(page.querySelector("#board-foot [data-board-send]"))) { to(document.querySelector("#board-troops h2")); }
    }
    /* A button can be pressed no more: on to the heading of its panel, or at the foot to what checks all. */
    function after(one) { if (one.closest("#board-foot")) { back(null); } else { head(); } }
    return { in_panel, held, again, head, back, after };
  };
})();
