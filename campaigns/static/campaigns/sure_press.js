/* A press on a sheet counts, whether or not the browser makes a click of it: after a drag Chromium now and then sends a press and no click.
   Then one is sent in its place, to what was pressed; a click that comes late after all is not taken for another. */
"use strict";
window.surePress = window.surePress || (function () {
  const LATE = 150, SHORT = 600, STILL = 5; // milliseconds until a click is missed, and of a press that is short; pixels of one that is no drag
  let owed = 0, instead = -SHORT;
  addEventListener("click", function (event) {
    if (!event.isTrusted || !event.detail) { return; } // sent in the place of one, or by key
    clearTimeout(owed);
    if (performance.now() - instead < SHORT) { event.preventDefault(); event.stopImmediatePropagation(); }
    instead = -SHORT;
  }, true);
  /* counts: whether a press makes a click now. */
  return function (sheet, counts = () => true) {
    let down = null;
    sheet.addEventListener("pointerdown", function (event) { down = event.button || !event.isPrimary ? null : event; instead = -SHORT; });
    sheet.addEventListener("pointercancel", () => { down = null; });
    sheet.addEventListener("pointerup", function (event) {
      const first = down, { clientX, clientY, shiftKey, ctrlKey, metaKey } = event;
      down = null;
      const still = first && first.pointerId === event.pointerId && Math.hypot(clientX - first.clientX, clientY - first.clientY) < STILL;
      if (!still || event.timeStamp - first.timeStamp > SHORT || !counts()) { return; }
      owed = setTimeout(function () {
        instead = performance.now();
        if (first.target.isConnected) { first.target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, view: window, detail: 1, clientX, clientY, shiftKey, ctrlKey, metaKey })); }
      }, LATE);
    });
  };
})();
