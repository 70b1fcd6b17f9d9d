"""What the players of a battle may do before its first move, in words.  [LW-SETUP-01 to LW-SETUP-08]"""

from __future__ import annotations

from rules.contract.setting_out import SettingOut
from rules.little_wars.force.setup import BEFORE

SETTING_OUT = SettingOut(
    first="country",
    phases=BEFORE,
    offers=(
        ("Toss for who lays out the country", {"order": "toss", "purpose": "country"}),
        ("Toss for who chooses his side", {"order": "toss", "purpose": "side"}),
        ("Take the south side", {"order": "choose-side", "side": "south"}),
        ("Take the north side", {"order": "choose-side", "side": "north"}),
        ("Toss for the first move", {"order": "toss", "purpose": "move"}),
        ("Throw the dice for the twelve men left out", {"order": "roll-handicap"}),
        ("I am ready", {"order": "ready"}),
    ),
    ready="ready",
    lay="lay-country",
    forces=(("inf", "infantry", "Infantry"), ("cav", "cavalry", "Cavalry"), ("guns", "guns", "Guns")),
    costs="An infantryman costs 1, a horseman 1½, a gun 10",
    buying=(("buy-force", "Buy it"), ("set-forces", "Take it as agreed, without buying")),
    place="put-down",
    part="split",
    settled=frozenset({"setup-settled", "country-laid", "side-ready"}),
)
