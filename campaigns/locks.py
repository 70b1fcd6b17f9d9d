"""The locks, and their order: a tournament, then the campaign where it is needed, then battles by their number.

Every change in a battle holds the lock on its row; on SQLite BEGIN IMMEDIATE makes that true of the
whole database.  No other module locks a row.
"""

from functools import partial
from typing import TypeVar

from django.contrib.auth import get_user_model
from django.db import connection
from django.db.models import Model, QuerySet

from campaigns.compiled_queries import Prepared
from campaigns.errors import Unseen
from campaigns.models import Battle, Campaign, Country, Tournament
from campaigns.models.battle import BEGINNINGS

R = TypeVar("R", bound=Model)


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament's row, locked to the end of the transaction; before any campaign."""
    _inside_a_transaction()
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def lock_campaign(campaign_id: int) -> Campaign:
    """The campaign's row, locked to the end of the transaction; Unseen where it was deleted meanwhile."""
    _inside_a_transaction()
    return _there(Campaign.objects.select_for_update().filter(pk=campaign_id), "campaign")


def lock_battle(battle_id: int) -> Battle:
    """The battle's row, locked to the end of the transaction, with its campaign beside it; Unseen where it was deleted meanwhile."""
    return _there(_battles().filter(pk=battle_id), "battle")


def lock_battle_if_due(battle_id: int, due_id: int, *, waits: bool) -> Battle | None:
    """The same, while a due row of it waits.  None where that is done, or, unless waits is set, where another process has the lock."""
    _inside_a_transaction()
    return next(iter((_battle_when_free if waits else _battle_if_free)(battle_id, due_id)), None)


def lock_battle_with(move_id: int) -> Battle:
    """The same for the battle of a move."""
    _inside_a_transaction()
    (battle,) = _battle_with(move_id)
    return battle


def find_and_lock(move: str) -> Battle | None:
    """The same by the move's public id; none where there is no such move."""
    _inside_a_transaction()
    return next(iter(_battle_of(move)), None)


def lock_battles_of(campaign_id: int) -> list[Battle]:
    """All battles of a campaign, locked in the order of their numbers."""
    _inside_a_transaction()
    return list(Battle.objects.select_for_update().filter(campaign_id=campaign_id).order_by("number"))


def lock_country(country_id: int) -> Country:
    """The country's row, locked to the end of the transaction; nothing else is locked beside it.  Unseen where it was deleted."""
    _inside_a_transaction()
    return _there(Country.objects.select_for_update().filter(pk=country_id), "country")


def lock_user(user_id: int) -> None:
    """The row of a person, locked to the end of the transaction, so that requests that they send at once count one after another."""
    _inside_a_transaction()
    get_user_model().objects.select_for_update(of=_own_row()).only("pk").get(pk=user_id)


def _there(rows: QuerySet[R], what: str) -> R:
    """The one row of a query; Unseen where there is none."""
    found = next(iter(rows), None)
    if found is None:
        raise Unseen(what)
    return found


def _battles(*, skips: bool = False) -> QuerySet[Battle]:
    """Battles to be locked, each with its campaign.  skips: leave out those that another process has locked."""
    _inside_a_transaction()
    rows = Battle.objects.select_related("campaign").defer(*BEGINNINGS)
    return rows.select_for_update(of=_own_row(), skip_locked=skips and bool(_own_row()))


def _due(battle_id: int, due_id: int, *, skips: bool) -> QuerySet[Battle]:
    return _battles(skips=skips).filter(pk=battle_id, dues__pk=due_id, dues__state="waiting")


_battle_when_free = Prepared(partial(_due, skips=False), int, int)
_battle_if_free = Prepared(partial(_due, skips=True), int, int)
"""The battle of a due row that waits, locked."""

_battle_of = Prepared(lambda move: _battles().filter(moves__public_id=move), str)
_battle_with = Prepared(lambda move: _battles().filter(moves__pk=move), int)
"""The battle of a move, locked."""


def _own_row() -> tuple[str, ...]:
    return ("self",) if connection.features.has_select_for_update_of else ()


def _inside_a_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("a lock is of no use outside a transaction")
