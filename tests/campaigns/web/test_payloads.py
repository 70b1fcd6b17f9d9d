"""Text is text: whatever people type stands on every page as they typed it, and as nothing else.  [RELIABILITY G7, G10]

The stage of the pictures is filled with a payload in everything that people type, and every page of it is opened, in
both languages, and parsed as a browser does.
"""

from __future__ import annotations

import re
import sys
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from campaigns.clock import server_time
from campaigns.models import Dispatch, Move
from campaigns.usecases import text_checks
from campaigns.usecases.campaigns import sample
from campaigns.usecases.campaigns.preparation import create_campaign
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.clock.clock import pause_clock
from campaigns.usecases.desk.rulings import correct_order
from campaigns.usecases.matches.tournaments import enter
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.moves.ledgers import award_points
from campaigns.usecases.people.offers import offer_post
from campaigns.web.page import kept
from docs.pictures.pages import PICTURES
from docs.pictures.stage import set_stage
from rules.errors import Invalid
from tests.campaigns.web.conftest import client_of, url

PAYLOAD = """<x9q onx9q=1>"'/><b onx9q='x9q'>&lt;x9q&gt;{{x9q|safe}}{%x9q%}%(x9q)s{x9q}${x9q}</script>"""
SHORT = "<x9q onx9q=1>\"'"
"""A tag, an attribute, the end of each kind of quote, what is escaped already, four kinds of template, the end of a script.

Where there is little room, as much of it as fits.
"""

TYPED_AS_IT_STANDS = {"username", "email", "arm", "group", "thing", "key", "clause", "user"}
"""Values that are matched literally, and are not texts to be read."""

GOES_THERE = {"href", "src", "action", "formaction", "xlink:href", "hx-get", "hx-post", "data", "content", "srcset"}
"""Attributes with a target of the browser."""


class Parsed(HTMLParser):
    """A page as a browser parses it: the parts that came from a payload, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.alive: list[str] = []
        self.text: list[str] = []
        self.held: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.alive += [f"<{tag}>"] if "x9q" in tag else []
        self.alive += [f"{tag} {name}" for name in given if "x9q" in name or name.startswith("on") or name == "srcdoc"]
        self.alive += [
            f"{tag} {name}={value[:80]}"
            for name, value in given.items()
            if name in GOES_THERE and re.match(r"\s*(javascript|vbscript|data):", value, re.IGNORECASE)
        ]
        self.held += given.values()

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_comment(self, data: str) -> None:
        self.alive += [f"<!--{data[:80]}"] if "x9q" in data else []

    def handle_pi(self, data: str) -> None:
        self.alive += [f"<?{data[:80]}"] if "x9q" in data else []


def poisoned(what: str, text: Any, most: int) -> Any:
    """A text followed by the payload, whole where there is room, else shortened."""
    if what.rpartition(".")[2] in TYPED_AS_IT_STANDS or not isinstance(text, str) or not text or "x9q" in text:
        return text
    fits = (f"{text} {one}" for one in (PAYLOAD, SHORT) if len(text) + len(one) < most)
    return next(fits, text)


def with_names(data: Any) -> Any:
    """Plain data in which every name of a thing, and every briefing, contains the payload."""
    if isinstance(data, dict):
        return {
            key: f"{one} {SHORT}" if key in ("name", "briefing") and isinstance(one, str) else with_names(one)
            for key, one in data.items()
        }
    return [with_names(one) for one in data] if isinstance(data, list) else data


def poison(patch: pytest.MonkeyPatch) -> dict[str, int]:
    """Put the payload into everything that is typed, wherever a text is read.  Returns how often each kind did."""
    done: dict[str, int] = {}

    def reading(real: Any) -> Any:
        def read(text: Any, what: str, most: int, *rest: Any, **named: Any) -> Any:
            typed = poisoned(what, text, most)
            done[what] = done.get(what, 0) + (typed != text)
            return real(typed, what, most, *rest, **named)

        return read

    for name in ("read_line", "read_text"):
        real = getattr(text_checks, name)
        fake = reading(real)
        for module in list(sys.modules.values()):
            if getattr(module, name, None) is real and module is not text_checks:
                patch.setattr(module, name, fake)
    read_sample = sample.read_sample
    patch.setattr(sample, "read_sample", lambda name: with_names(read_sample(name)))
    return done


def more_is_typed(known: dict[str, str]) -> None:
    """What the stage does not show: a briefing, a pause, points, a corrected order, a prepared message."""
    now, umpire = server_time(), get_user_model().objects.get(username="umpire")
    sides = [{"key": "red", "briefing": "Hold the ford."}, {"key": "blue"}]
    offer_post(by=umpire, campaign=known["campaign"], kind="observer", user=f"nobody {SHORT}", now=now)
    enter(by=umpire, tournament=known["entering"], user=f"nobody {SHORT}", now=now)
    made = create_campaign(by=umpire, name="To come", sides=sides, now=now)
    change_campaign(by=umpire, campaign=made.public_id, briefings={"blue": "Take the ford."}, now=now)
    clause = {"reason": "For a good dispatch.", "clause": "KS-GAME-03"}
    award_points(by=umpire, battle=known["hartley"], side="red", amount=2, **clause, now=now)
    planned = Planned(text="The mist lifts.", at=now + timedelta(hours=1))
    prepare_inject(by=umpire, battle=known["hartley"], planned=planned, key="mist", now=now)
    pause_clock(by=umpire, battle=known["hartley"], reason="Tea is served.", minutes=5, now=now)
    closed = Move.objects.get(battle__public_id=known["sequence"], status="closed")
    correct_order(by=umpire, move=closed.public_id, thing="red-horse", orders=[], **clause, now=now)
    with pytest.raises(Invalid, match="clause"):  # it is looked up, and no text
        correct_order(
            by=umpire, move=closed.public_id, thing="red-horse", orders=[], reason="So.", clause=SHORT, now=now
        )


@pytest.mark.slow
@pytest.mark.long
def test_a_payload_in_everything_that_is_typed_is_text_on_every_page(monkeypatch: pytest.MonkeyPatch) -> None:
    done = poison(monkeypatch)
    known = {**set_stage(server_time()), "spare": "red-2nd"}
    more_is_typed(known)
    assert len([what for what, times in done.items() if times]) >= 7, done
    met, pages = 0, 0
    for picture in PICTURES:
        client = client_of(get_user_model().objects.get(username=picture.who)) if picture.who else Client()
        for language in ("en-gb", "de"):
            answer = client.get(picture.address.format_map(known), HTTP_ACCEPT_LANGUAGE=language, follow=True)
            assert answer.status_code in (200, 403, 404, 410), (picture.address, answer.status_code)
            assert "script-src 'self';" in answer["Content-Security-Policy"] + ";", picture.address
            parsed = Parsed(answer.content.decode())
            assert not parsed.alive, (picture.address, parsed.alive[:5])
            met += sum("<x9q onx9q=1>" in one for one in (*parsed.text, *parsed.held))
            pages += 1
    assert pages >= 150 and met >= 800, (pages, met)


def test_a_filter_that_takes_text_for_html_would_be_found(
    cast: Any, battle: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted fault: a template engine that escapes nothing."""
    battle.name = f"The ford {SHORT}"
    battle.save(update_fields=["name"])
    address = url("sheet", battle)
    assert not Parsed(client_of(cast.red_foot).get(address).content.decode()).alive
    kept.page_cache.clear()  # what was kept of the page says that it may not change untold
    monkeypatch.setattr("django.template.base.conditional_escape", str)
    assert Parsed(client_of(cast.red_foot).get(address).content.decode()).alive


