"""What is wrong with a force that is prepared, all at once: what the rules refuse, and what an umpire should look at.

What the rules refuse is found by trying: the faulty thing is set aside, and the rest is tried again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any, Protocol

from campaigns.bridge import HoldsPost, canonical, command_over, commands, names_held, rules_of
from campaigns.models import Battle, Post
from campaigns.models.battle import Terms
from campaigns.unlocked import worked_out
from campaigns.usecases.muster import places
from campaigns.usecases.muster.draft import row_of
from campaigns.usecases.muster.openings import GREATEST_START, complete, on_its_country
from rules.contract.data import Misplaced, Oddity, Position, Start
from rules.contract.rules import Rules
from rules.errors import Invalid, Reason, Refused
from rules.values.codec import POINT
from rules.values.sentence import apart, changed, joined, label, of_field, say, say_many, word, word_of

STOPS, ODD = "stops", "odd"
"""How grave a fault is: the rules refuse the position, or somebody should look at it."""

MOST_FAULTS = 100
"""Faults that are told at once at most; a force with more of them has more wrong with it than anybody reads."""

MOST_TRIES = 60
"""How often the book is asked at most, a faulty thing set aside each time."""

TOLD = 5
"""Faults of which a refusal tells in its sentence; all of them are beside it."""


class Sits(HoldsPost, Protocol):
    """A seat as the faults read it."""

    @property
    def side(self) -> Any: ...


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a force.

    thing: its id; empty where it is about a side, or all.  kind: a word for it.  at: its place, in inches.
    severity: ``stops`` or ``odd``.  key: of the field of the thing, if it is about one.  sentence: without a full stop.
    """

    thing: str
    kind: str
    sentence: str
    clause: str = ""
    at: tuple[int | float, int | float] | None = None
    severity: str = STOPS
    key: str = ""
    side: str = ""

    @property
    def stops(self) -> bool:
        """Whether the battle cannot begin with it."""
        return self.severity == STOPS


class Faulty(Refused):
    """A force with faults cannot begin a battle; faults: those that stop it."""

    status = 409

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        said = joined("; ", (one.sentence for one in self.faults[:TOLD]))
        more = len(self.faults) - TOLD
        rest = say(" (and {more} more)", more=more) if more > 0 else ""
        clause = next((one.clause for one in self.faults if one.clause), "")
        super().__init__(
            "E-FORCE", say("The force cannot begin the battle: {said}{rest}.", said=said, rest=rest), clause
        )

    def data(self) -> Reason:
        faults = [{"thing": one.thing, "kind": one.kind, "sentence": one.sentence} for one in self.faults]
        return {**super().data(), "faults": faults}  # type: ignore[typeddict-unknown-key]


def faults_of(
    terms: Terms,
    start: Mapping[str, Any],
    posts: Iterable[Sits] | None = None,
    names: Mapping[str, str] | None = None,
    invited: Iterable[Sits] = (),
    *,
    must_stand: bool = False,
) -> tuple[Fault, ...]:
    """What is wrong with a start, with its country: what stops it first, each in the sequence of the start.

    must_stand: whether it stops a battle that a thing has no place.

    posts: the seats that are held; None if nobody asks who commands.  names: of the sides, by key.  invited: the
    seats that nobody has taken yet, to which links or offers are open.
    """
    look = _Look(rules_of(terms), dict(start), names or {}, must_stand)
    found = list(look.stops())
    found += look.unplaced()
    if look.position is not None:
        found += look.oddities(look.position)
        if posts is not None:
            found += look.uncommanded(terms, look.position, list(posts), list(invited))
    return tuple(found[:MOST_FAULTS])


def seats_of(battle: Battle) -> list[Post]:
    """The seats that are held in a battle's campaign."""
    held = Post.objects.filter(campaign_id=battle.campaign_id, held_until__isnull=True)
    return list(held.select_related("side", "user").order_by("pk"))


def must_stand(battle: Battle) -> bool:
    """Whether nothing of a battle may be without a place: what it has was carried over to a country and is placed again."""
    country = battle.start.get("country") or {}
    return bool(battle.carried) and not battle.carried.get("measured") and places.size_of(country) is not None


