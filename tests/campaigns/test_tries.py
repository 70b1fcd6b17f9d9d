"""What people try without end is counted: refused uploads, and seats by one link; and nobody is shown by another's name."""

from __future__ import annotations

import json
from datetime import timedelta
from importlib import import_module

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from campaigns import children
from campaigns.errors import Broken, InAMoment, TooManyTries, WrongState
from campaigns.models import Survey
from campaigns.usecases.campaigns.clock_settings import refuse_alike
from campaigns.usecases.exercises.file import pack
from campaigns.usecases.exercises.house import house_exercise
from campaigns.usecases.exercises.shelf import bring_in
from campaigns.usecases.muster.survey_files import send_files
from campaigns.usecases.muster.surveys import claim_next, make, make_next_survey, send_survey
from campaigns.usecases.people import invitations
from campaigns.usecases.people.accounts import read_account, read_username
from campaigns.usecases.people.invitations import invite, join, take_invitation
from campaigns.usecases.people.profile import change_profile
from campaigns.usecases.people.tries import MOST_UPLOADS, SPAN
from campaigns.usecases.pictures.pictures import keep_picture
from rules.errors import Invalid, Refused
from tests.campaigns.api.conftest import client_of
from tests.campaigns.builders import NOON, a_campaign, a_user
from tests.campaigns.pictures.scans import a_scan, encoded
from tests.campaigns.pictures.test_exercise_pictures import SAID
from tests.rules.kriegspiel.surveys import great, village

LATER = NOON + timedelta(minutes=1)
FIGURES = {"name": "Hartley", "scale": 5, "plain": True, "origin": [0, 0]}
UPLOADS = {
    "a picture": lambda by, now: keep_picture(by=by, sent=b"", now=now),
    "an exercise": lambda by, now: bring_in(by=by, source=b"{}", now=now),
    "files of a survey": lambda by, now: send_files(by=by, files=[("x.svg", b"x")], now=now, **FIGURES),
    "a survey": lambda by, now: send_survey(by=by, survey={}, now=now, **FIGURES),
}


FEW = 3
"""As many refused uploads as these tests send before one has to wait: most of them start a process for each."""


@pytest.fixture(autouse=True)
def _few_are_taken(monkeypatch):
    monkeypatch.setattr("campaigns.usecases.people.tries.MOST_UPLOADS", FEW)


def test_one_has_to_wait_after_thirty_refused_uploads(cast, monkeypatch):
    monkeypatch.setattr("campaigns.usecases.people.tries.MOST_UPLOADS", MOST_UPLOADS)
    for _ in range(30):
        with pytest.raises(Invalid):
            UPLOADS["an exercise"](cast.umpire, NOON)
    with pytest.raises(TooManyTries):
        UPLOADS["an exercise"](cast.umpire, NOON)


@pytest.mark.parametrize("send", UPLOADS.values(), ids=UPLOADS)
def test_uploads_that_are_refused_count_and_then_one_has_to_wait(cast, send):
    for _ in range(FEW):
        with pytest.raises(Invalid):
            send(cast.umpire, NOON)
    with pytest.raises(TooManyTries) as refused:
        keep_picture(by=cast.umpire, sent=encoded(a_scan(64, 48)), now=NOON)
    assert refused.value.seconds <= SPAN.total_seconds()
    assert keep_picture(by=cast.observer, sent=encoded(a_scan(64, 48)), now=NOON), "nobody else has to"
    assert keep_picture(by=cast.umpire, sent=encoded(a_scan(64, 48)), now=NOON + SPAN)


FULL = {
    "pictures by their number": ("campaigns.usecases.pictures.pictures", "MOST_PICTURES"),
    "pictures by their bytes": ("campaigns.usecases.pictures.pictures", "MOST_BYTES"),
    "exercises": ("campaigns.usecases.exercises.shelf", "MOST_EXERCISES"),
    "surveys": ("campaigns.usecases.muster.surveys", "MOST_WAITING"),
    "files of surveys": ("campaigns.usecases.muster.surveys", "MOST_WAITING"),
    "countries": ("campaigns.usecases.muster.countries", "MOST_COUNTRIES"),
}
"""What is read to its end, at a cost, before it is refused because its sender has too much already."""


