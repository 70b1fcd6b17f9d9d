/* The menu at the head of a page closes by Escape, by a press beside it, and when the keyboard leaves it; by Escape too, what asks before it
   does something. Without this file they close by their own buttons. */
"use strict";
(function () {
  const menu = document.getElementById("menu");
  if (!menu) { return; }
  document.addEventListener("keydown", function (event) {
    if (event.key !== "Escape") { return; }
    const open = menu.open ? menu : event.target.closest("details.confirm[open]");
    if (!open) { return; }
    event.stopPropagation();
    open.open = false;
    open.querySelector("summary").focus();
  }, true);
  menu.addEventListener("focusout", function (event) { if (event.relatedTarget && !menu.contains(event.relatedTarget)) { menu.open = false; } });
  document.addEventListener("click", function (event) { if (menu.open && !menu.contains(event.target)) { menu.open = false; } });
})();
