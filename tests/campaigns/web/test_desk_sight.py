"""Who sees what, at the umpire's desk: the table of each side, the panel of a thing with its map, and the same in the API."""

from __future__ import annotations

import re

import pytest
from rest_framework.test import APIClient

from rules.contract.answers import Sightline
from rules.contract.table import Table
from rules.values.measure import FOOT
from tests.campaigns import builders, desk_scene, games
from tests.campaigns.web.conftest import Page, close, url

ALONE = {"X-Board": "1"}
"""The header with which the script asks for a part alone."""


def line(looker: str, target: str, grade: str = "", feet: int = 5, **more) -> Sightline:
    """A line of sight of that many feet; of one that is not clear, stopped half way."""
    stopped = None if grade else (60, 70)
    why, clause = ("a body in line", 1) if grade else ("higher ground is between them", 4)
    given = {"start": (60, 100), "end": (60, 40), "length": feet * FOOT, "reach": 9 * FOOT}
    told = {"stopped": stopped, "why": why, "clause": f"HOUSE-SIGHT-0{clause}"}
    return Sightline(looker, target, grade, **{**given, **told, **more})


BEST = (line("blue-horse", "red-foot", "known", 2), line("red-horse", "blue-foot", "glimpse", 8))
OF_RED_FOOT = (
    line("blue-horse", "red-foot", "known", 2),
    line("red-foot", "blue-horse", "seen", 2),
    line("blue-foot", "red-foot"),
    line("red-foot", "blue-foot", feet=30, stopped=None, why="too far", clause="HOUSE-SIGHT-01"),
)


@pytest.fixture
def on_the_map(cast):
    """A battle on the map."""
    return desk_scene.a_battle(cast)


@pytest.fixture
def asked(monkeypatch):
    """The rules answer with the lines above; what they were asked."""
    asked: list[tuple[str, str]] = []

    def answer(self: Table, thing: str = "", light: str = "day") -> tuple[Sightline, ...]:
        asked.append((thing, light))
        return OF_RED_FOOT if thing else BEST

    monkeypatch.setattr(Table, "sightlines", answer)
    return asked


def rows(page: str) -> list[list[str]]:
    """The rows of the tables of a page, each cell in words."""
    found = re.findall(r"<tr><th scope=\"row\">(.*?)</tr>", page, re.S)
    cells = [re.split(r"</t[hd]>", row)[:-1] for row in found]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def test_each_side_has_a_table_of_who_sees_it_best_with_what_nobody_sees_at_the_end(on_the_map, umpire, asked):
    page = umpire.get(url("desk-sight", on_the_map), headers=ALONE).content.decode()
    assert asked == [("", "day")]
    assert rows(page) == [
        ["Red Rifles", "Known", "Blue Hussars, 2 ft"],
        ["Red Lancers", "Not seen", ""],
        ["Blue Guards", "Glimpsed", "Red Lancers, 8 ft"],
        ["Blue Hussars", "Not seen", ""],
    ]
    assert "<html" not in page and url("desk-sight-thing", on_the_map, "red-foot") in page
    assert [f'href="{url("seen", on_the_map)}?of={side}"' in page for side in ("red", "blue")] == [True, True]


def test_the_light_is_chosen_by_a_link_and_goes_along_from_panel_to_panel(on_the_map, umpire, asked):
    page = umpire.get(url("desk-sight", on_the_map), {"light": "night"}).content.decode()
    assert asked == [("", "night")] and "<html" in page
    assert re.search(r'sight/\?light=night" data-panel aria-current="true">Night or fog', page)
    assert url("desk-sight-thing", on_the_map, "red-foot") + "?light=night" in page
    umpire.get(url("desk-sight-thing", on_the_map, "red-foot"), {"light": "dusk"})
    umpire.get(url("desk-sight-thing", on_the_map, "red-foot"), {"light": "moonshine"})
    assert asked[1:] == [("red-foot", "dusk"), ("red-foot", "day")]


