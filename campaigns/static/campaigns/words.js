/* The texts of scripts, in the reader's language. Each script passes its English to `said`; `make words` finds it there, and a page
   that is not in English contains the translations. {name} is a gap. */
"use strict";
(function () {
  const words = Object.assign({}, ...[...document.querySelectorAll("[data-said]")].map((one) => JSON.parse(one.dataset.said)));
  window.said = (english, gaps) => (words[english] || english).replace(/\{(\w+)\}/g, (gap, name) => (gaps && name in gaps ? gaps[name] : gap));
})();
