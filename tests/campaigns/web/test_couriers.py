"""Couriers on the pages: set for the campaign, sent by the form, held and let through by the umpire."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import Campaign, Courier
from campaigns.web.muster.campaign_form import begin
from rules.kriegspiel.book import KRIEGSPIEL
from tests.campaigns.riders import after, dispatch, post_of, ride_until, the_rider, with_couriers
from tests.campaigns.web.conftest import Page, client_of, url

TEXT = "Come back to the mill."


def sent(cast, battle, **more):
    to = post_of(battle, "commander", "cavalry")
    press = {"channel": "courier", "to": to, "text": TEXT, "key": "one", **more}
    return client_of(cast.red_general).post(url("dispatches", battle), press, follow=True)


def rule(user, battle, what, reason="A bridge is down"):
    address = reverse(f"courier-{what}", args=[battle.public_id, the_rider(battle).public_id])
    return client_of(user).post(address, {"reason": reason})


def test_a_campaign_is_opened_with_couriers_and_says_so_on_its_page(cast):
    client = client_of(cast.bystander)
    form = client.get(reverse("campaign-new"))
    assert not Page(form).unlabelled and "By couriers" in form.content.decode()
    answer = client.post(
        reverse("campaign-new"), {**begin(KRIEGSPIEL), "name": "Riders", "couriers": "ride", "couriers.loss": "1/20"}
    )
    campaign = Campaign.objects.get()
    assert campaign.couriers == {"inches": "12", "loss": "1/20", "capture": "1/2", "reach": 6, "unknown": 48}
    page = client.get(answer["Location"]).content.decode()
    assert "12 inches a minute" in page and "chance that a courier is lost is 1/20" in page
    assert "By the book a message is read at once" in page


def test_what_is_no_chance_is_said_at_its_field_and_nothing_is_opened(cast):
    client = client_of(cast.bystander)
    for field, value in (("couriers.loss", "often"), ("couriers.reach", "far"), ("couriers.inches", "0")):
        answer = client.post(
            reverse("campaign-new"), {**begin(KRIEGSPIEL), "name": "Riders", "couriers": "ride", field: value}
        )
        page = answer.content.decode()
        assert answer.status_code == 400 and f'id="f-{field}-error"' in page and f'value="{value}"' in page
    assert not Campaign.objects.exists()


def test_who_has_no_couriers_reads_nothing_of_them(cast, battle):
    for user in (cast.umpire, cast.red_general):
        page = client_of(user).get(url("dispatches", battle)).content.decode()
        assert "ourier" not in page


@pytest.mark.slow
def test_the_form_says_how_long_he_rides_and_the_sender_that_nobody_knows(cast):
    battle = with_couriers(cast)
    page = client_of(cast.red_general).get(url("dispatches", battle)).content.decode()
    assert "By courier, 4 minutes: arrives about" in page and "their place is unknown" in page
    page = sent(cast, battle).content.decode()
    assert (
        "The courier is on the way." in page
        and "Sent by courier to Red Cavalry. It is not known whether the courier arrived." in page
    )


def test_it_stands_on_the_addressees_sheet_when_the_rider_is_there(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    horse = client_of(cast.red_horse)
    assert TEXT not in horse.get(url("dispatches", battle)).content.decode()
    ride_until(after(minutes=4))
    for page in ("sheet", "dispatches"):
        assert TEXT in horse.get(url(page, battle)).content.decode()
    assert "Brought by courier to Red Cavalry." in horse.get(url("dispatches", battle)).content.decode()


@pytest.mark.slow
def test_the_captor_reads_what_was_taken_and_not_for_whom_it_was(cast):
    battle = with_couriers(cast, capture="1/1")
    dispatch(cast, battle)
    ride_until(after(minutes=4))
    page = client_of(cast.blue_general).get(url("dispatches", battle)).content.decode()
    assert "Taken from a courier of" in page and TEXT in page and "It is not known who it was for." in page
    assert "Red General" not in page and "Red Cavalry" not in page
    page = client_of(cast.umpire).get(url("dispatches", battle)).content.decode()
    assert "To Red Cavalry: taken by the enemy" in page


@pytest.mark.slow
def test_the_umpire_sees_the_riders_and_holds_one_and_lets_him_through(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    answer = client_of(cast.umpire).get(url("dispatches", battle))
    assert not Page(answer).unlabelled
    assert "Couriers on the road" in answer.content.decode() and "Let them arrive now" in answer.content.decode()
    desk = client_of(cast.umpire).get(url("desk", battle)).content.decode()
    assert "to Red Cavalry" in desk
    refused = rule(cast.umpire, battle, "hold", reason=" ")
    assert refused.status_code == 400 and "Reason" in refused.content.decode()
    assert f'data-lives-at="{url("dispatches", battle)}"' in refused.content.decode()
    assert "data-lives-at" not in answer.content.decode(), "a page that can be asked for again lives where it is"
    assert rule(cast.umpire, battle, "hold").status_code == 302
    assert the_rider(battle).status == Courier.Status.HELD
    assert "Held" in client_of(cast.umpire).get(url("dispatches", battle)).content.decode()
    assert rule(cast.umpire, battle, "deliver").status_code == 302
    assert TEXT in client_of(cast.red_horse).get(url("dispatches", battle)).content.decode()


@pytest.mark.slow
def test_nobody_else_sees_or_rules_them(cast):
    battle = with_couriers(cast)
    dispatch(cast, battle)
    for user, status in (
        (cast.red_general, 403), (cast.red_horse, 403), (cast.blue_general, 403), (cast.official, 403), (cast.observer, 403),
        (cast.bystander, 404),
    ):  # fmt: skip
        assert rule(user, battle, "hold").status_code == rule(user, battle, "deliver").status_code == status
        if status == 403:
            assert "Couriers on the road" not in client_of(user).get(url("dispatches", battle)).content.decode()
    assert the_rider(battle).status == Courier.Status.RIDING
