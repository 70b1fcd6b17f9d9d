"""A moment of a replay as it is shown: the scrubber, one plan or two, what happened, and belief beside truth in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from campaigns.sight import Seat, Thing, UnderlayFact, under_battle
from campaigns.sight.replay import Difference, Moment, MoveFact, Remembered, Scene
from campaigns.web.board import boards, plan
from campaigns.web.board.plan import place_in_words
from campaigns.web.page import thing_view
from campaigns.web.page.events import corrected, count_lines, grouped
from campaigns.web.reports.happened import board_of
from rules.values.sentence import joined, say

KINDS = {
    "truth": say("As it was"),
    "side": say("As a side saw it"),
    "commander": say("As one commander believed it"),
    "observer": "",
}
"""Headings under which the lenses are offered."""


def shown(moment: Moment) -> dict[str, Any]:
    """All that the page of a moment shows, without the frame."""
    lens = moment.lens
    names = {**moment.scene.names, **{one.thing.id: one.thing.name for one in moment.remembered}}
    lies = under_battle(moment.seat, lens.side)
    groups = grouped(moment.events, names, moment.seat.rules)
    return {
        "moment": moment,
        "said": said(moment),
        "stops": list(stops(moment)),
        "before": address(moment, moment.number - 1) if moment.number > 1 else "",
        "after": address(moment, moment.number + 1) if moment.number < moment.moments else "",
        "offered": list(offered(moment)),
        "plan": drawn(moment, moment.scene, moment.remembered, names, lies),
        "plan_title": title_of(moment, lens.title),
        "truth_plan": drawn(moment, moment.truth, (), names, lies) if moment.truth is not None else None,
        "truth_title": title_of(moment, say("As it was")),
        "board": boards.draw_board(moment.scene.board, lens.side, names=moment.seat.side_names),
        "truth_board": boards.draw_board(moment.truth.board, lens.side, names=moment.seat.side_names)
        if moment.truth is not None
        else None,
        "groups": groups,
        "names": names,
        "corrected": corrected(moment.rulings),
        "told": count_lines(groups),
        "forces": list(forces(moment)),
        "remembered": [remembered(one) for one in moment.remembered],
        "differences": [difference(one, moment.seat.side_names) for one in moment.differences],
    }


def said(moment: Moment) -> str:
    """The name of a moment: ``Move 5, Red``."""
    if moment.move is None:
        return say("The position now") if moment.seat.battle.status != "ended" else say("The end")
    return say("Move {number}, {side}", number=moment.move.number, side=moment.seat.called(moment.move.side))


def title_of(moment: Moment, whose: str) -> str:
    """The title of a plan: whose it is, and when."""
    return say("{whose}: {moment}", whose=whose, moment=said(moment))


def address(moment: Moment, number: int) -> str:
    """The query of another moment through the same lens."""
    query = {"move": number, "of": moment.lens.key, **({"beside": "on"} if moment.truth is not None else {})}
    return f"?{urlencode(query)}"


def stops(moment: Moment) -> Iterable[dict[str, Any]]:
    """Every moment, as a stop of the scrubber."""
    for number in range(1, moment.moments + 1):
        move = moment.moves[number - 1] if number <= len(moment.moves) else None
        yield {
            "number": number,
            "href": address(moment, number),
            "label": str(move.number) if move else say("End"),
            "side": move.side if move else "",
            "words": words(moment.seat, move),
            "here": number == moment.number,
        }


def words(seat: Seat, move: MoveFact | None) -> str:
    """A move by its number and its side."""
    return (
        say("Move {number}, {side}", number=move.number, side=seat.called(move.side))
        if move
        else say("after the last move")
    )


def offered(moment: Moment) -> Iterable[dict[str, Any]]:
    """The lenses under their headings."""
    for kind, heading in KINDS.items():
        those = [lens for lens in moment.lenses if lens.kind == kind]
        if those:
            yield {"heading": heading, "lenses": those}


def drawn(
    moment: Moment, scene: Scene, lost: Iterable[Remembered], names: Mapping[str, str], lies: UnderlayFact | None = None
) -> plan.Plan | None:
    """The plan of a scene with what happened then; things that are only remembered are faint.  lies: the picture beneath."""
    things = thing_view.on_the_plan(scene.things)
    things += [{**one, "faint": True} for one in thing_view.on_the_plan(one.thing for one in lost)]
    # The truth beside a belief has other events, which this page does not list: nothing there leads to a line.
    told = moment.events if scene is moment.scene else ()
    size = moment.seat.terms.options.get("map_size_ft")
    return board_of(
        things,
        size,
        scene.country,
        traces=scene.traces,
        events=told,
        names={**names, **scene.names},
        over=False,
        flags=scene.flags,
        picture=lies,
    )


def forces(moment: Moment) -> Iterable[dict[str, Any]]:
    """The things of each side, the viewer's side first; of a commander their own arms marked."""
    lens = moment.lens
    for side in sorted(moment.seat.side_names, key=lambda one: one != lens.side):
        things = [one for one in moment.scene.things if one.side == side]
        rows = [thing_view.row(replace(one, receipt=None)) for one in things]
        yield {
            "side": side,
            "name": moment.seat.side_names[side],
            "groups": thing_view.grouped(rows, moment.seat.rules.pieces),
            "mine": lens.arms if side == lens.side else (),
            "in_all": thing_view.in_all(things, moment.seat.rules.pieces),
        }


def remembered(one: Remembered) -> dict[str, Any]:
    """What was last seen of a thing that is no longer in sight."""
    return {"row": thing_view.row(one.thing), "seen": one.seen}


def difference(one: Difference, sides: Mapping[str, str]) -> dict[str, Any]:
    """A difference of belief and truth: the thing, what was believed of it and what was true."""
    about = one.was or one.believed
    assert about is not None
    return {
        "name": about.name,
        "side": about.side,
        "side_name": sides.get(about.side, ""),
        "believed": believed(one),
        "was": say("it was there no more") if one.was is None else thing_in_words(one.was),
    }


def believed(one: Difference) -> str:
    """What was believed of a thing, in words."""
    if one.believed is None:
        return say("nothing was known of it")
    text = thing_in_words(one.believed)
    return say("{text}; last seen after move {seen}", text=text, seen=one.seen) if one.seen is not None else text


def thing_in_words(thing: Thing) -> str:
    """A thing in words: its name, its strength, its place."""
    row = thing_view.row(thing)
    parts = [row.name, row.strength, *row.flags, place_in_words(thing.state.get("at"))]
    return joined(", ", (part for part in parts if part))
