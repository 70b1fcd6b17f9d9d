"""The umpire prepares a message or a ruling in advance; it is given in its move, at its time, when somebody comes near, or on a press.

A message goes to everybody, to a side, or to seats, and is received like any other.  A ruling overrules the finding of
its move when that closes.  Until it is given it may be changed, withdrawn, or given at once; every step is in the
record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import rules_of
from campaigns.clauses import HOUSE_RULE
from campaigns.errors import Capped, KeyReused, Unseen, WrongState
from campaigns.models import Battle, Inject, Post
from campaigns.unlocked import unlocked
from campaigns.usecases.access import current_move, read_public_id, umpires_battle
from campaigns.usecases.desk.changes import Made, make, read_changes
from campaigns.usecases.desk.oddities import read_clause, refuse_odd
from campaigns.usecases.messages.inject_states import cancel, record_inject
from campaigns.usecases.messages.recipients import read_recipients
from campaigns.usecases.messages.scheduled_messages import deliver, schedule
from campaigns.usecases.messages.triggers import read_trigger
from campaigns.usecases.messages.umpires_messages import read_rider, read_voice
from campaigns.usecases.text_checks import read_key, read_line, read_text
from campaigns.words.languages import spoken
from rules.contract.data import Position
from rules.errors import Invalid, Refused
from rules.values.sentence import of_field, say

LONGEST = 2_000
"""Characters of a message at most."""

MOST = 100
"""Injects that wait in one battle at most."""


@dataclass(frozen=True)
class Prepared:
    """An inject as it is now."""

    inject: str
    number: int
    revision: int
    state: str


@dataclass(frozen=True, kw_only=True)
class Planned:
    """What the umpire wants to be given, and when: in the move of that number, at that time, or as ``near`` or ``press`` say.

    text: of the message, or the reason of a ruling.  heard: by whom; side: which, or to: public ids of seats.  change:
    as an overruling has it, and then it is a ruling, with its clause.  sure: confirms a number that may be a slip.
    near: or when somebody, or a certain body, comes near, ``{"at", "inches", "side", "thing"}``; press: or only when the umpire gives it.
    voice, rider: of a message, as ``umpires_messages.write`` has them.  told: who is told of a ruling: empty for those
    whom it touches, ``all``, ``nobody`` or a side.
    """

    text: str
    move_number: int | None = None
    at: datetime | None = None
    heard: str = "all"
    side: str = ""
    to: Sequence[str] = ()
    change: Sequence[Mapping[str, Any]] = ()
    clause: str = ""
    sure: bool = False
    near: Mapping[str, Any] | None = None
    press: bool = False
    voice: str = ""
    rider: Mapping[str, Any] | None = None
    told: str = ""


@unlocked
def prepare_inject(*, by: Any, battle: str, planned: Planned, key: str, now: datetime) -> Prepared:
    """The umpire prepares an inject.  key: sent again, it brings the same answer."""
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        fields = _read(locked, planned, now)
        earlier = Inject.objects.filter(battle=locked, by=umpire, key=read_key(key)).first()
        if earlier is not None:
            if earlier.text != fields["text"]:
                raise KeyReused
            return _prepared(earlier)
        if Inject.objects.filter(battle=locked, state=Inject.State.WAITING).count() >= MOST:
            raise Capped(
                say("{most} prepared messages and rulings are waiting in this battle. More are not allowed.", most=MOST)
            )
        number = Inject.objects.filter(battle=locked).count() + 1
        row = Inject.objects.create(battle=locked, by=umpire, number=number, key=key, written_at=now, **fields)
        schedule(locked, row)
        record_inject(locked, row, "inject-prepared", umpire.title, now)
        return _prepared(row)


@unlocked
def change_inject(*, by: Any, inject: str, base_revision: int, planned: Planned, now: datetime) -> Prepared:
    """The umpire changes an inject that has not been given; its earlier text stays in the record.

    base_revision: that the form showed; WrongState where somebody has changed it since.
    """
    with transaction.atomic():
        locked, umpire, row = _waiting(by, inject)
        if row.revision != base_revision:
            raise WrongState(say("This has been changed since you opened it. Open it again from the list."))
        fields = _read(locked, planned, now)
        for name, value in fields.items():
            setattr(row, name, value)
        row.revision, row.written_at = row.revision + 1, now
        row.save(update_fields=[*fields, "revision", "written_at"])
        cancel(row)
        schedule(locked, row)
        record_inject(locked, row, "inject-changed", umpire.title, now)
        return _prepared(row)


@unlocked
def give_inject(*, by: Any, inject: str, now: datetime) -> Prepared:
    """The umpire gives an inject before it is due: a message in the move under way, a ruling on it once it is closed."""
    with transaction.atomic():
        locked, umpire, row = _waiting(by, inject)
        move = current_move(locked)
        if locked.status != Battle.Status.RUNNING or move is None:
            raise WrongState(say("No move is running; it cannot be sent now."))
        cancel(row)
        deliver(locked, move, row, umpire.title, now)
        return _prepared(row)


def withdraw_inject(*, by: Any, inject: str, now: datetime) -> Prepared:
    """The umpire withdraws an inject that has not been given; it stays in the record."""
    with transaction.atomic():
        locked, umpire, row = _waiting(by, inject)
        row.state = Inject.State.WITHDRAWN
        row.save(update_fields=["state"])
        cancel(row)
        record_inject(locked, row, "inject-withdrawn", umpire.title, now)
        return _prepared(row)


def _read(battle: Battle, planned: Planned, now: datetime) -> dict[str, Any]:
    """The fields of an inject.  Invalid where they do not fit; WrongState where its time is past."""
    if battle.status == Battle.Status.ENDED:
        raise WrongState(say("The battle is over."))
    changes = _changes(battle, planned.change, sure=planned.sure)
    ruling = bool(changes)
    whom = {"heard": "", "side": "", "to": []}
    if not ruling:
        whom = read_recipients(battle, planned.heard, planned.side, planned.to).data()
    moment = (planned.move_number, planned.at, planned.near)
    when = read_trigger(battle, *moment, now, press=planned.press, ruling=ruling)
    return {
        "kind": Inject.Kind.RULING if ruling else Inject.Kind.WORD,
        "text": read_line(planned.text, "text", 1000) if ruling else read_text(planned.text, "text", LONGEST, least=1),
        "clause": read_clause(battle.terms.book, planned.clause, without=HOUSE_RULE if ruling else ""),
        "change": {"changes": changes, "language": spoken()} if ruling else {},
        **when,
        **whom,
        **_how(battle, planned, str(whom["heard"]), ruling=ruling),
    }


def _how(battle: Battle, planned: Planned, heard: str, *, ruling: bool) -> dict[str, Any]:
    """In whose name and by which rider a message comes; who is told of a ruling."""
    told = read_line(planned.told, "told", 20, least=0) if ruling else ""
    if told not in ("", "all", "nobody", *battle.campaign.sides.values_list("key", flat=True)):
        raise Invalid(of_field("told", say("choose who is told")))
    if ruling:
        return {"told": told, "voice": "", "rider": None}
    return {"told": "", "voice": read_voice(planned.voice), "rider": read_rider(planned.rider, heard)}


def _changes(battle: Battle, given: Any, *, sure: Any) -> list[dict[str, Any]]:
    """The changes of a ruling, as they were sent: what can be tried on the floor of today is tried.

    What is added must be right by itself; what is said of a thing may fit only the floor of that day.
    """
    if not given and isinstance(given, list | tuple):
        return []
    rules, move = rules_of(battle.terms), current_move(battle)
    position = Position(move.position if move is not None else battle.start)
    read = read_changes(rules, position, given, [battle.seed, 0])
    added = [one for one in read if "add" in one]
    made = make(rules, position, added) if added else Made((), position, ())
    try:
        made = make(rules, position, read)
    except Refused:
        pass
    refuse_odd(rules, position, made, sure=sure)
    return [dict(one) for one in given]


def _waiting(by: Any, public_id: str) -> tuple[Battle, Post, Inject]:
    """An inject that may still be changed, its battle locked."""
    found = Inject.objects.select_related("battle").filter(public_id=read_public_id(public_id, "inject")).first()
    if found is None:
        raise Unseen("inject")
    try:
        locked, umpire = umpires_battle(by, found.battle.public_id)
    except Unseen as unseen:
        raise Unseen("inject") from unseen
    row = Inject.objects.get(pk=found.pk)
    if row.state not in (Inject.State.WAITING, Inject.State.FAILED):
        raise WrongState(
            say("It has already been sent.")
            if row.state == Inject.State.GIVEN
            else say("It has already been withdrawn.")
        )
    if row.state == Inject.State.FAILED:
        row.state, row.why = Inject.State.WAITING, ""
        row.save(update_fields=["state", "why"])
    return locked, umpire, row


def _prepared(row: Inject) -> Prepared:
    return Prepared(row.public_id, row.number, row.revision, row.state)
