"""Matches and tournaments as those see them who play in them or run them.

Of a game in progress only that is shown; of one that has ended who won it, which is public.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from fractions import Fraction
from typing import Any

from campaigns.credits import score_of_match
from campaigns.errors import Unseen
from campaigns.models import Battle, Entrant, Invitation, Match, Post, Side, Tournament
from campaigns.models.battle import BEGINNINGS
from campaigns.models.invitation import unanswered
from campaigns.models.person import name_of
from campaigns.models.plain import Plain
from campaigns.sight.seat import Seat, find_campaign
from rules.board.matches import Meeting, Row, berger, is_struck, standings
from rules.books import book

MOST_LISTED = 50


@dataclass(frozen=True)
class GameFact:
    """A game of a match.  begins: the side that had, or has, the first move.  result: empty while it goes on."""

    public_id: str
    number: int
    status: str
    begins: str
    result: Plain


@dataclass(frozen=True)
class MatchFact:
    """A match.  names: of both sides, the one that begins the first game first.  points: of each side, by its key.

    result: ``winner`` (a side), ``draw``, ``default``, or ``off`` where it was called off; empty while it goes on.
    waits: the names, as they were typed, of those who have yet to accept.  mine: whether the asker has offered it to
    them.
    """

    public_id: str
    name: str
    title: str
    best_of: int
    names: dict[str, str]
    points: dict[str, Fraction]
    games: tuple[GameFact, ...]
    result: Plain
    campaign: str
    in_tournament: bool
    round: int
    waits: tuple[str, ...] = ()
    mine: bool = False

    @property
    def winner(self) -> str:
        """The name of the winner, or empty."""
        return self.names.get(str(self.result.get("winner", "")), "")


@dataclass(frozen=True)
class Listed:
    """A tournament by its name.  title: of its game.  round: the one that is played, 0 before the first."""

    public_id: str
    name: str
    title: str
    status: str
    round: int


@dataclass(frozen=True)
class PlayerFact:
    """A player in a tournament.  mine: whether it is the asker."""

    public_id: str
    number: int
    name: str
    machine: bool
    withdrawn: bool
    mine: bool


@dataclass(frozen=True)
class AskedFact:
    """A person who has been asked to play in a tournament and has not answered.  name: as it was typed; until: when the offer ends."""

    public_id: str
    name: str
    until: datetime


@dataclass(frozen=True)
class Cell:
    """The result of a match between two players, for the one at the left.  points: none until it is over."""

    points: Fraction | None = None
    match: str = ""
    default: bool = False
    goes_on: bool = False


@dataclass(frozen=True)
class Line:
    """A line of the cross-table: a player, their points, and their cells in the sequence of the numbers."""

    player: PlayerFact
    row: Row
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True)
class RoundFact:
    """A round.  pairs: who begins, who else, and their match, none before it is opened.  rests: the player without an opponent."""

    number: int
    pairs: tuple[tuple[PlayerFact, PlayerFact, MatchFact | None], ...]
    rests: PlayerFact | None


@dataclass(frozen=True)
class TournamentFact:
    """A tournament.  looked_after: whether the asker runs it.  lines: in the sequence of the places.

    asked: who has yet to answer, only for the one who runs it.
    """

    public_id: str
    name: str
    title: str
    book: str
    best_of: int
    fixed_minutes: int
    status: str
    round: int
    looked_after: bool
    players: tuple[PlayerFact, ...]
    lines: tuple[Line, ...]
    rounds: tuple[RoundFact, ...]
    asked: tuple[AskedFact, ...]


def match(user: Any, public_id: str) -> tuple[Seat, MatchFact]:
    """A match and the seat of somebody in its campaign; E-NONE where they have none, whether or not there is such a match."""
    row = Match.objects.filter(public_id=str(public_id)[:40].replace("\x00", "?")).select_related("campaign").first()
    if row is None or row.campaign is None:
        raise Unseen("match")
    try:
        seat = find_campaign(user, row.campaign.public_id)
    except Unseen:
        raise Unseen("match") from None
    fact = _facts([row], {seat.campaign.id: seat.side_names})[row.pk]
    mine = bool(fact.waits) and Invitation.objects.filter(campaign=row.campaign, made_by=user.pk).exists()
    return seat, replace(fact, mine=mine)


def matches(user: Any) -> tuple[MatchFact, ...]:
    """The matches in whose campaigns somebody holds a seat, the latest first; those of tournaments are listed with their tournament."""
    rows = Match.objects.filter(campaign__posts__user_id=user.pk, campaign__posts__held_until__isnull=True)
    found = list(rows.filter(tournament=None).distinct().select_related("campaign").order_by("-pk")[:MOST_LISTED])
    return tuple(_facts(found, _names(found)).values())


def tournaments(user: Any) -> tuple[Listed, ...]:
    """The tournaments that somebody runs or plays in, the latest first."""
    mine = Tournament.objects.filter(made_by=user.pk) | Tournament.objects.filter(entrants__user_id=user.pk)
    return tuple(
        Listed(row.public_id, row.name, book(row.book).title, row.status, row.round)
        for row in mine.distinct().order_by("-pk")[:MOST_LISTED]
    )


def tournament(user: Any, public_id: str) -> TournamentFact:
    """A tournament with its cross-table; E-NONE to anybody who neither plays in it nor runs it."""
    row = Tournament.objects.filter(public_id=str(public_id)[:40].replace("\x00", "?")).first()
    entered = [] if row is None else list(row.entrants.select_related("user__machine").order_by("number"))
    if row is None or (row.made_by_id != user.pk and all(one.user_id != user.pk for one in entered)):
        raise Unseen("tournament")
    players = {one.number: _player(one, user) for one in entered}
    rows = list(
        Match.objects.filter(tournament=row).select_related("campaign", "home", "away").order_by("round", "table")
    )
    names = {match.pk: _sides(match, players) for match in rows}
    facts = _facts(rows, {}, names)
    return TournamentFact(
        public_id=row.public_id,
        name=row.name,
        title=book(row.book).title,
        book=row.book,
        best_of=row.best_of,
        fixed_minutes=row.fixed_minutes,
        status=row.status,
        round=row.round,
        looked_after=row.made_by_id == user.pk,
        players=tuple(players.values()),
        lines=_lines(players, rows, facts),
        rounds=_rounds(players, rows, facts),
        asked=_asked(row, user),
    )


def _asked(row: Tournament, user: Any) -> tuple[AskedFact, ...]:
    """Who has been asked and has not answered; only for the one who runs the tournament."""
    if row.made_by_id != user.pk or row.status != Tournament.Status.PREPARING:
        return ()
    return tuple(AskedFact(one.public_id, one.named, one.expires_at) for one in unanswered(row))


def _player(one: Entrant, user: Any) -> PlayerFact:
    called = name_of(one.user)
    machine = hasattr(one.user, "machine")
    return PlayerFact(one.public_id, one.number, called, machine, one.withdrawn_at is not None, one.user_id == user.pk)


def _sides(row: Match, players: dict[int, PlayerFact]) -> dict[str, str]:
    """The names of both sides of a match of a tournament."""
    assert row.home is not None and row.away is not None
    return {row.first: players[row.home.number].name, row.second: players[row.away.number].name}


def _names(rows: Iterable[Match]) -> dict[int, dict[str, str]]:
    """The names of the sides of some campaigns."""
    found: dict[int, dict[str, str]] = {}
    for side in Side.objects.filter(campaign__in={row.campaign_id for row in rows}).order_by("pk"):
        found.setdefault(side.campaign_id, {})[side.key] = side.name
    return found


def _facts(
    rows: Iterable[Match], by_campaign: dict[int, dict[str, str]], by_match: dict[int, dict[str, str]] | None = None
) -> dict[int, MatchFact]:
    """Matches with their games and scores, by their keys."""
    rows = list(rows)
    games: dict[int, list[Battle]] = {row.pk: [] for row in rows}
    played = Battle.objects.filter(match__in=rows).defer(*BEGINNINGS, "options")
    for game in played.order_by("match_id", "number"):
        games[game.match_id or 0].append(game)
    free = _not_taken([row for row in rows if not games[row.pk] and not row.result])
    found = {}
    for row in rows:
        names = (by_match or {}).get(row.pk) or by_campaign.get(row.campaign_id or 0, {})
        found[row.pk] = MatchFact(
            public_id=row.public_id,
            name=row.name,
            title=book(row.book).title,
            best_of=row.best_of,
            names={side: names.get(side, side) for side in (row.first, row.second)},
            points=score_of_match(row, games[row.pk])[1],
            games=tuple(_game(row, number, game) for number, game in enumerate(games[row.pk], 1)),
            result=row.result,
            campaign=row.campaign.public_id if row.campaign is not None else "",
            in_tournament=row.tournament_id is not None,
            round=row.round,
            waits=tuple(names.get(side, side) for side in free.get(row.pk, ())),
        )
    return found


def _not_taken(rows: list[Match]) -> dict[int, list[str]]:
    """The sides that nobody has taken yet, of matches of which no game has begun."""
    if not rows:
        return {}
    taken = set(
        Post.objects.filter(
            campaign__in={row.campaign_id for row in rows}, kind=Post.Kind.GENERAL, held_until__isnull=True
        ).values_list("campaign_id", "side__key")
    )
    return {row.pk: [side for side in (row.first, row.second) if (row.campaign_id, side) not in taken] for row in rows}


def _game(row: Match, number: int, game: Battle) -> GameFact:
    """A game.  The player who began the first one begins the third; at odds always the player who gives them.  [LAWS-02a, LAWS-02b]"""
    odds = row.options.get("odds", "none") != "none"
    begins = row.first if number % 2 or odds else row.second
    return GameFact(game.public_id, number, game.status, begins, game.result)


def _lines(players: dict[int, PlayerFact], rows: list[Match], facts: dict[int, MatchFact]) -> tuple[Line, ...]:
    """The cross-table, the leader first."""
    table = standings(
        len(players), [_meeting(row, facts[row.pk]) for row in rows if row.result], _struck(players, rows)
    )
    cells: dict[tuple[int, int], Cell] = {}
    for row in rows:
        assert row.home is not None and row.away is not None
        meeting = _meeting(row, facts[row.pk])
        for one, other in ((row.home.number, row.away.number), (row.away.number, row.home.number)):
            shown = row.public_id if row.campaign_id is not None else ""
            points = meeting.points(one) if row.result else None
            cells[one, other] = Cell(points, shown, bool(row.result.get("default")), not row.result)
    return tuple(
        Line(
            players[line.player],
            line,
            tuple(None if other == line.player else cells.get((line.player, other), Cell()) for other in players),
        )
        for line in table
    )


def _meeting(row: Match, fact: MatchFact) -> Meeting:
    """A match as the table counts it."""
    assert row.home is not None and row.away is not None
    winner = {row.first: row.home.number, row.second: row.away.number}.get(str(row.result.get("winner", "")), 0)
    games = (fact.points[row.first], fact.points[row.second])
    return Meeting(row.home.number, row.away.number, winner, games, bool(row.result.get("default")))


def _struck(players: dict[int, PlayerFact], rows: list[Match]) -> frozenset[int]:
    """Players who have withdrawn before half of their matches were played."""
    played = dict.fromkeys(players, 0)
    for row in rows:
        if row.result and not row.result.get("default") and row.home is not None and row.away is not None:
            played[row.home.number] += 1
            played[row.away.number] += 1
    return frozenset(one for one, fact in players.items() if fact.withdrawn and is_struck(played[one], len(players)))


def _rounds(players: dict[int, PlayerFact], rows: list[Match], facts: dict[int, MatchFact]) -> tuple[RoundFact, ...]:
    """All rounds, those to come with only their pairs."""
    held = {(row.round, row.table): facts[row.pk] for row in rows}
    found = []
    for number, pairs in enumerate(berger(len(players)), 1):
        sitting = {one for pair in pairs for one in pair}
        rests = next((fact for one, fact in players.items() if one not in sitting), None)
        found.append(
            RoundFact(
                number,
                tuple(
                    (players[home], players[away], held.get((number, table)))
                    for table, (home, away) in enumerate(pairs, 1)
                ),
                rests,
            )
        )
    return tuple(found)
