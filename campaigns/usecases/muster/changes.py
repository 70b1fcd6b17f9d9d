"""Changes to the forces of a battle that is prepared: each is read and made on a start, which may be faulty before and after.

What a change means is decided here; whether the force may begin a battle, by the book.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from campaigns.bridge import canonical, digest
from campaigns.usecases.muster import places, stand
from campaigns.usecases.muster.put_down import PUT_DOWN, is_called, put_down
from campaigns.usecases.muster.series import LONGEST, next_in_series
from campaigns.usecases.text_checks import read_line
from campaigns.words.translation import translated
from rules.contract.pieces import SIDE, Kind
from rules.contract.rules import Rules
from rules.errors import Invalid
from rules.values import codec
from rules.values.measure import Point
from rules.values.sentence import joined, of_field, say, say_many, word_of

Force = dict[str, Any]
"""A start that is being written: things by group and id, and what else the kit has in it."""

Thing = tuple[str, str]
"""The group and the id of a thing."""

MOST_CHANGES = 500
"""Changes in one step at most."""

MOST_THINGS = 1_000
"""Things of a start at most, of both sides."""

MOST_COPIES = 50
"""Copies of a thing in one change at most."""

MOST_IN_A_FIELD = 4_000
"""Characters of the value of a field at most."""


@dataclass(frozen=True)
class Board:
    """What changes are made on: the rules, what the sides are called, the country, a secret for the numbers in new ids."""

    rules: Rules
    sides: Mapping[str, str]
    country: Mapping[str, Any]
    salt: str

    def number(self, *of: Any) -> int:
        """A number from which the search for a new id begins; it counts nothing."""
        return int(digest([self.salt, *of])[:8], 16) % 900 + 100


@dataclass
class Step:
    """Changes as they are made.  titles: of each; named: the things that they name, whether or not anything became of it."""

    start: Force
    titles: list[str] = field(default_factory=list)
    named: set[Thing] = field(default_factory=set)


def made(board: Board, start: Mapping[str, Any], given: Any, most: int = MOST_CHANGES) -> Step:
    """A start with changes, one after another: all of them or, where one cannot be read, none.  Invalid then, and it says which."""
    if not isinstance(given, list | tuple) or not 1 <= len(given) <= most:
        raise Invalid(of_field("changes", say("a list of 1 to {most} changes is wanted", most=most)))
    step = Step(dict(start))
    for place, change in enumerate(given):
        try:
            _make(board, step, change, place)
        except Invalid as fault:
            if len(given) == 1:
                raise
            raise Invalid(of_field(f"changes.{place}", fault.sentence), clause=fault.clause) from fault
    refuse_too_many(board.rules, step.start)
    return step


def title_of(titles: Sequence[str]) -> str:
    """What a step is called in words: its first change, and how many more there were."""
    more = len(titles) - 1
    first = titles[0] if titles else say("Nothing")
    return first if more < 1 else say_many("{first} and {n} more", "{first} and {n} more", more, first=first)


def refuse_too_many(rules: Rules, start: Mapping[str, Any]) -> None:
    """Invalid where a start has more things than it may."""
    there = sum(1 for _ in rules.pieces.every(start))
    if there > MOST_THINGS:
        raise Invalid(
            of_field(
                "changes", say("{there} things would be there, at most {most} may be", there=there, most=MOST_THINGS)
            )
        )


def _make(board: Board, step: Step, change: Any, place: int) -> None:
    if not isinstance(change, Mapping) or not all(isinstance(key, str) for key in change):
        raise Invalid(of_field("change", say("a map is wanted")))
    deed = next((key for key in DEEDS if key in change), None)
    if deed is None or not change.keys() <= DEEDS[deed][0]:
        said = joined(", ", DEEDS)
        raise Invalid(
            of_field("change", say("one of {deeds} is wanted, with its own keys and nothing else", deeds=said))
        )
    DEEDS[deed][1](board, step, change, place)


# -- one thing ----------------------------------------------------------------------------------------


def _put(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """Put down what a template of the palette has."""
    number = board.number(place, len(canonical(step.start)))
    added = put_down(board.rules, step.start, change, number, board.sides)
    for one in added:
        _enter(step, one["group"], one["thing"], dict(one["add"]))
    first = added[0]
    step.titles.append(
        say("Put down: {name}", name=board.rules.pieces.called(first["group"], first["thing"], first["add"]))
    )


def _add(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """Put down a thing whose data are given; one that belongs to the country is there already, and becomes as they say."""
    group, thing, pieces = read_line(change.get("group"), "group", 64), change.get("thing"), board.rules.pieces
    if not pieces.lists(group) or not isinstance(change["add"], Mapping):
        raise Invalid(of_field("change", say("there is no such body or gun")))
    data = _read_thing(board, group, change["add"])
    if thing is None:
        thing = pieces.new_id(
            step.start, str(data.get("side", "")), pieces.arm(group, data) or group, board.number(place)
        )
    thing = codec.read_id(thing, "thing")
    if pieces.find(step.start, thing) is not None and not places.of_country(board.country, group, thing):
        raise Invalid(of_field("thing", say("{thing} is there already; give another name", thing=thing)))
    _enter(step, group, thing, data)
    step.titles.append(say("Put down: {name}", name=pieces.called(group, thing, data)))


def _set(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """Set a field of a thing; none sets its default."""
    group, thing = _named(board, step, change)
    key = read_line(change["key"], "key", 64)
    kind = board.rules.pieces.kind(group)
    was = step.start[group][thing]
    value = _value(board, kind, key, change.get("value"))
    bound = board.rules.pieces.bound_to(group, key)
    state = {name: one for name, one in was.items() if name not in bound and name != key}
    _enter(step, group, thing, state if value is None else {**state, key: value})
    step.titles.append(_set_to(board, step.start, board.rules.pieces.called(group, thing, was), key, value))


def _set_to(board: Board, start: Force, name: str, key: str, value: Any) -> str:
    """What a field was set to, in words; of another thing, a list, a yes or no, and a default only which field it was."""
    whole = isinstance(value, int | float) and not isinstance(value, bool)
    if key == "commander":
        return say("{name}: brigade {value}", name=name, value=value) if value else say("{name}: no brigade", name=name)
    if key == "at" and value:
        return say("{name}: {field} {value}", name=name, field=word_of(key), value=", ".join(map(str, value)))
    if value is not None and (whole or key == "name"):
        return say("{name}: {field} {value}", name=name, field=word_of(key), value=value)
    if isinstance(value, str) and board.rules.pieces.find(start, value) is None:
        return say("{name}: {field} {value}", name=name, field=word_of(key), value=word_of(value))
    return say("{name}: {field}", name=name, field=word_of(key))


def _remove(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """Take a thing away; nothing refers to it any more."""
    group, thing = _named(board, step, change)
    if change["remove"] is not True:
        raise Invalid(of_field("change", say("what is not removed is not named")))
    name = board.rules.pieces.called(group, thing, step.start[group][thing])
    _take_away(board, step, [(group, thing)])
    step.titles.append(say("Take away: {name}", name=name))


def _named(board: Board, step: Step, change: Mapping[str, Any]) -> Thing:
    """The thing that a change names; its group need not be given."""
    thing = read_line(change.get("thing"), "thing", 64)
    group = change.get("group")
    if group is not None and not (isinstance(group, str) and board.rules.pieces.lists(group)):
        raise Invalid(of_field("group", say("there is no such group of things")))
    there = _find(board, step, thing) if group is None else (group, thing)
    step.named.add(there)
    if thing not in (step.start.get(there[0]) or {}):
        raise Invalid(of_field("thing", say("there is no {thing} in the force", thing=thing)))
    return there


def _find(board: Board, step: Step, thing: str) -> Thing:
    found = board.rules.pieces.find(step.start, thing)
    if found is None:
        raise Invalid(of_field("thing", say("there is no {thing} in the force", thing=thing)))
    return found[0], thing


def _value(board: Board, kind: Kind, key: str, value: Any) -> Any:
    """A value of a field, in the form of the book; whether its rules allow it is found with the faults."""
    if value is None:
        return None
    if len(canonical(value)) > MOST_IN_A_FIELD:
        raise Invalid(of_field(key, say("enter at most {most} characters", most=MOST_IN_A_FIELD)))
    if key == "name":
        return read_line(value, "name", 80, least=0) or None
    if SIDE in (key, dict(kind.fields).get(key)) and value not in board.rules.sides:
        raise Invalid(of_field(key, say("choose a side")))
    for fault in board.rules.pieces.misread(kind.group, {key: value}).values():
        raise fault
    form = board.rules.pieces.form_of(kind.group, key)
    found = value if form is None else form.write(form.read(value, key))
    return None if found == "" else found


def _read_thing(board: Board, group: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a thing as they were sent; Invalid where they are no data, far too many, or a field is not in its form."""
    if len(canonical(data)) > MOST_IN_A_FIELD or not all(isinstance(key, str) for key in data):
        raise Invalid(of_field("change", say("the data of the new thing are wanted")))
    for fault in board.rules.pieces.misread(group, data).values():
        raise fault
    return dict(data)


