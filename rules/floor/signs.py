"""The blocks of books of the floor."""

from __future__ import annotations

from rules.contract.signs import CUT, EDGE, EMPTY, FILL, KNOCK, SOLID, SQUARE, Sign, Stroke
from rules.values.sentence import say

LADDER = "M22 34V46M32 34V46M22 38H32M22 42H32"
"""Men in fours or column, behind their block; one stroke for each rank, open strokes for extended order."""

HOLDING = {EMPTY: "M27 34a4 4 0 1 0 .1 0"}
"""The forms of what holds something: a nought behind it where that is nothing."""

MINED = "M10 31V15H16V20H22V15H32V20H38V15H44V31"

SIGNS = (
    Sign(
        "infantry",
        say("Infantry"),
        strokes=(
            Stroke("M3 18H51V25L45 31H9L3 25Z", ink=FILL, on=CUT),
            Stroke("M3 18H51V31H3Z", ink=FILL, on=SQUARE),
            Stroke("M3 18H51"),
        ),
        forms={
            "fours": LADDER,
            "two-ranks": "M8 34.5H46M8 38H46",
            "extended": "M-6 35H-1M9 35H14M24.5 35H29.5M40 35H45M55 35H60",
        },
        labelled=True,
        on_top=True,
    ),
    Sign(
        "cavalry",
        say("Cavalry"),
        strokes=(
            Stroke("M51 11V25L45 31H9L6 28L48 8Z", ink=FILL, on=CUT),
            Stroke("M6 28L48 8", on=CUT),
            Stroke("M51 5V31H3Z", ink=FILL, on=SQUARE),
            Stroke("M3 31L51 5", on=SQUARE),
        ),
        forms={"column": LADDER, "line": "M4 35H50", "dismounted": "M14 35H40M27 38a3 3 0 1 0 .1 0"},
        labelled=True,
        on_top=True,
    ),
    Sign(
        "artillery",
        say("Artillery, and a gun"),
        also=("gun",),
        strokes=(
            Stroke("M13 25L22 21H46"),
            Stroke("M22 19H46V23H22"),
            Stroke(circle=(24, 21, 7), ink=EDGE, on=CUT),
            Stroke(circle=(24, 21, 7), ink=FILL),
            Stroke(circle=(24, 21, 7), on=CUT),
            Stroke(circle=(24, 21, 2), ink=KNOCK, on=SQUARE),
        ),
        forms={"limbered": "M27 31V40M21 40H33V46H21Z", "unlimbered": "M27 31L17 44M27 31L37 44"},
    ),
    Sign(
        "engineers",
        say("Royal Engineers"),
        strokes=(Stroke(f"{MINED}Z", ink=FILL), Stroke(MINED, on=CUT)),
        labelled=True,
        on_top=True,
    ),
    Sign(
        "waggon",
        say("Transport, and a waggon"),
        also=("transport",),
        strokes=(
            Stroke(circle=(27, 18, 9)),
            Stroke("M27 9V27M18 18H36M20.6 11.6L33.4 24.4M20.6 24.4L33.4 11.6"),
            Stroke(circle=(27, 18, 3), ink=SOLID),
        ),
        forms=HOLDING,
    ),
    Sign(
        "depot",
        say("Depot"),
        strokes=(
            Stroke("M15 31V15L27 9L39 15V31"),
            Stroke("M21 19H33V31H21Z", ink=FILL),
            Stroke("M21 31V19H33V31", on=CUT),
        ),
        labelled=True,
        forms=HOLDING,
    ),
    Sign(
        "boat",
        say("Boat"),
        strokes=(
            Stroke("M27 8V21M27 9L37 19H27"),
            Stroke("M12 22H42L38 29H16Z", ink=FILL),
            Stroke("M12 22H42L38 29H16Z", on=CUT),
        ),
        forms=HOLDING,
    ),
    Sign(
        "train",
        say("Train"),
        strokes=(
            Stroke("M18 13V9H23V13"),
            Stroke("M12 13H42V23H12Z", ink=FILL),
            Stroke("M12 13H42V23H12Z", on=CUT),
            *(Stroke(circle=(x, 26, 3)) for x in (18, 27, 36)),
        ),
        forms=HOLDING,
    ),
    Sign(
        "general",
        say("The General"),
        strokes=(
            Stroke("M17 28V9"),
            Stroke("M17 9H39L34 14L39 19H17Z", ink=FILL, on=CUT),
            Stroke("M17 9H39L34 14L39 19H17Z", on=CUT),
            Stroke("M17 9H39V19H17Z", ink=FILL, on=SQUARE),
        ),
    ),
)
"""Every block, in the sequence of the legend."""
