"""The pages of the forces: what they show to whom, and the links to them."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns.models import Thing, ThingChange
from campaigns.usecases.campaigns.carry_over import open_next_battle
from campaigns.usecases.campaigns.preparation import start_battle
from tests.campaigns import builders
from tests.campaigns.games import a_game
from tests.campaigns.looked_back import CANARIES, fought, over
from tests.campaigns.web.conftest import Page, client_of, url


def text(client, address: str, status: int = 200) -> str:
    answer = client.get(address)
    assert answer.status_code == status
    return answer.content.decode()


def history(battle, thing: str, group: str = "bodies") -> str:
    return reverse("force", args=[battle.public_id, group, thing])


def test_the_umpire_sees_both_sides_and_a_commander_his_own_with_what_they_were_and_are(cast):
    battle = fought(cast)
    page = text(client_of(cast.umpire), url("forces", battle))
    assert "Red Lancers" in page and "Blue Hussars" in page and CANARIES["mine"] in page
    assert "30 men, in line" in page and 'class="track blue"' in page
    page = text(client_of(cast.red_foot), url("forces", battle))
    assert "Red Lancers" in page and 'class="track red"' in page and "Cavalry" in page
    assert "Blue Hussars" not in page and 'class="track blue"' not in page
    assert not any(secret in page for secret in CANARIES.values())


def test_behind_a_name_stands_what_it_was_move_by_move_what_it_lost_and_why_and_the_report(cast):
    battle = fought(cast)
    for user, report in ((cast.red_foot, "/report/1/"), (cast.umpire, "/report/1/?of=red")):
        answer = client_of(user).get(history(battle, "red-horse"))
        page = Page(answer)
        assert page.tags["h1"] == 1 and page.strange == [] and len(page.ids) == len(set(page.ids))
        assert any(one.endswith(report) for one in page.links)
        assert "charge delivered" in answer.content.decode() and "KS-CHARGE-18" in answer.content.decode()
    assert "20 food" not in text(client_of(cast.red_foot), history(battle, "red-horse"))


@pytest.mark.parametrize("who", ["red_foot", "observer", "bystander"])
def test_a_thing_of_the_other_side_and_one_that_is_nowhere_have_the_same_page(cast, who):
    battle, client = fought(cast), client_of(getattr(cast, who))
    pages = [text(client, history(battle, thing), 404) for thing in ("blue-horse", CANARIES["mine"], "nothing")]
    assert len({page.partition("<main")[2].partition("</main>")[0] for page in pages}) == 1
    assert not any("Blue Hussars" in page for page in pages)


def test_an_observer_is_told_that_it_is_not_his_yet_and_reads_all_when_the_papers_are_open(cast):
    assert "only your own side’s forces" in text(client_of(cast.observer), url("forces", fought(cast)))
    assert "Blue Hussars" in text(client_of(cast.observer), url("forces", over(builders.a_cast(), is_open=True)))


def test_sheet_desk_and_the_papers_afterwards_lead_there_and_a_board_has_none(cast):
    battle = fought(cast)
    for user, name in ((cast.red_foot, "sheet"), (cast.umpire, "desk"), (cast.red_foot, "after")):
        assert url("forces", battle) in Page(client_of(user).get(url(name, battle))).links
    game = a_game(cast)
    assert url("forces", game) not in Page(client_of(cast.umpire).get(url("after", game))).links
    assert "Nothing is known." in text(client_of(cast.umpire), url("forces", game))


def test_what_went_over_stands_battle_by_battle_and_nothing_where_nothing_did(cast):
    battle = over(cast)
    campaign = battle.campaign
    address = reverse("campaign-forces", args=[campaign.public_id])
    assert "Nothing has been carried over" in text(client_of(cast.umpire), address)
    assert address not in text(client_of(cast.red_foot), reverse("campaign", args=[campaign.public_id]))
    campaign.carry_over = "losses"
    campaign.save(update_fields=["carry_over"])
    assert address in text(client_of(cast.red_foot), reverse("campaign", args=[campaign.public_id]))
    later = builders.NOON + timedelta(hours=1)
    following = open_next_battle(by=cast.umpire, battle=battle.public_id, name="The mill", now=later)
    start_battle(by=cast.umpire, battle=following.public_id, now=later)
    page = text(client_of(cast.red_foot), address)
    assert "The mill" in page and "Red Lancers" in page and "Blue Hussars" not in page
    assert "Blue Hussars" in text(client_of(cast.umpire), address)
    assert text(client_of(cast.bystander), address, 404)


def test_in_german_nothing_of_them_is_english(cast):
    battle, german = fought(cast), {"HTTP_ACCEPT_LANGUAGE": "de"}
    client = client_of(cast.umpire)
    page = client.get(url("forces", battle), **german).content.decode()
    assert "Streitkräfte" in page and "30 Mann" in page and "Jetzt" in page
    assert not any(one in page for one in ("At the beginning", "30 men", "see its history"))
    page = client.get(history(battle, "red-horse"), **german).content.decode()
    assert "In den Büchern eingetragen" in page and "charge delivered" not in page


def test_who_looks_after_the_server_finds_them_once_the_battle_has_ended_and_never_before(cast):
    keeper = get_user_model().objects.create_superuser("keeper", password=None)
    client, lists = (
        client_of(keeper),
        [reverse(f"admin:campaigns_{one.__name__.lower()}_changelist") for one in (Thing, ThingChange)],
    )
    fought(cast)
    assert all("Red Lancers" not in text(client, address) for address in lists)
    over(builders.a_cast())
    for address in lists:
        assert "Red Lancers" in text(client, f"{address}?group=bodies&side=red")
        assert "Red Lancers" not in text(client, f"{address}?group=guns")
