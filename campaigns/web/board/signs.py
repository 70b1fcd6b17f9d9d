"""The signs of the pages: one block for each arm and each shape, drawn once on a page and reused.

Red and all others are square and filled, Blue is cut and hatched, so that a side is recognized by shape and pattern as
well as by colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from rules.books import BOOKS, book
from rules.contract.signs import CUT, EMPTY, FILL, LINE, SOLID, SQUARE, Sign, Stroke
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
    ("fallen", say("Bridge that is down")),
    ("wood", say("Wood")),
    ("house", say("House")),
    ("wall", say("Wall or hedge")),
    ("steep", say("Too steep for wheels")),
    ("unknown", say("Ground that is not known")),
)
"""The name of each kind of ground in the legend, by its class."""

FRONT = "M22 2L27 -5L32 2Z"
"""The point at the middle of a front."""

FULL, HOLLOW, DASHED = "tip", "tip hollow", "outline"
TRACES = {
    "head-square": (FULL, "M0 0L7 15L0 11L-7 15Z"),
    "head-cut": (HOLLOW, "M0 0L7 15H-7Z"),
    "open-square": ("barbs", "M-7 13L0 0L7 13M-7 19L0 6L7 19"),
    "open-cut": ("barbs", "M-7 13L0 0L7 13M-4 17H4"),
    "heavy-square": (FULL, "M0 0L11 20L0 14L-11 20Z"),
    "heavy-cut": (HOLLOW, "M0 0L11 20H-11Z"),
    "ghost-square": (DASHED, "M-17 0H17V18H-17ZM-4 0L0 -5L4 0"),
    "ghost-cut": (DASHED, "M-13 0H13L17 4V14L13 18H-13L-17 14V4ZM-4 0L0 -5L4 0"),
    "aim": ("barbs", "M-8 0a8 8 0 1 0 16 0a8 8 0 1 0 -16 0M0 -12V-4M0 12V4M-12 0H-4M12 0H4"),
    "spot": ("barbs", "M-7 -7L7 7M-7 7L7 -7"),
    "clash": ("barbs", "M-12 12L10 -12M12 12L-10 -12M-13 6L-6 13M13 6L6 13"),
    "spade": ("barbs", "M-10 8H10M-10 8L-6 -6M-4 8L0 -6M2 8L6 -6M8 8L12 -6"),
    "gate": ("barbs", "M-11 0H11M-11 5H11"),
    "stop-square": ("barbs", "M-9 0H9"),
    "stop-cut": ("barbs", "M-9 0H9M-9 5H9"),
}
"""What stands at a spot of a stroke, the north above: the class of its ink, and its path.  Red's heads are full, Blue's hollow;
where a line of sight is stopped Red's has one bar, Blue's two."""


def _inked(ink: str, cut: bool) -> SafeString:
    """The fill of a shape: faces are hatched where the block is cut."""
    if ink == FILL and cut:
        return mark_safe('fill="url(#hatch-blue)"')
    return format_html('class="{}"', FILL if ink == SOLID else ink)


def edge(side: str) -> str:
    """The word for the edge of a side's blocks, of which the ids of its signs are made.

    >>> edge("blue"), edge("red"), edge("none")
    ('cut', 'square', 'square')
    """
    return CUT if side == "blue" else SQUARE


def symbol(arm: str, side: str) -> str:
    """The id of the block of an arm and a side.

    >>> symbol("gun", "blue"), symbol("cavalry", "red"), symbol("mine", "none")
    ('b-cut-artillery', 'b-square-cavalry', 'b-square-other')
    """
    return f"b-{edge(side)}-{sign_of(arm).key}"


@cache
def mark_ids() -> dict[tuple[str, str, str], str]:
    """The id of each mark by its edge, its block and its form; short, for a map names one for each of its things."""
    every = [(edge(side), sign.key, form) for sign, side in _every() for form in ("", *sign.forms)]
    return {one: f"m-{number}" for number, one in enumerate(every)}


def mark(arm: str, side: str, form: str = "") -> str:
    """The id of the mark of a thing on the map: its block with its front and its form.

    >>> mark("infantry", "red", "fours") == mark("infantry", "blue", "fours")
    False
    >>> mark("depot", "blue", "two-ranks") == mark("depot", "blue")
    True
    """
    sign = sign_of(arm)
    return mark_ids()[edge(side), sign.key, form if form in sign.forms else ""]


def _every() -> Iterator[tuple[Sign, str]]:
    """Every block once for each shape of its edge."""
    blocks = [sign for name, sign in known().items() if name == sign.key]
    return ((sign, side) for side in ("red", "blue") for sign in blocks)


def _shape(sign: Sign, side: str, form: str = "") -> str:
    """The filled shapes of a block of a side; the faces of an empty one are left open."""
    other = SQUARE if side == "blue" else CUT
    strokes = [
        {
            "path": stroke.path,
            "circle": stroke.circle,
            "inked": _inked(LINE if form == EMPTY and stroke.ink in (FILL, SOLID) else stroke.ink, side == "blue"),
        }
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


def marks(used: frozenset[str] | None = None) -> SafeString:
    """The blocks as they appear on the map, with the middle of its front at the place, for a page that has one.

    used: the ids of the marks of the map, all where not given; the signs of strokes are there always, since strokes come
    later too.
    """
    # Nothing of it comes from users: it is made of our own templates and constants.
    drawn = (symbol for name, symbol in mark_symbols().items() if used is None or name in used or name.startswith("t-"))
    return mark_safe("".join(drawn))


def of_marks(ids: Iterable[str]) -> SafeString:
    """Some of the blocks, for a map that comes to a page that has another.  ids: as of ``mark``."""
    # Nothing of it comes from users: it is made of our own templates and constants.
    return mark_safe("".join(mark_symbols()[one] for one in sorted(ids)))


@cache
def mark_symbols() -> dict[str, str]:
    """Each symbol of a map by its id.

    Each is drawn in full: nested ``use`` costs the browser a tenth of its time when there are hundreds.
    """
    made = {}
    for sign, side in _every():
        for form, behind in {"": "", **sign.forms}.items():
            line = f'<path class="line" d="{behind}"/>' if behind else ""
            shape = f'{_shape(sign, side, form)}<path class="fill" d="{FRONT}"/>{line}'
            made[mark(sign.key, side, form)] = f'<g transform="scale(.7)translate(-27 -5)">{shape}</g>'
    strokes = {f"t-{name}": f'<path class="{ink}" d="{path}"/>' for name, (ink, path) in TRACES.items()}
    for cut in (SQUARE, CUT):  # the block at the end of a way with its head over it, where both look the same way
        ghost = strokes[f"t-ghost-{cut}"]
        strokes |= {f"t-ghost-{head}-{cut}": ghost + strokes[f"t-{head}-{cut}"] for head in ("head", "open", "heavy")}
    every = {**made, **strokes}.items()
    return {name: f'<symbol id="{name}" overflow="visible">{drawn}</symbol>' for name, drawn in every}
