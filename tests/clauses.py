"""The clauses of the rulebooks, and which of them the rules adjudicate by now."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent

CHAPTERS = {
    "AIM": 6, "ANX": 7, "ART": 3, "BOAT": 4, "CAV": 4, "CHARGE": 31, "CONT": 5, "DEF": 15, "DEST": 9, "FAIL": 5, "FIRE": 3, "GAME": 13,
    "GENL": 9, "GUN": 13, "INF": 3, "LW": 20, "MINE": 4, "MOVE": 8, "NOTE": 3, "OFF": 3, "RAIL": 4, "RE": 2, "RIFLE": 6, "SEQ": 12,
    "SHELL": 8, "SIEGE": 6, "SUP": 12, "TS": 3, "TURN": 7, "WORK": 5,
}  # fmt: skip
"""How many clauses each chapter of the Kriegspiel has, numbered from 01."""

ADJUDICATED = (
    "DEF", "TURN", "MOVE", "CONT", "INF", "CAV", "ART", "FIRE", "GUN", "SHELL", "RIFLE",
    "SUP", "SIEGE", "FAIL", "TS", "CHARGE", "LW", "SEQ", "BOAT", "RAIL", "RE", "DEST", "MINE", "WORK", "NOTE",
)  # fmt: skip
"""The chapters that are adjudicated as measured."""

WITHOUT_A_CASE = {
    "KS-DEF-01": "which text comes before which: it binds the writer of rules",
    "KS-GUN-06": "how toys are laid down to be fired over; it changes nothing where the shell lands",
    "KS-LW-08": "melees are settled in the interval, which the campaign's clock keeps",
    "KS-LW-18": "templates of other scenarios",
    "KS-WORK-02": "how high a toy trench is; whom it hides is KS-SHELL-07",
}
"""Clauses of those chapters that adjudicate nothing here, each with the reason."""

CITATION = re.compile(r"\bKS-([A-Z]+)-(\d\d)\b")
RANGE = re.compile(r"\bKS-([A-Z]+)-(\d\d) (?:to|and) KS-\1-(\d\d)\b")


def clauses_of(*chapters: str) -> list[str]:
    """The clauses of chapters by number."""
    return [f"KS-{chapter}-{number:02}" for chapter in chapters for number in range(1, CHAPTERS[chapter] + 1)]


def cited_in(text: str) -> set[str]:
    """The clauses that a text cites; ``KS-CHARGE-05 to KS-CHARGE-07`` cites three."""
    cited = {match[0] for match in CITATION.finditer(text)}
    for chapter, first, last in RANGE.findall(text):
        cited |= {f"KS-{chapter}-{number:02}" for number in range(int(first), int(last) + 1)}
    return cited


def cited_by(paths: Iterable[Path]) -> dict[str, str]:
    """Each clause cited in files, with the first file that cites it."""
    found: dict[str, str] = {}
    for path in sorted(paths):
        for clause in cited_in(path.read_text(encoding="utf-8")):
            found.setdefault(clause, str(path.relative_to(ROOT)))
    return found
