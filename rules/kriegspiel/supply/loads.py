"""Loading and unloading of waggons.  [KS-TS-01, KS-TS-03]"""

from __future__ import annotations

from rules.errors import Illegal, Invalid
from rules.floor.called import known_as
from rules.kriegspiel.events import PacketsMoved
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.conditions import whole_move
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import KINDS_OF_PACKET, Depot, Packets, Waggon
from rules.kriegspiel.orders import Load, Unload
from rules.kriegspiel.supply.sources import has_moved, own_source, store
from rules.kriegspiel.tables.supply import LOADS_WITHIN
from rules.values.measure import MOVE, inches
from rules.values.sentence import of_field, say, to_say, word


def check_load(field: Field, order: Load) -> int:
    """Check that a waggon may take packets from a depot or waggon.  [KS-TS-01, KS-TS-03]

    E-NONE, E-MOVED, E-WHOLE, E-WORKREACH, E-LOAD, E-STORE.
    """
    waggon = field.own_waggon(order.waggon)
    return _check(field, order, waggon, own_source(field, order.source), waggon)


def load(field: Field, order: Load) -> None:
    """Load packets into a waggon.  [KS-TS-03]"""
    check_load(field, order)
    _carry(field, order, order.source, order.waggon, "loaded")


def check_unload(field: Field, order: Unload) -> int:
    """Check that a waggon may put packets into a depot or another waggon.  [KS-TS-01, KS-TS-03]"""
    waggon = field.own_waggon(order.waggon)
    return _check(field, order, waggon, waggon, own_source(field, order.to))


def unload(field: Field, order: Unload) -> None:
    """Unload packets from a waggon.  [KS-TS-03]"""
    check_unload(field, order)
    _carry(field, order, order.waggon, order.to, "unloaded")


def _check(field: Field, order: Load | Unload, waggon: Waggon, giver: Waggon | Depot, taker: Waggon | Depot) -> int:
    """The cost, the waggon's whole move, if neither has moved and they are near enough, with the packets and the room."""
    if giver.id == taker.id:
        raise Invalid(
            of_field(order.name, say("{id} cannot load from or unload into itself", id=field.called(waggon.id)))
        )
    if not order.packets.total:
        raise Invalid(of_field(f"{order.name}.packets", say("at least one packet is wanted")))
    stood(field, giver.id)
    stood(field, taker.id)
    whole_move(
        field,
        waggon.id,
        known_as(waggon),
        say("Loading") if order.name == "load" else say("Unloading"),
        "KS-TS-03",
    )
    _beside(field, order, giver, taker)
    if taker.id in field.waggons:
        capacity, aboard = field.options.waggon_capacity_packets, taker.packets.total + order.packets.total
        if aboard > capacity:
            raise Illegal(
                "E-LOAD",
                say(
                    "{name} holds {capacity}; {aboard} would be aboard.",
                    name=known_as(taker),
                    capacity=capacity,
                    aboard=aboard,
                ),
                "KS-TS-03",
            )
    holds(giver, order.packets, "KS-TS-03")
    return MOVE


def stood(field: Field, identity: str) -> None:
    """E-MOVED: a waggon that marched in this move may not deliver; each waggon is judged by itself.  [KS-TS-01]"""
    if has_moved(field, identity):
        raise Illegal(
            "E-MOVED",
            say("{identity} moved this move: no delivery (KS-TS-01).", identity=field.called(identity)),
            "KS-TS-01",
        )


def delivered(field: Field, identity: str) -> None:
    """Record that a waggon has delivered, by loading, unloading or as a source, and may not march.  [KS-TS-01]"""
    if identity in field.waggons:
        field.spend(identity, 0, "delivered")


def holds(giver: Waggon | Depot, packets: Packets, clause: str) -> None:
    """E-STORE: fewer packets of a kind than asked for."""
    for kind in KINDS_OF_PACKET:
        held, asked = getattr(giver.packets, kind), getattr(packets, kind)
        if asked > held:
            raise Illegal(
                "E-STORE",
                say(
                    "{name} has {held} of {kind}; {asked} asked.",
                    name=known_as(giver),
                    held=held,
                    kind=word(kind),
                    asked=asked,
                ),
                clause,
            )


def _beside(field: Field, order: Load | Unload, giver: Waggon | Depot, taker: Waggon | Depot) -> None:
    """E-WORKREACH: over six inches, as measured or by places; a thing without a place counts as at hand."""
    far = order.measured.distance
    if far is None:
        far = survey.distance(field, giver.id, taker.id) or 0
    if far > LOADS_WITHIN:
        sentence = say(
            "{name} is {far} from {name2}; 6 at most.",
            name=known_as(giver),
            far=inches(far),
            name2=known_as(taker),
        )
        raise Illegal("E-WORKREACH", sentence, "KS-TS-03")


def _carry(field: Field, order: Load | Unload, giver: str, taker: str, deed: str) -> None:
    """Move packets from one store to another, for the waggon's whole move."""
    field.change_store(giver, packets=store(field, giver).packets - order.packets)
    field.change_store(taker, packets=store(field, taker).packets + order.packets)
    field.spend(order.waggon, MOVE, deed)
    delivered(field, giver)
    delivered(field, taker)
    words = to_say(
        "{giver} keeps {total}, {taker} has {total2}",
        giver=giver,
        total=store(field, giver).packets.total,
        taker=taker,
        total2=store(field, taker).packets.total,
    )
    moved = PacketsMoved(
        clause="KS-TS-03", side=field.side, body=order.waggon, source=giver, to=taker, packets=order.packets, sum=words
    )
    field.emit(moved)
