"""Authentication: a name and a password are checked, unless there were too many tries.  Pages, API and admin all use it."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from campaigns.clock import server_time
from campaigns.errors import TooManyTries
from campaigns.serving.proxies import address_of
from campaigns.usecases.people import login_attempts


class CountingBackend(ModelBackend):
    """Django's own check of a password, with the tries counted."""

    def get_user(self, user_id: int) -> Any:
        """The user of a session, with their profile, in the same query."""
        user = get_user_model().objects.select_related("person").filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **more: Any
    ) -> Any:
        """The user, or none.  ValidationError, which a form shows, where there were too many tries."""
        if request is None or not username:
            return super().authenticate(request, username, password, **more)
        address = address_of(request)
        try:
            login_attempts.count_attempt(address=address, name=username, now=server_time())
        except TooManyTries as refused:
            raise ValidationError(refused.sentence, code=refused.code) from refused
        user = super().authenticate(request, username, password, **more)
        if user is not None:
            login_attempts.clear_attempts(address=address, name=username)
        return user
