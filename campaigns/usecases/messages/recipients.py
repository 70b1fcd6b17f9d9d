"""Recipients of the umpire's messages: everybody, one side, or some seats.  [KS-OFF-01]"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from campaigns.errors import Unseen
from campaigns.models import Battle, Post
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say

HEARD = ("all", "side", "addressees")
MOST_POSTS = 40


@dataclass(frozen=True)
class Recipients:
    """Who receives something: one of ``HEARD``.  side: which; of seats theirs, empty where they are of several.

    to: public ids of seats, in their order.
    """

    heard: str = "all"
    side: str = ""
    to: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """As the columns of a row have it."""
        return {"heard": self.heard, "side": self.side, "to": list(self.to)}


def read_recipients(battle: Battle, heard: Any, side: Any = "", to: Any = ()) -> Recipients:
    """The recipients.  Invalid where there are none; Unseen for a seat that is not in the campaign, or is the umpire's."""
    if heard not in HEARD:
        raise Invalid(of_field("heard", say("choose one of {heard}", heard=joined(", ", HEARD))))
    if to and heard != "addressees":
        raise Invalid(
            of_field(
                "to", say("seats are named, but the message would not go to them alone; choose the seats or nobody")
            )
        )
    if heard == "all":
        return Recipients()
    if heard == "side":
        if side not in set(battle.campaign.sides.values_list("key", flat=True)):
            raise Invalid(of_field("side", say("choose a side")))
        return Recipients(heard, side)
    if not isinstance(to, list | tuple) or not 0 < len(to) <= MOST_POSTS or not all(isinstance(one, str) for one in to):
        raise Invalid(of_field("to", say("choose 1 to {most_posts} seats", most_posts=MOST_POSTS)))
    found = list(_posts(battle).filter(public_id__in=to).select_related("side").order_by("pk"))
    if len(found) != len(set(to)):
        raise Unseen("post")
    held = {one.side.key if one.side is not None else "" for one in found}
    return Recipients(heard, held.pop() if len(held) == 1 else "", tuple(one.public_id for one in found))


def posts_of(battle: Battle, recipients: Recipients) -> list[Post]:
    """One seat of each person who receives it, for the notice."""
    held = _posts(battle)
    if recipients.heard == "side":
        held = held.filter(side__key=recipients.side)
    elif recipients.heard == "addressees":
        held = held.filter(public_id__in=recipients.to)
    once = {post.user_id: post for post in held.order_by("-pk")}
    return sorted(once.values(), key=lambda post: post.pk)


def _posts(battle: Battle) -> QuerySet[Post]:
    return Post.objects.filter(campaign_id=battle.campaign_id, held_until__isnull=True).exclude(kind=Post.Kind.UMPIRE)
