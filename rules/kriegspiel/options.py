"""The options of the Sykes-Wells Kriegspiel, with their defaults and clauses.  [rulebook section 24]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from rules.contract.options import flag, option, or_none, plainly, rows_of, word
from rules.errors import Invalid
from rules.values import plain
from rules.values.measure import FOOT, shown
from rules.values.plain import COUNT, FLAG, Kind, Plain, list_of, map_of
from rules.values.value import Value

ARMS = ("infantry", "cavalry", "artillery", "engineers", "transport")


def _or_unlimited(kind: Kind) -> Kind:
    """A kind, or the word ``unlimited``."""
    return Kind(
        lambda value, where: None if value in (None, "unlimited", "none") else kind.read(value, where),
        lambda value: "unlimited" if value is None else kind.write(value),
        {"anyOf": [dict(kind.schema), {"enum": ["unlimited"]}]},
    )


def _set_of(kind: Kind) -> Kind:
    """Some of a kind: a list, a single one, or in braces (``{infantry, cavalry}``), as the rulebook prints it."""
    row = list_of(kind)

    def read(value: Any, where: str) -> tuple[Any, ...]:
        if isinstance(value, Mapping) and not any(value.values()):
            value = list(value)
        some: tuple[Any, ...] = row.read([value] if isinstance(value, str) else value, where)
        return some

    return Kind(read, row.write, row.schema)


def _read_shells(value: Any, where: str) -> Mapping[str, int]:
    """Shells by name, with the feet that each carries; or a list of a name and a range for each."""
    if isinstance(value, list):
        rows = [list(one.values()) if isinstance(one, Mapping) and len(one) == 2 else one for one in value]
        if any(not isinstance(one, list) or len(one) != 2 or not isinstance(one[0], str) for one in rows):
            raise Invalid(f"{where}: a name and a range in feet are wanted for each shell")
        value = dict(rows)
    shells: Mapping[str, int] = map_of(COUNT).read(value, where)
    return shells


SHELLS = Kind(_read_shells, dict, map_of(COUNT).schema)


def _read_size(value: Any, where: str) -> tuple[int, int] | None:
    """Width and depth of the country in feet, one number for both; or nothing where the scenario gives it."""
    if value in (None, "scenario"):
        return None
    if isinstance(value, int):
        value = [value, value]
    sides = list(value.values()) if isinstance(value, Mapping) else plain.read_list(value, where)
    if len(sides) != 2:
        raise Invalid(f"{where}: a width and a depth in feet are wanted")
    width, depth = (plain.read_integer(one, where, least=1) for one in sides)
    return width, depth


SIZE = Kind(
    _read_size,
    lambda value: None if value is None else list(value),
    {
        "type": ["array", "null"],
        "items": {"type": "integer", "minimum": 1},
        "minItems": 2,
        "maxItems": 2,
    },
)


SUPPLY_RANGE_FT = MappingProxyType({"infantry": 6, "cavalry": 18, "artillery": 12, "engineers": 12})
TRUCK_CAPACITY = MappingProxyType({"infantry": Fraction(12), "cavalry": Fraction(5), "gun": Fraction(1, 2)})
SHORT_ARMS = MappingProxyType({"inf": "infantry", "cav": "cavalry", "RA": "artillery", "RE": "engineers"})
SHORT_ARMS_PLAINLY = MappingProxyType({plainly(name): arm for name, arm in SHORT_ARMS.items()})


def _read_supply_range(value: Any, where: str) -> Mapping[str, int]:
    given = {
        SHORT_ARMS_PLAINLY.get(plainly(str(name)), name): feet for name, feet in plain.read_map(value, where).items()
    }
    if not given.keys() <= SUPPLY_RANGE_FT.keys():
        raise Invalid(f"{where}: ranges are wanted for {', '.join(SUPPLY_RANGE_FT)}")
    return {**SUPPLY_RANGE_FT, **{arm: plain.read_integer(feet, f"{where}.{arm}") for arm, feet in given.items()}}


SUPPLY_RANGE = Kind(_read_supply_range, dict, {"type": "object", "additionalProperties": {"type": "integer"}})


def _read_truck(value: Any, where: str) -> Mapping[str, Fraction]:
    """What a truck holds of infantry, cavalry and guns, each over nought; a half may be printed ``1/2`` or ``½``."""
    given = {
        SHORT_ARMS_PLAINLY.get(plainly(str(name)), "gun" if str(name) == "guns" else str(name)): one
        for name, one in plain.read_map(value, where).items()
    }
    if not given.keys() <= TRUCK_CAPACITY.keys():
        raise Invalid(f"{where}: numbers are wanted for {', '.join(TRUCK_CAPACITY)}")
    return {**TRUCK_CAPACITY, **{name: _part(one, f"{where}.{name}") for name, one in given.items()}}


def _part(value: Any, where: str) -> Fraction:
    """A number over nought that may be a fraction."""
    try:
        part = Fraction(str(value).replace("½", "1/2"))
    except (ValueError, ZeroDivisionError):
        part = Fraction(0)
    if isinstance(value, bool) or not 0 < part <= plain.GREATEST_COUNT or part.denominator > 100:
        raise plain.refuse(where, "a number over nought", value)
    return part


def _write_truck(value: Mapping[str, Fraction]) -> Plain:
    parts = {name: shown(one.numerator, one.denominator) for name, one in value.items()}
    return {name: int(one) if one.isdigit() else one for name, one in parts.items()}


TRUCK = Kind(_read_truck, _write_truck, {"type": "object", "additionalProperties": {"type": ["number", "string"]}})


def _carried() -> Kind:
    """Some arms, or the word ``all``."""
    some = _set_of(word(*ARMS, **SHORT_ARMS_PLAINLY))
    return Kind(lambda value, where: ARMS if value == "all" else some.read(value, where), some.write, some.schema)


ANY = Kind(
    lambda value, where: value,
    lambda value: dict(value) if isinstance(value, Mapping) else list(value) if isinstance(value, tuple) else value,
    {},
)


@dataclass(frozen=True)
class Options(Value):
    """What a campaign of this book may choose, once, before its first move."""

    general_vulnerability: str = option(
        word("invulnerable", "sykes"),
        "invulnerable",
        "KS-GENL-06",
        "Whether shells, rifles and capture reach a General.",
    )
    general_may_order_any_piece: bool = option(
        FLAG, False, "KS-GAME-03", "A General may order any piece of his side, for one player a side."
    )
    general_view_radius_ft: int | None = option(
        or_none(COUNT), None, "KS-GENL-02", "How many feet round his figure a General sees; none: no limit."
    )
    enemy_hears_shout: bool = option(FLAG, True, "KS-GENL-04", "A shout is heard by everybody in the room.")
    use_supply: bool = option(FLAG, True, "KS-GAME-05", "Food, forage and ammunition are given up and may fail.")
    use_contours: bool = option(FLAG, True, "KS-GAME-05", "Going up and down hill costs inches and weighs in charges.")
    use_engineering: bool = option(FLAG, True, "KS-GAME-05", "Works, destructions, repairs and mines are allowed.")
    use_cavalry_charge: bool = option(FLAG, True, "KS-GAME-05", "Charges go by the tables; else contact is a melee.")
    contour_interval_in: int = option(COUNT, 6, "KS-GAME-06", "Height of one contour in inches.")
    map_size_ft: tuple[int, int] | None = option(
        SIZE, None, "KS-GAME-02", "Size of the country in feet; the scenario gives it."
    )
    wood_blocks_charge: bool = option(FLAG, True, "KS-GAME-08", "A wood on the line stops a charge.")
    two_stage_move: bool = option(
        FLAG, True, "KS-TURN-02", "The fire is settled and shown before movement orders close; else one sheet a move."
    )
    first_fire_move: int = option(COUNT, 2, "KS-TURN-04", "The first own move in which anybody may fire.")
    move_clock: Any = option(ANY, "real_time", "KS-TURN-05", "Minutes by the book, or a deadline in hours.")
    clock_counts: str = option(
        word("on_the_floor", "all_men"),
        "on_the_floor",
        "KS-TURN-05",
        "Which of a side's men count for the time of its move, which everybody can read off the clock.",
    )
    interval_minutes: int = option(COUNT, 5, "KS-TURN-07", "Minutes between two moves, at most.")
    body_link_in: int = option(COUNT, 6, "KS-DEF-07", "The widest gap in inches inside one body.")
    fours_are_close_order: bool = option(
        FLAG, True, "KS-DEF-08", "A column of fours caught by a charge counts as close order."
    )
    loss_fraction_rule: str = option(
        word("floor", "nearest", "ceil"), "floor", "KS-DEF-10", "How 'one man for every k' is rounded."
    )
    charging_distance_in: int = option(COUNT, 36, "KS-DEF-11", "Charging distance in inches.")
    road_bonus_arms: tuple[str, ...] = option(
        _set_of(word(*ARMS, **SHORT_ARMS_PLAINLY)),
        ("infantry", "cavalry"),
        "KS-MOVE-03",
        "The arms that go half as fast again on a road.",
    )
    contour_cost: str = option(
        word("additive", "replace"),
        "additive",
        "KS-CONT-01",
        "Contours are paid on top of the ground, or instead where greater.",
    )
    climb_credit: bool = option(FLAG, True, "KS-CONT-04", "Inches spent at a contour are kept until it is climbed.")
    steep_rule: str = option(
        word("4_in_12", "map-tagged", map_tagged_areas="map-tagged"),
        "4_in_12",
        "KS-CONT-03",
        "What ground is too steep for wheels.",
    )
    embark_point_spacing_in: int = option(COUNT, 12, "KS-BOAT-01", "Inches between two points of embarking.")
    boat_capacity_men: int = option(COUNT, 20, "KS-BOAT-01", "Men that one boat holds.")
    boats_carry: tuple[str, ...] = option(
        _carried(), ("infantry",), "KS-BOAT-03", "Whom boats carry; a horse counts as two men, a gun as twenty."
    )
    unlimber_then_fire: bool = option(FLAG, False, "KS-FIRE-02", "A gun may fire in the move in which it unlimbered.")
    dismounted_cavalry_fire: bool = option(FLAG, True, "KS-FIRE-03", "Cavalry on foot fires as infantry.")
    ra_only_serve_guns: bool = option(FLAG, False, "KS-GUN-01", "Only artillerymen serve guns.")
    shots_per_move: int = option(COUNT, 4, "KS-GUN-04", "Shots a gun has in a move.")
    fire_mode: str = option(
        word("reported", "simulated"),
        "reported",
        "KS-GUN-13",
        "Shots are reported by officials, or thrown by the engine.",
    )
    shell_types: Mapping[str, int] = option(
        SHELLS, {"shell": 18}, "KS-SHELL-01", "The shells, and the feet that each carries."
    )
    shell_victims: str = option(word("nearest", "owner_chooses"), "nearest", "KS-SHELL-03", "Who falls in the circle.")
    cover_for_guns: str = option(
        word("epaulement_only", "any_cover", "none"),
        "epaulement_only",
        "KS-SHELL-07",
        "What shelters a gun from a shell.",
    )
    fours_may_fire: bool = option(FLAG, False, "KS-RIFLE-01", "Infantry in fours may fire.")
    rifle_range_in: int | None = option(or_none(COUNT), None, "KS-RIFLE-03", "How many inches rifles carry.")
    waggon_capacity_packets: int = option(COUNT, 6, "KS-TS-03", "Packets that one waggon holds.")
    supply_period_moves: int = option(COUNT, 6, "KS-SUP-02", "Own moves from one supply tick to the next.")
    gun_team_horses: int = option(COUNT, 6, "KS-SUP-03", "Horses of one gun team.")
    ammo_counter: str = option(
        word("consecutive", "cumulative"),
        "consecutive",
        "KS-SUP-04",
        "Whether a pause in firing resets the count of firing moves.",
    )
    supply_range_ft: Mapping[str, int] = option(
        SUPPLY_RANGE, dict(SUPPLY_RANGE_FT), "KS-SUP-06", "How far each arm may stand from its supplies, in feet."
    )
    auto_issue: bool = option(FLAG, True, "KS-SUP-07", "Packets are given up from the nearest source without an order.")
    forage_fraction: str = option(
        word("nearest", "ceil", "floor"), "nearest", "KS-SUP-10", "How a part of six horses is rounded."
    )
    interdiction: str = option(
        word("line_6in", "route"), "line_6in", "KS-SUP-11", "What it means that an enemy is between."
    )
    interdiction_min_men: int = option(COUNT, 1, "KS-SUP-11", "Enemy men that it takes to cut a line of supply.")
    siege_bar_in: int = option(COUNT, 12, "KS-SIEGE-01", "How near an enemy bars the ground, in inches.")
    auto_eat_horses: Any = option(
        word(
            "when-surrounded",
            "always",
            "never",
            true_when_surrounded="when-surrounded",
            true="when-surrounded",
            false="never",
        ),
        "when-surrounded",
        "KS-SIEGE-04",
        "When horses are eaten without an order.",
    )
    forage_failure: str = option(
        word("strict", "on_foot"),
        "strict",
        "KS-FAIL-03",
        "Whether fed cavalry without forage may dismount and march.",
    )
    re_min_party: int = option(COUNT, 1, "KS-DEST-04", "Engineers that a destruction or repair needs.")
    waggon_wreck_prorata: bool = option(FLAG, False, "KS-DEST-06", "Fewer than four men empty waggons in proportion.")
    mines_per_side: int | None = option(_or_unlimited(COUNT), None, "KS-MINE-01", "Mines that a side has.")
    mine_lifting: bool = option(
        flag("re_in_contact"), False, "KS-MINE-04", "Engineers in contact lift a mine in one move."
    )
    re_may_dig: bool = option(FLAG, True, "KS-WORK-01", "Engineers dig as infantry does.")
    trench_blocks_charge: bool = option(FLAG, True, "KS-WORK-05", "A trench across the line stops a charge.")
    show_note_count: bool = option(FLAG, True, "KS-NOTE-02", "The other side sees that a sealed note exists.")
    charge_participants: str = option(word("six_inch", "whole_body"), "six_inch", "KS-CHARGE-04", "Who is in a charge.")
    obligation_mode: str = option(
        word("penalise", "force"),
        "penalise",
        "KS-CHARGE-15",
        "Cavalry that owes the three choices pays for standing, or is made to choose.",
    )
    forced_retire_is_flight: bool = option(
        FLAG, False, "KS-CHARGE-14", "The retreat ordered by a charge counts as flight."
    )
    slope_cap: int | None = option(or_none(COUNT), 4, "KS-CHARGE-20", "The greatest multiple of a charge downhill.")
    slope_applies_to: tuple[str, ...] = option(
        _set_of(word("cavalry", "infantry", "artillery", **SHORT_ARMS_PLAINLY)),
        ("cavalry",),
        "KS-CHARGE-20",
        "Against which arms a slope multiplies a charge.",
    )
    own_back_line_is_safe: bool = option(FLAG, False, "KS-CHARGE-23", "A body in flight is not lost over its own edge.")
    guns_per_charge: str = option(
        word("by_strength", "one"), "by_strength", "KS-CHARGE-28", "How many guns one charge may take."
    )
    dealt_with_window: str = option(
        word("same_move", "next_move"), "same_move", "KS-CHARGE-28", "When others may deal with cavalry at the guns."
    )
    gunners_fate: str = option(
        word("prisoners", "killed"), "prisoners", "KS-CHARGE-28", "What becomes of the servers of guns taken."
    )
    truck_capacity: Mapping[str, Fraction] = option(
        TRUCK, dict(TRUCK_CAPACITY), "KS-RAIL-02", "What one truck holds; eight are drawn by an engine."
    )
    official_confirmation: str = option(
        word("both", "engine_only"), "both", "KS-OFF-03", "Who confirms what was measured."
    )
    free_surrender: bool = option(flag("any_body"), False, "KS-LW-12", "Any body may surrender, isolated or not.")
    score_points: bool = option(FLAG, False, "KS-LW-16", "The points of Little Wars are counted.")
    approach_multiplier: int = option(COUNT, 1, "KS-ANX-01", "Long moves before contact.")
    boxed_troops: bool = option(FLAG, False, "KS-ANX-02", "Troops travel in closed boxes behind scouts.")
    waggon_per_50: bool = option(FLAG, False, "KS-ANX-03", "A waggon for every fifty men within six moves.")
    gun_cart: bool = option(FLAG, False, "KS-ANX-04", "A cart within two moves of a gun that fires.")
    chapter_v_train: bool = option(FLAG, False, "KS-ANX-06", "Trains by Chapter V.")
    tear_rails: bool = option(FLAG, False, "KS-ANX-07", "Rails are torn up and replaced.")

    def supply_range(self, arm: str) -> int:
        """Sixteenths within which supplies must stand from a body of this arm.  [KS-SUP-05, KS-SUP-06]"""
        return self.supply_range_ft[arm] * FOOT


def read_options(data: Any, where: str = "options") -> Options:
    """Options from a map of keys; an unknown key or value raises ``Invalid``."""
    return plain.read(Options, data or {}, where)


def register() -> tuple[dict[str, Any], ...]:
    """The register of options: key, default, clause, what it implies, JSON Schema."""
    return rows_of(Options)
