"""Code that asks the rules releases every lock until they have answered.  [RELIABILITY A2, A8]"""

from __future__ import annotations

import json
import threading
from typing import Any

import pytest
from django.db import connection, connections, transaction

from campaigns import unlocked
from campaigns.bridge import rules_of, table_known
from campaigns.errors import Busy
from campaigns.locks import lock_battle
from campaigns.models import Battle, FactSheet, Pulse
from campaigns.models.battle import Terms
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.orders.orders import submit_orders
from rules.books import book as find_book
from rules.contract.book import Book
from rules.contract.view import View
from rules.errors import Illegal
from tests.campaigns.builders import NOON, START, a_battle, a_cast, the_move
from tests.no_locks import nothing_locked

AT_ONCE = frozenset(
    {
        "agree", "channels", "confirms", "country", "costs", "report_section", "for_engine", "for_engines",
        "geojson", "glance", "goes_on", "in_the_open", "lesson", "lessons", "names", "next_side",
        "options", "order", "people", "register", "reply", "result", "start_of_game",
        "narrate", "visible_to", "weight",
    }
)  # fmt: skip
"""The questions whose answer takes no longer on a larger floor, or which are asked where nothing is locked."""

Rules = type(find_book("kriegspiel"))
ANSWER = unlocked._answer


class Oracle:
    """A book of one question, that counts the calls."""

    key, sides = "oracle", ("red", "blue")

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def opening(self, position: Any) -> Any:
        assert not connection.in_atomic_block
        self.asked.append(position)
        if position == "bad":
            raise Illegal("E-NONE", "There is none.", "KS-ORD-01")
        return {"of": position, "list": []}


def rows() -> int:
    return Pulse.objects.count()


def questions(of: type) -> set[str]:
    return {name for name, one in vars(of).items() if not name.startswith("_") and callable(one)}


def test_each_question_to_a_book_is_known_as_quick_or_as_one_that_takes_time() -> None:
    assert questions(Book) == AT_ONCE | unlocked.TAKES_TIME
    assert not AT_ONCE & unlocked.TAKES_TIME
    assert unlocked.AT_ONCE < questions(View), "whatever else is asked of a table or a view takes its time"


def test_a_table_that_was_read_is_not_read_again_and_the_oldest_goes_when_they_are_too_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = find_book("kriegspiel").options({})
    floors = [find_book("kriegspiel").opening({**START, "own_moves": {"red": n, "blue": n}}, options) for n in range(3)]
    monkeypatch.setattr(
        unlocked.cached_tables(),
        "most",
        2 * len(json.dumps(["kriegspiel", ("red", "blue"), options, floors[0]], separators=(",", ":"))),
    )
    read, times = Rules.read, []
    monkeypatch.setattr(
        Rules, "read", lambda self, *given: times.append(given[0]["own_moves"]["red"]) or read(self, *given)
    )
    rules = rules_of(Terms("kriegspiel", find_book("kriegspiel").edition, options))
    for n in (0, 0, 1, 0, 2, 0, 1):
        assert rules.table(floors[n]).sees("red")["own_moves"]["red"] == n
    assert times == [0, 1, 2, 1]


def test_what_is_only_looked_at_is_not_worked_out_again_and_is_each_askers_own() -> None:
    made = []

    def look(about: str) -> list[str]:
        return unlocked.as_before([about], lambda: made.append(about) or [about, "there"])

    for about in ("a", "a", "b", "a"):
        assert look(about).pop() == "there", "nobody took it out of what another asker was given"
    assert made == ["a", "b"]


@pytest.mark.django_db(transaction=True)
def test_a_question_under_a_lock_takes_everything_back_and_is_answered_without_it() -> None:
    oracle, runs = Oracle(), []
    rules = unlocked.asked_unlocked(oracle)  # type: ignore[arg-type]

    @unlocked.unlocked
    def deed() -> Any:
        with transaction.atomic():
            Pulse.objects.create(name=f"p{len(runs)}", at=NOON, mark=NOON)
            runs.append(rows())
            first = rules.opening("a")  # type: ignore[call-arg]
            first["list"].append("its asker's own")
            return first, rules.opening("b"), rules.opening("a")  # type: ignore[call-arg]

    first, second, again = deed()
    assert oracle.asked == ["a", "b"]
    assert runs == [1, 1, 1], "what the first two runs wrote was gone"
    assert rows() == 1
    assert (first["list"], again["list"], second["of"]) == (["its asker's own"], [], "b")


@pytest.mark.django_db(transaction=True)
def test_what_the_rules_refuse_is_refused_once_and_nothing_is_written() -> None:
    oracle = Oracle()
    rules = unlocked.asked_unlocked(oracle)  # type: ignore[arg-type]

    @unlocked.unlocked
    def deed() -> None:
        with transaction.atomic():
            Pulse.objects.create(name="p", at=NOON, mark=NOON)
            rules.opening("bad")  # type: ignore[call-arg]

    with pytest.raises(Illegal):
        deed()
    assert oracle.asked == ["bad"]
    assert not rows()


