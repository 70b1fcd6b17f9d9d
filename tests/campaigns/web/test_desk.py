"""The umpire's desk: who has sent, facts entered, the finding previewed, the move submitted."""

from __future__ import annotations

import re

import pytest

from campaigns.clock import server_time
from campaigns.memory_cache import MemoryCache
from campaigns.models import FactSheet, Finding, Move, Post
from campaigns.usecases.campaigns.preparation import dismiss
from campaigns.usecases.moves import submission
from campaigns.usecases.orders.orders import declare_ready, submit_orders
from campaigns.web.desk import views_desk
from campaigns.web.page import kept
from tests.campaigns import builders
from tests.campaigns.web.conftest import Page, client_of, close, give, url

CHARGE = {"order": "charge", "body": "red-horse", "target": "blue-foot"}
FACTS = {"distance": "20", "contours_up": "0", "contours_down": "0", "chargers": "12", "charged": "20"}


def charged(cast, move):
    """A charge was ordered, and the move is closed."""
    give(cast, move, "red-horse", CHARGE)
    return close(cast, move)


def facts(move, base=0, order="red-horse/0", **changes):
    """The form of the desk, filled in."""
    typed = {f"o.{order}.{key}": value for key, value in {**FACTS, **changes}.items()}
    return {"move": move.public_id, "base": base, **typed}


def test_the_desk_shows_who_has_sent_and_the_orders_in_the_sequence_of_resolution(cast, battle, move, umpire):
    give(cast, move, "red-horse", CHARGE)
    give(cast, move)
    page = umpire.get(url("desk", battle)).content.decode()
    assert page.index("Movement</h3>") < page.index("Contact</h3>")
    assert "Sent 1" in page and ">Nothing sent<" in page and "Missing" not in page


@pytest.mark.slow
def test_facts_are_taken_down_and_the_finding_is_previewed_with_its_sum_and_nothing_published(
    cast, battle, move, umpire, red
):
    charged(cast, move)
    answer = umpire.post(url("measure", battle), facts(move))
    assert answer["Location"].endswith("/desk/#finding")
    page = umpire.get(url("desk", battle)).content.decode()
    assert "KS-CHARGE-06" in page and "2 in the charge" in page and "20 in the charge" in page
    assert Page(umpire.get(url("desk", battle))).fields["o.red-horse/0.distance"] == "20"
    assert "KS-CHARGE-06" in umpire.get(url("preview", battle)).content.decode()
    assert not Finding.objects.exists()
    assert red.get(url("report", battle, 1)).status_code == 404


@pytest.mark.slow
def test_facts_may_be_put_right_before_the_move_is_submitted(cast, battle, move, umpire):
    charged(cast, move)
    umpire.post(url("measure", battle), facts(move))
    umpire.post(url("measure", battle), facts(move, base=1, charged="10", reason="counted again"))
    assert FactSheet.objects.count() == 2
    assert FactSheet.objects.order_by("-revision").first().orders["red-horse/0"]["charged"] == 10


@pytest.mark.slow
def test_a_stale_sheet_of_facts_is_refused_and_what_was_typed_stays(cast, battle, move, umpire):
    charged(cast, move)
    umpire.post(url("measure", battle), facts(move))
    answer = umpire.post(url("measure", battle), facts(move, base=0, charged="11"))
    assert answer.status_code == 412
    fields = Page(answer).fields
    assert (fields["o.red-horse/0.charged"], fields["base"]) == ("11", "1")
    assert FactSheet.objects.count() == 1


@pytest.mark.parametrize("typed", ["six", "-3", "NaN", "1e400", "\x00", "9" * 3000])
def test_a_fact_that_is_none_is_said_beside_its_field(cast, battle, move, umpire, typed):
    charged(cast, move)
    answer = umpire.post(url("measure", battle), facts(move, distance=typed))
    assert answer.status_code == 400
    assert "Enter inches" in answer.content.decode()
    assert not FactSheet.objects.exists()


