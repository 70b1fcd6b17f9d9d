/* The steps of drawing an order, each of which can be taken back: the drafts before it, and the form as it was filled in.  And the
   question before another order takes the place of one that is drawn.  `boardSteps(form, drafts)` gives the means; form: of the panel. */
"use strict";
window.boardSteps = function (form, drafts) {
  const DRAWN = new Set(["way", "aim", "target"]), KEPT = new Set(["hidden", "submit", "button"]), TICKED = new Set(["radio", "checkbox"]);
  const taken = [], fields = () => window.wayFields(form());
  const typed = () => [...form().elements].filter((one) => one.name && !KEPT.has(one.type));
  let stood = null, asked = null, opened = "";

  /* What was refused is taken back by itself, as long as nothing else was done. */
  const unmark = () => { if (taken.length && taken[taken.length - 1].refused) { taken.pop(); } };
  /* The last step of some bodies, or of all: it is taken off.  What several did together is taken back for those alone. */
  function last(things) {
    const of = (step, mine) => Object.entries(step.orders).filter(([one]) => !things || things.includes(one) === mine);
    const at = taken.findLastIndex((step) => of(step, true).length);
    if (at < 0) { return null; }
    const step = taken[at], others = things ? of(step, false) : [];
    taken.splice(at, 1, ...(others.length ? [{ ...step, orders: Object.fromEntries(others) }] : []));
    return { ...step, orders: Object.fromEntries(of(step, true)) };
  }
  /* The panel of another body, or none, is open: points that made no draft went with their form. */
  function part(thing) {
    const stay = taken.filter((step) => step.changed || step.form && step.form.thing === thing);
    taken.splice(0, taken.length, ...stay);
  }
  /* The form as it is filled in: whose it is, the place of its order, what opened it, and its fields. */
  function seen() {
    if (!form()) { return null; }
    const { thing, things, place } = form().closest("[data-thing]").dataset, row = fields().choice();
    const values = typed().map((one) => [one.name, one.value, one.checked]);
    return { thing, things, place, opened, values, choice: row ? row.querySelector("label.head input").value : "", points: String(fields().points()) };
  }
  /* query: what opened the panel, where it has just come. */
  function mind(query) {
    if (query !== undefined) { opened = query; unmark(); }
    stood = seen();
    asked = null;
  }
  const is_here = (then) => then && stood && ["thing", "things"].every((key) => then[key] === stood[key]);
  /* One step more, if it changed a draft or the points of the way, or was refused.  before: all drafts before it; things: those that it was about. */
  function add(before, things, { from = stood, refused = false } = {}) {
    unmark();
    const now = seen(), drew = now && from && now.choice === from.choice && now.points !== from.points, changed = JSON.stringify(drafts()) !== JSON.stringify(before);
    if (changed || drew || refused) { taken.push({ orders: Object.fromEntries(things.map((one) => [one, before[one] || null])), form: from, changed, refused }); }
    mind();
  }
  /* Fills the form in as it was, where it is the form of the same bodies.  An order that was a draft as soon as it was chosen, or took the
     place of one, gives way to what the form has now: it can be chosen again. */
  function fill({ form: then, orders, changed }) {
    if (!form() || !is_here(then)) { return; }
    const row = row_of(then.choice), at_once = !row || !DRAWN.has(row.dataset.gesture) || (orders[then.thing] || [])[Number(then.place)];
    if (changed && !then.points && at_once && stood.choice !== then.choice) { return; }
    const left = [...then.values];
    for (const one of typed()) {
      const at = left.findIndex(([name, value]) => name === one.name && (!TICKED.has(one.type) || value === one.value));
      if (at < 0) { continue; }
      const [[, value, checked]] = left.splice(at, 1);
      if (TICKED.has(one.type)) { one.checked = checked; } else { one.value = value; }
    }
    mind();
  }

  // -- another order in place of one that is drawn

  const row_of = (value) => form() && [...form().querySelectorAll(".choice")].find((one) => one.querySelector("label.head input").value === value);
  const title = (row) => row.querySelector("label.head > span").firstChild.textContent.trim();
  /* The order that is drawn where another one would go: its row, or nothing. */
  function drawn(row) {
    const was = form() && stood && row_of(stood.choice);
    if (!was || was === row || !DRAWN.has(was.dataset.gesture)) { return null; }
    const place = Number(stood.place), kept = (stood.things || stood.thing).split(",").some((one) => (drafts()[one] || [])[place]);
    return kept || stood.points ? was : null;
  }
  function button(word, act) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = word;
    made.dataset.boardInstead = act;
    return made;
  }
  /* The question, for the place where the panel speaks.  deed: what is done once the other order is chosen. */
  function ask(row, was, deed) {
    const box = document.createElement("div"), words = document.createElement("p"), buttons = document.createElement("div");
    asked = { choice: row.querySelector("label.head input").value, deed };
    words.textContent = interpolate(gettext("“%(drawn)s” is drawn. What about “%(other)s”?"), { drawn: title(was), other: title(row) }, true);
    buttons.className = "buttons";
    buttons.append(button(gettext("Keep what is drawn"), "keep"), button(gettext("Replace it"), "replace"));
    if (!stood.things) { buttons.append(button(gettext("Give both"), "both")); }
    box.className = "instead";
    box.append(words, buttons);
    return box;
  }
  const answer = () => { const of = asked; asked = null; return of; };
  return { add, mind, fill, drawn, ask, answer, row_of, stood: () => stood, choice: () => (stood || {}).choice, is_here, asks: () => Boolean(asked), last, part, any: (things) => taken.some((step) => !things || things.some((one) => one in step.orders)), forget: () => { taken.length = 0; } };
};
