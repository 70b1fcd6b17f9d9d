"""What a template of the palette puts down, by whoever does it: on the desk in a ruling, or in the muster."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, count
from typing import Any

from campaigns.usecases.text_checks import read_line
from campaigns.words.languages import ENGLISH, spoken
from campaigns.words.translation import translated
from rules.contract.data import Change, Start
from rules.contract.palette import Template
from rules.contract.pieces import Pieces
from rules.contract.rules import Rules
from rules.errors import Invalid
from rules.values.codec import read_point
from rules.values.sentence import of_field, say, word

PUT_DOWN = frozenset({"template", "side", "at", "facing", "name", "thing", "chosen", "commander"})


def put_down(
    rules: Rules,
    position: Mapping[str, Any],
    asked: Mapping[str, Any],
    number: int,
    sides: Mapping[str, str] | None = None,
) -> list[Change]:
    """What a template of the palette puts down, part by part.

    number: the lowest behind a new id.  sides: what the sides are called, if not by their keys.
    """
    pieces = rules.pieces
    template = next((one for one in pieces.templates if one.key == asked["template"]), None)
    if template is None or not asked.keys() <= PUT_DOWN:
        raise Invalid(of_field("template", say("choose one from the list")))
    side = asked.get("side", "") if template.owned else ""
    if template.owned and side not in rules.sides:
        raise Invalid(of_field("side", say("choose a side")))
    name = read_line(asked.get("name") or "", "name", 80, least=0)
    name = name or usual_name(pieces, position, template, (sides or {}).get(side) or word(side.capitalize()))
    at = read_point(asked["at"], "at") if asked.get("at") is not None else None
    facing, chosen = asked.get("facing") or 0, asked.get("chosen") or {}
    if (
        not isinstance(facing, int)
        or not isinstance(chosen, Mapping)
        or not all(type(one) is int for one in chosen.values())
    ):
        raise Invalid(of_field("chosen", say("whole numbers are wanted")))
    wanted = read_line(asked.get("thing") or "", "thing", 64, least=0)
    thing = new_thing(pieces, position, side, wanted, template.key, number)
    brigade = read_line(asked.get("commander") or "", "commander", 80, least=0)
    made = named_parts(pieces, template, side, thing, name=name, at=at, facing=facing % 360, **chosen)
    return [
        Change(group=group, thing=one, add=_in_brigade(pieces, group, data, brigade))
        for group, things in made.items()
        for one, data in things.items()
    ]


def named_parts(pieces: Pieces, template: Template, side: str, thing: str, **how: Any) -> Start:
    """What a template puts down by group and id, as ``Pieces.put_down``, named in the language of whoever does it."""
    made = pieces.put_down(template, side, thing, **how)
    for state in chain.from_iterable(things.values() for things in made.values()):
        state |= {"name": translated(state["name"])} if "name" in state else {}
    return made


def _in_brigade(pieces: Pieces, group: str, data: Mapping[str, Any], brigade: str) -> dict[str, Any]:
    """What is put down, in a brigade if one is named and its kind can be in one."""
    may_be = brigade and "commander" in dict(pieces.kind(group).fields)
    return {**data, "commander": brigade} if may_be else dict(data)


def new_thing(pieces: Pieces, position: Mapping[str, Any], side: str, wanted: str, usual: str, number: int) -> str:
    """The id of a new thing: as wanted, if it is free, or one that tells nothing."""
    if not wanted:
        return pieces.new_id(position, side, usual, number)
    thing = pieces.new_id(position, side, wanted, 0)
    if pieces.find(position, thing) is not None:
        raise Invalid(of_field("thing", say("{thing} is there already; give another name", thing=thing)))
    return thing


def usual_name(pieces: Pieces, position: Mapping[str, Any], template: Template, side: str) -> str:
    """What something from the palette is called where nobody gives it a name: ``Blue squadron``, the next ``Blue squadron 2``.

    side: the name of its side.  Empty for what has no name or no owner.
    """
    if not any(part.named and part.owned for part in template.parts):
        return ""
    taken = {one for _, _, thing in pieces.every(position) for one in _heads(str(thing.get("name", "")))}
    what = translated(template.title)
    what = what[:1].lower() + what[1:] if spoken() == ENGLISH else what  # German writes its nouns with capitals
    usual = translated(say("{side} {what}", side=translated(side), what=what))
    numbered = (f"{usual} {number}" for number in count(2))
    return next(one for one in chain([usual], numbered) if one not in taken)[:80]


def _heads(name: str) -> list[str]:
    """A name, and the names of the chief parts of which it may be a part."""
    parts = name.split(", ")
    return [", ".join(parts[:number]) for number in range(1, len(parts) + 1)]


def is_called(name: str, wanted: str) -> bool:
    """Whether a thing, or the chief part of what was put down with it, has a name."""
    return name == wanted or name.startswith(f"{wanted}, ")
