"""What things of the floor are called in sentences to people: by their names, else by what they are; ids are for files only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from rules.ground import features
from rules.values.sentence import fill, message, say, word, words

NAMELESS: Mapping[str, tuple[str, str]] = {
    "road-bridge": (say("a road bridge"), message("road bridge {which}")),
    "railway-bridge": (say("a railway bridge"), message("railway bridge {which}")),
    "culvert": (say("a railway culvert"), message("railway culvert {which}")),
    "rail": (say("a rail"), message("rail {which}")),
    "bridges": (say("a bridge"), message("bridge {which}")),
    "mines": (say("a mine"), message("mine {which}")),
    "boats": (say("a boat"), message("boat {which}")),
    "trains": (say("a train"), message("train {which}")),
    "generals": (say("the General"), message("General {which}")),
    "entrenchment": (say("a trench"), message("trench {which}")),
    "works": (say("a work"), message("work {which}")),
    "sealed": (say("a sealed note"), message("sealed note {which}")),
}
"""What a thing without a name is called, alone and with what tells it from others, by its kind or else its group."""

WORKED: Mapping[str, tuple[str, str]] = {
    "destroy": (say("the destruction"), message("the destruction of {target}")),
    "repair": (say("the repair"), message("the repair of {target}")),
    "mine": (say("the laying of a mine"), ""),
    "epaulement": (say("an epaulement"), message("an epaulement for {target}")),
    "burn-depot": (say("the burning of a depot"), message("the burning of {target}")),
    "wreck-waggons": (say("the emptying of waggons"), message("the emptying of {target}")),
    "tear-rail": (say("the tearing up of a rail"), message("the tearing up of {target}")),
    "replace-rail": (say("the laying of a rail"), message("the laying of {target}")),
}
"""What a work is called, without and with what is worked at, by its kind."""

HELD = dict(zip(("bodies", "guns", "waggons", "depots"), words("body", "gun", "waggon", "depot"), strict=True))
"""What a thing of a side is, by its group; men by their arm."""

SIDES = words("Red", "Blue")
"""The sides as a sentence names them."""

KNOWN = {one.lower() for one in SIDES} | set(
    "attacker defender road railway bridge culvert rail mine boat train general trench entrenchment work note body foot "
    "horse crew gunners sappers infantry cavalry artillery engineers transport gun guns waggon cart depot".split()
)
"""Words of ids that tell one thing from no other of its kind."""


BY_ORDER = frozenset("entrench epaulement lay destroy repair burn wreck".split())
"""Words of ids that the software has made of the order of a work and of who works, or at what: nobody wrote them."""


def which(identity: str) -> str:
    """What tells a thing from others of its kind: a number, or the words that its id has beside its side and its kind.

    >>> which("rail-1"), which("red-north-bridge"), which("blue-mine"), which("red-entrench-reserve")
    ('1', 'north', '', '')
    """
    parts = identity.split("-")
    return "" if BY_ORDER & {*parts} else " ".join(one for one in parts if one not in KNOWN)


def known_as(thing: Any) -> str:
    """What a body, gun, waggon or depot of a floor is called."""
    name: str = getattr(thing, "name", "")
    if name:
        return name
    return nameless(
        getattr(type(thing), "GROUP", ""), str(thing.id), getattr(thing, "arm", ""), getattr(thing, "side", "")
    )


def called(group: str, identity: str, thing: Mapping[str, Any], target: Callable[[str], str]) -> str:
    """What a thing is called.  thing: its fields, as far as they are known; target: what a thing that it names is called.

    The target of a work is left out where ``target`` gives nothing for it.

    >>> called("bridges", "rail-1", {"kind": "rail"}, str), called("works", "w", {"kind": "repair", "target": "b"}, str)
    ('rail 1', 'the repair of b')
    """
    kind = str(thing.get("kind") or "")
    if thing.get("name"):
        return str(thing["name"])
    if group == "works" and kind in WORKED:
        at = target(str(thing["target"])) if thing.get("target") else ""
        alone, of = WORKED[kind]
        return fill(of, lambda *_: at) if at and of else alone
    return nameless(group, identity, str(thing.get("arm") or kind), str(thing.get("side") or ""))


@lru_cache(maxsize=4096)
def nameless(group: str, identity: str, kind: str = "", side: str = "") -> str:
    """What a thing without a name is called; an id that is one plain word is left as it is: people wrote it.

    kind: of a body its arm.

    >>> nameless("boats", "red-boat"), nameless("boats", "red-boat-2"), nameless("guns", "red-gun-2", "", "red")
    ('a boat', 'boat 2', "Red's gun 2")
    >>> nameless("boats", "Argo"), nameless("bodies", "red-foot", "infantry", "red")
    ('Argo', "Red's infantry")
    """
    if group in HELD and side and "-" in identity:
        words = {"side": word(side.capitalize()), "what": word(kind if group == "bodies" and kind else HELD[group])}
        apart = which(identity)
        return say("{side}'s {what} {which}", which=apart, **words) if apart else say("{side}'s {what}", **words)
    if group not in NAMELESS or "-" not in identity:
        return identity
    alone, told_apart = NAMELESS.get(kind) or NAMELESS[group]
    return fill(told_apart, lambda *_: which(identity)) if which(identity) else alone


def on_floor(floor: Any, groups: Iterable[str], country: Any, identity: str, side: str = "") -> str:
    """What a thing of a floor or position, or a feature of its country, is called; an unknown id is given back.

    side: that which is told; of the other side's works it is not told what they are at.
    """

    def found(one: str, target: Callable[[str], str]) -> str:
        for group in reversed(tuple(groups)):  # a mine has the id of the work by which it was laid
            thing = getattr(floor, group, {}).get(one)
            if thing is not None:
                known = {key: getattr(thing, key, "") for key in ("name", "kind", "target", "arm", "side")}
                return called(group, one, known, _nothing if side and side != getattr(thing, "side", side) else target)
        sort = next((sort for sort in features.NAMELESS if one in getattr(country, sort)), "")
        return features.called(country, sort, one) if sort else one

    return found(identity, lambda one: found(one, _nothing))


def in_scene(things: Mapping[str, tuple[str, Mapping[str, Any]]], country: Mapping[str, Any]) -> dict[str, str]:
    """What the things of a scene are called, by id.  things: the group and the known fields of each; country: as it is known."""

    def target(one: str) -> str:
        if one in things:
            return called(things[one][0], one, things[one][1], _nothing)
        rails = country.get("rails")
        rail = rails.get(one) if isinstance(rails, Mapping) else None
        return "" if rail is None else str(rail.get("name") or features.NAMELESS["rails"])

    found = {identity: called(group, identity, thing, target) for identity, (group, thing) in things.items()}
    return found | _told_apart(found, things)


def _told_apart(found: Mapping[str, str], things: Mapping[str, tuple[str, Mapping[str, Any]]]) -> dict[str, str]:
    """Numbers for those of one side that have no name and are called alike, as two epaulements; by id.  found: what all are called."""
    alike: dict[tuple[str, str], list[str]] = {}
    for identity, (_, thing) in things.items():
        if not thing.get("name"):
            alike.setdefault((found[identity], str(thing.get("side") or "")), []).append(identity)
    numbered: dict[str, str] = {}
    for (name, _), those in alike.items():
        if len(those) > 1:
            ends = [end if (end := one.rpartition("-")[2]).isdecimal() else "1" for one in those]
            numbers = ends if len(set(ends)) == len(those) else [str(1 + sorted(those).index(one)) for one in those]
            numbered |= {
                one: say("{name} ({number})", name=name, number=number)
                for one, number in zip(those, numbers, strict=True)
            }
    return numbered


def _nothing(identity: str) -> str:
    """What is not told."""
    return ""
