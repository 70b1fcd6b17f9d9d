"""Orders and events as strokes on the map: an arrow with the block at its end, a line of fire, a circle, a figure.

Input are the traces that a book gives of orders and of events (``View.traces``, ``Rules.traces_of``): plain data in inches.
Each kind is told by its shape, each side by its pattern; lines are to scale, and what stands at a spot keeps its size.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import groupby, pairwise
from typing import Any

from django.template.loader import render_to_string
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe

from campaigns.web.board.ground import Pair, Sheet, short
from campaigns.web.board.reach_layer import Kinds, layers
from campaigns.web.board.signs import edge
from rules.contract.data import Trace
from rules.contract.traces import Manner, Shape, manner_of
from rules.values.sentence import joined, say

HEADS: Mapping[Shape, str] = {
    "way": "head",
    "back": "open",
    "rush": "heavy",
    "coming": "head",
    "sight": "open",
    "stopped": "stop",
}
"""The head at the end of a line, by its shape."""

SIGNS: Mapping[Shape, str] = {"clash": "clash", "work": "spade", "coming": "gate"}
"""The sign at the place itself, where the shape has one."""

FIGURE_APART = 20
"""Units from one figure at a place to the next above it."""

RULED = "*"
"""What stands behind a loss that the umpire ruled."""

ALONG = 0.45
"""How far along its line the number of a stroke stands."""


@dataclass(frozen=True)
class Spot:
    """A sign at a place of the drawing that keeps its size.  sign: the id of its symbol; sort: what it is of its stroke."""

    sort: str
    sign: str
    x: float
    y: float
    turn: int = 0

    @property
    def placed(self) -> str:
        """Its place and turn as an SVG transform."""
        turned = f"rotate({self.turn})" if self.turn else ""
        return f"translate({short(self.x)} {short(self.y)}){turned}"


@dataclass(frozen=True)
class Stroke:
    """A trace ready to be drawn.

    key: the stable id of its order or event.  path: its line, empty where it is only a place.  spots: what stands along it:
    head, ghost (the block at its end), sign.  circle: middle and radius.  figure: what it says at its last point, and how
    far above it.  number: its place in a sequence, and where it stands.  href: to where it leads.
    """

    key: str
    thing: str
    side: str
    kind: str
    shape: Shape
    said: str
    path: str = ""
    spots: tuple[Spot, ...] = ()
    circle: tuple[float, float, float] | None = None
    figure: str = ""
    at: Pair = (0, 0)
    above: int = 0
    number: str = ""
    number_at: Pair = (0, 0)
    href: str = ""

    @property
    def ghost(self) -> Spot | None:
        """The block at its end."""
        return next((spot for spot in self.spots if spot.sort == "ghost"), None)

    @property
    def sort(self) -> tuple[str, str]:
        """Its side and kind: orders of one sort that follow one another are drawn in one group, which bears both."""
        return self.side, self.kind

    @property
    def other(self) -> str:
        """The thing that it is of, where its key does not tell it: most keys are ``thing:place``."""
        return "" if re.split("[:/]", self.key)[0] == self.thing else self.thing

    @property
    def placed(self) -> str:
        """Its last point as an SVG transform."""
        return f"translate({short(self.at[0])} {short(self.at[1])})"

    @property
    def numbered(self) -> str:
        """The place of its number as an SVG transform."""
        return f"translate({short(self.number_at[0])} {short(self.number_at[1])})"

    @property
    def round(self) -> str:
        """Its circle as a path."""
        if self.circle is None:
            return ""
        x, y, radius = self.circle
        half, wide = f"a{short(radius)} {short(radius)} 0 1 1 ", short(2 * radius)
        return f"M{short(x - radius)} {short(y)}{half}{wide} 0{half}-{wide} 0Z"


def of(
    traces: Iterable[Trace],
    sheet: Sheet,
    *,
    keys: Sequence[str] = (),
    hrefs: Sequence[str] = (),
    said: Sequence[str] = (),
    numbers: Sequence[int | str] = (),
    names: Mapping[str, str] | None = None,
) -> list[Stroke]:
    """The strokes of some traces on a sheet.

    keys, hrefs, said, numbers: of the orders or events that the traces are of, in their sequence; where one is missing, its
    index is the key, nothing is linked, and the kind is what is said.  names: of the things.
    """
    called, figures, made = names or {}, Counter[tuple[float, ...]](), []
    for trace in traces:
        if not trace["line"]:
            continue
        manner, index, place = manner_of(trace["kind"]), trace["of"], tuple(trace["line"][-1])
        words = _at(said, index) or joined(
            ": ", [one for one in (called.get(trace["thing"], ""), _in_words(manner, trace)) if one]
        )
        if trace.get("ruled"):
            words = say("{said} The umpire ruled otherwise: {men} lost in all.", said=words, men=trace["men"])
        made.append(
            _stroke(
                trace,
                manner,
                sheet,
                key=_at(keys, index) or str(index),
                href=_at(hrefs, index),
                said=words,
                number=_at(numbers, index),
                above=figures[place] * FIGURE_APART,
            )
        )
        figures[place] += manner.shape == "figure"
    return made


def as_ruled(traces: Iterable[Trace], lost: Mapping[str, int]) -> list[Trace]:
    """Traces with the losses that the umpire ruled: one figure of each body, at its last loss, with the mark that it is ruled.

    lost: the men that each body on whose strength the umpire ruled has really lost, by id.
    """
    every = list(traces)
    is_ruled = [manner_of(one["kind"]).shape == "figure" and one["thing"] in lost for one in every]
    last = {one["thing"]: place for place, one in enumerate(every) if is_ruled[place]}
    shown: list[Trace] = []
    for place, one in enumerate(every):
        if not is_ruled[place]:
            shown.append(one)
        elif last[one["thing"]] == place:
            shown.append({**one, "men": lost[one["thing"]], "ruled": True})
    return shown


def without_its_block(trace: Trace) -> Trace:
    """A trace without the block at its end: it stands there itself."""
    left = trace.copy()
    left.pop("front", None)
    return left


def layer(key: str, strokes: Sequence[Stroke], plan_key: str = "", *, live: bool | None = None) -> SafeString:
    """The markup of one layer, such as ``drafts``.  live: whether what comes later comes by itself, as orders do.

    A map has hundreds of strokes, so they have no template of their own.
    """
    alone = key == "happened"
    parts = [f'<g id="plan{escape(plan_key)}-{key}" data-layer="{key}"']
    comes = key == "orders" if live is None else live
    parts.append(' data-live-part="orders clock">' if comes else ">")
    for (side, kind), those in groupby(strokes, key=lambda one: one.sort):
        run = "" if alone else f'<g class="side-{escape(side)}" data-kind="{escape(kind)}">'
        parts.append(run)
        parts += [_drawn(one, alone=alone) for one in those]
        parts.append("</g>" if run else "")
    parts.append("</g>")
    return mark_safe("".join(parts))  # whatever is not of this module is escaped


def _drawn(one: Stroke, *, alone: bool) -> str:
    """The markup of a stroke.  alone: whether it is not drawn among those of its side and kind."""
    side, kind = (f" side-{escape(one.side)}", f' data-kind="{escape(one.kind)}"') if alone else ("", "")
    of = f' data-thing="{escape(one.other)}"' if one.other else ""
    what = f'class="trace{side}" data-of="{escape(one.key)}"{of}{kind}'
    parts = [f'<a href="{escape(one.href)}" {what}>' if one.href else f"<g {what}>"]
    parts.append(f"<title>{conditional_escape(one.said)}</title>")
    if one.round:
        parts.append(f'<path class="round" d="{one.round}"/>')
    if one.path:
        shape = f' class="is-{one.shape}"' if one.shape != "way" else ""
        parts.append(f'<path{shape} d="{one.path}"/>')
        if one.shape == "work":
            parts.append(f'<path class="hatching" d="{one.path}"/>')
    parts += [f'<use transform="{spot.placed}" href="#{escape(spot.sign)}"/>' for spot in one.spots]
    if one.figure:
        figure = f'<text class="figure" transform="{one.placed}" x="22" y="{one.above}">'
        parts.append(f"{figure}{escape(one.figure)}</text>")
    if one.number:
        circle = '<circle r="10"/><text y="4.5">'
        parts.append(f'<g class="no" transform="{one.numbered}">{circle}{escape(one.number)}</text></g>')
    parts.append("</a>\n" if one.href else "</g>\n")
    return "".join(parts)


def reach(reaches: Iterable[Mapping[str, Any]], sheet: Sheet, kinds: Kinds, plan_key: str = "") -> SafeString:
    """The markup of the layer of reaches alone, of a thing that was chosen on the map."""
    drawn = {"layers": layers(reaches, sheet, kinds)}
    return mark_safe(render_to_string("campaigns/parts/reaches.html", {"plan": drawn, "plan_key": plan_key}).strip())


def _at(given: Sequence[int | str], index: int) -> str:
    """What is given for an index, if anything is."""
    return str(given[index]) if 0 <= index < len(given) and given[index] not in ("", None) else ""


def _in_words(manner: Manner, trace: Trace) -> str:
    """What a trace is, where nobody says more."""
    if manner.shape == "figure" and "men" in trace:
        return say("{what} of {men}", what=manner.title, men=abs(trace["men"]))
    return manner.title


def _stroke(
    trace: Trace, manner: Manner, sheet: Sheet, *, key: str, href: str, said: str, number: str, above: int
) -> Stroke:
    """One trace as a stroke."""
    points = [sheet.at(point) for point in trace["line"]]
    long, radius = len(set(points)) > 1, trace.get("radius", 0) * sheet.unit
    is_figure = manner.shape == "figure" and "men" in trace
    return Stroke(
        key=key,
        thing=trace["thing"],
        side=trace["side"] or "none",
        kind=trace["kind"],
        shape=manner.shape,
        said=said,
        path=_path(points) if long else "",
        spots=tuple(_spots(trace, manner.shape, points)),
        circle=(*points[-1], radius) if radius else None,
        figure=f"−{abs(trace['men'])}{RULED * trace.get('ruled', False)}" if is_figure else "",
        at=points[-1],
        above=-above,
        number=number,
        number_at=_along(points, ALONG) if long else points[-1],
        href=href,
    )


def _path(points: Sequence[Pair]) -> str:
    """The path of a line, as short as it can be written."""
    return "M" + "L".join(f"{short(x)} {short(y)}" for x, y in points)


def _spots(trace: Trace, shape: Shape, points: Sequence[Pair]) -> Iterable[Spot]:
    """The signs of a trace: the block at its end first, over it the head."""
    x, y = points[-1]
    legs = [(a, b) for a, b in pairwise(points) if a != b]
    cut = edge(trace["side"])
    if shape in HEADS:
        yield from _end(trace, HEADS[shape], cut, (x, y), bearing(*legs[-1]) if legs else None)
    if shape in ("aim", "burst") and not trace.get("radius"):
        yield Spot("sign", "t-aim" if trace.get("target") else "t-spot", x, y)
    if shape in SIGNS and (shape != "work" or not legs):
        turned = bearing(*legs[0]) if legs and shape == "coming" else 0
        yield Spot("sign", f"t-{SIGNS[shape]}", *points[0], turned)


def _end(trace: Trace, head: str, cut: str, at: Pair, way: int | None) -> Iterable[Spot]:
    """The block and the head at the end of a way; one sign where both look the same way, as after most marches."""
    front = trace["front"] % 360 if "front" in trace else None
    if front is not None and front == way:
        yield Spot("ghost", f"t-ghost-{head}-{cut}", *at, front)
        return
    if front is not None:
        yield Spot("ghost", f"t-ghost-{cut}", *at, front)
    if way is not None:
        yield Spot("head", f"t-{head}-{cut}", *at, way)


def bearing(start: Pair, end: Pair) -> int:
    """The direction from a point of the drawing to another, in degrees clockwise from north.

    >>> bearing((0, 0), (0, -5)), bearing((0, 0), (5, 0)), bearing((0, 0), (-5, 0))
    (0, 90, 270)
    """
    return round(math.degrees(math.atan2(end[0] - start[0], start[1] - end[1]))) % 360


def _along(points: Sequence[Pair], share: float) -> Pair:
    """The point at a share of the length of a line."""
    left = share * sum(math.dist(a, b) for a, b in pairwise(points))
    for a, b in pairwise(points):
        long = math.dist(a, b)
        if long >= left and long:
            return a[0] + (b[0] - a[0]) * left / long, a[1] + (b[1] - a[1]) * left / long
        left -= long
    return points[-1]
