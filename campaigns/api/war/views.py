"""Campaigns of many battles."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.shared.requests import Of
from campaigns.api.shared.responses import InvitationOut, MadeOut, RosterPostOut
from campaigns.api.war import requests as asked
from campaigns.api.war.requests import Carrying, NextBattle, SectorIn
from campaigns.api.war.responses import CarriedOut, SettingOutOut, StandingOut, UmpireOut
from campaigns.desk.invitations import invitation_fact
from campaigns.desk.roster import roster_post
from campaigns.desk.sectors import umpires
from campaigns.usecases.campaigns.carry_over import carry_over_preview, open_next_battle
from campaigns.usecases.desk.sectors import set_sector
from campaigns.usecases.muster.set_out import begin_setting_out, set_out
from campaigns.usecases.people.offers import offer_succession


class HandOver(Endpoint):
    """The handing over of a seat."""

    @deed("hand_over", asks=asked.HandOver, answers=InvitationOut, status=201, refuses=(403, 409))
    def post(self, request: Request, post: str, user: str) -> Any:
        """Offer a seat to a successor, who holds it on accepting (`me/offers/`).  For the umpire.

        The successor then knows exactly what the holder knew; orders stand.
        """
        now = self.now()
        return invitation_fact(offer_succession(by=request.user, post=post, user=user, now=now), now)


class SettingOut(Endpoint):
    """The beginning of a setting out."""

    @deed("begin_setting_out", answers=MadeOut, refuses=(403, 409))
    def post(self, request: Request, battle: str) -> Any:
        """Let the players set a battle out; options are fixed, and the digest of the seed is published.  For the umpire."""
        return begin_setting_out(by=request.user, battle=battle, now=self.now())


class SetOut(Endpoint):
    """A battle that is being set out."""

    @deed("setting_out", query=Of, answers=SettingOutOut)
    def get(self, request: Request, battle: str, of: str = "") -> Any:
        """What is settled, the caller's own force, and what may be done now."""
        return sight.before(sight.find_battle(request.user, battle), of)

    @deed("set_out", asks=asked.SetOut, answers=MadeOut, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Toss, lay the country out, choose a side, buy, throw, put down, be ready; for the General of a side."""
        return set_out(by=request.user, battle=battle, now=self.now(), **given)


class Sectors(Endpoint):
    """The umpires of a campaign."""

    @deed("sectors", answers=UmpireOut(many=True), refuses=(403,))
    def get(self, request: Request, campaign: str) -> Any:
        """The umpires, the sector of each, and when they were last at their desks; for an umpire."""
        return umpires(sight.find_campaign(request.user, campaign))


class SectorOf(Endpoint):
    """The sector of an umpire."""

    @deed("set_sector", asks=SectorIn, answers=RosterPostOut, refuses=(403, 409))
    def put(self, request: Request, post: str, sector: dict[str, Any]) -> Any:
        """Give an umpire a sector; any umpire may, and any may rule everywhere."""
        return roster_post(set_sector(by=request.user, post=post, sector=sector, now=self.now()))


class Carried(Endpoint):
    """What carries over from a battle to the next."""

    @deed("carry_over_preview", query=Carrying, answers=CarriedOut, refuses=(403, 409))
    def get(self, request: Request, battle: str, prisoners: str, places: str, country: str) -> Any:
        """What would carry over to the next battle, thing by thing; for the umpire of a campaign that carries losses over."""
        exchange, stay = prisoners == "exchanged", places == "kept"
        return carry_over_preview(by=request.user, battle=battle, exchange=exchange, places=stay, country=country)

    @deed("open_next_battle", asks=NextBattle, answers=MadeOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, prisoners: str, places: str, **given: Any) -> Any:
        """Open the next battle from what this one left, with the umpire's corrections; for the umpire."""
        exchange, stay = prisoners == "exchanged", places == "kept"
        return open_next_battle(by=request.user, battle=battle, exchange=exchange, places=stay, now=self.now(), **given)


class Standing(Endpoint):
    """The standing of a campaign."""

    @deed("standing", answers=StandingOut)
    def get(self, request: Request, campaign: str) -> Any:
        """The points of the campaign battle by battle, and the league of its sides."""
        return sight.standing(sight.find_campaign(request.user, campaign))
