"""What the strip beside the umpire's map is made of: lines, and folds of lines."""

from __future__ import annotations

from dataclasses import dataclass

from campaigns.desk import Desk


@dataclass(frozen=True)
class Line:
    """A line of the strip.

    things: what the map shows when it is pressed.  number: its place in the order of resolution.  side: whose sign it
    gets.  href: where it is settled, and link: what that is called.  stops: whether nothing can be published before.
    panel: what of the desk settles it in the panel beside the map, as an address below the desk's own.
    lost: the things that it cost something, each with what, to be overruled.
    """

    words: str
    things: tuple[str, ...] = ()
    number: str = ""
    side: str = ""
    href: str = ""
    link: str = ""
    stops: bool = False
    lost: tuple[tuple[str, str], ...] = ()
    panel: str = ""


@dataclass(frozen=True)
class Fold:
    """Lines of one kind that want nothing, behind their number in words."""

    title: str
    lines: tuple[Line, ...]


def side_of(desk: Desk, thing: str) -> str:
    """Whose a thing is; empty of what nobody owns."""
    pieces = desk.seat.rules.pieces
    found = pieces.find(desk.position, thing) or pieces.find(desk.left or {}, thing)
    return pieces.owner(*found) if found is not None else ""
