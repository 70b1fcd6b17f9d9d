/* What the map editor has computed from a few points: smooth curves, the banks of a river, and contours within and between others.
   The site does it, exactly; what is pressed stays until the answer is there. */
"use strict";
(function () {
  const board = document.getElementById("board");
  if (!board || !board.dataset.sketch) { return; }

  /* asked: as of rules/ground/sketch/sketch.py.  then: with the features that were made; failed: what puts the points back. */
  async function ask(asked, then, failed) {
    const form = new FormData();
    form.append("csrfmiddlewaretoken", board.querySelector("[name=csrfmiddlewaretoken]").value);
    form.append("sketch", JSON.stringify(asked));
    let told = null;
    try {
      const answer = await fetch(board.dataset.sketch, { method: "POST", body: form, headers: { Accept: "application/json" } });
      told = await answer.json();
    } catch { told = null; }
    if (told && told.features) { then(told.features); return; }
    failed();
    board.dispatchEvent(new CustomEvent("draw:warn", { detail: told && told.sentence ? told.sentence : gettext("The site does not answer. Try again.") }));
  }

  /* The fields by which a chosen contour gets others within it, or up to another one. */
  function slopes({ country, id, element, field, addAll }) {
    const one = country.contours[id], others = Object.keys(country.contours).filter((name) => name !== id);
    const ring = one.line && String(one.line[0]) === String(one.line[one.line.length - 1]);
    const steps = element("input", { inputmode: "numeric", value: "3", maxlength: 2 }), boxes = [field(gettext("Number of new contours"), steps)];
    const send = (asked) => ask({ size: country.size, one, steps: Number(steps.value), ...asked }, addAll, () => {});
    const button = (word, asked) => { const made = element("button", { type: "button" }, word); made.addEventListener("click", () => send(asked())); return made; };
    if (ring) { boxes.push(button(gettext("Draw them inside"), () => ({ sort: "hill" }))); }
    if (others.length) {
      const select = element("select");
      others.forEach((name) => select.append(element("option", { value: name }, interpolate(gettext("%(height)s in., %(thing)s"), { height: country.contours[name].height || 0, thing: name }, true))));
      boxes.push(field(gettext("Or up to this contour"), select), button(gettext("Draw them in between"), () => ({ sort: "between", other: country.contours[select.value] })));
    }
    const box = element("details", { class: "folded" });
    box.append(element("summary", {}, gettext("More heights from it")), ...boxes);
    return [box];
  }
  window.sketch = { ask, slopes };
})();
