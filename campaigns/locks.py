"""The locks, and their order: a tournament, then the campaign where it is wanted, then battles by their number.

Whoever changes anything in a battle holds the lock on its row; on SQLite BEGIN IMMEDIATE makes that true of the
whole database.  No other module locks a row.
"""

from django.contrib.auth import get_user_model
from django.db import connection

from campaigns.models import Battle, Campaign, Country, Tournament


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament's row, locked to the end of the transaction; before any campaign."""
    _inside_a_transaction()
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def lock_campaign(campaign_id: int) -> Campaign:
    """The campaign's row, locked to the end of the transaction."""
    _inside_a_transaction()
    return Campaign.objects.select_for_update().get(pk=campaign_id)


def lock_battle(battle_id: int) -> Battle:
    """The battle's row, locked to the end of the transaction, with its campaign beside it."""
    _inside_a_transaction()
    return Battle.objects.select_related("campaign").select_for_update(of=_own_row()).get(pk=battle_id)


def lock_battle_if_due(battle_id: int, due_id: int, *, waits: bool) -> Battle | None:
    """The same, while a due row of it waits.  Nothing where that is done, nor, unless one waits, where another has the lock."""
    _inside_a_transaction()
    battles = Battle.objects.select_related("campaign").filter(pk=battle_id, dues__pk=due_id, dues__state="waiting")
    return battles.select_for_update(of=_own_row(), skip_locked=not waits and bool(_own_row())).first()


def lock_battle_with(move_id: int) -> Battle:
    """The same of the battle of a move."""
    _inside_a_transaction()
    return Battle.objects.select_related("campaign").select_for_update(of=_own_row()).get(moves__pk=move_id)


def find_and_lock(move: str) -> Battle | None:
    """The same by the move's public id; nothing where there is no such move."""
    _inside_a_transaction()
    battles = Battle.objects.select_related("campaign").select_for_update(of=_own_row())
    return battles.filter(moves__public_id=move).first()


def lock_battles_of(campaign_id: int) -> list[Battle]:
    """All battles of a campaign, locked in the order of their numbers."""
    _inside_a_transaction()
    return list(Battle.objects.select_for_update().filter(campaign_id=campaign_id).order_by("number"))


def lock_country(country_id: int) -> Country:
    """The country's row, locked to the end of the transaction; nothing else is locked beside it."""
    _inside_a_transaction()
    return Country.objects.select_for_update().get(pk=country_id)


def lock_user(user_id: int) -> None:
    """The row of a person, locked to the end of the transaction, so that what he sends at once is counted one after another."""
    _inside_a_transaction()
    get_user_model().objects.select_for_update(of=_own_row()).only("pk").get(pk=user_id)


def _own_row() -> tuple[str, ...]:
    return ("self",) if connection.features.has_select_for_update_of else ()


def _inside_a_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("a lock is of no use outside a transaction")
