"""Lists, labels and offers call what has no name by what it is: an id stands in addresses, in files and in a column of its own."""

from __future__ import annotations

import re
from collections import Counter
from html.parser import HTMLParser
from typing import Any

import pytest
from django.urls import reverse

from campaigns.desk import event_offers, injects
from campaigns.sight.seat import find_battle
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.exercises.house import house
from rules.books import book
from tests.campaigns.builders import NOON, a_battle, a_campaign, the_move
from tests.campaigns.secrets.hidden import COUNTRY, OPTIONS, PLACES
from tests.campaigns.web.conftest import client_of, submitted, url

START: dict[str, Any] = {
    "bodies": {
        "red-rifles": {"side": "red", "arm": "infantry", "men": 60, "at": [60, 60]},
        "red-crew": {"side": "red", "arm": "artillery", "men": 6},
        "red-sappers-1": {"side": "red", "arm": "engineers", "men": 8, "at": [64, 40]},
        "blue-rifles": {"side": "blue", "arm": "infantry", "men": 60, "at": [60, 92]},
        "blue-crew": {"side": "blue", "arm": "artillery", "men": 6},
    },
    "guns": {"red-gun": {"side": "red", "crew": "red-crew"}, "blue-gun": {"side": "blue", "crew": "blue-crew"}},
    "waggons": {"red-waggon": {"side": "red", "packets": {"ammunition": 6}}},
    "depots": {"red-depot": {"side": "red", "packets": {"food": 60}}, "blue-depot": {"side": "blue"}},
    "boats": {"red-boat": {"side": "red", "at": [20, 69]}, "red-boat-2": {"side": "red", "at": [24, 69]}},
    "trains": {
        "red-train": {"side": "red", "along": 12, "trucks": 5},
        "red-train-2": {"side": "red", "along": 48, "trucks": 5},
        "blue-train": {"side": "blue", "along": 120, "trucks": 5},
    },
    "works": {
        "red-epaulement-1": {"kind": "epaulement", "side": "red", "at": [80, 56], "state": "done"},
        "red-epaulement-2": {"kind": "epaulement", "side": "red", "at": [60, 56], "state": "done"},
    },
    "mines": {"red-mine": {"side": "red", "at": [110, 50]}},
    "generals": {"red-general-1": {"side": "red", "at": [60, 50]}},
    "bridges": {"road-bridge-1": {"kind": "road-bridge", "standing": True, "at": [111, 71]}},
    "sealed": {"red-note-1": {"side": "red", "number": 1, "kind": "mine", "digest": "0" * 64}},
    "country": COUNTRY
    | {
        "fords": {"ford-1": {"line": [[20, 66], [20, 74]]}},
        "houses": {"house-1": {"outline": [[50, 30], [54, 30], [54, 34], [50, 34]], "height": 3}},
    },
}
for _group in ("bodies", "guns", "waggons", "depots"):
    for _thing, _state in START[_group].items():
        _state |= {"at": PLACES[_thing]} if _thing in PLACES else {}

GROUPS = [group for group in START if group != "country"]
IDS = [thing for group in GROUPS for thing in START[group]] + ["ford-1", "house-1"]
OF_SIDES = "sheet situation print-sheet forces supplies receipts dispatches replay draws report".split()
OF_UMPIRE = "desk desk-bodies desk-sight desk-add desk-message arrivals injects prepare-ruling record replay".split()
OF_MUSTER = "muster muster-table look-over objectives arrivals".split()


