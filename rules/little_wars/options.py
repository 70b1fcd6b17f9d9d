"""The options of Little Wars, with their defaults and clauses.  [rulebook part 21]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from rules.contract.options import option, plainly, rows_of, word
from rules.errors import Invalid
from rules.values import plain
from rules.values.measure import FOOT, INCH, shown
from rules.values.plain import COUNT, FLAG, Kind, Plain
from rules.values.value import Value

YES, NO = ("on", "yes", "true"), ("off", "no", "false")


def _read_switch(value: Any, where: str) -> bool:
    """On or off, yes or no, true or false."""
    spelling = plainly(str(value)) if isinstance(value, str | bool) else ""
    if spelling == "house_rules":
        return True
    if spelling in YES or spelling in NO:
        return spelling in YES
    return bool(FLAG.read(value, where))


SWITCH = Kind(_read_switch, FLAG.write, FLAG.schema)


def _number(*values: int, off: int | None = None) -> Kind:
    """One of some numbers; ``off`` may be written for one of them."""

    def read(value: Any, where: str) -> int:
        if off is not None and (value is False or (isinstance(value, str) and plainly(value) in NO)):
            return off
        number = _plain_number(value)
        if isinstance(value, bool) or number not in values:
            raise plain.refuse(where, "one of " + ", ".join(map(str, values)), value)
        return int(number)

    return Kind(read, lambda value: value, {"enum": list(values)})


def _plain_number(value: Any) -> Any:
    """A number with its unit behind it, as the rulebook prints it (``4 min``, ``6 in``), without the unit."""
    if isinstance(value, str) and value.split()[:1] and value.split()[0].isdecimal():
        return int(value.split()[0])
    return value


def _figures(value: Any) -> list[Any]:
    """Numbers in a list, a map, or parted by strokes: ``6/12``."""
    if isinstance(value, str):
        return [part.strip() for part in value.replace("and", "/").replace("u", "").split("/")]
    return list(value.values()) if isinstance(value, Mapping) else plain.read_list(value, "figures")


def _units(count: int, words: str) -> Kind:
    """So many lengths in sixteenths: a list, or ``6/12``."""

    def read(value: Any, where: str) -> tuple[int, ...]:
        try:
            given = tuple(int(one) for one in _figures(value))
        except (TypeError, ValueError, Invalid):
            given = ()
        if len(given) != count or any(not 0 <= one <= 100 * FOOT for one in given):
            raise plain.refuse(where, words, value)
        return given

    row = {"type": "array", "items": {"type": "integer"}, "minItems": count, "maxItems": count}
    return Kind(read, list, {"anyOf": [row, {"type": "string"}]})


def _read_part(value: Any, where: str) -> Fraction:
    try:
        part = Fraction(str(value).replace("½", "1/2"))
    except (ValueError, ZeroDivisionError):
        part = Fraction(-1)
    if isinstance(value, bool) or not 0 <= part <= 1_000_000 or part.denominator > 10_000:
        raise plain.refuse(where, "a number or a fraction", value)
    return part


def _parts(names: tuple[str, ...], most: int | None = None) -> Kind:
    """Fractions by name; what is not named stands at the default given with the option."""

    def read(value: Any, where: str) -> Mapping[str, Fraction]:
        given = value if isinstance(value, Mapping) else dict(zip(names, _figures(value), strict=False))
        unknown = [name for name in given if name not in names]
        if unknown or (most is not None and any(_read_part(one, where) > most for one in given.values())):
            raise plain.refuse(where, f"numbers are wanted for {', '.join(names)}", value)
        return {name: _read_part(one, f"{where}.{name}") for name, one in given.items()}

    return Kind(read, _write_parts, {"type": "object", "additionalProperties": {"type": ["number", "string"]}})


def _write_parts(value: Mapping[str, Fraction]) -> Plain:
    words = {name: shown(one.numerator, one.denominator) for name, one in value.items()}
    return {name: int(one) if one.isdigit() else one for name, one in words.items()}


def _half_points() -> Kind:
    """Points in steps of a half, kept as half points."""

    def read(value: Any, where: str) -> int:
        part = _read_part(value, where) * 2
        if part.denominator != 1:
            raise plain.refuse(where, "points in steps of a half", value)
        return int(part)

    return Kind(read, lambda value: value // 2 if value % 2 == 0 else value / 2, {"type": "number", "multipleOf": 0.5})


def _or_off(kind: Kind) -> Kind:
    """A kind, or ``off`` (``none``) for nothing."""
    return Kind(
        lambda value, where: (
            None
            if value in (None, False) or (isinstance(value, str) and plainly(value) in (*NO, "none"))
            else kind.read(_plain_number(value), where)
        ),
        lambda value: "off" if value is None else kind.write(value),
        {"anyOf": [dict(kind.schema), {"enum": ["off", None]}]},
    )


def _read_scale(value: Any, where: str) -> int | None:
    """How many real minutes a minute of the table lasts; nothing where moves are untimed."""
    if isinstance(value, str) and plainly(value).startswith("untimed"):
        return None
    return plain.read_integer(value, where, least=1)


SCALE = Kind(
    _read_scale,
    lambda value: "untimed" if value is None else value,
    {"anyOf": [{"type": "integer"}, {"enum": ["untimed"]}]},
)

OUTDOOR = Kind(
    lambda value, where: _between(_read_part(value, where), 1, 2, where, value),
    lambda value: _write_parts({"": value})[""],
    {"type": ["number", "string"]},
)


def _between(part: Fraction, least: int, most: int, where: str, value: Any) -> Fraction:
    if not least <= part <= most:
        raise plain.refuse(where, f"a number from {least} to {most}", value)
    return part


def _at_least(least: int) -> Kind:
    return Kind(
        lambda value, where: plain.read_integer(_plain_number(value), where, least=least),
        lambda value: value,
        {"type": "integer", "minimum": least},
    )


HIT_TABLE = MappingProxyType(
    {"open": Fraction(4, 5), "covered": Fraction(2, 5), "hidden": Fraction(0), "next": Fraction(1, 4)}
)
TRUCK_LOAD = MappingProxyType({"infantry": Fraction(12), "cavalry": Fraction(5), "gun": Fraction(1, 2)})
PRISONER_POINTS = MappingProxyType({"own": Fraction(1, 2), "enemy": Fraction(1, 2)})


@dataclass(frozen=True)
class Options(Value):
    """What a campaign of this book may choose, once, before its first move."""

    figure_radius: tuple[int, ...] = option(
        _units(2, "two radii in sixteenths"),
        (6, 12),
        "LW-GEN-02",
        "Sixteenths from the middle of a foot and of a mounted figure to its edge.",
    )
    country_author: str = option(
        word("toss", "agreed", "library", agreed_player="agreed", umpire_library="library"),
        "toss",
        "LW-CTRY-01",
        "Who lays out the Country.",
    )
    terrain_effects: str = option(
        word("as_ruled", "all_open", "house_table"),
        "as_ruled",
        "LW-CTRY-09",
        "What bars a man's way; by house table, roads and fords alone.",
    )
    first_move_choice: str = option(
        word("off", "winner_may_pass", false="off", true="winner_may_pass"),
        "off",
        "LW-SETUP-01",
        "Whether the winner of the toss may pass the first move.",
    )
    curtain: bool = option(SWITCH, True, "LW-SETUP-04", "Both sides set out at once, unseen.")
    putdown_deadline: int | None = option(_or_off(COUNT), None, "LW-SETUP-05", "Days for putting down; none: no limit.")
    allowance_rounding: str = option(
        word("up_to_minute", "exact", exact_seconds="exact"),
        "up_to_minute",
        "LW-TIME-02",
        "How the seconds of a move are rounded.",
    )
    clock_counts: str = option(
        word("on_the_floor", "all_men"),
        "on_the_floor",
        "LW-TIME-02",
        "Which of a side's men count for the time of its move, which everybody can read off the clock.",
    )
    allowance_update: str = option(
        word("auto", "agreement", "fixed", by_agreement="agreement"),
        "auto",
        "LW-TIME-03",
        "Whether the time for a move falls with the force.",
    )
    interval_max: int = option(_number(4, 5), 4, "LW-TIME-08", "Minutes between two moves, at most.")
    interval_ready: str = option(
        word("both", "next_mover"), "both", "LW-TIME-08", "Whose readiness ends the interval at once."
    )
    melee_choice_timeout: int | None = option(
        _or_off(COUNT), 2, "LW-TIME-09", "Minutes in which the charger chooses who falls."
    )
    time_scale: int | None = option(SCALE, 1, "LW-TIME-12", "Real minutes to a minute of the table.")
    travel_measure: str = option(
        word("path", "straight", straight_line="straight"),
        "path",
        "LW-MOVE-05",
        "Whether a march is measured along its path.",
    )
    clearance: str = option(
        word("always", "on_objection"),
        "always",
        "LW-MOVE-07",
        "When a sixteenth of an inch between man and thing is insisted on.",
    )
    shots_per_move: int = option(_number(4, 6), 4, "LW-GUN-07", "Shots that a gun has in a move.")
    lying: str = option(
        word("free", "off", false="off", true="free"), "free", "LW-GUN-09", "Whether men about a gun may lie down."
    )
    gun_size: tuple[int, ...] = option(
        _units(3, "trail, muzzle and half track in sixteenths"),
        (64, 48, 16),
        "LW-GUN-12",
        "Sixteenths from the axle to trail end and muzzle, and half the track.",
    )
    crew_sharing: bool = option(SWITCH, True, "LW-GUN-18", "Men may count in the crews of more than one gun.")
    friendly_fire: bool = option(SWITCH, True, "LW-SHOT-05", "A shot kills men of either side.")
    shot_source: str = option(
        word("reported", "simulated"), "reported", "LW-SHOT-08", "Shots are real and reported, or drawn."
    )
    hit_table: Mapping[str, Fraction] = option(
        _parts(tuple(HIT_TABLE), 1),
        dict(HIT_TABLE),
        "LW-SHOT-09",
        "Chances of a drawn shot: open, covered, hidden, and the next man.",
    )
    iso_reach: str = option(
        word(
            "supporter",
            "body",
            "one_foot",
            body_s_own_move="body",
            **{"body's_own_move": "body"},
            always_one_foot="one_foot",
        ),
        "supporter",
        "LW-ISO-05",
        "Whose move it is within which friends support.",
    )
    iso_path: str = option(
        word("walkable", "straight"), "walkable", "LW-ISO-05", "Whether support must be able to walk up."
    )
    iso_scales: bool = option(SWITCH, True, "LW-ISO-05", "Longer moves lengthen the reach of support.")
    iso_engaged_support: bool = option(SWITCH, False, "LW-ISO-06", "Men in another melee support too.")
    melee_through_walls: bool = option(SWITCH, True, "LW-MELEE-04", "Six inches are counted through walls and houses.")
    melee_merge: str = option(
        word("yes", "charger_assigns", true="yes", charger_assigns_shared_men="charger_assigns"),
        "yes",
        "LW-MELEE-05",
        "Melees that share a man are one, or the charger parts them.",
    )
    escort_join_and_go: bool = option(
        SWITCH, True, "LW-PRIS-02", "An escort may use part of its move to come up to its prisoners."
    )
    liberation: str = option(
        word(
            "uncovered_only",
            "any_escort",
            any_escort_s_death="any_escort",
            any_escorts_death="any_escort",
            **{"any_escort's_death": "any_escort"},
        ),
        "uncovered_only",
        "LW-PRIS-05",
        "Whom the fall of an escort frees.",
    )
    rearm_delay: str = option(
        word("next_move", "at_once"), "next_move", "LW-PRIS-08", "When men who reached their own line are armed again."
    )
    retake_disarmed: bool = option(SWITCH, True, "LW-PRIS-13", "Disarmed men met again are prisoners again.")
    axle_test: str = option(
        word("beyond_at_end", "crossed", beyond_axle_at_the_end="beyond_at_end"),
        "beyond_at_end",
        "LW-CAP-01",
        "How men pass the axle of a gun.",
    )
    variety: str = option(
        word("finish", "rear", "defensive"),
        "finish",
        "LW-FIN-01",
        "Fight to the Finish, Blow at the Rear, or Defensive Game.",
    )
    small_battle_minimum: str = option(
        word("draw_threshold_10", "minimum_force_only", draw_threshold="draw_threshold_10"),
        "draw_threshold_10",
        "LW-FIN-05",
        "What the ten men of a small battle mean.",
    )
    resign: str = option(
        word("by_consent", "off", false="off", true="by_consent"),
        "by_consent",
        "LW-FIN-07",
        "Whether a player may resign.",
    )
    rear_count: str = option(
        word("together", "cumulative"), "together", "LW-REAR-01", "Whether the three men touch the line at once."
    )
    rear_zone: str = option(
        word("whole", "middle_half", "left_half", "right_half"),
        "whole",
        "LW-REAR-07",
        "The part of the back line that counts.",
    )
    def_ratio_by: str = option(
        word("points", "each_arm", "men"), "points", "LW-DEF-01", "By what the defender is two-thirds as strong."
    )
    def_arrival: str = option(
        word(
            "quarter",
            "three_men",
            quarter_arrives="quarter",
            quarter_must_arrive="quarter",
            three_while_a_quarter_lives="three_men",
            three_men_while_a_quarter_lives="three_men",
        ),
        "quarter",
        "LW-DEF-02",
        "How many attackers must arrive.",
    )
    def_margin: str = option(
        word("own_move", "1_ft", "2_ft", one_foot="1_ft", two_feet="2_ft"),
        "own_move",
        "LW-DEF-05",
        "How far from the middle line the defender stays.",
    )
    stall_claim: int | None = option(
        _or_off(COUNT), 6, "LW-DEF-09", "Moves a side without a loss after which the end may be claimed."
    )
    prisoner_points: Mapping[str, Fraction] = option(
        _parts(tuple(PRISONER_POINTS)),
        dict(PRISONER_POINTS),
        "LW-SURR-04",
        "What a prisoner is worth to his own side and to the other.",
    )
    carry_over: bool = option(
        SWITCH, False, "LW-CAMP-01", "Losses are carried over to the next battle by rules of the house."
    )
    war_target: int = option(_at_least(200), 300, "LW-CAMP-02", "Points at which a war ends.")
    campaign_scoring: str = option(
        word(
            "net",
            "running_difference",
            "gross",
            net_to_higher="net",
            net_to_higher_scorer="net",
            running_difference_must_reach_target="running_difference",
            gross_totals="gross",
        ),
        "net",
        "LW-CAMP-04",
        "What of two scores counts in a war.",
    )
    dice_handicap: bool = option(
        SWITCH, False, "LW-FORCE-04", "Each side leaves out twelve men and throws two dice for their return."
    )
    dice_arm: str = option(
        word("infantry", "named", named_beforehand="named"), "infantry", "LW-FORCE-04", "Of which arm those men are."
    )
    purchase_total: int = option(_at_least(1), 150, "LW-FORCE-08", "Points for which a force is bought.")
    purchase_exact: str = option(word("exact", "at_most"), "exact", "LW-FORCE-08", "Whether all of them must be spent.")
    long_move: int = option(
        _number(1, 2, 3, off=1), 1, "LW-EXT-03", "How many times longer moves are before contact; 1: off."
    )
    long_limit: int = option(
        _number(12, 15, 10), 12, "LW-EXT-03", "Feet from the enemy within which moves are ordinary."
    )
    long_scope: str = option(
        word("unit", "game", whole_game="game"),
        "unit",
        "LW-EXT-03",
        "Whether each unit, or all, drop to ordinary moves.",
    )
    boxes: bool = option(SWITCH, False, "LW-EXT-05", "Troops travel in closed boxes.")
    box_empty_allowed: bool = option(SWITCH, False, "LW-EXT-05", "A box may be empty.")
    scout_count: int | None = option(_or_off(COUNT), None, "LW-EXT-06", "Cavalry outside the boxes at the start.")
    waggons: bool = option(SWITCH, False, "LW-EXT-11", "A waggon for every fifty men within six moves.")
    waggon_penalty: str = option(
        word("no_attack", "no_retreat", "none", no_move_away_from_waggon="no_retreat"),
        "no_attack",
        "LW-EXT-11",
        "What men without a waggon may not do.",
    )
    ammo_carts: bool = option(SWITCH, False, "LW-EXT-12", "A gun fires only with a cart within two moves.")
    train_points: int = option(
        _half_points(), 0, "LW-EXT-13", "Points for each waggon or cart of the enemy's that is held."
    )
    team_roles: bool = option(SWITCH, False, "LW-EXT-15", "A General and divisional commanders, each ordering his own.")
    team_messages: str = option(
        word("free", "intervals", only_in_intervals="intervals"),
        "free",
        "LW-EXT-15",
        "When players of a side may write to each other.",
    )
    outdoor_moves: Fraction = option(
        OUTDOOR, Fraction(1), "LW-EXT-16", "How much longer moves are in the open air, 1 to 2."
    )
    roads: bool = option(SWITCH, False, "LW-EXT-18", "Waggons and boxes go half as far again by road.")
    railway: bool = option(SWITCH, False, "LW-EXT-20", "Trains run.")
    train_rate: int = option(_number(4, 5), 4, "LW-EXT-22", "How many cavalry moves a train goes.")
    truck_load: Mapping[str, Fraction] = option(
        _parts(tuple(TRUCK_LOAD)), dict(TRUCK_LOAD), "LW-EXT-23", "What a truck holds of each."
    )
    engine_limit: int = option(_number(8, 7), 8, "LW-EXT-24", "Trucks that an engine draws at full rate.")
    overload: str = option(word("half_rate", "forbidden"), "half_rate", "LW-EXT-24", "What more trucks do.")
    rail_same_men: bool = option(SWITCH, True, "LW-EXT-26", "The same men must work to the end.")
    rail_length: int = option(_at_least(1), 6, "LW-EXT-27", "Inches of one rail.")
    legacy_1: bool = option(
        SWITCH, False, "LW-HIST-01", "The first game: guns by themselves, six shots, and a toss for each pair."
    )
    hf_variant: str = option(
        word("printed", "equal"), "printed", "LW-GEN-10", "Hook's Farm with 48 Blue infantry as printed, or 50."
    )

    def rate(self, arm: str) -> int:
        """Sixteenths of an ordinary move of an arm: two feet for cavalry, else one.  [LW-MOVE-04, LW-MOVE-05, LW-EXT-16]"""
        return int((2 if arm == "cavalry" else 1) * FOOT * self.outdoor_moves)

    def radius(self, arm: str) -> int:
        """Sixteenths from the middle of a figure to its edge.  [LW-GEN-02]"""
        return self.figure_radius[arm == "cavalry"]

    def hit(self, cover: str) -> Fraction:
        """The chance of a drawn shot.  [LW-SHOT-09]"""
        return self.hit_table.get(cover, HIT_TABLE[cover])

    def load(self, what: str) -> Fraction:
        """What a truck holds of an arm or of guns.  [LW-EXT-23]"""
        return self.truck_load.get(what, TRUCK_LOAD[what])

    def prisoner_half_points(self, whose: str) -> Fraction:
        """Half points of a prisoner to his ``own`` side or to the ``enemy``.  [LW-POINTS-05, LW-POINTS-06]"""
        return 2 * self.prisoner_points.get(whose, PRISONER_POINTS[whose])

    @property
    def rail(self) -> int:
        """Sixteenths of one rail.  [LW-EXT-27]"""
        return self.rail_length * INCH


def read_options(data: Any, where: str = "options") -> Options:
    """Options from a map of keys; an unknown key or value raises ``Invalid``."""
    return plain.read(Options, data or {}, where)


def register() -> tuple[dict[str, Any], ...]:
    """The register of options: key, default, clause, what it implies, JSON Schema."""
    return rows_of(Options)
