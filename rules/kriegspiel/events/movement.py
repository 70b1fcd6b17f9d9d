"""Bodies, guns and waggons that moved or changed shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.contract.events import OfOneBody
from rules.values.codec import COUNT, COUNTS, IDENTITY, IDS, LENGTH, TEXT, key


@dataclass(frozen=True, kw_only=True)
class BodyMarched(OfOneBody):
    """A body, gun, waggon or General moved.  cost: share of a move."""

    name = "body-marched"
    told = "own"
    distance: int = key(LENGTH)
    cost: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class ContoursCrossed(OfOneBody):
    """Contours were paid for.  inches: the length they counted for."""

    name = "contours-crossed"
    told = "own"
    up: int = key(COUNT, 0)
    down: int = key(COUNT, 0)
    inches: int = key(LENGTH)


@dataclass(frozen=True, kw_only=True)
class ClimbBegun(OfOneBody):
    """Inches were spent on a contour that is not crossed yet; they are kept.  [KS-CONT-04]"""

    name = "climb-begun"
    told = "own"
    kept: int = key(LENGTH)


@dataclass(frozen=True, kw_only=True)
class FormationChanged(OfOneBody):
    """A body changed its formation, mounted or dismounted."""

    name = "formation-changed"
    told = "own"
    formation: str = key(IDENTITY)
    cost: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class BoxOpened(OfOneBody):
    """A box was opened, and its content is visible.  [KS-ANX-02]"""

    name = "box-opened"
    arm: str = key(IDENTITY)
    men: int = key(COUNT)
    formation: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class BoxClosed(OfOneBody):
    """A body was put back into its box.  [KS-ANX-02]"""

    name = "box-closed"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class GunLimbered(OfOneBody):
    """A gun was limbered up."""

    name = "gun-limbered"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class MenPosted(OfOneBody):
    """Men were posted at the end of the trail of a gun that fired; men: by body.  [KS-GUN-08]"""

    name = "men-posted"
    told = "own"
    men: Mapping[str, int] = key(COUNTS, factory=dict)


@dataclass(frozen=True, kw_only=True)
class GunUnlimbered(OfOneBody):
    """A gun was unlimbered."""

    name = "gun-unlimbered"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class RiverForded(OfOneBody):
    """A body passed a ford."""

    name = "river-forded"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class BodySplit(OfOneBody):
    """Men of a body became a separate body."""

    name = "body-split"
    told = "own"
    into: str = key(IDENTITY)
    men: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class BodiesMerged(OfOneBody):
    """Two bodies became one."""

    name = "bodies-merged"
    told = "own"
    bodies: tuple[str, ...] = key(IDS)
    men: int = key(COUNT)


@dataclass(frozen=True, kw_only=True)
class OrderCutShort(OfOneBody):
    """The fire made an order impossible, in a move of one stage.  [KS-SEQ-04]"""

    name = "order-cut-short"
    told = "own"
    order: int = key(COUNT)
    code: str = key(TEXT)
