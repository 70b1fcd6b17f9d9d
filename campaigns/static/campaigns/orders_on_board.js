/* Orders on the board: press a body, press where it shall go.  What is pressed is written into the form of the panel, which the server
   checks and keeps as a draft; the answer brings the price, the arrow and the figures at the foot.  Everything is done one after
   another, however fast it is pressed.  Without this file the blocks lead to the form of each body. */
"use strict";
(function () {
  const page = document.querySelector("[data-orders-board]");
  if (!page) { return; }
  const WAIT = 350, LATE = 400, SAID = 6000, REFUSED = 10000, PARTS = ["panel-body", "panel-said", "board-troops", "board-foot"], OF_A_MOVE = "[data-ask], [data-list], [data-sent]", SPACE = "http://www.w3.org/2000/svg";
  const byId = (id) => document.getElementById(id);
  const figure = () => page.querySelector(".boardmap figure.plan"), map = () => (figure() || {}).map;
  const panel = () => byId("panel-body"), form = () => panel().querySelector("[data-panel-form]"), foot = () => byId("board-foot");
  const takes = () => "takes" in foot().dataset, fields = () => window.wayFields(form());
  const whole = (spot) => spot ? spot.map(Math.round) : null; // a body without a place on the map has none
  const focus = window.boardFocus(page), drafts = () => JSON.parse(byId("board-troops").dataset.drafts || "{}"), steps = window.boardSteps(form, drafts), hand = window.boardHand(map, form);
  const plate = window.boardTried(map, (body) => quietly(form().action, body));
  let chosen = "", group = [], work = Promise.resolve(), deeds = 0, waiting = 0, hushed = 0, quiet = false, dirty = false, gathering = false, cursor = null, ahead = null;

  // -- one thing after another

  function next(deed) {
    deeds += 1;
    work = work.then(deed).catch(() => say(gettext("No answer from the server. What you pressed last is not kept; press it again."), true)).then(settled);
    return work;
  }
  /* The panel of another body is on its way: its name is shown at once, and nothing more can be pressed in the panel that goes. */
  function coming(thing) {
    const named = panel().querySelector("h2 .name"), row = troop(thing), link = row && row.querySelector("a");
    panel().inert = true;
    panel().setAttribute("aria-busy", "true");
    if (named && link) { named.textContent = link.firstChild.textContent; }
  }
  function settled() {
    deeds -= 1;
    if (deeds || !panel().inert) { return; }
    const named = panel().querySelector("h2 .name");
    panel().inert = false;
    panel().removeAttribute("aria-busy");
    if (named && panel().dataset.name) { named.textContent = panel().dataset.name; }
  }
  function open_body(thing, query) { coming(thing); return next(() => load(thing, query)); }
  async function open_next(thing) { await open_body(thing); if (chosen === thing) { focus.head(); } }
  const fetched = (address, body) => fetch(address, { method: body ? "POST" : "GET", body, headers: { "X-Board": "1", Accept: "text/html" }, redirect: "error" });
  const parsed = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");
  const quietly = async (address, body) => { const answer = await fetched(address, body); return answer.ok ? parsed(answer) : null; };
  async function ask(address, body) {
    const answer = await fetched(address, body), found = await parsed(answer);
    await window.released();
    if (answer.ok) { return found; }
    if (answer.status >= 500) { say(gettext("The server failed over this press. Your orders and your other drafts are kept. Press again; if it fails again, load the page anew, remove the draft of this body, and tell whoever runs the site."), true); return null; }
    const why = found.querySelector(".refusal p") || found.querySelector("main p");
    say(why ? why.textContent : gettext("No answer from the server. What you pressed last is not kept; press it again."), true);
    return null;
  }
  /* Puts what came into the page: parts by their ids, layers into the map. */
  function spread(found) {
    if (!found) { return false; }
    const had = focus.held();
    for (const id of PARTS) {
      const made = found.getElementById(id), here = byId(id);
      if (made && here) { here.replaceWith(kept_open(here, document.importNode(made, true))); }
    }
    if (found.getElementById("panel-body") && panel().matches(OF_A_MOVE)) { panel().dataset.asked = now(); }
    if (found.getElementById("panel-said") && !byId("panel-said")) { say(found.getElementById("panel-said").innerHTML); } else { say(""); }
    for (const layer of found.querySelectorAll("template[data-swap]")) {
      if (map()) { map().swap(layer.dataset.swap, layer.content.querySelector("svg").innerHTML); }
    }
    allow_undo();
    focus.again(had);
    return true;
  }
  function kept_open(here, made) {
    for (const one of here.querySelectorAll("details[id]")) { const same = made.querySelector("#" + one.id); if (same) { same.open = one.open; } }
    return made;
  }
  function say(words, dear) {
    const said = byId("panel-said") && words ? byId("panel-said") : byId("board-says");
    said.innerHTML = "";
    if (dear) { const made = document.createElement("p"); made.className = "dear"; made.textContent = words; said.append(made); } else { said.innerHTML = words; }
  }
  const of_all = (button) => button.dataset.boardUndo === "all"; // at the foot of the board
  function allow_undo() {
    const orders = chosen && drafts()[chosen];
    page.querySelectorAll("[data-board-undo]").forEach(function (one) {
      const off = of_all(one) ? !steps.any() : !steps.any(concerned()) && !drawn_before(), left = off && one === document.activeElement;
      one.disabled = off;
      if (left) { focus.after(one); }
    });
    if (!orders || !form()) { return; }
    panel().dataset.orders = JSON.stringify(orders);
    panel().querySelectorAll("[data-board-add], [data-board-act=drop]").forEach((one) => { one.hidden = false; });
    panel().querySelectorAll("[data-board-act=withdraw]").forEach((one) => { one.hidden = true; });
  }
  const token = () => page.querySelector("[name=csrfmiddlewaretoken]").value;
  function sending(more) {
    const body = new FormData();
    for (const [name, value] of Object.entries({ csrfmiddlewaretoken: token(), move: foot().dataset.move, ...more })) { body.append(name, value); }
    return body;
  }

  // -- the body that is chosen

  const troop = (thing) => [...byId("board-troops").querySelectorAll("[data-troop]")].find((one) => one.dataset.troop === thing);
  const opens = (query) => Boolean(query) && query.includes("open="); // an order is opened to be changed
  /* keeps: the cross of the keyboard stays where it is. */
  async function load(thing, query, keeps) {
    clearTimeout(waiting);
    await unsaved();
    const found = await ask(page.dataset.panelAt + thing + "/" + (query || ""));
    if (!found) { return; }
    if (thing !== chosen || opens(query)) { hand.rest(!opens(query)); }
    chosen = thing;
    steps.part(thing);
    if (!keeps || !pointing()) { cursor = null; }
    if (!query || !query.includes("things=")) { group = []; }
    if (!cursor) { mode("look"); }
    clear_reach();
    spread(found);
    if (cursor) { mode(pointable(form() && fields().choice()) ? "point" : "look"); }
    steps.mind(query || "");
    show_chosen();
    page.querySelector(".boardpanel").scrollTop = 0;
    tell(null);
  }
  function show_chosen() {
    if (!map()) { return; }
    foresee(null);
    hand.show();
    map().choose(chosen || null, 0, gathering || group.length > 0, open_things().filter((one) => one !== chosen));
    map().mark(group);
    in_sight();
    byId("board-troops").querySelectorAll("[aria-current]").forEach((one) => one.removeAttribute("aria-current"));
    const row = chosen && troop(chosen);
    if (row) { row.querySelector("a").setAttribute("aria-current", "true"); }
  }
  /* In the window stay the bodies that are ordered together and the ends of their ways, or the nearest that may be aimed at. */
  function in_sight() {
    const place = chosen && map().place(chosen), row = place && form() && fields().choice();
    if (!row || gathering) { return; }
    if (group.length) {
      const last = fields().points().slice(-1), by = last.length ? window.boardGhosts.plus(last[0], place, -1) : [0, 0];
      const places = group.map(map().place).filter(Boolean);
      map().hold([...places, ...places.map((one) => window.boardGhosts.plus(one, by))].map(map().units), true);
    } else if (["aim", "target"].includes(row.dataset.gesture)) { map().hold([map().units(place), ...map().nearest(chosen, targets(row))]); }
  }
  const values = (row) => [...row.querySelectorAll("select option, .asks input[type=checkbox]")].map((one) => one.value);
  /* What an order may name and is on the map; where it is aimed at places too and names none, every body that is not of one's own. */
  function targets(row) {
    const named = values(row).filter((one) => one && !troop(one) && map().block(one));
    return named.length || row.dataset.gesture !== "aim" ? named : map().blocks().filter((one) => !one.closest(".own")).map((one) => one.dataset.thing);
  }
  function clear_reach() { if (map()) { map().swap("reach", ""); } }
  /* No body is ordered: the cross and its bar go with the panel. */
  function no_body() {
    chosen = ""; group = []; cursor = null;
    mode("look");
    clear_reach();
    steps.part("");
    allow_undo();
  }
  function leave() {
    const left = focus.in_panel() ? chosen : null;
    dirty = false;
    const empty = document.createElement("div");
    empty.id = "panel-body";
    panel().replaceWith(empty);
    no_body();
    show_chosen();
    say("");
    tell(null);
    if (left !== null) { focus.back(left && troop(left)); }
  }
  /* What was just typed is kept before the panel goes. */
  async function shut() {
    const left = chosen;
    await unsaved();
    leave();
    if (document.activeElement === document.body) { focus.back(left && troop(left)); }
  }
  /* A gun goes where its crew goes; guns alone are ordered as guns. */
  function mover(thing) {
    const mark = map() && map().block(thing), crew = mark && mark.dataset.thing === thing && mark.dataset.for;
    return crew && troop(crew) ? crew : thing;
  }
  function together(those) {
    const alike = those.every((one) => mover(one) !== one), things = alike ? those : [...new Set(those.map(mover))];
    if (things.length < 2) { return things.length ? load(things[0]) : leave(); }
    group = things;
    return load(things[0], "?things=" + things.join(","));
  }

  // -- drafts

  const concerned = () => group.length ? group : [chosen];
  /* held: the points that a way keeps where what was drawn of it is refused. */
  async function kept(deed, held) {
    const before = drafts(), things = concerned(), late = setTimeout(() => say(gettext("Checking…")), LATE);
    const found = await deed().finally(() => clearTimeout(late));
    if (!spread(found)) { return null; }
    const refused = byId("panel-said").matches("[data-held]");
    if (refused) { hold_back(held); }
    steps.add(before, things, { refused });
    allow_undo();
    return found;
  }
  /* before: the points of a way before it was drawn on; where the rules refuse it, nothing of it is kept, and all is as it was. */
  async function save(at, before) {
    clearTimeout(waiting);
    dirty = false;
    if (!form()) { return; }
    const body = new FormData(form());
    if (before) { body.set("drawn", "1"); }
    const found = await kept(() => ask(form().action, body), before);
    const label = found && found.getElementById("board-label"), bad = label && "bad" in label.dataset, words = label && (!bad && hand.label() || label.textContent.trim());
    if (words) { tell(words, at || last_point(), bad); }
    show_chosen();
  }
  function hold_back(before) {
    if (map()) { window.boardGhosts.refuse(map(), concerned(), fields().points(), hand.tool()); }
    silently(() => fields().write(before));
    hand.show();
  }
  const unsaved = async () => { if (dirty) { await save(); } };
  function last_point() {
    const spots = form() ? fields().points() : [], last = spots.length ? spots[spots.length - 1] : map() && chosen ? map().place(chosen) : null;
    return last;
  }
  function tell(words, at, bad) {
    clearTimeout(hushed);
    if (!map()) { return; }
    if (!words || !at) { map().tell(null); return; }
    hushed = setTimeout(() => tell(null), bad ? REFUSED : SAID);
    const made = document.createElement("span");
    made.textContent = words;
    if (bad) { made.className = "dear"; }
    map().tell(made.outerHTML, { x: at[0], y: at[1] });
  }
  async function act(deed) {
    const thing = chosen, query = group.length ? "?things=" + group.join(",") : "";
    await kept(() => { const body = new FormData(form()); body.set("act", deed); return ask(form().action, body); });
    const said = byId("panel-said") && byId("panel-said").innerHTML;
    await load(thing, query);
    if (said) { say(said); }
  }
  async function put_back(step) {
    if (map()) { window.boardGhosts.unrefuse(map()); }
    const thing = chosen, here = thing && steps.is_here(step.form), query = group.length ? "?things=" + group.join(",") : "";
    if (step.changed && !spread(await ask(page.dataset.draftsAt, sending({ act: "undo", orders: JSON.stringify(step.orders) }))) || !thing) { return; }
    await load(thing, here ? step.form.opened : query, true);
    if (here) {
      const loaded = steps.choice();
      steps.fill(step);
      if (steps.choice() !== loaded) { say(""); } // it was said of the order with which the panel opens
      show_chosen();
    }
    if (pointing() && cursor) { mode("point"); }
    allow_undo();
  }

  // -- presses on the map

  /* Writes without a request for each field that changes. */
  function silently(deed) { quiet = true; try { return deed(); } finally { quiet = false; } }
  /* A way that was refused does not grow: the next press is another end of it. */
  const replaces = () => Boolean(byId("panel-said") && byId("panel-said").querySelector(":scope:not([data-held]) [data-code]")) && fields().points().length > 0;
  async function press(pressed_on) {
    const row = form() && fields().choice();
    if (!row || unanswered(pressed_on)) { return; }
    const spot = fields().on_way(pressed_on);
    hand.rest(false);
    const way = fields().area(), before = way && way.dataset.way === "angle" ? null : replaces() ? [] : fields().points();
    foresee(spot);
    if (!silently(() => replaces() ? fields().write([...fields().points().slice(0, -1), spot]) || true : fields().put(spot, map().place(chosen)))) { foresee(null); say(gettext("This order needs no point on the map.")); return; }
    await save(spot, before);
  }
  page.addEventListener("map:spot", function (event) {
    const spot = whole([event.detail.x, event.detail.y]);
    if (takes()) { next(() => press(spot)); }
  });
  page.addEventListener("map:thing", function (event) {
    if (!takes()) { return; }
    event.preventDefault();
    const { thing, shift, mark } = event.detail, spot = [event.detail.x, event.detail.y];
    if (!shift && troop(thing) && thing !== chosen && !nameable(thing)) { coming(thing); }
    next(() => shift ? add(thing) : press_on(thing, mark, spot));
  });
  /* spot: where it was pressed, of what has no block, as a bridge. */
  async function press_on(thing, mark, spot) {
    const row = form() && fields().choice(), at = map().place(thing) || spot;
    if (!troop(thing) && unanswered(at)) { return; }
    if (row && thing !== chosen && silently(() => fields().name(thing))) { await save(at); return; }
    if (troop(thing) || !mark) { await load(thing); return; }
    if (row && row.dataset.gesture === "aim") { await press(whole(at)); return; }
    const against = row_against(thing);
    if (against) { await take_up(against, () => silently(() => fields().name(thing)) && save(at)); return; }
    if (row && row.dataset.gesture === "target") { say(gettext("This order cannot name that body."), true); }
    const title = mark.querySelector("title");
    tell(title ? title.textContent : "", at);
  }
  const names = (row, thing) => values(row).includes(thing);
  const nameable = (thing) => { const row = form() && fields().choice(); return Boolean(row) && names(row, thing); };
  /* A press on the enemy chooses the first order that names a body and may name this one. */
  const row_against = (thing) => form() && [...form().querySelectorAll(".choice[data-gesture=target]")].find((one) => names(one, thing));
  /* Chooses an order, unless another one is drawn: then what becomes of that is asked first.  then: what is done once it is chosen. */
  function take_up(row, then) {
    const was = steps.drawn(row);
    if (was) { tick(was); question(row, was, then); return null; }
    take(row);
    return then();
  }
  /* An order that is chosen is in hand. */
  function take(row) {
    tick(row);
    hand.rest(false);
    hand.show();
    steps.mind();
  }
  function tick(row) {
    const input = row.querySelector("label.head input");
    input.checked = true;
    silently(() => input.dispatchEvent(new Event("change", { bubbles: true })));
  }
  function question(row, was, then) {
    say("");
    byId("panel-said").replaceChildren(steps.ask(row, was, then));
    if (!("byKeys" in document.documentElement.dataset)) { byId("panel-said").scrollIntoView({ block: "nearest" }); return; }
    focus.head(byId("panel-said").querySelector("button"));
  }
  /* A press on the map is no answer. */
  function unanswered(spot) {
    if (steps.asks()) { tell(panel().querySelector(".instead p").textContent, spot, true); }
    return steps.asks();
  }
  /* What was answered: what is drawn stays, goes, or is given before the other order. */
  async function instead(answer) {
    const of = steps.answer();
    if (!of) { return; }
    if (answer === "both") { await load(chosen, "?add=1"); } else { say(""); }
    const row = answer === "keep" ? null : steps.row_of(of.choice);
    if (row) { take(row); await of.deed(); } else if (answer === "both") { say(gettext("This order cannot follow the one that is drawn."), true); } else { await load(chosen, steps.stood().opened); }
  }

  /* While several are gathered the map stays as it is: the next of them may be far off. */
  async function add(thing) {
    if (!troop(thing)) { return; }
    const had = group.length ? group : chosen ? [chosen] : [];
    const same = (one) => one === thing || one === mover(thing);
    gathering = true;
    try { await together(had.some(same) ? had.filter((one) => !same(one)) : [...had, thing]); } finally { gathering = false; }
  }
  page.addEventListener("map:frame", (event) => { const own = event.detail.things.filter(troop); if (takes() && own.length) { next(() => together(own)); } });
  /* An arrow is called by the thing that is ordered and the place of the order among its orders; it may be drawn for other things. */
  const place_in = (of) => String(of).split(":").pop(), ordered_in = (of) => String(of).split(":")[0];
  const open_at = (of) => "?open=" + encodeURIComponent(place_in(of));
  page.addEventListener("map:trace", function (event) {
    const { of, layer } = event.detail, thing = ordered_in(of);
    if (takes() && layer !== "happened" && troop(thing)) { event.preventDefault(); next(() => load(thing, open_at(of))); }
  });
  page.addEventListener("map:end", function (event) {
    const { of, layer, x, y, phase } = event.detail, thing = ordered_in(of);
    if (!takes() || layer === "happened" || !troop(thing)) { return; }
    draw_end(phase === "drop" ? null : [x, y], thing);
    if (phase === "drop") { next(() => revise(thing, of, whole([x, y]))); }
  });
  async function revise(thing, of, spot) {
    if (chosen !== thing || group.length || panel().dataset.place !== place_in(of)) { await load(thing, open_at(of)); }
    if (!form() || !fields().area()) { return; }
    const before = fields().points();
    silently(() => fields().write([...before.slice(0, -1), spot]));
    await save(spot, before);
  }

  // -- what is drawn while a hand is on it

  function picked() {
    let layer = map().svg.querySelector(".picked");
    if (!layer) {
      layer = document.createElementNS(SPACE, "g");
      layer.setAttribute("class", "picked");
      for (const name of ["way", "cross"]) { const made = document.createElementNS(SPACE, "path"); made.setAttribute("class", name); layer.append(made); }
      map().svg.append(layer);
    }
    return layer;
  }
  const units = (spot) => map().units(spot).map((one) => one.toFixed(1)).join(" ");
  function draw_end(spot, thing) {
    const spots = chosen === thing && form() ? fields().points() : [], from = spots.length > 1 ? spots[spots.length - 2] : hand.tool() ? null : map().place(thing);
    picked().querySelector(".way").setAttribute("d", spot && from ? "M" + units(from) + "L" + units(spot) : "");
  }
  /* Blocks where the chosen bodies would stand if this place were pressed; none while the order goes nowhere. */
  function foresee(spot) {
    const row = form() && fields().choice(), way = row && row.dataset.gesture === "way" && fields().area(), before = way ? fields().points() : [];
    ahead = spot && way && way.dataset.way !== "angle" && chosen ? spot : null;
    if (!map()) { return; }
    if (!ahead) { window.boardGhosts.clear(map()); return; }
    const so_far = ["spot", "rails"].includes(way.dataset.way) ? [] : replaces() ? before.slice(0, -1) : before;
    window.boardGhosts.draw(map(), concerned(), [...so_far, spot], hand.tool());
  }
  /* A mouse shows its way before it is pressed; a way that is there already grows only where it is pressed. */
  page.addEventListener("pointermove", function (event) {
    const on = map() && takes() && !deeds && event.pointerType === "mouse" && map().svg.contains(event.target), free = on && !event.buttons && (hand.held() || !event.target.closest("[data-thing]"));
    if (!on && !ahead || figure().dataset.mode === "point") { return; }
    const { middle, scale, size } = map().seen(), box = map().pan.getBoundingClientRect();
    const spot = [middle[0] + (event.clientX - box.left - size.w / 2) / scale, middle[1] + (event.clientY - box.top - size.h / 2) / scale];
    if (free && form() && (replaces() || !fields().points().length)) { foresee(fields().on_way(whole(map().inches(spot)))); } else if (ahead && !deeds) { foresee(null); }
  });
  function draw_cross() {
    const cross = picked().querySelector(".cross"), on = figure().dataset.mode === "point" && cursor;
    if (on) { cross.setAttribute("transform", "translate(" + units(cursor) + ")scale(" + map().size_kept().toFixed(3) + ")"); }
    cross.setAttribute("d", on ? "M-16 0H16M0 -16V16" : "");
    if (on || !deeds) { foresee(on && String(cursor) !== String(whole(last_point())) ? cursor : null); }
  }

  // -- keys

  const pointing = () => Boolean(map()) && map().pointing(), pointable = (row) => Boolean(row) && ["way", "aim"].includes(row.dataset.gesture);
  function mode(to) {
    const one = figure();
    if (!one) { return; }
    one.dataset.mode = to;
    if (to === "point") { cursor = cursor || whole(last_point()); }
    if (to === "point" && cursor) { try_out(); } else { plate.hush(); }
    if (map()) { draw_cross(); }
  }
  /* What the order would be with the place of the cross; before it is moved, as it is. */
  function try_out() {
    const spot = cursor, stays = String(spot) === String(whole(last_point()));
    plate.at(spot, () => !form() ? null : stays ? new FormData(form()) : fields().tried(new FormData(form()), spot, map().place(chosen), replaces()));
  }
  page.addEventListener("pointerdown", () => { if (figure() && figure().dataset.mode === "point") { mode("look"); } }, true);
  /* The cross goes to a place of the field, and the map with it. */
  function cross_to(spot) {
    if (spot) { cursor = whole(map().on_sheet(spot)); }
    map().into_view(map().units(cursor));
    try_out();
  }
  function key_on_map(event) {
    const { key, shift, way } = event.detail, by = shift ? 1 : 12;
    if (way && cursor) { cross_to([cursor[0] + way[0] * by, cursor[1] - way[1] * by]); }
    else if (key === "Home" && cursor) { cross_to(map().place(chosen)); }
    else if (key === "End" && cursor) { cross_to(last_point()); }
    else if (key === "Enter" && cursor) { plate.hush(); const spot = cursor; next(() => press(spot)); }
    else if (key === "Backspace" || key === "Delete") { next(() => undo()); }
    else if (key === "Escape") { mode("look"); }
    else { return; }
    event.preventDefault();
    draw_cross();
  }
  /* These do not bubble; a map that came with news is another one. */
  function mind(one) {
    one.map.draws = () => takes() && !panel().inert && Boolean(hand.held());
    one.addEventListener("map:key", key_on_map);
    one.addEventListener("map:moved", () => { hand.dots(); if (cursor) { in_the_window(); draw_cross(); } else if (ahead) { foresee(ahead); } });
  }
  /* Whatever moves the map, the cross stays in its window; and the plate that speaks of it is where the cross is not. */
  function in_the_window() {
    if (!pointing()) { return; }
    if (!map().in_window(map().units(cursor))) { map().into_view(map().units(cursor)); }
    plate.away_from(map().pixels(map().units(cursor))[1] / map().seen().size.h);
  }
  if (map()) { mind(figure()); }
  page.addEventListener("map:ready", (event) => { mind(event.target); if (chosen) { show_chosen(); } });
  /* The last step of the body, or the bodies, whose panel is open; with all, or without a panel, of any. */
  async function undo(all) {
    await unsaved();
    if (steps.asks()) { await instead("keep"); return; }
    const step = steps.last(all || !chosen ? undefined : concerned());
    if (step) { await put_back(step); told_undone(step); } else if (!all && drawn_before()) { await shorten(); }
  }
  /* Of a body whose panel is not open it is said at its block. */
  function told_undone(step) {
    const things = Object.keys(step.orders), at = !things.includes(chosen) && map() && map().place(things[0]);
    if (at) { tell(gettext("Undone."), at); }
  }
  /* A draft from before the page was opened, of which no steps are known. */
  const drawn_before = () => Boolean(chosen) && !group.length && Boolean((drafts()[chosen] || []).length);
  /* Its last order loses the last point of its way; where there is none to spare, it goes. */
  async function shorten() {
    const orders = drafts()[chosen], place = Math.min(Number(panel().dataset.place), orders.length - 1), opened = Number(panel().dataset.place) === place;
    const way = opened && form() && fields().area(), spots = way ? fields().points() : [], fewest = way && way.dataset.way === "line" ? 2 : 1;
    if (spots.length > fewest) {
      silently(() => fields().write(spots.slice(0, -1)));
      spread(await ask(form().action, new FormData(form())));
      steps.mind();
      show_chosen();
      return;
    }
    const left = orders.filter((_, one) => one !== place);
    await put_back({ orders: { [chosen]: left.length ? left : null }, form: null, changed: true });
  }
  /* A letter is text in a field for words; in one for numbers only it is a shortcut, and so is Escape in every field. */
  const typing = (one) => one.matches("textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button], [type=submit])");
  const is_text = (event) => typing(event.target) && event.key !== "Escape" && !(event.target.matches("[inputmode=numeric], [inputmode=decimal], [type=number]") && /^[a-z]$/i.test(event.key));
  const choose_verb = (row) => take_up(row, () => { later(); point(row); });
  function later() { dirty = true; clearTimeout(waiting); waiting = setTimeout(() => next(() => save()), WAIT); }
  /* The keyboard goes to the map, with a cross that the arrows move, for an order that waits for a place there. */
  function point(row) {
    if (!map() || !pointable(row)) { return false; }
    map().pan.tabIndex = 0;
    map().pan.focus();
    mode("point");
    if (cursor) { map().into_view(map().units(cursor)); }
    return true;
  }
  page.addEventListener("keydown", function (event) { // without a letter of its own: Enter on the map
    const bare = event.key === "Enter" && map() && event.target === map().pan && !map().pointing();
    if (bare && takes() && form() && point(fields().choice())) { event.preventDefault(); }
  });
  const open_things = () => [...byId("board-troops").querySelectorAll("[data-state=duty], [data-state=without]")].map((one) => one.dataset.troop);
  function next_body() {
    const open = open_things();
    const place = (thing) => Number(troop(thing).dataset.place) + (troop(thing).closest("#troops-besides") ? 1000 : 0), at = chosen && troop(chosen) ? place(chosen) : -1;
    const others = open.filter((one) => one !== chosen).sort((one, other) => place(one) - place(other));
    const after = others.find((one) => place(one) > at) || others[0];
    if (after) { open_next(after); } else { focus.back(null); }
  }
  function send_key() {
    const ready = panel().querySelector("[data-board-send-form]");
    if (ready) { ready.requestSubmit(); } else { next(open_list); }
  }
  document.addEventListener("keydown", function (event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing || is_text(event) || !takes()) { return; }
    const row = event.key.length === 1 && panel().querySelector('[data-key="' + CSS.escape(event.key.toLowerCase()) + '"]');
    if (row) { choose_verb(row); } else if (event.key === "n") { next_body(); } else if (event.key === "s") { send_key(); } else if (event.key === "u") { next(() => undo()); }
    else if (event.key === "Escape" && steps.asks()) { next(() => instead("keep")); } else if (event.key === "Escape" && panel().childElementCount) { next(shut); } else { return; }
    event.preventDefault();
  });

  // -- the panel and the foot

  async function open_list() {
    await unsaved();
    const found = await ask(page.dataset.draftsAt, sending({ act: "check" }));
    if (!found) { return; }
    no_body();
    spread(found);
    show_chosen();
    tell(null);
    page.querySelector(".boardpanel").scrollTop = 0;
    focus.head(panel().querySelector("[data-board-send-form] button"));
  }
  const pressed = (event, name) => event.target.closest("[data-board-" + name + "]");
  page.addEventListener("click", function (event) {
    const row = event.target.closest("[data-troop] a"), in_list = row && row.closest("[data-troop]");
    const group_button = pressed(event, "group"), deed = pressed(event, "act"), opened = pressed(event, "open"), struck = pressed(event, "strike");
    if (!takes() || event.ctrlKey || event.metaKey || event.shiftKey && !in_list) { return; }
    if (in_list && !row.matches(".clause") && !row.href.includes("/receipts/")) { event.preventDefault(); const thing = in_list.dataset.troop; if (event.shiftKey) { next(() => add(thing)); } else if (event.detail) { open_body(thing); } else { open_next(thing); } }
    else if (group_button) { next(() => together(group_button.dataset.boardGroup.split(","))); }
    else if (deed) { next(() => act(deed.dataset.boardAct)); }
    else if (opened) { next(() => load(chosen, "?open=" + opened.dataset.boardOpen)); }
    else if (struck) { next(() => strike(Number(struck.dataset.boardStrike))); }
    else if (pressed(event, "add")) { next(() => load(chosen, "?add=1")); }
    else if (pressed(event, "instead")) { const told = pressed(event, "instead").dataset.boardInstead; next(() => instead(told)); }
    else if (pressed(event, "undo")) { const all = of_all(pressed(event, "undo")); next(() => undo(all)); }
    else if (pressed(event, "next")) { next_body(); }
    else if (pressed(event, "leave")) { event.preventDefault(); const thing = chosen, several = group.length; next(() => several && thing ? load(thing) : leave()); }
    else if (pressed(event, "send")) { event.preventDefault(); next(open_list); }
  });
  /* The order that is chosen already is pressed: it is in hand. */
  page.addEventListener("click", function (event) {
    const row = event.target.matches("[data-panel-form] .choice > label.head input") && event.target.closest(".choice");
    if (row && steps.row_of(steps.choice()) === row) { hand.rest(false); hand.show(); }
  });
  async function strike(place) {
    const orders = JSON.parse(panel().dataset.orders).filter((_, one) => one !== place), before = drafts();
    const from = steps.stood();
    await put_back({ orders: { [chosen]: orders }, form: null, changed: true });
    steps.add(before, [chosen], { from });
    allow_undo();
  }
  page.addEventListener("submit", function (event) {
    const sent = event.target;
    if (sent.matches("[data-panel-form]")) { event.preventDefault(); next(() => save()); return; }
    if (!sent.matches("[data-board-send-form], .boardfoot form, [data-board-form]")) { return; }
    event.preventDefault();
    const body = new FormData(sent, event.submitter), listed = sent.matches("[data-board-form]") && panel().matches("[data-list]");
    next(async function () {
      const found = await ask(sent.action, body);
      if (!spread(found)) { return; }
      if (listed) { steps.forget(); await open_list(); return; }
      if (panel().matches("[data-ask]") && !found.getElementById("panel-body")) { leave(); spread(found); }
      if (panel().matches("[data-ask], [data-sent]")) { no_body(); }
      steps.forget();
      allow_undo();
      show_chosen();
      if (panel().matches("[data-ask], [data-sent]")) { focus.head(panel().matches("[data-ask]") && panel().querySelector(".chief")); }
      if (!takes()) { document.dispatchEvent(new CustomEvent("time-called")); } // the move has ended: the clock and the hints say so at once
    });
  });
  for (const kind of ["input", "change"]) {
    page.addEventListener(kind, function (event) {
      if (!form() || !form().contains(event.target)) { return; }
      window.wayFields.oneAim(event.target);
      hand.show();
      const verb = event.target.name === "choice" && event.target.closest(".choice");
      if (!quiet && verb) { take_up(verb, later); } else if (!quiet) { later(); }
      if (verb && map()) { in_sight(); }
    });
  }

  // -- news

  const now = () => [foot().dataset.move, foot().dataset.stage, takes()].join(" "); // a question is asked, and a list is made, of a move, of its stage, while it takes orders
  const outdated = () => panel().matches(OF_A_MOVE) && panel().dataset.asked !== now();
  let move_told = foot().dataset.move;
  document.addEventListener("live", function (event) {
    if (foot().dataset.move !== move_told) { move_told = foot().dataset.move; if (!panel().childElementCount) { say(""); } } // what was said of the last move
    if (outdated()) {
      next(() => { if (!outdated()) { return; } const asks = panel().matches("[data-ask]"); leave(); if (!asks) { return; } say(takes() ? gettext("A new move has begun: the question was about the last one.") : gettext("The move has ended: there is nothing more to answer.")); });
      return;
    }
    if (!chosen || dirty || !event.detail.some((kind) => ["clock", "orders", "reports"].includes(kind))) { return; }
    const move = form() && form().querySelector("[name=move]").value, thing = chosen, query = group.length ? "?things=" + group.join(",") : "";
    if (!takes() || move && move !== foot().dataset.move) { steps.forget(); next(leave); return; }
    if (!panel().contains(document.activeElement) && !steps.asks()) { next(() => chosen === thing && !dirty ? load(thing, query, true) : null); }
  });
  document.addEventListener("live:put", () => { if (chosen) { show_chosen(); } allow_undo(); });
})();
