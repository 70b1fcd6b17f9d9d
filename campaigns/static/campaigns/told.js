/* What was just done is told above the page, and can be closed; on a board it goes by itself, and the board has the room that it left.
   Without this file it stands there until the next page. */
"use strict";
(function () {
  const box = document.querySelector("main > [role=status]");
  if (!box || !box.querySelector(":scope > .told")) { return; }
  for (const told of box.querySelectorAll(":scope > .told")) {
    const close = document.createElement("button"), sign = document.createElement("span");
    sign.textContent = "×";
    sign.setAttribute("aria-hidden", "true");
    close.type = "button";
    close.className = "toldclose";
    close.setAttribute("aria-label", gettext("Close"));
    close.title = gettext("Close");
    close.append(sign);
    close.addEventListener("click", function () { told.dataset.over = ""; document.getElementById("main").focus({ preventScroll: true }); });
    told.append(close);
  }
  /* Who goes by keys goes on in the page, not through its head again, unless a field waits for them. */
  if (document.activeElement === document.body && !document.querySelector("[autofocus]")) { document.getElementById("main").focus({ preventScroll: true }); }
  box.addEventListener("animationend", function (event) { if (event.target === box) { box.hidden = true; } });
  if (document.querySelector(".boardpage")) {
    new ResizeObserver(() => document.documentElement.style.setProperty("--told", box.offsetHeight + "px")).observe(box);
  }
})();
