"""What a side may know of a battle that is being set out, and what it may do now.

Own forces, the country, and what was settled in the open; the other side's force is behind the curtain as the book
says.  Of the other side's acts only what is settled between both is shown, whatever the book may call open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from campaigns.errors import Unseen
from campaigns.models import Battle
from campaigns.side_views import Doubt, doubts_of, own_force, view_before
from campaigns.sight.seat import OBSERVER, Seat
from campaigns.sight.thing import Thing, things_seen
from rules.contract.setting_out import SettingOut
from rules.contract.view import View
from rules.errors import Refused
from rules.values.sentence import say


@dataclass(frozen=True)
class Offer:
    """An order that may be given now, or the reason why it may not."""

    words: str
    order: Mapping[str, Any]
    blocked: str = ""
    clause: str = ""


@dataclass(frozen=True)
class Before:
    """A battle being set out.  book: how it is done.  side: whose knowledge; setup: what was settled; own: its things, placed or not.

    may_lay, may_buy: whether a country may be laid out, or a force bought or set; sealed: whether one's own is bought.
    ready: whether this side is; waits_for: sides that are not.  told: what has happened, in sentences.
    """

    seat: Seat
    book: SettingOut
    side: str
    sees: Mapping[str, Any]
    setup: Mapping[str, Any]
    own: tuple[Thing, ...]
    others: tuple[Thing, ...]
    offers: tuple[Offer, ...]
    may_lay: bool
    may_buy: bool
    sealed: bool
    ready: bool
    waits_for: tuple[str, ...]
    told: tuple[str, ...]
    options: Mapping[str, Any]


def before(seat: Seat, of: str = "") -> Before:
    """The setting out as a side (or an observer) may read it; E-NONE where the battle is not being set out."""
    view = seat.view(of)
    battle = Battle.objects.select_related("campaign").get(pk=seat.battle.id)
    book = seat.rules.pieces.setting_out
    if battle.status != Battle.Status.SETTING_OUT or book is None:
        raise Unseen(say("setting out"))
    known = view_before(seat.terms, battle, view)
    sees = known.sees()
    things = things_seen(seat.rules.pieces, sees, view)
    setup = sees.get("setup") or {}
    own = tuple(one for one in things if one.side == view)
    names = {**seat.side_names, **seat.rules.pieces.names(sees)}
    ready = view in setup.get("ready", ())
    plays = view != OBSERVER and not ready
    return Before(
        seat=seat,
        book=book,
        side=view,
        sees=sees,
        setup=setup,
        own=own,
        others=tuple(one for one in things if one.side != view),
        offers=tuple(_offers(known, book)) if plays else (),
        may_lay=plays and not _refused(known, {"order": book.lay, "features": {}}),
        may_buy=plays and not own and view not in setup.get("bought", ()),
        sealed=view in setup.get("bought", ()),
        ready=ready,
        waits_for=tuple(name for key, name in seat.side_names.items() if key not in setup.get("ready", ())),
        told=tuple(_sentences(seat, book.settled, battle, view, names)),
        options=seat.terms.options,
    )


def _refused(known: View, order: Mapping[str, Any]) -> Refused | None:
    """Why the book refuses an order now, from what the side may know; empty where it would accept it."""
    try:
        known.check(known.order(dict(order)))
    except Refused as refused:
        return refused
    return None


def _offers(known: View, book: SettingOut) -> list[Offer]:
    found = []
    for words, order in book.offers:
        refused = _refused(known, order)
        if refused is None:
            found.append(Offer(words, order))
        elif order["order"] == book.ready:
            found.append(Offer(words, order, refused.sentence, refused.clause))
    return found


def _sentences(seat: Seat, settled: frozenset[str], battle: Battle, side: str, names: Mapping[str, str]) -> list[str]:
    """What has happened: all of the side's own, and of the other's only what was settled between both."""
    sentences = []
    for event in battle.setup["events"]:
        if event.get("side") != side and event["event"] not in settled:
            continue
        told = seat.rules.visible_to(event, side)
        if told is not None:
            sentences.append(seat.rules.narrate(told, names))
    return sentences


# -- a force that the umpire has handed over ----------------------------------------------------------


@dataclass(frozen=True)
class OwnMuster:
    """A side's own force behind the curtain, before the battle begins.

    zone: where its things may stand, [west, south, east, north] in inches.  base: a mark of the force as it is, to be sent
    with a change.  start: in the form of the public test kit, with the country.  doubts: what the book says of it.
    """

    seat: Seat
    side: str
    start: Mapping[str, Any]
    zone: Sequence[int | float]
    ready: bool
    base: str
    own: tuple[Thing, ...]
    doubts: tuple[Doubt, ...]


def own_muster(seat: Seat) -> OwnMuster:
    """The force that a side puts down itself, for its commanders; E-NONE to anybody else, and where nothing is handed over."""
    side = seat.own_side() if seat.commands else ""
    battle = Battle.objects.select_related("campaign").get(pk=seat.battle.id)
    force = own_force(seat.terms, battle, side) if side else None
    if force is None:
        raise Unseen(say("force"))
    pieces = seat.rules.pieces
    own = tuple(things_seen(pieces, pieces.readable(force.start), side))
    doubts = doubts_of(seat.terms, force)
    return OwnMuster(seat, side, force.start, force.zone, force.ready, force.base, own, doubts)
