"""The after-action report in five figures, each with one or more charts and a table of the same numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from campaigns.sight.after import AfterAction, Course, Timing
from campaigns.sight.forces import Forces
from campaigns.templatetags.marks import halves
from campaigns.web.page.charts import Bar, Chart, Mark, Say, Scale, bar, track
from rules.values.sentence import capitalised, joined, say, word

Cells = tuple[str, ...]


@dataclass(frozen=True)
class Figure:
    """A part of the report: what it shows, its charts, and a table of the same whose first column is the move."""

    key: str
    title: str
    says: str
    charts: tuple[Chart, ...]
    heads: Cells
    rows: tuple[Cells, ...]


def figures(report: AfterAction) -> tuple[Figure, ...]:
    """The parts of a report; those without data are left out."""
    every = (strength(report), losses(report), supplies(report), points(report), readiness(report))
    return tuple(one for one in every if one is not None)


def stations(report: AfterAction | Forces) -> Cells:
    """The opening, each move, and the close where something was entered there."""
    moves = (say("{side} {number}", side=report.seat.called(move.side), number=move.number) for move in report.moves)
    return (say("Opening"), *moves, *((say("The end"),) if report.closing else ()))


def feet_of_columns(report: AfterAction | Forces) -> Cells:
    """The same below a chart, where there is room for a figure."""
    return ("0", *(str(move.number) for move in report.moves), *((say("end"),) if report.closing else ()))


def name_of(report: AfterAction, side: str) -> str:
    """The name of a side in this campaign."""
    return report.seat.side_names.get(side, side)


def shown(amount: int | None, as_text: Say = str) -> str:
    """An amount in a table; a dash where it is unknown."""
    return "–" if amount is None else as_text(amount)


def lost(course: Course, passage: Course) -> Course:
    """The losses since the opening.  passage: what of it came and went meanwhile."""
    first = course.amounts[0] or 0
    both = zip(course.amounts, passage.amounts, strict=True)
    return Course(course.side, course.kind, tuple(first + (moved or 0) - (amount or 0) for amount, moved in both))


def lines(
    report: AfterAction | Forces, key: str, title: str, courses: Sequence[tuple[str, Course]], as_text: Say = str
) -> tuple[Scale, Chart]:
    """A chart of courses, each under a name."""
    known = [amount for _, course in courses for amount in course.amounts if amount is not None]
    feet, labels = feet_of_columns(report), stations(report)
    scale = Scale(min([0, *known]), max([1, *known]), len(feet))
    tracks = tuple(track(name, course.side, course.amounts, scale, labels, as_text) for name, course in courses)
    return scale, Chart(key, title, scale.levels(as_text), scale.columns(feet), tracks)


def table(
    report: AfterAction, courses: Sequence[tuple[str, Course]], as_text: Say = str
) -> tuple[Cells, tuple[Cells, ...]]:
    """Heads and rows of a table: a row for each move, a column for each course."""
    rows = tuple(
        (label, *(shown(course.amounts[place], as_text) for _, course in courses))
        for place, label in enumerate(stations(report))
    )
    return (say("Move"), *(name for name, _ in courses)), rows


def strength(report: AfterAction) -> Figure | None:
    """What each side whose books are open still had after each move."""
    kinds = [kind for kind, _ in report.seat.rules.pieces.forces]
    left = {kind: [one for one in report.strength if one.kind == kind and any(one.amounts)] for kind in kinds}
    charts = [
        lines(report, f"left-{kind}", capitalised(word(kind)), [(name_of(report, one.side), one) for one in those])[1]
        for kind, those in left.items()
        if those
    ]
    if not charts:
        return None
    courses = [
        (say("{side} {kind}", side=name_of(report, one.side), kind=word(one.kind)), one)
        for those in left.values()
        for one in those
    ]
    says = say("What was left after each move: dead, prisoners and what was captured are taken off.")
    return Figure("strength", say("Strength"), says, tuple(charts), *table(report, courses))


def losses(report: AfterAction) -> Figure | None:
    """Men, horses and guns lost since the opening; of a side whose books are closed, the men in sight."""
    forces = report.seat.rules.pieces.forces
    courses = [
        (say("{side} {kind} lost", side=name_of(report, one.side), kind=word(one.kind)), lost(one, passage))
        for kind, _ in forces
        for one, passage in zip(report.strength, report.passages, strict=True)
        if one.kind == kind
    ]
    sighted = [(say("{side} men in sight", side=name_of(report, one.side)), one) for one in report.sighted]
    if not courses and not sighted:
        return None
    charts = []
    for kind, title in forces:
        those = [(name_of(report, one.side), one) for _, one in courses if one.kind == kind]
        if any(any(one.amounts) for _, one in those) or (kind == forces[0][0] and those):
            charts.append(lines(report, f"lost-{kind}", title, those)[1])
    if sighted:
        seen = [(name_of(report, one.side), one) for _, one in sighted]
        charts.append(lines(report, "sighted", say("Men in sight"), seen)[1])
    says = say(
        "Losses since the beginning, after each move. Below zero are gains; who arrived or departed is not counted."
    )
    if sighted:
        says += say(" For the other side you see only what was in sight.")
    return Figure("losses", say("Losses"), says, tuple(charts), *table(report, [*courses, *sighted]))


def supplies(report: AfterAction) -> Figure | None:
    """What was in store after each move, and what fell due in it."""
    if not any(any(one.amounts) for one in report.stores):
        return None
    due = {(one.number, one.side, one.kind): one.packets for one in report.asked}
    charts, columns = [], []
    for kind in report.seat.rules.pieces.stores:
        for store in (one for one in report.stores if one.kind == kind and any(one.amounts)):
            name = say("{side} {kind}", side=name_of(report, store.side), kind=word(kind))
            asked = [due.get((move.number, store.side, kind), 0) for move in report.moves]
            need = Course(store.side, kind, (None, *asked, *((None,) if report.closing else ())))
            scale, chart = lines(report, f"store-{store.side}-{kind}", name, [(say("In store"), store)])
            bars = _bars_due(report, need, scale)
            charts.append(Chart(chart.key, chart.title, chart.levels, chart.columns, chart.tracks, bars))
            columns += [(say("{name} in store", name=name), store)] + (
                [(say("{name} due", name=name), need)] if any(asked) else []
            )
    says = say("Packets in store after each move, and packets that fell due in it.")
    return Figure("supplies", say("Supplies against need"), says, tuple(charts), *table(report, columns))


def _bars_due(report: AfterAction, need: Course, scale: Scale) -> tuple[Bar, ...]:
    """A bar for what fell due in a move."""
    labels = stations(report)
    return tuple(
        bar(
            place,
            amount,
            scale,
            wide=0.5,
            side=need.side,
            kind="due",
            said=say("Due, {labels}: {amount}", labels=labels[place], amount=amount),
        )
        for place, amount in enumerate(need.amounts)
        if amount
    )


def points(report: AfterAction) -> Figure | None:
    """What each side would have scored in the battle after each move, in halves."""
    if not any(any(one.amounts) for one in report.points):
        return None
    courses = [(name_of(report, one.side), one) for one in report.points]
    _, chart = lines(report, "points", say("Value of the force left"), courses, halves)
    says = say(
        "What each side would have scored if the battle had ended after the move. When it ends, this gives the campaign points."
    )
    return Figure("points", say("Value of the force left"), says, (chart,), *table(report, courses, halves))


def minutes(seconds: int) -> str:
    """A time as minutes and seconds: ``4:05``."""
    return f"{seconds // 60}:{seconds % 60:02}"


def readiness(report: AfterAction) -> Figure | None:
    """What each move was allowed and took, and when the seats were ready."""
    if not report.times:
        return None
    most = max(max(one.allowed or 0, one.taken or 0, *(said.seconds for said in one.ready), 1) for one in report.times)
    scale = Scale(0, -(-most // 60), len(report.times) + 2)
    bars, ready = [], []
    for place, one in enumerate(report.times, 1):
        bars += list(_bars_of(report, place, one, scale))
        ready += [
            Mark(
                scale.x(place),
                scale.y(said.seconds / 60),
                say("{title} ready after {seconds}", title=said.title, seconds=minutes(said.seconds)),
            )
            for said in one.ready
        ]
    feet = ("", *(str(one.move.number) for one in report.times), "")
    chart = Chart(
        "clock",
        say("Minutes of each move"),
        scale.levels(str),
        scale.columns(feet),
        bars=tuple(bars),
        ready=tuple(ready),
    )
    rows = tuple(
        (
            say("{side} {number}", side=report.seat.called(one.move.side), number=one.move.number),
            shown(one.allowed, minutes),
            shown(one.taken, minutes),
            joined(
                ", ", (say("{title} {seconds}", title=said.title, seconds=minutes(said.seconds)) for said in one.ready)
            )
            or "–",
        )
        for one in report.times
    )
    says = say("Time allowed for each move (with extensions), time taken, and when each commander was ready.")
    title = say("Readiness against the clock")
    if report.game is not None:
        says, title = say("Time allowed for each turn (with extensions) and time taken."), say("The clock")
    return Figure("readiness", title, says, (chart,), (say("Move"), say("Allowed"), say("Taken"), say("Ready")), rows)


def _bars_of(report: AfterAction, place: int, one: Timing, scale: Scale) -> tuple[Bar, ...]:
    """The bars of one move: what was allowed, and within it what it took."""
    name = say("{side} {number}", side=report.seat.called(one.move.side), number=one.move.number)
    return tuple(
        bar(
            place,
            seconds / 60,
            scale,
            wide=wide,
            side=one.move.side,
            kind=kind,
            said=say("{name} {kind} {seconds}", name=name, kind=word(kind), seconds=minutes(seconds)),
        )
        for kind, seconds, wide in (("allowed", one.allowed, 0.7), ("taken", one.taken, 0.44))
        if seconds is not None
    )
