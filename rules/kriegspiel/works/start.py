"""Works begun or resumed: by whom, how near, with how many men.  [KS-DEST, KS-MINE-01, KS-WORK-01 to KS-WORK-04]

For the further course of a work, see ``labour``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from rules.contract.sentences import counted
from rules.errors import Illegal, Invalid
from rules.floor import names
from rules.floor.called import known_as
from rules.floor.field import nothing
from rules.ground.batch_geometry import points
from rules.ground.geometry import to_leg
from rules.kriegspiel import orders as given
from rules.kriegspiel.events import WorkBegun
from rules.kriegspiel.floor import distances, survey
from rules.kriegspiel.floor.conditions import armed, may_act
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.floor.footprints import Figures
from rules.kriegspiel.force import GROUPS, Body, Bridge, Work
from rules.kriegspiel.orders import Undertaking
from rules.kriegspiel.tables.figures import CONTACT
from rules.kriegspiel.tables.works import LABOURS, MEN_FOR_AN_INCH, RAIL_PARTY, WORKED_WITHIN
from rules.kriegspiel.works.labour import (
    AT_WORK,
    KEEPS,
    clause_of,
    guards_near,
    interrupt,
    kind_of_bridge,
    moves_needed,
    waggons_emptied,
)
from rules.kriegspiel.works.notes import seal_note
from rules.kriegspiel.works.trenches import within_reach_of_diggers
from rules.values.measure import INCH, MOVE, Point, inches, length_of
from rules.values.sentence import say, say_as, say_many, to_say_many, word

CHANGED_PLACE = ("marched", "retired", "forded", "escorted")
"""Actions after which Engineers may not begin.  [KS-RE-01]"""


# -- conditions of all works ---------------------------------------------------------------------


def check_undertaking(field: Field, order: Undertaking) -> int:
    """The cost of beginning or resuming a work: the whole move.  [KS-DEST-07]"""
    body = field.own_body(order.body)
    called = known_as(body)
    may_act(field, body, order.name)
    armed(body)
    if not field.options.use_engineering:
        raise Illegal(
            "E-NOWORK",
            say("{called} cannot do this: the campaign is played without engineering.", called=called),
            "KS-GAME-05",
        )
    if body.immobile and not body.stopped:
        sentence = say("{called} was charged in close order; it may only fire this move (KS-CHARGE-12).", called=called)
        raise Illegal("E-PINNED", sentence, "KS-CHARGE-12")
    _untouched(field, body, order)
    OF_ORDER[type(order)](field, body, order)
    if is_used(field, work_id(field, order)):
        raise Illegal(
            "E-NONE",
            say("The name {order} is taken. Choose another name for the new work.", order=work_id(field, order)),
            "KS-NOTE-01",
        )
    earlier = field.works.get(work_id(field, order))
    if earlier is not None and earlier.side != field.side:
        raise nothing("work", earlier.id)
    if earlier is not None and earlier.state == "done" and earlier.kind not in ("destroy", "repair"):
        raise Illegal("E-ALREADY", say("{id} is already done.", id=field.called(earlier.id)), clause_of(field, earlier))
    return MOVE


def _untouched(field: Field, body: Body, order: Undertaking) -> None:
    """E-REMOVED, E-USED: a work takes a whole move in which nothing else was done.  [KS-RE-01, KS-FIRE-01]"""
    called = known_as(body)
    deeds = field.done.get(body.id, set()) - AT_WORK
    on_a_bridge = isinstance(order, given.Destroy | given.Repair)
    if on_a_bridge and body.arm == "engineers" and deeds & set(CHANGED_PLACE):
        sentence = say("{called} changed place this move; it begins in the next (KS-RE-01).", called=called)
        raise Illegal("E-REMOVED", sentence, "KS-RE-01")
    another = "worked" in field.done.get(body.id, set()) and not isinstance(order, given.Epaulement)
    if deeds or another or field.left(body.id) < MOVE:
        done = "worked" if another else " and ".join(sorted(deeds)) or "moved"
        sentence = say(
            "{called} has already {done}; only one of the two is possible in a move (KS-FIRE-01).",
            called=called,
            done=done,
        )
        raise Illegal("E-USED", sentence, "KS-FIRE-01")


def work_id(field: Field, order: Undertaking) -> str:
    """The id of a work: as ordered, else made from the order and its object, in its side's own space."""
    return order.work or names.own_name(field.side, "-".join((order.name, *(order.targets_named[:1] or (order.body,)))))


def is_used(field: Field, identity: str) -> bool:
    """Whether an id is not available for a work: it is taken, and not by a work."""
    return names.is_taken(
        identity,
        names.standing(field, (group for group in GROUPS if group not in ("works", "mines"))),
        others=(field.enemy,),
    )


