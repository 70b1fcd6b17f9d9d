"""What people are answered in one of the two worlds, and where the answers of both differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.campaigns.secrets.addresses import SHUT
from tests.campaigns.secrets.course import crowd, witnessed
from tests.campaigns.secrets.crawl import FEW_WAYS, WAYS, Answer, crawled, parts_of, pressed, used
from tests.campaigns.secrets.hidden import MARCHES, MOMENTS, OPEN, TOLD, Battlefield, Secret
from tests.campaigns.test_twin_worlds import difference
from tests.depth import WHOLE

FEW, FEW_GROUPS = ("red-foot", "blue-foot", "canary-mine"), ("bodies", "mines")
THINGS, GROUPS = FEW, FEW_GROUPS
if WHOLE:
    THINGS += (
        "red-gun",
        "red-depot",
        "blue-box",
        "blue-boat",
        "blue-depot",
        "canary-work",
        "canary-marines",
        "no-such-thing",
    )
    GROUPS += ("guns", "works", "depots", "boats")
EVERY = 6 if WHOLE else 24
"""Of how many addresses each of the crowd opens one at a moment; Red's commander opens more when most is hidden."""

LEFT_OUT = frozenset(" ".join(SHUT.values()).split())
"""Addresses that nobody among the crowd may open: they are tried once, when most has been done, and forms in the whole run."""

Seen = dict[str, dict[str, Answer]]
Shares = Callable[[str, str, int], tuple[int, int]]
"""Moment, who looks, their place in the crowd -> the addresses that they open: the one at a place of each so many."""


def in_turn(moment: str, who: str, place: int) -> tuple[int, int]:
    """Red's commander opens all addresses when most is hidden, everybody a share at every moment."""
    if who == "red_foot" and moment in (OPEN, TOLD):
        return 0, 1
    return (place + MOMENTS.index(moment)) % EVERY, EVERY


def in_thirds(moment: str, who: str, place: int) -> tuple[int, int]:
    """Red's commander opens a third of the addresses at each moment."""
    every = 1 if WHOLE else 3 if who == "red_foot" else 24
    return (place + (moment == TOLD)) % every, every


class Looks:
    """What the crowd is answered at each moment, and what those read who may know.  secrets: of which they are asked."""

    def __init__(self, secrets: tuple[Secret, ...], shares: Shares = in_turn) -> None:
        self.secrets, self.shares = secrets, shares
        self.seen: Seen = {}
        self.read: dict[tuple[str, str, str, str], str] = {}

    def at(self, world: Battlefield, moment: str) -> None:
        """Everybody looks, or where it is Red's to march Red's commander alone."""
        if moment == MARCHES:
            self.tools(world, moment)
            return
        for one in self.secrets:
            if place_of(one)[0] == moment:
                self.read.setdefault(place_of(one), witnessed(world, one))
        for place, (who, user) in enumerate(crowd(world.cast).items()):
            seat = self.shares(moment, who, place)
            parts, but = parts_of(world, user, THINGS, GROUPS), LEFT_OUT if moment == OPEN else ()
            self.seen[f"{moment}: {who}"] = crawled(world, user, parts, seat, but=but)
        if moment == TOLD:
            self.tools(world, moment)

    def tools(self, world: Battlefield, moment: str) -> None:
        """Red's commander, whose move is open, uses every tool."""
        user = world.cast.red_foot
        self.seen[f"{moment}: tools"] = used(world, user, THINGS, WAYS if WHOLE else FEW_WAYS)

    def officials(self, world: Battlefield, moment: str) -> None:
        """An official opens what they alone open, and a commander sends a form to every address."""
        official, commander = world.cast.official, world.cast.red_foot
        parts = parts_of(world, official, THINGS, GROUPS)
        self.seen[f"{moment}: measures"] = crawled(world, official, parts, of="measuring|api-facts")
        if moment == TOLD:
            few = parts_of(world, commander, ("red-foot", "canary-mine"), ("mines",))
            self.seen["forms"] = pressed(world, commander, few, () if WHOLE else LEFT_OUT)


def place_of(one: Secret) -> tuple[str, str, str, str]:
    """When, by whom and where a secret is read by somebody who may know it."""
    return (one.when if one.done else OPEN, one.by, one.where, one.query)


def leaks(plain: Seen, secret: Seen) -> list[str]:
    """Where two worlds differ for those who may not know it, with the place of the difference."""
    assert plain.keys() == secret.keys()
    found = []
    for look, answers in plain.items():
        assert list(answers) == list(secret[look]), look
        found += [
            f"{look}: {asked}: {difference(answer, secret[look][asked])[:900]}"
            for asked, answer in answers.items()
            if answer != secret[look][asked]
        ]
    return found


def signs(seen: Seen) -> list[str]:
    """Where somebody who may not know it meets the sign of a secret that they have not named themselves."""
    return [
        f"{look}: {asked}"
        for look, answers in seen.items()
        for asked, answer in answers.items()
        if "canary-" in answer[3].lower() and "canary-" not in asked
    ]


def is_read(one: Secret, plain: Looks, secret: Looks) -> bool:
    """Whether somebody who may know of a secret reads its sign, and only in the world in which it is so."""
    return one.sign in secret.read[place_of(one)] and one.sign not in plain.read[place_of(one)]


def compared(seen: Seen) -> Any:
    """How many answers were compared."""
    return sum(map(len, seen.values()))
