"""Three ways to play an exercise: by the use cases, by the pages, by the API.  Each plays one move after another."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.urls import reverse

from campaigns import sight
from campaigns.models import Battle, Move
from campaigns.usecases.clock.clock import close_early
from campaigns.usecases.moves.findings import measure, submit_move
from campaigns.usecases.moves.moves import close_move
from campaigns.usecases.orders.orders import submit_orders
from tests.campaigns import builders
from tests.campaigns.builders import ARMS, SIDES, Cast, a_battle, a_cast, token_of

SEAT_OF_ARM = {arm: seat for seat, arms in ARMS.items() for arm in arms}


class Player:
    """A way to play: the cast, the battle, and who orders what."""

    def __init__(self, start: dict[str, Any], options: dict[str, Any]) -> None:
        self.start = start
        self.cast: Cast = a_cast()
        self.battle = self.begin(start, options)

    def begin(self, start: dict[str, Any], options: dict[str, Any]) -> Battle:
        """The battle, begun; moves close as soon as they end."""
        return a_battle(self.cast, start=start, options=options, drain_seconds=0)

    def order(self, user: Any, thing: str, orders: list[dict[str, Any]]) -> None:
        """Somebody orders a thing."""
        raise NotImplementedError

    def close(self) -> None:
        """The umpire ends the move."""
        raise NotImplementedError

    def measure(self, made: Mapping[str, Any]) -> None:
        """The umpire enters what was measured."""
        raise NotImplementedError

    def submit(self) -> None:
        """The umpire submits the move."""
        raise NotImplementedError

    def move(self) -> Move:
        """The move under way."""
        return Move.objects.exclude(status=Move.Status.SUBMITTED).get(battle=self.battle)

    def commander(self, side: str, thing: str) -> Any:
        """The commander of a thing."""
        arm = self.start["bodies"][thing]["arm"] if thing in self.start["bodies"] else "artillery"
        return getattr(self.cast, f"{side}_{SEAT_OF_ARM[arm]}")

    def play(self, made: Mapping[str, Any]) -> None:
        """One move, from its first order to its submission."""
        assert self.move().side == made["side"]
        for thing, orders in made["orders"].items():
            self.order(self.commander(made["side"], thing), thing, orders)
        self.close()
        self.measure(made)
        self.submit()

    def end(self, side: str) -> tuple[int, dict[str, int]]:
        """What a side's General reads at the end: its points in halves, its packets by kind."""
        raise NotImplementedError


class ByUseCases(Player):
    """By the use cases, at times of our own choosing."""

    now = builders.NOON

    def order(self, user: Any, thing: str, orders: list[dict[str, Any]]) -> None:
        move = self.move().public_id
        submit_orders(user=user, move=move, thing=thing, orders=orders, base_revision=0, key=thing, now=self.now)

    def close(self) -> None:
        self.now += timedelta(minutes=1)
        move = self.move()
        close_early(by=self.cast.umpire, move=move.public_id, now=self.now)
        close_move(move_id=move.pk, now=self.now, cause="umpire")

    def measure(self, made: Mapping[str, Any]) -> None:
        facts = {"orders": made["facts"], "move_facts": made["move_facts"], "coin": made["coin"]}
        move = self.move().public_id
        measure(by=self.cast.umpire, move=move, base_revision=0, reason="measured", now=self.now, **facts)

    def submit(self) -> None:
        submit_move(by=self.cast.umpire, move=self.move().public_id, now=self.now)

    def end(self, side: str) -> tuple[int, dict[str, int]]:
        seat = sight.find_battle(getattr(self.cast, f"{side}_general"), self.battle.public_id)
        return sight.points(seat).halves, dict(sight.supplies(seat).stock)


