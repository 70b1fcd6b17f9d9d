"""Practice from the first page: two presses to the board, with good defaults, and not in the way of other battles."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from campaigns import machines
from campaigns.clock import server_time
from campaigns.models import Answer, Battle, Notice
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.matches.machine_turns import MOST_ATTEMPTS, play_due_turns
from campaigns.usecases.matches.practice import MOST_OPEN
from tests.campaigns.builders import NOON, a_user, the_move
from tests.campaigns.games import a_game, say
from tests.campaigns.web.conftest import Page, client_of

FIRST = {"order": "move", "from": 125, "to": 106}


@pytest.fixture
def ann(db):
    return a_user("ann")


@pytest.fixture
def browser(ann):
    return client_of(ann)


def test_two_presses_from_the_first_page_lead_to_the_board(browser):
    assert 'href="/practice/">Practise War-Chess' in browser.get("/").content.decode()
    form = browser.get(reverse("practice")).content.decode()
    assert form.count(" checked") == 2 and "Recruit" in form and "Colonel" in form
    answer = browser.post(reverse("practice"), {"book": "war-chess", "opponent": "house-1", "side": "attacker"})
    battle = Battle.objects.get()
    assert (answer.status_code, answer["Location"]) == (302, reverse("battle", args=[battle.public_id]))
    assert browser.get(answer["Location"], follow=True).status_code == 200


@pytest.mark.slow
def test_practices_do_not_stand_among_the_posts_nor_in_the_inbox(ann, browser):
    browser.post(reverse("practice"), {"book": "war-chess", "opponent": "house-1", "side": "attacker"})
    battle = Battle.objects.get()
    home = browser.get("/").content.decode()
    assert battle.name not in home and "1 open, your turn in 1" in home
    opened = the_move(battle).opened_at
    say(ann, battle, FIRST, now=opened)
    play_due_turns(lambda: opened)
    assert the_move(battle).number == 3 and not Notice.objects.exists()
    shown = browser.get(reverse("practice")).content.decode()
    assert battle.name in shown and "Your turn" in shown


@pytest.mark.parametrize(
    "typed",
    [
        {"opponent": "house-9"},
        {"opponent": "abacus-1"},
        {"opponent": "house"},
        {"opponent": "house-1", "side": "white"},
        {"opponent": "house-1", "book": "kriegspiel"},
        {"opponent": "uci-1", "book": "chess-1879"},
        {"opponent": "house-\x00"},
    ],
)
def test_what_cannot_be_had_is_refused_on_the_form(browser, typed):
    answer = browser.post(reverse("practice"), {"book": "war-chess", "side": "attacker", **typed})
    assert answer.status_code == 400 and not Battle.objects.exists()
    assert Page(answer).tags["h1"] == 1


def test_where_no_engine_is_installed_chess_is_not_offered_and_staff_read_how_to_set_one(browser, ann, settings):
    settings.UCI_ENGINE = ""
    first = browser.get(reverse("practice")).content.decode()
    assert "?book=chess-1879" not in first and "No machine" not in first, "a player cannot change it"
    said = browser.get(reverse("practice") + "?book=chess-1879").content.decode()
    assert "No machine on this site plays Chess" in said and "Start the game" not in said and "UCI_ENGINE" not in said
    type(ann).objects.filter(pk=ann.pk).update(is_staff=True)
    assert "UCI_ENGINE" in browser.get(reverse("practice") + "?book=chess-1879").content.decode()
    settings.UCI_ENGINE = "/usr/games/some-engine"
    assert "Start the game" in browser.get(reverse("practice") + "?book=chess-1879").content.decode()


@pytest.mark.slow
def test_the_cap_is_told_on_the_form(ann, browser):
    for _ in range(MOST_OPEN):
        browser.post(reverse("practice"), {"book": "war-chess", "opponent": "house-1", "side": "attacker"})
        battle = Battle.objects.latest("pk")
        say(ann, battle, FIRST, now=the_move(battle).opened_at)
    answer = browser.post(reverse("practice"), {"book": "war-chess", "opponent": "house-1", "side": "attacker"})
    assert answer.status_code == 409 and f"{MOST_OPEN} practice games open" in answer.content.decode()


def test_the_page_is_for_those_who_are_logged_in_and_shows_nobody_elses(browser, django_assert_max_num_queries):
    assert Client().get(reverse("practice")).status_code == 302
    browser.post(reverse("practice"), {"book": "war-chess", "opponent": "house-1", "side": "attacker"})
    other = client_of(a_user("bob"))
    assert "Your turn" not in other.get(reverse("practice")).content.decode()
    assert other.get(reverse("battle", args=[Battle.objects.get().public_id])).status_code == 404
    with django_assert_max_num_queries(12):
        page = Page(browser.get(reverse("practice")))
    assert page.unlabelled == [] and page.strange == [] and page.tags["main"] == 1


@pytest.mark.slow
def test_a_machine_that_has_given_up_is_asked_again_from_there(ann, browser, monkeypatch):
    browser.post(reverse("practice"), {"book": "war-chess", "opponent": "house-1", "side": "defender"})
    opened = the_move(Battle.objects.get()).opened_at
    assert "Try again" not in browser.get(reverse("practice")).content.decode()
    with monkeypatch.context() as patched:
        patched.setattr(machines, "orders_of", sulks)
        for _ in range(MOST_ATTEMPTS + 1):
            play_due_turns(lambda: opened)
    move = the_move(Battle.objects.get())
    shown = Page(browser.get(reverse("practice")))
    assert shown.unlabelled == [] and "it sulks" in browser.get(reverse("practice")).content.decode()
    assert client_of(a_user("bob")).post(reverse("practice"), {"again": move.public_id}).status_code == 404
    assert browser.post(reverse("practice"), {"again": move.public_id}).status_code == 302
    assert play_due_turns(server_time) == 1 and the_move(Battle.objects.get()).number == 2


def sulks(asked):
    raise machines.Failed("it sulks")


@pytest.mark.slow
def thinks(browser, side):
    """Whether the board of a practice that begins says that the machine works on its move.  side: the player's."""
    browser.post(reverse("practice"), {"book": "war-chess", "opponent": "house-1", "side": side})
    return "is thinking." in browser.get(reverse("board", args=[Battle.objects.get().public_id])).content.decode()


