"""Before the first move: country, sides, forces, tosses, putting down, one order after another.  [rulebook of Little Wars, part 22]

The book decides whether an order may be given, and its result; here it is only passed on, at once and irrevocably.
 Each toss is drawn from the seed whose digest was published when the setting out began.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import canonical, pieces_of, rules_of
from campaigns.errors import NotYours, WrongState
from campaigns.locks import lock_battle
from campaigns.models import Battle, MusterDraft, Post
from campaigns.models.plain import Plain
from campaigns.unlocked import unlocked, worked_out
from campaigns.usecases.access import find_battle, player_of
from campaigns.usecases.campaigns.preparation import begin_campaign, enter_field, seal_chance
from campaigns.usecases.muster.countries import find_country, own_country
from campaigns.usecases.muster.faults import sound_start
from campaigns.usecases.muster.openings import opening
from campaigns.usecases.notices import note_notice
from campaigns.usecases.pictures.underlays import copy_to_battle
from campaigns.usecases.record import Line, add_record, add_records
from rules.contract.data import Chance, Facts, Position
from rules.contract.setting_out import SettingOut
from rules.errors import Invalid, Refused
from rules.values.sentence import joined, of_field, say

MOST_ORDERS = 100
MOST_BYTES = 200_000
DRAWN = frozenset({"throw", "measured"})
"""Keys that players do not send themselves: they are drawn, or the umpire enters what real dice or a real rule showed."""


def way_of(battle: Battle) -> SettingOut:
    """How a battle is set out by its players; WrongState in a book without it."""
    way = pieces_of(battle.terms).setting_out
    if way is None:
        raise WrongState(say("Under this book the players do not set out their troops. Begin the battle instead."))
    return way


@unlocked
def begin_setting_out(*, by: Any, battle: str, now: datetime) -> Battle:
    """The umpire lets the players set a battle out; the options are fixed and the seed is drawn.  WrongState in a book without it."""
    with transaction.atomic():
        locked, umpire = begin_campaign(by=by, battle=battle, now=now)
        position = opening(
            locked.terms, {**sound_start(locked, set_out=True), "setup": {"phase": way_of(locked).first}}
        )
        seal_chance(locked)
        _keep(locked, position, [])
        locked.status = Battle.Status.SETTING_OUT
        locked.save(update_fields=["status"])
        sealed = {"seed_digest": locked.seed_digest, "edition": locked.terms.edition}
        add_record(locked, at=now, actor=umpire.title, kind="setting-out", data=sealed)
        text = say("{name}: set out your troops.", name=locked.name)
        again = str(locked.beginnings_taken_back or "")
        note_notice(locked, move=None, kind="setting-out", text=text[:500], now=now, again=again)
    return locked


def _keep(battle: Battle, position: Plain, events: Sequence[Plain]) -> None:
    battle.setup = {"position": position, "events": [*(battle.setup or {}).get("events", []), *events]}
    battle.save(update_fields=["setup"])


@unlocked
def set_out(
    *, by: Any, battle: str, orders: Sequence[Mapping[str, Any]], side: str = "", country: str = "", now: datetime
) -> Battle:
    """Orders of one side before the first move, each with its result; all of them or, where one is refused, none.

    side: from the umpire, the side that gives them.  country: of a Country to be laid out, by its public id.
    """
    with transaction.atomic():
        locked = lock_battle(find_battle(battle).pk)
        post, of = _who(by, locked, side)
        if locked.status != Battle.Status.SETTING_OUT:
            raise WrongState(say("The troops are not being set out in this battle."))
        given = _read(by, orders, post, way_of(locked).lay, country)
        position, told = _carry_all_out(locked, of, given)
        events = [event for of_one in told for event in of_one]
        _keep(locked, position, events)
        if country and any(one.get("order") == way_of(locked).lay for one in given):
            copy_to_battle(locked, find_country(by, country), now)
        lines: list[Line] = [
            (post.title, "set-out", {"side": of, "order": order, "events": of_one})
            for order, of_one in zip(given, told, strict=True)
        ]
        add_records(locked, at=now, lines=lines)
        if (position.get("setup") or {}).get("phase", "") not in way_of(locked).phases:
            _begin(locked, position, now)
        else:
            _notify(locked, of, events, now)
    return locked


def _who(by: Any, battle: Battle, side: str) -> tuple[Post, str]:
    """The seat that sets out, and for which side: its General, where it has none any commander."""
    posts = player_of(by, battle.campaign_id, "battle")
    for post in posts:
        if post.kind == Post.Kind.UMPIRE:
            if side not in rules_of(battle.terms).sides:
                raise Invalid(of_field("side", say("choose a side")))
            return post, side
    held = Post.objects.filter(campaign_id=battle.campaign_id, held_until__isnull=True, kind=Post.Kind.GENERAL)
    for post in posts:
        led = post.side is not None and held.filter(side=post.side).exists()
        if post.side is not None and (post.kind == Post.Kind.GENERAL or (post.kind == Post.Kind.COMMANDER and not led)):
            return post, post.side.key
    raise NotYours(say("Only the General of a side sets out its troops."))


def _read(by: Any, orders: Sequence[Mapping[str, Any]], post: Post, lay: str, country: str) -> list[Plain]:
    """The orders, without the keys that the players may not set."""
    if not isinstance(orders, list | tuple) or not 1 <= len(orders) <= MOST_ORDERS:
        raise Invalid(of_field("orders", say("1 to {most_orders} orders are wanted", most_orders=MOST_ORDERS)))
    if len(canonical(list(orders))) > MOST_BYTES:
        raise Invalid(of_field("orders", say("at most {most_bytes} characters are wanted", most_bytes=MOST_BYTES)))
    read = []
    for order in orders:
        if not isinstance(order, Mapping):
            raise Invalid(of_field("orders", say("each order is a map")))
        if post.kind != Post.Kind.UMPIRE and DRAWN & order.keys():
            raise Invalid(
                of_field(
                    "orders", say("only the umpire can enter {names}", names=joined(", ", sorted(DRAWN & order.keys())))
                )
            )
        one = dict(order)
        if one.get("order") == lay and country:
            one["features"] = find_country(by, country).data
        read.append(one)
    return read


def _carry_all_out(battle: Battle, side: str, orders: Sequence[Plain]) -> tuple[Position, list[list[Plain]]]:
    """Orders one after the other: the position that they leave, and the events of each."""
    began = battle.setup["position"]

    def work_out() -> tuple[Position, list[list[Plain]]]:
        position, told = began, []
        for order in orders:
            position, events = _carry_out(battle, side, position, order)
            told.append(events)
        return position, told

    return worked_out("setting", [began, battle.terms.options, side, list(orders), battle.seed], work_out)


def _carry_out(battle: Battle, side: str, position: Position, order: Plain) -> tuple[Position, list[Plain]]:
    """One order, as the book decides: checked from what the side may know, then done."""
    terms = battle.terms
    rules = rules_of(terms)
    table = rules.table(position)
    view = table.seen_by(side)
    normal = view.order(order)
    _sealed(way_of(battle), position, side, normal)
    view.check(normal)
    found = table.adjudicate(side, [normal], Facts({}), Chance({"seed": battle.seed}))
    if found.refused:
        one = found.refused[0]
        raise Refused(one["code"], one["sentence"], one.get("clause", ""))
    rules.table(found.position)  # what cannot be parsed again is not stored
    return found.position, [dict(event) for event in found.events]


def _sealed(way: SettingOut, position: Plain, side: str, order: Plain) -> None:
    """Seal a force that was bought; a side that is ready has finished."""
    setup = position.get("setup") or {}
    if order["order"] in dict(way.buying) and side in setup.get("bought", ()):
        raise WrongState(say("This side has already bought its force."))
    if side in setup.get("ready", ()):
        raise WrongState(say("This side is already ready."))


def _notify(battle: Battle, side: str, events: Sequence[Plain], now: datetime) -> None:
    """Everybody is told that something was settled; the page says what."""
    settled = [event for event in events if event["event"] in way_of(battle).settled]
    if settled:
        name = battle.campaign.sides.get(key=side).name
        again = str(battle.record_length)
        text = say("{name}: {name2} has made a choice in the setting out.", name=battle.name, name2=name)
        note_notice(battle, move=None, kind="set-out", text=text[:500], now=now, again=again)


def _begin(battle: Battle, position: Position, now: datetime) -> None:
    """Both sides are ready: the curtain opens, and so does the first move.  [LW-SETUP-04]"""
    kept = own_country(position)
    battle.start = position
    battle.country_name, battle.country_digest = kept["country_name"], kept["country_digest"]
    battle.save(update_fields=["start", "country_name", "country_digest"])
    MusterDraft.objects.filter(battle=battle).delete()  # what the players have put down is the force now
    enter_field(battle, position, actor=say("the curtain"), now=now)
    curtain: Line = (say("the curtain"), "curtain-drawn", {"position": say("is placed in the first move")})
    add_records(battle, at=now, lines=[curtain])