PAYLOADS = (
    *(f"{opening}alert(1){closing}" for opening, closing in (
        ("<script>", "</script>"), ("<ScRiPt >", "</sCrIpT>"), ("<img src=x onerror=", ">"), ("<svg/onload=", ">"), ("<body onload=", ">"),
        ("<iframe src=javascript:", ">"), ("<a href='javascript:", "'>x</a>"), ("<math><mtext><style><img src=x onerror=", ">"),
        ("\"><script>", "</script>"), ("'><script>", "</script>"), ("</textarea><script>", "</script>"), ("</title><script>", "</script>"),
        ("--><script>", "</script>"), ("]]><script>", "</script>"), ("<![CDATA[<script>", "</script>]]>"), ("<!--", "-->"),
        ("<details open ontoggle=", ">"), ("<input autofocus onfocus=", ">"), ("<meta http-equiv=refresh content='0;url=javascript:", "'>"),
        ("<object data=javascript:", ">"), ("<link rel=stylesheet href=javascript:", ">"), ("<base href=javascript:", "//>"),
        ("<form action=javascript:", "><button>x"), ("\" onmouseover=\"", ""), ("' onmouseover='", ""), ("` onmouseover=`", ""),
    )),
    *("{{7*7}}", "{{ settings.SECRET_KEY }}", "{% debug %}", "{% load static %}", "${7*7}", "#{7*7}", "<%= 7*7 %>",
      "%(x)s %n %s", "{0.__class__}"),
    *("' OR 1=1 --", "'; DROP TABLE campaigns_dispatch; --", "1) UNION SELECT password FROM auth_user --", "\\'; --", "%' ESCAPE '!"),
    *("&lt;script&gt;", "&#60;script&#62;", "%3Cscript%3E", "\\u003cscript\\u003e", "+ADw-script+AD4-", "＜script＞"),
    *("Bcc: everybody@example.org", "=cmd|' /C calc'!A0", "@SUM(1)", "-1+1", "../../etc/passwd", "CON", "<?php echo 1; ?>"),
    *("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]>&b;", "שלום <b>", "ä ö ü ß — “quoted”", "👩‍🚒"[:1], "a\tb <i>"),
)  # fmt: skip
"""What has harmed other programs; each is sent as a message, and read again letter by letter."""


@pytest.mark.slow
def test_a_message_is_read_as_it_was_sent(cast: Any, battle: Any, move: Any) -> None:
    general, addressee = client_of(cast.red_general), client_of(cast.red_horse)
    to = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red").public_id
    for begin in range(0, len(PAYLOADS), 20):
        some = PAYLOADS[begin : begin + 20]
        for number, one in enumerate(some):
            sent = {"channel": "note", "to": to, "text": one, "key": f"k{begin + number}"}
            assert general.post(url("dispatches", battle), sent).status_code == 302, one
        parsed = Parsed(addressee.get(url("dispatches", battle)).content.decode())
        read = " ".join("".join(parsed.text).split())
        assert [one for one in some if " ".join(one.split()) not in read] == []
        assert not parsed.alive and "alert(1)" not in " ".join(parsed.held)
    assert Dispatch.objects.count() == len(PAYLOADS) >= 50


@pytest.mark.parametrize(
    "sign", ["\x00", "\r\nBcc: a@b.c\x0b", "\x1b[2J", "\u202egnp.exe", "a\u200bb", "\ufeff", "\u2066a", "\x7f", "\x85"]
)
def test_what_would_not_be_seen_or_turns_the_line_round_is_refused(
    cast: Any, battle: Any, move: Any, sign: str
) -> None:
    to = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red").public_id
    sent = {"channel": "note", "to": to, "text": f"The mill {sign} burns", "key": "k"}
    answer = client_of(cast.red_general).post(url("dispatches", battle), sent)
    assert 400 <= answer.status_code < 500 and not Dispatch.objects.exists()
