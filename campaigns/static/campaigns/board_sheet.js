/* The panel of a commander's board, which on a phone is a sheet from below. It begins at its top when something else is shown in it,
   and its handle makes it larger or smaller until then; by itself the style sheet makes it large where no press on the map is awaited. */
"use strict";
(function () {
  const page = document.querySelector(".boardpage:has([data-sheet-handle])");
  if (!page) { return; }
  const handle = page.querySelector("[data-sheet-handle]"), panel = page.querySelector(".boardpanel");
  const large = () => panel.offsetHeight > page.querySelector(".boardmap").offsetHeight;

  /* What is shown: a question, the list to be sent or what was sent, a body or nothing of these; of which move, and whether it takes orders. */
  function shown() {
    const body = document.getElementById("panel-body"), foot = document.getElementById("board-foot");
    const kind = body && ["ask", "list", "sent"].find((one) => one in body.dataset);
    return [kind || body && body.dataset.thing || "", foot.dataset.move, "takes" in foot.dataset].join(" ");
  }
  let was = shown();
  const changes = new MutationObserver(function () {
    if (shown() === was) { return; }
    was = shown();
    delete page.dataset.sheet;
    panel.scrollTop = 0;
  });
  for (const one of [panel, page.querySelector(".boardfoot")]) { changes.observe(one, { childList: true }); }
  handle.addEventListener("click", function () { page.dataset.sheet = large() ? "small" : "large"; });
  new ResizeObserver(() => handle.setAttribute("aria-expanded", String(large()))).observe(panel);
})();
