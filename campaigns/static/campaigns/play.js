/* Plays what happened on a map, in the sequence in which it was resolved; and opens the line of an event to which a stroke leads. */
"use strict";
(function () {
  const TEN_SECONDS = 10000;
  const LONGEST = 900;
  let running = null;

  function steps(figure) {
    const strokes = figure.querySelectorAll("[data-layer=happened] > .trace");
    const found = [];
    for (const stroke of strokes) {
      const last = found[found.length - 1];
      // What belongs to one event comes at once; what nobody tells of comes one by one.
      if (last && last.of === stroke.dataset.of && last.of !== "-1") { last.strokes.push(stroke); } else { found.push({ of: stroke.dataset.of, strokes: [stroke] }); }
    }
    return found;
  }

  function stop() {
    if (!running) { return; }
    clearInterval(running.timer);
    running.figure.classList.remove("playing");
    for (const stroke of running.figure.querySelectorAll(".trace.told, .trace.now")) { stroke.classList.remove("told", "now"); }
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
      for (const stroke of rows[next].strokes) { stroke.classList.add("told", "now"); }
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
    const link = event.target.closest("a.trace");
    if (link) { line_of(link.getAttribute("href")); }
  });

  // A moment that is put in the place of this one begins still.
  document.addEventListener("htmx:beforeSwap", (event) => { if (running && event.target.contains(running.figure)) { stop(); } });

  function line_of(address) {
    const line = address && address.startsWith("#event-") ? document.getElementById(address.slice(1)) : null;
    const sum = line ? line.querySelector("details") : null;
    if (sum) { sum.open = true; }
  }

  addEventListener("hashchange", () => line_of(location.hash));

  function begin() {
    line_of(location.hash);
    const bar = document.querySelector("[data-strokes][data-opens]");
    const figure = bar ? figure_of(bar) : null;
    if (figure && !location.hash && !matchMedia("(prefers-reduced-motion: reduce)").matches) { play(figure, bar.querySelector("[data-strokes-play]")); }
  }

  if (document.readyState === "loading") { document.addEventListener("DOMContentLoaded", begin); } else { begin(); }
})();
