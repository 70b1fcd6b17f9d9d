"""An official's page: the facts for their side's orders, entered, refused beside their field, never lost."""

from __future__ import annotations

import pytest

from campaigns.clock import server_time
from campaigns.models import FactSheet
from campaigns.sight import FactToConfirm
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.web.desk.confirm_form import confirm_form
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, give, url

CHARGE = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
FACTS = {"distance": "20", "contours_up": "0", "contours_down": "0", "chargers": "12", "charged": "20"}


@pytest.fixture
def official(cast):
    """Red's official."""
    return client_of(cast.official)


def figures(move, base=0, **changes):
    """The form, filled in."""
    typed = {f"o.red-horse/0.{key}": value for key, value in {**FACTS, **changes}.items()}
    return {"move": move.public_id, "base": base, **typed}


@pytest.mark.slow
def test_an_official_is_asked_for_the_facts_of_his_sides_orders_and_takes_them_down(
    cast, battle, move, official, umpire
):
    address = url("measuring", battle)
    assert "For the orders" not in official.get(address).content.decode()
    give(cast, move, "red-horse", CHARGE)
    page = official.get(address).content.decode()
    assert "Red Lancers" in page and "How many inches from edge to edge" in page and "KS-CHARGE-03" in page
    assert official.post(address, figures(move))["Location"] == address
    sheet = FactSheet.objects.get()
    assert (sheet.by.kind, sheet.orders["red-horse/0"]["charged"]) == ("official", 20)
    page = official.get(address)
    assert "measured by Red Official" in page.content.decode()
    assert Page(page).fields["o.red-horse/0.distance"] == "20" and Page(page).fields["base"] == "1"
    desk = umpire.get(url("desk", battle)).content.decode()
    assert "measured by Red Official" in desk and 'value="20"' in desk


def test_what_a_commander_said_of_his_way_is_not_taken_for_a_measurement(cast, battle, move, official):
    give(cast, move)
    give(cast, move, "red-horse", CHARGE)
    assert official.post(url("measuring", battle), figures(move)).status_code == 302
    assert set(FactSheet.objects.get().orders) == {"red-horse/0"}


@pytest.mark.slow
def test_what_the_umpire_has_measured_stands_and_what_was_typed_is_not_lost(cast, battle, move, official):
    give(cast, move, "red-horse", CHARGE)
    measure(
        by=cast.umpire, move=move.public_id, base_revision=0, orders={"red-horse/0": {"charged": 18}}, now=server_time()
    )
    address = url("measuring", battle)
    assert "measured by Umpire" in official.get(address).content.decode()
    answer = official.post(address, figures(move, base=1, charged="20"))
    assert answer.status_code == 403 and "The umpire has already measured this" in answer.content.decode()
    assert Page(answer).fields["o.red-horse/0.charged"] == "20"
    assert official.post(address, figures(move, base=1, charged="18")).status_code == 302


def test_a_figure_that_is_none_is_said_beside_its_field_and_nothing_is_written(cast, battle, move, official):
    give(cast, move, "red-horse", CHARGE)
    answer = official.post(url("measuring", battle), figures(move, distance="far") | {"reason": "taped"})
    page = answer.content.decode()
    assert answer.status_code == 400 and 'id="o.red-horse/0.distance-error"' in page
    assert Page(answer).fields["o.red-horse/0.charged"] == "20" and Page(answer).fields["reason"] == "taped"
    assert not FactSheet.objects.exists()


def test_a_page_that_has_grown_old_overwrites_nothing_and_loses_nothing(cast, battle, move, official):
    give(cast, move, "red-horse", CHARGE)
    official.post(url("measuring", battle), figures(move))
    answer = official.post(url("measuring", battle), figures(move, charged="19"))
    page = answer.content.decode()
    assert answer.status_code == 412 and "Saved meanwhile: 20." in page
    assert (Page(answer).fields["o.red-horse/0.charged"], Page(answer).fields["base"]) == ("19", "1")
    assert FactSheet.objects.count() == 1


@pytest.mark.slow
def test_the_official_of_the_other_side_is_asked_for_nothing_and_told_nothing(cast, battle, move):
    blue = builders.a_user("blue-official")
    builders.a_post(battle.campaign, cast, "official", "blue", "", blue)
    give(cast, move, "red-horse", CHARGE)
    client = client_of(blue)
    page = client.get(url("measuring", battle)).content.decode()
    assert "It is not your side’s move" in page and "Lancers" not in page
    assert client.post(url("measuring", battle), figures(move)).status_code == 403
    assert not FactSheet.objects.exists()


def test_nobody_but_an_official_and_the_umpire_has_this_page(cast, battle, move, red, umpire, stranger):
    address = url("measuring", battle)
    assert red.get(address).status_code == 403
    assert client_of(cast.observer).get(address).status_code in (403, 404)
    assert stranger.get(address).status_code == 404
    assert umpire.get(address + "?of=red").status_code == 200
    assert "Measuring" not in red.get(url("sheet", battle)).content.decode()


