"""Accounts: valid names and passwords, and how somebody who has forgotten their password gets another."""

from __future__ import annotations

from typing import Any

import pytest

from campaigns.errors import NotYours, Unseen, WrongState
from campaigns.models import Mail, Token
from campaigns.usecases.people.accounts import (
    ask_for_password,
    change_address,
    change_password,
    make_password_link,
    read_account,
    read_username,
)
from campaigns.usecases.people.mails import post_mails
from rules.errors import Invalid
from tests.campaigns.builders import NOON, a_user, token_of

PASSWORD = "seven sealed packets"


@pytest.fixture
def smith(db: None, settings: Any) -> Any:
    settings.EMAIL_URL = "memorymail://"
    settings.SITE_URL = "https://war.example"
    user = a_user("smith")
    user.set_password(PASSWORD)
    user.email = "smith@war.example"
    user.save()
    return user


@pytest.mark.parametrize("password", ["", "short", "12345678901", "password", "newcomer1", None, 7, "x" * 5000])
def test_a_password_that_the_site_does_not_accept_is_refused(db: None, password: Any) -> None:
    with pytest.raises(Invalid, match="password"):
        read_account(username="newcomer", password=password)


@pytest.mark.parametrize("name", ["", "two words", "x" * 61, "a\u202eb", "smi\nth", None, "<b>", "a/b"])
def test_a_name_that_is_none_is_refused(db: None, name: Any) -> None:
    with pytest.raises(Invalid, match="username"):
        read_username(name)


@pytest.mark.parametrize("name", ["smith", "SMITH", "Smith", "\uff53mith"])
def test_a_name_that_looks_like_anothers_is_refused(smith: Any, name: str) -> None:
    with pytest.raises(Invalid, match="taken"):
        read_username(name)


def test_a_name_of_two_scripts_is_refused_and_one_of_any_is_taken(db: None) -> None:
    with pytest.raises(Invalid, match="one script"):
        read_username("sm\u0456th")
    for name in ("smith-1913", "M\xfcller", "\u0438\u0432\u0430\u043d", "\u5c71\u7530"):
        assert read_username(name) == name


@pytest.mark.parametrize("email", ["nobody", "a@", "a@b\nBcc: c@d.example", "x" * 300])
def test_an_address_that_is_none_is_refused(db: None, email: str) -> None:
    with pytest.raises(Invalid, match="email"):
        read_account(username="newcomer", password=PASSWORD, email=email)


def test_who_has_forgotten_his_password_is_sent_a_link_once_for_a_day(smith: Any, mailoutbox: Any) -> None:
    ask_for_password(email="SMITH@war.example", now=NOON)
    assert post_mails(NOON) == 1
    (mail,) = mailoutbox
    assert mail.to == ["smith@war.example"] and "https://war.example/password/" in mail.body
    assert "smith" not in mail.subject


def test_of_an_address_that_nobody_has_nothing_is_sent(smith: Any, mailoutbox: Any) -> None:
    ask_for_password(email="nobody@war.example", now=NOON)
    ask_for_password(email="", now=NOON)
    assert (post_mails(NOON), mailoutbox) == (0, [])


def test_where_no_mail_is_set_up_no_letter_is_queued(smith: Any, settings: Any) -> None:
    settings.EMAIL_URL = ""
    ask_for_password(email="smith@war.example", now=NOON)
    assert not Mail.objects.exists()


def test_another_password_ends_the_token_of_the_api(smith: Any) -> None:
    token_of(smith)
    change_password(user=smith, password="eight sealed packets")
    smith.refresh_from_db()
    assert smith.check_password("eight sealed packets") and not Token.objects.exists()
    change_password(user=smith, password=PASSWORD)


def test_another_address_wants_the_password_and_ends_what_waits_for_the_old_one(smith: Any) -> None:
    ask_for_password(email="smith@war.example", now=NOON)
    with pytest.raises(NotYours):
        change_address(user=smith, email="thief@war.example", password="wrong")
    assert Mail.objects.count() == 1
    change_address(user=smith, email="s@war.example", password=PASSWORD)
    smith.refresh_from_db()
    assert (smith.email, Mail.objects.count()) == ("s@war.example", 0)


def test_only_an_operator_makes_a_password_link(smith: Any) -> None:
    host = a_user("host")
    host.is_staff = True
    assert make_password_link(by=host, username="smith").startswith("/password/")
    with pytest.raises(NotYours):
        make_password_link(by=smith, username="smith")
    with pytest.raises(Unseen):
        make_password_link(by=host, username="nobody")
    smith.is_superuser = True
    smith.save()
    with pytest.raises(NotYours):
        make_password_link(by=host, username="smith")
    smith.is_active = False
    smith.save()
    with pytest.raises(WrongState):
        make_password_link(by=host, username="smith")


def test_a_link_goes_when_the_password_is_another(smith: Any, mailoutbox: Any) -> None:
    from django.contrib.auth.tokens import default_token_generator

    token = default_token_generator.make_token(smith)
    assert default_token_generator.check_token(smith, token)
    change_password(user=smith, password="eight sealed packets")
    assert not default_token_generator.check_token(smith, token)
