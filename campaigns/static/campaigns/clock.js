/* The clocks of a page count down by the server's time. Without this file everything works; the page then shows when the move closes. */
"use strict";
document.documentElement.classList.add("js");

(function () {
  const WARNINGS = [120, 60, 30];
  const bare = document.title;
  const read = new WeakMap();
  const cried = new Set();
  let behind = null;

  const places = () => [...document.querySelectorAll("[data-clock]")];

  function figures(seconds) {
    const whole = Math.max(0, Math.ceil(seconds));
    const days = Math.floor(whole / 86400);
    const hours = Math.floor((whole % 86400) / 3600);
    const minutes = Math.floor((whole % 3600) / 60);
    const rest = String(whole % 60).padStart(2, "0");
    if (days) { return interpolate(gettext("%(days)s d %(hours)s h"), { days, hours }, true); }
    return hours ? hours + ":" + String(minutes).padStart(2, "0") + ":" + rest : minutes + ":" + rest;
  }

  /* How far this machine's clock is behind the server's: by the server's last message, else by the time that came with the page. */
  function offset(clock) {
    if (behind !== null) { return behind; }
    if (!read.has(clock)) { read.set(clock, Date.parse(clock.dataset.now) - Date.now()); }
    return read.get(clock);
  }

  const once = (what) => !cried.has(what) && cried.add(what);

  /* Two minutes, one minute, thirty seconds, time: each is announced once for each closing time of the move. */
  function announce(clock, left) {
    const due = left <= 0 ? 0 : WARNINGS.find((mark) => left <= mark && left > mark - 3);
    if (due === undefined || clock.dataset.state === "interval" || !once(clock.dataset.closes + " " + due)) { return; }
    const ear = document.getElementById("clock-says"), words = document.querySelector("[data-cry='" + due + "']");
    if (ear && words) { ear.textContent = words.textContent; }
    document.body.dispatchEvent(new CustomEvent("cry", { bubbles: true, detail: due }));
  }

  function show(clock) {
    const left = (Date.parse(clock.dataset.closes) - Date.now() - offset(clock)) / 1000;
    const whole = Number(clock.dataset.seconds) || 1;
    const face = clock.querySelector("[data-face]");
    if (face) { face.textContent = figures(left); }
    const run = clock.querySelector("[data-run]");
    if (run) { run.setAttribute("width", String(Math.max(0, Math.min(1, left / whole)) * Number(run.dataset.run))); }
    clock.classList.toggle("near", left <= 120);
    clock.classList.toggle("last", left <= 30);
    return left;
  }

  function tick() {
    const clocks = places();
    const leftOf = new Map(clocks.filter((clock) => clock.dataset.clock === "running").map((clock) => [clock, show(clock)]));
    leftOf.forEach((left, clock) => callTime(clock, left));
    const running = [...leftOf.keys()].filter((clock) => !("quiet" in clock.dataset));  // one of many on a page has no title and no cry
    const lefts = running.map((clock) => leftOf.get(clock));
    const word = clocks.map((clock) => clock.dataset.word).find(Boolean);
    if (!lefts.length) { document.title = word ? word + " · " + bare : bare; return; }
    const left = Math.min(...lefts);
    const first = running[lefts.indexOf(left)], called = left <= 0 && first.dataset.state !== "interval";
    document.title = (called ? document.querySelector("[data-cry='0']").textContent : figures(left)) + " · " + bare;
    announce(first, left);
  }

  function callTime(clock, left) {
    if (left < -1 && once(clock.dataset.closes + " called")) { document.body.dispatchEvent(new Event("time-called", { bubbles: true })); }
  }

  document.addEventListener("DOMContentLoaded", function () {
    places().forEach(offset);
    tick();
    setInterval(tick, 500);
  });
  document.addEventListener("live:put", tick);
  document.addEventListener("server-time", function (told) { if (!document.hidden) { behind = Date.parse(told.detail) - Date.now(); tick(); } });
})();
