"""campaigns, seats, battles: made and changed by the umpire while they are prepared."""

import re

from django.db import connection
from django.test.utils import CaptureQueriesContext

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


def test_what_may_still_change_is_changed_with_the_base_that_was_read(caller, battle):
    address = f"/api/v1/campaigns/{battle.campaign.public_id}/"
    read = caller("umpire").get(f"{address}settings/").data
    assert read["settings"]["interval_minutes"] == 0 and "clock_mode" in read["fixed"]
    change = {"interval_minutes": 4, "sides": {"red": {"time_percent": 90}}, "base": read["base"]}
    assert caller("umpire").patch(address, change).status_code == 200
    again = caller("umpire").patch(address, {**change, "interval_minutes": 5})
    assert (again.status_code, again.data["code"]) == (412, "E-STALE")
    assert caller("umpire").get(f"{address}settings/").data["settings"]["interval_minutes"] == 4


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
    offered = caller("umpire").post(posts, {"user": "bystander", "kind": "observer"})
    assert (offered.status_code, offered.data["named"], offered.data["state"]) == (201, "bystander", "holds")
    assert caller("bystander").get(at("sheet")).status_code == 404, "nobody is appointed who has not agreed"
    given = caller("bystander").post(f"/api/v1/me/offers/{offered.data['id']}/")
    assert given.status_code == 201
    assert caller("bystander").get(at("sheet")).status_code == 200
    ended = caller("umpire").delete(f"/api/v1/posts/{given.data['id']}/")
    assert ended.data["held_until"] is not None
    assert caller("bystander").get(at("sheet")).status_code == 404
    assert given.data["id"] in [one["id"] for one in caller("umpire").get(posts).data]


def test_nobody_sits_on_two_sides_of_the_table(caller, battle):
    posts = f"/api/v1/campaigns/{battle.campaign.public_id}/posts/"
    post = {"user": "red-foot", "kind": "commander", "side": "blue", "arm": "cavalry"}
    offered = caller("umpire").post(posts, post).data["id"]
    answer = caller("red_foot").post(f"/api/v1/me/offers/{offered}/")
    assert (answer.status_code, answer.data["code"]) == (403, "E-ROLE")


def test_who_offers_a_post_does_not_learn_which_names_there_are(caller, battle):
    """The same answer, with the same queries, whether or not anybody has the name."""
    posts = f"/api/v1/campaigns/{battle.campaign.public_id}/posts/"
    umpire, told, asked = caller("umpire"), [], []
    for name in ("bystander", "no-such-person", "blue-general"):
        with CaptureQueriesContext(connection) as queries:
            answer = umpire.post(posts, {"user": name, "kind": "observer"})
        same = {key: value for key, value in answer.data.items() if key not in ("id", "named")}
        told.append((answer.status_code, same))
        asked.append([re.sub(r"'[^']*'|\bs\d+_x\d+|\b\d+\b", "?", one["sql"]) for one in queries])
    assert told[0] == told[1] == told[2] and told[0][0] == 201
    assert asked[0] == asked[1] == asked[2]


def test_what_is_declined_is_not_told_and_not_offered_again(caller, battle):
    posts = f"/api/v1/campaigns/{battle.campaign.public_id}/posts/"
    offered = caller("umpire").post(posts, {"user": "bystander", "kind": "observer"}).data
    assert [one["id"] for one in caller("bystander").get("/api/v1/me/offers/").data] == [offered["id"]]
    assert caller("bystander").delete(f"/api/v1/me/offers/{offered['id']}/").status_code == 204
    assert caller("bystander").get("/api/v1/me/offers/").data == []
    assert caller("bystander").post(f"/api/v1/me/offers/{offered['id']}/").status_code == 404
    listed = caller("umpire").get(f"/api/v1/campaigns/{battle.campaign.public_id}/invitations/").data
    assert [one["state"] for one in listed] == ["holds"]


def test_nobody_accepts_what_is_offered_to_another(caller, battle):
    posts = f"/api/v1/campaigns/{battle.campaign.public_id}/posts/"
    offered = caller("umpire").post(posts, {"user": "bystander", "kind": "observer"}).data["id"]
    for other in ("red_foot", "umpire"):
        assert caller(other).post(f"/api/v1/me/offers/{offered}/").status_code == 404
    revoked = caller("umpire").delete(f"/api/v1/invitations/{offered}/")
    assert revoked.data["state"] == "revoked"
    assert caller("bystander").post(f"/api/v1/me/offers/{offered}/").status_code == 404


def test_whoever_offers_himself_a_post_has_accepted(caller):
    stranger = caller("other_umpire")
    sides = [{"key": "red"}, {"key": "blue"}]
    campaign = stranger.post("/api/v1/campaigns/", {"name": "Alone", "sides": sides}).data["id"]
    answer = stranger.post(f"/api/v1/campaigns/{campaign}/posts/", {"user": "other-umpire", "kind": "umpire"})
    assert (answer.status_code, answer.data["code"]) == (409, "E-STATE"), "he holds it already"
    assert stranger.get("/api/v1/me/offers/").data == []


def test_the_seed_is_told_to_nobody_while_the_battle_runs(caller, at, battle):
    for who in ("umpire", "red_foot", "observer"):
        told = caller(who).get(at())
        assert told.data["battle"]["seed"] == ""
        assert told.data["battle"]["seed_digest"] == battle.seed_digest
        assert battle.seed.encode() not in told.content


def test_objectives_are_set_read_by_whom_they_concern_and_a_beginning_is_taken_back(caller, battle, at):
    address = at("objectives")
    aim = {"side": "red", "kind": "losses", "amount": 20, "move": 3}
    kept = caller("umpire").get(f"{address}kept/").data
    answer = caller("umpire").put(address, {"objectives": [aim], "base": kept["base"], "reason": "So it is"})
    assert answer.status_code == 200 and answer.data["objectives"][0]["id"] == "o1"
    assert [one["state"] for one in caller("red_foot").get(address).data] == ["open"]
    assert caller("blue_foot").get(address).data == []
    again = caller("umpire").put(address, {"objectives": [], "base": kept["base"], "reason": "No"})
    assert (again.status_code, again.data["code"]) == (412, "E-STALE")
    assert caller("umpire").post(at("back")).data["status"] == "preparing"
    deleted = caller("umpire").delete(f"/api/v1/battles/{battle.public_id}/")
    assert (deleted.status_code, deleted.data["code"]) == (409, "E-STATE")
    assert "record" in caller("umpire").get(at("deletion")).data["why_not"]
