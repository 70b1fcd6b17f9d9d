"""What a move cost, as its result stands: a line for all that is alike and cost anybody anything, which can be ruled otherwise there."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from campaigns.desk import Desk
from campaigns.web.desk.ruled_losses import ruled_losses
from campaigns.web.desk.strip_lines import Fold, Line
from campaigns.web.page.events import told
from rules.contract.costs import DUTY, LOSS, SHORTAGE, WORK, Cost
from rules.contract.report_sections import lines
from rules.values.sentence import say

SORTS = {
    LOSS: say("Losses"),
    WORK: say("Works and bridges"),
    SHORTAGE: say("Want of supplies"),
    DUTY: say("Duties that follow"),
}
"""The sorts of cost in the sequence in which they are shown, each with its heading."""


def cost(desk: Desk) -> Iterator[Fold]:
    """What the result on a desk cost, sort by sort, with the lines of a report."""
    found: dict[str, list[Line]] = {sort: [] for sort in SORTS}
    stands, here = ruled_losses(desk), _here(desk)
    rules = desk.seat.rules
    for line in lines(desk.preview.events if desk.preview is not None else (), rules.book.report_section):
        costs = [one for event in line.events for one in rules.costs(event)]
        for sort in dict.fromkeys(one.sort for one in costs):
            of_sort = [one for one in costs if one.sort == sort]
            found[sort].append(_line(desk, line.at[-1], told(line, desk.names, rules), of_sort, stands, here))
    yield from (Fold(SORTS[sort], tuple(those)) for sort, those in found.items() if those)


def _here(desk: Desk) -> frozenset[str]:
    """The things on which there is something to rule: those on the floor, as the move began or as it would leave it."""
    pieces = desk.seat.rules.pieces
    every = chain(pieces.every(desk.left or {}), pieces.every(desk.position))
    return frozenset(thing for group, thing, _ in every if pieces.kind(group).fields)


def _line(
    desk: Desk,
    index: int,
    event: Mapping[str, Any],
    costs: Sequence[Cost],
    stands: Mapping[str, int],
    here: Collection[str],
) -> Line:
    named = (one for one in event.values() if isinstance(one, str) and one in here)
    about = sorted({*desk.seat.rules.pieces.about(event), *named})
    things = tuple(dict.fromkeys((*(one.thing for one in costs), *about)))
    return Line(
        str(event["sentence"]),
        things,
        side=str(event.get("side", "")),
        href=f"#event-{index}",
        link=say("Sum"),
        lost=tuple(_ruled_on(desk, costs, stands, here))
        or tuple((one, desk.names.get(one, one)) for one in about if one in here),
    )


def _ruled_on(
    desk: Desk, costs: Sequence[Cost], stands: Mapping[str, int], here: Collection[str]
) -> Iterator[tuple[str, str]]:
    """Each thing that can be ruled on, with what the event cost it: all its men in one number."""
    men: dict[str, int] = {}
    for one in costs:
        men[one.thing] = men.get(one.thing, 0) + one.men
    for thing, how in {one.thing: one.how for one in costs}.items():
        if thing in here:
            yield thing, _cost(desk.names.get(thing, thing), men[thing], how, stands.get(thing))


def _cost(name: str, men: int, how: str, ruled: int | None) -> str:
    """What a thing lost in an event; of one on which the umpire ruled, what it has lost in all."""
    if men and ruled is not None:
        return say("{name} −{men} as you ruled", name=name, men=ruled)
    return f"{name} −{men}" if men else say("{name}, {how}", name=name, how=how)
