"""What is derived can be thrown away and made again from what was entered, and is the same.  [RELIABILITY C8]"""

from __future__ import annotations

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from campaigns.bridge import book_of, canonical
from campaigns.models import Battle, Body, Depot, Gun, Move, Waggon, Work
from campaigns.usecases.campaigns import audit
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.campaigns.preparation import mirror_things
from campaigns.usecases.moves.ledgers import floor_of
from tests.campaigns.exercise import MOVES, OPTIONS, START
from tests.campaigns.players import WAYS

pytestmark = pytest.mark.slow

MIRRORS = (Body, Gun, Waggon, Depot, Work)


@pytest.fixture
def played(db: None) -> Battle:
    """Six moves of the exercise whose end is reckoned by hand."""
    player = WAYS["use cases"](START, OPTIONS)
    for made in MOVES[:6]:
        player.play(made)
    player.battle.refresh_from_db()
    return player.battle


def rows_of(battle: Battle) -> dict[str, list[Any]]:
    """The rows that mirror the floor, without the numbers that are theirs alone."""
    return {
        model.__name__: [
            {key: one for key, one in row.items() if key not in ("id", "public_id")}
            for row in model.objects.filter(battle=battle).order_by("thing").values()
        ]
        for model in MIRRORS
    }


def test_rows_that_were_thrown_away_are_made_again_the_same(played):
    kept = rows_of(played)
    for model in MIRRORS:
        model.objects.filter(battle=played).delete()
    assert len(count(battle=played).strayed) == sum(len(rows) for rows in kept.values()) >= 20
    mirror_things(played, floor_of(played))
    assert rows_of(played) == kept and count(battle=played).agrees


def test_from_the_start_and_what_was_entered_alone_the_same_position_comes_out(played):
    """Replay from zero: no position is used that a move stored."""
    position = book_of(played.terms).opening(played.start, played.terms.options)
    submitted = list(Move.objects.filter(battle=played, status=Move.Status.SUBMITTED).order_by("number"))
    for move in submitted:
        move.position = position
        position = audit.found_anew(played, move)[2].position
    assert len(submitted) == 6 and canonical(position) == canonical(floor_of(played))


def test_a_row_that_has_strayed_is_named_and_the_command_fails(played):
    Body.objects.filter(battle=played, thing="red-foot").update(men=59)
    Gun.objects.filter(battle=played, thing="red-gun-1").delete()
    assert count(battle=played).strayed == ("red-foot", "red-gun-1")
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("recount", stdout=out)
    assert "the row of red-foot is not what stands on the floor" in out.getvalue()


def test_a_move_that_opened_with_another_position_is_named(played):
    move = Move.objects.get(battle=played, number=4)
    move.position["bodies"]["red-foot"]["men"] += 1
    move.save(update_fields=["position"])
    assert count(battle=played).misjoined == (4,)


def test_a_report_that_was_not_what_the_finding_comes_to_is_named(played, monkeypatch):
    assert all(one.same for one in replay(battle=played))
    real = audit.report

    def told_more(move: Any, *given: Any) -> Any:
        return {**real(move, *given), **({"events": []} if move.number == 3 and given[-1] == "blue" else {})}

    monkeypatch.setattr(audit, "report", told_more)
    assert [one.number for one in replay(battle=played) if not one.same] == [3]
    out = StringIO()
    with pytest.raises(CommandError):
        call_command("replay", stdout=out)
    assert "move 3 (red 2): a report came out otherwise" in out.getvalue()
