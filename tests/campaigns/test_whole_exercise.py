"""A whole exercise of twelve own moves a side, by the use cases, by the API and by the pages: it ends as worked out by hand."""

from __future__ import annotations

import pytest

from campaigns.bridge import digest
from campaigns.clock import server_time
from campaigns.models import Battle, Move, Notice, OrderEntry, PointsEntry
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.moves.ledgers import balances, points_of
from tests.campaigns import builders
from tests.campaigns.exercise import HALVES_AT_THE_END, MEN_AT_THE_END, MOVES, OPTIONS, START, STOCKS_AT_THE_END
from tests.campaigns.players import WAYS, Player

pytestmark = pytest.mark.django_db


@pytest.fixture(params=WAYS)
def player(request, monkeypatch) -> Player:
    """The exercise, played to its end by one of the ways; pages and API use the server's own clock."""
    if request.param != "use cases":
        monkeypatch.setattr(builders, "NOON", server_time())
    player = WAYS[request.param](START, OPTIONS)
    for made in MOVES:
        player.play(made)
    player.battle.refresh_from_db()
    return player


@pytest.mark.slow
@pytest.mark.long
def test_twelve_own_moves_a_side_end_as_they_were_worked_by_hand(player):
    played = player.battle
    moves = list(
        Move.objects.filter(battle=played, status=Move.Status.SUBMITTED).select_related("finding").order_by("number")
    )
    assert [(move.side, move.own_number) for move in moves] == [
        (side, number) for number in range(1, 13) for side in ("red", "blue")
    ]
    assert [move.finding.refused for move in moves] == [[]] * 24
    last = moves[-1].finding.position
    assert {thing: last["bodies"][thing]["men"] for thing in MEN_AT_THE_END} == MEN_AT_THE_END
    assert points_of(played.pk) == HALVES_AT_THE_END
    assert _packets(played) == STOCKS_AT_THE_END
    for side in ("red", "blue"):
        assert player.end(side) == (HALVES_AT_THE_END[side], STOCKS_AT_THE_END[side])
    assert last["bodies"]["blue-fort"]["prisoners"] + last["bodies"]["blue-patrol"]["prisoners"] == 46
    assert last["guns"]["blue-gun-1"]["destroyed"] and last["guns"]["blue-gun-2"]["held_by"] == "red"
    _every_band_was_charged(moves)
    _the_books_are_whole(played)


def _packets(battle: Battle) -> dict[str, dict[str, int]]:
    """What the ledger says that each side has in store."""
    held: dict[str, dict[str, int]] = {side: {"food": 0, "forage": 0, "ammunition": 0} for side in ("red", "blue")}
    for (side, _, kind), amount in balances(battle.pk).items():
        if kind in held[side]:
            held[side][kind] += amount
    return held


def _every_band_was_charged(moves: list[Move]) -> None:
    """Far, middle and near, against extended and against close order, and a gun."""
    cited = {event["clause"] for move in moves for event in move.finding.events if event["event"] == "charge-delivered"}
    assert cited >= {f"KS-CHARGE-{number:02}" for number in (5, 6, 7, 9, 10, 11, 18, 28)}


def _the_books_are_whole(battle: Battle) -> None:
    """Floor and ledgers agree, the record's chain holds, every finding comes out the same, everybody has a report."""
    assert count(battle=battle).agrees
    again = list(replay(battle=battle))
    assert len(again) == 24 and all(one.same for one in again)
    assert OrderEntry.objects.filter(move__battle=battle).count() == sum(len(made["orders"]) for made in MOVES)
    assert OrderEntry.objects.filter(move__battle=battle, frozen__isnull=True).count() == 0
    assert (
        Notice.objects.filter(battle=battle, kind="report").count()
        == 24 * battle.campaign.posts.values("user").distinct().count()
    )
    assert PointsEntry.objects.filter(battle=battle).exists()
    for move in Move.objects.filter(battle=battle, status=Move.Status.SUBMITTED).select_related("finding"):
        found = move.finding
        assert found.output_digest == digest(
            {"position": found.position, "events": found.events, "refused": found.refused, "reckoning": found.reckoning}
        )
        assert sorted(move.reports.values_list("side", flat=True)) == ["blue", "observer", "red"]
