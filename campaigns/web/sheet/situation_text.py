"""The situation as lines of text: each thing, its strength, its bearing and its distance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from campaigns.sight.situation import Feature, SeenThing, Sighting, Situation
from campaigns.web.board.plan import compass, place_in_words
from campaigns.web.page import thing_view
from rules.contract.pieces import Pieces
from rules.ground.features import CONTOURS, WORDS
from rules.values.measure import FOOT, INCH, feet
from rules.values.sentence import joined, say


def distance(sixteenths: int) -> str:
    """A distance in words: feet and inches, to the whole inch from a yard upwards.

    >>> distance(512), distance(40), distance(0), distance(900)
    ('2 ft 8 in.', '2 1/2 in.', '0 in.', '4 ft 8 in.')
    """
    if sixteenths >= 3 * FOOT:
        sixteenths = (sixteenths + INCH // 2) // INCH * INCH
    return feet(sixteenths)


def where(one: Sighting, here: str = "at the same place") -> str:
    """Bearing and distance in words.

    >>> where(Sighting(42, 512)), where(Sighting(None, 0)), where(Sighting(None, None))
    ('north-east (042°), 2 ft 8 in.', 'at the same place', 'place not known')
    """
    if one.distance is None:
        return say("place not known")
    if one.bearing is None:
        return here
    return say(
        "{bearing} ({degrees}°), {distance}",
        bearing=compass(one.bearing),
        degrees=f"{one.bearing:03}",
        distance=distance(one.distance),
    )


def line_of(one: SeenThing) -> dict[str, Any]:
    """A thing as a line: its name, what is known of it, where it is from the body and on the floor."""
    row = thing_view.row(one.thing)
    known = joined(", ", (part for part in (row.strength, *row.flags) if part))
    return {
        "row": row,
        "known": known,
        "says": say(", {known}: {sighting}." if known else ": {sighting}.", known=known, sighting=where(one.sighting)),
        "place": row.where + "." if one.thing.state.get("at") else "",
        "duties": one.thing.duties,
        "orders": one.thing.receipt.reading if one.thing.receipt is not None else "",
        "may_order": one.thing.may_order,
    }


def feature(one: Feature) -> str:
    """A feature of the ground as a line: ``Hartley Mill, house: north (000°), 2 ft``."""
    kind = WORDS[one.group]
    name = (
        say("{kind} of {height} in.", kind=kind, height=f"{one.height:g}")
        if one.group == CONTOURS
        else named(one.name, kind)
    )
    return say("{name}: {sighting}", name=name, sighting=where(one.sighting, say("you are in it")))


def named(name: str, kind: str) -> str:
    """A feature's name with what it is, where the name does not say so already."""
    return name if kind.split()[0] in name.lower() else say("{name}, {kind}", name=name, kind=kind)


def situation_text(found: Situation, pieces: Pieces) -> dict[str, Any]:
    """All that the page of a situation reads out, without the frame."""
    return {
        "found": found,
        "origin": found.origin,
        "stands": place_in_words(found.origin.state.get("at"), found.origin.look.facing)
        if found.origin is not None
        else "",
        "own": lines(found.own),
        "enemy": lines(found.enemy),
        "others": lines(found.others),
        "watched": [
            {"key": key, "name": name, "lines": lines(one for one in found.enemy if one.thing.side == key)}
            for key, name in found.sheet.seat.side_names.items()
        ],
        "ground": [feature(one) for one in found.ground],
        "in_all": thing_view.in_all((one.thing for one in found.own), pieces),
    }


def lines(things: Iterable[SeenThing]) -> list[dict[str, Any]]:
    """Things as lines."""
    return [line_of(one) for one in things]
