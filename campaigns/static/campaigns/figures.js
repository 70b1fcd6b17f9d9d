/* Numbers as people type them, by the one rule of the server (rules/values/figures.py): a decimal comma, thousands apart.
   NaN where there is none, or where it can be read in two ways. whole: a count, which nobody writes with decimals. */
"use strict";
window.figure = function (typed, whole) {
  const text = String(typed).trim().replace(/\u2212/g, "-").replace(/[\u00a0\u2007-\u2009\u202f'\u2019\u02bc]/g, " ");
  const digits = text.replace(/^[+-]/, ""), sign = text.startsWith("-") ? -1 : 1, points = digits.split(".").length - 1;
  if (!whole && /^[1-9]\d{0,2}(,\d{3}|\.\d\d0)$/.test(digits)) { return NaN; }
  const plain = /^[1-9]\d{0,2}( \d{3})+([.,]\d+)?$/.test(digits) ? digits.replaceAll(" ", "").replace(",", ".")
    : /^[1-9]\d{0,2}(,\d{2,3})*,\d{3}(\.\d+)?$/.test(digits) ? digits.replaceAll(",", "")
      : /^[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/.test(digits) && (whole || points > 1 || digits.includes(",")) ? digits.replaceAll(".", "").replace(",", ".")
        : digits.replace(",", ".");
  const found = /^(\d+\.?\d*|\.\d+)$/.test(plain) ? sign * Number(plain) : NaN;
  return whole && !Number.isInteger(found) ? NaN : found;
};