class ByApi(Player):
    """By the API from the first to the last: campaign, posts, battle, orders, clock, facts, submission."""

    def begin(self, start: dict[str, Any], options: dict[str, Any]) -> Battle:
        campaign = self.post(
            self.cast.umpire,
            "campaigns/",
            name="By the API",
            options=options,
            sides=SIDES,
            drain_seconds=0,
            interval_minutes=0,
        )
        posts = f"campaigns/{campaign['id']}/posts/"
        for side in ("red", "blue"):
            self.post(
                self.cast.umpire, posts, user=getattr(self.cast, f"{side}_general").username, kind="general", side=side
            )
            self.accept(getattr(self.cast, f"{side}_general"))
            for seat, arms in ARMS.items():
                for arm in arms:
                    user = getattr(self.cast, f"{side}_{seat}").username
                    self.post(self.cast.umpire, posts, user=user, kind="commander", side=side, arm=arm)
                    self.accept(getattr(self.cast, f"{side}_{seat}"))
        battle = self.post(self.cast.umpire, f"campaigns/{campaign['id']}/battles/", name="The ford", start=start)
        self.post(self.cast.umpire, f"battles/{battle['id']}/start/")
        return Battle.objects.select_related("campaign").get(public_id=battle["id"])

    def accept(self, user: Any) -> None:
        """Somebody accepts the one seat that is offered to them."""
        offers = Client().get("/api/v1/me/offers/", headers={"Authorization": f"Token {token_of(user)}"}).json()
        self.post(user, f"me/offers/{offers[0]['id']}/")

    def post(self, user: Any, path: str, /, **body: Any) -> dict[str, Any]:
        """Send a POST to the API with a user's token; the answer, which must be good."""
        token = token_of(user)
        answer = Client().post(
            f"/api/v1/{path}",
            json.dumps(body),
            content_type="application/json",
            headers={"Authorization": f"Token {token}"},
        )
        assert answer.status_code in (200, 201), (path, answer.content)
        found: dict[str, Any] = answer.json()
        return found

    def here(self, user: Any, path: str, /, **body: Any) -> dict[str, Any]:
        """Send a POST to an endpoint of the battle, about the move under way."""
        return self.post(user, f"battles/{self.battle.public_id}/{path}", move=self.move().public_id, **body)

    def order(self, user: Any, thing: str, orders: list[dict[str, Any]]) -> None:
        self.here(user, "orders/check/", thing=thing, orders=orders)
        self.here(user, "orders/", thing=thing, orders=orders, base_revision=0, key=thing)

    def close(self) -> None:
        self.here(self.cast.umpire, "clock/close/")

    def measure(self, made: Mapping[str, Any]) -> None:
        facts = {"orders": made["facts"], "move_facts": made["move_facts"], "coin": made["coin"]}
        self.here(self.cast.umpire, "facts/", base_revision=0, **facts)

    def submit(self) -> None:
        self.here(self.cast.umpire, "submit/")

    def end(self, side: str) -> tuple[int, dict[str, int]]:
        token = token_of(getattr(self.cast, f"{side}_foot"))
        base, headers = f"/api/v1/battles/{self.battle.public_id}", {"Authorization": f"Token {token}"}
        points, supplies = (
            Client().get(f"{base}/{paper}/", headers=headers).json() for paper in ("points", "supplies")
        )
        return points["halves"], supplies["stock"]


class ByPages(Player):
    """By the forms of the pages: only what a page offers is filled in and sent."""

    def __init__(self, start: dict[str, Any], options: dict[str, Any]) -> None:
        self.browsers: dict[int, Client] = {}
        super().__init__(start, options)

    def page(self, user: Any, name: str, *args: str) -> Forms:
        """The forms of a page that a user opens, after logging in once."""
        client = self.browsers.get(user.pk)
        if client is None:
            client = self.browsers[user.pk] = Client()
            client.force_login(user)
        answer = client.get(reverse(name, args=[self.battle.public_id, *args]))
        assert answer.status_code == 200, (
            name,
            args,
            answer.status_code,
            Forms(client, answer.content.decode()).refusals(),
        )
        return Forms(client, answer.content.decode())

    def order(self, user: Any, thing: str, orders: list[dict[str, Any]]) -> None:
        form = self.page(user, "order", thing)
        check = reverse("order-check", args=[self.battle.public_id, thing])
        read_back = form.send(check, draft=json.dumps(orders), act="take-over")
        kept = read_back.send(reverse("order", args=[self.battle.public_id, thing]))
        assert "receipt" in kept.html.lower()

    def close(self) -> None:
        """The umpire ends the move; where somebody has sent nothing, on the page that says who."""
        ends, desk = reverse("clock", args=[self.battle.public_id, "close"]), self.page(self.cast.umpire, "desk")
        asked = all(where.split("#")[0] != ends for where, _ in desk.found)
        (self.page(self.cast.umpire, "desk-end-move") if asked else desk).send(ends)

    def measure(self, made: Mapping[str, Any]) -> None:
        action = reverse("measure", args=[self.battle.public_id])
        desk = self.page(self.cast.umpire, "desk")
        wanted = fields_of(made)
        if made["coin"]:
            wanted["coin"] = made["coin"]
        asked = desk.fields(action)
        desk.send(action, **{name: value for name, value in wanted.items() if name in asked})

    def submit(self) -> None:
        number = self.move().number
        self.page(self.cast.umpire, "desk").send(reverse("submit-move", args=[self.battle.public_id]))
        assert self.move().number == number + 1, self.page(self.cast.umpire, "desk").refusals()

    def end(self, side: str) -> tuple[int, dict[str, int]]:
        general = getattr(self.cast, f"{side}_general")
        points = re.search(r", if the battle ended now</dt><dd>(\d+)(½?)</dd>", self.page(general, "points").html)
        foot = re.search(r"<tfoot>.*?</tfoot>", self.page(general, "supplies").html, re.S)
        assert points and foot
        packets = [int(one) for one in re.findall(r">(\d+)<", foot[0])]
        return 2 * int(points[1]) + bool(points[2]), dict(zip(("food", "forage", "ammunition"), packets, strict=True))


