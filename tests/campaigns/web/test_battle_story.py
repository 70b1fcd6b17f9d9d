"""The end of a battle is a story: who won, whom each side lost and where, and the three moments that cost most."""

from __future__ import annotations

import re

import pytest
from django.db import transaction

from campaigns.clock import server_time
from campaigns.locks import lock_battle
from campaigns.models import Battle
from campaigns.usecases.campaigns.endings import end_battle, end_by_default
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.moves.findings import preview_finding, submit_move
from rules.contract.costs import Cost, ways
from rules.values.sentence import say
from tests.campaigns import builders, desk_scene
from tests.campaigns.web.conftest import client_of, close, url

BOTH_HURT = {**desk_scene.NEAR, "mines": {"blue-mine": {"side": "blue", "at": [60, 44]}}}
"""The Lancers within charging distance of the Guards, and a mine before the Rifles."""


@pytest.fixture
def over(cast):
    """A battle of one move that is over: the Rifles trod on a mine and the Lancers charged; Red has won."""
    battle = desk_scene.a_battle(cast, BOTH_HURT)
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, who="red_foot")
    desk_scene.orders(cast, move, "red-horse", desk_scene.CHARGE, "red_horse")
    close(cast, move)
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())
    return battle


def ended(cast, battle):
    end_battle(by=cast.umpire, battle=battle.public_id, winner="red", reason="It is late", now=server_time())
    return battle


def story_of(client, battle):
    page = client.get(url("after", battle)).content.decode()
    return page.split('class="battlestory"')[1].split("</section>")[0] if "battlestory" in page else ""


def test_the_umpire_reads_who_won_the_turns_and_the_losses_of_both_with_the_replay_first(cast, over, umpire):
    """Twin: while the battle goes on there is no story."""
    assert not story_of(umpire, over)
    told = story_of(umpire, ended(cast, over))
    assert (
        "Red has won" in told
        and "The umpire ended it: It is late" in told
        and told.index("Replay the battle") < told.index("Who was lost")
    )
    turns = told.split('class="turnings"')[1].split("</ol>")[0]
    losses = dict(re.findall(r"(Red Rifles|Blue Guards|Red Lancers) −(\d+)", turns))
    assert {"Red Rifles", "Blue Guards"} <= {*losses} and all(int(men) for men in losses.values())
    rows = re.findall(r'<tr><th scope="row">([^<]+)</th><td class="num loss"[^>]*>−(\d+)<', told)
    assert dict(rows) == losses and len(rows) == len(losses), (
        "each man once, though both sides' reports tell of the charge"
    )
    assert re.search(r"5 ft east, \d", told), "and where"


def test_the_desk_of_an_ended_battle_gives_the_reason_that_the_umpire_gave(cast, over, umpire):
    """Twin: while the battle goes on the desk says nothing of an end."""
    assert "The umpire ended it" not in umpire.get(url("desk", over)).content.decode()
    strip = umpire.get(url("desk", ended(cast, over))).content.decode().split('id="desk-strip"')[1]
    assert "The umpire ended it: It is late" in strip.split("</section>")[0]


def test_a_side_reads_its_own_losses_and_what_it_was_told_of_the_others(cast, over, blue, stranger):
    """Twin: what blew up Red's men is Red's to know as far as Blue's report tells it; a stranger reads nothing."""
    told = story_of(blue, ended(cast, over))
    assert "Blue Guards" in told and "Red has won" in told
    assert "The umpire ended it: It is late" in told, "as the form of the end says"
    report = blue.get(url("report", over, 1)).content.decode()
    for name in ("Red Rifles", "Red Lancers"):
        assert (f"{name} −" in told) <= (name in report)
    assert stranger.get(url("after", over)).status_code == 404


def test_an_end_by_the_rules_is_not_put_down_to_the_umpire(cast, over, umpire):
    with transaction.atomic():
        end_by_default(lock_battle(over.pk), "red", reason=say("the opponent has withdrawn"), now=server_time())
    told = story_of(umpire, over)
    assert "How it ended: the opponent has withdrawn" in told and "The umpire ended it" not in told
    Battle.objects.filter(pk=over.pk).update(result={"winner": "red"})
    told = story_of(umpire, over)
    assert "The rules decided it." in told and "The umpire ended it" not in told


def test_the_form_that_asks_for_the_reason_says_who_reads_it(over, umpire):
    assert "Reason (read by everybody concerned)" in umpire.get(url("battle-end", over)).content.decode()


def test_the_ended_desk_leads_to_the_replay_and_decides_nothing(cast, over, umpire):
    assert "The battle is over" not in umpire.get(url("desk", over)).content.decode().split('id="desk-strip"')[1]
    page = umpire.get(url("desk", ended(cast, over))).content.decode()
    strip = page.split('id="desk-strip"')[1].split("</section>")[0]
    assert "The battle is over" in strip and "Red has won" in strip and url("replay", over) in strip
    assert "Nothing to decide" not in page and "Move 2" not in page.split("</header>")[0]


