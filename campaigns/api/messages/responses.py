"""What the API answers about dispatches, questions, injects and notices."""

from __future__ import annotations

from rest_framework.serializers import (
    BooleanField,
    CharField,
    DateTimeField,
    IntegerField,
    ListField,
)

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import NoticeTextOut, Out, WordOut


class InjectOut(Out):
    """Something that the umpire prepared in advance.  why: it could not be given, if so."""

    id = CharField(source="public_id")
    number = IntegerField()
    kind = CharField()
    state = CharField()
    revision = IntegerField()
    by = CharField()
    move_number = IntegerField(allow_null=True)
    at = DateTimeField(allow_null=True)
    heard = CharField()
    side = CharField()
    to = ListField(child=CharField())
    to_whom = CharField()
    text = CharField()
    clause = CharField()
    change = Plain()
    why = CharField()
    written_at = DateTimeField()
    given_at = DateTimeField(allow_null=True)


class QuestionOut(Out):
    """A question to the umpire that waits for his answer.  side and sender: of whoever put it."""

    number = CharField()
    at = DateTimeField()
    move_number = IntegerField()
    side = CharField()
    sender = CharField()
    text = CharField()


class PutOut(Out):
    """That a question was put."""

    number = CharField()


class AnsweredOut(Out):
    """That a question was answered: the number of the answer, and by whom that is heard."""

    question = CharField()
    number = CharField()
    heard = CharField()


class PreparedOut(Out):
    """How an inject stands after what was done to it."""

    inject = CharField()
    number = IntegerField()
    revision = IntegerField()
    state = CharField()


class AddresseeOut(Out):
    """A post of one's own side to which word may be sent.

    distance in sixteenths and seconds: how far and how long a courier would ride there now; none where nobody rides.
    known: whether the places of both are known; else he rides as far as the campaign says.
    """

    post = CharField()
    title = CharField()
    name = CharField()
    distance = IntegerField(allow_null=True)
    seconds = IntegerField(allow_null=True)
    known = BooleanField()


class WordsOut(Out):
    """What one has heard in a battle, and by which channels one may send word; none where one may send none.

    asks: whether one may put a question to the umpire.
    """

    heard = WordOut(many=True)
    channels = ListField(child=Plain())
    addressees = AddresseeOut(many=True)
    asks = BooleanField()


class SentOut(Out):
    """That word was sent."""

    number = CharField()
    heard = CharField()


class NoticeOut(NoticeTextOut):
    """A notice to one of one's posts."""

    campaign = CharField()
    battle = CharField()
    battle_name = CharField()
    post = CharField()


class ReadOut(Out):
    """How many notices were marked as read."""

    read = IntegerField()
