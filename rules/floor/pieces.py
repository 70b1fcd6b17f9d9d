"""The things of the books of the floor, for code that shows, lists, counts or commands them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.contract.data import Position, Start
from rules.contract.names import swapped
from rules.contract.palette import Harm, Template
from rules.contract.pieces import Account, Editable, Look, People, Pieces, Said, Scene, State
from rules.contract.sentences import counted, inches_in_words
from rules.contract.signs import EMPTY, Sign
from rules.floor.called import called, in_scene
from rules.floor.carry_over import carried
from rules.floor.headcount import too_many
from rules.floor.kinds import (
    ABOUT,
    DECLARED,
    DRAWS,
    ENDS,
    FORMED,
    HEADINGS,
    IN_BRIEF,
    RANKS,
    REACHES,
    SAID,
    STATES,
    TEAM,
    TRAINS,
    UNITED,
    formation_of,
    formed,
    packets,
    usual_formation,
)
from rules.floor.names import next_name, own_name
from rules.floor.placement import put_down
from rules.floor.rails import place_on_rails
from rules.floor.removal import OWN_WORDS, without
from rules.floor.signs import SIGNS
from rules.ground import features
from rules.ground.country import STORES
from rules.values.measure import INCH, Point
from rules.values.sentence import joined, say, say_as, word

HOLDS = ("packets", "aboard")
"""The fields of what is in a store, and of who is aboard of a carrier."""

ENCLOSING = ("waggons", "depots", "boats", "trains")
"""The groups of things on the map that look otherwise when nothing is in them."""

HARMS = (
    Harm("bridge", say("A bridge falls"), "bridges", "standing", value=False, act=say("Bring it down")),
    Harm("bridge-again", say("A bridge is repaired"), "bridges", "standing", value=True, act=say("Put it up again")),
    Harm("depot", say("A depot burns"), "depots", "packets", value={}, act=say("Burn it")),
    Harm("waggon", say("A waggon is emptied"), "waggons", "packets", value={}),
    Harm("mine", say("A mine is made harmless"), "mines", "armed", value=False),
    Harm("road", say("A road closes"), "roads"),
    Harm("ford", say("A ford becomes impassable"), "fords"),
    Harm("rails", say("Rails become impassable"), "rails"),
)
"""What may befall something in an event, in the sequence offered."""


def _ids(value: Any) -> list[str]:
    """The things that a field names, whether one, several, or a number of each; none where it holds no text."""
    named = value if isinstance(value, list | tuple | Mapping) else [value]
    return [one for one in named if isinstance(one, str) and one]


def _horses(every: int, team: int) -> str:
    """Horses in words, and how many of them draw guns, if not all."""
    said = counted(every, "horse")
    return say("{horses} ({n} of them draw guns)", horses=said, n=team) if 0 < team < every else said


@dataclass(frozen=True)
class FloorPieces(Pieces):
    """What all books of the floor say of their things.

    team: the horses that draw a gun of which nothing else is said; 0 where guns have none.
    """

    team: int = TEAM
    stores: tuple[str, ...] = STORES
    signs: tuple[Sign, ...] = SIGNS
    headings: tuple[tuple[str, str], ...] = HEADINGS
    fighting: str = "fight"
    forces: tuple[tuple[str, str], ...] = (
        ("men", say("Men lost")),
        ("horses", say("Horses lost")),
        ("guns", say("Guns lost")),
    )
    carries: tuple[str, ...] = ("men", "horses", "packets", "side", "name")
    asked: tuple[str, ...] = ("men", "horses", "packets")
    reaches: tuple[tuple[str, str, bool], ...] = REACHES
    draws: Mapping[str, str] = field(default_factory=lambda: DRAWS)
    features: tuple[str, ...] = ("roads", "fords", "rails")
    harms: tuple[Harm, ...] = HARMS
    worth_knowing: tuple[str, ...] = ("packets", "aboard", "disabled_for", "arrears", "unsupplied_since")

    def things(self, position: Scene) -> dict[str, tuple[str, State]]:
        """Sealed notes among them."""
        notes = self.group_in(position, "sealed")
        return {identity: ("sealed", one) for identity, one in notes.items()} | super().things(position)

    def names(self, position: Scene) -> dict[str, str]:
        """What things are called; one without a name by what it is, as far as that is known."""
        return in_scene(self.things(position), position.get("country") or {})

    def owner(self, group: str, thing: State) -> str:
        """The holder of a gun or a store; the own side of men, even of prisoners."""
        held = "" if group == "bodies" else thing.get("held_by", "")
        return str(held or thing.get("side", ""))

    def arm(self, group: str, thing: State) -> str:
        """A body's own arm."""
        return str(thing.get("arm") or ("" if group == "bodies" else self.kind(group).arm))

    def commander(self, position: Scene, thing: State) -> str:
        """A gun without its own goes with its crew."""
        own, crew = thing.get("commander"), thing.get("crew")
        served = (position.get("bodies") or {}).get(crew) if isinstance(crew, str) and crew and not own else None
        return super().commander(position, thing if served is None else served)

    def left_to_order(self, position: Scene, side: str) -> Iterator[tuple[str, str, State]]:
        """Things that are not destroyed or gone, and men who are not prisoners."""
        bodies = []
        for group, identity, thing in self.every(position):
            if group == "bodies":
                if thing["side"] == side and thing.get("men") and not thing.get("held_by"):
                    bodies.append((group, identity, thing))
            elif self.is_ordered(group) and self.owner(group, thing) == side:
                if not (thing.get("destroyed") or thing.get("gone") or thing.get("opened")):
                    yield group, identity, thing
        yield from bodies

    def subjects(self, order: Said) -> tuple[str, ...]:
        """The body, gun, store or carrier named; the source of an issue; none for an order to all."""
        if order["order"] == "go-short":
            return ()
        if order["order"] == "issue":
            return (str(order["source"]),)
        for key in self.naming:
            if order.get(key):
                return tuple(order[key]) if isinstance(order[key], list) else (str(order[key]),)
        return tuple(order.get("bodies", ()))

    def wants_orders(self, group: str) -> bool:
        """True for men and guns."""
        return group in ("bodies", "guns")

    def listed(self, position: Scene, of: str) -> Mapping[str, State]:
        """Bodies of men, or the cavalry among them; guns and stores that are not destroyed; or all pieces that may tread on a mine."""
        if of in UNITED:
            return {thing: one for group in UNITED[of] for thing, one in self.listed(position, group).items()}
        if of == "cavalry":
            return {thing: one for thing, one in self.listed(position, "bodies").items() if one["arm"] == of}
        there = (position.get(of) or {}).items()
        return {thing: one for thing, one in there if (one.get("men") if of == "bodies" else not one.get("destroyed"))}

    def may_toss(self, position: Scene, order: Said) -> bool:
        """True for cavalry that charges cavalry.  [KS-CHARGE-18]"""
        return order.get("order") == "charge" and order.get("target") in self.listed(position, "cavalry")

    def particulars(self, order: Said) -> Said:
        """The keys other than the subject; the source of an issue is its subject."""
        return {key: value for key, value in super().particulars(order).items() if key != "source"}

    def in_brief(self, order: Said) -> Said:
        """The subject and the number of men."""
        return {key: value for key, value in order.items() if key in IN_BRIEF}

    def declares(self, order: Said) -> frozenset[str]:
        """The length and the ground of its way, if the order has no target."""
        return frozenset() if "target" in order else DECLARED

    def about(self, event: Said) -> frozenset[str]:
        """Bodies, guns, works, captors, and the dead."""
        named = {str(event[key]) for key in ABOUT if event.get(key)}
        return frozenset({*named, *map(str, event.get("bodies") or ()), *(event.get("dead") or {})})

    def due(self, event: Said) -> tuple[str, int] | None:
        """The packets due at a tick."""
        return (str(event["kind"]), int(event["packets"])) if event.get("event") == "packets-due" else None

    def too_many(self, position: Scene, orders: Sequence[Said]) -> tuple[str, int, int] | None:
        """Checked by what orders, shots and charges have measured."""
        return too_many(position, orders)

    def in_all(self, looks: Sequence[Look]) -> tuple[str, ...]:
        """Men, captives left out; horses, with those of the guns, and guns, if there are any: as the ledgers count them."""
        team, guns = sum(look.team for look in looks), sum(look.guns for look in looks)
        horses = team + sum(look.horses for look in looks)
        said = (
            *super().in_all([look for look in looks if not look.captive]),
            _horses(horses, team) if horses else "",
            counted(guns, "gun") if guns else "",
        )
        return tuple(one for one in said if one)

    def how_many(self, groups: Collection[str]) -> list[str]:
        """Bodies and guns."""
        men = sum(group == "bodies" for group in groups)
        told = ((men, counted(men, "body", "bodies")), (len(groups) - men, counted(len(groups) - men, "gun")))
        return [words for number, words in told if number]

    def holder(self, thing: State) -> str:
        """The holder of a thing that is held."""
        return str(thing.get("held_by") or thing.get("side", ""))

    def people(self, position: Scene) -> Iterator[People]:
        """Generals by their figures, unless they have fallen; men who are not prisoners."""
        for identity, figure in sorted((position.get("generals") or {}).items()):
            if figure.get("at") is not None and not figure.get("gone"):
                yield People(identity, "generals", figure.get("side", ""), figure["at"], 0, figure)
        for identity, body in (position.get("bodies") or {}).items():
            fit = body.get("men") and not body.get("held_by") and not body.get("surrendered")
            if fit and body.get("at") is not None:
                yield People(identity, "bodies", body.get("side", ""), body["at"], body["men"], body)

    def whereabouts(self, position: Scene, identity: str) -> Any:
        """Whoever is aboard is where the boat or train is, a train where it stands on its rails."""
        found = self.find(position, identity)
        if found is None or self.look(*found).gone or found[1].get("surrendered"):
            return None
        group, thing = found
        if self.holder(thing) != thing.get("side", ""):
            return None
        if isinstance(thing.get("aboard"), str) and thing["aboard"]:
            return self.whereabouts(position, thing["aboard"])
        return self.as_it_stands(position, group, thing).get("at")

    def as_it_stands(self, position: Scene, group: str, thing: State) -> State:
        """A train with the place on its rails where it stands."""
        if group != TRAINS.group or thing.get("at"):
            return thing
        at = place_on_rails(position, thing)
        return thing if at is None else {**thing, "at": at}

    def departs_with(self, position: Scene, group: str, identity: str) -> tuple[str, ...]:
        """All that is aboard with no man ashore; the men who serve this gun and no other."""
        thing = self.group_in(position, group).get(identity) or {}
        others = [one for name, one in self.group_in(position, "guns").items() if name != identity]
        busy = {one for gun in others for one in (gun.get("crew"), *gun.get("helpers", ()))}
        served = self.goes_with(position, group, identity) if group == "guns" else ()
        aboard = thing.get("aboard") if isinstance(thing.get("aboard"), Mapping) else {}
        whole = [one for one in aboard or () if (of := self.find(position, one)) and of[1].get("aboard") == identity]
        return tuple(dict.fromkeys([*whole, *(one for one in served if one not in busy)]))

    def entrances(self, position: Scene) -> list[tuple[str, list[int | float]]]:
        """The ends of roads and rails, the bridges (for a mine), and the middle of each edge."""
        country = position.get("country") or {}
        found: list[tuple[str, list[int | float]]] = []
        for group in ("roads", "rails"):
            for name, way in (country.get(group) or {}).items():
                found += [
                    (features.listed(name, way.get("name")), list(end)) for end in (way["line"][0], way["line"][-1])
                ]
        for name, bridge in (position.get("bridges") or {}).items():
            if bridge.get("at"):
                found.append((called("bridges", name, bridge, str), list(bridge["at"])))
        width, depth = country.get("size") or (0, 0)
        if width:
            edges = {
                "south": [width / 2, 0],
                "east": [width, depth / 2],
                "north": [width / 2, depth],
                "west": [0, depth / 2],
            }
            found += [(word(name), edge) for name, edge in edges.items()]
        return found

    def without(self, position: Scene, group: str, thing: str) -> Position:
        """Nothing refers to it any more."""
        return without(position, (kind.group for kind in self.kinds), group, thing)

    def new_id(self, position: Scene, side: str, wanted: str, first: int) -> str:
        """A name in the side's own space; the number does not count what stands, but begins anywhere."""
        own = own_name(side, wanted) if side else wanted
        return next_name([position.get(kind.group) or () for kind in self.kinds], own, first) if first else own

    def put_down(
        self,
        template: Template,
        side: str,
        identity: str,
        *,
        name: str = "",
        at: Point | None = None,
        facing: int = 0,
        **chosen: int,
    ) -> Start:
        """Each part at its place, rear parts behind the first."""
        return put_down(template, side, identity, name, at, facing, chosen)

    def usual(self, group: str, thing: State) -> Mapping[str, Any]:
        """A body stands in the usual formation of its arm."""
        arm = str(thing.get("arm"))
        form = {"formation": usual_formation(arm)} if group == "bodies" and arm in FORMED else {}
        return {**super().usual(group, thing), **form}

    def editable(self, group: str, thing: State) -> tuple[Editable, ...]:
        """Men on foot have no horses to set."""
        return tuple(
            one for one in super().editable(group, thing) if one.key != "horses" or thing.get("arm") == "cavalry"
        )

    def captive(self, thing: State) -> int:
        """The prisoners that the enemy has taken of a body."""
        return int(thing.get("prisoners") or 0)

    def carried(
        self, position: Scene, *, exchange: bool, places: bool, ground: bool = True
    ) -> tuple[Start, Sequence[State]]:
        """Men, guns, stores, carriers and Generals that are left, and the ground as it was left."""
        return carried(position, exchange=exchange, places=places, ground=ground)

    def goes_with(self, position: Scene, group: str, identity: str) -> tuple[str, ...]:
        """The men who serve a gun, and what a template puts down beside it."""
        thing = self.group_in(position, group).get(identity) or {}
        serving, helpers = _ids(thing.get("crew")), _ids(thing.get("helpers"))
        parts = [part for one in self.templates if one.parts[0].group == group for part in one.parts[1:]]
        beside = [named for part in parts if (named := f"{identity}-{part.name}") in (position.get(part.group) or {})]
        bodies = position.get("bodies") or {}
        return tuple(dict.fromkeys([*(one for one in (*serving, *helpers) if one in bodies), *beside]))

    def referring(self, thing: State, ids: Mapping[str, str]) -> State:
        """Names, sides and words refer to nothing."""
        return {key: one if key in OWN_WORDS else swapped(one, ids) for key, one in thing.items()}

    def depth(self, thing: State) -> int:
        """Ten men stand in a rank; a gun needs four inches for its crew."""
        ranks = -(-int(thing.get("men", 1)) // 10)
        return (ranks - 1) * RANKS.get(str(thing.get("arm")), RANKS["infantry"]) if "arm" in thing else 4 * INCH

    def words(self, key: str, thing: State) -> tuple[str, ...]:
        """The formations of its arm; the states of a work."""
        if key == "state":
            return STATES
        return FORMED.get(str(thing.get("arm")), ()) if key == "formation" else ()

    def stock(self, position: Scene) -> dict[Account, int]:
        """Men, horses, prisoners, guns, waggons, depots and the kinds of packet."""
        held: dict[Account, int] = {}
        for group, identity, thing in self.every(position):
            side = self.owner(group, thing)
            if group == "bodies":
                men = thing.get("men", 0)
                captive = men if thing.get("held_by") else 0
                held[side, identity, "men"] = men - captive
                held[side, identity, "horses"] = thing.get("horses", 0)
                held[side, identity, "prisoners"] = thing.get("prisoners", 0) + captive
            elif group == "guns" and not thing.get("destroyed"):
                held[side, identity, "guns"] = 1
                held[side, identity, "horses"] = self._team(thing)
            elif group in ("waggons", "depots") and not thing.get("destroyed"):
                held[side, identity, group] = 1
                held.update({(side, identity, kind): number for kind, number in thing.get("packets", {}).items()})
        return {account: amount for account, amount in held.items() if amount}

    def whole(self, group: str, thing: State) -> State:
        """A store without a count of packets has none, and nobody is aboard of what names nobody."""
        if group not in ENCLOSING:
            return thing
        return {**{key: {} for key in HOLDS if key in self._fields(group)}, **thing}

    def _team(self, gun: State) -> int:
        """The horses that draw a gun, for the ledgers and for what is summed on pages."""
        return int(gun.get("team_horses", self.team)) if self.team and not gun.get("destroyed") else 0

    def look(self, group: str, thing: State) -> Look:
        """Men by number, horses and formation; a gun by its state; a store by its packets; a carrier by who is aboard."""
        gone = thing.get("men") == 0 if group == "bodies" else any(thing.get(how) for how in ENDS)
        strength = self._strength(group, thing)
        empty = group in ENCLOSING and not self._holds_something(thing)
        form = formation_of(thing) if group == "bodies" else strength if group == "guns" else EMPTY if empty else ""
        front = group in ("bodies", "guns")
        return Look(
            sign=self.kind(group).sign or self.arm(group, thing),
            strength=strength,
            men=thing.get("men") if group == "bodies" else None,
            horses=thing.get("horses", 0) if group == "bodies" else 0,
            team=self._team(thing) if group == "guns" else 0,
            captive=group == "bodies" and bool(thing.get("held_by")),
            guns=int(group == "guns"),
            flags=tuple(self._flags(group, thing)),
            facing=int(thing.get("facing", 0)) if front else None,
            form=form,
            said=strength if front or empty else "",
            gone=gone,
            wreck=group == "guns" and bool(thing.get("destroyed")),
            stands_for=str(thing.get("crew") or "") if group == "guns" and isinstance(thing.get("crew"), str) else "",
        )

    def _holds_something(self, thing: State) -> bool:
        """Whether something is in a store or aboard of a carrier, or it is not known that nothing is."""
        known = [thing[key] for key in HOLDS if key in thing]
        return not known or any(any(held.values()) for held in known if isinstance(held, Mapping))

    def _strength(self, group: str, state: State) -> str:
        """The strength of a thing, in words."""
        if group == "bodies":
            return self._men(state)
        if group == "guns":
            return say("limbered") if state.get("limbered") else say("unlimbered")
        if group in ("waggons", "depots"):
            return packets(state["packets"]) if "packets" in state else ""
        if group in ("boats", "trains", "boxes") and "aboard" in state:
            return say("{sum} aboard", sum=sum(state["aboard"].values())) if state["aboard"] else say("nobody aboard")
        if group == "bridges":
            return say_as("of a bridge", "standing") if state.get("standing", True) else say_as("of a bridge", "down")
        if group == "weather":
            return say("march at {march}, shots at {shots}", march=state.get("march", 1), shots=state.get("shots", 1))
        if group == "works":
            return say(
                "{what}, {what2}, {counted} done",
                what=word(state.get("kind", "work")),
                what2=word(state.get("state", "begun")),
                counted=counted(state.get("moves_done", 0), "move"),
            )
        return ""

    def _men(self, body: State) -> str:
        """The men of a body, its horses and its formation, as far as they are known."""
        parts: list[str] = [counted(body["men"], "man", "men")] if "men" in body else []
        arm = self.arm("bodies", body)
        if arm == "cavalry" and "horses" in body and body["horses"] != body.get("men"):
            parts.append(counted(body["horses"], "horse"))
        if arm in ("infantry", "cavalry"):
            parts.append(formed(formation_of(body)))
        return joined(", ", parts)

    def _flags(self, group: str, state: State) -> Iterator[str]:
        """Further remarks on a thing, as far as it is known."""
        if group == "bodies" and state.get("men") == 0:
            yield say("no man left")
            return
        yield from (text for key, text in SAID.items() if state.get(key))
        if state.get("must_retire"):
            yield say("must retire {state}", state=inches_in_words(state["must_retire"]))
        if state.get("flight"):
            yield say("in flight")
        if state.get("disabled_for"):
            yield say("disabled for {state}", state=counted(state["disabled_for"], "own move"))
        if state.get("absent_for"):
            yield say("away for {state}", state=counted(state["absent_for"], "own move"))
        if state.get("prisoners"):
            yield say("{state} in enemy hands", state=counted(state["prisoners"], "man", "men"))
        if state.get("held_by") and state.get("held_by") != state.get("side"):
            yield say("held by {side}", side=word(str(state["held_by"]).capitalize()))
        owed = packets(state.get("arrears") or {})
        if owed != "empty":
            yield say("is owed {owed}", owed=owed)
