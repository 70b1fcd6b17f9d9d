"""The outbox: notices are mailed, where mail is set up, to those who have an address and wish it.  [RELIABILITY B6, D6]

A mail says that something has come and where to read it, and nothing else (``letters``).  Each is sent at least
once: after a crash between sending and recording it is sent again.  While one waits, no second with the same content is
queued; none is sent in its reader's quiet hours.
"""

from __future__ import annotations

import logging
from datetime import datetime, timedelta
from smtplib import SMTPRecipientsRefused, SMTPResponseException
from typing import Any

from django.conf import settings
from django.core.mail import get_connection
from django.db import transaction
from django.db.models import F, Q

from campaigns.models import Mail, Notice, Person, Post, Pulse
from campaigns.models.move import HEAVY
from campaigns.models.notice import REPORT_READY, SEAT_ENDED
from campaigns.usecases.people.letters import letter
from campaigns.usecases.people.profile import person_of
from campaigns.usecases.people.quiet import after_quiet

log = logging.getLogger(__name__)

MAIL = "mail"
"""The name of the mail sender's pulse; at: when it last started, mark: when it last finished."""

LEASE = timedelta(seconds=60)
"""After so long a sender that has not finished counts as dead, and a mail that it took is sent by another."""

AT_A_TIME = 50
"""Mails that are sent in one round."""

MOST_TRIES = 5
"""Tries of sending one mail; then it is given up, and logged."""

CRY = "warning-"
"""How the kinds of notices begin that are over before a mail is read; they are not mailed."""

OF_HIMSELF = ("word", "handed-over", SEAT_ENDED, "differ", "setting-out")
OF_WHO_MOVES = ("started", "opened", "fire-settled")
OF_WHO_FOLLOWS = (REPORT_READY,)
OF_THE_UMPIRE = ("closed", "fire-closed", "parked", "waits", "in-doubt", "question")
"""Kinds of notices that need something: from the recipient, the side that moves, the other one, the umpire."""


def send_outbox(now: datetime) -> int:
    """Take the notices out of the outbox, and queue a mail for each that is to be mailed; the number of notices."""
    if not Notice.objects.filter(sent_at__isnull=True).exists():
        return 0
    with transaction.atomic():
        if settings.EMAIL_URL:
            _queue(now)
        return Notice.objects.filter(sent_at__isnull=True).update(sent_at=now)


def _queue(now: datetime) -> None:
    """A mail for each person who has an address, wishes one, and has none waiting with the same content."""
    told = Mail.objects.filter(kind=Mail.Kind.NOTICE, sent_at__isnull=True, tries=0).values("user")
    rows = Notice.objects.filter(sent_at__isnull=True, mail__isnull=True, post__user__is_active=True)
    rows = rows.exclude(post__user__email="").exclude(kind__startswith=CRY).exclude(post__user__in=told)
    mails: dict[int, Mail] = {}
    for notice in (
        rows.select_related("move", "post__side", "post__user__person")
        .defer(*(f"move__{column}" for column in HEAVY))
        .order_by("pk")
    ):
        user = notice.post.user
        person = person_of(user)
        if _is_wished(notice, person):
            mail = Mail(notice=notice, user=user, address=user.email, queued_at=now, due_at=after_quiet(person, now))
            mails.setdefault(user.pk, mail)
    Mail.objects.bulk_create(mails.values(), ignore_conflicts=True)


def _is_wished(notice: Notice, person: Person) -> bool:
    """Whether somebody wishes a mail for a notice."""
    if person.mail_wish != Person.MailWish.WANTED:
        return person.mail_wish == Person.MailWish.ALL
    if notice.kind in OF_HIMSELF:
        return True
    post = notice.post
    if post.kind == Post.Kind.UMPIRE:
        return notice.kind in OF_THE_UMPIRE
    if post.side is None or notice.move is None:
        return False
    return notice.kind in (OF_WHO_MOVES if post.side.key == notice.move.side else OF_WHO_FOLLOWS)


def post_mails(now: datetime) -> int:
    """Send what is queued, one sender at a time; the number of mails."""
    if not waiting_mails(now).exists() or not _sets_out(now):
        return 0
    try:
        return _round(now)
    finally:
        Pulse.objects.filter(name=MAIL, at=now).update(mark=now)


def waiting_mails(now: datetime) -> Any:
    """The mails to be sent by now: a reminder only while its deadline is in the future; one without a delay whatever the clock said.

    A link is mailed only while it may be taken.
    """
    ahead = Q(moment__isnull=True) | Q(moment__gt=now)
    due = Q(due_at__lte=now) | Q(due_at=F("queued_at"))
    link = Q(invitation__isnull=True) | Q(invitation__revoked_at__isnull=True) & (
        Q(invitation__once=False) | Q(invitation__taken=0)
    )
    return Mail.objects.filter(ahead, due, link, sent_at__isnull=True, tries__lt=MOST_TRIES)


def _sets_out(now: datetime) -> bool:
    """Claim the sending of mail, unless another process has claimed it."""
    Pulse.objects.get_or_create(name=MAIL, defaults={"at": now - LEASE, "mark": now - LEASE})
    back = Q(mark__gte=F("at")) | _lapsed("at", now)
    return bool(Pulse.objects.filter(back, name=MAIL).update(at=now))


def _lapsed(field: str, now: datetime) -> Q:
    """Whether a claim is too old, or made by a clock that has been put back since."""
    return Q(**{f"{field}__lte": now - LEASE}) | Q(**{f"{field}__gt": now + LEASE})


def _round(now: datetime) -> int:
    """Send mail after mail, until there is none or the mail server does not accept them; the number of mails."""
    free = Q(claimed_at__isnull=True) | _lapsed("claimed_at", now)
    queued = waiting_mails(now).filter(free).select_related("user__person", "invitation")
    sent = 0
    try:
        with get_connection() as connection:
            for mail in queued.order_by("tries", "pk")[:AT_A_TIME]:
                if Mail.objects.filter(free, pk=mail.pk).update(claimed_at=now, tries=F("tries") + 1):
                    sent += _send(mail, connection, now)
    except OSError as fault:
        log.warning("mail cannot be sent: %s", type(fault).__name__)
    return sent


def _send(mail: Mail, connection: Any, now: datetime) -> int:
    """Send one mail, and record that it was sent; one that is refused by itself does not delay the others."""
    if mail.invitation is not None and not mail.invitation.token:
        log.warning("mail %s: its link cannot be made again", mail.pk)
        Mail.objects.filter(pk=mail.pk).update(tries=MOST_TRIES)
        return 0
    try:
        letter(mail, connection).send()
    except (SMTPRecipientsRefused, SMTPResponseException) as fault:
        log.warning("mail %s was refused: %s", mail.pk, type(fault).__name__)
        return 0
    return Mail.objects.filter(pk=mail.pk).update(sent_at=now)
