"""Each event as one plain English sentence.

``narrate`` takes an event as plain data (complete, or reduced to what a side may
know) and the names of things, and does not need missing fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract.sentences import EventWords, list_of_words, plainly
from rules.errors import one_stop

Names = Mapping[str, str]
Plain = Mapping[str, Any]


def narrate(event: Plain, names: Names) -> str:
    """One sentence that says what happened.

    event: plain data with ``event`` and what else is known; names: of things, by id.

    >>> narrate({"event": "body-marched", "body": "red-foot", "distance": 7.5}, {"red-foot": "The Fusiliers"})
    'The Fusiliers marched 7 1/2 in.'
    """
    name = str(event.get("event", ""))
    said = SENTENCES.get(name, plainly)
    sentence = said(EventWords(event, names)) if callable(said) else said.format_map(EventWords(event, names))
    return one_stop(sentence[:1].upper() + sentence[1:])


def _contours(told: EventWords) -> str:
    ways = [told.say(f"{{{way}:contour/contours}} {way}") for way in ("up", "down") if told.has(way)]
    return (
        told.say("{body} crossed ") + (list_of_words(ways) or "contours") + told.say(", which counted as {inches:in}.")
    )


def _shell(told: EventWords) -> str:
    cover = told.say(" Under cover: {covered:men}.") if told.has("covered") else ""
    if not told.has("inside"):
        return told.say("a shell of {body} fell where nobody stood.") + cover
    return told.say("a shell of {body} fell among {inside:men}; it killed {dead:men}.") + cover


def _charge(told: EventWords) -> str:
    slope = told.say(" Going downhill they counted {multiple:n} times.") if told.event.get("multiple", 1) > 1 else ""
    return (
        told.say("{body} charged {target} from {distance:in}: {chargers:sabre/sabres} against {charged:n}; ")
        + told.say("the chargers lost {chargers_lost:n}, the charged {charged_lost:n}.")
        + slope
    )


def _melee(told: EventWords) -> str:
    prisoners = told.say(" Prisoners: {prisoners:men}.") if told.has("prisoners") else ""
    isolated = " The smaller side was isolated." if told.has("isolated") else ""
    return (
        told.say("{body} and {target} fought hand to hand, {attackers:n} against {defenders:n}; dead: {dead:men}.")
        + prisoners
        + isolated
    )


def _support(told: EventWords) -> str:
    state = "isolated" if told.has("isolated") else "supported"
    return told.say(f"{{body}}, {{men:man/men}}, had {{friends:friend/friends}} within a move: {state}.")


def _surrender_clock(told: EventWords) -> str:
    if told.event.get("at") is None:
        return told.say("the clock of surrender of {body} stopped.")
    return told.say("{body} must give itself up at the close of own move {at:n} unless it is relieved.")


def _destroyed(told: EventWords) -> str:
    """Destroyed by a shell, unless by a mine or with a bridge."""
    how = "." if told.event.get("clause") in ("KS-MINE-03", "KS-DEST-08") else " by a shell."
    return told.say("{body} was destroyed") + how


def _message(told: EventWords) -> str:
    to = told.say(" to {to:list}") if told.has("to") else ""
    said = told.say(": “{text}”.") if told.has("text") else "."
    return told.say("a {channel} of {side}") + to + said


def _ended(told: EventWords) -> str:
    return told.say("the battle has ended: {winner} has won.") if told.has("winner") else "the battle has ended, drawn."


def _failed(told: EventWords) -> str:
    if told.has("packets"):
        return told.say("{body} went short of {packets:packet/packets} of {kind}.")
    return told.say("{body} went without its {kind}.")


Sentence = str | Callable[[EventWords], str]

SENTENCES: Mapping[str, Sentence] = {
    "body-marched": "{body} marched {distance:in}",
    "contours-crossed": _contours,
    "climb-begun": "{body} began a climb; {kept:in} of it are done.",
    "formation-changed": "{body} formed {formation}.",
    "box-opened": "the box of {body} was opened: {arm}, {men:man/men}, in {formation}.",
    "box-closed": "{body} was put into its box.",
    "gun-limbered": "{body} limbered up.",
    "gun-unlimbered": "{body} unlimbered.",
    "river-forded": "{body} forded the river.",
    "body-split": "{men:man/men} of {body} became a body of their own, {into}.",
    "bodies-merged": "{bodies:list} became one body, {body}, of {men:man/men}.",
    "order-cut-short": "an order of {body} was no longer possible after the fire.",
    "shell-fired": _shell,
    "men-posted": "{men:men} stand at the trail of {body}.",
    "gun-destroyed": _destroyed,
    "gun-disabled": "{body} was disabled by a shell for {moves:own move/own moves} of its side.",
    "waggon-destroyed": _destroyed,
    "packets-lost": "{packets:packets} went with {body}.",
    "men-covered": "cover saved {men:men} from a shell of {body}.",
    "gun-covered": "its shelter saved {body} from a shell.",
    "general-fallen": "{body} is out of the game.",
    "general-succeeded": "the next in seniority follows {body} and commands from own move {number:n}.",
    "general-hit": "a shell hit {body}; he is away for {moves:own move/own moves}.",
    "volley-fired": "{body} fired {shots:rifle shot/rifle shots} and killed {dead:men}.",
    "men-shot": "a shot of {body} knocked over {dead:men}.",
    "target-reckoned": "{body} was reckoned so: {reckoned_as}.",
    "contact-made": "{body} came into contact with {target}.",
    "servers-killed": "{men:server/servers} of {body} fell with it.",
    "chargers-unhurt": "{body} rode down men who ran and lost nobody.",
    "support-counted": _support,
    "charge-delivered": _charge,
    "coin-tossed": "a coin was tossed between {body} and {target}; {winner} won it.",
    "men-thrown-back": "{body} had {men:man/men} thrown back three feet.",
    "melee-fought": _melee,
    "prisoners-taken": "{captor} took {men:man/men} of {body} prisoner.",
    "prisoners-freed": "{men:man/men} of {body} went free, unarmed.",
    "prisoners-escorted": "{guards:guard/guards} of {body} marched with {prisoners:prisoner/prisoners}.",
    "body-rearmed": "{body} has been to its own back line and is armed again.",
    "gun-captured": "{body} was taken by {by}.",
    "gun-disputed": "{body} is in dispute; nobody fires or moves it at the next move.",
    "stores-captured": "{body} was taken by {by}, with all that it holds.",
    "body-surrendered": "{body} gave itself up, {men:man/men}.",
    "body-destroyed": "{body} was driven off the field and lost {men:man/men}.",
    "body-pinned": "{body} was charged in close order and may not march in its next own move.",
    "retreat-owed": "{body} must retire {distance:in} from {enemies:list} in its next own move.",
    "body-retired": "{body} retired {distance:in}",
    "choice-owed": "{body} has {enemies:list} within charging distance: it must dismount, charge or retire in its next own move.",
    "stood-under-threat": "{body} owed a choice before hostile cavalry and made none of the three.",
    "flight-begun": "{body} is in flight before {enemies:list} and must go on retiring.",
    "flight-ended": "{body} need no longer retire.",
    "pursuit-stopped": "{body} was stopped in its pursuit.",
    "packets-due": "the group of {bodies:list}, reckoned at {reckoned:n}, owed {packets:packet/packets} of {kind}.",
    "bodies-reckoned-together": "{bodies:list} are within twelve feet of each other and are supplied together.",
    "fraction-rounded": "{reckoned} were reckoned as {packets:packet/packets} of {kind} for the group of {body}.",
    "body-supplied": "{body} got its {kind} from {source}.",
    "delivery-barred": "{body} marched in this move and delivered nothing.",
    "packets-given-up": "{source} gave up {packets:packets} for {body}.",
    "packets-moved": "{packets:packets} went from {source} to {to}.",
    "supply-exempt": "{body} is small and by itself and needed no supplies.",
    "supply-failed": _failed,
    "arrears-paid": "{body} was given the {kind} that it was owed.",
    "horses-eaten": "{body} ate {horses:horse/horses} for want of food.",
    "body-stopped": "{body} cannot march for want of {kind}.",
    "body-silenced": "{body} has no ammunition and cannot fire.",
    "tick-stands": "what was paid late does not put off the next issue, at own move {at}.",
    "body-out-of-action": "{body} went six moves without supplies and is out of action.",
    "pocket-closed": "the enemy has surrounded {bodies:list}.",
    "pocket-opened": "the ring about {bodies:list} is broken.",
    "surrender-clock": _surrender_clock,
    "lot-begun": "a lot of {men:n} of {body} goes into {carrier} or out of it, in {moves:own move/own moves}.",
    "lot-taken-in": "{men:n} of {body} are aboard {carrier}.",
    "lot-landed": "{men:n} of {body} are out of {carrier}.",
    "lot-interrupted": "the lot of {men:n} of {body} at {carrier} starts afresh.",
    "boat-destroyed": _destroyed,
    "engine-destroyed": "the engine of {body} was destroyed.",
    "trucks-destroyed": "{trucks:truck/trucks} of {body} were destroyed.",
    "mine-exploded": "a mine, {body}, went off under {by}.",
    "pieces-destroyed": "{dead:men} were destroyed where they stood.",
    "mine-lifted": "{body} was lifted.",
    "work-begun": "{crew} began {work}, a work of {needed:move/moves}.",
    "note-sealed": "a sealed note of {work} was made.",
    "note-laid": "a sealed note was laid on the mantelpiece.",
    "note-opened": "the sealed note of {work} was opened; it says: “{text}”.",
    "work-advanced": "{crew} worked at {work}: {moves} of {needed:move/moves} done.",
    "work-completed": "{crew} finished {work}.",
    "work-raised": "{work}, an {kind}, stands.",
    "work-interrupted": "work at {work} stopped; {kept:move/moves} of it are kept.",
    "work-lost": "work at {work} was broken off; {lost:move/moves} of it are lost.",
    "bridge-destroyed": "{body} was destroyed.",
    "bridge-repaired": "{body} was repaired.",
    "measurement-reported": "the official of {by} reported what was measured of {body}.",
    "measurement-agreed": "the officials agreed upon what was measured of {body}.",
    "message-sent": _message,
    "shout-heard": "{side} shouted: “{text}”.",
    "move-opened": "{side} opened own move {number:n}.",
    "move-closed": "own move {number:n} of {side} was settled.",
    "battle-ended": _ended,
}
"""The sentence of each event.  A length ends with its own full stop (``in.``)."""
