/* Nothing is published by itself while the umpire has a form of the desk in hand: with the first thing typed, or a body dragged, the
   page objects as the button "Wait, I want to look" does, and says so. Without this file the button does it. */
"use strict";
(function () {
  const OF_DESK = "#desk-chosen, #desk-work, [data-holding]";
  let hand = null;

  function say(form, words) {
    const beside = form.parentElement.querySelector("p");
    if (beside) { beside.textContent = words; form.hidden = true; }
    document.dispatchEvent(new CustomEvent("desk:said", { detail: words }));
  }

  async function hold() {
    const form = document.querySelector("form[data-holds]");
    if (!form || "asked" in form.dataset) { return; }
    form.dataset.asked = "";
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form), headers: { "X-Board": "1" } });
      if (answer.status !== 201) { return; }
      say(form, gettext("You are at work on it: it waits for you, and is not published by itself."));
      document.dispatchEvent(new CustomEvent("time-called"));
    } catch { delete form.dataset.asked; }
  }

  function take(form) {
    hand = form;
    hold();
  }

  document.addEventListener("input", function (event) {
    const form = event.target.form;
    if (form && form.closest(OF_DESK)) { take(form); }
  });
  document.addEventListener("desk:hand", (event) => take(event.target));
  /* What was in doubt is decided meanwhile: the form that is still open holds it. */
  document.addEventListener("live:put", function () { if (hand && hand.isConnected) { hold(); } });
  document.addEventListener("submit", function (event) { if (event.target === hand) { hand = null; } });
})();
