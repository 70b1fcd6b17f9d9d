/* What is typed into a form is kept in this tab until something was done with it, and put back when the page is opened again: after
   a look into the rulebook, the back button, a reload. Whatever is done leads to another page; a page that answers a form itself (a
   refusal, a preview, a question) has done nothing yet. It is dropped on log-out, too, and with the tab. */
"use strict";
(function () {
  const forms = [...document.querySelectorAll("form[data-keep]")];
  const place = (form) => "typed:" + (form.dataset.keptAt || location.pathname) + "#" + form.dataset.keep;
  const fields = (form) => [...form.elements].filter((one) => one.name && !["hidden", "submit", "button", "password", "file"].includes(one.type));
  const ticked = (one) => one.type === "checkbox" || one.type === "radio";
  const begun = (list) => ([...list.options].find((one) => one.defaultSelected) || list.options[0] || {}).value;

  const top = (one) => one.getBoundingClientRect().top;
  const entry = (one) => [one.name, ticked(one) ? one.value : null, ticked(one) ? one.checked : one.value];

  function changed(one) {
    if (ticked(one)) { return one.checked !== one.defaultChecked; }
    return one.value !== (one.tagName === "SELECT" ? begun(one) : one.defaultValue);
  }

  function keep(form) {
    const typed = fields(form).filter(changed).map(entry);
    if (typed.length) { sessionStorage.setItem(place(form), JSON.stringify(typed)); } else { sessionStorage.removeItem(place(form)); }
  }

  /* A page that answers a form: the back button cannot send that form again, so it opens the page anew; and everything that
     stands in the form is kept for that page.  Of several forms, it is the one that was sent. */
  const posted = "posted" in document.body.dataset;
  if (posted) { history.replaceState(history.state, "", location.href); }
  const reason = posted && !document.querySelector("[autofocus]") && (document.querySelector(".refusal") || document.querySelector("[aria-invalid=true]"));
  if (reason) { reason.focus(); }
  const last = sessionStorage.getItem("sent"), known = last === "" || forms.some((one) => one.dataset.keep === last);
  document.addEventListener("submit", (event) => sessionStorage.setItem("sent", event.target.dataset.keep || ""), true);
  const unanswered = (form) => posted && (!known || form.dataset.keep === last) && new URL(form.action).pathname === location.pathname;

  /* Where the forms are kept that led here, one after another, and that nothing was done with yet. */
  const pending = sessionStorage.getItem("gone") === null && !posted ? [] : JSON.parse(sessionStorage.getItem("pending") || "[]");
  if (!posted) { pending.splice(0).forEach((one) => sessionStorage.removeItem(one)); }
  sessionStorage.setItem("pending", JSON.stringify(pending));
  sessionStorage.removeItem("gone");
  function sends(event) {
    const form = event.target, own = form.dataset.keep ? [place(form)] : [];
    if (!own.length && form.method !== "post") { return; } // it asks for another page
    if (event.defaultPrevented) { own.forEach((one) => sessionStorage.removeItem(one)); return; } // another script sends it
    sessionStorage.setItem("gone", "");
    sessionStorage.setItem("pending", JSON.stringify([...pending, ...own]));
  }
  addEventListener("submit", sends);

  function keepAll(form) {
    sessionStorage.setItem(place(form), JSON.stringify(fields(form).map(entry)));
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
      if (!changed(one)) { return false; }
      for (let inside = one.closest("details"); inside; inside = inside.parentElement.closest("details")) { inside.open = true; }
      return true;
    });
    if (found.length) { tell(form); form.dispatchEvent(new Event("change", { bubbles: true })); }
  }

  function mind(form) {
    const answered = unanswered(form), kept = () => { if (answered) { keepAll(form); } else { keep(form); } };
    if (answered) { keepAll(form); } else { putBack(form); }
    form.addEventListener("input", kept);
    form.addEventListener("change", kept);
    form.addEventListener("submit", function (sent) {
      if (sent.submitter && sent.submitter.name === "fill") { sessionStorage.setItem("filled-from", top(sent.submitter)); }
    });
  }

  /* A form that is too large to be taken is not sent: what was typed stays where it is. */
  const most = Number(document.body.dataset.most || Infinity), ESCAPED = 9; // bytes of a character at most, as a form is sent
  function bytes_of(form) {
    const texts = [...new FormData(form)].filter(([, value]) => typeof value === "string").map(([name, value]) => [name, value.replace(/\r?\n/g, "\r\n")]);
    const length = texts.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
    if (length * ESCAPED < most) { return length; }
    return form.enctype === "multipart/form-data" ? new Blob(texts.flat()).size + 2 * texts.length : new URLSearchParams(texts).toString().length;
  }
  document.addEventListener("submit", function (event) {
    const form = event.target, bytes = form.method === "post" ? bytes_of(form) : 0, old = form.querySelector(".toolong");
    if (old) { old.remove(); }
    if (bytes <= most) { return; }
    event.preventDefault();
    event.stopImmediatePropagation();
    const told = document.createElement("div"), words = document.createElement("p");
    told.className = "refusal toolong";
    told.setAttribute("role", "alert");
    told.tabIndex = -1;
    words.textContent = interpolate(gettext("This is too long: it has %(bytes)s bytes, and at most %(most)s are taken. Nothing was sent; what you typed is still here."), { bytes: bytes.toLocaleString("en"), most: most.toLocaleString("en") }, true);
    told.append(words);
    form.prepend(told);
    told.focus();
  }, true);

  forms.forEach(mind);
  /* A button that fills the form: the reader stays where it was pressed, and what it has filled in is read to them. */
  const filled = posted && document.getElementById("filled"), from = sessionStorage.getItem("filled-from");
  sessionStorage.removeItem("filled-from");
  if (filled) {
    filled.focus({ preventScroll: true });
    if (from) { scrollBy({ top: top(filled.parentElement.querySelector("button")) - Number(from), behavior: "instant" }); }
  }
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
