/* What is typed into a form and not sent is kept in this tab, and put back when the page is opened again: after a look into the
   rulebook, the back button, a reload. It is dropped when the form is sent, on log-out, and with the tab. */
"use strict";
(function () {
  const forms = [...document.querySelectorAll("form[data-keep]")];
  const place = (form) => "typed:" + (form.dataset.keptAt || location.pathname) + "#" + form.dataset.keep;
  const fields = (form) => [...form.elements].filter((one) => one.name && !["hidden", "submit", "button", "password"].includes(one.type));
  const ticked = (one) => one.type === "checkbox" || one.type === "radio";
  const begun = (list) => ([...list.options].find((one) => one.defaultSelected) || list.options[0] || {}).value;

  const entry = (one) => [one.name, ticked(one) ? one.value : null, ticked(one) ? one.checked : one.value];

  function changed(one) {
    if (ticked(one)) { return one.checked !== one.defaultChecked; }
    return one.value !== (one.tagName === "SELECT" ? begun(one) : one.defaultValue);
  }

  function keep(form) {
    const typed = fields(form).filter(changed).map(entry);
    if (typed.length) { sessionStorage.setItem(place(form), JSON.stringify(typed)); } else { sessionStorage.removeItem(place(form)); }
  }

  /* A page that answers a form: the back button cannot send that form again, so it opens the page anew; and if the form was
     refused, everything that stands in it is kept for that page. */
  const posted = "posted" in document.body.dataset;
  if (posted) { history.replaceState(history.state, "", location.href); }
  const reason = posted && !document.querySelector("[autofocus]") && document.querySelector(".refusal");
  if (reason) { reason.focus(); }
  const refused = (form) => posted && new URL(form.action).pathname === location.pathname && document.querySelector(".refusal, [aria-invalid]");

  function keepAll(form) {
    const filled = fields(form).filter((one) => ticked(one) ? one.checked : one.value);
    if (filled.length) { sessionStorage.setItem(place(form), JSON.stringify(filled.map(entry))); }
  }

  function tell(form) {
    const told = document.createElement("div"), words = document.createElement("p"), forget = document.createElement("button");
    told.className = "told";
    told.setAttribute("role", "status");
    words.textContent = gettext("What you typed here and did not send is back.") + " ";
    forget.type = "button";
    forget.className = "plain";
    forget.textContent = gettext("Discard it");
    forget.addEventListener("click", function () { form.reset(); sessionStorage.removeItem(place(form)); told.remove(); form.dispatchEvent(new Event("input", { bubbles: true })); });
    words.appendChild(forget);
    told.appendChild(words);
    form.before(told);
  }

  function putBack(form) {
    let typed = [];
    try { typed = JSON.parse(sessionStorage.getItem(place(form)) || "[]"); } catch { typed = []; }
    const found = typed.filter(function ([name, choice, value]) {
      const one = fields(form).find((each) => each.name === name && (choice === null || each.value === choice));
      if (!one) { return false; }
      if (choice === null) { one.value = value; } else { one.checked = value; }
      for (let inside = one.closest("details"); inside; inside = inside.parentElement.closest("details")) { inside.open = true; }
      return true;
    });
    if (found.length) { tell(form); form.dispatchEvent(new Event("change", { bubbles: true })); }
  }

  function mind(form) {
    if (refused(form)) { keepAll(form); } else { putBack(form); }
    form.addEventListener("input", () => keep(form));
    form.addEventListener("change", () => keep(form));
    form.addEventListener("submit", () => sessionStorage.removeItem(place(form)));
  }
  forms.forEach(mind);
  /* A form in a part of the page that was fetched again (live.js). */
  document.addEventListener("live:put", (put) => put.target.querySelectorAll("form[data-keep]").forEach(mind));
  /* Ticking one of a list marks the choice to which the list belongs. */
  document.addEventListener("change", function (event) {
    const list = event.target.closest("[data-chooses]"), choice = list && document.getElementById(list.dataset.chooses);
    if (choice && event.target.checked && !choice.checked) { choice.checked = true; choice.dispatchEvent(new Event("change", { bubbles: true })); }
  });
  const leave = document.querySelector("form[data-leaves]");
  if (leave) { leave.addEventListener("submit", () => sessionStorage.clear()); }
})();
