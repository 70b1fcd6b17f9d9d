"""What Red, an observer or an outsider may not know, one row each: what makes it so, and who may know it, and where.

A battle of Kriegspiel on a country, in moves of two stages; Blue moves first.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from campaigns.models import Battle, OrderEntry, Underlay
from campaigns.usecases.campaigns.objectives import set_objectives
from campaigns.usecases.campaigns.preparation import appoint
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.desk.rulings import correct_order, overrule_finding
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.messages.questions import answer_question, ask_umpire
from campaigns.usecases.orders.drafts import save_draft
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from campaigns.usecases.people.invitations import invite
from campaigns.usecases.pictures.pictures import keep_picture
from campaigns.usecases.pictures.underlays import change_battle_picture
from tests.campaigns.builders import START, Cast, a_user, the_move
from tests.campaigns.pictures.scans import a_scan, encoded

OPTIONS = {
    "two_stage_move": True,
    "fire_mode": "simulated",
    "rifle_range_in": 24,
    "first_fire_move": 1,
    "score_points": True,
    "boxed_troops": True,
    "show_note_count": False,
}
PLACES = {
    "red-foot": [60, 60],
    "red-horse": [72, 60],
    "red-crew": [84, 60],
    "red-gun": [84, 60],
    "red-waggon": [96, 60],
    "red-depot": [100, 40],
    "blue-foot": [60, 92],
    "blue-horse": [72, 92],
    "blue-crew": [84, 92],
    "blue-gun": [84, 92],
    "blue-depot": [100, 120],
}
COUNTRY = {
    "size": [192, 144],
    "contours": {"knoll": {"line": [[60, 64], [80, 64], [92, 72], [76, 88], [58, 80], [60, 64]], "height": 6}},
    "water": {"brook": {"outline": [[0, 68], [40, 66], [40, 72], [0, 74]], "fordable": False}},
    "roads": {"lane": {"line": [[110, 0], [112, 72], [108, 144]], "width": 3}},
    "rails": {"line": {"line": [[150, 0], [150, 144]]}},
    "back_lines": {"red": "south", "blue": "north"},
}
SPOT = [62, 62]
"""Close to Red's foot: where Blue hides something, or not."""


@dataclass
class Battlefield:
    """A battle in one of the two worlds.  secret: whether there is anything to hide; names: ids that only this world has."""

    secret: bool
    cast: Cast
    battle: Any
    names: dict[str, str] = field(default_factory=dict)

    @property
    def move(self) -> str:
        """The id of the move under way."""
        return the_move(self.battle).public_id


@dataclass(frozen=True)
class Secret:
    """Something that is so in one world only.

    begins: what it changes of the opening position.  done: what is done, at the moment ``when``.
    sign: a text that only who may know it reads: ``by``, at the address of that name with ``thing`` in it, and ``query``.
    """

    name: str
    sign: str
    by: str
    where: str
    begins: Callable[[dict[str, Any]], None] | None = None
    done: Callable[[Battlefield, datetime], None] | None = None
    when: str = "opening"
    query: str = ""
    thing: str = ""


def state(group: str, thing: str, **state: Any) -> Callable[[dict[str, Any]], None]:
    """A thing has another state, or is there at all."""

    def begins(start: dict[str, Any]) -> None:
        things = start.setdefault(group, {})
        things[thing] = things.get(thing, {}) | state

    return begins


def together(*several: Callable[[dict[str, Any]], None]) -> Callable[[dict[str, Any]], None]:
    """Several things have another state."""

    def begins(start: dict[str, Any]) -> None:
        for one in several:
            one(start)

    return begins


