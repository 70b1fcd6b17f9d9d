"""The options of chess, with their defaults, clauses, and what each of their values implies.  [rulebook section H]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.contract.answers import OptionRow
from rules.contract.options import Explained, explained, flag, one_of, option, rows_of
from rules.values import codec
from rules.values.codec import FieldType, refuse
from rules.values.sentence import say
from rules.values.value import Value


def _read_switch(value: Any, where: str) -> bool:
    """On or off, which YAML reads as true and false."""
    if value in ("on", "off"):
        return bool(value == "on")
    if isinstance(value, bool):
        return value
    raise refuse(where, say("on or off"), value)


def switch(*, on: str, off: str) -> Explained:
    """An on/off option, and what each value implies."""
    spelt = FieldType(_read_switch, lambda value: "on" if value else "off", {"enum": ["on", "off", True, False]})
    return explained(spelt, on=on, off=off)


@dataclass(frozen=True)
class Options(Value):
    """The options, each with its default first."""

    strict_mate_only: bool = option(
        flag(
            yes=say("A game that is conceded counts for nobody."),
            no=say("A game that is conceded counts in the match as one that was won."),
        ),
        False,
        "CH79-24",
        say("A game that is conceded, which the code does not know, is not scored."),
    )
    unannounced_check: str = option(
        one_of(
            {
                "code": say("As in the code: it must be met in 1879, and may be ignored under the older laws."),
                "binding": say("A check must be met, whether it was announced or not."),
                "ignored": say("A check that was not announced need not be met."),
            }
        ),
        "code",
        "LAWS-09a",
        say(
            "Whether a check that was not announced must be met; code: it must in 1879, and may be ignored under the older laws."
        ),
    )
    touch_move: bool = option(
        switch(on=say("A touched piece must be moved, if it can."), off=say("Touching binds nobody.")),
        True,
        "CH79-18",
        say("A touched piece must be moved."),
    )
    first_mover: str = option(
        one_of(
            {
                "code": say("As in the code: White in 1879, by turns under the older laws."),
                "white": say("White begins every game."),
                "alternating": say("The first move goes from one player to the other, game by game."),
            }
        ),
        "code",
        "LAWS-02a",
        say("Who begins; code: White in 1879, by turns from game to game under the older laws."),
    )
    odds: str = option(
        one_of(
            {
                "none": say("Both begin with all their pieces."),
                "pawn": say("The player who gives odds begins without the king's bishop's pawn."),
                "knight": say("The player who gives odds begins without the queen's knight."),
                "bishop": say("The player who gives odds begins without the queen's bishop."),
                "rook": say("The player who gives odds begins without the queen's rook."),
                "queen": say("The player who gives odds begins without the queen."),
            }
        ),
        "none",
        "LAWS-02b",
        say("The odds that one player gives the other."),
    )
    kriegspiel: bool = option(
        switch(
            on=say("Each player sees only their own pieces, and the software is the umpire."),
            off=say("Both see the whole board."),
        ),
        False,
        "CHK-01",
        say("Each player sees only their own pieces, and the software is the umpire."),
    )
    kriegspiel_no_heard_by_both: bool = option(
        flag(
            yes=say("Both players hear when the umpire says no."),
            no=say("Only the player who tried hears the umpire's no."),
        ),
        False,
        "CHK-04",
        say("The umpire's no is heard by both players."),
    )


def register() -> tuple[OptionRow, ...]:
    """The register of options."""
    return rows_of(Options)


def read_options(data: Mapping[str, Any] | None) -> Options:
    """Options from plain data; Invalid if a key or a value is unknown."""
    return codec.read(Options, dict(data or {}), "options")
