"""The sample exercises: the real one is played and fit to be played on; the worked sequence gives the book's figures."""

from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from campaigns import sight
from campaigns.desk import desk
from campaigns.models import Battle, Campaign, Move, Notice, SupplyEntry
from campaigns.usecases.campaigns.audit import count, replay
from campaigns.usecases.campaigns.credits import count_battle
from campaigns.usecases.campaigns.sample import HARTLEY, SEQUENCE, load_sample, log_ins, password_of, read_sample
from campaigns.usecases.moves.ledgers import points_of
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.orders.orders import submit_orders
from rules.little_wars import hooks_farm
from tests.campaigns.builders import NOON, the_move

pytestmark = [pytest.mark.slow, pytest.mark.long]  # the sample exercise is played


@pytest.fixture(scope="module")
def loaded(django_db_setup, django_db_blocker):
    """Both exercises, loaded once for all the tests here and never rolled back: each test only reads."""
    from django.db import transaction

    with django_db_blocker.unblock():
        atomic = transaction.atomic()
        atomic.__enter__()
        found = load_sample(now=NOON)
        yield found
        transaction.set_rollback(True)
        atomic.__exit__(None, None, None)


@pytest.fixture
def hartley(db, loaded):
    return Battle.objects.get(public_id=loaded.hartley)


@pytest.fixture
def sequence(db, loaded):
    return Battle.objects.get(public_id=loaded.sequence)


def a_user(name):
    return get_user_model().objects.get(username=name)


def a_seat(name, battle):
    return sight.find_battle(a_user(name), battle.public_id)


# -- the real one -----------------------------------------------------------------------------------


@pytest.mark.parametrize("side", ["red", "blue"])
def test_each_side_begins_with_a_force_of_the_size_that_was_asked_for(side):
    start = read_sample(HARTLEY)["start"]
    bodies = [one for one in start["bodies"].values() if one["side"] == side]
    men = {
        arm: sum(one["men"] for one in bodies if one["arm"] == arm)
        for arm in ("infantry", "cavalry", "artillery", "engineers")
    }
    assert men == {"infantry": 120, "cavalry": 60, "artillery": 20, "engineers": 10}
    counts = [
        sum(one["side"] == side for one in start[group].values()) for group in ("guns", "waggons", "depots", "generals")
    ]
    assert counts == [4, 3, 1, 1]
    assert all(one["name"] for group in start.values() for one in group.values())


def test_six_own_moves_a_side_are_made_and_reds_seventh_is_open_for_an_hour(hartley):
    move = the_move(hartley)
    assert (move.number, move.side, move.own_number, move.status) == (13, "red", 7, Move.Status.OPEN)
    assert (move.opened_at, move.closes_at) == (NOON, NOON + timedelta(hours=1))


def test_no_order_of_the_sample_was_refused(hartley):
    assert [move.finding.refused for move in hartley.moves.exclude(status=Move.Status.OPEN)] == [[]] * 12


def test_the_sample_has_fights_supplies_points_and_reports_to_show(hartley):
    red, blue = a_seat("red", hartley), a_seat("blue", hartley)
    told = {event["event"] for report in sight.reports(red) for event in report.events}
    assert told >= {
        "shell-fired", "gun-destroyed", "gun-disabled", "volley-fired", "charge-delivered", "coin-tossed",
        "prisoners-taken", "body-retired", "packets-given-up",
    }  # fmt: skip
    assert len(sight.reports(blue)) == 12
    assert sight.points(red).halves != sight.points(blue).halves
    assert any(line.kind == "food" and line.amount < 0 for line in sight.supplies(red).lines)


def test_the_tick_of_own_move_six_took_what_the_book_asks(hartley):
    """Red, own move 6: 168 men = 5 × 30 + 18 → 6 food; 44 horse and three teams of six, 62 = 10 × 6 + 2 → 10 forage.

    Blue: 160 men = 5 × 30 + 10 → 5 food; 26 horse and three teams, 44 = 7 × 6 + 2 → 7 forage.
    """
    given_up = {
        (side, kind): -sum(
            row.amount for row in SupplyEntry.objects.filter(battle=hartley, side=side, kind=kind, move__isnull=False)
        )
        for side in ("red", "blue")
        for kind in ("food", "forage")
    }
    assert given_up == {("red", "food"): 6, ("red", "forage"): 10, ("blue", "food"): 5, ("blue", "forage"): 7}


