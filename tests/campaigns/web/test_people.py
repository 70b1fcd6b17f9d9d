"""A person's own pages: profile, look, tours, the calendar, no more mail; and times in their own zone."""

from __future__ import annotations

import re
from contextvars import copy_context

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import get_resolver, reverse

from campaigns.clock import server_time
from campaigns.models import Person
from campaigns.usecases.people.letters import unsubscribing
from campaigns.usecases.people.profile import change_profile, feed_token, kept_person, renew_feed
from campaigns.web.page.reader import Readers, own_zone
from campaigns.web.people.guides import PARTS, guide
from tests.campaigns.web.conftest import Page, client_of, submitted, url

PEOPLE = ("profile", "password-change", "mail-address", "help")


def say(client, **changes):
    """Fill in the profile."""
    typed = {"name": "", "time_zone": "", "look": "", "quiet_from": "", "quiet_until": "", "mail_wish": "all"}
    return client.post(reverse("profile"), {**typed, "remind_hours": "4", **changes})


def test_the_pages_are_made_as_all_pages_are(cast, battle, red, umpire, django_assert_max_num_queries):
    campaign = battle.campaign.public_id
    host = cast.bystander
    host.is_staff = True
    host.save()
    pages = [(red, reverse(name)) for name in PEOPLE] + [(red, reverse("help", args=["umpire"]))]
    pages += [(umpire, reverse("invitations", args=[campaign])), (client_of(host), reverse("people"))]
    pages += [(Client(), reverse("password-forgotten")), (Client(), reverse("help"))]
    pages += [(Client(), reverse("mail-off", args=[unsubscribing(kept_person(cast.red_foot))]))]
    for client, address in pages:
        with django_assert_max_num_queries(12):
            answer = client.get(address)
        assert answer.status_code == 200, address
        page = Page(answer)
        assert (page.tags.get("h1"), page.tags.get("main")) == (1, 1), address
        assert (page.unlabelled, page.strange) == ([], []), address
        assert len(page.ids) == len(set(page.ids)), address
        assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", ")), address
        assert len(answer.content) < 100_000, address


def test_nobody_has_a_profile_without_logging_in(db):
    for name in ("profile", "password-change", "mail-address", "people"):
        assert Client().get(reverse(name))["Location"].startswith("/login/?next="), name
    for address in (reverse("calendar-renew"), reverse("tour", args=["umpire"])):
        assert Client().post(address)["Location"].startswith("/login/"), address


def test_a_profile_is_kept(cast, red):
    answer = say(red, name="Capt. Smythe", time_zone="Asia/Tokyo", quiet_from="22:00", quiet_until="07:00", sound="on")
    assert answer.status_code == 302
    person = Person.objects.get(user=cast.red_foot)
    assert (person.time_zone, person.sound, str(person.quiet_from)) == ("Asia/Tokyo", True, "22:00:00")
    shown = red.get(reverse("profile")).content.decode()
    assert "Capt. Smythe" in shown and 'value="Asia/Tokyo"' in shown and 'value="22:00"' in shown


def test_a_profile_that_is_refused_loses_nothing_that_was_typed(cast, red):
    answer = say(red, name="Capt. Smythe", time_zone="Nowhere", quiet_from="22:00", mail_wish="wanted", sound="on")
    assert answer.status_code == 400
    page = answer.content.decode()
    assert "Capt. Smythe" in page and 'value="Nowhere"' in page and 'id="f-time_zone-error"' in page
    assert re.search(r'value="wanted" checked', page) and re.search(r'name="sound" checked', page)
    assert not Person.objects.exists()


@pytest.mark.parametrize("hours", ["3", "x", "-1", "9" * 30, ""])
def test_hours_that_are_not_offered_are_refused(red, hours):
    assert say(red, remind_hours=hours).status_code == 400


def test_times_are_shown_by_the_readers_own_clock(cast, battle, move, red, blue):
    submitted(cast, move)
    change_profile(user=cast.red_foot, now=server_time(), time_zone="Asia/Tokyo")
    for name in ("report", "receipts", "sheet"):
        address = url(name, battle, 1) if name == "report" else url(name, battle)
        assert red.get(address).status_code == 200
    notices = red.get(reverse("notices")).content.decode()
    assert "JST" in notices and "UTC" not in notices
    assert "JST" not in blue.get(reverse("notices")).content.decode()


