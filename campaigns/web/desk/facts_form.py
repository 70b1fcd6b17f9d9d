"""The form of measured facts: made from what the rules need, parsed into plain data.

Each fact has a field whose name tells where it belongs: ``o.<thing>/<place>.<key>`` of an order, ``m.<key>.<subject>``
of the move itself.  The first value of a field is what was entered, else what the engine knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from campaigns.sight import NeedFact
from campaigns.web.desk.fact_fields import FactField, FactsForm
from campaigns.web.desk.floor_lists import MOST, MOST_SPREAD, Things, chosen
from campaigns.web.desk.shots_form import read_shots, shots_of
from campaigns.web.page.measures import read_count, read_inches
from rules.contract.answers import COUNTS, EFFECTS
from rules.values.sentence import say

NOTHING = ("", "None", "False", "[]")
"""How an empty part of a field is written."""


def facts_form(desk: Any, post: Any = None) -> FactsForm:
    """The form of a desk's facts; with what was typed where it was sent."""
    things = Things(desk)
    orders = {
        order.measured_key: [_field(f"o.{order.measured_key}.{need.key}", need, things) for need in order.needs]
        for order in desk.orders
    }
    move = [_field(f"m.{need.key}.{need.subject}", need, things) for need in desk.move_needs]
    form = FactsForm(orders, move, things.long)
    if post is not None:
        _read(form, post, desk)
    return form


def coin_wanted(desk: Any) -> bool:
    """Whether a coin may decide this move."""
    return any(desk.seat.rules.pieces.may_toss(desk.position, one.order) for one in desk.orders)


def mark_meanwhile(form: FactsForm, standing: FactsForm) -> None:
    """Show at each field of a form that came too late its present value, where that differs."""
    now = {one.name: one for one in standing.fields}
    for one in form.fields:
        other = now[one.name]
        if _plain(one) != _plain(other):
            value = other.typed.get("value")
            words = (
                {True: "yes", False: "no"}[value] if isinstance(value, bool) else str("" if value is None else value)
            )
            one.meanwhile = words or say("something else, which the desk shows")


def _plain(one: FactField) -> Any:
    """The value of a field in a form that can be compared: text, without empty parts."""
    said = {key: str(value) for key, value in one.typed.items()}
    return sorted(part for part in said.items() if part[1] not in NOTHING), str(one.said).replace("'", "")


def _field(name: str, need: NeedFact, things: Things) -> FactField:
    """The field of a need, with its first value."""
    value = need.given if need.given is not None else need.known
    if need.shot is not None:
        choices = {
            part.of: things.listed(part.of, MOST if part.kind in (COUNTS, EFFECTS) else MOST_SPREAD)
            for part in need.shot.parts
        }
    else:
        choices = {need.of: things.listed(need.of, MOST if need.record else None)} if need.of else {}
    one = FactField(name, need, choices, things.long)
    if need.shot is not None:
        value = value.get(need.subject) if isinstance(value, Mapping) else value
        one.shots = shots_of(one, value)
        one.typed = {"seen": "yes"} if value is not None else {}
    else:
        _fill(one, value)
    return one


def _fill(asked: FactField, value: Any) -> None:
    """Put a value into the field."""
    need = asked.need
    if need.kind == "groups":
        asked.typed = {identity: number for number, group in enumerate(value or (), 1) for identity in group}
        asked.typed |= {"none": "yes"} if value is not None else {}
    elif need.record is not None:
        whole = isinstance(value, Mapping) and need.record.parts[0].name not in value
        asked.typed = dict((value.get(need.subject) if whole else value) or {})
    elif need.kind == "ids":
        ids = value.get(need.subject, []) if isinstance(value, Mapping) else value
        asked.typed = {"ids": list(ids or [])}
    else:
        one = value.get(need.subject) if isinstance(value, Mapping) else value
        asked.typed = {"value": "" if one is None else one}


# -- reading ----------------------------------------------------------------------------------------


