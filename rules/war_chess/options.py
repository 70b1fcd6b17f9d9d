"""The options of War-Chess, with their defaults, clauses, and what each of their values implies.  [rulebook section 19]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract.answers import OptionRow
from rules.contract.options import Explained, explained, flag, one_of, option, rows_of
from rules.values import codec
from rules.values.codec import FieldType, read_integer
from rules.values.sentence import say
from rules.values.value import Value


def or_off(least: int, off: str) -> Explained:
    """A whole number, or the word ``off``.  off: what that word implies."""
    claim = FieldType(
        lambda value, where: (
            None if value in ("off", None) or value is False else read_integer(value, where, least, 10_000)
        ),
        lambda value: "off" if value is None else value,
        {"anyOf": [{"type": "integer", "minimum": least, "maximum": 10_000}, {"enum": ["off", False]}]},
    )
    return explained(claim, off=off)


@dataclass(frozen=True)
class Options(Value):
    """The options, each with its default first."""

    first_move: str = option(
        one_of(
            {
                "attacker": say("The attacker makes the first move."),
                "defender": say("The defender makes the first move."),
                "lot": say("The first move is drawn by lot, from the sealed seed."),
            }
        ),
        "attacker",
        "WC-TRN-01",
        say("Who begins; lot: it is drawn at the first turn."),
    )
    low: str = option(
        one_of(
            {
                "defender": say("The defender's Citadel is at the lower edge of the board."),
                "attacker": say("The board is turned: the attacker is at its lower edge."),
            }
        ),
        "defender",
        "WC-SET-06",
        say("Which army is at the bottom and plays up the board."),
    )
    winning_capture_overrides_duty: bool = option(
        flag(
            yes=say(
                "A player who can take the Citadel or the Wagon may do so, even if another move must be made first."
            ),
            no=say("A duty comes before everything, even before a move that would win."),
        ),
        True,
        "WC-OBL-08",
        say("The Citadel or the Wagon may be taken whatever must be done first."),
    )
    repetition_claim: int | None = option(
        or_off(2, off=say("Nobody may claim a draw because a position is repeated.")),
        3,
        "WC-END-07",
        say("At which occurrence of a position a draw may be claimed."),
    )
    captureless_moves_claim: int | None = option(
        or_off(1, off=say("Nobody may claim a draw because nothing is taken.")),
        60,
        "WC-END-07",
        say("After how many moves by each side without a capture a draw may be claimed."),
    )
    no_legal_move: str = option(
        one_of(
            {
                "pass": say("The side passes until it has a move again."),
                "loss": say("The side has lost."),
                "draw": say("The game is drawn."),
            }
        ),
        "pass",
        "WC-END-06",
        say("What happens to a side that has no legal move."),
    )


def register() -> tuple[OptionRow, ...]:
    """The register of options."""
    return rows_of(Options)


def read_options(data: Mapping[str, Any] | None) -> Options:
    """Options from plain data; Invalid if a key or a value is unknown."""
    return codec.read(Options, dict(data or {}), "options")
