"""The strip beside the umpire's map: what is doubtful and what is clean, told apart without a page."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from campaigns.desk.questions import QuestionFact
from campaigns.web.desk.strip import Strip, strip
from rules.books import book
from rules.contract.rules import Rules
from rules.kriegspiel.reports.sight import EVENTS as OF_KRIEGSPIEL
from rules.little_wars.events import EVENTS as OF_LITTLE_WARS
from rules.values.sentence import say, word

RULES = Rules(book("kriegspiel"), book("kriegspiel").options({}))
POSITION = {
    "bodies": {
        "red-foot": {"side": "red", "arm": "infantry", "men": 40, "name": "Red Rifles"},
        "red-horse": {"side": "red", "arm": "cavalry", "men": 20, "name": "Red Lancers"},
        "blue-foot": {"side": "blue", "arm": "infantry", "men": 40, "name": "Blue Guards"},
    }
}


def a_need(**given: Any) -> Any:
    need = {"open": True, "waits": False, "known": None, "question": "How many inches?", "subject": "", "name": ""}
    return SimpleNamespace(**{**need, "key": "distance", **given})


def an_order(thing: str = "red-foot", **given: Any) -> Any:
    order = {"thing": thing, "name": POSITION["bodies"][thing]["name"], "order": {"order": "march", "body": thing}}
    more = {"measured_key": f"{thing}/0", "needs": (), "refused": None, "corrected": False, "reading": ""}
    return SimpleNamespace(**{**order, **more, **given})


def a_held(**given: Any) -> Any:
    held = {"kind": "hold", "thing": "red-foot", "name": "Red Rifles", "ruling": "r", "answered": False}
    return SimpleNamespace(**{**held, **given})


def the_strip(state: str = "closed", questions: Any = (), **given: Any) -> Strip:
    """The strip of a desk with these papers."""
    papers: dict[str, Any] = {
        "orders": (), "entries": (), "held": (), "rulings": (), "move_needs": (), "parked_why": "", "board": None, "left": POSITION,
        "preview": SimpleNamespace(events=(), refused=()),
    }  # fmt: skip
    papers |= given
    rules = papers.pop("rules", RULES)
    desk: Any = SimpleNamespace(
        clock=SimpleNamespace(state=state, side="red"),
        seat=SimpleNamespace(battle=SimpleNamespace(status="running"), rules=rules),
        position=POSITION,
        names=papers.pop("names", RULES.pieces.names(POSITION)),
        undecided=tuple(one for one in papers["held"] if not one.answered),
        **papers,
    )
    return strip(desk, questions)


REFUSED = {"code": "E-FAR", "clause": "KS-MARCH-01", "sentence": "It is too far."}


def test_what_went_as_ordered_is_counted_and_nothing_of_it_is_to_be_decided():
    found = the_strip(orders=(an_order(), an_order("red-horse")))
    assert not found.doubtful
    assert [fold.title for fold in found.folds] == ["March: 2 as ordered"]
    assert [line.number for line in found.folds[0].lines] == ["1", "2"]


@pytest.mark.parametrize(
    ("papers", "words", "stops"),
    [
        ({"orders": (an_order(needs=(a_need(),)),)}, "Red Rifles: How many inches?", True),
        ({"orders": (an_order(needs=(a_need(open=False, waits=True),)),)}, "to be confirmed", False),
        ({"orders": (an_order(refused=REFUSED),)}, "Red Rifles: It is too far.", False),
        ({"held": (a_held(),)}, "Red Rifles: held", True),
        ({"held": (a_held(kind="return"),)}, "Red Rifles: returned", True),
        ({"held": (a_held(answered=True),)}, "another order has come", False),
        ({"move_needs": (a_need(key="caught", subject="red-foot", name="Red Rifles"),)}, "Red Rifles: How many", True),
        ({"parked_why": "A fault."}, "The move is stuck. A fault.", False),
        ({"preview": SimpleNamespace(events=(), refused=(REFUSED,))}, "It is too far.", True),
    ],
)  # fmt: skip
def test_each_kind_of_doubt_has_a_line_and_is_not_among_the_clean_ones(papers, words, stops):
    found = the_strip(**papers)
    assert [words in line.words for line in found.doubtful] == [True]
    assert found.doubtful[0].href and found.doubtful[0].link
    assert bool(found.stops) == stops
    assert not found.folds


def test_a_fact_and_a_question_are_settled_in_the_panel_and_what_is_not_has_none():
    asked = QuestionFact("q1", datetime(2026, 1, 1, tzinfo=UTC), 1, "red", "Red Infantry", "May they swim?")
    needs = (a_need(key="caught", subject="red-foot", name="Red Rifles"),)
    found = the_strip(questions=[asked], orders=(an_order(needs=(a_need(),)),), move_needs=needs, held=(a_held(),))
    assert [line.panel for line in found.doubtful] == [
        "", "fact/?of=o.red-foot%2F0", "fact/?of=m.caught.red-foot", "message/?answer=q1",
    ]  # fmt: skip


def test_a_question_is_a_line_with_its_sender():
    asked = QuestionFact("q1", datetime(2026, 1, 1, tzinfo=UTC), 1, "red", "Red Infantry", "May they swim?")
    (line,) = the_strip(questions=[asked]).doubtful
    assert line.words == "Red Infantry asks: “May they swim?”" and line.side == "red" and not line.stops


@pytest.mark.parametrize(("language", "words"), [("en-gb", "Red Infantry asks"), ("de", "Infanterie von Rot fragt")])
def test_the_words_of_a_line_are_in_the_readers_language_where_they_are_cut_too(language, words):
    sender = say("{side} {title}", side=word("Red"), title=word("Infantry"))
    asked = QuestionFact("q1", datetime(2026, 1, 1, tzinfo=UTC), 1, "red", sender, "May they swim?" * 9)
    (line,) = the_strip(questions=[asked]).doubtful
    with override(language):
        made = render_to_string("campaigns/parts/desk_line.html", {"line": replace(line, side="")})
    assert re.search(rf'class="unseen">: {words}:? [“„]', made) and "…</span>" in made


def test_an_order_that_waits_for_a_fact_is_counted_while_the_move_is_open():
    """Twin: one that the rules refuse is not."""
    fire = an_order(needs=(a_need(),), refused=REFUSED)
    assert [fold.title for fold in the_strip("open", orders=(fire,)).folds] == ["March: 1 ordered"]
    assert not the_strip("open", orders=(an_order(refused=REFUSED),)).folds


def test_a_fact_is_not_wanted_while_the_move_is_open():
    """Twin: once it is closed the fact stops it."""
    orders = (an_order(needs=(a_need(),)),)
    assert not the_strip("open", orders=orders).doubtful
    assert the_strip("closed", orders=orders).stops


def test_a_battle_that_is_over_has_nothing_to_decide():
    assert the_strip("submitted", orders=(an_order(refused=REFUSED),)) == Strip()


def test_the_lines_about_a_thing_are_those_that_name_it():
    charge = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
    found = the_strip(orders=(an_order(), an_order("red-horse", order=charge, refused=REFUSED)))
    assert [line.words for line in found.about("blue-foot")] == ["Red Lancers: It is too far."]
    assert len(found.about("red-foot")) == 1 and not found.about("nobody")


def the_cost(*events: dict[str, Any], **papers: Any) -> dict[str, list[Any]]:
    """The lines under *What it cost*, by their heading."""
    told = tuple({"side": "red", "clause": "KS-MINE-03", "sentence": f"{one['event']}.", **one} for one in events)
    found = the_strip(preview=SimpleNamespace(events=told, refused=()), **papers).cost
    return {fold.title: list(fold.lines) for fold in found}


def test_what_cost_nobody_anything_has_no_line():
    assert not the_cost({"event": "body-marched", "body": "red-foot"})


def test_a_loss_is_a_line_with_who_lost_it():
    (line,) = the_cost({"event": "volley-fired", "body": "red-foot", "dead": {"blue-foot": 4}})["Losses"]
    assert line.lost == (("blue-foot", "Blue Guards −4"),) and line.href == "#event-0"


def test_a_mine_a_bridge_a_work_hunger_and_a_duty_have_their_lines_each_with_what_is_ruled_on():
    """Twin: what is on no floor cannot be ruled on; then it is whoever the event is about."""
    left = {
        **POSITION,
        "bridges": {"mill": {"name": "Mill Bridge"}},
        "works": {"dig": {"side": "red", "name": "Trench"}},
    }
    found = the_cost(
        {"event": "work-completed", "work": "dig", "kind": "entrenchment", "crew": "red-foot"},
        {"event": "supply-failed", "body": "red-foot", "kind": "food"},
        {"event": "retreat-owed", "body": "blue-foot", "distance": 16},
        {"event": "pieces-destroyed", "dead": {"red-foot": 16}},
        {"event": "bridge-destroyed", "body": "mill"},
        {"event": "work-lost", "work": "gone", "kind": "mine", "crew": "red-horse"},
        left=left, names=RULES.pieces.names(left),
    )  # fmt: skip
    assert {title: [line.lost for line in lines] for title, lines in found.items()} == {
        "Losses": [(("red-foot", "Red Rifles −16"),), (("mill", "Mill Bridge, destroyed"),)],
        "Works and bridges": [(("dig", "Trench, finished"),), (("red-horse", "Red Lancers"),)],
        "Want of supplies": [(("red-foot", "Red Rifles, no food"),)],
        "Duties that follow": [(("blue-foot", "Blue Guards, must retire"),)],
    }
    assert [line.href for line in found["Losses"]] == ["#event-3", "#event-4"]


EVENTS = {"kriegspiel": OF_KRIEGSPIEL, "little-wars": OF_LITTLE_WARS}


@pytest.mark.parametrize("key", EVENTS)
def test_every_event_that_costs_anything_has_a_line_with_something_to_rule_on(key):
    kinds = {name: kind for name, kind in EVENTS[key].items() if kind.costs}
    for name, kind in kinds.items():
        costs = kind.costs[0]
        event: dict[str, Any] = {"event": name, costs.thing: ["red-foot"] if costs.thing == "bodies" else "red-foot"}
        if costs.men:
            event[costs.men] = {"red-foot": 2} if costs.men == "dead" else 2
        lines = [
            line for those in the_cost(event, rules=Rules(book(key), book(key).options({}))).values() for line in those
        ]
        assert lines and all(line.lost and line.things for line in lines), name
    assert len(kinds) > 9
