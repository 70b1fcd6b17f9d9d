"""Campaigns and battles are prepared, seats given, and the first move opened."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Max

from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.locks import lock_battle, lock_battles_of, lock_campaign
from campaigns.models import Battle, Campaign, Post, Side
from campaigns.models.person import name_of
from campaigns.models.shelf.descent import node_of
from campaigns.unlocked import unlocked
from campaigns.usecases.access import find_battle, find_campaign, read_public_id, umpire_of
from campaigns.usecases.campaigns.clock_settings import GREATEST_HANDICAP, PERCENT, read_clock, refuse_alike
from campaigns.usecases.campaigns.credits import enter_handicaps
from campaigns.usecases.clock.clock import begin_stopped
from campaigns.usecases.exercises.descent import note_battle, note_descent
from campaigns.usecases.messages.inject_states import prepared_lines
from campaigns.usecases.moves.ledgers import post_opening
from campaigns.usecases.moves.moves import open_move
from campaigns.usecases.moves.things import enter_things
from campaigns.usecases.muster.countries import choose_country, own_country, refuse_changed_country
from campaigns.usecases.muster.draft import move_to_country, replace_locked, row_of
from campaigns.usecases.muster.faults import sound_start
from campaigns.usecases.muster.openings import complete, on_its_country, opening
from campaigns.usecases.news import add_news_of_seats
from campaigns.usecases.notices import note_notice, note_seat_ended
from campaigns.usecases.people.replacement import refuse_who_knows_too_much, seated_elsewhere
from campaigns.usecases.pictures.underlays import copy_to_battle
from campaigns.usecases.record import Line, add_records
from campaigns.usecases.terms import read_terms
from campaigns.usecases.text_checks import names_side, read_line, read_text, read_whole
from rules.books import book as find_book
from rules.contract.data import Position
from rules.errors import Invalid
from rules.values.chance import commitment
from rules.values.sentence import joined, of_field, say, word

NO_COMMAND = say("choose an arm or a brigade")

MOST_TITLE = 80
"""Characters of the title of a seat."""


def create_campaign(
    *,
    by: Any,
    name: str,
    book: str = "kriegspiel",
    options: Mapping[str, Any] | None = None,
    sides: Sequence[Mapping[str, Any]],
    now: datetime,
    **clock: Any,
) -> Campaign:
    """A new campaign in preparation; its maker is its umpire.

    sides: key, name and perhaps briefing, handicap (halves) and time_percent of each, by the keys of the book.
    clock: fields of the campaign, from ``time_zone`` and ``clock_mode`` to ``umpire``: present or none.
    """
    rules = find_book(book)
    fields = read_clock(clock)
    campaign = Campaign(
        name=read_line(name, "name", 120),
        book=book,
        edition=rules.edition,
        options=rules.options(_map({} if options is None else options, "options")),
        created_at=now,
        **fields,
    )
    made = _sides(campaign, sides, rules.sides)
    with transaction.atomic():
        campaign.save(force_insert=True)
        Side.objects.bulk_create(made)
        Post.objects.create(campaign=campaign, kind=Post.Kind.UMPIRE, user=by, title=say("Umpire"), held_from=now)
    return campaign


def side_name(side: Mapping[str, Any]) -> str:
    """What a side is called; the name that it has unless somebody writes another is a word of the program."""
    default = side["key"].title()
    name = read_line(side.get("name", default), "sides.name", 80)
    return word(name) if name == default else name


def _sides(campaign: Campaign, sides: Sequence[Mapping[str, Any]], keys: tuple[str, ...]) -> list[Side]:
    if sorted(str(side.get("key")) for side in sides) != sorted(keys):
        raise Invalid(of_field("sides", say("the sides of this book are {keys}", keys=joined(", ", keys))))
    refuse_alike([side_name(side) for side in sides])
    return [
        Side(
            campaign=campaign,
            key=side["key"],
            name=side_name(side),
            briefing=read_text(side.get("briefing", ""), "sides.briefing", 20_000),
            handicap=read_whole(side.get("handicap", 0), "sides.handicap", 0, GREATEST_HANDICAP),
            time_percent=read_whole(side.get("time_percent", 100), "sides.time_percent", *PERCENT),
        )
        for side in sides
    ]


def _map(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise Invalid(of_field(what, say("a map is wanted")))
    return dict(value)


# -- seats ------------------------------------------------------------------------------------------

TITLES = {"umpire": say("Umpire"), "official": say("Official"), "general": say("General"), "observer": say("Observer")}


def appoint(
    *,
    by: Any,
    campaign: str,
    kind: str,
    side: str = "",
    arm: str = "",
    brigade: str = "",
    user: Any,
    now: datetime,
    title: str = "",
) -> Post:
    """The umpire gives somebody a seat; also while the campaign runs."""
    found = find_campaign(campaign)
    with transaction.atomic():
        locked = lock_campaign(found.pk)
        umpire_of(by, locked.pk)
        refuse_strange_arm(locked, kind, arm)
        return give_post(locked, kind=kind, side=side, arm=arm, brigade=brigade, title=title, user=user, now=now)


def give_post(
    campaign: Campaign, *, kind: str, side: str, arm: str, brigade: str = "", title: str, user: Any, now: datetime
) -> Post:
    """The same in a campaign that is locked, once the giver has been checked."""
    row, arm, brigade, title = describe_post(campaign, kind=kind, side=side, arm=arm, brigade=brigade, title=title)
    _may_hold(campaign, kind, row, user)
    same = {"campaign": campaign, "user": user, "kind": kind, "arm": arm, "brigade": brigade}
    if Post.objects.filter(**same, held_until__isnull=True).exists():
        raise WrongState(say("The same person already has this seat."))
    title = _told_apart(campaign, row, title, title_of(kind, row, arm, brigade), user)
    add_news_of_seats(campaign.pk, row)
    return Post.objects.create(**same, side=row, title=title, held_from=now)


def describe_post(
    campaign: Campaign, *, kind: str, side: str, arm: str, brigade: str, title: str
) -> tuple[Side | None, str, str, str]:
    """A seat that may be given in a campaign: its side's row, its arm or brigade, its title.  Invalid where there is none such."""
    row = _side_of_post(campaign, kind, side)
    arm, brigade = _command(arm, brigade) if kind == Post.Kind.COMMANDER else ("", "")
    return row, arm, brigade, read_line(title, "title", 80) if title else title_of(kind, row, arm, brigade)


