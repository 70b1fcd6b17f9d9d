"""Exercises: the shelf, exercises brought in, played, copied and shared, and battles taken out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.urls import reverse
from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.exercises.requests import Description, FromMove, NewExercise, Playing, Sharing, ShelfFilter
from campaigns.api.exercises.responses import BroughtInOut, ExerciseOut, OnShelfOut, PlayedExerciseOut, TakenOutOut
from campaigns.serving.reach import link_for_others
from campaigns.usecases.exercises import catalogue
from campaigns.usecases.exercises import shelf as kept
from campaigns.usecases.exercises.play import play_exercise
from campaigns.usecases.people.invitations import Made


class Exercises(Endpoint):
    """The shelf."""

    @deed("exercises", query=ShelfFilter, answers=OnShelfOut(many=True))
    def get(self, request: Request, **asked: Any) -> Any:
        """The exercises that the caller may find: those of the house, then the site's, the latest first."""
        return catalogue.shelf(request.user, **asked)

    @deed("bring_in_exercise", asks=NewExercise, answers=BroughtInOut, status=201, refuses=(409,))
    def post(self, request: Request, exercise: Any) -> Any:
        """Put an exercise on the caller's own shelf; every fault of it is told, and then nothing is kept."""
        made = kept.bring_in(by=request.user, source=exercise, now=self.now())
        found = catalogue.find_exercise(request.user, made.exercise.public_id)
        return replace(found, notes=made.notes)


class Exercise(Endpoint):
    """An exercise on the shelf."""

    @deed("exercise", answers=ExerciseOut)
    def get(self, request: Request, exercise: str) -> Any:
        """An exercise, with all that its file holds; of one that is sealed from the caller its cover and their own briefing."""
        return catalogue.find_exercise(request.user, exercise)

    @deed("share_exercise", asks=Sharing, answers=OnShelfOut)
    def put(self, request: Request, exercise: str, shared: bool) -> Any:
        """Share one of the caller's own exercises with everybody of the site, or no longer."""
        kept.share_exercise(by=request.user, exercise=exercise, shared=shared)
        return catalogue.find_exercise(request.user, exercise)

    @deed("describe_exercise", asks=Description, answers=OnShelfOut)
    def patch(self, request: Request, exercise: str, **given: Any) -> Any:
        """Change what is said of one of the caller's own exercises; battles that were made of it stay as they are."""
        kept.describe_exercise(by=request.user, exercise=exercise, **given)
        return catalogue.find_exercise(request.user, exercise)

    @deed("delete_exercise", status=204)
    def delete(self, request: Request, exercise: str) -> Any:
        """Take one of the caller's own exercises off the shelf; battles that were made of it stay."""
        kept.delete_exercise(by=request.user, exercise=exercise)


class CopyOfExercise(Endpoint):
    """A copy of an exercise."""

    @deed("copy_exercise", answers=ExerciseOut, status=201, refuses=(409,))
    def post(self, request: Request, exercise: str) -> Any:
        """Copy an exercise to the caller's own shelf; it says of which it was made."""
        made = kept.copy_exercise(by=request.user, exercise=exercise, now=self.now())
        return catalogue.find_exercise(request.user, made.public_id)


class PlayOfExercise(Endpoint):
    """An exercise, played."""

    @deed("play_exercise", asks=Playing, answers=PlayedExerciseOut, status=201, refuses=(409,))
    def post(self, request: Request, exercise: str, language: str) -> Any:
        """Create a campaign with the exercise's battle in preparation, and a link to each seat; the caller is its umpire."""
        found = catalogue.find_whole(request.user, exercise)
        played = play_exercise(
            by=request.user,
            exercise=found.data,
            picture=found.picture,
            built_in=found.built_in,
            language=language,
            now=self.now(),
        )
        seat = sight.find_battle(request.user, played.battle.public_id)
        return {
            "campaign": seat.campaign,
            "battle": seat.battle,
            "seats": [_link(request, made) for made in played.links],
        }


def _link(request: Request, made: Made) -> dict[str, str]:
    """A link to a seat."""
    row = made.invitation
    return {
        "kind": row.kind,
        "side": row.side.key if row.side is not None else "",
        "arm": row.arm,
        "title": row.title,
        "address": link_for_others(request, reverse("invitation", args=[made.token])),
        "token": made.token,
    }


class TakeOut(Endpoint):
    """A battle, taken out as an exercise."""

    @deed("take_out_battle", query=FromMove, answers=TakenOutOut, refuses=(403, 409))
    def get(self, request: Request, battle: str, move: int) -> Any:
        """A battle as an exercise, from its opening or from the start of a move; for the umpire."""
        return {"exercise": kept.taken_out(by=request.user, battle=battle, move=move, now=self.now()).data}
