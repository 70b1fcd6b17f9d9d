"""The sample exercises: one played for six moves a side, Hook's Farm from its first move to its score, the worked
sequence of the rulebook, and one on a country that came with the product.

They are loaded by the same use cases by which people play, so that every receipt, finding and ledger entry in them is
genuine.  Only ``load_sample`` makes the users with the simple passwords.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from campaigns.bridge import pieces_of, rules_of, unmeasured
from campaigns.models import Battle, Campaign, Country, Move, Notice, Post
from campaigns.models.plain import Plain
from campaigns.usecases.campaigns.preparation import appoint, create_campaign, open_battle, start_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.desk.rulings import correct_order
from campaigns.usecases.exercises.house import house_exercise, read_yaml
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.muster.countries import keep_built_in_country
from campaigns.usecases.orders.orders import submit_orders
from rules.contract.pieces import Pieces
from rules.errors import Invalid
from rules.little_wars import hooks_farm
from rules.values.sentence import say

FOLDER = Path(__file__).resolve().parents[2] / "sample"
HARTLEY, SEQUENCE, VALE, HOOKS_FARM = "hartley", "sequence", "vale", "hooks_farm"

ORDERED, CLOSED, MEASURED, SUBMITTED = (timedelta(minutes=minutes) for minutes in (2, 9, 10, 12))
"""When, after a move of the sample opened, its orders came, it closed, was measured and submitted."""

DRAINED = timedelta(seconds=5)
"""How long after its end a move closes."""


@dataclass(frozen=True)
class Loaded:
    """The battles that were loaded, by their public ids."""

    hartley: str
    hooks_farm: str
    sequence: str
    vale: str


def read_sample(name: str) -> Plain:
    """A sample exercise as plain data."""
    return read_yaml(FOLDER / f"{name}.yaml")


def password_of(name: str) -> str:
    """The password of a sample user."""
    return f"{name}1913"


def log_ins() -> list[tuple[str, str, str]]:
    """Seat, name and password of those who may log in to the sample exercise; none where it is not loaded."""
    sample = read_sample(HARTLEY)
    held: dict[str, list[str]] = {}
    rows = Post.objects.filter(
        campaign__name=sample["name"], held_until__isnull=True, user__username__in=sample["users"]
    )
    for name, title in rows.order_by("pk").values_list("user__username", "title"):
        held.setdefault(name, []).append(title)
    return [(_in_short(titles), name, password_of(name)) for name, titles in held.items()]


def _in_short(titles: list[str]) -> str:
    return (
        titles[0] if len(titles) == 1 else say("{titles} and {number} more", titles=titles[0], number=len(titles) - 1)
    )


def load_sample(*, now: datetime) -> Loaded:
    """Make the sample users, countries and exercises; the first exercise is played up to ``now``, when its next move opens."""
    sample = read_sample(HARTLEY)
    began = now - SUBMITTED * len(sample["moves"])
    with transaction.atomic():
        load_countries(now=now)
        users = {name: _user(name, one["name"]) for name, one in sample["users"].items()}
        battle = _begin(sample, users, began, made_of=house_exercise(HARTLEY)["digest"])
        for number, move in enumerate(sample["moves"]):
            play(battle, users["umpire"], users[move["side"]], move, began + SUBMITTED * number)
        farm = load_hooks_farm(users=users, now=now)
        sequence = load_sequence(users=users, now=now)
        vale = _begin(read_sample(VALE), users, now, made_of=house_exercise(VALE)["digest"])
        Notice.objects.filter(created_at__lt=now).update(read_at=now)  # of what is over nobody need be told
    return Loaded(hartley=battle.public_id, hooks_farm=farm.public_id, sequence=sequence.public_id, vale=vale.public_id)


def load_countries(*, now: datetime) -> None:
    """Save the countries that come with the product; those that exist already stay as they are."""
    for file in sorted((FOLDER / "countries").glob("*.json")):
        keep_built_in_country(data=json.loads(file.read_text(encoding="utf-8")), now=now)


INTERVAL = timedelta(minutes=4)
"""Between two moves at Hook's Farm.  [rulebook HF-A]"""


def load_hooks_farm(*, users: dict[str, Any], now: datetime) -> Battle:
    """The battle of Hook's Farm, move by move, with the sources of each move; it has ended when it is loaded.  [LW-GEN-10]"""
    sample = read_sample(HOOKS_FARM)
    steps = hooks_farm.battle()
    told = "\n\n".join([sample["briefing"], *(_rests_on(step) for step in steps)])
    began = now - (SUBMITTED + INTERVAL) * len(steps)
    start = hooks_farm.opening(sample["options"]["hf_variant"])
    battle = _begin({**sample, "start": start, "briefing": told}, users, began)
    for number, step in enumerate(steps):
        made: Plain = {"orders": by_thing(pieces_of(battle.terms), step.orders), "measured": dict(step.facts)}
        made["later"] = hooks_farm.CHOSEN_LATER
        play(battle, users["umpire"], users[step.side], made, began + (SUBMITTED + INTERVAL) * number)
    battle.refresh_from_db()
    return battle


def _rests_on(step: hooks_farm.Step) -> str:
    """What the text says of a move, what is inferred, and what is assumed."""
    parts = ((say("The text gives"), step.given), (say("Inferred"), step.inferred), (say("Supposed"), step.supposed))
    return say(
        "{name}. {names}",
        name=step.name,
        names=" ".join(say("{what}: {said}", what=what, said=said) for what, said in parts if said),
    )


