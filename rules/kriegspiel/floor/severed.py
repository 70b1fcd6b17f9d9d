"""A column that loses the span of a bridge from under its middle: the rest of it is cut in two.  [KS-DEST-08, KS-DEF-07]"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from rules.ground.compass import ahead
from rules.kriegspiel.events import BodySplit
from rules.kriegspiel.floor import distances
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.floor.remake import split_off
from rules.kriegspiel.force import Body
from rules.values.measure import Point
from rules.values.sentence import to_say

COLUMNS = ("fours", "column")
"""Formations whose ranks follow each other over a bridge."""

ONE = 1 << 12
"""The length of the line used to find how far behind the front a man stands."""


class Severed(NamedTuple):
    """The men of a body before the span and those behind it, and the front of the latter."""

    body: str
    before: int
    behind: int
    at: Point


def severed(field: Field, on_span: Callable[[Figures], distances.Mask | bool]) -> list[Severed]:
    """The columns with men on a span, before it and behind it."""
    found = []
    for body in field.by_id():
        men = distances.men_of(field, body) if body.formation in COLUMNS else None
        if men is None or body.at is None:
            continue
        rows = np.flatnonzero(on_span(men)).tolist()
        if not rows:
            continue
        before, behind = rows[0], len(men.men) - 1 - rows[-1]
        if before and behind:
            found.append(Severed(body.id, before, behind, _front_of(body, body.at, men, behind)))
    return found


def _front_of(body: Body, at: Point, men: Figures, behind: int) -> Point:
    """The middle of the front edge of the last men of a body."""
    east, north = ahead((0, 0), body.facing, ONE)
    off = men.men[-behind:] - np.array(at)
    back = int(((off * np.array([east, north])).sum(axis=1)).max()) // ONE + men.radius
    return ahead(at, body.facing, back) if back >= 0 else ahead(at, (body.facing + 180) % 360, -back)


def part(field: Field, cut: Severed) -> None:
    """Make the men behind the span a separate body, with their share of duties and debts.  [KS-DEF-07]"""
    body = field.bodies[cut.body]
    behind = min(cut.behind, body.ashore - 1)
    if behind < 1:
        return
    identity = field.name_for_part(body.id)
    split_off(field, body, identity, behind, places=(cut.at, body.at))
    said = to_say("{behind} of {men} men behind the span", behind=behind, men=body.men)
    field.emit(BodySplit(clause="KS-DEST-08", side=body.side, body=body.id, into=identity, men=behind, sum=said))
