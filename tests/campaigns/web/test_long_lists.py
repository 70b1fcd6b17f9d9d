"""A floor of many things at the desk: names are typed with one list on the page, and the page stays small."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from campaigns.models import FactSheet
from campaigns.usecases.orders.orders import submit_orders
from campaigns.web.desk.floor_lists import Things, chosen
from rules.kriegspiel.book import KRIEGSPIEL
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, url

MOST_BYTES, MOST_QUERIES = 300_000, 12


def many(bodies: int, guns: int) -> dict:
    """A start of so many companies and guns, half of each side, which have made moves enough to fire."""
    sides = ("blue", "red")
    men = {
        f"body-{place}": {"side": sides[place % 2], "arm": "infantry", "men": 30, "formation": "two-ranks", "name": f"Company {place}"}
        for place in range(bodies)
    }  # fmt: skip
    crews = {f"crew-{place}": {"side": sides[place % 2], "arm": "artillery", "men": 5} for place in range(guns)}
    pieces = {
        f"gun-{place}": {"side": sides[place % 2], "crew": f"crew-{place}", "name": f"Gun {place}"}
        for place in range(guns)
    }
    return {
        **builders.START,
        "own_moves": {"red": 3, "blue": 3},
        "bodies": {**men, **crews, **builders.START["bodies"]},
        "guns": {**pieces, **builders.START["guns"]},
        "waggons": {f"waggon-{place}": {"side": "red", "name": f"Waggon {place}"} for place in range(9)},
    }


@pytest.fixture
def wide(cast):
    """A closed move in which twenty officers' troops fire: 32 of 80 companies with rifles, 8 of 16 guns with shells."""
    battle = builders.a_battle(cast, start=many(80, 16), options={"two_stage_move": False})
    move = builders.the_move(battle)

    def send(user, thing, **order):
        orders = [order]
        submit_orders(
            user=user, move=move.public_id, thing=thing, orders=orders, base_revision=0, key=thing, now=builders.NOON
        )

    for place in range(1, 64, 2):
        send(cast.red_foot, f"body-{place}", order="fire-rifles", body=f"body-{place}")
    for place in range(1, 16, 2):
        send(cast.red_guns, f"gun-{place}", order="fire-gun", gun=f"gun-{place}", shots=4)
    close(cast, move)
    return battle


@pytest.mark.slow
def test_the_desk_of_a_move_in_which_eighty_companies_and_sixteen_guns_stand_is_small(
    cast, wide, django_assert_max_num_queries
):
    umpire = client_of(cast.umpire)
    with django_assert_max_num_queries(MOST_QUERIES):
        page = umpire.get(url("desk", wide))
    text = page.content.decode()
    assert text.count('list="l-bodies"') == 32 * 6 + 32 * 3, "every shot asks whom it knocked down"
    assert text.count('<datalist id="l-bodies">') == text.count('<datalist id="l-guns">') == 1
    assert len(page.content) < MOST_BYTES, len(page.content)


def facts_typed(cast, battle, **typed):
    """The form with what is typed into it."""
    move = builders.the_move(battle).public_id
    shots = {f"{field.rsplit('.', 2)[0]}.0.body": "" for field in typed}
    shots |= {f"{field.rsplit('.', 3)[0]}.seen": "yes" for field in shots}
    return client_of(cast.umpire).post(url("measure", battle), {"move": move, "base": "0", **shots, **typed})


@pytest.mark.slow
def test_what_is_typed_by_name_is_taken_down_by_id(cast, wide):
    shell, shot = "o.gun-1/0.shells.0", "o.body-1/0.shots.0"
    answer = facts_typed(
        cast,
        wide,
        **{
            f"{shot}.0.body": " company  2 ", f"{shot}.0.men": "1",
            f"{shell}.0.body": "body-4", f"{shell}.0.men": "3", f"{shell}.gun.0": "GUN 2", f"{shell}.gun.0.touch": "partly",
            f"{shell}.waggon.1": "Waggon 8",
        },
    )  # fmt: skip
    assert answer.status_code == 302
    taken = FactSheet.objects.latest("pk").orders
    assert taken["body-1/0"]["shots"][0] == {"knocked_down": {"body-2": 1}}
    assert taken["gun-1/0"]["shells"][0] == {"men": {"body-4": 3}, "guns_partly": ["gun-2"], "waggons": ["waggon-8"]}
    page = Page(client_of(cast.umpire).get(url("desk", wide)))
    assert (page.fields[f"{shot}.0.body"], page.fields[f"{shell}.gun.0"]) == ("Company 2", "Gun 2")
    assert page.fields[f"{shell}.waggon.0"] == "Waggon 8"


@pytest.mark.slow
@pytest.mark.parametrize(
    "field", ["o.body-1/0.shots.0.0.body", "o.gun-1/0.shells.0.gun.0", "o.gun-1/0.shells.0.waggon.0"]
)
def test_a_name_that_nothing_bears_is_said_at_its_field_and_stays_there(cast, wide, field):
    answer = facts_typed(
        cast,
        wide,
        **{field: "The Old Guard", "o.body-3/0.shots.1.0.body": "Company 2", "o.body-3/0.shots.1.0.men": "1"},
    )
    assert answer.status_code == 400 and not FactSheet.objects.exists()
    fields = Page(answer).fields
    assert fields[field] == "The Old Guard" and fields["o.body-3/0.shots.1.0.body"] == "Company 2"
    no_body, nothing = "give the body and the number of its men", "there is no The Old Guard on the floor"
    assert f"Shot 1: {no_body if field.endswith('body') else nothing}." in answer.content.decode()


def test_two_things_of_one_name_are_told_apart_by_their_ids():
    class Desk:
        seat = SimpleNamespace(rules=KRIEGSPIEL)
        position = {"guns": {f"g{place}": {"side": "red"} for place in range(9)}}
        names = {f"g{place}": "The twelve-pounder" if place < 2 else f"Gun {place}" for place in range(9)}

    things = Things(Desk())
    assert len(things.listed("guns", 8)) == 9 and things.listed("waggons", 8) == {} and things.long.keys() == {"guns"}
    long = things.long["guns"]
    assert (long["g0"], long["g1"], long["g2"]) == ("The twelve-pounder [g0]", "The twelve-pounder [g1]", "Gun 2")
    assert chosen("the twelve-pounder [G1]", long) == "g1"
    assert chosen("The twelve-pounder", long) == "", "which of the two it is remains to be said"


def test_a_short_list_stands_at_each_field(cast, battle, move, umpire):
    assert "datalist" not in umpire.get(url("desk", battle)).content.decode()
