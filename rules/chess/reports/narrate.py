"""Each event of a game of chess as one sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.contract.sentences import list_of_words
from rules.values.sentence import fill, message, say, word

SENTENCES = {
    "check-called": message("{side} said check"),
    "check-unannounced": message("{side} attacked the king and said nothing"),
    "check-unsaid": message("{side} attacked the king and said nothing"),
    "man-adjusted": message("{side} said j'adoube of the piece on {square}"),
    "claim-upheld": message("{side}'s claim ({claim}) was upheld: {ruling}"),
    "move-taken-back": message("{side} had to undo {from} to {to}"),
    "game-restarted": say("The game was begun again, because the pieces had been set up wrongly"),
    "asked": message("{side} asked the other to agree: {what}"),
    "game-drawn": say("The game was drawn"),
    "try-refused": message("No: {from} to {to}"),
    "no-heard": message("The umpire said no to {side}"),
    "turn-announced": message("{side} to move"),
}


def narrate(event: Mapping[str, Any], names: Mapping[str, str] | None = None) -> str:
    """One sentence that says what happened.  names: what the sides are called, by their keys; else White and Black.

    >>> narrate({"event": "move-made", "side": "white", "man": "pawn", "from": "e2", "to": "e4", "descriptive": "P-K4"})
    'White: P-K4 (pawn e2 to e4).'
    """
    words = {**event, "side": _called(str(event.get("side", "")), names or {})}
    name = event["event"]
    if name in ("move-made", "move-kept"):
        said = _of_a_move(words)
    elif name == "man-touched":
        said = say(
            "{words} touched the piece on {event} and must move it"
            if event.get("binds")
            else "{words} touched the piece on {event}",
            words=words["side"],
            event=event["square"],
        )
    elif name == "check-unsaid" and event.get("mate"):
        said = say("{side} gave mate and said nothing: it counts when check is said", side=words["side"])
    elif name == "game-won":
        how = say(" by checkmate") if event.get("clause") == "CH79-22" else ""
        how += say(": the other side’s time ran out") if event.get("time") else ""
        how += say(" (conceded, outside the code)") if event.get("conceded") else ""
        said = say("{title} won{how}", title=_called(str(event["winner"]), names or {}), how=how)
    elif name == "capture-announced":
        said = say(
            "A {event} was taken on {event2} in passing"
            if event.get("in_passing")
            else "A {event} was taken on {event2}",
            event=word(event["what"]),
            event2=event["square"],
        )
    elif name == "check-announced":
        said = say(
            "{words} is in check: {event}",
            words=words["side"],
            event=list_of_words([word(one) for one in event["directions"]]),
        )
    elif name == "any-answered":
        said = say(
            "{words} asked for captures by pawns: try"
            if event["answer"] == "try"
            else "{words} asked for captures by pawns: none",
            words=words["side"],
        )
    else:
        said = fill(SENTENCES[name], lambda field, _: word(str(words[field])))
    return said + "."


def _called(side: str, names: Mapping[str, str]) -> str:
    """The name of a side."""
    return names.get(side) or word(side.title())


def _of_a_move(words: Mapping[str, Any]) -> str:
    """A move as it is written and by its squares."""
    taken = say(", taking a {words}", words=word(words["taken"])) if words.get("taken") else ""
    goes = say(
        "{words} {words2} to {words3}{taken}",
        words=word(words["man"]),
        words2=words["from"],
        words3=words["to"],
        taken=taken,
    )
    false = say(" (a false move)") if words.get("unlawful") else ""
    written = words.get("descriptive")
    return (
        say("{words}: {written} ({goes}){false}", words=words["side"], written=written, goes=goes, false=false)
        if written
        else say("{words}: {goes}{false}", words=words["side"], goes=goes, false=false)
    )
