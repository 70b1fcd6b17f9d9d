"""The messages that somebody has received: their own, those sent to them, what their side shouted, and what the enemy let be heard."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from campaigns.bridge import names_held
from campaigns.compiled_queries import Prepared
from campaigns.couriers import COURIER, ride_of, riding_of, ways
from campaigns.models import Courier, Dispatch, Move, Post
from campaigns.models.move import HEAVY
from campaigns.models.person import name_of
from campaigns.sight.lenses import Lens
from campaigns.sight.seat import Seat

TO_ADDRESSEES = ("addressees", COURIER)
"""How a message is heard that needs somebody to whom it is sent."""

SHOWN = 50
"""Messages that a sheet shows, the latest first."""


@dataclass(frozen=True)
class Message:
    """A message that the asker has heard.  to: titles of the seats to which it went; mine: whether the asker sent it.

    heard: by whom it was: ``addressees``, ``side`` or ``all``, or ``courier`` where it rode.  at: when it was sent; of
    what a courier brought, when it arrived.  taken: from a courier of the enemy; sender and addressee are then left
    out.
    channel: empty to those who read what the umpire wrote in the name of a scout or anybody else: it looks like theirs.
    riders: what became of each, for the umpire, and for everybody once the papers are open.
    answers: of the umpire's answer, the question; shown only to its asker and to the umpire, whoever hears the answer.
    """

    number: str
    at: datetime
    move_number: int
    side: str
    sender: str
    channel: str
    heard: str
    to: tuple[str, ...]
    text: str
    mine: bool
    taken: bool = False
    riders: tuple[RiderFact, ...] = ()
    answers: str = ""


@dataclass(frozen=True)
class RiderFact:
    """A courier, with all that is known of them.  due_at: none once the ride is over.  distance in sixteenths.

    danger: enemy bodies that were within reach of the line, by name.
    """

    number: str
    to: str
    status: str
    sent_at: datetime
    due_at: datetime | None
    ended_at: datetime | None
    distance: int
    side: str
    sender: str = ""
    danger: tuple[str, ...] = ()


@dataclass(frozen=True)
class Addressee:
    """A seat of the asker's own side to which a message may be sent.

    distance and seconds: how far a courier would ride there now, in sixteenths, and how long; none where nobody rides.
    known: whether the places of both are known.
    """

    post: str
    title: str
    name: str
    distance: int | None = None
    seconds: int | None = None
    known: bool = True


@dataclass(frozen=True)
class MessageSheet:
    """What the asker has received in a battle, the latest first, and how they may send a message.

    channels: of the book, each with key, title, says, heard and clause; none where they may send none.
    asks: whether they may ask the umpire a question.  alone: whether they have a command, and nobody to write to.
    """

    heard: tuple[Message, ...] = ()
    channels: tuple[Mapping[str, Any], ...] = ()
    addressees: tuple[Addressee, ...] = ()
    asks: bool = False
    alone: bool = False


def messages(seat: Seat, of: str = "", most: int = SHOWN) -> MessageSheet:
    """The messages that a seat has received in a battle.  of: for the umpire, as which side to read; else the umpire reads all.

    Messages whispered or written to others are not queried: neither their text nor that they exist.
    """
    channels = ways(seat.rules, seat.campaign.couriers)
    all_of_it = seat.is_umpire and not of
    side = "" if all_of_it else seat.view(of)
    mine = _of_side(seat, side) if seat.is_umpire and of else {post.public_id for post in seat.posts}
    rows = Dispatch.objects.filter(battle_id=seat.battle.id)
    if not all_of_it:
        rows = rows.filter(_heard_by(side, mine, seat.is_umpire or seat.is_general))
    heard = list(_whole(rows).order_by("-at", "-pk")[:most])
    posts = _posts(seat, side) if heard or not seat.is_umpire else {}
    goes_on, kinds = seat.battle.status == "running", {post.kind for post in seat.posts}
    sends = bool(channels) and goes_on and not kinds.isdisjoint({"general", "commander"})
    addressees = _addressees(seat, posts, mine) if sends else ()
    channels = tuple(one for one in channels if sends and (addressees or one["heard"] not in TO_ADDRESSEES))
    return MessageSheet(
        heard=_messages(heard, posts, mine, side, whole=all_of_it),
        channels=channels,
        addressees=addressees,
        asks=goes_on and _umpired(seat) and not kinds.isdisjoint({"general", "commander", "official"}),
        alone=sends and not channels,
    )


def _of_side(seat: Seat, side: str) -> set[str]:
    """The seats of a side, all of which the umpire reads as; of ``observer``, none."""
    posts = Post.objects.filter(campaign_id=seat.campaign.id, side__key=side)
    return set(posts.values_list("public_id", flat=True))


def _umpired(seat: Seat) -> bool:
    """Whether there is an umpire who would answer a question."""
    return not seat.campaign.works_itself and seat.campaign.purpose != "practice"


def _whole(rows: QuerySet[Dispatch]) -> QuerySet[Dispatch]:
    """The same with all details of a message, in one query."""
    rows = rows.select_related("post", "move", "answers__post")
    return rows.defer(*(f"move__{name}" for name in HEAVY))


def _addressees(seat: Seat, posts: Mapping[str, Post], mine: set[str]) -> tuple[Addressee, ...]:
    """To whom somebody may send a message, and how long a courier would ride there."""
    held = {key: post for key, post in posts.items() if post.held_until is None}
    open_to = {key: post for key, post in held.items() if post.commands and key not in mine}
    rides = _rides(seat, held, open_to, mine) if seat.campaign.couriers else {}
    return tuple(Addressee(key, post.title, name_of(post.user), **rides.get(key, {})) for key, post in open_to.items())


def _rides(
    seat: Seat, held: Mapping[str, Post], open_to: Mapping[str, Post], mine: set[str]
) -> dict[str, dict[str, Any]]:
    """How far and how long a courier would ride to each seat of the asker's side, by its public id."""
    own = sorted((held[key] for key in mine if key in held), key=lambda post: (post.kind != Post.Kind.GENERAL, post.pk))
    sender = next((post for post in own if post.commands), None)
    under_way = Move.objects.filter(battle_id=seat.battle.id).exclude(status=Move.Status.SUBMITTED)
    position = under_way.values_list("position", flat=True).first()
    if sender is None or position is None:
        return {}
    names, riding = names_held(held.values()), riding_of(seat.campaign.couriers)
    found = {}
    for key, post in open_to.items():
        ride = ride_of(seat.rules.pieces, riding, position, seat.side, sender, post, names)
        found[key] = {"distance": ride.distance, "seconds": ride.seconds, "known": bool(ride.line)}
    return found


