/* The lit country on a board: what a side sees, and what somebody would see who stood where the map is pressed ("If I stood here").
   It is fetched when it is asked for, from the address on its tick.  Without this file a link leads to a page of the same. */
"use strict";
(function () {
  if (window.boardLit) { return; } // the part of the page came a second time
  window.boardLit = true;
  let chosen = "", stands = "", asked = 0; // the address of the layer that is ticked, and of the place that was pressed
  const figure_of = (one) => one.closest("figure.plan");
  const held = (figure) => figure.hasAttribute("data-lit-here");
  const button = (figure) => figure.querySelector("[data-lit-here][aria-pressed]");

  async function show(figure, spot) {
    const address = stands || chosen, mine = asked += 1;
    if (!address) { figure.map.swap("lit", "<g></g>"); return; }
    const answer = await fetch(address, { headers: { Accept: "text/html" }, redirect: "error" }).catch(() => null);
    const markup = answer && answer.ok ? await answer.text() : "";
    if (mine !== asked) { return; }
    const layer = new DOMParser().parseFromString("<svg>" + markup + "</svg>", "text/html").querySelector("[data-layer=lit]"), svg = figure.map.svg;
    const frame = layer && layer.dataset.frame && layer.dataset.frame.split(" ").map(Number), same = (one, place) => Math.abs(one - Number(svg.dataset[["unit", "west", "north"][place]])) < 0.001;
    const fits = frame && frame.every(same); // where a country has no limits, the map is as large as what stands on it
    figure.map.swap("lit", fits ? layer.outerHTML : "<g></g>");
    const said = layer && layer.querySelector("title");
    if (!fits) { figure.map.tell(gettext("What is seen could not be drawn. Try it again."), spot || figure.map.units(figure.map.on_sheet([0, 0]))); }
    else if (spot && said) { figure.map.tell(said.innerHTML, spot); }
  }
  function take(figure, on) {
    figure.toggleAttribute("data-lit-here", on);
    button(figure).setAttribute("aria-pressed", String(on));
    if (on) { figure.map.tell(gettext("Press the map where you would stand. The button ends it."), figure.map.seen().middle); }
    else { figure.map.tell(""); if (stands) { stands = ""; show(figure); } }
  }
  function from_here(event, spot) {
    const figure = figure_of(event.target);
    if (!figure || !held(figure) || event.ctrlKey || event.metaKey) { return false; }
    event.preventDefault();
    const where = button(figure).dataset.litHere, at = figure.map.on_sheet(figure.map.inches(spot)).map((one) => Math.round(one * 16) / 16);
    stands = where + (where.includes("?") ? "&" : "?") + "at=" + at.join(",");
    show(figure, spot);
    return true;
  }
  document.addEventListener("change", function (event) {
    const tick = event.target.closest("[data-lit]"), figure = tick && figure_of(tick);
    if (!figure) { return; }
    for (const one of figure.querySelectorAll("[data-lit]")) { one.checked = one === tick && tick.checked; }
    chosen = tick.checked ? tick.dataset.lit : "";
    stands = "";
    show(figure);
  });
  document.addEventListener("click", function (event) {
    const one = event.target.closest("[data-lit-here][aria-pressed]"), figure = one && figure_of(one);
    if (figure) { take(figure, !held(figure)); }
  });
  document.addEventListener("keydown", function (event) {
    const figure = event.key === "Escape" && !event.defaultPrevented && document.querySelector("figure.plan[data-lit-here]");
    if (figure) { event.preventDefault(); take(figure, false); }
  });
  /* Also when news has put another figure there: what was shown is shown again. */
  function ready(event) {
    const figure = event.target.closest("figure.plan");
    if (!figure || !figure.map || figure.map.lights || !button(figure)) { return; }
    figure.map.lights = true;
    figure.map.pressed.unshift(from_here);
    for (const one of figure.querySelectorAll("[data-lit]")) { one.checked = one.dataset.lit === chosen; }
    if (chosen || stands) { show(figure); }
  }
  document.addEventListener("map:ready", ready);
})();
