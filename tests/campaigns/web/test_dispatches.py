"""The page of messages: sent by a form, and shown on the sheet of everybody who receives them."""

from __future__ import annotations

import pytest
from django.utils.html import strip_tags

from campaigns.models import Dispatch, Notice, Post
from tests.campaigns.builders import NOON
from tests.campaigns.web.conftest import client_of, url
from tests.campaigns.words.pseudo import ENGLISH, pseudo_language


def test_a_general_sends_a_note_and_its_addressee_finds_it_on_his_sheet(cast, battle, move, blue):
    general, horse = client_of(cast.red_general), client_of(cast.red_horse)
    page = general.get(url("dispatches", battle)).content.decode()
    assert (
        "Send a message" in page and "Everybody in the room hears it, the enemy too." in page and "KS-GENL-04" in page
    )
    to = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red").public_id
    sent = {"channel": "note", "to": to, "text": "Come back <to> the mill.", "key": "one"}
    gone = general.post(url("dispatches", battle), sent, follow=True)
    name = cast.red_horse.get_full_name() or cast.red_horse.get_username()
    assert f"Sent to {name}." in gone.content.decode()
    for name in ("sheet", "dispatches"):
        assert "Come back &lt;to&gt; the mill." in horse.get(url(name, battle)).content.decode()
        assert "the mill." not in blue.get(url(name, battle)).content.decode()


def test_what_was_refused_stays_in_the_form(cast, battle, move):
    general = client_of(cast.red_general)
    answer = general.post(
        url("dispatches", battle), {"channel": "whisper", "text": "Come back to the mill.", "key": "one"}
    )
    assert answer.status_code == 422 or answer.status_code == 400
    page = answer.content.decode()
    assert "Come back to the mill." in page and "To: Choose who gets the message." in page
    assert not Dispatch.objects.exists()


def test_an_observer_hears_shouts_and_sends_none(cast, battle, move):
    observer = client_of(cast.observer)
    client_of(cast.red_general).post(url("dispatches", battle), {"channel": "shout", "text": "Charge!", "key": "one"})
    page = observer.get(url("dispatches", battle)).content.decode()
    assert "Charge!" in page and ">Send<" not in page
    assert (
        observer.post(url("dispatches", battle), {"channel": "shout", "text": "Hurrah!", "key": "two"}).status_code
        == 403
    )


@pytest.mark.slow
def test_the_umpire_says_something_to_all_a_side_or_a_post_and_nobody_else_hears_it(
    cast, battle, move, umpire, red, blue
):
    """KS-OFF-01: at once, from the umpire's own page; it is on the sheets of its recipients."""
    horse = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red").public_id
    said = {
        "The hall closes at eleven.": ({"whom": "all"}, {"red", "horse", "blue"}),
        "Your bridge is down.": ({"whom": "side-red"}, {"red", "horse"}),
        "Come to the table.": ({"whom": "posts", "to": [horse]}, {"horse"}),
    }
    readers = {"red": red, "horse": client_of(cast.red_horse), "blue": blue}
    assert "Message to the players" in umpire.get(url("desk", battle)).content.decode()
    for number, (text, (whom, hear)) in enumerate(said.items()):
        form = umpire.get(url("dispatches", battle)).content.decode()
        assert ">Send<" in form and 'value="side-blue"' in form
        assert umpire.post(url("dispatches", battle), {**whom, "text": text, "key": f"k{number}"}).status_code == 302
        heard = {name for name, client in readers.items() if text in client.get(url("sheet", battle)).content.decode()}
        assert heard == hear, text
    assert battle.record.filter(kind="umpire-said").count() == 3
    umpire.post(url("dispatches", battle), {"whom": "all", "text": "The hall closes at eleven.", "key": "k0"})
    assert Dispatch.objects.count() == 3, "pressed twice, it is said once"


def test_what_the_umpire_says_to_nobody_is_refused_and_stays_in_the_form(battle, move, umpire):
    answer = umpire.post(url("dispatches", battle), {"whom": "posts", "text": "Come here.", "key": "k"})
    page = answer.content.decode()
    assert answer.status_code == 400 and "Come here." in page and "Who gets it: Choose 1 to 40 seats." in page
    assert (
        umpire.post(url("dispatches", battle), {"whom": "side-green", "text": "Come.", "key": "k"}).status_code == 400
    )
    assert not Dispatch.objects.exists()


