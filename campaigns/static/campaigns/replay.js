/* The scrubber of a replay: it shows the moment while it is moved, and plays. Without this file the button Show does the same. */
"use strict";
(function () {
  const form = document.getElementById("scrub");
  if (!form || !window.htmx) { return; }
  const slide = form.querySelector("#move");
  const play = form.querySelector("[data-play]");
  const show = form.querySelector("[data-show]");
  const STEP = 2200;
  let timer = null;

  function stop() {
    clearInterval(timer);
    timer = null;
    play.textContent = gettext("Play");
    play.setAttribute("aria-pressed", "false");
  }

  function step() {
    if (Number(slide.value) >= Number(slide.max)) { stop(); return; }
    slide.value = String(Number(slide.value) + 1);
    slide.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function begin() {
    if (Number(slide.value) >= Number(slide.max)) { slide.value = "0"; }
    play.textContent = gettext("Stop");
    play.setAttribute("aria-pressed", "true");
    step();
    timer = setInterval(step, STEP);
  }

  show.hidden = true;
  play.hidden = false;
  play.addEventListener("click", () => (timer ? stop() : begin()));
  /* The steps beside the slide move it, so that what is seen of the map stays. */
  form.addEventListener("click", (event) => {
    const link = event.target.closest("[data-step]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) { return; }
    event.preventDefault();
    stop();
    slide.value = String(Number(slide.value) + Number(link.dataset.step));
    slide.dispatchEvent(new Event("input", { bubbles: true }));
    slide.focus({ preventScroll: true });
  });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && timer && !event.defaultPrevented) { stop(); event.preventDefault(); } });
  slide.addEventListener("pointerdown", stop);
  slide.addEventListener("keydown", stop);
})();
