"""The settings of a campaign for its umpire: as they stand, which of them are fixed, and by what a stale form is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from campaigns.errors import NotUmpire
from campaigns.models import Battle, Campaign
from campaigns.sight.seat import Seat
from campaigns.usecases.campaigns.settings import digest_of, settings_of, why_fixed


@dataclass(frozen=True)
class Settings:
    """settings: as plain data.  fixed: setting -> why it may not be changed now.  base: the digest of the settings.

    live: whether a battle is under way, where a change is announced.
    """

    settings: dict[str, Any]
    fixed: dict[str, str]
    base: str
    live: bool


def settings(seat: Seat) -> Settings:
    """The settings of the campaign of a seat.  NotUmpire to anybody else."""
    if not seat.is_umpire:
        raise NotUmpire
    campaign = Campaign.objects.get(pk=seat.campaign.id)
    found = settings_of(campaign)
    live = Battle.objects.filter(
        campaign=campaign, status__in=(Battle.Status.RUNNING, Battle.Status.SETTING_OUT)
    ).exists()
    return Settings(found, why_fixed(campaign), digest_of(found), live)
