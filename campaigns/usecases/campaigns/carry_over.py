"""The next battle of a campaign is made from what the last one left: previewed, corrected, then opened.  [LW-CAMP-01]"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import pieces_of, rules_of
from campaigns.errors import WrongState
from campaigns.models import Battle, Campaign, Move
from campaigns.models.plain import Plain
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_battle, umpire_of
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_line
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

MOST_CHANGES = 200


@dataclass(frozen=True)
class CarriedOver:
    """What would carry over.  start: of the next battle; lines: thing by thing, each with what it began the last battle with."""

    source: Battle
    start: Plain
    lines: tuple[Plain, ...]


def carry_over_preview(*, by: Any, battle: str, exchange: bool = True, places: bool = False) -> CarriedOver:
    """What a battle that has ended leaves to the next, for the umpire to look at first."""
    source = find_battle(battle)
    umpire_of(by, source.campaign_id, "battle")
    if source.campaign.carry_over != Campaign.CarryOver.LOSSES:
        raise WrongState(say("In this campaign nothing is carried over."))
    if rules_of(source.terms).book.on_board:
        raise WrongState(say("Nothing is carried over from a board game."))
    if source.status != Battle.Status.ENDED:
        raise WrongState(say("The battle has not ended."))
    pieces = pieces_of(source.terms)
    start, lines = pieces.carried(_left(source), exchange=exchange, places=places)
    began = {thing: pieces.look(group, one).men or 0 for group, thing, one in pieces.every(source.start)}
    return CarriedOver(source, start, tuple({**line, "began": began.get(line["thing"], 0)} for line in lines))


def _left(battle: Battle) -> Plain:
    """The position at the end of a battle: of its last finding, else of the opening of its last move."""
    move = Move.objects.filter(battle=battle).order_by("-number").first()
    if move is None:
        raise WrongState(say("The battle was not fought."))
    finding = getattr(move, "finding", None)
    left: Plain = finding.position if finding is not None else move.position
    return left


@unlocked
def open_next_battle(
    *,
    by: Any,
    battle: str,
    name: str,
    exchange: bool = True,
    places: bool = False,
    change: Sequence[Mapping[str, Any]] = (),
    reason: str = "",
    briefing: str = "",
    country: str = "",
    weight: str = "1",
    now: datetime,
) -> Battle:
    """Open the next battle from what this one left, under its terms.

    change: corrections, each with group, thing, key and value, with a reason.  country: another to fight on.
    """
    with transaction.atomic():
        over = carry_over_preview(by=by, battle=battle, exchange=exchange, places=places)
        pieces = pieces_of(over.source.terms)
        changes = _read_changes(pieces, change)
        if changes:
            reason = read_line(reason, "reason", 300)
        start, told = _put_right(pieces, over.start, changes)
        source = over.source
        own = {"book": source.book, "options": source.options, "seats": source.seats or None} if source.book else {}
        made = open_battle(
            by=by,
            campaign=source.campaign.public_id,
            name=name,
            start=start,
            briefing=briefing,
            country=country,
            weight=weight,
            now=now,
            **own,
        )
        made.carried = {
            "from": source.public_id,
            "exchange": exchange,
            "places": places,
            "lines": list(over.lines),
            "changes": told,
            "reason": reason if changes else "",
        }
        made.save(update_fields=["carried"])
        umpire = umpire_of(by, source.campaign_id, "battle")
        add_record(made, at=now, actor=umpire.title, kind="carried-over", data=made.carried)
    return made


def _read_changes(pieces: Pieces, change: Any) -> list[Plain]:
    if not isinstance(change, list | tuple) or len(change) > MOST_CHANGES:
        raise Invalid(
            of_field("change", say("a list of at most {most_changes} changes is wanted", most_changes=MOST_CHANGES))
        )
    read = []
    for one in change:
        if not isinstance(one, Mapping) or set(one) != {"group", "thing", "key", "value"}:
            raise Invalid(of_field("change", say("group, thing, key and value are wanted of each")))
        if one["key"] not in pieces.carries:
            raise Invalid(
                of_field("change", say("one of {carries} is wanted as key", carries=joined(", ", pieces.carries)))
            )
        read.append(dict(one))
    return read


def _put_right(pieces: Pieces, start: Plain, changes: list[Plain]) -> tuple[Plain, list[Plain]]:
    """The start with the changes made, and each of them with the old value; a body of no men is removed."""
    made = {group: dict(things) if isinstance(things, dict) else things for group, things in start.items()}
    told = []
    for one in changes:
        group, thing, key, value = (one[name] for name in ("group", "thing", "key", "value"))
        if not pieces.lists(group) or thing not in made.get(group, {}):
            raise Invalid(of_field("change", say("{given} is not carried over", given=str(thing)[:60])))
        was = made[group][thing].get(key)
        if was == value:
            continue
        told.append({**one, "was": was})
        put = {**made[group][thing], key: value}
        if value == 0 and pieces.kind(group).men and pieces.look(group, put).gone:
            del made[group][thing]
        else:
            made[group][thing] = put
    return made, told