def test_the_api_tells_universal_time_whatever_the_zone(cast, battle, red):
    change_profile(user=cast.red_foot, now=server_time(), time_zone="Asia/Tokyo")
    assert red.get("/api/v1/me/deadlines/").json()[0]["closes_at"].endswith("Z")


# -- the look ---------------------------------------------------------------------------------------


def test_a_stranger_chooses_how_pages_look_and_the_browser_remembers(db):
    client = Client()
    assert 'data-look="dark"' not in client.get("/login/").content.decode()
    answer = client.post(reverse("look"), {"look": "dark", "next": "/login/"})
    assert answer["Location"] == "/login/"
    assert 'data-look="dark"' in client.get("/login/").content.decode()
    client.post(reverse("look"), {"look": ""})
    assert "data-look" not in client.get("/login/").content.decode()
    client.cookies["look"] = '"><script>'
    assert "data-look" not in client.get("/login/").content.decode()


def test_who_is_logged_in_keeps_it_in_his_profile(cast, battle, red):
    red.post(reverse("look"), {"look": "dark"}, HTTP_REFERER=f"http://testserver{url('sheet', battle)}")
    assert Person.objects.get(user=cast.red_foot).look == "dark"
    assert 'data-look="dark"' in client_of(cast.red_foot).get("/").content.decode()
    assert red.post(reverse("look"), {"look": "pink"}).status_code == 400


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\\\\evil.example"])
def test_nobody_is_sent_elsewhere(red, back):
    assert red.post(reverse("look"), {"look": "", "next": back})["Location"] == "/"
    assert red.post(reverse("look"), {"look": ""}, HTTP_REFERER=back)["Location"] == "/"


# -- the tour and the guides ------------------------------------------------------------------------


@pytest.mark.slow
def test_the_tour_is_on_sheet_and_desk_until_it_is_dismissed(cast, battle, red, umpire):
    for client, name, tour in ((red, "sheet", "commander"), (umpire, "desk", "umpire")):
        assert "data-tour" in client.get(url(name, battle)).content.decode()
        assert "data-tour" not in client.get(url("supplies", battle)).content.decode()
        client.post(reverse("tour", args=[tour]))
        assert "data-tour" not in client.get(url(name, battle)).content.decode()
        client.post(reverse("tour", args=[tour]), {"away": "no"})
        assert "data-tour" in client.get(url(name, battle)).content.decode()
    assert "data-tour" not in umpire.get(f"{url('sheet', battle)}?of=red").content.decode()
    assert red.post(reverse("tour", args=["king"])).status_code == 404


@pytest.mark.slow
def test_every_page_says_how_it_works_from_the_guide_of_whoever_reads_it(cast, battle, red, umpire):
    for client, name, whose, slug in (
        (red, "sheet", "commander", "read-your-sheet"),
        (umpire, "sheet", "umpire", "see-what-a-player-sees"),
        (umpire, "desk", "umpire", "run-a-move"),
        (red, "reports", "commander", "read-the-report"),
        (umpire, "record", "umpire", "look-back-at-a-battle"),
    ):
        address = reverse("help", args=[whose])
        assert f'href="{address}#{slug}"' in client.get(url(name, battle)).content.decode(), name
        assert f'id="{slug}"' in client.get(address).content.decode(), slug


def test_every_part_of_a_guide_that_a_page_is_about_is_there_and_so_is_the_page():
    pages = {key for key in get_resolver().reverse_dict if isinstance(key, str)}
    for whose, parts in PARTS.items():
        for slug, names in parts.items():
            assert guide(whose).part(slug), slug
            assert set(names) <= pages, slug


def test_the_help_of_the_first_page_is_that_of_ones_own_seats(cast, battle, red, umpire):
    for client, whose, slug in ((red, "commander", "take-your-seat"), (umpire, "umpire", "run-a-move")):
        assert f'href="{reverse("help", args=[whose])}#{slug}"' in client.get("/").content.decode()


