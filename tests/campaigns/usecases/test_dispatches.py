"""Messages are sent by shout, whisper and note, and received by those who may under the rulebook.  [KS-GENL-03, KS-GENL-04]"""

from __future__ import annotations

import pytest

from campaigns import sight
from campaigns.errors import KeyReused, NotYours, Unseen, WrongState
from campaigns.models import Dispatch, Notice
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.messages import dispatches
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.record import check_record
from rules.errors import Illegal, Invalid
from tests.campaigns.builders import NOON, a_battle

PEOPLE = (
    "umpire", "red_general", "red_foot", "red_horse", "red_guns", "blue_general", "blue_foot", "official", "observer"
)  # fmt: skip


def post_of(battle, kind, arm="", side="red"):
    return battle.campaign.posts.get(kind=kind, arm=arm, side__key=side).public_id


def send(user, battle, channel="note", to=(), text="Come back to the mill.", key="k"):
    return send_message(by=user, battle=battle.public_id, channel=channel, to=list(to), text=text, key=key, now=NOON)


def recipients(cast, battle):
    """Who reads anything, of all who take part in the battle."""
    found = {}
    for name in PEOPLE:
        found[name] = [
            one.text for one in sight.messages(sight.find_battle(getattr(cast, name), battle.public_id)).heard
        ]
    return {name for name, heard in found.items() if heard}


@pytest.mark.parametrize("channel", ["note", "whisper"])
def test_a_note_and_a_whisper_are_read_by_sender_addressee_and_umpire_alone(cast, battle, channel):
    send(cast.red_general, battle, channel, [post_of(battle, "commander", "cavalry")])
    assert recipients(cast, battle) == {"umpire", "red_general", "red_horse"}
    (message,) = sight.messages(sight.find_battle(cast.red_horse, battle.public_id)).heard
    assert (message.sender, message.channel, message.to, message.text) == (
        "Red General", channel, ("Red Cavalry",), "Come back to the mill."
    )  # fmt: skip
    assert [one.post.user for one in Notice.objects.filter(kind="word")] == [cast.red_horse]


def test_a_shout_is_heard_by_everybody_in_the_room_the_enemy_too(cast, battle):
    """KS-GENL-04, from the example printed there: on every screen of both sides."""
    send(cast.red_general, battle, "shout", text="Cavalry, charge!")
    assert recipients(cast, battle) == set(PEOPLE)
    told = {one.post.user for one in Notice.objects.filter(kind="word")}
    assert cast.blue_general in told and cast.observer in told and cast.red_general not in told
    assert "charge" not in Notice.objects.filter(kind="word").first().text


def test_where_the_enemy_hears_no_shouts_its_own_side_alone_does(cast):
    battle = a_battle(cast, options={"two_stage_move": False, "enemy_hears_shout": False})
    send(cast.red_general, battle, "shout", text="Cavalry, charge!")
    assert recipients(cast, battle) == {
        "umpire", "red_general", "red_foot", "red_horse", "red_guns", "official"
    }  # fmt: skip


def test_a_message_is_sent_in_either_sides_move(cast, battle):
    send(cast.blue_general, battle, "note", [post_of(battle, "commander", "infantry", "blue")])
    assert recipients(cast, battle) == {"umpire", "blue_general", "blue_foot"}


@pytest.mark.parametrize("to", ["the enemy", "nobody", "an observer"])
def test_only_a_shout_carries_farther_and_what_is_not_there_is_answered_as_the_enemy_is(cast, battle, to):
    one = {
        "the enemy": post_of(battle, "general", side="blue"),
        "nobody": "AAAAAAAAAAAA",
        "an observer": battle.campaign.posts.get(kind="observer").public_id,
    }[to]
    with pytest.raises(Illegal) as refused:
        send(cast.red_general, battle, "whisper", [one])
    assert (refused.value.code, refused.value.sentence) == ("E-OTHERSIDE", "Only a shout carries to the enemy.")
    assert not Dispatch.objects.exists()


def test_sent_again_with_the_same_key_it_is_sent_once_and_another_text_is_refused(cast, battle):
    first = send(cast.red_general, battle, "shout")
    assert send(cast.red_general, battle, "shout") == first
    with pytest.raises(KeyReused):
        send(cast.red_general, battle, "shout", text="Halt!")
    assert Dispatch.objects.count() == 1


def test_an_official_and_the_umpire_command_nobody_and_a_stranger_finds_no_battle(cast, battle):
    for user in (cast.official, cast.umpire, cast.observer):
        with pytest.raises(NotYours):
            send(user, battle, "shout")
    with pytest.raises(Unseen):
        send(cast.bystander, battle, "shout")


@pytest.mark.parametrize(
    "wrong",
    [
        {"channel": "drum"}, {"channel": "note", "to": []}, {"text": ""}, {"text": "x" * 1_001}, {"text": "a\u202eb"},
        {"to": [3]}, {"key": "no key"},
    ],
)  # fmt: skip
def test_what_is_no_message_is_refused(cast, battle, wrong):
    with pytest.raises((Invalid, Illegal)):
        send(cast.red_general, battle, **{"channel": "shout", **wrong})
    assert not Dispatch.objects.exists()


def test_nobody_shouts_without_end_nor_when_the_battle_is_over(cast, battle, monkeypatch):
    monkeypatch.setattr(dispatches, "MOST", 1)
    send(cast.red_general, battle, "shout")
    with pytest.raises(dispatches.Capped):
        send(cast.red_general, battle, "shout", key="again")
    end_battle(by=cast.umpire, battle=battle.public_id, reason="dusk", now=NOON)
    with pytest.raises(WrongState):
        send(cast.blue_general, battle, "shout")


def test_what_was_said_stands_in_the_record(cast, battle):
    send(cast.red_general, battle, "shout", text="Cavalry, charge!")
    battle.refresh_from_db()
    assert battle.record.get(kind="word-sent").data["text"] == "Cavalry, charge!"
    assert check_record(battle) is None


def test_a_whisper_of_the_enemy_changes_nothing_that_one_is_told(cast, battle):
    """KTI-KS-119."""
    before = sight.messages(sight.find_battle(cast.blue_general, battle.public_id))
    send(cast.red_general, battle, "whisper", [post_of(battle, "commander", "cavalry")])
    assert sight.messages(sight.find_battle(cast.blue_general, battle.public_id)) == before
    assert not Notice.objects.filter(kind="word", post__side__key="blue").exists()


def test_the_umpire_reads_over_a_sides_shoulder_what_the_seats_of_a_side_have_heard(cast, battle):
    send(cast.red_general, battle, "whisper", [post_of(battle, "commander", "cavalry")])
    send(cast.red_general, battle, "shout", key="loud")
    seat = sight.find_battle(cast.umpire, battle.public_id)
    assert len(sight.messages(seat).heard) == 2
    assert [one.channel for one in sight.messages(seat, "red").heard] == ["shout", "whisper"]
    for other in ("blue", "observer"):
        assert [one.channel for one in sight.messages(seat, other).heard] == ["shout"]
