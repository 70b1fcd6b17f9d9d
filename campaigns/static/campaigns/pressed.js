/* What is pressed is not replaced meanwhile: a click comes only where a press ends on the thing on which it began.  Whoever puts
   what came from the server in the place of something waits for this first. */
"use strict";
(function () {
  const CLICK = 60; // milliseconds in which the click has come that follows a press
  const pressed = new Map();
  const waiting = [];
  let presses = 0;
  function ends({ pointerId }) {
    const mine = pressed.get(pointerId);
    if (!mine) { return; }
    setTimeout(function () {
      if (pressed.get(pointerId) === mine) { pressed.delete(pointerId); }
      if (!pressed.size) { waiting.splice(0).forEach((goes_on) => goes_on()); }
    }, CLICK);
  }
  document.addEventListener("pointerdown", function (event) {
    if (event.isPrimary) { pressed.clear(); } // no other finger is down: of one that still counts the end was never told
    if (!event.button) { pressed.set(event.pointerId, presses += 1); }
  }, true);
  for (const name of ["pointerup", "pointercancel"]) { document.addEventListener(name, ends, true); }
  document.addEventListener("pointermove", (event) => { if (!event.buttons) { ends(event); } }, true); // it ended outside of the window
  window.released = () => pressed.size ? new Promise((goes_on) => { waiting.push(goes_on); }) : Promise.resolve();
  window.released.already = () => !pressed.size;
})();