@pytest.mark.slow
def test_shells_are_taken_down_shot_by_shot(cast, umpire):
    battle = builders.a_battle(cast, options={"two_stage_move": False, "first_fire_move": 1})
    move = builders.the_move(battle)
    give(cast, move, "red-gun", {"order": "fire-gun", "gun": "red-gun", "shots": 2})
    close(cast, move)
    base = "o.red-gun/0.shells"
    typed = {
        "move": move.public_id,
        "base": 0,
        f"{base}.seen": "yes",
        f"{base}.0.0.body": "blue-foot",
        f"{base}.0.0.men": "5",
        f"{base}.0.0.covered": "1",
        f"{base}.0.guns.blue-gun": "partly",
        f"{base}.1.0.body": "",
        f"{base}.1.0.men": "",
    }
    assert umpire.post(url("measure", battle), typed).status_code == 302
    shells = FactSheet.objects.get().orders["red-gun/0"]["shells"]
    assert shells == [{"men": {"blue-foot": 5}, "covered": {"blue-foot": 1}, "guns_partly": ["blue-gun"]}, {}]
    page = umpire.get(url("desk", battle)).content.decode()
    assert "KS-SHELL-03" in page
    wrong = umpire.post(url("measure", battle), {**typed, "base": 1, f"{base}.0.0.men": ""})
    assert wrong.status_code == 400 and "Shot 1: give the body" in wrong.content.decode()


@pytest.mark.slow
def test_a_move_is_submitted_once_and_the_next_opens(cast, battle, move, umpire):
    charged(cast, move)
    umpire.post(url("measure", battle), facts(move))
    for _ in range(2):
        assert umpire.post(url("submit-move", battle), {"move": move.public_id}).status_code == 302
    assert Finding.objects.count() == 1
    assert Move.objects.filter(battle=battle).count() == 2


def test_a_move_that_waits_for_a_fact_says_which(cast, battle, move, umpire):
    charged(cast, move)
    answer = umpire.post(url("submit-move", battle), {"move": move.public_id})
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "E-FACTS" in page and "How many inches from edge to edge" in page
    assert not Finding.objects.exists()


def test_an_open_move_cannot_be_submitted(battle, move, umpire):
    assert umpire.post(url("submit-move", battle), {"move": move.public_id}).status_code == 409
    assert umpire.post(url("publish-fire", battle), {"move": move.public_id}).status_code == 409


@pytest.mark.parametrize("name", ["measure", "submit-move", "publish-fire"])
def test_nobody_but_the_umpire_presses_the_desks_buttons(cast, battle, move, red, stranger, name):
    charged(cast, move)
    assert red.post(url(name, battle), {"move": move.public_id}).status_code == 403
    assert stranger.post(url(name, battle), {"move": move.public_id}).status_code == 404
    assert not FactSheet.objects.exists() and not Finding.objects.exists()


def test_the_move_of_another_battle_is_not_there(cast, battle, move, umpire):
    for name in ("submit-move", "publish-fire"):
        assert umpire.post(url(name, battle), {"move": "AAAAAAAAAAAA"}).status_code == 404
    assert umpire.post(url("measure", battle), {"move": "AAAAAAAAAAAA"}).status_code == 404


@pytest.mark.slow
def test_a_move_of_two_stages_settles_the_fire_first(cast, umpire, red):
    battle = builders.a_battle(cast, options={"two_stage_move": True, "first_fire_move": 1}, drain_seconds=0)
    move = builders.the_move(battle)
    give(cast, move, "red-gun", {"order": "fire-gun", "gun": "red-gun", "shots": 1})
    umpire.post(url("clock", battle, "close"), {"move": move.public_id})
    page = umpire.get(url("desk", battle)).content.decode()
    assert "Publish the fire" in page and "Publish the result" not in page
    base = "o.red-gun/0.shells"
    typed = {
        "move": move.public_id,
        "base": 0,
        f"{base}.seen": "yes",
        f"{base}.0.0.body": "blue-foot",
        f"{base}.0.0.men": "4",
    }
    umpire.post(url("measure", battle), typed)
    assert umpire.post(url("publish-fire", battle), {"move": move.public_id}).status_code == 302
    move.refresh_from_db()
    assert (move.stage, move.after_fire["bodies"]["blue-foot"]["men"]) == ("movement", 58)
    assert "58 men" in red.get(url("sheet", battle)).content.decode()


