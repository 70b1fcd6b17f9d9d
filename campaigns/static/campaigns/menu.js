/* The menu at the head of a page closes by Escape, by a press beside it, and when the keyboard leaves it. Without this file it closes by its own button. */
"use strict";
(function () {
  const menu = document.getElementById("menu");
  if (!menu) { return; }
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || !menu.open) { return; }
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary").focus();
  }, true);
  menu.addEventListener("focusout", function (event) { if (event.relatedTarget && !menu.contains(event.relatedTarget)) { menu.open = false; } });
  document.addEventListener("click", function (event) { if (menu.open && !menu.contains(event.target)) { menu.open = false; } });
})();