BLUE, WRITTEN = "blue_foot", "api-sheet"
LIES: tuple[Secret, ...] = (
    Secret(
        "men whom a boat carries",
        "canary-marines",
        BLUE,
        "sheet",
        together(
            state(
                "bodies",
                "canary-marines",
                side="blue",
                arm="infantry",
                men=9,
                aboard="blue-boat",
                at=[20, 70],
                name="canary-marines",
            ),
            state("boats", "blue-boat", aboard={"canary-marines": 9}),
        ),
    ),
    Secret(
        "men whom a train carries",
        "canary-riders",
        BLUE,
        "sheet",
        together(
            state(
                "bodies",
                "canary-riders",
                side="blue",
                arm="infantry",
                men=5,
                aboard="blue-train",
                at=[150, 100],
                name="canary-riders",
            ),
            state("trains", "blue-train", aboard={"canary-riders": 5}),
        ),
    ),
    Secret(
        "what is in a box",
        "canary-boxed",
        BLUE,
        "sheet",
        state("bodies", "blue-box", arm="cavalry", men=148, formation="line", name="canary-boxed"),
    ),
    Secret("what a depot holds", "86413", BLUE, "supplies", state("depots", "blue-depot", packets={"food": 86413})),
    Secret(
        "what a waggon holds",
        '"ammunition":5',
        BLUE,
        WRITTEN,
        state("waggons", "blue-waggon", packets={"ammunition": 5}),
    ),
    Secret(
        "who commands a body", "canary-colonel", BLUE, WRITTEN, state("bodies", "blue-foot", commander="canary-colonel")
    ),
    Secret(
        "a work begun",
        "canary-work",
        BLUE,
        WRITTEN,
        state(
            "works",
            "canary-work",
            kind="entrenchment",
            side="blue",
            crew="blue-foot",
            line=[[56, 63], [68, 63]],
            moves_done=1,
        ),
    ),
    Secret("a mine that is laid", "canary-mine", BLUE, WRITTEN, state("mines", "canary-mine", side="blue", at=SPOT)),
    Secret(
        "a gun out of action for some moves",
        '"disabled_for"',
        BLUE,
        WRITTEN,
        state("guns", "blue-spare", disabled_for=2),
    ),
    Secret("how a gun is laid", '"elevation"', BLUE, WRITTEN, state("guns", "blue-spare", elevation=7)),
    Secret(
        "packets that a body is owed",
        '"arrears"',
        BLUE,
        WRITTEN,
        state("bodies", "blue-crew", arrears={"food": 2}, unsupplied_since=0),
    ),
    Secret("how often a body has fired", '"fire_streak"', BLUE, WRITTEN, state("bodies", "blue-foot", fire_streak=2)),
    Secret(
        "who follows a General",
        "canary-heir",
        BLUE,
        WRITTEN,
        state("generals", "blue-chief", seniority=["canary-heir"]),
    ),
)
"""What lies on the floor from the beginning."""


def opening(secrets: Iterable[Secret]) -> dict[str, Any]:
    """The opening position with these secrets in it."""
    start = {**copy.deepcopy(START), "country": COUNTRY, "own_moves": {"blue": 0, "red": 0}, "first": "blue"}
    for group in ("bodies", "guns", "waggons", "depots"):
        for name, thing in start[group].items():
            thing |= {"at": PLACES[name], "facing": 0 if name.startswith("red") else 180}
    start["bodies"]["blue-box"] = {"side": "blue", "arm": "infantry", "men": 2, "boxed": True, "at": [188, 140]}
    start["guns"]["blue-spare"] = {"side": "blue", "crew": "blue-crew", "at": [88, 92], "facing": 180}
    start["bodies"]["blue-sappers"] = {"side": "blue", "arm": "engineers", "men": 12, "at": [130, 120], "facing": 180}
    start["waggons"]["blue-waggon"] = {"side": "blue", "packets": {"food": 1}, "at": [101, 118], "facing": 180}
    start["boats"] = {"blue-boat": {"side": "blue", "at": [20, 70], "aboard": {}}}
    start["trains"] = {"blue-train": {"side": "blue", "along": 100, "trucks": 4, "line": "line"}}
    start["generals"] = {"blue-chief": {"side": "blue", "at": [90, 130], "name": "General Oake"}}
    start["bodies"]["blue-foot"]["commander"] = (
        "Major Lake"  # the time of a move tells the size of a command, not whose it is
    )
    for one in secrets:
        if one.begins is not None:
            one.begins(start)
    return start


# -- what is done -----------------------------------------------------------------------------------

FIRE, FIRE_CLOSED, OPEN, CLOSED, TOLD = "fire", "fire closed", "open", "closed", "told"
MARCHES = "marches"
"""Red's own movement, after its fire: only Red's tools are used then."""
"""The moments: Blue's fire orders are open, are closed, its other orders are open, are closed; Red's own move is open."""

REASON = "canary-reason"
SHOWN_BY = {
    "blue-foot": BLUE,
    "blue-sappers": BLUE,
    "blue-box": BLUE,
    "blue-horse": "blue_horse",
    "blue-chief": "blue_general",
}
"""Who orders a thing of Blue's: the commander of its arm; of guns and waggons, of artillery and transport."""


def sends(thing: str, order: Mapping[str, Any]) -> Callable[[Battlefield, datetime], None]:
    """An order of Blue's is in force."""

    def done(world: Battlefield, now: datetime) -> None:
        user = getattr(world.cast, SHOWN_BY.get(thing, "blue_guns"))
        base = OrderEntry.objects.filter(move=the_move(world.battle), thing=thing).count()
        world.names["entry"] = submit_orders(
            user=user,
            move=world.move,
            thing=thing,
            orders=[dict(order)],
            base_revision=base,
            key=f"{thing}-{base}",
            now=now,
        ).number

    return done