def test_the_status_of_the_desk_is_sent_again_only_when_something_has_changed(cast, battle, move, umpire):
    first = umpire.get(url("desk-status", battle))
    assert umpire.get(url("desk-status", battle), headers={"If-None-Match": first["ETag"]}).status_code == 304
    give(cast, move)
    assert umpire.get(url("desk-status", battle), headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.slow
def test_the_desk_says_step_by_step_what_is_to_be_done(cast, battle, move, umpire):
    def said():
        page = umpire.get(url("desk", battle)).content.decode()
        now = re.search(r'aria-current="step">([^<]+)<', page)[1]
        return now, page.split('<div class="next">')[1].split("</div>")[0]

    step, words = said()
    assert step == "Orders come in" and "No orders yet from Red Infantry" in words
    charged(cast, move)
    step, words = said()
    assert step == "Measure" and "How many inches from edge to edge" in words
    assert 'href="#o.red-horse/0.distance"' in words
    umpire.post(url("measure", battle), facts(move))
    step, words = said()
    assert step == "Preview" and 'href="#h-submit"' in words


@pytest.mark.slow
def test_time_may_be_called_at_once_when_everybody_has_sent(cast, battle, move, umpire):
    assert "Everybody" not in umpire.get(url("desk", battle)).content.decode()
    give(cast, move)
    give(cast, move, "red-horse", CHARGE)
    declare_ready(user=cast.red_guns, move=move.public_id, now=server_time())
    page = umpire.get(url("desk", battle)).content.decode()
    assert "Everybody has sent orders. Not ready yet: Red Infantry; Red Cavalry" in page
    assert "End the move now</button>" in page.split('<div class="next">')[1].split("</div>")[0]


@pytest.mark.slow
def test_a_stale_sheet_of_facts_shows_at_each_field_what_was_taken_down_meanwhile(cast, battle, move, umpire):
    charged(cast, move)
    umpire.post(url("measure", battle), facts(move, charged="12"))
    page = umpire.post(url("measure", battle), facts(move, base=0, charged="11")).content.decode()
    assert "Saved meanwhile: 12." in page.split('id="o.red-horse/0.charged"')[1].split("<div")[0]
    assert page.count("Saved meanwhile") == 1


def test_a_fact_that_is_none_is_named_at_the_head_and_the_rest_of_the_form_stays(cast, battle, move, umpire):
    charged(cast, move)
    answer = umpire.post(
        url("measure", battle), facts(move, distance="six", reason="taped") | {"reason": "taped twice"}
    )
    page = answer.content.decode()
    assert "1 field could not be read" in page and 'href="#o.red-horse/0.distance"' in page
    assert Page(answer).fields["o.red-horse/0.charged"] == "20" and Page(answer).fields["reason"] == "taped twice"


@pytest.mark.slow
def test_a_move_that_the_rules_fail_on_is_parked_told_and_submitted_again(cast, battle, move, umpire, red, monkeypatch):
    give(cast, move)
    close(cast, move)
    press = {"move": move.public_id}

    def failing(*given, **how):
        raise RuntimeError("a fault of the program")

    with monkeypatch.context() as broken:
        broken.setattr(submission, "find_to_publish", failing)
        answer = umpire.post(url("submit-move", battle), press)
    page = answer.content.decode()
    reference = re.search(r"reference (?:for those who look after the server is )?(K-[0-9a-f]{8})", page)[1]
    assert answer.status_code == 503 and "The move is stuck." in page and "Attempts made: 1" in page
    assert "a fault of the program" not in page.replace("by a fault of the program", "")
    desk = umpire.get(url("desk", battle)).content.decode()
    assert reference in desk and "The move is stuck." in desk and "Correct an order or a fact" in desk
    assert "The result is delayed" in red.get(url("sheet", battle)).content.decode()
    assert reference not in red.get(url("sheet", battle)).content.decode()
    assert umpire.post(url("submit-move", battle), press).status_code == 302
    assert Finding.objects.count() == 1
    assert "parked" not in umpire.get(url("desk", battle)).content.decode().split("Notices to you")[0]


@pytest.mark.slow
def test_a_shell_of_which_nothing_is_said_stays_open_and_one_that_hit_nobody_is_said_so(cast, umpire):
    battle = builders.a_battle(cast, options={"two_stage_move": False, "first_fire_move": 1})
    move = builders.the_move(battle)
    give(cast, move, "red-gun", {"order": "fire-gun", "gun": "red-gun", "shots": 2})
    close(cast, move)
    base = "o.red-gun/0.shells"
    empty = {"move": move.public_id, "base": 0, f"{base}.0.0.body": "", f"{base}.0.0.men": ""}
    assert umpire.post(url("measure", battle), empty).status_code == 302
    assert "shells" not in FactSheet.objects.get().orders.get("red-gun/0", {})
    assert umpire.post(url("submit-move", battle), {"move": move.public_id}).status_code == 409
    umpire.post(url("measure", battle), empty | {"base": 1, f"{base}.seen": "yes"})
    assert FactSheet.objects.order_by("-revision").first().orders["red-gun/0"]["shells"] == [{}, {}]
    page = umpire.get(url("desk", battle)).content.decode()
    assert f'name="{base}.seen" value="yes" checked' in page
    assert umpire.post(url("submit-move", battle), {"move": move.public_id}).status_code == 302


ON_THE_TABLE = {
    **builders.START,
    "bodies": {
        **builders.START["bodies"],
        "red-freed": {"side": "red", "arm": "infantry", "men": 6, "disarmed": True, "name": "Red Freed"},
    },
    "guns": {**builders.START["guns"], "red-gun": {"side": "red", "crew": "red-crew", "strayed": {"red-crew": 24}}},
    "mines": {"blue-mine": {"side": "blue"}},
    "generals": {"blue-general": {"side": "blue", "name": "General Blue"}},
}


@pytest.mark.slow
def test_what_only_people_can_report_of_a_table_is_asked_taken_down_and_stands_in_the_form_again(cast):
    """KS-MINE-02, KS-GENL-08, KS-LW-11, KS-GUN-01: who trod on a mine, the General caught, men at their line or their gun."""
    options = {
        "two_stage_move": False,
        "general_vulnerability": "sykes",
        "first_fire_move": 1,
        "use_cavalry_charge": False,
    }
    battle = builders.a_battle(cast, start=ON_THE_TABLE, options=options)
    move = builders.the_move(battle)
    give(cast, move)
    freed = {"order": "march", "body": "red-freed", "measured": {"distance": 6}}
    now = server_time()
    submit_orders(
        user=cast.red_foot, move=move.public_id, thing="red-freed", orders=[freed], base_revision=0, key="f", now=now
    )
    give(cast, move, "red-gun", {"order": "fire-gun", "gun": "red-gun", "shots": 1, "shell": "shell"})
    move = close(cast, move)
    umpire = client_of(cast.umpire)
    typed = {
        "m.trodden.blue-mine": ["red-foot"],
        "m.blast.blue-mine.0.0.body": "red-foot",
        "m.blast.blue-mine.0.0.men": "9",
        "m.caught.blue-general": "yes",
        "m.rearmed.red-freed": "yes",
        "m.near.red-gun": "4",
    }
    page = umpire.get(url("desk", battle)).content.decode()
    assert all(f'name="{name}"' in page for name in typed if ".0.0." not in name)
    umpire.post(url("measure", battle), {"move": move.public_id, "base": 0, **typed})
    kept = FactSheet.objects.get().move_facts
    assert kept["trodden"] == {"blue-mine": ["red-foot"]}
    assert kept["blast"]["blue-mine"][0]["men"] == {"red-foot": 9}
    assert (kept["caught"], kept["rearmed"], kept["near"]) == (
        {"blue-general": True},
        {"red-freed": True},
        {"red-gun": 4},
    )
    again = Page(umpire.get(url("desk", battle)))
    assert again.fields["m.blast.blue-mine.0.0.men"] == "9"
    assert again.fields["m.near.red-gun"] == "4"


def two_shells(cast):
    """A closed move in which Red's gun fires twice, and the fields of its shells."""
    battle = builders.a_battle(cast, options={"two_stage_move": False, "first_fire_move": 1})
    move = builders.the_move(battle)
    give(cast, move, "red-gun", {"order": "fire-gun", "gun": "red-gun", "shots": 2})
    close(cast, move)
    base = "o.red-gun/0.shells"
    empty = {f"{base}.{shot}.0.{part}": "" for shot in (0, 1) for part in ("body", "men")}
    return battle, base, {"move": move.public_id, "base": 0, **empty}


@pytest.mark.slow
def test_a_shell_left_empty_beside_one_that_hit_is_asked_for_and_not_taken_for_a_miss(cast, umpire):
    battle, base, typed = two_shells(cast)
    typed |= {f"{base}.0.0.body": "blue-foot", f"{base}.0.0.men": "5"}
    answer = umpire.post(url("measure", battle), typed)
    page = answer.content.decode()
    assert answer.status_code == 400 and "Shot 2 is empty." in page and not FactSheet.objects.exists()
    assert Page(answer).fields[f"{base}.0.0.men"] == "5"
    assert umpire.post(url("measure", battle), typed | {f"{base}.seen": "yes"}).status_code == 302
    assert FactSheet.objects.get().orders["red-gun/0"]["shells"] == [{"men": {"blue-foot": 5}}, {}]


@pytest.mark.slow
def test_more_men_than_there_are_are_refused_with_their_number(cast, umpire):
    battle, base, typed = two_shells(cast)
    typed |= {f"{base}.seen": "yes", f"{base}.0.0.body": "blue-foot", f"{base}.0.0.men": "99"}
    answer = umpire.post(url("measure", battle), typed)
    assert answer.status_code == 400 and not FactSheet.objects.exists()
    page = answer.content.decode()
    assert "You entered 99 men of Blue Guards, but there are only 60." in page
    assert "1 fact to measure before the result can be published." in page and "Everything is measured" not in page
    assert f'data-lives-at="{url("desk", battle)}"' in page, "nobody looks for news where forms alone are taken"
    assert Page(answer).fields[f"{base}.0.0.men"] == "99"
    german = umpire.post(url("measure", battle), typed, headers={"Accept-Language": "de"}).content.decode()
    assert "Sie haben 99 Mann von Blue Guards eingetragen, aber es sind nur 60." in german
    assert umpire.post(url("measure", battle), typed | {f"{base}.0.0.men": "60"}).status_code == 302


def test_who_holds_several_seats_and_has_sent_nothing_stands_there_once(cast, battle, move, umpire):
    """Twin: with one seat each they stand there by title."""
    says = f"{cast.red_foot.get_full_name() or cast.red_foot.get_username()}: 2 seats"
    assert says not in umpire.get(url("desk", battle)).content.decode()
    battle.campaign.posts.filter(side__key="red", arm="cavalry").update(user=cast.red_foot)
    assert says in umpire.get(url("desk", battle)).content.decode()


def test_what_waits_for_others_does_not_wait_for_the_umpire(battle, move, umpire):
    page = umpire.get(url("desk", battle)).content.decode()
    assert "Nothing yet from" not in page and "No orders yet from" in page


def test_a_refusal_that_no_form_shows_leads_back_to_its_battle(battle, move, umpire, stranger):
    """Twin: who holds no seat is not told that there is one."""
    page = umpire.get(url("overrule", battle))
    assert page.status_code == 409 and f'href="{url("battle", battle)}">Back to the battle' in page.content.decode()
    hidden = stranger.get(url("overrule", battle))
    assert hidden.status_code == 404 and "Back to the battle" not in hidden.content.decode()


def test_a_desk_at_which_nobody_is_seated_says_who_is_waited_for(cast, battle, move, umpire):
    for post in Post.objects.filter(campaign=battle.campaign, side__key="red", held_until__isnull=True):
        dismiss(by=cast.umpire, post=post.public_id, now=server_time())
    page = umpire.get(url("desk", battle)).content.decode()
    assert "Everybody has sent orders or is ready" not in page and "Nothing to decide" not in page
    assert "Nobody holds a seat that can order" in page and "Red Rifles" in page


def test_the_status_of_the_desk_knows_that_nothing_is_new_before_it_reads_the_desk(
    cast, battle, move, umpire, monkeypatch
):
    monkeypatch.setattr(kept, "page_cache", MemoryCache(kept.MOST_BYTES))  # that of other tests keeps nothing
    first = umpire.get(url("desk-status", battle))
    monkeypatch.setattr(views_desk, "read_desk", None)
    known = {"If-None-Match": first["ETag"]}
    assert umpire.get(url("desk-status", battle), headers=known).status_code == 304


def test_the_status_of_the_desk_tells_of_a_seat_that_is_called_otherwise_though_there_is_no_news(
    cast, battle, move, umpire
):
    known = {"If-None-Match": umpire.get(url("desk-status", battle))["ETag"]}
    Post.objects.filter(user=cast.red_foot).update(title="The Black Watch")
    renamed = umpire.get(url("desk-status", battle), headers=known)
    assert renamed.status_code == 200
    assert "The Black Watch" in renamed.content.decode()


def test_the_desk_keeps_its_orders_until_there_is_news_and_never_what_was_typed(
    cast, battle, move, umpire, monkeypatch
):
    monkeypatch.setattr(kept, "page_cache", MemoryCache(kept.MOST_BYTES))
    made = []
    compress = kept.zlib.compress
    monkeypatch.setattr(kept.zlib, "compress", lambda *given: made.append(given) or compress(*given))
    charged(cast, move)
    first = umpire.get(url("desk", battle)).content.decode()
    assert len(made) >= 3
    made.clear()
    assert 'id="order-red-horse/0"' in umpire.get(url("desk", battle)).content.decode()
    assert not made
    wrong = umpire.post(url("measure", battle), facts(move, distance="far")).content.decode()
    assert 'value="far"' in wrong
    assert 'value="far"' not in first
    assert not made
    umpire.post(url("measure", battle), facts(move))
    assert 'value="20"' in umpire.get(url("desk", battle)).content.decode()
    assert made
