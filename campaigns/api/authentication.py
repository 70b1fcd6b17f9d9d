"""Authentication of the API: by token, or by a session with its CSRF token."""

from __future__ import annotations

import re
from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import exceptions
from rest_framework.authentication import TokenAuthentication

from campaigns.clock import server_time
from campaigns.usecases.people.tokens import find_token

TOKEN = re.compile(r"[0-9a-f]{40}")


class Token(TokenAuthentication):
    """``Authorization: Token <forty digits>``; what cannot be a token is not looked up in the database."""

    def authenticate_credentials(self, key: str) -> Any:
        """The user of a token, and the token."""
        found = find_token(key, server_time) if TOKEN.fullmatch(key) else None
        if found is None:
            raise exceptions.AuthenticationFailed("Invalid token.")
        return found.user, found


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]  # its base registers itself untyped
    """How the description of the API names the token."""

    target_class = "campaigns.api.authentication.Token"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        """The header and its form."""
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token <forty digits>`, from POST /api/v1/token/.",
        }
