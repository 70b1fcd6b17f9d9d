"""What goes over from a battle to the next: forces with their losses, guns with their captors, stores with their content, and
on the same country its bridges, works and mines as they were left.

No book has rules for it (in Little Wars every battle starts afresh, LW-CAMP-01): it is a rule of the house, on the plain form of
the test kit that the books with forces share.  Notes, duties and all that is under way are dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.contract.data import Start
from rules.ground.underlay import of_country
from rules.values.sentence import say

Plain = dict[str, Any]
Position = Mapping[str, Any]


@dataclass(frozen=True)
class Goes:
    """How the things of a group go over.

    kept: the fields that they keep, besides side and number of men.  places: those that say where they stand, dropped where
    everything is placed again.  on_rails: those that mean something on the same country only.  ground: the things are
    part of the ground: they keep their places, and are left behind with another country.
    """

    kept: tuple[str, ...] = ("name", "commander")
    places: tuple[str, ...] = ("at", "facing")
    on_rails: tuple[str, ...] = ()
    ground: bool = False


GOES: Mapping[str, Goes] = {
    "bodies": Goes(("side", "arm", "name", "commander", "formation")),
    "guns": Goes(("name", "commander", "team_horses", "limbered")),
    "waggons": Goes(("name", "commander", "kind", "packets", "serves")),
    "depots": Goes(("name", "packets")),
    "boxes": Goes(),
    "boats": Goes(),
    "trains": Goes(("name", "commander", "trucks", "packets"), on_rails=("line", "along")),
    "generals": Goes(("name", "seniority")),
    "bridges": Goes(("name", "kind", "standing", "at", "span", "line", "along"), (), ground=True),
    "works": Goes(("kind", "side", "at", "line", "target", "facing", "inches", "moves_done", "state"), (), ground=True),
    "mines": Goes(("side", "at"), (), ground=True),
}
"""The groups of which things go over, those that others refer to first; weather passes."""

STANDING, UNFINISHED = ("entrenchment", "epaulement"), ("repair",)
"""Kinds of works that stand there afterwards, finished or not, and those that keep their progress until they are finished; of any other
only its effect goes over.  [KS-DEST-09]"""


def carried(
    position: Position, *, exchange: bool, places: bool, ground: bool = True
) -> tuple[Start, Sequence[Mapping[str, Any]]]:
    """The start of the next battle, made from the last position of this one, and a line for each thing.

    exchange: prisoners return to their own side; else they stay with their captors and are lost to the campaign.
    places: everything keeps its place; else it is put down again.  ground: the next battle is on the same country, which
    goes over as it was left.
    Each line has group, thing, name, side, left (men free and alive), captive, over (men who go over), and why, if
    nothing of it goes over.

    >>> start, _ = carried({"bodies": {"a": {"side": "red", "arm": "infantry", "men": 7, "prisoners": 3}}}, exchange=True, places=False)
    >>> start["bodies"]["a"]["men"]
    10
    """
    over = _Over(position, exchange=exchange, places=places, ground=ground)
    for group, goes in GOES.items():
        for thing, one in (position.get(group) or {}).items():
            if not _is_over(group, one):
                over.take(group, goes, thing, one)
    over.put_aboard()
    start = over.start
    if ground and position.get("country"):
        start["country"] = position["country"]
    if position.get("settled"):
        start["settled"] = position["settled"]
    return start, over.lines


class _Over:
    """What goes over, thing by thing."""

    def __init__(self, position: Position, *, exchange: bool, places: bool, ground: bool) -> None:
        self.position, self.exchange, self.places, self.ground = position, exchange, places, ground
        self.start = Start({})
        self.lines: list[Plain] = []

    def take(self, group: str, goes: Goes, thing: str, one: Mapping[str, Any]) -> None:
        """A thing goes over, or it is told why not."""
        men = group == "bodies"
        side = str(one.get("side", "")) if men or goes.ground else _holder(one)
        line = {"group": group, "thing": thing, "name": one.get("name", ""), "side": side}
        line |= _men(one, self.exchange) if men else {"left": 1, "captive": 0, "over": 1}
        fixed = self.ground and of_country(self.position, group, thing)
        why = _why_not(group, one, line["over"]) or ("" if self.ground or not goes.ground else say("it is elsewhere"))
        state = self._state(goes, one, fixed=fixed)
        state |= {"men": line["over"], **_horses(one, line["over"])} if men else {"side": side} if side else {}
        if men:
            line["arm"] = one["arm"]
        if why:
            self.lines.append({**line, "left": line["left"] if men else 0, "over": 0, "why": why})
            if not fixed or not one.get("destroyed"):
                return
            state |= {"destroyed": True}  # it is drawn in the country, and would be there again
        else:
            self.lines.append(line)
        self.start.setdefault(group, {})[thing] = state | (self._crew(one, side) if group == "guns" else {})

    def _state(self, goes: Goes, one: Mapping[str, Any], *, fixed: bool) -> Plain:
        """The fields that a thing keeps.  fixed: it stands where the country has it."""
        keys = [*goes.kept, *(goes.on_rails if self.ground else ())]
        keys += goes.places if self.places or fixed else ()
        return {key: one[key] for key in keys if key in one}

    def _crew(self, gun: Mapping[str, Any], holder: str) -> Plain:
        """The men who serve a gun, as far as they still exist and are of the side that holds it."""
        bodies = self.start.get("bodies", {})
        there = [one for one in _named(gun.get("crew")) if one in bodies and bodies[one]["side"] == holder]
        helpers = [one for one in _named(gun.get("helpers")) if one in bodies and bodies[one]["side"] == holder]
        return {**({"crew": there[0]} if there else {}), **({"helpers": helpers} if helpers else {})}

    def put_aboard(self) -> None:
        """Who was aboard of what goes over is aboard again, where places are kept; a box that is shut keeps its men."""
        for group in ("boats", "trains", "boxes"):
            for carrier, state in self.start.get(group, {}).items():
                before = self.position[group][carrier].get("aboard")
                if not isinstance(before, Mapping) or not (self.places or group == "boxes"):
                    continue
                aboard = dict(self._still(before, state["side"]))
                if aboard:
                    state["aboard"] = aboard

    def _still(self, aboard: Mapping[str, int], side: str) -> Iterable[tuple[str, int]]:
        """Those aboard who go over, and are of the side that holds the carrier."""
        for thing, number in aboard.items():
            body = self.start.get("bodies", {}).get(thing)
            gun = self.start.get("guns", {}).get(thing)
            if body is not None and body["side"] == side:
                yield thing, min(number, body["men"])
            elif gun is not None and gun["side"] == side:
                yield thing, 1


def _men(body: Mapping[str, Any], exchange: bool) -> Plain:
    """Of a body: men free and alive, men in the enemy's hands, men who go over."""
    men = int(body.get("men", 0))
    taken = bool(body.get("held_by") or body.get("surrendered"))
    captive = int(body.get("prisoners", 0)) + (men if taken else 0)
    left = (0 if taken else men) + _away(body)
    return {"left": left, "captive": captive, "over": left + (captive if exchange else 0)}