def test_what_is_refused_is_a_label_and_a_sentence_of_the_readers_language(battle, move, umpire, tmp_path):
    press = {"whom": "posts", "text": "Kommt her.", "key": "k"}
    with pseudo_language(tmp_path) as code:
        page = umpire.post(url("dispatches", battle), press, headers={"Accept-Language": code}).content.decode()
    said = strip_tags(page.split('class="refusal"')[1].split("<p>")[1].split("</p>")[0])
    assert not ENGLISH.findall(said) and "⟦çĥööšé 1 ţö 40 šéàţš" in said, said


def test_a_message_is_sent_to_nobody_until_somebody_is_chosen_and_never_to_more_than_was_ticked(
    cast, battle, move, umpire, red, blue
):
    """A seat that is ticked while another choice is marked: refused, with all that was typed; twin: it alone hears."""
    horse = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red").public_id
    assert " checked" not in umpire.get(url("dispatches", battle)).content.decode().split('name="whom"', 1)[1]
    secret = {"text": "Their guns are behind the wood.", "key": "k"}
    for whom in ({"whom": "all", "to": horse}, {"whom": "side-red", "to": horse}, {"whom": "sides", "to": horse}, {}):
        answer = umpire.post(url("dispatches", battle), {**secret, **whom})
        page = answer.content.decode()
        assert answer.status_code == 400 and "Their guns are behind the wood.</textarea>" in page
        assert ("Seats are ticked, but another choice is marked" if whom else "Choose who gets the message") in page
        assert (f'value="{horse}" checked' in page) is bool(whom)
    assert not Dispatch.objects.exists()
    sent = umpire.post(url("dispatches", battle), {**secret, "to": horse}, follow=True).content.decode()
    assert f"Sent to {Post.objects.get(public_id=horse).title}." in sent
    assert "behind the wood" in client_of(cast.red_horse).get(url("dispatches", battle)).content.decode()
    for other in (red, blue, client_of(cast.observer)):
        assert "behind the wood" not in other.get(url("dispatches", battle)).content.decode()


def test_both_sides_hear_what_observers_do_not(cast, battle, move, umpire, red, blue):
    sent = {"text": "The hall closes at ten.", "key": "k", "whom": "sides"}
    assert (
        "Sent to both sides, not observers."
        in umpire.post(url("dispatches", battle), sent, follow=True).content.decode()
    )
    for reader, hears in ((red, True), (blue, True), (client_of(cast.observer), False)):
        assert ("closes at ten" in reader.get(url("dispatches", battle)).content.decode()) is hears
    sent = {"text": "To all.", "key": "k2", "whom": "all"}
    assert (
        "Sent to everybody, also observers."
        in umpire.post(url("dispatches", battle), sent, follow=True).content.decode()
    )


def test_a_prepared_message_names_whom_it_will_go_to(battle, move, umpire):
    seat = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red")
    form = {"text": "Night falls.", "key": "k", "when": "move", "move_number": "2", "to": seat.public_id}
    refused = umpire.post(url("injects", battle), {**form, "whom": "all"})
    assert refused.status_code == 400 and not battle.injects.exists()
    page = umpire.post(url("injects", battle), form, follow=True).content.decode()
    assert f"Prepared. It will be sent to {seat.title}." in page


def only_the_foot(battle):
    """Of Red, only the commander of the infantry is left."""
    others = battle.campaign.posts.filter(side__key="red").exclude(user__username="red-foot")
    others.update(held_until=NOON)


def test_who_is_alone_on_their_side_is_told_so_and_has_only_what_everybody_hears(cast, battle, move):
    """Twin: with somebody else on the side a note is offered."""
    foot = client_of(cast.red_foot)
    assert 'value="note"' in foot.get(url("dispatches", battle)).content.decode()
    only_the_foot(battle)
    page = foot.get(url("dispatches", battle)).content.decode()
    assert 'value="note"' not in page and 'value="whisper"' not in page and 'value="shout"' in page
    assert "There is nobody to write to now" not in page


