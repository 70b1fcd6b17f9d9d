"""Every address and method of the API with a valid body, and the status for each role.

An address without a row fails the tests: the author of an endpoint adds here who may do it.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.urls import reverse

from campaigns import sight
from campaigns.api.urls import urlpatterns
from campaigns.models import Answer, Battle, Country, CountryDraft, Move, Notice, OrderEntry, Post, Survey
from campaigns.side_views import own_force
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import dismiss, open_battle, start_battle
from campaigns.usecases.clock.clock import pause_clock
from campaigns.usecases.desk.facts import measure
from campaigns.usecases.desk.returned_orders import return_order
from campaigns.usecases.desk.rulings import overrule_finding
from campaigns.usecases.exercises.shelf import copy_exercise
from campaigns.usecases.matches.matches import match_in_campaign, new_match
from campaigns.usecases.matches.tournaments import create_tournament, enter
from campaigns.usecases.messages.injects import Planned, prepare_inject
from campaigns.usecases.messages.questions import ask_umpire
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.moves.submission import submit_move
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.country_drafts import keep_country_draft, turn_country_draft_back
from campaigns.usecases.muster.curtain import open_curtain
from campaigns.usecases.muster.draft import change_draft, undo_draft
from campaigns.usecases.muster.set_out import begin_setting_out
from campaigns.usecases.muster.survey_files import send_files
from campaigns.usecases.muster.surveys import send_survey
from campaigns.usecases.orders.drafts import save_draft
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.people.invitations import invite
from campaigns.usecases.people.offers import accept_offer, offer_post
from campaigns.usecases.pictures.pictures import keep_picture
from campaigns.usecases.pictures.underlays import lay_picture
from tests.campaigns import desk_scene
from tests.campaigns.builders import NOON, START, Cast, a_battle, a_campaign, a_post, a_user, the_move, token_of
from tests.campaigns.games import a_game
from tests.campaigns.pictures.scans import a_scan, encoded
from tests.campaigns.riders import dispatch, the_rider, with_couriers
from tests.rules.kriegspiel.surveys import great, village

ROLES = (
    "anonymous",
    "bystander",
    "observer",
    "red_foot",
    "red_general",
    "blue_foot",
    "former_red",
    "umpire",
    "other_umpire",
    "official",
    "turncoat",
    "suspended",
    "staff",
)
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
AT_ONE = NOON + timedelta(minutes=1)
STRANGERS = ("bystander", "former_red", "other_umpire", "staff")
PLAYERS = ("observer", "red_foot", "red_general", "blue_foot", "official")
FORM = [{"order": "form", "body": "red-foot", "formation": "extended"}]
CHANGE = [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 59}]


@dataclass
class World:
    """A battle in some state, and what is named in addresses and bodies."""

    cast: Cast
    battle: Battle
    move: Move | None = None
    ruling: str = ""
    post: str = ""
    notice: str = ""
    names: dict[str, Any] = field(default_factory=dict)

    @property
    def move_id(self) -> str:
        """The id of the move under way."""
        assert self.move is not None
        return self.move.public_id


def preparing(cast: Cast) -> World:
    """A battle that has not begun."""
    campaign = a_campaign(cast)
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=START, now=NOON)
    return World(cast, battle)


def opened(cast: Cast, **changes: Any) -> World:
    """A battle whose first move has been open for a minute."""
    battle = a_battle(cast, **changes)
    return World(cast, battle, the_move(battle))


def on_the_map(cast: Cast) -> World:
    """A battle on a map whose first move is open."""
    battle = desk_scene.a_battle(cast)
    return World(cast, battle, the_move(battle))


def at_a_board(cast: Cast) -> World:
    """A game of chess that has begun."""
    battle = a_game(cast)
    return World(cast, battle, the_move(battle))


def as_umpire(cast: Cast) -> World:
    """A battle under way; the seat in the address is its umpire's."""
    world = opened(cast)
    world.post = Post.objects.get(campaign=world.battle.campaign, kind="umpire").public_id
    return world


def mustered(cast: Cast) -> World:
    """The same; its umpire has changed the force."""
    world = preparing(cast)
    who = {"by": cast.umpire, "battle": world.battle.public_id, "now": NOON}
    change_draft(**who, base=0, changes=[{"clear": "red"}])
    return world


def mustered_and_undone(cast: Cast) -> World:
    """The same, taken back."""
    world = mustered(cast)
    undo_draft(by=cast.umpire, battle=world.battle.public_id, now=NOON)
    return world


def drawn(cast: Cast) -> World:
    """A battle; everybody has drawn a new country, and the umpire something of theirs."""
    world = opened(cast)
    for late in ("other-umpire", "former_red", "turncoat", "staff"):
        a_user(late)
    theirs = [(user, "") for user in get_user_model().objects.all()] + [(cast.umpire, country_of(world).public_id)]
    for user, country in theirs:
        for step, map_of in enumerate(({"size": [144, 96]}, {"size": [144, 96], "walls": DRAWN["walls"]})):
            keep_country_draft(by=user, country=country, name="", data=map_of, revision=step, now=NOON)
    return world


def drawn_and_undone(cast: Cast) -> World:
    """The same, the last step of each taken back."""
    world = drawn(cast)
    for row in CountryDraft.objects.all():
        country = row.country.public_id if row.country is not None else ""
        turn_country_draft_back(by=row.user, country=country, revision=row.revision, now=NOON)
    return world


def handed_over(cast: Cast) -> World:
    """A battle on a country that has not begun; Red puts its own force down."""
    campaign = a_campaign(cast)
    start = {**START, "country": {"size": [240, 144]}}
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", start=start, now=NOON)
    open_curtain(by=cast.umpire, battle=battle.public_id, side="red", now=NOON)
    return World(cast, battle)


