"""Options of the Sykes-Wells Kriegspiel: destructions, mines, trenches and sealed notes.  [KS-DEST, KS-MINE, KS-WORK, KS-NOTE]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import flag, option
from rules.kriegspiel.options.kinds import or_unlimited
from rules.values.codec import COUNT
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class Works(Value):
    """Destructions, mines, trenches and sealed notes."""

    re_min_party: int = option(COUNT, 1, "KS-DEST-04", say("Engineers that a destruction or repair needs."))
    waggon_wreck_prorata: bool = option(
        flag(yes=say("One man empties a quarter of what four would."), no=say("Fewer than four men empty no waggon.")),
        False,
        "KS-DEST-06",
        say("Fewer than four men empty waggons in proportion."),
    )
    mines_per_side: int | None = option(
        or_unlimited(COUNT, unlimited=say("As many as there are men and moves to lay them.")),
        None,
        "KS-MINE-01",
        say("Mines that a side has."),
    )
    mine_lifting: bool = option(
        flag(
            yes=say("Engineers who touch a mine of their own side lift it in one move."),
            no=say("A mine that is laid stays until it goes off."),
            printed="re_in_contact",
        ),
        False,
        "KS-MINE-04",
        say("Engineers in contact lift a mine in one move."),
    )
    re_may_dig: bool = option(
        flag(
            yes=say("Engineers dig trenches at the rate of infantry."),
            no=say("Engineers raise epaulements and leave the digging to infantry."),
        ),
        True,
        "KS-WORK-01",
        say("Engineers dig as infantry does."),
    )
    trench_blocks_charge: bool = option(
        flag(yes=say("A trench across the line stops a charge."), no=say("A charge goes over a trench.")),
        True,
        "KS-WORK-05",
        say("A trench across the line stops a charge."),
    )
    show_note_count: bool = option(
        flag(
            yes=say("The other side sees that a sealed note has been laid, and nothing more."),
            no=say("The other side does not see that there are sealed notes at all."),
        ),
        True,
        "KS-NOTE-02",
        say("The other side sees that a sealed note exists."),
    )
