"""What the program says is kept with its message, so that each reader has it in their language; what people write is kept as text."""

from __future__ import annotations

import pytest
from django.db import connection

from campaigns.models import Campaign, Finding, Notice, OrderEntry
from campaigns.words.languages import in_language
from campaigns.words.translation import translated
from rules.values.sentence import MARK, Sentence, coded, decoded, say
from tests.campaigns.looked_back import over
from tests.campaigns.web.conftest import client_of

pytestmark = pytest.mark.django_db
ACCEPT = "application/vnd.kriegspiel.messages+json"


def test_orders_results_and_notices_are_read_again_with_their_messages(cast):
    over(cast)
    sums = [event["sum"] for found in Finding.objects.all() for event in found.events if event.get("sum")]
    texts = [*OrderEntry.objects.values_list("reading", flat=True), *Notice.objects.values_list("text", flat=True)]
    assert len(sums) > 3 and len(texts) > 3
    assert [one for one in (*sums, *texts) if not isinstance(one, Sentence)] == []
    with in_language("de"):
        assert translated(texts[0]) != texts[0]


def test_a_row_from_before_is_shown_as_it_was_written(cast):
    over(cast)
    notice = Notice.objects.earliest("pk")
    with connection.cursor() as cursor:
        cursor.execute("UPDATE campaigns_notice SET text = %s WHERE id = %s", ["Move 1 has ended.", notice.pk])
    text = Notice.objects.get(pk=notice.pk).text
    assert text == "Move 1 has ended." and type(text) is str
    with in_language("de"):
        assert translated(text) == "Move 1 has ended."


def test_what_somebody_wrote_is_no_message_whatever_it_looks_like(cast):
    battle = over(cast)
    Campaign.objects.filter(pk=battle.campaign_id).update(name="{n} men")
    name = Campaign.objects.get(pk=battle.campaign_id).name
    assert name == "{n} men" and type(name) is str


def test_a_sentence_can_be_looked_for_in_the_database(cast):
    over(cast)
    notice = Notice.objects.earliest("pk")
    assert Notice.objects.filter(text=notice.text).exists()
    assert not Notice.objects.filter(text=say("No notice says this.")).exists()


def test_a_program_gets_the_message_of_every_sentence_by_its_place(cast):
    battle = over(cast)
    browser, address = client_of(cast.red_general), f"/api/v1/battles/{battle.public_id}/reports/"
    plain = browser.get(address)
    found = browser.get(address, headers={"accept": ACCEPT})
    assert found.headers["Content-Type"].startswith(ACCEPT) and found.json()["answer"] == plain.json()
    messages = found.json()["messages"]
    assert messages and "messages" not in plain.json()
    for place, message in messages.items():
        text = found.json()["answer"]
        for step in place.split("/")[1:]:
            text = text[int(step)] if isinstance(text, list) else text[step.replace("~1", "/").replace("~0", "~")]
        assert decoded(message) == text and coded(decoded(message)) == message, place
    assert MARK not in found.content.decode()


def test_a_refusal_has_its_message_too(cast):
    battle = over(cast)
    browser = client_of(cast.red_foot)
    refused = browser.get(f"/api/v1/battles/{battle.public_id}/desk/", headers={"accept": ACCEPT})
    assert refused.status_code == 403
    assert decoded(refused.json()["messages"]["/sentence"]) == refused.json()["answer"]["sentence"]
