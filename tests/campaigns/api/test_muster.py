"""A muster by the API: put down, told what is wrong, taken back, and an order of battle taken in and away."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.models import MusterDraft
from tests.campaigns.usecases.test_muster_draft import prepared

pytestmark = pytest.mark.django_db


class Caller:
    """One person at the muster of a battle."""

    def __init__(self, user: Any, battle: Any) -> None:
        self.client, self.base = Client(), f"/api/v1/battles/{battle.public_id}/muster/"
        self.client.force_login(user)

    def get(self, path: str = "") -> Any:
        return self.client.get(self.base + path).json()

    def post(self, path: str = "", **body: Any) -> Any:
        return self.client.post(urljoin(self.base, path), json.dumps(body), content_type="application/json")


@pytest.fixture
def umpire(cast: Any) -> Caller:
    return Caller(cast.umpire, prepared(cast))


def test_an_umpire_reads_the_force_its_faults_its_rows_and_the_palette(umpire: Caller) -> None:
    told = umpire.get()
    assert (told["revision"], told["undo"], told["may_begin"]) == (0, "", True)
    assert told["start"]["guns"]["red-gun"]["crew"] == "red-crew"
    assert {one["sentence"] for one in told["faults"]} >= {"Blue has no General", "Red has no General"}
    gun = next(one for one in told["rows"] if one["thing"] == "red-gun")
    assert (gun["what"], gun["men"], gun["at"]) == ("Gun", 5, [90, 43])
    squadron = next(one for one in told["palette"] if one["key"] == "squadron")
    assert squadron["names"] == {"red": "Red squadron 2", "blue": "Blue squadron"}
    assert squadron["counts"][0]["usual"] == 25


def test_a_fault_that_stops_is_kept_told_and_taken_back(umpire: Caller) -> None:
    change = {"group": "bodies", "thing": "red-1st", "key": "formation", "value": "line"}
    told = umpire.post(base=0, changes=[change]).json()
    assert not told["may_begin"] and told["things"] == ["red-1st"]
    first = told["faults"][0]
    assert (first["thing"], first["severity"], first["at"]) == ("red-1st", "stops", [60, 40])
    begun = umpire.post("../start/").json()
    assert begun["code"] == "E-FORCE" and begun["detail"]["faults"][0]["thing"] == "red-1st"
    assert umpire.post("undo/").json()["redo"] == "1st Downland Fusiliers: formation line"
    assert umpire.post("redo/", base=2).json()["revision"] == 3
    stale = umpire.post(base=0, changes=[{**change, "value": "fours"}])
    assert (stale.status_code, stale.json()["detail"]["there"]["red-1st"]["formation"]) == (412, "line")


def test_an_order_of_battle_goes_out_and_comes_back_the_same(umpire: Caller) -> None:
    before, out = umpire.get()["start"], umpire.get("table/?side=red")
    dry = umpire.post("table/", text=out["csv"], side="red", mode="replace", dry=True).json()
    assert dry["revision"] is None and not dry["problems"] and dry["men"] == 55
    told = umpire.post("table/", text=json.dumps({"start": out["start"]}), side="red", mode="replace", base=0).json()
    assert umpire.get()["start"] == before
    wrong = umpire.post("table/", text="Name,Arm,Men\nA,foot,many", side="red", base=told["revision"])
    assert wrong.status_code == 400 and "line 2" in wrong.json()["sentence"]


def test_what_a_general_reads_of_his_own_force_is_the_same_in_both_worlds(cast: Any, umpire: Caller) -> None:
    assert umpire.post("curtain/", side="red").json()["curtains"]["red"]["zone"] == [0, 0, 288, 96]
    general = Client()
    general.force_login(cast.red_general)
    before = general.get(umpire.base + "own/").content
    umpire.post("curtain/", side="blue")
    revision = umpire.get()["revision"]
    umpire.post(base=revision, changes=[{"template": "squadron", "side": "blue", "at": [60, 42]}, {"clear": "blue"}])
    assert general.get(umpire.base + "own/").content == before and b"Nether" not in before


def test_nobody_but_the_umpire_learns_of_a_muster(cast: Any, umpire: Caller) -> None:
    for user, status in ((cast.red_general, 403), (cast.observer, 403), (cast.bystander, 404)):
        client = Client()
        client.force_login(user)
        for path in ("", "table/"):
            answer = client.get(umpire.base + path)
            assert answer.status_code == status and "Downland" not in answer.content.decode()


def test_a_value_that_is_not_in_the_form_of_its_field_is_refused_with_the_field_and_what_is_wanted(
    umpire: Caller,
) -> None:
    for key, group, thing, value in (
        ("crew", "guns", "red-gun", -1),
        ("crew", "guns", "red-gun", [[]]),
        ("formation", "bodies", "red-1st", ["x"]),
        ("men", "bodies", "red-1st", True),
        ("wings", "bodies", "red-1st", -1),
    ):
        change = {"group": group, "thing": thing, "key": key, "value": value}
        answer = umpire.post(base=0, changes=[change])
        assert answer.status_code == (200 if key == "wings" else 400)
        assert key in str(answer.json())
    assert umpire.get()["faults"][0]["thing"] == "red-1st"


def test_a_wrong_value_in_a_table_is_told_with_its_line(umpire: Caller) -> None:
    for crew in (-1, 1.5, True, [[]]):
        gun = {"side": "red", "at": [50, 50], "limbered": True, "crew": crew, "team_horses": 6}
        answer = umpire.post("table/", text=json.dumps({"guns": {"g-x": gun}}), side="red", dry=True, base=0)
        assert answer.status_code == 200
        assert [(one["line"], one["column"]) for one in answer.json()["problems"]] == [(1, "crew")]


def test_a_wrong_value_of_an_older_force_is_mended_when_the_thing_is_saved_on_its_page(umpire: Caller) -> None:
    umpire.post(base=0, changes=[{"group": "guns", "thing": "red-gun", "key": "disabled_for", "value": 1}])
    row = MusterDraft.objects.get()
    row.start["guns"]["red-gun"]["destroyed"] = "x"
    row.save()
    assert any(one["key"] == "destroyed" for one in umpire.get()["faults"])
    page = reverse("muster-change", args=[row.battle.public_id])
    assert umpire.client.post(
        page, {"act": "save", "things": "red-gun", "v-disabled_for": "2", "base": "1", "side": "red"}
    ).status_code in (200, 302)
    assert MusterDraft.objects.get().start["guns"]["red-gun"]["destroyed"] is False
