"""Couriers: riders with dispatches, where a campaign has them.  No book knows them: by the book a note is read at once.

Everything here is computed from arguments, and nothing is read or written: how a setting is parsed, who rides from
where to where, how long, who could take a rider, and what becomes of one.  Lengths are sixteenths, chances exact
fractions; each chance is drawn from the battle's seed, so that it can be checked.  [KS-GENL-03, KS-DEF-14]
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from campaigns.bridge import HoldsPost, command_over, commands
from campaigns.models import Post
from campaigns.models.plain import Plain
from rules.contract.pieces import Pieces
from rules.contract.rules import Rules
from rules.errors import Invalid
from rules.ground.geometry import square_to_leg
from rules.values.chance import Draw, draw, witnessed
from rules.values.codec import read_point
from rules.values.measure import INCH, Point, leg
from rules.values.sentence import joined, of_field, say

COURIER = "courier"
"""The key of the way, and who receives it: the addressee on arrival, or the enemy who takes the rider."""

FRACTION = re.compile(r"\d{1,5}(/\d{1,5})?")
DEFAULTS: Plain = {"inches": "12", "loss": "0", "capture": "1/2", "reach": 6, "unknown": 48}
MOST_INCHES = {"reach": 240, "unknown": 2_000}


@dataclass(frozen=True)
class Riding:
    """How couriers ride in a campaign.

    inches: a minute of real time.  loss: the chance that one is lost, whatever the enemy does; capture: that one is
    taken where an enemy's body stands within ``reach`` inches of the line of the ride.  unknown: inches that are ridden
    where the place of one of the two is not in the software.
    """

    inches: Fraction
    loss: Fraction
    capture: Fraction
    reach: int
    unknown: int

    def seconds(self, distance: int) -> int:
        """Whole seconds, rounded up, for a distance in sixteenths.

        >>> riding_of({"inches": "12"}).seconds(48 * INCH), riding_of({"inches": "1/2"}).seconds(INCH // 2)
        (240, 60)
        """
        return -((-distance * 60 * self.inches.denominator) // (INCH * self.inches.numerator))


def read_couriers(given: Any) -> Plain:
    """The setting in its normal form: empty where nobody rides; Invalid where it is none.

    >>> read_couriers("off"), read_couriers({"inches": "24/2", "loss": "1/20"})["inches"]
    ({}, '12')
    """
    if given in ("off", None, {}):
        return {}
    if not isinstance(given, Mapping) or not given.keys() <= DEFAULTS.keys():
        raise Invalid(
            of_field("couriers", say("off is wanted, or some of {defaults}", defaults=joined(", ", DEFAULTS)))
        )
    wanted = {**DEFAULTS, **given}
    read: Plain = {key: str(_fraction(wanted[key], f"couriers.{key}")) for key in ("inches", "loss", "capture")}
    if not Fraction(read["inches"]):
        raise Invalid(of_field("couriers.inches", say("more than nought is wanted")))
    for key in ("loss", "capture"):
        if Fraction(read[key]) > 1:
            raise Invalid(of_field(f"couriers.{key}", say("a chance is at most 1")))
    for key, most in MOST_INCHES.items():
        if isinstance(wanted[key], bool) or not isinstance(wanted[key], int) or not 0 <= wanted[key] <= most:
            raise Invalid(of_field(f"couriers.{key}", say("enter whole inches from 0 to {most}", most=most)))
        read[key] = wanted[key]
    return read


def _fraction(value: Any, where: str) -> Fraction:
    text = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
    if not FRACTION.fullmatch(text) or re.fullmatch(r".*/0+", text):
        raise Invalid(
            of_field(where, say("enter a fraction, for example 1/20, with at most five figures in each part"))
        )
    return Fraction(text)


def riding_of(setting: Mapping[str, Any]) -> Riding:
    """A setting, parsed and ready for use."""
    read = {**DEFAULTS, **setting}
    return Riding(
        Fraction(read["inches"]), Fraction(read["loss"]), Fraction(read["capture"]), read["reach"], read["unknown"]
    )


def ways(rules: Rules, setting: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """The ways in which people send messages: those of the book, or where couriers ride, the courier and what the enemy hears too."""
    of_book: tuple[Mapping[str, Any], ...] = rules.book.channels(rules.options)
    if not setting or not of_book:
        return of_book
    says = say(
        "A courier rides to each recipient, who reads the message when the courier arrives. The courier "
        "can be lost, or captured with the message. This is a rule of this campaign; by the book a "
        "message is read at once."
    )
    way = {"key": COURIER, "title": say("Courier"), "says": says, "heard": COURIER, "clause": of_book[-1]["clause"]}
    return (*(one for one in of_book if one["heard"] == "all"), way)


# -- the ride ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ride:
    """From where to where, and how long.  line: two points, none where one is not known; distance in sixteenths."""

    line: tuple[Point, ...]
    distance: int
    seconds: int


def ride_of(
    pieces: Pieces,
    riding: Riding,
    position: Plain,
    side: str,
    sender: HoldsPost,
    to: HoldsPost,
    held: Collection[str],
) -> Ride:
    """The ride from one seat of a side to another, at this moment.  held: the commands that are held there."""
    start, end = (place_of(pieces, post, position, side, held) for post in (sender, to))
    return ride_between(riding, start, end)


def ride_between(riding: Riding, start: Point | None, end: Point | None) -> Ride:
    """The ride from one place to another; where one is not known it is as long as the setting says."""
    line: tuple[Point, ...] = ()
    if start is None or end is None:
        distance = riding.unknown * INCH
    else:
        distance, line = leg(start, end), (start, end)
    return Ride(line, distance, riding.seconds(distance))


def place_of(pieces: Pieces, post: HoldsPost, position: Plain, side: str, held: Collection[str]) -> Point | None:
    """Where a person is: a General at their figure, anybody else with the strongest body under them.

    A General without a figure is with the strongest body of their side.  None where that has no place.
    """
    general = post.kind == Post.Kind.GENERAL
    under = []
    for one in pieces.people(position):
        if one.side != side:
            continue
        if not one.men and general:
            return read_point(one.at, "at")
        command = command_over(pieces, position, one.group, one.state, held)
        if one.men and (general or commands(post, command, general_may=False)):
            under.append((-one.men, one.thing, one.at))
    return read_point(min(under)[2], "at") if under else None


def dangers(pieces: Pieces, riding: Riding, position: Plain, side: str, line: Sequence[Point]) -> list[str]:
    """The enemy's bodies within reach of a line that is ridden, by id."""
    if len(line) != 2:
        return []
    start, end = line
    return sorted(
        one.thing
        for one in pieces.people(position)
        if one.men
        and one.side != side
        and square_to_leg(start, end, read_point(one.at, "at")) <= (riding.reach * INCH) ** 2
    )


@dataclass(frozen=True)
class Fate:
    """What became of a rider: ``arrived``, ``lost`` or ``taken``, and the draws that decided it."""

    status: str
    draws: tuple[Draw, ...]


def fate_of(riding: Riding, seed: str, purpose: str, danger: Sequence[str]) -> Fate:
    """What becomes of a rider who is due: lost by chance; else, if an enemy is within reach of the line, perhaps taken.

    purpose: what keys the draws, as ``red/3/courier/7``.

    >>> fate_of(riding_of({"loss": "1/1"}), "1913", "red/3/courier/1", ()).status
    'lost'
    >>> fate_of(riding_of({"capture": "1/1"}), "1913", "red/3/courier/1", ["blue-horse"]).status
    'taken'
    """
    with witnessed() as seen:
        if _befalls(seed, f"{purpose}/loss", riding.loss):
            status = "lost"
        elif danger and _befalls(seed, f"{purpose}/capture", riding.capture):
            status = "taken"
        else:
            status = "arrived"
    return Fate(status, tuple(seen.values()))


def _befalls(seed: str, purpose: str, chance: Fraction) -> bool:
    """Whether something of that chance happens; of one that is 0 nothing is drawn."""
    return chance > 0 and draw(seed, purpose, chance.denominator) < chance.numerator
