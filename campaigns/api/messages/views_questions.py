"""Questions to the umpire, and the answers."""

from __future__ import annotations

from typing import Any

from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.messages.requests import QuestionAnswered, QuestionPut
from campaigns.api.messages.responses import AnsweredOut, PutOut, QuestionOut
from campaigns.desk.questions import open_questions
from campaigns.usecases.messages.questions import answer_question, ask_umpire


class Questions(Endpoint):
    """The questions of a battle."""

    @deed("questions", answers=QuestionOut(many=True), refuses=(403,))
    def get(self, request: Request, battle: str) -> Any:
        """The questions that wait for the umpire's answer, the oldest first; for the umpire."""
        return open_questions(sight.find_battle(request.user, battle))

    @deed("ask_umpire", asks=QuestionPut, answers=PutOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, text: str, key: str) -> Any:
        """Ask the umpire a question, which nobody else reads; the answer comes among the caller's messages."""
        return ask_umpire(by=request.user, battle=battle, text=text, key=key, now=self.now())


class Question(Endpoint):
    """A question."""

    @deed("answer_question", asks=QuestionAnswered, answers=AnsweredOut, status=201, refuses=(403, 409))
    def post(self, request: Request, question: str, text: str, heard: str) -> Any:
        """Answer a question, once: to the asker, to their side, or to all.  Others who receive the answer do not see the question."""
        return answer_question(by=request.user, question=question, text=text, heard=heard, now=self.now())