class Shown(HTMLParser):
    """What somebody reads or hears of a page; what is typed into fields and files is left out."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.shut = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.shut += tag in ("script", "style", "textarea", "code", "pre")
        self.said += [value or "" for key, value in attrs if key in ("title", "alt", "aria-label", "placeholder")]

    def handle_endtag(self, tag: str) -> None:
        self.shut -= tag in ("script", "style", "textarea", "code", "pre")

    def handle_data(self, data: str) -> None:
        if not self.shut:
            self.said.append(data)


def ids_on(client: Any, address: str) -> list[str]:
    """The ids that people read on a page, each with the words around it."""
    answer = client.get(address)
    assert answer.status_code == 200, (address, answer.status_code)
    said = " | ".join(" ".join(one.split()) for one in Shown(answer.content.decode()).said if one.strip())
    return [f"{one.group()} at {address}: {said[max(one.start() - 30, 0) : one.end() + 30]}" for one in found(said)]


def found(said: str) -> list[Any]:
    return list(re.finditer(rf"(?<![\w-])(?:{'|'.join(sorted(IDS, key=len, reverse=True))})(?![\w-])", said))


@pytest.fixture
def fought(cast: Any) -> Any:
    """A battle of things without names, in its second move."""
    battle = a_battle(cast, START, options=OPTIONS | {"two_stage_move": False})
    submitted(cast, the_move(battle))
    return battle


def test_no_page_of_a_commander_shows_an_id_for_what_has_no_name(cast, fought):
    for user, side in ((cast.red_general, "red"), (cast.blue_general, "blue")):
        client = client_of(user)
        pages = [url(one, fought, *([1] if one == "report" else [])) for one in OF_SIDES]
        things = [
            (group, one) for group in GROUPS for one in START[group] if one.startswith(side) and group != "sealed"
        ]
        pages += [reverse("force", args=[fought.public_id, *one]) for one in things]
        assert [fault for one in pages for fault in ids_on(client, one)] == []


def test_no_form_of_an_order_shows_an_id_for_what_has_no_name(cast):
    battle = a_battle(cast, START, options=OPTIONS | {"two_stage_move": False})
    for user, things in ((cast.red_foot, ["red-rifles", "red-sappers-1"]), (cast.red_guns, ["red-gun", "red-train"])):
        client, pages = client_of(user), [url("sheet", battle), *(url("order", battle, one) for one in things)]
        assert "\n".join(fault for one in pages for fault in ids_on(client, one)) == ""


def test_no_page_of_the_umpire_shows_an_id_for_what_has_no_name(cast, fought):
    client = client_of(cast.umpire)
    pages = [url(one, fought) for one in OF_UMPIRE] + [reverse("roster", args=[fought.campaign.public_id])]
    pages += [url("desk-body", fought, one) for group in GROUPS for one in START[group] if group != "sealed"]
    assert "\n".join(fault for one in pages for fault in ids_on(client, one)) == ""


def test_the_muster_shows_an_id_only_in_the_column_for_ids(cast):
    campaign = a_campaign(cast, options=OPTIONS)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The line", start=START, now=NOON)
    client = client_of(cast.umpire)
    pages = [url(one, battle) for one in OF_MUSTER] + [reverse("roster", args=[campaign.public_id])]
    pages += [f"{url('muster', battle)}?thing={one}" for group in GROUPS for one in START[group] if group != "sealed"]
    assert "\n".join(fault for one in pages for fault in ids_on(client, one)) == ""


def test_what_an_event_may_do_is_offered_once_by_each_name(cast, fought):
    """Both sides have a train, and a train; each is told apart from the others."""
    seat = find_battle(cast.umpire, fought.public_id)
    on_floor = injects.floor(seat, NOON)
    for offer in (*event_offers.departures(seat, on_floor), *event_offers.harms(seat, on_floor)):
        names = [str(name) for _, name in offer.choices]
        assert [name for name, times in Counter(names).items() if times > 1] == [] and not found(" ".join(names))


@pytest.mark.parametrize("key", sorted(house()))
def test_no_two_things_of_a_side_of_an_exercise_of_the_house_are_called_alike(key):
    data = house()[key]
    names = book(data["book"]).pieces.names(data["forces"])
    owners = {thing: one.get("side") for _, thing, one in book(data["book"]).pieces.every(data["forces"])}
    alike = Counter((str(name), owners.get(thing)) for thing, name in names.items())
    assert [one for one, times in alike.items() if times > 1] == []


def test_the_map_of_an_exercise_calls_its_trains_trains(cast):
    page = client_of(cast.umpire).get(reverse("exercise", args=["branch_line"]), {"troops": "yes"}).content.decode()
    said = " ".join(Shown(page).said)
    assert "a train" in said and "red-train" not in said
