"""The things of books that are played on a floor: men, guns, stores, works, and what carries them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rules.contract.pieces import (
    COUNT,
    FLAG,
    LENGTH,
    PACKETS,
    SIDE,
    WORD,
    Account,
    Editable,
    Kind,
    Look,
    People,
    Pieces,
    Plain,
)
from rules.contract.sentences import counted, inches_in_words

OF_MEN = (
    ("men", COUNT), ("horses", COUNT), ("prisoners", COUNT), ("formation", WORD), ("facing", COUNT), ("must_retire", LENGTH),
    ("immobile", FLAG), ("out_of_action", FLAG), ("surrendered", FLAG), ("disarmed", FLAG),
)  # fmt: skip
OF_GUNS = (
    ("destroyed", FLAG), ("disabled_for", COUNT), ("limbered", FLAG), ("in_dispute", FLAG), ("team_horses", COUNT),
    ("held_by", SIDE),
)  # fmt: skip
OF_STORES = (("packets", PACKETS), ("destroyed", FLAG), ("held_by", SIDE))
OF_GENERALS = (("absent_for", COUNT), ("gone", FLAG))
"""What an umpire may set of things, with the kind of each."""

BODIES = Kind("bodies", arm="men", plotted=True, fields=OF_MEN)
GUNS = Kind("guns", "Guns", "gun", "artillery", plotted=True, fields=OF_GUNS)
WAGGONS = Kind("waggons", "Waggons", "waggon", "transport", plotted=True, fields=OF_STORES)
BOXES = Kind("boxes", "Boxes", "transport", "transport")
DEPOTS = Kind("depots", "Depots", "depot", "transport", plotted=True, fields=OF_STORES)
WORKS = Kind("works", "Works")
BRIDGES = Kind("bridges", "Bridges")
MINES = Kind("mines", "Mines")
GENERALS = Kind("generals", "The General", "general", "general", plotted=True, fields=OF_GENERALS)
BOATS = Kind("boats", "Boats", "boat", "transport", plotted=True)
TRAINS = Kind("trains", "Trains", "train", "transport", plotted=True)

STORES = ("food", "forage", "ammunition")
"""The kinds of packets.  [KS-SUP-01]"""

TEAM = 6
"""Horses of a gun's team, where nothing else is said.  [KS-DEF-09]"""

NAMED = ("body", "gun", "waggon", "general", "boat", "train", "box")
"""The keys under which an order names the thing that is ordered, the first that is there; else it is ``bodies``."""

ENDS = ("destroyed", "gone", "exploded", "opened")
"""What of a thing that is no body says that it is no more."""

SAID = {
    "destroyed": "destroyed",
    "out_of_action": "out of action for want of supplies",
    "surrendered": "has surrendered",
    "disarmed": "disarmed",
    "immobile": "may not march in its next own move",
    "arrested": "a pursuer stopped",
    "in_dispute": "in dispute",
    "gone": "out of the game",
}
"""Flags of a thing, and how they are said."""

FORMATIONS = {
    "fours": "in fours",
    "two-ranks": "in two ranks",
    "extended": "extended",
    "column": "in column",
    "line": "in line",
    "dismounted": "dismounted",
}
"""Formations as they are said of men."""


FORMED = {"infantry": ("fours", "two-ranks", "extended"), "cavalry": ("column", "line", "dismounted")}
"""The formations of each arm that has any."""


def formed(formation: str) -> str:
    """A formation as it is said of men."""
    return FORMATIONS.get(formation, str(formation).replace("-", " "))


def packets(held: Mapping[str, Any]) -> str:
    """Packets by kind: ``4 food, 2 ammunition``."""
    return ", ".join(f"{held[kind]} {kind}" for kind in STORES if held.get(kind)) or "empty"


