"""The text of a page, and which of its words are not German: those that the German catalogs and guides never use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from html.parser import HTMLParser

from campaigns.words.catalogs import read
from kriegspiel.languages import LOCALE

LABELS = frozenset(
    "title aria-label aria-description aria-roledescription alt placeholder data-label data-words data-word data-long data-empty".split()
)
"""Attributes that are read out or shown; the last are said by a script."""

UNREAD = frozenset("script style textarea pre code kbd".split())
EMPTY = frozenset("area base br col embed hr img input link meta source track wbr".split())
WORD = re.compile(r"[^\W\d_]+(?:[’'][^\W\d_]+)?")
MARK = re.compile(r"</?[a-z]+\d*>|\{[^{}]*\}|%\(\w+\)s")
ENGLISH = frozenset(
    """
    the of and is are with your you that which to by its it whom who from has have been not for on at be this he his him her but or if
    act affair after again american ammunition amount asked back battle battles before board boat bodies body book both bridge called
    campaign change charge charging chess clause close commander contour country courier couriers deadline desk distance draft draw
    during east effects engine engineers evening example extended fact facts fail false farm feature figures finding fire first flight
    floor food foot forage ford fours game give goes good group gun guns head heads heard height held horse horses hours house inch
    inches issue key kind know leave left length light measured men merge message mill move moves  north notice number
    once opponent options order over overrule own packet packets path pocket prisoners pursuit rail ranks receipt refused remarks remind
    reported retire retreat rifle road seats seed send several sheet shell shells short shot shots side sides size south steep subject
    submit supported survey targets thing time toss touch trail tree trench true twenty two umpire umpires unlimber value
    wars water weight west what when winner wood word work written wrong yourself
    """.split()
)
"""Words that are English wherever they occur, even if the German book uses one in a name."""

NO_WORD = re.compile(
    r"""https?:\S+ | \S+@\S+ | \{".*?\}       # addresses, and what is typed as JSON
    | \b[A-Z]{2,5}\d*(?:-[A-Z]+)*-\d+\w*      # clauses
    | \b(?:KS|LW|WC|CH|CHK|HOUSE)(?:-[A-Z]+)+\b # and their chapters
    | \bE-[A-Z]+\b                            # codes of refusals
    | \b[0-9a-f]{6,}(?:…|\b)                 # digests
    | \b[KQRBP][\w()]*[-x][KQRBP\d][\w()]*(?:\ (?:ch|mate|e\.p\.)\b)*  # chess as the Cyclopaedia writes it
    | \b[KQ]R\b
    | \b(?:red|blue)(?:-\w+)+                # keys of things
    | \b[A-Z]+/[\w_]+\b                       # time zones""",
    re.VERBOSE,
)
"""What is not a word in any language."""


class Page(HTMLParser):
    """Collects the text.  texts: each run of words between two tags, and each label."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.unread: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        english = str(dict(attrs).get("lang")).startswith("en")
        if not self.unread and not english:
            self.texts += [value for name, value in attrs if value and name in LABELS]
        if tag not in EMPTY and (self.unread or english or tag in UNREAD):
            self.unread.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.unread:
            while self.unread.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not self.unread and data.strip():
            self.texts.append(" ".join(data.split()))


class Drawing(HTMLParser):
    """Collects what programs read of a page.  drawn: tag, attribute and value of all that is drawn.

    numbers: those of all other attributes, sorted.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.drawn: list[tuple[str, str, str]] = []
        self.numbers: list[str] = []
        self.depth = 0
        self.feed(html)
        self.numbers.sort()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.depth += tag == "svg"
        given = [(name, value) for name, value in attrs if value and name not in LABELS]
        if self.depth:
            self.drawn += [(tag, name, value) for name, value in given]
        else:
            self.numbers += [
                f"{name}={value}" for name, value in given if NUMBER.fullmatch(value) and name not in TIMED
            ]

    def handle_endtag(self, tag: str) -> None:
        self.depth -= tag == "svg"


NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")
TIMED = frozenset(["data-now", "data-left"])
"""Attributes whose number changes with time."""


def words_of(texts: Iterable[str]) -> Iterator[str]:
    """The words of some texts, in small letters."""
    for text in texts:
        yield from (word.lower() for word in WORD.findall(text))


CODE_OR_LINK = re.compile(r"`[^`]*`|\]\([^)]*\)|\{#[^}]*\}")
"""What of a guide is no German."""


@cache
def german_words() -> frozenset[str]:
    """Every word of the German catalogs and of the German guides."""
    said: list[str] = []
    for path in (LOCALE / "de/LC_MESSAGES").glob("*.po"):
        for message in read(path, "de"):
            forms = message.string if isinstance(message.string, tuple) else (message.string,)
            said += [form for form in forms if form != message.id or " " not in form]
    guides = [CODE_OR_LINK.sub(" ", path.read_text("utf-8")) for path in (LOCALE.parent / "docs/de").glob("*.md")]
    months = "Jan Feb März Apr Mai Juni Juli Aug Sep Sept Okt Nov Dez"
    return frozenset(words_of([*(MARK.sub(" ", one) for one in said), *guides, months]))


def english_in(text: str, names: re.Pattern[str] | None = None) -> list[str]:
    """The words of a text that are not German.  names: what people called things, which stays as it is."""
    bare = NO_WORD.sub(" ", names.sub(" ", text) if names else text)
    return [word for word in words_of([bare]) if len(word) > 1 and (word in ENGLISH or word not in german_words())]
