"""The signs of the pages: one block for each arm and each shape, drawn once on a page and reused.

Red and all others are square and filled, Blue is cut and hatched, so that a side is recognized by shape and pattern as
well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rules.books import BOOKS, book
from rules.contract.signs import CUT, FILL, SOLID, SQUARE, Sign, Stroke
from rules.values.sentence import say

OTHER = Sign("other", strokes=(Stroke("M15 18H39"),))
"""The block of anything without one of its own."""


@cache
def known() -> dict[str, Sign]:
    """The blocks of all books, by what they show."""
    every = {sign.key: sign for key in BOOKS for sign in book(key).pieces.signs}
    return {OTHER.key: OTHER} | {name: sign for sign in every.values() for name in (sign.key, *sign.also)}


def sign_of(arm: str) -> Sign:
    """The block that shows an arm."""
    return known().get(arm, OTHER)


def legend() -> tuple[tuple[str, str], ...]:
    """The name of each block in the legend."""
    return tuple((name, sign.title) for name, sign in known().items() if name == sign.key and sign.title)


GROUND = (
    ("contour", say("Contour; the tick points downhill")),
    ("road", say("Road")),
    ("rail", say("Railway")),
    ("water", say("Water")),
    ("shallow", say("Water that can be waded")),
    ("ford", say("Ford")),
    ("bridge", say("Bridge")),
    ("wood", say("Wood")),
    ("house", say("House")),
    ("wall", say("Wall or hedge")),
    ("steep", say("Too steep for wheels")),
)
"""The name of each kind of ground in the legend, by its class."""

FRONT = "M22 2L27 -5L32 2Z"
"""The point at the middle of a front."""


def _inked(ink: str, cut: bool) -> SafeString:
    """The fill of a shape: faces are hatched where the block is cut."""
    if ink == FILL and cut:
        return mark_safe('fill="url(#hatch-blue)"')
    return format_html('class="{}"', FILL if ink == SOLID else ink)


def symbol(arm: str, side: str) -> str:
    """The id of the block of an arm and a side.

    >>> symbol("gun", "blue"), symbol("cavalry", "red"), symbol("mine", "none")
    ('b-cut-artillery', 'b-square-cavalry', 'b-square-other')
    """
    return f"b-{'cut' if side == 'blue' else 'square'}-{sign_of(arm).key}"


def mark(arm: str, side: str, form: str = "") -> str:
    """The id of the mark of a thing on the map: its block with its front and its form.

    >>> mark("infantry", "red", "fours"), mark("depot", "blue", "two-ranks")
    ('m-square-infantry-fours', 'm-cut-depot')
    """
    return f"m{symbol(arm, side)[1:]}" + (f"-{form}" if form in sign_of(arm).forms else "")


def _every() -> Iterator[tuple[Sign, str]]:
    """Every block once for each shape of its edge."""
    blocks = [sign for name, sign in known().items() if name == sign.key]
    return ((sign, side) for side in ("red", "blue") for sign in blocks)


def _shape(sign: Sign, side: str) -> str:
    """The filled shapes of a block of a side."""
    other = SQUARE if side == "blue" else CUT
    strokes = [
        {"path": stroke.path, "circle": stroke.circle, "inked": _inked(stroke.ink, side == "blue")}
        for stroke in sign.strokes
        if stroke.on != other
    ]
    return render_to_string("campaigns/parts/block_shape.html", {"cut": side == "blue", "strokes": strokes}).strip()


@cache
def sheet() -> SafeString:
    """Every block as a symbol, to be put once on a page."""
    made = [
        f'<symbol id="{symbol(sign.key, side)}" viewBox="0 0 54 36" overflow="visible">{_shape(sign, side)}</symbol>'
        for sign, side in _every()
    ]
    # Nothing of it comes from users: it is made of our own templates and constants.
    return mark_safe("".join(made))


@cache
def marks() -> SafeString:
    """Every block as it appears on the map, with the middle of its front at the place, for a page that has one.

    Each is drawn in full: nested ``use`` costs the browser a tenth of its time when there are hundreds.
    """
    made = []
    for sign, side in _every():
        for form, behind in {"": "", **sign.forms}.items():
            drawn = f'<path class="line" d="{behind}"/>' if behind else ""
            made.append(
                f'<symbol id="{mark(sign.key, side, form)}" overflow="visible"><g transform="scale(.7)translate(-27 -5)">'
                f'{_shape(sign, side)}<path class="fill" d="{FRONT}"/>{drawn}</g></symbol>'
            )
    return mark_safe("".join(made))
