"""Each event as one plain English sentence.

``narrate`` takes an event as plain data (complete, or reduced to what a side may
know) and the names of things, and does not need missing fields.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.contract.sentences import EventWords, by_number, counted, list_of_words, of_several, plainly
from rules.values.sentence import capitalised, message, say

Names = Mapping[str, str]
Plain = Mapping[str, Any]


def narrate(event: Plain, names: Names) -> str:
    """One sentence that says what happened.

    event: plain data with ``event`` and what else is known; names: of things, by id.

    >>> narrate({"event": "body-marched", "body": "red-foot", "distance": 7.5}, {"red-foot": "The Fusiliers"})
    'The Fusiliers moved 7 1/2 in.'
    """
    told = EventWords(event, names)
    said = SENTENCES.get(str(event.get("event", "")), plainly)
    return capitalised(said(told) if callable(said) else told.say(said))


def _contours(told: EventWords) -> str:
    ways = []
    if told.has("up"):
        ways.append(counted(told.event["up"], "contour up", "contours up"))
    if told.has("down"):
        ways.append(counted(told.event["down"], "contour down", "contours down"))
    crossed = list_of_words(ways) if ways else say("contours")
    return told.say("{body} crossed {ways}, which counted as {inches:in}.", ways=crossed)


def _shell(told: EventWords) -> str:
    cover = told.say(" Under cover: {covered:men}.") if told.has("covered") else ""
    if told.has("times"):
        if not told.has("inside"):
            return told.say("{times:n} shells of {body} fell where nobody stood.") + cover
        return (
            told.say("{times:n} shells of {body} fell, {empty:n} of them where nobody stood. Killed: {dead:men}.")
            + cover
        )
    if not told.has("inside"):
        return told.say("a shell of {body} fell where nobody stood.") + cover
    if len(told.event["inside"]) > 1:
        return told.say("a shell of {body} hit {inside:men}. Killed: {dead:men}.") + cover
    killed = sum((told.event.get("dead") or {}).values())
    return told.say("a shell of {body} hit {inside:men}: {killed} killed.", killed=killed) + cover


EIGHTHS = (
    say("in the north"),
    say("in the north-east"),
    say("in the east"),
    say("in the south-east"),
    say("in the south"),
    say("in the south-west"),
    say("in the west"),
    say("in the north-west"),
)
"""Where firing is heard, clockwise from north."""


def _heard(told: EventWords) -> str:
    """Firing that nobody saw: of guns or of rifles, of few or of many."""
    where = EIGHTHS[told.event.get("direction", 0) % len(EIGHTHS)]
    if told.has("guns"):
        return (
            told.say("{body} heard many guns {where}.", where=where)
            if told.has("many")
            else told.say("{body} heard guns {where}.", where=where)
        )
    if told.has("many"):
        return told.say("{body} heard many rifles {where}.", where=where)
    return told.say("{body} heard rifles {where}.", where=where)


def _volley(told: EventWords) -> str:
    if told.has("why"):
        return told.say("{body} fired {shots:rifle shot/rifle shots} and hit nobody ({why}).")
    if "shots" not in told.event:  # of what is seen and not known the shots are not counted
        return told.say("{body} fired its rifles; killed: {dead:men}.")
    return told.say("{body} fired {shots:rifle shot/rifle shots} and killed {dead:men}.")


def _covered(told: EventWords) -> str:
    if told.has("times"):
        return told.say("cover saved {men:men} from {times:n} shells of {body}.")
    return told.say("cover saved {men:men} from a shell of {body}.")


def _charge(told: EventWords) -> str:
    downhill = told.event.get("multiple", 1) > 1
    slope = told.say(" Going downhill they counted {multiple:n} times.") if downhill else ""
    return (
        told.say(
            "{body} charged {target} from {distance:in}: {chargers:sabre/sabres} against {charged:man/men}; "
            "{body} lost {chargers_lost:man/men}, {target} {charged_lost:man/men}."
        )
        + slope
    )


def _melee(told: EventWords) -> str:
    prisoners = told.say(" Prisoners: {prisoners:men}.") if told.has("prisoners") else ""
    isolated = say(" The smaller side was isolated.") if told.has("isolated") else ""
    fought = told.say(
        "{body} and {target} fought hand to hand, {attackers:n} against {defenders:n}; killed: {dead:men}."
    )
    return fought + prisoners + isolated


def _support(told: EventWords) -> str:
    if not told.has("friends"):
        return told.say(
            "{body}, {men:man/men}, had no friends within a move: isolated."
            if told.has("isolated")
            else "{body}, {men:man/men}, had no friends within a move: supported."
        )
    if told.has("isolated"):
        return told.say("{body}, {men:man/men}, had {friends:friend/friends} within a move: isolated.")
    return told.say("{body}, {men:man/men}, had {friends:friend/friends} within a move: supported.")


def _surrender_clock(told: EventWords) -> str:
    if told.event.get("at") is None:
        return told.say("{body} no longer has a deadline to surrender.")
    return told.say("{body} must surrender at the end of own move {at:n} unless it is relieved.")


def _destroyed(told: EventWords) -> str:
    """Destroyed by a shell, unless by a mine or with a bridge."""
    if told.event.get("clause") in ("KS-MINE-03", "KS-DEST-08"):
        return told.say("{body} was destroyed.")
    return told.say("{body} was destroyed by a shell.")


def _message(told: EventWords) -> str:
    if told.has("to"):
        return told.say(
            "a {channel} of {side} to {to:list}: “{text}”."
            if told.has("text")
            else "a {channel} of {side} to {to:list}."
        )
    return told.say("a {channel} of {side}: “{text}”." if told.has("text") else "a {channel} of {side}.")


def _ended(told: EventWords) -> str:
    if told.has("winner"):
        return told.say("the battle has ended: {winner} has won.")
    return say("the battle has ended, drawn.")


def _failed(told: EventWords) -> str:
    if told.has("packets"):
        return told.say("{body} went short of {packets:packet/packets} of {kind}.")
    return told.say("{body} went without its {kind}.")


def _due(told: EventWords) -> str:
    """Packets that are due, and for what they are counted."""
    number = told.event.get("reckoned") or 0
    eaters = {"forage": counted(number, "horse"), "ammunition": counted(number, "rifle")}
    for_whom = eaters.get(str(told.event.get("kind"))) or counted(number, "man", "men")
    if told.has("bodies"):
        return told.say_by(
            "packets",
            "{n} packet of {kind} is due for {men} ({bodies:list}).",
            "{n} packets of {kind} are due for {men} ({bodies:list}).",
            men=for_whom,
        )
    return told.say_by(
        "packets",
        "{n} packet of {kind} is due for {men} (group of {body}).",
        "{n} packets of {kind} are due for {men} (group of {body}).",
        men=for_whom,
    )


SENTENCES: Mapping[str, str | Callable[[EventWords], str]] = {
    "body-marched": message("{body} moved {distance:in}."),
    "contours-crossed": _contours,
    "climb-begun": message("{body} began a climb; {kept:in} of it are done."),
    "formation-changed": message("{body} formed {formation}."),
    "box-opened": message("the box of {body} was opened: {arm}, {men:man/men}, in {formation}."),
    "box-closed": message("{body} was put into its box."),
    "gun-limbered": message("{body} limbered up."),
    "gun-unlimbered": message("{body} unlimbered."),
    "river-forded": message("{body} forded the river."),
    "body-split": by_number(
        "men", "{n} man of {body} became a separate body, {into}.", "{n} men of {body} became a separate body, {into}."
    ),
    "bodies-merged": message("{bodies:list} became one body, {body}, of {men:man/men}."),
    "order-cut-short": message("an order of {body} was no longer possible after the fire."),
    "march-halted": message("{body} met {enemy} on its way, whom nobody had seen, and stopped half an inch before."),
    "order-foiled": message("{body} could not do what it was ordered; nobody could see why before."),
    "firing-heard": _heard,
    "shell-fired": _shell,
    "men-posted": message("{men:men} stand at the trail of {body}."),
    "gun-destroyed": _destroyed,
    "gun-disabled": message("{body} was disabled by a shell for {moves:own move/own moves} of its side."),
    "waggon-destroyed": _destroyed,
    "packets-lost": message("{packets:packets} went with {body}."),
    "men-covered": _covered,
    "gun-covered": message("its shelter saved {body} from a shell."),
    "general-fallen": message("{body} is out of the game."),
    "general-succeeded": message("the next in seniority follows {body} and commands from own move {number:n}."),
    "general-hit": message("a shell hit {body}, who is away for {moves:own move/own moves}."),
    "volley-fired": _volley,
    "men-shot": message("one of these shots of {body} killed {dead:men}, counted above."),
    "target-reckoned": message("{body} was counted so: {reckoned_as}."),
    "contact-made": message("{body} came into contact with {target}."),
    "servers-killed": by_number("men", "{n} server of {body} fell with it.", "{n} servers of {body} fell with it."),
    "chargers-unhurt": message("{body} rode down men who ran and lost nobody."),
    "support-counted": _support,
    "charge-delivered": _charge,
    "coin-tossed": message("a coin was tossed between {body} and {target}; {winner} won it."),
    "men-thrown-back": message("{body} had {men:man/men} thrown back three feet."),
    "melee-fought": _melee,
    "prisoners-taken": by_number(
        "men", "{n} man of {body} was taken prisoner by {captor}.", "{n} men of {body} were taken prisoner by {captor}."
    ),
    "prisoners-freed": by_number(
        "men", "{n} man of {body} went free, unarmed.", "{n} men of {body} went free, unarmed."
    ),
    "prisoners-escorted": by_number(
        "guards",
        "{n} guard of {body} went with {prisoners:prisoner/prisoners}.",
        "{n} guards of {body} went with {prisoners:prisoner/prisoners}.",
    ),
    "body-rearmed": message("{body} has been to its own back line and is armed again."),
    "gun-captured": message("{body} was taken by {by}."),
    "gun-disputed": message("{body} is in dispute; nobody fires or moves it at the next move."),
    "stores-captured": message("{body} was taken by {by}, with all that it holds."),
    "body-surrendered": message("{body} surrendered, {men:man/men}."),
    "body-destroyed": message("{body} was driven off the field and lost {men:man/men}."),
    "body-pinned": message("{body} was charged in close order and may not march in its next own move."),
    "retreat-owed": message("{body} must retire {distance:in} from {enemies:list} in its next own move."),
    "body-retired": message("{body} retired {distance:in}."),
    "choice-owed": message(
        "{body} has {enemies:list} within charging distance: it must dismount, charge or retire in its next own move."
    ),
    "stood-under-threat": message("{body} had to make a choice before hostile cavalry and made none of the three."),
    "flight-begun": message("{body} is in flight before {enemies:list} and must go on retiring."),
    "flight-ended": message("{body} does not have to retire any more."),
    "pursuit-stopped": message("{body} was stopped in its pursuit."),
    "packets-due": _due,
    "bodies-reckoned-together": message(
        "{bodies:list} are within twelve feet of each other and are supplied together."
    ),
    "fraction-rounded": _due,
    "body-supplied": of_several(
        "{body} received its {kind} from {source}.", "{bodies:list} received their {kind} from {source}."
    ),
    "delivery-barred": message("{body} moved in this move and delivered nothing."),
    "packets-given-up": message("{source} issued {packets:packets} to {body}."),
    "packets-moved": message("{packets:packets} went from {source} to {to}."),
    "supply-exempt": message("{body} is small and by itself and needed no supplies."),
    "supply-failed": _failed,
    "arrears-paid": message("{body} was given the {kind} that it was owed."),
    "horses-eaten": message("{body} ate {horses:horse/horses} for want of food."),
    "body-stopped": of_several(
        "{body} cannot march for want of {kind}.", "{bodies:list} cannot march for want of {kind}."
    ),
    "body-silenced": message("{body} has no ammunition and cannot fire."),
    "tick-stands": message("what was paid late does not put off the next issue, at own move {at}."),
    "body-out-of-action": message("{body} went six moves without supplies and is out of action."),
    "pocket-closed": message("the enemy has surrounded {bodies:list}."),
    "pocket-opened": message("the ring about {bodies:list} is broken."),
    "surrender-clock": _surrender_clock,
    "lot-begun": message("a lot of {men:n} of {body} goes into {carrier} or out of it, in {moves:own move/own moves}."),
    "lot-taken-in": by_number("men", "{n} of {body} is aboard {carrier}.", "{n} of {body} are aboard {carrier}."),
    "lot-landed": by_number("men", "{n} of {body} is out of {carrier}.", "{n} of {body} are out of {carrier}."),
    "lot-interrupted": message("the lot of {men:n} of {body} at {carrier} starts again."),
    "boat-destroyed": _destroyed,
    "engine-destroyed": message("the engine of {body} was destroyed."),
    "trucks-destroyed": by_number(
        "trucks", "{n} truck of {body} was destroyed.", "{n} trucks of {body} were destroyed."
    ),
    "mine-exploded": message("{body} went off under {by}."),
    "pieces-destroyed": message("where they stood were killed: {dead:men}."),
    "mine-lifted": message("{body} was lifted."),
    "work-begun": message("{crew} began {work}, a work of {needed:move/moves}."),
    "note-sealed": message("a sealed note of {work} was made."),
    "note-laid": say("a sealed note was laid on the mantelpiece."),
    "note-opened": message("the sealed note of {work} was opened; it says: “{text}”."),
    "work-advanced": message("{crew} worked at {work}: {moves} of {needed:move/moves} done."),
    "work-completed": message("{crew} finished {work}."),
    "work-raised": message("{work} is finished."),
    "work-interrupted": by_number(
        "kept", "work at {work} stopped; {n} move of it is kept.", "work at {work} stopped; {n} moves of it are kept."
    ),
    "work-lost": by_number(
        "lost",
        "work at {work} was broken off; {n} move of it is lost.",
        "work at {work} was broken off; {n} moves of it are lost.",
    ),
    "bridge-destroyed": message("{body} was destroyed."),
    "bridge-repaired": message("{body} was repaired."),
    "measurement-reported": message("the official of {by} reported what was measured of {body}."),
    "measurement-agreed": message("the officials agreed on what was measured of {body}."),
    "message-sent": _message,
    "shout-heard": message("{side} shouted: “{text}”."),
    "move-opened": message("{side} opened own move {number:n}."),
    "move-closed": message("own move {number:n} of {side} was decided."),
    "battle-ended": _ended,
}
"""The sentence of each event."""