@pytest.mark.parametrize("what", FULL)
def test_uploads_count_that_are_refused_because_ones_shelf_is_full(cast, monkeypatch, what):
    module, name = FULL[what]
    monkeypatch.setattr(import_module(module), name, 0)
    send = {
        "pictures": lambda: keep_picture(by=cast.umpire, sent=encoded(a_scan(64, 48)), now=NOON),
        "exercises": lambda: bring_in(by=cast.umpire, source=house_exercise("sequence"), now=NOON),
        "surveys": lambda: send_survey(by=cast.umpire, survey=great(), now=NOON, **FIGURES),
        "files": lambda: send_files(
            by=cast.umpire, files=[("x.json", json.dumps(village()).encode())], now=NOON, **FIGURES
        ),
        "countries": lambda: send_survey(by=cast.umpire, survey=village(), now=NOON, **FIGURES),
    }[what.split()[0]]
    for _ in range(FEW):
        with pytest.raises(WrongState):
            send()
    with pytest.raises(TooManyTries):
        send()


def test_a_picture_in_an_exercise_counts_once_with_it(cast, monkeypatch):
    """An exercise with a picture that is none is one refused upload."""
    data = {**house_exercise("first_bridge"), "picture": SAID}
    for _ in range(FEW):
        with pytest.raises(Invalid):
            bring_in(by=cast.umpire, source=pack(data, b"no picture"), now=NOON)
    with pytest.raises(TooManyTries):
        bring_in(by=cast.umpire, source=pack(data, b"no picture"), now=NOON)


def test_a_storage_that_does_not_answer_is_no_fault_of_what_was_sent(cast, monkeypatch):
    def away(*given, **more):
        raise Broken("It does not answer.")

    monkeypatch.setattr("campaigns.usecases.pictures.pictures.store", away)
    for _ in range(FEW + 1):
        with pytest.raises(Broken):
            keep_picture(by=cast.umpire, sent=encoded(a_scan(64, 48)), now=NOON)


def test_uploads_that_are_kept_or_met_a_busy_machine_do_not_count(cast, monkeypatch):
    for _ in range(FEW + 1):
        send_survey(by=cast.umpire, survey=village(), now=NOON, **FIGURES)

    def starved(*given, **more):
        raise children.Starved("busy")

    monkeypatch.setattr(children, "ask", starved)
    for _ in range(FEW + 1):
        with pytest.raises(InAMoment):
            keep_picture(by=cast.umpire, sent=b"x", now=NOON)


def test_a_survey_that_a_worker_refuses_counts_too(cast, monkeypatch):
    def refused(*given, **more):
        return '{"refused": {"code": "E-INVALID", "sentence": "No.", "clause": ""}}'

    monkeypatch.setattr(children, "ask_rules", refused)
    for _ in range(FEW):
        assert send_survey(by=cast.umpire, survey=great(), now=NOON, **FIGURES)
        assert make_next_survey(lambda: LATER)
    with pytest.raises(TooManyTries):
        send_survey(by=cast.umpire, survey=great(), now=LATER, **FIGURES)


def test_a_survey_that_met_a_busy_machine_is_tried_again_and_in_the_end_says_so(cast, monkeypatch):
    def starved(*given, **more):
        raise children.Starved("busy")

    monkeypatch.setattr(children, "ask_rules", starved)
    sent = send_survey(by=cast.umpire, survey=great(), now=NOON, **FIGURES)
    assert make_next_survey(lambda: LATER)
    sent.refresh_from_db()
    assert (sent.state, sent.claimed_at) == ("working", None)
    while make_next_survey(lambda: LATER):
        pass
    sent.refresh_from_db()
    assert (sent.state, sent.code) == ("refused", "E-BUSY") and "Cut the file" not in sent.sentence


def test_ones_own_many_surveys_do_not_keep_anothers_waiting(cast, monkeypatch):
    for at in range(3):
        send_survey(by=cast.umpire, survey=great(), now=NOON + timedelta(seconds=at), **FIGURES)
    send_survey(by=cast.observer, survey=great(), now=NOON + timedelta(seconds=9), **FIGURES)
    order = [claim_next(NOON + timedelta(seconds=20 + at)).survey.sent_by for at in range(4)]
    assert order == [cast.umpire, cast.observer, cast.umpire, cast.umpire]