def test_the_board_says_that_the_machine_thinks_until_it_has_given_the_turn_up(ann, browser):
    assert thinks(browser, "defender")
    battle = Battle.objects.get()
    Answer.objects.update_or_create(move=the_move(battle), defaults={"failed": "it sulks"})
    assert "is thinking." not in browser.get(reverse("board", args=[battle.public_id])).content.decode()


def test_the_board_says_nothing_of_a_machine_at_the_players_own_turn(ann, browser):
    assert not thinks(browser, "attacker")


def test_on_the_roster_the_umpire_has_a_machine_play(cast):
    battle = a_game(cast, book="war-chess")
    roster = reverse("roster", args=[battle.campaign.public_id])
    dismiss(by=cast.umpire, post=battle.campaign.posts.get(user=cast.blue_general).public_id, now=NOON)
    umpire = client_of(cast.umpire)
    assert "Let a machine play" in umpire.get(roster).content.decode()
    assert "Let a machine play" not in client_of(cast.red_general).get(roster).content.decode()
    assert client_of(cast.red_general).post(roster, {"machine": "house-2", "side": "blue"}).status_code == 403
    assert umpire.post(roster, {"machine": "house-9", "side": "blue"}).status_code == 400
    assert umpire.post(roster, {"machine": "house-2", "side": "blue"}).status_code == 302
    assert battle.campaign.posts.get(kind="general", side__key="blue", held_until=None).user.machine.level == 2
