"""What happened, one frozen class each; every event carries its clause, its inputs and its sum.

``told`` says who may know of it: ``all``, if both sides could see it, or ``own``.
"""

from collections.abc import Mapping

from rules.contract.events import Event, OfOneBody
from rules.little_wars.events.chapter_five import (
    BoxOpened,
    BoxPacked,
    CarriageMoved,
    MenDetrained,
    MenEntrained,
    MenUnsupplied,
    RailReplaced,
    RailTornUp,
    RailWorkAdvanced,
    RailWorkBegun,
    RailWorkLost,
    TrainStopped,
    WaggonCaptured,
)
from rules.little_wars.events.combat import (
    BodySurrendered,
    CoinTossed,
    FallenChosen,
    MeleeCounted,
    MeleeFormed,
    MeleeFought,
    PrisonersFreed,
    PrisonersMoved,
    PrisonersSecured,
    PrisonersTaken,
    SupportCounted,
)
from rules.little_wars.events.gunnery import (
    GunCaptured,
    GunDisputed,
    GunLaid,
    GunMoved,
    GunSetDown,
    GunSilenced,
    GunUnharmed,
    MenKilled,
    MenLayDown,
    ShotFired,
    ShotSettled,
    TrailEmpty,
    TrailManned,
)
from rules.little_wars.events.movement import (
    BodiesMerged,
    BodySplit,
    ContactMade,
    MenMarched,
    MenRearmed,
    MenRetired,
    MenTouchedLine,
)
from rules.little_wars.events.moves import (
    AttackersArrived,
    BattleAdjourned,
    BattleDecided,
    BattleEnded,
    ForceCapitulated,
    MoveClosed,
    MoveOpened,
    WithdrawalCounted,
)
from rules.little_wars.events.setting_out import (
    AccidentMended,
    CommandAssigned,
    CountryLaid,
    CountryWarned,
    ForceBought,
    HandicapThrown,
    Objected,
    SetupSettled,
    SideReady,
    ThingPutDown,
)

EVENTS: Mapping[str, type[Event]] = {
    cls.name: cls
    for cls in list(globals().values())
    if isinstance(cls, type) and issubclass(cls, Event) and "name" in vars(cls)
}
"""Every event of this book by its name, in addition to those of other books."""


__all__ = [
    "EVENTS",
    "AccidentMended",
    "AttackersArrived",
    "BattleAdjourned",
    "BattleDecided",
    "BattleEnded",
    "BodiesMerged",
    "BodySplit",
    "BodySurrendered",
    "BoxOpened",
    "BoxPacked",
    "CarriageMoved",
    "CoinTossed",
    "CommandAssigned",
    "ContactMade",
    "CountryLaid",
    "CountryWarned",
    "Event",
    "FallenChosen",
    "ForceBought",
    "ForceCapitulated",
    "GunCaptured",
    "GunDisputed",
    "GunLaid",
    "GunMoved",
    "GunSetDown",
    "GunSilenced",
    "GunUnharmed",
    "HandicapThrown",
    "MeleeCounted",
    "MeleeFormed",
    "MeleeFought",
    "MenDetrained",
    "MenEntrained",
    "MenKilled",
    "MenLayDown",
    "MenMarched",
    "MenRearmed",
    "MenRetired",
    "MenTouchedLine",
    "MenUnsupplied",
    "MoveClosed",
    "MoveOpened",
    "Objected",
    "OfOneBody",
    "PrisonersFreed",
    "PrisonersMoved",
    "PrisonersSecured",
    "PrisonersTaken",
    "RailReplaced",
    "RailTornUp",
    "RailWorkAdvanced",
    "RailWorkBegun",
    "RailWorkLost",
    "SetupSettled",
    "ShotFired",
    "ShotSettled",
    "SideReady",
    "SupportCounted",
    "ThingPutDown",
    "TrailEmpty",
    "TrailManned",
    "TrainStopped",
    "WaggonCaptured",
    "WithdrawalCounted",
]
