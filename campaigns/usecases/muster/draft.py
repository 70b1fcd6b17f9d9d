"""The forces of a battle that is prepared, kept as the umpire writes them: changed, taken back and made again.

A change may leave the force faulty; it is kept all the same, and the battle keeps its last opening position without a
fault.  What cannot be read is refused, and nothing is changed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils.crypto import salted_hmac

from campaigns.bridge import canonical, rules_of
from campaigns.errors import WrongState
from campaigns.locks import lock_battle
from campaigns.models import Battle, MusterDraft
from campaigns.models.plain import Plain
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_battle, umpire_of
from campaigns.usecases.exercises.descent import note_battle
from campaigns.usecases.muster.changes import MOST_THINGS, Board, Force, Thing, made, refuse_too_many, title_of
from campaigns.usecases.muster.countries import choose_country
from campaigns.usecases.muster.openings import GREATEST_START, complete, on_its_country, without_its_country
from campaigns.usecases.muster.places import of_country
from campaigns.usecases.muster.steps import AFTER, BEFORE, at_one_end, bounded, difference, touched
from campaigns.usecases.pictures.underlays import copy_to_battle
from campaigns.usecases.text_checks import read_whole
from rules.contract.pieces import Pieces
from rules.errors import Invalid, Reason, Refused
from rules.values import codec
from rules.values.sentence import joined, of_field, say

MOST_REMEMBERED = 200
"""Changes of which it is remembered what they touched."""

EVERYTHING = [["", ""]]
"""What a change touches that replaces the whole force."""


@dataclass(frozen=True)
class Draft:
    """The force of a battle as it stands.

    start: without the country, where a saved one was chosen.  undo, redo: what would be taken back or made again, in
    words; empty where nothing.  things: the ids that the change touched whose answer this is.  handed: what sides put down
    themselves, as in ``MusterDraft``.
    """

    start: Force
    revision: int
    undo: str = ""
    redo: str = ""
    things: tuple[str, ...] = ()
    handed: Mapping[str, Any] = field(default_factory=dict)


class ForceChanged(Refused):
    """The same things have been changed since this change was begun.  there: each as it is now, by id; none where it is gone."""

    status = 412

    def __init__(self, names: Sequence[str], there: Mapping[str, Any], revision: int) -> None:
        self.there, self.revision = dict(there), revision
        said = joined(", ", names[:5]) if names else say("the whole force")
        super().__init__(
            "E-STALE", say("Somebody changed this after you opened it: {said}. Nothing was overwritten.", said=said)
        )

    def data(self) -> Reason:
        return {**super().data(), "there": self.there, "revision": self.revision}  # type: ignore[typeddict-unknown-key]


def draft_of(battle: Battle) -> Draft:
    """The force of a battle as it stands: what was written last, else its opening position.  Nothing is written."""
    return _shown(row_of(battle))


def row_of(battle: Battle) -> MusterDraft:
    """The row of a battle's force; one that is not saved where nothing was changed yet."""
    found = MusterDraft.objects.filter(battle=battle).first()
    return found or MusterDraft(
        battle=battle, start=without_its_country(battle, battle.start), changed_at=battle.created_at
    )


def _shown(row: MusterDraft, things: Sequence[str] = ()) -> Draft:
    undo, redo = (steps[-1]["title"] if steps else "" for steps in (row.steps, row.undone))
    return Draft(row.start, row.revision, undo, redo, tuple(things), row.handed)


def board_of(battle: Battle) -> Board:
    """What changes of a battle's force are made on."""
    country = on_its_country(battle, {"country": battle.start.get("country") or {}})["country"]
    salt = salted_hmac("muster", str(battle.pk)).hexdigest()
    names = {side.key: side.name for side in battle.campaign.sides.all()}
    return Board(rules_of(battle.terms), names, country, salt)


# -- changed ------------------------------------------------------------------------------------------


@unlocked
def change_draft(*, by: Any, battle: str, base: Any, changes: Any, now: datetime) -> Draft:
    """Changes to a battle's force, all or none, as one step.  ForceChanged where others changed the same things since ``base``.

    changes: as in ``muster.changes``.  base: the revision on which they were made.
    """
    with transaction.atomic():
        locked = prepared(by, battle)
        row, board = row_of(locked), board_of(locked)
        step = made(board, row.start, changes)
        _refuse_stale(board.rules.pieces, row, base, step.named)
        return keep_start(locked, row, step.start, title_of(step.titles), now)


