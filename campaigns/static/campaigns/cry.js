/* The cries of the timekeeper, for readers who have set them in their profile: two strokes at two minutes, one at one, three short
   ones at thirty seconds, a long one when the move ends. Without this file, and without a sound, the clock and the page's title say it. */
"use strict";
(function () {
  if (document.documentElement.dataset.sound !== "on" || !window.AudioContext) { return; }
  const STROKES = { 120: [0.35, 0.35], 60: [0.35], 30: [0.12, 0.12, 0.12], 0: [1.4] };
  const heard = new Map();
  let sound = null;

  /* A browser plays no sound before the reader has touched the page. */
  function wake() {
    sound = sound || new AudioContext();
    if (sound.state === "suspended") { sound.resume(); }
  }
  ["pointerdown", "keydown"].forEach((touch) => document.addEventListener(touch, wake, { passive: true }));

  function stroke(at, long) {
    const bell = sound.createOscillator(), loud = sound.createGain();
    bell.frequency.value = 660;
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime(0.25, at + 0.02);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + long);
    bell.connect(loud).connect(sound.destination);
    bell.start(at);
    bell.stop(at + long);
  }

  function cry(which) {
    if (!sound || Date.now() - (heard.get(which) || 0) < 20000) { return; }
    heard.set(which, Date.now());
    let at = sound.currentTime + 0.02;
    STROKES[which].forEach((long) => { stroke(at, long); at += long + 0.15; });
    document.documentElement.dataset.cried = which;
  }

  document.addEventListener("cry", (said) => cry(said.detail));
})();
