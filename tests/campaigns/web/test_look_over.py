"""A battle is looked over, begun, taken back and deleted by page."""

from __future__ import annotations

import re

import pytest
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaigns.clock import server_time
from campaigns.models import Battle, Campaign, Inject, Post
from campaigns.usecases.campaigns.objectives import set_objectives
from campaigns.usecases.campaigns.preparation import dismiss, open_battle
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.messages.injects import Planned, prepare_inject, withdraw_inject
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.draft import change_draft
from campaigns.usecases.people.invitations import invite, take_invitation
from tests.campaigns import builders
from tests.campaigns.usecases.test_objectives import BRIDGE, placed
from tests.campaigns.web.conftest import Page, client_of, url
from tests.campaigns.web.test_settings import Form


@pytest.fixture
def hill(cast):
    """A battle in preparation, on a map, with a briefing for each side."""
    campaign = builders.a_campaign(cast)
    briefings = {"red": "Hold the ridge.", "blue": "Take the ridge."}
    change_campaign(by=cast.umpire, campaign=campaign.public_id, now=builders.NOON, briefings=briefings)
    start = {**placed(), "country": {"size": [192, 144]}}
    apart = {
        "red-horse": [100, 60],
        "red-crew": [130, 60],
        "blue-foot": [60, 90],
        "blue-horse": [100, 120],
        "blue-crew": [130, 120],
    }
    start["waggons"]["red-waggon"]["at"] = [160, 30]
    for body, at in apart.items():
        start["bodies"][body]["at"] = at
    for side in ("red", "blue"):
        start["guns"][f"{side}-gun"]["at"] = [134, 60 if side == "red" else 120]
        start.setdefault("generals", {})[f"{side}-chief"] = {"side": side, "at": [20, 20 if side == "red" else 130]}
    given = {"name": "The hill", "briefing": "A ridge by a river.", "start": start, "now": builders.NOON}
    return open_battle(by=cast.umpire, campaign=campaign.public_id, **given)


def looked(client, battle):
    return client.get(url("look-over", battle))


def begun(client, battle, **more):
    return client.post(url("look-over", battle), more)


def changed(cast, battle, *changes):
    change_draft(by=cast.umpire, battle=battle.public_id, base=0, changes=list(changes), now=builders.NOON)


def test_everything_with_which_a_battle_begins_is_on_one_page(cast, hill, umpire):
    both = [BRIDGE, {**BRIDGE, "shown": "umpire", "name": "the mill"}]
    set_objectives(by=cast.umpire, battle=hill.public_id, objectives=both, now=builders.NOON)
    answer = looked(umpire, hill)
    page = answer.content.decode()
    assert not Page(answer).unlabelled and not Page(answer).strange
    red = page.split("What each side reads")[1].split("<details")[1]
    assert "Hold the ridge." in red and "A ridge by a river." in red and "hold the bridge" in red and "Take" not in red
    assert "For you alone" in page and "the mill" in page
    strong = re.sub("<[^>]+>", "", page.split('id="h-position"')[1].split("</section>")[0])
    assert (
        "Red 102 men, 36 horses (6 of them draw guns), 1 gun · Blue 102 men, 36 horses (6 of them draw guns), 1 gun"
        in strong
    )
    assert "Red Rifles" in page and 'class="aims"' in page and "red-foot" in page
    assert "moves first and has 10 minutes" in page
    assert "Infantry" in page and "Options that differ" in page


def test_with_a_deadline_the_first_ones_are_shown_in_the_time_zone(cast, hill, umpire):
    change_campaign(
        by=cast.umpire, campaign=hill.campaign.public_id, now=builders.NOON, clock_mode="deadline", deadline_time="19:00",
        time_zone="Europe/Berlin",
    )  # fmt: skip
    page = looked(umpire, hill).content.decode()
    assert len(re.findall(r"<li>\d+ \w+ 20\d\d, 19:00:00 CES?T</li>", page)) == 3


