"""What the API answers about dispatches, questions, injects and notices."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import MessageOut, NoticeTextOut, Out
from campaigns.desk.injects import InjectFact
from campaigns.desk.questions import QuestionFact
from campaigns.sight.dispatches import Addressee
from campaigns.sight.reports import NoticeFact
from campaigns.usecases.messages.injects import Prepared
from campaigns.usecases.messages.questions import Answered


class InjectOut(Out):
    """Something that the umpire prepared in advance.  why: the reason, if it could not be given."""

    about = InjectFact
    shows = (
        "id number kind state revision by move_number at near heard side to to_whom voice rider text clause change told why "
        "written_at given_at"
    )


class QuestionOut(Out):
    """A question to the umpire that waits for an answer.  side and sender: of the asker."""

    about, shows = QuestionFact, "number at move_number side sender text"


class PutOut(Out):
    """That a question was sent."""

    number = CharField()


class AnsweredOut(Out):
    """That a question was answered: the number of the answer, and who receives it."""

    about, shows = Answered, "question number heard"


class PreparedOut(Out):
    """The state of an inject after the change."""

    about, shows = Prepared, "inject number revision state"


class AddresseeOut(Out):
    """A seat of the caller's own side to which a message may be sent.

    distance in sixteenths and seconds: how far and how long a courier would ride there now; none where nobody rides.
    known: whether the places of both are known; else the courier rides as far as the campaign says.
    """

    about, shows = Addressee, "post title name distance seconds known"


class MessageSheetOut(Out):
    """The messages that the caller has received in a battle, and the channels by which they may send one; none where they may not.

    asks: whether they may ask the umpire a question.
    """

    heard = MessageOut(many=True)
    channels = ListField(child=Plain())
    addressees = AddresseeOut(many=True)
    asks = BooleanField()


class SentOut(Out):
    """That a message was sent."""

    number = CharField()
    heard = CharField()


class NoticeOut(NoticeTextOut):
    """A notice to one of the caller's seats."""

    about, shows = NoticeFact, "campaign battle battle_name post"


class ReadOut(Out):
    """How many notices were marked as read."""

    read = IntegerField()
