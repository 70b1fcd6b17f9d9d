"""Men of one side and one arm under one order.  [KS-DEF-06 to KS-DEF-08]"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar

from rules.kriegspiel.force.packets import NONE, PACKETS, Packets
from rules.kriegspiel.options.kinds import ARMS
from rules.values.codec import (
    ANGLE,
    COUNT,
    COUNTS,
    FLAG,
    IDENTITY,
    IDS,
    LENGTH,
    POINT,
    TEXT,
    TITLE,
    choice,
    key,
    value_of,
)
from rules.values.measure import Point
from rules.values.value import Value

FORMATIONS = ("fours", "two-ranks", "extended", "column", "line", "dismounted")
FORMATIONS_OF = MappingProxyType(
    {
        "infantry": ("fours", "two-ranks", "extended"),
        "cavalry": ("column", "line", "dismounted"),
        "artillery": ("two-ranks",),
        "engineers": ("two-ranks",),
        "transport": ("two-ranks",),
    }
)
NOBODY: Mapping[str, int] = MappingProxyType({})


@dataclass(frozen=True)
class Lot(Value):
    """A current lot: men of a body, or a gun, on the way into a boat or train or out of it.  [KS-BOAT-01, KS-RAIL-02]

    men: count, 1 for a gun; moves_done: own moves it has taken so far.
    """

    carrier: str = key(IDENTITY)
    men: int = key(COUNT)
    inward: bool = key(FLAG, True)
    at: Point | None = key(POINT, None)
    moves_done: int = key(COUNT, 0)


LOT = value_of(Lot)


@dataclass(frozen=True)
class Body(Value):
    """Men of one side and one arm, in one formation, under one order.  [KS-DEF-07]

    men: free and living; horses: at most one for each mounted man; prisoners: its men in enemy hands.
    aboard: the boat or train that carries the last of its men, if none of them is ashore.
    embarked: its men in boats and trains, according to these.
    must_retire: sixteenths owed in its next own move; fire_streak: consecutive own moves in which it fired.
    want: the effect of missing forage, by the options: ``strict``, ``on_foot``, or ``none`` if supply is not used.
    """

    GROUP: ClassVar[str] = "bodies"

    id: str
    side: str = key(IDENTITY)
    arm: str = key(choice(*ARMS))
    men: int = key(COUNT)
    horses: int = key(COUNT, 0)
    formation: str = key(choice(*FORMATIONS), "two-ranks")
    name: str = key(TEXT, "")
    at: Point | None = key(POINT, None)
    facing: int = key(ANGLE, 0)
    commander: str = key(TITLE, "")
    prisoners: int = key(COUNT, 0)
    captors: Mapping[str, int] = key(
        COUNTS, factory=lambda: NOBODY, note="enemy bodies that guard its prisoners, and how many"
    )
    held_by: str = key(IDENTITY, "")
    aboard: str = key(IDENTITY, "")
    lot: Lot | None = key(LOT, None)
    immobile: bool = key(FLAG, False)
    out_of_action: bool = key(FLAG, False)
    surrendered: bool = key(FLAG, False)
    disarmed: bool = key(FLAG, False)
    flight: tuple[str, ...] = key(IDS, ())
    must_retire: int = key(LENGTH, 0)
    retire_from: tuple[str, ...] = key(IDS, ())
    retire_clause: str = key(TEXT, "", note="the clause under which it must retire")
    threatened: tuple[str, ...] = key(
        IDS, (), note="enemy cavalry within charging distance as the enemy's last move closed"
    )
    gave_way: tuple[str, ...] = key(IDS, (), note="enemy cavalry before which it retired in its last own move")
    owes_choice: tuple[str, ...] = key(
        IDS, (), note="enemy cavalry on whose account the three choices are owed in its next own move"
    )
    stood: bool = key(FLAG, False, note="owed the three choices in its last own move and did none of them")
    ran: bool = key(FLAG, False, note="retired in its last own move and is still within charging distance")
    arrested: bool = key(FLAG, False, note="a pursuer stopped: neither charges nor approaches in its next own move")
    fugitives: tuple[str, ...] = key(IDS, (), note="before whom it was stopped, and whom it may not approach")
    fire_streak: int = key(COUNT, 0)
    arrears: Packets = key(PACKETS, NONE)
    held_up: Packets = key(PACKETS, NONE, note="kinds of packets owed for it by a body of which it was a part")
    held_up_by: tuple[str, ...] = key(IDS, (), note="the bodies that owe them")
    unsupplied_since: int | None = key(COUNT, None, note="own move of the tick that failed")
    on_foot: int = key(COUNT, 0, note="cavalrymen without a horse")
    boxed: bool = key(FLAG, False, note="in its box, with the lid on")
    climbed: int = key(LENGTH, 0, note="inches already spent on the contour it stands at")
    want: str = "strict"
    embarked: int = 0

    @property
    def ashore(self) -> int:
        """Its men who are not in a boat or train, count.  [KS-DEF-13]"""
        return self.men - self.embarked

    @property
    def captives(self) -> int:
        """Its men in the enemy's hands, count: all of them, if the body is held.  [KS-LW-10]"""
        return self.men if self.held_by else self.prisoners

    @property
    def mounted(self) -> bool:
        """Whether it is cavalry on horseback."""
        return self.arm == "cavalry" and self.formation != "dismounted"

    @property
    def sabres(self) -> int:
        """Mounted fit men, count.  [KS-CHARGE-01]"""
        return min(self.men - self.embarked, self.horses) if self.mounted and self.fit else 0

    def without(self, men: int) -> dict[str, int]:
        """The men and horses that are left after a loss of men; a mounted man falls with his horse.  [KS-DEF-06]"""
        left = self.men - men
        ridden = max(self.horses - men, 0) if self.mounted else self.horses
        return {"men": left, "horses": min(ridden, left), "on_foot": min(self.on_foot, left)}

    @property
    def as_it_stands(self) -> Body:
        """The body in its true formation: cavalry without horses is on foot, whatever it was in before.  [KS-DEF-06, KS-SIEGE-04]"""
        if self.arm != "cavalry" or self.horses or not self.men or not self.mounted:
            return self
        return self.but(formation="dismounted", on_foot=self.men)

    @property
    def fit(self) -> bool:
        """Whether its men count as fit.  [KS-DEF-13]"""
        return bool(
            self.men > self.embarked
            and not (
                self.out_of_action or self.surrendered or self.disarmed or self.held_by or self.aboard or self.boxed
            )
        )

    @property
    def stopped(self) -> bool:
        """Stopped for lack of food, or of forage if it has horses; by option not when on foot.  [KS-FAIL-03]"""
        if self.want == "none":
            return False
        food, forage = self.arrears.food, self.arrears.forage
        if self.held_up_by:
            food, forage = food or self.held_up.food, forage or self.held_up.forage
        return bool(food or (forage and self.horses and (self.mounted or self.want == "strict")))

    def lacks(self, kind: str) -> bool:
        """Whether packets of a kind are owed for it, by itself or by bodies that it was once one with.  [KS-DEF-07]"""
        return bool(getattr(self.arrears, kind) or (self.held_up_by and getattr(self.held_up, kind)))


ON_LAND: Mapping[str, Any] = MappingProxyType({"aboard": "", "embarked": 0, "lot": None})
"""The fields of men split from a body of which a part may be aboard."""
