/* The muster as a board: what is pressed, dragged, framed or typed is sent at once, and the parts of the page that it changed come back in
   one answer. What is typed elsewhere on the page stays. Without this file each form is sent by itself and the page comes anew. */
"use strict";
(function () {
  const page = document.querySelector("[data-muster]");
  if (!page) { return; }
  const TURN = 15, NEAR = 8, AGAIN = 15000, EDGE = 56, ABOVE = 10, TURNS = { "[": -TURN, ",": -TURN, "]": TURN, ".": TURN }, PARTS = ["map", "tray", "chosen", "order", "faults", "foot", "says"];
  const part = (name) => document.getElementById("muster-" + name);
  const figure = () => page.querySelector("figure.plan");
  const map = () => (figure() || {}).map;
  const put_form = part("put"), field = (name) => put_form.elements[name];
  const marks = new Set();
  const shown = () => { const one = part("chosen").querySelector("[data-thing]"); return one ? one.dataset.thing : ""; };
  /* last: the end of the queue, waiting: the steps in it; hand: what the server has in hand; late: what has come and is not shown yet. */
  let asked = 0, last = Promise.resolve(), waiting = 0, hand = shown(), late = null, dones = [];
  const side = () => field("side").value;

  /* -- what is told -------------------------------------------------------------------------------------- */

  function say(text, refused) {
    const line = document.createElement("p");
    line.textContent = text;
    if (refused) { line.className = "refusal"; }
    part("says").replaceChildren(...(text ? [line] : []));
  }
  /* The panel, or on a phone the sheet with it, is moved so that a part of it is at its top; the page stays where it is. */
  function lead_to(one) {
    for (const box of page.querySelectorAll(".boardpanel, .mustersheet")) {
      if (box.scrollHeight > box.clientHeight && box.clientHeight) { box.scrollTop += one.getBoundingClientRect().top - box.getBoundingClientRect().top - ABOVE; }
    }
  }
  /* It is moved only as far as needed, so that what has the focus is seen, and not under an edge. */
  function bring(one) {
    for (const box of page.querySelectorAll(".boardpanel, .mustersheet")) {
      if (!box.contains(one) || box.scrollHeight <= box.clientHeight) { continue; }
      const at = one.getBoundingClientRect(), seen = box.getBoundingClientRect();
      box.scrollTop += Math.min(0, at.top - seen.top - EDGE) || Math.max(0, Math.min(at.bottom - seen.bottom + EDGE, at.top - seen.top - EDGE));
    }
  }
  function saved(text) { part("saved").textContent = text === gettext("Saved") && part("order").querySelector(".cell[aria-invalid]") ? gettext("Not saved") : text; }
  /* What was done, for everybody to read, and for a screen reader to say. */
  function tell(text) { part("done").textContent = text; }

  /* -- what is typed and not sent ------------------------------------------------------------------------ */

  const ticked = (one) => one.type === "checkbox" || one.type === "radio";
  const begun = (list) => ([...list.options].find((one) => one.defaultSelected) || list.options[0] || {}).value;
  const changed = (one) => ticked(one) ? one.checked !== one.defaultChecked : one.value !== (one.tagName === "SELECT" ? begun(one) : one.defaultValue);
  const fields_of = (box) => [...box.querySelectorAll("input:not([type=hidden], .cell), select:not(.cell), textarea")];
  const typed_in = (box) => fields_of(box).filter((one) => one.id && changed(one)).map((one) => [one.id, one.value]);
  function put_back(box, typed) {
    for (const [id, value] of typed) { const one = document.getElementById(id); if (one && box.contains(one)) { one.value = value; } }
  }
  /* What was typed is saved, unless somebody has typed on: it is no longer to be kept. */
  function settle(spent) {
    for (const [id, value] of spent) {
      const one = document.getElementById(id);
      if (!one || one.value !== value) { continue; }
      if (one.tagName === "SELECT") { for (const each of one.options) { each.defaultSelected = each.selected; } } else { one.defaultValue = value; }
    }
  }
  /* What is typed of the thing in hand is saved before something else is done, as a cell is when it is left; whether it is. */
  async function save_typed() {
    const form = part("chosen").querySelector("form"), spent = form ? typed_in(form) : [];
    return !spent.length || Boolean(await post([...new FormData(form), ["act", "save"]], { spent }));
  }

  /* -- where the focus was, in a part that is replaced ---------------------------------------------------- */

  function focused() {
    const one = document.activeElement;
    if (!one || !page.contains(one) || one === document.body) { return null; }
    const block = one.closest("[data-marks] [data-thing], .spread [data-thing]"), cell = one.closest("[data-k]"), row = one.closest("tr[data-thing]"), form = one.form;
    return { one, mark: block && block.dataset.thing, pan: one.closest(".pan"), row: row && row.dataset.thing, key: cell && cell.dataset.k, id: one.id, of: form && form.id, name: one.name, value: one.value };
  }
  /* from: the thing of which there is another now, such as its copy, which is in hand. */
  function focus_again(was, from) {
    if (!was || was.one.isConnected) { return; }
    const row = was.row && [...page.querySelectorAll("tr[data-thing]")].find((one) => one.dataset.thing === was.row);
    let to = null;
    if (was.pan) { to = map() && (was.mark === from && map().block(hand) || was.mark && (map().block(was.mark) || map().block(hand))) || figure() && figure().querySelector(".pan"); }
    else if (row) { const cell = was.key && row.querySelector("[data-k=\"" + was.key + "\"]"); to = cell && (cell.matches("[tabindex]") ? cell : cell.querySelector("a")) || row.querySelector("input, a"); }
    else if (was.id) { to = document.getElementById(was.id); }
    else if (was.of) { const form = document.getElementById(was.of); to = form && [...form.elements].find((one) => one.name === was.name && (one.tagName !== "BUTTON" || one.value === was.value)); }
    if (!to || to.disabled) { to = part("chosen").querySelector("h2") || figure() && figure().querySelector(".pan"); }
    if (to) { to.focus({ preventScroll: true }); bring(to); }
  }

  /* -- an answer: what the next step needs of it at once; the rest is shown when nothing is to be sent and nothing is pressed ----------- */

  const called = (details) => details.id || details.querySelector("summary").textContent;
  const faults = () => [...page.querySelectorAll(".musterfaults li:not(.quiet) > span")].map((one) => [...one.childNodes].filter((each) => each.nodeType === Node.TEXT_NODE).map((each) => each.textContent).join("").trim());

  function take(text, given) {
    const found = new DOMParser().parseFromString(text, "text/html"), answer = found.getElementById("muster-answer");
    if (!answer) { say((found.querySelector(".refusal, .error, [role=alert]") || {}).textContent || gettext("That was refused. Reload the page."), true); return null; }
    const { base, side: of, thing, done, refused } = answer.dataset;
    set_hidden(base, of);
    if (refused && given.tries) { given.tries(); return answer; }
    if (refused && given.wrong) { given.wrong(answer.querySelector("[role=alert]").textContent.trim()); }
    if (refused === "E-FORM" && given.wrong) { return answer; } // it is told where it was typed
    if (refused) { undo_shifts(); } else { settle(given.spent || []); }
    if (done) { dones.push(done); }
    late = { from: late ? late.from : given.thing || hand, lead: given.lead, parts: late ? late.parts : {} };
    hand = thing;
    for (const name of PARTS) {
      const come = answer.querySelector("#muster-" + name), before = late.parts[name];
      if (come && (name !== "says" || come.children.length || !before)) { late.parts[name] = come; } // a refusal is told, whatever comes after it
    }
    return answer;
  }
  function show() {
    if (!late || waiting) { return; }
    if (!window.released.already()) { window.released().then(show); return; }
    const { from, lead, parts } = late, was = focused(), same = hand === shown(), before = faults(), of = side();
    const other = !page.querySelector("#muster-sides a[aria-current][data-side=\"" + of + "\"]"); // a side that was not shown before
    const steady = part("order").matches(":hover, :focus-within") && !lead ? part("order").getBoundingClientRect().top : null;
    late = null;
    if (parts.order && muster.holding) { muster.holding(); }
    for (const name of PARTS) { if (parts[name]) { show_part(name, parts[name], same); } }
    set_hidden(field("base").value, of);
    for (const one of page.querySelectorAll("#muster-sides a")) { if (one.dataset.side === of) { one.setAttribute("aria-current", "true"); } else { one.removeAttribute("aria-current"); } }
    for (const one of page.querySelectorAll("[data-of]")) { one.hidden = one.dataset.of !== of; }
    tick();
    if (steady !== null) { move_by(part("order").getBoundingClientRect().top - steady); }
    if (map()) { map().choose(hand || null, 0, true); map().mark([...marks]); }
    focus_again(was, from);
    if (other) { in_sight(); }
    if (part("says").querySelector(".refusal")) { lead_to(part("says")); } else if (lead) { lead_to(part(lead)); }
    if (dones.length) { tell([...dones, ...faults().filter((one) => !before.includes(one))].join(" ")); dones = []; }
  }
  function set_hidden(base, of) {
    for (const one of document.querySelectorAll("input[name=base]")) { one.value = base; }
    for (const one of document.querySelectorAll("input[name=side][type=hidden]")) { one.value = of; }
  }
  function show_part(name, come, same) {
    const here = part(name), typed = name === "chosen" && !same ? [] : typed_in(here), open = new Set([...here.querySelectorAll("details[open]")].map(called));
    if (name === "map") { take_map(here, come); } else { here.replaceChildren(...document.importNode(come, true).childNodes); }
    here.querySelectorAll("details").forEach((one) => { if (open.has(called(one)) && (name !== "chosen" || same)) { one.open = true; } });
    put_back(here, typed);
    here.dispatchEvent(new CustomEvent("live:put", { bubbles: true }));
  }
  function take_map(here, come) {
    const old = here.querySelector("figure.plan"), made = come.querySelector("figure.plan");
    shifts.clear();
    if (old && made) { old.replaceWith(document.importNode(made, true)); } else if (Boolean(old) !== Boolean(made)) { location.assign(page.dataset.muster + "?side=" + side()); }
  }
  /* The table stays where it is while somebody is at it, whatever grows above it. */
  function move_by(far) { for (const box of page.querySelectorAll(".boardpanel, .mustersheet")) { if (box.scrollHeight > box.clientHeight) { box.scrollTop += far; } } }

  /* -- sending: one after another, each on what the one before has left ------------------------------------ */

  /* given: what is sent, or what makes it when its turn comes.  more: spent: the typed texts that it saves; thing: what it has in hand; keeps:
     what is typed is not saved before it; wrong: is told why it was refused, and the page stays as it is;
     tries: goes on in another way where it was refused. */
  function send(given, more = {}) {
    const mine = last.then(() => take_step(given, more));
    waiting += 1;
    saved(gettext("Saving …"));
    last = mine;
    return mine;
  }
  async function take_step(given, more) {
    const done = more.keeps || await save_typed() ? await post(typeof given === "function" ? given() : given, more) : null;
    waiting -= 1;
    if (!done && !waiting) { undo_shifts(); }
    show();
    saved(done ? waiting ? gettext("Saving …") : gettext("Saved") : gettext("Not saved"));
    return done;
  }
  async function post(given, more) {
    const body = new FormData();
    for (const [key, value] of given) { body.append(key, value); }
    for (const [key, value] of [["csrfmiddlewaretoken", field("csrfmiddlewaretoken").value], ["base", field("base").value], ["side", side()], ["thing", more.thing || hand]]) { body.set(key, value); }
    try {
      const came = await fetch(page.dataset.change, { method: "POST", body, headers: { "X-Board": "1" } });
      if (came.redirected) { location.assign(came.url); return null; } // the battle has begun meanwhile
      const answer = take(await came.text(), more);
      return answer && !answer.dataset.refused ? { next: answer.dataset.next || "" } : null;
    } catch {
      say(gettext("The server does not answer. What you typed is still here."), true);
      return null;
    }
  }

  /* What was moved stands where it was put until the page has its answer, and goes back where it is refused. */
  const shifts = new Map();
  function shift_by(things, by) {
    for (const thing of things) {
      const node = map().block(thing), kept = node && map().kept().find((one) => one.node === node);
      if (!kept) { continue; }
      if (!shifts.has(kept)) { shifts.set(kept, kept.place); }
      kept.place = kept.place.split(" ").map((one, axis) => (Number(one) + by[axis]).toFixed(1)).join(" ");
      map().put(kept, map().size_kept());
    }
    map().undrag();
    map().rings_laid();
  }
  function undo_shifts() {
    for (const [kept, place] of shifts) { kept.place = place; if (map()) { map().put(kept, map().size_kept()); } }
    shifts.clear();
    if (map()) { map().undrag(); map().rings_laid(); }
  }

  /* -- what is chosen ------------------------------------------------------------------------------------ */

  function choose(thing, of) {
    const mine = ++asked;
    show_chosen(thing);
    last = last.then(async function () {
      if (mine !== asked) { return; }
      if (await save_typed()) { await look(thing, of); } else { saved(gettext("Not saved")); }
      show();
      if (mine === asked) { show_chosen(hand); }
    });
    return last;
  }
  /* The map goes to the things of a side that was chosen, if not all of them are in its window. */
  function in_sight() {
    const things = map() ? [...page.querySelectorAll("#muster-table tr[data-thing]")].map((row) => row.dataset.thing).filter((one) => map().block(one)) : [];
    const pan = things.length && map().pan, seen = (one) => map().pixels(map().at(map().block(one))).every((at, axis) => at > 0 && at < [pan.clientWidth, pan.clientHeight][axis]);
    if (!things.every(seen)) { map().fit(things); }
  }
  function show_chosen(thing) {
    if (map()) { map().choose(thing || null, 0, true); }
    for (const row of page.querySelectorAll("#muster-table tr[data-thing]")) { if (row.dataset.thing === thing) { row.setAttribute("aria-current", "true"); } else { row.removeAttribute("aria-current"); } }
  }
  async function look(thing, of) {
    const query = new URLSearchParams({ side: of || side(), thing: thing || "", parts: of && of !== side() ? "tray order chosen faults" : "chosen" });
    try {
      const came = await fetch(page.dataset.muster + "?" + query, { headers: { "X-Board": "1" } });
      const text = await came.text();
      if (came.redirected || !came.ok) { location.assign(page.dataset.muster + "?" + query); return; }
      take(text, { lead: thing && "chosen" });
      if (!waiting) { saved(gettext("Saved")); }
    } catch { say(gettext("The server does not answer. Try again."), true); }
  }
  const row_ticks = () => [...page.querySelectorAll("#muster-table [name=things]")];
  /* The ticks of the rows for which a tick of a whole group stands; that in the head stands for those of the side. What comes with the
     country is among them only in a group that has nothing else. */
  function rows_of(whole) {
    const box = whole.closest(whole.closest("thead") ? "table" : "tbody"), own = [...box.querySelectorAll("tr:not([data-fixed]) > td [name=things]")];
    return own.length ? own : [...box.querySelectorAll("tr > td [name=things]")];
  }
  /* Only what is in the table can be ticked: what is done to the ticked is done to the side that is shown. */
  function tick() {
    const there = new Set(row_ticks().map((one) => one.value));
    for (const one of marks) { if (!there.has(one)) { marks.delete(one); } }
    for (const one of row_ticks()) { one.checked = marks.has(one.value); }
    for (const one of page.querySelectorAll("#muster-table [name=whole]")) { const those = rows_of(one); one.checked = those.length > 0 && those.every((row) => marks.has(row.value)); }
    if (map()) { map().mark([...marks]); }
  }
  function mark(things, more) {
    if (!more) { marks.clear(); }
    for (const one of things) { if (more && marks.has(one)) { marks.delete(one); } else { marks.add(one); } }
    tick();
  }
  /* What a deed is done to: those that are marked, if the one in hand is among them or there is none; else that one. */
  const those = (thing) => (marks.size && (!thing || marks.has(thing)) ? [...marks] : thing ? [thing] : []);
  function act(name, thing, more) {
    const things = those(thing);
    if (!things.length) { return null; }
    return send([["act", name], ...things.map((one) => ["things", one]), ...(more || [])], { thing });
  }
  /* By a key: what is in hand is that which is so when its turn comes, such as the copy that is still to come. */
  function act_by_key(name, thing, more = []) {
    if (!thing || thing !== shown() || marks.size) { return act(name, thing, more); }
    return send(() => [["act", name], ["things", hand], ...more]);
  }

  /* -- what another umpire has done meanwhile ------------------------------------------------------------ */

  const asked_for = (parts) => page.dataset.muster + "?" + new URLSearchParams({ side: side(), thing: shown(), parts });
  const at_rest = () => !document.hidden && !waiting && !page.querySelector(".cell, .dragged > *, .musterturner.held");
  async function look_again() {
    if (!at_rest()) { return; }
    const mine = asked, base = field("base").value, headers = { "X-Board": "1" };
    try {
      const came = await fetch(asked_for("none"), { headers });
      const found = came.ok && !came.redirected && new DOMParser().parseFromString(await came.text(), "text/html").getElementById("muster-answer");
      if (!found || found.dataset.base === base || !at_rest() || mine !== asked || base !== field("base").value) { return; }
      const whole = await fetch(asked_for("map tray chosen order faults foot"), { headers }), text = await whole.text();
      if (whole.ok && !whole.redirected && at_rest() && mine === asked && base === field("base").value) { take(text, {}); show(); }
    } catch { /* it is asked again */ }
  }
  setInterval(look_again, AGAIN);
  addEventListener("focus", look_again);

  /* -- the map ------------------------------------------------------------------------------------------- */

  /* A place as it was pressed, as exactly as the map shows it: from afar in inches, from near in quarters of one. */
  function spot({ x, y }) {
    const step = map() && map().inch() >= NEAR ? 0.25 : 1;
    return [x, y].map((one) => Math.round(one / step) * step).join(" ");
  }
  page.addEventListener("map:thing", function (event) {
    event.preventDefault();
    if (event.detail.shift) { mark([event.detail.thing], true); } else { muster.disarm(); choose(event.detail.thing); }
  });
  page.addEventListener("map:dragthing", function (event) {
    const { thing, phase } = event.detail;
    if (phase !== "drop") { return; }
    move(thing, event.detail);
  });
  /* It stands there at once, dragged or by key. */
  function move(thing, { x, y }) {
    const at = map().at(map().block(thing)), to = map().units([x, y]);
    shift_by(those(thing), [0, 1].map((axis) => to[axis] - at[axis]));
    return act("move", thing, [["lead", thing], ["at", spot({ x, y })]]);
  }
  page.addEventListener("map:frame", (event) => mark(event.detail.things));
  page.addEventListener("map:spot", function (event) {
    if (muster.armed()) { muster.put(event.detail); } else if (!event.detail.shift) { if (marks.size) { mark([]); } if (shown()) { choose(""); } }
  });
  function ready() {
    const one = figure();
    if (!one || !one.map || one.map.mustered) { return; }
    one.map.mustered = true;
    one.dataset.drag = "things";
    one.map.pressed.unshift(function (event) {
      const fault = event.target.closest("[data-fault]"), told = fault || !muster.armed() && event.target.closest("[data-coming] > g");
      if (!told) { return false; }
      event.preventDefault();
      one.map.tell(escaped(told.querySelector("title").textContent), one.map.place_of(told).split(" ").map(Number));
      if (!fault) { return true; }
      for (const each of page.querySelectorAll(".musterfaults li")) { each.classList.toggle("here", "#" + each.id === fault.getAttribute("href")); }
      if (fault.dataset.fault) { choose(fault.dataset.fault); }
      return true;
    });
  }
  function escaped(text) { const box = document.createElement("i"); box.textContent = text; return box.innerHTML; }
  page.addEventListener("map:ready", ready);
  ready();

  /* -- presses and forms --------------------------------------------------------------------------------- */

  page.addEventListener("click", function (event) {
    if (event.ctrlKey || event.metaKey || event.defaultPrevented) { return; }
    const of = event.target.closest("#muster-sides a"), row = event.target.closest("#muster-table th a"), line = event.target.closest("a[data-shows]");
    if (of) { event.preventDefault(); mark([]); choose("", of.dataset.side); }
    else if (row) { event.preventDefault(); const thing = row.closest("tr").dataset.thing; if (event.shiftKey) { mark([thing], true); } else { choose(thing); } }
    else if (line) { event.preventDefault(); choose(line.dataset.shows, line.dataset.side); }
    else if (event.target.closest("[data-leads]")) { event.preventDefault(); lead_to(part(event.target.closest("[data-leads]").dataset.leads)); }
    else if (event.target.closest("[data-closes]")) { event.preventDefault(); choose(""); }
  });
  page.addEventListener("change", function (event) {
    if (event.target.name === "whole") { for (const { value } of rows_of(event.target)) { if (event.target.checked) { marks.add(value); } else { marks.delete(value); } } tick(); }
    if (event.target.name === "things") { if (event.target.checked) { marks.add(event.target.value); } else { marks.delete(event.target.value); } tick(); }
  });
  page.addEventListener("submit", function (event) {
    const form = event.target, by = event.submitter;
    if (event.defaultPrevented || new URL(form.action).pathname !== page.dataset.change || by && by.value === "country") { return; }
    event.preventDefault();
    const given = [...new FormData(form)].filter(([key]) => form.id !== "muster-several" || key !== "things" && key !== "whole"), deed = by ? by.value : "";
    const several = form.id === "muster-several", sent = several ? by && by.closest(".musterrow") : form, saves = form.id === "muster-save" && deed === "save";
    if (several) {
      if (!marks.size) { say(gettext("Tick at least one in the table."), true); return; }
      given.push(...[...marks].map((one) => ["things", one]));
    }
    if (by && by.name) { given.push([by.name, by.value]); }
    const more = { spent: sent && (saves || form.id !== "muster-save") ? typed_in(sent) : [], keeps: saves || deed === "undo" || deed === "redo" };
    send(given, more).then(function (done) {
      if (done && deed === "remove") { mark([]); }
      if (done && form.id === "muster-put") { muster.cleared(done); }
    });
  });

  /* -- keys ---------------------------------------------------------------------------------------------- */

  document.addEventListener("keydown", function (event) {
    const typing = event.target.closest && event.target.closest("input:not([type=checkbox], [type=radio]), textarea, select");
    if (event.defaultPrevented || typing) { return; }
    const on = event.target.closest && event.target.closest("[data-marks] [data-thing], .spread [data-thing]"), thing = on ? on.dataset.thing : shown();
    const key = event.key.toLowerCase(), third = event.getModifierState("AltGraph") || event.ctrlKey && event.altKey; // the brackets of many keyboards
    if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
      const deed = key === "y" || event.shiftKey ? "redo" : "undo";
      if (waiting || !part(deed).disabled) { send([["act", deed]], { keeps: true, thing: on && thing }); }
      event.preventDefault();
    } else if (!(third && "[]".includes(event.key)) && (event.ctrlKey || event.metaKey || event.altKey) || !page.contains(event.target)) { return; }
    else if (event.key === "Escape") { if (muster.armed()) { muster.disarm(); } else { mark([]); if (shown()) { choose(""); } } }
    else if (!event.target.closest(".pan, .musterchosen")) { return; }
    else if (event.key === "Delete") { if (event.target.closest(".pan") && act_by_key("remove", thing)) { marks.clear(); event.preventDefault(); } }
    else if (event.key in TURNS) { if (act_by_key("turn", thing, [["by", String(TURNS[event.key])]])) { event.preventDefault(); } }
    else if (key === "d") { if (act_by_key("duplicate", thing)) { event.preventDefault(); } }
  });

  /* Enter in a field presses the button beside it, not the first of the form. */
  page.addEventListener("keydown", function (event) {
    const beside = event.key === "Enter" && event.target.matches(".musterrow input") && event.target.closest(".musterrow").querySelector("button");
    if (beside) { event.preventDefault(); beside.click(); }
  });

  const muster = window.muster = { page, part, map, figure, field, send, act, move, choose, shown, saved, bring, spot, waits: () => waiting > 0, armed: () => false, disarm() {}, put() {}, cleared() {} };
  for (const one of row_ticks()) { if (one.checked) { marks.add(one.value); } }
  tick();
  if (shown() && map()) { map().choose(shown(), 0, true); }
})();