def _command(arm: str, brigade: str) -> tuple[str, str]:
    """What a commander commands: an arm, or a brigade."""
    arm, brigade = read_line(arm, "arm", 20, least=0), read_line(brigade, "brigade", 80, least=0)
    if not arm and not brigade:
        raise Invalid(of_field("arm", NO_COMMAND))
    if arm and brigade:
        said = say("choose an arm or a brigade: {arm} and {brigade} were both given", arm=word(arm), brigade=brigade)
        raise Invalid(of_field("arm", said))
    return arm, brigade


def refuse_strange_arm(campaign: Campaign, kind: str, arm: Any) -> None:
    """Refuse a commander of an arm that neither the campaign's book has nor that of one of its battles.  [LW-CAMP-07]

    It is asked when a seat is offered: one that was offered stays good when the battle of that book is deleted.
    """
    if kind != Post.Kind.COMMANDER or not arm:
        return
    own = Battle.objects.filter(campaign=campaign).exclude(book="").order_by("number").values_list("book", flat=True)
    arms = list(dict.fromkeys(key for book in (campaign.book, *own) for key, _ in find_book(book).pieces.arms))
    if arm not in arms:
        raise Invalid(of_field("arm", say("choose one of {one_of}", one_of=joined(", ", arms)) if arms else NO_COMMAND))


def _side_of_post(campaign: Campaign, kind: str, side: str) -> Side | None:
    if kind not in Post.Kind.values:
        raise Invalid(of_field("kind", say("choose one of {values}", values=joined(", ", Post.Kind.values))))
    if kind in (Post.Kind.UMPIRE, Post.Kind.OBSERVER):
        return None
    return side_of(campaign, side)


def side_of(campaign: Campaign, key: Any) -> Side:
    """The side with that key; Invalid where there is none."""
    for side in campaign.sides.all():
        if side.key == key:
            return side
    raise Invalid(of_field("side", say("choose a side")))


