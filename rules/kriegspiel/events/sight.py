"""What the sides saw, heard and ran into on a move.  [HOUSE-SIGHT-07, HOUSE-SIGHT-08]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.events import OfOneBody
from rules.values.codec import COUNT, FLAG, IDENTITY, key


@dataclass(frozen=True, kw_only=True)
class MarchHalted(OfOneBody):
    """A march met an enemy whom nobody on its side had seen, and stopped half an inch before.  enemy: whom it met.  [HOUSE-SIGHT-07]"""

    name = "march-halted"
    enemy: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class OrderFoiled(OfOneBody):
    """An order was lawful by all that its side could see, and could not be carried out.  order: its index.  [HOUSE-SIGHT-07]"""

    name = "order-foiled"
    told = "own"
    order: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class FiringHeard(OfOneBody):
    """Firing that was not seen was heard.  body: by whom; direction: in eighths of a circle from north; guns: or rifles; many: or few.

    [HOUSE-SIGHT-08]
    """

    name = "firing-heard"
    told = "own"
    direction: int = key(COUNT)
    guns: bool = key(FLAG, False)
    many: bool = key(FLAG, False)
