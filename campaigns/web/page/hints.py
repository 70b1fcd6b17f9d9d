"""What to do next, in a sentence or two: for people who open a paper for the first time, or are tired."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from campaigns import sight
from campaigns.desk import Desk
from campaigns.desk.seats import bodies_without_a_seat, not_heard_of
from campaigns.web.desk.fact_fields import FactField
from campaigns.web.page import clockface
from campaigns.web.page.frame import is_official
from rules.contract.sentences import counted
from rules.values.sentence import capitalised, joined, say, say_many

MOST_NAMED = 3
"""Names of those for whom a move waits; the rest are counted."""

STEPS = (say("Orders come in"), say("Measure"), say("Preview"), say("Publish"))
STANDING = {
    "interval": say("Break between moves. You can give orders when the move begins."),
    "fire": say("The umpire is deciding the fire. After that you can give movement orders here."),
    "drain": say("The move has ended. Orders sent in time still count."),
    "closed": say("The move has ended. The umpire now decides it; the report will appear here."),
    "submitted": say("The battle is over, or its next move has not been opened."),
}


BY_ITSELF = {
    "fire": say("The rules are deciding the fire. After that you can give movement orders here."),
    "closed": say("The move has ended. The rules now decide it; the report will appear here."),
}
"""Texts for a campaign without an umpire."""

GIVE_ORDERS = say(
    "Give orders in any order. A body without one stays where it is. When you are done, press “I am ready”."
)


def of_sheet(seat: sight.Seat, sheet: sight.Sheet, of: str = "") -> str:
    """What the reader of a sheet may do now."""
    clock = sheet.clock
    if clock is None:
        return ""
    if seat.battle.status == "ended":
        return say("The battle is over. This is how it stood at the end; no more orders are taken.")
    if seat.is_umpire:
        return say("You see exactly what {of} sees.", of=seat.side_names.get(of, say("an observer")))
    if seat.side not in seat.side_names:
        return say("You see what everybody may see. The clock and the reports update by themselves.")
    if is_official(seat.posts):
        return say("You see what your side knows. What you must measure is under “Measuring”.")
    if sheet.mine and any(one.counts and one.returned and one.returned.kind == "return" for one in sheet.receipts):
        return say("The umpire has returned an order of your side. The reason is beside the order below.")
    if not clock.takes_orders:
        words = STANDING | BY_ITSELF if seat.campaign.works_itself else STANDING
        return words.get("interval" if clock.in_break else clock.state, "")
    if not sheet.mine:
        return say("It is {side_name}'s move. You can give orders in your own side's move.", side_name=clock.side_name)
    if not any(one.may_order for one in sheet.own):
        return say("You command no troops here. You see what your side knows and its orders.")
    if any(one.mine and one.at is not None for one in sheet.readiness):
        return say("You are ready. You can change orders until the move ends.")
    fire = (
        say("Give only fire orders now. Marches and charges come after the fire is decided. ")
        if clock.stage == "fire"
        else ""
    )
    return fire + GIVE_ORDERS


def of_desk(desk: Desk, facts: list[FactField]) -> dict[str, Any]:
    """The four steps of a move, the present one, and what to do in it.  facts: those still open."""
    clock = desk.clock
    if clock is None or desk.seat.battle.status == "ended":
        return {}
    if clock.state == "submitted":
        return _hint(4, say("The result is published, and the reports are out."))
    if clock.state not in ("closed", "fire"):
        return _orders_come_in(desk)
    if desk.parked_why:
        return _hint(
            2,
            say("The move is stuck. Correct an order or a fact, then publish the result again."),
            "h-submit",
            say("To “Publish the result”"),
        )
    if desk.undecided:
        names = joined(", ", (one.name for one in desk.undecided[:3]))
        return _hint(2, say("Held or returned, still to decide: {names}.", names=names), "held", say("Decide"))
    if facts:
        first = facts[0]
        said = say(
            "{counted} to measure before the result can be published. Next: {question}",
            counted=counted(len(facts), "fact"),
            question=first.need.question,
        )
        return _hint(2, said, first.name, say("Measure"))
    done = say("publish the fire") if clock.state == "fire" else say("publish the result")
    said = say("Everything is measured. Preview the result, then {done} or overrule it.", done=done)
    return _hint(3, said, "h-submit", say("To “{side}”", side=capitalised(done)))


def _orders_come_in(desk: Desk) -> dict[str, Any]:
    """While the clock runs: who is awaited, and the hint to end the move when nobody is."""
    if desk.clock is not None and desk.clock.state == "drain":
        return _hint(
            1,
            say(
                "The move has ended. Orders that were sent before are still being received. The move closes by itself."
            ),
        )
    if desk.clock is not None and desk.clock.state == "interval":
        return {**_hint(1, _in_the_break(desk.clock, desk.seat.campaign.time_zone)), "may_open": True}
    if desk.clock is not None and desk.clock.in_break:
        return _hint(1, say("No orders are taken: the break is paused. It goes on when you restart the clock."))
    if desk.clock is not None and desk.clock.not_started:
        return {**_hint(1, joined(" ", _before_the_start(desk))), "may_start": True}
    awaited = list(_awaited(desk))
    if not awaited:
        sending = [post.title for post in not_heard_of(desk)]
        if sending:
            said = say("Everybody has sent orders. Not ready yet: {who}.", who=_first_of(sending))
        else:
            said = say("Everybody has sent orders or is ready.")
        return {**_hint(1, said), "may_call": desk.clock is not None and desk.clock.state == "open"}
    if desk.clock is not None and desk.clock.state == "paused":
        awaited.append(say("The clock is paused."))
    else:
        awaited.append(say("The move closes by the clock, or when you end it."))
    return {**_hint(1, joined(" ", awaited)), "awaits": True}


def _in_the_break(clock: sight.ClockFace, zone: str) -> str:
    """When the break is over."""
    at = clockface.local(clock.opened_at, zone, clock.now)
    return say("No orders are taken. {side}’s move opens at {at}, or when you open it.", side=clock.side_name, at=at)


def _before_the_start(desk: Desk) -> Iterator[str]:
    """What an umpire who began with the clock stopped waits for: who is still to come, of both sides."""
    yield from _coming(desk)
    if not desk.invited:
        yield say("All who were invited have taken their seats.") if desk.seated else say("Nobody has a seat yet.")
    clock = desk.clock
    if clock is not None and clock.paused_until is not None:
        until = clockface.local(clock.paused_until, desk.seat.campaign.time_zone, clock.now)
        yield say("The clock stands until you start it, or until {until} at the latest.", until=until)


def _awaited(desk: Desk) -> Iterator[str]:
    """For whom a move waits, a sentence for each kind: who has sent nothing, who is invited, what nobody can order."""
    if missing := [post.title for post in desk.missing]:
        yield say("No orders yet from {who}.", who=_first_of(missing))
    yield from _coming(desk)


def _coming(desk: Desk) -> Iterator[str]:
    """Who is invited, and what nobody can order."""
    if invited := [one.title for one in desk.invited]:
        yield say("Invited, and not here yet: {who}.", who=_first_of(invited))
    if left := bodies_without_a_seat(desk):
        yield say("Nobody holds a seat that can order {who}.", who=_first_of(left))


def _first_of(names: Sequence[str]) -> str:
    """Some names, and how many more there are."""
    more = len(names) - MOST_NAMED
    said = joined("; ", names[:MOST_NAMED])
    return said + say_many(" and {n} more", " and {n} more", more) if more > 0 else said


def _hint(step: int, words: str, href: str = "", link: str = "") -> dict[str, Any]:
    steps = [{"title": title, "done": number < step, "now": number == step} for number, title in enumerate(STEPS, 1)]
    return {"steps": steps, "words": words, "href": href, "link": link}
