"""The report sections of the events of Little Wars and their slips."""

from __future__ import annotations

from rules.contract.report_sections import sections
from rules.values.sentence import say

HEADINGS = (
    (
        say("Setting out"),
        "setup-settled country-laid country-warned force-bought handicap-thrown thing-put-down side-ready command-assigned",
    ),
    (say("The move"), "move-opened men-rearmed men-unsupplied"),
    (
        say("Fire"),
        "gun-moved gun-set-down gun-laid shot-fired men-killed accident-mended gun-unharmed men-lay-down gun-silenced shot-settled "
        "trail-manned trail-empty",
    ),
    (
        say("Movement"),
        "men-marched men-retired body-split bodies-merged prisoners-moved prisoners-secured men-touched-line "
        "box-opened box-packed carriage-moved train-stopped men-entrained men-detrained "
        "rail-work-begun rail-work-advanced rail-work-lost rail-torn-up rail-replaced",
    ),
    (say("Contact"), "contact-made melee-formed melee-counted support-counted melee-fought fallen-chosen coin-tossed"),
    (say("Captures"), "prisoners-taken prisoners-freed body-surrendered gun-captured gun-disputed waggon-captured"),
    (
        say("The end"),
        "objected battle-decided withdrawal-counted force-capitulated attackers-arrived battle-adjourned "
        "battle-ended move-closed",
    ),
)
"""The stages of a move in a report, each with its events."""

SECTIONS = sections(
    HEADINGS,
    "shot-fired melee-fought body-surrendered gun-captured waggon-captured rail-torn-up rail-replaced",
    "gun-laid gun-set-down men-killed gun-unharmed "
    "men-lay-down gun-silenced shot-settled contact-made melee-formed melee-counted support-counted "
    "fallen-chosen coin-tossed prisoners-taken",
)
