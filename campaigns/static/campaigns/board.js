// A board by touch without reloading the page, from cell to cell by the arrow keys, and a blind player's own notes.
// Without this file everything but the notes works: each cell is a link.
(() => {
  "use strict";
  const game = () => document.getElementById("game");
  const board = () => game()?.querySelector(".board svg");
  const ns = "http://www.w3.org/2000/svg";
  let tool = null;

  const middle = (cell) => {
    const box = cell.querySelector("polygon").getBBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width };
  };

  // The board is fetched again when a cell is touched; the form that plays is sent like any form.
  const follow = (link) => {
    if (!window.htmx) { location.href = link.href.baseVal; return; }
    window.htmx.ajax("GET", link.href.baseVal, { target: "#game", select: "#game", swap: "outerHTML" })
      .then(() => {
        draw();
        const play = document.getElementById("play");
        (play || document.getElementById(link.id))?.focus({ preventScroll: true });
      });
  };

  const nearest = (from, dx, dy) => {
    const here = middle(from);
    let best = null;
    for (const cell of board().querySelectorAll("a.cell")) {
      const there = middle(cell), x = there.x - here.x, y = there.y - here.y;
      const along = x * dx + y * dy, aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 1 || aside > along * 1.01) continue;
      if (!best || along + 2 * aside < best.cost) best = { cell, cost: along + 2 * aside };
    }
    return best?.cell;
  };
  const KEYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.(".board a.cell");
    if (!cell || !(event.key in KEYS)) return;
    event.preventDefault();
    nearest(cell, ...KEYS[event.key])?.focus();
  });

  document.addEventListener("click", (event) => {
    const cell = event.target.closest?.(".board .cell");
    if (!cell || !game()?.contains(cell) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (tool !== null) {
      event.preventDefault();
      note(cell.dataset.cell);
    } else if (cell.href) {
      event.preventDefault();
      follow(cell);
    }
  });

  // -- notes -----------------------------------------------------------------------------------------
  const shelf = () => `guess-${game().dataset.game}`;
  const read = () => { try { return JSON.parse(localStorage.getItem(shelf()) || "{}"); } catch { return {}; } };
  const keep = (notes) => { try { localStorage.setItem(shelf(), JSON.stringify(notes)); } catch { /* nothing is kept */ } draw(); };
  const note = (cell) => {
    const notes = read();
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
    for (const [cell, man] of Object.entries(read())) {
      const at = board().querySelector(`[data-cell="${CSS.escape(cell)}"]`);
      if (!at || !document.getElementById(`man-${man}`)) continue;
      const { x, y, size } = middle(at), use = document.createElementNS(ns, "use");
      use.setAttribute("href", `#man-${man}`);
      for (const [name, value] of Object.entries({ x: x - size * 0.4, y: y - size * 0.4, width: size * 0.8, height: size * 0.8 })) use.setAttribute(name, value);
      layer.append(use);
    }
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-guess] button");
    if (!button) return;
    if ("clear" in button.dataset) { keep({}); return; }
    tool = tool === button.dataset.man ? null : button.dataset.man;
    draw();
  });
  document.addEventListener("htmx:afterSettle", () => { document.getElementById("newer-game")?.remove(); draw(); });  // it was fetched again
  document.addEventListener("live:put", draw);
  draw();
})();
