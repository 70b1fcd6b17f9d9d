"""Packets: food for thirty men, forage for six horses, ammunition for thirty rifles.  [KS-SUP, KS-TS-03]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.values.codec import COUNT, key, value_of
from rules.values.value import Value

KINDS_OF_PACKET = ("food", "forage", "ammunition")


@dataclass(frozen=True)
class Packets(Value):
    """Packets by kind; food for 30 men, forage for 6 horses, ammunition for 30 rifles."""

    food: int = key(COUNT, 0)
    forage: int = key(COUNT, 0)
    ammunition: int = key(COUNT, 0)

    @property
    def total(self) -> int:
        """The packets of all kinds."""
        return self.food + self.forage + self.ammunition

    def __add__(self, other: Packets) -> Packets:
        return Packets(self.food + other.food, self.forage + other.forage, self.ammunition + other.ammunition)

    def __sub__(self, other: Packets) -> Packets:
        return Packets(self.food - other.food, self.forage - other.forage, self.ammunition - other.ammunition)


NONE = Packets()
PACKETS = value_of(Packets)