# -- several things -----------------------------------------------------------------------------------


def _duplicate(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """The same again, with the next name in the series, beside it; what serves a thing goes with it."""
    times = codec.read_integer(change.get("times", 1), "times", 1, MOST_COPIES)
    chosen = _chosen(board, step, change["duplicate"], "duplicate")
    led = {one for thing in chosen for one in _train_of(board, step.start, thing)[1:]}
    first = ""
    for thing in chosen:
        for _ in range(times if thing not in led else 0):
            first = _double(board, step, thing, place) or first
    step.titles.append(say("Duplicate: {name}", name=first))


def _double(board: Board, step: Step, chief: Thing, place: int) -> str:
    """A thing with what goes with it once more; the name of the first."""
    train = _train_of(board, step.start, chief)
    state = step.start[chief[0]][chief[1]]
    to = places.beside(board.rules.pieces, step.start, chief, board.country)
    at = places.at_of(state)
    by = (to[0] - at[0], to[1] - at[1]) if to is not None and at is not None else (0, 0)
    ids = _new_ids(board, step.start, train, {}, place)
    taken = {str(one.get("name", "")) for _, _, one in board.rules.pieces.every(step.start)}
    called = next_in_series(str(state.get("name", "")), taken)
    names: dict[Thing, str] = {}
    for one in train:
        name = str(step.start[one[0]][one[1]].get("name", ""))
        own = str(state.get("name", ""))
        names[one] = f"{called}{name[len(own) :]}" if own and is_called(name, own) else next_in_series(name, taken)
        taken.add(names[one])
    _copy(board, step, train, ids, names, lambda point: (point[0] + by[0], point[1] + by[1]), 0, {})
    return board.rules.pieces.called(*chief, state)


def _mirror(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """The things of a side once more on the other, turned about the middle of the country."""
    side = change["mirror"]
    if side not in board.rules.sides or len(board.rules.sides) != 2:
        raise Invalid(of_field("mirror", say("choose a side")))
    other = next(one for one in board.rules.sides if one != side)
    whose = ("things",) if "things" in change else ()
    chosen = _chosen(board, step, change["things"], "things") if whose else _put_down_of(board, step.start, side)
    trains = sorted((_train_of(board, step.start, thing) for thing in chosen), key=len, reverse=True)
    train = list(dict.fromkeys(one for each in trains for one in each))  # who serves a thing comes after it
    train = [one for one in train if step.start[one[0]][one[1]].get("side") == side]
    if not train:
        raise Invalid(of_field("mirror", say("{side} has nothing that can be mirrored", side=board.sides[side])))
    turned = places.about_the_middle(board.country)
    if turned is None and any(places.at_of(step.start[one[0]][one[1]]) is not None for one in train):
        raise Invalid(of_field("mirror", say("the country has no size, so it has no middle")))
    ids = _new_ids(board, step.start, train, {side: other}, place)
    names = dict(_names_over_there(board, step.start, train, side, other))
    _copy(board, step, train, ids, names, turned or (lambda point: point), 180, {side: other})
    step.titles.append(say("Mirror to {side}", side=board.sides[other]))


def _move(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """Move several things, and what serves them, by the same way; they keep their places to one another."""
    by = codec.read_point(change.get("by"), "by")
    chosen = _chosen(board, step, change["move"], "move")
    train = list(dict.fromkeys(one for thing in chosen for one in _train_of(board, step.start, thing)))
    for group, thing in train:
        state = step.start[group][thing]
        new = places.shifted(board.rules.pieces, group, state, lambda point: (point[0] + by[0], point[1] + by[1]))
        _enter(step, group, thing, new)
    group, thing = chosen[0]
    name = board.rules.pieces.called(group, thing, step.start[group][thing])
    more = len(chosen) - 1
    step.titles.append(
        say("Move: {name}", name=name)
        if not more
        else say_many("Move: {name} and {n} more", "Move: {name} and {n} more", more, name=name)
    )


def _put_there(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """Give things a place, side by side about one or before the back line of their side; who serves them stands behind them."""
    rules = board.rules
    chosen = _chosen(board, step, change["put"], "put")
    trains = [_train_of(board, step.start, thing) for thing in chosen]
    led = {one for train in trains for one in train[1:]}
    trains = [train for train in trains if train[0] not in led]
    chiefs = [(train[0][0], step.start[train[0][0]][train[0][1]]) for train in trains]
    at = change.get("at")
    if at is None:
        moved = {thing for train in trains for _, thing in train}
        others = {
            group: {thing: one for thing, one in things.items() if thing not in moved}
            for group, things in step.start.items()
            if rules.pieces.lists(group)
        }
        spots = stand.before_the_back_lines(rules, chiefs, board.country, others)
    else:
        side = str(chiefs[0][1].get("side", ""))
        facing = places.front_of(side, rules.sides, board.country)
        facing = codec.read_integer(change.get("facing", facing), "facing", 0, 359)
        spots = stand.about(rules.pieces, chiefs, codec.read_point(at, "at"), facing, board.country)
    for (group, thing), state in list(stand.stood(rules.pieces, step.start, trains, spots)):
        _enter(step, group, thing, dict(state))
    name, more = rules.pieces.called(*trains[0][0], chiefs[0][1]), len(chiefs) - 1
    step.titles.append(
        say_many("Put down: {name} and {n} more", "Put down: {name} and {n} more", more, name=name)
        if more
        else say("Put down: {name}", name=name)
    )


def _become(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """A thing becomes what the data say; it stays what it is and whose it is."""
    group, thing = _named(board, step, change)
    if not isinstance(change["become"], Mapping):
        raise Invalid(of_field("change", say("there is no such body or gun")))
    data = _read_thing(board, group, change["become"])
    if data != step.start[group][thing]:
        _enter(step, group, thing, data)
        step.titles.append(say("Change: {name}", name=board.rules.pieces.called(group, thing, data)))


def _clear(board: Board, step: Step, change: Mapping[str, Any], place: int) -> None:
    """Take away all that a side has."""
    side = change["clear"]
    if side not in board.rules.sides:
        raise Invalid(of_field("clear", say("choose a side")))
    there = _put_down_of(board, step.start, side)
    step.named.update(there)
    _take_away(board, step, there)
    if not any(state.get("side") for _, _, state in board.rules.pieces.every(step.start)):
        step.start.pop("settled", None)  # the options that go with the forces of the house go with them
    step.titles.append(say("Clear {side}", side=board.sides[side]))


def _chosen(board: Board, step: Step, given: Any, key: str) -> list[Thing]:
    """The things that a change names in a list, or the one that it names."""
    listed = given if isinstance(given, list | tuple) else [given]
    if not 1 <= len(listed) <= MOST_THINGS:
        raise Invalid(of_field(key, say("a list of 1 to {most} things is wanted", most=MOST_THINGS)))
    found = [_find(board, step, read_line(one, key, 64)) for one in dict.fromkeys(map(_hashable, listed))]
    step.named.update(found)
    return found


def _hashable(value: Any) -> Any:
    return value if isinstance(value, str) else ""


def _put_down_of(board: Board, start: Mapping[str, Any], side: str) -> list[Thing]:
    """The things that belong to a side and do not come with the country."""
    return [
        (group, thing)
        for group, thing, state in board.rules.pieces.every(start)
        if state.get("side") == side and not places.of_country(board.country, group, thing)
    ]


def _train_of(board: Board, start: Mapping[str, Any], thing: Thing) -> list[Thing]:
    """A thing and those that go with it."""
    pieces = board.rules.pieces
    found = [(one, pieces.find(start, one)) for one in pieces.goes_with(start, *thing)]
    return [thing, *((there[0], one) for one, there in found if there is not None and one != thing[1])]


def _new_ids(
    board: Board, start: Mapping[str, Any], train: Iterable[Thing], sides: Mapping[str, str], place: int
) -> dict[str, str]:
    """An id for the copy of each thing, by its own.  sides: whose it is to whose the copy is, where that is another."""
    pieces, ids = board.rules.pieces, dict[str, str]()
    there: Force = dict(start)
    for group, thing in train:
        side = str(start[group][thing].get("side", ""))
        over = sides.get(side, side)
        rest = thing.removeprefix(f"{side}-") if over != side else thing
        head = next((one for one in ids if thing.startswith(f"{one}-")), "")
        wanted = f"{ids[head]}{thing[len(head) :]}" if head else f"{over}-{rest}" if over != side else ""
        if not wanted or pieces.find(there, wanted) is not None:
            base = rest.rstrip("0123456789").rstrip("-") or group
            wanted = pieces.new_id(
                there, over, base[:50], board.number(place, len(ids), len(canonical(there.get(group))))
            )
        ids[thing] = wanted
        there[group] = {**(there.get(group) or {}), wanted: {}}
    return ids


def _names_over_there(
    board: Board, start: Mapping[str, Any], train: Iterable[Thing], side: str, other: str
) -> Iterator[tuple[Thing, str]]:
    """The name of each thing on the other side: its own with the other side's name in it.

    train: those who serve a thing after it, for what they are called after it has, they are called after its new name.
    """
    names = {str(one.get("name", "")) for _, _, one in board.rules.pieces.every(start)}
    called: dict[str, str] = {}
    for group, thing in train:
        name = str(start[group][thing].get("name", ""))
        new = next((f"{called[one]}{name[len(one) :]}" for one in called if name and is_called(name, one)), "")
        if name and not new:
            new = called[name] = _over(board, name, side, other, names)
        names.add(new)
        yield (group, thing), new


def _over(board: Board, name: str, side: str, other: str, names: set[str]) -> str:
    """A name with the other side's name for its own side's or, where that is no part of it, in brackets behind; a free one.

    So ``Red squadron`` becomes ``Blue squadron``, ``1st Fusiliers`` ``1st Fusiliers (Blue)``, and that again ``1st Fusiliers``.
    """
    for said in (str, translated):
        here, there = said(board.sides[side]), said(board.sides[other])
        bare = name.removesuffix(f" ({here})")
        if bare != name and bare not in names:
            return bare
        new = there.join(re.split(rf"(?<!\w){re.escape(here)}(?!\w)", name))
        if new != name:
            return next_in_series(new, names) if new in names else new[:LONGEST]
    there = f" ({translated(board.sides[other])})"
    new = f"{name[: LONGEST - len(there)]}{there}"
    while new in names:
        name = next_in_series(name, names)
        new = f"{name[: LONGEST - len(there)]}{there}"
    return new


def _copy(
    board: Board,
    step: Step,
    train: Iterable[Thing],
    ids: Mapping[str, str],
    names: Mapping[Thing, str],
    to: Callable[[Point], Point],
    turn: int,
    sides: Mapping[str, str],
) -> None:
    """Enter the copies of things.  to: where a place of theirs lies; turn: of their fronts, in degrees; sides: whose they are."""
    pieces = board.rules.pieces
    for group, thing in list(train):
        state = pieces.referring(step.start[group][thing], ids)
        state = places.shifted(pieces, group, state, to)
        if turn:
            state = places.turned(pieces, group, state, turn)
        side = state.get("side", "")
        state |= {"side": sides.get(side, side)} if side else {}
        if state.get("name"):
            state["name"] = names[group, thing]
        _enter(step, group, ids[thing], state)


def _enter(step: Step, group: str, thing: str, state: dict[str, Any]) -> None:
    """A thing as it is now."""
    step.start[group] = {**(step.start.get(group) or {}), thing: state}
    step.named.add((group, thing))


def _take_away(board: Board, step: Step, things: Iterable[Thing]) -> None:
    for group, thing in things:
        if places.of_country(board.country, group, thing):
            raise Invalid(
                of_field("thing", say("{thing} belongs to the country and cannot be taken away", thing=thing))
            )
        before = step.start
        step.start = dict(board.rules.pieces.without(before, group, thing))
        step.named.update(
            (one, name)
            for one in step.start
            if board.rules.pieces.lists(one)
            for name, state in step.start[one].items()
            if state != before[one].get(name)
        )


DEEDS: Mapping[str, tuple[frozenset[str], Callable[[Board, Step, Mapping[str, Any], int], None]]] = {
    "template": (PUT_DOWN, _put),
    "add": (frozenset({"group", "thing", "add"}), _add),
    "remove": (frozenset({"group", "thing", "remove"}), _remove),
    "key": (frozenset({"group", "thing", "key", "value"}), _set),
    "duplicate": (frozenset({"duplicate", "times"}), _duplicate),
    "mirror": (frozenset({"mirror", "things"}), _mirror),
    "move": (frozenset({"move", "by"}), _move),
    "put": (frozenset({"put", "at", "facing"}), _put_there),
    "become": (frozenset({"group", "thing", "become"}), _become),
    "clear": (frozenset({"clear"}), _clear),
}
"""What a change may be: the key by which it is told, its keys, and how it is made."""
