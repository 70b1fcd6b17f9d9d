"""A move, and the battle's end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.costs import Costs
from rules.contract.events import Event, OfOneBody
from rules.values.codec import COUNT, COUNTS, FLAG, IDS, TEXT, key
from rules.values.sentence import message


@dataclass(frozen=True, kw_only=True)
class MoveOpened(Event):
    """A move began: the side, the number of its own move, the seconds allowed."""

    name = "move-opened"
    number: int = key(COUNT, 0)
    seconds: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class BattleDecided(Event):
    """The Blow at the Rear decided the battle; the loser has six moves to withdraw."""

    name = "battle-decided"
    moves_left: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class WithdrawalCounted(Event):
    """One of the six moves of the withdrawal was made."""

    name = "withdrawal-counted"
    moves_left: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class ForceCapitulated(Event):
    """The rest of a force capitulated.  prisoners: by body; captured: its guns and waggons."""

    name = "force-capitulated"
    costs = (
        Costs(message("{men} surrendered"), men="prisoners", taken=True),
        Costs(message("captured"), thing="captured"),
    )
    men: int = key(COUNT, 0)
    guns: int = key(COUNT, 0)
    prisoners: Mapping[str, int] = key(COUNTS, factory=dict)
    captured: tuple[str, ...] = key(IDS, ())


@dataclass(frozen=True, kw_only=True)
class AttackersArrived(OfOneBody):
    """Attackers reached the defender's back line."""

    name = "attackers-arrived"
    men: int = key(COUNT, 0)


@dataclass(frozen=True, kw_only=True)
class BattleAdjourned(Event):
    """The battle was adjourned."""

    name = "battle-adjourned"


@dataclass(frozen=True, kw_only=True)
class BattleEnded(Event):
    """The battle ended."""

    name = "battle-ended"
    winner: str = key(TEXT, "")
    draw: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class MoveClosed(Event):
    """The move ended."""

    name = "move-closed"
    number: int = key(COUNT, 0)
