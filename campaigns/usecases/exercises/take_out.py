"""A battle is taken out as an exercise: as it was prepared, or from the position at the start of any of its moves.

Neither the seed nor what was drawn from it goes out, and no name of a player.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from campaigns.errors import Unseen, WrongState
from campaigns.models import Battle, Inject, Invitation, Move, Picture, Post
from campaigns.models.invitation import holds
from campaigns.models.plain import Plain
from campaigns.models.shelf.descent import node_of
from campaigns.usecases.access import find_battle, umpire_of
from campaigns.usecases.exercises.form import FORMAT, MOST_PLAYERS, VERSION, read_exercise
from campaigns.usecases.exercises.parts import BRIEFING, SETTINGS
from campaigns.usecases.exercises.pictures import said_of, under
from campaigns.usecases.muster.draft import draft_of
from campaigns.usecases.muster.openings import on_its_country
from rules.books import book as find_book
from rules.values.sentence import Sentence, say

SECRET = frozenset({"sealed", "result", "country"})
"""What of a position is no part of a scenario: the notes that were sealed with the seed, and how it ended."""

ABOUT = ("summary", "author", "licence", "level", "players", "minutes", "moves", "texts")
"""What no battle holds: it is taken from the exercise of which the battle was made."""

FROM_THE_START = 0


@dataclass(frozen=True)
class TakenOut:
    """A battle as an exercise, in its normal form.  picture: what lies under it."""

    data: Plain
    picture: Picture | None


def take_out(
    *, by: Any, battle: str, move: int = FROM_THE_START, made_of: Mapping[str, Any] | None = None, now: datetime
) -> TakenOut:
    """A battle as an exercise, for its umpire alone.  move: at whose start the position is taken, or none for the beginning.

    made_of: the exercise of which the battle was made, if that is known.
    """
    found = find_battle(battle)
    umpire_of(by, found.campaign_id, "battle")
    if found.seats:
        raise WrongState(
            say("This battle is fought under the rules of another book than its campaign. It cannot be taken out.")
        )
    if find_book(found.terms.book).on_board:
        raise WrongState(say("A game on a board is not taken out."))
    position = _position(found, move)
    campaign, terms = found.campaign, found.terms
    seats = _seats(found, now)
    about = _about(seats, made_of, str(by.get_full_name() or by.get_username()))
    given = {
        "format": FORMAT,
        "version": VERSION,
        **about,
        "name": _name(found, move),
        "book": terms.book,
        "edition": terms.edition,
        "options": terms.options,
        "campaign": {key: getattr(campaign, key) for key in SETTINGS},
        "sides": {
            side.key: {
                "name": "".join(side.name),
                "briefing": side.briefing, "handicap": side.handicap, "time_percent": side.time_percent,
            }
            for side in campaign.sides.order_by("pk")
        },
        "briefing": found.briefing[:BRIEFING],
        "country": position.get("country"),
        "forces": {key: value for key, value in position.items() if key not in SECRET},
        "seats": seats,
        "objectives": _objectives(found, move),
        "events": _events(found, move),
    }  # fmt: skip
    lies = under(found)
    if lies is not None:
        given["picture"] = said_of(lies)
    data = read_exercise(given, with_picture=True).data
    if made_of is None or data["digest"] != made_of["digest"]:
        data = read_exercise({**given, "forked": found.exercise or node_of(found)}, with_picture=True).data
    return TakenOut(data, lies.picture if lies is not None else None)


def _position(battle: Battle, move: int) -> Plain:
    """The position from which it is played; of a battle in preparation as it stands at the muster, be it faulty."""
    if move == FROM_THE_START and battle.status == Battle.Status.PREPARING:
        return on_its_country(battle, draft_of(battle).start)
    if move == FROM_THE_START:
        opening: Plain = battle.start
        return opening
    found = Move.objects.filter(battle=battle, number=move).first()
    if found is None:
        raise Unseen("move")
    position: Plain = found.position
    return position


def _name(battle: Battle, move: int) -> str:
    name = str(battle.name)
    return name if move == FROM_THE_START else f"{name}, {say('move {number}', number=move)}"[:120]


def _about(seats: list[Plain], made_of: Mapping[str, Any] | None, umpire: str) -> Plain:
    """Summary, author and the rest: of the exercise of which the battle was made, else of its umpire.

    As many can play it as there are seats of the sides, and no fewer than the exercise says.
    """
    played = min(sum(bool(seat["side"]) for seat in seats), MOST_PLAYERS)
    if made_of is None:
        return {"author": umpire[:120], "players": [2, max(2, played)]}
    fewest, most = made_of["players"]
    return {key: made_of[key] for key in ABOUT} | {"forked": made_of["forked"], "players": [fewest, max(most, played)]}


def _seats(battle: Battle, now: datetime) -> list[Plain]:
    """The seats that are held and those that are offered by a link, without names."""
    held = Post.objects.filter(campaign=battle.campaign_id, held_until__isnull=True)
    offered = Invitation.objects.filter(holds(now), campaign=battle.campaign_id, succeeds__isnull=True)
    rows: list[Post | Invitation] = [
        *held.select_related("side").order_by("pk"),
        *offered.select_related("side").order_by("pk"),
    ]
    return [_seat(one) for one in rows if one.kind != Post.Kind.UMPIRE]


def _seat(row: Post | Invitation) -> Plain:
    """One seat; a title that was made of its kind, and perhaps of a name, is made anew."""
    return {
        "kind": row.kind,
        "side": row.side.key if row.side is not None else "",
        "arm": row.arm,
        "brigade": row.brigade,
        "title": "" if isinstance(row.title, Sentence) else row.title,
    }


def _objectives(battle: Battle, move: int) -> list[Plain]:
    """The objectives that were not due by then; their moves count from there, as the battle that is made of it does."""
    passed = max(move - 1, 0)
    later = [one for one in battle.objectives if not 0 < one["move"] <= passed]
    return [{**one, "move": max(one["move"] - passed, 0)} for one in later]


def _events(battle: Battle, move: int) -> list[Plain]:
    """What was prepared and had not been given then.  What waits for a time of day, or for single seats, waits for a press."""
    passed = max(move - 1, 0)
    opened = Move.objects.get(battle=battle, number=move).opened_at if move else None
    rows = Inject.objects.filter(battle=battle).select_related("ruling__move").order_by("number")
    return [_event(row, passed) for row in rows if _is_to_come(row, passed, opened)]


def _is_to_come(row: Inject, passed: int, opened: datetime | None) -> bool:
    """Whether something had not been given when a move opened.  passed: the moves before it; opened: none for the beginning."""
    if row.state == Inject.State.WAITING:
        return True
    if row.state == Inject.State.GIVEN and row.ruling is not None:
        return bool(row.ruling.move.number > passed)
    if row.move_number is not None:
        return row.state in (Inject.State.GIVEN, Inject.State.FAILED) and row.move_number > passed
    return row.given_at is not None and (opened is None or row.given_at > opened)


def _event(row: Inject, passed: int) -> Plain:
    """Something prepared, as it stands in an exercise.  A rider rides to single seats alone, and so none rides here."""
    to_some = row.heard == "addressees"
    alone = row.at is not None or to_some
    return {
        "text": row.text,
        "move": max(row.move_number - passed, 1) if row.move_number is not None and not alone else None,
        "near": row.near if not alone else None,
        "heard": ("side" if row.side else "all") if to_some else row.heard or "all",
        "side": row.side,
        "voice": row.voice,
        "rider": None,
        "change": row.change.get("changes", []),
        "clause": row.clause,
        "told": row.told,
    }


def moves_of(*, by: Any, battle: str) -> list[int]:
    """The numbers of the moves at whose start a battle may be taken out, the latest first, for its umpire."""
    found = find_battle(battle)
    umpire_of(by, found.campaign_id, "battle")
    return list(Move.objects.filter(battle=found).order_by("-number").values_list("number", flat=True))
