"""Campaigns, seats and battles: made and changed while they are prepared."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.campaigns.requests import BattleChange, CampaignChange, Ending, NewBattle, NewCampaign, NewPost
from campaigns.api.campaigns.responses import BattleSeatOut, SeatOut
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.shared.responses import BattleOut, CampaignOut, InvitationOut, MadeOut, RosterPostOut
from campaigns.desk.invitations import invitation_fact
from campaigns.desk.roster import roster, roster_post
from campaigns.usecases.campaigns import endings, preparation
from campaigns.usecases.people.offers import offer_post


class Campaigns(Endpoint):
    """The campaigns in which the caller holds a seat."""

    @deed("campaigns", answers=CampaignOut(many=True))
    def get(self, request: Request) -> Any:
        """The caller's campaigns, the latest first."""
        return list({post.campaign.id: post.campaign for post in sight.posts_of(request.user)}.values())

    @deed("create_campaign", asks=NewCampaign, answers=MadeOut, status=201)
    def post(self, request: Request, **given: Any) -> Any:
        """Prepare a campaign; the caller becomes its umpire."""
        return preparation.create_campaign(by=request.user, now=self.now(), **given)


class Campaign(Endpoint):
    """A campaign."""

    @deed("campaign", answers=SeatOut)
    def get(self, request: Request, campaign: str) -> Any:
        """A campaign, and the caller's seat in it."""
        return sight.find_campaign(request.user, campaign)

    @deed("change_campaign", asks=CampaignChange, answers=MadeOut, refuses=(403, 409))
    def patch(self, request: Request, campaign: str, **given: Any) -> Any:
        """Change a campaign that has not begun; for its umpire."""
        return preparation.change_campaign(by=request.user, campaign=campaign, now=self.now(), **given)


class EndOfCampaign(Endpoint):
    """The end of a campaign."""

    @deed("end_campaign", answers=MadeOut, refuses=(403, 409))
    def post(self, request: Request, campaign: str) -> Any:
        """End a campaign that has no battle under way; for the umpire."""
        return endings.end_campaign(by=request.user, campaign=campaign, now=self.now())


class Posts(Endpoint):
    """The seats of a campaign."""

    @deed("posts", answers=RosterPostOut(many=True), refuses=(403,))
    def get(self, request: Request, campaign: str) -> Any:
        """Who holds which seat, and who held it; for the umpire."""
        return roster(sight.find_campaign(request.user, campaign))

    @deed("offer_post", asks=NewPost, answers=InvitationOut, status=201, refuses=(403, 409))
    def post(self, request: Request, campaign: str, **given: Any) -> Any:
        """Offer a seat to a person by log-in name; they hold it when they accept (`me/offers/`).  For the umpire.

        The answer is the same whether or not anybody has that name.
        """
        sight.find_campaign(request.user, campaign)
        now = self.now()
        return invitation_fact(offer_post(by=request.user, campaign=campaign, now=now, **given), now)


class Post(Endpoint):
    """A seat that somebody holds."""

    @deed("dismiss", answers=RosterPostOut, refuses=(403, 409))
    def delete(self, request: Request, post: str) -> Any:
        """End a seat: its holder sees nothing more from now on, and their orders stand; for the umpire."""
        return roster_post(preparation.dismiss(by=request.user, post=post, now=self.now()))


class Battles(Endpoint):
    """The battles of a campaign."""

    @deed("battles", answers=BattleOut(many=True))
    def get(self, request: Request, campaign: str) -> Any:
        """The battles of a campaign, by number."""
        sight.find_campaign(request.user, campaign)
        posts = sight.posts_of(request.user)
        return next(post.battles for post in posts if post.campaign.public_id == campaign)

    @deed("open_battle", asks=NewBattle, answers=MadeOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, campaign: str, **given: Any) -> Any:
        """Prepare a battle from its opening position; for the umpire."""
        return preparation.open_battle(by=request.user, campaign=campaign, now=self.now(), **given)


class Battle(Endpoint):
    """A battle."""

    @deed("battle", answers=BattleSeatOut)
    def get(self, request: Request, battle: str) -> Any:
        """A battle, its campaign, and the caller's seat in it."""
        return sight.find_battle(request.user, battle)

    @deed("change_battle", asks=BattleChange, answers=MadeOut, refuses=(403, 409, 422))
    def patch(self, request: Request, battle: str, **given: Any) -> Any:
        """Change a battle that has not begun; for the umpire."""
        return preparation.change_battle(by=request.user, battle=battle, now=self.now(), **given)


class Start(Endpoint):
    """The beginning of a battle."""

    @deed("start_battle", answers=MadeOut, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str) -> Any:
        """Begin a battle: the options are fixed, the digest of the seed is published, the first move opens; for the umpire."""
        return preparation.start_battle(by=request.user, battle=battle, now=self.now())


class EndOfBattle(Endpoint):
    """The end of a battle."""

    @deed("end_battle", asks=Ending, answers=MadeOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """End a battle that the rules have not ended, won or drawn; its seed is published.  For the umpire."""
        return endings.end_battle(by=request.user, battle=battle, now=self.now(), **given)