def test_the_books_of_the_sample_agree_and_its_findings_can_be_found_again(hartley):
    assert count(battle=hartley).agrees
    assert [one.same for one in replay(battle=hartley)] == [True] * 12


def test_the_next_move_can_be_ordered_at_once(hartley):
    page = sight.thing_sheet(a_seat("red", hartley), "red-1st", NOON)
    assert page.thing.may_order and "March" in [choice.title for choice in page.choices]
    receipt = submit_orders(
        user=a_user("red"), move=the_move(hartley).public_id, thing="red-1st",
        orders=[{"order": "march", "body": "red-1st", "path": [[96, 60]]}], base_revision=0, key="k", now=NOON,
    )  # fmt: skip
    assert receipt.number and receipt.reading


@pytest.mark.parametrize("name", ["red", "blue"])
def test_one_log_in_holds_all_posts_of_its_side(hartley, name):
    seat = a_seat(name, hartley)
    assert seat.is_general and seat.arms == {"infantry", "cavalry", "artillery", "engineers", "transport"}


def test_the_log_ins_that_are_printed_open_the_door(loaded, db):
    listed = log_ins()
    assert {name for _, name, _ in listed} == set(read_sample(HARTLEY)["users"])
    assert a_user("umpire").check_password(password_of("umpire"))
    assert {password for _, _, password in listed} == {password_of(name) for _, name, _ in listed}


@pytest.mark.django_db
def test_no_log_in_is_listed_where_the_sample_is_not_loaded():
    Campaign.objects.filter(name=read_sample(HARTLEY)["name"]).update(name="Another")
    assert log_ins() == []


# -- the worked sequence ----------------------------------------------------------------------------


def test_the_worked_sequence_gives_exactly_the_books_figures(sequence):
    """KS-SEQ-12, the example of one Red move, own move 6."""
    move = the_move(sequence)
    submit_move(by=a_user("umpire"), move=move.public_id, now=NOON + timedelta(minutes=1))
    move.refresh_from_db()
    bodies, depot = move.finding.position["bodies"], move.finding.position["depots"]["red-depot"]
    events = {}
    for event in move.finding.events:
        events.setdefault(event["event"], []).append(event)
    shell, charge = events["shell-fired"][0], events["charge-delivered"][0]
    # 1. Shell: 4 Blue in the circle, none covered: 2 dead, 18 left.
    assert (shell["inside"], shell.get("covered"), shell["dead"]) == ({"blue-foot": 4}, None, {"blue-foot": 2})
    # 2. Rifles: the 46 stand: 9 shots; 2 hits: 16 Blue left.
    assert (events["volley-fired"][0]["shots"], events["volley-fired"][0]["dead"]) == (9, {"blue-foot": 2})
    # 3. Charge, d = 20, middle, I 16, S 12: one of the cavalry lost, 11 left; infantry 16, gone.
    assert (charge["clause"], charge["distance"], charge["charged"], charge["chargers"]) == ("KS-CHARGE-06", 20, 16, 12)
    assert (charge["chargers_lost"], charge["charged_lost"]) == (1, 16)
    assert (bodies["red-horse"]["men"], bodies["blue-foot"]["men"]) == (11, 0)
    # 4. Supply: 61 men → 2 food; 17 horses → 3 forage; store left 1 food, 0 forage.  Ammunition not due (counter 1).
    assert {(one["kind"], one["reckoned"], one["packets"]) for one in events["packets-due"]} == {
        ("food", 61, 2),
        ("forage", 17, 3),
    }
    assert depot["packets"] == {"food": 1}
    assert bodies["red-foot"]["fire_streak"] == 1
    # 5. Duties for Blue: none left there.
    assert not {"retreat-owed", "body-pinned", "choice-owed"} & events.keys()


def test_the_worked_sequence_waits_with_everything_measured(sequence):
    found = desk(a_seat("umpire", sequence), NOON)
    assert found.clock.state == "closed" and found.open_needs == 0
    assert [one.heading for one in found.orders] == ["Shells", "Rifles", "Contact"]


def test_without_the_shots_the_charge_would_have_met_twenty(sequence):
    """KS-SEQ-12: cavalry floor(20/10) = 2 lost, infantry min(24, 20) = 20."""
    from rules.books import book

    move, rules = the_move(sequence), book("kriegspiel")
    charge = {
        "order": "charge",
        "body": "red-horse",
        "target": "blue-foot",
        "measured": read_sample(SEQUENCE)["orders"]["red-horse"][0]["measured"],
    }
    found = rules.table(move.position, sequence.campaign.options).adjudicate("red", [charge], {}, {"seed": "x"})
    delivered = next(event for event in found.events if event["event"] == "charge-delivered")
    assert (delivered["chargers_lost"], delivered["charged_lost"]) == (2, 20)


