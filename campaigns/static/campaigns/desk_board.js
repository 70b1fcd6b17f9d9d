/* The umpire's board: press a line and the map goes there, press a body and its panel opens, drag a body and it is a ruling.
   What the panel shows comes from the server as a part of a page; without this file each of them is a page of its own. */
"use strict";
(function () {
  const page = document.querySelector("[data-desk-board]");
  if (!page) { return; }
  const desk = page.dataset.deskBoard, panel = page.querySelector(".boardpanel"), chosen = document.getElementById("desk-chosen"), says = document.getElementById("desk-says");
  const WAIT = 250, TYPED = "input:not([type=hidden]), select, textarea, button, [tabindex]";
  let shown = "", asked = 0, clauses = 0, opener = null;

  const figure = () => page.querySelector("figure.plan");
  const map = () => (figure() || {}).map;
  const address = (thing, at) => desk + "body/" + encodeURIComponent(thing) + "/" + (at ? "?at=" + at.x.toFixed(4) + "," + at.y.toFixed(4) : "");

  /* -- the panel ------------------------------------------------------------------------------------------ */

  /* refused: whether it is why something was not done; then it looks so, and is read out at once. */
  function say(text, refused) {
    says.className = refused ? "refusal" : "told";
    says.setAttribute("role", refused ? "alert" : "status");
    says.textContent = text;
    says.hidden = !text;
    if (text) { panel.scrollTop = 0; }
  }

  /* hand: whether what is opened is to be worked on, not only read. */
  async function open(href, hand) {
    const mine = ++asked;
    if (!chosen.contains(document.activeElement)) { opener = document.activeElement; }
    try {
      const answer = await fetch(href, { headers: { "X-Board": "1" } });
      const text = await answer.text();
      await window.released();
      if (mine !== asked) { return; }
      if (answer.redirected || !answer.ok) { location.assign(href); return; }
      say("");
      put(text, href);
      const form = hand && chosen.querySelector("form[data-board-form]");
      if (form) { form.dispatchEvent(new CustomEvent("desk:hand", { bubbles: true })); }
    } catch { say(gettext("The server does not answer. Try again."), true); }
  }

  /* What was told at a place of the map goes with the panel of which it was told. */
  function hush() { if (map() && map().tell) { map().tell(null); } }

  function put(text, href) {
    hush();
    const found = new DOMParser().parseFromString(text, "text/html");
    const close = document.createElement("button");
    close.type = "button";
    close.className = "plain deskclose";
    close.textContent = gettext("Close");
    close.addEventListener("click", shut);
    chosen.replaceChildren(...document.importNode(found.body, true).childNodes, close);
    chosen.hidden = false;
    shown = href;
    page.toggleAttribute("data-shows", true);
    chosen.dispatchEvent(new CustomEvent("live:put", { bubbles: true }));
    panel.scrollTop = 0;
    begin();
  }

  /* What is wrong, else the first thing to type in: what the part names, else its heading. */
  function begin() {
    const part = chosen.firstElementChild, wanted = part && part.dataset.begin, refused = chosen.querySelector("#refused-words");
    const named = chosen.querySelector("[aria-invalid=true]") || !refused && (wanted ? document.getElementById(wanted) : chosen.querySelector("[data-first]"));
    const field = named && !named.matches(TYPED) ? named.querySelector(TYPED) : named; // what is named may hold several fields
    const first = field || refused || chosen.querySelector("h2[tabindex]");
    if (!first) { return; }
    first.focus({ preventScroll: true });
    const { top, bottom } = first.getBoundingClientRect();
    if (field) { field.closest(".field, fieldset, form").scrollIntoView({ block: "center" }); }
    else if (top < 0 || bottom > innerHeight) { first.scrollIntoView({ block: "center" }); } // pressed far down on the page
    if (field && field.select && field.type !== "textarea") { field.select(); }
  }

  function shut() {
    const back = chosen.contains(document.activeElement) && (opener && opener.isConnected && opener !== document.body ? opener : figure() && figure().querySelector(".pan"));
    asked += 1;
    hush();
    chosen.replaceChildren();
    chosen.hidden = true;
    shown = "";
    page.toggleAttribute("data-shows", false);
    if (map()) { map().choose(null); }
    if (back) { back.focus({ preventScroll: true }); }
  }

  /* -- the map -------------------------------------------------------------------------------------------- */

  function goes(things) {
    if (!map()) { return; }
    map().fit(things);
    if (things.length === 1) { map().choose(things[0]); } else { map().mark(things); }
  }

  function choose(thing) {
    if (map()) { map().choose(thing); }
    open(address(thing));
  }

  function allow() {
    const one = figure();
    if (!one) { return; }
    if (page.querySelector("[data-may-rule]")) { one.dataset.drag = "things"; } else { delete one.dataset.drag; }
  }

  /* While a body is added every press on the map is its place, also on or near another. */
  const adds = () => chosen.querySelector("[data-adding] [data-at]");
  for (const name of ["map:thing", "map:trace"]) {
    page.addEventListener(name, function (event) {
      const { thing, shift } = event.detail;
      if (!thing || shift) { return; }
      event.preventDefault();
      if (chosen.contains(event.target)) { follow(event.target, thing); } else if (adds()) { place(event.detail); } else { choose(thing); }
    });
  }
  /* A map in the panel leads where its blocks do. */
  function follow(small, thing) {
    const link = [...small.querySelectorAll("[data-marks] a")].find((one) => one.dataset.thing === thing);
    if (link) { open(link.getAttribute("href")); }
  }
  page.addEventListener("map:dragthing", function (event) {
    const { thing, x, y, phase } = event.detail;
    if (phase === "drop") { open(address(thing, { x, y }), true); }
  });
  page.addEventListener("map:end", function (event) {
    const { thing, x, y, phase } = event.detail;
    if (phase === "drop" && adds()) { place(event.detail); }
    else if (phase === "drop" && page.querySelector("[data-may-rule]")) { open(address(thing, { x, y }), true); }
  });
  page.addEventListener("map:spot", (event) => place(event.detail));
  function place(spot) {
    const field = chosen.querySelector("[data-at]");
    if (!field) { return; }
    field.value = [spot.x, spot.y].map((one) => String(Math.round(one * 16) / 16)).join(" ");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    const form = field.closest("form");
    if (map() && map().tell) { map().tell(!form.querySelector("[name=template]") || form.querySelector("[name=template]:checked") ? gettext("here") : gettext("Choose what is put down."), spot); }
  }
  document.addEventListener("desk:said", (event) => say(event.detail));
  for (const name of ["map:ready", "live:put"]) { page.addEventListener(name, allow); }
  allow();

  /* -- presses -------------------------------------------------------------------------------------------- */

  page.addEventListener("click", function (event) {
    const line = event.target.closest("[data-goes]"), link = event.target.closest("a[data-panel]"), opens = event.target.closest("[data-opens]"), inside = event.target.closest("[data-of-panel]");
    if (event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    if (event.target.closest("[data-goes-first]")) {
      const first = page.querySelector(".deskline.stops");
      if (first) { first.scrollIntoView({ block: "center" }); (first.querySelector("button, a") || first).focus(); if (first.querySelector("[data-of-panel]")) { first.querySelector("[data-of-panel]").click(); } else if (first.querySelector("[data-goes]")) { goes(first.querySelector("[data-goes]").dataset.goes.split(" ")); } }
    } else if (inside) {
      event.preventDefault();
      const there = inside.closest(".deskline").querySelector("[data-goes]");
      if (there) { goes(there.dataset.goes.split(" ")); }
      open(desk + inside.dataset.ofPanel, true);
    } else if (line) {
      goes(line.dataset.goes.split(" "));
    } else if (link) {
      event.preventDefault();
      const thing = link.dataset.thing, mine = chosen.querySelector("[data-thing]");
      if (thing && map()) { map().choose(thing); }
      open(link.href + (link.matches("[data-of-chosen]") && mine ? "?thing=" + encodeURIComponent(mine.dataset.thing) : ""), true);
    } else if (opens) {
      const details = document.getElementById(opens.dataset.opens);
      if (details) { details.open = true; }
    }
  });
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape" && shown && !event.defaultPrevented) { shut(); }
  });

  /* A row of the result that was led to opens its sum. */
  function unfold() {
    const row = /^#event-\d+$/.test(location.hash) && document.getElementById(location.hash.slice(1));
    if (row && row.querySelector("details")) { row.querySelector("details").open = true; }
  }
  addEventListener("hashchange", unfold);
  unfold();

  /* -- forms in the panel --------------------------------------------------------------------------------- */

  document.addEventListener("submit", function (event) {
    const form = event.target;
    if (event.defaultPrevented || !form.matches("[data-board-form]")) { return; }
    event.preventDefault();
    send(form, event.submitter);
  });

  async function send(form, by) {
    const body = new FormData(form);
    if (by && by.name) { body.append(by.name, by.value); }
    if (by) { by.disabled = true; }
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Board": "1" } });
      const text = await answer.text();
      await window.released();
      if (answer.status === 201 || answer.redirected && text.includes("data-desk-board=")) { settled(form, answer, text); return; }
      if (answer.headers.get("X-Board")) { again(form, text); return; }
      refuse(text);
    } catch {
      say(gettext("The server does not answer. What you typed is still here."), true);
    } finally { if (by) { by.disabled = false; } }
  }

  /* It was refused: the form as it was sent, with why. Where the answer has no form any more, what was typed stays as it is. */
  function again(form, text) {
    const found = new DOMParser().parseFromString(text, "text/html");
    if (found.querySelector("form[data-board-form] [name=reason], .deskfact form, .deskmessage form")) { put(text, shown); return; }
    refuse(text);
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* It is done: say so, show the panel as it is now, and fetch what has changed. */
  function settled(form, answer, text) {
    const told = answer.status === 201 ? text : [...new DOMParser().parseFromString(text, "text/html").querySelectorAll("main .told")].map((one) => one.textContent.trim()).join(" ");
    const thing = (chosen.querySelector("[data-thing]") || {}).dataset, beside = !chosen.contains(form);
    const typed = beside && [...chosen.querySelectorAll("input, textarea")].some((one) => one.type !== "hidden" && one.value !== one.defaultValue);
    form.reset();
    document.querySelectorAll("#refused-words").forEach((one) => { if (!chosen.contains(one)) { one.remove(); } }); // of what was pressed before it
    document.dispatchEvent(new CustomEvent("time-called"));
    if (typed) { say(told); } else if (thing) { open(address(thing.thing)).then(() => say(told)); } else { shut(); say(told); }
  }

  function refuse(text) {
    const found = new DOMParser().parseFromString(text, "text/html").querySelector(".refusal, .error, [role=alert]");
    say(found ? found.textContent.trim() : gettext("That was refused. Reload the page."), true);
  }

  /* What is chosen from the palette has a name, until another is typed. */
  let given = "";
  chosen.addEventListener("change", function (event) {
    if (!event.target.matches("[name=template], [name=side]")) { return; }
    const form = event.target.form, what = form.querySelector("[name=template]:checked"), whose = form.querySelector("[name=side]:checked"), field = form.elements.name;
    if (!what || !whose || !field || (field.value && field.value !== given)) { return; }
    given = JSON.parse(what.dataset.names)[whose.value] || "";
    field.value = given;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });

  /* -- a reason that is chosen is enough; a clause is searched for ---------------------------------------- */

  chosen.addEventListener("input", function (event) {
    const field = event.target;
    if (!field.matches("[data-clauses]")) { return; }
    const mine = ++clauses;
    setTimeout(async function () {
      if (mine !== clauses || !field.value.trim()) { return; }
      try {
        const answer = await fetch(field.dataset.clauses + "?q=" + encodeURIComponent(field.value));
        if (mine !== clauses || !answer.ok) { return; }
        const list = document.getElementById(field.getAttribute("list"));
        list.replaceChildren(...(await answer.json()).map(function (one) {
          const option = document.createElement("option");
          option.value = one.number;
          option.textContent = one.title;
          return option;
        }));
      } catch { /* the number can still be typed */ }
    }, WAIT);
  });
})();
