"""The umpire's answer to a question, from the page of messages and from the panel beside the map."""

from __future__ import annotations

from django.http import HttpRequest

from campaigns import sight
from campaigns.clock import server_time
from campaigns.desk.questions import QuestionFact, open_questions
from campaigns.usecases.messages.questions import answer_question
from rules.values.sentence import say

SENT = say("Answer sent.")


def question_of(request: HttpRequest, seat: sight.Seat) -> QuestionFact | None:
    """The question that is being answered (``?answer=``, or as it was sent); none where it waits no more."""
    wanted = request.POST.get("answers", "") or request.GET.get("answer", "")
    return next((one for one in open_questions(seat) if one.number == wanted), None) if wanted else None


def is_answer(request: HttpRequest) -> bool:
    """Whether what was sent answers a question."""
    return bool(request.POST.get("answers"))


def send_answer(request: HttpRequest) -> None:
    """Send what was typed as the answer to its question."""
    text, heard = request.POST.get("text", "")[:1_001], request.POST.get("heard", "")[:12]
    question = request.POST.get("answers", "")[:41]
    answer_question(by=request.user, question=question, text=text, heard=heard, now=server_time())
