(least) => {
  /* Each visible target that is too slim, or lies over another. Excepted, as WCAG 2.2 (2.5.8) has it, are a link in running text: where something
     else than targets is read beside it in the same line of the same block; and what stands on a map at its own place, since the place is what it says. */
  const TARGETS = "a[href], button, summary, input:not([type=hidden]), select, textarea, label, [role=button]", ON_A_MAP = "svg :is([data-marks], [data-layer], [data-coming], .faults, .crossings, .own):not(.spread)";
  const ticks = (label) => label.querySelector("input[type=checkbox], input[type=radio]");
  const is_clipped = (one) => { for (let up = one; up; up = up.parentElement) { if (getComputedStyle(up).clipPath === "inset(50%)") { return true; } } return false; };
  const is_seen = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.matches(".skip") && !one.disabled && !is_clipped(one);
  const is_one = (one) => !(one.matches("label") && !ticks(one)) && !(one.matches("input") && one.closest("label")) && !(one.matches("label, svg *") && one.closest(ON_A_MAP));
  const block_of = (one) => { let block = one.parentElement; while (getComputedStyle(block).display === "inline") { block = block.parentElement; } return block; };
  function is_in_text(link) {
    if (!link.matches("a") || getComputedStyle(link).display !== "inline") { return false; }
    const lines = [...link.getClientRects()].map(({ top, bottom }) => (top + bottom) / 2), walker = document.createTreeWalker(block_of(link), NodeFilter.SHOW_TEXT), range = document.createRange();
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!/[\p{L}\p{N}]/u.test(text.data) || text.parentElement.closest(TARGETS) || !is_seen(text.parentElement)) { continue; }
      range.selectNodeContents(text);
      if ([...range.getClientRects()].some((box) => lines.some((line) => box.top < line && line < box.bottom))) { return true; }
    }
    return false;
  }
  function path(one) {
    const names = [];
    for (let up = one; up && up.parentElement && names.length < 4; up = up.parentElement) {
      names.unshift(up.localName + (up.id ? "#" + up.id : "") + [...up.classList].map((name) => "." + name).join(""));
      if (up.id) { break; }
    }
    return names.join(" > ") + " “" + (one.textContent.trim() || one.name || "").slice(0, 30) + "”";
  }
  /* With what it is scrolled: what is scrolled otherwise passes under it. */
  function floats(one) {
    for (let up = one; up; up = up.parentElement) {
      const { position, overflowY } = getComputedStyle(up);
      if (["fixed", "sticky", "absolute"].includes(position) || overflowY !== "visible") { return up; }
    }
    return null;
  }
  const all = [...document.querySelectorAll(TARGETS)].filter((one) => is_one(one) && is_seen(one) && !is_in_text(one)).map((one) => ({ one, box: one.getBoundingClientRect(), on: floats(one) }));
  const slim = all.filter(({ box }) => Math.min(box.width, box.height) < least - .05).map(({ one, box }) => `${path(one)}: ${box.width.toFixed(1)} by ${box.height.toFixed(1)}`);
  /* Of two that lie over one another each has what is left of it: from the middle of one to the middle of the other there must be room for both. */
  const lines = all.sort((a, b) => a.box.top - b.box.top), close = [];
  lines.forEach(function ({ one, box, on }, index) {
    for (const other of lines.slice(index + 1)) {
      if (other.box.top >= box.bottom) { break; }
      const [down, along] = [(other.box.top + other.box.bottom - box.top - box.bottom) / 2, Math.abs(other.box.left + other.box.right - box.left - box.right) / 2];
      const over = other.on === on && Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 1 && box.bottom - other.box.top > 1 && !one.contains(other.one) && !other.one.contains(one);
      if (over && down < least - .05 && along < least) { close.push(`${path(one)} lies over ${path(other.one)}: ${down.toFixed(1)} px from middle to middle`); }
    }
  });
  return [...slim, ...close];
}
