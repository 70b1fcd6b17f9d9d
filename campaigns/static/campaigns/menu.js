/* The menu at the head of a page closes by Escape and by a press beside it. Without this file it closes by its own button. */
"use strict";
(function () {
  const menu = document.getElementById("menu");
  if (!menu) { return; }
  menu.addEventListener("keydown", function (event) {
    if (event.key !== "Escape" || !menu.open) { return; }
    event.stopPropagation();
    menu.open = false;
    menu.querySelector("summary").focus();
  });
  document.addEventListener("click", function (event) { if (menu.open && !menu.contains(event.target)) { menu.open = false; } });
})();
