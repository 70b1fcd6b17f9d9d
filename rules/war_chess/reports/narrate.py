"""Each event of War-Chess in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.values.sentence import capitalised, say, word
from rules.war_chess.field.figures import called, shown
from rules.war_chess.moves.duties import CITADEL_DUTY, TROOPS_DUTY, WAGON_DUTY

WON = {
    "WC-END-01": say("the Citadel is taken"),
    "WC-END-02": say("the wagon is taken"),
    "WC-END-03": say("the other side has no infantry or cavalry left"),
    "WC-END-05": say("the other side resigns"),
    "WC-END-06": say("the other side has no legal move"),
}
DRAWN = {"WC-END-06": say("nobody has a move"), "WC-END-07": say("by agreement or by claim")}
DUTIES = {
    CITADEL_DUTY: say("defending the Citadel"),
    WAGON_DUTY: say("bringing the wagon out of range"),
    TROOPS_DUTY: say("helping the figures under fire"),
}


def narrate(event: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """One sentence that says what happened.  names: what the sides are called, by their keys.

    A figure is the attacker's or the defender's, whatever its player is called.

    >>> narrate({"event": "figure-moved", "figure": "aC", "from": 15, "to": 37})
    "The attacker's cavalry on 15 (B16) went to 37 (E13)."
    """
    name = event["event"]
    side = _called(str(event.get("side", "")), names or {})
    if name == "figure-moved":
        who = called(event["figure"], event["from"])
        taken = event.get("taken")
        said = (
            say("{who} took {event}", who=who, event=called(taken, event["to"]))
            if taken
            else say("{who} went to {event}", who=who, event=shown(event["to"]))
        )
    elif name == "figure-taken":
        said = say("{event} was taken on {event2}", event=called(event["figure"]), event2=shown(event["at"]))
    elif name == "duty-lapsed":
        said = say(
            "{side} could do nothing towards {duties}, and could move freely", side=side, duties=DUTIES[event["duty"]]
        )
    elif name == "turn-passed":
        said = say("{side} had no legal move and passed", side=side)
    elif name == "lot-drawn":
        said = say("The lot fell on {side}, who begins", side=side)
    elif name == "draw-offered":
        said = say("{side} offered a draw", side=side)
    elif name == "game-won":
        how = say("the other side’s time ran out") if event.get("time") else WON[event["clause"]]
        said = say("{side} won: {how}", side=_called(event["winner"], names or {}), how=how)
    else:
        said = say("The game was drawn: {drawn}", drawn=DRAWN[event["clause"]])
    return capitalised(said) + "."


def _called(side: str, names: Mapping[str, str]) -> str:
    """The name of a side: the player's, else the army's."""
    return names.get(side) or say("The {what}", what=word(side))