def sound_start(battle: Battle, *, set_out: bool = False) -> Mapping[str, Any]:
    """The opening position with which a locked battle begins: its force as it stands.  Faulty where that has faults, with all of them.

    set_out: players put it down afterwards, so that things may be without a place.
    """
    row = row_of(battle)
    start, stands = on_its_country(battle, row.start), not set_out and must_stand(battle)
    pieces = rules_of(battle.terms).pieces
    if stands and any(places.unplaced(pieces, pieces.readable(start))):
        raise Faulty(_that_stop(battle, start, stands=True))
    if not row.revision:
        return dict(battle.start)
    try:
        sound = complete(battle.terms, start)
    except Refused as refused:
        found = _that_stop(battle, start, stands=stands)
        raise Faulty(found or [Fault("", "start", refused.sentence)]) from refused
    battle.start = sound
    battle.save(update_fields=["start"])
    return sound


def _that_stop(battle: Battle, start: Mapping[str, Any], *, stands: bool) -> list[Fault]:
    """The faults of the force of a locked battle that stop it."""
    terms, names = battle.terms, {side.key: side.name for side in battle.campaign.sides.all()}
    found = worked_out(
        "faults",
        [terms.book, terms.options, terms.seats, names, start, stands],
        lambda: faults_of(terms, start, names=names, must_stand=stands),
    )
    return [one for one in found if one.stops]


