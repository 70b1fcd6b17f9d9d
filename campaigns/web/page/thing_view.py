"""A thing as the pages show it: its block, strength, remarks and place.

Input is a thing as ``sight`` or ``desk`` gives it; what a reader may not know is not in its state.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from campaigns.web.board.plan import place_in_words
from rules.contract.pieces import Pieces
from rules.values.sentence import joined, say


@dataclass(frozen=True)
class Row:
    """One thing in a table of forces."""

    thing: str
    group: str
    name: str
    side: str
    arm: str
    strength: str
    flags: tuple[str, ...]
    where: str
    gone: bool
    entry: Any
    no_orders: str
    is_open: bool


def row(thing: Any) -> Row:
    """A thing as a row of a table."""
    look = thing.look
    return Row(
        thing=thing.id,
        group=thing.group,
        name=thing.name,
        side=thing.side or "none",
        arm=look.sign,
        strength=look.strength,
        flags=look.flags,
        where=place_in_words(thing.state.get("at"), look.facing),
        gone=look.gone,
        entry=thing.receipt,
        no_orders=say("No orders yet") if thing.is_open else "",
        is_open=thing.is_open and not look.gone,
    )


def grouped(rows: Iterable[Row], pieces: Pieces) -> list[dict[str, Any]]:
    """Rows in tables: those that have an arm by it, then kind by kind.  pieces: of the book."""
    tables: dict[str, list[Row]] = {}
    arms = dict(pieces.arms)
    order = [*arms.values(), *(kind.title for kind in pieces.kinds if kind.title)]
    for one in rows:
        title = pieces.kind(one.group).title or arms.get(one.arm, say("Others"))
        tables.setdefault(title, []).append(one)
    return [
        {"title": title, "rows": tables[title]}
        for title in sorted(tables, key=lambda one: order.index(one) if one in order else 99)
    ]


def on_the_plan(things: Iterable[Any], link: Any = None) -> list[dict[str, Any]]:
    """Things with a place as the plan takes them; a person at a figure is not shown beside it, and what is wrecked is faint."""
    placed = [
        one
        for one in things
        if one.state.get("at") and one.pieces.kind(one.group).plotted and (one.look.wreck or not one.look.gone)
    ]
    shown_by = {
        (one.look.stands_for, tuple(one.state["at"])) for one in placed if one.look.stands_for and not one.look.wreck
    }
    return [
        {
            "thing": one.id,
            "name": one.name,
            "side": one.side or "none",
            "arm": one.look.sign,
            "at": one.state["at"],
            "facing": one.look.facing,
            "strength": "" if one.look.men is None else one.look.men,
            "form": one.look.form,
            "said": joined(
                ", ", (text for text in (one.look.said, *(one.look.flags if one.look.guns else ())) if text)
            ),
            "faint": one.look.wreck,
            "href": link(one) if link else "",
            "stands_for": "" if one.look.wreck else one.look.stands_for,
        }
        for one in placed
        if (one.id, tuple(one.state["at"])) not in shown_by
    ]


def in_all(things: Iterable[Any], pieces: Pieces) -> tuple[str, ...]:
    """What of these things still counts, in words.  pieces: of the book."""
    return pieces.in_all([one.look for one in things if not one.look.gone])
