"""Each event of a game of chess as one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SENTENCES = {
    "check-called": "{side} said check",
    "check-unannounced": "{side} attacked the king and said nothing",
    "check-unsaid": "{side} attacked the king and said nothing",
    "man-adjusted": "{side} said j'adoube of the man on {square}",
    "claim-upheld": "{side}'s claim ({claim}) was upheld: {ruling}",
    "move-taken-back": "{side} took back {from} to {to}",
    "game-restarted": "The game was begun afresh, the men having been set up wrongly",
    "asked": "{side} asked the other to agree: {what}",
    "game-drawn": "The game was drawn",
    "try-refused": "No: {from} to {to}",
    "no-heard": "The umpire said no to {side}",
    "turn-announced": "{side} to move",
}


def narrate(event: Mapping[str, Any]) -> str:
    """One sentence that says what happened.

    >>> narrate({"event": "move-made", "side": "white", "man": "pawn", "from": "e2", "to": "e4", "descriptive": "P-K4"})
    'White: P-K4 (pawn e2 to e4).'
    """
    words = {**event, "side": str(event.get("side", "")).title()}
    name = event["event"]
    if name in ("move-made", "move-kept"):
        said = _of_a_move(words)
    elif name == "man-touched":
        said = f"{words['side']} touched the man on {event['square']}{', which binds' if event.get('binds') else ''}"
    elif name == "game-won":
        how = ": the other side’s time ran out" if event.get("time") else ""
        how += " (conceded, outside the code)" if event.get("conceded") else ""
        said = f"{str(event['winner']).title()} won{how}"
    elif name == "capture-announced":
        said = f"A {event['what']} was taken on {event['square']}{' in passing' if event.get('in_passing') else ''}"
    elif name == "check-announced":
        said = f"{words['side']} is in check: {' and '.join(event['directions'])}"
    elif name == "any-answered":
        said = f"{words['side']} asked for captures by pawns: {'try' if event['answer'] == 'try' else 'none'}"
    else:
        said = SENTENCES[name].format_map(words)
    return f"{said}."


def _of_a_move(words: Mapping[str, Any]) -> str:
    """A move as it is written and by its squares."""
    taken = f", taking a {words['taken']}" if words.get("taken") else ""
    goes = f"{words['man']} {words['from']} to {words['to']}{taken}"
    false = " (a false move)" if words.get("unlawful") else ""
    written = words.get("descriptive")
    return f"{words['side']}: {written} ({goes}){false}" if written else f"{words['side']}: {goes}{false}"
