"""Who sees whom and how well: the best line of sight between each looker and each target.  [HOUSE-SIGHT-01 to HOUSE-SIGHT-05]"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from rules.floor.sight.screen import Mask, Rays, Screen
from rules.floor.sight.tables import FIRED, HEIGHTS, LIGHTS, PARTS, ROWS, SCOUTING
from rules.ground.batch_geometry import Numbers, points, squares
from rules.ground.geometry import square
from rules.values.measure import Point


@dataclass(frozen=True)
class Looker:
    """Somebody who looks.  points: from which, at most three, its middle first.  low: whether it lies low."""

    id: str
    points: tuple[Point, ...]
    scout: bool = False
    low: bool = False

    @property
    def is_low(self) -> bool:
        """Whether walls hide from it."""
        return self.low


@dataclass(frozen=True)
class Target:
    """Something that may be seen.  points: at which one looks, as of a looker.  row: how far it shows itself.

    fired: whether it fired in the move: seen at twice its row, and hidden neither by the wood in which it stands nor by
    lying low.  burning: seen by night as by day.
    """

    id: str
    points: tuple[Point, ...]
    row: str
    fired: bool = False
    burning: bool = False
    low: bool = False

    @property
    def is_low(self) -> bool:
        """Whether walls hide it."""
        return self.low and not self.fired


class Look(NamedTuple):
    """How a looker sees a target.  grade: 1 a glimpse, 2 seen, 3 known; start, end: of the line, by the numbers of the points."""

    looker: int
    target: int
    grade: int
    start: int
    end: int


@dataclass
class _Lines:
    """The lines from every point of every looker to every point of every target, in reach; a row for each.

    pair: the number of looker and target; grade: the best that the line could give; square: of its length.
    """

    pair: Numbers
    start: Numbers
    end: Numbers
    grade: Numbers
    square: Numbers


def looks(screen: Screen, light: str, lookers: Sequence[Looker], targets: Sequence[Target]) -> list[Look]:
    """For each looker and each target that it sees, the line by which it sees it best.

    Of lines that show it equally well the shortest counts, then the one from and to the first points.
    """
    if not lookers or not targets:
        return []
    eyes, marks = Ends(screen, lookers), Ends(screen, targets)
    lines = _in_reach(eyes, marks, light, lookers, targets)
    found, open_ = [], np.arange(len(lines.pair))
    decided = np.zeros(len(lookers) * len(targets), dtype=bool)
    stopping = np.full(len(decided), -1, dtype=np.int64)
    while len(open_):
        begins = np.diff(lines.pair[open_], prepend=-1) > 0  # the best line of each pair that is not decided
        rows, open_ = open_[begins], open_[~begins]
        clear, stopping[lines.pair[rows]] = screen.clear(_rays(eyes, marks, lines, rows, targets))
        found.append(rows[clear])
        decided[lines.pair[rows[clear]]] = True
        open_ = open_[~decided[lines.pair[open_]]]
        # What stops one line of a pair stops most of the others.
        same = screen.stopped_by(_rays(eyes, marks, lines, open_, targets), stopping[lines.pair[open_]])
        open_ = open_[~same]
    return list(_looks(eyes, marks, lines, np.sort(np.concatenate(found)), len(targets))) if found else []


def best_looks(
    screen: Screen, light: str, lookers: Sequence[Looker], targets: Sequence[Target]
) -> list[tuple[Looker, Target, Look]]:
    """Of each target that is seen the look that shows it best; of equals the nearest looker's, then the first's by id."""

    def rank(one: Look) -> tuple[int, int, str]:
        looker = lookers[one.looker]
        return -one.grade, square(looker.points[one.start], targets[one.target].points[one.end]), looker.id

    best: dict[int, Look] = {}
    for one in looks(screen, light, lookers, targets):
        best[one.target] = min(best.get(one.target, one), one, key=rank)
    return [(lookers[one.looker], targets[one.target], one) for one in best.values()]


class Ends:
    """The points of lookers or targets, a row for each: whose, which of its points, the level, the height of an eye."""

    def __init__(self, screen: Screen, of: Sequence[Looker | Target]) -> None:
        places = [at for one in of for at in one.points]
        self.at = points(places)
        self.owner = np.array([number for number, one in enumerate(of) for _ in one.points], dtype=np.int64)
        self.which = np.array([number for one in of for number, _ in enumerate(one.points)], dtype=np.int64)
        spots = screen.about_all(places)
        self.level = np.array([spot.level for spot in spots], dtype=np.int64)
        self.eye = np.array([spot.eye for spot in spots], dtype=np.int64)
        self.housed = np.array([spot.housed for spot in spots], dtype=bool)
        self.woods = [spot.woods for spot in spots]
        self.wooded = np.array([bool(woods) for woods in self.woods], dtype=bool)
        self.low = np.array([one.is_low for one in of for _ in one.points], dtype=bool)
        self.contour = screen.contour


def _in_reach(eyes: Ends, marks: Ends, light: str, lookers: Sequence[Looker], targets: Sequence[Target]) -> _Lines:
    """The lines that are short enough to show something, the best of each pair first."""
    square = squares(eyes.at[:, None, :], marks.at[None, :, :])
    parts = _parts(eyes, marks, light, lookers, targets)
    reach = np.array([ROWS[one.row][1:] for one in targets], dtype=np.int64)[marks.owner]
    eye, mark = np.nonzero(square * PARTS * PARTS <= (reach[:, 0] * parts) ** 2)
    square, parts = square[eye, mark], parts[eye, mark]
    grade = np.ones(len(eye), dtype=np.int64)
    for better in (1, 2):
        grade += square * PARTS * PARTS <= (reach[mark, better] * parts) ** 2
    lines = _Lines(eyes.owner[eye] * len(targets) + marks.owner[mark], eye, mark, grade, square)
    order = np.lexsort((lines.square, -lines.grade, lines.pair))  # of equals the first points come first
    return _Lines(lines.pair[order], eye[order], mark[order], lines.grade[order], lines.square[order])


def _parts(eyes: Ends, marks: Ends, light: str, lookers: Sequence[Looker], targets: Sequence[Target]) -> Numbers:
    """By how much each line's reach differs from that of the table, in parts: scouts, fire, height and light."""
    scouts = np.array([one.scout for one in lookers], dtype=bool)[eyes.owner]
    fired = np.array([one.fired for one in targets], dtype=bool)[marks.owner]
    burning = np.array([one.burning for one in targets], dtype=bool)[marks.owner]
    parts = parts_from(eyes.level[:, None] - marks.level[None, :], eyes.contour, scouts[:, None])
    parts = np.where(fired[None, :], parts * FIRED // PARTS, parts)
    found: Numbers = np.where(burning[None, :], parts, parts // LIGHTS[light])
    return found


def parts_from(above: Numbers, contour: int, scouts: Mask) -> Numbers:
    """The same by height and scouts alone.  above: sixteenths by which eyes stand higher; contour: height of one contour."""
    times = np.array([PARTS * over // under for over, under in HEIGHTS], dtype=np.int64)
    parts = times[np.clip(above // max(contour, 1), 0, len(HEIGHTS) - 1)]
    found: Numbers = np.where(scouts, parts * SCOUTING[0] // SCOUTING[1], parts)
    return found


def parts_between(screen: Screen, light: str, looker: Looker, target: Target, start: Point, end: Point) -> int:
    """The same of one line."""
    one = Looker(looker.id, (start,), looker.scout, looker.low)
    other = Target(target.id, (end,), target.row, target.fired, target.burning, target.low)
    return int(_parts(Ends(screen, (one,)), Ends(screen, (other,)), light, (one,), (other,))[0, 0])


def _rays(eyes: Ends, marks: Ends, lines: _Lines, rows: Numbers, targets: Sequence[Target]) -> Rays:
    """Some lines, as they are asked about."""
    eye, mark = lines.start[rows], lines.end[rows]
    sparing = np.flatnonzero(marks.wooded[mark] & np.array([one.fired for one in targets])[marks.owner[mark]])
    spared = {row: marks.woods[number] for row, number in zip(sparing.tolist(), mark[sparing].tolist(), strict=True)}
    low: Mask = eyes.low[eye] | marks.low[mark]
    heights = np.stack([eyes.eye[eye], marks.eye[mark]], axis=1)
    wooded = np.stack([eyes.wooded[eye], marks.wooded[mark]], axis=1)
    return Rays(eyes.at[eye], marks.at[mark], heights, low, eyes.housed[eye], wooded, spared)


def _looks(eyes: Ends, marks: Ends, lines: _Lines, rows: Numbers, targets: int) -> Iterator[Look]:
    """Some lines, as they are told."""
    looker, target = np.divmod(lines.pair[rows], targets)
    start, end = eyes.which[lines.start[rows]], marks.which[lines.end[rows]]
    columns = (looker, target, lines.grade[rows], start, end)
    return map(Look._make, zip(*(column.tolist() for column in columns), strict=True))
