"""The map: its size, how its signs differ, and its text version."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaigns.models import OrderEntry
from campaigns.usecases.orders.drafts import save_drafts, send_drafts
from campaigns.usecases.orders.orders import submit_orders
from campaigns.web.board import plan, signs
from campaigns.web.board.ground import Sheet
from campaigns.web.board.labels import Room, beside_a_block
from campaigns.web.board.reach_layer import layers
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, url

MOST_BYTES, MOST_QUERIES, MANY, ARROWS = 300_000, 12, 500, 200
WITH_ARROWS = 300_000
ARMS = (
    ("infantry", "two-ranks"),
    ("infantry", "extended"),
    ("cavalry", "line"),
    ("cavalry", "column"),
    ("engineers", ""),
)


def many_bodies(number: int = MANY) -> dict:
    """A start with that many bodies, half of each side, each with a place of its own on a floor of 24 by 16 feet."""
    bodies = {}
    for place in range(number):
        arm, formation = ARMS[place % len(ARMS)]
        side = "red" if place % 2 else "blue"
        bodies[f"body-{place}"] = {
            "side": side,
            "arm": arm,
            "men": 10 + place % 30,
            "name": f"{side.capitalize()} Rifles, company {place}",
            "at": [6 + (place % 25) * 11, 6 + place // 25 * 9],
            "facing": place * 7 % 360,
            **({"formation": formation} if formation else {}),
        }
    return {**builders.START, "bodies": {**bodies, **builders.START["bodies"]}}


def stands(user, battle, thing):
    """The thing is ordered to stand."""
    move = builders.the_move(battle).public_id
    orders = [{"order": "stand", "body": thing}]
    submit_orders(user=user, move=move, thing=thing, orders=orders, base_revision=0, key=thing, now=builders.NOON)


@pytest.mark.slow
def test_pages_with_a_map_of_500_bodies_stay_small(cast, django_assert_max_num_queries):
    """With an order in force for each body of a commander, and without compression: the bytes sent are counted."""
    battle = builders.a_battle(cast, start=many_bodies())
    for thing, body in many_bodies()["bodies"].items():
        if (body["side"], body["arm"]) == ("red", "infantry"):
            stands(cast.red_foot, battle, thing)
    foot, red, umpire = client_of(cast.red_foot), client_of(cast.red_general), client_of(cast.umpire)
    for client, address in (
        (foot, url("order", battle, "body-1")),
        (foot, url("sheet", battle)),
        (red, url("sheet", battle)),
        (umpire, url("sheet", battle) + "?of=red"),
    ):
        with django_assert_max_num_queries(MOST_QUERIES):
            answer = client.get(address)
        page = answer.content.decode()
        assert answer.status_code == 200
        assert page.count('href="#m-') >= MANY, "each stands on the map"
        assert len(answer.content) < MOST_BYTES, f"{address} has {len(answer.content)} bytes"


def test_every_sign_of_a_map_is_drawn_on_its_page(battle, red):
    """What is used must be there, once."""
    page = red.get(url("sheet", battle)).content.decode()
    used, drawn = set(re.findall(r'<use [^>]*href="#([\w-]+)"', page)), re.findall(r'<symbol id="([\w-]+)"', page)
    assert used and used <= set(drawn)
    assert len(drawn) == len(set(drawn))


def test_the_blocks_of_arms_and_sides_all_differ():
    """By shape, not by colour alone: no block names a colour but its own ink, and no two are the same."""
    blocks = re.findall(r'<symbol id="(b-[\w-]+)"[^>]*>(.*?)</symbol>', signs.sheet())
    marks = re.findall(r'<symbol id="(m-[\w-]+)"[^>]*>(.*?)</symbol>', signs.marks())
    assert len({shape for _, shape in marks}) == len(marks) == len(dict(marks)), "every formation has a mark of its own"
    assert len(blocks) == 2 * len({sign.key for sign in signs.known().values()})
    assert len({shape for _, shape in blocks}) == len(blocks)
    assert all(("url(#hatch-blue)" in shape) <= name.startswith("b-cut") for name, shape in blocks)


def test_a_body_on_the_map_says_its_strength_its_formation_and_its_facing(cast):
    start = {
        **builders.START,
        "bodies": {k: {**b, "at": [24, 48], "facing": 90} for k, b in builders.START["bodies"].items()},
    }
    battle = builders.a_battle(cast, start=start)
    page = client_of(cast.red_general).get(url("sheet", battle)).content.decode()
    assert "<title>Red Rifles, 60 men, in fours: 2 ft east, 4 ft north, facing east</title>" in page
    assert f'rotate(90)" href="#{signs.mark("infantry", "red", "fours")}"' in page
    assert f'href="#{signs.mark("infantry", "blue", "extended")}"' in page
    assert "Red Rifles <tspan>60</tspan>" in page


def test_a_block_on_the_sheet_leads_to_its_order(cast):
    start = {**builders.START, "bodies": {k: {**b, "at": [24, 48]} for k, b in builders.START["bodies"].items()}}
    battle = builders.a_battle(cast, start=start)
    page = client_of(cast.red_foot).get(url("sheet", battle)).content.decode()
    svg = page[page.index("<figure") : page.index("</figure>")]
    assert 'href="../order/red-foot/"><title>' in svg
    assert "/order/red-horse/" not in svg, "another's to order"
    assert "/order/blue-foot/" not in svg


def test_a_name_that_finds_no_room_is_not_written_over_others():
    room, found = Room(1000), []
    for _ in range(30):
        found.append(beside_a_block(room, 500, 500, "A body of men"))
    assert found[0] == (0, 42) and None in found
    assert beside_a_block(room, 200, 200, "A body of men") is not None, "elsewhere there is room"


def test_500_names_are_laid_out_without_covering_one_another():
    things = [
        {
            "thing": str(n),
            "name": f"Body {n}",
            "side": "red",
            "arm": "infantry",
            "at": [6 + n % 25 * 11, 6 + n // 25 * 9],
        }
        for n in range(MANY)
    ]
    shown = [one for one in plan.draw_plan(things, [24, 16]).signs if one.label]
    assert len(shown) > 20
    boxes = [(one.x + one.label[0], one.y + one.label[1], len(one.name) * 4.0) for one in shown]
    for number, (x, y, half) in enumerate(boxes):
        for other_x, other_y, other_half in boxes[:number]:
            assert abs(y - other_y) > 18 or abs(x - other_x) > half + other_half


PLACED = {
    **builders.START,
    "bodies": {
        key: {**body, "at": [24 + 24 * number, 48]}
        for number, (key, body) in enumerate(builders.START["bodies"].items())
    },
}


@pytest.fixture
def placed(cast):
    """A battle in which every body has a place."""
    return builders.a_battle(cast, start=PLACED)


def march_of(client, battle):
    """The id of the march on the order page of Red's foot."""
    page = client.get(url("order", battle, "red-foot")).content.decode()
    return re.search(r'value="(o[0-9a-f]{8})"[^>]*><span>March</span>', page)[1]


