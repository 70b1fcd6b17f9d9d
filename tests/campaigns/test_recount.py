"""The command that recounts the ledgers and checks the records."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from campaigns.models import SupplyEntry
from tests.campaigns.builders import NOON


def test_a_battle_that_agrees_is_said_to_agree(battle):
    out = StringIO()
    call_command("recount", stdout=out)
    assert out.getvalue() == f"agrees  {battle.public_id}  The ford\n"


def test_what_does_not_agree_is_named_and_the_command_fails(battle):
    SupplyEntry.objects.create(
        battle=battle, side="red", account="red-depot", kind="food", amount=-3, cause="mice", at=NOON
    )
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("recount", stdout=out)
    assert "red red-depot food: ledger 17, floor 20" in out.getvalue()