@unlocked
def replace_force(
    *, by: Any, battle: str, base: Any, groups: Any, side: str = "", replace: bool = False, now: datetime
) -> Draft:
    """Things put down as one step, in the kit's form by group and id; one that is there already becomes what the data say.

    replace: instead of all that the side has.  side: empty for both sides.
    """
    with transaction.atomic():
        locked = prepared(by, battle)
        row, board = row_of(locked), board_of(locked)
        things = read_groups(board, groups)
        changes: list[Plain] = []
        if replace:
            cleared = [side] if side else list(board.rules.sides)
            there = {one.get("side") for _, _, one in board.rules.pieces.every(row.start)}
            changes += [{"clear": one} for one in cleared if one in there]
        for group, thing, data in things:
            known = not replace and thing in (row.start.get(group) or {})
            changes.append({"group": group, "thing": thing, "become" if known else "add": data})
        step = made(board, row.start, changes, MOST_THINGS + len(board.rules.sides))
        _refuse_stale(board.rules.pieces, row, base, step.named)
        note_battle(locked, step.start)
        title = say("Order of battle, {side}", side=board.sides[side]) if side else say("Order of battle")
        return keep_start(locked, row, step.start, title, now)


def read_groups(board: Board, groups: Any) -> list[tuple[str, str, Plain]]:
    """The things of a start, or of a part of one, one by one.  Invalid where that is not its form."""
    found: list[tuple[str, str, Plain]] = []
    for group, things in codec.read_map(groups, "start").items():
        if not (isinstance(group, str) and board.rules.pieces.lists(group)):
            raise Invalid(of_field("group", say("there is no such group of things")))
        for thing, data in codec.read_map(things, str(group)).items():
            found.append((group, codec.read_id(thing, str(group)), codec.read_map(data, f"{group}.{thing}")))
    return found


def prepared(by: Any, public_id: str) -> Battle:
    """A battle whose force its umpire may change, locked.  WrongState where it has begun, or is played on a board."""
    locked = lock_battle(find_battle(public_id).pk)
    umpire_of(by, locked.campaign_id, "battle")
    refuse_begun(locked)
    return locked


def refuse_begun(battle: Battle) -> None:
    """WrongState where the force of a battle can no longer be changed, or where it has none."""
    if battle.status != Battle.Status.PREPARING:
        raise WrongState(say("The battle has begun. Its forces can be changed on the desk only."))
    if rules_of(battle.terms).book.on_board:
        raise WrongState(say("This game is played on a board. Its men stand where its rules put them."))


def _refuse_stale(pieces: Pieces, row: MusterDraft, base: Any, named: set[Thing]) -> None:
    """ForceChanged where what a change names has been changed since the revision on which it was made."""
    base = read_whole(base, "base", 0, row.revision)
    since = [one for revision, things in row.touched if revision > base for one in things]
    forgotten = base < row.revision - len(row.touched)
    whole = forgotten or EVERYTHING[0] in since
    both = named if whole else named & {(group, thing) for group, thing in since}
    if not both and not whole:
        return
    found = [(group, thing, (row.start.get(group) or {}).get(thing)) for group, thing in sorted(both)]
    there = {thing: state for _, thing, state in found}
    names = [] if whole else [pieces.called(group, thing, state or {}) for group, thing, state in found]
    raise ForceChanged(names, there, row.revision)


def keep_start(battle: Battle, row: MusterDraft, start: Force, title: str, now: datetime) -> Draft:
    """A new start of a force, as a step that can be taken back."""
    found = difference(rules_of(battle.terms).pieces, row.start, start)
    if not found:
        return _shown(row)
    row.steps = bounded([*row.steps, {"title": title, "things": found}])
    row.undone = []
    return _written(battle, row, start, touched(found), now)


