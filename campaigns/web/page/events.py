"""What happened, as it is shown: by stage, each event with its inputs and sum, and the losses in a table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from campaigns.templatetags.marks import QUIET
from campaigns.templatetags.marks import inches as inches_in_words
from rules.contract.costs import Cost, as_ruled, ways
from rules.contract.data import Event
from rules.contract.pieces import Pieces
from rules.contract.report_sections import EITHER, NO_SECTION, STEP, Line, lines
from rules.contract.rules import Rules
from rules.values.sentence import changed, joined, say, word, word_of

NOT_INPUTS = frozenset({"event", "clause", "side", "sum", "sentence", "told", "why"})
IDENTITY = re.compile(r"\w+(?:-\w+)+")


def grouped(
    events: Iterable[Mapping[str, Any]],
    names: Mapping[str, str],
    rules: Rules,
    otherwise: Mapping[str, int | None] | None = None,
) -> list[dict[str, Any]]:
    """Events under the book's headings, in the order in which they happened, each with its index among all of them.

    otherwise: bodies on whose losses the umpire ruled, each with the men that it has really lost, if that is known; an event
    that tells such a loss says so.
    """
    found: list[dict[str, Any]] = []
    for line in shown_lines(events, rules):
        event = line.said
        section = rules.book.report_section(str(event.get("event"))).heading
        heading = section or (found[-1]["heading"] if found else say("What happened"))
        if not found or found[-1]["heading"] != heading:
            found.append({"heading": heading, "events": []})
        bare: dict[str, Any] = (
            {"inputs": []} if rules.book.on_board else {}
        )  # a move of a board is said whole by its sentence
        doubted = {one.thing for one in rules.fallen(event)} & {*otherwise} if otherwise else ()
        ruled = joined(", ", sorted(_as_ruled(names.get(one, one), (otherwise or {})[one]) for one in doubted))
        found[-1]["events"].append({**_told_in_one(line, names, rules), **bare, "ruled": ruled})
    return found


def count_lines(groups: Iterable[Mapping[str, Any]]) -> int:
    """How many lines are shown under the headings of ``grouped``."""
    return sum(len(group["events"]) for group in groups)


def shown_lines(events: Iterable[Mapping[str, Any]], rules: Rules) -> list[Line]:
    """The lines in which people are told of events."""
    return [line for line in lines(list(events), rules.book.report_section) if line.said.get("event") not in QUIET]


def _told_in_one(line: Line, names: Mapping[str, str], rules: Rules) -> dict[str, Any]:
    """A line as it is shown: its sentence, inputs, clauses, the sums of all its events, and where links to them lead."""
    event = told(line, names, rules)
    shown = {
        **event,
        **reckoned(event, names),
        "index": line.at[-1],
        "also": line.at[:-1],
        "clauses": [event.get("clause")],
    }
    if len(line.events) > 1:
        each = [(str(one.get("sentence", "")), in_names(one.get("sum") or "", names)) for one in line.events]
        shown["sums"] = [one for one in each if one[1]]
        shown["clauses"] = list(dict.fromkeys(one.get("clause") for one in line.events))
        if line.of_several:
            shown |= {"inputs": []}
    return shown


def told(line: Line, names: Mapping[str, str], rules: Rules) -> dict[str, Any]:
    """The event that a line tells, with its sentence."""
    event = line.said
    return {**event, "sentence": rules.narrate(Event(event), names)} if line.of_several else event


def _as_ruled(name: str, men: int | None) -> str:
    """A body with the men that it lost as the umpire ruled, if they are known."""
    return say("{name} (−{men} in all)", name=name, men=men) if men else name


def reckoned(event: Mapping[str, Any], names: Mapping[str, str]) -> dict[str, Any]:
    """How an event was calculated, as people read it: its inputs and its sum."""
    return {"inputs": inputs(event, names), "sum": in_names(event.get("sum") or "", names)}


def in_names(text: str, names: Mapping[str, str]) -> str:
    """A text with names in place of ids; an id that is one plain word is left as it is."""
    return changed(text, lambda one: IDENTITY.sub(lambda found: names.get(found[0], found[0]), one))


def inputs(event: Mapping[str, Any], names: Mapping[str, str]) -> list[tuple[str, str]]:
    """The inputs of an event: each in words."""
    return [
        (word_of(key), shown(value, names, key in LENGTHS))
        for key, value in event.items()
        if key not in NOT_INPUTS and value not in (None, "", [], {})
    ]


def slips(events: Iterable[Mapping[str, Any]], names: Mapping[str, str], rules: Rules) -> list[dict[str, Any]]:
    """A slip for everything for which the book makes one: its inputs, its sum and its clause, with the steps that led to it.

    What was counted or tossed just before goes on the slip of its result; else a step goes on the slip before it.
    """
    made: list[dict[str, Any]] = []
    waiting: list[dict[str, Any]] = []
    of_slip = NO_SECTION

    def touch(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
        return bool(rules.pieces.about(one) & rules.pieces.about(other))

    for event in events:
        section = rules.book.report_section(str(event.get("event")))
        one = {**event, **reckoned(event, names), "heading": section.heading, "section": section}
        last = made[-1] if made and touch(made[-1], event) and section.goes_with(of_slip) else None
        if section.slip == STEP or (section.slip == EITHER and last is not None):
            (waiting if last is None else last["steps"]).append(one)
        elif section.slip:
            of_slip = section
            led = [step for step in waiting if touch(step, event) and step["section"].goes_with(section)]
            waiting = [step for step in waiting if step not in led]
            made.append({**one, "steps": led})
    return made


LENGTHS = frozenset({"distance", "inches", "kept"})


def shown(value: Any, names: Mapping[str, str], is_length: bool = False) -> str:
    """An input as people read it: names for ids, inches for lengths."""
    if is_length:
        return inches_in_words(value)
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, Mapping):
        return joined(
            ", ",
            (
                say("{key} {names}", key=names.get(key) or word(key), names=shown(one, names))
                for key, one in value.items()
                if one not in (0, None)
            ),
        )
    if isinstance(value, list | tuple):
        return joined(", ", (shown(one, names) for one in value))
    return names.get(str(value)) or word(str(value))


def losses(
    events: Iterable[Mapping[str, Any]],
    names: Mapping[str, str],
    rules: Rules,
    ruled: Iterable[Mapping[str, Any]] = (),
    sides: Mapping[str, str] | None = None,
    standing: Mapping[str, int] | None = None,
) -> list[dict[str, Any]]:
    """Men and guns lost in these events, by body: a summary table.

    ruled: what the umpire decided otherwise of them.  sides: of the things, by id, as far as they are known.
    standing: of the bodies on which the umpire ruled, the men that they have really lost, by id.
    """
    table: dict[str, dict[str, Any]] = {}
    for event in events:
        clause = str(event.get("clause", ""))
        for cost in rules.fallen(event):
            thing = cost.thing
            row = table.setdefault(
                thing,
                {
                    "name": names.get(thing, thing),
                    "side": (sides or {}).get(thing, ""),
                    "men": 0,
                    "costs": [],
                    "clauses": [],
                },
            )
            row["men"] += cost.men
            row["costs"].append(cost)
            row["clauses"] += [clause] if clause not in row["clauses"] else []
    for one in ruled:
        for change in one["changes"]:
            if change["thing"] in table and "key" in change:
                table[change["thing"]].setdefault("ruled", []).append(change)
    for thing, men in (standing or {}).items():
        if thing in table:
            row = table[thing]
            if men != row["men"]:
                row["costs"].append(Cost(thing, men - row["men"], as_ruled(men - row["men"])))
            row |= {"men": men, "otherwise": "ruled" not in row}
    return [{**row, "how": ways(row.pop("costs"))} for row in table.values()]


def lost_between(
    pieces: Pieces, before: Mapping[str, Any], after: Mapping[str, Any], things: Iterable[str]
) -> dict[str, int]:
    """The men that some bodies have really lost between two scenes, where both are known: a ruling may have given some back."""
    lost = {}
    for thing in things:
        was, stands = pieces.find(before, thing), pieces.find(after, thing)
        if was is not None and stands is not None:
            men = (pieces.look(*was).men, pieces.look(*stands).men)
            if men[0] is not None and men[1] is not None:
                lost[thing] = max(men[0] - men[1], 0)
    return lost


def corrected(rulings: Iterable[Mapping[str, Any]]) -> dict[str, list[str]]:
    """The orders in words that the umpire put in the place of a thing's own, by thing: none where it has none now."""
    return {
        one["thing"]: list(one.get("readings") or (word_of(order["order"]) for order in one["orders"]))
        for one in rulings
        if one["kind"] == "correct-order"
    }
