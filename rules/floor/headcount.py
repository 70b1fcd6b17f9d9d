"""Whether more men are counted than exist: facts as plain data, checked against the position at the start of the move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Plain = Mapping[str, Any]
OF_A_SHOT = ("men", "covered", "knocked_down", "accident")
"""Keys of a measured shot that count men by body."""

OF_THE_CHARGE = {"chargers": "body", "charged": "target"}
"""Counts of a charge, with the key of the order that names the body of these men."""


def too_many(position: Plain, orders: Sequence[Plain]) -> tuple[str, int, int] | None:
    """The first body of which measured orders count more men than it had: its id, the count, and the number it had.

    Bodies that are merged or made in this move are not checked: their number is known only in the move.
    """
    bodies: Plain = position.get("bodies") or {}
    merged = {one for order in orders if order.get("order") == "merge" for one in order.get("bodies", ())}
    for order in orders:
        for body, men in _told(order):
            one = bodies.get(body)
            if one is None or body in merged:
                continue
            there = int(one.get("men", 0)) + int(one.get("prisoners") or 0)
            if men > there:
                return body, men, there
    return None


def _told(order: Plain) -> Iterator[tuple[str, int]]:
    """Bodies, and how many men of each are counted at once."""
    measured = order.get("measured") or {}
    for key, whose in OF_THE_CHARGE.items():
        if isinstance(measured.get(key), int):
            yield str(order.get(whose, "")), measured[key]
    for shot in (*(measured.get("shells") or ()), *(measured.get("shots") or ())):
        for key in OF_A_SHOT:
            yield from (shot.get(key) or {}).items()
        yield from _touched(shot.get("effects") or ())


def _touched(effects: Sequence[Sequence[Any]]) -> Iterator[tuple[str, int]]:
    """Men of each body that one shot overset or touched, each counted once.  [LW-SHOT-01]"""
    counts: dict[str, int] = {}
    for _, body, *men in effects:
        counts[body] = counts.get(body, 0) + (men[0] if men else 1)
    yield from counts.items()
