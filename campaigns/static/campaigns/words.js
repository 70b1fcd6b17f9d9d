/* What scripts say. On a page that is not in English the catalog of its language (Django's, `{% words_of_scripts %}`) has come before and
   offers these three; in English, and where the catalog did not come, each message stands for itself. Gaps are `%(name)s`. */
"use strict";
window.gettext ??= (message) => message;
window.ngettext ??= (one, many, number) => (number === 1 ? one : many);
window.interpolate ??= (message, gaps) => message.replace(/%\((\w+)\)s/g, (gap, name) => String(gaps[name]));
