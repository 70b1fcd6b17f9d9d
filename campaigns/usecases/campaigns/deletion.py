"""What was never played is deleted: a battle in preparation, a campaign none of whose battles began, a country, a survey.

Everything that hangs on a row is found by the foreign keys that lead to it, whatever tables there are; one row in a
table that is only ever added to (``campaigns.guards``) means that there is a record, and then nothing is deleted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, models, transaction

from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.guards import APPEND_ONLY
from campaigns.locks import lock_battle, lock_battles_of, lock_campaign, lock_country
from campaigns.models import Battle, Campaign, Country, Inject, Invitation, Match, Move, Notice, Post, Survey
from campaigns.models.person import name_of
from campaigns.usecases.access import find_battle, find_campaign, read_public_id, umpire_of
from campaigns.usecases.muster.countries import find_country
from rules.values.sentence import say, say_many

Found = dict[type[models.Model], set[Any]]

MOST_NAMED = 50
"""How many of a kind are named in a list of what goes."""

CAMPAIGN, BATTLE, COUNTRY, SURVEY = "campaign", "battle", "country", "survey"


@dataclass(frozen=True)
class Going:
    """What goes with something that is deleted: of each kind how many, and their names as far as they have any."""

    what: str
    names: tuple[str, ...]


@dataclass(frozen=True)
class Deletion:
    """name: of what is deleted.  goes: what goes with it.  why_not: why it cannot be deleted; empty where it can."""

    name: str
    goes: tuple[Going, ...]
    why_not: str


def look_at(*, by: Any, kind: str, public_id: str) -> Deletion:
    """What would go if something were deleted, for whom it is to delete; nothing is changed."""
    row = _theirs(by, kind, public_id)
    found = _gathered(row)
    return Deletion(str(row), _in_words(row, found), _why_not(row, found))


def delete(*, by: Any, kind: str, public_id: str) -> str:
    """Delete something that was never played, with all that hangs on it, or nothing; its name.  WrongState where it cannot be."""
    row = _theirs(by, kind, public_id)
    name = str(row)
    try:
        with transaction.atomic():
            _lock(row)
            row = _theirs(by, kind, public_id)
            found = _gathered(row)
            if why := _why_not(row, found):
                raise WrongState(why)
            _delete(found)
    except IntegrityError as fault:
        raise WrongState(say("Something has just been made that needs it. Nothing was deleted.")) from fault
    return name


def _theirs(by: Any, kind: str, public_id: str) -> models.Model:
    """The row, for its umpire or its maker.  Unseen or NotUmpire to anybody else."""
    if kind == CAMPAIGN:
        campaign = find_campaign(public_id)
        umpire_of(by, campaign.pk)
        return campaign
    if kind == BATTLE:
        battle = find_battle(public_id)
        umpire_of(by, battle.campaign_id, "battle")
        return battle
    if kind == COUNTRY:
        country = find_country(by, public_id)
        if country.made_by_id is None:
            raise NotYours(say("This country is built in."))
        return country
    survey = Survey.objects.filter(public_id=read_public_id(public_id, "survey"), sent_by_id=by.pk).first()
    if survey is None:
        raise Unseen("survey")
    return survey


def _lock(row: models.Model) -> None:
    """Lock what decides whether a row may go, in the sequence of ``campaigns.locks``."""
    if isinstance(row, Campaign):
        lock_campaign(row.pk)
        lock_battles_of(row.pk)
    elif isinstance(row, Battle):
        lock_campaign(row.campaign_id)
        lock_battle(row.pk)
    elif isinstance(row, Country):
        lock_country(row.pk)


def _gathered(row: models.Model) -> Found:
    """A row and all rows that hang on it, by their model."""
    found: Found = defaultdict(set)
    found[type(row)].add(row.pk)
    left: Found = {type(row): {row.pk}}
    while left:
        more: Found = defaultdict(set)
        for model, key in _one_step(left):
            if key not in found[model]:
                found[model].add(key)
                more[model].add(key)
        left = more
    return {model: keys for model, keys in found.items() if keys}


def _one_step(from_here: Found) -> list[tuple[type[models.Model], Any]]:
    """The rows whose foreign keys lead to some rows, all by one query."""
    relations = [(one, keys) for model, keys in from_here.items() for one in _leading_to(model)]
    queries = [
        one.related_model._base_manager.filter(**{f"{one.field.name}__in": keys})
        .order_by()
        .annotate(of=models.Value(place, models.IntegerField()))
        .values_list("of", "pk")
        for place, (one, keys) in enumerate(relations)
    ]
    rows = queries[0].union(*queries[1:], all=True) if queries else []
    return [(relations[place][0].related_model, key) for place, key in rows]


def _leading_to(model: type[models.Model]) -> list[Any]:
    """The foreign keys that lead to a model and hold fast."""
    fields = model._meta.get_fields(include_hidden=True)
    back = [one for one in fields if one.auto_created and not one.concrete and (one.one_to_many or one.one_to_one)]
    return [one for one in back if getattr(one, "on_delete", None) in (models.PROTECT, models.CASCADE, models.RESTRICT)]


def _why_not(row: models.Model, found: Found) -> str:
    """Why something cannot be deleted; empty where it can."""
    if isinstance(row, Country) and Battle in found:
        return say_many("{n} battle is fought on it.", "{n} battles are fought on it.", len(found[Battle]))
    if Match in found:
        return say("It has a match. Call the match off first.")
    begun = Battle.objects.filter(pk__in=found.get(Battle, ())).exclude(status=Battle.Status.PREPARING)
    if isinstance(row, Battle | Campaign) and begun.exists():
        return say("A battle that has begun is never deleted: it has a record.")
    if isinstance(row, Campaign) and row.purpose != Campaign.Purpose.CAMPAIGN:
        return say("It belongs to a match or a practice.")
    if isinstance(row, Campaign) and row.status != Campaign.Status.PREPARING:
        return say("A campaign that has begun is never deleted: it has a record.")
    if Move in found or any(model._meta.db_table in APPEND_ONLY for model in found):
        return say("It has a record already. What has a record is never deleted.")
    return ""


def _delete(found: Found) -> None:
    """Delete the rows, those that lead to others before these."""
    left = dict(found)
    while left:
        free = [
            model
            for model in left
            if not any(one.related_model in left and one.related_model is not model for one in _leading_to(model))
        ]
        for model in free or list(left)[-1:]:
            model._base_manager.filter(pk__in=left.pop(model)).delete()


KINDS: dict[type[models.Model], Callable[[int], str]] = {
    Battle: lambda number: say_many("{n} battle", "{n} battles", number),
    Post: lambda number: say_many("{n} seat", "{n} seats", number),
    Invitation: lambda number: say_many(
        "{n} invitation, whose link no longer works", "{n} invitations, whose links no longer work", number
    ),
    Inject: lambda number: say_many("{n} prepared event or message", "{n} prepared events and messages", number),
    Notice: lambda number: say_many("{n} notice", "{n} notices", number),
    Survey: lambda number: say_many("{n} survey", "{n} surveys", number),
}
"""What is named in a list of what goes."""


def _in_words(row: models.Model, found: Found) -> tuple[Going, ...]:
    """What goes with a row, kind by kind; the row itself is not named."""
    lines = []
    for model, counted in KINDS.items():
        keys = found.get(model, set()) - ({row.pk} if isinstance(row, model) else set())
        if keys:
            rows = model._base_manager.filter(pk__in=keys).order_by("pk")[:MOST_NAMED]
            rows = rows.select_related("user__person") if model is Post else rows
            names = tuple(named for each in rows if (named := _named(each)))
            lines.append(Going(counted(len(keys)), names))
    return tuple(lines)


def _named(row: Any) -> str:
    """What a row is called; empty where that would say nothing."""
    if isinstance(row, Post):
        return say("{seat}, {name}", seat=row.title, name=name_of(row.user))
    if isinstance(row, Inject):
        text: str = row.text[:80]
        return text
    return "" if isinstance(row, Notice) else str(row)