def ordered(thing: str, order: Mapping[str, Any], when: str = OPEN) -> Secret:
    """The row of an order of Blue's that is in force."""
    kind = str(order["order"])
    return Secret(
        f"an order in force: {kind}",
        f'"{kind}"',
        SHOWN_BY.get(thing, "blue_guns"),
        "api-orders",
        done=sends(thing, order),
        when=when,
    )


def drafts(thing: str, who: str, order: Mapping[str, Any]) -> Callable[[Battlefield, datetime], None]:
    """A draft that its author alone knows of."""

    def done(world: Battlefield, now: datetime) -> None:
        user = getattr(world.cast, who)
        save_draft(user=user, move=world.move, thing=thing, orders=[dict(order)], base_revision=0, now=now)

    return done


def _ready(world: Battlefield, now: datetime) -> None:
    declare_ready(user=world.cast.blue_horse, move=world.move, now=now)


def _whispers(world: Battlefield, now: datetime) -> None:
    general = world.battle.campaign.posts.get(kind="general", side__key="blue").public_id
    told = {"channel": "whisper", "to": [general], "text": "canary-whisper", "key": "word"}
    send_message(by=world.cast.blue_foot, battle=world.battle.public_id, now=now, **told)


def _asks(world: Battlefield, now: datetime) -> None:
    put = ask_umpire(by=world.cast.blue_foot, battle=world.battle.public_id, text="canary-question", key="ask", now=now)
    world.names["question"] = put.number
    answer_question(by=world.cast.umpire, question=put.number, text="canary-answer", heard="side", now=now)


def _prepares(world: Battlefield, now: datetime) -> None:
    """Events that wait, for somebody who comes near, for a later move, for a press; none of them happens."""
    arrival = [{"template": "battalion", "side": "blue", "name": "canary-arrival"}]
    near = {"near": {"at": [1, 1], "inches": 1, "side": "red"}}
    for key, when in {"near": near, "move": {"move_number": 9}, "press": {"press": True}}.items():
        planned = Planned(text="canary-event", clause="house rule", change=arrival, sure=True, **when)
        world.names["inject"] = prepare_inject(
            by=world.cast.umpire, battle=world.battle.public_id, planned=planned, key=key, now=now
        ).inject


def aims(name: str, **more: Any) -> Callable[[Battlefield, datetime], None]:
    """The umpire sets an objective that not everybody may know of."""

    def done(world: Battlefield, now: datetime) -> None:
        kept = Battle.objects.values_list("objectives", flat=True).get(pk=world.battle.pk)
        one = {"side": "blue", "kind": "hold", "at": SPOT, "inches": 7, "name": name, "move": 1, **more}
        set_objectives(
            by=world.cast.umpire, battle=world.battle.public_id, objectives=[*kept, one], reason=f"{name}-why", now=now
        )

    return done


def _appoints(world: Battlefield, now: datetime) -> None:
    campaign = world.battle.campaign.public_id
    spy = a_user("canary-captain")
    seat = {"kind": "commander", "side": "blue", "arm": "infantry", "title": "Canary-Title"}
    world.names["post"] = appoint(by=world.cast.umpire, campaign=campaign, user=spy, now=now, **seat).public_id


def _gives_a_brigade(world: Battlefield, now: datetime) -> None:
    """Somebody gets a brigade, and another is invited to it by a link."""
    seat = {
        "campaign": world.battle.campaign.public_id,
        "kind": "commander",
        "side": "blue",
        "brigade": "Canary-Brigade",
    }
    appoint(by=world.cast.umpire, user=a_user("canary-captain"), now=now, **seat)
    invite(by=world.cast.umpire, now=now, **seat)


def _measures(world: Battlefield, now: datetime) -> None:
    supply = {"supply": {"blue-crew": {"source": "blue-depot", "distance": 20}}}
    given = {"base_revision": 0, "orders": {}, "move_facts": supply, "reason": "canary-measure"}
    measure(by=world.cast.umpire, move=world.move, now=now, **given)


def leaves_out(world: Battlefield, now: datetime) -> None:
    """What Blue's orders would show is ruled out; what stays has no effect that anybody sees."""
    stage = the_move(world.battle).stage
    entries = OrderEntry.objects.filter(move=the_move(world.battle), stage=stage)
    for one in entries:
        if any(order["order"] not in UNSEEN_WORK for order in one.orders):
            correct_order(by=world.cast.umpire, move=world.move, thing=one.thing, orders=[], reason=REASON, now=now)


