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

/* A button copies a secret address. */
(function () {
  for (const field of document.querySelectorAll("input[readonly].typed")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = gettext("Copy");
    button.addEventListener("click", function () {
      field.select();
      const done = () => { button.textContent = gettext("Copied"); };
      if (navigator.clipboard) { navigator.clipboard.writeText(field.value).then(done, () => {}); } else if (document.execCommand("copy")) { done(); }
    });
    field.after(button);
  }
})();
