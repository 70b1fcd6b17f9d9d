"""What is true of every page: who may open it, how it is made, what it costs, and that bad addresses get the same answer."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaigns.unlocked import cached_tables
from campaigns.usecases.campaigns.preparation import open_battle
from campaigns.usecases.muster.countries import create_country
from rules.kriegspiel import book
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, give, submitted, url

SIDE_PAGES = ("sheet", "status", "receipts", "reports", "supplies", "points", "dispatches")
UMPIRE_PAGES = ("desk", "desk-status", "preview", "record", "injects", "prepare-ruling", "undo")
NO_SUCH = "AAAAAAAAAAAA"


def unmasked(answer):
    """A page without its CSRF token, which differs each time."""
    return re.sub(rb'name="csrfmiddlewaretoken" value="[^"]+"', b"", answer.content)


def every_page(battle, thing="red-foot"):
    return [url(name, battle) for name in (*SIDE_PAGES, *UMPIRE_PAGES)] + [
        url("order", battle, thing),
        url("report", battle, 1),
    ]


def test_nobody_sees_a_page_without_logging_in(battle):
    for address in [*every_page(battle), reverse("home"), reverse("notices"), reverse("campaign-new")]:
        answer = Client().get(address)
        assert answer.status_code == 302, address
        assert answer["Location"].startswith("/login/?next="), address


@pytest.mark.slow
def test_a_stranger_gets_the_same_answer_whether_or_not_there_is_such_a_battle(battle, stranger):
    for address in every_page(battle):
        there = stranger.get(address)
        nowhere = stranger.get(address.replace(battle.public_id, NO_SUCH))
        assert (there.status_code, nowhere.status_code) == (404, 404), address
        assert unmasked(there) == unmasked(nowhere), address


def test_the_umpires_papers_are_closed_to_a_commander(battle, red):
    for name in UMPIRE_PAGES:
        assert red.get(url(name, battle)).status_code == 403, name
    look = reverse("look", args=[battle.public_id, battle.campaign.posts.filter(kind="general").first().public_id])
    assert red.get(look).status_code == 403


def test_an_unknown_method_is_refused(battle, red, umpire):
    for name in ("sheet", "status", "receipts", "reports", "supplies", "points"):
        assert red.post(url(name, battle)).status_code == 405, name
        assert red.delete(url(name, battle)).status_code == 405, name
    for name in ("measure", "submit-move", "publish-fire"):
        assert umpire.get(url(name, battle)).status_code == 405, name
    assert umpire.get(url("clock", battle, "pause")).status_code == 405
    assert red.get(url("ready", battle)).status_code == 405


def test_pages_are_private_and_never_stored_unless_they_are_asked_for_again_by_their_tag(battle, red):
    tagged = {"reports", "after", "replay", "print-sheet"}
    for name in {*SIDE_PAGES, *tagged}:
        answer = red.get(url(name, battle))
        control = set(answer["Cache-Control"].split(", "))
        assert control == {"private", "no-cache" if name in tagged else "no-store"}, name
        assert name not in tagged or answer["ETag"]


@pytest.mark.slow
def test_every_page_has_one_heading_landmarks_labels_and_nothing_inline(cast, battle, move, red, umpire):
    give(cast, move)
    submitted(cast, move)
    pages = [(red, url(name, battle)) for name in SIDE_PAGES if name != "status"]
    pages += [(umpire, url(name, battle)) for name in ("desk", "record", "preview", "sheet", "reports", "supplies")]
    pages += [
        (red, url("report", battle, 1)),
        (red, "/"),
        (red, "/notices/"),
        (umpire, "/c/new/"),
        (Client(), "/login/"),
    ]
    pages += [(umpire, reverse(name, args=[battle.campaign.public_id])) for name in ("campaign", "roster")]
    blue = client_of(cast.blue_foot)
    pages += [(blue, url("order", battle, "blue-foot")), (Client(), "/rulebook/"), (Client(), "/rulebook/KS-MOVE-01/")]
    for client, address in pages:
        answer = client.get(address)
        assert answer.status_code == 200, address
        page = Page(answer)
        assert page.tags.get("h1") == 1 and page.tags.get("main") == 1, address
        assert page.unlabelled == [], (address, page.unlabelled)
        assert page.strange == [], (address, page.strange)
        assert len(page.ids) == len(set(page.ids)), (
            address,
            sorted(one for one in page.ids if page.ids.count(one) > 1),
        )
        assert "'self'" in answer["Content-Security-Policy"] and "unsafe" not in answer["Content-Security-Policy"]


LOOKED_BACK = ("after", "after-csv", "after-pdf", "replay", "draws", "situation", "print-sheet")


def addresses(battle, campaign):
    """Every page of the site that is opened by its address, with who opens it."""
    of_a_side = ("sheet", "status", "strip", "receipts", "reports", "supplies", "points", "dispatches", *LOOKED_BACK)
    yield from (("red", url(name, battle)) for name in of_a_side)
    yield from (("red", url(name, battle, 1)) for name in ("report", "slips"))
    yield ("red", url("order", battle, "red-foot"))
    yield from (("umpire", url(name, battle)) for name in (*of_a_side, *UMPIRE_PAGES))
    yield from (("umpire", url("report", battle, 1)), ("observer", url("sheet", battle)))
    yield from (("official", url("measuring", battle)), ("official", url("sheet", battle)))
    yield ("observer", url("dispatches", battle))
    for who in ("red", "umpire"):
        yield from ((who, address) for address in ("/", reverse("notices"), reverse("campaign-new")))
        yield from ((who, reverse(name)) for name in ("countries", "country-import", "country-new", "country-scan"))
        yield from ((who, reverse(name, args=[campaign])) for name in ("campaign", "roster"))


@pytest.mark.slow
def test_no_page_takes_more_than_twelve_queries(cast, battle, move, red, umpire, django_assert_max_num_queries):
    give(cast, move)
    submitted(cast, move)
    submitted(cast, builders.the_move(battle))
    give(cast, builders.the_move(battle))
    red.post(url("dispatches", battle), {"channel": "shout", "text": "Charge!", "key": "one"})
    clients = {"red": red, "umpire": umpire, "observer": client_of(cast.observer)}
    clients["official"] = client_of(cast.official)
    seen = 0
    for who, address in addresses(battle, battle.campaign.public_id):
        with django_assert_max_num_queries(12, info=address):
            assert clients[who].get(address).status_code == 200, (who, address)
        seen += 1
    assert seen > 30


def test_the_pages_that_delete_or_go_back_to_preparation_take_no_more(
    cast, move, umpire, django_assert_max_num_queries
):
    running, campaign = move.battle, builders.a_campaign(cast).public_id
    unfought = open_battle(by=cast.umpire, campaign=campaign, name="The mill", start=builders.START, now=builders.NOON)
    country = create_country(by=cast.umpire, name="Hartley Vale", data={"size": [288, 192]}, now=builders.NOON)
    pages = [url("battle-back", running), url("battle-delete", unfought)]
    pages += [reverse("campaign-delete", args=[campaign])]
    pages += [reverse("country-delete", args=[country.public_id])]
    for address in pages:
        with django_assert_max_num_queries(12, info=address):
            assert umpire.get(address).status_code == 200, address


def test_a_closed_desk_and_its_rulings_take_no_more_either(cast, battle, move, umpire, django_assert_max_num_queries):
    give(cast, move, "red-horse", {"order": "charge", "body": "red-horse", "target": "blue-foot"})
    close(cast, move)
    correct = url("correct-order", battle, "red-horse")
    for address in (url("desk", battle), url("preview", battle), correct, url("overrule", battle) + "?thing=red-foot"):
        with django_assert_max_num_queries(12):
            assert umpire.get(address).status_code == 200, address


@pytest.mark.parametrize(("who", "name"), [("red", "sheet"), ("red", "order"), ("red", "supplies"), ("umpire", "desk")])
def test_a_page_reads_the_floor_once(request, cast, battle, move, monkeypatch, who, name):
    give(cast, move)
    read, times = book.read_position, []
    monkeypatch.setattr(book, "read_position", lambda *given: times.append(1) or read(*given))
    client = request.getfixturevalue(who)
    address = url(name, battle, "red-foot") if name == "order" else url(name, battle)
    cached_tables().clear()
    assert client.get(address).status_code == 200
    assert len(times) == 1
    assert client.get(address).status_code == 200
    assert len(times) == 1, "the next page looks at the same table"


@pytest.mark.parametrize(
    "address",
    [
        "/b/short/sheet/",
        "/b/%00%00%00%00%00%00%00%00%00%00%00%00/sheet/",
        "/b/AAAAAAAAAAAAAAAAAAAA/sheet/",
        "/rulebook/KS-<b>-01/",
        "/rulebook/../../etc/passwd",
        "/c/%F0%9F%90%8E/",
    ],
)
def test_an_address_that_is_none_is_not_found(red, address):
    assert red.get(address).status_code == 404


@pytest.mark.slow
def test_strange_parameters_never_break_a_page(battle, red, umpire):
    for value in ("red", "blue", "observer", "%00", "x" * 5000, "1e999", "[]", "<b>"):
        for name in SIDE_PAGES:
            assert red.get(f"{url(name, battle)}?of={value}").status_code in (200, 404), (name, value)
            assert umpire.get(f"{url(name, battle)}?of={value}").status_code in (200, 404), (name, value)
        assert umpire.get(f"{url('record', battle)}?before={value}").status_code in (200, 400), value
        assert red.get(f"{url('order', battle, 'red-foot')}?sent={value}&afresh={value}").status_code == 200
    assert red.get(url("report", battle, 999999)).status_code == 404


def test_a_side_cannot_open_the_other_sides_pages(battle, red):
    for name in SIDE_PAGES:
        assert red.get(f"{url(name, battle)}?of=blue").status_code == 404
