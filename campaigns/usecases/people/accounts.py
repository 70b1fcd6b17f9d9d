"""Accounts: made by invited people, given a new password or address, and recovered with the help of the operator."""

from __future__ import annotations

import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.models import Mail
from campaigns.usecases.people.letters import password_address
from campaigns.usecases.people.looks import looks_like_another, of_one_script, read_shown_name
from campaigns.usecases.people.tokens import revoke_tokens
from campaigns.usecases.text_checks import read_line
from rules.errors import Invalid
from rules.values.sentence import of_field, say


@dataclass(frozen=True)
class NewAccount:
    """An account that was checked and is not yet made.  hashed: its password as it is stored."""

    username: str
    name: str
    email: str
    hashed: str


def read_account(*, username: Any, password: Any, name: Any = "", email: Any = "") -> NewAccount:
    """A new account, checked: a new name, and a password that the validators of the settings accept.

    The password is hashed here, before any transaction: that is slow on purpose, and nobody should wait for it.
    """
    username = read_username(username)
    name = read_shown_name(name)
    email = read_address(email)
    user = get_user_model()(username=username, first_name=name, email=email)
    if not isinstance(password, str) or len(password) > 4096:
        raise Invalid(of_field("password", say("enter at most 4096 characters")))
    try:
        validate_password(password, user)
    except ValidationError as weak:
        raise Invalid(of_field("password", " ".join(weak.messages))) from weak
    return NewAccount(username, name, email, make_password(password))


def read_username(username: Any) -> str:
    """A new log-in name, of one script, that differs from every other by more than capitals or width.  [RELIABILITY G8]"""
    users = get_user_model()
    line = unicodedata.normalize("NFKC", read_line(username, "username", 60))
    try:
        users.username_validator(line)
    except ValidationError as strange:
        raise Invalid(of_field("username", say("use only letters, digits and @ . + - _, without spaces"))) from strange
    if not of_one_script(line):
        raise Invalid(
            of_field("username", say("use letters of one script only; letters of another script can look the same"))
        )
    if looks_like_another(line):
        raise Invalid(of_field("username", say("this name is taken; choose another")))
    return line


def read_address(email: Any) -> str:
    """An address for mail, or empty."""
    line = read_line(email, "email", 254, least=0)
    if line:
        try:
            validate_email(line)
        except ValidationError as strange:
            raise Invalid(
                of_field("email", say("enter an address like name@example.org, or leave it empty"))
            ) from strange
    return line


def create_account(account: NewAccount) -> Any:
    """Make an account; the caller holds the transaction."""
    try:
        with transaction.atomic():
            return get_user_model().objects.create(
                username=account.username, first_name=account.name, email=account.email, password=account.hashed
            )
    except IntegrityError as taken:
        raise Invalid(of_field("username", say("this name is taken; choose another"))) from taken


def change_password(*, user: Any, password: str) -> None:
    """Give a user another password; their other sessions and their API tokens end."""
    user.set_password(password)
    with transaction.atomic():
        user.save(update_fields=["password"])
        revoke_tokens(user=user)


def change_address(*, user: Any, email: Any, password: Any) -> None:
    """Give a user another mail address; this needs the password, because a new one can be requested by that address."""
    if not isinstance(password, str) or not user.check_password(password):
        raise NotYours(say("The password is wrong. Nothing was changed."))
    user.email = read_address(email)
    with transaction.atomic():
        user.save(update_fields=["email"])
        Mail.objects.filter(user=user, sent_at__isnull=True).delete()


def ask_for_password(*, email: str, now: datetime) -> None:
    """Queue a mail with a password link to the user with that address; the answer does not show whether there is one.

    The mail is written later, so that the answer takes as long for an address that nobody has.
    """
    if not settings.EMAIL_URL:
        return
    users = get_user_model().objects.filter(email__iexact=email.strip()[:254], is_active=True).exclude(email="")
    Mail.objects.bulk_create(
        Mail(
            kind=Mail.Kind.PASSWORD,
            user=user,
            key=f"password/{secrets.token_hex(12)}",
            address=user.email,
            queued_at=now,
            due_at=now,
        )
        for user in users[:3]
        if user.has_usable_password()
    )


def make_password_link(*, by: Any, username: str) -> str:
    """The operator makes a password link for a user, to hand over in person."""
    if not by.is_staff:
        raise NotYours(say("Only an administrator of the site may do this."))
    user = get_user_model().objects.filter(username=username[:150]).first()
    if user is None:
        raise Unseen("person")
    if not user.is_active:
        raise WrongState(say("{user} may not log in.", user=user))
    if user.is_superuser and not by.is_superuser:
        raise NotYours(
            say("{user} is a superuser of the site. Only another superuser may create this link.", user=user)
        )
    return password_address(user)
