"""How a thing is shown: its block, its strength, what is to be said of it, its place, in the words of the pages.

Input is a thing as ``sight`` or ``desk`` gives it; whatever a reader may not know is not in its state, and is not shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.templatetags.marks import formation, inches
from campaigns.web.board.plan import place_in_words

PACKETS = ("food", "forage", "ammunition")
SIGN_OF_GROUP = {
    "guns": "gun",
    "waggons": "waggon",
    "depots": "depot",
    "generals": "general",
    "boats": "boat",
    "trains": "train",
}
TITLE_OF_GROUP = {
    "guns": "Guns",
    "waggons": "Waggons",
    "depots": "Depots",
    "works": "Works",
    "bridges": "Bridges",
    "generals": "The General",
    "boats": "Boats",
    "trains": "Trains",
    "mines": "Mines",
}


@dataclass(frozen=True)
class Row:
    """One thing in a table of forces."""

    thing: str
    group: str
    name: str
    side: str
    arm: str
    strength: str
    flags: tuple[str, ...]
    where: str
    gone: bool
    entry: Any
    no_orders: str
    is_open: bool


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: ``1 man``, ``12 men``."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def row(thing: Any) -> Row:
    """A thing as a row of a table."""
    state = thing.state
    return Row(
        thing=thing.id,
        group=thing.group,
        name=thing.name,
        side=thing.side or "none",
        arm=SIGN_OF_GROUP.get(thing.group, thing.arm),
        strength=strength(thing.group, thing.arm, state),
        flags=tuple(flags(thing.group, state)),
        where=place_in_words(state.get("at"), _facing(thing.group, state)),
        gone=is_gone(thing.group, state),
        entry=thing.receipt,
        no_orders="No orders yet" if thing.is_open else "",
        is_open=thing.is_open and not is_gone(thing.group, state),
    )


def _facing(group: str, state: Mapping[str, Any]) -> int | None:
    """Which way a thing looks; only of men and guns."""
    return int(state.get("facing", 0)) if group in ("bodies", "guns") else None


def is_gone(group: str, state: Mapping[str, Any]) -> bool:
    """Whether it is no more: no man left, destroyed, gone."""
    if group == "bodies":
        return state.get("men") == 0
    return any(state.get(how) for how in ("destroyed", "gone", "exploded", "opened"))


def strength(group: str, arm: str, state: Mapping[str, Any]) -> str:
    """Its strength in words."""
    if group == "bodies":
        return _men(arm, state)
    if group == "guns":
        return "limbered" if state.get("limbered") else "unlimbered"
    if group in ("waggons", "depots"):
        return packets(state["packets"]) if "packets" in state else ""
    if group in ("boats", "trains", "boxes") and "aboard" in state:
        return f"{sum(state['aboard'].values())} aboard" if state["aboard"] else "nobody aboard"
    if group == "bridges":
        return "standing" if state.get("standing", True) else "down"
    if group == "works":
        return f"{state.get('kind', 'work')}, {state.get('state', 'begun')}, {counted(state.get('moves_done', 0), 'move')} done"
    return ""


def _men(arm: str, state: Mapping[str, Any]) -> str:
    """The men of a body, its horses and its formation, as far as they are known."""
    parts = [counted(state["men"], "man", "men")] if "men" in state else []
    if arm == "cavalry" and "horses" in state and state["horses"] != state.get("men"):
        parts.append(counted(state["horses"], "horse"))
    if arm in ("infantry", "cavalry"):
        parts.append(formation(state.get("formation", "two-ranks")))
    return ", ".join(parts)


def packets(held: Mapping[str, Any]) -> str:
    """Packets by kind: ``4 food, 2 ammunition``."""
    return ", ".join(f"{held[kind]} {kind}" for kind in PACKETS if held.get(kind)) or "empty"


def flags(group: str, state: Mapping[str, Any]) -> Iterable[str]:
    """What else is to be said of a thing, as far as it is known."""
    if group == "bodies" and state.get("men") == 0:
        yield "no man left"
        return
    plain = {
        "destroyed": "destroyed",
        "out_of_action": "out of action for want of supplies",
        "surrendered": "has surrendered",
        "disarmed": "disarmed",
        "immobile": "may not march in its next own move",
        "arrested": "a pursuer stopped",
        "in_dispute": "in dispute",
        "gone": "out of the game",
    }
    yield from (text for key, text in plain.items() if state.get(key))
    if state.get("must_retire"):
        yield f"must retire {inches(state['must_retire'])}"
    if state.get("flight"):
        yield "in flight"
    if state.get("disabled_for"):
        yield f"disabled for {counted(state['disabled_for'], 'own move')}"
    if state.get("absent_for"):
        yield f"away for {counted(state['absent_for'], 'own move')}"
    if state.get("prisoners"):
        yield f"{counted(state['prisoners'], 'man', 'men')} in enemy hands"
    if state.get("held_by") and state.get("held_by") != state.get("side"):
        yield f"held by {str(state['held_by']).capitalize()}"
    owed = packets(state.get("arrears") or {})
    if owed != "empty":
        yield f"is owed {owed}"


def grouped(rows: Iterable[Row], arms: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
    """Rows in tables: bodies arm by arm, then guns, waggons and the rest.  arms: of the book, each with its title."""
    tables: dict[str, list[Row]] = {}
    titles = dict(arms)
    order = [*titles.values(), *TITLE_OF_GROUP.values()]
    for one in rows:
        title = titles.get(one.arm, "Others") if one.group == "bodies" else TITLE_OF_GROUP.get(one.group, "Others")
        tables.setdefault(title, []).append(one)
    return [
        {"title": title, "rows": tables[title]}
        for title in sorted(tables, key=lambda one: order.index(one) if one in order else 99)
    ]


def on_the_plan(things: Iterable[Any], link: Any = None) -> list[dict[str, Any]]:
    """Things with a place as the plan takes them; a detachment that stands at its gun is shown by the gun alone."""
    things = list(things)
    crews = {
        (one.state.get("crew"), tuple(one.state["at"])) for one in things if one.group == "guns" and one.state.get("at")
    }
    return [
        {
            "thing": one.id,
            "name": one.name,
            "side": one.side or "none",
            "arm": SIGN_OF_GROUP.get(one.group, one.arm),
            "at": one.state.get("at"),
            "facing": _facing(one.group, one.state),
            "strength": one.state.get("men", "") if one.group == "bodies" else "",
            "form": _form(one),
            "said": strength(one.group, one.arm, one.state) if one.group in ("bodies", "guns") else "",
            "href": link(one) if link else "",
        }
        for one in things
        if one.state.get("at")
        and (one.group == "bodies" or one.group in SIGN_OF_GROUP)
        and not is_gone(one.group, one.state)
        and (one.id, tuple(one.state["at"])) not in crews
    ]


def _form(thing: Any) -> str:
    """The formation of men, or how a gun stands, as far as it is known."""
    if thing.group == "guns":
        return "limbered" if thing.state.get("limbered") else "unlimbered"
    return str(thing.state.get("formation", "two-ranks")) if thing.group == "bodies" else ""


def totals(things: Iterable[Any]) -> dict[str, int]:
    """Men, horses and guns of a side that still count."""
    things = [one for one in things if not is_gone(one.group, one.state)]
    bodies = [one.state for one in things if one.group == "bodies"]
    return {
        "men": sum(state.get("men", 0) for state in bodies),
        "horses": sum(state.get("horses", 0) for state in bodies),
        "guns": sum(one.group == "guns" for one in things),
    }
