"""What the API takes about people and log-in."""

from __future__ import annotations

from campaigns.api.fields import Choice, Flag, List, Strict, Text, Whole
from campaigns.usecases.people.invitations import MOST_HOURS
from campaigns.words.languages import languages


class ProfileChange(Strict):
    """Changes to the caller's profile; what is left out stays."""

    name = Text(60, required=False, allow_blank=True, help_text="Shown to others; empty for the name one logs in with.")
    time_zone = Text(
        60, required=False, allow_blank=True, help_text="As `Europe/London`; empty for each campaign's own."
    )
    look = Choice("", "light", "dark", required=False, help_text="Empty: as the device says.")
    language = Choice("", *languages(), required=False, help_text="Of pages and mails; empty: as the device says.")
    quiet_from = Text(8, required=False, allow_blank=True, help_text="By the clock of one's zone, as `22:00`.")
    quiet_until = Text(8, required=False, allow_blank=True)
    sound = Flag(required=False, help_text="Whether the cries of the clock are heard.")
    mail_wish = Choice(
        "all", "wanted", "none", required=False, help_text="`wanted`: only when something is wanted of one."
    )
    remind_hours = Whole(required=False, min_value=0, max_value=24, help_text="0, 1, 2, 4, 8, 12 or 24; 0 for never.")


class NewInvitation(Strict):
    """A seat to which a link invites."""

    kind = Choice("umpire", "official", "general", "commander", "observer", "", required=False, default="")
    side = Text(20, required=False, allow_blank=True, default="")
    arm = Text(20, required=False, allow_blank=True, default="")
    brigade = Text(
        80, required=False, allow_blank=True, default="", help_text="Of a commander, instead of an arm: the command."
    )
    title = Text(80, required=False, allow_blank=True, default="")
    once = Flag(required=False, default=True, help_text="For one person; else for whoever has it, until it is revoked.")
    succeeds = Text(
        12,
        required=False,
        allow_blank=True,
        default="",
        help_text="The post that is taken over as it stands, instead of kind, side …",
    )
    hours = Whole(required=False, default=72, min_value=1, max_value=MOST_HOURS, help_text="For which it holds.")


class EmptySeats(Strict):
    """Which of the empty seats get a link; left out, all in which somebody is wanted."""

    keys = List(Text(130), 200, required=False, help_text="As `GET` shows them.")
    hours = Whole(required=False, default=72, min_value=1, max_value=MOST_HOURS, help_text="For which they hold.")


class MailTo(Strict):
    """Where a link is mailed to."""

    address = Text(254)


class Taking(Strict):
    """An invitation, by the token in its link."""

    token = Text(100)


class LogIn(Strict):
    """A name and a password."""

    username = Text(150)
    password = Text(4096)