def put_down_own(world: World) -> dict[str, Any]:
    force = own_force(world.battle.terms, world.battle, "red")
    assert force is not None
    return {"base": force.base, "changes": [{"thing": "red-foot", "key": "at", "value": [30, 20]}]}


def of_little_wars(cast: Cast) -> World:
    """A battle of Little Wars that has not begun."""
    campaign = a_campaign(cast, book="little-wars")
    return World(cast, open_battle(by=cast.umpire, campaign=campaign.public_id, name="The farm", start={}, now=NOON))


def setting_out(cast: Cast) -> World:
    """The same, being set out by its players."""
    world = of_little_wars(cast)
    begin_setting_out(by=cast.umpire, battle=world.battle.public_id, now=NOON)
    return world


def riding(cast: Cast) -> World:
    """A battle with a courier of Red's on the road."""
    battle = with_couriers(cast)
    dispatch(cast, battle)
    return World(cast, battle, the_move(battle), names={"courier": the_rider(battle).public_id})


def asked(cast: Cast) -> World:
    """A battle in which a question has been asked."""
    world = opened(cast)
    put = ask_umpire(by=cast.red_foot, battle=world.battle.public_id, text="May I ford?", key="q", now=NOON)
    world.names = {"question": put.number}
    return world


def surveying(cast: Cast) -> World:
    """A battle whose umpire has sent a large survey."""
    world = opened(cast)
    sent = send_survey(by=cast.umpire, name="Aldershot", survey=great(), scale=5, plain=True, now=NOON)
    world.names = {"survey": sent.public_id}
    return world


def pictured(cast: Cast) -> World:
    """A battle on a country of the umpire's under which a picture lies, and a picture that lies under nothing."""
    country = create_country(by=cast.umpire, name="Hartley", data=DRAWN, now=NOON)
    laid, spare = (keep_picture(by=cast.umpire, sent=encoded(a_scan(*size)), now=NOON) for size in ((64, 48), (48, 48)))
    lay_picture(by=cast.umpire, country=country.public_id, picture=laid.public_id, now=NOON)
    campaign = a_campaign(cast)
    on = {"start": START, "country": country.public_id}
    battle = open_battle(by=cast.umpire, campaign=campaign.public_id, name="The ford", **on, now=NOON)
    start_battle(by=cast.umpire, battle=battle.public_id, now=NOON)
    return World(cast, battle, the_move(battle), names={"picture": laid.public_id, "spare": spare.public_id})


def with_a_spare_picture(cast: Cast) -> World:
    """The same; the picture in the address lies under nothing."""
    world = pictured(cast)
    world.names["picture"] = world.names["spare"]
    return world


def laid(world: World) -> dict[str, Any]:
    """A picture laid by two points."""
    pairs = [[[0, 48], [0, 0]], [[64, 48], [288, 0]]]
    return {
        "picture": world.names["picture"],
        "placing": {"pairs": pairs},
        "crop": [0, 0, 64, 48],
        "strength": 40,
        "audience": "all",
    }


def surveyed(cast: Cast) -> World:
    """A battle whose umpire has sent a survey that waits for its window."""
    world = opened(cast)
    files = [("aldershot.geojson", json.dumps(village()).encode())]
    sent = send_files(by=cast.umpire, name="Aldershot", files=files, scale=5, size=[24, 16], plain=True, now=NOON)
    sketch = {"bounds": [0, 0, 1440, 960], "size": [1000, 667], "unit": 1000 / 1440, "plain": True}
    Survey.objects.filter(pk=sent.pk).update(state="preview", sketch=sketch)
    world.names = {"survey": sent.public_id}
    return world


def shelved(cast: Cast) -> World:
    """A battle whose umpire has an exercise on the shelf, which is not shared."""
    world = opened(cast)
    made = copy_exercise(by=cast.umpire, exercise="sequence", now=NOON)
    world.names = {"exercise": made.public_id}
    return world


def paused(cast: Cast) -> World:
    """The same with its clock stopped."""
    world = opened(cast)
    pause_clock(by=cast.umpire, battle=world.battle.public_id, reason="Tea", minutes=5, now=NOON)
    return world


def undisputed(cast: Cast) -> World:
    """A battle whose orders are closed and whose result is published by itself."""
    world = opened(cast, publish_minutes=5)
    close_move(move_id=world.move.pk, now=NOON, cause="time")
    return world


def ordered(cast: Cast) -> World:
    """The same with an order in force."""
    world = opened(cast)
    submit_orders(
        user=cast.red_foot, move=world.move_id, thing="red-foot", orders=FORM, base_revision=0, key="one", now=NOON
    )
    return world


def drafted(cast: Cast) -> World:
    """The same with a draft that is not sent."""
    world = opened(cast)
    save_draft(user=cast.red_foot, move=world.move_id, thing="red-foot", orders=FORM, base_revision=0, now=NOON)
    return world


def closed(cast: Cast) -> World:
    """Its first move is closed."""
    world = ordered(cast)
    close_move(move_id=world.move.pk, now=AT_ONE, cause="time")
    return world


def reported(cast: Cast) -> World:
    """Blue's lancers charge in the second move; the move ends, and Blue's official has reported how far."""
    world = submitted(cast)
    officer, charge = a_user("blue-official"), {"order": "charge", "body": "blue-horse", "target": "red-foot"}
    a_post(world.battle.campaign, cast, "official", "blue", "", officer)
    given = {"base_revision": 0, "now": AT_ONE}
    submit_orders(user=cast.blue_horse, move=world.move_id, thing="blue-horse", orders=[charge], key="one", **given)
    measure(by=officer, move=world.move_id, orders={"blue-horse/0": {"distance": 20}}, **given)
    close_move(move_id=world.move.pk, now=AT_ONE, cause="time")
    return world


