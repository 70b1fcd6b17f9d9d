/* What is drawn in the map editor is kept by the site at each step, in their sequence, with the way back: it is there again after the page
   was left. What could not be kept is told, and is sent whole with the next step. */
"use strict";
(function () {
  const board = document.getElementById("board");
  if (!board || !board.dataset.keeps) { return; }
  const shown = board.querySelector("[data-kept]"), name = board.querySelector("[name=name]");
  let revision = Number(board.dataset.revision), steps = { undo: Number(board.dataset.undoes), redo: Number(board.dataset.redoes) };
  let last = Promise.resolve(), waiting = 0, lost = false, stale = false;

  function tell() { shown.textContent = lost ? gettext("Not kept yet") : waiting ? gettext("Saving …") : gettext("Kept as a draft"); }
  /* data: the drawing as it is, as JSON. Gives what the site told; nothing where it was not kept. */
  function send(act, data) {
    waiting += 1;
    tell();
    last = last.then(async function () {
      const told = stale ? null : await post(act, data);
      waiting -= 1;
      tell();
      return told;
    });
    return last;
  }
  async function post(act, data) {
    const form = new FormData();
    const given = { csrfmiddlewaretoken: board.querySelector("[name=csrfmiddlewaretoken]").value, act, country: board.dataset.country, base: board.querySelector("[name=base]").value, name: name.value, revision, ...(data ? { data } : {}) };
    Object.entries(given).forEach(([key, value]) => form.append(key, value));
    try {
      const came = await fetch(board.dataset.keeps, { method: "POST", body: form, headers: { Accept: "application/json" } }), told = await came.json();
      if (came.ok) { revision = told.revision; steps = { undo: told.undoes, redo: told.redoes }; lost = false; return told; }
      stale = came.status === 412;
      if (act === "keep" || stale) { lost = true; board.dispatchEvent(new CustomEvent("draw:warn", { detail: told.sentence })); }
    } catch { lost = true; }
    return null;
  }
  /* The page is left only when everything was kept, or is told not to be. */
  board.addEventListener("submit", function (event) {
    if (!waiting) { return; }
    event.preventDefault();
    last.then(() => board.requestSubmit(event.submitter));
  }, true);
  window.drawn = { send, can: (act) => steps[act] > 0, safe: () => !waiting && !lost };
})();
