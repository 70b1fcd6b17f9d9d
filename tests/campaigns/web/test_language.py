"""The language of pages and mails: by the profile, else by the browser; English stays as it was."""

from __future__ import annotations

import pytest
from django.urls import reverse

from campaigns.models import Person

pytestmark = pytest.mark.django_db

GERMAN = {"HTTP_ACCEPT_LANGUAGE": "de-AT,de;q=0.9,en;q=0.5"}


def page(client, name, **asked):
    answer = client.get(reverse(name), **asked)
    return answer, answer.content.decode()


def test_a_stranger_reads_what_his_browser_asks_for(client):
    answer, text = page(client, "login", **GERMAN)
    assert '<html lang="de"' in text and "Anmelden" in text and "Log in" not in text
    assert answer["Content-Language"] == "de" and "Accept-Language" in answer["Vary"]


@pytest.mark.parametrize("asked", [{}, {"HTTP_ACCEPT_LANGUAGE": "en"}, {"HTTP_ACCEPT_LANGUAGE": "it,nl;q=0.5"}])
def test_everybody_else_reads_english(client, asked):
    answer, text = page(client, "login", **asked)
    assert '<html lang="en-GB"' in text and "Log in" in text
    assert answer["Content-Language"] == "en-GB"


def test_the_profile_goes_before_the_browser(client, django_user_model):
    user = django_user_model.objects.create_user("moltke")
    client.force_login(user)
    assert "Meine Gefechte" in page(client, "home", **GERMAN)[1]
    typed = {
        "name": "",
        "time_zone": "",
        "look": "",
        "language": "en",
        "quiet_from": "",
        "quiet_until": "",
        "mail_wish": "all",
    }
    told = client.post(reverse("profile"), typed, follow=True, **GERMAN).content.decode()
    assert "Your profile is saved." in told and Person.objects.get(user=user).language == "en"
    told = client.post(reverse("profile"), {**typed, "language": "de"}, follow=True).content.decode()
    assert "Ihr Profil ist gespeichert." in told and "My profile" not in told
    assert "Meine Gefechte" in page(client, "home")[1]


def test_a_language_that_nobody_speaks_here_is_refused_and_nothing_is_lost(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("moltke"))
    typed = {
        "name": "Moltke",
        "time_zone": "",
        "look": "",
        "language": "tlh",
        "quiet_from": "",
        "quiet_until": "",
        "mail_wish": "all",
    }
    answer = client.post(reverse("profile"), typed)
    assert answer.status_code == 400 and 'value="Moltke"' in answer.content.decode()


def test_the_api_speaks_english_whatever_is_asked(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("moltke"))
    told = client.get("/api/v1/battles/AAAAAAAAAAAA/", **GERMAN).json()
    assert "There is no such" in str(told)
