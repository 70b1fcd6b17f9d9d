"""The umpire prepares word or a ruling in advance; the clock gives it when its move opens or closes, or at its hour.

Word goes to everybody, to a side, or to posts, and is heard like any other.  A ruling overrules the finding of its move
when that closes.  Until it is given it may be changed or withdrawn; every step of it stands in the record.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q

from campaigns.errors import Capped, KeyReused, Unseen, WrongState
from campaigns.models import Battle, Dispatch, Due, Inject, Move, Post
from campaigns.usecases.access import current_move, read_public_id, umpires_battle
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.record import CLOCK, add_record
from campaigns.usecases.rulings import overrule
from campaigns.usecases.words import read_key, read_line, read_text, read_whole
from rules.errors import Invalid, Refused

LONGEST = 2_000
"""Characters of a word at most."""

MOST = 100
"""Injects that wait in one battle at most."""

MOST_CHANGES = 20
HEARD = ("all", "side", "addressees")


@dataclass(frozen=True)
class Prepared:
    """An inject as it stands now."""

    inject: str
    number: int
    revision: int
    state: str


@dataclass(frozen=True)
class _Asked:
    """What was asked for, of the right shape: the fields of an inject."""

    fields: dict[str, Any]


def prepare_inject(
    *,
    by: Any,
    battle: str,
    text: str,
    move_number: int | None = None,
    at: datetime | None = None,
    heard: str = "all",
    side: str = "",
    to: Sequence[str] = (),
    change: Sequence[Mapping[str, Any]] = (),
    clause: str = "",
    key: str,
    now: datetime,
) -> Prepared:
    """The umpire prepares an inject for a move or an hour, one of the two.

    text: the word, or the reason of a ruling.  heard: by whom; side: which, or to: public ids of posts.  change: as an
    overruling has it, and then it is a ruling.  key: sent again, it brings the same answer.
    """
    with transaction.atomic():
        locked, umpire = umpires_battle(by, battle)
        asked = _read(locked, text, move_number, at, heard, side, to, change, clause, now)
        earlier = Inject.objects.filter(battle=locked, by=umpire, key=read_key(key)).first()
        if earlier is not None:
            if earlier.text != asked.fields["text"]:
                raise KeyReused
            return _prepared(earlier)
        if Inject.objects.filter(battle=locked, state=Inject.State.WAITING).count() >= MOST:
            raise Capped(f"{MOST} injects wait in this battle; that is the cap.")
        number = Inject.objects.filter(battle=locked).count() + 1
        row = Inject.objects.create(battle=locked, by=umpire, number=number, key=key, written_at=now, **asked.fields)
        _lay_down(locked, row, now)
        _record(locked, row, "inject-prepared", umpire.title, now)
        return _prepared(row)


def change_inject(
    *,
    by: Any,
    inject: str,
    base_revision: int,
    text: str,
    move_number: int | None = None,
    at: datetime | None = None,
    heard: str = "all",
    side: str = "",
    to: Sequence[str] = (),
    change: Sequence[Mapping[str, Any]] = (),
    clause: str = "",
    now: datetime,
) -> Prepared:
    """The umpire changes an inject that has not been given; what it was stands in the record.

    base_revision: that the form showed; WrongState where somebody has changed it since.
    """
    with transaction.atomic():
        locked, umpire, row = _waiting(by, inject)
        if row.revision != base_revision:
            raise WrongState("This inject has been changed since you opened it; look at it again.")
        asked = _read(locked, text, move_number, at, heard, side, to, change, clause, now)
        for name, value in asked.fields.items():
            setattr(row, name, value)
        row.revision, row.written_at = row.revision + 1, now
        row.save(update_fields=[*asked.fields, "revision", "written_at"])
        _take_up(row)
        _lay_down(locked, row, now)
        _record(locked, row, "inject-changed", umpire.title, now)
        return _prepared(row)


def withdraw_inject(*, by: Any, inject: str, now: datetime) -> Prepared:
    """The umpire withdraws an inject that has not been given; it stays in the record."""
    with transaction.atomic():
        locked, umpire, row = _waiting(by, inject)
        row.state = Inject.State.WITHDRAWN
        row.save(update_fields=["state"])
        _take_up(row)
        _record(locked, row, "inject-withdrawn", umpire.title, now)
        return _prepared(row)


def _read(
    battle: Battle, text: Any, move_number: Any, at: Any, heard: Any, side: Any, to: Any, change: Any, clause: Any, now: datetime
) -> _Asked:  # fmt: skip
    """The fields of an inject.  Invalid where they are none; WrongState where its time is over."""
    if battle.status == Battle.Status.ENDED:
        raise WrongState("The battle is over.")
    changes = _changes(change)
    fields: dict[str, Any] = {
        "kind": Inject.Kind.RULING if changes else Inject.Kind.WORD,
        "text": read_line(text, "text", 1000) if changes else read_text(text, "text", LONGEST, least=1),
        "clause": read_line(clause, "clause", 40, least=0),
        "change": {"changes": changes} if changes else {},
        **_when(battle, move_number, at, now, ruling=bool(changes)),
    }
    return _Asked({**fields, **({"heard": "", "side": "", "to": []} if changes else _to_whom(battle, heard, side, to))})


def _changes(change: Any) -> list[dict[str, Any]]:
    if not isinstance(change, list | tuple) or len(change) > MOST_CHANGES:
        raise Invalid(f"change: a list of at most {MOST_CHANGES} changes is wanted")
    if any(not isinstance(one, Mapping) or set(one) != {"group", "thing", "key", "value"} for one in change):
        raise Invalid("change: group, thing, key and value are wanted, and nothing else")
    return [dict(one) for one in change]


def _when(battle: Battle, move_number: Any, at: Any, now: datetime, *, ruling: bool) -> dict[str, Any]:
    if (move_number is None) == (at is None):
        raise Invalid("when: the number of a move or a time is wanted, one of the two")
    if at is not None:
        if ruling:
            raise Invalid("move_number: a ruling is given when a move closes; say which")
        if not isinstance(at, datetime) or at.tzinfo is None or at <= now:
            raise Invalid("at: a time to come is wanted")
        return {"at": at, "move_number": None}
    number = read_whole(move_number, "move_number", 1, 100_000)
    move = Move.objects.filter(battle=battle).order_by("-number").first()
    under_way = move.number if move is not None else 0
    still = ruling and move is not None and number == under_way and move.status == Move.Status.OPEN
    if number <= under_way and not still:
        raise WrongState(f"Move {number} has opened already." if not ruling else f"Move {number} has closed already.")
    return {"at": None, "move_number": number}


def _to_whom(battle: Battle, heard: Any, side: Any, to: Any) -> dict[str, Any]:
    if heard not in HEARD:
        raise Invalid(f"heard: one of {', '.join(HEARD)} is wanted")
    if heard == "all":
        return {"heard": heard, "side": "", "to": []}
    sides = set(battle.campaign.sides.values_list("key", flat=True))
    if heard == "side":
        if side not in sides:
            raise Invalid("side: the key of a side is wanted")
        return {"heard": heard, "side": side, "to": []}
    if not isinstance(to, list | tuple) or not to or len(to) > 40 or not all(isinstance(one, str) for one in to):
        raise Invalid("to: 1 to 40 posts are wanted")
    found = list(_posts(battle).filter(public_id__in=to).select_related("side").order_by("pk"))
    if len(found) != len(set(to)):
        raise Unseen("post")
    held = {one.side.key if one.side is not None else "" for one in found}
    return {"heard": heard, "side": held.pop() if len(held) == 1 else "", "to": [one.public_id for one in found]}


def _posts(battle: Battle) -> Any:
    return Post.objects.filter(campaign_id=battle.campaign_id, held_until__isnull=True).exclude(kind=Post.Kind.UMPIRE)


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
        raise WrongState("It has been given." if row.state == Inject.State.GIVEN else "It has been withdrawn.")
    if row.state == Inject.State.FAILED:
        row.state, row.why = Inject.State.WAITING, ""
        row.save(update_fields=["state", "why"])
    return locked, umpire, row


def _prepared(row: Inject) -> Prepared:
    return Prepared(row.public_id, row.number, row.revision, row.state)


def _record(battle: Battle, row: Inject, kind: str, actor: str, now: datetime) -> None:
    when = {"move_number": row.move_number, "at": row.at.isoformat() if row.at else None}
    data = {
        "inject": row.public_id,
        "number": row.number,
        "revision": row.revision,
        "text": row.text,
        "heard": row.heard,
    }
    add_record(
        battle,
        at=now,
        actor=actor,
        kind=kind,
        data={**data, "side": row.side, "to": row.to, "change": row.change, **when},
    )


# -- when it is due ----------------------------------------------------------------------------------


def _lay_down(battle: Battle, row: Inject, now: datetime) -> None:
    """A due row for an inject that goes by the hour, where a move is under way; one for a move gets its own with that move."""
    move = current_move(battle)
    if row.at is not None and move is not None:
        _due(battle, move, row, row.at)


def _due(battle: Battle, move: Move, row: Inject, at: datetime) -> None:
    generation = row.number * 10_000 + Due.objects.filter(battle=battle, kind=Due.Kind.INJECT).count() % 10_000
    Due.objects.create(battle=battle, move=move, kind=Due.Kind.INJECT, due_at=at, generation=generation)


def _take_up(row: Inject) -> None:
    """What was due of an inject is void."""
    lowest = row.number * 10_000
    of_it = Due.objects.filter(battle_id=row.battle_id, kind=Due.Kind.INJECT, state=Due.State.WAITING)
    of_it.filter(generation__gte=lowest, generation__lt=lowest + 10_000).update(state=Due.State.VOID)


def lay_injects(move: Move, *, opened_at: datetime) -> None:
    """A move opens: what was prepared for it is due then, and what goes by the hour is due with it from now on."""
    waiting = Inject.objects.filter(battle_id=move.battle_id, state=Inject.State.WAITING)
    words = Q(kind=Inject.Kind.WORD, move_number=move.number)
    for row in waiting.filter(words | Q(at__isnull=False)).order_by("number"):
        _take_up(row)
        _due(move.battle, move, row, row.at or opened_at)


def lay_rulings(move: Move, *, now: datetime) -> None:
    """A move closes: the rulings that were prepared for it are due now."""
    waiting = Inject.objects.filter(battle_id=move.battle_id, state=Inject.State.WAITING, kind=Inject.Kind.RULING)
    for row in waiting.filter(move_number=move.number).order_by("number"):
        _take_up(row)
        _due(move.battle, move, row, now)


def inject_is_due(battle: Battle, move: Move, generation: int, now: datetime) -> bool:
    """Give an inject whose time has come; the battle is locked.  Whether it was given."""
    row = Inject.objects.select_related("by__user").get(battle=battle, number=generation // 10_000)
    if row.state != Inject.State.WAITING or battle.status != Battle.Status.RUNNING:
        return False
    try:
        with transaction.atomic():
            _give(battle, move, row, now)
    except Refused as refused:
        row.state, row.why = Inject.State.FAILED, refused.sentence[:300]
        row.save(update_fields=["state", "why"])
        text = f"Move {move.number}: an inject could not be given."
        note_notice(
            battle, move=move, kind="inject-failed", text=text, now=now, to=umpires(battle), again=f"{generation}"
        )
        _record(battle, row, "inject-failed", CLOCK, now)
        return False
    row.state, row.given_at = Inject.State.GIVEN, now
    row.save(update_fields=["state", "given_at"])
    _record(battle, row, "inject-given", CLOCK, now)
    return True


def _give(battle: Battle, move: Move, row: Inject, now: datetime) -> None:
    if row.kind == Inject.Kind.RULING:
        changes = row.change["changes"]
        overrule(battle, move, row.by, change=changes, reason=row.text, clause=row.clause, now=now)
        return
    sent = Dispatch.objects.create(
        battle=battle,
        move=move,
        post_id=row.by_id,
        side=row.side,
        channel="umpire",
        heard=row.heard,
        to=row.to,
        text=row.text,
        key=f"inject.{row.public_id}",
        at=now,
    )
    text = "Word has come for you from the umpire; it stands on your sheet."
    note_notice(battle, move=move, kind="word", text=text, now=now, to=_hearers(battle, row), again=sent.public_id)


def _hearers(battle: Battle, row: Inject) -> list[Post]:
    """One post of each person who hears it."""
    held = _posts(battle)
    if row.heard == "side":
        held = held.filter(side__key=row.side)
    elif row.heard == "addressees":
        held = held.filter(public_id__in=row.to)
    once = {post.user_id: post for post in held.order_by("-pk")}
    return sorted(once.values(), key=lambda post: post.pk)
