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
from campaigns.usecases.matches.practice import practise
from rules.books import BOOKS, book


class Practice(Endpoint):
    """Practice against a machine."""

    @deed("opponents", answers=OpponentsOut(many=True))
    def get(self, request: Request) -> Any:
        """The games on a board and the machines that play them here, the weakest first."""
        games = [book(key) for key in BOOKS if book(key).on_board]
        return [
            {"book": one.key, "title": one.title, "sides": one.sides, "engines": machines.offered(one.key)}
            for one in games
        ]

    @deed("practise", asks=Practising, answers=MadeOut, status=201, refuses=(409,))
    def post(self, request: Request, **given: Any) -> Any:
        """Begin a battle of one's own against a machine, without umpire or clock."""
        return practise(user=request.user, now=self.now(), **given)


class Machines(Endpoint):
    """The machines that play in a campaign."""

    @deed("seat_machine", asks=Seating, answers=RosterPostOut, status=201, refuses=(403, 409))
    def post(self, request: Request, campaign: str, **given: Any) -> Any:
        """Have a machine play a side; it answers as soon as a turn is that side's.  For the umpire."""
        return roster_post(seat_machine(by=request.user, campaign=campaign, now=self.now(), **given))


class AskAgain(Endpoint):
    """A machine that has given up."""

    @deed("ask_again", asks=AskingAgain, status=204, refuses=(403, 409))
    def post(self, request: Request, battle: str, move: str) -> None:
        """Ask a machine that gave a move up to try again.  For the umpire; where there is none, for a player."""
        expect_move(battle, move)
        ask_again(by=request.user, move=move, now=self.now())


class Matches(Endpoint):
    """One's matches."""

    @deed("matches", answers=MatchOut(many=True))
    def get(self, request: Request) -> Any:
        """The matches in which one plays or rules, the latest first; those of tournaments stand with their own."""
        return seen.matches(request.user)

    @deed("new_match", asks=NewMatch, answers=MatchOut, status=201, refuses=(409,))
    def post(self, request: Request, first: dict[str, Any], second: dict[str, Any], **given: Any) -> Any:
        """Open a match; who opens it and does not play is its umpire.

        Whoever is named by `user`, but oneself, is offered his side (`me/offers/`), and the answer is the same whether anybody
        bears the name; the first game begins when nobody is waited for.
        """
        made = matches.new_match(by=request.user, first=first, second=second, now=self.now(), **given)
        return next(one for one in seen.matches(request.user) if one.public_id == made.public_id)


class Match(Endpoint):
    """A match."""

    @deed("match", answers=MatchOut)
    def get(self, request: Request, match: str) -> Any:
        """The score of a match and its games, for whoever holds a post in its campaign."""
        return seen.match(request.user, match)[1]

    @deed("call_off", status=204, refuses=(403, 409))
    def delete(self, request: Request, match: str) -> None:
        """Call off a match that waits for somebody to accept.  For whoever opened it."""
        matches.call_off(by=request.user, match=match, now=self.now())


class MatchesOfCampaign(Endpoint):
    """The matches of a campaign."""

    @deed("match_in_campaign", asks=MatchIn, answers=MatchOut, status=201, refuses=(403, 409))
    def post(self, request: Request, campaign: str, **given: Any) -> Any:
        """Open a match between the Generals of a campaign; each game counts for it by the weight.  For the umpire."""
        made = matches.match_in_campaign(by=request.user, campaign=campaign, now=self.now(), **given)
        return seen.match(request.user, made.public_id)[1]


class Tournaments(Endpoint):
    """One's tournaments."""

    @deed("tournaments", answers=ListedOut(many=True))
    def get(self, request: Request) -> Any:
        """The tournaments that one looks after or plays in, the latest first."""
        return seen.tournaments(request.user)

    @deed("create_tournament", asks=NewTournament, answers=MadeOut, status=201)
    def post(self, request: Request, **given: Any) -> Any:
        """Make a tournament of everybody against everybody; who makes it looks after it."""
        return tournaments.create_tournament(by=request.user, now=self.now(), **given)


class Tournament(Endpoint):
    """A tournament."""

    @deed("tournament", answers=TournamentOut)
    def get(self, request: Request, tournament: str) -> Any:
        """Its players, its table and its rounds, for whoever plays in it or looks after it."""
        return seen.tournament(request.user, tournament)


class Players(Endpoint):
    """The players of a tournament."""

    @deed("enter", asks=asked.Player, answers=TournamentOut, status=201, refuses=(403, 409))
    def post(self, request: Request, tournament: str, **given: Any) -> Any:
        """Enter oneself or a machine, or ask a player, who is entered when he accepts (`me/offers/`); before it begins.

        For whoever looks after it.  The answer is the same whether anybody bears the name.
        """
        tournaments.enter(by=request.user, tournament=tournament, now=self.now(), **given)
        return seen.tournament(request.user, tournament)


class Player(Endpoint):
    """A player of a tournament."""

    @deed("withdraw", status=204, refuses=(403, 409))
    def delete(self, request: Request, tournament: str, player: str) -> None:
        """Withdraw: what is not finished is the adversaries'.  For himself, or for whoever looks after it.

        By the id of one who has been asked and has not answered, whoever looks after it takes the offer back.
        """
        tournaments.withdraw(by=request.user, tournament=tournament, entrant=player, now=self.now())


class BeginTournament(Endpoint):
    """The beginning of a tournament."""

    @deed("start_tournament", answers=MadeOut, refuses=(403, 409))
    def post(self, request: Request, tournament: str) -> Any:
        """Open the matches of the first round, among those who have accepted.  For whoever looks after it."""
        return tournaments.start_tournament(by=request.user, tournament=tournament, now=self.now())
