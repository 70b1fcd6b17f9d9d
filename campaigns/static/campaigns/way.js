/* Orders from the map. What is clicked is written into the field of the order, and the field's value is drawn: the field
   is the order, the map is another way to edit it. A click sets a point, a drag draws a path, a point is dragged or removed by a click;
   with the keyboard a cross is moved by feet (with Shift by inches), Enter sets a point, Backspace removes the last one. */
"use strict";
(function () {
  const COARSE = 1.5, WAIT = 350;
  const form = document.querySelector("form[data-price]"), space = "http://www.w3.org/2000/svg";
  const sixteenth = (inches) => Math.round(inches * 16) / 16;
  document.addEventListener("map:ready", (event) => { if (event.target.dataset.mode) { take(event.target); } });

  function take(figure) {
    const map = figure.map, bar = map.bar, says = figure.querySelector("[data-map-says]");
    const from = (map.svg.dataset.from || "").split(",").map(Number), start = from.length === 2 ? from : null;
    const layer = node("g", { class: "picked" }), line = node("path", { class: "way" }), dots = node("g", {}), cross = node("path", { class: "cross" });
    layer.append(line, dots, cross);
    map.svg.append(layer);
    let cursor = start, grabbed = -1, stroke = null, asked = null, waiting = 0;

    // -- the field, which is the order

    const { choice, area, box, points, write } = window.wayFields(form);
    /* A path is given once: what is typed, or clicked, replaces the earlier value. */
    document.addEventListener("input", function (event) {
      const way = event.target.matches("[data-bearing], [data-inches]") && event.target.value && area();
      if (way && way.contains(event.target) && box(way).value) { write([]); }
    });
    /* What was typed as a direction and inches is shown too. */
    function typed() {
      const way = area(), turn = way && way.querySelector("[data-bearing]"), far = way && way.querySelector("[data-inches]");
      const names = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };
      if (!turn || !far || !start || !turn.value.trim() || !(window.figure(far.value) > 0)) { return []; }
      const degrees = names[turn.value.trim().toLowerCase()] ?? window.figure(turn.value, true);
      if (!Number.isFinite(degrees)) { return []; }
      const angle = degrees * Math.PI / 180;
      return [[start[0] + window.figure(far.value) * Math.sin(angle), start[1] + window.figure(far.value) * Math.cos(angle)]];
    }
    function put(spot) {
      if (!window.wayFields(form).put(spot, start) && says) { says.textContent = choice() ? gettext("This order needs no point on the map.") : gettext("Choose an order first, then its points."); }
    }
    /* A click on a block that the order may name chooses it. */
    function chosen_by(mark) {
      const thing = mark && mark.closest("[data-thing]");
      return Boolean(thing) && window.wayFields(form).name(thing.dataset.thing);
    }

    // -- the drawing

    function draw() {
      const way = area(), spots = points(), shown = spots.length ? spots : typed(), grow = map.size_kept();
      const marches = way && way.dataset.way === "path", all = marches && start ? [start, ...shown] : shown;
      line.setAttribute("d", all.length < 2 ? "" : "M" + all.map((one) => map.units(one).map((part) => part.toFixed(1)).join(" ")).join("L"));
      dots.replaceChildren(...spots.map((one, place) => {
        const [x, y] = map.units(one), dot = node("g", { transform: "translate(" + x.toFixed(1) + " " + y.toFixed(1) + ")scale(" + grow.toFixed(3) + ")", "data-dot": place });
        const words = node("text", { y: 4 });
        words.textContent = place + 1;
        dot.append(node("circle", { r: 22, class: "reach" }), node("circle", { r: 10 }), words);
        return dot;
      }));
      const typing = figure.dataset.mode === "point" && document.activeElement === map.svg.parentElement;
      if (cursor && typing) { const [x, y] = map.units(cursor); cross.setAttribute("transform", "translate(" + x + " " + y + ")scale(" + grow + ")"); }
      cross.setAttribute("d", cursor && typing ? "M-16 0H16M0 -16V16" : "");
      if (way) { tell_length(way, all); }
      for (const button of bar.querySelectorAll("[data-map-undo]")) { button.disabled = !spots.length; }
    }
    function tell_length(way, all) {
      let length = 0;
      for (let i = 1; i < all.length; i += 1) { length += Math.hypot(all[i][0] - all[i - 1][0], all[i][1] - all[i - 1][1]); }
      const help = way.querySelector("[data-way-help]");
      if (help) { help.textContent = length ? help.dataset.long.replace("…", sixteenth(length)) : help.dataset.empty; }
    }
    function node(name, given) {
      const made = document.createElementNS(space, name);
      for (const [key, value] of Object.entries(given)) { made.setAttribute(key, value); }
      return made;
    }

    // -- the cost, computed by the rules

    function price(form_tried) {
      clearTimeout(waiting);
      if (!form || !says) { return; }
      if (asked) { asked.abort(); }
      waiting = setTimeout(async function () {
        asked = new AbortController();
        try {
          const answer = await fetch(form.dataset.price, { method: "POST", body: form_tried || new FormData(form), signal: asked.signal, headers: { Accept: "text/html" }, redirect: "error" });
          if (answer.ok) { says.innerHTML = await answer.text(); }
        } catch { /* requested again, or no connection: the read-back will say it */ }
      }, WAIT);
    }

    // -- mouse, touch and keys

    const whole = ([x, y]) => [Math.round(x), Math.round(y)];
    figure.addEventListener("map:press", function (event) {
      const dot = event.detail.on && event.detail.on.closest("[data-dot]");
      grabbed = dot ? Number(dot.dataset.dot) : -1;
      stroke = null;
    });
    figure.addEventListener("map:drag", function (event) {
      const spot = [event.detail.x, event.detail.y];
      if (grabbed >= 0) { return write(points().map((one, place) => place === grabbed ? whole(spot) : one)); }
      if (!area() || ["angle", "spot", "rails"].includes(area().dataset.way)) { return; }
      stroke = stroke || [];
      stroke.push(spot);
      const before = points(), all = [...(before.length ? before.slice(-1) : start && area().dataset.way === "path" ? [start] : []), ...stroke];
      line.setAttribute("d", "M" + all.map((one) => map.units(one).join(" ")).join("L"));
    });
    figure.addEventListener("map:release", function (event) {
      const spot = whole([event.detail.x, event.detail.y]);
      if (stroke && stroke.length > 1) { write([...points(), ...thinned(stroke, COARSE).map(whole)]); }
      else if (grabbed >= 0 && !event.detail.moved) { write(points().filter((_, place) => place !== grabbed)); }
      else if (grabbed < 0 && !chosen_by(event.detail.on)) { put(spot); }
      grabbed = -1; stroke = null;
      draw();
    });
    figure.addEventListener("map:leave", function () { grabbed = -1; stroke = null; draw(); });
    figure.addEventListener("map:key", function (event) {
      const { key, shift, way } = event.detail, by = shift ? 1 : 12;
      const to = !cursor ? null : way ? map.on_sheet([cursor[0] + way[0] * by, cursor[1] - way[1] * by]) : key === "Home" ? start : key === "End" ? points().slice(-1)[0] : null;
      if (to) {
        cursor = whole(to);
        map.into_view(map.units(cursor));
        plate(window.board.cross.said(cursor));
        if (form) { price(tried()); }
      } else if (key === "Enter" && cursor) { put(cursor); }
      else if (key === "Backspace" || key === "Delete") { write(points().slice(0, -1)); }
      else if (key === "Escape") { plate(""); mode("look"); price(); }
      else { return; }
      event.preventDefault();
      draw();
    });
    const plate = (words) => { map.pan.querySelector(".crosssays").textContent = words; };
    /* The form as it would be with the place of the cross. */
    function tried() {
      const body = window.wayFields(form).tried(new FormData(form), cursor, start) || new FormData(form);
      body.set("spot", cursor.join(", "));
      return body;
    }
    figure.addEventListener("map:moved", draw);
    map.svg.parentElement.addEventListener("focus", draw);
    map.svg.parentElement.addEventListener("blur", draw);
    bar.addEventListener("click", function (event) {
      const button = event.target.closest("button");
      if (!button) { return; }
      if (button.dataset.mapMode) { mode(button.dataset.mapMode); map.svg.parentElement.focus({ preventScroll: true }); }
      if (button.dataset.mapUndo === "last") { write(points().slice(0, -1)); }
      if (button.dataset.mapUndo === "all") { write([]); }
    });
    function mode(to) {
      figure.dataset.mode = to;
      for (const button of bar.querySelectorAll("[data-map-mode]")) { button.setAttribute("aria-pressed", String(button.dataset.mapMode === to)); }
      draw();
    }
    document.addEventListener("input", function (event) { if (form && form.contains(event.target)) { window.wayFields.oneAim(event.target); draw(); price(); } });
    document.addEventListener("change", function (event) {
      if (!form || !form.contains(event.target)) { return; }
      window.wayFields.oneAim(event.target);
      if (event.target.name === "choice") { const one = choice(); mode(one && (one.querySelector("[data-way]") || one.querySelector("select")) ? "point" : "look"); }
      draw();
      price();
    });
    mode(area() ? "point" : "look");
    if (choice()) { price(); }
  }

  /* A drawn line with no more points than it needs: points less than so many inches from it are left out. */
  function thinned(all, stray) {
    if (all.length < 3) { return all; }
    const [a, b] = [all[0], all[all.length - 1]], long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    let most = 0, at = 0;
    for (let i = 1; i < all.length - 1; i += 1) {
      const off = long ? Math.abs((b[0] - a[0]) * (a[1] - all[i][1]) - (a[0] - all[i][0]) * (b[1] - a[1])) / long : Math.hypot(all[i][0] - a[0], all[i][1] - a[1]);
      if (off > most) { most = off; at = i; }
    }
    if (most <= stray) { return [b]; }
    return [...thinned(all.slice(0, at + 1), stray), ...thinned(all.slice(at), stray)];
  }
})();
