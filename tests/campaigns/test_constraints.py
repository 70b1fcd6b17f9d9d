"""What may never happen twice, or never at all, is refused by the database itself."""

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import DatabaseError, IntegrityError, connection, models, transaction

from campaigns import guards
from campaigns.models import Confirmation, Credit, Dispatch, Due, Finding, Move, Muster, OrderEntry, Report
from campaigns.usecases.desk.rulings import correct_order
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.usecases.moves.ledgers import award_points
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from tests.campaigns.builders import NOON

MARCH = {"order": "march", "body": "red-foot", "measured": {"distance": 6}}


@pytest.fixture
def full(cast, battle, move):
    """A battle with a row in every table to which rows are only added."""
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[MARCH], base_revision=0, key="k", now=NOON
    )
    close_move(move_id=move.pk, now=NOON + timedelta(minutes=11), cause="time")
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={}, now=NOON)
    correct_order(by=cast.umpire, move=move.public_id, thing="red-foot", orders=[MARCH], reason="x", now=NOON)
    submit_move(by=cast.umpire, move=move.public_id, now=NOON + timedelta(minutes=12))
    award_points(by=cast.umpire, battle=battle.public_id, side="red", amount=1, reason="x", now=NOON)
    red = battle.campaign.posts.get(kind="general", side__key="red")
    Credit.objects.create(campaign=battle.campaign, battle=battle, side="red", numerator=1, cause="x", at=NOON)
    Confirmation.objects.create(move=move, number=1, by=red, at=NOON)
    Dispatch.objects.create(
        battle=battle, move=move, post=red, side="red", channel="shout", heard="all", text="x", at=NOON
    )
    Muster.objects.create(battle=battle, side="red", by=red, force={}, cost=300, digest="x", at=NOON)
    return battle


@pytest.mark.slow
@pytest.mark.parametrize("table", guards.APPEND_ONLY)
@pytest.mark.parametrize("deed", ["UPDATE {table} SET id = id", "DELETE FROM {table}"])
def test_what_is_added_to_is_never_changed(full, table, deed):
    """RELIABILITY C7: raw SQL included."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT COUNT(*) FROM {table}")
        assert cursor.fetchone()[0] > 0
        with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
            cursor.execute(deed.format(table=table))


def test_the_orm_cannot_change_it_either(full):
    finding = Finding.objects.get()
    finding.edition = "mine"
    with pytest.raises(DatabaseError), transaction.atomic():
        finding.save()
    with pytest.raises(DatabaseError), transaction.atomic():
        Report.objects.all().update(side="red")
    with pytest.raises(DatabaseError), transaction.atomic():
        Report.objects.all().delete()


@pytest.mark.parametrize(("back", "match"), [("open", "forward"), ("closed", "forward"), ("burnt", "forward")])
def test_a_move_only_goes_forward(full, back, match):
    with pytest.raises(DatabaseError, match=match), transaction.atomic():
        Move.objects.filter(number=1).update(status=back)


STANDING = {
    "sqlite": "SELECT name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal",
}


def standing():
    """The names of the guards that exist."""
    with connection.cursor() as cursor:
        cursor.execute(STANDING[connection.vendor])
        return {name for (name,) in cursor.fetchall()}


def test_guards_that_were_dropped_are_there_again_after_migrate(transactional_db):
    guards.drop_guards("default")
    assert not standing()
    call_command("migrate", verbosity=0)
    assert standing() == {guard.name for guard in guards.GUARDS[connection.vendor]}


@pytest.mark.sqlite
def test_a_new_column_drops_no_guard(transactional_db):
    """SQLite builds the table again, and loses its triggers until the migration ends."""
    everyone, weather = standing(), models.CharField(max_length=8, default="fair")
    weather.set_attributes_from_name("weather")
    try:
        with connection.schema_editor() as editor:
            editor.add_field(OrderEntry, weather)
        assert standing() < everyone, "nothing was tried"
        call_command("migrate", verbosity=0)
        assert standing() == everyone
    finally:
        with connection.schema_editor() as editor:
            editor.remove_field(OrderEntry, weather)
        guards.create_guards("default")


def copy_of(table, **changes):
    """Insert a copy of the first row of a table by raw SQL, with some columns changed."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT * FROM {table} ORDER BY id LIMIT 1")
        row = dict(zip([column[0] for column in cursor.description], cursor.fetchone(), strict=True))
        row.pop("id")
        row |= changes
        places = ", ".join(["%s"] * len(row))
        cursor.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places})", list(row.values()))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("table", "changes"),
    [
        ("campaigns_move", {"public_id": "another", "status": "submitted"}),
        ("campaigns_move", {"public_id": "another", "number": 99, "status": "open"}),
        ("campaigns_finding", {}),
        ("campaigns_report", {}),
        ("campaigns_frozenorders", {}),
        ("campaigns_orderentry", {"public_id": "another", "key": "another"}),
        ("campaigns_orderentry", {"public_id": "another", "revision": 99}),
        ("campaigns_factsheet", {}),
        ("campaigns_recordentry", {}),
        ("campaigns_supplyentry", {}),
        ("campaigns_pointsentry", {}),
        ("campaigns_notice", {"public_id": "another"}),
        ("campaigns_due", {}),
        ("campaigns_thing", {}),
        ("campaigns_thingchange", {}),
    ],
)
def test_a_second_one_is_refused_by_the_database(full, table, changes):
    """RELIABILITY B2: a second ruling, a second successor, by raw SQL."""
    assert Due.objects.exists()
    with pytest.raises(IntegrityError, match=r"(?i)unique"), transaction.atomic():
        copy_of(table, **changes)