def fields_of(made: Mapping[str, Any]) -> dict[str, Any]:
    """What was measured of a move, as the fields of the desk's form."""
    fields: dict[str, Any] = {}
    for key, measured in made["facts"].items():
        for name, value in measured.items():
            fields |= _field(f"o.{key}.{name}", value)
    side = made["side"]
    for name, value in made["move_facts"].items():
        if name in ("supply_groups", "pockets"):
            fields |= {
                f"m.{name}.{side}.{body}": str(number) for number, group in enumerate(value, 1) for body in group
            }
        elif name == "supply":
            for body, issue in value.items():
                fields |= {f"m.supply.{body}.{part}": str(issue[part]) for part in ("source", "distance")}
                fields |= {f"m.supply.{body}.enemy_between": "on"} if issue.get("enemy_between") else {}
        elif name == "dealt_with":
            fields |= {f"m.{name}.{gun}": str(men) for gun, men in value.items()}
    return fields


def _field(name: str, value: Any) -> dict[str, Any]:
    """One fact of an order as fields: a number, a list of ids, or a row for each shot."""
    if not isinstance(value, list):
        return {name: str(value)}
    if all(isinstance(one, str) for one in value):
        return {name: value}
    fields: dict[str, Any] = {f"{name}.seen": "on"}
    for number, shot in enumerate(value):
        base = f"{name}.{number}"
        for place, (body, men) in enumerate({**shot.get("men", {}), **shot.get("knocked_down", {})}.items()):
            fields |= {f"{base}.{place}.body": body, f"{base}.{place}.men": str(men)}
        for how in ("wholly", "partly"):
            fields |= {f"{base}.guns.{gun}": how for gun in shot.get(f"guns_{how}", ())}
    return fields


class Forms(HTMLParser):
    """The forms of a page, by their addresses: each with its fields and their values."""

    def __init__(self, client: Client, html: str) -> None:
        super().__init__()
        self.client = client
        self.html = html
        self.found: list[tuple[str, dict[str, list[str]]]] = []
        self._select: tuple[str, list[str]] | None = None
        self._textarea = ""
        self._open = False
        self._saying = 0
        self._said: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.found.append((had.get("action", ""), {}))
            self._open = True
        if "refusal" in had.get("class", ""):
            self._saying = 1
        if not self._open or "disabled" in had:
            return
        name = had.get("name", "")
        if tag == "input" and name:
            box = had.get("type") in ("checkbox", "radio")
            self._keep(name, had.get("value", "on" if box else "") if not box or "checked" in had else None)
        elif tag == "select" and name:
            self._select = (name, [])
            self._keep(name, None)
        elif tag == "option" and self._select and "selected" in had:
            self._keep(self._select[0], had.get("value", ""))
        elif tag == "textarea" and name:
            self._textarea = name
            self._keep(name, None)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._textarea = ""
        elif tag == "div":
            self._saying = 0

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self._keep(self._textarea, data)
        if self._saying:
            self._said.append(data.strip())

    def _keep(self, name: str, value: str | None) -> None:
        """A field of the form that is open; None: it exists, and is empty."""
        values = self.found[-1][1].setdefault(name, [])
        if value is not None:
            values.append(value)

    def refusals(self) -> str:
        """What the page shows as refused."""
        return " ".join(one for one in self._said if one)

    def fields(self, action: str) -> dict[str, list[str]]:
        """The fields of the form that goes to an address."""
        matching = [fields for where, fields in self.found if where.split("#")[0] == action]
        assert matching, (action, [where for where, _ in self.found])
        return matching[0]

    def send(self, action: str, **changed: Any) -> Forms:
        """Send a form with some fields filled in; the forms of the page that follows."""
        fields = {name: values for name, values in self.fields(action).items() if values}
        answer = self.client.post(action, {**fields, **changed}, follow=True)
        found = Forms(self.client, answer.content.decode())
        assert answer.status_code == 200, (action, answer.status_code, found.refusals())
        return found


WAYS: dict[str, type[Player]] = {"use cases": ByUseCases, "API": ByApi, "pages": ByPages}
