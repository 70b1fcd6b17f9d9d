"""What the API takes about a muster."""

from __future__ import annotations

from campaigns.api.fields import Anything, Choice, Flag, List, Plain, Strict, Text, Whole
from campaigns.api.shared.requests import MOST_NUMBER
from campaigns.usecases.muster.cells import MOST_CHARACTERS
from campaigns.usecases.muster.changes import MOST_CHANGES

BASE = "The revision on which it was made; another's change to the same things since is not overwritten (412)."


class MusterChange(Strict):
    """Changes to a force, all of them or none, as one step."""

    base = Whole(min_value=0, max_value=MOST_NUMBER, help_text=BASE)
    changes = List(
        Plain(),
        MOST_CHANGES,
        help_text=(
            "Each one of: `template`, `side`, `at`, `facing`, `name`, `chosen` (put down); `group`, `thing`, `add`; "
            "`thing`, `key`, `value`; `thing`, `remove`; `duplicate` (ids), `times`; `mirror` (a side), `things`; `move` (ids), "
            "`by` ([east, north] in inches); `put` (ids), `at`, `facing`; `group`, `thing`, `become`; `clear` (a side)."
        ),
    )


class MusterStep(Strict):
    """A step taken back, or made again."""

    base = Whole(
        required=False,
        min_value=0,
        max_value=MOST_NUMBER,
        help_text="Where it is given: refused after any other change.",
    )


class CurtainIn(Strict):
    """A side that shall put its own force down.  zone: [west, south, east, north] in inches; its own half where it is null."""

    side = Text(20)
    zone = Anything(required=False, default=None)


class CurtainOf(Strict):
    """The side whose force the umpire takes back."""

    side = Text(20)


class OwnChange(Strict):
    """Places, fronts and formations of one's own force, all or none.  base: of the force that was read."""

    base = Text(40)
    changes = List(
        Plain(), MOST_CHANGES, help_text="`thing`, `key` (`at`, `facing`, `formation`), `value`; or `move` (ids), `by`."
    )


class MusterTableOf(Strict):
    """Whose order of battle; both sides' and nobody's where none is named."""

    side = Text(20, required=False, allow_blank=True, default="")


class MusterTable(Strict):
    """A table that is to be taken in."""

    text = Text(
        MOST_CHARACTERS,
        help_text="With tabs, commas or semicolons, its columns named in its first line; or JSON of the kit.",
    )
    side = Text(20, required=False, allow_blank=True, default="", help_text="Whose; empty where each row says so.")
    mode = Choice("add", "replace", required=False, default="add", help_text="Beside what is there, or instead of it.")
    dry = Flag(required=False, default=False, help_text="Only a preview: nothing is changed.")
    base = Whole(required=False, min_value=0, max_value=MOST_NUMBER, default=0, help_text=BASE)
