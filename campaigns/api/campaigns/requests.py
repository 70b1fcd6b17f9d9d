"""What the API takes about campaigns and battles."""

from __future__ import annotations

from rest_framework.serializers import BooleanField

from campaigns.api.fields import Anything, Choice, List, Plain, Shaped, Strict, Text, Whole
from campaigns.api.shared.requests import MOST_NUMBER
from campaigns.usecases.clock.publication_minutes import MINUTES
from rules.contract import data


class SideIn(Strict):
    """A side of a new campaign."""

    key = Text(20, help_text="As the book names it: `red`, `blue`.")
    name = Text(80, required=False)
    briefing = Text(20_000, required=False, allow_blank=True)
    handicap = Whole(required=False, min_value=0, max_value=MOST_NUMBER, help_text="Halves with which it begins.")
    time_percent = Whole(required=False, min_value=10, max_value=1000, help_text="Of the allowance of a move.")


class Clock(Strict):
    """The clock of a campaign and its other settings."""

    target_points = Whole(
        required=False,
        min_value=0,
        max_value=MOST_NUMBER,
        help_text="Campaign points that win it, in halves; 0 for none.",
    )
    scoring = Choice("net", "difference", "gross", required=False, help_text="What of two scores counts.")
    carry_over = Choice("none", "losses", required=False, help_text="Whether losses and supplies go on to the next.")
    couriers = Anything(
        required=False,
        help_text="How dispatches ride: `off`, or `inches` a minute, the chances of `loss` and `capture` as fractions, `reach` and"
        " `unknown` in whole inches; what is not said stands at its default.",
    )
    time_zone = Text(60, required=False)
    clock_mode = Choice("book", "fixed", "deadline", "untimed", required=False)
    fixed_minutes = Whole(required=False, min_value=1, max_value=MOST_NUMBER)
    deadline_time = Text(
        8, required=False, allow_null=True, help_text="By the clock on the wall in `time_zone`, as `20:00`."
    )
    deadline_every_days = Whole(required=False, min_value=1, max_value=MOST_NUMBER)
    interval_minutes = Whole(required=False, min_value=0, max_value=MOST_NUMBER)
    drain_seconds = Whole(required=False, min_value=0, max_value=MOST_NUMBER)
    extension_cap_minutes = Whole(required=False, min_value=0, max_value=MOST_NUMBER)
    pause_cap_minutes = Whole(required=False, min_value=0, max_value=MOST_NUMBER)
    publish_minutes = Whole(
        required=False,
        allow_null=True,
        min_value=MINUTES[0],
        max_value=MINUTES[1],
        help_text="After so many an undisputed move is published by itself unless an umpire stops it; null: never.",
    )
    umpire = Choice(
        "present",
        "none",
        required=False,
        help_text="`none`: nobody need be present; the clock closes every move and submits what asks for no fact of people.",
    )


class NewCampaign(Clock):
    """A campaign to be prepared."""

    name = Text(120)
    book = Text(40, required=False, default="kriegspiel")
    options = Shaped(data.Options, required=False)
    sides = List(SideIn(), 4)


class CampaignChange(Clock):
    """Changes to a campaign: everything until its first battle begins, afterwards what may still change."""

    name = Text(120, required=False)
    options = Shaped(data.Options, required=False, help_text="The options chosen; all others stand at their default.")
    briefings = Plain(required=False, help_text="By side.")
    sides = Plain(
        required=False, help_text="By key, each with some of `name`, `briefing`, `handicap` and `time_percent`."
    )
    base = Text(
        64, required=False, help_text="Of the settings on which the changes were made; 412 where others stand by now."
    )


class ObjectivesIn(Strict):
    """The objectives of a battle, all of them; those that are left out are removed."""

    objectives = List(
        Plain(
            help_text="`side` (empty: both), `kind` (`hold`, `points`, `losses`), `way` (`reach`, `lead`; `enemy`, `own`), `at`,"
            " `inches`, `name`, `move` (0: the end of the battle), `amount` (halves of points, or men), `shown` (`own`, `all`,"
            " `umpire`), and `id` of one that is there."
        ),
        30,
    )
    reason = Text(300, required=False, allow_blank=True, default="", help_text="Wanted once the battle has begun.")
    base = Text(
        64, required=False, allow_blank=True, default="", help_text="As it was read; 412 where others stand by now."
    )


class NewPost(Strict):
    """A seat and who is to hold it."""

    user = Text(150, help_text="The log-in name.")
    kind = Choice("umpire", "official", "general", "commander", "observer")
    side = Text(20, required=False, allow_blank=True, default="")
    arm = Text(20, required=False, allow_blank=True, default="")
    brigade = Text(
        80, required=False, allow_blank=True, default="", help_text="Of a commander, instead of an arm: the command."
    )
    title = Text(80, required=False, allow_blank=True, default="")


class BrigadeIn(Strict):
    """Things of one side that go into a brigade; with an empty name they leave theirs."""

    brigade = Text(80, allow_blank=True)
    things = List(Text(64), 200, help_text="Ids.")


class NewBattle(Strict):
    """A battle to be prepared.  start: the opening position, in the form of the public test kit.

    book, options and seats: the campaign's where left out.
    """

    name = Text(120)
    briefing = Text(20_000, required=False, allow_blank=True, default="")
    start = Plain()
    country = Text(
        12, required=False, allow_blank=True, default="", help_text="Id of a country; its digest is taken down now."
    )
    book = Text(40, required=False, allow_blank=True)
    options = Shaped(
        data.Options, required=False, help_text="The options chosen; all others stand at the default of the book."
    )
    seats = Plain(required=False, help_text="Side of the book to side of the campaign.")
    weight = Text(11, required=False, help_text="How much its points count towards the campaign, as `1/2`.")


class BattleChange(Strict):
    """Changes to a battle that has not begun."""

    name = Text(120, required=False)
    briefing = Text(20_000, required=False, allow_blank=True)
    start = Plain(required=False)
    country = Text(
        12, required=False, help_text="Id of a country; the force moves to it, and its digest is taken down now."
    )


class Beginning(Strict):
    """How the umpire begins a battle."""

    stopped = BooleanField(required=False, default=False, help_text="Its clock waits until the umpire resumes it.")


class Ending(Strict):
    """How the umpire ends a battle that the rules have not ended, and why.  winner: key of a side, empty for a draw."""

    winner = Text(20, required=False, allow_blank=True, default="")
    reason = Text(300)
