/* Pages stay up to date: the server says that there is news and of which kind, and the page fetches the parts that show it.
   Pages that show no battle ask every few seconds. Pages of a battle have a stream, and one tab listens for all of a battle (a browser
   opens few connections to one site) and tells the others; where there is no stream they ask, too.
   What is typed is never touched. Without this file everything works by reloading. */
"use strict";
(function () {
  const sign = document.getElementById("live-sign");
  if (!sign) { return; }
  const SILENCE = 20000, ASK_EVERY = Number(sign.dataset.every) || 4000, ASK_EVERY_HIDDEN = 15000, FIRST_WAIT = 2000, LONGEST_WAIT = 60000, ALL_AGAIN = 60000;
  const stream = sign.dataset.stream, asked = sign.dataset.ask;
  const wire = stream && window.BroadcastChannel ? new BroadcastChannel("news:" + stream) : null;
  const tags = new Map(), wanted = new Set();
  // The content of a part, for comparison; one with a mark is compared, and requested, by the mark.
  const bare = (part) => part.dataset.liveMark || part.outerHTML.replace(/(name="(?:csrfmiddlewaretoken|key)" value=")[^"]*/g, "$1");
  const came = new Map([...document.querySelectorAll("[data-live-part]")].map((part) => [part.id, bare(part)]));  // as the server sent them
  const seats = (page) => (page.getElementById("bar-where") || { dataset: {} }).dataset.seats, held = seats(document);  // the reader's own in this battle
  let mark = JSON.parse(sign.dataset.mark);
  /* What failed is tried again later each time: twice as long, up to a minute, and not by all pages in one moment. */
  const missed = { asks: 0, streams: 0, parts: 0 }, due = { streams: 0, parts: 0 };
  const later = (kind) => Date.now() + Math.min(FIRST_WAIT * 2 ** missed[kind]++, LONGEST_WAIT) * (0.75 + Math.random() / 2);
  let source = null, leads = false, fresh = Date.now() + SILENCE / 10, tag = "", asking = false, fetching = false, over = false;

  /* -- the status sign -------------------------------------------------------------------------------------- */

  function show(state) {
    if (sign.dataset.state === state) { return; }
    sign.dataset.state = state;
    sign.hidden = false;
    sign.querySelectorAll("[data-when]").forEach((one) => { one.hidden = one.dataset.when !== state; });
    sign.querySelector(".live-next").hidden = state !== "off";
    document.documentElement.toggleAttribute("data-cut-off", state === "off" || state === "gone");
  }

  function heard(now) {
    const time = sign.querySelector("time");
    if (now) { document.dispatchEvent(new CustomEvent("server-time", { detail: now })); }
    time.textContent = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false, timeZoneName: "short" });
  }

  /* -- the news ------------------------------------------------------------------------- */

  function take(told) {
    const kinds = Object.keys(told).filter((kind) => told[kind] !== mark[kind]);
    mark = told;
    if (kinds.length) { fetchParts(kinds); }
  }

  const parts = (kinds) => [...document.querySelectorAll("[data-live-part]")].filter((one) => one.dataset.livePart.split(" ").some((kind) => kinds.includes(kind)));
  const home = document.body.dataset.livesAt || location.pathname + location.search;  // an answer to a form has another address
  const address = (part) => part.dataset.liveFrom || home;
  const fields = (part) => [...part.querySelectorAll("input:not([type=hidden]), textarea, select")];
  const begun = (one) => ([...one.options].find((each) => each.defaultSelected) || one.options[0] || {}).value;

  function typedIn(one) {
    if (one.type === "checkbox" || one.type === "radio") { return one.checked !== one.defaultChecked; }
    return one.value !== (one.tagName === "SELECT" ? begun(one) : one.defaultValue);
  }

  /* Whether the reader is working in a part: then it stays as it is until they accept the news. */
  const inHand = (part) => part.matches("[data-in-hand]") || fields(part).some((one) => typedIn(one) || one === document.activeElement);

  async function fetchParts(kinds) {
    kinds.forEach((kind) => wanted.add(kind));
    if (fetching) { return; }
    fetching = true;
    try {
      // oxlint-disable-next-line no-unmodified-loop-condition -- finish() ends it while an answer is awaited
      while (wanted.size && !over) {
        const now = [...wanted];
        wanted.clear();
        const from = [...new Set(parts(now).map(address))];
        // oxlint-disable-next-line no-await-in-loop -- what is requested meanwhile is fetched after it
        const done = await Promise.all(from.map((one) => fetchFrom(one, now)));
        if (done.includes(false)) { now.forEach((kind) => wanted.add(kind)); due.parts = later("parts"); break; }
        missed.parts = 0;
      }
    } finally { fetching = false; }
    document.dispatchEvent(new CustomEvent("live", { detail: kinds }));
  }

  /* Whether a part is taken from an address: from its own, if it names one or waits for news of a kind; else from any. */
  const comes = (part, from, kinds) => (!(part.dataset.livePart || part.dataset.liveFrom) || address(part) === from) && (!part.dataset.livePart || parts(kinds).includes(part));

  async function fetchFrom(one, kinds) {
    const headers = { "X-Live": document.hidden ? "unseen" : "seen" };
    if (tags.has(one)) { headers["If-None-Match"] = tags.get(one); }
    try {
      const answer = await fetch(one, { headers });
      if (answer.status === 304) { return true; }
      if (answer.redirected && new URL(answer.url).pathname.startsWith("/b/") && !inHand(document.body)) { location.assign(answer.url); return true; }  // the page has moved to another address
      if (answer.status === 404 && one === home) { finish(true); return true; }
      if (!answer.ok || answer.redirected) { return answer.status < 500; }
      const found = new DOMParser().parseFromString(await answer.text(), "text/html");
      await window.released();
      if (answer.headers.get("ETag")) { tags.set(one, answer.headers.get("ETag")); }
      const here = [...document.querySelectorAll("[data-live-part]")].filter((part) => part.id && found.getElementById(part.id) && comes(part, one, kinds));
      const lost = parts(kinds).some((part) => !part.dataset.liveFrom && address(part) === one && !found.getElementById(part.id));
      const speaks = found.documentElement.lang;  // the reader may have chosen another language on another page
      const other = held && seats(found) && seats(found) !== held;  // a seat was given to them, handed on or ended
      if ((lost || other || (speaks && speaks !== document.documentElement.lang)) && anew()) { return true; }  // the page has another shape now
      here.forEach((part) => { if (part.isConnected) { put(part, found.getElementById(part.id)); } });
      return true;
    } catch { return false; }
  }

  /* -- replacing a part ---------------------------------------------------------- */

  const named = (one) => one.id || (one.querySelector("summary") || {}).textContent || "";

  function put(part, next) {
    if ((part.dataset.liveMark || came.get(part.id)) === bare(next)) { return; }
    if (inHand(part)) { offer(part, next); return; }
    const had = part.contains(document.activeElement) ? document.activeElement : null;
    const open = new Set([...part.querySelectorAll("details[open]")].map(named));
    const made = replace(part, next);
    made.querySelectorAll("details").forEach((one) => { if (open.has(named(one))) { one.open = true; } });
    if (had) { again(had, made); }
  }

  function replace(part, next) {
    const made = document.importNode(next, true);
    came.set(part.id, bare(next));
    for (const kept of ["livePart", "liveFrom"]) { if (kept in part.dataset && !made.dataset.liveMark) { made.dataset[kept] = part.dataset[kept]; } }
    part.replaceWith(made);
    if (window.htmx) { window.htmx.process(made); }
    made.dispatchEvent(new CustomEvent("live:put", { bubbles: true }));
    return made;
  }

  function again(had, made) {
    const those = [...made.querySelectorAll("a, button, summary, [tabindex]")].filter((one) => one.tagName === had.tagName && one.id === had.id);
    const marked = JSON.stringify(had.dataset); // a button of the board with another number on it is the same button
    const same = those.find((one) => one.textContent === had.textContent) || those.find((one) => marked !== "{}" && JSON.stringify(one.dataset) === marked);
    if (same) { same.focus({ preventScroll: true }); }
  }

  function offer(part, next) {
    const old = document.getElementById("newer-" + part.id);
    if (old) { old.remove(); }
    const bar = document.getElementById("live-newer").content.firstElementChild.cloneNode(true);
    bar.id = "newer-" + part.id;
    bar.querySelector("button").addEventListener("click", function () {
      bar.remove();
      if (part.isConnected) { replace(part, next); }
    });
    part.before(bar);
  }

  /* -- polling, where there is no stream --------------------------------------------------------------------- */

  async function ask() {
    if (asking || over) { return; }
    asking = true;
    try {
      const answer = await fetch(asked, { headers: tag ? { "If-None-Match": tag } : {} });
      if (answer.redirected || [401, 403, 404].includes(answer.status)) { finish(answer.status === 404); return; }
      if (answer.status !== 304) {
        if (!answer.ok) { throw new Error(String(answer.status)); }
        const said = await answer.json();
        tag = answer.headers.get("ETag");
        heard(said.now);
        take(said.told);
      } else { heard(""); }
      missed.asks = 0;
      fetchWanted();
      fresh = Date.now() + (document.hidden ? ASK_EVERY_HIDDEN : ASK_EVERY);
      if (!source || source.readyState !== 1) { show("asking"); }
    } catch { show("off"); fresh = later("asks"); say_next(); } finally { asking = false; }
  }
  function fetchWanted() { if (wanted.size && Date.now() > due.parts) { fetchParts([]); } }
  /* In how many seconds it is tried again. */
  function say_next() {
    const next = sign.querySelector("[data-live-next]"), seconds = Math.max(1, Math.ceil((fresh - Date.now()) / 1000));
    if (next) { next.textContent = interpolate(gettext("Next attempt in %(seconds)s s."), { seconds }, true); }
  }
  /* The reader, or the network, is back: nothing is waited for any more. */
  function at_once() {
    for (const kind of Object.keys(missed)) { missed[kind] = 0; }
    due.streams = due.parts = fresh = 0;
    beat();
  }

  /* The page as it is now, unless somebody is working in it; where they may no longer see it, it says why. */
  function anew() {
    if (inHand(document.body)) { return false; }
    if (document.body.dataset.livesAt) { location.assign(home); } else { location.reload(); }
    return true;
  }

  function finish(seatEnded) {
    if (over) { return; }
    over = true;
    if (source) { source.close(); }
    show("gone");
    if (seatEnded) { anew(); }
  }

  /* -- the stream ------------------------------------------------------------------------------------- */

  function alive(now) {
    fresh = Date.now() + SILENCE;
    missed.asks = missed.streams = 0;
    heard(now);
    show("live");
  }

  function listen() {
    if (over || source || !stream || !window.EventSource) { return; }
    source = new EventSource(stream);
    source.addEventListener("told", function (said) {
      const told = JSON.parse(said.data);
      alive("");
      if (wire) { wire.postMessage({ told }); }
      take(told);
    });
    source.addEventListener("ping", function (said) {
      alive(said.data);
      if (wire) { wire.postMessage({ told: mark, now: said.data }); }
      fetchWanted();
    });
    source.addEventListener("error", function () { // by itself the browser would try again every second
      hush();
      due.streams = later("streams");
      if (!missed.asks) { fresh = 0; }
      if (wire) { wire.postMessage({ cut: true }); }
    });
  }

  function hush() {
    if (source) { source.close(); source = null; }
  }

  function listenIfLeading() { if (leads) { listen(); } }

  if (wire) {
    wire.addEventListener("message", function (said) {
      if (said.data.hello) { if (leads && source && source.readyState === 1) { wire.postMessage({ told: mark, now: "" }); } return; }
      if (said.data.cut) { if (!missed.asks) { fresh = 0; } return; }
      alive(said.data.now);
      take(said.data.told);
    });
    wire.postMessage({ hello: true });
  }

  if (stream && navigator.locks) {
    navigator.locks.request("news:" + stream, function () { leads = true; listen(); return new Promise(function () {}); });
  } else if (stream) {
    const whileSeen = function () { leads = !document.hidden; if (leads) { listen(); } else { hush(); fresh = 0; } };
    document.addEventListener("visibilitychange", whileSeen);
    whileSeen();
  }
  window.addEventListener("pagehide", hush);
  window.addEventListener("pageshow", function (shown) { if (shown.persisted) { at_once(); } });
  window.addEventListener("online", at_once);
  document.addEventListener("visibilitychange", function () { if (!document.hidden && sign.dataset.state !== "live") { at_once(); } });
  sign.addEventListener("click", function (event) { if (event.target.closest("[data-live-now]")) { at_once(); } });
  document.addEventListener("time-called", function () { fetchParts(["clock"]); });
  function beat() {
    if (over) { return; }
    if (Date.now() > fresh) { ask(); }
    if (!source && !missed.asks && Date.now() > due.streams) { listenIfLeading(); }
    if (sign.dataset.state === "off") { say_next(); }
  }
  setInterval(beat, 500);
  setInterval(function () { if (!over && !document.hidden) { fetchParts(["clock"]); } }, ALL_AGAIN);

  /* -- what was told goes when the move that it was told of goes on ------------------------------------- */

  const TOLD_FOR = 6000;
  const move_of = () => (document.getElementById("bar-clock") || { dataset: {} }).dataset.mark;
  let told_at = move_of();
  document.addEventListener("live:put", function (event) {
    if (event.target.id !== "bar-clock" || move_of() === told_at) { return; }
    told_at = move_of();
    const old = document.querySelectorAll("main > [role=status] > .told, .boardpanel > .told:not([id])");
    setTimeout(function () { old.forEach((one) => { one.dataset.over = ""; }); }, Math.max(0, TOLD_FOR - performance.now()));
  });

  /* -- a form that cannot be sent now stays where it is ------------------------------------------------ */

  document.addEventListener("submit", function (sent) {
    if (sign.dataset.state !== "off" || sent.target.method !== "post") { return; }
    sent.preventDefault();
    sent.stopImmediatePropagation();
    const form = sent.target, by = sent.submitter;
    ask().then(function () { if (sign.dataset.state !== "off") { form.requestSubmit(by); } else { sign.scrollIntoView({ block: "nearest" }); } });
  }, true);
})();