def test_a_thing_has_who_sees_it_first_then_who_does_not_and_why_with_the_clause(on_the_map, umpire, asked):
    page = umpire.get(url("desk-sight-thing", on_the_map, "red-foot"), headers=ALONE).content.decode()
    seers, seen = page.split("What it sees")
    assert rows(seers) == [
        ["Blue Hussars", "Known", "2 ft", "9 ft", "A body in line. HOUSE-SIGHT-01"],
        ["Blue Guards", "Not seen", "5 ft", "9 ft", "Higher ground is between them. HOUSE-SIGHT-04"],
    ]
    assert rows(seen) == [
        ["Blue Hussars", "Seen", "2 ft", "9 ft", "A body in line. HOUSE-SIGHT-01"],
        ["Blue Guards", "Not seen", "30 ft", "9 ft", "Too far. HOUSE-SIGHT-01"],
    ]


def test_of_those_that_do_not_see_it_the_nearest_twelve_are_listed_and_the_others_counted(
    on_the_map, umpire, monkeypatch
):
    many = tuple(line("blue-foot", "red-foot", feet=feet) for feet in range(20, 0, -1))
    monkeypatch.setattr(Table, "sightlines", lambda *_: (line("blue-horse", "red-foot", "seen", 40), *many))
    page = umpire.get(url("desk-sight-thing", on_the_map, "red-foot"), headers=ALONE).content.decode()
    assert [row[2] for row in rows(page)] == ["40 ft", *(f"{feet} ft" for feet in range(1, 13))]
    assert "And 8 more that are farther away." in page
    monkeypatch.setattr(Table, "sightlines", lambda *_: many[:12])
    assert "farther away" not in umpire.get(url("desk-sight-thing", on_the_map, "red-foot")).content.decode()


def test_the_lines_are_drawn_with_a_head_where_they_are_clear_and_a_bar_where_they_are_stopped(
    on_the_map, umpire, asked
):
    """Twin: what is only too far has no line."""
    page = umpire.get(url("desk-sight-thing", on_the_map, "red-foot"), headers=ALONE).content.decode()
    drawn = page.split('data-layer="happened"')[1].split('data-layer="orders"')[0]
    assert re.findall(r'class="trace side-(\w+)" [^>]*data-kind="(\w+)"', drawn) == [
        ("blue", "sight"),
        ("blue", "stopped"),
        ("red", "sight"),
    ]
    assert re.findall(r'href="#(t-[\w-]+)"', drawn) == ["t-open-cut", "t-stop-cut", "t-open-square"]
    said = re.findall(r"<title>(.*?)</title>", drawn)
    assert said[0] == "From Blue Hussars to Red Rifles, 2 ft: Known"
    assert said[1] == "From Blue Guards to Red Rifles, 5 ft: higher ground is between them"


def test_every_block_of_the_small_map_is_on_the_page_once_and_no_id_twice(on_the_map, umpire, asked):
    beside = Page(umpire.get(url("desk", on_the_map))).ids
    panel = umpire.get(url("desk-sight-thing", on_the_map, "red-foot"), headers=ALONE)
    small = [one for one in Page(panel).ids if one not in ("trees", "ripples", "unknown")]  # the same on every map
    assert not set(small) & set(beside) and len(small) == len(set(small))
    used = set(re.findall(r'href="#([\w-]+)"', panel.content.decode()))
    assert used <= {*small, *beside}
    whole = umpire.get(url("desk-sight-thing", on_the_map, "red-foot"))
    assert used <= set(Page(whole).ids) and len(Page(whole).ids) == len(set(Page(whole).ids))