def _may_hold(campaign: Campaign, kind: str, side: Side | None, user: Any) -> None:
    """Nobody holds seats of both sides, nor plays where they are umpire or observer."""
    if not user.is_active:
        raise NotYours(say("{user} cannot have a seat.", user=name_of(user)))
    for held in Post.objects.filter(campaign=campaign, user=user, held_until__isnull=True):
        if (held.side_id, side) == (None, None) and held.kind == kind:
            continue
        if held.side_id is None or side is None or held.side_id != side.pk:
            raise seated_elsewhere(user, held, side)
    refuse_who_knows_too_much(campaign, side, user)


def title_of(kind: str, side: Side | None, arm: str, brigade: str = "") -> str:
    title = TITLES.get(kind) or brigade or word(arm.title())
    made = say("{side} {title}", side=side.name, title=title) if side is not None else title
    by_itself = brigade and side is not None and (len(made) > MOST_TITLE or names_side(brigade, side.name))
    return brigade if by_itself else made


def _told_apart(campaign: Campaign, side: Side | None, title: str, made: str, user: Any) -> str:
    """The title of a seat; with its holder's name where it is the one that we made, and another of the side has it."""
    if side is None or title != made:
        return title
    held = Post.objects.filter(campaign=campaign, side=side, held_until__isnull=True)
    return say("{seat}, {name}", seat=title, name=name_of(user)) if any(one.title == made for one in held) else title


def dismiss(*, by: Any, post: str, now: datetime) -> Post:
    """The umpire ends somebody's seat; their orders stand, and they see nothing more from now on."""
    found = Post.objects.filter(public_id=read_public_id(post, "post")).first()
    if found is None:
        raise Unseen("post")
    with transaction.atomic():
        lock_campaign(found.campaign_id)
        lock_battles_of(found.campaign_id)
        umpire_of(by, found.campaign_id, "post")
        found.refresh_from_db()
        umpires = Post.objects.filter(
            campaign_id=found.campaign_id, kind=Post.Kind.UMPIRE, held_until__isnull=True
        ).count()
        if found.kind == Post.Kind.UMPIRE and umpires == 1:
            raise WrongState(say("A campaign needs an umpire."))
        if found.held_until is None:
            found.held_until = now
            found.save(update_fields=["held_until"])
            add_news_of_seats(found.campaign_id, found.side)
            if found.user != by:
                text = say(
                    "The umpire has ended your seat “{title}” in {name}. Your orders stay in force.",
                    title=found.title,
                    name=found.campaign.name,
                )
                note_seat_ended(found, text, now)
    return found


# -- battles ----------------------------------------------------------------------------------------


@unlocked
def open_battle(
    *,
    by: Any,
    campaign: str,
    name: str,
    start: Mapping[str, Any],
    briefing: str = "",
    country: str = "",
    made_of: str = "",
    now: datetime,
    **own: Any,
) -> Battle:
    """Prepare a battle from its opening position, in the form of the public test kit's ``start``.

    country: a saved one, by its public id; its digest is recorded here, before anybody begins.  [KS-GAME-10]
    made_of: the digest of the exercise from which its forces are, if any; it is then sealed from who plays.
    own: ``book``, ``options``, ``seats`` and ``weight`` where they are not the campaign's.  [LW-CAMP-07]
    """
    found = find_campaign(campaign)
    with transaction.atomic():
        locked = lock_campaign(found.pk)
        umpire_of(by, locked.pk)
        refuse_a_campaign_that_is_won(locked)
        terms, columns = read_terms(locked, **own)
        kept: dict[str, Any] = {}
        if country:
            start, kept = choose_country(by, country, terms.book, _map(start, "start"))
        position = complete(terms, start)
        kept = kept or own_country(position)
        number = next_number(locked)
        made = Battle.objects.create(
            campaign=locked,
            number=number,
            name=read_line(name, "name", 120),
            briefing=read_text(briefing, "briefing", 20_000),
            start=position,
            created_at=now,
            **columns,
            **kept,
        )
        note_descent(earlier=made_of, later=node_of(made))
        note_battle(made, position)
        if made.country is not None:
            copy_to_battle(made, made.country, now)
    return made


def next_number(campaign: Campaign) -> int:
    """The number of the next battle of a locked campaign; one that was deleted leaves a gap, or its number if it was the last."""
    last: int | None = Battle.objects.filter(campaign=campaign).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def refuse_a_campaign_that_is_won(campaign: Campaign) -> None:
    """Refuse to open or begin a battle in a campaign that is over, or in which a side has reached the target."""
    if campaign.status == Campaign.Status.ENDED:
        raise WrongState(say("The campaign has ended."))
    if campaign.result:
        raise WrongState(say("The campaign is won. No more battles can begin."))


