"""The facts that people must measure before a move can be adjudicated: only what the rules need.  [KS-OFF-01, KS-OFF-03]

``known`` is the engine's own figure, if the places of things are known.  What is
asked is a length, a count or a list of things; never an opinion (KS-AIM-02).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.contract.answers import Ask, Need, Part, Record, Shot
from rules.contract.data import Said
from rules.floor.called import known_as
from rules.kriegspiel import orders as given
from rules.kriegspiel.charges.cavalry import is_caught
from rules.kriegspiel.fire import volley
from rules.kriegspiel.fire.flight import may_be_thrown
from rules.kriegspiel.floor import survey
from rules.kriegspiel.floor.crews import unknown
from rules.kriegspiel.floor.field import Field
from rules.kriegspiel.force import Body, Position
from rules.kriegspiel.moves.measurements import surveyed
from rules.kriegspiel.offers.dry_run import WAYS, unmeasured
from rules.kriegspiel.options import Options
from rules.kriegspiel.orders import Order
from rules.kriegspiel.orders.facts import MoveFacts
from rules.kriegspiel.reports.read_back import name_of
from rules.kriegspiel.tables.fire import A_SHOT
from rules.kriegspiel.tables.supply import FIRING_MOVES
from rules.values.chance import Chance
from rules.values.codec import write_length
from rules.values.sentence import joined, say

SUPPLIED = ("infantry", "cavalry", "artillery", "engineers")
"""The arms that consume supplies.  [KS-SUP-01]"""


FAR = (("wholly", say("wholly inside")), ("partly", say("partly inside")))
SHELL = Shot(
    parts=(
        Part("counts", "men", "bodies", say("Body"), men=say("Men in the circle"), besides="covered"),
        Part("degrees", "guns", "guns", say("Gun"), say("no gun"), ways=FAR),
        Part("ids", "waggons", "waggons", say("Waggon"), say("no waggon")),
    ),
    misses=say("A shell that you leave empty fell where nobody stood"),
    more=say("More in the circle: other bodies, guns, waggons"),
)
VOLLEY = Shot(
    parts=(Part("counts", "knocked_down", "bodies", say("Body"), men=say("Men knocked down")),),
    misses=say("A shot that you leave empty knocked nobody down"),
)
"""The facts asked for each shell, and for each rifle shot."""

SUPPLY = Record(
    parts=(
        Ask("source", "target", say("Source")),
        Ask("distance", "length", say("Inches")),
        Ask("enemy_between", "flag", say("an enemy is between")),
    ),
    wanted=say("Name the depot or waggon and how many inches off it is, or neither."),
)
"""The facts asked for each supplied body.  [KS-SUP-06, KS-SUP-11]"""

COUNTED_ON_THE_MAP = frozenset(
    {"supporters", "attackers", "defenders", "attackers_support", "defenders_support", "enemy_between", "ford", "guns"}
)
"""Facts that the engine counts on a country when the order is carried out, after everybody has moved up."""


def needs(position: Position, side: str, orders: Sequence[Order], facts: MoveFacts) -> tuple[Need, ...]:
    """The facts still to be measured for these orders, and for the whole move."""
    field = Field(position, side, facts, Chance())
    asked = [need for place, order in enumerate(orders) for need in _of_order(field, place, order)]
    return (*asked, *_of_the_move(field, orders))


def left_to_people(options: Options, has_map: bool) -> tuple[Said, ...]:
    """What people must measure in a battle, before any order is given.  [KS-DEF-05, KS-GUN-13]"""
    left: list[Said] = []
    if not has_map:
        words = say(
            "There is no country: ways, distances, who is in a fight and who is supplied are measured on the floor."
        )
        left.append({"clause": "KS-DEF-05", "sentence": words})
    if options.fire_mode == "reported":
        words = say("Shots are really fired: what every shell and every volley did is reported from the floor.")
        left.append({"clause": "KS-GUN-13", "sentence": words})
    return tuple(left)


# -- of an order --------------------------------------------------------------------------------


class Asker:
    """The unmeasured facts of one order."""

    def __init__(self, field: Field, place: int, order: Any) -> None:
        self.field = field
        self.place = place
        self.order: Any = surveyed(field, order)
        self.on_the_map = field.has_map and self.order.measured.distance is not None

    def need(
        self, key: str, kind: str, question: str, clause: str, *, known: Any = None, **more: Any
    ) -> Iterator[Need]:
        """A need for a fact of this order, unless it is measured, or the map knows it or will when the order is carried out."""
        if getattr(self.order.measured, key) is None and not (self.on_the_map and key in COUNTED_ON_THE_MAP):
            yield Need(self.place, key, kind, self.order.subject, question, clause, known, **more)

    def name(self, identity: str) -> str:
        """The name of a thing."""
        return name_of(self.field.position, identity)

    def apart(self, one: str, other: str) -> int | float | None:
        """Inches between two things, if both have a place."""
        far = survey.distance(self.field, one, other)
        return None if far is None else write_length(far)

    def contours(self) -> Iterator[Need]:
        """Contours crossed, up and down separately.  [KS-CONT-05]"""
        if self.field.options.use_contours:
            subject = self.name(self.order.subject)
            yield from self.need(
                "contours_up",
                "count",
                say("How many contours does {subject} cross uphill?", subject=subject),
                "KS-CONT-01",
                known=0,
            )
            yield from self.need(
                "contours_down",
                "count",
                say("How many contours does {subject} cross downhill?", subject=subject),
                "KS-CONT-02",
                known=0,
            )


def _of_order(field: Field, place: int, order: Order) -> Iterator[Need]:
    asker = Asker(field, place, order)
    if isinstance(order, WAYS):
        yield from _of_a_way(asker)
    elif order.name in OF_ORDER:
        yield from OF_ORDER[order.name](asker)


def _of_a_way(ask: Asker) -> Iterator[Need]:
    """The length of a march, and its length by road and contours.  [KS-DEF-04, KS-MOVE-03, KS-CONT-05]"""
    order, subject = ask.order, ask.name(ask.order.subject)
    if unmeasured(ask.field, order):
        yield from ask.need(
            "distance", "length", say("How many inches does {subject} go, the whole way?", subject=subject), "KS-DEF-04"
        )
    if getattr(order, "by_road", False):
        yield from ask.need(
            "road", "length", say("How many of those inches are by road (left out: the whole way)?"), "KS-MOVE-03"
        )
    yield from ask.contours()


def _of_charge(ask: Asker) -> Iterator[Need]:
    """Distance, numbers, contours; supporters and guns if they decide.  [KS-CHARGE-03, KS-CHARGE-04, KS-CHARGE-19, KS-CHARGE-28]"""
    order, field = ask.order, ask.field
    body, target = field.bodies.get(order.body), field.bodies.get(order.target)
    far = ask.apart(order.body, order.target)
    words = say(
        "How many inches from edge to edge were {body} and {target} when the move began?",
        body=ask.name(order.body),
        target=ask.name(order.target),
    )
    if far is None:
        yield from ask.need("distance", "length", words, "KS-CHARGE-03")
    yield from ask.contours()
    at_gun = order.target in field.guns
    if field.options.charge_participants == "six_inch":
        sabres = body.sabres if body is not None else None
        words = say("How many men of {body} are in contact or within 6 in. of one who is?", body=ask.name(order.body))
        yield from ask.need("chargers", "count", words, "KS-CHARGE-04", known=sabres)
        if target is not None:
            words = say(
                "How many men of {target} are in contact or within 6 in. of a charger in contact?",
                target=ask.name(order.target),
            )
            yield from ask.need("charged", "count", words, "KS-CHARGE-04", known=target.ashore)
    if at_gun:
        words = say("Which guns does {body} touch?", body=ask.name(order.body))
        yield from ask.need("guns", "ids", words, "KS-CHARGE-28", known=[order.target], of="guns")
    elif target is not None and target.mounted and body is not None and _unequal(order.measured, body, target):
        words = say("How many fit friends of the smaller side, outside the fight, are within a move of it?")
        yield from ask.need("supporters", "count", words, "KS-CHARGE-19", known=0)


def _unequal(measured: Any, body: Body, target: Body) -> bool:
    """Whether cavalry meets cavalry of another number; then support decides.  [KS-CHARGE-19]"""
    chargers = measured.chargers if measured.chargers is not None else body.sabres
    charged = measured.charged if measured.charged is not None else target.ashore
    return bool(chargers != charged)


def _of_assault(ask: Asker) -> Iterator[Need]:
    """Distance, the numbers in contact, and their support.  [KS-LW-01, KS-LW-03]"""
    order, field = ask.order, ask.field
    if ask.apart(order.body, order.target) is None:
        words = say(
            "How many inches are {body} and {target} apart?", body=ask.name(order.body), target=ask.name(order.target)
        )
        yield from ask.need("distance", "length", words, "KS-LW-15")
    men = {
        one: body.ashore if (body := field.bodies.get(one)) is not None else None for one in (order.body, order.target)
    }
    for key, identity in (("attackers", order.body), ("defenders", order.target)):
        if men[identity] is not None:
            words = say(
                "How many men of {identity} are in contact or within 6 in. of a man who is?",
                identity=ask.name(identity),
            )
            yield from ask.need(key, "count", words, "KS-LW-03", known=men[identity])
            words = say(
                "How many fit friends of {identity}, outside the fight, are within a move of it?",
                identity=ask.name(identity),
            )
            yield from ask.need(f"{key}_support", "count", words, "KS-LW-01", known=0)


def _of_fire_gun(ask: Asker) -> Iterator[Need]:
    """The things in each shell's circle, if shots are really fired.  [KS-GUN-13, KS-SHELL-02]"""
    if not may_be_thrown(ask.field, ask.order):
        shots = ask.order.shots or ask.field.shots_in_a_move
        words = say("What lay within 3 in. of each shell of {gun}?", gun=ask.name(ask.order.gun))
        yield from ask.need("shells", "shells", words, "KS-SHELL-02", times=shots, shot=SHELL)


