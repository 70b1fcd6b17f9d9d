"""The rulebooks' clauses as the pages show them: parsed from ``docs/rulebooks``, with the readings and the conformance."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.token import Token

from campaigns.clauses import HEAD, NAME, read_document
from campaigns.web.page.clause_marks import heading, in_words

BOOKS = ("kriegspiel", "little-wars", "sight", "war-chess", "chess")
"""The rulebooks, by the names of their files, in the order in which they are listed."""
CHAPTER = re.compile(r"^##+ (?:\d+[.\d]* )?(?P<title>.*?)(?: \([A-Z0-9-]+\))?$")
CITED = re.compile(rf"\b(?:KTI-)?{NAME}\b")
MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@dataclass(frozen=True)
class Clause:
    """A clause of a rulebook in our own words.  text: Markdown without marks.  chapter: the heading over it.  book: its file."""

    name: str
    title: str
    text: str
    chapter: str = ""
    book: str = ""

    @property
    def lede(self) -> str:
        """Its first paragraph, which ends with its source."""
        return self.text.split("\n", 1)[0]

    @property
    def html(self) -> SafeString:
        """Its text for a page: HTML in it is escaped, other clauses are links.

        Each ruling, gap and example has an anchor, ``ruling-1`` and so on, to which others can link.
        """
        tokens = MARKDOWN.parse(linked(self.text, self.name))
        for number, at in enumerate((at for at, one in enumerate(tokens) if one.type == "list_item_open"), 1):
            tokens[at].attrSet("id", f"ruling-{number}")
            inline = next((one for one in tokens[at:] if one.type == "inline"), None)
            if inline is not None and inline.children is not None:
                mark = Token("html_inline", "", 0, content=ANCHOR.format(number))
                inline.children.append(mark)
        # Safe: told to know no HTML, markdown-it escapes what it read; the anchors are ours.
        html: str = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
        return mark_safe(html)


ANCHOR = ' <a class="anchor" href="#ruling-{0}" aria-label="Link to this ruling">¶</a>'


@dataclass(frozen=True)
class Reading:
    """A doubtful place: the possible readings, ours and why, and the option that switches it, if one does."""

    name: str
    clauses: tuple[str, ...]
    readings: str
    ours: str
    option: str
    chapter: str

    @property
    def html(self) -> SafeString:
        """The possible readings, and ours, for a page."""
        text = f"**The readings.** {self.readings}\n\n**Ours, and why.** {self.ours}"
        # Safe: told to know no HTML, markdown-it escapes it.
        html: str = MARKDOWN.render(linked(text, self.name))
        return mark_safe(html)


def linked(text: str, itself: str = "") -> str:
    """A text in which every clause and reading that it cites is a link, except to the page itself."""
    return CITED.sub(lambda one: one[0] if one[0] == itself else f"[{one[0]}](/rulebook/{one[0]}/)", text)


def parse(text: str, book: str = "") -> dict[str, Clause]:
    """The clauses of a rulebook by name; a clause ends at the next clause, heading or rule.

    >>> parse("**KS-MOVE-01 · Rates.** Infantry goes `12` in.")["KS-MOVE-01"].lede
    'Infantry goes `12` in.'
    >>> parse("#### LW-SHOT-08 — Reporting a shot · [—] · UMP")["LW-SHOT-08"].title
    'Reporting a shot'
    """
    found: dict[str, Clause] = {}
    lines: dict[str, list[str]] = {}
    name = chapter = ""
    for line in text.splitlines():
        head = HEAD.match(line)
        if head:
            name, (title, _, marks) = head["name"], head["title"].partition(" · ")
            found[name] = Clause(name, title, "", chapter, book)
            lines[name] = [*([heading(marks), ""] if marks else []), *([head["text"]] if head["text"] else [])]
        elif line.startswith(("#", "---")):
            name, under = "", CHAPTER.match(line)
            chapter = under["title"] if under and line.startswith(("## ", "### ")) else chapter
        elif name:
            lines[name].append(line)
    return {name: replace(one, text=in_words("\n".join(lines[name]), book)) for name, one in found.items()}


@lru_cache(maxsize=1)
def rulebook() -> dict[str, Clause]:
    """The clauses of all rulebooks that are installed, book by book."""
    return {
        name: clause for book in BOOKS for name, clause in parse(read_document("rulebooks", f"{book}.md"), book).items()
    }


def titles() -> dict[str, str]:
    """The rulebooks that are installed: the title of each, by its file."""
    texts = {book: read_document("rulebooks", f"{book}.md") for book in BOOKS}
    return {book: text.partition("\n")[0].removeprefix("# ") for book, text in texts.items() if text}


def chapter_of(clause: str) -> str:
    """The chapter in which a clause stands; its own letters where the rulebook is not installed."""
    known = rulebook().get(clause)
    return known.chapter if known is not None else clause.rpartition("-")[0]


@lru_cache(maxsize=1)
def readings() -> dict[str, Reading]:
    """The readings of ``docs/readings.md`` by their ids."""
    return {one.name: one for one in _readings(read_document("readings.md"))}


def _readings(text: str) -> Iterator[Reading]:
    chapter = ""
    for line in text.splitlines():
        if line.startswith("#"):
            chapter = line.lstrip("# ")
        elif line.startswith("| KTI-"):
            name, clauses, several, ours, option = (cell.strip() for cell in line.strip().strip("|").split(" | "))
            cited = tuple(one.strip() for one in clauses.split(","))
            yield Reading(name, cited, several, ours, option.strip("`–"), chapter)


def readings_on(clause: str) -> list[Reading]:
    """The readings of a clause."""
    return [one for one in readings().values() if clause in one.clauses]


@lru_cache(maxsize=1)
def conformance() -> dict[str, Any]:
    """What ``make conformance`` found for every book, by file name: edition, and of each clause its state, why, and its cases."""
    found = {book: read_document("conformance", f"{book}.json") for book in BOOKS}
    return {book: json.loads(text) for book, text in found.items() if text}


def proof_of(clause: str) -> dict[str, Any] | None:
    """The state of a clause in the conformance of its book; none where it is not in one."""
    known = rulebook().get(clause)
    found: dict[str, Any] | None = conformance().get(known.book, {}).get("clauses", {}).get(clause) if known else None
    return found