def priced(client, battle, **typed):
    """What the line beside the map says of a march; a key that ends in its field is of the path."""
    chosen = march_of(client, battle)
    fields = {f"{chosen}-path-{key}": value for key, value in typed.items()}
    data = {"move": builders.the_move(battle).public_id, "base": "0", "draft": "[]", "choice": chosen, **fields}
    return client.post(url("order-price", battle, "red-foot"), data)


def test_a_way_is_priced_while_it_is_drawn_and_nothing_is_kept(placed, red):
    answer = priced(red, placed, points="24, 54")
    said = answer.content.decode()
    assert answer.status_code == 200
    assert "Red Rifles marches 6 in." in said and "Costs 6 of 12 in.; 6 in. left." in said
    assert 'value="0.500"' in said, "the gauge"
    assert not OrderEntry.objects.exists()
    assert "So far" not in red.get(url("order", placed, "red-foot")).content.decode()


def test_what_is_too_far_is_said_with_limit_and_clause(placed, red):
    said = priced(red, placed, points="24, 100").content.decode()
    assert "can go 12 in. at most" in said and "KS-MOVE-01" in said and "E-BUDGET" in said


def test_what_is_not_understood_is_said_too(placed, red):
    assert "Enter points" in priced(red, placed, points="here and there").content.decode()
    data = {"move": builders.the_move(placed).public_id, "base": "0", "draft": "[]"}
    empty = red.post(url("order-price", placed, "red-foot"), data)
    assert empty.status_code == 200 and not empty.content.strip()


