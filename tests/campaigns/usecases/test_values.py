"""Whatever is written into a field of a thing: it is refused in words or kept, and what is kept can be read, told and begun with."""

from __future__ import annotations

import json
from typing import Any

import pytest

from campaigns.api.muster.responses import TakenTableOut
from campaigns.models import Battle, MusterDraft
from campaigns.side_views import own_force
from campaigns.usecases.campaigns.preparation import start_battle
from campaigns.usecases.muster.changes import made
from campaigns.usecases.muster.curtain import MAY_SET, open_curtain, place_own, say_ready
from campaigns.usecases.muster.faults import Faulty, faults_of
from campaigns.usecases.muster.order_of_battle import written_csv
from campaigns.usecases.muster.rows import rows_of
from campaigns.usecases.muster.table_reader import read_table
from campaigns.web.muster import muster_rows
from rules.contract.pieces import Kind
from rules.errors import Invalid, Refused
from rules.values.codec import fields_of as known
from tests.campaigns.builders import NOON
from tests.campaigns.usecases.test_muster_draft import change, fresh, prepared
from tests.campaigns.usecases.test_order_of_battle import board, terms
from tests.campaigns.web.conftest import client_of, url

VALUES: tuple[Any, ...] = (
    -1, 1.5, True, "", "x", "<script>", [], [[]], {}, {"a": 1}, None, 10**12, "x" * 300,
)  # fmt: skip
BOOKS = ("kriegspiel", "little-wars")
OF_A_BODY: dict[str, Any] = {"arm": "infantry", "men": 3}
OF_A_KIND = {"bridges": "culvert", "works": {"kriegspiel": "entrenchment", "little-wars": "tear-rail"}}


def sound(book: str) -> dict[str, dict[str, dict[str, Any]]]:
    """A start with one thing of every group."""
    start: dict[str, dict[str, dict[str, Any]]] = {}
    for kind in board(book).rules.pieces.kinds:
        state: dict[str, Any] = {"side": "red"} if board(book).rules.pieces.form_of(kind.group, "side") else {}
        state |= OF_A_BODY if kind.men else {}
        named = OF_A_KIND.get(kind.group)
        state |= {"kind": named[book] if isinstance(named, dict) else named} if named else {}
        start[kind.group] = {f"one-{kind.group}": state}
    return start


def fields_of(book: str, kind: Kind) -> list[str]:
    """Every field of a thing, those that nobody sets by hand too, and one that no book has."""
    return [*known(board(book).rules.pieces.forms[kind.group]), *dict(kind.fields), "wings"]


def read(book: str, start: dict[str, Any]) -> None:
    """What is made of a force: its rows, its table, its names, and the rows of its page."""
    made_on, pieces = board(book, {}), board(book).rules.pieces
    rows_of(made_on, start)
    written_csv(made_on, start)
    there = pieces.readable(start)
    for side in ("", "red"):
        muster_rows.grouped(muster_rows.rows_of(pieces, there, side, {}), pieces)


@pytest.mark.parametrize("book", BOOKS)
def test_a_value_is_refused_in_words_or_kept_and_told(book):
    start, made_on = sound(book), board(book, {})
    assert not [one for one in faults_of(terms(book), start) if one.stops]
    for kind in made_on.rules.pieces.kinds:
        thing = f"one-{kind.group}"
        for key in fields_of(book, kind):
            for value in VALUES:
                written = {"group": kind.group, "thing": thing, "key": key, "value": value}
                try:
                    step = made(made_on, start, [written])
                except Invalid as refused:
                    assert key in refused.sentence
                    continue
                assert not made_on.rules.pieces.misread(kind.group, step.start[kind.group][thing])
                faults_of(terms(book), step.start)
                read(book, step.start)


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_written_wrong_all_the_same_is_told_as_a_fault_of_its_thing(book):
    start, pieces = sound(book), board(book).rules.pieces
    for kind in pieces.kinds:
        thing = f"one-{kind.group}"
        for value in VALUES:
            wrong = {
                **start,
                kind.group: {thing: {**start[kind.group][thing], **dict.fromkeys(fields_of(book, kind), value)}},
            }
            assert any(one.stops for one in faults_of(terms(book), wrong)), (kind.group, value)
            read(book, wrong)
            nothing = {**start, kind.group: value}
            faults_of(terms(book), nothing)
            read(book, nothing)
            faults_of(terms(book), {**start, kind.group: {thing: value}})
            read(book, {**start, kind.group: {thing: value}})


