"""The signs of the pages: one block for each arm and each shape, drawn once on a page and used wherever it is shown.

Red and all others are square and filled, Blue is cut and hatched: a side is told by shape and pattern as well as by colour.
"""

from __future__ import annotations

from functools import cache

from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe

ARMS = ("infantry", "cavalry", "artillery", "engineers", "waggon", "depot", "boat", "train", "general", "other")
"""The arms that have a block of their own."""

SAME = {"gun": "artillery", "transport": "waggon"}
"""What is shown by the block of another."""

FORMATIONS = {
    "fours": "M22 34V46M32 34V46M22 38H32M22 42H32",
    "column": "M22 34V46M32 34V46M22 38H32M22 42H32",
    "two-ranks": "M8 34.5H46M8 38H46",
    "line": "M4 35H50",
    "extended": "M-6 35H-1M9 35H14M24.5 35H29.5M40 35H45M55 35H60",
    "dismounted": "M14 35H40M27 38a3 3 0 1 0 .1 0",
    "limbered": "M27 31V40M21 40H33V46H21Z",
    "unlimbered": "M27 31L17 44M27 31L37 44",
}
"""What stands behind a block: fours and column a ladder, ranks as many strokes as they are deep, extended order open strokes."""
FORMATIONS_OF = {
    "infantry": ("fours", "two-ranks", "extended"),
    "cavalry": ("column", "line", "dismounted"),
    "artillery": ("limbered", "unlimbered"),
}
"""In which formations each arm is shown."""

CALLED = (
    ("infantry", "Infantry"),
    ("cavalry", "Cavalry"),
    ("artillery", "Artillery, and a gun"),
    ("engineers", "Royal Engineers"),
    ("waggon", "Transport, and a waggon"),
    ("depot", "Depot"),
    ("general", "The General"),
    ("boat", "Boat"),
    ("train", "Train"),
)
"""What the legend calls each block."""

GROUND = (
    ("contour", "Contour; the tick points downhill"),
    ("road", "Road"),
    ("rail", "Railway"),
    ("water", "Water"),
    ("shallow", "Water that may be waded"),
    ("ford", "Ford"),
    ("bridge", "Bridge"),
    ("wood", "Wood"),
    ("house", "House"),
    ("wall", "Wall or hedge"),
    ("steep", "Too steep for wheels"),
)
"""What the legend calls each kind of ground, by the class in which it is inked."""

FRONT = "M22 2L27 -5L32 2Z"
"""The point at the middle of a front."""


def symbol(arm: str, side: str) -> str:
    """The id of the block of an arm and a side.

    >>> symbol("gun", "blue"), symbol("cavalry", "red"), symbol("mine", "none")
    ('b-cut-artillery', 'b-square-cavalry', 'b-square-other')
    """
    arm = SAME.get(arm, arm)
    return f"b-{'cut' if side == 'blue' else 'square'}-{arm if arm in ARMS else 'other'}"


def mark(arm: str, side: str, formation: str = "") -> str:
    """The id of what stands on the map for a thing: its block with its front and its formation.

    >>> mark("infantry", "red", "fours"), mark("depot", "blue", "two-ranks")
    ('m-square-infantry-fours', 'm-cut-depot')
    """
    arm = SAME.get(arm, arm) if SAME.get(arm, arm) in ARMS else "other"
    return f"m{symbol(arm, side)[1:]}" + (f"-{formation}" if formation in FORMATIONS_OF.get(arm, ()) else "")


def _shape(arm: str, side: str) -> str:
    """What is inked of the block of an arm and a side."""
    return render_to_string("campaigns/parts/block_shape.html", {"cut": side == "blue", "arm": arm}).strip()


@cache
def sheet() -> SafeString:
    """Every block as a symbol, to be put once on a page."""
    made = []
    for side in ("red", "blue"):
        for arm in ARMS:
            made.append(
                f'<symbol id="{symbol(arm, side)}" viewBox="0 0 54 36" overflow="visible">{_shape(arm, side)}</symbol>'
            )
    # Nothing of it comes from anybody: it is made of templates and constants of the house.
    return mark_safe("".join(made))


@cache
def marks() -> SafeString:
    """Every block as it stands on the map, the middle of its front at the place, to be put on a page that has one.

    Each is drawn out: what is used within what is used costs the browser a tenth of its time when there are hundreds.
    """
    made = []
    for side in ("red", "blue"):
        for arm in ARMS:
            for formation in ("", *FORMATIONS_OF.get(arm, ())):
                behind = f'<path class="line" d="{FORMATIONS[formation]}"/>' if formation else ""
                made.append(
                    f'<symbol id="{mark(arm, side, formation)}" overflow="visible"><g transform="scale(.7)translate(-27 -5)">'
                    f'{_shape(arm, side)}<path class="fill" d="{FRONT}"/>{behind}</g></symbol>'
                )
    return mark_safe("".join(made))