@unlocked
def change_battle(*, by: Any, battle: str, now: datetime, **changes: Any) -> Battle:
    """Change name, briefing, country or start of a battle that has not begun; a start is also a step of its muster."""
    found = find_battle(battle)
    with transaction.atomic():
        locked = lock_battle(found.pk)
        umpire_of(by, locked.campaign_id, "battle")
        if locked.status != Battle.Status.PREPARING:
            raise WrongState(say("The battle has begun."))
        kept: dict[str, Any] = {}
        if "country" in changes:
            kept |= move_to_country(locked, by, changes.pop("country"), now)
        for key, value in changes.items():
            if key == "name":
                locked.name = read_line(value, "name", 120)
            elif key == "briefing":
                locked.briefing = read_text(value, "briefing", 20_000)
            elif key == "start":
                before = row_of(locked)
                locked.start = complete(locked.terms, on_its_country(locked, _map(value, "start")))
                replace_locked(locked, before, locked.start, say("Another opening position"), now)
                kept |= own_country(locked.start) if locked.country_id is None else {}
            else:
                raise Invalid(say("there is no setting {given} of a battle", given=f"{str(key)[:40]!r}"))
        for key, value in kept.items():
            setattr(locked, key, value)
        locked.save(update_fields=[*changes, *kept])
    return locked


@unlocked
def start_battle(*, by: Any, battle: str, stopped: bool = False, now: datetime) -> Battle:
    """Begin a battle: the options are fixed, the seed is drawn and its digest published, and the first move opens.

    stopped: whether its clock waits until the umpire starts it.  Faulty where its force has faults that stop it.
    """
    with transaction.atomic():
        locked, umpire = begin_campaign(by=by, battle=battle, now=now)
        seal_chance(locked)
        enter_field(locked, opening(locked.terms, sound_start(locked)), actor=umpire.title, now=now)
        if stopped:
            begin_stopped(locked, umpire=umpire, now=now)
    return locked


def begin_campaign(*, by: Any, battle: str, now: datetime) -> tuple[Battle, Post]:
    """A prepared battle, locked after its campaign, for the umpire who begins it; its first battle begins the campaign."""
    found = find_battle(battle)
    campaign = lock_campaign(found.campaign_id)
    locked = lock_battle(found.pk)
    umpire = umpire_of(by, campaign.pk, "battle")
    if locked.status != Battle.Status.PREPARING:
        raise WrongState(say("The battle has already begun."))
    refuse_a_campaign_that_is_won(campaign)
    refuse_changed_country(locked)
    if campaign.status == Campaign.Status.PREPARING:
        campaign.status, campaign.started_at = Campaign.Status.RUNNING, now
        campaign.save(update_fields=["status", "started_at"])
        enter_handicaps(campaign, now=now)
    locked.campaign = campaign
    return locked, umpire


def seal_chance(battle: Battle) -> None:
    """Draw the secret seed of a battle; its digest must be published before anything depends on it."""
    battle.seed = secrets.token_hex(32)
    battle.seed_digest = commitment(battle.seed)
    battle.save(update_fields=["seed", "seed_digest"])


def enter_field(battle: Battle, position: Position, *, actor: str, now: datetime) -> None:
    """The battle begins from a position: rows, ledgers, record, notices, and the first move."""
    note_battle(battle, position)
    battle.status, battle.started_at = Battle.Status.RUNNING, now
    battle.save(update_fields=["status", "started_at"])
    enter_things(battle, None, {}, position)
    post_opening(battle, position, now=now)
    sealed = {"seed_digest": battle.seed_digest, "edition": battle.terms.edition}
    if battle.country_digest:
        sealed |= {"country": battle.country_name, "country_digest": battle.country_digest}
    began: Line = (actor, "battle-started", sealed)
    move, opened = open_move(battle, position=position, opened_at=now, now=now)
    add_records(battle, at=now, lines=[began, *prepared_lines(battle), opened])
    text = say("{name} has begun.", name=battle.name)
    note_notice(battle, move=move, kind="started", text=text[:500], now=now)