@pytest.mark.parametrize("book", BOOKS)
def test_a_thing_that_is_written_wrong_can_be_taken_away_doubled_moved_and_mirrored(book):
    start, made_on = sound(book), board(book, {"size": [96, 96]})
    for kind in made_on.rules.pieces.kinds:
        thing = f"one-{kind.group}"
        deeds = [
            {"thing": thing, "remove": True},
            {"duplicate": [thing]},
            {"move": [thing], "by": [1, 1]},
            {"mirror": "red"},
        ]
        for value in VALUES:
            state = {**dict.fromkeys(fields_of(book, kind), value), **start[kind.group][thing], "at": [5, 5]}
            for deed in [*deeds, {"clear": "red"}]:
                try:
                    made(made_on, {**start, kind.group: {thing: state}}, [deed])
                except Invalid as refused:
                    assert refused.sentence


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_with_a_wrong_value_says_in_which_line(book):
    start, made_on = sound(book), board(book, {})
    for kind in made_on.rules.pieces.kinds:
        for key in fields_of(book, kind):
            things = {
                f"n-{number}": {**start[kind.group][f"one-{kind.group}"], key: value}
                for number, value in enumerate(VALUES)
            }
            found = read_table(made_on, {}, json.dumps({kind.group: things}))
            told = {one.line for one in found.problems}
            for number, (name, state) in enumerate(things.items(), 1):
                assert (name in found.groups.get(kind.group, {})) is (number not in told)
                assert number in told or not made_on.rules.pieces.misread(kind.group, state)
            json.dumps(TakenTableOut({**vars(found), "rows": found.rows, "men": found.men, "revision": None}).data)


def test_pages_and_api_show_an_older_force_whatever_is_in_it(cast):
    battle = prepared(cast)
    client = client_of(cast.umpire)
    row = MusterDraft(battle=battle, start={}, revision=1, changed_at=NOON)
    row.save(force_insert=True)
    for value in (-1, [[]]):
        good = sound("kriegspiel")
        things = {
            kind.group: {
                **good[kind.group],
                **{
                    f"{kind.group}-{key}": {**good[kind.group][f"one-{kind.group}"], key: value}
                    for key in dict.fromkeys(fields_of("kriegspiel", kind))
                    if key in ("side", "name", "crew", "helpers", "aboard", "wings", *dict(kind.fields))
                },
                "no-thing": value,
            }
            for kind in board().rules.pieces.kinds
        }
        MusterDraft.objects.filter(pk=row.pk).update(start=things)
        gun = url("muster", battle) + "?thing=guns-crew"
        for address in (f"/api/v1/battles/{battle.public_id}/muster/", gun, url("look-over", battle)):
            assert client.get(address).status_code == 200, (address, value)


def test_what_a_general_writes_is_refused_or_the_battle_can_begin_with_it(cast):
    battle = prepared(cast)
    open_curtain(by=cast.umpire, battle=battle.public_id, side="red", now=NOON)
    for key in MAY_SET:
        for value in VALUES:
            base = own_force(battle.terms, fresh(battle), "red").base
            one = {"group": "bodies", "thing": "red-1st", "key": key, "value": value}
            try:
                place_own(by=cast.red_general, battle=battle.public_id, base=base, changes=[one], now=NOON)
            except Refused as refused:
                assert key in refused.sentence
    say_ready(by=cast.red_general, battle=battle.public_id, now=NOON)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    assert fresh(battle).status == Battle.Status.RUNNING


def test_a_formation_that_the_rules_refuse_stops_the_general_and_is_told_to_him(cast):
    battle = prepared(cast)
    open_curtain(by=cast.umpire, battle=battle.public_id, side="red", now=NOON)
    line = {"group": "bodies", "thing": "red-1st", "key": "formation", "value": "line"}
    base = own_force(battle.terms, fresh(battle), "red").base
    with pytest.raises(Faulty, match="infantry has no formation line"):
        place_own(by=cast.red_general, battle=battle.public_id, base=base, changes=[line], now=NOON)
    change(cast, battle, line)
    with pytest.raises(Faulty, match="infantry has no formation line"):
        say_ready(by=cast.red_general, battle=battle.public_id, now=NOON)
    change(cast, battle, {**line, "value": "fours"}, {"thing": "red-gun", "key": "crew", "value": "nobody"})
    say_ready(by=cast.red_general, battle=battle.public_id, now=NOON)
