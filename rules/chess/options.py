"""The options of chess, with their defaults and clauses.  [rulebook section H]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract.options import option, rows_of, word
from rules.values import plain
from rules.values.plain import FLAG, Kind, refuse
from rules.values.value import Value


def _read_switch(value: Any, where: str) -> bool:
    """On or off; YAML reads these words as true and false."""
    if value in ("on", "off"):
        return bool(value == "on")
    if isinstance(value, bool):
        return value
    raise refuse(where, "on or off", value)


SWITCH = Kind(_read_switch, lambda value: "on" if value else "off", {"enum": ["on", "off", True, False]})


@dataclass(frozen=True)
class Options(Value):
    """The register of options, default first."""

    strict_mate_only: bool = option(
        FLAG, False, "CH79-24", "A game that is conceded, which the code does not know, is not scored."
    )
    unannounced_check: str = option(
        word("code", "binding", "ignored"),
        "code",
        "LAWS-09a",
        "Whether a check of which nothing was said binds; code: it binds in 1879, and may be ignored under the older laws.",
    )
    touch_move: bool = option(SWITCH, True, "CH79-18", "A man touched must be moved.")
    first_mover: str = option(
        word("code", "white", "alternating"),
        "code",
        "LAWS-02a",
        "Who begins; code: White in 1879, by turns from game to game under the older laws.",
    )
    odds: str = option(
        word("none", "pawn", "knight", "bishop", "rook", "queen"),
        "none",
        "LAWS-02b",
        "What one player gives the other.",
    )
    kriegspiel: bool = option(SWITCH, False, "CHK-01", "Each player sees his own men only, and the program is umpire.")
    kriegspiel_no_heard_by_both: bool = option(FLAG, False, "CHK-04", "The umpire's no is heard by both players.")


def register() -> tuple[dict[str, Any], ...]:
    """The register: key, default, clause, what each implies, JSON Schema."""
    return rows_of(Options)


def read_options(data: Mapping[str, Any] | None) -> Options:
    """Options from plain data; Invalid where a key or a value is unknown."""
    return plain.read(Options, dict(data or {}), "options")
