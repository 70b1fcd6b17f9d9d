"""Derived data can be thrown away and made again from what was entered, and is the same.  [RELIABILITY C8]"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.db import connection

from campaigns.bridge import canonical, rules_of
from campaigns.guards import create_guards, drop_guards
from campaigns.models import Battle, Move, Thing, ThingChange
from campaigns.usecases.campaigns import audit
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.moves.ledgers import floor_of
from campaigns.usecases.moves.things import enter_things, rebuild_things
from tests.campaigns.exercise import MOVES, OPTIONS, START
from tests.campaigns.players import WAYS

pytestmark = pytest.mark.slow


@pytest.fixture
def played(db: None) -> Battle:
    """Six moves of the exercise whose end is worked out by hand."""
    player = WAYS["use cases"](START, OPTIONS)
    for made in MOVES[:6]:
        player.play(made)
    player.battle.refresh_from_db()
    return player.battle


@contextmanager
def guards_aside() -> Iterator[None]:
    """The guards of append-only rows are removed, as for a migration."""
    connection.check_constraints()
    drop_guards("default")
    yield
    connection.check_constraints()
    create_guards("default")


def rows_of(model: Any, battle: Battle) -> list[dict[str, Any]]:
    """The rows of a model that follow the things of a battle, without their primary keys."""
    rows = model.objects.filter(battle=battle).values()
    return sorted(({key: one for key, one in row.items() if key != "id"} for row in rows), key=str)


def test_rows_that_were_thrown_away_are_made_again_the_same(played):
    kept = rows_of(Thing, played)
    Thing.objects.filter(battle=played).delete()
    assert len(count(battle=played).strayed) == len(kept) >= 20
    rebuild_things(played)
    assert rows_of(Thing, played) == kept and count(battle=played).agrees


def test_a_history_that_was_thrown_away_is_made_again_the_same_of_the_moves(played):
    kept, rows = rows_of(ThingChange, played), rows_of(Thing, played)
    with guards_aside():
        ThingChange.objects.filter(battle=played).delete()
    Thing.objects.filter(battle=played).delete()
    assert len(count(battle=played).strayed) == len(rows)
    moves = list(Move.objects.filter(battle=played, status=Move.Status.SUBMITTED).order_by("number"))
    enter_things(played, None, {}, moves[0].position)
    for move in moves:
        enter_things(played, move, move.position, move.finding.position)
    assert rows_of(ThingChange, played) == kept and rows_of(Thing, played) == rows and count(battle=played).agrees
    assert len(kept) > len(rows), "what the moves changed stands there beside the opening"


def test_a_database_of_before_has_its_history_filled_in_when_it_is_brought_up_to_date(played):
    kept, rows = rows_of(ThingChange, played), rows_of(Thing, played)
    with guards_aside():
        ThingChange.objects.filter(battle=played).delete()
    Thing.objects.filter(battle=played).delete()
    import_module("campaigns.migrations.0002_things").fill(apps, None)
    assert rows_of(ThingChange, played) == kept and rows_of(Thing, played) == rows and count(battle=played).agrees


def test_from_the_start_and_what_was_entered_alone_the_same_position_comes_out(played):
    """Replay from zero: no position is used that a move stored."""
    position = rules_of(played.terms).opening(played.start)
    submitted = list(Move.objects.filter(battle=played, status=Move.Status.SUBMITTED).order_by("number"))
    for move in submitted:
        move.position = position
        position = audit.found_anew(played, move)[2].position
    assert len(submitted) == 6 and canonical(position) == canonical(floor_of(played))


def test_a_row_that_has_strayed_is_named_and_the_command_fails(played):
    Thing.objects.filter(battle=played, thing="red-foot").update(men=59)
    Thing.objects.filter(battle=played, thing="red-gun-1").delete()
    with guards_aside():
        ThingChange.objects.filter(battle=played, thing="blue-fort", move__isnull=True).update(strength="many")
    assert count(battle=played).strayed == ("blue-fort", "red-foot", "red-gun-1")
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
