"""The strip beside the umpire's map: what is doubtful, a line each; and what went as ordered, folded and counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from campaigns.desk import Desk, DeskOrder
from campaigns.desk.claims import ClaimFact
from campaigns.desk.doubts import Doubt, doubts, waits
from campaigns.desk.questions import QuestionFact
from campaigns.web.desk.cost_lines import cost
from campaigns.web.desk.ruled_losses import standing_changes
from campaigns.web.desk.strip_lines import Fold, Line, side_of
from rules.contract.sentences import counted
from rules.values.sentence import capitalised, joined, say, say_many, word_of

LONGEST = 160
"""Characters of a question that stand on a line; the whole of it stands below."""


@dataclass(frozen=True)
class Strip:
    """Everything that the strip shows.  doubtful: to be decided; folds: as ordered; cost: what cost anybody anything."""

    doubtful: tuple[Line, ...] = ()
    folds: tuple[Fold, ...] = ()
    cost: tuple[Fold, ...] = ()

    @property
    def stops(self) -> tuple[Line, ...]:
        """What must be decided before anything can be published."""
        return tuple(one for one in self.doubtful if one.stops)

    def about(self, thing: str) -> tuple[Line, ...]:
        """The lines about a thing."""
        folded = (line for fold in (*self.cost, *self.folds) for line in fold.lines)
        return tuple(one for one in (*self.doubtful, *folded) if thing in one.things)


def strip(desk: Desk, questions: Collection[QuestionFact] = (), claims: Iterable[ClaimFact] = ()) -> Strip:
    """The strip of a desk."""
    if desk.clock is None or desk.seat.battle.status == "ended" or desk.clock.state == "submitted":
        return Strip()
    shown = Strip(tuple(_doubtful(desk, questions, claims)))
    doubted = {one.href for one in shown.doubtful}
    closed = is_closed(desk)
    return Strip(
        shown.doubtful,
        tuple(_as_ordered(desk, doubted, closed=closed)) + tuple(_duties(desk, closed=closed)),
        tuple(cost(desk)) if closed else (),
    )


def is_closed(desk: Desk) -> bool:
    """Whether the orders are closed, so that there is a result to be ruled on."""
    return desk.clock is not None and desk.clock.state in ("closed", "fire")


# -- what is doubtful ----------------------------------------------------------------------------


def _doubtful(desk: Desk, questions: Collection[QuestionFact], claims: Iterable[ClaimFact]) -> Iterator[Line]:
    """What waits for the umpire, the most urgent first."""
    numbers = number_of(desk)
    for one in doubts(desk, questions, claims, closed=is_closed(desk)):
        line = LINES[one.kind](desk, one)
        yield replace(line, number=numbers[one.about.measured_key]) if one.kind in OF_ORDERS else line


def _parked(desk: Desk, one: Doubt) -> Line:
    return Line(say("The move is stuck. {why}", why=one.about), href="#h-submit", link=say("See"))


def _held(desk: Desk, one: Doubt) -> Line:
    held = one.about
    words = (
        say("{name}: returned, no other order yet", name=held.name)
        if held.kind == "return"
        else say("{name}: held", name=held.name)
    )
    side = side_of(desk, held.thing)
    return Line(words, (held.thing,), "", side, f"#held-{held.ruling}", say("Decide"), stops=True)


def _answered(desk: Desk, one: Doubt) -> Line:
    held = one.about
    words = say("{name}: another order has come for the one that you returned", name=held.name)
    return Line(words, (held.thing,), "", side_of(desk, held.thing), f"#held-{held.ruling}", say("Read"))


def _fact(desk: Desk, one: Doubt) -> Line:
    """The facts that an order wants: one line."""
    order, wanted = one.about, one.wanted
    words = say("{name}: {question}", name=order.name, question=_asked(wanted[0]))
    if wanted[1:]:
        words = say_many("{words} And {n} more.", "{words} And {n} more.", len(wanted) - 1, words=words)
    stops = any(need.open for need in wanted)
    panel = f"fact/?{urlencode({'of': f'o.{order.measured_key}'})}"
    return _of_order(desk, order, words, say("Measure"), stops=stops, panel=panel)


def _move_fact(desk: Desk, one: Doubt) -> Line:
    need = one.about
    asked = _asked(need)
    named = say("{name}: {question}", name=need.name, question=asked) if need.subject else asked
    name, things = f"m.{need.key}.{need.subject}", (need.subject,) if need.subject else ()
    side, panel = side_of(desk, need.subject), f"fact/?{urlencode({'of': name})}"
    return Line(named, things, "", side, f"#{name}", say("Measure"), need.open, panel=panel)


def _asked(need: Any) -> str:
    return say("to be confirmed: {question}", question=need.question) if need.waits else str(need.question)


def _refused(desk: Desk, one: Doubt) -> Line:
    """An order that the rules would not carry out."""
    order = one.about
    words = say("{name}: {sentence}", name=order.name, sentence=order.refused["sentence"])
    return _of_order(desk, order, words, say("Correct"))


def _of_order(desk: Desk, order: DeskOrder, words: str, link: str, *, stops: bool = False, panel: str = "") -> Line:
    things, side = _things(desk, order.thing, order.order), side_of(desk, order.thing)
    return Line(words, things, "", side, f"#order-{order.measured_key}", link, stops, panel=panel)


def _fault(desk: Desk, one: Doubt) -> Line:
    return Line(one.about["sentence"], href="#finding", link=say("See"), stops=True)


def _question(desk: Desk, one: Doubt) -> Line:
    asked = one.about
    words = say("{sender} asks: “{text}”", sender=asked.sender, text=_short(asked.text))
    panel = f"message/?{urlencode({'answer': asked.number})}"
    return Line(words, side=asked.side, href=f"#q-{asked.number}", link=say("Answer"), panel=panel)


def _claim(desk: Desk, one: Doubt) -> Line:
    return Line(one.about.words, side=one.about.side, href="../board/#h-claims", link=say("Evidence"))


LINES = {
    "parked": _parked,
    "held": _held,
    "fact": _fact,
    "move-fact": _move_fact,
    "refused": _refused,
    "fault": _fault,
    "question": _question,
    "answered": _answered,
    "claim": _claim,
}
"""How each kind of doubt is said."""

OF_ORDERS = ("fact", "refused")
"""The kinds that are about an order, whose number the line bears."""


# -- what went as ordered ------------------------------------------------------------------------


def number_of(desk: Desk) -> dict[str, str]:
    """The place of each order in the order of resolution, by its key: the number on its arrow."""
    return {order.measured_key: str(at) for at, order in enumerate(desk.orders, start=1)}


def _as_ordered(desk: Desk, doubted: Collection[str], *, closed: bool) -> Iterator[Fold]:
    """The orders that nobody has to look at, kind by kind, each kind behind its number."""
    kinds: dict[tuple[str, bool], list[Line]] = {}
    readings = {one.thing: one.reading for one in desk.entries if one.in_force}
    numbers, ruled = number_of(desk), {one["thing"] for one in standing_changes(desk)} if closed else set()
    for order in desk.orders:
        href = f"#order-{order.measured_key}"
        if href in doubted or (order.refused is not None and not waits(order)):
            continue  # what waits for a fact while the move is open is asked for later, and stands here until then
        reading = order.reading if order.corrected else readings.get(order.thing, "")
        words = _read_back(order.name, reading or word_of(order.order["order"]))
        things, side = _things(desk, order.thing, order.order), side_of(desk, order.thing)
        line = Line(words, things, numbers[order.measured_key], side, href)
        kinds.setdefault((str(order.order["order"]), order.thing in ruled), []).append(line)
    for (kind, otherwise), lines in kinds.items():
        named = capitalised(word_of(kind))
        counted_as = say("{kind}: {n} as you ruled", kind=named, n=len(lines)) if otherwise else ""
        yield Fold(counted_as or _counted_as(named, len(lines), closed=closed), tuple(lines))


def _read_back(name: str, reading: str) -> str:
    """An order in words, with the name of its thing where it does not name it itself."""
    return reading if name in reading else say("{name}: {reading}", name=name, reading=reading)


def _counted_as(kind: str, number: int, *, closed: bool) -> str:
    """``March: 14 as ordered``."""
    if closed:
        return say("{kind}: {n} as ordered", kind=kind, n=number)
    return say("{kind}: {n} ordered", kind=kind, n=number)


def _duties(desk: Desk, *, closed: bool) -> Iterator[Fold]:
    """The duties of the side that moves, which the engine carries out."""
    owed = desk.board.duties if desk.board is not None and not desk.seat.rules.book.on_board else {}
    lines = tuple(
        Line(_read_back(desk.names.get(thing, thing), duty["sentence"]), (thing,), side=side_of(desk, thing))
        for thing, duties in owed.items()
        for duty in duties
    )
    if lines and closed:
        yield Fold(say_many("{n} duty carried out", "{n} duties carried out", len(lines)), lines)
    elif lines:
        yield Fold(counted(len(lines), "duty", "duties"), lines)


def _things(desk: Desk, thing: str, order: Mapping[str, Any]) -> tuple[str, ...]:
    """The things that the map shows for an order: its own, and every other that it names."""
    named = (value for value in desk.seat.rules.pieces.particulars(order).values() if isinstance(value, str))
    return tuple(dict.fromkeys((thing, *(one for one in named if one in desk.names))))


def _short(text: str) -> str:
    line = joined(" ", text.split())
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