def test_a_battle_without_faults_begins_by_one_press_and_the_old_address_leads_here(hill, umpire):
    assert "sure" not in Form(looked(umpire, hill)).fields
    assert umpire.get(url("battle-begin", hill))["Location"] == url("look-over", hill)
    assert begun(umpire, hill)["Location"] == url("desk", hill)
    assert Battle.objects.get(pk=hill.pk).status == "running"
    assert looked(umpire, hill).status_code == 302, "it has begun"


def test_what_is_odd_is_listed_and_needs_one_tick(cast, hill, umpire):
    hill.campaign.posts.filter(side__key="blue", arm="cavalry").update(held_until=server_time())
    page = looked(umpire, hill).content.decode()
    assert "Nobody commands Blue Hussars" in page and 'name="sure"' in page
    refused = begun(umpire, hill)
    assert refused.status_code == 400 and 'id="sure-error"' in refused.content.decode()
    assert begun(umpire, hill, sure="yes").status_code == 302
    assert Battle.objects.get(pk=hill.pk).status == "running"


def test_what_stops_it_is_listed_with_its_reason_and_the_button_is_off(cast, hill, umpire):
    changed(cast, hill, {"group": "bodies", "thing": "red-foot", "key": "formation", "value": "line"})
    page = looked(umpire, hill).content.decode()
    assert re.search(r"<button class=\"chief\" disabled", page) and "It cannot begin" in page
    assert 'class="stops"' in page and 'class="faults"' in page
    assert begun(umpire, hill, sure="yes").status_code == 409
    assert Battle.objects.get(pk=hill.pk).status == "preparing"


def test_empty_seats_are_shown(cast, hill, umpire):
    hill.campaign.posts.filter(side__key="blue").update(held_until=server_time())
    page = looked(umpire, hill).content.decode()
    assert "Blue General" in page and ">empty</span>" in page and "Nobody has a seat in Blue" in page


def test_players_set_out_from_here_where_the_book_lets_them(cast, umpire):
    campaign = builders.a_campaign(cast, book="little-wars")
    farm = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The farm", start={}, now=builders.NOON)
    assert url("set-out-begin", farm) in looked(umpire, farm).content.decode()
    assert url("set-out-begin", farm) not in umpire.get(reverse("campaign", args=[campaign.public_id])).content.decode()


def test_a_game_on_a_board_is_looked_over_too(cast, umpire):
    campaign = builders.a_campaign(cast)
    game = open_battle(
        by=cast.umpire, campaign=campaign.public_id, name="Chess", start={}, book="chess-1879", now=builders.NOON
    )
    assert looked(umpire, game).status_code == 200
    assert begun(umpire, game).status_code == 302


def test_nobody_else_looks_it_over_or_begins_it(cast, hill, red, stranger):
    for client, status in ((red, 403), (stranger, 404)):
        for name in ("look-over", "battle-begin", "battle-back", "battle-delete"):
            assert client.get(url(name, hill)).status_code == status, name
        for name in ("look-over", "battle-back", "battle-delete"):
            assert client.post(url(name, hill)).status_code == status, name
        assert client.post(reverse("campaign-delete", args=[hill.campaign.public_id])).status_code == status


def test_a_beginning_is_taken_back_by_page_until_somebody_orders(cast, hill, umpire):
    begun(umpire, hill)
    campaign = reverse("campaign", args=[hill.campaign.public_id])
    assert url("battle-back", hill) in umpire.get(campaign).content.decode()
    assert "drawn before it" in umpire.get(url("battle-back", hill)).content.decode()
    assert umpire.post(url("battle-back", hill))["Location"] == campaign
    assert Battle.objects.get(pk=hill.pk).status == "preparing"
    page = umpire.get(campaign).content.decode()
    assert url("battle-back", hill) not in page and url("look-over", hill) in page
    assert "back in preparation" in client_of(cast.red_foot).get("/notices/").content.decode()
    refused = umpire.post(url("battle-back", hill))
    assert refused.status_code == 409 and "not running" in refused.content.decode()


