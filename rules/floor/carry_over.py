"""What goes over from a battle to the next: forces with their losses, guns with their captors, stores with their content.

No book has rules for it (in Little Wars every battle starts afresh, LW-CAMP-01): it is a rule of the house, on the plain form of
the test kit that the books with forces share.  Works, notes, duties and everything under way is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.contract.data import Start
from rules.values.sentence import say

Plain = dict[str, Any]

KEPT = {
    "bodies": ("side", "arm", "name", "commander", "horses", "formation"),
    "guns": ("name", "team_horses", "limbered"),
    "waggons": ("name", "kind", "packets"),
    "depots": ("name", "packets"),
}
"""The fields that go over unchanged, besides men and holder."""

PLACES = ("at", "facing")


def carried(position: Mapping[str, Any], *, exchange: bool, places: bool) -> tuple[Start, Sequence[Mapping[str, Any]]]:
    """The start of the next battle, made from the last position of this one, and a line for each thing.

    exchange: prisoners return to their own side; else they stay with their captors and are lost to the campaign.
    places: everything keeps its place; else it is put down again.
    Each line has group, thing, name, side, left (men free and alive), captive, over (men who go over), and why, if
    nothing of it goes over.

    >>> start, _ = carried({"bodies": {"a": {"side": "red", "arm": "infantry", "men": 7, "prisoners": 3}}}, exchange=True, places=False)
    >>> start["bodies"]["a"]["men"]
    10
    """
    start = Start({})
    lines: list[dict[str, Any]] = []
    for thing, body in (position.get("bodies") or {}).items():
        line = _of_body(thing, body, exchange)
        lines.append(line)
        if line["over"]:
            start.setdefault("bodies", {})[thing] = {**_kept("bodies", body, places), "men": line["over"]}
    for group in ("guns", "waggons", "depots"):
        for thing, one in (position.get(group) or {}).items():
            holder = one.get("held_by") or one.get("side", "")
            gone = bool(one.get("destroyed"))
            line = {"group": group, "thing": thing, "name": one.get("name", ""), "side": holder}
            lines.append({**line, "left": 0 if gone else 1, "captive": 0, "over": 0 if gone else 1})
            if gone:
                lines[-1]["why"] = say("it was destroyed")
                continue
            over = {**_kept(group, one, places), "side": holder}
            if group == "guns":
                over |= _crew(one, holder, start.get("bodies", {}))
            start.setdefault(group, {})[thing] = over
    if places and position.get("country"):
        start["country"] = position["country"]
    return start, lines


def _of_body(thing: str, body: Mapping[str, Any], exchange: bool) -> Plain:
    men = int(body.get("men", 0))
    captive = int(body.get("prisoners", 0)) + (men if body.get("held_by") or body.get("surrendered") else 0)
    left = (0 if body.get("held_by") or body.get("surrendered") else men) + _away(body)
    over = left + (captive if exchange else 0)
    line = {"group": "bodies", "thing": thing, "name": body.get("name", ""), "side": body["side"], "arm": body["arm"]}
    line |= {"left": left, "captive": captive, "over": over}
    return line if over else {**line, "why": "taken" if captive else say("nobody is left")}


def _away(body: Mapping[str, Any]) -> int:
    """Free men who left the field alive: over their own line, or by arriving at the enemy's."""
    return int(body.get("retired", 0)) + int(body.get("arrived", 0))


def _kept(group: str, one: Mapping[str, Any], places: bool) -> Plain:
    keys = (*KEPT[group], *(PLACES if places else ()))
    return {key: one[key] for key in keys if key in one}


def _crew(gun: Mapping[str, Any], holder: str, bodies: Mapping[str, Any]) -> Plain:
    """The crew that serves a gun, if it still exists and is of the side that holds the gun."""
    crew = gun.get("crew")
    named = [crew] if isinstance(crew, str) and crew else list(crew or ())
    there = [one for one in named if one in bodies and bodies[one]["side"] == holder]
    return {"crew": there[0]} if there else {}