def undertake(field: Field, order: Undertaking) -> None:
    """Begin a work, or resume one that was interrupted.  Its progress is settled in stage 9."""
    check_undertaking(field, order)
    identity = work_id(field, order)
    for work in [one for one in field.works.values() if one.crew == order.body and one.state == "begun"]:
        both = work.kind == "epaulement" and isinstance(order, given.Epaulement)
        if work.id != identity and not both:
            interrupt(field, work, say("its crew went to another work"))
    earlier = field.works.get(identity) or _interrupted_work(field, order)
    field.done.setdefault(order.body, set()).add("worked")
    if earlier is not None and earlier.state == "begun" and earlier.kind == order.kind:
        field.works[earlier.id] = earlier.but(crew=order.body)
        return
    targets = order.targets_named
    field.works[identity] = work = Work(
        id=identity,
        kind=order.kind,
        side=field.side,
        crew=order.body,
        at=getattr(order, "at", None),
        line=getattr(order, "line", ()),
        target=targets[0] if targets else "",
        others=targets[1:],
        facing=getattr(order, "facing", None) or 0,
    )
    needed = moves_needed(field, work)
    field.emit(
        WorkBegun(
            clause=clause_of(field, work),
            side=field.side,
            work=identity,
            kind=order.kind,
            crew=order.body,
            needed=needed,
            sum=to_say_many("{n} move, this the first", "{n} moves, this the first", needed),
        )
    )
    seal_note(field, work, order)


def _interrupted_work(field: Field, order: Undertaking) -> Work | None:
    """An interrupted work on the same thing with its progress kept, if the order names none.  [KS-DEST-09]"""
    if order.work or order.kind not in KEEPS or not order.targets_named:
        return None
    same = (
        work
        for _, work in sorted(field.works.items())
        if (work.kind, work.side, work.target, work.state) == (order.kind, field.side, order.targets_named[0], "begun")
    )
    return next(same, None)


def _far(field: Field, order: Undertaking, identity: str) -> int | None:
    """Sixteenths from the party to the object: as measured, else by places."""
    if order.measured.distance is not None:
        return order.measured.distance
    at = field.bodies[order.body].at
    bridge = field.bridges.get(identity)
    if bridge is None or at is None:
        return survey.distance(field, order.body, identity)
    if len(bridge.span) > 1:
        return min(to_leg(a, b, at) for a, b in pairwise(bridge.span))
    return None if bridge.at is None else survey.apart(bridge.at, at)


def _in_reach(field: Field, body: Body, called_target: str, far: int | None, clause: str) -> None:
    """E-WORKREACH: the party is more than six inches away."""
    if far is not None and far > WORKED_WITHIN:
        sentence = say(
            "{name} is {far} from {called_target}; 6 at most.",
            name=known_as(body),
            far=inches(far),
            called_target=called_target,
        )
        raise Illegal("E-WORKREACH", sentence, clause)


# -- bridges and culverts -----------------------------------------------------------------------


def _of_a_bridge(field: Field, body: Body, order: given.Destroy | given.Repair) -> None:
    """E-NOTRE, E-NONE, E-DOWN, E-STANDS, E-WORKREACH, E-UNFIT.  [KS-DEST-01 to KS-DEST-04, KS-RE-01]"""
    if field.options.tear_rails and kind_of_bridge(field, order.target) == "rail":
        _of_a_rail(field, body, order)
        return
    if body.arm != "engineers":
        sentence = say(
            "{name} cannot do this: only Engineers destroy or repair bridges and culverts.", name=known_as(body)
        )
        raise Illegal("E-NOTRE", sentence, "KS-DEST-04")
    if isinstance(order, given.Destroy) and _may_be_lifted(field, order.target):
        _of_a_laid_mine(field, body, order)
        return
    bridge = field.bridges.get(order.target)
    if bridge is None or bridge.kind == "rail":
        raise nothing("bridge", order.target)
    _up_or_down(field, order, bridge)
    if body.ashore < field.options.re_min_party:
        sentence = say(
            "{name} cannot act: {ashore} Engineers, and {re_min_party} are needed.",
            name=known_as(body),
            ashore=body.ashore,
            re_min_party=field.options.re_min_party,
        )
        raise Illegal("E-UNFIT", sentence, "KS-DEST-04")
    _in_reach(field, body, field.called(bridge.id), _far(field, order, order.target), "KS-DEST-04")


