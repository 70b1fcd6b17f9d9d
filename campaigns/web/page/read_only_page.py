"""A page made read only: everything can be read, and nothing pressed, typed, sent or requested from the server.

Only a list of things may stay: text, pictures, links within the page, to the rulebook, and to the papers that are read
only too.  Forms, scripts, and anything that makes requests by itself are left out, wherever they come from.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from html.parser import HTMLParser

DROPPED = frozenset({"form", "script", "template", "iframe", "object", "embed", "base"})
"""Tags that are left out; of a script its text too."""

CONTROLS = frozenset({"input", "select", "textarea", "button", "option"})
"""Controls that are shown and cannot be used."""

ACTIVE_ATTRIBUTES = (
    "hx-",
    "data-",
    "on",
    "form",
    "action",
    "name",
    "accesskey",
    "autofocus",
    "contenteditable",
    "ping",
    "draggable",
)
"""How attributes begin that send, request or do something."""

Rewrite = Callable[[str], str | None]
"""An address on the page to where it leads on the read-only page; None where it leads nowhere."""


class _ReadOnlyParser(HTMLParser):
    def __init__(self, address: Rewrite, label: str) -> None:
        super().__init__(convert_charrefs=False)
        self.address = address
        self.label = label
        self.out: list[str] = []
        self.muted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("script", "template"):
            self.muted += 1
        if tag in DROPPED or self.muted or (tag == "input" and ("type", "hidden") in attrs):
            return
        kept = [one for name, value in attrs for one in self._attribute(tag, name, value)]
        self.out.append(f"<{' '.join([tag, *kept])}{' disabled' if tag in CONTROLS else ''}>")
        if tag == "main":
            self.out.append(self.label)

    def _attribute(self, tag: str, name: str, value: str | None) -> list[str]:
        if (name.startswith(ACTIVE_ATTRIBUTES) and not (tag == "meta" and name == "name")) or (
            tag in CONTROLS and name == "disabled"
        ):
            return []
        if tag == "meta" and name == "content" and value and "url" in value.lower():
            return []
        if tag in ("a", "area") and name in ("href", "xlink:href"):
            where = self.address(value or "")
            return [] if where is None else [f'{name}="{escape(where)}"']
        return [name if value is None else f'{name}="{escape(value)}"']

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in DROPPED and not self.muted and self.out and self.out[-1].startswith(f"<{tag}"):
            self.out[-1] = f"{self.out[-1][:-1]}/>"

    def handle_endtag(self, tag: str) -> None:
        if tag in ("script", "template"):
            self.muted = max(0, self.muted - 1)
        elif tag not in DROPPED and not self.muted:
            self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        self._say(data)

    def handle_entityref(self, name: str) -> None:
        self._say(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self._say(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        self._say(f"<!{decl}>")

    def _say(self, text: str) -> None:
        if not self.muted:
            self.out.append(text)


def as_read_only(html: str, address: Rewrite, label: str) -> str:
    """A page as it is viewed read only.  label: HTML that is put at the head of its main part."""
    glass = _ReadOnlyParser(address, label)
    glass.feed(html)
    glass.close()
    return "".join(glass.out)
