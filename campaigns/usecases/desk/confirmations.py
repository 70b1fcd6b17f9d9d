"""What one side's official reported the other's confirms: both have measured it, and both names go into the record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction

from campaigns.bridge import canonical, rules_of
from campaigns.errors import Differ, NotOfficial, NotPending, OwnEntry, WrongState
from campaigns.measurements import Place, confirmations_of, said_of
from campaigns.models import Battle, Confirmation, Move, Post
from campaigns.models.plain import Plain
from campaigns.sight.measurements import FactToConfirm, to_confirm
from campaigns.unlocked import unlocked
from campaigns.usecases.access import locked_move, player_of
from campaigns.usecases.clock.deadlines import look_again
from campaigns.usecases.desk.facts import MOST_FACTS, enter_agreed, may_be_worked_on
from campaigns.usecases.news import add_news_for_side
from campaigns.usecases.notices import note_notice, umpires
from campaigns.usecases.record import add_record
from rules.contract.rules import Rules
from rules.errors import Illegal, Invalid
from rules.values.sentence import of_field, say


@dataclass(frozen=True)
class Confirmed:
    """The result of confirming: how many facts count now, and how many still wait."""

    move: str
    confirmed: int
    waiting: int


@unlocked
def confirm(*, by: Any, move: str, facts: Sequence[Mapping[str, Any]], now: datetime) -> Confirmed:
    """The official of the side that does not move gives their own measurement of facts that the other side's has reported.

    facts: each with order, key and subject of its place, what was ``reported`` when they looked, and what they
    ``measured``.  Where two lengths agree the shorter counts; where they differ both measure again (Differ, which is
    recorded), and then the shorter counts.  OwnEntry to the side that moves, NotOfficial to anybody else.  [KS-OFF-03]
    """
    given = _read(facts)
    with transaction.atomic():
        battle, found, official = _confirmer(by, move)
        may_be_worked_on(found)
        if not found.waits:
            raise WrongState(say("The move has not ended yet. Facts are confirmed after its end."))
        judged = _judge(found, rules_of(battle.terms), given)
        _keep(battle, found, official, judged, now)
    differing = [one for one in judged if one.fact["stands"] is None]
    if differing:
        raise Differ([{**_place(one.fact), "sentence": one.sentence} for one in differing])
    return Confirmed(found.public_id, len(judged), len(to_confirm(found)))


@dataclass(frozen=True)
class Judged:
    """One fact with the value that counts, or why none does.  kind: of its need."""

    fact: Plain
    sentence: str = ""


def _read(facts: Any) -> dict[Place, Plain]:
    """The facts by their places; Invalid where they are of another shape."""
    if not isinstance(facts, Sequence) or isinstance(facts, str) or not facts:
        raise Invalid(of_field("facts", say("a list of the facts that are confirmed is wanted")))
    if len(canonical(list(facts))) > MOST_FACTS:
        raise Invalid(of_field("facts", say("at most {most_facts} characters are wanted", most_facts=MOST_FACTS)))
    found: dict[Place, Plain] = {}
    for number, one in enumerate(facts):
        if not isinstance(one, Mapping) or not {"key", "reported", "measured"} <= one.keys():
            raise Invalid(of_field(f"facts.{number}", say("order, key, subject, reported and measured are wanted")))
        words = [one.get("order", ""), one["key"], one.get("subject", "")]
        if not all(isinstance(word, str) and len(word) <= 120 for word in words):
            raise Invalid(of_field(f"facts.{number}", say("order, key and subject are words")))
        found[Place(*words)] = {"reported": one["reported"], "measured": one["measured"]}
    return found


def _confirmer(by: Any, public_id: str) -> tuple[Battle, Move, Post]:
    """A move and its battle, locked, for an official of the side that does not move.  Unseen to a stranger."""
    battle, move = locked_move(public_id)
    posts = player_of(by, battle.campaign_id, "move")
    officials = [post for post in posts if post.kind == Post.Kind.OFFICIAL and post.side is not None]
    for post in officials:
        if post.side is not None and post.side.key != move.side:
            return battle, move, post
    raise OwnEntry if officials else NotOfficial()


def _judge(move: Move, rules: Rules, given: Mapping[Place, Plain]) -> list[Judged]:
    """The value of each fact that counts.  NotPending where it does not wait for this official, or has been reported again since."""
    asked = {Place(one.order, one.key, one.subject): one for one in to_confirm(move)}
    said = confirmations_of(move)
    judged = []
    for place, one in given.items():
        pending = asked.get(place)
        if pending is None or pending.reported != one["reported"]:
            raise NotPending(" ".join(part for part in place if part)[:160])
        again = any(fact["stands"] is None for _, fact in said_of(place, said))
        judged.append(_agreed(rules, pending, one["measured"], again))
    return judged


def _agreed(rules: Rules, pending: FactToConfirm, measured: Any, again: bool) -> Judged:
    """One fact, agreed or not."""
    fact = {
        "order": pending.order,
        "key": pending.key,
        "subject": pending.subject,
        "reported": pending.reported,
        "reported_by": pending.by,
        "measured": measured,
    }
    try:
        stands = rules.book.agree(pending.kind, pending.reported, measured, again=again)
    except Illegal as differ:
        return Judged({**fact, "stands": None}, differ.sentence)
    return Judged({**fact, "stands": stands})


def _keep(battle: Battle, move: Move, official: Post, judged: Sequence[Judged], now: datetime) -> None:
    """Write the confirmations and enter them in the record with both names; where all is agreed the clock asks for the finding again."""
    facts = [one.fact for one in judged]
    number = Confirmation.objects.filter(move=move).count() + 1
    Confirmation.objects.create(move=move, number=number, by=official, at=now, facts=facts)
    data = {"move": move.number, "facts": [{**fact, "confirmed_by": official.title} for fact in facts]}
    for side in rules_of(battle.terms).sides:
        add_news_for_side(battle, side, "facts")
    add_record(battle, at=now, actor=official.title, kind="confirmed", data=data)
    shorter = {
        Place(**_place(fact)): fact["stands"]
        for fact in facts
        if fact["stands"] is not None and fact["stands"] != fact["reported"]
    }
    enter_agreed(battle, move, official, shorter, now)
    if any(fact["stands"] is None for fact in facts):
        _notify_that_they_differ(battle, move, str(number), now)
    else:
        look_again(move, now=now)


def _notify_that_they_differ(battle: Battle, move: Move, again: str, now: datetime) -> None:
    """Both officials and the umpire are told only that they differ."""
    held = Post.objects.filter(
        campaign_id=battle.campaign_id, kind=Post.Kind.OFFICIAL, held_until__isnull=True
    ).order_by("pk")
    to = {post.user_id: post for post in [*held, *umpires(battle)]}
    text = say("Move {number}: the officials’ measurements differ. Both must measure again.", number=move.number)
    note_notice(battle, move=move, kind="differ", text=text, now=now, to=to.values(), again=again)


def _place(fact: Plain) -> dict[str, str]:
    return {key: str(fact[key]) for key in ("order", "key", "subject")}