def _read(form: FactsForm, post: Any, desk: Any) -> None:
    """Parse the whole form into plain data; an error stands at its field, and what was typed stays."""
    for order in desk.orders:
        facts: dict[str, Any] = {}
        for asked in form.orders[order.measured_key]:
            _read_into(asked, post, facts, asked.need.key)
        kept = {
            key: value
            for key, value in order.entered.items()
            if key not in {one.need.key for one in form.orders[order.measured_key]}
        }
        if facts or kept:
            form.given[order.measured_key] = {**kept, **facts}
    form.move_facts = {
        key: value for key, value in desk.move_facts.items() if key not in {one.need.key for one in form.move}
    }
    for asked in form.move:
        if asked.need.kind == "groups":
            _read_into(asked, post, form.move_facts, asked.need.key)
        else:
            _read_into(asked, post, form.move_facts.setdefault(asked.need.key, {}), asked.need.subject)
    form.move_facts = {key: value for key, value in form.move_facts.items() if value != {}}


def _read_into(asked: FactField, post: Any, facts: dict[str, Any], key: str) -> None:
    """Parse one field; an empty one gives nothing."""
    try:
        value = _reader(asked.need)(asked, post)
    except ValueError as fault:
        asked.error = str(fault)
        return
    if value is not None:
        facts[key] = value


def _typed(asked: FactField, post: Any) -> str:
    text = str(post.get(asked.name, "")).strip()
    asked.typed = {"value": text}
    return text


def _read_length(asked: FactField, post: Any) -> Any:
    text = _typed(asked, post)
    return read_inches(text) if text else None


def _read_count(asked: FactField, post: Any) -> Any:
    text = _typed(asked, post)
    return read_count(text) if text else None


def _read_flag(asked: FactField, post: Any) -> Any:
    text = _typed(asked, post)
    asked.typed = {"value": {"yes": True, "no": False}.get(text, "")}
    return {"yes": True, "no": False}.get(text)


def _read_ids(asked: FactField, post: Any) -> Any:
    named = [one for one in post.getlist(asked.name) if one in asked.listed]
    asked.typed = {"ids": named}
    return named if named or post.get(f"{asked.name}.none") else None


def _read_groups(asked: FactField, post: Any) -> Any:
    """Bodies with the same number form a group, those without one are in none; None where no number was typed."""
    groups: dict[int, list[str]] = {}
    asked.typed = {}
    for identity in asked.listed:
        text = str(post.get(f"{asked.name}.{identity}", "")).strip()
        if text:
            asked.typed[identity] = text
            groups.setdefault(read_count(text, 99), []).append(identity)
    if post.get(f"{asked.name}.none"):
        asked.typed["none"] = "yes"
    return [groups[number] for number in sorted(groups)] if asked.typed else None


def _read_record(asked: FactField, post: Any) -> Any:
    """All parts of a fact, or nothing; a tick alone gives nothing."""
    assert asked.need.record is not None
    found: dict[str, Any] = {}
    for part in asked.need.record.parts:
        text = str(post.get(f"{asked.name}.{part.name}", "")).strip()
        asked.typed[part.name] = bool(text) if part.kind == "flag" else text
        found[part.name] = (
            chosen(text, asked.by_name or asked.listed) if part.kind == "target" else asked.typed[part.name]
        )
    needed = [part for part in asked.need.record.parts if part.kind != "flag"]
    if not any(asked.typed[part.name] for part in needed):
        return None
    if not all(found[part.name] for part in needed):
        raise ValueError(asked.need.record.wanted)
    asked.typed |= found
    return found | {part.name: read_inches(found[part.name]) for part in needed if part.kind == "length"}


def _reader(need: NeedFact) -> Callable[[FactField, Any], Any]:
    return read_shots if need.shot else _read_record if need.record else READERS[need.kind]


READERS: Mapping[str, Callable[[FactField, Any], Any]] = {
    "length": _read_length,
    "count": _read_count,
    "counts": _read_count,
    "flag": _read_flag,
    "ids": _read_ids,
    "groups": _read_groups,
}