def test_a_guide_has_neither_pictures_nor_links_that_lead_nowhere(db):
    for whose in ("umpire", "commander"):
        page = Page(Client().get(reverse("help", args=[whose])))
        assert "img" not in page.tags
        leads = ("/", "#", "http://", "https://")
        assert [link for link in page.links if not link.startswith(leads)] == []
        parts = {f"/help/{one}/#{part.slug}" for one in ("umpire", "commander") for part in guide(one).parts}
        assert [link for link in page.links if link.startswith("/help/") and "#" in link and link not in parts] == []
    assert Client().get("/help/king/").status_code == 404


def test_the_guide_that_opens_is_that_of_ones_own_post(cast, battle, django_assert_max_num_queries):
    for who, heading in (
        (cast.umpire, "For the umpire"),
        (cast.red_general, "For the commander"),
        (None, "For the commander"),
    ):
        client = client_of(who) if who else Client()
        with django_assert_max_num_queries(12):
            page = client.get(reverse("help")).content.decode()
        assert f'aria-current="page">{heading}' in page, heading


# -- the calendar -----------------------------------------------------------------------------------


def test_my_deadlines_are_read_at_a_secret_address(cast, battle, move):
    token = feed_token(renew_feed(user=cast.red_foot))
    answer = Client().get(reverse("calendar", args=[token]))
    assert answer.status_code == 200 and answer["Content-Type"] == "text/calendar; charset=utf-8"
    lines = answer.content.decode().split("\r\n")
    assert lines[0] == "BEGIN:VCALENDAR" and lines[-2:] == ["END:VCALENDAR", ""]
    assert f"UID:{move.public_id}@kriegspiel" in lines
    assert f"DTSTART:{move.closes_at:%Y%m%dT%H%M%SZ}" in lines
    assert all(len(line.encode()) <= 75 for line in lines)
    assert not [word for word in (battle.name, battle.campaign.name, "Red") if word in answer.content.decode()]


def test_the_other_side_has_no_deadline_and_the_umpire_has_his(cast, battle, move):
    blue, umpire = (
        Client().get(reverse("calendar", args=[feed_token(renew_feed(user=user))])).content.decode()
        for user in (cast.blue_foot, cast.umpire)
    )
    assert "VEVENT" not in blue and "move 1 closes" in umpire


def test_an_address_that_was_renewed_leads_nowhere(cast, battle, red):
    assert red.get(reverse("profile")).content.decode().count(".ics") == 0
    red.post(reverse("calendar-renew"))
    first = re.search(r"/calendar/[\w-]+\.ics", red.get(reverse("profile")).content.decode())[0]
    assert Client().get(first).status_code == 200
    red.post(reverse("calendar-renew"))
    assert Client().get(first).status_code == 404
    assert Client().get("/calendar/x.ics").status_code == 404


# -- no more mail -----------------------------------------------------------------------------------


def test_looking_at_the_link_of_a_mail_changes_nothing_and_pressing_its_button_ends_mail(cast):
    person = kept_person(cast.red_foot)
    address = reverse("mail-off", args=[unsubscribing(person)])
    client = Client(enforce_csrf_checks=True)
    assert client.get(address).status_code == 200
    person.refresh_from_db()
    assert person.mail_wish == "all"
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    person.refresh_from_db()
    assert person.mail_wish == "none"
    assert client.post(address[:-3] + "xx/").status_code == 404


# -- who reads --------------------------------------------------------------------------------------


def test_what_a_request_carries_with_it_is_not_read_by_being_looked_at(rf):
    """An ASGI server reads it where nobody may query the database: the request would never be answered."""

    class User:
        is_authenticated = True
        asked = 0

        @property
        def person(self):
            type(self).asked += 1
            return Person(time_zone="Asia/Tokyo")

    def looked_at(request):
        for value in copy_context().values():
            isinstance(value, Person)
        assert User.asked == 0
        assert own_zone("UTC") == "Asia/Tokyo"
        return HttpResponse()

    request = rf.get("/")
    request.user = User()
    assert Readers(looked_at)(request).status_code == 200 and User.asked == 1
    assert own_zone("UTC") == "UTC"
