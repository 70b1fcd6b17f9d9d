"""The page of dispatches: word is sent by a form, and stands on the sheet of whoever hears it."""

from __future__ import annotations

from campaigns.models import Dispatch
from tests.campaigns.web.conftest import client_of, url


def test_a_general_sends_a_note_and_its_addressee_finds_it_on_his_sheet(cast, battle, move, blue):
    general, horse = client_of(cast.red_general), client_of(cast.red_horse)
    page = general.get(url("dispatches", battle)).content.decode()
    assert "Send word" in page and "Everybody in the room hears it, the enemy too." in page and "KS-GENL-04" in page
    to = battle.campaign.posts.get(kind="commander", arm="cavalry", side__key="red").public_id
    sent = {"channel": "note", "to": to, "text": "Come back <to> the mill.", "key": "one"}
    assert general.post(url("dispatches", battle), sent).status_code == 302
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
    assert "Come back to the mill." in page and "to whom it goes is wanted" in page
    assert not Dispatch.objects.exists()


def test_an_observer_hears_shouts_and_sends_none(cast, battle, move):
    observer = client_of(cast.observer)
    client_of(cast.red_general).post(url("dispatches", battle), {"channel": "shout", "text": "Charge!", "key": "one"})
    page = observer.get(url("dispatches", battle)).content.decode()
    assert "Charge!" in page and "Send it" not in page
    assert (
        observer.post(url("dispatches", battle), {"channel": "shout", "text": "Hurrah!", "key": "two"}).status_code
        == 403
    )
