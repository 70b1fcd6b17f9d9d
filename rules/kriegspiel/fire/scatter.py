"""How shots scatter: one normal law, from a table of whole numbers and keyed draws.  [KS-GUN-13]

No float is met: the table holds the quantiles of the law in ten-thousandths, and what is drawn is a row of it.
"""

from __future__ import annotations

from rules.values.chance import Chance, draw
from rules.values.measure import Point, rounded_root

ONE = 10_000
"""One standard deviation in the table."""

QUANTILES = (
    12, 37, 61, 86, 110, 135, 159, 184, 208, 233, 257, 282, 306, 331, 355, 380,
    404, 429, 453, 478, 502, 527, 551, 576, 600, 625, 649, 674, 698, 723, 747, 772,
    796, 821, 846, 870, 895, 919, 944, 968, 993, 1018, 1042, 1067, 1091, 1116, 1141, 1165,
    1190, 1215, 1239, 1264, 1289, 1313, 1338, 1363, 1387, 1412, 1437, 1462, 1486, 1511, 1536, 1561,
    1585, 1610, 1635, 1660, 1685, 1710, 1734, 1759, 1784, 1809, 1834, 1859, 1884, 1909, 1934, 1959,
    1983, 2008, 2033, 2058, 2083, 2108, 2133, 2159, 2184, 2209, 2234, 2259, 2284, 2309, 2334, 2359,
    2385, 2410, 2435, 2460, 2485, 2511, 2536, 2561, 2587, 2612, 2637, 2663, 2688, 2713, 2739, 2764,
    2790, 2815, 2841, 2866, 2892, 2917, 2943, 2968, 2994, 3019, 3045, 3071, 3096, 3122, 3148, 3174,
    3199, 3225, 3251, 3277, 3303, 3328, 3354, 3380, 3406, 3432, 3458, 3484, 3510, 3536, 3562, 3588,
    3614, 3641, 3667, 3693, 3719, 3745, 3772, 3798, 3824, 3851, 3877, 3903, 3930, 3956, 3983, 4009,
    4036, 4062, 4089, 4116, 4142, 4169, 4196, 4222, 4249, 4276, 4303, 4330, 4357, 4383, 4410, 4437,
    4464, 4492, 4519, 4546, 4573, 4600, 4627, 4655, 4682, 4709, 4737, 4764, 4791, 4819, 4846, 4874,
    4902, 4929, 4957, 4985, 5012, 5040, 5068, 5096, 5124, 5152, 5180, 5208, 5236, 5264, 5292, 5320,
    5348, 5376, 5405, 5433, 5462, 5490, 5518, 5547, 5576, 5604, 5633, 5662, 5690, 5719, 5748, 5777,
    5806, 5835, 5864, 5893, 5922, 5951, 5981, 6010, 6039, 6069, 6098, 6128, 6157, 6187, 6216, 6246,
    6276, 6306, 6336, 6366, 6396, 6426, 6456, 6486, 6516, 6546, 6577, 6607, 6638, 6668, 6699, 6730,
    6760, 6791, 6822, 6853, 6884, 6915, 6946, 6977, 7008, 7040, 7071, 7103, 7134, 7166, 7197, 7229,
    7261, 7293, 7325, 7357, 7389, 7421, 7454, 7486, 7518, 7551, 7583, 7616, 7649, 7682, 7715, 7748,
    7781, 7814, 7847, 7881, 7914, 7948, 7981, 8015, 8049, 8083, 8117, 8151, 8185, 8219, 8253, 8288,
    8322, 8357, 8392, 8427, 8462, 8497, 8532, 8567, 8603, 8638, 8674, 8709, 8745, 8781, 8817, 8853,
    8890, 8926, 8963, 8999, 9036, 9073, 9110, 9147, 9184, 9222, 9259, 9297, 9335, 9372, 9410, 9449,
    9487, 9525, 9564, 9603, 9642, 9681, 9720, 9759, 9799, 9838, 9878, 9918, 9958, 9999, 10039, 10080,
    10120, 10161, 10202, 10244, 10285, 10327, 10369, 10411, 10453, 10495, 10538, 10580, 10623, 10666, 10710, 10753,
    10797, 10841, 10885, 10930, 10974, 11019, 11064, 11109, 11155, 11200, 11246, 11293, 11339, 11386, 11433, 11480,
    11527, 11575, 11623, 11671, 11720, 11768, 11818, 11867, 11917, 11966, 12017, 12067, 12118, 12169, 12221, 12273,
    12325, 12377, 12430, 12483, 12537, 12591, 12645, 12700, 12755, 12810, 12866, 12922, 12979, 13036, 13093, 13151,
    13209, 13268, 13327, 13387, 13447, 13508, 13569, 13631, 13693, 13756, 13819, 13883, 13948, 14013, 14078, 14145,
    14211, 14279, 14347, 14416, 14486, 14556, 14627, 14699, 14771, 14844, 14918, 14993, 15069, 15146, 15223, 15302,
    15381, 15461, 15543, 15625, 15709, 15793, 15879, 15966, 16054, 16144, 16235, 16327, 16420, 16515, 16612, 16710,
    16809, 16911, 17014, 17119, 17226, 17335, 17446, 17559, 17675, 17793, 17913, 18036, 18162, 18291, 18423, 18558,
    18697, 18840, 18986, 19137, 19292, 19451, 19616, 19787, 19963, 20146, 20336, 20533, 20739, 20954, 21179, 21416,
    21665, 21928, 22208, 22505, 22825, 23169, 23544, 23954, 24410, 24922, 25510, 26202, 27047, 28147, 29750, 32972,
)  # fmt: skip
"""The upper half of the normal law in 512 rows of the same chance, each by its middle, in ten-thousandths of its deviation."""

