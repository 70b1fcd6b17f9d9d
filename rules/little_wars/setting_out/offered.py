"""What the players of a battle may do before its first move, in words.  [LW-SETUP-01 to LW-SETUP-08]"""

from __future__ import annotations

from rules.contract.setting_out import SettingOut
from rules.little_wars.force.setup import BEFORE
from rules.values.sentence import say

SETTING_OUT = SettingOut(
    first="country",
    phases=BEFORE,
    offers=(
        (say("Toss for who lays out the country"), {"order": "toss", "purpose": "country"}),
        (say("Toss for who chooses the side"), {"order": "toss", "purpose": "side"}),
        (say("Take the south side"), {"order": "choose-side", "side": "south"}),
        (say("Take the north side"), {"order": "choose-side", "side": "north"}),
        (say("Toss for the first move"), {"order": "toss", "purpose": "move"}),
        (say("Throw the dice for the twelve men left out"), {"order": "roll-handicap"}),
        (say("I am ready"), {"order": "ready"}),
    ),
    ready="ready",
    lay="lay-country",
    forces=(("inf", "infantry", say("Infantry")), ("cav", "cavalry", say("Cavalry")), ("guns", "guns", say("Guns"))),
    costs=say("An infantryman costs 1, a horseman 1½, a gun 10"),
    buying=(("buy-force", say("Buy it")), ("set-forces", say("Take it as agreed, without buying"))),
    place="put-down",
    part="split",
    settled=frozenset({"setup-settled", "country-laid", "side-ready"}),
)
