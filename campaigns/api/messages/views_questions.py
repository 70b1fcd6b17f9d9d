"""Questions to the umpire, and his answers."""

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
        """The questions that wait for the umpire's answer, the first first; for him."""
        return open_questions(sight.find_battle(request.user, battle))

    @deed("ask_umpire", asks=QuestionPut, answers=PutOut, status=201, refuses=(403, 409, 422))
    def post(self, request: Request, battle: str, text: str, key: str) -> Any:
        """Put a question to the umpire, who alone reads it; his answer comes among the words that one hears."""
        return ask_umpire(by=request.user, battle=battle, text=text, key=key, now=self.now())


class Question(Endpoint):
    """One of them."""

    @deed("answer_question", asks=QuestionAnswered, answers=AnsweredOut, status=201, refuses=(403, 409))
    def post(self, request: Request, question: str, text: str, heard: str) -> Any:
        """Answer a question, once: to who asked, to his side, or to all.  Who else hears the answer is not told the question."""
        return answer_question(by=request.user, question=question, text=text, heard=heard, now=self.now())
