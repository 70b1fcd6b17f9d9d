"""What happens in a game of chess, one frozen class each."""

from __future__ import annotations

from dataclasses import dataclass

from rules.contract.events import Event
from rules.values.codec import FLAG, IDENTITY, TEXT, choice, key, list_of

MEN = choice("pawn", "knight", "bishop", "rook", "queen", "king")


@dataclass(frozen=True, kw_only=True)
class MoveMade(Event):
    """A man was moved.  unlawful: not as the laws allow.  check: the king is attacked, as far as that is announced.

    [CH79-01 to CH79-11, LAWS-07a, AMB-C19]
    """

    name = "move-made"
    man: str = key(MEN)
    origin: str = key(TEXT, name="from")
    target: str = key(TEXT, name="to")
    taken: str = key(TEXT, "")
    san: str = key(TEXT, "")
    descriptive: str = key(TEXT, "")
    false: bool = key(FLAG, False, name="unlawful")
    check: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class MoveKept(MoveMade):
    """A man was moved, which only its owner may know.  [CHK-01, CHK-22]"""

    name = "move-kept"
    told = "own"


@dataclass(frozen=True, kw_only=True)
class CheckCalled(Event):
    """A player said "check".  [CH79-21, LAWS-08]"""

    name = "check-called"


@dataclass(frozen=True, kw_only=True)
class CheckUnannounced(Event):
    """A king was attacked and nothing was said.  [CH79-21]"""

    name = "check-unannounced"


@dataclass(frozen=True, kw_only=True)
class CheckUnsaid(CheckUnannounced):
    """A king was attacked and nothing was said, and the check may be ignored: only the player who gave it is reminded.

    mate: it is mate, once it is said.  [LAWS-09a, AMB-C19]
    """

    name = "check-unsaid"
    told = "own"
    mate: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class ManTouched(Event):
    """A man was touched.  binds: the player must move it, or take it.  [CH79-18, CH79-19, LAWS-04a]"""

    name = "man-touched"
    square: str = key(TEXT)
    binds: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class ManAdjusted(Event):
    """A player said "j'adoube" of a man.  [CH79-20]"""

    name = "man-adjusted"
    square: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class ClaimUpheld(Event):
    """A claim was upheld.  side: the claimant's; ruling: what follows."""

    name = "claim-upheld"
    claim: str = key(TEXT)
    ruling: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class MoveTakenBack(Event):
    """A move was taken back.  side: the one that had made it.  [LAWS-07a, LAWS-08, LAWS-09b]"""

    name = "move-taken-back"
    origin: str = key(TEXT, name="from")
    target: str = key(TEXT, name="to")


@dataclass(frozen=True, kw_only=True)
class GameRestarted(Event):
    """The game was begun again because the men had been set up wrongly.  [LAWS-03]"""

    name = "game-restarted"


@dataclass(frozen=True, kw_only=True)
class Asked(Event):
    """A player asked the other to agree to something.  what: draw, repetition, no-force or restart."""

    name = "asked"
    what: str = key(TEXT)


@dataclass(frozen=True, kw_only=True)
class GameWon(Event):
    """The game was won.  conceded: outside the code of 1879; time: because time ran out.  [CH79-22, CH79-24, LAWS-11b]"""

    name = "game-won"
    winner: str = key(IDENTITY)
    conceded: bool = key(FLAG, False)
    time: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class GameDrawn(Event):
    """The game was drawn.  [CH79-25 to CH79-28]"""

    name = "game-drawn"


@dataclass(frozen=True, kw_only=True)
class TryRefused(Event):
    """The umpire said no.  [CHK-04, CHK-16]"""

    name = "try-refused"
    told = "own"
    origin: str = key(TEXT, name="from")
    target: str = key(TEXT, name="to")


@dataclass(frozen=True, kw_only=True)
class NoHeard(Event):
    """The umpire said no, and both players heard it.  [CHK-04]"""

    name = "no-heard"


@dataclass(frozen=True, kw_only=True)
class CaptureAnnounced(Event):
    """A capture on a square was announced: of a pawn or a piece.  [CHK-07, CHK-08]"""

    name = "capture-announced"
    square: str = key(TEXT)
    what: str = key(choice("pawn", "piece"))
    in_passing: bool = key(FLAG, False)


@dataclass(frozen=True, kw_only=True)
class CheckAnnounced(Event):
    """Check was announced, with its directions.  [CHK-09 to CHK-11]"""

    name = "check-announced"
    directions: tuple[str, ...] = key(list_of(TEXT))


@dataclass(frozen=True, kw_only=True)
class AnyAnswered(Event):
    """The umpire answered "Any?".  answer: ``try`` or ``no``.  [CHK-12, CHK-14]"""

    name = "any-answered"
    answer: str = key(choice("try", "no"))


@dataclass(frozen=True, kw_only=True)
class TurnAnnounced(Event):
    """The turn of a side was announced.  [CHK-06]"""

    name = "turn-announced"


EVENTS: tuple[type[Event], ...] = (
    MoveMade,
    MoveKept,
    CheckCalled,
    CheckUnannounced,
    CheckUnsaid,
    ManTouched,
    ManAdjusted,
    ClaimUpheld,
    MoveTakenBack,
    GameRestarted,
    Asked,
    GameWon,
    GameDrawn,
    TryRefused,
    NoHeard,
    CaptureAnnounced,
    CheckAnnounced,
    AnyAnswered,
    TurnAnnounced,
)