def rider_fact(row: Courier, titles: Mapping[str, str]) -> RiderFact:
    """A courier as shown to the umpire.  titles: of the seats."""
    return RiderFact(
        number=row.public_id,
        to=titles.get(row.to, ""),
        status=row.status,
        sent_at=row.dispatch.at,
        due_at=row.due.due_at if row.status == Courier.Status.RIDING else None,
        ended_at=row.ended_at,
        distance=row.distance,
        side=row.side,
        sender=row.dispatch.voice or row.dispatch.post.title,
        danger=tuple(row.danger),
    )


def _heard_by(side: str, mine: set[str], generals: bool, number: int | None = None) -> Q:
    """The messages that a side, or one of these seats, heard or sent.  [KS-GENL-04]

    generals: whether a General's seat is among them, who reads what was taken from a courier of the enemy.
    number: of the move in which it arrived; none for any.
    """
    found = Q(heard="all") | Q(heard="side", side=side) | Q(post__public_id__in=mine)
    for post in sorted(mine):
        found |= Q(heard="addressees", to__contains=post)
    if number is not None:
        found &= Q(move__number=number)
    brought = Q(status=Courier.Status.ARRIVED, to__in=mine)
    if generals:
        brought |= Q(status=Courier.Status.TAKEN, captor=side)
    there = Courier.objects.filter(brought, dispatch__heard=COURIER)
    if number is not None:
        there = there.filter(ended_move__number=number)
    return found | Q(heard=COURIER, pk__in=there.values("dispatch_id"))


def _posts(seat: Seat, side: str) -> dict[str, Post]:
    """The seats whose titles may be shown: of the asker's own side; of both to the umpire."""
    rows = _all_seats(seat.campaign.id) if seat.is_umpire else _seats_of(seat.campaign.id, side)
    return {row.public_id: row for row in rows}


_all_seats = Prepared(
    lambda campaign: Post.objects.filter(campaign_id=campaign).select_related("user").order_by("pk"), int
)
_seats_of = Prepared(
    lambda campaign, side: (
        Post.objects.filter(campaign_id=campaign, side__key=side).select_related("user").order_by("pk")
    ),
    int,
    str,
)


