/* Help and tours. Without this file the link leads to the guide, and all steps of a tour are a list. */
"use strict";

/* "How does this work?": the part of the guide is fetched into the page, so that nobody loses what they have begun to type. */
(function () {
  const link = document.querySelector("[data-how]");
  if (!link) { return; }

  async function bring() {
    const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
    const part = page.getElementById(link.dataset.how);
    if (!part) { throw new Error("the guide has no such part"); }
    part.removeAttribute("id");
    part.className = "lawtext box";
    part.tabIndex = -1;
    return part;
  }

  link.addEventListener("click", function (event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) { return; }
    event.preventDefault();
    const there = link.closest(".how").querySelector(".box");
    if (there) { there.remove(); return; }
    bring().then((part) => { link.closest(".how").append(part); part.focus(); }, () => { location.href = link.href; });
  });
})();

/* The tour of a first visit, one step at a time; the place of the step is marked. */
(function () {
  const tour = document.querySelector("[data-tour]");
  if (!tour) { return; }
  const steps = [...tour.querySelectorAll("[data-shows]")];
  const form = tour.querySelector("form");
  let here = 0;

  const place = (step) => step.dataset.shows.split(",").map((one) => document.querySelector(one)).find((one) => one && one.checkVisibility());

  function show(scroll) {
    document.querySelectorAll(".shown-by-tour").forEach((one) => one.classList.remove("shown-by-tour"));
    steps.forEach((step, at) => { step.hidden = at !== here; });
    back.disabled = here === 0;
    next.disabled = here === steps.length - 1;
    const shown = tour.open ? place(steps[here]) : null;
    if (shown) {
      shown.classList.add("shown-by-tour");
      if (scroll) { shown.scrollIntoView({ block: "nearest" }); }
    }
  }

  function button(words, by) {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = words;
    made.addEventListener("click", function () { here += by; show(true); });
    form.prepend(made);
    return made;
  }

  const next = button(gettext("Next"), 1), back = button(gettext("Back"), -1);
  tour.querySelector("ol").setAttribute("aria-live", "polite");
  tour.addEventListener("toggle", () => show(false));
  show(false);
})();
