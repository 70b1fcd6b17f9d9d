"""The forces of a battle that is prepared, by the same use cases as on the pages."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.muster.requests import (
    CurtainIn,
    CurtainOf,
    MusterChange,
    MusterStep,
    MusterTable,
    MusterTableOf,
    OwnChange,
)
from campaigns.api.muster.responses import MusterOut, OrderOfBattleOut, OwnMusterOut, TakenTableOut
from campaigns.usecases.muster import curtain, draft, order_of_battle, papers
from campaigns.usecases.muster.table_reader import Preview


class Muster(Endpoint):
    """The force of a battle that is prepared."""

    @deed("muster", answers=MusterOut, refuses=(403, 409))
    def get(self, request: Request, battle: str) -> Any:
        """The force as it stands, all that is wrong with it, its order of battle, and what may be put down; for the umpire."""
        return papers.muster_papers(by=request.user, battle=battle, now=self.now())

    @deed("change_muster", asks=MusterChange, answers=MusterOut, refuses=(403, 409, 412))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Change the force, all or nothing, as one step; what becomes faulty is kept, and told with the faults; for the umpire."""
        held = draft.change_draft(by=request.user, battle=battle, now=self.now(), **given)
        return papers.muster_papers(by=request.user, battle=battle, draft=held, now=self.now())


class MusterUndo(Endpoint):
    """The last step of a muster."""

    @deed("undo_muster", asks=MusterStep, answers=MusterOut, refuses=(403, 409, 412))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Take the last step back, whoever made it; for the umpire."""
        held = draft.undo_draft(by=request.user, battle=battle, now=self.now(), **given)
        return papers.muster_papers(by=request.user, battle=battle, draft=held, now=self.now())


class MusterRedo(Endpoint):
    """The step of a muster that was taken back last."""

    @deed("redo_muster", asks=MusterStep, answers=MusterOut, refuses=(403, 409, 412))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Make the step again that was taken back last; for the umpire."""
        held = draft.redo_draft(by=request.user, battle=battle, now=self.now(), **given)
        return papers.muster_papers(by=request.user, battle=battle, draft=held, now=self.now())


class Curtain(Endpoint):
    """The sides that put their own force down."""

    @deed("open_curtain", asks=CurtainIn, answers=MusterOut, refuses=(403, 409))
    def post(self, request: Request, battle: str, side: str, zone: Any) -> Any:
        """Let a side's General put its force down inside a zone, behind a curtain; for the umpire."""
        where = curtain.OWN_HALF if zone is None else zone
        curtain.open_curtain(by=request.user, battle=battle, side=side, zone=where, now=self.now())
        return papers.muster_papers(by=request.user, battle=battle, now=self.now())

    @deed("take_back_force", query=CurtainOf, answers=MusterOut, refuses=(403, 409))
    def delete(self, request: Request, battle: str, side: str) -> Any:
        """Take a force back from its side; what it has put down stays there; for the umpire."""
        curtain.take_back_force(by=request.user, battle=battle, side=side, now=self.now())
        return papers.muster_papers(by=request.user, battle=battle, now=self.now())


class OwnMuster(Endpoint):
    """The caller's own force, where the umpire lets them put it down."""

    @deed("own_muster", answers=OwnMusterOut, refuses=(403,))
    def get(self, request: Request, battle: str) -> Any:
        """The side's own force, and where it may stand; nothing of the other side."""
        return sight.own_muster(sight.find_battle(request.user, battle))

    @deed("place_own", asks=OwnChange, answers=OwnMusterOut, refuses=(403, 409, 412))
    def post(self, request: Request, battle: str, **given: Any) -> Any:
        """Put one's own things somewhere, turn them, form them; for the General of the side, where it has none its commanders."""
        curtain.place_own(by=request.user, battle=battle, now=self.now(), **given)
        return sight.own_muster(sight.find_battle(request.user, battle))


class OwnMusterReady(Endpoint):
    """A force that has been put down."""

    @deed("own_muster_ready", answers=OwnMusterOut, refuses=(403, 409))
    def post(self, request: Request, battle: str) -> Any:
        """The force is put down; the umpire begins, or hands it over again."""
        curtain.say_ready(by=request.user, battle=battle, now=self.now())
        return sight.own_muster(sight.find_battle(request.user, battle))


class OrderOfBattle(Endpoint):
    """The order of battle as a table."""

    @deed("order_of_battle", query=MusterTableOf, answers=OrderOfBattleOut, refuses=(403, 409))
    def get(self, request: Request, battle: str, side: str) -> Any:
        """The order of battle as CSV and as JSON of the kit; either makes the same force again; for the umpire."""
        return papers.muster_table(by=request.user, battle=battle, side=side, now=self.now())

    @deed("take_order_of_battle", asks=MusterTable, answers=TakenTableOut, refuses=(403, 409, 412))
    def post(self, request: Request, battle: str, dry: bool, base: int, mode: str, **given: Any) -> Any:
        """Put down what a table has, as one step, or only say what it would be (`dry`); for the umpire."""
        whose = {"by": request.user, "battle": battle, "replace": mode == "replace", **given}
        if dry:
            return _told(order_of_battle.preview_table(**whose), None)
        preview, now = order_of_battle.take_table(**whose, base=base, now=self.now())
        return _told(preview, now.revision)


def _told(preview: Preview, revision: int | None) -> dict[str, Any]:
    """A table that was read, and the revision of the force that it is a part of."""
    return {
        "groups": preview.groups,
        "rows": preview.rows,
        "problems": preview.problems,
        "men": preview.men,
        "gone": preview.gone,
        "revision": revision,
    }
