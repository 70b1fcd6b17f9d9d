"""What the API answers about campaigns and battles."""

from __future__ import annotations

from rest_framework.serializers import CharField, FloatField, IntegerField, ListField

from campaigns.api.fields import Pairs, Plain
from campaigns.api.shared.responses import BattleOut, CampaignOut, Out, PostOut
from campaigns.sight.aims.told import Aim
from campaigns.usecases.campaigns.deletion import Deletion, Going


class SeatOut(Out):
    """A campaign, and the caller's seat in it.  sides: names by key; briefing: of the caller's own side."""

    campaign = CampaignOut()
    posts = PostOut(many=True)
    side = CharField()
    sides = Pairs(source="side_names")
    briefing = CharField()


class BrigadeOut(Out):
    """A brigade.  instead: the seats that order it while nobody holds it, in words."""

    side = CharField(source="brigade.side")
    name = CharField(source="brigade.name")
    things = ListField(child=CharField(), source="brigade.things")
    men = IntegerField(source="brigade.men")
    strength = CharField(source="brigade.strength")
    held_by = ListField(child=CharField(), source="brigade.held_by", help_text="Titles of the seats.")
    instead = CharField(allow_blank=True)


class CommandsOut(Out):
    """Who commands what, in words."""

    battle = CharField(allow_blank=True, help_text="Of which it is said; empty where none is prepared or fought.")
    by_post = Pairs(help_text="By the id of the seat.")
    brigades = BrigadeOut(many=True)
    nobodys = Pairs(help_text="By side.")


class SettingsOut(Out):
    """The settings of a campaign.  fixed: setting to the reason why it may not be changed now; base: for ``base`` of a change."""

    settings = Plain()
    fixed = Pairs()
    base = CharField()


class AimOut(Out):
    """An objective as the caller may know it.

    state: ``open`` until its move is published, then ``met``, ``not met`` or ``unknown``.  stands: whether it would be met as things
    stand, as far as the caller knows.  said, told: in words.
    """

    about = Aim
    shows = "id side kind shown said state stands told move at inches name mine truth"

    at = ListField(child=FloatField(), allow_null=True)


class ObjectivesOut(Out):
    """The objectives of a battle as its umpire set them.  base: for ``base`` of the next change."""

    objectives = ListField(child=Plain())
    base = CharField()


class GoingOut(Out):
    """What goes of one kind: how many, in words, and their names."""

    about, shows = Going, "what names"


class DeletionOut(Out):
    """What a deletion would take away.  why_not: why it cannot be done; empty where it can."""

    about = Deletion
    shows = "name goes why_not"

    goes = GoingOut(many=True)


class BattleSeatOut(SeatOut):
    """A battle, its campaign, and the caller's seat in it."""

    battle = BattleOut()
