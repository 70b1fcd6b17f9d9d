"""What needs a second confirmation: a number that looks like a slip, and the clause on which a ruling rests."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeGuard

from campaigns.bridge import canonical
from campaigns.clauses import HOUSE_RULE, has_clause
from campaigns.errors import Odd
from campaigns.measurements import Facts, Place
from campaigns.usecases.desk.changes import Made, shows
from campaigns.usecases.text_checks import read_line
from rules.contract.answers import Need
from rules.contract.data import Misplaced, Position
from rules.contract.pieces import PLACE, Pieces
from rules.contract.rules import Rules
from rules.errors import Invalid
from rules.values.sentence import of_field, say, say_many

FEET = 12
"""Inches in a foot."""

LENGTH, COUNT = "length", "count"
"""The kinds of needs whose values are numbers."""

ALLOWED = 10
"""By how much more than the double a number may grow without a question: 45 men may become 100, not 450."""

FROM_NONE = 50
"""How many of something may be counted without a question where the software has none: it has none of what only people see."""


def refuse_odd(
    rules: Rules, position: Position, made: Made, *, sure: Any, asked: Collection[str] = frozenset()
) -> None:
    """Odd where a number would become more than the double of what it is, and ten, where something is put where nothing stands,
    where something is put down nowhere while others have a place, or where men would stand in a body who are dead or in
    enemy hands.

    Nothing is asked with ``sure``, or of what was asked before.  position: before the changes.
    """
    if not isinstance(sure, bool):
        raise Invalid(of_field("sure", say("true or false is wanted")))
    new = [] if sure else [one for one in made.changes if known_as(one) not in asked]
    odd = [one for change in new for one in _odd(rules.pieces, position, change)]
    odd += list(_counted_twice(rules.pieces, position, made, {one["thing"] for one in new if "key" in one}))
    put = {one["thing"] for one in new if "add" in one or shows(rules.pieces, one)}
    if put:
        odd += [_misplaced(one) for one in rules.table(made.position).misplaced(sorted(put))]
    odd += _nowhere(rules, made, new)
    if odd:
        raise Odd(odd)


def refuse_odd_facts(
    needs: Iterable[Need], keys: Sequence[str], sent: Facts, before: Facts, size: Sequence[int] | None, *, sure: Any
) -> None:
    """Odd where a measured number is far from what the map has, or a length is more than the map is long and wide together.

    Nothing is asked with ``sure``, or of what was measured before.  keys: of the orders in a fact sheet, by the needs'
    ``order``.  size: of the map, in feet.
    """
    if not isinstance(sure, bool):
        raise Invalid(of_field("sure", say("true or false is wanted")))
    longest = sum(size) * FEET if size else None
    odd: list[dict[str, Any]] = []
    for need in needs:
        place = Place(keys[need.order], need.key) if need.order is not None else Place("", need.key, need.subject)
        if sent.get(place) is None or sent[place] == before.get(place):
            continue
        for value in _numbers(need, sent[place]):
            if _is_far(need, value, longest):
                odd.append(_far(need, value))
    if odd and not sure:
        raise Odd(odd)


def _numbers(need: Need, value: Any) -> Iterator[int | float]:
    """The numbers of a measured fact that can be compared."""
    if need.record is not None and isinstance(value, Mapping):
        yield from (
            one for part in need.record.parts if part.kind == LENGTH and _is_number(one := value.get(part.name))
        )
        return
    one = value.get(need.subject) if isinstance(value, Mapping) else value
    if need.kind in (LENGTH, COUNT) and _is_number(one):
        yield one


def _is_far(need: Need, value: int | float, longest: int | None) -> bool:
    known = need.known
    if _is_number(known):
        few = need.kind == LENGTH and known > 2 * value + ALLOWED  # of men, few may be in contact
        return few or value > (2 * known + ALLOWED if known or need.kind == LENGTH else FROM_NONE)
    return need.kind != COUNT and longest is not None and value > longest


def _far(need: Need, value: int | float) -> dict[str, Any]:
    """What is asked about a measured number."""
    said = {"question": need.question, "value": value}
    words = (
        say("“{question}” {value}, where the software has {known}", known=need.known, **said)
        if _is_number(need.known)
        else say("“{question}” {value} in., which is more than the map is long and wide", **said)
    )
    return {"thing": need.subject, "key": need.key, "was": need.known, "value": value, "sentence": words}


def known_as(change: Mapping[str, Any]) -> str:
    """What a change is, whatever was there before, so that it is asked about once."""
    return canonical([change.get(key) for key in ("thing", "key", "value", "add")])


def _misplaced(one: Misplaced) -> dict[str, Any]:
    return {"thing": one["thing"], "key": one["kind"], "sentence": one["sentence"]}


def _nowhere(rules: Rules, made: Made, new: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What was put down without a place where others have one."""
    without = {one["thing"] for one in new if "add" in one and not one["add"].get("at")}
    found = rules.table(made.position).oddities() if without else ()
    return [
        {"thing": one["thing"], "key": "at", "sentence": one["sentence"]}
        for one in found
        if one["kind"] == PLACE and one["thing"] in without
    ]


