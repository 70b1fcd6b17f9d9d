"""What the API answers about the forces of a battle."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField

from campaigns.api.after.responses import MoveFactOut
from campaigns.api.fields import Plain
from campaigns.api.shared.responses import Out
from campaigns.api.sheet.responses import LineOut
from campaigns.thing_states import ThingState


class StateOut(Out):
    """The state of a thing.  side: that holds it; owner: to whom it belongs, where that is another.  men: null of what is not men."""

    about, shows = ThingState, "name side owner arm men horses guns strength flags held gone"

    strength = CharField(help_text="In words.")
    held = Plain(help_text="What the ledgers count of it, by kind.")
    gone = BooleanField(help_text="It is no more, or is one's own no more as far as one's reports tell.")


class ForceOut(Out):
    """A thing as it was at first and as it is, or was last.  since: the move after which it was first there, 0 for the opening."""

    group = CharField(source="now.group")
    id = CharField(source="now.thing")
    since = IntegerField(source="first.number")
    first = StateOut(source="first.state")
    now = StateOut()


class ForcesOut(Out):
    """The things of the sides that are read."""

    of = CharField()
    choices = ListField(child=CharField())
    papers_open = BooleanField(source="is_open")
    sides = ListField(child=CharField())
    moves = MoveFactOut(many=True)
    things = ForceOut(many=True)


class StepOut(Out):
    """A step in the history of a thing.  move: null of the opening; lines: of its account in the books in that move."""

    move = MoveFactOut(allow_null=True)
    state = StateOut()
    lines = LineOut(many=True)


class ForceSheetOut(Out):
    """One thing with its history: an entry for each move that changed it."""

    force = ForceOut()
    history = StepOut(many=True)
