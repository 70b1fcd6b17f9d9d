"""The options of sight that all books of the floor share.  [HOUSE-SIGHT]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rules.contract.answers import DAY, DUSK, NIGHT
from rules.contract.options import one_of, option
from rules.values.sentence import say
from rules.values.value import Value

OPEN, LINE = "open", "line"


@dataclass(frozen=True)
class Sight(Value):
    """What a side sees of the other on a country that the software measures.

    No campaign is offered it before all that serves a commander goes by it; a case of the kit may name it.
    """

    in_cases_only: ClassVar[frozenset[str]] = frozenset({"sight", "light"})

    sight: str = option(
        one_of(
            {
                OPEN: say("The whole floor lies open to both sides, as in a room with a table."),
                LINE: say("A side sees what its own troops can see, and remembers where it saw the rest."),
            }
        ),
        OPEN,
        "HOUSE-SIGHT-01",
        say("Whether what cannot be seen is hidden."),
    )
    light: str = option(
        one_of(
            {
                DAY: say("Everything is seen as far as by clear day."),
                DUSK: say("Everything is seen half as far."),
                NIGHT: say("Everything is seen a sixth as far, but what burns as by day."),
            }
        ),
        DAY,
        "HOUSE-SIGHT-05",
        say("The light by which one sees."),
    )
