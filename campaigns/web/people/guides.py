"""The guides of ``docs`` as the pages show them, whole or the part that a page is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from campaigns.speech import ENGLISH, spoken
from campaigns.web.page.clauses import MARKDOWN, linked

WHOSE = {"umpire": "For the umpire", "commander": "For the commander"}
"""The guides by role, with their titles."""

PICTURE = re.compile(r"^ *!\[.*?\]\(.*?\)\n?", re.MULTILINE)
BESIDE = re.compile(r"(?<!!)\[([^\]]+)\]\((?!https?:)[^)]*\)")

PARTS = {
    "umpire": {
        "to-learn-it-twenty-minutes-with-the-sample": ("home",),
        "before-the-evening": ("campaign", "campaign-new", "roster", "invitations", "battle-new", "battle-start"),
        "the-country": ("countries", "country", "country-import", "country-new", "country-draw"),
        "during-a-move": ("desk", "clock"),
        "when-time-has-been-called": (
            "measure",
            "preview",
            "measuring",
            "overrule",
            "correct-order",
            "restore",
            "settle-fire",
            "submit-move",
        ),
        "before-the-first-move-of-little-wars": ("battle-terms", "set-out", "set-out-begin"),
        "several-umpires": ("sectors",),
        "a-campaign-of-many-battles": ("standing",),
        "machines-matches-and-tournaments": ("campaign-match", "tournament-new"),
        "after-it": (
            "battle-end",
            "campaign-end",
            "record",
            "reports",
            "report",
            "supplies",
            "points",
            "receipts",
            "after",
            "replay",
            "draws",
        ),
        "people": ("profile", "people", "mail-address", "password-change"),
    },
    "commander": {
        "your-sheet": ("sheet", "situation", "print-sheet", "home", "campaign", "roster", "supplies", "points"),
        "to-give-an-order": ("order", "order-check", "receipts"),
        "to-send-word": ("dispatches",),
        "when-time-has-been-called": ("reports", "report", "slips"),
        "if-you-are-an-official": ("measuring",),
        "when-it-is-over": ("after", "replay", "draws"),
        "to-practise-and-to-play-a-match": ("practice", "matches", "match", "match-new", "tournament"),
        "yourself": ("profile", "mail-address", "password-change", "notices"),
    },
}
"""The part of each guide that a page is about."""


SLUG = re.compile(r" \{#([a-z0-9-]+)\}$")
"""How a heading in another language names the English one: ``## Ihr Blatt {#your-sheet}``."""


@dataclass(frozen=True)
class Part:
    """A part of a guide under its heading.  slug: of the English heading; empty for the text before the first.  language: of its text."""

    slug: str
    heading: str
    html: SafeString
    language: str = ENGLISH


@dataclass(frozen=True)
class Guide:
    """A guide: its title, and its parts in their order."""

    whose: str
    title: str
    parts: tuple[Part, ...]

    def part(self, slug: str) -> Part | None:
        """The part with that slug."""
        return next((part for part in self.parts if part.slug == slug), None)


def guide(whose: str) -> Guide:
    """The guide for somebody in the language of the page; a part that is not translated yet is in English."""
    return _guide(whose, spoken())


@lru_cache(maxsize=8)
def _guide(whose: str, language: str) -> Guide:
    """The same in a language; empty where the documents are not installed."""
    docs = Path(settings.BASE_DIR) / "docs"
    english = _read(docs / f"{whose}.md", whose, ENGLISH)
    path = docs / language / f"{whose}.md"
    if language == ENGLISH or not path.exists():
        return english
    other = _read(path, whose, language)
    return Guide(whose, other.title, tuple(other.part(part.slug) or part for part in english.parts))


def _read(path: Path, whose: str, language: str) -> Guide:
    """A guide, parsed from its file."""
    head, *parts = (path.read_text(encoding="utf-8") if path.exists() else "# ").split("\n## ")
    title, _, lede = head.partition("\n")
    found = [Part("", "", _html(lede), language)]
    for part in parts:
        heading, _, text = part.partition("\n")
        named = SLUG.search(heading)
        found.append(Part(named[1] if named else slugify(heading), SLUG.sub("", heading), _html(text), language))
    return Guide(whose, title.removeprefix("# "), tuple(found))


def _html(text: str) -> SafeString:
    """Text for a page: without pictures and without links to other documents, clauses as links to their pages."""
    plain = BESIDE.sub(r"\1", PICTURE.sub("", text))
    # Safe: markdown-it, with HTML off, escapes it.
    html: str = MARKDOWN.render(linked(plain))
    return mark_safe(html)


def about(whose: str, page: str) -> Part | None:
    """The part of a guide that a page is about."""
    slug = next((slug for slug, pages in PARTS[whose].items() if page in pages), None)
    return guide(whose).part(slug) if slug is not None else None
