"""Each event of War-Chess in one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.war_chess.field.figures import called, shown
from rules.war_chess.moves.duties import CITADEL_DUTY, TROOPS_DUTY, WAGON_DUTY

WON = {
    "WC-END-01": "the Citadel is taken",
    "WC-END-02": "the wagon is taken",
    "WC-END-03": "no foot or horse is left to the other side",
    "WC-END-05": "the other side resigns",
    "WC-END-06": "the other side has no legal move",
}
DRAWN = {"WC-END-06": "nobody has a move", "WC-END-07": "by agreement or by claim"}
DUTIES = {
    CITADEL_DUTY: "defending the Citadel",
    WAGON_DUTY: "bringing the wagon out of range",
    TROOPS_DUTY: "helping the figures under fire",
}


def narrate(event: Mapping[str, Any]) -> str:
    """One sentence that says what happened.

    >>> narrate({"event": "figure-moved", "figure": "aC", "from": 15, "to": 37})
    "The attacker's cavalry on 15 (B16) went to 37 (E13)."
    """
    name = event["event"]
    side = f"The {event.get('side', '')}"
    if name == "figure-moved":
        who = called(event["figure"], event["from"])
        taken = event.get("taken")
        said = f"{who} took {called(taken, event['to'])}" if taken else f"{who} went to {shown(event['to'])}"
    elif name == "figure-taken":
        said = f"{called(event['figure'])} was taken on {shown(event['at'])}"
    elif name == "duty-lapsed":
        said = f"{side} could do nothing towards {DUTIES[event['duty']]}, and was free to move"
    elif name == "turn-passed":
        said = f"{side} had no legal move and passed"
    elif name == "lot-drawn":
        said = f"The lot fell on the {event['side']}, who begins"
    elif name == "draw-offered":
        said = f"{side} offered a draw"
    elif name == "game-won":
        how = "the other side’s time ran out" if event.get("time") else WON[event["clause"]]
        said = f"The {event['winner']} won: {how}"
    else:
        said = f"The game was drawn: {DRAWN[event['clause']]}"
    return f"{said[:1].upper()}{said[1:]}."
