"""Each event as one plain English sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract.sentences import EventWords, plainly
from rules.errors import one_stop


def narrate(event: Mapping[str, Any], names: Mapping[str, str]) -> str:
    """One sentence that says what happened.

    event: plain data with ``event`` and what else is known; names: of things, by id.

    >>> narrate({"event": "men-marched", "body": "red-foot", "men": 5, "distance": 7.5}, {"red-foot": "The Fusiliers"})
    '5 men of The Fusiliers moved 7 1/2 in.'
    """
    said = SENTENCES.get(str(event.get("event", "")), plainly)
    sentence = said(EventWords(event, names)) if callable(said) else said.format_map(EventWords(event, names))
    return one_stop(sentence[:1].upper() + sentence[1:])


def _shot(told: EventWords) -> str:
    words = told.say("shot {shot:n} of {body}")
    unhurt = told.say(" Struck, and unhurt: {unhurt:men}.") if told.has("unhurt") else ""
    return (words + told.say(" killed {dead:men}.") if told.has("dead") else words + " killed nobody.") + unhurt


def _gun_moved(told: EventWords) -> str:
    if told.has("off"):
        return told.say("{body} went over its own back line, and is off the field.")
    return told.say("{body} was moved {distance:in} with {men:men}.")


def _trail(told: EventWords) -> str:
    end = "; the omission was made good." if told.has("made_good") else "."
    return told.say("{men:men} stand at the trail of {body}") + end


def _support(told: EventWords) -> str:
    words = told.say("{body}, {men:n} in the melee, had {supporters:friend/friends} within a move: ")
    return words + ("isolated." if told.has("isolated") else "supported.")


def _fought(told: EventWords) -> str:
    words = told.say("{body} and {target} fought hand to hand, {attackers:n} against {defenders:n}; dead: {dead:men}.")
    return words + (told.say(" Prisoners: {prisoners:men}.") if told.has("prisoners") else "")


def _chosen(told: EventWords) -> str:
    taken = told.say(", and {prisoners:men} are taken") if told.has("prisoners") else ""
    how = "by default " if told.has("default") else "the charger chose: "
    return how + told.say("{dead:men} die") + taken + "."


def _ended(told: EventWords) -> str:
    return told.say("the battle ended: {winner} won.") if told.has("winner") else "the battle ended in a draw."


def _ready(told: EventWords) -> str:
    return told.say("{side} is ready") + ("; the curtain is drawn." if told.has("curtain") else ".")


def _settled(told: EventWords) -> str:
    what = str(told.event.get("what", ""))
    if what == "toss":
        return told.say("{side} won the toss for the {of}.")
    if what == "pass":
        return told.say("{side} passes the {of}.")
    if what == "allowance":
        return told.say("{side} is content with {of} minutes.")
    return told.say("{side} took the {of} side.")


Sentence = str | Callable[[EventWords], str]

SENTENCES: Mapping[str, Sentence] = {
    "setup-settled": _settled,
    "country-laid": "{side} laid out the Country.",
    "country-warned": lambda told: str(told.event.get("sum") or "The Country is unusual."),
    "force-bought": "{side} has {inf:n} infantry, {cav:n} cavalry and {guns:gun/guns}.",
    "handicap-thrown": "{side} threw {throw:n}: so many of the twelve left out come back.",
    "thing-put-down": "{body} was put down.",
    "side-ready": _ready,
    "move-opened": "{side} opened own move {number:n}; {seconds:second/seconds} are allowed.",
    "men-rearmed": "{men:man/men} of {body} are armed again.",
    "men-unsupplied": "{men:man/men} of {body} have no waggon within six moves.",
    "gun-moved": _gun_moved,
    "gun-set-down": "{body} stands with its muzzle to {facing:n} degrees.",
    "gun-laid": "{body} has fired {shots:shot/shots} and lies as it was laid for the last.",
    "shot-fired": _shot,
    "men-killed": "{men:man/men} of {body} died by a shot of {gun}.",
    "accident-mended": "{body} was set up again; nobody is hurt.",
    "gun-unharmed": "a shot struck {body}, and nothing came of it.",
    "men-lay-down": "{men:men} lay down at {body}.",
    "gun-silenced": "{body} is silenced: {men:armed man/armed men} within six inches.",
    "shot-settled": lambda told: told.say(
        "shot {shot:n} of {body} was disputed." if told.has("disputed") else "shot {shot:n} of {body} was confirmed."
    ),
    "men-marched": "{men:man/men} of {body} moved {distance:in}.",
    "contact-made": "{body} came into contact with {target}.",
    "trail-manned": _trail,
    "trail-empty": "nobody could stand at the trail of {body}.",
    "men-retired": "{men:man/men} of {body} went over their own back line.",
    "prisoners-moved": "{body} led {prisoners:men} away.",
    "prisoners-secured": "{men:prisoner/prisoners} of {body} are beyond liberation.",
    "men-touched-line": "{men:man/men} of {body} touch the {line} back line.",
    "body-split": "{men:man/men} of {body} became {into}.",
    "bodies-merged": "{bodies:list} became {body}.",
    "melee-formed": "{attackers:men} and {defenders:men} are in a melee.",
    "melee-counted": "{body} and {target}: {attackers:n} against {defenders:n}.",
    "support-counted": _support,
    "melee-fought": _fought,
    "fallen-chosen": _chosen,
    "coin-tossed": "{pairs:pair/pairs} of {body} and {target} tossed; {won:n} fell for {body}.",
    "prisoners-taken": "{men:man/men} of {body} were taken by {captor}.",
    "prisoners-freed": "{men:man/men} of {body} are free, and disarmed.",
    "body-surrendered": "{men:man/men} of {body} gave themselves up.",
    "gun-captured": "{body} was taken by {captor}.",
    "gun-disputed": "{body} is in dispute: {past:enemy/enemies} past its axle, {near:n} of its side near.",
    "waggon-captured": "{body} was taken by {captor}.",
    "box-opened": "box {body} was disclosed: {men:men}.",
    "box-packed": "{men:men} went into box {body}.",
    "carriage-moved": "{body} moved {distance:in}.",
    "train-stopped": "{body} stopped six inches short of {at}.",
    "men-entrained": "{body} got into {train}.",
    "men-detrained": "{body} got out of {train}.",
    "rail-work-begun": "{body} is on {rail}.",
    "rail-work-advanced": "{body} has stayed on {rail} for {moves_done:move/moves}.",
    "rail-work-lost": "the men at {rail} must start again.",
    "rail-torn-up": "{rail} was torn up.",
    "rail-replaced": "{rail} lies again.",
    "command-assigned": "{body} was given to {commander}.",
    "objected": "{side} objected ({what}) about {body}.",
    "battle-decided": "the blow at the rear was struck; {side} has {moves_left:move/moves} to withdraw.",
    "withdrawal-counted": "{side} has {moves_left:move/moves} left to withdraw.",
    "force-capitulated": "what {side} had left on the field gave itself up: {men:man/men}, {guns:gun/guns}.",
    "attackers-arrived": "{men:man/men} of {body} reached the defender's line.",
    "battle-adjourned": "the battle is adjourned.",
    "battle-ended": _ended,
    "move-closed": "{side} closed own move {number:n}.",
}
"""The sentence of each event; a length ends with its own full stop (``in.``)."""