def test_the_panels_are_linked_from_the_foot_the_list_of_bodies_and_each_body(cast, on_the_map, umpire):
    """Twin: on a floor without a map, and on a board, nothing leads there and nothing is there."""
    both = url("desk-sight", on_the_map), url("desk-sight-thing", on_the_map, "red-foot")
    assert f'href="{both[0]}"' in umpire.get(url("desk", on_the_map)).content.decode().split('id="desk-foot"')[1]
    assert f'href="{both[0]}"' in umpire.get(url("desk-bodies", on_the_map)).content.decode()
    assert f'href="{both[1]}"' in umpire.get(url("desk-body", on_the_map, "red-foot")).content.decode()
    for bare in (builders.a_battle(cast), games.a_game(cast)):
        for page in ("desk", "desk-bodies"):
            assert "desk/sight" not in umpire.get(url(page, bare)).content.decode()
        assert umpire.get(url("desk-sight", bare)).status_code == 404
    assert "desk/sight" not in umpire.get(url("desk-body", builders.a_battle(cast), "red-foot")).content.decode()


def test_nobody_but_the_umpire_is_told_who_sees_what(on_the_map, red, stranger, umpire, asked):
    for address in (url("desk-sight", on_the_map), url("desk-sight-thing", on_the_map, "blue-foot")):
        assert red.get(address).status_code == 403
        assert stranger.get(address).status_code == 404
    assert asked == []
    assert umpire.get(url("desk-sight-thing", on_the_map, "no-such-thing")).status_code == 404
    assert red.get(url("desk-sight-thing", on_the_map, "no-such-thing")).status_code == 403


def test_the_panels_take_at_most_twelve_queries(on_the_map, umpire, django_assert_max_num_queries):
    for address in (url("desk-sight", on_the_map), url("desk-sight-thing", on_the_map, "red-foot")):
        with django_assert_max_num_queries(12):
            assert umpire.get(address, headers=ALONE).status_code == 200


def test_the_api_gives_the_same_lines_to_the_umpire(cast, on_the_map, asked):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {builders.token_of(cast.umpire)}")
    address = f"/api/v1/battles/{on_the_map.public_id}/sight/"
    lines = client.get(address, {"thing": "red-foot", "light": "dusk"}).json()
    assert asked == [("red-foot", "dusk")]
    assert lines[0] == {
        "looker": "blue-horse",
        "target": "red-foot",
        "grade": "known",
        "start": [60, 100],
        "end": [60, 40],
        "length": 24,
        "reach": 108,
        "why": "a body in line",
        "clause": "HOUSE-SIGHT-01",
        "stopped": None,
    }
    assert lines[2]["stopped"] == [60, 70] and lines[2]["grade"] == ""
    assert [one["target"] for one in client.get(address).json()] == ["red-foot", "blue-foot"]
    assert client.get(address, {"light": "moonshine"}).status_code == 400
    assert client.get(address, {"thing": "no-such-thing"}).status_code == 404


# -- with the rules themselves


def test_on_bare_ground_the_guards_see_the_rifles_by_day_and_not_by_night(on_the_map, umpire):
    """Five feet apart, in line in the open.  [HOUSE-SIGHT-01, HOUSE-SIGHT-05]"""
    day, night = ({row[0]: row[1:] for row in rows(umpire.get(url("desk-sight", on_the_map), {"light": light}).content.decode())}
                  for light in ("day", "night"))  # fmt: skip
    assert day["Red Rifles"] == ["Seen", "Blue Guards, 5 ft"]
    assert night["Red Rifles"] == ["Not seen", ""]


def test_the_panel_of_the_rifles_follows_the_result_of_the_move(cast, on_the_map, umpire):
    """They march half a foot towards the Guards; when the move is closed they are seen where they would stand."""
    address = url("desk-sight-thing", on_the_map, "red-foot")
    before = next(row for row in rows(umpire.get(address).content.decode()) if row[0] == "Blue Guards")
    move = builders.the_move(on_the_map)
    desk_scene.orders(cast, move, who="red_foot")
    close(cast, move)
    after = next(row for row in rows(umpire.get(address).content.decode()) if row[0] == "Blue Guards")
    assert (before[1:3], after[1:3]) == (["Seen", "5 ft"], ["Seen", "4 ft 6 in."])
