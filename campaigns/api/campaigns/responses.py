"""What the API answers about campaigns and battles."""

from __future__ import annotations

from rest_framework.serializers import CharField

from campaigns.api.fields import Pairs
from campaigns.api.shared.responses import BattleOut, CampaignOut, Out, PostOut


class SeatOut(Out):
    """A campaign, and the caller's seat in it.  sides: names by key; briefing: of the caller's own side."""

    campaign = CampaignOut()
    posts = PostOut(many=True)
    side = CharField()
    sides = Pairs(source="side_names")
    briefing = CharField()


class BattleSeatOut(SeatOut):
    """A battle, its campaign, and the caller's seat in it."""

    battle = BattleOut()
