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
ENDS = re.compile(r"(?<=[.?!…:;])\s+")
DEEPEST = 3
WRITTEN = frozenset("text reason paused_reason comment".split())
"""Gaps that hold what somebody has written: it is left as it is."""

SMALL_WORDS = re.compile(
    r"\b(the|of|and|is|are|has|have|been|with|your|you|that|which|to|a|an|or|by|its|it|whom|who|from)\b"
)
"""More of them than a name has make a sentence."""

LONGEST_FITTED = (400, 120, 120, 120)
"""Of a text that is held against entries with gaps, by how deep in gaps it stands: so that none takes long."""

MOST_TOGETHER = 4
"""Sentences that one entry may hold."""

LONGEST = 4_000
"""Of a text that is looked for among sentences with gaps, in characters."""


@dataclass(frozen=True)
class Entry:
    """A sentence with gaps.  weight: how much of it is fixed; the heaviest that fits is taken."""

    found: re.Pattern[str]
    other: str
    weight: int
    capital: bool


class Phrasebook:
    """Entries, English to another language.  small: what is put in place within a gap, as a pattern and what stands for it."""

    def __init__(self, entries: Mapping[str, str], small: Iterable[tuple[str, str]] = ()) -> None:
        told = {english: other for english, other in entries.items() if other}
        self._told = told
        self._exact = {english: other for english, other in told.items() if not GAP.search(english)}
        self._small = [(re.compile(pattern), other) for pattern, other in small]
        self._anchored = _anchored({english: other for english, other in told.items() if GAP.search(english)})
        self._spaced: Callable[[str, int], str] = lru_cache(maxsize=20_000)(self._spaced_anew)
        self.say: Callable[[str], str] = lru_cache(maxsize=20_000)(self._say)

    def entry(self, english: str) -> str:
        """An entry as it stands in the book, with its gaps open; the English one where there is no other."""
        return self._told.get(english, english)

    def _say(self, text: str) -> str:
        """The text in the other language, sentence by sentence where the whole is not known; as it is where nothing is."""
        return self._spaced(text, 0)

    def _spaced_anew(self, text: str, depth: int) -> str:
        """The same, with the spaces about it as they were."""
        core = text.strip()
        if not any(letter.isalpha() for letter in core) or len(core) > LONGEST or depth > DEEPEST:
            return text
        before, _, after = text.partition(core)
        return f"{before}{self._core(core, depth)}{after}"

    def _core(self, core: str, depth: int) -> str:
        found = self._whole(core, depth)
        if found is not None:
            return found
        pieces = ENDS.split(core)
        if len(pieces) > 1:
            return self._pieces(pieces, depth)
        if depth:
            listed = self._listed(core, depth)
            if listed is not None:
                return listed
            return self._patched(core)
        return core

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
                end, found = at + 1, self._patched(pieces[at]) if depth else pieces[at]
            said.append(found)
            at = end
        return " ".join(said)

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
        if len(core) > LONGEST_FITTED[depth]:
            return None
        words = set(WORD.findall(core.lower())) | {""}
        fitting = [entry for word in words for entry in self._anchored.get(word, ())]
        for entry in sorted(fitting, key=lambda one: -one.weight):
            if not depth and entry.weight < 4:
                return None
            match = entry.found.fullmatch(core)
            if match:
                said = self._said_with(entry, match.groupdict(), core, depth)
                if said is not None:
                    return said
        return None

    def _said_with(self, entry: Entry, gaps: Mapping[str, str], core: str, depth: int) -> str | None:
        """An entry with its gaps filled, begun with a capital letter where the text was; nothing where a gap would hold a sentence."""
        filled = {name: held if name in WRITTEN else self._spaced(held, depth + 1) for name, held in gaps.items()}
        if any(len(SMALL_WORDS.findall(held)) > 2 for name, held in filled.items() if name not in WRITTEN):
            return None
        said = GAP.sub(lambda gap: _put(gap, gaps, filled), entry.other)
        capital = core[:1].isupper() and not entry.capital and not entry.other.startswith("{")
        return said[:1].upper() + said[1:] if capital else said

    def _listed(self, core: str, depth: int) -> str | None:
        """Things in a row: ``a, b and c``."""
        head, conjunction, last = core.rpartition(" and ")
        if not conjunction:
            return None
        return (
            f"{', '.join(self._spaced(one, depth + 1) for one in head.split(', '))} und {self._spaced(last, depth + 1)}"
        )

    def _patched(self, core: str) -> str:
        """What is left in a gap, with its lengths and small words in the other language."""
        for pattern, other in self._small:
            core = pattern.sub(other, core)
        return core


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
        weight = sum(len(part.strip()) for part in GAP.sub("\0", english).split("\0"))
        anchored[anchor].append(Entry(_pattern(english), other, weight, english[:1].isupper()))
    return dict(anchored)


def _fixed_words(english: str) -> list[str]:
    """Words that stand in an entry whole, with no gap beside them."""
    bare = GAP.sub("\0", english.lower())
    return [match[0] for match in re.finditer(r"(?<![\w\0])\w+(?![\w\0])", bare)]


def _pattern(english: str) -> re.Pattern[str]:
    """What finds an entry in a text; the full stop at its end may be missing, for one after a length is left out."""
    parts, at, seen = [], 0, set()
    for gap in GAP.finditer(english):
        parts.append(re.escape(english[at : gap.start()]))
        parts.append(f"(?P={gap[1]})" if gap[1] in seen else f"(?P<{gap[1]}>.+?)")
        seen.add(gap[1])
        at = gap.end()
    tail = english[at:]
    parts.append(re.escape(tail.removesuffix(".")) + (r"\.?" if tail.endswith(".") else ""))
    body = "".join(parts)
    first = body[:1]
    if first.isalpha() and not english.startswith("{"):
        body = f"[{first.lower()}{first.upper()}]{body[1:]}"
    return re.compile(body, re.DOTALL)
