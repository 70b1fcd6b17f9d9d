"""What the API answers about dispatches, questions, injects and notices."""

from __future__ import annotations

from rest_framework.serializers import BooleanField, CharField, IntegerField, ListField

from campaigns.api.fields import Plain
from campaigns.api.shared.responses import NoticeTextOut, Out, WordOut
from campaigns.desk.injects import InjectFact
from campaigns.desk.questions import QuestionFact
from campaigns.sight.dispatches import Addressee
from campaigns.sight.reports import NoticeFact
from campaigns.usecases.messages.injects import Prepared
from campaigns.usecases.messages.questions import Answered


class InjectOut(Out):
    """Something that the umpire prepared in advance.  why: it could not be given, if so."""

    about = InjectFact
    shows = (
        "id number kind state revision by move_number at heard side to to_whom text clause change why written_at "
        "given_at"
    )


class QuestionOut(Out):
    """A question to the umpire that waits for his answer.  side and sender: of whoever put it."""

    about, shows = QuestionFact, "number at move_number side sender text"


class PutOut(Out):
    """That a question was put."""

    number = CharField()


class AnsweredOut(Out):
    """That a question was answered: the number of the answer, and by whom that is heard."""

    about, shows = Answered, "question number heard"


class PreparedOut(Out):
    """How an inject stands after what was done to it."""

    about, shows = Prepared, "inject number revision state"


class AddresseeOut(Out):
    """A post of one's own side to which word may be sent.

    distance in sixteenths and seconds: how far and how long a courier would ride there now; none where nobody rides.
    known: whether the places of both are known; else he rides as far as the campaign says.
    """

    about, shows = Addressee, "post title name distance seconds known"


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

    about, shows = NoticeFact, "campaign battle battle_name post"


class ReadOut(Out):
    """How many notices were marked as read."""

    read = IntegerField()
