"""Machines, practice, matches and tournaments."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import machines
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.matches import requests as asked
from campaigns.api.matches.requests import AskingAgain, MatchIn, NewMatch, NewTournament, Practising, Seating
from campaigns.api.matches.responses import ListedOut, MatchOut, OpponentsOut, TournamentOut
from campaigns.api.shared.responses import MadeOut, RosterPostOut
from campaigns.desk.roster import roster_post
from campaigns.sight import matches as seen
from campaigns.usecases.access import expect_move
from campaigns.usecases.matches import matches, tournaments
from campaigns.usecases.matches.machines import ask_again, seat_machine
from campaigns.usecases.matches.practice import start_practice
from rules.books import BOOKS, book


class Practice(Endpoint):
    """Practice against a machine."""

    @deed("opponents", answers=OpponentsOut(many=True))
    def get(self, request: Request) -> Any:
        """The games on a board and the machines that play them on this server, the weakest first."""
        games = [book(key) for key in BOOKS if book(key).on_board]
        return [
            {"book": one.key, "title": one.title, "sides": one.sides, "engines": machines.offered(one.key)}
            for one in games
        ]

    @deed("start_practice", asks=Practising, answers=MadeOut, status=201, refuses=(409,))
    def post(self, request: Request, **given: Any) -> Any:
        """Begin a battle against a machine, without umpire or clock."""
        return start_practice(user=request.user, now=self.now(), **given)


class Machines(Endpoint):
    """The machines that play in a campaign."""

    @deed("seat_machine", asks=Seating, answers=RosterPostOut, status=201, refuses=(403, 409))
    def post(self, request: Request, campaign: str, **given: Any) -> Any:
        """Let a machine play a side; it answers as soon as it is that side's turn.  For the umpire."""
        return roster_post(seat_machine(by=request.user, campaign=campaign, now=self.now(), **given))


class AskAgain(Endpoint):
    """A machine that has given up."""

    @deed("ask_again", asks=AskingAgain, status=204, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str) -> None:
        """Let a machine that gave a move up try again.  For the umpire; where there is none, for a player."""
        expect_move(battle, move)
        ask_again(by=request.user, move=move, now=self.now())


class Matches(Endpoint):
    """The caller's matches."""

    @deed("matches", answers=MatchOut(many=True))
    def get(self, request: Request) -> Any:
        """The matches in which the caller plays or is umpire, the latest first; those of tournaments are listed with their tournament."""
        return seen.matches(request.user)

    @deed("new_match", asks=NewMatch, answers=MatchOut, status=201, refuses=(409,))
    def post(self, request: Request, first: dict[str, Any], second: dict[str, Any], **given: Any) -> Any:
        """Open a match; a caller who does not play in it is its umpire.

        A person named by `user`, other than the caller, is offered the side (`me/offers/`), and the answer is the same
        whether or not anybody has that name; the first game begins when all have accepted.
        """
        made = matches.new_match(by=request.user, first=first, second=second, now=self.now(), **given)
        return next(one for one in seen.matches(request.user) if one.public_id == made.public_id)


class Match(Endpoint):
    """A match."""

    @deed("match", answers=MatchOut)
    def get(self, request: Request, match: str) -> Any:
        """The score of a match and its games, for everybody who holds a seat in its campaign."""
        return seen.match(request.user, match)[1]

    @deed("call_off", status=204, refuses=(403, 409))
    def delete(self, request: Request, match: str) -> None:
        """Call off a match that waits for somebody to accept.  For the person who opened it."""
        matches.call_off(by=request.user, match=match, now=self.now())


class MatchesOfCampaign(Endpoint):
    """The matches of a campaign."""

    @deed("match_in_campaign", asks=MatchIn, answers=MatchOut, status=201, refuses=(403, 409))
    def post(self, request: Request, campaign: str, **given: Any) -> Any:
        """Open a match between the Generals of a campaign; each game counts for it by the weight.  For the umpire."""
        made = matches.match_in_campaign(by=request.user, campaign=campaign, now=self.now(), **given)
        return seen.match(request.user, made.public_id)[1]


class Tournaments(Endpoint):
    """The caller's tournaments."""

    @deed("tournaments", answers=ListedOut(many=True))
    def get(self, request: Request) -> Any:
        """The tournaments that the caller runs or plays in, the latest first."""
        return seen.tournaments(request.user)

    @deed("create_tournament", asks=NewTournament, answers=MadeOut, status=201)
    def post(self, request: Request, **given: Any) -> Any:
        """Make a tournament of everybody against everybody; the caller runs it."""
        return tournaments.create_tournament(by=request.user, now=self.now(), **given)


class Tournament(Endpoint):
    """A tournament."""

    @deed("tournament", answers=TournamentOut)
    def get(self, request: Request, tournament: str) -> Any:
        """Its players, its table and its rounds, for those who play in it or run it."""
        return seen.tournament(request.user, tournament)


class Players(Endpoint):
    """The players of a tournament."""

    @deed("enter", asks=asked.Player, answers=TournamentOut, status=201, refuses=(403, 409))
    def post(self, request: Request, tournament: str, **given: Any) -> Any:
        """Enter oneself or a machine, or ask a player, who is entered on accepting (`me/offers/`); before it begins.

        For the person who runs it.  The answer is the same whether or not anybody has that name.
        """
        tournaments.enter(by=request.user, tournament=tournament, now=self.now(), **given)
        return seen.tournament(request.user, tournament)


class Player(Endpoint):
    """A player of a tournament."""

    @deed("withdraw", status=204, refuses=(403, 409))
    def delete(self, request: Request, tournament: str, player: str) -> None:
        """Withdraw a player: the adversaries win what is not finished.  For the player, or for the person who runs it.

        With the id of a person who has been asked and has not answered, the person who runs it takes the offer back.
        """
        tournaments.withdraw(by=request.user, tournament=tournament, entrant=player, now=self.now())


class BeginTournament(Endpoint):
    """The beginning of a tournament."""

    @deed("start_tournament", answers=MadeOut, refuses=(403, 409))
    def post(self, request: Request, tournament: str) -> Any:
        """Open the matches of the first round, among those who have accepted.  For the person who runs it."""
        return tournaments.start_tournament(by=request.user, tournament=tournament, now=self.now())