def _up_or_down(field: Field, order: given.Destroy | given.Repair, bridge: Bridge) -> None:
    """E-DOWN, E-STANDS: a bridge that is down cannot be destroyed, and one that stands cannot be repaired."""
    called = field.called(bridge.id)
    if isinstance(order, given.Destroy) and not bridge.standing:
        raise Illegal("E-DOWN", say("{called} is already down.", called=called), "KS-DEST-08")
    if isinstance(order, given.Repair) and bridge.standing:
        raise Illegal("E-STANDS", say("{called} is standing.", called=called), "KS-DEST-08")


def _of_a_rail(field: Field, body: Body, order: given.Destroy | given.Repair) -> None:
    """E-DOWN, E-STANDS, E-UNFIT, E-WORKREACH: men of any arm tear up a rail at their place, or replace it.  [KS-ANX-07]"""
    bridge = field.bridges.get(order.target)
    if bridge is not None:
        _up_or_down(field, order, bridge)
    elif isinstance(order, given.Repair):
        raise Illegal("E-STANDS", say("{target} is standing.", target=field.called(order.target)), "KS-ANX-07")
    needed = RAIL_PARTY[order.kind]
    if body.ashore < needed:
        sentence = say_many(
            "{name} cannot act: {n} man, and {needed} are needed.",
            "{name} cannot act: {n} men, and {needed} are needed.",
            body.ashore,
            name=known_as(body),
            needed=needed,
        )
        raise Illegal("E-UNFIT", sentence, "KS-ANX-07")
    far = _far(field, order, order.target) if bridge is not None else order.measured.distance
    if far is None and bridge is None and body.at is not None:
        line = field.position.country.rails[order.target].line
        far = min(to_leg(a, b, body.at) for a, b in pairwise(line))
    _in_reach(field, body, field.called(order.target), far, "KS-ANX-07")


def _may_be_lifted(field: Field, identity: str) -> bool:
    """Whether a thing is a mine of the own side, and the campaign lets mines be lifted.  [KS-MINE-04]"""
    mine = field.mines.get(identity)
    return field.options.mine_lifting and mine is not None and mine.armed and mine.side == field.side


def _of_a_laid_mine(field: Field, body: Body, order: given.Destroy) -> None:
    """E-WORKREACH: the Engineers are not in contact with the mine.  [KS-MINE-04]"""
    mine, far = field.mines[order.target], order.measured.distance
    stand = distances.shape(field, body.id)
    if far is None and stand is not None and mine.at is not None:
        far = distances.apart(stand, Figures(points([mine.at]), 0))
    if far is not None and far > CONTACT:
        sentence = say(
            "{name} is {far} from {id}; a mine is lifted in contact.",
            name=known_as(body),
            far=inches(far),
            id=field.called(mine.id),
        )
        raise Illegal("E-WORKREACH", sentence, "KS-MINE-04")


# -- depots and waggons -------------------------------------------------------------------------


def _of_a_depot(field: Field, body: Body, order: given.BurnDepot) -> None:
    """E-NONE, E-TOUCH, E-GUARD.  [KS-DEST-05]"""
    depot = field.depots.get(order.target)
    if depot is None or depot.destroyed:
        raise nothing("depot", order.target)
    far = _far(field, order, order.target)
    if far is not None and far > CONTACT:
        sentence = say("The man must be at {name}, but is {far} away.", name=known_as(depot), far=inches(far))
        raise Illegal("E-TOUCH", sentence, "KS-DEST-05")
    _unguarded(field, body.at, "KS-DEST-05")


def _of_waggons(field: Field, body: Body, order: given.WreckWaggons) -> None:
    """E-NONE, E-FOURS, E-WORKREACH, E-GUARD.  [KS-DEST-06]"""
    named = order.targets_named
    if not named:
        raise Invalid(say("Choose the waggons that {name} empties (targets).", name=known_as(body)))
    for identity in named:
        waggon = field.waggons.get(identity)
        if waggon is None or waggon.destroyed:
            raise nothing("waggon", identity)
    emptied = waggons_emptied(body.ashore, prorata=field.options.waggon_wreck_prorata)
    if not emptied or len(named) > emptied:
        sentence = say_many(
            "{n} man can empty {emptied} in a move; {named} named.",
            "{n} men can empty {emptied} in a move; {named} named.",
            body.ashore,
            emptied=counted(emptied, "waggon") if emptied else say_as("emptied", "no waggon"),
            named=len(named),
        )
        raise Illegal("E-FOURS", sentence, "KS-DEST-06")
    for identity in named:
        waggon = field.waggons[identity]
        _in_reach(field, body, field.called(identity), _far(field, order, identity), "KS-DEST-06")
        _unguarded(field, waggon.at, "KS-DEST-06")


