"""The options of War-Chess, with their defaults and clauses.  [rulebook section 19]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract.options import option, rows_of, word
from rules.values import plain
from rules.values.plain import FLAG, Kind, read_integer
from rules.values.value import Value


def _or_off(least: int) -> Kind:
    """A whole number, or the word ``off``."""
    return Kind(
        lambda value, where: (
            None if value in ("off", None) or value is False else read_integer(value, where, least, 10_000)
        ),
        lambda value: "off" if value is None else value,
        {"anyOf": [{"type": "integer", "minimum": least, "maximum": 10_000}, {"enum": ["off", False]}]},
    )


@dataclass(frozen=True)
class Options(Value):
    """The register of options, default first."""

    first_move: str = option(
        word("attacker", "defender", "lot"), "attacker", "WC-TRN-01", "Who begins; lot: it is drawn at the first turn."
    )
    low: str = option(
        word("defender", "attacker"), "defender", "WC-SET-06", "Which army stands below and plays up the board."
    )
    winning_capture_overrides_duty: bool = option(
        FLAG, True, "WC-OBL-08", "Citadel or Wagon may be taken whatever duty stands."
    )
    repetition_claim: int | None = option(
        _or_off(2), 3, "WC-END-07", "At which occurrence of a position a draw may be claimed."
    )
    captureless_moves_claim: int | None = option(
        _or_off(1), 60, "WC-END-07", "After how many moves by each side without a capture a draw may be claimed."
    )
    no_legal_move: str = option(
        word("pass", "loss", "draw"), "pass", "WC-END-06", "What befalls a side that has no legal move."
    )


def register() -> tuple[dict[str, Any], ...]:
    """The register: key, default, clause, what each implies, JSON Schema."""
    return rows_of(Options)


def read_options(data: Mapping[str, Any] | None) -> Options:
    """Options from plain data; Invalid where a key or a value is unknown."""
    return plain.read(Options, dict(data or {}), "options")
