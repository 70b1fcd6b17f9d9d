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
from campaigns.models.shelf.descent import node_of
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_battle, umpire_of
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.exercises.descent import note_descent
from campaigns.usecases.muster.countries import find_country, own_country
from campaigns.usecases.pictures.underlays import copy_from_battle
from campaigns.usecases.record import add_record
from campaigns.usecases.text_checks import read_line
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.ground.features import STANDING
from rules.values.sentence import joined, of_field, say

MOST_CHANGES = 200


@dataclass(frozen=True)
class CarriedOver:
    """What would carry over.  start: of the next battle; lines: thing by thing, each with what it began the last battle with."""

    source: Battle
    start: Plain
    lines: tuple[Plain, ...]


OPEN_FLOOR = "open"
"""Said instead of the id of a country: the next battle has none."""


def carry_over_preview(
    *, by: Any, battle: str, exchange: bool = True, places: bool = False, country: str = ""
) -> CarriedOver:
    """What a battle that has ended leaves to the next, for the umpire to look at first.

    country: of the next battle: its id, or ``open``; empty, or its own: the one that was fought on, as it was left.
    """
    source = find_battle(battle)
    umpire_of(by, source.campaign_id, "battle")
    if source.campaign.carry_over != Campaign.CarryOver.LOSSES:
        raise WrongState(say("In this campaign nothing is carried over."))
    if rules_of(source.terms).book.on_board:
        raise WrongState(say("Nothing is carried over from a board game."))
    if source.status != Battle.Status.ENDED:
        raise WrongState(say("The battle has not ended."))
    pieces = pieces_of(source.terms)
    start, lines = pieces.carried(_left(source), exchange=exchange, places=places, ground=_same(source, country))
    began = {thing: pieces.look(group, one).men or 0 for group, thing, one in pieces.every(source.start)}
    return CarriedOver(source, start, tuple({**line, "began": began.get(line["thing"], 0)} for line in lines))


def _same(source: Battle, country: str) -> bool:
    """Whether the next battle is on the country of the last."""
    return not country or (source.country is not None and source.country.public_id == country)


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

    change: corrections, each with group, thing, key and value, with a reason.  country: as in ``carry_over_preview``.
    """
    with transaction.atomic():
        over = carry_over_preview(by=by, battle=battle, exchange=exchange, places=places, country=country)
        pieces = pieces_of(over.source.terms)
        changes = _read_changes(pieces, change)
        if changes:
            reason = read_line(reason, "reason", 300)
        start, told = _put_right(pieces, over.start, changes)
        source = over.source
        stays = _same(source, country)
        start, country = _on_country(by, source, start, country)
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
        note_descent(earlier=node_of(source), later=node_of(made))
        if stays:
            copy_from_battle(of=source, to=made, now=now)
        asked = {"exchange": exchange, "places": places}
        _keep_what_came(made, over, {**asked, "changes": told, "reason": reason if changes else ""}, by=by, now=now)
    return made


def _keep_what_came(made: Battle, over: CarriedOver, asked: Plain, *, by: Any, now: datetime) -> None:
    """What was carried over stands beside the battle that was made of it, and in its record."""
    source = over.source
    made.carried = {
        "from": source.public_id,
        **asked,
        "measured": _measured(source, made),
        "lines": list(over.lines),
    }
    made.save(update_fields=["carried"])
    umpire = umpire_of(by, source.campaign_id, "battle")
    add_record(made, at=now, actor=umpire.title, kind="carried-over", data=made.carried)


def _on_country(by: Any, source: Battle, start: Plain, country: str) -> tuple[Plain, str]:
    """What is carried over on the country of the next battle, and the id of that; empty where the start itself brings it.

    The country of the last battle comes from the shelf where it still is as it was fought on, with what lies under it; else
    as the battle has it.
    """
    if not _same(source, country):
        if country == OPEN_FLOOR:
            return start, ""
        return _with_free_ids(pieces_of(source.terms), start, find_country(by, country).data), country
    kept = source.country
    mine = kept is not None and kept.made_by_id in (None, by.pk) and kept.digest == source.country_digest
    return start, kept.public_id if kept is not None and mine else ""


def _with_free_ids(pieces: Pieces, start: Plain, country: Mapping[str, Any]) -> Plain:
    """A start in which nothing has the id of what another country brings with it: that is another thing."""
    taken: dict[str, Plain] = {thing: {} for group in STANDING for thing in country.get(group) or {}}
    there, ids = {**start, STANDING[0]: {**(start.get(STANDING[0]) or {}), **taken}}, dict[str, str]()
    for _, thing, state in list(pieces.every(start)):
        if thing in taken:
            ids[thing] = pieces.new_id(there, str(state.get("side", "")), thing, 2)
    return {
        group: {ids.get(thing, thing): pieces.referring(state, ids) for thing, state in things.items()}
        if pieces.lists(group)
        else things
        for group, things in start.items()
    }


def _measured(source: Battle, made: Battle) -> bool:
    """Whether the next battle is measured on a table, as the last one was: on its country, without a place for anything."""
    stood = any(one.get("at") for group, _, one in pieces_of(source.terms).every(source.start) if group not in STANDING)
    return not stood and own_country(source.start)["country_digest"] == made.country_digest


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