def test_a_battle_and_then_its_campaign_are_deleted_with_a_list_of_what_goes(cast, hill, umpire):
    invite(by=cast.umpire, campaign=hill.campaign.public_id, kind="official", side="red", arm="", now=server_time())
    page = umpire.get(url("battle-delete", hill)).content.decode()
    assert "Delete The hill" in page and "nothing else" in page
    assert umpire.post(url("battle-delete", hill)).status_code == 302 and not Battle.objects.exists()
    address = reverse("campaign-delete", args=[hill.campaign.public_id])
    page = umpire.get(address).content.decode()
    assert "1 invitation" in page and "umpire" in page and "seats" in page
    assert umpire.post(address)["Location"] == "/" and not Campaign.objects.exists()


def test_what_has_begun_says_why_it_stays(battle, umpire):
    for address in (url("battle-delete", battle), reverse("campaign-delete", args=[battle.campaign.public_id])):
        assert "has a record" in umpire.get(address).content.decode()
        refused = umpire.post(address)
        assert refused.status_code == 409 and "has a record" in refused.content.decode()


def test_what_had_begun_is_not_offered_for_deletion_and_taking_back_says_so(hill, umpire):
    page = reverse("campaign", args=[hill.campaign.public_id])
    offers = (url("battle-delete", hill), reverse("campaign-delete", args=[hill.campaign.public_id]))
    before = umpire.get(page).content.decode()
    assert all(offer in before for offer in offers)
    umpire.post(reverse("battle-start", args=[hill.public_id]))
    assert "can then no longer be deleted" in umpire.get(url("battle-back", hill)).content.decode()
    umpire.post(url("battle-back", hill))
    hill.refresh_from_db()
    assert hill.status == "preparing"
    after = umpire.get(page).content.decode()
    assert not any(offer in after for offer in offers)


def test_a_country_is_deleted_by_its_maker(cast, umpire, red):
    made = create_country(by=cast.umpire, name="The vale", data={"size": [96, 72]}, now=server_time())
    address = reverse("country-delete", args=[made.public_id])
    assert address in umpire.get(reverse("country", args=[made.public_id])).content.decode()
    assert red.get(address).status_code == 404
    assert umpire.post(address)["Location"] == reverse("countries")


def test_seats_that_are_invited_are_listed_and_warned_of_in_one_line(cast, hill, umpire):
    for post in Post.objects.filter(campaign=hill.campaign, side__key="blue", held_until__isnull=True):
        dismiss(by=cast.umpire, post=post.public_id, now=server_time())
    given = {"by": cast.umpire, "campaign": hill.campaign.public_id, "side": "blue", "now": server_time()}
    invite(kind="commander", arm="infantry", **given)
    invite(kind="general", **given)
    page = looked(umpire, hill).content.decode()
    assert "Nobody has a seat in Blue" not in page and "Nobody has taken a seat in Blue yet: 2 invited" in page
    seats = page.split('id="h-seats"')[1].split("</section>")[0]
    assert seats.count(">invited</span>") == 2
    assert seats.index("Blue General") < seats.index("Blue Infantry")


def test_a_battle_can_begin_with_its_clock_stopped(cast, hill, umpire):
    page = looked(umpire, hill).content.decode()
    assert 'name="stopped"' in page and not re.search(r'name="stopped"[^>]* checked', page)
    assert begun(umpire, hill, stopped="yes", sure="yes").status_code == 302
    assert builders.the_move(Battle.objects.get(pk=hill.pk)).paused_at is not None
    assert umpire.get(url("desk", hill)).content.decode().count("Start the clock") >= 2


def test_a_battle_begun_without_the_tick_runs_and_says_so(hill, umpire):
    begun(umpire, hill)
    assert builders.the_move(Battle.objects.get(pk=hill.pk)).paused_at is None
    page = umpire.get(url("desk", hill)).content.decode()
    assert "its first move is open" in page and "Start the clock" not in page and "until you start it" not in page


