"""Each event as one plain English sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract.sentences import EventWords, by_number, plainly
from rules.values.sentence import capitalised, message, say


def narrate(event: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One sentence that says what happened.

    event: plain data with ``event`` and what else is known; names: of things, by id.

    >>> narrate({"event": "men-marched", "body": "red-foot", "men": 5, "distance": 7.5}, {"red-foot": "The Fusiliers"})
    '5 men of The Fusiliers moved 7 1/2 in.'
    """
    told = EventWords(event, names)
    said = SENTENCES.get(str(event.get("event", "")), plainly)
    return capitalised(said(told) if callable(said) else told.say(said))


def _shot(told: EventWords) -> str:
    unhurt = told.say(" Struck, and unhurt: {unhurt:men}.") if told.has("unhurt") else ""
    if told.has("dead"):
        return told.say("shot {shot:n} of {body} killed {dead:men}.") + unhurt
    return told.say("shot {shot:n} of {body} killed nobody.") + unhurt


def _gun_moved(told: EventWords) -> str:
    if told.has("off"):
        return told.say("{body} went over its own back line, and is off the field.")
    return told.say("{body} was moved {distance:in} with {men:men}.")


def _trail(told: EventWords) -> str:
    if told.has("made_good"):
        return told.say("{men:men} stand at the trail of {body}; the omission was made good.")
    return told.say("{men:men} stand at the trail of {body}.")


def _support(told: EventWords) -> str:
    if not told.has("supporters"):
        return told.say(
            "{body}, {men:n} in the melee, had no friends within a move: isolated."
            if told.has("isolated")
            else "{body}, {men:n} in the melee, had no friends within a move: supported."
        )
    if told.has("isolated"):
        return told.say("{body}, {men:n} in the melee, had {supporters:friend/friends} within a move: isolated.")
    return told.say("{body}, {men:n} in the melee, had {supporters:friend/friends} within a move: supported.")


def _fought(told: EventWords) -> str:
    fought = told.say(
        "{body} and {target} fought hand to hand, {attackers:n} against {defenders:n}; killed: {dead:men}."
    )
    return fought + (told.say(" Prisoners: {prisoners:men}.") if told.has("prisoners") else "")


def _chosen(told: EventWords) -> str:
    if told.has("default"):
        if told.has("prisoners"):
            return told.say("nobody chose, so {dead:men} die and {prisoners:men} are taken.")
        return told.say("nobody chose, so {dead:men} die.")
    if told.has("prisoners"):
        return told.say("the charger chose: {dead:men} die, and {prisoners:men} are taken.")
    return told.say("the charger chose: {dead:men} die.")


def _ended(told: EventWords) -> str:
    return told.say("the battle ended: {winner} won.") if told.has("winner") else say("the battle ended in a draw.")


def _ready(told: EventWords) -> str:
    return told.say("{side} is ready; the curtain is drawn." if told.has("curtain") else "{side} is ready.")


SIDES_TAKEN = {
    "north": message("{side} took the north side."),
    "east": message("{side} took the east side."),
    "south": message("{side} took the south side."),
    "west": message("{side} took the west side."),
}


def _settled(told: EventWords) -> str:
    what = str(told.event.get("what", ""))
    if what == "toss":
        return told.say("{side} won the toss for the {of}.")
    if what == "pass":
        return told.say("{side} passes the {of}.")
    if what == "allowance":
        return told.say("{side} is content with {of} minutes.")
    return told.say(SIDES_TAKEN[str(told.event["of"])])