class FloorPieces(Pieces):
    """What all books of the floor say of their things."""

    def owner(self, group: str, thing: Plain) -> str:
        """Of a gun or a store who holds it, of men whose they are, prisoners too."""
        held = "" if group == "bodies" else thing.get("held_by", "")
        return str(held or thing.get("side", ""))

    def arm(self, group: str, thing: Plain) -> str:
        """Of men their own."""
        return str(thing.get("arm") or ("" if group == "bodies" else self.kind(group).arm))

    def left_to_order(self, position: Plain, side: str) -> Iterator[tuple[str, str, dict[str, Any]]]:
        """What is not destroyed or gone, and men who are no prisoners."""
        bodies = []
        for group, identity, thing in self.every(position):
            if group == "bodies":
                if thing["side"] == side and thing.get("men") and not thing.get("held_by"):
                    bodies.append((group, identity, thing))
            elif self.is_ordered(group) and self.owner(group, thing) == side:
                if not (thing.get("destroyed") or thing.get("gone") or thing.get("opened")):
                    yield group, identity, thing
        yield from bodies

    def subjects(self, order: Plain) -> tuple[str, ...]:
        """The body, gun, store or carrier that is named; of an issue the source; of what is told of all, none."""
        if order["order"] == "go-short":
            return ()
        if order["order"] == "issue":
            return (str(order["source"]),)
        for key in NAMED:
            if order.get(key):
                return tuple(order[key]) if isinstance(order[key], list) else (str(order[key]),)
        return tuple(order.get("bodies", ()))

    def wants_orders(self, group: str) -> bool:
        """Men and guns."""
        return group in ("bodies", "guns")

    def holder(self, thing: Plain) -> str:
        """Of whatever is held who holds it."""
        return str(thing.get("held_by") or thing.get("side", ""))

    def people(self, position: Plain) -> Iterator[People]:
        """Generals by their figures; men who are nobody's prisoners."""
        for identity, figure in sorted((position.get("generals") or {}).items()):
            if figure.get("at") is not None:
                yield People(identity, "generals", figure.get("side", ""), figure["at"], 0, figure)
        for identity, body in (position.get("bodies") or {}).items():
            fit = body.get("men") and not body.get("held_by") and not body.get("surrendered")
            if fit and body.get("at") is not None:
                yield People(identity, "bodies", body.get("side", ""), body["at"], body["men"], body)

    def editable(self, group: str, thing: Plain) -> tuple[Editable, ...]:
        """Of men on foot no horses."""
        return tuple(
            one for one in super().editable(group, thing) if one.key != "horses" or thing.get("arm") == "cavalry"
        )

    def words(self, key: str, thing: Plain) -> tuple[str, ...]:
        """The formations of its arm."""
        return FORMED.get(str(thing.get("arm")), ()) if key == "formation" else ()

    def stock(self, position: Plain) -> dict[Account, int]:
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
                held[side, identity, "horses"] = thing.get("team_horses", TEAM)
            elif group in ("waggons", "depots") and not thing.get("destroyed"):
                held[side, identity, group] = 1
                held.update({(side, identity, kind): number for kind, number in thing.get("packets", {}).items()})
        return {account: amount for account, amount in held.items() if amount}

    def look(self, group: str, thing: Plain) -> Look:
        """Men by number, horses and formation; a gun as it stands; a store by its packets; a carrier by who is aboard."""
        gone = thing.get("men") == 0 if group == "bodies" else any(thing.get(how) for how in ENDS)
        strength = self._strength(group, thing)
        form = str(thing.get("formation", "two-ranks")) if group == "bodies" else strength if group == "guns" else ""
        front = group in ("bodies", "guns")
        return Look(
            sign=self.kind(group).sign or self.arm(group, thing),
            strength=strength,
            men=thing.get("men") if group == "bodies" else None,
            horses=thing.get("horses", 0) if group == "bodies" else 0,
            guns=int(group == "guns"),
            flags=tuple(self._flags(group, thing)),
            facing=int(thing.get("facing", 0)) if front else None,
            form=form,
            said=strength if front else "",
            gone=gone,
            stands_for=str(thing.get("crew") or "") if group == "guns" and isinstance(thing.get("crew"), str) else "",
        )

    def _strength(self, group: str, state: Plain) -> str:
        """Its strength in words."""
        if group == "bodies":
            return self._men(state)
        if group == "guns":
            return "limbered" if state.get("limbered") else "unlimbered"
        if group in ("waggons", "depots"):
            return packets(state["packets"]) if "packets" in state else ""
        if group in ("boats", "trains", "boxes") and "aboard" in state:
            return f"{sum(state['aboard'].values())} aboard" if state["aboard"] else "nobody aboard"
        if group == "bridges":
            return "standing" if state.get("standing", True) else "down"
        if group == "works":
            return f"{state.get('kind', 'work')}, {state.get('state', 'begun')}, {counted(state.get('moves_done', 0), 'move')} done"
        return ""

    def _men(self, body: Plain) -> str:
        """The men of a body, its horses and its formation, as far as they are known."""
        parts = [counted(body["men"], "man", "men")] if "men" in body else []
        arm = self.arm("bodies", body)
        if arm == "cavalry" and "horses" in body and body["horses"] != body.get("men"):
            parts.append(counted(body["horses"], "horse"))
        if arm in ("infantry", "cavalry"):
            parts.append(formed(body.get("formation", "two-ranks")))
        return ", ".join(parts)

    def _flags(self, group: str, state: Plain) -> Iterator[str]:
        """What else is to be said of a thing, as far as it is known."""
        if group == "bodies" and state.get("men") == 0:
            yield "no man left"
            return
        yield from (text for key, text in SAID.items() if state.get(key))
        if state.get("must_retire"):
            yield f"must retire {inches_in_words(state['must_retire'])}"
        if state.get("flight"):
            yield "in flight"
        if state.get("disabled_for"):
            yield f"disabled for {counted(state['disabled_for'], 'own move')}"
        if state.get("absent_for"):
            yield f"away for {counted(state['absent_for'], 'own move')}"
        if state.get("prisoners"):
            yield f"{counted(state['prisoners'], 'man', 'men')} in enemy hands"
        if state.get("held_by") and state.get("held_by") != state.get("side"):
            yield f"held by {str(state['held_by']).capitalize()}"
        owed = packets(state.get("arrears") or {})
        if owed != "empty":
            yield f"is owed {owed}"
