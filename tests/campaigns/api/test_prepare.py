"""campaigns, posts, battles: made and changed by the umpire while they are prepared."""

from campaigns.models import Campaign
from tests.campaigns.api.table import NEW_CAMPAIGN
from tests.campaigns.builders import START


def test_whoever_makes_a_campaign_is_its_umpire(caller):
    made = caller("bystander").post("/api/v1/campaigns/", NEW_CAMPAIGN)
    assert made.status_code == 201
    found = caller("bystander").get(f"/api/v1/campaigns/{made.data['id']}/").data
    assert [post["kind"] for post in found["posts"]] == ["umpire"]
    assert found["campaign"]["options"]["two_stage_move"] is True
    assert caller("red_foot").get(f"/api/v1/campaigns/{made.data['id']}/").status_code == 404


def test_an_option_that_is_not_there_is_refused_by_name(caller):
    before = Campaign.objects.count()
    answer = caller("bystander").post("/api/v1/campaigns/", {**NEW_CAMPAIGN, "options": {"moonlight": True}})
    assert (answer.status_code, answer.data["code"]) == (400, "E-INVALID")
    assert "moonlight" in answer.data["sentence"]
    assert Campaign.objects.count() == before


def test_a_campaign_that_runs_is_not_changed(caller, battle):
    answer = caller("umpire").patch(f"/api/v1/campaigns/{battle.campaign.public_id}/", {"fixed_minutes": 3})
    assert (answer.status_code, answer.data["code"]) == (409, "E-STATE")


def test_a_battle_with_a_start_that_is_none_is_refused_by_place(caller, battle):
    where = f"/api/v1/campaigns/{battle.campaign.public_id}/battles/"
    start = {**START, "bodies": {"red-foot": {"side": "red", "arm": "infantry", "men": -5}}}
    answer = caller("umpire").post(where, {"name": "The hill", "start": start})
    assert answer.status_code == 400
    assert "start.bodies.red-foot.men" in answer.data["sentence"]


def test_a_battle_is_not_begun_twice(caller, at):
    answer = caller("umpire").post(at("start"))
    assert (answer.status_code, answer.data["code"]) == (409, "E-STATE")


def test_a_post_is_given_and_ended_and_its_holder_sees_nothing_more(caller, at, cast, battle):
    posts = f"/api/v1/campaigns/{battle.campaign.public_id}/posts/"
    given = caller("umpire").post(posts, {"user": "bystander", "kind": "observer"})
    assert given.status_code == 201
    assert caller("bystander").get(at("sheet")).status_code == 200
    ended = caller("umpire").delete(f"/api/v1/posts/{given.data['id']}/")
    assert ended.data["held_until"] is not None
    assert caller("bystander").get(at("sheet")).status_code == 404
    assert given.data["id"] in [one["id"] for one in caller("umpire").get(posts).data]


def test_nobody_sits_on_two_sides_of_the_table(caller, battle):
    posts = f"/api/v1/campaigns/{battle.campaign.public_id}/posts/"
    post = {"user": "red-foot", "kind": "commander", "side": "blue", "arm": "cavalry"}
    answer = caller("umpire").post(posts, post)
    assert (answer.status_code, answer.data["code"]) == (403, "E-ROLE")


def test_nobody_of_that_name_is_given_a_post(caller, battle):
    posts = f"/api/v1/campaigns/{battle.campaign.public_id}/posts/"
    answer = caller("umpire").post(posts, {"user": "no-such-person", "kind": "observer"})
    assert (answer.status_code, answer.data["sentence"]) == (400, "user: there is nobody of that name")


def test_the_seed_is_told_to_nobody_while_the_battle_runs(caller, at, battle):
    for who in ("umpire", "red_foot", "observer"):
        told = caller(who).get(at())
        assert told.data["battle"]["seed"] == ""
        assert told.data["battle"]["seed_digest"] == battle.seed_digest
        assert battle.seed.encode() not in told.content
