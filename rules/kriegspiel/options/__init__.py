"""The options of the Sykes-Wells Kriegspiel, with their defaults, clauses, and what each of their values implies.  [rulebook section 24]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.contract.answers import OptionRow
from rules.contract.options import rows_of
from rules.floor.sight.options import Sight
from rules.kriegspiel.options.annex import Annex
from rules.kriegspiel.options.charges import Charges
from rules.kriegspiel.options.fire import Fire
from rules.kriegspiel.options.game import Game
from rules.kriegspiel.options.marches import Marches
from rules.kriegspiel.options.supply import Supply
from rules.kriegspiel.options.turns import Turns
from rules.kriegspiel.options.works import Works
from rules.values import codec


@dataclass(frozen=True)
class Options(Sight, Annex, Charges, Works, Supply, Fire, Marches, Turns, Game):
    """The options that a campaign of this book chooses once, before its first move.

    The last base comes first in the register: a dataclass takes the fields of its bases from the last to the first.
    """


def read_options(data: Any, where: str = "options") -> Options:
    """Options from a map of keys; an unknown key or value raises ``Invalid``."""
    return codec.read(Options, data or {}, where)


def register() -> tuple[OptionRow, ...]:
    """The register of options."""
    return rows_of(Options)
