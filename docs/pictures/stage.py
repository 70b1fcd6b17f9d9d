"""The stage on which the pictures are taken and every page is tried: the sample exercises, and what they do not show.

``set_stage`` fills an empty database by the use cases by which people play, and names what stands on it by short words, which
the addresses in ``pages.py`` use.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from io import BytesIO
from typing import Any

from django.contrib.auth import get_user_model
from PIL import Image, ImageDraw

from bench.surveys import FIGURES, hills, town
from campaigns import sight
from campaigns.models import Battle, Country, Move, Post
from campaigns.usecases.campaigns import sample
from campaigns.usecases.campaigns.carry_over import open_next_battle
from campaigns.usecases.campaigns.credits import count_battle
from campaigns.usecases.campaigns.endings import end_battle
from campaigns.usecases.campaigns.preparation import appoint, create_campaign, open_battle, start_battle
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.matches.board_turns import play
from campaigns.usecases.matches.matches import new_match
from campaigns.usecases.matches.tournaments import continue_match_after, create_tournament, enter, start_tournament
from campaigns.usecases.messages.dispatches import send_message
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.muster.countries import create_country
from campaigns.usecases.muster.curtain import open_curtain
from campaigns.usecases.muster.set_out import begin_setting_out, set_out
from campaigns.usecases.muster.survey_files import send_files
from campaigns.usecases.muster.surveys import make_next_survey, send_survey
from campaigns.usecases.orders.orders import submit_orders
from campaigns.usecases.people.invitations import invite
from campaigns.usecases.people.letters import password_address, unsubscribing
from campaigns.usecases.people.offers import accept_offer
from campaigns.usecases.people.profile import kept_person
from campaigns.usecases.pictures.pictures import keep_picture
from campaigns.usecases.pictures.underlays import lay_picture
from rules.books import book as rules_of

SIDES = [{"key": "red", "name": "Downland"}, {"key": "blue", "name": "The Vale"}]
FORCE = {"order": "buy-force", "inf": 60, "cav": 40, "guns": 3}
FARM = {"size": [108, 96], "houses": {"farm": {"outline": [[32, 44], [40, 44], [40, 48], [32, 48]]}}}


def set_stage(now: datetime) -> dict[str, str]:
    """Fill the site.  Returns the public ids of what the pages are about, by short words."""
    loaded = sample.load_sample(now=now)
    people = {name: get_user_model().objects.get(username=name) for name in sample.read_sample(sample.HARTLEY)["users"]}
    get_user_model().objects.create_user("newcomer", password=sample.password_of("newcomer"))
    keeper = get_user_model().objects.create_user("keeper", password=sample.password_of("keeper"), is_staff=True)
    keeper.first_name = "Mrs Pell, who keeps the house"
    keeper.save(update_fields=["first_name"])
    hartley = Battle.objects.select_related("campaign").get(public_id=loaded.hartley)
    words = {
        "post": Post.objects.get(campaign=hartley.campaign, user=people["red-cavalry"]).public_id,
        "entry": _under_way(hartley, people, now),
        "hartley": loaded.hartley,
        "sequence": loaded.sequence,
        "vale": loaded.vale,
        "farm": loaded.hooks_farm,
        "campaign": hartley.campaign.public_id,
        "country": sample.built_in_country("Hartley Vale"),
        "reset": password_address(people["blue-official"]),
        "mail": unsubscribing(kept_person(people["red"])),
    }
    made = invite(
        by=people["umpire"], campaign=words["campaign"], kind="commander", side="blue", arm="engineers", now=now
    )
    words["invitation"] = made.token
    words["window"] = _read(people["umpire"], now)
    words["survey"] = _surveyed(people["observer"], now)
    more = (_prepared, _ruled, _campaigning, _boards, _playing)
    return words | {name: value for make in more for name, value in make(people, now).items()}


def _surveyed(by: Any, now: datetime) -> str:
    """A survey that waits to be made: one long winding road.  Returns its public id."""
    road = {"type": "LineString", "coordinates": [[3 * i, i % 7] for i in range(900)]}
    feature = {"type": "Feature", "properties": {"highway": "primary"}, "geometry": road}
    file = {"type": "FeatureCollection", "features": [feature]}
    return str(send_survey(by=by, name="Loddon", survey=file, scale=10, plain=True, now=now).public_id)


def _read(by: Any, now: datetime) -> str:
    """A survey of two files that waits for its window.  Returns its public id."""
    files = [("town.geojson", town(1913, 0)), ("hills.asc", hills(1913, 301))]
    sent = send_files(by=by, name="Loddon Bridge", files=files, plain=False, now=now, **FIGURES)
    make_next_survey(lambda: now)
    return str(sent.public_id)


def _under_way(battle: Battle, people: dict[str, Any], now: datetime) -> str:
    """The move under way: a gun is ordered to fire, so that an official has to measure, and word is sent.

    Returns the number of the receipt of that order.
    """
    move = battle.moves.get(status=Move.Status.OPEN)
    receipt = submit_orders(
        user=people["red"], move=move.public_id, thing="red-gun-1", orders=[{"order": "fire-gun", "gun": "red-gun-1", "shots": 1}],
        base_revision=0, key="stage", now=now,
    )  # fmt: skip
    to = Post.objects.get(campaign=battle.campaign, user=people["red-cavalry"])
    word = "Show yourself on their left, but do not charge until the guns have spoken."
    send_message(
        by=people["red"],
        battle=battle.public_id,
        channel="note",
        to=[to.public_id],
        text=word,
        key="stage-1",
        now=now,
    )
    send_message(
        by=people["red"],
        battle=battle.public_id,
        channel="shout",
        text="Downland, forward!",
        key="stage-2",
        now=now,
    )
    return str(receipt.number)


def _open(people: dict[str, Any], now: datetime, name: str, **settings: Any) -> str:
    """A campaign of the site with both Generals.  Returns its public id."""
    clock = {"clock_mode": "fixed", "fixed_minutes": 60, "interval_minutes": 0}
    made = create_campaign(by=people["umpire"], name=name, sides=SIDES, now=now, **{**clock, **settings})
    for side in ("red", "blue"):
        appoint(
            by=people["umpire"],
            campaign=made.public_id,
            kind="general",
            side=side,
            user=people[side],
            now=now,
        )
    return str(made.public_id)


def _prepared(people: dict[str, Any], now: datetime) -> dict[str, str]:
    """A battle that is being prepared, one that its players set out, and a country that the umpire draws."""
    umpire = people["umpire"]
    wars = _open(people, now, "An afternoon on the carpet", book="little-wars", options={"shot_source": "simulated"})
    opened = open_battle(by=umpire, campaign=wars, name="The lower farm", start={}, now=now)
    begin_setting_out(by=umpire, battle=opened.public_id, now=now)
    country = create_country(by=umpire, name="The lower farm", data=FARM, now=now)
    picture = keep_picture(by=umpire, sent=_scan(), now=now)
    pairs = [[[60, 540], [12, 12]], [[840, 540], [96, 12]]]
    lies: dict[str, Any] = {"picture": picture.public_id, "placing": {"pairs": pairs}, "audience": "umpire"}
    lay_picture(by=umpire, country=country.public_id, **lies, now=now)
    toss = {"order": "toss", "purpose": "country"}
    battle = set_out(by=people["red"], battle=opened.public_id, orders=[toss], now=now)
    setup = battle.setup["position"]["setup"]
    lay = {"order": "lay-country", "features": {}}
    set_out(
        by=umpire,
        battle=opened.public_id,
        side=setup["author"],
        country=country.public_id,
        orders=[lay],
        now=now,
    )
    ends = {"order": "choose-side", "side": "south"}
    set_out(by=people[setup["chooser"]], battle=opened.public_id, orders=[ends], now=now)
    set_out(by=people["red"], battle=opened.public_id, orders=[{"order": "toss", "purpose": "move"}], now=now)
    set_out(by=people["red"], battle=opened.public_id, orders=[FORCE], now=now)
    drawn = Country.objects.get(public_id=country.public_id)
    return {"setting": opened.public_id, "prepared": wars, "drawn": drawn.public_id}


def _scan() -> bytes:
    """A map on old paper, as somebody scans it."""
    scan = Image.new("RGB", (900, 600), (236, 224, 196))
    draw = ImageDraw.Draw(scan)
    draw.line([(0, 330), (300, 300), (600, 380), (900, 340)], fill=(96, 140, 170), width=22)
    draw.line([(200, 0), (260, 280), (240, 600)], fill=(120, 90, 60), width=7)
    for size in (260, 190, 120):
        draw.ellipse([660 - size, 160 - size // 2, 660 + size, 160 + size // 2], outline=(150, 110, 70), width=3)
    kept = BytesIO()
    scan.save(kept, "PNG")
    return kept.getvalue()


def _ruled(people: dict[str, Any], now: datetime) -> dict[str, str]:
    """A battle on a map whose move has ended, so that the umpire can rule on it."""
    start = sample.read_sample(sample.VALE)["start"]
    campaign = _open(people, now, "At the bridges", options={"two_stage_move": False})
    battle = open_battle(by=people["umpire"], campaign=campaign, name="The bridges at dusk", start=start, now=now)
    start_battle(by=people["umpire"], battle=battle.public_id, now=now)
    move = battle.moves.get(status=Move.Status.OPEN)
    close_early(by=people["umpire"], move=move.public_id, now=now)
    close_move(move_id=move.pk, now=now, cause="umpire")
    return {"dusk": battle.public_id}


def _campaigning(people: dict[str, Any], now: datetime) -> dict[str, str]:
    """A campaign of two battles that are over, the second fought with what the first had left, and of a third that is being prepared."""
    umpire = people["umpire"]
    start = sample.read_sample(sample.VALE)["start"]
    summer = _open(
        people, now, "The Summer Exercise", carry_over="losses", target_points=300, options={"two_stage_move": False}
    )
    opened = open_battle(by=umpire, campaign=summer, name="The first day", start=start, now=now - timedelta(hours=3))
    start_battle(by=umpire, battle=opened.public_id, now=now - timedelta(hours=3))
    end_battle(by=umpire, battle=opened.public_id, winner="red", reason="The bridge was taken before dusk.", now=now)
    second = open_next_battle(by=umpire, battle=opened.public_id, name="The second day", now=now)
    start_battle(by=umpire, battle=second.public_id, now=now)
    end_battle(by=umpire, battle=second.public_id, winner="blue", reason="Night fell.", now=now)
    vale = Country.objects.get(made_by__isnull=True, name__startswith="Hartley Vale").public_id
    third = open_battle(by=umpire, campaign=summer, name="The third day", start=start, country=vale, now=now)
    open_curtain(by=umpire, battle=third.public_id, side="red", now=now)
    return {"summer": summer, "first": opened.public_id, "third": third.public_id}


def _boards(people: dict[str, Any], now: datetime) -> dict[str, str]:
    """A game of War-Chess, one of chess and one of chess where neither sees the other, each of which has begun."""
    campaign = _open(people, now, "At the club", options={})
    games = (
        ("war", "War-Chess after supper", "war-chess", {}),
        ("chess", "A game by the laws of 1879", "chess-1879", {}),
        ("blind", "A game that neither sees", "chess-1879", {"kriegspiel": True}),
    )
    return {word: _game(people["umpire"], campaign, *game, now=now) for word, *game in games}


def _game(umpire: Any, campaign: str, name: str, book: str, options: Any, *, now: datetime) -> str:
    """A battle on a board, begun: who is named first by its book is Downland."""
    opened = open_battle(
        by=umpire, campaign=campaign, name=name, start={}, now=now, book=book, options=options,
        seats=dict(zip(rules_of(book).sides, ("red", "blue"), strict=True)),
    )  # fmt: skip
    start_battle(by=umpire, battle=opened.public_id, now=now)
    return str(opened.public_id)


def _playing(people: dict[str, Any], now: datetime) -> dict[str, str]:
    """A match of which one game has been played, a tournament in its second round, and one to which players are entered."""
    red, blue, umpire = (people[name] for name in ("red", "blue", "umpire"))
    match = new_match(
        by=umpire,
        name="Whitsun match",
        first={"user": "red"},
        second={"user": "blue"},
        book="war-chess",
        best_of=3,
        now=now,
    )
    _accept((red, blue), now)
    _resign(Battle.objects.get(match=match), blue, now)
    named = ("red", "blue", "observer")
    entering = create_tournament(by=umpire, name="Spring meeting", book="chess-1879", best_of=2, now=now)
    running = create_tournament(by=umpire, name="Autumn meeting", book="war-chess", now=now)
    for name in named:
        enter(by=umpire, tournament=entering.public_id, user=name, now=now)
        enter(by=umpire, tournament=running.public_id, user=name, now=now)
    _accept([people[name] for name in named], now)
    enter(by=umpire, tournament=entering.public_id, user="colonel.wray", now=now)
    enter(by=umpire, tournament=running.public_id, engine="house", level=2, now=now)
    start_tournament(by=umpire, tournament=running.public_id, now=now)
    for game in Battle.objects.filter(match__tournament=running).order_by("pk"):
        _resign(game, red if game.match.home.user == red else people["observer"], now)
    return {"match": match.public_id, "tournament": running.public_id, "entering": entering.public_id}


def _accept(people: Iterable[Any], now: datetime) -> None:
    """People accept what is offered to them, one after another."""
    for user in people:
        for offer in reversed(sight.offers(user, now)):
            accept_offer(user=user, offer=offer.public_id, now=now)


def _resign(battle: Battle, user: Any, now: datetime) -> None:
    """Somebody gives a game up, and what follows of it opens."""
    move = battle.moves.get(status=Move.Status.OPEN)
    play(user=user, move=move.public_id, orders=[{"order": "resign"}], key="resign", now=now)
    count_battle(battle_id=battle.pk, now=now)
    continue_match_after(battle_id=battle.pk, now=now)
