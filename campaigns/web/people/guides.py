"""The guides of ``docs`` as the pages show them: whole, or the part that a page is about."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify

from campaigns.web.page.clauses import MARKDOWN, linked
from campaigns.words.languages import ENGLISH, spoken
from rules.values.sentence import say

WHOSE = {"umpire": say("For the umpire"), "commander": say("For the commander")}
"""The guides by role, with their titles."""

PICTURE = re.compile(r"^ *!\[.*?\]\(.*?\)\n?", re.MULTILINE)
LINK = re.compile(r"(?<!!)\[(?P<words>[^\]]+)\]\((?!https?:)(?P<path>[^)#]*)#?(?P<part>[^)]*)\)")
"""A link of a document that leads to another document, or to a part of one."""

PARTS = {
    "umpire": {
        "set-up-a-campaign": ("campaign-new", "campaign-settings"),
        "invite-players": ("roster", "invitations"),
        "create-and-begin-a-battle": (
            "campaign",
            "battle-new",
            "battle-start",
            "battle-terms",
            "look-over",
            "battle-back",
            "battle-delete",
            "campaign-delete",
        ),
        "objectives": ("objectives",),
        "run-a-move": ("home", "desk", "preview", "publish-fire", "submit-move"),
        "enter-the-facts": ("measure", "measuring"),
        "use-the-clock": ("clock",),
        "send-a-message": ("dispatches",),
        "answer-questions": ("answer-question",),
        "return-or-correct-an-order": ("return-order", "correct-order", "decide"),
        "overrule-a-result": ("overrule", "restore"),
        "undo-a-move": ("undo",),
        "see-what-a-player-sees": ("sheet", "situation", "print-sheet"),
        "end-a-battle": ("battle-end", "campaign-end"),
        "look-back-at-a-battle": (
            "record",
            "reports",
            "report",
            "supplies",
            "points",
            "receipts",
            "after",
            "forces",
            "force",
            "replay",
            "draws",
        ),
        "prepare-a-message-or-a-ruling": ("injects", "prepare-ruling"),
        "plan-reinforcements-and-departures": ("arrivals",),
        "score-several-battles": ("standing", "battle-carry", "campaign-forces"),
        "share-a-battle-with-other-umpires": ("sectors",),
        "let-players-set-out-little-wars": ("set-out", "set-out-begin"),
        "umpire-a-board-game": ("board",),
        "run-a-match-or-a-tournament": ("campaign-match", "match", "tournament", "tournament-new"),
        "draw-a-country": ("countries", "country", "country-new", "country-scan", "country-draw"),
        "import-a-survey": ("country-import", "survey"),
        "help-players-with-accounts": ("people",),
    },
    "commander": {
        "take-your-seat": ("home", "invitation", "campaign", "roster"),
        "read-your-sheet": ("sheet", "notices"),
        "give-an-order": ("order", "order-check"),
        "change-or-cancel-an-order": ("receipts",),
        "end-your-move-ready": ("ready",),
        "send-a-message": ("dispatches", "ask-umpire"),
        "read-the-report": ("reports", "report", "slips"),
        "see-the-score": ("supplies", "points", "standing"),
        "print-or-read-as-text": ("situation", "print-sheet"),
        "measure-for-your-side-official": ("measuring",),
        "look-back-at-a-battle": ("after", "forces", "force", "replay", "draws"),
        "set-out-a-little-wars-battle": ("set-out",),
        "play-on-a-board": ("board", "board-play"),
        "practise": ("practice",),
        "play-a-match-or-a-tournament": ("matches", "match", "match-new", "tournament"),
        "set-up-your-profile": ("profile", "mail-address", "password-change"),
    },
}
"""The part of each guide that a page is about."""


SLUG = re.compile(r" \{#([a-z0-9-]+)\}$", re.MULTILINE)
"""How a heading in another language names the English one: ``## Das Blatt lesen {#read-your-sheet}``."""


@dataclass(frozen=True)
class Part:
    """A part of a guide under its heading.  slug: of the English heading; empty for the text before the first.  language: of the text."""

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
    found = [Part("", "", _html(lede, whose), language)]
    for part in parts:
        heading, _, text = part.partition("\n")
        named = SLUG.search(heading)
        found.append(Part(named[1] if named else slugify(heading), SLUG.sub("", heading), _html(text, whose), language))
    return Guide(whose, title.removeprefix("# "), tuple(found))


def _html(text: str, whose: str) -> SafeString:
    """Text of a guide for a page: without pictures, its links leading to pages, clauses as links to theirs."""
    plain = LINK.sub(lambda found: _link(found, whose), SLUG.sub("", PICTURE.sub("", text)))
    # Safe: told to know no HTML, markdown-it escapes it.
    html: str = MARKDOWN.render(linked(plain))
    return mark_safe(html)


def _link(found: re.Match[str], whose: str) -> str:
    """A link of a document as one to the page that shows what it leads to; the bare words where no page does."""
    document = Path(found["path"]).stem or whose
    if document not in WHOSE:
        return found["words"]
    # With the address of the guide: a part is also shown on the page that it is about.
    return f"[{found['words']}]({reverse('help', args=[document])}#{found['part']})"


def about(whose: str, page: str) -> Part | None:
    """The part of a guide that a page is about."""
    slug = next((slug for slug, pages in PARTS[whose].items() if page in pages), None)
    return guide(whose).part(slug) if slug is not None else None
