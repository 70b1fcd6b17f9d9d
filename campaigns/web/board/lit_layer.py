"""The lit country on the drawing: one path over all that is not seen.  It comes from its side's own view, and nothing is looked up here."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.web.board.ground import Sheet, short
from rules.contract.data import Lit

Frame = tuple[float, float, float, float]
"""West, south, east and north edge of a drawing in inches."""


def unlit(found: Lit, sheet: Sheet, frame: Frame) -> str:
    """The path that darkens a drawing except for its lit cells; to be filled by the even-odd rule.

    >>> unlit(Lit(cell=3, seen=3, of=16, rows=[[0, 0, 1], [1, 1, 2]]), Sheet(0, 12, 1), (0, 0, 12, 12))
    'M0 0H12V12H0ZM0 9H3V12H0ZM3 6H9V9H3Z'
    """
    return "".join([_box(frame, sheet), *(_box(one, sheet) for one in _strips(found, frame))])


def _strips(found: Lit, frame: Frame) -> Iterator[Frame]:
    """The strips of lit cells as boxes in inches, those alike in rows above one another as one, within the edges."""
    west, south, east, north = frame
    cell, begun = found["cell"], dict[tuple[int, int], int]()
    above = -1
    for number, *strips in [*found["rows"], [-(1 << 30)]]:
        there = dict.fromkeys(zip(strips[::2], strips[1::2], strict=True), number)
        for (first, many), since in list(begun.items()):
            if (first, many) in there and number == above + 1:
                there[first, many] = since
            else:
                box = (first * cell, since * cell, (first + many) * cell, (above + 1) * cell)
                cut = max(box[0], west), max(box[1], south), min(box[2], east), min(box[3], north)
                if cut[0] < cut[2] and cut[1] < cut[3]:
                    yield cut
        begun, above = there, number


def _box(box: Frame, sheet: Sheet) -> str:
    """A box as a path."""
    (west, south), (east, north) = sheet.at(box[:2]), sheet.at(box[2:])
    return f"M{short(west)} {short(north)}H{short(east)}V{short(south)}H{short(west)}Z"