SHELL = (1, 48)
"""Deviation of a shell in each axis: a quarter of an inch for each foot of range.  [KS-GUN-13]"""

RIFLE = (7, 10_000)
"""Deviation of a rifle shot in each axis: 0.70 in. in 1,000 in.  [KS-GUN-13]"""


def deviation(chance: Chance, purpose: str, far: int, law: tuple[int, int]) -> int:
    """Ten-thousandths of a sixteenth by which a shot misses its aim in one axis.

    purpose: what keys the draw (``shell/red-gun/2/along``); far: sixteenths of range; law: the deviation as a part of it.

    >>> deviation(Chance(seed="1913"), "example", 0, SHELL)
    0
    """
    row = draw(chance.seed, f"{chance.move}/{purpose}", 2 * len(QUANTILES))
    quantile = QUANTILES[row // 2] * (1 if row % 2 else -1)
    part, whole = law
    return quantile * far * part // whole


def whole(ten_thousandths: int) -> int:
    """The nearest whole sixteenth, a tie upwards.

    >>> whole(5_000), whole(4_999), whole(-5_001)
    (1, 0, -1)
    """
    return (2 * ten_thousandths + ONE) // (2 * ONE)


def off_the_line(start: Point, aim: Point, along: int, across: int) -> Point:
    """The point so many sixteenths beyond an aim along the line to it, and to the right of it; each to the nearest sixteenth.

    >>> off_the_line((0, 0), (0, 100), 10, 5), off_the_line((0, 0), (100, 0), 0, 5)
    ((5, 110), (100, -5))
    """
    dx, dy = aim[0] - start[0], aim[1] - start[1]
    square = dx * dx + dy * dy
    if not square:
        return aim
    return aim[0] + _root(along * dx + across * dy, square), aim[1] + _root(along * dy - across * dx, square)


def _root(number: int, square: int) -> int:
    """A number over the root of a square, to the nearest whole number, a tie away from nought."""
    return rounded_root(number * number, square) * (1 if number > 0 else -1)