def test_who_has_nobody_to_write_to_is_told_why_and_has_no_form(cast, battle, move, monkeypatch):
    """Under rules without a shout, as Little Wars is."""
    whispers = [{"key": "note", "title": "Note", "says": "", "heard": "addressees", "clause": "LW-EXT-15"}]
    monkeypatch.setattr("campaigns.sight.dispatches.ways", lambda rules, setting: tuple(whispers))
    foot = client_of(cast.red_foot)
    alone = "There is nobody to write to now: nobody else has a command on your side"
    assert alone not in foot.get(url("dispatches", battle)).content.decode()
    only_the_foot(battle)
    page = foot.get(url("dispatches", battle)).content.decode()
    assert alone in page and 'name="channel"' not in page and "Ask the umpire" in page
    official = client_of(cast.official).get(url("dispatches", battle)).content.decode()
    assert alone not in official, "an official writes to nobody in any case"


def test_what_is_new_stands_at_the_head_of_the_page_and_then_among_the_rest(cast, battle, move, umpire):
    foot = client_of(cast.red_foot)
    for number, text in enumerate(("The hall closes at eleven.", "Your bridge is down.")):
        umpire.post(url("dispatches", battle), {"whom": "side-red", "text": text, "key": f"k{number}"})
        if not number:
            foot.get(url("dispatches", battle))
    first = foot.get(url("dispatches", battle)).content.decode()
    new, rest = first.split('class="cols even"')
    assert "Your bridge is down." in new and "The hall closes" not in new
    assert "The hall closes" in rest and "Your bridge is down." not in rest
    new, rest = foot.get(url("dispatches", battle)).content.decode().split('class="cols even"')
    assert "New messages" not in new and "Your bridge is down." in rest
    umpires = umpire.get(url("dispatches", battle)).content.decode()
    assert "New messages" not in umpires.split('class="cols even"')[0]


def test_the_number_of_new_messages_stands_at_the_button_of_the_menu_until_they_are_read(cast, battle, move, umpire):
    foot, horse = client_of(cast.red_foot), client_of(cast.red_horse)
    to = battle.campaign.posts.get(kind="commander", arm="infantry", side__key="red").public_id
    umpire.post(url("dispatches", battle), {"whom": "posts", "to": [to], "text": "Come here.", "key": "k"})

    def at_the_button(client) -> str:
        page = client.get(url("sheet", battle)).content.decode()
        return page.split('id="menu-new"')[1].split("</summary>")[0]

    assert '<b class="new">1<' in at_the_button(foot) and 'class="new"' not in at_the_button(horse)
    foot.get(url("dispatches", battle))
    assert 'class="new"' not in at_the_button(foot)


def test_the_umpire_who_reads_as_a_side_reads_what_that_side_has(cast, battle, move, umpire, red, blue):
    """Red's question and what Red's seats got, not what Blue's got.  Twin: as an observer neither."""
    blues = battle.campaign.posts.get(kind="general", side__key="blue").public_id
    foot = client_of(cast.red_foot)
    foot.post(url("ask-umpire", battle), {"question": "May I ford here?", "key": "one"})
    scout = {"text": "Horsemen at the copse.", "whom": "posts", "to": [blues], "voice": "a scout", "key": "k1"}
    umpire.post(url("dispatches", battle), scout)
    both = ("May I ford here?", "Horsemen at the copse.")

    def read(client, of):
        page = client.get(url("dispatches", battle), {"of": of} if of else {}).content.decode()
        return [text in page for text in both]

    assert [read(umpire, of) for of in ("red", "blue")] == [[True, False], [False, True]]
    assert read(umpire, "") == [True, True]
    assert read(foot, "") == [True, False] and read(client_of(cast.blue_general), "") == [False, True]


def test_a_message_in_the_name_of_a_scout_looks_like_one_from_a_scout(cast, battle, move, umpire):
    """Neither page nor notice says who wrote it.  Twin: what the umpire says in their own name bears the tag."""
    blues = battle.campaign.posts.get(kind="general", side__key="blue").public_id
    general = client_of(cast.blue_general)
    said = {"whom": "posts", "to": [blues]}
    umpire.post(url("dispatches", battle), {**said, "text": "Horsemen.", "voice": "a scout", "key": "k1"})
    for name in ("sheet", "dispatches"):
        page = general.get(url(name, battle)).content.decode()
        assert "a scout</strong>" in page and '<span class="stamp faint">umpire' not in page
    assert "from the umpire" not in str(Notice.objects.get(post__public_id=blues, kind="word").text)
    umpire.post(url("dispatches", battle), {**said, "text": "Tea is served.", "key": "k2"})
    assert '<span class="stamp faint">umpire' in general.get(url("dispatches", battle)).content.decode()
    assert '<span class="stamp faint">umpire' in umpire.get(url("dispatches", battle)).content.decode()