def _messages(
    rows: Iterable[Dispatch], posts: Mapping[str, Post], mine: set[str], side: str, *, whole: bool
) -> tuple[Message, ...]:
    """Messages as shown to those of a side who have received them, the latest first.  whole: to the umpire, who sees all."""
    rows, titles = list(rows), {key: post.title for key, post in posts.items()}
    rode = _rode(rows)
    told = [_visible_dispatch(row, titles, mine, side, rode.get(row.pk, ()), whole=whole) for row in rows]
    return tuple(sorted(told, key=lambda message: message.at, reverse=True)) if rode else tuple(told)


def _rode(rows: Iterable[Dispatch]) -> dict[int, list[Courier]]:
    """The couriers of some messages, by the message."""
    with_riders = [row.pk for row in rows if row.heard == COURIER]
    found: dict[int, list[Courier]] = {}
    if with_riders:
        riders = Courier.objects.filter(dispatch_id__in=with_riders).order_by("number")
        riders = riders.select_related("due", "dispatch__post", "ended_move")
        for one in riders.defer(*(f"ended_move__{name}" for name in HEAVY)):
            found.setdefault(one.dispatch_id, []).append(one)
    return found


def _visible_dispatch(
    row: Dispatch,
    titles: Mapping[str, str],
    mine: set[str],
    side: str,
    rode: Iterable[Courier] = (),
    *,
    whole: bool = False,
) -> Message:
    """A message as it is shown.  titles: of the seats that may be named; whole: with what became of its couriers.

    Who receives it from a courier learns that it was for them alone, and when it arrived; who captures it, only the
    text.
    """
    own = row.post.public_id in mine
    there = next((one for one in rode if one.to in mine and one.status == Courier.Status.ARRIVED), None)
    took = next((one for one in rode if one.captor and one.captor == side and one.side != side), None)
    taken = bool(took) and not (whole or own or there)
    heard = took if taken else None if whole or own else there
    to = [heard.to] if heard is not None and not taken else [] if taken else row.to
    return Message(
        number=row.public_id,
        at=heard.ended_at if heard is not None and heard.ended_at is not None else row.at,
        move_number=heard.ended_move.number if heard is not None and heard.ended_move is not None else row.move.number,
        side=row.side,
        sender="" if taken else row.voice or row.post.title,
        channel="" if row.voice and not (whole or own) else row.channel,
        heard=row.heard,
        to=tuple(titles[one] for one in to if one in titles),
        text=row.text,
        mine=own,
        taken=taken,
        riders=tuple(rider_fact(one, titles) for one in rode) if whole else (),
        answers=row.answers.text if row.answers and (whole or row.answers.post.public_id in mine) else "",
    )


def messages_replayed(
    seat: Seat, number: int, lens: Lens, lenses: Iterable[Lens], *, is_open: bool
) -> tuple[Message, ...]:
    """The messages of one move that somebody received, the oldest first.  lenses: those of the commanders, for their titles.

    The umpire reads what was received through a lens, and so does everybody once the papers of the battle are open;
    before that nobody reads what they have not received themselves, even if it was whispered to one of their own side.
    """
    if not seat.rules.book.channels(seat.rules.options):
        return ()
    mine, eyes = {post.public_id for post in seat.posts}, set(lens.posts)
    rows = Dispatch.objects.filter(battle_id=seat.battle.id)
    if lens.kind == "truth":
        rows = rows.filter(move__number=number)
    elif lens.kind == "side":
        rows = rows.filter(Q(heard="all") | Q(side=lens.side), move__number=number)
    else:
        chief = Post.objects.filter(public_id__in=eyes, kind=Post.Kind.GENERAL).exists()
        rows = rows.filter(_heard_by(lens.side, eyes, chief, number))
    if not (seat.is_umpire or is_open):
        rows = rows.filter(_heard_by(seat.side, mine, seat.is_general))
    titles = {key: title for one in lenses for key, title in one.posts.items()}
    found = list(_whole(rows).order_by("at", "pk"))
    rode, whole = _rode(found), lens.kind == "truth"
    messages = [_visible_dispatch(row, titles, eyes, lens.side, rode.get(row.pk, ()), whole=whole) for row in found]
    return tuple(
        replace(message, mine=row.post.public_id in mine) for message, row in zip(messages, found, strict=True)
    )
