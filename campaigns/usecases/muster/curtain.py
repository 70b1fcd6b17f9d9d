"""Each side's General puts down his own force behind a curtain, where the umpire lets him.

He may change place, front and formation of his own side's things inside a zone, until he says that he is ready, and learns
nothing of the other side: his changes are read on his own things alone.  The umpire sees all, may take it back, and begins.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.locks import lock_battle
from campaigns.models import Battle, MusterDraft, Post
from campaigns.models.shown import new_public_id
from campaigns.side_views import OwnForce, own_force
from campaigns.unlocked import unlocked, worked_out
from campaigns.usecases.access import find_battle, player_of
from campaigns.usecases.muster import places
from campaigns.usecases.muster.changes import Board, Force, made, title_of
from campaigns.usecases.muster.draft import ForceChanged, board_of, keep_start, prepared, row_of, save_row
from campaigns.usecases.muster.faults import Faulty, faults_of
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.text_checks import read_line
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import POINT
from rules.values.sentence import joined, of_field, say

OWN_HALF = "half"
"""The zone that reaches from a side's back line to the middle of the country."""

MAY_SET = ("at", "facing", "formation")
"""The fields of his own things that a General may set behind the curtain."""


# -- by the umpire ------------------------------------------------------------------------------------


@unlocked
def open_curtain(*, by: Any, battle: str, side: str, zone: Any = OWN_HALF, now: datetime) -> Battle:
    """The umpire lets a side put its own force down; again, where it was ready.

    zone: ``half``, or [west, south, east, north] in inches.
    """
    with transaction.atomic():
        locked = prepared(by, battle)
        board, row = board_of(locked), row_of(locked)
        if side not in board.rules.sides:
            raise Invalid(of_field("side", say("choose a side")))
        row.handed = {**row.handed, side: {"zone": _zone(board, side, zone), "ready": False}}
        _written(row, now)
        text = say("{name}: put your force down before the battle begins.", name=locked.name)
        note_notice(
            locked, move=None, kind="setting-out", text=text, now=now, to=_led_by(locked, side), again=new_public_id()
        )
    return locked


@unlocked
def take_back_force(*, by: Any, battle: str, side: str, now: datetime) -> Battle:
    """The umpire takes it back: what the side has put down stays where it is."""
    with transaction.atomic():
        locked = prepared(by, battle)
        row = row_of(locked)
        if side not in row.handed:
            raise WrongState(say("This side does not put its own force down."))
        row.handed = {key: one for key, one in row.handed.items() if key != side}
        _written(row, now)
    return locked


def _zone(board: Board, side: str, zone: Any) -> list[int | float]:
    """A rectangle of the country, in inches.  Invalid where it is none."""
    size = places.size_of(board.country)
    if size is None:
        raise Invalid(of_field("zone", say("the country has no size, so nothing has a place in it")))
    if zone == OWN_HALF:
        (west, south), (east, north) = places.own_half(side, board.rules.sides, board.country, size)
    else:
        if not isinstance(zone, list | tuple) or len(zone) != 4:
            raise Invalid(of_field("zone", say("give four numbers of inches: west, south, east, north")))
        west, south, east, north = (codec.read_length(one, "zone") for one in zone)
    if not (0 <= west < east <= size[0] and 0 <= south < north <= size[1]):
        wide, deep = POINT.write(size)
        said = say("give a rectangle inside the country, which is {wide} by {deep} inches", wide=wide, deep=deep)
        raise Invalid(of_field("zone", said))
    return [*POINT.write((west, south)), *POINT.write((east, north))]


def _written(row: MusterDraft, now: datetime) -> None:
    """What is handed over, kept; a force that nobody has changed yet gets its row with it."""
    row.changed_at = now
    save_row(row)


def _led_by(battle: Battle, side: str) -> list[Post]:
    """The seats that may put a side's force down: its General's, and where it has none its commanders'."""
    held = Post.objects.filter(campaign_id=battle.campaign_id, held_until__isnull=True, side__key=side)
    generals = list(held.filter(kind=Post.Kind.GENERAL))
    return generals or list(held.filter(kind=Post.Kind.COMMANDER))


# -- by the side --------------------------------------------------------------------------------------