def _written(battle: Battle, row: MusterDraft, start: Force, things: list[list[str]], now: datetime) -> Draft:
    """The row of a force with another start; the battle's opening position follows it, where it has no fault."""
    if len(canonical(start)) > GREATEST_START:
        raise Invalid(
            of_field("start", say("at most {greatest_start} bytes are wanted", greatest_start=GREATEST_START))
        )
    row.start, row.changed_at = start, now
    row.revision += 1
    row.touched = [*row.touched, [row.revision, things]][-MOST_REMEMBERED:]
    save_row(row)
    follow(battle, start)
    return _shown(row, [thing for _, thing in things if thing])


def save_row(row: MusterDraft) -> None:
    """Write a row, whether or not it is there already."""
    if not MusterDraft.objects.filter(battle=row.battle).exists():
        row.save(force_insert=True)
    else:
        row.save(update_fields=["start", "revision", "steps", "undone", "touched", "handed", "changed_at"])


def follow(battle: Battle, start: Force) -> bool:
    """Keep the opening position of a force in its battle; whether there is one."""
    try:
        battle.start = complete(battle.terms, on_its_country(battle, start))
    except Refused:
        return False
    battle.save(update_fields=["start"])
    return True


# -- taken back and made again ------------------------------------------------------------------------


def undo_draft(*, by: Any, battle: str, base: Any = None, now: datetime) -> Draft:
    """Take the last step back, whoever made it.  base: refused if it is given and others have changed the force since."""
    return _turn_back(by, battle, base, now, BEFORE)


def redo_draft(*, by: Any, battle: str, base: Any = None, now: datetime) -> Draft:
    """Make the step again that was taken back last."""
    return _turn_back(by, battle, base, now, AFTER)


@unlocked
def _turn_back(by: Any, battle: str, base: Any, now: datetime, end: str) -> Draft:
    """A force as it was before its last step, or after the one that was taken back last."""
    with transaction.atomic():
        locked = prepared(by, battle)
        row = row_of(locked)
        if base is not None and read_whole(base, "base", 0, row.revision) != row.revision:
            raise ForceChanged([], {}, row.revision)
        taken, given = (row.steps, row.undone) if end == BEFORE else (row.undone, row.steps)
        if not taken:
            raise WrongState(
                say("There is nothing to take back.") if end == BEFORE else say("There is nothing to make again.")
            )
        step = taken.pop()
        given.append(step)
        start = at_one_end(row.start, step["things"], end)
        return _written(locked, row, start, touched(step["things"]), now)


# -- replaced -----------------------------------------------------------------------------------------


def replace_locked(battle: Battle, row: MusterDraft, start: Mapping[str, Any], title: str, now: datetime) -> None:
    """Another start instead of a force, of a battle that is locked, as one step; its opening position is the caller's affair.

    title: of the step; without one it cannot be taken back.
    """
    new = without_its_country(battle, start)
    rules = rules_of(battle.terms)
    refuse_too_many(rules, new)
    note_battle(battle, new)
    found = difference(rules.pieces, row.start, new)
    if found:
        if title:
            row.steps, row.undone = bounded([*row.steps, {"title": title, "things": found}]), []
        row.start, row.changed_at, row.revision = new, now, row.revision + 1
        row.touched = [*row.touched, [row.revision, EVERYTHING]][-MOST_REMEMBERED:]
        save_row(row)


def move_to_country(battle: Battle, by: Any, public_id: str, now: datetime) -> dict[str, Any]:
    """Another country under the force of a battle that is locked: the columns of the battle that change.

    What came with the country before goes with it, and that is no step that can be taken back.  Where the force does
    not fit the new one, it is kept with its faults, and the opening position is the bare country.  Invalid where that
    is none.
    """
    row, before = row_of(battle), battle.start.get("country") or {}
    pieces = rules_of(battle.terms).pieces
    force = {
        key: {thing: state for thing, state in one.items() if not of_country(before, key, thing)}
        if pieces.lists(key)
        else one
        for key, one in row.start.items()
        if key != "country"
    }
    laid, kept = choose_country(by, public_id, battle.terms.book, force)
    bare = {"country": laid["country"], **{kind.group: {} for kind in pieces.kinds}}
    try:
        start = complete(battle.terms, laid)
    except Refused:
        start = complete(battle.terms, bare)
    for key, value in kept.items():
        setattr(battle, key, value)
    battle.start = start
    copy_to_battle(battle, kept["country"], now)
    replace_locked(battle, row, {key: one for key, one in laid.items() if key != "country"}, "", now)
    return {**kept, "start": start}
