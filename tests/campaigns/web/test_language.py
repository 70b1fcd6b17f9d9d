"""The language of pages and mails: by the profile, else by the browser; English stays as it was."""

from __future__ import annotations

import pytest
from django.test import Client
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


def test_a_language_chosen_before_the_log_in_stands_in_the_profile_so_that_saving_something_else_keeps_it(
    client, django_user_model
):
    """Twin: what the profile says goes before it."""
    client.post(reverse("language"), {"language": "fr"})
    user = django_user_model.objects.create_user("grouchy")
    client.force_login(user)
    assert 'value="fr" checked' in page(client, "profile")[1]
    Person.objects.update_or_create(user=user, defaults={"language": "de"})
    assert 'value="de" checked' in page(client, "profile")[1]


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


def test_a_stranger_chooses_the_language_on_the_log_in_page_and_the_browser_remembers(client):
    for address in ("login", "help"):
        text = page(client, address)[1]
        assert text.count(f'action="{reverse("language")}"') == 2, "in the menu and at the foot"
        assert (
            'value="de" lang="de" aria-pressed="false"' in text and 'value="en" lang="en" aria-pressed="true"' in text
        )
    answer = client.post(reverse("language"), {"language": "de", "next": reverse("login")})
    assert answer["Location"] == reverse("login") and answer.cookies["django_language"]["httponly"]
    assert "Anmelden" in page(client, "login", HTTP_ACCEPT_LANGUAGE="en")[1]
    client.post(reverse("language"), {"language": "en"})
    assert "Log in" in page(client, "login", **GERMAN)[1]
    client.post(reverse("language"), {"language": "tlh"})
    assert "Anmelden" in page(client, "login", **GERMAN)[1], "nobody speaks it, so nothing is kept"


def test_who_is_logged_in_keeps_it_in_the_profile_wherever_they_log_in(client, django_user_model):
    user = django_user_model.objects.create_user("moltke")
    client.force_login(user)
    assert page(client, "home")[1].count(f'action="{reverse("language")}"') == 2
    client.post(reverse("language"), {"language": "de"})
    assert Person.objects.get(user=user).language == "de" and "Meine Gefechte" in page(client, "home")[1]
    elsewhere = Client()
    elsewhere.force_login(user)
    assert "Meine Gefechte" in page(elsewhere, "home")[1]
    assert client.post(reverse("language"), {"language": "tlh"}).status_code == 400
    client.post(reverse("logout"))
    assert "Anmelden" in page(client, "login")[1], "the browser remembers"


def test_a_language_is_changed_by_no_other_site(django_user_model):
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(reverse("language"), {"language": "de"}).status_code == 403
    assert strict.get(reverse("language")).status_code == 405