def test_everybody_is_led_from_an_ended_battle_to_its_replay_and_story(cast, over):
    ended(cast, over)
    for user in (cast.red_foot, cast.observer):
        page = client_of(user).get(url("sheet", over)).content.decode()
        assert f'href="{url("replay", over)}">Replay it' in page and f'href="{url("after", over)}">its story' in page


def losses_told(story):
    """The losses and the moments of a story: names with numbers, and sentences."""
    rows = re.findall(r'<tr><th scope="row">([^<]+)</th><td class="num loss"[^>]*>−(\d+)<', story)
    return dict(rows), re.findall(r'class="turntold">([^<]+)<', story)


def test_an_observers_story_tells_no_more_than_the_observer_may_read(cast, over):
    """What the observers' report told while the battle went on; twin: no address gives an observer the books of a side."""
    observer = client_of(cast.observer)
    report = re.sub(r"<[^>]+>", " ", observer.get(url("report", over, 1)).content.decode())
    ended(cast, over)
    story = story_of(observer, over)
    lost, moments = losses_told(story)
    assert lost and all(name in report and men in report for name, men in lost.items())
    assert moments and all(sentence in report for sentence in moments)
    assert "The umpire ended it: It is late" in story
    for of in ("umpire", "both", "red", "blue"):
        asked = observer.get(url("after", over), {"of": of})
        assert asked.status_code != 200 or losses_told(asked.content.decode()) == (lost, moments)


def told_by_ruling(cast, men):
    """The story of a battle in which nobody was hurt but as the umpire ruled on the Rifles, of 40 men."""
    battle = desk_scene.a_battle(cast)
    move = builders.the_move(battle)
    close(cast, move)
    change = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": men}]
    given = {"reason": "The mine was deeper", "clause": "house rule", "now": server_time()}
    overrule_finding(by=cast.umpire, move=move.public_id, change=change, **given)
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())
    return ended(cast, battle)


def test_who_was_lost_as_the_umpire_ruled_is_told_to_the_umpire_and_to_whose_they_were(cast, umpire, red, blue):
    battle = told_by_ruling(cast, 29)
    for reader in (umpire, red):
        told = story_of(reader, battle)
        assert losses_told(told) == ({"Red Rifles": "11"}, ["The umpire ruled: The mine was deeper"])
        assert "11 as the umpire ruled" in told and "Nobody was lost" not in told


def test_the_other_side_is_not_told_of_a_ruling_that_it_may_not_know(cast, blue):
    """Twin: nor does its story deny that anybody was lost."""
    told = story_of(blue, told_by_ruling(cast, 29))
    assert "Rifles" not in told and "deeper" not in told
    assert "lost nobody, as far as was reported" in told


def test_men_whom_a_ruling_gives_back_are_taken_off_and_all_parts_add_up(cast, umpire):
    """Of the men whom the mine killed the umpire gave three back."""
    battle = desk_scene.a_battle(cast, BOTH_HURT)
    move = builders.the_move(battle)
    desk_scene.orders(cast, move, who="red_foot")
    close(cast, move)
    left = preview_finding(by=cast.umpire, move=move.public_id).finding.position["bodies"]["red-foot"]["men"]
    change = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": left + 3}]
    given = {"reason": "Three were only stunned", "clause": "house rule", "now": server_time()}
    overrule_finding(by=cast.umpire, move=move.public_id, change=change, **given)
    submit_move(by=cast.umpire, move=move.public_id, now=server_time())
    lost, moments = losses_told(told := story_of(umpire, ended(cast, battle)))
    assert lost == {"Red Rifles": str(40 - left - 3)}
    assert "3 given back as the umpire ruled" in told and not any("stunned" in one for one in moments)
    assert "The umpire ruled otherwise" not in told, "it is told how"


@pytest.mark.parametrize("dead", [[1, 2, 8], [5], [3, 3], [7, 1, 1, 20]])
def test_what_came_in_the_same_way_is_one_part_and_the_parts_add_up(dead):
    """Twin: other ways stay apart."""
    shots = [Cost("a", men, say("{men} by a shot", men=men)) for men in dead]
    rest = [
        Cost("a", 4, say("{men} hand to hand", men=4)),
        Cost("a", 0, say("destroyed")),
        Cost("a", 0, say("destroyed")),
    ]
    assert ways([*shots, *rest]) == [f"{sum(dead)} by a shot", "4 hand to hand", "destroyed"]
    parts = [int(men) for men in re.findall(r"\d+", " ".join(ways([*shots, *rest])))]
    assert sum(parts) == sum(one.men for one in (*shots, *rest))
