"""The fields for the umpire's remarks with a report: to everybody, to each side, and to one seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from campaigns import sight
from campaigns.desk import Desk
from rules.errors import Invalid
from rules.values.sentence import of_field, say

ALL, POST, TO = "remark-all", "remark-post", "remark-to"


def typed(post: Mapping[str, str], seat: sight.Seat) -> list[dict[str, Any]]:
    """The remarks that were typed.  Invalid where one to a seat names none."""
    found: list[dict[str, Any]] = []
    if post.get(ALL, "").strip():
        found.append({"text": post[ALL], "heard": "all"})
    for side in seat.side_names:
        if post.get(f"remark-{side}", "").strip():
            found.append({"text": post[f"remark-{side}"], "heard": "side", "side": side})
    if post.get(POST, "").strip():
        if not post.get(TO):
            raise Invalid(of_field("remarks", say("choose the seat for the last message")))
        found.append({"text": post[POST], "heard": "addressees", "to": [post[TO]]})
    return found


def rows(facts: Desk, post: Mapping[str, str] | None) -> dict[str, Any]:
    """The fields, with what was typed, or with the remarks of a submission that came to nothing."""
    given = post if post is not None else _kept(facts)
    fields = [(ALL, "", ""), *((f"remark-{key}", key, name) for key, name in facts.seat.side_names.items())]
    found = [{"name": name, "side": side, "title": title, "text": given.get(name, "")} for name, side, title in fields]
    said = [one["text"] for one in found] + [given.get(POST, "")]
    return {"rows": found, "post": given.get(POST, ""), "to": given.get(TO, ""), "typed": any(said)}


def _kept(facts: Desk) -> dict[str, str]:
    found: dict[str, str] = {}
    for one in facts.remarks:
        if one["heard"] == "addressees":
            found |= {POST: one["text"], TO: one["to"][0]}
        else:
            found[f"remark-{one['side']}" if one["heard"] == "side" else ALL] = one["text"]
    return found
