"""Placement of things before the first move: the places proposed in the form, and the orders read from it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from campaigns.usecases.muster.places import size_of
from campaigns.web.page.measures import read_bearing, read_count, read_inches
from rules.errors import Invalid
from rules.ground.edges import FACING, before, length
from rules.values.measure import INCH
from rules.values.sentence import of_field

FARTHEST = 12 * INCH - INCH // 4
"""Before the back line, at which a first rank is proposed at most: men may stand a foot off it."""


def rows(
    own: Sequence[Any], sees: Mapping[str, Any], side: str, post: Mapping[str, str] | None
) -> list[dict[str, Any]]:
    """The side's things that have a front, each with a place: the present one, the typed one, or evenly along the back line."""
    things = [one for one in own if one.look.facing is not None]
    places = proposed(things, sees, side)
    found = []
    for one, place in zip(things, places, strict=True):
        at = one.state.get("at")
        east, north = at or place[:2]
        facing = one.state.get("facing", 0) if at else place[2]
        shown = {"x": f"{east:g}", "y": f"{north:g}", "facing": str(facing)}
        if post is not None:
            shown = {key: post.get(f"{one.id}-{key}", value) for key, value in shown.items()}
        found.append({"thing": one, "placed": bool(at), **shown})
    return found


def proposed(things: Sequence[Any], sees: Mapping[str, Any], side: str) -> list[tuple[float, float, int]]:
    """A place for each thing, evenly along the side's own back line, and its facing.

    In one row, as near to the line as each must stand; ``back_line.along_the_back_line`` of the muster makes rows of them.
    """
    country = sees.get("country") or {}
    size, edge = size_of(country) or (0, 0), (country.get("back_lines") or {}).get(side, "")
    edge = edge if edge in FACING else "south"
    share = length(size, edge) // (2 * max(len(things), 1))
    spots = [
        before(size, edge, share * (2 * place + 1) // INCH * INCH, before_the_line(one))
        for place, one in enumerate(things)
    ]
    return [(x / INCH, y / INCH, FACING[edge]) for x, y in spots]


def before_the_line(thing: Any) -> int:
    """How far before the back line the first rank of a body is proposed, so that the last rank is before it too."""
    return min(FARTHEST, INCH + int(thing.pieces.depth(thing.state)))


def read_places(own: Sequence[Any], order: str, post: Mapping[str, str]) -> list[dict[str, Any]]:
    """The orders to put things down where it was typed; Invalid names the thing."""
    orders = []
    for one in own:
        if f"{one.id}-x" not in post:
            continue
        try:
            at = [read_inches(post[f"{one.id}-x"]), read_inches(post.get(f"{one.id}-y", ""))]
            facing = read_bearing(post.get(f"{one.id}-facing") or "0")
        except ValueError as fault:
            raise Invalid(of_field(one.name, fault.args[0])) from fault
        orders.append({"order": order, "id": one.id, "at": at, "facing": facing})
    return orders


def read_force(post: Mapping[str, str], order: str, forces: Iterable[tuple[str, str, str]]) -> dict[str, Any]:
    """A force as it was typed.  forces: its keys, each with a word and a title."""
    force: dict[str, Any] = {"order": order}
    for key, words, _ in forces:
        try:
            force[key] = read_count(post.get(key) or "0")
        except ValueError as fault:
            raise Invalid(of_field(words, fault.args[0])) from fault
    return force