@unlocked
def place_own(*, by: Any, battle: str, base: str, changes: Any, now: datetime) -> OwnForce:
    """Places, fronts and formations of a side's own things, all or none.  ForceChanged where they are not as ``base`` says.

    Faulty where the rules refuse how they would stand.

    changes: ``{"thing", "key", "value"}`` with the keys of ``MAY_SET``, or ``{"move": [ids], "by": [east, north]}``.
    """
    with transaction.atomic():
        locked, side, force = _own(by, battle)
        row, board = row_of(locked), board_of(locked)
        own = {group: things for group, things in force.start.items() if group != "country"}
        if read_line(base, "base", 40) != force.base:
            raise ForceChanged([], own, 0)
        step = made(board, own, _allowed(changes))
        _inside(board.rules.pieces, step.start, own, force.zone)
        _refuse_own_faults(locked, board, {**force.start, **step.start}, {thing for _, thing in step.named})
        merged = {**row.start, **{group: {**row.start[group], **things} for group, things in step.start.items()}}
        title = say("{side}: {title}", side=board.sides[side], title=title_of(step.titles))
        keep_start(locked, row, merged, title, now)
        return _still(locked, side)


@unlocked
def say_ready(*, by: Any, battle: str, now: datetime) -> OwnForce:
    """A side's force is put down; it changes nothing more unless the umpire hands it over again.  Faulty where the rules refuse it."""
    with transaction.atomic():
        locked, side, force = _own(by, battle)
        row, board = row_of(locked), board_of(locked)
        _refuse_own_faults(locked, board, force.start, {one for _, one, _ in board.rules.pieces.every(force.start)})
        row.handed = {**row.handed, side: {**row.handed[side], "ready": True}}
        _written(row, now)
        name = board.sides[side]
        text = say("{name}: {side} has put its force down.", name=locked.name, side=name)
        note_notice(locked, move=None, kind="set-out", text=text, now=now, to=umpires(locked), again=new_public_id())
        return _still(locked, side)


def _refuse_own_faults(battle: Battle, board: Board, start: Force, things: Collection[str]) -> None:
    """Faulty where the rules refuse how some of a side's own things stand, as if they stood alone: what a General may set himself.

    A fault of anything else, such as who serves a gun, is the umpire's to mend.
    """
    terms = battle.terms
    found = worked_out(
        "faults",
        [terms.book, terms.options, terms.seats, dict(board.sides), start],
        lambda: faults_of(terms, start, names=board.sides),
    )
    own = [one for one in found if one.stops and one.thing in things and one.key in ("", *MAY_SET)]
    if own:
        raise Faulty(own)


def _own(by: Any, public_id: str) -> tuple[Battle, str, OwnForce]:
    """A locked battle, the side whose force somebody may put down there, and that force.  Unseen to anybody who may not know of it."""
    locked = lock_battle(find_battle(public_id).pk)
    posts = player_of(by, locked.campaign_id, "battle")
    mine = next((post for post in posts if post.commands and post.side is not None), None)
    side = mine.side.key if mine is not None and mine.side is not None else ""
    force = own_force(locked.terms, locked, side) if side else None
    if force is None:
        raise Unseen("force")
    leading = {post.pk for post in _led_by(locked, side)}
    if not any(post.pk in leading for post in posts):
        raise NotYours(say("Only the General of a side puts its force down."))
    if force.ready:
        raise WrongState(say("This side is already ready."))
    return locked, side, force


def _still(battle: Battle, side: str) -> OwnForce:
    """The force of a side that is still handed over."""
    force = own_force(battle.terms, battle, side)
    if force is None:
        raise Unseen("force")
    return force


def _allowed(changes: Any) -> Sequence[Any]:
    """Changes that a General may make; Invalid for any other."""
    if not isinstance(changes, list | tuple):
        raise Invalid(of_field("changes", say("a list of changes is wanted")))
    for one in changes:
        keys = set(one) if isinstance(one, Mapping) else set()
        sets = "key" in keys and one["key"] in MAY_SET and one.get("value") is not None
        if not sets and keys != {"move", "by"}:
            known = joined(", ", MAY_SET)
            raise Invalid(of_field("changes", say("of your own force you may set {known}, or move it", known=known)))
    return changes


def _inside(pieces: Pieces, start: Force, before: Mapping[str, Any], zone: Sequence[int | float]) -> None:
    """Invalid where something that has been moved stands outside of a zone, with its name and the zone."""
    west, south, east, north = zone
    for group, things in start.items():
        for thing, state in things.items():
            at = places.at_of(state)
            if at is None or state.get("at") == before[group][thing].get("at"):
                continue
            x, y = POINT.write(at)
            if not (west <= x <= east and south <= y <= north):
                said = say(
                    "{name} would stand outside your ground, which reaches from {west} to {east} inches east and from "
                    "{south} to {north} inches north",
                    name=pieces.called(group, thing, state), west=west, east=east, south=south, north=north,
                )  # fmt: skip
                raise Invalid(of_field("at", said))