def ruled(cast: Cast) -> World:
    """The same with a ruling made."""
    world = closed(cast)
    made = overrule_finding(
        by=cast.umpire, move=world.move_id, change=CHANGE, reason="A fall", clause="house rule", now=AT_ONE
    )
    world.ruling = made.ruling
    return world


def returned(cast: Cast) -> World:
    """A closed move of which an order has been returned."""
    world = closed(cast)
    made = return_order(by=cast.umpire, move=world.move_id, entry=number_of(world), reason="Which way?", now=AT_ONE)
    world.ruling = made.ruling
    return world


def prepared(cast: Cast) -> World:
    """A battle with a prepared message."""
    world = opened(cast)
    planned = Planned(text="Rain", move_number=3)
    made = prepare_inject(by=cast.umpire, battle=world.battle.public_id, planned=planned, key="i", now=NOON)
    world.names = {"inject": made.inject}
    return world


AN_INJECT: dict[str, Any] = {
    "text": "Rain comes up",
    "move_number": 4,
    "at": None,
    "heard": "side",
    "side": "red",
    "to": [],
    "change": [],
    "clause": "",
}


def number_of(world: World) -> str:
    """The number of the receipt of the only order."""
    return OrderEntry.objects.get(move=world.move).public_id


def submitted(cast: Cast) -> World:
    """Its first move is submitted; the second is open."""
    world = closed(cast)
    submit_move(by=cast.umpire, move=world.move_id, now=AT_ONE)
    world.move = the_move(world.battle)
    return world


def over(cast: Cast) -> World:
    """A battle that the umpire has ended."""
    world = ordered(cast)
    end_battle(by=cast.umpire, battle=world.battle.public_id, reason="Dusk", now=AT_ONE)
    return world


def over_and_carried(cast: Cast) -> World:
    """The same in a campaign in which losses carry over."""
    world = over(cast)
    world.battle.campaign.carry_over = "losses"
    world.battle.campaign.save()
    return world


def interval(cast: Cast) -> World:
    """Between its first and its second move."""
    world = opened(cast, interval_minutes=5)
    close_move(move_id=world.move.pk, now=NOON, cause="time")
    submit_move(by=cast.umpire, move=world.move_id, now=NOON)
    world.move = the_move(world.battle)
    return world


def fire(cast: Cast) -> World:
    """A move of two stages, its fire orders closed."""
    world = opened(cast, options={"two_stage_move": True, "first_fire_move": 1})
    close_move(move_id=world.move.pk, now=NOON, cause="time")
    return world


def deserted(cast: Cast) -> World:
    """A battle in which nobody commands Blue's artillery any more."""
    world = opened(cast)
    guns = Post.objects.get(campaign=world.battle.campaign, user=cast.blue_guns, arm="artillery")
    dismiss(by=cast.umpire, post=guns.public_id, now=NOON)
    return world


def inviting(cast: Cast) -> World:
    """A battle to which somebody is invited, to command Red's artillery."""
    world = opened(cast)
    made = invite(
        by=cast.umpire,
        campaign=world.battle.campaign.public_id,
        kind="commander",
        side="red",
        arm="artillery",
        now=NOON,
    )
    world.names = {"invitation": made.invitation.public_id, "token": made.token}
    return world


def matched(cast: Cast) -> World:
    """A match between Red's General and Blue's in a campaign under way."""
    world = opened(cast)
    made = match_in_campaign(
        by=cast.umpire, campaign=world.battle.campaign.public_id, name="Staff chess", book="chess-1879", now=NOON
    )
    world.names = {"match": made.public_id}
    return world


def waiting(cast: Cast) -> World:
    """A match that the umpire opened, and that one of its players, Red's General, has accepted."""
    world = opened(cast)
    made = new_match(
        by=cast.umpire, name="The Cup", first={"user": cast.red_general.username}, second={"user": "nobody"},
        book="war-chess", now=NOON,
    )  # fmt: skip
    (offer,) = sight.offers(cast.red_general, NOON)
    accept_offer(user=cast.red_general, offer=offer.public_id, now=NOON)
    world.names = {"match": made.public_id}
    return world


def entering(cast: Cast) -> World:
    """A tournament that the umpire made, to which both Generals are entered."""
    world = opened(cast)
    made = create_tournament(by=cast.umpire, name="Autumn", book="war-chess", now=NOON)
    for user in (cast.red_general, cast.blue_general):
        offer = enter(by=cast.umpire, tournament=made.public_id, user=user.username, now=NOON)
        one = accept_offer(user=user, offer=offer.public_id, now=NOON)
        world.names.setdefault("player", one.public_id)
    world.names["tournament"] = made.public_id
    return world


def at_a_board_of_war(cast: Cast) -> World:
    """A game of War-Chess between Red and Blue, in which Red has no General any more."""
    battle = a_game(cast, book="war-chess")
    dismiss(by=cast.umpire, post=battle.campaign.posts.get(user=cast.red_general).public_id, now=NOON)
    a_post(battle.campaign, cast, "commander", "red", "infantry", cast.red_general)
    return World(cast, battle, the_move(battle))


def given_up(cast: Cast) -> World:
    """A game of War-Chess whose first move a machine has given up."""
    battle = a_game(cast, book="war-chess")
    move = the_move(battle)
    Answer.objects.create(move=move, failed="it sulks", attempts=3)
    return World(cast, battle, move)


@dataclass(frozen=True)
class Row:
    """An address and method.  who: the status for each role; umpires choose whose papers they read by ``of``."""

    name: str
    method: str
    state: Callable[[Cast], World]
    who: dict[str, int]
    body: Callable[[World], dict[str, Any]] | None = None
    query: Callable[[World], dict[str, Any]] | None = None
    of: bool = False

    def __str__(self) -> str:
        return f"{self.method} {self.name.removeprefix('api-')}"

    def address(self, world: World) -> str:
        """The address in that world."""
        return reverse(self.name, kwargs=kwargs_of(self.name, world))


