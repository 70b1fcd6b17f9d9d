"""What a browser sends of the form of a page that somebody fills in: ticks, choices and texts as they stand."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import Any


class Filled(HTMLParser):
    """The fields of the longest form of a page with what stands in them; of several of one name a list."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.forms: list[dict[str, Any]] = [{}]
        self.select, self.text = "", ""
        self.feed(answer.content.decode())
        self.fields = max(self.forms, key=len)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: value or "" for key, value in attrs}
        here, name, value = self.forms[-1], given.get("name", ""), given.get("value", "")
        if tag == "form":
            self.forms.append({})
        elif tag == "input" and name and (given.get("type") not in ("radio", "checkbox") or "checked" in given):
            there = here.get(name)
            here[name] = value if there is None else [*(there if isinstance(there, list) else [there]), value]
        elif tag == "select":
            self.select = name
        elif tag == "option" and self.select and ("selected" in given or self.select not in here):
            here[self.select] = value
        elif tag == "textarea":
            self.text = name
            here[name] = ""

    def handle_data(self, data: str) -> None:
        if self.text:
            self.forms[-1][self.text] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select":
            self.select = ""
        if tag == "textarea":
            self.text = ""