def test_a_claim_is_renewed_as_long_as_somebody_works_at_it(cast, monkeypatch):
    send_survey(by=cast.umpire, survey=great(), now=NOON, **FIGURES)
    held, seen = claim_next(NOON), []

    def slow(*given, told, **more):
        told("", 0)
        seen.append(Survey.objects.get().claimed_at)
        return '{"refused": {"code": "E-INVALID", "sentence": "No.", "clause": ""}}'

    monkeypatch.setattr(children, "ask_rules", slow)
    make(held, lambda: LATER)
    assert seen == [LATER]


def test_the_api_says_when_a_busy_machine_may_be_asked_again(cast, monkeypatch):
    def starved(*given, **more):
        raise children.Starved("busy")

    monkeypatch.setattr(children, "ask", starved)
    client = client_of("umpire", cast, None)
    answer = client.post(reverse("api-pictures"), {"file": "AAAA"}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (503, "E-BUSY")
    assert int(answer["Retry-After"]) == answer.json()["detail"]["seconds"] > 0


def test_a_survey_as_large_as_the_page_takes_comes_by_the_api_too(cast):
    """Of files in base64 and of GeoJSON as it is: nine million bytes, which DATA_UPLOAD_MAX_MEMORY_SIZE would refuse."""
    client = client_of("umpire", cast, None)
    padded = {**great(), "note": "x" * 9_000_000}
    answer = client.post(reverse("api-import-country"), {**FIGURES, "survey": padded}, format="json")
    assert answer.status_code == 202, answer.content[:300]
    rows = [{"name": "x.asc", "base64": "AAAA" * 3_000_000}]
    answer = client.post(reverse("api-surveys"), {"name": "X", "scale": 5, "files": rows}, format="json")
    assert answer.status_code != 413, answer.content[:300]
    rows = [{"name": "x.asc", "base64": "AAAA" * 8_000_000}]
    answer = client.post(reverse("api-surveys"), {"name": "X", "scale": 5, "files": rows}, format="json")
    assert answer.status_code == 413


def test_files_in_parts_may_be_as_large_as_in_json(cast):
    client = client_of("umpire", cast, None)

    def sent(size: int) -> int:
        form = {"name": "X", "scale": "5", "files": SimpleUploadedFile("x.asc", b"A" * size)}
        return client.post(reverse("api-surveys"), form, format="multipart").status_code

    assert (sent(15_900_000), sent(17_000_000)) == (202, 400)


def test_a_link_to_many_seats_gives_so_many_in_a_while_and_no_more(cast, monkeypatch):
    monkeypatch.setattr(invitations, "MOST_BY_A_LINK", 3)
    campaign = a_campaign(cast)
    made = invite(by=cast.umpire, campaign=campaign.public_id, kind="observer", once=False, now=NOON)
    for number in range(3):
        take_invitation(user=a_user(f"watcher-{number}"), token=made.token, now=NOON)
    with pytest.raises(TooManyTries):
        take_invitation(user=a_user("watcher-3"), token=made.token, now=NOON)
    assert take_invitation(user=a_user("watcher-3"), token=made.token, now=NOON + SPAN)


def test_a_seat_that_is_refused_takes_nobody_elses(cast, monkeypatch):
    """Whoever has a seat by the link presses it again and again; others still come in."""
    monkeypatch.setattr(invitations, "MOST_BY_A_LINK", 3)
    made = invite(by=cast.umpire, campaign=a_campaign(cast).public_id, kind="observer", once=False, now=NOON)
    first = a_user("watcher-0")
    take_invitation(user=first, token=made.token, now=NOON)
    for _ in range(5):
        with pytest.raises(Refused) as refused:
            take_invitation(user=first, token=made.token, now=NOON)
        assert not isinstance(refused.value, TooManyTries)
    assert take_invitation(user=a_user("watcher-1"), token=made.token, now=NOON)


def test_who_comes_by_a_link_that_has_given_enough_makes_no_account_and_costs_no_password(cast, monkeypatch):
    monkeypatch.setattr(invitations, "MOST_BY_A_LINK", 1)
    made = invite(by=cast.umpire, campaign=a_campaign(cast).public_id, kind="observer", once=False, now=NOON)
    join(token=made.token, account=read_account(username="first", password="seven sealed packets"), now=NOON)
    created = []
    monkeypatch.setattr(invitations, "create_account", created.append)
    with pytest.raises(TooManyTries):
        join(token=made.token, account=read_account(username="second", password="seven sealed packets"), now=NOON)
    assert not created


# -- names that look like another's -----------------------------------------------------------------------

LIKE = ("Anna Lee", "ANNA  lee", "\uff21nna Lee", "\u0410nn\u0430 Lee")
"""The same to whoever reads it: as it is, in capitals, wide, with letters of another script."""


@pytest.mark.parametrize("name", LIKE)
def test_a_shown_name_that_looks_like_anothers_is_refused(cast, name):
    change_profile(user=cast.umpire, now=NOON, name="Anna Lee")
    with pytest.raises(Invalid, match=r"somebody else|one script"):
        change_profile(user=cast.observer, now=NOON, name=name)
    with pytest.raises(Invalid, match=r"somebody else|one script"):
        read_account(username="newcomer", password="seven sealed packets", name=name)
    change_profile(user=cast.umpire, now=NOON, name=name if name != LIKE[3] else "Anna Lee")


@pytest.mark.parametrize("name", ["Ann\u0430", "\u0410nna Lee", "Lee \u0412ob"])
def test_a_word_of_letters_of_two_scripts_is_refused_though_nobody_is_called_so_yet(cast, name):
    """Else who comes first under a name that looks like another's keeps that other from it, or is taken for him later."""
    with pytest.raises(Invalid, match="one script"):
        change_profile(user=cast.observer, now=NOON, name=name)
    change_profile(user=cast.observer, now=NOON, name="Anna \u041b\u0438")


def test_a_shown_name_is_not_anothers_log_in_name_and_a_log_in_name_not_anothers_shown_name(cast):
    with pytest.raises(Invalid, match="somebody else"):
        change_profile(user=cast.observer, now=NOON, name="Umpire")
    change_profile(user=cast.umpire, now=NOON, name="Conductor")
    with pytest.raises(Invalid, match="taken"):
        read_username("conductor")
    with pytest.raises(Invalid, match="taken"):
        read_username("\u0430\u0430".replace("\u0430\u0430", "umpire"))


@pytest.mark.parametrize("name", ["Anna Leigh", "\u0410\u043d\u043d\u0430 \u041b\u0438", "Zo\u00eb", "Anna Lee 2", ""])
def test_other_names_are_taken_in_any_script(cast, name):
    change_profile(user=cast.umpire, now=NOON, name="Anna Lee")
    assert read_account(username="newcomer", password="seven sealed packets", name=name).name == name
    change_profile(user=cast.observer, now=NOON, name=name)


def test_whole_words_of_another_script_that_look_the_same_are_refused(cast):
    change_profile(user=cast.umpire, now=NOON, name="Capa")
    with pytest.raises(Refused, match="somebody else"):
        change_profile(user=cast.observer, now=NOON, name="\u0421\u0430\u0440\u0430")


SEEN_OVER = {
    "Alice": ["AIice", "A1ice", "Al\u0131ce", "\u1d00lice"],
    "Otto": ["0tto", "Ott0"],
    "Ian": ["lan"],
    "Capa": ["\ua4da\ua4ee\ua4d1\ua4ee", "\u13df\u13aa\u13e2\u13aa"],
    "Gus": ["\u0262us", "\u0261us"],
}
"""Names that who reads them over takes for another: capital I, one and nought, small capitals, scripts with the letters of ours."""


@pytest.mark.parametrize(("name", "like"), [(name, one) for name, every in SEEN_OVER.items() for one in every])
def test_a_name_that_is_read_over_as_anothers_is_refused(cast, name, like):
    change_profile(user=cast.umpire, now=NOON, name=name)
    with pytest.raises(Invalid, match=r"somebody else|one script"):
        change_profile(user=cast.observer, now=NOON, name=like)
    with pytest.raises(Invalid, match=r"taken|one script|letters"):
        read_username(like)


@pytest.mark.parametrize(
    ("name", "other"), [("Neil", "Nell"), ("Ali", "All"), ("Zo\u00eb", "Zoe"), ("Anna 2", "Anna 3")]
)
def test_names_that_are_told_apart_are_both_taken(cast, name, other):
    change_profile(user=cast.umpire, now=NOON, name=name)
    change_profile(user=cast.observer, now=NOON, name=other)


def test_sides_whose_names_are_read_over_for_one_another_are_refused():
    with pytest.raises(Invalid, match="look alike"):
        refuse_alike(["Allies", "AIlies"])
    refuse_alike(["Allies", "Axis", "Neil", "Nell"])
