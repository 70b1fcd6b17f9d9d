/* The pages of people. The time zone of this device: sent with a new account, offered in the profile. Without this file it is typed there. */
"use strict";
(function () {
  const offer = document.querySelector("[data-zone]"), field = document.getElementById("f-time_zone");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const told = document.querySelector("[data-device-zone]");
  if (told && zone) { told.value = zone; }
  if (!offer || !field || !zone || zone === field.value) { return; }
  const button = offer.querySelector("button");
  button.textContent = zone;
  button.addEventListener("click", function () { field.value = zone; field.dispatchEvent(new Event("input", { bubbles: true })); offer.hidden = true; });
  offer.hidden = false;
})();

/* A button copies a secret address: it says whose, and that it is done. Where a browser does not copy, the address is selected for it. */
(function () {
  const fields = document.querySelectorAll("input[readonly].typed, textarea[readonly].typed"), says = document.createElement("p");
  if (!fields.length) { return; }
  says.className = "unseen";
  says.setAttribute("role", "status");
  document.getElementById("main").append(says);
  for (const field of fields) {
    const button = document.createElement("button"), words = document.createElement("span"), whose = document.createElement("span");
    button.type = "button";
    words.textContent = field.dataset.copyWords || gettext("Copy");
    whose.className = "unseen";
    whose.textContent = ": " + [...field.labels].map((one) => one.textContent.trim()).join(" ");
    button.append(words, whose);
    const select = () => { field.select(); words.textContent = gettext("Selected: copy it yourself"); says.textContent = words.textContent + whose.textContent; };
    const done = () => { words.textContent = gettext("Copied"); says.textContent = words.textContent + whose.textContent; };
    button.addEventListener("click", function () {
      if (navigator.clipboard) { navigator.clipboard.writeText(field.value).then(done, select); return; }
      field.select();
      if (document.execCommand("copy")) { button.focus(); done(); } else { select(); }
    });
    field.after(button);
  }
})();
