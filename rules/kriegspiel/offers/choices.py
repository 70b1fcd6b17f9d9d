"""The orders that a thing may be given now, each with its cost or the reason why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules.contract.answers import Ask, Choice
from rules.contract.data import Order
from rules.errors import Invalid, Reason, Refused
from rules.floor import asks as floor_asks
from rules.floor.asks import AIM, BY_MOTOR, BY_ROAD, FACING, INTO, PATH, SPOT, one_of, some_of
from rules.floor.unbroken import as_far_as_it_goes, offered
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.carriers import carriers
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.fords import may_be_forded
from rules.kriegspiel.floor.survey import distance
from rules.kriegspiel.floor.tracks import rails_of
from rules.kriegspiel.force import FORMATIONS_OF, KINDS_OF_PACKET, Body, Gun, Waggon
from rules.kriegspiel.melee.fallen import Due
from rules.kriegspiel.offers.dry_run import WAYS, left_after, try_order, unmeasured
from rules.kriegspiel.offers.reach import whole_move
from rules.kriegspiel.orders import read_order
from rules.kriegspiel.supply.issues import sharers
from rules.kriegspiel.tables.fire import A_SHOT, CREW
from rules.kriegspiel.tables.works import MEN_FOR_AN_INCH
from rules.values.measure import of_a_move
from rules.values.sentence import capitalised, say, say_as, word_of


def choices(field: Field, thing: str) -> tuple[Choice, ...]:
    """Every order that a thing of the side may be given; blocked ones with their reason."""
    body, gun = field.bodies.get(thing), field.guns.get(thing)
    store = field.waggons.get(thing) or field.depots.get(thing)
    offers: Iterator[Choice]
    if body is not None and body.side == field.side:
        offers = _of_body(field, body)
    elif gun is not None and gun.owner == field.side:
        offers = _of_gun(field, gun)
    elif store is not None and store.owner == field.side:
        offers = _of_store(field, store)
    elif thing in field.generals and field.generals[thing].side == field.side:
        offers = _of_general(field, thing)
    elif thing in field.boats and field.boats[thing].owner == field.side:
        offers = iter((offer(field, "march", say("Sail"), {"order": "sail", "boat": thing}, (PATH,)),))
    elif thing in field.trains and field.trains[thing].owner == field.side:
        offers = _of_train(field, thing)
    else:
        return ()
    return tuple(as_far_as_it_goes(offers))


@offered
def offer(
    field: Field,
    group: str,
    title: str,
    order: dict[str, Any],
    asks: Sequence[Ask] = (),
    trial: Mapping[str, Any] | None = None,
) -> Choice:
    """One order on offer.  trial: values for the keys still asked for, while it is tried."""
    try:
        tried = read_order({**order, **(trial or {})})
        parts = try_order(field, tried)
    except Invalid:
        # The order is lawful so far; the facts still asked for decide the rest.
        return Choice(Order(order), title, "", tuple(asks), group=group)
    except Refused as refused:
        return Choice(Order(order), title, "", tuple(asks), refused.data(), group, refused.clause)
    still_open = not parts and (isinstance(tried, WAYS) or unmeasured(field, tried))
    if still_open:
        return Choice(Order(order), title, "", tuple(asks), group=group)
    # What ends the move, as a charge does, costs all that is left of it, however short its way.
    spent = max(parts, field.left(tried.subject) - left_after(field, tried, parts))
    whole = whole_move(field, tried.subject)
    return Choice(Order(order), title, of_a_move(spent), tuple(asks), group=group, whole=whole)


@offered
def aimed(
    field: Field, group: str, title: str, order: dict[str, Any], name: str, values: list[str], asks: Sequence[Ask] = ()
) -> Choice:
    """An order at one of several things: those at which it is lawful, or the reason why there is none."""
    tried = {value: offer(field, group, title, {**order, name: value}) for value in values}
    lawful = [(value, one.cost) for value, one in tried.items() if one.blocked is None]
    field_asked = one_of(name, [value for value, _ in lawful])
    if not lawful:
        blocked = _why_not(field, order, tried)
        return Choice(Order(order), title, "", (field_asked, *asks), blocked, group, blocked["clause"])
    costs = {cost for _, cost in lawful}
    whole, cost = max(one.whole for one in tried.values()), costs.pop() if len(costs) == 1 else ""
    return Choice(Order(order), title, cost, (field_asked, *asks), group=group, whole=whole)


def _why_not(field: Field, order: dict[str, Any], tried: Mapping[str, Choice]) -> Reason:
    """Why an order is not possible at any of several things: the reason for the nearest, which it names."""
    blocked = {one: found.blocked for one, found in tried.items() if found.blocked is not None}
    if not blocked:
        return {"code": "E-NONE", "clause": "", "sentence": say("There is nothing like that on your map.")}
    nearest = _nearest(field, order, list(blocked))
    others = (reason["sentence"] for one, reason in blocked.items() if one != nearest)
    return floor_asks.about(blocked[nearest], field.called(nearest), others)


def _nearest(field: Field, order: dict[str, Any], values: Sequence[str]) -> str:
    """The nearest of several things to the one ordered, whose refusal is shown if all are refused."""
    subject = next(order[key] for key in ("body", "gun", "waggon", "source") if key in order)
    far = {one: distance(field, subject, one) for one in values}
    return min(values, key=lambda one: (far[one] is None, far[one] or 0))


# -- offers of each thing ------------------------------------------------------------------------


def _of_body(field: Field, body: Body) -> Iterator[Choice]:
    order: dict[str, Any] = {"body": body.id}
    enemies = [one.id for one in field.bodies_of(field.enemy) if one.men and not one.held_by]
    guns = [
        name for name in sorted(field.guns) if field.guns[name].owner == field.enemy and not field.guns[name].destroyed
    ]
    yield offer(field, "march", say("March"), {"order": "march", **order}, (replace(PATH, reach="march"), BY_ROAD))
    retire = (PATH, one_of("from", list(body.retire_from or body.flight) or enemies, optional=True))
    yield offer(field, "march", say("Retire"), {"order": "retire", **order}, retire)
    if body.arm != "transport" and may_be_forded(field):
        yield offer(field, "march", say("Ford a river"), {"order": "ford", **order})
    yield offer(field, "march", say("Stand"), {"order": "stand", **order})
    if field.options.boxed_troops:
        into = (say("Take out of its box"), "set-out") if body.boxed else (say("Put into its box"), "box")
        yield offer(field, "form", into[0], {"order": into[1], **order})
    if body.arm in ("infantry", "cavalry"):
        yield from _of_fighting_men(field, body, order, enemies)
    yield aimed(field, "fight", say("Assault"), {"order": "assault", **order}, "target", [*enemies, *guns])
    if body.arm == "cavalry":
        yield aimed(field, "fight", say("Charge"), {"order": "charge", **order}, "target", [*enemies, *guns])
    yield from _of_the_fallen(field, body)
    yield from _of_any_body(field, body, order)


def _of_the_fallen(field: Field, body: Body) -> Iterator[Choice]:
    """The choice of the fallen in the melees of the assaults ordered so far.  [KS-LW-07]

    Each ask names the bodies in the melee, the limit of each, and the number due from each side.
    """
    melees: Sequence[Sequence[Due]] = field.notes.get("melees", ())
    for dues in melees:
        if any(body.id in due.party for due in dues):
            asks = (
                _counts("dead", dues, [due.dead for due in dues]),
                _counts("prisoners", dues, [due.taken for due in dues]),
            )
            wanted = [ask for ask in asks if ask.due]
            yield offer(field, "fight", say("Choose who falls"), {"order": "choose"}, wanted)


def _counts(name: str, dues: Sequence[Due], numbers: Sequence[int]) -> Ask:
    """A question for a number of each of several bodies.  most: the limit of each body; due: the total of each side."""
    asked = [(due, number) for due, number in zip(dues, numbers, strict=True) if number]
    most = {body: min(men, number) for due, number in asked for body, men in due.party.items()}
    return floor_asks.fallen(name, most, {due.side: number for due, number in asked})


def _of_fighting_men(field: Field, body: Body, order: dict[str, Any], enemies: list[str]) -> Iterator[Choice]:
    """Formations, horses and rifles."""
    for formation in FORMATIONS_OF[body.arm]:
        if formation not in ("dismounted", body.formation):
            words = word_of(formation) if formation != "extended" else say("extended order")
            yield offer(
                field,
                "form",
                capitalised(say("Form {words}", words=words)),
                {"order": "form", **order, "formation": formation},
            )
    if body.arm == "cavalry":
        yield offer(field, "form", say("Mount"), {"order": "mount", **order})
        yield offer(field, "form", say("Dismount"), {"order": "dismount", **order})
        asks = (Ask("horses", "count", say("Horses"), (1, body.horses)),)
        yield offer(field, "supply", say("Eat horses"), {"order": "eat-horses", **order}, asks, {"horses": 1})
    if not body.mounted:
        thrown = field.options.fire_mode == "simulated" and body.at is not None
        laid = Ask("fives", "aim", say("Each group of five aims at"), each="aim", times=body.ashore // A_SHOT)
        yield offer(field, "fire", say("Fire rifles"), {"order": "fire-rifles", **order}, (laid,) if thrown else ())


def _of_any_body(field: Field, body: Body, order: dict[str, Any]) -> Iterator[Choice]:
    """Prisoners, white flags, splits and works."""
    captives = [one for one in field.bodies_of(field.enemy) if body.id in one.captors or one.held_by == field.side]
    if captives:
        asks = (one_of("prisoners", [one.id for one in captives]), PATH)
        yield offer(
            field,
            "march",
            say("March with prisoners"),
            {"order": "escort", **order},
            asks,
            {"prisoners": [captives[0].id]},
        )
    if body.men > 1:
        asks = (floor_asks.men(1, body.men - 1), INTO)
        into = field.name_for_part(body.id)
        yield offer(field, "body", say("Split"), {"order": "split", **order, "into": into}, asks, {"men": 1})
    yield from _merging(field, body)
    if field.options.use_engineering:
        yield from _of_a_crew(field, body, order)
    yield offer(field, "body", say("Show the white flag"), {"order": "surrender", **order})
    yield from _of_a_passenger(field, body)
    if body.lot or any(work.crew == body.id and work.state == "begun" for work in field.works.values()):
        yield offer(field, "work", say("Stop work"), {"order": "stop-work", **order})


def _merging(field: Field, body: Body) -> Iterator[Choice]:
    """The bodies to merge with, and the cost for men who move; or the refusal for the nearest of its kind."""
    like = [
        one.id
        for one in field.bodies_of(field.side)
        if one.id != body.id and one.men and (one.arm, one.formation) == (body.arm, body.formation)
    ]
    like.sort(key=lambda one: (survey.distance(field, body.id, one) or 0, one))
    order: dict[str, Any] = {"order": "merge", "into": body.id}
    tried = {one: offer(field, "body", say("Merge with"), order, (), {"bodies": [body.id, one]}) for one in like}
    lawful = {one: found for one, found in tried.items() if found.blocked is None}
    if not tried:
        return
    asks = (some_of("bodies", say("With"), sorted(lawful or tried), with_itself=True),)
    costs = {found.cost for found in lawful.values()}
    first = next(iter((lawful or tried).values()))
    yield replace(first, asks=asks, cost=costs.pop() if len(costs) == 1 else "")


def _of_a_crew(field: Field, body: Body, order: dict[str, Any]) -> Iterator[Choice]:
    """Works that a body may begin or resume; none on what is not there."""
    if body.arm == "engineers":
        bridges = [name for name, bridge in sorted(field.bridges.items()) if bridge.kind != "rail"]
        standing = [name for name in bridges if field.bridges[name].standing]
        if standing:
            yield aimed(field, "work", say("Destroy a bridge"), {"order": "destroy", **order}, "target", standing)
        laid = [name for name, mine in sorted(field.mines.items()) if mine.armed and mine.side == field.side]
        if laid and field.options.mine_lifting:
            yield aimed(field, "work", say("Lift a mine"), {"order": "destroy", **order}, "target", laid)
        fallen = [name for name in bridges if name not in standing]
        if fallen:
            yield aimed(field, "work", say("Repair a bridge"), {"order": "repair", **order}, "target", fallen)
    if field.options.tear_rails:
        yield from _of_the_rails(field, order)
    if body.arm in ("infantry", "engineers"):
        long = body.ashore // MEN_FOR_AN_INCH
        line = Ask(
            "line", "line", say("The line of the trench (at most {long} in., within 6 in. of the men)", long=long)
        )
        yield offer(field, "work", say("Dig a trench"), {"order": "entrench", **order}, (line,))
    if not body.mounted:
        guns = [name for name, gun in sorted(field.guns.items()) if gun.owner == field.side and not gun.destroyed]
        raising = {"order": "epaulement", **order}
        if guns:
            yield aimed(field, "work", say("Raise an epaulement"), raising, "gun", guns, (FACING,))
    yield offer(field, "work", say("Lay a mine"), {"order": "lay-mine", **order}, (SPOT,))
    depots = [name for name, depot in sorted(field.depots.items()) if not depot.destroyed]
    if depots:
        yield aimed(field, "work", say("Burn a depot"), {"order": "burn-depot", **order}, "target", depots)
    waggons = [name for name, waggon in sorted(field.waggons.items()) if not waggon.destroyed]
    if waggons:
        asks = (some_of("targets", say("Which"), waggons),)
        trial = {"targets": waggons[:1]}
        yield offer(field, "work", say("Wreck waggons"), {"order": "wreck-waggons", **order}, asks, trial)


def _of_the_rails(field: Field, order: dict[str, Any]) -> Iterator[Choice]:
    """Rails to tear up or replace."""
    rails = {name: bridge.standing for name, bridge in sorted(field.bridges.items()) if bridge.kind == "rail"}
    whole = [*sorted(field.position.country.rails), *(name for name, standing in rails.items() if standing)]
    if whole:
        yield aimed(field, "work", say("Tear up a rail"), {"order": "destroy", **order}, "target", whole)
    torn = [name for name, standing in rails.items() if not standing]
    if torn:
        yield aimed(field, "work", say("Replace a rail"), {"order": "repair", **order}, "target", torn)


def _of_a_passenger(field: Field, thing: Body | Gun) -> Iterator[Choice]:
    """Boarding the boats and trains of its side, and leaving them."""
    boats = [name for name, boat in sorted(field.boats.items()) if boat.owner == field.side and not boat.destroyed]
    trains = [name for name, train in sorted(field.trains.items()) if train.owner == field.side]
    for title, order, name, there in (
        (say("Embark"), "embark", "boat", boats),
        (say("Entrain"), "entrain", "train", trains),
    ):
        shore = replace(SPOT, label=say("From which shore")) if name == "boat" else SPOT
        if there:
            yield aimed(field, "carry", title, {"order": order, "body": thing.id}, name, there, (shore,))
    carrying = sorted(by.id for by in carriers(field) if by.side == field.side and by.aboard.get(thing.id))
    for title, order, name in ((say("Disembark"), "disembark", "boat"), (say("Detrain"), "detrain", "train")):
        there = [one for one in carrying if (one in field.boats) == (name == "boat")]
        shore = replace(SPOT, label=say("On which shore")) if name == "boat" else SPOT
        if there:
            yield aimed(field, "carry", title, {"order": order, "body": thing.id}, name, there, (shore,))


def _of_train(field: Field, identity: str) -> Iterator[Choice]:
    """The orders of a train."""
    train = field.trains[identity]
    asks = floor_asks.along_the_rails(rails_of(field, train), train.along)
    yield offer(field, "march", say_as("of a train", "Go"), {"order": "train", "train": identity}, asks)


def _of_gun(field: Field, gun: Gun) -> Iterator[Choice]:
    order: dict[str, Any] = {"gun": gun.id}
    shells = field.options.shell_types
    shots = floor_asks.shots(field.shots_in_a_move - field.shots.get(gun.id, 0))
    shell = Ask("shell", "choice", say("Shell"), tuple(shells))
    yield offer(
        field, "fire", say_as("verb", "Fire"), {"order": "fire-gun", **order}, (shell, AIM, shots), {"shots": 1}
    )
    yield offer(field, "march", say("Limber up"), {"order": "limber", **order})
    yield offer(field, "march", say("Unlimber"), {"order": "unlimber", **order})
    men = floor_asks.men_with_a_gun(CREW, 99)
    yield offer(field, "march", say("Move the gun"), {"order": "move-gun", **order}, (PATH, men))
    yield offer(field, "march", say("Retire"), {"order": "retire", "body": gun.id}, (PATH,))
    yield from _of_a_passenger(field, gun)


def _of_general(field: Field, identity: str) -> Iterator[Choice]:
    """The orders of a General."""
    yield offer(field, "march", say("Go"), {"order": "move-general", "general": identity}, (PATH, BY_MOTOR))
    if may_be_forded(field):
        yield offer(field, "march", say("Ford a river"), {"order": "ford", "body": identity})


def _of_store(field: Field, store: Waggon) -> Iterator[Choice]:
    others = [
        one.id
        for group in (field.depots, field.waggons)
        for one in group.values()
        if one.owner == field.side and one.id != store.id and not one.destroyed
    ]
    packets = Ask("packets", "packets", say("Packets"), KINDS_OF_PACKET)
    if store.id in field.waggons:
        order: dict[str, Any] = {"waggon": store.id}
        yield offer(field, "march", say("March"), {"order": "move-waggon", **order}, (PATH, BY_ROAD))
        yield aimed(field, "supply", say("Load from"), {"order": "load", **order}, "source", others, (packets,))
        yield aimed(field, "supply", say("Unload into"), {"order": "unload", **order}, "to", others, (packets,))
    fed = [body.id for body in field.bodies_of(field.side) if body.men and body.arm != "transport"]
    yield aimed(field, "supply", say("Issue to"), {"order": "issue", "source": store.id}, "body", fed, (packets,))
    sharing = sharers(field, store.id)
    if sharing:
        yield _go_short(field, sharing)


def _go_short(field: Field, sharing: Sequence[str]) -> Choice:
    """Who is fed if packets are too few: the bodies that share them and could be fed.  [KS-SUP-12]"""
    tried = [
        offer(field, "supply", say("If packets are short, feed first"), {"order": "go-short"}, (), {"bodies": [one]})
        for one in sharing
    ]
    lawful = [one for one, found in zip(sharing, tried, strict=True) if found.blocked is None]
    ask = some_of("bodies", say("Who is fed first"), lawful or list(sharing))
    blocked = None if lawful else tried[0].blocked
    clause = "" if lawful else tried[0].clause
    return Choice(Order({"order": "go-short"}), tried[0].title, "0", (ask,), blocked, "supply", clause)
