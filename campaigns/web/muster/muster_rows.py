"""The order of battle of a side as a table that is written in: a row for each thing, under its brigade, with totals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from campaigns.web.board.plan import front
from campaigns.web.desk.ruled_values import NOUGHT, written
from campaigns.words.translation import translated
from rules.contract.pieces import ANGLE, COUNT, LINE, PACKETS, PLACE, WORD, Editable, Look, Pieces, State
from rules.errors import Invalid
from rules.ground.underlay import of_country
from rules.values.codec import read_point
from rules.values.sentence import say, word_of

BADLY_WRITTEN = (Invalid, TypeError, ValueError, KeyError, AttributeError)
"""What reading a thing may raise that somebody wrote by hand; its fault is told elsewhere."""


@dataclass(frozen=True)
class Cell:
    """A value in the table.

    name: of its field; empty where it is not written in the table.  text: as it is shown; typed: as it is typed.
    choices: the words that it may be, with titles; words: the id of their list.  over: the columns that it takes.
    """

    name: str
    text: str
    typed: str
    choices: tuple[tuple[str, str], ...] = ()
    words: str = ""
    over: int = 1


@dataclass(frozen=True)
class Row:
    """A thing in the table.  cells: strength, formation, place and front, each if it has one.  severity: of its worst fault.

    fixed: whether it comes with the country, so that nobody takes it away.
    """

    thing: str
    name: str
    group: str
    brigade: str
    look: Look
    cells: tuple[Cell | None, ...]
    severity: str = ""
    fixed: bool = False


def look_of(pieces: Pieces, group: str, state: State) -> Look:
    """How a thing looks, also where it is badly written."""
    try:
        return pieces.look(group, pieces.whole(group, pieces.begun(group, state)))
    except BADLY_WRITTEN:
        return Look(pieces.kind(group).sign or str(state.get("arm", "")))


def place_of(state: State) -> list[int | float] | None:
    """Where a thing stands, in inches; none where it has no place, or none that is understood."""
    try:
        read_point(state["at"], "at")
    except BADLY_WRITTEN:
        return None
    found: list[int | float] = list(state["at"])
    return found


def brigade_of(pieces: Pieces, start: Mapping[str, Any], state: State) -> str:
    """The command that a thing is in; empty if in none."""
    try:
        return pieces.commander(start, state)
    except BADLY_WRITTEN:
        return ""


def rows_of(pieces: Pieces, start: Mapping[str, Any], side: str, worst: Mapping[str, str]) -> list[Row]:
    """The things of a side, and with the first side's none else.  worst: the severity of a thing's worst fault."""
    names = pieces.names(start)
    return [
        Row(
            thing,
            names.get(thing, thing),
            group,
            brigade_of(pieces, start, state),
            look_of(pieces, group, state),
            _cells(pieces, group, state),
            worst.get(thing, ""),
            of_country(start, group, thing),
        )
        for group, thing, state in pieces.every(start)
        if str(state.get("side", "")) == side
    ]


def nobodys(pieces: Pieces, start: Mapping[str, Any], worst: Mapping[str, str]) -> list[Row]:
    """The things that belong to no side and that an umpire may take away; those of the country are on the map."""
    rows = rows_of(pieces, start, "", worst)
    return [row for row in rows if pieces.kind(row.group).fields and not of_country(start, row.group, row.thing)]


def _cells(pieces: Pieces, group: str, state: State) -> tuple[Cell | None, ...]:
    """Strength, formation, place and front of a thing."""
    fields = pieces.editable(group, state)
    strength = _strength(pieces, group, state, fields)
    form = next((one for one in fields if one.kind == WORD and one.choices), None)
    formation = _cell(state, form, pieces.usual(group, state))
    long = strength is not None and not strength.name and formation is None
    return (
        *((replace(strength, over=2),) if strength is not None and long else (strength, formation)),
        _cell(state, next((one for one in fields if one.kind in (PLACE, LINE)), None)),
        _cell(state, next((one for one in fields if one.kind == ANGLE), None)),
    )


def _strength(pieces: Pieces, group: str, state: State, fields: Sequence[Editable]) -> Cell | None:
    """The number that a form asks for first; packets only in words, since they are of several kinds."""
    field = next((one for one in fields if one.key in pieces.asked), None)
    if field is None or field.kind == COUNT:
        return _cell(state, field)
    said = look_of(pieces, group, state).strength if field.kind == PACKETS else ""
    return Cell("", said, said) if said else None


def _cell(state: State, field: Editable | None, usual: Mapping[str, Any] = MappingProxyType({})) -> Cell | None:
    """The value of a field.  usual: those that a thing has without naming them."""
    if field is None:
        return None
    found = state.get(field.key, usual.get(field.key, NOUGHT.get(field.kind, "")))
    typed = written(found)
    text = typed
    if field.kind == WORD:
        text = translated(word_of(typed))
    elif field.kind == ANGLE and isinstance(found, int):
        text = translated(front(found))
    elif field.kind == LINE:
        text = "; ".join(typed.split("; ")[:2])
    choices = tuple((one, translated(word_of(one))) for one in field.choices)
    named = "" if field.kind == LINE else f"v-{field.key}"
    return Cell(named, text, typed, choices if field.kind == WORD else ())


def grouped(rows: Iterable[Row], pieces: Pieces) -> list[dict[str, Any]]:
    """Rows under their brigades, and what is in none by its arm or kind, each with its totals."""
    brigades: dict[str, list[Row]] = {}
    others: dict[str, list[Row]] = {}
    arms = dict(pieces.arms)
    for row in rows:
        title = pieces.kind(row.group).title or arms.get(row.look.sign, say("Others"))
        (brigades.setdefault(row.brigade, []) if row.brigade else others.setdefault(title, [])).append(row)
    order = [*arms.values(), *(kind.title for kind in pieces.kinds if kind.title)]
    kinds = sorted(others, key=lambda one: order.index(one) if one in order else len(order))
    found = [
        *((title, brigades[title]) for title in sorted(brigades, key=_by_number)),
        *((one, others[one]) for one in kinds),
    ]
    return [{"title": title, "rows": those, "in_all": total(those, pieces)} for title, those in found]


def _by_number(title: str) -> tuple[int, str]:
    """Brigades by the number in their name, else by their name."""
    number = "".join(sign for sign in title.split(" ")[0] if sign.isdigit())
    return (int(number[:6]) if number else 1_000_000, title)


def total(rows: Iterable[Row], pieces: Pieces) -> tuple[str, ...]:
    """The men of these things, and what else counts, in words; nothing where none of them counts."""
    looks = [row.look for row in rows if not row.look.gone]
    counted = any(look.men is not None or look.horses or look.guns for look in looks)
    said = pieces.in_all(looks) if counted else ()
    return said if any(look.men for look in looks) else said[1:]  # no men of guns alone


def lists_of(groups: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The words that values of a table may have, each list once, by the id that is entered in their cells."""
    found: dict[tuple[tuple[str, str], ...], str] = {}

    def entered(cell: Cell | None) -> Cell | None:
        if cell is None or not cell.choices:
            return cell
        return replace(cell, words=found.setdefault(cell.choices, f"words-{len(found)}"))

    for group in groups:
        group["rows"] = [replace(row, cells=tuple(map(entered, row.cells))) for row in group["rows"]]
    return [{"id": named, "choices": choices} for choices, named in found.items()]
