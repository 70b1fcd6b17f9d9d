"""An exercise is played: campaign, country, battle in preparation, prepared events, and a link for each seat, or nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, count
from typing import Any

from django.db import transaction
from django.db.models import Q

from campaigns.bridge import digest
from campaigns.errors import WrongState
from campaigns.models import Battle, Campaign, Country, Picture, Post
from campaigns.models.plain import Plain
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_campaign
from campaigns.usecases.campaigns.preparation import create_campaign, open_battle
from campaigns.usecases.exercises.parts import in_language
from campaigns.usecases.exercises.pictures import lay_under
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.muster.countries import keep_built_in_country, keep_made
from campaigns.usecases.people.invitations import Made, invite
from campaigns.usecases.pictures.pictures import copy_picture
from rules.values.sentence import say

HOURS = 24 * 30
"""How long the links to the seats are valid."""


@dataclass(frozen=True)
class Played:
    """What was made of an exercise.  links: an invitation to each seat, in the sequence of its seats."""

    campaign: Campaign
    battle: Battle
    links: tuple[Made, ...]


@unlocked
def play_exercise(
    *,
    by: Any,
    exercise: Mapping[str, Any],
    picture: Picture | None = None,
    built_in: bool = False,
    language: str = "en",
    now: datetime,
) -> Played:
    """A campaign with the exercise's battle, in preparation; whoever plays it is the umpire.

    exercise: in its normal form.  picture: what lies under it.  built_in: whether it is one of the house, whose country
    is there for everybody.
    language: of its texts, where it has them in it.
    """
    mine = copy_picture(by=by, picture=picture, now=now) if picture is not None else None
    with transaction.atomic():
        played = _play(by, exercise, in_language(exercise, language), built_in=built_in, now=now)
        if mine is not None:
            lay_under(played.battle, mine, exercise["picture"], now)
    return played


@unlocked
def rehearse(*, by: Any, exercise: Mapping[str, Any], now: datetime) -> None:
    """Play an exercise and undo it, so that whatever would refuse it refuses it now; nothing is kept."""
    with transaction.atomic():
        _play(by, exercise, in_language(exercise, "en"), built_in=False, now=now)
        transaction.set_rollback(True)


def _play(by: Any, exercise: Mapping[str, Any], said: Plain, *, built_in: bool, now: datetime) -> Played:
    sides = [
        {"key": key, **side, "briefing": said["sides"][key]}
        for key, side in exercise["sides"].items()
    ]  # fmt: skip
    campaign = create_campaign(
        by=by,
        name=_free_name(by, said["name"]),
        book=exercise["book"],
        options=exercise["options"],
        sides=sides,
        now=now,
        **exercise["campaign"],
    )
    battle = _open(by, campaign, exercise, said["name"], said["briefing"], built_in=built_in, now=now)
    links = tuple(
        invite(by=by, campaign=campaign.public_id, hours=HOURS, now=now, **seat)
        for seat in exercise["seats"]
    )  # fmt: skip
    return Played(campaign, battle, links)


def _free_name(by: Any, name: str) -> str:
    """What the campaign is called: as the exercise, with a number where whoever plays it has one of that name."""
    theirs = Post.objects.filter(user=by, campaign__name__startswith=name[:100])
    taken = set(theirs.values_list("campaign__name", flat=True))
    numbered = (f"{name[:110]} ({number})" for number in count(2))
    return next(one for one in chain([name], numbered) if one not in taken)


@unlocked
def open_exercise(
    *, by: Any, campaign: str, exercise: Mapping[str, Any], name: str, briefing: str = "",
    picture: Picture | None = None, built_in: bool = False, now: datetime,
) -> Battle:  # fmt: skip
    """The battle of an exercise in a campaign under the same book, whose options it is fought under.

    briefing: what everybody reads; where it is empty, that of the exercise.
    """
    found = find_campaign(campaign)
    if found.book != exercise["book"]:
        raise WrongState(say("The exercise is for another book than the campaign."))
    mine = copy_picture(by=by, picture=picture, now=now) if picture is not None else None
    with transaction.atomic():
        battle = _open(by, found, exercise, name, briefing or exercise["briefing"], built_in=built_in, now=now)
        if mine is not None:
            lay_under(battle, mine, exercise["picture"], now)
    return battle


def _open(
    by: Any, campaign: Campaign, exercise: Mapping[str, Any], name: str, briefing: str, *, built_in: bool, now: datetime
) -> Battle:
    """The battle, its events prepared."""
    ground = exercise["country"]
    battle: Battle = open_battle(
        by=by,
        campaign=campaign.public_id,
        name=name,
        start=exercise["forces"],
        briefing=briefing,
        country=_country(by, exercise, built_in=built_in, now=now).public_id if ground else "",
        now=now,
    )
    battle.exercise, battle.objectives = exercise["digest"], list(exercise["objectives"])
    battle.save(update_fields=["exercise", "objectives"])
    for place, event in enumerate(exercise["events"]):
        prepare_inject(by=by, battle=battle.public_id, planned=planned(event), key=f"exercise-{place}", now=now)
    return battle


def planned(event: Mapping[str, Any]) -> Planned:
    """An event of an exercise as an umpire would prepare it; with neither a move nor anybody near it waits for a press."""
    move, near = event["move"], event["near"]
    return Planned(
        text=event["text"],
        move_number=move,
        near=near,
        press=move is None and near is None,
        heard=event["heard"],
        side=event["side"],
        voice=event["voice"],
        rider=event["rider"],
        change=event["change"],
        clause=event["clause"],
        told=event["told"],
        sure=True,
    )


def _country(by: Any, exercise: Mapping[str, Any], *, built_in: bool, now: datetime) -> Country:
    """The country of an exercise: the very one that is there already, else kept for whoever plays it."""
    data, book = exercise["country"], exercise["book"]
    wanted = digest(data)
    if built_in:
        kept: Country = keep_built_in_country(data=data, book=book, now=now)
        if kept.digest == wanted:
            return kept
    there = Country.objects.filter(Q(made_by=by) | Q(made_by__isnull=True), digest=wanted, book=book).first()
    if there is not None:
        return there
    made: Country = keep_made(by=by, name=data["name"], data=data, book=book, report={}, now=now)
    return made