def _horses(body: Mapping[str, Any], over: int) -> Plain:
    """Its horses, of which no man has two; men who come back without one are on foot."""
    if "horses" not in body:
        return {}
    horses = min(int(body["horses"]), over)
    return {"horses": horses, **({"on_foot": over - horses} if body.get("arm") == "cavalry" and over > horses else {})}


def _why_not(group: str, one: Mapping[str, Any], over: int) -> str:
    """Why nothing of a thing goes over; empty where it does."""
    if group == "bodies":
        captive = one.get("prisoners") or ((one.get("held_by") or one.get("surrendered")) and one.get("men"))
        return "" if over else say("taken") if captive else say("nobody is left")
    if one.get("destroyed"):
        return say("it was destroyed")
    if one.get("gone"):
        return say("out of the game")
    return ""


def _is_over(group: str, one: Mapping[str, Any]) -> bool:
    """Whether nothing is left of a thing of which anybody would ask: a deed that is done, a mine that is no danger, a box that is open."""
    over = one.get("exploded") or one.get("armed") is False or one.get("opened")
    return bool(over) or (group == "works" and not _still_there(one))


def _still_there(work: Mapping[str, Any]) -> bool:
    """Whether anything of a work lies there afterwards."""
    kinds = STANDING if work.get("state") == "done" else (*STANDING, *UNFINISHED)
    return work.get("state") != "lost" and work.get("kind") in kinds


def _away(body: Mapping[str, Any]) -> int:
    """Free men who left the field alive: over their own line, or by arriving at the enemy's."""
    return int(body.get("retired", 0)) + int(body.get("arrived", 0))


def _holder(one: Mapping[str, Any]) -> str:
    return str(one.get("held_by") or one.get("side", ""))


def _named(value: Any) -> list[str]:
    """The bodies that a field names, whether one or several."""
    return [value] if isinstance(value, str) and value else [one for one in value or () if isinstance(one, str)]
