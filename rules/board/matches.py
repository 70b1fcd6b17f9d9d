"""Matches and tournaments: who begins which game, when a match is decided, the pairings, and the table.

About matches the laws say only that the first move alternates (LAWS-02a).  War-Chess follows them, as its older sources
say nothing.  Points are exact: one for a win, a half to each in a draw.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.contract.book import Book
from rules.contract.data import Options, Result

HALF = Fraction(1, 2)


def seats_of_game(rules: Book, options: Options, number: int, first: str, second: str) -> dict[str, str]:
    """The player of each side of the book in a game of a match; players are named by the keys of their sides.

    The first move alternates from game to game.  At odds, the first player gives them in every game.  [LAWS-02a, LAWS-02b]

    >>> from rules.books import book
    >>> seats_of_game(book("war-chess"), book("war-chess").options({}), 2, "red", "blue")
    {'attacker': 'blue', 'defender': 'red'}
    """
    begins = rules.next_side(rules.opening(rules.start_of_game(number), options))
    waits = next(side for side in rules.sides if side != begins)
    at_odds = options.get("odds", "none") != "none"
    if number % 2 or at_odds:
        seats = {begins: first, waits: second}
    else:
        seats = {begins: second, waits: first}
    return {side: seats[side] for side in rules.sides}


def points_of_game(result: Result, sides: Sequence[str], *, strict: bool = False) -> dict[str, Fraction]:
    """The points that a game counts in its match.  strict: a conceded game counts nothing.  [CH79-24, AMB-C04]

    >>> {side: str(one) for side, one in points_of_game({"draw": True}, ["red", "blue"]).items()}
    {'red': '1/2', 'blue': '1/2'}
    """
    if strict and result.get("conceded"):
        return dict.fromkeys(sides, Fraction(0))
    if result.get("winner"):
        return {side: Fraction(side == result["winner"]) for side in sides}
    return dict.fromkeys(sides, HALF if result else Fraction(0))


def decided(best_of: int, played: int, points: Mapping[str, Fraction]) -> Result:
    """The result of a match of at most ``best_of`` games, or an empty map while it goes on.

    >>> decided(3, 2, {"red": Fraction(2), "blue": Fraction(0)}), decided(2, 2, {"red": Fraction(1), "blue": Fraction(1)})
    ({'winner': 'red'}, {'draw': True})
    >>> decided(3, 2, {"red": Fraction(1), "blue": Fraction(1)})
    {}
    """
    for side, held in points.items():
        if 2 * held > best_of:
            return {"winner": side}
    if played < best_of:
        return {}
    most = max(points.values())
    ahead = [side for side, held in points.items() if held == most]
    return {"winner": ahead[0]} if len(ahead) == 1 else {"draw": True}


def berger(players: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The rounds of an all-play-all tournament.  Players are numbered from 1; the one who begins is named first.

    With an odd number of players, one has no opponent in each round and is in no pair.

    >>> berger(4)
    (((1, 4), (2, 3)), ((4, 3), (1, 2)), ((2, 4), (3, 1)))
    """
    if players < 2:
        return ()
    last = players + players % 2
    rounds = tuple(_round(number, last) for number in range(1, last))
    return tuple(tuple(pair for pair in pairs if max(pair) <= players) for pairs in rounds)


def _round(number: int, last: int) -> tuple[tuple[int, int], ...]:
    """One round of an even number of players: those whose numbers have the same sum meet, and the last meets the one left over."""
    others = last - 1
    alone = next(one for one in range(1, last) if 2 * one % others == (number + 1) % others)
    pairs = [(alone, last) if number % 2 else (last, alone)]
    for low in range(1, last):
        high = (number + 1 - low) % others or others
        if low < high < last:
            pairs.append((low, high) if (low + high) % 2 else (high, low))
    return tuple(pairs)


@dataclass(frozen=True)
class Meeting:
    """A match of a tournament that has ended.  winner: the number of a player, 0 for a draw.

    games: points of the first and of the second.  default: it was not played out.
    """

    first: int
    second: int
    winner: int
    games: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    default: bool = False

    def points(self, player: int) -> Fraction:
        """The points of the match for one of the two; a match that neither came to counts nothing."""
        if self.winner:
            return Fraction(player == self.winner)
        return Fraction(0) if self.default else HALF


@dataclass(frozen=True)
class Row:
    """A player in the table.  berger: the points of the opponents beaten, plus half the points of those drawn with.

    struck: the player withdrew before half of the matches were played, and none of them counts.
    """

    player: int
    place: int
    played: int
    won: int
    drawn: int
    lost: int
    points: Fraction
    berger: Fraction
    games: Fraction
    struck: bool = False


@dataclass
class _Sum:
    points: Fraction = Fraction(0)
    games: Fraction = Fraction(0)
    won: int = 0
    drawn: int = 0
    lost: int = 0
    met: list[tuple[int, Fraction]] = field(default_factory=list)


def standings(players: int, meetings: Iterable[Meeting], struck: frozenset[int] = frozenset()) -> tuple[Row, ...]:
    """The table: by points, then by the Sonneborn-Berger sum, then by points of games; equal players share a place.

    struck: players none of whose matches counts.
    """
    sums = {player: _Sum() for player in range(1, players + 1)}
    for one in meetings:
        if struck & {one.first, one.second}:
            continue
        for player, other, games in ((one.first, one.second, one.games[0]), (one.second, one.first, one.games[1])):
            held, points = sums[player], one.points(player)
            held.points, held.games = held.points + points, held.games + games
            held.won, held.drawn = held.won + (one.winner == player), held.drawn + (points == HALF)
            held.lost += points == 0
            held.met.append((other, points))
    keys = {
        player: (held.points, sum((sums[other].points * got for other, got in held.met), Fraction(0)), held.games)
        for player, held in sums.items()
    }
    rows = [_row(player, held, keys, struck) for player, held in sums.items()]
    return tuple(sorted(rows, key=lambda row: (row.struck, row.place, row.player)))


def _row(
    player: int, held: _Sum, keys: Mapping[int, tuple[Fraction, Fraction, Fraction]], struck: frozenset[int]
) -> Row:
    points, berger_sum, games = keys[player]
    before = sum(keys[other] > keys[player] for other in keys if other not in struck)
    return Row(
        player=player,
        place=1 + before,
        played=len(held.met),
        won=held.won,
        drawn=held.drawn,
        lost=held.lost,
        points=points,
        berger=berger_sum,
        games=games,
        struck=player in struck,
    )


def is_struck(played: int, players: int) -> bool:
    """Whether the matches of a player who withdraws are struck out: fewer than half of them were played.

    >>> is_struck(1, 4), is_struck(2, 5)
    (True, False)
    """
    return 2 * played < players - 1