def kwargs_of(name: str, world: World) -> dict[str, Any]:
    """The values in an address."""
    values = {
        "campaign": world.battle.campaign.public_id,
        "battle": world.battle.public_id,
        "post": world.post or Post.objects.get(user=world.cast.blue_horse).public_id,
        "notice": world.notice or "AAAAAAAAAAAA",
        "offer": offer_to_red_foot(world) if name == "api-offer" else "",
        "token": token_of_another() if name == "api-token-of-mine" else "",
        "ruling": world.ruling or "AAAAAAAAAAAA",
        "inject": world.names.get("inject", "AAAAAAAAAAAA"),
        "invitation": world.names.get("invitation", "AAAAAAAAAAAA"),
        "courier": world.names.get("courier", "AAAAAAAAAAAA"),
        "question": world.names.get("question", "AAAAAAAAAAAA"),
        "group": "bodies",
        "thing": "red-foot",
        "number": 1,
        "key": "kriegspiel",
        **{
            one: world.names.get(one, "AAAAAAAAAAAA")
            for one in ("match", "tournament", "player", "survey", "picture", "exercise")
        },
        "country": country_of(world).public_id if "country" in name or "drawing" in name else "",
    }
    pattern = next(one for one in urlpatterns if one.name == name)
    return {key: values[key] for key in pattern.pattern.converters}


def offer_to_red_foot(world: World) -> str:
    """The id of an offer that the commander of the infantry may take, and nobody else."""
    campaign = world.battle.campaign.public_id
    made = offer_post(
        by=world.cast.umpire,
        campaign=campaign,
        user=world.cast.red_foot.username,
        kind="commander",
        side="red",
        arm="artillery",
        now=NOON,
    )
    return str(made.public_id)


def token_of_another() -> str:
    """The id of a token of somebody who has no role here."""
    keeper = a_user("keeper-of-tokens")
    token_of(keeper)
    return str(keeper.tokens.get().public_id)


def country_of(world: World) -> Country:
    """A country that the umpire made."""
    there = Country.objects.filter(made_by=world.cast.umpire).first()
    return there or create_country(by=world.cast.umpire, name="Hartley", data=DRAWN, now=NOON)


def answers(ok: int, *roles: str, **others: int) -> dict[str, int]:
    """``ok`` to some roles, what is named to others, 401 to those who may not log in, 404 to strangers.

    A turncoat gets the same as a Blue, though they held a seat of Red's until noon.
    """
    who = dict.fromkeys(STRANGERS, 404) | dict.fromkeys(roles, ok) | others
    return {**who, "turncoat": who["blue_foot"], "anonymous": 401, "suspended": 401}


def everybody(ok: int = 200) -> dict[str, int]:
    """Everybody who has logged in."""
    return answers(ok, *ROLES)


def members(ok: int = 200, **others: int) -> dict[str, int]:
    """Everybody who holds a seat."""
    return answers(ok, *PLAYERS, "umpire", **others)


def umpire(ok: int = 200) -> dict[str, int]:
    """The umpire alone; others with a seat are told that it is the umpire's."""
    return answers(403, *PLAYERS, umpire=ok)


def commander(ok: int = 200, **others: int) -> dict[str, int]:
    """The commander of Red's infantry alone."""
    return answers(403, *PLAYERS, "umpire", **{"red_foot": ok, "blue_foot": 409, **others})


def own_side(**others: int) -> dict[str, int]:
    """Both sides, each its own papers; the umpire those of either; an observer has none."""
    return members(observer=404, **others)


def of_move(world: World) -> dict[str, Any]:
    return {"move": world.move_id}


def orders(world: World) -> dict[str, Any]:
    return {"move": world.move_id, "thing": "red-foot", "orders": FORM, "base_revision": 0, "key": "k"}


def draft_of(world: World) -> dict[str, Any]:
    return {"move": world.move_id, "thing": "red-foot"}


def several(world: World) -> dict[str, Any]:
    return {"move": world.move_id, "drafts": [{"thing": "red-foot", "orders": FORM}]}


def sending(world: World) -> dict[str, Any]:
    return {"move": world.move_id, "key": "k"}


def together(world: World) -> dict[str, Any]:
    return {"move": world.move_id, "order": FORM[0], "things": ["red-foot"]}


def last_move(world: World) -> dict[str, Any]:
    return {"move": world.move_id, "things": ["red-foot"]}


def without(body: Callable[[World], dict[str, Any]], *names: str) -> Callable[[World], dict[str, Any]]:
    return lambda world: {name: value for name, value in body(world).items() if name not in names}


def with_reason(**more: Any) -> Callable[[World], dict[str, Any]]:
    return lambda world: {"move": world.move_id, "reason": "As seen", **more}


def with_entry(world: World, **more: Any) -> dict[str, Any]:
    return {"move": world.move_id, "entry": number_of(world), "reason": "As seen", **more}


def log_in(world: World) -> dict[str, Any]:
    user = a_user("with-password")
    user.set_password("a pass for the door")
    user.save()
    return {"username": "with-password", "password": "a pass for the door"}