# -- the commands -----------------------------------------------------------------------------------


def run(*args):
    out = StringIO()
    call_command(*args, stdout=out)
    return out.getvalue()


def test_the_sample_is_not_loaded_where_there_is_a_campaign(hartley):
    before = Campaign.objects.count()
    assert run("load_sample", "--if-empty") == ""
    assert Campaign.objects.count() == before


def test_recount_and_replay_say_that_all_is_well(hartley):
    assert "agrees" in run("recount")
    assert "12 findings found anew, 0 came out otherwise" in run("replay", hartley.public_id)


def test_recount_finds_a_man_who_is_in_no_book(hartley):
    finding = Move.objects.get(battle=hartley, number=13)
    finding.position["bodies"]["red-1st"]["men"] += 1
    finding.save()
    with pytest.raises(CommandError, match="1 battles do not agree"):
        run("recount")


def test_replay_finds_a_move_that_would_come_out_otherwise(hartley):
    move = Move.objects.get(battle=hartley, number=3)
    move.position["bodies"]["blue-2nd"]["men"] -= 1
    move.save()
    with pytest.raises(CommandError):
        run("replay")


def test_a_battle_that_is_not_there_is_named_so(hartley):
    with pytest.raises(CommandError, match="no such battle"):
        run("recount", "no-such-one")


# -- Hook's Farm ------------------------------------------------------------------------------------


@pytest.fixture
def farm(db, loaded):
    return Battle.objects.get(public_id=loaded.hooks_farm)


def test_hooks_farm_is_played_move_by_move_and_ends_as_the_rulebook_works_it_out(farm):
    """LW-POINTS-07, rulebook HF-E: 196 to 26."""
    assert (farm.status, farm.result) == ("ended", {"winner": "blue"})
    assert points_of(farm.pk) == {"red": 52, "blue": 392}
    sheet = sight.points(a_seat("red", farm)).sheet
    assert sheet["blue"] == {"victory": 100, "guns": 50, "cavalry": 12, "infantry": 31, "taken": 0, "held": 3}
    assert sheet["red"] == {"victory": 0, "guns": 10, "cavalry": 6, "infantry": 7, "taken": 3, "held": 0}


def test_the_strengths_of_hooks_farm_are_those_of_the_table_after_every_move(farm):
    """Rulebook HF-C."""
    for move, step in zip(farm.moves.order_by("number"), hooks_farm.battle(), strict=False):
        men = {
            (side, arm): sum(
                one["men"]
                for one in move.finding.position["bodies"].values()
                if (one["side"], one["arm"]) == (side, arm)
            )
            for side in ("red", "blue")
            for arm in ("infantry", "cavalry")
        }
        assert move.side == step.side and move.finding.refused == []
        if step.name in hooks_farm.STRENGTHS:
            assert tuple(men.values()) == hooks_farm.STRENGTHS[step.name], step.name


def test_hooks_farm_replays_to_the_same_bytes_and_its_books_agree(farm):
    assert all(one.same for one in replay(battle=farm)) and count(battle=farm).agrees


def test_of_every_move_of_hooks_farm_it_is_told_what_is_given_and_what_inferred(farm):
    for step in hooks_farm.battle():
        assert f"{step.name}. " in farm.briefing and (step.given in farm.briefing) and (step.inferred in farm.briefing)
    assert farm.briefing.count("The text gives: ") == sum(bool(step.given) for step in hooks_farm.battle())


def test_hooks_farm_counts_170_to_blue_not_enough_for_a_war_of_200(farm):
    """LW-CAMP-04."""
    count_battle(battle_id=farm.pk, now=NOON)
    standing = sight.standing(a_seat("blue", farm))
    assert {row.side: row.total for row in standing.league} == {"blue": 340, "red": 0}
    assert standing.winner == "" and standing.wanting == 60


def test_of_the_moves_that_were_played_before_nobody_has_a_notice_to_read(hartley):
    told = Notice.objects.filter(battle=hartley)
    assert {notice.created_at < NOON for notice in told.filter(read_at__isnull=False)} == {True}
    assert not told.filter(read_at__isnull=True, created_at__lt=NOON).exists()