class _Look:
    """A start that is looked over.  position: what the book makes of what is left of it; none where it makes nothing."""

    def __init__(self, rules: Rules, start: dict[str, Any], names: Mapping[str, str], must_stand: bool) -> None:
        self.rules, self.start, self.must_stand = rules, start, must_stand
        own = dict(zip(rules.book.sides, rules.sides, strict=True))
        self.names = {**{key: names.get(side, side.capitalize()) for key, side in own.items()}, **names}
        self.readable = rules.pieces.readable(start)
        self.called = rules.pieces.names(self.readable)
        self.position: Position | None = None
        self.aside: set[str] = set()

    # -- what stops it ----------------------------------------------------------------------------

    def stops(self) -> Iterator[Fault]:
        """What the book refuses, one thing after another; afterwards the rest is the position."""
        left = dict(self.start)
        if len(canonical(left)) > GREATEST_START:
            yield Fault("", "start", say("The force takes more than {most} bytes", most=GREATEST_START))
            return
        yield from self._unreadable(left)
        if self._refused(left, keep=True) is None:
            return
        # Most faults are of one thing, and found without the country, which takes the most time to read.
        bare = {key: one for key, one in left.items() if key != "country"}
        for tries in count():
            fault = self._refused(bare)
            if fault is None or not fault.thing or tries >= MOST_TRIES:
                break
            yield fault
            bare, left = (self._aside(one, fault.thing) for one in (bare, left))
        for tries in count():
            fault = self._refused(left, keep=True)
            if fault is None:
                return
            yield fault
            if not fault.thing or tries >= MOST_TRIES:
                return
            left = self._aside(left, fault.thing)

    def unplaced(self) -> Iterator[Fault]:
        """What stands nowhere, where nothing may."""
        for _, thing, _ in places.unplaced(self.rules.pieces, self.readable) if self.must_stand else ():
            if thing not in self.aside:
                yield self._fault(thing, "place", say("{thing} has no place", thing=self._name(thing)))

    def _unreadable(self, left: dict[str, Any]) -> Iterator[Fault]:
        """What is no thing at all, or no side's; it is set aside."""
        pieces = self.rules.pieces
        for group in [one for one in left if pieces.lists(one)]:
            if not isinstance(left[group] or {}, Mapping):
                left.pop(group)
                yield Fault("", "start", say("{group}: things by their ids are wanted", group=word_of(group)))
                continue
            for thing, state in list((left[group] or {}).items()):
                said = None
                if not isinstance(state, Mapping):
                    said = say("{thing}: the data of the thing are wanted", thing=thing)
                elif state.get("side") and state["side"] not in self.rules.sides:
                    sides = joined(", ", (self.names[one] for one in self.rules.sides))
                    said = say("{thing} is of no side that plays: {sides}", thing=self._name(thing), sides=sides)
                if said is not None:
                    left[group] = {name: one for name, one in left[group].items() if name != thing}
                    self.aside.add(thing)
                    yield self._fault(thing, "side" if isinstance(state, Mapping) else "start", said)

    def _refused(self, start: Mapping[str, Any], *, keep: bool = False) -> Fault | None:
        """What the book refuses of a start first; none where it takes it.  keep: as the position."""
        try:
            position = self.rules.opening(Start(_not_filled(self.rules, start)))
        except Refused as refused:
            return self._told(start, refused)
        if keep:
            self.position = position
        return None

    def _told(self, start: Mapping[str, Any], refused: Refused) -> Fault:
        """A refusal by the name of the thing that it is about."""
        field, said = apart(refused.sentence)
        thing, key = self._place(start, field)
        if not thing:
            plain = said if field in ("", "start") else of_field(label(field), said)
            return Fault("", "start", changed(plain, self._plain), refused.clause)
        about = say("{thing}: {said}", thing=self._name(thing), said=said)
        if key:
            about = say("{thing}, {field}: {said}", thing=self._name(thing), field=word_of(key), said=said)
        return self._fault(thing, key or "start", about, refused.clause, key=key)

    def _place(self, start: Mapping[str, Any], field: str) -> tuple[str, str]:
        """The thing and the field of a place in a start: of ``start.bodies.red-1st.men`` they are ``red-1st`` and ``men``."""
        for group in start:
            before = f"start.{group}."
            if self.rules.pieces.lists(group) and field.startswith(before):
                rest = field[len(before) :]
                things = [one for one in start[group] or {} if rest == one or rest.startswith(f"{one}.")]
                thing = max(things, key=len, default="")
                return thing, re.sub(r"\..*", "", rest[len(thing) + 1 :]) if thing else ""
        return "", ""

    def _aside(self, start: Mapping[str, Any], thing: str) -> dict[str, Any]:
        """A start without a thing and what refers to it."""
        pieces = self.rules.pieces
        found = pieces.find(start, thing)
        self.aside.add(thing)
        if found is None:
            return dict(start)
        try:
            return dict(pieces.without(Position(dict(start)), found[0], thing))
        except (Invalid, AttributeError, TypeError):
            return {**start, found[0]: {name: one for name, one in start[found[0]].items() if name != thing}}

    # -- what is odd ------------------------------------------------------------------------------

    def oddities(self, position: Position) -> list[Fault]:
        """What the book finds odd: places first, then the rest."""
        table = self.rules.table(position)
        things = sorted(thing for _, thing, _ in self.rules.pieces.every(position))
        return [
            *(self._misplaced(one) for one in _once(table.misplaced(things))),
            *(
                self._odd(one)
                for one in table.oddities()
                if not self._comes_of_a_fault(one) and not self._told_already(one)
            ),
        ]

    def _comes_of_a_fault(self, one: Oddity) -> bool:
        """Whether something is odd only because a faulty thing was set aside."""
        there = self.readable
        if not one["thing"]:
            sides = {
                there_is[1].get("side") for thing in self.aside if (there_is := self.rules.pieces.find(there, thing))
            }
            return one["side"] in sides
        found = self.rules.pieces.find(there, one["thing"])
        return found is not None and not self.aside.isdisjoint(
            self.rules.pieces.goes_with(there, found[0], one["thing"])
        )

    def _told_already(self, one: Oddity) -> bool:
        """Whether it stops the battle already that a thing has no place."""
        return one["kind"] == "place" and self.must_stand

    def _misplaced(self, one: Misplaced) -> Fault:
        return self._fault(one["thing"], one["kind"], one["sentence"], severity=ODD)

    def _odd(self, one: Oddity) -> Fault:
        said = changed(one["sentence"], self._plain)
        fault = self._fault(one["thing"], one["kind"], said, one["clause"], severity=ODD)
        return fault if fault.side else Fault(**{**vars(fault), "side": one["side"]})

    def uncommanded(
        self, terms: Terms, position: Position, posts: Sequence[Sits], invited: Sequence[Sits]
    ) -> Iterator[Fault]:
        """The sides in which nobody has a seat, and the things that no seat of their side commands.  [KS-GAME-03]

        invited: seats that nobody has taken yet, which will command.
        """
        pieces, general_may = self.rules.pieces, terms.general_orders_all
        for side in self.rules.sides:
            held, coming = (
                [one for one in those if one.side is not None and one.side.key == side and one.kind in LEADS]
                for those in (posts, invited)
            )
            if not held:
                yield self._unseated(side, len(coming))
            own = [*held, *coming]
            if not own:
                continue
            names, nobodys = names_held(own), dict[str, list[str]]()
            for group, thing, state in pieces.left_to_order(position, side):
                command = command_over(pieces, position, group, state, names)
                if not any(commands(one, command, general_may) for one in own):
                    arms = joined(", ", (self._arm(one) for one in sorted(command.arms)))
                    nobodys.setdefault(arms, []).append(thing)
            yield from (self._nobodys(side, arms, things) for arms, things in nobodys.items())

    def _nobodys(self, side: str, arms: str, things: Sequence[str]) -> Fault:
        """That nobody commands some things of an arm: one fault of all of them, for one seat more mends it."""
        if len(things) == 1:
            said = say("Nobody commands {thing} ({arms})", thing=self._name(things[0]), arms=arms)
            return self._fault(things[0], "command", said, severity=ODD)
        named = joined(", ", (self._name(one) for one in things[:MOST_NAMED]))
        if (more := len(things) - MOST_NAMED) > 0:
            named = say("{named} and {n} more", named=named, n=more)
        said = say(
            "Nobody commands {n} of {side} ({arms}): {named}",
            n=len(things),
            side=self.names[side],
            arms=arms,
            named=named,
        )
        return Fault("", "command", said, severity=ODD, side=side)

    def _unseated(self, side: str, coming: int) -> Fault:
        """That nobody has a seat in a side.  coming: how many are invited."""
        said = say("Nobody has a seat in {side}", side=self.names[side])
        if coming:
            said = say_many(
                "Nobody has taken a seat in {side} yet: {n} invited",
                "Nobody has taken a seat in {side} yet: {n} invited",
                coming,
                side=self.names[side],
            )
        return Fault("", "seats", said, severity=ODD, side=side)

    # -- in words ---------------------------------------------------------------------------------

    def _arm(self, arm: str) -> str:
        return dict(self.rules.pieces.arms).get(arm) or word(arm)

    def _name(self, thing: str) -> str:
        return self.called.get(thing) or thing

    def _plain(self, text: str) -> str:
        """A side by its name, a thing by its own."""
        return self.names.get(text) or self.called.get(text) or text

    def _fault(
        self, thing: str, kind: str, sentence: str, clause: str = "", *, severity: str = STOPS, key: str = ""
    ) -> Fault:
        """A fault of a thing, where it stands."""
        found = self.rules.pieces.find(self.readable, thing)
        state = found[1] if found is not None else {}
        spot = places.at_of(state)
        at = tuple(POINT.write(spot)) if spot is not None else None
        side = state.get("side", "")
        return Fault(thing, kind, sentence, clause, at, severity, key, side if isinstance(side, str) else "")


MOST_NAMED = 4
"""Things that are named in one fault at most."""

LEADS = (Post.Kind.GENERAL, Post.Kind.COMMANDER)


def _once(found: Sequence[Misplaced]) -> Iterator[Misplaced]:
    """What is misplaced; of two things that stand on one another only the first is told."""
    told: set[frozenset[str]] = set()
    for one in found:
        made = getattr(one["sentence"], "made", None)
        both = (
            frozenset(str(value) for value in getattr(made, "arguments", {}).values())
            if one["kind"] == "other"
            else frozenset()
        )
        if not both or both not in told:
            told.add(both)
            yield one


def _not_filled(rules: Rules, start: Mapping[str, Any]) -> dict[str, Any]:
    """A start into which the book puts no force of its own, though all of its things were set aside."""
    first = next((kind.group for kind in rules.pieces.kinds), "")
    return {first: {}, **start} if first else dict(start)
