"""What the API answers about people and log-in."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, DateTimeField, IntegerField

from campaigns.api.shared.responses import BattleOut, CampaignOut, InvitationOut, Out, PostOut
from campaigns.desk.queue import Waiting
from campaigns.sight.deadlines import Deadline
from campaigns.sight.offers import OfferFact
from campaigns.usecases.people.empty_seats import EmptySeat


class TokenOut(Out):
    """Send it with every request: ``Authorization: Token <token>``."""

    token = CharField(help_text="It is told here once.")
    id = CharField(help_text="By which it is revoked.")
    expires_at = DateTimeField()


class MinePostOut(PostOut):
    """A seat that the caller holds, with its campaign and battles."""

    campaign = CampaignOut()
    battles = BattleOut(many=True)


class MeOut(Out):
    """The caller, and the seats that they hold."""

    username = CharField()
    posts = MinePostOut(many=True)


class ProfileOut(Out):
    """The caller's profile."""

    name = CharField()
    time_zone = CharField()
    look = CharField()
    language = CharField()
    quiet_from = CharField()
    quiet_until = CharField()
    sound = BooleanField()
    mail_wish = CharField()
    remind_hours = IntegerField()


class TokenRowOut(Out):
    """A valid token of the caller."""

    id = CharField(source="public_id")
    start = CharField(help_text="Its first six digits.")
    made_at = DateTimeField()
    expires_at = DateTimeField()


class CalendarOut(Out):
    """The secret address of the caller's calendar."""

    address = CharField()


class DeadlineOut(Out):
    """A move that ends at this time and needs something from the caller."""

    about, shows = Deadline, "move number battle battle_name closes_at rules"

    rules = BooleanField(help_text="Whether one is its umpire.")


class MadeInvitationOut(InvitationOut):
    """An invitation with its link, as its umpire may read it while it may be taken; empty where there is none."""

    token = CharField(help_text="For `POST invitations/take/`.")
    address = CharField(help_text="The page on which somebody makes an account, or logs in, and takes the post.")


class MailedOut(Out):
    """A link that is on its way by mail."""

    address = CharField()
    queued_at = DateTimeField()


class EmptySeatOut(Out):
    """A seat that nobody holds and to which no link is open."""

    about, shows = EmptySeat, "key side kind arm brigade title wanted"

    wanted = BooleanField(help_text="Whether nobody else orders what it would.")


class OfferOut(Out):
    """A seat, a side of a match, or a place in a tournament, that is offered to the caller."""

    about = OfferFact
    shows = "id what campaign campaign_name tournament tournament_name game title kind side by from_whom expires_at"

    what = CharField(help_text="`post`, `match` or `tournament`.")
    campaign = CharField(help_text="Of a post and a match; empty of a tournament.")
    tournament = CharField(help_text="Of a tournament; else empty.")
    game = CharField(help_text="The title of the book that is played by.")
    by = CharField(help_text="Who offers it.")
    from_whom = CharField(help_text="Whose post it is until then; empty of a new one.")


class WaitingOut(Out):
    """Something that waits for an umpire.  since: when it began to wait, or when it falls due."""

    about, shows = Waiting, "rank kind words place campaign campaign_name battle battle_name since"

    battle = CharField(allow_blank=True)
    battle_name = CharField(allow_blank=True)