def _odd(pieces: Pieces, position: Mapping[str, Any], change: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    if "add" in change:
        yield from _too_many(pieces, change)
        return
    if "remove" in change:
        yield from _taken_from_the_enemy(pieces, change)
        return
    found = pieces.find(position, str(change["thing"]))
    if found is None or "key" not in change or shows(pieces, change):
        return
    key, value = str(change["key"]), change["value"]
    was = found[1].get(key)
    several = isinstance(value, Mapping)
    pairs = (
        [(f"{key}.{part}", one, (was or {}).get(part)) for part, one in value.items()]
        if several
        else [(key, value, was)]
    )
    for named, one, before in pairs:
        if _is_number(one) and (before is None or _is_number(before)) and one > 2 * (before or 0) + ALLOWED:
            yield {"thing": str(change["thing"]), "key": named, "was": before or 0, "value": one}


def _taken_from_the_enemy(pieces: Pieces, change: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """What the enemy has of a thing that is taken away: itself, or some of its men."""
    was = change["was"]
    name, taken = pieces.called(change["group"], change["thing"], was), pieces.captive(was)
    if pieces.holder(was) != str(was.get("side", "")):
        yield {"thing": change["thing"], "key": "held_by", "sentence": say("{name} is in enemy hands", name=name)}
    elif taken:
        said = say_many(
            "{n} man of {name} is in enemy hands, and goes too", "{n} men of {name} are in enemy hands, and go too", taken, name=name
        )  # fmt: skip
        yield {"thing": change["thing"], "key": "prisoners", "sentence": said}


def _counted_twice(pieces: Pieces, position: Position, made: Made, things: Collection[str]) -> Iterator[dict[str, Any]]:
    """The bodies some of whose men the enemy holds, and that would have more, with these, than the result left of them."""
    for thing in sorted(things):
        found, ruled = pieces.find(position, thing), pieces.find(made.position, thing)
        if found is None or ruled is None or not (held := pieces.captive(ruled[1])):
            continue
        men = [pieces.look(*one).men or 0 for one in (found, ruled)]
        before = men[0] + pieces.captive(found[1])
        if men[1] + held > before:
            words = say(
                "{name} would have {men} men and {held} in enemy hands; the result left {before} in all",
                name=pieces.called(ruled[0], thing, ruled[1]),
                men=men[1],
                held=held,
                before=before,
            )
            yield {"thing": thing, "key": "men", "sentence": words}


def _too_many(pieces: Pieces, change: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """The numbers of a new thing that are greater than the palette has them."""
    parts = [part for template in pieces.templates for part in template.parts if part.group == change["group"]]
    most: dict[tuple[str, str], int] = {}
    for part in parts:
        for count in part.counts:
            most[part.within, count.key] = max(most.get((part.within, count.key), 0), count.most)
    for (within, key), limit in most.items():
        data = change["add"].get(within) or {} if within else change["add"]
        value = data.get(key)
        if isinstance(value, int) and value > limit:
            yield {"thing": change["thing"], "key": key, "was": limit, "value": value}


def _is_number(value: Any) -> TypeGuard[int | float]:
    return isinstance(value, int | float) and not isinstance(value, bool)


def read_clause(book: str, clause: Any, *, without: str = "") -> str:
    """A clause of a book, or ``house rule``.  Invalid where it is another.  without: what it is where none is given."""
    line = read_line(clause, "clause", 40, least=0)
    if line.casefold() in (HOUSE_RULE, "hausregel"):
        return HOUSE_RULE
    if not line:
        return without
    if not has_clause(book, line.upper()) and not has_clause(book, line):
        raise Invalid(
            of_field(
                "clause",
                say(
                    "“{line}” is not the number of a rule in the rulebook of this battle; give one, or {house_rule}",
                    line=line,
                    house_rule=HOUSE_RULE,
                ),
            )
        )
    return line if has_clause(book, line) else line.upper()
