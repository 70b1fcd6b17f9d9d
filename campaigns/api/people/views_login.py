"""Log in and out of the API: a token for a name and a password, and who the caller is."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import authenticate
from django.core.exceptions import ValidationError
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request

from campaigns import sight
from campaigns.api.endpoint import Endpoint, deed
from campaigns.api.people.requests import LogIn
from campaigns.api.people.responses import MeOut, TokenOut, TokenRowOut
from campaigns.clock import server_time
from campaigns.models import Token
from campaigns.usecases.people.tokens import make_token, revoke_token, revoke_tokens, tokens_of
from rules.errors import Refused


class WrongPassword(Refused):
    """Name or password is wrong; the answer does not say which."""

    status = 401

    def __init__(self) -> None:
        super().__init__("E-LOGIN", "Name or password are wrong.")


class GetToken(Endpoint):
    """Get a token for a name and a password, and give it up."""

    def get_authenticators(self) -> list[Any]:
        """A request to log in is not authenticated."""
        return [] if self._comes() else super().get_authenticators()

    def get_permissions(self) -> list[Any]:
        """Anybody may log in."""
        return [AllowAny()] if self._comes() else [IsAuthenticated()]

    def _comes(self) -> bool:
        """Whether the request is a log-in; while the API is described there is no request."""
        request = getattr(self, "request", None)
        return request is not None and request.method == "POST"

    @deed("get_token", asks=LogIn, answers=TokenOut, refuses=(429,))
    def post(self, request: Request, username: str, password: str) -> Any:
        """Get a token of a user; it is valid for ninety days, or until it is given up or revoked.

        After too many tries the answer is 429 (E-WAIT): ten for one name, a hundred for all, in fifteen minutes.
        """
        try:
            user = authenticate(request._request, username=username, password=password)
        except ValidationError as shut:
            raise shut.__cause__ or shut from None
        if user is None:
            raise WrongPassword
        key, made = make_token(user=user, now=server_time())
        return {"token": key, "id": made.public_id, "expires_at": made.expires_at}

    @deed("give_up_token", status=204)
    def delete(self, request: Request) -> None:
        """Give up the token that is sent: nobody can use it any more.  By a session, all of them."""
        if isinstance(request.auth, Token):
            revoke_token(user=request.user, token=request.auth.public_id)
        else:
            revoke_tokens(user=request.user)


class Tokens(Endpoint):
    """The caller's tokens."""

    @deed("tokens", answers=TokenRowOut(many=True))
    def get(self, request: Request) -> Any:
        """The caller's valid tokens, the latest first; none of them is shown in full again."""
        return tokens_of(request.user, server_time())


class OneToken(Endpoint):
    """A token of the caller."""

    @deed("revoke_token", status=204)
    def delete(self, request: Request, token: str) -> None:
        """Revoke a token: nobody can use it any more."""
        revoke_token(user=request.user, token=token)


class Me(Endpoint):
    """The caller."""

    @deed("me", answers=MeOut)
    def get(self, request: Request) -> Any:
        """Who the caller is, and the seats that they hold, each with its campaign and battles."""
        return {"username": request.user.get_username(), "posts": sight.posts_of(request.user)}