NEW_CAMPAIGN = {
    "name": "Aldershot",
    "book": "kriegspiel",
    "options": {},
    "sides": [{"key": "red", "name": "Red"}, {"key": "blue", "name": "Blue"}],
    "clock_mode": "fixed",
    "fixed_minutes": 10,
    "time_zone": "Europe/London",
    "umpire": "present",
    "scoring": "net",
    "carry_over": "none",
}
NEW_MATCH = {"name": "The Cup", "book": "war-chess", "options": {}, "best_of": 3, "fixed_minutes": 0}
PLAYERS_OF_MATCH = {
    "first": {"user": "red-general", "engine": "", "level": 1},
    "second": {"user": "", "engine": "house", "level": 2},
}
PRACTICE = {"book": "war-chess", "engine": "house", "level": 1, "side": "defender", "options": {}}
NEW_POST = {"user": "bystander", "kind": "commander", "side": "red", "arm": "cavalry", "title": "Red Second"}
NEW_PROFILE = {
    "name": "Capt. Smythe",
    "time_zone": "Europe/London",
    "look": "dark",
    "quiet_from": "22:00",
    "quiet_until": "07:00",
    "sound": True,
    "mail_wish": "wanted",
    "remind_hours": 8,
}
NEW_INVITATION = {
    "kind": "commander",
    "side": "red",
    "arm": "cavalry",
    "title": "Red Second",
    "once": False,
    "hours": 24,
}
DRAWN = {"size": [288, 192], "walls": {"orchard": {"line": [[60, 20], [66, 20]]}}}
SURVEY = {
    "name": "Aldershot",
    "survey": {
        "type": "FeatureCollection",
        "features": [
            {
                "type": "Feature",
                "properties": {"highway": "primary"},
                "geometry": {"type": "LineString", "coordinates": [[-1.25, 51.5], [-1.24, 51.505]]},
            }
        ],
    },
    "scale": 10,
    "size": [24, 16],
    "origin": [-1.255, 51.498],
    "plain": False,
    "interval": 10.5,
}
SURVEY_FILES = {
    "name": "Aldershot",
    "files": [{"name": "x.geojson", "base64": b64encode(json.dumps(SURVEY["survey"]).encode()).decode()}],
    "scale": 10,
}
EXERCISE = {
    "format": "kriegspiel-exercise",
    "version": 1,
    "name": "Two patrols",
    "book": "kriegspiel",
    "forces": {
        "bodies": {
            "red-foot": {"side": "red", "arm": "infantry", "men": 12},
            "blue-foot": {"side": "blue", "arm": "infantry", "men": 12},
        }
    },
    "seats": [{"kind": "general", "side": "red"}],
}
NEW_BATTLE = {"name": "The hill", "briefing": "Hold it.", "start": START}
ON_TERMS = {"book": "kriegspiel", "options": {}, "seats": {"red": "blue", "blue": "red"}, "weight": "1/2"}

