"""The report sections of the events of the Kriegspiel, their slips, and who fell in each.

A slip is made of every charge, shell, volley, melee, issue, work and capture; what was counted, tossed and
driven back in it goes on the same slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rules.contract.data import Event
from rules.contract.report_sections import sections
from rules.values.sentence import say

HEADINGS = (
    (say("Word"), "message-sent shout-heard measurement-reported measurement-agreed"),
    (
        say("Fire"),
        "shell-fired volley-fired men-shot gun-destroyed gun-disabled gun-covered waggon-destroyed packets-lost men-covered general-hit "
        "general-fallen general-succeeded boat-destroyed engine-destroyed trucks-destroyed men-posted",
    ),
    (say("Duties"), "body-retired stood-under-threat"),
    (
        say("Movement"),
        "body-marched contours-crossed climb-begun formation-changed gun-limbered gun-unlimbered river-forded body-split bodies-merged "
        "order-cut-short prisoners-escorted box-closed box-opened mine-exploded pieces-destroyed "
        "lot-begun lot-interrupted lot-landed lot-taken-in",
    ),
    (
        say("Contact"),
        "charge-delivered target-reckoned chargers-unhurt support-counted coin-tossed men-thrown-back "
        "contact-made melee-fought servers-killed",
    ),
    (
        say("Captures"),
        "prisoners-taken prisoners-freed body-rearmed gun-captured gun-disputed stores-captured body-surrendered body-destroyed",
    ),
    (
        say("Works"),
        "work-begun note-sealed note-laid note-opened work-advanced work-completed "
        "work-raised work-interrupted work-lost bridge-destroyed bridge-repaired mine-lifted",
    ),
    (
        say("Supply"),
        "packets-due packets-given-up packets-moved bodies-reckoned-together fraction-rounded body-supplied delivery-barred supply-exempt "
        "supply-failed arrears-paid horses-eaten body-stopped "
        "body-silenced tick-stands body-out-of-action pocket-closed pocket-opened surrender-clock",
    ),
    (say("Duties of the next move"), "body-pinned retreat-owed choice-owed flight-begun flight-ended pursuit-stopped"),
    (say("The end"), "battle-ended move-opened move-closed"),
)
"""The stages of a move in a report, each with its events."""

SLIPS = (
    "shell-fired volley-fired charge-delivered melee-fought packets-due packets-given-up packets-moved arrears-paid horses-eaten "
    "supply-failed work-begun work-interrupted work-lost bridge-destroyed bridge-repaired mine-exploded "
    "gun-captured stores-captured body-surrendered lot-begun lot-taken-in lot-landed"
)
STEPS = (
    "men-shot gun-destroyed gun-disabled gun-covered waggon-destroyed packets-lost men-covered general-hit general-fallen "
    "boat-destroyed engine-destroyed trucks-destroyed pieces-destroyed contact-made target-reckoned chargers-unhurt "
    "support-counted coin-tossed men-thrown-back servers-killed prisoners-taken body-destroyed retreat-owed flight-begun "
    "body-pinned note-sealed note-laid note-opened work-raised bodies-reckoned-together fraction-rounded body-supplied "
    "delivery-barred supply-exempt body-stopped body-silenced"
)
SECTIONS = sections(HEADINGS, SLIPS, STEPS, either="work-advanced work-completed")

IN_THE_FIGHT = {"shell-fired": say("by shell"), "volley-fired": say("by rifles"), "melee-fought": say("hand to hand")}
OF_A_BODY = {
    "prisoners-taken": say("taken prisoner"),
    "body-surrendered": say("surrendered"),
    "servers-killed": say("at the gun"),
    "body-destroyed": say("lost in flight"),
}
OF_A_THING = {
    "gun-destroyed": say("destroyed"),
    "gun-captured": say("captured"),
    "gun-disabled": say("disabled"),
    "waggon-destroyed": say("destroyed"),
    "stores-captured": say("captured"),
}

Fallen = Iterator[tuple[str, int, str]]


def _in_a_charge(event: Event) -> Fallen:
    for thing, men in (
        (str(event.get("body", "")), event.get("chargers_lost", 0)),
        (str(event.get("target", "")), event.get("charged_lost", 0)),
    ):
        if men:
            yield thing, men, say("{men} in the charge", men=men)


def _in_the_fight(event: Event) -> Fallen:
    words = IN_THE_FIGHT[event["event"]]
    yield from (
        (thing, men, say("{men} {words}", men=men, words=words))
        for thing, men in (event.get("dead") or {}).items()
        if men
    )


def _of_a_body(event: Event) -> Fallen:
    men = event.get("men", 0)
    yield str(event.get("body", "")), men, say("{men} {of_a_body}", men=men, of_a_body=OF_A_BODY[event["event"]])


def _of_a_thing(event: Event) -> Fallen:
    yield str(event.get("body", "")), 0, OF_A_THING[event["event"]]


COUNTED: Mapping[str, Callable[[Event], Fallen]] = {
    "charge-delivered": _in_a_charge,
    **dict.fromkeys(IN_THE_FIGHT, _in_the_fight),
    **dict.fromkeys(OF_A_BODY, _of_a_body),
    **dict.fromkeys(OF_A_THING, _of_a_thing),
}


def fallen(event: Event) -> tuple[tuple[str, int, str], ...]:
    """Who was lost in an event: the thing, the number of men, and how.  A volley counts the losses of its single shots."""
    count = COUNTED.get(str(event.get("event")))
    return tuple(count(event)) if count is not None else ()
