"""A table from elsewhere, read line by line: what it would put down, and what is wrong in which line."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from campaigns import strictjson
from campaigns.usecases.muster import cells, places, spreadsheets
from campaigns.usecases.muster.back_line import along_the_back_line
from campaigns.usecases.muster.changes import MOST_COPIES, MOST_THINGS, Board, Force
from campaigns.usecases.muster.columns import (
    BRIGADE,
    COMMANDER,
    EAST,
    FORMATION,
    FRONT,
    ID,
    MEN,
    MORE,
    NAME,
    NORTH,
    PLACE,
    SIDE,
    TIMES,
    WHAT,
    WRITTEN,
    What,
    column_of,
    folded,
    lexicon,
)
from campaigns.usecases.muster.put_down import named_parts, usual_name
from campaigns.usecases.muster.rows import Row, by_brigade, row_of, rows_of
from campaigns.usecases.muster.series import next_in_series
from campaigns.usecases.muster.table_changes import Asked, changed_by
from campaigns.usecases.text_checks import read_line
from rules.contract.palette import Template
from rules.errors import Invalid
from rules.values import codec
from rules.values.codec import POINT, read_point
from rules.values.figures import Doubtful
from rules.values.measure import Point
from rules.values.sentence import apart, joined, of_field, say, say_many

Groups = dict[str, dict[str, Any]]
"""Things by group and id."""

Seats = Mapping[tuple[str, str], str]
"""The command of whoever has a seat, by the key of their side and by their name or the title of the seat, folded."""

NOBODY: Seats = MappingProxyType({})


@dataclass(frozen=True)
class Problem:
    """What is wrong in a line of a table.  column: in which; empty if it is about the line."""

    line: int
    column: str
    sentence: str


@dataclass(frozen=True)
class Preview:
    """What a table would put down.  groups: in the kit's form; problems: for whose sake it does not, if there
    are any; remarks: what of a line it does not keep.  changed: the things that are there already and would be as they are here.
    of_both: whether it has rows of a side that was not chosen.  gone: what is there now, and would not be instead of it."""

    groups: Groups
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()
    changed: frozenset[str] = frozenset()
    of_both: bool = False
    gone: tuple[Row, ...] = ()

    @property
    def new(self) -> int:
        """How many things are not there yet."""
        return len(self.rows) - len(self.changed)

    @property
    def men(self) -> int:
        """The men of all its bodies."""
        return sum(row.men or 0 for row in self.rows if not row.crew)


def read_table(
    board: Board, start: Mapping[str, Any], text: Any, side: str = "", *, replace: bool = False, seats: Seats = NOBODY
) -> Preview:
    """What a table would put down: text with tabs, commas or semicolons, or JSON of the kit.  Invalid where it is no table at all.

    side: whose force it is; empty where each row says so.  replace: instead of what that side, or both, have.
    seats: who commands what.
    """
    if side and side not in board.rules.sides:
        raise Invalid(of_field("side", say("choose a side")))
    if not isinstance(text, str) or not text.strip():
        raise Invalid(of_field("table", say("paste an order of battle, or choose a file")))
    if len(text) > cells.MOST_CHARACTERS:
        raise Invalid(of_field("table", say("at most {most} characters are wanted", most=f"{cells.MOST_CHARACTERS:,}")))
    there = _without_side(board, start, side) if replace else dict(start)
    reader = _Reader(board, there, side, seats)
    if text.lstrip("\ufeff \r\n\t").startswith("{"):
        reader.read_json(text.lstrip("\ufeff"))
    else:
        reader.read_lines(cells.split(text, reader.naming))
    found = reader.preview()
    return _with_what_goes(board, start, there, found) if replace else found


def _with_what_goes(board: Board, start: Mapping[str, Any], there: Force, found: Preview) -> Preview:
    """A table that stands instead of what is there, with what of that it takes away.

    What the table numbers as something was numbered before is that thing only if it is called so, and is such a thing, too.
    """
    left = {thing for _, thing, _ in board.rules.pieces.every(there)}
    again = {(row.thing, row.what, row.name) for row in found.rows}
    gone = (
        row for row in rows_of(board, start) if row.thing not in left and (row.thing, row.what, row.name) not in again
    )
    return dataclasses.replace(found, gone=tuple(gone))


def _without_side(board: Board, start: Mapping[str, Any], side: str) -> Force:
    """A start without what a side has, or both; what belongs to the country stays."""
    gone = {side} if side else set(board.rules.sides)
    return {
        group: {
            thing: state
            for thing, state in things.items()
            if state.get("side") not in gone or places.of_country(board.country, group, thing)
        }
        if board.rules.pieces.lists(group)
        else things
        for group, things in start.items()
    }


@dataclass(frozen=True)
class _PutDown:
    """A thing of a row, and how it was put down, so that it can be put somewhere.  template: none where it is as it was written."""

    line: int
    side: str
    brigade: str
    group: str
    thing: str
    facing: int | None
    template: Template | None
    chosen: Mapping[str, Any] = field(default_factory=dict)


class _Reader:
    """A table that is read line by line, and the force that it would be."""

    def __init__(self, board: Board, there: Force, side: str, seats: Seats) -> None:
        self.board, self.side, self.seats = board, side, seats
        self.pieces = board.rules.pieces
        self.words = lexicon(board.rules, board.sides)
        self.force: Force = self.pieces.readable(there)
        self.known = frozenset(thing for _, thing, _ in self.pieces.every(self.force))
        self.strangers: list[int] = []
        self.groups: Groups = {}
        self.lines: dict[str, int] = {}
        self.merged, self.repeats = "", False
        self.problems: list[Problem] = []
        self.remarks: list[Problem] = []

    def preview(self) -> Preview:
        """What was read."""
        self._tell_strangers()
        new = list(self.pieces.every(self.groups))
        if len(new) > MOST_THINGS:
            raise Invalid(of_field("table", say("at most {most} things may be there", most=MOST_THINGS)))
        serving = {one: thing for group, thing, _ in new for one in self.pieces.goes_with(self.force, group, thing)}
        rows = [
            row_of(self.board, self.force, group, thing, serving.get(thing, ""), self.lines.get(thing, 0))
            for group, thing, _ in new
        ]
        problems, remarks = (tuple(sorted(those, key=lambda one: one.line)) for those in (self.problems, self.remarks))
        changed = frozenset(thing for _, thing, _ in new) & self.known
        return Preview(
            self.groups, tuple(by_brigade(self.board, rows)), problems, remarks, changed, bool(self.strangers)
        )

    def wrong(self, line: int, column: str, sentence: str) -> None:
        """Remember what is wrong in a line; the name of its column is not said twice."""
        named, said = apart(sentence)
        self.problems.append(Problem(line, column, said if named and named == column else sentence))

    def _tell_strangers(self) -> None:
        """That rows are of a side whose force this is not: once, however many there are."""
        if not self.strangers:
            return
        said = say_many(
            "{n} row is of the other side; this is the force of {side}. Choose “Each row says it” for a table of both sides",
            "{n} rows are of the other side; this is the force of {side}. Choose “Each row says it” for a table of both sides",
            len(self.strangers),
            side=self.board.sides[self.side],
        )
        self.problems.append(Problem(self.strangers[0], SIDE, said))

    # -- JSON -------------------------------------------------------------------------------------

    def read_json(self, text: str) -> None:
        """Things in the form of the kit: a start, or its groups alone; what else a start has is left alone."""
        data = strictjson.loads(text)
        given = codec.read_map(data.get("start", data), "start")
        groups = {group: things for group, things in given.items() if self.pieces.lists(group)}
        if not groups:
            known = joined(", ", (kind.group for kind in self.pieces.kinds))
            raise Invalid(of_field("table", say("no group of things is in it; known are {known}", known=known)))
        for group, things in groups.items():
            for thing, state in codec.read_map(things, group).items():
                self._take(group, codec.read_id(thing, group), codec.read_map(state, f"{group}.{thing}"))

    def _take(self, group: str, thing: str, state: dict[str, Any]) -> None:
        """A thing of the kit; its place in the file is its line."""
        line = len(self.lines) + 1
        side = state.get("side", "")
        if side and side not in self.board.rules.sides:
            self.wrong(line, SIDE, say("{thing} is of no side that plays", thing=thing))
        elif self.side and side and side != self.side:
            self.strangers.append(line)
        elif self._is_another(group, thing, line) or self._misread(group, state, line):
            pass  # it is told
        else:
            self._keep(group, thing, state, line)
        self.lines[thing] = line

    def _misread(self, group: str, state: Mapping[str, Any], line: int) -> bool:
        """Whether a field of a thing is not in its form; each is remembered."""
        wrong = self.pieces.misread(group, state)
        for key, fault in wrong.items():
            self.wrong(line, key, fault.sentence)
        return bool(wrong)

    def _is_another(self, group: str, thing: str, line: int) -> bool:
        """Whether an id is that of something else, which no row can become; that is told.  What it is of, it changes."""
        found = self.pieces.find(self.force, thing) if thing in self.known else None
        if found is None:
            return False
        own = str(found[1].get("side", ""))
        if self.side and own and own != self.side:
            self.strangers.append(line)
        elif group and found[0] != group:
            is_there = self.pieces.kind(found[0]).title or self.pieces.kind(found[0]).group
            self.wrong(line, ID, say("{thing} is there already ({kind}); give another id", thing=thing, kind=is_there))
        else:
            return False
        return True

    def _keep(self, group: str, thing: str, state: dict[str, Any], line: int) -> None:
        """A thing that the table puts down."""
        self.groups.setdefault(group, {})[thing] = state
        self.force.setdefault(group, {})[thing] = state
        self.lines[thing] = line

    # -- lines ------------------------------------------------------------------------------------

    def read_lines(self, lines: Sequence[cells.Line]) -> None:
        """The rows below a line of headers; a row of a name alone is the brigade of those that follow."""
        if not lines:
            raise Invalid(of_field("table", say("paste an order of battle, or choose a file")))
        head = spreadsheets.head_of(lines, self._column_of)
        for line in lines[:head]:
            self._remark(line.number, say("passed over, above the columns: {text}", text=" ".join(line.cells)[:60]))
        columns = self._columns(lines[head])
        self.repeats = spreadsheets.repeats(columns, lines[head + 1 :])
        asked: list[Asked] = []
        brigade, above = "", lines[head]
        for line in lines[head + 1 :]:
            given = {column: cell for column, cell in zip(columns, line.cells, strict=False) if column and cell}
            if spreadsheets.is_sum(given, sum(one.chosen.get(MEN, 0) for one in asked)):
                self._remark(line.number, say("passed over as a sum"))
                continue
            for cell in given.values() if MORE not in given else ():
                if meant := spreadsheets.wrongly_read(cell):
                    said = say(
                        "“{cell}” looks like “{meant}”, wrongly read: save the table as UTF-8",
                        cell=cell[:40],
                        meant=meant[:40],
                    )
                    self._remark(line.number, said)
            if not given.keys() - {BRIGADE, COMMANDER, NAME, SIDE}:
                brigade = given.get(BRIGADE) or given.get(NAME) or brigade
                self._commanded(
                    line.number, given, self.words.sides.get(folded(given.get(SIDE, "")), self.side), brigade
                )
                continue
            brigade = self._below(line, above, given, brigade)
            above = line
            one = self._asked(line.number, given, brigade)
            if one is not None:
                asked.append(one)
        if sum(one.guns for one in asked) > MOST_THINGS:
            raise Invalid(of_field("table", say("at most {most} things may be there", most=MOST_THINGS)))
        self._enter(asked)

    def naming(self, row: Sequence[str]) -> int:
        """How many columns a line names."""
        return spreadsheets.columns_in(row, self._column_of)

    def _column_of(self, cell: str) -> str:
        return column_of(cell, self.board.rules.book.key)

    def _remark(self, line: int, sentence: str) -> None:
        self.remarks.append(Problem(line, "", sentence))

    def _below(self, line: cells.Line, above: cells.Line, given: dict[str, str], brigade: str) -> str:
        """The brigade of the rows from here on; one that is empty below another's has it, as of merged cells, and its side too."""
        if MORE in given:
            return brigade
        if not self.side and SIDE not in given and line.number == above.number + 1 and self.merged:
            given[SIDE] = self.merged
        self.merged = given.get(SIDE, "")
        if self.repeats and BRIGADE not in given:
            return ""
        return given.get(BRIGADE, brigade)

    def _columns(self, line: cells.Line) -> list[str]:
        """The columns by the line that names them; Invalid where it names too few."""
        columns = list(map(self._column_of, line.cells))
        if not {WHAT, TIMES, ID} & set(columns):
            known = joined(", ", (*WRITTEN[:2], COMMANDER, *WRITTEN[2:], *self.pieces.stores))
            said = say(
                "the first line must name the columns, at least name, what and men; known are {known}", known=known
            )
            raise Invalid(of_field("table", said))
        for cell, column in zip(line.cells, columns, strict=True):
            if cell and not column:
                self.wrong(line.number, "", say("there is no column “{name}”; it would be lost", name=cell[:40]))
            elif column and columns.count(column) > 1:
                self.wrong(line.number, column, say("the column “{name}” stands twice", name=cell[:40]))
        return columns

    def _asked(self, number: int, given: Mapping[str, str], brigade: str) -> Asked | None:
        """A row as it is meant; None where it is not understood, and why is remembered."""
        before, thing = self._told(), self._id(number, given)
        there = self.pieces.find(self.force, thing) if thing in self.known else None
        side, formation = self._side(number, given), self._formation(number, given)
        what = What(there[0]) if there is not None and not given.get(WHAT) else self._what(number, given)
        if what is not None and thing:
            self._is_another(what.group, thing, number)
        counts = {column: self._whole(number, given, column) for column in (MEN, TIMES, FRONT, *self.pieces.stores)}
        at, more = self._at(number, given), self._more(number, given)
        name, commander = (self._line(number, given, column) for column in (NAME, BRIGADE))
        copies = counts[TIMES] if more is None else None
        guns = 1 if copies is None else copies
        if not guns and what is not None and not _of_guns(what) and TIMES in given:
            guns = 1  # a column of guns has noughts in the rows of all others
        if guns > MOST_COPIES or not guns:
            self.wrong(number, TIMES, say("1 to {most} in a line are wanted", most=MOST_COPIES))
        if there is not None and guns > 1:
            self.wrong(number, TIMES, say("{thing} is there once; its row changes it", thing=thing))
        owned = what is not None and what.template is not None and what.template.owned
        if owned and not side and more is None and there is None:
            self.wrong(number, SIDE, say("say whose it is"))
        if what is None or self._told() > before:
            return None
        packets = {store: count for store in self.pieces.stores if (count := counts[store]) is not None}
        data = {
            **(more or {}),
            **({"formation": formation} if formation else {}),
            **({"packets": packets} if packets else {}),
        }
        men = {} if counts[MEN] is None else {MEN: counts[MEN]}
        numbers = {key: count for key, count in {**men, **packets}.items() if count is not None}
        called = commander or ("" if more is not None else brigade)
        called = self._commanded(number, given, side or str(there[1].get("side", "") if there else ""), called)
        return Asked(
            number, side, what, name, called, data, numbers, guns, at, counts[FRONT], thing, more is not None
        )  # fmt: skip

    def _told(self) -> int:
        """How much is wrong so far."""
        return len(self.problems) + len(self.strangers)

    def _side(self, number: int, given: Mapping[str, str]) -> str:
        said = given.get(SIDE, "")
        if not said:
            return self.side
        side = self.words.sides.get(folded(said), "")
        if not side:
            self.wrong(number, SIDE, say("there is no side “{side}”", side=said[:40]))
        elif self.side and side != self.side:
            self.strangers.append(number)
        return side

    def _commanded(self, number: int, given: Mapping[str, str], side: str, brigade: str) -> str:
        """The brigade of a row: what it says, else the command of the person whom it names as commander, if they have a seat.

        Where they have none, or another command, it is told, once of each person and brigade.
        """
        person = self._line(number, given, COMMANDER)
        command = self.seats.get((side, folded(person)), "")
        if not person or (command and command == brigade):
            return brigade
        known = {"person": person, "brigade": brigade, "side": self.board.sides.get(side, side), "command": command}
        if command and not brigade:
            return command
        if command:
            said = say("{person} has the seat of {command}, not of {brigade}", **known)
        elif brigade:
            said = say("{person} has no seat in {side}: give them that of {brigade} on the roster", **known)
        else:
            said = say("{person} has no seat in {side}: what they command is put down in no brigade", **known)
        if said not in [one.sentence for one in self.remarks]:
            self.remarks.append(Problem(number, COMMANDER, said))
        return brigade

    def _what(self, number: int, given: Mapping[str, str]) -> What | None:
        said = given.get(WHAT, "")
        if not said and TIMES in given:
            guns = [one for one in self.pieces.templates if one.parts[0].of]
            guns = guns or [one for one in self.pieces.templates if len(one.parts) > 1]
            said = guns[0].key if guns else ""
        what = self.words.whats.get(folded(said)) if said else None
        if what is None:
            known = joined(", ", (one.title for one in self.pieces.templates))
            sentence = say("“{what}” is not known; known are {known}", what=said[:40], known=known)
            self.wrong(number, WHAT, sentence if said else say("say what it is; known are {known}", known=known))
        return what

    def _whole(self, number: int, given: Mapping[str, str], column: str) -> int | None:
        said = given.get(column, "")
        found = cells.whole(said) if said else None
        if said and found is None:
            self.wrong(number, column, say("“{said}” is no whole number", said=said[:40]))
        return found

    def _at(self, number: int, given: Mapping[str, str]) -> Point | None:
        both = [given.get(column, "") for column in (EAST, NORTH)]
        if PLACE in given and not any(both):
            both = [one for one in given[PLACE].replace(";", " ").replace("/", " ").replace(", ", " ").split() if one]
        if not any(both):
            return None
        try:
            found = [cells.inches(one, point=MORE in given) for one in both]
        except Doubtful as doubt:
            self.wrong(number, EAST, doubt.sentence)
            return None
        if len(found) != 2 or None in found:
            self.wrong(number, EAST, say("a place is two numbers: inches east and inches north"))
            return None
        return read_point(found, PLACE)

    def _more(self, number: int, given: Mapping[str, str]) -> dict[str, Any] | None:
        if MORE not in given:
            return None
        try:
            return strictjson.loads(given[MORE])
        except Invalid as fault:
            self.wrong(number, MORE, fault.sentence)
            return None

    def _formation(self, number: int, given: Mapping[str, str]) -> str:
        said = given.get(FORMATION, "")
        form = self.words.formations.get(folded(said), "") if said else ""
        if said and not form:
            known = joined(", ", dict.fromkeys(self.words.formations.values()))
            self.wrong(
                number, FORMATION, say("there is no formation “{said}”; known are {known}", said=said[:40], known=known)
            )
        return form

    def _line(self, number: int, given: Mapping[str, str], column: str) -> str:
        try:
            return read_line(given.get(column, ""), column, 80, least=0)
        except Invalid as fault:
            self.wrong(number, column, fault.sentence)
            return ""

    def _id(self, number: int, given: Mapping[str, str]) -> str:
        if ID not in given:
            return ""
        try:
            thing = codec.read_id(given[ID], ID)
        except Invalid as fault:
            self.wrong(number, ID, fault.sentence)
            return ""
        if thing in self.lines:
            said = say("{thing} stands in line {line} too; an id names one thing", thing=thing, line=self.lines[thing])
            self.wrong(number, ID, said)
        self.lines[thing] = number
        return thing

    # -- put down ---------------------------------------------------------------------------------

    def _enter(self, asked: Sequence[Asked]) -> None:
        """The things of the rows; those without a place evenly before the back line of their side, brigade by brigade."""
        nowhere = [one for row in asked for one in self._put(row) if row.at is None and not row.whole]
        for side in self.board.rules.sides:
            brigades = list(dict.fromkeys(one.brigade for one in nowhere if one.side == side))
            own = sorted((one for one in nowhere if one.side == side), key=lambda one: brigades.index(one.brigade))
            things = [(one.group, self.groups[one.group][one.thing]) for one in own]
            spots = along_the_back_line(self.board.rules, things, side, self.board.country, self.force)
            for one, (at, facing) in zip(own, spots, strict=False):
                self._place(one, at, facing if one.facing is None else one.facing)

    def _put(self, row: Asked) -> list[_PutDown]:
        """What a row puts down, in as many copies as it has guns; what it changes stays where it is."""
        if row.thing in self.known and not row.whole:
            changed = changed_by(self.pieces, self.force, row)
            if not any(self._misread(group, state, row.line) for group, _, state in changed):
                for group, thing, state in changed:
                    self._keep(group, thing, state, row.line)
            return []
        if row.whole or row.what.template is None:
            return self._put_whole(row)
        try:
            return [self._put_template(row, row.what.template, number) for number in range(row.guns)]
        except Invalid as fault:
            self.wrong(row.line, MEN, fault.sentence)
            return []

    def _put_whole(self, row: Asked) -> list[_PutDown]:
        """A thing that is as it was written; none where a field of it is not in its form."""
        kind, state = self.pieces.kind(row.what.group), dict(row.data)
        known = {"side": row.side, "name": row.name, "commander": row.brigade, "arm": row.what.arm if kind.men else ""}
        state |= {key: value for key, value in known.items() if value}
        state |= {MEN: row.chosen[MEN]} if MEN in row.chosen else {}
        state |= {"at": POINT.write(row.at)} if row.at is not None else {}
        state |= {"facing": row.facing} if row.facing is not None else {}
        if self._misread(row.what.group, state, row.line):
            return []
        thing = row.thing or self._new_id(row, row.what.arm or row.what.group, 0)
        self._keep(row.what.group, thing, state, row.line)
        return [_PutDown(row.line, row.side, row.brigade, row.what.group, thing, row.facing, None)]

    def _put_template(self, row: Asked, template: Template, number: int) -> _PutDown:
        """A template of the palette with the numbers of a row.  number: of the copy, from 0."""
        side = row.side if template.owned else ""
        names = {str(one.get("name", "")) for _, _, one in self.pieces.every(self.force)}
        name = row.name
        if not name:
            name = usual_name(self.pieces, self.force, template, self.board.sides.get(side, side))
        elif number:
            name = next_in_series(name, names)
        keys = {count.key for count in template.counts}
        chosen = {key: count for key, count in row.chosen.items() if key in keys}
        if row.guns > 1 and MEN in chosen:
            share, odd = divmod(chosen[MEN], row.guns)
            chosen[MEN] = share + (number < odd)
        thing = row.thing if row.thing and not number else self._new_id(row, template.key, number)
        facing = places.front_of(side, self.board.rules.sides, self.board.country) if row.facing is None else row.facing
        how = {"name": name, "at": row.at, "facing": facing % 360, **chosen}
        made = named_parts(self.pieces, template, side, thing, **how)
        for group, things in made.items():
            for one, state in things.items():
                kind = self.pieces.kind(group)
                men = kind.men
                state |= {"commander": row.brigade} if row.brigade and "commander" in dict(kind.fields) else {}
                state |= {FORMATION: row.data[FORMATION]} if FORMATION in row.data and men else {}
                self._keep(group, one, state, row.line)
        first = template.parts[0]
        if (
            row.brigade
            and not number
            and not any("commander" in one for things in made.values() for one in things.values())
        ):
            said = say(
                "{name} is put down without the brigade “{brigade}”, for its kind is in none",
                name=name or thing,
                brigade=row.brigade,
            )
            self.remarks.append(Problem(row.line, BRIGADE, said))
        return _PutDown(row.line, side, row.brigade, first.group, thing, row.facing, template, chosen)

    def _new_id(self, row: Asked, usual: str, number: int) -> str:
        return self.pieces.new_id(self.force, row.side, usual, self.board.number(row.line, number))

    def _place(self, one: _PutDown, at: Point, facing: int) -> None:
        """Put a thing, and what was put down with it, somewhere."""
        if one.template is None:
            state = self.groups[one.group][one.thing]
            state |= {"at": POINT.write(at)}
            state |= {"facing": facing} if "facing" in dict(self.pieces.kind(one.group).fields) else {}
            return
        made = self.pieces.put_down(one.template, one.side, one.thing, at=at, facing=facing, **one.chosen)
        for group, things in made.items():
            for thing, state in things.items():
                kinds = dict(self.pieces.kind(group).fields)
                where = {key: value for key, value in state.items() if kinds.get(key) in places.WHERE}
                self.groups[group][thing] |= where


def _of_guns(what: What) -> bool:
    """Whether a thing is put down as often as a row has guns."""
    return what.template is not None and (len(what.template.parts) > 1 or bool(what.template.parts[0].of))