@pytest.mark.django_db(transaction=True)
def test_a_use_case_that_asks_something_new_each_time_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unlocked, "MOST_TURNS", 5)
    oracle = Oracle()
    rules = unlocked.asked_unlocked(oracle)  # type: ignore[arg-type]

    @unlocked.unlocked
    def deed() -> None:
        with transaction.atomic():
            rules.opening(len(oracle.asked))  # type: ignore[call-arg]

    with pytest.raises(Busy):
        deed()
    assert len(oracle.asked) == 5


@pytest.mark.django_db(transaction=True)
def test_one_within_another_is_begun_anew_by_whoever_holds_the_lock() -> None:
    oracle, outer, inner = Oracle(), [], []
    rules = unlocked.asked_unlocked(oracle)  # type: ignore[arg-type]

    @unlocked.unlocked
    def within() -> None:
        inner.append(1)
        rules.opening("a")  # type: ignore[call-arg]

    @unlocked.unlocked
    def around() -> None:
        outer.append(1)
        with transaction.atomic():
            within()

    around()
    assert (len(outer), len(inner), oracle.asked) == (2, 2, ["a"])


@pytest.mark.django_db(transaction=True)
def test_several_questions_may_be_worked_out_as_one() -> None:
    runs = []

    @unlocked.unlocked
    def deed(number: int) -> list[int]:
        with transaction.atomic():
            runs.append(unlocked.depth())
            return unlocked.worked_out("twice", [number], lambda: [number * 2, unlocked.depth()])

    assert deed(4) == [8, 0]
    assert runs == [1, 1]


@pytest.mark.django_db(transaction=True)
def test_the_tests_find_questions_under_a_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The negative twin of the check in every test."""
    monkeypatch.setattr(unlocked, "_answer", ANSWER)  # not looked at for a while
    rules = rules_of(Terms("kriegspiel", find_book("kriegspiel").edition, find_book("kriegspiel").options({})))
    with nothing_locked():
        rules.opening(START)
    asked_within = transaction.atomic(rules.opening)  # as a decorator: no test has opened it
    with pytest.raises(AssertionError, match="opening"), nothing_locked():
        asked_within(START)


@pytest.mark.django_db(transaction=True)
def test_somebody_else_has_the_battle_while_the_rules_look_at_what_was_measured(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cast = a_cast()
    battle = a_battle(cast)
    move = the_move(battle)
    answer, had = Rules.needs, []

    def lock_and_write() -> None:
        try:
            with transaction.atomic():
                had.append(lock_battle(battle.pk).pk)
                Battle.objects.filter(pk=battle.pk).update(briefing="Meanwhile.")
        finally:
            connections.close_all()

    def slow(self: Any, *given: Any, **named: Any) -> Any:
        if not had:
            other = threading.Thread(target=lock_and_write)
            other.start()
            other.join(4)
            assert had, "it waits for a lock"
        return answer(self, *given, **named)

    order = {"order": "march", "body": "red-foot", "measured": {"distance": 4}}
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-foot", orders=[order], base_revision=0, key="k", now=NOON
    )  # fmt: skip
    monkeypatch.setattr(Rules, "needs", slow)
    measure(by=cast.umpire, move=move.public_id, base_revision=0, orders={"red-foot/0": {"distance": 3}}, now=NOON)
    assert had == [battle.pk]
    assert FactSheet.objects.get().revision == 1


def test_a_floor_that_is_known_by_its_name_is_kept_once_and_goes_with_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """However often it is fetched by its name: else an uncounted table would be kept."""
    options = find_book("kriegspiel").options({})
    floors = [find_book("kriegspiel").opening({**START, "own_moves": {"red": n, "blue": n}}, options) for n in range(4)]
    size = len(json.dumps(["kriegspiel", ("red", "blue"), options, floors[0]], separators=(",", ":")))
    monkeypatch.setattr(unlocked.cached_tables(), "most", 2 * size)
    terms, fetched = Terms("kriegspiel", find_book("kriegspiel").edition, options), []

    def asked(n: int) -> None:
        known = table_known(terms, ("move", n), lambda: fetched.append(n) or floors[n])
        assert known.sees("red")["own_moves"]["red"] == n

    for n in (0, 0, 1, 0, 2, 0, 3, 0, 1):
        asked(n)
        kept = [one for one, _ in unlocked.cached_tables()._kept.values() if not isinstance(one, str)]
        assert len(kept) <= 2
    assert fetched == [0, 1, 2, 3, 1], "the one that is asked for stays, the others go"
    assert rules_of(terms).table(floors[0]).sees("red")["own_moves"]["red"] == 0
