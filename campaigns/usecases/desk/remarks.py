"""What the umpire adds to the report of a move: to all, to a side, or to a seat; shown only in their reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from campaigns.models import Battle, Move, Post
from campaigns.models.plain import Plain
from campaigns.usecases.messages.recipients import read_recipients
from campaigns.usecases.text_checks import read_text
from rules.errors import Invalid
from rules.values.sentence import of_field, say

LONGEST = 1_000
"""Characters of a remark at most."""

MOST = 10
"""Remarks with one report at most."""

OBSERVER = "observer"


def read_remarks(battle: Battle, remarks: Any) -> list[Plain]:
    """Remarks as they are kept with the move, each with text, heard, side and to.  Invalid where they have another shape."""
    if not isinstance(remarks, Sequence) or isinstance(remarks, str) or len(remarks) > MOST:
        raise Invalid(of_field("remarks", say("a list of at most {most} is wanted", most=MOST)))
    return [_read(battle, one) for one in remarks]


def _read(battle: Battle, remark: Any) -> Plain:
    if not isinstance(remark, Mapping) or not {"text"} <= set(remark) <= {"text", "heard", "side", "to"}:
        raise Invalid(of_field("remarks", say("text, heard, side and to are wanted, and nothing else")))
    text = read_text(remark["text"], "remarks", LONGEST, least=1)
    recipients = read_recipients(battle, remark.get("heard", "all"), remark.get("side", ""), remark.get("to", ()))
    return {"text": text, **recipients.data()}


def remarks_by_report(move: Move) -> dict[str, list[Plain]]:
    """The remarks on a move by the report that shows each: of a side, or of the observers.

    For a remark to seats a report names those that read it.
    """
    remarks = move.remarks or []
    wanted = {post for one in remarks for post in one["to"]}
    posts = Post.objects.filter(public_id__in=wanted).select_related("side") if wanted else []
    titles: dict[str, dict[str, str]] = {}
    for post in posts:
        titles.setdefault(post.side.key if post.side else OBSERVER, {})[post.public_id] = post.title
    sides = [*move.battle.campaign.sides.values_list("key", flat=True), OBSERVER] if remarks else []
    return {
        side: [_remark_data(one, titles.get(side, {})) for one in remarks if _is_for(one, side, titles)]
        for side in sides
    }


def _is_for(remark: Plain, side: str, titles: Mapping[str, Mapping[str, str]]) -> bool:
    if remark["heard"] == "addressees":
        return any(post in titles.get(side, {}) for post in remark["to"])
    return bool(remark["heard"] == "all" or remark["side"] == side)


def _remark_data(remark: Plain, titles: Mapping[str, str]) -> Plain:
    return {
        "text": remark["text"],
        "heard": remark["heard"],
        "to": {post: titles[post] for post in remark["to"] if post in titles},
    }
