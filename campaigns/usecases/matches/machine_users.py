"""The users that stand for machines."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model

from campaigns import machines
from campaigns.models import Battle, Campaign, Machine
from campaigns.models.plain import Plain
from campaigns.usecases.terms import terms_of
from rules.values.sentence import say


def machine_user(campaign: Campaign, engine: str, level: int) -> Any:
    """The user that stands for a machine in a campaign, made where there is none yet.  Invalid where it plays no game of the campaign."""
    terms = {
        one.terms.book: one.terms.options for one in Battle.objects.filter(campaign=campaign).select_related("campaign")
    }
    terms.setdefault(campaign.book, terms_of(campaign).options)
    for book, options in terms.items():
        if any(one.level == level for one in machines.offered(book, options).get(engine, ())):
            return user_of(book, options, engine, level)
    return user_of(campaign.book, terms[campaign.book], engine, level)


def user_of(book: str, options: Plain, engine: str, level: int) -> Any:
    """The user of a machine; nobody can log in with it.  Invalid where it does not play such a game."""
    title = machines.require(book, options, engine, level).title
    held = Machine.objects.filter(engine=engine, level=level).select_related("user").first()
    if held is not None:
        return held.user
    users = get_user_model().objects
    name = f"machine-{engine}-{level}"
    while users.filter(username=name, machine__isnull=True).exists():
        name += "-of-the-house"
    user, new = users.get_or_create(username=name, defaults={"first_name": say("Machine"), "last_name": f"({title})"})
    if new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    machine, _ = Machine.objects.get_or_create(engine=engine, level=level, defaults={"user": user})
    return machine.user
