"""The leaping game: squads leap over a green until one of them stands beyond its far edge.

Its things are ``squads``, its arms jumpers and porters, its one order ``leap``, its option how far they leap.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import Any

from rules.contract.answers import Ask, Checked, Choice, Finding, Need, Part, Shot
from rules.contract.bare import Bare
from rules.contract.data import Chance, Change, Country, Event, Facts, Known, Options, Order, Position, Start, Trace
from rules.contract.options import ByRegister, one_of, option
from rules.contract.pieces import COUNT, Account, Kind, Look, Pieces
from rules.contract.report_sections import ReportSection, sections
from rules.contract.signs import Sign, Stroke
from rules.contract.table import Table
from rules.errors import Illegal, Invalid, Refused
from rules.floor.book import FloorGame
from rules.floor.glance import goes, traces_of
from rules.values.value import Value

FAR = {"short": 6, "long": 12}
EDGE = 60


@dataclass(frozen=True)
class Chosen(Value):
    leap: str = option(
        one_of({"short": "A leap is six inches.", "long": "A leap is twelve inches."}),
        "short",
        "TOY-02",
        "How far they leap.",
    )


SPLASH = Shot(
    parts=(Part("counts", "wet", "squads", "Squad", men="Wet through"),), misses="Whatever is not filled in fell dry"
)


class ToyPieces(Pieces):
    def left_to_order(self, position: Mapping[str, Any], side: str) -> Any:
        return ((group, name, one) for group, name, one in self.every(position) if one["side"] == side)

    def subjects(self, order: Order) -> tuple[str, ...]:
        return (str(order["squad"]),)

    def in_all(self, looks: Sequence[Look]) -> tuple[str, ...]:
        return (f"{sum(look.men or 0 for look in looks)} hoppers",)

    def wants_orders(self, group: str) -> bool:
        return True

    def stock(self, position: Mapping[str, Any]) -> dict[Account, int]:
        return {(one["side"], name, "strong"): one["strong"] for _, name, one in self.every(position)}

    def look(self, group: str, thing: Mapping[str, Any]) -> Look:
        strong = thing.get("strong")
        return Look(
            sign=str(thing["arm"]),
            strength="" if strong is None else f"{strong} strong",
            men=strong,
            said="on the green",
        )


PIECES = ToyPieces(
    kinds=(Kind("squads", "Squads", arm="jumpers", plotted=True, fields=(("strong", COUNT),)),),
    arms=(("jumpers", "Jumpers"), ("porters", "Porters")),
    signs=(
        Sign("jumpers", "Jumpers", strokes=(Stroke("M10 28L27 8L44 28"),), labelled=True),
        Sign("porters", "Porters", strokes=(Stroke("M10 18H44M10 24H44"),), labelled=True),
    ),
    headings=(("leaping", "Over the green"),),
    reaches=(("hop", "How far it hops", True),),
)


class Toy(ByRegister, FloorGame):
    key, title, edition = "toy", "The Leaping Game", "1.1"
    pieces = PIECES
    chosen = Chosen
    groups: Collection[str] = ("squads",)

    def opening(self, start: Start, options: Options) -> Position:
        return self.read({"own_moves": {"red": 0, "blue": 0}, "first": "red", **start}, dict(options))["position"]

    def lay(self, start: Start, country: Country) -> Start:
        return dict(start)

    def table(self, position: Position, options: Options) -> Table:
        return Table(self, position, options)

    def read(self, position: Position, options: Options) -> dict[str, Any]:
        """A position with its options: the floor of this game."""
        if not isinstance(position.get("squads"), dict) or not all("arm" in one for one in position["squads"].values()):
            raise Invalid("start.squads: squads with their arms are wanted")
        return {"position": copy.deepcopy(dict(position)), "far": FAR[str(options.get("leap", "short"))]}

    def seen(self, floor: Any, side: str) -> Any:
        """How strong the other side's squads are is not to be seen."""
        known = copy.deepcopy(floor)
        for one in known["position"]["squads"].values():
            if one["side"] != side:
                one.pop("strong", None)
        return known

    def sees(self, floor: Any, side: str) -> Known:
        return dict(copy.deepcopy(self.seen(floor, side)["position"]))

    def order(self, data: Mapping[str, Any]) -> Order:
        if (
            data.get("order") != "leap"
            or set(data) - {"order", "squad", "to", "measured"}
            or not isinstance(data.get("squad"), str)
        ):
            raise Invalid("order: a leap of a squad is wanted")
        measured = {"measured": dict(data["measured"])} if data.get("measured") else {}
        return {"order": "leap", "squad": data["squad"], "to": list(data.get("to") or ()), **measured}

    named = Bare.named

    def arm_of(self, floor: Any, side: str, order: Order) -> str:
        return str(self._own(floor, side, order)["arm"])

    def _own(self, floor: Any, side: str, order: Order) -> Order:
        squad = floor["position"]["squads"].get(order["squad"])
        if squad is None or squad["side"] != side:
            raise Illegal("E-NONE", f"{order['squad']} is not on your map.", "TOY-01")
        return dict(squad)

    def check(self, floor: Any, side: str, order: Order, before: Sequence[Order] = ()) -> Checked:
        squad, to = self._own(floor, side, order), order["to"]
        if len(to) != 2:
            raise Illegal("E-WAY", "A leap goes to a place.", "TOY-01")
        far = isqrt(int(sum((a - b) ** 2 for a, b in zip(to, squad["at"], strict=True))))
        if far > floor["far"]:
            raise Illegal("E-FAR", f"A leap of {far} in. was ordered, {floor['far']} in. are the most.", "TOY-02")
        return Checked("1", "0", f"{order['squad']} leaps {far} in.")

    def choices(self, floor: Any, side: str, thing: str, before: Sequence[Order] = ()) -> tuple[Choice, ...]:
        asks = (Ask("to", "spot", "Whereto"),)
        return (Choice(Order({"order": "leap", "squad": thing}), "Leap", "1", asks, group="leaping", clause="TOY-01"),)

    def needs(self, floor: Any, side: str, orders: Sequence[Order], facts: Facts) -> tuple[Need, ...]:
        words, met = "Whom did it splash?", "Whom did it meet on its way?"
        return tuple(
            need
            for place, order in enumerate(orders)
            for need in (
                Need(place, "splash", "splashes", order["squad"], words, "TOY-04", [], shot=SPLASH),
                Need(place, "met", "ids", order["squad"], met, "TOY-05", [], of="squads"),
            )
        )

    def names(self, facts: Facts) -> frozenset[str]:
        return frozenset(facts.get("met", ()))

    def reaches(self, floor: Any, side: str, thing: str, before: Sequence[Order] = ()) -> tuple[Any, ...]:
        at = floor["position"]["squads"][thing]["at"]
        return ({"kind": "hop", "title": "A leap", "inches": floor["far"], "clause": "TOY-02", "at": at},)

    def traces(self, floor: Any, side: str, orders: Sequence[Order]) -> tuple[Trace, ...]:
        """A leap: an arrow, from where the squad stands after its leaps before."""
        at, found = {name: one["at"] for name, one in floor["position"]["squads"].items()}, []
        for of, order in enumerate(orders):
            line = [at[order["squad"]], list(order["to"])]
            found.append(Trace(kind="march", of=of, thing=order["squad"], side=side, line=line))
            at[order["squad"]] = line[1]
        return tuple(found)

    def traces_of(self, events: Sequence[Event], before: Known, after: Known) -> tuple[Trace, ...]:
        """Each leap as it was seen."""
        draws = {"squad-leapt": goes("march", "squad")}
        return traces_of(events, before, after, groups=self.groups, draws=draws, costs=self.costs)

    def sequence(self, floor: Any, side: str, orders: Sequence[Order]) -> tuple[tuple[int, str], ...]:
        return tuple((place, "Leaps") for place in range(len(orders)))

    def adjudicate(
        self, floor: Any, side: str, orders: Sequence[Order], facts: Facts, chance: Chance,
        *, fire_only: bool = False, fire_ruled: Sequence[Change] = (),
    ) -> Finding:  # fmt: skip
        after, events, refused = copy.deepcopy(floor["position"]), [], []
        for place, order in enumerate(orders):
            try:
                said = self.check({**floor, "position": after}, side, self.order(order)).reading
            except Refused as refusal:
                refused.append({"order": place, **refusal.data()})
                continue
            after["squads"][order["squad"]]["at"] = list(order["to"])
            leapt = {"event": "squad-leapt", "told": "all", "clause": "TOY-01", "side": side, "sum": said}
            events.append({**leapt, "squad": order["squad"]})
        after["own_moves"][side] += 1
        if any(one["side"] == side and one["at"][1] > EDGE for one in after["squads"].values()):
            after["result"] = {"winner": side, "clause": "TOY-03"}
        return Finding(after, tuple(events), tuple(refused))

    def visible_to(self, event: Event, side: str) -> Event | None:
        return dict(event)

    def narrate(self, event: Event, names: Mapping[str, str]) -> str:
        return f"{names.get(event['squad'], event['squad'])} leapt."

    def report_section(self, event: str) -> ReportSection:
        return sections([("Leaps", "squad-leapt")]).get(event, ReportSection())

    def allowance(self, floor: Any, side: str) -> int:
        return 5
