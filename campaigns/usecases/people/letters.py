"""The text of a mail: that something has come or is due soon, where to read it, and how to stop mails.

No mail names a place, a body, an event or a person of any battle, so that a bystander who sees it learns nothing.
 [RELIABILITY D6]
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from campaigns.errors import Unseen
from campaigns.models import Mail, Person
from campaigns.usecases.people.profile import kept_person, person_of
from campaigns.words.languages import dated, in_language
from campaigns.words.translation import translated
from rules.values.sentence import say

UNSUBSCRIBED = "campaigns.mail"
"""The purpose of the signature in the link that stops mails."""

SUBJECTS = {
    Mail.Kind.NOTICE: say("Kriegspiel: you have a new notice"),
    Mail.Kind.REMINDER: say("Kriegspiel: a deadline is near"),
    Mail.Kind.PASSWORD: say("Kriegspiel: a new password"),
    Mail.Kind.INVITE: say("Kriegspiel: an invitation"),
}


def letter(mail: Mail, connection: Any) -> EmailMessage:
    """A mail as it is sent, in the reader's language."""
    with in_language(person_of(mail.user).language):
        return _letter(mail, connection)


def _letter(mail: Mail, connection: Any) -> EmailMessage:
    if mail.kind == Mail.Kind.PASSWORD:
        return EmailMessage(
            translated(SUBJECTS[Mail.Kind.PASSWORD]), _password(mail), to=[mail.address], connection=connection
        )
    if mail.kind == Mail.Kind.INVITE:
        return EmailMessage(
            translated(SUBJECTS[Mail.Kind.INVITE]), _invitation(mail), to=[mail.address], connection=connection
        )
    person = kept_person(mail.user)
    away = settings.SITE_URL + reverse("mail-off", args=[unsubscribing(person)])
    text = f"{_body(mail, person)}\n\n{translated('To stop these mails:')}\n{away}\n"
    # One press in the reader's own program does it too.  [RFC 8058]
    headers = {"List-Unsubscribe": f"<{away}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    subject = translated(SUBJECTS[Mail.Kind(mail.kind)])
    return EmailMessage(subject, text, to=[mail.address], headers=headers, connection=connection)


def _body(mail: Mail, person: Person) -> str:
    """The text of a mail before the link."""
    if mail.kind == Mail.Kind.REMINDER and mail.moment is not None:
        when = translated(
            say(
                "You have a deadline {person}, and you have not said that you are ready.",
                person=_wall(mail.moment, person),
            )
        )
        return f"{when} {translated('Go to your battles:')}\n\n{settings.SITE_URL}{reverse('home')}"
    come = translated(say("You have a new notice. Read it here:"))
    return f"{come}\n\n{settings.SITE_URL}{reverse('notices')}"


def _wall(moment: datetime, person: Person) -> str:
    """A moment in the reader's time zone: ``on Saturday, 21 November, at 20:00 GMT``."""
    there = moment.astimezone(ZoneInfo(person.time_zone or "UTC"))
    return say(
        "{there} {zone}", there=dated(there, "on %A, %-d %B, at %H:%M", say("l, j. F, H:i")), zone=there.tzname()
    )


def _password(mail: Mail) -> str:
    """A mail with the link by which a new password is chosen."""
    asked = say(
        "Somebody, perhaps you, has asked for a new password for this address. Choose one here. The link "
        "works once, within a day:"
    )
    calm = say("If it was not you, ignore this mail. Nothing has been changed.")
    return f"{translated(asked)}\n\n{settings.SITE_URL}{password_address(mail.user)}\n\n{translated(calm)}\n"


def _invitation(mail: Mail) -> str:
    """A mail with the link to a seat: who invites, and to what, its page says."""
    assert mail.invitation is not None
    asked = translated(
        say("An umpire invites you to a seat in an exercise. Open this link to see it, and to take it or leave it:")
    )
    calm = translated(
        say("If you expect no invitation, ignore this mail. You get no other unless somebody asks again.")
    )
    return f"{asked}\n\n{settings.SITE_URL}{reverse('invitation', args=[mail.invitation.token])}\n\n{calm}\n"


def password_address(user: Any) -> str:
    """The link by which a user chooses a new password: it is valid once, for a day, and until the next log-in."""
    who = urlsafe_base64_encode(force_bytes(user.pk))
    return reverse("password-choose", args=[who, default_token_generator.make_token(user)])


def unsubscribing(person: Person) -> str:
    """The token in the link by which a person stops mails."""
    return signing.Signer(salt=UNSUBSCRIBED).sign(person.public_id)


def unsubscriber(token: str) -> Person:
    """The person whose mails that link stops; Unseen where it is nobody's."""
    try:
        public_id = signing.Signer(salt=UNSUBSCRIBED).unsign(token)
    except signing.BadSignature as error:
        raise Unseen("address") from error
    person = Person.objects.filter(public_id=public_id).first()
    if person is None:
        raise Unseen("address")
    return person