def test_a_price_is_asked_by_post_alone_and_by_whom_it_concerns(cast, placed, red, blue, umpire, stranger):
    assert red.get(url("order-price", placed, "red-foot")).status_code == 405
    data = {"move": builders.the_move(placed).public_id, "base": "0", "draft": "[]"}
    for client, thing in (
        (blue, "red-foot"),
        (blue, "nobody"),
        (red, "blue-foot"),
        (red, "nobody"),
        (client_of(cast.observer), "red-foot"),
    ):
        there = client.post(url("order-price", placed, thing), data)
        assert there.status_code == 404, (client, thing)
    nowhere = url("order-price", placed, "red-foot").replace(placed.public_id, "AAAAAAAAAAAA")
    assert stranger.post(url("order-price", placed, "red-foot"), data).status_code == 404
    assert stranger.post(nowhere, data).status_code == 404
    assert umpire.post(url("order-price", placed, "red-foot"), data).status_code in (403, 404)
    assert Client().post(url("order-price", placed, "red-foot"), data).status_code == 302


@pytest.mark.parametrize("also", [{"bearing": "N", "inches": "6"}, {"bearing": "N"}, {"inches": "6"}])
def test_a_way_by_points_and_by_a_direction_is_refused_and_kept(placed, red, also):
    """Neither is ignored: nobody knows which of them is meant."""
    chosen = march_of(red, placed)
    typed = {f"{chosen}-path-points": "24, 54", **{f"{chosen}-path-{part}": value for part, value in also.items()}}
    data = {"move": builders.the_move(placed).public_id, "base": "0", "draft": "[]", "choice": chosen, **typed}
    answer = red.post(url("order-check", placed, "red-foot"), data)
    page = answer.content.decode()
    assert answer.status_code == 400 and "Enter points, or a direction and inches, but not both." in page
    assert "24, 54" in page and all(f'value="{value}"' in page for value in also.values())


@pytest.mark.parametrize(
    ("typed", "part", "says"),
    [
        ({"bearing": "N"}, "inches", "Give both a direction and a number of inches"),
        ({"inches": "4"}, "bearing", "Give both a direction and a number of inches"),
        ({"bearing": "N", "inches": "abc"}, "inches", "Enter inches"),
        ({"bearing": "up", "inches": "4"}, "bearing", "Enter a direction"),
        ({"points": "24"}, "points", "Enter points"),
    ],
)
def test_what_is_wrong_in_a_way_stands_at_the_part_that_it_is_about(placed, red, typed, part, says):
    chosen = march_of(red, placed)
    given = {f"{chosen}-path-{name}": value for name, value in typed.items()}
    data = {"move": builders.the_move(placed).public_id, "base": "0", "draft": "[]", "choice": chosen, **given}
    page = red.post(url("order-check", placed, "red-foot"), data).content.decode()
    (field,) = re.findall(
        r"<(?:input|textarea)[^>]*aria-invalid[^>]*>(?:[^<]*</textarea>)?<p class=\"error\"[^>]*>[^<]*", page
    )
    assert f'name="{chosen}-path-{part}"' in field and says in field


@pytest.mark.parametrize(
    ("typed", "back"),
    [
        ({"bearing": "N", "inches": "4"}, {"bearing": "N", "inches": "4", "points": ""}),
        ({"bearing": "100", "inches": "3.5"}, {"bearing": "100", "inches": "3.5", "points": ""}),
        ({"points": "24, 50; 26, 50"}, {"bearing": "", "inches": "", "points": "24, 50\n26, 50"}),
    ],
)
def test_an_order_in_force_is_opened_as_it_was_typed(cast, placed, red, typed, back):
    chosen, move = march_of(red, placed), builders.the_move(placed)
    given = {f"{chosen}-path-{name}": value for name, value in typed.items()}
    data = {"move": move.public_id, "base": "0", "draft": "[]", "choice": chosen, **given}
    read = Page(red.post(url("order-check", placed, "red-foot"), data, follow=True)).fields
    red.post(url("order", placed, "red-foot"), {name: read[name] for name in ("move", "base", "draft", "key")})
    page = red.get(url("order", placed, "red-foot"))
    fields = Page(page).fields
    fields[f"{chosen}-path-points"] = re.search(rf'name="{chosen}-path-points"[^>]*>([^<]*)</', page.content.decode())[
        1
    ]
    assert {part: fields.get(f"{chosen}-path-{part}") or "" for part in back} == back
    assert (b"<details open>" in page.content) is bool(back["points"])