def _rules(world: Battlefield, now: datetime) -> None:
    change = [
        {"group": "mines", "add": {"side": "blue"}},
        {
            "group": "bodies",
            "thing": "canary-added",
            "add": {"side": "blue", "arm": "infantry", "men": 7, "aboard": "blue-boat"},
        },
    ]
    made = overrule_finding(
        by=world.cast.umpire, move=world.move, change=change, reason="canary-ruling", clause="KS-MINE-01", now=now
    )
    world.names["ruling"] = made.ruling


UNSEEN_WORK = frozenset({"load", "lay-mine", "entrench", "stand"})
"""Orders of which nobody else sees what comes of them."""

FIRED = (
    ordered("blue-gun", {"order": "fire-gun", "gun": "blue-gun", "shots": 1, "aim": {"bearing": 180}}, FIRE),
    ordered("blue-foot", {"order": "fire-rifles", "body": "blue-foot", "fives": []}, FIRE),
)
ORDERED = (
    ordered("blue-horse", {"order": "march", "body": "blue-horse", "path": [[72, 98]]}),
    ordered("blue-foot", {"order": "stand", "body": "blue-foot"}),
    ordered("blue-crew", {"order": "split", "body": "blue-crew", "men": 5, "into": "canary-half"}),
    ordered("blue-waggon", {"order": "load", "waggon": "blue-waggon", "source": "blue-depot", "packets": {"food": 1}}),
    ordered("blue-sappers", {"order": "lay-mine", "body": "blue-sappers", "at": [131, 118]}),
    ordered("blue-chief", {"order": "move-general", "general": "blue-chief", "path": [[90, 124]]}),
    ordered("blue-train", {"order": "train", "train": "blue-train", "inches": 6}),
)


def _scans(world: Battlefield, at: datetime) -> None:
    """The umpire has a picture under the battle, which is theirs alone."""
    made = keep_picture(by=world.cast.umpire, sent=encoded(a_scan(64, 48)), now=at)
    placing = {"pixels": "1/3", "origin": [0, 0], "turn": 0}
    given = {"placing": placing, "strength": 50, "audience": "umpire", "changed_at": at}
    Underlay.objects.create(battle=world.battle, picture=made, **given)
    change_battle_picture(by=world.cast.umpire, battle=world.battle.public_id, strength=60, audience="umpire", now=at)


DRAFT = {"order": "split", "body": "blue-foot", "men": 5, "into": "canary-draft"}
DEEDS: tuple[Secret, ...] = (
    *FIRED,
    Secret(
        "a draft for the fire", "canary-draft", BLUE, "api-drafts", done=drafts("blue-foot", BLUE, DRAFT), when=FIRE
    ),
    Secret(
        "the umpire's half-done measurements",
        "canary-measure",
        "umpire",
        "api-record",
        done=_measures,
        when=FIRE_CLOSED,
    ),
    Secret("a correction of an order", "canary-reason", "umpire", "api-record", done=leaves_out, when=FIRE_CLOSED),
    *ORDERED,
    Secret("a draft", "canary-draft", BLUE, "api-drafts", done=drafts("blue-foot", BLUE, DRAFT), when=OPEN),
    Secret("that somebody is ready", '"ready"', "umpire", "api-record", done=_ready, when=OPEN),
    Secret("a whisper", "canary-whisper", "blue_general", "dispatches", done=_whispers, when=OPEN),
    Secret("a question", "canary-question", BLUE, "dispatches", done=_asks, when=OPEN),
    Secret("an event that is prepared", "canary-event", "umpire", "injects", done=_prepares, when=OPEN),
    Secret("a brigade given", "Canary-Brigade", BLUE, "roster", done=_gives_a_brigade, when=OPEN),
    Secret("a picture of the umpire's alone", 'class="underlay"', "umpire", "desk", done=_scans, when=OPEN),
    Secret(
        "the other side's objective", "canary-aim", "blue_general", "objectives", done=aims("canary-aim"), when=OPEN
    ),
    Secret(
        "an objective for the umpire alone",
        "canary-own-aim",
        "umpire",
        "objectives",
        done=aims("canary-own-aim", side="", shown="umpire"),
        when=OPEN,
    ),
    Secret("a seat given", "Canary-Title", "umpire", "roster", done=_appoints, when=OPEN),
    Secret(
        "a correction of an order of movement", "canary-reason", "umpire", "api-record", done=leaves_out, when=CLOSED
    ),
    Secret("a ruling that is not told", "canary-ruling", "umpire", "api-record", done=_rules, when=CLOSED),
)
"""What is done while Blue's move is under way, in this sequence."""

SECRETS = (*LIES, *DEEDS)
MOMENTS = (FIRE, FIRE_CLOSED, OPEN, CLOSED, TOLD)
