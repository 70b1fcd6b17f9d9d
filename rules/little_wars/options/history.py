"""Options of Little Wars: the first game, and the battle of Hook's Farm.  [LW-HIST, LW-GEN]"""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.options import one_of, option
from rules.little_wars.options.kinds import switch
from rules.values.sentence import say
from rules.values.value import Value


@dataclass(frozen=True)
class History(Value):
    """The first game, and the battle of Hook's Farm."""

    legacy_1: bool = option(
        switch(
            yes=say(
                "The first game is played: guns move two feet by themselves, six shots, a coin for each pair in "
                "contact."
            ),
            no=say("The game as it was printed in the end."),
        ),
        False,
        "LW-HIST-01",
        say("The first game: guns by themselves, six shots, and a toss for each pair."),
    )
    hf_variant: str = option(
        one_of(
            {
                "printed": say("Blue has the 48 infantry that the printed figures give."),
                "equal": say("Blue has fifty infantry, as many as Red."),
            }
        ),
        "printed",
        "LW-GEN-10",
        say("Hook's Farm with 48 Blue infantry as printed, or 50."),
    )
