/* Says to the style sheet how much of the window is above the board, before the board is drawn, so that it fits under it
   without a jump. Runs where it stands in the page. Without this file the style sheet guesses. */
"use strict";
(function () {
  const root = document.documentElement;
  function measure() {
    const game = document.getElementById("game");
    if (game) { root.style.setProperty("--above", Math.ceil(game.getBoundingClientRect().top + window.scrollY) + "px"); }
  }
  measure();
  window.addEventListener("resize", measure);
})();
