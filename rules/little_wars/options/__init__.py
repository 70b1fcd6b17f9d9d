"""The options of Little Wars, with their defaults, clauses, and what each of their values implies.  [rulebook part 21]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rules.contract.answers import OptionRow
from rules.contract.options import rows_of
from rules.little_wars.options.extensions import Extensions
from rules.little_wars.options.gunnery import Gunnery
from rules.little_wars.options.history import History
from rules.little_wars.options.melee import Melee
from rules.little_wars.options.moves import Moves
from rules.little_wars.options.outcome import Ending
from rules.little_wars.options.railway import Railway
from rules.little_wars.options.setting_out import SettingOut
from rules.little_wars.options.wars import Wars
from rules.values import codec


@dataclass(frozen=True)
class Options(History, Railway, Extensions, Wars, Ending, Melee, Gunnery, Moves, SettingOut):
    """The options that a campaign of this book chooses once, before its first move.

    The last base comes first in the register: a dataclass takes the fields of its bases from the last to the first.
    """


def read_options(data: Any, where: str = "options") -> Options:
    """Options from a map of keys; an unknown key or value raises ``Invalid``."""
    return codec.read(Options, data or {}, where)


def register() -> tuple[OptionRow, ...]:
    """The register of options."""
    return rows_of(Options)