def by_thing(pieces: Pieces, orders: Sequence[Plain]) -> dict[str, list[Plain]]:
    """Orders as they are sent: thing by thing; one without a thing goes with the one before it."""
    found: dict[str, list[Plain]] = {}
    thing = ""
    for order in orders:
        thing = next(iter(pieces.subjects(order) or order.get("escorts") or (thing,)))
        found.setdefault(thing, []).append(order)
    return found


def load_sequence(*, users: dict[str, Any], now: datetime) -> Battle:
    """The worked sequence at the end of the rulebook's section on the order of resolution, ready to be submitted."""
    sample = read_sample(SEQUENCE)
    battle = _begin(sample, users, now, made_of=house_exercise(SEQUENCE)["digest"])
    move = _under_way(battle)
    order_and_measure(move, users["umpire"], users["red"], sample, now, now, now)
    return battle


def play(battle: Battle, umpire: Any, commander: Any, made: Plain, opened: datetime) -> None:
    """One move of a sample, from its first order to its submission.

    The charger's choice after a melee has been counted is entered after the measuring, by the umpire.  [LW-MELEE-12]
    """
    move = _under_way(battle)
    later = made.get("later", ())
    chosen = {thing: orders for thing, orders in made["orders"].items() if any(one["order"] in later for one in orders)}
    sent = {thing: [one for one in orders if one["order"] not in later] for thing, orders in made["orders"].items()}
    made = {**made, "orders": sent}
    order_and_measure(move, umpire, commander, made, opened + ORDERED, opened + CLOSED, opened + MEASURED)
    for thing, orders in chosen.items():
        bare = [_bare(move, thing, one) for one in orders]
        correct_order(by=umpire, move=move.public_id, thing=thing, orders=bare, reason=CHOSEN, now=opened + MEASURED)
    submit_move(by=umpire, move=move.public_id, now=opened + SUBMITTED)


def order_and_measure(
    move: Move, umpire: Any, commander: Any, made: Plain, ordered: datetime, closed: datetime, measured: datetime
) -> None:
    """Send the orders of a move, close it, and enter what was measured beside them."""
    facts: Plain = {}
    for thing, orders in made["orders"].items():
        bare = [_bare(move, thing, order) for order in orders]
        facts |= {f"{thing}/{place}": order["measured"] for place, order in enumerate(orders) if "measured" in order}
        submit_orders(
            user=commander,
            move=move.public_id,
            thing=thing,
            orders=bare,
            base_revision=0,
            key=f"sample-{thing}",
            arrived_at=ordered,
            now=ordered,
        )
    close_early(by=umpire, move=move.public_id, now=closed)
    close_move(move_id=move.pk, now=closed + DRAINED, cause="umpire")
    measure(
        by=umpire,
        move=move.public_id,
        base_revision=0,
        orders=facts,
        move_facts=made.get("measured", {}),
        coin=made.get("coin", ""),
        reason=say("measured by the officials"),
        now=measured,
    )


CHOSEN = say("The charger has chosen when the melee had been counted.")


def _bare(move: Move, thing: str, order: Plain) -> Plain:
    """An order as a commander sends it: to its thing, without measured facts."""
    rules, bare = rules_of(move.battle.terms), unmeasured(order)
    try:
        rules.order(bare)
    except Invalid:
        found = rules.pieces.find(move.position, thing)
        return {rules.pieces.kind(found[0]).named: thing, **bare} if found else bare
    return bare


def _user(name: str, called: str) -> Any:
    """A user of the sample, made where the name is new."""
    user, new = get_user_model().objects.get_or_create(username=name, defaults={"first_name": called})
    if new:
        user.set_password(password_of(name))
        user.save(update_fields=["password"])
    return user


def built_in_country(name: str) -> str:
    """The public id of a country that came with the product; none where it is not loaded, or none is named."""
    found = Country.objects.filter(made_by__isnull=True, name=name).first()
    return found.public_id if found is not None else ""


def _begin(sample: Plain, users: dict[str, Any], now: datetime, made_of: str = "") -> Battle:
    """A campaign with its seats held and its battle begun.  made_of: the digest of the exercise on the shelf that it is."""
    umpire = users["umpire"]
    campaign: Campaign = create_campaign(
        by=umpire,
        name=sample["name"],
        book=sample["book"],
        options=sample["options"],
        target_points=sample["target_points"],
        sides=[{"key": key, **side} for key, side in sample["sides"].items()],
        now=now,
        **sample["clock"],
    )
    for post in sample["posts"]:
        if post["kind"] != Post.Kind.UMPIRE:
            appoint(
                by=umpire,
                campaign=campaign.public_id,
                kind=post["kind"],
                side=post.get("side", ""),
                arm=post.get("arm", ""),
                title=post.get("title", ""),
                user=users[post["user"]],
                now=now,
            )
    battle: Battle = open_battle(
        by=umpire,
        campaign=campaign.public_id,
        name=sample["battle"],
        start=sample["start"],
        country=built_in_country(sample.get("country", "")),
        briefing=sample["briefing"],
        made_of=made_of,
        now=now,
    )
    start_battle(by=umpire, battle=battle.public_id, now=now)
    return battle


def _under_way(battle: Battle) -> Move:
    """The move that is under way."""
    return Move.objects.exclude(status=Move.Status.SUBMITTED).get(battle=battle)
