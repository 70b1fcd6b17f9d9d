"""The orders that a thing may be given now, each with its cost or the reason why not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules.contract.answers import Ask, Choice
from rules.contract.data import Order
from rules.errors import Invalid, Reason, Refused
from rules.floor import asks as floor_asks
from rules.floor import names
from rules.floor.asks import AIM, BY_ROAD, INTO, PATH, one_of, some_of
from rules.floor.unbroken import as_far_as_it_goes, offered
from rules.ground.geometry import square
from rules.little_wars.chapter_five.railway import rails_of
from rules.little_wars.floor.field import Field, counts
from rules.little_wars.force.position import GROUPS, Body, Gun
from rules.little_wars.gunnery.shots import may_lie
from rules.little_wars.melee.fight import foreseen
from rules.little_wars.offers.dry_run import WAYS, try_order, unmeasured
from rules.little_wars.offers.traces import where
from rules.little_wars.orders import read_order
from rules.little_wars.tables.nearness import CREW
from rules.values.measure import inches
from rules.values.sentence import say, say_as


def choices(field: Field, thing: str) -> tuple[Choice, ...]:
    """Every order that a thing of the side may be given; blocked ones with their reason."""
    if field.side_of(thing) != field.side:
        return ()
    body, gun = field.bodies.get(thing), field.guns.get(thing)
    if body is not None:
        return tuple(as_far_as_it_goes(_of_body(field, body)))
    if gun is not None:
        return tuple(as_far_as_it_goes(_of_gun(field, gun)))
    if thing in field.waggons:
        return (offer(field, "march", say("Go"), {"order": "move-waggon", "waggon": thing}, (PATH, BY_ROAD)),)
    if thing in field.boxes:
        return tuple(as_far_as_it_goes(_of_box(field, thing)))
    return tuple(as_far_as_it_goes(_of_train(field, thing)))


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
        open_way = isinstance(tried, WAYS) and unmeasured(field, tried)
        try_order(field, tried)
    except Invalid:
        return Choice(Order(order), title, "", tuple(asks), group=group)
    except Refused as refused:
        return Choice(Order(order), title, "", tuple(asks), refused.data(), group, refused.clause)
    return Choice(Order(order), title, "" if open_way else say("the move"), tuple(asks), group=group)


@offered
def aimed(
    field: Field,
    group: str,
    title: str,
    order: dict[str, Any],
    name: str,
    values: Sequence[str],
    asks: Sequence[Ask] = (),
) -> Choice:
    """An order at one of several things: those at which it is lawful, or the reason why there is none."""
    tried = {value: offer(field, group, title, {**order, name: value}) for value in values}
    lawful = [value for value, one in tried.items() if one.blocked is None]
    asked = one_of(name, lawful)
    if lawful:
        return Choice(Order(order), title, say("the move"), (asked, *asks), group=group)
    blocked = _why_not(field, order, {one: found.blocked for one, found in tried.items() if found.blocked is not None})
    return Choice(Order(order), title, "", (asked, *asks), blocked, group, blocked["clause"])


def _why_not(field: Field, order: Mapping[str, Any], blocked: Mapping[str, Reason]) -> Reason:
    """Why an order is not possible at any of several things: the reason for the nearest, which it names."""
    if not blocked:
        return {"code": "E-NONE", "clause": "", "sentence": say("There is nothing like that on your map.")}
    here = where(field, str(order.get("body") or order.get("gun") or ""))
    far = {one: square(here, there) for one in blocked if here is not None and (there := where(field, one)) is not None}
    nearest = min(blocked, key=lambda one: (one not in far, far.get(one, 0)))
    others = (reason["sentence"] for one, reason in blocked.items() if one != nearest)
    return floor_asks.about(blocked[nearest], field.called(nearest), others)


# -- offers of each thing -------------------------------------------------------------------------------


def _of_body(field: Field, body: Body) -> Iterator[Choice]:
    order: dict[str, Any] = {"body": body.id}
    enemies = [
        name for name in field.by_id(field.bodies) if field.bodies[name].side == field.enemy and field.free(name)
    ]
    guns = [name for name, gun in sorted(field.guns.items()) if gun.owner == field.enemy and not gun.retired]
    reach = inches(field.options.rate(body.arm))
    yield offer(field, "march", say("Move, up to {reach}", reach=reach), {"order": "march", **order}, (PATH,))
    yield aimed(field, "fight", say("Charge"), {"order": "assault", **order}, "target", [*enemies, *guns])
    yield offer(field, "march", say("Retire over the back line"), {"order": "retire", **order}, (PATH,))
    yield from _of_prisoners(field, body, order)
    fired = [name for name, done in sorted(field.guns_done.items()) if done == "fired"]
    if fired:
        yield aimed(
            field, "march", say("Stand at the trail"), {"order": "place-trail", "men": {body.id: 2}}, "gun", fired
        )
    yield offer(field, "body", say("Show the white flag"), {"order": "surrender", **order})
    yield from _of_groups(field, body)
    yield from _of_the_fallen(field, body)
    yield from _of_chapter_five(field, body, order)


def _of_prisoners(field: Field, body: Body, order: dict[str, Any]) -> Iterator[Choice]:
    """Prisoners that its men may lead."""
    held = [
        name for name in field.by_id(field.bodies) if field.bodies[name].side == field.enemy and field.prisoners(name)
    ]
    if held:
        asks = (one_of("prisoners", held), PATH)
        words = say("March with prisoners, seven to a man")
        leading = {"order": "move-prisoners", "escorts": {body.id: 0}}
        yield offer(field, "march", words, leading, asks, {"prisoners": held[:1]})


def _of_groups(field: Field, body: Body) -> Iterator[Choice]:
    """Splitting and merging."""
    men = len(field.free(body.id))
    if men > 1:
        asks = (floor_asks.men(1, men - 1), INTO)
        splitting = {"order": "split", "body": body.id, "into": names.next_name(names.standing(field, GROUPS), body.id)}
        yield offer(field, "body", say("Split off some men"), splitting, asks, {"men": 1})
    like = [
        name
        for name, one in sorted(field.bodies.items())
        if one.side == body.side and one.arm == body.arm and name != body.id and field.free(name)
    ]
    if like:
        merging = (some_of("bodies", say("With"), like, with_itself=True),)
        joined = {"order": "merge", "into": body.id}
        yield offer(field, "body", say("Merge with"), joined, merging, {"bodies": [body.id, like[0]]})


def _of_the_fallen(field: Field, body: Body) -> Iterator[Choice]:
    """The choice of the fallen in the melees of the orders so far.  [LW-MELEE-12]"""
    for due in foreseen(field):
        members = counts([*due.ours, *due.theirs])
        if body.id not in members or not (due.dead or due.taken):
            continue
        asks = [_counts("dead", members, due.dead, {field.side: due.dead, field.enemy: due.dead})] if due.dead else []
        if due.taken:
            asks.append(_counts("prisoners", counts(due.smaller), due.taken, {due.side(due.smaller): due.taken}))
        yield offer(field, "fight", say("Choose who falls"), {"order": "choose", "melee": body.id}, asks)


def _counts(name: str, members: Mapping[str, int], number: int, due: Mapping[str, int]) -> Ask:
    """A question for a number of each of several bodies.  due: the total of each side."""
    return floor_asks.fallen(name, {body: min(men, number) for body, men in members.items()}, dict(due))


def _of_chapter_five(field: Field, body: Body, order: dict[str, Any]) -> Iterator[Choice]:
    """Boxes, trains and rails, if the options have them."""
    boxes = [name for name, box in sorted(field.boxes.items()) if box.side == field.side and not box.opened]
    if field.options.boxes and boxes:
        yield aimed(field, "carry", say("Into a box"), {"order": "box", **order}, "box", boxes)
    if not field.options.railway:
        return
    trains = [name for name, train in sorted(field.trains.items()) if train.owner == field.side]
    aboard = body.aboard in field.trains
    if trains:
        title, name = (say("Get out of the train"), "detrain") if aboard else (say("Get into a train"), "entrain")
        yield aimed(field, "carry", title, {"order": name, **order}, "train", [body.aboard] if aboard else trains)
    rails = {name: one.standing for name, one in sorted(field.bridges.items()) if one.kind == "rail"}
    for name, title, standing in (
        ("tear-rail", say("Tear up a rail"), True),
        ("replace-rail", say("Replace a rail"), False),
    ):
        there = [rail for rail, stands in rails.items() if stands == standing]
        if there:
            yield aimed(field, "work", title, {"order": name, **order}, "rail", there)


def _of_gun(field: Field, gun: Gun) -> Iterator[Choice]:
    order: dict[str, Any] = {"gun": gun.id}
    left = field.options.shots_per_move - field.shots.get(gun.id, 0)
    shots = floor_asks.shots(max(left, 1))
    asks: tuple[Ask, ...] = (shots, AIM)
    if field.options.shot_source == "simulated":
        enemies = [
            name for name in field.by_id(field.bodies) if field.bodies[name].side == field.enemy and field.free(name)
        ]
        asks = (one_of("target", enemies), shots)
    yield offer(field, "fire", say_as("verb", "Fire"), {"order": "fire-gun", **order}, asks, {"shots": 1})
    if able := may_lie(field, gun):
        lying = Ask("men", "counts", say("Men"), tuple(able), most=able)
        yield offer(field, "fire", say("Men lie down"), {"order": "lie-down", **order}, (lying,), {"men": able})
    men = floor_asks.men_with_a_gun(CREW, 99)
    yield offer(field, "march", say("Move the gun"), {"order": "move-gun", **order}, (PATH, men))


def _of_box(field: Field, box: str) -> Iterator[Choice]:
    yield offer(
        field, "march", say("Go"), {"order": "move-box", "box": box}, (PATH, BY_ROAD), {"measured": {"distance": 0.125}}
    )
    yield offer(field, "body", say("Take the men out"), {"order": "unbox", "box": box})


def _of_train(field: Field, train: str) -> Iterator[Choice]:
    rails, standing = rails_of(field, field.trains[train]), field.trains[train].along
    asks = floor_asks.along_the_rails(rails.line if rails else (), standing)
    yield offer(field, "march", say_as("of a train", "Go"), {"order": "train", "train": train}, asks)