def test_a_price_costs_few_queries(placed, red, django_assert_max_num_queries):
    chosen = march_of(red, placed)
    data = {"move": builders.the_move(placed).public_id, "base": "0", "draft": "[]", "choice": chosen}
    with django_assert_max_num_queries(MOST_QUERIES):
        red.post(url("order-price", placed, "red-foot"), {**data, f"{chosen}-path-points": "24, 54"})


def test_what_a_body_reaches_lies_on_its_map_with_figures_and_clauses(cast, placed):
    page = client_of(cast.red_horse).get(url("order", placed, "red-horse")).content.decode()
    for kind, told in (
        ("march", "March: 36 in."),
        ("charge", "Charge: 36 in."),
        ("six-inch", "Six inches: 6 in."),
        ("threat", "Charge of Blue Hussars: 36 in."),
    ):
        assert f'data-lay="{kind}"' in page and f'<g class="lay-{kind}' in page and told in page
    assert "KS-DEF-11" in page
    foot = client_of(cast.red_foot).get(url("order", placed, "red-foot")).content.decode()
    assert 'data-lay="charge"' not in foot and "March: 12 in." in foot
    assert "data-lay=" not in client_of(cast.red_foot).get(url("sheet", placed)).content.decode()


def test_a_retreat_is_drawn_as_a_sector():
    arc = {
        "kind": "retire",
        "title": "To retire",
        "inches": 12,
        "clause": "KS-CHARGE-13",
        "at": [72, 48],
        "arc": [135, 225],
    }
    (layer,) = layers([arc], Sheet(0, 192, 2), [("fire", "Range", False), ("retire", "Way back", True)])
    assert layer.reaches[0].path == "M144.0 288.0L161.0 305.0A24.0 24.0 0 0 1 127.0 305.0Z"


def test_the_legend_names_the_blocks_and_only_the_ground_that_there_is(placed, red):
    page = red.get(url("sheet", placed)).content.decode()
    assert "Map symbols" in page and "Royal Engineers" in page and "Railway" not in page
    river = {"water": {"river": {"outline": [[0, 70], [120, 70], [120, 74], [0, 74]]}}}
    drawn = plan.draw_plan([], country={"size": [120, 96], **river})
    assert drawn.signs_of_ground == [("water", "Water")]


def march_north(user, battle, things):
    """Each of those things is ordered to march, and the orders are in force."""
    move, bodies = builders.the_move(battle).public_id, many_bodies()["bodies"]
    ends = {one: [bodies[one]["at"][0] + 2, bodies[one]["at"][1] + 4] for one in things}
    orders = {one: [{"order": "march", "body": one, "path": [end]}] for one, end in ends.items()}
    save_drafts(user=user, move=move, orders=orders, now=builders.NOON)
    return send_drafts(user=user, move=move, key="all", now=builders.NOON)


@pytest.mark.slow
def test_a_sheet_with_500_things_and_200_arrows_stays_small(cast, django_assert_max_num_queries):
    """Without compression, in each language; all that is read of a body is still there, and the arrows are drawn."""
    battle, bodies = builders.a_battle(cast, start=many_bodies()), many_bodies()["bodies"]
    of_red = [thing for thing, body in bodies.items() if body["side"] == "red" and "at" in body]
    foot = [thing for thing in of_red if bodies[thing]["arm"] != "cavalry"]
    horse = [thing for thing in of_red if bodies[thing]["arm"] == "cavalry"]
    sent = [*march_north(cast.red_foot, battle, foot[:150]), *march_north(cast.red_horse, battle, horse[:50])]
    assert len(sent) == ARROWS
    names = {body["name"] for thing, body in bodies.items() if thing.startswith("body-")}
    for user in (cast.red_foot, cast.red_general):
        client = client_of(user)
        for language in ("en", "de", "fr"):
            with django_assert_max_num_queries(MOST_QUERIES):
                answer = client.get(url("sheet", battle), headers={"accept-language": language})
            page = answer.content.decode()
            assert page.count('href="#m-') >= MANY and page.count('class="trace"') == ARROWS
            assert names <= set(re.findall(r"<title>([^<]+, company \d+)", page)), "each is named on the map"
            assert names <= set(re.findall(r"<th>([^<]+, company \d+)", page)), "and in a table"
            leads = set(re.findall(r'href="../order/(body-\d+)/"', page))
            assert 'id="board-troops"' in page
            assert leads == (set(foot) if user == cast.red_foot else set()), "to whom one may order a link leads"
            assert len(answer.content) < WITH_ARROWS, f"{len(answer.content)} bytes in {language}"
