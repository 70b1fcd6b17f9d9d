/* A General's own force behind the curtain: a block that is dragged is moved at once, and what else is typed on the page stays. Without this
   file each place is typed, and all are saved together. */
"use strict";
(function () {
  const page = document.querySelector("[data-own]");
  if (!page) { return; }
  const NEAR = 8, PARTS = ["own-panel", "own-foot"];
  const figure = () => page.querySelector("figure.plan"), map = () => (figure() || {}).map;
  const fields = () => [...page.querySelectorAll("#own-form input:not([type=hidden]), #own-form select")];
  const begun = (list) => ([...list.options].find((one) => one.defaultSelected) || list.options[0] || {}).value;
  const changed = (one) => one.value !== (one.tagName === "SELECT" ? begun(one) : one.defaultValue);

  function allow() {
    if (figure() && "open" in page.dataset) { figure().dataset.drag = "things"; }
  }
  for (const name of ["map:ready", "live:put"]) { page.addEventListener(name, allow); }
  allow();

  page.addEventListener("map:thing", function (event) {
    const row = document.getElementById("own-" + event.detail.thing);
    if (!row) { return; }
    event.preventDefault();
    map().choose(event.detail.thing, 0, true);
    const field = row.querySelector("input, select");
    if (field) { field.focus({ preventScroll: true }); }
    const panel = page.querySelector(".boardpanel");
    panel.scrollTop += row.getBoundingClientRect().top - panel.getBoundingClientRect().top;
  });
  page.addEventListener("map:dragthing", function (event) {
    const { thing, x, y, phase } = event.detail;
    if (phase !== "drop") { return; }
    const step = map().inch() >= NEAR ? 0.25 : 1;
    move(thing, [x, y].map((one) => Math.round(one / step) * step).join(" "));
  });

  /* One after another, each on what the one before has left. */
  let last = Promise.resolve();
  function move(thing, at) { last = last.then(() => send(thing, at)); }
  async function send(thing, at) {
    const form = document.getElementById("own-form"), body = new FormData();
    for (const [key, value] of [["csrfmiddlewaretoken", form.elements.csrfmiddlewaretoken.value], ["base", form.elements.base.value], ["act", "move"], ["lead", thing], ["at", at]]) { body.set(key, value); }
    try {
      const came = await fetch(page.dataset.own, { method: "POST", body });
      take(await came.text(), thing);
    } catch { map().undrag(); }
  }
  function take(text, thing) {
    const found = new DOMParser().parseFromString(text, "text/html"), made = found.querySelector("#own-map figure.plan"), old = figure();
    if (!found.getElementById("own-panel")) { location.reload(); return; }
    const typed = fields().filter(changed).map((one) => [one.id, one.value]);
    if (old && made) { old.replaceWith(document.importNode(made, true)); }
    for (const id of PARTS) { document.getElementById(id).replaceChildren(...document.importNode(found.getElementById(id), true).childNodes); }
    for (const [id, value] of typed) { const one = document.getElementById(id); if (one && id !== thing + "-at") { one.value = value; } }
    figure().dispatchEvent(new CustomEvent("live:put", { bubbles: true }));
    if (map()) { map().choose(thing, 0, true); }
  }
})();