ROWS = (
    Row("api-token", "POST", opened, dict.fromkeys(ROLES, 200), log_in),
    Row("api-token", "DELETE", opened, everybody(204)),
    Row("api-me", "GET", opened, everybody()),
    Row("api-offers", "GET", opened, everybody()),
    Row("api-offer", "POST", opened, everybody(404) | {"red_foot": 201}),
    Row("api-offer", "DELETE", opened, everybody(404) | {"red_foot": 204}),
    Row("api-tokens", "GET", opened, everybody()),
    Row("api-token-of-mine", "DELETE", opened, everybody(404)),
    Row("api-profile", "GET", opened, everybody()),
    Row("api-profile", "PATCH", opened, everybody(), lambda world: dict(NEW_PROFILE)),
    Row("api-calendar", "POST", opened, everybody()),
    Row("api-deadlines", "GET", opened, everybody()),
    Row("api-books", "GET", opened, everybody()),
    Row("api-pieces", "GET", opened, everybody()),
    Row("api-options", "GET", opened, everybody()),
    Row("api-countries", "GET", opened, everybody()),
    Row("api-countries", "POST", opened, everybody(201), lambda world: {"name": "The vale", "data": DRAWN}),
    Row("api-new-drawing", "GET", drawn, everybody()),
    Row("api-new-drawing", "PUT", drawn, everybody(), lambda world: {"revision": 2, "name": "The vale", "data": DRAWN}),
    Row("api-new-drawing", "DELETE", drawn, everybody(204)),
    Row("api-undo-new-drawing", "POST", drawn, everybody(), lambda world: {"revision": 2}),
    Row("api-redo-new-drawing", "POST", drawn_and_undone, everybody(), lambda world: {"revision": 3}),
    Row("api-drawing", "GET", drawn, answers(404, *PLAYERS, umpire=200)),
    Row("api-drawing", "PUT", drawn, answers(404, *PLAYERS, umpire=200), lambda world: {"revision": 2, "data": DRAWN}),
    Row("api-drawing", "DELETE", drawn, answers(404, *PLAYERS, umpire=204)),
    Row("api-undo-drawing", "POST", drawn, answers(404, *PLAYERS, umpire=200), lambda world: {"revision": 2}),
    Row(
        "api-redo-drawing", "POST", drawn_and_undone, answers(404, *PLAYERS, umpire=200), lambda world: {"revision": 3}
    ),
    Row("api-import-country", "POST", opened, everybody(201), lambda world: dict(SURVEY)),
    Row("api-surveys", "POST", opened, everybody(202), lambda world: dict(SURVEY_FILES)),
    Row("api-survey", "DELETE", surveying, answers(404, *PLAYERS, umpire=204)),
    Row("api-take-survey", "POST", surveyed, answers(404, *PLAYERS, umpire=202), lambda world: {"scale": 4}),
    Row("api-survey", "GET", surveying, answers(404, *PLAYERS, umpire=200)),
    Row("api-country", "GET", opened, answers(404, *PLAYERS, umpire=200)),
    Row(
        "api-country",
        "PUT",
        opened,
        answers(404, *PLAYERS, umpire=200),
        lambda world: {"name": "The vale", "data": DRAWN, "base": country_of(world).digest},
    ),
    Row("api-country-file", "GET", opened, answers(404, *PLAYERS, umpire=200)),
    Row("api-country-picture", "GET", pictured, answers(404, *PLAYERS, umpire=200)),
    Row("api-country-picture", "PUT", pictured, answers(404, *PLAYERS, umpire=200), laid),
    Row("api-country-picture", "DELETE", pictured, answers(404, *PLAYERS, umpire=204)),
    Row("api-pictures", "GET", opened, everybody()),
    Row(
        "api-pictures",
        "POST",
        opened,
        everybody(201),
        lambda world: {"file": b64encode(encoded(a_scan(32, 32))).decode()},
    ),
    Row("api-picture", "GET", pictured, answers(404, *PLAYERS, umpire=200)),
    Row("api-picture", "DELETE", with_a_spare_picture, answers(404, *PLAYERS, umpire=204)),
    Row("api-picture-file", "GET", pictured, members()),
    Row("api-battle-picture", "GET", pictured, members()),
    Row("api-battle-picture", "POST", pictured, umpire()),
    Row("api-battle-picture", "PUT", pictured, umpire(), lambda world: {"strength": 40, "audience": "umpire"}),
    Row("api-battle-picture", "DELETE", pictured, umpire(204)),
    Row("api-exercises", "GET", opened, everybody()),
    Row("api-exercises", "POST", opened, everybody(201), lambda world: {"exercise": dict(EXERCISE)}),
    Row("api-exercise", "GET", shelved, answers(404, *PLAYERS, umpire=200)),
    Row("api-exercise", "PUT", shelved, answers(404, *PLAYERS, umpire=200), lambda world: {"shared": True}),
    Row("api-exercise", "PATCH", shelved, answers(404, *PLAYERS, umpire=200), lambda world: {"minutes": 90}),
    Row("api-exercise", "DELETE", shelved, answers(404, *PLAYERS, umpire=204)),
    Row("api-copy-exercise", "POST", shelved, answers(404, *PLAYERS, umpire=201)),
    Row("api-play-exercise", "POST", shelved, answers(404, *PLAYERS, umpire=201), lambda world: {"language": "en"}),
    Row("api-take-out", "GET", opened, umpire()),
    Row("api-campaigns", "GET", opened, everybody()),
    Row("api-campaigns", "POST", opened, everybody(201), lambda world: dict(NEW_CAMPAIGN)),
    Row("api-campaign", "GET", opened, members()),
    Row("api-campaign", "PATCH", preparing, umpire(), lambda world: {"name": "Camberley", "fixed_minutes": 9}),
    Row("api-posts", "GET", opened, umpire()),
    Row("api-posts", "POST", opened, umpire(201), lambda world: dict(NEW_POST)),
    Row("api-sectors", "GET", opened, umpire()),
    Row("api-sector", "PUT", as_umpire, umpire(), lambda world: {"sector": {"rectangle": [0, 0, 96, 48.5]}}),
    Row("api-standing", "GET", opened, members()),
    Row("api-practice", "GET", opened, everybody()),
    Row("api-practice", "POST", opened, everybody(201), lambda world: dict(PRACTICE)),
    Row(
        "api-machines",
        "POST",
        at_a_board_of_war,
        umpire(201),
        lambda world: {"side": "red", "engine": "house", "level": 1},
    ),
    Row("api-ask-again", "POST", given_up, umpire(204), of_move),
    Row("api-matches", "GET", matched, everybody()),
    Row("api-matches", "POST", opened, everybody(201), lambda world: NEW_MATCH | PLAYERS_OF_MATCH),
    Row("api-match", "GET", matched, members()),
    Row("api-match", "DELETE", waiting, answers(404, *PLAYERS, umpire=204, red_general=403)),
    Row("api-campaign-settings", "GET", opened, umpire()),
    Row("api-campaign-matches", "POST", opened, umpire(201), lambda world: NEW_MATCH | {"weight": "1/2"}),
    Row("api-tournaments", "GET", entering, everybody()),
    Row("api-tournaments", "POST", opened, everybody(201), lambda world: dict(NEW_MATCH)),
    Row("api-tournament", "GET", entering, answers(404, *PLAYERS, umpire=200, red_general=200)),
    Row(
        "api-players",
        "POST",
        entering,
        answers(404, *PLAYERS, umpire=201, red_general=403),
        lambda world: {"user": "somebody", "engine": "", "level": 1},
    ),
    Row("api-player", "DELETE", entering, answers(404, *PLAYERS, umpire=204, red_general=204)),
    Row("api-begin-tournament", "POST", entering, answers(404, *PLAYERS, umpire=200, red_general=403)),
    Row("api-invitations", "GET", inviting, umpire()),
    Row("api-invitations", "POST", opened, umpire(201), lambda world: dict(NEW_INVITATION)),
    Row("api-invitation", "DELETE", inviting, umpire()),
    Row("api-mail-invitation", "POST", inviting, umpire(202), lambda world: {"address": "a@war.example"}),
    Row("api-empty-seats", "GET", deserted, umpire()),
    Row("api-empty-seats", "POST", deserted, umpire(201)),
    Row("api-commands", "GET", opened, umpire()),
    Row("api-brigades", "PUT", preparing, umpire(), lambda world: {"brigade": "First", "things": ["red-foot"]}),
    Row(
        "api-take-invitation",
        "POST",
        inviting,
        answers(201, *STRANGERS, "red_foot", "red_general", "official", observer=403, blue_foot=403, umpire=403),
        lambda world: {"token": world.names["token"]},
    ),
    Row("api-battles", "GET", opened, members()),
    Row("api-battles", "POST", opened, umpire(201), lambda world: NEW_BATTLE | ON_TERMS),
    Row("api-post", "DELETE", opened, umpire()),
    Row("api-hand-over", "POST", opened, umpire(201), lambda world: {"user": "bystander"}),
    Row("api-battle", "GET", opened, members()),
    Row("api-battle", "DELETE", preparing, umpire(204)),
    Row("api-deletion", "GET", preparing, umpire()),
    Row("api-back", "POST", opened, umpire()),
    Row("api-campaign", "DELETE", preparing, umpire(204)),
    Row("api-country", "DELETE", opened, answers(404, *PLAYERS, umpire=204)),
    Row("api-battle", "PATCH", preparing, umpire(), lambda world: dict(NEW_BATTLE)),
    Row("api-objectives", "GET", opened, members()),
    Row(
        "api-objectives",
        "PUT",
        opened,
        umpire(),
        lambda world: {"objectives": [{"kind": "hold", "at": [60, 60], "inches": 6}], "reason": "A bridge"},
    ),
    Row("api-objectives-kept", "GET", opened, umpire()),
    Row("api-start", "POST", preparing, umpire()),
    Row("api-muster", "GET", preparing, umpire()),
    Row("api-muster", "POST", preparing, umpire(), lambda world: {"base": 0, "changes": [{"clear": "red"}]}),
    Row("api-muster-undo", "POST", mustered, umpire()),
    Row("api-muster-redo", "POST", mustered_and_undone, umpire()),
    Row("api-muster-curtain", "POST", handed_over, umpire(), lambda world: {"side": "blue"}),
    Row("api-muster-curtain", "DELETE", handed_over, umpire(), query=lambda world: {"side": "red"}),
    Row("api-muster-own", "GET", handed_over, answers(404, *PLAYERS, "umpire", red_general=200, red_foot=200)),
    Row(
        "api-muster-own",
        "POST",
        handed_over,
        answers(404, *PLAYERS, "umpire", red_general=200, red_foot=403),
        put_down_own,
    ),
    Row("api-muster-own-ready", "POST", handed_over, answers(404, *PLAYERS, "umpire", red_general=200, red_foot=403)),
    Row("api-muster-table", "GET", preparing, umpire()),
    Row(
        "api-muster-table", "POST", preparing, umpire(), lambda world: {"text": "Name,Arm,Men\nA,foot,3", "side": "red"}
    ),
    Row("api-set-out-begin", "POST", of_little_wars, umpire()),
    Row("api-set-out", "GET", setting_out, members(), of=True),
    Row(
        "api-set-out",
        "POST",
        setting_out,
        answers(403, *PLAYERS, umpire=400, red_general=200),
        lambda world: {"orders": [{"order": "toss", "purpose": "country"}], "side": "", "country": ""},
    ),
    Row("api-carried", "GET", over_and_carried, umpire()),
    Row(
        "api-carried",
        "POST",
        over_and_carried,
        umpire(201),
        lambda world: {
            "name": "The hill",
            "briefing": "Again.",
            "country": "",
            "weight": "1/2",
            "prisoners": "exchanged",
            "places": "anew",
            "change": [{"group": "bodies", "thing": "red-foot", "key": "men", "value": 50}],
            "reason": "Ten fell sick",
        },
    ),
    Row("api-end-battle", "POST", ordered, umpire(), lambda world: {"winner": "red", "reason": "Dusk has fallen"}),
    Row("api-end-campaign", "POST", over, umpire()),
    Row("api-sheet", "GET", ordered, members(), of=True),
    Row("api-board", "GET", at_a_board, members(), of=True),
    Row(
        "api-play",
        "POST",
        at_a_board,
        answers(403, *PLAYERS, umpire=403, red_general=201),
        lambda world: {"move": world.move_id, "orders": [{"order": "move", "from": "e2", "to": "e4"}], "key": "k"},
    ),
    Row("api-thing", "GET", ordered, members(observer=404, blue_foot=404, umpire=404)),
    Row(
        "api-choices", "POST", opened, members(observer=404, blue_foot=404, umpire=404), lambda world: {"orders": FORM}
    ),
    Row("api-orders", "GET", ordered, own_side(), of=True),
    Row("api-orders", "POST", opened, commander(201), orders),
    Row("api-check", "POST", opened, commander(), without(orders, "base_revision", "key")),
    Row("api-withdraw", "POST", opened, commander(201), without(orders, "orders")),
    Row("api-drafts", "GET", drafted, members()),
    Row("api-drafts", "POST", opened, commander(), without(orders, "key")),
    Row("api-drafts", "DELETE", drafted, commander(204, red_general=204, official=204), query=draft_of),
    Row("api-several-drafts", "POST", opened, commander(red_general=200, official=200), several),
    Row("api-check-drafts", "POST", drafted, commander(red_general=200, official=200), of_move),
    Row("api-send-drafts", "POST", drafted, commander(red_general=200, official=200), sending),
    Row("api-together", "POST", opened, commander(red_general=200, official=200), together),
    Row("api-last-move", "POST", opened, commander(red_general=200, official=200), last_move),
    Row("api-ready", "PUT", opened, commander(red_general=409, official=409), of_move),
    Row("api-ready", "DELETE", opened, commander(red_general=200, official=200), query=of_move),
    Row("api-dispatches", "GET", opened, members(), of=True),
    Row(
        "api-dispatches",
        "POST",
        opened,
        answers(403, "observer", "official", "umpire", red_foot=201, red_general=201, blue_foot=201),
        lambda world: {"channel": "shout", "text": "Charge!", "key": "k"},
    ),
    Row("api-umpire-messages", "POST", opened, umpire(201), lambda world: {"text": "Tea is served.", "key": "k"}),
    Row("api-questions", "GET", asked, umpire()),
    Row(
        "api-questions",
        "POST",
        opened,
        answers(403, "observer", "umpire", red_foot=201, red_general=201, blue_foot=201, official=201),
        lambda world: {"text": "May I ford?", "key": "k"},
    ),
    Row("api-question", "POST", asked, umpire(201), lambda world: {"text": "At the mill.", "heard": "side"}),
    Row("api-couriers", "GET", riding, umpire()),
    Row("api-courier", "POST", riding, umpire(), lambda world: {"do": "hold", "reason": "As seen"}),
    Row("api-clock", "GET", opened, members()),
    Row("api-pause", "POST", opened, umpire(), lambda world: {"reason": "Tea", "minutes": 5}),
    Row("api-resume", "POST", paused, umpire()),
    Row("api-extend", "POST", opened, umpire(), with_reason(minutes=5, key="k")),
    Row("api-close", "POST", opened, umpire(), with_reason()),
    Row("api-open", "POST", interval, umpire(), of_move),
    Row("api-stop-publication", "POST", undisputed, umpire(), of_move),
    Row("api-resume-publication", "POST", undisputed, umpire(), of_move),
    Row("api-desk", "GET", ordered, umpire()),
    Row("api-sight", "GET", on_the_map, umpire(), query=lambda world: {"thing": "red-foot", "light": "dusk"}),
    Row("api-facts", "GET", closed, answers(403, *PLAYERS, umpire=200, official=200), of=True),
    Row(
        "api-facts",
        "POST",
        closed,
        answers(403, *PLAYERS, umpire=201, official=201),
        with_reason(base_revision=0, orders={"red-foot/0": {}}, move_facts={}, coin="heads"),
    ),
    Row(
        "api-confirm",
        "POST",
        reported,
        answers(403, *PLAYERS, umpire=403, official=201),
        lambda world: {
            "move": world.move_id,
            "facts": [
                {"order": "blue-horse/0", "key": "distance", "subject": "", "reported": 20, "measured": 19.875},
            ],
        },
    ),
    Row("api-preview", "GET", ordered, umpire(), query=of_move),
    Row("api-publish-fire", "POST", fire, umpire(), of_move),
    Row("api-submit", "POST", closed, umpire(), of_move),
    Row("api-corrections", "POST", closed, umpire(201), with_reason(thing="red-foot", orders=FORM, clause="KS-OFF-03")),
    Row("api-rulings", "POST", closed, umpire(201), with_reason(change=CHANGE, clause="KS-OFF-03")),
    Row("api-clauses", "GET", opened, umpire(), query=lambda world: {"q": "bridge"}),
    Row("api-restore", "POST", ruled, umpire(201), lambda world: {"reason": "Hasty"}),
    Row("api-hold", "POST", closed, umpire(201), lambda world: with_entry(world, clause="KS-OFF-03")),
    Row("api-return", "POST", closed, umpire(201), lambda world: with_entry(world, clause="KS-OFF-03", minutes=5)),
    Row("api-release", "POST", returned, umpire(201), lambda world: {"reason": "Clear now"}),
    Row("api-leave-out", "POST", returned, umpire(201), lambda world: {"reason": "No answer", "clause": "KS-OFF-03"}),
    Row("api-reports", "GET", submitted, members(), of=True),
    Row("api-report", "GET", submitted, members(), of=True),
    Row("api-supplies", "GET", opened, own_side(), of=True),
    Row("api-points", "GET", opened, own_side(), of=True),
    Row(
        "api-points",
        "POST",
        opened,
        umpire(201),
        lambda world: {"side": "red", "amount": 4, "reason": "A flag", "clause": "KS-LW-16"},
    ),
    Row("api-queue", "GET", closed, everybody()),
    Row("api-injects", "GET", prepared, umpire()),
    Row("api-injects", "POST", opened, umpire(201), lambda world: {**AN_INJECT, "key": "k"}),
    Row("api-inject", "PUT", prepared, umpire(), lambda world: {**AN_INJECT, "text": "Thunder", "base_revision": 1}),
    Row("api-inject", "POST", prepared, umpire()),
    Row("api-inject", "DELETE", prepared, umpire()),
    Row("api-undo", "GET", submitted, umpire()),
    Row(
        "api-undo",
        "POST",
        submitted,
        umpire(201),
        lambda world: {
            "move": world.battle.moves.get(number=1).public_id,
            "reason": "Measured wrongly",
            "keep_orders": False,
        },
    ),
    Row("api-look", "GET", opened, umpire()),
    Row("api-record", "GET", opened, umpire(), query=lambda world: {"limit": "5", "before": "3"}),
    Row("api-situation", "GET", opened, members(), of=True),
    Row("api-replay", "GET", submitted, members(), query=lambda world: {"move": "1"}, of=True),
    Row("api-after", "GET", submitted, members(), of=True),
    Row("api-forces", "GET", submitted, members(), of=True),
    Row("api-force", "GET", submitted, own_side(blue_foot=404), of=True),
    Row("api-draws", "GET", over, members()),
    Row("api-papers", "POST", over, umpire()),
    Row("api-notices", "GET", opened, everybody()),
    Row("api-read-all", "POST", opened, everybody()),
    Row("api-read", "POST", opened, answers(404, *PLAYERS, umpire=204)),
)
WRITES = tuple(row for row in ROWS if row.body is not None)


def offered() -> Iterator[tuple[str, str]]:
    """Every address and method that the API has."""
    for pattern in urlpatterns[:-1]:  # the last one answers unknown addresses
        for method in METHODS:
            if hasattr(pattern.callback.cls, method.lower()):
                yield str(pattern.name), method


def world_of(row: Row, cast: Cast) -> World:
    """The world in which a row is tried, with a notice to the umpire."""
    world = row.state(cast)
    found = Notice.objects.filter(post__user=cast.umpire).first()
    world.notice = found.public_id if found is not None else ""
    return world
