"""The report sections of the events of the Kriegspiel and their slips.

A slip is made of every charge, shell, volley, melee, issue, work and capture; what was counted, tossed and
driven back in it goes on the same slip.
"""

from __future__ import annotations

from rules.contract.report_sections import sections
from rules.values.sentence import say

HEADINGS = (
    (say("Word"), "message-sent shout-heard measurement-reported measurement-agreed"),
    (
        say("Fire"),
        "shell-fired volley-fired firing-heard men-shot gun-destroyed gun-disabled gun-covered waggon-destroyed packets-lost men-covered "
        "general-hit "
        "general-fallen general-succeeded boat-destroyed engine-destroyed trucks-destroyed men-posted",
    ),
    (say("Duties"), "body-retired stood-under-threat"),
    (
        say("Movement"),
        "body-marched contours-crossed climb-begun formation-changed gun-limbered gun-unlimbered river-forded body-split bodies-merged "
        "order-cut-short order-foiled march-halted prisoners-escorted box-closed box-opened mine-exploded pieces-destroyed "
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
SECTIONS = sections(
    HEADINGS,
    SLIPS,
    STEPS,
    either="work-advanced work-completed",
    apart=("Supply",),
    alike={
        "body-supplied": ("kind", "source"),
        "body-stopped": ("kind",),
        "shell-fired": ("body",),
        "men-covered": ("body",),
    },
    added={"shell-fired": ("inside", "covered", "dead"), "men-covered": ("men",)},
    within={
        "bodies-reckoned-together": "packets-due",
        "fraction-rounded": "packets-due",
        "packets-given-up": "body-supplied",
    },
)
