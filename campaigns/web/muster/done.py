"""What a press in the muster has done, in a sentence: it is read on the page, and said by a screen reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from campaigns.desk.muster import MusterSheet
from campaigns.usecases.muster.draft import Draft
from campaigns.web.board.plan import place_in_words
from campaigns.web.muster.muster_board import BRIGADE
from campaigns.web.muster.muster_rows import place_of
from rules.contract.pieces import State
from rules.values.sentence import say, say_many


def done_of(act: str, before: MusterSheet, made: Draft, things: Sequence[str]) -> str:
    """What was done, in a sentence; empty where nothing became of it.  things: with which, as they are after it; gone, as they were."""
    if act in ("undo", "redo"):
        undone = act == "undo"
        what = before.draft.undo if undone else before.draft.redo
        return say("Undone: {what}", what=what) if undone else say("Redone: {what}", what=what)
    if made.revision == before.draft.revision:
        return ""
    pieces = before.seat.rules.pieces
    found = [pieces.find(made.start, one) or pieces.find(before.start, one) for one in things]
    there = [(thing, *one) for thing, one in zip(things, found, strict=True) if one is not None]
    if act not in SENTENCES or not there:
        return made.undo
    thing, group, state = there[0]
    return SENTENCES[act](_and_more(pieces.called(group, thing, state), len(there) - 1), state, before)


def new_chiefs(before: MusterSheet, things: Sequence[str]) -> list[str]:
    """Of the things that a change touched those that were not there, and that serve none of the others."""
    there = {thing for _, thing, _ in before.seat.rules.pieces.every(before.start)}
    new = [one for one in things if one not in there]
    return sorted((one for one in new if not any(one.startswith(f"{other}-") for other in new)), key=len)


def _and_more(first: str, more: int) -> str:
    return first if not more else say_many("{first} and {n} more", "{first} and {n} more", more, first=first)


def _put(names: str, state: State, before: MusterSheet) -> str:
    at = place_of(state)
    return (
        say("{name} put down at {where}", name=names, where=place_in_words(at))
        if at
        else say("{name} put down", name=names)
    )


def _moved(names: str, state: State, before: MusterSheet) -> str:
    return say("{name} moved to {where}", name=names, where=place_in_words(place_of(state)))


def _turned(names: str, state: State, before: MusterSheet) -> str:
    return say("{name} turned to {degrees}°", name=names, degrees=state.get("facing", 0))


def _duplicated(names: str, state: State, before: MusterSheet) -> str:
    return say("Duplicated: {name} is new", name=names)


def _removed(names: str, state: State, before: MusterSheet) -> str:
    return say("{name} removed. Undo: Ctrl+Z", name=names)


def _mirrored(names: str, state: State, before: MusterSheet) -> str:
    other = next((one for one in before.seat.rules.sides if one != state.get("side")), "")
    return say("{name} mirrored to {side}", name=names, side=before.seat.called(other))


def _in_a_brigade(names: str, state: State, before: MusterSheet) -> str:
    brigade = state.get(BRIGADE) or ""
    return (
        say("{name} put into {brigade}", name=names, brigade=brigade)
        if brigade
        else say("{name} put into no brigade", name=names)
    )


SENTENCES: Mapping[str, Callable[[str, State, MusterSheet], str]] = {
    "put": _put,
    "move": _moved,
    "turn": _turned,
    "left": _turned,
    "right": _turned,
    "duplicate": _duplicated,
    "remove": _removed,
    "mirror": _mirrored,
    "brigade": _in_a_brigade,
}
"""What is said of a press, of the names of the things and the first of them; of any other the title of its step."""