def _unguarded(field: Field, at: Point | None, clause: str) -> None:
    """E-GUARD: fit enemies stand within six inches."""
    guards = guards_near(field, field.side, at)
    if guards:
        raise Illegal(
            "E-GUARD", say_many("{n} fit enemy is within 6 in.", "{n} fit enemies are within 6 in.", guards), clause
        )


# -- mines --------------------------------------------------------------------------------------


def _of_a_mine(field: Field, body: Body, order: given.LayMine) -> None:
    """E-TWO, E-STOCK, E-WORKREACH.  [KS-MINE-01]"""
    if body.ashore < LABOURS["mine"].party:
        raise Illegal("E-TWO", say("A mine needs two fit men; {ashore} given.", ashore=body.ashore), "KS-MINE-01")
    stock = field.options.mines_per_side
    mines = {name for name, mine in field.mines.items() if mine.side == field.side}
    begun = {
        name
        for name, work in field.works.items()
        if (work.side, work.kind, work.state) == (field.side, "mine", "begun")
    }
    if stock is not None and len((mines | begun) - {work_id(field, order)}) >= stock:
        raise Illegal("E-STOCK", say_many("The one mine is laid.", "All {n} mines are laid.", stock), "KS-MINE-01")
    far = order.measured.distance
    if far is None and body.at is not None and order.at is not None:
        far = survey.apart(body.at, order.at)
    _in_reach(field, body, say("the spot"), far, "KS-MINE-01")


# -- digging -------------------------------------------------------------------------------------


def _of_a_trench(field: Field, body: Body, order: given.Entrench) -> None:
    """E-NODIG, E-INCHES.  [KS-WORK-01, KS-WORK-03]"""
    digs = body.arm == "infantry" or (body.arm == "engineers" and field.options.re_may_dig)
    if not digs:
        raise _no_spade(body, "KS-WORK-01")
    made = body.ashore // MEN_FOR_AN_INCH
    drawn = length_of(order.line[0], order.line[1:]) if order.line else 0
    if not made or drawn > made * INCH:
        shown = inches(drawn).removesuffix(" in.")
        raise Illegal(
            "E-INCHES",
            say(
                "{ashore} men make {made} in. in four moves; {shown} in. drawn.",
                ashore=body.ashore,
                made=made,
                shown=shown,
            ),
            "KS-WORK-03",
        )
    if order.line and drawn < INCH:
        shown = inches(drawn).removesuffix(" in.")
        raise Illegal(
            "E-INCHES", say("A trench is an inch long at least; {shown} in. drawn.", shown=shown), "KS-WORK-03"
        )
    within_reach_of_diggers(field, body, order.line)


def _of_an_epaulement(field: Field, body: Body, order: given.Epaulement) -> None:
    """E-NODIG, E-NONE, E-SIX, E-GUNBUSY.  [KS-WORK-04]"""
    if body.mounted:
        raise _no_spade(body, "KS-WORK-04")
    gun = field.own_gun(order.gun)
    others = [
        work
        for work in field.works.values()
        if (work.crew, work.kind, work.state) == (body.id, "epaulement", "begun") and work.target != gun.id
    ]
    needed = LABOURS["epaulement"].party
    free = body.ashore - needed * len(others)
    if free < needed:
        raise Illegal(
            "E-SIX",
            say("An epaulement takes six men; {free} given for {name}.", free=max(0, free), name=known_as(gun)),
            "KS-WORK-04",
        )
    if gun.crew == body.id and (field.did(gun.id, "fired") or field.given.is_to(given.FireGun, gun.id)):
        raise Illegal(
            "E-GUNBUSY",
            say("{name} has orders to fire; its servers cannot dig.", name=known_as(gun)),
            "KS-WORK-04",
        )


def _no_spade(body: Body, clause: str) -> Illegal:
    """E-NODIG: an arm that does not dig."""
    mounted = say(" mounted") if body.mounted else ""
    return Illegal(
        "E-NODIG",
        say(
            "{name} is {arm}{mounted} and does not dig.",
            name=known_as(body),
            arm=word(body.arm),
            mounted=mounted,
        ),
        clause,
    )


OF_ORDER: Mapping[type[Undertaking], Callable[[Field, Body, Any], None]] = {
    given.Destroy: _of_a_bridge,
    given.Repair: _of_a_bridge,
    given.BurnDepot: _of_a_depot,
    given.WreckWaggons: _of_waggons,
    given.LayMine: _of_a_mine,
    given.Entrench: _of_a_trench,
    given.Epaulement: _of_an_epaulement,
}
"""The further conditions of each order."""
