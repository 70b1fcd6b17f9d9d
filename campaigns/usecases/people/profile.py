"""What somebody says of himself: name, zone, look, quiet hours, mail; and what is kept of it."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from datetime import datetime, time
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.crypto import salted_hmac

from campaigns.errors import Unseen
from campaigns.models import Mail, Person
from campaigns.usecases.access import read_public_id
from campaigns.usecases.people.looks import read_shown_name
from campaigns.usecases.people.quiet import after_quiet
from campaigns.usecases.text_checks import read_zone
from campaigns.words.languages import languages
from rules.errors import Invalid
from rules.values.sentence import joined, of_field, say, word

REMIND = (0, 1, 2, 4, 8, 12, 24)
"""Hours before a deadline at which somebody may wish to be reminded; 0 for never."""

TOURS = ("umpire", "commander")
"""Tours that may be put away."""

FEED = "campaigns.calendar"
"""What the address of a calendar is made for."""

CHOICES = {
    "look": lambda: Person.Look.values,
    "language": lambda: ["", *languages()],
    "mail_wish": lambda: Person.MailWish.values,
}
"""What may be chosen of some fields; an empty language is the browser's."""


def person_of(user: Any) -> Person:
    """What somebody has said of himself, or what holds where he has said nothing; nothing is written."""
    person: Person | None = getattr(user, "person", None)
    return person if person is not None else Person(user=user)


def kept_person(user: Any) -> Person:
    """The same as a row that is kept."""
    return Person.objects.get_or_create(user=user)[0]


def change_profile(*, user: Any, now: datetime, **changes: Any) -> Person:
    """Change what somebody has said of himself; what is not named stays.

    changes: ``name``, ``time_zone``, ``look``, ``language``, ``quiet_from`` and ``quiet_until`` (``22:00``, or none), ``sound``,
    ``mail_wish``, ``remind_hours``.  Mail that waits for the end of quiet hours waits for that of the new ones.
    """
    read = {field: _read(field, value) for field, value in changes.items() if field != "name"}
    name = read_shown_name(changes["name"], but=user) if "name" in changes else None
    with transaction.atomic():
        person = kept_person(user)
        for field, value in read.items():
            setattr(person, field, value)
        _agree(person)
        if read:
            person.save(update_fields=[*read])
        if name is not None:
            user.first_name, user.last_name = name, ""
            user.save(update_fields=["first_name", "last_name"])
        waiting = Mail.objects.filter(user=user, sent_at__isnull=True).exclude(kind=Mail.Kind.PASSWORD)
        if person.mail_wish == Person.MailWish.NONE:
            waiting.delete()
        else:
            waiting.update(due_at=after_quiet(person, now))
    return person


def _read(field: str, value: Any) -> Any:
    """A field of the profile, checked."""
    if field == "time_zone":
        return read_zone(value) if value else ""
    if field in CHOICES:
        choices = CHOICES[field]()
        if value not in choices:
            named = joined(", ", (word(one) or say("nothing") for one in choices))
            raise Invalid(of_field(field, say("choose one of {names}", names=named)))
        return value
    if field in ("quiet_from", "quiet_until"):
        return _wall_time(field, value)
    if field == "sound":
        if not isinstance(value, bool):
            raise Invalid(of_field("sound", say("true or false is wanted")))
        return value
    if field == "remind_hours":
        if isinstance(value, bool) or value not in REMIND:
            raise Invalid(of_field("remind_hours", say("choose one of {names}", names=", ".join(map(str, REMIND)))))
        return value
    raise Invalid(say("there is no field {name} of a profile", name=repr(field[:40])))


def _agree(person: Person) -> None:
    """Refuse what does not go together."""
    if (person.quiet_from is None) != (person.quiet_until is None):
        missing = "quiet_from" if person.quiet_from is None else "quiet_until"
        raise Invalid(of_field(missing, say("quiet hours need a beginning and an end")))
    if person.quiet_from is not None and not person.time_zone:
        raise Invalid(of_field("time_zone", say("choose a time zone for the quiet hours")))


def _wall_time(field: str, value: Any) -> time | None:
    if value is None or value == "":
        return None
    try:
        return time.fromisoformat(value).replace(second=0, microsecond=0, tzinfo=None)
    except (TypeError, ValueError) as error:
        raise Invalid(of_field(field, say("enter a time of day, for example 22:00"))) from error


def unsubscribe(*, person: Person, now: datetime) -> None:
    """Somebody wants no more mail, by the link in one."""
    change_profile(user=person.user, now=now, mail_wish=Person.MailWish.NONE)


# -- tours ------------------------------------------------------------------------------------------


def dismiss_tour(*, user: Any, tour: str, away: bool) -> None:
    """Put a tour away, or take it out again."""
    if tour not in TOURS:
        raise Unseen("tour")
    with transaction.atomic():
        person = kept_person(user)
        person.toured = sorted({*person.toured, tour} if away else {*person.toured} - {tour})
        person.save(update_fields=["toured"])


# -- the calendar -----------------------------------------------------------------------------------


def feed_token(person: Person) -> str:
    """What stands in the secret address of a person's calendar; made of the site's key, so that no table holds it."""
    return person.public_id + salted_hmac(FEED, f"{person.public_id}/{person.feed}", algorithm="sha256").hexdigest()


def renew_feed(*, user: Any) -> Person:
    """Give a person's calendar a new address; the old one leads nowhere from now on."""
    person = kept_person(user)
    Person.objects.filter(pk=person.pk).update(feed=F("feed") + 1)
    person.refresh_from_db(fields=["feed"])
    return person


def owner_of_feed(token: str) -> Any:
    """Whose calendar lies at that address; Unseen where nobody's does."""
    person = Person.objects.select_related("user").filter(public_id=read_public_id(token[:12], "calendar")).first()
    if person is None or not person.user.is_active or not hmac.compare_digest(feed_token(person), token):
        raise Unseen("calendar")
    return person.user


def shown(person: Person) -> Mapping[str, Any]:
    """A profile as plain data, as it may be sent again to change it."""
    return {
        "name": person.user.get_full_name(),
        "time_zone": person.time_zone,
        "look": person.look,
        "language": person.language,
        "quiet_from": _text(person.quiet_from),
        "quiet_until": _text(person.quiet_until),
        "sound": person.sound,
        "mail_wish": person.mail_wish,
        "remind_hours": person.remind_hours,
    }


def _text(at: time | None) -> str:
    return at.strftime("%H:%M") if at is not None else ""
