// A board by touch, drag and key without reloading the page, and a blind player's own notes.
// The moves that may be made are in the page: a man's squares are shown at once, and only a move is sent.
// Without this file everything but the notes works: each cell is a link.
(() => {
  "use strict";
  const game = () => document.getElementById("game");
  const board = () => game()?.querySelector(".board svg");
  const table = () => document.getElementById("game-board");
  const moves = () => JSON.parse(table()?.dataset.moves || "null");
  const cellAt = (name) => board()?.querySelector(`[data-cell="${CSS.escape(name)}"]`);
  const ns = "http://www.w3.org/2000/svg";
  const FAR = 8;  // pixels after which a press is a drag
  let tool = null, held = "", target = "", sending = false, drag = null, dropped = false, focused = "";

  const made = (name, values) => {
    const one = document.createElementNS(ns, name);
    for (const [key, value] of Object.entries(values)) one.setAttribute(key, value);
    return one;
  };
  const middle = (cell) => {
    const box = cell.querySelector("polygon").getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width };
  };

  // -- a man in hand ---------------------------------------------------------------------------------

  // Its squares are marked as the server marks them, and all cells can be reached by key.
  const mark = () => {
    const ends = (moves() || {})[held] || {};
    board().querySelector(".ends").replaceChildren();
    for (const cell of board().querySelectorAll(".cell")) {
      const name = cell.dataset.cell, end = name in ends;
      cell.classList.toggle("is-chosen", name === held && held !== "");
      cell.classList.toggle("is-end", end);
      cell.classList.toggle("is-wanted", name === target && target !== "");
      if (end) {
        const { x, y } = middle(cell);
        board().querySelector(".ends").append(made("circle", { class: "end", cx: x, cy: y, r: 13 }));
      }
      if (cell.localName === "g" && "label" in cell.dataset) offerKey(cell, end);
    }
    for (const man of board().querySelectorAll(".man")) man.classList.toggle("chosen", man.dataset.at === held && held !== "");
    hint(Object.keys(ends).length);
  };

  const offerKey = (cell, end) => {
    if (!held) { for (const name of ["role", "tabindex", "aria-label"]) cell.removeAttribute(name); return; }
    cell.setAttribute("role", "button");
    cell.setAttribute("tabindex", end ? "0" : "-1");
    cell.setAttribute("aria-label", end ? [cell.dataset.label, gettext("go there")].join(", ") : cell.dataset.label);
  };

  const hint = (count) => {
    const says = document.getElementById("chosen-says"), touch = document.getElementById("touch");
    if (says) {
      says.dataset.idle ??= says.textContent;
      says.textContent = held
        ? interpolate(ngettext("%(n)s square can be reached from %(origin)s.", "%(n)s squares can be reached from %(origin)s.", count), { n: count, origin: held }, true)
        : says.dataset.idle;
    }
    if (touch) {
      touch.hidden = !held;
      touch.elements.from.value = held;
    }
  };

  const take = (name) => {
    held = name;
    target = "";
    closeChoice();
    mark();
  };

  const touch = (name) => {
    if (sending) return;
    const ends = (moves() || {})[held] || {};
    if (name === held) take("");
    else if (held && name in ends) go(held, name, ends[name]);
    else if (cellAt(name)?.classList.contains("is-own")) take(name);
    else if (held) why(held, name);
  };

  // -- a move ----------------------------------------------------------------------------------------

  const go = (from, to, pieces) => {
    if (pieces.length < 2) { send(from, to, pieces); return; }
    target = to;
    mark();
    const choice = document.getElementById("promote"), box = board().viewBox.baseVal, at = middle(cellAt(to));
    for (const one of choice.children) one.hidden = !pieces.includes(one.value);
    choice.hidden = false;
    choice.style.left = `${Math.min(Math.max(at.x / box.width * 100, 25), 75)}%`;
    choice.style[at.y < box.height / 2 ? "top" : "bottom"] = "14%";
    choice.querySelector("button:not([hidden])").focus();
  };
  const closeChoice = () => {
    target = "";
    const choice = document.getElementById("promote");
    if (choice) choice.hidden = true;
  };

  const send = async (from, to, piece) => {
    const form = document.getElementById("quick"), check = document.getElementById("say-check");
    const told = { from, to, promote: piece, check: check?.checked ? "yes" : "" };
    for (const [name, value] of Object.entries(told)) form.elements[name].value = value;
    place(from, to);
    sending = true;
    try {
      await show(await fetch(form.action, { method: "POST", body: new FormData(form) }), true);
    } catch { form.requestSubmit(); } finally { sending = false; }
  };

  // The man stands on its square until the answer comes; the answer draws the board anew, whatever it says.
  const place = (from, to) => {
    const man = board().querySelector(`.man[data-at="${CSS.escape(from)}"]`), here = middle(cellAt(from)), there = middle(cellAt(to));
    man?.setAttribute("transform", `translate(${there.x - here.x} ${there.y - here.y})`);
    man?.parentNode.append(man);
  };

  const why = async (from, to) => {
    sending = true;
    try {
      await show(await fetch(`${table().dataset.home}?${new URLSearchParams({ from, to })}`), false);
    } catch { location.href = `${table().dataset.home}?${new URLSearchParams({ from, to })}`; } finally { sending = false; }
  };

  // The parts of the page that an answer brings.  moved: what was in hand and typed is done with, unless it was refused.
  const show = async (answer, moved) => {
    const found = new DOMParser().parseFromString(await answer.text(), "text/html");
    await window.released();
    if (!found.getElementById("game-board")) { location.reload(); return; }
    const done = moved && answer.ok, typed = document.getElementById("written")?.value;
    const folds = new Set([...game().querySelectorAll("details[open] > summary")].map((one) => one.textContent));
    if (done) held = "";
    target = "";
    for (const part of document.querySelectorAll("[data-live-part][id]")) {
      const next = found.getElementById(part.id);
      if (next) part.replaceWith(document.importNode(next, true));
    }
    for (const one of game().querySelectorAll("details > summary")) if (folds.has(one.textContent)) one.parentNode.open = true;
    if (!done && typed && document.getElementById("written")) document.getElementById("written").value = typed;
    if (window.htmx) window.htmx.process(game());
    document.dispatchEvent(new CustomEvent("live:put"));
    game().querySelector(".refusal")?.focus({ preventScroll: true });
  };

  // What is new is drawn at once, whatever is in hand: the man stays there while it may be moved.
  const again = () => {
    if (!table()) return;
    const may = moves();
    if (held && !(may && cellAt(held)?.classList.contains("is-own"))) held = "";
    if (may) mark();
    const pieces = held && target && !sending ? may[held]?.[target] : "";
    if (pieces && document.getElementById("promote").hidden) { go(held, target, pieces); return; }
    if (focused && document.activeElement === document.body) cellAt(focused)?.focus?.({ preventScroll: true });
  };

  // -- touch, drag and key ---------------------------------------------------------------------------

  // On a page without moves a cell is a link, whose page is fetched.
  const follow = (link) => {
    if (!window.htmx) { location.href = link.href.baseVal; return; }
    window.htmx.ajax("GET", link.href.baseVal, { target: "#game", select: "#game", swap: "outerHTML" })
      .then(() => { draw(); document.getElementById(link.id)?.focus({ preventScroll: true }); });
  };

  document.addEventListener("click", (event) => {
    const cell = event.target.closest?.(".board .cell");
    if (dropped) { dropped = false; event.preventDefault(); return; }
    if (!cell || !game()?.contains(cell) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (tool !== null) {
      event.preventDefault();
      note(cell.dataset.cell);
    } else if (table()?.contains(cell) && moves()) {
      event.preventDefault();
      touch(cell.dataset.cell);
    } else if (cell.href) {
      event.preventDefault();
      follow(cell);
    }
  });

  document.addEventListener("click", (event) => {
    const piece = event.target.closest?.("#promote button");
    if (piece && held && target) send(held, target, piece.value);
  });

  document.addEventListener("pointerdown", (event) => {
    dropped = false;
    const cell = event.target.closest?.("#game-board .cell.is-own");
    if (!cell || event.button || tool !== null || sending || !moves()) return;
    drag = { name: cell.dataset.cell, x: event.clientX, y: event.clientY, on: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!drag.on && Math.hypot(x, y) < FAR) return;
    if (!drag.on) { drag.on = true; take(drag.name); }
    const man = board().querySelector(`.man[data-at="${CSS.escape(drag.name)}"]`), scale = board().viewBox.baseVal.width / board().getBoundingClientRect().width;
    if (!man) return;
    if (man.nextElementSibling) man.parentNode.append(man);
    man.setAttribute("transform", `translate(${x * scale} ${y * scale})`);
  });
  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { name, on } = drag;
    drag = null;
    if (!on) return;
    dropped = true;
    setTimeout(() => { dropped = false; }, 0);
    board().querySelector(`.man[data-at="${CSS.escape(name)}"]`)?.removeAttribute("transform");
    const cell = document.elementFromPoint(event.clientX, event.clientY)?.closest("#game-board .cell");
    if (cell && cell.dataset.cell !== name) touch(cell.dataset.cell);
  });
  document.addEventListener("pointercancel", () => {
    if (drag) board()?.querySelector(`.man[data-at="${CSS.escape(drag.name)}"]`)?.removeAttribute("transform");
    drag = null;
  });
  document.addEventListener("dragstart", (event) => { if (event.target.closest?.("#game-board")) event.preventDefault(); });

  const nearest = (from, dx, dy) => {
    const here = middle(from);
    let best = null;
    for (const cell of board().querySelectorAll("a.cell, g.cell[tabindex]")) {
      const there = middle(cell), x = there.x - here.x, y = there.y - here.y;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 1 || aside > along * 1.01) continue;
      if (!best || along + 2 * aside < best.cost) best = { cell, cost: along + 2 * aside };
    }
    return best?.cell;
  };
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && held && game()?.contains(document.activeElement)) {
      const back = held;
      take("");
      cellAt(back)?.focus({ preventScroll: true });
      return;
    }
    const cell = event.target.closest?.(".board .cell");
    if (!cell) return;
    if (event.key in KEYS) {
      event.preventDefault();
      nearest(cell, ...KEYS[event.key])?.focus();
    } else if (cell.localName === "g" && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      touch(cell.dataset.cell);
    }
  });
  document.addEventListener("focusin", (event) => { focused = event.target.closest?.("#game-board .cell")?.dataset.cell || ""; });

  // -- what is shown on demand stays shown on the next page ------------------------------------------
  const LAYERS = "board-layers";
  const stored = (shelf) => { try { return JSON.parse(localStorage.getItem(shelf) || "{}"); } catch { return {}; } };
  const store = (shelf, what) => { try { localStorage.setItem(shelf, JSON.stringify(what)); } catch { /* nothing is kept */ } };
  for (const one of document.querySelectorAll("[data-layer]")) one.checked = Boolean(stored(LAYERS)[one.id]);
  document.addEventListener("change", (event) => {
    if (event.target.matches?.("[data-layer]")) store(LAYERS, { ...stored(LAYERS), [event.target.id]: event.target.checked });
  });

  // -- notes -----------------------------------------------------------------------------------------
  const shelf = () => `guess-${game().dataset.game}`;
  const keep = (notes) => { store(shelf(), notes); draw(); };
  const note = (cell) => {
    const notes = stored(shelf());
    if (tool) notes[cell] = tool; else delete notes[cell];
    keep(notes);
  };

  const draw = () => {
    const box = game()?.querySelector("[data-guess]");
    if (!box) return;
    box.hidden = false;
    for (const button of box.querySelectorAll("[data-man]")) {
      button.setAttribute("aria-pressed", String(tool !== null && button.dataset.man === tool));
    }
    const layer = board().querySelector(".guesses");
    layer.replaceChildren();
    for (const [cell, man] of Object.entries(stored(shelf()))) {
      const at = cellAt(cell);
      if (!at || !document.getElementById(`man-${man}`)) continue;
      const { x, y, size } = middle(at);
      layer.append(made("use", { href: `#man-${man}`, x: x - size * 0.4, y: y - size * 0.4, width: size * 0.8, height: size * 0.8 }));
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-guess] button");
    if (!button) return;
    if ("clear" in button.dataset) { keep({}); return; }
    tool = tool === button.dataset.man ? null : button.dataset.man;
    draw();
  });
  document.addEventListener("htmx:afterSettle", draw);  // it was fetched again
  document.addEventListener("live:put", () => { again(); draw(); });
  held = table() && moves() ? board().querySelector(".is-chosen")?.dataset.cell || "" : "";
  draw();
})();