def _of_fire_rifles(ask: Asker) -> Iterator[Need]:
    """The men that each shot knocked down, one shot for five men.  [KS-RIFLE-01, KS-LW-19]"""
    body = ask.field.bodies.get(ask.order.body)
    shots = len(ask.order.fives) or (body.ashore // A_SHOT if body is not None else 0)
    if not volley.may_be_thrown(ask.field, ask.order):
        words = say("Who was knocked down by each rifle shot of {body}?", body=ask.name(ask.order.body))
        yield from ask.need("shots", "shots", words, "KS-LW-19", times=shots, shot=VOLLEY)


def _of_ford(ask: Asker) -> Iterator[Need]:
    """The distance to the bank.  [KS-INF-01]"""
    yield from ask.need(
        "distance",
        "length",
        say("How many inches from the ford did {body} stand?", body=ask.name(ask.order.body)),
        "KS-INF-01",
    )


def _of_merge(ask: Asker) -> Iterator[Need]:
    """The gap between two bodies.  [KS-DEF-07]"""
    if unmeasured(ask.field, ask.order):
        one, other = ask.order.bodies
        yield from ask.need(
            "distance",
            "length",
            say("How many inches are {one} and {other} apart?", one=ask.name(one), other=ask.name(other)),
            "KS-DEF-07",
        )


def _of_issue(ask: Asker) -> Iterator[Need]:
    """The distance of packets from their receiver, and whether an enemy stands between.  [KS-SUP-06, KS-SUP-11]"""
    if unmeasured(ask.field, ask.order):
        source, body = ask.name(ask.order.source), ask.name(ask.order.body)
        yield from ask.need(
            "distance",
            "length",
            say("How many inches is {source} from the nearest man of {body}?", source=source, body=body),
            "KS-SUP-06",
        )
        words = say("Is a fit enemy within 6 in. of the string from {source} to {body}?", source=source, body=body)
        yield from ask.need("enemy_between", "flag", words, "KS-SUP-11", known=False)


def _of_loading(ask: Asker) -> Iterator[Need]:
    """The distance of a waggon from its partner in loading or unloading.  [KS-TS-03]"""
    if unmeasured(ask.field, ask.order):
        other = ask.order.source if isinstance(ask.order, given.Load) else ask.order.to
        words = say(
            "How many inches is {waggon} from {other}?", waggon=ask.name(ask.order.waggon), other=ask.name(other)
        )
        yield from ask.need("distance", "length", words, "KS-TS-03")


OF_ORDER: Mapping[str, Callable[[Asker], Iterator[Need]]] = {
    "charge": _of_charge,
    "assault": _of_assault,
    "fire-gun": _of_fire_gun,
    "fire-rifles": _of_fire_rifles,
    "ford": _of_ford,
    "merge": _of_merge,
    "issue": _of_issue,
    "load": _of_loading,
    "unload": _of_loading,
}
"""The needs of each order, except of the ways of marches."""


# -- of the whole move --------------------------------------------------------------------------


def _of_the_move(field: Field, orders: Sequence[Order]) -> Iterator[Need]:
    """The needs at the close of a move: guns and stores, sieges, supplies, threats."""
    yield from _of_crews(field, orders)
    yield from _of_places(field, orders)
    yield from _of_guns(field, orders)
    if field.options.use_supply:
        yield from _of_supply(field)
    if field.options.use_cavalry_charge:
        yield from _of_threats(field)


def _of_places(field: Field, orders: Sequence[Order]) -> Iterator[Need]:
    """If the places of things are unknown: mines trodden on, who was driven off or caught, and who reached the back line.

    [KS-MINE-02, KS-CHARGE-23, KS-GENL-08, KS-LW-11]
    """
    going = [one.subject for one in orders if isinstance(one, (*WAYS, given.Charge, given.Assault))]
    going += [one.id for one in field.bodies_of(field.side) if one.flight or one.must_retire]
    going += [name for name, gun in sorted(field.guns.items()) if gun.flight or gun.must_retire]
    own = [one for one in dict.fromkeys(going) if field.side_of(one) == field.side]
    unplaced = [one for one in own if survey.place(field, one) is None]
    if unplaced:
        yield from _of_mines(field)
        yield from _of_generals(field)
    yield from _of_the_driven(field, unplaced, orders)
    for body in [field.bodies[one] for one in unplaced if one in field.bodies]:
        if body.disarmed:
            words = say("Has {name} come to its own back line?", name=known_as(body))
            yield Need(None, "rearmed", "flag", body.id, words, "KS-LW-11", False)


def _of_mines(field: Field) -> Iterator[Need]:
    """The mines trodden on, and what lay near them."""
    for _, mine in sorted(field.mines.items()):
        if mine.armed and not mine.exploded:
            words = say("Which piece, if any, was the first to come within 1/2 in. of {id}?", id=field.called(mine.id))
            yield Need(None, "trodden", "ids", mine.id, words, "KS-MINE-02", [], of="pieces")
            words = say("What lay within 6 in. of {id} as it went off, if it did?", id=field.called(mine.id))
            yield Need(None, "blast", "shells", mine.id, words, "KS-MINE-03", [], shot=SHELL)


def _of_generals(field: Field) -> Iterator[Need]:
    """Whether the other side's General was caught."""
    for _, general in sorted(field.generals.items()):
        in_play = general.side == field.enemy and not (general.absent_for or general.gone)
        if in_play and general.at is None and field.options.general_vulnerability == "sykes":
            words = say(
                "Does a fit enemy touch {name}, with no fit friend within 6 in.?",
                name=field.called(general.id),
            )
            yield Need(None, "caught", "flag", general.id, words, "KS-GENL-08", False)


def _of_the_driven(field: Field, unplaced: Sequence[str], orders: Sequence[Order]) -> Iterator[Need]:
    """The number driven off: of bodies in flight, and of cavalry charged while standing."""
    going = [field.bodies.get(name) or field.guns.get(name) for name in unplaced]
    fled = [one for one in going if one is not None and (one.flight or one.retire_clause == "KS-CHARGE-18")]
    met = [field.bodies[one.target] for one in orders if isinstance(one, given.Charge) and one.target in field.bodies]
    for thing in (*fled, *(one for one in met if one.mounted and one.at is None and is_caught(one))):
        words = say(
            "How many of {name} were driven over the edge, or into water that they cannot ford?",
            name=known_as(thing),
        )
        yield Need(None, "driven_off", "counts", thing.id, words, "KS-CHARGE-23", 0)


def _of_crews(field: Field, orders: Sequence[Order]) -> Iterator[Need]:
    """The men at a gun to be served, if men who served it have left and their place is unknown.  [KS-GUN-01]"""
    wanted = {one.subject for one in orders if one.subject in field.guns}
    wanted |= {name for name, gun in field.guns.items() if gun.must_retire or gun.flight}
    for name in sorted(wanted):
        gun = field.guns[name]
        if gun.owner == field.side and unknown(field, gun):
            words = say(
                "How many fit men of its side are within 6 in. of {name} as the move begins?",
                name=name_of(field.position, name),
            )
            yield Need(None, "near", "counts", name, words, "KS-GUN-01", None)


def _of_guns(field: Field, orders: Sequence[Order]) -> Iterator[Need]:
    """The men past the axle of a gun in contact, and those of its side near it.  [KS-LW-13, KS-CHARGE-28]"""
    aimed_at = {one.target for one in orders if isinstance(one, given.Charge | given.Assault)}
    disputed = {one for one, gun in field.guns.items() if gun.in_dispute and gun.owner != field.side}
    for gun in sorted((aimed_at | disputed) & field.guns.keys()):
        if field.has_map and field.guns[gun].at is not None:
            continue
        name = name_of(field.position, gun)
        if gun not in (field.facts.dealt_with or {}):
            yield Need(
                None,
                "dealt_with",
                "counts",
                gun,
                say("How many fit men of its side, not serving it, are within 6 in. of {name}?", name=name),
                "KS-CHARGE-28",
                0,
            )
        if gun not in (field.facts.past_axle or {}):
            yield Need(
                None,
                "past_axle",
                "counts",
                gun,
                say("How many attackers are past the axle of {name}?", name=name),
                "KS-LW-13",
                0,
            )


def _of_supply(field: Field) -> Iterator[Need]:
    """The depot that supplies each body without a place, at a tick or where supplies are owed.  [KS-SUP-06, KS-SUP-11, KS-SIEGE-01]"""
    period = field.options.supply_period_moves
    tick = bool(period) and field.number % period == 0
    own = [body for body in field.bodies_of(field.side) if body.men and body.arm in SUPPLIED and not body.held_by]
    owing = [body for body in own if tick or body.arrears.total or _ammunition_falls_due(field, body)]
    shut_in = [pocket.bodies for pocket in field.pockets.values() if any(body.id in pocket.bodies for body in own)]
    unknown_to_the_map = not field.has_map or any(body.at is None for body in own)
    if (owing or shut_in) and field.facts.pockets is None and unknown_to_the_map:
        # A ring around bodies without a place ends unless people measure it again, as only they know of it.
        unknown = any(field.bodies[one].at is None for bodies in shut_in for one in bodies if one in field.bodies)
        known = None if unknown else [list(bodies) for bodies in shut_in]
        words = say("Which bodies are shut in by the enemy, by pocket?")
        yield Need(None, "pockets", "groups", field.side, words, "KS-SIEGE-01", known, of="bodies")
    unplaced = [body for body in owing if body.at is None]
    if len(unplaced) > 1 and field.facts.supply_groups is None:
        words = say("Which bodies stand within twelve feet of each other, in groups?")
        yield Need(None, "supply_groups", "groups", field.side, words, "KS-SUP-09", [], of="bodies")
    for body in unplaced:
        if body.id not in (field.facts.supply or {}):
            name = known_as(body)
            words = say(
                "Which depot or waggon supplies {name}, how many inches off, and is an enemy between?", name=name
            )
            yield Need(None, "supply", "supply", body.id, words, "KS-SUP-06", None, of="stores", record=SUPPLY)


def _ammunition_falls_due(field: Field, body: Body) -> bool:
    """Whether a sixth own move of firing is possible in this move.  [KS-SUP-04]"""
    return body.fire_streak >= FIRING_MOVES - 1


def _of_threats(field: Field) -> Iterator[Need]:
    """If places are not known: hostile cavalry within charging distance at the close, and pursuers.  [KS-DEF-11, KS-DEF-12]"""
    horse = {
        side: [body for body in field.bodies_of(side) if survey.may_threaten(body)] for side in field.position.sides
    }
    known = field.facts.threatened_by
    for side, other in ((field.enemy, field.side), (field.side, field.enemy)):
        asked = [body for body in field.bodies_of(side) if survey.on_the_floor(body)] if horse[other] else []
        if known is None and any(body.at is None for body in (*asked, *horse[other])):
            computed = survey.threats(field)
            for body in asked:
                words = say(
                    "Which hostile cavalry is within {field} of {name} at the close of the move?",
                    field=_reach(field),
                    name=known_as(body),
                )
                near = list(computed.get(body.id, ()))
                yield Need(None, "threatened_by", "ids", body.id, words, "KS-DEF-11", near, of="cavalry")
    for body in field.bodies_of(field.enemy):
        fled = body.flight or body.gave_way
        if fled and body.men and body.at is None and body.id not in (field.facts.pursued_by or {}):
            words = say(
                "Which of these still pursue {name}, within {field} of it: {fled}?",
                name=known_as(body),
                field=_reach(field),
                fled=joined(", ", fled),
            )
            yield Need(None, "pursued_by", "ids", body.id, words, "KS-DEF-12", [], of="cavalry")


def _reach(field: Field) -> str:
    """Charging distance in words."""
    reach = field.options.charging_distance_in
    return say("{reach} ft", reach=reach // 12) if reach % 12 == 0 else say("{reach} in.", reach=reach)
