"""A refusal calls a field what its label calls it, and leads there; the field is marked as refused, and described by it.

What is refused has the key of a field (``of_field``), and only the page knows how it is labelled: so the label is read from the
page as it is sent.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.http import HttpResponse, HttpResponseBase
from django.template.response import SimpleTemplateResponse
from django.utils.html import escape, format_html

NAMED = re.compile(r'<b data-of-field="([^"]*)">(.*?)</b>', re.S)
"""What a refusal calls its field before the page's label is known (the tag ``refused_words``)."""
WORDS = "refused-words"
"""The id of the sentence of a refusal at the head of a page."""
TYPED = frozenset({"input", "select", "textarea"})
NO_WORDS = frozenset({"soft", "unseen", "count"})
"""Classes of what stands in a label and is no part of the name."""


@dataclass
class Control:
    """A control of a form.

    tag: as it is written; words: of the label in which it stands; legend: of its group; told: the id of an error beneath it, or an
    empty one.
    """

    name: str
    id: str
    tag: str
    place: int
    words: Words | None
    legend: Words | None
    told: str | None = None


@dataclass
class Words:
    """The words of a label or a legend."""

    text: list[str] = field(default_factory=list)


class Fields(HTMLParser):
    """The controls of a page and their labels."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.controls: list[Control] = []
        self.labels: dict[str, Words] = {}
        self.legends: list[Words] = []
        self.open: Words | None = None
        self.quiet: list[str] = []
        self.starts = [0]
        for line in html.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A label opens, or a group; a control, or an error beneath one."""
        given = {key: value or "" for key, value in attrs}
        classes = frozenset(given.get("class", "").split())
        if self.quiet or (self.open is not None and tag == "span" and classes & NO_WORDS):
            self.quiet += [tag] if tag == "span" else []
        elif tag in ("label", "legend"):
            self.open = Words()
            if tag == "label":
                self.labels[given.get("for", "")] = self.open
            elif self.legends:
                self.legends[-1].text = self.open.text
        elif tag == "fieldset":
            self.legends.append(Words())
        elif tag in TYPED and given.get("type") != "hidden" and given.get("name"):
            self._control(given)
        elif tag == "p" and "error" in classes and self.controls:
            self.controls[-1].told = given.get("id", "")

    def _control(self, given: dict[str, str]) -> None:
        line, column = self.getpos()
        place, tag = self.starts[line - 1] + column, self.get_starttag_text() or ""
        ticked = given.get("type") in ("radio", "checkbox") and self.legends
        legend = self.legends[-1] if ticked else None
        self.controls.append(Control(given["name"], given.get("id", ""), tag, place, self.open, legend))

    def handle_endtag(self, tag: str) -> None:
        """A label closes, or a group."""
        if self.quiet and tag == "span":
            self.quiet.pop()
        elif tag in ("label", "legend"):
            self.open = None
        elif tag == "fieldset" and self.legends:
            self.legends.pop()

    def handle_data(self, data: str) -> None:
        """Words of a label."""
        if self.open is not None and not self.quiet:
            self.open.text.append(data)

    def find(self, key: str) -> Control | None:
        """The control of a field: of several of that name the one that has an error beneath; else the only one that has one."""
        named = [one for one in self.controls if one.name in (key, key.replace(".", "_").replace(" ", "_"))]
        told = [one for one in named or self.controls if one.told is not None]
        return (told or named)[0] if named else told[0] if len(told) == 1 else None

    def is_of_several(self, one: Control) -> bool:
        """Whether a control is one of a list that is ticked, which the legend names."""
        return one.legend is not None and sum(other.name == one.name for other in self.controls) > 1

    def called(self, one: Control) -> str:
        """What a control is called: its label, or the legend of its list, without what explains it."""
        words = one.legend if self.is_of_several(one) else one.words or self.labels.get(one.id)
        plain = " ".join("".join(words.text).split()) if words is not None else ""
        return re.sub(r"\s*\([^()]*\)$", "", plain).partition(": ")[0]


def labelled(html: str) -> str:
    """A page on which a refusal calls its field what the page does.

    >>> words, form = '<b data-of-field="men">Men</b>: Enter it.', '<label for="n">How many</label><input id="n" name="men">'
    >>> labelled(words + form).partition("Enter it.")[0]
    '<a href="#n">How many</a>: '
    >>> labelled(words + form).partition("</label>")[2]
    '<input id="n" name="men" aria-invalid="true" aria-describedby="refused-words">'
    """
    found = NAMED.search(html)
    if found is None:
        return html
    fields = Fields(html)
    one = fields.find(found[1])
    called = fields.called(one) if one is not None else ""
    if one is None or not called:
        return html.replace(found[0], found[2])
    several = fields.is_of_several(one)
    if not several:
        html = html[: one.place] + marked(one) + html[one.place + len(one.tag) :]
    link = format_html('<a href="#{}">{}</a>', one.id, called) if one.id and not several else escape(called)
    return html.replace(found[0], link)


def marked(one: Control) -> str:
    """The tag of a control that was refused, with what tells a screen reader of it."""
    tag, told = one.tag.removesuffix(">").removesuffix("/"), one.told or WORDS
    if "aria-invalid=" not in tag:
        tag += ' aria-invalid="true"'
    if "aria-describedby=" not in tag:
        return f'{tag} aria-describedby="{told}">'
    return re.sub(r'aria-describedby="(?!.*\b' + re.escape(told) + r"\b)", f'aria-describedby="{told} ', tag) + ">"


def with_labels(response: HttpResponseBase) -> None:
    """A response whose refusal calls its field what the page does."""
    waits = isinstance(response, SimpleTemplateResponse) and not response.is_rendered
    if isinstance(response, HttpResponse) and not waits and b'<b data-of-field="' in response.content:
        response.content = labelled(response.content.decode()).encode()
