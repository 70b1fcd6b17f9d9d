"""A phrasebook: sentences with gaps, found again in what is said, and said in another language.

An entry is a sentence in which ``{name}`` stands for whatever was filled in: ``{body} marched {distance}``.  What stood in a gap is
put into the other language in its turn, where the book knows it, and left as it is where not: a name stays a name.
``{count:Mann|Leute}`` in the other language chooses by whether the gap held a 1.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

GAP = re.compile(r"\{([a-z_][a-z_0-9]*)(?::([^{}|]*)\|([^{}]*))?\}", re.IGNORECASE)
WORD = re.compile(r"\w+")
LIGHT = 6
"""Letters of an entry below which its gaps hold one thing each, and nothing that is joined to another."""

JOINED = re.compile(r",(?: |$)| and |[:;] ")

FEWEST = 3
"""Letters of an entry with gaps below which it says too little to be found again: *to*, *of*, *ft*."""

LEAST = 5
"""Letters of an entry with gaps that have to be there for a whole text to be taken for it."""

ENDS = re.compile(r"(?<=[.?!…:;])(?<![Nn]o\.)\s+")
STOPPED = re.compile(r"(?<=[\d}] )in\.(?=[^\S\n]+[a-z\d(→=×+]|[,;:)]|$)")
"""The short form of inches, where its point ends no sentence that goes on."""

RECKONED = re.compile(r"( (?:[=+→×÷/-]|->) |; | \((?=[A-Za-z])|\)$)")
"""What stands between the parts of a sum, or of a list of sums; each part is said by itself."""

DEEPEST = 5
WRITTEN = frozenset("text paused_reason comment".split())
"""Gaps that hold what somebody has written: it is left as it is."""

NAMED = frozenset("name called battle battle_name".split())
"""Gaps that hold a name: it stays a name, unless it is an entry as it stands, as *Red* is."""

GIVEN = "reason"
"""A gap that holds what the rules say or what somebody has written: it is put into the other language where it is an entry as it stands."""

UNTOUCHED = WRITTEN | NAMED | {GIVEN}

COUNT = r"[-−+]?\d[\d ,.:½¼¾⅓⅔/]*|an?|one|no"
"""What a gap holds that is called ``n``: it stands before a noun that is counted."""

SEAT = r"(?!own\b)(?:The )?[^\s,\d][^\s,]*"
"""What a gap holds that is called ``seat``: the name of a side before that of an arm, in one word."""

PLURAL = re.compile(r"s\d*|ending")
"""Gaps that hold the ending of a noun, or nothing."""

NEXT = re.compile(r"[a-z\d)][.?!] [A-Z]")
"""Where one sentence ends and the next begins: no gap holds that."""

SMALL_WORDS = re.compile(
    r"\b(the|of|and|is|are|has|have|been|with|your|you|that|which|to|a|an|or|by|its|it|whom|who|from)\b"
)
"""More of them than a name has make a sentence."""

LONGEST_FITTED, LONGEST_HELD = 400, 120
"""Of a text that is held against entries with gaps, and of one that stands in a gap itself: so that none takes long."""

STOP = "_stop"
MARKS = (".", "!", "?", "…", ":", ";")
"""An entry that ends with none of these may have a full stop after it."""

ENDED = (".", "!", "?", "}")
"""After these a gap may hold nothing: ``…stood.{cover}``."""

MOST_TOGETHER = 4
"""Sentences that one entry may hold."""

LONGEST = 4_000
"""Of a text that is looked for among sentences with gaps, in characters."""


@dataclass(frozen=True)
class Entry:
    """A sentence with gaps.  weight: how much of it is fixed; the heaviest that fits is taken.  sums: it is a sum itself.
    light: hardly a word of it is fixed.
    """

    found: re.Pattern[str]
    other: str
    weight: int
    capital: bool
    sums: bool
    light: bool


class Phrasebook:
    """Entries, English to another language.  small: what is put in place within a gap, as a pattern and what stands for it."""

    def __init__(self, entries: Mapping[str, str], small: Iterable[tuple[str, str]] = ()) -> None:
        told = {_unstopped(english): other for english, other in entries.items() if other}
        self._told = told
        self._exact = {english: other for english, other in told.items() if not GAP.search(english)}
        self._small = [(re.compile(pattern), other) for pattern, other in small]
        self._anchored = _anchored({english: other for english, other in told.items() if GAP.search(english)})
        self._spaced: Callable[[str, int], str] = lru_cache(maxsize=20_000)(self._spaced_anew)
        self.say: Callable[[str], str] = lru_cache(maxsize=20_000)(self._say)

    def entry(self, english: str) -> str:
        """An entry as it stands in the book, with its gaps open; the English one where there is no other."""
        return self._told.get(_unstopped(english), english)

    def _say(self, text: str) -> str:
        """The text in the other language, sentence by sentence where the whole is not known; as it is where nothing is."""
        return self._spaced(text, 0)

    def _spaced_anew(self, text: str, depth: int) -> str:
        """The same, with the spaces about it as they were."""
        core = text.strip()
        if not any(letter.isalpha() for letter in core) or len(core) > LONGEST:
            return text
        before, _, after = text.partition(core)
        bare = _unstopped(core)
        said = self._patched(bare) if depth > DEEPEST else self._core(bare, depth)
        if said == bare:
            return text
        stop = "." if not depth and core.endswith("in.") and core[:1].isupper() and not said.endswith(".") else ""
        return f"{before}{said}{stop}{after}"

    def _core(self, core: str, depth: int) -> str:
        found = self._whole(core, depth)
        if found is not None:
            return found
        reckoned = RECKONED.split(core)
        if len(reckoned) > 1 and not NEXT.search(core):
            return "".join(part if at % 2 else self._spaced(part, depth + 1) for at, part in enumerate(reckoned))
        pieces = ENDS.split(core)
        if len(pieces) > 1:
            return self._pieces(pieces, depth)
        listed = self._listed(core, depth)
        if listed is not None:
            return listed
        return self._patched(core) if depth else core

    def _pieces(self, pieces: list[str], depth: int) -> str:
        """Sentence after sentence: the longest run of them that is known, then what follows."""
        said = []
        at = 0
        while at < len(pieces):
            for end in range(min(len(pieces), at + MOST_TOGETHER), at, -1):
                found = self._whole(" ".join(pieces[at:end]), depth)
                if found is not None:
                    break
            else:
                end, found = at + 1, self._piece(pieces[at], depth)
            said.append(found)
            at = end
        return " ".join(said)

    def _piece(self, piece: str, depth: int) -> str:
        """A piece that is no entry by itself: what stands before its colon or semicolon may be one."""
        bare = piece.rstrip(":;")
        if bare != piece and bare:
            return self._spaced(bare, depth) + piece[len(bare) :]
        return self._patched(piece) if depth else piece

    def _whole(self, core: str, depth: int) -> str | None:
        """The text as one entry, with or without its full stop, and however it begins."""
        for text, stop in ((core, ""), (core.removesuffix("."), "."), (f"{core}.", "")):
            if stop and text == core:
                continue
            for begun in dict.fromkeys((text, text[:1].lower() + text[1:], text[:1].upper() + text[1:])):
                found = self._exact.get(begun)
                if found is not None:
                    return _begun(found, core, begun) + stop
        return self._fitted(core, depth)

    def _fitted(self, core: str, depth: int) -> str | None:
        """The text as the heaviest entry with gaps that fits."""
        if len(core) > (LONGEST_HELD if depth else LONGEST_FITTED):
            return None
        words = set(WORD.findall(core.lower())) | {""}
        fitting = [
            entry for word in words for entry in self._anchored.get(word, ()) if entry.sums or not _is_sum(core, depth)
        ]
        for entry in sorted(fitting, key=lambda one: -one.weight):
            if not depth and entry.weight < LEAST and "n" not in entry.found.groupindex:
                continue
            match = entry.found.fullmatch(core)
            if match:
                said = self._said_with(entry, match.groupdict(), core, depth)
                if said is not None:
                    return said
        return None

    def _said_with(self, entry: Entry, gaps: Mapping[str, str], core: str, depth: int) -> str | None:
        """An entry with its gaps filled, begun with a capital letter where the text was; nothing where a gap would hold a sentence."""
        filled = {name: self._gap(name, held, depth + 1) for name, held in gaps.items()}
        if entry.light and any(JOINED.search(held) for held in gaps.values()):
            return None
        told = [held for name, held in filled.items() if name not in UNTOUCHED]
        if any(len(SMALL_WORDS.findall(held)) > 2 or (held[:1] != " " and NEXT.search(held)) for held in told):
            return None
        said = GAP.sub(lambda gap: _put(gap, gaps, filled), entry.other) + filled.get(STOP, "")
        capital = core[:1].isupper() and not entry.capital and not entry.other.startswith("{")
        return said[:1].upper() + said[1:] if capital else said

    def _gap(self, name: str, held: str, depth: int) -> str:
        """What comes into a gap of that name for what stood there."""
        if name == GIVEN:
            return self._whole(held, depth) or held
        if name in NAMED:
            return self._exact.get(held, held)
        return held if name in WRITTEN else self._spaced(held, depth)

    def _listed(self, core: str, depth: int) -> str | None:
        """Things in a row: ``a, b and c``, or ``a, b``; a text that is no gap only where the book knows each of them."""
        head, conjunction, last = core.rpartition(" and ")
        rest = (head if conjunction else core).split(", ")
        if not conjunction and len(rest) < 2:
            return None
        parts = [*rest, last] if conjunction else rest
        known = (self._spaced(one, depth + 1) if depth else self._thing(one) for one in parts)
        said = [one for one in known if one is not None]
        if len(said) < len(parts):
            return None
        return f"{', '.join(said[:-1])} und {said[-1]}" if conjunction else ", ".join(said)

    def _thing(self, text: str) -> str | None:
        """One thing of a row that is no gap; nothing where the book does not know it."""
        if not any(map(str.isalpha, text)):
            return text
        return self._whole(text, int(text[:1].isdigit()))

    def _patched(self, core: str) -> str:
        """What is left in a gap, with its lengths and small words in the other language."""
        for pattern, other in self._small:
            core = pattern.sub(other, core)
        return core


def _is_sum(text: str, depth: int) -> bool:
    """Whether a text is a sum, which is said part by part; in a gap an addition is one too."""
    return " = " in text or bool(depth and " + " in text)


def _unstopped(text: str) -> str:
    """A text without the points of its inches.

    >>> _unstopped("9 ft 6 in. east, 4 in. north. It stands in line.")
    '9 ft 6 in east, 4 in north. It stands in line.'
    """
    return STOPPED.sub("in", text)


def _put(gap: re.Match[str], gaps: Mapping[str, str], filled: Mapping[str, str]) -> str:
    """What comes into a gap: what stood there, or the word for one or for many."""
    if gap[2] is not None:
        return gap[2] if gaps.get(gap[1], "").strip() in ("1", "one", "a") else gap[3]
    return filled.get(gap[1], "")


def _begun(found: str, core: str, begun: str) -> str:
    """What was found, begun with a capital letter where the text was and the entry was not."""
    return found[:1].upper() + found[1:] if core[:1].isupper() and begun[:1].islower() else found


def _anchored(entries: Mapping[str, str]) -> dict[str, list[Entry]]:
    """Entries by the rarest whole word of each, so that a text is held against few of them."""
    fixed = {english: _fixed_words(english) for english in entries}
    often = Counter(word for words in fixed.values() for word in words)
    anchored: dict[str, list[Entry]] = defaultdict(list)
    for english, other in entries.items():
        anchor = min(fixed[english], key=lambda word: (often[word], word), default="")
        weight = sum(len(part.strip()) for part in GAP.sub("\0", english).split("\0")) + ("{seat}" in english)
        letters = sum(map(str.isalpha, GAP.sub("", english)))
        if 0 < letters < FEWEST and "{n}" not in english:
            continue
        light, sums = 0 < letters < LIGHT, bool(RECKONED.search(english))
        entry = Entry(_pattern(english), other, weight, english[:1].isupper(), sums, light)
        anchored[anchor].append(entry)
    return dict(anchored)


def _fixed_words(english: str) -> list[str]:
    """Words that stand in an entry whole, with no gap beside them."""
    bare = GAP.sub("\0", english.lower())
    return [match[0] for match in re.finditer(r"(?<![\w\0])\w+(?![\w\0])", bare)]


def _held(name: str, before: str, after: str) -> str:
    """What a gap of that name may hold, between what stands before and after it; of two together the first holds what it can."""
    if name == "n":
        return COUNT
    if name == "seat":
        return SEAT
    if PLURAL.fullmatch(name):
        return r"\w{0,3}"
    if before[-1:].isalnum():
        return r"(?:\w{0,3}|[^\w].*?)"
    most = "" if after.startswith("{") else "?"
    return (".*" if before.endswith(ENDED) else ".+") + most


def _pattern(english: str) -> re.Pattern[str]:
    """What finds an entry in a text; the full stop at its end may be missing, for one after a length is left out."""
    parts, at, seen = [], 0, set()
    for gap in GAP.finditer(english):
        parts.append(re.escape(english[at : gap.start()]))
        held = _held(gap[1], english[: gap.start()], english[gap.end() :])
        parts.append(f"(?P={gap[1]})" if gap[1] in seen else f"(?P<{gap[1]}>{held})")
        seen.add(gap[1])
        at = gap.end()
    tail = english[at:]
    parts.append(re.escape(tail.removesuffix(".")) + (r"\.?" if tail.endswith(".") else ""))
    body = "".join(parts) + ("" if tail.endswith(MARKS) else rf"(?P<{STOP}>\.?)")
    first = body[:1]
    if first.isalpha() and not english.startswith("{"):
        body = f"[{first.lower()}{first.upper()}]{body[1:]}"
    return re.compile(body, re.DOTALL)
