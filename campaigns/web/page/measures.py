"""Figures as people type them: inches in steps of a sixteenth, counts, points.  ValueError says in words what is needed."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction

from rules.values.figures import Doubtful, read_number
from rules.values.measure import INCH, leg
from rules.values.sentence import say

MOST = 100_000
AS_WRITTEN = re.compile(r"-?\d+\.\d*[1-9]", re.ASCII)
"""A decimal as the forms write it."""

PART = re.compile(r"(.*?)\s*(?<!\d)(\d{1,2})/(0*[1-9]\d?)", re.ASCII)
"""A length that ends with a common fraction."""

LONGEST = 60
"""Characters of a length at most: nobody writes it with more, and fractions are looked for from each of them."""
COMPASS_NAMES = (
    ("n", "north", "nord"), ("ne", "northeast", "no", "nordost"), ("e", "east", "o", "ost"),
    ("se", "southeast", "so", "südost"), ("s", "south", "süd"), ("sw", "southwest", "südwest"),
    ("w", "west"), ("nw", "northwest", "nordwest"),
)  # fmt: skip
COMPASS = {name: 45 * place for place, names in enumerate(COMPASS_NAMES) for name in names}
"""The points of the compass, in degrees from north, as they are written in the languages of the site."""

FRACTIONS = {"½": " 1/2", "¼": " 1/4", "¾": " 3/4", "⅛": " 1/8", "⅜": " 3/8", "⅝": " 5/8", "⅞": " 7/8"}


def read_count(text: str, most: int = MOST, *, said: tuple[int, int] | None = None) -> int:
    """A whole number, as the one rule for figures has it.  said: the limits that are told where there is none; what is beyond
    them is for others to refuse.

    >>> read_count("12"), read_count("1,200"), read_count("1.200"), read_count("1 200")
    (12, 1200, 1200, 1200)
    """
    found = read_number(text, whole=True)
    if found is None or found.denominator != 1 or not 0 <= found <= most:
        least, greatest = said or (0, most)
        raise ValueError(say("Enter a whole number from {least} to {most}.", least=least, most=greatest))
    return int(found)


def read_halves(text: str, most: int = MOST) -> int:
    """Points, kept in halves.

    >>> read_halves("12"), read_halves("1½"), read_halves("½"), read_halves("1,5"), read_halves("-2.5"), read_halves("1 200")
    (24, 3, 1, 3, -5, 2400)
    """
    typed = text.strip()
    found = read_exact(f"{typed[:-1].rstrip()}.5" if typed.endswith("½") else typed)
    if found is None or (found * 2).denominator != 1 or abs(found) > most:
        raise ValueError(say("Enter points in steps of a half, for example 12 or 12½."))
    return int(found * 2)


def read_decimal(text: str) -> float:
    """A number as people write it, whole or with a point or a comma, perhaps below zero.

    >>> read_decimal("10"), read_decimal("-1.25"), read_decimal("2,5"), read_decimal("1 200,5")
    (10.0, -1.25, 2.5, 1200.5)
    """
    found = read_exact(text)
    if found is None or abs(found) >= 1_000_000_000:
        raise ValueError(say("Enter a number, for example 10 or 2.5."))
    return float(found)


def read_exact(text: str) -> Fraction | None:
    """A number as it is typed; ValueError, in words, where it can be read in two ways.

    A decimal that the forms write themselves has a point and no nought at its end: ``1.125`` is theirs, ``1.200`` is in doubt.
    """
    try:
        return read_number(text, point=bool(AS_WRITTEN.fullmatch(text.strip())))
    except Doubtful as doubt:
        raise ValueError(doubt.sentence) from doubt


def read_bearing(text: str) -> int:
    """A direction in degrees clockwise from north, or by the points of the compass.

    >>> read_bearing("90"), read_bearing("NE"), read_bearing("south-west"), read_bearing("360"), read_bearing("SO")
    (90, 45, 225, 0, 135)
    """
    plain = re.sub(r"[\s°-]", "", text.lower())
    if plain in COMPASS:
        return COMPASS[plain]
    try:
        return read_count(plain, 360) % 360
    except ValueError as fault:
        raise ValueError(say("Enter a direction: degrees from 0 to 360, or N, NE, E and so on.")) from fault


def read_inches(text: str) -> int | float:
    """Inches, in steps of a sixteenth: decimal, with a point or a comma, or with a fraction.

    >>> read_inches("12"), read_inches("12.5"), read_inches("12,5"), read_inches("3 1/16"), read_inches("7½"), read_inches("1.200,5")
    (12, 12.5, 12.5, 3.0625, 7.5, 1200.5)
    """
    plain = text.strip().removesuffix("in.").removesuffix("in").removesuffix('"').strip()
    for sign, words in FRACTIONS.items():
        plain = plain.replace(sign, words)
    parts = PART.fullmatch(plain) if len(plain) <= LONGEST else None
    part = Fraction(int(parts[2]), int(parts[3])) if parts else Fraction(0)
    typed = parts[1] if parts else plain
    length = read_exact(typed) if typed or not parts else Fraction(0)
    if length is None or length < 0:
        raise ValueError(say("Enter inches, for example 12, 12.5 or 12 1/8."))
    length += part
    if length > MOST or (length * 16).denominator != 1:
        raise ValueError(say("Enter inches in steps of a sixteenth (0.0625)."))
    return _plain(length)


def read_points(text: str) -> list[list[int | float]]:
    """Points, one to a line or separated by semicolons, each x and y in inches.

    >>> read_points("96, 48; 96 60")
    [[96, 48], [96, 60]]
    """
    points = []
    for line in re.split(r"[;\n]+", text.strip()):
        parts = [part for part in re.split(r"[,\s]+", line.strip()) if part]
        if len(parts) != 2:
            raise ValueError(say("Enter points, one in each line: inches east, then inches north, for example 96, 48."))
        points.append([read_inches(part) for part in parts])
    if len(points) > 40:
        raise ValueError(say("Enter at most 40 points."))
    return points


def read_point(text: str) -> list[int | float]:
    """One point: inches east, then inches north.  ValueError where it is not.

    >>> read_point("96, 48")
    [96, 48]
    """
    if re.search(r"[;\n]", text.strip()) or len(re.findall(r"[^,\s]+", text)) != 2:
        raise ValueError(say("Enter inches east, then inches north, for example 96, 48."))
    return read_points(text)[0]


def step(start: tuple[float, float], bearing: int, inches: int | float) -> list[int | float]:
    """The point so many inches off in a direction (degrees clockwise from north), to the nearest sixteenth; never farther off.

    >>> step((96, 48), 0, 12), step((96, 48), 90, 6)
    ([96, 60], [102, 48])
    """
    angle, far = math.radians(bearing), round(inches * INCH)
    east, north = far * math.sin(angle), far * math.cos(angle)
    near = [(x, y) for x in (math.floor(east), math.ceil(east)) for y in (math.floor(north), math.ceil(north))]
    x, y = min(
        (one for one in near if leg((0, 0), one) <= far), key=lambda one: (one[0] - east) ** 2 + (one[1] - north) ** 2
    )
    return [_plain(Fraction(start[0]) + Fraction(x, INCH)), _plain(Fraction(start[1]) + Fraction(y, INCH))]


def as_step(start: tuple[float, float], end: Sequence[int | float]) -> tuple[str, int | float] | None:
    """The direction and the inches that lead from one point to another, as they are typed; none where no such step does.

    >>> as_step((96, 48), (96, 60)), as_step((96, 48), step((96, 48), 37, 6)), as_step((96, 48), (96, 48))
    (('N', 12), ('37', 6), None)
    """
    east, north = (Fraction(there) - Fraction(here) for here, there in zip(start, end, strict=True))
    if not east and not north:
        return None
    near, far = round(math.degrees(math.atan2(east, north))), math.floor(math.hypot(east, north) * INCH)
    tries = [
        (_plain(Fraction(length, INCH)), turn % 360)
        for length in range(max(far - 1, 1), far + 3)
        for turn in range(near - 3, near + 4)
    ]
    tries.sort(key=lambda one: (isinstance(one[0], float), one[1] % 45 != 0, abs((one[1] - near + 180) % 360 - 180)))
    for inches, bearing in tries:
        if step(start, bearing, inches) == list(end):
            return (COMPASS_NAMES[bearing // 45][0].upper() if bearing % 45 == 0 else str(bearing)), inches
    return None


def _plain(length: Fraction) -> int | float:
    """A length as plain data: whole where it is whole, else a finite binary fraction."""
    return int(length) if length.denominator == 1 else float(length)
