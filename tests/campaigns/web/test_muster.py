"""The muster as forms without a script: put down, written, doubled, mirrored, taken back; who may open it, and how much it costs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils.http import urlencode

from campaigns.bridge import pieces_of
from campaigns.models import Battle, Inject, MusterDraft
from campaigns.usecases.campaigns.preparation import open_battle, start_battle
from campaigns.usecases.campaigns.sample import VALE, built_in_country, load_countries, read_sample
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.draft import undo_draft
from campaigns.usecases.muster.set_out import begin_setting_out
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of

pytestmark = pytest.mark.django_db


def the_vale(book: str = "kriegspiel") -> str:
    """The public id of the Vale, 24 feet by 16, a country of the product; for another book one of its size."""
    if book != "kriegspiel":
        umpire = builders.a_cast().umpire
        return create_country(by=umpire, name="Bare", data={"size": [288, 192]}, book=book, now=builders.NOON).public_id
    load_countries(now=builders.NOON)
    return built_in_country(read_sample(VALE)["country"])


def prepared(cast: Any, start: dict[str, Any] | None = None) -> Battle:
    """A battle in preparation on the Vale, empty unless it is said otherwise."""
    campaign = builders.a_campaign(cast)
    return open_battle(
        by=cast.umpire,
        campaign=campaign.public_id,
        name="The Vale",
        start=start if start is not None else {"bodies": {}},
        country=the_vale(),
        now=builders.NOON,
    )


@pytest.fixture
def cast(db: None) -> Any:
    return builders.a_cast()


@pytest.fixture
def battle(cast: Any) -> Battle:
    return prepared(cast)


def page_of(battle: Battle, **query: str) -> str:
    address = reverse("muster", args=[battle.public_id])
    return address + ("?" + "&".join(f"{key}={value}" for key, value in query.items()) if query else "")


def press(client: Any, battle: Battle, act: str, **sent: Any) -> Any:
    """One press as a form without a script sends it."""
    row = MusterDraft.objects.filter(battle=battle).first()
    given = {"base": row.revision if row else 0, "side": "red", **sent, "act": act}
    return client.post(reverse("muster-change", args=[battle.public_id]), given)


def force(battle: Battle) -> dict[str, Any]:
    return MusterDraft.objects.get(battle=battle).start


def put(client: Any, battle: Battle, template: str, at: str, **sent: Any) -> str:
    """Something from the palette is put down; its id."""
    answer = press(client, battle, "put", template=template, at=at, **sent)
    assert answer.status_code == 302, answer.content.decode()
    return re.search(r"thing=([^&]+)", answer["Location"])[1]


def test_an_umpire_puts_a_battalion_down_by_a_typed_place_and_finds_it_in_the_table(cast, battle):
    client = client_of(cast.umpire)
    thing = put(client, battle, "battalion", "60 24", name="1st Downland Fusiliers")
    state = force(battle)["bodies"][thing]
    assert state["at"] == [60, 24] and state["facing"] == 0 and state["name"] == "1st Downland Fusiliers"
    shown = client.get(page_of(battle, side="red", thing=thing)).content.decode()
    assert "1st Downland Fusiliers" in shown and 'name="v-men"' in shown and f'data-thing="{thing}"' in shown


def test_what_is_put_down_without_a_place_stands_before_the_back_line_of_its_side(cast, battle):
    client = client_of(cast.umpire)
    for side in ("red", "blue"):
        for template in ("battalion", "gun"):
            press(client, battle, "put", template=template, side=side)
    men = [one for one in force(battle)["bodies"].values() if one["arm"] == "infantry"]
    places = {one["side"]: one["at"] for one in [*men, *force(battle)["guns"].values()]}
    assert places["red"][1] < 24 and places["blue"][1] > 120
    assert all(one.get("at") for one in (*men, *force(battle)["guns"].values()))
    assert len({tuple(one["at"]) for one in (*men, *force(battle)["guns"].values())}) == 4


def test_on_an_open_floor_what_is_put_down_without_a_place_has_none(cast):
    battle = prepared(cast)
    Battle.objects.filter(pk=battle.pk).update(country=None, start={"bodies": {}})
    press(client_of(cast.umpire), battle, "put", template="battalion")
    (body,) = force(battle)["bodies"].values()
    assert "at" not in body


def test_a_name_that_is_typed_goes_on_in_its_series(cast, battle):
    client = client_of(cast.umpire)
    answer = press(client, battle, "put", template="company", at="60 24", name="1st Downland Fusiliers")
    shown = client.get(answer["Location"]).content.decode()
    assert 'value="2nd Downland Fusiliers"' in shown and re.search(r'value="company" required checked', shown)


def test_what_is_put_down_is_in_the_brigade_that_is_typed_and_a_gun_by_its_crew(cast, battle):
    client = client_of(cast.umpire)
    foot = put(client, battle, "company", "60 24", commander="1st Brigade")
    gun = put(client, battle, "gun", "90 24", commander="1st Brigade")
    put(client, battle, "depot", "120 24", commander="1st Brigade")
    crew = force(battle)["guns"][gun]["crew"]
    assert {force(battle)["bodies"][one]["commander"] for one in (foot, crew)} == {"1st Brigade"}
    assert press(client, battle, "undo").status_code == press(client, battle, "undo").status_code == 302
    assert list(force(battle)["bodies"]) == [foot]


def test_blue_faces_the_other_way_unless_a_front_is_typed(cast, battle):
    client = client_of(cast.umpire)
    one = put(client, battle, "squadron", "60 150", side="blue")
    two = put(client, battle, "squadron", "90 150", side="blue", facing="SW")
    assert [force(battle)["bodies"][each]["facing"] for each in (one, two)] == [180, 225]


def test_a_row_is_written_and_what_cannot_be_read_is_shown_again_with_everything_typed(cast, battle):
    client = client_of(cast.umpire)
    thing = put(client, battle, "battalion", "60 24")
    assert press(client, battle, "save", things=thing, name="The Guards", **{"v-men": "55"}).status_code == 302
    assert (force(battle)["bodies"][thing]["name"], force(battle)["bodies"][thing]["men"]) == ("The Guards", 55)
    answer = press(client, battle, "save", things=thing, name="The Old Guards", **{"v-men": "many"})
    shown = answer.content.decode()
    assert answer.status_code == 400 and 'value="The Old Guards"' in shown and 'value="many"' in shown
    assert force(battle)["bodies"][thing]["name"] == "The Guards"


def test_a_gun_is_moved_with_its_crew_doubled_mirrored_and_taken_back(cast, battle):
    client = client_of(cast.umpire)
    gun = put(client, battle, "gun", "60 24")
    crew = force(battle)["guns"][gun]["crew"]
    was = force(battle)["bodies"][crew]["at"]
    assert press(client, battle, "move", things=gun, by="12 6").status_code == 302
    assert force(battle)["guns"][gun]["at"] == [72, 30]
    assert force(battle)["bodies"][crew]["at"] == [was[0] + 12, was[1] + 6]
    assert press(client, battle, "duplicate", things=gun).status_code == 302
    assert len(force(battle)["guns"]) == 2 and len(force(battle)["bodies"]) == 2
    mirrored = press(client, battle, "mirror", things=gun)
    assert mirrored.status_code == 302, re.findall(r"refusal.*", mirrored.content.decode())
    assert {one["side"] for one in force(battle)["guns"].values()} == {"red", "blue"}
    assert press(client, battle, "undo").status_code == 302
    assert {one["side"] for one in force(battle)["guns"].values()} == {"red"}
    assert press(client, battle, "redo").status_code == 302
    assert len(force(battle)["guns"]) == 3
    assert press(client, battle, "remove", things=[gun, crew]).status_code == 302
    assert gun not in force(battle)["guns"] and crew not in force(battle)["bodies"]


def test_a_bridge_of_the_country_is_down_from_the_beginning_and_cannot_be_taken_away(cast, battle):
    client = client_of(cast.umpire)
    bridge = next(iter(battle.start["country"]["bridges"]))
    shown = client.get(page_of(battle, thing=bridge)).content.decode()
    assert f'data-crossing="{bridge}"' in shown and 'name="v-standing"' in shown
    assert 'form method="post"' in shown and 'id="muster-save"' in shown
    panel = shown[shown.index('id="muster-save"') : shown.index("</form>", shown.index('id="muster-save"'))]
    assert 'value="remove"' not in panel and 'value="mirror"' not in panel
    assert press(client, battle, "save", things=bridge, **{"v-standing": "no"}).status_code == 302
    assert force(battle)["bridges"][bridge]["standing"] is False
    assert press(client, battle, "remove", things=bridge).status_code == 400


def test_a_block_of_values_is_one_step_all_of_it_or_none(cast, battle):
    client = client_of(cast.umpire)
    one, other = put(client, battle, "battalion", "20 40"), put(client, battle, "squadron", "40 40")
    before = force(battle)
    block = {"things": [one, one, other], "field": ["name", "v-men", "v-men"], "value": ["The Guards", "55", "many"]}
    wrong = press(client, battle, "cells", **block)
    assert wrong.status_code == 400 and "whole number" in wrong.content.decode() and force(battle) == before
    assert press(client, battle, "cells", **{**block, "value": ["The Guards", "55", "21"]}).status_code == 302
    assert [(force(battle)["bodies"][key]["name"], force(battle)["bodies"][key]["men"]) for key in (one, other)] == [
        ("The Guards", 55), (before["bodies"][other]["name"], 21),
    ]  # fmt: skip
    press(client, battle, "undo")
    assert force(battle) == before
    assert press(client, battle, "cells", things=["gone"], field=["name"], value=["x"]).status_code == 400


def test_those_that_are_ticked_go_into_a_brigade_with_its_total_in_the_table(cast, battle):
    client = client_of(cast.umpire)
    two = [put(client, battle, "battalion", f"{east} 24") for east in (60, 100)]
    assert press(client, battle, "brigade", things=two, brigade="1st Brigade").status_code == 302
    assert {one["commander"] for one in force(battle)["bodies"].values()} == {"1st Brigade"}
    men = sum(one["men"] for one in force(battle)["bodies"].values())
    shown = client.get(page_of(battle)).content.decode()
    assert re.search(rf"1st Brigade</span>\s*<span>{men} men", shown)


def test_a_gun_is_put_into_a_brigade_by_its_crew_and_stands_there_in_the_table(cast, battle):
    client = client_of(cast.umpire)
    gun = put(client, battle, "gun", "60 24", name="No. 1 gun")
    assert press(client, battle, "brigade", things=gun, brigade="Artillery Brigade").status_code == 302
    crew = force(battle)["guns"][gun]["crew"]
    assert (
        force(battle)["bodies"][crew]["commander"] == "Artillery Brigade"
        and "commander" not in force(battle)["guns"][gun]
    )
    shown = client.get(page_of(battle)).content.decode()
    assert re.search(r"Artillery Brigade</span>\s*<span>6 men, 6 horses, 1 gun", shown)


def test_a_fault_stands_in_the_list_and_at_its_row(cast, battle):
    client = client_of(cast.umpire)
    thing = put(client, battle, "battalion", "9999 24")
    shown = client.get(page_of(battle, thing=thing)).content.decode()
    assert "To look at (0)" not in shown
    assert f'data-fault="{thing}"' in shown and "stands outside the country" in shown
    assert f'<th scope="row" data-k="name" class="odd"><a href="?side=red&amp;thing={thing}">' in shown


def test_a_stale_form_shows_what_is_there_now_and_loses_nothing(cast, battle):
    client = client_of(cast.umpire)
    thing = put(client, battle, "battalion", "60 24")
    press(client, battle, "save", things=thing, **{"v-men": "40"})
    answer = press(client, battle, "save", base="1", things=thing, name="Mine", **{"v-men": "41"})
    shown = answer.content.decode()
    assert answer.status_code == 412 and 'value="Mine"' in shown and 'value="41"' in shown
    assert force(battle)["bodies"][thing]["men"] == 40


def test_the_script_gets_the_parts_of_the_page_that_changed(cast, battle):
    client = client_of(cast.umpire)
    address = reverse("muster-change", args=[battle.public_id])
    sent = {"act": "put", "base": "0", "side": "red", "template": "battalion", "at": "60 24"}
    answer = client.post(address, sent, headers={"X-Board": "1"})
    shown = answer.content.decode()
    assert answer.status_code == 200 and answer["X-Board"] == "1" and "<html" not in shown
    assert 'data-base="1"' in shown and all(f'id="muster-{one}"' in shown for one in ("map", "chosen", "order", "foot"))
    only = client.get(page_of(battle, parts="chosen"), headers={"X-Board": "1"}).content.decode()
    assert 'id="muster-chosen"' in only and 'id="muster-map"' not in only


@pytest.mark.parametrize("who", ["red_general", "blue_foot", "observer", "official"])
def test_nobody_but_the_umpire_opens_or_changes_the_muster(cast, battle, who):
    client = client_of(getattr(cast, who))
    assert client.get(page_of(battle)).status_code == 403
    assert press(client, battle, "put", template="battalion", at="60 24").status_code == 403
    assert client.get(reverse("muster-table", args=[battle.public_id])).status_code == 403
    assert client.get(reverse("muster-file", args=[battle.public_id, "csv"])).status_code == 403


def test_a_stranger_is_told_of_no_battle(cast, battle):
    assert client_of(cast.bystander).get(page_of(battle)).status_code == 404


def test_a_battle_that_has_begun_is_changed_on_the_desk(cast, battle):
    client = client_of(cast.umpire)
    for side in ("red", "blue"):
        put(client, battle, "battalion", "60 24" if side == "red" else "60 150", side=side)
    start_battle(by=cast.umpire, battle=battle.public_id, now=builders.NOON)
    answer = client.get(page_of(battle))
    assert answer.status_code == 302 and answer["Location"] == reverse("desk", args=[battle.public_id])


def test_while_the_players_set_out_their_troops_they_are_where_the_muster_was(cast):
    campaign = builders.a_campaign(cast, book="little-wars")
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="Farm", start={}, now=builders.NOON)
    begin_setting_out(by=cast.umpire, battle=battle.public_id, now=builders.NOON)
    answer = client_of(cast.umpire).get(page_of(battle))
    assert answer.status_code == 302 and answer["Location"] == reverse("set-out", args=[battle.public_id])


def test_a_battle_without_a_country_is_offered_one_first(cast):
    campaign = builders.a_campaign(cast)
    battle = open_battle(
        by=cast.umpire, campaign=campaign.public_id, name="Bare", start={"bodies": {}}, now=builders.NOON
    )
    client = client_of(cast.umpire)
    shown = client.get(page_of(battle)).content.decode()
    assert "First the country" in shown
    assert press(client, battle, "country", country=the_vale()).status_code == 302
    battle.refresh_from_db()
    assert battle.country_name and 'id="plan"' in client.get(page_of(battle)).content.decode()


def test_a_new_battle_leads_to_its_muster_and_the_campaign_to_it(cast):
    campaign = builders.a_campaign(cast)
    client = client_of(cast.umpire)
    sent = {"name": "New", "scenario": "empty", "country": "", "briefing": "", "start": ""}
    answer = client.post(reverse("battle-new", args=[campaign.public_id]), sent)
    battle = Battle.objects.get(name="New")
    assert answer["Location"] == reverse("muster", args=[battle.public_id])
    assert reverse("muster", args=[battle.public_id]) in Page(client.get(f"/c/{campaign.public_id}/")).links


def test_little_wars_has_a_palette_and_a_table_of_its_own(cast):
    campaign = builders.a_campaign(cast, book="little-wars")
    battle = open_battle(
        by=cast.umpire,
        campaign=campaign.public_id,
        name="Farm",
        start={"bodies": {}},
        country=the_vale("little-wars"),
        now=builders.NOON,
    )
    client = client_of(cast.umpire)
    gun = put(client, battle, "gun", "60 24")
    shown = client.get(page_of(battle, thing=gun)).content.decode()
    assert "Men by it" in shown and f'data-thing="{gun}"' in shown
    assert press(client, battle, "mirror", things=gun).status_code == 302
    assert {one["side"] for one in force(battle)["guns"].values()} == {"red", "blue"}


def a_crowd(number: int) -> dict[str, Any]:
    """So many bodies of both sides, in rows."""
    bodies = {}
    for at in range(number):
        side = "red" if at % 2 else "blue"
        bodies[f"{side}-{at}"] = {
            "side": side,
            "arm": "infantry",
            "men": 20,
            "name": f"The {at}th Battalion of Her Late Majesty’s Own Downland Fusiliers",
            "at": [6 + 14 * (at % 18), 6 + 15 * (at // 18)],
            "facing": 0,
            "commander": f"{at % 7 + 1}. Brigade",
        }
    return {"bodies": bodies}


def test_two_hundred_things_are_less_than_300_kb_in_at_most_twelve_queries(cast, django_assert_max_num_queries):
    battle = prepared(cast)
    MusterDraft.objects.create(battle=battle, start=a_crowd(200), changed_at=builders.NOON)
    client = client_of(cast.umpire)
    client.get(page_of(battle))
    with django_assert_max_num_queries(12):
        shown = client.get(page_of(battle, thing="red-1"))
    assert len(shown.content) < 300_000, len(shown.content)
    answer = client.get(page_of(battle), headers={"X-Board": "1"})
    assert len(answer.content) < 300_000
    page = Page(shown)
    assert not page.strange and set(page.bare) <= page.labelled, "no inline script, and each field has its name"
    assert len(set(page.ids)) == len(page.ids), "each id once"


# -- a table from elsewhere ---------------------------------------------------------------------------

TEN = "Brigade\tName\tWhat\tMen\tPlace\n" + "\n".join(
    f"{1 + at // 5}. Brigade\t{at + 1}th Fusiliers\tinfantry\t{30 + at}\t{20 + 24 * at} 20" for at in range(10)
)


def table(battle: Battle) -> str:
    return reverse("muster-table", args=[battle.public_id])


def test_an_order_of_battle_is_looked_at_line_by_line_and_then_put_down(cast, battle):
    client = client_of(cast.umpire)
    assert client.get(table(battle)).status_code == 200
    looked = client.post(table(battle), {"act": "look", "side": "red", "table": TEN, "base": "0"})
    shown = looked.content.decode()
    assert looked.status_code == 200 and "10 things would be put down" in shown and "345 men" in shown
    assert not MusterDraft.objects.filter(battle=battle).exists()
    answer = client.post(table(battle), {"act": "add", "side": "red", "table": TEN, "base": "0"})
    assert answer["Location"] == page_of(battle, side="red")
    assert len(force(battle)["bodies"]) == 10
    assert "10 things are put down." in client.get(answer["Location"]).content.decode()


def test_what_is_wrong_in_a_line_is_named_by_its_number_and_nothing_is_put_down(cast, battle):
    client = client_of(cast.umpire)
    wrong = TEN.replace("infantry\t31", "elephants\t31").replace("\t33\t", "\tmany\t")
    for act, status in (("look", 200), ("add", 400)):
        answer = client.post(table(battle), {"act": act, "side": "red", "table": wrong, "base": "0"})
        shown = answer.content.decode()
        assert answer.status_code == status and "Line 3" in shown and "Line 5" in shown and "elephants" in shown
    assert not MusterDraft.objects.filter(battle=battle).exists()


def test_a_file_replaces_what_a_side_has_and_a_force_goes_out_and_comes_back_the_same(cast, battle):
    from django.core.files.uploadedfile import SimpleUploadedFile

    client = client_of(cast.umpire)
    put(client, battle, "gun", "60 24", name="No. 1 gun")
    put(client, battle, "squadron", "60 150", side="blue")
    was = force(battle)
    Battle.objects.filter(pk=battle.pk).update(name="The Vale in März")
    for form in ("csv", "json"):
        out = client.get(reverse("muster-file", args=[battle.public_id, form]), {"side": "red"})
        assert out.content.startswith(b"\xef\xbb\xbf") == (form == "csv"), (
            "by this mark a spreadsheet knows its letters"
        )
        assert out["Content-Disposition"] == f'attachment; filename="the-vale-in-maerz-red.{form}"'
        base = MusterDraft.objects.get(battle=battle).revision
        file = SimpleUploadedFile(f"force.{form}", out.content)
        sent = {"act": "replace", "side": "red", "table": "", "file": file, "base": base}
        answer = client.post(table(battle), sent)
        assert answer.status_code == 302, re.findall(r"(?:refusal|stops).*", answer.content.decode())
        now = force(battle)
        assert {group: now.get(group) for group in ("bodies", "guns")} == {
            group: was[group] for group in ("bodies", "guns")
        }


def test_the_look_at_a_replacement_shows_the_places_that_it_gives_and_what_goes(cast, battle):
    """Twin: what is added stands where the look at the addition shows it, and nothing goes."""
    client = client_of(cast.umpire)
    put(client, battle, "battalion", "60 8", name="The Old Foot")
    put(client, battle, "depot", "20 8", name="The Depot")
    rows = "Name\tWhat\tMen\n1st Fusiliers\tBattalion\t33\n2nd Fusiliers\tBattalion\t31"
    sent = {"side": "red", "table": rows, "base": str(MusterDraft.objects.get(battle=battle).revision)}

    def look(act):
        shown = client.post(table(battle), {**sent, "act": act}).content.decode()
        found = re.findall(r'data-label="Place \(inches\)">([^<]+)<', shown)
        return shown, [tuple(map(float, one.split())) for one in found]

    _, added = look("look")
    shown, instead = look("look-instead")
    assert {"The Old Foot", "The Depot"} <= {one["name"] for one in everything(battle)}, "a look puts nothing down"
    assert re.search(r"1 × Depot[^<]*: The Depot. <strong>The table has none", shown), "what goes for good is said"
    assert "The Old Foot" in shown and added != instead
    client.post(table(battle), {**sent, "act": "replace"})
    assert [tuple(one["at"]) for one in everything(battle)] == instead
    undo_draft(by=cast.umpire, battle=battle.public_id, now=builders.NOON)
    was = len(everything(battle))
    client.post(table(battle), {**sent, "act": "add", "base": str(MusterDraft.objects.get(battle=battle).revision)})
    assert len(everything(battle)) == was + 2
    assert [tuple(one["at"]) for one in everything(battle) if "Fusiliers" in one["name"]] == added


def test_one_table_replaces_another_though_both_number_their_rows_alike(cast, battle):
    """What goes is known by its name: the ids of both begin with the same numbers."""
    client = client_of(cast.umpire)

    def sent(names, act):
        rows = "\n".join(["Name\tWhat\tMen", *(f"{one}\tBattalion\t33" for one in names)])
        base = str(MusterDraft.objects.get(battle=battle).revision)
        press = {"side": "red", "table": rows, "base": base, "act": act}
        return client.post(table(battle), press, follow=True).content.decode()

    put(client, battle, "battalion", "60 8", name="The Old Foot")
    sent(["1st Fusiliers", "2nd Fusiliers"], "look-instead")
    sent(["1st Fusiliers", "2nd Fusiliers"], "replace")
    shown = sent(["1st Guards", "2nd Fusiliers"], "look-instead")
    assert "1 thing goes" in shown and "1st Fusiliers" in shown and 'name="act" value="replace"' in shown
    assert "1 thing is gone." in sent(["1st Guards", "2nd Fusiliers"], "replace")
    assert {one["name"] for one in everything(battle)} == {"1st Guards", "2nd Fusiliers"}
    again = sent(["1st Guards", "2nd Fusiliers"], "look-instead")
    assert "goes" not in again and 'name="act" value="replace"' in again, "the same table can be put down again"


def everything(battle: Battle) -> list[dict[str, Any]]:
    """What Red has in a force."""
    pieces, start = pieces_of(battle.terms), force(battle)
    country = battle.start.get("country") or {}
    return [
        dict(one)
        for group, thing, one in pieces.every(start)
        if one.get("side") == "red" and thing not in (country.get(group) or {})
    ]


def test_a_file_that_is_no_text_is_refused_and_what_was_pasted_stays(cast, battle):
    from django.core.files.uploadedfile import SimpleUploadedFile

    client = client_of(cast.umpire)
    file = SimpleUploadedFile("force.xlsx", b"PK\x03\x04\0\0\0\0")
    answer = client.post(table(battle), {"act": "look", "side": "red", "table": TEN, "file": file})
    assert answer.status_code == 400 and "save it as CSV" in answer.content.decode()
    assert "10th Fusiliers" in answer.content.decode()


# -- behind the curtain -------------------------------------------------------------------------------


def test_an_umpire_hands_a_force_over_and_takes_it_back(cast, battle):
    client = client_of(cast.umpire)
    put(client, battle, "battalion", "60 24")
    assert press(client, battle, "hand-over", zone="").status_code == 302
    assert MusterDraft.objects.get(battle=battle).handed["red"]["zone"] == [0, 0, 288, 96]
    shown = client.get(page_of(battle)).content.decode()
    assert "at work" in shown and 'value="0 0 288 96"' in shown
    answer = press(client, battle, "hand-over", zone="1 2 three 4")
    assert answer.status_code == 400 and 'value="1 2 three 4"' in answer.content.decode()
    assert press(client, battle, "take-back").status_code == 302
    assert not MusterDraft.objects.get(battle=battle).handed


def own(battle: Battle) -> str:
    return reverse("muster-own", args=[battle.public_id])


def mark_of(shown: str) -> str:
    return re.search(r'name="base" value="([^"]+)"', shown)[1]


def test_a_general_puts_down_what_was_handed_over_and_sees_nothing_of_the_other_side(cast, battle):
    umpire, general = client_of(cast.umpire), client_of(cast.red_general)
    red = put(umpire, battle, "battalion", "60 24", name="The Reds")
    blue = put(umpire, battle, "battalion", "60 150", name="The Hidden Blues", side="blue")
    assert general.get(own(battle)).status_code == 404
    press(umpire, battle, "hand-over", zone="")
    first = general.get(reverse("battle", args=[battle.public_id]))
    assert first["Location"] == own(battle)
    shown = general.get(own(battle)).content.decode()
    assert "The Reds" in shown and "Hidden" not in shown and blue not in shown
    sent = {"act": "save", "base": mark_of(shown), f"{red}-at": "80 30", f"{red}-facing": "NE"}
    assert general.post(own(battle), sent).status_code == 302
    state = force(battle)["bodies"][red]
    assert state["at"] == [80, 30] and state["facing"] == 45
    again = general.post(own(battle), {**sent, f"{red}-at": "80 150"})
    assert again.status_code == 412 and 'value="80 150"' in again.content.decode()
    base = mark_of(general.get(own(battle)).content.decode())
    outside = general.post(own(battle), {"act": "move", "base": base, "lead": red, "at": "80 150"})
    assert outside.status_code == 400 and "outside your ground" in outside.content.decode()
    assert general.post(own(battle), {"act": "move", "base": base, "lead": red, "at": "90 40"}).status_code == 302
    assert force(battle)["bodies"][red]["at"] == [90, 40]
    assert general.post(own(battle), {"act": "ready"}).status_code == 302
    assert "You are ready" in general.get(own(battle)).content.decode()
    assert "Ready" in umpire.get(page_of(battle)).content.decode()


def test_nothing_that_is_done_to_the_other_side_changes_the_page_of_a_force(cast, battle):
    umpire, general = client_of(cast.umpire), client_of(cast.red_general)
    put(umpire, battle, "battalion", "60 24")
    press(umpire, battle, "hand-over", zone="")

    def page() -> str:
        shown = general.get(own(battle)).content.decode()
        return re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"', "", shown)

    before = page()
    for template in ("battalion", "gun", "mine", "general"):
        put(umpire, battle, template, "60 70", side="blue")
    press(umpire, battle, "hand-over", side="blue", zone="0 0 288 192")
    assert page() == before


@pytest.mark.parametrize("who", ["blue_general", "observer", "official", "umpire"])
def test_nobody_else_opens_a_force_that_was_handed_over(cast, battle, who):
    umpire = client_of(cast.umpire)
    put(umpire, battle, "battalion", "60 24")
    press(umpire, battle, "hand-over", zone="")
    assert client_of(getattr(cast, who)).get(own(battle)).status_code == 404


def test_an_empty_side_has_a_button_that_mirrors_all_of_the_other_side_to_it(cast, battle):
    client = client_of(cast.umpire)
    assert 'value="mirror-all"' not in client.get(page_of(battle, side="blue")).content.decode()
    put(client, battle, "battalion", "60 24")
    shown = client.get(page_of(battle, side="blue")).content.decode()
    assert 'value="mirror-all"' in shown and "Mirror all of Red" in shown
    assert press(client, battle, "mirror-all", side="blue").status_code == 302
    assert sorted(one["side"] for one in force(battle)["bodies"].values()) == ["blue", "red"]


def test_a_tick_stands_for_a_brigade_or_for_all_of_a_side(cast, battle):
    client = client_of(cast.umpire)
    two = [put(client, battle, "battalion", f"{east} 24") for east in (60, 100)]
    put(client, battle, "gun", "140 24")
    press(client, battle, "brigade", things=two, brigade="1st Brigade")
    assert 'name="whole" value="1st Brigade"' in client.get(page_of(battle)).content.decode()
    assert press(client, battle, "remove", whole="1st Brigade").status_code == 302
    assert len(force(battle)["bodies"]) == 1 and len(force(battle)["guns"]) == 1
    assert press(client, battle, "remove", whole="no such brigade").status_code == 400
    assert press(client, battle, "remove", whole="all").status_code == 302
    left = force(battle)
    assert not left.get("bodies") and not left.get("guns") and left["depots"], "what comes with the country stays"


def test_packets_in_the_table_have_the_room_of_two_columns_and_the_palette_says_what_its_numbers_count(cast, battle):
    client = client_of(cast.umpire)
    put(client, battle, "waggon", "60 24")
    shown = client.get(page_of(battle)).content.decode()
    assert '<td colspan="2" class="musterover">4 food, 2 forage, 2 ammunition</td>' in shown
    assert 'title="Food 40, Forage 40, Ammunition 20"' in shown and "Place (inches)" in shown


def test_a_table_says_of_which_line_it_does_not_keep_the_brigade(cast, battle):
    client = client_of(cast.umpire)
    table = "Brigade\tName\tWhat\nTrain\tRed waggon\tSupply waggon\n1st\tFoot\tBattalion"
    shown = client.post(
        reverse("muster-table", args=[battle.public_id]), {"act": "look", "side": "red", "table": table}
    )
    told = shown.content.decode()
    assert "Line 2" in told and "without the brigade “Train”" in told and "Line 3" not in told


@pytest.mark.parametrize("csrf", [False, True], ids=["found by the page", "found before the page"])
@pytest.mark.parametrize("urlencoded", [False, True])
def test_a_text_that_is_too_long_for_any_form_is_refused_in_words(cast, battle, csrf, urlencoded):
    client = client_of(cast.umpire)
    client.handler.enforce_csrf_checks = csrf
    client.cookies["csrftoken"] = "x" * 32
    sent = {"act": "look", "table": "x" * 1_100_000}
    if urlencoded:
        answer = client.post(table(battle), urlencode(sent), content_type="application/x-www-form-urlencoded")
    else:
        answer = client.post(table(battle), sent)
    page = answer.content.decode()
    assert answer.status_code == 413 and "no-store" in answer["Cache-Control"]
    assert "more than 1,000,000 bytes together" in page and "what you typed is still there" in page


ARRIVES = {
    "act": "arrive", "key": "a", "happens": "come blue battalion", "place": "60, 186", "front": "S", "men": "40",
    "name": "Fourth Foot", "when": "move", "move_number": "3", "told": "blue", "reason": "By rail",
}  # fmt: skip


def test_who_is_planned_to_arrive_or_depart_stands_in_the_order_of_battle_and_on_the_map(
    cast, battle, django_assert_max_num_queries
):
    client, arrivals = client_of(cast.umpire), reverse("arrivals", args=[battle.public_id])
    shown = client.get(page_of(battle, side="blue")).content.decode()
    assert f'href="{arrivals}"' in shown and "Nothing is planned yet." in shown and "data-coming" not in shown
    assert f'href="{reverse("objectives", args=[battle.public_id])}">Objectives</a>' in shown
    red = put(client, battle, "battalion", "60 24", name="Third Foot")
    assert client.post(arrivals, ARRIVES).status_code == 302
    goes = {"act": "depart", "key": "d", "happens": f"gone bodies {red}", "told": "", "reason": "Called away"}
    assert client.post(arrivals, {**goes, "when": "move", "move_number": "2"}).status_code == 302
    comes = Inject.objects.get(text="By rail")
    with django_assert_max_num_queries(12):
        shown = client.get(page_of(battle, side="blue")).content.decode()
    line = shown[shown.index('id="muster-planned"') :]
    assert f'href="{arrivals}#i-{comes.public_id}">Fourth Foot arrives</a>' in line
    assert "when move 3 closes" in line and "5 ft east" in line and "Third Foot departs" not in shown
    assert "Fourth Foot (Blue) arrives here when move 3 closes" in shown[shown.index("data-coming") :]
    shown = client.get(page_of(battle, side="red")).content.decode()
    assert "Third Foot departs" in shown and "Fourth Foot arrives</a>" not in shown and "data-coming" in shown
    assert client.post(arrivals, {"inject": comes.public_id, "act": "withdraw"}).status_code == 302
    assert "Fourth Foot" not in client.get(page_of(battle, side="blue")).content.decode()


def test_a_general_is_told_of_no_arrival_on_the_page_of_his_own_force(cast, battle):
    umpire = client_of(cast.umpire)
    for side, at in (("red", "60 24"), ("blue", "60 150")):
        put(umpire, battle, "battalion", at, side=side)
        press(umpire, battle, "hand-over", side=side, zone="")
    generals = [client_of(one) for one in (cast.red_general, cast.blue_general)]
    csrf = re.compile(r'csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"')
    before = [csrf.sub("", one.get(own(battle)).content.decode()) for one in generals]
    assert all("I am ready" in page for page in before)
    assert umpire.post(reverse("arrivals", args=[battle.public_id]), ARRIVES).status_code == 302
    assert [csrf.sub("", one.get(own(battle)).content.decode()) for one in generals] == before


def test_each_press_by_script_is_answered_with_what_was_done(cast, battle):
    client = client_of(cast.umpire)
    thing = put(client, battle, "battalion", "60 24", name="1st Foot")

    def done(act: str, **sent: Any) -> str:
        given = {
            "base": MusterDraft.objects.get(battle=battle).revision,
            "side": "red",
            "thing": thing,
            **sent,
            "act": act,
        }
        answer = client.post(reverse("muster-change", args=[battle.public_id]), given, headers={"X-Board": "1"})
        found = re.search(r'data-done="([^"]*)"', answer.content.decode())
        return found[1] if found else ""

    assert done("turn", things=thing, by="30") == "1st Foot turned to 30°."
    assert done("move", things=thing, lead=thing, at="72 36") == "1st Foot moved to 6 ft east, 3 ft north."
    assert done("duplicate", things=thing) == "Duplicated: 2nd Foot is new."
    assert done("mirror", things=thing) == "1st Foot mirrored to Blue."
    assert done("brigade", things=thing, brigade="1st Brigade") == "1st Foot put into 1st Brigade."
    assert done("save", things=thing, **{"v-men": "33"}) == "1st Foot: men 33."
    assert done("undo") == "Undone: 1st Foot: men 33."
    assert done("redo") == "Redone: 1st Foot: men 33."
    assert done("remove", things=thing) == "1st Foot removed. Undo: Ctrl+Z."
    assert (
        done("put", template="general", at="60 48", name="The General")
        == "The General put down at 5 ft east, 4 ft north."
    )
    assert not done("save", things=thing), "what became of nothing is not told"
    assert not done("turn", things="nobody"), "what is refused was not done"


def test_a_squadron_without_a_number_of_horses_shows_one_for_each_man_and_keeps_none(cast, battle):
    client = client_of(cast.umpire)
    thing = put(client, battle, "squadron", "60 24")
    shown = client.get(page_of(battle, side="red", thing=thing)).content.decode()
    assert 'id="v-horses" name="v-horses" value="25"' in shown
    press(client, battle, "save", things=thing, **{"v-men": "30", "v-horses": "25"})
    assert "horses" not in force(battle)["bodies"][thing]
    assert "30 horses" in client.get(page_of(battle, side="red")).content.decode()
    press(client, battle, "save", things=thing, **{"v-horses": "20"})
    assert force(battle)["bodies"][thing]["horses"] == 20


def test_the_map_of_a_small_window_begins_where_the_chosen_side_stands(cast):
    foot = {"arm": "infantry", "men": 20}
    bodies = {"red-1": {**foot, "side": "red", "at": [40, 24]}, "blue-1": {**foot, "side": "blue", "at": [200, 150]}}
    battle, client = prepared(cast, {"bodies": bodies, "depots": {}}), client_of(cast.umpire)
    assert 'data-from="200,150"' in client.get(page_of(battle, side="blue")).content.decode()
    assert 'data-from="40,24"' in client.get(page_of(battle, side="red")).content.decode()
