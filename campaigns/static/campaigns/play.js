/* Plays what happened on a map, in the sequence in which it was resolved; and opens the line of an event to which a stroke leads. */
"use strict";
(function () {
  const TEN_SECONDS = 10000;
  const LONGEST = 900;
  let running = null;

  function steps(figure) {
    const strokes = figure.querySelectorAll("[data-layer=happened]:not(.spread) > .trace");
    const found = [];
    for (const stroke of strokes) {
      const last = found[found.length - 1];
      // What belongs to one event comes at once; what nobody tells of comes one by one.
      if (last && last.of === stroke.dataset.of && last.of !== "-1") { last.strokes.push(stroke); } else { found.push({ of: stroke.dataset.of, strokes: [stroke] }); }
    }
    return found;
  }

  /* A loss is added to those that the body had there before: their figure is in the new one (board_losses.js). */
  function passed(figure, stroke) {
    const text = stroke.querySelector(":scope > .figure"), place = text && window.board.losses_of(text);
    for (const other of place ? figure.querySelectorAll(".trace.told") : []) {
      const had = other.querySelector(":scope > .figure");
      if (had && window.board.losses_of(had) === place) { other.classList.add("past"); }
    }
  }

  function stop() {
    if (!running) { return; }
    clearInterval(running.timer);
    running.figure.classList.remove("playing");
    for (const stroke of running.figure.querySelectorAll(".trace")) { stroke.classList.remove("told", "now", "past"); }
    running.button.textContent = gettext("Watch again");
    running.button.setAttribute("aria-pressed", "false");
    running = null;
  }

  function play(figure, button) {
    stop();
    const rows = steps(figure);
    if (!rows.length) { return; }
    let next = 0;
    const step = () => {
      for (const stroke of figure.querySelectorAll(".trace.now")) { stroke.classList.remove("now"); }
      if (next >= rows.length || !figure.isConnected) { stop(); return; }
      for (const stroke of rows[next].strokes) { passed(figure, stroke); stroke.classList.add("told", "now"); }
      next += 1;
    };
    if (!button.style.minInlineSize) { steady(button); }
    figure.classList.add("playing");
    button.textContent = gettext("Stop");
    button.setAttribute("aria-pressed", "true");
    running = { figure, button, timer: setInterval(step, Math.min(LONGEST, TEN_SECONDS / rows.length)) };
    step();
  }

  /* The button is as wide as the longest of its words, so that nothing moves when they change. */
  function steady(button) {
    const had = button.textContent;
    const widths = [had, gettext("Stop"), gettext("Watch again")].map((words) => { button.textContent = words; return button.getBoundingClientRect().width; });
    button.textContent = had;
    button.style.minInlineSize = Math.ceil(Math.max(...widths)) + "px";
  }

  function figure_of(bar) { return document.getElementById(bar.dataset.strokes); }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-strokes-play]");
    if (button) {
      if (button.getAttribute("aria-pressed") === "true") { stop(); } else { play(figure_of(button.closest("[data-strokes]")), button); }
      return;
    }
    const link = event.defaultPrevented ? null : event.target.closest("a.trace"); // a sum of losses was spread
    if (link && shown(link.getAttribute("href"))) { event.preventDefault(); }
  });

  // A press near a stroke, which the map takes for one on it (board_layers.js).
  document.addEventListener("map:trace", (event) => {
    const { of, layer } = event.detail, link = event.target.querySelector(`[data-layer=${layer}] > a.trace[data-of="${of}"]`);
    if (link && shown(link.getAttribute("href"))) { event.preventDefault(); }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && running && !event.defaultPrevented) { stop(); event.preventDefault(); }
  });

  // A moment that is put in the place of this one begins still.
  document.addEventListener("htmx:beforeSwap", (event) => { if (running && event.target.contains(running.figure)) { stop(); } });

  /* Opens the line of an address.  True where it stands in the panel beside the map, and was brought there into sight. */
  function shown(address) {
    const line = address && address.startsWith("#event-") ? document.getElementById(address.slice(1)) : null;
    const sum = line ? line.querySelector("details") : null, panel = line ? line.closest(".boardpanel") : null;
    if (sum) { sum.open = true; }
    if (!panel || panel.scrollHeight <= panel.clientHeight) { return false; }
    for (const one of document.querySelectorAll(".told-of")) { one.classList.remove("told-of"); }
    line.classList.add("told-of");
    history.replaceState(history.state, "", address);
    // Only the panel moves: a jump to the anchor would move the map out of the window.
    panel.scrollTop += line.getBoundingClientRect().top - panel.getBoundingClientRect().top - 12;
    return true;
  }

  function at_the_address() { if (shown(location.hash)) { scrollTo(0, 0); } }
  addEventListener("hashchange", at_the_address);
  addEventListener("load", at_the_address); // the browser goes to the anchor when all is there

  function begin() {
    at_the_address();
    const bar = document.querySelector("[data-strokes][data-opens]");
    const figure = bar ? figure_of(bar) : null;
    if (figure && !location.hash && !matchMedia("(prefers-reduced-motion: reduce)").matches) { play(figure, bar.querySelector("[data-strokes-play]")); }
  }

  // The map's own scripts, which follow this one, are there then.
  if (document.readyState !== "complete") { document.addEventListener("DOMContentLoaded", begin); } else { begin(); }
})();
