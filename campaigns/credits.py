"""What battles count for in a campaign: the arithmetic, for those who enter it and those who show it.  Amounts are exact, in halves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from django.db.models import Sum

from campaigns.models import Battle, Campaign, Credit, Match, PointsEntry
from rules.board.matches import points_of_game

VICTORY = 200
"""Halves.  [LW-POINTS-01]"""


def credited(scoring: str, points: Mapping[str, int], weight: Fraction) -> dict[str, Fraction]:
    """What each side is credited with for a battle, in halves.  [LW-CAMP-03 to LW-CAMP-05]

    points: the score of each side, in halves.  By ``net`` and ``difference`` only the higher scorer gets points, as
    many as the difference.

    >>> {side: str(halves) for side, halves in credited("net", {"red": 52, "blue": 392}, Fraction(1, 2)).items()}
    {'red': '0', 'blue': '170'}
    """
    if scoring == Campaign.Scoring.GROSS:
        return {side: halves * weight for side, halves in points.items()}
    least = min(points.values(), default=0)
    return {side: (halves - least) * weight for side, halves in points.items()}


def leader(scoring: str, totals: Mapping[str, Fraction], target: int) -> str:
    """The side that has reached the target, in halves; empty where none has, or where two stand level.  [LW-CAMP-02]

    By ``difference`` it must be ahead by as much.

    >>> leader("net", {"red": Fraction(215), "blue": Fraction(633)}, 600)
    'blue'
    >>> leader("difference", {"red": Fraction(215), "blue": Fraction(633)}, 600)
    ''
    """
    if not target or not totals:
        return ""
    ranked = sorted(totals, key=lambda side: -totals[side])
    first, second = totals[ranked[0]], totals[ranked[1]] if len(ranked) > 1 else Fraction(0)
    reached = first - second if scoring == Campaign.Scoring.DIFFERENCE else first
    return ranked[0] if reached >= target and first > second else ""


def gross(battle: Battle, sides: Iterable[str]) -> dict[str, int]:
    """The points of each side in a battle that has ended, in halves.

    Where its book counts none only the victory counts, whole or shared.  [LW-POINTS-01]
    """
    points = dict.fromkeys(sides, 0)
    sums = PointsEntry.objects.filter(battle=battle).values("side", "kind").annotate(total=Sum("amount")).order_by()
    kinds = set()
    for row in sums:
        points[row["side"]] += row["total"]
        kinds.add(row["kind"])
    if "score" in kinds:
        return points
    winner = battle.result.get("winner")
    for side in points:
        points[side] += VICTORY if side == winner else 0 if winner else VICTORY // len(points)
    return points


def totals(credits: Iterable[Credit]) -> dict[str, Fraction]:
    """The sum of some credits by side, in halves."""
    held: dict[str, Fraction] = {}
    for credit in credits:
        held[credit.side] = held.get(credit.side, Fraction(0)) + Fraction(credit.numerator, credit.denominator)
    return held


def score_of_match(match: Match, games: Iterable[Battle] | None = None) -> tuple[list[Battle], dict[str, Fraction]]:
    """The games of a match that have ended, in their sequence, and the points of both sides: one for a game, a half for a draw.

    games: of the match, where they have been read already.
    """
    strict = bool(match.options.get("strict_mate_only"))
    read = Battle.objects.filter(match=match).order_by("number") if games is None else games
    over = [game for game in read if game.status == Battle.Status.ENDED]
    sides = (match.first, match.second)
    each = [points_of_game(game.result, sides, strict=strict) for game in over]
    return over, {side: sum((one[side] for one in each), Fraction(0)) for side in sides}
