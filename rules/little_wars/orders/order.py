"""What every order has, the phases in which orders act, and the parsing of what they name.  [rulebook part 24, LW-MOVE-02]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from rules.little_wars.orders.facts import MEASURED, NOTHING_MEASURED, Measured
from rules.values import codec
from rules.values.codec import ANGLE, IDENTITY, NAMED, POINT, FieldType, key, way
from rules.values.measure import Point
from rules.values.value import Value

SETUP, GUNS, MEN, CLOSE, TALK = 1, 2, 3, 4, 5
"""Before the battle; the gun phase and the men phase of a move; its close; at any time.  [LW-MOVE-02]"""


WAY = way("LW-MOVE-04")


def _read_one_or_more(value: Any, where: str) -> tuple[str, ...]:
    """One id or several."""
    names: tuple[str, ...] = NAMED.read(value if isinstance(value, list | tuple) else [value], where)
    return names


ONE_OR_MORE = FieldType(_read_one_or_more, list, {"anyOf": [IDENTITY.schema, NAMED.schema]})


@dataclass(frozen=True)
class Aim(Value):
    """The aim of a gun: bearing and elevation in degrees, or a point."""

    bearing: int | None = key(ANGLE, None)
    elevation: int | None = key(ANGLE, None)
    at: Point | None = key(POINT, None)


@dataclass(frozen=True, kw_only=True)
class Order(Value):
    """What one thing or group is ordered to do.  by: who gives it, if not the moving side; second: after Go."""

    name: ClassVar[str]
    stage: ClassVar[int] = MEN
    subject_key: ClassVar[str] = "body"
    measured: Measured = key(MEASURED, NOTHING_MEASURED)
    by: str = key(IDENTITY, "")
    second: int | None = key(
        FieldType(lambda v, w: codec.read_integer(v, w, -86400, 10**6), lambda v: v, {"type": "integer"}), None
    )

    @property
    def subject(self) -> str:
        """The id of the thing that is ordered."""
        subject: Any = getattr(self, self.subject_key, "")
        return subject if isinstance(subject, str) else next(iter(subject or ()), "")


@dataclass(frozen=True, kw_only=True)
class OfBodies(Order):
    """An order to a body, or to several as one group."""

    bodies: tuple[str, ...] = key(ONE_OR_MORE, name="body")

    subject_key: ClassVar[str] = "bodies"


@dataclass(frozen=True, kw_only=True)
class OfGun(Order):
    """An order to a gun."""

    subject_key: ClassVar[str] = "gun"
    gun: str = key(IDENTITY)


@dataclass(frozen=True, kw_only=True)
class OfTheBattle(Order):
    """An order without a subject."""

    stage: ClassVar[int] = SETUP
    subject_key: ClassVar[str] = ""
