"""Campaigns, seats and battles: made and changed while they are prepared."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.campaigns.requests import (
    BattleChange,
    Beginning,
    BrigadeIn,
    CampaignChange,
    Ending,
    NewBattle,
    NewCampaign,
    NewPost,
    ObjectivesIn,
)
from campaigns.api.campaigns.responses import (
    AimOut,
    BattleSeatOut,
    CommandsOut,
    DeletionOut,
    ObjectivesOut,
    SeatOut,
    SettingsOut,
)
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.shared.responses import BattleOut, CampaignOut, InvitationOut, MadeOut, RosterPostOut
from campaigns.desk.commands import commands_of
from campaigns.desk.invitations import invitation_fact
from campaigns.desk.objectives import kept_objectives, objectives_known
from campaigns.desk.roster import roster, roster_post
from campaigns.desk.settings import settings
from campaigns.usecases.campaigns import deletion, endings, preparation
from campaigns.usecases.campaigns.back import back_to_preparation
from campaigns.usecases.campaigns.objectives import set_objectives
from campaigns.usecases.campaigns.settings import change_campaign
from campaigns.usecases.muster.brigades import put_in_brigade
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

    @deed("change_campaign", asks=CampaignChange, answers=MadeOut, refuses=(403, 409, 412))
    def patch(self, request: Request, campaign: str, **given: Any) -> Any:
        """Change a campaign; once a battle has begun only what may still change, which everybody is told.  For its umpire."""
        return change_campaign(by=request.user, campaign=campaign, now=self.now(), **given)

    @deed("delete_campaign", status=204, refuses=(403, 409))
    def delete(self, request: Request, campaign: str) -> None:
        """Delete a campaign none of whose battles has begun, with all that hangs on it; for its umpire."""
        deletion.delete(by=request.user, kind=deletion.CAMPAIGN, public_id=campaign)


class Settings(Endpoint):
    """The settings of a campaign."""

    @deed("campaign_settings", answers=SettingsOut, refuses=(403,))
    def get(self, request: Request, campaign: str) -> Any:
        """All settings of a campaign, and which of them are fixed now and why; for its umpire."""
        return settings(sight.find_campaign(request.user, campaign))


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


class Commands(Endpoint):
    """Who commands what."""

    @deed("commands", answers=CommandsOut, refuses=(403,))
    def get(self, request: Request, campaign: str) -> Any:
        """What each seat commands in the last battle that is not over, its brigades, and what nobody orders; for the umpire."""
        return commands_of(sight.find_campaign(request.user, campaign))


class Brigades(Endpoint):
    """The brigades of a battle that has not begun."""

    @deed("put_in_brigade", asks=BrigadeIn, answers=MadeOut, refuses=(403, 409, 422))
    def put(self, request: Request, battle: str, **given: Any) -> Any:
        """Put things into a brigade; while a battle runs that is a ruling on their `commander`.  For the umpire."""
        return put_in_brigade(by=request.user, battle=battle, now=self.now(), **given)


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

    @deed("delete_battle", status=204, refuses=(403, 409))
    def delete(self, request: Request, battle: str) -> None:
        """Delete a battle that has never begun, with all that hangs on it; for the umpire."""
        deletion.delete(by=request.user, kind=deletion.BATTLE, public_id=battle)


class Deletion(Endpoint):
    """What goes with a battle that is deleted."""

    @deed("deletion", answers=DeletionOut, refuses=(403,))
    def get(self, request: Request, battle: str) -> Any:
        """What would go if the battle were deleted, and why it cannot be; for the umpire.  Nothing is changed."""
        return deletion.look_at(by=request.user, kind=deletion.BATTLE, public_id=battle)


class Back(Endpoint):
    """The way back to preparation."""

    @deed("back_to_preparation", answers=MadeOut, refuses=(403, 409))
    def post(self, request: Request, battle: str) -> Any:
        """Take the beginning of a battle back while nobody has ordered; its seed is discarded.  For the umpire."""
        return back_to_preparation(by=request.user, battle=battle, now=self.now())


class Objectives(Endpoint):
    """The objectives of a battle."""

    @deed("objectives", answers=AimOut(many=True))
    def get(self, request: Request, battle: str) -> Any:
        """The objectives of a battle as the caller may know them, each with how it stands."""
        return objectives_known(sight.find_battle(request.user, battle))

    @deed("set_objectives", asks=ObjectivesIn, answers=ObjectivesOut, refuses=(403, 409, 412))
    def put(self, request: Request, battle: str, **given: Any) -> Any:
        """Set the objectives of a battle, later with a reason that those read whom they concern; for the umpire."""
        set_objectives(by=request.user, battle=battle, now=self.now(), **given)
        return kept_objectives(sight.find_battle(request.user, battle))


class ObjectivesKept(Endpoint):
    """The objectives of a battle as they were set."""

    @deed("kept_objectives", answers=ObjectivesOut, refuses=(403,))
    def get(self, request: Request, battle: str) -> Any:
        """The objectives of a battle as its umpire set them, to be changed and sent back; for the umpire."""
        return kept_objectives(sight.find_battle(request.user, battle))


class Start(Endpoint):
    """The beginning of a battle."""

    @deed("start_battle", asks=Beginning, answers=MadeOut, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Begin a battle: the options are fixed, the digest of the seed is published, the first move opens; for the umpire."""
        return preparation.start_battle(by=request.user, battle=battle, now=self.now(), **given)


class EndOfBattle(Endpoint):
    """The end of a battle."""

    @deed("end_battle", asks=Ending, answers=MadeOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """End a battle that the rules have not ended, won or drawn; its seed is published.  For the umpire."""
        return endings.end_battle(by=request.user, battle=battle, now=self.now(), **given)