def test_the_first_page_and_the_sheet_lead_an_official_to_what_he_measures(cast, battle, move, official):
    home = official.get("/").content.decode()
    assert "Open the measuring" in home and "Your side moves" in home
    sheet = official.get(url("sheet", battle)).content.decode()
    assert f'href="{url("measuring", battle)}"' in sheet and "is under “Measuring”" in sheet


@pytest.mark.slow
def test_in_the_next_move_the_old_form_is_refused_and_shown(cast, battle, move, official):
    give(cast, move, "red-horse", CHARGE)
    close(cast, move)
    official.post(url("measuring", battle), figures(move))
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())
    answer = official.post(url("measuring", battle), figures(move, base=1, charged="19") | {"reason": "taped twice"})
    assert answer.status_code in (403, 409) and "taped twice" in answer.content.decode()


# -- confirmed by the other side's -------------------------------------------------------------------


@pytest.fixture
def blue_official(cast, battle):
    """Blue's official."""
    user = builders.a_user("blue-official")
    builders.a_post(battle.campaign, cast, "official", "blue", "", user)
    return client_of(user)


def confirming(move, page, **said):
    """The form of what is to be confirmed, filled in: by the key of the fact ``yes``, or a figure."""
    fields = Page(page).fields
    typed = {"act": "confirm", "move": move.public_id}
    for number, key in enumerate(("charged", "chargers", "contours_down", "contours_up", "distance")):
        typed[f"c.{number}.reported"] = fields[f"c.{number}.reported"]
        if key in said:
            typed[f"c.{number}.said"] = "yes" if said[key] == "yes" else "no"
            typed[f"c.{number}.figure"] = "" if said[key] == "yes" else said[key]
    return typed


@pytest.mark.slow
def test_the_other_sides_official_confirms_what_was_reported_when_time_has_been_called(
    cast, battle, move, official, blue_official, umpire
):
    """KS-OFF-03: both names are in the record."""
    address = url("measuring", battle)
    give(cast, move, "red-horse", CHARGE)
    official.post(address, figures(move))
    assert "To confirm" not in blue_official.get(address).content.decode()
    close(cast, move)
    page = blue_official.get(address)
    told = page.content.decode()
    assert "To confirm" in told and "reported by Red Official" in told and "KS-CHARGE-03" in told
    assert "It counts when the other side&#x27;s official confirms it" in official.get(address).content.decode()
    assert "It counts when" in umpire.get(url("desk", battle)).content.decode()
    said = confirming(
        move, page, distance="19 7/8", chargers="yes", charged="yes", contours_up="yes", contours_down="yes"
    )
    assert blue_official.post(address, said)["Location"] == address
    assert FactSheet.objects.latest("revision").orders["red-horse/0"]["distance"] == 19.875
    assert "Confirmed by Blue Official" in official.get(address).content.decode()
    assert "Confirmed by Blue Official" in umpire.get(url("desk", battle)).content.decode()
    assert "To confirm" not in blue_official.get(address).content.decode()


@pytest.mark.slow
def test_where_the_two_differ_both_are_told_and_both_measure_again(cast, battle, move, official, blue_official):
    address = url("measuring", battle)
    give(cast, move, "red-horse", CHARGE)
    official.post(address, figures(move))
    close(cast, move)
    answer = blue_official.post(address, confirming(move, blue_official.get(address), distance="18"))
    assert answer.status_code == 409
    told = answer.content.decode()
    assert "You differ by 2 in.; measure again." in told and "You measured 18" in told and "KS-OFF-03" in told
    assert "The other official measured 18" in official.get(address).content.decode()


@pytest.mark.slow
def test_a_figure_that_is_none_is_said_at_its_field_and_nothing_is_taken_down(
    cast, battle, move, official, blue_official
):
    address = url("measuring", battle)
    give(cast, move, "red-horse", CHARGE)
    official.post(address, figures(move))
    close(cast, move)
    for typed in ("", "about a yard"):
        answer = blue_official.post(address, confirming(move, blue_official.get(address), distance=typed))
        assert answer.status_code == 400 and 'role="alert"' in answer.content.decode()
    nothing = blue_official.post(address, confirming(move, blue_official.get(address)))
    assert "Enter at least one measurement" in nothing.content.decode()
    assert FactSheet.objects.count() == 1


def test_what_shells_did_is_told_shot_by_shot_and_by_name():
    fell = [{"men": {"blue-foot": 4}}, {}]
    one = FactToConfirm(
        "red-gun/0", "shells", "", "shells", "", "What lay there?", "KS-SHELL-02", fell, 2, "Red Official"
    )  # fmt: skip
    fields = confirm_form([one], {"blue-foot": "Blue Guards"})
    assert fields[0].reported == "No. 1: men Blue Guards 4; No. 2: nothing"
    assert not fields[0].takes_figure