SENTENCES: Mapping[str, str | Callable[[EventWords], str]] = {
    "setup-settled": _settled,
    "country-laid": message("{side} laid out the Country."),
    "country-warned": lambda told: told.event.get("sum") or say("The Country is unusual."),
    "force-bought": message("{side} has {inf:n} infantry, {cav:n} cavalry and {guns:gun/guns}."),
    "handicap-thrown": message("{side} threw {throw:n}: so many of the twelve left out come back."),
    "thing-put-down": message("{body} was put down."),
    "side-ready": _ready,
    "move-opened": message("{side} opened own move {number:n}; time allowed: {seconds:second/seconds}."),
    "men-rearmed": by_number("men", "{n} man of {body} is armed again.", "{n} men of {body} are armed again."),
    "men-unsupplied": by_number(
        "men",
        "{n} man of {body} has no waggon within six moves.",
        "{n} men of {body} have no waggon within six moves.",
    ),
    "gun-moved": _gun_moved,
    "gun-set-down": message("{body} points to {facing:n} degrees."),
    "gun-laid": message("{body} has fired {shots:shot/shots} and still points where it fired last."),
    "shot-fired": _shot,
    "men-killed": by_number(
        "men", "{n} man of {body} was killed by a shot of {gun}.", "{n} men of {body} were killed by a shot of {gun}."
    ),
    "accident-mended": message("{body} was set up again; nobody is hurt."),
    "gun-unharmed": message("a shot struck {body} without effect."),
    "men-lay-down": message("{men:men} lay down at {body}."),
    "gun-silenced": message("{body} is silenced: {men:armed man/armed men} within six inches."),
    "shot-settled": lambda told: told.say(
        "shot {shot:n} of {body} was disputed." if told.has("disputed") else "shot {shot:n} of {body} was confirmed."
    ),
    "men-marched": by_number("men", "{n} man of {body} moved {distance:in}.", "{n} men of {body} moved {distance:in}."),
    "contact-made": message("{body} came into contact with {target}."),
    "trail-manned": _trail,
    "trail-empty": message("nobody could stand at the trail of {body}."),
    "men-retired": by_number(
        "men", "{n} man of {body} went over its own back line.", "{n} men of {body} went over their own back line."
    ),
    "prisoners-moved": message("{body} led {prisoners:men} away."),
    "prisoners-secured": by_number(
        "men",
        "{n} prisoner of {body} cannot be freed any more.",
        "{n} prisoners of {body} cannot be freed any more.",
    ),
    "men-touched-line": by_number(
        "men", "{n} man of {body} touches the {line} back line.", "{n} men of {body} touch the {line} back line."
    ),
    "body-split": by_number("men", "{n} man of {body} became {into}.", "{n} men of {body} became {into}."),
    "bodies-merged": message("{bodies:list} became {body}."),
    "melee-formed": message("{attackers:men} and {defenders:men} are in a melee."),
    "melee-counted": message("{body} and {target}: {attackers:n} against {defenders:n}."),
    "support-counted": _support,
    "melee-fought": _fought,
    "fallen-chosen": _chosen,
    "coin-tossed": message("{pairs:pair/pairs} of {body} and {target} tossed; {body} won {won:n}."),
    "prisoners-taken": by_number(
        "men", "{n} man of {body} was taken by {captor}.", "{n} men of {body} were taken by {captor}."
    ),
    "prisoners-freed": by_number(
        "men", "{n} man of {body} is free, and disarmed.", "{n} men of {body} are free, and disarmed."
    ),
    "body-surrendered": by_number("men", "{n} man of {body} surrendered.", "{n} men of {body} surrendered."),
    "gun-captured": message("{body} was taken by {captor}."),
    "gun-disputed": message("{body} is in dispute: {past:enemy/enemies} past its axle, {near:n} of its side near."),
    "waggon-captured": message("{body} was taken by {captor}."),
    "box-opened": message("box {body} was disclosed: {men:men}."),
    "box-packed": message("{men:men} went into box {body}."),
    "carriage-moved": message("{body} moved {distance:in}."),
    "train-stopped": message("{body} stopped six inches short of {at}."),
    "men-entrained": message("{body} got into {train}."),
    "men-detrained": message("{body} got out of {train}."),
    "rail-work-begun": message("{body} is on {rail}."),
    "rail-work-advanced": message("{body} has stayed on {rail} for {moves_done:move/moves}."),
    "rail-work-lost": message("the men at {rail} must start again."),
    "rail-torn-up": message("{rail} was torn up."),
    "rail-replaced": message("{rail} was laid again."),
    "command-assigned": message("{body} was given to {commander}."),
    "objected": message("{side} objected ({what}) about {body}."),
    "battle-decided": message("the blow at the rear was struck; {side} has {moves_left:move/moves} to withdraw."),
    "withdrawal-counted": message("{side} has {moves_left:move/moves} left to withdraw."),
    "force-capitulated": message("what {side} had left on the field surrendered: {men:man/men}, {guns:gun/guns}."),
    "attackers-arrived": by_number(
        "men", "{n} man of {body} reached the defender's line.", "{n} men of {body} reached the defender's line."
    ),
    "battle-adjourned": say("the battle is adjourned."),
    "battle-ended": _ended,
    "move-closed": message("{side} closed own move {number:n}."),
}
"""The sentence of each event; a length ends with its own full stop (``in.``)."""
