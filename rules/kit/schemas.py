"""The JSON Schemas that the test kit publishes: of a case, of an order and of an event.  [CASES.md]

Each is complete: what it refers to is among its own ``$defs``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rules.books import BOOKS, case_adapter_of
from rules.kit.casefiles import MOST_REPEATS, REMARKS
from rules.kit.cases import QUERIES

Schema = dict[str, Any]

DIALECT = "https://json-schema.org/draft/2020-12/schema"
TEXT: Schema = {"type": "string"}
WORDS: Schema = {"type": "array", "items": TEXT}
NAMES: Schema = {"type": "array", "items": {"type": ["string", "integer"]}, "minItems": 1}


def schema() -> dict[str, Schema]:
    """The JSON Schemas of a case, of an order and of an event.

    Names of books other than the Kriegspiel have the book as a prefix: ``war-chess:move``.
    """
    parts = {book: _under(book, case_adapter_of(book).schemas()) for book in BOOKS}
    orders = {name: one for of_book in parts.values() for name, one in of_book["order"].items()}
    events = {name: one for of_book in parts.values() for name, one in of_book["event"].items()}
    cases = {f"case:{book}": _case(book, of_book) for book, of_book in parts.items()}
    case = _one_of("One case of the public test kit, by the book that judges it.", cases)
    return {
        "case": {**case, "$defs": {**cases, **orders}},
        "order": _one_of("An order to one thing, by the key order.", orders),
        "event": _one_of("Something that happened in a move, by the key event.", events),
    }


def _under(book: str, parts: dict[str, Any]) -> dict[str, Any]:
    """The parts of a book's schema, with the book's prefix for orders and events."""
    if book == BOOKS[0]:
        return parts
    named = {kind: {f"{book}:{name}": one for name, one in parts[kind].items()} for kind in ("order", "event")}
    return {**parts, **named}


def _one_of(says: str, named: Mapping[str, Schema]) -> Schema:
    """The schema of any one of some named schemas."""
    return {"$schema": DIALECT, "description": says, "anyOf": _references(named), "$defs": dict(named)}


def _references(names: Iterable[str]) -> list[Schema]:
    return [{"$ref": f"#/$defs/{name}"} for name in names]


def _described(says: str, kind: Schema) -> Schema:
    return {"description": says, **kind}


def _with(name: str, kind: Schema) -> Schema:
    """The schema of a map with a key that holds something of a kind."""
    return {"required": [name], "properties": {name: kind}}


def _comparing(about: Iterable[str]) -> list[Schema]:
    """The ways in which a case, or a move of it, says what to compare."""
    return [_with("expect", {"type": "object", "minProperties": 1}), *({"required": [name]} for name in about)]


def _map(properties: Mapping[str, Schema], **more: Any) -> Schema:
    """The schema of a map that may be empty (null) or hold only these keys."""
    return {"type": ["object", "null"], "properties": dict(properties), "additionalProperties": False, **more}


def _case(book: str, parts: Mapping[str, Any]) -> Schema:
    """A case of a book: a position, the orders, the measured facts, and what must come out."""
    about = _about_the_move()
    expect = _described("What must come out, compared in part: only what it names.", _expect(parts, about))
    remarks = {name: _described("A remark; it decides nothing.", {}) for name in sorted(REMARKS - {"title"})}
    chance = _described("What the tosses of a move are: a coin, coins by combat, or the seed of every draw.", _chance())
    return {
        "description": f"A case of the book {book}.",
        "type": "object",
        "required": ["case"] if book == BOOKS[0] else ["case", "book"],
        "anyOf": [*_comparing(about), _with("moves", {"type": "array", "contains": {"anyOf": _comparing(about)}})],
        "properties": {
            "case": _described("Its number, KTC-<clause>-<n>, never changed and never used again.", TEXT),
            "title": _described("What it shows, in one sentence.", TEXT),
            "book": _described("The rulebook by which it is judged; left out, the Kriegspiel.", {"const": book}),
            "clauses": _described("The clauses that it judges, the one of its number first.", WORDS),
            "options": _described("Options where they are not the default.", _map(parts["options"])),
            "country": parts["start"].get("country", {"type": "null"}),
            "start": _described("The position before the first move.", _map(parts["start"])),
            "chance": chance,
            "moves": _described(
                "The moves in the order in which they are made.",
                {"type": ["array", "null"], "items": _move(parts, expect, chance, about)},
            ),
            "expect": expect,
            **about,
            **remarks,
        },
        "additionalProperties": False,
    }


def _move(parts: Mapping[str, Any], expect: Schema, chance: Schema, about: Mapping[str, Schema]) -> Schema:
    """One move of one side."""
    orders = {"type": ["array", "null"], "items": {"anyOf": _references(parts["order"])}}
    remarks: dict[str, Schema] = {name: {} for name in sorted(REMARKS)}
    return {
        "type": "object",
        "required": ["side"],
        "properties": {
            "side": _described("The side that moves; twice running, the other makes no move.", TEXT),
            "orders": _described("Its orders in the sequence in which they are given.", orders),
            "measured": _described("Facts of the whole move, measured at its close.", parts["measured"]),
            "chance": chance,
            "repeat": _described(
                "How often the move is made, with the same orders, before it is compared.",
                {"type": "integer", "minimum": 1, "maximum": MOST_REPEATS},
            ),
            "expect": expect,
            **about,
            **remarks,
        },
        "additionalProperties": False,
    }


def _chance() -> Schema:
    coin = {"enum": ["heads", "tails"]}
    coins = {"type": ["object", "null"], "additionalProperties": coin}
    return _map({"coin": coin, "coins": coins, "seed": {"type": ["string", "integer"]}})


def _about_the_move() -> dict[str, Schema]:
    """What is expected of events, and of who knows of them."""
    events: Schema = {
        "type": "array",
        "items": {"anyOf": [{"type": "object", "minProperties": 1}, {**TEXT, "minLength": 1}]},
    }
    refusal = _map({"order": {"type": "integer", "minimum": 0}, "code": TEXT, "clause": TEXT})
    by_side = {"type": "object", "minProperties": 1}
    happened = {
        "refused": _described(
            "Every order that was refused, compared whole; an empty list: none.",
            {"type": ["array", "null"], "items": refusal},
        ),
        "events": _described(
            "Events that must occur, each in part; an empty list: none.", {**events, "type": ["array", "null"]}
        ),
        "never": _described("Events that must not occur.", {**events, "minItems": 1}),
    }
    known = _described("By group, id and key; of what happened what it is told.", {**by_side, "properties": happened})
    return {
        **happened,
        "sees": _described(
            "By side, or observer, what it may know, in part.", {**by_side, "additionalProperties": known}
        ),
        "hidden": _described(
            "By side, ids that appear nowhere in what it may know.", {**by_side, "additionalProperties": NAMES}
        ),
        "exactly": _described("Keys that are compared whole, not in part.", {**WORDS, "minItems": 1}),
    }


def _expect(parts: Mapping[str, Any], about: Mapping[str, Schema]) -> Schema:
    """What is expected of a position: any of its keys."""
    whole = {
        name: TEXT if one.get("type") == "string" else {"type": ["object", "null"]}
        for name, one in parts["start"].items()
    }
    whole |= parts.get("expect", {})
    asked = {name: _described("By side, or for the whole battle, as the rules reckon it.", {}) for name in QUERIES}
    return _map({**whole, **asked, **about})