def test_the_desk_says_who_is_still_to_come_and_when_all_have_come_and_the_sheet_that_the_umpire_starts(
    cast, hill, umpire
):
    for post in Post.objects.filter(campaign=hill.campaign, side__key="blue", held_until__isnull=True):
        dismiss(by=cast.umpire, post=post.public_id, now=server_time())
    made = {"by": cast.umpire, "campaign": hill.campaign.public_id, "side": "blue", "now": server_time()}
    token = invite(kind="general", **made).token
    page = looked(umpire, hill).content.decode()
    assert re.search(r'name="stopped"[^>]* checked', page) and "Ticked because 1 seat is invited" in page
    begun(umpire, hill, stopped="yes", sure="yes")
    desk = umpire.get(url("desk", hill)).content.decode()
    assert "Invited, and not here yet: Blue General. The clock stands until you start it, or until" in desk
    assert "All who were invited" not in desk and "No orders yet" not in desk
    sheet = client_of(cast.red_foot).get(url("sheet", hill)).content.decode()
    assert "The clock stands until the umpire starts it, or until" in sheet and "everybody is here" not in sheet
    assert "at the latest. Red can already give orders." in sheet and "You can already" not in sheet
    take_invitation(user=cast.bystander, token=token, now=server_time())
    other = client_of(cast.bystander).get(url("sheet", hill)).content.decode()
    assert "Red can already give orders." in other, "the same to the side whose move it is not"
    desk = umpire.get(url("desk", hill)).content.decode()
    assert "All who were invited have taken their seats. The clock stands until you start it, or until" in desk
    assert "not here yet" not in desk and "Start the clock" in desk
    started = umpire.post(reverse("clock", args=[hill.public_id, "resume"]), follow=True).content.decode()
    assert "The clock has started." in started and "running again" not in started and "Start the clock" not in started
    assert "The clock of move 1 has started." in client_of(cast.red_foot).get("/notices/").content.decode()


def test_what_is_to_be_ticked_is_said_once_and_names_no_field(cast, hill, umpire):
    Post.objects.filter(campaign=hill.campaign, side__key="blue").update(held_until=server_time())
    answer = begun(umpire, hill)
    assert answer.status_code == 400
    assert answer.content.decode().count("ick the box if the battle is to begin") == 1


def test_what_is_planned_is_listed_with_a_link_and_what_was_withdrawn_is_not(cast, hill, umpire):
    nothing = looked(umpire, hill).content.decode().split('id="h-planned"')[1].split("</section>")[0]
    assert "Nothing is planned yet" in nothing and url("arrivals", hill) in nothing and url("injects", hill) in nothing
    arrival = {"template": "battalion", "side": "blue", "name": "Fourth Foot", "at": [60, 110], "facing": 180}
    come = Planned(
        text="By the road",
        move_number=3,
        change=({**arrival, "chosen": {"men": 40}},),
        told="blue",
        clause="house rule",
    )
    gone = Planned(
        text="Ordered off",
        move_number=4,
        change=({"group": "bodies", "thing": "red-foot", "remove": True},),
        clause="house rule",
    )
    word = Planned(text="The sun sets.", move_number=2)
    for number, one in enumerate((come, gone, word, Planned(text="Never mind.", move_number=5))):
        prepare_inject(by=cast.umpire, battle=hill.public_id, planned=one, key=f"k{number}", now=server_time())
    withdrawn = Inject.objects.get(text="Never mind.")
    withdraw_inject(by=cast.umpire, inject=withdrawn.public_id, now=server_time())
    whole = looked(umpire, hill).content.decode()
    page = whole.split('id="h-planned"')[1].split("</section>")[0]
    assert "<title>Fourth Foot (Blue) arrives here when move 3 closes" in whole.split('id="h-planned"')[0]
    assert "Fourth Foot: put down" in page and "when move 3 closes" in page and page.count("<li>") == 3
    assert "Red Rifles: taken away" in page and "when move 2 opens" in page and "“The sun sets.”" in page
    assert "Never mind" not in page


def test_the_page_asks_the_database_no_more_than_others_do(
    cast, hill, umpire, django_assert_max_num_queries: DjangoAssertNumQueries
):
    Post.objects.filter(campaign=hill.campaign, side__key="blue").update(held_until=server_time())
    made = {"by": cast.umpire, "campaign": hill.campaign.public_id, "now": server_time()}
    invite(kind="general", side="blue", **made)
    set_objectives(by=cast.umpire, battle=hill.public_id, objectives=[BRIDGE], now=builders.NOON)
    with django_assert_max_num_queries(12):
        looked(umpire, hill)
