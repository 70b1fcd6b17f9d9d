"""Options of the Sykes-Wells Kriegspiel: roads, contours and boats.  [KS-MOVE, KS-CONT, KS-BOAT]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import flag, one_of, option, word
from rules.kriegspiel.options.kinds import ARMS, SHORT_ARMS_PLAINLY, carried, set_of
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Marches(Value):
    """Roads, contours and boats."""

    road_bonus_arms: tuple[str, ...] = option(
        set_of(word(*ARMS, **SHORT_ARMS_PLAINLY)),
        ("infantry", "cavalry"),
        "KS-MOVE-03",
        say("The arms that go half as fast again on a road."),
    )
    contour_cost: str = option(
        one_of(
            {
                "additive": say("The foot for a contour is paid on top of the ground walked."),
                "replace": say("Where contours cost more than the ground, they are paid instead of it."),
            }
        ),
        "additive",
        "KS-CONT-01",
        say("Contours are paid on top of the ground, or instead where greater."),
    )
    climb_credit: bool = option(
        flag(
            yes=say("Inches spent at the foot of a contour are kept, so that slow transport gets over it in the end."),
            no=say("A contour is climbed within one move or not at all."),
        ),
        True,
        "KS-CONT-04",
        say("Inches spent at a contour are kept until it is climbed."),
    )
    steep_rule: str = option(
        one_of(
            {
                "4_in_12": say(
                    "Four contours within a foot of ground, or two within an inch, bar all wheels that are not on a "
                    "road."
                ),
                "map-tagged": say("Wheels are barred only where the country marks the ground as steep."),
            },
            map_tagged_areas="map-tagged",
        ),
        "4_in_12",
        "KS-CONT-03",
        say("What ground is too steep for wheels."),
    )
    embark_point_spacing_in: int = option(COUNT, 12, "KS-BOAT-01", say("Inches between two points of embarking."))
    boat_capacity_men: int = option(COUNT, 20, "KS-BOAT-01", say("Men that one boat holds."))
    boats_carry: tuple[str, ...] = option(
        carried(), ("infantry",), "KS-BOAT-03", say("Who can go by boat; a horse counts as two men, a gun as twenty.")
    )
